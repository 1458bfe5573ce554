/* report.c -- what writers receive: bytes counted, stops obeyed, keys present */
#include "test.h"

typedef struct page {
    size_t used;
    size_t stop_at; /* bytes after which the writer says stop */
    int calls_after_stop;
    char text[262144];
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
    gcnmem_shader_needs needs = {25, 16, 0, 256};
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

static void test_report_desc_names_every_field(void) {
    page* out = fresh(SIZE_MAX);
    int field;
    write_report(4, GCNMEM_STYLE_TEXT, out);
    for (field = 0; field < GCNMEM_FIELD_END; ++field) {
        CHECK(strstr(out->text, gcnmem_field_name((gcnmem_field)field)) != NULL, "%s",
              gcnmem_field_name((gcnmem_field)field));
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

static void test_version_check(void) {
    CHECK(GCNMEM_CHECK_VERSION() != 0, "same header");
    CHECK(gcnmem_check_version(GCNMEM_VERSION + 1, sizeof(gcnmem_desc), sizeof(gcnmem_access), sizeof(gcnmem_cost)) ==
              0,
          "another version");
    CHECK(gcnmem_check_version(GCNMEM_VERSION, sizeof(gcnmem_desc) + 4, sizeof(gcnmem_access), sizeof(gcnmem_cost)) ==
              0,
          "another description");
    CHECK(gcnmem_check_version(GCNMEM_VERSION, sizeof(gcnmem_desc), 0, sizeof(gcnmem_cost)) == 0, "another access");
    CHECK(gcnmem_check_version(GCNMEM_VERSION, sizeof(gcnmem_desc), sizeof(gcnmem_access), 8) == 0, "another cost");
}

void suite_report(void) {
    TEST(test_report_counts_the_bytes_it_delivers);
    TEST(test_report_stops_when_the_writer_says_so);
    TEST(test_report_json_has_the_keys_of_the_contract);
    TEST(test_report_json_is_one_value);
    TEST(test_report_desc_names_every_field);
    TEST(test_report_rules_are_numbered_without_a_gap);
    TEST(test_version_check);
}
