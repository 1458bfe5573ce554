/* gcnmem_bench -- how fast gcnmem.h itself is, on one core.
   cc -O2 -I. tools/gcnmem_bench.c -o gcnmem_bench
   SPDX-License-Identifier: MIT-0

   usage: gcnmem_bench [--json] [--rounds N]

   Each figure is the best of N rounds (default 7) of processor time. */

#define GCNMEM_STATIC
#define GCNMEM_IMPLEMENTATION
#include "gcnmem.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static uint64_t random_state = 88172645463325252u;

static uint64_t random_next(void) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state;
}

static double seconds_now(void) {
    return (double)clock() / CLOCKS_PER_SEC;
}

static void* memory_of(size_t bytes) {
    void* memory = malloc(bytes);
    if (memory == NULL) {
        fprintf(stderr, "gcnmem_bench: out of memory\n");
        exit(1);
    }
    return memory;
}

/* Keeps results alive: a compiler cannot drop what is printed in the end. */
static uint64_t sink;

/* ---- depth 1 ---- */

#define COST_WAVES 64
#define COST_REPEATS 20000

static gcnmem_access cost_waves[COST_WAVES];

static void fill_waves(const char* name, int pattern) {
    gcnmem_op op;
    int wave;
    int lane;
    gcnmem_op_find(name, &op, NULL);
    for (wave = 0; wave < COST_WAVES; ++wave) {
        cost_waves[wave] = gcnmem_access_for(&op);
        for (lane = 0; lane < GCNMEM_LANES; ++lane) {
            uint64_t i = (uint64_t)lane;
            uint64_t linear = (uint64_t)wave * 4096 + i * 4;
            uint64_t strided = (uint64_t)wave * 64 + i * 4 * (2 + (uint64_t)wave % 63);
            uint64_t random = random_next() % 1048576 * 4;
            uint64_t lds = random_next() % 8192 * 4;
            cost_waves[wave].address[lane] = pattern == 0   ? linear
                                             : pattern == 1 ? random
                                             : pattern == 2 ? strided
                                                            : lds;
        }
    }
}

static double cost_ns(const char* name, int pattern) {
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_390X);
    double start;
    int i;
    fill_waves(name, pattern);
    start = seconds_now();
    for (i = 0; i < COST_REPEATS; ++i) {
        sink += gcnmem_cost_wave(&desc, &cost_waves[i % COST_WAVES]).clocks;
    }
    return (seconds_now() - start) * 1e9 / COST_REPEATS;
}

static double cost_linear_ns(void) {
    return cost_ns("buffer_load_dword", 0);
}

static double cost_random_ns(void) {
    return cost_ns("buffer_load_dword", 1);
}

static double cost_stride_ns(void) {
    return cost_ns("buffer_load_dword", 2);
}

static double lds_ns(void) {
    return cost_ns("ds_read_b32", 3);
}

/* ---- caches: L1 16 KB 4-way, L2 512 KB 16-way, 4-byte reads ---- */

#define CACHE_ACCESSES 4000000

typedef struct cache_pair {
    gcnmem_cache* l1;
    gcnmem_cache* l2;
} cache_pair;

static cache_pair make_caches(void) {
    static const gcnmem_cache_geometry l1 = {16384, 4, 64, 0, GCNMEM_CACHE_WRITE_GCN_L1};
    static const gcnmem_cache_geometry l2 = {524288, 16, 64, 0, GCNMEM_CACHE_WRITE_BACK_MASKED};
    static void* memory[2];
    cache_pair caches;
    if (memory[0] == NULL) {
        memory[0] = memory_of(gcnmem_cache_size_bytes(&l1));
        memory[1] = memory_of(gcnmem_cache_size_bytes(&l2));
    }
    caches.l1 = gcnmem_cache_init(memory[0], gcnmem_cache_size_bytes(&l1), &l1);
    caches.l2 = gcnmem_cache_init(memory[1], gcnmem_cache_size_bytes(&l2), &l2);
    return caches;
}

static double cache_per_s(int pattern) {
    cache_pair caches = make_caches();
    uint32_t* offsets = (uint32_t*)memory_of(CACHE_ACCESSES * sizeof(uint32_t));
    double seconds;
    uint32_t i;
    for (i = 0; i < CACHE_ACCESSES; ++i) {
        uint32_t random = (uint32_t)random_next();
        offsets[i] = pattern == 0   ? i * 4
                     : pattern == 1 ? random & 0xfffc
                     : pattern == 2 ? random & 0xffffc
                                    : i * 64 % 32768;
    }
    seconds = seconds_now();
    for (i = 0; i < CACHE_ACCESSES; ++i) {
        gcnmem_cache_result result;
        if (!gcnmem_cache_access(caches.l1, offsets[i], GCNMEM_CACHE_READ, &result)) {
            gcnmem_cache_access(caches.l2, offsets[i], GCNMEM_CACHE_READ, &result);
        }
    }
    seconds = seconds_now() - seconds;
    sink += gcnmem_cache_stats_of(caches.l2).misses;
    free(offsets);
    return CACHE_ACCESSES / seconds;
}

