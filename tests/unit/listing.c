/* listing.c -- listings in every dialect, loops (R51), wait counts (R52), annotations, errors */
#include "job.h"

#include <stdlib.h>
#include <time.h>

#define NO GCNMEM_NO_WAIT

/* The only instruction of a one-line listing. */
static gcnmem_insn one(const char* text, uint32_t gfx_version) {
    job j = job_parse_bytes(text, strlen(text), gfx_version);
    gcnmem_insn first;
    memset(&first, 0, sizeof first);
    CHECK(j.parsed == GCNMEM_OK, "%s", text);
    if (j.listing) {
        CHECK_U64(1, j.listing->insn_count, "%s", text);
        first = *job_insn(&j, 0);
    }
    job_end(&j);
    return first;
}

static int is_reg(gcnmem_regs regs, uint32_t first, uint32_t count) {
    return GCNMEM_REGS_FIRST(regs) == first && GCNMEM_REGS_COUNT(regs) == count;
}

/* ---- s_waitcnt ---- */

typedef struct waits_row {
    const char* text;
    uint32_t gfx_version, vm, lgkm, exp;
} waits_row;

static void check_waits(const waits_row* rows, size_t count) {
    size_t i;
    for (i = 0; i < count; ++i) {
        gcnmem_insn got = one(rows[i].text, rows[i].gfx_version);
        CHECK_U64(rows[i].vm, got.wait_vm, "%s, gfx %" PRIx32, rows[i].text, rows[i].gfx_version);
        CHECK_U64(rows[i].lgkm, got.wait_lgkm, "%s, gfx %" PRIx32, rows[i].text, rows[i].gfx_version);
        CHECK_U64(rows[i].exp, got.wait_exp, "%s, gfx %" PRIx32, rows[i].text, rows[i].gfx_version);
        CHECK(!(got.flags & GCNMEM_INSN_BAD_WAIT), "%s", rows[i].text);
    }
}

static void test_R52_waitcnt_words(void) {
    static const waits_row rows[] = {{"s_waitcnt vmcnt(0)", 0, 0, NO, NO},
                                     {"s_waitcnt vmcnt(3) lgkmcnt(2) expcnt(1)", 0, 3, 2, 1},
                                     {"s_waitcnt vmcnt(0) & lgkmcnt(0)", 0, 0, 0, NO},
                                     {"s_waitcnt vmcnt(0)&lgkmcnt(0)", 0, 0, 0, NO},
                                     {"s_waitcnt vmcnt (0) lgkmcnt ( 0 )", 0, 0, 0, NO},
                                     {"s_waitcnt expcnt(0), lgkmcnt(4),vmcnt(1)", 0, 1, 4, 0},
                                     {"s_waitcnt VMCNT(0x2)", 0, 2, NO, NO},
                                     {"s_waitcnt 0", 0, 0, 0, 0}};
    check_waits(rows, sizeof rows / sizeof rows[0]);
}

/* The largest count a field can hold waits for nothing; vmcnt has six bits from gfx900 on. */
static void test_R52_waitcnt_maxima_are_no_wait(void) {
    static const waits_row rows[] = {{"s_waitcnt vmcnt(0) & lgkmcnt(15)", 0, 0, NO, NO},
                                     {"s_waitcnt vmcnt(15)", 0x803, NO, NO, NO},
                                     {"s_waitcnt vmcnt(15)", 0x900, 15, NO, NO},
                                     {"s_waitcnt vmcnt(15)", 0, NO, NO, NO},
                                     {"s_waitcnt vmcnt(16)", 0x900, 16, NO, NO},
                                     {"s_waitcnt vmcnt(63) expcnt(7) lgkmcnt(15)", 0x900, NO, NO, NO},
                                     {"s_waitcnt vmcnt_sat(100) lgkmcnt_sat(20) expcnt_sat(9)", 0x900, NO, NO, NO}};
    check_waits(rows, sizeof rows / sizeof rows[0]);
}

static void test_R52_waitcnt_numbers(void) {
    static const waits_row rows[] = {
        {"s_waitcnt 0x0f70", 0x803, 0, NO, NO},  {"s_waitcnt 0xcf7f", 0x900, NO, NO, NO}, /* llvm-mc gfx900: no wait */
        {"s_waitcnt 0x4f70", 0x900, 16, NO, NO},                                         /* llvm-mc gfx900: vmcnt(16) */
        {"s_waitcnt 0xc07f", 0x803, NO, 0, NO},                                          /* ACO's lgkmcnt(0) on fiji */
        {"s_waitcnt 0xc07f", 0x900, NO, 0, NO},  {"s_waitcnt 0x3f70", 0x803, 0, NO, NO}, /* ACO's vmcnt(0) */
        {"s_waitcnt 0x3f70", 0x900, 0, NO, NO},  {"s_waitcnt 0x0f7f", 0x803, NO, NO, NO},
        {"s_waitcnt 0x0f7f", 0x900, 15, NO, NO}, {"s_waitcnt 0x0f7f", 0, NO, NO, NO},
        {"s_waitcnt 3952", 0, 0, NO, NO}}; /* 0xf70 */
    check_waits(rows, sizeof rows / sizeof rows[0]);
}

static void test_R52_waitcnt_that_cannot_be_read_waits_for_nothing(void) {
    static const char* const texts[] = {"s_waitcnt nonsense", "s_waitcnt", "s_waitcnt vmcnt(99)",
                                        "s_waitcnt lgkmcnt(64)", "s_waitcnt expcnt(8)"};
    size_t i;
    for (i = 0; i < sizeof texts / sizeof texts[0]; ++i) {
        gcnmem_insn got = one(texts[i], 0);
        CHECK(got.flags & GCNMEM_INSN_BAD_WAIT, "%s", texts[i]);
        CHECK(got.wait_vm == NO && got.wait_lgkm == NO && got.wait_exp == NO, "%s", texts[i]);
    }
}

/* A modifier that means nothing but looks like one that does is told; others say nothing about time. */
static void test_R52_modifiers_that_look_mistyped(void) {
    static const struct {
        const char* text;
        int is_told;
    } rows[] = {{"buffer_load_dword v0, v1, s[0:3], 0 offen offest:16", 1},
                {"buffer_load_dword v0, v1, s[0:3], 0 offen gcl", 1},
                {"buffer_load_dword v0, v1, s[0:3], 0 ofen", 1},
                {"ds_read_b32 v0, v1 ofset:16", 1},
                {"buffer_load_dword v0, v1, s[0:3], 0 offen offset:16 glc slc dlc", 0},
                {"global_load_dword v0, v[2:3], off nv", 0},
                {"image_sample v[0:3], v[0:1], s[0:7], s[8:11] dmask:0xf unorm lwe da r128 d16", 0},
                {"v_mov_b32 v0, gcl", 0}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        CHECK_U64(rows[i].is_told, (one(rows[i].text, 0x900).flags & GCNMEM_INSN_BAD_WAIT) != 0, "%s", rows[i].text);
    }
}

/* GFX6 stores read their data late and count in expcnt; GFX7 and later stores do not. */
static void test_registers_that_no_GPU_has(void) {
    static const char* const there[] = {"v_mov_b32 v255, s107", "s_mov_b64 s[102:103], ttmp15", "v_mov_b32 v[3], a255",
                                        "buffer_load_dwordx4 v[252:255], v0, s[100:103], 0 offen"};
    static const char* const none[] = {"v_mov_b32 v256, v0", "s_mov_b32 s108, 0", "v_mov_b32 v1, v[5:3]",
                                       "s_mov_b32 ttmp16, 0",
                                       "buffer_load_dwordx4 v[254:257], v0, s[100:103], 0 offen"};
    for (uint32_t i = 0; i < 4; ++i) {
        CHECK((one(there[i], 0x900).flags & GCNMEM_INSN_BAD_WAIT) == 0, "%s", there[i]);
    }
    for (uint32_t i = 0; i < 5; ++i) {
        CHECK((one(none[i], 0x900).flags & GCNMEM_INSN_BAD_WAIT) != 0, "%s", none[i]);
    }
}

static void test_R52_stores_count_in_expcnt_on_gfx6_only(void) {
    gcnmem_insn got = one("buffer_store_dword v0, v1, s[0:3], 0 offen", 0x600);
    CHECK(got.adds_exp == 1 && got.adds_vm == 1, "gfx600");
    got = one("buffer_store_dword v0, v1, s[0:3], 0 offen", 0x701);
    CHECK(got.adds_exp == 0 && got.adds_vm == 1, "gfx701");
}

/* ---- operands ---- */

static void test_operands_of_vector_instructions(void) {
    gcnmem_insn i = one("v_addc_u32_e32 v5, vcc, v3, v5, vcc", 0);
    CHECK(is_reg(i.writes[0], 261, 1) && is_reg(i.writes[1], 106, 2), "v_addc_u32");
    CHECK(is_reg(i.reads[0], 259, 1) && is_reg(i.reads[1], 261, 1) && is_reg(i.reads[2], 106, 2), "v_addc_u32");
    i = one("v_add_u32_e32 v5, v3, v5", 0);
    CHECK(is_reg(i.writes[0], 261, 1) && i.writes[1] == 0, "v_add_u32 without carry");
    i = one("v_mad_f32 v1, -s4, |v2|, abs(v3)", 0);
    CHECK(is_reg(i.writes[0], 257, 1) && is_reg(i.reads[0], 4, 1), "v_mad_f32");
    CHECK(is_reg(i.reads[1], 258, 1) && is_reg(i.reads[2], 259, 1), "v_mad_f32");
    i = one("v_mac_f32 v1, v2, v3", 0);
    CHECK(is_reg(i.writes[0], 257, 1) && is_reg(i.reads[0], 257, 1) && is_reg(i.reads[2], 259, 1), "v_mac_f32");
    i = one("v_cmpx_gt_f32 vcc, v0, v1", 0);
    CHECK(is_reg(i.writes[0], 106, 2) && is_reg(i.writes[1], 126, 2), "v_cmpx_gt_f32");
    i = one("s_mov_b64 s[ 4 : 5 ], ttmp[2:3]", 0);
    CHECK(is_reg(i.writes[0], 4, 2) && is_reg(i.reads[0], 114, 2), "s_mov_b64");
    i = one("v_mov_b32 v999, v[3:1]", 0); /* no such registers: none, no harm */
    CHECK(i.writes[0] == 0 && i.reads[0] == 0, "v_mov_b32");
}

static void test_operands_of_memory_instructions(void) {
    gcnmem_insn i = one("buffer_atomic_add v0, v1, s[0:3], 0 offen glc offset:-4", 0);
    CHECK(is_reg(i.writes[0], 256, 1) && is_reg(i.reads[0], 256, 1), "buffer_atomic_add glc");
    CHECK(is_reg(i.reads[2], 0, 4) && i.offset == 0xfffc, "buffer_atomic_add glc");
    i = one("buffer_atomic_add v0, v1, s[0:3], 0 offen", 0);
    CHECK(i.writes[0] == 0 && is_reg(i.reads[0], 256, 1), "buffer_atomic_add");
    i = one("ds_read2_b32 v[0:1], v2 offset0:3 offset1:17", 0);
    CHECK(i.offset == 0x1103 && is_reg(i.writes[0], 256, 2), "ds_read2_b32");
    i = one("ds_add_u32 v0, v1 gds", 0);
    CHECK(i.category == GCNMEM_CATEGORY_GDS && i.adds_exp == 1 && i.adds_lgkm == 1, "ds_add_u32 gds");
    i = one("flat_store_dword v[2,3], v[5]", 0);
    CHECK(is_reg(i.reads[0], 258, 2) && is_reg(i.reads[1], 261, 1), "flat_store_dword");
    i = one("exp mrt0 v0, off, v2, v3 done vm", 0);
    CHECK(is_reg(i.reads[0], 256, 1) && is_reg(i.reads[1], 258, 1) && i.adds_exp == 1, "exp");
    i = one("buffer_load_dword v1, s[0:3], 0 offen lds", 0);
    CHECK(i.writes[0] == 0 && (i.flags & GCNMEM_INSN_LDS), "buffer_load_dword lds");
}

/* RDNA2 may list the registers of coordinates: descriptor and sampler follow whatever their number, and the highest
   register counts. */
