// launch: groups=4,1
#include "device.h"
/* A tree in LDS, with the strides that conflict, then the one that does not; the first lane writes. */
__kernel GROUP(256, 1, 1) void reduce(__global const float* restrict src, __global float* restrict dst) {
    __local float part[256];
    part[local_x] = src[global_x];
    BARRIER();
    for (uint s = 1; s < 16; s <<= 1) {
        if ((local_x & (2 * s - 1)) == 0) {
            part[local_x] += part[local_x + s];
        }
        BARRIER();
    }
    for (uint s = 128; s >= 16; s >>= 1) {
        if (local_x < s && (local_x & 15) == 0) {
            part[local_x] += part[local_x + s];
        }
        BARRIER();
    }
    if (local_x == 0) {
        dst[group_x] = part[0];
    }
}
