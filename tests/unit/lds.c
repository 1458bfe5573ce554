/* lds.c -- R17 to R23 (omniperf's and rocprofiler-compute's worked examples, CLRX, AMD's OpenCL guide) */
#include "test.h"
#include <stdlib.h>

static uint64_t lds_clocks(const char* mnemonic, uint64_t step_bytes) {
    gcnmem_access access = test_access(mnemonic, step_bytes);
    return test_cost(GCNMEM_DEVICE_R9_390X, &access).clocks;
}

static void test_R17_b32_takes_two_phases(void) {
    gcnmem_access access = test_access("ds_read_b32", 4);
    gcnmem_cost cost = test_cost(GCNMEM_DEVICE_R9_390X, &access);
    CHECK_U64(2, cost.phases, "lanes 0-31 and 32-63");
    CHECK_U64(2, cost.clocks, "conflict-free is 2");
    CHECK_U64(0, cost.conflict_clocks, "linear");
    CHECK_U64(2, lds_clocks("ds_read_u8", 1), "bytes share dwords");
    CHECK_U64(4, lds_clocks("ds_read_b32", 8), "stride 2");
    CHECK_U64(2, lds_clocks("ds_read_b32", 12), "stride 3 is odd");
    CHECK_U64(64, lds_clocks("ds_read_b32", 128), "AMD's ISA manuals, 10.3.3: worst 64");
}

static void test_R18_64_bits_take_four_phases(void) {
    CHECK_U64(4, lds_clocks("ds_read_b64", 8), "float2 in a row is full rate");
    CHECK_U64(4, lds_clocks("ds_write_b64", 8), "float2 in a row is full rate");
    CHECK_U64(4, lds_clocks("ds_read2_b32", 8), "a pair of dwords");
    CHECK_U64(8, lds_clocks("ds_read2_b64", 8), "a 64-bit pair takes the phases twice");
    CHECK_U64(8, lds_clocks("ds_read_b64", 16), "stride 2 of 8 bytes: 16 lanes on half the banks");
}

static void test_R19_128_bits_take_eight_phases(void) {
    gcnmem_access access = test_access("ds_read_b128", 16);
    int lane;
    CHECK_U64(8, test_cost(GCNMEM_DEVICE_R9_390X, &access).clocks, "linear");
    CHECK_U64(8, lds_clocks("ds_write_b128", 16), "linear");
    CHECK_U64(8, lds_clocks("ds_read_b96", 12), "linear");
    /* CKT: lanes 0-3 and 20-23 are read together. Put lanes 20-23 on the banks of lanes 0-3: reads collide,
       writes (lanes 0-7 together) do not. */
    for (lane = 20; lane < 24; ++lane) {
        access.address[lane] = 1024 + (uint64_t)(lane - 20) * 16;
    }
    CHECK_U64(9, test_cost(GCNMEM_DEVICE_R9_390X, &access).clocks, "read: phase {0-3,20-23} twice");
    for (lane = 16; lane < 20; ++lane) { /* their partners on the way out of the write phase 16-23 */
        access.address[lane] = 1024 + (uint64_t)(lane - 12) * 16;
    }
    access.op = test_access("ds_write_b128", 0).op;
    CHECK_U64(8, test_cost(GCNMEM_DEVICE_R9_390X, &access).clocks, "write: 16-23 cover all banks");
}

/* On CDNA ds_read_b96 takes the lanes of ds_read_b128 together, elsewhere and for stores lanes in order: lanes 0 and 20
   meet in a phase, 0 and 4 do not, or the other way round. */
