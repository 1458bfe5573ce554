; stores of two bytes a line, and atomics of all waves on twenty lines
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
