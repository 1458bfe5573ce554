// launch: groups=2,1 index=bytes:i*97 shift=bytes:i*31+200
#include "device.h"
/* Bytes and shorts, and a byte with a sign as index. */
__kernel GROUP(64, 1, 1) void bytes(__global const uchar* restrict index, __global const char* restrict shift,
                                    __global const short* restrict src, __global uchar* restrict dst,
                                    __global ushort* restrict wide) {
    uint i = global_x;
    int at = 1000 + index[i * 3] + shift[i];
    dst[i ^ 1] = (uchar)(src[at] / 3);
    wide[i] = index[i + 7];
}
