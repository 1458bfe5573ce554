// launch: groups=3,1 step=1
// launch: groups=2,1 step=7
#include "device.h"
/* Each lane makes its own number of trips, the first none. */
__kernel GROUP(64, 1, 1) void triangle(__global const float* restrict src, __global float* restrict dst, uint step) {
    float sum = 0;
    for (uint j = 0; j < local_x; j += step) {
        sum += src[global_x * 64 + j];
    }
    dst[global_x] = sum;
}
