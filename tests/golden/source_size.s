tile:
  s_endpgm
.amdhsa_kernel tile
  .amdhsa_group_segment_fixed_size 64*17*4
.end_amdhsa_kernel
