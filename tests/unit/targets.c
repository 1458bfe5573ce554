/* targets.c -- listings of GFX942, GFX11 and GFX12: what registers begin with (R63), waits (R52), names (R50) */
#include "job.h"
#include "private.h"

#include <stdlib.h>

static char memory[1 << 24];

/* Where lanes stored to a kernel's first argument, group by group of four lanes a row, eight rows and two slices. */
typedef struct stores {
    uint64_t base;
    const char* what;
    uint32_t count;
    uint32_t computed;
} stores;

static void check_store(void* user_data, const gcnmem_run_access* access) {
    stores* all = (stores*)user_data;
    uint64_t group = access->group[0] + 8 * access->group[1] + 64 * access->group[2];
    if (access->address[0] >> 40 != all->base >> 40) {
        return; /* its arguments */
    }
    ++all->count;
    all->computed += access->status == GCNMEM_STATUS_COMPUTED;
    for (uint32_t lane = 0; lane < GCNMEM_LANES && access->mask >> lane != 0; ++lane) {
        uint64_t in_group = access->wave * (access->mask >> 32 != 0 ? 64u : 32u) + lane;
        CHECK_U64((group << 16) + 4 * in_group, access->address[lane] - all->base, "%s, lane %u", all->what, lane);
    }
}

/* Runs 2x3x2 groups. */
static void check_stores(gcnmem_device device, const char* what, const char* text, uint32_t waves) {
    gcnmem_desc desc = gcnmem_desc_for(device);
    const gcnmem_setting settings[] = {
        {"groups", "2,3,2"}, {"group", "4,8,2"}, {"cus", "2"}, {"arg", "0=0x110000000000"}};
    gcnmem_shader shader;
    gcnmem_issue issue;
    stores all = {0x110000000000u, what, 0, 0};
    gcnmem_run_hooks hooks = {NULL, check_store, NULL, &all};
    gcnmem_result result =
        gcnmem_shader_init(memory, sizeof memory, &desc, text, strlen(text), settings, 4, &shader, &issue);
    CHECK(result == GCNMEM_OK, "%s: %s %s", what, issue.field, issue.rule);
    if (result == GCNMEM_OK) {
        gcnmem_run_advance(shader.run, UINT64_MAX, &hooks);
        CHECK_U64(12 * waves, all.count, "%s: stores", what);
        CHECK_U64(12 * waves, all.computed, "%s: computed", what);
    }
}

#define TARGET(gfx) "\t.amdgcn_target \"amdgcn-amd-amdhsa--" gfx "\"\nk:\n"
#define PACKED \
    "\tv_and_b32 v1, 0x3ff, v0\n\tv_bfe_u32 v2, v0, 10, 10\n\tv_bfe_u32 v3, v0, 20, 10\n" \
    "\tv_lshl_or_b32 v1, v2, 2, v1\n\tv_lshl_or_b32 v1, v3, 5, v1\n"
#define APART "\tv_lshl_or_b32 v1, v1, 2, v0\n\tv_lshl_or_b32 v1, v2, 5, v1\n"
#define STORE(x, y, z, base) \
    "\ts_lshl_b32 s20, " y ", 3\n\ts_lshl_b32 s21, " z ", 6\n\ts_or_b32 s20, s20, " x "\n\ts_or_b32 s20, s20, s21\n" \
    "\ts_lshl_b32 s20, s20, 16\n\tv_lshl_or_b32 v1, v1, 2, s20\n\tglobal_store_dword v1, v1, " base "\n\ts_endpgm\n"
#define LOAD "\ts_load_dwordx2 s[8:9], s[0:1], 0x0\n\ts_waitcnt lgkmcnt(0)\n"
#define KERNEL(more) \
    "\t.amdhsa_kernel k\n\t\t.amdhsa_user_sgpr_kernarg_segment_ptr 1\n\t\t.amdhsa_system_sgpr_workgroup_id_x 1\n" \
    "\t\t.amdhsa_system_sgpr_workgroup_id_y 1\n\t\t.amdhsa_system_sgpr_workgroup_id_z 1\n" \
    "\t\t.amdhsa_system_vgpr_workitem_id 2\n" more "\t.end_amdhsa_kernel\n" \
    "\t.amdgpu_metadata\n---\namdhsa.kernels:\n  - .args:\n      - .offset: 0\n        .size: 8\n" \
    "        .value_kind: global_buffer\n    .kernarg_segment_size: 8\n    .name: k\n    .symbol: k.kd\n...\n" \
    "\t.end_amdgpu_metadata\n"

