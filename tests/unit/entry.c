/* entry.c -- what registers hold at the start, by every producer's rules, and what addresses rest on then (R63) */
#include "job.h"

#include "private.h"

#include <stdlib.h>

/* One letter for each memory instruction of a stage that runs, in order: computed, assumed, default. Images are
   512x512; groups have the size that the shader's source says, and everything runs on one CU. */
static const struct {
    const char* file;
    uint32_t stage;
    uint32_t group[2];
    const char* rests_on;
} stages[] = {
    {"driver/fiji/hist.txt", 0, {256, 1}, "ccadccc"},
    {"driver/vega10/hist.txt", 0, {256, 1}, "ccadccc"},
    {"driver/fiji/transpose.txt", 0, {16, 16}, "ccacca"},
    {"driver/vega10/transpose.txt", 0, {16, 16}, "ccacca"},
    {"driver/fiji/raymarch.txt", 0, {8, 8}, "ccdca"},
    {"driver/vega10/raymarch.txt", 0, {8, 8}, "ccdca"},
    {"driver/fiji/early_out.txt", 0, {64, 1}, "cada"},
    {"driver/vega10/early_out.txt", 0, {64, 1}, "cada"},
    {"driver/fiji/poisson_loop.txt", 0, {64, 1}, "caaccccc"},
    {"driver/vega10/poisson_loop.txt", 0, {64, 1}, "caaccccc"},
    {"driver/fiji/poisson_loop.txt", 1, {64, 1}, "ccaccccccaa"},
    {"driver/vega10/poisson_loop.txt", 1, {64, 1}, "ccaccccccaa"},
    {"driver/fiji/poisson_dof.txt", 0, {64, 1}, "caaccccc"},
    {"driver/vega10/poisson_dof.txt", 0, {64, 1}, "caaccccc"},
    {"driver/fiji/poisson_dof.txt", 1, {64, 1}, "cccccaccaacaacaaaaaaaacaaaacaaaacaaaacaaaacaaaa"},
    {"driver/vega10/poisson_dof.txt", 1, {64, 1}, "cccccaccaacaacaaaaaaaacaaaacaaaacaaaacaaaacaaaa"},
    {"asm/gfx900/ps_poisson_image.s", 0, {64, 1}, "caaaa"},
    {"asm/gfx900/vs_fetch_export.s", 0, {64, 1}, "aac"},
    {"asm/gfx900/cs_image_load_loop.s", 0, {64, 1}, "ac"},
    {"asm/gfx900/cs_raw_buffer.s", 0, {64, 1}, "cccd"},
    {"asm/gfx600/cs_raw_buffer.s", 0, {64, 1}, "cccd"},
};

static void test_R63_what_every_driver_stage_rests_on(void) {
    static const gcnmem_run_value image = {"*", 1, "512x512:rgba8", 13, 0};
    for (size_t i = 0; i < sizeof stages / sizeof stages[0]; ++i) {
        gcnmem_device device = strstr(stages[i].file, "fiji") != NULL     ? GCNMEM_DEVICE_R9_FURY_X
                               : strstr(stages[i].file, "gfx600") != NULL ? GCNMEM_DEVICE_HD_7970
                                                                          : GCNMEM_DEVICE_VEGA_64;
        job j = job_new_file(device, stages[i].file);
        char rests_on[64];
        uint32_t count = 0;
        j.desc = gcnmem_run_scaled_desc(&j.desc, 1);
        j.options = test_run_options(stages[i].stage);
        j.options.groups = 4;
        j.options.group_lanes = stages[i].group[0] * stages[i].group[1];
        j.options.group_size[0] = stages[i].group[0];
        j.options.group_size[1] = stages[i].group[1];
        j.options.group_size[2] = 1;
        j.options.images = &image;
        j.options.image_count = 1;
        j.options.max_clocks = 1000000;
        job_run(&j);
        for (uint32_t k = 0; k < job_stage(&j, stages[i].stage)->insn_count && count < 63; ++k) {
            const gcnmem_insn* insn = job_insn(&j, job_stage(&j, stages[i].stage)->first_insn + k);
            gcnmem_run_insn_stats stats = gcnmem_run_insn_of(j.run, job_stage(&j, stages[i].stage)->first_insn + k);
            if (gcnmem_listing_opcode(j.listing, insn->opcode)->op.addresses != 0 && stats.issued != 0) {
                rests_on[count++] = "gcad"[stats.status];
            }
        }
        rests_on[count] = 0;
        CHECK_TEXT(stages[i].rests_on, rests_on, "%s, stage %u", stages[i].file, (unsigned)stages[i].stage);
        job_end(&j);
    }
}

/* ---- registers by metadata ---- */

#define REPORT_BYTES 8192

typedef struct outcome {
    char report[REPORT_BYTES]; /* the beginning */
    gcnmem_result result;
    gcnmem_issue issue;
    gcnmem_run_access first; /* of group 0 */
    gcnmem_run_access last;  /* of group 1 */
    gcnmem_status status;
    gcnmem_limiter limited_by;
} outcome;

static void keep_last(void* user_data, const gcnmem_run_access* access) {
    outcome* o = (outcome*)user_data;
    *(access->group[0] == 1 ? &o->last : &o->first) = *access;
    o->status = access->status;
}

/* Appends, as far as there is room. */
static int write_report(void* user_data, const char* text, size_t bytes) {
    char* report = (char*)user_data;
    size_t used = strlen(report);
    if (bytes >= REPORT_BYTES - used) {
        return 0;
    }
    memcpy(report + used, text, bytes);
    report[used + bytes] = 0;
    return 1;
}

/* The text with up to two settings, two groups on one CU. */
static outcome run_on(gcnmem_device device, const char* text, const char* name, const char* value, const char* name2,
                      const char* value2) {
    static char memory[1 << 24];
    gcnmem_desc desc = gcnmem_desc_for(device);
    gcnmem_setting settings[4];
    gcnmem_shader shader;
    outcome o;
    gcnmem_run_hooks hooks = {NULL, keep_last, NULL, &o};
    memset(&o, 0, sizeof o);
    settings[0].name = "groups";
    settings[0].value = "2";
    settings[1].name = "cus";
    settings[1].value = "1";
    settings[2].name = name;
    settings[2].value = value;
    settings[3].name = name2;
    settings[3].value = value2;
    o.result = gcnmem_shader_init(memory, sizeof memory, &desc, text, strlen(text), settings,
                                  2u + (name != NULL) + (name2 != NULL), &shader, &o.issue);
    if (o.result == GCNMEM_OK) {
        gcnmem_run_advance(shader.run, UINT64_MAX, &hooks);
        o.limited_by = gcnmem_run_result_of(shader.run).limited_by;
        gcnmem_report_run(shader.run, shader.listing, text, GCNMEM_STYLE_TEXT, write_report, o.report);
    }
    return o;
}

static outcome run_text(const char* text, const char* name, const char* value, const char* name2, const char* value2) {
    return run_on(GCNMEM_DEVICE_RX_480, text, name, value, name2, value2);
}

/* A group's lanes lie behind those of the group before: the id of the group is in the register `id`. */
#define STORE_BY_GROUP(id, descriptor) \
    "\ts_lshl_b32 s20, " id ", 6\n\tv_add_u32 v1, vcc, s20, v0\n\tv_lshlrev_b32 v1, 2, v1\n" \
    "\tbuffer_store_dword v1, v1, " descriptor ", 0 offen\n\ts_endpgm\n"

static void check_groups(const char* what, const char* text, gcnmem_status status) {
    outcome o = run_text(text, NULL, NULL, NULL, NULL);
    CHECK(o.result == GCNMEM_OK, "%s: %s %s", what, o.issue.field, o.issue.rule);
    CHECK_U64(status, o.status, "%s", what);
    CHECK_U64(63 * 4, o.last.address[63] - o.last.address[0], "%s: lanes", what);
    CHECK_U64(256, o.last.address[0] - o.first.address[0], "%s: the second group", what);
}

static void test_R63_ids_by_every_producer(void) {
    check_groups("comments of LLVM",
                 "k:\n" STORE_BY_GROUP("s6", "s[0:3]") "; COMPUTE_PGM_RSRC2:USER_SGPR: 6\n"
                                                       "; COMPUTE_PGM_RSRC2:TGID_X_EN: 1\n"
                                                       "; COMPUTE_PGM_RSRC2:TIDIG_COMP_CNT: 0\n",
                 GCNMEM_STATUS_COMPUTED);
    check_groups("PAL",
                 "k:\n" STORE_BY_GROUP("s4", "s[0:3]") "\t.amdgpu_pal_metadata\n---\namdpal.pipelines:\n"
                                                       "  - .registers:\n"
                                                       "      '0x2e13 (COMPUTE_PGM_RSRC2)': 0x88\n...\n",
                 GCNMEM_STATUS_COMPUTED);
    check_groups(
        "CLRX, arguments",
        ".kernel k\n    .config\n        .dims x\n        .useargs\n.text\nk:\n" STORE_BY_GROUP("s6", "s[8:11]"),
        GCNMEM_STATUS_COMPUTED);
    check_groups(
        "CLRX, setup and arguments",
        ".kernel k\n    .config\n        .dims x\n        .usesetup\n.text\nk:\n" STORE_BY_GROUP("s8", "s[12:15]"),
        GCNMEM_STATUS_COMPUTED);
    check_groups("RADV",
                 "### executable: Compute Shader (Vulkan Compute Shader), subgroup 64\n## representation: ACO IR\n"
                 "\t s2: %1:s[0-1],  s1: %2:s[2],  s1: %3:s[3],  s1: %4:s[4],  v3: %5:v[0-2] = p_startpgm\n"
                 "## representation: Assembly\nBB0:\n" STORE_BY_GROUP("s3", "s[8:11]"),
                 GCNMEM_STATUS_ASSUMED);
    check_groups("Catalyst", "** Disassembly for '__kernel k'\n" STORE_BY_GROUP("s12", "s[4:7]"),
                 GCNMEM_STATUS_ASSUMED);
}

/* Written by hand: no .type, and only the directives whose defaults are wrong. */
static void test_R63_ids_of_kernels_written_by_hand(void) {
    check_groups("defaults of LLVM",
                 "k:\n" STORE_BY_GROUP("s2", "s[4:7]") "\t.amdhsa_kernel k // defaults\n"
                                                       "\t\t.amdhsa_user_sgpr_kernarg_segment_ptr 1\n"
                                                       "\t.end_amdhsa_kernel\n",
                 GCNMEM_STATUS_COMPUTED);
    check_groups("registers that nothing else explains",
                 "k:\n" STORE_BY_GROUP("s8", "s[4:7]") "\t.amdhsa_kernel k\n"
                                                       "\t\t.amdhsa_user_sgpr_kernarg_segment_ptr 1\n"
                                                       "\t\t.amdhsa_user_sgpr_count 8\n\t.end_amdhsa_kernel\n",
                 GCNMEM_STATUS_COMPUTED);
    check_groups("the first code objects",
                 "\t.amdgpu_hsa_kernel k\nk:\n\t.amd_kernel_code_t\n\t\tenable_sgpr_kernarg_segment_ptr = 1\n"
                 "\t\tenable_sgpr_private_segment_buffer = 1\n\t\tenable_sgpr_workgroup_id_x = 1\n"
                 "\t.end_amd_kernel_code_t\n" STORE_BY_GROUP("s6", "s[8:11]"),
                 GCNMEM_STATUS_COMPUTED);
}

static void test_R63_the_size_of_a_group_by_pal(void) {
    static const char text[] = "k:\n" STORE_BY_GROUP("s4", "s[0:3]") "\t.amdgpu_pal_metadata\n---\namdpal.pipelines:\n"
                                                                     "  - .registers:\n"
                                                                     "      '0x2e07 (COMPUTE_NUM_THREAD_X)': 0x10\n"
                                                                     "      '0x2e08 (COMPUTE_NUM_THREAD_Y)': 0x8\n"
                                                                     "      '0x2e09 (COMPUTE_NUM_THREAD_Z)': 0x1\n"
                                                                     "      '0x2e13 (COMPUTE_PGM_RSRC2)': 0x888\n...\n";
    job j = job_new(GCNMEM_DEVICE_RX_480, text);
    CHECK_U64(128, job_stage(&j, 0)->group_lanes, "what occupancy is planned with");
    job_end(&j);
    outcome o = run_text(text, NULL, NULL, NULL, NULL);
    CHECK_U64(15 * 4, o.last.address[15] - o.last.address[0], "a row of 16");
    CHECK_U64(0, o.last.address[16] - o.last.address[0], "and the next: v0 is x");
}

/* Of two kernels the first demands a size of its groups; the second has an argument in LDS, and a sampler. */
static void test_R63_what_a_kernel_states_is_not_the_next_ones(void) {
    static const char text[] =
        "\t.type a,@function\na:\n\ts_endpgm\n\t.type b,@function\nb:\n\ts_load_dwordx2 s[2:3], s[0:1], 0x8\n"
        "\ts_load_dwordx4 s[4:7], s[2:3], 0x0\n\tds_read_b32 v1, v0\n\ts_endpgm\n"
        "\t.amdhsa_kernel b\n\t\t.amdhsa_user_sgpr_kernarg_segment_ptr 1\n\t.end_amdhsa_kernel\n"
        "\t.amdgpu_metadata\n---\namdhsa.kernels:\n  - .args: []\n    .group_segment_fixed_size: 0\n    .name: a\n"
        "    .reqd_workgroup_size:\n      - 16\n      - 16\n      - 1\n  - .args:\n"
        "      - .offset: 0\n        .size: 4\n        .value_kind: dynamic_shared_pointer\n"
        "      - .offset: 8\n        .size: 8\n        .value_kind: sampler\n"
        "    .group_segment_fixed_size: 64\n    .name: b\n...\n\t.end_amdgpu_metadata\n";
    outcome o = run_text(text, "stage", "b", NULL, NULL);
    CHECK(strstr(o.report, "demands") == NULL, "%s", o.report);
    CHECK(strstr(o.report, "--arg 1=") == NULL, "a sampler is a pointer: %s", o.report);
    o = run_text(text, "stage", "b", "arg", "0=buffer:1000");
    CHECK(strstr(o.report, "a group 64 lanes, 1064 bytes of LDS") != NULL, "%s", o.report);
    CHECK(strstr(o.report, "WARNING") == NULL, "%s", o.report);
}

static void test_R63_nothing_is_taken_for_granted_without_metadata(void) {
    outcome o = run_text("k:\n" STORE_BY_GROUP("s6", "s[0:3]"), NULL, NULL, NULL, NULL);
    CHECK_U64(GCNMEM_STATUS_DEFAULT, o.status, "no metadata");
    o = run_on(GCNMEM_DEVICE_VEGA_64, "scratch_load_dword v1\n\ts_endpgm\n", NULL, NULL, NULL, NULL);
    CHECK_U64(GCNMEM_STATUS_DEFAULT, o.status, "of the stack, without operands");
}

/* ---- what the caller says ---- */

#define RADV_HEAD "### executable: Compute Shader (Vulkan Compute Shader), subgroup 64\n"
#define BY_CONSTANT \
    RADV_HEAD "BB0:\n\ts_buffer_load_dword s8, s[4:7], 0x10\n\ts_waitcnt lgkmcnt(0)\n\tv_mul_lo_u32 v1, v0, s8\n" \
              "\tbuffer_load_dword v2, v1, s[0:3], 0 offen\n\ts_endpgm\n"

static void test_R63_constants(void) {
    outcome o = run_text(BY_CONSTANT, NULL, NULL, NULL, NULL);
    CHECK_U64(GCNMEM_STATUS_ASSUMED, o.status, "nobody says what the buffer holds");
    o = run_text(BY_CONSTANT, "const", "16=12", NULL, NULL);
    CHECK_U64(GCNMEM_STATUS_COMPUTED, o.status, "--const 16=12");
    CHECK_U64(63 * 12, o.last.address[63] - o.last.address[0], "times the constant");
    o = run_text(BY_CONSTANT, "const", "16=1K", NULL, NULL);
    CHECK_U64(63 * 1024, o.last.address[63] - o.last.address[0], "numbers are as those of arguments");
    o = run_text(BY_CONSTANT, "const", "12=2f:1,2", NULL, NULL);
    CHECK_U64(0x3f800000u + 0x800000u, (o.last.address[1] - o.last.address[0]) & UINT32_MAX, "the second float");
    CHECK(strstr(o.report, "changes nothing") == NULL, "%s", o.report);
    o = run_text(BY_CONSTANT, "const", "20=2f:1,2", NULL, NULL);
    CHECK(strstr(o.report, "WARNING: --const 20 changes nothing") != NULL, "%s", o.report);
    CHECK(strstr(o.report, "--const 24") == NULL, "once for both: %s", o.report);
    o = run_text("s_load_dwordx4 s[0:3], s[4:5], 0x8\n\ts_waitcnt lgkmcnt(0)\n"
                 "\tbuffer_load_dword v2, v0, s[0:3], 0 offen\n\ts_endpgm\n",
                 "const", "8=0x100000000", NULL, NULL);
    CHECK(strstr(o.report, "--const 8 changes nothing") != NULL, "a descriptor: %s", o.report);
    o = run_text(BY_CONSTANT, "const", "3=1", NULL, NULL);
    CHECK_TEXT("const", o.issue.field, "an odd offset");
    o = run_text(BY_CONSTANT, "const", "4=x", NULL, NULL);
    CHECK_TEXT("must be OFFSET=VALUE: an integer, f:1.5, 4f:1,2,3,4 or 4i:1,2,3,4", o.issue.rule, "no number");
}

/* The first clock line of a report. */
static size_t clocks_of(const char* report) {
    const char* clocks = strstr(report, " clocks, ");
    while (clocks != NULL && clocks > report && clocks[-1] != '\n') {
        --clocks;
    }
    return clocks != NULL ? (size_t)strtoul(clocks, NULL, 10) : 0;
}

/* With the value that a report advises the run is the same, and no more advised. */
static void check_const_is_what_was_assumed(const char* text, const char* report, unsigned offset, const char* name,
                                            const char* other) {
    char flag[32];
    char value[64];
    int bytes = snprintf(flag, sizeof flag, "--const %u=", offset);
    const char* at = strstr(report, flag);
    CHECK(at != NULL, "%s in %s", flag, report);
    if (at != NULL) {
        size_t length = strcspn(at + bytes, " ");
        snprintf(value, sizeof value, "%u=%.*s", offset, (int)length, at + bytes);
        outcome o = run_text(text, "const", value, name, other);
        CHECK_U64(clocks_of(report), clocks_of(o.report), "--const %s", value);
        CHECK(strstr(o.report, flag) == NULL, "--const %s: %s", value, o.report);
    }
}

/* The flag that says what a constant is, also where something worse hides that reason: of x2, the half that is used. */
static void test_R63_constants_nobody_gave_are_needs(void) {
    outcome o = run_text(BY_CONSTANT, NULL, NULL, NULL, NULL);
    CHECK(strstr(o.report, "100 % of the bytes") != NULL, "%s", o.report);
    check_const_is_what_was_assumed(BY_CONSTANT, o.report, 16, NULL, NULL);
    o = run_text(BY_CONSTANT, "const", "16=12", NULL, NULL);
    CHECK(strstr(o.report, "--const") == NULL, "%s", o.report);
    o = run_text(RADV_HEAD "BB0:\n\ts_buffer_load_dwordx2 s[8:9], s[4:7], 0x10\n\tbuffer_load_dword v1, v0, s[0:3], 0 "
                           "offen\n\ts_waitcnt 0\n\tv_mul_lo_u32 v1, v1, s9\n"
                           "\tbuffer_load_dword v2, v1, s[0:3], 0 offen\n\ts_endpgm\n",
                 NULL, NULL, NULL, NULL);
    CHECK(strstr(o.report, " line 3, s_buffer_load_dwordx2 s[8:9], s[4:7], 0x10: ") != NULL, "%s", o.report);
    CHECK(strstr(o.report, "--const 20=") != NULL, "%s", o.report);
    CHECK(strstr(o.report, "--const 16=") == NULL, "nobody reads it: %s", o.report);
}

/* Two pointers that one instruction loads, where no metadata tell of arguments. */
static void test_R63_pointers_nobody_gave_are_needs(void) {
    static const char text[] =
        "s_mov_b64 s[4:5], 0\n\ts_load_dwordx4 s[0:3], s[4:5], 0x8\n\tv_lshlrev_b32 v1, 2, v0\n\ts_waitcnt lgkmcnt(0)\n"
        "\tv_add_u32 v2, vcc, s0, v1\n\tv_mov_b32 v3, s1\n\tv_addc_u32 v3, vcc, 0, v3, vcc\n"
        "\tflat_load_dword v6, v[2:3]\n\tv_add_u32 v4, vcc, s2, v1\n\tv_mov_b32 v5, s3\n"
        "\tv_addc_u32 v5, vcc, 0, v5, vcc\n\ts_waitcnt 0\n\tflat_store_dword v[4:5], v6\n"
        "\ts_endpgm\n";
    outcome o = run_text(text, "reg", "v0=local.x", NULL, NULL);
    CHECK_U64(GCNMEM_STATUS_ASSUMED, o.status, "%s", o.report);
    CHECK_U64(0, o.first.address[0] % 64, "where a buffer may begin");
    check_const_is_what_was_assumed(text, o.report, 8, "reg", "v0=local.x");
    check_const_is_what_was_assumed(text, o.report, 16, "reg", "v0=local.x");
    o = run_text(text, "const", "16=0x123456000", "reg", "v0=local.x");
    CHECK(strstr(o.report, "--const 16=") == NULL, "both halves: %s", o.report);
}

/* Floats that lie side by side are no pointer, though their registers held one before. */
static void test_R63_constants_that_are_floats(void) {
    outcome o = run_text(RADV_HEAD "BB0:\n\ts_load_dwordx4 s[12:15], s[8:9], 0x0\n"
                                   "\ts_buffer_load_dwordx2 s[8:9], s[4:7], 0x10\n\ts_waitcnt lgkmcnt(0)\n"
                                   "\tv_cvt_f32_u32 v1, v0\n\tv_mul_f32 v1, s8, v1\n\tv_add_f32 v1, s9, v1\n"
                                   "\tv_cvt_u32_f32 v1, v1\n\tv_lshlrev_b32 v1, 2, v1\n"
                                   "\tbuffer_load_dword v2, v1, s[12:15], 0 offen\n\ts_endpgm\n",
                         NULL, NULL, NULL, NULL);
    CHECK(strstr(o.report, "--const 16=f:1 --const 20=f:1 ") != NULL, "%s", o.report);
}

/* Lanes may be on or off because of a stand-in. What v5 held in those that are off is nobody's need: it is written. */
static void test_R63_lanes_that_may_be_off_read_what_was_written(void) {
    outcome o = run_text("k:\n\ts_load_dword s8, s[0:1], 0x8\n\ts_waitcnt lgkmcnt(0)\n\ts_lshr_b32 s8, s8, 20\n"
                         "\tv_add_u32 v1, vcc, s8, v0\n\tv_cmp_gt_u32 vcc, 32, v1\n"
                         "\ts_and_saveexec_b64 s[10:11], vcc\n\ts_cbranch_execz E\n\tv_lshlrev_b32 v5, 2, v0\nL:\n"
                         "\tbuffer_store_dword v5, v5, s[4:7], 0 offen\n\tv_cmp_gt_u32 vcc, 5, v5\n"
                         "\ts_or_b64 s[12:13], s[12:13], vcc\n\tv_add_u32 v5, vcc, 4, v5\n"
                         "\ts_andn2_b64 exec, exec, s[12:13]\n\ts_cbranch_execnz L\nE:\n\ts_endpgm\n"
                         "\t.amdhsa_kernel k\n\t\t.amdhsa_user_sgpr_kernarg_segment_ptr 1\n\t.end_amdhsa_kernel\n",
                         NULL, NULL, NULL, NULL);
    CHECK_U64(GCNMEM_STATUS_ASSUMED, o.status, "%s", o.report);
    CHECK(strstr(o.report, "--reg v5") == NULL, "%s", o.report);
}

/* A branch that skips memory instructions because of a stand-in. */
static void test_R63_branches_that_always_jump_are_needs(void) {
    static const char text[] =
        RADV_HEAD "BB0:\n\ts_buffer_load_dword s8, s[4:7], 0x10\n\ts_waitcnt lgkmcnt(0)\n\ts_cmp_eq_u32 s8, 77777\n"
                  "\ts_cbranch_scc0 BB1\n\tbuffer_load_dword v2, v0, s[0:3], 0 offen\nBB1:\n\ts_endpgm\n";
    outcome o = run_text(text, NULL, NULL, NULL, NULL);
    CHECK(strstr(o.report, "--const 16=") != NULL && strstr(o.report, "always jumps; 1 memory") != NULL, "%s",
          o.report);
    CHECK(strstr(o.report, "instruction never run") != NULL, "%s", o.report);
    o = run_text(text, "const", "16=77777", NULL, NULL);
    CHECK(strstr(o.report, "always jumps") == NULL, "it does not: %s", o.report);
    o = run_text(text, "const", "16=5", NULL, NULL);
    CHECK(strstr(o.report, "always jumps") == NULL, "nothing is assumed: %s", o.report);
}

#define BY_PAIRS \
    "s_load_dwordx2 s[0:1], s[4:5], 0x0\n\tflat_load_dword v2, v[4:5]\n\ts_waitcnt 0\n" \
    "\tflat_store_dword v[4:5], v2\n\ts_endpgm\n"

static void test_R63_registers_may_be_given_in_pairs(void) {
    outcome o = run_text(BY_PAIRS, NULL, NULL, NULL, NULL);
    CHECK_U64(GCNMEM_STATUS_DEFAULT, o.status, "nobody says what v[4:5] holds");
    o = run_text(BY_PAIRS, "reg", "v[4:5]=0x1fffffff0+stride(8)", NULL, NULL);
    CHECK_U64(GCNMEM_STATUS_COMPUTED, o.status, "an expression");
    CHECK_U64(0x1fffffff0u + 8 * 63, o.first.address[63], "both halves");
    CHECK_U64(64 * 8, o.last.address[0] - o.first.address[0], "group by group");
    o = run_text(BY_PAIRS, "reg", "v[4:5]=lane", NULL, NULL);
    CHECK_U64(63, o.last.address[63], "an id: the high half is 0");
    o = run_text(BY_PAIRS, "reg", "s[4:5]=lane*4", NULL, NULL);
    CHECK_U64(GCNMEM_ERROR_VALUE, o.result, "scalars have no lanes");
    o = run_text(BY_PAIRS, "reg", "v4=0x100000000", NULL, NULL);
    CHECK_U64(GCNMEM_ERROR_VALUE, o.result, "too wide for one");
    o = run_text(BY_PAIRS, "reg", "v[4:6]=0", NULL, NULL);
    CHECK_U64(GCNMEM_ERROR_NAME, o.result, "three");
}

/* "s_getpc_b64" is where the next instruction stands, of a listing that tells; a table lies somewhere in any case. */
static void test_R63_tables_behind_the_code(void) {
    outcome o = run_text("s_getpc_b64 s[0:1] // 000000001900: BE801C00\n\ts_add_u32 s0, s0, 0x40\n"
                         "\ts_addc_u32 s1, s1, 0\n\ts_load_dword s2, s[0:1], 0x0\n\ts_endpgm\n",
                         NULL, NULL, NULL, NULL);
    CHECK_U64(GCNMEM_STATUS_COMPUTED, o.status, "%s", o.report);
    CHECK_U64(0x1944, o.last.address[0], "from the next instruction on");
    o = run_text("s_getpc_b64 s[0:1]\n\ts_add_u32 s0, s0, nowhere@rel32@lo+4\n"
                 "\ts_addc_u32 s1, s1, nowhere@rel32@hi+12\n\ts_load_dword s2, s[0:1], 0x0\n\ts_endpgm\n",
                 NULL, NULL, NULL, NULL);
    CHECK_U64(GCNMEM_STATUS_COMPUTED, o.status, "%s", o.report);
}

/* A table of pointers to functions: what stands in it is called. */
static void test_R63_tables_of_functions(void) {
    static const char* const sections[] = {".rodata", ".data.rel.ro"};
    for (size_t i = 0; i < 2; ++i) {
        char text[1024];
        snprintf(text, sizeof text,
                 "\t.type\tk,@function\nk:\n\ts_getpc_b64 s[0:1]\n\ts_add_u32 s0, s0, tab@rel32@lo+4\n"
                 "\ts_addc_u32 s1, s1, tab@rel32@hi+12\n\ts_load_dwordx2 s[2:3], s[0:1], 0x8\n"
                 "\ts_waitcnt lgkmcnt(0)\n\ts_swappc_b64 s[30:31], s[2:3]\n\tds_read_b32 v2, v1\n\ts_endpgm\n"
                 "\t.type\tf,@function\nf:\n\tv_mov_b32 v1, 4\n\ts_setpc_b64 s[30:31]\n"
                 "\t.type\tg,@function\ng:\n\tv_mov_b32 v1, 12\n\ts_setpc_b64 s[30:31]\n"
                 "\t.section\t%s,\"aw\",@progbits\ntab:\n\t.quad\tf\n\t.quad\tg\n\t.quad\tsomething_else\n",
                 sections[i]);
        outcome o = run_on(GCNMEM_DEVICE_VEGA_64, text, "stage", "k", NULL, NULL);
        CHECK_U64(GCNMEM_OK, o.result, "%s %s", o.issue.field, o.issue.rule);
        CHECK_U64(GCNMEM_STATUS_COMPUTED, o.status, "%s", o.report);
        CHECK_U64(12, o.last.address[0], "the second function's, in %s: %s", sections[i], o.report);
    }
}

