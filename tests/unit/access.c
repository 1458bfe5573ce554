/* access.c -- R1 and R2: which bytes a lane touches */
#include "test.h"

/* R1, AMD's ISA manuals, 8.1.6: dword buffer accesses ignore the two low address bits; flat ones do not. */
static void test_R1_buffer_dwords_ignore_low_bits_flat_do_not(void) {
    gcnmem_access buffer = test_access("buffer_load_dword", 64);
    gcnmem_access flat = test_access("flat_load_dword", 64);
    int lane;
    for (lane = 0; lane < 64; ++lane) {
        buffer.address[lane] += 63;
        flat.address[lane] += 63;
    }
    CHECK_U64(64, test_cost(GCNMEM_DEVICE_R9_390X, &buffer).l1_lines, "aligned down to 60: one line each");
    CHECK_U64(65, test_cost(GCNMEM_DEVICE_R9_390X, &flat).l1_lines, "bytes 63..66: two lines each, shared");
}

static void test_R1_addresses_wrap_at_2_64(void) {
    gcnmem_access access = test_access("flat_load_dwordx4", 0);
    gcnmem_cost cost;
    int lane;
    for (lane = 0; lane < 64; ++lane) {
        access.address[lane] = UINT64_MAX - 7;
    }
    cost = test_cost(GCNMEM_DEVICE_R9_390X, &access);
    CHECK_U64(2, cost.l1_lines, "the last line and line 0");
    CHECK_U64(2, cost.l2_requests, "16 bytes from 2^64 - 8");
    CHECK_U64(1024, cost.bytes_requested, "64 * 16");
}

static void test_R1_lds_is_dword_aligned(void) {
    gcnmem_access access = test_access("ds_read_b32", 4);
    int lane;
    for (lane = 0; lane < 64; ++lane) {
        access.address[lane] += 3;
    }
    CHECK_U64(2, test_cost(GCNMEM_DEVICE_R9_390X, &access).clocks, "as if aligned");
}

static void test_R2_masked_lanes_touch_nothing(void) {
    gcnmem_access access = test_access("buffer_load_dword", 256);
    gcnmem_cost cost;
    access.exec_mask = UINT64_C(0x8000000000000001);
    cost = test_cost(GCNMEM_DEVICE_R9_390X, &access);
    CHECK_U64(2, cost.l1_lines, "lanes 0 and 63");
    CHECK_U64(2, cost.l2_requests, "lanes 0 and 63");
    CHECK_U64(8, cost.bytes_requested, "lanes 0 and 63");
}

/* R2 [A]: raw accesses end at the last whole dword, typed elements are all or nothing. */
static void test_R2_raw_ends_at_a_dword_typed_is_all_or_nothing(void) {
    gcnmem_access raw = test_access("buffer_load_dwordx4", 16);
    gcnmem_access typed = test_access_format("buffer_load_format_xyzw", "rgba32f", 16);
    raw.size_bytes = typed.size_bytes = 16 * 10 + 11;
    CHECK_U64(168, test_cost(GCNMEM_DEVICE_R9_390X, &raw).bytes_requested, "10 lanes and two dwords of the next");
    CHECK_U64(160, test_cost(GCNMEM_DEVICE_R9_390X, &typed).bytes_requested, "10 lanes");
}

static void test_R2_size_at_the_edge(void) {
    gcnmem_access access = test_access("buffer_load_ubyte", 1);
    access.size_bytes = 1;
    CHECK_U64(1, test_cost(GCNMEM_DEVICE_R9_390X, &access).bytes_requested, "one byte");
    access.size_bytes = 64;
    CHECK_U64(64, test_cost(GCNMEM_DEVICE_R9_390X, &access).bytes_requested, "all");
    access = test_access("buffer_load_dword", 4);
    access.size_bytes = 3;
    CHECK_U64(0, test_cost(GCNMEM_DEVICE_R9_390X, &access).bytes_requested, "no whole dword");
    access.size_bytes = UINT64_MAX;
    CHECK_U64(256, test_cost(GCNMEM_DEVICE_R9_390X, &access).bytes_requested, "all");
}

static void test_R2_images_load_nothing_outside_sample_clamps(void) {
    gcnmem_access load = test_access_image("image_load", "rgba8");
    gcnmem_access sample = test_access_image("image_sample", "rgba8");
    gcnmem_cost cost;
    int lane;
    for (lane = 0; lane < 64; ++lane) {
        load.texel[0][lane] = lane < 32 ? -1 : INT64_MAX;
        sample.texel[0][lane] = lane < 32 ? INT64_MIN : INT64_MAX;
        sample.texel[1][lane] = lane < 32 ? INT64_MIN : INT64_MAX;
    }
    cost = test_cost(GCNMEM_DEVICE_R9_390X, &load);
    CHECK_U64(0, cost.l1_lines | cost.bytes_requested, "outside");
    CHECK_U64(16, cost.clocks, "R8: still 16 groups");
    CHECK_U64(2, test_cost(GCNMEM_DEVICE_R9_390X, &sample).l1_lines, "two corner texels");
}

