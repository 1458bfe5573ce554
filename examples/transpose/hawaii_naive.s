; transpose.cl, by clang -O2 -target amdgcn-amd-amdhsa -mcpu=gfx701 -nogpulib -DKERNEL=transpose_naive
	.text
	.amdgcn_target "amdgcn-amd-amdhsa--gfx701"
	.protected	transpose_naive         ; -- Begin function transpose_naive
	.globl	transpose_naive
	.p2align	8
	.type	transpose_naive,@function
transpose_naive:                        ; @transpose_naive
; %bb.0:
	s_load_dword s8, s[4:5], 0x4
	s_load_dwordx2 s[0:1], s[4:5], 0x0
	s_load_dwordx2 s[2:3], s[4:5], 0x2
	s_lshl_b32 s4, s7, 5
	v_or_b32_e32 v8, s4, v1
	s_waitcnt lgkmcnt(0)
	v_mul_lo_u32 v1, v8, s8
	s_lshl_b32 s4, s6, 5
	v_or_b32_e32 v9, s4, v0
	v_mov_b32_e32 v10, s1
	v_add_i32_e32 v0, vcc, v9, v1
	v_mov_b32_e32 v1, 0
	v_lshl_b64 v[2:3], v[0:1], 2
	s_lshl_b32 s1, s8, 3
	v_add_i32_e32 v2, vcc, s0, v2
	v_addc_u32_e32 v3, vcc, v10, v3, vcc
	v_add_i32_e32 v0, vcc, s1, v0
	v_lshl_b64 v[4:5], v[0:1], 2
	v_add_i32_e32 v4, vcc, s0, v4
	v_addc_u32_e32 v5, vcc, v10, v5, vcc
	v_add_i32_e32 v0, vcc, s1, v0
	v_lshl_b64 v[6:7], v[0:1], 2
	v_add_i32_e32 v6, vcc, s0, v6
	v_addc_u32_e32 v7, vcc, v10, v7, vcc
	v_add_i32_e32 v0, vcc, s1, v0
	flat_load_dword v11, v[2:3]
	flat_load_dword v12, v[4:5]
	flat_load_dword v13, v[6:7]
	v_lshl_b64 v[2:3], v[0:1], 2
	v_mul_lo_u32 v0, v9, s8
	v_add_i32_e32 v2, vcc, s0, v2
	v_addc_u32_e32 v3, vcc, v10, v3, vcc
	flat_load_dword v10, v[2:3]
	v_mov_b32_e32 v3, v1
	v_add_i32_e32 v2, vcc, v8, v0
	v_lshl_b64 v[7:8], v[2:3], 2
	v_mov_b32_e32 v4, v1
	v_add_i32_e32 v3, vcc, 8, v2
	v_add_i32_e32 v5, vcc, 16, v2
	v_mov_b32_e32 v9, s3
	v_lshl_b64 v[3:4], v[3:4], 2
	v_add_i32_e32 v7, vcc, s2, v7
	v_mov_b32_e32 v6, v1
	v_addc_u32_e32 v8, vcc, v9, v8, vcc
	v_lshl_b64 v[5:6], v[5:6], 2
	v_add_i32_e32 v3, vcc, s2, v3
	v_addc_u32_e32 v4, vcc, v9, v4, vcc
	v_add_i32_e32 v5, vcc, s2, v5
	v_addc_u32_e32 v6, vcc, v9, v6, vcc
	v_add_i32_e32 v0, vcc, 24, v2
	v_lshl_b64 v[0:1], v[0:1], 2
	s_waitcnt vmcnt(3)
	flat_store_dword v[7:8], v11
	s_waitcnt vmcnt(3)
	flat_store_dword v[3:4], v12
	s_waitcnt vmcnt(3)
	flat_store_dword v[5:6], v13
	v_add_i32_e32 v0, vcc, s2, v0
	v_addc_u32_e32 v1, vcc, v9, v1, vcc
	s_waitcnt vmcnt(3)
	flat_store_dword v[0:1], v10
	s_endpgm
	.section	.rodata,#alloc
	.p2align	6
	.amdhsa_kernel transpose_naive
		.amdhsa_group_segment_fixed_size 0
		.amdhsa_private_segment_fixed_size 0
		.amdhsa_kernarg_size 20
		.amdhsa_user_sgpr_count 6
		.amdhsa_user_sgpr_private_segment_buffer 1
		.amdhsa_user_sgpr_dispatch_ptr 0
		.amdhsa_user_sgpr_queue_ptr 0
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_user_sgpr_dispatch_id 0
		.amdhsa_user_sgpr_flat_scratch_init 0
		.amdhsa_user_sgpr_private_segment_size 0
		.amdhsa_system_sgpr_private_segment_wavefront_offset 0
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_system_sgpr_workgroup_id_y 1
		.amdhsa_system_sgpr_workgroup_id_z 0
		.amdhsa_system_sgpr_workgroup_info 0
		.amdhsa_system_vgpr_workitem_id 1
		.amdhsa_next_free_vgpr 14
		.amdhsa_next_free_sgpr 9
		.amdhsa_reserve_flat_scratch 0
		.amdhsa_float_round_mode_32 0
		.amdhsa_float_round_mode_16_64 0
		.amdhsa_float_denorm_mode_32 0
		.amdhsa_float_denorm_mode_16_64 3
		.amdhsa_dx10_clamp 1
		.amdhsa_ieee_mode 1
		.amdhsa_exception_fp_ieee_invalid_op 0
		.amdhsa_exception_fp_denorm_src 0
		.amdhsa_exception_fp_ieee_div_zero 0
		.amdhsa_exception_fp_ieee_overflow 0
		.amdhsa_exception_fp_ieee_underflow 0
		.amdhsa_exception_fp_ieee_inexact 0
		.amdhsa_exception_int_div_zero 0
	.end_amdhsa_kernel
	.text
