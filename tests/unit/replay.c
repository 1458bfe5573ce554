/* replay.c -- R29, R30, R44 to R49: waves through the levels, trace lines, and what a replay adds up to */
#include "test.h"

#include "private.h"

#include <stdlib.h>

#if TEST_IS_SANITIZED
#define RANDOM_WAVES 2000
#else
#define RANDOM_WAVES 6000
#endif

static gcnmem_replay* start(const gcnmem_desc* desc, gcnmem_level from) {
    size_t bytes = gcnmem_replay_size_bytes(desc);
    void* memory = malloc(bytes ? bytes : 1);
    gcnmem_replay* replay;
    gcnmem_issue issue;
    if (gcnmem_replay_init(memory, bytes, desc, from, &replay, &issue) != GCNMEM_OK) {
        CHECK(0, "%s %s", issue.field, issue.rule);
        exit(1);
    }
    return replay;
}

static gcnmem_replay* start_device(gcnmem_device device, gcnmem_level from) {
    gcnmem_desc desc = gcnmem_desc_for(device);
    return start(&desc, from);
}

/* What it did so far; ends it. */
static gcnmem_replay_stats end(gcnmem_replay* replay) {
    gcnmem_replay_stats stats = gcnmem_replay_finish(replay);
    free(replay);
    return stats;
}

static void wave(gcnmem_replay* replay, uint32_t cu, const char* mnemonic, uint64_t base, uint64_t step) {
    gcnmem_access access = test_access(mnemonic, step);
    int lane;
    for (lane = 0; lane < GCNMEM_LANES; ++lane) {
        access.address[lane] += base;
    }
    gcnmem_replay_wave(replay, cu, &access);
}

static uint64_t least(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

/* What must hold for any replay of the presets' line sizes. */
static void check_sums(const gcnmem_desc* desc, const gcnmem_replay_stats* s, gcnmem_level from, const char* what) {
    uint64_t causes = 0;
    uint64_t slowest;
    uint64_t end;    /* of DRAM's work, */
    uint64_t worked; /* ... while it had requests */
    uint64_t burst_bytes = gcnmemi_desc_burst_bytes(desc);
    int i;
    CHECK_U64(s->l1.reads + s->l1.writes, s->l1.hits + s->l1.misses, "%s: L1", what);
    CHECK_U64(s->scalar_l1.reads + s->scalar_l1.writes, s->scalar_l1.hits + s->scalar_l1.misses, "%s: scalar", what);
    CHECK_U64(s->l2.reads + s->l2.writes, s->l2.hits + s->l2.misses, "%s: L2", what);
    CHECK_U64(0, s->l1.moved_bytes % desc->l1_line_bytes, "%s: L1 moves whole lines", what);
    CHECK_U64(0, s->l1.writebacks + s->scalar_l1.writebacks, "%s: L1 is never dirty", what);
    if (from == GCNMEM_LEVEL_L1) {
        CHECK_U64(s->l1.misses + s->scalar_l1.misses, s->l2.reads + s->l2.writes, "%s: L1 misses are L2 requests",
                  what);
        CHECK_U64(s->l1.moved_bytes + s->scalar_l1.moved_bytes, s->l2.useful_bytes, "%s", what);
    }
    if (from != GCNMEM_LEVEL_DRAM) {
        CHECK_U64(s->l2.moved_bytes, s->dram.bytes, "%s: what L2 moves is what DRAM moves", what);
        CHECK_U64(0, s->l2.moved_bytes % desc->l2_line_bytes, "%s: L2 moves whole lines", what);
        CHECK_U64(s->l2.writebacks * (desc->l2_line_bytes / burst_bytes), s->dram.writes, "%s: write-backs", what);
    }
    CHECK_U64((s->dram.reads + s->dram.writes) * burst_bytes, s->dram.bytes, "%s: whole bursts", what);
    for (i = 0; i < GCNMEM_DRAM_LIMITS; ++i) {
        causes += s->dram.limit_clocks[i];
    }
    CHECK_U64(desc->dram_channels * s->dram.clocks, causes, "%s: busy + causes = channels * clocks", what);
    end = (s->dram.clocks * desc->core_clock_mhz * desc->dram_data_rate + desc->dram_mbps_per_pin - 1) /
          desc->dram_mbps_per_pin;
    worked = causes == 0 ? 0 : end * (causes - s->dram.limit_clocks[GCNMEM_DRAM_LIMIT_SUPPLY]) / causes;
    CHECK(s->dram_clocks + 1 >= worked && s->dram_clocks <= worked + 1,
          "%s: DRAM is busy while it has requests: %" PRIu64 " of %" PRIu64 " clocks", what, s->dram_clocks, end);
    slowest = s->slowest == GCNMEM_LEVEL_L1    ? s->l1_clocks
              : s->slowest == GCNMEM_LEVEL_GL1 ? s->gl1_clocks
              : s->slowest == GCNMEM_LEVEL_L2  ? s->l2_clocks
              : s->slowest == GCNMEM_LEVEL_L3  ? s->l3_clocks
                                               : worked;
    CHECK(slowest + 1 >= s->l1_clocks && slowest + 1 >= s->l2_clocks && slowest >= worked,
          "%s: %s, L1 %" PRIu64 ", L2 %" PRIu64 ", DRAM %" PRIu64, what, gcnmem_name_of(GCNMEM_NAMES_LEVEL, s->slowest),
          s->l1_clocks, s->l2_clocks, worked);
    CHECK(s->l2_clocks >= s->l2_mean_clocks, "%s: the busiest channel", what);
    CHECK(s->clocks >= s->l1_clocks && s->clocks >= s->l2_clocks && s->clocks >= end, "%s", what);
    CHECK(s->dram_bytes_per_second <= gcnmem_desc_dram_bytes_per_second(desc), "%s: faster than its pins", what);
    CHECK(s->seconds_e12 - s->clocks * 1000000 / desc->core_clock_mhz <= 1, "%s: clocks to picoseconds", what);
}

/* ---- R29, R30 ---- */

static void test_R29_a_wave_looks_up_each_line_of_each_group(void) {
    gcnmem_replay* replay = start_device(GCNMEM_DEVICE_R9_390X, GCNMEM_LEVEL_L1);
    gcnmem_replay_stats s;
    wave(replay, 0, "buffer_load_dword", 0, 4); /* 4 groups, a line each */
    s = gcnmem_replay_finish(replay);
    CHECK_U64(4, s.l1.reads, "linear");
    CHECK_U64(4, s.l1.misses, "linear");
    wave(replay, 0, "buffer_load_dwordx2", 4096, 8); /* 16 groups, half a line each: hit on miss */
    s = gcnmem_replay_finish(replay);
    CHECK_U64(4 + 16, s.l1.reads, "TCP_TOTAL_CACHE_ACCESSES");
    CHECK_U64(4 + 8, s.l1.misses, "8 lines");
    wave(replay, 0, "buffer_load_dwordx2", 4096, 8);
    s = end(replay);
    CHECK_U64(4 + 16 + 16, s.l1.reads, "again");
    CHECK_U64(4 + 8, s.l1.misses, "all there");
    CHECK_U64(256 + 512 + 512, s.l1.useful_bytes, "what the lanes asked for");
    CHECK_U64(12 * 64, s.l1.moved_bytes, "what came");
}

static void test_R30_full_line_stores_stay_partial_ones_do_not(void) {
    gcnmem_replay* replay = start_device(GCNMEM_DEVICE_R9_390X, GCNMEM_LEVEL_L1);
    gcnmem_replay_stats s;
    wave(replay, 0, "buffer_store_dword", 0, 4);
    s = gcnmem_replay_finish(replay);
    CHECK_U64(16, s.l1.writes, "R12: 16 groups");
    CHECK_U64(4, s.l1.misses, "L1 misses = L2 requests");
    CHECK_U64(4, s.l2.writes, "L1 misses = L2 requests");
    CHECK_U64(0, s.dram.bytes, "R32: stores fetch nothing");
    wave(replay, 0, "buffer_load_dword", 0, 4);
    CHECK_U64(4, gcnmem_replay_finish(replay).l1.misses, "whole lines stayed");
    wave(replay, 0, "buffer_store_byte", 0, 4); /* one byte of each dword */
    CHECK_U64(4 + 4, gcnmem_replay_finish(replay).l1.misses, "four more requests");
    wave(replay, 0, "buffer_load_dword", 0, 4);
    s = end(replay);
    CHECK_U64(4 + 4 + 4, s.l1.misses, "partial stores left no copy");
    CHECK_U64(4, s.l2.reads, "so L2 is asked");
    CHECK_U64(4 + 4, s.l2.hits, "and has it: 4 partial stores, 4 loads");
}

/* ---- R44 ---- */

static void test_R44_a_line_is_covered_by_all_lanes_together(void) {
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_390X);
    int lanes;
    for (lanes = 15; lanes <= 17; ++lanes) {
        gcnmem_replay* replay = start(&desc, GCNMEM_LEVEL_L1);
        gcnmem_access access = test_access("buffer_store_dword", 4);
        gcnmem_replay_stats s;
        int lane;
        for (lane = 0; lane < lanes; ++lane) { /* spread over the wave, so over its issue groups */
            access.address[lane * 3 % 64] = (uint64_t)lane * 4;
        }
        access.exec_mask = 0;
        for (lane = 0; lane < lanes; ++lane) {
            access.exec_mask |= UINT64_C(1) << lane * 3 % 64;
        }
        gcnmem_replay_wave(replay, 0, &access);
        access = test_access("buffer_load_dword", 0);
        gcnmem_replay_wave(replay, 0, &access);
        s = end(replay);
        CHECK_U64(lanes >= 16 ? 0 : 1, s.l2.reads, "%d lanes of 4 bytes on a line of 64", lanes);
    }
}

