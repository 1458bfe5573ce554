/* icache.c -- R58: bytes of instructions, and the instruction cache that several CUs share */
#include "job.h"

#include <stdlib.h>

#define LINE 64u
#define WORDS_PER_LINE 8u /* instructions of eight bytes */

/* ---- bytes of instructions ---- */

/* Encodings by llvm-mc for gfx700 and gfx803. */
static void test_R58_bytes_by_encoding(void) {
    static const struct {
        const char* text;
        uint32_t gfx7;
        uint32_t gfx8;
    } rows[] = {{"s_mov_b32 s0, s1", 4, 4},
                {"s_mov_b32 s0, 64", 4, 4},
                {"s_mov_b32 s0, 65", 8, 8},
                {"s_mov_b32 s0, -16", 4, 4},
                {"s_mov_b32 s0, 1.0", 4, 4},
                {"s_mov_b32 s0, 0x41200000", 8, 8},
                {"s_movk_i32 s0, 0x1234", 4, 4},
                {"s_waitcnt vmcnt(0)", 4, 4},
                {"s_load_dwordx4 s[0:3], s[4:5], 0x10", 4, 8},
                {"v_add_f32_e32 v0, v1, v2", 4, 4},
                {"v_add_f32_e32 v0, 0x40490fdb, v2", 8, 8},
                {"v_add_f32 v0, s1, v2", 4, 4},
                {"v_add_f32 v0, v1, s2", 8, 8},
                {"v_add_f32 v0, -v1, v2", 8, 8},
                {"v_add_f32_e64 v0, v1, v2 clamp", 8, 8},
                {"v_mad_f32 v0, v1, v2, v3", 8, 8},
                {"v_madak_f32 v0, v1, v2, 0x40490fdb", 8, 8},
                {"v_mul_lo_u32 v0, v1, v2", 8, 8},
                {"v_cmp_gt_f32 vcc, v1, v2", 4, 4},
                {"v_cmp_gt_f32 s[0:1], v1, v2", 8, 8},
                {"v_cndmask_b32 v0, v1, v2, vcc", 4, 4},
                {"v_cndmask_b32 v0, v1, v2, s[0:1]", 8, 8},
                {"v_mbcnt_hi_u32_b32 v0, -1, v2", 4, 8},
                {"buffer_load_dword v1, v0, s[0:3], 0 offen", 8, 8},
                {"image_sample v0, v[4:5], s[0:7], s[8:11] dmask:0x1", 8, 8},
                {"ds_read_b32 v0, v1", 8, 8},
                {"exp mrt0 v0, v1, v2, v3", 8, 8}};
    size_t i;
    for (i = 0; i < 2 * sizeof rows / sizeof rows[0]; ++i) {
        const char* text = rows[i / 2].text;
        job j = job_parse_bytes(text, strlen(text), i % 2 ? 0x803 : 0x700);
        CHECK_U64(i % 2 ? rows[i / 2].gfx8 : rows[i / 2].gfx7, GCNMEM_INSN_CODE_BYTES(job_insn(&j, 0)->flags),
                  "%s on gfx%s", text, i % 2 ? "803" : "700");
        job_end(&j);
    }
}

/* The words of code in a comment are right, whatever the text says; addresses and remarks are no code. */
static void test_R58_bytes_by_the_words_of_a_comment(void) {
    static const struct {
        const char* text;
        uint32_t bytes;
    } rows[] = {{"v_add_f32 v0, v1, v2 // 000000001900: D1010000 00020501", 8},
                {"s_mov_b32 s0, s1 // 00000004: BE800301", 4},
                {"v_mad_f32 v0, v1, v2, v3 ; d1c10000 040e0501", 8},
                {"v_cvt_pkrtz_f16_f32 v1, v4, v5 ; 5e020b04", 4},
                {"s_mov_b32 s0, s1 ; deadbeefs are not code", 4},
                {"v_add_f32_e32 v0, v1, v2 // 000000001900: @mem 12345678", 4}};
    size_t i;
    for (i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        job j = job_parse_bytes(rows[i].text, strlen(rows[i].text), 0x803);
        CHECK_U64(rows[i].bytes, GCNMEM_INSN_CODE_BYTES(job_insn(&j, 0)->flags), "%s", rows[i].text);
        job_end(&j);
    }
}

