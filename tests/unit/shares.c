/* shares.c -- a run in the middle of its course: what happened until then is counted, no more and no less */
#include "job.h"

#include <stdlib.h>

#define LOAD_WAITED "buffer_load_dword v3, v0, s[0:3], 0 offen ; @mem lane*4+iter*1M\ns_waitcnt vmcnt(0)\n"

/* ---- any code: memory of every kind, arithmetic, barriers, waits, in a loop or two ---- */

static const char* const of_amd[] = {
    "buffer_load_dword v%u, v0, s[0:3], 0 offen ; @mem lane*%u+wave*256+group*4K+iter*64K",
    "buffer_load_dwordx4 v[%u:12], v0, s[0:3], 0 offen ; @mem lane*%u+group*64K",
    "buffer_store_dwordx4 v[%u:12], v0, s[0:3], 0 offen ; @mem lane*%u+group*64K+iter*1M",
    "buffer_atomic_add v%u, v0, s[0:3], 0 offen ; @mem lane*%u",
    "buffer_atomic_add v%u, v0, s[0:3], 0 offen ; @mem 0*%u",
    "ds_read_b32 v%u, v0 ; @mem lane*%u",
    "ds_read_b128 v[%u:12], v0 ; @mem lane*%u",
    "ds_write_b64 v0, v[%u:10] ; @mem lane*%u",
    "ds_write_b32 v%u, v0 ; @mem (lane&%u)*128",
    "s_load_dwordx4 s[12:15], s[4:5], 0x%u ; @mem group*256+%u",
    "v_mov_b32 v%u, %u",
    "v_sqrt_f32 v%u, v1 ; %u",
    "s_mov_b32 s%u, %u",
    "s_mov_b32 s%u, %u",
    "s_waitcnt vmcnt(0) ; %u %u",
    "s_waitcnt lgkmcnt(0) ; %u %u",
    "s_barrier ; %u %u",
};

static const char* const of_others[] = {
    "load_b32 r%u, r0 ; @mem lane*%u+wave*256+group*4K+iter*64K",
    "load_b128 r%u, r0 ; @mem lane*%u+group*64K",
    "store_b64 r0, r%u ; @mem lane*%u+group*64K+iter*1M",
    "atomic_add_b32 r0, r%u ; @mem lane*%u",
    "atomic_add_b32 r0, r%u ; @mem 0*%u",
    "shared_load_b32 r%u, r0 ; @mem lane*%u",
    "shared_load_b128 r%u, r0 ; @mem lane*%u",
    "shared_store_b32 r0, r%u ; @mem (lane&%u)*128",
    "add_f32 r%u, r8, r9 ; %u",
    "barrier ; %u %u",
};

static void any_code(test_random* random, int is_amd, char* text, size_t room) {
    const size_t count = is_amd ? sizeof of_amd / sizeof of_amd[0] : sizeof of_others / sizeof of_others[0];
    size_t used = (size_t)snprintf(text, room, "A: ; @trip %u\n", 1 + (unsigned)test_random_below(random, 6));
    for (uint64_t i = 2 + test_random_below(random, 14); i != 0; --i) {
        const char* line = (is_amd ? of_amd : of_others)[test_random_below(random, count)];
        unsigned reg = 4 + (unsigned)test_random_below(random, 5);
        unsigned stride = 4u << test_random_below(random, 9);
        char one[128];
        snprintf(one, sizeof one, line, line[0] == 'b' && strstr(line, "x4") != NULL ? 9 : reg, stride);
        if (strstr(line, "[%u:12]") != NULL || strstr(line, "[%u:10]") != NULL) {
            snprintf(one, sizeof one, line, 9, stride);
        }
        used += (size_t)snprintf(text + used, room - used, "%s\n", one);
    }
    snprintf(text + used, room - used, "%s", is_amd ? "s_cbranch_scc1 A\ns_endpgm\n" : "branch A\nexit\n");
}

