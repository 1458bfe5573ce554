/* unrolling -- fewer waves with many loads under way each, or many waves that wait for every load?
   cc -O2 -I. examples/unrolling.c -o unrolling
   SPDX-License-Identifier: MIT-0 */

#define GCNMEM_IMPLEMENTATION
#include "gcnmem.h"

#include <stdio.h>
#include <string.h>

#define TAPS 8

/* A filter that weighs eight neighbouring texels: `unroll` of them are asked for, in registers of their own, before the
   first is waited for. */
static void write_listing(char* text, int unroll) {
    int tap;
    text += sprintf(text, "; NumVgprs: %d\nnext: ; @trip %d\n", 4 + 4 * unroll, TAPS / unroll);
    for (tap = 0; tap < unroll; ++tap) {
        int r = 4 + 4 * tap;
        text += sprintf(text, "v_mad_f32 v%d, s16, v0, v2\nv_mad_f32 v%d, s17, v1, v2\n", r, r + 1);
        text += sprintf(text, "image_sample_lz v%d, v[%d:%d], s[0:7], s[8:11] dmask:0x1", r + 2, r, r + 1);
        text += sprintf(text, " ; @mem lane*4 + (wave*256 + (iter*%d + %d)*64)%%32768\n", unroll, tap);
    }
    for (tap = 0; tap < unroll; ++tap) {
        int r = 4 + 4 * tap;
        text += sprintf(text, "s_waitcnt vmcnt(%d)\nv_cmp_gt_f32 vcc, v%d, v2\n", unroll - 1 - tap, r + 2);
        text += sprintf(text, "v_cndmask_b32 v%d, 0, 1.0, vcc\nv_mac_f32 v3, v%d, v%d\n", r + 3, r + 3, r + 2);
    }
    sprintf(text, "s_cbranch_scc1 next\ns_endpgm\n");
}

/* 480 waves on 4 CUs, at most `waves` on a SIMD at once. All zero when the memory does not suffice. */
static gcnmem_run_result run_shader(const char* text, uint32_t waves) {
    static uint64_t program_memory[4096]; /* bytes would not be aligned to 8 */
    static uint64_t run_memory[1 << 19];
    gcnmem_desc gpu = gcnmem_desc_for(GCNMEM_DEVICE_R9_FURY_X);
    gcnmem_run_options options = gcnmem_run_options_for(0);
    gcnmem_run_result result;
    gcnmem_program* program;
    gcnmem_run* run;
    memset(&result, 0, sizeof(result));
    gpu = gcnmem_run_scaled_desc(&gpu, 4);
    options.groups = 480;
    options.groups_per_cu_max = waves * gpu.simd_count_per_cu;
    if (gcnmem_listing_parse(text, strlen(text), gpu.gfx_version, program_memory, sizeof(program_memory), &program,
                             NULL) == GCNMEM_OK &&
        gcnmem_run_init(run_memory, sizeof(run_memory), &gpu, program, text, &options, &run, NULL) == GCNMEM_OK) {
        gcnmem_run_advance(run, UINT64_MAX, NULL, NULL);
        result = gcnmem_run_result_of(run);
    }
    return result;
}

int main(void) {
    static char text[4096];
    uint32_t waves;
    int unroll;
    printf("clocks of a filter of 8 taps, and what limits it, by waves on a SIMD\n\n"
           "  waves   a tap at a time                 all taps, then the waits\n");
    for (waves = 1; waves <= 10; ++waves) {
        printf("  %5u", (unsigned)waves);
        for (unroll = 1; unroll <= TAPS; unroll *= TAPS) {
            gcnmem_run_result r;
            write_listing(text, unroll);
            r = run_shader(text, waves);
            if (r.waves_per_simd == waves) {
                printf("   %6u %-*s", (unsigned)r.clocks, unroll == 1 ? 22 : 0, gcnmem_limiter_name(r.limited_by));
            } else {
                printf("   its registers allow %u", (unsigned)r.waves_per_simd);
            }
        }
        printf("\n");
    }
    return 0;
}
