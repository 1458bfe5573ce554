// launch: group=64 groups=2 first=buffer:272 second=buffer:512
#include "device.h"
/* Memory of the group whose size the dispatch tells. */
__kernel GROUP(64, 1, 1) void shared(__global const float* restrict src, __global float* restrict dst, __local float* first, __local float2* second) {
    __local uint own[64];
    uint l = local_x;
    own[l] = l * 3;
    first[l] = src[global_x];
    second[63 - l] = (float2)(l, 1);
    BARRIER();
    dst[own[63 - l]] = first[63 - l] + second[l].x;
}
