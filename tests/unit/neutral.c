/* neutral.c -- R77 and R78: runs of other GPUs' code, and of code in names of no architecture */
#include "job.h"

#include <stdlib.h>

/* The only wave of a group of `lanes` on one CU; `text` repeated `times`, between a head and a tail. */
static job run_repeated(gcnmem_device device, const char* head, const char* text, int times, uint32_t lanes) {
    char listing[4096];
    size_t length = (size_t)snprintf(listing, sizeof listing, "%s", head);
    job j;
    int i;
    for (i = 0; i < times; ++i) {
        length += (size_t)snprintf(listing + length, sizeof listing - length, "%s", text);
    }
    snprintf(listing + length, sizeof listing - length, "exit\n");
    j = job_new(device, listing);
    j.options.group_lanes = lanes;
    j.options.groups = 1;
    j.options.cu_count = 1;
    job_run(&j);
    return j;
}

/* Clocks that ten more copies of the text take. */
static uint64_t clocks_of_ten(gcnmem_device device, const char* head, const char* text) {
    const uint32_t lanes = gcnmem_desc_for(device).wave_lanes;
    job few = run_repeated(device, head, text, 10, lanes);
    job many = run_repeated(device, head, text, 20, lanes);
    uint64_t clocks = many.result.clocks - few.result.clocks;
    job_end(&few);
    job_end(&many);
    return clocks;
}

/* Each load needs the register that the one before writes: ten take ten latencies, rounded up to the SIMD's turns. */
static void test_R77_a_use_waits_for_its_load(void) {
    static const gcnmem_device devices[] = {GCNMEM_DEVICE_H200,   GCNMEM_DEVICE_GTX_1080,   GCNMEM_DEVICE_GTX_280,
                                            GCNMEM_DEVICE_HD_530, GCNMEM_DEVICE_RX_6900_XT, GCNMEM_DEVICE_A40};
    size_t i;
    for (i = 0; i < sizeof devices / sizeof devices[0]; ++i) {
        gcnmem_desc desc = gcnmem_desc_for(devices[i]);
        uint64_t turns = (desc.lds_latency_clocks + desc.issue_clocks - 1) / desc.issue_clocks;
        CHECK_U64(10 * turns * desc.issue_clocks,
                  clocks_of_ten(devices[i], "", "shared_load_b32 r1, r1 ; @mem lane*4\n"), "%s",
                  gcnmem_device_card(devices[i]));
        CHECK_U64(10 * turns * desc.issue_clocks,
                  clocks_of_ten(devices[i], "", "shared_load_b32 r2, r1 ; @mem lane*4\n"),
                  "%s: a register that is to be written is waited for as well", gcnmem_device_card(devices[i]));
    }
}

/* Loads into registers of their own: all are under way at once. */
static void test_R77_independent_loads_overlap(void) {
    char text[1024];
    size_t length = 0;
    uint64_t clocks[2];
    int i;
    for (i = 0; i < 16; ++i) {
        length +=
            (size_t)snprintf(text + length, sizeof text - length, "shared_load_b32 r%d, r0 ; @mem lane*4\n", i + 1);
    }
    {
        job alone =
            run_repeated(GCNMEM_DEVICE_H200, "shared_load_b32 r1, r0 ; @mem lane*4\n", "add_f32 r20, r1, r1\n", 1, 32);
        job all = run_repeated(GCNMEM_DEVICE_H200, text, "add_f32 r20, r1, r1\nadd_f32 r21, r16, r16\n", 1, 32);
        clocks[0] = alone.result.clocks;
        clocks[1] = all.result.clocks;
        CHECK_U64(23 - 16, gcnmem_run_insn_of(all.run, 16).stall_clocks[GCNMEM_STALL_LDS],
                  "the first use of the first");
        CHECK_U64(GCNMEM_SERVED_LDS, gcnmem_run_hotspot_of(all.run, 0).served, "what it waits for");
        job_end(&alone);
        job_end(&all);
    }
    CHECK_U64(clocks[0] + 15, clocks[1], "fifteen loads more take fifteen clocks more");
}

