	.text
scale_rows:
	s_load_dwordx2 s[2:3], s[0:1], 0x0
	s_load_dword s4, s[0:1], 0x8
	v_lshlrev_b32_e32 v1, 4, v0
	s_mov_b32 s5, 0
	s_waitcnt lgkmcnt(0)
.Lrow:
	global_load_dwordx4 v[4:7], v1, s[2:3]
	v_add_u32_e32 v1, 0x400, v1
	s_add_u32 s5, s5, 2
	s_cmp_lt_u32 s5, s4
	s_waitcnt vmcnt(0)
	s_cbranch_scc1 .Lrow
	s_endpgm
	.amdhsa_kernel scale_rows
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_next_free_vgpr 8
		.amdhsa_next_free_sgpr 8
	.end_amdhsa_kernel
	.amdgpu_metadata
---
amdhsa.kernels:
  - .args:
      - .offset: 0
        .size: 8
        .value_kind: global_buffer
        .name: rows
      - .offset: 8
        .size: 4
        .value_kind: by_value
        .name: last
    .name: scale_rows
...
	.end_amdgpu_metadata
