// launch: groups=2,4 sw=100 sh=60 dw=64 dh=32
#include "device.h"
/* Scaling by bilinear filtering without a texture unit. */
__kernel GROUP(32, 8, 1) void bilinear(__global const float* restrict src, __global float* restrict dst, int sw, int sh, int dw, int dh) {
    int x = global_x, y = global_y;
    float fx = ((float)x + 0.5f) * (float)sw / (float)dw - 0.5f;
    float fy = ((float)y + 0.5f) * (float)sh / (float)dh - 0.5f;
    float gx = __builtin_floorf(fx), gy = __builtin_floorf(fy);
    int ix = (int)gx, iy = (int)gy;
    int x0 = ix < 0 ? 0 : ix > sw - 1 ? sw - 1 : ix, y0 = iy < 0 ? 0 : iy > sh - 1 ? sh - 1 : iy;
    int x1 = ix + 1 > sw - 1 ? sw - 1 : ix + 1, y1 = iy + 1 > sh - 1 ? sh - 1 : iy + 1;
    float ax = fx - gx, ay = fy - gy;
    float a = src[y0 * sw + x0], b = src[y0 * sw + x1], c = src[y1 * sw + x0], d = src[y1 * sw + x1];
    dst[y * dw + x] = (a + (b - a) * ax) * (1 - ay) + (c + (d - c) * ax) * ay;
}
