/* report.c -- what writers receive: bytes counted, stops obeyed, keys present; advice that was tried */
#include "job.h"
#include "private.h"
#include <stdlib.h>

typedef struct page {
    size_t used;
    size_t stop_at; /* bytes after which the writer says stop */
    int calls_after_stop;
    char text[1 << 20];
} page;

static int write_page(void* user_data, const char* text, size_t text_bytes) {
    page* out = (page*)user_data;
    size_t i;
    out->calls_after_stop += out->used >= out->stop_at;
    for (i = 0; i < text_bytes && out->used + 1 < sizeof out->text; ++i) {
        out->text[out->used++] = text[i];
    }
    out->text[out->used] = 0;
    return out->used < out->stop_at;
}

static page* fresh(size_t stop_at) {
    static page out;
    out.used = 0;
    out.stop_at = stop_at;
    out.calls_after_stop = 0;
    out.text[0] = 0;
    return &out;
}

static size_t write_report(int kind, gcnmem_style style, page* out) {
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_390X);
    gcnmem_access access = test_access(kind == 1 ? "ds_read_b32" : "buffer_load_dword", 4);
    gcnmem_cost cost = gcnmem_cost_wave(&desc, &access);
    gcnmem_shader_needs needs = {25, 16, 0, 256, 0};
    switch (kind) {
    case 0:
    case 1:
        return gcnmem_report_cost(&desc, &access, &cost, style, write_page, out);
    case 2:
        return gcnmem_report_occupancy(&desc, &needs, GCNMEM_RULE_HARDWARE, style, write_page, out);
    case 3:
        return gcnmem_report_devices(style, write_page, out);
    default:
        return gcnmem_report_desc(&desc, GCNMEM_STYLE_TEXT, write_page, out);
    }
}

static void test_report_counts_the_bytes_it_delivers(void) {
    int kind;
    int style;
    for (kind = 0; kind < 5; ++kind) {
        for (style = 0; style < 2; ++style) {
            page* out = fresh(SIZE_MAX);
            size_t bytes = write_report(kind, (gcnmem_style)style, out);
            size_t i;
            CHECK_U64(out->used, bytes, "report %d style %d", kind, style);
            CHECK(bytes > 50, "report %d style %d", kind, style);
            for (i = 0; i < out->used; ++i) {
                CHECK((unsigned char)out->text[i] < 127 && out->text[i] != 0, "ASCII: report %d style %d", kind, style);
            }
        }
    }
}

/* The report of 200000 reads of lines `step` bytes apart, again and again 256 KB: L2 holds them. */
static const page* replayed(uint64_t step, gcnmem_level* out_slowest) {
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_390X);
    size_t bytes = gcnmem_replay_size_bytes(&desc);
    void* memory = malloc(bytes);
    page* out = fresh(SIZE_MAX);
    gcnmem_replay* replay;
    gcnmem_replay_stats stats;
    uint64_t i;
    CHECK_U64(GCNMEM_OK, gcnmem_replay_init(memory, bytes, &desc, GCNMEM_LEVEL_L2, &replay, NULL), "replay");
    for (i = 0; i < 200000; ++i) {
        gcnmem_replay_access(replay, i * step % (256 * 1024), 64, 0);
    }
    stats = gcnmem_replay_finish(replay);
    *out_slowest = stats.slowest;
    gcnmem_report_replay(&desc, &desc, &stats, 0, GCNMEM_STYLE_TEXT, write_page, out);
    free(memory);
    return out;
}

static void test_R47_a_replay_blames_a_stride_only_for_uneven_channels(void) {
    gcnmem_level slowest;
    const page* out = replayed(4096, &slowest);
    CHECK(slowest == GCNMEM_LEVEL_L2 && strstr(out->text, "stride") != NULL, "one channel: %s", out->text);
    out = replayed(64, &slowest);
    CHECK(slowest == GCNMEM_LEVEL_L2 && strstr(out->text, "stride") == NULL, "all channels: %s", out->text);
}

/* 200 waves are few, the 12,800 lines they ask for are not: columns of a matrix, which keep one CU's L1 busy, and a
   stream on all CUs. */
static void test_R47_lines_make_a_trace_long(void) {
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_390X);
    size_t bytes = gcnmem_replay_size_bytes(&desc);
    void* memory = malloc(bytes);
    uint32_t turn;
    for (turn = 0; turn < 3; ++turn) {
        const uint32_t waves = turn == 0 ? 2 : 200;
        const int is_stream = turn == 2;
        page* out = fresh(SIZE_MAX);
        gcnmem_replay* replay;
        gcnmem_replay_stats stats;
        char line[64 * 24];
        uint32_t i;
        CHECK_U64(GCNMEM_OK, gcnmem_replay_init(memory, bytes, &desc, GCNMEM_LEVEL_L1, &replay, NULL), "replay");
        for (i = 0; i < waves; ++i) {
            int used = snprintf(line, sizeof line, "buffer_load_dword cu=%u ", is_stream ? (unsigned)i % 44 : 0);
            uint32_t lane;
            for (lane = 0; lane < 64; ++lane) {
                used += snprintf(line + used, sizeof line - (size_t)used, "%s%u", lane != 0 ? "," : "",
                                 (unsigned)(is_stream ? (i * 64 + lane) * 64 : lane * 8192 + i * 4));
            }
            CHECK_U64(GCNMEM_OK, gcnmem_replay_line(replay, line, (size_t)used, NULL), "%s", line);
        }
        stats = gcnmem_replay_finish(replay);
        gcnmem_report_replay(&desc, &desc, &stats, 0, GCNMEM_STYLE_TEXT, write_page, out);
        CHECK((stats.slowest == GCNMEM_LEVEL_L1) == !is_stream, "%u waves: %s", (unsigned)waves, out->text);
        CHECK((strstr(out->text, "the trace is short") != NULL) == (waves == 2), "%u waves: %s", (unsigned)waves,
              out->text);
    }
    free(memory);
}

static void test_report_stops_when_the_writer_says_so(void) {
    int kind;
    for (kind = 0; kind < 5; ++kind) {
        page* out = fresh(1);
        size_t bytes = write_report(kind, GCNMEM_STYLE_TEXT, out);
        CHECK_U64(0, (uint64_t)out->calls_after_stop, "report %d", kind);
        CHECK(bytes <= out->used, "report %d", kind);
    }
}

static void check_keys(const char* keys, const page* out) {
    char key[64];
    char quoted[80];
    int used;
    while (sscanf(keys, "%63s%n", key, &used) == 1) {
        snprintf(quoted, sizeof quoted, "\"%s\":", key);
        CHECK(strstr(out->text, quoted) != NULL, "%s in %s", quoted, out->text);
        keys += used;
    }
}

static void test_report_json_has_the_keys_of_the_contract(void) {
    page* out = fresh(SIZE_MAX);
    write_report(0, GCNMEM_STYLE_JSON, out);
    check_keys("gpu op accesses clocks l1_accesses coalescing_percent tag_conflict_clocks bank_conflict_clocks "
               "l1_lines l2_requests dram_bursts bytes_requested bytes_fetched",
               out);
    CHECK(strstr(out->text, "100.000") != NULL, "three decimals: %s", out->text);
    out = fresh(SIZE_MAX);
    write_report(1, GCNMEM_STYLE_JSON, out);
    check_keys("gpu op accesses clocks phases conflict_clocks port_clocks", out);
    out = fresh(SIZE_MAX);
    write_report(2, GCNMEM_STYLE_JSON, out);
    check_keys("waves_per_simd waves_per_cu groups_per_cu limited_by next_step", out);
}

