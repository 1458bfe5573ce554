// launch: groups=2,1 steps=12
#include "device.h"
/* Pointers that go down, for all lanes alike and for each by itself: negative constants, whose carries are easily lost,
   and offsets below zero. */
__kernel GROUP(64, 1, 1) void backward(__constant uint* table, __global const uint* restrict src,
                                       __global uint* restrict dst, int steps) {
    __constant uint* down = table + 1030;
    __global const uint* own = src + 1030 + local_x;
    uint sum = 0, low = local_x - 3u;
#pragma nounroll
    for (int i = 0; i < steps; ++i) {
        sum += *down + down[-9] + *own;
        down -= 1;
        own -= 2;
    }
    dst[global_x] = sum + src[low < 0xfffffffeu ? low & 255 : 300] + src[(low >> 28) + 400];
}
