/* occupancy -- how many waves a SIMD help, from where on they do not, and when they hurt.
   cc -O2 -I. examples/occupancy.c -o occupancy
   SPDX-License-Identifier: MIT-0 */

#define GCNMEM_IMPLEMENTATION
#include "gcnmem.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* In the first three a load waits for the one before. In the last each wave reads 1 KB of its own sixteen times: the
   16 KB of L1 hold that of sixteen waves, four a SIMD. */
static const char* const shaders[][2] = {
    {"search until found: data in L1", "next: ; @trip 16\n"
                                       "image_load_mip v0, v[0:3], s[4:11] dmask:0x1 ; @mem (wave*16 + iter)*4\n"
                                       "s_waitcnt vmcnt(0)\n"
                                       "v_cmp_eq_f32 vcc, v0, v1\n"
                                       "s_cbranch_vccnz next\n"
                                       "s_endpgm\n"},
    {"ray march: data in L2", "next: ; @trip 16\n"
                              "buffer_load_dword v2, v0, s[0:3], 0 offen ; @mem lane*4 + (wave*37 + iter*101)%256*256\n"
                              "s_waitcnt vmcnt(0)\n"
                              "v_mac_f32 v0, v1, v2\n"
                              "v_cmp_lt_f32 vcc, v0, v3\n"
                              "s_cbranch_vccnz next\n"
                              "s_endpgm\n"},
    {"pointer chase: data in DRAM",
     "next: ; @trip 16\n"
     "buffer_load_dword v0, v0, s[0:3], 0 offen ; @mem lane*4 + (wave*40503 + iter*30011)%131071*256\n"
     "s_waitcnt vmcnt(0)\n"
     "v_cmp_ne_u32 vcc, v0, v1\n"
     "s_cbranch_vccnz next\n"
     "s_endpgm\n"},
    {"filter: 1 KB of its own for each wave",
     "next: ; @trip 16\n"
     "buffer_load_dwordx4 v[1:4], v0, s[0:3], 0 offen ; @mem wave*1024 + lane*16\n"
     "s_waitcnt vmcnt(0)\n"
     "v_add_f32 v5, v1, v2\n"
     "v_add_f32 v6, v3, v4\n"
     "s_cbranch_scc1 next\n"
     "s_endpgm\n"}};

/* 480 waves on 4 CUs, each with so many of a SIMD's 256 registers that `waves` fit. */
static gcnmem_run_result run_shader(const char* text, uint32_t waves) {
    static uint64_t memory[1 << 19]; /* bytes would not be aligned to 8 */
    uint32_t share = 256 / waves / 4 * 4;
    char vgprs[16];
    gcnmem_setting settings[] = {{"groups", "480"}, {"cus", "4"}, {"vgprs", NULL}};
    gcnmem_desc gpu = gcnmem_desc_for(GCNMEM_DEVICE_R9_FURY_X);
    gcnmem_shader shader;
    gcnmem_issue issue;
    sprintf(vgprs, "%u", (unsigned)share);
    settings[2].value = vgprs;
    if (gcnmem_shader_init(memory, sizeof(memory), &gpu, text, strlen(text), settings, 3, &shader, &issue) !=
        GCNMEM_OK) {
        fprintf(stderr, "occupancy: %s %s\n", issue.field, issue.rule);
        exit(1);
    }
    return gcnmem_shader_finish(&shader);
}

int main(void) {
    static const char bar[] = "########################################";
    for (size_t i = 0; i < sizeof(shaders) / sizeof(shaders[0]); ++i) {
        uint64_t alone = run_shader(shaders[i][1], 1).clocks;
        printf("%s%s\n\n  waves   clocks\n", i != 0 ? "\n" : "", shaders[i][0]);
        for (uint32_t waves = 1; waves <= 10; ++waves) {
            gcnmem_run_result r = run_shader(shaders[i][1], waves);
            printf("  %5u   %6u  %-40.*s  %s\n", (unsigned)waves, (unsigned)r.clocks, (int)(r.clocks * 40 / alone), bar,
                   gcnmem_name_of(GCNMEM_NAMES_LIMITER, r.limited_by));
        }
    }
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fputs("occupancy: standard output cannot be written\n", stderr);
        return 1;
    }
    return 0;
}