static gcnmem_shader_needs with_agprs(const gcnmem_desc* desc, gcnmem_shader_needs needs, uint32_t agprs) {
    CHECK(gcnmem_occupancy_add_agprs(desc, agprs, &needs, NULL) == GCNMEM_OK, "%u AGPRs", agprs);
    return needs;
}

/* What is named gives what is said, with what stays as it was given; one more of any does not. */
static void check_next_step(const gcnmem_desc* desc, const gcnmem_shader_needs* given, uint32_t agprs, page* out) {
    static const char* const names[] = {"vgprs", "agprs", "sgprs", "lds"};
    const gcnmem_shader_needs all = with_agprs(desc, *given, agprs);
    gcnmem_shader_needs next = *given;
    uint32_t* const amounts[] = {&next.vgprs, &agprs, &next.sgprs, &next.lds_bytes};
    uint32_t is_named[4] = {0, 0, 0, 0};
    unsigned waves = 0;
    gcnmem_report_occupancy(desc, &all, GCNMEM_RULE_HARDWARE, GCNMEM_STYLE_JSON, write_page, out);
    const char* const step = strstr(out->text, "\"next_step\": \"");
    const char* const gives = step != NULL ? strstr(step, " give") : NULL;
    if (gives == NULL || strstr(step, "group size") != NULL) {
        return;
    }
    for (size_t i = 0; i < 4; ++i) {
        char name[16];
        snprintf(name, sizeof name, "%s <= ", names[i]);
        const char* const at = strstr(step, name);
        is_named[i] = at != NULL;
        *amounts[i] = at != NULL ? (uint32_t)strtoul(at + strlen(name), NULL, 10) : *amounts[i];
    }
    CHECK(sscanf(gives, " give%*[s ]%u", &waves) == 1, "%s", step);
    for (size_t i = 0; i < 5; ++i) {
        if (i == 4 || is_named[i]) {
            *amounts[i % 4] += i < 4;
            const gcnmem_shader_needs tried = with_agprs(desc, next, agprs);
            const uint32_t got = gcnmem_occupancy_for(desc, &tried, GCNMEM_RULE_HARDWARE).waves_per_simd;
            CHECK(i == 4 ? got == waves : got < waves, "%s gives %u: %u VGPRs, %u AGPRs; in all %u: %s",
                  i < 4 ? names[i] : "it", got, given->vgprs, agprs, all.vgprs, step);
            *amounts[i % 4] -= i < 4;
        }
    }
}

static void test_R25_the_next_step_of_vgprs_counts_agprs(void) {
    test_random random = test_random_start(47);
    for (uint32_t device = 1; device < GCNMEM_DEVICE_END; ++device) {
        const gcnmem_desc desc = gcnmem_desc_for((gcnmem_device)device);
        gcnmem_shader_needs needs = {0, 0, 0, 0, 0};
        for (uint64_t i = 0; gcnmem_occupancy_add_agprs(&desc, 1, &needs, NULL) == GCNMEM_OK && i < 500; ++i) {
            const uint32_t agprs = (uint32_t)test_random_below(&random, 257);
            gcnmem_shader_needs given = {0, 0, 0, 64, 0};
            given.vgprs = 1 + (uint32_t)test_random_below(&random, 256);
            given.sgprs = (uint32_t)test_random_below(&random, 103);
            given.lds_bytes = (uint32_t)(test_random_below(&random, 2) * test_random_below(&random, 20000));
            given.group_lanes <<= test_random_below(&random, 4);
            needs = with_agprs(&desc, given, agprs);
            if (gcnmem_occupancy_validate(&desc, &needs, GCNMEM_RULE_HARDWARE, NULL) == GCNMEM_OK) {
                check_next_step(&desc, &given, agprs, fresh(SIZE_MAX));
            }
        }
    }
}

/* Lines of 64 bytes that lanes touch which are `step` apart. */
static uint32_t lines_of(uint64_t mask, uint32_t offset, uint32_t step, int is_down) {
    uint32_t count = 0;
    uint32_t last = UINT32_MAX;
    for (uint32_t i = 0; i < GCNMEM_LANES; ++i) {
        const uint32_t line = (offset + i * step) / 64;
        if ((mask >> (is_down ? 63 - i : i) & 1) != 0 && line != last) {
            last = line;
            ++count;
        }
    }
    return count;
}

/* Lanes that are off leave bytes of lines that others do not use however close they stand; distances do as well. */
static void test_lanes_that_are_off_are_not_sparse(void) {
    static const uint32_t masks[] = {0x00ff00ff, 0x11111111, 0x0000000f, 0x40010000, 0x80000001};
    static const char* const loads[] = {"global_load_dword v2", "global_load_dwordx2 v[2:3]",
                                        "global_load_dwordx4 v[2:5]"};
    uint32_t sparse = 0;
    for (uint32_t i = 0; i < 5 * 3 * 3 * 2 * 3; ++i) {
        const uint32_t low = masks[i % 5];
        const uint32_t high = i / 15 % 3 != 0 ? low : 0;
        const uint64_t mask = (uint64_t)high << 32 | low;
        const uint32_t bytes = 4u << i / 5 % 3;
        const uint32_t step = i / 15 % 3 == 2 ? 256 : bytes;
        const int is_down = i / 45 % 2 != 0;
        const uint32_t offset = i / 90 * 16; /* from lines' beginnings */
        const int is_sparse = lines_of(mask, offset, step, is_down) >= 4 * lines_of(mask, offset, bytes, is_down);
        if (step != bytes && !is_sparse) { /* depends on how they would stand in lines */
            continue;
        }
        char text[1024];
        snprintf(text, sizeof text,
                 "s_mov_b64 s[0:1], 0\nv_mbcnt_lo_u32_b32 v0, -1, 0\nv_mbcnt_hi_u32_b32 v0, -1, v0\n%s"
                 "v_mul_u32_u24 v1, %u, v0\nv_add_u32 v1, %u, v1\ns_mov_b32 exec_lo, 0x%x\ns_mov_b32 exec_hi, 0x%x\n"
                 "x: ; @trip 64\n%s, v1, s[0:1]\nv_add_u32 v1, 0x10000, v1\ns_waitcnt vmcnt(0)\ns_cbranch_scc1 x\n"
                 "s_endpgm\n",
                 is_down ? "v_sub_u32 v0, 63, v0\n" : "", step, offset, low, high, loads[i / 5 % 3]);
        job j = job_new(GCNMEM_DEVICE_VEGA_64, text);
        j.options.groups = j.options.cu_count = 1;
        j.options.group_lanes = 64;
        job_run(&j);
        page* out = fresh(SIZE_MAX);
        gcnmem_report_run(j.run, j.listing, j.text, GCNMEM_STYLE_JSON, write_page, out);
        CHECK((strstr(out->text, "neighbouring bytes") != NULL) == is_sparse, "%u: %s%s", (unsigned)i, text, out->text);
        sparse += (uint32_t)is_sparse;
        job_end(&j);
    }
    CHECK(sparse > 20, "%u", sparse);
}

