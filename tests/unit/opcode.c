/* opcode.c -- R50: the vocabulary, rates and what an instruction adds to the wait counters (AMD's ISA manuals,
   CLRX, LLVM) */
#include "job.h"

static gcnmem_opcode opcode(const char* name) {
    gcnmem_opcode found;
    CHECK(gcnmem_opcode_find(name, strlen(name), &found) == GCNMEM_OK, "%s", name);
    return found;
}

static void test_R50_rates(void) {
    static const struct {
        const char* name;
        gcnmem_rate rate;
    } rows[] = {{"v_add_f32", GCNMEM_RATE_FULL},           {"v_mul_u32_u24", GCNMEM_RATE_FULL},
                {"v_mul_hi_u32_u24", GCNMEM_RATE_FULL},    {"v_mul_lo_u16", GCNMEM_RATE_FULL},
                {"v_max3_f32", GCNMEM_RATE_FULL},          {"v_fma_f16", GCNMEM_RATE_FULL},
                {"v_cvt_pkrtz_f16_f32", GCNMEM_RATE_FULL}, {"v_rcp_f32", GCNMEM_RATE_QUARTER},
                {"v_rcp_iflag_f32", GCNMEM_RATE_QUARTER},  {"v_mul_lo_u32", GCNMEM_RATE_QUARTER},
                {"v_mad_u64_u32", GCNMEM_RATE_QUARTER},    {"v_cvt_f32_u32", GCNMEM_RATE_CVT},
                {"v_fma_f32", GCNMEM_RATE_FMA32},          {"v_add_f64", GCNMEM_RATE_F64_ADD},
                {"v_lshlrev_b64", GCNMEM_RATE_F64_ADD},    {"v_cvt_f64_f32", GCNMEM_RATE_F64_ADD},
                {"v_fma_f64", GCNMEM_RATE_F64_MUL},        {"s_mov_b32", GCNMEM_RATE_NONE},
                {"buffer_load_dword", GCNMEM_RATE_NONE}};
    size_t i;
    for (i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        CHECK_U64(rows[i].rate, opcode(rows[i].name).rate, "%s", rows[i].name);
    }
}

static void test_R50_classes(void) {
    static const struct {
        const char* name;
        gcnmem_class category;
    } rows[] = {{"v_mov_b32", GCNMEM_CLASS_VALU},
                {"s_and_saveexec_b64", GCNMEM_CLASS_SALU},
                {"s_load_dwordx2", GCNMEM_CLASS_SMEM},
                {"s_buffer_load_dword", GCNMEM_CLASS_SMEM},
                {"buffer_load_dword", GCNMEM_CLASS_VMEM},
                {"tbuffer_load_format_x", GCNMEM_CLASS_VMEM},
                {"image_sample", GCNMEM_CLASS_VMEM},
                {"global_load_dword", GCNMEM_CLASS_VMEM},
                {"scratch_load_dword", GCNMEM_CLASS_VMEM},
                {"flat_load_dword", GCNMEM_CLASS_FLAT},
                {"ds_read_b32", GCNMEM_CLASS_LDS},
                {"ds_gws_barrier", GCNMEM_CLASS_GDS},
                {"exp", GCNMEM_CLASS_EXPORT},
                {"s_branch", GCNMEM_CLASS_BRANCH},
                {"s_sendmsg", GCNMEM_CLASS_MESSAGE},
                {"s_waitcnt", GCNMEM_CLASS_WAITCNT},
                {"s_barrier", GCNMEM_CLASS_BARRIER},
                {"s_nop", GCNMEM_CLASS_INTERNAL},
                {"s_setprio", GCNMEM_CLASS_INTERNAL},
                {"s_endpgm", GCNMEM_CLASS_ENDPGM}};
    size_t i;
    for (i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        CHECK_U64(rows[i].category, opcode(rows[i].name).category, "%s", rows[i].name);
    }
}

static void test_R50_branches(void) {
    CHECK(opcode("s_branch").branch == GCNMEM_BRANCH_ALWAYS, "s_branch");
    CHECK(opcode("s_cbranch_scc0").branch == GCNMEM_BRANCH_SCC0, "s_cbranch_scc0");
    CHECK(opcode("s_cbranch_scc1").branch == GCNMEM_BRANCH_SCC1, "s_cbranch_scc1");
    CHECK(opcode("s_cbranch_vccz").branch == GCNMEM_BRANCH_VCCZ, "s_cbranch_vccz");
    CHECK(opcode("s_cbranch_vccnz").branch == GCNMEM_BRANCH_VCCNZ, "s_cbranch_vccnz");
    CHECK(opcode("s_cbranch_execz").branch == GCNMEM_BRANCH_EXECZ, "s_cbranch_execz");
    CHECK(opcode("s_cbranch_execnz").branch == GCNMEM_BRANCH_EXECNZ, "s_cbranch_execnz");
    CHECK(opcode("s_setpc_b64").branch == GCNMEM_BRANCH_INDIRECT, "s_setpc_b64");
    CHECK(opcode("s_swappc_b64").branch == GCNMEM_BRANCH_CALL, "s_swappc_b64");
    CHECK(opcode("s_mov_b32").branch == GCNMEM_BRANCH_NONE, "s_mov_b32");
}

