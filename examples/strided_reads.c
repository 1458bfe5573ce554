/* strided_reads -- how much of DRAM's bandwidth is left when a kernel reads one float out of every N.
   cc -O2 -I. examples/strided_reads.c -o strided_reads
   SPDX-License-Identifier: MIT-0 */

#define GCNMEM_IMPLEMENTATION
#include "gcnmem.h"

#include <stdio.h>
#include <stdlib.h>

/* 4096 waves on all CUs in turn, each lane one float `stride_floats` behind its neighbour's. */
static gcnmem_replay_stats read_strided(gcnmem_replay* replay, const gcnmem_desc* gpu, uint64_t stride_floats) {
    gcnmem_op op;
    gcnmem_access access;
    uint64_t wave;
    uint64_t lane;
    gcnmem_op_find("buffer_load_dword", &op, NULL);
    access = gcnmem_access_for(&op);
    for (wave = 0; wave < 4096; ++wave) {
        for (lane = 0; lane < GCNMEM_LANES; ++lane) {
            access.address[lane] = (wave * GCNMEM_LANES + lane) * stride_floats * 4;
        }
        gcnmem_replay_wave(replay, (uint32_t)(wave % gpu->cu_count), &access);
    }
    return gcnmem_replay_finish(replay);
}

int main(void) {
    gcnmem_desc gpu = gcnmem_desc_for(GCNMEM_DEVICE_R9_290X);
    size_t bytes = gcnmem_replay_size_bytes(&gpu);
    void* memory = malloc(bytes);
    uint64_t stride;
    printf("stride   DRAM GB/s   useful GB/s   limited by\n");
    for (stride = 1; stride <= 64 && memory != NULL; stride *= 2) {
        gcnmem_replay* replay;
        gcnmem_replay_stats stats;
        uint64_t useful;
        gcnmem_replay_init(memory, bytes, &gpu, GCNMEM_LEVEL_L1, &replay, NULL);
        stats = read_strided(replay, &gpu, stride);
        useful = stats.l1.useful_bytes * 1000 / stats.seconds_e12; /* bytes in a thousandth of a microsecond */
        printf("%6u   %9u   %11u   %s\n", (unsigned)stride, (unsigned)(stats.dram_bytes_per_second / 1000000000u),
               (unsigned)useful, gcnmem_name_of(GCNMEM_NAMES_DRAM_LIMIT, stats.dram_limit));
    }
    free(memory);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fputs("strided_reads: standard output cannot be written\n", stderr);
        return 1;
    }
    return 0;
}
