// launch: groups=2,1 outer=5 step=2
#include "device.h"
/* A loop of each lane inside one of the group inside one of each lane, with a condition behind the body. */
__kernel GROUP(64, 1, 1) void nested(__global const uint* restrict src, __global uint* restrict dst, uint outer,
                                     uint step) {
    uint sum = 0, i = local_x & 7;
    do {
        for (uint j = 0; j < outer; j += step) {
            uint k = i * 8;
            while (k > j * 4) {
                sum += src[global_x + k * 128 + j];
                k -= k > 4 ? 3 + (i & 1) : k;
            }
        }
        i += 2;
    } while (i < 9);
    dst[global_x] = sum;
}
