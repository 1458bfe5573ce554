// launch: groups=2,1 data=data:i*2654435761%1000
#include "device.h"
/* A bitonic sort in LDS: what is written depends on what is there. */
__kernel GROUP(64, 1, 1) void sort(__global uint* restrict data) {
    __local uint part[64];
    part[local_x] = data[global_x];
    BARRIER();
    for (uint k = 2; k <= 64; k <<= 1) {
        for (uint j = k >> 1; j; j >>= 1) {
            uint other = local_x ^ j;
            if (other > local_x) {
                uint a = part[local_x], b = part[other];
                if (((local_x & k) == 0) == (a > b)) {
                    part[local_x] = b;
                    part[other] = a;
                }
            }
            BARRIER();
        }
    }
    data[global_x] = part[local_x];
}
