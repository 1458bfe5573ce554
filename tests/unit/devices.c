/* devices.c -- finding a card, chip or gfx name; provenance tags and result names */
#include "test.h"

#include "private.h"

static void check_finds(const char* name, gcnmem_device expected) {
    gcnmem_device device = GCNMEM_DEVICE_END;
    gcnmem_issue issue;
    CHECK(gcnmem_device_find(name, &device, &issue) == GCNMEM_OK, "\"%s\"", name);
    CHECK_TEXT(gcnmem_device_card(expected), gcnmem_device_card(device), "\"%s\"", name);
}

static void check_refuses(const char* name) {
    gcnmem_device device = GCNMEM_DEVICE_MI100;
    gcnmem_issue issue = {NULL, NULL, 0, 0, 0, 0, 0, ""};
    CHECK(gcnmem_device_find(name, &device, &issue) == GCNMEM_ERROR_NAME, "\"%s\"", name);
    CHECK(device == GCNMEM_DEVICE_NONE, "\"%s\"", name);
    CHECK(issue.rule != NULL && issue.field != NULL, "\"%s\"", name);
}

static void test_device_find_ignores_case_blanks_and_makers(void) {
    check_finds("R9 390X", GCNMEM_DEVICE_R9_390X);
    check_finds("r9 390x", GCNMEM_DEVICE_R9_390X);
    check_finds("r9390x", GCNMEM_DEVICE_R9_390X);
    check_finds("R9-390X", GCNMEM_DEVICE_R9_390X);
    check_finds("  r9_390_x ", GCNMEM_DEVICE_R9_390X);
    check_finds("AMD Radeon R9 390X", GCNMEM_DEVICE_R9_390X);
    check_finds("Radeon VII", GCNMEM_DEVICE_RADEON_VII);
    check_finds("AMD Radeon RX 480", GCNMEM_DEVICE_RX_480);
    check_finds("VEGA 64", GCNMEM_DEVICE_VEGA_64);
    check_finds("mi210", GCNMEM_DEVICE_MI210);
    check_finds("HD Graphics 530", GCNMEM_DEVICE_HD_530);
    check_finds("Mesa Intel(R) HD Graphics 530 (SKL GT2)", GCNMEM_DEVICE_HD_530);
    check_finds("Intel(R) UHD Graphics 600", GCNMEM_DEVICE_UHD_600);
}

static void test_what_is_no_device(void) {
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_390X);
    gcnmem_shader_needs needs = {24, 24, 0, 0, 0};
    gcnmem_issue issue;
    CHECK_U64(10, gcnmem_occupancy_for(&desc, &needs, GCNMEM_RULE_HARDWARE).waves_per_simd, "groups of 0: of a wave");
    desc.device = GCNMEM_DEVICE_NONE;
    CHECK(gcnmem_desc_validate(&desc, &issue) == GCNMEM_OK, "none");
    desc.device = GCNMEM_DEVICE_END;
    CHECK(gcnmem_desc_validate(&desc, &issue) == GCNMEM_ERROR_VALUE, "behind the last");
    CHECK_TEXT("device", issue.field, "behind the last");
}

/* As people type them and as drivers call them. */
static void test_device_find_popular_cards(void) {
    check_finds("rx570", GCNMEM_DEVICE_RX_570);
    check_finds("radeon rx 570", GCNMEM_DEVICE_RX_570);
    check_finds("AMD Radeon RX 570 Series", GCNMEM_DEVICE_RX_570);
    check_finds("RX580 8GB", GCNMEM_DEVICE_RX_580);
    check_finds("NVIDIA H200 141GB HBM3e", GCNMEM_DEVICE_H200);
    check_finds("AMD Radeon RX 580 (RADV POLARIS10)", GCNMEM_DEVICE_RX_580);
    check_finds("NVIDIA A100-SXM4-40GB", GCNMEM_DEVICE_A100);
    check_finds("Tesla V100-SXM2-16GB", GCNMEM_DEVICE_V100);
    check_finds("NVIDIA GeForce GTX 1080/PCIe/SSE2", GCNMEM_DEVICE_GTX_1080);
    check_finds("rx590", GCNMEM_DEVICE_RX_590);
    check_finds("r9 290", GCNMEM_DEVICE_R9_290);
    check_finds("R9-280X", GCNMEM_DEVICE_R9_280X);
    check_finds("r9380", GCNMEM_DEVICE_R9_380);
    check_finds("r9 fury x", GCNMEM_DEVICE_R9_FURY_X);
    check_finds("vega8", GCNMEM_DEVICE_VEGA_8);
    check_finds("AMD Radeon(TM) Vega 8 Graphics", GCNMEM_DEVICE_VEGA_8);
    check_finds("mi60", GCNMEM_DEVICE_MI60);
    check_finds("Radeon Instinct MI25", GCNMEM_DEVICE_MI25);
    check_finds("fury x", GCNMEM_DEVICE_R9_FURY_X);
    check_finds("Fury", GCNMEM_DEVICE_R9_FURY);
    check_finds("VII", GCNMEM_DEVICE_RADEON_VII);
    check_finds("6900 XT", GCNMEM_DEVICE_RX_6900_XT);
    check_finds("A6000", GCNMEM_DEVICE_RTX_A6000);
    check_refuses("570"); /* whose? */
    check_refuses("rx 570 x");
    check_refuses("series");
}

