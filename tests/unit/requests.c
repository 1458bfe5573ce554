/* requests.c -- R13, R15, R16: requests to L2 and DRAM bursts ("Understanding Memory Coalescing on GCN") */
#include "test.h"

static void test_R15_fewest_64_byte_requests(void) {
    gcnmem_access access = test_access("buffer_load_dword", 4);
    CHECK_U64(4, test_cost(GCNMEM_DEVICE_R9_390X, &access).l2_requests, "256 bytes in a row");
    CHECK_U64(256, test_cost(GCNMEM_DEVICE_R9_390X, &access).bytes_fetched, "256 bytes in a row");
    access.op = test_access("buffer_store_dword", 0).op;
    CHECK_U64(4, test_cost(GCNMEM_DEVICE_R9_390X, &access).l2_requests, "stores as well");
    access = test_access("buffer_load_dword", 4096);
    CHECK_U64(64, test_cost(GCNMEM_DEVICE_R9_390X, &access).l2_requests, "a page each");
    access = test_access("flat_load_dword", 4);
    access.address[0] = 254; /* 254 .. 257 */
    CHECK_U64(5, test_cost(GCNMEM_DEVICE_R9_390X, &access).l2_requests, "one more for an unaligned lane");
}

static void test_R15_stores_to_one_address_collapse(void) {
    gcnmem_access access = test_access("buffer_store_dword", 0);
    CHECK_U64(1, test_cost(GCNMEM_DEVICE_R9_390X, &access).l2_requests, "64 lanes, one address");
}

static void test_R13_atomics_to_one_address_stay_separate(void) {
    gcnmem_access access = test_access("buffer_atomic_add", 0);
    CHECK_U64(64, test_cost(GCNMEM_DEVICE_R9_390X, &access).l2_requests, "64 lanes, one address");
    access = test_access("buffer_atomic_add", 4);
    CHECK_U64(4, test_cost(GCNMEM_DEVICE_R9_390X, &access).l2_requests, "64 addresses in 4 blocks");
    access.address[1] = 0;
    CHECK_U64(5, test_cost(GCNMEM_DEVICE_R9_390X, &access).l2_requests, "one address twice");
}

/* request_lanes: "lanes whose stores and atomics are merged together". */
static void test_R13_atomics_merge_within_request_lanes_only(void) {
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_390X);
    gcnmem_access access = test_access("buffer_atomic_add", 0);
    gcnmem_access load = test_access("buffer_load_dword", 0);
    int lane;
    for (lane = 0; lane < 64; ++lane) {
        access.address[lane] = load.address[lane] = (uint64_t)(lane % 16) * 4;
    }
    desc.request_lanes = 16;
    CHECK_U64(1, gcnmem_cost_wave(&desc, &load).l2_requests, "loads: L1 has the line when the next 16 lanes ask");
    load.op = test_access("buffer_store_dword", 0).op;
    CHECK_U64(4, gcnmem_cost_wave(&desc, &load).l2_requests, "stores: one for each 16 lanes");
    CHECK_U64(4, gcnmem_cost_wave(&desc, &access).l2_requests, "atomics: one for each 16 lanes");
    for (lane = 0; lane < 64; ++lane) {
        access.address[lane] = (uint64_t)lane * 4 % 32;
    }
    CHECK_U64(8, gcnmem_cost_wave(&desc, &access).l2_requests, "atomics: two for each 16 lanes");
    for (lane = 0; lane < 64; ++lane) {
        access.address[lane] = (uint64_t)(lane % 32) * 2048;
    }
    CHECK_U64(64, gcnmem_cost_wave(&desc, &access).l2_requests, "nothing to merge");
    for (lane = 0; lane < 64; ++lane) {
        access.address[lane] = (uint64_t)lane % 4 * 4 + (uint64_t)(lane / 32) * 64;
    }
    CHECK_U64(16, gcnmem_cost_wave(&desc, &access).l2_requests, "four for each 16 lanes");
    desc.request_lanes = 4;
    CHECK_U64(16, gcnmem_cost_wave(&desc, &access).l2_requests, "one for each 4 lanes");
    for (lane = 0; lane < 64; ++lane) {
        access.address[lane] = (uint64_t)lane * 4 / 16 * 16 + (uint64_t)lane % 4 * 4;
    }
    CHECK_U64(16, gcnmem_cost_wave(&desc, &access).l2_requests, "linear: one for each 4 lanes, not 4");
}

static void test_R16_a_miss_moves_whole_lines_in_bursts(void) {
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_390X);
    gcnmem_access access = test_access("buffer_load_ubyte", 4096);
    desc.dram_channel_bits = 32;
    desc.dram_burst_length = 8;
    CHECK_U64(128, gcnmem_cost_wave(&desc, &access).dram_bursts, "64 lines of 64 bytes in bursts of 32");
    desc = gcnmem_desc_for(GCNMEM_DEVICE_MI210);
    CHECK_U64(128, desc.l2_line_bytes, "KFD, MT4G: 128-byte lines on MI200 only");
    CHECK_U64(64 * 128 / gcnmem_desc_dram_burst_bytes(&desc), gcnmem_cost_wave(&desc, &access).dram_bursts, "MI210");
}

void suite_requests(void) {
    TEST(test_R15_fewest_64_byte_requests);
    TEST(test_R15_stores_to_one_address_collapse);
    TEST(test_R13_atomics_to_one_address_stay_separate);
    TEST(test_R13_atomics_merge_within_request_lanes_only);
    TEST(test_R16_a_miss_moves_whole_lines_in_bursts);
}
