/* dram.c -- R34 to R43 by hand: each timing of a made-up part, one at a time (and two lectures) */
#include "private.h"

#include <stdlib.h>

#define NEVER 1048576 /* tREFI: longer than any test here */

/* One channel of 128 bits, bursts of 64 bytes in 2 clocks, 4 groups of 4 banks, rows of 32 bursts, and timings that no
   two sums share. No refresh unless a test wants it. */
static gcnmem_desc made_up(void) {
    gcnmem_desc d = gcnmem_desc_for(GCNMEM_DEVICE_R9_FURY_X);
    d.dram_channels = 1;
    d.dram_channel_bits = 128;
    d.dram_bus_bits = 128;
    d.dram_burst_length = 4;
    d.dram_data_rate = 2;
    d.dram_banks = 16;
    d.dram_bank_groups = 4;
    d.dram_row_bytes = 2048;
    d.dram_cl_clocks = 10;
    d.dram_cwl_clocks = 5;
    d.dram_rcd_read_clocks = 12;
    d.dram_rcd_write_clocks = 8;
    d.dram_rp_clocks = 9;
    d.dram_ras_clocks = 25;
    d.dram_rc_clocks = 34;
    d.dram_rrd_short_clocks = 4;
    d.dram_rrd_long_clocks = 6;
    d.dram_faw_clocks = 30;
    d.dram_ccd_short_clocks = 2;
    d.dram_ccd_long_clocks = 5;
    d.dram_ccd_write_clocks = 2;
    d.dram_wr_clocks = 11;
    d.dram_wtr_short_clocks = 3;
    d.dram_wtr_long_clocks = 7;
    d.dram_rtp_clocks = 6;
    d.dram_rtw_clocks = 1;
    d.dram_rfc_clocks = 100;
    d.dram_refi_clocks = NEVER;
    d.dram_read_queue_entries = 16;
    d.dram_write_queue_entries = 16;
    d.dram_write_high_entries = 4;
    d.dram_write_low_entries = 1;
    d.dram_page_policy = 1;
    d.dram_bank_rule = 1;
    memset(d.dram_mapping, 0, sizeof d.dram_mapping);
    strcpy(d.dram_mapping, "row-group-bank-channel-column");
    return d;
}

static uint64_t at(uint64_t row, uint64_t group, uint64_t bank, uint64_t column) {
    return row << 15 | group << 13 | bank << 11 | column << 6;
}

static gcnmemi_dram* make(const gcnmem_desc* d) {
    size_t bytes = gcnmemi_dram_size_bytes(d);
    void* memory = malloc(bytes ? bytes : 1);
    gcnmemi_dram* dram = gcnmemi_dram_init(memory, bytes, d);
    gcnmem_issue issue;
    CHECK(dram != NULL && gcnmem_desc_validate(d, &issue) == GCNMEM_OK, "a valid part");
    if (!dram) {
        exit(1);
    }
    return dram;
}

#define R 0
#define W 1

static void submit(gcnmemi_dram* dram, uint64_t address, uint32_t is_write, uint64_t clock, uint32_t tag) {
    CHECK(test_dram_submit(dram, address, is_write, clock, tag) == 1, "tag %u at clock %" PRIu64, tag, clock);
}

/* The next completion, in order. */
static void expect(gcnmemi_dram* dram, uint32_t tag, gcnmemi_dram_outcome outcome, uint64_t clock, const char* why) {
    gcnmemi_dram_completion done;
    memset(&done, 0xff, sizeof done);
    CHECK(gcnmemi_dram_pop(dram, &done) == 1, "%s", why);
    CHECK_U64(tag, done.tag, "%s", why);
    CHECK_U64(outcome, done.outcome, "%s", why);
    CHECK_U64(clock, done.clock, "%s", why);
}

static gcnmem_dram_stats stats_of(const gcnmemi_dram* dram) {
    gcnmem_dram_stats s;
    gcnmemi_dram_stats(dram, &s);
    return s;
}

/* Opens row 0 of a bank well before clock 1000 and forgets about it. */
static void open_row(gcnmemi_dram* dram, uint64_t group, uint64_t bank) {
    submit(dram, at(0, group, bank, 31), R, 0, UINT32_MAX);
    gcnmemi_dram_advance(dram, 900);
}

static void test_R34_a_request_is_one_burst(void) {
    gcnmem_desc d = made_up();
    gcnmemi_dram* dram = make(&d);
    gcnmem_dram_stats s;
    uint32_t i;
    for (i = 0; i < 8; ++i) {
        submit(dram, at(0, 0, 0, i), i % 2, 0, i);
    }
    gcnmemi_dram_drain(dram);
    s = stats_of(dram);
    CHECK_U64(8 * 64, s.bytes, "128 bits * 4 transfers");
    CHECK_U64(8 * 2, s.busy_clocks, "4 transfers, 2 a clock");
    CHECK_U64(4, s.reads, "half");
    CHECK_U64(4, s.writes, "half");
    CHECK_U64(64, gcnmemi_desc_burst_bytes(&d), "128 bits * 4 transfers");
    free(dram);
}

/* activate 0, read 12, data 22..23; hit: read 100; conflict: precharge 200, activate 209, read 221. */
static void test_R35_row_miss_hit_and_conflict(void) {
    gcnmem_desc d = made_up();
    gcnmemi_dram* dram = make(&d);
    gcnmem_dram_stats s;
    submit(dram, at(0, 0, 0, 0), R, 0, 1);
    submit(dram, at(0, 0, 0, 5), R, 100, 2);
    submit(dram, at(9, 0, 0, 5), R, 200, 3);
    gcnmemi_dram_drain(dram);
    expect(dram, 1, GCNMEMI_DRAM_MISS, 0 + 12 + 10 + 2, "tRCD, CL, burst");
    expect(dram, 2, GCNMEMI_DRAM_HIT, 100 + 10 + 2, "CL, burst");
    expect(dram, 3, GCNMEMI_DRAM_CONFLICT, 200 + 9 + 12 + 10 + 2, "tRP, tRCD, CL, burst");
    s = stats_of(dram);
    CHECK_U64(1, s.row_misses, "three outcomes");
    CHECK_U64(1, s.row_hits, "three outcomes");
    CHECK_U64(1, s.row_conflicts, "three outcomes");
    CHECK_U64(2, s.activates, "miss and conflict");
    CHECK_U64(1, s.precharges, "conflict");
    CHECK_U64(233, s.clocks, "the last data beat");
    free(dram);
}