static const gcnmem_device devices[] = {GCNMEM_DEVICE_R9_290X,       GCNMEM_DEVICE_R9_FURY_X, GCNMEM_DEVICE_RX_480,
                                        GCNMEM_DEVICE_VEGA_64,       GCNMEM_DEVICE_MI210,     GCNMEM_DEVICE_V100,
                                        GCNMEM_DEVICE_H200,          GCNMEM_DEVICE_GTX_1080,  GCNMEM_DEVICE_RX_6900_XT,
                                        GCNMEM_DEVICE_RX_6900_XT_WGP};

static job any_job(test_random* random, char* text, size_t room) {
    gcnmem_device device = devices[test_random_below(random, sizeof devices / sizeof devices[0])];
    gcnmem_desc desc = gcnmem_desc_for(device);
    any_code(random, desc.gfx_version != 0 && desc.architecture == GCNMEM_ARCHITECTURE_GCN, text, room);
    job j = job_new(device, text);
    j.options.group_lanes = 64u << test_random_below(random, 3);
    j.options.groups = 1 + test_random_below(random, 40);
    j.options.cu_count = 1 + (uint32_t)test_random_below(random, 4);
    j.options.max_clocks = 1 << 20;
    if (test_random_below(random, 4) == 0) { /* nothing is far away */
        j.desc.wave_launch_clocks = 4;
        j.desc.wave_interval_clocks = 1;
    }
    if (j.options.cu_count < j.desc.cu_count) {
        j.desc = gcnmem_run_scaled_desc(&j.desc, j.options.cu_count);
    }
    return j;
}

/* ---- what is written ---- */

typedef struct written {
    char text[1 << 18];
    size_t used;
} written;

static int to_written(void* user_data, const char* text, size_t bytes) {
    written* out = (written*)user_data;
    for (size_t i = 0; i < bytes && out->used + 1 < sizeof out->text; ++i) {
        out->text[out->used++] = text[i];
    }
    out->text[out->used] = 0;
    return 1;
}

/* Every number with a percent sign behind it. Returns how many there were. */
static int check_percents(const written* out, const char* text, uint64_t clock) {
    int count = 0;
    for (const char* at = strstr(out->text, " %"); at != NULL; at = strstr(at + 1, " %")) {
        const char* digit = at;
        while (digit > out->text && ((digit[-1] >= '0' && digit[-1] <= '9') || digit[-1] == '.')) {
            --digit;
        }
        if (digit != at) {
            CHECK(atof(digit) <= 100.0, "%.*s at clock %" PRIu64 " of %s", (int)(at - out->text > 90 ? 92 : 2),
                  at - out->text > 90 ? at - 90 : at, clock, text);
            ++count;
        }
    }
    return count;
}

/* The numbers of a JSON object, by the key in front of it. */
static void check_busy(const written* out, const char* text, uint64_t clock) {
    const char* at = strstr(out->text, "\"busy_percent\": {");
    const char* end = at != NULL ? strchr(at, '}') : NULL;
    CHECK(end != NULL, "%s", text);
    for (at = at != NULL ? strchr(at, '{') : NULL; at != NULL && at < end; at = strchr(at + 1, ':')) {
        CHECK(*at == '{' || strtod(at + 1, NULL) <= 100.0, "%.*s at clock %" PRIu64 " of %s", 20, at, clock, text);
    }
}

