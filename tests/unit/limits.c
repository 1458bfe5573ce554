/* limits.c -- where a limit lies: what fits exactly, and what is one too many */
#include "job.h"

#include "private.h"

#include <stdlib.h>

static job run_one(gcnmem_device device, const char* text, uint32_t group_lanes, uint64_t groups) {
    job j = job_new(device, text);
    j.options.group_lanes = group_lanes;
    j.options.groups = groups;
    j.options.cu_count = 1;
    job_run(&j);
    return j;
}

/* ---- lanes at the end of a buffer ---- */

/* Bytes of a buffer that an element may touch: all or none of a typed or small one, whole dwords of a wide one. */
static uint64_t bytes_inside(uint64_t address, uint32_t element_bytes, int is_typed, uint64_t size_bytes) {
    uint64_t inside = 0;
    for (uint32_t i = 0; i < element_bytes; ++i) {
        inside += address + i < size_bytes;
    }
    return inside == element_bytes ? inside : is_typed || element_bytes < 4 ? 0 : inside / 4 * 4;
}

/* Lane by lane, with the buffer's end before, in and behind each: in order, which is priced quickly, and backwards. */
static void test_R2_a_buffer_ends_where_its_size_says(void) {
    static const char* const ops[] = {"buffer_load_ubyte",       "buffer_load_ushort",  "buffer_load_dword",
                                      "buffer_load_dwordx2",     "buffer_load_dwordx4", "buffer_store_dword",
                                      "tbuffer_load_format_xyzw"};
    for (size_t i = 0; i < sizeof ops / sizeof ops[0]; ++i) {
        for (uint32_t is_back = 0; is_back < 2; ++is_back) {
            gcnmem_access access = test_access(ops[i], 0);
            const uint32_t bytes = access.op.element_bytes;
            for (uint32_t lane = 0; lane < GCNMEM_LANES; ++lane) {
                access.address[lane] = (uint64_t)(is_back ? GCNMEM_LANES - 1 - lane : lane) * bytes;
            }
            for (access.size_bytes = 1; access.size_bytes <= GCNMEM_LANES * bytes + 2; ++access.size_bytes) {
                uint64_t lanes = 0;
                uint64_t inside = 0;
                for (uint32_t lane = 0; lane < GCNMEM_LANES; ++lane) {
                    uint64_t own = bytes_inside(access.address[lane], bytes, access.op.is_typed, access.size_bytes);
                    inside += own;
                    lanes += own != 0;
                }
                const gcnmem_cost cost = test_cost(GCNMEM_DEVICE_R9_FURY_X, &access);
                CHECK_U64(lanes, cost.lanes, "%s, %" PRIu64 " bytes", ops[i], access.size_bytes);
                CHECK_U64(inside, cost.bytes_requested, "%s, %" PRIu64 " bytes", ops[i], access.size_bytes);
            }
        }
    }
}

/* ---- the TLB ---- */

/* Clocks that one wave waits which walks round `pages` of 2 MB, 256 loads long. */
static uint64_t walk_clocks(uint32_t entries, uint32_t pages) {
    char text[200];
    snprintf(text, sizeof text,
             "x: ; @trip 256\nbuffer_load_dword v0, v1, s[0:3], 0 offen ; @mem iter%%%u*2M\ns_waitcnt vmcnt(0)\n"
             "s_cbranch_scc1 x\ns_endpgm\n",
             (unsigned)pages);
    job j = job_new(GCNMEM_DEVICE_R9_FURY_X, text);
    j.options.groups = 1;
    j.desc.core_clock_mhz = 1000; /* a nanosecond is a clock */
    j.desc.tlb_entries = entries;
    job_run(&j);
    uint64_t clocks = j.result.clocks;
    job_end(&j);
    return clocks;
}

/* As many pages as there are entries are looked up once each; with one more, the first in is the first out, and each is
   gone when its turn comes. */
static void test_R80_as_many_pages_as_entries_stay_known(void) {
    const uint64_t miss = gcnmem_desc_for(GCNMEM_DEVICE_R9_FURY_X).tlb_miss_ns;
    for (uint32_t entries = 8; entries <= 32; entries *= 2) {
        const uint64_t fits = walk_clocks(entries, entries) - walk_clocks(0, entries);
        const uint64_t beyond = walk_clocks(entries, entries + 1) - walk_clocks(0, entries + 1);
        CHECK(fits < 2 * entries * miss, "%u pages: %" PRIu64 " clocks", (unsigned)entries, fits);
        CHECK(beyond > 240 * miss, "a page more: %" PRIu64, beyond);
    }
}

/* ---- requests, by what a timeline says of them ---- */

enum { EVENTS = 256 };

