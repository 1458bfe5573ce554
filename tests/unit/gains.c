/* What a change gains (R83): machines with twice of a resource, mended instructions, experiments. */
#include "job.h"

#include "private.h"

/* ---- machines with twice of a resource ---- */

/* Whatever is doubled makes a machine that could be; nothing else of it changes, and what a machine lacks changes
   nothing. */
static void relaxed_machines_are_valid(void) {
    for (uint32_t device = 1; device < GCNMEM_DEVICE_END; ++device) {
        const gcnmem_desc desc = gcnmem_desc_for((gcnmem_device)device);
        for (uint32_t resource = 0; resource < GCNMEM_RESOURCE_END; ++resource) {
            const gcnmem_desc relaxed = gcnmem_desc_relaxed(&desc, (gcnmem_resource)resource);
            const char* name = gcnmem_name_of(GCNMEM_NAMES_RESOURCE, resource);
            gcnmem_issue issue;
            uint32_t changed = 0;
            CHECK(gcnmem_desc_validate(&relaxed, &issue) == GCNMEM_OK, "%s of %s: %s", name,
                  gcnmem_device_card(desc.device), issue.field);
            for (uint32_t i = 0; i < GCNMEM_FIELD_END; ++i) {
                const uint32_t before = test_field_value(&desc, (gcnmem_field)i);
                const uint32_t after = test_field_value(&relaxed, (gcnmem_field)i);
                changed += before != after;
                CHECK(after <= before * 2 || resource == GCNMEM_RESOURCE_CHANNEL_SPREAD, "%s of %s: %s %u became %u",
                      name, gcnmem_device_card(desc.device), gcnmemi_desc_field_name((gcnmem_field)i), before, after);
            }
            CHECK(relaxed.relaxed != GCNMEM_RESOURCE_NONE || changed == 0, "%s of %s", name,
                  gcnmem_device_card(desc.device));
        }
    }
}

/* The doubled figure, by name, on one GPU that has it. */
static void resources_double_what_they_name(void) {
    static const struct {
        gcnmem_resource resource;
        gcnmem_field field;
        uint32_t times; /* 0: half */
    } rows[] = {
        {GCNMEM_RESOURCE_VALU, GCNMEM_FIELD_valu_clocks, 0},
        {GCNMEM_RESOURCE_SCALAR, GCNMEM_FIELD_branch_taken_clocks, 0},
        {GCNMEM_RESOURCE_ISSUE, GCNMEM_FIELD_wave_launch_clocks, 0},
        {GCNMEM_RESOURCE_LDS_LATENCY, GCNMEM_FIELD_lds_latency_clocks, 0},
        {GCNMEM_RESOURCE_L1_SIZE, GCNMEM_FIELD_l1_size_bytes, 2},
        {GCNMEM_RESOURCE_L2_SIZE, GCNMEM_FIELD_l2_size_bytes, 2},
        {GCNMEM_RESOURCE_DRAM_BANDWIDTH, GCNMEM_FIELD_dram_mbps_per_pin, 2},
        {GCNMEM_RESOURCE_MEMORY_LATENCY, GCNMEM_FIELD_dram_path_ns, 0},
        {GCNMEM_RESOURCE_SCALAR_MEMORY, GCNMEM_FIELD_scalar_l1_size_bytes, 2},
        {GCNMEM_RESOURCE_QUEUES, GCNMEM_FIELD_l1_miss_lines, 2},
        {GCNMEM_RESOURCE_REGISTERS, GCNMEM_FIELD_vgprs_per_simd, 2},
        {GCNMEM_RESOURCE_LDS_SIZE, GCNMEM_FIELD_lds_size_bytes, 2},
        {GCNMEM_RESOURCE_WAVE_SLOTS, GCNMEM_FIELD_waves_per_simd_max, 2},
    };
    const gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_FURY_X);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        const gcnmem_desc relaxed = gcnmem_desc_relaxed(&desc, rows[i].resource);
        const uint32_t before = test_field_value(&desc, rows[i].field);
        CHECK_U64(rows[i].times != 0 ? before * rows[i].times : (before + 1) / 2,
                  test_field_value(&relaxed, rows[i].field), "%s",
                  gcnmem_name_of(GCNMEM_NAMES_RESOURCE, rows[i].resource));
        CHECK_U64(rows[i].resource, relaxed.relaxed, "%s", gcnmemi_desc_field_name(rows[i].field));
    }
    const gcnmem_desc other = gcnmem_desc_for(GCNMEM_DEVICE_V100);
    CHECK_U64(0, other.tlb_entries, "the V100 has no TLB in the model");
    CHECK_U64(GCNMEM_RESOURCE_NONE, gcnmem_desc_relaxed(&other, GCNMEM_RESOURCE_TLB).relaxed,
              "a machine without a TLB has no more of it");
}

/* ---- mends, against the change itself ---- */

#define FURY GCNMEM_DEVICE_R9_FURY_X
#define HAWAII GCNMEM_DEVICE_R9_290X
#define VEGA GCNMEM_DEVICE_VEGA_64

/* A kernel, and an argument of both it and the changed one: the first, or none. */
typedef struct kernel {
    gcnmem_device device;
    const char* name;
    const char* args[4]; /* name and value of two arguments at most */
    uint64_t groups;
} kernel;

static job started(const kernel* k, gcnmem_run_mend mend) {
    static gcnmem_run_value values[2];
    job j = job_new_file(k->device, k->name);
    memset(values, 0, sizeof values);
    for (uint32_t i = 0; i < 2 && k->args[2 * i] != NULL; ++i) {
        values[i].name = k->args[2 * i];
        values[i].name_bytes = strlen(values[i].name);
        values[i].value = k->args[2 * i + 1];
        values[i].value_bytes = strlen(values[i].value);
        j.options.arg_count = i + 1;
    }
    j.options.args = values;
    j.options.groups = k->groups;
    j.options.mend = mend;
    job_run(&j);
    CHECK(j.result.state == GCNMEM_RUN_DONE, "%s", k->name);
    return j;
}

static uint64_t clocks_of(const kernel* k, gcnmem_run_mend mend) {
    job j = started(k, mend);
    const uint64_t clocks = j.result.clocks;
    job_end(&j);
    return clocks;
}

static const gcnmem_run_mend as_it_is = {0, GCNMEM_MEND_NONE};

/* The first experiment of this kind that a run asks for. */
static gcnmem_run_mend mend_of(const kernel* k, gcnmem_mend what) {
    gcnmem_run_gain gains[GCNMEM_RUN_GAINS];
    job j = started(k, as_it_is);
    gcnmem_run_mend mend = as_it_is;
    const uint32_t count = gcnmem_run_experiments(j.run, gains, GCNMEM_RUN_GAINS);
    for (uint32_t i = count; i-- > 0;) {
        mend = gains[i].mend.what == what ? gains[i].mend : mend;
    }
    CHECK(mend.what == what, "%s: mend %s is not among %u experiments", k->name,
          gcnmem_name_of(GCNMEM_NAMES_MEND, what), count);
    job_end(&j);
    return mend;
}

