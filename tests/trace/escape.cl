// launch: groups=2,1 scale=f:0.03125
#include "device.h"
/* How often a lane goes round depends on float arithmetic. */
__kernel GROUP(64, 1, 1) void escape(__global const uint* restrict src, __global uint* restrict dst, float scale) {
    float cx = (float)global_x * scale - 2.5f, cy = 0.25f, x = cx, y = cy;
    uint n = 0;
    while (n < 20 && x * x + y * y < 4.f) {
        float next = x * x - y * y + cx;
        y = 2.f * x * y + cy;
        x = next;
        dst[1000 + n * 128 + global_x] = n;
        ++n;
    }
    dst[global_x] = src[n];
}
