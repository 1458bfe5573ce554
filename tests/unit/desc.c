/* desc.c -- presets against the cards' data, defaults, validation, setting fields by name */
#include "job.h"

#include "private.h"

static void test_names_are_so_far_apart(void) {
    CHECK_U64(0, gcnmem_name_distance("R9 390X", "r9-390x"), "blanks, dashes and case do not count");
    CHECK_U64(1, gcnmem_name_distance("gropus", "groups"), "swapped letters are one slip");
    CHECK_U64(2, gcnmem_name_distance("gropus", "group"), "a letter less, and swapped ones");
    CHECK_U64(3, gcnmem_name_distance("kitten", "sitting"), "two changed, one more");
    CHECK_U64(4, gcnmem_name_distance("", "lane"), "four more");
}

/* AMD's data sheets, device_info and PAL: CUs, L2 bytes, peak bytes a second, wave slots. */
static void test_desc_presets_equal_the_device_table(void) {
    static const struct {
        gcnmem_device device;
        uint32_t cus, l2_kib, waves;
        uint64_t megabytes_per_second;
    } rows[] = {{GCNMEM_DEVICE_HD_7970, 32, 768, 10, 264000},      {GCNMEM_DEVICE_HD_7870, 20, 512, 10, 153600},
                {GCNMEM_DEVICE_HD_7770, 10, 512, 10, 72000},       {GCNMEM_DEVICE_R9_290X, 44, 1024, 10, 320000},
                {GCNMEM_DEVICE_R9_390X, 44, 1024, 10, 384000},     {GCNMEM_DEVICE_R9_FURY_X, 64, 2048, 10, 512000},
                {GCNMEM_DEVICE_RX_480, 36, 2048, 8, 256000},       {GCNMEM_DEVICE_VEGA_64, 64, 4096, 10, 483840},
                {GCNMEM_DEVICE_RADEON_VII, 60, 4096, 10, 1024000}, {GCNMEM_DEVICE_MI100, 120, 8192, 10, 1228800},
                {GCNMEM_DEVICE_MI210, 104, 8192, 8, 1638400}};
    size_t i;
    for (i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        gcnmem_desc desc = gcnmem_desc_for(rows[i].device);
        const char* card = gcnmem_device_card(rows[i].device);
        CHECK_U64(rows[i].cus, desc.cu_count, "%s", card);
        CHECK_U64(rows[i].l2_kib * 1024u, desc.l2_size_bytes, "%s", card);
        CHECK_U64(rows[i].waves, desc.waves_per_simd_max, "%s", card);
        CHECK_U64(rows[i].megabytes_per_second * 1000000, gcnmem_desc_dram_bytes_per_second(&desc), "%s", card);
    }
}

static void test_desc_every_preset_is_valid_and_whole(void) {
    int i;
    int field;
    for (i = 1; i < GCNMEM_DEVICE_END; ++i) {
        gcnmem_desc desc = gcnmem_desc_for((gcnmem_device)i);
        gcnmem_desc zero;
        gcnmem_issue issue = {NULL, NULL, 0, 0, 0, 0, 0, ""};
        memset(&zero, 0, sizeof zero);
        zero.device = (gcnmem_device)i;
        gcnmem_desc_defaults(&zero);
        CHECK(memcmp(&desc, &zero, sizeof desc) == 0, "defaults of %s", gcnmem_device_card((gcnmem_device)i));
        CHECK(gcnmem_desc_validate(&desc, &issue) == GCNMEM_OK, "%s: %s", gcnmem_device_card((gcnmem_device)i),
              issue.field ? issue.field : "");
        for (field = 0; field < GCNMEM_FIELD_END; ++field) {
            gcnmem_provenance from = gcnmem_field_provenance(&desc, (gcnmem_field)field);
            CHECK(from != GCNMEM_PROVENANCE_USER, "%s", gcnmemi_desc_field_name((gcnmem_field)field));
            CHECK(from == GCNMEM_PROVENANCE_NONE || test_field_value(&desc, (gcnmem_field)field) != 0 ||
                      field == GCNMEM_FIELD_lds_group_reserved_bytes,
                  "%s", gcnmemi_desc_field_name((gcnmem_field)field));
        }
    }
}

static void test_desc_zero_means_the_preset(void) {
    gcnmem_desc desc;
    memset(&desc, 0, sizeof desc);
    desc.device = GCNMEM_DEVICE_VEGA_64;
    desc.cu_count = 3;
    gcnmem_desc_defaults(&desc);
    CHECK_U64(3, desc.cu_count, "set before");
    CHECK_U64(16384, desc.l1_size_bytes, "PAL, MT4G: 16 KB");
    CHECK(gcnmem_field_provenance(&desc, GCNMEM_FIELD_cu_count) == GCNMEM_PROVENANCE_USER, "cu_count");
    desc = gcnmem_desc_for(GCNMEM_DEVICE_NONE);
    CHECK_U64(0, desc.cu_count, "no device");
}

