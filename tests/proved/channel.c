/* channel.c -- any address to its channel and any place back to an address, by every rule, for any channels */
#define GCNMEM_DEPTH 2
#include "proved.h"

static void prove(uint32_t rule, uint32_t channels_lowest, uint32_t channels_highest) {
    for (uint32_t shift = 6; shift <= 16; ++shift) { /* l2_interleave_bytes */
        const gcnmemi_channel_route route =
            gcnmemi_channel_route_for(rule, any32(channels_lowest, channels_highest), (uint32_t)1 << shift);
        gcnmemi_channel_location location = gcnmemi_channel_locate(&route, any64(0, UINT64_MAX));
        gcnmemi_channel_address(&route, location);
        location.local_address = any64(0, UINT64_MAX);
        location.channel = any32(0, channels_highest - 1);
        gcnmemi_channel_address(&route, location);
    }
}

int main(void) {
    prove(GCNMEMI_CHANNEL_MODULO, 1, GCNMEMI_DESC_HIGHEST_l2_channels);
    prove(GCNMEMI_CHANNEL_HASH, 1, GCNMEMI_DESC_HIGHEST_l2_channels);
    prove(GCNMEMI_CHANNEL_TAHITI, 12, 12);
    PROVED_END;
    return 0;
}
