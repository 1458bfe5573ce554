// launch: outside=1 groups=2,1 n=9 src=data:i*7%16
#include "device.h"
/* A small array that stays in registers: places that all lanes share, and places of their own. */
__kernel GROUP(64, 1, 1) void registers(__global const uint* restrict src, __global uint* restrict dst, uint n) {
    uint best[16], i = global_x, sum = 0;
    for (uint k = 0; k < 16; ++k) best[k] = k;
    for (uint k = 0; k < n; ++k) {
        uint v = src[i * n + k], j = k;
        for (; j > 0 && j > (i & 3); --j) best[j] = best[j - 1];
        best[j & 15] = v;
    }
    for (uint k = 0; k < n; ++k) sum += src[best[(k * 5 + i) & 15] + k];
    dst[i] = sum;
}