/* "Row hit: it was, whoever opened it": the second read of a row that the first one opened. */
static void test_R35_a_hit_whoever_opened_the_row(void) {
    gcnmem_desc d = made_up();
    gcnmemi_dram* dram = make(&d);
    submit(dram, at(0, 0, 0, 0), R, 0, 1);
    submit(dram, at(0, 0, 0, 1), R, 0, 2);
    gcnmemi_dram_drain(dram);
    expect(dram, 1, GCNMEMI_DRAM_MISS, 24, "opens it");
    expect(dram, 2, GCNMEMI_DRAM_HIT, 29, "waits for tCCD_L alone");
    free(dram);
}

/* A read, then another row of the same bank at once; returns the clock of the second. */
static uint64_t second_row(const gcnmem_desc* d) {
    gcnmemi_dram* dram = make(d);
    gcnmemi_dram_completion done = {0, 0, 0};
    submit(dram, at(0, 0, 0, 0), R, 0, 1);
    submit(dram, at(1, 0, 0, 0), R, 1, 2);
    gcnmemi_dram_drain(dram);
    gcnmemi_dram_pop(dram, &done);
    gcnmemi_dram_pop(dram, &done);
    free(dram);
    return done.clock;
}

static void test_R36_tRAS_tRC_tRTP_tRP_hold_a_bank(void) {
    gcnmem_desc d = made_up();
    CHECK_U64(25 + 9 + 12 + 10 + 2, second_row(&d), "precharge at tRAS 25, tRP, tRCD, CL, burst");
    d.dram_ras_clocks = 20;
    CHECK_U64(34 + 12 + 10 + 2, second_row(&d), "tRAS + tRP is 29: tRC 34 holds");
    d = made_up();
    d.dram_rc_clocks = 40;
    CHECK_U64(40 + 12 + 10 + 2, second_row(&d), "tRC 40 holds");
    d = made_up();
    d.dram_rtp_clocks = 20;
    CHECK_U64(12 + 20 + 9 + 12 + 10 + 2, second_row(&d), "read at 12, tRTP 20");
    d = made_up();
    d.dram_rp_clocks = 15;
    d.dram_rc_clocks = 40;
    CHECK_U64(25 + 15 + 12 + 10 + 2, second_row(&d), "tRP 15");
}

static void test_R36_tRCD_and_tWR_of_writes(void) {
    gcnmem_desc d = made_up();
    gcnmemi_dram* dram = make(&d);
    submit(dram, at(0, 0, 0, 0), W, 0, 1);
    gcnmemi_dram_advance(dram, 10);
    submit(dram, at(1, 0, 0, 0), R, 10, 2);
    gcnmemi_dram_drain(dram);
    expect(dram, 1, GCNMEMI_DRAM_MISS, 8 + 5 + 2, "tRCD of a write, CWL, burst");
    expect(dram, 2, GCNMEMI_DRAM_CONFLICT, 15 + 11 + 9 + 12 + 10 + 2, "tWR behind the data, tRP, tRCD, CL, burst");
    free(dram);
}

/* Writes to different groups keep their own distance; reads do not ask for it. */
static void test_R60_writes_keep_their_distance(void) {
    gcnmem_desc d = made_up();
    gcnmemi_dram* dram;
    d.dram_ccd_write_clocks = 4;
    dram = make(&d);
    open_row(dram, 0, 0);
    open_row(dram, 1, 0);
    submit(dram, at(0, 0, 0, 0), W, 1000, 1);
    submit(dram, at(0, 1, 0, 0), W, 1000, 2);
    gcnmemi_dram_advance(dram, 2000);
    submit(dram, at(0, 0, 0, 0), R, 2000, 3);
    submit(dram, at(0, 1, 0, 0), R, 2000, 4);
    gcnmemi_dram_advance(dram, 3000);
    expect(dram, 1, GCNMEMI_DRAM_HIT, 1007, "tCWL, burst");
    expect(dram, 2, GCNMEMI_DRAM_HIT, 1007 + 4, "another group");
    expect(dram, 3, GCNMEMI_DRAM_HIT, 2012, "tCL, burst");
    expect(dram, 4, GCNMEMI_DRAM_HIT, 2012 + 2, "tCCD_S");
    free(dram);
}

static void test_R37_tCCD_L_within_a_group_tCCD_S_between(void) {
    gcnmem_desc d = made_up();
    gcnmemi_dram* dram = make(&d);
    open_row(dram, 0, 0);
    open_row(dram, 0, 1);
    open_row(dram, 1, 0);
    submit(dram, at(0, 0, 0, 0), R, 1000, 1);
    submit(dram, at(0, 0, 1, 0), R, 1000, 2);
    gcnmemi_dram_advance(dram, 2000);
    submit(dram, at(0, 0, 0, 0), R, 2000, 3);
    submit(dram, at(0, 1, 0, 0), R, 2000, 4);
    gcnmemi_dram_advance(dram, 3000);
    expect(dram, 1, GCNMEMI_DRAM_HIT, 1012, "first");
    expect(dram, 2, GCNMEMI_DRAM_HIT, 1012 + 5, "tCCD_L: one group");
    expect(dram, 3, GCNMEMI_DRAM_HIT, 2012, "first");
    expect(dram, 4, GCNMEMI_DRAM_HIT, 2012 + 2, "tCCD_S: another group, the bus never rests");
    CHECK_U64(3, stats_of(dram).limit_clocks[GCNMEM_DRAM_LIMIT_BANK_GROUP], "tCCD_L - burst");
    free(dram);
}

static void test_R38_tRRD_between_activates(void) {
    gcnmem_desc d = made_up();
    gcnmemi_dram* dram = make(&d);
    submit(dram, at(0, 0, 0, 0), R, 0, 1);
    submit(dram, at(0, 1, 0, 0), R, 0, 2);
    submit(dram, at(0, 2, 0, 0), R, 1000, 3);
    submit(dram, at(0, 2, 1, 0), R, 1000, 4);
    gcnmemi_dram_drain(dram);
    expect(dram, 1, GCNMEMI_DRAM_MISS, 24, "first");
    expect(dram, 2, GCNMEMI_DRAM_MISS, 24 + 4, "tRRD_S: another group");
    expect(dram, 3, GCNMEMI_DRAM_MISS, 1024, "first");
    expect(dram, 4, GCNMEMI_DRAM_MISS, 1024 + 6, "tRRD_L: one group");
    free(dram);
}

