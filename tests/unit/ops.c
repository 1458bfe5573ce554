/* ops.c -- R50: the vocabulary. What a mnemonic does to memory, where it issues, how fast, and what it adds to the wait
   counters (AMD's ISA manuals, CLRX, LLVM) */
#include "private.h"

#include "job.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Any word, a memory instruction or not. */
static gcnmem_op any_op(const char* name) {
    gcnmem_op op;
    (void)gcnmem_op_find(name, &op, NULL);
    return op;
}

static gcnmem_op known(const char* name) {
    gcnmem_op op = any_op(name);
    CHECK(!op.is_guessed, "%s", name);
    return op;
}

static void test_op_find_ignores_case_and_encoding(void) {
    static const char* const same[] = {"buffer_load_dwordx4", "BUFFER_LOAD_DWORDX4", "Buffer_Load_Dwordx4",
                                       "buffer_load_dwordx4_e64", "buffer_load_dwordx4_E32"};
    size_t i;
    for (i = 0; i < COUNT(same); ++i) {
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
                                      "s_memtime",
                                      "buffer_load",
                                      "buffer_load_",
                                      "buffer_load_dwordx5",
                                      "buffer_load_byte",
                                      "buffer_store_ubyte",
                                      "buffer_wbinvl1",
                                      "buffer_load_dword__",
                                      "scratch_atomic_add",
                                      "ds_",
                                      "ds_read_b256",
                                      "ds_read2_b128",
                                      "ds_add_src2_f64",
                                      "ds_mskor_src2_b32",
                                      "ds_gws_barrier",
                                      "ds_ordered_count",
                                      "image_",
                                      "image_sample_o_c",
                                      "image_sample_lz_cl",
                                      "image_atomic_add_x2",
                                      "image_get_resinfo",
                                      "global_load_dword_",
                                      "buffer_load_dword x",
                                      "s_load_dwordx3",
                                      "s_store_dwordx8",
                                      "s_scratch_load_dwordx8",
                                      "s_atomic_fmin",
                                      "flat_store_format_x",
                                      "tbuffer_load_dword"};
    size_t i;
    for (i = 0; i < COUNT(bad); ++i) {
        gcnmem_op op;
        gcnmem_issue issue;
        memset(&issue, 0, sizeof issue);
        CHECK(gcnmem_op_find(bad[i], &op, &issue) == GCNMEM_ERROR_NAME, "\"%s\"", bad[i]);
        CHECK(issue.field && issue.rule, "\"%s\"", bad[i]);
    }
}

/* Written from the ISA manuals' chapters on memory, not from the header; among them every one of which single
   instructions and listings once thought differently. */