/* Bandwidth is bus width * data rate, as AMD states it for each card. */
static void test_popular_cards_have_their_bandwidth(void) {
    static const struct {
        gcnmem_device device;
        const char* chip;
        uint32_t cus;
        uint64_t mb_per_s;
    } rows[] = {{GCNMEM_DEVICE_R9_280X, "tahiti", 32, 288000},   {GCNMEM_DEVICE_R9_290, "hawaii", 40, 320000},
                {GCNMEM_DEVICE_R9_380, "tonga", 28, 182400},     {GCNMEM_DEVICE_R9_FURY_X, "fiji", 64, 512000},
                {GCNMEM_DEVICE_RX_570, "polaris10", 32, 224000}, {GCNMEM_DEVICE_RX_590, "polaris10", 36, 256000},
                {GCNMEM_DEVICE_MI25, "vega10", 64, 483840},      {GCNMEM_DEVICE_MI60, "vega20", 64, 1024000},
                {GCNMEM_DEVICE_VEGA_8, "raven", 8, 46928}};
    gcnmem_desc gcn = gcnmem_desc_for(GCNMEM_DEVICE_R9_290X);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        gcnmem_desc desc = gcnmem_desc_for(rows[i].device);
        const char* card = gcnmem_device_card(rows[i].device);
        CHECK_TEXT(rows[i].chip, gcnmemi_devices_chip(rows[i].device), "%s", card);
        CHECK_U64(rows[i].cus, desc.cu_count, "%s", card);
        CHECK_U64(rows[i].mb_per_s, gcnmem_desc_dram_bytes_per_second(&desc) / 1000000, "%s", card);
        CHECK(gcnmem_desc_validate(&desc, NULL) == GCNMEM_OK, "%s", card);
        for (int field = 0; field < GCNMEM_FIELD_END; ++field) {
            int is_there = gcnmem_field_provenance(&gcn, (gcnmem_field)field) != GCNMEM_PROVENANCE_NONE;
            CHECK_U64(is_there, gcnmem_field_provenance(&desc, (gcnmem_field)field) != GCNMEM_PROVENANCE_NONE, "%s: %s",
                      card, gcnmemi_desc_field_name((gcnmem_field)field));
        }
    }
}

static void test_device_find_chip_names_its_leading_card(void) {
    check_finds("hawaii", GCNMEM_DEVICE_R9_290X);
    check_finds("Tahiti", GCNMEM_DEVICE_HD_7970);
    check_finds("fiji", GCNMEM_DEVICE_R9_FURY_X);
    check_finds("polaris10", GCNMEM_DEVICE_RX_480);
    check_finds("vega10", GCNMEM_DEVICE_VEGA_64);
}

/* Mesa's RADV and AMD's device_info: gfx803 is Fiji and Polaris, which differ in wave slots. */
static void test_device_find_gfx_names_and_ambiguity(void) {
    check_finds("gfx906", GCNMEM_DEVICE_RADEON_VII);
    check_finds("gfx90a", GCNMEM_DEVICE_MI210);
    check_finds("gfx900", GCNMEM_DEVICE_VEGA_64);
    check_refuses("gfx803");
    check_refuses("gfx601");
    check_refuses("");
    check_refuses("geforce");
    check_refuses("gfx");
}