/* Braces and brackets match outside strings; exactly one value. */
static void test_report_json_is_one_value(void) {
    int kind;
    for (kind = 0; kind < 4; ++kind) {
        page* out = fresh(SIZE_MAX);
        int depth = 0;
        int values = 0;
        int in_text = 0;
        size_t i;
        write_report(kind, GCNMEM_STYLE_JSON, out);
        for (i = 0; i < out->used; ++i) {
            char c = out->text[i];
            in_text ^= c == '"';
            depth += !in_text && (c == '{' || c == '[');
            if (!in_text && (c == '}' || c == ']')) {
                values += --depth == 0;
            }
        }
        CHECK_U64(1, (uint64_t)values, "report %d: %s", kind, out->text);
        CHECK_U64(0, (uint64_t)depth, "report %d", kind);
        CHECK(strstr(out->text, ",}") == NULL && strstr(out->text, ",]") == NULL, "report %d", kind);
    }
}

/* Those that mean something on the machine, each at the start of a line; no others. */
static void test_report_desc_names_every_field(void) {
    static const gcnmem_device devices[] = {GCNMEM_DEVICE_R9_390X, GCNMEM_DEVICE_H200, GCNMEM_DEVICE_GTX_280};
    size_t i;
    int field;
    for (i = 0; i < sizeof devices / sizeof devices[0]; ++i) {
        gcnmem_desc desc = gcnmem_desc_for(devices[i]);
        page* out = fresh(SIZE_MAX);
        gcnmem_report_desc(&desc, GCNMEM_STYLE_TEXT, write_page, out);
        for (field = 0; field < GCNMEM_FIELD_END; ++field) {
            const char* name = gcnmemi_desc_field_name((gcnmem_field)field);
            int has = gcnmem_field_provenance(&desc, (gcnmem_field)field) != GCNMEM_PROVENANCE_NONE;
            char line[80];
            snprintf(line, sizeof line, "\n%s ", name);
            CHECK((strstr(out->text, line) != NULL) == has, "%s, %s", gcnmem_device_card(devices[i]), name);
        }
    }
}

/* ---- requests ---- */

static uint32_t times_in(const char* text, const char* part) {
    uint32_t times = 0;
    for (; (text = strstr(text, part)) != NULL; ++text) {
        ++times;
    }
    return times;
}

/* Text shows 16 rows in 80 columns, JSON all; CSV is that of the counters. */
static void test_report_requests_in_every_style(void) {
    static const struct {
        const char* mnemonic;
        uint64_t base, stride;
        uint32_t wrap, requests; /* lanes i and i + wrap share an address */
        const char* first;
    } rows[] = {{"load_b32", 0xfedcba9876540000, 64, 2, 2,
                 "\n  0xfedcba9876540000     64     32  0,2,4,6,8,10,12,14,16,18,20,22,24,..\n"},
                {"load_b32", 0x1000, 64, 16, 16, "\n  0x1000                 64      4  0,16,32,48\n"},
                {"load_b32", 0x1000, 64, 17, 17, "\n  0x1000                 64      4  0,17,34,51\n"},
                {"load_b32", 0, 4, 64, 4, "\n  0x0                    64     16  0-15\n"},
                {"load_b32", 0, 0, 64, 1, "\n  0x0                    64     64  0-63\n"},
                {"atomic_add_b32", 0, 0, 64, 64, "\n  0x0                    64      1  0\n"}};
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_390X);
    size_t i;
    for (i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        gcnmem_access access = test_access(rows[i].mnemonic, 0);
        gcnmem_cost cost;
        char more[64];
        char csv[2048] = "";
        uint32_t lane;
        const char* line;
        page* out = fresh(SIZE_MAX);
        for (lane = 0; lane < GCNMEM_LANES; ++lane) {
            access.address[lane] = rows[i].base + lane % rows[i].wrap * rows[i].stride;
        }
        cost = gcnmem_cost_wave(&desc, &access);
        gcnmem_report_cost(&desc, &access, NULL, GCNMEM_STYLE_TEXT, write_page, out);
        CHECK(strstr(out->text, rows[i].first) != NULL, "row %u: %s", (unsigned)i, out->text);
        for (line = strstr(out->text, "\n  0x"); line != NULL; line = strstr(line + 1, "\n  0x")) {
            CHECK(strcspn(line + 1, "\n") <= 80, "row %u", (unsigned)i);
        }
        CHECK_U64(rows[i].requests < 16 ? rows[i].requests : 16, times_in(out->text, "\n  0x"), "row %u", (unsigned)i);
        snprintf(more, sizeof more, "\n  and %u more: --json has all of them\n", (unsigned)rows[i].requests - 16);
        CHECK((strstr(out->text, more) != NULL) == (rows[i].requests > 16), "row %u", (unsigned)i);
        out = fresh(SIZE_MAX);
        gcnmem_report_cost(&desc, &access, NULL, GCNMEM_STYLE_JSON, write_page, out);
        CHECK_U64(rows[i].requests, times_in(out->text, "{\"address\": "), "row %u", (unsigned)i);
        out = fresh(SIZE_MAX);
        gcnmem_report_cost(&desc, &access, &cost, GCNMEM_STYLE_CSV, test_append, csv);
        gcnmem_report_cost(&desc, &access, NULL, GCNMEM_STYLE_CSV, write_page, out);
        CHECK_TEXT(csv, out->text, "row %u", (unsigned)i);
    }
}

/* ---- advice ---- */

static const char* advice_of(const gcnmem_desc* desc, const gcnmem_access* access) {
    static char text[512];
    gcnmem_cost cost = gcnmem_cost_wave(desc, access);
    size_t bytes = gcnmem_cost_advice(desc, access, &cost, text, sizeof text);
    CHECK_U64(strlen(text), bytes, "%s", text);
    return text;
}

static void test_advice_is_a_sentence(void) {
    static const char* const names[] = {"buffer_load_dword", "buffer_store_dword", "ds_read_b32", "image_load",
                                        "s_load_dword",      "buffer_atomic_add",  "image_sample"};
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_390X);
    size_t i;
    for (i = 0; i < sizeof names / sizeof names[0]; ++i) {
        gcnmem_access access = test_access_image(names[i], NULL);
        CHECK(strlen(advice_of(&desc, &access)) > 10, "%s", names[i]);
    }
}

static void test_advice_is_cut_to_its_room(void) {
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_390X);
    gcnmem_access access = test_access("ds_read_b32", 128);
    gcnmem_cost cost = gcnmem_cost_wave(&desc, &access);
    char text[8] = "1234567";
    size_t whole = strlen(advice_of(&desc, &access));
    CHECK_U64(whole, gcnmem_cost_advice(&desc, &access, &cost, text, 6), "uncut");
    CHECK(strcmp(text, "lanes") == 0 && text[6] == '7', "%s", text);
    CHECK_U64(whole, gcnmem_cost_advice(&desc, &access, &cost, NULL, 0), "no room");
}