#define N GCNMEM_UNIT_NONE
#define BUF GCNMEM_UNIT_BUFFER
#define FLAT GCNMEM_UNIT_FLAT
#define IMG GCNMEM_UNIT_IMAGE
#define LDS GCNMEM_UNIT_LDS
#define SC GCNMEM_UNIT_SCALAR
#define LOAD GCNMEM_ACTION_LOAD
#define STORE GCNMEM_ACTION_STORE
#define ATOMIC GCNMEM_ACTION_ATOMIC
#define NO GCNMEM_ACTION_NONE
static void test_R50_what_the_isa_manuals_say(void) {
    static const struct {
        const char* name;
        gcnmem_unit unit;
        gcnmem_action action;
        uint32_t bytes, channels, addresses, step, in, out, vm, lgkm;
        const char*
            marks; /* t typed, s sampled, g gather, c two operands, 2 src2, h 16-bit registers, w writes first */
    } rows[] = {
        {"buffer_load_ubyte", BUF, LOAD, 1, 1, 1, 0, 0, 0, 1, 0, "w"},
        {"buffer_load_sshort", BUF, LOAD, 2, 1, 1, 0, 0, 0, 1, 0, "w"},
        {"buffer_load_dword", BUF, LOAD, 4, 1, 1, 0, 0, 0, 1, 0, "w"},
        {"buffer_load_dwordx3", BUF, LOAD, 12, 3, 1, 0, 0, 0, 1, 0, "w"},
        {"buffer_load_ubyte_d16_hi", BUF, LOAD, 1, 1, 1, 0, 0, 0, 1, 0, "hw"},
        {"buffer_load_short_d16", BUF, LOAD, 2, 1, 1, 0, 0, 0, 1, 0, "hw"},
        {"buffer_load_format_x", BUF, LOAD, 4, 1, 1, 0, 0, 0, 1, 0, "tw"},
        {"buffer_load_format_xyz", BUF, LOAD, 12, 3, 1, 0, 0, 0, 1, 0, "tw"},
        {"buffer_load_format_d16_x", BUF, LOAD, 2, 1, 1, 0, 0, 0, 1, 0, "thw"},
        {"buffer_load_format_d16_xyz", BUF, LOAD, 6, 3, 1, 0, 0, 0, 1, 0, "thw"},
        {"buffer_load_format_d16_hi_x", BUF, LOAD, 2, 1, 1, 0, 0, 0, 1, 0, "thw"},
        {"tbuffer_load_format_xyzw", BUF, LOAD, 16, 4, 1, 0, 0, 0, 1, 0, "tw"},
        {"tbuffer_store_format_xy", BUF, STORE, 8, 2, 1, 0, 0, 0, 1, 0, "t"},
        {"tbuffer_store_format_d16_xyzw", BUF, STORE, 8, 4, 1, 0, 0, 0, 1, 0, "th"},
        {"buffer_store_byte", BUF, STORE, 1, 1, 1, 0, 0, 0, 1, 0, ""},
        {"buffer_store_short_d16_hi", BUF, STORE, 2, 1, 1, 0, 0, 0, 1, 0, "h"},
        {"buffer_store_lds_dword", BUF, STORE, 4, 1, 1, 0, 0, 0, 1, 0, ""},
        {"buffer_atomic_add", BUF, ATOMIC, 4, 1, 1, 0, 0, 0, 1, 0, ""},
        {"buffer_atomic_add_x2", BUF, ATOMIC, 8, 2, 1, 0, 0, 0, 1, 0, ""},
        {"buffer_atomic_rsub_x2", BUF, ATOMIC, 8, 2, 1, 0, 0, 0, 1, 0, ""},
        {"buffer_atomic_cmpswap_x2", BUF, ATOMIC, 8, 2, 1, 0, 0, 0, 1, 0, "c"},
        {"buffer_atomic_fcmpswap", BUF, ATOMIC, 4, 1, 1, 0, 0, 0, 1, 0, "c"},
        {"buffer_atomic_pk_add_f16", BUF, ATOMIC, 4, 1, 1, 0, 0, 0, 1, 0, ""},
        {"buffer_atomic_max_f64", BUF, ATOMIC, 8, 2, 1, 0, 0, 0, 1, 0, ""},
        {"flat_load_dwordx3", FLAT, LOAD, 12, 3, 1, 0, 0, 0, 1, 1, "w"},
        {"flat_store_short", FLAT, STORE, 2, 1, 1, 0, 0, 0, 1, 1, ""},
        {"flat_atomic_cmpswap", FLAT, ATOMIC, 4, 1, 1, 0, 0, 0, 1, 1, "c"},
        {"global_load_sshort", FLAT, LOAD, 2, 1, 1, 0, 0, 0, 1, 0, "w"},
        {"global_atomic_add_f64", FLAT, ATOMIC, 8, 2, 1, 0, 0, 0, 1, 0, ""},
        {"scratch_load_dwordx2", FLAT, LOAD, 8, 2, 1, 0, 0, 0, 1, 0, "w"},
        {"scratch_store_byte_d16_hi", FLAT, STORE, 1, 1, 1, 0, 0, 0, 1, 0, "h"},
        {"image_load", IMG, LOAD, 4, 4, 1, 0, 0, 0, 1, 0, "tw"},
        {"image_load_pck", IMG, LOAD, 4, 4, 1, 0, 0, 0, 1, 0, "tw"},
        {"image_load_mip_pck_sgn", IMG, LOAD, 4, 4, 1, 0, 0, 0, 1, 0, "tw"},
        {"image_store_mip_pck", IMG, STORE, 4, 4, 1, 0, 0, 0, 1, 0, "t"},
        {"image_atomic_add", IMG, ATOMIC, 4, 1, 1, 0, 0, 0, 1, 0, ""},
        {"image_atomic_cmpswap", IMG, ATOMIC, 4, 1, 1, 0, 0, 0, 1, 0, "c"},
        {"image_sample", IMG, LOAD, 4, 4, 1, 0, 0, 0, 1, 0, "tsw"},
        {"image_sample_c_cd_cl_o", IMG, LOAD, 4, 4, 1, 0, 0, 0, 1, 0, "tsw"},
        {"image_gather4_c_b_cl_o", IMG, LOAD, 4, 4, 1, 0, 0, 0, 1, 0, "tsgw"},
        {"image_gather8h_pck", IMG, LOAD, 4, 4, 1, 0, 0, 0, 1, 0, "tsgw"},
        {"s_load_dword", SC, LOAD, 4, 1, 1, 0, 0, 0, 0, 1, "w"},
        {"s_load_dwordx16", SC, LOAD, 64, 16, 1, 0, 0, 0, 0, 2, "w"},
        {"s_buffer_load_dwordx2", SC, LOAD, 8, 2, 1, 0, 0, 0, 0, 2, "w"},
        {"s_scratch_load_dwordx4", SC, LOAD, 16, 4, 1, 0, 0, 0, 0, 2, "w"},
        {"s_store_dword", SC, STORE, 4, 1, 1, 0, 0, 0, 0, 1, ""},
        {"s_buffer_store_dwordx4", SC, STORE, 16, 4, 1, 0, 0, 0, 0, 2, ""},
        {"s_atomic_add", SC, ATOMIC, 4, 1, 1, 0, 0, 0, 0, 1, ""},
        {"s_atomic_cmpswap", SC, ATOMIC, 4, 1, 1, 0, 0, 0, 0, 1, "c"},
        {"s_buffer_atomic_umax_x2", SC, ATOMIC, 8, 2, 1, 0, 0, 0, 0, 2, ""},
        {"ds_read_b32", LDS, LOAD, 4, 1, 1, 0, 0, 1, 0, 1, "w"},
        {"ds_read_i8", LDS, LOAD, 1, 1, 1, 0, 0, 1, 0, 1, "w"},
        {"ds_read_u16_d16_hi", LDS, LOAD, 2, 1, 1, 0, 0, 1, 0, 1, "hw"},
        {"ds_read_b96", LDS, LOAD, 12, 3, 1, 0, 0, 3, 0, 1, "w"},
        {"ds_read_b64_tr_b4", LDS, LOAD, 8, 2, 1, 0, 0, 2, 0, 1, "w"},
        {"ds_read_b64_tr_b16", LDS, LOAD, 8, 2, 1, 0, 0, 2, 0, 1, "w"},
        {"ds_read_b96_tr_b6", LDS, LOAD, 12, 3, 1, 0, 0, 3, 0, 1, "w"},
        {"ds_read_addtid_b32", LDS, LOAD, 4, 1, 1, 0, 0, 1, 0, 1, "w"},
        {"ds_read2_b32", LDS, LOAD, 4, 1, 2, 4, 0, 2, 0, 1, "w"},
        {"ds_read2_b64", LDS, LOAD, 8, 2, 2, 8, 0, 4, 0, 1, "w"},
        {"ds_read2st64_b32", LDS, LOAD, 4, 1, 2, 256, 0, 2, 0, 1, "w"},
        {"ds_read2st64_b64", LDS, LOAD, 8, 2, 2, 512, 0, 4, 0, 1, "w"},
        {"ds_write_b8", LDS, STORE, 1, 1, 1, 0, 1, 0, 0, 1, ""},
        {"ds_write_b16_d16_hi", LDS, STORE, 2, 1, 1, 0, 1, 0, 0, 1, "h"},
        {"ds_write_b128", LDS, STORE, 16, 4, 1, 0, 4, 0, 0, 1, ""},
        {"ds_write2_b32", LDS, STORE, 4, 1, 2, 4, 2, 0, 0, 1, ""},
        {"ds_write2st64_b64", LDS, STORE, 8, 2, 2, 512, 4, 0, 0, 1, ""},
        {"ds_write_src2_b32", LDS, STORE, 4, 1, 1, 0, 0, 0, 0, 1, "2"},
        {"ds_write_src2_b64", LDS, STORE, 8, 2, 1, 0, 0, 0, 0, 1, "2"},
        {"ds_add_u32", LDS, ATOMIC, 4, 1, 1, 0, 1, 0, 0, 1, ""},
        {"ds_add_rtn_u64", LDS, ATOMIC, 8, 2, 1, 0, 2, 2, 0, 1, "w"},
        {"ds_add_src2_f32", LDS, ATOMIC, 4, 1, 1, 0, 0, 0, 0, 1, "2"},
        {"ds_max_src2_f64", LDS, ATOMIC, 8, 2, 1, 0, 0, 0, 0, 1, "2"},
        {"ds_mskor_b32", LDS, ATOMIC, 4, 1, 1, 0, 2, 0, 0, 1, "c"},
        {"ds_cmpst_rtn_b64", LDS, ATOMIC, 8, 2, 1, 0, 4, 2, 0, 1, "cw"},
        {"ds_wrap_rtn_b32", LDS, ATOMIC, 4, 1, 1, 0, 2, 1, 0, 1, "cw"},
        {"ds_condxchg32_rtn_b64", LDS, ATOMIC, 8, 2, 1, 0, 2, 2, 0, 1, "w"},
        {"ds_wrxchg_rtn_b32", LDS, ATOMIC, 4, 1, 1, 0, 1, 1, 0, 1, "w"},
        {"ds_wrxchg2_rtn_b64", LDS, ATOMIC, 8, 2, 2, 8, 4, 4, 0, 1, "w"},
        {"ds_wrxchg2st64_rtn_b32", LDS, ATOMIC, 4, 1, 2, 256, 2, 2, 0, 1, "w"},
        {"ds_append", LDS, ATOMIC, 4, 1, 0, 0, 0, 1, 0, 1, "w"}, /* its one address is in M0, no lane brings one */
        {"ds_consume", LDS, ATOMIC, 4, 1, 0, 0, 0, 1, 0, 1, "w"},
        {"ds_swizzle_b32", LDS, NO, 4, 1, 0, 0, 1, 1, 0, 1, "w"},
        {"ds_permute_b32", LDS, NO, 4, 1, 0, 0, 2, 1, 0, 1, "cw"},
        {"ds_bpermute_b32", LDS, NO, 4, 1, 0, 0, 2, 1, 0, 1, "cw"},
        {"ds_nop", LDS, NO, 4, 1, 0, 0, 0, 0, 0, 1, ""},
        {"ds_ordered_count", N, NO, 0, 0, 0, 0, 0, 0, 0, 1, "w"}, /* in GDS only */
        {"ds_gws_barrier", N, NO, 0, 0, 0, 0, 0, 0, 0, 1, ""},
        {"s_memtime", N, NO, 0, 0, 0, 0, 0, 0, 0, 2, "w"},
        {"s_dcache_discard_x2", N, NO, 0, 0, 0, 0, 0, 0, 0, 1, ""},
        {"s_atc_probe_buffer", N, NO, 0, 0, 0, 0, 0, 0, 0, 1, ""},
        {"buffer_wbinvl1_vol", N, NO, 0, 0, 0, 0, 0, 0, 1, 0, ""},
        {"image_get_resinfo", N, NO, 0, 0, 0, 0, 0, 0, 1, 0, "w"}};
    size_t i;
    for (i = 0; i < COUNT(rows); ++i) {
        gcnmem_op op = known(rows[i].name);
        const char* marks = rows[i].marks;
        CHECK_U64(rows[i].unit, op.unit, "%s", rows[i].name);
        CHECK_U64(rows[i].action, op.action, "%s", rows[i].name);
        CHECK_U64(rows[i].bytes, op.element_bytes, "%s", rows[i].name);
        CHECK_U64(rows[i].channels, op.channels, "%s", rows[i].name);
        CHECK_U64(rows[i].addresses, op.addresses, "%s", rows[i].name);
        CHECK_U64(rows[i].step, op.address_step_bytes, "%s", rows[i].name);
        CHECK_U64(rows[i].in, op.data_in, "%s", rows[i].name);
        CHECK_U64(rows[i].out, op.data_out, "%s", rows[i].name);
        CHECK_U64(rows[i].vm, op.vm, "%s", rows[i].name);
        CHECK_U64(rows[i].lgkm, op.lgkm, "%s", rows[i].name);
        CHECK_U64(strchr(marks, 't') != NULL, op.is_typed, "%s", rows[i].name);
        CHECK_U64(strchr(marks, 's') != NULL, op.is_sampled, "%s", rows[i].name);
        CHECK_U64(strchr(marks, 'g') != NULL, op.is_gather, "%s", rows[i].name);
        CHECK_U64(strchr(marks, 'c') != NULL, op.decoded.is_compare, "%s", rows[i].name);
        CHECK_U64(strchr(marks, '2') != NULL, op.is_src2, "%s", rows[i].name);
        CHECK_U64(strchr(marks, 'h') != NULL, op.is_d16, "%s", rows[i].name);
        CHECK_U64(strchr(marks, 'w') != NULL, op.decoded.writes_first, "%s", rows[i].name);
    }
}