/* Coordinates that cannot be shares of the image are texels, though the sampler alone says so. */
static void test_R2_coordinates_in_texels(void) {
    static const char text[] = "v_cvt_f32_u32 v0, v0\n\tv_mul_f32 v0, %s, v0\n\tv_mov_b32 v1, 1.0\n"
                               "\timage_sample_lz v2, v[0:1], s[0:7], s[8:11] dmask:0x1\n\ts_endpgm\n";
    static const char* const scales[] = {"1.0", "0.5", "0x4b000000", "0x3f100000"}; /* the last 2^23, 0.5625 */
    for (uint32_t i = 0; i < 4; ++i) {
        char listing[256];
        snprintf(listing, sizeof listing, text, scales[i]);
        outcome o = run_text(listing, "reg", "v0=lane", "image", "*=64x64:rgba8:point");
        CHECK_U64(GCNMEM_STATUS_COMPUTED, o.status, "%s", o.report);
        CHECK((o.last.address[40] != o.last.address[20]) == (i < 2), "times %s", scales[i]);
    }
}

/* Compute waves to the right of an image sample its edge: when all lanes of one do, somebody is mistaken. */
static void test_R2_samples_outside_an_image_are_told(void) {
    static const char text[] = "v_cvt_f32_u32 v0, v0\n\tv_mov_b32 v1, %s\n"
                               "\timage_sample_lz v2, v[0:1], s[0:7], s[8:11] dmask:0x1 unorm\n\ts_endpgm\n";
    for (uint32_t i = 0; i < 3; ++i) { /* inside, to the right, below */
        char listing[256];
        snprintf(listing, sizeof listing, text, i == 2 ? "0x44000000" : "0");
        outcome o = run_text(listing, "reg", i != 1 ? "v0=local.x" : "v0=256+lane", "image", "*=64x64:rgba8:bilinear");
        CHECK((strstr(o.report, "sample an image's edge") != NULL) == (i != 0), "%s", o.report);
    }
}

/* Lanes behind the end of a buffer, or of LDS, read nothing: when that is so of all, somebody is mistaken. */
static void test_R2_accesses_out_of_range_are_told(void) {
    static const char text[] = "s_mov_b64 s[0:1], 0\n\ts_mov_b64 s[2:3], 16\n\tv_mov_b32 v1, %s\n"
                               "\tbuffer_load_dword v2, v1, s[0:3], 0 offen\n\tds_read_b32 v3, v1\n\ts_endpgm\n";
    static const char* const offsets[] = {"0x20000", "12"};
    for (uint32_t i = 0; i < 2; ++i) {
        char listing[256];
        snprintf(listing, sizeof listing, text, offsets[i]);
        outcome o = run_text(listing, NULL, NULL, NULL, NULL);
        CHECK((strstr(o.report,
                      "out of range: they read and write nothing, or sample an image's edge: 4, first in line 4") !=
               NULL) == (i == 0),
              "at %s: %s", offsets[i], o.report);
    }
}

/* Where addresses rest on an offset nobody knows, that they lie outside is a guess about a guess. */
static void test_R2_accesses_assumed_out_of_range_are_not_told(void) {
    static const char text[] = RADV_HEAD "BB0:\n\ts_buffer_load_dword s8, s[4:7], 0x10\n\ts_mov_b64 s[0:1], 0\n"
                                         "\ts_mov_b64 s[2:3], 16\n\tv_or_b32 v1, 64, s8\n"
                                         "\tbuffer_load_dword v2, v1, s[0:3], 0 offen\n\ts_endpgm\n";
    for (uint32_t i = 0; i < 2; ++i) {
        outcome o = run_text(text, i == 0 ? "const" : NULL, "16=0", NULL, NULL);
        CHECK_U64(i == 0 ? GCNMEM_STATUS_COMPUTED : GCNMEM_STATUS_ASSUMED, o.status, "--const: %u", 1 - i);
        CHECK((strstr(o.report, "out of range") != NULL) == (i == 0), "%s", o.report);
    }
}

/* The first lane and its address, of those that take part. */
static void test_R53_given_addresses_below_0_are_told(void) {
    static const struct {
        const char *addresses, *warning; /* of two waves; NULL: none */
    } rows[] = {
        {"0=lane*4-8", "lane 0 is -8: they wrap to the end of the address space: 2, first in line 1"},
        {"0=8-lane*4", "lane 3 is -4: they wrap to the end of the address space: 2, first in line 1"},
        {"0=(lane*4-8)*(group==1)", "lane 0 is -8: they wrap to the end of the address space: line 1"},
        {"0=(lane+group-5)*(lane>3)*4", "lane 4 is -4: they wrap to the end of the address space: line 1"},
        {"0=lane*4-8+16", NULL},
    };
    for (uint32_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        outcome o =
            run_text("buffer_load_dword v1, v0, s[0:3], 0 offen\n\ts_endpgm\n", "mem", rows[i].addresses, NULL, NULL);
        const char* found = strstr(o.report, rows[i].warning != NULL ? rows[i].warning : "below 0");
        CHECK((found != NULL) == (rows[i].warning != NULL), "%s: %s", rows[i].addresses, o.report);
    }
}

/* CLRX lays arguments out by their types: here at bytes 48, 52, 64 and 80, behind three offsets and three pointers. */
static void test_R63_arguments_by_CLRX(void) {
    static const char text[] =
        ".kernel k\n    .config\n        .dims x\n        .useargs\n        .setupargs\n"
        "        .arg tag, \"uchar\", uchar\n        .arg step, \"uint\", uint\n"
        "        .arg v, \"float3\", float3\n        .arg out, \"float*\", float*, global\n.text\nk:\n"
        "\ts_load_dword s0, s[4:5], 0x0\n\ts_load_dword s1, s[4:5], 0x34\n\ts_load_dwordx2 s[2:3], s[4:5], 0x50\n"
        "\ts_waitcnt lgkmcnt(0)\n\tv_add_u32 v0, vcc, s0, v0\n\tv_mul_lo_u32 v1, v0, s1\n"
        "\tv_add_u32 v1, vcc, s2, v1\n\tv_mov_b32 v2, s3\n\tv_addc_u32 v2, vcc, 0, v2, vcc\n"
        "\tflat_load_dword v3, v[1:2]\n\ts_endpgm\n";
    outcome o = run_text(text, "arg", "1=12", "arg", "out=0x7000000000");
    CHECK_U64(GCNMEM_OK, o.result, "%s %s", o.issue.field, o.issue.rule);
    CHECK_U64(GCNMEM_STATUS_COMPUTED, o.status, "the offsets of the grid are 0");
    CHECK_U64(0x7000000000u, o.first.address[0], "the pointer");
    CHECK_U64(0x7000000000u + 63 * 12, o.first.address[63], "the step");
    o = run_text(text, "arg", "4=1", NULL, NULL);
    CHECK(o.result != GCNMEM_OK, "there are four, the offsets and pointers of the runtime apart");
    o = run_text(
        ".kernel k\n    .config\n        .dims x\n        .useargs\n        .arg n, \"uint0\", uint0\n.text\nk:\n"
        "\ts_endpgm\n",
        "arg", "0=1", NULL, NULL);
    CHECK_U64(GCNMEM_OK, o.result, "a vector of nothing is one number: %s %s", o.issue.field, o.issue.rule);
}

/* The metadata of code objects, however YAML is written, and of its two versions. */
static void test_R63_arguments_by_metadata_in_every_style(void) {
    static const char code[] =
        "k:\n\ts_load_dwordx2 s[4:5], s[0:1], 0x0\n\ts_load_dword s6, s[0:1], 0x8\n\ts_waitcnt lgkmcnt(0)\n"
        "\tv_mul_lo_u32 v1, v0, s6\n\tglobal_load_dword v2, v1, s[4:5]\n\ts_endpgm\n.amdhsa_kernel k\n"
        ".amdhsa_user_sgpr_kernarg_segment_ptr 1\n.end_amdhsa_kernel\n";
    static const char* const styles[] = {
        /* the items of a list in the column of its key */
        ".amdgpu_metadata\n---\namdhsa.kernels:\n- .args:\n  - .name: base\n    .offset: 0\n    .size: 8\n"
        "    .value_kind: global_buffer\n  -\n    .name: pitch\n    .offset: 8\n    .size: 4\n"
        "    .value_kind: by_value\n  .name: k\n  .reqd_workgroup_size:\n  - 96\n  - 1\n  - 1\n"
        "- .name: other\n  .args: []\n...\n",
        /* in brackets, over several lines, behind another kernel */
        ".amdgpu_metadata\n---\namdhsa.kernels:\n  - { .name: other, .args: [ { .name: pitch, .size: 4, .offset: 0 } ] "
        "}\n"
        "  - {\n    .name: k, .reqd_workgroup_size : [ 96,\n 1, 1 ], .args: [\n"
        "{ .name: base, .size: 8, .offset: 0,\n.value_kind: global_buffer }, { .name: \"pitch\", .size: 4, .offset: "
        "8,\n"
        ".value_kind: by_value } ] }\n...\n",
        /* all of it, with quotes */
        ".amdgpu_metadata\n---\n{\"amdhsa.kernels\": [{\".name\": \"k\", \".reqd_workgroup_size\": [96, 1, 1], "
        "\".args\": ["
        "{\".name\": \"base\", \".size\": 8, \".offset\": 0, \".value_kind\": \"global_buffer\"}, {\".name\": "
        "\"pitch\", "
        "\".offset\": 8, \".size\": 4, \".value_kind\": \"by_value\"}]}]}\n.end_amdgpu_metadata\n",
        /* with remarks and tags; the size without its dot */
        ".amdgpu_metadata\namdhsa.kernels:   # of this file\n    -   '.name': !str k   # this one\n"
        "        reqd_workgroup_size: [96,1,1]\n        '.args':\n"
        "            - {'.name': base, '.offset': 0, '.size': 8, '.value_kind': global_buffer}\n"
        "            - .name: 'pitch'\n              .offset: 8\n              .size: 4\n"
        "              .value_kind: by_value\n.end_amdgpu_metadata\n",
        /* version 2 */
        ".amd_amdgpu_hsa_metadata\n---\nVersion: [ 1, 0 ]\nKernels:\n  - Name:            k\n    SymbolName:      "
        "'k@kd'\n"
        "    Attrs:\n      ReqdWorkGroupSize: [ 96, 1, 1 ]\n    Args:\n      - Name:            base\n"
        "        Size:            8\n        Align:           8\n        ValueKind:       GlobalBuffer\n"
        "      - Name:            pitch\n        Size:            4\n        Align:           4\n"
        "        ValueKind:       ByValue\n      - Size:            8\n        Align:           8\n"
        "        ValueKind:       HiddenGlobalOffsetX\n...\n.end_amd_amdgpu_hsa_metadata\n"};
    char text[2048];
    for (size_t i = 0; i < 2 * (sizeof styles / sizeof styles[0]); ++i) { /* behind the code, and in front of it */
        snprintf(text, sizeof text, "%s%s", i % 2 ? code : styles[i / 2], i % 2 ? styles[i / 2] : code);
        outcome o = run_text(text, "arg", "pitch=36", "arg", "base=0x70000");
        CHECK_U64(GCNMEM_OK, o.result, "style %u: %s %s", (unsigned)i, o.issue.field, o.issue.rule);
        CHECK_U64(GCNMEM_STATUS_COMPUTED, o.status, "style %u", (unsigned)i);
        CHECK_U64(0x70000 + 31 * 36, o.last.address[31] - 64 * 36, "style %u: a second wave of 32 lanes", (unsigned)i);
        o = run_text(text, "arg", "2=1", NULL, NULL);
        CHECK_U64(GCNMEM_ERROR_NAME, o.result, "style %u: two arguments", (unsigned)i);
    }
}

/* CLRX's .rocm: s[4:5] behind the four of the scratch buffer, and ids behind as many as the user's. */
static void test_R63_ids_and_arguments_by_rocm_of_CLRX(void) {
    static const char* const configs[] = {
        ".dims x\n.use_private_segment_buffer\n.use_kernarg_segment_ptr\n",
        ".pgmrsrc2 0x8c\n.use_private_segment_buffer\n.use_kernarg_segment_ptr\n",
        ".dims x\n.userdatanum 6\n.use_private_segment_buffer\n.use_kernarg_segment_ptr\n",
        ".dims xy, x\n.userdatanum 6\n.use_private_segment_buffer\n.use_kernarg_segment_ptr\n"};
    static const char* const args[] = {".arg out, \"uint*\", 8, 8, globalbuf, struct, global, default\n",
                                       ".arg out, 8, , globalbuf, struct, global\n"};
    char text[1024];
    for (size_t i = 0; i < 8; ++i) {
        snprintf(text, sizeof text,
                 ".rocm\n.kernel k\n.config\n%s.config\n.reqd_work_group_size 64, 1, 1\n"
                 ".arg n, \"int\", 4, 4, value, i32\n%s.arg , \"\", 8, 8, gox, i64\n.text\nk:\n.skip 256\n"
                 "s_load_dword s2, s[4:5], 0x0\ns_load_dwordx2 s[0:1], s[4:5], 0x8\ns_load_dword s7, s[4:5], 0x10\n"
                 "s_waitcnt lgkmcnt(0)\ns_mul_i32 s3, s6, s2\nv_add_u32 v1, s3, v0\nv_add_u32 v1, s7, v1\n"
                 "global_store_byte v1, v0, s[0:1]\ns_endpgm\n",
                 configs[i / 2], args[i % 2]);
        outcome o = run_text(text, "arg", "n=100", "arg", "out=0x70000");
        CHECK_U64(GCNMEM_OK, o.result, "%u: %s %s", (unsigned)i, o.issue.field, o.issue.rule);
        CHECK_U64(GCNMEM_STATUS_COMPUTED, o.status, "%u: %s", (unsigned)i, o.report);
        CHECK_U64(0x70000 + 100 + 5, o.last.address[5], "%u: the group is in s6", (unsigned)i);
    }
}

/* GFX6 and GFX7 count dwords: as the target says, else encodings beside the text, else the GPU. */
static void test_R63_immediate_offsets_of_scalar_loads(void) {
    static const struct {
        gcnmem_device device;
        const char* target;
        const char* code;
        uint64_t offset;
    } rows[] = {{GCNMEM_DEVICE_R9_290X, "", "", 24},
                {GCNMEM_DEVICE_HD_7970, "", "", 24},
                {GCNMEM_DEVICE_R9_FURY_X, "", "", 4},
                {GCNMEM_DEVICE_R9_FURY_X, "", " // 000000000008: C0030106", 24},
                {GCNMEM_DEVICE_R9_FURY_X, "", " ; encoding: [0x06,0x01,0x03,0xc0]", 24},
                {GCNMEM_DEVICE_R9_FURY_X, "", " ; C0030106", 24},
                {GCNMEM_DEVICE_R9_290X, "", " ; C0020180 00000006", 4},
                {GCNMEM_DEVICE_R9_290X, "", " ; encoding: [0x80,0x01,0x02,0xc0,0x06,0x00,0x00,0x00]", 4},
                {GCNMEM_DEVICE_R9_290X, ".amdgcn_target \"amdgcn-amd-amdhsa--gfx803\"\n", "", 4},
                {GCNMEM_DEVICE_R9_FURY_X, ".amdgcn_target \"amdgcn-amd-amdhsa--gfx701\"\n", "", 24}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        char text[256];
        snprintf(text, sizeof text, "%sk:\n s_load_dword s6, s[0:1], 0x6%s\n s_waitcnt lgkmcnt(0)\n s_endpgm\n",
                 rows[i].target, rows[i].code);
        outcome o = run_on(rows[i].device, text, "reg", "s[0:1]=0x10000", NULL, NULL);
        CHECK_U64(0x10000 + rows[i].offset, o.last.address[0], "row %u: %s", (unsigned)i, o.issue.rule);
    }
}

/* LLVM wrote the formats in front of the scalar offset once. */
static void test_R62_typed_buffers_in_the_older_order(void) {
    static const char* const orders[] = {"dfmt:4, nfmt:7, s3 offen", " dfmt:4,  nfmt:7, s3 offen offset:0",
                                         "s3 offen dfmt:4 nfmt:7",
                                         "s3 offen format:[BUF_DATA_FORMAT_32,BUF_NUM_FORMAT_FLOAT]"};
    for (size_t i = 0; i < sizeof orders / sizeof orders[0]; ++i) {
        char text[256];
        snprintf(text, sizeof text,
                 "s_mov_b32 s4, 0x40000\ns_mov_b32 s5, 0\ns_mov_b32 s6, -1\ns_mov_b32 s7, 0\n"
                 "s_movk_i32 s3, 0x180\nv_lshlrev_b32 v1, 2, v0\ntbuffer_load_format_x v2, v1, s[4:7], %s\ns_endpgm\n",
                 orders[i]);
        outcome o = run_text(text, "reg", "v0=lane", NULL, NULL);
        CHECK_U64(0x40180 + 4 * 9, o.last.address[9], "%s: %s", orders[i], o.issue.rule);
    }
}

/* What is given and read by nothing that is computed. */
static void test_R63_arguments_that_change_nothing_are_told(void) {
    static const char text[] =
        "k:\ns_load_dword s4, s[0:1], 0x0\ns_load_dword s5, s[0:1], 0x8\ns_waitcnt lgkmcnt(0)\n"
        "v_mul_lo_u32 v1, v0, s4\nv_mov_b32 v3, s5\nds_write_b32 v1, v3\ns_endpgm\n.amdhsa_kernel k\n"
        ".amdhsa_user_sgpr_kernarg_segment_ptr 1\n.end_amdhsa_kernel\n---\namdhsa.kernels:\n  - .args:\n"
        "      - {.offset: 0, .size: 4, .value_kind: by_value}\n      - {.offset: 8, .size: 4, .value_kind: by_value}\n"
        "    .name: k\n...\n";
    outcome o = run_text(text, "arg", "0=8", "arg", "1=7");
    CHECK(strstr(o.report, "--arg 1 changes nothing") != NULL, "%s", o.report);
    CHECK(strstr(o.report, "--arg 0 changes nothing") == NULL, "%s", o.report);
}

/* Code of another GPU is told in one line, with both names. */
static void test_code_of_another_gfx_is_told(void) {
    static const struct {
        gcnmem_device device;
        const char* target;
        const char* told; /* NULL: nothing */
    } rows[] = {{GCNMEM_DEVICE_RX_6900_XT, "gfx1010", "for gfx1010, the machine is gfx1030:"},
                {GCNMEM_DEVICE_RX_6900_XT, "gfx1100", "for gfx1100, the machine is gfx1030:"},
                {GCNMEM_DEVICE_RX_6900_XT, "gfx1030", NULL},
                {GCNMEM_DEVICE_MI210, "gfx906", "for gfx906, the machine is gfx90a:"},
                {GCNMEM_DEVICE_R9_FURY_X, "gfx701", "for gfx701, the machine is gfx803:"},
                {GCNMEM_DEVICE_PS4_PRO, "gfx900", "for gfx900, the machine is gfx8:"},
                {GCNMEM_DEVICE_PS4_PRO, "gfx803", NULL}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        char text[128];
        snprintf(text, sizeof text, ".amdgcn_target \"amdgcn-amd-amdhsa--%s\"\nv_mov_b32 v1, v0\ns_endpgm\n",
                 rows[i].target);
        outcome o = run_on(rows[i].device, text, NULL, NULL, NULL, NULL);
        int is_told = strstr(o.report, "the listing is for") != NULL;
        CHECK(rows[i].told != NULL ? strstr(o.report, rows[i].told) != NULL : !is_told, "%s: %s", rows[i].target,
              o.report);
    }
}

/* Catalyst by CLRX: lanes of a group stand at dword 4 of the first buffer, arguments every 16 bytes of the other. */
static void test_R63_sizes_and_arguments_of_catalyst(void) {
    static const char text[] =
        ".kernel k\n    .config\n        .dims x\n        .arg a, \"uint\", uint\n        .userdata ptr_uav_table, 0, "
        "2, 2\n"
        "        .userdata imm_const_buffer, 0, 4, 4\n        .userdata imm_const_buffer, 1, 8, 4\n"
        "        .arg b, \"uint\", uint\n        .arg c, \"uint\", uint\n.text\nk:\n"
        "\ts_buffer_load_dword s0, s[4:7], 0x10\n\ts_buffer_load_dword s1, s[8:11], 0x20\n"
        "\ts_buffer_load_dword s3, s[4:7], 0x60\n\ts_waitcnt lgkmcnt(0)\n\ts_mul_i32 s2, s12, s0\n"
        "\tv_mul_lo_u32 v1, v0, s1\n\tv_add_u32 v1, vcc, s2, v1\n\tv_add_u32 v1, vcc, s3, v1\n"
        "\tds_write_b8 v1, v0\n\ts_endpgm\n";
    outcome o = run_text(text, "arg", "2=12", "group", "32");
    CHECK_U64(GCNMEM_STATUS_ASSUMED, o.status, "which register holds the group is not told: %s", o.report);
    CHECK_U64(12, o.last.address[1] - o.last.address[0], "the third argument");
    CHECK_U64(32, o.last.address[0] - o.first.address[0], "lanes of a group");
    CHECK_U64(0, o.first.address[0], "the first lane is 0");
}

/* What the dispatch says of itself is known to vector loads as well: of group sizes 16 bits, of counts 32. */
static void test_R63_lanes_load_what_the_dispatch_says(void) {
    static const struct {
        const char* base; /* s0: the packet, s2: the arguments */
        uint32_t offset;
        const char* op;
        uint64_t value;
    } rows[] = {
        {"s[0:1]", 4, "ushort", 64},  /* lanes of a group, */
        {"s[0:1]", 12, "dword", 128}, /* of the grid */
        {"s[2:3]", 8, "dword", 2},    /* hidden: groups, */
        {"s[2:3]", 20, "ushort", 64}, /* lanes of one, */
        {"s[2:3]", 26, "ushort", 0},  /* and of one that is not full */
        {"s[2:3]", 0, "ubyte", 7},
    };
    for (uint32_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        char text[2048];
        snprintf(text, sizeof text,
                 "k:\n\ts_mov_b64 s[8:9], %s\n\ts_add_u32 s8, s8, %u\n\ts_addc_u32 s9, s9, 0\n\tv_mov_b32 v1, s8\n"
                 "\tv_mov_b32 v2, s9\n\tflat_load_%s v3, v[1:2]\n\ts_waitcnt vmcnt(0) lgkmcnt(0)\n"
                 "\tv_mul_lo_u32 v4, v0, v3\n\tds_write_b8 v4, v0\n\ts_endpgm\n\t.amdhsa_kernel k\n"
                 "\t\t.amdhsa_user_sgpr_dispatch_ptr 1\n\t\t.amdhsa_user_sgpr_kernarg_segment_ptr 1\n"
                 "\t.end_amdhsa_kernel\n\t.amdgpu_metadata\n---\namdhsa.kernels:\n  - .args:\n"
                 "      - .offset: 0\n        .size: 1\n        .value_kind: by_value\n"
                 "      - .offset: 8\n        .size: 4\n        .value_kind: hidden_block_count_x\n"
                 "      - .offset: 20\n        .size: 2\n        .value_kind: hidden_group_size_x\n"
                 "      - .offset: 26\n        .size: 2\n        .value_kind: hidden_remainder_x\n"
                 "    .name: k\n...\n\t.end_amdgpu_metadata\n",
                 rows[i].base, (unsigned)rows[i].offset, rows[i].op);
        outcome o = run_text(text, "arg", "0=7", NULL, NULL);
        CHECK_U64(GCNMEM_STATUS_COMPUTED, o.status, "%s + %u: %s", rows[i].base, (unsigned)rows[i].offset, o.report);
        CHECK_U64(rows[i].value, o.last.address[1] - o.last.address[0], "%s + %u", rows[i].base,
                  (unsigned)rows[i].offset);
    }
}

/* Four arguments in one dword, and which of them one use of it reads: giving that one alone makes the load computed,
   giving all others does not. */
static void test_R63_arguments_that_share_a_dword(void) {
    static const struct {
        const char* use; /* of s2, into s3 or v3 */
        const char* step;
        unsigned arg;
    } rows[] = {
        {"s_and_b32 s3, s2, 0xff", "s3", 1},
        {"s_sext_i32_i8 s3, s2", "s3", 1},
        {"s_bfe_u32 s3, s2, 0x80008", "s3", 2},
        {"s_bfe_i32 s3, s2, 0x80008", "s3", 2},
        {"s_lshr_b32 s3, s2, 16", "s3", 3},
        {"s_ashr_i32 s3, s2, 16", "s3", 3},
        {"s_pack_lh_b32_b16 s3, 12, s2\n\ts_lshr_b32 s3, s3, 16", "s3", 3},
        {"v_mov_b32_sdwa v3, s2 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_1", "v3", 3},
        {"v_mov_b32_sdwa v3, s2 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_1", "v3", 2},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        char text[2048];
        snprintf(text, sizeof text,
                 "k:\n\ts_load_dwordx2 s[4:5], s[0:1], 0x0\n\ts_load_dword s2, s[0:1], 0x8\n\ts_waitcnt lgkmcnt(0)\n"
                 "\t%s\n\tv_mul_lo_u32 v1, v0, %s\n\tds_write_b8 v1, v0\n\ts_endpgm\n\t.amdhsa_kernel k\n"
                 "\t\t.amdhsa_user_sgpr_kernarg_segment_ptr 1\n\t.end_amdhsa_kernel\n\t.amdgpu_metadata\n---\n"
                 "amdhsa.kernels:\n  - .args:\n"
                 "      - .offset: 0\n        .size: 8\n        .value_kind: global_buffer\n"
                 "      - .offset: 8\n        .size: 1\n        .value_kind: by_value\n"
                 "      - .offset: 9\n        .size: 1\n        .value_kind: by_value\n"
                 "      - .offset: 10\n        .size: 2\n        .value_kind: by_value\n"
                 "    .name: k\n...\n\t.end_amdgpu_metadata\n",
                 rows[i].use, rows[i].step);
        for (unsigned given = 1; given <= 3; ++given) {
            char value[2][8];
            snprintf(value[0], sizeof value[0], "%u=20", given);
            snprintf(value[1], sizeof value[1], "%u=20", given % 3 + 1);
            outcome one = run_on(GCNMEM_DEVICE_VEGA_64, text, "arg", value[0], NULL, NULL);
            outcome two = run_on(GCNMEM_DEVICE_VEGA_64, text, "arg", value[0], "arg", value[1]);
            int is_first = rows[i].arg == given;
            int is_second = rows[i].arg == given % 3 + 1;
            CHECK_U64(is_first ? GCNMEM_STATUS_COMPUTED : GCNMEM_STATUS_ASSUMED, one.status, "%s, %s", rows[i].use,
                      value[0]);
            CHECK_U64(is_first || is_second ? GCNMEM_STATUS_COMPUTED : GCNMEM_STATUS_ASSUMED, two.status, "%s, %s, %s",
                      rows[i].use, value[0], value[1]);
            CHECK(!is_first || one.first.address[1] == 20, "%s: %u", rows[i].use, (unsigned)one.first.address[1]);
        }
        outcome none = run_on(GCNMEM_DEVICE_VEGA_64, text, NULL, NULL, NULL, NULL);
        CHECK(strstr(none.report, "--arg 1=128 --arg 2=128 --arg 3=128 ") != NULL, "%s", none.report);
    }
}