static void test_R63_ids_by_target(void) {
    static const char yz[] = "\ts_and_b32 s22, ttmp7, 0xffff\n\ts_lshr_b32 s23, ttmp7, 16\n";
    static char gfx12[4096];
    check_stores(GCNMEM_DEVICE_MI300X, "gfx942",
                 TARGET("gfx942") LOAD PACKED STORE("s2", "s3", "s4", "s[8:9]") KERNEL(""), 1);
    check_stores(
        GCNMEM_DEVICE_RX_6900_XT, "gfx1030",
        TARGET("gfx1030") LOAD APART STORE("s2", "s3", "s4", "s[8:9]") KERNEL("\t\t.amdhsa_wavefront_size32 1\n"), 2);
    check_stores(
        GCNMEM_DEVICE_RX_7900_XTX, "gfx1101",
        TARGET("gfx1101") LOAD PACKED STORE("s2", "s3", "s4", "s[8:9]") KERNEL("\t\t.amdhsa_wavefront_size32 1\n"), 2);
    check_stores(GCNMEM_DEVICE_RX_7900_XTX, "gfx1100, filled up to 16",
                 TARGET("gfx1100") LOAD PACKED STORE("s13", "s14", "s15", "s[8:9]")
                     KERNEL("\t\t.amdhsa_user_sgpr_count 13\n\t\t.amdhsa_wavefront_size32 1\n"),
                 2);
    snprintf(gfx12, sizeof gfx12, "%s%s%s", TARGET("gfx1201"), yz,
             LOAD PACKED STORE("ttmp9", "s22", "s23", "s[8:9]") KERNEL("\t\t.amdhsa_wavefront_size32 1\n"));
    check_stores(GCNMEM_DEVICE_RX_9070_XT, "gfx1201", gfx12, 2);
}

/* Rows of 16 lanes are alike, and so are slices of groups. */
static void check_store_of_row(void* user_data, const gcnmem_run_access* access) {
    uint32_t* count = (uint32_t*)user_data;
    ++*count;
    for (uint32_t lane = 0; lane < 32; ++lane) {
        uint64_t offset = access->address[lane] & 0xffffffu;
        CHECK_U64(((uint64_t)access->group[1] << 16) + 4 * (lane % 16), offset, "lane %u", lane);
    }
}

/* One id alone has no others above it, and y in ttmp7 no z when the kernel does not ask for that. */
static void test_R63_ids_that_are_not_asked_for(void) {
    static const char text[] = TARGET("gfx1201") "\tv_lshlrev_b32 v1, 2, v0\n\ts_lshl_b32 s4, ttmp7, 16\n"
                                                 "\tv_or_b32 v1, s4, v1\n\tglobal_store_b32 v1, v1, s[0:1]\n"
                                                 "\ts_endpgm\n\t.amdhsa_kernel k\n"
                                                 "\t\t.amdhsa_user_sgpr_kernarg_segment_ptr 1\n"
                                                 "\t\t.amdhsa_wavefront_size32 1\n"
                                                 "\t\t.amdhsa_system_sgpr_workgroup_id_y 1\n\t.end_amdhsa_kernel\n";
    const gcnmem_setting settings[] = {{"groups", "1,2,2"}, {"group", "16,2"}, {"cus", "1"}};
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_RX_9070_XT);
    gcnmem_shader shader;
    gcnmem_issue issue;
    uint32_t count = 0;
    gcnmem_run_hooks hooks = {NULL, check_store_of_row, NULL, &count};
    gcnmem_result result =
        gcnmem_shader_init(memory, sizeof memory, &desc, text, strlen(text), settings, 3, &shader, &issue);
    CHECK(result == GCNMEM_OK, "%s %s", issue.field, issue.rule);
    if (result == GCNMEM_OK) {
        gcnmem_run_advance(shader.run, UINT64_MAX, &hooks);
        CHECK_U64(4, count, "stores");
    }
}

