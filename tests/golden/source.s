.set rows, 16
tile:
  v_lshlrev_b32 v0, 2, v0
  s_mov_b32 s6, rows*4
  global_load_dword v1, v0, s[4:5]
  s_endpgm
