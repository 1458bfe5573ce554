/* waves.c -- random waves over every operation: each counter of gcnmem_cost_wave must equal the naive one */
#include "oracle.h"
#include "private.h"

#define WAVES 24000

static const char* const formats[] = {"r8",      "rg8",  "rgba8", "r16f",   "rg16f",
                                      "rgba16f", "r32f", "rg32f", "rgb32f", "rgba32f"};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define PICK(random, array) ((array)[test_random_below(random, COUNT(array))])

/* 2 to the power lowest .. highest. */
static uint32_t random_power(test_random* random, uint32_t lowest, uint32_t highest) {
    return UINT32_C(1) << (lowest + test_random_below(random, highest - lowest + 1));
}

/* A preset of GCN, or half of the time one with other numbers; always valid. */
gcnmem_desc oracle_random_desc(test_random* random) {
    gcnmem_desc desc;
    do {
        desc = gcnmem_desc_for((gcnmem_device)(1 + test_random_below(random, GCNMEM_DEVICE_END - 1)));
        if (test_random_below(random, 2)) {
            desc.l1_tag_banks = random_power(random, 0, 4);
            desc.l1_data_banks = random_power(random, 0, 6);
            desc.l1_line_bytes = random_power(random, 4, 8);
            desc.request_bytes = random_power(random, 4, 8);
            desc.request_lanes = random_power(random, 2, 6);
            desc.l2_line_bytes = random_power(random, 4, 8);
            desc.lds_bank_count = random_power(random, 2, 6);
            desc.scalar_l1_line_bytes = random_power(random, 4, 8);
            desc.scalar_issue_dwords = random_power(random, 0, 4);
            desc.l1_two_channel_floor_clocks = 1 + (uint32_t)test_random_below(random, 40);
            desc.l1_filter_bytes = random_power(random, 0, 4);
            desc.image_layout_rule = 1 + (uint32_t)test_random_below(random, 2);
            desc.lds_port_count = random_power(random, 0, 1);
            desc.lds_port_lanes_per_clock = random_power(random, 2, 6);
            desc.dram_burst_length = random_power(random, 1, 4);
        }
    } while (desc.architecture != GCNMEM_ARCHITECTURE_GCN || gcnmem_desc_validate(&desc, NULL) != GCNMEM_OK);
    return desc;
}

static uint64_t random_exec(test_random* random) {
    uint64_t bits = test_random_next(random);
    switch (test_random_below(random, 8)) {
    case 0:
        return bits;
    case 1:
        return bits & test_random_next(random) & test_random_next(random);
    case 2:
        return UINT64_C(1) << (bits % 64);
    case 3:
        return UINT64_MAX >> (bits % 64);
    case 4:
        return test_random_below(random, 8) ? bits | test_random_next(random) : 0;
    default:
        return UINT64_MAX;
    }
}

/* Addresses of one pattern: linear, strided, permuted, clustered, near 2^64, random, or a mix of two. */
static void random_addresses(test_random* random, gcnmem_access* access, int may_mix) {
    static const uint64_t spreads[] = {4, 16, 64, 256, 1024, 4096, 65536};
    uint64_t base = test_random_next(random) >> test_random_below(random, 64);
    uint64_t stride = test_random_below(random, 80) * (test_random_below(random, 2) ? 1 : access->op.element_bytes);
    uint64_t spread = PICK(random, spreads);
    uint64_t pattern = test_random_below(random, may_mix ? 10 : 9);
    uint64_t twist = test_random_below(random, 64);
    uint64_t lane;
    gcnmem_access other;
    base = test_random_below(random, 2) ? base % 8192 : base;
    base = test_random_below(random, 2) ? base & ~UINT64_C(63) : base;
    for (lane = 0; lane < GCNMEM_LANES; ++lane) {
        uint64_t bytes = access->op.element_bytes;
        uint64_t* address = &access->address[lane];
        switch (pattern) {
        case 0:
            *address = base;
            break;
        case 1:
            *address = base + lane * bytes;
            break;
        case 2:
            *address = base + lane * stride;
            break;
        case 3:
            *address = base + (lane ^ twist) * bytes;
            break;
        case 4:
            *address = base + (lane / 4 * 4 + test_random_below(random, 4)) * bytes;
            break;
        case 5:
            *address = base + test_random_below(random, spread);
            break;
        case 6:
            *address = base + test_random_below(random, spread) / bytes * bytes;
            break;
        case 7:
            *address = UINT64_MAX - 300 + lane * test_random_below(random, 16);
            break;
        case 8:
            *address = test_random_next(random);
            break;
        default:
            break;
        }
    }
    if (pattern == 9) {
        other = *access;
        random_addresses(random, access, 0);
        random_addresses(random, &other, 0);
        for (lane = 0; lane < GCNMEM_LANES; ++lane) {
            if (test_random_below(random, 2)) {
                access->address[lane] = other.address[lane];
            }
        }
    }
}

