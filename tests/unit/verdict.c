/* verdict.c -- what held a run, from its counters alone: R57's words followed for counters of every kind */
#include "private.h"

#include "job.h"

/* ---- the oracle: R57, sentence by sentence ---- */

/* Thousandths of a percent, to the nearest. */
static uint64_t share_of(uint64_t part, uint64_t whole) {
    return whole != 0 ? (part * 100000 + whole / 2) / whole : 0;
}

typedef struct unit_share {
    gcnmem_limiter limiter;
    uint64_t share;
    int is_there;
} unit_share;

enum { UNITS = 8 };

static void shares_of(const gcnmem_desc* desc, const gcnmem_run_result* r, unit_share* out) {
    const uint64_t simds = (uint64_t)r->cu_count * desc->simd_count_per_cu;
    const uint64_t gl1s = desc->gl1_cus != 0 ? (r->cu_count + desc->gl1_cus - 1) / desc->gl1_cus : 0;
    const uint64_t* lost = r->dram.limit_clocks;
    uint64_t all = 0;
    for (uint32_t i = 0; i < GCNMEM_DRAM_LIMITS; ++i) {
        all += lost[i];
    }
    const uint64_t supplied = all - lost[GCNMEM_DRAM_LIMIT_CHANNEL] - lost[GCNMEM_DRAM_LIMIT_SUPPLY];
    const uint64_t with_banks = share_of(supplied, all);
    const uint64_t dram = with_banks >= 95000 ? with_banks : share_of(supplied - lost[GCNMEM_DRAM_LIMIT_BANK], all);
    const unit_share shares[UNITS] = {
        {GCNMEM_LIMITER_VALU, share_of(r->valu_busy_clocks, r->clocks * simds), 1},
        {GCNMEM_LIMITER_SALU, share_of(r->salu_busy_clocks, r->clocks * simds),
         desc->architecture <= GCNMEM_ARCHITECTURE_RDNA},
        {GCNMEM_LIMITER_L1, share_of(r->l1_busy_clocks, r->clocks * r->cu_count * desc->l1_count_per_cu), 1},
        {GCNMEM_LIMITER_LDS, share_of(r->lds_busy_clocks, r->clocks * r->cu_count * desc->lds_array_count), 1},
        {GCNMEM_LIMITER_GL1, share_of(r->gl1_busy_clocks, r->clocks * gl1s * desc->gl1_channels),
         desc->gl1_size_bytes != 0},
        {GCNMEM_LIMITER_L2, share_of(r->l2_busy_clocks, r->clocks * desc->l2_channels), 1},
        {GCNMEM_LIMITER_L3, share_of(r->l3_busy_clocks, r->clocks * desc->l2_channels), desc->l3_size_bytes != 0},
        {GCNMEM_LIMITER_DRAM, dram, 1}};
    memcpy(out, shares, sizeof shares);
}

static uint64_t stall(const gcnmem_run_result* r, gcnmem_stall cause) {
    return r->stall_clocks[cause];
}

/* What waits for vector memory, scalar memory and a full pipe are for. `half`: what half the latency would save, and
   `least`: what that or twice the waves would, which do not shorten a queue of L2. */
static gcnmem_limiter memory_limit(const gcnmem_desc* desc, const gcnmem_run_result* r, const unit_share* unit,
                                   uint64_t half, uint64_t least) {
    const uint64_t* lost = r->dram.limit_clocks;
    const uint64_t hits = r->l2_requests * desc->l2_latency_clocks;
    const uint64_t vector = stall(r, GCNMEM_STALL_VECTOR_MEMORY);
    const uint64_t scalar = stall(r, GCNMEM_STALL_SCALAR_MEMORY);
    gcnmem_limiter limiter = scalar / 2 > vector ? GCNMEM_LIMITER_SCALAR_LATENCY : GCNMEM_LIMITER_VECTOR_LATENCY;
    uint64_t most = 0;
    uint64_t all = 0;
    if (stall(r, GCNMEM_STALL_PIPE) > vector + scalar) {
        limiter = GCNMEM_LIMITER_PIPE;
    }
    for (uint32_t i = 0; i < GCNMEM_DRAM_LIMITS; ++i) {
        all += lost[i];
    }
    const uint64_t lacked = share_of(lost[GCNMEM_DRAM_LIMIT_CHANNEL], all);
    const uint64_t ports = share_of(r->request_busy_clocks, r->clocks * r->cu_count);
    const uint64_t busiest = share_of(r->l2_busiest_clocks, r->clocks);
    const uint64_t waits = vector + scalar + stall(r, GCNMEM_STALL_PIPE);
    const int is_worked = r->active_clocks + stall(r, GCNMEM_STALL_ISSUE) >= waits / 2 + 1;
    for (uint32_t i = 0; i < UNITS; ++i) {
        uint64_t share = unit[i].share;
        int counts = share >= 50000;
        switch (unit[i].limiter) {
        case GCNMEM_LIMITER_LDS:
            counts = share * 3 >= 99999 &&
                     r->lds_wait_clocks >= r->instructions[GCNMEM_CATEGORY_LDS] * desc->lds_latency_clocks / 6 + 1;
            break;
        case GCNMEM_LIMITER_VALU:
        case GCNMEM_LIMITER_SALU:
            counts = counts && is_worked;
            break;
        case GCNMEM_LIMITER_L2:
            counts = r->l2_wait_clocks + r->request_wait_clocks > 3 * (hits / 4);
            share = share > ports ? share : ports;
            share = share > busiest ? share : busiest;
            break;
        case GCNMEM_LIMITER_DRAM:
            counts = r->dram_wait_clocks > hits / 2;
            share += lacked;
            break;
        default:
            break;
        }
        if (counts && share > most && share > (unit[i].limiter == GCNMEM_LIMITER_L2 ? half : least)) {
            most = share;
            limiter = unit[i].limiter;
        }
    }
    least = most > least ? most : least;
    if (r->l2_wait_clocks > 2 * r->l2_spread_clocks && r->l2_wait_clocks - r->l2_spread_clocks > hits) {
        /* more than half of it was for a pitch that met one again and again: does that save most? */
        const uint64_t uneven = r->l2_wait_clocks - r->l2_spread_clocks;
        const uint64_t* waited = r->waited_clocks;
        const uint64_t dram = gcnmemi_desc_latency_clocks(desc, (uint64_t)1 << 40);
        const uint64_t latency = waited[GCNMEM_SERVED_DRAM] != 0 ? dram
                                 : waited[GCNMEM_SERVED_L3] != 0 ? desc->l3_latency_clocks
                                 : waited[GCNMEM_SERVED_L2] != 0 ? desc->l2_latency_clocks
                                                                 : 0;
        const uint64_t all_waits = r->l2_wait_clocks + r->l2_requests * latency;
        const uint64_t saved = (share_of(waits, r->wave_clocks) * uneven + all_waits / 2) / all_waits;
        limiter = uneven > r->l2_requests * latency / 2 && saved * 2 > least ? GCNMEM_LIMITER_CHANNELS : limiter;
    }
    return lacked * 2 > least ? GCNMEM_LIMITER_CHANNELS : limiter;
}