/* A word of `words`, parted by blanks; NULL behind the last. */
static const char* next_word(const char** words, char* word) {
    size_t bytes = strcspn(*words, " ");
    if (**words == 0) {
        return NULL;
    }
    memcpy(word, *words, bytes);
    word[bytes] = 0;
    *words += bytes + ((*words)[bytes] == ' ');
    return strcmp(word, ".") == 0 ? "" : word;
}

/* The suffixes the manuals list for each family, every one with every other: "." is none. */
static void test_R50_every_combination_of_suffixes(void) {
    static const struct {
        const char* prefixes;
        const char* verbs;
        const char* types;
        uint32_t bytes; /* 0: by the type */
    } families[] = {
        {"buffer_ flat_ global_ scratch_", "load_",
         "ubyte sbyte ushort sshort dword dwordx2 dwordx3 dwordx4 ubyte_d16 ubyte_d16_hi sbyte_d16 sbyte_d16_hi "
         "short_d16 short_d16_hi",
         0},
        {"buffer_ flat_ global_ scratch_", "store_",
         "byte short dword dwordx2 dwordx3 dwordx4 byte_d16_hi short_d16_hi", 0},
        {"buffer_ tbuffer_", "load_format_ store_format_", "x xy xyz xyzw d16_x d16_xy d16_xyz d16_xyzw", 0},
        {"buffer_ flat_ global_ s_ s_buffer_",
         "atomic_swap atomic_cmpswap atomic_add atomic_sub atomic_smin atomic_umin atomic_smax atomic_umax atomic_and "
         "atomic_or atomic_xor atomic_inc atomic_dec",
         ". _x2", 0},
        {"buffer_ flat_ global_", "atomic_fcmpswap atomic_fmin atomic_fmax", ". _x2", 0},
        {"image_", "sample sample_c",
         ". _cl _d _d_cl _cd _cd_cl _b _b_cl _l _lz _o _cl_o _d_o _d_cl_o _cd_o _cd_cl_o _b_o _b_cl_o _l_o _lz_o", 4},
        {"image_", "gather4 gather4_c", ". _cl _b _b_cl _l _lz _o _cl_o _b_o _b_cl_o _l_o _lz_o", 4},
        {"s_ s_buffer_", "load_", "dword dwordx2 dwordx4 dwordx8 dwordx16", 0},
        {"s_ s_buffer_ s_scratch_", "store_", "dword dwordx2 dwordx4", 0},
        {"ds_add ds_sub ds_rsub ds_inc ds_dec", "_ _rtn_ _src2_", "u32 u64", 0},
        {"ds_min ds_max", "_ _rtn_ _src2_", "i32 u32 f32 i64 u64 f64", 0},
        {"ds_and ds_or ds_xor", "_ _rtn_ _src2_", "b32 b64", 0},
        {"ds_cmpst", "_ _rtn_", "b32 b64 f32 f64", 0},
        {"ds_mskor ds_wrxchg", "_rtn_", "b32 b64", 0},
        {"ds_read2 ds_read2st64 ds_write2 ds_write2st64", "_", "b32 b64", 0},
        {"ds_wrxchg2 ds_wrxchg2st64", "_rtn_", "b32 b64", 0}};
    static const struct {
        const char* end;
        uint32_t bytes;
    } ends[] = {{"ubyte", 1},       {"sbyte", 1},    {"byte", 1},     {"ushort", 2},      {"sshort", 2},
                {"short", 2},       {"dword", 4},    {"x2", 8},       {"x3", 12},         {"x4", 16},
                {"x8", 32},         {"x16", 64},     {"32", 4},       {"64", 8},          {"_x", 4},
                {"_xy", 8},         {"_xyz", 12},    {"_xyzw", 16},   {"d16_x", 2},       {"d16_xy", 4},
                {"d16_xyz", 6},     {"d16_xyzw", 8}, {"byte_d16", 1}, {"byte_d16_hi", 1}, {"short_d16", 2},
                {"short_d16_hi", 2}};
    size_t i;
    for (i = 0; i < COUNT(families); ++i) {
        const char* prefixes = families[i].prefixes;
        char words[3][64];
        const char *prefix, *verb, *type;
        while ((prefix = next_word(&prefixes, words[0])) != NULL) {
            const char* verbs = families[i].verbs;
            while ((verb = next_word(&verbs, words[1])) != NULL) {
                const char* types = families[i].types;
                while ((type = next_word(&types, words[2])) != NULL) {
                    uint32_t bytes = families[i].bytes ? families[i].bytes : 4;
                    char name[128];
                    gcnmem_op op;
                    size_t k, longest = 0;
                    snprintf(name, sizeof name, "%s%s%s", prefix, verb, type);
                    for (k = 0; k < COUNT(ends) && !families[i].bytes; ++k) {
                        size_t length = strlen(ends[k].end);
                        if (length > longest && length <= strlen(name) &&
                            strcmp(name + strlen(name) - length, ends[k].end) == 0) {
                            longest = length;
                            bytes = ends[k].bytes;
                        }
                    }
                    CHECK(gcnmem_op_find(name, &op, NULL) == GCNMEM_OK, "%s", name);
                    CHECK_U64(bytes, op.element_bytes, "%s", name);
                }
            }
        }
    }
}

