; stores of two bytes a line, atomics of all waves on twenty lines, structures of 36 bytes
	.text
	.type sparse_stores,@function
sparse_stores:
x:	global_store_short v[2:3], v1, off ; @mem (lane*16+iter*1024+wave*8192)%2097152
	s_waitcnt vmcnt(0)
	s_cbranch_scc1 x ; @trip 4
	s_endpgm
	.type few_counters,@function
few_counters:
y:	global_atomic_or v[2:3], v1, off ; @mem lane*20
	s_waitcnt vmcnt(0)
	s_cbranch_scc1 y ; @trip 4
	s_endpgm
	.type whole_structures,@function
whole_structures:
z:	global_load_dwordx4 v[4:7], v[2:3], off ; @mem lane*36+iter*2304+wave*18432+group*18432
	global_load_dwordx4 v[8:11], v[2:3], off ; @mem lane*36+16+iter*2304+wave*18432+group*18432
	global_load_dword v12, v[2:3], off ; @mem lane*36+32+iter*2304+wave*18432+group*18432
	s_waitcnt vmcnt(0)
	s_cbranch_scc1 z ; @trip 8
	s_endpgm
