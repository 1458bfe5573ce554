/* dram.c -- R34 to R43: an independent judge of every command, and what must hold for any description and any stream.

   The judge has to see the commands, so it looks at the plans of a private copy of the implementation. It knows only
   the description, remembers every command and checks each distance from scratch. */
#include "private.h"

#include <stdlib.h>

#if TEST_IS_SANITIZED
#define TRACE 1200
#define FUZZ_ROUNDS 1000
#else
#define TRACE 4000
#define FUZZ_ROUNDS 4000
#endif
#define FUZZ_TRACE 300

/* ---- descriptions ---- */

static void set_mapping(gcnmem_desc* d, const char* text) {
    memset(d->dram_mapping, 0, sizeof d->dram_mapping);
    memcpy(d->dram_mapping, text, strlen(text));
}

/* channels bits BL rate banks groups row | cl cwl rcdr rcdw rp ras rc rrds rrdl faw ccds ccdl wr wtrs wtrl rtp
   rtw rfc refi */
typedef struct part {
    uint32_t shape[7];
    uint32_t clocks[19];
    const char* mapping;
} part;

static const part parts[] = {
    /* DRAMsim3 HBM1_4Gb_x128 */
    {{8, 128, 4, 2, 16, 4, 2048},
     {7, 2, 7, 7, 7, 17, 24, 2, 3, 15, 1, 1, 8, 3, 4, 2, 1, 130, 1950},
     "row-group-bank-channel-column"},
    /* DRAMsim3 GDDR5_8Gb_x32, 64-bit bus, its two ranks as one of twice the banks */
    {{1, 64, 8, 4, 32, 1, 8192},
     {24, 7, 24, 20, 24, 56, 80, 10, 10, 40, 2, 2, 24, 10, 10, 2, 1, 74, 3800},
     "row-bank-channel-column"},
    /* the same read literally: 4 x 4 banks, tCCD_L 3, rows of 1 KB */
    {{1, 64, 8, 4, 16, 4, 1024},
     {24, 7, 24, 20, 24, 56, 80, 10, 10, 40, 2, 3, 24, 10, 10, 2, 1, 74, 3800},
     "row-channel-bank-group-column"},
    /* Tahiti: twelve channels */
    {{12, 32, 8, 4, 16, 4, 2048},
     {19, 7, 19, 12, 16, 41, 57, 5, 6, 32, 2, 3, 17, 5, 6, 2, 26, 123, 5365},
     "row-bank-column-group-channel-chunk"}};

static gcnmem_desc desc_of_part(const part* p) {
    static const gcnmem_field clocks[19] = {
        GCNMEM_FIELD_dram_cl_clocks,        GCNMEM_FIELD_dram_cwl_clocks,       GCNMEM_FIELD_dram_rcd_read_clocks,
        GCNMEM_FIELD_dram_rcd_write_clocks, GCNMEM_FIELD_dram_rp_clocks,        GCNMEM_FIELD_dram_ras_clocks,
        GCNMEM_FIELD_dram_rc_clocks,        GCNMEM_FIELD_dram_rrd_short_clocks, GCNMEM_FIELD_dram_rrd_long_clocks,
        GCNMEM_FIELD_dram_faw_clocks,       GCNMEM_FIELD_dram_ccd_short_clocks, GCNMEM_FIELD_dram_ccd_long_clocks,
        GCNMEM_FIELD_dram_wr_clocks,        GCNMEM_FIELD_dram_wtr_short_clocks, GCNMEM_FIELD_dram_wtr_long_clocks,
        GCNMEM_FIELD_dram_rtp_clocks,       GCNMEM_FIELD_dram_rtw_clocks,       GCNMEM_FIELD_dram_rfc_clocks,
        GCNMEM_FIELD_dram_refi_clocks};
    gcnmem_desc d = gcnmem_desc_for(GCNMEM_DEVICE_HD_7970); /* GDDR5: writes keep a distance of their own */
    uint32_t i;
    d.dram_channels = p->shape[0];
    d.dram_channel_bits = p->shape[1];
    d.dram_burst_length = p->shape[2];
    d.dram_data_rate = p->shape[3];
    d.dram_banks = p->shape[4];
    d.dram_bank_groups = p->shape[5];
    d.dram_row_bytes = p->shape[6];
    for (i = 0; i < 19; ++i) {
        gcnmemi_desc_put(&d, clocks[i], p->clocks[i]);
    }
    d.dram_bus_bits = d.dram_channels * d.dram_channel_bits;
    d.dram_bank_rule = 1;
    set_mapping(&d, p->mapping);
    return d;
}

