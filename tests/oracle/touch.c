/* touch.c -- random waves: what the quick path says of one, cost, lines and coverage, the readable path must say too */
#define GCNMEM_STATIC
#define GCNMEM_IMPLEMENTATION
#include "oracle.h"

#define WAVES 12000

static void compare(const gcnmem_desc* desc, const gcnmem_access* access, int wants_list, unsigned long wave) {
    static gcnmemi_touch quick;
    static gcnmemi_touch plain;
    int is_same = 1;
    gcnmemi_cost_touch(desc, access, wants_list, 1, &quick);
    gcnmemi_cost_touch(desc, access, wants_list, 0, &plain);
    CHECK_U64(plain.cost.clocks, quick.cost.clocks, "wave %lu, %s", wave, access->op.name);
    CHECK_U64(plain.cost.l1_lines, quick.cost.l1_lines, "wave %lu, %s", wave, access->op.name);
    CHECK_U64(plain.cost.bytes_requested, quick.cost.bytes_requested, "wave %lu, %s", wave, access->op.name);
    if (!wants_list) {
        CHECK(memcmp(&quick.cost, &plain.cost, sizeof quick.cost) == 0, "cost of wave %lu, %s", wave, access->op.name);
        return;
    }
    CHECK_U64(plain.line_count, quick.line_count, "wave %lu, %s", wave, access->op.name);
    if (plain.line_count != 0 && plain.line_count == quick.line_count) {
        CHECK_U64(plain.line_bytes, quick.line_bytes, "wave %lu, %s", wave, access->op.name);
    }
    for (uint32_t i = 0; i < plain.line_count && i < quick.line_count; ++i) {
        is_same &= plain.line[i] == quick.line[i] && plain.is_full[i] == quick.is_full[i];
    }
    CHECK(is_same, "lines of wave %lu, %s on %s", wave, access->op.name, gcnmem_device_card(desc->device));
}

static void test_R15_R44_quick_lines_are_the_readable_ones(void) {
    oracle_waves w = oracle_waves_start(171, WAVES);
    while (oracle_waves_next(&w)) {
        compare(&w.desc, &w.access, (int)test_random_below(&w.random, 2), w.number);
    }
}

/* R44: every byte of each line, however many lanes it takes, checked byte by byte. */
static void test_R44_coverage_byte_by_byte(void) {
    static const char* const stores[] = {"buffer_store_byte",  "buffer_store_short", "buffer_store_dword",
                                         "flat_store_dwordx2", "flat_store_dwordx3", "global_store_dwordx4"};
    test_random random = test_random_start(172);
    for (int wave = 0; wave < 3000; ++wave) {
        static gcnmemi_touch touch;
        gcnmem_desc desc = oracle_random_desc(&random);
        gcnmem_access access = test_access(stores[wave % 6], 0);
        uint64_t bytes = access.op.element_bytes;
        uint64_t spread = 1 + test_random_below(&random, 80);
        uint64_t base = test_random_below(&random, 2) ? test_random_below(&random, 300) : UINT64_MAX - 150;
        for (int lane = 0; lane < GCNMEM_LANES; ++lane) {
            uint64_t place = wave % 5 == 0 ? test_random_below(&random, spread) : (uint64_t)lane;
            access.address[lane] = (base - base % bytes) + place * bytes;
        }
        desc.request_lanes = GCNMEM_LANES;
        gcnmemi_cost_touch(&desc, &access, 1, 1, &touch);
        for (uint32_t i = 0; i < touch.line_count; ++i) {
            uint32_t covered = 0;
            for (uint32_t at = 0; at < desc.request_bytes; ++at) {
                uint32_t is_stored = 0;
                for (int lane = 0; lane < GCNMEM_LANES && !is_stored; ++lane) {
                    uint64_t first = access.op.unit == GCNMEM_UNIT_BUFFER && bytes >= 4
                                         ? access.address[lane] & ~UINT64_C(3)
                                         : access.address[lane];
                    is_stored = touch.line[i] + at - first < bytes;
                }
                covered += is_stored;
            }
            CHECK_U64(covered == desc.request_bytes, touch.is_full[i], "wave %d, request %u of %s", wave, i,
                      stores[wave % 6]);
        }
    }
}

void suite_oracle_touch(void) {
    TEST(test_R15_R44_quick_lines_are_the_readable_ones);
    TEST(test_R44_coverage_byte_by_byte);
}
