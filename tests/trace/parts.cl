// launch: groups=2,1 cond=data:i*7%5
// launch: groups=2,1 cond=data:i*3%4
#include "device.h"
/* Branches inside each other on what was loaded: addresses of ids on every side, and behind. */
__kernel GROUP(64, 1, 1) void parts(__global const int* restrict cond, __global const float* restrict a,
                                    __global float* restrict dst, __global float* restrict extra) {
    int i = (int)global_x, c = cond[i];
    uint at = i * 2;
    float v = 1;
    if (c > 2) {
        v = a[i * 3];
        if (cond[i + 128] & 1) {
            v += a[i + 500];
            extra[i * 2] = v;
        } else {
            v -= a[700 - i];
            extra[i * 2 + 1] = v;
        }
        dst[1000 + i] = v;
    } else if (c == 1) {
        v = a[i ^ 5];
        dst[2000 + i] = v;
    }
    dst[at + 1] = v + a[at];
    if (c & 1) at += 4096;
    extra[at + 5000] = v;
    for (int k = 0; k < c; ++k) dst[8000 + k * 128 + i] = a[k];
    extra[i + 4000] = a[i + 64];
}