/* As many dwords behind a pointer: the last decides, and so does no other whose number is like its own in some bits. */
static void test_R63_as_many_arguments_as_there_are(void) {
    static const unsigned counts[] = {64, 65, 129, 600, 1023};
    static char text[1 << 17];
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; ++i) {
        unsigned last = counts[i];
        char value[32];
        size_t used = (size_t)snprintf(text, sizeof text,
                                       "k:\n\ts_load_dword s2, s[0:1], %u\n\ts_waitcnt lgkmcnt(0)\n"
                                       "\tv_mul_lo_u32 v1, v0, s2\n\tds_write_b8 v1, v0\n\ts_endpgm\n"
                                       "\t.amdhsa_kernel k\n\t\t.amdhsa_user_sgpr_kernarg_segment_ptr 1\n"
                                       "\t.end_amdhsa_kernel\n\t.amdgpu_metadata\n---\namdhsa.kernels:\n  - .args:\n",
                                       4 * last);
        for (unsigned k = 0; k <= last; ++k) {
            used += (size_t)snprintf(text + used, sizeof text - used,
                                     "      - .offset: %u\n        .size: 4\n        .value_kind: by_value\n", 4 * k);
        }
        snprintf(text + used, sizeof text - used, "    .name: k\n...\n\t.end_amdgpu_metadata\n");
        snprintf(value, sizeof value, "%u=20", last);
        outcome o = run_on(GCNMEM_DEVICE_VEGA_64, text, "arg", value, NULL, NULL);
        CHECK_U64(GCNMEM_OK, o.result, "%s: %s %s", value, o.issue.field, o.issue.rule);
        CHECK_U64(GCNMEM_STATUS_COMPUTED, o.status, "%s", value);
        CHECK_U64(20, o.first.address[1], "%s", value);
        for (unsigned bit = 1; bit <= 512; bit *= 2) {
            snprintf(value, sizeof value, "%u=20", last ^ bit);
            if ((last ^ bit) < last) {
                o = run_on(GCNMEM_DEVICE_VEGA_64, text, "arg", value, NULL, NULL);
                CHECK_U64(GCNMEM_STATUS_ASSUMED, o.status, "%s", value);
            }
        }
        snprintf(value, sizeof value, "--arg %u=128", last);
        CHECK(strstr(o.report, value) != NULL, "%s: %s", value, o.report);
    }
}

/* Ids of lanes that nobody tells of are asked for as the target has them: packed into v0, or a register each. */
static void test_ids_of_lanes_are_asked_for_as_the_target_packs_them(void) {
    static const char text[] = "v_bfe_u32 v1, v0, 10, 10\n\tv_and_b32 v0, 0x3ff, v0\n"
                               "\tv_lshl_or_b32 v0, v1, 5, v0\n\tv_lshlrev_b32 v0, 2, v0\n"
                               "\tglobal_load_dword v2, v0, s[4:5]\n\ts_endpgm\n";
    static const struct {
        gcnmem_device device;
        const char* asks;
        int is_packed;
    } rows[] = {{GCNMEM_DEVICE_MI210, "--reg v0=local ", 1},
                {GCNMEM_DEVICE_RX_7900_XTX, "--reg v0=local ", 1},
                {GCNMEM_DEVICE_VEGA_64, "--reg v0=local.x", 0}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        outcome o = run_on(rows[i].device, text, "reg", "s[4:5]=0", NULL, NULL);
        CHECK(strstr(o.report, rows[i].asks) != NULL, "%s", o.report);
        for (int is_plane = 0; is_plane < 2; ++is_plane) {
            o = run_on(rows[i].device, text, "reg", "v0=local.x", "group", is_plane ? "8,8" : "64");
            CHECK_U64(is_plane && rows[i].is_packed, strstr(o.report, "--reg v0=local") != NULL, "%s", o.report);
        }
    }
}

/* A dump of code alone says what would tell more, where a run lacks it. */
static void test_a_bare_dump_says_what_tells_more(void) {
    static const char head[] = "\nk.o:\tfile format elf64-amdgpu\n\n0000000000000000 <k>:\n";
    for (int is_dump = 0; is_dump < 2; ++is_dump) {
        for (int is_given = 0; is_given < 2; ++is_given) {
            char text[400];
            snprintf(text, sizeof text, "%s\tglobal_load_dword v1, v0, s[0:1]\n\ts_endpgm\n", is_dump ? head : "k:\n");
            outcome o = run_on(GCNMEM_DEVICE_MI210, text, is_given ? "mem" : NULL, "*=lane*4", NULL, NULL);
            CHECK_U64(is_dump && !is_given, strstr(o.report, "llvm-objdump -D FILE.o") != NULL, "%s", o.report);
        }
    }
}

/* What decides is told by its line, however far down the text. */
static void test_R63_causes_far_behind_the_beginning(void) {
    static const unsigned lines[] = {10, 4094, 4095, 4096, 9000};
    static char text[1 << 18];
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; ++i) {
        size_t used = (size_t)snprintf(text, sizeof text, "\tv_lshlrev_b32 v1, 2, v0\n");
        char reason[64];
        for (unsigned k = 1; k + 1 < lines[i]; ++k) {
            used += (size_t)snprintf(text + used, sizeof text - used, "\ts_nop 0\n");
        }
        snprintf(text + used, sizeof text - used,
                 "\tds_read_b32 v2, v1\n\ts_waitcnt lgkmcnt(0)\n\tds_write_b32 v2, v0\n\ts_endpgm\n");
        outcome o = run_text(text, "reg", "v0=local.x", NULL, NULL);
        snprintf(reason, sizeof reason, "a value loaded at line %u; ", lines[i]);
        CHECK(strstr(o.report, reason) != NULL, "line %u: %s", lines[i], o.report);
    }
}

/* A file of eight bytes. */
static int read_two_dwords(void* user_data, uint32_t row, uint64_t offset, uint32_t bytes, void* out) {
    (void)user_data, (void)row;
    memset(out, 1, bytes);
    return offset + bytes <= 8;
}

static void test_R63_reads_beyond_the_end_of_a_file(void) {
    static char memory[1 << 24];
    static const char text[] =
        "k:\n\ts_load_dwordx2 s[2:3], s[0:1], 0x0\n\ts_waitcnt lgkmcnt(0)\n\ts_load_dword s4, s[2:3], %s\n"
        "\ts_waitcnt lgkmcnt(0)\n\tv_add_u32 v1, vcc, s4, v0\n\tds_write_b8 v1, v0\n\ts_endpgm\n"
        "\t.amdhsa_kernel k\n\t\t.amdhsa_user_sgpr_kernarg_segment_ptr 1\n\t.end_amdhsa_kernel\n"
        "\t.amdgpu_metadata\n---\namdhsa.kernels:\n  - .args:\n      - .offset: 0\n"
        "        .size: 8\n        .value_kind: global_buffer\n    .name: k\n...\n"
        "\t.end_amdgpu_metadata\n";
    for (uint32_t turn = 0; turn < 3; ++turn) {
        char listing[2048];
        gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_RX_480);
        gcnmem_setting settings[] = {{"groups", "2"}, {"cus", "1"}, {"arg", "0=file:x"}};
        gcnmem_shader shader;
        outcome o;
        gcnmem_run_hooks hooks = {NULL, keep_last, turn < 2 ? read_two_dwords : NULL, &o}; /* nobody reads files */
        const int is_beyond = turn == 1;
        memset(&o, 0, sizeof o);
        snprintf(listing, sizeof listing, text, is_beyond ? "0x8" : "0x4");
        CHECK_U64(
            GCNMEM_OK,
            gcnmem_shader_init(memory, sizeof memory, &desc, listing, strlen(listing), settings, 3, &shader, &o.issue),
            "%s %s", o.issue.field, o.issue.rule);
        gcnmem_run_advance(shader.run, UINT64_MAX, &hooks);
        gcnmem_report_run(shader.run, shader.listing, listing, GCNMEM_STYLE_TEXT, write_report, o.report);
        CHECK((strstr(o.report, "reads beyond the end of the file of --arg 0 are unknown") != NULL) == is_beyond, "%s",
              o.report);
        CHECK((o.status == GCNMEM_STATUS_COMPUTED) == (turn == 0), "status %d", (int)o.status);
        CHECK(turn != 0 || o.last.address[0] == 0x01010101, "what the file holds: %" PRIx64, o.last.address[0]);
    }
}

/* Two dwords that one instruction reads as a pointer are one number to give; two that are counts are two. */
static void test_R63_two_dwords_loaded_as_a_pointer_have_one_flag(void) {
    static const char* const rows[][3] = {
        {"global_load_dword v4, v0, s[0:1]", "--const 36=0x", "--const 40"},
        {"s_mul_i32 s0, s0, s1\n\tv_add_u32 v0, s0, v0\n\tglobal_load_dword v4, v0, s[6:7]", "--const 40=", "=0x"},
    };
    for (uint32_t i = 0; i < 2; ++i) {
        char text[256];
        snprintf(text, sizeof text, "s_load_dwordx2 s[0:1], s[4:5], 0x24\n\ts_waitcnt lgkmcnt(0)\n\t%s\n\ts_endpgm\n",
                 rows[i][0]);
        outcome o = run_on(GCNMEM_DEVICE_VEGA_64, text, "reg", "s[4:5]=0", "reg", "v0=local.x");
        CHECK(strstr(o.report, rows[i][1]) != NULL && strstr(o.report, rows[i][2]) == NULL, "%s: %s", rows[i][0],
              o.report);
    }
}

/* What an instruction does with its operands does not rest on what stands around them. */
static void test_R62_operands_are_read_in_every_dialect(void) {
    static const struct {
        const char *begin, *format, *end;
    } dialects[] = {
        {"", "\t%s %s\n", ""},
        {"shader main\n  asic(VI)\n", "  %-20s %-40s // 000000000100: D1FF0001 04020000\n", "end\n"},
        {".text\n", "/*c0020002 00000010*/ %-16s %s\n", ""},
        {"disasm:\n", "\t%s %s ; c0020002 00000010\n", ""},
        {"Legend:\n    VGPRs total: 256\nMaximum # VGPR used 4\n", "    1 |   2 | ::^^ | %s %s\n", ""},
        {"Address, Opcode, Operands, Functional Unit, Cycles, Binary Encoding\n",
         "0x000000,%s,\"%s\",Vector Memory,Varies,DC548010 027F0000,\n", ""},
        {"Address,Source Line Number,Opcode,Operands\n", "0x000000,12,%s,\"%s\"\n", ""},
    };
    static const char* const code[][2] = {{"s_mov_b64", "s[0:1], 0x1000"},
                                          {"s_mov_b64", "s[2:3], -1"},
                                          {"v_lshlrev_b32", "v1, 3, v0"},
                                          {"buffer_load_dword", "v2, v1, s[0:3], 0 offen offset:24"},
                                          {"s_endpgm", ""}};
    for (size_t i = 0; i < sizeof dialects / sizeof dialects[0]; ++i) {
        char listing[1024];
        size_t bytes = (size_t)snprintf(listing, sizeof listing, "%s", dialects[i].begin);
        for (size_t row = 0; row < sizeof code / sizeof code[0]; ++row) {
            bytes += (size_t)snprintf(listing + bytes, sizeof listing - bytes, dialects[i].format, code[row][0],
                                      code[row][1]);
        }
        snprintf(listing + bytes, sizeof listing - bytes, "%s", dialects[i].end);
        outcome o = run_text(listing, "reg", "v0=local.x", NULL, NULL);
        CHECK_U64(GCNMEM_STATUS_COMPUTED, o.status, "%s", listing);
        CHECK_U64(8 * 63, o.first.address[63] - o.first.address[0], "%s", listing);
        CHECK_U64(0x1000 + 24, o.first.address[0], "%s", listing);
        CHECK(strstr(o.report, " v2, v1, s[0:3], 0 offen offset:24\n") != NULL, "%s: %s", listing, o.report);
    }
}

static void test_R10_coordinates_are_listed_in_rows_of_csv(void) {
    outcome o = run_on(GCNMEM_DEVICE_RX_6900_XT,
                       "Address,Opcode,Operands\n0x0,v_mov_b32,\"v1, 3\"\n0x4,v_mov_b32,\"v2, 2\"\n"
                       "0x8,image_load,\"v20, [v2, v1], s[0:7] dmask:0x1 dim:SQ_RSRC_IMG_2D\"\n0x10,s_endpgm,\"\"\n",
                       "image", "*=16x16:r32f", NULL, NULL);
    CHECK_U64(GCNMEM_STATUS_COMPUTED, o.status, "%s", o.report);
    CHECK_U64(184, o.last.address[0] & 255, "the texel at 2, 3");
}

/* A walk through memory that nobody knows: wherever it leads, each step waits for the last one. */
static void test_R63_a_chase_of_scalars_is_a_default(void) {
    outcome o = run_text("s_load_dword s0, s[4:5], 0x0\n\ts_waitcnt lgkmcnt(0)\n\ts_lshl_b32 s0, s0, 2\n"
                         "\ts_load_dword s1, s[4:5], s0\n\ts_endpgm\n",
                         "reg", "s[4:5]=0x1000", NULL, NULL);
    CHECK_U64(GCNMEM_STATUS_DEFAULT, o.status, "the second load");
    CHECK_U64(GCNMEM_LIMITER_SCALAR_LATENCY, o.limited_by, "R82: no address changes that");
}