/* Each field below its lowest and above its highest value is refused by its own name. */
static void test_desc_validate_names_each_field(void) {
#define ROW(name, lowest, highest, meaning) {#name, offsetof(gcnmem_desc, name), lowest, highest},
    static const struct {
        const char* name;
        size_t offset;
        uint32_t lowest, highest;
    } rows[] = {GCNMEM_DESC_FIELDS(ROW)};
#undef ROW
    size_t i;
    for (i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        int side;
        for (side = 0; side < 2; ++side) {
            gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_290X);
            gcnmem_issue issue = {NULL, NULL, 0, 0, 0, 0, 0, ""};
            uint32_t value = side ? rows[i].highest + 1 : rows[i].lowest - 1;
            char text[32];
            snprintf(text, sizeof text, side ? "%u" : "0x%x", value);
            memcpy((char*)&desc + rows[i].offset, &value, sizeof value);
            CHECK(gcnmem_desc_validate(&desc, &issue) == GCNMEM_ERROR_VALUE, "%s=%s", rows[i].name, text);
            CHECK_TEXT(rows[i].name, issue.field, "%s=%s", rows[i].name, text);
            CHECK_U64(value, issue.value, "%s=%s", rows[i].name, text);
        }
    }
}

static void test_desc_validate_contradictions(void) {
    static const struct {
        const char* field;
        uint32_t value;
    } rows[] = {{"l1_line_bytes", 48}, {"l1_tag_banks", 3},      {"l1_data_banks", 12},    {"lds_bank_count", 24},
                {"request_bytes", 96}, {"l2_request_bytes", 48}, {"l1_size_bytes", 16385}, {"l2_size_bytes", 1048577},
                {"l1_miss_lines", 63}, {"l2_read_entries", 1},   {"l2_write_entries", 63}};
    size_t i;
    for (i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_290X);
        gcnmem_issue issue = {NULL, NULL, 0, 0, 0, 0, 0, ""};
        char text[32];
        snprintf(text, sizeof text, "%u", rows[i].value);
        gcnmem_desc_set(&desc, rows[i].field, text, NULL);
        CHECK(gcnmem_desc_validate(&desc, &issue) == GCNMEM_ERROR_VALUE, "%s=%s", rows[i].field, text);
        CHECK_TEXT(rows[i].field, issue.field, "%s=%s", rows[i].field, text);
        CHECK(issue.rule && issue.rule[0], "%s", rows[i].field);
    }
}

static void test_desc_set_refuses_bad_text(void) {
    static const char* const bad[] = {
        "", " ", "x", "12x", "-1", "0x", "4294967296", "99999999999999999999", "1.5", "0x10000000000000000"};
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_290X);
    gcnmem_issue issue = {NULL, NULL, 0, 0, 0, 0, 0, ""};
    size_t i;
    for (i = 0; i < sizeof bad / sizeof bad[0]; ++i) {
        CHECK(gcnmem_desc_set(&desc, "cu_count", bad[i], &issue) != GCNMEM_OK, "cu_count=\"%s\"", bad[i]);
        CHECK_U64(44, desc.cu_count, "cu_count=\"%s\"", bad[i]);
    }
    CHECK(gcnmem_desc_set(&desc, "l1_siz_bytes", "1", &issue) == GCNMEM_ERROR_NAME, "l1_siz_bytes");
    CHECK(gcnmemi_desc_nearest("l1_siz_bytes") == GCNMEM_FIELD_l1_size_bytes, "l1_siz_bytes");
    CHECK_TEXT("core_clock_mhz", gcnmemi_desc_field_name(gcnmemi_desc_nearest("core_clok_mhz")), "core_clok_mhz");
    CHECK_TEXT("lds_bank_count", gcnmemi_desc_field_name(gcnmemi_desc_nearest("lds_banks")), "lds_banks");
    CHECK_TEXT("simd_count_per_cu", gcnmemi_desc_field_name(gcnmemi_desc_nearest("simds")), "simds");
    CHECK_TEXT("lds_size_bytes", gcnmemi_desc_field_name(gcnmemi_desc_nearest("lds")), "lds");
    CHECK(gcnmem_desc_set(&desc, "lds_bank_count", "24", NULL) == GCNMEM_OK, "24 banks");
    CHECK(gcnmem_desc_validate(&desc, &issue) != GCNMEM_OK, "24 banks");
    CHECK_U64(16, issue.limit, "instead of 24 banks");
}

/* RDNA: 1024 registers of 32 lanes hold half as many of 64. */
static void test_desc_wider_waves_of_rdna_have_half_the_registers(void) {
    gcnmem_desc narrow = gcnmem_desc_for(GCNMEM_DEVICE_RX_6900_XT);
    gcnmem_desc wide = narrow;
    gcnmem_shader_needs needs = {64, 0, 0, 64, 0};
    CHECK(gcnmem_desc_set(&wide, "wave_lanes", "64", NULL) == GCNMEM_OK, "64");
    CHECK_U64(16, gcnmem_occupancy_for(&narrow, &needs, GCNMEM_RULE_HARDWARE).waves_per_simd, "1024 / 64");
    CHECK_U64(8, gcnmem_occupancy_for(&wide, &needs, GCNMEM_RULE_HARDWARE).waves_per_simd, "512 / 64");
    CHECK(gcnmem_desc_set(&wide, "wave_lanes", "32", NULL) == GCNMEM_OK && memcmp(&wide, &narrow, sizeof wide) == 0,
          "back");
}

static void test_desc_read_is_what_was_reported(void) {
    static char text[32768];
    uint32_t i;
    for (i = 1; i < GCNMEM_DEVICE_END; ++i) {
        gcnmem_desc desc = gcnmem_desc_for((gcnmem_device)i);
        gcnmem_desc read;
        desc.cu_count = 3;
        desc.tlb_entries = desc.gl1_size_bytes = desc.l3_size_bytes = 0; /* none is a number as well */
        strcpy(desc.name, i % 2 == 0 ? "" : "My <card> # 9, half");
        text[0] = 0;
        gcnmem_report_desc(&desc, GCNMEM_STYLE_TEXT, test_append, text);
        CHECK(gcnmem_desc_read(text, strlen(text), &read, NULL) == GCNMEM_OK, "%s", text);
        CHECK(memcmp(&desc, &read, sizeof desc) == 0, "%s", gcnmem_device_card((gcnmem_device)i));
    }
}

