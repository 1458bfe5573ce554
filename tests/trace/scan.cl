// launch: groups=3 n=700 src=data:i%7
#include "device.h"
/* Inclusive scan of a group in LDS (Hillis and Steele), tail of the last group masked. */
__kernel GROUP(256, 1, 1) void scan(__global const uint* restrict src, __global uint* restrict dst, __global uint* restrict sums, uint n) {
    __local uint tmp[512];
    uint l = local_x, i = global_x, out = 0;
    tmp[l] = i < n ? src[i] : 0;
    BARRIER();
    for (uint d = 1; d < 256; d *= 2) {
        out = 1 - out;
        uint from = (1 - out) * 256, to = out * 256;
        tmp[to + l] = l >= d ? tmp[from + l] + tmp[from + l - d] : tmp[from + l];
        BARRIER();
    }
    if (i < n) dst[i] = tmp[out * 256 + l];
    if (l == 255) sums[group_x] = tmp[out * 256 + l];
}