/* A unit that is busy all the time is done nearly twice as fast with twice of it. */
static void test_R83_twice_of_a_busy_unit_is_nearly_twice_as_fast(void) {
    static const struct {
        gcnmem_resource resource;
        gcnmem_limiter limiter;
        kernel k;
    } rows[] = {
        {GCNMEM_RESOURCE_L2_RATE, GCNMEM_LIMITER_L2, {VEGA, "asm/gfx900/stencil3x3.s", {NULL}, 2560}},
        {GCNMEM_RESOURCE_L2_RATE, GCNMEM_LIMITER_L2, {FURY, "asm/gfx803/stencil3x3.s", {NULL}, 2560}},
        {GCNMEM_RESOURCE_DRAM_BANDWIDTH, GCNMEM_LIMITER_DRAM, {VEGA, "asm/gfx900/soa_update.s", {NULL}, 8192}},
        {GCNMEM_RESOURCE_LDS_BANDWIDTH,
         GCNMEM_LIMITER_LDS,
         {FURY, "asm/gfx803/lds_bank_stride.s", {"1", "32", "2", "64"}, 640}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        job j = started(&rows[i].k, as_it_is);
        const uint64_t clocks = j.result.clocks;
        CHECK_U64(rows[i].limiter, j.result.limited_by, "%s", rows[i].k.name);
        j.desc = gcnmem_desc_relaxed(&j.desc, rows[i].resource);
        job_run(&j);
        CHECK(j.result.clocks * 100 < clocks * 67 && j.result.clocks * 2 > clocks - clocks / 20,
              "%s twice, %s: %" PRIu64 " clocks of %" PRIu64, gcnmem_name_of(GCNMEM_NAMES_RESOURCE, rows[i].resource),
              rows[i].k.name, j.result.clocks, clocks);
        job_end(&j);
    }
}

/* What a mend promises is what the changed kernel brings, within 15 percent. */
static void test_R83_mends_gain_what_the_change_does(void) {
    static const struct {
        gcnmem_mend what;
        kernel before;
        kernel after;
    } rows[] = {
        {GCNMEM_MEND_SIDE_BY_SIDE,
         {FURY, "asm/gfx803/aos_update.s", {NULL}, 8192},
         {FURY, "asm/gfx803/soa_update.s", {NULL}, 8192}},
        {GCNMEM_MEND_SIDE_BY_SIDE,
         {VEGA, "asm/gfx900/aos_update.s", {NULL}, 8192},
         {VEGA, "asm/gfx900/soa_update.s", {NULL}, 8192}},
        {GCNMEM_MEND_SIDE_BY_SIDE,
         {HAWAII, "asm/gfx700/aos_update.s", {NULL}, 8192},
         {HAWAII, "asm/gfx700/soa_update.s", {NULL}, 8192}},
        {GCNMEM_MEND_SIDE_BY_SIDE,
         {FURY, "asm/gfx803/transpose_naive.s", {"2", "4096"}, 1024},
         {FURY, "asm/gfx803/transpose_lds.s", {"2", "4096"}, 1024}},
        {GCNMEM_MEND_SIDE_BY_SIDE,
         {HAWAII, "asm/gfx700/transpose_naive.s", {"2", "4112"}, 1024},
         {HAWAII, "asm/gfx700/transpose_lds.s", {"2", "4112"}, 1024}},
        {GCNMEM_MEND_NO_CONFLICTS,
         {FURY, "asm/gfx803/lds_bank_stride.s", {"1", "32", "2", "64"}, 640},
         {FURY, "asm/gfx803/lds_bank_stride.s", {"1", "33", "2", "64"}, 640}},
        {GCNMEM_MEND_NO_CONFLICTS,
         {VEGA, "asm/gfx900/lds_bank_stride.s", {"1", "16", "2", "64"}, 640},
         {VEGA, "asm/gfx900/lds_bank_stride.s", {"1", "33", "2", "64"}, 640}},
        {GCNMEM_MEND_EARLIER,
         {FURY, "asm/gfx803/poisson_rolled.s", {"4", "1920", "5", "f:4"}, 640},
         {FURY, "asm/gfx803/poisson_unrolled.s", {"4", "1920", "5", "f:4"}, 640}},
        {GCNMEM_MEND_EARLIER,
         {HAWAII, "asm/gfx700/poisson_rolled.s", {"4", "1920", "5", "f:4"}, 640},
         {HAWAII, "asm/gfx700/poisson_unrolled.s", {"4", "1920", "5", "f:4"}, 640}},
        {GCNMEM_MEND_PADDED,
         {FURY, "asm/gfx803/transpose_naive.s", {"2", "10240"}, 640},
         {FURY, "asm/gfx803/transpose_naive.s", {"2", "10304"}, 640}},
        {GCNMEM_MEND_PADDED,
         {HAWAII, "asm/gfx700/transpose_lds.s", {"2", "8192"}, 640},
         {HAWAII, "asm/gfx700/transpose_lds.s", {"2", "8256"}, 640}},
        {GCNMEM_MEND_PADDED,
         {VEGA, "asm/gfx900/transpose_naive.s", {"2", "8192"}, 2048},
         {VEGA, "asm/gfx900/transpose_naive.s", {"2", "8256"}, 2048}},
        {GCNMEM_MEND_PADDED, /* a hash spreads them over channels, but they share sets of L2 */
         {GCNMEM_DEVICE_MI100, "asm/gfx900/transpose_naive.s", {"2", "8192"}, 2048},
         {GCNMEM_DEVICE_MI100, "asm/gfx900/transpose_naive.s", {"2", "8208"}, 2048}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        const uint64_t after = clocks_of(&rows[i].after, as_it_is);
        const uint64_t mended = clocks_of(&rows[i].before, mend_of(&rows[i].before, rows[i].what));
        CHECK(mended * 100 <= after * 115 && after * 100 <= mended * 115,
              "%s on %s, %s: %" PRIu64 " clocks, %s took %" PRIu64, rows[i].before.name,
              gcnmem_device_card(rows[i].before.device), gcnmem_name_of(GCNMEM_NAMES_MEND, rows[i].what), mended,
              rows[i].after.name, after);
    }
}

/* ---- channels that wait for each other ---- */

/* R57: where there is one channel of L2, all channels share the work; on a whole machine they do for consecutive lines,
   and do not where every lane's line is of one channel. */
static void test_R57_requests_that_wait_for_one_channel_are_told_from_many_requests(void) {
    static const kernel all[] = {{FURY, "asm/gfx803/copy_float4.s", {NULL}, 640},
                                 {FURY, "asm/gfx803/matmul_naive.s", {NULL}, 640},
                                 {VEGA, "asm/gfx900/matmul_tiled.s", {NULL}, 640},
                                 {HAWAII, "asm/gfx700/gather.s", {NULL}, 640},
                                 {HAWAII, "asm/gfx700/histogram_global.s", {NULL}, 640}};
    static const int is_even[] = {1, 0, 0, 1, 1};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; ++i) {
        job j = started(&all[i], as_it_is);
        CHECK((j.result.l2_wait_clocks < j.result.l2_spread_clocks * 3 / 2) == is_even[i],
              "%s: requests waited %" PRIu64 " clocks, spread %" PRIu64, all[i].name, j.result.l2_wait_clocks,
              j.result.l2_spread_clocks);
        CHECK_U64(!is_even[i], j.result.limited_by == GCNMEM_LIMITER_CHANNELS, "%s", all[i].name);
        j.options.cu_count = 1;
        job_run(&j);
        CHECK_U64(j.result.l2_wait_clocks, j.result.l2_spread_clocks, "%s on one channel, %" PRIu64 " requests",
                  all[i].name, j.result.l2_requests);
        job_end(&j);
    }
}

/* R86: dies take groups in turn, so that groups of one wave side by side leave each die a part of its channels; four
   times as large ones meet them all, and that is advised. */
static void test_R86_larger_groups_meet_more_channels_of_a_die(void) {
    uint64_t clocks[2];
    for (uint32_t i = 0; i < 2; ++i) {
        job j = job_new(GCNMEM_DEVICE_MI300X,
                        "next: ; @trip 20\n"
                        "  global_load_dword v1, v[2:3], off ; @mem (group*lanes+wave*64+lane)*4 + iter%4*1M\n"
                        "  global_load_dword v4, v[2:3], off ; @mem (group*lanes+wave*64+lane)*4 + iter%4*1M + 8M\n"
                        "  s_waitcnt vmcnt(0)\n  s_cbranch_scc1 next\n  s_endpgm\n");
        j.options.group_lanes = i == 0 ? 64 : 256;
        j.options.groups = i == 0 ? 9728 : 2432;
        job_run(&j);
        clocks[i] = j.result.clocks;
        CHECK((j.result.limited_by == GCNMEM_LIMITER_CHANNELS) == (i == 0), "groups of %u: %s", j.options.group_lanes,
              gcnmem_name_of(GCNMEM_NAMES_LIMITER, j.result.limited_by));
        CHECK((strstr(gcnmem_run_advice(&j.result), "larger groups") != NULL) == (i == 0), "groups of %u: %s",
              j.options.group_lanes, gcnmem_run_advice(&j.result));
        job_end(&j);
    }
    CHECK(clocks[0] > clocks[1] * 3, "%" PRIu64 " clocks, %" PRIu64 " of larger groups", clocks[0], clocks[1]);
}

/* What limits a run is the same before and after the experiment with the resource that stands for it; it is tried. */
static void check_is_tried_and_told(job* j, gcnmem_limiter limiter, gcnmem_resource resource, const char* text) {
    gcnmem_run_gain gains[GCNMEM_RUN_GAINS];
    const uint32_t count = gcnmem_run_experiments(j->run, gains, GCNMEM_RUN_GAINS);
    uint32_t tried = 0;
    CHECK_TEXT(gcnmem_name_of(GCNMEM_NAMES_LIMITER, limiter),
               gcnmem_name_of(GCNMEM_NAMES_LIMITER, j->result.limited_by), "%s", text);
    while (tried < count && gains[tried].resource != resource) {
        ++tried;
    }
    CHECK(tried < count, "%s: no %s among %u experiments", text, gcnmem_name_of(GCNMEM_NAMES_RESOURCE, resource),
          count);
    if (tried < count) {
        gains[tried].clocks = j->result.clocks / 2;
        gcnmem_run_tell_gain(j->run, &gains[tried]);
        CHECK_TEXT(gcnmem_name_of(GCNMEM_NAMES_LIMITER, limiter),
                   gcnmem_name_of(GCNMEM_NAMES_LIMITER, gcnmem_run_result_of(j->run).limited_by), "%s", text);
    }
}

/* R57: waits for memory look alike; they are told apart by what they are for. Twice of that is `gains_e3` thousandths
   as fast at least, and faster than twice of another resource. */
static void test_R57_waits_are_told_apart_by_what_they_are_for(void) {
#define LOOP(instructions) "x: ; @trip 8\n" instructions "s_waitcnt vmcnt(0)\ns_cbranch_scc1 x\ns_endpgm\n"
    static const struct {
        gcnmem_device device;
        const char* text;
        gcnmem_limiter limiter;
        gcnmem_resource resource;
        uint64_t gains_e3;
        gcnmem_resource other;
    } rows[] = {
        /* a line a quad, of what L2 holds: requests leave a CU four clocks apart */
        {GCNMEM_DEVICE_MI210, LOOP("global_store_short v[2:3], v1, off ; @mem (lane*16+iter*1024+wave*8192)%2097152\n"),
         GCNMEM_LIMITER_L2, GCNMEM_RESOURCE_L2_RATE, 1500, GCNMEM_RESOURCE_CHANNEL_SPREAD},
        /* atomics on a few lines that all waves want, whatever the pitch */
        {GCNMEM_DEVICE_MI210, LOOP("global_atomic_or v[2:3], v1, off ; @mem lane*20\n"), GCNMEM_LIMITER_L2,
         GCNMEM_RESOURCE_L2_RATE, 1500, GCNMEM_RESOURCE_CHANNEL_SPREAD},
        {GCNMEM_DEVICE_R9_FURY_X, LOOP("flat_atomic_or v[2:3], v1 ; @mem lane*20\n"), GCNMEM_LIMITER_L2,
         GCNMEM_RESOURCE_L2_RATE, 1500, GCNMEM_RESOURCE_CHANNEL_SPREAD},
        /* on one, where they take turns */
        {GCNMEM_DEVICE_MI210, LOOP("global_atomic_or v[2:3], v1, off ; @mem 0\n"), GCNMEM_LIMITER_ATOMICS,
         GCNMEM_RESOURCE_L2_RATE, 1500, GCNMEM_RESOURCE_CHANNEL_SPREAD},
        /* and a pitch that brings all to one channel */
        {GCNMEM_DEVICE_R9_FURY_X, LOOP("flat_load_dword v1, v[2:3] ; @mem lane*4096+(iter+wave)%16*64\n"),
         GCNMEM_LIMITER_CHANNELS, GCNMEM_RESOURCE_CHANNEL_SPREAD, 1500, GCNMEM_RESOURCE_MEMORY_LATENCY},
        /* what helps GL1 helps L2, and launch turns */
        {GCNMEM_DEVICE_RX_7900_XTX,
         "x: ; @trip 40\nglobal_load_b128 v[4:7], v[2:3], off ; @mem lane*16+(group*37+iter*91)%401*512\n"
         "s_waitcnt vmcnt(0)\ns_cbranch_scc1 x\ns_endpgm\n",
         GCNMEM_LIMITER_GL1, GCNMEM_RESOURCE_L2_RATE, 1200, GCNMEM_RESOURCE_MEMORY_LATENCY},
        {GCNMEM_DEVICE_R9_FURY_X, "v_mov_b32 v0, 0\ns_endpgm\n", GCNMEM_LIMITER_LAUNCH, GCNMEM_RESOURCE_ISSUE, 1100,
         GCNMEM_RESOURCE_SCALAR},
    };
#undef LOOP
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        const gcnmem_resource relaxed[] = {GCNMEM_RESOURCE_NONE, rows[i].resource, rows[i].other};
        job j = job_new(rows[i].device, rows[i].text);
        const gcnmem_desc desc = j.desc;
        uint64_t clocks[3];
        for (uint32_t k = 0; k < 3; ++k) {
            j.desc = k != 0 ? gcnmem_desc_relaxed(&desc, relaxed[k]) : desc;
            job_run(&j);
            clocks[k] = j.result.clocks;
            if (k == 0) {
                check_is_tried_and_told(&j, rows[i].limiter, rows[i].resource, rows[i].text);
            }
        }
        CHECK(clocks[0] * 1000 >= clocks[1] * rows[i].gains_e3, "%s: %" PRIu64 " and %" PRIu64, rows[i].text, clocks[0],
              clocks[1]);
        CHECK(clocks[1] < clocks[2], "%s: %" PRIu64 " and %" PRIu64, rows[i].text, clocks[1], clocks[2]);
        job_end(&j);
    }
}