/* What holds of every memory instruction there is. */
static void test_R50_every_mnemonic_of_the_vocabulary(void) {
    static const struct {
        const char* prefix;
        gcnmem_unit unit;
        gcnmem_category category;
    } prefixes[] = {{"buffer_", BUF, GCNMEM_CATEGORY_VMEM},   {"tbuffer_", BUF, GCNMEM_CATEGORY_VMEM},
                    {"flat_", FLAT, GCNMEM_CATEGORY_FLAT},    {"global_", FLAT, GCNMEM_CATEGORY_VMEM},
                    {"scratch_", FLAT, GCNMEM_CATEGORY_VMEM}, {"image_", IMG, GCNMEM_CATEGORY_VMEM},
                    {"ds_", LDS, GCNMEM_CATEGORY_LDS},        {"s_", SC, GCNMEM_CATEGORY_SMEM}};
    static char names[2048][40];
    gcnmem_op op;
    uint32_t i, k;
    for (i = 0; i < COUNT(names) && gcnmemi_ops_at(i, &op); ++i) {
        gcnmem_op found;
        char text[64];
        strcpy(names[i], op.name);
        CHECK(gcnmem_op_find(op.name, &found, NULL) == GCNMEM_OK, "%s", op.name);
        CHECK(memcmp(&found, &op, sizeof op) == 0, "%s", op.name);
        snprintf(text, sizeof text, "%s_e64", op.name);
        CHECK(gcnmem_op_find(text, &found, NULL) == GCNMEM_OK && strcmp(found.name, op.name) == 0, "%s", text);
        snprintf(text, sizeof text, "%s_quux", op.name);
        CHECK(gcnmem_op_find(text, &found, NULL) == GCNMEM_ERROR_NAME && found.unit == op.unit, "%s", text);
        for (k = 0; k < COUNT(prefixes) && strncmp(op.name, prefixes[k].prefix, strlen(prefixes[k].prefix)); ++k) {
        }
        CHECK(k < COUNT(prefixes) && op.unit == prefixes[k].unit && op.category == prefixes[k].category, "%s", op.name);
        for (k = 0; k < i; ++k) {
            CHECK(strcmp(names[k], op.name) != 0, "%s is there twice", op.name);
        }
        CHECK(op.rate == GCNMEM_RATE_NONE && op.branch == GCNMEM_BRANCH_NONE, "%s", op.name);
        CHECK_U64(strstr(op.name, "ds_param") || strstr(op.name, "ds_direct"), op.exp, "%s", op.name);
        CHECK((strstr(op.name, "load") || strstr(op.name, "read") || strstr(op.name, "sample") ||
               strstr(op.name, "gather")) == (op.action == LOAD),
              "%s", op.name);
        CHECK((strstr(op.name, "store") || strstr(op.name, "ds_write")) == (op.action == STORE), "%s", op.name);
        CHECK(!strstr(op.name, "atomic") || op.action == ATOMIC, "%s", op.name);
        CHECK(op.action != NO || op.addresses == 0, "%s", op.name);
        CHECK_U64(op.vm + op.lgkm + op.exp != 0, 1, "%s", op.name);
        CHECK_U64(op.unit != LDS && op.unit != SC, op.vm, "%s", op.name);
        CHECK(op.element_bytes % op.channels == 0, "%s", op.name);
        CHECK_U64(op.addresses == 2 ? op.element_bytes * (strstr(op.name, "st64") ? 64 : 1) : 0, op.address_step_bytes,
                  "%s", op.name);
        CHECK(op.unit == LDS || (op.data_in == 0 && op.data_out == 0), "%s", op.name);
        CHECK(op.unit != LDS || (op.decoded.writes_first != 0) == (op.data_out != 0), "%s", op.name);
        CHECK(op.unit != LDS || op.data_in == 0 || (op.action != LOAD && !op.is_src2), "%s", op.name);
    }
    CHECK(i >= 560 && i < COUNT(names), "%u mnemonics", i);
}

/* Written from LLVM's tables of GFX11 and from what the words say. */
static void test_R50_other_spellings(void) {
    static const char* const rows[][2] = {{"load_b8", "global_load_ubyte"},
                                          {"load_b16", "global_load_ushort"},
                                          {"load_b32", "global_load_dword"},
                                          {"load_b64", "global_load_dwordx2"},
                                          {"load_b96", "global_load_dwordx3"},
                                          {"LOAD_B128", "global_load_dwordx4"},
                                          {"store_b8", "global_store_byte"},
                                          {"store_b16", "global_store_short"},
                                          {"store_b96", "global_store_dwordx3"},
                                          {"atomic_add_b32", "global_atomic_add"},
                                          {"atomic_add_b64", "global_atomic_add_x2"},
                                          {"shared_load_b8", "ds_read_u8"},
                                          {"shared_load_b96", "ds_read_b96"},
                                          {"shared_load_b128", "ds_read_b128"},
                                          {"shared_store_b8", "ds_write_b8"},
                                          {"shared_store_b64", "ds_write_b64"},
                                          {"shared_atomic_add_b32", "ds_add_u32"},
                                          {"global_load_b32", "global_load_dword"},
                                          {"global_load_i8", "global_load_sbyte"},
                                          {"flat_load_b64", "flat_load_dwordx2"},
                                          {"flat_store_b16", "flat_store_short"},
                                          {"scratch_load_u16", "scratch_load_ushort"},
                                          {"buffer_load_b128", "buffer_load_dwordx4"},
                                          {"buffer_load_d16_hi_i8", "buffer_load_sbyte_d16_hi"},
                                          {"buffer_store_d16_hi_b16", "buffer_store_short_d16_hi"},
                                          {"buffer_load_d16_format_xyz", "buffer_load_format_d16_xyz"},
                                          {"tbuffer_store_d16_format_x", "tbuffer_store_format_d16_x"},
                                          {"buffer_load_d16_hi_format_x", "buffer_load_format_d16_hi_x"},
                                          {"buffer_atomic_cmpswap_b64", "buffer_atomic_cmpswap_x2"},
                                          {"flat_atomic_min_i32", "flat_atomic_smin"},
                                          {"global_atomic_max_u64", "global_atomic_umax_x2"},
                                          {"global_atomic_min_f32", "global_atomic_fmin"},
                                          {"s_load_b32", "s_load_dword"},
                                          {"s_buffer_load_b512", "s_buffer_load_dwordx16"},
                                          {"ds_load_b64", "ds_read_b64"},
                                          {"ds_load_i8_d16", "ds_read_i8_d16"},
                                          {"ds_load_u8_d16_hi", "ds_read_u8_d16_hi"},
                                          {"ds_store_b32", "ds_write_b32"},
                                          {"ds_store_b128_e32", "ds_write_b128"},
                                          {"ds_load_2addr_b64", "ds_read2_b64"},
                                          {"ds_store_2addr_stride64_b32", "ds_write2st64_b32"},
                                          {"ds_cmpstore_rtn_b64", "ds_cmpst_rtn_b64"},
                                          {"ds_storexchg_2addr_rtn_b32", "ds_wrxchg2_rtn_b32"},
                                          {"ds_storexchg_rtn_b64", "ds_wrxchg_rtn_b64"}};
    static const char* const bad[] = {"load_b24",         "load_b256",      "load",        "shared_load_u8x",
                                      "s_load_b24",       "atomic_add",     "load_b32_x",  "global_load_f32",
                                      "ds_load_2addr_b8", "shared_add_b32", "s_load_b1024"};
    for (size_t i = 0; i < COUNT(rows); ++i) {
        gcnmem_op op = known(rows[i][0]);
        gcnmem_op gcn = known(rows[i][1]);
        memcpy(gcn.name, op.name, sizeof gcn.name);
        CHECK(memcmp(&op, &gcn, sizeof op) == 0, "%s is not %s", rows[i][0], rows[i][1]);
    }
    for (size_t i = 0; i < COUNT(bad); ++i) {
        gcnmem_op op;
        CHECK(gcnmem_op_find(bad[i], &op, NULL) == GCNMEM_ERROR_NAME, "%s", bad[i]);
    }
}