static void test_R50_case_and_encoding_suffixes(void) {
    static const char* const words[] = {"v_add_f32",     "V_ADD_F32",     "v_add_f32_e32",
                                        "v_add_f32_e64", "v_add_f32_dpp", "V_Add_F32_SDWA"};
    job j;
    size_t i;
    for (i = 0; i < sizeof words / sizeof words[0]; ++i) {
        gcnmem_opcode found = opcode(words[i]);
        CHECK(found.rate == GCNMEM_RATE_FULL && !(found.flags & GCNMEM_OPCODE_GUESSED), "%s", words[i]);
    }
    j = job_parse("v_add_f32 v0, v1, v2\nV_ADD_F32_e32 v0, v1, v2\nv_add_f32_E64 v0, v1, v2\n"
                  "v_add_f32_dpp v0, v1, v2 row_shr:1\n");
    CHECK(j.program && j.program->opcode_count == 1, "one mnemonic");
    if (j.program) {
        CHECK_U64(4, gcnmem_program_opcode(j.program, 0)->count, "instructions");
        CHECK_U64(strlen("v_add_f32"), gcnmem_program_opcode(j.program, 0)->name_bytes, "without suffix");
    }
    job_end(&j);
    CHECK(opcode("v_rcp_iflag_f32_e64").rate == GCNMEM_RATE_QUARTER, "v_rcp_iflag_f32_e64");
}

static void test_R50_R52_scalar_loads_of_several_dwords_weigh_two(void) {
    gcnmem_opcode found = opcode("s_load_dwordx16");
    CHECK(found.lgkm == 2 && found.bytes == 64, "s_load_dwordx16");
    CHECK_U64(1, opcode("s_load_dword").lgkm, "s_load_dword");
    CHECK_U64(2, opcode("s_memtime").lgkm, "s_memtime");
    CHECK_U64(1, opcode("s_sendmsg").lgkm, "s_sendmsg");
    CHECK(opcode("s_buffer_load_dword").flags & GCNMEM_OPCODE_BUFFER, "s_buffer_load_dword");
}

static void test_R50_lds(void) {
    gcnmem_opcode found = opcode("ds_read2st64_b32");
    CHECK(found.addresses == 2 && found.bytes == 4, "ds_read2st64_b32");
    CHECK((found.flags & GCNMEM_OPCODE_STRIDE64) && found.action == GCNMEM_ACTION_LOAD, "ds_read2st64_b32");
    found = opcode("ds_cmpst_rtn_b64");
    CHECK_U64(8, found.bytes, "ds_cmpst_rtn_b64");
    CHECK((found.flags & GCNMEM_OPCODE_COMPARE) && (found.flags & GCNMEM_OPCODE_RETURNS), "ds_cmpst_rtn_b64");
    found = opcode("ds_add_u32");
    CHECK(found.action == GCNMEM_ACTION_ATOMIC && !(found.flags & GCNMEM_OPCODE_RETURNS), "ds_add_u32");
    found = opcode("ds_swizzle_b32");
    CHECK(found.unit == GCNMEM_UNIT_NONE && found.lgkm == 1, "ds_swizzle_b32");
    CHECK(found.flags & GCNMEM_OPCODE_CROSS_LANE, "ds_swizzle_b32");
    CHECK_U64(1, opcode("ds_gws_barrier").exp, "ds_gws_barrier");
}

static void test_R50_buffers(void) {
    gcnmem_opcode found = opcode("buffer_load_format_xyz");
    CHECK(found.bytes == 12 && found.channels == 3 && (found.flags & GCNMEM_OPCODE_TYPED), "buffer_load_format_xyz");
    found = opcode("tbuffer_store_format_xy");
    CHECK(found.bytes == 8 && found.channels == 2, "tbuffer_store_format_xy");
    CHECK((found.flags & GCNMEM_OPCODE_TYPED) && found.action == GCNMEM_ACTION_STORE, "tbuffer_store_format_xy");
    found = opcode("buffer_atomic_cmpswap_x2");
    CHECK(found.bytes == 8 && (found.flags & GCNMEM_OPCODE_COMPARE), "buffer_atomic_cmpswap_x2");
    found = opcode("buffer_load_ubyte_d16_hi");
    CHECK(found.bytes == 1 && (found.flags & GCNMEM_OPCODE_D16), "buffer_load_ubyte_d16_hi");
}

static void test_R50_R52_flat_counts_in_both_counters(void) {
    gcnmem_opcode found = opcode("flat_load_dwordx3");
    CHECK(found.bytes == 12 && found.vm == 1 && found.lgkm == 1, "flat_load_dwordx3");
    found = opcode("global_load_sshort");
    CHECK(found.bytes == 2 && found.vm == 1 && found.lgkm == 0, "global_load_sshort");
    CHECK(opcode("scratch_load_dword").flags & GCNMEM_OPCODE_SCRATCH, "scratch_load_dword");
}