/* What depends on one thing that nobody knows stands in one row, and in the first lines. */
static void test_R82_needs_are_told_by_their_root(void) {
    static const struct {
        const char* text;
        const char* row;
    } rows[] = {
        {"s_swappc_b64 s[30:31], s[4:5]\n\tglobal_load_dword v0, v1, s[0:1]\n\tglobal_load_dwordx2 v[2:3], v1, "
         "s[0:1]\n\tglobal_store_dword v1, v0, s[0:1]\n\ts_endpgm\n",
         "    100 % of the bytes, 3 accesses depend on line 1: a call into code that is not in the text, or"},
        {"v_mov_b32 v1, v0\n\tv_mov_b32 v2, v0\n",
         "    waves that run off the end behind line 2, without s_endpgm: 2 of 2\n"},
        {"global_load_dword v4, v1, s[0:1]\n\ts_waitcnt vmcnt(0)\n\tv_lshlrev_b32 v4, 2, v4\n"
         "\tglobal_load_dword v5, v4, s[0:1]\n\tglobal_load_dwordx2 v[6:7], v4, s[0:1]\n\tglobal_load_dwordx2 v[8:9], "
         "v4, s[0:1] offset:8\n\ts_endpgm\n",
         "    --mem '#3=stride(4)' --mem 'global_load_dwordx2=stride(8)'"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        outcome o = run_text(rows[i].text, NULL, NULL, NULL, NULL);
        const char* row = strstr(o.report, rows[i].row);
        CHECK(row != NULL && row < strstr(o.report, " clocks, "), "%s", o.report);
        CHECK(strstr(o.report, "  NO VERDICT  ") != NULL && strstr(o.report, "limited by") == NULL, "%s", o.report);
        CHECK_U64(GCNMEM_LIMITER_UNKNOWN, o.limited_by, "%s", rows[i].text);
    }
}

/* What many kinds of access rest on is told by as many settings as a row takes, and counts the others. */
static void test_R82_a_row_of_settings_ends(void) {
    static const char* const operations[] = {"add", "sub", "smin", "umin", "smax", "umax",
                                             "and", "or",  "xor",  "inc",  "dec",  "swap"};
    static const char* const forms[] = {"global_atomic_%s v4, v1, s[0:1]\n",
                                        "global_atomic_%s_x2 v4, v[2:3], s[0:1]\n",
                                        "buffer_atomic_%s v1, v4, s[8:11], 0 offen\n",
                                        "buffer_atomic_%s_x2 v[2:3], v4, s[8:11], 0 offen\n",
                                        "flat_atomic_%s v[4:5], v1\n",
                                        "flat_atomic_%s_x2 v[4:5], v[2:3]\n"};
    char text[8192] = "\tglobal_load_dwordx2 v[4:5], v1, s[0:1]\n\ts_waitcnt vmcnt(0)\n";
    for (size_t k = 0; k < 6 * 12; ++k) {
        snprintf(text + strlen(text), sizeof text - strlen(text), forms[k / 12], operations[k % 12]);
    }
    strcat(text, "\ts_endpgm\n");
    outcome o = run_text(text, NULL, NULL, NULL, NULL);
    uint32_t count = 0;
    for (const char* at = strstr(o.report, "--mem '#"); at != NULL; at = strstr(at + 1, "--mem '#")) {
        ++count;
    }
    CHECK(count > 8 && count < 72 && strstr(o.report, ", 72 instructions: a value loaded") != NULL, "%" PRIu32 " in %s",
          count, o.report);
}

/* What flags change stands beside them: the trips that an assumed argument stands for, whatever the loop is like. */
static void test_R82_flags_tell_how_often_loops_then_run(void) {
    static const struct {
        const char* loop;
        const char* trips;
    } rows[] = {
        {"s_sub_u32 s4, s4, 1\n\ts_cmp_lg_u32 s4, 0\n\ts_cbranch_scc1 x\n", "128 times"},
        {"s_add_u32 s5, s5, 4\n\ts_cmp_lt_u32 s5, s4\n\ts_cbranch_scc1 x\n", "32 times"},
        {"s_lshr_b32 s4, s4, 1\n\ts_cmp_eq_u32 s4, 0\n\ts_cbranch_scc0 x\n", "8 times"},
        {"v_add_u32 v1, vcc, 16, v1\n\tv_cmp_gt_u32 vcc, s4, v1\n\ts_cbranch_vccnz x\n", "8 times"},
        {"s_cmp_ge_u32 s5, s4\n\ts_cbranch_scc1 y\n\ts_add_u32 s5, s5, 2\n\ts_branch x\ny:\n", "65 times"},
        {"s_mul_i32 s4, s4, 2\n\ts_cmp_lg_u32 s4, s5\n\ts_cbranch_scc1 x\n", "25 times"}, /* until it wraps */
        {"s_or_b32 s4, s4, 1\n\ts_cmp_lg_u32 s4, s5\n\ts_cbranch_scc1 x\n", "as often as that says"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        char text[2048];
        char reason[96];
        snprintf(text, sizeof text,
                 "k:\n\ts_load_dword s4, s[0:1], 0x0\n\ts_mov_b32 s5, 0\n\tv_mov_b32 v1, 0\n\ts_waitcnt lgkmcnt(0)\n"
                 "x:\n\tv_rcp_f32 v2, v2\n\t%s\ts_endpgm\n\t.amdhsa_kernel k\n"
                 "\t\t.amdhsa_user_sgpr_kernarg_segment_ptr 1\n\t.end_amdhsa_kernel\n\t.amdgpu_metadata\n---\n"
                 "amdhsa.kernels:\n  - .args:\n      - .offset: 0\n        .size: 4\n        .value_kind: by_value\n"
                 "    .name: k\n...\n\t.end_amdgpu_metadata\n",
                 rows[i].loop);
        snprintf(reason, sizeof reason, "the loop of line 7 then runs %s; now it ran once: argument 0", rows[i].trips);
        outcome o = run_text(text, NULL, NULL, NULL, NULL);
        CHECK(strstr(o.report, reason) != NULL, "%s in %s", reason, o.report);
    }
}

/* What would be asked for when the first flags are given is asked for with them. */
static void test_R82_needs_are_told_in_one_round(void) {
    static const struct {
        const char* text;
        const char* flags[4];
    } rows[] = {
        {"buffer_load_dword v1, v0, s[12:15], 0 idxen\n\ts_endpgm\n", {"--mem '#0=stride(4)' "}},
        {"s_load_dwordx4 s[8:11], s[0:1], 0x0\n\ts_waitcnt lgkmcnt(0)\n\tbuffer_load_dwordx2 v[1:2], v0, s[8:11], 0 "
         "idxen\n\ts_endpgm\n",
         {"--mem '#2=stride(8)' ", "--reg 's[0:1]=0' "}},
        {"v_cvt_f32_u32 v3, v0\n\tv_cvt_f32_u32 v4, s6\n\timage_sample v[5:8], v[3:4], s[8:15], s[16:19] dmask:0xf\n"
         "\ts_endpgm\n",
         {"--image 2=1920x1080 ", "--reg v0=", "--reg s6="}},
        {"s_mov_b64 s[8:9], 0x1000\n\ts_mov_b64 s[10:11], -1\n\tbuffer_load_dword v1, v0, s[8:11], 0 idxen\n"
         "\ts_endpgm\n",
         {"--reg v0=local.x "}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        outcome o = run_text(rows[i].text, NULL, NULL, NULL, NULL);
        for (size_t k = 0; k < 4 && rows[i].flags[k] != NULL; ++k) {
            CHECK(strstr(o.report, rows[i].flags[k]) != NULL, "%s in %s", rows[i].flags[k], o.report);
        }
        CHECK((strstr(o.report, "--mem") != NULL) == (strstr(rows[i].flags[0], "--mem") != NULL), "%s", o.report);
    }
}

/* All at once, not one after another as each is given: ids and pointers by how they are used. */
static void test_R63_all_registers_that_decide_are_needs(void) {
    static const char text[] = "s_load_dword s0, s[4:5], 0x0\n\tv_lshlrev_b32 v3, 6, s6\n\tv_lshlrev_b32 v4, 3, s7\n"
                               "\tv_add_u32 v3, vcc, v3, v0\n\tv_add_u32 v4, vcc, v4, v1\n\ts_waitcnt lgkmcnt(0)\n"
                               "\tv_mul_lo_u32 v4, v4, s0\n\tv_add_u32 v3, vcc, v3, v4\n\tv_lshlrev_b32 v3, 2, v3\n"
                               "\tbuffer_store_dword v9, v3, s[8:11], 0 offen\n\ts_endpgm\n";
    static const char* const flags[] = {"'s[4:5]=0'", "s6=group.x", "s7=group.y", "v0=local.x", "v1=local.y"};
    outcome o = run_text(text, NULL, NULL, NULL, NULL);
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; ++i) {
        char flag[64];
        snprintf(flag, sizeof flag, "    --reg %s ", flags[i]);
        const char* first = strstr(o.report, flag);
        CHECK(first != NULL && strstr(first + 1, flag) == NULL, "%s once in %s", flag, o.report);
    }
    CHECK(strstr(o.report, "--reg v9") == NULL, "data decide nothing: %s", o.report);
    CHECK(strstr(o.report, "--reg s10") == NULL, "part of a descriptor: %s", o.report);
}

/* Each flag of the report's block stands in it once. */
static void check_flags(const char* report, const char* const* flags, size_t count) {
    size_t rows = 0;
    for (const char* at = strstr(report, "\n    --"); at != NULL; at = strstr(at + 1, "\n    --")) {
        rows += strncmp(at + 5, "--group", 7) != 0 && strncmp(at + 5, "--vgprs", 7) != 0;
    }
    for (size_t i = 0; i < count; ++i) {
        char flag[64];
        snprintf(flag, sizeof flag, "    %s ", flags[i]);
        const char* first = strstr(report, flag);
        CHECK(first != NULL && strstr(first + 1, flag) == NULL, "%s once in %s", flag, report);
    }
    CHECK_U64(count, rows, "rows of %s", report);
}

/* x[col[ptr[i]]] for lanes below n; those that the loaded value turns on read through x once more. */
#define GATHER \
    "k:\n\ts_load_dwordx4 s[4:7], s[0:1], 0x0\n\ts_load_dwordx2 s[8:9], s[0:1], 0x10\n" \
    "\ts_load_dword s10, s[0:1], 0x18\n\tv_lshlrev_b32 v1, 2, v0\n\ts_waitcnt lgkmcnt(0)\n" \
    "\tv_cmp_gt_u32 vcc, s10, v0\n\ts_and_saveexec_b64 s[2:3], vcc\n\ts_cbranch_execz E\n" \
    "\tglobal_load_dword v2, v1, s[4:5]\n\ts_waitcnt vmcnt(0)\n\tv_lshlrev_b32 v3, 2, v2\n" \
    "\tglobal_load_dword v4, v3, s[6:7]\n\ts_waitcnt vmcnt(0)\n\tv_lshlrev_b32 v4, 2, v4\n" \
    "\tglobal_load_dword v5, v4, s[8:9]\n\tv_cmp_lt_u32 vcc, 7, v2\n\ts_and_saveexec_b64 s[2:3], vcc\n" \
    "\tglobal_load_dword v5, v1, s[8:9]\nE:\n\ts_endpgm\n" \
    "\t.amdhsa_kernel k\n\t\t.amdhsa_user_sgpr_kernarg_segment_ptr 1\n\t.end_amdhsa_kernel\n" \
    "\t.amdgpu_metadata\n---\namdhsa.kernels:\n  - .args:\n" \
    "      - .name: ptr\n        .offset: 0\n        .size: 8\n        .value_kind: global_buffer\n" \
    "      - .name: col\n        .offset: 8\n        .size: 8\n        .value_kind: global_buffer\n" \
    "      - .name: x\n        .offset: 16\n        .size: 8\n        .value_kind: global_buffer\n" \
    "      - .name: n\n        .offset: 24\n        .size: 4\n        .value_kind: by_value\n" \
    "    .name: k\n...\n\t.end_amdgpu_metadata\n"

/* A load at default addresses knows the pointer it reads through; all that rests on one flag shares a row. */
static void test_R63_flags_can_be_pasted_together(void) {
    static const char* const flags[] = {"--arg 0=data:i", "--arg 1=data:i", "--arg 3=128"};
    outcome o = run_on(GCNMEM_DEVICE_VEGA_64, GATHER, NULL, NULL, NULL, NULL);
    check_flags(o.report, flags, 3);
    o = run_on(GCNMEM_DEVICE_VEGA_64, GATHER, "arg", "n=100", NULL, NULL);
    check_flags(o.report, flags, 2);
}

/* By its name and by its number. */
static void test_R63_an_argument_is_given_once(void) {
    outcome o = run_on(GCNMEM_DEVICE_VEGA_64, GATHER, "arg", "n=100", "arg", "3=4");
    CHECK_TEXT("gives argument {value} a second time", o.issue.rule, "n=100, 3=4");
    CHECK_U64(4, o.issue.setting, "the later one");
}

/* A vector of floats is given whole. */
static void test_R63_as_many_floats_as_there_are(void) {
    static const struct {
        const char* value;
        int is_good;
    } rows[] = {{"0=f:1", 0}, {"0=2f:1,2", 0}, {"0=3f:1,2,3", 1}, {"0=4f:1,2,3,4", 1}, {"0=5f:1,2,3,4,5", 0}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        outcome o = run_text("k:\n\ts_endpgm\n"
                             "\t.amdhsa_kernel k\n\t\t.amdhsa_user_sgpr_kernarg_segment_ptr 1\n\t.end_amdhsa_kernel\n"
                             "\t.amdgpu_metadata\n---\namdhsa.kernels:\n  - .args:\n      - .offset: 0\n"
                             "        .size: 16\n        .type_name: float4\n        .value_kind: by_value\n"
                             "    .name: k\n...\n\t.end_amdgpu_metadata\n",
                             "arg", rows[i].value, NULL, NULL);
        CHECK_U64(rows[i].is_good, o.result == GCNMEM_OK, "%s", rows[i].value);
    }
}

/* A structure whose first member is given is not known whole: the others are guesses, and the need names all. */
static void test_R63_members_of_a_structure_are_given_one_by_one(void) {
    static const char text[] =
        "k:\n\ts_load_dwordx4 s[4:7], s[0:1], 0x0\n\ts_waitcnt lgkmcnt(0)\n\tv_mul_lo_u32 v1, v0, s6\n"
        "\tv_lshl_add_u32 v1, s4, 3, v1\n\tds_write_b8 v1, v0\n\ts_endpgm\n"
        "\t.amdhsa_kernel k\n\t\t.amdhsa_user_sgpr_kernarg_segment_ptr 1\n\t.end_amdhsa_kernel\n"
        "\t.amdgpu_metadata\n---\namdhsa.kernels:\n  - .args:\n      - .offset: 0\n"
        "        .size: 16\n        .value_kind: by_value\n    .name: k\n...\n\t.end_amdgpu_metadata\n";
    static const struct {
        const char* value;
        int is_computed;
    } rows[] = {{NULL, 0}, {"0=4", 0}, {"0=2i:4,5", 0}, {"0=3i:4,5,6", 1}, {"0=4i:4,5,-6,7", 1}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        outcome o =
            run_on(GCNMEM_DEVICE_VEGA_64, text, rows[i].value != NULL ? "arg" : NULL, rows[i].value, NULL, NULL);
        CHECK_U64(GCNMEM_OK, o.result, "%s", rows[i].value);
        CHECK((strstr(o.report, "--arg '0=4i:") != NULL) != rows[i].is_computed, "%s: %s", rows[i].value, o.report);
    }
}

/* What decides a loop's count is asked for, not the count, which would hold against it. */
static void test_R63_a_count_is_asked_for_by_what_decides_it(void) {
    static const char* const argument[] = {"--arg 0=128"};
    static const char* const contents[] = {"--arg 0=data:i"};
    static const char text[] = "k:\n\ts_load_dword%s, s[0:1], 0x0\n\ts_waitcnt lgkmcnt(0)\n%sL:\n"
                               "\tbuffer_load_dword v1, off, s[4:7], 0\n\ts_sub_u32 s2, s2, 1\n"
                               "\ts_cmp_lg_u32 s2, 0\n\ts_cbranch_scc1 L\n\ts_endpgm\n"
                               "\t.amdhsa_kernel k\n\t\t.amdhsa_user_sgpr_kernarg_segment_ptr 1\n\t.end_amdhsa_kernel\n"
                               "\t.amdgpu_metadata\n---\namdhsa.kernels:\n  - .args:\n"
                               "      - .offset: 0\n        .size: %u\n        .value_kind: %s\n"
                               "    .name: k\n...\n\t.end_amdgpu_metadata\n";
    char listing[2048];
    outcome o;
    snprintf(listing, sizeof listing, text, " s2", "", 4u, "by_value");
    o = run_text(listing, NULL, NULL, NULL, NULL);
    check_flags(o.report, argument, 1);
    snprintf(listing, sizeof listing, text, "x2 s[2:3]", "\ts_load_dword s2, s[2:3], 0x0\n", 8u, "global_buffer");
    o = run_text(listing, NULL, NULL, NULL, NULL);
    check_flags(o.report, contents, 1);
    snprintf(listing, sizeof listing, text, " s2", "\ts_getreg_b32 s2, hwreg(HW_REG_HW_ID)\n", 4u, "by_value");
    o = run_text(listing, NULL, NULL, NULL, NULL);
    CHECK(strstr(o.report, "--trip '#3=1'") != NULL, "%s", o.report);
}

/* Those of a descriptor are asked for at once, and so are guesses that an instruction's reason does not name. */
static void test_R63_all_registers_of_an_instruction_are_needs(void) {
    static const char* const pairs[] = {"--reg 's[4:5]=0' --reg 's[6:7]=0xffffffff'"};
    static const char* const ids[] = {"--reg s2=128", "--reg s3=group.x", "--reg s4=128"};
    outcome o = run_text("buffer_load_dword v1, off, s[4:7], 0\n\ts_endpgm\n", NULL, NULL, NULL, NULL);
    check_flags(o.report, pairs, 1);
    o = run_text(RADV_HEAD "## representation: ACO IR\n"
                           "\t s2: %1:s[0-1],  s1: %2:s[2],  s1: %3:s[3],  s1: %4:s[4],  v3: %5:v[0-2] = p_startpgm\n"
                           "## representation: Assembly\nBB0:\n\ts_load_dwordx4 s[8:11], s[0:1], 0x0\n"
                           "\ts_lshl_b32 s3, s3, 6\n\tv_add_u32 v2, vcc, s3, v0\n\ts_mul_i32 s4, s4, 64\n"
                           "\ts_mul_i32 s4, s4, s2\n\tv_add_u32 v2, vcc, s4, v2\n\tv_lshlrev_b32 v2, 2, v2\n"
                           "\ts_waitcnt lgkmcnt(0)\n\tbuffer_load_dword v1, v2, s[8:11], 0 offen\n\ts_endpgm\n",
                 NULL, NULL, NULL, NULL);
    check_flags(o.report, ids, 3);
}

/* Of a pair, the half that nobody knows: a flag would take the group's id away. */
static void test_R63_registers_that_are_known_are_no_need(void) {
    static const char text[] = "k:\n\ts_load_dwordx2 s[2:3], s[0:1], 0x0\n\ts_lshr_b64 s[6:7], s[6:7], 2\n"
                               "\tv_mov_b32 v1, s6\n\ts_waitcnt lgkmcnt(0)\n\tglobal_load_dword v2, v1, s[2:3]\n"
                               "\ts_endpgm\n\t.amdhsa_kernel k\n\t\t.amdhsa_user_sgpr_kernarg_segment_ptr 1\n"
                               "\t\t.amdhsa_user_sgpr_count %u\n\t.end_amdhsa_kernel\n";
    static const struct {
        uint32_t user;
        const char* flag;
    } rows[] = {{6, "--reg s7=0"}, {7, "--reg s6=0"}, {8, "--reg 's[6:7]=0'"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        char listing[1024];
        snprintf(listing, sizeof listing, text, (unsigned)rows[i].user);
        outcome o = run_text(listing, NULL, NULL, NULL, NULL);
        CHECK(strstr(o.report, rows[i].flag) != NULL, "%s in %s", rows[i].flag, o.report);
        CHECK((strstr(o.report, "s[6:7]=") != NULL) == (rows[i].user == 8), "%s", o.report);
    }
}

/* What lanes that come back hold is read of the register by the text alone: where no address, way or lane was in doubt,
   nothing rests on it, nor on what memory holds. */
static void test_R63_what_nothing_rests_on_is_no_need(void) {
    static const char text[] = "k:\n\ts_load_dwordx2 s[2:3], s[0:1], 0x0\n\tv_lshlrev_b32 v1, 2, v0\n"
                               "\ts_waitcnt lgkmcnt(0)\n\tglobal_load_dword v5, v1, s[2:3]\n\ts_waitcnt vmcnt(0)\n"
                               "\tv_add_f32 v6, v5, v5\n\tv_mov_b32 v5, 0\n\tv_cmp_gt_u32 vcc, 5, v0\n"
                               "\ts_or_b64 s[12:13], s[12:13], exec\n\ts_and_saveexec_b64 s[10:11], vcc\n"
                               "\tv_mov_b32 v7, 0\n\ts_or_b64 exec, exec, s[10:11]\n"
                               "\ts_and_saveexec_b64 s[10:11], s[12:13]\n\tglobal_store_dword v%u, v6, s[2:3]\n"
                               "\ts_endpgm\n\t.amdhsa_kernel k\n\t\t.amdhsa_user_sgpr_kernarg_segment_ptr 1\n"
                               "\t.end_amdhsa_kernel\n\t.amdgpu_metadata\n---\namdhsa.kernels:\n  - .args:\n"
                               "      - .offset: 0\n        .size: 8\n        .value_kind: global_buffer\n"
                               "    .name: k\n...\n\t.end_amdgpu_metadata\n";
    char listing[1024];
    snprintf(listing, sizeof listing, text, 5u);
    outcome o = run_on(GCNMEM_DEVICE_VEGA_64, listing, NULL, NULL, NULL, NULL);
    CHECK_U64(GCNMEM_STATUS_COMPUTED, o.status, "%s", o.report);
    CHECK(strstr(o.report, "--reg") == NULL && strstr(o.report, "--arg") == NULL, "%s", o.report);
    snprintf(listing, sizeof listing, text, 7u); /* which other lanes do not write */
    o = run_on(GCNMEM_DEVICE_VEGA_64, listing, NULL, NULL, NULL, NULL);
    CHECK(o.status > GCNMEM_STATUS_COMPUTED, "%s", o.report);
    CHECK(strstr(o.report, "v7=") != NULL, "%s", o.report);
}

/* What lanes may hold follows from the instruction that reads it first, so that the flag spreads them as they were. */
static void test_R63_registers_of_lanes_are_asked_for_by_their_use(void) {
    static const struct {
        const char* code;
        const char* flag;
    } rows[] = {
        {"global_load_dwordx4 v[10:13], v[4:5], off", "--reg 'v[4:5]=stride(16)'"},
        {"global_load_dword v14, v6, s[4:5]", "--reg 'v6=stride(4)'"},
        {"global_load_dword v14, v0, s[4:5]", "--reg v0=local.x"},
        {"ds_read_b64 v[16:17], v7", "--reg 'v7=lane*8'"},
        {"buffer_load_dwordx2 v[20:21], v8, s[12:15], 0 offen", "--reg 'v8=stride(8)'"},
        {"buffer_load_format_x v22, v9, s[12:15], 0 idxen", "--reg v9=lane"},
        {"v_lshlrev_b32 v30, 2, v28\n\tglobal_load_dword v14, v30, s[4:5]", "--reg v28=lane"},
        {"v_cvt_f32_u32 v30, v28\n\tv_cvt_u32_f32 v30, v30\n\tglobal_load_dword v14, v30, s[4:5]", "--reg v28=lane"},
        {"v_mul_f32 v26, 2.0, v27\n\tv_cvt_i32_f32 v26, v26\n\tglobal_load_dword v14, v26, s[4:5]", "--reg v27=0"},
        {"image_load v[31:34], v[24:25], s[16:23] dmask:0xf unorm", "--reg 'v24=wave%32*8+lane%8'"},
        {"image_load v[24:27], v[24:25], s[16:23] dmask:0xf unorm", "--reg 'v25=wave/32*8+lane/8'"},
        {"image_store v[31:34], v[24:25], s[16:23] dmask:0xf unorm", "--reg 'v25=wave/32*8+lane/8'"},
        {"image_load v[31:34], v[24:27], s[16:23] dmask:0xf unorm da", "--reg v26=0"},
        {"image_sample v[31:34], v[24:25], s[16:23], s[4:7] dmask:0xf", "--reg v25=pixel.v"},
        {"image_sample v[31:34], v[24:25], s[16:23], s[4:7] dmask:0xf unorm", "--reg v25=pixel.y"},
        {"image_sample v[31:34], v[24:25], s[16:23], s[4:7] dmask:0xf nounorm", "--reg v25=pixel.v"},
        {"image_sample_c v[31:34], v[24:27], s[16:23], s[4:7] dmask:0xf", "--reg v25=pixel.u"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        char text[256];
        outcome o;
        snprintf(text, sizeof text, "%s\n\ts_endpgm\n", rows[i].code);
        o = run_on(GCNMEM_DEVICE_VEGA_64, text, strstr(text, "image") != NULL ? "image" : NULL, "*=256x256", NULL,
                   NULL);
        CHECK(strstr(o.report, rows[i].flag) != NULL, "%s of %s in %s", rows[i].flag, rows[i].code, o.report);
    }
}

/* Before RDNA disassembly names one register of an image's coordinates: those behind it are asked for, and given. */
static void test_R63_coordinates_that_the_text_does_not_name(void) {
    static const char text[] = "image_load v8, v4, s[0:7] dmask:0x1 unorm\n\ts_endpgm\n";
    outcome o = run_on(GCNMEM_DEVICE_VEGA_64, text, "image", "*=256x256", "reg", "v4=lane");
    CHECK(strstr(o.report, "v5=") != NULL, "%s", o.report);
    static char memory[1 << 24];
    const gcnmem_setting settings[] = {
        {"groups", "2"}, {"cus", "1"}, {"image", "*=256x256"}, {"reg", "v4=lane"}, {"reg", "v5=0"}};
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_VEGA_64);
    gcnmem_shader shader;
    CHECK_U64(GCNMEM_OK,
              gcnmem_shader_init(memory, sizeof memory, &desc, text, strlen(text), settings, 5, &shader, NULL), "%s",
              text);
}

static void test_R63_registers_that_nobody_reads(void) {
    outcome o = run_text(BY_CONSTANT, "reg", "s9=1", NULL, NULL);
    CHECK_TEXT("names a register that the code does not read before it writes it", o.issue.rule, "s9");
    o = run_text(BY_CONSTANT, "reg", "v1=lane", NULL, NULL);
    CHECK_TEXT("names a register that the code does not read before it writes it", o.issue.rule, "v1");
    o = run_text(BY_CONSTANT, "reg", "v0=vertex", "const", "16=4");
    CHECK_U64(256, o.last.address[0] - o.first.address[0], "vertices count through the groups");
}

/* Of one place an instruction's lanes spread otherwise each time: what is remembered of others is not theirs. */
static void test_R63_each_vector_touches_its_own_lines(void) {
    enum { TRIPS = 200, STEP = 4 };
    job j = job_new(GCNMEM_DEVICE_VEGA_64, "\ts_mov_b32 s2, 0\nL:\n\tv_mul_lo_u32 v1, v0, s2\n"
                                           "\tglobal_load_dword v2, v1, s[4:5]\n\ts_add_u32 s2, s2, 4\n"
                                           "\ts_cmp_lt_u32 s2, 800\n\ts_cbranch_scc1 L\n\ts_endpgm\n");
    static const gcnmem_run_value regs[] = {{"s[4:5]", 6, "0x100000", 8, 0}, {"v0", 2, "lane", 4, 0}};
    uint64_t lines = 0;
    uint64_t clocks = 0;
    gcnmem_access access = gcnmem_access_for(&gcnmem_listing_opcode(j.listing, job_insn(&j, 2)->opcode)->op);
    for (uint64_t trip = 0; trip < TRIPS; ++trip) {
        for (uint64_t lane = 0; lane < GCNMEM_LANES; ++lane) {
            access.address[lane] = 0x100000 + lane * STEP * trip;
        }
        const gcnmem_cost cost = gcnmem_cost_wave(&j.desc, &access);
        lines += cost.l1_lines;
        clocks += cost.clocks;
    }
    j.options.regs = regs;
    j.options.reg_count = 2;
    j.options.groups = 1;
    j.options.group_lanes = 64;
    j.options.cu_count = 1;
    job_run(&j);
    const gcnmem_run_insn_stats stats = gcnmem_run_insn_of(j.run, 2);
    CHECK_U64(TRIPS, stats.issued, "loads");
    CHECK_U64(lines, stats.lines, "of all of them");
    CHECK_U64(clocks, stats.unit_clocks, "of all of them");
    job_end(&j);
}

/* Gathers of a whole machine: each wave of 1152 has five vectors of its own when it waits. */
static void test_R63_vectors_of_a_whole_machine(void) {
    static const char text[] = "\ts_lshl_b32 s20, s4, 6\n\tv_add_u32 v1, s20, v0\n"
                               "\tv_mul_lo_u32 v2, v1, v1\n\tv_mov_b32 v3, 0\n"
                               "\tv_mul_lo_u32 v4, v2, v1\n\tv_mov_b32 v5, 0\n"
                               "\tv_mul_lo_u32 v6, v4, v1\n\tv_mov_b32 v7, 0\n"
                               "\tv_mul_lo_u32 v8, v6, v1\n\tv_mov_b32 v9, 0\n"
                               "\tv_mul_lo_u32 v10, v8, v1\n\tv_mov_b32 v11, 0\n"
                               "\tv_and_b32 v2, 0xfffc, v2\n"
                               "\tv_and_b32 v4, 0xfffc, v4\n"
                               "\tv_and_b32 v6, 0xfffc, v6\n"
                               "\tv_and_b32 v8, 0xfffc, v8\n"
                               "\tv_and_b32 v10, 0xfffc, v10\n"
                               "\tglobal_load_dword v12, v[10:11], off\n\ts_waitcnt vmcnt(0)\n"
                               "\tglobal_load_dword v13, v[2:3], off\n"
                               "\tglobal_load_dword v14, v[4:5], off\n"
                               "\tglobal_load_dword v15, v[6:7], off\n"
                               "\tglobal_load_dword v16, v[8:9], off\n"
                               "\ts_endpgm\n";
    const gcnmem_setting settings[] = {
        {"groups", "1152"}, {"group", "64"}, {"reg", "s4=group.x"}, {"reg", "v0=local.x"}};
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_VEGA_64);
    size_t bytes = (size_t)1 << 26;
    void* memory = malloc(bytes);
    gcnmem_shader shader;
    gcnmem_issue issue;
    gcnmem_result result =
        gcnmem_shader_init(memory, bytes, &desc, text, sizeof text - 1, settings, 4, &shader, &issue);
    CHECK(result == GCNMEM_OK, "%s %s", issue.field, issue.rule);
    if (result == GCNMEM_OK) {
        gcnmem_run_advance(shader.run, UINT64_MAX, NULL);
        gcnmem_run_result r = gcnmem_run_result_of(shader.run);
        CHECK_U64(5, r.addresses[GCNMEM_STATUS_COMPUTED], "all five loads");
        CHECK_U64((uint64_t)5 * 1152 * 64 * 4, r.bytes_requested, "all lanes");
    }
    free(memory);
}

static void append_reason(void* user_data, const gcnmem_run_need* need) {
    write_report(user_data, need->reason, strlen(need->reason));
}

/* Where there are more different vectors than are kept, one like it stands in, and what rests on it says so. */
static void test_R82_more_vectors_than_are_kept_are_told(void) {
    static char text[4096];
    size_t bytes = (size_t)snprintf(text, sizeof text, "\ts_lshl_b32 s20, s4, 6\n\tv_add_u32 v1, s20, v0\n");
    for (unsigned k = 2; k < 24; ++k) { /* powers, all of them held until they are put together */
        bytes += (size_t)snprintf(text + bytes, sizeof text - bytes, "\tv_mul_lo_u32 v%u, v%u, v1\n", k, k - 1);
    }
    for (unsigned k = 2; k < 24; ++k) {
        bytes += (size_t)snprintf(text + bytes, sizeof text - bytes, "\tv_xor_b32 v1, v1, v%u\n", k);
    }
    snprintf(text + bytes, sizeof text - bytes,
             "\tv_and_b32 v1, 0xfc, v1\n\tglobal_load_dword v2, v1, s[8:9]\n\ts_endpgm\n");
    static const char* const groups[] = {"16", "2560"};
    for (int is_many = 0; is_many < 2; ++is_many) {
        const gcnmem_setting settings[] = {{"groups", groups[is_many]},
                                           {"group", "64"},
                                           {"reg", "s4=group.x"},
                                           {"reg", "v0=local.x"},
                                           {"reg", "s[8:9]=0"}};
        gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_VEGA_64);
        char reasons[REPORT_BYTES] = "";
        void* memory = job_memory((size_t)1 << 26);
        gcnmem_shader shader;
        CHECK(gcnmem_shader_init(memory, (size_t)1 << 26, &desc, text, strlen(text), settings, 5, &shader, NULL) ==
                  GCNMEM_OK,
              "%s", text);
        gcnmem_run_advance(shader.run, UINT64_MAX, NULL);
        gcnmem_run_needs(shader.run, shader.listing, text, append_reason, reasons);
        CHECK_U64(is_many, strstr(reasons, "more different patterns of lanes than are kept") != NULL, "%s groups: %s",
                  groups[is_many], reasons);
        free(memory);
    }
}

/* ---- images ---- */

#define BY_TEXEL(op) \
    RADV_HEAD "BB0:\n\tv_and_b32 v2, 7, v0\n\tv_lshrrev_b32 v3, 3, v0\n\t" op ", s[0:7] dmask:0xf unorm\n\ts_endpgm\n"

static void test_R10_images_of_a_run_are_tiled(void) {
    outcome o = run_text(BY_TEXEL("image_load v[4:7], v[2:3]"), "image", "*=64x64:rgba8", NULL, NULL);
    CHECK_U64(GCNMEM_STATUS_COMPUTED, o.status, "coordinates from ids");
    CHECK_U64(4, o.last.address[1] - o.last.address[0], "the texel to the right");
    CHECK_U64(16, o.last.address[8] - o.last.address[0], "the texel below");
    o = run_text(BY_TEXEL("image_load v[4:7], v[2:3]"), "image", "2=64x64:bc1", NULL, NULL);
    CHECK_U64(0, o.last.address[27] - o.last.address[0], "4x4 texels are a block");
    CHECK_U64(8, o.last.address[4] - o.last.address[0], "and the next");
    o = run_text(BY_TEXEL("image_load v[4:7], v[2:3]"), "image", "1=64x64", NULL, NULL);
    CHECK(o.result == GCNMEM_ERROR_VALUE, "no image instruction: %s", test_result_name(o.result));
    o = run_text(BY_TEXEL("image_load v[4:7], v[2:3]"), "image", "*=64", NULL, NULL);
    CHECK_TEXT("image", o.issue.field, "no height");
    o = run_text(BY_TEXEL("image_load v[4:7], v[2:3]"), "image", "*=64x64:rgba9", NULL, NULL);
    CHECK_U64(GCNMEM_ERROR_NAME, o.result, "no format");
    o = run_text(BY_TEXEL("image_atomic_add v4, v[2:3]"), "image", "*=64x64:rgba16f:bilinear", NULL, NULL);
    CHECK_U64(GCNMEM_OK, o.result, "one format for all images: %s %s", o.issue.field, o.issue.rule);
    CHECK_U64(4, o.last.address[1] - o.last.address[0], "an atomic has its own width");
    o = run_text(BY_TEXEL("image_atomic_add v4, v[2:3]"), "image", "*=64x64:rgba9", NULL, NULL);
    CHECK_U64(GCNMEM_ERROR_NAME, o.result, "no format");
    o = run_text(BY_TEXEL("image_load v[4:6], v[2:3]"), "image", "2=64x64:rgb32f", NULL, NULL);
    CHECK_U64(12, o.last.address[1] - o.last.address[0], "texels whose bytes are no power of two stand in rows");
}

/* Which registers are coordinates, and of what, stands in the instruction. */
static void test_R10_coordinates_are_found_by_the_words_of_an_instruction(void) {
    static const struct {
        gcnmem_device device;
        const char* op; /* v1: 3, v2: 2, v3: 1, v4 to v6: the first two as shares of 16, or of a face, v9: 77 */
        const char* image;
        uint32_t x;
        uint32_t y;
        uint32_t slice;
    } rows[] = {
        {GCNMEM_DEVICE_RX_6900_XT, "image_load v20, v[1:2], s[0:7] dmask:0x1 dim:SQ_RSRC_IMG_2D unorm", "16x16", 3, 2,
         0},
        {GCNMEM_DEVICE_RX_6900_XT, "image_load v20, [v2, v1], s[0:7] dmask:0x1 dim:SQ_RSRC_IMG_2D", "16x16", 2, 3, 0},
        {GCNMEM_DEVICE_RX_6900_XT, "image_store v9, [v1, v9], s[0:7] dmask:0x1 dim:SQ_RSRC_IMG_1D", "16x1", 3, 0, 0},
        {GCNMEM_DEVICE_RX_6900_XT, "image_load v20, [v1, v3], s[0:7] dmask:0x1 dim:SQ_RSRC_IMG_1D_ARRAY", "16x1x2", 3,
         0, 1},
        {GCNMEM_DEVICE_RX_6900_XT, "image_load v20, [v1, v2, v3], s[0:7] dmask:0x1 dim:SQ_RSRC_IMG_3D", "16x16x2", 3, 2,
         1},
        {GCNMEM_DEVICE_RX_6900_XT, "image_sample_c_lz v20, [v9, v4, v5], s[0:7], s[8:11] dmask:0x1 dim:SQ_RSRC_IMG_2D",
         "16x16", 3, 2, 0},
        {GCNMEM_DEVICE_RX_6900_XT,
         "image_sample_d v20, [v9, v9, v9, v9, v4, v5, v7], s[0:7], s[8:11] dmask:0x1 dim:SQ_RSRC_IMG_2D_ARRAY",
         "16x16x4", 3, 2, 1},
        {GCNMEM_DEVICE_RX_7900_XTX,
         "image_sample_d v20, [v9, v9, v9, v9, v[4:5]], s[0:7], s[8:11] dmask:0x1 dim:SQ_RSRC_IMG_2D", "16x16", 3, 2,
         0},
        {GCNMEM_DEVICE_RX_9070_XT,
         "image_sample_d v20, [v[12:14], v9, v4, v5], s[0:7], s[8:11] dmask:0x1 dim:SQ_RSRC_IMG_2D", "16x16", 3, 2, 0},
        {GCNMEM_DEVICE_RX_6900_XT,
         "image_sample_d_g16 v20, [v9, v9, v4, v5], s[0:7], s[8:11] dmask:0x1 dim:SQ_RSRC_IMG_2D", "16x16", 3, 2, 0},
        {GCNMEM_DEVICE_RX_6900_XT,
         "image_sample_lz v20, [v10, v11, v7], s[0:7], s[8:11] dmask:0x1 dim:SQ_RSRC_IMG_CUBE", "16x16x6", 3, 2, 1},
        {GCNMEM_DEVICE_RX_6900_XT,
         "image_sample_lz v20, [v10, v11, v8], s[0:7], s[8:11] dmask:0x1 dim:SQ_RSRC_IMG_CUBE", "16x16x12", 3, 2, 7},
        {GCNMEM_DEVICE_RX_6900_XT,
         "image_sample_lz v20, [v10, v11, v14], s[0:7], s[8:11] dmask:0x1 dim:SQ_RSRC_IMG_CUBE", "16x16x6", 3, 2, 0},
        {GCNMEM_DEVICE_RX_6900_XT, "image_sample_lz v20, [v6, v13, v7], s[0:7], s[8:11] dmask:0x1 dim:SQ_RSRC_IMG_CUBE",
         "16x16x6", 15, 7, 1},
        {GCNMEM_DEVICE_RX_480, "image_gather4_c_lz v[20:23], v[3:5], s[0:7], s[8:11] dmask:0x1", "16x16", 3, 2, 0},
        {GCNMEM_DEVICE_RX_480, "image_load v20, v[1:2], s[0:7] dmask:0x1 unorm", "16x16", 3, 2, 0},
        {GCNMEM_DEVICE_RX_480, "image_load v20, v[1:3], s[0:7] dmask:0x1 unorm da", "16x16x2", 3, 2, 1},
        {GCNMEM_DEVICE_RX_480, "image_sample_c_lz v20, v[3:4], s[0:7], s[8:11] dmask:0x1", "16x16", 3, 2, 0},
        {GCNMEM_DEVICE_RX_480, "image_load v20, v1, s[0:7] dmask:0x1 unorm", "16x16x2", 3, 2, 1},
        {GCNMEM_DEVICE_RX_480, "image_load v20, v[1:2], s[0:7] dmask:0x1 unorm", "16x1", 3, 0, 0},
        {GCNMEM_DEVICE_RX_480, "image_sample_lz v20, v[4:5], s[0:7], s[8:11] dmask:0x1", "16x16", 3, 2, 0},
        {GCNMEM_DEVICE_RX_480, "image_sample_lz_o v20, v[3:5], s[0:7], s[8:11] dmask:0x1", "16x16", 3, 2, 0},
        {GCNMEM_DEVICE_RX_480, "image_sample_lz v20, v[10:12], s[0:7], s[8:11] dmask:0x1 da", "16x16x6", 3, 2, 1},
        {GCNMEM_DEVICE_RX_480, "image_sample_lz v20, v[4:6], s[0:7], s[8:11] dmask:0x1 da", "16x16x6", 3, 2, 2},
        {GCNMEM_DEVICE_RX_480, "image_sample_lz v20, v[4:6], s[0:7], s[8:11] dmask:0x1", "16x16x8", 3, 2, 7},
        {GCNMEM_DEVICE_RX_480, "image_sample_lz v20, v[4:6], s[0:7], s[8:11] dmask:0x1\tda", "16x16x6", 3, 2, 2},
        {GCNMEM_DEVICE_RX_480, "image_sample_lz v20, v[4:5], s[0:7], s[8:11] dmask:0x1 nounorm", "16x16", 3, 2, 0},
        {GCNMEM_DEVICE_RX_6900_XT, "image_load v20, [v1, v3], s[0:7] dmask:0x1 dim:1D_ARRAY", "16x1x2", 3, 0, 1},
        {GCNMEM_DEVICE_RX_6900_XT, "image_load v20, [v1, v3], s[0:7] dmask:0x1 dim: SQ_RSRC_IMG_1D_ARRAY", "16x1x2", 3,
         0, 1},
    };
    static const char set[] = "v_mov_b32 v1, 3\n\tv_mov_b32 v2, 2\n\tv_mov_b32 v3, 1\n\tv_mov_b32 v4, 0x3e600000\n"
                              "\tv_mov_b32 v5, 0x3e200000\n\tv_mov_b32 v6, 0x40000000\n\tv_mov_b32 v7, 1.0\n"
                              "\tv_mov_b32 v8, 0x41100000\n\tv_mov_b32 v9, 77\n\tv_mov_b32 v10, 0x3f9c0000\n"
                              "\tv_mov_b32 v11, 0x3f940000\n\tv_mov_b32 v12, 1.0\n\tv_mov_b32 v13, 0x3fc00000\n"
                              "\tv_mov_b32 v14, 0\n\t";
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        char text[1024];
        char image[64];
        const uint32_t x = rows[i].x;
        const uint32_t y = rows[i].y;
        const uint32_t blocks =
            strstr(rows[i].image, "16x16") != NULL ? 4 : 1; /* of 16x4 texels: x0 x1 y0 x2^y1 x3 y1 */
        const uint32_t place =
            (rows[i].slice * blocks + y / 4) * 256 +
            ((x & 3) | (y & 1) << 2 | ((x >> 2 ^ y >> 1) & 1) << 3 | (x >> 3 & 1) << 4 | (y >> 1 & 1) << 5) * 4;
        snprintf(text, sizeof text, "%s%s\n\ts_endpgm\n", set, rows[i].op);
        snprintf(image, sizeof image, "*=%s:r32f", rows[i].image);
        outcome o = run_on(rows[i].device, text, "image", image, NULL, NULL);
        CHECK_U64(GCNMEM_OK, o.result, "%s", text);
        CHECK_U64(GCNMEM_STATUS_COMPUTED, o.status, "%s: %s", rows[i].op, o.report);
        CHECK_U64(place, o.last.address[5] & 0xffff, "%s: x %u, y %u, slice %u", rows[i].op, (unsigned)rows[i].x,
                  (unsigned)rows[i].y, (unsigned)rows[i].slice);
    }
}

/* Coordinates that are no registers of lanes, or too few, are unknown: lanes lie side by side. */
static void test_R10_coordinates_that_are_not_there(void) {
    static const char* const ops[] = {
        "image_load v20, [v1], s[0:7] dmask:0x1 dim:SQ_RSRC_IMG_2D",
        "image_load v20, [v[1:2]], s[0:7] dmask:0x1 dim:SQ_RSRC_IMG_3D",
        "image_load v20, [v1, s2], s[0:7] dmask:0x1 dim:SQ_RSRC_IMG_2D",
        "image_load v20, [v1, x], s[0:7] dmask:0x1 dim:SQ_RSRC_IMG_2D",
        "image_load v20, v[1:2], s[0:7] dmask:0x1 dim:SQ_RSRC_IMG_2D",
    };
    for (size_t i = 0; i < sizeof ops / sizeof ops[0]; ++i) {
        char text[256];
        snprintf(text, sizeof text, "v_mov_b32 v1, 3\n\tv_mov_b32 v2, 2\n\t%s\n\ts_endpgm\n", ops[i]);
        outcome o = run_on(GCNMEM_DEVICE_RX_6900_XT, text, "image", "*=16x16:r32f", NULL, NULL);
        CHECK_U64(i < 4 ? GCNMEM_STATUS_DEFAULT : GCNMEM_STATUS_COMPUTED, o.status, "%s", ops[i]);
        CHECK((o.last.address[1] == o.last.address[0]) == (i == 4), "%s", ops[i]);
    }
}

