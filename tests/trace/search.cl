// launch: groups=2,1 sorted=data:i*i/3 count=1000
#include "device.h"
/* A binary search: each step's address depends on what the last one loaded. */
__kernel GROUP(64, 1, 1) void search(__global const uint* restrict sorted, __global uint* restrict dst, uint count) {
    uint key = global_x * 1999, low = 0, high = count;
    while (low < high) {
        uint middle = (low + high) / 2;
        if (sorted[middle] < key) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    dst[low * 4 + (local_x & 3)] = key;
}