static void check_reports(const job* j, const char* text) {
    static written out;
    const gcnmem_run_result r = gcnmem_run_result_of(j->run);
    CHECK_U64(r.wave_clocks, r.active_clocks + job_stalls(&r), "clock %" PRIu64 " of %s", r.clocks, text);
    CHECK(r.request_busy_clocks <= r.clocks * r.cu_count, "ports at clock %" PRIu64 " of %s", r.clocks, text);
    CHECK(r.l2_busiest_clocks <= r.clocks && r.l2_busiest_clocks <= r.l2_busy_clocks &&
              r.l2_busiest_clocks * j->desc.l2_channels >= r.l2_busy_clocks,
          "the busiest of L2's channels at clock %" PRIu64 " of %s: %" PRIu64 " of %" PRIu64 " clocks", r.clocks, text,
          r.l2_busiest_clocks, r.l2_busy_clocks);
    out.used = 0;
    gcnmem_report_run(j->run, j->listing, j->text, GCNMEM_STYLE_TEXT, to_written, &out);
    CHECK(check_percents(&out, text, r.clocks) > 0, "%s", text);
    out.used = 0;
    gcnmem_report_run(j->run, j->listing, j->text, GCNMEM_STYLE_JSON, to_written, &out);
    check_busy(&out, text, r.clocks);
    out.used = 0;
    gcnmem_report_run(j->run, j->listing, j->text, GCNMEM_STYLE_HTML, to_written, &out);
    CHECK(check_percents(&out, text, r.clocks) > 0, "%s", text);
    out.used = 0;
    gcnmem_report_run(j->run, j->listing, j->text, GCNMEM_STYLE_CSV, to_written, &out);
    gcnmem_report_notes(j->run, j->listing, j->text, to_written, &out);
}

static void test_no_share_is_above_100_percent(void) {
    test_random random = test_random_start(310);
    for (int i = 0; i < (JOB_IS_SLOW ? 60 : 240); ++i) {
        char text[4096];
        job j = any_job(&random, text, sizeof text);
        if (job_start(&j)) {
            uint64_t cut = 1 + test_random_below(&random, (uint64_t)256 << test_random_below(&random, 8));
            check_reports(&j, text);
            gcnmem_run_advance(j.run, cut, NULL);
            check_reports(&j, text);
            gcnmem_run_advance(j.run, UINT64_MAX, NULL);
            check_reports(&j, text);
            j.options.max_clocks = cut;
            if (job_start(&j)) {
                gcnmem_run_advance(j.run, UINT64_MAX, NULL);
                check_reports(&j, text);
            }
        }
        job_end(&j);
    }
}

static void test_a_run_reports_at_every_1000th_clock(void) {
    static const char* const texts[] = {
        "x: ; @trip 25\nbuffer_load_dword v3, v0, s[0:3], 0 offen ; @mem lane*16384+wave*1M+iter*64\n"
        "s_waitcnt vmcnt(0)\ns_cbranch_scc1 x\ns_endpgm\n",
        "x: ; @trip 9\nds_read_b32 v3, v0 ; @mem lane*128\ns_barrier\nv_exp_f32 v1, v3\ns_cbranch_scc1 x\n"
        "buffer_store_dword v1, v0, s[0:3], 0 offen ; @mem 0\ns_endpgm\n"};
    for (uint32_t i = 0; i < 2; ++i) {
        job j = job_new(GCNMEM_DEVICE_R9_290X, texts[i]);
        j.options.groups = 400;
        j.options.group_lanes = 128;
        if (job_start(&j)) {
            for (uint64_t clock = 0; gcnmem_run_advance(j.run, clock, NULL) == GCNMEM_RUN_GOING; clock += 1000) {
                check_reports(&j, texts[i]);
            }
            check_reports(&j, texts[i]);
        }
        job_end(&j);
    }
}

static void test_a_failed_run_reports(void) {
    static const char text[] = "x: ; @trip 9\nbuffer_load_dword v3, v0, s[0:3], 0 offen ; @mem lane*4/(3-iter)\n"
                               "s_waitcnt vmcnt(0)\ns_cbranch_scc1 x\ns_endpgm\n";
    job j = job_new(GCNMEM_DEVICE_VEGA_64, text);
    j.options.groups = 400;
    if (job_start(&j)) {
        CHECK(gcnmem_run_advance(j.run, UINT64_MAX, NULL) == GCNMEM_RUN_FAILED, "division by zero");
        check_reports(&j, text);
        CHECK(gcnmem_run_result_of(j.run).waves < 400, "in the middle");
    }
    job_end(&j);
}

/* ---- the same, counted from the whole run's timeline ---- */