/* A sample that no lane takes. */
static void test_R10_samples_of_no_lane(void) {
    outcome o = run_on(GCNMEM_DEVICE_RX_6900_XT,
                       "s_mov_b64 exec, 0\n\tv_mov_b32 v1, 1.0\n\tv_mov_b32 v2, 1.0\n\tv_mov_b32 v3, 0\n"
                       "\timage_sample_lz v20, v[1:3], s[0:7], s[8:11] dmask:0x1 dim:SQ_RSRC_IMG_CUBE\n\ts_endpgm\n",
                       "image", "*=16x16x6:r32f", NULL, NULL);
    CHECK_U64(GCNMEM_OK, o.result, "%s", o.issue.rule);
    CHECK_U64(0, o.last.mask, "%s", o.report);
}

/* Interpolants go from 0 to 1 across the target, whose size is the caller's, else the widest image's; a wave of 32
   loses none of them when EXEC changes. */
static void test_R63_targets_of_pixel_shaders(void) {
    static const char text[] = "v_interp_p1_f32 v2, v0, attr0.x\n\tv_interp_p1_f32 v3, v0, attr0.y\n"
                               "\tv_interp_p2_f32 v2, v1, attr0.x\n\tv_interp_p2_f32 v3, v1, attr0.y\n"
                               "\ts_mov_b32 exec_lo, -1\n\timage_load v4, v[8:9], s[0:7] dmask:0x1 dim:SQ_RSRC_IMG_2D\n"
                               "\timage_sample v4, v[2:3], s[0:7], s[8:11] dmask:0x1 dim:SQ_RSRC_IMG_2D\n\ts_endpgm\n";
    static const struct {
        const char* target;
        uint64_t texels; /* from a pixel to its neighbour */
    } rows[] = {{"256x256", 1}, {"64x64", 4}, {"128x64", 2}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        outcome o = run_on(GCNMEM_DEVICE_RX_6900_XT, text, "image", "*=256x256:r32f:point", "target", rows[i].target);
        CHECK_U64(GCNMEM_STATUS_ASSUMED, o.status, "%s: %s", rows[i].target, o.report);
        uint64_t apart = o.last.address[1] ^ o.last.address[0];
        CHECK_U64(rows[i].texels < 4 ? 4 * rows[i].texels : 32, apart, "%s: bits x0 x1 y0 x2^y1 of R10",
                  rows[i].target);
        CHECK(strstr(o.report, "--target") == NULL, "it is given: %s", o.report);
    }
    outcome o = run_on(GCNMEM_DEVICE_RX_6900_XT, text, "image", "*=256x256:r32f:point", NULL, NULL);
    CHECK_U64(4, o.last.address[1] - o.last.address[0], "as the image");
    CHECK(strstr(o.report, "--target 256x256 ") != NULL, "%s", o.report);
    o = run_on(GCNMEM_DEVICE_RX_6900_XT, text, "target", "0x5", NULL, NULL);
    CHECK_U64(GCNMEM_ERROR_VALUE, o.result, "no pixels");
}

/* From RDNA 3 on attributes come from LDS, as EXP counts, and what interpolates says for how many it waits. */
static void test_R63_interpolants_that_come_from_lds(void) {
    static const char* const loads[] = {"lds_param_load", "ds_param_load"};
    for (size_t i = 0; i < 2; ++i) {
        char text[512];
        snprintf(text, sizeof text,
                 "%s v2, attr0.x wait_vdst:15\n\t%s v3, attr0.y wait_vdst:15\n"
                 "\tv_interp_p10_f32 v4, v2, v0, v2 wait_exp:1\n\tv_interp_p10_f32 v5, v3, v0, v3 wait_exp:0\n"
                 "\tv_interp_p2_f32 v4, v2, v1, v4 wait_exp:7\n\tv_interp_p2_f32 v5, v3, v1, v5 wait_exp:7\n"
                 "\timage_sample v[4:7], v[4:5], s[0:7], s[8:11] dmask:0xf dim:SQ_RSRC_IMG_2D\n\ts_endpgm\n",
                 loads[i], loads[i]);
        outcome o = run_on(GCNMEM_DEVICE_RX_7900_XTX, text, "image", "*=256x256:r32f:point", "target", "256x256");
        CHECK_U64(GCNMEM_OK, o.result, "%s %s", o.issue.field, o.issue.rule);
        CHECK_U64(GCNMEM_STATUS_ASSUMED, o.status, "%s", o.report);
        CHECK_U64(4, (o.last.address[1] ^ o.last.address[0]) & 0xff, "%s: a pixel a texel", loads[i]);
        CHECK(strstr(o.report, "vocabulary") == NULL && strstr(o.report, "--lds") == NULL, "%s", o.report);
        CHECK(strstr(o.report, "<- LDS") != NULL, "it is waited for: %s", o.report);
    }
}

/* What lanes hold as a wave begins follows from what hardware runs the stage as: its register's number, PAL's name of
   it, its exports, of which a pixel's may be to nothing, its messages or Mesa's name for it. */
static void test_R63_the_kind_of_a_stage(void) {
#define BY_V0(store) "\tv_lshlrev_b32 v1, 2, v0\n\tbuffer_load_dword v1, v1, s[0:3], 0 offen\n" store "\ts_endpgm\n"
#define BY_CONFIG_HEAD(number) \
    "\t.section\t.AMDGPU.config,\"\",@progbits\n\t.long\t" number "\n\t.long\t65\n\t.text\n" \
    "\t.type\tk,@function\nk:\n"
#define BY_CONFIG(number) BY_CONFIG_HEAD(number) BY_V0("") "; COMPUTE_PGM_RSRC2:TIDIG_COMP_CNT: 0\n"
#define BY_PAL(kind) \
    "\t.type\tk,@function\nk:\n" BY_V0("") "\t.amdgpu_pal_metadata\n---\namdpal.pipelines:\n" \
                                           "  - .hardware_stages:\n      ." kind \
                                           ":\n        .entry_point:    k\n    .registers:\n" \
                                           "      '0x2e13 (COMPUTE_PGM_RSRC2)': 0\n...\n\t.end_amdgpu_pal_metadata\n"
#define BY_EXPORT(code) "; COMPUTE_PGM_RSRC2:TIDIG_COMP_CNT: 0\nk:\n; NumVgprs: 4\n" RADV_HEAD "BB0:\n" BY_V0(code)
    static const struct {
        gcnmem_device device;
        const char* text;
        const char* flag; /* what is asked for; NULL: v0 is known */
    } rows[] = {
        {GCNMEM_DEVICE_RX_480, BY_CONFIG("47176"), NULL},
        {GCNMEM_DEVICE_RX_480, BY_CONFIG("45096"), "v0=pixel.u"},
        {GCNMEM_DEVICE_RX_480, BY_CONFIG("45352"), "v0=vertex"},
        {GCNMEM_DEVICE_RX_480, BY_CONFIG("45608"), "v0=vertex"},
        {GCNMEM_DEVICE_RX_480, BY_CONFIG("46120"), "v0=vertex"},
        {GCNMEM_DEVICE_RX_480, BY_CONFIG("46376"), "v0=vertex"},
        {GCNMEM_DEVICE_RX_480, BY_PAL("cs"), NULL},
        {GCNMEM_DEVICE_RX_480, BY_PAL("ps"), "v0=pixel.u"},
        {GCNMEM_DEVICE_RX_480, BY_PAL("hs"), "v0=vertex"},
        {GCNMEM_DEVICE_RX_480, BY_EXPORT(""), NULL},
        {GCNMEM_DEVICE_RX_480, BY_EXPORT("\texp mrt0 v1, v1, v1, v1 done vm\n"), "v0=pixel.u"},
        {GCNMEM_DEVICE_RX_480, BY_EXPORT("\texp pos0 v1, v1, v1, v1 done\n"), "v0=vertex"},
        {GCNMEM_DEVICE_RX_7900_XTX,
         BY_EXPORT("\texp pos0 v1, v1, v1, v1 done\n\texp invalid_target_32 v1, v1, v1, v1\n"), "v0=vertex"},
        {GCNMEM_DEVICE_RX_7900_XTX, BY_EXPORT("\texport mrt0 v1, v1, v1, v1 done\n"), "v0=pixel.u"},
        {GCNMEM_DEVICE_RX_480, BY_EXPORT("\ts_sendmsg sendmsg(MSG_GS, GS_OP_EMIT, 0)\n"), "v0=vertex"},
        {GCNMEM_DEVICE_RX_480,
         "### executable: Tessellation Control Shader (x), subgroup 64\n## representation: Assembly\n"
         "BB0:\n" BY_V0(""),
         "v0=vertex"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        outcome o = run_on(rows[i].device, rows[i].text, NULL, NULL, NULL, NULL);
        CHECK_U64(GCNMEM_OK, o.result, "%s: %s %s", rows[i].text, o.issue.field, o.issue.rule);
        CHECK(rows[i].flag != NULL ? strstr(o.report, rows[i].flag) != NULL : strstr(o.report, "v0=") == NULL, "%s: %s",
              rows[i].text, o.report);
        CHECK_U64(rows[i].flag != NULL, o.status > GCNMEM_STATUS_COMPUTED, "%s", rows[i].text);
    }
}

/* Elements of a descriptor that nobody knows are as far apart as the code reads of one; the flag says the same. */
static void test_R63_elements_of_an_unknown_descriptor(void) {
    static const char text[] =
        BY_CONFIG_HEAD("45352") "\tbuffer_load_format_xyzw v[4:7], v0, s[4:7], 0 idxen\n"
                                "\tbuffer_load_dwordx3 v[8:10], v0, s[4:7], 0 idxen offset:16\n\ts_endpgm\n"
                                "; COMPUTE_PGM_RSRC2:TIDIG_COMP_CNT: 0\n";
    char flag[64];
    outcome o = run_text(text, NULL, NULL, NULL, NULL);
    CHECK_U64(GCNMEM_STATUS_ASSUMED, o.status, "%s", o.report);
    CHECK_U64(28, o.first.address[1] - o.first.address[0], "16 bytes and 12 behind them");
    CHECK_U64(64 * 28, o.last.address[0] - o.first.address[0], "from group to group");
    snprintf(flag, sizeof flag, "--mem '#1=stride(28)+0x%llx'", (unsigned long long)o.first.address[0]);
    CHECK(strstr(o.report, flag) != NULL, "%s in %s", flag, o.report);
    CHECK(strstr(o.report, "begin at 0") == NULL, "%s", o.report);
}

static void test_target_gives_the_groups(void) {
    static const struct {
        const char* target;
        const char* groups;
        const char* lanes; /* of a group */
        uint64_t waves;
    } rows[] = {{"64x64", NULL, "64", 64},
                {"65x57", NULL, "64", 72},
                {"65x57", NULL, "256", 72},
                {"64x64", "3", "64", 3},
                {"1x1", NULL, "128", 2}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        static char memory[1 << 24];
        gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_VEGA_64);
        gcnmem_shader shader;
        gcnmem_setting settings[4] = {
            {"target", rows[i].target}, {"group", rows[i].lanes}, {"cus", "1"}, {"groups", rows[i].groups}};
        gcnmem_result result = gcnmem_shader_init(memory, sizeof memory, &desc, "s_endpgm", 8, settings,
                                                  3u + (rows[i].groups != NULL), &shader, NULL);
        CHECK_U64(GCNMEM_OK, result, "%s", rows[i].target);
        if (result == GCNMEM_OK) {
            CHECK_U64(rows[i].waves, gcnmem_shader_finish(&shader).waves, "%s, groups of %s", rows[i].target,
                      rows[i].lanes);
        }
    }
}

/* ---- every access of a run, in the order of waves and instructions ---- */

#define ACCESSES_MAX 512

typedef struct accesses {
    gcnmem_run_access at[ACCESSES_MAX];
    uint32_t count;
    gcnmem_result result;
    gcnmem_issue issue;
} accesses;

static void keep_access(void* user_data, const gcnmem_run_access* access) {
    accesses* a = (accesses*)user_data;
    if (a->count < ACCESSES_MAX) {
        a->at[a->count++] = *access;
    }
}

/* The text under settings "name=value", one CU. */
static const accesses* all_accesses(gcnmem_device device, const char* text, const char* const* settings) {
    static char memory[1 << 24];
    static accesses a;
    gcnmem_desc desc = gcnmem_desc_for(device);
    gcnmem_setting rows[8] = {{"cus", "1"}};
    uint32_t count = 1;
    gcnmem_shader shader;
    gcnmem_run_hooks hooks = {NULL, keep_access, NULL, &a};
    for (; settings[2 * count - 2] != NULL; ++count) {
        rows[count].name = settings[2 * count - 2];
        rows[count].value = settings[2 * count - 1];
    }
    memset(&a, 0, sizeof a);
    a.result = gcnmem_shader_init(memory, sizeof memory, &desc, text, strlen(text), rows, count, &shader, &a.issue);
    CHECK_U64(GCNMEM_OK, a.result, "%s: %s", text, a.issue.rule);
    if (a.result == GCNMEM_OK) {
        gcnmem_run_advance(shader.run, UINT64_MAX, &hooks);
    }
    return &a;
}

/* Which access a wave of a group has by an instruction; NULL: none. */
static const gcnmem_run_access* access_of(const accesses* a, uint32_t group, uint32_t wave, uint32_t insn) {
    for (uint32_t i = 0; i < a->count; ++i) {
        if (a->at[i].group[0] == group && a->at[i].wave == wave && a->at[i].insn == insn) {
            return &a->at[i];
        }
    }
    CHECK(0, "group %u, wave %u, instruction %u: no access", (unsigned)group, (unsigned)wave, (unsigned)insn);
    return &a->at[0];
}

/* ---- scratch memory ---- */

static const char* const two_groups_of_100[] = {"groups", "2", "group", "100", NULL};

/* Stores at dword 3 of each lane's scratch memory, in every form, and where the descriptor is told, the same place. */
static void test_R63_scratch_memory_in_every_form(void) {
    static const char told[] = "\t.amdhsa_kernel k\n\t\t.amdhsa_private_segment_fixed_size 48\n"
                               "\t\t.amdhsa_user_sgpr_private_segment_buffer 1\n"
                               "\t\t.amdhsa_system_sgpr_private_segment_wavefront_offset 1\n\t.end_amdhsa_kernel\n";
    static const struct {
        const char* code;
        uint32_t store; /* its index */
        const char* metadata;
    } rows[] = {
        {"s_add_u32 s0, s0, s5\n\ts_addc_u32 s1, s1, 0\n\tbuffer_store_dword v0, off, s[0:3], 0 offset:12", 2, told},
        {"buffer_store_dword v0, off, s[0:3], s5 offset:12", 0, told},
        {"v_mov_b32_e32 v1, 8\n\tbuffer_store_dword v0, v1, s[0:3], s5 offen offset:4", 1, told},
        {"scratch_store_dword off, v0, off offset:12", 0, told},
        {"v_mov_b32_e32 v1, 12\n\tscratch_store_dword v1, v0, off", 1, told},
        {"s_mov_b32 s9, 4\n\tscratch_store_dword off, v0, s9 offset:8", 1, told},
        {"s_mov_b32 s32, 0\n\tscratch_store_dword off, v0, s32 offset:12", 1, told},
        /* bare listings, by their form */
        {"scratch_store_dword off, v0, s33 offset:12", 0, ""},
        {"scratch_store_dword off, v0, s7 offset:12", 0, ""},
        {"s_mov_b32 s33, s9\n\tbuffer_store_dword v0, off, s[0:3], s33 offset:12", 1, ""},
        {"v_mov_b32_e32 v1, 8\n\tbuffer_store_dword v0, v1, s[0:3], s32 offen offset:4", 1, ""},
        {"s_add_u32 s0, s0, s17\n\ts_addc_u32 s1, s1, 0\n\tbuffer_store_dword v0, off, s[0:3], 0 offset:12", 2, ""},
        {"s_add_u32 s0, s0, s9\n\ts_addc_u32 s1, s1, 0\n\ts_mov_b32 s33, 0\n"
         "\tbuffer_store_dword v0, off, s[0:3], s33 offset:12",
         3, ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        char text[1024];
        snprintf(text, sizeof text, "k:\n\t%s\n\ts_endpgm\n%s", rows[i].code, rows[i].metadata);
        const accesses* a = all_accesses(GCNMEM_DEVICE_VEGA_64, text, two_groups_of_100);
        uint64_t begin = access_of(a, 0, 0, rows[i].store)->address[0];
        uint64_t step = 0;
        for (uint32_t wave = 0; wave < 4; ++wave) { /* groups of two waves */
            const gcnmem_run_access* w = access_of(a, wave / 2, wave % 2, rows[i].store);
            step = wave == 1 ? w->address[0] - begin : step;
            CHECK_U64(GCNMEM_STATUS_COMPUTED, w->status, "%s", rows[i].code);
            CHECK_U64(wave % 2 == 0 ? UINT64_MAX : ((uint64_t)1 << 36) - 1, w->mask, "%s", rows[i].code);
            CHECK_U64(begin + wave * step, w->address[0], "%s: wave %u", rows[i].code, (unsigned)wave);
            for (uint32_t lane = 0; lane < 64; ++lane) {
                CHECK_U64(w->address[0] + 4 * lane, w->address[lane], "%s", rows[i].code);
            }
        }
        CHECK(step >= 64 * 16 && (rows[i].metadata != told || step == (uint64_t)64 * 48), "%s: %u bytes a wave",
              rows[i].code, (unsigned)step);
        CHECK(rows[i].metadata != told || begin % 0x1000000 == 12 / 4 * 256, "%s", rows[i].code);
    }
}

/* RADV's spills before GFX9: a descriptor whose place is loaded, and that adds the lane. */
static void test_R63_scratch_memory_of_radv(void) {
    static const char text[] = RADV_HEAD "BB0:\n\ts_load_dwordx2 s[4:5], s[0:1], 0x0\n\ts_mov_b32 s6, -1\n"
                                         "\ts_mov_b32 s7, 0xe8f000\n\ts_waitcnt lgkmcnt(0)\n%s"
                                         "\tbuffer_store_dword v0, off, s[4:7], %s offset:12\n\ts_endpgm\n";
    for (uint32_t i = 0; i < 2; ++i) {
        char listing[512];
        snprintf(listing, sizeof listing, text, i == 0 ? "" : "\ts_add_u32 s4, s4, s3\n\ts_addc_u32 s5, s5, 0\n",
                 i == 0 ? "s3" : "0");
        const accesses* a = all_accesses(GCNMEM_DEVICE_RX_480, listing, two_groups_of_100);
        for (uint32_t wave = 0; wave < 4; ++wave) {
            const gcnmem_run_access* w = access_of(a, wave / 2, wave % 2, i == 0 ? 4 : 6);
            CHECK_U64(GCNMEM_STATUS_COMPUTED, w->status, "%s", listing);
            CHECK_U64(63 * 4, w->address[63] - w->address[0], "%s", listing);
            CHECK(wave == 0 || w->address[0] - access_of(a, 0, 0, i == 0 ? 4 : 6)->address[0] >= 256 * wave, "%s",
                  listing);
        }
    }
}

/* Bytes of a dword stay together; the next dword of a lane lies behind those of all lanes, 32 on RDNA2. */
static void test_R63_scratch_memory_is_swizzled_by_dwords(void) {
    static const char text[] = "\tv_lshlrev_b32_e32 v1, 1, v0\n\tscratch_store_byte v1, v0, off offset:1\n\ts_endpgm\n";
    static const char* const settings[] = {"groups", "1", "group", "32", "reg", "v0=local.x", NULL};
    for (uint32_t k = 0; k < 2; ++k) {
        const uint64_t lanes = k == 0 ? 64 : 32;
        const accesses* a = all_accesses(k == 0 ? GCNMEM_DEVICE_VEGA_64 : GCNMEM_DEVICE_RX_6900_XT, text, settings);
        const gcnmem_run_access* w = access_of(a, 0, 0, 1);
        for (uint64_t lane = 0; lane < 32; ++lane) {
            uint64_t at = 2 * lane + 1;
            CHECK_U64(at / 4 * 4 * lanes + 4 * lane + at % 4, w->address[lane] - (w->address[0] - 1), "lane %u of %u",
                      (unsigned)lane, (unsigned)lanes);
        }
    }
}

/* What is longer than a dword goes on where the lanes' next dwords stand: the lines are those of each of these rows. */
static void test_R63_wide_scratch_accesses_touch_a_row_for_each_dword(void) {
    static const struct {
        gcnmem_device device;
        const char* form;
    } rows[] = {
        {GCNMEM_DEVICE_VEGA_64, "scratch_load_dword%s v[4:%u], v1, off offset:%u"},
        {GCNMEM_DEVICE_MI300X, "scratch_load_dword%s v[4:%u], v1, off offset:%u"},
        {GCNMEM_DEVICE_RX_6900_XT, "scratch_load_dword%s v[4:%u], v1, off offset:%u"},
        {GCNMEM_DEVICE_VEGA_64, "buffer_load_dword%s v[4:%u], v1, s[0:3], 0 offen offset:%u"},
        {GCNMEM_DEVICE_R9_FURY_X, "buffer_load_dword%s v[4:%u], v1, s[0:3], 0 offen offset:%u"},
    };
    static const char* const widths[] = {"", "x2", "x3", "x4"};
    static const unsigned steps[] = {0, 4, 12, 64}; /* from lane to lane, of their own places */
    static char memory[1 << 24];
    test_random random = test_random_start(63);
    for (uint32_t i = 0; i < 400; ++i) {
        const size_t row = (size_t)test_random_below(&random, sizeof rows / sizeof rows[0]);
        const gcnmem_desc desc = gcnmem_desc_for(rows[row].device);
        const unsigned dwords = 1 + (unsigned)test_random_below(&random, 4);
        const unsigned offset = 4 * (unsigned)test_random_below(&random, 32);
        const unsigned step = steps[test_random_below(&random, 4)];
        const unsigned lanes = 1 + (unsigned)test_random_below(&random, desc.wave_lanes);
        char text[1024];
        char number[16];
        const gcnmem_setting settings[] = {{"cus", "1"}, {"groups", "1"}, {"group", number}, {"reg", "v0=local.x"}};
        uint64_t line[GCNMEM_LANES * 4];
        uint32_t count = 0;
        gcnmem_shader shader;
        gcnmem_issue issue;
        int used = snprintf(text, sizeof text,
                            "\ts_mov_b32 s0, 0\n\ts_mov_b32 s1, 0x80000000\n\ts_mov_b32 s2, -1\n"
                            "\ts_mov_b32 s3, 0x%x\n\tv_mul_u32_u24_e32 v1, %u, v0\n\t",
                            1u << 23 | 3u << 21 | 1u << 19, step);
        used +=
            snprintf(text + used, sizeof text - (size_t)used, rows[row].form, widths[dwords - 1], 3 + dwords, offset);
        snprintf(text + used, sizeof text - (size_t)used, "\n\ts_endpgm\n");
        snprintf(number, sizeof number, "%u", lanes);
        for (uint64_t k = 0; k < dwords; ++k) {
            const uint32_t before = count;
            for (uint64_t lane = 0; lane < lanes; ++lane) {
                const uint64_t dword = (lane * step + offset) / 4 + k;
                const uint64_t wanted = (dword * desc.wave_lanes + lane) * 4 / desc.l1_line_bytes;
                uint32_t n = before;
                for (; n < count && line[n] != wanted; ++n) {
                }
                line[n] = wanted;
                count += n == count;
            }
        }
        const gcnmem_result result = gcnmem_shader_init(memory, sizeof memory, &desc, text, strlen(text), settings,
                                                        sizeof settings / sizeof settings[0], &shader, &issue);
        CHECK_U64(GCNMEM_OK, result, "%s: %s", text, issue.rule);
        if (result == GCNMEM_OK) {
            gcnmem_run_advance(shader.run, UINT64_MAX, NULL);
            const gcnmem_run_insn_stats stats = gcnmem_run_insn_of(shader.run, 5);
            CHECK_U64(GCNMEM_STATUS_COMPUTED, stats.status, "%s", text);
            CHECK_U64(count, stats.lines, "%u lanes of %s", lanes, text);
            CHECK_U64((uint64_t)lanes * dwords * 4, stats.bytes_used, "%u lanes of %s", lanes, text);
        }
    }
}

/* Any store and any load of a lane's own bytes, wherever they lie in their dwords: against an array of bytes. */
static void test_R63_scratch_memory_is_bytes(void) {
    static const struct {
        const char* name;
        uint32_t bytes;
    } ops[] = {{"byte", 1}, {"short", 2}, {"dword", 4}, {"dwordx2", 8}};
    static const char* const settings[] = {"groups", "1", "group", "32", "reg", "v0=local.x", "reg", "s[8:9]=0", NULL};
    static const char text[] = "\tv_lshlrev_b32_e32 v5, 4, v0\n\tv_or_b32_e32 v2, 0x1200, v0\n"
                               "\tv_lshl_or_b32 v3, v0, 3, 5\n\tscratch_store_dwordx2 off, v[2:3], off\n"
                               "\tscratch_store_dwordx2 off, v[2:3], off offset:16\n"
                               "\tscratch_store_dword off, v5, off offset:28\n"
                               "\tscratch_store_%s off, %s, off offset:%u\n"
                               "\tscratch_load_%s %s, off, off offset:%u\n\ts_waitcnt vmcnt(0)\n"
                               "\tglobal_load_dword v8, v6, s[8:9]\n\tglobal_load_dword v8, v%u, s[8:9]\n\ts_endpgm\n"
                               "; ScratchSize: 32\n";
    for (uint32_t k = 0; k < 4 * 4 * 8 * 8; ++k) {
        const uint32_t stored = k / 64 % 4, loaded = k / 256, to = k / 8 % 8, from = k % 8 + 2;
        char listing[512];
        const char* suffix = ops[loaded].bytes < 4 ? "u" : ""; /* scratch_load_ubyte */
        char name[16];
        snprintf(name, sizeof name, "%s%s", suffix, ops[loaded].name);
        snprintf(listing, sizeof listing, text, ops[stored].name, ops[stored].bytes > 4 ? "v[2:3]" : "v2", to, name,
                 ops[loaded].bytes > 4 ? "v[6:7]" : "v6", from, ops[loaded].bytes > 4 ? 7u : 6u);
        const accesses* a = all_accesses(GCNMEM_DEVICE_RX_6900_XT, listing, settings);
        for (uint32_t lane = 0; lane < 32; lane += 15) {
            const uint32_t v[8] = {lane | 0x1200, lane << 3 | 5, 0, 0, lane | 0x1200, lane << 3 | 5, 0, lane << 4};
            uint8_t memory[32];
            uint8_t is_unknown[32];
            uint64_t expected = 0;
            int is_known = 1;
            for (uint32_t i = 0; i < 32; ++i) {
                memory[i] = (uint8_t)(v[i / 4] >> i % 4 * 8);
                is_unknown[i] = i / 4 == 2 || i / 4 == 3 || i / 4 == 6; /* not stored to yet */
            }
            for (uint32_t i = 0; i < ops[stored].bytes; ++i) {
                memory[to + i] = (uint8_t)(v[i / 4] >> i % 4 * 8);
                is_unknown[to + i] = 0;
            }
            for (uint32_t i = 0; i < ops[loaded].bytes; ++i) {
                expected |= (uint64_t)memory[from + i] << 8 * i;
                is_known &= !is_unknown[from + i];
            }
            for (uint32_t part = 0; part < 2 && is_known; ++part) {
                const uint64_t dword = part == 0 || ops[loaded].bytes <= 4 ? expected & UINT32_MAX : expected >> 32;
                const gcnmem_run_access* w = access_of(a, 0, 0, 9 + part);
                CHECK_U64(GCNMEM_STATUS_COMPUTED, w->status, "%s", listing);
                CHECK_U64(dword, w->address[lane], "lane %u, %s", lane, listing);
            }
        }
    }
}

/* A half that is not computed is not known, and takes nothing from the other. */
static void test_R62_one_of_two_operations_is_not_computed(void) {
    for (uint32_t reg = 1; reg <= 4; reg += 3) {
        char text[1024];
        snprintf(text, sizeof text,
                 "\tv_lshlrev_b32 v1, 3, v0\n\tv_dual_mov_b32 v4, v1 :: v_dual_dot2acc_f32_f16 v1, v2, v3\n"
                 "\tglobal_store_b32 v%u, v0, s[8:9]\n\ts_endpgm\n",
                 (unsigned)reg);
        static const char* const settings[] = {"groups",     "1",   "group",    "32", "reg",
                                               "v0=local.x", "reg", "s[8:9]=0", NULL};
        const gcnmem_run_access* w = access_of(all_accesses(GCNMEM_DEVICE_RX_7900_XTX, text, settings), 0, 0, 2);
        CHECK_U64(reg == 4, w->status == GCNMEM_STATUS_COMPUTED, "%s", text);
        CHECK(reg != 4 || w->address[31] == 31u * 8, "%s", text);
    }
}

/* VOPD: what both halves make of v1, 8 times the lane, in v4. */
static void test_R62_both_halves_are_computed(void) {
    static const struct {
        const char* code;
        uint64_t at31;
    } rows[] = {
        {"v_dual_mov_b32 v4, v1 :: v_dual_mov_b32 v5, v1", 31 * 8},
        {"v_dual_mov_b32 x, v1 :: v_dual_mov_b32 v4, v1", 31 * 8},
        {"v_dual_mov_b32 vccz, v1 :: v_dual_mov_b32 v4, v1", 31 * 8},
        {"v_dual_mov_b32 v5, 2.0 :: v_dual_mov_b32 v6, 1.0\n\tv_dual_mov_b32 v7, v1 :: v_dual_fmac_f32 v6, v5, v5\n"
         "\tv_cvt_u32_f32 v4, v6",
         5},
    };
    static const char* const settings[] = {"groups", "1", "group", "32", "reg", "v0=local.x", "reg", "s[8:9]=0", NULL};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        char text[1024];
        snprintf(text, sizeof text, "\tv_lshlrev_b32 v1, 3, v0\n\t%s\n\tglobal_store_b32 v4, v0, s[8:9]\n\ts_endpgm\n",
                 rows[i].code);
        const accesses* a = all_accesses(GCNMEM_DEVICE_RX_7900_XTX, text, settings);
        CHECK_U64(1, a->count, "%s", rows[i].code);
        CHECK_U64(GCNMEM_STATUS_COMPUTED, a->at[0].status, "%s", rows[i].code);
        CHECK_U64(rows[i].at31, a->at[0].address[31], "%s", rows[i].code);
    }
}