static void test_R38_four_activates_in_tFAW(void) {
    gcnmem_desc d = made_up();
    gcnmemi_dram* dram;
    uint32_t i;
    d.dram_rcd_read_clocks = 13; /* at 12 the first read and the fourth activate would meet on the command bus */
    dram = make(&d);
    for (i = 0; i < 5; ++i) {
        submit(dram, at(0, i % 4, i / 4, 0), R, 0, i);
    }
    gcnmemi_dram_drain(dram);
    for (i = 0; i < 4; ++i) {
        expect(dram, i, GCNMEMI_DRAM_MISS, 13 + 10 + 2 + 4 * i, "tRRD_S apart");
    }
    expect(dram, 4, GCNMEMI_DRAM_MISS, 30 + 13 + 10 + 2, "the fifth waits for tFAW");
    CHECK(stats_of(dram).limit_clocks[GCNMEM_DRAM_LIMIT_ACTIVATION] > 0, "and the account says so");
    free(dram);
}

static void test_R39_tWTR_behind_write_data(void) {
    gcnmem_desc d = made_up();
    gcnmemi_dram* dram = make(&d);
    open_row(dram, 0, 0);
    open_row(dram, 1, 0);
    submit(dram, at(0, 0, 0, 0), W, 1000, 1);
    submit(dram, at(0, 0, 0, 1), R, 1001, 2);
    gcnmemi_dram_advance(dram, 2000);
    submit(dram, at(0, 0, 0, 0), W, 2000, 3);
    submit(dram, at(0, 1, 0, 1), R, 2001, 4);
    gcnmemi_dram_advance(dram, 3000);
    expect(dram, 1, GCNMEMI_DRAM_HIT, 1007, "CWL, burst");
    expect(dram, 2, GCNMEMI_DRAM_HIT, 1007 + 7 + 12, "tWTR_L behind the data");
    expect(dram, 3, GCNMEMI_DRAM_HIT, 2007, "CWL, burst");
    expect(dram, 4, GCNMEMI_DRAM_HIT, 2007 + 3 + 12, "tWTR_S: another group");
    CHECK(stats_of(dram).limit_clocks[GCNMEM_DRAM_LIMIT_TURNAROUND] > 0, "and the account says so");
    free(dram);
}

/* A read and then a write at clock 1000; returns when the write is done. */
static uint64_t write_behind_read(const gcnmem_desc* d) {
    gcnmemi_dram* dram = make(d);
    gcnmemi_dram_completion done = {0, 0, 0};
    open_row(dram, 0, 0);
    submit(dram, at(0, 0, 0, 0), R, 1000, 1);
    submit(dram, at(0, 0, 0, 1), W, 1000, 2);
    gcnmemi_dram_drain(dram);
    gcnmemi_dram_pop(dram, &done);
    CHECK_U64(1012, done.clock, "the read");
    gcnmemi_dram_pop(dram, &done);
    CHECK_U64(2, done.tag, "the write");
    free(dram);
    return done.clock;
}

static void test_R39_the_bus_and_tRTW_behind_a_read(void) {
    gcnmem_desc d = made_up();
    CHECK_U64(1012 + 1 + 2, write_behind_read(&d), "the bus: read data, a clock to turn, write data");
    d.dram_rtw_clocks = 20;
    CHECK_U64(1020 + 5 + 2, write_behind_read(&d), "tRTW 20, CWL, burst");
}

/* Reads go first; four waiting writes start a batch, which ends when one is left. */
static void test_R39_writes_go_in_batches(void) {
    static const uint32_t few[] = {0, 1, 2, 3, 10, 11, 12};
    static const uint32_t many[] = {0, 10, 11, 12, 1, 2, 3, 13};
    gcnmem_desc d = made_up();
    uint32_t writes;
    for (writes = 3; writes <= 4; ++writes) {
        gcnmemi_dram* dram = make(&d);
        const uint32_t* order = writes == 3 ? few : many;
        gcnmemi_dram_completion done = {0, 0, 0};
        uint32_t i;
        open_row(dram, 0, 0);
        for (i = 0; i < 4; ++i) {
            submit(dram, at(0, 0, 0, i), R, 1000, i);
        }
        for (i = 0; i < writes; ++i) {
            submit(dram, at(0, 0, 0, 8 + i), W, 1000, 10 + i);
        }
        gcnmemi_dram_drain(dram);
        for (i = 0; i < 4 + writes; ++i) {
            CHECK(gcnmemi_dram_pop(dram, &done), "%u writes", writes);
            CHECK_U64(order[i], done.tag, "%u writes, place %u", writes, i);
        }
        free(dram);
    }
}

static void test_R40_refresh_closes_all_banks_for_tRFC(void) {
    gcnmem_desc d = made_up();
    gcnmemi_dram* dram;
    d.dram_refi_clocks = 1000;
    dram = make(&d);
    submit(dram, at(0, 0, 0, 0), R, 500, 1);
    submit(dram, at(0, 0, 0, 1), R, 1000, 2);
    submit(dram, at(0, 0, 0, 2), R, 1990, 3);
    submit(dram, at(0, 1, 0, 0), R, 1991, 4);
    gcnmemi_dram_advance(dram, 2900);
    expect(dram, 1, GCNMEMI_DRAM_MISS, 524, "before");
    expect(dram, 2, GCNMEMI_DRAM_MISS, 1000 + 9 + 100 + 12 + 10 + 2, "tRP, tRFC; the open row is gone");
    expect(dram, 3, GCNMEMI_DRAM_HIT, 2002, "still open");
    expect(dram, 4, GCNMEMI_DRAM_MISS, 1991 + 25 + 9 + 100 + 12 + 10 + 2,
           "activated, overtaken: tRAS, tRP, tRFC, again");
    CHECK_U64(2, stats_of(dram).refreshes, "at 1000 and at 2000");
    CHECK(stats_of(dram).limit_clocks[GCNMEM_DRAM_LIMIT_REFRESH] > 0, "and the account says so");
    free(dram);
}

