// launch: groups=2,1 place=data:(i*5)%64
#include "device.h"
/* The kernel changes the index that it then goes by: contents as they were before the dispatch say nothing. */
__kernel GROUP(64, 1, 1) void swap(__global uint* place, __global const uint* restrict src,
                                   __global uint* restrict dst) {
    uint at = place[global_x];
    dst[global_x] = src[at];
    place[global_x] = at + 100;
    BARRIER();
    dst[1024 + global_x] = src[place[group_x * 64 + (local_x + 1) % 64]];
}
