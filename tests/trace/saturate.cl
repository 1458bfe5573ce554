// launch: groups=2,1 a=4294967200 b=300
#include "device.h"
/* Sums that keep within their range, and products of halves. */
__kernel GROUP(64, 1, 1) void saturate(__global const uint* restrict src, __global uint* restrict dst, uint a, ushort b) {
    uint i = global_x, sum = i * 2 + a;
    uint most = sum < a ? ~0u : sum, least = i > 50 ? i - 50 : 0;
    ushort product = (ushort)((ushort)i * b + 7), shifted = (ushort)((short)(i << 9) >> 3);
    dst[i] = src[most & 511] + src[least] + src[product] + src[shifted & 2047];
}