static void test_R40_idle_time_counts_refreshes_and_costs_nothing(void) {
    gcnmem_desc d = made_up();
    gcnmemi_dram* dram;
    gcnmem_dram_stats s;
    uint64_t late = UINT64_C(1000000000000000) + 500;
    d.dram_channels = 8;
    d.dram_bus_bits = 1024;
    d.dram_refi_clocks = 1000;
    dram = make(&d);
    CHECK_U64(UINT64_MAX, gcnmemi_dram_next_clock(dram), "nothing to do");
    gcnmemi_dram_advance(dram, 10500);
    CHECK_U64(8 * 10, stats_of(dram).refreshes, "10 intervals, 8 channels");
    submit(dram, 0, R, late, 7);
    CHECK_U64(late, gcnmemi_dram_next_clock(dram), "the activate");
    gcnmemi_dram_advance(dram, late + 100);
    expect(dram, 7, GCNMEMI_DRAM_MISS, late + 24, "as if it were the first");
    s = stats_of(dram);
    CHECK_U64(8 * UINT64_C(1000000000000), s.refreshes, "all channels");
    CHECK_U64(8 * s.clocks - 2,
              s.limit_clocks[GCNMEM_DRAM_LIMIT_SUPPLY] + s.limit_clocks[GCNMEM_DRAM_LIMIT_CHANNEL] +
                  s.limit_clocks[GCNMEM_DRAM_LIMIT_BANK],
              "all but the burst");
    submit(dram, UINT64_MAX, W, UINT64_MAX, 1);
    gcnmemi_dram_advance(dram, UINT64_MAX);
    gcnmemi_dram_drain(dram);
    CHECK_U64(UINT64_MAX, gcnmemi_dram_next_clock(dram), "later clocks count as the last one");
    free(dram);
}

/* A stream that fills the bus loses about tRFC of every tREFI. */
static void test_R40_a_full_bus_loses_tRFC_of_tREFI(void) {
    gcnmem_desc d = made_up();
    static uint64_t addresses[20000];
    gcnmemi_dram* dram;
    gcnmem_dram_stats s;
    uint64_t i;
    d.dram_refi_clocks = 1000;
    d.dram_ccd_long_clocks = 2;
    for (i = 0; i < 20000; ++i) {
        addresses[i] = i * 64;
    }
    dram = make(&d);
    test_dram_stream(dram, addresses, NULL, 20000);
    gcnmemi_dram_drain(dram);
    s = stats_of(dram);
    CHECK(s.clocks > 40000 * 100 / 90 && s.clocks < 40000 * 100 / 82, "%" PRIu64 " clocks", s.clocks);
    CHECK_U64(s.clocks / 1000, s.refreshes, "one each 1000 clocks");
    CHECK_U64(GCNMEM_DRAM_LIMIT_INTERFACE, gcnmemi_dram_limited_by(&s), "four fifths and more");
    free(dram);
}

static void check_place(const gcnmemi_dram* dram, uint64_t address, uint64_t row, uint32_t channel, uint32_t group,
                        uint32_t bank, uint32_t column) {
    gcnmemi_dram_location p;
    gcnmemi_dram_decode(dram, address, &p);
    CHECK_U64(row, p.row, "0x%" PRIx64, address);
    CHECK_U64(channel, p.channel, "0x%" PRIx64, address);
    CHECK_U64(group, p.group, "0x%" PRIx64, address);
    CHECK_U64(bank, p.bank, "0x%" PRIx64, address);
    CHECK_U64(column, p.column, "0x%" PRIx64, address);
}

/* HD 7970: 12 channels of 32-byte bursts, chunks of 256 bytes: 8 bursts in a chunk, 8 chunks in a row. */
static void test_R41_fields_from_the_top_bit_down(void) {
    gcnmem_desc d = gcnmem_desc_for(GCNMEM_DEVICE_HD_7970);
    gcnmemi_dram* dram;
    d.dram_bank_rule = 1;
    CHECK_TEXT("row-bank-column-group-channel-chunk", d.dram_mapping, "preset");
    dram = make(&d);
    check_place(dram, 0, 0, 0, 0, 0, 0);
    check_place(dram, 31, 0, 0, 0, 0, 0);
    check_place(dram, 32, 0, 0, 0, 0, 1);
    check_place(dram, 255, 0, 0, 0, 0, 7);
    check_place(dram, 256, 0, 1, 0, 0, 0);
    check_place(dram, 256 * 11, 0, 11, 0, 0, 0);
    check_place(dram, 256 * 12, 0, 0, 1, 0, 0);
    check_place(dram, 256 * 12 * 4, 0, 0, 0, 0, 8);
    check_place(dram, 256 * 12 * 4 * 8, 0, 0, 0, 1, 0);
    check_place(dram, 256 * 12 * 4 * 8 * 4, 1, 0, 0, 0, 0);
    check_place(dram, UINT64_C(256) * 12 * 4 * 8 * 4 * 1000000007 + 256 * 13, 1000000007, 1, 1, 0, 0);
    free(dram);
}

/* dram_bank_rule 2: arrays a power of two apart do not meet in one bank. */
static void test_R41_the_row_is_folded_into_the_bank(void) {
    gcnmem_desc d = made_up();
    gcnmemi_dram* dram;
    uint32_t rule;
    for (rule = 1; rule <= 2; ++rule) {
        uint32_t banks = 0;
        uint64_t row;
        d.dram_bank_rule = rule;
        dram = make(&d);
        for (row = 0; row < 16; ++row) {
            gcnmemi_dram_location p;
            gcnmemi_dram_decode(dram, at(row, 0, 0, 0), &p);
            CHECK_U64(row, p.row, "the row itself is kept");
            banks |= (uint32_t)1 << (p.group * 4 + p.bank);
        }
        CHECK_U64(rule == 1 ? 1 : 0xffff, banks, "16 rows of one bank, rule %u", rule);
        free(dram);
    }
}

static void test_R42_first_ready_first_come(void) {
    gcnmem_desc d = made_up();
    gcnmemi_dram* dram = make(&d);
    submit(dram, at(1, 0, 0, 0), R, 0, 1);
    submit(dram, at(2, 0, 0, 0), R, 0, 2);
    submit(dram, at(1, 0, 0, 1), R, 0, 3);
    gcnmemi_dram_drain(dram);
    expect(dram, 1, GCNMEMI_DRAM_MISS, 24, "first come");
    expect(dram, 3, GCNMEMI_DRAM_HIT, 29, "its row is open: first ready");
    expect(dram, 2, GCNMEMI_DRAM_CONFLICT, 25 + 9 + 12 + 10 + 2, "tRAS, tRP, tRCD");
    free(dram);
}

