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
    if (!j.listing) {
        job_end(&j);
        return j.result;
    }
    trip.label = GCNMEM_NONE, trip.trips = trips;
    j.desc = gcnmem_run_scaled_desc(&j.desc, 4);
    uint32_t count;
    j.options.stage = test_find_stage(j.listing, j.text, stage, strlen(stage), &count);
    CHECK(j.options.stage != GCNMEM_NONE, "%s of %s", stage, name);
    j.options.trips = &trip, j.options.trip_count = 1;
    for (i = 0; i < j.listing->opcode_count; ++i) {
        const gcnmem_opcode* opcode = gcnmem_listing_opcode(j.listing, i);
        if (opcode->op.unit == GCNMEM_UNIT_IMAGE && j.options.pattern_count < 8) {
            gcnmem_run_pattern* row = &patterns[j.options.pattern_count++];
            row->insn = GCNMEM_NONE, row->opcode = i;
            row->text = opcode->op.action == GCNMEM_ACTION_LOAD ? image_pattern : "1<<40|(wave*64+lane)*4";
            row->text_bytes = strlen(row->text);
        }
    }
    j.options.patterns = patterns;
    j.options.groups_per_cu_max = waves_per_simd * 4;
    j.options.vgprs = vgprs;
    j.options.groups = JOB_IS_SLOW ? 640 : 1280;
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
    CHECK_TEXT("L1", gcnmem_name_of(GCNMEM_NAMES_LIMITER, r.limited_by), "one wave a SIMD");
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

/* Both with all the waves their registers allow, data in L1 and L2. */
static void test_latency_hiding_R57_unrolled_at_seven_waves_keeps_up_with_rolled_at_ten(void) {
    gcnmem_run_result dof = unrolled(0);
    gcnmem_run_result loop = rolled(0);
    CHECK(dof.waves_per_simd == 7 && loop.waves_per_simd == 10, "%" PRIu32 " and %" PRIu32 " waves", dof.waves_per_simd,
          loop.waves_per_simd);
    CHECK(dof.clocks <= loop.clocks, "unrolled %" PRIu64 ", rolled %" PRIu64, dof.clocks, loop.clocks);
}

/* The rolled loop waits for every tap: alone on its SIMD it waits longer than it works. */
static void test_latency_hiding_R52_a_rolled_loop_alone_waits_for_every_sample(void) {
    gcnmem_run_result dof = unrolled(1);
    gcnmem_run_result loop = rolled(1);
    CHECK(loop.clocks >= 2 * dof.clocks, "rolled %" PRIu64 ", unrolled %" PRIu64, loop.clocks, dof.clocks);
    CHECK_TEXT("vector memory latency", gcnmem_name_of(GCNMEM_NAMES_LIMITER, loop.limited_by), "one wave a SIMD");
    CHECK(loop.stall_clocks[GCNMEM_STALL_VECTOR_MEMORY] > loop.active_clocks, "waits %" PRIu64 ", works %" PRIu64,
          loop.stall_clocks[GCNMEM_STALL_VECTOR_MEMORY], loop.active_clocks);
}

/* "Too high occupancy could be counter-productive there, thrashing your caches [...] if you are using very
   bandwidth-heavy resources": each wave's taps lie in 2 KB of its own. What ten waves a SIMD lose in L1, L2 has to
   bring, and what they lose there, DRAM. */
static void test_latency_hiding_R54_too_many_waves_thrash_the_caches(void) {
    static const char own[] = "lane*4+wave*2048+iter%4*512";
    gcnmem_run_result one = shader("driver/fiji/poisson_loop.txt", "fragment", 16, 1, 0, own);
    gcnmem_run_result four = shader("driver/fiji/poisson_loop.txt", "fragment", 16, 4, 0, own);
    gcnmem_run_result ten = shader("driver/fiji/poisson_loop.txt", "fragment", 16, 0, 0, own);
    CHECK_U64(10, ten.waves_per_simd, "24 VGPRs or less");
    CHECK(four.served[GCNMEM_SERVED_L1] * 2 < one.served[GCNMEM_SERVED_L1],
          "L1 serves %" PRIu64 ", with one wave %" PRIu64, four.served[GCNMEM_SERVED_L1], one.served[GCNMEM_SERVED_L1]);
    CHECK(ten.dram_bytes > 2 * four.dram_bytes, "DRAM moves %" PRIu64 " bytes, with four waves %" PRIu64,
          ten.dram_bytes, four.dram_bytes);
    CHECK(percent(ten.clocks, four.clocks) >= 120, "ten waves take %" PRIu64 " clocks, four %" PRIu64, ten.clocks,
          four.clocks);
}

