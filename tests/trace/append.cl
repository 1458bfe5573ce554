// launch: groups=3,1 src=data:i*77%13 limit=6
#include "device.h"
/* A place in the output that an atomic returned: nobody can know it. */
__kernel GROUP(64, 1, 1) void append(__global const uint* restrict src, __global uint* restrict counter,
                                     __global uint* restrict dst, uint limit) {
    uint value = src[global_x];
    if (value < limit) {
        uint at = __opencl_atomic_fetch_add((volatile __global atomic_uint*)counter, 1u, memory_order_relaxed,
                                            memory_scope_device);
        dst[at & 1023] = value;
    }
}
