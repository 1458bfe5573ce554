; Each wave walks down an array of floats, 64 at a time, and keeps a running sum. Loop and addresses follow from the code:
; the text behind it says which registers hold the arguments' address, the work-group and the lane when a wave begins.
	.type	stream_sum,@function
stream_sum:
	s_load_dwordx4 s[0:3], s[4:5], 0x0
	s_lshl_b32 s9, s6, 6
	s_movk_i32 s8, 64
	v_or_b32_e32 v0, s9, v0
	v_lshlrev_b32_e32 v0, 2, v0
	v_mov_b32_e32 v3, v0
	v_mov_b32_e32 v2, 0
	s_waitcnt lgkmcnt(0)
next_row:
	buffer_load_dword v1, v0, s[0:3], 0 offen
	v_add_u32_e32 v0, 0x80000, v0
	s_sub_u32 s8, s8, 1
	s_cmp_lg_u32 s8, 0
	s_waitcnt vmcnt(0)
	v_add_f32_e32 v2, v2, v1
	s_cbranch_scc1 next_row
	buffer_store_dword v2, v3, s[0:3], 0 offen
	s_endpgm
	.amdhsa_kernel stream_sum
		.amdhsa_user_sgpr_private_segment_buffer 1
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_system_vgpr_workitem_id 0
	.end_amdhsa_kernel
; NumSgprs: 16
; NumVgprs: 12
