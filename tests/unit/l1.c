/* l1.c -- R6 to R14: service of issue groups by the vector L1 (gpu-benches, perftest, CLRX) */
#include "private.h"
#include "test.h"

/* gpu-benches "block": 1024 threads in rows of `width`, element x % 64 + (y % 32) * 4098 + 4098, eight loads each.
   Returns the clocks of all 16 waves and 8 loads. */
static uint64_t block_clocks(uint64_t width) {
    static const uint64_t offsets[8] = {0, 4, 8, 12, 20, 16, 24, 28};
    uint64_t sum = 0;
    int wave;
    int load;
    for (wave = 0; wave < 16; ++wave) {
        for (load = 0; load < 8; ++load) {
            gcnmem_access access = test_access("global_load_dword", 0);
            int lane;
            for (lane = 0; lane < 64; ++lane) {
                uint64_t thread = (uint64_t)(wave * 64 + lane);
                uint64_t element = thread % width % 64 + thread / width % 32 * 4098 + 4098;
                access.address[lane] = (element + offsets[load]) * 4;
            }
            sum += test_cost(GCNMEM_DEVICE_MI210, &access).clocks;
        }
    }
    return sum;
}

/* gpu-benches, gpu-strides on MI210: "float block 4" measured 15.0, "block 8" 8.06 against 8.0. */
static void test_R6_gpu_benches_blocks(void) {
    CHECK_U64(15 * 128, block_clocks(4), "block 4: 15.0 clocks a wave");
    CHECK_U64(8 * 128, block_clocks(8), "block 8: 8.0 clocks a wave");
}

static void test_R6_lines_of_one_tag_bank_take_turns(void) {
    gcnmem_access access = test_access("buffer_load_dwordx4", 256);
    gcnmem_cost cost = test_cost(GCNMEM_DEVICE_R9_390X, &access);
    CHECK_U64(64, cost.clocks, "four lines of one tag bank in each group");
    CHECK_U64(48, cost.tag_conflict_clocks, "three clocks more for 16 groups");
    CHECK_U64(0, cost.bank_conflict_clocks, "the banks are no worse");
}

static void test_R7_different_dwords_of_a_bank_take_turns(void) {
    gcnmem_access access = test_access("buffer_load_dword", 64);
    gcnmem_cost cost = test_cost(GCNMEM_DEVICE_R9_390X, &access);
    CHECK_U64(64, cost.clocks, "stride 64 bytes: every lane in bank 0");
    CHECK(cost.bank_conflict_clocks + cost.tag_conflict_clocks == 48, "of 16 groups");
}

static void test_R7_same_dword_is_free(void) {
    gcnmem_access access = test_access("buffer_load_dwordx4", 0);
    CHECK_U64(16, test_cost(GCNMEM_DEVICE_R9_390X, &access).clocks, "one element for all");
    access = test_access("buffer_load_dword", 0);
    CHECK_U64(4, test_cost(GCNMEM_DEVICE_R9_390X, &access).clocks, "one dword for all");
}

static void test_R8_a_group_takes_a_clock_even_out_of_range(void) {
    gcnmem_access access = test_access("buffer_load_dwordx4", 16);
    int lane;
    for (lane = 0; lane < 64; ++lane) {
        access.address[lane] += 4096;
    }
    access.size_bytes = 4096;
    CHECK_U64(16, test_cost(GCNMEM_DEVICE_R9_390X, &access).clocks,
              "perftest Load4 linear: out of bounds is not faster");
    CHECK_U64(0, test_cost(GCNMEM_DEVICE_R9_390X, &access).l2_requests, "nothing in range");
}

static void test_R8_empty_exec_issues_nothing(void) {
    static const char* const names[] = {"buffer_load_dword", "image_sample", "ds_read_b32", "buffer_store_dwordx4"};
    size_t i;
    for (i = 0; i < 4; ++i) {
        gcnmem_access access = test_access_image(names[i], NULL);
        gcnmem_cost cost;
        access.exec_mask = 0;
        cost = test_cost(GCNMEM_DEVICE_R9_390X, &access);
        CHECK_U64(0, cost.clocks | cost.best_clocks | cost.l2_requests | cost.phases, "%s", names[i]);
        CHECK_U64(1, cost.accesses, "%s", names[i]);
    }
}