static gcnmem_desc desc_number(uint32_t i) {
    gcnmem_desc d = desc_of_part(&parts[i % 4]);
    d.dram_page_policy = i / 4 % 2 ? 2 : 1;
    if (i / 8 % 2) {
        d.dram_read_queue_entries = 5;
        d.dram_write_queue_entries = 4;
        d.dram_write_high_entries = 3;
        d.dram_write_low_entries = 1;
    }
    d.dram_refi_clocks = i / 16 % 2 ? 1048576 : d.dram_refi_clocks; /* hardly ever, or often */
    d.dram_bank_rule = i / 32 % 2 ? 2 : 1;
    return d;
}

/* ---- streams ---- */

typedef struct stream {
    uint64_t address[TRACE];
    uint8_t is_write[TRACE];
} stream;

static stream trace;

static void make_trace(test_random* random, uint32_t kind) {
    uint64_t i;
    for (i = 0; i < TRACE; ++i) {
        switch (kind % 4) {
        case 0:
            trace.address[i] = i * 64;
            break;
        case 1:
            trace.address[i] = test_random_below(random, 0x40000000) & ~UINT64_C(63);
            break;
        case 2:
            trace.address[i] = i * 4096;
            break;
        default:
            trace.address[i] = test_random_below(random, 8) * 0x100000 + i / 8 * 64;
            break;
        }
        switch (kind / 4 % 3) {
        case 0:
            trace.is_write[i] = 0;
            break;
        case 1:
            trace.is_write[i] = test_random_below(random, 3) == 0;
            break;
        default:
            trace.is_write[i] = i >> 7 & 1;
            break;
        }
    }
}

/* ---- models ---- */

typedef struct model {
    void* memory;
    size_t bytes;
    gcnmemi_dram* dram;
} model;

static model model_make(const gcnmem_desc* d) {
    model m;
    m.bytes = gcnmemi_dram_size_bytes(d);
    m.memory = malloc(m.bytes + 1);
    m.dram = gcnmemi_dram_init(m.memory, m.bytes, d);
    CHECK(m.dram != NULL, "%u channels, mapping %s", d->dram_channels, d->dram_mapping);
    return m;
}

/* ---- the judge ---- */

#define JUDGE_BANKS 64
typedef struct judge {
    const gcnmem_desc* d;
    uint64_t act[JUDGE_BANKS], pre[JUDGE_BANKS], rd[JUDGE_BANKS], wr[JUDGE_BANKS]; /* last + 1, 0 = never */
    int open[JUDGE_BANKS];
    uint64_t acts[4];
    uint64_t last_command, refresh, bus_end;
    const char* name; /* what to repeat */
    uint32_t number;
} judge;

#define MAY_CLOSE_ITSELF 2
#define JUDGE(condition) CHECK(condition, "%s %u, command at clock %" PRIu64, j->name, j->number, t)

/* At least `gap` after `then` (stored + 1; 0 = never). */
static int after(uint64_t now, uint64_t then, uint64_t gap) {
    return then == 0 || now >= then - 1 + gap;
}

/* R36: the bank may be precharged at `t`. */
static int may_precharge(const judge* j, uint32_t bank, uint64_t t) {
    const gcnmem_desc* d = j->d;
    uint32_t burst = (d->dram_burst_length + d->dram_data_rate - 1) / d->dram_data_rate;
    return after(t, j->act[bank], d->dram_ras_clocks) && after(t, j->rd[bank], d->dram_rtp_clocks) &&
           after(t, j->wr[bank], d->dram_cwl_clocks + burst + d->dram_wr_clocks);
}

static void judge_refresh(judge* j, uint64_t t) { /* R40 */
    uint32_t i;
    for (i = 0; i < j->d->dram_banks; ++i) {
        JUDGE(after(t, j->pre[i], j->d->dram_rp_clocks));
        JUDGE(!j->open[i] || may_precharge(j, i, t - j->d->dram_rp_clocks)); /* precharge-all in time */
        j->open[i] = 0;
    }
    j->refresh = t + 1;
}

