/* occupancy.c -- R25 to R28 (AMD's OpenCL guide and ISA manuals, PAL, LLVM, CLRX) */
#include "test.h"

#include "private.h"

static gcnmem_occupancy fits(gcnmem_device device, uint32_t vgprs, uint32_t sgprs, uint32_t lds, uint32_t threads) {
    gcnmem_desc desc = gcnmem_desc_for(device);
    gcnmem_shader_needs needs;
    needs.vgprs = vgprs, needs.sgprs = sgprs, needs.lds_bytes = lds, needs.group_lanes = threads;
    return gcnmem_occupancy_for(&desc, &needs, GCNMEM_RULE_HARDWARE);
}

/* CLRX's timings: most VGPRs for 1..10 waves. */
static void test_R25_vgpr_steps(void) {
    static const uint32_t most[10] = {256, 128, 84, 64, 48, 40, 36, 32, 28, 24};
    uint32_t waves;
    for (waves = 1; waves <= 10; ++waves) {
        gcnmem_occupancy got = fits(GCNMEM_DEVICE_R9_290X, most[waves - 1], 16, 0, 64);
        CHECK_U64(waves, got.waves_per_simd, "%u VGPRs", most[waves - 1]);
        if (waves > 1) {
            got = fits(GCNMEM_DEVICE_R9_290X, most[waves - 1] + 1, 16, 0, 64);
            CHECK_U64(waves - 1, got.waves_per_simd, "%u VGPRs", most[waves - 1] + 1);
            CHECK(got.limited_by == GCNMEM_LIMIT_VGPRS, "%u VGPRs", most[waves - 1] + 1);
            CHECK(got.next_limit == GCNMEM_LIMIT_VGPRS, "%u VGPRs", most[waves - 1] + 1);
            CHECK_U64(most[waves - 1], got.next_amount, "%u VGPRs", most[waves - 1] + 1);
            CHECK_U64(waves, got.next_waves, "%u VGPRs", most[waves - 1] + 1);
        }
    }
}