static void test_lists_of_addresses(void) {
    static const struct {
        const char* text;
        uint32_t first[3];
        uint32_t end; /* behind the last of the list */
    } rows[] = {{"image_sample v[0:3], [v9, v7], s[0:7], s[8:11] dmask:0xf dim:SQ_RSRC_IMG_2D", {9, 7, 0}, 10},
                {"image_sample_l v[0:3], [v9, v7, v5], s[0:7], s[8:11] dmask:0xf dim:SQ_RSRC_IMG_2D", {9, 7, 5}, 10},
                {"image_sample_d v[0:3], [v9, v7, v5, v4, v1, v30], s[0:7], s[8:11] dmask:0xf dim:SQ_RSRC_IMG_2D",
                 {9, 7, 1},
                 31},
                {"image_sample_d v[0:3], [v9, v7, v5, v4, v1, v230], s[0:7], s[8:11] dmask:0xf dim:SQ_RSRC_IMG_2D",
                 {9, 7, 168},
                 231}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        gcnmem_insn insn = one(rows[i].text, 0x1030);
        uint32_t end = 0;
        int is_list = 1;
        uint32_t k = 0;
        for (; k < 5 && GCNMEM_REGS_FIRST(insn.reads[k]) >= GCNMEM_REG_V0; ++k) {
            uint32_t first = GCNMEM_REGS_FIRST(insn.reads[k]) - GCNMEM_REG_V0;
            end = first + GCNMEM_REGS_COUNT(insn.reads[k]) > end ? first + GCNMEM_REGS_COUNT(insn.reads[k]) : end;
            is_list &= k < 3 && first == rows[i].first[k];
        }
        CHECK(is_list, "%s: the registers of the list", rows[i].text);
        CHECK_U64(rows[i].end, end, "%s: the highest", rows[i].text);
        CHECK_U64(8, GCNMEM_REGS_COUNT(insn.reads[k]), "%s: the descriptor", rows[i].text);
        CHECK_U64(4, GCNMEM_REGS_COUNT(insn.reads[k + 1]), "%s: the sampler", rows[i].text);
    }
}

static void test_images_take_channels_from_dmask(void) {
    gcnmem_insn i = one("image_load v[0:1], v[2:3], s[0:7] dmask:0x5 unorm", 0);
    CHECK(i.channels == 2 && i.bytes == 8 && (i.flags & GCNMEM_INSN_DMASK), "image_load");
    i = one("image_gather4 v[0:3], v[2:3], s[0:7], s[8:11] dmask:0x1", 0);
    CHECK(i.channels == 4 && i.bytes == 16, "image_gather4");
    i = one("image_sample_lz v[9:10], v[5:8], s[4:11], s[12:15]", 0);
    CHECK(i.channels == 2 && !(i.flags & GCNMEM_INSN_DMASK), "image_sample_lz without dmask");
}

/* They are no registers, nor do they make a wave need as many. */
static void test_modifiers_that_are_written_as_registers(void) {
    gcnmem_insn i = one("image_load v0, v[1:2], s[0:7] dmask:0x1 unorm r128", 0x800);
    CHECK(is_reg(i.reads[1], 0, 8) && i.reads[2] == 0, "r128");
    i = one("image_load a16, [a16, v128], s[0:7] dmask:0x1 a16", 0x90a);
    CHECK(is_reg(i.writes[0], GCNMEM_REG_A0 + 16, 1) && is_reg(i.reads[0], GCNMEM_REG_A0 + 16, 1), "registers");
    CHECK(is_reg(i.reads[2], 0, 8) && i.reads[3] == 0, "a16");
}

/* ---- dialects ---- */

static job dialect(const char* name, uint32_t insns, uint32_t loops, const char* stage_name) {
    job j = job_parse_file(name);
    CHECK(j.parsed == GCNMEM_OK, "%s", name);
    if (j.listing) {
        const gcnmem_stage* stage = job_stage(&j, 0);
        CHECK_U64(insns, j.listing->insn_count, "%s", name);
        CHECK_U64(loops, j.listing->loop_count, "%s", name);
        CHECK_U64(0, j.listing->unknown_count, "%s", name);
        CHECK_U64(0, j.listing->bad_wait_count, "%s", name);
        CHECK_U64(1, j.listing->stage_count, "%s", name);
        CHECK(job_has_text(&j, stage->name_offset, stage->name_bytes, stage_name), "%s", name);
    }
    return j;
}

static void test_dialect_llvm_s(void) {
    job j = dialect("01_llvm_s.txt", 10, 1, "k"); /* csdata comments name the registers */
    if (j.listing) {
        const gcnmem_stage* stage = job_stage(&j, 0);
        CHECK(stage->vgprs == 6 && stage->sgprs == 12 && stage->lds_bytes == 512, "csdata");
        CHECK_U64(0x900, stage->gfx_version, ".amdgcn_target");
        CHECK_U64(16, job_insn(&j, 2)->offset, "offset:16");
    }
    job_end(&j);
}

static void test_dialect_llvm_objdump(void) {
    job j = dialect("02_llvm_objdump.txt", 8, 1, "k");
    if (j.listing) {
        CHECK_U64(2, job_insn(&j, 5)->target, "numeric target: address + 4 - 5 * 4");
        CHECK_U64(0x190c, job_insn(&j, 2)->address, "the address column");
        CHECK(job_insn(&j, 5)->flags & GCNMEM_INSN_BY_ADDRESS, "numeric target");
    }
    job_end(&j);
}

static void test_dialect_llvm_objdump_symbolized(void) {
    job j = dialect("03_llvm_objdump_symbolized.txt", 5, 1, "k"); /* <L0> is a label, not a second kernel */
    job_end(&j);
}

static void test_dialect_sp3_of_rga(void) {
    job j = dialect("04_sp3_rga_legacy.txt", 16, 0, "main");
    if (j.listing) {
        const gcnmem_stage* stage = job_stage(&j, 0);
        CHECK(stage->vgprs == 24 && stage->sgprs == 40 && stage->wave_lanes == 64, "modified by runtime to be 40");
        CHECK(stage->gfx_version == 0x800 && job_insn(&j, 11)->target == 14, "asic(VI), label_0012");
    }
    job_end(&j);
}

static void test_dialect_codexl(void) {
    job j = dialect("05_codexl_cl_si.txt", 9, 1, "k"); /* __kernel k; format:[A,B] is one operand */
    job_end(&j);
}

static void test_dialect_amdvlk(void) {
    job j = dialect("06_amdvlk_llpc.txt", 6, 1, "_amdgpu_cs_main");
    job_end(&j);
}

static void test_dialect_aco(void) {
    job j = dialect("07_aco_asm.txt", 9, 1, ""); /* BB5 is a label, not a number; BB0 and BB1 share a place */
    if (j.listing) {
        CHECK(job_insn(&j, 5)->target == 7 && job_insn(&j, 6)->target == 0, "BB5, BB0");
        CHECK(job_insn(&j, 5)->flags & GCNMEM_INSN_EXIT_TAKEN, "BB5");
        CHECK(job_insn(&j, 6)->flags & GCNMEM_INSN_LATCH_TAKEN, "BB0");
    }
    job_end(&j);
}

static void test_dialect_aco_IR_is_refused(void) {
    job j = job_parse_file("08_aco_ir_reject.txt");
    CHECK(j.parsed == GCNMEM_ERROR_VALUE && j.listing == NULL, "ACO IR");
    CHECK(j.issue.rule && strstr(j.issue.rule, "Assembly section"), "the rule says what to use instead");
    job_end(&j);
}

static void test_dialect_clrx(void) {
    job j = dialect("09_clrx.txt", 6, 1, "k"); /* the address stands in a comment before the instruction */
    if (j.listing) {
        const gcnmem_stage* stage = job_stage(&j, 0);
        CHECK(stage->lds_bytes == 512 && stage->vgprs == 4 && stage->gfx_version == 0x800, ".config");
        CHECK_U64(0x100, job_insn(&j, 0)->address, "/*000000000100*/");
    }
    job_end(&j);
}

static void test_dialect_sp3_source(void) {
    job j = dialect("10_sp3_source.txt", 9, 1, "iterate");
    if (j.listing) {
        CHECK_U64(16, job_stage(&j, 0)->vgprs, "vgpr_count(16)");
    }
    job_end(&j);
}

/* A listing as articles print them: neither label is defined, and no image instruction has a dmask. */
static void test_dialect_article(void) {
    job j = dialect("11_blog_gcn.txt", 9, 1, "");
    if (j.listing) {
        const gcnmem_insn* exit = job_insn(&j, 5);
        CHECK(j.listing->undefined_count == 2 && job_stage(&j, 0)->label_count == 2, "two labels");
        CHECK(exit->target == GCNMEM_NONE && (exit->flags & GCNMEM_INSN_UNDEFINED), "label_after_loop");
        CHECK_U64(0, job_insn(&j, 8)->target, "label_before_loop");
        CHECK(job_insn(&j, 8)->flags & GCNMEM_INSN_LATCH_TAKEN, "label_before_loop");
        CHECK(job_insn(&j, 0)->channels == 2 && job_insn(&j, 6)->channels == 1, "channels by registers");
        CHECK(test_find_label(j.listing, j.text, 0, "label_after_loop", 16) != GCNMEM_NONE, "by name");
        CHECK(test_find_label(j.listing, j.text, 0, "label", 5) == GCNMEM_NONE, "the whole name only");
    }
    job_end(&j);
}

static void test_dialect_rga_csv(void) {
    job j = dialect("12_rga_csv.txt", 5, 1, ""); /* a quoted field holds commas */
    job_end(&j);
    j = job_parse("Address, Source Line Number, Opcode, Operands\n0x0,12,s_nop,\"0\",\n0x4,13,s_branch,\"65535\",\n");
    CHECK(j.listing && j.listing->insn_count == 2 && job_insn(&j, 1)->target == 1, "columns by their names");
    job_end(&j);
}

static void test_dialect_rga_live_registers(void) {
    job j = dialect("13_rga_livereg.txt", 4, 0, "");
    if (j.listing) {
        const gcnmem_stage* stage = job_stage(&j, 0);
        CHECK(stage->vgprs == 4 && stage->label_count == 1, "\"Legend:\" is no label");
        CHECK_U64(7, job_insn(&j, 2)->line, "the label's line");
    }
    job_end(&j);
}

/* ---- a driver's dump ---- */

/* Every stage prints its statistics, IR and assembly; only the Assembly section is code. */
static void test_driver_dump_is_read_from_its_assembly(void) {
    job j = job_parse_file("driver/fiji/poisson_loop.txt");
    uint32_t count = 0;
    CHECK(j.listing && j.listing->stage_count == 2 && j.listing->unknown_count == 0, "two stages");
    if (j.listing && j.listing->stage_count == 2) {
        const gcnmem_stage* stage = job_stage(&j, 1);
        CHECK(test_find_stage(j.listing, j.text, "fragment", 8, &count) == 1 && count == 1, "fragment");
        CHECK(test_find_stage(j.listing, j.text, "FRAG", 4, &count) == 1 && count == 1, "part, any case");
        CHECK(test_find_stage(j.listing, j.text, "shader", 6, &count) == GCNMEM_NONE && count == 2, "both");
        CHECK(test_find_stage(j.listing, j.text, "", 0, &count) == GCNMEM_NONE && count == 2, "any");
        CHECK(test_find_stage(j.listing, j.text, "geometry", 8, &count) == GCNMEM_NONE, "none");
        CHECK_U64(0, count, "none");
        CHECK(stage->insn_count == 55 && stage->vgprs == 12 && stage->sgprs == 48, "its own statistics");
        CHECK_U64(1, stage->loop_count, "the loop over the samples");
    }
    job_end(&j);
}

/* ---- loops ---- */

static void test_R51_a_jump_back_to_a_cold_block_is_no_loop(void) {
    job j = job_parse_file("asm/gfx900/matmul_reg4x4.s"); /* execnz .LBB0_4 and s_branch .LBB0_5 */
    uint32_t cold = 0;
    uint32_t i;
    for (i = 0; j.listing && i < j.listing->insn_count; ++i) {
        cold += (job_insn(&j, i)->flags & GCNMEM_INSN_BACK_ONLY) != 0;
    }
    CHECK_U64(2, cold, "matmul_reg4x4");
    CHECK(j.listing && j.listing->loop_count == 1, "matmul_reg4x4");
    job_end(&j);
}

static void test_R51_nested_loops_exits_and_latches(void) {
    job j = job_parse("s_nop 0\nA:\ns_nop 1\nB:\nv_nop\ns_cbranch_scc1 B\ns_cbranch_vccnz OUT\n"
                      "s_branch A ; @trip 7\nOUT:\ns_endpgm");
    CHECK(j.listing && j.listing->loop_count == 2, "two loops");
    if (j.listing && j.listing->loop_count == 2) {
        CHECK(job_loop(&j, 0)->header == 1 && job_loop(&j, 0)->trips == 7, "outer");
        CHECK(job_loop(&j, 1)->header == 2 && job_loop(&j, 1)->parent == 0, "inner");
        CHECK(job_insn(&j, 3)->flags & GCNMEM_INSN_EXIT_FALLS, "inner latch");
        CHECK(job_insn(&j, 4)->flags & GCNMEM_INSN_EXIT_TAKEN, "exit of the outer");
        CHECK(job_insn(&j, 2)->loop == 1 && job_insn(&j, 4)->loop == 0, "innermost");
        CHECK(job_insn(&j, 6)->loop == GCNMEM_NO_LOOP, "behind both");
    }
    job_end(&j);
}

static void test_R51_a_loop_of_one_instruction(void) {
    job j = job_parse("L: s_branch L\ns_endpgm");
    CHECK(j.listing && j.listing->loop_count == 1 && job_loop(&j, 0)->latch == 0, "L: s_branch L");
    job_end(&j);
}

