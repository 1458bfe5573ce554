// launch: groups=2,1 bins=96 src=data:i*2654435761
#include "device.h"
/* Atomics on LDS and on memory; the bins of the second one need contents. */
__kernel GROUP(128, 1, 1) void histogram(__global const uint* restrict src, __global uint* restrict dst,
                                         __global uint* restrict fixed, uint bins) {
    __local uint count[128];
    count[local_x] = 0;
    BARRIER();
    for (uint i = 0; i < 4; ++i) {
        uint value = src[global_x + i * 256];
        __opencl_atomic_fetch_add((volatile __local atomic_uint*)&count[value >> 25], 1u, memory_order_relaxed,
                                  memory_scope_work_group);
        __opencl_atomic_fetch_or((volatile __global atomic_uint*)&fixed[(local_x * 5 + i) % bins], 1u << (value & 31),
                                 memory_order_relaxed, memory_scope_device);
    }
    BARRIER();
    __opencl_atomic_fetch_add((volatile __global atomic_uint*)&dst[local_x], count[local_x], memory_order_relaxed,
                              memory_scope_device);
}
