; Compiled for gfx1030, waves of 64 lanes
	.amdgcn_target "amdgcn-amd-amdhsa--gfx1030"
	.type	sum,@function
sum:
	s_clause 0x1
	s_load_dwordx2 s[2:3], s[4:5], 0x10
	s_load_dwordx2 s[0:1], s[4:5], 0x8
	v_lshl_or_b32 v0, s6, 6, v0
	s_waitcnt lgkmcnt(0)
	s_cmp_lt_i32 s3, 1
	s_cbranch_scc1 .LBB0_3
	s_load_dwordx2 s[4:5], s[4:5], 0x0
	v_mov_b32_e32 v3, 0
	v_mov_b32_e32 v1, v0
	.p2align	6
.LBB0_2:
	v_ashrrev_i32_e32 v2, 31, v1
	s_add_i32 s3, s3, -1
	s_cmp_eq_u32 s3, 0
	v_lshlrev_b64 v[4:5], 4, v[1:2]
	v_add_nc_u32_e32 v1, 0x10000, v1
	s_waitcnt lgkmcnt(0)
	v_add_co_u32 v4, vcc, s4, v4
	v_add_co_ci_u32_e32 v5, vcc, s5, v5, vcc
	global_load_dwordx4 v[4:7], v[4:5], off
	s_waitcnt vmcnt(0)
	v_add_f32_e32 v2, v4, v5
	v_add_f32_e32 v2, v6, v2
	v_add_f32_e32 v2, v7, v2
	v_add_f32_e32 v3, v3, v2
	s_cbranch_scc0 .LBB0_2
	s_branch .LBB0_4
.LBB0_3:
	v_mov_b32_e32 v3, 0
.LBB0_4:
	v_mul_lo_u32 v1, v0, 7
	v_and_b32_e32 v2, 63, v0
	v_lshl_add_u32 v2, v2, 2, s2
	v_and_b32_e32 v1, 63, v1
	ds_write_b32 v2, v3
	v_lshl_add_u32 v1, v1, 2, s2
	ds_read_b32 v2, v1
	v_ashrrev_i32_e32 v1, 31, v0
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_add_co_u32 v0, vcc, s0, v0
	v_add_co_ci_u32_e32 v1, vcc, s1, v1, vcc
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v2, v3, v2
	global_store_dword v[0:1], v2, off
	s_endpgm
; NumSgprs: 9
; NumVgprs: 8
	.amdgpu_metadata
---
amdhsa.kernels:
  - .name:           sum
    .reqd_workgroup_size:
      - 64
      - 1
      - 1
    .wavefront_size: 64
...
	.end_amdgpu_metadata