/* An instruction that waits a little for its registers and long for the L1 waits for no data. */
static void test_R77_a_full_pipe_is_no_wait_for_data(void) {
    job j = job_new(GCNMEM_DEVICE_H200, "add_u32 r0, r1, r1\nload_b32 r2, r0 ; @mem stride(128)\nexit\n");
    gcnmem_run_hotspot load;
    uint32_t rank = 0;
    j.options.group_lanes = 32;
    j.options.groups = 64;
    j.options.cu_count = 1;
    job_run(&j);
    do {
        load = gcnmem_run_hotspot_of(j.run, rank++);
    } while (load.insn != 1 && load.insn != GCNMEM_NONE);
    CHECK_U64(GCNMEM_STALL_PIPE, load.cause, "the load's cause");
    CHECK(gcnmem_run_insn_of(j.run, 1).stall_clocks[GCNMEM_STALL_DEPENDENCY] != 0, "it waits for its register too");
    CHECK_U64(GCNMEM_NONE, load.waited_for, "no instruction's data");
    CHECK_U64(GCNMEM_SERVED_OTHER, load.served, "from nowhere");
    job_end(&j);
}

/* A dependent instruction follows after the latency, an independent one after the SIMD's turn or the unit's clocks. */
static void test_R78_latency_of_the_vector_alu(void) {
    static const gcnmem_device devices[] = {GCNMEM_DEVICE_H200,    GCNMEM_DEVICE_V100,   GCNMEM_DEVICE_GTX_1080,
                                            GCNMEM_DEVICE_GTX_280, GCNMEM_DEVICE_HD_530, GCNMEM_DEVICE_HD_5870};
    size_t i;
    for (i = 0; i < sizeof devices / sizeof devices[0]; ++i) {
        gcnmem_desc desc = gcnmem_desc_for(devices[i]);
        uint64_t every = desc.issue_clocks;
        uint64_t after = desc.valu_latency_clocks + desc.valu_clocks - 1;
        CHECK_U64(10 * ((after + every - 1) / every * every), clocks_of_ten(devices[i], "", "add_f32 r1, r1, r0\n"),
                  "%s, dependent", gcnmem_device_card(devices[i]));
    }
    CHECK_U64(10 * 5, clocks_of_ten(GCNMEM_DEVICE_H200, "", "add_u32 r1, r1, r0\n"),
              "integers: two clocks of the unit");
    CHECK_U64(10 * 2,
              clocks_of_ten(GCNMEM_DEVICE_H200, "",
                            "and_b32 r1, r0, r0\nadd_f32 r2, r0, r0\nmov_b32 r3, r0\n"
                            "mov_b32 r4, r0\n") -
                  10 * 3,
              "independent: 2, 1, 1 and 1 clocks");
}

/* What nobody knows is a plain instruction of the ALU, also where it stands among neutral names. */
static void test_R77_unknown_words_are_plain(void) {
    job j = run_repeated(GCNMEM_DEVICE_H200, "load_b32 r1, r0 ; @mem lane*4\n", "frobnicate.wide r2, r1\n", 3, 32);
    CHECK_U64(3, j.result.instructions[GCNMEM_CATEGORY_VALU], "instructions");
    CHECK_U64(0, j.result.instructions[GCNMEM_CATEGORY_UNKNOWN], "unknown");
    CHECK(gcnmem_run_insn_of(j.run, 1).stall_clocks[GCNMEM_STALL_VECTOR_MEMORY] > 300, "waits for r1 from DRAM");
    job_end(&j);
}

