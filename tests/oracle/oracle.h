/* oracle.h -- naive re-implementations of the manual's rules. They share no code with gcnmem.h, keep every touched unit
   in a plain list, and are written from the rules R1..R28, to be read rather than to be fast. */
#ifndef GCNMEM_ORACLE_H_INCLUDED
#define GCNMEM_ORACLE_H_INCLUDED

#include "test.h"

/* A set of numbers as an unsorted list. */
#define ORACLE_SET_MAX 4096
typedef struct oracle_set {
    size_t count;
    uint64_t values[ORACLE_SET_MAX];
} oracle_set;

void oracle_set_add(oracle_set* set, uint64_t value);
size_t oracle_set_fullest_bank(const oracle_set* set, uint64_t bank_count, uint64_t odd_line_flip,
                               uint64_t line_dwords);

/* The runs of bytes one lane touches: one for an access, the four texels of a footprint. */
typedef struct oracle_run {
    uint64_t first;
    uint64_t bytes;
} oracle_run;
#define ORACLE_RUNS_MAX 4

int oracle_lane_runs(const gcnmem_access* access, int lane, oracle_run* runs);
int oracle_coalesces(const gcnmem_op* op);

gcnmem_cost oracle_cost(const gcnmem_desc* desc, const gcnmem_access* access);
gcnmem_cost oracle_cost_lds(const gcnmem_desc* desc, const gcnmem_access* access);

/* Random waves on random machines, one after the other. */
typedef struct oracle_waves {
    test_random random;
    unsigned long number; /* of the current wave, from 1 */
    unsigned long count;
    gcnmem_desc desc;
    gcnmem_access access;
} oracle_waves;

oracle_waves oracle_waves_start(uint64_t stream, unsigned long count);
int oracle_waves_next(oracle_waves* w);

/* Random inputs, and how to print one. */
gcnmem_desc oracle_random_desc(test_random* random);
gcnmem_access oracle_random_access(test_random* random, const gcnmem_desc* desc);
void oracle_print_access(const gcnmem_access* access);
void oracle_check_cost(const gcnmem_desc* desc, const gcnmem_access* access, const gcnmem_cost* expected,
                       const gcnmem_cost* got, unsigned long wave);

#endif /* GCNMEM_ORACLE_H_INCLUDED */