/* The first request of `insn` by CU `cu` or, with GCNMEM_NONE, by any. */
static gcnmem_run_event request_of(const job* j, uint32_t insn, uint32_t cu) {
    gcnmem_run_event events[EVENTS];
    gcnmem_run_event none;
    memset(&none, 0, sizeof none);
    size_t count = gcnmem_run_events_of(j->run, events, EVENTS);
    for (size_t i = 0; i < count; ++i) {
        if (events[i].kind == GCNMEM_RUN_EVENT_REQUEST && events[i].insn == insn &&
            (cu == GCNMEM_NONE || events[i].cu == cu)) {
            return events[i];
        }
    }
    CHECK(count == 0, "no request of instruction %u by CU %u", (unsigned)insn, (unsigned)cu);
    return none;
}

/* Of an L2 of two halves, what is near for one CU is far for its neighbour. */
static void test_R76_the_far_half_depends_on_the_CU(void) {
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_H200);
    uint64_t clocks[2][2]; /* of a load of a chunk, by a CU */
    for (uint32_t chunk = 0; chunk < 2; ++chunk) {
        for (uint32_t cu = 0; cu < 2; ++cu) {
            char text[128];
            snprintf(text, sizeof text, "load_b32 r1, r0 ; @mem group == %u ? %u : 64M\nadd_u32 r2, r1, r1\nexit\n",
                     (unsigned)cu, (unsigned)(chunk * desc.l2_interleave_bytes));
            job j = job_new(GCNMEM_DEVICE_H200, text);
            j.options.group_lanes = 32;
            j.options.groups = cu + 1;
            j.options.cu_count = 2;
            j.options.event_count = EVENTS;
            j.desc.wave_interval_clocks = 1024;
            j.desc.l2_channel_rule = 1; /* channels take turns */
            job_run(&j);
            gcnmem_run_event request = request_of(&j, 0, cu);
            clocks[chunk][cu] = request.end - request.begin;
            job_end(&j);
        }
    }
    const uint64_t way = desc.l2_far_latency_clocks - desc.l2_latency_clocks;
    CHECK_U64(clocks[0][0] + way, clocks[1][0], "the second chunk is far for the first CU");
    CHECK_U64(clocks[1][1] + way, clocks[0][1], "the first chunk is far for the second CU");
}

/* A load of a line that another load has asked for waits for the same data: what serves the first serves it. */
static void test_R29_a_line_under_way_is_served_from_where_it_comes(void) {
    job j = job_new(GCNMEM_DEVICE_VEGA_64, "global_load_dword v1, v[2:3], off ; @mem lane*4 + 1M\n"
                                           "global_load_dword v4, v[2:3], off ; @mem lane*4 + 1M\n"
                                           "s_waitcnt vmcnt(0)\n"
                                           "global_load_dword v5, v[2:3], off ; @mem lane*4 + 1M\n"
                                           "s_endpgm\n");
    job again = j;
    j.options.groups = 1;
    job_run(&j);
    CHECK_U64(2, j.result.served[GCNMEM_SERVED_DRAM], "the first, and the one behind it");
    CHECK_U64(1, j.result.served[GCNMEM_SERVED_L1], "the last finds the line");
    again.options = j.options;
    again.run = NULL;
    if (job_start(&again)) {
        gcnmemi_run_keep_caches(again.run, j.run);
        gcnmem_run_advance(again.run, UINT64_MAX, NULL);
        again.result = gcnmem_run_result_of(again.run);
        CHECK_U64(2, again.result.served[GCNMEM_SERVED_L2], "the first, and the one behind it");
        CHECK_U64(1, again.result.served[GCNMEM_SERVED_L1], "the last finds the line");
    }
    free(again.run);
    job_end(&j);
}

/* Loads of 64 lines each: with room for two loads' lines the third waits for one to come, with one line more it does
   not. */
static void test_R59_l1_miss_lines_are_as_many_as_it_says(void) {
    const char* load = "buffer_load_dword v0, v1, s[0:3], 0 offen ; @mem ";
    char text[400];
    uint64_t third[3];
    snprintf(text, sizeof text, "%slane*64\n%slane*64 + 1M\n%slane*64 + 2M\ns_endpgm\n", load, load, load);
    for (uint32_t i = 0; i < 3; ++i) {
        job j = job_new(GCNMEM_DEVICE_R9_FURY_X, text);
        j.options.groups = 1;
        j.options.event_count = EVENTS;
        j.desc.l1_miss_lines = 127 + i;
        job_run(&j);
        third[i] = request_of(&j, 2, GCNMEM_NONE).begin;
        job_end(&j);
    }
    CHECK(third[0] >= third[1], "127: %" PRIu64 ", 128: %" PRIu64, third[0], third[1]);
    CHECK(third[2] + 50 < third[1], "129: %" PRIu64 ", 128: %" PRIu64, third[2], third[1]);
}

/* ---- the ports of a CU ---- */