/* perftest and CLRX's timings: 18 clocks on GFX6 to GFX8, 16 on GFX9. */
static void test_R9_two_channels_take_18_clocks_before_gfx9(void) {
    static const struct {
        gcnmem_device device;
        uint64_t clocks;
    } rows[] = {{GCNMEM_DEVICE_HD_7970, 18}, {GCNMEM_DEVICE_R9_390X, 18}, {GCNMEM_DEVICE_R9_FURY_X, 18},
                {GCNMEM_DEVICE_RX_480, 18},  {GCNMEM_DEVICE_VEGA_64, 16}, {GCNMEM_DEVICE_RADEON_VII, 16},
                {GCNMEM_DEVICE_MI210, 16}};
    size_t i;
    for (i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        gcnmem_access raw = test_access("buffer_load_dwordx2", 8);
        gcnmem_access typed = test_access_format("buffer_load_format_xy", "rg8", 2);
        gcnmem_access texel = test_access_image("image_load", "rg16f");
        gcnmem_access stored = test_access("buffer_store_dwordx2", 8);
        const char* card = gcnmem_device_card(rows[i].device);
        CHECK_U64(rows[i].clocks, test_cost(rows[i].device, &raw).clocks, "%s x2", card);
        CHECK_U64(rows[i].clocks - 16, test_cost(rows[i].device, &raw).rate_clocks, "%s x2", card);
        CHECK_U64(rows[i].clocks, test_cost(rows[i].device, &typed).clocks, "%s RG8", card);
        CHECK_U64(rows[i].clocks, test_cost(rows[i].device, &texel).clocks, "%s RG16F texels", card);
        CHECK_U64(16, test_cost(rows[i].device, &stored).clocks, "%s: stores have no floor (CLRX 16)", card);
    }
}

static const gcnmem_device image_devices[] = {GCNMEM_DEVICE_HD_7970, GCNMEM_DEVICE_R9_390X,   GCNMEM_DEVICE_R9_FURY_X,
                                              GCNMEM_DEVICE_RX_480,  GCNMEM_DEVICE_VEGA_64,   GCNMEM_DEVICE_VEGA_FE,
                                              GCNMEM_DEVICE_MI210,   GCNMEM_DEVICE_RADEON_VII};

static int is_gfx9(gcnmem_device device) {
    return gcnmem_desc_for(device).gfx_version >= 0x900;
}

/* perftest's Texture2D.Load: 16x16 threads read a texture of 32x32 at (h + x, h' + y), x and y = 0 to 15, where h is 0,
   the place of the thread, or thrice that, cut to 0 or 4 (2018) or to 0 to 15 (2017). Clocks of 4 waves, 256 loads. */
static uint64_t texture_clocks(gcnmem_device device, const char* format, int pattern) {
    gcnmem_access access = test_access_image("image_load", format);
    uint64_t clocks = 0;
    int load;
    access.image.width = access.image.height = 32;
    for (load = 0; load < 4 * 256; ++load) {
        int lane;
        for (lane = 0; lane < 64; ++lane) {
            int x = lane % 16;
            int y = lane / 16 + load / 256 * 4;
            const int places[4][2] = {{0, 0}, {x, y}, {3 * x & 4, 3 * y & 4}, {3 * x & 15, 3 * y & 15}};
            access.texel[0][lane] = places[pattern][0] + load % 16;
            access.texel[1][lane] = places[pattern][1] + load / 16 % 16;
        }
        clocks += test_cost(device, &access).clocks;
    }
    return clocks;
}

/* Hundredths of clocks a load. What was measured for the 2017 pattern: 22, 22, 22, 33, 32 for 8 to 128 bits on GFX9 and
   24, 24, 22, 33, 32 before, RG8 24.75 (R9's floor of 18 gives 25 here). Linear loads of the R9 390X: 16.0 to 16.5, two
   channels 18.0 to 18.2. */