/* An 8 x 8 tile of r32f is four whole lines, whichever instruction stores it. */
static void test_R44_image_stores_cover_lines_too(void) {
    gcnmem_replay* replay = start_device(GCNMEM_DEVICE_R9_390X, GCNMEM_LEVEL_L1);
    gcnmem_access access = test_access_image("image_store", "r32f");
    gcnmem_replay_stats s;
    gcnmem_replay_wave(replay, 0, &access);
    access = test_access_image("image_load", "r32f");
    gcnmem_replay_wave(replay, 0, &access);
    s = end(replay);
    CHECK_U64(4, s.l2.writes, "256 bytes");
    CHECK_U64(0, s.l2.reads, "R30: whole lines stay valid");
}

static void test_R44_atomics_go_to_L2(void) {
    gcnmem_replay* replay = start_device(GCNMEM_DEVICE_R9_390X, GCNMEM_LEVEL_L1);
    gcnmem_replay_stats s;
    wave(replay, 0, "buffer_load_dword", 0, 4);
    wave(replay, 0, "buffer_atomic_add", 0, 4);
    s = gcnmem_replay_finish(replay);
    CHECK_U64(4, s.l2.writes, "four lines");
    CHECK_U64(4 + 4, s.l1.misses, "an atomic never hits L1");
    wave(replay, 0, "buffer_load_dword", 0, 4);
    s = gcnmem_replay_finish(replay);
    CHECK_U64(8, s.l2.reads, "R31: and leaves no copy there");
    CHECK_U64(8, s.l2.hits, "4 atomics and 4 loads");
    wave(replay, 0, "buffer_atomic_add", 65536, 0);
    s = end(replay);
    CHECK_U64(4 + 64, s.l2.writes, "R13: those to one address stay separate");
    CHECK_U64(5 * 64, s.dram.bytes, "the line is fetched once");
}

static void test_R24_scalar_loads_go_through_the_scalar_cache(void) {
    gcnmem_replay* replay = start_device(GCNMEM_DEVICE_R9_390X, GCNMEM_LEVEL_L1);
    gcnmem_replay_stats s;
    wave(replay, 0, "s_load_dwordx4", 256, 0);
    wave(replay, 3, "s_load_dwordx4", 256 + 48, 0); /* CUs 0 to 3 share one */
    s = gcnmem_replay_finish(replay);
    CHECK_U64(2, s.scalar_l1.reads, "two loads");
    CHECK_U64(1, s.scalar_l1.hits, "one line, one cluster");
    CHECK_U64(32, s.scalar_l1.useful_bytes, "16 bytes each");
    CHECK_U64(0, s.l1.reads, "not the vector L1");
    wave(replay, 4, "s_load_dwordx4", 256, 0);
    wave(replay, 4, "s_load_dwordx16", 1024 + 32, 0);
    s = end(replay);
    CHECK_U64(1, s.scalar_l1.hits, "another cluster");
    CHECK_U64(5, s.scalar_l1.reads, "64 bytes over two lines");
    CHECK_U64(4, s.l2.reads, "four misses");
}

/* ---- R45 ---- */

static void test_R45_plain_accesses_meet_the_L1_of_CU_0(void) {
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_390X);
    gcnmem_replay* replay = start(&desc, GCNMEM_LEVEL_L1);
    gcnmem_replay_stats s;
    uint64_t i;
    gcnmem_replay_access(replay, 0, 256, 0);
    wave(replay, 0, "buffer_load_dword", 0, 4);
    CHECK_U64(4, gcnmem_replay_finish(replay).l1.hits, "CU 0 has the lines");
    wave(replay, 1, "buffer_load_dword", 0, 4);
    CHECK_U64(4, end(replay).l1.hits, "CU 1 has not");
    replay = start(&desc, GCNMEM_LEVEL_L1);
    for (i = 0; i < 10000; ++i) {
        gcnmem_replay_access(replay, 0, 4, 0);
    }
    s = end(replay);
    CHECK_U64((10000 + 43) / 44, s.l1_clocks, "10000 lookups over 44 CUs");
    CHECK_U64(9999, s.l1.hits, "one line");
    CHECK_U64(40000, s.l1.useful_bytes, "4 bytes each");
}

static void test_R45_accesses_are_cut_into_lines(void) {
    gcnmem_replay* replay = start_device(GCNMEM_DEVICE_R9_390X, GCNMEM_LEVEL_L1);
    gcnmem_replay_stats s;
    gcnmem_replay_access(replay, 60, 8, 0);
    gcnmem_replay_access(replay, 4096, 4096, 0);
    gcnmem_replay_access(replay, 8192, 0, 0);
    s = end(replay);
    CHECK_U64(3, s.lines, "three accesses");
    CHECK_U64(2 + 64, s.l1.reads, "two lines, 64 lines, none");
    CHECK_U64(8 + 4096, s.l1.useful_bytes, "asked for");
    CHECK_U64(66 * 64, s.l1.moved_bytes, "moved");
}

/* ---- R46 to R49 ---- */

static void test_R46_an_L2_channel_takes_one_request_a_clock(void) {
    gcnmem_replay* replay = start_device(GCNMEM_DEVICE_R9_390X, GCNMEM_LEVEL_L2);
    uint64_t i;
    for (i = 0; i < 1600; ++i) {
        gcnmem_replay_access(replay, 0, 64, 0);
    }
    CHECK_U64(1600, end(replay).l2_clocks, "one channel");
    replay = start_device(GCNMEM_DEVICE_R9_390X, GCNMEM_LEVEL_L2);
    for (i = 0; i < 1600; ++i) {
        gcnmem_replay_access(replay, i % 16 * 256, 64, 0);
    }
    CHECK_U64(100, end(replay).l2_clocks, "16 channels");
}

static void test_R47_the_busiest_part_is_named(void) {
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_390X);
    gcnmem_replay* replay = start(&desc, GCNMEM_LEVEL_L1);
    gcnmem_replay_stats s;
    uint64_t i;
    for (i = 0; i < 1000; ++i) {
        wave(replay, 5, "buffer_load_dword", 0, 0);
    }
    s = end(replay);
    check_sums(&desc, &s, GCNMEM_LEVEL_L1, "one line, one CU");
    CHECK_U64(GCNMEM_LEVEL_L1, s.slowest, "one line, one CU");
    CHECK(s.l1_clocks >= 4000 && s.l1_clocks < 4000 + 200, "4 clocks a wave: %" PRIu64, s.l1_clocks);
    replay = start(&desc, GCNMEM_LEVEL_L2);
    for (i = 0; i < 10000; ++i) {
        gcnmem_replay_access(replay, 0, 64, 0);
    }
    s = end(replay);
    check_sums(&desc, &s, GCNMEM_LEVEL_L2, "one line of L2");
    CHECK_U64(GCNMEM_LEVEL_L2, s.slowest, "one line of L2");
    replay = start(&desc, GCNMEM_LEVEL_DRAM);
    for (i = 0; i < 10000; ++i) {
        gcnmem_replay_access(replay, i * 64, 64, 0);
    }
    s = end(replay);
    check_sums(&desc, &s, GCNMEM_LEVEL_DRAM, "a stream from DRAM");
    CHECK_U64(GCNMEM_LEVEL_DRAM, s.slowest, "a stream from DRAM");
    CHECK_U64(GCNMEM_DRAM_LIMIT_INTERFACE, s.dram_limit, "a stream from DRAM");
    s = end(start(&desc, GCNMEM_LEVEL_DRAM));
    CHECK_U64(0, s.clocks, "nothing");
    CHECK_U64(GCNMEM_LEVEL_L1, s.slowest, "of what took no time the first");
}

