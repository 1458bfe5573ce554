node:
  v_lshlrev_b32_e32 v0, 2, v0
  s_load_dwordx2 s[8:9], s[4:5], 0x20
  s_waitcnt lgkmcnt(0)
  s_swappc_b64 s[30:31], s[8:9]
  global_load_dword v1, v0, s[4:5]
  s_waitcnt vmcnt(0)
  s_endpgm
