// launch: outside=1 groups=2,1 n=9
#include "device.h"
/* Private arrays of shorts and bytes, which loops fill piece by piece; some lanes write some of them again. */
__kernel GROUP(64, 1, 1) void pieces(__global const int* restrict src, __global int* restrict dst, int n) {
    short link[64];
    uchar order[120];
    int i = (int)global_x, sum = 0;
    __attribute__((opencl_unroll_hint(1))) for (int k = 0; k < 64; ++k) link[k] = (short)(i * k % 24 - 12);
    __attribute__((opencl_unroll_hint(1))) for (int k = 0; k < 120; ++k) order[(k * 7) % 120] = (uchar)(i + 3 * k);
    __attribute__((opencl_unroll_hint(1))) for (int k = i & 15; k < 40; ++k) link[k] += 100;
    __attribute__((opencl_unroll_hint(1))) for (int k = 0; k < n; ++k) {
        sum += src[link[(i + k) % 64] + 12 + order[(i * 3 + k) % 120]];
    }
    dst[i + order[i % 120] * 128] = sum;
}