/* By what waves spent most time on; the first of those that are equal. */
static gcnmem_limiter longest_limit(const gcnmem_desc* desc, const gcnmem_run_result* r, const unit_share* unit) {
    const uint64_t lds_share = unit[3].share;
    uint64_t lds = stall(r, GCNMEM_STALL_LDS);
    uint64_t vector = stall(r, GCNMEM_STALL_VECTOR_MEMORY) + stall(r, GCNMEM_STALL_SCALAR_MEMORY);
    uint64_t barrier = stall(r, GCNMEM_STALL_BARRIER);
    *(r->full_pipe == GCNMEM_PIPE_LDS ? &lds : &vector) += stall(r, GCNMEM_STALL_PIPE);
    if (lds_share >= 50000) {
        lds += barrier;
        barrier = 0;
    }
    const int would_be_more =
        r->waves_brought == r->waves_per_simd && r->groups_asked > (uint64_t)r->groups_per_cu * r->cu_count;
    uint64_t issue = stall(r, GCNMEM_STALL_ISSUE);
    const uint64_t others[] = {vector,
                               lds,
                               stall(r, GCNMEM_STALL_EXPORT),
                               issue,
                               stall(r, GCNMEM_STALL_DEPENDENCY),
                               stall(r, GCNMEM_STALL_FETCH)};
    int is_longest = 1;
    for (size_t i = 0; i < sizeof others / sizeof others[0]; ++i) { /* of equal ones the first in the list below */
        is_longest &= barrier > others[i] || (barrier == others[i] && i > 2);
    }
    if (is_longest && !would_be_more) {
        barrier = 0;
        issue += r->active_clocks;
    }
    const uint64_t room = (uint64_t)r->waves_per_simd * desc->simd_count_per_cu * r->cu_count;
    const uint64_t slots = r->waves < room ? r->waves : room;
    const int are_slots_launched = r->launch_clocks >= (slots * r->clocks + 2) / 3; /* a third of the time */
    const struct {
        uint64_t clocks;
        gcnmem_limiter limiter;
    } spent[] = {{are_slots_launched ? r->launch_clocks : 0, GCNMEM_LIMITER_LAUNCH},
                 {r->active_clocks, GCNMEM_LIMITER_INSTRUCTIONS},
                 {vector, GCNMEM_LIMITER_VECTOR_LATENCY},
                 {lds, GCNMEM_LIMITER_LDS_LATENCY},
                 {stall(r, GCNMEM_STALL_EXPORT), GCNMEM_LIMITER_EXPORT},
                 {barrier, GCNMEM_LIMITER_BARRIER},
                 {issue, GCNMEM_LIMITER_ISSUE},
                 {stall(r, GCNMEM_STALL_DEPENDENCY), GCNMEM_LIMITER_DEPENDENCY},
                 {stall(r, GCNMEM_STALL_FETCH), GCNMEM_LIMITER_FETCH}};
    gcnmem_limiter limiter = GCNMEM_LIMITER_NONE;
    uint64_t most = 0;
    for (size_t i = 0; i < sizeof spent / sizeof spent[0]; ++i) {
        if (spent[i].clocks > most) {
            most = spent[i].clocks;
            limiter = spent[i].limiter;
        }
    }
    const uint64_t half = share_of(most, r->wave_clocks * 2);
    uint64_t least = half;
    if (would_be_more && least < 66667) {
        least = 66667; /* two thirds */
    }
    if (limiter == GCNMEM_LIMITER_ISSUE || limiter == GCNMEM_LIMITER_BARRIER ||
        limiter == GCNMEM_LIMITER_INSTRUCTIONS) {
        uint64_t busiest = 49999;
        for (uint32_t i = 0; i < 3; ++i) { /* both ALUs and L1 */
            limiter = unit[i].share > busiest ? unit[i].limiter : limiter;
            busiest = unit[i].share > busiest ? unit[i].share : busiest;
        }
        return limiter;
    }
    if (limiter == GCNMEM_LIMITER_LDS_LATENCY) {
        return lds_share > least                                          ? GCNMEM_LIMITER_LDS
               : stall(r, GCNMEM_STALL_PIPE) > stall(r, GCNMEM_STALL_LDS) ? GCNMEM_LIMITER_PIPE
                                                                          : limiter;
    }
    if (limiter == GCNMEM_LIMITER_VECTOR_LATENCY) {
        return r->atomic_turn_clocks * 2 >= r->clocks / 2 * 2 ? GCNMEM_LIMITER_ATOMICS
                                                              : memory_limit(desc, r, unit, half, least);
    }
    return limiter;
}

