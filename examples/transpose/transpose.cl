// A square matrix of floats, n a side, in tiles of 32x32 that 32x8 lanes move: straight to memory, through LDS, and
// through LDS with a dword of padding behind each row, so that lanes that read a column find it in different banks.
#define LOCAL_X ((uint)__builtin_amdgcn_workitem_id_x())
#define LOCAL_Y ((uint)__builtin_amdgcn_workitem_id_y())
#define GROUP_X ((uint)__builtin_amdgcn_workgroup_id_x() * 32)
#define GROUP_Y ((uint)__builtin_amdgcn_workgroup_id_y() * 32)
#define TILE __kernel __attribute__((reqd_work_group_size(32, 8, 1)))

#ifdef PITCH
TILE void KERNEL(__global const float* restrict from, __global float* restrict to, uint n) {
    __local float tile[32][PITCH];
    for (uint i = 0; i < 32; i += 8) {
        tile[LOCAL_Y + i][LOCAL_X] = from[(GROUP_Y + LOCAL_Y + i) * n + GROUP_X + LOCAL_X];
    }
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
    __builtin_amdgcn_s_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
    for (uint i = 0; i < 32; i += 8) {
        to[(GROUP_X + LOCAL_Y + i) * n + GROUP_Y + LOCAL_X] = tile[LOCAL_X][LOCAL_Y + i];
    }
}
#else
TILE void KERNEL(__global const float* restrict from, __global float* restrict to, uint n) {
    for (uint i = 0; i < 32; i += 8) {
        to[(GROUP_X + LOCAL_X) * n + GROUP_Y + LOCAL_Y + i] = from[(GROUP_Y + LOCAL_Y + i) * n + GROUP_X + LOCAL_X];
    }
}
#endif