/* All CUs want one channel of L2: that is where the time goes, and the CUs only wait for it. */
/* Lanes all over 8 MB, from so many CUs, each with as many waves; the engine `times` as fast. */
static gcnmem_replay_stats gather(gcnmem_device device, uint32_t cus, uint32_t times) {
    gcnmem_desc desc = gcnmem_desc_for(device);
    gcnmem_access access = test_access("buffer_load_dword", 0);
    uint64_t seed = 1;
    desc.core_clock_mhz *= times;
    gcnmem_replay* replay = start(&desc, GCNMEM_LEVEL_L1);
    for (uint32_t i = 0; i < 100 * cus; ++i) {
        for (uint32_t lane = 0; lane < GCNMEM_LANES; ++lane) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            access.address[lane] = (seed >> 33) % 0x800000 & ~(uint64_t)3;
        }
        gcnmem_replay_wave(replay, i % cus, &access);
    }
    return end(replay);
}

/* DRAM is done last, since what it gets last comes last; what works all the time is L1, and a faster one is twice as
   fast. Where DRAM works all the time it is not. */
static void test_R47_a_faster_engine_shows_whether_L1_is_the_slowest(void) {
    static const gcnmem_device devices[] = {GCNMEM_DEVICE_R9_FURY_X, GCNMEM_DEVICE_VEGA_64};
    for (uint32_t i = 0; i < 2; ++i) {
        for (uint32_t cus = 1; cus <= 64; cus *= 2) {
            const gcnmem_replay_stats s = gather(devices[i], cus, 1);
            const uint64_t ratio_e2 = s.seconds_e12 * 100 / gather(devices[i], cus, 2).seconds_e12;
            const int is_l1 = ratio_e2 > 130;
            CHECK((ratio_e2 > 110 && ratio_e2 < 150) || (s.slowest == GCNMEM_LEVEL_L1) == is_l1,
                  "%s, %u CUs: %s, %u %% as fast", gcnmem_device_card(devices[i]), cus,
                  gcnmem_name_of(GCNMEM_NAMES_LEVEL, s.slowest), (unsigned)ratio_e2);
            CHECK((cus > 1 || is_l1) && (cus < 64 || !is_l1), "%s, %u CUs: %u %% as fast",
                  gcnmem_device_card(devices[i]), cus, (unsigned)ratio_e2);
        }
    }
}

static void test_R47_a_crowded_L2_channel_is_the_slowest(void) {
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_390X);
    gcnmem_replay* replay = start(&desc, GCNMEM_LEVEL_L1);
    gcnmem_replay_stats s;
    uint32_t i;
    for (i = 0; i < 44 * 40; ++i) {
        wave(replay, i % 44, "buffer_atomic_add", 0, 0); /* 64 requests each, all to one line */
    }
    s = end(replay);
    CHECK_U64(44 * 40 * 64, s.l2.writes, "requests");
    CHECK(s.l2_clocks >= 44 * 40 * 64, "one channel: %" PRIu64 " clocks", s.l2_clocks);
    CHECK_U64(GCNMEM_LEVEL_L2, s.slowest, "L1 %" PRIu64 ", L2 %" PRIu64 " clocks", s.l1_clocks, s.l2_clocks);
}

static void test_R48_dram_clocks_relate_to_engine_clocks(void) {
    static const uint32_t mhz[] = {500, 1000, 1500, 997};
    size_t i;
    for (i = 0; i < sizeof mhz / sizeof mhz[0]; ++i) {
        gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_390X); /* 6000 Mb/s, 4 transfers a clock: 1500 MHz */
        gcnmem_replay* replay;
        gcnmem_replay_stats s;
        uint64_t k;
        CHECK_U64(1500, desc.dram_mbps_per_pin / desc.dram_data_rate, "GDDR5");
        desc.core_clock_mhz = mhz[i];
        replay = start(&desc, GCNMEM_LEVEL_DRAM);
        for (k = 0; k < 5000; ++k) {
            gcnmem_replay_access(replay, k * 64, 64, 0);
        }
        s = end(replay);
        CHECK_U64((s.dram.clocks * mhz[i] + 1499) / 1500, s.clocks, "engine at %u MHz", mhz[i]);
        check_sums(&desc, &s, GCNMEM_LEVEL_DRAM, "R48");
    }
}

/* 64 lines in 16 issue groups: the L1 could serve them in 16 clocks, the port toward L2 needs 64. */
static void test_R49_a_CU_sends_one_request_a_clock(void) {
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_390X);
    gcnmem_replay* replay = start(&desc, GCNMEM_LEVEL_L1);
    gcnmem_access access = test_access("buffer_load_dwordx4", 64);
    uint64_t first;
    int lane;
    for (lane = 0; lane < GCNMEM_LANES; ++lane) {
        access.address[lane] += (uint64_t)(lane % 4) * 16; /* no bank twice in a group */
    }
    CHECK_U64(16, gcnmem_cost_wave(&desc, &access).clocks, "64 lines, 4 tag banks, 16 groups");
    gcnmem_replay_wave(replay, 7, &access);
    first = gcnmem_replay_finish(replay).l1_clocks;
    CHECK(first >= 64 && first < 64 + 64, "64 misses: %" PRIu64 " clocks", first);
    gcnmem_replay_wave(replay, 7, &access);
    CHECK_U64(first + 16, end(replay).l1_clocks, "64 hits");
}

/* "In order: one whose memory channel is full holds up those behind it": one CU, one channel, so both take as long. */
static void test_R49_a_full_memory_channel_holds_the_CU_up(void) {
    gcnmem_replay* replay = start_device(GCNMEM_DEVICE_R9_390X, GCNMEM_LEVEL_L1);
    gcnmem_replay_stats s;
    uint64_t i;
    for (i = 0; i < 1000; ++i) {
        wave(replay, 0, "buffer_load_dword", i * 4096, 4);
    }
    s = end(replay);
    CHECK(s.dram_clocks > 2 * 4000, "4000 lines of one channel: %" PRIu64 " clocks", s.dram_clocks);
    CHECK(s.l1_clocks <= s.dram_clocks && s.l1_clocks + 200 > s.dram_clocks, "L1 %" PRIu64 ", DRAM %" PRIu64,
          s.l1_clocks, s.dram_clocks);
}

/* Waves of a whole machine that read four arrays, each from its start to its end. */
static gcnmem_replay_stats four_streams(const gcnmem_desc* desc, gcnmem_level from, uint64_t waves) {
    gcnmem_replay* replay = start(desc, from);
    uint64_t w;
    for (w = 0; w < waves; ++w) {
        wave(replay, (uint32_t)(w / 4 % desc->cu_count), "global_load_dwordx4", (w % 4 * waves + w) / 4 * 1024, 16);
    }
    return end(replay);
}

/* What waits for memory does not keep the port toward L2 busy: streams take as long as the longer of the two. */
static void test_R49_a_full_memory_channel_leaves_the_port_alone(void) {
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_MI60);
    const uint64_t waves = 64 * 400;
    gcnmem_replay_stats s = four_streams(&desc, GCNMEM_LEVEL_L1, waves);
    gcnmem_replay_stats memory = four_streams(&desc, GCNMEM_LEVEL_L2, waves);
    uint64_t port = waves / desc.cu_count * 16 * desc.l1_request_clocks;
    CHECK(port < memory.clocks, "port %" PRIu64 ", memory %" PRIu64, port, memory.clocks);
    CHECK(s.clocks >= memory.clocks && s.clocks < memory.clocks + memory.clocks / 10,
          "port %" PRIu64 ", memory %" PRIu64 ", both %" PRIu64 " clocks", port, memory.clocks, s.clocks);
}

/* ---- vcopy: 1 Mi doubles from one array to another, 256 threads a group, 16384 waves over 120 CUs ---- */

static void test_vcopy_on_mi100(void) {
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_MI100);
    gcnmem_replay* replay = start(&desc, GCNMEM_LEVEL_L1);
    gcnmem_replay_stats s;
    uint64_t w;
    for (w = 0; w < 16384; ++w) {
        uint32_t cu = (uint32_t)(w / 4 % 120);
        wave(replay, cu, "global_load_dwordx2", w * 512, 8);
        wave(replay, cu, "global_store_dwordx2", (UINT64_C(1) << 30) + w * 512, 8);
    }
    s = end(replay);
    check_sums(&desc, &s, GCNMEM_LEVEL_L1, "vcopy");
    CHECK_U64(32768, s.lines, "16384 waves, a load and a store each");
    CHECK_U64(262144, s.l1.reads, "16 a wave");
    CHECK_U64(262144, s.l1.writes, "16 a wave");
    CHECK_U64(131072, s.l2.reads, "8 MiB in lines of 64 bytes");
    CHECK_U64(131072, s.l2.writes, "8 MiB in lines of 64 bytes");
    CHECK_U64(262144, s.l1.misses, "every line once");
    CHECK_U64(262144, s.l1.hits, "the other half of each line");
    CHECK_U64(2 * 8388608, s.l1.useful_bytes, "each byte once");
    CHECK_U64(2 * 8388608, s.l1.moved_bytes, "each byte once");
    CHECK_U64(131072, s.l2.misses - (s.l2.writes - (s.l2.hits)), "every load misses L2");
    CHECK_U64(8388608 + s.l2.writebacks * 64, s.dram.bytes, "loads, and what left L2");
    CHECK(s.dram_bytes_per_second > gcnmem_desc_dram_bytes_per_second(&desc) / 4, "%" PRIu64 " bytes a second",
          s.dram_bytes_per_second);
}