/* Clocks that reads of LDS wait for their turn: of two waves of a SIMD one reads while the other loads so. */
static uint64_t reads_stall(const char* mnemonic) {
    char text[300];
    snprintf(text, sizeof text,
             "s_barrier\nds_read_b32 v0, v1 ; @mem lane*4\n%s ; @mem lane*4 + 1M\ns_waitcnt vmcnt(0) lgkmcnt(0)\n"
             "s_endpgm\n",
             mnemonic);
    job j = job_new(GCNMEM_DEVICE_VEGA_64, text);
    j.options.group_lanes = 512;
    j.options.groups = 1;
    j.options.event_count = EVENTS;
    job_run(&j);
    uint64_t stalled = gcnmem_run_insn_of(j.run, 1).stall_clocks[GCNMEM_STALL_ISSUE];
    job_end(&j);
    return stalled;
}

/* A flat load may turn out to read LDS: no other wave of its SIMD reads LDS in that turn. */
static void test_R56_a_flat_load_takes_the_LDS_port(void) {
    const uint64_t global = reads_stall("global_load_dword v2, v[3:4], off");
    const uint64_t flat = reads_stall("flat_load_dword v2, v[3:4]");
    CHECK(flat > global, "%" PRIu64 " clocks, with a global load %" PRIu64, flat, global);
}

/* ---- pitches ---- */

/* How far apart lines of a wave lie is told when each step is the same. */
static void test_R57_a_pitch_is_the_step_between_chunks(void) {
    static const struct {
        const char* address;
        uint64_t pitch_bytes;
    } rows[] = {{"lane*1K", 1024},
                {"lane*4K", 4096},
                {"lane*256", 256},
                {"lane*4", 0},
                {"lane*1K + 64", 1024},
                {"lane*1000", 0},
                {"lane*4K + lane/32*4", 4096},
                {"lane*512 + lane/32*512", 0},
                {"(lane & 1) * 256", 256}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        char text[200];
        snprintf(text, sizeof text, "buffer_load_dword v0, v1, s[0:3], 0 offen ; @mem %s\ns_endpgm\n", rows[i].address);
        job j = run_one(GCNMEM_DEVICE_R9_FURY_X, text, 64, 1);
        CHECK_U64(rows[i].pitch_bytes, gcnmem_run_insn_of(j.run, 0).pitch_bytes, "%s", rows[i].address);
        job_end(&j);
    }
}

/* A pitch that is recommended keeps elements aligned, and does what it promises. */
static void test_R17_a_better_pitch_is_aligned_and_better(void) {
    static const char* const ops[] = {"ds_read_b32", "ds_read_b64", "ds_read_b128", "buffer_load_dword",
                                      "buffer_load_ubyte"};
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_VEGA_64);
    uint32_t found = 0;
    for (size_t i = 0; i < sizeof ops / sizeof ops[0]; ++i) {
        for (uint64_t from = 16; from <= 512; from += 4) {
            gcnmem_access access = test_access(ops[i], from);
            const gcnmem_cost own = gcnmem_cost_wave(&desc, &access);
            const gcnmemi_verdict_pitch pitch = gcnmemi_verdict_better_pitch(&desc, &access, &own);
            const uint32_t bytes = access.op.element_bytes;
            if (own.conflict_clocks + own.tag_conflict_clocks + own.bank_conflict_clocks == 0 || pitch.to == 0) {
                continue;
            }
            ++found;
            CHECK(pitch.to > pitch.from && pitch.to % (access.op.unit == GCNMEM_UNIT_LDS ? bytes : 4) == 0,
                  "%s: %" PRIu64 " instead of %" PRIu64, ops[i], pitch.to, from);
            access = test_access(ops[i], pitch.to);
            const gcnmem_cost better = gcnmem_cost_wave(&desc, &access);
            CHECK(better.clocks < own.clocks, "%s: %" PRIu64 " instead of %" PRIu64, ops[i], pitch.to, from);
            CHECK(!pitch.is_free || better.conflict_clocks + better.tag_conflict_clocks == 0, "%s: %" PRIu64, ops[i],
                  pitch.to);
        }
    }
    CHECK(found > 50, "%u pitches", (unsigned)found);
}

/* ---- verdicts ---- */

/* DRAM counts with its waits for banks from 95 % of supplied clocks on; below that without. */
static void test_R57_dram_that_hardly_lacks_requests_is_busy(void) {
    for (uint64_t lacked = 0; lacked <= 100; ++lacked) {
        gcnmem_dram_stats dram;
        memset(&dram, 0, sizeof dram);
        dram.limit_clocks[GCNMEM_DRAM_LIMIT_BANK] = 400;
        dram.limit_clocks[GCNMEM_DRAM_LIMIT_CHANNEL] = lacked / 2;
        dram.limit_clocks[GCNMEM_DRAM_LIMIT_SUPPLY] = lacked - lacked / 2;
        dram.limit_clocks[GCNMEM_DRAM_LIMIT_INTERFACE] = 600 - lacked;
        CHECK_U64(lacked <= 50 ? 100 * (1000 - lacked) : 100 * (600 - lacked), gcnmemi_verdict_dram_busy(&dram),
                  "%" PRIu64 " of 1000 clocks without requests", lacked);
    }
}