/* AGPRs stand behind the VGPRs of gfx90a, from a multiple of four on; gfx908 has as many of its own. */
static void test_R25_agprs(void) {
    static const struct {
        gcnmem_device device;
        uint32_t vgprs;
        uint32_t agprs;
        uint32_t in_all; /* 0: refused */
        uint32_t waves;
    } rows[] = {{GCNMEM_DEVICE_MI210, 40, 20, 60, 8},   {GCNMEM_DEVICE_MI210, 31, 128, 160, 3},
                {GCNMEM_DEVICE_MI210, 33, 0, 33, 8},    {GCNMEM_DEVICE_MI210, 256, 256, 512, 1},
                {GCNMEM_DEVICE_MI100, 40, 20, 40, 6},   {GCNMEM_DEVICE_MI100, 31, 128, 128, 2},
                {GCNMEM_DEVICE_MI210, 1, 257, 0, 0},    {GCNMEM_DEVICE_VEGA_64, 24, 1, 0, 0},
                {GCNMEM_DEVICE_VEGA_64, 24, 0, 24, 10}, {GCNMEM_DEVICE_RX_6900_XT, 24, 4, 0, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        gcnmem_desc desc = gcnmem_desc_for(rows[i].device);
        gcnmem_shader_needs needs = {rows[i].vgprs, 0, 0, 64, 0};
        gcnmem_issue issue;
        gcnmem_result result = gcnmem_occupancy_add_agprs(&desc, rows[i].agprs, &needs, &issue);
        CHECK_U64(rows[i].in_all != 0 ? GCNMEM_OK : GCNMEM_ERROR_VALUE, result, "row %u", (unsigned)i);
        if (result == GCNMEM_OK) {
            CHECK_U64(rows[i].in_all, needs.vgprs, "row %u", (unsigned)i);
            CHECK_U64(rows[i].waves, gcnmem_occupancy_for(&desc, &needs, GCNMEM_RULE_HARDWARE).waves_per_simd, "row %u",
                      (unsigned)i);
        } else {
            CHECK_TEXT("agprs", issue.field, "row %u", (unsigned)i);
        }
    }
}

/* Granules of 8 in 512 and of 16 in 800 registers: PAL, LLVM. */
static void test_R25_sgpr_steps(void) {
    static const struct {
        gcnmem_device device;
        uint32_t sgprs, waves;
    } rows[] = {{GCNMEM_DEVICE_R9_290X, 48, 10}, {GCNMEM_DEVICE_R9_290X, 49, 9},  {GCNMEM_DEVICE_R9_290X, 56, 9},
                {GCNMEM_DEVICE_R9_290X, 64, 8},  {GCNMEM_DEVICE_R9_290X, 72, 7},  {GCNMEM_DEVICE_R9_290X, 80, 6},
                {GCNMEM_DEVICE_R9_290X, 96, 5},  {GCNMEM_DEVICE_R9_290X, 104, 4}, {GCNMEM_DEVICE_VEGA_64, 80, 10},
                {GCNMEM_DEVICE_VEGA_64, 88, 8},  {GCNMEM_DEVICE_VEGA_64, 96, 8},  {GCNMEM_DEVICE_VEGA_64, 100, 7}};
    size_t i;
    CHECK_U64(20, fits(GCNMEM_DEVICE_RX_5700_XT, 8, 16, 0, 32).waves_per_simd, "RDNA 1: as many as it has slots");
    CHECK_U64(16, fits(GCNMEM_DEVICE_RX_6900_XT, 8, 16, 0, 32).waves_per_simd, "RDNA 2");
    for (i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        CHECK_U64(rows[i].waves, fits(rows[i].device, 8, rows[i].sgprs, 0, 64).waves_per_simd, "%u SGPRs on %s",
                  rows[i].sgprs, gcnmem_device_card(rows[i].device));
    }
}

/* PAL: LDS comes in 512 bytes; gfx803 lds=1632 in 64 threads: 2048 are allocated, 8 waves. */
static void test_R26_lds_granule(void) {
    CHECK_U64(8, fits(GCNMEM_DEVICE_R9_FURY_X, 8, 16, 1632, 64).waves_per_simd, "512-byte granule");
    CHECK_U64(32, fits(GCNMEM_DEVICE_R9_FURY_X, 8, 16, 1632, 64).groups_per_cu, "65536 / 2048");
    CHECK_U64(36, fits(GCNMEM_DEVICE_HD_7970, 8, 16, 1700, 64).groups_per_cu, "256-byte granule: 65536 / 1792");
    CHECK_U64(2, fits(GCNMEM_DEVICE_HD_7970, 8, 16, 32768, 256).groups_per_cu, "64 KB on GFX6 as well");
}

static void test_R27_whole_groups(void) {
    gcnmem_occupancy got = fits(GCNMEM_DEVICE_R9_290X, 8, 16, 0, 128);
    CHECK_U64(16, got.groups_per_cu, "16 groups of two waves");
    CHECK_U64(32, got.waves_per_cu, "16 groups of two waves");
    CHECK(got.limited_by == GCNMEM_LIMIT_GROUP_SLOTS, "16 groups of two waves");
    CHECK_U64(40, fits(GCNMEM_DEVICE_R9_290X, 8, 16, 0, 64).groups_per_cu, "groups of one wave need no barrier");
    CHECK_U64(2, fits(GCNMEM_DEVICE_R9_290X, 8, 16, 0, 1024).groups_per_cu, "40 slots hold two groups of 16");
    CHECK_U64(8, fits(GCNMEM_DEVICE_RX_480, 8, 16, 0, 256).waves_per_simd, "Polaris: 8 slots");
    CHECK_U64(10, fits(GCNMEM_DEVICE_R9_FURY_X, 8, 16, 0, 256).waves_per_simd, "Fiji: 10 slots");
}

/* AMD's OpenCL optimization guide, table 2.2: waves on a CU for groups of 1, 2, 3, 4 waves... the 16-slot and
   64 KB columns. */
static void test_R26_R27_opt_table_2_2(void) {
    CHECK_U64(32, fits(GCNMEM_DEVICE_R9_290X, 8, 16, 4096, 128).waves_per_cu, "16 groups of 2 waves");
    CHECK_U64(16, fits(GCNMEM_DEVICE_R9_290X, 8, 16, 16384, 256).waves_per_cu, "12.8-16K: 4 groups of 4");
    CHECK_U64(12, fits(GCNMEM_DEVICE_R9_290X, 8, 16, 20480, 256).waves_per_cu, "16-21.3K: 3 groups of 4");
    CHECK_U64(8, fits(GCNMEM_DEVICE_R9_290X, 8, 16, 32768, 256).waves_per_cu, "21.3-32K: 2 groups of 4");
    CHECK_U64(36, fits(GCNMEM_DEVICE_R9_290X, 8, 16, 7168, 256).waves_per_cu, "6.4-7.1K: 9 groups of 4");
    CHECK_U64(28, fits(GCNMEM_DEVICE_R9_290X, 8, 16, 9216, 256).waves_per_cu, "8.0-9.1K: 7 groups of 4");
}

static void test_occupancy_validate(void) {
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_290X);
    static const gcnmem_shader_needs bad[] = {
        {257, 16, 0, 64, 0}, {8, 129, 0, 64, 0}, {8, 16, 65537, 64, 0}, {8, 16, 0, 1025, 0}, {8, 16, 0, 0, 0}};
    gcnmem_shader_needs good = {256, 104, 65536, 256, 0};
    size_t i;
    for (i = 0; i < sizeof bad / sizeof bad[0]; ++i) {
        gcnmem_issue issue = {NULL, NULL, 0, 0, 0, 0, 0, ""};
        CHECK(gcnmem_occupancy_validate(&desc, &bad[i], GCNMEM_RULE_HARDWARE, &issue) == GCNMEM_ERROR_VALUE, "row %u",
              (unsigned)i);
        CHECK(issue.field && issue.rule, "row %u", (unsigned)i);
    }
    CHECK(gcnmem_occupancy_validate(&desc, &good, GCNMEM_RULE_HARDWARE, NULL) == GCNMEM_OK, "the most of everything");
    desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_FURY_X);
    good.sgprs = 112; /* drivers print whole granules: RADV 112 on GFX8 and GFX9, 128 on RDNA2 */
    CHECK(gcnmem_occupancy_validate(&desc, &good, GCNMEM_RULE_HARDWARE, NULL) == GCNMEM_OK, "112 on Fiji");
    desc = gcnmem_desc_for(GCNMEM_DEVICE_RX_6900_XT);
    good.sgprs = 128;
    CHECK(gcnmem_occupancy_validate(&desc, &good, GCNMEM_RULE_HARDWARE, NULL) == GCNMEM_OK, "128 on Navi 21");
}

