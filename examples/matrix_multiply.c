/* matrix_multiply -- C = A * B: in which order of lanes do the loads coalesce, plain and with tiles in LDS?
   cc -O2 -I. examples/matrix_multiply.c -o matrix_multiply
   SPDX-License-Identifier: MIT-0 */

#define GCNMEM_IMPLEMENTATION
#include "gcnmem.h"

#include <stdio.h>
#include <stdlib.h>

#define WIDTH 128 /* of the matrices, in floats */
#define TILE 16   /* a work-group computes TILE x TILE elements of C */

/* Neighbouring lanes compute neighbouring columns of C, or neighbouring rows. */
typedef struct kernel {
    const char* name;
    int is_tiled; /* lanes load a tile of A and one of B together, and read them from LDS */
    int is_down;  /* neighbouring lanes go down a column */
} kernel;

/* Index of the element of A or B that a lane loads in a step of the loop. */
static uint64_t element(const kernel* k, int is_b, uint32_t group, uint32_t lane, uint32_t step) {
    uint32_t x = k->is_down ? lane / TILE : lane % TILE;
    uint32_t y = k->is_down ? lane % TILE : lane / TILE;
    uint32_t row = group / (WIDTH / TILE) * TILE + y;
    uint32_t column = group % (WIDTH / TILE) * TILE + x;
    if (k->is_tiled) {
        return is_b ? (uint64_t)(step * TILE + y) * WIDTH + column : (uint64_t)row * WIDTH + step * TILE + x;
    }
    return is_b ? (uint64_t)step * WIDTH + column : (uint64_t)row * WIDTH + step;
}

typedef struct sums {
    uint64_t clocks;
    uint64_t requests;
} sums;

/* The wave from lane `first` of its group on loads its part of A or B. */
static void load(const gcnmem_desc* gpu, gcnmem_replay* replay, const kernel* k, int is_b, uint32_t group,
                 uint32_t first, uint32_t step, sums* sum) {
    gcnmem_op op;
    gcnmem_access access;
    gcnmem_cost cost;
    uint32_t lane;
    gcnmem_op_find("load_b32", &op, NULL);
    access = gcnmem_access_for(&op);
    for (lane = 0; lane < gpu->wave_lanes; ++lane) {
        access.address[lane] = ((uint64_t)is_b * WIDTH * WIDTH + element(k, is_b, group, first + lane, step)) * 4;
    }
    cost = gcnmem_cost_wave(gpu, &access);
    sum->clocks += cost.clocks;
    sum->requests += cost.l2_requests;
    gcnmem_replay_wave(replay, group % gpu->cu_count, &access);
}

/* Prints what a wave's loads of A and B ask of L1 and L2, and how long all of them keep the memory system busy. */
static int multiply(const gcnmem_desc* gpu, const kernel* k) {
    size_t bytes = gcnmem_replay_size_bytes(gpu);
    void* memory = malloc(bytes);
    const uint32_t groups = WIDTH * WIDTH / (TILE * TILE);
    const uint32_t steps = k->is_tiled ? WIDTH / TILE : WIDTH;
    const uint32_t loads = groups * steps * (TILE * TILE / gpu->wave_lanes); /* of A; as many of B */
    sums a = {0, 0};
    sums b = {0, 0};
    gcnmem_replay* replay;
    uint32_t i;
    if (memory == NULL || gcnmem_replay_init(memory, bytes, gpu, GCNMEM_LEVEL_L1, &replay, NULL) != GCNMEM_OK) {
        free(memory);
        return 0;
    }
    for (i = 0; i < groups * steps; ++i) {
        uint32_t first;
        for (first = 0; first < TILE * TILE; first += gpu->wave_lanes) {
            load(gpu, replay, k, 0, i / steps, first, i % steps, &a);
            load(gpu, replay, k, 1, i / steps, first, i % steps, &b);
        }
    }
    printf("%-32s A %2u clocks, %2u requests; B %2u clocks, %2u requests; all %5u clocks\n", k->name,
           (unsigned)(a.clocks / loads), (unsigned)(a.requests / loads), (unsigned)(b.clocks / loads),
           (unsigned)(b.requests / loads), (unsigned)gcnmem_replay_finish(replay).clocks);
    free(memory);
    return 1;
}

int main(void) {
    static const kernel kernels[] = {{"plain, lanes along a row of C", 0, 0},
                                     {"plain, lanes down a column of C", 0, 1},
                                     {"tiles, lanes along their rows", 1, 0},
                                     {"tiles, lanes down their columns", 1, 1}};
    static const gcnmem_device gpus[] = {GCNMEM_DEVICE_R9_290X, GCNMEM_DEVICE_A100};
    int is_ok = 1;
    size_t i;
    for (i = 0; i < 8; ++i) {
        gcnmem_desc gpu = gcnmem_desc_for(gpus[i / 4]);
        if (i % 4 == 0) {
            printf("%s%s, %u x %u floats, a wave's load:\n", i != 0 ? "\n" : "", gcnmem_device_card(gpu.device), WIDTH,
                   WIDTH);
        }
        is_ok &= multiply(&gpu, &kernels[i % 4]);
    }
    if (!is_ok || fflush(stdout) != 0 || ferror(stdout)) {
        fputs("matrix_multiply: no memory, or standard output cannot be written\n", stderr);
        return 1;
    }
    return 0;
}