/* Each is found by its name, is what GCN's name is, and is no spelling of another or a name of GCN's own. */
static void test_R50_every_other_spelling(void) {
    static char names[1024][40];
    uint32_t count = 0;
    gcnmem_op gcn;
    for (uint32_t i = 0; gcnmemi_ops_at(i, &gcn); ++i) {
        gcnmem_op op, found;
        for (uint32_t k = 0; gcnmemi_ops_alias_at(&gcn, k, &op) && count < COUNT(names); ++k) {
            gcnmem_op expected = gcn;
            memcpy(expected.name, op.name, sizeof op.name);
            CHECK(memcmp(&expected, &op, sizeof op) == 0, "%s and %s", op.name, gcn.name);
            CHECK(gcnmem_op_find(op.name, &found, NULL) == GCNMEM_OK && memcmp(&found, &op, sizeof op) == 0, "%s",
                  op.name);
            CHECK(!gcnmemi_ops_alias_at(&op, 0, &found), "%s is a spelling, and has one", op.name);
            for (uint32_t m = 0; m < count; ++m) {
                CHECK(strcmp(names[m], op.name) != 0, "%s is there twice", op.name);
            }
            memcpy(names[count++], op.name, sizeof op.name);
        }
    }
    CHECK_U64(305, count, "other spellings: all of the header's table have a name of GCN's");
}

static void test_op_nearest(void) {
    static const char* const rows[][2] = {{"buffer_load_dwrod", "buffer_load_dword"},
                                          {"BUFFER_LOAD_DWORDX5", "buffer_load_dwordx2"},
                                          {"ds_raed_b64", "ds_read_b64"},
                                          {"image_smaple_lz", "image_sample_lz"},
                                          {"s_load_dwordx32", "s_load_dwordx2"},
                                          {"load_b31", "load_b32"},
                                          {"shared_laod_b64", "shared_load_b64"},
                                          {"ds_laod_b64", "ds_load_b64"},
                                          {"ds_add_u32", "ds_add_u32"}};
    size_t i;
    for (i = 0; i < COUNT(rows); ++i) {
        gcnmem_op op;
        gcnmemi_ops_nearest(rows[i][0], &op);
        CHECK_TEXT(rows[i][1], op.name, "%s", rows[i][0]);
    }
}

static void test_op_bytes_of_each_format(void) {
    static const struct {
        const char* name;
        uint32_t bytes, channels;
    } rows[] = {{"r8", 1, 1},
                {"rg8", 2, 2},
                {"rgba8", 4, 4},
                {"r16f", 2, 1},
                {"rg16f", 4, 2},
                {"rgba16f", 8, 4},
                {"r32f", 4, 1},
                {"rg32f", 8, 2},
                {"rgb32f", 12, 3},
                {"rgba32f", 16, 4},
                {"bgra8", 4, 4},
                {"rgb10a2", 4, 4},
                {"r11g11b10f", 4, 3},
                {"d32", 4, 1},
                {"d16_unorm", 2, 1},
                {"DXGI_FORMAT_R16G16B16A16_FLOAT", 8, 4},
                {"R8G8B8A8_UNORM_SRGB", 4, 4},
                {"b5g6r5_unorm", 2, 3},
                {"VK_FORMAT_B10G11R11_UFLOAT_PACK32", 4, 3},
                {"VK_FORMAT_A2B10G10R10_UNORM_PACK32", 4, 4},
                {"r9g9b9e5", 4, 3},
                {"rgb9e5", 4, 3},
                {"R9G9B9E5_SHAREDEXP", 4, 3},
                {"VK_FORMAT_E5B9G9R9_UFLOAT_PACK32", 4, 3},
                {"GL_RGB9_E5", 4, 3},
                {"GL_R11F_G11F_B10F", 4, 3},
                {"rgb10_a2", 4, 4},
                {"GL_RGBA16F", 8, 4},
                {"GL_R32UI", 4, 1},
                {"BC1_RGB_SRGB_BLOCK", 8, 4},
                {"bc4_unorm", 8, 1},
                {"BC5_SNORM", 16, 2},
                {"BC6H_UF16", 16, 3},
                {"bc7", 16, 4}};
    size_t i;
    for (i = 0; i < COUNT(rows); ++i) {
        gcnmem_op op;
        CHECK(gcnmem_op_find("image_load", &op, NULL) == GCNMEM_OK, "image_load");
        CHECK(gcnmem_op_format(&op, rows[i].name, NULL) == GCNMEM_OK, "%s", rows[i].name);
        CHECK_U64(rows[i].bytes, op.element_bytes, "%s", rows[i].name);
        CHECK_U64(rows[i].channels, op.channels, "%s", rows[i].name);
    }
}

static void test_op_format_refuses(void) {
    static const char* const none[] = {
        "",      "rgba9",       "rgb8", "rgba",         "r8g",      "rr8",
        "r8x8",  "rgba8_urnom", "bc",   "bc0",          "bc8",      "bc11",
        "d24s8", "rgba64",      "r4",   "dxgi_format_", "8",        "r99999999999999999999",
        "rgbe8", "rgb14e4",     "e32",  "rgb9e5a1",     "rgb9e5e5", "r16_f16"};
    gcnmem_op op;
    gcnmem_issue issue;
    CHECK(gcnmem_op_find("image_load", &op, NULL) == GCNMEM_OK, "image_load");
    for (size_t i = 0; i < COUNT(none); ++i) {
        CHECK(gcnmem_op_format(&op, none[i], &issue) == GCNMEM_ERROR_NAME, "'%s'", none[i]);
    }
    CHECK(gcnmem_op_find("tbuffer_load_format_x", &op, NULL) == GCNMEM_OK, "tbuffer_load_format_x");
    CHECK(gcnmem_op_format(&op, "r16", &issue) == GCNMEM_OK, "r16");
    CHECK_U64(2, op.element_bytes, "r16");
    CHECK(gcnmem_op_format(&op, "d32", &issue) == GCNMEM_ERROR_NAME, "a buffer of depths");
    CHECK(gcnmem_op_format(&op, "bc1", &issue) == GCNMEM_ERROR_NAME, "a buffer of blocks");
    CHECK(gcnmem_op_find("buffer_load_dword", &op, NULL) == GCNMEM_OK, "buffer_load_dword");
    CHECK(gcnmem_op_format(&op, "rgba8", &issue) != GCNMEM_OK, "an untyped load takes no format");
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
                {"v_lshlrev_b64", GCNMEM_RATE_SHIFT64},    {"v_cvt_f64_f32", GCNMEM_RATE_F64_ADD},
                {"v_fma_f64", GCNMEM_RATE_F64_MUL},        {"s_mov_b32", GCNMEM_RATE_NONE},
                {"buffer_load_dword", GCNMEM_RATE_NONE}};
    size_t i;
    for (i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        CHECK_U64(rows[i].rate, known(rows[i].name).rate, "%s", rows[i].name);
    }
}

