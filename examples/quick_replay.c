/* quick_replay.c -- depth 2: a stream of reads through the caches to DRAM. The QUICK START of gcnmem.h. */
#define GCNMEM_IMPLEMENTATION
#include "gcnmem.h"
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    gcnmem_desc gpu = gcnmem_desc_for(GCNMEM_DEVICE_R9_390X);
    size_t bytes = gcnmem_replay_size_bytes(&gpu);
    void* memory = malloc(bytes);
    gcnmem_replay* replay;
    if (gcnmem_replay_init(memory, bytes, &gpu, GCNMEM_LEVEL_L1, &replay, NULL) != GCNMEM_OK) {
        return 1;
    }
    for (uint64_t i = 0; i < 100000; ++i) {
        gcnmem_replay_access(replay, i * 4096, 64, 0);
    }
    gcnmem_replay_stats stats = gcnmem_replay_finish(replay);
    printf("%d GB/s of DRAM, limited by %s: %s\n", (int)(stats.dram_bytes_per_second / 1000000000),
           gcnmem_name_of(GCNMEM_NAMES_LEVEL, stats.slowest),
           gcnmem_name_of(GCNMEM_NAMES_DRAM_LIMIT, stats.dram_limit));
    free(memory);
    return fflush(stdout) != 0;
}
