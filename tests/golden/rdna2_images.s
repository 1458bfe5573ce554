; A pixel shader for gfx1030: a cube map looked up by a normal, a table of slices, shadows around a pixel
	.amdgcn_target "amdgcn-amd-amdhsa--gfx1030"
	.type	shade,@function
shade:
	image_sample v[4:6], v[0:1], s[0:7], s[40:43] dmask:0x7 dim:SQ_RSRC_IMG_2D
	v_sub_f32_e32 v7, 0.5, v0
	v_sub_f32_e32 v8, 0.5, v1
	v_mov_b32_e32 v9, 1.0
	v_cubema_f32 v10, v7, v8, v9
	v_cubesc_f32 v11, v7, v8, v9
	v_cubetc_f32 v12, v7, v8, v9
	v_cubeid_f32 v13, v7, v8, v9
	v_rcp_f32_e64 v10, |v10|
	v_fmaak_f32 v11, v11, v10, 0x3fc00000
	v_fmaak_f32 v12, v12, v10, 0x3fc00000
	image_sample v[14:16], [v11, v12, v13], s[8:15], s[40:43] dmask:0x7 dim:SQ_RSRC_IMG_CUBE
	v_mov_b32_e32 v17, 2.0
	image_sample_lz v18, [v0, v1, v17], s[16:23], s[40:43] dmask:0x1 dim:SQ_RSRC_IMG_2D_ARRAY
	v_add_f32_e32 v19, 0x3b000000, v0
	image_sample_c_lz v20, [v9, v19, v1], s[24:31], s[44:47] dmask:0x1 dim:SQ_RSRC_IMG_2D
	image_sample_c_lz v21, [v9, v0, v1], s[24:31], s[44:47] dmask:0x1 dim:SQ_RSRC_IMG_2D
	s_waitcnt vmcnt(0)
	v_add_f32_e32 v4, v4, v14
	v_add_f32_e32 v20, v20, v21
	v_fmac_f32_e32 v4, v18, v20
	exp mrt0 v4, v5, v6, v9 done vm
	s_endpgm