/* ---- what the report is told ---- */

/* An experiment changes a resource or an instruction, whatever holds waves down: registers, LDS, slots, or groups of
   which no whole number fills the slots. */
static void experiments_change_something(void) {
    static const struct {
        uint32_t group_lanes, vgprs, lds_bytes;
        gcnmem_limit limit;
    } rows[] = {{64, 0, 0, GCNMEM_LIMIT_WAVE_SLOTS},
                {64, 128, 0, GCNMEM_LIMIT_VGPRS},
                {64, 0, 32768, GCNMEM_LIMIT_LDS},
                {448, 0, 0, GCNMEM_LIMIT_GROUP_SIZE}};
    const kernel k = {FURY, "asm/gfx803/gather.s", {NULL}, 0};
    job j = started(&k, as_it_is);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        gcnmem_run_gain gains[GCNMEM_RUN_GAINS];
        j.options.group_lanes = rows[i].group_lanes;
        j.options.vgprs = rows[i].vgprs;
        j.options.lds_bytes = rows[i].lds_bytes;
        j.options.groups = 600;
        j.options.cu_count = 4;
        job_run(&j);
        CHECK_U64(rows[i].limit, j.result.occupancy.limited_by, "row %u", (unsigned)i);
        const uint32_t count = gcnmem_run_experiments(j.run, gains, GCNMEM_RUN_GAINS);
        CHECK(count > 1, "row %u: %u experiments", (unsigned)i, count);
        for (uint32_t g = 0; g < count; ++g) {
            CHECK((gains[g].resource != GCNMEM_RESOURCE_NONE) != (gains[g].mend.what != GCNMEM_MEND_NONE),
                  "waves held down by %s: experiment %u of %u is %s, %s",
                  gcnmem_name_of(GCNMEM_NAMES_LIMIT, rows[i].limit), g, count,
                  gcnmem_name_of(GCNMEM_NAMES_RESOURCE, gains[g].resource),
                  gcnmem_name_of(GCNMEM_NAMES_MEND, gains[g].mend.what));
        }
    }
    job_end(&j);
}

/* Gains come out sorted, the verdict is the resource that gains most, and what gains less than 2 percent is none. */
static void a_run_is_limited_by_what_gains_most(void) {
    static const struct {
        gcnmem_resource resource;
        uint64_t per_mille; /* of the run's clocks */
    } rows[] = {{GCNMEM_RESOURCE_L2_SIZE, 970},
                {GCNMEM_RESOURCE_LDS_LATENCY, 1200},
                {GCNMEM_RESOURCE_VALU, 700},
                {GCNMEM_RESOURCE_QUEUES, 990}};
    const kernel k = {GCNMEM_DEVICE_R9_FURY_X, "asm/gfx803/copy.s", {NULL}, 64};
    job j = started(&k, as_it_is);
    const uint64_t clocks = j.result.clocks;
    gcnmem_run_gain gain = {GCNMEM_RESOURCE_TLB, {0, GCNMEM_MEND_NONE}, clocks - clocks / 100};
    gcnmem_run_tell_gain(j.run, &gain);
    CHECK_U64(GCNMEM_LIMITER_NONE, gcnmem_run_result_of(j.run).limited_by, "1 %% is no gain");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        gain.resource = rows[i].resource;
        gain.clocks = clocks * rows[i].per_mille / 1000;
        gcnmem_run_tell_gain(j.run, &gain);
        const gcnmem_limiter expected = i < 2 ? GCNMEM_LIMITER_DRAM : GCNMEM_LIMITER_VALU;
        CHECK_U64(expected, gcnmem_run_result_of(j.run).limited_by, "%s",
                  gcnmem_name_of(GCNMEM_NAMES_RESOURCE, rows[i].resource));
    }
    for (uint32_t i = 0; i < 2 * GCNMEM_RUN_GAINS; ++i) { /* more than it keeps: the best stay */
        gain.resource = GCNMEM_RESOURCE_ISSUE;
        gain.clocks = clocks + i;
        gcnmem_run_tell_gain(j.run, &gain);
    }
    CHECK_U64(GCNMEM_LIMITER_VALU, gcnmem_run_result_of(j.run).limited_by, "the best of many stays");
    job_end(&j);
}

/* Where more waves gain most, what limits is what they wait for, not always vector memory. */
static void test_R83_more_waves_hide_what_is_waited_for(void) {
    static const struct {
        const char* text;
        gcnmem_limiter limiter;
    } rows[] = {
        {"buffer_load_dword v0, v1, s[0:3], 0 offen ; @mem lane*4\ns_waitcnt vmcnt(0)\ns_endpgm\n",
         GCNMEM_LIMITER_VECTOR_LATENCY},
        {"ds_read_b32 v0, v1 ; @mem lane*4\ns_waitcnt lgkmcnt(0)\ns_barrier\ns_endpgm\n", GCNMEM_LIMITER_LDS_LATENCY},
        {"s_load_dword s0, s[4:5], 0x0 ; @mem 0\ns_waitcnt lgkmcnt(0)\ns_endpgm\n", GCNMEM_LIMITER_SCALAR_LATENCY}};
    static const gcnmem_resource room[] = {GCNMEM_RESOURCE_REGISTERS, GCNMEM_RESOURCE_LDS_SIZE,
                                           GCNMEM_RESOURCE_WAVE_SLOTS};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        for (size_t k = 0; k < sizeof room / sizeof room[0]; ++k) {
            job j = job_new(GCNMEM_DEVICE_R9_FURY_X, rows[i].text);
            j.options.group_lanes = 128;
            j.options.groups = 100;
            job_run(&j);
            const gcnmem_run_gain gain = {room[k], {0, GCNMEM_MEND_NONE}, j.result.clocks / 2};
            gcnmem_run_tell_gain(j.run, &gain);
            CHECK_U64(rows[i].limiter, gcnmem_run_result_of(j.run).limited_by, "%s, %s",
                      gcnmem_name_of(GCNMEM_NAMES_RESOURCE, room[k]), rows[i].text);
            job_end(&j);
        }
    }
}