static void test_device_find_every_card_by_its_own_name(void) {
    int i;
    for (i = 1; i < GCNMEM_DEVICE_END; ++i) {
        check_finds(gcnmem_device_card((gcnmem_device)i), (gcnmem_device)i);
        CHECK(gcnmemi_devices_chip((gcnmem_device)i)[0] != 0, "device %d", i);
    }
    CHECK_TEXT("", gcnmem_device_card(GCNMEM_DEVICE_NONE), "none");
    CHECK_TEXT("", gcnmemi_devices_chip(GCNMEM_DEVICE_END), "end");
    CHECK_TEXT("", gcnmem_device_card((gcnmem_device)-5), "-5");
}

static void test_device_nearest_forgives_a_typo(void) {
    static const char* const rows[][2] = {
        {"r9 39ox", "R9 390X (hawaii), R9 290X (hawaii), R9 390 (hawaii)"},
        {"6900", "RX 6900 XT (navi21), "},                     /* a number alone */
        {"gfx803", "R9 Fury X (fiji), RX 480 (polaris10), "}}; /* each chip by its first card */
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        gcnmem_device device;
        gcnmem_issue issue;
        CHECK_U64(GCNMEM_ERROR_NAME, gcnmem_device_find(rows[i][0], &device, &issue), "%s", rows[i][0]);
        CHECK(strncmp(issue.nearest, rows[i][1], strlen(rows[i][1])) == 0, "%s: %s", rows[i][0], issue.nearest);
        CHECK(strlen(issue.nearest) < sizeof issue.nearest - 1, "%s: %s is cut", rows[i][0], issue.nearest);
    }
}

static uint32_t value_of(const gcnmem_desc* desc, const char* name) {
    int field = 0;
    while (field < GCNMEM_FIELD_END && strcmp(gcnmemi_desc_field_name((gcnmem_field)field), name) != 0) {
        ++field;
    }
    CHECK(field < GCNMEM_FIELD_END, "%s", name);
    return test_field_value(desc, (gcnmem_field)field);
}

/* By name, in command clocks at 3000 Mb/s: a row of the header's tables that slipped shows here. */
static void test_memories_have_their_timings(void) {
    static const struct {
        const char* field;
        uint32_t value[12]; /* DDR3, DDR4, GDDR3, GDDR5, GDDR5X, GDDR6, HBM1, HBM2, HBM3, DDR5, LPDDR5, LPDDR5X */
    } rows[] = {{"dram_channel_bits", {64, 64, 64, 32, 32, 16, 128, 64, 32, 32, 16, 16}},
                {"dram_burst_length", {8, 8, 4, 8, 16, 16, 4, 4, 8, 16, 16, 16}},
                {"dram_data_rate", {2, 2, 2, 4, 8, 8, 2, 2, 2, 2, 8, 8}},
                {"dram_banks", {8, 16, 8, 16, 16, 16, 16, 16, 32, 32, 16, 16}},
                {"dram_bank_groups", {1, 4, 1, 4, 4, 4, 4, 4, 8, 8, 4, 4}},
                {"dram_row_bytes", {8192, 8192, 2048, 2048, 2048, 2048, 2048, 1024, 1024, 4096, 2048, 2048}},
                {"dram_cl_clocks", {20, 22, 19, 10, 6, 6, 21, 21, 21, 21, 7, 7}},
                {"dram_cwl_clocks", {15, 17, 14, 7, 2, 2, 6, 6, 6, 18, 4, 4}},
                {"dram_rcd_read_clocks", {20, 22, 23, 10, 5, 6, 21, 21, 21, 21, 7, 7}},
                {"dram_rcd_write_clocks", {20, 22, 23, 7, 4, 5, 21, 21, 21, 21, 7, 7}},
                {"dram_rp_clocks", {20, 22, 19, 9, 5, 6, 21, 21, 21, 21, 7, 7}},
                {"dram_ras_clocks", {50, 48, 47, 22, 11, 14, 51, 51, 51, 48, 16, 16}},
                {"dram_rc_clocks", {70, 70, 66, 31, 16, 20, 72, 72, 72, 69, 23, 23}},
                {"dram_rrd_short_clocks", {9, 6, 15, 3, 3, 3, 6, 6, 6, 8, 2, 2}},
                {"dram_rrd_long_clocks", {9, 8, 15, 3, 3, 3, 9, 9, 9, 8, 2, 2}},
                {"dram_faw_clocks", {45, 32, 60, 18, 9, 8, 45, 24, 24, 32, 8, 6}},
                {"dram_ccd_short_clocks", {4, 4, 2, 2, 2, 2, 1, 2, 2, 8, 2, 2}},
                {"dram_ccd_long_clocks", {4, 8, 2, 3, 3, 3, 1, 4, 8, 8, 4, 4}},
                {"dram_wr_clocks", {23, 23, 21, 9, 5, 6, 24, 24, 24, 45, 13, 13}},
                {"dram_wtr_short_clocks", {12, 4, 12, 3, 2, 2, 9, 5, 5, 4, 3, 3}},
                {"dram_wtr_long_clocks", {12, 12, 12, 3, 2, 2, 12, 12, 12, 15, 5, 5}},
                {"dram_rtp_clocks", {12, 12, 8, 2, 1, 1, 6, 6, 6, 12, 3, 3}},
                {"dram_rtw_clocks", {1, 1, 1, 15, 1, 1, 1, 1, 1, 2, 2, 2}},
                {"dram_rfc_clocks", {390, 525, 158, 67, 25, 32, 390, 240, 390, 443, 105, 105}},
                {"dram_refi_clocks", {11700, 11700, 5850, 2925, 2925, 1463, 5850, 5850, 5850, 5850, 1463, 1463}}};
    uint32_t kind;
    for (kind = 1; kind < GCNMEM_MEMORY_END; ++kind) {
        char memory[12];
        gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_390X);
        size_t i;
        snprintf(memory, sizeof memory, "%u", (unsigned)kind);
        CHECK(gcnmem_desc_set(&desc, "dram_memory", memory, NULL) == GCNMEM_OK, "memory %s", memory);
        CHECK(gcnmem_desc_set(&desc, "dram_mbps_per_pin", "3000", NULL) == GCNMEM_OK, "memory %s", memory);
        for (i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
            CHECK_U64(rows[i].value[kind - 1], value_of(&desc, rows[i].field), "%s of memory %s", rows[i].field,
                      memory);
        }
        CHECK_U64(512 / desc.dram_channel_bits, desc.dram_channels, "512 bits of memory %s", memory);
    }
}

