// launch: groups=2,1 count=100
#include "device.h"
typedef struct particle {
    float4 position;
    float2 speed;
    float mass;
    uint flags;
} particle;
/* Wide accesses, a structure of which only a part is used, and vectors of three without padding. */
__kernel GROUP(64, 1, 1) void vectors(__global particle* restrict p, __global const float4* restrict force,
                                      __global float* restrict packed, uint count) {
    uint i = global_x;
    if (i < count) {
        float4 f = force[i * 2];
        p[i].position += f * p[i].mass;
        p[i].speed.y = f.x;
        packed[i * 3] = f.x;
        packed[i * 3 + 1] = f.y;
        packed[i * 3 + 2] = f.z;
    }
}
