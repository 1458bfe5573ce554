// launch: groups=3,2 width=50
#include "device.h"
/* A tile with its border, loaded by a loop whose last trip only some lanes make. */
__kernel GROUP(16, 4, 1) void halo(__global const float* restrict src, __global float* restrict dst, uint width) {
    __local float tile[6][18];
    __global const float* corner = src + group_y * 4 * width + group_x * 16;
    for (uint i = local_y * 16 + local_x; i < 6 * 18; i += 64) {
        tile[i / 18][i % 18] = corner[i / 18 * width + i % 18];
    }
    BARRIER();
    float sum = 0;
    for (uint y = 0; y < 3; ++y) {
        for (uint x = 0; x < 3; ++x) {
            sum += tile[local_y + y][local_x + x];
        }
    }
    dst[global_y * width + global_x] = sum;
}