/* Lane i of a work-group of `width` columns reads t[i % width][i / width], rows of `pitch` dwords. */
static gcnmem_access column_read(const char* op, uint32_t width, uint32_t pitch, uint32_t dwords) {
    gcnmem_access access = test_access(op, 0);
    uint32_t lane;
    for (lane = 0; lane < GCNMEM_LANES; ++lane) {
        access.address[lane] = (uint64_t)(lane % width * pitch + lane / width * dwords) * 4;
    }
    return access;
}

static void test_R20_advice_names_a_pitch_that_was_tried(void) {
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_390X);
    gcnmem_access access = column_read("ds_read_b32", 16, 17, 1);
    CHECK(strstr(advice_of(&desc, &access), "a pitch of 18 dwords instead of 17 is free") != NULL, "t[16][17]: %s",
          advice_of(&desc, &access));
    access = column_read("ds_read_b32", 32, 32, 1);
    CHECK(strstr(advice_of(&desc, &access), "a pitch of 33 dwords instead of 32 is free") != NULL, "t[32][32]: %s",
          advice_of(&desc, &access));
    access = column_read("ds_read_b32", 16, 16, 1);
    CHECK(strstr(advice_of(&desc, &access), "a pitch of 18 dwords instead of 16 is free") != NULL, "t[16][16]: %s",
          advice_of(&desc, &access));
}

/* Whatever pitch is named: the same lanes at that pitch have no conflict. */
static void test_R20_advised_pitch_is_free_of_conflicts(void) {
    static const char* const ops[] = {"ds_read_b32", "ds_read_b64", "ds_read_b128", "ds_write_b32"};
    static const uint32_t dwords[] = {1, 2, 4, 1};
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_390X);
    unsigned named = 0;
    uint32_t k;
    uint32_t width;
    uint32_t pitch;
    for (k = 0; k < 4; ++k) {
        for (width = 4; width <= 64; width *= 2) {
            for (pitch = dwords[k] * (64 / width + 1); pitch <= 160; ++pitch) {
                gcnmem_access access = column_read(ops[k], width, pitch, dwords[k]);
                const char* advice = advice_of(&desc, &access);
                const char* at = strstr(advice, "a pitch of ");
                unsigned to;
                unsigned from;
                if (gcnmem_cost_wave(&desc, &access).conflict_clocks == 0) {
                    CHECK(strstr(advice, "pitch") == NULL, "%s", advice);
                } else if (at != NULL && sscanf(at, "a pitch of %u dwords instead of %u", &to, &from) == 2) {
                    CHECK_U64(pitch, from, "%s, %u lanes: %s", ops[k], (unsigned)width, advice);
                    CHECK(to % dwords[k] == 0 && to > from && to <= from + 32, "%s: %s", ops[k], advice);
                    access = column_read(ops[k], width, to, dwords[k]);
                    CHECK_U64(0, gcnmem_cost_wave(&desc, &access).conflict_clocks, "%s, %u lanes: %s", ops[k],
                              (unsigned)width, advice);
                    ++named;
                }
            }
        }
    }
    CHECK(named > 500, "%u pitches were named", named);
}

/* A pitch that moves lanes out of LDS makes fewer conflicts and is no advice. */
static void test_R20_advised_pitch_keeps_all_lanes(void) {
    const gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_390X);
    for (uint32_t base = 0; base <= 900; base += 900) { /* 63 * 1028 + 900 is more than LDS has */
        gcnmem_access access = test_access("ds_read_b32", 1024);
        for (uint32_t lane = 0; lane < GCNMEM_LANES; ++lane) {
            access.address[lane] += base;
        }
        CHECK_U64(base == 0, strstr(advice_of(&desc, &access), "257 dwords") != NULL, "%s", advice_of(&desc, &access));
    }
}

/* A lane may take the last dword of its row: the next row begins behind it. */
static void test_R20_rows_are_as_long_as_their_pitch(void) {
    static const uint32_t columns[] = {0, 16, 15, 31};
    const gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_390X);
    gcnmem_access access = test_access("ds_read_b32", 0);
    for (uint32_t lane = 0; lane < GCNMEM_LANES; ++lane) {
        access.address[lane] = (uint64_t)(lane % 16 * 32 + columns[lane / 16]) * 4;
    }
    CHECK(strstr(advice_of(&desc, &access), "a pitch of 33 dwords instead of 32 ") != NULL, "%s",
          advice_of(&desc, &access));
}

/* What keeps lanes from sharing a clock is said, and what would let them only where it is quicker. */
static void test_R3_advice_for_lanes_that_do_not_coalesce(void) {
    const gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_390X);
    gcnmem_access access = test_access("buffer_load_dword", 12);
    CHECK(strstr(advice_of(&desc, &access), "keep each aligned quad of lanes within 4 consecutive elements (R3)") !=
              NULL,
          "%s", advice_of(&desc, &access));
    access = test_access("buffer_load_dword", 4);
    CHECK(strstr(advice_of(&desc, &access), "R3") == NULL, "%s", advice_of(&desc, &access));
}

/* Two channels are read quicker by wide loads; a sample has no such form. */
static void test_R9_samples_are_not_advised_to_be_wide(void) {
    static const struct {
        const char* op;
        int is_wide;
    } rows[] = {{"image_load", 1}, {"image_sample", 0}};
    const gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_390X);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        gcnmem_access access = test_access_image(rows[i].op, "rg8");
        access.filter = GCNMEM_FILTER_POINT;
        CHECK_U64((uint64_t)rows[i].is_wide, strstr(advice_of(&desc, &access), "dwordx4") != NULL, "%s: %s", rows[i].op,
                  advice_of(&desc, &access));
    }
}

static void test_R20_advice_says_when_no_pitch_helps(void) {
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_390X);
    gcnmem_access access = test_access("ds_read_b32", 0);
    uint32_t lane;
    for (lane = 0; lane < GCNMEM_LANES; ++lane) { /* a shuffle: neighbours have nothing in common */
        access.address[lane] = lane * lane * 17 % 251 * 128;
    }
    CHECK(gcnmem_cost_wave(&desc, &access).conflict_clocks != 0, "it conflicts");
    CHECK(strstr(advice_of(&desc, &access), "pitch") == NULL, "%s", advice_of(&desc, &access));
    access = column_read("ds_read_b32", 64, 256, 1); /* one dword more still fits 64 KB */
    CHECK(strstr(advice_of(&desc, &access), "a pitch of 257 dwords") != NULL, "%s", advice_of(&desc, &access));
    access = column_read("ds_read_b32", 64, 260, 1); /* 261 would fit no longer */
    CHECK(strstr(advice_of(&desc, &access), "a pitch of") == NULL, "%s", advice_of(&desc, &access));
}

/* Where no pitch is free of conflicts the quickest is named, and the clocks that it takes: all are tried here. One that
   takes half more memory is not, where lanes side by side take no more clocks. */