/* "Having decent wave occupancy is the only way to hide latency" where each step needs the last one's data, until
   memory has no more to give. */
static void test_latency_hiding_R55_a_ray_march_gains_by_every_wave(void) {
    uint64_t clocks[3];
    uint32_t i;
    for (i = 0; i < 3; ++i) {
        gcnmem_run_result r = raymarch(1u << i);
        CHECK_U64(1u << i, r.waves_per_simd, "asked for");
        CHECK_TEXT("vector memory latency", gcnmem_name_of(GCNMEM_NAMES_LIMITER, r.limited_by), "%u waves", 1u << i);
        clocks[i] = r.clocks;
    }
    CHECK(percent(clocks[1], clocks[0]) <= 60, "two waves take %" PRIu64 " %%", percent(clocks[1], clocks[0]));
    CHECK(percent(clocks[2], clocks[0]) <= 35, "four waves take %" PRIu64 " %%", percent(clocks[2], clocks[0]));
}

/* ... until DRAM is busy: from there on more waves move no more bytes a clock. And yet reads wait for its latency, not
   for one another: latency twice as fast gains 16 %, twice of DRAM 5 %. */
static void test_latency_hiding_R57_a_ray_march_gains_no_more_when_memory_is_busy(void) {
    gcnmem_run_result four = raymarch(4);
    gcnmem_run_result eight = raymarch(8);
    uint64_t four_rate = four.dram_bytes * 1000 / four.clocks;
    uint64_t eight_rate = eight.dram_bytes * 1000 / eight.clocks;
    CHECK(four.dram_busy_e3 >= 75000, "DRAM busy for %" PRIu64, (uint64_t)four.dram_busy_e3);
    CHECK_TEXT("vector memory latency", gcnmem_name_of(GCNMEM_NAMES_LIMITER, four.limited_by), "four waves");
    CHECK(percent(eight_rate, four_rate) <= 110, "eight waves move %" PRIu64 " bytes in 1000 clocks, four %" PRIu64,
          eight_rate, four_rate);
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

/* ---- the same on code as short as it gets ---- */

/* Waves of a listing on four CUs and their fair share of the machine. */
static gcnmem_run_result listing(const char* text, uint32_t groups, uint32_t waves_per_simd) {
    job j = job_new(GCNMEM_DEVICE_R9_FURY_X, text);
    gcnmem_run_result result;
    j.desc = gcnmem_run_scaled_desc(&j.desc, 4);
    j.options.groups = groups;
    j.options.groups_per_cu_max = waves_per_simd * 4;
    job_run(&j);
    result = j.result;
    job_end(&j);
    return result;
}

#define LOOP_OF(load) "next: ; @trip 16\n" load "\ns_waitcnt vmcnt(0)\nv_cmp_lt_f32 vcc, v0, v1\n" LOOP_END
#define LOOP_END "s_cbranch_vccnz next\ns_endpgm\n"

/* Twice the waves take about half the time while latency holds them; once a unit is busy, more waves gain nothing.
   480 waves fill 16 SIMDs a whole number of times with 1, 2, 6 and 10 on each. */
static void check_gains_until(const char* text, const char* unit) {
    gcnmem_run_result one = listing(text, 480, 1);
    gcnmem_run_result two = listing(text, 480, 2);
    gcnmem_run_result six = listing(text, 480, 6);
    gcnmem_run_result ten = listing(text, 480, 10);
    CHECK_TEXT("vector memory latency", gcnmem_name_of(GCNMEM_NAMES_LIMITER, one.limited_by), "one wave: %s", text);
    CHECK_TEXT(unit, gcnmem_name_of(GCNMEM_NAMES_LIMITER, six.limited_by), "six waves: %s", text);
    CHECK_TEXT(unit, gcnmem_name_of(GCNMEM_NAMES_LIMITER, ten.limited_by), "ten waves: %s", text);
    CHECK(percent(two.clocks, one.clocks) <= 60, "two waves take %" PRIu64 " %%: %s", percent(two.clocks, one.clocks),
          text);
    CHECK(six.clocks < two.clocks, "six waves %" PRIu64 ", two %" PRIu64 ": %s", six.clocks, two.clocks, text);
    CHECK(percent(ten.clocks, six.clocks) >= 90, "ten waves take %" PRIu64 " %% of six: %s",
          percent(ten.clocks, six.clocks), text);
}

/* The loop that goes on until it finds something: all lanes read one place, the next trip the next one. */
static void test_latency_hiding_R57_a_dependent_loop_gains_until_L1_is_busy(void) {
    check_gains_until(LOOP_OF("image_load_mip v0, v[0:3], s[4:11] dmask:0x1 ; @mem (wave*16 + iter)*4"), "L1");
}

static void test_latency_hiding_R57_a_ray_march_gains_until_L2_is_busy(void) {
    check_gains_until(LOOP_OF("buffer_load_dword v0, v1, s[0:3], 0 offen ; @mem lane*4 + (wave*37 + iter*101)%256*256"),
                      "L2");
}

static void test_latency_hiding_R57_a_pointer_chase_gains_until_DRAM_is_busy(void) {
    check_gains_until(
        LOOP_OF("buffer_load_dword v0, v0, s[0:3], 0 offen ; @mem lane*4 + (wave*40503 + iter*30011)%131071*256"),
        "DRAM");
}

/* Each wave reads 1 KB of its own again and again at the full width of L1; 17 lines apart, those of a CU share its sets
   evenly, wherever they land. Three waves on each of four SIMDs want 12 of its 16 KB, ten want 40: then L2, which four
   CUs share and which holds all of it, has to bring most. */
static void test_latency_hiding_R57_more_waves_than_L1_holds_are_slower(void) {
    static const char text[] = LOOP_OF("buffer_load_dwordx4 v[0:3], v4, s[0:3], 0 offen ; @mem wave%96*1088 + lane*16");
    gcnmem_run_result one = listing(text, 480, 1);
    gcnmem_run_result three = listing(text, 480, 3);
    gcnmem_run_result ten = listing(text, 480, 10);
    CHECK(three.clocks < one.clocks, "three waves %" PRIu64 ", one %" PRIu64, three.clocks, one.clocks);
    CHECK(ten.l2_bytes > three.l2_bytes * 3 / 2, "L2 serves %" PRIu64 " bytes, with three waves %" PRIu64, ten.l2_bytes,
          three.l2_bytes);
    CHECK(percent(ten.clocks, three.clocks) >= 150, "ten waves take %" PRIu64 " clocks, three %" PRIu64, ten.clocks,
          three.clocks);
    CHECK_TEXT("L2", gcnmem_name_of(GCNMEM_NAMES_LIMITER, ten.limited_by), "ten waves a SIMD");
}

#define MAC8 "v_mac_f32 v4, v2, v3\nv_mac_f32 v5, v2, v3\n" MAC4 "v_mac_f32 v10, v2, v3\nv_mac_f32 v11, v2, v3\n"
#define MAC4 "v_mac_f32 v6, v2, v3\nv_mac_f32 v7, v2, v3\nv_mac_f32 v8, v2, v3\nv_mac_f32 v9, v2, v3\n"
#define LOAD "next: ; @trip 64\nbuffer_load_dword v0, v1, s[0:3], 0 offen ; @mem lane*4\n"
#define WAIT "s_waitcnt vmcnt(0)\n"
#define USE "v_add_f32 v1, v0, v1\n" LOOP_END

/* "By issuing multiple ALU operations on different registers before waiting": one wave, data in L1 from the second trip
   on. Each of the sixteen instructions behind the wait that go in front of it hides its four clocks. */
static void test_latency_hiding_R52_a_late_wait_hides_latency_in_one_wave(void) {
    gcnmem_run_result early = listing(LOAD WAIT MAC8 MAC8 USE, 1, 1);
    gcnmem_run_result middle = listing(LOAD MAC8 WAIT MAC8 USE, 1, 1);
    gcnmem_run_result late = listing(LOAD MAC8 MAC8 WAIT USE, 1, 1);
    uint64_t hidden = 64 * 8 * 4;
    CHECK_U64(early.clocks - hidden, middle.clocks, "half of the work in front of the wait");
    CHECK_U64(early.clocks - 2 * hidden, late.clocks, "all of it");
    CHECK_U64(early.stall_clocks[GCNMEM_STALL_VECTOR_MEMORY] - 2 * hidden,
              late.stall_clocks[GCNMEM_STALL_VECTOR_MEMORY], "waited less by as much");
    CHECK_U64(early.active_clocks, late.active_clocks, "the work is the same");
}

/* With more work than latency nothing is left to wait for but the first trip's miss. */
static void test_latency_hiding_R52_enough_work_hides_all_latency(void) {
    gcnmem_run_result early = listing(LOAD WAIT MAC8 MAC8 MAC8 MAC8 MAC8 MAC8 MAC8 MAC8 USE, 1, 1);
    gcnmem_run_result late = listing(LOAD MAC8 MAC8 MAC8 MAC8 MAC8 MAC8 MAC8 MAC8 WAIT USE, 1, 1);
    CHECK(percent(late.clocks, early.clocks) <= 75, "late %" PRIu64 ", early %" PRIu64, late.clocks, early.clocks);
    CHECK(late.stall_clocks[GCNMEM_STALL_VECTOR_MEMORY] < 400, "waits %" PRIu64 " clocks in 64 trips",
          late.stall_clocks[GCNMEM_STALL_VECTOR_MEMORY]);
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
        gcnmem_run_insn_stats first = gcnmem_run_insn_of(j.run, 2);
        gcnmem_run_insn_stats second = gcnmem_run_insn_of(j.run, 4);
        CHECK_U64(0, first.waited_for, "vmcnt(1): the older read");
        CHECK_U64(1, second.waited_for, "vmcnt(0): the younger read");
        CHECK(second.stall_clocks[GCNMEM_STALL_VECTOR_MEMORY] > 0, "it comes back behind the older one");
        CHECK_U64(0, first.stall_clocks[GCNMEM_STALL_SCALAR_MEMORY], "lgkmcnt(15)");
    }
    job_end(&j);
}