/* A wave's registers are numbered 0 to 255 (gfx90a: to 511), however many a SIMD has; the message names the limit. */
static void test_a_wave_addresses_256_vgprs(void) {
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_290X);
    gcnmem_shader_needs needs = {258, 16, 0, 64, 0};
    gcnmem_issue issue;
    char text[100];
    desc.vgprs_per_simd = 1024;
    CHECK(gcnmem_occupancy_validate(&desc, &needs, GCNMEM_RULE_HARDWARE, &issue) == GCNMEM_ERROR_VALUE, "258 of 256");
    gcnmem_issue_text(&issue, text, sizeof text);
    CHECK_TEXT("is 258: a SIMD of this device gives a wave at most 256", text, "258 of 256");
    needs.vgprs = 256;
    CHECK(gcnmem_occupancy_validate(&desc, &needs, GCNMEM_RULE_HARDWARE, NULL) == GCNMEM_OK, "256");
    desc.vgprs_per_simd = 128;
    CHECK(gcnmem_occupancy_validate(&desc, &needs, GCNMEM_RULE_HARDWARE, &issue) == GCNMEM_ERROR_VALUE, "128 there");
    CHECK_U64(128, issue.limit, "128 there");
    desc = gcnmem_desc_for(GCNMEM_DEVICE_MI210);
    needs.vgprs = 512;
    CHECK(gcnmem_occupancy_validate(&desc, &needs, GCNMEM_RULE_HARDWARE, NULL) == GCNMEM_OK, "512 on gfx90a");
    needs.vgprs = 513;
    CHECK(gcnmem_occupancy_validate(&desc, &needs, GCNMEM_RULE_HARDWARE, NULL) == GCNMEM_ERROR_VALUE, "513 on gfx90a");
}

