/* footprint.c -- random waves: cost, lines and coverage are the same from the quick path and from the readable one */
#include "oracle.h"
#include "private.h"

#define WAVES 12000

static void compare(const gcnmem_desc* desc, const gcnmem_access* access, int wants_list, unsigned long wave) {
    static gcnmemi_footprint quick;
    static gcnmemi_footprint plain;
    int is_same = 1;
    gcnmemi_cost_footprint(desc, access, wants_list, 1, NULL, &quick);
    gcnmemi_cost_footprint(desc, access, wants_list, 0, NULL, &plain);
    CHECK_U64(plain.cost.clocks, quick.cost.clocks, "wave %lu, %s", wave, access->op.name);
    CHECK_U64(plain.cost.l1_lines, quick.cost.l1_lines, "wave %lu, %s", wave, access->op.name);
    CHECK_U64(plain.cost.bytes_requested, quick.cost.bytes_requested, "wave %lu, %s", wave, access->op.name);
    CHECK_U64(plain.cost.bytes_used, quick.cost.bytes_used, "wave %lu, %s", wave, access->op.name);
    if (!wants_list) {
        CHECK(memcmp(&quick.cost, &plain.cost, sizeof quick.cost) == 0, "cost of wave %lu, %s", wave, access->op.name);
        return;
    }
    CHECK_U64(plain.line_count, quick.line_count, "wave %lu, %s", wave, access->op.name);
    if (plain.line_count != 0 && plain.line_count == quick.line_count) {
        CHECK_U64(plain.line_bytes, quick.line_bytes, "wave %lu, %s", wave, access->op.name);
    }
    for (uint32_t i = 0; i < plain.line_count && i < quick.line_count; ++i) {
        is_same &= plain.line[i] == quick.line[i] && plain.stored[i] == quick.stored[i];
    }
    CHECK(is_same, "lines of wave %lu, %s on %s", wave, access->op.name, gcnmem_device_card(desc->device));
}

static void test_R15_R44_quick_lines_are_the_readable_ones(void) {
    oracle_waves w = oracle_waves_start(171, test_many(WAVES));
    while (oracle_waves_next(&w)) {
        compare(&w.desc, &w.access, (int)test_random_below(&w.random, 2), w.number);
    }
}

/* A caller may set an operation's bytes: also to what no mnemonic has, such as atomics of three dwords. */
static void test_R15_quick_path_knows_widths_that_no_mnemonic_has(void) {
    test_random random = test_random_start(175);
    for (unsigned long wave = 0; wave < test_many(2000); ++wave) {
        static const char* const names[] = {"buffer_atomic_add", "flat_atomic_add_x2", "buffer_load_dword",
                                            "global_store_dwordx3"};
        const gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_390X);
        gcnmem_access access = test_access(names[wave % 4], 0);
        static const uint32_t bytes[] = {1, 2, 4, 8, 12, 16};
        const uint64_t step = test_random_below(&random, 40);
        access.op.element_bytes = bytes[test_random_below(&random, 6)];
        for (int lane = 0; lane < GCNMEM_LANES; ++lane) {
            access.address[lane] = 4096 + 4 * step * (wave % 3 == 0 ? test_random_below(&random, 64) : (uint64_t)lane);
        }
        compare(&desc, &access, (int)(wave / 4 % 2), wave);
    }
}

/* R44: every byte of each line, however many lanes it takes, checked byte by byte; R32: of each eighth of a line where
   memory takes whole sectors. */
