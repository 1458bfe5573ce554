/* latency_hiding.c -- what the article "GCN - two ways of latency hiding and wave occupancy" by Bart Wronski claims, on
   the code a driver made of its two shaders: R54 and R57 on a machine of two CUs */
#include "job.h"

/* Runs a stage of a driver's dump for Fiji on two CUs with a fair share of the rest of the machine. */
static gcnmem_run_result shader(const char* name, const char* stage, uint32_t trips, uint32_t waves_per_simd,
                                uint32_t vgprs, const char* image_pattern) {
    job j = job_new_file(GCNMEM_DEVICE_R9_FURY_X, name);
    gcnmem_run_trip trip;
    gcnmem_run_pattern patterns[8];
    uint32_t i;
    memset(&j.result, 0, sizeof j.result);
    if (!j.program) {
        job_end(&j);
        return j.result;
    }
    trip.label = GCNMEM_NONE, trip.trips = trips;
    j.desc = gcnmem_run_scaled_desc(&j.desc, 2);
    j.options.stage = gcnmem_program_find_stage(j.program, j.text, stage, strlen(stage), NULL);
    CHECK(j.options.stage != GCNMEM_NONE, "%s of %s", stage, name);
    j.options.trips = &trip, j.options.trip_count = 1;
    for (i = 0; i < j.program->opcode_count; ++i) {
        const gcnmem_opcode* opcode = gcnmem_program_opcode(j.program, i);
        if (opcode->unit == GCNMEM_UNIT_IMAGE && opcode->action == GCNMEM_ACTION_LOAD && j.options.pattern_count < 8) {
            gcnmem_run_pattern* row = &patterns[j.options.pattern_count++];
            row->insn = GCNMEM_NONE, row->opcode = i;
            row->text = image_pattern, row->text_bytes = strlen(image_pattern);
        }
    }
    j.options.patterns = patterns;
    j.options.groups_per_cu_max = waves_per_simd * 4;
    j.options.vgprs = vgprs;
    j.options.groups = JOB_IS_SLOW ? 200 : 600;
    job_run(&j);
    job_end(&j);
    return j.result;
}

/* The central sample was fetched before: the taps of a wave lie in 128 KB that other waves share. */
#define TAPS "((wave*64+lane)*4+iter*4096)%131072"
/* Each step of a ray is a place of its own in 2 MB. */
#define STEPS "lane*4+(wave*256+iter*16384)%2097152"

static gcnmem_run_result unrolled(uint32_t waves_per_simd) {
    return shader("driver/fiji/poisson_dof.txt", "fragment", 1, waves_per_simd, 0, TAPS);
}

static gcnmem_run_result rolled(uint32_t waves_per_simd) {
    return shader("driver/fiji/poisson_loop.txt", "fragment", 16, waves_per_simd, 0, TAPS);
}

static gcnmem_run_result raymarch(uint32_t waves_per_simd) {
    return shader("driver/fiji/raymarch.txt", "compute", 32, waves_per_simd, 0, STEPS);
}

static uint64_t percent(uint64_t part, uint64_t whole) {
    return whole ? part * 100 / whole : 0;
}

/* "Low wave occupancy and high unroll rate is [a] good way of hiding latency": one wave a SIMD keeps the texture unit
   busy, and ... */
static void test_latency_hiding_R54_an_unrolled_loop_hides_latency_in_one_wave(void) {
    gcnmem_run_result r = unrolled(1);
    CHECK(percent(r.l1_busy_clocks, r.clocks * r.cu_count) >= 85, "L1 busy %" PRIu64 " %%",
          percent(r.l1_busy_clocks, r.clocks * r.cu_count));
    CHECK_TEXT("L1", gcnmem_limiter_name(r.limited_by), "one wave a SIMD");
}

/* ... "the occupancy will be very low. Does it matter? Not really". */
static void test_latency_hiding_R55_occupancy_matters_little_to_it(void) {
    gcnmem_run_result one = unrolled(1);
    gcnmem_run_result all = unrolled(0);
    CHECK(all.waves_per_simd >= 6, "%" PRIu32 " waves", all.waves_per_simd);
    CHECK(percent(all.clocks, one.clocks) >= 88 && percent(all.clocks, one.clocks) <= 105,
          "%" PRIu64 " clocks, alone %" PRIu64, all.clocks, one.clocks);
}

/* "Even if you get much better occupancy, the performance can be the same or actually lower (... limited amount of
   texturing units)": the rolled loop at ten waves against the unrolled one at one. */
static void test_latency_hiding_R57_a_rolled_loop_gains_nothing_by_its_occupancy(void) {
    gcnmem_run_result dof = unrolled(1);
    gcnmem_run_result loop = rolled(0);
    CHECK(loop.waves_per_simd == 10 && dof.waves_per_simd == 1, "%" PRIu32 " waves", loop.waves_per_simd);
    CHECK(percent(loop.clocks, dof.clocks) >= 92, "rolled %" PRIu64 ", unrolled %" PRIu64, loop.clocks, dof.clocks);
}

/* The rolled loop waits for every tap: alone on its SIMD it waits longer than it works. */
static void test_latency_hiding_R52_a_rolled_loop_alone_waits_for_every_sample(void) {
    gcnmem_run_result dof = unrolled(1);
    gcnmem_run_result loop = rolled(1);
    CHECK(loop.clocks >= 2 * dof.clocks, "rolled %" PRIu64 ", unrolled %" PRIu64, loop.clocks, dof.clocks);
    CHECK_TEXT("vector memory latency", gcnmem_limiter_name(loop.limited_by), "one wave a SIMD");
    CHECK(loop.stall_clocks[GCNMEM_STALL_VECTOR_MEMORY] > loop.active_clocks, "waits %" PRIu64 ", works %" PRIu64,
          loop.stall_clocks[GCNMEM_STALL_VECTOR_MEMORY], loop.active_clocks);
}