static void test_R10_perftest_textures(void) {
    static const struct {
        const char* format;
        uint64_t gfx9[4]; /* uniform, linear, random of 2018, random of 2017 */
        uint64_t before[4];
    } rows[] = {{"r8", {1600, 1600, 1600, 2200}, {1600, 1600, 1600, 2400}},
                {"r16f", {1600, 1600, 1600, 2200}, {1600, 1600, 1600, 2400}},
                {"rg8", {1600, 1600, 1600, 2200}, {1800, 1800, 1800, 2500}},
                {"r32f", {1600, 1600, 1600, 2200}, {1600, 1600, 1600, 2200}},
                {"rgba8", {1600, 1600, 1600, 2200}, {1600, 1600, 1600, 2200}},
                {"rg16f", {1600, 1600, 1600, 2200}, {1800, 1800, 1800, 2225}},
                {"rgba16f", {1600, 1600, 3200, 3300}, {1600, 1600, 3200, 3300}},
                {"rg32f", {1600, 1600, 3200, 3300}, {1800, 1800, 3200, 3300}},
                {"rgba32f", {1600, 2400, 3200, 3200}, {1600, 2400, 3200, 3200}}};
    size_t i;
    size_t k;
    int pattern;
    for (k = 0; k < sizeof image_devices / sizeof image_devices[0]; ++k) {
        for (i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
            for (pattern = 0; pattern < 4; ++pattern) {
                uint64_t expected = is_gfx9(image_devices[k]) ? rows[i].gfx9[pattern] : rows[i].before[pattern];
                CHECK_U64(expected * 1024 / 100, texture_clocks(image_devices[k], rows[i].format, pattern),
                          "%s %s pattern %d, 1024 loads", gcnmem_device_card(image_devices[k]), rows[i].format,
                          pattern);
            }
        }
    }
}

/* "Understanding Memory Coalescing on GCN": 16, 32, 64 clocks for a wave's bilinear samples of 32, 64, 128 bits: no
   conflict adds to the filter's rate, wherever a wave of 2x2 quads stands. */
static void test_R10_bilinear_samples_of_quads_are_free_of_conflicts(void) {
    static const struct {
        const char* format;
        uint64_t clocks;
    } rows[] = {{"r8", 16}, {"rg8", 16}, {"rgba8", 16}, {"rgba16f", 32}, {"rgba32f", 64}};
    size_t i;
    size_t k;
    for (k = 0; k < sizeof image_devices / sizeof image_devices[0] * 5; ++k) {
        gcnmem_device device = image_devices[k / 5];
        gcnmem_access access = test_access_image("image_sample", rows[k % 5].format);
        for (i = 0; i < 1024; ++i) {
            int lane;
            for (lane = 0; lane < 64; ++lane) {
                access.texel[0][lane] = lane % 2 + lane / 4 % 4 * 2 + (int)(i % 32);
                access.texel[1][lane] = lane / 2 % 2 + lane / 16 * 2 + (int)(i / 32);
            }
            CHECK_U64(rows[k % 5].clocks, test_cost(device, &access).clocks, "%s, %s, corner %d,%d",
                      gcnmem_device_card(device), rows[k % 5].format, (int)(i % 32), (int)(i / 32));
        }
    }
}

/* RDNA2: a quad a clock as on GCN, for 64 bits as well, and lines of twice the length bring no conflicts. */
static void test_R68_images_of_rdna2_go_by_quads(void) {
    static const struct {
        const char* op;
        const char* format;
        uint64_t clocks;
    } rows[] = {{"image_sample", "r8", 8},       {"image_sample", "rgba8", 8}, {"image_sample", "rgba16f", 8},
                {"image_sample", "rgba32f", 16}, {"image_load", "rgba32f", 8}, {"image_load", "r8", 8},
                {"image_store", "rgba8", 8},     {"image_store", "rgba32f", 8}};
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; ++k) {
        gcnmem_access access = test_access_image(rows[k].op, rows[k].format);
        for (int i = 0; i < 1024; ++i) {
            for (int lane = 0; lane < 64; ++lane) {
                access.texel[0][lane] = lane % 2 + lane / 4 % 4 * 2 + i % 32;
                access.texel[1][lane] = lane / 2 % 2 + lane / 16 * 2 + i / 32;
            }
            for (int wide = 0; wide < 2; ++wide) {
                gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_RX_6900_XT);
                desc.wave_lanes = wide ? 64 : 32;
                CHECK_U64(rows[k].clocks << wide, gcnmem_cost_wave(&desc, &access).clocks, "%s %s, corner %d,%d",
                          rows[k].op, rows[k].format, i % 32, i / 32);
            }
        }
    }
}