/* A unit that is busy for four fifths of the time limits a run; of two, the busier. */
static void test_R57_four_fifths_are_a_limit(void) {
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_FURY_X);
    gcnmem_run_result r;
    memset(&r, 0, sizeof r);
    r.cu_count = 1;
    r.clocks = r.wave_clocks = 100000;
    r.launch_clocks = 100000;
    uint64_t* const busy[] = {&r.l1_busy_clocks, &r.lds_busy_clocks};
    static const gcnmem_limiter limiters[] = {GCNMEM_LIMITER_L1, GCNMEM_LIMITER_LDS};
    for (uint32_t i = 0; i < 2; ++i) {
        *busy[i] = 80000;
        CHECK_U64(limiters[i], gcnmemi_verdict_limiter(&desc, &r), "four fifths");
        *busy[i] = 79999;
        CHECK_U64(GCNMEM_LIMITER_LAUNCH, gcnmemi_verdict_limiter(&desc, &r), "not quite");
        *busy[i] = 90000;
        *busy[1 - i] = 89000;
        CHECK_U64(limiters[i], gcnmemi_verdict_limiter(&desc, &r), "the busier of two");
        *busy[i] = *busy[1 - i] = 0;
    }
    r.atomic_turn_clocks = 80000;
    CHECK_U64(GCNMEM_LIMITER_ATOMICS, gcnmemi_verdict_limiter(&desc, &r), "R13");
    r.atomic_turn_clocks = 79999;
    CHECK_U64(GCNMEM_LIMITER_LAUNCH, gcnmemi_verdict_limiter(&desc, &r), "not quite");
}

/* ---- calls ---- */

/* A function that calls itself for ever is followed 200 calls deep, the one into it among them. */
static void test_R51_calls_are_followed_200_deep(void) {
    job j = run_one(GCNMEM_DEVICE_VEGA_64, "s_call_b64 s[30:31], f\ns_endpgm\nf:\ns_call_b64 s[30:31], f\ns_endpgm\n",
                    64, 1);
    CHECK_U64(1, gcnmem_run_insn_of(j.run, 0).issued, "the call into it");
    CHECK_U64(200, gcnmem_run_insn_of(j.run, 2).issued, "199 that are followed, and one that is not");
    CHECK_U64(1, gcnmem_run_insn_of(j.run, 2).lost, "the one that is not");
    job_end(&j);
}

/* ---- images ---- */

/* The largest image in each direction, and one texel more. */
static void test_R53_images_are_as_large_as_it_says(void) {
    static const struct {
        const char* size;
        gcnmem_result result;
    } rows[] = {{"16384x1", GCNMEM_OK},          {"16385x1", GCNMEM_ERROR_VALUE}, {"1x16384", GCNMEM_OK},
                {"1x16385", GCNMEM_ERROR_VALUE}, {"1x1x8192", GCNMEM_OK},         {"1x1x8193", GCNMEM_ERROR_VALUE},
                {"1x1x1x1", GCNMEM_ERROR_VALUE}, {"1", GCNMEM_ERROR_VALUE}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        job j = job_new(GCNMEM_DEVICE_R9_FURY_X, "image_load v0, v[1:2], s[0:7] dmask:0x1 unorm\ns_endpgm\n");
        gcnmem_run_value image;
        memset(&image, 0, sizeof image);
        image.name = "*";
        image.name_bytes = 1;
        image.value = rows[i].size;
        image.value_bytes = strlen(rows[i].size);
        j.options.images = &image;
        j.options.image_count = 1;
        j.options.groups = j.options.cu_count = 1;
        void* memory = malloc(1 << 24);
        gcnmem_result result =
            gcnmem_run_init(memory, 1 << 24, &j.desc, j.listing, j.text, &j.options, &j.run, &j.issue);
        CHECK(result == rows[i].result, "%s: %s", rows[i].size, test_result_name(result));
        CHECK(result == GCNMEM_OK || strstr(j.issue.rule, "WxH") != NULL, "%s: %s", rows[i].size, j.issue.rule);
        j.run = NULL;
        free(memory);
        job_end(&j);
    }
}

/* A bilinear footprint in an image of unknown width, one block of 256 bytes wide, leaves its block at the bottom only:
   from as many texels as a row of it has. */
static void test_R53_a_footprint_stays_in_its_column(void) {
    static const struct {
        const char* format;
        uint32_t texel_bytes;
        uint32_t row;
    } rows[] = {{"rgba8", 4, 16}, {"rgba16f", 8, 8}, {"rgba32f", 16, 4}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        uint32_t leave = 0;
        gcnmem_access access = test_access_format("image_sample", rows[i].format, 0);
        const gcnmem_access plain = test_access_format("image_load", rows[i].format, 0);
        CHECK_U64(rows[i].texel_bytes, plain.op.element_bytes, "%s", rows[i].format);
        access.exec_mask = 1;
        access.filter = GCNMEM_FILTER_BILINEAR;
        for (uint32_t at = 0; at < 256; at += rows[i].texel_bytes) {
            access.address[0] = at;
            gcnmemi_footprint footprint;
            uint32_t is_out = 0;
            const gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_FURY_X);
            gcnmemi_cost_footprint(&desc, &access, 1, 0, NULL, &footprint);
            for (uint32_t k = 0; k < footprint.line_count; ++k) {
                is_out |= footprint.line[k] >= 256;
            }
            leave += is_out;
        }
        CHECK_U64(rows[i].row, leave, "%s", rows[i].format);
    }
}