static void judge_activate(judge* j, uint32_t bank, uint64_t t, uint32_t per_group) {
    const gcnmem_desc* d = j->d;
    uint64_t* window = j->acts;
    uint32_t i;
    JUDGE(!j->open[bank]);
    JUDGE(after(t, j->pre[bank], d->dram_rp_clocks));
    JUDGE(after(t, j->act[bank], d->dram_rc_clocks));
    JUDGE(t < d->dram_rp_clocks || may_precharge(j, bank, t - d->dram_rp_clocks));
    for (i = 0; i < d->dram_banks; ++i) { /* R38 */
        JUDGE(after(t, j->act[i],
                    i / per_group == bank / per_group ? d->dram_rrd_long_clocks : d->dram_rrd_short_clocks));
    }
    JUDGE(after(t, window[0], d->dram_faw_clocks));
    memmove(window, window + 1, 3 * sizeof window[0]);
    window[3] = t + 1;
    j->act[bank] = t + 1;
    j->open[bank] = 1;
}

static void judge_column(judge* j, uint32_t bank, uint32_t is_write, uint64_t t, uint32_t per_group) {
    const gcnmem_desc* d = j->d;
    uint32_t burst = (d->dram_burst_length + d->dram_data_rate - 1) / d->dram_data_rate;
    uint64_t data = t + (is_write ? d->dram_cwl_clocks : d->dram_cl_clocks);
    uint32_t i;
    JUDGE(j->open[bank]);
    JUDGE(after(t, j->act[bank], is_write ? d->dram_rcd_write_clocks : d->dram_rcd_read_clocks));
    JUDGE(data >= j->bus_end);
    j->bus_end = data + burst;
    for (i = 0; i < d->dram_banks; ++i) { /* R37, R39, R60 */
        int same = i / per_group == bank / per_group;
        uint32_t ccd = same ? d->dram_ccd_long_clocks : d->dram_ccd_short_clocks;
        uint32_t wtr = same ? d->dram_wtr_long_clocks : d->dram_wtr_short_clocks;
        JUDGE(after(t, j->rd[i], is_write ? d->dram_rtw_clocks : ccd));
        JUDGE(!is_write || after(t, j->wr[i], d->dram_ccd_write_clocks));
        JUDGE(after(t, j->wr[i], is_write ? ccd : d->dram_cwl_clocks + burst + wtr));
    }
    (is_write ? j->wr : j->rd)[bank] = t + 1;
    if (d->dram_page_policy == 2) {
        j->open[bank] = MAY_CLOSE_ITSELF;
    }
}

static void judge_command(judge* j, uint32_t command, uint32_t bank, uint32_t is_write, uint64_t t) {
    const gcnmem_desc* d = j->d;
    uint32_t groups = d->dram_bank_groups ? d->dram_bank_groups : 1;
    JUDGE(after(t, j->last_command, 1));
    j->last_command = t + 1;
    JUDGE(after(t, j->refresh, d->dram_rfc_clocks));
    if (command == GCNMEMI_DRAM_REFRESH) {
        judge_refresh(j, t);
    } else if (command == GCNMEMI_DRAM_PRECHARGE) {
        JUDGE(j->open[bank]);
        JUDGE(may_precharge(j, bank, t));
        j->open[bank] = 0;
        j->pre[bank] = t + 1;
    } else if (command == GCNMEMI_DRAM_ACTIVATE) {
        judge_activate(j, bank, t, d->dram_banks / groups);
    } else {
        judge_column(j, bank, is_write, t, d->dram_banks / groups);
    }
}

/* Issues the commands of the next clock, each of them judged, and compares every incremental plan with a full one. */
static void step_judged(model* m, judge* judges) {
    uint64_t next = gcnmemi_dram_next_clock(m->dram);
    uint32_t c;
    for (c = 0; c < m->dram->desc.dram_channels; ++c) {
        gcnmemi_dram_view view = gcnmemi_dram_view_of(m->dram, c);
        gcnmemi_dram_plan plan = view.channel->plan;
        judge* j = &judges[c];
        uint64_t t = next;
        gcnmemi_dram_plan_next(&view);
        JUDGE(plan.clock == view.channel->plan.clock && plan.command == view.channel->plan.command &&
              plan.bank == view.channel->plan.bank);
        JUDGE(*view.next_clock == plan.clock);
        while (view.channel->plan.clock <= next) {
            uint32_t is_write = view.channel->direction;
            uint32_t b;
            plan = view.channel->plan;
            gcnmemi_dram_issue(&view);
            judge_command(j, plan.command, plan.bank, is_write, plan.clock);
            for (b = 0; b < m->dram->desc.dram_banks; ++b) {
                int is_open = (int)(view.channel->open_banks >> b & 1);
                j->open[b] = j->open[b] == MAY_CLOSE_ITSELF ? is_open : j->open[b];
                JUDGE((j->open[b] != 0) == is_open);
            }
        }
    }
    gcnmemi_dram_advance(m->dram, next);
}

