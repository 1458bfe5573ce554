// launch: groups=2,1 src=data:i*40503 pairs=bytes:i*3
#include "device.h"
/* Halves of registers go to LDS and come from memory. */
__kernel GROUP(64, 1, 1) void halves(__global const uint* restrict src, __global uint* restrict dst, __global const ushort* restrict pairs) {
    __local ushort t[128];
    uint l = local_x, v = src[global_x];
    t[l] = (ushort)(v >> 16);
    t[l + 64] = (ushort)v;
    BARRIER();
    ushort2 p = (ushort2)(pairs[l], pairs[3 * l]) + (ushort2)(3, 4);
    dst[global_x] = src[t[63 - l]] + src[t[127 - l]] + src[(as_uint(p) >> 7 & 4095)];
}