/* The same listing runs on GCN, where neutral names wait by register as well; with s_waitcnt it is GCN's own. */
static void test_R77_neutral_names_on_gcn(void) {
    job j = run_repeated(GCNMEM_DEVICE_R9_290X, "load_b32 v1, v0 ; @mem lane*4\n", "add_f32 v2, v2, v1\n", 1, 64);
    CHECK(j.result.is_neutral && gcnmem_run_insn_of(j.run, 1).stall_clocks[GCNMEM_STALL_VECTOR_MEMORY] > 300,
          "the use waits");
    job_end(&j);
    j = run_repeated(GCNMEM_DEVICE_R9_290X, "load_b32 v1, v0 ; @mem lane*4\ns_waitcnt vmcnt(0)\n",
                     "v_add_f32 v2, v2, v1\n", 1, 64);
    CHECK(!j.result.is_neutral && gcnmem_run_insn_of(j.run, 1).stall_clocks[GCNMEM_STALL_VECTOR_MEMORY] > 300,
          "s_waitcnt waits");
    CHECK_U64(0, gcnmem_run_insn_of(j.run, 2).stall_clocks[GCNMEM_STALL_VECTOR_MEMORY], "the use does not");
    job_end(&j);
}

/* RDNA2: stores have a counter of their own. */
static void test_R77_rdna2_counts_stores_apart(void) {
    static const char store[] = "global_store_dword v[0:1], v2, off ; @mem lane*4\n";
    char text[256];
    uint64_t stall[3];
    static const char* const waits[] = {"s_waitcnt vmcnt(0)\n", "s_waitcnt_vscnt null, 0x0\n",
                                        "s_waitcnt_vscnt null, 0x1\n"};
    size_t i;
    for (i = 0; i < 3; ++i) {
        job j;
        snprintf(text, sizeof text, "%s%ss_endpgm\n", store, waits[i]);
        j = job_new(GCNMEM_DEVICE_RX_6900_XT, text);
        j.options.group_lanes = 32;
        j.options.groups = 1;
        job_run(&j);
        CHECK_U64(0, j.listing->bad_wait_count, "%s", waits[i]);
        stall[i] = gcnmem_run_insn_of(j.run, 1).stall_clocks[GCNMEM_STALL_VECTOR_MEMORY];
        job_end(&j);
    }
    CHECK_U64(0, stall[0], "vmcnt");
    CHECK(stall[1] > 100, "vscnt: %" PRIu64 " clocks", stall[1]);
    CHECK_U64(0, stall[2], "one may stay");
}

/* Groups of one wave take turns in the one slot of a CU: with stores L2 goes on, with loads the next one waits. */
static void test_R77_L2_takes_stores_of_waves_that_ended(void) {
    static const struct {
        gcnmem_device device;
        const char* text;
        int is_left;
    } rows[] = {{GCNMEM_DEVICE_V100, "store_b32 r0, r1 ; @mem group*4K+lane*4\nexit\n", 1},
                {GCNMEM_DEVICE_HD_530, "store_b32 r0, r1 ; @mem group*4K+lane*4\nexit\n", 1},
                {GCNMEM_DEVICE_V100, "atomic_add_b32 r0, r1 ; @mem group*4K+lane*4\nexit\n", 0},
                {GCNMEM_DEVICE_V100, "load_b32 r1, r0 ; @mem group*4K+lane*4\nexit\n", 0},
                {GCNMEM_DEVICE_RX_6900_XT, "global_store_dword v[0:1], v2, off ; @mem group*4K+lane*4\ns_endpgm\n", 0},
                {GCNMEM_DEVICE_MI100, "global_store_dword v[0:1], v2, off ; @mem group*4K+lane*4\ns_endpgm\n", 0}};
    size_t i;
    for (i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        uint64_t clocks[2];
        int k;
        for (k = 0; k < 2; ++k) {
            job j = job_new(rows[i].device, rows[i].text);
            j.options.group_lanes = j.desc.wave_lanes;
            j.options.groups = k == 0 ? 1 : 101;
            j.options.groups_per_cu_max = 1;
            j.options.cu_count = 1;
            job_run(&j);
            clocks[k] = j.result.clocks;
            job_end(&j);
        }
        uint64_t launch = gcnmem_desc_for(rows[i].device).wave_launch_clocks;
        uint64_t turn = (clocks[1] - clocks[0]) / 100;
        CHECK(turn >= launch && (turn < launch + 32) == rows[i].is_left,
              "row %u: a turn takes %" PRIu64 " clocks, starting a wave %" PRIu64, (unsigned)i, turn, launch);
        CHECK(clocks[0] > launch + 32, "row %u: the run ends with its last store: %" PRIu64 " clocks", (unsigned)i,
              clocks[0]);
    }
}