/* On RDNA an operation of 16 bits keeps the register's higher half, of which nothing is known here: what takes the
   lower half alone is known nevertheless. */
static void test_R62_the_lower_half_of_a_register_is_known_alone(void) {
    static const struct {
        const char* reader;
        int is_known;
    } rows[] = {
        {"v_and_b32_e32 v3, 0xffff, v9", 1},
        {"v_and_b32_e32 v3, v9, v5", 0},
        {"v_and_b32_e32 v3, 0x1ffff, v9", 0},
        {"v_mov_b32_e32 v3, v9", 0},
        {"v_lshlrev_b32_e32 v3, 1, v9", 0},
        {"v_mov_b32_e32 v3, 0\n\tv_add_nc_u16 v3, v9, 0", 1},
        {"v_mov_b32_e32 v3, 0\n\tv_add_nc_u16 v3, v9, 0 op_sel:[1,0,0]", 0},
        {"v_mov_b32_e32 v3, 0\n\tv_pk_add_u16 v3, v9, 0", 0},
        {"v_and_b32_sdwa v3, v9, v10 dst_sel:DWORD src0_sel:WORD_1 src1_sel:DWORD", 0},
        {"v_and_b32_sdwa v3, v9, v9 dst_sel:DWORD src0_sel:WORD_0 src1_sel:WORD_0", 1},
        {"v_mov_b32_e32 v3, v9\n\tv_and_b32_e32 v3, 0xff, v3", 0}, /* a copy is of the whole */
        {"v_mov_b32_e32 v9, 7\n\tv_mul_lo_u16 v9, v1, 3\n\tv_mov_b32_e32 v3, v9", 1},
    };
    static const char* const settings[] = {"groups", "1", "group", "32", "reg", "v0=local.x", "reg", "s[8:9]=0", NULL};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        char listing[512];
        snprintf(listing, sizeof listing,
                 "\tv_lshlrev_b32_e32 v1, 2, v0\n\tv_mul_lo_u16 v9, v1, 3\n\t%s\n"
                 "\tglobal_load_dword v8, v3, s[8:9]\n\ts_endpgm\n",
                 rows[i].reader);
        uint32_t load = 3;
        for (const char* c = rows[i].reader; *c != 0; ++c) {
            load += *c == '\n';
        }
        const gcnmem_run_access* w = access_of(all_accesses(GCNMEM_DEVICE_RX_6900_XT, listing, settings), 0, 0, load);
        CHECK_U64(rows[i].is_known, w->status == GCNMEM_STATUS_COMPUTED, "%s", listing);
        CHECK_U64(rows[i].is_known ? 31u * 12 : w->address[31], w->address[31], "%s", listing);
    }
}

/* A store through a buffer goes to scratch memory, or elsewhere by what its descriptor says, if anyone knows that. */
static void test_R63_stores_elsewhere_leave_scratch_memory(void) {
    static const char* const words[] = {"s_mov_b32 s13, 0", "v_readfirstlane_b32 s13, v9"};
    static const char* const settings[] = {"groups",     "1",   "group",          "64", "reg",
                                           "v0=local.x", "reg", "s[4:5]=0x10000", NULL};
    for (int is_loaded = 0; is_loaded < 2; ++is_loaded) {
        char text[1024];
        snprintf(text, sizeof text,
                 "\tv_lshlrev_b32 v2, 3, v0\n\tscratch_store_dword off, v2, off offset:4\n"
                 "\tglobal_load_dword v9, v2, s[4:5]\n\ts_waitcnt vmcnt(0)\n\ts_mov_b32 s12, 0x20000\n\t%s\n"
                 "\ts_mov_b32 s14, -1\n\ts_mov_b32 s15, 0x27000\n"
                 "\tbuffer_store_dword v0, v2, s[12:15], 0 offen\n"
                 "\tscratch_load_dword v5, off, off offset:4\n\ts_waitcnt vmcnt(0)\n"
                 "\tglobal_load_dword v6, v5, s[4:5]\n\ts_endpgm\n; ScratchSize: 16\n",
                 words[is_loaded]);
        const gcnmem_run_access* w = access_of(all_accesses(GCNMEM_DEVICE_VEGA_64, text, settings), 0, 0, 11);
        CHECK_U64(!is_loaded, w->status == GCNMEM_STATUS_COMPUTED, "%s", text);
        CHECK(is_loaded || w->address[63] - w->address[0] == 63u * 8, "%s", text);
    }
}

/* Through s[0:3] that were loaded, or with what no stack is behind them, it is any buffer. */
static void test_R63_not_every_buffer_is_scratch_memory(void) {
    static const char* const texts[] = {
        "\ts_load_dwordx4 s[0:3], s[8:9], 0x0\n\ts_waitcnt lgkmcnt(0)\n"
        "\tbuffer_store_dword v0, off, s[0:3], s33 offset:12\n\ts_endpgm\n",
        "\ts_nop 0\n\ts_nop 0\n\tbuffer_store_dword v0, off, s[0:3], s20 offset:12\n\ts_endpgm\n",
        "\ts_nop 0\n\ts_nop 0\n\tbuffer_store_dword v0, v1, s[0:3], s33 idxen\n\ts_endpgm\n",
        "\ts_nop 0\n\ts_nop 0\n\tbuffer_store_dword v0, off, s[4:7], s33 offset:12\n\ts_endpgm\n"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; ++i) {
        const accesses* a = all_accesses(GCNMEM_DEVICE_VEGA_64, texts[i], two_groups_of_100);
        CHECK_U64(GCNMEM_STATUS_DEFAULT, access_of(a, 0, 0, 2)->status, "%s", texts[i]);
    }
}

/* What directives of a kernel give: its waves, and that products by modifiers are none where subnormals are kept. */
static void test_R63_what_directives_give(void) {
    static const struct {
        const char* directive;
        const char* code; /* from s3 and v0 to v3 */
        uint64_t address; /* of lane 5 in wave 1 of 2 */
    } rows[] = {
        {".amdhsa_system_sgpr_workgroup_info 1", "v_mov_b32 v3, s3", 2 | 1 << 6},
        {".amdhsa_float_denorm_mode_32 0",
         "v_cvt_f32_u32 v2, 5\n\tv_add_f32_e64 v3, v2, v2 mul:2\n\tv_cvt_u32_f32 v3, v3", 20},
        {".amdhsa_float_denorm_mode_32 3",
         "v_cvt_f32_u32 v2, 5\n\tv_add_f32_e64 v3, v2, v2 mul:2\n\tv_cvt_u32_f32 v3, v3", 10},
    };
    static const char* const settings[] = {"groups", "1", "group", "128", NULL};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        char text[1024];
        snprintf(text, sizeof text,
                 "k:\n\t%s\n\tds_write_b8 v3, v0\n\ts_endpgm\n\t.amdhsa_kernel k\n"
                 "\t\t.amdhsa_user_sgpr_kernarg_segment_ptr 1\n\t\t%s\n\t.end_amdhsa_kernel\n",
                 rows[i].code, rows[i].directive);
        const accesses* a = all_accesses(GCNMEM_DEVICE_VEGA_64, text, settings);
        for (uint32_t k = 0; k < a->count; ++k) {
            CHECK_U64(GCNMEM_STATUS_COMPUTED, a->at[k].status, "%s", text);
            CHECK(a->at[k].wave == 0 || a->at[k].address[5] == rows[i].address, "%s: %u", text,
                  (unsigned)a->at[k].address[5]);
        }
        CHECK_U64(2, a->count, "%s", text);
    }
}

/* Lanes whose address wraps around lie outside of LDS; the others show how much of it there is. */
static void test_R63_addresses_that_wrap_reach_lds(void) {
    outcome o = run_text("v_lshlrev_b32 v1, 2, v0\n\tv_add_u32 v1, vcc, -4, v1\n\tds_read_b32 v3, v1\n\ts_endpgm\n",
                         "reg", "v0=local.x", "lds", "0");
    CHECK_U64(GCNMEM_STATUS_COMPUTED, o.status, "%s", o.report);
    CHECK_U64(62 * 4, o.last.address[63], "%s", o.report);
    o = run_text("v_lshlrev_b32 v1, 2, v0\n\tv_add_u32 v1, vcc, -4, v1\n\tds_read_b32 v3, v1\n\ts_endpgm\n", "reg",
                 "v0=local.x", NULL, NULL);
    CHECK(strstr(o.report, "--lds 252") != NULL, "%s", o.report);
}

/* What an atomic leaves in scratch memory, or a store behind its end, is unknown. */
static void test_R63_scratch_memory_is_forgotten(void) {
    static const struct {
        const char* code;
        int is_known;
    } rows[] = {
        {"s_nop 0", 1},
        {"buffer_atomic_add v0, off, s[0:3], s33 offset:12", 0},
        {"v_lshlrev_b32 v4, 16, v2\n\tbuffer_store_short_d16_hi v4, off, s[0:3], s33 offset:12", 1},   /* as before */
        {"v_lshlrev_b32 v4, 16, v2\n\tbuffer_store_format_d16_x v4, off, s[0:3], s33 offset:2000", 1}, /* elsewhere */
        {"buffer_store_dword v0, off, s[0:3], s33 offset:4000", 0},
    };
    static const char* const settings[] = {"groups",     "1",   "group",          "64", "reg",
                                           "v0=local.x", "reg", "s[8:9]=0x10000", NULL};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        char text[1024];
        snprintf(text, sizeof text,
                 "k:\n\tv_lshlrev_b32 v2, 3, v0\n\tbuffer_store_dword v2, off, s[0:3], s33 offset:12\n\t%s\n"
                 "\tbuffer_load_dword v5, off, s[0:3], s33 offset:12\n\ts_waitcnt vmcnt(0)\n"
                 "\tglobal_load_dword v6, v5, s[8:9]\n\ts_endpgm\n; ScratchSize: 16\n",
                 rows[i].code);
        const gcnmem_run_access* w = access_of(all_accesses(GCNMEM_DEVICE_VEGA_64, text, settings), 0, 0,
                                               strchr(rows[i].code, '\n') != NULL ? 6 : 5);
        CHECK_U64(rows[i].is_known, w->status == GCNMEM_STATUS_COMPUTED, "%s", rows[i].code);
        CHECK(!rows[i].is_known || w->address[63] - w->address[0] == 63u * 8, "%s", rows[i].code);
    }
}

/* A jump back through registers is followed to where a block begins, as long as what decides it is known. */
static void test_R51_jumps_back_through_registers(void) {
    static const struct {
        unsigned distance; /* of L from behind s_getpc is 12 */
        const char* until;
        int is_followed;
    } rows[] = {{12, "3", 1}, {12, "s6", 0}, {8, "3", 0}, {60, "3", 0}};
    static const char* const settings[] = {"groups", "1", "group", "64", NULL};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        char text[1024];
        snprintf(
            text, sizeof text,
            "k:\n\ts_mov_b32 s7, 0 // 000000000100: BE870080\n\ts_getpc_b64 s[8:9] // 000000000104: BE881C00\n"
            "\ts_add_u32 s8, s8, %u // 000000000108: 80088C08\n\ts_addc_u32 s9, s9, 0 // 00000000010C: 82098009\n"
            "\ts_branch L // 000000000110: BF820000\nL:\n\ts_add_i32 s7, s7, 1 // 000000000114: 81078107\n"
            "\ts_cmp_eq_u32 s7, %s // 000000000118: BF068307\n\ts_cbranch_scc1 E // 00000000011C: BF850001\n"
            "\ts_setpc_b64 s[8:9] // 000000000120: BE801D08\nE:\n\tv_mov_b32_e32 v1, s7 // 000000000124: 7E020207\n"
            "\tds_write_b8 v1, v0 // 000000000128: D83C0000 00000001\n\ts_endpgm // 000000000130: BF810000\n",
            rows[i].distance, rows[i].until);
        const accesses* a = all_accesses(GCNMEM_DEVICE_VEGA_64, text, settings);
        CHECK_U64(rows[i].is_followed, a->count, "%s", text);
        CHECK(!rows[i].is_followed || a->at[0].address[5] == 3, "%s: %u", text, (unsigned)a->at[0].address[5]);
    }
}

/* ---- what else changes memory that is known ---- */

/* A table in LDS, 8 a lane; then something; then a load at what the table says. Computed, or not at all. */
static void test_R62_lds_changes_by_other_ways(void) {
    static const struct {
        const char* change;
        uint64_t step; /* from lane to lane; 0: nobody knows any more */
    } rows[] = {
        {"s_nop 0", 8},
        {"s_mov_b32 m0, 0\n\tbuffer_load_dword v9, s[8:11], 0 offen lds", 20},
        {"s_mov_b32 m0, 0\n\tbuffer_load_dword off, s[8:11], 0 lds", 0}, /* all lanes the first dword: 5 */
        {"s_mov_b32 m0, 0x400\n\tbuffer_load_dword v9, s[8:11], 0 offen lds", 8},
        {"s_mov_b32 m0, s20\n\tbuffer_load_dword v9, s[8:11], 0 offen lds", 0},
        {"s_mov_b32 m0, 0\n\tbuffer_load_ubyte v9, s[8:11], 0 offen lds", 0},
        {"s_mov_b32 m0, 0\n\tbuffer_load_format_x v9, s[8:11], 0 offen lds", 0},
        {"s_mov_b32 s10, 128\n\ts_mov_b32 m0, 0\n\tbuffer_load_dword v9, s[8:11], 0 offen lds", 0}, /* of 32 lanes */
        {"s_add_u32 s9, s9, 0x700\n\ts_mov_b32 m0, 0\n\tbuffer_load_dword v9, s[8:11], 0 offen lds", 0},
        {"s_mov_b32 m0, 0\n\tv_cmp_lt_u32 vcc, 7, v20\n\ts_and_saveexec_b64 s[16:17], vcc\n"
         "\tbuffer_load_dword v9, s[8:11], 0 offen lds\n\ts_mov_b64 exec, s[16:17]",
         0}, /* by lanes that may be off */
        {"s_mov_b32 m0, 0\n\tglobal_load_lds_dword v9, s[4:5]", 20},
        {"s_mov_b32 m0, 0\n\tds_write_addtid_b32 v9", 0},
        {"s_movk_i32 m0, 0x400\n\tds_write_addtid_b32 v9 offset:64", 8},
        {"ds_write_b32 v2, v9 gds", 8},
        {"ds_add_u32 v2, v9 gds", 8},
        {"ds_read_b32 v8, v2 gds", 8},
        {"s_mov_b64 s[16:17], src_shared_base\n\tv_mov_b32_e32 v11, s17\n\tv_mov_b32_e32 v10, v2\n"
         "\tflat_store_dword v[10:11], v9",
         0},
        {"s_getreg_b32 s17, hwreg(HW_REG_SH_MEM_BASES, 16, 16)\n\ts_lshl_b32 s17, s17, 16\n"
         "\tv_mov_b32_e32 v11, s17\n\tv_mov_b32_e32 v10, v2\n\tflat_atomic_add v[10:11], v9",
         0},
        {"v_mov_b32_e32 v11, s5\n\tv_mov_b32_e32 v10, s4\n\tflat_store_dword v[10:11], v9", 8},
        {"buffer_store_dword v9, v9, s[8:11], 0 offen", 8},
    };
    static const char* const settings[] = {"groups", "1", "arg", "0=data:i*20", "group", "64", NULL};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        char text[2048];
        uint32_t last = 11;
        for (const char* at = rows[i].change; *at != 0; ++at) {
            last += *at == '\n';
        }
        snprintf(text, sizeof text,
                 "k:\n\ts_load_dwordx2 s[4:5], s[0:1], 0x0\n\tv_lshlrev_b32_e32 v2, 2, v0\n"
                 "\tv_lshlrev_b32_e32 v3, 3, v0\n\tds_write_b32 v2, v3\n\tv_lshlrev_b32_e32 v9, 2, v0\n"
                 "\ts_waitcnt lgkmcnt(0)\n\ts_mov_b64 s[8:9], s[4:5]\n\ts_mov_b64 s[10:11], -1\n"
                 "\ts_mov_b32 s11, 0x27fac\n\t%s\n\tds_read_b32 v5, v2\n\tglobal_load_dword v6, v5, s[4:5]\n"
                 "\ts_endpgm\n\t.amdhsa_kernel k\n\t\t.amdhsa_user_sgpr_kernarg_segment_ptr 1\n"
                 "\t\t.amdhsa_group_segment_fixed_size 256\n\t.end_amdhsa_kernel\n\t.amdgpu_metadata\n---\n"
                 "amdhsa.kernels:\n  - .args:\n      - .offset: 0\n        .size: 8\n"
                 "        .value_kind: global_buffer\n    .name: k\n...\n\t.end_amdgpu_metadata\n",
                 rows[i].change);
        const accesses* a = all_accesses(GCNMEM_DEVICE_VEGA_64, text, settings);
        const gcnmem_run_access* w = access_of(a, 0, 0, last);
        int is_same = strstr(rows[i].change, " off,") != NULL;
        CHECK((w->status == GCNMEM_STATUS_COMPUTED) == (rows[i].step != 0 || is_same), "%s: %u", rows[i].change,
              (unsigned)w->status);
        CHECK(w->status != GCNMEM_STATUS_COMPUTED || w->address[3] - w->address[0] == 3 * rows[i].step, "%s",
              rows[i].change);
    }
}

/* A kernel that is given its queue finds there where LDS lies among flat addresses. */
static void test_R62_lds_changes_by_way_of_the_queue(void) {
    static const char* const given[] = {" 1", "\t1", " 0x1", " 0"};
    static const char* const settings[] = {"groups", "1", "arg", "0=data:i*20", "group", "64", NULL};
    for (uint32_t i = 0; i < 4; ++i) {
        char text[1024];
        const uint32_t has_queue = i < 3;
        snprintf(text, sizeof text,
                 "k:\n\ts_load_dwordx2 s[4:5], s[%u:%u], 0x0\n\tv_lshlrev_b32_e32 v2, 2, v0\n"
                 "\tds_write_b32 v2, v2\n\ts_waitcnt lgkmcnt(0)\n\tv_mov_b32_e32 v11, s5\n\tv_mov_b32_e32 v10, s4\n"
                 "\tflat_store_dword v[10:11], v0\n\tds_read_b32 v5, v2\n\tglobal_load_dword v6, v5, s[4:5]\n"
                 "\ts_endpgm\n\t.amdhsa_kernel k\n\t\t.amdhsa_user_sgpr_kernarg_segment_ptr 1\n"
                 "\t\t.amdhsa_user_sgpr_queue_ptr%s\n\t\t.amdhsa_group_segment_fixed_size 256\n"
                 "\t.end_amdhsa_kernel\n\t.amdgpu_metadata\n---\namdhsa.kernels:\n  - .args:\n      - .offset: 0\n"
                 "        .size: 8\n        .value_kind: global_buffer\n    .name: k\n...\n\t.end_amdgpu_metadata\n",
                 (unsigned)has_queue * 2, (unsigned)has_queue * 2 + 1, given[i]);
        const gcnmem_run_access* w = access_of(all_accesses(GCNMEM_DEVICE_VEGA_64, text, settings), 0, 0, 8);
        CHECK((w->status == GCNMEM_STATUS_COMPUTED) == !has_queue, "queue_ptr%s: %u", given[i], (unsigned)w->status);
    }
}

/* Dword 3 of a buffer holds 96, or what was stored there last. */
static void test_R62_data_changes_by_other_ways(void) {
    static const struct {
        const char* change;
        int is_known;
    } rows[] = {
        {"s_nop 0", 1},
        {"s_store_dword s10, s[4:5], 0xc", 0},
        {"s_store_dwordx2 s[10:11], s[4:5], 0x8", 0},
        {"s_store_dword s10, s[4:5], 0x10", 1},
        {"s_buffer_store_dword s10, s[12:15], 0xc", 0},
        {"s_atomic_add s10, s[4:5], 0xc", 0},
        {"s_store_dword s10, s[8:9], 0x0", 1},                                   /* through another argument */
        {"s_load_dword s20, s[0:1], 0x10\n\ts_store_dword s10, s[8:9], s20", 1}, /* somewhere there */
        {"s_load_dword s20, s[0:1], 0x10\n\ts_store_dword s10, s[4:5], s20", 0},
        {"s_load_dwordx2 s[20:21], s[8:9], 0x0\n\ts_store_dword s10, s[20:21], 0x0", 0}, /* nobody knows where */
        {"global_store_dword v2, v0, s[4:5] ; @mem lane*4", 0},
        {"global_store_dword v2, v0, s[4:5] ; @mem (lane^1)%3*4+group/(lane+1)", 0},
        {"image_store v[2:5], v[2:3], s[12:19] dmask:0xf unorm", 0},
    };
    static const char* const settings[] = {"groups", "1", "arg", "0=data:i*32", "group", "64", NULL};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        char text[2048];
        const uint32_t load = strchr(rows[i].change, '\n') != NULL ? 11 : 10;
        snprintf(text, sizeof text,
                 "k:\n\ts_load_dwordx2 s[4:5], s[0:1], 0x0\n\ts_load_dwordx2 s[8:9], s[0:1], 0x8\n"
                 "\tv_lshlrev_b32_e32 v2, 2, v0\n\ts_movk_i32 s10, 0x444\n\ts_movk_i32 s11, 0x444\n"
                 "\ts_waitcnt lgkmcnt(0)\n\ts_mov_b64 s[12:13], s[4:5]\n\ts_mov_b64 s[14:15], -1\n"
                 "\ts_mov_b32 s15, 0x27fac\n\t%s\n\ts_load_dword s22, s[4:5], 0xc\n\ts_waitcnt lgkmcnt(0)\n"
                 "\tv_mov_b32_e32 v5, s22\n\tglobal_load_dword v6, v5, s[4:5]\n\ts_endpgm\n"
                 "\t.amdhsa_kernel k\n\t\t.amdhsa_user_sgpr_kernarg_segment_ptr 1\n\t.end_amdhsa_kernel\n"
                 "\t.amdgpu_metadata\n---\namdhsa.kernels:\n  - .args:\n      - .offset: 0\n        .size: 8\n"
                 "        .value_kind: global_buffer\n      - .offset: 8\n        .size: 8\n"
                 "        .value_kind: global_buffer\n      - .name: n\n        .offset: 16\n        .size: 4\n        "
                 ".value_kind: by_value\n    .name: k\n...\n\t.end_amdgpu_metadata\n",
                 rows[i].change);
        const accesses* a = all_accesses(GCNMEM_DEVICE_VEGA_64, text, settings);
        const gcnmem_run_access* w = access_of(a, 0, 0, load + 3);
        uint64_t distance = w->address[0] - access_of(a, 0, 0, load)->address[0];
        CHECK((w->status == GCNMEM_STATUS_COMPUTED) == rows[i].is_known, "%s: %u", rows[i].change, (unsigned)w->status);
        CHECK(!rows[i].is_known || distance == 96 - 12, "%s", rows[i].change);
    }
}

/* What is stored to is kept by a hash: a store to another object of which nothing is known leaves no mark in it. */
static void test_R62_stores_elsewhere_leave_data(void) {
    static const char* const settings[] = {
        "groups", "1", "group", "64", "arg", "0=data:i*32", "reg", "s[8:9]=0x20000000000", "reg", "v0=local.x", NULL};
    uint64_t read = 0;
    uint64_t offset = 0;
    for (int is_same = 0; is_same < 2; ++is_same) {
        char text[2048];
        snprintf(text, sizeof text,
                 "k:\n\ts_load_dwordx2 s[4:5], s[0:1], 0x0\n\tv_mov_b32 v2, 0x%" PRIx64 "\n\ts_waitcnt lgkmcnt(0)\n"
                 "\tglobal_store_dword v2, v0, s[8:9]\n\ts_load_dword s22, s[4:5], 0xc\n\ts_waitcnt lgkmcnt(0)\n"
                 "\tv_mov_b32 v5, s22\n\tglobal_load_dword v6, v5, s[4:5]\n\ts_endpgm\n"
                 "\t.amdhsa_kernel k\n\t\t.amdhsa_user_sgpr_kernarg_segment_ptr 1\n\t.end_amdhsa_kernel\n"
                 "\t.amdgpu_metadata\n---\namdhsa.kernels:\n  - .args:\n      - .offset: 0\n        .size: 8\n"
                 "        .value_kind: global_buffer\n    .name: k\n...\n\t.end_amdgpu_metadata\n",
                 offset);
        const accesses* a = all_accesses(GCNMEM_DEVICE_VEGA_64, text, settings);
        const uint64_t stored = access_of(a, 0, 0, 3)->address[0];
        read = access_of(a, 0, 0, 4)->address[0];
        CHECK_U64(UINT64_C(0x20000000000) + offset, stored, "%s", text);
        CHECK_U64(GCNMEM_STATUS_COMPUTED, access_of(a, 0, 0, 7)->status, "%s", text);
        static gcnmemi_entry entry;
        const uint64_t* mark = gcnmemi_entry_written(&entry, read / GCNMEMI_ENTRY_BLOCK_BYTES);
        for (offset = read % 256;
             gcnmemi_entry_written(&entry, (stored + offset) / GCNMEMI_ENTRY_BLOCK_BYTES) != mark;) {
            offset += 256;
        }
    }
}

/* What each SALU instruction leaves of SCC, which is 1 before: computed where it is kept. */
static void test_R62_scc_is_written_by_what_the_isa_says(void) {
    static const char* const keeps[] = {"s_getreg_b32 s7, hwreg(HW_REG_HW_ID, 0, 4)",
                                        "s_setreg_b32 hwreg(HW_REG_MODE, 0, 4), s7",
                                        "s_ff0_i32_b32 s7, s2",
                                        "s_ff0_i32_b64 s7, s[2:3]",
                                        "s_movrels_b32 s7, s2",
                                        "s_bitreplicate_b64_b32 s[6:7], s2",
                                        "s_flbit_i32_b64 s7, s[2:3]",
                                        "s_mul_hi_u32 s7, s2, s3",
                                        "s_bfm_b64 s[6:7], s2, s3",
                                        "s_pack_hh_b32_b16 s7, s2, s3",
                                        "s_sext_i32_i8 s7, s2",
                                        "s_brev_b64 s[6:7], s[2:3]",
                                        "s_mulk_i32 s7, 12",
                                        "s_cmovk_i32 s7, 12",
                                        "s_bitset0_b64 s[6:7], s2",
                                        "s_getpc_b64 s[6:7]",
                                        "s_setvskip s2, s3",
                                        "s_set_gpr_idx_idx s2",
                                        "s_mov_fed_b32 s7, s2"};
    static const char* const writes[] = {"s_quadmask_b64 s[6:7], s[2:3]", "s_andn1_wrexec_b64 s[6:7], s[2:3]",
                                         "s_absdiff_i32 s7, s2, s9", "s_lshl1_add_u32 s7, s9, s3",
                                         "s_nobody_knows_b32 s7, s2"};
    static const char* const settings[] = {"groups",     "1",   "group",      "64", "reg",
                                           "s2=group.x", "reg", "v0=local.x", NULL};
    for (size_t i = 0; i < sizeof keeps / sizeof keeps[0] + sizeof writes / sizeof writes[0]; ++i) {
        const size_t count = sizeof keeps / sizeof keeps[0];
        const char* between = i < count ? keeps[i] : writes[i - count];
        char text[512];
        snprintf(text, sizeof text,
                 "\ts_cmp_eq_u32 s2, 0\n\t%s\n\ts_cselect_b32 s8, 8, 64\n\tv_mul_lo_u32 v1, v0, s8\n"
                 "\tds_read_b32 v2, v1\n\ts_endpgm\n",
                 between);
        const gcnmem_run_access* w = access_of(all_accesses(GCNMEM_DEVICE_VEGA_64, text, settings), 0, 0, 4);
        CHECK((w->status == GCNMEM_STATUS_COMPUTED) == (i < count), "%s: %u", between, (unsigned)w->status);
        CHECK(i >= count || w->address[1] == 8, "%s", between);
    }
}