/* ---- first addresses ---- */

/* Nobody's lanes for the first of two waves. */
static int lanes_of_the_second(void* user_data, const gcnmem_run_query* query, uint64_t* out_address,
                               uint64_t* out_mask) {
    (void)user_data;
    *out_mask = query->group == 0 ? 0 : UINT64_MAX << 1;
    for (uint32_t lane = 0; lane < GCNMEM_LANES; ++lane) {
        out_address[lane] = 4096 * (query->group + 1) + lane * 4;
    }
    return 1;
}

/* A wave without lanes has no first address. */
static void test_R53_the_first_address_is_of_a_lane(void) {
    const gcnmem_run_hooks hooks = {lanes_of_the_second, NULL, NULL, NULL};
    job j = job_new(GCNMEM_DEVICE_VEGA_64, "global_load_dword v0, v[1:2], off\ns_endpgm\n");
    j.options.groups = 2;
    j.options.cu_count = 1;
    if (job_start(&j)) {
        gcnmem_run_advance(j.run, UINT64_MAX, &hooks);
        const gcnmem_run_insn_stats stats = gcnmem_run_insn_of(j.run, 0);
        CHECK_U64(2, stats.issued, "both issue");
        CHECK_U64(0, stats.first_address, "nobody's");
        CHECK_U64(0, stats.begin_address[0], "of the first wave");
        CHECK_U64(8192 + 4, stats.begin_address[2], "of the second");
    }
    job_end(&j);
}

/* ---- launches ---- */

/* What waves waited for their launch until now: no wave longer than the run has lasted, and never less than before. */
static void test_R55_launches_count_until_now(void) {
    job j = job_new(GCNMEM_DEVICE_V100, "add_u32 r1, r1, r2\nexit\n");
    j.options.group_lanes = 128;
    j.options.groups = 40;
    j.options.cu_count = 1;
    if (job_start(&j)) {
        uint64_t before = 0;
        for (uint64_t clock = 1; clock <= 600; ++clock) {
            gcnmem_run_advance(j.run, clock, NULL);
            const gcnmem_run_result r = gcnmem_run_result_of(j.run);
            CHECK(r.launch_clocks >= before && r.launch_clocks <= r.clocks * 40 * 128 / 32,
                  "%" PRIu64 ", at clock %" PRIu64 " %" PRIu64, before, r.clocks, r.launch_clocks);
            before = r.launch_clocks;
        }
        CHECK(before > 350, "%" PRIu64 " clocks", before);
    }
    job_end(&j);
}

/* ---- matrix operations ---- */

/* Others run beside operations whose inputs have no more bits than it says. */
static void test_R56_matrix_operations_leave_room_by_their_bits(void) {
    static const struct {
        gcnmem_math math;
        uint32_t bits;
    } rows[] = {{GCNMEM_MATH_MATRIX_F64, 64}, {GCNMEM_MATH_MATRIX_F32, 32}, {GCNMEM_MATH_MATRIX_XF32, 19},
                {GCNMEM_MATH_MATRIX_F16, 16}, {GCNMEM_MATH_MATRIX_I8, 8},   {GCNMEM_MATH_MATRIX_I4, 4}};
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_MI300X);
    gcnmem_op op;
    memset(&op, 0, sizeof op);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        op.math = (uint8_t)rows[i].math;
        desc.matrix_issue_clocks = 4;
        desc.matrix_beside_bits = rows[i].bits;
        CHECK_U64(4, gcnmemi_run_matrix_issue(&desc, &op, 64), "%u bits", (unsigned)rows[i].bits);
        desc.matrix_beside_bits = rows[i].bits - 1;
        CHECK_U64(64, gcnmemi_run_matrix_issue(&desc, &op, 64), "of less than %u bits", (unsigned)rows[i].bits);
        desc.matrix_beside_bits = 64;
        desc.matrix_issue_clocks = 0;
        CHECK_U64(64, gcnmemi_run_matrix_issue(&desc, &op, 64), "none beside others");
    }
}

/* ---- one pipe for L1 and LDS ---- */

/* Clocks of 32 waves that load so, 16 times. */
static uint64_t loads_take(gcnmem_device device, const char* loads) {
    char text[300];
    snprintf(text, sizeof text, "x: ; @trip 16\n%sbranch x\nexit\n", loads);
    job j = job_new(device, text);
    j.options.group_lanes = 1024;
    j.options.groups = 1;
    j.options.cu_count = 1;
    job_run(&j);
    const uint64_t clocks = j.result.clocks;
    job_end(&j);
    return clocks;
}