static uint64_t until(const gcnmem_run_event* event, uint64_t clock) {
    uint64_t end = event->end < clock ? event->end : clock;
    return end > event->begin ? end - event->begin : 0;
}

static void check_clock(const job* whole, const gcnmem_run_event* events, const job* part, const char* text) {
    const gcnmem_run_result r = gcnmem_run_result_of(part->run);
    uint64_t insn_clocks[64] = {0};
    uint64_t sum[GCNMEM_RUN_EVENT_END] = {0};
    for (uint64_t i = 0; i < whole->result.events; ++i) {
        const gcnmem_run_event* event = &events[i];
        uint64_t clocks = until(event, r.clocks);
        sum[event->kind] += clocks;
        if ((event->kind == GCNMEM_RUN_EVENT_ISSUE || event->kind == GCNMEM_RUN_EVENT_STALL) && event->insn < 64) {
            insn_clocks[event->insn] += clocks;
        }
    }
    /* of a wave that has ended, the last instruction counts whole */
    uint64_t late = r.wave_clocks - sum[GCNMEM_RUN_EVENT_WAVE];
    CHECK(late <= 16 * r.waves, "%" PRIu64 " clocks of %" PRIu64 " waves", late, r.waves);
    CHECK_U64(sum[GCNMEM_RUN_EVENT_ISSUE] + late, r.active_clocks, "clock %" PRIu64 " of %s", r.clocks, text);
    CHECK_U64(sum[GCNMEM_RUN_EVENT_STALL], job_stalls(&r), "clock %" PRIu64 " of %s", r.clocks, text);
    for (uint32_t i = 0; i < 64; ++i) {
        const gcnmem_run_insn_stats stats = gcnmem_run_insn_of(part->run, i);
        uint64_t clocks = stats.active_clocks;
        for (uint32_t k = 0; k < GCNMEM_STALL_END; ++k) {
            clocks += stats.stall_clocks[k];
        }
        CHECK(clocks - insn_clocks[i] <= late, "instruction %u at clock %" PRIu64 " of %s", i, r.clocks, text);
    }
}

static void test_what_is_counted_is_what_the_timeline_shows(void) {
    test_random random = test_random_start(311);
    gcnmem_run_event* events = (gcnmem_run_event*)malloc(sizeof(gcnmem_run_event) * 400000);
    int compared = 0;
    for (int i = 0; i < (JOB_IS_SLOW ? 30 : 120) && events != NULL; ++i) {
        char text[4096];
        job whole = any_job(&random, text, sizeof text);
        job part = job_new(whole.desc.device, text);
        part.options = whole.options;
        part.desc = whole.desc;
        whole.options.event_count = 400000;
        if (job_start(&whole) && gcnmem_run_advance(whole.run, UINT64_MAX, NULL) == GCNMEM_RUN_DONE &&
            job_start(&part)) {
            whole.result = gcnmem_run_result_of(whole.run);
            gcnmem_run_events_of(whole.run, events, 400000);
            for (uint64_t clock = 0; clock < whole.result.clocks && whole.result.events_lost == 0;) {
                check_clock(&whole, events, &part, text);
                clock += 1 + test_random_below(&random, whole.result.clocks / 8 + 1);
                gcnmem_run_advance(part.run, clock, NULL);
                ++compared;
            }
            gcnmem_run_advance(part.run, UINT64_MAX, NULL);
            const gcnmem_run_result r = gcnmem_run_result_of(part.run);
            CHECK_U64(whole.result.clocks, r.clocks, "%s", text);
            CHECK_U64(whole.result.wave_clocks, r.wave_clocks, "%s", text);
            CHECK_U64(whole.result.launch_clocks, r.launch_clocks, "%s", text);
            CHECK(memcmp(whole.result.stall_clocks, r.stall_clocks, sizeof r.stall_clocks) == 0, "%s", text);
        }
        job_end(&whole);
        job_end(&part);
    }
    CHECK(compared > 100, "%d", compared);
    free(events);
}

/* ---- R61: a channel's queue is waited for ---- */

