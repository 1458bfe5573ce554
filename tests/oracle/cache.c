/* cache.c -- naive R29 to R32: one struct a line, a time stamp for its age, every rule written out per sector */
#include "private.h"

#include <stdlib.h>

#if TEST_IS_SANITIZED
#define ROUNDS 150
#else
#define ROUNDS 800
#endif
#define ORACLE_ACCESSES 300000 /* of the known patterns; the library alone does all ten million */

typedef struct oracle_line {
    int present;
    uint64_t base; /* address of the first byte */
    uint64_t used; /* time stamp */
    int valid[16];
    int dirty[16];
} oracle_line;

typedef struct oracle_cache {
    gcnmemi_cache_geometry g;
    uint64_t sets;
    uint32_t sectors;
    uint64_t now;
    oracle_line* lines;
} oracle_cache;

static oracle_cache oracle_make(gcnmemi_cache_geometry g) {
    oracle_cache o;
    memset(&o, 0, sizeof o);
    o.g = g;
    o.sectors = g.sector_bytes ? g.line_bytes / g.sector_bytes : 1;
    o.sets = g.size_bytes / g.line_bytes / g.ways;
    o.lines = (oracle_line*)calloc((size_t)(o.sets * g.ways), sizeof(oracle_line));
    return o;
}

static oracle_line* oracle_lookup(oracle_cache* o, uint64_t base) {
    oracle_line* set = o->lines + (base / o->g.line_bytes % o->sets) * o->g.ways;
    uint32_t i;
    for (i = 0; i < o->g.ways; ++i) {
        if (set[i].present && set[i].base == base) {
            return &set[i];
        }
    }
    return NULL;
}

static oracle_line* oracle_allocate(oracle_cache* o, uint64_t base, gcnmemi_cache_result* r) {
    oracle_line* set = o->lines + (base / o->g.line_bytes % o->sets) * o->g.ways;
    oracle_line* pick = NULL;
    uint32_t i;
    for (i = 0; i < o->g.ways && !pick; ++i) {
        if (!set[i].present) {
            pick = &set[i];
        }
    }
    if (!pick) {
        pick = &set[0];
        for (i = 1; i < o->g.ways; ++i) {
            if (set[i].used < pick->used) {
                pick = &set[i];
            }
        }
        r->evicted = 1;
        r->victim_address = pick->base;
        for (i = 0; i < o->sectors; ++i) {
            r->victim_dirty |= pick->dirty[i] ? (uint32_t)1 << i : 0;
        }
    }
    memset(pick, 0, sizeof *pick);
    pick->present = 1;
    pick->base = base;
    pick->used = ++o->now;
    return pick;
}

static void oracle_remove(oracle_line* line) {
    if (line) {
        memset(line, 0, sizeof *line);
    }
}

/* One access in flight. */
typedef struct oracle_access {
    oracle_line* line;
    uint64_t base;
    uint32_t wanted; /* sectors */
    int all_valid;   /* the wanted ones */
    int all_known;   /* valid or dirty */
    int atomic, glc, slc, full;
} oracle_access;

static void oracle_read(oracle_cache* o, oracle_access* a, int write_back, gcnmemi_cache_result* r) {
    uint32_t i;
    if (a->glc && !write_back) { /* R31 */
        oracle_remove(a->line);
        r->fetch = a->wanted;
        return;
    }
    r->hit = a->all_valid ? 1 : 0;
    for (i = 0; i < o->sectors; ++i) {
        r->fetch |= (a->wanted >> i & 1) && !(a->line && a->line->valid[i]) ? (uint32_t)1 << i : 0;
    }
    if (!a->line && !a->slc) {
        a->line = oracle_allocate(o, a->base, r);
    }
    for (i = 0; a->line && i < o->sectors; ++i) {
        a->line->valid[i] = a->line->valid[i] || (a->wanted >> i & 1);
    }
    if (a->line && !a->slc) {
        a->line->used = ++o->now;
    }
}

