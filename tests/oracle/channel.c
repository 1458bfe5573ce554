/* channel.c -- naive R33: Tahiti's table from AMD's optimization guide, and one-to-one for every rule */
#include "private.h"

#include <stdlib.h>

static void test_R33_tahiti_follows_the_table(void) {
    static const uint32_t table[3][8] = {
        {0, 2, 3, 5, 6, 8, 9, 11}, {1, 1, 4, 4, 7, 7, 10, 10}, {0, 2, 3, 5, 6, 8, 9, 11}};
    test_random random = test_random_start(100);
    gcnmemi_channel_route route = gcnmemi_channel_route_for(GCNMEMI_CHANNEL_TAHITI, 12, 256);
    uint32_t same_row = 0;
    uint32_t same_pipe = 0;
    uint32_t chunk;
    for (chunk = 0; chunk < 24000; ++chunk) {
        uint64_t address = (uint64_t)chunk * 256 + test_random_below(&random, 256);
        uint32_t channel = gcnmemi_channel_locate(&route, address).channel;
        CHECK_U64(table[chunk / 8 % 3][chunk % 8], channel, "chunk %u", chunk);
        same_row += gcnmemi_channel_locate(&route, address + 2048).channel == channel;
        same_pipe += gcnmemi_channel_locate(&route, address + 256).channel == channel;
    }
    CHECK_U64(24000 / 3, same_row, "+2048 bytes keep the channel one time in three");
    CHECK_U64(24000 / 6, same_pipe, "+256 bytes keep the channel one time in six");
}

/* Each channel's share of `rounds * count` chunks fills its first `rounds` local chunks, each once. */
static void check_one_to_one(const gcnmemi_channel_route* route, test_random* random) {
    uint32_t rounds = 64;
    unsigned char* seen = (unsigned char*)calloc((size_t)rounds * route->channel_count, 1);
    uint32_t chunk;
    uint32_t i;
    for (chunk = 0; chunk < rounds * route->channel_count; ++chunk) {
        uint64_t offset = test_random_below(random, route->interleave_bytes);
        gcnmemi_channel_location location =
            gcnmemi_channel_locate(route, (uint64_t)chunk * route->interleave_bytes + offset);
        uint64_t local = location.local_address / route->interleave_bytes;
        int inside = location.channel < route->channel_count && local < rounds;
        CHECK(inside, "rule %u of %u channels, chunk %u", route->rule, route->channel_count, chunk);
        CHECK(inside && seen[location.channel * rounds + local]++ == 0, "rule %u of %u channels, chunk %u", route->rule,
              route->channel_count, chunk);
        CHECK_U64(offset, location.local_address % route->interleave_bytes, "rule %u chunk %u", route->rule, chunk);
    }
    for (i = 0; i < 1000; ++i) {
        uint64_t address = test_random_next(random) >> test_random_below(random, 64);
        gcnmemi_channel_location location = gcnmemi_channel_locate(route, address);
        CHECK(location.channel < route->channel_count, "rule %u address 0x%" PRIx64, route->rule, address);
        CHECK_U64(address, gcnmemi_channel_address(route, location), "rule %u of %u", route->rule,
                  route->channel_count);
    }
    free(seen);
}

static void test_R33_every_rule_is_one_to_one(void) {
    test_random random = test_random_start(101);
    gcnmemi_channel_route route = gcnmemi_channel_route_for(GCNMEMI_CHANNEL_TAHITI, 12, 256);
    uint32_t count;
    check_one_to_one(&route, &random); /* 64 rounds of 12 are 32 groups of three rows */
    for (count = 1; count < 40; ++count) {
        route = gcnmemi_channel_route_for(GCNMEMI_CHANNEL_MODULO, count, (uint32_t)1 << test_random_below(&random, 13));
        check_one_to_one(&route, &random);
    }
    for (count = 1; count <= 64; count *= 2) {
        route = gcnmemi_channel_route_for(GCNMEMI_CHANNEL_HASH, count, (uint32_t)64 << test_random_below(&random, 5));
        check_one_to_one(&route, &random);
    }
}

/* The hash said naively: xor of all groups of channel bits of the chunk number. */
static void test_R33_hash_is_an_xor_of_all_groups_of_bits(void) {
    test_random random = test_random_start(102);
    uint32_t bits;
    uint32_t i;
    for (bits = 1; bits <= 7; ++bits) {
        gcnmemi_channel_route route = gcnmemi_channel_route_for(GCNMEMI_CHANNEL_HASH, (uint32_t)1 << bits, 256);
        for (i = 0; i < 2000; ++i) {
            uint64_t address = test_random_next(&random);
            uint64_t expected = 0;
            uint32_t bit;
            for (bit = 8; bit < 64; ++bit) {
                expected ^= (address >> bit & 1) << (bit - 8) % bits;
            }
            CHECK_U64(expected, gcnmemi_channel_locate(&route, address).channel, "0x%" PRIx64 " of %u bits", address,
                      bits);
        }
    }
}

void suite_oracle_channel(void) {
    TEST(test_R33_tahiti_follows_the_table);
    TEST(test_R33_every_rule_is_one_to_one);
    TEST(test_R33_hash_is_an_xor_of_all_groups_of_bits);
}