static void test_R44_coverage_byte_by_byte(void) {
    static const char* const stores[] = {"buffer_store_byte",  "buffer_store_short", "buffer_store_dword",
                                         "flat_store_dwordx2", "flat_store_dwordx3", "global_store_dwordx4"};
    test_random random = test_random_start(172);
    for (int wave = 0; wave < (int)test_many(3000); ++wave) {
        static gcnmemi_footprint footprint;
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
        desc.l2_store_rule = 1 + (uint32_t)wave % 2;
        gcnmemi_cost_footprint(&desc, &access, 1, desc.l2_store_rule == 1, NULL,
                               &footprint); /* the quick way is GCN's */
        for (uint32_t i = 0; i < footprint.line_count; ++i) {
            const uint32_t eighth = desc.request_bytes / 8;
            uint32_t covered[8] = {0};
            uint32_t whole = 0;
            for (uint32_t at = 0; at < desc.request_bytes; ++at) {
                uint32_t is_stored = 0;
                for (int lane = 0; lane < GCNMEM_LANES && !is_stored; ++lane) {
                    uint64_t first = access.op.unit == GCNMEM_UNIT_BUFFER && bytes >= 4
                                         ? access.address[lane] & ~UINT64_C(3)
                                         : access.address[lane];
                    is_stored = footprint.line[i] + at - first < bytes;
                }
                covered[at / eighth] += is_stored;
            }
            for (uint32_t part = 0; part < 8; ++part) {
                whole |= (uint32_t)(covered[part] == eighth) << part;
            }
            whole = desc.l2_store_rule == 2 || whole == 0xff ? whole : 0;
            CHECK_U64(whole, footprint.stored[i], "wave %d, request %u of %s", wave, i, stores[wave % 6]);
        }
    }
}

/* R32: bytes stored one by one, but one: the eighth that lacks it is not whole, whichever of its bytes that is. */
static void test_R32_an_eighth_that_lacks_a_byte_is_not_whole(void) {
    for (uint32_t lacks = 0; lacks < GCNMEM_LANES; ++lacks) {
        static gcnmemi_footprint footprint;
        gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_390X);
        gcnmem_access access = test_access("buffer_store_byte", 0);
        for (uint32_t lane = 0; lane < GCNMEM_LANES; ++lane) {
            access.address[lane] = 4096 + lane;
        }
        access.exec_mask = ~(UINT64_C(1) << lacks);
        desc.l2_store_rule = 2;
        gcnmemi_cost_footprint(&desc, &access, 1, 0, NULL, &footprint);
        CHECK_U64(1, footprint.line_count, "without byte %u", lacks);
        CHECK_U64(0xff & ~(1u << lacks / 8), footprint.stored[0], "without byte %u", lacks);
    }
}

typedef struct listed {
    uint32_t count;
    uint64_t bytes;
    gcnmem_request request[ORACLE_SET_MAX * 2];
} listed;

static void list_request(void* user_data, const gcnmem_request* request) {
    listed* list = (listed*)user_data;
    list->request[list->count++] = *request;
    list->bytes += request->bytes;
}

/* How many bytes of a run are in requests for its lane, from the first on without a gap. */
static uint64_t bytes_listed(const listed* list, int lane, oracle_run run) {
    uint64_t done = 0;
    for (uint32_t i = 0; i < list->count && done < run.bytes; ++i) {
        const gcnmem_request* r = &list->request[i];
        uint64_t at = run.first + done - r->address;
        if ((r->lanes >> lane & 1) != 0 && at < r->bytes) {
            done += r->bytes - at;
            i = UINT32_MAX; /* anew: requests are in the order of the lanes */
        }
    }
    return done < run.bytes ? done : run.bytes;
}