static void test_desc_read_says_the_line(void) {
    static const struct {
        const char* text;
        uint32_t line;
        const char* field;
    } rows[] = {{"", 0, ""},
                {"# nothing\n", 1, ""},
                {"cu_count 3\n", 1, ""},
                {"gcnmem x --gpu \"hawaii\"\nhawaii: gone\ncu_cuont 3\n", 3, "cu_count"},
                {"gcnmem x --gpu \"hawaii\"\r\ncu_count 3\r\n\r\nl1_ways many\r\n", 4, "l1_ways"},
                {"gcnmem x --gpu \"hawaii\"\ncu_count\n", 2, "cu_count"},
                {"gcnmem x --gpu \"nothing like it\"\n", 1, "gpu"},
                {"gcnmem x --gpu \"hawaii\"\ncu_count 3\n# twice\ncu_count 3\n", 4, "cu_count"},
                {"gcnmem x --gpu \"hawaii\"\ndram_mapping row-bank-column-channel\n"
                 "dram_mapping row-bank-group-column-channel\n",
                 3, "dram_mapping"},
                {"gcnmem x --gpu \"hawaii\"\nname a b\ndram_mapping row-bank-column-channel\nname a b\n", 4, "name"},
                {"gcnmem x --gpu \"hawaii\"\nname\n", 2, "name"},
                {"gcnmem x --gpu \"hawaii\"\ncu_count 3\ngcnmem x --gpu \"fiji\"\n", 3, "gpu"},
                {"gcnmem x --gpu \"hawaii\"\ncu_count 3\n\001\n", 3, ""},
                {"gcnmem", 1, ""}};
    size_t i;
    for (i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        gcnmem_issue issue = {NULL, NULL, 0, 0, 0, 0, 0, ""};
        gcnmem_desc desc;
        CHECK(gcnmem_desc_read(rows[i].text, strlen(rows[i].text), &desc, &issue) != GCNMEM_OK, "%s", rows[i].text);
        CHECK_U64(rows[i].line, issue.line, "%s", rows[i].text);
        CHECK_TEXT(rows[i].field, issue.field, "%s", rows[i].text);
    }
}

static void test_desc_set_takes_a_mapping_that_fits(void) {
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_390X);
    const char* const wrong[] = {"", "row-bank-column-group-channel-chunk-and-a-few-more-words"};
    gcnmem_issue issue;
    CHECK(gcnmem_desc_set(&desc, "dram_mapping", "row-bank-group-column-channel", NULL) == GCNMEM_OK, "29 characters");
    for (size_t i = 0; i < 2; ++i) {
        CHECK(gcnmem_desc_set(&desc, "dram_mapping", wrong[i], &issue) == GCNMEM_ERROR_VALUE, "%s", wrong[i]);
        CHECK_U64(strlen(wrong[i]), issue.value, "%s", wrong[i]);
    }
    CHECK_TEXT("row-bank-group-column-channel", desc.dram_mapping, "what is refused changes nothing");
}

/* A machine that is no card has a name of its own, which reports call it by. */
static void test_desc_has_a_name(void) {
    static char text[32768];
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_390X);
    const char* const wrong[] = {"", "a\"b", "a\\b", "a\nb", "these are 48 characters, of which 47 would be fine"};
    gcnmem_issue issue;
    CHECK(gcnmem_desc_set(&desc, "name", "R9 <490>", NULL) == GCNMEM_OK, "a name");
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; ++i) {
        CHECK(gcnmem_desc_set(&desc, "name", wrong[i], &issue) == GCNMEM_ERROR_VALUE, "%s", wrong[i]);
        CHECK_TEXT("name", issue.field, "%s", wrong[i]);
    }
    CHECK_TEXT("R9 <490>", desc.name, "what is refused changes nothing");
    CHECK(gcnmem_desc_validate(&desc, &issue) == GCNMEM_OK, "%s", issue.rule);
    gcnmem_report_desc(&desc, GCNMEM_STYLE_TEXT, test_append, text);
    CHECK(strstr(text, "--gpu \"R9 390X\" --set name=\"R9 <490>\"\n") != NULL, "%.200s", text);
    gcnmem_op op;
    gcnmem_op_find("buffer_load_dword", &op, NULL);
    gcnmem_access access = gcnmem_access_for(&op);
    gcnmem_cost cost = gcnmem_cost_wave(&desc, &access);
    text[0] = 0;
    gcnmem_report_cost(&desc, &access, &cost, GCNMEM_STYLE_JSON, test_append, text);
    CHECK(strstr(text, "\"gpu\": \"R9 <490>\"") != NULL, "%.200s", text);
    memset(desc.name, 'n', sizeof desc.name);
    CHECK(gcnmem_desc_validate(&desc, &issue) == GCNMEM_ERROR_VALUE, "it has no end");
    CHECK_TEXT("name", issue.field, "it has no end");
}

