/* cache.c -- R29 to R32: one cache, by hand (AMD's ISA manuals and optimization guide) */
#include "private.h"

#include <stdlib.h>

#define MEMORY_BYTES 65536

static uint64_t memory[MEMORY_BYTES / 8];

/* What the accesses since make() came to. */
static struct { uint64_t misses, writes_on, evictions, writebacks; } seen;

static gcnmemi_cache* make(uint64_t size, uint32_t ways, uint32_t sector, uint32_t policy) {
    gcnmemi_cache_geometry g = test_cache_geometry(size, ways, 64, sector, policy);
    gcnmemi_cache* cache;
    CHECK(gcnmemi_cache_size_bytes(&g) <= sizeof memory, "12 bytes a line and some");
    memset(memory, 0xa5, sizeof memory);
    cache = gcnmemi_cache_init(memory, sizeof memory, &g);
    memset(&seen, 0, sizeof seen);
    CHECK(cache != NULL, "%u ways", ways);
    return cache;
}

/* The vector L1 of GCN: 16 KB, 4 ways, 64-byte lines: 64 sets, 4096 bytes to the next line of a set. */
static gcnmemi_cache* l1(void) {
    return make(16384, 4, 0, GCNMEMI_CACHE_WRITE_GCN_L1);
}

/* A slice of L2. */
static gcnmemi_cache* l2(void) {
    return make(65536, 16, 0, GCNMEMI_CACHE_WRITE_BACK_MASKED);
}

static gcnmemi_cache_result access(gcnmemi_cache* cache, uint64_t address, uint32_t flags) {
    gcnmemi_cache_result result;
    memset(&result, 0xff, sizeof result);
    gcnmemi_cache_access(cache, address, flags, &result);
    seen.misses += !result.hit;
    seen.writes_on += result.write_on;
    seen.evictions += result.evicted;
    seen.writebacks += result.victim_dirty != 0;
    return result;
}

static uint32_t hits(gcnmemi_cache* cache, uint64_t address, uint32_t flags) {
    return access(cache, address, flags).hit;
}

static void test_R29_a_line_is_64_bytes(void) {
    gcnmemi_cache* cache = l1();
    CHECK_U64(0, hits(cache, 0, GCNMEMI_CACHE_READ), "cold");
    CHECK_U64(1, hits(cache, 63, GCNMEMI_CACHE_READ), "same line");
    CHECK_U64(0, hits(cache, 64, GCNMEMI_CACHE_READ), "next line");
}

/* "A missing line is installed at once, so that a hit on a line still under way counts as a hit." */
static void test_R29_a_miss_installs_at_once(void) {
    gcnmemi_cache* cache = l1();
    gcnmemi_cache_result first = access(cache, 4096, GCNMEMI_CACHE_READ);
    CHECK_U64(1, first.fetch, "one sector to fetch");
    CHECK_U64(0, first.hit + first.evicted + first.write_on + first.victim_dirty, "a plain miss");
    CHECK_U64(1, hits(cache, 4096, GCNMEMI_CACHE_READ), "hit on miss");
}

static void test_R29_the_least_recently_used_leaves(void) {
    gcnmemi_cache* cache = l1();
    gcnmemi_cache_result result;
    uint64_t way;
    for (way = 0; way < 4; ++way) {
        hits(cache, way * 4096, GCNMEMI_CACHE_READ);
    }
    CHECK_U64(1, hits(cache, 0, GCNMEMI_CACHE_READ), "line 0 is the newest now");
    result = access(cache, 4 * 4096, GCNMEMI_CACHE_READ);
    CHECK_U64(1, result.evicted, "a fifth line of one set");
    CHECK_U64(4096, result.victim_address, "line 1 was the oldest");
    CHECK_U64(0, result.victim_dirty, "L1 is never dirty");
    CHECK_U64(1, hits(cache, 0, GCNMEMI_CACHE_READ), "line 0 stays");
    CHECK_U64(0, hits(cache, 4096, GCNMEMI_CACHE_READ), "line 1 left");
    CHECK_U64(1, hits(cache, 64 * 63, GCNMEMI_CACHE_READ) + 1, "another set is not touched");
}