/* What drivers and disassemblers wrote beside the text is what the text alone tells. */
static void test_R58_encodings_agree_with_dumps(void) {
    static const struct {
        const char* name;
        uint32_t gfx_version;
    } files[] = {{"driver/fiji/poisson_dof.txt", 0x803},   {"driver/fiji/hist.txt", 0x803},
                 {"driver/vega10/poisson_dof.txt", 0x900}, {"driver/vega10/raymarch.txt", 0x900},
                 {"04_sp3_rga_legacy.txt", 0x803},         {"05_codexl_cl_si.txt", 0x600}};
    size_t i;
    for (i = 0; i < sizeof files / sizeof files[0]; ++i) {
        job stated = job_parse_file(files[i].name);
        job bare;
        uint32_t k;
        for (k = 0; k + 1 < stated.text_bytes; ++k) { /* comments gone */
            int is_comment = stated.text[k] == ';' || (stated.text[k] == '/' && stated.text[k + 1] == '/');
            while (is_comment && k < stated.text_bytes && stated.text[k] != '\n') {
                stated.text[k++] = ' ';
            }
        }
        bare = job_parse_bytes(stated.text, stated.text_bytes, files[i].gfx_version);
        CHECK_U64(stated.listing->insn_count, bare.listing->insn_count, "%s", files[i].name);
        for (k = 0; k < stated.listing->insn_count; ++k) {
            const gcnmem_insn* insn = job_insn(&stated, k);
            CHECK_U64(GCNMEM_INSN_CODE_BYTES(insn->flags), GCNMEM_INSN_CODE_BYTES(job_insn(&bare, k)->flags),
                      "%s: %.*s", files[i].name, (int)insn->text_bytes, stated.text + insn->text_offset);
        }
        job_end(&stated);
        job_end(&bare);
    }
}

/* ---- the cache ---- */

/* `lines` lines of vector instructions; of them the last `looped` are a loop of `trips`. */
static job code(uint32_t lines, uint32_t looped, uint32_t trips) {
    static const char step[] = "v_mad_f32 v0, v1, v2, v3\n";
    size_t bytes = sizeof step * WORDS_PER_LINE * (lines + 1) + 100;
    char* text = (char*)malloc(bytes);
    size_t at = 0;
    uint32_t i;
    job j;
    for (i = 0; i < lines * WORDS_PER_LINE - 1; ++i) {
        if (i == (lines - looped) * WORDS_PER_LINE) {
            at += (size_t)sprintf(text + at, "next: ; @trip %u\n", (unsigned)trips);
        }
        memcpy(text + at, step, sizeof step - 1);
        at += sizeof step - 1;
    }
    sprintf(text + at, "%s\ns_endpgm\n", looped != 0 ? "s_cbranch_scc1 next" : "s_nop 0"); /* four bytes each */
    j = job_new(GCNMEM_DEVICE_R9_390X, text);
    j.options.groups = 1;
    j.options.cu_count = 1;
    free(text);
    return j;
}

static void test_R58_code_that_fits_is_never_waited_for(void) {
    uint32_t looped;
    for (looped = 0; looped <= 512; looped += 512) {
        job j = code(512, looped, 5);
        job roomy = code(512, looped, 5);
        roomy.desc.icache_size_bytes = 1 << 20;
        j.options.groups = roomy.options.groups = 30;
        job_run(&j);
        job_run(&roomy);
        CHECK_U64(32768, j.result.code_bytes, "512 lines");
        CHECK_U64(0, j.result.icache_misses + j.result.stall_clocks[GCNMEM_STALL_FETCH], "they fit");
        CHECK_U64(roomy.result.clocks, j.result.clocks, "as in a larger cache");
        job_end(&j);
        job_end(&roomy);
    }
}

/* One line more than 512 overfills one of 128 sets: its five lines push each other out. */
static void test_R58_a_line_too_many_costs_a_set(void) {
    job straight = code(513, 0, 0);
    job loop = code(513, 513, 10);
    job_run(&straight);
    job_run(&loop);
    CHECK_U64(5, straight.result.icache_misses, "one pass");
    CHECK_U64(50, loop.result.icache_misses, "ten passes");
    CHECK(straight.result.stall_clocks[GCNMEM_STALL_FETCH] > 0, "waited for");
    job_end(&straight);
    job_end(&loop);
}

static void test_R58_a_loop_that_does_not_fit_pays_every_trip(void) {
    uint64_t before = 0;
    uint32_t trips;
    for (trips = 1; trips <= 8; trips *= 2) {
        job j = code(1024, 1024, trips);
        job roomy = code(1024, 1024, trips);
        uint64_t latency = j.desc.scalar_l2_latency_clocks;
        roomy.desc.icache_size_bytes = 65536;
        job_run(&j);
        job_run(&roomy);
        CHECK_U64((uint64_t)1024 * trips, j.result.icache_misses, "%u trips", (unsigned)trips);
        CHECK_U64(1024 * trips * latency, j.result.stall_clocks[GCNMEM_STALL_FETCH], "each as long as a scalar load");
        CHECK_U64(roomy.result.clocks + 1024 * trips * latency, j.result.clocks, "%u trips", (unsigned)trips);
        CHECK(j.result.limited_by == GCNMEM_LIMITER_FETCH, "a wave alone, limited by %s",
              gcnmem_name_of(GCNMEM_NAMES_LIMITER, j.result.limited_by));
        CHECK(j.result.clocks > before, "%u trips", (unsigned)trips);
        before = j.result.clocks;
        job_end(&j);
        job_end(&roomy);
    }
}