static void test_R7_advice_names_the_quickest_pitch(void) {
    static const gcnmem_device devices[] = {GCNMEM_DEVICE_R9_390X, GCNMEM_DEVICE_HD_7970, GCNMEM_DEVICE_MI100};
    unsigned named = 0;
    for (uint32_t i = 0; i < 3 * 128; ++i) {
        gcnmem_desc desc = gcnmem_desc_for(devices[i % 3]);
        uint32_t pitch = 2 + i / 3;
        gcnmem_access access = test_access("buffer_load_dword", pitch * 4);
        gcnmem_cost own = gcnmem_cost_wave(&desc, &access);
        uint64_t fewest = own.clocks;
        uint32_t quickest = pitch;
        int is_free = own.tag_conflict_clocks + own.bank_conflict_clocks == 0;
        for (uint32_t to = pitch + 1; to <= pitch + 32; ++to) {
            gcnmem_access trial = test_access("buffer_load_dword", to * 4);
            gcnmem_cost cost = gcnmem_cost_wave(&desc, &trial);
            quickest = cost.clocks < fewest ? to : quickest;
            fewest = cost.clocks < fewest ? cost.clocks : fewest;
            is_free |= cost.tag_conflict_clocks + cost.bank_conflict_clocks == 0;
        }
        const char* advice = advice_of(&desc, &access);
        if (!is_free && strstr(advice, " bank (R") != NULL) { /* of conflicts, not of lanes that do not coalesce */
            char wanted[64];
            snprintf(wanted, sizeof wanted, ", but %" PRIu32 " dwords take %llu clocks", quickest,
                     (unsigned long long)fewest);
            access = test_access("buffer_load_dword", 4);
            int is_dear = 2 * quickest > 3 * pitch && gcnmem_cost_wave(&desc, &access).clocks <= fewest;
            int is_wanted = fewest < own.clocks && !is_dear;
            CHECK((strstr(advice, wanted) != NULL) == is_wanted, "%s, %" PRIu32 " dwords:%s: %s",
                  gcnmem_device_card(devices[i % 3]), pitch, wanted, advice);
            CHECK(!is_dear || strstr(advice, "pitch") == NULL, "%s, %" PRIu32 " dwords: %s",
                  gcnmem_device_card(devices[i % 3]), pitch, advice);
            named += is_wanted;
        }
    }
    CHECK(named > 100, "%u pitches were named", named);
}

/* A step that a few lanes make is none of the pattern's: addresses at random have no rows. */
static void test_advice_for_a_gather_names_no_pitch(void) {
    static const gcnmem_device devices[] = {GCNMEM_DEVICE_RX_480, GCNMEM_DEVICE_A100, GCNMEM_DEVICE_RX_6900_XT};
    test_random random = test_random_start(7);
    uint32_t i;
    uint32_t k;
    for (i = 0; i < 60; ++i) {
        gcnmem_desc desc = gcnmem_desc_for(devices[i % 3]);
        gcnmem_access access = test_access("load_b32", 4);
        access.exec_mask = desc.wave_lanes == 64 ? UINT64_MAX : ((uint64_t)1 << desc.wave_lanes) - 1;
        for (k = 0; k < desc.wave_lanes; ++k) {
            access.address[k] = test_random_below(&random, 1 << 24) * 4;
        }
        CHECK(strstr(advice_of(&desc, &access), "pitch") == NULL, "%s, access %" PRIu32 ": %s",
              gcnmem_device_card(devices[i % 3]), i, advice_of(&desc, &access));
    }
}

static void test_R21_advice_for_atomics(void) {
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_390X);
    gcnmem_access access = test_access("ds_add_u32", 0);
    CHECK(strstr(advice_of(&desc, &access), "R21") != NULL, "one dword: %s", advice_of(&desc, &access));
    access = column_read("ds_add_u32", 16, 17, 1);
    CHECK(strstr(advice_of(&desc, &access), "a pitch of 18 dwords") != NULL, "t[16][17]: %s",
          advice_of(&desc, &access));
}

static void test_advice_without_lanes(void) {
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_390X);
    gcnmem_access access = test_access("buffer_load_dword", 4);
    gcnmem_cost cost;
    page* out = fresh(SIZE_MAX);
    access.exec_mask = 0;
    cost = gcnmem_cost_wave(&desc, &access);
    CHECK(strcmp(advice_of(&desc, &access), "no lane is active: nothing is issued") == 0, "%s",
          advice_of(&desc, &access));
    gcnmem_report_cost(&desc, &access, &cost, GCNMEM_STYLE_TEXT, write_page, out);
    CHECK(strstr(out->text, "n/a") == NULL, "%s", out->text);
    access.exec_mask = UINT64_MAX;
    access.size_bytes = 1; /* less than a dword */
    CHECK(strncmp(advice_of(&desc, &access), "no lane is in range", 19) == 0, "%s", advice_of(&desc, &access));
}

/* The first lane below 0 that takes part; where there is a limit, lanes outside are told of as such. */
static void test_addresses_below_0_are_told(void) {
    static const struct {
        const char* op;
        uint64_t mask, size_bytes;
        const char* warning;
    } rows[] = {
        {"buffer_load_dword", UINT64_MAX, 0, "WARNING: the address of lane 0 is -8: it wraps"},
        {"buffer_load_dword", 0xfe, 0, "WARNING: the address of lane 1 is -4: it wraps"},
        {"buffer_load_dword", 0xfc, 0, NULL},
        {"buffer_load_dword", UINT64_MAX, 4096, NULL},
        {"s_load_dword", UINT64_MAX, 0, "WARNING: the address of lane 0 is -8: it wraps"},
        {"ds_read_b32", UINT64_MAX, 0, NULL},
    };
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_390X);
    for (uint32_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        gcnmem_access access = test_access(rows[i].op, 4);
        page* out = fresh(SIZE_MAX);
        for (uint32_t lane = 0; lane < GCNMEM_LANES; ++lane) {
            access.address[lane] -= 8;
        }
        access.exec_mask = rows[i].mask;
        access.size_bytes = rows[i].size_bytes;
        gcnmem_cost cost = gcnmem_cost_wave(&desc, &access);
        gcnmem_report_cost(&desc, &access, &cost, GCNMEM_STYLE_TEXT, write_page, out);
        const char* found = strstr(out->text, rows[i].warning != NULL ? rows[i].warning : "the address of lane");
        CHECK((found != NULL) == (rows[i].warning != NULL), "row %u: %s", i, out->text);
    }
}

/* A change that is named must be one: here nothing more can be had. */
static void test_R11_advice_does_not_name_what_does_not_help(void) {
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_390X);
    gcnmem_access access = test_access_image("image_sample", "r32f");
    access.filter = GCNMEM_FILTER_TRILINEAR;
    CHECK(strstr(advice_of(&desc, &access), "narrower") == NULL, "32 bits are the narrowest: %s",
          advice_of(&desc, &access));
    access = test_access("s_load_dword", 0);
    CHECK(strstr(advice_of(&desc, &access), "pack") == NULL, "a wave has one scalar address: %s",
          advice_of(&desc, &access));
}

/* Of kinds that a member can have: each value as JSON writes it, and null for what has none. */
static void test_members_are_written_by_their_kind(void) {
    static const uint64_t values[] = {0, 1, 1, 3, 1, 0, GCNMEM_NONE, 7};
    char text[1024] = "";
    gcnmemi_report w = gcnmemi_report_of_members(GCNMEM_STYLE_JSON, test_append, text);
    gcnmemi_report_members(&w, "{ no:b yes:b third:r none:r nobody:n number }", values, 8);
    CHECK_TEXT("{\n  \"no\": false,\n  \"yes\": true,\n  \"third\": 0.333,\n  \"none\": null,\n"
               "  \"nobody\": null,\n  \"number\": 7\n}",
               text, "members");
}