/* Submits, and lets the judge see a refresh that an idle channel made up for. */
static int submit_judged(model* m, judge* judges, uint64_t address, uint32_t is_write, uint64_t clock, uint32_t tag) {
    gcnmemi_dram_location location;
    gcnmemi_dram_view view;
    uint64_t due;
    int taken;
    gcnmemi_dram_decode(m->dram, address, &location);
    view = gcnmemi_dram_view_of(m->dram, location.channel);
    due = view.channel->refresh_clock;
    taken = test_dram_submit(m->dram, address, is_write, clock, tag);
    if (view.channel->refresh_clock != due) {
        judge_command(&judges[location.channel], GCNMEMI_DRAM_REFRESH, 0, 0,
                      view.banks[0].clock[GCNMEMI_DRAM_ACTIVATE] - m->dram->desc.dram_rfc_clocks);
    }
    return taken;
}

static judge* judges_make(const gcnmem_desc* d, const char* name, uint32_t number) {
    judge* judges = (judge*)calloc(d->dram_channels, sizeof(judge));
    uint32_t i;
    for (i = 0; i < d->dram_channels; ++i) {
        judges[i].d = d;
        judges[i].name = name;
        judges[i].number = number;
    }
    return judges;
}

static void check_sums(const gcnmem_desc* d, const gcnmem_dram_stats* s, uint64_t requests, uint32_t number) {
    uint64_t sum = 0;
    uint32_t i;
    for (i = 0; i < GCNMEM_DRAM_LIMITS; ++i) {
        sum += s->limit_clocks[i];
    }
    CHECK_U64(d->dram_channels * s->clocks, sum, "description %u: busy + causes = channels * clocks", number);
    CHECK_U64(requests, s->reads + s->writes, "description %u", number);
    CHECK_U64(requests, s->row_hits + s->row_misses + s->row_conflicts, "description %u", number);
    CHECK(s->activates >= s->row_misses + s->row_conflicts, "description %u: a refresh can close an unused row",
          number);
    CHECK_U64(requests * ((d->dram_burst_length + d->dram_data_rate - 1) / d->dram_data_rate), s->busy_clocks,
              "description %u", number);
    CHECK_U64(s->busy_clocks, s->limit_clocks[GCNMEM_DRAM_LIMIT_INTERFACE], "description %u", number);
    CHECK_U64(requests * d->dram_burst_length * (d->dram_channel_bits / 8), s->bytes, "description %u", number);
    uint64_t due = d->dram_channels * (s->clocks / d->dram_refi_clocks);
    CHECK(s->refreshes <= due && s->refreshes + d->dram_channels >= due, "description %u: %" PRIu64 " refreshes",
          number, s->refreshes);
}

typedef struct tally {
    uint8_t seen[TRACE];
    uint64_t last_done;
    size_t popped;
} tally;

static void pop_all(gcnmemi_dram* dram, tally* t, uint32_t number) {
    gcnmemi_dram_completion done;
    while (gcnmemi_dram_pop(dram, &done)) {
        CHECK(done.tag < TRACE && !t->seen[done.tag], "description %u: every tag once, tag %u", number, done.tag);
        t->seen[done.tag % TRACE] = 1;
        t->last_done = done.clock > t->last_done ? done.clock : t->last_done;
        ++t->popped;
    }
}