/* Two hits that become ready at the same clock, behind a write: the older goes first, whatever its bank. */
static void test_R42_oldest_first_among_equals(void) {
    uint32_t turn;
    for (turn = 0; turn < 2; ++turn) {
        gcnmem_desc d = made_up();
        gcnmemi_dram* dram = make(&d);
        open_row(dram, 0, 0);
        open_row(dram, 1, 0);
        open_row(dram, 2, 0);
        submit(dram, at(0, 2, 0, 0), W, 1000, 1);
        submit(dram, at(0, turn, 0, 0), R, 1001, 2);
        submit(dram, at(0, 1 - turn, 0, 0), R, 1001, 3);
        gcnmemi_dram_drain(dram);
        expect(dram, 1, GCNMEMI_DRAM_HIT, 1007, "the write");
        expect(dram, 2, GCNMEMI_DRAM_HIT, 1010 + 12, "the older read");
        expect(dram, 3, GCNMEMI_DRAM_HIT, 1012 + 12, "the younger read");
        free(dram);
    }
}

/* Two banks whose open rows nobody wants, both long ready to precharge when the writes get their turn. */
static void test_R42_precharges_take_the_lowest_bank_among_equals(void) {
    uint32_t turn;
    for (turn = 0; turn < 2; ++turn) {
        gcnmem_desc d = made_up();
        gcnmemi_dram* dram = make(&d);
        gcnmemi_dram_completion done = {0, 0, 0};
        open_row(dram, 0, 0);
        open_row(dram, 1, 0);
        open_row(dram, 2, 0);
        submit(dram, at(0, 2, 0, 0), R, 1000, 1);
        submit(dram, at(0, 2, 0, 1), R, 1000, 2); /* waits for tCCD_L: writes wait for it */
        submit(dram, at(5, turn, 0, 0), W, 1001, 3);
        submit(dram, at(5, 1 - turn, 0, 0), W, 1001, 4);
        gcnmemi_dram_drain(dram);
        gcnmemi_dram_pop(dram, &done);
        gcnmemi_dram_pop(dram, &done);
        CHECK_U64(2, done.tag, "reads first");
        gcnmemi_dram_pop(dram, &done);
        CHECK_U64(3 + turn, done.tag, "the write to bank group 0, older or not");
        free(dram);
    }
}

static void test_R42_the_queue_is_bounded(void) {
    gcnmem_desc d = made_up();
    gcnmemi_dram* dram;
    uint32_t i;
    d.dram_read_queue_entries = 2;
    dram = make(&d);
    submit(dram, at(0, 0, 0, 0), R, 0, 0);
    submit(dram, at(1, 0, 0, 0), R, 0, 1);
    CHECK_U64(0, (uint64_t)test_dram_submit(dram, at(2, 0, 0, 0), R, 0, 2), "two reads wait already");
    submit(dram, at(0, 1, 0, 0), W, 0, UINT32_MAX); /* writes have a queue of their own */
    gcnmemi_dram_advance(dram, 12);
    CHECK_U64(1, (uint64_t)test_dram_submit(dram, at(2, 0, 0, 0), R, 12, 2), "the first is under way");
    gcnmemi_dram_drain(dram);
    for (i = 0; i < 3; ++i) {
        gcnmemi_dram_completion done;
        CHECK(gcnmemi_dram_pop(dram, &done) && done.tag == i, "completion %u", i);
    }
    CHECK(!gcnmemi_dram_pop(dram, NULL), "no more");
    free(dram);
}

/* Each tagged command has a place for its completion: when those are all taken, it waits outside. */
static void test_R42_completions_are_bounded(void) {
    gcnmem_desc d = made_up();
    gcnmemi_dram* dram = make(&d);
    const uint32_t room = dram->completion_capacity;
    gcnmemi_dram_completion done;
    for (uint32_t i = 0; i < room; ++i) {
        gcnmemi_dram_advance(dram, 1000 * (uint64_t)i);
        CHECK(test_dram_submit(dram, at(0, 0, 0, 0), R, 1000 * (uint64_t)i, i), "%u of %u", (unsigned)i,
              (unsigned)room);
    }
    CHECK(!test_dram_submit(dram, at(0, 0, 0, 0), R, 1000 * (uint64_t)room, room), "tagged, and no place is left");
    CHECK(test_dram_submit(dram, at(0, 0, 0, 0), R, 1000 * (uint64_t)room, GCNMEM_NONE), "nobody waits for this one");
    CHECK(gcnmemi_dram_pop(dram, &done) && done.tag == 0, "the first");
    CHECK(test_dram_submit(dram, at(0, 0, 0, 0), R, 1000 * (uint64_t)room, room), "its place is free");
    free(dram);
}

static void test_R43_open_rows_stay_closed_policy_closes_behind_the_last(void) {
    gcnmem_desc d = made_up();
    gcnmemi_dram* dram = make(&d);
    submit(dram, at(0, 0, 0, 0), R, 0, 1);
    submit(dram, at(0, 0, 0, 1), R, 1000000, 2);
    gcnmemi_dram_drain(dram);
    expect(dram, 1, GCNMEMI_DRAM_MISS, 24, "opens");
    expect(dram, 2, GCNMEMI_DRAM_HIT, 1000012, "stays open");
    free(dram);
    d.dram_page_policy = 2;
    dram = make(&d);
    submit(dram, at(0, 0, 0, 0), R, 0, 1);
    submit(dram, at(0, 0, 0, 1), R, 0, 2);
    submit(dram, at(0, 0, 0, 2), R, 100, 3);
    submit(dram, at(7, 0, 0, 2), R, 200, 4);
    gcnmemi_dram_drain(dram);
    expect(dram, 1, GCNMEMI_DRAM_MISS, 24, "opens");
    expect(dram, 2, GCNMEMI_DRAM_HIT, 29, "somebody waited for the row");
    expect(dram, 3, GCNMEMI_DRAM_MISS, 100 + 24, "closed meanwhile");
    expect(dram, 4, GCNMEMI_DRAM_MISS, 200 + 24, "never a conflict");
    CHECK_U64(0, stats_of(dram).precharges, "the closed policy's are not counted");
    free(dram);
}