/* What is said of a float argument: three places, or its bits where these do not tell it. */
static void test_inputs_show_floats_in_decimal(void) {
    static const struct {
        uint32_t bits;
        const char* shown;
    } rows[] = {{0x3fc00000, "1.500"},
                {0xbfc00000, "-1.500"},
                {0, "0.000"},
                {0x80000000, "-0.000"},
                {0x4b800000, "16777216.000"},
                {0x7f800000, "the float of the bits 0x7f800000"},
                {0x00000001, "the float of the bits 0x1"},
                {0x3a83126f, "0.001"},
                {0x5f000000, "the float of the bits 0x5f000000"},
                {0x3a000000, "the float of the bits 0x3a000000"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        char text[64] = "";
        gcnmemi_print w = gcnmemi_print_to_room(text, sizeof text);
        gcnmemi_needs_float(&w, rows[i].bits);
        CHECK_TEXT(rows[i].shown, text, "0x%08x", (unsigned)rows[i].bits);
    }
}

/* A memory that no row has a name for is as one nobody named; a share of a machine has a number of CUs of its own. */
static void test_report_of_odd_machines(void) {
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_390X);
    CHECK_TEXT("GDDR5", gcnmemi_report_memory_name(&desc), "its own");
    desc.dram_memory = GCNMEM_MEMORY_END;
    const char* none = gcnmemi_report_memory_name(&desc);
    desc.dram_memory = GCNMEM_MEMORY_DEFAULT;
    CHECK_TEXT(none, gcnmemi_report_memory_name(&desc), "one behind the last");
    for (uint32_t device = 0; device < GCNMEM_DEVICE_END; ++device) {
        const gcnmem_desc whole = gcnmem_desc_for((gcnmem_device)device);
        for (uint32_t cus = 1; cus <= whole.cu_count; cus += 7) {
            const uint32_t near = gcnmemi_report_undivided_cus(&whole, cus);
            CHECK(whole.l2_channels * near % whole.cu_count == 0 && whole.dram_channels * near % whole.cu_count == 0,
                  "%u of %u CUs of device %u: %u", (unsigned)cus, (unsigned)whole.cu_count, (unsigned)device,
                  (unsigned)near);
        }
    }
}

/* A wave of LDS without lanes costs the ports nothing; a permute costs them alone. */
static void test_report_of_lds_ports(void) {
    static const struct {
        const char* op;
        uint64_t exec;
        const char* says;
    } rows[] = {{"ds_bpermute_b32", UINT64_MAX, "of the LDS ports alone"},
                {"ds_read_b32", 0, ": 0.000 clocks a wave, best case"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        char text[1 << 14] = "";
        gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_390X);
        gcnmem_access access = test_access(rows[i].op, 4);
        access.exec_mask = rows[i].exec;
        gcnmem_cost cost = gcnmem_cost_wave(&desc, &access);
        gcnmem_report_cost(&desc, &access, &cost, GCNMEM_STYLE_TEXT, test_append, text);
        CHECK(strstr(text, rows[i].says) != NULL, "%s: %s", rows[i].op, text);
    }
}

/* What was never measured is said of what it decided, and of nothing else. */
static void test_report_says_what_was_not_measured(void) {
    static const struct {
        const char* op;
        uint64_t first;
        uint64_t step;
        const char* rule; /* its number; NULL: all was */
    } rows[] = {{"ds_read_b32", 0, 4, NULL},
                {"ds_read_b32", 2, 4, "R1:"},
                {"buffer_load_dword", 0, 4096, NULL},
                {"buffer_store_dword", 0, 4096, "R12 R13"},
                {"ds_write_b32", 0, 128, NULL}};
    const gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_390X);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        gcnmem_access access = test_access(rows[i].op, rows[i].step);
        for (uint32_t lane = 0; lane < GCNMEM_LANES; ++lane) {
            access.address[lane] += rows[i].first;
        }
        const gcnmem_cost cost = gcnmem_cost_wave(&desc, &access);
        const char* said = gcnmemi_report_unmeasured(&desc, &access, &cost);
        CHECK(rows[i].rule == NULL ? said == NULL || strstr(said, "conflicts") == NULL
                                   : said != NULL && strncmp(said, rows[i].rule, strlen(rows[i].rule)) == 0,
              "%s %u+%u: %s", rows[i].op, (unsigned)rows[i].first, (unsigned)rows[i].step, said != NULL ? said : "-");
    }
}

/* A page without markup: what a listing's text may hold stands in entities. */
static void test_page_escapes_what_html_reads(void) {
    char text[128] = "";
    gcnmemi_report w = gcnmemi_report_to(GCNMEM_STYLE_TEXT, test_append, text);
    w.out.is_escaped = 1;
    gcnmemi_report_put(&w, "a<b>c&d\"e'f");
    CHECK_TEXT("a&lt;b&gt;c&amp;d&quot;e&#39;f", text, "escaped");
}

#define LOADS \
    "buffer_load_dword v0, v1, s[0:3], 0 offen ; @mem lane*4096\n" \
    "buffer_load_dword v2, v1, s[0:3], 0 offen ; @mem lane*4\ns_waitcnt vmcnt(0)\ns_endpgm\n"

/* What a change gains stands on the page as in the text, and so does what makes it slower. */
static void test_page_shows_gains_and_losses(void) {
    job j = job_new(GCNMEM_DEVICE_R9_390X, LOADS);
    job_run(&j);
    const gcnmem_run_gain gains[] = {{GCNMEM_RESOURCE_DRAM_BANDWIDTH, {0, GCNMEM_MEND_NONE}, j.result.clocks / 2},
                                     {GCNMEM_RESOURCE_L2_SIZE, {0, GCNMEM_MEND_NONE}, j.result.clocks},
                                     {GCNMEM_RESOURCE_VALU, {0, GCNMEM_MEND_NONE}, j.result.clocks * 2}};
    for (size_t told = 0; told <= 3; ++told) {
        page* out = fresh(SIZE_MAX);
        gcnmem_report_run(j.run, j.listing, j.text, GCNMEM_STYLE_HTML, write_page, out);
        CHECK_U64(told != 0, strstr(out->text, "<h2 id=gains>") != NULL, "%u told", (unsigned)told);
        CHECK_U64(told != 0, strstr(out->text, "<td class=r>2.00<td>") != NULL, "%u told", (unsigned)told);
        CHECK_U64(told == 3, strstr(out->text, "<td class=r>0.50<td>") != NULL, "%u told", (unsigned)told);
        CHECK_U64(told == 3, strstr(out->text, "below 1: ") != NULL, "%u told", (unsigned)told);
        if (told < 3) {
            gcnmem_run_tell_gain(j.run, &gains[told]);
        }
    }
    job_end(&j);
}