/* 64 texels of any aligned 8x8 fill whole lines, and an image of whole blocks has no line twice. */
static void test_R10_every_texel_has_a_place_of_its_own(void) {
    static const char* const formats[] = {"r8", "rg8", "rgba8", "rgba16f", "rgba32f"};
    size_t k;
    for (k = 0; k < sizeof image_devices / sizeof image_devices[0] * 5; ++k) {
        gcnmem_access access = test_access_image("image_load", formats[k % 5]);
        uint64_t lines = (uint64_t)1 << k % 5;
        int tile;
        for (tile = 0; tile < 64; ++tile) {
            int lane;
            for (lane = 0; lane < 64; ++lane) {
                access.texel[0][lane] = tile % 8 * 8 + lane % 8;
                access.texel[1][lane] = tile / 8 * 8 + lane / 8;
            }
            CHECK_U64(lines, test_cost(image_devices[k / 5], &access).l1_lines, "%s, %s, tile %d",
                      gcnmem_device_card(image_devices[k / 5]), formats[k % 5], tile);
        }
    }
}

static void test_R10_the_layout_is_a_field(void) {
    gcnmem_access access = test_access_image("image_load", "r8");
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_VEGA_64);
    int lane;
    for (lane = 0; lane < 64; ++lane) {
        access.texel[0][lane] = (3 * lane & 15) + 4;
        access.texel[1][lane] = 0;
    }
    CHECK(gcnmem_desc_set(&desc, "image_layout_rule", "1", NULL) == GCNMEM_OK, "a field");
    CHECK_U64(test_cost(GCNMEM_DEVICE_RX_480, &access).clocks, gcnmem_cost_wave(&desc, &access).clocks,
              "as before GFX9");
    CHECK(test_cost(GCNMEM_DEVICE_VEGA_64, &access).clocks != gcnmem_cost_wave(&desc, &access).clocks, "not as GFX9");
    CHECK(gcnmem_desc_set(&desc, "image_layout_rule", "4", NULL) == GCNMEM_ERROR_VALUE, "there are three");
}

static void test_R10_an_8x8_tile_fills_its_lines(void) {
    gcnmem_access access = test_access_image("image_load", "rgba8");
    gcnmem_cost cost = test_cost(GCNMEM_DEVICE_R9_390X, &access);
    CHECK_U64(4, cost.l1_lines, "64 texels of 4 bytes are 4 lines");
    CHECK_U64(256, cost.bytes_requested, "64 texels of 4 bytes");
    access.image.width = 16;
    access.texel[0][0] = 8; /* beside it, in another line */
    CHECK_U64(5, test_cost(GCNMEM_DEVICE_R9_390X, &access).l1_lines, "a texel beside it");
    access = test_access_image("image_load", "rgb32f"); /* linear: rows of 64 * 12 bytes */
    CHECK_U64(16, test_cost(GCNMEM_DEVICE_R9_390X, &access).l1_lines, "8 rows of 96 bytes, two lines each");
}

/* "Understanding Memory Coalescing on GCN": 16, 32, 64 clocks for 32, 64, 128 bits; AMD's performance
   counters: twice for trilinear and volumes, N for anisotropic. */
static void test_R11_filter_rates(void) {
    static const struct {
        const char* format;
        const char* filter;
        uint32_t depth;
        uint64_t clocks;
    } rows[] = {{"rgba8", "bilinear", 1, 16},  {"rgba16f", "bilinear", 1, 32},  {"rgba32f", "bilinear", 1, 64},
                {"rgba8", "trilinear", 1, 32}, {"rgba16f", "trilinear", 1, 64}, {"rgba8", "bilinear", 4, 32},
                {"rgba8", "trilinear", 4, 64}, {"rgba8", "aniso2", 1, 32},      {"rgba8", "aniso16", 1, 256},
                {"rgba32f", "aniso4", 1, 256}, {"rgba8", "point", 1, 16},       {"rgba32f", "point", 1, 16},
                {"bc1", "bilinear", 1, 16},    {"bc7", "bilinear", 1, 16},      {"bc5", "trilinear", 1, 32},
                {"bc6", "bilinear", 1, 32}};
    size_t i;
    for (i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        gcnmem_access access = test_access_image("image_sample", rows[i].format);
        gcnmem_cost cost;
        CHECK(gcnmem_access_filter(&access, rows[i].filter, NULL) == GCNMEM_OK, "%s", rows[i].filter);
        access.image.depth = rows[i].depth;
        memset(access.texel, 0, sizeof access.texel);
        cost = test_cost(GCNMEM_DEVICE_R9_390X, &access);
        CHECK_U64(rows[i].clocks, cost.best_clocks, "%s %s depth %u", rows[i].format, rows[i].filter, rows[i].depth);
        CHECK_U64(rows[i].clocks, cost.clocks, "%s %s depth %u", rows[i].format, rows[i].filter, rows[i].depth);
    }
}