static void test_R50_categories(void) {
    static const struct {
        const char* name;
        gcnmem_category category;
    } rows[] = {{"v_mov_b32", GCNMEM_CATEGORY_VALU},
                {"s_and_saveexec_b64", GCNMEM_CATEGORY_SALU},
                {"s_load_dwordx2", GCNMEM_CATEGORY_SMEM},
                {"s_buffer_load_dword", GCNMEM_CATEGORY_SMEM},
                {"buffer_load_dword", GCNMEM_CATEGORY_VMEM},
                {"tbuffer_load_format_x", GCNMEM_CATEGORY_VMEM},
                {"image_sample", GCNMEM_CATEGORY_VMEM},
                {"global_load_dword", GCNMEM_CATEGORY_VMEM},
                {"scratch_load_dword", GCNMEM_CATEGORY_VMEM},
                {"flat_load_dword", GCNMEM_CATEGORY_FLAT},
                {"ds_read_b32", GCNMEM_CATEGORY_LDS},
                {"ds_gws_barrier", GCNMEM_CATEGORY_GDS},
                {"exp", GCNMEM_CATEGORY_EXPORT},
                {"s_branch", GCNMEM_CATEGORY_BRANCH},
                {"ds_ordered_count", GCNMEM_CATEGORY_GDS},
                {"s_sendmsg", GCNMEM_CATEGORY_MESSAGE},
                {"s_waitcnt", GCNMEM_CATEGORY_WAITCNT},
                {"s_barrier", GCNMEM_CATEGORY_BARRIER},
                {"s_nop", GCNMEM_CATEGORY_INTERNAL},
                {"s_setprio", GCNMEM_CATEGORY_INTERNAL},
                {"s_endpgm", GCNMEM_CATEGORY_ENDPGM}};
    size_t i;
    for (i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        CHECK_U64(rows[i].category, known(rows[i].name).category, "%s", rows[i].name);
    }
}

static void test_R50_branches(void) {
    CHECK(known("s_branch").branch == GCNMEM_BRANCH_ALWAYS, "s_branch");
    CHECK(known("s_cbranch_scc0").branch == GCNMEM_BRANCH_SCC0, "s_cbranch_scc0");
    CHECK(known("s_cbranch_scc1").branch == GCNMEM_BRANCH_SCC1, "s_cbranch_scc1");
    CHECK(known("s_cbranch_vccz").branch == GCNMEM_BRANCH_VCCZ, "s_cbranch_vccz");
    CHECK(known("s_cbranch_vccnz").branch == GCNMEM_BRANCH_VCCNZ, "s_cbranch_vccnz");
    CHECK(known("s_cbranch_execz").branch == GCNMEM_BRANCH_EXECZ, "s_cbranch_execz");
    CHECK(known("s_cbranch_execnz").branch == GCNMEM_BRANCH_EXECNZ, "s_cbranch_execnz");
    CHECK(known("s_setpc_b64").branch == GCNMEM_BRANCH_INDIRECT, "s_setpc_b64");
    CHECK(known("s_swappc_b64").branch == GCNMEM_BRANCH_CALL, "s_swappc_b64");
    CHECK(known("s_mov_b32").branch == GCNMEM_BRANCH_NONE, "s_mov_b32");
}

static void test_R50_case_and_encoding_suffixes(void) {
    static const char* const words[] = {"v_add_f32",     "V_ADD_F32",     "v_add_f32_e32",
                                        "v_add_f32_e64", "v_add_f32_dpp", "V_Add_F32_SDWA"};
    job j;
    size_t i;
    for (i = 0; i < sizeof words / sizeof words[0]; ++i) {
        gcnmem_op found = known(words[i]);
        CHECK(found.rate == GCNMEM_RATE_FULL, "%s", words[i]);
    }
    j = job_parse("v_add_f32 v0, v1, v2\nV_ADD_F32_e32 v0, v1, v2\nv_add_f32_E64 v0, v1, v2\n"
                  "v_add_f32_dpp v0, v1, v2 row_shr:1\n");
    CHECK(j.listing && j.listing->opcode_count == 1, "one mnemonic");
    if (j.listing) {
        CHECK_U64(4, gcnmem_listing_opcode(j.listing, 0)->count, "instructions");
        CHECK_U64(strlen("v_add_f32"), gcnmem_listing_opcode(j.listing, 0)->name_bytes, "without suffix");
    }
    job_end(&j);
    CHECK(known("v_rcp_iflag_f32_e64").rate == GCNMEM_RATE_QUARTER, "v_rcp_iflag_f32_e64");
}

/* Which operands an operation writes, and what it adds to the export counter. */
static void test_R50_operands(void) {
    CHECK(known("v_mov_b32").decoded.writes_first && !known("v_mov_b32").decoded.reads_first, "v_mov_b32");
    CHECK(known("v_mac_f32").decoded.reads_first && known("s_addk_i32").decoded.reads_first, "v_mac_f32, s_addk_i32");
    CHECK(known("s_bitset1_b32").decoded.reads_first && known("s_cmov_b64").decoded.reads_first,
          "what they do not write stays");
    CHECK(known("v_add_co_u32").decoded.has_carry && known("v_mad_u64_u32").decoded.has_carry,
          "v_add_co_u32, v_mad_u64_u32");
    CHECK(known("v_cmpx_lt_f32").decoded.writes_exec && known("s_and_saveexec_b64").decoded.writes_exec,
          "v_cmpx_lt_f32");
    CHECK(!known("s_cmp_eq_u32").decoded.writes_first && !known("s_nop").decoded.writes_first, "s_cmp_eq_u32, s_nop");
    CHECK(known("scratch_store_dword").decoded.is_stack && known("scratch_load_b32").decoded.is_stack, "scratch_");
    CHECK(!known("store_b32").decoded.is_stack && !known("s_scratch_load_dword").decoded.is_stack, "others with an s");
    CHECK(known("ds_read_i8_d16_hi").decoded.is_signed && known("buffer_load_d16_hi_i8").decoded.is_high &&
              known("s_load_i16").decoded.is_signed && !known("s_load_u16").decoded.is_signed,
          "halves and signs");
    CHECK(known("v_dual_add_f32").decoded.is_dual && known("lds_param_load").decoded.is_attribute, "the first of two");
    CHECK(known("v_dual_and_b32").decoded.is_integer && !known("v_mov_b32").decoded.is_integer, "integers");
    CHECK_U64(1, known("exp").exp, "exp");
    CHECK_U64(1, known("ds_gws_barrier").exp, "ds_gws_barrier");
    CHECK_U64(1, known("s_sendmsg").lgkm, "s_sendmsg");
}