/* ---- bytes ---- */

static void test_useful_and_moved_bytes(void) {
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_390X);
    gcnmem_replay* replay = start(&desc, GCNMEM_LEVEL_L1);
    gcnmem_replay_stats s;
    wave(replay, 0, "buffer_load_dword", 0, 4096); /* 4 bytes of each of 64 lines */
    s = end(replay);
    CHECK_U64(256, s.l1.useful_bytes, "4 bytes a lane");
    CHECK_U64(4096, s.l1.moved_bytes, "64 bytes a lane");
    CHECK_U64(4096, s.l2.useful_bytes, "what L1 asked for");
    CHECK_U64(4096, s.l2.moved_bytes, "what DRAM moved");
    CHECK_U64(4096, s.dram.bytes, "what DRAM moved");
    CHECK_U64(128, s.dram.reads, "bursts of 32 bytes");
    check_sums(&desc, &s, GCNMEM_LEVEL_L1, "a column");
    desc = gcnmem_desc_for(GCNMEM_DEVICE_MI210);
    replay = start(&desc, GCNMEM_LEVEL_L1);
    wave(replay, 0, "global_load_dword", 0, 4096);
    s = end(replay);
    CHECK_U64(4096, s.l2.useful_bytes, "MI210: L1 lines of 64 bytes");
    CHECK_U64(8192, s.l2.moved_bytes, "MI210: L2 lines of 128 bytes");
    CHECK_U64(8192, s.dram.bytes, "MI210: L2 lines of 128 bytes");
}

static void test_dram_bytes_are_whole_bursts(void) {
    gcnmem_replay* replay = start_device(GCNMEM_DEVICE_R9_FURY_X, GCNMEM_LEVEL_DRAM);
    gcnmem_replay_stats s;
    gcnmem_replay_access(replay, 3, 1, 0); /* bursts of 64 bytes */
    CHECK_U64(64, gcnmem_replay_finish(replay).dram.bytes, "one byte");
    gcnmem_replay_access(replay, 63, 2, 1);
    s = end(replay);
    CHECK_U64(64 + 128, s.dram.bytes, "two bytes on an edge");
    CHECK_U64(2, s.dram.writes, "two bytes on an edge");
    CHECK_U64(0, s.l2.reads + s.l2.writes + s.l1.reads + s.l1.writes, "from DRAM on, nothing above it");
}

/* ---- where accesses enter ---- */

/* GCN has neither GL1 nor L3: accesses meet the next level. */
static gcnmem_level level_or_next(gcnmem_level from) {
    return from == GCNMEM_LEVEL_GL1 ? GCNMEM_LEVEL_L2 : from == GCNMEM_LEVEL_L3 ? GCNMEM_LEVEL_DRAM : from;
}

static void test_from_names_the_first_level(void) {
    int from;
    for (from = GCNMEM_LEVEL_L1; from <= GCNMEM_LEVEL_DRAM; ++from) {
        gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_390X);
        gcnmem_replay* replay = start(&desc, (gcnmem_level)from);
        gcnmem_level met = level_or_next((gcnmem_level)from);
        gcnmem_replay_stats s;
        int i;
        for (i = 0; i < 3; ++i) {
            gcnmem_replay_access(replay, 4096, 64, 0);
            wave(replay, 1, "buffer_load_dword", 0, 4);
            wave(replay, 1, "s_load_dword", 8192, 0);
        }
        s = end(replay);
        check_sums(&desc, &s, met, gcnmem_name_of(GCNMEM_NAMES_LEVEL, from));
        CHECK_U64(from == GCNMEM_LEVEL_L1 ? 15 : 0, s.l1.reads, "from %d: 3 * (1 + 4)", from);
        CHECK_U64(from == GCNMEM_LEVEL_L1 ? 3 : 0, s.scalar_l1.reads, "from %d", from);
        CHECK_U64(from == GCNMEM_LEVEL_L1 ? 6 : met == GCNMEM_LEVEL_L2 ? 18 : 0, s.l2.reads, "from %d", from);
        CHECK_U64(met == GCNMEM_LEVEL_DRAM ? 3 * (2 + 8 + 2) : 12, s.dram.reads, "from %d: bursts of 32 bytes", from);
        CHECK_U64(9, s.lines, "from %d: accesses replayed", from);
    }
    CHECK_TEXT("l1", gcnmem_name_of(GCNMEM_NAMES_LEVEL, GCNMEM_LEVEL_L1), "name");
    CHECK_TEXT("gl1", gcnmem_name_of(GCNMEM_NAMES_LEVEL, GCNMEM_LEVEL_GL1), "name");
    CHECK_TEXT("l2", gcnmem_name_of(GCNMEM_NAMES_LEVEL, GCNMEM_LEVEL_L2), "name");
    CHECK_TEXT("l3", gcnmem_name_of(GCNMEM_NAMES_LEVEL, GCNMEM_LEVEL_L3), "name");
    CHECK_TEXT("dram", gcnmem_name_of(GCNMEM_NAMES_LEVEL, GCNMEM_LEVEL_DRAM), "name");
}

static void test_a_level_that_is_none_is_refused(void) {
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_390X);
    gcnmem_replay* replay;
    gcnmem_issue issue;
    char rule[80];
    CHECK(gcnmem_replay_init(NULL, 0, &desc, (gcnmem_level)99, &replay, &issue) == GCNMEM_ERROR_VALUE, "level 99");
    gcnmem_issue_text(&issue, rule, sizeof rule);
    CHECK_TEXT("from", issue.field, "field");
    CHECK_TEXT("is 99: the last level is 4", rule, "rule");
}

/* Below L1 too, a partial store is no whole line and an atomic needs the old bytes (R32). */
static void test_R32_stores_and_atomics_from_L2(void) {
    gcnmem_replay* replay = start_device(GCNMEM_DEVICE_R9_390X, GCNMEM_LEVEL_L2);
    gcnmem_replay_stats s;
    gcnmem_replay_access(replay, 0, 16, 1);
    CHECK_U64(0, gcnmem_replay_finish(replay).dram.bytes, "a store fetches nothing");
    gcnmem_replay_access(replay, 0, 64, 0);
    s = end(replay);
    CHECK_U64(64, s.dram.bytes, "a load fetches the other 48 bytes");
    CHECK_U64(0, s.l2.hits, "so it was a miss");
    replay = start_device(GCNMEM_DEVICE_R9_390X, GCNMEM_LEVEL_L2);
    wave(replay, 0, "buffer_store_dword", 0, 64);
    wave(replay, 0, "buffer_load_dword", 4, 64);
    CHECK_U64(64, end(replay).l2.misses - 64, "4 bytes of each line were stored, others are wanted");
    replay = start_device(GCNMEM_DEVICE_R9_390X, GCNMEM_LEVEL_L2);
    wave(replay, 0, "buffer_atomic_add", 0, 4);
    CHECK_U64(256, end(replay).dram.bytes, "atomics fetch");
}

/* MI200: 128 bytes a request, when one load misses both lines; not those of two loads, and no stores. */
static void test_R61_neighbouring_lines_go_to_L2_together(void) {
    static const struct {
        const char* op;
        uint64_t stride_bytes;
        uint64_t requests;
    } rows[] = {{"global_load_dword", 4, 2},    {"global_load_dwordx2", 8, 4}, {"global_load_dword", 64, 32},
                {"global_load_dword", 128, 64}, {"global_store_dword", 4, 4},  {"global_atomic_add", 4, 4}};
    uint32_t i;
    for (i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        gcnmem_replay* replay = start_device(GCNMEM_DEVICE_MI210, GCNMEM_LEVEL_L1);
        gcnmem_replay_stats s;
        wave(replay, 0, rows[i].op, 0, rows[i].stride_bytes);
        s = end(replay);
        CHECK_U64(rows[i].requests, s.l2.reads + s.l2.writes, "%s, %" PRIu64 " bytes apart", rows[i].op,
                  rows[i].stride_bytes);
    }
    {
        gcnmem_replay* replay = start_device(GCNMEM_DEVICE_MI210, GCNMEM_LEVEL_L1);
        gcnmem_replay_access(replay, 64, 64, 0);
        gcnmem_replay_access(replay, 0, 64, 0);
        CHECK_U64(2, end(replay).l2.reads, "two loads");
    }
}