/* NVIDIA's calculator for compute capability 1.3. */
static void test_R74_registers_of_a_work_group(void) {
    static const uint32_t rows[][4] = {{17, 256, 3, 24}, {20, 192, 4, 24}, {16, 256, 4, 32},
                                       {33, 448, 1, 14}, {10, 96, 8, 24},  {32, 32, 8, 8}};
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_GTX_280);
    gcnmem_shader_needs needs = {33, 0, 0, 512, 0};
    gcnmem_issue issue;
    CHECK(gcnmem_occupancy_validate(&desc, &needs, GCNMEM_RULE_HARDWARE, &issue) == GCNMEM_ERROR_VALUE, "33 of 512");
    CHECK_TEXT("group", issue.field, "33 of 512");
    CHECK_U64(448, issue.limit, "the most threads that 33 registers leave");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        needs.vgprs = rows[i][0];
        needs.group_lanes = rows[i][1];
        CHECK(gcnmem_occupancy_validate(&desc, &needs, GCNMEM_RULE_HARDWARE, NULL) == GCNMEM_OK, "row %u", (unsigned)i);
        gcnmem_occupancy out = gcnmem_occupancy_for(&desc, &needs, GCNMEM_RULE_HARDWARE);
        CHECK_U64(rows[i][2], out.groups_per_cu, "row %u", (unsigned)i);
        CHECK_U64(rows[i][3], out.waves_per_cu, "row %u", (unsigned)i);
    }
}