/* Cyclic access to one line more than a set holds always misses; one line less always hits. */
static void test_R29_cyclic_access_thrashes(void) {
    gcnmemi_cache* cache = l1();
    uint64_t i;
    for (i = 0; i < 500; ++i) {
        hits(cache, i % 5 * 4096, GCNMEMI_CACHE_READ);
    }
    CHECK_U64(500, seen.misses, "5 lines in 4 ways");
    cache = l1();
    for (i = 0; i < 500; ++i) {
        hits(cache, i % 4 * 4096, GCNMEMI_CACHE_READ);
    }
    CHECK_U64(4, seen.misses, "4 lines in 4 ways");
}

static void test_R30_a_full_store_stays_a_partial_one_leaves_none(void) {
    gcnmemi_cache* cache = l1();
    gcnmemi_cache_result result = access(cache, 0, GCNMEMI_CACHE_WRITE | GCNMEMI_CACHE_FULL_LINE);
    CHECK_U64(0, result.hit, "a store of a line that is not there");
    CHECK_U64(1, result.write_on, "write-through");
    CHECK_U64(0, result.fetch, "stores fetch nothing");
    CHECK_U64(1, hits(cache, 60, GCNMEMI_CACHE_READ), "a full store stays");
    result = access(cache, 4, GCNMEMI_CACHE_WRITE);
    CHECK_U64(1, result.write_on, "write-through");
    CHECK_U64(0, hits(cache, 60, GCNMEMI_CACHE_READ), "a partial one leaves no copy");
    CHECK_U64(0, access(cache, 128, GCNMEMI_CACHE_WRITE).fetch, "a partial miss");
    CHECK_U64(0, test_cache_probe(cache, 128), "installs nothing");
    CHECK_U64(3, seen.writes_on, "three stores went on");
}

static void test_R31_glc_loads_miss_and_drop(void) {
    gcnmemi_cache* cache = l1();
    gcnmemi_cache_result result;
    hits(cache, 0, GCNMEMI_CACHE_READ);
    result = access(cache, 0, GCNMEMI_CACHE_READ | GCNMEMI_CACHE_GLC);
    CHECK_U64(0, result.hit, "GLC load of a line that is there");
    CHECK_U64(1, result.fetch, "GLC load");
    CHECK_U64(0, test_cache_probe(cache, 0), "the line is dropped");
    CHECK_U64(0, hits(cache, 0, GCNMEMI_CACHE_READ | GCNMEMI_CACHE_GLC), "and not installed");
    CHECK_U64(0, test_cache_probe(cache, 0), "and not installed");
}

static void test_R31_glc_stores_and_atomics_leave_none(void) {
    gcnmemi_cache* cache = l1();
    gcnmemi_cache_result result;
    access(cache, 0, GCNMEMI_CACHE_WRITE | GCNMEMI_CACHE_FULL_LINE | GCNMEMI_CACHE_GLC);
    CHECK_U64(0, test_cache_probe(cache, 0), "GLC store of a whole line");
    hits(cache, 0, GCNMEMI_CACHE_READ);
    result = access(cache, 0, GCNMEMI_CACHE_ATOMIC);
    CHECK_U64(0, result.hit, "an atomic never hits L1");
    CHECK_U64(1, result.write_on, "it goes to L2");
    CHECK_U64(0, result.fetch, "and fetches nothing itself");
    CHECK_U64(0, test_cache_probe(cache, 0), "and drops the line");
}

static void test_R31_slc_installs_nothing_and_keeps_ages(void) {
    gcnmemi_cache* cache = l1();
    uint64_t way;
    CHECK_U64(0, hits(cache, 0, GCNMEMI_CACHE_READ | GCNMEMI_CACHE_SLC), "stream");
    CHECK_U64(0, test_cache_probe(cache, 0), "nothing installed");
    for (way = 0; way < 4; ++way) {
        hits(cache, way * 4096, GCNMEMI_CACHE_READ);
    }
    CHECK_U64(1, hits(cache, 0, GCNMEMI_CACHE_READ | GCNMEMI_CACHE_SLC), "a hit is a hit");
    CHECK_U64(0, access(cache, 4 * 4096, GCNMEMI_CACHE_READ).victim_address, "but line 0 stays the oldest");
    CHECK_U64(0, hits(cache, 0, GCNMEMI_CACHE_READ), "line 0 left");
}

