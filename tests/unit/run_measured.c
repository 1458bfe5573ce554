/* run_measured.c -- R54, R56, R57 against measurements: latencies of MI100, milliseconds of perftest (hardware.md) */
#include "job.h"

#define TEXT_BYTES 16384

/* `parts` thousandths of `want` either way. */
static int is_near(uint64_t want, uint64_t got, uint64_t parts) {
    uint64_t apart = want > got ? want - got : got - want;
    return apart * 1000 <= want * parts;
}

/* ---- latency: a chain of 16 dependent loads a trip, the clocks of one load in tenths ---- */

static uint64_t run_chain(job* j, uint32_t trips) {
    gcnmem_run_trip trip;
    trip.label = GCNMEM_NONE, trip.trips = trips;
    j->options.group_lanes = 1;
    j->options.groups = 1;
    j->options.trips = &trip, j->options.trip_count = 1;
    job_run(j);
    return j->result.clocks;
}

static uint64_t chain_e1(gcnmem_device device, const char* load, const char* before, const char* after,
                         uint32_t trips) {
    static char text[TEXT_BYTES];
    size_t at = (size_t)snprintf(text, sizeof text, "loop:\n");
    uint64_t clocks;
    job j;
    int i;
    for (i = 0; i < 16; ++i) {
        at += (size_t)snprintf(text + at, sizeof text - at, "%s ; @mem %s%d%s\ns_waitcnt vmcnt(0) & lgkmcnt(0)\n", load,
                               before, i, after);
    }
    snprintf(text + at, sizeof text - at, "s_cbranch_scc1 loop\ns_endpgm\n");
    j = job_new(device, text);
    clocks = run_chain(&j, trips);
    clocks -= run_chain(&j, trips / 2);
    job_end(&j);
    return (clocks - 16 * (uint64_t)(trips / 2)) * 10 / (16 * (trips - trips / 2)); /* without the branch's 16 */
}

static void check_latency(uint64_t want, uint64_t got_e1, const char* what) {
    CHECK(is_near(want * 10, got_e1, 50), "%s: %" PRIu64 ".%" PRIu64 " clocks, measured %" PRIu64, what, got_e1 / 10,
          got_e1 % 10, want);
}

#define FLAT "flat_load_dword v0, v[0:1]"
#define SCALAR "s_load_dword s0, s[0:1], 0x0"

static void test_R54_latency_of_L1_on_mi100(void) {
    check_latency(136, chain_e1(GCNMEM_DEVICE_MI100, FLAT, "0*lane+", "*64", 100), "L1");
}

static void test_R54_latency_of_L2_on_mi100(void) {
    check_latency(336, chain_e1(GCNMEM_DEVICE_MI100, FLAT, "0*lane+(iter*16+", ")%1024*64", 512), "L2");
}

static void test_R54_latency_of_DRAM_on_mi100(void) {
    check_latency(
        664, chain_e1(GCNMEM_DEVICE_MI100, FLAT, "0*lane+((iter*16+", ")*0x9e3779b1+iter*iter*77)%1048576*1024", 200),
        "DRAM");
}

static void test_R54_latency_of_scalar_L1_on_mi100(void) {
    check_latency(48, chain_e1(GCNMEM_DEVICE_MI100, SCALAR, "", "*64", 100), "scalar L1");
}

static void test_R54_latency_of_scalar_L2_on_mi100(void) {
    check_latency(205, chain_e1(GCNMEM_DEVICE_MI100, SCALAR, "(iter*16+", ")%1024*64", 512), "scalar L2");
}

static void test_R54_latency_of_lds_on_mi100(void) {
    check_latency(48, chain_e1(GCNMEM_DEVICE_MI100, "ds_read_b32 v0, v0", "lane*4+", "*0", 100), "LDS");
}

static void test_R54_latency_of_L2_on_r9_nano(void) {
    check_latency(265, chain_e1(GCNMEM_DEVICE_R9_NANO, FLAT, "0*lane+(iter*16+", ")%4096*64", 1024), "L2");
}

/* ---- perftest: milliseconds for 1024 x 1024 threads that load 256 times each ---- */