.Lfunc_end0:
	.size	transpose_naive, .Lfunc_end0-transpose_naive
                                        ; -- End function
	.section	.AMDGPU.csdata
; Kernel info:
; codeLenInByte = 320
; NumSgprs: 11
; NumVgprs: 14
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 192
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 1
; VGPRBlocks: 3
; NumSGPRsForWavesPerEU: 11
; NumVGPRsForWavesPerEU: 14
; Occupancy: 10
; WaveLimiterHint : 1
; COMPUTE_PGM_RSRC2:SCRATCH_EN: 0
; COMPUTE_PGM_RSRC2:USER_SGPR: 6
; COMPUTE_PGM_RSRC2:TRAP_HANDLER: 0
; COMPUTE_PGM_RSRC2:TGID_X_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Y_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Z_EN: 0
; COMPUTE_PGM_RSRC2:TIDIG_COMP_CNT: 1
	.amdgpu_metadata
---
amdhsa.kernels:
  - .args:
      - .access:         read_only
        .address_space:  global
        .is_const:       true
        .is_restrict:    true
        .offset:         0
        .size:           8
        .type_name:      'float*'
        .value_kind:     global_buffer
      - .address_space:  global
        .is_restrict:    true
        .offset:         8
        .size:           8
        .type_name:      'float*'
        .value_kind:     global_buffer
      - .offset:         16
        .size:           4
        .type_name:      uint
        .value_kind:     by_value
    .group_segment_fixed_size: 0
    .kernarg_segment_align: 8
    .kernarg_segment_size: 20
    .language:       OpenCL C
    .language_version:
      - 2
      - 0
    .max_flat_workgroup_size: 256
    .name:           transpose_naive
    .private_segment_fixed_size: 0
    .reqd_workgroup_size:
      - 32
      - 8
      - 1
    .sgpr_count:     11
    .sgpr_spill_count: 0
    .symbol:         transpose_naive.kd
    .vgpr_count:     14
    .vgpr_spill_count: 0
    .wavefront_size: 64
amdhsa.target:   amdgcn-amd-amdhsa--gfx701
amdhsa.version:
  - 1
  - 1
...

	.end_amdgpu_metadata