static void oracle_write_through(oracle_cache* o, oracle_access* a, gcnmemi_cache_result* r) { /* R30 */
    uint32_t i;
    r->write_on = 1;
    r->hit = a->all_valid && !a->atomic ? 1 : 0;
    if (a->atomic || a->glc || !a->full) {
        oracle_remove(a->line);
        return;
    }
    if (!a->line && !a->slc) {
        a->line = oracle_allocate(o, a->base, r);
    }
    for (i = 0; a->line && i < o->sectors; ++i) {
        a->line->valid[i] = a->line->valid[i] || (a->wanted >> i & 1);
    }
    if (a->line && !a->slc) {
        a->line->used = ++o->now;
    }
}

static void oracle_write_back(oracle_cache* o, oracle_access* a, gcnmemi_cache_result* r) { /* R32 */
    int was_present = a->line != NULL;
    uint32_t i;
    r->hit = (a->atomic ? a->all_valid : a->all_known) ? 1 : 0;
    if (!a->line && a->slc && !a->atomic) {
        r->write_on = 1;
        return;
    }
    if (!a->line) {
        a->line = oracle_allocate(o, a->base, r);
    }
    for (i = 0; i < o->sectors; ++i) {
        if (!(a->wanted >> i & 1)) {
            continue;
        }
        if (!a->line->valid[i] && a->atomic) {
            r->fetch |= (uint32_t)1 << i;
            a->line->valid[i] = 1;
        }
        a->line->valid[i] = a->line->valid[i] || a->full;
        a->line->dirty[i] = 1;
    }
    if (!(a->slc && was_present)) {
        a->line->used = ++o->now;
    }
}

static gcnmemi_cache_result oracle_visit(oracle_cache* o, uint64_t address, uint32_t flags) {
    gcnmemi_cache_result r;
    oracle_access a;
    uint32_t one = (uint32_t)(address % o->g.line_bytes) / (o->g.line_bytes / o->sectors);
    int store = (flags & (uint32_t)(GCNMEMI_CACHE_WRITE | GCNMEMI_CACHE_ATOMIC)) != 0;
    int write_back = o->g.write_policy == GCNMEMI_CACHE_WRITE_BACK_MASKED;
    uint32_t i;
    memset(&r, 0, sizeof r);
    a.base = address - address % o->g.line_bytes;
    a.line = oracle_lookup(o, a.base);
    a.atomic = (flags & GCNMEMI_CACHE_ATOMIC) != 0;
    a.glc = (flags & GCNMEMI_CACHE_GLC) != 0;
    a.slc = (flags & GCNMEMI_CACHE_SLC) != 0;
    a.full = (flags & (uint32_t)(GCNMEMI_CACHE_FULL_LINE | GCNMEMI_CACHE_FULL_SECTOR)) != 0;
    a.all_valid = a.all_known = 1;
    a.wanted = 0;
    for (i = 0; i < o->sectors; ++i) {
        if ((flags & GCNMEMI_CACHE_FULL_LINE) || i == one) {
            a.wanted |= (uint32_t)1 << i;
            a.all_valid = a.all_valid && a.line && a.line->valid[i];
            a.all_known = a.all_known && a.line && (a.line->valid[i] || a.line->dirty[i]);
        }
    }
    if (!store) {
        oracle_read(o, &a, write_back, &r);
    } else if (!write_back) {
        oracle_write_through(o, &a, &r);
    } else {
        oracle_write_back(o, &a, &r);
    }
    return r;
}

/* ---- the library's side ---- */

/* Exactly as much heap as asked for, so that sanitizers see every byte beyond, and full of rubbish. */
static gcnmemi_cache* make(gcnmemi_cache_geometry g) {
    size_t bytes = gcnmemi_cache_size_bytes(&g);
    void* memory = malloc(bytes);
    gcnmemi_cache* cache;
    memset(memory, 0xa5, bytes);
    cache = gcnmemi_cache_init(memory, bytes, &g);
    CHECK(cache != NULL, "enough");
    return cache;
}