/* Microseconds of `frames` frames, from the CUs of one of `parts` and their share of the groups. */
static uint64_t perftest_us(gcnmem_device device, uint32_t mhz, const char* index, uint64_t frames, uint64_t parts) {
    static char text[TEXT_BYTES];
    size_t at = (size_t)snprintf(text, sizeof text,
                                 "s_load_dwordx4 s[0:3], s[2:3], 0x0\nv_mov_b32 v1, 0\ns_mov_b32 s4, 0\n"
                                 "s_waitcnt lgkmcnt(0)\nloop: ; @trip 32\n");
    uint64_t clocks;
    job j;
    int i;
    for (i = 0; i < 8; ++i) {
        at += (size_t)snprintf(text + at, sizeof text - at,
                               "buffer_load_format_x v%d, v0, s[0:3], 0 idxen offset:0 ; @mem (%s+iter*8+%d)*4\n", i,
                               index, i);
    }
    for (i = 7; i >= 0; --i) {
        at += (size_t)snprintf(text + at, sizeof text - at, "s_waitcnt vmcnt(%d)\nv_add_f32 v1, v1, v2\n", i);
    }
    snprintf(text + at, sizeof text - at,
             "v_add_u32 v0, vcc, 8, v0\ns_add_u32 s4, s4, 8\ns_cmp_lt_u32 s4, 0x100\ns_cbranch_scc1 loop\n"
             "ds_write_b32 v0, v1\ns_waitcnt lgkmcnt(0)\ns_barrier\ns_endpgm\n");
    j = job_new(device, text);
    j.options.group_lanes = 256;
    j.options.lds_bytes = 1024;
    j.options.vgprs = 16;
    j.options.sgprs = 16;
    j.desc.core_clock_mhz = mhz;
    j.options.groups = 4096 * (uint64_t)(j.desc.cu_count / parts) / j.desc.cu_count;
    if (parts > 1) {
        j.desc = gcnmem_run_scaled_desc(&j.desc, (uint32_t)(j.desc.cu_count / parts));
    }
    job_run(&j);
    clocks = j.result.clocks;
    CHECK_TEXT("L1", gcnmem_limiter_name(j.result.limited_by), "%s", index);
    job_end(&j);
    return clocks * frames / mhz;
}

static void test_R56_R57_perftest_of_hd_7970(void) {
    uint64_t us = perftest_us(GCNMEM_DEVICE_HD_7970, 1000, "((lane*3)&15)", 1, JOB_IS_SLOW ? 8 : 1);
    CHECK(is_near(2100, us, 30), "%" PRIu64 " us, measured 2100", us);
}

static void test_R56_R57_perftest_of_r9_390x(void) {
    uint64_t us = perftest_us(GCNMEM_DEVICE_R9_390X, 1050, "((lane*3)&15)", 30, JOB_IS_SLOW ? 10 : 1);
    CHECK(is_near(44000, us, 30), "%" PRIu64 " us, measured 44000", us);
}

static void test_R56_R57_perftest_of_r9_390x_linear(void) {
    uint64_t us = perftest_us(GCNMEM_DEVICE_R9_390X, 1050, "lane", 30, 4);
    CHECK(is_near(11139, us, 30), "%" PRIu64 " us, measured 11139", us);
}

/* ---- bytes a clock and CU (seed 003) ---- */

static uint64_t bandwidth_e2(const char* line, int lines, const char* wait) {
    static char text[TEXT_BYTES];
    size_t at = (size_t)snprintf(text, sizeof text, "loop: ; @trip 64\n");
    uint64_t bytes;
    job j;
    int i;
    for (i = 0; i < lines; ++i) {
        at += (size_t)snprintf(text + at, sizeof text - at, "%s\n", line);
    }
    snprintf(text + at, sizeof text - at,
             "s_waitcnt %s\nv_add_u32 v0, vcc, v1, v0\ns_sub_u32 s0, s0, 1\ns_cbranch_scc1 loop\ns_endpgm\n", wait);
    j = job_new(GCNMEM_DEVICE_R9_390, text);
    j.options.group_lanes = 256;
    j.options.cu_count = 1;
    j.options.vgprs = 24;
    job_run(&j);
    bytes = (j.result.lds_bytes + j.result.bytes_requested) * 100;
    bytes = j.result.clocks ? bytes / j.result.clocks : 0;
    job_end(&j);
    return bytes;
}

static void test_R54_L1_bandwidth_of_r9_390(void) {
    uint64_t got = bandwidth_e2("buffer_load_format_xyzw v[0:3], v0, s[0:3], 0 idxen ; @mem lane*16", 8, "vmcnt(0)");
    CHECK(is_near(6389, got, 30), "%" PRIu64 " hundredths of B/clk, measured 63.89", got);
}

static void test_R54_lds_bandwidth_of_r9_390(void) {
    uint64_t got = bandwidth_e2("ds_read2_b32 v[0:1], v0 offset0:0 offset1:64 ; @mem lane*4", 16, "lgkmcnt(0)");
    CHECK(is_near(12754, got, 30), "%" PRIu64 " hundredths of B/clk, measured 127.54", got);
}

void suite_run_measured(void);
void suite_run_measured(void) {
    TEST(test_R54_latency_of_L1_on_mi100);
    TEST(test_R54_latency_of_L2_on_mi100);
    TEST(test_R54_latency_of_DRAM_on_mi100);
    TEST(test_R54_latency_of_scalar_L1_on_mi100);
    TEST(test_R54_latency_of_scalar_L2_on_mi100);
    TEST(test_R54_latency_of_lds_on_mi100);
    TEST(test_R54_latency_of_L2_on_r9_nano);
    TEST(test_R56_R57_perftest_of_hd_7970);
    TEST(test_R56_R57_perftest_of_r9_390x);
    TEST(test_R56_R57_perftest_of_r9_390x_linear);
    TEST(test_R54_L1_bandwidth_of_r9_390);
    TEST(test_R54_lds_bandwidth_of_r9_390);
}