/* ---- the lecture "Memory Performance and Memory Coalescing", University of California, Riverside ---- */

static gcnmem_desc gddr3(const char* bus_bits, const char* mbps) {
    gcnmem_desc d = gcnmem_desc_for(GCNMEM_DEVICE_HD_7970);
    CHECK(gcnmem_desc_set(&d, "dram_memory", "3", NULL) == GCNMEM_OK, "GDDR3");
    CHECK(gcnmem_desc_set(&d, "dram_bus_bits", bus_bits, NULL) == GCNMEM_OK, "%s bits", bus_bits);
    CHECK(gcnmem_desc_set(&d, "dram_mbps_per_pin", mbps, NULL) == GCNMEM_OK, "%s Mb/s", mbps);
    d.l2_channel_rule = 1;
    CHECK(gcnmem_desc_validate(&d, NULL) == GCNMEM_OK, "%s bits of GDDR3", bus_bits);
    return d;
}

/* "For a typical 64-bit interface, we can sustain only about 17.6 GB/s ... We need a lot more bandwidth (141.7 GB/s),
   thus 8 memory channels." 1.1 GHz, two transfers a clock; the board's clock is 1107 MHz. */
static void test_lecture_gtx_280_needs_eight_channels(void) {
    gcnmem_desc one = gddr3("64", "2200");
    gcnmem_desc eight = gddr3("512", "2214");
    CHECK_U64(1, one.dram_channels, "64 bits");
    CHECK_U64(2, one.dram_data_rate, "DDR: 2 transfers a clock");
    CHECK_U64(UINT64_C(17600000000), gcnmem_desc_dram_bytes_per_second(&one), "64 bits at 1.1 GHz");
    CHECK_U64(8, eight.dram_channels, "512 bits in channels of 64");
    CHECK_U64(1417, (gcnmem_desc_dram_bytes_per_second(&eight) + 50000000) / 100000000, "141.7 GB/s");
}

/* A stream through the model comes near the peak, and eight channels come eight times as far. */
static void test_lecture_a_stream_comes_near_the_peak(void) {
    static uint64_t addresses[16384];
    uint64_t clocks[2];
    uint64_t i;
    int which;
    for (i = 0; i < 16384; ++i) {
        addresses[i] = i * 32;
    }
    for (which = 0; which < 2; ++which) {
        gcnmem_desc d = gddr3(which ? "512" : "64", "2200");
        gcnmemi_dram* dram = make(&d);
        test_dram_stream(dram, addresses, NULL, 16384);
        clocks[which] = gcnmemi_dram_drain(dram);
        free(dram);
    }
    CHECK(clocks[0] >= 16384 * 2 && clocks[0] < 16384 * 2 * 5 / 4, "one channel: %" PRIu64 " clocks", clocks[0]);
    CHECK(clocks[1] * 8 >= 16384 * 2 && clocks[1] * 8 < clocks[0] * 5 / 4, "eight: %" PRIu64 " clocks", clocks[1]);
}

/* "Load (N x interface width) of DRAM bits from the same row at once, then transfer in N steps": GDDR3 4, DDR3 8. */
static void test_lecture_a_burst_is_N_times_the_interface(void) {
    gcnmem_desc d = gddr3("64", "2200");
    CHECK_U64(4, d.dram_burst_length, "DDR2/GDDR3: core at a quarter of the interface's speed");
    CHECK_U64(4 * 64 / 8, gcnmemi_desc_burst_bytes(&d), "GDDR3");
    CHECK(gcnmem_desc_set(&d, "dram_memory", "1", NULL) == GCNMEM_OK, "DDR3");
    CHECK_U64(8, d.dram_burst_length, "DDR3: an eighth");
    CHECK_U64(8 * d.dram_channel_bits / 8, gcnmemi_desc_burst_bytes(&d), "DDR3");
}

/* "Single-bank burst timing, dead time on interface; multi-bank burst timing, reduced dead time." */
static void test_lecture_many_banks_hide_the_dead_time_of_one(void) {
    static uint64_t one[1000];
    static uint64_t many[1000];
    gcnmem_desc d = made_up();
    gcnmemi_dram* dram;
    gcnmem_dram_stats s;
    uint64_t i;
    d.dram_ccd_long_clocks = 2;
    for (i = 0; i < 1000; ++i) {
        one[i] = at(i, 0, 0, 0); /* a new row of one bank each time */
        many[i] = i * 64;        /* whole rows, bank after bank */
    }
    dram = make(&d);
    test_dram_stream(dram, one, NULL, 1000);
    gcnmemi_dram_drain(dram);
    s = stats_of(dram);
    CHECK_U64(999 * 34 + 12 + 10 + 2, s.clocks, "tRC each, then tRCD + CL + burst");
    CHECK_U64(999, s.row_conflicts, "all but the first");
    CHECK_U64(GCNMEM_DRAM_LIMIT_BANK, gcnmemi_dram_limited_by(&s), "one bank");
    free(dram);
    dram = make(&d);
    test_dram_stream(dram, many, NULL, 1000);
    gcnmemi_dram_drain(dram);
    s = stats_of(dram);
    CHECK_U64(1000 * 2 + 12 + 10, s.clocks, "the bus never rests");
    CHECK_U64(GCNMEM_DRAM_LIMIT_INTERFACE, gcnmemi_dram_limited_by(&s), "many banks");
    free(dram);
}

/* ---- the lecture "Understanding GPU Memory", Kaeli and Gaster, 2011 ---- */

/* An int array at 0x1232, a machine with 32-byte accesses, 16 threads looked at together. */

static gcnmem_cost threads_16(uint64_t base, uint64_t exec_mask) {
    gcnmem_desc d = gcnmem_desc_for(GCNMEM_DEVICE_R9_390X);
    gcnmem_access access = test_access("flat_load_dword", 4);
    int lane;
    d.request_bytes = 32;
    d.miss_rule = 2; /* what was asked for, not the line */
    access.exec_mask = exec_mask;
    for (lane = 0; lane < GCNMEM_LANES; ++lane) {
        access.address[lane] += base;
    }
    return gcnmem_cost_wave(&d, &access);
}