/* Arguments in registers: the kernel begins behind what firmware without them would run. */
static void test_R63_arguments_in_registers(void) {
    static const char* const prologues[] = {
        "\ts_trap 2\n\t.fill 63, 4, 0xbf800000\n", "\ts_trap 2\n\ts_nop 0\n\ts_nop 0\n",
        "\ts_load_dwordx2 s[8:9], s[0:1], 0x0\n\ts_waitcnt lgkmcnt(0)\n\ts_branch .LBB0_0\n\t.p2align 8\n"
        ".LBB0_0:\n"};
    for (uint32_t i = 0; i < 3; ++i) {
        char text[4096];
        snprintf(text, sizeof text, "%s%s%s", TARGET("gfx942"), prologues[i],
                 PACKED STORE("s4", "s5", "s6", "s[2:3]") KERNEL("\t\t.amdhsa_user_sgpr_kernarg_preload_length 2\n"
                                                                 "\t\t.amdhsa_user_sgpr_kernarg_preload_offset 0\n"));
        check_stores(GCNMEM_DEVICE_MI300X, prologues[i], text, 1);
        job j = job_parse(text);
        CHECK(strstr(text + job_insn(&j, job_stage(&j, 0)->entry)->text_offset, "v_and_b32") ==
                  text + job_insn(&j, job_stage(&j, 0)->entry)->text_offset,
              "%s", prologues[i]);
        job_end(&j);
    }
}

#define NO GCNMEM_NO_WAIT

/* Fields moved in GFX11, and GFX12 has a mnemonic for each counter. */
static void test_R52_waits_of_gfx11_and_gfx12(void) {
    static const struct {
        const char* text;
        uint32_t gfx_version;
        uint32_t vm, lgkm, exp;
        uint32_t waits_for_stores, is_bad;
    } rows[] = {{"s_waitcnt 0x3f7", 0x1100, 0, NO, NO, 0, 0},
                {"s_waitcnt 0xfc07", 0x1100, NO, 0, NO, 0, 0},
                {"s_waitcnt 0x0c21", 0x1100, 3, 2, 1, 0, 0},
                {"s_waitcnt 0x3f70", 0x1030, 0, NO, NO, 0, 0},
                {"s_waitcnt_vscnt null, 0x0", 0x1100, 0, NO, NO, 1, 0},
                {"s_wait_loadcnt 0x0", 0x1200, 0, NO, NO, 0, 0},
                {"s_wait_loadcnt 0x3f", 0x1200, NO, NO, NO, 0, 0},
                {"s_wait_samplecnt 0x2", 0x1200, 2, NO, NO, 0, 0},
                {"s_wait_bvhcnt 0x7", 0x1200, NO, NO, NO, 0, 0},
                {"s_wait_storecnt 0x1", 0x1200, 1, NO, NO, 1, 0},
                {"s_wait_dscnt 0x3", 0x1200, NO, 3, NO, 0, 0},
                {"s_wait_kmcnt 0x1e", 0x1200, NO, 30, NO, 0, 0},
                {"s_wait_kmcnt 0x1f", 0x1200, NO, NO, NO, 0, 0},
                {"s_wait_expcnt 0x0", 0x1200, NO, NO, 0, 0, 0},
                {"s_wait_loadcnt_dscnt 0x305", 0x1200, 3, 5, NO, 0, 0},
                {"s_wait_loadcnt_dscnt 0x3f00", 0x1200, NO, 0, NO, 0, 0},
                {"s_wait_storecnt_dscnt 0x0", 0x1200, 0, 0, NO, 1, 0},
                {"s_wait_idle", 0x1200, 0, 0, 0, 0, 0},
                {"s_wait_loadcnt", 0x1200, NO, NO, NO, 0, 1},
                {"s_wait_dscnt vmcnt(0)", 0x1200, NO, NO, NO, 0, 1}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        job j = job_parse_bytes(rows[i].text, strlen(rows[i].text), rows[i].gfx_version);
        const gcnmem_insn* got = job_insn(&j, 0);
        CHECK_U64(GCNMEM_CATEGORY_WAITCNT, got->category, "%s", rows[i].text);
        CHECK_U64(rows[i].vm, got->wait_vm, "%s", rows[i].text);
        CHECK_U64(rows[i].lgkm, got->wait_lgkm, "%s", rows[i].text);
        CHECK_U64(rows[i].exp, got->wait_exp, "%s", rows[i].text);
        CHECK_U64(rows[i].waits_for_stores, (got->flags & GCNMEM_INSN_WAIT_STORES) != 0, "%s", rows[i].text);
        CHECK_U64(rows[i].is_bad, (got->flags & GCNMEM_INSN_BAD_WAIT) != 0, "%s", rows[i].text);
        job_end(&j);
    }
}

