// launch: groups=2,1 tiny=200 small=60000 below=-2 shift=3 big=5000000000 v=4f:8,16,4,2 number=-9
#include "device.h"
/* Arguments of every size, with padding between them, and a vector. */
__kernel GROUP(64, 1, 1) void arguments(__global const uint* restrict src, uchar tiny, ushort small,
                                        __global uint* restrict dst, char below, ulong big, float4 v, short number,
                                        uint shift) {
    uint i = global_x;
    dst[i] = src[i + tiny] + src[(small >> 4) + i] + src[(uint)(i + 50 + below)] + src[(big >> 20) + (i << shift)] +
             src[i * (uint)v.x + (uint)v.y * 100 + (uint)(v.z * v.w)] + src[100 + (int)i + number];
}