static void test_R51_a_loop_entered_in_its_middle(void) {
    job j = job_parse("s_branch MID\nTOP:\ns_nop 0\nMID:\ns_cbranch_scc0 TOP\ns_endpgm");
    CHECK(j.listing && j.listing->loop_count == 1 && job_loop(&j, 0)->header == 2, "MID");
    CHECK(j.listing && (job_insn(&j, 1)->flags & GCNMEM_INSN_LATCH_FALLS), "s_nop falls into the header");
    CHECK(j.listing && (job_insn(&j, 2)->flags & GCNMEM_INSN_EXIT_FALLS), "s_cbranch_scc0");
    job_end(&j);
}

/* LLVM: the exit asks for lanes on its way out, and would begin the loop anew without any. */
static void test_R51_an_exit_that_asks_for_lanes_on_its_way(void) {
    job j = job_parse("s_branch H\nOUT:\ns_cbranch_execnz END\nH:\ns_nop 0\ns_cbranch_scc1 OUT\nv_nop\ns_branch H\n"
                      "END:\ns_endpgm");
    CHECK(j.listing && j.listing->loop_count == 1 && job_loop(&j, 0)->header == 2, "H");
    CHECK(j.listing && (job_insn(&j, 3)->flags & GCNMEM_INSN_EXIT_TAKEN), "s_cbranch_scc1 OUT");
    job_end(&j);
    j = job_parse("H:\ns_nop 0\ns_cbranch_scc1 OUT\nv_nop\ns_cbranch_vccz OUT\ns_branch H\nOUT:\n"
                  "s_cbranch_execz H\ns_endpgm");
    CHECK(j.listing && !(job_insn(&j, 1)->flags & GCNMEM_INSN_EXIT_TAKEN), "two ways lead there");
    job_end(&j);
}

static void test_R51_two_latches_share_a_loop(void) {
    job j = job_parse("A:\ns_cbranch_scc0 B\nB:\ns_cbranch_scc1 A\ns_cbranch_vccz A\ns_endpgm");
    CHECK(j.listing && j.listing->loop_count == 1 && job_loop(&j, 0)->latch_count == 2, "A");
    job_end(&j);
}

/* ---- annotations ---- */

/* A slip of the hand is told, and what it means; a bare word is a function's name behind a label, wrong elsewhere. */
static void test_annotations_mistyped(void) {
    static const struct {
        const char* text;
        uint32_t count;
        uint32_t nearest;
    } rows[] = {{"v_nop ; @men lane*4", 1, 1}, {"v_nop ; @memory lane*4", 1, 1}, {"v_nop ; @tirp 4", 1, 2},
                {"v_nop ; @lnaes 4", 1, 3},    {"v_nop ; @lanes", 1, 0},         {"v_nop ; @trip", 1, 0},
                {"v_nop ; @lanes 65", 1, 3},   {"v_nop ; @lanes -1", 1, 3},      {"v_nop ; @trip 4294967296", 1, 2},
                {"x: ; @trip abc", 1, 2},      {"v_nop ; @mem lane", 1, 1},      {"v_nop ; @trip 3", 1, 2},
                {"mem: ; @mem", 0, 0},         {"main: ; @main", 0, 0},          {"v_nop ; see @somebody else", 0, 0}};
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i) {
        char text[64];
        snprintf(text, sizeof(text), "%s\ns_endpgm\n", rows[i].text);
        job j = job_parse(text);
        CHECK(j.listing != NULL, "%s", rows[i].text);
        if (j.listing) {
            CHECK_U64(rows[i].count, j.listing->unbound_count, "%s", rows[i].text);
            CHECK_U64(rows[i].nearest, j.listing->unbound_nearest, "%s", rows[i].text);
        }
        job_end(&j);
    }
}

static void test_annotations_bind_to_their_line(void) {
    job j = job_parse("L: ; @trip 16\n"
                      "buffer_load_dword v0, v1, s[0:3], 0 offen ; @mem lane*4+iter*256\n"
                      "global_load_dword v0, v[0:1], off // 000000001900: DC508000 007F0000 @mem lane * 8\n"
                      "/*000000000100*/ ds_read_b32 v0, v1 /* @mem lane*4 */\n"
                      "v_nop ; @mem lane\n"
                      "; @mem 1\n"
                      "s_cbranch_scc1 L\n"
                      "s_endpgm ; @memory is mistyped\n");
    CHECK(j.listing && j.listing->unbound_count == 3, "v_nop, the empty line and @memory");
    if (j.listing) {
        const gcnmem_insn* i = job_insn(&j, 0);
        CHECK(job_has_text(&j, i->note_offset, i->note_bytes, "lane*4+iter*256"), "; comment");
        i = job_insn(&j, 1);
        CHECK(job_has_text(&j, i->note_offset, i->note_bytes, "lane * 8") && i->address == 0x1900, "// comment");
        i = job_insn(&j, 2);
        CHECK(job_has_text(&j, i->note_offset, i->note_bytes, "lane*4") && i->address == 0x100, "/* comment */");
        CHECK(j.listing->loop_count == 1 && job_loop(&j, 0)->trips == 16, "@trip on the label's line");
    }
    job_end(&j);
}

/* ---- the text itself ---- */

static void test_text_with_CR_LF_and_capitals(void) {
    job j = job_parse("\r\n\tV_ADD_F32 V1, V2, V3\r\n s_endpgm\r\n");
    CHECK(j.listing && j.listing->insn_count == 2 && j.listing->unknown_count == 0, "CR LF");
    if (j.listing) {
        const gcnmem_insn* i = job_insn(&j, 0);
        CHECK(job_has_text(&j, i->text_offset, i->text_bytes, "V_ADD_F32 V1, V2, V3") && i->line == 2, "as written");
    }
    job_end(&j);
}

static void test_text_comments_over_several_lines(void) {
    job j = job_parse("s_nop 0 /* a comment\n s_barrier\n of three lines */ s_nop 1\nv_nop // end");
    CHECK(j.listing && j.listing->insn_count == 3 && job_insn(&j, 1)->line == 3, "three lines");
    job_end(&j);
}

static void test_text_unknown_words_are_counted(void) {
    job j = job_parse("s_nop 0\nfrobnicate_b32 v0, v1\nv_fooble_f32 v0, v1\ns_endpgm");
    CHECK(j.listing && j.listing->insn_count == 4 && j.listing->unknown_count == 2, "two words");
    CHECK(j.listing && job_stage(&j, 0)->unknown_count == 2, "of the stage");
    CHECK(j.listing && job_insn(&j, 1)->category == GCNMEM_CATEGORY_UNKNOWN, "frobnicate_b32");
    CHECK(j.listing && job_insn(&j, 2)->category == GCNMEM_CATEGORY_VALU, "v_fooble_f32");
    job_end(&j);
    j = job_parse("s_nop 0\nfrobnicate v0, v1\nplain English between the code\n"
                  "s_swappc_b64 s[30:31], s[4:5]\ns_setpc_b64 s[30:31]\n");
    CHECK(j.listing && j.listing->insn_count == 4 && j.listing->unknown_count == 1, "prose is no code");
    CHECK(j.listing && j.listing->undefined_count == 0 && job_stage(&j, 0)->label_count == 0, "no label");
    CHECK(j.listing && is_reg(job_insn(&j, 2)->writes[0], 30, 2), "s_swappc_b64");
    job_end(&j);
}

static void test_text_objdump_of_two_kernels(void) {
    job j = job_parse("Disassembly of section .text:\n\n0000000000000000 <a<int>(b)>:\n"
                      "\ts_nop 0 // 000000000000: BF800000\n"
                      "\ts_cbranch_scc0 65534 // 000000000004: BF84FFFE <a<int>(b)>\n\n0000000000000100 <b>:\n"
                      "\ts_endpgm\nDisassembly of section .rodata:\n\n0000000000000000 <a.kd>:\n\tv_nop\n");
    CHECK(j.listing && j.listing->stage_count == 2 && j.listing->insn_count == 3, "data are no code");
    if (j.listing) {
        const gcnmem_stage* stage = job_stage(&j, 0);
        CHECK_U64(0, job_insn(&j, 1)->target, "back to the start");
        CHECK(job_has_text(&j, stage->name_offset, stage->name_bytes, "a<int>(b)"), "a C++ name");
    }
    job_end(&j);
}

/* The kinds of a dump's symbols, a letter each: kernels k, labels l; and whether it shares code with the one above. */
static void check_symbols(const char* text, const char* kinds) {
    job j = job_parse(text);
    CHECK(j.listing != NULL, "%s", text);
    for (uint32_t i = 0; j.listing && i < j.listing->stage_count; ++i) {
        const gcnmem_stage* stage = job_stage(&j, i);
        char kind = (stage->kind & GCNMEM_STAGE_LABEL) != 0 ? 'l' : 'k';
        kind = (char)((stage->kind & GCNMEM_STAGE_JOINED) != 0 ? kind - 'a' + 'A' : kind);
        CHECK(kinds[i] == kind, "stage %" PRIu32 " is %c: %s", i, kind, text);
        CHECK(job_insn(&j, stage->entry)->flags & GCNMEM_INSN_BLOCK, "a block: %s", text);
    }
    CHECK(j.listing && j.listing->stage_count == strlen(kinds), "%s", text);
    job_end(&j);
}

#define DUMP "Disassembly of section .text:\n\n"
#define K "0000000000000000 <k>:\n\ts_nop 0 // 000000000000: BF800000\n"
#define END(address) "\ts_endpgm // 0000000000" address ": BF810000\n"
#define SYMBOL(address, name) "00000000000000" address " <" name ">:\n"
#define NAMED "amdhsa.kernels:\n  - .name: k\n    .symbol: k.kd\n...\n"

static void test_R51_symbols_are_kernels_labels_and_functions(void) {
    check_symbols(DUMP K END("04") SYMBOL("08", "b") END("08"), "kk");
    check_symbols(DUMP K SYMBOL("04", "b") END("04"), "kL"); /* fallen into */
    check_symbols(DUMP K SYMBOL("04", "k_b") SYMBOL("04", "k_c") END("04"), "kLL");
    check_symbols(DUMP K END("04") "\ts_nop 0 // 000000000008: BF800000\n" SYMBOL("0c", "b") END("0c"), "kk");
    check_symbols(DUMP K "\ts_cbranch_scc0 b // 000000000004: BF840001\n" END("08") SYMBOL("0c", "b") END("0c"),
                  "kL"); /* branched to */
    check_symbols(DUMP K "\ts_cbranch_scc0 1 // 000000000004: BF840001 <b>\n" END("08") SYMBOL("0c", "b") END("0c"),
                  "kL");
    check_symbols(DUMP SYMBOL("00", "f") END("00") SYMBOL("04", "b") "\ts_branch f // 000000000004: BF82FFFE\n", "lK");
    check_symbols(DUMP K END("04") SYMBOL("08", "f") "\ts_setpc_b64 s[30:31] // 000000000008: BE801D1E\n", "kL");
    check_symbols(DUMP K END("04") SYMBOL("08", "b") END("08") SYMBOL("0c", "a") END("0c") ".amdhsa_kernel b\n", "lkl");
    check_symbols("---\n" NAMED DUMP K END("04") SYMBOL("08", "b") END("08"), "kl");
    check_symbols("0000000000000000 g O .rodata 0000000000000040 k.kd\n" DUMP K END("04") SYMBOL("08", "b") END("08"),
                  "kl");
    check_symbols(DUMP K END("04") SYMBOL("08", "b") END("08") "---\n" NAMED, "kl");
    check_symbols(DUMP K "Disassembly of section .text.b:\n" SYMBOL("00", "b") END("00"), "kk"); /* another section */
    check_symbols("Disassembly for a\n s_nop 0\nDisassembly for b\n s_endpgm\n", "kk");
    check_symbols("0 g O .rodata 0 k.kd\n0 g O .rodata 0 b.kd\n" DUMP K
                  "\ts_branch b // 000000000004: BF820000\n" SYMBOL("08", "b") END("08"),
                  "kK"); /* one that another ends in stays a kernel */
}

/* Where the branch goes in "s_nop; branch; s_nop; s_endpgm": to the last. */
static void test_R51_targets_by_encoding_and_distance(void) {
    static const struct {
        const char* branch;
        uint32_t target;
    } rows[] = {{"s_branch gone // 000000000004: BF820001", 3},
                {"s_branch gone // BF820001", 3}, /* by what the instructions take */
                {"s_branch gone", 0},             /* back to the start, and told as not defined */
                {"s_branch k+0xc // 000000000004: BF820001", 3},
                {"s_branch <k+0xc> // 000000000004:", 3},
                {"s_branch k+0xe // 000000000004:", 0},
                {"s_branch 1 // 000000000004: BF820001", 3},
                {"s_branch 1", 0},
                {"s_cbranch_scc1 gone // 000000000004: BF850002", GCNMEM_NONE}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        char text[512];
        const char* has = strstr(rows[i].branch, "0000:") || strstr(rows[i].branch, "0004:") ? "0000000000" : NULL;
        snprintf(text, sizeof text,
                 DUMP "0000000000000000 <k>:\n s_nop 0 // %s%s\n %s\n s_nop 0 // %s%s\n s_endpgm%s\n", has ? has : "",
                 has ? "00: BF800000" : "BF800000", rows[i].branch, has ? has : "", has ? "08: BF800000" : "BF800000",
                 has ? " // 00000000000c: BF810000" : " // BF810000");
        job j = job_parse(text);
        CHECK(j.listing != NULL, "%s", text);
        CHECK_U64(rows[i].target, j.listing ? job_insn(&j, 1)->target : 99, "%s", rows[i].branch);
        CHECK_U64(rows[i].target != 3, j.listing ? j.listing->undefined_count : 99, "%s", rows[i].branch);
        job_end(&j);
    }
}