static gcnmem_limiter limit_of(const gcnmem_desc* desc, const gcnmem_run_result* r) {
    unit_share unit[UNITS];
    uint64_t most = 0;
    gcnmem_limiter limiter = GCNMEM_LIMITER_NONE;
    shares_of(desc, r, unit);
    const uint64_t reads_wait = r->l2_requests * desc->l2_latency_clocks / 2;
    for (uint32_t i = 0; i < UNITS; ++i) {
        const int is_asleep = unit[i].limiter == GCNMEM_LIMITER_DRAM && r->dram.writes <= r->dram.reads &&
                              r->dram_wait_clocks <= reads_wait; /* busy, yet nobody waits for another's burst */
        if (unit[i].is_there && !is_asleep && unit[i].share >= 80000 && unit[i].share > most) {
            most = unit[i].share;
            limiter = unit[i].limiter;
        }
    }
    if (share_of(r->atomic_turn_clocks, r->clocks) >= 80000 &&
        (limiter == GCNMEM_LIMITER_NONE || limiter == GCNMEM_LIMITER_L2)) {
        return GCNMEM_LIMITER_ATOMICS;
    }
    return limiter != GCNMEM_LIMITER_NONE ? limiter : longest_limit(desc, r, unit);
}

/* ---- counters about where decisions change ---- */

enum { CLOCKS = 100000 };

/* Of `units` units, a share near one that decides. */
static uint64_t busy_clocks(test_random* random, uint64_t units) {
    static const uint32_t shares[] = {0, 10000, 33333, 50000, 60000, 66667, 70000, 80000, 90000, 100000};
    const uint64_t share = shares[test_random_below(random, test_random_below(random, 3) == 0 ? 10 : 7)];
    const uint64_t near = test_random_below(random, 3);
    return share * units + (near == 1 ? units : near == 2 && share != 0 ? UINT64_MAX : 0);
}

static gcnmem_run_result any_result(test_random* random, const gcnmem_desc* desc) {
    static const uint32_t spent[] = {0, 20000, 40000, 40001, 80000, 80001, 200000, 400000};
    gcnmem_run_result r;
    memset(&r, 0, sizeof r);
    r.cu_count = 1 + (uint32_t)test_random_below(random, 9);
    r.clocks = CLOCKS + test_random_below(random, 2);
    const uint64_t simds = (uint64_t)r.cu_count * desc->simd_count_per_cu;
    const uint64_t gl1s = desc->gl1_cus != 0 ? (r.cu_count + desc->gl1_cus - 1) / desc->gl1_cus : 0;
    r.valu_busy_clocks = busy_clocks(random, simds);
    r.salu_busy_clocks = busy_clocks(random, simds);
    r.l1_busy_clocks = busy_clocks(random, (uint64_t)r.cu_count * desc->l1_count_per_cu);
    r.lds_busy_clocks = busy_clocks(random, (uint64_t)r.cu_count * desc->lds_array_count);
    r.gl1_busy_clocks = busy_clocks(random, gl1s * desc->gl1_channels);
    r.l2_busy_clocks = busy_clocks(random, desc->l2_channels);
    r.l3_busy_clocks = busy_clocks(random, desc->l2_channels);
    r.atomic_turn_clocks = test_random_below(random, 4) == 0 ? busy_clocks(random, 1) : 0;
    for (uint32_t i = 0; i < GCNMEM_STALL_END; ++i) {
        r.stall_clocks[i] = spent[test_random_below(random, test_random_below(random, 3) == 0 ? 8 : 5)];
        r.wave_clocks += r.stall_clocks[i];
    }
    r.stall_clocks[test_random_below(random, GCNMEM_STALL_END)] += test_random_below(random, 2) * 300000;
    r.active_clocks = spent[test_random_below(random, 6)];
    r.launch_clocks = spent[test_random_below(random, 6)];
    r.wave_clocks += r.active_clocks + test_random_below(random, 3) * 100000;
    r.full_pipe = (gcnmem_pipe)test_random_below(random, GCNMEM_PIPE_END);
    r.waves_per_simd = 4;
    r.waves = test_random_below(random, 4);
    r.waited_clocks[test_random_below(random, GCNMEM_SERVED_END)] = test_random_below(random, 2) * 1000;
    r.waves_brought = 3 + (uint32_t)test_random_below(random, 2);
    r.groups_per_cu = 2;
    r.groups_asked = 2 * r.cu_count + test_random_below(random, 2);
    r.instructions[GCNMEM_CATEGORY_LDS] = test_random_below(random, 100);
    const uint64_t lds_latency = r.instructions[GCNMEM_CATEGORY_LDS] * desc->lds_latency_clocks;
    r.lds_wait_clocks = test_random_below(random, 3) * (lds_latency / 6) + test_random_below(random, 2);
    r.l2_requests = test_random_below(random, 100);
    const uint64_t hits = r.l2_requests * desc->l2_latency_clocks;
    r.l2_wait_clocks = hits / 4 * test_random_below(random, 13) + test_random_below(random, 2);
    r.l2_spread_clocks = r.l2_wait_clocks / (1 + test_random_below(random, 3));
    r.l2_busiest_clocks = test_random_below(random, 2) * busy_clocks(random, 1);
    r.request_busy_clocks = test_random_below(random, 2) * busy_clocks(random, r.cu_count);
    r.request_wait_clocks = test_random_below(random, 2) * (hits + test_random_below(random, 2));
    r.dram_wait_clocks = hits / 2 * test_random_below(random, 3) + test_random_below(random, 2);
    r.dram.reads = test_random_below(random, 3);
    r.dram.writes = test_random_below(random, 3);
    for (uint32_t i = 0; i < GCNMEM_DRAM_LIMITS; ++i) {
        r.dram.limit_clocks[i] = test_random_below(random, 2) * spent[test_random_below(random, 8)];
    }
    return r;
}