/* What a report says of a run that hashed channels make a fifth faster, and that takes so many thousandths of its time
   with an instruction's rows further apart; 0: that was not tried. */
static const char* told_of(job* j, uint32_t insn, uint64_t per_mille) {
    static char text[1 << 16];
    job_run(j);
    const uint64_t clocks = j->result.clocks;
    const gcnmem_run_gain hashed = {GCNMEM_RESOURCE_CHANNEL_SPREAD, {0, GCNMEM_MEND_NONE}, clocks * 800 / 1000};
    const gcnmem_run_gain pitch = {GCNMEM_RESOURCE_NONE, {insn, GCNMEM_MEND_PADDED}, clocks * per_mille / 1000};
    gcnmem_run_tell_gain(j->run, &hashed);
    if (per_mille != 0) {
        gcnmem_run_tell_gain(j->run, &pitch);
    }
    text[0] = 0;
    gcnmem_report_run(j->run, j->listing, j->text, GCNMEM_STYLE_TEXT, test_append, text);
    return text;
}

/* Advice says what it gained when it was tried, and is not given when that was nothing. */
static void advice_tells_its_gain(void) {
    static const struct {
        uint64_t per_mille;
        const char* says;
        const char* says_not;
    } rows[] = {{500, "tried: rows padded, by 256 bytes, 2.00", "tried: line"},
                {975, "tried: rows padded, by 256 bytes, 1.03", "tried: line"},
                {0, "meet 1 of 16 channels", "rows padded"}, /* its gain is that of all channels hashed */
                {985, "tried: channel spread, hashed, 1.25", "  channels "}};
    const kernel k = {FURY, "asm/gfx803/transpose_naive.s", {"2", "4096"}, 640};
    job j = started(&k, as_it_is);
    uint32_t store = 0;
    while (strncmp(j.text + gcnmem_listing_insn(j.listing, store)->text_offset, "flat_store", 10) != 0) {
        ++store;
    }
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        const char* text = told_of(&j, store, rows[i].per_mille);
        CHECK(strstr(text, rows[i].says) != NULL && strstr(text, rows[i].says_not) == NULL,
              "%u thousandths: '%s', and no '%s' in %s", (unsigned)rows[i].per_mille, rows[i].says, rows[i].says_not,
              text);
    }
    job_end(&j);
}

/* A mend of what has none is refused, and says why. */
static void mends_of_what_has_none_are_refused(void) {
    static const char text[] = "    s_load_dword s0, s[4:5], 0x0\n"
                               "    buffer_load_dword v1, v0, s[0:3], 0 offen\n"
                               "    buffer_store_dword v1, v0, s[0:3], 0 offen\n"
                               "    ds_read_b32 v2, v0\n"
                               "    s_endpgm\n";
    static const uint32_t allowed[] = {0,
                                       1u << GCNMEM_MEND_SIDE_BY_SIDE | 1u << GCNMEM_MEND_HITS |
                                           1u << GCNMEM_MEND_PADDED | 1u << GCNMEM_MEND_SPREAD, /* EARLIER: no loop */
                                       1u << GCNMEM_MEND_SIDE_BY_SIDE | 1u << GCNMEM_MEND_PADDED |
                                           1u << GCNMEM_MEND_SPREAD,
                                       1u << GCNMEM_MEND_NO_CONFLICTS,
                                       0,
                                       0};
    for (uint32_t insn = 0; insn < sizeof allowed / sizeof allowed[0]; ++insn) {
        for (uint32_t what = 1; what <= GCNMEM_MEND_END; ++what) {
            job j = job_new(GCNMEM_DEVICE_R9_FURY_X, text);
            gcnmem_run* run = NULL;
            static uint64_t memory[1 << 23];
            j.options.mend.insn = insn;
            j.options.mend.what = (gcnmem_mend)what;
            const gcnmem_result result =
                gcnmem_run_init(memory, sizeof memory, &j.desc, j.listing, j.text, &j.options, &run, &j.issue);
            CHECK_U64(allowed[insn] >> what & 1, result == GCNMEM_OK, "%s of instruction %u",
                      gcnmem_name_of(GCNMEM_NAMES_MEND, what), insn);
            if (result != GCNMEM_OK) {
                CHECK_TEXT("mend", j.issue.field, "instruction %u", insn);
            }
            job_end(&j);
        }
    }
}

/* A line in place of an index is taken for what it is, where an instruction stands in it that can be mended so. */
static void a_line_is_no_index_of_a_mend(void) {
    static const char text[] = "\n\n\nv_nop\nv_nop\nv_nop\nbuffer_load_dword v0, v1, s[0:3], 0 offen ; @mem lane*4\n"
                               "v_nop\nv_nop\nv_nop\ns_endpgm\n";
    static uint64_t memory[1 << 23];
    for (uint32_t given = 3; given < 8; ++given) { /* 3 is its index, 7 its line */
        char rule[160];
        job j = job_new(FURY, text);
        gcnmem_run* run = NULL;
        j.options.mend.what = GCNMEM_MEND_PADDED;
        j.options.mend.insn = given;
        const gcnmem_result result =
            gcnmem_run_init(memory, sizeof memory, &j.desc, j.listing, j.text, &j.options, &run, &j.issue);
        CHECK_U64(given == 3, result == GCNMEM_OK, "#%u", (unsigned)given);
        if (given != 3) {
            gcnmem_issue_text(&j.issue, rule, sizeof rule);
            CHECK_TEXT(given == 7 ? "takes the index of an instruction: that of line 7 is #3"
                                  : "names an instruction that is none of vector memory",
                       rule, "#%u", (unsigned)given);
        }
        job_end(&j);
    }
}

/* Names of no architecture have no counter that would wait earlier; what is no mend at all says which there are. */
static void mends_of_neutral_names_are_refused(void) {
    static const struct {
        uint32_t what;
        const char* rule;
    } rows[] = {{GCNMEM_MEND_EARLIER, "names a load in neutral names, which no counter counts"},
                {GCNMEM_MEND_NO_CONFLICTS, "names an instruction that is none of LDS: only those have bank conflicts"},
                {GCNMEM_MEND_END, "is no mend: there are side-by-side no-conflicts hits padded spread earlier"}};
    for (uint32_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        job j = job_new(GCNMEM_DEVICE_R9_FURY_X, "x: ; @trip 3\nload_b32 r1, r0\nbranch_if p0, x\nexit\n");
        gcnmem_run* run = NULL;
        static uint64_t memory[1 << 23];
        j.options.mend.what = (gcnmem_mend)rows[i].what;
        for (int has_issue = 0; has_issue < 2; ++has_issue) {
            CHECK_U64(GCNMEM_ERROR_VALUE,
                      gcnmem_run_init(memory, sizeof memory, &j.desc, j.listing, j.text, &j.options, &run,
                                      has_issue ? &j.issue : NULL),
                      "%s", rows[i].rule);
        }
        CHECK_TEXT(rows[i].rule, j.issue.rule, "mend %" PRIu32, rows[i].what);
        job_end(&j);
    }
}

/* ---- which experiments a run asks for ---- */

static uint32_t times_in(const gcnmem_run* run, gcnmem_resource resource, gcnmem_mend what) {
    gcnmem_run_gain gains[GCNMEM_RUN_GAINS];
    uint32_t times = 0;
    const uint32_t count = gcnmem_run_experiments(run, gains, GCNMEM_RUN_GAINS);
    for (uint32_t i = 0; i < count; ++i) {
        times += gains[i].resource == resource && gains[i].mend.what == what;
    }
    return times;
}

/* Waves that wait for LDS alone want nothing of L2. */
static void what_stays_in_lds_tries_nothing_below(void) {
    job j = job_new(FURY, "x: ; @trip 16\nds_read_b32 v0, v1 ; @mem lane*128\nds_read_b32 v2, v1 ; @mem lane*128\n"
                          "s_cbranch_scc1 x\ns_waitcnt lgkmcnt(0)\ns_endpgm\n");
    j.options.groups = 640;
    job_run(&j);
    CHECK_U64(0, j.result.l2_bytes, "of LDS alone");
    CHECK_U64(1, times_in(j.run, GCNMEM_RESOURCE_QUEUES, GCNMEM_MEND_NONE), "the pipe is full");
    CHECK_U64(0, times_in(j.run, GCNMEM_RESOURCE_CHANNEL_SPREAD, GCNMEM_MEND_NONE), "no channel is asked");
    CHECK_U64(0, times_in(j.run, GCNMEM_RESOURCE_TLB, GCNMEM_MEND_NONE), "no page is looked up");
    job_end(&j);
}