/* Every row of a table must be equal. */
static void check_table(const char* file_name, gcnmem_occupancy_rule rule, int rows_there) {
    static const struct {
        const char* name;
        gcnmem_device device;
    } names[] = {{"gfx600", GCNMEM_DEVICE_HD_7970},       {"gfx700", GCNMEM_DEVICE_R9_290X},
                 {"gfx701", GCNMEM_DEVICE_R9_290X},       {"gfx803", GCNMEM_DEVICE_R9_FURY_X},
                 {"gfx900", GCNMEM_DEVICE_VEGA_64},       {"gfx906", GCNMEM_DEVICE_MI50},
                 {"gfx908", GCNMEM_DEVICE_MI100},         {"gfx90a", GCNMEM_DEVICE_MI210},
                 {"gfx942", GCNMEM_DEVICE_MI300X},        {"gfx1010", GCNMEM_DEVICE_RX_5700_XT},
                 {"gfx1012", GCNMEM_DEVICE_RX_5500_XT},   {"gfx1030", GCNMEM_DEVICE_RX_6900_XT},
                 {"gfx1031", GCNMEM_DEVICE_RX_6700_XT},   {"gfx1034", GCNMEM_DEVICE_RX_6500_XT},
                 {"gfx1036", GCNMEM_DEVICE_RAPHAEL},      {"gfx1100", GCNMEM_DEVICE_RX_7900_XTX},
                 {"gfx1101", GCNMEM_DEVICE_RX_7800_XT},   {"gfx1102", GCNMEM_DEVICE_RX_7600},
                 {"gfx1103", GCNMEM_DEVICE_RADEON_780M},  {"gfx1150", GCNMEM_DEVICE_RADEON_890M},
                 {"gfx1151", GCNMEM_DEVICE_RADEON_8060S}, {"gfx1152", GCNMEM_DEVICE_RADEON_890M},
                 {"gfx1200", GCNMEM_DEVICE_RX_9060_XT},   {"gfx1201", GCNMEM_DEVICE_RX_9070_XT},
                 {"tahiti", GCNMEM_DEVICE_HD_7970},       {"hawaii", GCNMEM_DEVICE_R9_290X},
                 {"fiji", GCNMEM_DEVICE_R9_FURY_X},       {"vega10", GCNMEM_DEVICE_VEGA_64},
                 {"polaris10", GCNMEM_DEVICE_RX_480}};
    FILE* file = test_data_open(file_name);
    char line[512];
    int rows = 0;
    while (file && fgets(line, sizeof line, file)) {
        gcnmem_shader_needs needs;
        unsigned waves;
        unsigned agprs = 0;
        char name[32];
        char lanes[8] = "64";
        size_t i;
        int found = rule == GCNMEM_RULE_LLVM
                        ? sscanf(line, "%31[^,],%7[^,],%*[^,],%u,%u,%u,%u,%u,%u", name, lanes, &needs.vgprs, &agprs,
                                 &needs.sgprs, &needs.lds_bytes, &needs.group_lanes, &waves) -
                              2
                        : sscanf(line, "%31[^,],%u,%u,%u,%u,%*[^,],%u", name, &needs.group_lanes, &needs.lds_bytes,
                                 &needs.vgprs, &needs.sgprs, &waves);
        for (i = 0; found == 6 && i < sizeof names / sizeof names[0]; ++i) {
            if (strcmp(name, names[i].name) == 0) {
                gcnmem_desc desc = gcnmem_desc_for(names[i].device);
                CHECK(gcnmem_desc_set(&desc, "wave_lanes", lanes, NULL) == GCNMEM_OK, "%s", line);
                CHECK(gcnmem_occupancy_add_agprs(&desc, agprs, &needs, NULL) == GCNMEM_OK, "%s", line);
                CHECK(gcnmem_occupancy_validate(&desc, &needs, rule, NULL) == GCNMEM_OK, "%s", line);
                CHECK_U64(waves, gcnmem_occupancy_for(&desc, &needs, rule).waves_per_simd, "%s", line);
                ++rows;
            }
        }
    }
    if (file) {
        fclose(file);
    }
    CHECK_U64(rows_there, rows, "rows of %s", file_name);
}

/* What follows from the lanes of a wave is not what somebody set. */
static void test_wave_lanes_bring_their_registers(void) {
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_RX_7900_XTX);
    CHECK(gcnmem_desc_set(&desc, "wave_lanes", "64", NULL) == GCNMEM_OK, "64");
    CHECK_U64(768, desc.vgprs_per_simd, "of 1536 for 32 lanes");
    CHECK_U64(12, desc.vgpr_granule, "of 24");
    for (uint32_t i = 0; i < GCNMEM_FIELD_END; ++i) {
        CHECK_U64((gcnmem_field)i == GCNMEM_FIELD_wave_lanes,
                  gcnmem_field_provenance(&desc, (gcnmem_field)i) == GCNMEM_PROVENANCE_USER, "%s",
                  gcnmemi_desc_field_name((gcnmem_field)i));
    }
    CHECK(gcnmem_desc_set(&desc, "wave_lanes", "32", NULL) == GCNMEM_OK, "32");
    const gcnmem_desc preset = gcnmem_desc_for(GCNMEM_DEVICE_RX_7900_XTX);
    CHECK(memcmp(&preset, &desc, sizeof desc) == 0, "and back");
}