static void test_R57_the_limit_is_what_its_words_say(void) {
    static const gcnmem_device devices[] = {GCNMEM_DEVICE_R9_FURY_X, GCNMEM_DEVICE_V100, GCNMEM_DEVICE_RX_6900_XT,
                                            GCNMEM_DEVICE_GTX_1080, GCNMEM_DEVICE_MI300X};
    uint32_t seen[GCNMEM_LIMITER_END] = {0};
    test_random random = test_random_start(570);
    for (size_t device = 0; device < sizeof devices / sizeof devices[0]; ++device) {
        const gcnmem_desc desc = gcnmem_desc_for(devices[device]);
        for (uint64_t i = test_rounds(100000); i != 0; --i) {
            const gcnmem_run_result r = any_result(&random, &desc);
            const gcnmem_limiter expected = limit_of(&desc, &r);
            CHECK_TEXT(gcnmem_name_of(GCNMEM_NAMES_LIMITER, expected),
                       gcnmem_name_of(GCNMEM_NAMES_LIMITER, gcnmemi_verdict_limiter(&desc, &r)),
                       "%s, with %" PRIu64 " rounds to go", gcnmem_device_card(desc.device), i);
            ++seen[expected];
        }
    }
    for (uint32_t i = GCNMEM_LIMITER_VALU; i < GCNMEM_LIMITER_UNKNOWN; ++i) {
        CHECK(seen[i] != 0, "%s", gcnmem_name_of(GCNMEM_NAMES_LIMITER, i));
    }
}

/* DRAM counts with its waits for banks from 95 % of supplied clocks on: to a thousandth of a percent. */
static void test_R57_dram_is_supplied_from_95_percent_on(void) {
    for (uint64_t lacked = 4998; lacked <= 5002; ++lacked) {
        gcnmem_dram_stats dram;
        memset(&dram, 0, sizeof dram);
        dram.limit_clocks[GCNMEM_DRAM_LIMIT_BANK] = 40000;
        dram.limit_clocks[GCNMEM_DRAM_LIMIT_SUPPLY] = lacked;
        dram.limit_clocks[GCNMEM_DRAM_LIMIT_INTERFACE] = 60000 - lacked;
        CHECK_U64(lacked <= 5000 ? 100000 - lacked : 60000 - lacked, gcnmemi_verdict_dram_busy(&dram),
                  "%" PRIu64 " of 100000 clocks without requests", lacked);
    }
}

/* Who waits for memory hears of its channels when those of DRAM lack, of a fifth of their time on, what others have. */
static void test_R57_channels_are_uneven_from_a_fifth_on(void) {
    for (uint64_t lacked = 199; lacked <= 200; ++lacked) {
        gcnmem_run_result r;
        memset(&r, 0, sizeof r);
        r.limited_by = GCNMEM_LIMITER_VECTOR_LATENCY;
        r.dram.limit_clocks[GCNMEM_DRAM_LIMIT_CHANNEL] = lacked;
        r.dram.limit_clocks[GCNMEM_DRAM_LIMIT_INTERFACE] = 1000 - lacked;
        CHECK((strstr(gcnmem_run_advice(&r), "channels") != NULL) == (lacked == 200), "%" PRIu64 " of 1000: %s", lacked,
              gcnmem_run_advice(&r));
    }
}

/* ---- what an access is told ---- */

static const char* advice_of(gcnmem_device device, const gcnmem_access* access) {
    static char text[512];
    const gcnmem_desc desc = gcnmem_desc_for(device);
    const gcnmem_cost cost = gcnmem_cost_wave(&desc, access);
    gcnmem_cost_advice(&desc, access, &cost, text, sizeof text);
    return text;
}

/* Lanes 0 to 8: of eight steps six make a pattern, five do not; and pairs are at least half as many as lanes. */
static void test_lanes_are_as_far_apart_as_three_quarters_of_them(void) {
    for (uint32_t alike = 0; alike <= 8; ++alike) {
        gcnmem_access access = test_access("buffer_load_dword", 0);
        access.exec_mask = 0x1ff;
        for (uint32_t lane = 1; lane <= 8; ++lane) {
            access.address[lane] = access.address[lane - 1] + (lane <= alike ? 100 : 1000 * lane);
        }
        int all = 0;
        CHECK_U64(alike >= 6 ? 100 : 0, gcnmemi_verdict_lane_gap(&access, 1, &all), "%u of 8 steps", (unsigned)alike);
        CHECK(all == (alike == 8), "%u of 8 steps", (unsigned)alike);
    }
    gcnmem_access access = test_access("buffer_load_dword", 16);
    int all = 0;
    CHECK_U64(512, gcnmemi_verdict_lane_gap(&access, 32, &all), "32 pairs of 64 lanes");
    CHECK_U64(0, gcnmemi_verdict_lane_gap(&access, 33, &all), "31 pairs of 64 lanes");
}

/* R68: banks are named only where fewer conflicts take fewer clocks: not where lanes that do not coalesce take as many
   anyway. Of a tie on GCN, lanes side by side mend both. */
static void test_R68_banks_are_named_where_conflicts_cost(void) {
    static const gcnmem_device devices[] = {GCNMEM_DEVICE_RX_6900_XT, GCNMEM_DEVICE_RX_7900_XTX,
                                            GCNMEM_DEVICE_RX_9070_XT};
    uint32_t floors = 0;
    uint32_t banks = 0;
    for (uint32_t i = 0; i < 3 * 400; ++i) {
        gcnmem_desc desc = gcnmem_desc_for(devices[i % 3]);
        const gcnmem_access access = test_access("global_load_dword", 4 * (1 + i / 3 % 80));
        const char* advice = advice_of(devices[i % 3], &access);
        const uint64_t clocks = gcnmem_cost_wave(&desc, &access).clocks;
        const int is_of_banks = strstr(advice, "share a ") != NULL;
        ++desc.l1_scattered_floor_clocks;
        const int is_floor = gcnmem_cost_wave(&desc, &access).clocks > clocks;
        CHECK(!is_of_banks || !is_floor, "stride %u on %s: %s", (unsigned)(4 * (1 + i / 3 % 80)),
              gcnmem_device_card(desc.device), advice);
        floors += (uint32_t)is_floor;
        banks += (uint32_t)is_of_banks;
    }
    CHECK(floors > 10 && banks > 10, "%u of floors, %u of banks", (unsigned)floors, (unsigned)banks);
    const gcnmem_access tie = test_access("global_load_dword", 20);
    const char* advice = advice_of(GCNMEM_DEVICE_MI210, &tie);
    CHECK(strstr(advice, "(R3)") != NULL && strstr(advice, "; lanes side by side take 4 clocks") != NULL, "%s", advice);
}

