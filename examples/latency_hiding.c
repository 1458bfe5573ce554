/* latency_hiding -- one wave hides the latency of its load behind work of its own: when the s_waitcnt stands late.
   cc -O2 -I. examples/latency_hiding.c -o latency_hiding
   SPDX-License-Identifier: MIT-0 */

#define GCNMEM_IMPLEMENTATION
#include "gcnmem.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TRIPS 64

/* A load, `macs` instructions that do not need it, and one that does. The wait stands in front of them or behind. */
static void write_listing(char* text, int macs, int is_late) {
    static const char wait[] = "s_waitcnt vmcnt(0)\n";
    int i;
    text += sprintf(text, "next: ; @trip %d\n", TRIPS);
    text += sprintf(text, "buffer_load_dword v0, v1, s[0:3], 0 offen ; @mem lane*4\n%s", is_late ? "" : wait);
    for (i = 0; i < macs; ++i) {
        text += sprintf(text, "v_mac_f32 v%d, v2, v3\n", 4 + i % 8);
    }
    sprintf(text, "%sv_add_f32 v1, v0, v1\ns_cbranch_scc1 next\ns_endpgm\n", is_late ? wait : "");
}

/* One wave alone on the GPU. */
static gcnmem_run_result run_wave(const char* text) {
    static uint64_t memory[1 << 19]; /* bytes would not be aligned to 8 */
    static const gcnmem_setting settings[] = {{"groups", "1"}, {"cus", "4"}};
    gcnmem_desc gpu = gcnmem_desc_for(GCNMEM_DEVICE_R9_FURY_X);
    gcnmem_shader shader;
    gcnmem_issue issue;
    if (gcnmem_shader_init(memory, sizeof(memory), &gpu, text, strlen(text), settings, 2, &shader, &issue) !=
        GCNMEM_OK) {
        fprintf(stderr, "latency_hiding: %s %s\n", issue.field, issue.rule);
        exit(1);
    }
    return gcnmem_shader_finish(&shader);
}

int main(void) {
    static char text[8192];
    int macs;
    int is_late;
    printf("clocks of a trip: a load from L1, and instructions that do not need it\n\n"
           "                s_waitcnt in front of them   s_waitcnt behind them\n"
           "  instructions         all     of it waits     all     of it waits\n");
    for (macs = 0; macs <= 128; macs = macs != 0 ? macs * 2 : 8) {
        printf("  %12d", macs);
        for (is_late = 0; is_late < 2; ++is_late) {
            gcnmem_run_result r;
            write_listing(text, macs, is_late);
            r = run_wave(text);
            printf("  %*u  %14u", is_late ? 6 : 10, (unsigned)(r.clocks / TRIPS),
                   (unsigned)(r.stall_clocks[GCNMEM_STALL_VECTOR_MEMORY] / TRIPS));
        }
        printf("\n");
    }
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fputs("latency_hiding: standard output cannot be written\n", stderr);
        return 1;
    }
    return 0;
}
