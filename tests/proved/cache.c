/* cache.c -- accesses of any kind to any addresses, in caches of each policy with sectors and without */
#define GCNMEM_DEPTH 2
#include "proved.h"

static union {
    uint64_t aligned;
    unsigned char bytes[65536];
} memory;

static void prove(uint32_t policy, uint32_t sets, uint32_t ways, uint32_t line_bytes, uint32_t sector_bytes) {
    gcnmemi_cache_geometry geometry;
    gcnmemi_cache_result result;
    geometry.size_bytes = (uint64_t)sets * ways * line_bytes;
    geometry.ways = ways;
    geometry.line_bytes = line_bytes;
    geometry.sector_bytes = sector_bytes;
    geometry.write_policy = policy;
    gcnmemi_cache* cache = gcnmemi_cache_init(&memory, sizeof(memory), &geometry);
    while (any32(0, 1) != 0) { /* as often as one likes */
        gcnmemi_cache_access(cache, any64(0, UINT64_MAX), any32(0, UINT32_MAX), &result);
    }
}

int main(void) {
    prove(GCNMEMI_CACHE_WRITE_GCN_L1, 64, 4, 64, 0); /* GCN's vector L1 */
    prove(GCNMEMI_CACHE_WRITE_GCN_L1, 3, 4, 128, 32);
    prove(GCNMEMI_CACHE_WRITE_DROP, 64, 4, 64, 0); /* its scalar L1 */
    prove(GCNMEMI_CACHE_WRITE_DROP, 1, 64, 64, 4);
    prove(GCNMEMI_CACHE_WRITE_BACK_MASKED, 64, 16, 64, 0); /* its L2, a channel of 64 KB */
    prove(GCNMEMI_CACHE_WRITE_BACK_MASKED, 5, 1, 256, 16);
    prove(GCNMEMI_CACHE_WRITE_BACK_FILLED, 128, 16, 128, 32); /* RDNA's, CDNA's and NVIDIA's */
    PROVED_END;
    return 0;
}
