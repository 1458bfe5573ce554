/* private.h -- for tests of what has no public name. implementation.c is compiled from a copy of the header that lets
   other files call its private functions; private.awk makes that copy, and their declarations. */
#ifndef GCNMEM_PRIVATE_H_INCLUDED
#define GCNMEM_PRIVATE_H_INCLUDED

#include "test.h"

#include "build/private/declarations.h"

const gcnmem_loop* gcnmemi_listing_loop(const gcnmem_listing* listing, uint32_t index); /* a macro defines it */

static GCNMEM_UNUSED gcnmemi_cache_geometry test_cache_geometry(uint64_t size_bytes, uint32_t ways, uint32_t line_bytes,
                                                                uint32_t sector_bytes, uint32_t write_policy) {
    gcnmemi_cache_geometry g;
    g.size_bytes = size_bytes;
    g.ways = ways;
    g.line_bytes = line_bytes;
    g.sector_bytes = sector_bytes;
    g.write_policy = write_policy;
    return g;
}

/* Looks without touching: valid sectors in bits 15:0, dirty sectors in bits 31:16; 0 when the line is absent. */
static GCNMEM_UNUSED uint32_t test_cache_probe(gcnmemi_cache* cache, uint64_t address) {
    gcnmemi_cache_visit visit = gcnmemi_cache_enter(cache, address, GCNMEMI_CACHE_READ);
    return visit.found ? visit.sectors[visit.way] : 0;
}

static GCNMEM_UNUSED int test_dram_submit(gcnmemi_dram* dram, uint64_t address, uint32_t is_write, uint64_t clock,
                                          uint32_t tag) {
    gcnmemi_dram_location location;
    gcnmemi_dram_decode(dram, address, &location);
    return gcnmemi_dram_submit_to(dram, &location, is_write, clock, tag);
}

/* Offers bursts in order, each as soon as its channel takes it; one that waits holds up all behind it. `is_write` holds
   one byte for each (NULL: all reads). Exactly what submit and advance in a loop give. */
static GCNMEM_UNUSED void test_dram_stream(gcnmemi_dram* dram, const uint64_t* addresses, const uint8_t* is_write,
                                           size_t count) {
    for (size_t i = 0; i < count; i++) {
        uint32_t write = is_write != NULL && is_write[i] != 0;
        dram->clock += gcnmemi_dram_offer(dram, addresses[i], write, dram->clock);
    }
}

#endif /* GCNMEM_PRIVATE_H_INCLUDED */