/* At the full rate, when no more than half of what is fetched is used. */
static void test_advice_says_when_half_of_the_bytes_are_not_used(void) {
    static const struct {
        uint32_t quad_bytes; /* from a quad of lanes, that reads 8 in order, to the next */
        const char* advice;
    } rows[] = {
        {8, "nothing: "}, {12, "nothing: "}, {16, "the rate is full, but 50 %"}, {24, "the rate is full, but 67 %"}};
    for (uint32_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        gcnmem_access access = test_access("buffer_load_ushort", 2);
        for (uint32_t lane = 0; lane < GCNMEM_LANES; ++lane) {
            access.address[lane] = lane / 4 * rows[i].quad_bytes + lane % 4 * 2;
        }
        const char* advice = advice_of(GCNMEM_DEVICE_VEGA_64, &access);
        CHECK(strncmp(advice, rows[i].advice, strlen(rows[i].advice)) == 0, "%u bytes: %s",
              (unsigned)rows[i].quad_bytes, advice);
    }
}

/* One dwordx4 for two lanes' worth is advised up to twice the clocks of the dwordx2. */
static void test_R9_a_wide_load_is_advised_up_to_twice_the_clocks(void) {
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_RX_6900_XT);
    const gcnmem_access access = test_access("load_b64", 8);
    char text[512];
    desc.l1_two_channel_floor_clocks = 10;
    for (uint32_t clocks = 8; clocks <= 24; ++clocks) {
        desc.l1_four_channel_floor_clocks = clocks;
        const gcnmem_cost cost = gcnmem_cost_wave(&desc, &access);
        CHECK_U64(10, cost.clocks, "of the dwordx2");
        gcnmem_cost_advice(&desc, &access, &cost, text, sizeof text);
        CHECK((strstr(text, "one dwordx4") != NULL) == (clocks < 20), "%u clocks: %s", (unsigned)clocks, text);
    }
}

/* R6, R65: banks by the low bits of a line's number have a distance, hashed ones have none; either mask makes one. */
static void test_R6_R65_tag_conflicts_are_told_by_the_machines_banks(void) {
    static const uint32_t masks[][2] = {{1, 2}, {1, 6}, {5, 2}};
    const gcnmem_access access = test_access("buffer_load_dword", 1024);
    char text[512];
    for (uint32_t i = 0; i < sizeof masks / sizeof masks[0]; ++i) {
        gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_390X);
        desc.l1_tag_mask_low = masks[i][0];
        desc.l1_tag_mask_high = masks[i][1];
        const gcnmem_cost cost = gcnmem_cost_wave(&desc, &access);
        gcnmem_cost_advice(&desc, &access, &cost, text, sizeof text);
        CHECK(strstr(text, i == 0 ? "lines 256 bytes apart" : "lines of 64 bytes whose numbers hash alike") != NULL,
              "masks %u, %u: %s", (unsigned)masks[i][0], (unsigned)masks[i][1], text);
    }
}

/* R9: one dwordx4 for two lanes' worth, where it takes less than two loads of dwordx2: on GCN 2, not on an HD 5870. */
static void test_R9_wide_loads_are_advised_where_they_are_quicker(void) {
    gcnmem_access access = test_access("buffer_load_dwordx2", 8);
    const char* advice = advice_of(GCNMEM_DEVICE_R9_390X, &access);
    CHECK(strstr(advice, "one dwordx4 for two lanes' worth takes 16") != NULL, "%s", advice);
    access = test_access("load_b64", 8);
    advice = advice_of(GCNMEM_DEVICE_HD_5870, &access);
    CHECK(strstr(advice, "dwordx4") == NULL, "%s", advice);
}

/* What half more memory, and up to half more, is said to cost. */
static void test_a_pitch_tells_what_memory_it_takes(void) {
    static const struct {
        const char* op;
        uint32_t pitch_bytes;
        const char* advice;
        int is_told;
    } rows[] = {{"ds_read_b32", 8, "a pitch of 3 dwords instead of 2 is free of conflicts", 0},
                {"ds_read_b128", 20, "a pitch of 12 dwords instead of 5 is free of conflicts, for 2.4 times", 1},
                {"buffer_load_dword", 8, "a pitch of 3 dwords instead of 2 is free of conflicts, and lanes side", 0}};
    for (uint32_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        const gcnmem_access access = test_access(rows[i].op, rows[i].pitch_bytes);
        const char* advice = advice_of(GCNMEM_DEVICE_R9_390X, &access);
        CHECK(strstr(advice, rows[i].advice) != NULL, "%s: %s", rows[i].op, advice);
        CHECK((strstr(advice, "times the memory") != NULL) == rows[i].is_told, "%s: %s", rows[i].op, advice);
    }
}

/* Units of a pitch, and what is no advice: what brings lanes into range, what makes a load of a store, and what moves
   lanes that take turns. */