static double cache_sequential_per_s(void) {
    return cache_per_s(0);
}

static double cache_random64k_per_s(void) {
    return cache_per_s(1);
}

static double cache_random1m_per_s(void) {
    return cache_per_s(2);
}

static double cache_cyclic32k_per_s(void) {
    return cache_per_s(3);
}

/* ---- DRAM: 64-byte reads of HBM1 as DRAMsim3 has it, offered as fast as they are taken ---- */

#define DRAM_REQUESTS 1000000

static double dram_per_s(int pattern) {
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_FURY_X);
    uint64_t* addresses = (uint64_t*)memory_of(DRAM_REQUESTS * sizeof(uint64_t));
    gcnmem_dram_stats stats;
    gcnmem_dram* dram;
    void* memory;
    double seconds;
    uint64_t i;
    gcnmem_desc_set(&desc, "dram_bus_bits", "1024", NULL);
    gcnmem_desc_set(&desc, "dram_bank_rule", "1", NULL);
    gcnmem_desc_set(&desc, "dram_read_queue_entries", "64", NULL);
    gcnmem_desc_set(&desc, "dram_mapping", "row-group-bank-channel-column", NULL);
    memory = memory_of(gcnmem_dram_size_bytes(&desc));
    dram = gcnmem_dram_init(memory, gcnmem_dram_size_bytes(&desc), &desc);
    for (i = 0; i < DRAM_REQUESTS; ++i) {
        addresses[i] = pattern == 0 ? i * 64 : pattern == 1 ? random_next() % 16777216 * 64 : i * 4096 % 4294967296u;
    }
    seconds = seconds_now();
    gcnmem_dram_stream(dram, addresses, NULL, DRAM_REQUESTS);
    gcnmem_dram_drain(dram);
    seconds = seconds_now() - seconds;
    gcnmem_dram_stats_read(dram, &stats);
    sink += stats.clocks;
    free(memory);
    free(addresses);
    return DRAM_REQUESTS / seconds;
}

static double dram_sequential_per_s(void) {
    return dram_per_s(0);
}

static double dram_random_per_s(void) {
    return dram_per_s(1);
}

static double dram_stride4k_per_s(void) {
    return dram_per_s(2);
}

/* ---- the list ---- */

typedef struct figure {
    const char* key;
    double (*measure)(void);
    int is_time; /* nanoseconds: smaller is better; else a rate */
} figure;

static const figure figures[] = {
    {"cost_linear_ns", cost_linear_ns, 1},
    {"cost_random_ns", cost_random_ns, 1},
    {"cost_stride_ns", cost_stride_ns, 1},
    {"lds_ns", lds_ns, 1},
    {"cache_sequential_per_s", cache_sequential_per_s, 0},
    {"cache_random64k_per_s", cache_random64k_per_s, 0},
    {"cache_random1m_per_s", cache_random1m_per_s, 0},
    {"cache_cyclic32k_per_s", cache_cyclic32k_per_s, 0},
    {"dram_sequential_per_s", dram_sequential_per_s, 0},
    {"dram_random_per_s", dram_random_per_s, 0},
    {"dram_stride4k_per_s", dram_stride4k_per_s, 0},
};

static double best_of(const figure* f, int rounds) {
    double best = f->measure();
    int i;
    for (i = 1; i < rounds; ++i) {
        double value = f->measure();
        best = (f->is_time ? value < best : value > best) ? value : best;
    }
    return best;
}

int main(int argc, char** argv) {
    int json = 0;
    int rounds = 7;
    size_t i;
    for (i = 1; i < (size_t)argc; ++i) {
        if (strcmp(argv[i], "--json") == 0) {
            json = 1;
        } else if (strcmp(argv[i], "--rounds") == 0 && i + 1 < (size_t)argc && atoi(argv[i + 1]) > 0) {
            rounds = atoi(argv[++i]);
        } else {
            fprintf(stderr, "gcnmem_bench: '%s' is not a flag\nusage: gcnmem_bench [--json] [--rounds N]\n", argv[i]);
            return 2;
        }
    }
    printf(json ? "{\n" : "");
    for (i = 0; i < sizeof(figures) / sizeof(figures[0]); ++i) {
        double value = best_of(&figures[i], rounds);
        const char* comma = i + 1 < sizeof(figures) / sizeof(figures[0]) ? "," : "";
        if (json) {
            printf(figures[i].is_time ? "  \"%s\": %.1f%s\n" : "  \"%s\": %.0f%s\n", figures[i].key, value, comma);
        } else {
            printf("%-24s %14.1f %s\n", figures[i].key, figures[i].is_time ? value : value / 1e6,
                   figures[i].is_time ? "ns" : "M/s");
        }
    }
    printf(json ? "}\n" : "");
    return sink == 42 ? 3 : 0;
}
