head:
    v_mov_b32 v0, v1
head:
    s_endpgm