static void check_refused(const gcnmem_access* access, const char* what) {
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_390X);
    gcnmem_issue issue = {NULL, NULL, 0, 0, 0, 0, 0, ""};
    CHECK(gcnmem_access_validate(&desc, access, &issue) != GCNMEM_OK, "%s", what);
    CHECK(issue.field && issue.rule, "%s", what);
}

static void test_access_validate(void) {
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_390X);
    gcnmem_access access = test_access_image("image_sample", "rgba8");
    CHECK(gcnmem_access_validate(&desc, &access, NULL) == GCNMEM_OK, "64 x 64");
    access.image.width = 0;
    check_refused(&access, "no width");
    access = test_access_image("image_sample", "rgba8");
    access.filter = GCNMEM_FILTER_ANISO;
    access.aniso = 3;
    check_refused(&access, "3 taps exist on no part");
    access = test_access("ds_read_b32", 4);
    access.size_bytes = 65537;
    check_refused(&access, "more LDS than a CU has");
}

static void test_access_filter_names(void) {
    gcnmem_access access = test_access_image("image_sample", "rgba8");
    CHECK(gcnmem_access_filter(&access, "trilinear", NULL) == GCNMEM_OK, "trilinear");
    CHECK(access.filter == GCNMEM_FILTER_TRILINEAR, "trilinear");
    CHECK(gcnmem_access_filter(&access, "aniso16", NULL) == GCNMEM_OK, "aniso16");
    CHECK(access.filter == GCNMEM_FILTER_ANISO && access.aniso == 16, "aniso16");
    CHECK(gcnmem_access_filter(&access, "cubic", NULL) == GCNMEM_ERROR_NAME, "cubic");
    CHECK(gcnmem_access_filter(&access, "", NULL) != GCNMEM_OK, "empty");
}

static void test_images_and_taps_at_their_edges(void) {
    static const struct {
        uint32_t width, height, depth, aniso;
        const char* field;
    } rows[] = {{64, 64, 1, 2, NULL},       {0, 64, 1, 2, "image"},     {64, 0, 1, 2, "image"},
                {64, 64, 8192, 2, NULL},    {64, 64, 8193, 2, "image"}, {64, 16385, 1, 2, "image"},
                {16385, 64, 1, 2, "image"}, {64, 64, 1, 0, "filter"},   {64, 64, 1, 18, "filter"},
                {64, 64, 1, 16, NULL},      {64, 64, 1, 3, "filter"}};
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_RX_480);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        gcnmem_access access = test_access_image("image_sample", "rgba8");
        gcnmem_issue issue = {"", "", 0, 0, 0, 0, 0, ""};
        access.filter = GCNMEM_FILTER_ANISO;
        access.aniso = rows[i].aniso;
        access.image.width = rows[i].width;
        access.image.height = rows[i].height;
        access.image.depth = rows[i].depth;
        gcnmem_result result = gcnmem_access_validate(&desc, &access, &issue);
        CHECK((result == GCNMEM_OK) == (rows[i].field == NULL), "row %u: %s", (unsigned)i, issue.rule);
        CHECK_TEXT(rows[i].field != NULL ? rows[i].field : "", issue.field, "row %u: %s", (unsigned)i, issue.rule);
    }
    static const char* const bad[] = {"aniso2x", "aniso18", "isotropic", "aniso16 "};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; ++i) {
        gcnmem_access access = test_access_image("image_sample", "rgba8");
        CHECK(gcnmem_access_filter(&access, bad[i], NULL) == GCNMEM_ERROR_NAME, "%s", bad[i]);
    }
}

void suite_access(void) {
    TEST(test_R1_buffer_dwords_ignore_low_bits_flat_do_not);
    TEST(test_R1_addresses_wrap_at_2_64);
    TEST(test_R1_lds_is_dword_aligned);
    TEST(test_R2_masked_lanes_touch_nothing);
    TEST(test_R2_raw_ends_at_a_dword_typed_is_all_or_nothing);
    TEST(test_R2_size_at_the_edge);
    TEST(test_R2_images_load_nothing_outside_sample_clamps);
    TEST(test_access_validate);
    TEST(test_access_filter_names);
    TEST(test_images_and_taps_at_their_edges);
}