static void test_R28_llvm_every_row(void) {
    check_table("occupancy_llvm.csv", GCNMEM_RULE_LLVM, 3353);
}

static void test_R28_radv_every_row(void) {
    check_table("occupancy_radv.csv", GCNMEM_RULE_RADV, 428);
}

/* Whatever a wave of Tonga uses it gets 96 SGPRs, and no more. */
static void test_R25_tonga_has_96_sgprs_for_each_wave(void) {
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_380);
    gcnmem_shader_needs needs = {24, 1, 0, 64, 0};
    gcnmem_issue issue;
    char text[4096] = "";
    for (; needs.sgprs <= 96; ++needs.sgprs) {
        CHECK(gcnmem_occupancy_validate(&desc, &needs, GCNMEM_RULE_HARDWARE, &issue) == GCNMEM_OK, "%u", needs.sgprs);
        CHECK_U64(8, gcnmem_occupancy_for(&desc, &needs, GCNMEM_RULE_HARDWARE).waves_per_simd, "%u", needs.sgprs);
    }
    CHECK(gcnmem_occupancy_validate(&desc, &needs, GCNMEM_RULE_HARDWARE, &issue) == GCNMEM_ERROR_VALUE, "97");
    gcnmem_issue_text(&issue, text, sizeof text);
    CHECK_TEXT("is 97: a wave of this device gets at most 96 SGPRs, VCC, FLAT_SCRATCH and XNACK included", text, "97");
    text[0] = 0;
    needs.sgprs = 16;
    gcnmem_report_occupancy(&desc, &needs, GCNMEM_RULE_HARDWARE, GCNMEM_STYLE_JSON, test_append, text);
    CHECK(strstr(text, "\"none: this GPU gives a wave SGPRs in steps of 96, however few it uses (R25)\"") != NULL, "%s",
          text);
}

/* Groups that a compiler's waves make: whole ones, and no room for another. */
static void test_R28_compilers_groups_follow_from_their_waves(void) {
    static const gcnmem_occupancy_rule rules[] = {GCNMEM_RULE_LLVM, GCNMEM_RULE_RADV};
    const gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_VEGA_64);
    for (uint32_t i = 0; i < 2; ++i) {
        for (uint32_t lanes = 64; lanes <= 1024; lanes *= 2) {
            const gcnmem_shader_needs needs = {40, 32, 0, lanes, 0};
            const gcnmem_occupancy o = gcnmem_occupancy_for(&desc, &needs, rules[i]);
            const uint32_t waves = lanes / 64;
            CHECK(o.groups_per_cu * waves <= o.waves_per_cu && (o.groups_per_cu + 1) * waves > o.waves_per_cu,
                  "rule %u: %u groups of %u waves, %u waves", (unsigned)i, (unsigned)o.groups_per_cu, (unsigned)waves,
                  (unsigned)o.waves_per_cu);
        }
    }
}

/* What was not checked before still has an answer: no wave has such needs, and a compiler says one. */
static void test_R25_needs_beyond_every_granule(void) {
    static const uint32_t waves[] = {0, 1, 0}; /* by each rule */
    const gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_VEGA_64);
    for (uint32_t rule = 0; rule < 3; ++rule) {
        for (uint32_t vgprs = UINT32_MAX; vgprs >= UINT32_MAX - 4; --vgprs) {
            const gcnmem_shader_needs needs = {vgprs, 0, 0, 64, 0};
            const gcnmem_occupancy o = gcnmem_occupancy_for(&desc, &needs, (gcnmem_occupancy_rule)rule);
            CHECK_U64(waves[rule], o.waves_per_simd, "rule %" PRIu32 ", %" PRIu32 " VGPRs", rule, vgprs);
        }
    }
    const gcnmem_shader_needs needs = {0, UINT32_MAX, 0, 64, 0};
    CHECK_U64(0, gcnmem_occupancy_for(&desc, &needs, GCNMEM_RULE_HARDWARE).waves_per_simd, "SGPRs");
}