static void test_R50_images_and_exports(void) {
    CHECK(opcode("image_gather4_c_lz_o").flags & GCNMEM_OPCODE_GATHER, "image_gather4_c_lz_o");
    CHECK(opcode("image_sample_c_d_cl_o").flags & GCNMEM_OPCODE_SAMPLED, "image_sample_c_d_cl_o");
    CHECK(!(opcode("image_load_mip").flags & GCNMEM_OPCODE_SAMPLED), "image_load_mip");
    CHECK_U64(1, opcode("exp").exp, "exp");
}

static void test_R50_the_prefix_decides_outside_the_vocabulary(void) {
    static const struct {
        const char* name;
        gcnmem_class category;
    } rows[] = {{"v_frobnicate_f32", GCNMEM_CLASS_VALU},
                {"buffer_load_quux", GCNMEM_CLASS_VMEM},
                {"frobnicate", GCNMEM_CLASS_UNKNOWN},
                {"", GCNMEM_CLASS_UNKNOWN}};
    size_t i;
    for (i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        gcnmem_opcode found;
        CHECK(gcnmem_opcode_find(rows[i].name, strlen(rows[i].name), &found) == GCNMEM_ERROR_NAME, "%s", rows[i].name);
        CHECK_U64(rows[i].category, found.category, "%s", rows[i].name);
        CHECK(found.flags & GCNMEM_OPCODE_GUESSED, "%s", rows[i].name);
    }
}

/* Every mnemonic of depth 1 is in the vocabulary and means the same memory. */
static void test_R50_agrees_with_the_operations_of_depth_1(void) {
    static const char* const names[] = {
        "buffer_load_dword", "buffer_load_dwordx2", "buffer_store_dwordx4", "buffer_load_ubyte", "ds_read_b32",
        "ds_write_b64",      "ds_read_b128",        "ds_read2_b32",         "ds_add_u32",        "buffer_atomic_add",
        "s_load_dwordx8",    "flat_load_dwordx4",   "global_store_dword"};
    size_t i;
    for (i = 0; i < sizeof names / sizeof names[0]; ++i) {
        gcnmem_op op;
        gcnmem_opcode found = opcode(names[i]);
        CHECK(gcnmem_op_find(names[i], &op, NULL) == GCNMEM_OK, "%s", names[i]);
        CHECK_U64((uint64_t)op.unit, found.unit, "%s", names[i]);
        CHECK_U64((uint64_t)op.action, found.action, "%s", names[i]);
    }
}

static void test_R50_any_word_gets_an_answer(void) {
    static const char letters[] = "vsbdxi_addloreutfm0123468_";
    test_random random = test_random_start(50);
    int i;
    for (i = 0; i < 20000; ++i) {
        char word[24];
        size_t bytes = (size_t)test_random_below(&random, sizeof word);
        gcnmem_opcode found;
        gcnmem_result result;
        size_t at;
        for (at = 0; at < bytes; ++at) {
            word[at] = letters[test_random_below(&random, sizeof letters - 1)];
        }
        result = gcnmem_opcode_find(word, bytes, &found);
        CHECK((result == GCNMEM_OK) == !(found.flags & GCNMEM_OPCODE_GUESSED), "%.*s", (int)bytes, word);
        CHECK(found.category < GCNMEM_CLASS_END && found.rate < GCNMEM_RATE_END, "%.*s", (int)bytes, word);
        CHECK((found.category == GCNMEM_CLASS_VALU) == (found.rate != GCNMEM_RATE_NONE), "%.*s", (int)bytes, word);
    }
}

static void test_opcode_classes_and_rates_have_names(void) {
    int i;
    for (i = 0; i < GCNMEM_CLASS_END; ++i) {
        CHECK(gcnmem_class_name((gcnmem_class)i)[0] != 0, "class %d", i);
    }
    for (i = 0; i < GCNMEM_RATE_END; ++i) {
        CHECK(gcnmem_rate_name((gcnmem_rate)i)[0] != 0, "rate %d", i);
    }
    CHECK_TEXT("VALU", gcnmem_class_name(GCNMEM_CLASS_VALU), "VALU");
    CHECK_TEXT("quarter", gcnmem_rate_name(GCNMEM_RATE_QUARTER), "quarter");
    CHECK(gcnmem_class_name((gcnmem_class)99) != NULL && gcnmem_rate_name((gcnmem_rate)99) != NULL, "out of range");
}

void suite_opcode(void);
void suite_opcode(void) {
    TEST(test_R50_rates);
    TEST(test_R50_classes);
    TEST(test_R50_branches);
    TEST(test_R50_case_and_encoding_suffixes);
    TEST(test_R50_R52_scalar_loads_of_several_dwords_weigh_two);
    TEST(test_R50_lds);
    TEST(test_R50_buffers);
    TEST(test_R50_R52_flat_counts_in_both_counters);
    TEST(test_R50_images_and_exports);
    TEST(test_R50_the_prefix_decides_outside_the_vocabulary);
    TEST(test_R50_agrees_with_the_operations_of_depth_1);
    TEST(test_R50_any_word_gets_an_answer);
    TEST(test_opcode_classes_and_rates_have_names);
}
