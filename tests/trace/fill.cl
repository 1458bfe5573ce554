// launch: outside=1 groups=2
#include "device.h"
__constant uchar places[24] = {9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 1, 2, 3, 4, 5, 6, 7, 8};
/* A table that begins with the same byte many times. */
__kernel GROUP(64, 1, 1) void fill(__global const uint* restrict src, __global uint* restrict dst) {
    dst[global_x] = src[places[global_x % 24]];
}