/* CLRX measured 16 for every store width. */
static void test_R12_stores_take_16_groups_for_every_width(void) {
    static const struct {
        const char* name;
        uint64_t bytes;
    } rows[] = {{"buffer_store_byte", 1},    {"buffer_store_short", 2},    {"buffer_store_dword", 4},
                {"buffer_store_dwordx2", 8}, {"buffer_store_dwordx4", 16}, {"global_store_dword", 4}};
    size_t i;
    for (i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        gcnmem_access access = test_access(rows[i].name, rows[i].bytes);
        CHECK_U64(16, test_cost(GCNMEM_DEVICE_R9_390X, &access).clocks, "%s", rows[i].name);
        CHECK_U64(64, test_cost(GCNMEM_DEVICE_R9_390X, &access).l1_accesses, "%s", rows[i].name);
    }
}

/* CLRX's timings: 16, compare-and-swap 32. */
static void test_R13_compare_and_swap_takes_two_clocks_a_group(void) {
    gcnmem_access access = test_access("buffer_atomic_add", 4);
    CHECK_U64(16, test_cost(GCNMEM_DEVICE_R9_390X, &access).clocks, "add");
    access = test_access("buffer_atomic_cmpswap", 4);
    CHECK_U64(32, test_cost(GCNMEM_DEVICE_R9_390X, &access).clocks, "cmpswap");
    CHECK_U64(16, test_cost(GCNMEM_DEVICE_R9_390X, &access).rate_clocks, "cmpswap");
}

static void test_R14_coalescing_is_25_or_100_percent(void) {
    gcnmem_access access = test_access("buffer_load_dword", 4);
    gcnmem_cost cost = test_cost(GCNMEM_DEVICE_R9_390X, &access);
    CHECK_U64(16, cost.l1_accesses, "coalesced");
    CHECK_U64(4, cost.l1_cache_accesses, "one line a group");
    access = test_access("buffer_load_dword", 64);
    cost = test_cost(GCNMEM_DEVICE_R9_390X, &access);
    CHECK_U64(64, cost.l1_accesses, "not");
    CHECK_U64(64, cost.l1_cache_accesses, "four lines a group");
}

/* What reports print: of one wave, and of the sum of waves of both kinds (2 * 16 / 80). */
static void test_R14_coalescing_of_waves_is_their_share(void) {
    gcnmem_access access = test_access("buffer_load_dword", 64);
    gcnmem_cost sum = test_cost(GCNMEM_DEVICE_R9_390X, &access);
    CHECK_U64(25000, gcnmemi_cost_coalescing_e3(&sum), "64 bytes apart");
    access = test_access("buffer_load_dword", 4);
    const gcnmem_cost linear = test_cost(GCNMEM_DEVICE_R9_390X, &access);
    CHECK_U64(100000, gcnmemi_cost_coalescing_e3(&linear), "side by side");
    gcnmem_cost_add(&sum, &linear);
    CHECK_U64(40000, gcnmemi_cost_coalescing_e3(&sum), "one of each");
    access.exec_mask = 0;
    const gcnmem_cost none = test_cost(GCNMEM_DEVICE_R9_390X, &access);
    CHECK_U64(0, gcnmemi_cost_coalescing_e3(&none), "no lane");
}

void suite_l1(void) {
    TEST(test_R6_gpu_benches_blocks);
    TEST(test_R6_lines_of_one_tag_bank_take_turns);
    TEST(test_R7_different_dwords_of_a_bank_take_turns);
    TEST(test_R7_same_dword_is_free);
    TEST(test_R8_a_group_takes_a_clock_even_out_of_range);
    TEST(test_R8_empty_exec_issues_nothing);
    TEST(test_R9_two_channels_take_18_clocks_before_gfx9);
    TEST_LONG(test_R10_perftest_textures);
    TEST_LONG(test_R10_bilinear_samples_of_quads_are_free_of_conflicts);
    TEST_LONG_SANITIZED(test_R68_images_of_rdna2_go_by_quads);
    TEST(test_R10_every_texel_has_a_place_of_its_own);
    TEST(test_R10_the_layout_is_a_field);
    TEST(test_R10_an_8x8_tile_fills_its_lines);
    TEST(test_R11_filter_rates);
    TEST(test_R12_stores_take_16_groups_for_every_width);
    TEST(test_R13_compare_and_swap_takes_two_clocks_a_group);
    TEST(test_R14_coalescing_is_25_or_100_percent);
    TEST(test_R14_coalescing_of_waves_is_their_share);
}