static void test_R50_assembler_source_is_refused(void) {
    static const char* const refused[] = {".macro m\n s_nop 0\n.endm\n",
                                          ".rept 3\n s_nop 0\n.endr\n",
                                          ".if A > 3\n s_nop 0\n.endif\n",
                                          ".ifdef A\n",
                                          ".include \"a.inc\"\n",
                                          "#define A 3\n s_nop 0\n",
                                          " v_mov_b32 v[a], 0\n",
                                          " v_mov_b32 v[a+1], 0\n",
                                          " v_mov_b32 v[1+2], 0\n",
                                          " v_mov_b32 v[\\a], 0\n",
                                          " s_mov_b64 s[a:a+1], 0\n",
                                          " s_load_dwordx2 s[2:3], s[ptr:ptr+1], 0\n",
                                          " s_mov_b32 s0, A*4\n",
                                          " s_mov_b32 s0, 16*4\n",
                                          " s_mov_b32 s0, (3+1)<<2\n",
                                          " s_add_u32 s0, s0, A - 1\n",
                                          ".set A, 4\n s_mov_b32 s0, A\n",
                                          ".equ A, 4\n s_cmp_lt_u32 s0, A\n",
                                          " buffer_load_dword v0, v1, s[0:3], 0 offen offset:A\n",
                                          " ds_read_b32 v0, v1 offset:4*16\n",
                                          " s_nop 0\n.amdhsa_kernel k\n.amdhsa_next_free_vgpr A\n",
                                          " s_nop 0\n.amdhsa_kernel k\n.amdhsa_next_free_vgpr 4+A\n",
                                          " s_nop 0\n.amdhsa_kernel k\n.amdhsa_next_free_sgpr 8 * 2\n",
                                          " s_nop 0\n.amdhsa_kernel k\n.amdhsa_group_segment_fixed_size (16)*4\n",
                                          " s_nop 0\n; LDSByteSize: 16*4\n"};
    static const char* const read[] = {
        " s_add_u32 s4, s4, fn@rel32@lo+4\n",
        " s_add_u32 s4, s4, (.LBB0_1-.Lpost_getpc0)&4294967295\n",
        " v_mov_b32 v0, lds.a@abs32@lo\n",
        " v_add_f32 v[2], -|v1|, -1.0\n",
        " s_mov_b64 s[0-1], 1.0e+10\n",
        " v_mov_b32 v0, 0x10 /* a comment */\n",
        " v_mov_b32 v0, 16 // 4*4\n",
        " s_mov_b32 s8, SCRATCH_RSRC_DWORD0\n",
        " ds_swizzle_b32 v0, v1 offset:swizzle(BITMASK_PERM, \"01pip\")\n",
        " s_setreg_b32 hwreg(HW_REG_MODE, 0, 4), s0\n",
        " s_waitcnt vmcnt(0)&lgkmcnt(0)\n",
        ".set k.num_vgpr, 6\n v_mov_b32 v0, 1\n.amdhsa_kernel k\n.amdhsa_next_free_vgpr max(k.num_vgpr, 1)\n",
        ".set A, 4\n v_mov_b32 v0, 4\n",
        " s_nop 0\n; LDSByteSize: 2048 bytes/workgroup (compile time only)\n",
        " load_b32 r1, [r2+16]\n"};
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; ++i) {
        job j = job_parse(refused[i]);
        CHECK(j.listing == NULL &&
                  strstr(j.issue.rule, refused[i][0] == '#' ? "source code" : "assembler source") != NULL,
              "%s", refused[i]);
        CHECK(j.issue.line > 0 && j.issue.column > 0, "line and column: %s", refused[i]);
        job_end(&j);
    }
    for (size_t i = 0; i < sizeof read / sizeof read[0]; ++i) {
        job j = job_parse(read[i]);
        CHECK(j.listing != NULL, "%s", read[i]);
        job_end(&j);
    }
    gcnmem_issue issue = {"listing", "gfx{hex}", 0x90a, 0, 0, 0, 0, ""};
    char text[16];
    CHECK_U64(6, gcnmem_issue_text(&issue, text, sizeof text), "a number to base 16");
    CHECK(strcmp(text, "gfx90a") == 0, "%s", text);
}

static void test_text_each_stage_has_its_own_labels(void) {
    job j = job_parse("k:\ns_nop 0\nBB0:\ns_branch BB0\n### executable: X (Y), subgroup 64\n# VGPRs: 8\n"
                      "BB0:\ns_branch BB0\n");
    CHECK(j.listing && j.listing->stage_count == 2, "two stages");
    CHECK(j.listing && job_insn(&j, 2)->target == 2 && job_stage(&j, 1)->vgprs == 8, "BB0 of the second");
    job_end(&j);
}

static void test_text_aco_IR_before_its_disassembly(void) {
    job j = job_parse("ACO shader stage: fragment_fs\nBB0\n s_foo %3\ndisasm:\nBB0:\n\ts_endpgm ; bf810000\n"
                      "SGPRS: 16\nVGPRS: 8\n");
    CHECK(j.listing && j.listing->insn_count == 1, "the disassembly only");
    if (j.listing) {
        const gcnmem_stage* stage = job_stage(&j, 0);
        CHECK(stage->sgprs == 16 && stage->vgprs == 8, "statistics behind the code");
        CHECK(job_has_text(&j, stage->name_offset, stage->name_bytes, "fragment_fs"), "name");
    }
    job_end(&j);
}

/* llvm-readelf prints what a code object says of its kernels, llvm-objdump their code: above it, when put together. */
static void test_text_metadata_above_the_code(void) {
    job j =
        job_parse("Displaying notes found in: .note\n    AMDGPU Metadata:\n        ---\namdhsa.kernels:\n"
                  "  - .args:           []\n    .group_segment_fixed_size: 4096\n    .max_flat_workgroup_size: 256\n"
                  "    .name:           b\n    .sgpr_count:     42\n    .vgpr_count:     25\n"
                  "  - .group_segment_fixed_size: 16\n    .name:           a\n    .vgpr_count:     7\n"
                  "  - .name:           c\n    .vgpr_count:     9\n...\n\n"
                  "0000000000000000 <a>:\n\ts_endpgm\n0000000000000100 <b>:\n\ts_endpgm\n");
    CHECK(j.listing && j.listing->stage_count == 2, "the stages that have code");
    if (j.listing && j.listing->stage_count == 2) {
        const gcnmem_stage* a = job_stage(&j, 0);
        const gcnmem_stage* b = job_stage(&j, 1);
        CHECK(a->vgprs == 7 && a->lds_bytes == 16 && !(a->stated & GCNMEM_STATED_SGPRS), "a");
        CHECK(b->vgprs == 25 && b->sgprs == 42 && b->lds_bytes == 4096 && b->group_lanes_max == 256, "b");
    }
    job_end(&j);
}

/* umr shows what a ring runs, and where waves are: as often as it meets a shader. */
static void test_dialect_umr(void) {
    job j = job_parse("\tShader from 1@[0x2000 + 0x18] at 1@0x30000, type 1, size 20\n"
                      "\t\tpgm[1@0x30000 + 0x0   ] = 0x24020083            v_lshlrev_b32_e32 v1, 3, v0\n"
                      "\t\tpgm[1@0x30000 + 0x4   ] = 0xe0541000            buffer_load_dword v2, v1, s[4:7], 0 offen\n"
                      "\t\tpgm[1@0x30000 + 0x8   ] = 0x80010201    ;;\n"
                      " *  pgm[1@0x30000 + 0xc   ] = 0xbf8c0f70            s_waitcnt vmcnt(0)\n"
                      "\t\tpgm[1@0x30000 + 0x10  ] = 0xbf810000            s_endpgm\n\tDone disassembly of shader\n"
                      "\t\tpgm[1@0x50000 + 0x0   ] = 0xbf810000            s_endpgm\n"
                      "\t\tpgm[1@0x30000 + 0x0   ] = 0x24020083            v_lshlrev_b32_e32 v1, 3, v0\n"
                      "\t\tpgm[1@0x30000 + 0x4   ] = 0xe0541000            buffer_load_dword v2, v1, s[4:7], 0 offen\n"
                      "\t\tpgm[1@0x50000 + 0x0   ] = 0xbf810000            s_endpgm\n");
    CHECK(j.listing && j.listing->stage_count == 2 && j.listing->insn_count == 5, "two shaders, once");
    if (j.listing && j.listing->stage_count == 2) {
        CHECK(job_has_text(&j, job_stage(&j, 0)->name_offset, job_stage(&j, 0)->name_bytes, "1@0x30000"), "its place");
        CHECK(job_insn(&j, 1)->address == 4 && job_insn(&j, 2)->address == 12, "addresses");
        CHECK(GCNMEM_INSN_CODE_BYTES(job_insn(&j, 1)->flags) == 8, "two words");
    }
    job_end(&j);
}

/* Each head of a table begins a stage; encodings stand in their column. */
static void test_text_two_tables_of_rga(void) {
    job j = job_parse(
        "Address,Opcode,Operands,Functional Unit,Cycles,Binary Encoding\n"
        "0x0,s_load_dword,\"s0, s[2:3], 0x6\",Scalar Memory,Varies,C0000306\n0x4,s_endpgm,,Flow Control,4,BF810000\n"
        "Address,Source Line Number,Opcode,Operands,Functional Unit,Cycles,Binary Encoding\n"
        "0x0,12,s_load_dword,\"s0, s[2:3], 0x6\",Scalar Memory,Varies,C0020001 00000006\n"
        "label_0008\n0x8,13,s_branch,label_0008,Branch,16,BF82FFFF\n");
    CHECK(j.listing && j.listing->stage_count == 2 && j.listing->insn_count == 4 && j.listing->unknown_count == 0,
          "two");
    if (j.listing && j.listing->stage_count == 2) {
        CHECK_U64(4, GCNMEM_INSN_CODE_BYTES(job_insn(&j, 0)->flags), "the first table's");
        CHECK_U64(8, GCNMEM_INSN_CODE_BYTES(job_insn(&j, 2)->flags), "the second's");
        CHECK(job_insn(&j, 3)->target == 3, "a label of the second");
    }
    job_end(&j);
}

/* radeonsi names a shader in front of its parts. */
static void test_text_shaders_of_radeonsi(void) {
    job j = job_parse("Vertex Shader as VS:\nShader main disassembly:\n\texp pos0 v0, v0, v0, v0 done\n\ts_endpgm\n"
                      "*** SHADER STATS ***\nSGPRS: 24\nVGPRS: 16\nPixel Shader:\nShader prolog disassembly:\n"
                      "\ts_nop 0\nShader main disassembly:\n\ts_endpgm\n*** SHADER STATS ***\nVGPRS: 8\n");
    CHECK(j.listing && j.listing->stage_count == 2, "two");
    if (j.listing && j.listing->stage_count == 2) {
        const gcnmem_stage* pixel = job_stage(&j, 1);
        CHECK(job_stage(&j, 0)->vgprs == 16 && pixel->vgprs == 8 && pixel->insn_count == 2, "each has its own");
        CHECK(job_has_text(&j, pixel->name_offset, pixel->name_bytes, "Pixel Shader"), "its name");
    }
    job_end(&j);
}

static void test_text_kernels_without_types(void) {
    job j = job_parse("a:\n\ts_nop 0\nloop:\n\ts_branch loop\nb:\n\ts_endpgm\n\t.rodata\n"
                      "\t.amdhsa_kernel b ; the second\n\t\t.amdhsa_next_free_vgpr 7\n"
                      "\t\t.amdhsa_wavefront_size32 0 ; 64\n\t.end_amdhsa_kernel\n"
                      "\t.amdhsa_kernel a\n\t\t.amdhsa_wavefront_size32 1\n\t.end_amdhsa_kernel\n");
    CHECK(j.listing && j.listing->stage_count == 2, "a and b");
    if (j.listing && j.listing->stage_count == 2) {
        const gcnmem_stage* a = job_stage(&j, 0);
        const gcnmem_stage* b = job_stage(&j, 1);
        CHECK(job_has_text(&j, a->name_offset, a->name_bytes, "a") && a->insn_count == 2, "a");
        CHECK(job_has_text(&j, b->name_offset, b->name_bytes, "b") && b->insn_count == 1 && b->vgprs == 7, "b");
        CHECK((a->stated & GCNMEM_STATED_WAVE) && a->wave_lanes == 32, "waves of 32");
        CHECK((b->stated & GCNMEM_STATED_WAVE) && b->wave_lanes == 64, "waves of 64");
    }
    job_end(&j);
}