/* Accesses that name no CU leave what they fetched in the L2 of CU 0's die: its waves find it, others do not. */
static void test_R45_plain_accesses_are_cu_0_s(void) {
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_MI300X);
    uint64_t misses[3];
    desc.cu_count = desc.die_count;
    for (uint32_t cu = 0; cu < 3; ++cu) { /* the last: nobody's wave */
        gcnmem_replay* replay = start(&desc, GCNMEM_LEVEL_L1);
        for (uint64_t line = 0; line < 4 * desc.l1_size_bytes / desc.l1_line_bytes; ++line) {
            gcnmem_replay_access(replay, line * desc.l1_line_bytes, desc.l1_line_bytes, 0);
        }
        if (cu < 2) {
            wave(replay, cu, "buffer_load_dword", 0, 4);
        }
        misses[cu] = end(replay).l2.misses;
    }
    CHECK_U64(misses[2], misses[0], "CU 0 finds it");
    CHECK(misses[1] > misses[2], "%" PRIu64 " misses with a wave of CU 1, %" PRIu64 " without", misses[1], misses[2]);
}

/* "Dirty bytes are kept by mask until the line leaves": two stored halves of 64 bytes make a whole line of MI200. */
static void test_R32_stored_bytes_that_make_a_line_need_no_fetch(void) {
    gcnmem_replay* replay = start_device(GCNMEM_DEVICE_MI210, GCNMEM_LEVEL_L1);
    gcnmem_replay_stats s;
    wave(replay, 0, "global_store_dword", 0, 4);
    wave(replay, 1, "global_load_dword", 0, 4);
    s = end(replay);
    CHECK_U64(4, s.l2.writes, "256 bytes in lines of L1");
    CHECK_U64(2, s.l2.reads, "256 bytes, two lines of L1 a request (R61)");
    CHECK_U64(0, s.dram.reads, "every byte was stored before it was loaded");
}

/* ---- memory ---- */

static void check_refused(void* memory, size_t bytes, const gcnmem_desc* desc, gcnmem_result result, const char* field,
                          uint64_t value, uint64_t limit) {
    gcnmem_issue issue;
    gcnmem_replay* replay;
    CHECK(gcnmem_replay_init(memory, bytes, desc, GCNMEM_LEVEL_L1, &replay, &issue) == result, "%s", field);
    CHECK(replay == NULL, "%s", field);
    CHECK(strcmp(issue.field, field) == 0, "%s, not %s", issue.field, field);
    CHECK_U64(value, issue.value, "%s", field);
    CHECK_U64(limit, issue.limit, "%s", field);
    CHECK(gcnmem_replay_init(memory, bytes, desc, GCNMEM_LEVEL_L1, &replay, NULL) == result, "nobody asks why");
}

static void test_replay_memory_is_known_and_enough(void) {
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_HD_7770);
    size_t bytes = gcnmem_replay_size_bytes(&desc);
    void* memory = malloc(bytes);
    gcnmem_replay* replay;
    gcnmem_replay_stats s;
    gcnmem_issue issue;
    uint64_t i;
    CHECK(bytes > 0 && bytes < 4 << 20, "%lu bytes", (unsigned long)bytes);
    check_refused(NULL, bytes, &desc, GCNMEM_ERROR_LIMIT, "memory", 0, bytes);
    check_refused(memory, bytes - 1, &desc, GCNMEM_ERROR_LIMIT, "memory", bytes - 1, bytes);
    check_refused((char*)memory + 4, bytes, &desc, GCNMEM_ERROR_VALUE, "memory", 4, 8);
    memset(memory, 0xa5, bytes);
    CHECK(gcnmem_replay_init(memory, bytes, &desc, GCNMEM_LEVEL_L1, &replay, &issue) == GCNMEM_OK, "just enough");
    CHECK(replay == memory, "it begins where the memory does");
    for (i = 0; i < 200000; ++i) { /* a sanitizer sees what leaves the block */
        gcnmem_replay_access(replay, i * 832, 64, i % 3 == 0);
    }
    s = gcnmem_replay_finish(replay);
    check_sums(&desc, &s, GCNMEM_LEVEL_L1, "200000 accesses in the same memory");
    CHECK_U64(bytes, gcnmem_replay_size_bytes(&desc), "whatever the trace");
    free(memory);
    desc.dram_row_bytes = 0;
    CHECK_U64(0, gcnmem_replay_size_bytes(&desc), "an invalid description");
    CHECK(gcnmem_desc_validate(&desc, &issue) != GCNMEM_OK, "an invalid description");
    check_refused(&bytes, sizeof bytes, &desc, GCNMEM_ERROR_VALUE, "dram_row_bytes", 0, issue.limit);
}

static void random_step(gcnmem_replay* replay, const gcnmem_desc* desc, test_random* random) {
    static const char* const mnemonics[] = {"buffer_load_dword",   "buffer_load_dwordx4",  "flat_load_dword",
                                            "global_load_ubyte",   "buffer_store_dword",   "buffer_store_dwordx2",
                                            "global_store_short",  "buffer_atomic_add",    "s_load_dwordx8",
                                            "flat_atomic_cmpswap", "buffer_store_dwordx4", "global_load_dwordx3",
                                            "s_buffer_load_dword", "flat_store_dwordx3"};
    uint64_t pick = test_random_below(random, sizeof mnemonics / sizeof mnemonics[0] + 3);
    uint64_t kind = test_random_below(random, 4);
    uint64_t base = test_random_below(random, 1 << 22);
    if (test_random_below(random, 40) == 0) {
        base = 0 - test_random_below(random, 1024); /* near 2^64 */
    }
    if (pick < sizeof mnemonics / sizeof mnemonics[0]) {
        gcnmem_access access = test_access(mnemonics[pick], kind == 0 ? 4 : kind == 1 ? 16 : 68);
        int lane;
        for (lane = 0; lane < GCNMEM_LANES; ++lane) {
            access.address[lane] += base;
            access.address[lane] = kind == 3 ? test_random_below(random, 1 << 20) : access.address[lane];
        }
        access.exec_mask = test_random_below(random, 3) ? UINT64_MAX : test_random_next(random);
        access.size_bytes = test_random_below(random, 4) ? 0 : test_random_below(random, 1 << 22);
        gcnmem_replay_wave(replay, (uint32_t)test_random_below(random, desc->cu_count), &access);
    } else {
        gcnmem_replay_access(replay, base, test_random_below(random, 300), (uint32_t)test_random_below(random, 2));
    }
}

static const gcnmem_device random_devices[] = {GCNMEM_DEVICE_HD_7970, GCNMEM_DEVICE_R9_390X, GCNMEM_DEVICE_R9_FURY_X,
                                               GCNMEM_DEVICE_VEGA_64, GCNMEM_DEVICE_MI100,   GCNMEM_DEVICE_MI210};

static void test_R29_to_R49_random_traces_add_up(void) {
    test_random random = test_random_start(140);
    size_t i;
    for (i = 0; i < sizeof random_devices / sizeof random_devices[0] * 2; ++i) {
        gcnmem_desc desc = gcnmem_desc_for(random_devices[i / 2]);
        gcnmem_replay* replay;
        gcnmem_replay_stats s;
        int step;
        if (i % 2) { /* small, so that lines leave L2 */
            desc.l2_size_bytes = desc.l2_channels * desc.l2_ways * desc.l2_line_bytes;
            desc.cu_count = 5;
        }
        replay = start(&desc, GCNMEM_LEVEL_L1);
        for (step = 0; step < RANDOM_WAVES; ++step) {
            random_step(replay, &desc, &random);
        }
        s = end(replay);
        CHECK_U64(RANDOM_WAVES, s.lines, "%s", gcnmem_device_card(random_devices[i / 2]));
        check_sums(&desc, &s, GCNMEM_LEVEL_L1, gcnmem_device_card(random_devices[i / 2]));
        CHECK(i % 2 == 0 || s.l2.writebacks > 0, "%s: a small L2", gcnmem_device_card(random_devices[i / 2]));
    }
}

/* A copy of the bytes goes on just as the original does; and finishing twice changes nothing. */
static void test_a_snapshot_is_a_copy_of_the_bytes(void) {
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_390X);
    size_t bytes = gcnmem_replay_size_bytes(&desc);
    gcnmem_replay* replay = start(&desc, GCNMEM_LEVEL_L1);
    gcnmem_replay* copy = start(&desc, GCNMEM_LEVEL_DRAM);
    gcnmem_replay_stats a;
    gcnmem_replay_stats b;
    test_random first = test_random_start(141);
    test_random second;
    int step;
    for (step = 0; step < 500; ++step) {
        random_step(replay, &desc, &first);
    }
    second = first;
    memcpy(copy, replay, bytes);
    for (step = 0; step < 500; ++step) {
        random_step(replay, &desc, &first);
    }
    for (step = 0; step < 500; ++step) {
        random_step(copy, &desc, &second);
    }
    CHECK(memcmp(copy, replay, bytes) == 0, "the same bytes");
    a = gcnmem_replay_finish(replay);
    b = gcnmem_replay_finish(copy);
    CHECK(memcmp(&a, &b, sizeof a) == 0, "the same counters");
    b = end(copy);
    CHECK(memcmp(&a, &b, sizeof a) == 0, "finished twice");
    free(replay);
}

