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

/* ---- lines under way ---- */

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
        CHECK_U64(GCNMEM_OK, gcnmem_run_keep_caches(again.run, j.run, NULL), "L2 has the line");
        gcnmem_run_advance(again.run, UINT64_MAX, NULL);
        again.result = gcnmem_run_result_of(again.run);
        CHECK_U64(2, again.result.served[GCNMEM_SERVED_L2], "the first, and the one behind it");
        CHECK_U64(1, again.result.served[GCNMEM_SERVED_L1], "the last finds the line");
    }
    free(again.run);
    job_end(&j);
}

/* ---- the ports of a CU ---- */

/* When the second of two waves of a SIMD reads LDS while the first loads with `mnemonic`. */
static uint64_t second_read(const char* mnemonic) {
    char text[300];
    snprintf(text, sizeof text,
             "s_barrier\nds_read_b32 v0, v1 ; @mem lane*4\n%s ; @mem lane*4 + 1M\ns_waitcnt vmcnt(0) lgkmcnt(0)\n"
             "s_endpgm\n",
             mnemonic);
    job j = job_new(GCNMEM_DEVICE_VEGA_64, text);
    j.options.group_lanes = 512;
    j.options.groups = 1;
    job_run(&j);
    uint64_t stalled = gcnmem_run_insn_of(j.run, 1).stall_clocks[GCNMEM_STALL_ISSUE];
    job_end(&j);
    return stalled;
}

/* A flat load may turn out to read LDS: no other wave of its SIMD reads LDS in that turn. */
static void test_R56_a_flat_load_takes_the_LDS_port(void) {
    const uint64_t global = second_read("global_load_dword v2, v[3:4], off");
    const uint64_t flat = second_read("flat_load_dword v2, v[3:4]");
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

void suite_limits(void) {
    TEST(test_R2_a_buffer_ends_where_its_size_says);
    TEST(test_R29_a_line_under_way_is_served_from_where_it_comes);
    TEST(test_R56_a_flat_load_takes_the_LDS_port);
    TEST(test_R57_a_pitch_is_the_step_between_chunks);
    TEST(test_R17_a_better_pitch_is_aligned_and_better);
    TEST(test_R57_dram_that_hardly_lacks_requests_is_busy);
}
