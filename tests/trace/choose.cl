// launch: groups=3 mode=3 kinds=data:i%6
#include "device.h"
/* A switch on an argument, and one on data. */
__kernel GROUP(64, 1, 1) void choose(__global const uint* restrict kinds, __global const float* restrict a, __global float* restrict dst, int mode) {
    uint i = global_x, at = 0;
    switch (mode) {
    case 0: at = i; break;
    case 1: at = i * 2; break;
    case 2: at = i * 7 % 61; break;
    case 3: at = (i ^ 21) + 3; break;
    default: at = 9;
    }
    float v = a[at];
    switch (kinds[i]) {
    case 0: v += a[i + 100]; break;
    case 1: v *= a[i * 2 + 300]; break;
    case 2: v -= 1; break;
    case 4: v = a[i / 3 + 700]; break;
    default: v = 0;
    }
    dst[i] = v;
}
