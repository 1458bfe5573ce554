// launch: groups=2,1 pitch=12345678901 back=-100
// launch: groups=2,1 pitch=4294967297 back=-1
#include "device.h"
/* Arithmetic in 64 bits, and a signed offset. */
__kernel GROUP(64, 1, 1) void wide(__global const uint* restrict src, __global ulong* restrict dst, ulong pitch,
                                   long back) {
    ulong product = (ulong)global_x * pitch + 77;
    ulong at = (product >> 13 ^ product) & 0xffff;
    __global const uint* behind = src + 5000;
    dst[global_x] = src[at] + behind[(long)local_x * back / 4 - 7] + src[product > 20000000000ul ? 3 : 9000];
}
