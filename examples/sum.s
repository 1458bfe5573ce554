; Names of no architecture: runs on every GPU that `gcnmem gpus` lists. Each thread adds up 16 rows, then
; the threads of a group add up what they have through LDS. An instruction waits for the registers it names.
; LDSByteSize: 256
next_row:                                 ; @trip 16
    load_b128 r[4:7], r0                  ; @mem stride(16) + iter*4M
    add_f32 r8, r4, r5
    add_f32 r9, r6, r7
    add_f32 r8, r8, r9
    add_f32 r3, r3, r8
    add_u32 r0, r0, r1
    cmp_u32 r2, r0, r10
    branch next_row
    shared_store_b32 r11, r3              ; @mem lane*4
    barrier
    shared_load_b32 r12, r13              ; @mem (lane ^ 16)*4
    add_f32 r3, r3, r12
    store_b32 r14, r3                     ; @mem stride(4) + 1G
    exit
