// launch: outside=1 groups=2,1 n=9 src=data:i*7%16
#include "device.h"
/* What a lane keeps in its scratch memory, as dwords and as bytes, leads to where it loads and stores. */
__kernel GROUP(64, 1, 1) void scratch(__global const uint* restrict src, __global uint* restrict dst, uint n) {
    uint kept[160], i = global_x, sum = 0;
    uchar order[16];
    for (uint k = 0; k < 160; ++k) kept[k] = k * 5 + i;
    for (uint k = 0; k < 16; ++k) order[k] = (uchar)(15 - k);
    for (uint k = 0; k < n; ++k) {
        uint v = src[i * n + k] & 15;
        kept[v * 9] = kept[(v + k) & 15] + 1;
        if (i & 1) order[v] = (uchar)k;
    }
    for (uint k = 0; k < n; ++k) sum += src[kept[order[k] * 9 & 127] & 255];
    dst[kept[i & 15] & 511] = sum;
}