static void test_lecture_three_accesses_two_when_aligned(void) {
    CHECK_U64(1, threads_16(0x1232, 1).l2_requests, "X[0]");
    CHECK_U64(4, threads_16(0x1232, 1).bytes_requested, "4 bytes are useful");
    CHECK_U64(32, threads_16(0x1232, 1).bytes_fetched, "28 are wasted");
    CHECK_U64(3, threads_16(0x1232, 0xffff).l2_requests, "16 threads from 0x1232");
    CHECK_U64(64, threads_16(0x1232, 0xffff).bytes_requested, "64 useful bytes");
    CHECK_U64(2, threads_16(0x1220, 0xffff).l2_requests, "16 threads from 0x1220");
    CHECK_U64(2, threads_16(0x1240, 0xffff).l2_requests, "16 threads from 0x1240");
}

/* "Any access in the range 0x1220 to 0x123F will produce the address 0x1220": bursts of 32 bytes. */
static void test_lecture_the_bottom_five_bits_are_masked_off(void) {
    gcnmem_desc d = gcnmem_desc_for(GCNMEM_DEVICE_R9_390X);
    gcnmemi_dram* dram = make(&d);
    gcnmemi_dram_location bus;
    gcnmemi_dram_location p;
    uint64_t address;
    CHECK_U64(32, gcnmemi_desc_burst_bytes(&d), "R9 390X");
    CHECK_U64(0x1220, 0x1232 & ~(UINT64_C(32) - 1), "mask");
    memset(&bus, 0, sizeof bus);
    memset(&p, 0, sizeof p);
    gcnmemi_dram_decode(dram, 0x1220, &bus);
    for (address = 0x1210; address < 0x1250; ++address) {
        gcnmemi_dram_decode(dram, address, &p);
        CHECK((memcmp(&p, &bus, sizeof p) == 0) == (address >= 0x1220 && address <= 0x123f), "0x%" PRIx64, address);
    }
    free(dram);
}

/* ---- errors ---- */

static void expect_issue(const gcnmem_desc* d, const char* field) {
    gcnmem_issue issue;
    memset(&issue, 0, sizeof issue);
    CHECK(gcnmem_desc_validate(d, &issue) == GCNMEM_ERROR_VALUE, "%s", field);
    CHECK(gcnmem_desc_validate(d, NULL) == GCNMEM_ERROR_VALUE, "%s", field);
    CHECK_TEXT(field, issue.field, "%s", issue.rule ? issue.rule : "no rule");
    CHECK(issue.rule != NULL, "%s", field);
    CHECK_U64(0, gcnmem_replay_size_bytes(d), "%s", field);
}

static void test_R41_a_bad_mapping_is_refused(void) {
    static const char* const bad[] = {"",
                                      "row",
                                      "row-bank-channel",                    /* column is missing */
                                      "row-bank-group-column",               /* channel is missing */
                                      "row-group-channel-column",            /* bank is missing */
                                      "bank-group-channel-column",           /* row is missing */
                                      "row-bank-channel-column",             /* group is missing, there are four */
                                      "row-bank-group-column-channel-row",   /* row twice */
                                      "row-bank-bank-group-channel-column",  /* bank twice */
                                      "bank-row-group-channel-column",       /* row not first */
                                      "row-bank-group-chunk-channel-column", /* chunk not last */
                                      "row-bank-group-channel-columns",
                                      "row-bank-group-channel-colum",
                                      "row-bank-group-channel-subarray",
                                      "row--bank-group-channel-column",
                                      "row-bank-group-channel-column-",
                                      "-row-bank-group-channel-column",
                                      " row-bank-group-channel-column",
                                      "ROW-bank-group-channel-column"};
    gcnmem_desc d = made_up();
    size_t i;
    CHECK(gcnmem_desc_validate(&d, NULL) == GCNMEM_OK, "made up");
    for (i = 0; i < sizeof bad / sizeof bad[0]; ++i) {
        memset(d.dram_mapping, 0, sizeof d.dram_mapping);
        strcpy(d.dram_mapping, bad[i]);
        expect_issue(&d, "dram_mapping");
    }
    memset(d.dram_mapping, 'r', sizeof d.dram_mapping);
    expect_issue(&d, "dram_mapping");
    d = made_up();
    strcpy(d.dram_mapping, "row-bank-group-column-channel-chunk");
    d.l2_interleave_bytes = 4096;
    expect_issue(&d, "dram_mapping"); /* a chunk longer than a row */
}

