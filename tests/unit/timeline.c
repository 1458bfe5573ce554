/* timeline.c -- what a run records of its course, and the trace it is written as */
#include "job.h"

#include <stdlib.h>

#define LOOP \
    "s_load_dword s0, s[2:3], 0x0 ; @mem 64\ns_waitcnt lgkmcnt(0)\n" \
    "x: ; @trip 5\nbuffer_load_dword v0, v1, s[0:3], 0 offen ; @mem lane*4+wave*256+iter*65536+group*1048576\n" \
    "ds_read_b32 v2, v3 ; @mem lane*8\nv_rcp_f32 v4, v5\nv_cmp_eq_u32 vcc, v0, v1\ns_cbranch_vccz y\n" \
    "y: s_waitcnt vmcnt(0) lgkmcnt(0)\ns_barrier\ns_cbranch_scc1 x\n" \
    "buffer_store_dword v0, v1, s[0:3], 0 offen ; @mem 0x8000000+lane*4+wave*256\n"

/* Three groups' worth of four waves and a half share a CU of two wave slots a SIMD; slots are used again and again. */
static job recorded(const char* text, uint32_t event_count) {
    job j = job_new(GCNMEM_DEVICE_R9_FURY_X, text);
    j.options.group_lanes = 288;
    j.options.groups = 7;
    j.options.cu_count = 2;
    j.options.groups_per_cu_max = 2;
    j.options.event_count = event_count;
    j.desc.wave_launch_clocks = 4; /* the shortest: a wave begins where the one before it in its slot ends */
    return j;
}

static gcnmem_run_event* events_of(const job* j, size_t* out_count) {
    gcnmem_run_result result;
    gcnmem_run_event* events;
    result = gcnmem_run_result_of(j->run);
    events = (gcnmem_run_event*)calloc((size_t)result.events + 1, sizeof *events);
    *out_count = gcnmem_run_events_of(j->run, events, (size_t)result.events + 1);
    CHECK_U64(result.events, *out_count, "as many as the result says");
    return events;
}

/* ---- recording looks on ---- */

static void test_timeline_recording_changes_no_counter(void) {
    job off = recorded(LOOP "s_endpgm\n", 0);
    uint32_t room;
    job_run(&off);
    for (room = 1; room <= 100000; room *= 10) {
        job on = recorded(LOOP "s_endpgm\n", room);
        uint32_t i;
        job_run(&on);
        CHECK(on.result.events + on.result.events_lost > 1000, "%" PRIu32, room);
        for (i = 0; i < off.listing->insn_count; ++i) {
            gcnmem_run_insn_stats a = gcnmem_run_insn_of(off.run, i);
            gcnmem_run_insn_stats b = gcnmem_run_insn_of(on.run, i);
            CHECK(memcmp(&a, &b, sizeof a) == 0, "instruction %" PRIu32 ", room %" PRIu32, i, room);
        }
        on.result.events = on.result.events_lost = on.result.events_lost_clock = 0;
        CHECK(memcmp(&on.result, &off.result, sizeof off.result) == 0, "room %" PRIu32, room);
        job_end(&on);
    }
    CHECK_U64(0, off.result.events + off.result.events_lost, "nothing asked for, nothing recorded");
    job_end(&off);
}

static void test_timeline_a_full_one_holds_the_beginning(void) {
    job all = recorded(LOOP "s_endpgm\n", 100000);
    job few = recorded(LOOP "s_endpgm\n", 500);
    gcnmem_run_event* a;
    gcnmem_run_event* b;
    size_t a_count, b_count, i;
    job_run(&all);
    job_run(&few);
    a = events_of(&all, &a_count);
    b = events_of(&few, &b_count);
    CHECK_U64(0, all.result.events_lost, "there was room");
    CHECK_U64(500, b_count, "its room");
    CHECK(few.result.events + few.result.events_lost >= a_count, /* two ends in a clock: one event, or two lost */
          "%" PRIu64 " lost of %u", few.result.events_lost, (unsigned)a_count);
    CHECK(few.result.events_lost_clock > 0 && few.result.events_lost_clock < few.result.clocks, "%" PRIu64,
          few.result.events_lost_clock);
    for (i = 0; i < b_count; ++i) {
        CHECK(memcmp(&a[i], &b[i], sizeof a[i]) == 0, "event %u", (unsigned)i);
    }
    free(a);
    free(b);
    job_end(&all);
    job_end(&few);
}