/* The line is still on its way from DRAM when the last of them reaches its channel. */
static void test_R61_hits_on_a_line_on_its_way_wait_for_their_channel(void) {
    static const char text[] = "buffer_atomic_add v1, v0, s[0:3], 0 offen ; @mem 0\ns_endpgm\n";
    job j = job_new(GCNMEM_DEVICE_VEGA_64, text);
    j.options.groups = 640;
    job_run(&j);
    CHECK(j.result.clocks >= j.result.l2_busy_clocks, "%" PRIu64 " clocks for %" PRIu64 " of one channel",
          j.result.clocks, j.result.l2_busy_clocks);
    CHECK_U64(640 * 64, j.result.l2_busy_clocks, "a clock a lane");
    job_end(&j);
}

/* ---- what reports call the cause, and what they call the hottest ---- */

static const written* report_of(const job* j, gcnmem_style style) {
    static written out;
    out.used = 0;
    gcnmem_report_run(j->run, j->listing, j->text, style, to_written, &out);
    return &out;
}

static void test_instructions_are_a_cause_like_any_stall(void) {
    static const struct {
        const char* text;
        gcnmem_limiter limiter;
    } rows[] = {{"x: ; @trip 400\nv_add_f32 v1, v1, v2\ns_cbranch_scc1 x\ns_endpgm\n", GCNMEM_LIMITER_INSTRUCTIONS},
                {"x: ; @trip 40\ns_mov_b32 s1, s2\ns_mul_i32 s3, s4, s1\ns_cbranch_scc1 x\ns_endpgm\n",
                 GCNMEM_LIMITER_INSTRUCTIONS},
                {"x: ; @trip 40\nv_exp_f32 v1, v1\nv_exp_f32 v1, v1\nv_exp_f32 v1, v1\nv_exp_f32 v1, v1\n"
                 "v_exp_f32 v1, v1\nv_exp_f32 v1, v1\nv_exp_f32 v1, v1\nv_exp_f32 v1, v1\n" LOAD_WAITED
                 "s_cbranch_scc1 x\ns_endpgm\n",
                 GCNMEM_LIMITER_VECTOR_LATENCY},
                {"s_endpgm\n", GCNMEM_LIMITER_LAUNCH}};
    for (uint32_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        job j = job_new(GCNMEM_DEVICE_VEGA_64, rows[i].text);
        j.options.groups = 1;
        job_run(&j);
        CHECK_TEXT(gcnmem_name_of(GCNMEM_NAMES_LIMITER, rows[i].limiter),
                   gcnmem_name_of(GCNMEM_NAMES_LIMITER, j.result.limited_by), "%s", rows[i].text);
        job_end(&j);
    }
}

static void test_registers_that_keep_waves_away_are_named(void) {
    static const char* const texts[] = {
        "x: ; @trip 40\nbuffer_load_dword v1, v0, s[0:3], 0 offen ; @mem iter*66048+group*4352\ns_waitcnt vmcnt(0)\n"
        "s_cbranch_scc1 x\ns_endpgm\n",
        "x: ; @trip 40\ns_load_dword s1, s[4:5], 0x0 ; @mem iter*66048+group*4352\ns_waitcnt lgkmcnt(0)\n"
        "s_cbranch_scc1 x\ns_endpgm\n"};
    for (uint32_t i = 0; i < 6; ++i) {
        job j = job_new(GCNMEM_DEVICE_VEGA_64, texts[i % 2]);
        j.options.cu_count = 2;
        j.options.vgprs = i / 2 == 0 ? 128 : 24;
        j.options.lds_bytes = i / 2 == 1 ? 20000 : 0;
        job_run(&j);
        const char* advice = strstr(report_of(&j, GCNMEM_STYLE_JSON)->text, "\"advice\": ");
        const char* wanted = i / 2 == 0   ? "vgprs hold waves down: vgprs <= "
                             : i / 2 == 1 ? "lds holds waves down: lds <= "
                                          : NULL;
        const char* end = advice != NULL ? strchr(advice, '\n') : NULL;
        const char* found = advice != NULL ? strstr(advice, wanted != NULL ? wanted : "waves down") : NULL;
        CHECK(end != NULL && (wanted != NULL) == (found != NULL && found < end), "%u: %.300s", i,
              advice != NULL ? advice : "none");
        job_end(&j);
    }
}

