// launch: group=16,8 groups=3,2 pitch=52 height=15
// launch: group=32,4 groups=2,4 pitch=64 height=16
// launch: group=10,10 groups=2,2 pitch=31 height=20
#include "device.h"
/* Two dimensions; the size of the group stands in the dispatch packet; rows below the image return early. */
__kernel void rows(__global const uint* restrict src, __global uint* restrict dst, uint pitch, uint height) {
    if (global_y < height) {
        dst[global_y * pitch + global_x] = src[(height - 1 - global_y) * pitch + global_x];
    }
}
