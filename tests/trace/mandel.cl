// launch: groups=2,4 width=32 step=f:0.05 x0=f:-2 y0=f:-0.8
#include "device.h"
/* Trips that depend on float: iterations until escape. */
__kernel GROUP(16, 4, 1) void mandel(__global uint* restrict dst, uint width, float x0, float y0, float step) {
    float cx = x0 + (float)global_x * step, cy = y0 + (float)global_y * step, x = 0, y = 0;
    uint n = 0;
    while (x * x + y * y < 4.0f && n < 20) { float t = x * x - y * y + cx; y = 2 * x * y + cy; x = t; ++n; }
    dst[n * 1024 + global_y * width + global_x] = n;
}