/* L2: stores fetch nothing, dirty bytes are kept until the line leaves; a load of the rest fetches and merges. */
static void test_R32_stores_fetch_nothing(void) {
    gcnmemi_cache* cache = l2();
    gcnmemi_cache_result result = access(cache, 0, GCNMEMI_CACHE_WRITE);
    CHECK_U64(0, result.hit + result.fetch + result.write_on, "a partial store that misses");
    CHECK_U64(0x10000, test_cache_probe(cache, 0), "dirty, not valid");
    CHECK_U64(1, hits(cache, 32, GCNMEMI_CACHE_WRITE), "the next store hits");
    result = access(cache, 0, GCNMEMI_CACHE_READ);
    CHECK_U64(0, result.hit, "a load needs the rest");
    CHECK_U64(1, result.fetch, "a load needs the rest");
    CHECK_U64(0x10001, test_cache_probe(cache, 0), "dirty and valid");
    CHECK_U64(1, hits(cache, 0, GCNMEMI_CACHE_READ), "now it is whole");
    access(cache, 64, GCNMEMI_CACHE_WRITE | GCNMEMI_CACHE_FULL_LINE);
    CHECK_U64(1, hits(cache, 64, GCNMEMI_CACHE_READ), "a full store makes a whole line");
}

static void test_R32_dirty_lines_are_written_back_when_they_leave(void) {
    gcnmemi_cache* cache = l2();
    gcnmemi_cache_result result;
    uint64_t way;
    for (way = 0; way < 16; ++way) {
        result = access(cache, way * 4096, way == 3 ? GCNMEMI_CACHE_WRITE : GCNMEMI_CACHE_READ);
        CHECK_U64(0, result.evicted, "16 ways");
    }
    for (way = 16; way < 20; ++way) {
        result = access(cache, way * 4096, GCNMEMI_CACHE_READ);
        CHECK_U64(1, result.evicted, "way %" PRIu64, way);
        CHECK_U64((way - 16) * 4096, result.victim_address, "way %" PRIu64, way);
        CHECK_U64(way == 19, result.victim_dirty, "only line 3 was written");
    }
    CHECK_U64(1, seen.writebacks, "one");
    CHECK_U64(4, seen.evictions, "four");
}

static void test_R32_atomics_need_the_old_bytes(void) {
    gcnmemi_cache* cache = l2();
    gcnmemi_cache_result result = access(cache, 0, GCNMEMI_CACHE_ATOMIC);
    CHECK_U64(1, result.fetch, "read, modify, write");
    CHECK_U64(0, result.write_on, "L2 performs the atomic");
    CHECK_U64(1, hits(cache, 0, GCNMEMI_CACHE_ATOMIC), "there and dirty now");
    CHECK_U64(0x10001, test_cache_probe(cache, 0), "there and dirty now");
}

static void test_R32_glc_means_nothing_to_a_write_back_cache(void) {
    gcnmemi_cache* cache = l2();
    hits(cache, 0, GCNMEMI_CACHE_READ);
    CHECK_U64(1, hits(cache, 0, GCNMEMI_CACHE_READ | GCNMEMI_CACHE_GLC), "GLC load");
    CHECK_U64(1, hits(cache, 0, GCNMEMI_CACHE_WRITE | GCNMEMI_CACHE_GLC), "GLC store");
    CHECK_U64(1, hits(cache, 0, GCNMEMI_CACHE_READ), "still there");
}

static void test_cache_sectors_are_fetched_one_by_one(void) {
    gcnmemi_cache* cache = make(16384, 4, 16, GCNMEMI_CACHE_WRITE_BACK_MASKED);
    CHECK_U64(4, access(cache, 32, GCNMEMI_CACHE_READ).fetch, "third of four sectors");
    CHECK_U64(0, hits(cache, 16, GCNMEMI_CACHE_READ), "second sector of the same line");
    CHECK_U64(9, access(cache, 0, GCNMEMI_CACHE_READ | GCNMEMI_CACHE_FULL_LINE).fetch, "the two that lack");
    CHECK_U64(0, access(cache, 64, GCNMEMI_CACHE_WRITE | GCNMEMI_CACHE_FULL_SECTOR).fetch, "a whole sector stored");
    CHECK_U64(0, access(cache, 84, GCNMEMI_CACHE_WRITE).fetch, "a part of one stored");
    CHECK_U64(0x30001, test_cache_probe(cache, 64), "one valid, two dirty");
}

