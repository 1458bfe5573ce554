// launch: groups=8,1 a=f:0.1 b=f:1000.3 tiny=f:1e-39
#include "device.h"
/* The last bit of float arithmetic moves the address: products and sums, fused and not, and a denormal. */
__kernel GROUP(64, 1, 1) void rounding(__global const uint* restrict src, __global uint* restrict dst, float a, float b,
                                       float tiny) {
#pragma OPENCL FP_CONTRACT OFF
    float x = (float)global_x;
    float plain = x * a + b, fused = __builtin_fmaf(x, a, b);
    uint low = as_uint(plain * 1.7f) & 0x3ff, other = as_uint(fused * 1.7f) & 0x3ff;
    uint signs = (uint)(x * -3.5f + 2000.f) + (uint)__builtin_truncf(x * 0.3f);
    dst[global_x] = src[low] + src[1024 + other] + src[2048 + signs] + src[8192 + (as_uint(x - b - a) >> 8 & 0xfff)];
}