/* Another memory renews what follows from it and nothing else. */
static void test_setting_a_memory_keeps_the_rest(void) {
    static const char* const kept[] = {"dram_memory",      "dram_bus_bits",  "dram_mbps_per_pin",
                                       "dram_page_policy", "dram_bank_rule", "l2_read_entries"};
    gcnmem_desc before = gcnmem_desc_for(GCNMEM_DEVICE_R9_390X);
    gcnmem_desc after;
    size_t i;
    before.dram_page_policy = 2;
    before.dram_bank_rule = 1;
    before.l2_read_entries = 99;
    after = before;
    CHECK(gcnmem_desc_set(&after, "dram_memory", "7", NULL) == GCNMEM_OK, "HBM1");
    for (i = 1; i < sizeof kept / sizeof kept[0]; ++i) {
        CHECK_U64(value_of(&before, kept[i]), value_of(&after, kept[i]), "%s", kept[i]);
    }
    CHECK_U64(128, after.dram_channel_bits, "HBM1");
    after.dram_rp_clocks = 99;
    CHECK(gcnmem_desc_set(&after, "l2_read_entries", "64", NULL) == GCNMEM_OK, "not of the memory");
    CHECK_U64(99, after.dram_rp_clocks, "stays");
}

/* Where there is no page. */
static void test_reports_without_a_page_are_text(void) {
    static char text[1 << 16];
    static char page[1 << 16];
    const gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_390X);
    const gcnmem_shader_needs needs = {84, 40, 8192, 256, 0};
    text[0] = page[0] = 0;
    gcnmem_report_devices(GCNMEM_STYLE_TEXT, test_append, text);
    gcnmem_report_devices(GCNMEM_STYLE_HTML, test_append, page);
    gcnmem_report_occupancy(&desc, &needs, GCNMEM_RULE_HARDWARE, GCNMEM_STYLE_TEXT, test_append, text);
    gcnmem_report_occupancy(&desc, &needs, GCNMEM_RULE_HARDWARE, GCNMEM_STYLE_HTML, test_append, page);
    CHECK(strcmp(text, page) == 0, "%s", page);
}