static void test_dram_validate_names_the_field(void) {
    gcnmem_desc d;
#define BAD(name, number) \
    d = made_up(); \
    d.name = (number); \
    expect_issue(&d, #name)
    BAD(dram_channels, 0);
    BAD(dram_channels, 257);
    BAD(dram_channel_bits, 96);
    BAD(dram_burst_length, 3);
    BAD(dram_data_rate, 0);
    BAD(dram_banks, 12);
    BAD(dram_banks, 128);
    BAD(dram_bank_groups, 3);
    BAD(dram_bank_groups, 32);
    BAD(dram_row_bytes, 32);
    BAD(dram_row_bytes, 1000);
    BAD(dram_read_queue_entries, 0);
    BAD(dram_read_queue_entries, 5000);
    BAD(dram_write_queue_entries, 0);
    BAD(dram_write_queue_entries, 5000);
    BAD(dram_write_high_entries, 0);
    BAD(dram_write_high_entries, 17);
    BAD(dram_write_low_entries, 4);
    BAD(dram_page_policy, 3);
    BAD(dram_bank_rule, 3);
    BAD(dram_cl_clocks, UINT32_MAX);
    BAD(dram_cl_clocks, 0);
    BAD(dram_cwl_clocks, 0);
    BAD(dram_rcd_read_clocks, 0);
    BAD(dram_rcd_write_clocks, 0);
    BAD(dram_rp_clocks, 0);
    BAD(dram_ras_clocks, 0);
    BAD(dram_rc_clocks, 0);
    BAD(dram_rrd_short_clocks, 0);
    BAD(dram_rrd_long_clocks, 0);
    BAD(dram_faw_clocks, 0);
    BAD(dram_ccd_short_clocks, 0);
    BAD(dram_ccd_long_clocks, 0);
    BAD(dram_wr_clocks, 0);
    BAD(dram_wtr_short_clocks, 0);
    BAD(dram_wtr_long_clocks, 0);
    BAD(dram_rtp_clocks, 0);
    BAD(dram_rc_clocks, 33);      /* below tRAS + tRP */
    BAD(dram_ras_clocks, 11);     /* below tRCD */
    BAD(dram_faw_clocks, 3);      /* below tRRD */
    BAD(dram_rrd_long_clocks, 3); /* below tRRD_S */
    BAD(dram_ccd_long_clocks, 1); /* below tCCD_S */
    BAD(dram_wtr_long_clocks, 2); /* below tWTR_S */
    BAD(dram_refi_clocks, 100);   /* nothing would ever get through */
#undef BAD
}

/* Channels that do not make up the bus are a contradiction of the whole description. */
static void test_desc_channels_must_make_up_the_bus(void) {
    gcnmem_desc d = made_up();
    gcnmem_issue issue;
    d.dram_refi_clocks = 1000;
    CHECK(gcnmem_desc_validate(&d, NULL) == GCNMEM_OK, "one channel of 128 bits");
    d.dram_bus_bits = 384;
    CHECK(gcnmem_desc_validate(&d, &issue) == GCNMEM_ERROR_VALUE, "one channel of 128 bits, a bus of 384");
    CHECK_TEXT("dram_channels", issue.field, "%s", issue.rule);
    CHECK_U64(0, gcnmem_replay_size_bytes(&d), "so no replay");
}

static void test_dram_limits_have_names(void) {
    static const char* const names[] = {"interface",  "bank",    "bank group",        "activation window",
                                        "turnaround", "refresh", "channel imbalance", "request supply"};
    int i;
    for (i = 0; i < GCNMEM_DRAM_LIMITS; ++i) {
        CHECK_TEXT(names[i], gcnmem_name_of(GCNMEM_NAMES_DRAM_LIMIT, i), "limit %d", i);
    }
    CHECK(gcnmem_name_of(GCNMEM_NAMES_DRAM_LIMIT, 99) != NULL, "never NULL");
}

/* Every preset's memory is valid and its own bandwidth is in reach: a stream fills two thirds of the bus. */
static void test_dram_every_preset_runs_a_stream(void) {
    static uint64_t addresses[60000];
    int device;
    for (device = GCNMEM_DEVICE_NONE + 1; device < GCNMEM_DEVICE_END; ++device) {
        gcnmem_desc d = gcnmem_desc_for((gcnmem_device)device);
        const char* card = gcnmem_device_card((gcnmem_device)device);
        gcnmemi_dram* dram = make(&d);
        gcnmem_dram_stats s;
        uint64_t i;
        for (i = 0; i < 60000; ++i) {
            addresses[i] = i * gcnmemi_desc_burst_bytes(&d);
        }
        test_dram_stream(dram, addresses, NULL, 60000);
        gcnmemi_dram_drain(dram);
        s = stats_of(dram);
        CHECK(s.busy_clocks * 3 >= d.dram_channels * s.clocks * 2, "%s: busy %" PRIu64 " of %u * %" PRIu64 ", %s", card,
              s.busy_clocks, d.dram_channels, s.clocks,
              gcnmem_name_of(GCNMEM_NAMES_DRAM_LIMIT, gcnmemi_dram_limited_by(&s)));
        free(dram);
    }
}

/* A row that a write waits for stays open behind the last read, and the other way round. */
static void test_R43_closed_policy_waits_for_either_direction(void) {
    gcnmem_desc d = made_up();
    d.dram_page_policy = 2;
    for (int is_write = 0; is_write < 2; ++is_write) {
        gcnmemi_dram* dram = make(&d);
        submit(dram, at(0, 0, 0, 0), is_write ? W : R, 0, 1);
        submit(dram, at(0, 0, 0, 1), is_write ? R : W, 0, 2);
        gcnmemi_dram_drain(dram);
        CHECK_U64(1, stats_of(dram).row_hits, "the row is open still");
        CHECK_U64(1, stats_of(dram).activates, "opened once");
        free(dram);
    }
}

void suite_dram(void) {
    TEST(test_R34_a_request_is_one_burst);
    TEST(test_R35_row_miss_hit_and_conflict);
    TEST(test_R35_a_hit_whoever_opened_the_row);
    TEST(test_R36_tRAS_tRC_tRTP_tRP_hold_a_bank);
    TEST(test_R36_tRCD_and_tWR_of_writes);
    TEST(test_R37_tCCD_L_within_a_group_tCCD_S_between);
    TEST(test_R60_writes_keep_their_distance);
    TEST(test_R38_tRRD_between_activates);
    TEST(test_R38_four_activates_in_tFAW);
    TEST(test_R39_tWTR_behind_write_data);
    TEST(test_R39_the_bus_and_tRTW_behind_a_read);
    TEST(test_R39_writes_go_in_batches);
    TEST(test_R40_refresh_closes_all_banks_for_tRFC);
    TEST(test_R40_idle_time_counts_refreshes_and_costs_nothing);
    TEST(test_R40_a_full_bus_loses_tRFC_of_tREFI);
    TEST(test_R41_fields_from_the_top_bit_down);
    TEST(test_R41_the_row_is_folded_into_the_bank);
    TEST(test_R41_a_bad_mapping_is_refused);
    TEST(test_R42_first_ready_first_come);
    TEST(test_R42_oldest_first_among_equals);
    TEST(test_R42_precharges_take_the_lowest_bank_among_equals);
    TEST(test_R42_the_queue_is_bounded);
    TEST(test_R42_completions_are_bounded);
    TEST(test_R43_open_rows_stay_closed_policy_closes_behind_the_last);
    TEST(test_R43_closed_policy_waits_for_either_direction);
    TEST(test_lecture_gtx_280_needs_eight_channels);
    TEST(test_lecture_a_stream_comes_near_the_peak);
    TEST(test_lecture_a_burst_is_N_times_the_interface);
    TEST(test_lecture_many_banks_hide_the_dead_time_of_one);
    TEST(test_lecture_three_accesses_two_when_aligned);
    TEST(test_lecture_the_bottom_five_bits_are_masked_off);
    TEST(test_dram_validate_names_the_field);
    TEST(test_desc_channels_must_make_up_the_bus);
    TEST(test_dram_limits_have_names);
    TEST(test_dram_every_preset_runs_a_stream);
}
