/* channel.c -- R33: which L2 channel an address belongs to (AMD's OpenCL optimization guide, 2.1.1); R61: how long one
   is busy */
#include "private.h"

static gcnmemi_channel_route l2_route(const gcnmem_desc* desc) {
    return gcnmemi_channel_route_for(desc->l2_channel_rule, desc->l2_channels, desc->l2_interleave_bytes);
}

/* Pitcairn: address bits 10:8. */
static void test_R33_chunks_of_256_bytes_go_round(void) {
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_HD_7870);
    gcnmemi_channel_route route = l2_route(&desc);
    test_random random = test_random_start(110);
    int i;
    CHECK_U64(GCNMEMI_CHANNEL_MODULO, route.rule, "pitcairn");
    CHECK_U64(8, route.channel_count, "pitcairn");
    CHECK_U64(256, route.interleave_bytes, "pitcairn");
    for (i = 0; i < 10000; ++i) {
        uint64_t address = test_random_next(&random);
        CHECK_U64(address >> 8 & 7, gcnmemi_channel_locate(&route, address).channel, "0x%" PRIx64, address);
    }
}

/* A power-of-two stride meets one channel unhashed and all of them hashed. */
static void test_R33_mi100_hashes_channels(void) {
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_MI100);
    gcnmemi_channel_route route = l2_route(&desc);
    uint64_t used = 0;
    uint64_t i;
    CHECK_U64(GCNMEMI_CHANNEL_HASH, route.rule, "MI100");
    CHECK_U64(32, route.channel_count, "MI100");
    for (i = 0; i < 32; ++i) {
        used |= UINT64_C(1) << gcnmemi_channel_locate(&route, i * 8192).channel;
    }
    CHECK_U64(0xffffffffu, used, "stride 8 KiB");
    route.rule = GCNMEMI_CHANNEL_MODULO;
    for (used = 0, i = 0; i < 32; ++i) {
        used |= UINT64_C(1) << gcnmemi_channel_locate(&route, i * 8192).channel;
    }
    CHECK_U64(1, used, "stride 8 KiB, unhashed");
    desc = gcnmem_desc_for(GCNMEM_DEVICE_MI210);
    CHECK_U64(GCNMEMI_CHANNEL_HASH, l2_route(&desc).rule, "MI210");
}

static void test_R33_tahiti_has_twelve(void) {
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_HD_7970);
    gcnmemi_channel_route route = l2_route(&desc);
    CHECK_U64(GCNMEMI_CHANNEL_TAHITI, route.rule, "HD 7970");
    CHECK_U64(12, route.channel_count, "HD 7970");
    CHECK_U64(0, gcnmemi_channel_locate(&route, 0).channel, "row 0 pipe 0");
    CHECK_U64(11, gcnmemi_channel_locate(&route, 7 * 256).channel, "row 0 pipe 7");
    CHECK_U64(1, gcnmemi_channel_locate(&route, 2048).channel, "row 1 pipe 0");
    CHECK_U64(1, gcnmemi_channel_locate(&route, 2048 + 256).channel, "row 1 pipe 1");
    CHECK_U64(10, gcnmemi_channel_locate(&route, 2048 + 7 * 256).channel, "row 1 pipe 7");
}

/* The local address closes the gaps: 16 channels of 256 bytes, the second round starts at local 256. */
static void test_R33_the_local_address_has_no_gaps(void) {
    gcnmemi_channel_route route = gcnmemi_channel_route_for(GCNMEMI_CHANNEL_MODULO, 16, 256);
    gcnmemi_channel_location location = gcnmemi_channel_locate(&route, 4096 + 3 * 256 + 17);
    CHECK_U64(3, location.channel, "chunk 19");
    CHECK_U64(256 + 17, location.local_address, "chunk 19");
    CHECK_U64(4096 + 3 * 256 + 17, gcnmemi_channel_address(&route, location), "and back");
}

