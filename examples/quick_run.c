/* quick_run.c -- depth 3: a listing run as a dispatch. The QUICK START of gcnmem.h. */
#define GCNMEM_IMPLEMENTATION
#include "gcnmem.h"
#include <stdio.h>
#include <string.h>

static const char listing[] = "next:                                          ; @trip 16\n"
                              "    buffer_load_dword v1, v0, s[0:3], 0 offen  ; @mem stride(4) + iter*1M\n"
                              "    s_waitcnt vmcnt(0)\n"
                              "    v_add_f32_e32 v2, v2, v1\n"
                              "    s_sub_u32 s8, s8, 1\n"
                              "    s_cmp_lg_u32 s8, 0\n"
                              "    s_cbranch_scc1 next\n"
                              "    s_endpgm\n";

int main(void) {
    static uint64_t memory[1 << 23];
    gcnmem_desc gpu = gcnmem_desc_for(GCNMEM_DEVICE_R9_390X);
    gcnmem_shader shader;
    gcnmem_issue issue;
    char rule[256];
    if (gcnmem_shader_init(memory, sizeof(memory), &gpu, listing, strlen(listing), NULL, 0, &shader, &issue) !=
        GCNMEM_OK) {
        gcnmem_issue_text(&issue, rule, sizeof(rule));
        printf("line %d: %s %s\n", (int)issue.line, issue.field, rule);
        return 1;
    }
    gcnmem_run_result result = gcnmem_shader_finish(&shader);
    printf("%d clocks, limited by %s: %s\n", (int)result.clocks,
           gcnmem_name_of(GCNMEM_NAMES_LIMITER, result.limited_by), gcnmem_run_advice(&result));
    return fflush(stdout) != 0;
}