/* Waves that do nothing: the GPC with most SMs starts one a clock. */
static void test_R55_each_shader_engine_starts_waves(void) {
    static const uint32_t engines[] = {1, 2, 7, 54};
    uint64_t one = 0;
    size_t i;
    for (i = 0; i < 4; ++i) {
        job j = job_new(GCNMEM_DEVICE_A100, "mov r0, r1\nexit\n");
        uint64_t most = (108 + engines[i] - 1) / engines[i] * 20;
        j.desc.shader_engine_count = engines[i];
        j.options.group_lanes = 32;
        j.options.groups = 108 * 20;
        job_run(&j);
        one = i == 0 ? j.result.clocks : one;
        CHECK_U64(108 * 20 - most, one - j.result.clocks, "%u engines", (unsigned)engines[i]);
        job_end(&j);
    }
}

/* What has no unit on RDNA2 takes its slot and waits for nothing. */
static void test_R77_rdna2_words_of_the_front_end(void) {
    job j = job_new(GCNMEM_DEVICE_RX_6900_XT,
                    "s_inst_prefetch 0x3\ns_clause 0x1\nglobal_load_dword v1, v[2:3], off ; @mem lane*4\n"
                    "global_load_b32 v4, v[2:3], off ; @mem lane*4\ns_waitcnt_depctr 0xffe3\n"
                    "s_waitcnt vmcnt(1) lgkmcnt(0)\nv_add_nc_u32_e32 v1, v1, v4\ns_endpgm\n");
    j.options.groups = 1;
    job_run(&j);
    CHECK_U64(2 * 3, j.result.instructions[GCNMEM_CATEGORY_INTERNAL], "of two waves of 32 lanes");
    CHECK_U64(2, j.result.instructions[GCNMEM_CATEGORY_VALU], "of two waves");
    CHECK_U64(0, j.listing->unknown_count, "all are known");
    CHECK_U64(0, gcnmem_run_insn_of(j.run, 4).stall_clocks[GCNMEM_STALL_VECTOR_MEMORY], "s_waitcnt_depctr");
    job_end(&j);
}

/* 64 lanes: one wave instead of two, twice the clocks of the ALU, half the registers. */
static void test_R77_rdna2_waves_of_64_lanes(void) {
    static const char code[] = "v_add_f32 v100, v1, v2\nv_add_f32 v3, v4, v5\ns_endpgm\n";
    char text[256];
    job narrow = job_new(GCNMEM_DEVICE_RX_6900_XT, code);
    job wide;
    snprintf(text, sizeof text, ".wavefront_size 64\n%s", code);
    wide = job_new(GCNMEM_DEVICE_RX_6900_XT, text);
    narrow.options.groups = wide.options.groups = 8;
    job_run(&narrow);
    job_run(&wide);
    CHECK_U64(16, narrow.result.waves, "8 groups of 64 lanes in waves of 32");
    CHECK_U64(8, wide.result.waves, "... of 64");
    CHECK_U64(narrow.result.valu_busy_clocks, wide.result.valu_busy_clocks, "half the waves, twice the clocks");
    CHECK_U64(9, narrow.result.occupancy.waves_per_simd, "1024 / 112");
    CHECK_U64(4, wide.result.occupancy.waves_per_simd, "512 / 104");
    job_end(&narrow);
    job_end(&wide);
}

