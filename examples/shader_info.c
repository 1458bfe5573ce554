/* shader_info -- a profiler's panel from the text of vkGetShaderInfoAMD: where a shader's time goes, and what to do.
   cc -O2 -I. examples/shader_info.c -o shader_info
   SPDX-License-Identifier: MIT-0 */

#define GCNMEM_IMPLEMENTATION
#include "gcnmem.h"

#include <stdio.h>
#include <stdlib.h>

/* A march through a depth buffer, as VK_SHADER_INFO_TYPE_DISASSEMBLY_AMD gives it. */
static const char text[] = "_amdgpu_ps_main:\n"
                           "  s_load_dwordx8 s[4:11], s[0:1], 0x0          // 000000000000: C00E0100 00000000\n"
                           "  s_waitcnt lgkmcnt(0)                         // 000000000008: BF8C007F\n"
                           "BB0_1:\n"
                           "  v_add_u32_e32 v0, vcc, v4, v0                // 00000000000C: 32000104\n"
                           "  v_add_u32_e32 v1, vcc, v5, v1                // 000000000010: 32020305\n"
                           "  image_load v9, v0, s[4:11] dmask:0x1 unorm   // 000000000014: F0001100 00010900\n"
                           "  v_add_f32_e32 v2, v2, v6                     // 00000000001C: 02040D02\n"
                           "  s_waitcnt vmcnt(0)                           // 000000000020: BF8C0F70\n"
                           "  v_cmp_lt_f32_e32 vcc, v9, v2                 // 000000000024: 7C820509\n"
                           "  s_cbranch_vccz BB0_1                         // 000000000028: BF86FFF8\n"
                           "  exp mrt0 v0, v1, v2, v9 done vm              // 00000000002C: C400180F 09020100\n"
                           "  s_endpgm                                     // 000000000034: BF810000\n";

static void print_panel(const gcnmem_shader* shader) {
    gcnmem_run_result r = gcnmem_shader_finish(shader);
    gcnmem_run_hotspot hot;
    uint32_t i;
    printf("%u clocks, limited by %s\n%u waves a SIMD, held by %s\n", (unsigned)r.clocks,
           gcnmem_name_of(GCNMEM_NAMES_LIMITER, r.limited_by), (unsigned)r.waves_per_simd,
           gcnmem_name_of(GCNMEM_NAMES_LIMIT, r.occupancy.limited_by));
    for (i = 0; i < 3 && (hot = gcnmem_run_hotspot_of(shader->run, i)).insn != GCNMEM_NONE; ++i) {
        const gcnmem_insn* insn = gcnmem_listing_insn(shader->listing, hot.insn);
        printf("%4u %%  %.*s: %s", (unsigned)(hot.stall_clocks * 100 / r.wave_clocks), (int)insn->text_bytes,
               text + insn->text_offset, gcnmem_name_of(GCNMEM_NAMES_STALL, hot.cause));
        if (hot.waited_for != GCNMEM_NONE) {
            printf(" of line %u, from %s", (unsigned)gcnmem_listing_insn(shader->listing, hot.waited_for)->line,
                   gcnmem_name_of(GCNMEM_NAMES_SERVED, hot.served));
        }
        printf("\n");
    }
    printf("do: %s\n", gcnmem_run_advice(&r));
}

int main(void) {
    static const gcnmem_setting settings[] = {
        {"vgprs", "72"},                              /* resourceUsage.numUsedVgprs of VkShaderStatisticsInfoAMD */
        {"trip", "*=24"},                             /* steps of the march */
        {"mem", "#4=wave*256 + lane*4 + iter*4096"}}; /* each step reads another tile of the depth buffer */
    gcnmem_desc gpu = gcnmem_desc_for(GCNMEM_DEVICE_RX_480);
    gcnmem_shader shader;
    gcnmem_issue issue;
    char rule[256];
    gcnmem_result result;
    void* memory = NULL;
    size_t bytes = 0; /* first for the listing, then for the run */
    while ((result = gcnmem_shader_init(memory, bytes, &gpu, text, sizeof(text) - 1, settings, 3, &shader, &issue)) ==
               GCNMEM_ERROR_LIMIT &&
           issue.limit > bytes) {
        bytes = (size_t)issue.limit;
        free(memory);
        memory = malloc(bytes);
    }
    if (result != GCNMEM_OK) {
        gcnmem_issue_text(&issue, rule, sizeof(rule));
        fprintf(stderr, "line %u: %s %s\n", (unsigned)issue.line, issue.field, rule);
        return 1;
    }
    print_panel(&shader);
    free(memory);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fputs("shader_info: standard output cannot be written\n", stderr);
        return 1;
    }
    return 0;
}