static void test_R19_96_bits_go_as_128_on_cdna(void) {
    static const struct {
        gcnmem_device device;
        const char* mnemonic;
        uint32_t lane, conflicts;
    } rows[] = {{GCNMEM_DEVICE_MI210, "ds_read_b96", 20, 1},    {GCNMEM_DEVICE_MI210, "ds_read_b96", 4, 0},
                {GCNMEM_DEVICE_MI100, "ds_read_b96", 20, 1},    {GCNMEM_DEVICE_MI210, "ds_write_b96", 20, 0},
                {GCNMEM_DEVICE_MI210, "ds_write_b96", 4, 1},    {GCNMEM_DEVICE_VEGA_64, "ds_read_b96", 20, 0},
                {GCNMEM_DEVICE_VEGA_64, "ds_read_b128", 20, 1}, {GCNMEM_DEVICE_R9_390X, "ds_read_b96", 4, 1}};
    size_t i;
    for (i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        gcnmem_access access = test_access(rows[i].mnemonic, 0);
        access.exec_mask = 1 | UINT64_C(1) << rows[i].lane;
        access.address[rows[i].lane] = 128;
        CHECK_U64(rows[i].conflicts, test_cost(rows[i].device, &access).conflict_clocks, "%s of %s, lane %u",
                  rows[i].mnemonic, gcnmem_device_card(rows[i].device), (unsigned)rows[i].lane);
    }
}

/* Two lanes collide in a bank when HipKittens' measurement on CDNA4 has them in one phase, and its number of banks
   decides how far their dwords are apart. */
static void test_R19_phases_of_cdna4(void) {
    FILE* file = test_data_open("tables/lds_phases.csv");
    char line[400];
    uint32_t banks = 0;
    int count = 0;
    while (file && fgets(line, sizeof line, file)) {
        char mnemonic[32], quantity[16], index[8], values[200];
        if (sscanf(line, "gfx950,%31[^,],%15[^,],%7[^,],%199[^,]", mnemonic, quantity, index, values) != 4) {
            continue;
        }
        if (strcmp(quantity, "banks") == 0) {
            banks = (uint32_t)strtoul(values, NULL, 10);
            continue;
        }
        uint64_t phase = 0;
        for (const char* at = values; *at != 0; at += strspn(at, " ")) {
            char* end;
            phase |= UINT64_C(1) << strtoul(at, &end, 10);
            at = end;
        }
        for (uint32_t lane = 0; lane < 4096; ++lane) {
            const uint32_t a = lane % 64;
            const uint32_t b = lane / 64;
            gcnmem_access access = test_access(mnemonic, 0);
            if (a == b || (phase >> a & 1) == 0) {
                continue;
            }
            access.exec_mask = UINT64_C(1) << a | UINT64_C(1) << b;
            for (uint32_t far = 32; far <= 128; far *= 2) { /* dwords */
                access.address[b] = access.address[a] + far * 4;
                CHECK_U64((phase >> b & 1) != 0 && far >= banks,
                          test_cost(GCNMEM_DEVICE_MI355X, &access).conflict_clocks,
                          "%s, lanes %u and %u, %u dwords apart", mnemonic, (unsigned)a, (unsigned)b, (unsigned)far);
            }
        }
        ++count;
    }
    CHECK_U64(18, (uint64_t)count, "phases");
    if (file) {
        fclose(file);
    }
}

/* omniperf lds-examples: N lanes at stride 32 dwords take N + 1 cycles, N - 1 of them conflicts. */
static void test_R20_omniperf_n_lanes_at_stride_32_take_n_plus_1(void) {
    uint64_t lanes;
    for (lanes = 1; lanes <= 32; ++lanes) {
        gcnmem_access access = test_access("ds_read_b32", 128);
        gcnmem_cost cost;
        access.exec_mask = UINT64_MAX >> (64 - lanes);
        cost = test_cost(GCNMEM_DEVICE_MI250X, &access);
        CHECK_U64(lanes + 1, cost.clocks, "%" PRIu64 " lanes", lanes);
        CHECK_U64(lanes - 1, cost.conflict_clocks, "%" PRIu64 " lanes", lanes);
    }
}

static void test_R20_same_dword_is_broadcast(void) {
    CHECK_U64(2, lds_clocks("ds_read_b32", 0), "one dword for all");
    CHECK_U64(8, lds_clocks("ds_read_b128", 0), "one element for all");
    CHECK_U64(2, lds_clocks("ds_write_b32", 0), "stores to one dword collapse");
}

static void test_R21_atomics_to_one_dword_take_turns(void) {
    CHECK_U64(64, lds_clocks("ds_add_u32", 0), "64 lanes, one counter");
    CHECK_U64(2, lds_clocks("ds_add_u32", 4), "64 counters");
    CHECK_U64(64, lds_clocks("ds_add_rtn_u64", 0), "64 lanes, one 64-bit counter");
}

