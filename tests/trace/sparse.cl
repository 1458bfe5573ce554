// launch: groups=4,1 row=data:i*i/2+i column=data:(i*13+5)%1000
#include "device.h"
/* A sparse matrix: a row a work-item, trips and places from buffers. */
__kernel GROUP(64, 1, 1) void sparse(__global const uint* restrict row, __global const uint* restrict column,
                                     __global const float* restrict value, __global const float* restrict x,
                                     __global float* restrict y) {
    uint at = global_x / 8;
    float sum = 0;
    for (uint k = row[at] + (global_x & 7); k < row[at + 1]; k += 8) {
        sum += value[k] * x[column[k]];
    }
    y[global_x] = sum;
}