/* In small steps, and from a copy of the memory in the middle. */
static void test_timeline_stepping_and_snapshots_record_the_same(void) {
    job whole = recorded(LOOP "s_endpgm\n", 100000);
    job steps = recorded(LOOP "s_endpgm\n", 100000);
    gcnmem_run_event *a, *b;
    size_t a_count, b_count;
    uint64_t clock = 0;
    void* copy;
    job_run(&whole);
    if (!job_start(&steps)) {
        return;
    }
    while (clock < whole.result.clocks / 2) {
        gcnmem_run_advance(steps.run, clock += 7, NULL);
    }
    copy = malloc(steps.run_bytes);
    memcpy(copy, steps.run, steps.run_bytes);
    free(steps.run);
    steps.run = (gcnmem_run*)copy;
    CHECK(gcnmem_run_advance(steps.run, UINT64_MAX, NULL) == GCNMEM_RUN_DONE, "goes on");
    a = events_of(&whole, &a_count);
    b = events_of(&steps, &b_count);
    CHECK_U64(a_count, b_count, "events");
    CHECK(a_count == b_count && memcmp(a, b, a_count * sizeof *a) == 0, "the same events");
    free(a);
    free(b);
    job_end(&whole);
    job_end(&steps);
}

/* ---- what is recorded adds up ---- */

static int by_slot(const void* left, const void* right) {
    const gcnmem_run_event* a = (const gcnmem_run_event*)left;
    const gcnmem_run_event* b = (const gcnmem_run_event*)right;
    uint64_t keys[4][2];
    int i;
    keys[0][0] = a->cu, keys[0][1] = b->cu;
    keys[1][0] = a->slot, keys[1][1] = b->slot;
    keys[2][0] = a->begin, keys[2][1] = b->begin;
    keys[3][0] = a->kind, keys[3][1] = b->kind;
    for (i = 0; i < 4; ++i) {
        if (keys[i][0] != keys[i][1]) {
            return keys[i][0] < keys[i][1] ? -1 : 1;
        }
    }
    return 0;
}

typedef struct sums {
    uint64_t stalls[GCNMEM_STALL_END], issues, active, waves, wave_clocks, requests[GCNMEM_SERVED_END];
} sums;

static sums sums_of(const gcnmem_run_event* events, size_t count) {
    sums s;
    size_t i;
    memset(&s, 0, sizeof s);
    for (i = 0; i < count; ++i) {
        uint64_t clocks = events[i].end - events[i].begin;
        s.stalls[events[i].stall] += events[i].kind == GCNMEM_RUN_EVENT_STALL ? clocks : 0;
        s.issues += events[i].kind == GCNMEM_RUN_EVENT_ISSUE;
        s.active += events[i].kind == GCNMEM_RUN_EVENT_ISSUE ? clocks : 0;
        s.waves += events[i].kind == GCNMEM_RUN_EVENT_WAVE;
        s.wave_clocks += events[i].kind == GCNMEM_RUN_EVENT_WAVE ? clocks : 0;
        s.requests[events[i].served] += events[i].kind == GCNMEM_RUN_EVENT_REQUEST;
    }
    return s;
}

static void check_sums(const job* j, const gcnmem_run_event* events, size_t count) {
    sums s = sums_of(events, count);
    uint64_t instructions = 0;
    int i;
    for (i = 0; i < GCNMEM_STALL_END; ++i) {
        CHECK_U64(j->result.stall_clocks[i], s.stalls[i], "%s", gcnmem_name_of(GCNMEM_NAMES_STALL, i));
    }
    for (i = 0; i < GCNMEM_SERVED_END; ++i) {
        CHECK_U64(j->result.served[i], s.requests[i], "%s", gcnmem_name_of(GCNMEM_NAMES_SERVED, i));
    }
    for (i = 0; i < GCNMEM_CATEGORY_END; ++i) {
        instructions += j->result.instructions[i];
    }
    CHECK_U64(instructions + j->result.open_ends, s.issues, "instructions, and ends that the listing leaves out");
    CHECK_U64(j->result.active_clocks, s.active, "clocks of instructions");
    CHECK_U64(j->result.waves, s.waves, "waves");
    CHECK_U64(j->result.wave_clocks, s.wave_clocks, "clocks of waves");
}

