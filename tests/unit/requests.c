/* requests.c -- R13, R15, R16: requests to L2 and DRAM bursts ("Understanding Memory Coalescing on GCN") */
#include "test.h"

#include "private.h"

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
    CHECK_U64(64 * 128 / gcnmemi_desc_burst_bytes(&desc), gcnmem_cost_wave(&desc, &access).dram_bursts, "MI210");
}

/* "0x1220+32:0x1 ", a word for each request: address, bytes, lanes. */
static void write_request(void* user_data, const gcnmem_request* request) {
    char* text = (char*)user_data;
    snprintf(text + strlen(text), 80, "0x%" PRIx64 "+%" PRIu64 ":0x%" PRIx64 " ", request->address, request->bytes,
             request->lanes);
}

static const char* requests_of(const gcnmem_desc* desc, const gcnmem_access* access) {
    static char text[16384];
    text[0] = 0;
    gcnmem_cost_requests(desc, access, write_request, text);
    return text;
}

static const char* requests_of_stride(gcnmem_device device, const char* mnemonic, uint64_t base, uint64_t stride,
                                      uint64_t mask) {
    gcnmem_desc desc = gcnmem_desc_for(device);
    gcnmem_access access = test_access(mnemonic, stride);
    int lane;
    for (lane = 0; lane < GCNMEM_LANES; ++lane) {
        access.address[lane] += base;
    }
    access.exec_mask = mask;
    return requests_of(&desc, &access);
}

typedef struct requests_row {
    const char* what;
    const char* mnemonic;
    uint64_t base, stride, mask;
    const char* requests;
} requests_row;

static void check_requests(gcnmem_device device, const requests_row* rows, size_t count) {
    size_t i;
    for (i = 0; i < count; ++i) {
        CHECK_TEXT(rows[i].requests,
                   requests_of_stride(device, rows[i].mnemonic, rows[i].base, rows[i].stride, rows[i].mask), "%s",
                   rows[i].what);
    }
}

/* "Understanding GPU Memory", the HD 5870: X[0] at 0x1232 takes the access at 0x1220, as any address up to 0x123f does;
   of 16 threads the first four share it, thread 3 reaches into the next one, and an aligned array takes two. */
static void test_R69_hd_5870_requests_of_the_lecture(void) {
    static const requests_row rows[] = {
        {"X[0]", "global_load_dword", 0x1232, 4, 1, "0x1220+32:0x1 "},
        {"0x1220 to 0x123f", "global_load_ubyte", 0x1220, 1, 0xffffffff, "0x1220+32:0xffffffff "},
        {"0x1220 to 0x1240", "global_load_ubyte", 0x1220, 1, 0x1ffffffff,
         "0x1220+32:0xffffffff 0x1240+32:0x100000000 "},
        {"16 threads", "global_load_dword", 0x1232, 4, 0xffff, "0x1220+32:0xf 0x1240+32:0xff8 0x1260+32:0xf800 "},
        {"16 threads, aligned", "global_load_dword", 0x1240, 4, 0xffff, "0x1240+32:0xff 0x1260+32:0xff00 "},
        {"32 bytes apart", "global_load_dword", 0x1220, 32, 7, "0x1220+32:0x1 0x1240+32:0x2 0x1260+32:0x4 "}};
    check_requests(GCNMEM_DEVICE_HD_5870, rows, sizeof rows / sizeof rows[0]);
}

