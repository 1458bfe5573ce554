/* occupancy.c -- the hardware rule by brute force: put whole work-groups on a CU until one does not fit (R25 to R27) */
#include "oracle.h"

#define TRIALS ((int)test_rounds(20000))

static uint32_t round_up(uint32_t value, uint32_t step) {
    return (value + step - 1) / step * step;
}

typedef struct placement {
    uint32_t groups;
    uint32_t waves;
    uint32_t fullest_simd;
} placement;

/* Each wave goes to the SIMD with the fewest waves; every SIMD has its own registers and slots. */
static placement place(const gcnmem_desc* desc, const gcnmem_shader_needs* needs) {
    uint32_t waves_on[8] = {0};
    uint32_t group_waves = (needs->group_lanes + 63) / 64;
    uint32_t lds_used = 0;
    placement result = {0, 0, 0};
    for (;;) {
        uint32_t trial[8];
        uint32_t i;
        uint32_t simd;
        memcpy(trial, waves_on, sizeof trial);
        lds_used += round_up(needs->lds_bytes, desc->lds_granule_bytes);
        if (lds_used > desc->lds_size_bytes || (group_waves > 1 && result.groups == desc->groups_per_cu_max)) {
            return result;
        }
        for (i = 0; i < group_waves; ++i) {
            uint32_t least = 0;
            for (simd = 1; simd < desc->simd_count_per_cu; ++simd) {
                least = trial[simd] < trial[least] ? simd : least;
            }
            ++trial[least];
            if (trial[least] > desc->waves_per_simd_max ||
                trial[least] * round_up(needs->vgprs, desc->vgpr_granule) > desc->vgprs_per_simd ||
                trial[least] * round_up(needs->sgprs, desc->sgpr_granule) > desc->sgprs_per_simd) {
                return result;
            }
        }
        memcpy(waves_on, trial, sizeof waves_on);
        ++result.groups;
        result.waves += group_waves;
        result.fullest_simd = 0;
        for (simd = 0; simd < desc->simd_count_per_cu; ++simd) {
            result.fullest_simd = waves_on[simd] > result.fullest_simd ? waves_on[simd] : result.fullest_simd;
        }
    }
}

static gcnmem_shader_needs random_needs(test_random* random, const gcnmem_desc* desc) {
    gcnmem_shader_needs needs;
    gcnmem_issue issue;
    do {
        needs.vgprs = (uint32_t)test_random_below(random, test_random_below(random, 2) ? 64 : 513);
        needs.sgprs = (uint32_t)test_random_below(random, 113);
        needs.lds_bytes = (uint32_t)test_random_below(random, UINT64_C(1) << test_random_below(random, 18));
        needs.group_lanes = 1 + (uint32_t)test_random_below(random, 1024);
        needs.group_lanes = test_random_below(random, 2) ? round_up(needs.group_lanes, 64) : needs.group_lanes;
    } while (gcnmem_occupancy_validate(desc, &needs, GCNMEM_RULE_HARDWARE, &issue) != GCNMEM_OK);
    return needs;
}

static uint32_t* need_of(gcnmem_shader_needs* needs, gcnmem_limit limit) {
    switch (limit) {
    case GCNMEM_LIMIT_VGPRS:
        return &needs->vgprs;
    case GCNMEM_LIMIT_SGPRS:
        return &needs->sgprs;
    case GCNMEM_LIMIT_LDS:
        return &needs->lds_bytes;
    case GCNMEM_LIMIT_GROUP_SIZE:
        return &needs->group_lanes;
    default:
        return NULL;
    }
}

static void test_R25_to_R27_equal_placing_groups_one_by_one(void) {
    test_random random = test_random_start(30);
    int i;
    for (i = 0; i < TRIALS; ++i) {
        gcnmem_desc desc = oracle_random_desc(&random);
        gcnmem_shader_needs needs = random_needs(&random, &desc);
        gcnmem_occupancy got = gcnmem_occupancy_for(&desc, &needs, GCNMEM_RULE_HARDWARE);
        placement expected = place(&desc, &needs);
#define HOW \
    "trial %d: %s vgprs %u sgprs %u lds %u group %u", i, gcnmem_device_card(desc.device), needs.vgprs, needs.sgprs, \
        needs.lds_bytes, needs.group_lanes
        CHECK_U64(expected.groups, got.groups_per_cu, HOW);
        CHECK_U64(expected.waves, got.waves_per_cu, HOW);
        CHECK_U64(expected.fullest_simd, got.waves_per_simd, HOW);
    }
}