/* Behind a wave's event stand its instructions and stalls without a gap; then comes the slot's next wave. */
static void check_tiles(gcnmem_run_event* events, size_t count) {
    const gcnmem_run_event* wave = NULL;
    uint64_t at = 0;
    size_t i;
    qsort(events, count, sizeof *events, by_slot);
    for (i = 0; i < count; ++i) {
        const gcnmem_run_event* e = &events[i];
        if (e->kind == GCNMEM_RUN_EVENT_WAVE) {
            CHECK_U64(e->wave, e->slot % 5, "the five waves of a group stand side by side");
            CHECK(wave == NULL || at == wave->end, "wave ends at %" PRIu64 ", its events at %" PRIu64, wave->end, at);
            CHECK(wave == NULL || wave->cu != e->cu || wave->slot != e->slot || wave->end <= e->begin,
                  "one wave at a time: %" PRIu64 " %" PRIu64, wave->end, e->begin);
            wave = e;
            at = e->begin;
        } else if (e->kind <= GCNMEM_RUN_EVENT_STALL) {
            CHECK(wave != NULL && e->group == wave->group && e->wave == wave->wave && e->slot == wave->slot,
                  "its wave");
            CHECK_U64(at, e->begin, "cu %" PRIu32 " slot %" PRIu32, e->cu, e->slot);
            CHECK(e->end > e->begin, "takes time");
            at = e->end;
        }
    }
    CHECK(wave != NULL && at == wave->end, "last wave");
}

static void test_timeline_adds_up_to_the_counters(void) {
    static const char* const texts[] = {LOOP "s_endpgm\n", LOOP, "v_mov_b32 v0, 0\ns_nop 0\ns_endpgm\n", "s_endpgm\n"};
    int i;
    for (i = 0; i < 4; ++i) {
        job j = recorded(texts[i], 100000);
        gcnmem_run_event* events;
        size_t count;
        job_run(&j);
        events = events_of(&j, &count);
        check_sums(&j, events, count);
        check_tiles(events, count);
        free(events);
        job_end(&j);
    }
}

static void test_timeline_requests_last_until_the_wait_for_them(void) {
    job j = recorded("buffer_load_dword v0, v1, s[0:3], 0 offen ; @mem lane*4\ns_waitcnt vmcnt(0)\ns_endpgm\n", 1000);
    gcnmem_run_event* events;
    size_t count, i;
    uint64_t request = 0, stall = 0;
    j.options.groups = 1;
    j.options.group_lanes = 64;
    job_run(&j);
    events = events_of(&j, &count);
    for (i = 0; i < count; ++i) {
        if (events[i].kind == GCNMEM_RUN_EVENT_REQUEST) {
            request = events[i].end;
            CHECK_U64(4, events[i].begin, "the first clock a wave can have");
            CHECK_U64(GCNMEM_SERVED_DRAM, events[i].served, "nothing is in the caches");
        } else if (events[i].kind == GCNMEM_RUN_EVENT_STALL && events[i].awaited != GCNMEM_NONE) {
            stall = events[i].end;
            CHECK_U64(0, events[i].awaited, "the load");
            CHECK_U64(1, events[i].insn, "the wait");
            CHECK_U64(GCNMEM_SERVED_DRAM, events[i].served, "as the request");
        }
    }
    CHECK(request > 100, "%" PRIu64, request);
    CHECK_U64(request, stall, "the wait ends when the data are there");
    free(events);
    job_end(&j);
}

static void test_timeline_counts_resident_waves(void) {
    job j = recorded(LOOP "s_endpgm\n", 100000);
    gcnmem_run_event* events;
    uint64_t clock[2] = {0, 0};
    uint32_t waves[2] = {0, 0}, most = 0;
    size_t count, i;
    job_run(&j);
    events = events_of(&j, &count);
    for (i = 0; i < count; ++i) {
        const gcnmem_run_event* e = &events[i];
        if (e->kind == GCNMEM_RUN_EVENT_RESIDENT) {
            CHECK(e->cu < 2 && (clock[e->cu % 2] < e->begin || e->begin == 0), "once a clock: %" PRIu64, e->begin);
            clock[e->cu % 2] = e->begin;
            waves[e->cu % 2] = e->wave;
            most = e->wave > most ? e->wave : most;
        }
    }
    CHECK_U64(10, most, "two groups of five waves");
    CHECK(waves[0] == 0 && waves[1] == 0, "all have ended");
    free(events);
    job_end(&j);
}

/* ---- the trace ---- */

typedef struct trace {
    char text[65536];
    size_t used, stop_at;
} trace;

static int write_trace(void* user_data, const char* text, size_t bytes) {
    trace* t = (trace*)user_data;
    if (t->used + bytes < sizeof t->text) {
        memcpy(t->text + t->used, text, bytes);
        t->text[t->used + bytes] = 0;
    }
    t->used += bytes;
    return t->used < t->stop_at;
}