/* .amd_kernel_code_t tells the size of waves as a power of two. */
static void test_text_waves_of_the_first_code_objects(void) {
    for (uint32_t power = 5; power <= 6; ++power) {
        char text[256];
        snprintf(text, sizeof text,
                 "k:\n\t.amd_kernel_code_t\n\t\twavefront_size = %u\n\t.end_amd_kernel_code_t\n\ts_endpgm\n",
                 (unsigned)power);
        job j = job_parse(text);
        CHECK((job_stage(&j, 0)->stated & GCNMEM_STATED_WAVE) != 0, "2^%u", (unsigned)power);
        CHECK_U64(power == 5 ? 32 : 64, job_stage(&j, 0)->wave_lanes, "2^%u", (unsigned)power);
        job_end(&j);
    }
}

/* LLVM's text inside of drivers: BB0_1 is defined, .LBB0_1 is where branches go. */
static void test_text_labels_without_the_L_of_their_branches(void) {
    job j = job_parse("main:\nBB0_0:\n\ts_cbranch_scc1 .LBB0_2 ; BF850000\nBB0_1:\n\ts_nop 0\n"
                      "\ts_cbranch_scc0 .LBB0_1 ; BF840000\nBB0_2:\n\ts_cbranch_scc0 .LBB0_9\n\ts_endpgm\n");
    CHECK(j.listing && j.listing->loop_count == 1 && j.listing->undefined_count == 1, "all but .LBB0_9");
    if (j.listing) {
        CHECK(job_insn(&j, 0)->target == 3 && job_insn(&j, 2)->target == 1, "down and up");
    }
    job_end(&j);
}

/* NIR, in front of it, knows the work-group and its LDS; the disassembly names none of them. */
static void test_text_NIR_tells_the_work_group(void) {
    job j = job_parse("shader: MESA_SHADER_COMPUTE\nworkgroup-size: 16, 8, 1\nshared-size: 2176\n"
                      "ACO shader stage: compute_cs\nBB0\nCompute Shader\ndisasm:\nBB0:\n\ts_endpgm ; bf810000\n"
                      "shader: MESA_SHADER_COMPUTE\nACO shader stage: compute_cs\ndisasm:\nBB0:\n\ts_endpgm\n");
    CHECK(j.listing && j.listing->stage_count == 2, "two stages");
    if (j.listing && j.listing->stage_count == 2) {
        CHECK(job_stage(&j, 0)->group_lanes == 128 && job_stage(&j, 0)->lds_bytes == 2176, "of the first");
        CHECK(job_stage(&j, 1)->stated == 0, "the second's are not told");
    }
    job_end(&j);
}

/* RADV_DEBUG=shaders,llvm: NIR and LLVM's IR of each stage in front of its disassembly. */
static void test_text_LLVM_IR_before_its_disassembly(void) {
    job j =
        job_parse("shader: MESA_SHADER_FRAGMENT\ndecl_var shader_in INTERP_MODE_NONE\nPixel Shader LLVM IR:\n\n"
                  "define amdgpu_ps void @main(i32 inreg %0) {\nmain_body:\n  ret void\n}\n\nPixel Shader\ndisasm:\n"
                  "main:\nBB0_0:\n\ts_endpgm ; BF810000\n\nshader: MESA_SHADER_VERTEX\ndecl_var v0, v1\n"
                  "Vertex Shader as VS LLVM IR:\nmain_body:\nVertex Shader as VS\ndisasm:\nmain:\n\ts_endpgm\n");
    CHECK(j.listing && j.listing->stage_count == 2 && j.listing->insn_count == 2, "the disassembly only");
    if (j.listing && j.listing->stage_count == 2) {
        const gcnmem_stage* pixel = job_stage(&j, 0);
        const gcnmem_stage* vertex = job_stage(&j, 1);
        CHECK(job_has_text(&j, pixel->name_offset, pixel->name_bytes, "Pixel Shader"), "first");
        CHECK(job_has_text(&j, vertex->name_offset, vertex->name_bytes, "Vertex Shader as VS"), "second");
    }
    job_end(&j);
}

static void test_text_blanks_before_the_colon_of_a_label(void) {
    job j = job_parse("s_mov_b32 s0, 9\nloop :  ; @trip 9\n\ts_sub_u32 s0, s0, 1\n\ts_cbranch_scc1 loop\n\ts_endpgm\n");
    CHECK(j.listing && j.listing->loop_count == 1 && j.listing->undefined_count == 0, "%s", "loop");
    CHECK(j.listing && job_insn(&j, 2)->target == 1, "%s", "loop");
    job_end(&j);
}

static void test_text_address_before_a_label(void) {
    job j = job_parse("000000001118 BB0_1:\n\ts_branch BB0_1\n"); /* RGA */
    CHECK(j.listing && job_insn(&j, 0)->target == 0, "BB0_1");
    job_end(&j);
}

/* ---- errors ---- */

static void check_error(const char* text, size_t bytes, gcnmem_result result, uint32_t line, const char* words) {
    job j = job_parse_bytes(text, bytes, 0);
    CHECK(j.parsed == result && j.listing == NULL, "%s", words);
    CHECK(line == 0 || j.issue.line == line, "%s: line %" PRIu32, words, j.issue.line);
    CHECK(j.issue.rule && strstr(j.issue.rule, words), "%s: %s", words, j.issue.rule ? j.issue.rule : "no rule");
    job_end(&j);
}

static void test_error_empty(void) {
    check_error("", 0, GCNMEM_ERROR_VALUE, 0, "is empty");
    check_error("  ", 2, GCNMEM_ERROR_VALUE, 0, "is empty");
    check_error("; nothing here\n\n", 16, GCNMEM_ERROR_VALUE, 0, "at least one instruction");
}

/* Also where it has no word that could be mistaken for memory's. */
static void test_error_sass(void) {
    static const char dump[] = "\tcode for sm_80\n\t\tFunction : k\n\t.headerflags\t@\"EF_CUDA_SM80\"\n"
                               "        /*0000*/                   MOV R1, c[0x0][0x28] ;\n"
                               "        /*0010*/                   S2R R0, SR_CTAID.X ;\n"
                               "        /*0020*/                   EXIT ;\n";
    static const char names[] = "arch = sm_70\n        /*0000*/                   MOV R1, R2 ;\n";
    check_error(dump, sizeof dump - 1, GCNMEM_ERROR_VALUE, 0, "NVIDIA's SASS");
    check_error(names, sizeof names - 1, GCNMEM_ERROR_VALUE, 0, "NVIDIA's SASS");
    job j = job_parse("; not code for sm_80, but for all\nload_b32 r1, r0\nexit\n");
    CHECK(j.listing != NULL && j.listing->insn_count == 2, "neutral names");
    job_end(&j);
}

static void test_error_binary(void) {
    check_error("s_nop 0\ns_\0nop\n", 14, GCNMEM_ERROR_VALUE, 2, "binary file");
    check_error("\177ELF\002\001\001\0\0", 9, GCNMEM_ERROR_VALUE, 0, "binary file");
}

/* What only RDNA has is told apart from what GCN has, whatever the target that was asked for. */
static void test_R50_rdna_code_is_known_as_such(void) {
    static const char* const rdna[] = {"s_waitcnt_vscnt null, 0x0",
                                       "s_delay_alu instid0(VALU_DEP_1)",
                                       "s_code_end",
                                       "global_load_b32 v1, v[2:3], off",
                                       "ds_load_2addr_b32 v[0:1], v2 offset1:1",
                                       "v_dual_mov_b32 v0, 0 :: v_dual_mov_b32 v1, 0",
                                       "buffer_store_b8 v0, v1, s[0:3], 0",
                                       "scratch_load_u16 v0, off, s0",
                                       "s_load_b128 s[0:3], s[4:5], null",
                                       "global_load_d16_u8 v1, v[2:3], off",
                                       "v_add_nc_u32_e32 v0, v1, v2",
                                       "S_CLAUSE 0x3",
                                       ".gpu gfx1030\ns_nop 0"};
    static const char* const gcn[] = {"s_waitcnt vmcnt(0)",
                                      "global_load_dword v1, v[2:3], off",
                                      "buffer_load_ubyte v0, v1, s[0:3], 0 offen",
                                      "buffer_store_byte v0, v1, s[0:3], 0",
                                      "ds_read2_b32 v[0:1], v2 offset1:1",
                                      "s_load_dwordx4 s[0:3], s[4:5], 0x0",
                                      "v_add_co_u32 v0, vcc, v1, v2",
                                      "s_and_saveexec_b64 s[0:1], vcc",
                                      "buffer_load_format_d16_x v0, v1, s[0:3], 0 idxen",
                                      "ds_read_u8_d16_hi v0, v1",
                                      "load_b32 v0, v1",
                                      "buffer_load_f32 v0, v1, s[0:3], 0 offen",
                                      "shared_load_b64 v[0:1], v2",
                                      "shared_store_b32 v0, v1",
                                      "global_load_short_d16 v0, v[1:2], off",
                                      ".gpu gfx90a\ns_nop 0"};
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_390X);
    gcnmem_run_options options = test_run_options(0);
    gcnmem_issue issue;
    for (size_t i = 0; i < sizeof rdna / sizeof rdna[0]; ++i) {
        char text[200];
        job j;
        snprintf(text, sizeof text, "s_nop 0\n%s\ns_endpgm\n", rdna[i]);
        j = job_parse(text);
        CHECK(j.listing && job_stage(&j, 0)->rdna_line == 2, "%s", rdna[i]);
        CHECK(gcnmem_run_init(NULL, 0, &desc, j.listing, j.text, &options, &j.run, &issue) == GCNMEM_ERROR_VALUE, "%s",
              rdna[i]);
        const uint32_t gfx = job_stage(&j, 0)->gfx_version; /* where it is stated, that is told, else the line */
        CHECK(strstr(issue.rule, "RDNA") && issue.value == (gfx != 0 ? gfx : 2), "%s", rdna[i]);
        job_end(&j);
    }
    for (size_t i = 0; i < sizeof gcn / sizeof gcn[0]; ++i) {
        job j = job_parse(gcn[i]);
        CHECK(j.listing && job_stage(&j, 0)->rdna_line == 0, "%s", gcn[i]);
        job_end(&j);
    }
    job j = job_parse(DUMP K SYMBOL("04", "b") "\ts_clause 0x3 // 000000000004: BFA10003\n" SYMBOL(
        "08", "c") "\ts_code_end // 000000000008: BF9F0000\n");
    CHECK_U64(6, job_stage(&j, 0)->rdna_line, "the first of all that share the code");
    job_end(&j);
}

/* A listing in names of no architecture is the one in GCN's: the same clocks, and every instruction known. */
static void test_R50_neutral_mnemonics_run(void) {
    static const char* const texts[2] = {"load_b64 v[0:1], v[2:3]\nshared_store_b64 v4, v[0:1]\n"
                                         "s_waitcnt lgkmcnt(0)\nshared_load_b32 v0, v4\ns_waitcnt lgkmcnt(0)\n"
                                         "store_b32 v[2:3], v0\natomic_add_b32 v[2:3], v0\ns_endpgm\n",
                                         "global_load_dwordx2 v[0:1], v[2:3]\nds_write_b64 v4, v[0:1]\n"
                                         "s_waitcnt lgkmcnt(0)\nds_read_b32 v0, v4\ns_waitcnt lgkmcnt(0)\n"
                                         "global_store_dword v[2:3], v0\nglobal_atomic_add v[2:3], v0\ns_endpgm\n"};
    gcnmem_run_result results[2];
    for (size_t i = 0; i < 2; ++i) {
        job j = job_new(GCNMEM_DEVICE_VEGA_64, texts[i]);
        job_run(&j);
        results[i] = j.result;
        for (uint32_t k = 0; k < j.listing->opcode_count; ++k) {
            const gcnmem_op* op = &gcnmem_listing_opcode(j.listing, k)->op;
            CHECK(!op->is_guessed && op->category != GCNMEM_CATEGORY_UNKNOWN, "%s", op->name);
        }
        job_end(&j);
    }
    CHECK(results[0].state == GCNMEM_RUN_DONE && results[0].clocks > 0, "state %d", (int)results[0].state);
    CHECK_U64(results[1].clocks, results[0].clocks, "the names alone differ");
}

/* The least time of three that reading so many loops takes, in clocks of the process. */
static clock_t time_of_loops(uint32_t loops) {
    char* text = (char*)malloc(loops * 80u);
    size_t bytes = 0;
    clock_t least = 0;
    for (uint32_t i = 0; i < loops; ++i) {
        bytes += (size_t)sprintf(text + bytes, "L%u:\ns_cbranch_scc0 M%u ; @lanes 8\nM%u:\ns_cbranch_scc1 L%u\n", i, i,
                                 i, i);
    }
    for (uint32_t i = 0; i < 3; ++i) {
        clock_t start = clock();
        job j = job_parse_bytes(text, bytes, 0);
        clock_t taken = clock() - start;
        CHECK(j.listing && j.listing->loop_count == loops, "%u loops", loops);
        least = i == 0 || taken < least ? taken : least;
        job_end(&j);
    }
    free(text);
    return least;
}