/* What lies between two lines of one request comes along from whoever gets it: GL1 where there is one. */
static void test_desc_a_request_is_no_longer_than_a_line_of_gl1(void) {
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_RX_6900_XT);
    gcnmem_issue issue;
    char text[200];
    desc.gl1_line_bytes = desc.l2_request_bytes;
    CHECK(gcnmem_desc_validate(&desc, NULL) == GCNMEM_OK, "as long as one");
    desc.gl1_line_bytes /= 2;
    CHECK(gcnmem_desc_validate(&desc, &issue) == GCNMEM_ERROR_VALUE, "twice as long");
    gcnmem_issue_text(&issue, text, sizeof text);
    CHECK_TEXT("l2_request_bytes", issue.field, "twice as long");
    CHECK_TEXT("is 128: must be at most 64, gl1_line_bytes", text, "twice as long");
    desc.gl1_size_bytes = 0;
    CHECK(gcnmem_desc_validate(&desc, NULL) == GCNMEM_OK, "without a GL1");
}

/* One call checks all of it, DRAM included, and says what was broken by how much. */
static void test_desc_messages_name_value_and_limit(void) {
    static const struct {
        const char* set;
        const char* value;
        const char* field;
        const char* text;
    } rows[] = {
        {"dram_rc_clocks", "3", "dram_rc_clocks", "is 3: must be at least 61, dram_ras_clocks + dram_rp_clocks"},
        {"dram_banks", "12", "dram_banks", "is 12: must be a power of two, such as 8"},
        {"dram_write_low_entries", "384", "dram_write_low_entries",
         "is 384: must be at most 191, dram_write_high_entries - 1"},
        {"dram_write_queue_entries", "100", "dram_write_high_entries",
         "is 192: must be at most 100, dram_write_queue_entries"},
        {"l2_line_bytes", "16", "l2_line_bytes", "is 16: must be at least 32, a burst of DRAM"},
        {"l2_request_bytes", "128", "l2_request_bytes", "is 128: must be at most 64, l2_line_bytes"},
        {"dram_mapping", "row-bank", "dram_mapping", "must name row, bank, channel and column"},
        {"l2_interleave_bytes", "4096", "dram_mapping",
         "has a chunk of 4096 bytes, l2_interleave_bytes: must be at most dram_row_bytes, 2048"},
        {"lds_granule_bytes", "65536", "", ""},
        {"l2_ways", "3", "l2_size_bytes",
         "is 1048576: must be a multiple of 3072, l2_channels * l2_ways * l2_line_bytes"}};
    static const char* const queues[] = {"l1_miss_lines", "l2_read_entries", "l2_write_entries"};
    gcnmem_desc desc;
    gcnmem_issue issue;
    char text[200];
    size_t i;
    for (i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_390X);
        CHECK(gcnmem_desc_set(&desc, rows[i].set, rows[i].value, NULL) == GCNMEM_OK, "%s", rows[i].set);
        if (gcnmem_desc_validate(&desc, &issue) == GCNMEM_OK) {
            CHECK_TEXT("", rows[i].field, "%s", rows[i].set);
            continue;
        }
        gcnmem_issue_text(&issue, text, sizeof text);
        CHECK_TEXT(rows[i].field, issue.field, "%s", rows[i].set);
        CHECK_TEXT(rows[i].text, text, "%s", rows[i].set);
    }
    memset(&issue, 0, sizeof issue);
    CHECK_U64(0, gcnmem_issue_text(&issue, text, sizeof text), "nothing was wrong: %s", text);
    CHECK(gcnmem_desc_set(&desc, "dram_rp_clocks", "0", &issue) == GCNMEM_ERROR_VALUE, "below its range");
    gcnmem_issue_text(&issue, text, sizeof text);
    CHECK_TEXT("is 0: must be at least 1", text, "below its range");
    for (i = 0; i < sizeof queues / sizeof queues[0]; ++i) {
        gcnmem_desc few = gcnmem_desc_for(GCNMEM_DEVICE_R9_290X);
        CHECK(gcnmem_desc_set(&few, queues[i], "63", NULL) == GCNMEM_OK, "%s", queues[i]);
        CHECK(gcnmem_desc_validate(&few, &issue) == GCNMEM_ERROR_VALUE, "%s", queues[i]);
        CHECK_TEXT(queues[i], issue.field, "%s", queues[i]);
        gcnmem_issue_text(&issue, text, sizeof text);
        CHECK_TEXT("is 63: must be at least 64, the lines that 64 lanes of one access touch", text, "%s", queues[i]);
    }
    CHECK(gcnmem_desc_set(&desc, "dram_channels", "300", &issue) == GCNMEM_ERROR_VALUE, "above its range");
    gcnmem_issue_text(&issue, text, sizeof text);
    CHECK_TEXT("is 300: must be at most 256", text, "above its range");
}

/* A 32-bit GDDR5 channel with burst length 8 moves 32 bytes. */
static void test_R16_burst_bytes(void) {
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_290X);
    desc.dram_channel_bits = 32;
    desc.dram_burst_length = 8;
    CHECK_U64(32, gcnmemi_desc_burst_bytes(&desc), "GDDR5");
    desc.dram_channel_bits = 128;
    desc.dram_burst_length = 4;
    CHECK_U64(64, gcnmemi_desc_burst_bytes(&desc), "HBM1 128 bits, BL4");
}

