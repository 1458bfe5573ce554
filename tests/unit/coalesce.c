/* coalesce.c -- R3 to R5: which lanes the address unit takes together ("Understanding Memory Coalescing on
   GCN", perftest) */
#include "test.h"

static gcnmem_cost cost_of(const char* mnemonic, uint64_t (*address)(uint64_t lane), uint64_t base) {
    gcnmem_access access = test_access(mnemonic, 0);
    int lane;
    for (lane = 0; lane < 64; ++lane) {
        access.address[lane] = base + address((uint64_t)lane);
    }
    return test_cost(GCNMEM_DEVICE_R9_390X, &access);
}

static uint64_t linear(uint64_t lane) {
    return lane * 4;
}
static uint64_t uniform(uint64_t lane) {
    return lane * 0;
}
static uint64_t quad_uniform(uint64_t lane) {
    return lane / 4 * 4;
}
static uint64_t reversed_in_quad(uint64_t lane) {
    return (lane ^ 3) * 4;
}
static uint64_t one_too_far(uint64_t lane) {
    return lane / 4 * 16 + (lane % 4 == 3 ? 16 : lane % 4 * 4);
}
static uint64_t perftest_random(uint64_t lane) {
    return (3 * lane & 15) * 4;
}

/* "Understanding Memory Coalescing on GCN": the three cases that coalesce, and perftest: no 16-byte alignment is
   needed. */
static void test_R3_the_articles_cases_take_four_clocks(void) {
    uint64_t base;
    for (base = 0; base < 64; base += 4) {
        CHECK_U64(4, cost_of("buffer_load_dword", linear, base).clocks, "linear at %" PRIu64, base);
        CHECK_U64(4, cost_of("buffer_load_dword", uniform, base).clocks, "uniform at %" PRIu64, base);
        CHECK_U64(4, cost_of("buffer_load_dword", quad_uniform, base).clocks, "quads uniform at %" PRIu64, base);
        CHECK_U64(4, cost_of("buffer_load_dword", reversed_in_quad, base).clocks, "permuted at %" PRIu64, base);
    }
    CHECK_U64(4, cost_of("buffer_load_dword", linear, 0).issue_groups, "linear");
}

/* perftest's random pattern: (3 * lane) & 15 elements, all in one line and still 16 clocks. */
static void test_R4_perftest_random_takes_16_though_in_one_line(void) {
    gcnmem_cost cost = cost_of("buffer_load_dword", perftest_random, 0);
    CHECK_U64(16, cost.clocks, "random");
    CHECK_U64(1, cost.l1_lines, "random");
    CHECK_U64(16, cost_of("buffer_load_dword", one_too_far, 0).issue_groups, "a fifth element");
}

/* R4 against R5 of the same addresses: lanes g, g+4, g+8, g+12 of stride 16 dwords share bank and tag less. */
static void test_R4_groups_take_one_lane_of_each_quad(void) {
    gcnmem_access access = test_access("buffer_load_dword", 0);
    int lane;
    for (lane = 0; lane < 64; ++lane) { /* lanes of a quad apart by a tag round, quads by one line and one dword */
        access.address[lane] = (uint64_t)(lane % 4) * 1024 + (uint64_t)(lane / 4 % 4) * 68;
    }
    CHECK_U64(16, test_cost(GCNMEM_DEVICE_R9_390X, &access).clocks, "no conflict when transposed");
    access.op = test_access("buffer_store_dword", 0).op;
    CHECK_U64(64, test_cost(GCNMEM_DEVICE_R9_390X, &access).clocks, "R12: consecutive lanes collide fourfold");
}

static void test_R5_wide_multi_channel_and_images_take_16(void) {
    static const char* const wide[] = {"buffer_load_dwordx3", "buffer_load_dwordx4", "flat_load_dwordx4"};
    gcnmem_access access;
    size_t i;
    for (i = 0; i < sizeof wide / sizeof wide[0]; ++i) {
        access = test_access(wide[i], 16);
        CHECK_U64(16, test_cost(GCNMEM_DEVICE_R9_390X, &access).issue_groups, "%s", wide[i]);
        CHECK_U64(16, test_cost(GCNMEM_DEVICE_R9_390X, &access).clocks, "%s", wide[i]);
    }
    access = test_access_format("buffer_load_format_xyzw", "rgba8", 4);
    CHECK_U64(16, test_cost(GCNMEM_DEVICE_R9_390X, &access).clocks, "perftest RGBA8 linear: 16.27");
    access = test_access_image("image_load", "r8");
    CHECK_U64(16, test_cost(GCNMEM_DEVICE_R9_390X, &access).clocks, "perftest Texture2D R8: 16.05");
}

/* perftest_gcn_clk.csv, R9 390X: one-channel typed loads coalesce for every width. */
static void test_R3_narrow_typed_loads_coalesce(void) {
    gcnmem_access access = test_access_format("buffer_load_format_x", "r8", 1);
    CHECK_U64(4, test_cost(GCNMEM_DEVICE_R9_390X, &access).clocks, "R8 linear: 4.11");
    access = test_access_format("buffer_load_format_x", "r16f", 2);
    CHECK_U64(4, test_cost(GCNMEM_DEVICE_R9_390X, &access).clocks, "R16f linear: 4.04");
    access = test_access("buffer_load_ubyte", 1);
    CHECK_U64(4, test_cost(GCNMEM_DEVICE_R9_390X, &access).clocks, "ubyte");
    access = test_access("buffer_load_ubyte", 4);
    CHECK_U64(16, test_cost(GCNMEM_DEVICE_R9_390X, &access).clocks, "bytes 4 apart: 4 elements are 4 bytes");
}

static void test_R3_lanes_out_of_range_do_not_vote(void) {
    gcnmem_access access = test_access("buffer_load_dword", 4);
    access.address[1] = 1 << 20;
    CHECK_U64(7, test_cost(GCNMEM_DEVICE_R9_390X, &access).issue_groups, "one block of four breaks");
    access.size_bytes = 4096;
    CHECK_U64(4, test_cost(GCNMEM_DEVICE_R9_390X, &access).issue_groups, "the stray lane is out of range");
    access.size_bytes = 0;
    access.exec_mask = ~UINT64_C(2);
    CHECK_U64(4, test_cost(GCNMEM_DEVICE_R9_390X, &access).issue_groups, "the stray lane is masked");
}

/* R1: addresses wrap, so 2^64 - 8, 2^64 - 4, 0, 4 are four consecutive dwords. */
static void test_R3_a_quad_may_wrap_at_2_64(void) {
    CHECK_U64(4, cost_of("flat_load_dword", linear, UINT64_MAX - 7).issue_groups, "linear from 2^64 - 8");
}

void suite_coalesce(void) {
    TEST(test_R3_the_articles_cases_take_four_clocks);
    TEST(test_R4_perftest_random_takes_16_though_in_one_line);
    TEST(test_R4_groups_take_one_lane_of_each_quad);
    TEST(test_R5_wide_multi_channel_and_images_take_16);
    TEST(test_R3_narrow_typed_loads_coalesce);
    TEST(test_R3_lanes_out_of_range_do_not_vote);
    TEST(test_R3_a_quad_may_wrap_at_2_64);
}