/* The same groups on more CUs never take longer. */
static void test_R77_more_cus_never_take_longer(void) {
    static const gcnmem_device devices[] = {GCNMEM_DEVICE_H200,    GCNMEM_DEVICE_GTX_280,    GCNMEM_DEVICE_GTX_1080,
                                            GCNMEM_DEVICE_HD_5870, GCNMEM_DEVICE_RX_6900_XT, GCNMEM_DEVICE_HD_530};
    static const char text[] =
        "x: ; @trip 6\nload_b32 r1, r0 ; @mem stride(4)+iter*1M\nadd_f32 r2, r2, r1\n"
        "shared_store_b32 r0, r2 ; @mem lane*4\nbarrier\nshared_load_b32 r3, r0 ; @mem 256-lane*4\n"
        "add_f32 r2, r3, r2\nbranch x\nstore_b32 r0, r2 ; @mem stride(4)\nexit\n";
    size_t i;
    for (i = 0; i < sizeof devices / sizeof devices[0]; ++i) {
        uint64_t before = UINT64_MAX;
        uint32_t cus;
        for (cus = 1; cus <= 3; ++cus) {
            job j = job_new(devices[i], text);
            j.options.groups = 48;
            j.options.group_lanes = 128;
            j.options.cu_count = cus;
            job_run(&j);
            CHECK(j.result.state == GCNMEM_RUN_DONE && j.result.groups == 48, "%s", gcnmem_device_card(devices[i]));
            CHECK(j.result.clocks <= before, "%s: %u CUs %" PRIu64 " clocks, one less %" PRIu64,
                  gcnmem_device_card(devices[i]), (unsigned)cus, j.result.clocks, before);
            before = j.result.clocks;
            job_end(&j);
        }
    }
}

/* stride(b) counts the lanes that a wave of the machine has: 64 threads touch 256 bytes everywhere. */
static void test_R77_waves_stand_side_by_side(void) {
    static const gcnmem_device devices[] = {GCNMEM_DEVICE_H200, GCNMEM_DEVICE_HD_530, GCNMEM_DEVICE_R9_290X};
    size_t i;
    for (i = 0; i < 3; ++i) {
        job j = job_new(devices[i], "load_b32 r1, r0 ; @mem stride(4)\nload_b32 r2, r0\nexit\n");
        j.options.groups = 1;
        job_run(&j);
        CHECK_U64(2 * 256, j.result.bytes_requested, "%s", gcnmem_device_card(devices[i]));
        CHECK_U64(2 * 256, j.result.dram_bytes, "%s", gcnmem_device_card(devices[i]));
        job_end(&j);
    }
}

/* GTX 280 has no cache: the same line is fetched again and again. */
static void test_R70_gtx_280_runs_without_caches(void) {
    job j = run_repeated(GCNMEM_DEVICE_GTX_280, "", "load_b32 r1, r0 ; @mem lane*4\n", 10, 32);
    CHECK_U64(10 * 128, j.result.dram_bytes, "bytes");
    CHECK_U64(10, j.result.served[GCNMEM_SERVED_DRAM], "loads");
    job_end(&j);
}