static void test_advice_keeps_to_what_can_be_changed(void) {
    static const struct {
        gcnmem_device device;
        const char* op;
        uint32_t pitch_bytes;
        uint32_t size_bytes;
        const char* advice;
        const char* none; /* what it does not say */
    } rows[] = {
        {GCNMEM_DEVICE_R9_390X, "ds_read_u8", 65, 0, "a pitch of 97 bytes instead of 65 is free of conflicts", "side"},
        {GCNMEM_DEVICE_R9_390X, "ds_read_u8", 132, 0, "nothing: ", "pitch"},
        {GCNMEM_DEVICE_R9_390X, "ds_read_u8", 264, 0, "a pitch of 67 dwords instead of 66", "bytes"},
        {GCNMEM_DEVICE_R9_390X, "ds_read_b32", 8, 0, "a pitch of 3 dwords", "side"},
        {GCNMEM_DEVICE_R9_390X, "ds_read_b32", 8, 256, "want different dwords of one bank (R20)", "pitch"},
        {GCNMEM_DEVICE_R9_390X, "buffer_load_dword", 256, 0, "; no pitch up to 32 dwords above its 64 dwords",
         ": a pitch"},
        {GCNMEM_DEVICE_R9_390X, "buffer_load_dword", 256, 4096, "share a tag bank (R6)", ": a pitch"},
        {GCNMEM_DEVICE_R9_390X, "buffer_load_dword", 256, 4096, "share a tag bank (R6)", "side by side"},
        {GCNMEM_DEVICE_R9_390X, "buffer_store_dwordx2", 8, 0, "nothing: ", "dwordx4"},
        {GCNMEM_DEVICE_HD_530, "shared_store_b32", 0, 0, "take turns (R72): let one of them store", "pitch"},
        {GCNMEM_DEVICE_GTX_285, "shared_store_b32", 0, 0, "nothing: ", "turns"},
        {GCNMEM_DEVICE_HD_5870, "load_b64", 36, 0, "no pitch up to 32 dwords above its 9 dwords is free", ": a pitch"},
        {GCNMEM_DEVICE_GTX_285, "load_b32", 12, 0, "no pitch up to 32 dwords above its 3 dwords is free", ": a pitch"},
    };
    for (uint32_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        gcnmem_access access = test_access(rows[i].op, rows[i].pitch_bytes);
        access.size_bytes = rows[i].size_bytes;
        const char* advice = advice_of(rows[i].device, &access);
        CHECK(strstr(advice, rows[i].advice) != NULL && strstr(advice, rows[i].none) == NULL, "%s, %u bytes apart: %s",
              rows[i].op, rows[i].pitch_bytes, advice);
    }
    gcnmem_access slipped = test_access("buffer_load_ubyte", 1); /* close together, and across a line */
    for (uint32_t lane = 0; lane < GCNMEM_LANES; ++lane) {
        slipped.address[lane] += 3;
    }
    CHECK(strstr(advice_of(GCNMEM_DEVICE_R9_390X, &slipped),
                 "from a multiple of 64 bytes on the wave would fetch 64 bytes instead of 128") != NULL,
          "%s", advice_of(GCNMEM_DEVICE_R9_390X, &slipped));
    gcnmem_access image = test_access_image("image_load", "rgba8");
    image.image.width = image.image.height = 4096;
    for (uint32_t lane = 0; lane < GCNMEM_LANES; ++lane) {
        image.texel[0][lane] = image.texel[1][lane] = (int32_t)(lane * 4);
    }
    const char* advice = advice_of(GCNMEM_DEVICE_HD_7970, &image);
    CHECK(strstr(advice, "share a tag bank (R6): lanes on an 8x8 tile take 16 clocks") != NULL, "%s", advice);
}

/* What is as good as it can be is so by its unit; atomics of lanes that are apart take no turns. */
static void test_what_is_best_is_named_by_its_unit(void) {
    static const struct {
        const char* op;
        const char* name;
    } rows[] = {{"buffer_load_dword", "nothing: best case"},
                {"ds_read_b32", "nothing: conflict-free"},
                {"ds_add_u32", "nothing: conflict-free"},
                {"s_load_dword", "scalar issue"}};
    const gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_390X);
    for (uint32_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        const gcnmem_access access = test_access(rows[i].op, 4);
        const gcnmem_cost cost = gcnmem_cost_wave(&desc, &access);
        char text[512];
        gcnmemi_print to = gcnmemi_print_to_room(text, sizeof text);
        CHECK_TEXT(rows[i].name, gcnmemi_verdict_advise(&to, &desc, &access, &cost), "%s", rows[i].op);
    }
}

/* A result that names no limiter, or no pipe, has no advice. */
static void test_what_is_no_limiter_has_no_advice(void) {
    gcnmem_run_result r;
    memset(&r, 0, sizeof r);
    r.limited_by = GCNMEM_LIMITER_END;
    CHECK_TEXT("", gcnmem_run_advice(&r), "no limiter");
    r.limited_by = GCNMEM_LIMITER_PIPE;
    r.full_pipe = GCNMEM_PIPE_END;
    const char* any = gcnmem_run_advice(&r);
    r.full_pipe = GCNMEM_PIPE_LDS;
    CHECK(strcmp(any, gcnmem_run_advice(&r)) != 0, "a pipe that is none: %s", any);
    r.dram.limit_clocks[GCNMEM_DRAM_LIMIT_CHANNEL] = 1;
    CHECK(strstr(gcnmem_run_advice(&r), "channels") == NULL, "LDS does not wait for them: %s", gcnmem_run_advice(&r));
    r.full_pipe = GCNMEM_PIPE_VECTOR;
    CHECK(strstr(gcnmem_run_advice(&r), "channels") != NULL, "vector memory does: %s", gcnmem_run_advice(&r));
}

/* Paddings of up to 32 dwords are tried, that one too. */
static void test_a_pitch_of_32_dwords_more_is_tried(void) {
    const gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_390X);
    const gcnmem_access access = test_access("buffer_load_dwordx4", 208);
    const gcnmem_cost own = gcnmem_cost_wave(&desc, &access);
    const gcnmemi_verdict_pitch pitch = gcnmemi_verdict_better_pitch(&desc, &access, &own);
    CHECK_U64(208 + 32 * 4, pitch.to, "the first that is free of conflicts");
    CHECK(pitch.is_free, "%" PRIu64 " clocks", pitch.clocks);
}

/* Nothing took time: nothing limits; a clock of launching does. */
static void test_R57_what_took_no_time_limits_nothing(void) {
    const gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_VEGA_64);
    gcnmem_run_result r;
    memset(&r, 0, sizeof r);
    CHECK_TEXT(gcnmem_name_of(GCNMEM_NAMES_LIMITER, GCNMEM_LIMITER_NONE),
               gcnmem_name_of(GCNMEM_NAMES_LIMITER, gcnmemi_verdict_limiter(&desc, &r)), "no clocks");
    r.launch_clocks = 1;
    CHECK_TEXT(gcnmem_name_of(GCNMEM_NAMES_LIMITER, GCNMEM_LIMITER_LAUNCH),
               gcnmem_name_of(GCNMEM_NAMES_LIMITER, gcnmemi_verdict_limiter(&desc, &r)), "one clock");
}

