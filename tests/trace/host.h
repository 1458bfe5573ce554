/* Included before a kernel's source when it is compiled for the host: the builtins that GPU kernels use for ids,
   barriers and arithmetic become functions of host.c, or plain C. */
__attribute__((const)) uint host_local_id(uint dimension);
__attribute__((const)) uint host_group_id(uint dimension);
__attribute__((const)) uint host_group_size(uint dimension);
__attribute__((const)) uint host_global_size(uint dimension);
__attribute__((const)) uint host_lane(void);
__attribute__((const)) float host_rsqrt(float x);
void host_barrier(void);
uint host_exchange(uint value, uint lane, uint is_sent);
uint host_dpp(uint old, uint value, uint control, uint is_bound);
ulong host_ballot(uint is_set);

#define __builtin_amdgcn_workitem_id_x() host_local_id(0)
#define __builtin_amdgcn_workitem_id_y() host_local_id(1)
#define __builtin_amdgcn_workitem_id_z() host_local_id(2)
#define __builtin_amdgcn_workgroup_id_x() host_group_id(0)
#define __builtin_amdgcn_workgroup_id_y() host_group_id(1)
#define __builtin_amdgcn_workgroup_id_z() host_group_id(2)
#define __builtin_amdgcn_workgroup_size_x() ((ushort)host_group_size(0))
#define __builtin_amdgcn_workgroup_size_y() ((ushort)host_group_size(1))
#define __builtin_amdgcn_workgroup_size_z() ((ushort)host_group_size(2))
#define __builtin_amdgcn_grid_size_x() host_global_size(0)
#define __builtin_amdgcn_grid_size_y() host_global_size(1)
#define __builtin_amdgcn_grid_size_z() host_global_size(2)
#define __builtin_amdgcn_mbcnt_lo(mask, add) (host_lane() < 32 ? host_lane() + (add) : 32 + (add))
#define __builtin_amdgcn_mbcnt_hi(mask, add) (host_lane() < 32 ? (add) : host_lane() - 32 + (add))
#define __builtin_amdgcn_fence(order, scope)
#define __builtin_amdgcn_s_barrier() host_barrier()
#define __builtin_amdgcn_rcpf(x) (1.f / (x))
#define __builtin_amdgcn_rsqf(x) host_rsqrt(x)
#define __builtin_amdgcn_ubfe(x, from, bits) (((uint)(x) >> (from)) & ((1u << (bits)) - 1))
#define __builtin_amdgcn_sbfe(x, from, bits) ((int)((uint)(x) << (32 - (from) - (bits))) >> (32 - (bits)))
#define __builtin_amdgcn_readfirstlane(x) host_exchange(x, 0, 0) /* all lanes are on */
#define __builtin_amdgcn_readlane(x, lane) host_exchange(x, lane, 0)
#define __builtin_amdgcn_ds_bpermute(place, x) host_exchange(x, (place) >> 2, 0)
#define __builtin_amdgcn_ds_permute(place, x) host_exchange(x, (place) >> 2, 1)
#define __builtin_amdgcn_ds_swizzle(x, pattern) \
    host_exchange(x, \
                  (pattern)&0x8000 ? (host_lane() & ~3u) | ((pattern) >> 2 * (host_lane() & 3) & 3) \
                                   : (host_lane() & 32) | (((host_lane() & (pattern)) | ((pattern) >> 5 & 31)) ^ \
                                                           ((pattern) >> 10 & 31)), \
                  0)
#define __builtin_amdgcn_mov_dpp(x, control, rows, banks, is_bound) host_dpp(0, x, control, is_bound)
#define __builtin_amdgcn_update_dpp(old, x, control, rows, banks, is_bound) host_dpp(old, x, control, is_bound)
#define __builtin_amdgcn_uicmp(a, b, is_ne) host_ballot((a) != (b))