/* Every number of CUs of every machine, and one of a thousand with the slowest memory. */
static void test_desc_a_part_of_a_machine_is_one(void) {
    int device;
    for (device = 1; device < GCNMEM_DEVICE_END; ++device) {
        gcnmem_desc whole = gcnmem_desc_for((gcnmem_device)device);
        gcnmem_desc part;
        gcnmem_issue issue;
        uint32_t cus;
        for (cus = 1; cus <= whole.cu_count; ++cus) {
            part = gcnmem_run_scaled_desc(&whole, cus);
            CHECK(gcnmem_desc_validate(&part, &issue) == GCNMEM_OK, "%s, %u CUs", gcnmem_device_card(whole.device),
                  cus);
        }
        whole.cu_count = 1024;
        whole.dram_mbps_per_pin = 100;
        part = gcnmem_run_scaled_desc(&whole, 1);
        CHECK(gcnmem_desc_validate(&part, &issue) == GCNMEM_OK, "%s", gcnmem_device_card(whole.device));
    }
}

/* Eighths of at most four sectors are kept: other lines have no stores of parts that are filled. */
static void test_desc_validate_store_rule_needs_sectors(void) {
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_H200);
    for (uint32_t bytes = 16; bytes <= 128; bytes *= 2) {
        gcnmem_issue issue = {NULL, NULL, 0, 0, 0, 0, 0, ""};
        desc.request_bytes = bytes;
        const int is_fine = gcnmem_desc_validate(&desc, &issue) == GCNMEM_OK;
        CHECK_U64(bytes == 32 || bytes == 64, is_fine, "request_bytes=%u", (unsigned)bytes);
        if (!is_fine) {
            CHECK_TEXT("l2_store_rule", issue.field, "request_bytes=%u", (unsigned)bytes);
        }
    }
}

/* Fields that are subtracted or divided by somewhere; limit 0: the value is let pass. */
static void test_desc_validate_pairs_of_fields(void) {
    static const struct {
        gcnmem_device device;
        const char* field;
        uint32_t value, limit;
    } rows[] = {{GCNMEM_DEVICE_A100, "l2_far_latency_clocks", 212, 213},
                {GCNMEM_DEVICE_H200, "l2_far_latency_clocks", 0, 280},
                {GCNMEM_DEVICE_RX_6900_XT, "gl1_latency_clocks", 206, 205},
                {GCNMEM_DEVICE_RX_6900_XT, "l3_latency_clocks", 204, 205},
                {GCNMEM_DEVICE_RX_6900_XT, "gl1_cus", 0, 1},
                {GCNMEM_DEVICE_RX_6900_XT_WGP, "lds_size_bytes", 131073, 2},
                {GCNMEM_DEVICE_R9_290X, "lds_port_lanes_per_clock", 48, 64},
                {GCNMEM_DEVICE_MI210, "lds_port_lanes_per_clock", 24, 64},
                {GCNMEM_DEVICE_R9_290X, "dram_write_low_entries", 192, 191},
                {GCNMEM_DEVICE_R9_290X, "vgpr_granule", 256, 0},
                {GCNMEM_DEVICE_R9_290X, "lds_group_max_bytes", 65540, 65536},
                {GCNMEM_DEVICE_R9_290X, "l2_interleave_bytes", 64, 0},
                {GCNMEM_DEVICE_MI210, "l2_interleave_bytes", 64, 128},
                {GCNMEM_DEVICE_H200, "l2_store_rule", 1, 0}};
    for (size_t i = 0; i < (sizeof rows / sizeof rows[0]); ++i) {
        gcnmem_desc desc = gcnmem_desc_for(rows[i].device);
        gcnmem_issue issue = {NULL, NULL, 0, 0, 0, 0, 0, ""};
        char text[32];
        snprintf(text, sizeof text, "%u", rows[i].value);
        CHECK(gcnmem_desc_set(&desc, rows[i].field, text, NULL) == GCNMEM_OK, "%s=%s", rows[i].field, text);
        int is_refused = gcnmem_desc_validate(&desc, &issue) == GCNMEM_ERROR_VALUE;
        CHECK_U64(rows[i].limit != 0, is_refused, "%s=%s", rows[i].field, text);
        if (is_refused) {
            CHECK_TEXT(rows[i].field, issue.field, "%s=%s", rows[i].field, text);
            CHECK_U64(rows[i].limit, issue.limit, "%s=%s", rows[i].field, text);
        }
    }
}

