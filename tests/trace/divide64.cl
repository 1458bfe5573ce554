// launch: groups=1,1 width=1234567 big=9876543210123
#include "device.h"
/* Division of 64-bit numbers. */
__kernel GROUP(64, 1, 1) void divide64(__global const uint* restrict src, __global uint* restrict dst, ulong width,
                                       ulong big) {
    ulong i = big + (ulong)global_x * 1000000007ul;
    dst[global_x] = src[(i / width) & 4095] + src[4096 + ((i % width) & 4095)];
}
