// launch: groups=3,1 index=data:(i*77)%256
// launch: groups=2,1 index=words:(i*i+3)%4096
#include "device.h"
/* Where to read and where to write stand in a buffer. */
__kernel GROUP(64, 1, 1) void gather(__global const float* restrict src, __global const uint* restrict index,
                                     __global float* restrict dst, __global float* restrict spread) {
    uint at = index[global_x];
    dst[global_x] = src[at];
    spread[index[global_x + 256]] = src[global_x];
}