/* An RX 6900 XT's WGP has the L1s and LDS arrays of two CUs: groups with LDS of 64 KB have an array each. */
static void test_R78_a_wgp_is_two_cus(void) {
    static const char loads[] = "x: ; @trip 64\nload_b128 r1, r0 ; @mem lane*16\nbranch x\nexit\n";
    static const char reads[] = "x: ; @trip 64\nshared_load_b128 r1, r0 ; @mem lane*16\nbranch x\nexit\n";
    static const struct {
        const char* what;
        const char* text;
        uint32_t lds_bytes, groups;
        int is_twice;
    } rows[] = {
        {"L1", loads, 0, 4, 1}, {"LDS, an array each", reads, 65536, 2, 1}, {"LDS, one array", reads, 4096, 4, 0}};
    size_t i;
    for (i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        uint64_t clocks[2];
        int k;
        for (k = 0; k < 2; ++k) {
            job j = job_new(k ? GCNMEM_DEVICE_RX_6900_XT_WGP : GCNMEM_DEVICE_RX_6900_XT, rows[i].text);
            j.options.cu_count = 1;
            j.options.group_lanes = 512;
            j.options.groups = rows[i].groups;
            j.options.lds_bytes = rows[i].lds_bytes;
            job_run(&j);
            clocks[k] = j.result.clocks;
            job_end(&j);
        }
        CHECK(rows[i].is_twice == (clocks[0] * 10 > clocks[1] * 16), "%s: %" PRIu64 " clocks a CU, %" PRIu64 " a WGP",
              rows[i].what, clocks[0], clocks[1]);
    }
}

#define TEXT_UNKNOWN \
    "is no memory operation of the vocabulary, which has load_b32, store_b64, shared_load_b128, atomic_add_b32 and " \
    "the like"

static void test_R77_code_of_another_machine_is_refused(void) {
    static const struct {
        gcnmem_device device;
        const char* text;
        const char* rule;
        uint32_t line;
    } rows[] = {
        {GCNMEM_DEVICE_H200, "add_f32 r1, r1, r1\nbuffer_load_dword v0, v1, s[0:3], 0 offen\n",
         "is AMD's code: this GPU runs neutral names, such as load_b32", 2},
        {GCNMEM_DEVICE_GTX_280, "s_mov_b32 s0, 0\n", "is AMD's code: this GPU runs neutral names, such as load_b32", 1},
        {GCNMEM_DEVICE_R9_290X, "s_nop 0\nv_add_nc_u32 v0, v0, v1\n",
         "is RDNA code (line {value}): this GPU runs GCN's, gfx{limit_hex}; RX 6900 XT is modelled", 0},
        {GCNMEM_DEVICE_R9_290X, ".amdgcn_target \"amdgcn-amd-amdhsa--gfx1100\"\ns_nop 0\n",
         "is RDNA code, of gfx{hex}: this GPU runs GCN's, gfx{limit_hex}", 0},
        {GCNMEM_DEVICE_RX_6900_XT, ".amdgcn_target \"amdgcn-amd-amdhsa--gfx803\"\ns_nop 0\n",
         "is GCN code, of gfx{hex}: this GPU runs RDNA's, gfx{limit_hex}", 0},
        {GCNMEM_DEVICE_RX_6900_XT, "s_nop 0\nds_add_src2_u32 v0\n", "is of AMD's GFX6 to GFX908", 2},
        {GCNMEM_DEVICE_RX_6900_XT, "s_nop 0\nv_pk_mul_f32 v[0:1], v[2:3], v[4:5]\n",
         "is of AMD's CDNA 2 (GFX90A) and later: MI210, MI300X", 2},
        {GCNMEM_DEVICE_V100, "load_b32 r1, r0\natomic_min_b32 r0, r1\nexit\n", TEXT_UNKNOWN, 2},
        {GCNMEM_DEVICE_V100, "load_b32 r1, r0\nload_b256 r0, r1\nexit\n", TEXT_UNKNOWN, 2},
        {GCNMEM_DEVICE_V100, "laod_b32 r1, r0\nexit\n", TEXT_UNKNOWN, 1},
        {GCNMEM_DEVICE_R9_290X, "laod_b32 r1, r0\nexit\n", TEXT_UNKNOWN, 1},
        {GCNMEM_DEVICE_V100, "laud_b32 r1, r0\nexit\n", TEXT_UNKNOWN, 1}, /* two letters of eight */
        {GCNMEM_DEVICE_V100, "LDG.E R1, [R2]\nSTG.E [R2], R1\nEXIT\n", TEXT_UNKNOWN, 1},
        {GCNMEM_DEVICE_V100, "STG.E [R2], R1\nEXIT\n", TEXT_UNKNOWN, 1},
        {GCNMEM_DEVICE_V100, "/*0030*/ LDG.E.SYS R2, [R2] ; /* 0x0 */\n/*0040*/ EXIT ;\n", TEXT_UNKNOWN, 1},
        {GCNMEM_DEVICE_V100, "/*0030*/ @!P0 LDG.E R2, [R2] ;\n/*0040*/ EXIT ;\n", TEXT_UNKNOWN, 1},
        {GCNMEM_DEVICE_HD_530, "send(16) r4 r2\nexit\n", TEXT_UNKNOWN, 1}};
    size_t i;
    for (i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        job j = job_new(rows[i].device, rows[i].text);
        gcnmem_issue issue;
        CHECK(gcnmem_run_init(NULL, 0, &j.desc, j.listing, j.text, &j.options, &j.run, &issue) == GCNMEM_ERROR_VALUE,
              "%s", rows[i].text);
        CHECK_TEXT(rows[i].rule, issue.rule, "%s", rows[i].text);
        CHECK_U64(rows[i].line, issue.line, "%s", rows[i].text);
        job_end(&j);
    }
}