/* The first to ask for a busy unit waits for it, whoever keeps it busy. */
static void test_the_hottest_instruction_uses_what_holds_the_run(void) {
    static const struct {
        const char* text;
        uint32_t index;
        gcnmem_limiter limiter;
    } rows[] = {{"x: ; @trip 99\nv_mov_b32 v9, v8\nv_sqrt_f32 v1, v2\nv_sqrt_f32 v3, v4\ns_cbranch_scc1 x\ns_endpgm\n",
                 1, GCNMEM_LIMITER_VALU},
                {"x: ; @trip 99\nv_rcp_f64 v[2:3], v[4:5]\nv_mov_b32 v9, v8\nv_mov_b32 v9, v8\ns_cbranch_scc1 x\n"
                 "s_endpgm\n",
                 0, GCNMEM_LIMITER_VALU},
                {"x: ; @trip 99\nds_read_b32 v1, v0 ; @mem lane*4\nds_read_b32 v2, v0 ; @mem lane*128\n"
                 "s_waitcnt lgkmcnt(0)\ns_cbranch_scc1 x\ns_endpgm\n",
                 1, GCNMEM_LIMITER_LDS}};
    for (uint32_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        char first[64];
        job j = job_new(GCNMEM_DEVICE_R9_FURY_X, rows[i].text);
        j.options.group_lanes = 256;
        j.options.cu_count = 2;
        job_run(&j);
        CHECK_TEXT(gcnmem_name_of(GCNMEM_NAMES_LIMITER, rows[i].limiter),
                   gcnmem_name_of(GCNMEM_NAMES_LIMITER, j.result.limited_by), "%s", rows[i].text);
        snprintf(first, sizeof first, "\"hotspots\": [\n    {\"index\": %u,", rows[i].index);
        CHECK(strstr(report_of(&j, GCNMEM_STYLE_JSON)->text, first) != NULL, "%s", rows[i].text);
        job_end(&j);
    }
}

/* Row after row lies in one channel of L2. */
static void test_advice_names_line_pitch_and_channels(void) {
    static const char text[] = "x: ; @trip 20\nbuffer_load_dword v3, v0, s[0:3], 0 offen ; @mem "
                               "(lane&7)*32768+lane/8*4+group*64+iter*64\ns_waitcnt vmcnt(0)\ns_cbranch_scc1 x\n"
                               "s_endpgm\n";
    job j = job_new(GCNMEM_DEVICE_R9_290X, text);
    j.options.groups = 44;
    job_run(&j);
    const char* advice = strstr(report_of(&j, GCNMEM_STYLE_JSON)->text, "\"advice\": ");
    const char* named = advice != NULL ? strstr(advice, "at line 2, its 8 chunks of 256 bytes meet 1 of 16 channels of "
                                                        "L2: they are 32768 bytes apart; 33024 bytes apart they would")
                                       : NULL;
    CHECK(named != NULL && named < strchr(advice, '\n'), "%.400s", advice != NULL ? advice : "none");
    job_end(&j);
}

/* ---- a gate on a build ---- */