/* ---- loops, and what nobody knows ---- */

static void test_a_run_that_has_not_begun_has_no_hot_loop(void) {
    job j = job_new(GCNMEM_DEVICE_VEGA_64, "x: ; @trip 8\nv_mov_b32 v1, v2\ns_cbranch_scc1 x\ns_endpgm\n");
    CHECK(job_start(&j), "%s", j.issue.rule);
    gcnmemi_machine_view v = gcnmemi_run_view(j.run);
    gcnmemi_verdict_hot_loop hot = gcnmemi_verdict_hot_loop_of(&v);
    CHECK(hot.first == GCNMEM_NONE && hot.clocks == 0, "%u, %" PRIu64 " clocks", (unsigned)hot.first, hot.clocks);
    gcnmem_run_advance(j.run, UINT64_MAX, NULL);
    hot = gcnmemi_verdict_hot_loop_of(&v);
    CHECK(hot.first == 0 && hot.clocks >= 8 * 4 * 2, "%u, %" PRIu64 " clocks", (unsigned)hot.first, hot.clocks);
    job_end(&j);
}

/* ... that of a later kernel stands where it does in that kernel. */
static void test_the_hot_loop_of_a_later_stage(void) {
    job j = job_new(GCNMEM_DEVICE_VEGA_64, ".type a,@function\na:\nv_mov_b32 v0, 0\nv_mov_b32 v1, 0\ns_endpgm\n"
                                           ".type b,@function\nb:\nv_mov_b32 v3, 0\nx: ; @trip 8\nv_mov_b32 v0, 0\n"
                                           "s_cbranch_scc1 x\nv_mov_b32 v2, 0\ns_endpgm\n");
    j.options.stage = 1;
    j.options.groups = 1;
    j.options.cu_count = 1;
    job_run(&j);
    const gcnmemi_machine_view v = gcnmemi_run_view(j.run);
    const gcnmemi_verdict_hot_loop hot = gcnmemi_verdict_hot_loop_of(&v);
    CHECK_U64(1, hot.first, "%" PRIu64 " clocks", hot.clocks);
    CHECK_U64(2, hot.last, "%" PRIu64 " clocks", hot.clocks);
    job_end(&j);
}

/* ... stands from its first instruction in the text to its last, and takes the time of all, wherever it is entered. */
#define RCP "v_rcp_f32 v0, v1\n"
static void test_the_hot_loop_is_whole_wherever_it_is_entered(void) {
    static const struct {
        const char* text;
        uint32_t first, last;
    } rows[] = {
        {"x: ; @trip 99\n" RCP RCP "s_cbranch_scc1 x\ns_endpgm\n", 0, 2},
        {"s_branch c\nx:\n" RCP "c:\ns_nop 0\ns_cbranch_scc1 x ; @trip 99\ns_endpgm\n", 1, 3},
        {"s_branch c\nx:\n" RCP "s_cbranch_vccnz z\nc:\ns_cbranch_scc1 x ; @trip 99\nz:\ns_endpgm\n", 1, 3},
        {"s_branch c\na:\n" RCP "b:\n" RCP "s_cbranch_scc0 z ; @trip 99\nc:\ns_nop 0\ns_cbranch_vccnz b\ns_branch a\n"
         "z:\ns_endpgm\n",
         1, 6},
        {"x: ; @trip 30\n" RCP RCP RCP "y: ; @trip 2\ns_nop 0\ns_cbranch_scc1 y\ns_cbranch_scc1 x\ns_endpgm\n", 0, 5},
        {"s_branch c\ny: ; @trip 2\ns_nop 0\ns_cbranch_scc1 y\n" RCP RCP "c:\ns_cbranch_scc1 y ; @trip 30\ns_endpgm\n",
         1, 5},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        uint64_t clocks = 0;
        job j = job_new(GCNMEM_DEVICE_VEGA_64, rows[i].text);
        job_run(&j);
        const test_hot_loop hot = test_hot_loop_of(j.run);
        CHECK_U64(rows[i].first, hot.first, "row %u", (unsigned)i);
        CHECK_U64(rows[i].last, hot.last, "row %u", (unsigned)i);
        for (uint32_t k = rows[i].first; k <= rows[i].last; ++k) {
            const gcnmem_run_insn_stats stats = gcnmem_run_insn_of(j.run, k);
            clocks += stats.active_clocks;
            for (uint32_t cause = 0; cause < GCNMEM_STALL_END; ++cause) {
                clocks += stats.stall_clocks[cause];
            }
        }
        CHECK_U64(clocks, hot.clocks, "row %u", (unsigned)i);
        job_end(&j);
    }
}

#define SCALAR \
    "x: ; @trip 64\ns_mov_b32 s0, s1\ns_mov_b32 s0, s1\ns_mov_b32 s0, s1\ns_mov_b32 s0, s1\n" \
    "s_mov_b32 s0, s1\ns_mov_b32 s0, s1\ns_mov_b32 s0, s1\n"
#define LOOP_END "s_cbranch_scc1 x\ns_endpgm\n"

/* What moves a thousandth of the bytes does not decide what limits: DRAM. */
static void test_R82_a_small_unknown_load_does_not_decide(void) {
    job j =
        job_new(GCNMEM_DEVICE_R9_FURY_X,
                "x: ; @trip 64\nflat_load_dwordx4 v[0:3], v[8:9] ; @mem lane*16+wave*1K+iter*16M\ns_waitcnt vmcnt(0)\n"
                "s_cbranch_scc1 x\nflat_load_ubyte v2, v[8:9]\ns_endpgm\n");
    j.desc = gcnmem_run_scaled_desc(&j.desc, 2);
    j.options.groups = 320;
    job_run(&j);
    CHECK_U64(GCNMEM_STATUS_DEFAULT, gcnmem_run_insn_of(j.run, 3).status, "nobody says where");
    CHECK_U64(GCNMEM_LIMITER_DRAM, j.result.limited_by, "bytes");
    CHECK_U64(0, j.result.gaps, "the rest is known");
    job_end(&j);
}