/* ---- known patterns ---- */

typedef struct pattern {
    const char* name;
    uint64_t l1_misses, l2_misses; /* of ten million reads: 16 KB 4-way, behind it 512 KB 16-way */
} pattern;

static const pattern patterns[] = {{"sequential dwords", 625000, 625000},
                                   {"64 bytes round 32 KiB", 10000000, 512},
                                   {"random dwords of 64 KiB", 7500089, 1024},
                                   {"random dwords of 1 MiB", 9844279, 5001384}};

static uint64_t pattern_address(size_t which, uint64_t i, uint64_t x) {
    switch (which) {
    case 0:
        return i * 4;
    case 1:
        return i * 64 % 32768;
    case 2:
        return x & 65532;
    default:
        return x & 1048572;
    }
}

/* xorshift64, the generator the numbers were found with. */
static uint64_t pattern_random(uint64_t x) {
    x ^= x << 13;
    x ^= x >> 7;
    return x ^ x << 17;
}

#define PATTERN_SEED UINT64_C(88172645463325252)

static void test_R29_known_patterns_miss_as_often_as_known(void) {
    gcnmemi_cache_geometry g1 = test_cache_geometry(16384, 4, 64, 0, GCNMEMI_CACHE_WRITE_GCN_L1);
    gcnmemi_cache_geometry g2 = test_cache_geometry(524288, 16, 64, 0, GCNMEMI_CACHE_WRITE_BACK_MASKED);
    size_t which;
    for (which = 0; which < sizeof patterns / sizeof patterns[0]; ++which) {
        gcnmemi_cache* l1 = make(g1);
        gcnmemi_cache* l2 = make(g2);
        uint64_t misses[2] = {0, 0};
        uint64_t x = PATTERN_SEED;
        uint64_t i;
        for (i = 0; i < 10000000; ++i) {
            gcnmemi_cache_result result;
            uint64_t address;
            x = pattern_random(x);
            address = pattern_address(which, i, x);
            if (!gcnmemi_cache_access(l1, address, GCNMEMI_CACHE_READ, &result)) {
                ++misses[0];
                misses[1] += !gcnmemi_cache_access(l2, address, GCNMEMI_CACHE_READ, &result);
            }
        }
        CHECK_U64(patterns[which].l1_misses, misses[0], "%s: L1", patterns[which].name);
        CHECK_U64(patterns[which].l2_misses, misses[1], "%s: L2", patterns[which].name);
        free(l1);
        free(l2);
    }
}

static void test_R29_known_patterns_agree_with_the_oracle(void) {
    gcnmemi_cache_geometry g1 = test_cache_geometry(16384, 4, 64, 0, GCNMEMI_CACHE_WRITE_GCN_L1);
    gcnmemi_cache_geometry g2 = test_cache_geometry(524288, 16, 64, 0, GCNMEMI_CACHE_WRITE_BACK_MASKED);
    size_t which;
    for (which = 0; which < sizeof patterns / sizeof patterns[0]; ++which) {
        gcnmemi_cache* l1 = make(g1);
        gcnmemi_cache* l2 = make(g2);
        oracle_cache o1 = oracle_make(g1);
        oracle_cache o2 = oracle_make(g2);
        uint64_t x = PATTERN_SEED;
        uint64_t i;
        for (i = 0; i < ORACLE_ACCESSES; ++i) {
            gcnmemi_cache_result got;
            gcnmemi_cache_result want;
            uint64_t address;
            x = pattern_random(x);
            address = pattern_address(which, i, x);
            gcnmemi_cache_access(l1, address, GCNMEMI_CACHE_READ, &got);
            want = oracle_visit(&o1, address, GCNMEMI_CACHE_READ);
            CHECK(memcmp(&got, &want, sizeof got) == 0, "%s: L1, access %" PRIu64, patterns[which].name, i);
            if (!got.hit) {
                gcnmemi_cache_access(l2, address, GCNMEMI_CACHE_READ, &got);
                want = oracle_visit(&o2, address, GCNMEMI_CACHE_READ);
                CHECK(memcmp(&got, &want, sizeof got) == 0, "%s: L2, access %" PRIu64, patterns[which].name, i);
            }
        }
        free(l1);
        free(l2);
        free(o1.lines);
        free(o2.lines);
    }
}