/* RDNA2's instructions beyond GCN's, as LLVM's assembler takes them for gfx1030. */
static void test_R50_rdna2_instructions(void) {
    static const struct {
        const char* name;
        gcnmem_category category;
        gcnmem_action action;
    } rows[] = {{"v_xor3_b32", GCNMEM_CATEGORY_VALU, NO},
                {"v_permlane16_b32", GCNMEM_CATEGORY_VALU, NO},
                {"v_permlanex16_b32", GCNMEM_CATEGORY_VALU, NO},
                {"v_swaprel_b32", GCNMEM_CATEGORY_VALU, NO},
                {"v_pipeflush", GCNMEM_CATEGORY_VALU, NO},
                {"s_movrelsd_2_b32", GCNMEM_CATEGORY_SALU, NO},
                {"s_version", GCNMEM_CATEGORY_INTERNAL, NO},
                {"s_wait_idle", GCNMEM_CATEGORY_WAITCNT, NO},
                {"s_gl1_inv", GCNMEM_CATEGORY_SMEM, NO},
                {"buffer_gl0_inv", GCNMEM_CATEGORY_VMEM, NO},
                {"buffer_gl1_inv", GCNMEM_CATEGORY_VMEM, NO},
                {"buffer_atomic_csub", GCNMEM_CATEGORY_VMEM, ATOMIC},
                {"global_atomic_csub", GCNMEM_CATEGORY_VMEM, ATOMIC},
                {"image_msaa_load", GCNMEM_CATEGORY_VMEM, LOAD},
                {"image_sample_c_cd_cl_o_g16", GCNMEM_CATEGORY_VMEM, LOAD},
                {"global_load_dword_addtid", GCNMEM_CATEGORY_VMEM, LOAD},
                {"global_store_dword_addtid", GCNMEM_CATEGORY_VMEM, STORE}};
    size_t i;
    for (i = 0; i < COUNT(rows); ++i) {
        gcnmem_op op = known(rows[i].name);
        CHECK_U64(rows[i].category, op.category, "%s", rows[i].name);
        CHECK_U64(rows[i].action, op.action, "%s", rows[i].name);
    }
    CHECK_U64(1, known("buffer_gl0_inv").vm, "counts like a load, touches no memory");
}

static void test_R50_the_prefix_decides_outside_the_vocabulary(void) {
    static const struct {
        const char* name;
        gcnmem_category category;
        gcnmem_unit unit;
        gcnmem_action action;
        uint32_t bytes;
    } rows[] = {{"v_frobnicate_f32", GCNMEM_CATEGORY_VALU, N, NO, 0},
                {"s_frobnicate_b32", GCNMEM_CATEGORY_SALU, N, NO, 0},
                {"s_cbranch_frobnicate", GCNMEM_CATEGORY_BRANCH, N, NO, 0},
                {"s_load_quux", GCNMEM_CATEGORY_SMEM, SC, LOAD, 4},
                {"s_buffer_store_dwordx8", GCNMEM_CATEGORY_SMEM, SC, STORE, 32},
                {"buffer_load_quux", GCNMEM_CATEGORY_VMEM, BUF, LOAD, 4},
                {"tbuffer_store_format_d16_hi_x", GCNMEM_CATEGORY_VMEM, BUF, STORE, 2},
                {"buffer_atomic_quux", GCNMEM_CATEGORY_VMEM, BUF, ATOMIC, 4},
                {"buffer_frobnicate", GCNMEM_CATEGORY_VMEM, BUF, LOAD, 4},
                {"scratch_atomic_add_x2", GCNMEM_CATEGORY_VMEM, FLAT, ATOMIC, 8},
                {"flat_load_quux", GCNMEM_CATEGORY_FLAT, FLAT, LOAD, 4},
                {"image_load_quux", GCNMEM_CATEGORY_VMEM, IMG, LOAD, 4},
                {"image_sample_quux", GCNMEM_CATEGORY_VMEM, IMG, LOAD, 4},
                {"ds_write_b256", GCNMEM_CATEGORY_LDS, LDS, STORE, 4},
                {"frobnicate", GCNMEM_CATEGORY_UNKNOWN, N, NO, 0},
                {"v", GCNMEM_CATEGORY_UNKNOWN, N, NO, 0},
                {"global", GCNMEM_CATEGORY_UNKNOWN, N, NO, 0},
                {"", GCNMEM_CATEGORY_UNKNOWN, N, NO, 0}};
    size_t i;
    for (i = 0; i < COUNT(rows); ++i) {
        gcnmem_op op = any_op(rows[i].name);
        CHECK(op.is_guessed, "%s", rows[i].name);
        CHECK_U64(rows[i].category, op.category, "%s", rows[i].name);
        CHECK_U64(rows[i].unit, op.unit, "%s", rows[i].name);
        CHECK_U64(rows[i].action, op.action, "%s", rows[i].name);
        CHECK_U64(rows[i].bytes, op.element_bytes, "%s", rows[i].name);
    }
}

static void test_R50_any_word_gets_an_answer(void) {
    static const char* const words[] = {"buffer_", "load_", "store_", "dword",  "x2",       "ds_",     "read2",
                                        "_b64",    "a",     "image_", "sample", "_",        "atomic_", "s_",
                                        "rtn_",    "st64",  "write",  "\xff",   "format_x", "v_",      "add",
                                        "_e32",    "u",     "f32",    "{",      ","};
    test_random random = test_random_start(50);
    int i;
    for (i = 0; i < 20000; ++i) {
        char text[160] = "";
        uint64_t count = test_random_below(&random, 14);
        gcnmem_op op;
        gcnmem_result result;
        uint64_t k;
        for (k = 0; k < count; ++k) {
            strcat(text, words[test_random_below(&random, COUNT(words))]);
        }
        result = gcnmem_op_find(text, &op, NULL);
        CHECK((result == GCNMEM_OK) == (op.unit != GCNMEM_UNIT_NONE && !op.is_guessed), "\"%s\"", text);
        CHECK(op.category < GCNMEM_CATEGORY_END && op.rate < GCNMEM_RATE_END, "\"%s\"", text);
        CHECK((op.category == GCNMEM_CATEGORY_VALU) == (op.rate != GCNMEM_RATE_NONE), "\"%s\"", text);
        CHECK((op.unit != GCNMEM_UNIT_NONE) == (op.element_bytes != 0) && op.element_bytes <= 64, "\"%s\"", text);
    }
}

/* Every matrix operation that AMD's calculator and hipBLASLt know: clocks and work as they say; what a card does with
   the best of each kind is its peak. */
