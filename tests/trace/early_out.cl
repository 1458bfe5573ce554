// launch: groups=3,1 count=150 limit=40
#include "device.h"
/* Lanes behind the end return, the others leave a loop at different times, and skip some trips. */
__kernel GROUP(64, 1, 1) void early_out(__global const uint* restrict src, __global uint* restrict dst, uint count,
                                        uint limit) {
    uint i = global_x, sum = 0;
    if (i >= count) {
        return;
    }
    for (uint j = 0; j < 16; ++j) {
        if (j * 7 > limit + (i & 31)) {
            break;
        }
        if (((i ^ j) & 3) == 1) {
            continue;
        }
        sum += src[i + j * count];
    }
    dst[i] = sum;
}