/* ---- trace lines ---- */

static gcnmem_result feed(gcnmem_replay* replay, const char* text, gcnmem_issue* issue) {
    memset(issue, 0, sizeof *issue);
    return gcnmem_replay_line(replay, text, strlen(text), issue);
}

static void test_trace_lines_that_are_right(void) {
    static const char* const lines[] = {"R 0",
                                        "W 0x40",
                                        "r 128 4",
                                        "w 0x100 0x10",
                                        "  R\t0x1000   64  # behind it a comment",
                                        "R 0 1048576",
                                        "R 18446744073709551615 1",
                                        "R 0x40#comment",
                                        "R 64\r",
                                        "buffer_load_dword 0,4,8,12",
                                        "buffer_load_dword cu=43 0",
                                        "BUFFER_STORE_DWORD CU=0x1 0x10 , 0x14 ,0x18",
                                        "global_atomic_add cu=2 0,0,0",
                                        "s_load_dwordx4 cu=7 0x1000",
                                        "flat_load_dwordx2 18446744073709551608,0xfffffffffffffff0 # near 2^64"};
    gcnmem_replay* replay = start_device(GCNMEM_DEVICE_R9_390X, GCNMEM_LEVEL_L1);
    gcnmem_issue issue;
    size_t i;
    for (i = 0; i < sizeof lines / sizeof lines[0]; ++i) {
        CHECK(feed(replay, lines[i], &issue) == GCNMEM_OK, "\"%s\": column %u %s", lines[i], issue.column,
              issue.rule ? issue.rule : "");
        CHECK_U64(i + 1, gcnmem_replay_finish(replay).lines, "\"%s\"", lines[i]);
    }
    free(replay);
}

static void test_trace_blank_and_comment_lines_do_nothing(void) {
    static const char* const lines[] = {"", " ", "\t \r", "#", "# R 0", "   # R 0 junk"};
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_390X);
    gcnmem_replay* replay = start(&desc, GCNMEM_LEVEL_L1);
    gcnmem_replay* before = start(&desc, GCNMEM_LEVEL_L1);
    gcnmem_issue issue;
    size_t i;
    for (i = 0; i < sizeof lines / sizeof lines[0]; ++i) {
        CHECK(feed(replay, lines[i], &issue) == GCNMEM_OK, "\"%s\"", lines[i]);
    }
    CHECK(gcnmem_replay_line(replay, NULL, 0, NULL) == GCNMEM_OK, "no text at all");
    CHECK(memcmp(replay, before, gcnmem_replay_size_bytes(&desc)) == 0, "nothing happened");
    free(replay);
    free(before);
}

typedef struct bad_line {
    const char* text;
    uint32_t first, last; /* the error's column lies here */
} bad_line;

static void test_trace_errors_name_the_column_and_change_nothing(void) {
    static const bad_line lines[] = {{"R", 1, 2},
                                     {"R ", 2, 3},
                                     {"R x", 3, 3},
                                     {"R -4", 3, 3},
                                     {"R 0x", 3, 5},
                                     {"R 12z", 3, 5},
                                     {"R 99999999999999999999", 3, 3},
                                     {"R 0 x", 5, 5},
                                     {"R 0 64 64", 8, 8},
                                     {"R 0,64", 4, 4},
                                     {"R 0 0", 5, 5},
                                     {"R 0 1048577", 5, 5},
                                     {"R5 0", 1, 2},
                                     {"X 0", 1, 1},
                                     {"    X 0", 5, 5},
                                     {"buffer_load 0", 1, 1},
                                     {"ds_read_b32 0", 1, 1},
                                     {"image_load 0", 1, 1},
                                     {"buffer_load_dword", 18, 18},
                                     {"buffer_load_dword 0,", 21, 21},
                                     {"buffer_load_dword 0,,4", 21, 21},
                                     {"buffer_load_dword ,4", 19, 19},
                                     {"buffer_load_dword 0 4", 21, 21},
                                     {"buffer_load_dword 0,4x", 21, 22},
                                     {"buffer_load_dword cu=44 0", 19, 23},
                                     {"buffer_load_dword cu=4294967296 0", 19, 31},
                                     {"buffer_load_dword cu= 0", 19, 22},
                                     {"buffer_load_dword cu=x 0", 19, 22},
                                     {"buffer_load_dword cu=1", 23, 23},
                                     {"+", 1, 1},
                                     {",", 1, 1}};
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_390X);
    gcnmem_replay* replay = start(&desc, GCNMEM_LEVEL_L1);
    gcnmem_replay* before = start(&desc, GCNMEM_LEVEL_L1);
    size_t i;
    for (i = 0; i < sizeof lines / sizeof lines[0]; ++i) {
        gcnmem_issue issue;
        CHECK(feed(replay, lines[i].text, &issue) == GCNMEM_ERROR_SYNTAX, "\"%s\"", lines[i].text);
        CHECK(issue.column >= lines[i].first && issue.column <= lines[i].last, "\"%s\": column %u, not %u to %u",
              lines[i].text, issue.column, lines[i].first, lines[i].last);
        CHECK(issue.rule != NULL && issue.field != NULL, "\"%s\"", lines[i].text);
        CHECK(gcnmem_replay_line(replay, lines[i].text, strlen(lines[i].text), NULL) == GCNMEM_ERROR_SYNTAX, "\"%s\"",
              lines[i].text);
    }
    CHECK(memcmp(replay, before, gcnmem_replay_size_bytes(&desc)) == 0, "the replay stays as it was");
    free(replay);
    free(before);
}

static void test_trace_64_lane_addresses_and_no_more(void) {
    gcnmem_replay* replay = start_device(GCNMEM_DEVICE_R9_390X, GCNMEM_LEVEL_L1);
    gcnmem_issue issue;
    gcnmem_replay_stats s;
    char text[1024];
    int used = snprintf(text, sizeof text, "buffer_load_dword cu=3 0");
    int lane;
    for (lane = 1; lane < 64; ++lane) {
        used += snprintf(text + used, sizeof text - (size_t)used, ",%d", lane * 4);
    }
    CHECK(feed(replay, text, &issue) == GCNMEM_OK, "%s", text);
    s = gcnmem_replay_finish(replay);
    CHECK_U64(4, s.l1.reads, "as a whole wave");
    CHECK_U64(256, s.l1.useful_bytes, "as a whole wave");
    snprintf(text + used, sizeof text - (size_t)used, ",256");
    CHECK(feed(replay, text, &issue) == GCNMEM_ERROR_SYNTAX, "65 addresses");
    CHECK(issue.column >= (uint32_t)used + 1 && issue.column <= (uint32_t)used + 2, "column %u", issue.column);
    CHECK_U64(1, end(replay).lines, "not replayed");
}

/* As the reader of listings: a byte order mark says nothing, a control character that this is no text. */
static void test_trace_lines_are_text(void) {
    static const char binary[] = {'R', ' ', '0', 0, '4'};
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_390X);
    gcnmem_replay* replay = start(&desc, GCNMEM_LEVEL_L1);
    gcnmem_replay* before = start(&desc, GCNMEM_LEVEL_L1);
    gcnmem_issue issue;
    CHECK(gcnmem_replay_line(replay, binary, sizeof binary, &issue) == GCNMEM_ERROR_SYNTAX, "a zero byte");
    CHECK(strstr(issue.rule, "must be text") && issue.column == 4, "%s, column %u", issue.rule, issue.column);
    CHECK(feed(replay, "# \001", &issue) == GCNMEM_ERROR_SYNTAX, "in a comment, too");
    CHECK(feed(replay, "R 0\nR 64", &issue) == GCNMEM_ERROR_SYNTAX, "two lines");
    CHECK(memcmp(replay, before, gcnmem_replay_size_bytes(&desc)) == 0, "the replay stays as it was");
    CHECK(feed(replay, "\xef\xbb\xbfR 4096\r\n", &issue) == GCNMEM_OK, "%s", issue.rule);
    CHECK(feed(replay, "\xef\xbb\xbf", &issue) == GCNMEM_OK, "nothing but a mark");
    CHECK(feed(replay, "\xef\xbb\xbfR x", &issue) == GCNMEM_ERROR_SYNTAX, "an error behind a mark");
    CHECK_U64(3, issue.column, "counted from behind the mark");
    gcnmem_replay_access(before, 4096, 64, 0);
    CHECK(memcmp(replay, before, gcnmem_replay_size_bytes(&desc)) == 0, "R 4096");
    free(replay);
    free(before);
}

