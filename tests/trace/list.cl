// launch: groups=2,1 next=words:i%9==8?0xffffffff:i+1
// launch: groups=2,1 next=data:(i+1)|((i%9==8)*0xffffffff)
#include "device.h"
/* Linked lists of different lengths; all ones end them. */
__kernel GROUP(64, 1, 1) void list(__global const uint* restrict next, __global uint* restrict dst) {
    uint at = global_x, last = 0;
    while (at != ~0u) {
        last = at;
        at = next[at];
    }
    dst[global_x * 2] = last;
}