/* Where L1 and LDS are the same banks, loads of both take turns; elsewhere they go on side by side. */
static void test_R78_l1_and_lds_share_their_banks_on_V100(void) {
#define SHARED "shared_load_b128 r4, r0 ; @mem lane*16\n"
#define GLOBAL "load_b128 r8, r0 ; @mem lane*16\n"
    static const gcnmem_device devices[] = {GCNMEM_DEVICE_V100, GCNMEM_DEVICE_GTX_1080};
    for (uint32_t i = 0; i < 2; ++i) {
        const uint64_t shared = loads_take(devices[i], SHARED);
        const uint64_t global = loads_take(devices[i], GLOBAL);
        const uint64_t both = loads_take(devices[i], SHARED GLOBAL);
        const uint64_t more = shared > global ? shared : global;
        const uint64_t least = shared < global ? shared : global;
        CHECK((both > more + least * 2 / 3) == (i == 0), "%s: %" PRIu64 " and %" PRIu64 " clocks, both %" PRIu64,
              gcnmem_device_card(devices[i]), shared, global, both);
    }
}

/* ---- lines under way ---- */

/* Loads of 31 lines, then again: all are under way, and each waits for DRAM; wherever the lines lie. */
static void test_R29_many_lines_under_way_are_told_apart(void) {
    for (unsigned base = 1; base <= 8; ++base) {
        char text[8192];
        size_t used = 0;
        for (unsigned i = 0; i < 62; ++i) {
            used += (size_t)snprintf(text + used, sizeof text - used,
                                     "global_load_dword v1, v[2:3], off ; @mem %u*64 + %u*1M + lane*0\n",
                                     i % 31 * (i % 31) * 5, base);
        }
        snprintf(text + used, sizeof text - used, "s_endpgm\n");
        job j = run_one(GCNMEM_DEVICE_VEGA_64, text, 64, 1);
        CHECK_U64(62, j.result.served[GCNMEM_SERVED_DRAM], "each line twice, from %u MB on", base);
        job_end(&j);
    }
}

/* What L1 asks of L2: 64 lines are 16 chunks of 256 bytes, in as many channels; none when L1 has them. */
static void test_R57_chunks_are_counted_in_every_channel(void) {
    static const char load[] = "buffer_load_dword v0, v1, s[0:3], 0 offen ; @mem lane*64\ns_waitcnt vmcnt(0)\n";
    char text[300];
    snprintf(text, sizeof text, "%s%ss_endpgm\n", load, load);
    job j = run_one(GCNMEM_DEVICE_R9_FURY_X, text, 64, 1);
    const gcnmem_run_insn_stats first = gcnmem_run_insn_of(j.run, 0);
    CHECK_U64(1, first.l2_visits, "one access");
    CHECK_U64(16, first.l2_chunks, "4 KB");
    CHECK_U64(16, first.l2_channels, "one after the other");
    CHECK_U64(0, gcnmem_run_insn_of(j.run, 2).l2_chunks, "L1 has them");
    job_end(&j);
}

/* ---- blocks of texels ---- */

/* A block has 256 bytes, of which each is one texel's, whatever the rule and the size of texels. */
static void test_R10_texels_fill_their_block(void) {
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_FURY_X);
    for (desc.image_layout_rule = 1; desc.image_layout_rule <= 3; ++desc.image_layout_rule) {
        for (uint32_t bytes = 1; bytes <= 16; bytes *= 2) {
            const gcnmemi_lanes_layout* layout = gcnmemi_lanes_layout_of(&desc, bytes);
            uint32_t texels[256] = {0};
            gcnmemi_lanes_surface surface;
            CHECK_U64(256, bytes << layout->width_bits << layout->height_bits, "rule %u, %u bytes",
                      (unsigned)desc.image_layout_rule, (unsigned)bytes);
            gcnmemi_lanes_surface_init(layout, bytes, 1u << layout->width_bits, 1u << layout->height_bits, &surface);
            for (uint32_t i = 0; i < 256 / bytes; ++i) {
                const uint32_t x = i & ((1u << layout->width_bits) - 1);
                const uint32_t y = i >> layout->width_bits & ((1u << layout->height_bits) - 1);
                ++texels[(surface.flips_x[x] ^ surface.flips_y[y]) & 255];
            }
            for (uint32_t at = 0; at < 256; ++at) {
                CHECK_U64(at % bytes == 0, texels[at], "rule %u, %u bytes, at %u", (unsigned)desc.image_layout_rule,
                          (unsigned)bytes, (unsigned)at);
            }
        }
    }
}

/* ---- what the manual's LIMITS says of texts ---- */

typedef struct lines {
    char* text;
    size_t bytes;
} lines;

/* Text to which up to eight million bytes are added; free() it. */
static lines lines_new(void) {
    const lines l = {(char*)job_memory(8000000), 0};
    return l;
}