static void test_an_instruction_counts_its_best_clocks(void) {
    static const struct {
        const char* insn;
        uint64_t clocks;
        uint64_t best;
        uint64_t defaults;
    } rows[] = {{"ds_read2_b64 v[4:7], v0 offset0:0 offset1:1 ; @mem lane*16\n", 16, 8, 0},
                {"ds_read2_b32 v[4:5], v0 offset0:0 offset1:1 ; @mem lane*8\n", 4, 4, 0},
                {"ds_read_b32 v4, v0 ; @mem lane*128\n", 64, 2, 0},
                {"buffer_load_dword v4, v0, s[0:3], 0 offen ; @mem lane*4+iter*256\n", 4, 4, 0},
                {"buffer_load_dword v4, v0, s[0:3], 0 offen ; @mem lane*256+iter*4\n", 64, 4, 0},
                {"buffer_load_dword v4, v9, s[0:3], 0 offen\n", 4, 4, 3}};
    for (uint32_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        char text[256];
        snprintf(text, sizeof text, "x: ; @trip 3\n%ss_cbranch_scc1 x\ns_endpgm\n", rows[i].insn);
        job j = job_new(GCNMEM_DEVICE_R9_FURY_X, text);
        j.options.groups = 1;
        job_run(&j);
        const gcnmem_run_insn_stats stats = gcnmem_run_insn_of(j.run, 0);
        CHECK_U64(rows[i].clocks * 3, stats.unit_clocks, "%s", rows[i].insn);
        CHECK_U64(rows[i].best * 3, stats.best_clocks, "%s", rows[i].insn);
        CHECK_U64(rows[i].defaults, stats.defaults, "%s", rows[i].insn);
        job_end(&j);
    }
}

/* ---- pages ---- */

static const char* page_of(gcnmem_device device, const char* text, const gcnmem_setting* settings, uint32_t count) {
    static written out;
    static uint64_t memory[1 << 25];
    gcnmem_desc desc = gcnmem_desc_for(device);
    gcnmem_shader shader;
    gcnmem_issue issue;
    out.used = 0;
    CHECK(gcnmem_shader_init(memory, sizeof memory, &desc, text, strlen(text), settings, count, &shader, &issue) ==
              GCNMEM_OK,
          "%s: %s", issue.field, issue.rule);
    gcnmem_shader_finish(&shader);
    gcnmem_report_run(shader.run, shader.listing, text, GCNMEM_STYLE_HTML, to_written, &out);
    return out.text;
}

static void test_the_last_of_two_settings_counts_whole(void) {
    static const gcnmem_setting settings[] = {{"group", "16,16"}, {"group", "64"},  {"groups", "4,4,2"},
                                              {"groups", "3"},    {"vgprs", "100"}, {"vgprs", "24"}};
    const char* page = page_of(GCNMEM_DEVICE_VEGA_64, "v_nop\ns_endpgm\n", settings, 6);
    CHECK(strstr(page, "3,1,1 work-groups of 64,1,1 lanes.") != NULL, "%.200s", strstr(page, "<h2>Inputs"));
    CHECK(strstr(page, "<span data-key=vgprs>24</span>") != NULL, "registers");
}

static void test_a_page_counts_all_of_a_cu(void) {
    static const gcnmem_device of[] = {GCNMEM_DEVICE_VEGA_64, GCNMEM_DEVICE_RX_6900_XT_WGP};
    for (uint32_t i = 0; i < 2; ++i) {
        gcnmem_desc d = gcnmem_desc_for(of[i]);
        const gcnmem_setting one = {"groups", "1"};
        const char* page = page_of(of[i], "v_nop\ns_endpgm\n", &one, 1);
        const uint64_t l1 = (uint64_t)d.core_clock_mhz * d.cu_count * d.l1_count_per_cu * d.l1_data_banks * 4;
        const uint64_t lds = (uint64_t)d.core_clock_mhz * d.cu_count * d.lds_array_count * d.lds_bank_count * 4;
        char wanted[64];
        snprintf(wanted, sizeof wanted, "%" PRIu64 ".%" PRIu64 " of L1", l1 / 1000, l1 % 1000 / 100);
        CHECK(strstr(page, wanted) != NULL, "%s: %.120s", wanted, strstr(page, "Peaks"));
        snprintf(wanted, sizeof wanted, "%" PRIu64 ".%" PRIu64 " of LDS", lds / 1000, lds % 1000 / 100);
        CHECK(strstr(page, wanted) != NULL, "%s: %.120s", wanted, strstr(page, "Peaks"));
        CHECK(strstr(page, "<span data-key=waves_brought>1</span> of ") != NULL, "one wave fills one slot");
    }
}