/* Eight times the labels take eight times as long; where each branch looks at each label it is sixty-four. */
static void test_reading_is_linear_in_labels(void) {
    clock_t few = time_of_loops(2000);
    clock_t many = time_of_loops(16000);
    CHECK(many < 30 * few + CLOCKS_PER_SEC / 50, "%ld and %ld", (long)few, (long)many);
}

static void test_text_behind_a_byte_order_mark(void) {
    job j = job_parse("\xef\xbb\xbfx: s_nop 0\n\xef\xbb\xbf\ns_branch x\n");
    CHECK(j.parsed == GCNMEM_OK, "%s", j.issue.rule);
    CHECK_U64(2, j.listing->insn_count, "the first line is read");
    CHECK_U64(0, j.listing->undefined_count, "its label, too");
    job_end(&j);
}

static void test_error_doubled_label(void) {
    job j = job_parse("a:\ns_nop 0\nb:\nv_nop\na:\ns_endpgm\n");
    CHECK(j.parsed == GCNMEM_ERROR_SYNTAX && j.listing == NULL, "a: twice");
    CHECK(j.issue.line == 5 && j.issue.value == 1, "in line 5, first in line 1");
    job_end(&j);
}

static void test_error_too_little_memory(void) {
    size_t bytes;
    for (bytes = 0; bytes < 96; bytes += 32) {
        uint64_t memory[8];
        gcnmem_listing* listing;
        gcnmem_issue issue;
        CHECK(gcnmem_listing_parse("s_nop 0", 7, 0, NULL, 0, memory, bytes < 64 ? bytes : 64, &listing, &issue) ==
                  GCNMEM_ERROR_LIMIT,
              "%u bytes", (unsigned)bytes);
        CHECK(listing == NULL, "%u bytes", (unsigned)bytes);
        CHECK_U64(test_listing_bytes("s_nop 0", 7), issue.limit, "%u bytes", (unsigned)bytes);
    }
}

/* The listing holds no pointer: a copy of the memory is a copy of the listing. */
static void test_a_copy_of_the_memory_is_a_listing(void) {
    job j = job_parse_file("driver/vega10/hist.txt");
    void* copy = calloc(1, j.memory_bytes);
    CHECK(j.listing && copy, "vega10/hist");
    if (j.listing && copy) {
        memcpy(copy, j.memory, j.memory_bytes);
        CHECK_U64(job_insn(&j, 5)->line, gcnmem_listing_insn((const gcnmem_listing*)copy, 5)->line, "line");
        CHECK(memcmp(job_stage(&j, 0), gcnmem_listing_stage((const gcnmem_listing*)copy, 0), sizeof(gcnmem_stage)) == 0,
              "stage 0");
    }
    CHECK_U64(64, sizeof(gcnmem_insn), "one cache line");
    free(copy);
    job_end(&j);
}

/* Cut anywhere, or with any byte changed, a listing is read or refused: the sanitizer watches. */
static void test_any_text_gets_an_answer(void) {
    static const char* const names[] = {"04_sp3_rga_legacy.txt", "09_clrx.txt", "12_rga_csv.txt", "07_aco_asm.txt"};
    test_random random = test_random_start(51);
    size_t n;
    for (n = 0; n < sizeof names / sizeof names[0]; ++n) {
        job whole = job_parse_file(names[n]);
        int i;
        for (i = 0; i < 300 && whole.text_bytes > 0; ++i) {
            size_t bytes = (size_t)test_random_below(&random, whole.text_bytes + 1);
            size_t at = (size_t)test_random_below(&random, whole.text_bytes);
            char was = whole.text[at];
            job j;
            whole.text[at] = (char)(32 + test_random_below(&random, 95));
            j = job_parse_bytes(whole.text, bytes, 0);
            whole.text[at] = was;
            CHECK((j.parsed == GCNMEM_OK) == (j.listing != NULL), "%s, %d", names[n], i);
            CHECK(!j.listing || j.listing->insn_count > 0, "%s, %d", names[n], i);
            job_end(&j);
        }
        job_end(&whole);
    }
}

/* ---- what a text is read as, in one line ---- */

/* Appends what `text` is read as, or why it is not: "NAME v4 s8 l16 g64*1*1 w64 gfx803: LABEL: s_branch>0@8 ...; NAME
   ...": resources that are stated, labels, targets, lanes, addresses that are stated as #4. */
static void describe_insn(const job* j, uint32_t index, char* out) {
    const gcnmem_insn* insn = job_insn(j, index);
    const gcnmem_opcode* opcode = gcnmem_listing_opcode(j->listing, insn->opcode);
    for (uint32_t i = 0; i < j->listing->label_count; ++i) {
        const gcnmem_label* label = gcnmem_listing_label(j->listing, i);
        if (label->insn == index) {
            out += sprintf(out, " %.*s:", (int)label->name_bytes, j->text + label->name_offset);
        }
    }
    out += sprintf(out, " %.*s", (int)opcode->name_bytes, j->text + opcode->name_offset);
    if (insn->branch != GCNMEM_BRANCH_NONE) {
        out += insn->target == GCNMEM_NONE ? sprintf(out, ">?") : sprintf(out, ">%u", (unsigned)insn->target);
    }
    if (insn->lanes != 0) {
        out += sprintf(out, "@%u", insn->lanes);
    }
    if ((insn->flags & GCNMEM_INSN_ADDRESS) != 0) {
        sprintf(out, "#%x", (unsigned)insn->address);
    }
}

static void describe(const job* j, char* out) {
    *out = 0;
    if (j->listing == NULL) {
        sprintf(out, "line %u %s", (unsigned)j->issue.line, j->issue.rule);
        return;
    }
    for (uint32_t i = 0; i < j->listing->stage_count; ++i) {
        const gcnmem_stage* s = job_stage(j, i);
        out += sprintf(out, "%s%.*s", i != 0 ? "; " : "", (int)s->name_bytes, j->text + s->name_offset);
        out += (s->stated & GCNMEM_STATED_VGPRS) != 0 ? sprintf(out, " v%u", (unsigned)s->vgprs) : 0;
        out += (s->stated & GCNMEM_STATED_SGPRS) != 0 ? sprintf(out, " s%u", (unsigned)s->sgprs) : 0;
        out += (s->stated & GCNMEM_STATED_LDS) != 0 ? sprintf(out, " l%u", (unsigned)s->lds_bytes) : 0;
        out += (s->stated & GCNMEM_STATED_WAVE) != 0 ? sprintf(out, " w%u", (unsigned)s->wave_lanes) : 0;
        out += (s->stated & GCNMEM_STATED_GROUP) != 0 ? sprintf(out, " g%u*%u*%u", (unsigned)s->group_size[0],
                                                                (unsigned)s->group_size[1], (unsigned)s->group_size[2])
                                                      : 0;
        out += s->gfx_version != 0 ? sprintf(out, " gfx%x", (unsigned)s->gfx_version) : 0;
        out += sprintf(out, ":");
        for (uint32_t k = 0; k < s->insn_count; ++k) {
            describe_insn(j, s->first_insn + k, out);
            out += strlen(out);
        }
    }
}

typedef struct text_row {
    const char* text;
    const char* expected;
} text_row;

#define CHECK_ROWS(rows) check_rows(rows, sizeof rows / sizeof rows[0])

static void check_rows(const text_row* rows, size_t count) {
    char got[4096];
    for (size_t i = 0; i < count; ++i) {
        job j = job_parse(rows[i].text);
        describe(&j, got);
        CHECK_TEXT(rows[i].expected, got, "%s", rows[i].text);
        job_end(&j);
    }
}

static void test_text_of_resources(void) {
    static const text_row rows[] = {
        {"s_endpgm\nvgprs = 12 // of 256\n", " v12: s_endpgm"},
        {"s_endpgm\nvgprs = 12 /* of 256 */\n", " v12: s_endpgm"},
        {"s_endpgm\nvgprs = 12 modified by runtime to be 40\n", " v40: s_endpgm"},
        {"k:\n.amd_kernel_code_t\nwavefront_size = 6\nworkitem_vgpr_count = 9\n.end_amd_kernel_code_t\ns_endpgm\n",
         " v9 w64: k: s_endpgm"},
        {".amd_kernel_code_t\nworkitem_vgpr_count = 9\n.end_amd_kernel_code_t\ns_endpgm\n", " v9: s_endpgm"},
        {"s_nop 0\n.amd_kernel_code_t\nvgprs = 9\n.end_amd_kernel_code_t\ns_endpgm\n", " v9: s_nop s_endpgm"},
        {".amdhsa_kernel k\n.amdhsa_next_free_vgpr 3\n.amdhsa_next_free_sgpr 6\n.end_amdhsa_kernel\nk:\ns_endpgm\n",
         "k v3 s8: k: s_endpgm"},
        {".amdhsa_kernel k\n.amdhsa_next_free_sgpr 6\n.amdhsa_reserve_vcc 0\n.end_amdhsa_kernel\nk:\ns_endpgm\n",
         "k s6: k: s_endpgm"},
        {".amdhsa_kernel k\nNumSgprs = 40\n.amdhsa_next_free_sgpr 6\n.end_amdhsa_kernel\nk:\ns_endpgm\n",
         "k s40: k: s_endpgm"},
        {".section .text\nk:\ns_endpgm\n", ": k: s_endpgm"},
        {".section .rodata\nk:\ns_nop 0\n.section .text\ns_endpgm\n", ": s_endpgm"},
        {".amdgcn_target \"amdgcn-amd-amdhsa--gfx803\"\ns_endpgm\n", " gfx803: s_endpgm"},
        {".amdgcn_target \"amdgcn-amd-amdhsa--gfx123456\"\ns_endpgm\n", ": s_endpgm"},
        {"asic(VI)\ns_endpgm\n", " gfx800: s_endpgm"},
    };
    CHECK_ROWS(rows);
}

static void test_text_of_labels_and_symbols(void) {
    static const text_row rows[] = {
        {"0000000000000000 <a>:\n\ts_endpgm\n", "a: a: s_endpgm"},
        {"0000000000000000 <a>:\n\ts_nop 0\n0000000000000004 <L1>:\n\ts_branch L1\n", "a: a: s_nop L1: s_branch>1"},
        {"0000000000000000 <a>:\n\ts_nop 0\n0000000000000004 <L1x>:\n\ts_branch L1x\n",
         "a: a: s_nop L1x: s_branch>1; L1x: a: s_nop L1x: s_branch>1"},
        {"0000000000000000 <a<b>>:\n\ts_endpgm\n", "a<b>: a<b>: s_endpgm"},
        {"0000000000000000 <a>\n\ts_endpgm\n", ": s_endpgm"},
        {"0000000000000000 <>:\n\ts_endpgm\n", ": s_endpgm"},
        {"0000000000000000 <a:\n\ts_endpgm\n", ": s_endpgm"},
        {"000000001900: s_nop 0\n000000001904: s_endpgm\n", ": s_nop#1900 s_endpgm#1904"},
        {"1900: s_nop 0\n00000000000000001904: s_nop 0\n12345678s_nop 0\ns_endpgm\n", ": s_endpgm"},
        {"000000001900 .text\ns_endpgm\n", ": s_endpgm"},
        {"3 | 4 | ::^^ | .text\n3 | 4 | ::^^ | <k>:\n3 | 4 | ::^^ | s_endpgm\n", ": s_endpgm"},
        {"000000001900 -\ns_endpgm\n", ": s_endpgm"},
        {"k::x\ns_endpgm\n", ": s_endpgm"},
        {"a:\na:\ns_endpgm\n", ": a: s_endpgm"},
        {"a:\ns_nop 0\na:\ns_endpgm\n", "line 3 defines a label that line {value} of the same stage has defined"},
        {"shader k\ns_endpgm\n", "k: s_endpgm"},
        {"shader \ns_endpgm\n", ": s_endpgm"},
        {"shader k is short\ns_endpgm\n", ": s_endpgm"},
        {"shader: main\ns_endpgm\n", ": s_endpgm"},
        {"Pixel shader:\ns_endpgm\n", "Pixel shader: s_endpgm"},
        {"A shader LLVM IR:\nret void\ndisasm:\ns_endpgm\n", "A shader: s_endpgm"},
        {".data\nfoo(1)\nk = 1\n.text\ns_endpgm\n", ": s_endpgm"},
        {"## representation: Assembly\ns_endpgm\n", ": s_endpgm"},
        {"BB0:\n%1 = p_start\ns_endpgm\n", ": BB0: s_endpgm"},
        {"BB0: %1 = p_startpgm\nx: s_nop 0\ndisasm:\ns_endpgm\n", ": s_endpgm"},
        {"BB0: (kill) s2: %1 = x\nx: s_nop 0\ndisasm:\ns_endpgm\n", ": s_endpgm"},
    };
    CHECK_ROWS(rows);
}