/* Every field at its ends, where that is let pass: nothing wraps, whatever else the machine has. */
static void test_desc_no_field_makes_clocks_wrap(void) {
    static const gcnmem_device devices[] = {GCNMEM_DEVICE_R9_290X, GCNMEM_DEVICE_MI210,  GCNMEM_DEVICE_A100,
                                            GCNMEM_DEVICE_GTX_280, GCNMEM_DEVICE_HD_530, GCNMEM_DEVICE_RX_6900_XT_WGP};
    static const char text[] = "load_b32 v1, v0 ; @mem lane*4+wave*256\nshared_load_b32 v2, v0 ; @mem lane*4\n"
                               "load_b128 v[4:7], v0 ; @mem lane*256\nadd_f32 v1, v1, v2\n"
                               "store_b32 v1, v0 ; @mem lane*4+wave*256\natomic_add_b32 v1, v0 ; @mem 0\nexit\n";
    for (size_t i = 0; i < (sizeof devices / sizeof devices[0]); ++i) {
        for (uint32_t at = 0; at < 2 * (uint32_t)GCNMEM_FIELD_END; ++at) {
            const char* field = gcnmemi_desc_field_name((gcnmem_field)(at / 2));
            job j = job_new(devices[i], text);
            uint32_t value = 0;
            gcnmem_issue issue;
            char digits[32] = "0"; /* then the lowest, which the issue names */
            if (gcnmem_desc_set(&j.desc, field, at % 2 == 0 ? "0" : "65536", &issue) == GCNMEM_ERROR_VALUE) {
                value = (uint32_t)issue.limit;
                snprintf(digits, sizeof digits, "%u", value);
                gcnmem_desc_set(&j.desc, field, digits, NULL);
            }
            const gcnmem_shader_needs needs = {8, 0, 0, j.desc.wave_lanes, 0};
            if (gcnmem_desc_validate(&j.desc, &issue) == GCNMEM_OK &&
                gcnmem_occupancy_validate(&j.desc, &needs, GCNMEM_RULE_HARDWARE, &issue) == GCNMEM_OK) {
                uint64_t latency = gcnmemi_desc_latency_clocks(&j.desc, UINT64_C(1) << 32);
                CHECK(latency < UINT32_MAX, "%s=%u on %s: %" PRIu64, field, value, gcnmem_device_card(devices[i]),
                      latency);
                j.options.groups = 2;
                j.options.group_lanes = needs.group_lanes;
                j.options.cu_count = 1;
                job_run(&j);
                CHECK(j.result.clocks < UINT32_MAX, "%s=%u on %s: %" PRIu64, field, value,
                      gcnmem_device_card(devices[i]), j.result.clocks);
            }
            job_end(&j);
        }
    }
}

/* What is set stays set, whether what it follows from comes before it or behind. */
static void test_desc_set_in_any_order(void) {
    static const char* const sets[][4] = {{"dram_cl_clocks", "99", "dram_mbps_per_pin", "7000"},
                                          {"dram_channels", "4", "dram_bus_bits", "128"},
                                          {"dram_banks", "32", "dram_memory", "8"},
                                          {"dram_write_high_entries", "30", "dram_memory", "7"},
                                          {"dram_bus_bits", "512", "dram_mbps_per_pin", "1000"}};
    for (size_t i = 0; i < (sizeof sets / sizeof sets[0]); ++i) {
        gcnmem_desc a = gcnmem_desc_for(GCNMEM_DEVICE_RX_480);
        gcnmem_desc b = a;
        for (int k = 0; k < 2; ++k) {
            CHECK(gcnmem_desc_set(&a, sets[i][2 * k], sets[i][2 * k + 1], NULL) == GCNMEM_OK, "%s", sets[i][0]);
            CHECK(gcnmem_desc_set(&b, sets[i][2 - 2 * k], sets[i][3 - 2 * k], NULL) == GCNMEM_OK, "%s", sets[i][0]);
        }
        CHECK(memcmp(&a, &b, sizeof a) == 0, "%s and %s", sets[i][0], sets[i][2]);
    }
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_RX_480);
    desc.dram_cl_clocks = 99;
    gcnmem_desc_set(&desc, "dram_mbps_per_pin", "4000", NULL);
    CHECK(desc.dram_cl_clocks == 99 && desc.dram_rp_clocks == 12, "%u, %u", desc.dram_cl_clocks, desc.dram_rp_clocks);
}

/* A memory by its number or its name, as people write it; what follows from it is the same. */
static void test_desc_set_memory_by_name(void) {
    static const char* const wrong[] = {"", "GDDR", "GDDR66", "HBM", "GDDR6=1"};
    gcnmem_desc named = gcnmem_desc_for(GCNMEM_DEVICE_VEGA_64);
    gcnmem_desc numbered = named;
    gcnmem_issue issue;
    char number[8];
    snprintf(number, sizeof number, "%d", (int)GCNMEM_MEMORY_GDDR6);
    CHECK(gcnmem_desc_set(&numbered, "dram_memory", number, NULL) == GCNMEM_OK, "%s", number);
    CHECK(gcnmem_desc_set(&named, "dram_memory", "gddr6", NULL) == GCNMEM_OK, "gddr6");
    CHECK(named.dram_memory == GCNMEM_MEMORY_GDDR6 && memcmp(&named, &numbered, sizeof named) == 0, "gddr6");
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; ++i) {
        CHECK(gcnmem_desc_set(&named, "dram_memory", wrong[i], &issue) == GCNMEM_ERROR_SYNTAX, "'%s'", wrong[i]);
    }
    CHECK(gcnmem_desc_set(&named, "dram_banks", "GDDR6", &issue) == GCNMEM_ERROR_SYNTAX, "of another field");
    CHECK(gcnmem_desc_set(&named, "dram_bus_bits", "250", NULL) == GCNMEM_OK, "a number");
    CHECK(gcnmem_desc_validate(&named, &issue) == GCNMEM_ERROR_VALUE, "parts of a channel");
    CHECK_TEXT("dram_bus_bits", issue.field, "what was set is named: %s", issue.rule);
}

