; transpose.cl, by clang -O2 -target amdgcn-amd-amdhsa -mcpu=gfx803 -nogpulib -DKERNEL=transpose_lds -DPITCH=32
	.text
	.amdgcn_target "amdgcn-amd-amdhsa--gfx803"
	.protected	transpose_lds           ; -- Begin function transpose_lds
	.globl	transpose_lds
	.p2align	8
	.type	transpose_lds,@function
transpose_lds:                          ; @transpose_lds
; %bb.0:
	s_load_dword s8, s[4:5], 0x10
	s_load_dwordx2 s[2:3], s[4:5], 0x0
	s_load_dwordx2 s[0:1], s[4:5], 0x8
	s_lshl_b32 s4, s7, 5
	v_or_b32_e32 v2, s4, v1
	s_waitcnt lgkmcnt(0)
	v_mul_lo_u32 v2, v2, s8
	s_lshl_b32 s5, s6, 5
	v_or_b32_e32 v10, s5, v0
	v_mov_b32_e32 v3, 0
	v_add_u32_e32 v2, vcc, v10, v2
	v_or_b32_e32 v13, 8, v1
	v_lshlrev_b64 v[4:5], 2, v[2:3]
	v_or_b32_e32 v2, s4, v13
	v_mul_lo_u32 v2, v2, s8
	v_mov_b32_e32 v12, s3
	v_add_u32_e32 v4, vcc, s2, v4
	v_addc_u32_e32 v5, vcc, v12, v5, vcc
	v_add_u32_e32 v2, vcc, v10, v2
	v_or_b32_e32 v14, 16, v1
	v_lshlrev_b64 v[6:7], 2, v[2:3]
	v_or_b32_e32 v2, s4, v14
	v_mul_lo_u32 v2, v2, s8
	v_add_u32_e32 v6, vcc, s2, v6
	v_addc_u32_e32 v7, vcc, v12, v7, vcc
	v_add_u32_e32 v2, vcc, v10, v2
	v_or_b32_e32 v15, 24, v1
	v_lshlrev_b64 v[8:9], 2, v[2:3]
	v_or_b32_e32 v2, s4, v15
	v_mul_lo_u32 v2, v2, s8
	v_add_u32_e32 v8, vcc, s2, v8
	v_addc_u32_e32 v9, vcc, v12, v9, vcc
	v_add_u32_e32 v2, vcc, v10, v2
	v_lshlrev_b64 v[10:11], 2, v[2:3]
	v_lshlrev_b32_e32 v2, 2, v0
	v_add_u32_e32 v10, vcc, s2, v10
	v_addc_u32_e32 v11, vcc, v12, v11, vcc
	flat_load_dword v12, v[4:5]
	flat_load_dword v16, v[6:7]
	flat_load_dword v8, v[8:9]
	flat_load_dword v9, v[10:11]
	v_lshlrev_b32_e32 v6, 7, v0
	v_or_b32_e32 v17, s4, v0
	v_or_b32_e32 v0, s5, v1
	v_lshlrev_b32_e32 v4, 7, v1
	v_lshlrev_b32_e32 v5, 2, v1
	v_or_b32_e32 v1, s5, v13
	v_mul_lo_u32 v0, v0, s8
	v_or_b32_e32 v10, v4, v2
	v_or_b32_e32 v11, v6, v5
	v_or_b32_e32 v2, s5, v14
	v_mul_lo_u32 v5, v1, s8
	v_mul_lo_u32 v6, v2, s8
	v_add_u32_e32 v2, vcc, v17, v0
	v_or_b32_e32 v4, s5, v15
	v_lshlrev_b64 v[0:1], 2, v[2:3]
	v_add_u32_e32 v2, vcc, v17, v5
	v_mul_lo_u32 v14, v4, s8
	v_lshlrev_b64 v[4:5], 2, v[2:3]
	v_add_u32_e32 v2, vcc, v17, v6
	v_mov_b32_e32 v13, s1
	v_add_u32_e32 v0, vcc, s0, v0
	s_mov_b32 m0, -1
	v_addc_u32_e32 v1, vcc, v13, v1, vcc
	v_lshlrev_b64 v[6:7], 2, v[2:3]
	v_add_u32_e32 v4, vcc, s0, v4
	v_addc_u32_e32 v5, vcc, v13, v5, vcc
	v_add_u32_e32 v6, vcc, s0, v6
	v_addc_u32_e32 v7, vcc, v13, v7, vcc
	v_add_u32_e32 v2, vcc, v17, v14
	s_waitcnt vmcnt(2)
	ds_write2st64_b32 v10, v12, v16 offset1:4
	s_waitcnt vmcnt(0)
	ds_write2st64_b32 v10, v8, v9 offset0:8 offset1:12
	s_waitcnt lgkmcnt(0)
	s_barrier
	s_waitcnt lgkmcnt(0)
	ds_read2_b32 v[8:9], v11 offset1:8
	ds_read2_b32 v[10:11], v11 offset0:16 offset1:24
	s_waitcnt lgkmcnt(1)
	flat_store_dword v[0:1], v8
	flat_store_dword v[4:5], v9
	s_waitcnt lgkmcnt(0)
	flat_store_dword v[6:7], v10
	v_lshlrev_b64 v[0:1], 2, v[2:3]
	v_add_u32_e32 v0, vcc, s0, v0
	v_addc_u32_e32 v1, vcc, v13, v1, vcc
	flat_store_dword v[0:1], v11
	s_endpgm
	.section	.rodata,#alloc
	.p2align	6
	.amdhsa_kernel transpose_lds
		.amdhsa_group_segment_fixed_size 4096
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
		.amdhsa_next_free_vgpr 18
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
	.size	transpose_lds, .Lfunc_end0-transpose_lds
                                        ; -- End function
	.section	.AMDGPU.csdata
; Kernel info:
; codeLenInByte = 480
; NumSgprs: 11
; NumVgprs: 18
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 192
; IeeeMode: 1
; LDSByteSize: 4096 bytes/workgroup (compile time only)
; SGPRBlocks: 1
; VGPRBlocks: 4
; NumSGPRsForWavesPerEU: 11
; NumVGPRsForWavesPerEU: 18
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
    .group_segment_fixed_size: 4096
    .kernarg_segment_align: 8
    .kernarg_segment_size: 20
    .language:       OpenCL C
    .language_version:
      - 2
      - 0
    .max_flat_workgroup_size: 256
    .name:           transpose_lds
    .private_segment_fixed_size: 0
    .reqd_workgroup_size:
      - 32
      - 8
      - 1
    .sgpr_count:     11
    .sgpr_spill_count: 0
    .symbol:         transpose_lds.kd
    .vgpr_count:     18
    .vgpr_spill_count: 0
    .wavefront_size: 64
amdhsa.target:   amdgcn-amd-amdhsa--gfx803
amdhsa.version:
  - 1
  - 1
...

	.end_amdgpu_metadata