/* Hints that wait for nothing are in the vocabulary. */
static void test_R50_hints_are_known(void) {
    static const char* const hints[] = {"s_delay_alu instid0(VALU_DEP_2) | instskip(SKIP_1) | instid1(VALU_DEP_1)",
                                        "s_wait_alu 0xfffe",
                                        "s_waitcnt_depctr 0xfffe",
                                        "s_clause 0x1",
                                        "s_nop 0",
                                        "s_set_inst_prefetch_distance 0x1",
                                        "s_sendmsg sendmsg(MSG_DEALLOC_VGPRS)",
                                        "s_barrier_signal -1",
                                        "s_barrier_wait -1",
                                        "s_barrier_leave"};
    for (size_t i = 0; i < sizeof hints / sizeof hints[0]; ++i) {
        job j = job_parse_bytes(hints[i], strlen(hints[i]), 0x1200);
        CHECK_U64(0, j.listing->unknown_count + j.listing->bad_wait_count, "%s", hints[i]);
        CHECK_U64(i == 8   ? GCNMEM_CATEGORY_BARRIER
                  : i == 6 ? GCNMEM_CATEGORY_MESSAGE
                           : GCNMEM_CATEGORY_INTERNAL,
                  job_insn(&j, 0)->category, "%s", hints[i]);
        job_end(&j);
    }
}

/* Clocks that a wave of GFX12 waits at the instruction behind the first of these, by what it waits for. */
static uint64_t waited(const char* asked, const char* wait) {
    char text[512];
    snprintf(text, sizeof text, "%s%s\n\t%s\n\ts_endpgm\n", TARGET("gfx1201"), asked, wait);
    job j = job_new(GCNMEM_DEVICE_RX_9070_XT, text);
    uint64_t clocks = 0;
    j.options.groups = 1;
    job_run(&j);
    for (uint32_t i = 0; i < job_stage(&j, 0)->insn_count; ++i) {
        gcnmem_run_insn_stats stats = gcnmem_run_insn_of(j.run, i);
        for (uint32_t k = 0; k < GCNMEM_STALL_END; ++k) {
            clocks += memcmp(j.text + job_insn(&j, i)->text_offset, "s_wait", 6) == 0 && k != GCNMEM_STALL_FETCH
                          ? stats.stall_clocks[k]
                          : 0;
        }
    }
    job_end(&j);
    return clocks;
}

static void test_R52_gfx12_counts_each_kind_apart(void) {
    static const char* const kinds[][2] = {
        {"\ts_load_b32 s4, s[0:1], 0x0", "s_wait_kmcnt 0x0"},
        {"\tds_load_b32 v1, v0", "s_wait_dscnt 0x0"},
        {"\tglobal_load_b32 v1, v0, s[0:1]", "s_wait_loadcnt 0x0"},
        {"\tglobal_store_b32 v0, v1, s[0:1]", "s_wait_storecnt 0x0"},
        {"\timage_sample v[0:3], [v0, v1], s[8:15], s[16:19] dmask:0xf dim:SQ_RSRC_IMG_2D", "s_wait_samplecnt 0x0"}};
    const size_t count = sizeof kinds / sizeof kinds[0];
    for (size_t i = 0; i < count; ++i) {
        for (size_t k = 0; k < count; ++k) {
            CHECK((waited(kinds[i][0], kinds[k][1]) > 8) == (i == k), "%s: %s", kinds[i][0], kinds[k][1]);
        }
        CHECK(waited(kinds[i][0], "s_wait_idle") > 8, "%s: all", kinds[i][0]);
    }
    CHECK(waited(kinds[1][0], "s_wait_loadcnt_dscnt 0x0") > 8 && waited(kinds[2][0], "s_wait_loadcnt_dscnt 0x0") > 8 &&
              waited(kinds[3][0], "s_wait_loadcnt_dscnt 0x0") <= 8,
          "two in one");
    CHECK(waited(kinds[3][0], "s_wait_storecnt_dscnt 0x0") > 8, "stores in one of two");
}