/* Steps the first `count` requests of the trace through a judged model that moves house half way. */
static gcnmem_dram_stats step_trace(const gcnmem_desc* d, uint32_t count, const char* name, uint32_t number) {
    static tally t;
    judge* judges = judges_make(d, name, number);
    model step = model_make(d);
    gcnmem_dram_stats stats;
    uint64_t clock = 0;
    uint32_t i;
    memset(&t, 0, sizeof t);
    for (i = 0; i < count; ++i) {
        while (gcnmemi_dram_next_clock(step.dram) <= clock) {
            step_judged(&step, judges); /* what submit would do, under the judge's eyes */
        }
        while (!submit_judged(&step, judges, trace.address[i], trace.is_write[i], clock, i)) {
            clock = gcnmemi_dram_next_clock(step.dram);
            step_judged(&step, judges);
        }
        if (i == count / 2) { /* a snapshot is a memcpy, to any other place */
            model copy = model_make(d);
            memcpy(copy.memory, step.memory, step.bytes);
            free(step.memory);
            step = copy;
        }
        pop_all(step.dram, &t, number);
    }
    while (gcnmemi_dram_next_clock(step.dram) != UINT64_MAX) {
        step_judged(&step, judges);
    }
    gcnmemi_dram_drain(step.dram);
    pop_all(step.dram, &t, number);
    gcnmemi_dram_stats(step.dram, &stats);
    CHECK_U64(count, t.popped, "%s %u", name, number);
    CHECK_U64(stats.clocks, t.last_done, "%s %u", name, number);
    free(step.memory);
    free(judges);
    return stats;
}

static gcnmem_dram_stats stream_trace(const gcnmem_desc* d, size_t count, int reads_only) {
    model run = model_make(d);
    gcnmem_dram_stats stats;
    test_dram_stream(run.dram, trace.address, reads_only ? NULL : trace.is_write, count);
    gcnmemi_dram_drain(run.dram);
    gcnmemi_dram_stats(run.dram, &stats);
    free(run.memory);
    return stats;
}

static void test_R34_to_R43_stepping_equals_streaming_and_every_command_is_legal(void) {
    test_random random = test_random_start(130);
    uint32_t which;
    uint32_t kind;
    for (which = 0; which < 64; ++which) {
        gcnmem_desc d = desc_number(which);
        CHECK(gcnmem_desc_validate(&d, NULL) == GCNMEM_OK, "description %u", which);
        for (kind = which / 32 ? which % 12 : 0; kind < 12; kind += which / 32 ? 12 : 1) {
            gcnmem_dram_stats a;
            gcnmem_dram_stats b;
            make_trace(&random, kind);
            a = stream_trace(&d, TRACE, 0);
            b = step_trace(&d, TRACE, "description", which);
            check_sums(&d, &a, TRACE, which);
            CHECK(memcmp(&a, &b, sizeof a) == 0, "description %u trace %u", which, kind);
        }
    }
}

/* Sparse arrivals, one advance to the end or many: the same. */
static void test_R40_big_jumps_equal_small_steps(void) {
    test_random random = test_random_start(131);
    uint32_t which;
    for (which = 0; which < 32; ++which) {
        gcnmem_desc d = desc_number(which);
        model big = model_make(&d);
        model small = model_make(&d);
        gcnmem_dram_stats a;
        gcnmem_dram_stats b;
        uint64_t clock = 0;
        uint64_t now = 0;
        uint32_t i;
        make_trace(&random, which % 12);
        for (i = 0; i < 300; ++i) {
            int taken;
            clock += test_random_below(&random, i % 10 == 0 ? 20000 : 30);
            while (now + 7 < clock) {
                now += 7;
                gcnmemi_dram_advance(small.dram, now);
            }
            taken = test_dram_submit(big.dram, trace.address[i], trace.is_write[i], clock, UINT32_MAX);
            CHECK(taken == test_dram_submit(small.dram, trace.address[i], trace.is_write[i], clock, UINT32_MAX),
                  "description %u request %u", which, i);
        }
        gcnmemi_dram_advance(big.dram, clock + 100000);
        for (now = clock; now < clock + 100000; now += 1000) {
            gcnmemi_dram_advance(small.dram, now);
        }
        gcnmemi_dram_advance(small.dram, clock + 100000);
        gcnmemi_dram_stats(big.dram, &a);
        gcnmemi_dram_stats(small.dram, &b);
        CHECK(memcmp(&a, &b, sizeof a) == 0, "description %u", which);
        check_sums(&d, &a, a.reads + a.writes, which);
        free(big.memory);
        free(small.memory);
    }
}

