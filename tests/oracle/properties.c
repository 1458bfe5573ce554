/* properties.c -- what must hold for any wave, whatever the numbers are */
#include "oracle.h"

#define WAVES 3000

static void swap_lanes(gcnmem_access* access, int a, int b) {
    uint64_t address = access->address[a];
    int axis;
    access->address[a] = access->address[b];
    access->address[b] = address;
    for (axis = 0; axis < 3; ++axis) {
        int64_t texel = access->texel[axis][a];
        access->texel[axis][a] = access->texel[axis][b];
        access->texel[axis][b] = texel;
    }
}

static void test_permuting_lanes_keeps_lines_and_bytes(void) {
    oracle_waves w = oracle_waves_start(10, test_many(WAVES));
    while (oracle_waves_next(&w)) {
        gcnmem_cost before;
        gcnmem_cost after;
        int lane;
        if (w.access.op.unit == GCNMEM_UNIT_SCALAR) {
            continue;
        }
        w.desc.request_lanes = 64;
        w.access.exec_mask = UINT64_MAX;
        before = gcnmem_cost_wave(&w.desc, &w.access);
        for (lane = 63; lane > 0; --lane) {
            swap_lanes(&w.access, lane, (int)test_random_below(&w.random, (uint64_t)lane + 1));
        }
        after = gcnmem_cost_wave(&w.desc, &w.access);
        CHECK_U64(before.l1_lines, after.l1_lines, "wave %lu %s", w.number, w.access.op.name);
        CHECK_U64(before.l2_requests, after.l2_requests, "wave %lu %s", w.number, w.access.op.name);
        CHECK_U64(before.dram_bursts, after.dram_bursts, "wave %lu %s", w.number, w.access.op.name);
        CHECK_U64(before.bytes_requested, after.bytes_requested, "wave %lu %s", w.number, w.access.op.name);
        CHECK_U64(before.bytes_fetched, after.bytes_fetched, "wave %lu %s", w.number, w.access.op.name);
        CHECK_U64(before.best_clocks, after.best_clocks, "wave %lu %s", w.number, w.access.op.name);
        CHECK_U64(before.phases, after.phases, "wave %lu %s", w.number, w.access.op.name);
    }
}

static void test_a_lane_more_never_costs_less(void) {
    oracle_waves w = oracle_waves_start(11, test_many(WAVES));
    while (oracle_waves_next(&w)) {
        gcnmem_cost before = gcnmem_cost_wave(&w.desc, &w.access);
        gcnmem_cost after;
        w.access.exec_mask |= UINT64_C(1) << test_random_below(&w.random, 64);
        after = gcnmem_cost_wave(&w.desc, &w.access);
#define NEVER_LESS(counter) \
    CHECK(before.counter <= after.counter, "wave %lu: %s exec 0x%" PRIx64, w.number, w.access.op.name, \
          w.access.exec_mask)
        NEVER_LESS(clocks);
        NEVER_LESS(best_clocks);
        NEVER_LESS(issue_groups);
        NEVER_LESS(l1_accesses);
        NEVER_LESS(l1_cache_accesses);
        NEVER_LESS(l1_lines);
        NEVER_LESS(l2_requests);
        NEVER_LESS(dram_bursts);
        NEVER_LESS(bytes_requested);
        NEVER_LESS(bytes_fetched);
        NEVER_LESS(phases);
        NEVER_LESS(conflict_clocks);
#undef NEVER_LESS
    }
}