static void test_text_of_tables(void) {
    static const text_row rows[] = {
        {"Address,Opcode,Operands\n0x8,s_endpgm,\n", ": s_endpgm#8"},
        {"Address,Opcode,Operands\nk\n,s_endpgm,\n", ": k: s_endpgm"},
        {"Address,Opcode,Operands\n\"\"\n12\n0x0,s_nop,0\n0x4,,\n0x4,s_endpgm,\n", ": s_nop#0 s_endpgm#4"},
        {"pgm[1@0x300 + 0x4 ] = 0xbf800000 s_nop 0\npgm[1@0x300 + x ] = 0xbf810000 s_endpgm\n",
         "1@0x300: s_nop#4 s_endpgm#0"},
    };
    CHECK_ROWS(rows);
}

static void test_R51_text_of_targets(void) {
    static const text_row rows[] = {
        {"a:\ns_nop 0\ns_branch -2\n", ": a: s_nop s_branch>0"},
        {"s_nop 0 // 000000000100: BF800000\ns_cbranch_scc0 -2 // 000000000104: BF84FFFE\ns_endpgm\n",
         ": s_nop#100 s_cbranch_scc0>0#104 s_endpgm"},
        {"s_nop 0\ns_branch a+x\na:\ns_endpgm\n", ": s_nop s_branch>2 a: s_endpgm"},
        {"s_nop 0\ns_branch a+4\na:\ns_nop 0\ns_endpgm\n", ": s_nop s_branch>3 a: s_nop s_endpgm"},
        {"s_nop 0\ns_branch a+4\ns_endpgm\na:\n", ": s_nop s_branch>0 s_endpgm"},
        {"s_call_b64 s[4:5], x // 000000000100: BA840000\ns_endpgm // 000000000104: BF810000\n",
         ": s_call_b64>1#100 s_endpgm#104"},
        {"s_call_b64 s[4:5], x // 000000000100: BB040000\ns_endpgm // 000000000104: BF810000\n",
         ": s_call_b64>1#100 s_endpgm#104"},
        {"s_call_b64 s[4:5], x // 000000000100: BA040000\ns_endpgm // 000000000104: BF810000\n",
         ": s_call_b64>?#100 s_endpgm#104"},
    };
    CHECK_ROWS(rows);
}

/* Registers and counters of one instruction that is written in an unusual way. */
static void test_operands_out_of_the_ordinary(void) {
    gcnmem_insn i = one("v_add_co_u32 v0, vcc, , v1", 0x900);
    CHECK(is_reg(i.writes[1], 106, 2), "an empty operand is one: the second is the carry");
    i = one("image_store [v999, v999, v999, v1], v[2:3], s[0:7]", 0x1030);
    CHECK(is_reg(i.reads[0], 257, 1) && (i.flags & GCNMEM_INSN_BAD_WAIT), "three of a list that are none");
    i = one("v_fooble v0, v1, v2, v3, v4, v5, v6, v7, v8", 0);
    CHECK(is_reg(i.writes[0], 256, 1) && is_reg(i.reads[4], 261, 1), "as many as there is room for");
    i = one("ds_add_u32 v0, v1 glc", 0);
    CHECK(i.writes[0] == 0 && is_reg(i.reads[0], 256, 1), "LDS returns by another mnemonic, not by glc");
    i = one("image_atomic_add v0, v[1:2], s[0:7] dmask:0x1 unorm glc", 0);
    CHECK(is_reg(i.writes[0], 256, 1) && is_reg(i.reads[0], 256, 1) && i.bytes == 4, "an image's atomic with glc");
    i = one("image_load v[0:4], v[5:6], s[0:7] unorm tfe", 0);
    CHECK_U64(4, i.channels, "the fifth register is for tfe");
    i = one("v_mov_b32 v0, v[0:63]", 0);
    CHECK(i.reads[0] == 0 && (i.flags & GCNMEM_INSN_BAD_WAIT), "no operand has 64 registers");
    i = one("v_dual_fmac_f32 v0, v1, v2 :: v_dual_mul_f32 v4, v5, v6", 0x1100);
    CHECK(is_reg(i.writes[0], 256, 1) && is_reg(i.writes[1], 260, 1), "both halves write");
    CHECK(is_reg(i.reads[0], 256, 1) && is_reg(i.reads[3], 261, 1) && is_reg(i.reads[4], 262, 1), "and read");
}

/* R58: bytes by what is written, where no encoding stands beside it. */
static void test_R58_bytes_by_operands(void) {
    static const struct {
        const char* text;
        uint32_t bytes;
    } rows[] = {{"v_cmpx_eq_u32 exec, v0, v1", 4},
                {"v_cmp_eq_u32 vcc, v0, v1", 4},
                {"v_cmp_eq_u32 s[0:1], v0, v1", 8},
                {"v_madak_f32 v0, v1, v2, 0x41000000", 8},
                {"v_madak_f32 v0, v1, v2, 1.0", 8}, /* always with 32 bits behind it */
                {"v_madmk_f32 v0, v1, 1.0, v2", 8},
                {"v_mad_f32 v0, v1, v2, v3", 8},
                {"v_cndmask_b32 v0, v1, v2, vcc", 4},
                {"s_nop 0 ; encoding: [1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18]", 16},
                {"s_nop 0 // 000000000100: 00000001 00000002 00000003 00000004 00000005", 16}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        CHECK_U64(rows[i].bytes, GCNMEM_INSN_CODE_BYTES(one(rows[i].text, 0x900).flags), "%s", rows[i].text);
    }
}

/* Waits of one counter, of RDNA and GFX12; those that cannot be read wait for nothing and are told. */
static void test_R52_waits_of_one_counter(void) {
    static const struct {
        const char* text;
        uint32_t vm, lgkm, exp, is_told, is_stores;
    } rows[] = {{"s_waitcnt_vmcnt null, 0x3", 3, NO, NO, 0, 0},   {"s_waitcnt_vscnt null, 0x3", 3, NO, NO, 0, 1},
                {"s_waitcnt_lgkmcnt null, 0x3", NO, 3, NO, 0, 0}, {"s_waitcnt_foo null, 0x3", NO, NO, NO, 1, 0},
                {"s_waitcnt_vmcnt null", NO, NO, NO, 1, 0},       {"s_waitcnt vmcnt(0), 5", 0, NO, NO, 0, 0},
                {"s_wait_loadcnt 0x2", 2, NO, NO, 0, 0},          {"s_wait_loadcnt 1z", NO, NO, NO, 1, 0},
                {"s_wait_loadcnt 0x40", NO, NO, NO, 1, 0},        {"s_wait_expcnt 0x8", NO, NO, NO, 1, 0},
                {"s_wait_expcnt 0x6", NO, NO, 6, 0, 0},           {"s_wait_dscnt 0x40", NO, NO, NO, 1, 0},
                {"s_wait_kmcnt 0x1f", NO, NO, NO, 0, 0},          {"s_wait_idle", 0, 0, 0, 0, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        gcnmem_insn got = one(rows[i].text, 0x1200);
        CHECK_U64(rows[i].vm, got.wait_vm, "%s", rows[i].text);
        CHECK_U64(rows[i].lgkm, got.wait_lgkm, "%s", rows[i].text);
        CHECK_U64(rows[i].exp, got.wait_exp, "%s", rows[i].text);
        CHECK_U64(rows[i].is_told, (got.flags & GCNMEM_INSN_BAD_WAIT) != 0, "%s", rows[i].text);
        CHECK_U64(rows[i].is_stores, (got.flags & GCNMEM_INSN_WAIT_STORES) != 0, "%s", rows[i].text);
    }
}

#define KERNEL_V2 \
    "---\nVersion: [ 1, 0 ]\nKernels:\n  - Name: k\n    SymbolName: 'k@kd'\n    Attrs:\n" \
    "      ReqdWorkGroupSize: [ 64, 2, 1 ]\n    CodeProps:\n      GroupSegmentFixedSize: 256\n" \
    "      WavefrontSize: 64\n      NumSGPRs: 16\n      NumVGPRs: 8\n...\n"

static void test_text_of_metadata(void) {
    static const text_row rows[] = {
        {KERNEL_V2 "k:\ns_endpgm\n", "k v8 s16 l256 w64 g64*2*1: k: s_endpgm"},
        {"---\nargs:\n  - .size: 8\n...\ns_endpgm\n", ": s_endpgm"},
        {"---\namdhsa.kernels:\n  - .args:\n      .size: 8\n    .name: k\n    .vgpr_count: 5\n...\nk:\ns_endpgm\n",
         "k v5: k: s_endpgm"},
        {"---\n.reqd_workgroup_size:\n  - 64\n...\ns_endpgm\n", ": s_endpgm"},
        {"---\namdhsa.kernels:\n  .name: k\n  .vgpr_count: 5\n...\ns_endpgm\n", ": s_endpgm"},
        {"---\namdhsa.kernels:\n  - .name: k\n    .reqd_workgroup_size:\n      - 8\n      - x\n      - 2\n      - 9\n"
         "...\nk:\ns_endpgm\n",
         "k g8*0*2: k: s_endpgm"},
        {"---\namdhsa.kernels:\n  - .name: k\n    .name: k\n    .vgpr_count: 5\n...\nk:\ns_endpgm\n",
         "k v5: k: s_endpgm"},
        {".amdhsa_kernel k\n.end_amdhsa_kernel\n---\namdhsa.kernels:\n  - .name: j\n    .vgpr_count: 4\n  - .name: k\n"
         "    .name: k\n    .vgpr_count: 5\n...\nk:\ns_nop 0\nj:\ns_endpgm\n",
         "k v5: k: s_nop; j v4: j: s_endpgm"},
        {"---\namdpal.pipelines:\n  - .registers:\n      0x2e07: 0x40\n      0x2e08: 2\n      0x2e09: "
         "x\n...\ns_endpgm\n",
         ": s_endpgm"},
        {"s_endpgm\n---\namdpal.pipelines:\n  - .registers:\n      0x2e07: 0x40\n      0x2e08: 2\n      0x2e09: "
         "x\n...\n",
         " g64*2*0: s_endpgm"},
        {".amdhsa_next_free_sgpr 6\n.end_amdhsa_kernel\ns_endpgm\n", ": s_endpgm"},
        {".amdhsa_kernel k\n---\n...\n.amdhsa_user_sgpr_count 2\nk:\ns_endpgm\n", "k: k: s_endpgm"},
        {".amdhsa_kernel k\n---\n...\n.dims x\nk:\ns_endpgm\n", "k: k: s_endpgm"},
        {".amdhsa_kernel k\n---\n...\nuser_sgpr_count = 2\nk:\ns_endpgm\n", "k: k: s_endpgm"},
        {"s_endpgm\nvgprs = all modified by runtime to be 40\n", " v40: s_endpgm"},
        {"g F .text k.kdx\nk:\ns_nop 0\n", ": k: s_nop"},
        {"k.kd\nk:\ns_nop 0\n", "k: k: s_nop"},
        {"a:\ns_nop 0\nA shader:\n---\namdhsa.kernels:\n  - .name: a\n...\n.amdhsa_kernel a\n.end_amdhsa_kernel\n"
         "s_endpgm\n",
         "a: a: s_nop; : s_endpgm"},
    };
    CHECK_ROWS(rows);
}

static void test_R51_text_of_symbols_that_share_code(void) {
    static const text_row rows[] = {
        {DUMP SYMBOL("00", "a") END("00") SYMBOL("04", "b"), "a: a: s_endpgm#0"},
        {DUMP SYMBOL("00", "a") "\ts_branch b // 000000000000: BF820000\n" SYMBOL(
             "04", "b") "\ts_branch a // 000000000004: BF82FFFE\n",
         "a: a: a: s_branch>1#0 b: b: s_branch>0#4; b: a: a: s_branch>1#0 b: b: s_branch>0#4"},
        {DUMP K END("04") "Disassembly of section .text.b:\n" SYMBOL(
             "00", "b") "\ts_branch 1 // 000000000000: BF820001\n\ts_nop 0 // 000000000004: BF800000\n" END("08"),
         "k: k: s_nop#0 s_endpgm#4; b: b: s_branch>4#0 s_nop#4 s_endpgm#8"},
        {DUMP SYMBOL("00", "b") "\ts_branch 1 // 000000000000: BF820001\n\ts_nop 0 // 000000000004: BF800000\n" END(
             "08") "Disassembly of section .text.k:\n" K END("04"),
         "b: b: s_branch>2#0 s_nop#4 s_endpgm#8; k: k: s_nop#0 s_endpgm#4"},
        {DUMP SYMBOL("00", "a") "\ts_swappc_b64 s[30:31], s[4:5] // 000000000000: BE9E1E04\n" END(
             "04") "Disassembly of section .text.k:\n" K END("04"),
         "a: a: s_swappc_b64>?#0 s_endpgm#4; k: k: s_nop#0 s_endpgm#4"},
        {DUMP K
         "\ts_branch 1 // 000000000004: BF820001\n" SYMBOL("08", "b") "\ts_nop 0 // 000000000008: BF800000\n" END("0c"),
         "k: k: s_nop#0 s_branch>3#4 b: s_nop#8 s_endpgm#c; b: k: s_nop#0 s_branch>3#4 b: s_nop#8 s_endpgm#c"},
    };
    CHECK_ROWS(rows);
}

/* What is refused when a line is too much for a table; of the same line what comes first is told. */
static void test_error_of_full_tables(void) {
    static const struct {
        const char *each, *last;
        uint32_t count;
        const char* words;
    } rows[] = {
        {"Address,Opcode\n0x0,s_nop\n", "Address,Opcode\n0x0,s_nop\n", 4096, "kernels or stages"},
        {"Address,Opcode\n0x0,s_nop\n", "Address,Opcode\nlabel\n", 4096, "kernels or stages"},
        {"a shader:\n", "0000000000000000 <k>:\n", 4096, "kernels or stages"},
        {"a shader:\n", "_amdgpu_k: s_mov_b32 s[a], 0\n", 4096, "kernels or stages"},
        {"a shader:\n", "---\n...\n.amd_kernel_code_t\n", 4096, "kernels or stages"},
        {"a shader:\n", "---\n...\n; NumVgprs: 4\n", 4096, "kernels or stages"},
    };
    char* text = (char*)job_memory(1 << 20);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        uint32_t lines = 0;
        *text = 0;
        char* at = text;
        for (uint32_t k = 0; k < rows[i].count; ++k) {
            at += sprintf(at, "%s", rows[i].each);
        }
        strcpy(at, rows[i].last);
        for (at = text; *at != 0; ++at) {
            lines += *at == '\n';
        }
        check_error(text, strlen(text), GCNMEM_ERROR_LIMIT, lines, rows[i].words);
    }
    char* at = text;
    for (uint32_t k = 0; k < 4100; ++k) {
        at += sprintf(at, ".amdhsa_kernel k%u\n", (unsigned)k);
    }
    check_error(text, strlen(text), GCNMEM_ERROR_LIMIT, 4097, "kernels or stages");
    free(text);
}