/* One row number of twelve channels: every place exactly once, with and without the hash. */
static void test_R41_decoding_is_one_to_one(void) {
    static uint8_t used[12 * 16 * 64];
    uint32_t rule;
    for (rule = 1; rule <= 2; ++rule) {
        gcnmem_desc d = desc_of_part(&parts[3]);
        model m;
        gcnmemi_dram_location p;
        uint64_t row;
        uint64_t i;
        d.dram_bank_rule = rule;
        m = model_make(&d);
        for (row = 0; row < 300; row += 23) {
            memset(used, 0, sizeof used);
            for (i = 0; i < sizeof used; ++i) {
                uint64_t at;
                gcnmemi_dram_decode(m.dram, (row * sizeof used + i) * 32 + i % 32, &p);
                CHECK_U64(row, p.row, "burst %" PRIu64, i);
                CHECK(p.channel < 12 && p.group < 4 && p.bank < 4 && p.column < 64, "burst %" PRIu64, i);
                at = ((p.channel * UINT64_C(4) + p.group) * 4 + p.bank) * 64 + p.column;
                CHECK(used[at % sizeof used]++ == 0, "rule %u row %" PRIu64 " burst %" PRIu64 " meets another", rule,
                      row, i);
            }
        }
        free(m.memory);
    }
}

/* Any legal order of fields with any sizes: distinct bursts have distinct places, the row is what is left. */
static void test_R41_any_mapping_is_one_to_one(void) {
    static const char* const names[] = {"group", "bank", "channel", "column"};
    test_random random = test_random_start(132);
    uint32_t round;
    for (round = 0; round < 200; ++round) {
        gcnmem_desc d = desc_of_part(&parts[0]);
        uint32_t order[4] = {0, 1, 2, 3};
        uint32_t chunk = (uint32_t)test_random_below(&random, 2);
        uint64_t places;
        uint8_t* used;
        model m;
        uint64_t i;
        d.dram_channels = 1 + (uint32_t)test_random_below(&random, 13);
        d.dram_bank_groups = (uint32_t)1 << test_random_below(&random, 3);
        d.dram_banks = d.dram_bank_groups << test_random_below(&random, 3);
        d.dram_row_bytes = (uint32_t)256 << test_random_below(&random, 4);
        d.dram_bank_rule = 1 + (uint32_t)test_random_below(&random, 2);
        d.dram_bus_bits = d.dram_channels * d.dram_channel_bits;
        set_mapping(&d, "row");
        for (i = 4; i > 0; --i) {
            uint32_t at = (uint32_t)test_random_below(&random, i);
            strcat(d.dram_mapping, "-");
            strcat(d.dram_mapping, names[order[at]]);
            order[at] = order[i - 1];
        }
        strcat(d.dram_mapping, chunk ? "-chunk" : "");
        CHECK(gcnmem_desc_validate(&d, NULL) == GCNMEM_OK, "%s", d.dram_mapping);
        m = model_make(&d);
        places = (uint64_t)d.dram_channels * d.dram_banks * (d.dram_row_bytes / 64);
        used = (uint8_t*)calloc((size_t)places, 1);
        for (i = 0; i < places; ++i) {
            gcnmemi_dram_location p;
            uint64_t bank;
            uint64_t at;
            gcnmemi_dram_decode(m.dram, (places * 77 + i) * 64, &p);
            CHECK_U64(77, p.row, "%s burst %" PRIu64, d.dram_mapping, i);
            bank = (uint64_t)p.group * (d.dram_banks / d.dram_bank_groups) + p.bank;
            at = (p.channel * (uint64_t)d.dram_banks + bank) * (d.dram_row_bytes / 64) + p.column;
            CHECK(at < places && used[at]++ == 0, "%s burst %" PRIu64, d.dram_mapping, i);
        }
        free(used);
        free(m.memory);
    }
}