/* What a line holds in part stays with it when plain loads of others push it back. */
static void test_R32_what_is_stored_of_a_line_stays_with_it(void) {
    gcnmemi_cache* cache = make(16384, 4, 0, GCNMEMI_CACHE_WRITE_BACK_FILLED);
    hits(cache, 4096, GCNMEMI_CACHE_READ);
    hits(cache, 0, GCNMEMI_CACHE_WRITE | 0x0fu << GCNMEMI_CACHE_EIGHTHS_SHIFT);
    hits(cache, 8192, GCNMEMI_CACHE_READ);
    CHECK_U64(1, hits(cache, 4096, GCNMEMI_CACHE_READ), "valid before the store");
    CHECK_U64(1, hits(cache, 0, GCNMEMI_CACHE_WRITE | 0xf0u << GCNMEMI_CACHE_EIGHTHS_SHIFT), "dirty");
    CHECK_U64(0x10001, test_cache_probe(cache, 0), "both halves are stored");
}

/* The same as any request is served: the line goes to the front, whatever is asked of it. */
static uint32_t general(gcnmemi_cache* cache, uint64_t address, uint32_t flags, gcnmemi_cache_result* result) {
    memset(result, 0, sizeof *result);
    return gcnmemi_cache_visit_line(cache, address, flags, result);
}

static void test_R29_to_R32_quick_visits_are_the_general_ones(void) {
    static uint64_t other[MEMORY_BYTES / 8];
    test_random random = test_random_start(126);
    for (uint64_t round = 0; round < test_many(400); ++round) {
        const uint32_t ways = 1 + (uint32_t)test_random_below(&random, 17);
        const uint32_t policy = (uint32_t)test_random_below(&random, 4);
        const uint32_t sector = test_random_below(&random, 4) == 0 ? 32 : 0;
        const uint64_t size = (1 + test_random_below(&random, 9)) * ways * 64;
        const uint64_t stores = test_random_below(&random, 3) * 10;
        const uint64_t span = size * (1 + test_random_below(&random, 3));
        const gcnmemi_cache_geometry g = test_cache_geometry(size, ways, 64, sector, policy);
        gcnmemi_cache* quick = make(size, ways, sector, policy);
        gcnmemi_cache* plain = gcnmemi_cache_init(other, sizeof other, &g);
        for (int i = 0; i < 1000; ++i) {
            const uint64_t address = test_random_below(&random, span);
            const uint32_t kinds = test_random_below(&random, 2) == 0 ? ~0u : ~(uint32_t)14; /* half are plain */
            const uint32_t flags = test_random_below(&random, 100) < stores
                                       ? (uint32_t)test_random_below(&random, 16384) & kinds
                                       : (uint32_t)GCNMEMI_CACHE_READ;
            gcnmemi_cache_result expected;
            gcnmemi_cache_result got;
            general(plain, address, flags, &expected);
            gcnmemi_cache_access(quick, address, flags, &got);
            CHECK(memcmp(&expected, &got, sizeof got) == 0, "round %" PRIu64 " access %d: 0x%" PRIx64 " flags %u",
                  round, i, address, flags);
        }
        for (uint64_t line = 0; line < span; line += 64) {
            CHECK_U64(test_cache_probe(plain, line), test_cache_probe(quick, line), "round %" PRIu64, round);
        }
    }
}