static void test_trace_lanes_that_are_off(void) {
    gcnmem_replay* lines = start_device(GCNMEM_DEVICE_R9_390X, GCNMEM_LEVEL_L1);
    gcnmem_replay* calls = start_device(GCNMEM_DEVICE_R9_390X, GCNMEM_LEVEL_L1);
    gcnmem_access access = test_access("buffer_load_dword", 64);
    gcnmem_replay_stats a;
    gcnmem_replay_stats b;
    gcnmem_issue issue;
    access.exec_mask = 0x15;
    gcnmem_replay_wave(calls, 0, &access);
    CHECK(feed(lines, "buffer_load_dword 0,-, 128 ,-,256", &issue) == GCNMEM_OK, "%s", issue.rule);
    CHECK(feed(lines, "buffer_load_dword -,- # nobody", &issue) == GCNMEM_OK, "%s", issue.rule);
    CHECK(feed(lines, "s_load_dword -", &issue) == GCNMEM_ERROR_SYNTAX, "a scalar load has one address");
    CHECK(feed(lines, "buffer_load_dword 0,-4", &issue) == GCNMEM_ERROR_SYNTAX, "no negative addresses");
    a = end(lines);
    b = end(calls);
    CHECK_U64(b.l1.reads, a.l1.reads, "lookups");
    CHECK_U64(b.l1.useful_bytes, a.l1.useful_bytes, "three lanes");
    CHECK_U64(12, a.l1.useful_bytes, "three lanes");
}

/* A trace line does what the function does. */
static void test_trace_lines_equal_calls(void) {
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_390X);
    gcnmem_replay* lines = start(&desc, GCNMEM_LEVEL_L1);
    gcnmem_replay* calls = start(&desc, GCNMEM_LEVEL_L1);
    gcnmem_replay_stats a;
    gcnmem_replay_stats b;
    gcnmem_issue issue;
    gcnmem_access access = test_access("buffer_store_dword", 4);
    gcnmem_access other = test_access("buffer_load_dwordx4", 16);
    access.exec_mask = 7;
    other.exec_mask = 3;
    CHECK(feed(lines, "R 4096", &issue) == GCNMEM_OK, "64 bytes");
    CHECK(feed(lines, "w 0x2000 300", &issue) == GCNMEM_OK, "300 bytes");
    CHECK(feed(lines, "buffer_store_dword cu=9 0,4,8", &issue) == GCNMEM_OK, "three lanes");
    CHECK(feed(lines, "BUFFER_STORE_DWORD 0,4,8", &issue) == GCNMEM_OK, "the same once more");
    CHECK(feed(lines, "buffer_store_dwor 0,4,8", &issue) == GCNMEM_ERROR_SYNTAX, "not quite the same");
    CHECK(feed(lines, "buffer_load_dwordx4 cu=2 0,16", &issue) == GCNMEM_OK, "another");
    CHECK(feed(lines, "buffer_store_dword cu=1 0,4,8", &issue) == GCNMEM_OK, "the first again");
    gcnmem_replay_access(calls, 4096, 64, 0);
    gcnmem_replay_access(calls, 0x2000, 300, 1);
    gcnmem_replay_wave(calls, 9, &access);
    gcnmem_replay_wave(calls, 0, &access);
    gcnmem_replay_wave(calls, 2, &other);
    gcnmem_replay_wave(calls, 1, &access);
    a = end(lines);
    b = end(calls);
    CHECK(memcmp(&a, &b, sizeof a) == 0, "the same counters");
}

/* Any text gets an answer, and an error's column lies in it or just behind. */
static void test_trace_any_text_gets_an_answer(void) {
    static const char letters[] = "RrWw 0123456789xabcdef,,#=cu_\t\rbuffer_load_dword s_ds-+~\"\\";
    gcnmem_replay* replay = start_device(GCNMEM_DEVICE_HD_7770, GCNMEM_LEVEL_L1);
    test_random random = test_random_start(142);
    int round;
    for (round = 0; round < 20000; ++round) {
        size_t bytes = (size_t)test_random_below(&random, 60);
        char* text = (char*)malloc(bytes ? bytes : 1); /* not terminated: a sanitizer sees a read too far */
        gcnmem_issue issue;
        size_t i;
        size_t from = 0;
        memset(&issue, 0, sizeof issue);
        if (test_random_below(&random, 2) && bytes > 24) {
            memcpy(text, test_random_below(&random, 2) ? "buffer_load_dword cu=1 " : "global_atomic_add      ", 23);
            from = 23;
        }
        for (i = from; i < bytes; ++i) {
            text[i] = letters[test_random_below(&random, sizeof letters - 1)];
        }
        if (gcnmem_replay_line(replay, text, bytes, &issue) != GCNMEM_OK) {
            CHECK(issue.column >= 1 && issue.column <= bytes + 1, "column %u of %lu", issue.column,
                  (unsigned long)bytes);
        }
        free(text);
    }
    free(replay);
}

/* ---- the ends of the address space (R1: addresses wrap at 2^64) ---- */

static void test_R1_replays_wrap_at_2_64(void) {
    int from;
    for (from = GCNMEM_LEVEL_L1; from <= GCNMEM_LEVEL_DRAM; ++from) {
        gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_390X);
        gcnmem_replay* replay = start(&desc, (gcnmem_level)from);
        gcnmem_replay_stats s;
        gcnmem_replay_access(replay, UINT64_MAX - 63, 64, 0);
        s = gcnmem_replay_finish(replay);
        CHECK_U64(2, s.dram.reads, "the last line, from %d", from);
        gcnmem_replay_access(replay, UINT64_MAX - 127, 192, 1);
        gcnmem_replay_access(replay, 64, 64, 0);
        s = end(replay);
        CHECK_U64(from >= GCNMEM_LEVEL_L3 ? 6 : 0, s.dram.writes, "three lines across 2^64, from %d", from);
        check_sums(&desc, &s, level_or_next((gcnmem_level)from), "across 2^64");
    }
}

static void test_R1_waves_wrap_at_2_64(void) {
    gcnmem_replay* replay = start_device(GCNMEM_DEVICE_R9_390X, GCNMEM_LEVEL_L1);
    gcnmem_replay_stats s;
    wave(replay, 0, "flat_load_dword", UINT64_MAX - 127, 4); /* two lines below 2^64, two above 0 */
    s = gcnmem_replay_finish(replay);
    CHECK_U64(4, s.l1.misses, "four lines");
    CHECK_U64(8, s.dram.reads, "four lines");
    wave(replay, 0, "flat_load_dword", 0, 4);
    s = gcnmem_replay_finish(replay);
    CHECK_U64(2, s.l1.hits, "two of them at 0");
    wave(replay, 0, "s_load_dwordx2", UINT64_MAX - 3, 0); /* the last dword and the first */
    s = end(replay);
    CHECK_U64(2, s.scalar_l1.reads, "two lines");
}

/* Masked and out-of-range waves touch nothing but are counted. */
static void test_R2_nothing_in_nothing_out(void) {
    gcnmem_replay* replay = start_device(GCNMEM_DEVICE_R9_390X, GCNMEM_LEVEL_L1);
    gcnmem_access access = test_access("buffer_load_dword", 4);
    gcnmem_replay_stats s;
    access.exec_mask = 0;
    gcnmem_replay_wave(replay, 0, &access);
    access = test_access("buffer_load_dword", 4);
    access.size_bytes = 2;
    gcnmem_replay_wave(replay, 0, &access);
    s = end(replay);
    CHECK_U64(0, s.l1.reads + s.l2.reads + s.dram.bytes, "nothing");
    CHECK_U64(0, s.dram_clocks + s.l2_clocks, "nothing");
    CHECK_U64(0, s.dram_bytes_per_second, "no division by zero");
}

/* ---- descriptions nobody has, but may write ---- */

/* request_bytes above the line of L1: an atomic has fewer requests than lines. */
static void test_R13_wide_requests_do_not_lose_atomics(void) {
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_390X);
    gcnmem_access access = test_access("buffer_atomic_add", 4);
    gcnmem_cost cost;
    desc.request_bytes = 256;
    cost = gcnmem_cost_wave(&desc, &access);
    CHECK_U64(4, cost.l2_requests, "one request, four as L2 counts");
    CHECK_U64(256, cost.bytes_fetched, "one request");
    CHECK_U64(4, cost.l1_lines, "four lines");
    {
        gcnmem_replay* replay = start(&desc, GCNMEM_LEVEL_L1);
        gcnmem_replay_wave(replay, 0, &access);
        CHECK_U64(4, end(replay).l2.writes, "four lines of L2");
    }
}

static void test_lines_of_L1_longer_than_those_of_L2(void) {
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_390X);
    gcnmem_replay* replay;
    gcnmem_replay_stats s;
    desc.l1_line_bytes = 128;
    replay = start(&desc, GCNMEM_LEVEL_L1);
    wave(replay, 0, "buffer_load_dword", 0, 4);
    s = end(replay);
    CHECK_U64(4, s.l1.misses, "256 bytes in lines of 128, four requests as L2 counts");
    CHECK_U64(256, s.l1.moved_bytes, "256 bytes");
    CHECK_U64(256, s.l2.useful_bytes, "256 bytes");
    CHECK_U64(256, s.dram.bytes, "256 bytes");
}