/* What an assembler makes of an old name means the same: all that the vocabulary says, and the operation. */
static void test_R50_names_of_every_target(void) {
    FILE* file = test_data_open("tables/renamed_mnemonics.csv");
    char line[512];
    uint32_t count = 0;
    for (uint32_t row = 0; file != NULL && fgets(line, sizeof line, file) != NULL; ++row) {
        gcnmem_op old;
        gcnmemi_values_row old_row = {0, 0, 0};
        char* name = strtok(line, ",\n");
        for (uint32_t i = 0; name != NULL && row != 0; ++i, name = strtok(NULL, ",\n")) {
            gcnmem_op op;
            gcnmemi_ops_decode(gcnmemi_text_of(name), &op);
            gcnmemi_values_row found = gcnmemi_values_find(gcnmemi_ops_strip(gcnmemi_text_of(name)));
            CHECK(op.category != GCNMEM_CATEGORY_UNKNOWN && !op.is_guessed, "%s is known", name);
            memset(op.name, 0, sizeof op.name);
            old = i == 0 ? op : old;
            old_row = i == 0 ? found : old_row;
            CHECK(memcmp(&op, &old, sizeof op) == 0, "row %u: %s does what the old name did", row, name);
            CHECK(found.operation == old_row.operation && found.flags == old_row.flags, "row %u: %s", row, name);
            ++count;
        }
    }
    CHECK(count > 1500, "%u names", count);
    if (file != NULL) {
        fclose(file);
    }
}

/* Both halves of VOPD read before either writes: registers are exchanged, and a half may need what the other had. */
static void test_R62_two_operations_at_once(void) {
    static const char* const codes[] = {
        "\tv_dual_mov_b32 v3, 0 :: v_dual_lshlrev_b32 v1, 1, v1\n\tv_lshrrev_b32 v1, 1, v1\n\tv_or_b32 v1, v3, v1\n",
        "\tv_dual_mov_b32 v4, v1 :: v_dual_mov_b32 v1, 0\n\tv_dual_mov_b32 v4, v1 :: v_dual_mov_b32 v1, v4\n",
        "\tv_dual_mov_b32 v1, 0 :: v_dual_mov_b32 v4, v1\n\tv_dual_mov_b32 v1, v4 :: v_dual_mov_b32 v4, v1\n",
        "\tv_dual_mov_b32 v3, 1 :: v_dual_add_nc_u32 v1, 7, v1\n\tv_dual_mov_b32 v3, 9 :: "
        "v_dual_add_nc_u32 v1, v3, v1\n\tv_dual_mov_b32 v2, v2 :: v_dual_add_nc_u32 v1, -8, v1\n",
        "\tv_dual_mov_b32 v4, 0x7f :: v_dual_and_b32 v1, 0xffff, v1\n\tv_dual_mov_b32 v5, v4 :: "
        "v_dual_and_b32 v1, v4, v1\n"};
    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; ++i) {
        char text[4096];
        snprintf(text, sizeof text, "%s%s%s", TARGET("gfx1101") LOAD PACKED, codes[i],
                 STORE("s2", "s3", "s4", "s[8:9]") KERNEL("\t\t.amdhsa_wavefront_size32 1\n"));
        check_stores(GCNMEM_DEVICE_RX_7900_XTX, codes[i], text, 2);
    }
    job j = job_parse_bytes("v_dual_fmac_f32 v1, v2, v3 :: v_dual_mov_b32 v4, v5", 51, 0x1100);
    CHECK_U64(8, GCNMEM_INSN_CODE_BYTES(job_insn(&j, 0)->flags), "bytes of code");
    CHECK_U64(GCNMEM_REG_V0 + 1, GCNMEM_REGS_FIRST(job_insn(&j, 0)->writes[0]), "the first");
    CHECK_U64(GCNMEM_REG_V0 + 4, GCNMEM_REGS_FIRST(job_insn(&j, 0)->writes[1]), "the second");
    CHECK_U64(0, j.listing->unknown_count, "known");
    job_end(&j);
}