/* The advice is true: at next_amount there are next_waves, one unit above there is no gain. */
static void test_R25_to_R27_next_step_is_the_largest_that_helps(void) {
    test_random random = test_random_start(31);
    int i;
    for (i = 0; i < TRIALS; ++i) {
        gcnmem_desc desc = oracle_random_desc(&random);
        gcnmem_shader_needs needs = random_needs(&random, &desc);
        gcnmem_occupancy got = gcnmem_occupancy_for(&desc, &needs, GCNMEM_RULE_HARDWARE);
        uint32_t* need = need_of(&needs, got.next_limit);
        uint32_t before;
        if (got.next_amount == 0 || !need) {
            continue;
        }
        before = *need;
        CHECK(got.next_amount < before, HOW);
        *need = got.next_amount;
        CHECK_U64(got.next_waves, place(&desc, &needs).fullest_simd, HOW);
        CHECK(got.next_waves > got.waves_per_simd, HOW);
        *need = got.next_amount + 1;
        if (got.next_limit != GCNMEM_LIMIT_GROUP_SIZE || got.next_amount % 64 == 0) {
            CHECK(place(&desc, &needs).fullest_simd <= got.waves_per_simd, HOW);
        }
    }
}

/* When several must shrink: what is told gives the waves, and each of them is needed: with one of them as it was, or a
   unit above what is told, there is no gain. */
static void test_R25_to_R27_what_must_shrink_together(void) {
    test_random random = test_random_start(33);
    int seen = 0;
    for (int i = 0; i < TRIALS; ++i) {
        gcnmem_desc desc = oracle_random_desc(&random);
        gcnmem_shader_needs needs = random_needs(&random, &desc);
        gcnmem_occupancy got = gcnmem_occupancy_for(&desc, &needs, GCNMEM_RULE_HARDWARE);
        static const gcnmem_limit limits[] = {GCNMEM_LIMIT_VGPRS, GCNMEM_LIMIT_SGPRS, GCNMEM_LIMIT_LDS};
        gcnmem_shader_needs shrunk = needs;
        if (got.next_amount != 0 || got.next_waves == 0) {
            continue;
        }
        ++seen;
        for (int k = 0; k < 3; ++k) {
            uint32_t most = *need_of(&got.next_needs, limits[k]);
            *need_of(&shrunk, limits[k]) = most != 0 ? most : *need_of(&needs, limits[k]);
        }
        CHECK_U64(got.next_waves, place(&desc, &shrunk).fullest_simd, HOW);
        CHECK(got.next_waves > got.waves_per_simd, HOW);
        for (int k = 0; k < 3; ++k) {
            gcnmem_shader_needs more = shrunk;
            if (*need_of(&got.next_needs, limits[k]) != 0) {
                *need_of(&more, limits[k]) += 1;
                CHECK(place(&desc, &more).fullest_simd < got.next_waves, HOW);
            }
        }
    }
    CHECK(seen > TRIALS / 100, "%d of %d", seen, TRIALS);
}

/* What limits: when every other need is made smallest, the waves stay; when the limiter is, something grows. */
static void test_R25_to_R27_the_limiter_is_what_holds_waves_back(void) {
    test_random random = test_random_start(32);
    int i;
    for (i = 0; i < TRIALS; ++i) {
        gcnmem_desc desc = oracle_random_desc(&random);
        gcnmem_shader_needs needs = random_needs(&random, &desc);
        gcnmem_occupancy got = gcnmem_occupancy_for(&desc, &needs, GCNMEM_RULE_HARDWARE);
        gcnmem_shader_needs alone = {0, 0, 0, 64, 0};
        uint32_t* need = need_of(&needs, got.limited_by);
        if (got.limited_by == GCNMEM_LIMIT_WAVE_SLOTS) {
            CHECK_U64(desc.waves_per_simd_max, got.waves_per_simd, HOW);
        } else if (need && got.limited_by != GCNMEM_LIMIT_GROUP_SIZE) {
            alone.group_lanes = needs.group_lanes;
            *need_of(&alone, got.limited_by) = *need;
            CHECK_U64(got.waves_per_cu, place(&desc, &alone).waves, HOW);
        }
    }
}

void suite_oracle_occupancy(void) {
    TEST(test_R25_to_R27_equal_placing_groups_one_by_one);
    TEST(test_R25_to_R27_next_step_is_the_largest_that_helps);
    TEST(test_R25_to_R27_what_must_shrink_together);
    TEST(test_R25_to_R27_the_limiter_is_what_holds_waves_back);
}