static void test_R25_a_group_has_one_thread_at_least(void) {
    const gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_VEGA_64);
    const gcnmem_shader_needs needs = {0, 0, 0, 0, 0};
    gcnmem_issue issue;
    CHECK(gcnmem_occupancy_validate(&desc, &needs, GCNMEM_RULE_HARDWARE, &issue) == GCNMEM_ERROR_VALUE, "none");
    CHECK_TEXT("group", issue.field, "none");
    CHECK_U64(1, issue.limit, "the least");
}

/* On every preset, with other steps, sizes and slots: a shader that is let pass has waves, whatever it needs. */
static void test_R26_what_is_let_pass_fits(void) {
    static const char* const fields[] = {"lds_granule_bytes", "lds_group_reserved_bytes", "vgpr_granule",
                                         "sgpr_granule",      "vgpr_group_waves",         "groups_per_cu_max",
                                         "waves_per_simd_max"};
    test_random random = test_random_start(26);
    uint32_t fits = 0;
    for (uint32_t i = 0; i < test_many(20000); ++i) {
        gcnmem_desc desc = gcnmem_desc_for((gcnmem_device)(1 + test_random_below(&random, GCNMEM_DEVICE_END - 1)));
        const char* field = fields[test_random_below(&random, sizeof fields / sizeof fields[0])];
        char value[16];
        snprintf(value, sizeof value, "%" PRIu32,
                 test_random_below(&random, 2) != 0 ? 1 + (uint32_t)test_random_below(&random, 64)
                                                    : 1 + (uint32_t)test_random_below(&random, 65536));
        gcnmem_desc_set(&desc, field, value, NULL);
        const gcnmem_shader_needs needs = {
            (uint32_t)test_random_below(&random, desc.vgprs_per_wave_max + 1),
            test_random_below(&random, 2) != 0 ? (uint32_t)test_random_below(&random, 106) : 0,
            desc.lds_group_max_bytes -
                (uint32_t)test_random_below(&random, 2) * (uint32_t)test_random_below(&random, 2048),
            1 + (uint32_t)test_random_below(&random, desc.group_waves_max * desc.wave_lanes), 0};
        if (gcnmem_desc_validate(&desc, NULL) == GCNMEM_OK &&
            gcnmem_occupancy_validate(&desc, &needs, GCNMEM_RULE_HARDWARE, NULL) == GCNMEM_OK) {
            ++fits;
            CHECK(gcnmem_occupancy_for(&desc, &needs, GCNMEM_RULE_HARDWARE).waves_per_simd > 0,
                  "%s, %s=%s: %" PRIu32 " VGPRs, %" PRIu32 " SGPRs, %" PRIu32 " bytes, %" PRIu32 " lanes",
                  gcnmem_device_card(desc.device), field, value, needs.vgprs, needs.sgprs, needs.lds_bytes,
                  needs.group_lanes);
        }
    }
    CHECK(fits > 100, "%" PRIu32, fits);
}

void suite_occupancy(void) {
    TEST(test_R26_what_is_let_pass_fits);
    TEST(test_R25_vgpr_steps);
    TEST(test_R25_agprs);
    TEST(test_R25_tonga_has_96_sgprs_for_each_wave);
    TEST(test_R25_sgpr_steps);
    TEST(test_R26_lds_granule);
    TEST(test_R27_whole_groups);
    TEST(test_R26_R27_opt_table_2_2);
    TEST(test_occupancy_validate);
    TEST(test_a_wave_addresses_256_vgprs);
    TEST(test_R74_registers_of_a_work_group);
    TEST(test_R28_llvm_every_row);
    TEST(test_wave_lanes_bring_their_registers);
    TEST(test_R28_radv_every_row);
    TEST(test_R28_compilers_groups_follow_from_their_waves);
    TEST(test_R25_a_group_has_one_thread_at_least);
    TEST(test_R25_needs_beyond_every_granule);
}