/* Addresses of 64 bits at once: above and below 4 GB, and by a scalar base. */
static void test_R62_64_bits_shifted_and_added(void) {
    static const char adds[] = "\tv_mov_b32 v5, 0\n\tv_mov_b32 v4, v1\n\tv_lshl_add_u64 v[4:5], v[4:5], 0, -16\n"
                               "\tv_lshl_add_u64 v[4:5], v[4:5], 0, 16\n\tv_lshl_add_u64 v[4:5], v[4:5], 2, s[8:9]\n"
                               "\ts_lshl_b32 s20, s3, 3\n\ts_lshl_b32 s21, s4, 6\n\ts_or_b32 s20, s20, s2\n"
                               "\ts_or_b32 s20, s20, s21\n\ts_lshl_b32 s20, s20, 16\n\ts_mov_b32 s21, 0\n"
                               "\tv_lshl_add_u64 v[4:5], s[20:21], 0, v[4:5]\n"
                               "\tglobal_store_dword v[4:5], v1, off sc0 sc1\n\ts_endpgm\n";
    char text[4096];
    snprintf(text, sizeof text, "%s%s%s", TARGET("gfx942") LOAD PACKED, adds, KERNEL(""));
    check_stores(GCNMEM_DEVICE_MI300X, "v_lshl_add_u64", text, 1);
}

/* Cache policy in the words of each target: what misses L1 or returns a value, and what is not kept. */
static void test_R50_cache_policies(void) {
    static const struct {
        const char* text;
        uint32_t gfx_version, flags;
    } rows[] = {
        {"global_load_dword v1, v[2:3], off sc0", 0x942, 0},
        {"global_load_dword v1, v[2:3], off sc0 sc1 nt", 0x942, GCNMEM_INSN_GLC | GCNMEM_INSN_SLC},
        {"global_atomic_add v1, v[2:3], v4, off sc0", 0x942, GCNMEM_INSN_GLC},
        {"global_atomic_add v[2:3], v4, off sc1", 0x942, 0},
        {"global_load_b32 v1, v[2:3], off th:TH_LOAD_NT scope:SCOPE_CU", 0x1200, GCNMEM_INSN_SLC},
        {"global_load_b32 v1, v[2:3], off scope:SCOPE_SYS", 0x1200, GCNMEM_INSN_GLC},
        {"global_atomic_add_u32 v1, v[2:3], v4, off th:TH_ATOMIC_RETURN scope:SCOPE_DEV", 0x1200, GCNMEM_INSN_GLC},
        {"global_atomic_add_u32 v[2:3], v4, off scope:SCOPE_DEV", 0x1200, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        job j = job_parse_bytes(rows[i].text, strlen(rows[i].text), rows[i].gfx_version);
        CHECK_U64(rows[i].flags, job_insn(&j, 0)->flags & (GCNMEM_INSN_GLC | GCNMEM_INSN_SLC), "%s", rows[i].text);
        CHECK_U64(0, j.listing->bad_wait_count, "%s", rows[i].text);
        job_end(&j);
    }
}

void suite_targets(void);
void suite_targets(void) {
    TEST(test_R50_names_of_every_target);
    TEST(test_R50_cache_policies);
    TEST(test_R62_two_operations_at_once);
    TEST(test_R62_64_bits_shifted_and_added);
    TEST(test_R52_waits_of_gfx11_and_gfx12);
    TEST_LONG_SANITIZED(test_R52_gfx12_counts_each_kind_apart);
    TEST(test_R50_hints_are_known);
    TEST(test_R63_arguments_in_registers);
    TEST(test_R63_ids_by_target);
    TEST(test_R63_ids_that_are_not_asked_for);
}