/* R83: behind the first trip a wait leaves out the loads of its trip, by whichever counter they are counted. */
static void test_R83_earlier_loads_are_waited_for_a_trip_later(void) {
    static const char* const loops[] = {
        "x: ; @trip 16\nglobal_load_dword v0, v[2:3], off ; @mem lane*4+iter*1M\ns_waitcnt vmcnt(0)\n"
        "s_cbranch_scc1 x\ns_endpgm\n",
        "x: ; @trip 16\nflat_load_dword v0, v[2:3] ; @mem lane*4+iter*1M\ns_waitcnt vmcnt(0) lgkmcnt(0)\n"
        "s_cbranch_scc1 x\ns_endpgm\n",
        "x: ; @trip 16\nglobal_load_dword v0, v[2:3], off ; @mem lane*4+iter*1M\ns_waitcnt vmcnt(0)\n"
        "s_cbranch_scc1 x\ny: ; @trip 2\nglobal_load_dword v1, v[2:3], off ; @mem lane*4+iter*1M\n"
        "s_waitcnt vmcnt(0)\ns_cbranch_scc1 y\ns_endpgm\n"};
    for (size_t i = 0; i < sizeof loops / sizeof loops[0]; ++i) {
        uint64_t clocks[2];
        for (int is_mended = 0; is_mended < 2; ++is_mended) {
            job j = job_new(GCNMEM_DEVICE_R9_FURY_X, loops[i]);
            j.options.groups = 1;
            j.options.cu_count = 1;
            j.options.mend.what = is_mended ? GCNMEM_MEND_EARLIER : GCNMEM_MEND_NONE;
            job_run(&j);
            clocks[is_mended] = j.result.clocks;
            job_end(&j);
        }
        CHECK(clocks[1] * 3 < clocks[0] * 2, "%" PRIu64 " clocks became %" PRIu64 ": %s", clocks[0], clocks[1],
              loops[i]);
    }
}

/* What a mend of the first instruction leaves of both: lines, and clocks of the run, or of LDS. */
static void test_R83_mends_change_what_they_name(void) {
    static const struct {
        const char* text;
        gcnmem_mend what;
        int changes[2]; /* the first, the second */
    } rows[] = {
        {"ds_read_b32 v0, v1 ; @mem lane*128\nglobal_load_dword v2, v[2:3], off ; @mem lane*128\ns_endpgm\n",
         GCNMEM_MEND_NO_CONFLICTS,
         {0, 0}}, /* lines, but LDS has less to do */
        {"global_load_dword v2, v[2:3], off ; @mem 4096\nds_read_b32 v0, v1 ; @mem lane*128\ns_endpgm\n",
         GCNMEM_MEND_SIDE_BY_SIDE,
         {0, 0}}, /* they are all at one place */
        {"global_load_dword v2, v[2:3], off ; @mem lane*lane*260\n"
         "global_load_dword v3, v[4:5], off ; @mem lane*260+1M\ns_endpgm\n",
         GCNMEM_MEND_SIDE_BY_SIDE,
         {1, 0}}, /* no lane keeps a step from the next */
        {"global_load_dword v2, v[2:3], off ; @mem lane*512\n"
         "global_load_dword v3, v[4:5], off ; @mem lane*512+1M\ns_endpgm\n",
         GCNMEM_MEND_SIDE_BY_SIDE,
         {1, 1}},
        {"global_load_dword v2, v[2:3], off ; @mem lane*16K\n"
         "global_load_dword v3, v[4:5], off ; @mem lane*16K+16M\ns_endpgm\n",
         GCNMEM_MEND_SPREAD,
         {0, 0}}, /* but channels */
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        uint64_t found[2][2];
        uint64_t clocks[2];
        for (int is_mended = 0; is_mended < 2; ++is_mended) {
            job j = job_new(GCNMEM_DEVICE_R9_FURY_X, rows[i].text);
            j.options.groups = 4;
            j.options.cu_count = 1;
            j.options.mend.what = is_mended ? rows[i].what : GCNMEM_MEND_NONE;
            job_run(&j);
            clocks[is_mended] = rows[i].what == GCNMEM_MEND_NO_CONFLICTS ? j.result.lds_busy_clocks : j.result.clocks;
            for (uint32_t insn = 0; insn < 2; ++insn) {
                const gcnmem_run_insn_stats stats = gcnmem_run_insn_of(j.run, insn);
                found[is_mended][insn] = stats.lines;
            }
            job_end(&j);
        }
        for (uint32_t insn = 0; insn < 2; ++insn) {
            CHECK_U64(rows[i].changes[insn], found[1][insn] < found[0][insn], "%s of %s: instruction %u",
                      gcnmem_name_of(GCNMEM_NAMES_MEND, rows[i].what), rows[i].text, (unsigned)insn);
        }
        CHECK(clocks[1] < clocks[0] + (rows[i].what != GCNMEM_MEND_NO_CONFLICTS), "%s of %s: %" PRIu64 ", %" PRIu64,
              gcnmem_name_of(GCNMEM_NAMES_MEND, rows[i].what), rows[i].text, clocks[1], clocks[0]);
    }
}

/* As many as there is room for, and those that are tried first. */
static void experiments_fill_the_room(void) {
    const kernel k = {FURY, "asm/gfx803/gather.s", {NULL}, 64};
    job j = started(&k, as_it_is);
    gcnmem_run_gain all[GCNMEM_RUN_GAINS];
    const uint32_t count = gcnmem_run_experiments(j.run, all, GCNMEM_RUN_GAINS);
    CHECK(count > 3, "%" PRIu32 " experiments", count);
    for (uint32_t room = 0; room <= count; ++room) {
        gcnmem_run_gain some[GCNMEM_RUN_GAINS];
        memset(some, 0, sizeof some);
        CHECK_U64(room, gcnmem_run_experiments(j.run, some, room), "of %" PRIu32, count);
        for (uint32_t i = 0; i < GCNMEM_RUN_GAINS; ++i) {
            CHECK_U64(i < room ? all[i].resource : 0u, some[i].resource, "experiment %" PRIu32 " of %" PRIu32, i, room);
        }
    }
    job_end(&j);
}

static uint32_t times_asked(const char* text, gcnmem_mend what) {
    job j = job_new(FURY, text);
    j.options.groups = 4;
    j.options.cu_count = 1;
    job_run(&j);
    const uint32_t times = times_in(j.run, GCNMEM_RESOURCE_NONE, what);
    job_end(&j);
    return times;
}

