/* scalar.c -- R24 (CLRX's timings: SMRD x1, x2, x4 = 4 clocks, x8 = 8, x16 = 16) */
#include "test.h"

static void test_R24_issue_clocks(void) {
    static const struct {
        const char* name;
        uint64_t clocks;
        uint64_t rdna_clocks;
    } rows[] = {{"s_load_dword", 4, 1},   {"s_load_dwordx2", 4, 1},   {"s_load_dwordx4", 4, 1},
                {"s_load_dwordx8", 8, 2}, {"s_load_dwordx16", 16, 4}, {"s_buffer_load_dwordx8", 8, 2}};
    size_t i;
    for (i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        gcnmem_access access = test_access(rows[i].name, 4096);
        gcnmem_cost cost = test_cost(GCNMEM_DEVICE_R9_390X, &access);
        CHECK_U64(rows[i].clocks, cost.clocks, "%s", rows[i].name);
        CHECK_U64(rows[i].rdna_clocks, test_cost(GCNMEM_DEVICE_RX_6900_XT, &access).clocks, "%s", rows[i].name);
        CHECK_U64(1, cost.l2_requests, "%s: only lane 0 has an address", rows[i].name);
        CHECK_U64(access.op.element_bytes, cost.bytes_requested, "%s", rows[i].name);
    }
}

static void test_R24_a_load_across_lines_makes_two_requests(void) {
    gcnmem_access access = test_access("s_load_dwordx4", 0);
    access.address[0] = 56;
    CHECK_U64(2, test_cost(GCNMEM_DEVICE_R9_390X, &access).l2_requests, "bytes 56 .. 71");
}

void suite_scalar(void) {
    TEST(test_R24_issue_clocks);
    TEST(test_R24_a_load_across_lines_makes_two_requests);
}
