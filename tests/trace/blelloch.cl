// launch: groups=3,1 n=700
#include "device.h"
#define BANKS 5
#define OFFSET(n) (((n) >> BANKS) + ((n) >> (2 * BANKS)))
/* Exclusive scan of a group in LDS (Blelloch), whose places leave out banks; the tail of the last group is masked. */
__kernel GROUP(128, 1, 1) void blelloch(__global const uint* restrict src, __global uint* restrict dst,
                                       __global uint* restrict sums, uint n) {
    __local uint tmp[256 + 16];
    uint t = local_x, base = group_x * 256;
    uint ai = t, bi = t + 128;
    uint oa = OFFSET(ai), ob = OFFSET(bi);
    tmp[ai + oa] = base + ai < n ? src[base + ai] : 0;
    tmp[bi + ob] = base + bi < n ? src[base + bi] : 0;
    uint offset = 1;
    for (uint d = 128; d > 0; d >>= 1) {
        BARRIER();
        if (t < d) {
            uint a = offset * (2 * t + 1) - 1, b = offset * (2 * t + 2) - 1;
            a += OFFSET(a);
            b += OFFSET(b);
            tmp[b] += tmp[a];
        }
        offset *= 2;
    }
    if (t == 0) {
        sums[group_x] = tmp[255 + OFFSET(255)];
        tmp[255 + OFFSET(255)] = 0;
    }
    for (uint d = 1; d < 256; d *= 2) {
        offset >>= 1;
        BARRIER();
        if (t < d) {
            uint a = offset * (2 * t + 1) - 1, b = offset * (2 * t + 2) - 1;
            a += OFFSET(a);
            b += OFFSET(b);
            uint v = tmp[a];
            tmp[a] = tmp[b];
            tmp[b] += v;
        }
    }
    BARRIER();
    if (base + ai < n) dst[base + ai] = tmp[ai + oa];
    if (base + bi < n) dst[base + bi] = tmp[bi + ob];
}
