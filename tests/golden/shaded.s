; arithmetic, and two constants that lie where nobody says
 s_buffer_load_dwordx2 s[8:9], s[4:7], 0x10
 v_mov_b32_e32 v1, 1.0
 s_waitcnt lgkmcnt(0)
again: ; @trip 40
 v_rcp_f32_e32 v2, v1
 v_mac_f32_e32 v1, s8, v2
 v_sqrt_f32_e32 v2, v1
 v_mac_f32_e32 v1, s9, v2
 s_cbranch_scc1 again
 s_endpgm