static void test_counters_agree_with_each_other(void) {
    oracle_waves w = oracle_waves_start(12, test_many(WAVES));
    while (oracle_waves_next(&w)) {
        gcnmem_cost cost = gcnmem_cost_wave(&w.desc, &w.access);
        gcnmem_cost again = gcnmem_cost_wave(&w.desc, &w.access);
        const char* name = w.access.op.name;
        int is_vector = w.access.op.unit != GCNMEM_UNIT_LDS && w.access.op.unit != GCNMEM_UNIT_SCALAR;
        CHECK(memcmp(&cost, &again, sizeof cost) == 0, "wave %lu %s: twice", w.number, name);
        CHECK_U64(1, cost.accesses, "wave %lu %s", w.number, name);
        CHECK(cost.l2_requests * 16 <= cost.bytes_fetched && cost.bytes_fetched <= cost.l2_requests * 256,
              "wave %lu %s: %" PRIu64 " requests of %" PRIu64 " bytes", w.number, name, cost.l2_requests,
              cost.bytes_fetched);
        CHECK(cost.clocks >= cost.best_clocks, "wave %lu %s", w.number, name);
        if (is_vector) {
            CHECK_U64(cost.clocks,
                      cost.issue_groups + cost.tag_conflict_clocks + cost.bank_conflict_clocks + cost.rate_clocks,
                      "wave %lu %s", w.number, name);
            CHECK(cost.l1_accesses <= GCNMEM_LANES && (cost.l1_accesses == 0) == (cost.lanes == 0),
                  "wave %lu %s: %" PRIu64 " accesses of %" PRIu64 " lanes", w.number, name, cost.l1_accesses,
                  cost.lanes);
            CHECK_U64(0, cost.phases | cost.conflict_clocks | cost.port_clocks, "wave %lu %s", w.number, name);
        } else {
            CHECK_U64(0, cost.issue_groups | cost.tag_conflict_clocks | cost.bank_conflict_clocks | cost.rate_clocks,
                      "wave %lu %s", w.number, name);
            CHECK_U64(0, cost.l1_accesses, "wave %lu %s", w.number, name);
        }
        if (w.access.op.unit == GCNMEM_UNIT_LDS) {
            CHECK_U64(0, cost.l1_lines | cost.l2_requests | cost.dram_bursts, "wave %lu %s", w.number, name);
        }
    }
}

static void test_moving_by_4_KiB_changes_nothing(void) {
    oracle_waves w = oracle_waves_start(13, test_many(WAVES));
    while (oracle_waves_next(&w)) {
        uint64_t move = 4096 * test_random_below(&w.random, 100000);
        gcnmem_cost before;
        gcnmem_cost after;
        int lane;
        if (w.access.op.unit == GCNMEM_UNIT_IMAGE) {
            continue;
        }
        w.access.size_bytes = w.access.op.unit == GCNMEM_UNIT_LDS ? UINT64_MAX : 0;
        before = gcnmem_cost_wave(&w.desc, &w.access);
        for (lane = 0; lane < GCNMEM_LANES; ++lane) {
            w.access.address[lane] += move;
        }
        after = gcnmem_cost_wave(&w.desc, &w.access);
        CHECK(memcmp(&before, &after, sizeof before) == 0, "wave %lu %s moved by %" PRIu64, w.number, w.access.op.name,
              move);
    }
}

static void test_masked_lanes_do_not_matter(void) {
    oracle_waves w = oracle_waves_start(14, test_many(WAVES));
    while (oracle_waves_next(&w)) {
        gcnmem_cost before = gcnmem_cost_wave(&w.desc, &w.access);
        gcnmem_cost after;
        int lane;
        if (w.access.op.unit == GCNMEM_UNIT_SCALAR) {
            continue;
        }
        for (lane = 0; lane < GCNMEM_LANES; ++lane) {
            if (!((w.access.exec_mask >> lane) & 1)) {
                w.access.address[lane] = test_random_next(&w.random);
                w.access.texel[0][lane] = (int64_t)test_random_next(&w.random);
            }
        }
        after = gcnmem_cost_wave(&w.desc, &w.access);
        CHECK(memcmp(&before, &after, sizeof before) == 0, "wave %lu %s", w.number, w.access.op.name);
    }
}

static void test_cost_add_is_field_by_field(void) {
    oracle_waves w = oracle_waves_start(15, 100);
    gcnmem_cost sum;
    uint64_t expected[sizeof(gcnmem_cost) / sizeof(uint64_t)] = {0};
    uint64_t got[sizeof(gcnmem_cost) / sizeof(uint64_t)];
    size_t field;
    memset(&sum, 0, sizeof sum);
    while (oracle_waves_next(&w)) {
        gcnmem_cost cost = gcnmem_cost_wave(&w.desc, &w.access);
        memcpy(got, &cost, sizeof got);
        for (field = 0; field < sizeof got / sizeof got[0]; ++field) {
            expected[field] += got[field];
        }
        gcnmem_cost_add(&sum, &cost);
    }
    memcpy(got, &sum, sizeof got);
    for (field = 0; field < sizeof got / sizeof got[0]; ++field) {
        CHECK_U64(expected[field], got[field], "field number %u of gcnmem_cost", (unsigned)field);
    }
}

void suite_oracle_properties(void) {
    TEST(test_permuting_lanes_keeps_lines_and_bytes);
    TEST(test_a_lane_more_never_costs_less);
    TEST(test_counters_agree_with_each_other);
    TEST(test_moving_by_4_KiB_changes_nothing);
    TEST(test_masked_lanes_do_not_matter);
    TEST(test_cost_add_is_field_by_field);
}
