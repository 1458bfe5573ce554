// launch: groups=2,1 src=data:i*2654435761%1000
#include "device.h"
/* A counting sort in LDS: counts by atomics, offsets, then each lane's place. */
__kernel GROUP(128, 1, 1) void counting(__global const uint* restrict src, __global uint* restrict dst) {
    __local uint count[16], start[16];
    uint l = local_x, key = src[global_x] & 15, rank = 0;
    if (l < 16) count[l] = 0;
    BARRIER();
    __opencl_atomic_fetch_add((volatile __local atomic_uint*)&count[key], 1u, memory_order_relaxed, memory_scope_work_group);
    BARRIER();
    if (l == 0) for (uint i = 0, s = 0; i < 16; ++i) start[i] = s, s += count[i];
    BARRIER();
    for (uint i = 0; i < l; ++i) rank += (src[group_x * 128 + i] & 15) == key;
    dst[group_x * 128 + start[key] + rank] = l;
}
