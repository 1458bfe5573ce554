; Each wave walks down an array of floats, 64 at a time, and keeps a running sum. Registers and groups are stated, so
; that the command line needs no more than this file.
; NumVgprs: 12
; NumSgprs: 16
stream_sum:
	s_load_dwordx4 s[0:3], s[4:5], 0x0          ; @mem 0
	v_mov_b32_e32 v2, 0
	s_movk_i32 s8, 64
	s_waitcnt lgkmcnt(0)
next_row:                                       ; @trip 64
	buffer_load_dword v1, v0, s[0:3], 0 offen   ; @mem (group*64 + lane)*4 + iter*524288
	v_add_u32_e32 v0, 0x80000, v0
	s_sub_u32 s8, s8, 1
	s_cmp_lg_u32 s8, 0
	s_waitcnt vmcnt(0)
	v_add_f32_e32 v2, v2, v1
	s_cbranch_scc1 next_row
	buffer_store_dword v2, v3, s[0:3], 0 offen  ; @mem 0x4000000 + (group*64 + lane)*4
	s_endpgm