/* pyhip's bank-conflict test: lanes beyond 64 KB are out of range and cost nothing. */
static void test_R22_lanes_outside_take_no_part(void) {
    gcnmem_access access = test_access("ds_read_b32", 2048);
    gcnmem_cost cost = test_cost(GCNMEM_DEVICE_R9_390X, &access);
    CHECK_U64(33, cost.clocks, "32 lanes of the first half within 64 KB, none of the second");
    access.size_bytes = 2048 * 3 + 3;
    cost = test_cost(GCNMEM_DEVICE_R9_390X, &access);
    CHECK_U64(12, cost.bytes_requested, "lane 3 is not wholly inside");
    CHECK_U64(4, cost.clocks, "three lanes and an empty phase");
}

/* CLRX's timings: CU throughput; half of the port clocks of one wave. */
static void test_R23_port_clocks_of_hardware_md(void) {
    static const struct {
        const char* name;
        uint64_t clocks;
    } rows[] = {{"ds_read_b32", 2},    {"ds_read_b64", 4},    {"ds_read2_b32", 4},   {"ds_read_b128", 8},
                {"ds_read2_b64", 8},   {"ds_write_b32", 4},   {"ds_write_b64", 6},   {"ds_write2_b32", 6},
                {"ds_write_b128", 10}, {"ds_write2_b64", 10}, {"ds_add_u32", 4},     {"ds_cmpst_b32", 6},
                {"ds_add_u64", 6},     {"ds_cmpst_b64", 10},  {"ds_add_rtn_u32", 4}, {"ds_add_src2_u32", 4},
                {"ds_add_src2_u64", 8}};
    size_t i;
    for (i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        gcnmem_access access = test_access(rows[i].name, 0);
        CHECK_U64(rows[i].clocks, test_cost(GCNMEM_DEVICE_R9_390X, &access).port_clocks, "%s", rows[i].name);
    }
}

/* clrx_timings.csv: every non-SRC2 row with a throughput 1/N. Known differences: *_SRC2_*, b96, write2. */
static void test_R23_clrx_throughput_table(void) {
    FILE* file = test_data_open("clrx_timings.csv");
    char line[512];
    int equal = 0;
    int rows = 0;
    while (file && fgets(line, sizeof line, file)) {
        char name[64];
        unsigned clocks;
        gcnmem_op op;
        gcnmem_access access;
        if (sscanf(line, "DS,%63[^,],%*[^,],%*[^,],1/%u", name, &clocks) != 2 ||
            gcnmem_op_find(name, &op, NULL) != GCNMEM_OK) {
            continue;
        }
        access = gcnmem_access_for(&op);
        ++rows;
        equal += test_cost(GCNMEM_DEVICE_R9_390X, &access).port_clocks == clocks;
    }
    if (file) {
        fclose(file);
    }
    CHECK(rows >= 110, "%d rows were read", rows);
    CHECK(equal >= 92, "%d of %d rows equal; 92 without SRC2", equal, rows);
}

/* Mesa's ACO (has_16bank_lds): 16 banks on Stoney and Kabini. */
static void test_R17_sixteen_banks(void) {
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_390X);
    gcnmem_access access = test_access("ds_read_b32", 4);
    desc.lds_bank_count = 16;
    CHECK_U64(4, gcnmem_cost_wave(&desc, &access).clocks, "64 dwords, 16 a clock");
    access = test_access("ds_read_b32", 64);
    CHECK_U64(64, gcnmem_cost_wave(&desc, &access).clocks, "stride 16 dwords: one bank");
    CHECK_U64(32, lds_clocks("ds_read_b32", 64), "with 32 banks two of them");
}

