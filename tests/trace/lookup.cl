// launch: outside=1 groups=2,1 src=data:(i*3+1)%64
#include "device.h"
/* An index that went through LDS, one that went through private memory, and one that a lane number made. */
__kernel GROUP(64, 1, 1) void lookup(__global const uint* restrict src, __global uint* restrict dst) {
    __local uint passed[64];
    uint own[24];
    passed[local_x] = local_x * 3 % 64;
    for (uint i = 0; i < 24; ++i) {
        own[i] = src[i] + local_x;
    }
    BARRIER();
    dst[global_x] = src[passed[63 - local_x]] + src[own[local_x % 24]] + src[256 + lane_id * 2];
}
