; Compiled for gfx1030 in WGP mode
	.amdgcn_target "amdgcn-amd-amdhsa--gfx1030"
	.type	turn,@function
turn:
	v_lshlrev_b32_e32 v1, 2, v0
	ds_write_b32 v1, v0
	s_waitcnt lgkmcnt(0)
	s_barrier
	v_sub_nc_u32_e32 v1, 0xfc, v1
	ds_read_b32 v2, v1
	s_waitcnt lgkmcnt(0)
	s_endpgm
	.section	.rodata,"a",@progbits
	.amdhsa_kernel turn
		.amdhsa_group_segment_fixed_size 256
		.amdhsa_workgroup_processor_mode 1
	.end_amdhsa_kernel
