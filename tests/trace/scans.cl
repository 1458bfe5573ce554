// launch: groups=5 src=data:i*2654435761%7
// not for: gfx600 gfx700
#include "device.h"
#define SHIFTED(x, n) __builtin_amdgcn_update_dpp(0, x, 0x110 + (n), 15, 15, 1)
/* Each row of 16 lanes counts by DPP, the wave by what their last lanes have: those that stay move together. */
__kernel GROUP(64, 1, 1) void scans(__global const uint* restrict src, __global uint* restrict dst) {
    uint i = global_x, l = local_x, x = src[i] % 3 == 0, kept = x, before = 0;
    x += SHIFTED(x, 1);
    x += SHIFTED(x, 2);
    x += SHIFTED(x, 4);
    x += SHIFTED(x, 8);
    uint last = __builtin_amdgcn_ds_swizzle(x, 0x01f0); /* of the row */
    uint other = __builtin_amdgcn_ds_bpermute(4 * (l & 16 ? l - 16 : l), last);
    before = l & 16 ? other : 0;
    uint turned = __builtin_amdgcn_mov_dpp(l, 0x124, 15, 15, 1);
    uint mirrored = __builtin_amdgcn_mov_dpp(x, 0x140, 15, 15, 1);
    if (kept) dst[64 * group_x + (l & 32) + before + x - 1] = src[i];
    dst[320 + 64 * group_x + (turned ^ 1) + 64 * mirrored] = i;
}
