/* struct_of_arrays -- which layout of particles moves fewer bytes when a kernel only updates positions?
   cc -O2 -I. examples/struct_of_arrays.c -o struct_of_arrays
   SPDX-License-Identifier: MIT-0 */

#define GCNMEM_IMPLEMENTATION
#include "gcnmem.h"

#include <stdio.h>
#include <stdlib.h>

#define PARTICLES 262144
#define FIELDS 8 /* position, velocity, age, color: 8 floats, of which a frame reads 6 and writes 3 */

/* Byte address of a field of a particle. */
static uint64_t address_of(int is_soa, uint64_t particle, uint64_t field) {
    return is_soa ? (field * PARTICLES + particle) * 4 : (particle * FIELDS + field) * 4;
}

static void access_field(gcnmem_replay* replay, const char* name, int is_soa, uint64_t wave, uint64_t field,
                         uint32_t cu) {
    gcnmem_op op;
    gcnmem_access access;
    uint64_t lane;
    gcnmem_op_find(name, &op, NULL);
    access = gcnmem_access_for(&op);
    for (lane = 0; lane < GCNMEM_LANES; ++lane) {
        access.address[lane] = address_of(is_soa, wave * GCNMEM_LANES + lane, field);
    }
    gcnmem_replay_wave(replay, cu, &access);
}

int main(void) {
    gcnmem_desc gpu = gcnmem_desc_for(GCNMEM_DEVICE_R9_290X);
    size_t bytes = gcnmem_replay_size_bytes(&gpu);
    void* memory = malloc(bytes);
    int is_soa;
    for (is_soa = 0; is_soa < 2 && memory != NULL; ++is_soa) {
        gcnmem_replay* replay;
        gcnmem_replay_stats stats;
        uint64_t wave;
        uint64_t field;
        gcnmem_replay_init(memory, bytes, &gpu, GCNMEM_LEVEL_L1, &replay, NULL);
        for (wave = 0; wave < PARTICLES / GCNMEM_LANES; ++wave) {
            uint32_t cu = (uint32_t)(wave % gpu.cu_count);
            for (field = 0; field < 6; ++field) {
                access_field(replay, "buffer_load_dword", is_soa, wave, field, cu);
            }
            for (field = 0; field < 3; ++field) {
                access_field(replay, "buffer_store_dword", is_soa, wave, field, cu);
            }
        }
        stats = gcnmem_replay_finish(replay);
        printf("%s: %5u KB from L1, %5u KB of DRAM, %4u us\n", is_soa ? "struct of arrays" : "array of structs",
               (unsigned)(stats.l1.moved_bytes / 1024), (unsigned)(stats.dram.bytes / 1024),
               (unsigned)(stats.seconds_e12 / 1000000));
    }
    free(memory);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fputs("struct_of_arrays: standard output cannot be written\n", stderr);
        return 1;
    }
    return 0;
}