/* A comparison of doubles with a constant decides whether lanes load. */
static void test_R62_doubles_are_compared_with_constants(void) {
    static const struct {
        const char* compare; /* of s[2:3] */
        uint64_t value;
        int is_true;
    } rows[] = {
        {"v_cmp_eq_f64_e64 vcc, s[2:3], 0", 0, 1},
        {"v_cmp_eq_f64_e64 vcc, s[2:3], 0", 0x8000000000000000u, 1}, /* -0 */
        {"v_cmp_eq_f64_e64 vcc, s[2:3], 0", 1, 0},
        {"v_cmp_neq_f64_e64 vcc, 0, s[2:3]", 0x3ff0000000000000u, 1},
        {"v_cmp_eq_f64_e64 vcc, s[2:3], 1.0", 0x3ff0000000000000u, 1},
        {"v_cmp_eq_f64_e64 vcc, s[2:3], 1.0", 0x3f80000000000000u, 0},
        {"v_cmp_eq_f64_e64 vcc, s[2:3], 1.0", 0x3ff0000000000001u, 0},
        {"v_cmp_lt_f64_e64 vcc, s[2:3], 1.0", 0x3fefffffffffffffu, 1},
        {"v_cmp_gt_f64_e64 vcc, s[2:3], -0.5", 0xbfe0000000000000u, 0},
        {"v_cmp_ge_f64_e64 vcc, s[2:3], -0.5", 0xbfe0000000000000u, 1},
        {"v_cmp_eq_f64_e64 vcc, -s[2:3], 4.0", 0xc010000000000000u, 1},
        {"v_cmp_eq_f64_e64 vcc, |s[2:3]|, 2.0", 0xc000000000000000u, 1},
        {"v_cmp_eq_f64_e64 vcc, s[2:3], 1", 1, 1},  /* an integer's bits */
        {"v_cmp_lt_f64_e64 vcc, s[2:3], -1", 0, 0}, /* no number */
        {"v_cmp_nlt_f64_e64 vcc, s[2:3], -1", 0, 1},
        {"v_cmp_u_f64_e64 vcc, s[2:3], s[2:3]", 0x7ff0000000000001u, 1},
        {"v_cmp_o_f64_e64 vcc, s[2:3], s[2:3]", 0x7ff0000000000000u, 1},
        {"v_mov_b32_e32 v2, s2\n\tv_mov_b32_e32 v3, s3\n\tv_cmp_eq_f64_e32 vcc, 0x40590000, v[2:3]",
         0x4059000000000000u, 1},
        {"s_mov_b64 s[6:7], 2.0\n\tv_cmp_eq_f64_e64 vcc, s[2:3], s[6:7]", 0x4000000000000000u, 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        char text[512];
        char value[64];
        const char* settings[] = {"groups", "1", "group", "64", "reg", value, "reg", "v0=local.x", NULL};
        snprintf(value, sizeof value, "s[2:3]=0x%llx", (unsigned long long)rows[i].value);
        snprintf(text, sizeof text,
                 "\t%s\n\tv_cndmask_b32_e64 v1, 0, 1, vcc\n\tv_mul_u32_u24_e32 v1, v0, v1\n\tds_read_u8 v1, v1\n"
                 "\ts_endpgm\n",
                 rows[i].compare);
        const accesses* a = all_accesses(GCNMEM_DEVICE_VEGA_64, text, settings);
        CHECK_U64(1, a->count, "%s", rows[i].compare);
        CHECK_U64(GCNMEM_STATUS_COMPUTED, a->at[0].status, "%s", rows[i].compare);
        CHECK_U64((uint64_t)rows[i].is_true, a->at[0].address[1], "%s of %s", rows[i].compare, value);
    }
}

/* RDNA2's 16-bit operations leave the other half: it counts as if somebody read it. */
static void test_R62_high_halves(void) {
    static const struct {
        const char* code; /* from v0 and the uninitialised v1, to v2 */
        int is_known;
    } rows[] = {
        {"v_mov_b32 v1, 0\n\tv_add_nc_u16 v1, v0, 3\n\tv_and_b32_e32 v2, 0xffff, v1", 1},
        {"v_mov_b32 v1, 0\n\tv_add_nc_u16 v1, v0, 3\n\tv_mov_b32_e32 v2, v1", 1},
        {"v_add_nc_u16 v1, v0, 3\n\tv_mov_b32_e32 v2, v1", 0},
        {"v_add_nc_u16 v1, v0, 3\n\tv_lshrrev_b32_e32 v1, 2, v1\n\tv_and_b32_e32 v2, 0xff, v1", 0},
        {"v_add_nc_u16 v1, v0, 3\n\tv_add_co_u32 v3, vcc_lo, v1, v0\n\tv_cndmask_b32_e64 v2, 0, 1, vcc_lo", 0},
    };
    static const char* const settings[] = {"groups", "1", "group", "32", "reg", "v0=local.x", NULL};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        char text[1024];
        snprintf(text, sizeof text, "\tv_cmp_lt_u32_e32 vcc_lo, 7, v0\n\t%s\n\tds_read_u8 v9, v2\n\ts_endpgm\n",
                 rows[i].code);
        const accesses* a = all_accesses(GCNMEM_DEVICE_RX_6900_XT, text, settings);
        CHECK_U64(1, a->count, "%s", rows[i].code);
        CHECK((a->at[0].status == GCNMEM_STATUS_COMPUTED) == rows[i].is_known, "%s: %u", rows[i].code,
              (unsigned)a->at[0].status);
    }
}

/* ---- where buffers and rows of pixels end ---- */

/* Elements of 4 bytes; which lanes are inside, by what the descriptor says, to the byte. */
static void test_R2_lanes_at_the_end_of_a_buffer(void) {
    for (uint32_t form = 0; form < 5; ++form) {
        for (uint32_t records = 0; records < 270; ++records) {
            char text[512];
            static const char* const accesses_of[] = {
                "buffer_load_dword v2, v1, s[4:7], 0 offen",            /* bytes from 4*lane on */
                "buffer_load_dword v2, v1, s[4:7], 0 offen offset:12",  /* ... from 12 on, */
                "buffer_load_dword v2, v1, s[4:7], s9 offen",           /* ... from 8 on */
                "buffer_load_dword v2, v0, s[4:7], 0 idxen",            /* elements */
                "buffer_load_dword v2, v[0:1], s[4:7], 0 idxen offen"}; /* ... and bytes of them: up to the stride */
            static const uint32_t from[] = {0, 12, 8, 0, 0};
            static const char* const settings[] = {"groups", "1", "group", "64", "reg", "v0=local.x", NULL};
            const uint32_t stride = form == 4 ? 4 * records : 16;
            snprintf(text, sizeof text,
                     "\ts_mov_b32 s4, 0x10000\n\ts_mov_b32 s5, 0x%x\n\ts_mov_b32 s6, %u\n\ts_mov_b32 s7, 0x27fac\n"
                     "\ts_mov_b32 s9, 8\n\tv_lshlrev_b32_e32 v1, 2, v0\n\t%s\n\ts_endpgm\n",
                     (unsigned)(form < 3 ? 0 : stride << 16), (unsigned)(form == 4 ? 1000 : records),
                     accesses_of[form]);
            const gcnmem_run_access* w = access_of(all_accesses(GCNMEM_DEVICE_VEGA_64, text, settings), 0, 0, 6);
            uint64_t inside = 0;
            for (uint32_t lane = 0; lane < 64; ++lane) {
                int is_inside = form < 3    ? 4 * lane + from[form] < records
                                : form == 3 ? lane < records
                                            : stride == 0 || 4 * lane < stride;
                inside |= (uint64_t)is_inside << lane;
            }
            CHECK_U64(inside, w->mask, "%s, %u records", accesses_of[form], (unsigned)records);
        }
    }
}

/* Waves of 8x8 pixels fill a target row by row: where it is no multiple of 8 wide, the last one of a row is not full,
   and the next begins at the left edge; behind the last row the first follows. */
static void test_R63_rows_of_pixels_wrap(void) {
    static const struct {
        const char* target;
        uint32_t columns, rows;
    } targets[] = {{"64x64", 8, 8}, {"65x17", 9, 3}, {"63x16", 8, 2}, {"8x24", 1, 3}, {"17x8", 3, 1}, {"1x1", 1, 1}};
    static const char text[] = "\tv_cvt_u32_f32_e32 v2, v2\n\tv_cvt_u32_f32_e32 v3, v3\n"
                               "\tv_lshl_or_b32 v4, v3, 16, v2\n\tglobal_load_ubyte v5, v4, s[4:5]\n\ts_endpgm\n";
    for (size_t i = 0; i < sizeof targets / sizeof targets[0]; ++i) {
        char groups[16];
        const uint32_t count = 2 * targets[i].columns * targets[i].rows + 3;
        const char* settings[] = {"group", "64",         "groups", groups,       "target", targets[i].target,
                                  "reg",   "v2=pixel.x", "reg",    "v3=pixel.y", "reg",    "s[4:5]=0x10000",
                                  NULL};
        snprintf(groups, sizeof groups, "%u", (unsigned)count);
        const accesses* a = all_accesses(GCNMEM_DEVICE_VEGA_64, text, settings);
        for (uint32_t k = 0; k < count; ++k) {
            const gcnmem_run_access* w = access_of(a, k, 0, 3);
            uint64_t x = 8 * (k % targets[i].columns);
            uint64_t y = 8 * (k / targets[i].columns % targets[i].rows);
            CHECK_U64(GCNMEM_STATUS_COMPUTED, w->status, "%s", targets[i].target);
            CHECK_U64(y << 16 | x, w->address[0] - 0x10000, "%s: wave %u", targets[i].target, (unsigned)k);
            CHECK_U64((y + 7) << 16 | (x + 7), w->address[63] - 0x10000, "%s: wave %u", targets[i].target, (unsigned)k);
        }
    }
}

/* ---- more different lanes than are kept ---- */

/* A listing under settings, ready to run; end_file() frees it. */
typedef struct big_run {
    job text;
    gcnmem_shader shader;
    void* memory;
    gcnmem_result result;
    gcnmem_issue issue;
} big_run;

static big_run run_file(gcnmem_device device, const char* file, const gcnmem_setting* settings, uint32_t count) {
    gcnmem_desc desc = gcnmem_desc_for(device);
    big_run r;
    uint64_t room = 0;
    memset(&r, 0, sizeof r);
    r.text = job_parse_file(file);
    do {
        room = r.issue.limit;
        free(r.memory);
        r.memory = room != 0 ? malloc((size_t)room) : NULL;
        memset(&r.issue, 0, sizeof r.issue);
        r.result = gcnmem_shader_init(r.memory, (size_t)room, &desc, r.text.text, r.text.text_bytes, settings, count,
                                      &r.shader, &r.issue);
    } while (r.result == GCNMEM_ERROR_LIMIT && r.issue.limit > room);
    return r;
}

static void end_file(big_run* r) {
    free(r->memory);
    job_end(&r->text);
}

static void test_R62_a_gather_takes_as_long_however_many_waves_do_it(void) {
    /* rows of 256: a thousand waves make more different vectors than there is room for */
    static gcnmem_setting settings[] = {
        {"groups", NULL}, {"cus", "11"}, {"arg", "0=data:i*256"}, {"arg", "1=data:hash(i)%(1<<20)"}};
    static const char* const groups[] = {"300", "1000"};
    uint64_t clocks_e3[2];
    for (int i = 0; i < 2; ++i) {
        settings[0].value = groups[i];
        big_run r = run_file(GCNMEM_DEVICE_R9_290X, "asm/gfx700/spmv_vector.s", settings, 4);
        CHECK(r.result == GCNMEM_OK, "%s %s", r.issue.field, r.issue.rule);
        gcnmem_run_result result = gcnmem_shader_finish(&r.shader);
        clocks_e3[i] = result.clocks * 1000 / result.waves;
        CHECK_U64(0, result.addresses[GCNMEM_STATUS_DEFAULT], "%s groups: like vectors stand in", groups[i]);
        CHECK_U64(0, result.addresses[GCNMEM_STATUS_ASSUMED], "%s groups: old vectors make room", groups[i]);
        end_file(&r);
    }
    CHECK(clocks_e3[1] * 100 >= clocks_e3[0] * 90, "clocks a wave / 1000: %u for 300 groups, %u for 1000",
          (unsigned)clocks_e3[0], (unsigned)clocks_e3[1]);
}

/* The report of a listing on one CU. */
static void report_file(const char* file, const char* name, const char* value, char* report) {
    gcnmem_setting settings[4] = {{"groups", "2"}, {"cus", "1"}, {NULL, NULL}, {NULL, NULL}};
    uint32_t count = 2;
    if (strstr(file, "fiji/poisson") != NULL) {
        settings[count].name = "stage";
        settings[count++].value = "fragment";
    }
    if (name != NULL) {
        settings[count].name = name;
        settings[count++].value = value;
    }
    big_run r = run_file(GCNMEM_DEVICE_R9_FURY_X, file, settings, count);
    CHECK(r.result == GCNMEM_OK, "%s --%s %s: %s %s", file, name != NULL ? name : "", value != NULL ? value : "",
          r.issue.field, r.issue.rule);
    *report = 0;
    if (r.result == GCNMEM_OK) {
        gcnmem_shader_finish(&r.shader);
        gcnmem_report_run(r.shader.run, r.shader.listing, r.text.text, GCNMEM_STYLE_TEXT, write_report, report);
    }
    end_file(&r);
}

/* Each need stands on a line of its own: four blanks, --NAME, a blank, the value, perhaps in quotes, blanks. */
static void check_needs(const char* file) {
    static char report[REPORT_BYTES];
    if (strstr(file, "gfx803") == NULL && strstr(file, "fiji") == NULL) {
        return;
    }
    report_file(file, NULL, NULL, report);
    for (const char* at = strstr(report, "\n    --"); at != NULL; at = strstr(at + 1, "\n    --")) {
        static char ignored[REPORT_BYTES];
        char name[16];
        char value[64];
        int is_read =
            sscanf(at, " --%15[a-z-] '%63[^']'", name, value) == 2 || sscanf(at, " --%15[a-z-] %63s", name, value) == 2;
        if (is_read && strcmp(name, "groups") != 0) {
            report_file(file, name, value, ignored);
        }
    }
}

static void test_R63_what_is_advised_is_accepted(void) {
    job_each_file(check_needs);
}

static void test_R63_what_was_given_is_not_advised(void) {
    char report[REPORT_BYTES];
    report_file("asm/gfx803/bitonic_lds.s", NULL, NULL, report);
    CHECK(strstr(report, "--taken '#29=0'") != NULL, "not given: %s", report);
    report_file("asm/gfx803/bitonic_lds.s", "taken", "#29=0", report);
    CHECK(strstr(report, "--taken '#29=0'") == NULL, "given: %s", report);
}

/* An integer for a float is its bits, which is what few mean by 2. */
static void test_R63_arguments_of_another_type_are_told(void) {
    static const struct {
        const char* file;
        const char* value;
        const char* warning; /* NULL: none */
    } rows[] = {
        {"asm/gfx803/triad.s", "3=2", "argument 3 is a float: the integer given is taken for its bits"},
        {"asm/gfx803/triad.s", "3=-1", "argument 3 is a float: the integer given is taken for its bits"},
        {"asm/gfx803/triad.s", "3=0x40000000", NULL},
        {"asm/gfx803/triad.s", "3=0", NULL},
        {"asm/gfx803/triad.s", "3=f:2", NULL},
        {"asm/gfx803/triad.s", "0=4096", NULL},
        {"asm/gfx803/matmul_tiled.s", "3=64", NULL},
        {"asm/gfx803/matmul_tiled.s", "3=f:1e-43", "argument 3 is an integer: what f: gave is taken for the bits"}};
    static char report[REPORT_BYTES];
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        report_file(rows[i].file, "arg", rows[i].value, report);
        CHECK(rows[i].warning != NULL ? strstr(report, rows[i].warning) != NULL
                                      : strstr(report, "is taken for") == NULL,
              "%s, --arg %s: %s", rows[i].file, rows[i].value, report);
    }
}

/* ---- constants as directives tell them ---- */

static void test_R62_bytes_of_directives(void) {
    static const struct {
        const char* line;
        int is_data;
        const char* bytes;
    } rows[] = {{".byte 1, 2", 1, "0102"},
                {".byte -1", 1, "ff"},
                {".byte x", 0, ""},
                {".byte 1 ; one", 1, "01"},
                {".byte 1 x", 0, "01"},
                {".short 0x1234", 1, "3412"},
                {".long 1", 1, "01000000"},
                {".quad 1", 1, "0100000000000000"},
                {".quad 1, 2, 3", 1, "01000000000000000200000000000000"}, /* as far as there is room */
                {".zero 3", 1, "000000"},
                {".zero 2, 7", 1, "0707"},
                {".zero 99, 7", 1, "07070707070707070707070707070707"},
                {".ascii \"a\\n\"", 1, "610a"},
                {".asciz \"a\"", 1, "6100"},
                {".ascii \"\\101\\1z\\377\"", 1, "41017aff"},
                {".ascii \"ab", 1, "6162"}, /* cut off */
                {".ascii \"a\\", 1, "615c"},
                {".ascii \"a\\1", 1, "6101"},
                {".ascii x", 0, ""},
                {".globl x", 0, ""},
                {"s_nop 0", 0, ""}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        uint8_t bytes[16];
        char text[40] = "";
        gcnmemi_entry_data data = {bytes, 0, sizeof bytes, NULL, NULL};
        int is_data = gcnmemi_entry_read_data(&data, gcnmemi_text_of(rows[i].line));
        for (uint32_t k = 0; k < data.count; ++k) {
            sprintf(text + 2 * k, "%02x", bytes[k]);
        }
        CHECK_U64(rows[i].is_data, is_data != 0, "%s", rows[i].line);
        CHECK_TEXT(rows[i].bytes, text, "%s", rows[i].line);
    }
}

/* The bytes behind a label, in sections of constants alone. */
static void test_R62_bytes_behind_a_label(void) {
    static const struct {
        const char* text;
        uint32_t count;
    } rows[] = {{".section .rodata\nx:\n.byte 1\n\n; a remark\n.byte 2\ny:\n.byte 3\n", 2},
                {".section .rodata\nx:\n.byte 1\n.globl y\n.byte 2\n", 1},
                {".text\nx:\n.byte 1\n", 0},
                {".section .rodata\n.data\nx:\n.byte 1\n", 0},
                {".section .rodata\n.bss\nx:\n.byte 1\n", 0},
                {".section .data\nx:\n.byte 1\n", 0},
                {".section .rodata\ny:\n.byte 1\nx:\n.byte 1, 2, 3\n", 3}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        uint8_t bytes[16];
        gcnmemi_entry_data data = {bytes, 0, sizeof bytes, NULL, NULL};
        gcnmemi_entry_find_data(&data, gcnmemi_text_of(rows[i].text), gcnmemi_text_of("x"));
        CHECK_U64(rows[i].count, data.count, "%s", rows[i].text);
    }
}

/* What PAL's registers say of a user register: of compute, pixel and vertex shaders. */
static void test_R63_registers_of_pal(void) {
    static const uint32_t first[] = {0x2e40, 0x2c0c, 0x2c4c};
    for (uint32_t i = 0; i < 3; ++i) {
        gcnmemi_metadata_pal pal;
        memset(&pal, 0, sizeof pal);
        gcnmemi_metadata_read_register(&pal, first[i] + 2, 0x10000003u);
        CHECK_U64(0x10000004u, pal.user[2], "the third of %x", (unsigned)first[i]);
        CHECK_U64(0, pal.user[1] + pal.user[3], "and no other of %x", (unsigned)first[i]);
    }
}

/* ---- settings at their edges ---- */

#define TAKES_ARGUMENTS(code) \
    "k:\n" code "\ts_endpgm\n\t.amdhsa_kernel k\n\t\t.amdhsa_user_sgpr_kernarg_segment_ptr 1\n" \
    "\t\t.amdhsa_group_segment_fixed_size 20\n\t.end_amdhsa_kernel\n" \
    "\t.amdgpu_metadata\n---\namdhsa.kernels:\n  - .args:\n" \
    "      - .offset: 0\n        .size: 8\n        .value_kind: global_buffer\n" \
    "      - .offset: 8\n        .size: 4\n        .value_kind: by_value\n" \
    "      - .offset: 16\n        .size: 16\n        .type_name: float4\n        .value_kind: by_value\n" \
    "      - .offset: 32\n        .size: 16\n        .type_name: int4\n        .value_kind: by_value\n" \
    "      - .offset: 48\n        .size: 32\n        .type_name: float8\n        .value_kind: by_value\n" \
    "      - .offset: 80\n        .size: 4\n        .pointee_align: 64\n" \
    "        .value_kind: dynamic_shared_pointer\n" \
    "      - .offset: 84\n        .size: 4\n        .value_kind: dynamic_shared_pointer\n" \
    "      - .offset: 4092\n        .size: 8\n        .value_kind: global_buffer\n" \
    "      - .offset: 4294967295\n        .size: 8\n        .value_kind: global_buffer\n" \
    "      - .offset: 96\n        .size: 8\n        .value_kind: by_value\n" \
    "    .name: k\n...\n\t.end_amdgpu_metadata\n"

#define READS_REGISTERS \
    "s_add_u32 s8, s4, s5\n\tv_add_u32 v1, vcc, s8, v0\n\tv_add_u32 v1, vcc, v4, v1\n" \
    "\tbuffer_load_dword v2, v1, s[0:3], 0 offen\n\ts_endpgm\n"

/* Whether a setting is taken, of each form: it is as well when nobody wants to know what is wrong. */
static void test_R63_which_settings_are_taken(void) {
    static const struct {
        const char* name;
        const char* value;
        gcnmem_result result;
    } rows[] = {
        {"arg", "2=4f:1,2,3,4", GCNMEM_OK},
        {"arg", "2=4f:1,2,x,4", GCNMEM_ERROR_VALUE},
        {"arg", "2=4f:1,2;3,4", GCNMEM_ERROR_VALUE},
        {"arg", "2=4f:1,2,3,4,5", GCNMEM_ERROR_VALUE},
        {"arg", "2=4f:1,2,3", GCNMEM_ERROR_VALUE},
        {"arg", "3=f:1", GCNMEM_OK}, /* integers may be given as floats, which is told, and as few as one likes */
        {"arg", "4=f:1", GCNMEM_ERROR_VALUE},
        {"arg", "4=3f:1,2,3", GCNMEM_ERROR_VALUE},
        {"arg", "4=8f:1,2,3,4,5,6,7,8", GCNMEM_OK},
        {"arg", "3=4i:1,-2147483648,0xffffffff,4", GCNMEM_OK},
        {"arg", "3=i:1", GCNMEM_OK},
        {"arg", "3=4i:1,2,3,4294967296", GCNMEM_ERROR_VALUE},
        {"arg", "3=4i:1,2,3,-2147483649", GCNMEM_ERROR_VALUE},
        {"arg", "3=4i:1,2,3,4.5", GCNMEM_ERROR_VALUE},
        {"arg", "3=5i:1,2,3,4,5", GCNMEM_ERROR_VALUE},
        {"arg", "0=4i:", GCNMEM_ERROR_VALUE}, /* no list, and no contents either */
        {"arg", "0=4f:", GCNMEM_ERROR_VALUE},
        {"arg", "0=buffer:4K", GCNMEM_OK},
        {"arg", "0=buffer:x", GCNMEM_ERROR_VALUE},
        {"arg", "0=buffer:64x", GCNMEM_ERROR_VALUE},
        {"arg", "0=data:i+", GCNMEM_ERROR_SYNTAX},
        {"arg", "5=buffer:64", GCNMEM_OK},
        {"arg", "5=data:i", GCNMEM_ERROR_VALUE}, /* what LDS holds is what is stored there */
        {"arg", "5=256", GCNMEM_OK},
        {"arg", "7=data:i", GCNMEM_OK}, /* half of it is beyond what is kept */
        {"arg", "8=data:i", GCNMEM_OK}, /* and all of it */
        {"arg", "8=1", GCNMEM_OK},
        {"arg", "9=f:1", GCNMEM_ERROR_VALUE}, /* half of a double is none */
        {"arg", "9=2f:1,2", GCNMEM_OK},
        {"arg", "9=0x4024000000000000", GCNMEM_OK},
        {"const", "4=-1", GCNMEM_OK},
        {"const", "x=1", GCNMEM_ERROR_VALUE},
        {"const", "4x=1", GCNMEM_ERROR_VALUE},
        {"const", "0xfffffffc=1", GCNMEM_OK},
        {"const", "0x100000000=1", GCNMEM_ERROR_VALUE},
        {"const", "4=2f:1,x", GCNMEM_ERROR_VALUE},
        {"const", "4=2i:1,-2", GCNMEM_OK},
        {"reg", "s4=f:1.5", GCNMEM_OK},
        {"reg", "s4=2f:1,2", GCNMEM_ERROR_VALUE},
        {"reg", "s4=-0x80000000", GCNMEM_OK},
        {"reg", "s4=-0x80000001", GCNMEM_ERROR_VALUE}, /* fits in no register */
        {"reg", "v4=-0x80000001", GCNMEM_ERROR_VALUE},
        {"reg", "s[4:5]=-0x80000001", GCNMEM_OK},
        {"reg", "s4x=0", GCNMEM_ERROR_NAME},
        {"reg", "s[4:5]x=0", GCNMEM_ERROR_NAME},
        {"reg", "x=0", GCNMEM_ERROR_NAME},
        {"reg", "s104=0", GCNMEM_ERROR_NAME},
        {"reg", "v32=0", GCNMEM_ERROR_NAME},
        {"reg", "v31=0", GCNMEM_ERROR_VALUE}, /* nobody reads it */
        {"reg", "v4=lane+", GCNMEM_ERROR_VALUE}};
    static char memory[1 << 24];
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_RX_480);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        const char* text = rows[i].name[0] == 'a' ? TAKES_ARGUMENTS("") : READS_REGISTERS;
        gcnmem_setting settings[2] = {{rows[i].name, rows[i].value}, {"cus", "1"}};
        gcnmem_issue issue;
        for (uint32_t k = 0; k < 2; ++k) {
            gcnmem_shader shader;
            gcnmem_result result = gcnmem_shader_init(memory, sizeof memory, &desc, text, strlen(text), settings, 2,
                                                      &shader, k == 0 ? &issue : NULL);
            CHECK_U64(rows[i].result, result, "%s %s", rows[i].name, rows[i].value);
        }
        CHECK(rows[i].result == GCNMEM_OK || strcmp(issue.field, rows[i].name) == 0, "%s: of %s", rows[i].value,
              issue.field);
    }
    outcome o = run_text(READS_REGISTERS, "arg", "0=1", NULL, NULL);
    CHECK(strstr(o.issue.rule, "tells of no arguments") != NULL, "%s", o.issue.rule);
    o = run_text(TAKES_ARGUMENTS(""), "arg", "1=x", "arg", "0=1");
    CHECK_U64(3, o.issue.setting, "the first that is refused, of two");
}

/* Given in a pair, a number below 0 has its sign in the upper half; a word of the caller's is an id. */
static void test_R63_numbers_below_0(void) {
    static const char text[] = "global_load_dword v2, v[4:5], off\n\ts_endpgm\n";
    outcome o = run_on(GCNMEM_DEVICE_VEGA_64, text, "reg", "v[4:5]=-8", NULL, NULL);
    CHECK_U64((uint64_t)-8 & o.first.address[0], o.first.address[0], "no bit but those of -8");
    CHECK_U64(0, ((uint64_t)-8 ^ o.first.address[0]) & 0xffffffffffffu, "%s", o.issue.rule);
    o = run_text(BY_CONSTANT, "const", "16=-4", NULL, NULL);
    CHECK_U64((uint32_t)(0 - 4), (uint32_t)(o.last.address[1] - o.last.address[0]), "times -4");
    o = run_text("s_load_dword s8, s[0:1], 0x0\n\ts_load_dword s9, s[0:1], 0x4\n\ts_endpgm\n", "reg", "s0=f:1.5", "reg",
                 "s1=0");
    CHECK_U64(0x3fc00000, o.first.address[0] - 4, "a float by its bits");
}