static void random_image(test_random* random, gcnmem_access* access) {
    static const uint32_t taps[] = {1, 2, 4, 6, 8, 10, 12, 14, 16};
    uint64_t pattern = test_random_below(random, 4);
    uint64_t step = 1 + test_random_below(random, 9);
    int64_t corner = (int64_t)test_random_below(random, 70) - 4;
    int lane;
    access->image.width = 1 + (uint32_t)test_random_below(random, test_random_below(random, 2) ? 16384 : 64);
    access->image.height = 1 + (uint32_t)test_random_below(random, test_random_below(random, 2) ? 16384 : 64);
    access->image.depth = test_random_below(random, 3) ? 0 : 1 + (uint32_t)test_random_below(random, 20);
    access->image.is_layered = (int)(access->image.width % 2);
    access->filter = (gcnmem_filter)test_random_below(random, GCNMEM_FILTER_ANISO + 1);
    access->filter = access->op.is_sampled ? access->filter : GCNMEM_FILTER_DEFAULT;
    access->aniso = access->filter == GCNMEM_FILTER_ANISO ? PICK(random, taps) : 0;
    memset(access->address, 0, sizeof access->address);
    for (lane = 0; lane < GCNMEM_LANES; ++lane) {
        int axis;
        for (axis = 0; axis < 3; ++axis) {
            int64_t* at = &access->texel[axis][lane];
            switch (pattern) {
            case 0:
                *at = corner + (axis == 0 ? lane % 8 : axis == 1 ? lane / 8 : 0) * (int64_t)step;
                break;
            case 1:
                *at = (int64_t)test_random_below(random, axis == 2 ? 24 : 80) - 4;
                break;
            case 2:
                *at = (int64_t)(test_random_next(random) >> test_random_below(random, 64));
                break;
            default:
                *at = corner + (axis == 0 ? lane : 0);
                break;
            }
            if (axis == 2 && test_random_below(random, 2)) {
                *at = 0;
            }
        }
    }
}

/* Any operation of the vocabulary on this unit. */
static gcnmem_op oracle_random_op(test_random* random, gcnmem_unit unit) {
    static gcnmem_op ops[2048];
    static uint32_t count;
    gcnmem_op op;
    while (count < COUNT(ops) && gcnmemi_ops_at(count, &ops[count])) {
        ++count;
    }
    do {
        op = ops[test_random_below(random, count)];
    } while (op.unit != unit);
    return op;
}

gcnmem_access oracle_random_access(test_random* random, const gcnmem_desc* desc) {
    static const gcnmem_unit units[] = {GCNMEM_UNIT_BUFFER, GCNMEM_UNIT_BUFFER, GCNMEM_UNIT_BUFFER, GCNMEM_UNIT_FLAT,
                                        GCNMEM_UNIT_FLAT,   GCNMEM_UNIT_IMAGE,  GCNMEM_UNIT_IMAGE,  GCNMEM_UNIT_LDS,
                                        GCNMEM_UNIT_LDS,    GCNMEM_UNIT_SCALAR};
    gcnmem_op drawn = oracle_random_op(random, PICK(random, units));
    gcnmem_access access = gcnmem_access_for(&drawn);
    if (access.op.is_typed && test_random_below(random, 4)) {
        const char* format = PICK(random, formats);
        gcnmem_op op = access.op;
        if (gcnmem_op_format(&op, format, NULL) == GCNMEM_OK) {
            access = gcnmem_access_for(&op);
        }
    }
    access.exec_mask = random_exec(random);
    if (access.op.unit == GCNMEM_UNIT_IMAGE) {
        random_image(random, &access);
    } else {
        random_addresses(random, &access, 1);
    }
    if (access.op.unit != GCNMEM_UNIT_IMAGE && test_random_below(random, 3) == 0) {
        access.size_bytes = 1 + test_random_below(random, UINT64_C(1) << test_random_below(random, 15));
    }
    if (access.op.action == GCNMEM_ACTION_ATOMIC) { /* atomics must be aligned to their size */
        int lane;
        for (lane = 0; lane < GCNMEM_LANES; ++lane) {
            access.address[lane] -= access.address[lane] % access.op.element_bytes;
        }
    }
    if (access.op.unit == GCNMEM_UNIT_LDS) { /* what LDS instructions can address, mostly */
        int lane;
        for (lane = 0; lane < GCNMEM_LANES; ++lane) {
            access.address[lane] %= desc->lds_size_bytes;
        }
    }
    return access;
}