/* Numbers behind the last of each kind have no name and stand for nothing. */
static void test_names_end_with_their_kind(void) {
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_290X);
    CHECK_TEXT("", gcnmemi_desc_field_name(GCNMEM_FIELD_END), "field");
    CHECK_TEXT("", gcnmem_name_of(GCNMEM_NAMES_RESOURCE, GCNMEM_RESOURCE_END), "resource");
    CHECK_TEXT("", gcnmem_name_of(GCNMEM_NAMES_STALL, GCNMEM_STALL_END), "stall");
    CHECK_TEXT("", gcnmem_name_of(GCNMEM_NAMES_SERVED, GCNMEM_SERVED_END), "served");
    CHECK_TEXT("", gcnmem_name_of(GCNMEM_NAMES_MEND, GCNMEM_MEND_END), "mend");
    CHECK_TEXT("", gcnmem_name_of(GCNMEM_NAMES_LIMITER, GCNMEM_LIMITER_END), "limiter");
    CHECK_TEXT("", gcnmem_name_of(GCNMEM_NAMES_PIPE, GCNMEM_PIPE_END), "pipe");
    CHECK_TEXT("", gcnmem_name_of(GCNMEM_NAMES_STATUS, GCNMEM_STATUS_END), "status");
    CHECK_TEXT("[none]", gcnmemi_results_tag((gcnmem_provenance)'x'), "provenance's tag");
    CHECK(gcnmem_field_provenance(&desc, GCNMEM_FIELD_END) == GCNMEM_PROVENANCE_USER, "provenance");
    desc.relaxed = GCNMEM_RESOURCE_END;
    gcnmem_issue issue = {NULL, NULL, 0, 0, 0, 0, 0, ""};
    CHECK(gcnmem_desc_validate(&desc, &issue) == GCNMEM_ERROR_VALUE, "relaxed");
    CHECK_TEXT("relaxed", issue.field, "relaxed");
    CHECK_U64(GCNMEM_RESOURCE_END, issue.limit, "relaxed");
}

/* What small calculations give at the ends of what they are asked. */
static void test_small_calculations_at_their_ends(void) {
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_RX_6900_XT);
    const gcnmem_desc before = desc;
    gcnmemi_desc_set_lanes(&desc, 48);
    CHECK(memcmp(&desc, &before, sizeof desc) == 0, "waves have 32 or 64 lanes");
    desc.wave_lanes = 0;
    gcnmemi_desc_set_lanes(&desc, 64);
    CHECK_U64(0, desc.wave_lanes, "nothing follows from no lanes");
    desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_290X);
    CHECK(gcnmemi_lanes_layout_of(&desc, 16) != NULL, "texels of 16 bytes");
    CHECK(gcnmemi_lanes_layout_of(&desc, 32) == NULL && gcnmemi_lanes_layout_of(&desc, 12) == NULL, "no such texels");
    CHECK_U64(desc.issue_clocks, gcnmemi_scalar_issue_clocks(&desc, 0), "an access of no bytes takes its turn");
    CHECK_U64(desc.issue_clocks, gcnmemi_scalar_issue_clocks(&desc, 4), "as one of a dword");
    CHECK_U64(6, gcnmemi_text_plain_begins("load_b32", "load,loadb3,lo,store"), "the longest, wherever it stands");
    CHECK_U64(0, gcnmemi_text_plain_begins("store_b32", "load,sload"), "none of them");
    CHECK_U64(0, gcnmem_name_distance("abcdefghijklmnopqrstuvwxyzabcde", "abcdefghijklmnopqrstuvwxyzabcdexyz"),
              "31 letters of the second count");
    CHECK_U64(1, gcnmem_name_distance("abcdefghijklmnopqrstuvwxyzabcde", "abcdefghijklmnopqrstuvwxyzabcd"),
              "31 and 30");
}

/* A matrix operation takes no clocks, and is refused, where there is no unit for its inputs. */
static void test_matrix_operations_want_their_unit(void) {
    static const struct {
        gcnmem_device device;
        gcnmem_math math;
        uint32_t flops;
        int has_it;
    } rows[] = {{GCNMEM_DEVICE_MI100, GCNMEM_MATH_MATRIX_F16, 32 * 32 * 8 * 2, 1},
                {GCNMEM_DEVICE_MI100, GCNMEM_MATH_MATRIX_F16, 0, 0},
                {GCNMEM_DEVICE_MI100, GCNMEM_MATH_MATRIX_F64, 16 * 16 * 4 * 2, 0},
                {GCNMEM_DEVICE_MI210, GCNMEM_MATH_MATRIX_F64, 16 * 16 * 4 * 2, 1},
                {GCNMEM_DEVICE_VEGA_64, GCNMEM_MATH_MATRIX_F16, 32 * 32 * 8 * 2, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        const gcnmem_desc desc = gcnmem_desc_for(rows[i].device);
        gcnmem_op op = test_access("buffer_load_dword", 4).op;
        op.rate = GCNMEM_RATE_MATRIX;
        op.math = (uint8_t)rows[i].math;
        op.flops = (uint32_t)rows[i].flops;
        CHECK_U64((uint64_t)rows[i].has_it, gcnmemi_ops_matrix_clocks(&desc, &op) != 0, "row %u", (unsigned)i);
        CHECK_U64((uint64_t)rows[i].has_it, gcnmemi_access_lacks(&desc, &op) == NULL, "row %u", (unsigned)i);
        op.rate = GCNMEM_RATE_FULL;
        CHECK_U64(0, gcnmemi_ops_matrix_clocks(&desc, &op), "row %u: it is none", (unsigned)i);
        op.decoded.on = UINT8_MAX;
        CHECK(gcnmemi_access_lacks(&desc, &op) == NULL, "a made-up operation is of every GPU");
    }
}

/* A description that calculations would divide by zero of is none. */
static void test_desc_is_resolved_when_nothing_divides_by_zero(void) {
    static const struct {
        gcnmem_field field;
        const char* name;
        size_t offset;
        uint32_t value;
    } rows[] = {{GCNMEM_FIELD_vgpr_granule, "vgpr_granule", offsetof(gcnmem_desc, vgpr_granule), 0},
                {GCNMEM_FIELD_dram_data_rate, "dram_data_rate", offsetof(gcnmem_desc, dram_data_rate), 0},
                {GCNMEM_FIELD_l1_line_bytes, "l1_line_bytes", offsetof(gcnmem_desc, l1_line_bytes), 8},
                {GCNMEM_FIELD_l1_line_bytes, "l1_line_bytes", offsetof(gcnmem_desc, l1_line_bytes), 48},
                {GCNMEM_FIELD_l1_tag_banks, "l1_tag_banks", offsetof(gcnmem_desc, l1_tag_banks), 3}};
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_290X);
    CHECK(gcnmemi_desc_is_resolved(&desc), "a preset");
    CHECK(!gcnmemi_desc_is_resolved(NULL), "none");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_290X);
        memcpy((char*)&desc + rows[i].offset, &rows[i].value, sizeof rows[i].value);
        CHECK(!gcnmemi_desc_is_resolved(&desc), "%s %u", rows[i].name, (unsigned)rows[i].value);
    }
}