/* Each mend is asked for where it could be made, and might gain. */
static void test_R83_mends_are_tried_where_they_may_help(void) {
#define LOOP(code) "x: ; @trip 8\n" code "s_cbranch_scc1 x\ns_endpgm\n"
#define LOAD(v, at) "global_load_dword " v ", " at ", off ; @mem "
#define WAIT "s_waitcnt vmcnt(0)\n"
    static const struct {
        const char* text;
        gcnmem_mend what;
        uint32_t times;
    } rows[] = {
        {LOAD("v0", "v[2:3]") "lane*256\n" WAIT "s_endpgm\n", GCNMEM_MEND_SIDE_BY_SIDE, 1},
        {LOAD("v0", "v[2:3]") "lane*4\n" WAIT "s_endpgm\n", GCNMEM_MEND_SIDE_BY_SIDE, 0},
        {LOAD("v0", "v[2:3]") "lane*256\n" LOAD("v1", "v[4:5]") "lane*256+1M\n" WAIT "s_endpgm\n",
         GCNMEM_MEND_SIDE_BY_SIDE, 1}, /* what mends one mends both */
        {LOAD("v0", "v[2:3]") "lane*256\n" LOAD("v1", "v[4:5]") "lane*512+1M\n" WAIT "s_endpgm\n",
         GCNMEM_MEND_SIDE_BY_SIDE, 2},
        {LOAD("v0", "v[2:3]") "lane/2*256\n" LOAD("v1", "v[4:5]") "lane/2*512+1M\n" WAIT "s_endpgm\n",
         GCNMEM_MEND_SIDE_BY_SIDE, 2}, /* lanes 0 and 1 say nothing of the others */
        {"global_atomic_add v[2:3], v0, off ; @mem lane*256\n" WAIT "s_endpgm\n", GCNMEM_MEND_SIDE_BY_SIDE, 0},
        {"image_load v0, v[2:3], s[0:7] dmask:0x1 unorm ; @mem lane*4K\n" WAIT "s_endpgm\n", GCNMEM_MEND_SIDE_BY_SIDE,
         0},
        {"ds_read_b32 v0, v1 ; @mem lane*128\ns_waitcnt lgkmcnt(0)\ns_endpgm\n", GCNMEM_MEND_NO_CONFLICTS, 1},
        {"ds_read_b32 v0, v1 ; @mem lane*4\ns_waitcnt lgkmcnt(0)\ns_endpgm\n", GCNMEM_MEND_NO_CONFLICTS, 0},
        {LOOP(LOAD("v0", "v[2:3]") "lane*4+iter/2*1M+group*64M\n" WAIT), GCNMEM_MEND_HITS, 0}, /* half of them hit */
        {LOOP(LOAD("v0", "v[2:3]") "lane*4+iter*1M+group*64M\n" WAIT), GCNMEM_MEND_HITS, 1},
        {LOOP(LOAD("v0", "v[2:3]") "lane*4+iter*1M\n" WAIT), GCNMEM_MEND_EARLIER, 1},
        {LOOP(LOAD("v2", "v[2:3]") "lane*4+iter*1M\n" WAIT), GCNMEM_MEND_EARLIER, 0}, /* of a chain */
        {LOAD("v0", "v[2:3]") "lane*4\n" WAIT "s_endpgm\n", GCNMEM_MEND_EARLIER, 0},  /* in no loop */
        {LOOP(LOAD("v0", "v[2:3]") "lane*4K+iter*64\n" WAIT), GCNMEM_MEND_PADDED, 1},
        {LOOP(LOAD("v0", "v[2:3]") "lane*4K+iter*64\n" WAIT), GCNMEM_MEND_SPREAD, 0}, /* a pitch can be changed */
        {LOOP(LOAD("v0", "v[2:3]") "lane*4K+iter*64\n" LOAD("v1", "v[4:5]") "lane*4K+iter*64+16M\n" WAIT),
         GCNMEM_MEND_PADDED, 1}, /* of both */
        {LOOP(LOAD("v0", "v[2:3]") "lane*4K+iter*64\n" LOAD("v1", "v[4:5]") "lane*8K+iter*64+16M\n" WAIT),
         GCNMEM_MEND_PADDED, 2},
        {LOOP(LOAD("v0", "v[2:3]") "lane*lane*4K+iter*64\n" WAIT), GCNMEM_MEND_PADDED, 0}, /* none */
        {LOOP(LOAD("v0", "v[2:3]") "lane*lane*4K+iter*64\n" WAIT), GCNMEM_MEND_SPREAD, 1},
        {LOOP(LOAD("v0", "v[2:3]") "lane/16*256+lane%16*4+iter*64K\n" WAIT), GCNMEM_MEND_PADDED, 0},
        {LOOP(LOAD("v0", "v[2:3]") "lane*256+iter*64K\n" WAIT), GCNMEM_MEND_PADDED, 1}, /* lines that share sets */
        {LOOP(LOAD("v0", "v[2:3]") "lane%6*256+lane/6*4K+iter*64K\n" WAIT), GCNMEM_MEND_SPREAD, 1},   /* 6 of 16 */
        {LOOP(LOAD("v0", "v[2:3]") "lane/16*512+lane%16*4+iter*64K\n" WAIT), GCNMEM_MEND_PADDED, 0}}; /* half of them */
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        CHECK_U64(rows[i].times, times_asked(rows[i].text, rows[i].what), "%s of %s",
                  gcnmem_name_of(GCNMEM_NAMES_MEND, rows[i].what), rows[i].text);
    }
}

/* What is at its least, or at its most, is no experiment: nothing would change. */
static void resources_at_their_ends_are_not_tried(void) {
    job j = job_new(FURY, LOAD("v0", "v[2:3]") "lane*4096+group*1M\n" WAIT "s_endpgm\n");
    j.options.groups = 2000;
    job_run(&j);
    CHECK_U64(1, times_in(j.run, GCNMEM_RESOURCE_MEMORY_LATENCY, GCNMEM_MEND_NONE), "as it is");
    CHECK_U64(1, times_in(j.run, GCNMEM_RESOURCE_TLB, GCNMEM_MEND_NONE), "as it is");
    for (uint32_t i = 0; i < GCNMEM_FIELD_END; ++i) {
        const gcnmem_desc relaxed = gcnmem_desc_relaxed(&j.desc, GCNMEM_RESOURCE_MEMORY_LATENCY);
        if (test_field_value(&relaxed, (gcnmem_field)i) != test_field_value(&j.desc, (gcnmem_field)i)) {
            const char* name = gcnmemi_desc_field_name((gcnmem_field)i);
            CHECK(gcnmem_desc_set(&j.desc, name, "1", NULL) == GCNMEM_OK ||
                      gcnmem_desc_set(&j.desc, name, "0", NULL) == GCNMEM_OK,
                  "%s", name);
        }
    }
    j.desc.tlb_entries = 0;
    job_run(&j);
    CHECK_U64(0, times_in(j.run, GCNMEM_RESOURCE_MEMORY_LATENCY, GCNMEM_MEND_NONE), "no latency to halve");
    CHECK_U64(0, times_in(j.run, GCNMEM_RESOURCE_TLB, GCNMEM_MEND_NONE), "no TLB");
    job_end(&j);
}

/* A wave that loads a line, in 1000 clocks of one CU, of 3200 wave clocks nothing else: counters say the rest. */
static job bare_job(void) {
    job j = job_new(FURY, "v_mov_b32 v1, v2\ns_mov_b32 s0, s1\nglobal_load_dword v0, v[2:3], off ; "
                          "@mem lane*4\ns_waitcnt vmcnt(0)\ns_endpgm\n");
    j.options.groups = 1;
    j.options.cu_count = 1;
    job_run(&j);
    gcnmem_run_result* r = &j.run->result;
    gcnmemi_bits_zero(r->stall_clocks, sizeof r->stall_clocks);
    r->valu_busy_clocks = r->salu_busy_clocks = r->l1_busy_clocks = r->lds_busy_clocks = r->launch_clocks = 0;
    r->clocks = 1000;
    r->wave_clocks = 3200;
    return j;
}

/* A 32nd of wave clocks, or three tenths of a unit's time: more of it is worth an experiment. */
static void test_R83_resources_are_tried_where_they_may_help(void) {
#define AT(field) offsetof(gcnmem_run_result, field)
#define STALL(cause) (offsetof(gcnmem_run_result, stall_clocks) + GCNMEM_STALL_##cause * sizeof(uint64_t))
    static const struct {
        gcnmem_resource resource;
        size_t counter;
        uint64_t most; /* that is not enough */
    } rows[] = {{GCNMEM_RESOURCE_VALU, AT(valu_busy_clocks), 1200},
                {GCNMEM_RESOURCE_SCALAR, AT(salu_busy_clocks), 1200},
                {GCNMEM_RESOURCE_ISSUE, STALL(ISSUE), 100},
                {GCNMEM_RESOURCE_ISSUE, STALL(FETCH), 100},
                {GCNMEM_RESOURCE_ISSUE, AT(launch_clocks), 100},
                {GCNMEM_RESOURCE_LDS_BANDWIDTH, AT(lds_busy_clocks), 300},
                {GCNMEM_RESOURCE_LDS_LATENCY, STALL(LDS), 100},
                {GCNMEM_RESOURCE_L1_RATE, AT(l1_busy_clocks), 300},
                {GCNMEM_RESOURCE_L1_SIZE, STALL(VECTOR_MEMORY), 100},
                {GCNMEM_RESOURCE_L1_SIZE, STALL(PIPE), 100},
                {GCNMEM_RESOURCE_L1_SIZE, STALL(EXPORT), 100},
                {GCNMEM_RESOURCE_L1_SIZE, STALL(BARRIER), 100},
                {GCNMEM_RESOURCE_L2_SIZE, STALL(VECTOR_MEMORY), 100},
                {GCNMEM_RESOURCE_CHANNEL_SPREAD, STALL(VECTOR_MEMORY), 100},
                {GCNMEM_RESOURCE_SCALAR_MEMORY, STALL(SCALAR_MEMORY), 100},
                {GCNMEM_RESOURCE_QUEUES, STALL(PIPE), 100}};
#undef STALL
#undef AT
    job j = bare_job();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        uint64_t* const counter = (uint64_t*)(void*)((char*)&j.run->result + rows[i].counter);
        for (uint64_t more = 0; more < 2; ++more) {
            *counter = rows[i].most + more;
            CHECK_U64(more, times_in(j.run, rows[i].resource, GCNMEM_MEND_NONE), "%s, the counter %u is %" PRIu64,
                      gcnmem_name_of(GCNMEM_NAMES_RESOURCE, rows[i].resource), (unsigned)rows[i].counter, *counter);
        }
        *counter = 0;
    }
    job_end(&j);
}

/* Where no wave waits, more of L2 is tried from three tenths of its time on; its rate is nothing that a run without
   L2's bytes has. */
static void test_R83_a_busy_l2_is_tried(void) {
    static const gcnmem_resource resources[] = {GCNMEM_RESOURCE_L1_SIZE, GCNMEM_RESOURCE_L2_RATE,
                                                GCNMEM_RESOURCE_CHANNEL_SPREAD};
    job j = bare_job();
    const uint64_t channels = j.run->levels.row[GCNMEMI_LEVELS_L2].count;
    const uint64_t present = gcnmem_run_result_of(j.run).l2_busy_clocks;
    for (size_t i = 0; i < sizeof resources / sizeof resources[0]; ++i) {
        for (uint64_t more = 0; more < 2; ++more) {
            j.run->result.l2_busy_clocks = channels * 300 - present + more * channels;
            CHECK_U64(more, times_in(j.run, resources[i], GCNMEM_MEND_NONE), "%s, more than 30 %%: %" PRIu64,
                      gcnmem_name_of(GCNMEM_NAMES_RESOURCE, resources[i]), more);
        }
    }
    job_end(&j);
}

