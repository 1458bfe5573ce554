/* latency_hiding -- one wave hides the latency of its load behind work of its own: when the s_waitcnt stands late.
   cc -O2 -I. examples/latency_hiding.c -o latency_hiding
   SPDX-License-Identifier: MIT-0 */

#define GCNMEM_IMPLEMENTATION
#include "gcnmem.h"

#include <stdio.h>
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

/* One wave alone on the GPU. All zero when the memory does not suffice. */
static gcnmem_run_result run_wave(const char* text) {
    static uint64_t program_memory[8192]; /* bytes would not be aligned to 8 */
    static uint64_t run_memory[1 << 19];
    gcnmem_desc gpu = gcnmem_desc_for(GCNMEM_DEVICE_R9_FURY_X);
    gcnmem_run_options options = gcnmem_run_options_for(0);
    gcnmem_run_result result;
    gcnmem_program* program;
    gcnmem_run* run;
    memset(&result, 0, sizeof(result));
    gpu = gcnmem_run_scaled_desc(&gpu, 4);
    options.groups = 1;
    if (gcnmem_listing_parse(text, strlen(text), gpu.gfx_version, program_memory, sizeof(program_memory), &program,
                             NULL) == GCNMEM_OK &&
        gcnmem_run_init(run_memory, sizeof(run_memory), &gpu, program, text, &options, &run, NULL) == GCNMEM_OK) {
        gcnmem_run_advance(run, UINT64_MAX, NULL, NULL);
        result = gcnmem_run_result_of(run);
    }
    return result;
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
    return 0;
}