/* Any description is refused or runs, and then every command is legal and every clock is accounted for. */
static void test_R34_to_R43_any_description_is_refused_or_runs(void) {
    const size_t first = offsetof(gcnmem_desc, dram_memory) / sizeof(uint32_t);
    const size_t count = offsetof(gcnmem_desc, dram_mapping) / sizeof(uint32_t) - first;
    test_random random = test_random_start(133);
    uint32_t ran = 0;
    uint32_t round;
    for (round = 0; round < (uint32_t)test_many(FUZZ_ROUNDS); ++round) {
        gcnmem_desc d = desc_number((uint32_t)test_random_below(&random, 64));
        uint64_t k;
        for (k = test_random_below(&random, 5); k < 4; ++k) {
            uint64_t pick = test_random_below(&random, 6);
            uint32_t field = (uint32_t)(GCNMEM_FIELD_dram_memory + test_random_below(&random, count));
            uint32_t value = test_field_value(&d, (gcnmem_field)field) + (uint32_t)test_random_below(&random, 5) - 2;
            value = pick == 0 ? (uint32_t)test_random_next(&random) : value;
            value = pick == 1 ? 0 : value;
            value = pick == 2 ? (uint32_t)1 << test_random_below(&random, 32) : value;
            value = pick == 3 ? (uint32_t)test_random_below(&random, 100) : value;
            gcnmemi_desc_put(&d, field, value);
        }
        d.dram_bus_bits = d.dram_channels * d.dram_channel_bits;
        if (test_random_below(&random, 8) == 0) {
            d.l2_interleave_bytes = (uint32_t)1 << test_random_below(&random, 20);
        }
        if (test_random_below(&random, 8) == 0) {
            d.dram_mapping[test_random_below(&random, 40)] = (char)test_random_below(&random, 256);
        }
        if (gcnmem_desc_validate(&d, NULL) == GCNMEM_OK && gcnmemi_dram_size_bytes(&d) < ((size_t)1 << 24)) {
            gcnmem_dram_stats a;
            gcnmem_dram_stats b;
            make_trace(&random, (uint32_t)test_random_below(&random, 12));
            a = stream_trace(&d, FUZZ_TRACE, 0);
            b = step_trace(&d, FUZZ_TRACE, "fuzz round", round);
            CHECK(memcmp(&a, &b, sizeof a) == 0, "fuzz round %u", round);
            check_sums(&d, &a, FUZZ_TRACE, round);
            ++ran;
        }
    }
    CHECK(ran > test_many(FUZZ_ROUNDS) / 10, "only %u of %u descriptions ran", ran, FUZZ_ROUNDS);
}

/* One channel: offering is streaming. Several: no channel waits for another, and nothing is lost. */
static void test_R42_offers_equal_a_stream(void) {
    test_random random = test_random_start(135);
    uint32_t which;
    for (which = 0; which < 32; ++which) {
        gcnmem_desc d = desc_number(which);
        model m = model_make(&d);
        gcnmem_dram_stats a;
        gcnmem_dram_stats b;
        uint32_t i;
        make_trace(&random, which % 12);
        a = stream_trace(&d, TRACE, 0);
        for (i = 0; i < TRACE; ++i) {
            gcnmemi_dram_offer(m.dram, trace.address[i], trace.is_write[i], 0);
        }
        gcnmemi_dram_drain(m.dram);
        gcnmemi_dram_stats(m.dram, &b);
        check_sums(&d, &b, TRACE, which);
        CHECK(d.dram_channels != 1 || memcmp(&a, &b, sizeof a) == 0, "description %u", which);
        CHECK(b.clocks <= a.clocks + a.clocks / 10, "description %u: offers %" PRIu64 ", stream %" PRIu64, which,
              b.clocks, a.clocks);
        free(m.memory);
    }
}

/* A wider activation window never speeds random reads up. */
static void test_R38_a_wider_window_never_helps(void) {
    test_random random = test_random_start(134);
    gcnmem_dram_stats s;
    uint64_t previous = 0;
    uint32_t faw;
    memset(&s, 0, sizeof s);
    make_trace(&random, 1);
    for (faw = 10; faw < 40; faw += 5) {
        gcnmem_desc d = desc_of_part(&parts[0]);
        d.dram_faw_clocks = faw;
        s = stream_trace(&d, TRACE, 1);
        CHECK(s.clocks >= previous, "tFAW %u", faw);
        previous = s.clocks;
    }
    CHECK_U64(GCNMEM_DRAM_LIMIT_ACTIVATION, gcnmemi_dram_limited_by(&s), "tFAW 35");
}

static void test_bits_lowest(void) {
    uint32_t i;
    for (i = 0; i < 64; ++i) {
        CHECK_U64(i, gcnmemi_bits_lowest((uint64_t)3 << i), "bit %u", i);
    }
}

void suite_oracle_dram(void);
void suite_oracle_dram(void) {
    TEST(test_R34_to_R43_stepping_equals_streaming_and_every_command_is_legal);
    TEST(test_R40_big_jumps_equal_small_steps);
    TEST(test_R41_decoding_is_one_to_one);
    TEST(test_R41_any_mapping_is_one_to_one);
    TEST(test_R34_to_R43_any_description_is_refused_or_runs);
    TEST(test_R42_offers_equal_a_stream);
    TEST(test_R38_a_wider_window_never_helps);
    TEST(test_bits_lowest);
}