/* Segments of 32, 64 and 128 bytes, for each half of a warp its own. */
static void test_R70_gtx_285_requests_of_half_warps(void) {
    static const requests_row rows[] = {
        {"aligned", "global_load_dword", 0x1000, 4, UINT64_MAX, "0x1000+64:0xffff 0x1040+64:0xffff0000 "},
        {"one segment, twice", "global_load_dword", 0x1000, 0, UINT64_MAX, "0x1000+32:0xffff 0x1000+32:0xffff0000 "},
        {"misaligned in 128 bytes", "global_load_dword", 0x1004, 4, 0xffff, "0x1000+128:0xffff "},
        {"misaligned across 128 bytes", "global_load_dword", 0x1060, 4, 0xffff, "0x1060+32:0xff 0x1080+32:0xff00 "},
        {"every fourth", "global_load_dword", 0x1000, 16, 0xffff, "0x1000+128:0xff 0x1080+128:0xff00 "},
        {"bytes", "global_load_ubyte", 0x1000, 1, 0xffff, "0x1000+32:0xffff "},
        {"16 bits, misaligned", "global_load_ushort", 0x1010, 2, 0xffff, "0x1000+64:0xffff "},
        {"128 bits", "global_load_dwordx4", 0x1000, 16, 0xffff, "0x1000+128:0xff 0x1080+128:0xff00 "}};
    check_requests(GCNMEM_DEVICE_GTX_285, rows, sizeof rows / sizeof rows[0]);
}

static void test_R13_R15_R61_R75_requests_by_kind(void) {
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_390X);
    gcnmem_access access = test_access("buffer_load_dword", 4);
    CHECK_TEXT("0x0+64:0xffff 0x40+64:0xffff0000 0x80+64:0xffff00000000 0xc0+64:0xffff000000000000 ",
               requests_of(&desc, &access), "R9 390X, 256 bytes in a row");
    CHECK_TEXT("0x40+64:0x4 ", requests_of_stride(GCNMEM_DEVICE_R9_390X, "buffer_load_dword", 0, 32, 4), "lane 2");
    CHECK_TEXT("0x0+64:0x1 0x40+64:0x1 ", requests_of_stride(GCNMEM_DEVICE_R9_390X, "flat_load_dword", 62, 4, 1),
               "a lane in two requests");
    CHECK_TEXT("", requests_of_stride(GCNMEM_DEVICE_R9_390X, "buffer_load_dword", 0, 4, 0), "no lane");
    CHECK_TEXT("", requests_of_stride(GCNMEM_DEVICE_R9_390X, "ds_read_b32", 0, 4, UINT64_MAX), "LDS");
    CHECK_TEXT("0x40+64:0x1 0x80+64:0x1 ", requests_of_stride(GCNMEM_DEVICE_R9_390X, "s_load_dwordx8", 0x70, 4, 1),
               "scalar");
    access = test_access("buffer_atomic_add", 4);
    access.exec_mask = 0xff;
    access.address[1] = access.address[5] = 0;
    CHECK_TEXT("0x0+64:0xdd 0x0+64:0x2 0x0+64:0x20 ", requests_of(&desc, &access), "lanes 0, 1 and 5 want one address");
    CHECK_TEXT("0x0+128:0xffffffff 0x80+128:0xffffffff00000000 ",
               requests_of_stride(GCNMEM_DEVICE_MI210, "global_load_dword", 0, 4, UINT64_MAX),
               "MI210, two lines a time");
    CHECK_TEXT("0x20+32:0x2 0x60+32:0x8 0x80+32:0x10 ", requests_of_stride(GCNMEM_DEVICE_A100, "load_b32", 0, 32, 0x1a),
               "A100, sectors");
    CHECK(gcnmem_desc_set(&desc, "l1_line_bytes", "128", NULL) == GCNMEM_OK, "l1_line_bytes");
    access = test_access("buffer_load_dword", 4);
    access.exec_mask = 1;
    CHECK_TEXT("0x0+64:0x1 0x40+64:0x0 ", requests_of(&desc, &access), "the rest of a line");
}

void suite_requests(void) {
    TEST(test_R69_hd_5870_requests_of_the_lecture);
    TEST(test_R70_gtx_285_requests_of_half_warps);
    TEST(test_R13_R15_R61_R75_requests_by_kind);
    TEST(test_R15_fewest_64_byte_requests);
    TEST(test_R15_stores_to_one_address_collapse);
    TEST(test_R13_atomics_to_one_address_stay_separate);
    TEST(test_R13_atomics_merge_within_request_lanes_only);
    TEST(test_R16_a_miss_moves_whole_lines_in_bursts);
}
