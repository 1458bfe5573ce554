// launch: group=48 groups=300,1 j=16 k=32 data=data:i*2654435761%1000
#include "device.h"
/* In place, by more waves than run at once: what one stores is not what another loads. */
__kernel void swaps(__global uint* data, uint j, uint k) {
    uint i = global_x, x = i ^ j;
    if (x > i) {
        uint a = data[i], b = data[x];
        if (((i & k) == 0) == (a > b)) data[i] = b, data[x] = a;
    }
}
