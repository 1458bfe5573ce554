// launch: groups=2,2 n=32
// launch: groups=1,1 n=0
#include "device.h"
/* A matrix product: loops with a uniform trip count that is an argument, and two LDS arrays. */
__kernel GROUP(16, 16, 1) void product(__global const float* restrict a, __global const float* restrict b,
                                       __global float* restrict c, uint n) {
    __local float left[16][16], right[16][16];
    float sum = 0;
    for (uint k = 0; k < n; k += 16) {
        left[local_y][local_x] = a[global_y * n + k + local_x];
        right[local_y][local_x] = b[(k + local_y) * n + global_x];
        BARRIER();
        for (uint i = 0; i < 16; ++i) {
            sum += left[local_y][i] * right[i][local_x];
        }
        BARRIER();
    }
    c[global_y * 32 + global_x] = sum;
}