static void test_arguments_of_a_page(void) {
    static const char text[] =
        "k:\n\ts_load_dwordx2 s[2:3], s[0:1], 0x0\n\ts_load_dword s8, s[0:1], 0x8\n\ts_waitcnt lgkmcnt(0)\n"
        "\tv_mul_lo_u32 v0, v0, s8\n\tglobal_load_dword v1, v0, s[2:3]\n\ts_endpgm\n"
        "\t.amdhsa_kernel k\n\t\t.amdhsa_user_sgpr_kernarg_segment_ptr 1\n\t.end_amdhsa_kernel\n"
        "\t.amdgpu_metadata\n---\namdhsa.kernels:\n  - .args:\n"
        "      - .offset: 0\n        .size: 8\n        .value_kind: global_buffer\n"
        "      - .offset: 12\n        .size: 4\n        .type_name: float\n        .value_kind: by_value\n"
        "      - .offset: 8\n        .size: 4\n        .type_name: int\n        .value_kind: by_value\n"
        "    .name: k\n...\n\t.end_amdgpu_metadata\n";
    const gcnmem_setting given = {"arg", "1=f:-2.75"};
    for (uint32_t i = 0; i < 2; ++i) {
        const char* page = page_of(GCNMEM_DEVICE_VEGA_64, text, &given, i);
        const char* list = strstr(page, "<li>argument");
        CHECK(list != NULL && strncmp(list, "<li>argument 2 = ", 17) == 0, "the one that matters: %.300s", list);
        CHECK(strstr(page, i == 0 ? "argument 1 = 1.000, assumed\n" : "argument 1 = -2.750\n") != NULL, "%.300s", list);
    }
}

static void test_two_runs_on_a_page(void) {
    static written out;
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_VEGA_64);
    gcnmem_run_variant runs[2] = {{"a<b.s", NULL, {0}}, {"c.s", NULL, {0}}};
    for (uint32_t i = 0; i < 2; ++i) {
        job j = job_new(GCNMEM_DEVICE_VEGA_64,
                        i == 0 ? "v_exp_f32 v1, v2\nv_exp_f32 v1, v2\nv_exp_f32 v1, v2\ns_endpgm\n" : "s_endpgm\n");
        j.options.groups = 7;
        job_run(&j);
        runs[i].result = j.result;
        job_end(&j);
    }
    out.used = 0;
    gcnmem_report_variants(&desc, runs, 2, 1, GCNMEM_STYLE_HTML, to_written, &out);
    CHECK(strstr(out.text, "<!DOCTYPE html>") == out.text, "a page");
    CHECK(strstr(out.text, "a&lt;b.s") != NULL && strstr(out.text, "a<b") == NULL, "names are escaped");
    CHECK(strstr(out.text, "B is ") != NULL, "which is faster");
    CHECK(strstr(out.text, "<tr><th scope=row>VALU<td>21<td>0<td>-100.0 %\n") != NULL, "counters");
}

void suite_shares(void);
void suite_shares(void) {
    TEST_LONG_SANITIZED(test_no_share_is_above_100_percent);
    TEST_LONG_SANITIZED(test_a_run_reports_at_every_1000th_clock);
    TEST(test_a_failed_run_reports);
    TEST_LONG_SANITIZED(test_what_is_counted_is_what_the_timeline_shows);
    TEST(test_R61_hits_on_a_line_on_its_way_wait_for_their_channel);
    TEST(test_instructions_are_a_cause_like_any_stall);
    TEST(test_registers_that_keep_waves_away_are_named);
    TEST(test_the_hottest_instruction_uses_what_holds_the_run);
    TEST(test_advice_names_line_pitch_and_channels);
    TEST(test_an_instruction_counts_its_best_clocks);
    TEST(test_the_last_of_two_settings_counts_whole);
    TEST(test_a_page_counts_all_of_a_cu);
    TEST(test_arguments_of_a_page);
    TEST(test_two_runs_on_a_page);
}
