// launch: groups=3,1 width=17 signed_width=-5
// launch: groups=2,1 width=4000000000 signed_width=7
#include "device.h"
/* Division and remainder by arguments: clang makes a float reciprocal and two corrections of each. */
__kernel GROUP(64, 1, 1) void divide(__global const uint* restrict src, __global uint* restrict dst, uint width,
                                     int signed_width) {
    uint i = global_x * 7919;
    int s = (int)global_x * 31 - 3000;
    uint row = i / width, column = i % width;
    dst[global_x] = src[row % 1000] + src[1000 + (column & 1023)] + src[6000 + s / signed_width] +
                    src[9000 + s % signed_width] + src[10000 + i / 100];
}
