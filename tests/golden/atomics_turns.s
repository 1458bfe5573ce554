; lanes count what they find: those of a wave that add to one counter take turns
 global_load_dword v2, v0, s[0:1] ; @mem group*256+lane*4
 s_waitcnt vmcnt(0)
 v_mov_b32 v3, 1
 global_atomic_add v1, v3, s[2:3] ; @mem 64+(lane&1)*4
 global_load_dword v4, v0, s[0:1] ; @mem lane/16*4
 s_endpgm