/* The same through a whole replay: reads of 4 bytes, one L2 channel. */
static void test_R29_known_patterns_through_a_replay(void) {
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_390X);
    size_t bytes;
    void* memory;
    size_t which;
    desc.l1_size_bytes = 16384;
    desc.l1_ways = 4;
    desc.l2_channels = 1;
    desc.l2_size_bytes = 524288;
    desc.l2_ways = 16;
    CHECK(gcnmem_desc_validate(&desc, NULL) == GCNMEM_OK, "one L2 channel");
    bytes = gcnmem_replay_size_bytes(&desc);
    memory = malloc(bytes);
    for (which = 0; which < 2; ++which) {
        gcnmem_replay* replay;
        gcnmem_replay_stats s;
        uint64_t i;
        gcnmem_replay_init(memory, bytes, &desc, GCNMEM_LEVEL_L1, &replay, NULL);
        CHECK(replay != NULL, "%s", patterns[which].name);
        for (i = 0; replay && i < 10000000; ++i) {
            gcnmem_replay_access(replay, pattern_address(which, i, 0), 4, 0);
        }
        s = gcnmem_replay_finish(replay);
        CHECK_U64(10000000, s.l1.reads, "%s", patterns[which].name);
        CHECK_U64(patterns[which].l1_misses, s.l1.misses, "%s", patterns[which].name);
        CHECK_U64(patterns[which].l1_misses, s.l2.reads, "%s", patterns[which].name);
        CHECK_U64(patterns[which].l2_misses, s.l2.misses, "%s", patterns[which].name);
        CHECK_U64(patterns[which].l2_misses * 64, s.dram.bytes, "%s", patterns[which].name);
    }
    free(memory);
}

/* ---- random mixes ---- */

/* Every line of the oracle is in the cache with the same masks. */
static void compare_contents(gcnmemi_cache* cache, oracle_cache* o, uint32_t round) {
    uint64_t lines = o->sets * o->g.ways;
    uint64_t l;
    uint32_t i;
    for (l = 0; l < lines; ++l) {
        uint32_t mask = 0;
        for (i = 0; i < o->sectors; ++i) {
            mask |= (o->lines[l].valid[i] ? (uint32_t)1 : 0) << i;
            mask |= (o->lines[l].dirty[i] ? (uint32_t)0x10000 : 0) << i;
        }
        CHECK(!o->lines[l].present || test_cache_probe(cache, o->lines[l].base) == mask, "round %u: line 0x%" PRIx64,
              round, o->lines[l].base);
    }
}

static uint32_t random_flags(test_random* random, uint64_t plain_percent) {
    uint32_t flags = (uint32_t)test_random_below(random, 64);
    if (test_random_below(random, 100) < plain_percent) {
        flags = 0;
    } else if (test_random_below(random, 2)) {
        flags &= ~(uint32_t)(GCNMEMI_CACHE_GLC | GCNMEMI_CACHE_ATOMIC);
    }
    return flags;
}

static gcnmemi_cache_geometry random_geometry(test_random* random) {
    static const uint32_t way_choices[] = {1, 2, 3, 4, 5, 7, 8, 15, 16, 17, 32, 64, 100};
    uint32_t ways = way_choices[test_random_below(random, 13)];
    uint32_t sets = 1 + (uint32_t)test_random_below(random, test_random_below(random, 2) ? 4 : 40);
    uint32_t line = (uint32_t)4 << test_random_below(random, 6);
    uint32_t sector = test_random_below(random, 2) ? 0 : line >> test_random_below(random, 5);
    return test_cache_geometry((uint64_t)ways * sets * line, ways, line, sector,
                               (uint32_t)test_random_below(random, 2));
}