/* The best change of the code is named beside the best of the machine, once: not where a remark told of it. */
static void test_report_names_the_best_change_of_the_code(void) {
    for (uint32_t best = 0; best < 3; ++best) { /* 1: none gains; 2: the sparse access's own */
        job j = job_new(GCNMEM_DEVICE_R9_390X, LOADS);
        job_run(&j);
        const uint64_t clocks = j.result.clocks;
        const gcnmem_run_gain gains[] = {
            {GCNMEM_RESOURCE_DRAM_BANDWIDTH, {0, GCNMEM_MEND_NONE}, clocks / 2},
            {GCNMEM_RESOURCE_NONE, {0, GCNMEM_MEND_SIDE_BY_SIDE}, best == 1 ? clocks : clocks * 2 / 3},
            {GCNMEM_RESOURCE_NONE, {1, GCNMEM_MEND_HITS}, best == 0 ? clocks * 3 / 5 : clocks}};
        for (size_t i = 0; i < 3; ++i) {
            gcnmem_run_tell_gain(j.run, &gains[i]);
        }
        page* out = fresh(SIZE_MAX);
        gcnmem_report_run(j.run, j.listing, j.text, GCNMEM_STYLE_TEXT, write_page, out);
        CHECK_U64(best == 0, times_in(out->text, "  in the code line 2: "), "best %u: %s", (unsigned)best, out->text);
        CHECK_U64(0, times_in(out->text, "  in the code line 1: "), "best %u: %s", (unsigned)best, out->text);
        CHECK_U64(best != 1, times_in(out->text, "tried: lanes side by side"), "best %u: %s", (unsigned)best,
                  out->text);
        job_end(&j);
    }
}

/* Of the dearest instructions no more are shown than were asked for, nor more than there are. */
static void test_report_shows_the_dearest(void) {
    for (uint32_t top = 0; top <= 9; ++top) {
        static const uint32_t shown[10] = {4, 1, 2, 3, 4, 4, 4, 4, 4, 4};
        job j = job_new(GCNMEM_DEVICE_R9_390X, LOADS);
        j.options.top = top;
        job_run(&j);
        for (int is_page = 0; is_page < 2; ++is_page) {
            page* out = fresh(SIZE_MAX);
            if (is_page) {
                gcnmem_report_run(j.run, j.listing, j.text, GCNMEM_STYLE_HTML, write_page, out);
            } else {
                gcnmem_report_run(j.run, j.listing, j.text, GCNMEM_STYLE_JSON, write_page, out);
            }
            CHECK(strstr(out->text, "buffer_load_dword") != NULL, "top %u", (unsigned)top);
            if (!is_page) {
                CHECK_U64(shown[top], times_in(out->text, "\"text\": \""), "top %u", (unsigned)top);
            }
        }
        job_end(&j);
    }
}

/* Runs beside each other: the faster one is named unless they are alike, and what fell with more waves or CUs. */
static void test_pairs_name_what_is_faster(void) {
    static const struct {
        uint64_t clocks;
        uint64_t waves;
        uint32_t cus;
        uint32_t waves_per_simd;
        uint64_t l1;        /* accesses that L1 serves, of 100 */
        const char* faster; /* NULL: neither */
        const char* slower; /* with more of these; NULL: it is not said */
    } rows[] = {{1000, 64, 1, 1, 50, NULL, NULL},
                {2000, 64, 1, 1, 10, "A is 2.00 times as fast as B\n", NULL},
                {2000, 64, 1, 2, 10, "A is 2.00", "slower with more waves: L1 serves 10 instead of 50 %"},
                {2000, 64, 2, 1, 10, "A is 2.00", "slower with more CUs: L1 serves 10 instead of 50 %"},
                {2000, 64, 2, 1, 60, "A is 2.00", NULL},
                {2000, 128, 2, 1, 10, NULL, NULL},
                {1000, 128, 2, 1, 10, "B is 2.00 times as fast as A, by wave\n", NULL},
                {1010, 64, 2, 1, 10, "A is 1.01", NULL},
                {0, 64, 1, 1, 50, NULL, NULL}};
    const gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_390X);
    job j = job_new(GCNMEM_DEVICE_R9_390X, LOADS);
    job_run(&j);
    gcnmem_run_variant pair[2] = {{"A", NULL, j.result}, {"B", NULL, j.result}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        page* out = fresh(SIZE_MAX);
        for (uint32_t k = 0; k < 2; ++k) {
            gcnmem_run_result* r = &pair[k].result;
            memset(r->served, 0, sizeof r->served);
            r->clocks = rows[k * i].clocks;
            r->waves = rows[k * i].waves;
            r->cu_count = rows[k * i].cus;
            r->waves_per_simd = rows[k * i].waves_per_simd;
            r->served[GCNMEM_SERVED_L1] = rows[k * i].l1;
            r->served[GCNMEM_SERVED_DRAM] = 100 - rows[k * i].l1;
        }
        gcnmem_report_variants(&desc, pair, 2, 1, GCNMEM_STYLE_TEXT, write_page, out);
        CHECK_U64(rows[i].faster == NULL, strstr(out->text, " times as fast as ") == NULL, "row %u", (unsigned)i);
        CHECK(rows[i].faster == NULL || strstr(out->text, rows[i].faster) != NULL, "row %u: %s", (unsigned)i,
              out->text);
        CHECK_U64(rows[i].slower == NULL, strstr(out->text, "slower with more") == NULL, "row %u: %s", (unsigned)i,
                  out->text);
        CHECK(rows[i].slower == NULL || strstr(out->text, rows[i].slower) != NULL, "row %u: %s", (unsigned)i,
              out->text);
    }
    job_end(&j);
}

/* The operations' list as JSON: an element each, with what else it is called. */
static void test_report_ops_as_json(void) {
    page* out = fresh(SIZE_MAX);
    gcnmem_report_ops(NULL, GCNMEM_STYLE_JSON, write_page, out);
    CHECK(strncmp(out->text, "{\n  \"ops\": [", 12) == 0, "%.60s", out->text);
    CHECK_TEXT("\n  ]\n}\n", out->text + out->used - 7, "its end");
    CHECK(strstr(out->text, "\"name\": \"ds_read_b32\"") != NULL, "an operation of LDS");
    CHECK_U64(times_in(out->text, "\"name\": "), times_in(out->text, "\"aliases\": ["), "aliases of each");
}

/* Why a replay is slow is not asked where nothing came as far as DRAM. */
static void test_R47_a_replay_without_traffic_blames_nothing(void) {
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_390X);
    gcnmem_replay_stats stats;
    memset(&stats, 0, sizeof stats);
    CHECK(strncmp(gcnmemi_report_replay_reason(&desc, &stats), "nothing reached DRAM", 20) == 0, "%s",
          gcnmemi_report_replay_reason(&desc, &stats));
    stats.dram.bytes = 64;
    stats.lines = 1;
    CHECK(strncmp(gcnmemi_report_replay_reason(&desc, &stats), "the trace is short", 18) == 0, "%s",
          gcnmemi_report_replay_reason(&desc, &stats));
    stats.lines = 1000; /* a padding spreads what goes round the channels, not what is hashed */
    stats.slowest = GCNMEM_LEVEL_DRAM;
    stats.dram_limit = GCNMEM_DRAM_LIMIT_CHANNEL;
    CHECK(strstr(gcnmemi_report_replay_reason(&desc, &stats), "256 bytes") != NULL, "R9 390X");
    desc = gcnmem_desc_for(GCNMEM_DEVICE_MI100);
    CHECK(strstr(gcnmemi_report_replay_reason(&desc, &stats), "256 bytes") == NULL, "MI100");
}