/* Any valid description replays, and what it adds up to holds. */
static void test_R29_to_R49_any_description_adds_up(void) {
    static const gcnmem_field fields[] = {GCNMEM_FIELD_cu_count,
                                          GCNMEM_FIELD_scalar_l1_cus,
                                          GCNMEM_FIELD_l1_ways,
                                          GCNMEM_FIELD_l1_size_bytes,
                                          GCNMEM_FIELD_scalar_l1_ways,
                                          GCNMEM_FIELD_l2_ways,
                                          GCNMEM_FIELD_l2_channels,
                                          GCNMEM_FIELD_l2_size_bytes,
                                          GCNMEM_FIELD_l2_interleave_bytes,
                                          GCNMEM_FIELD_l2_channel_rule,
                                          GCNMEM_FIELD_core_clock_mhz,
                                          GCNMEM_FIELD_dram_mbps_per_pin,
                                          GCNMEM_FIELD_dram_read_queue_entries,
                                          GCNMEM_FIELD_dram_page_policy,
                                          GCNMEM_FIELD_dram_bank_rule,
                                          GCNMEM_FIELD_dram_row_bytes,
                                          GCNMEM_FIELD_dram_banks,
                                          GCNMEM_FIELD_dram_bank_groups,
                                          GCNMEM_FIELD_dram_burst_length,
                                          GCNMEM_FIELD_dram_refi_clocks};
    test_random random = test_random_start(143);
    uint32_t ran = 0;
    int round;
    for (round = 0; round < 600; ++round) {
        gcnmem_desc desc = gcnmem_desc_for(random_devices[test_random_below(&random, 6)]);
        int changes;
        for (changes = 0; changes < 3; ++changes) {
            gcnmem_field field = fields[test_random_below(&random, sizeof fields / sizeof fields[0])];
            uint32_t value = test_field_value(&desc, field);
            char text[16];
            snprintf(text, sizeof text, "%u", test_random_below(&random, 2) ? value * 2 : value > 1 ? value / 2 : 3);
            gcnmem_desc_set(&desc, gcnmemi_desc_field_name(field), text, NULL);
        }
        if (gcnmem_replay_size_bytes(&desc) != 0 && gcnmem_replay_size_bytes(&desc) < (size_t)64 << 20 &&
            gcnmemi_desc_burst_bytes(&desc) <= least(desc.l2_line_bytes, desc.l1_line_bytes)) {
            gcnmem_replay* replay = start(&desc, GCNMEM_LEVEL_L1);
            gcnmem_replay_stats s;
            int step;
            for (step = 0; step < 60; ++step) {
                random_step(replay, &desc, &random);
            }
            s = end(replay);
            check_sums(&desc, &s, GCNMEM_LEVEL_L1, "any description");
            ++ran;
        }
    }
    CHECK(ran > 100, "only %u descriptions ran", ran);
}

/* A request from the middle of a burst on is served by that burst: here the last of a channel's chunk, whose next one
   is another channel's. */
static void test_R16_a_request_inside_a_burst_is_that_burst(void) {
    const gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_290X);
    const uint64_t burst = gcnmemi_desc_burst_bytes(&desc);
    gcnmem_replay* replay = start(&desc, GCNMEM_LEVEL_DRAM);
    gcnmem_replay_access(replay, desc.l2_interleave_bytes - burst, burst, 0);
    gcnmem_replay_access(replay, desc.l2_interleave_bytes - burst / 2, burst / 2, 0);
    const gcnmem_replay_stats s = end(replay);
    CHECK_U64(2, s.dram.reads, "two bursts");
    CHECK_U64(1, s.dram.row_hits, "the same one twice");
    CHECK_U64(2 * burst, s.dram.bytes, "whole bursts");
}

/* Misuse is asserted against; without assertions nothing is calculated and nothing is counted. */
static void test_misuse_gives_nothing_where_assertions_are_off(void) {
#ifdef NDEBUG
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_RX_480);
    gcnmem_access load = test_access("buffer_load_dword", 4);
    gcnmem_access lds = test_access("ds_read_b32", 4);
    gcnmem_shader_needs needs = {0};
    gcnmem_desc no_desc;
    gcnmem_access no_access;
    memset(&no_desc, 0, sizeof no_desc);
    memset(&no_access, 0, sizeof no_access);
    CHECK_U64(0, gcnmem_cost_wave(&no_desc, &load).l1_lines, "a description that nobody resolved");
    CHECK_U64(0, gcnmem_cost_wave(&desc, NULL).l1_lines, "no access");
    CHECK_U64(0, gcnmem_cost_wave(&desc, &no_access).l1_lines, "an access of no operation");
    CHECK_U64(0, gcnmem_occupancy_for(&no_desc, &needs, GCNMEM_RULE_HARDWARE).waves_per_simd, "no description");
    CHECK_U64(0, gcnmem_occupancy_for(&desc, NULL, GCNMEM_RULE_HARDWARE).waves_per_simd, "no needs");
    CHECK_U64(0, gcnmemi_desc_latency_clocks(&no_desc, 1024), "latency of no description");
    gcnmem_replay* replay = start(&desc, GCNMEM_LEVEL_L1);
    gcnmem_replay_access(replay, 0, (uint64_t)GCNMEM_REPLAY_BYTES_MAX + 1, 0);
    gcnmem_replay_wave(replay, 0, &lds);
    gcnmem_replay_wave(replay, 0, &no_access);
    gcnmem_replay_stats stats = end(replay);
    CHECK_U64(0, stats.l1.reads + stats.l2.reads + stats.dram.bytes, "traffic");
#endif
}

void suite_replay(void) {
    TEST(test_R29_a_wave_looks_up_each_line_of_each_group);
    TEST(test_R30_full_line_stores_stay_partial_ones_do_not);
    TEST(test_R44_a_line_is_covered_by_all_lanes_together);
    TEST(test_R44_image_stores_cover_lines_too);
    TEST(test_R44_atomics_go_to_L2);
    TEST(test_R24_scalar_loads_go_through_the_scalar_cache);
    TEST(test_R45_plain_accesses_meet_the_L1_of_CU_0);
    TEST(test_R45_accesses_are_cut_into_lines);
    TEST(test_R46_an_L2_channel_takes_one_request_a_clock);
    TEST(test_R47_the_busiest_part_is_named);
    TEST(test_R47_a_faster_engine_shows_whether_L1_is_the_slowest);
    TEST(test_R47_a_crowded_L2_channel_is_the_slowest);
    TEST(test_R48_dram_clocks_relate_to_engine_clocks);
    TEST(test_R49_a_CU_sends_one_request_a_clock);
    TEST(test_R49_a_full_memory_channel_holds_the_CU_up);
    TEST_LONG_SANITIZED(test_R49_a_full_memory_channel_leaves_the_port_alone);
    TEST(test_vcopy_on_mi100);
    TEST(test_useful_and_moved_bytes);
    TEST(test_dram_bytes_are_whole_bursts);
    TEST(test_from_names_the_first_level);
    TEST(test_a_level_that_is_none_is_refused);
    TEST(test_R32_stores_and_atomics_from_L2);
    TEST(test_R61_neighbouring_lines_go_to_L2_together);
    TEST(test_R45_plain_accesses_are_cu_0_s);
    TEST(test_R32_stored_bytes_that_make_a_line_need_no_fetch);
    TEST(test_replay_memory_is_known_and_enough);
    TEST(test_R29_to_R49_random_traces_add_up);
    TEST(test_a_snapshot_is_a_copy_of_the_bytes);
    TEST(test_trace_lines_that_are_right);
    TEST(test_trace_blank_and_comment_lines_do_nothing);
    TEST(test_trace_errors_name_the_column_and_change_nothing);
    TEST(test_trace_64_lane_addresses_and_no_more);
    TEST(test_trace_lines_are_text);
    TEST(test_trace_lanes_that_are_off);
    TEST(test_trace_lines_equal_calls);
    TEST(test_trace_any_text_gets_an_answer);
    TEST(test_R1_replays_wrap_at_2_64);
    TEST(test_R1_waves_wrap_at_2_64);
    TEST(test_R2_nothing_in_nothing_out);
    TEST(test_R13_wide_requests_do_not_lose_atomics);
    TEST(test_lines_of_L1_longer_than_those_of_L2);
    TEST_LONG_SANITIZED(test_R29_to_R49_any_description_adds_up);
    TEST(test_R16_a_request_inside_a_burst_is_that_burst);
    TEST(test_misuse_gives_nothing_where_assertions_are_off);
}