/* `%u` is the line's number, however often it stands there. */
static void lines_add(lines* l, uint32_t count, const char* text) {
    for (uint32_t i = 0; i < count; ++i) {
        l->bytes += (size_t)snprintf(l->text + l->bytes, 200, text, i, i, i, i);
    }
}

static void lines_fill(lines* l, uint32_t count, char c) {
    memset(l->text + l->bytes, c, count);
    l->bytes += count;
}

static lines stages_text(uint32_t count) {
    lines l = lines_new();
    lines_add(&l, count, "\t.globl k%u\n\t.type k%u,@function\nk%u:\n\ts_endpgm\n");
    return l;
}

static lines opcodes_text(uint32_t count) { /* s_endpgm is one of them */
    lines l = lines_new();
    lines_add(&l, 1, "k:\n\ts_endpgm\n");
    lines_add(&l, count - 1, "\tv_x%u v0, v1\n");
    return l;
}

static lines loops_text(uint32_t count) {
    lines l = lines_new();
    lines_add(&l, 1, "k:\n");
    lines_add(&l, count, "L%u:\n\ts_cbranch_scc1 L%u\n");
    lines_add(&l, 1, "\ts_endpgm\nshader b\n\ts_endpgm\n");
    return l;
}

static lines label_text(uint32_t count) {
    lines l = lines_new();
    lines_fill(&l, count, 'L');
    lines_add(&l, 1, ":\n\ts_branch ");
    lines_fill(&l, count, 'L');
    lines_add(&l, 1, "\n\ts_endpgm\n");
    return l;
}

static uint32_t stages_of(const gcnmem_listing* l) {
    return l->stage_count;
}

static uint32_t opcodes_of(const gcnmem_listing* l) {
    return l->opcode_count;
}

static uint32_t loops_of(const gcnmem_listing* l) {
    return l->loop_count;
}

static uint32_t label_bytes_of(const gcnmem_listing* l) {
    return gcnmem_listing_label(l, 0)->name_bytes;
}

/* As many as the limit are read, all of them; of one more the error names number and limit. */
static void test_limits_of_a_listing(void) {
    static const struct {
        const char* what;
        uint32_t limit;
        lines (*text)(uint32_t count);
        uint32_t (*count)(const gcnmem_listing* listing);
    } rows[] = {{"stages", 4096, stages_text, stages_of},
                {"opcodes", 2048, opcodes_text, opcodes_of},
                {"loops", 65534, loops_text, loops_of},
                {"a label's characters", 65535, label_text, label_bytes_of}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        for (uint32_t more = 0; more < 2; ++more) {
            lines l = rows[i].text(rows[i].limit + more);
            job j = job_parse_bytes(l.text, l.bytes, 0);
            CHECK((j.parsed == (more ? GCNMEM_ERROR_LIMIT : GCNMEM_OK)), "%s, %u more", rows[i].what, (unsigned)more);
            if (j.listing) {
                CHECK_U64(rows[i].limit, rows[i].count(j.listing), "%s", rows[i].what);
            } else {
                CHECK_U64(rows[i].limit, j.issue.limit, "%s", rows[i].what);
                CHECK_U64(rows[i].limit + 1, j.issue.value, "%s", rows[i].what);
            }
            job_end(&j);
            free(l.text);
        }
    }
}

/* Nothing of a text of 4 GB is looked at; of a long instruction as much is shown as a length can say. */
static void test_limits_of_a_text(void) {
    gcnmem_issue issue = {NULL, NULL, 0, 0, 0, 0, 0, ""};
    gcnmem_listing* listing;
    uint64_t memory[64];
    if (SIZE_MAX > UINT32_MAX) {
        const size_t bytes = (size_t)(UINT64_C(1) << 32);
        CHECK_U64(0, test_listing_bytes("", bytes), "memory for 4 GB");
        CHECK(gcnmem_listing_parse("", bytes, 0, NULL, 0, memory, sizeof memory, &listing, &issue) ==
                      GCNMEM_ERROR_LIMIT &&
                  listing == NULL,
              "4 GB");
        CHECK_U64(UINT32_MAX, issue.limit, "4 GB");
    }
    for (uint32_t more = 0; more < 2; ++more) {
        lines l = lines_new();
        lines_add(&l, 1, "v_mov_b32 v0, ");
        lines_fill(&l, 65535 + more - (uint32_t)l.bytes, '1');
        lines_add(&l, 1, "\ns_endpgm\n");
        job j = job_parse_bytes(l.text, l.bytes, 0);
        CHECK_U64(2, j.listing ? j.listing->insn_count : 0, "a line of 65535 characters and %u", (unsigned)more);
        CHECK_U64(65535, j.listing ? job_insn(&j, 0)->text_bytes : 0, "of 65535 and %u", (unsigned)more);
        job_end(&j);
        free(l.text);
    }
}

