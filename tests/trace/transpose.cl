// launch: groups=3,2 width=48 height=32
#include "device.h"
/* Through LDS, a padded tile. */
__kernel GROUP(16, 16, 1) void transpose(__global const float* restrict src, __global float* restrict dst, uint width,
                                         uint height) {
    __local float tile[16][17];
    tile[local_y][local_x] = src[global_y * width + global_x];
    BARRIER();
    dst[(group_x * 16 + local_y) * height + group_y * 16 + local_x] = tile[local_x][local_y];
}