/* "Too high occupancy could be counter-productive there, thrashing your caches": with each wave's taps side by side in
   its own memory, more waves than the 16 KB of L1 hold push each other out. */
static void test_latency_hiding_R54_too_many_waves_thrash_the_cache(void) {
    static const char own[] = "lane*4+wave*4096+iter%4*1024";
    gcnmem_run_result few = shader("driver/fiji/poisson_loop.txt", "fragment", 16, 1, 0, own);
    gcnmem_run_result many = shader("driver/fiji/poisson_loop.txt", "fragment", 16, 0, 0, own);
    CHECK(many.served[GCNMEM_SERVED_L1] * 2 < few.served[GCNMEM_SERVED_L1],
          "L1 serves %" PRIu64 ", with one wave %" PRIu64, many.served[GCNMEM_SERVED_L1], few.served[GCNMEM_SERVED_L1]);
}

/* "Having decent wave occupancy is the only way to hide latency" where each step needs the last one's data. */
static void test_latency_hiding_R55_a_ray_march_gains_by_every_wave(void) {
    uint64_t clocks[3];
    uint32_t i;
    for (i = 0; i < 3; ++i) {
        gcnmem_run_result r = raymarch(1u << i);
        CHECK_U64(1u << i, r.waves_per_simd, "asked for");
        CHECK_TEXT("vector memory latency", gcnmem_limiter_name(r.limited_by), "%u waves", 1u << i);
        clocks[i] = r.clocks;
    }
    CHECK(percent(clocks[1], clocks[0]) <= 60, "two waves take %" PRIu64 " %%", percent(clocks[1], clocks[0]));
    CHECK(percent(clocks[2], clocks[0]) <= 35, "four waves take %" PRIu64 " %%", percent(clocks[2], clocks[0]));
}

/* "You must keep your vector register count very low": of 256 registers a SIMD, 24 for each wave leave ten waves, 129
   leave one. */
static void test_latency_hiding_R55_registers_decide_how_many_waves_hide_it(void) {
    static const uint32_t vgprs[] = {24, 64, 129};
    static const uint32_t waves[] = {10, 4, 1};
    uint64_t before = 0;
    uint64_t most = 0;
    size_t i;
    for (i = 0; i < 3; ++i) {
        gcnmem_run_result r = shader("driver/fiji/raymarch.txt", "compute", 32, 0, vgprs[i], STEPS);
        CHECK_U64(waves[i], r.waves_per_simd, "%" PRIu32 " VGPRs", vgprs[i]);
        CHECK(r.clocks > before, "%" PRIu32 " VGPRs: %" PRIu64 " clocks", vgprs[i], r.clocks);
        before = r.clocks;
        most = i == 0 ? r.clocks : most;
    }
    CHECK(before > 3 * most, "one wave %" PRIu64 " clocks, ten %" PRIu64, before, most);
}

/* "The counter is arranged in a kind of stack way, while reads are processed in [a] sequential way"; lgkmcnt(15) waits
   for nothing. */
static void test_latency_hiding_R52_reads_come_back_in_sequence(void) {
    job j = job_new(GCNMEM_DEVICE_R9_FURY_X, "image_sample_lz v[0:3], v[5:8], s[4:11], s[12:15] dmask:0xf\n"
                                             "image_sample_lz v[4:7], v[5:8], s[32:39], s[12:15] dmask:0xf\n"
                                             "s_waitcnt vmcnt(1) & lgkmcnt(15)\nv_mul_f32 v0, v0, v1\n"
                                             "s_waitcnt vmcnt(0) & lgkmcnt(15)\ns_endpgm\n");
    j.options.groups = 1;
    job_run(&j);
    if (j.run) {
        gcnmem_run_insn_stats first = gcnmem_run_insn_stats_of(j.run, 2);
        gcnmem_run_insn_stats second = gcnmem_run_insn_stats_of(j.run, 4);
        CHECK_U64(0, first.waited_for, "vmcnt(1): the older read");
        CHECK(second.waited_for == 1 || second.stall_clocks[GCNMEM_STALL_VECTOR_MEMORY] == 0, "vmcnt(0)");
        CHECK_U64(0, first.stall_clocks[GCNMEM_STALL_SCALAR_MEMORY], "lgkmcnt(15)");
    }
    job_end(&j);
}

void suite_latency_hiding(void);
void suite_latency_hiding(void) {
    TEST(test_latency_hiding_R54_an_unrolled_loop_hides_latency_in_one_wave);
    TEST(test_latency_hiding_R55_occupancy_matters_little_to_it);
    TEST(test_latency_hiding_R57_a_rolled_loop_gains_nothing_by_its_occupancy);
    TEST(test_latency_hiding_R52_a_rolled_loop_alone_waits_for_every_sample);
    TEST(test_latency_hiding_R54_too_many_waves_thrash_the_cache);
    TEST(test_latency_hiding_R55_a_ray_march_gains_by_every_wave);
    TEST(test_latency_hiding_R55_registers_decide_how_many_waves_hide_it);
    TEST(test_latency_hiding_R52_reads_come_back_in_sequence);
}
