/* unrolling -- fewer waves with many loads under way each, or many waves that wait for every load?
   cc -O2 -I. examples/unrolling.c -o unrolling
   SPDX-License-Identifier: MIT-0 */

#define GCNMEM_IMPLEMENTATION
#include "gcnmem.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TAPS 8

/* A filter that weighs eight neighbouring texels: `unroll` of them are asked for, in registers of their own, before the
   first is waited for. It has so many of a SIMD's 256 registers that `waves` fit, if that is as many as it needs. */
static void write_listing(char* text, int unroll, int waves) {
    int own = 4 + 4 * unroll;
    int share = 256 / waves / 4 * 4;
    int tap;
    text += sprintf(text, "next: ; @trip %d\n", TAPS / unroll);
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
    sprintf(text, "s_cbranch_scc1 next\ns_endpgm\n; NumVgprs: %d\n", share > own ? share : own);
}

/* 480 waves on 4 CUs. */
static gcnmem_run_result run_shader(const char* text) {
    static uint64_t memory[1 << 19]; /* bytes would not be aligned to 8 */
    static const gcnmem_setting settings[] = {{"groups", "480"}, {"cus", "4"}};
    gcnmem_desc gpu = gcnmem_desc_for(GCNMEM_DEVICE_R9_FURY_X);
    gcnmem_shader shader;
    gcnmem_issue issue;
    if (gcnmem_shader_init(memory, sizeof(memory), &gpu, text, strlen(text), settings, 2, &shader, &issue) !=
        GCNMEM_OK) {
        fprintf(stderr, "unrolling: %s %s\n", issue.field, issue.rule);
        exit(1);
    }
    return gcnmem_shader_finish(&shader);
}

int main(void) {
    static char text[4096];
    int waves;
    int unroll;
    printf("clocks of a filter of 8 taps, and what limits it, by waves on a SIMD\n\n"
           "  waves   a tap at a time                 all taps, then the waits\n");
    for (waves = 1; waves <= 10; ++waves) {
        printf("  %5d", waves);
        for (unroll = 1; unroll <= TAPS; unroll *= TAPS) {
            gcnmem_run_result r;
            write_listing(text, unroll, waves);
            r = run_shader(text);
            if (r.waves_per_simd == (uint32_t)waves) {
                printf("   %6u %-*s", (unsigned)r.clocks, unroll == 1 ? 22 : 0,
                       gcnmem_name_of(GCNMEM_NAMES_LIMITER, r.limited_by));
            } else {
                printf("   its registers allow %u", (unsigned)r.waves_per_simd);
            }
        }
        printf("\n");
    }
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fputs("unrolling: standard output cannot be written\n", stderr);
        return 1;
    }
    return 0;
}
