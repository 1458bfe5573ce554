/* occupancy.c -- any needs, by every rule, on any machine
   Eva: -eva-partition-history 1 */
#define GCNMEM_DEPTH 1
#include "proved.h"

static void prove(uint32_t gfx_lowest, uint32_t gfx_highest, gcnmem_occupancy_rule rule) {
    gcnmem_desc desc = any_desc();
    gcnmem_shader_needs needs;
    gcnmem_issue issue;
    desc.gfx_version = any32(gfx_lowest, gfx_highest);
    desc.l1_line_bytes = 64; /* these two are asked only whether the description is resolved */
    desc.l1_tag_banks = 4;
    needs.vgprs = any32(0, UINT32_MAX);
    needs.sgprs = any32(0, UINT32_MAX);
    needs.lds_bytes = any32(0, UINT32_MAX);
    needs.group_lanes = any32(0, UINT32_MAX);
    gcnmem_occupancy_for(&desc, &needs, rule);
    gcnmem_occupancy_validate(&desc, &needs, rule, &issue);
    gcnmem_occupancy_add_agprs(&desc, any32(0, UINT32_MAX), &needs, &issue);
}

int main(void) {
    gcnmem_name_of(GCNMEM_NAMES_LIMIT, any32(0, UINT32_MAX));
    /* LLVM's steps of scalar registers are another row from 0x800 on. */
    prove(0x10, 0x7ff, GCNMEM_RULE_LLVM);
    prove(0x800, 0x1fff, GCNMEM_RULE_LLVM);
    prove(0x10, 0x1fff, GCNMEM_RULE_HARDWARE);
    prove(0x10, 0x1fff, GCNMEM_RULE_RADV);
    PROVED_END;
    return 0;
}