static const char* trace_of(const job* j, size_t stop_at) {
    static trace t;
    size_t count, bytes;
    gcnmem_run_event* events = events_of(j, &count);
    t.used = 0;
    t.stop_at = stop_at;
    bytes = gcnmem_report_timeline(j->run, j->listing, j->text, events, count, write_trace, &t);
    CHECK_U64(t.used, bytes, "counts what it delivers");
    free(events);
    return t.text;
}

static void test_timeline_is_written_as_a_trace(void) {
    job j = recorded("v_mov_b32 v0, \"\\\"\ns_endpgm\n", 1000);
    const char* text;
    j.options.groups = 1;
    j.options.group_lanes = 64;
    j.options.cu_count = 1;
    job_run(&j);
    text = trace_of(&j, SIZE_MAX);
    CHECK(strstr(text, "{\"traceEvents\":[\n{\"ph\":\"M\",\"pid\":0,\"tid\":0,\"name\":\"process_name\"") == text,
          "%.80s", text);
    CHECK(strstr(text, "{\"ph\":\"X\",\"cat\":\"wave\",\"pid\":0,\"tid\":0,\"ts\":4,\"dur\":8,"
                       "\"name\":\"wave 0 of group 0\"") != NULL,
          "%s", text);
    CHECK(strstr(text, "\"name\":\"v_mov_b32 v0, \\\"\\\\\\\"\"") != NULL, "quotes and backslashes: %s", text);
    CHECK(strstr(text, "],\"displayTimeUnit\":\"ns\",") != NULL, "%s", text);
    CHECK(strstr(text, "\"events_lost\": 0\n}}\n") != NULL, "%s", text);
    job_end(&j);
}

/* A run under way, or one that recorded nothing, has a trace too. */
static void test_timeline_of_an_unfinished_run(void) {
    job j = recorded("x: ; @trip 100\nv_mov_b32 v0, 0\ns_cbranch_scc1 x\ns_endpgm\n", 1000);
    job none = recorded("s_endpgm\n", 0);
    j.options.groups = 1;
    j.options.group_lanes = 64;
    if (job_start(&j)) {
        gcnmem_run_advance(j.run, 200, NULL);
        CHECK(strstr(trace_of(&j, SIZE_MAX), "\"ts\":4,\"dur\":200,\"name\":\"wave 0") != NULL,
              "until the last event: %s", trace_of(&j, SIZE_MAX));
    }
    job_run(&none);
    CHECK(strstr(trace_of(&none, SIZE_MAX), "\"CU 1\"") != NULL, "%s", trace_of(&none, SIZE_MAX));
    job_end(&j);
    job_end(&none);
}

/* Full after some clocks, and before the first one. */
static void test_timeline_says_when_it_was_full(void) {
    static const uint32_t rooms[2] = {100, 1};
    static trace report;
    int i;
    for (i = 0; i < 2; ++i) {
        job j = recorded(LOOP "s_endpgm\n", rooms[i]);
        char words[100];
        job_run(&j);
        snprintf(words, sizeof words,
                 "\"warning\": \"timeline holds the first %" PRIu32 " events, up to clock %" PRIu64, rooms[i],
                 j.result.events_lost_clock);
        CHECK(strstr(trace_of(&j, SIZE_MAX), words) != NULL, "expected %s, came %s", words, trace_of(&j, SIZE_MAX));
        report.used = 0;
        report.stop_at = SIZE_MAX;
        gcnmem_report_run(j.run, j.listing, j.text, GCNMEM_STYLE_JSON, write_trace, &report);
        snprintf(words, sizeof words, "its room for events was used up, and events lost: %" PRIu64,
                 j.result.events_lost);
        CHECK(strstr(report.text, words) != NULL, "expected %s, came %s", words, report.text);
        job_end(&j);
    }
}

static void test_timeline_stops_when_the_writer_says_so(void) {
    job j = recorded(LOOP "s_endpgm\n", 1000);
    job_run(&j);
    CHECK(strlen(trace_of(&j, 1000)) < 1200, "a piece more at most");
    job_end(&j);
}

void suite_timeline(void);
void suite_timeline(void) {
    TEST(test_timeline_recording_changes_no_counter);
    TEST(test_timeline_a_full_one_holds_the_beginning);
    TEST(test_timeline_stepping_and_snapshots_record_the_same);
    TEST(test_timeline_adds_up_to_the_counters);
    TEST(test_timeline_requests_last_until_the_wait_for_them);
    TEST(test_timeline_counts_resident_waves);
    TEST(test_timeline_is_written_as_a_trace);
    TEST(test_timeline_of_an_unfinished_run);
    TEST(test_timeline_says_when_it_was_full);
    TEST(test_timeline_stops_when_the_writer_says_so);
}