/* What plain loads ask of the level below L1, among requests of other kinds, is what any request would. */
static void test_R30_quick_loads_meet_L1_as_any_request_does(void) {
    static const gcnmem_device devices[] = {GCNMEM_DEVICE_R9_390X, GCNMEM_DEVICE_RX_480, GCNMEM_DEVICE_VEGA_64,
                                            GCNMEM_DEVICE_RX_6900_XT};
    test_random random = test_random_start(127);
    for (uint64_t round = 0; round < test_many(40); ++round) {
        gcnmem_desc desc = gcnmem_desc_for(devices[round % 4]);
        const uint32_t cu = (uint32_t)test_random_below(&random, 3);
        gcnmemi_levels layout;
        uint64_t total = sizeof layout;
        desc.l1_ways = 1u << test_random_below(&random, 4);
        desc.l1_size_bytes = desc.l1_ways * desc.l1_line_bytes * (16 + (uint32_t)test_random_below(&random, 9));
        gcnmemi_levels_lay_out(&layout, &desc, 3, 0, &total);
        gcnmemi_levels* plain = (gcnmemi_levels*)malloc((size_t)total);
        gcnmemi_levels* quick = (gcnmemi_levels*)malloc((size_t)total);
        const gcnmemi_levels_row* row = &layout.row[GCNMEMI_LEVELS_L1];
        memcpy(plain, &layout, sizeof layout);
        gcnmemi_levels_init(plain, &desc);
        memcpy(quick, plain, (size_t)total);
        CHECK_U64(row->geometry.line_bytes, row->geometry.sector_bytes, "%s", gcnmem_device_card(desc.device));
        for (int i = 0; i < 3000; ++i) {
            const uint64_t line =
                test_random_below(&random, 3 * desc.l1_size_bytes) & ~(uint64_t)(desc.l1_line_bytes - 1);
            const int is_store = test_random_below(&random, 8) == 0;
            const uint32_t flags = is_store ? (uint32_t)GCNMEMI_CACHE_WRITE | (uint32_t)test_random_below(&random, 32)
                                            : (uint32_t)GCNMEMI_CACHE_READ;
            const gcnmemi_levels_request request = gcnmemi_levels_request_of(line, desc.l1_line_bytes, flags);
            gcnmemi_levels_answer expected;
            gcnmemi_levels_answer got;
            gcnmemi_levels_meet(plain, GCNMEMI_LEVELS_L1, cu, &request, &expected);
            if (is_store) {
                gcnmemi_levels_meet(quick, GCNMEMI_LEVELS_L1, cu, &request, &got);
            } else {
                gcnmemi_levels_meet_load(row, gcnmemi_levels_cache(quick, GCNMEMI_LEVELS_L1, cu), line, &got);
            }
            CHECK_U64(expected.count, got.count, "round %" PRIu64 " request %d", round, i);
            for (uint32_t k = 0; k < expected.count && k < got.count; ++k) {
                CHECK_U64(expected.down[k].address, got.down[k].address, "round %" PRIu64 " request %d", round, i);
                CHECK_U64(expected.down[k].bytes, got.down[k].bytes, "round %" PRIu64 " request %d", round, i);
                CHECK_U64(expected.down[k].flags, got.down[k].flags, "round %" PRIu64 " request %d", round, i);
                CHECK_U64(expected.down[k].before, got.down[k].before, "round %" PRIu64 " request %d", round, i);
            }
        }
        CHECK(memcmp(plain, quick, (size_t)total) == 0, "round %" PRIu64 ": the same caches", round);
        free(plain);
        free(quick);
    }
}

void suite_cache(void) {
    TEST(test_R29_a_line_is_64_bytes);
    TEST(test_R29_a_miss_installs_at_once);
    TEST(test_R29_the_least_recently_used_leaves);
    TEST(test_R29_cyclic_access_thrashes);
    TEST(test_R30_a_full_store_stays_a_partial_one_leaves_none);
    TEST(test_R31_glc_loads_miss_and_drop);
    TEST(test_R31_glc_stores_and_atomics_leave_none);
    TEST(test_R31_slc_installs_nothing_and_keeps_ages);
    TEST(test_R32_stores_fetch_nothing);
    TEST(test_R32_dirty_lines_are_written_back_when_they_leave);
    TEST(test_R32_atomics_need_the_old_bytes);
    TEST(test_R32_glc_means_nothing_to_a_write_back_cache);
    TEST(test_cache_sectors_are_fetched_one_by_one);
    TEST(test_R32_what_is_stored_of_a_line_stays_with_it);
    TEST(test_R29_to_R32_quick_visits_are_the_general_ones);
    TEST(test_R30_quick_loads_meet_L1_as_any_request_does);
}