/* The second address of an instruction that has two is looked at like the first. */
static void test_R22_second_addresses_outside_take_no_part(void) {
    const gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_390X);
    gcnmem_access access = test_access("ds_read2_b32", 128); /* each address: 32 lanes of a phase on one bank */
    access.op.address_step_bytes = GCNMEM_LANES * 128;
    const gcnmem_cost both = gcnmem_cost_wave(&desc, &access);
    for (uint32_t lane = 0; lane < GCNMEM_LANES; ++lane) {
        access.address[lane] += desc.lds_group_max_bytes - GCNMEM_LANES * 128;
    }
    const gcnmem_cost first = gcnmem_cost_wave(&desc, &access);
    CHECK(both.conflict_clocks != 0, "%" PRIu64 " clocks", both.clocks);
    CHECK_U64(both.clocks / 2, first.clocks, "only the first is inside");
}

/* R17, R18, R20, R21, lane by lane: most elements of a bank, those that lanes share once unless they take turns. */
static uint64_t clocks_lane_by_lane(const gcnmem_access* access) {
    const uint64_t bytes = access->op.element_bytes;
    const uint64_t lanes = 128 / bytes; /* of a phase, and elements that its banks hold side by side */
    uint64_t clocks = 0;
    for (uint64_t first = 0; first < GCNMEM_LANES; first += lanes) {
        uint64_t most = 0;
        for (uint64_t bank = 0; bank < lanes; ++bank) {
            uint64_t turns = 0;
            for (uint64_t lane = first; lane < first + lanes; ++lane) {
                int is_new = access->address[lane] / bytes % lanes == bank;
                for (uint64_t i = first; i < lane && access->op.action != GCNMEM_ACTION_ATOMIC; ++i) {
                    is_new &= access->address[i] != access->address[lane];
                }
                turns += (uint64_t)is_new;
            }
            most = turns > most ? turns : most;
        }
        clocks += most;
    }
    return clocks;
}

static void test_R20_conflicts_are_those_found_lane_by_lane(void) {
    static const char* const names[] = {"ds_read_b32", "ds_write_b32", "ds_add_u32", "ds_read_b64", "ds_add_u64"};
    test_random random = test_random_start(2020);
    for (uint64_t round = test_rounds(20000); round > 0; --round) {
        const char* name = names[test_random_below(&random, sizeof names / sizeof names[0])];
        gcnmem_access access = test_access(name, 0);
        const uint64_t bytes = access.op.element_bytes;
        const uint64_t first = test_random_below(&random, 64);
        const uint64_t stride = test_random_below(&random, 60);
        const uint64_t shared =
            1 + test_random_below(&random, 4) * test_random_below(&random, 2); /* by lanes in a row */
        const uint64_t few = 1 + test_random_below(&random, round % 2 != 0 ? 4000 : 80);
        const uint64_t kind = test_random_below(&random, 3);
        for (uint64_t lane = 0; lane < GCNMEM_LANES; ++lane) {
            const uint64_t at = kind == 0 ? test_random_below(&random, few) : first + lane / shared * stride;
            access.address[lane] = at * bytes;
        }
        access.address[test_random_below(&random, GCNMEM_LANES)] += kind == 2 ? bytes : 0;
        CHECK_U64(clocks_lane_by_lane(&access), test_cost(GCNMEM_DEVICE_R9_390X, &access).clocks,
                  "%s, kind %u, stride %u, %u lanes share, %u", name, (unsigned)kind, (unsigned)stride,
                  (unsigned)shared, (unsigned)few);
    }
}

void suite_lds(void) {
    TEST(test_R17_b32_takes_two_phases);
    TEST(test_R18_64_bits_take_four_phases);
    TEST(test_R19_128_bits_take_eight_phases);
    TEST(test_R19_96_bits_go_as_128_on_cdna);
    TEST_LONG_SANITIZED(test_R19_phases_of_cdna4);
    TEST(test_R20_omniperf_n_lanes_at_stride_32_take_n_plus_1);
    TEST(test_R20_same_dword_is_broadcast);
    TEST(test_R20_conflicts_are_those_found_lane_by_lane);
    TEST(test_R21_atomics_to_one_dword_take_turns);
    TEST(test_R22_lanes_outside_take_no_part);
    TEST(test_R23_port_clocks_of_hardware_md);
    TEST(test_R23_clrx_throughput_table);
    TEST(test_R17_sixteen_banks);
    TEST(test_R22_second_addresses_outside_take_no_part);
}