/* A machine without caches has ALUs, LDS and DRAM all the same. */
static void test_R70_units_of_a_machine_without_caches(void) {
    static const uint32_t there[] = {GCNMEM_LIMITER_VALU, GCNMEM_LIMITER_LDS, GCNMEM_LIMITER_DRAM};
    static const uint32_t lacks[] = {GCNMEM_LIMITER_L1, GCNMEM_LIMITER_L2, GCNMEM_LIMITER_GL1, GCNMEM_LIMITER_L3};
    const gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_GTX_280);
    for (size_t i = 0; i < sizeof there / sizeof there[0]; ++i) {
        CHECK(gcnmemi_verdict_has_unit(&desc, there[i]), "%s", gcnmem_name_of(GCNMEM_NAMES_LIMITER, there[i]));
    }
    for (size_t i = 0; i < sizeof lacks / sizeof lacks[0]; ++i) {
        CHECK(!gcnmemi_verdict_has_unit(&desc, lacks[i]), "%s", gcnmem_name_of(GCNMEM_NAMES_LIMITER, lacks[i]));
    }
}

/* Of words outside the vocabulary those that could be slow VALU instructions count where that decides; of memory
   instructions nobody knows what they move, be their addresses computed. */
static void test_R82_words_outside_the_vocabulary_matter_where_they_could_decide(void) {
    static const struct {
        const char* text;
        uint32_t gaps;
    } rows[] = {{SCALAR "v_frobnicate_f32 v1, v2\nv_frobnicate_f32 v1, v2\nv_frobnicate_f32 v1, v2\n" LOOP_END,
                 1u << GCNMEM_GAP_STRANGE},
                {SCALAR "v_frobnicate_f32 v1, v2\n" LOOP_END, 0},
                {SCALAR "s_frobnicate_b32 s0, s1\ns_frobnicate_b32 s0, s1\ns_frobnicate_b32 s0, s1\n" LOOP_END, 0},
                {"v_mov_b32 v0, 0\nv_mov_b32 v1, 0\nflat_load_frob v2, v[0:1]\ns_waitcnt vmcnt(0)\ns_endpgm\n",
                 1u << GCNMEM_GAP_DEFAULT}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        job j = job_new(GCNMEM_DEVICE_R9_FURY_X, rows[i].text);
        j.desc = gcnmem_run_scaled_desc(&j.desc, 1);
        j.options.groups = 160;
        job_run(&j);
        CHECK_U64(rows[i].gaps, j.result.gaps, "%s", rows[i].text);
        job_end(&j);
    }
}

/* What an instruction of unknown addresses did, and what it would at most, each lane a request of its own. */
static void test_R82_an_unknown_load_may_move_and_wait_for_more(void) {
    job j = job_new(GCNMEM_DEVICE_VEGA_64, "global_load_dwordx2 v[0:1], v[2:3], off\ns_endpgm\n");
    CHECK(job_start(&j), "%s", j.issue.rule);
    gcnmemi_machine_view v = gcnmemi_run_view(j.run);
    gcnmem_run_insn_stats* stats = &v.stats[0];
    gcnmemi_verdict_range range;
    memset(&range, 0, sizeof range);
    stats->issued = 10;
    stats->lines = 80;
    stats->unit_clocks = 160;
    stats->stall_clocks[GCNMEM_STALL_PIPE] = 700;
    range.best.l1_busy_clocks = 1000;
    range.best.stall_clocks[GCNMEM_STALL_PIPE] = 900;
    gcnmemi_verdict_add_unknown(&v, &range, 0);
    CHECK_U64(80 * 64, range.bytes[0], "lines that moved");
    CHECK_U64(10 * 64 * 64, range.bytes[1], "a line for each lane");
    CHECK_U64(1000 - 160, range.best.l1_busy_clocks, "without it");
    CHECK_U64(10 * 64 * 2, range.worst.l1_busy_clocks, "a clock for each dword of a lane");
    CHECK_U64(700, range.waits[0], "what waited for its unit");
    CHECK_U64(900 - 700, range.best.stall_clocks[GCNMEM_STALL_PIPE], "without it");
    CHECK_U64(10 * gcnmemi_desc_latency_clocks(v.desc, UINT64_C(1) << 40), range.waits[1], "each time the whole way");
    CHECK_U64(range.waits[1], range.worst.stall_clocks[GCNMEM_STALL_VECTOR_MEMORY], "as waits for vector memory");
    job_end(&j);
}

void suite_verdict(void) {
    TEST(test_R57_dram_is_supplied_from_95_percent_on);
    TEST(test_R57_channels_are_uneven_from_a_fifth_on);
    TEST(test_lanes_are_as_far_apart_as_three_quarters_of_them);
    TEST(test_R68_banks_are_named_where_conflicts_cost);
    TEST(test_advice_says_when_half_of_the_bytes_are_not_used);
    TEST(test_R9_wide_loads_are_advised_where_they_are_quicker);
    TEST(test_R9_a_wide_load_is_advised_up_to_twice_the_clocks);
    TEST(test_R6_R65_tag_conflicts_are_told_by_the_machines_banks);
    TEST(test_a_pitch_tells_what_memory_it_takes);
    TEST(test_advice_keeps_to_what_can_be_changed);
    TEST(test_what_is_best_is_named_by_its_unit);
    TEST(test_what_is_no_limiter_has_no_advice);
    TEST(test_a_pitch_of_32_dwords_more_is_tried);
    TEST(test_R57_the_limit_is_what_its_words_say);
    TEST(test_R57_what_took_no_time_limits_nothing);
    TEST(test_a_run_that_has_not_begun_has_no_hot_loop);
    TEST(test_the_hot_loop_of_a_later_stage);
    TEST(test_the_hot_loop_is_whole_wherever_it_is_entered);
    TEST(test_R82_an_unknown_load_may_move_and_wait_for_more);
    TEST(test_R82_a_small_unknown_load_does_not_decide);
    TEST(test_R70_units_of_a_machine_without_caches);
    TEST(test_R82_words_outside_the_vocabulary_matter_where_they_could_decide);
}
