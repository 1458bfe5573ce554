/* ops.c -- mnemonics and formats */
#include "test.h"

static void test_op_find_ignores_case_and_encoding(void) {
    static const char* const same[] = {"buffer_load_dwordx4", "BUFFER_LOAD_DWORDX4", "Buffer_Load_Dwordx4",
                                       "buffer_load_dwordx4_e64", "buffer_load_dwordx4_e32"};
    size_t i;
    for (i = 0; i < sizeof same / sizeof same[0]; ++i) {
        gcnmem_op op;
        CHECK(gcnmem_op_find(same[i], &op, NULL) == GCNMEM_OK, "%s", same[i]);
        CHECK_TEXT("buffer_load_dwordx4", op.name, "%s", same[i]);
        CHECK(op.unit == GCNMEM_UNIT_BUFFER && op.action == GCNMEM_ACTION_LOAD, "%s", same[i]);
        CHECK_U64(16, op.element_bytes, "%s", same[i]);
        CHECK_U64(4, op.channels, "%s", same[i]);
    }
}

static void test_op_find_refuses_what_is_no_memory_operation(void) {
    static const char* const bad[] = {"",
                                      "v_add_f32",
                                      "s_waitcnt",
                                      "buffer_load",
                                      "buffer_load_dwordx5",
                                      "ds_",
                                      "ds_read_b256",
                                      "image_",
                                      "global_load_dword_",
                                      "buffer_load_dword x",
                                      "s_load_dwordx3",
                                      "flat_store_format_x"};
    size_t i;
    for (i = 0; i < sizeof bad / sizeof bad[0]; ++i) {
        gcnmem_op op;
        gcnmem_issue issue = {NULL, NULL, 0, 0, 0, 0};
        CHECK(gcnmem_op_find(bad[i], &op, &issue) == GCNMEM_ERROR_NAME, "\"%s\"", bad[i]);
        CHECK(issue.field && issue.rule, "\"%s\"", bad[i]);
    }
}

static void test_op_bytes_of_each_format(void) {
    static const struct {
        const char* name;
        uint32_t bytes, channels;
    } rows[] = {{"r8", 1, 1},      {"rg8", 2, 2},  {"rgba8", 4, 4}, {"r16f", 2, 1},    {"rg16f", 4, 2},
                {"rgba16f", 8, 4}, {"r32f", 4, 1}, {"rg32f", 8, 2}, {"rgb32f", 12, 3}, {"rgba32f", 16, 4}};
    size_t i;
    for (i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        gcnmem_op op;
        CHECK(gcnmem_op_find("image_load", &op, NULL) == GCNMEM_OK, "image_load");
        CHECK(gcnmem_op_format(&op, rows[i].name, NULL) == GCNMEM_OK, "%s", rows[i].name);
        CHECK_U64(rows[i].bytes, op.element_bytes, "%s", rows[i].name);
        CHECK_U64(rows[i].channels, op.channels, "%s", rows[i].name);
    }
}

static void test_op_format_refuses(void) {
    gcnmem_op op;
    gcnmem_issue issue;
    CHECK(gcnmem_op_find("image_load", &op, NULL) == GCNMEM_OK, "image_load");
    CHECK(gcnmem_op_format(&op, "rgba9", &issue) == GCNMEM_ERROR_NAME, "rgba9");
    CHECK(gcnmem_op_format(&op, "", &issue) == GCNMEM_ERROR_NAME, "empty");
    CHECK(gcnmem_op_find("buffer_load_dword", &op, NULL) == GCNMEM_OK, "buffer_load_dword");
    CHECK(gcnmem_op_format(&op, "rgba8", &issue) != GCNMEM_OK, "an untyped load takes no format");
}

static void test_op_pairs_have_two_addresses(void) {
    static const struct {
        const char* name;
        uint32_t bytes, step;
    } rows[] = {{"ds_read2_b32", 4, 4},       {"ds_read2_b64", 8, 8},  {"ds_read2st64_b32", 4, 256},
                {"ds_read2st64_b64", 8, 512}, {"ds_write2_b32", 4, 4}, {"ds_wrxchg2_rtn_b64", 8, 8}};
    size_t i;
    for (i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        gcnmem_op op;
        CHECK(gcnmem_op_find(rows[i].name, &op, NULL) == GCNMEM_OK, "%s", rows[i].name);
        CHECK_U64(2, op.addresses, "%s", rows[i].name);
        CHECK_U64(rows[i].bytes, op.element_bytes, "%s", rows[i].name);
        CHECK_U64(rows[i].step, op.address_step_bytes, "%s", rows[i].name);
    }
}

/* Any text has an answer. */
static void test_op_find_survives_any_text(void) {
    test_random random = test_random_start(40);
    int i;
    for (i = 0; i < 20000; ++i) {
        static const char* const words[] = {"buffer_", "load_", "store_", "dword",  "x2",   "ds_",
                                            "read2",   "_b64",  "image_", "sample", "_",    "atomic_",
                                            "s_",      "rtn_",  "st64",   "write",  "\xff", "format_x"};
        char text[160] = "";
        uint64_t count = test_random_below(&random, 14);
        gcnmem_op op;
        uint64_t k;
        for (k = 0; k < count; ++k) {
            strcat(text, words[test_random_below(&random, sizeof words / sizeof words[0])]);
        }
        if (gcnmem_op_find(text, &op, NULL) == GCNMEM_OK) {
            CHECK(op.unit != GCNMEM_UNIT_NONE && op.element_bytes <= 64, "\"%s\"", text);
        }
    }
}

void suite_ops(void) {
    TEST(test_op_find_ignores_case_and_encoding);
    TEST(test_op_find_refuses_what_is_no_memory_operation);
    TEST(test_op_bytes_of_each_format);
    TEST(test_op_format_refuses);
    TEST(test_op_pairs_have_two_addresses);
    TEST(test_op_find_survives_any_text);
}