static void test_R56_clocks_of_matrix_operations(void) {
    static const struct {
        const char* gfx;
        gcnmem_device device;
    } devices[] = {{"gfx908", GCNMEM_DEVICE_MI100},      {"gfx90a", GCNMEM_DEVICE_MI210},
                   {"gfx942", GCNMEM_DEVICE_MI300X},     {"gfx950", GCNMEM_DEVICE_MI355X},
                   {"gfx11", GCNMEM_DEVICE_RX_7900_XTX}, {"gfx12", GCNMEM_DEVICE_RX_9070_XT}};
    uint64_t best[COUNT(devices)][GCNMEM_MATH_END] = {{0}}; /* MACs of 64 clocks */
    FILE* file = test_data_open("tables/matrix_clocks.csv");
    char line[256];
    int count = 0;
    while (file && fgets(line, sizeof line, file)) {
        char gfx[8], name[64];
        unsigned rows, columns, depth, blocks, clocks, is_sparse;
        if (sscanf(line, "%7[^,],%63[^,],%u,%u,%u,%u,%u,%u", gfx, name, &rows, &columns, &depth, &blocks, &clocks,
                   &is_sparse) != 8) {
            continue;
        }
        const int is_narrow = strstr(name, "(fp6") != NULL || strstr(name, "(fp4") != NULL;
        name[strcspn(name, " ")] = 0;
        gcnmem_op op = known(name);
        op.math = is_narrow ? (uint8_t)GCNMEM_MATH_MATRIX_I4 : op.math;
        CHECK(op.rate == GCNMEM_RATE_MATRIX && op.category == GCNMEM_CATEGORY_VALU, "%s", name);
        CHECK_U64(2 * rows * columns * depth * blocks, op.flops, "%s", name);
        CHECK_U64(is_sparse, op.decoded.is_sparse, "%s", name);
        for (size_t i = 0; i < COUNT(devices); ++i) {
            const gcnmem_desc desc = gcnmem_desc_for(devices[i].device);
            if (strcmp(devices[i].gfx, gfx) == 0) {
                const uint64_t macs = (uint64_t)rows * columns * depth * blocks * 64 / clocks / (is_sparse ? 2 : 1);
                CHECK_U64(clocks, gcnmemi_ops_matrix_clocks(&desc, &op), "%s on %s", name, gfx);
                best[i][op.math] = macs > best[i][op.math] ? macs : best[i][op.math];
                ++count;
            }
        }
    }
    CHECK_U64(149, (uint64_t)count, "rows");
    for (size_t i = 0; i < COUNT(devices); ++i) {
        const gcnmem_desc desc = gcnmem_desc_for(devices[i].device);
        for (int k = GCNMEM_MATH_MATRIX_F64; k < GCNMEM_MATH_END; ++k) {
            const uint64_t simds = (uint64_t)desc.cu_count * desc.simd_count_per_cu;
            CHECK_U64(best[i][k] * 2 / 64 * simds * desc.core_clock_mhz / 1000,
                      gcnmemi_ops_peak_gflops(&desc, (gcnmem_math)k), "kind %d on %s", k, devices[i].gfx);
        }
    }
    const gcnmem_op write = known("v_accvgpr_write_b32");
    CHECK(known("v_accvgpr_read_b32").rate == GCNMEM_RATE_FULL && write.decoded.rows == 0, "moves");
    if (file) {
        fclose(file);
    }
}

/* What data sheets say of f16 on matrix units and of floats on vector ALUs. */
static void test_R56_peaks_of_data_sheets(void) {
    static const struct {
        gcnmem_device device;
        gcnmem_math math;
        uint64_t gflops;
    } rows[] = {
        {GCNMEM_DEVICE_MI100, GCNMEM_MATH_MATRIX_F16, 184565},  {GCNMEM_DEVICE_MI210, GCNMEM_MATH_MATRIX_F16, 181043},
        {GCNMEM_DEVICE_MI210, GCNMEM_MATH_MATRIX_F64, 45260},   {GCNMEM_DEVICE_MI210, GCNMEM_MATH_F32, 45260},
        {GCNMEM_DEVICE_MI210, GCNMEM_MATH_F64, 22630},          {GCNMEM_DEVICE_MI300X, GCNMEM_MATH_MATRIX_F16, 1307443},
        {GCNMEM_DEVICE_MI300X, GCNMEM_MATH_MATRIX_I8, 2614886}, {GCNMEM_DEVICE_MI300X, GCNMEM_MATH_F32, 163430},
        {GCNMEM_DEVICE_R9_FURY_X, GCNMEM_MATH_F32, 8601},       {GCNMEM_DEVICE_R9_FURY_X, GCNMEM_MATH_MATRIX_F16, 0}};
    for (size_t i = 0; i < COUNT(rows); ++i) {
        const gcnmem_desc desc = gcnmem_desc_for(rows[i].device);
        CHECK_U64(rows[i].gflops, gcnmemi_ops_peak_gflops(&desc, rows[i].math), "%s, kind %d",
                  gcnmem_device_card(rows[i].device), (int)rows[i].math);
    }
}

static void test_op_flops(void) {
    static const struct {
        const char* name;
        gcnmem_math math;
        uint32_t flops;
    } rows[] = {{"v_add_f32", GCNMEM_MATH_F32, 1},
                {"v_mac_f32_e32", GCNMEM_MATH_F32, 2},
                {"v_fma_f64", GCNMEM_MATH_F64, 2},
                {"v_pk_fma_f16", GCNMEM_MATH_F16, 4},
                {"v_pk_mul_f32", GCNMEM_MATH_F32, 2},
                {"v_mul_legacy_f32", GCNMEM_MATH_F32, 1},
                {"v_rcp_iflag_f32", GCNMEM_MATH_F32, 1},
                {"v_dual_fmac_f32", GCNMEM_MATH_F32, 2},
                {"v_add_u32", GCNMEM_MATH_F16, 0},
                {"v_cmp_lt_f32", GCNMEM_MATH_F16, 0},
                {"v_max_f32", GCNMEM_MATH_F16, 0},
                {"v_mul_u32_u24", GCNMEM_MATH_F16, 0},
                {"v_mfma_f32_x", GCNMEM_MATH_F16, 0},
                {"v_mfma_ld_scale_b32", GCNMEM_MATH_F16, 0},
                {"v_mfma_f32_0x32x8f16", GCNMEM_MATH_F16, 0},
                {"v_mfma_f32_32x0x8f16", GCNMEM_MATH_F16, 0},
                {"v_mfma_f32_32x32x0f16", GCNMEM_MATH_F16, 0}};
    for (size_t i = 0; i < COUNT(rows); ++i) {
        const gcnmem_op op = known(rows[i].name);
        CHECK_U64(rows[i].flops, op.flops, "%s", rows[i].name);
        CHECK(rows[i].flops == 0 || op.math == rows[i].math, "%s", rows[i].name);
    }
}

void suite_ops(void);
void suite_ops(void) {
    TEST(test_op_find_ignores_case_and_encoding);
    TEST(test_op_find_refuses_what_is_no_memory_operation);
    TEST(test_R50_what_the_isa_manuals_say);
    TEST(test_R50_every_combination_of_suffixes);
    TEST(test_R50_every_mnemonic_of_the_vocabulary);
    TEST(test_R50_other_spellings);
    TEST(test_R50_every_other_spelling);
    TEST(test_op_nearest);
    TEST(test_op_bytes_of_each_format);
    TEST(test_op_format_refuses);
    TEST(test_R50_rates);
    TEST(test_R56_clocks_of_matrix_operations);
    TEST(test_R56_peaks_of_data_sheets);
    TEST(test_op_flops);
    TEST(test_R50_categories);
    TEST(test_R50_branches);
    TEST(test_R50_case_and_encoding_suffixes);
    TEST(test_R50_operands);
    TEST(test_R50_rdna2_instructions);
    TEST(test_R50_the_prefix_decides_outside_the_vocabulary);
    TEST(test_R50_any_word_gets_an_answer);
}
