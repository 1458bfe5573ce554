// launch: groups=3,1 stride=1 first=0
// launch: groups=2,1 stride=33 first=5
#include "device.h"
/* A stride and a start that are arguments. */
__kernel GROUP(64, 1, 1) void strided(__global const float* restrict src, __global float* restrict dst, uint stride,
                                      uint first) {
    dst[global_x * stride + first] = src[global_x * stride];
}