/* More waves want more of what there are too few of; a group that must be whole wants nothing. */
static void test_each_limit_of_occupancy_has_its_resource(void) {
    static const gcnmem_resource resources[][2] = {
        {(gcnmem_resource)GCNMEM_LIMIT_VGPRS, GCNMEM_RESOURCE_REGISTERS},
        {(gcnmem_resource)GCNMEM_LIMIT_SGPRS, GCNMEM_RESOURCE_REGISTERS},
        {(gcnmem_resource)GCNMEM_LIMIT_LDS, GCNMEM_RESOURCE_LDS_SIZE},
        {(gcnmem_resource)GCNMEM_LIMIT_WAVE_SLOTS, GCNMEM_RESOURCE_WAVE_SLOTS},
        {(gcnmem_resource)GCNMEM_LIMIT_GROUP_SLOTS, GCNMEM_RESOURCE_WAVE_SLOTS},
        {(gcnmem_resource)GCNMEM_LIMIT_GROUP_SIZE, GCNMEM_RESOURCE_NONE}};
    for (size_t i = 0; i < sizeof resources / sizeof resources[0]; ++i) {
        gcnmem_occupancy occupancy;
        memset(&occupancy, 0, sizeof occupancy);
        occupancy.limited_by = (gcnmem_limit)resources[i][0];
        CHECK_U64(resources[i][1], gcnmemi_verdict_held_down_by(&occupancy), "%s",
                  gcnmem_name_of(GCNMEM_NAMES_LIMIT, occupancy.limited_by));
    }
}

/* What a run lacks is told of what waves execute: an unknown word behind a jump matters to nobody. */
static void test_gaps_are_of_what_is_executed(void) {
    static const struct {
        const char* text;
        uint32_t gaps;
    } rows[] = {{"s_branch end\nnonsense v0, v1\nend:\ns_endpgm\n", 0},
                {"nonsense v0, v1\ns_endpgm\n", 1u << GCNMEM_GAP_STRANGE},
                {"nonsense v0, v1\n", 1u << GCNMEM_GAP_STRANGE | 1u << GCNMEM_GAP_OFF_END},
                {"flat_load_dword v2, v[8:9]\ns_waitcnt vmcnt(0)\nnonsense v0, v2\ns_endpgm\n",
                 1u << GCNMEM_GAP_STRANGE | 1u << GCNMEM_GAP_DEFAULT}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        job j = job_new(GCNMEM_DEVICE_R9_390X, rows[i].text);
        job_run(&j);
        CHECK_U64(rows[i].gaps, j.result.gaps, "%s", rows[i].text);
        page* out = fresh(SIZE_MAX);
        gcnmem_report_run(j.run, j.listing, j.text, GCNMEM_STYLE_CSV_ROW, write_page, out);
        CHECK_U64(rows[i].gaps != 0, strstr(out->text, "# no verdict: ") != NULL, "%s: %s", rows[i].text, out->text);
        job_end(&j);
    }
}

/* What is refused is refused alike when nobody wants to hear why. */
static void test_refusals_need_no_issue(void) {
    static const struct {
        gcnmem_device device;
        const char* text;
    } rows[] = {{GCNMEM_DEVICE_R9_390X, "buffer_load_dword v0, v1, s[0:3], 0 offen ; @mem lane*\ns_endpgm\n"},
                {GCNMEM_DEVICE_H200, "load_b31 r1, [r2]\nexit\n"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        gcnmem_run* run;
        job j = job_new(rows[i].device, rows[i].text);
        const size_t bytes = test_run_bytes(&j.desc, j.listing, &j.options);
        void* memory = job_memory(bytes + 1);
        gcnmem_result told = gcnmem_run_init(memory, bytes, &j.desc, j.listing, j.text, &j.options, &run, &j.issue);
        CHECK(told != GCNMEM_OK && j.issue.line == 1, "%s: line %u", rows[i].text, (unsigned)j.issue.line);
        CHECK_U64(told, gcnmem_run_init(memory, bytes, &j.desc, j.listing, j.text, &j.options, &run, NULL), "%s",
                  rows[i].text);
        free(memory);
        job_end(&j);
    }
}

static void test_report_rules_are_numbered_without_a_gap(void) {
    uint32_t number;
    CHECK(gcnmem_rule_text(0) == NULL, "rules count from 1");
    for (number = 1; gcnmem_rule_text(number) != NULL; ++number) {
        char head[16];
        snprintf(head, sizeof head, "R%u ", (unsigned)number);
        CHECK(strncmp(gcnmem_rule_text(number), head, strlen(head)) == 0, "%s", gcnmem_rule_text(number));
        CHECK(strchr(gcnmem_rule_text(number), '\n') == NULL, "one paragraph: %s", gcnmem_rule_text(number));
    }
    CHECK(number > 57, "%u rules", (unsigned)number - 1);
    CHECK(gcnmem_rule_text(UINT32_MAX) == NULL, "no rule");
}

void suite_report(void) {
    TEST(test_report_counts_the_bytes_it_delivers);
    TEST(test_report_requests_in_every_style);
    TEST(test_report_stops_when_the_writer_says_so);
    TEST(test_R47_a_replay_blames_a_stride_only_for_uneven_channels);
    TEST(test_R47_lines_make_a_trace_long);
    TEST(test_report_json_has_the_keys_of_the_contract);
    TEST(test_R25_the_next_step_of_vgprs_counts_agprs);
    TEST(test_lanes_that_are_off_are_not_sparse);
    TEST(test_report_json_is_one_value);
    TEST(test_report_desc_names_every_field);
    TEST(test_report_rules_are_numbered_without_a_gap);
    TEST(test_advice_is_a_sentence);
    TEST(test_advice_is_cut_to_its_room);
    TEST(test_R20_advice_names_a_pitch_that_was_tried);
    TEST(test_R20_advised_pitch_is_free_of_conflicts);
    TEST(test_R20_advised_pitch_keeps_all_lanes);
    TEST(test_R20_rows_are_as_long_as_their_pitch);
    TEST(test_R3_advice_for_lanes_that_do_not_coalesce);
    TEST(test_R9_samples_are_not_advised_to_be_wide);
    TEST(test_R20_advice_says_when_no_pitch_helps);
    TEST(test_R7_advice_names_the_quickest_pitch);
    TEST(test_advice_for_a_gather_names_no_pitch);
    TEST(test_R21_advice_for_atomics);
    TEST(test_advice_without_lanes);
    TEST(test_addresses_below_0_are_told);
    TEST(test_R11_advice_does_not_name_what_does_not_help);
    TEST(test_page_shows_gains_and_losses);
    TEST(test_report_names_the_best_change_of_the_code);
    TEST(test_report_shows_the_dearest);
    TEST(test_pairs_name_what_is_faster);
    TEST(test_report_ops_as_json);
    TEST(test_R47_a_replay_without_traffic_blames_nothing);
    TEST(test_each_limit_of_occupancy_has_its_resource);
    TEST(test_gaps_are_of_what_is_executed);
    TEST(test_refusals_need_no_issue);
    TEST(test_members_are_written_by_their_kind);
    TEST(test_inputs_show_floats_in_decimal);
    TEST(test_report_of_odd_machines);
    TEST(test_report_of_lds_ports);
    TEST(test_report_says_what_was_not_measured);
    TEST(test_page_escapes_what_html_reads);
}
