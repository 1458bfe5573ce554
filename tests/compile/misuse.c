/* misuse.c -- with asserts that only count, what was never set up is noticed, and every call still returns */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int misuses;

#define GCNMEM_ASSERT(condition) ((condition) ? (void)0 : (void)++misuses)
#define GCNMEM_IMPLEMENTATION
#include "gcnmem.h"

static int failed;

static void expect(int expected, const char* what) {
    if (misuses != expected) {
        printf("%s: expected %d misuses, came %d\n", what, expected, misuses);
        failed = 1;
    }
    misuses = 0;
}

int main(void) {
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_390X);
    gcnmem_desc nothing;
    gcnmem_access empty;
    gcnmem_access access;
    gcnmem_access lds;
    gcnmem_desc changed;
    gcnmem_shader_needs needs = {24, 32, 0, 64, 0};
    gcnmem_op op;
    size_t bytes = gcnmem_replay_size_bytes(&desc);
    void* memory = malloc(bytes);
    gcnmem_replay* replay;
    gcnmem_replay_init(memory, bytes, &desc, GCNMEM_LEVEL_L1, &replay, NULL);
    memset(&nothing, 0, sizeof nothing);
    memset(&empty, 0, sizeof empty);
    gcnmem_op_find("buffer_load_dword", &op, NULL);
    access = gcnmem_access_for(&op);
    gcnmem_cost_wave(&desc, &access);
    expect(0, "what is set up");
    gcnmem_cost_wave(&nothing, &access);
    expect(1, "a description of zeros");
    gcnmem_cost_wave(&desc, &empty);
    expect(1, "an access of zeros");
    gcnmem_occupancy_for(&nothing, &needs, GCNMEM_RULE_HARDWARE);
    expect(1, "occupancy of a description of zeros");
    changed = desc;
    changed.l1_line_bytes = 48;
    gcnmem_cost_wave(&changed, &access);
    expect(1, "lines of 48 bytes");
    changed = desc;
    changed.l1_tag_banks = 0;
    gcnmem_cost_wave(&changed, &access);
    expect(1, "a field of zero");
    gcnmem_op_find("ds_read_b32", &op, NULL);
    lds = gcnmem_access_for(&op);
    gcnmem_cost_wave(&desc, &lds);
    expect(0, "LDS has a cost");
    if (replay != NULL) {
        gcnmem_replay_wave(replay, 0, &empty);
        expect(1, "an access of zeros in a replay");
        gcnmem_replay_wave(replay, 0, &lds);
        expect(1, "LDS in a replay");
        gcnmem_replay_access(replay, 0, UINT64_MAX, 0);
        expect(1, "more bytes than an access has");
        gcnmem_replay_access(replay, 0, 0, 0);
        expect(0, "no bytes");
    }
    free(memory);
    return failed;
}