void oracle_print_access(const gcnmem_access* access) {
    int lane;
    printf("    %s bytes=%u channels=%u exec=0x%" PRIx64 " size=%" PRIu64 " image=%ux%ux%u filter=%d aniso=%u",
           access->op.name, access->op.element_bytes, access->op.channels, access->exec_mask, access->size_bytes,
           access->image.width, access->image.height, access->image.depth, (int)access->filter, access->aniso);
    for (lane = 0; lane < GCNMEM_LANES; ++lane) {
        if (access->op.unit == GCNMEM_UNIT_IMAGE) {
            printf(" %" PRId64 ",%" PRId64 ",%" PRId64, access->texel[0][lane], access->texel[1][lane],
                   access->texel[2][lane]);
        } else {
            printf(" 0x%" PRIx64, access->address[lane]);
        }
    }
    printf("\n");
}

#define COUNTERS(X) \
    X(accesses) \
    X(clocks) \
    X(best_clocks) \
    X(issue_groups) \
    X(tag_conflict_clocks) \
    X(bank_conflict_clocks) \
    X(rate_clocks) \
    X(l1_accesses) \
    X(l1_cache_accesses) \
    X(l1_lines) X(l2_requests) X(dram_bursts) X(bytes_requested) X(bytes_fetched) X(phases) X(conflict_clocks) \
        X(port_clocks)

void oracle_check_cost(const gcnmem_desc* desc, const gcnmem_access* access, const gcnmem_cost* expected,
                       const gcnmem_cost* got, unsigned long wave) {
    int same = 1;
#define COMPARE(counter) \
    same &= expected->counter == got->counter; \
    CHECK_U64(expected->counter, got->counter, "wave %lu: %s on %s", wave, access->op.name, \
              gcnmem_device_card(desc->device));
    COUNTERS(COMPARE)
#undef COMPARE
    if (!same) {
        static int printed;
        if (++printed <= 5) {
            oracle_print_access(access);
        }
    }
}

oracle_waves oracle_waves_start(uint64_t stream, unsigned long count) {
    oracle_waves w;
    memset(&w, 0, sizeof w);
    w.random = test_random_start(stream);
    w.count = count;
    return w;
}

int oracle_waves_next(oracle_waves* w) {
    w->desc = oracle_random_desc(&w->random);
    w->access = oracle_random_access(&w->random, &w->desc);
    return w->number++ < w->count;
}

static void test_R1_to_R24_every_counter_equals_the_oracle(void) {
    oracle_waves w = oracle_waves_start(1, test_rounds(WAVES));
    while (oracle_waves_next(&w)) {
        gcnmem_cost expected = oracle_cost(&w.desc, &w.access);
        gcnmem_cost got = gcnmem_cost_wave(&w.desc, &w.access);
        gcnmemi_footprint readable;
        gcnmemi_cost_footprint(&w.desc, &w.access, 0, 0, NULL, &readable);
        oracle_check_cost(&w.desc, &w.access, &readable.cost, &got, w.number); /* the fast path and the readable one */
        oracle_check_cost(&w.desc, &w.access, &expected, &got, w.number);
    }
}

/* RDNA2's images go through GCN's rules, a wave of 32 as half of one of 64 does. */
static void test_R68_images_of_rdna2_equal_the_oracle(void) {
    test_random random = test_random_start(68);
    unsigned long wave;
    for (wave = 0; wave < test_rounds(WAVES / 8); ++wave) {
        gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_RX_6900_XT);
        gcnmem_access access;
        desc.wave_lanes = test_random_below(&random, 2) ? 32 : 64;
        desc.l1_line_bytes = random_power(&random, 4, 8);
        desc.l1_tag_banks = random_power(&random, 0, 4);
        desc.l1_data_banks = random_power(&random, 0, 6);
        desc.l1_filter_bytes = random_power(&random, 0, 4);
        desc.image_layout_rule = 1 + (uint32_t)test_random_below(&random, 3);
        do {
            access = oracle_random_access(&random, &desc);
            access.exec_mask &= gcnmemi_bits_lanes(desc.wave_lanes);
        } while (access.op.unit != GCNMEM_UNIT_IMAGE || gcnmem_access_validate(&desc, &access, NULL) != GCNMEM_OK);
        gcnmem_cost expected = oracle_cost(&desc, &access);
        gcnmem_cost got = gcnmem_cost_wave(&desc, &access);
        oracle_check_cost(&desc, &access, &expected, &got, wave);
    }
}

void suite_oracle_waves(void) {
    TEST(test_R68_images_of_rdna2_equal_the_oracle);
    TEST(test_R1_to_R24_every_counter_equals_the_oracle);
}