static void test_R77_words_before_the_first_known_one_count(void) {
    job j = job_new(GCNMEM_DEVICE_A100, "foo\nbar r1\nmov(16) r4 r2\nexit\n");
    CHECK_U64(3, j.listing->insn_count, "bar, mov and exit");
    CHECK_U64(2, j.listing->unknown_count, "bar and mov");
    job_run(&j);
    job_end(&j);
}

/* A word one letter in seven away from one of the vocabulary is a slip of the pen; one further away is a name. */
static void test_R77_a_slip_in_a_memory_word_is_refused(void) {
    static const struct {
        const char* word;
        gcnmem_result result;
    } rows[] = {{"oad_b32", GCNMEM_ERROR_VALUE}, {"xyz_q32", GCNMEM_OK}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        char text[64];
        snprintf(text, sizeof text, "%s r1, r0\nexit\n", rows[i].word);
        job j = job_new(GCNMEM_DEVICE_GTX_1080, text);
        void* memory = malloc(1 << 24);
        gcnmem_run* run;
        j.options.groups = j.options.cu_count = 1;
        gcnmem_result result = gcnmem_run_init(memory, 1 << 24, &j.desc, j.listing, j.text, &j.options, &run, &j.issue);
        CHECK(result == rows[i].result, "%s: %s", rows[i].word, test_result_name(result));
        CHECK(result == GCNMEM_OK || (j.issue.value == 0 && j.issue.limit == 0), "%s: no number is wrong",
              rows[i].word);
        free(memory);
        job_end(&j);
    }
}

void suite_neutral(void) {
    TEST_LONG_SANITIZED(test_R77_a_use_waits_for_its_load);
    TEST(test_R77_independent_loads_overlap);
    TEST(test_R77_a_full_pipe_is_no_wait_for_data);
    TEST_LONG_SANITIZED(test_R78_latency_of_the_vector_alu);
    TEST(test_R77_unknown_words_are_plain);
    TEST(test_R77_neutral_names_on_gcn);
    TEST(test_R77_rdna2_counts_stores_apart);
    TEST(test_R77_L2_takes_stores_of_waves_that_ended);
    TEST_LONG_SANITIZED(test_R55_each_shader_engine_starts_waves);
    TEST(test_R77_rdna2_words_of_the_front_end);
    TEST(test_R77_rdna2_waves_of_64_lanes);
    TEST(test_R77_more_cus_never_take_longer);
    TEST(test_R77_waves_stand_side_by_side);
    TEST(test_R70_gtx_280_runs_without_caches);
    TEST(test_R78_a_wgp_is_two_cus);
    TEST(test_R77_code_of_another_machine_is_refused);
    TEST(test_R77_words_before_the_first_known_one_count);
    TEST(test_R77_a_slip_in_a_memory_word_is_refused);
}