/* Symbols with a value make source of what names them: of the first 64. */
static void test_R50_symbols_that_are_known(void) {
    char text[4096];
    for (uint32_t used = 63; used <= 64; ++used) {
        char* at = text;
        for (uint32_t i = 0; i < 65; ++i) {
            at += sprintf(at, ".set A%u, 4\n", (unsigned)i);
        }
        sprintf(at, "s_mov_b32 s0, A%u\n", (unsigned)used);
        job j = job_parse(text);
        CHECK_U64(used == 64, j.listing != NULL, "symbol %u", (unsigned)used);
        job_end(&j);
    }
}

/* Divergent parts inside each other: sixteen deep. */
static void test_annotations_of_parts_inside_each_other(void) {
    char text[1024];
    char* at = text;
    for (uint32_t i = 0; i < 17; ++i) {
        at += sprintf(at, "s_cbranch_execz E ; @lanes %u\n", (unsigned)(40 - i));
    }
    strcpy(at, "s_nop 0\nE:\ns_endpgm\n");
    job j = job_parse(text);
    CHECK_U64(25, job_insn(&j, 17)->lanes, "of the sixteenth");
    CHECK_U64(1, j.listing->unbound_count, "the seventeenth belongs to nothing");
    CHECK_U64(17, j.listing->unbound_line, "it stands in");
    job_end(&j);
    j = job_parse("L: s_nop 0 ; @lanes 8\ns_nop 0\ns_endpgm\n");
    CHECK(job_insn(&j, 0)->lanes == 8 && job_insn(&j, 1)->lanes == 8, "from the label's own instruction on");
    job_end(&j);
    j = job_parse("s_cbranch_scc0 x ; @trip 3\nx:\ns_endpgm\n");
    CHECK_U64(1, j.listing->unbound_count, "a branch of no loop has no trips");
    job_end(&j);
}

static void test_annotations_of_any_length(void) {
    for (uint32_t bytes = 65535; bytes <= 65536; ++bytes) {
        char* text = (char*)job_memory(bytes + 100);
        int head = sprintf(text, "buffer_load_dword v0, v1, s[0:3], 0 offen ; @mem ");
        memset(text + head, '1', bytes);
        text[(uint32_t)head + bytes] = 0;
        job j = job_parse(text);
        CHECK_U64(bytes > 65535, j.listing->unbound_count, "%u characters", (unsigned)bytes);
        CHECK_U64(bytes > 65535 ? 0 : bytes, job_insn(&j, 0)->note_bytes, "%u characters", (unsigned)bytes);
        job_end(&j);
        free(text);
    }
}

/* What fills the space in front of a kernel with arguments in registers, and when there is none. */
static void test_R63_entry_behind_what_firmware_wants(void) {
    static const struct {
        const char* code;
        uint32_t entry;
    } rows[] = {{"s_trap 2\ns_nop 0\nv_nop\ns_endpgm\n", 2},
                {"s_branch x\ns_endpgm\n", 0}, /* not defined */
                {"s_branch x\nv_nop\nx:\ns_endpgm\n", 2},
                {"s_nop 0\ns_nop 0\n", 0},
                {"s_trap 2\ns_nop 0\n", 0},
                {"v_nop\ns_endpgm\n", 0}};
    char text[2048];
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        sprintf(text, "k:\n%s.amdhsa_kernel k\n.amdhsa_user_sgpr_kernarg_preload_length 2\n.end_amdhsa_kernel\n",
                rows[i].code);
        job j = job_parse(text);
        CHECK_U64(rows[i].entry, job_stage(&j, 0)->entry, "%s", rows[i].code);
        job_end(&j);
    }
    char* at = text + sprintf(text, "k:\ns_trap 2\n");
    for (uint32_t i = 0; i < 70; ++i) {
        at += sprintf(at, "s_nop 0\n");
    }
    strcpy(at, "s_endpgm\n.amdhsa_kernel k\n.amdhsa_user_sgpr_kernarg_preload_length 2\n.end_amdhsa_kernel\n");
    job j = job_parse(text);
    CHECK_U64(64, job_stage(&j, 0)->entry, "256 bytes");
    job_end(&j);
}

/* A label that its own stage does not define is none, whatever others define. */
static void test_text_labels_of_many_stages(void) {
    char* text = (char*)job_memory(1 << 16);
    char* at = text;
    for (uint32_t i = 0; i < 500; ++i) {
        at += sprintf(at, "a shader:\n%ss_cbranch_scc0 .LBB0_2\ns_endpgm\n", i % 2 != 0 ? "BB0_2:\n" : "");
    }
    job j = job_parse(text);
    CHECK_U64(250, j.listing->undefined_count, "every other stage has none");
    for (uint32_t i = 0; i < 500; ++i) {
        CHECK_U64(i % 2 != 0 ? 2 * i : GCNMEM_NONE, job_insn(&j, 2 * i)->target, "stage %u", (unsigned)i);
    }
    job_end(&j);
    free(text);
}

/* Places of labels that the text does not define; those of other code say nothing. */
static void test_text_places_of_labels(void) {
    static const char text[] = "s_nop 0\ns_cbranch_scc0 x\ns_nop 0\ns_endpgm\n";
    for (uint32_t insn = 2; insn <= 5; ++insn) {
        gcnmem_place place = {"x", 1, insn};
        gcnmem_issue issue;
        job j = job_parse(text);
        gcnmem_result result =
            gcnmem_listing_parse(j.text, j.text_bytes, 0, &place, 1, j.memory, j.memory_bytes, &j.listing, &issue);
        CHECK(result == GCNMEM_OK, "%u", (unsigned)insn);
        CHECK_U64(insn <= 4 ? insn : GCNMEM_NONE, job_insn(&j, 1)->target, "instruction %u", (unsigned)insn);
        job_end(&j);
    }
}

static void test_error_without_an_issue(void) {
    uint64_t memory[4096];
    gcnmem_listing* listing = NULL;
    gcnmem_issue issue;
    CHECK(gcnmem_listing_parse("a:\ns_nop 0\na:\n", 14, 0, NULL, 0, memory, sizeof memory, &listing, NULL) != GCNMEM_OK,
          "refused, and nobody asks why");
    CHECK(gcnmem_listing_parse("s_nop 0", 7, 0, NULL, 0, (char*)memory + 4, sizeof memory - 4, &listing, &issue) ==
              GCNMEM_ERROR_LIMIT,
          "memory that is not aligned");
    CHECK(listing == NULL && issue.value == 4 && issue.limit == 8, "by %" PRIu64, issue.value);
}

void suite_listing(void);
void suite_listing(void) {
    TEST(test_R52_waitcnt_words);
    TEST(test_R52_waitcnt_maxima_are_no_wait);
    TEST(test_R52_waitcnt_numbers);
    TEST(test_R52_waitcnt_that_cannot_be_read_waits_for_nothing);
    TEST(test_R52_modifiers_that_look_mistyped);
    TEST(test_registers_that_no_GPU_has);
    TEST(test_R52_stores_count_in_expcnt_on_gfx6_only);
    TEST(test_operands_of_vector_instructions);
    TEST(test_operands_of_memory_instructions);
    TEST(test_lists_of_addresses);
    TEST(test_images_take_channels_from_dmask);
    TEST(test_modifiers_that_are_written_as_registers);
    TEST(test_dialect_llvm_s);
    TEST(test_dialect_llvm_objdump);
    TEST(test_dialect_llvm_objdump_symbolized);
    TEST(test_dialect_sp3_of_rga);
    TEST(test_dialect_codexl);
    TEST(test_dialect_amdvlk);
    TEST(test_dialect_aco);
    TEST(test_dialect_aco_IR_is_refused);
    TEST(test_dialect_clrx);
    TEST(test_dialect_sp3_source);
    TEST(test_dialect_article);
    TEST(test_dialect_rga_csv);
    TEST(test_dialect_rga_live_registers);
    TEST(test_driver_dump_is_read_from_its_assembly);
    TEST(test_R51_a_jump_back_to_a_cold_block_is_no_loop);
    TEST(test_R51_nested_loops_exits_and_latches);
    TEST(test_R51_a_loop_of_one_instruction);
    TEST(test_R51_a_loop_entered_in_its_middle);
    TEST(test_R51_an_exit_that_asks_for_lanes_on_its_way);
    TEST(test_R51_two_latches_share_a_loop);
    TEST(test_annotations_mistyped);
    TEST(test_annotations_bind_to_their_line);
    TEST(test_text_with_CR_LF_and_capitals);
    TEST(test_text_comments_over_several_lines);
    TEST(test_text_unknown_words_are_counted);
    TEST(test_text_objdump_of_two_kernels);
    TEST(test_R51_symbols_are_kernels_labels_and_functions);
    TEST(test_R51_targets_by_encoding_and_distance);
    TEST(test_R50_assembler_source_is_refused);
    TEST(test_text_each_stage_has_its_own_labels);
    TEST(test_text_aco_IR_before_its_disassembly);
    TEST(test_text_metadata_above_the_code);
    TEST(test_dialect_umr);
    TEST(test_text_two_tables_of_rga);
    TEST(test_text_shaders_of_radeonsi);
    TEST(test_text_kernels_without_types);
    TEST(test_text_waves_of_the_first_code_objects);
    TEST(test_text_labels_without_the_L_of_their_branches);
    TEST(test_text_NIR_tells_the_work_group);
    TEST(test_text_LLVM_IR_before_its_disassembly);
    TEST(test_text_blanks_before_the_colon_of_a_label);
    TEST(test_text_address_before_a_label);
    TEST(test_R50_rdna_code_is_known_as_such);
    TEST(test_R50_neutral_mnemonics_run);
    TEST(test_reading_is_linear_in_labels);
    TEST(test_text_behind_a_byte_order_mark);
    TEST(test_error_empty);
    TEST(test_error_sass);
    TEST(test_error_binary);
    TEST(test_error_doubled_label);
    TEST(test_error_too_little_memory);
    TEST(test_a_copy_of_the_memory_is_a_listing);
    TEST(test_any_text_gets_an_answer);
    TEST(test_text_of_resources);
    TEST(test_text_of_labels_and_symbols);
    TEST(test_text_of_tables);
    TEST(test_R51_text_of_targets);
    TEST(test_operands_out_of_the_ordinary);
    TEST(test_R58_bytes_by_operands);
    TEST(test_R52_waits_of_one_counter);
    TEST(test_text_of_metadata);
    TEST(test_R51_text_of_symbols_that_share_code);
    TEST(test_error_of_full_tables);
    TEST(test_R50_symbols_that_are_known);
    TEST(test_annotations_of_parts_inside_each_other);
    TEST(test_annotations_of_any_length);
    TEST(test_R63_entry_behind_what_firmware_wants);
    TEST(test_text_labels_of_many_stages);
    TEST(test_text_places_of_labels);
    TEST(test_error_without_an_issue);
}
