// launch: groups=2,2 rotate=5
#include "device.h"
static uint spread(uint x) {
    x = (x | x << 8) & 0x00ff00ff;
    x = (x | x << 4) & 0x0f0f0f0f;
    x = (x | x << 2) & 0x33333333;
    return (x | x << 1) & 0x55555555;
}
/* Addresses made of bits: Morton order, a swizzle, a rotation, fields, counts of bits. */
__kernel GROUP(16, 16, 1) void bits(__global const uint* restrict src, __global uint* restrict dst, uint rotate) {
    uint x = global_x, y = global_y, morton = spread(x) | spread(y) << 1;
    uint turned = (morton << rotate | morton >> (32 - rotate)) & 0x3fff;
    uint field = (x * 0x9e3779b9u) >> 20;
    int low = (int)(x << 28) >> 28;
    uint counted = (uint)__builtin_popcount(morton) * 3 + (uint)__builtin_clz(x + 1) + (uint)__builtin_ctz(y | 256);
    dst[morton] = src[turned] + src[field] + src[(x ^ (y & 7) << 2) + y * 32] + src[4096 + low] + src[counted];
}