static void test_limits_of_an_expression(void) {
    static const struct {
        const char* what;
        const char* head;
        const char* repeated;
        const char* tail;
        uint32_t fits; /* times that `repeated` may stand there */
        uint32_t limit;
    } rows[] = {{"characters", "lane", " ", "", 4092, 4096},
                {"steps", "x", "+x", "", 63, 128},
                {"values at once", "", "x?y:", "1", 31, 64},
                {"nested", "", "-", "1", 63, 64}};
    char text[5000];
    gcnmem_expr expr;
    gcnmem_issue issue;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        for (uint32_t more = 0; more < 2; ++more) {
            size_t bytes = (size_t)snprintf(text, sizeof text, "%s", rows[i].head);
            for (uint32_t k = 0; k < rows[i].fits + more; ++k) {
                bytes += (size_t)snprintf(text + bytes, sizeof text - bytes, "%s", rows[i].repeated);
            }
            bytes += (size_t)snprintf(text + bytes, sizeof text - bytes, "%s", rows[i].tail);
            gcnmem_result result = gcnmem_expr_compile(text, bytes, &expr, &issue);
            CHECK(result == (more ? GCNMEM_ERROR_LIMIT : GCNMEM_OK), "%s and %u: %d %s %u", rows[i].what,
                  (unsigned)more, (int)result, result ? issue.rule : "", expr.step_count);
            if (more) {
                CHECK_U64(rows[i].limit, issue.limit, "%s", rows[i].what);
            }
        }
    }
}

static void test_limits_of_settings(void) {
    enum { MOST = 256 };
    static char names[MOST + 1][8];
    static gcnmem_run_value consts[MOST + 1];
    for (uint32_t i = 0; i <= MOST; ++i) {
        gcnmem_run_value* v = &consts[i];
        memset(v, 0, sizeof *v);
        v->name = names[i];
        v->name_bytes = (size_t)snprintf(names[i], sizeof names[i], "%u", (unsigned)i * 4);
        v->value = "1";
        v->value_bytes = 1;
    }
    for (uint32_t more = 0; more < 2; ++more) {
        job j = job_new(GCNMEM_DEVICE_R9_FURY_X, "s_endpgm\n");
        j.options.consts = consts;
        j.options.const_count = MOST + more;
        const size_t bytes = test_run_bytes(&j.desc, j.listing, &j.options);
        void* memory = job_memory(bytes);
        gcnmem_run* run = NULL;
        CHECK((gcnmem_run_init(memory, bytes, &j.desc, j.listing, j.text, &j.options, &run, &j.issue) ==
               (more ? GCNMEM_ERROR_LIMIT : GCNMEM_OK)),
              "%u dwords", (unsigned)(MOST + more));
        if (more) {
            CHECK_U64(MOST, j.issue.limit, "%u dwords", (unsigned)(MOST + more));
        }
        free(memory);
        job_end(&j);
    }
}

/* A text given with its length may hold any byte; the list of words ends at its first zero. */
static void test_a_zero_byte_is_of_no_word(void) {
    static const char words[] = "rgb,rgba\0,other"; /* what stands behind the list is none of its words */
    static const char text[] = "rgba\0other";
    for (size_t bytes = 1; bytes < sizeof text; ++bytes) {
        const int is_word = gcnmemi_text_among(gcnmemi_text_span(text, text + bytes), words);
        CHECK(is_word == (bytes == 3 || bytes == 4), "%u bytes: %d", (unsigned)bytes, is_word);
    }
}

void suite_limits(void) {
    TEST(test_limits_of_settings);
    TEST(test_limits_of_a_listing);
    TEST(test_limits_of_a_text);
    TEST(test_a_zero_byte_is_of_no_word);
    TEST(test_limits_of_an_expression);
    TEST(test_R2_a_buffer_ends_where_its_size_says);
    TEST(test_R80_as_many_pages_as_entries_stay_known);
    TEST(test_R76_the_far_half_depends_on_the_CU);
    TEST(test_R29_a_line_under_way_is_served_from_where_it_comes);
    TEST(test_R59_l1_miss_lines_are_as_many_as_it_says);
    TEST(test_R56_a_flat_load_takes_the_LDS_port);
    TEST(test_R57_a_pitch_is_the_step_between_chunks);
    TEST(test_R17_a_better_pitch_is_aligned_and_better);
    TEST(test_R57_dram_that_hardly_lacks_requests_is_busy);
    TEST(test_R57_four_fifths_are_a_limit);
    TEST(test_R51_calls_are_followed_200_deep);
    TEST(test_R53_images_are_as_large_as_it_says);
    TEST(test_R53_a_footprint_stays_in_its_column);
    TEST(test_R53_the_first_address_is_of_a_lane);
    TEST(test_R55_launches_count_until_now);
    TEST(test_R56_matrix_operations_leave_room_by_their_bits);
    TEST(test_R78_l1_and_lds_share_their_banks_on_V100);
    TEST(test_R29_many_lines_under_way_are_told_apart);
    TEST(test_R57_chunks_are_counted_in_every_channel);
    TEST(test_R10_texels_fill_their_block);
}
