/* What the kernels use, in the builtins that clang has without a device library. */
#ifndef DEVICE_H
#define DEVICE_H

#define local_x ((uint)__builtin_amdgcn_workitem_id_x())
#define local_y ((uint)__builtin_amdgcn_workitem_id_y())
#define local_z ((uint)__builtin_amdgcn_workitem_id_z())
#define group_x ((uint)__builtin_amdgcn_workgroup_id_x())
#define group_y ((uint)__builtin_amdgcn_workgroup_id_y())
#define group_z ((uint)__builtin_amdgcn_workgroup_id_z())
#define size_x ((uint)__builtin_amdgcn_workgroup_size_x())
#define size_y ((uint)__builtin_amdgcn_workgroup_size_y())
#define size_z ((uint)__builtin_amdgcn_workgroup_size_z())
#define global_x (group_x * size_x + local_x)
#define global_y (group_y * size_y + local_y)
#define global_z (group_z * size_z + local_z)
#define global_size_x ((uint)__builtin_amdgcn_grid_size_x())
#define lane_id ((uint)__builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0u)))

#define GROUP(x, y, z) __attribute__((reqd_work_group_size(x, y, z)))
#define BARRIER() \
    do { \
        __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup"); \
        __builtin_amdgcn_s_barrier(); \
        __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup"); \
    } while (0)

#endif