/* Arrays in LDS lie one behind the other, behind the kernel's own, each where its alignment lets it. */
static void test_R63_pointers_to_lds(void) {
    static const char text[] = TAKES_ARGUMENTS("\ts_load_dwordx2 s[4:5], s[0:1], 0x50\n\ts_waitcnt lgkmcnt(0)\n"
                                               "\tv_mov_b32 v1, s4\n\tv_mov_b32 v2, s5\n\tds_write_b32 v1, v0\n"
                                               "\tds_write_b32 v2, v0\n");
    static const struct {
        const char* settings[5];
        uint32_t first, second;
        gcnmem_status status; /* of the second */
    } rows[] = {{{NULL}, 64, 64, GCNMEM_STATUS_ASSUMED},
                {{"arg", "5=buffer:100", NULL}, 64, 176, GCNMEM_STATUS_COMPUTED}, /* 164, to a multiple of 16 */
                {{"arg", "6=buffer:100", NULL}, 64, 64, GCNMEM_STATUS_ASSUMED},
                {{"arg", "5=256", NULL}, 256, 32, GCNMEM_STATUS_COMPUTED}}; /* 20, to a multiple of 16 */
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        const accesses* a = all_accesses(GCNMEM_DEVICE_RX_480, text, rows[i].settings);
        const char* what = rows[i].settings[0] != NULL ? rows[i].settings[1] : "";
        CHECK_U64(rows[i].first, access_of(a, 0, 0, 4)->address[0], "%s", what);
        CHECK_U64(rows[i].second, access_of(a, 0, 0, 5)->address[0], "%s", what);
        CHECK_U64(rows[i].status, access_of(a, 0, 0, 5)->status, "%s", what);
    }
}

/* ---- registers of drivers that tell little ---- */

#define MOVES_IDS \
    "\tv_mov_b32 v10, s4\n\tv_lshlrev_b32 v10, 10, v10\n\tv_mov_b32 v11, s5\n\tv_lshlrev_b32 v11, 12, v11\n" \
    "\tv_mov_b32 v12, s6\n\tv_lshlrev_b32 v12, 14, v12\n\tv_add_u32 v10, v10, v11\n\tv_add_u32 v10, v10, v12\n"

/* RADV's code tells nothing of ids of groups: these are the last registers that are filled, from the one on that is
   multiplied, or as many as there are ids of lanes. */
static void test_R63_ids_by_their_use(void) {
    static const struct {
        const char* code;
        uint64_t step; /* from group to group: 1 << 10 when s4 is the id along x, 1 << 12 s5, 1 << 14 s6 */
    } rows[] = {
        {MOVES_IDS, 0},
        {MOVES_IDS "\tv_add_u32 v10, v10, v0\n", 1 << 14},
        {MOVES_IDS "\tv_add_u32 v10, v10, v0\n\tv_add_u32 v10, v10, v1\n", 1 << 12},
        {MOVES_IDS "\tv_add_u32 v10, v10, v0\n\tv_add_u32 v10, v10, v1\n\tv_add_u32 v10, v10, v2\n", 1 << 10},
        {MOVES_IDS "\tv_add_u32 v10, v10, v0\n\tv_add_u32 v10, v10, v1\n\tv_add_u32 v10, v10, v2\n"
                   "\tv_add_u32 v10, v10, v3\n\tv_mov_b32 v13, s7\n\tv_add_u32 v10, v10, v13\n",
         1 << 12}, /* three at most */
        {MOVES_IDS "\tv_add_u32 v10, v10, v0\n\tv_add_u32 v10, v10, v2\n", 1 << 14},
        {"\ts_load_dword s4, s[12:13], 0x0\n\ts_waitcnt lgkmcnt(0)\n" MOVES_IDS
         "\tv_add_u32 v10, v10, v0\n\tv_add_u32 v10, v10, v1\n\tv_add_u32 v10, v10, v2\n",
         1 << 12},
        {MOVES_IDS "\ts_lshl_b32 s7, s5, 3\n\tv_add_u32 v10, v10, v0\n", 1 << 12},
        {MOVES_IDS "\ts_lshl_b32 s7, s6, 3\n\tv_lshl_add_u32 v13, 1, v0, s5\n\tv_add_u32 v10, v10, v13\n", 1 << 14},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        char text[1024];
        snprintf(text, sizeof text, RADV_HEAD "BB0:\n%s\tbuffer_store_dword v10, v10, s[0:3], 0 offen\n\ts_endpgm\n",
                 rows[i].code);
        outcome o = run_on(GCNMEM_DEVICE_VEGA_64, text, NULL, NULL, NULL, NULL);
        CHECK_U64(rows[i].step, o.last.address[0] - o.first.address[0], "row %u: %s", (unsigned)i, o.issue.rule);
    }
}

/* radeonsi's and RADV's vertex shaders: behind one pointer the first vertex, 0; other registers hold what they may. */
static void test_R63_the_first_vertex(void) {
    static const struct {
        const char* code;
        uint64_t lanes; /* with an offset of their own, by the least of s6 and that */
    } rows[] = {{"s_load_dwordx4 s[8:11], s[2:3], 0x0\n", 0},
                {"s_load_dwordx4 s[8:11], s[2:3], 0x0\n\ts_load_dword s12, s[4:5], 0x0\n", 63},
                {"s_nop 0\n", 63}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        for (uint32_t k = 0; k < 2; ++k) {
            char text[512];
            snprintf(text, sizeof text,
                     "%sBB0:\n\t%s\tv_min_u32 v1, s6, v%u\n\tbuffer_load_dword v2, v1, s[8:11], 0 offen\n"
                     "\texp pos0 v2, v2, v2, v2 done\n\ts_endpgm\n",
                     RADV_HEAD, rows[i].code, (unsigned)k);
            outcome o = run_text(text, NULL, NULL, NULL, NULL);
            CHECK_U64(k == 0 ? rows[i].lanes : 0, o.first.address[63] - o.first.address[0],
                      "row %u, v%u: only v0 tells vertices apart", (unsigned)i, (unsigned)k);
        }
    }
}

/* PAL tells what user registers hold: dwords of constants, or the first vertex, the first instance, the draw: 0. */
static void test_R63_user_registers_of_pal(void) {
    static const struct {
        const char* told;
        const char* constant;
        uint64_t offset; /* 128: lanes along x */
    } rows[] = {{"0x10000002", "0=9", 128}, {"0x10000003", "0=9", 0},   {"0x10000004", "0=9", 0},
                {"0x10000005", "0=9", 0},   {"0x10000006", "0=9", 128}, {"7", "28=1000", 1000},
                {"7", "24=1000", 128},      {"0x7f", "508=1000", 1000}, {"0x80", "512=1000", 128}};
    uint64_t begin = 0;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        char text[512];
        snprintf(text, sizeof text,
                 "k:\n\tv_add_u32 v1, vcc, s3, v0\n\tbuffer_load_dword v2, v1, s[8:11], 0 offen\n\ts_endpgm\n"
                 "\t.amdgpu_pal_metadata\n---\namdpal.pipelines:\n  - .registers:\n"
                 "      '0x2e13 (COMPUTE_PGM_RSRC2)': 0x98\n      '0x2e43 (COMPUTE_USER_DATA_3)': %s\n...\n",
                 rows[i].told);
        outcome o = run_text(text, "const", rows[i].constant, NULL, NULL);
        CHECK_U64(GCNMEM_OK, o.result, "%s: %s", rows[i].told, o.issue.rule);
        begin = i == 0 ? o.first.address[0] - rows[0].offset : begin;
        CHECK_U64(begin + rows[i].offset, o.first.address[0], "%s, %s", rows[i].told, rows[i].constant);
    }
}

/* What no code does but text may say is survived. */
static void test_R63_registers_beyond_the_last(void) {
    outcome o = run_text("k:\n\tv_add_u32 v1, vcc, s50, v0\n\tbuffer_load_dword v2, v1, s[8:11], 0 offen\n\ts_endpgm\n"
                         "\t.amdhsa_kernel k\n\t\t.amdhsa_user_sgpr_kernarg_segment_ptr 1\n"
                         "\t\t.amdhsa_user_sgpr_kernarg_preload_length 250\n\t.end_amdhsa_kernel\n",
                         NULL, NULL, NULL, NULL);
    CHECK_U64(GCNMEM_OK, o.result, "more arguments than there are registers: %s", o.issue.rule);
    static const char* const codes[] = {
        "s_load_dword s9, s[12:13], 0x0\n\ts_waitcnt lgkmcnt(0)\n\tscratch_store_dword off, v0, s9 offset:12",
        "s_load_dword s9, s[12:13], 0x0\n\ts_waitcnt lgkmcnt(0)\n\ts_add_u32 s0, s0, s9\n"
        "\tbuffer_store_dword v0, off, s[0:3], 0 offset:12",
        "s_mov_b32 s3, 0\n\tbuffer_store_dword v0, off, s[0:3], s33 offset:12",
        "buffer_store_dword v0, v1, v2, v3, v4, s0, s33 offset:12"};
    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; ++i) {
        char text[256];
        snprintf(text, sizeof text, "k:\n\t%s\n\ts_endpgm\n", codes[i]);
        o = run_on(GCNMEM_DEVICE_VEGA_64, text, NULL, NULL, NULL, NULL);
        CHECK_U64(GCNMEM_OK, o.result, "%s: %s", codes[i], o.issue.rule);
        CHECK(i == 0 || o.status != GCNMEM_STATUS_COMPUTED, "%s: no scratch memory", codes[i]);
    }
}

/* Where a table, a function or a pointer to one lies, of how it is written; nothing is known of what is odd. */
static void test_R63_links_to_tables(void) {
    static const char table[] = "\t.section .rodata\nx:\n\t.quad 0x12340\nx32:\n\t.quad 0x12350\n";
    static const struct {
        const char* low;
        const char* code;
        uint64_t address; /* of the last load; 0: unknown */
    } rows[] = {{"s_add_u32 s0, s0, x@rel32@lo+4", "", 0x12340},
                {"s_add_u32 s0,s0,x@rel32@lo+4", "", 0x12340},
                {"s_add_u32 s0, s0,\tx@rel32@lo+4", "", 0x12340},
                {"s_add_u32 s0, s0, x32@rel32@lo+4", "", 0x12350},
                {"s_add_u32 s0, s0, x@abs32@lo+4", "", 0},
                {"s_add_u32 s0, s0, x@rel32@lo+x", "", 0},
                {"s_add_u32 s0, s0, x@rel32@lo-4", "", 0},
                {"s_add_u32 s0, s0, x@rel32@lo", "", 0},
                {"s_nop 0\n\ts_add_u32 s0, s0, x@rel32@lo+4", "", 0},
                {"s_add_u32 s0, s0, x@rel32@lo+0", "", 0},
                {"s_add_u32 s0, s0, x@rel32@to+4", "", 0},
                {"s_add_u32 s0, s0, x@rel", "", 0},
                {"s_add_u32 s0, x@rel32@lo+4, s0", "", 0},
                {"s_add_u32\ts0@rel32@lo+4,s0,x", "", 0},
                {"s_add_u32 s0, s0, x@gotpcrel32@lo+4", "\ts_load_dwordx2 s[0:1], s[0:1], 0x0\n", 0x12340},
                {"s_add_u32 s0, s0, f@gotpcrel32@lo+4", "", 0x1900}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        char text[1024];
        snprintf(text, sizeof text,
                 "\t.type k,@function\nk:\n\ts_getpc_b64 s[0:1]\n\t%s\n\ts_addc_u32 s1, s1, %s32@hi+12\n%s"
                 "\ts_load_dwordx2 s[2:3], s[0:1], 0x0\n\ts_load_dword s4, s[2:3], 0x0\n\ts_endpgm\n"
                 "\t.type f,@function\nf:\n\ts_endpgm // 000000001900: BF810000\n%s",
                 rows[i].low,
                 strstr(rows[i].low, "x32@")  ? "x32@rel"
                 : strstr(rows[i].low, "f@")  ? "f@gotpcrel"
                 : strstr(rows[i].low, "got") ? "x@gotpcrel"
                                              : "x@rel",
                 rows[i].code, table);
        outcome o = run_on(GCNMEM_DEVICE_VEGA_64, text, "stage", "k", NULL, NULL);
        CHECK_U64(GCNMEM_OK, o.result, "%s: %s", rows[i].low, o.issue.rule);
        CHECK_U64(rows[i].address != 0, o.status == GCNMEM_STATUS_COMPUTED, "%s", rows[i].low);
        CHECK(rows[i].address == 0 || o.last.address[0] == rows[i].address, "%s: %llx", rows[i].low,
              (unsigned long long)o.last.address[0]);
    }
}

/* As many tables as are kept: the address of one more is not known. */
static void test_R63_as_many_tables_as_are_kept(void) {
    for (uint32_t count = 31; count <= 33; ++count) {
        for (uint32_t by_pointer = 0; by_pointer < 2; ++by_pointer) {
            char text[8192];
            int bytes = snprintf(text, sizeof text, "k:\n");
            for (uint32_t i = 0; i < count; ++i) {
                const char* link = by_pointer && i + 1 == count ? "gotpc" : "";
                bytes += snprintf(text + bytes, sizeof text - (size_t)bytes,
                                  "\ts_getpc_b64 s[0:1]\n\ts_add_u32 s0, s0, x%u@%srel32@lo+4\n"
                                  "\ts_addc_u32 s1, s1, x%u@%srel32@hi+12\n",
                                  (unsigned)i, link, (unsigned)i, link);
            }
            snprintf(text + bytes, sizeof text - (size_t)bytes, "\ts_load_dword s4, s[0:1], 0x0\n\ts_endpgm\n");
            outcome o = run_on(GCNMEM_DEVICE_VEGA_64, text, NULL, NULL, NULL, NULL);
            CHECK_U64(count + by_pointer <= 32, o.status == GCNMEM_STATUS_COMPUTED, "%u, by pointer: %u",
                      (unsigned)count, (unsigned)by_pointer);
        }
    }
}

/* Arguments by CLRX: images are pointers, "_." is the runtime's; an alignment that no code has is none. */
static void test_R63_arguments_in_every_form_of_CLRX(void) {
    static const char catalyst[] = ".kernel k\n.config\n.dims x\n.useargs\n%s.text\nk:\ns_endpgm\n";
    static const char rocm[] = ".rocm\n.kernel k\n.config\n.dims x\n.use_kernarg_segment_ptr\n%s.text\nk:\n.skip 256\n"
                               "s_load_dword s6, s[0:1], 0x4\ns_waitcnt lgkmcnt(0)\ns_mov_b32 s7, 0\n"
                               "s_load_dword s8, s[6:7], 0x0\ns_endpgm\n";
    static const struct {
        const char* text;
        const char* args;
        const char* value;
        gcnmem_result result;
        uint64_t address; /* of the last load */
    } rows[] = {
        {catalyst, ".arg img, \"image2d_t\", image2d\n", "img=data:i", GCNMEM_OK, 0},
        {catalyst, ".arg n, \"uint\", uint\n", "n=data:i", GCNMEM_ERROR_VALUE, 0},
        {catalyst, ".arg _.offset, \"long\", long\n.arg n, \"uint\", uint\n", "0=1", GCNMEM_OK, 0},
        {catalyst, ".arg _.offset, \"long\", long\n.arg n, \"uint\", uint\n", "1=1", GCNMEM_ERROR_NAME, 0},
        {catalyst, ".arg n\n", "n=1", GCNMEM_OK, 0},
        {rocm, ".arg a, \"uint*\", 4, 4, dynshptr\n", "a=buffer:64", GCNMEM_OK, 0},
        {rocm, ".arg a, \"uint*\", 4, 4, dynshptr\n", "a=data:i", GCNMEM_ERROR_VALUE, 0},
        {rocm, ".arg a, \"int\", 4, 4, value, i32\n.arg b, \"int\", 4, 4, value, i32\n", "b=0x4000", GCNMEM_OK, 0x4000},
        {rocm, ".arg a, \"int\", 4, 4, value, i32\n.arg b, \"int\", 4, 2048, value, i32\n", "b=0x4000", GCNMEM_OK,
         0x4000}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        char text[512];
        snprintf(text, sizeof text, rows[i].text, rows[i].args);
        outcome o = run_text(text, "arg", rows[i].value, NULL, NULL);
        CHECK_U64(rows[i].result, o.result, "%s, %s: %s", rows[i].args, rows[i].value, o.issue.rule);
        CHECK(rows[i].address == 0 || o.last.address[0] == rows[i].address, "%s: %llx", rows[i].args,
              (unsigned long long)o.last.address[0]);
    }
}

/* The first metadata told no offsets: an argument lies where its alignment puts it, if that can be one. */
static void test_R63_arguments_by_their_alignment(void) {
    static const struct {
        const char* align;
        unsigned offset;
    } rows[] = {{"4", 4}, {"1024", 1024}, {"1025", 0}, {"0", 0}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        char text[1024];
        snprintf(
            text, sizeof text,
            "k:\n\ts_load_dword s6, s[0:1], %u\n\ts_waitcnt lgkmcnt(0)\n\ts_mov_b32 s7, 0\n"
            "\ts_load_dword s8, s[6:7], 0x0\n\ts_endpgm\n; FloatMode: none\n\t.amdhsa_kernel k\n"
            "\t\t.amdhsa_user_sgpr_kernarg_segment_ptr 1\n\t.end_amdhsa_kernel\n"
            "\t.amd_amdgpu_hsa_metadata\n---\nVersion: [ 1, 0 ]\nKernels:\n  - Name: k\n    SymbolName: 'k@kd'\n"
            "    Args:\n      - Size: 4\n        Align: 4\n        ValueKind: ByValue\n"
            "      - Size: 4\n        Align: %s\n        ValueKind: ByValue\n...\n\t.end_amd_amdgpu_hsa_metadata\n",
            rows[i].offset, rows[i].align);
        outcome o = run_text(text, "arg", "1=0x4000", NULL, NULL);
        CHECK_U64(GCNMEM_OK, o.result, "%s: %s", rows[i].align, o.issue.rule);
        CHECK_U64(0x4000, o.last.address[0], "%s", rows[i].align);
    }
}

/* What a dispatch says of itself, as HSA's packet has it: sizes of a group in halves of dwords, then of the grid. */
static void test_R63_the_packet_of_a_dispatch(void) {
    static const struct {
        unsigned offset;
        uint64_t value;
        int is_known;
    } rows[] = {{0, 0, 0}, {4, 16 | 4 << 16, 1}, {8, 1, 1}, {12, 16 * 2, 1}, {16, 4, 1}, {20, 1, 1}, {24, 0, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        char text[512];
        snprintf(text, sizeof text,
                 "k:\n\ts_load_dword s6, s[0:1], %u\n\ts_waitcnt lgkmcnt(0)\n\ts_lshl_b32 s6, s6, 4\n"
                 "\ts_mov_b32 s7, 0\n\ts_load_dword s8, s[6:7], 0x0\n\ts_endpgm\n\t.amdhsa_kernel k\n"
                 "\t\t.amdhsa_user_sgpr_dispatch_ptr 1\n\t.end_amdhsa_kernel\n",
                 rows[i].offset);
        outcome o = run_text(text, "group", "16,4", NULL, NULL);
        CHECK_U64(GCNMEM_OK, o.result, "%u: %s", rows[i].offset, o.issue.rule);
        CHECK_U64(rows[i].is_known, o.status == GCNMEM_STATUS_COMPUTED, "%u", rows[i].offset);
        CHECK(!rows[i].is_known || o.last.address[0] == rows[i].value << 4, "%u: %llx", rows[i].offset,
              (unsigned long long)o.last.address[0]);
    }
}

/* Registers that nobody can give are told by their names. */
static void test_R63_what_a_wave_does_not_begin_with(void) {
    static const struct {
        const char* code;
        const char* reason;
    } rows[] = {{"v_mov_b32 v1, vcc_lo", "VCC is not known"},
                {"v_mov_b32 v1, vcc_hi", "VCC is not known"},
                {"v_mov_b32 v1, m0", "M0 is not known"},
                {"s_cselect_b32 s8, 64, 32\n\tv_mov_b32 v1, s8", "SCC is not known"},
                {"v_mov_b32 v1, ttmp4", "a trap register is not known"},
                {"v_mov_b32 v1, s9", "register s9 is not known"},
                {"v_mov_b32 v1, v31", "register v31 is not known"},
                {"v_mov_b32 v1, v40", "register v40 is not known"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        char text[256];
        snprintf(text, sizeof text, "k:\n\t%s\n\tds_read_b32 v2, v1\n\ts_endpgm\n", rows[i].code);
        outcome o = run_on(GCNMEM_DEVICE_VEGA_64, text, NULL, NULL, NULL, NULL);
        CHECK(strstr(o.report, rows[i].reason) != NULL, "%s: %s", rows[i].code, o.report);
    }
    outcome o = run_on(GCNMEM_DEVICE_H200, "load_b32 r1, r0\nadd_u32 r2, r1, r1\nexit\n", NULL, NULL, NULL, NULL);
    CHECK(strstr(o.report, "the code of GCN and RDNA alone") != NULL, "%s", o.report);
}

/* From element to element of a buffer it is as far as its descriptor says, which a setting may. */
static void test_R63_strides_nobody_gave_are_needs(void) {
    static const char* const codes[] = {"buffer_load_dword v2, v0, s[0:3], 0 idxen",
                                        "buffer_store_dwordx4 v[4:7], v0, s[0:3], 0 idxen"};
    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; ++i) {
        for (uint32_t k = 0; k < 3; ++k) {
            char text[256];
            snprintf(text, sizeof text, "%s\t%s\n\ts_endpgm\n", k == 0 ? "k:\n" : RADV_HEAD "BB0:\n", codes[i]);
            outcome o = run_on(GCNMEM_DEVICE_VEGA_64, text, k == 2 ? "reg" : NULL, "s[0:1]=0x4000000010000",
                               k == 2 ? "reg" : NULL, "s[2:3]=0xffffffff");
            CHECK_U64(k < 2, strstr(o.report, "the stride of the descriptor in s[0:3]") != NULL, "%s: %s", text,
                      o.report);
            CHECK_U64(k < 2, strstr(o.report, "--mem") != NULL, "%s: %s", text, o.report);
        }
    }
}

void suite_entry(void);
void suite_entry(void) {
    TEST(test_a_bare_dump_says_what_tells_more);
    TEST(test_ids_of_lanes_are_asked_for_as_the_target_packs_them);
    TEST(test_R63_what_every_driver_stage_rests_on);
    TEST(test_R63_ids_by_every_producer);
    TEST(test_R63_ids_of_kernels_written_by_hand);
    TEST(test_R63_the_size_of_a_group_by_pal);
    TEST(test_R63_what_a_kernel_states_is_not_the_next_ones);
    TEST(test_R63_nothing_is_taken_for_granted_without_metadata);
    TEST(test_R63_constants);
    TEST(test_R63_constants_nobody_gave_are_needs);
    TEST(test_R63_constants_that_are_floats);
    TEST(test_R63_pointers_nobody_gave_are_needs);
    TEST(test_R63_lanes_that_may_be_off_read_what_was_written);
    TEST(test_R63_branches_that_always_jump_are_needs);
    TEST(test_R63_arguments_of_another_type_are_told);
    TEST(test_R63_registers_may_be_given_in_pairs);
    TEST(test_R2_accesses_out_of_range_are_told);
    TEST(test_R2_accesses_assumed_out_of_range_are_not_told);
    TEST(test_R53_given_addresses_below_0_are_told);
    TEST(test_R63_two_dwords_loaded_as_a_pointer_have_one_flag);
    TEST(test_R63_arguments_by_CLRX);
    TEST(test_R63_arguments_by_metadata_in_every_style);
    TEST(test_R63_ids_and_arguments_by_rocm_of_CLRX);
    TEST(test_R63_immediate_offsets_of_scalar_loads);
    TEST(test_R62_typed_buffers_in_the_older_order);
    TEST(test_R63_arguments_that_change_nothing_are_told);
    TEST(test_code_of_another_gfx_is_told);
    TEST(test_R63_sizes_and_arguments_of_catalyst);
    TEST(test_R63_lanes_load_what_the_dispatch_says);
    TEST(test_R63_arguments_that_share_a_dword);
    TEST(test_R63_scratch_memory_in_every_form);
    TEST(test_R63_scratch_memory_is_swizzled_by_dwords);
    TEST(test_R63_wide_scratch_accesses_touch_a_row_for_each_dword);
    TEST_LONG_SANITIZED(test_R63_scratch_memory_is_bytes);
    TEST(test_R62_one_of_two_operations_is_not_computed);
    TEST(test_R62_both_halves_are_computed);
    TEST(test_R62_the_lower_half_of_a_register_is_known_alone);
    TEST(test_R63_scratch_memory_of_radv);
    TEST(test_R63_stores_elsewhere_leave_scratch_memory);
    TEST(test_R63_not_every_buffer_is_scratch_memory);
    TEST(test_R62_lds_changes_by_other_ways);
    TEST(test_R62_lds_changes_by_way_of_the_queue);
    TEST(test_R62_data_changes_by_other_ways);
    TEST(test_R62_stores_elsewhere_leave_data);
    TEST(test_R62_scc_is_written_by_what_the_isa_says);
    TEST(test_R62_doubles_are_compared_with_constants);
    TEST(test_R62_high_halves);
    TEST_LONG_SANITIZED(test_R2_lanes_at_the_end_of_a_buffer);
    TEST(test_R63_rows_of_pixels_wrap);
    TEST(test_R63_as_many_arguments_as_there_are);
    TEST(test_R63_causes_far_behind_the_beginning);
    TEST(test_R63_reads_beyond_the_end_of_a_file);
    TEST(test_R2_samples_outside_an_image_are_told);
    TEST(test_R2_coordinates_in_texels);
    TEST(test_R63_tables_behind_the_code);
    TEST(test_R63_tables_of_functions);
    TEST(test_R62_operands_are_read_in_every_dialect);
    TEST(test_R10_coordinates_are_listed_in_rows_of_csv);
    TEST(test_R63_a_chase_of_scalars_is_a_default);
    TEST(test_R82_needs_are_told_by_their_root);
    TEST(test_R82_a_row_of_settings_ends);
    TEST(test_R82_flags_tell_how_often_loops_then_run);
    TEST(test_R82_needs_are_told_in_one_round);
    TEST(test_R63_all_registers_that_decide_are_needs);
    TEST(test_R63_flags_can_be_pasted_together);
    TEST(test_R63_an_argument_is_given_once);
    TEST(test_R63_as_many_floats_as_there_are);
    TEST(test_R63_members_of_a_structure_are_given_one_by_one);
    TEST(test_R63_a_count_is_asked_for_by_what_decides_it);
    TEST(test_R63_all_registers_of_an_instruction_are_needs);
    TEST(test_R63_registers_that_are_known_are_no_need);
    TEST(test_R63_what_nothing_rests_on_is_no_need);
    TEST(test_R63_registers_of_lanes_are_asked_for_by_their_use);
    TEST(test_R63_coordinates_that_the_text_does_not_name);
    TEST(test_R63_registers_that_nobody_reads);
    TEST(test_R63_each_vector_touches_its_own_lines);
    TEST(test_R63_vectors_of_a_whole_machine);
    TEST(test_R63_targets_of_pixel_shaders);
    TEST(test_R63_interpolants_that_come_from_lds);
    TEST(test_R63_the_kind_of_a_stage);
    TEST(test_R63_elements_of_an_unknown_descriptor);
    TEST(test_target_gives_the_groups);
    TEST(test_R82_more_vectors_than_are_kept_are_told);
    TEST(test_R10_images_of_a_run_are_tiled);
    TEST(test_R10_coordinates_are_found_by_the_words_of_an_instruction);
    TEST(test_R10_coordinates_that_are_not_there);
    TEST(test_R10_samples_of_no_lane);
    TEST(test_R63_what_directives_give);
    TEST(test_R51_jumps_back_through_registers);
    TEST(test_R63_addresses_that_wrap_reach_lds);
    TEST(test_R63_scratch_memory_is_forgotten);
    TEST_LONG(test_R63_what_is_advised_is_accepted);
    TEST(test_R63_what_was_given_is_not_advised);
    TEST(test_R62_a_gather_takes_as_long_however_many_waves_do_it);
    TEST(test_R62_bytes_of_directives);
    TEST(test_R62_bytes_behind_a_label);
    TEST(test_R63_registers_of_pal);
    TEST(test_R63_which_settings_are_taken);
    TEST(test_R63_numbers_below_0);
    TEST(test_R63_pointers_to_lds);
    TEST(test_R63_ids_by_their_use);
    TEST(test_R63_the_first_vertex);
    TEST(test_R63_user_registers_of_pal);
    TEST(test_R63_registers_beyond_the_last);
    TEST(test_R63_links_to_tables);
    TEST(test_R63_as_many_tables_as_are_kept);
    TEST(test_R63_arguments_in_every_form_of_CLRX);
    TEST(test_R63_arguments_by_their_alignment);
    TEST(test_R63_the_packet_of_a_dispatch);
    TEST(test_R63_what_a_wave_does_not_begin_with);
    TEST(test_R63_strides_nobody_gave_are_needs);
}
