/* proved.h -- for the drivers of proved.sh, which Frama-C's Eva reads and nothing runs: inputs of which only a range is
   known, so that what Eva says holds for every one of them */
#ifndef GCNMEM_PROVED_H_INCLUDED
#define GCNMEM_PROVED_H_INCLUDED

#include <__fc_builtin.h>

#include <assert.h>
#include <stdint.h>

/* Eva's own knows nothing of the result but its range. */
static int proved_clzll(uint64_t value);
#define __builtin_clzll proved_clzll

#define GCNMEM_STATIC
#define GCNMEM_IMPLEMENTATION
#include "gcnmem.h"

/* The end of a driver: what Eva takes for impossible before it would keep it from being reached. */
#define PROVED_END Frama_C_show_each_end()

static int proved_clzll(uint64_t value) {
    int zeros = 0;
    assert(value != 0);
    //@ loop unroll 64;
    while (zeros < 63 && value >> (63 - zeros) == 0) {
        ++zeros;
    }
    return zeros;
}

static uint32_t any32(uint32_t lowest, uint32_t highest) {
    return Frama_C_unsigned_int_interval(lowest, highest);
}

static uint64_t any64(uint64_t lowest, uint64_t highest) {
    return Frama_C_unsigned_long_interval(lowest, highest);
}

/* A description whose fields may have any values of their ranges, whatever the rules between them say. */
static GCNMEM_UNUSED gcnmem_desc any_desc(void) {
    gcnmem_desc desc;
#define PROVED_ANY(name, lowest, highest, meaning) desc.name = any32(lowest, highest);
    GCNMEM_DESC_FIELDS(PROVED_ANY)
#undef PROVED_ANY
    desc.device = GCNMEM_DEVICE_NONE; /* of a preset all numbers are known */
    desc.relaxed = (gcnmem_resource)any32(0, GCNMEM_RESOURCE_END - 1);
    for (uint32_t i = 0; i < sizeof(desc.dram_mapping); ++i) {
        desc.dram_mapping[i] = (char)any32(0, 127);
    }
    return desc;
}

#endif /* GCNMEM_PROVED_H_INCLUDED */