void suite_latency_hiding(void);
void suite_latency_hiding(void) {
    TEST(test_latency_hiding_R54_an_unrolled_loop_hides_latency_in_one_wave);
    TEST(test_latency_hiding_R55_occupancy_matters_little_to_it);
    TEST(test_latency_hiding_R57_a_rolled_loop_gains_nothing_by_its_occupancy);
    TEST(test_latency_hiding_R57_unrolled_at_seven_waves_keeps_up_with_rolled_at_ten);
    TEST_LONG_SANITIZED(test_latency_hiding_R52_a_rolled_loop_alone_waits_for_every_sample);
    TEST(test_latency_hiding_R54_too_many_waves_thrash_the_caches);
    TEST_LONG_SANITIZED(test_latency_hiding_R55_a_ray_march_gains_by_every_wave);
    TEST(test_latency_hiding_R57_a_ray_march_gains_no_more_when_memory_is_busy);
    TEST_LONG_SANITIZED(test_latency_hiding_R55_registers_decide_how_many_waves_hide_it);
    TEST(test_latency_hiding_R57_a_dependent_loop_gains_until_L1_is_busy);
    TEST(test_latency_hiding_R57_a_ray_march_gains_until_L2_is_busy);
    TEST(test_latency_hiding_R57_a_pointer_chase_gains_until_DRAM_is_busy);
    TEST(test_latency_hiding_R57_more_waves_than_L1_holds_are_slower);
    TEST(test_latency_hiding_R52_a_late_wait_hides_latency_in_one_wave);
    TEST(test_latency_hiding_R52_enough_work_hides_all_latency);
    TEST(test_latency_hiding_R52_reads_come_back_in_sequence);
}
