/* memory.c -- prints the rows of the manual's table of memory: what replay and a run on the whole GPU take, in MB. */
#define GCNMEM_IMPLEMENTATION
#include "gcnmem.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double run_megabytes(const gcnmem_desc* desc, const char* text) {
    gcnmem_issue issue;
    gcnmem_shader shader;
    gcnmem_shader_init(NULL, 0, desc, text, strlen(text), NULL, 0, &shader, &issue);
    size_t reading = (size_t)issue.limit;
    void* memory = malloc(reading);
    gcnmem_shader_init(memory, reading, desc, text, strlen(text), NULL, 0, &shader, &issue);
    free(memory);
    return (double)issue.limit / 1048576;
}

int main(void) {
    static const gcnmem_device devices[] = {GCNMEM_DEVICE_R9_390X, GCNMEM_DEVICE_VEGA_64,     GCNMEM_DEVICE_MI100,
                                            GCNMEM_DEVICE_MI300X,  GCNMEM_DEVICE_RX_6900_XT, GCNMEM_DEVICE_RX_7900_XTX};
    static const char load[] = "load_b32 r1, r0\nadd_f32 r1, r1, r1\nstore_b32 r2, r1\n";
    static const char loop[] = "next: ; @trip 16\nload_b128 r[4:7], r0\nadd_f32 r8, r4, r5\nadd_u32 r0, r0, r1\n"
                               "cmp_u32 r2, r0, r10\nbranch next\nstore_b32 r14, r8\n";
    for (size_t i = 0; i < sizeof devices / sizeof devices[0]; ++i) {
        const gcnmem_desc desc = gcnmem_desc_for(devices[i]);
        printf("       %-14s %8.1f %8.1f %8.1f\n", gcnmem_device_card(desc.device),
               (double)gcnmem_replay_size_bytes(&desc) / 1048576, run_megabytes(&desc, load),
               run_megabytes(&desc, loop));
    }
    return 0;
}