static void test_desc_a_mapping_that_was_set_stays(void) {
    gcnmem_desc desc = {0};
    desc.device = GCNMEM_DEVICE_R9_290X;
    strcpy(desc.dram_mapping, "RoBaCoCh");
    gcnmem_desc_defaults(&desc);
    CHECK_TEXT("RoBaCoCh", desc.dram_mapping, "set in front");
    CHECK_U64(44, desc.cu_count, "the rest is the preset's");
}

/* Channels that are spread by hashes already, or of which there is one, have nothing to relax. */
static void test_desc_channels_are_spread_once(void) {
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_290X);
    gcnmem_desc spread = gcnmem_desc_relaxed(&desc, GCNMEM_RESOURCE_CHANNEL_SPREAD);
    CHECK_U64(GCNMEM_RESOURCE_CHANNEL_SPREAD, spread.relaxed, "at first");
    spread.relaxed = GCNMEM_RESOURCE_NONE;
    CHECK_U64(GCNMEM_RESOURCE_NONE, gcnmem_desc_relaxed(&spread, GCNMEM_RESOURCE_CHANNEL_SPREAD).relaxed, "again");
    spread.dram_bank_rule = desc.dram_bank_rule;
    CHECK_U64(desc.dram_bank_rule != spread.l2_channel_rule ? GCNMEM_RESOURCE_CHANNEL_SPREAD : GCNMEM_RESOURCE_NONE,
              gcnmem_desc_relaxed(&spread, GCNMEM_RESOURCE_CHANNEL_SPREAD).relaxed, "banks alone");
    desc.l2_channels = 1;
    CHECK_U64(GCNMEM_RESOURCE_NONE, gcnmem_desc_relaxed(&desc, GCNMEM_RESOURCE_CHANNEL_SPREAD).relaxed, "one channel");
}

static void test_desc_errors_without_an_issue(void) {
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_290X);
    gcnmem_issue issue = {NULL, NULL, 0, 0, 0, 0, 0, ""};
    CHECK(gcnmem_desc_read("cu_count=x\n", 11, &desc, NULL) != GCNMEM_OK, "refused, and nobody asks why");
    CHECK(gcnmem_desc_set(&desc, "cu_count", "4 l1_ways=3", &issue) == GCNMEM_ERROR_SYNTAX, "two at once");
    CHECK(issue.rule != NULL && strstr(issue.rule, "a second field=value") != NULL, "%s", issue.rule);
    char text[8] = "before";
    CHECK(gcnmem_issue_text(&issue, NULL, 0) > 0, "the length of what has no room");
    CHECK_TEXT("before", text, "untouched");
}

void suite_desc(void) {
    TEST(test_names_are_so_far_apart);
    TEST(test_desc_presets_equal_the_device_table);
    TEST(test_desc_every_preset_is_valid_and_whole);
    TEST(test_desc_zero_means_the_preset);
    TEST(test_desc_validate_names_each_field);
    TEST(test_desc_validate_contradictions);
    TEST(test_desc_validate_pairs_of_fields);
    TEST(test_desc_validate_store_rule_needs_sectors);
    TEST_LONG_SANITIZED(test_desc_no_field_makes_clocks_wrap);
    TEST(test_desc_set_in_any_order);
    TEST(test_desc_set_refuses_bad_text);
    TEST(test_desc_wider_waves_of_rdna_have_half_the_registers);
    TEST_LONG_SANITIZED(test_desc_read_is_what_was_reported);
    TEST(test_desc_read_says_the_line);
    TEST(test_desc_a_part_of_a_machine_is_one);
    TEST(test_desc_set_takes_a_mapping_that_fits);
    TEST(test_desc_has_a_name);
    TEST(test_desc_a_request_is_no_longer_than_a_line_of_gl1);
    TEST(test_desc_messages_name_value_and_limit);
    TEST(test_R16_burst_bytes);
    TEST(test_desc_set_memory_by_name);
    TEST(test_names_end_with_their_kind);
    TEST(test_small_calculations_at_their_ends);
    TEST(test_matrix_operations_want_their_unit);
    TEST(test_desc_is_resolved_when_nothing_divides_by_zero);
    TEST(test_desc_a_mapping_that_was_set_stays);
    TEST(test_desc_channels_are_spread_once);
    TEST(test_desc_errors_without_an_issue);
}