/* A vector or scalar ALU that eight waves of a SIMD, or one, keep busy is twice as fast with twice of it, also where a
   SIMD has a turn each clock; turns that no unit stands behind bring nothing then. */
static void test_R83_twice_of_an_alu_is_twice_as_fast(void) {
    static const struct {
        gcnmem_device device;
        gcnmem_resource resource;
        const char* body;
        uint32_t waves, turn_clocks; /* the latter 0: the machine's */
    } rows[] = {{FURY, GCNMEM_RESOURCE_VALU, "v_add_f32_e32 v0, v1, v2\n", 32, 0},
                {FURY, GCNMEM_RESOURCE_VALU, "v_add_f32_e32 v0, v1, v2\n", 4, 0},
                {FURY, GCNMEM_RESOURCE_VALU, "v_rcp_f32_e32 v0, v1\n", 32, 0},
                {FURY, GCNMEM_RESOURCE_SCALAR, "s_add_u32 s0, s1, s2\n", 32, 0},
                {FURY, GCNMEM_RESOURCE_SCALAR, "s_add_u32 s0, s1, s2\n", 4, 0},
                {GCNMEM_DEVICE_MI210, GCNMEM_RESOURCE_SCALAR, "s_add_u32 s0, s1, s2\n", 32, 0},
                {GCNMEM_DEVICE_RX_6900_XT, GCNMEM_RESOURCE_VALU, "v_add_f32_e32 v0, v1, v2\n", 32, 0},
                {GCNMEM_DEVICE_RX_6900_XT, GCNMEM_RESOURCE_VALU, "v_rcp_f32_e32 v0, v1\n", 32, 0},
                {GCNMEM_DEVICE_RX_6900_XT, GCNMEM_RESOURCE_SCALAR, "s_add_u32 s0, s1, s2\n", 32, 0},
                {GCNMEM_DEVICE_RX_6900_XT, GCNMEM_RESOURCE_VALU, "v_add_f32_e32 v0, v1, v2\n", 32, 2},
                {GCNMEM_DEVICE_RX_6900_XT, GCNMEM_RESOURCE_VALU, "v_add_f32_e32 v0, v1, v2\n", 32, 3},
                {GCNMEM_DEVICE_RX_6900_XT, GCNMEM_RESOURCE_SCALAR, "s_add_u32 s0, s1, s2\n", 32, 3},
                {GCNMEM_DEVICE_RX_6900_XT, GCNMEM_RESOURCE_SCALAR, "s_add_u32 s0, s1, s2\n", 32, 16}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        static char text[65536];
        text[0] = 0;
        for (uint32_t k = 0; k < 1600; ++k) {
            strcat(text, rows[i].body);
        }
        strcat(text, "s_endpgm\n");
        job j = job_new(rows[i].device, text);
        j.desc.cu_count = 1;
        j.options.group_lanes = 64;
        j.options.groups = rows[i].waves;
        if (rows[i].turn_clocks != 0) {
            j.desc.issue_clocks = j.desc.valu_clocks = rows[i].turn_clocks;
        }
        const gcnmem_desc desc = j.desc;
        uint64_t clocks[3];
        const gcnmem_resource machines[3] = {GCNMEM_RESOURCE_NONE, rows[i].resource, GCNMEM_RESOURCE_ISSUE};
        for (uint32_t k = 0; k < 3; ++k) {
            j.desc = gcnmem_desc_relaxed(&desc, machines[k]);
            job_run(&j);
            clocks[k] = j.result.clocks;
            const uint64_t busy = gcnmemi_bits_max(j.result.valu_busy_clocks, j.result.salu_busy_clocks);
            CHECK(busy <= j.result.clocks * desc.simd_count_per_cu, "%s of %s: %" PRIu64 " clocks in %" PRIu64,
                  gcnmem_name_of(GCNMEM_NAMES_RESOURCE, machines[k]), rows[i].body, busy, j.result.clocks);
        }
        CHECK(clocks[1] * 19 < clocks[0] * 10 && clocks[1] * 2 > clocks[0] - clocks[0] / 20,
              "%s twice, %s on %s: %" PRIu64 " clocks of %" PRIu64,
              gcnmem_name_of(GCNMEM_NAMES_RESOURCE, rows[i].resource), rows[i].body, gcnmem_device_card(rows[i].device),
              clocks[1], clocks[0]);
        CHECK(clocks[2] * 102 > clocks[0] * 100, "issue twice, %s on %s: %" PRIu64 " clocks of %" PRIu64, rows[i].body,
              gcnmem_device_card(rows[i].device), clocks[2], clocks[0]);
        job_end(&j);
    }
}

/* Instructions that waves spend a 16th of their clocks on. */
static void test_R83_arithmetic_is_tried_where_waves_spend_time_on_it(void) {
    static const gcnmem_resource resources[] = {GCNMEM_RESOURCE_VALU, GCNMEM_RESOURCE_SCALAR};
    job j = bare_job();
    gcnmemi_machine_view v = gcnmemi_run_view(j.run);
    for (uint32_t insn = 0; insn < 2; ++insn) { /* one of each */
        const uint64_t before = v.stats[insn].active_clocks;
        for (uint64_t more = 0; more < 2; ++more) {
            v.stats[insn].active_clocks = 200 + more;
            CHECK_U64(more, times_in(j.run, resources[insn], GCNMEM_MEND_NONE), "%s, %" PRIu64 " clocks",
                      gcnmem_name_of(GCNMEM_NAMES_RESOURCE, resources[insn]), 200 + more);
        }
        v.stats[insn].active_clocks = before;
    }
    job_end(&j);
}

/* Lanes that keep a step from the first of their row: rows of 64, of 32, of 16; none where they lie side by
   side. */
static void test_R83_rows_are_found_by_their_step(void) {
    static const struct {
        uint32_t lanes; /* of a row */
        uint32_t step;
        uint32_t rows;
    } rows[] = {{64, 256, 64}, {16, 256, 16}, {32, 4096, 32}, {16, 8, 16384}, {64, 4, 1}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        gcnmem_run run;
        uint64_t address[GCNMEM_LANES];
        memset(&run, 0, sizeof run);
        for (uint64_t lane = 0; lane < GCNMEM_LANES; ++lane) {
            address[lane] = lane % rows[i].lanes * rows[i].step + lane / rows[i].lanes * 1000004;
        }
        gcnmemi_pattern_find_step(&run, address, UINT64_MAX, 4);
        CHECK_U64(rows[i].rows, run.mend_rows, "row %u", (unsigned)i);
        CHECK(run.mend_step == rows[i].step, "row %u: %" PRIu64, (unsigned)i, run.mend_step);
    }
}

/* Lanes whose lines meet in one channel of L2 meet in all of them when they are spread, or their rows further apart. */
static void test_R83_spread_lanes_meet_all_channels(void) {
    static const gcnmem_mend mends[] = {GCNMEM_MEND_NONE, GCNMEM_MEND_SPREAD, GCNMEM_MEND_PADDED};
    for (uint32_t i = 0; i < 3; ++i) {
        job j = job_new(FURY, "global_load_dword v0, v[2:3], off ; @mem lane*4K\ns_endpgm\n");
        j.options.groups = 1;
        j.options.cu_count = 1;
        j.options.mend.what = mends[i];
        job_run(&j);
        CHECK_U64(mends[i] != GCNMEM_MEND_NONE ? 16 : 1, gcnmem_run_insn_of(j.run, 0).l2_channels, "%s",
                  gcnmem_name_of(GCNMEM_NAMES_MEND, mends[i]));
        job_end(&j);
    }
}

/* Rows further apart are those of the same addresses with that pitch, but for bursts at the end of the first row; other
   pitches stay as they are. */
