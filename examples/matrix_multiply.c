/* matrix_multiply -- C = A * B: in which order of lanes do the loads coalesce, plain and with tiles in LDS?
   cc -O2 -I. examples/matrix_multiply.c -o matrix_multiply
   SPDX-License-Identifier: MIT-0 */

#define GCNMEM_IMPLEMENTATION
#include "gcnmem.h"

#include <stdio.h>
#include <string.h>

#define WIDTH 128 /* of the matrices, in floats */
#define TILE 16   /* a work-group computes TILE x TILE elements of C */

/* Of a kernel. Down: neighbouring lanes compute neighbouring rows of C, else neighbouring columns. Tiled: lanes load a
   tile of A and one of B together, and read them from LDS. */
enum { IS_DOWN = 1, IS_TILED = 2 };
static const char* const names[] = {"plain, lanes along a row of C", "plain, lanes down a column of C",
                                    "tiles, lanes along their rows", "tiles, lanes down their columns"};

/* Index of the element of A, or of B behind it, that a lane loads in a step of the loop. */
static uint32_t element(uint32_t kernel, uint32_t is_b, uint32_t group, uint32_t lane, uint32_t step) {
    uint32_t x = kernel & IS_DOWN ? lane / TILE : lane % TILE;
    uint32_t y = kernel & IS_DOWN ? lane % TILE : lane / TILE;
    uint32_t row = group / (WIDTH / TILE) * TILE + y;
    uint32_t column = group % (WIDTH / TILE) * TILE + x;
    uint32_t inner = kernel & IS_TILED ? step * TILE + (is_b ? y : x) : step;
    return is_b ? (WIDTH + inner) * WIDTH + column : row * WIDTH + inner;
}

/* Prints what a wave's loads of A and B ask of L1 and L2, and how long all of them keep the memory system busy. */
static int multiply(const gcnmem_desc* gpu, const gcnmem_op* op, uint32_t kernel) {
    const uint32_t steps = kernel & IS_TILED ? WIDTH / TILE : WIDTH;
    const uint32_t waves = TILE * TILE / gpu->wave_lanes;
    const uint32_t loads = WIDTH / TILE * WIDTH / TILE * steps * waves * 2;
    static uint64_t memory[1 << 21];
    gcnmem_cost sums[2]; /* of A, of B */
    gcnmem_replay* replay;
    if (gcnmem_replay_init(memory, sizeof(memory), gpu, GCNMEM_LEVEL_L1, &replay, NULL) != GCNMEM_OK) {
        return 0;
    }
    memset(sums, 0, sizeof(sums));
    for (uint32_t i = 0; i < loads; ++i) { /* of A and B, by wave, by step, by group */
        uint32_t group = i / 2 / waves / steps;
        gcnmem_access access = gcnmem_access_for(op);
        for (uint32_t lane = 0; lane < gpu->wave_lanes; ++lane) {
            uint32_t in_group = i / 2 % waves * gpu->wave_lanes + lane;
            access.address[lane] = element(kernel, i % 2, group, in_group, i / 2 / waves % steps) * sizeof(float);
        }
        gcnmem_cost cost = gcnmem_cost_wave(gpu, &access);
        gcnmem_cost_add(&sums[i % 2], &cost);
        gcnmem_replay_wave(replay, group % gpu->cu_count, &access);
    }
    printf("%-32s", names[kernel]);
    for (uint32_t i = 0; i < 2; ++i) {
        printf(" %c %2u clocks, %2u requests;", "AB"[i], (unsigned)(sums[i].clocks / sums[i].accesses),
               (unsigned)(sums[i].l2_requests / sums[i].accesses));
    }
    printf(" all %5u clocks\n", (unsigned)gcnmem_replay_finish(replay).clocks);
    return 1;
}

int main(void) {
    static const gcnmem_device gpus[] = {GCNMEM_DEVICE_R9_290X, GCNMEM_DEVICE_A100};
    gcnmem_op op;
    int is_ok = gcnmem_op_find("load_b32", &op, NULL) == GCNMEM_OK;
    for (uint32_t i = 0; i < 8; ++i) {
        gcnmem_desc gpu = gcnmem_desc_for(gpus[i / 4]);
        if (i % 4 == 0) {
            printf("%s%s, %d x %d floats, a wave's load:\n", i != 0 ? "\n" : "", gcnmem_device_card(gpu.device), WIDTH,
                   WIDTH);
        }
        is_ok &= multiply(&gpu, &op, i % 4);
    }
    if (!is_ok || fflush(stdout) != 0 || ferror(stdout)) {
        fputs("matrix_multiply: too little memory, or standard output cannot be written\n", stderr);
        return 1;
    }
    return 0;
}
