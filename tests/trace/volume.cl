// launch: groups=2,3,2 width=8 height=12 shift=-3
#include "device.h"
/* Three dimensions, and a signed offset that may lead before the row's start. */
__kernel GROUP(4, 4, 8) void volume(__global const ushort* restrict src, __global ushort* restrict dst, int width,
                                    int height, int shift) {
    int x = (int)global_x, y = (int)global_y, z = (int)global_z;
    int at = (z * height + y) * width + x;
    dst[at] = x + shift >= 0 ? src[at + shift] : 0;
}