static void test_R58_a_loop_that_fits_in_longer_code_pays_once(void) {
    job once = code(1024, 256, 1);
    job often = code(1024, 256, 50);
    job_run(&once);
    job_run(&often);
    CHECK_U64(once.result.icache_misses, often.result.icache_misses, "256 of 1024 lines, 50 trips");
    job_end(&once);
    job_end(&often);
}

/* Waves that go through the code together need each line once; a cache serves as many CUs as icache_cus says. */
static void test_R58_waves_and_cus_of_a_cluster_share_lines(void) {
    static const uint32_t sharers[] = {1, 3, 4};
    static const uint32_t waves[] = {1, 4, 20};
    size_t i;
    for (i = 0; i < 9; ++i) {
        job j = code(1024, 1024, 3);
        uint64_t caches = (4 + sharers[i / 3] - 1) / sharers[i / 3];
        j.desc.icache_cus = sharers[i / 3];
        j.options.cu_count = 4;
        j.options.groups = 4 * (uint64_t)waves[i % 3];
        job_run(&j);
        CHECK(j.result.icache_misses >= caches * 3072 && j.result.icache_misses <= caches * 3072 * 11 / 10,
              "%" PRIu64 " misses of %" PRIu64 " caches and %u waves a CU, 1024 lines, 3 trips", j.result.icache_misses,
              caches, (unsigned)waves[i % 3]);
        CHECK_U64(4 * waves[i % 3], j.result.waves, "all end");
        job_end(&j);
    }
}

/* Code that L2 has no room for comes from DRAM. */
static void test_R58_code_is_one_of_those_who_use_L2(void) {
    job j = code(1024, 1024, 3);
    job small = code(1024, 1024, 3);
    small.desc.l2_size_bytes = small.desc.l2_channels * small.desc.l2_ways * small.desc.l2_line_bytes;
    job_run(&j);
    job_run(&small);
    CHECK_U64(j.result.icache_misses * LINE, j.result.l2_bytes, "requests of a line");
    CHECK_U64(0, j.result.dram_bytes, "L2 holds it all");
    CHECK_U64(small.result.icache_misses * LINE, small.result.dram_bytes, "a quarter is all that fits");
    CHECK(small.result.clocks > j.result.clocks, "%" PRIu64 " clocks against %" PRIu64, small.result.clocks,
          j.result.clocks);
    job_end(&j);
    job_end(&small);
}

/* Scalar caches are shared alike: a line that all want is asked for once a cluster. */
static void test_R58_scalar_caches_are_shared_alike(void) {
    uint32_t sharers;
    for (sharers = 1; sharers <= 4; ++sharers) {
        job j = job_new(GCNMEM_DEVICE_R9_390X, "s_load_dword s0, s[2:3], 0x0 ; @mem 4096\ns_waitcnt lgkmcnt(0)\n"
                                               "s_load_dword s0, s[2:3], 0x0 ; @mem 4096\ns_endpgm\n");
        j.desc.scalar_l1_cus = sharers;
        j.options.cu_count = 12;
        j.options.groups = 120;
        job_run(&j);
        CHECK_U64(12 / sharers * LINE, j.result.l2_bytes, "12 CUs, %u a cache", (unsigned)sharers);
        job_end(&j);
    }
}

static void test_R58_bad_caches_are_refused(void) {
    static const char* const fields[][2] = {
        {"icache_size_bytes", "33000"}, {"icache_line_bytes", "48"}, {"icache_ways", "3"}};
    size_t i;
    for (i = 0; i < sizeof fields / sizeof fields[0]; ++i) {
        gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_VEGA_64);
        gcnmem_issue issue;
        CHECK(gcnmem_desc_set(&desc, fields[i][0], fields[i][1], &issue) == GCNMEM_OK, "%s", fields[i][0]);
        CHECK(gcnmem_desc_validate(&desc, &issue) == GCNMEM_ERROR_VALUE, "%s", fields[i][0]);
        CHECK(strncmp(issue.field, "icache_", 7) == 0, "%s names %s", fields[i][0], issue.field);
    }
}

void suite_icache(void) {
    TEST(test_R58_bytes_by_encoding);
    TEST(test_R58_bytes_by_the_words_of_a_comment);
    TEST(test_R58_encodings_agree_with_dumps);
    TEST(test_R58_code_that_fits_is_never_waited_for);
    TEST(test_R58_a_line_too_many_costs_a_set);
    TEST(test_R58_a_loop_that_does_not_fit_pays_every_trip);
    TEST(test_R58_a_loop_that_fits_in_longer_code_pays_once);
    TEST_LONG_SANITIZED(test_R58_waves_and_cus_of_a_cluster_share_lines);
    TEST(test_R58_code_is_one_of_those_who_use_L2);
    TEST(test_R58_scalar_caches_are_shared_alike);
    TEST(test_R58_bad_caches_are_refused);
}