static void test_R29_to_R32_random_mixes(void) {
    test_random random = test_random_start(120);
    uint32_t round;
    for (round = 0; round < ROUNDS; ++round) {
        gcnmemi_cache_geometry g = random_geometry(&random);
        gcnmemi_cache* cache = make(g);
        gcnmemi_cache* copy = make(g);
        size_t bytes = gcnmemi_cache_size_bytes(&g);
        oracle_cache o = oracle_make(g);
        uint64_t span = g.size_bytes * (1 + test_random_below(&random, 3)) + 1;
        uint64_t base = test_random_below(&random, 3) ? 0 : 0 - test_random_below(&random, g.size_bytes * 2);
        uint64_t plain_percent = test_random_below(&random, 101);
        uint32_t i;
        memcpy(copy, cache, bytes);
        for (i = 0; i < 3000; ++i) {
            gcnmemi_cache_result got;
            gcnmemi_cache_result again;
            gcnmemi_cache_result want;
            uint64_t address = base + test_random_below(&random, test_random_below(&random, 4) ? span : span / 8 + 1);
            uint32_t flags = random_flags(&random, plain_percent);
            memset(&got, 0xa5, sizeof got);
            CHECK(gcnmemi_cache_access(cache, address, flags, &got) == got.hit, "round %u access %u", round, i);
            gcnmemi_cache_access(copy, address, flags, &again);
            want = oracle_visit(&o, address, flags);
            CHECK(memcmp(&got, &want, sizeof got) == 0, "round %u access %u: 0x%" PRIx64 " flags %u policy %u", round,
                  i, address, flags, g.write_policy);
            CHECK(memcmp(&got, &again, sizeof got) == 0, "round %u access %u: the copy", round, i);
        }
        CHECK(memcmp(cache, copy, bytes) == 0, "round %u: same input, same state; a snapshot is a memcpy", round);
        compare_contents(cache, &o, round);
        free(cache);
        free(copy);
        free(o.lines);
    }
}

static void test_R29_more_ways_never_miss_more(void) {
    test_random random = test_random_start(121);
    uint32_t round;
    for (round = 0; round < 60; ++round) {
        uint32_t sets = 1 + (uint32_t)test_random_below(&random, 20);
        uint32_t policy = (uint32_t)test_random_below(&random, 2);
        uint64_t span = 64 * (uint64_t)sets * (1 + test_random_below(&random, 40));
        uint64_t previous = UINT64_MAX;
        test_random start = random;
        uint32_t ways;
        for (ways = 1; ways <= 64; ways *= 2) {
            gcnmemi_cache* cache = make(test_cache_geometry((uint64_t)sets * ways * 64, ways, 64, 0, policy));
            uint64_t misses = 0;
            uint32_t i;
            random = start;
            for (i = 0; i < 4000; ++i) {
                gcnmemi_cache_result result;
                uint64_t address = test_random_below(&random, span);
                misses += !gcnmemi_cache_access(cache, address, test_random_below(&random, 3) ? 0 : 1, &result);
            }
            CHECK(misses <= previous, "round %u, %u ways", round, ways);
            previous = misses;
            free(cache);
        }
    }
}

void suite_oracle_cache(void) {
    TEST_LONG_SANITIZED(test_R29_known_patterns_miss_as_often_as_known);
    TEST(test_R29_known_patterns_agree_with_the_oracle);
    TEST_LONG_SANITIZED(test_R29_known_patterns_through_a_replay);
    TEST(test_R29_to_R32_random_mixes);
    TEST(test_R29_more_ways_never_miss_more);
}
