// launch: groups=4,4 scale=f:0.4375 offset=f:-2.25 width=64 height=48
#include "device.h"
/* Coordinates in float, rounded and clamped to whole texels. */
__kernel GROUP(8, 8, 1) void texel(__global const uint* restrict src, __global uint* restrict dst, float scale,
                                   float offset, int width, int height) {
    float u = (float)global_x * scale + offset, v = __builtin_floorf((float)global_y * scale);
    int x = (int)u, y = (int)v;
    x = x < 0 ? 0 : x >= width ? width - 1 : x;
    y = y >= height ? height - 1 : y;
    dst[global_y * 32 + global_x] = src[y * width + x] + src[(int)__builtin_fminf(u * u, 900.f)];
}
