// launch: groups=2,1 mode=2
// launch: groups=2,1 mode=5
#include "device.h"
/* Nested branches, divergent and uniform, with other addresses on each side. */
__kernel GROUP(128, 1, 1) void branches(__global const uint* restrict src, __global uint* restrict dst, uint mode) {
    uint i = global_x, value;
    if (i & 8) {
        value = (i & 1) ? src[i * 2] : src[4096 + i * 4];
    } else if (mode > 3) {
        value = src[8192 - i];
    } else {
        value = src[8192 + i];
    }
    switch (i % 5) {
    case 0:
        dst[i] = value;
        break;
    case 1:
        dst[i + 512] = value;
        break;
    case 3:
        dst[i + mode * 1024] = value;
        break;
    default:
        break;
    }
}