/* The requests that are listed are those that are counted, and hold what each lane wants. */
static void check_requests(const gcnmem_desc* desc, const gcnmem_access* access, int is_preset, unsigned long wave) {
    static listed list;
    const gcnmem_cost cost = gcnmem_cost_wave(desc, access);
    const int is_scalar = access->op.unit == GCNMEM_UNIT_SCALAR;
    const char* name = access->op.name;
    const char* card = gcnmem_device_card(desc->device);
    uint64_t named = 0;
    uint64_t wanting = 0;
    list.count = 0;
    list.bytes = 0;
    gcnmem_cost_requests(desc, access, list_request, &list);
    CHECK_U64(cost.l2_requests, list.count, "wave %lu, %s on %s", wave, name, card);
    CHECK_U64(cost.bytes_fetched, list.bytes, "wave %lu, %s on %s", wave, name, card);
    for (uint32_t i = 0; i < list.count; ++i) {
        const gcnmem_request* r = &list.request[i];
        int is_aligned = (r->bytes & (r->bytes - 1)) == 0 && r->address % r->bytes == 0;
        CHECK(is_aligned || !is_preset, "wave %lu, request %u of %s on %s", wave, i, name, card);
        CHECK(r->lanes != 0 || !is_preset, "wave %lu, request %u of %s on %s", wave, i, name, card);
        named |= r->lanes;
    }
    for (int lane = 0; lane < (is_scalar ? 1 : (int)desc->wave_lanes) && access->op.unit != GCNMEM_UNIT_LDS; ++lane) {
        oracle_run runs[ORACLE_RUNS_MAX];
        gcnmem_access whole = *access;
        whole.exec_mask |= (uint64_t)is_scalar; /* scalar instructions do not look at EXEC */
        int count = oracle_lane_runs(desc, &whole, lane, runs);
        wanting |= (uint64_t)(count != 0) << lane;
        for (int run = 0; run < count; ++run) {
            CHECK_U64(runs[run].bytes, bytes_listed(&list, lane, runs[run]), "wave %lu, lane %d of %s on %s", wave,
                      lane, name, card);
        }
    }
    CHECK_U64(wanting, named, "lanes of wave %lu, %s on %s", wave, name, card);
    for (uint32_t i = 1; i < list.count && access->op.action == GCNMEM_ACTION_ATOMIC; ++i) { /* R13 */
        const gcnmem_request* r = &list.request[i];
        CHECK(r->address != r[-1].address || (r->lanes & r[-1].lanes) == 0, "wave %lu, %s on %s", wave, name, card);
    }
}

static void test_R13_R15_listed_requests_are_the_counted_ones(void) {
    oracle_waves w = oracle_waves_start(173, test_many(WAVES / 4));
    while (oracle_waves_next(&w)) {
        check_requests(&w.desc, &w.access, 0, w.number);
    }
}

/* Every GPU as it is. GTX 280 and 285 do not know elements that are not aligned (R70). */
static void test_R61_R69_R70_R75_listed_requests_of_every_gpu(void) {
    test_random random = test_random_start(174);
    for (unsigned long wave = 0; wave < test_many(WAVES); ++wave) {
        gcnmem_desc desc = gcnmem_desc_for((gcnmem_device)(1 + wave % (GCNMEM_DEVICE_END - 1)));
        int is_aligned = desc.l1_group_rule == GCNMEM_GROUP_HALF_WARP;
        gcnmem_access access = oracle_random_access(&random, &desc);
        uint64_t bytes = access.op.element_bytes;
        for (int lane = 0; lane < GCNMEM_LANES && is_aligned && bytes != 0; ++lane) {
            access.address[lane] -= access.address[lane] % bytes;
        }
        access.exec_mask &= gcnmemi_bits_lanes(desc.wave_lanes);
        if (gcnmem_access_validate(&desc, &access, NULL) == GCNMEM_OK && (!is_aligned || (bytes & (bytes - 1)) == 0)) {
            check_requests(&desc, &access, 1, wave);
        }
    }
}

void suite_oracle_footprint(void) {
    TEST(test_R13_R15_listed_requests_are_the_counted_ones);
    TEST_LONG_SANITIZED(test_R61_R69_R70_R75_listed_requests_of_every_gpu);
    TEST_LONG_SANITIZED(test_R15_R44_quick_lines_are_the_readable_ones);
    TEST(test_R15_quick_path_knows_widths_that_no_mnemonic_has);
    TEST(test_R44_coverage_byte_by_byte);
    TEST(test_R32_an_eighth_that_lacks_a_byte_is_not_whole);
}