static void test_R83_rows_further_apart_are_those_of_the_pitch(void) {
    static const struct {
        const char* before;
        const char* after;
    } rows[] = {{"lane*4K+iter*64+group*256K", "lane*4160+iter*64+group*64*4160"},
                {"lane*40K+iter*256+group*64*40K+1M", "lane*41024+iter*256+group*64*41024+1M"},
                {"lane%16*4+lane/16*8K+iter*64+group*32K+12K", "lane%16*4+lane/16*8448+iter*64+group*4*8448+12K"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        gcnmem_run_result found[2];
        for (int is_changed = 0; is_changed < 2; ++is_changed) {
            char text[512];
            snprintf(text, sizeof text,
                     "x: ; @trip 9\nglobal_load_dword v0, v[2:3], off ; @mem %s\n"
                     "global_load_dword v1, v[4:5], off ; @mem 1<<40|lane*512+iter*64\ns_waitcnt vmcnt(0)\n"
                     "s_cbranch_scc1 x\ns_endpgm\n",
                     is_changed ? rows[i].after : rows[i].before);
            job j = job_new(FURY, text);
            j.options.groups = 40;
            j.options.cu_count = 4;
            j.options.mend.what = is_changed ? GCNMEM_MEND_NONE : GCNMEM_MEND_PADDED;
            job_run(&j);
            found[is_changed] = j.result;
            job_end(&j);
        }
        CHECK_U64(found[1].l2_requests, found[0].l2_requests, "%s", rows[i].before);
        CHECK(found[0].dram.reads <= found[1].dram.reads + 8 && found[1].dram.reads <= found[0].dram.reads + 8,
              "%s: %" PRIu64 " bursts, of the pitch %" PRIu64, rows[i].before, found[0].dram.reads,
              found[1].dram.reads);
        CHECK(found[0].clocks * 100 <= found[1].clocks * 102 && found[1].clocks * 100 <= found[0].clocks * 102,
              "%s: %" PRIu64 " clocks, of the pitch %" PRIu64, rows[i].before, found[0].clocks, found[1].clocks);
    }
}

/* An experiment mends the instruction that it names, of its own kind: LDS keeps the same steps apart. */
static void test_R83_mends_name_the_first_of_their_kind(void) {
    gcnmem_run_gain gains[GCNMEM_RUN_GAINS];
    job j = job_new(FURY, "ds_read_b32 v0, v1 ; @mem lane*256\n" LOAD("v2", "v[4:5]") "lane*256\n" LOAD(
                              "v3", "v[4:5]") "lane*256+1M\ns_waitcnt vmcnt(0) lgkmcnt(0)\ns_endpgm\n");
    j.options.groups = 4;
    j.options.cu_count = 1;
    job_run(&j);
    const uint32_t count = gcnmem_run_experiments(j.run, gains, GCNMEM_RUN_GAINS);
    uint32_t found = 0;
    for (uint32_t i = 0; i < count; ++i) {
        if (gains[i].mend.what == GCNMEM_MEND_NO_CONFLICTS || gains[i].mend.what == GCNMEM_MEND_SIDE_BY_SIDE) {
            CHECK_U64(gains[i].mend.what == GCNMEM_MEND_NO_CONFLICTS ? 0 : 1, gains[i].mend.insn, "%s",
                      gcnmem_name_of(GCNMEM_NAMES_MEND, gains[i].mend.what));
            ++found;
        }
    }
    CHECK_U64(2, found, "one of each");
    job_end(&j);
}

/* What mends an instruction mends those that keep its step, upward or downward, and no others. */
static void test_R83_side_by_side_mends_all_that_keep_the_step(void) {
    job j =
        job_new(FURY, LOAD("v0", "v[4:5]") "lane*256\n" LOAD("v1", "v[4:5]") "lane*256+1M\n" LOAD(
                          "v2", "v[4:5]") "(63-lane)*256+2M\n" LOAD("v3", "v[4:5]") "lane*512+3M\n" WAIT "s_endpgm\n");
    j.options.groups = 1;
    j.options.cu_count = 1;
    j.options.mend.what = GCNMEM_MEND_SIDE_BY_SIDE;
    job_run(&j);
    for (uint32_t i = 0; i < 4; ++i) {
        const uint64_t clocks = gcnmem_run_insn_of(j.run, i).unit_clocks;
        CHECK(i < 3 ? clocks == 4 : clocks > 16, "load %u: %" PRIu64 " clocks", (unsigned)i, clocks);
    }
    job_end(&j);
}

/* R83: members of a record of 36 bytes lie together, whatever their width and wherever they are. */
static void test_R83_members_of_records_lie_together(void) {
    static const struct {
        const char* text;
        uint64_t lines;
    } rows[] = {{"global_load_dwordx4 v[0:3], v[4:5], off ; @mem lane*36 + wave*2304 + 9M\n", 16},
                {"global_load_dwordx2 v[6:7], v[4:5], off ; @mem lane*36 + wave*2304 + 9M + 16\n", 8},
                {"global_load_ubyte v8, v[4:5], off ; @mem lane*36 + wave*2304 + 9M + 33\n", 1},
                {"global_store_dword v[4:5], v8, off ; @mem lane*36 + wave*2304 + 9M + 28\n", 4}};
    const gcnmem_run_mend mend = {0, GCNMEM_MEND_SIDE_BY_SIDE};
    for (uint32_t first = 0; first < 4; ++first) {
        char text[1024] = "";
        for (uint32_t i = 0; i < 4; ++i) {
            strcat(text, rows[(first + i) % 4].text);
        }
        job j = job_new(FURY, strcat(text, "s_endpgm\n"));
        j.options.groups = 1;
        j.options.cu_count = 1;
        j.options.group_lanes = 256;
        j.options.mend = mend;
        job_run(&j);
        for (uint32_t i = 0; i < 4; ++i) { /* a wave may begin and end within a line */
            const uint64_t lines = gcnmem_run_insn_of(j.run, i).lines;
            const uint64_t least = 4 * rows[(first + i) % 4].lines;
            CHECK(lines >= least && lines <= least + 8, "access %u of\n%s: %" PRIu64 " lines of 4 waves", (unsigned)i,
                  text, lines);
        }
        job_end(&j);
    }
}

/* R83: which rows lanes keep, and how many there are of these: squares where a step holds as many elements as a row has
   lanes, records else, and none where lanes keep no step. */
static void test_R83_the_step_that_lanes_keep(void) {
    static const struct {
        uint64_t begin, step, of_row; /* where lane 0 is; from lane to lane; from 8 lanes to the next 8, if not 0 */
        uint64_t mask, rows;
    } rows[] = {{4096, 64, 0, UINT64_MAX, 16384},
                {1 << 20, 0 - (uint64_t)64, 0, UINT64_MAX, 16384}, /* backwards */
                {4096, 4096, 0, UINT64_MAX, 64},
                {4096, 4096, 8, UINT64_MAX, 8},
                {4096, 4, 0, UINT64_MAX, 1},      /* side by side */
                {4096, 66, 0, UINT64_MAX, 16384}, /* records without holes */
                {4096, 514, 0, UINT64_MAX, 16384},
                {4096, (uint64_t)1 << 40, 0, UINT64_MAX, 1},
                {4096, (uint64_t)1 << 39, 0, UINT64_MAX, 64},
                {4096, 4096, 0, 3u | (uint64_t)1 << 33, 64},
                {4096, 4096, 8, 3u | 1u << 9, 1}}; /* rows of 8 begin where no lane is on */
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        static gcnmem_run run;
        uint64_t address[64];
        for (uint32_t lane = 0; lane < 64; ++lane) {
            uint64_t in_row = rows[i].of_row != 0 ? lane % 8 : lane;
            address[lane] = rows[i].begin + in_row * rows[i].step + lane / 8 * rows[i].of_row;
        }
        gcnmemi_pattern_find_step(&run, address, rows[i].mask, 4);
        CHECK_U64(rows[i].rows, run.mend_rows, "row %u", (unsigned)i);
        CHECK_U64(rows[i].step >> 63 != 0 ? 0 - rows[i].step : rows[i].step, run.mend_step, "row %u", (unsigned)i);
    }
}

void suite_gains(void) {
    TEST(relaxed_machines_are_valid);
    TEST(resources_double_what_they_name);
    TEST_LONG_SANITIZED(test_R83_twice_of_a_busy_unit_is_nearly_twice_as_fast);
    TEST_LONG_SANITIZED(test_R86_larger_groups_meet_more_channels_of_a_die);
    TEST_LONG_SANITIZED(test_R57_requests_that_wait_for_one_channel_are_told_from_many_requests);
    TEST(test_R57_waits_are_told_apart_by_what_they_are_for);
    TEST_LONG_SANITIZED(test_R83_mends_gain_what_the_change_does);
    TEST(experiments_change_something);
    TEST(a_run_is_limited_by_what_gains_most);
    TEST(test_R83_more_waves_hide_what_is_waited_for);
    TEST(advice_tells_its_gain);
    TEST(mends_of_what_has_none_are_refused);
    TEST(mends_of_neutral_names_are_refused);
    TEST(a_line_is_no_index_of_a_mend);
    TEST(test_R83_earlier_loads_are_waited_for_a_trip_later);
    TEST(test_R83_mends_change_what_they_name);
    TEST(what_stays_in_lds_tries_nothing_below);
    TEST(experiments_fill_the_room);
    TEST(resources_at_their_ends_are_not_tried);
    TEST(test_R83_mends_are_tried_where_they_may_help);
    TEST(test_R83_resources_are_tried_where_they_may_help);
    TEST(test_R83_a_busy_l2_is_tried);
    TEST_LONG_SANITIZED(test_R83_twice_of_an_alu_is_twice_as_fast);
    TEST(test_R83_arithmetic_is_tried_where_waves_spend_time_on_it);
    TEST(test_R83_rows_are_found_by_their_step);
    TEST(test_R83_spread_lanes_meet_all_channels);
    TEST(test_R83_rows_further_apart_are_those_of_the_pitch);
    TEST(test_R83_mends_name_the_first_of_their_kind);
    TEST(test_R83_side_by_side_mends_all_that_keep_the_step);
    TEST(test_R83_members_of_records_lie_together);
    TEST(test_R83_the_step_that_lanes_keep);
}
