// launch: groups=3,1 next=words:(i*5+1)%2048 steps=9
#include "device.h"
/* Chains of pointers: one for the group, which the scalar cache serves, and one for each lane. */
__kernel GROUP(64, 1, 1) void chase(__constant uint* next, __global const uint* restrict link,
                                    __global uint* restrict dst, uint steps) {
    uint uniform = group_x;
    for (uint i = 0; i < steps; ++i) {
        uniform = next[uniform];
    }
    uint own = next[local_x + uniform];
    own = next[own];
    dst[global_x] = own + link[uniform];
}