static void test_names_are_never_null(void) {
    static const uint32_t counts[] = {GCNMEM_RESOURCE_END, 6,
                                      GCNMEM_DRAM_LIMITS,  5,
                                      GCNMEM_STALL_END,    GCNMEM_SERVED_END,
                                      GCNMEM_LIMITER_END,  GCNMEM_PIPE_END,
                                      GCNMEM_MEND_END,     GCNMEM_STATUS_END};
    for (uint32_t i = 0; i < GCNMEM_NAMES_END; ++i) {
        for (uint32_t value = 0; value < counts[i]; ++value) {
            CHECK(gcnmem_name_of((gcnmem_names)i, value)[0] != 0, "%u, %u", i, value);
        }
        CHECK_TEXT("", gcnmem_name_of((gcnmem_names)i, counts[i]), "%u", i);
        CHECK_TEXT("", gcnmem_name_of((gcnmem_names)i, UINT32_MAX), "%u", i);
    }
    CHECK_TEXT("", gcnmem_name_of(GCNMEM_NAMES_END, 0), "no enumeration");
    CHECK_TEXT("request supply", gcnmem_name_of(GCNMEM_NAMES_DRAM_LIMIT, GCNMEM_DRAM_LIMIT_SUPPLY), "the last");
    CHECK_TEXT("dram", gcnmem_name_of(GCNMEM_NAMES_LEVEL, GCNMEM_LEVEL_DRAM), "the last");
    CHECK_TEXT("group size", gcnmem_name_of(GCNMEM_NAMES_LIMIT, GCNMEM_LIMIT_GROUP_SIZE), "the last");
}

/* Double precision: whole, half, quarter, an eighth, a sixteenth of the rate of single precision. */
static void test_double_precision_rates(void) {
    static const struct {
        gcnmem_device device;
        uint32_t add, mul;
    } rows[] = {{GCNMEM_DEVICE_MI50, 4, 8},      {GCNMEM_DEVICE_MI60, 4, 8},     {GCNMEM_DEVICE_RADEON_VII, 8, 16},
                {GCNMEM_DEVICE_HD_7970, 8, 16},  {GCNMEM_DEVICE_R9_280X, 8, 16}, {GCNMEM_DEVICE_R9_290X, 16, 32},
                {GCNMEM_DEVICE_R9_390X, 16, 32}, {GCNMEM_DEVICE_W7000, 32, 64},  {GCNMEM_DEVICE_R9_FURY_X, 32, 64},
                {GCNMEM_DEVICE_VEGA_64, 32, 64}, {GCNMEM_DEVICE_MI25, 32, 64},   {GCNMEM_DEVICE_MI100, 8, 8},
                {GCNMEM_DEVICE_MI210, 4, 4}};
    for (size_t i = 0; i < (sizeof rows / sizeof rows[0]); ++i) {
        gcnmem_desc desc = gcnmem_desc_for(rows[i].device);
        CHECK_U64(rows[i].add, desc.valu_f64_add_clocks, "%s", gcnmem_device_card(rows[i].device));
        CHECK_U64(rows[i].mul, desc.valu_f64_mul_clocks, "%s", gcnmem_device_card(rows[i].device));
    }
    CHECK_U64(4, gcnmem_desc_for(GCNMEM_DEVICE_KAVERI).l2_channels, "Kaveri");
}

/* A field of which no GPU says a value is one that the tables hide, or that nobody needs. */
static void test_every_field_means_something_on_some_gpu(void) {
    for (uint32_t field = 0; field < GCNMEM_FIELD_END; ++field) {
        uint32_t gpus = 0;
        for (uint32_t device = 1; device < GCNMEM_DEVICE_END; ++device) {
            const gcnmem_desc desc = gcnmem_desc_for((gcnmem_device)device);
            gpus += gcnmem_field_provenance(&desc, (gcnmem_field)field) != GCNMEM_PROVENANCE_NONE;
        }
        CHECK(gpus != 0, "%s", gcnmemi_desc_field_name((gcnmem_field)field));
    }
}

void suite_devices(void) {
    TEST(test_device_find_ignores_case_blanks_and_makers);
    TEST(test_what_is_no_device);
    TEST(test_device_find_popular_cards);
    TEST(test_popular_cards_have_their_bandwidth);
    TEST(test_device_find_chip_names_its_leading_card);
    TEST(test_device_find_gfx_names_and_ambiguity);
    TEST(test_device_find_every_card_by_its_own_name);
    TEST(test_device_nearest_forgives_a_typo);
    TEST(test_memories_have_their_timings);
    TEST(test_setting_a_memory_keeps_the_rest);
    TEST(test_double_precision_rates);
    TEST(test_names_are_never_null);
    TEST(test_reports_without_a_page_are_text);
    TEST(test_every_field_means_something_on_some_gpu);
}