/* Any number of channels may be hashed: a round still meets each of them once, and every address comes back. */
static void test_R33_any_number_of_channels_is_hashed(void) {
    test_random random = test_random_start(111);
    for (uint32_t count = 1; count <= 96; ++count) {
        gcnmemi_channel_route route = gcnmemi_channel_route_for(GCNMEMI_CHANNEL_HASH, count, 256);
        for (uint32_t i = 0; i < 20; ++i) {
            const uint64_t round = test_random_below(&random, UINT64_C(1) << 40);
            uint8_t met[96] = {0};
            for (uint32_t k = 0; k < count; ++k) {
                const uint64_t address = (round * count + k) * 256 + test_random_below(&random, 256);
                const gcnmemi_channel_location location = gcnmemi_channel_locate(&route, address);
                CHECK(location.channel < count && met[location.channel]++ == 0, "%u channels, round %" PRIu64, count,
                      round);
                CHECK_U64(address, gcnmemi_channel_address(&route, location), "%u channels", count);
            }
        }
    }
}

/* AMD's table for Tahiti is one of twelve channels of 256 bytes. */
static void expect_issue(gcnmem_device device, const char* field, const char* set, uint32_t value, uint64_t limit) {
    gcnmem_desc desc = gcnmem_desc_for(device);
    gcnmem_issue issue;
    char text[16];
    memset(&issue, 0, sizeof issue);
    snprintf(text, sizeof text, "%u", value);
    CHECK(gcnmem_desc_set(&desc, set, text, NULL) == GCNMEM_OK, "%s=%u", set, value);
    CHECK(gcnmem_desc_validate(&desc, &issue) == GCNMEM_ERROR_VALUE, "%s=%u", set, value);
    CHECK_TEXT(field, issue.field, "%s=%u", set, value);
    CHECK_U64(limit, issue.limit, "%s=%u", set, value);
}

static void test_R33_rules_want_their_channels(void) {
    expect_issue(GCNMEM_DEVICE_R9_290X, "l2_channels", "l2_channel_rule", 3, 12);
    expect_issue(GCNMEM_DEVICE_HD_7970, "l2_interleave_bytes", "l2_interleave_bytes", 512, 256);
    expect_issue(GCNMEM_DEVICE_R9_290X, "l2_interleave_bytes", "l2_interleave_bytes", 768, 512);
}

/* A line in sectors takes a channel as long as in one piece, and a clock at least; requests share a clock. */
static void test_R61_a_channel_moves_its_bytes_a_clock(void) {
    static const uint32_t widths[] = {16, 27, 32, 50, 64, 128, 256};
    for (uint32_t i = 0; i < 7; ++i) {
        for (uint32_t sectors = 1; sectors <= 4; ++sectors) {
            static gcnmemi_levels levels;
            gcnmemi_levels_row* row = &levels.row[GCNMEMI_LEVELS_L2];
            uint64_t bytes = 32u * sectors;
            uint64_t parts = bytes > widths[i] ? 256 * bytes / widths[i] : 256;
            uint64_t free_parts = 0;
            row->geometry.line_bytes = 128;
            row->unit_bytes = 32;
            row->channel_bytes = widths[i];
            row->clock_parts = GCNMEMI_LEVELS_PARTS;
            for (uint32_t turn = 1; turn <= 100; ++turn) {
                gcnmemi_levels_request rest = gcnmemi_levels_request_of(128 * turn, bytes, 0);
                gcnmemi_levels_request part;
                while (gcnmemi_levels_cut(&levels, GCNMEMI_LEVELS_L2, &rest, &part)) {
                    gcnmemi_levels_serve(row, &part, 0, &free_parts);
                }
                CHECK_U64(parts * turn, free_parts, "%u sectors, %u bytes a clock", (unsigned)sectors,
                          (unsigned)widths[i]);
            }
            gcnmemi_levels_request late = gcnmemi_levels_request_of(0, 32, 0);
            uint64_t taken = gcnmemi_levels_serve(row, &late, 1000000, &free_parts);
            CHECK_U64(1000000, gcnmemi_levels_clock(free_parts - taken), "an idle channel serves at once");
        }
    }
}

void suite_channel(void) {
    TEST(test_R33_chunks_of_256_bytes_go_round);
    TEST(test_R33_mi100_hashes_channels);
    TEST(test_R33_tahiti_has_twelve);
    TEST(test_R33_the_local_address_has_no_gaps);
    TEST(test_R33_any_number_of_channels_is_hashed);
    TEST(test_R33_rules_want_their_channels);
    TEST(test_R61_a_channel_moves_its_bytes_a_clock);
}
