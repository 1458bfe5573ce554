/* run.c -- R51 to R57, R79, R80: a shader over a dispatch, event by event. Small cases are worked out by hand. */
#include "job.h"

#include "private.h"

#include <stdlib.h>

#define LOAD "buffer_load_dword v0, v1, s[0:3], 0 offen ; @mem "

/* Groups of `lanes` on one CU of a Fiji, launched a clock apart. */
static job run_text(const char* text, uint32_t lanes, uint64_t groups) {
    job j = job_new(GCNMEM_DEVICE_R9_FURY_X, text);
    j.options.group_lanes = lanes;
    j.options.groups = groups;
    j.options.cu_count = 1;
    j.desc.wave_interval_clocks = 1;
    j.desc.wave_launch_clocks = 200;
    j.desc.dram_path_ns = 100;
    job_run(&j);
    return j;
}

/* Clocks from the first instruction on, of groups of one wave. */
static uint64_t clocks_of(const char* text, uint64_t groups) {
    job j = run_text(text, 64, groups);
    uint64_t clocks = j.result.clocks - 200;
    job_end(&j);
    return clocks;
}

static uint64_t stall_of(const job* j, uint32_t insn, gcnmem_stall stall) {
    return gcnmem_run_insn_of(j->run, insn).stall_clocks[stall];
}

/* ---- R51: trips ---- */

static void test_R51_a_loop_tested_at_its_bottom(void) {
    CHECK_U64(3 * 4 + 2 * 16 + 4 + 4, clocks_of("x: ; @trip 3\nv_mov_b32 v0, 0\ns_cbranch_scc1 x\ns_endpgm\n", 1),
              "taken 16, not taken 4");
}

static void test_R51_a_loop_tested_at_its_top(void) {
    CHECK_U64(3 * (4 + 4 + 16) + 16 + 4,
              clocks_of("x: ; @trip 3\ns_cbranch_scc1 y\nv_mov_b32 v0, 0\ns_branch x\ny: s_endpgm\n", 1),
              "three trips and the way out");
}

/* LLVM's way out asks for lanes first. Nobody knows the value that decides it: the loop runs once, not for ever. */
static void test_R51_a_loop_whose_exit_asks_for_lanes(void) {
    job j = run_text("s_branch H\nOUT:\ns_cbranch_execnz END\nH:\nv_mov_b32 v0, 0\ns_cbranch_scc1 OUT\nv_nop\n"
                     "s_branch H\nEND:\ns_endpgm\n",
                     64, 1);
    CHECK_U64(1, j.result.untold_loops, "told of");
    CHECK_U64(3, j.result.instructions[GCNMEM_CATEGORY_VALU], "v_mov_b32 twice, v_nop once");
    job_end(&j);
}

/* A loop that begins in two places: what leaves it stands in the loop of M, whose count the way over A sets to zero. */
static void test_R51_a_loop_that_begins_in_two_places(void) {
    static const char text[] = "s_cbranch_scc0 M\nA:%s\nv_mov_b32 v0, 0\nM:\nv_nop\ns_cbranch_scc1 END\n"
                               "s_cbranch_execnz A\ns_branch M\nEND:\ns_endpgm\n";
    for (uint32_t trips = 1; trips <= 5; trips += 4) {
        char with[256];
        snprintf(with, sizeof with, text, trips > 1 ? " ; @trip 5" : "");
        job j = job_new(GCNMEM_DEVICE_R9_FURY_X, with);
        j.options.groups = 1;
        j.options.max_clocks = 20000;
        job_run(&j);
        CHECK_U64(trips > 1 ? 5 + 6 : 2 + 2, j.result.instructions[GCNMEM_CATEGORY_VALU], "%u trips", trips);
        CHECK_U64(trips > 1 ? 1 : 2, j.result.untold_loops, "told of");
        job_end(&j);
    }
}

/* The later row wins, and a row for one label leaves the other loop alone. */
static void test_R51_a_loop_without_a_count_is_told_of(void) {
    job j = run_text("s_nop 0\nA:\ns_nop 0\nB: ; @trips 5\nv_mov_b32 v0, 0\ns_cbranch_scc1 B\ns_cbranch_scc1 A\n"
                     "s_endpgm\n",
                     64, 1);
    CHECK_U64(5, j.result.instructions[GCNMEM_CATEGORY_VALU], "the outer loop runs once");
    CHECK_U64(1, j.result.untold_loops, "the outer loop");
    CHECK_U64(1, j.result.untold_loop, "it begins with the second instruction");
    job_end(&j);
}

static void test_R51_trips_of_nested_loops_multiply(void) {
    job j = job_new(GCNMEM_DEVICE_R9_FURY_X, "A: ; @trip 3\ns_nop 0\nB: ; @trip 5\nv_mov_b32 v0, 0\n"
                                             "s_cbranch_scc1 B\ns_cbranch_scc1 A\ns_endpgm\n");
    gcnmem_run_trip rows[2];
    j.options.groups = 1;
    job_run(&j);
    CHECK_U64(15, j.result.instructions[GCNMEM_CATEGORY_VALU], "3 * 5");
    CHECK_U64(3, gcnmem_run_insn_of(j.run, 3).issued, "the outer latch");
    rows[0].label = GCNMEM_NONE, rows[0].trips = 2;
    rows[1].label = test_find_label(j.listing, j.text, 0, "B", 1), rows[1].trips = 7;
    j.options.trips = rows, j.options.trip_count = 2;
    job_run(&j);
    CHECK_U64(14, j.result.instructions[GCNMEM_CATEGORY_VALU], "2 * 7");
    j.options.trips = NULL, j.options.trip_count = 0;
    job_end(&j);
}

/* However deep: the outermost and the innermost go round twice. */
static void test_R51_trips_of_hundreds_of_nested_loops_multiply(void) {
    static char text[32768];
    for (uint32_t deep = 255; deep < 300; deep += deep < 258 ? 1 : 41) {
        size_t bytes = 0;
        for (unsigned i = 0; i < deep; ++i) {
            bytes += (size_t)snprintf(text + bytes, sizeof text - bytes, "x%u: ; @trip %d\nv_mov_b32 v0, v1\n", i,
                                      1 + (i == 0 || i == deep - 1));
        }
        for (unsigned i = deep; i-- > 0;) {
            bytes += (size_t)snprintf(text + bytes, sizeof text - bytes, "s_cbranch_scc1 x%u\n", i);
        }
        snprintf(text + bytes, sizeof text - bytes, "s_endpgm\n");
        job j = run_text(text, 64, 1);
        CHECK_U64(2 * (deep + 1), j.result.instructions[GCNMEM_CATEGORY_VALU], "%" PRIu32 " loops", deep);
        CHECK_U64(2 * (deep + 1), j.result.instructions[GCNMEM_CATEGORY_BRANCH], "%" PRIu32 " loops", deep);
        job_end(&j);
    }
}

/* What leaves a loop by going on, and a latch that is no branch, above the header: the issues of each. */
static void test_R51_exits_and_latches_without_a_branch(void) {
    static const struct {
        const char* text;
        uint32_t issued[2]; /* of the instructions that write v0 and v1 */
    } rows[] = {
        {"s_branch B\nA: v_mov_b32 v0, 0\nB: v_mov_b32 v1, 0\ns_cbranch_scc1 A\ns_endpgm\n", {3, 4}},
        {"A: v_mov_b32 v0, 0\ns_cbranch_scc1 B\ns_endpgm\nB: v_mov_b32 v1, 0\ns_branch A\n", {4, 3}},
        {"A: v_mov_b32 v0, 0\nB: v_mov_b32 v1, 0\ns_cbranch_vccz C\ns_cbranch_scc1 B\ns_branch A\nC: s_endpgm\n",
         {4, 10}}, /* out of both loops when the outer one is over */
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        job j = job_new(GCNMEM_DEVICE_R9_FURY_X, rows[i].text);
        gcnmem_run_trip trip;
        trip.label = GCNMEM_NONE, trip.trips = 3;
        j.options.groups = 1, j.options.trips = &trip, j.options.trip_count = 1;
        job_run(&j);
        for (uint32_t k = 0; k < job_stage(&j, 0)->insn_count; ++k) {
            const uint32_t to = GCNMEM_REGS_FIRST(job_insn(&j, k)->writes[0]) - GCNMEM_REG_V0;
            CHECK(to > 1 || gcnmem_run_insn_of(j.run, k).issued == rows[i].issued[to], "%s: v%u %u times", rows[i].text,
                  (unsigned)to, (unsigned)gcnmem_run_insn_of(j.run, k).issued);
        }
        job_end(&j);
    }
}

/* LLVM's way out of a loop: to a branch on EXEC alone that begins the loop anew or leaves it. */
static void test_R51_exits_by_way_of_what_asks_for_lanes(void) {
    static const struct {
        const char* text;
        uint32_t branch; /* whether that one is an exit */
        int is_exit;
    } rows[] = {
        {"L: s_nop 0\ns_cbranch_scc1 X\ns_branch L\nX: s_cbranch_execz L\ns_endpgm\n", 1, 1},
        {"L: s_nop 0\ns_cbranch_scc1 X\ns_branch L\nX: s_cbranch_execnz L\ns_endpgm\n", 1, 1},
        {"L: s_nop 0\ns_cbranch_scc1 X\ns_branch L\nX: s_cbranch_vccz L\ns_endpgm\n", 1, 0},
        {"L: s_nop 0\ns_cbranch_scc1 X\ns_branch L\nX: s_cbranch_execz E\ns_branch L\nE: s_endpgm\n", 1, 0},
        {"L: s_nop 0\nI: s_nop 0\ns_cbranch_scc1 X\ns_branch I\nX: s_cbranch_execz L\ns_endpgm\n", 2, 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        job j = job_parse(rows[i].text);
        CHECK_U64(rows[i].is_exit, (job_insn(&j, rows[i].branch)->flags & GCNMEM_INSN_EXIT_TAKEN) != 0, "%s",
                  rows[i].text);
        job_end(&j);
    }
}

/* Loops nested too deep lose their outer ones: a branch into the innermost one then seems to leave its own loop. */
static void test_R51_loops_nested_too_deep(void) {
    static char text[32768];
    static const unsigned depths[] = {100, 255, 256, 300};
    for (size_t row = 0; row < sizeof depths / sizeof depths[0]; ++row) {
        const unsigned deep = depths[row];
        for (int goes_on = 0; goes_on < 2; ++goes_on) {
            size_t bytes = (size_t)snprintf(text, sizeof text, "s_nop 0\ns_cbranch_vccz E\nR: s_cbranch_scc0 I\n");
            for (unsigned i = 0; i < deep; ++i) {
                bytes += (size_t)snprintf(text + bytes, sizeof text - bytes, "x%u: s_nop 0\n", i);
            }
            bytes += (size_t)snprintf(text + bytes, sizeof text - bytes, "I: s_nop 0\n%s",
                                      goes_on ? "s_cbranch_vccnz R\n" : "");
            for (unsigned i = deep; i-- > 0;) {
                bytes += (size_t)snprintf(text + bytes, sizeof text - bytes, "s_cbranch_scc1 x%u\n", i);
            }
            snprintf(text + bytes, sizeof text - bytes, "%ss_endpgm\nE: s_branch I\n",
                     goes_on ? "" : "s_cbranch_scc1 R\n");
            job j = job_parse(text);
            CHECK_U64(deep + 1, j.listing->loop_count, "%u loops", deep);
            CHECK_U64(deep >= 256, (job_insn(&j, 2)->flags & GCNMEM_INSN_EXIT_TAKEN) != 0, "%u loops, %d", deep,
                      goes_on);
            job_end(&j);
        }
    }
}

/* A branch back to the header before the loop's end: how often v0, in the header, and v1, behind it, are written. */
static void check_continue(const char* text, uint32_t trips, const gcnmem_run_taken* taken, uint32_t header,
                           uint32_t body) {
    job j = job_new(GCNMEM_DEVICE_R9_FURY_X, text);
    gcnmem_run_trip trip;
    trip.label = GCNMEM_NONE, trip.trips = trips;
    j.options.groups = 1, j.options.max_clocks = 200000;
    j.options.trips = &trip, j.options.trip_count = trips != 0;
    j.options.takens = taken, j.options.taken_count = taken != NULL;
    job_run(&j);
    for (uint32_t k = 0; k < job_stage(&j, 0)->insn_count; ++k) {
        const uint32_t to = GCNMEM_REGS_FIRST(job_insn(&j, k)->writes[0]) - GCNMEM_REG_V0;
        const uint64_t issued = gcnmem_run_insn_of(j.run, k).issued;
        CHECK(to > 1 || issued == (to == 0 ? header : body), "%s: %u trips, v%u %u times", text, (unsigned)trips,
              (unsigned)to, (unsigned)issued);
    }
    CHECK_U64(0, j.result.gaps & 1u << GCNMEM_GAP_UNFINISHED, "%s ends", text);
    j.options.trips = NULL, j.options.trip_count = 0;
    j.options.takens = NULL, j.options.taken_count = 0;
    job_end(&j);
}

static void test_R51_a_continue_does_not_end_its_loop(void) {
    static const char* const texts[] = {
        "A: v_mov_b32 v0, 0\ns_cbranch_vccnz A\nv_mov_b32 v1, 0\ns_cbranch_scc1 A\ns_endpgm\n",
        "A: v_mov_b32 v0, 0\ns_cbranch_vccnz A\ns_cbranch_vccnz A\nv_mov_b32 v1, 0\ns_cbranch_scc1 A\ns_endpgm\n",
        "A: v_mov_b32 v0, 0\nB: s_cbranch_vccnz A\ns_cbranch_scc0 B\nv_mov_b32 v1, 0\ns_cbranch_scc1 A\ns_endpgm\n",
        "s_branch A\nB: s_cbranch_vccnz A\nv_mov_b32 v1, 0\nA: v_mov_b32 v0, 0\ns_cbranch_scc1 B\ns_endpgm\n",
        "A: v_mov_b32 v0, 0\ns_cbranch_scc1 B\ns_cbranch_vccnz A\nv_mov_b32 v1, 0\ns_branch A\nB: s_endpgm\n"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; ++i) {
        gcnmem_run_taken taken;
        const uint32_t more = i >= 3; /* the header is what leaves the loop */
        taken.label = GCNMEM_AT_INSN(i < 4 ? 1 : 2), taken.per_mille = 1000;
        if (i != 2) { /* that has a loop inside, which would run as often */
            check_continue(texts[i], 9, NULL, 9 + more, 9);
            check_continue(texts[i], 9, &taken, 9 + more, more ? 0 : 1);
        }
        check_continue(texts[i], 0, NULL, 1 + more, 1);
        taken.per_mille = 0;
        check_continue(texts[i], 1, &taken, 1 + more, 1);
    }
}

/* Where a counter decides it, and the end: as a loop in C has it, with what is told of the count or without. */
static void test_R51_a_continue_that_is_computed(void) {
    char text[512];
    for (uint32_t end = 1; end < 30; end += 4) {
        for (uint32_t mask = 1; mask < 8; mask = mask * 2 + 1) {
            for (uint32_t trips = 0; trips <= end; trips += end) {
                uint32_t header = 0;
                uint32_t body = 0;
                for (uint32_t s4 = 0, goes_on = 1; goes_on;) {
                    ++header;
                    ++s4;
                    const int continues = (s4 & mask) == 0;
                    body += !continues;
                    goes_on = continues || s4 < end;
                }
                snprintf(text, sizeof text,
                         "s_mov_b32 s4, 0\nA: v_mov_b32 v0, 0\ns_add_u32 s4, s4, 1\ns_and_b32 s5, s4, %u\n"
                         "s_cmp_eq_u32 s5, 0\ns_cbranch_scc1 A\nv_mov_b32 v1, 0\ns_cmp_lt_u32 s4, %u\n"
                         "s_cbranch_scc1 A\ns_endpgm\n",
                         (unsigned)mask, (unsigned)end);
                check_continue(text, trips, NULL, header, body); /* end is odd: the last trip is none of them */
            }
        }
    }
}

/* Nobody knows whether it is taken: what stands behind it is assumed, and the counter goes on being computed. */
static void test_R51_a_continue_that_nobody_knows_is_told_of(void) {
    job j = job_new(GCNMEM_DEVICE_R9_FURY_X,
                    "s_mov_b32 s0, 0x100000\ns_mov_b32 s1, 0\ns_mov_b32 s2, -1\ns_mov_b32 s3, 0\ns_mov_b32 s20, 7\n"
                    "v_mov_b32 v1, 64\nA: buffer_load_dword v2, v1, s[0:3], 0 offen\ns_sub_u32 s20, s20, 1\n"
                    "s_waitcnt vmcnt(0)\nv_cmp_eq_u32 vcc, 0, v2\ns_cbranch_vccnz A\n"
                    "buffer_load_dword v3, v1, s[0:3], 0 offen\ns_cmp_lg_u32 s20, 0\ns_cbranch_scc1 A\ns_endpgm\n");
    gcnmem_run_taken taken;
    j.options.groups = 1;
    taken.label = GCNMEM_AT_INSN(10), taken.per_mille = 0;
    for (uint32_t is_told = 0; is_told < 2; ++is_told) {
        j.options.takens = &taken, j.options.taken_count = is_told;
        job_run(&j);
        CHECK_U64(7, gcnmem_run_insn_of(j.run, 6).issued, "the load of the header");
        CHECK_U64(0, gcnmem_run_insn_of(j.run, 6).taint.kind, "the load of the header");
        CHECK_U64(7, gcnmem_run_insn_of(j.run, 11).issued, "the load behind");
        CHECK_U64(!is_told, gcnmem_run_insn_of(j.run, 11).taint.kind != 0, "the load behind is assumed to run");
        CHECK_U64(0, j.result.untold_loops, "the counter is computed");
    }
    j.options.takens = NULL, j.options.taken_count = 0;
    job_end(&j);
}

/* What falls into LLVM's question for lanes is the loop's end, though that question begins the loop as well. */
static void test_R51_an_end_that_asks_for_lanes_is_no_continue(void) {
    check_continue("A: v_mov_b32 v0, 0\nv_mov_b32 v1, 0\ns_cbranch_scc1 A\ns_cbranch_execz A\ns_endpgm\n", 5, NULL, 5,
                   5);
}

/* An instruction of scalar memory that asks for no address takes as long as the cache answers. */
static void test_R51_scalar_memory_without_an_address(void) {
    job j = job_new(GCNMEM_DEVICE_R9_FURY_X, "s_memtime s[0:1]\ns_waitcnt lgkmcnt(0)\ns_endpgm\n");
    j.options.groups = 1;
    job_run(&j);
    CHECK(j.result.clocks >= j.desc.scalar_l1_latency_clocks, "%" PRIu64 " clocks", j.result.clocks);
    CHECK_U64(0, j.result.l2_bytes, "nothing is loaded");
    job_end(&j);
}

/* Lanes that lie far from the first, above or below it, in a loop: each trip costs as much. */
static void test_R53_lanes_far_apart(void) {
    static const char* const texts[] = {
        "x: ; @trip 2\nglobal_load_dword v0, v[2:3], off ; @mem 1024G-lane*1280M\ns_cbranch_scc1 x\ns_endpgm\n",
        "x: ; @trip 2\nglobal_load_dword v0, v[2:3], off ; @mem 1024G+lane*1280M\ns_cbranch_scc1 x\ns_endpgm\n",
        "x: ; @trip 2\nimage_load v0, v[2:3], s[0:7] dmask:0x1 unorm ; @mem lane<<33\ns_cbranch_scc1 x\ns_endpgm\n"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; ++i) {
        job j = run_text(texts[i], 64, 1);
        const gcnmem_run_insn_stats stats = gcnmem_run_insn_of(j.run, 0);
        CHECK_U64(2, stats.issued, "%s", texts[i]);
        CHECK_U64(128, stats.lines, "%s: a line a lane", texts[i]);
        CHECK_U64(512, stats.bytes_requested, "%s", texts[i]);
        job_end(&j);
    }
}

/* A label that the listing does not define stands where the caller says, with annotations and all lines as they are. */
static void test_R51_a_label_placed_by_the_caller(void) {
    static const char text[] = "start: s_nop 0\nv_mov_b32 v0, 0\ns_cbranch_scc1 q\ns_branch out\nv_mov_b32 v1, 0\n";
    gcnmem_place places[2];
    job j = job_new(GCNMEM_DEVICE_R9_FURY_X, text);
    gcnmem_run_trip trip;
    trip.label = GCNMEM_NONE, trip.trips = 4;
    places[0].name = "q", places[0].name_bytes = 1, places[0].insn = 0;
    places[1].name = "out", places[1].name_bytes = 3, places[1].insn = 5;
    CHECK_U64(2, j.listing->undefined_count, "q and out");
    CHECK(gcnmem_listing_parse(j.text, j.text_bytes, 0, places, 2, j.memory, j.memory_bytes, &j.listing, &j.issue) ==
              GCNMEM_OK,
          "%s", text);
    CHECK(j.listing->undefined_count == 0 && j.listing->insn_count == 5 && j.listing->loop_count == 1, "a loop");
    j.options.groups = 1, j.options.trips = &trip, j.options.trip_count = 1;
    job_run(&j);
    CHECK_U64(4, j.result.instructions[GCNMEM_CATEGORY_VALU], "four trips, then out to the end");
    job_end(&j);
}

/* Plain objdump listings have no labels: any instruction inside names its loop, a branch itself. */
static void test_R51_loops_and_branches_by_instruction(void) {
    job j = job_new(GCNMEM_DEVICE_R9_FURY_X, "A: ; @trip 3\ns_nop 0\nB: ; @trip 5\nv_mov_b32 v0, 0\n"
                                             "s_cbranch_vccz C\nv_mov_b32 v0, 0\nC: s_cbranch_scc1 B\n"
                                             "s_cbranch_scc1 A\ns_endpgm\n");
    gcnmem_run_trip trips[2];
    gcnmem_run_taken taken;
    trips[0].label = GCNMEM_AT_INSN(1), trips[0].trips = 2;
    trips[1].label = GCNMEM_AT_INSN(0), trips[1].trips = 4;
    taken.label = GCNMEM_AT_INSN(2), taken.per_mille = 1000;
    j.options.groups = 1;
    j.options.trips = trips, j.options.trip_count = 2;
    job_run(&j);
    CHECK_U64(2 * 4 * 2, j.result.instructions[GCNMEM_CATEGORY_VALU], "inner 2, outer 4, two a trip");
    CHECK_U64(0, j.result.untold_loops, "both have a count");
    j.options.takens = &taken, j.options.taken_count = 1;
    job_run(&j);
    CHECK_U64(2 * 4, j.result.instructions[GCNMEM_CATEGORY_VALU], "the branch at 2 jumps over one of them");
    job_end(&j);
}

static void test_R51_branches_fall_through_unless_told(void) {
    job j = job_new(GCNMEM_DEVICE_R9_FURY_X, "s_cbranch_vccz y\nv_mov_b32 v0, 0\ny: s_endpgm\n");
    gcnmem_run_taken taken;
    uint64_t valu;
    j.options.groups = 400;
    job_run(&j);
    CHECK_U64(400, j.result.instructions[GCNMEM_CATEGORY_VALU], "never taken");
    taken.label = GCNMEM_NONE, taken.per_mille = 1000;
    j.options.takens = &taken, j.options.taken_count = 1;
    job_run(&j);
    CHECK_U64(0, j.result.instructions[GCNMEM_CATEGORY_VALU], "always taken");
    taken.per_mille = 250;
    job_run(&j);
    valu = j.result.instructions[GCNMEM_CATEGORY_VALU];
    CHECK(valu > 240 && valu < 360, "taken by a quarter of 400 waves: %" PRIu64, valu);
    job_end(&j);
}

/* ---- R52: wait counters ---- */

static void test_R52_lgkmcnt_waits_for_the_oldest(void) {
    /* Read at 0, wait at 4, data at 48; the second read is issued at 4: data at 52. */
    CHECK_U64(48 + 4, clocks_of("ds_read_b32 v0, v0 ; @mem lane*4\ns_waitcnt lgkmcnt(0)\ns_endpgm\n", 1), "one read");
    CHECK_U64(56 + 4,
              clocks_of("ds_read_b32 v0, v0\nds_read_b32 v1, v0\ns_waitcnt lgkmcnt(1)\nv_mov_b32 v0, 0\n"
                        "s_waitcnt lgkmcnt(0)\ns_endpgm\n",
                        1),
              "lgkmcnt(1) waits for the first read only");
    CHECK_U64(52 + 4 + 4,
              clocks_of("ds_read_b32 v0, v0\nds_read_b32 v1, v0\ns_waitcnt lgkmcnt(0)\nv_mov_b32 v0, 0\ns_endpgm\n", 1),
              "lgkmcnt(0) waits for both");
}

/* Behind a miss, a hit must not return first: vmcnt counts down in order. */
static void test_R52_loads_return_in_order(void) {
    job j = run_text(LOAD "lane*4\ns_waitcnt vmcnt(0)\n" LOAD "lane*4+1048576\n" LOAD "lane*4\n"
                          "s_waitcnt vmcnt(0)\ns_endpgm\n",
                     64, 1);
    gcnmem_run_insn_stats stats = gcnmem_run_insn_of(j.run, 4);
    CHECK_U64(2, stats.waited_for, "the miss");
    CHECK(stats.waited_clocks[GCNMEM_SERVED_DRAM] > 300, "at DRAM");
    CHECK_U64(0, stats.waited_clocks[GCNMEM_SERVED_L1], "not at L1");
    CHECK_U64(1, gcnmem_run_insn_of(j.run, 3).served[GCNMEM_SERVED_L1], "the second load hit");
    job_end(&j);
}

static void test_R52_vmcnt_leaves_the_youngest_out(void) {
    job j = run_text(LOAD "lane*4\ns_waitcnt vmcnt(0)\n" LOAD "lane*4\n" LOAD "lane*4+1048576\n"
                          "s_waitcnt vmcnt(1)\ns_waitcnt vmcnt(0)\ns_endpgm\n",
                     64, 1);
    CHECK_U64(136 - 12, stall_of(&j, 4, GCNMEM_STALL_VECTOR_MEMORY), "vmcnt(1) waits for the hit alone");
    CHECK(stall_of(&j, 5, GCNMEM_STALL_VECTOR_MEMORY) > 100, "vmcnt(0) waits for the miss");
    job_end(&j);
}

/* The sixteenth load finds vmcnt at 15, the most four bits hold, and waits for the first. */
static void test_R52_a_full_vmcnt_holds_the_next_load(void) {
    char text[4000] = "";
    job j;
    int i;
    for (i = 0; i < 17; ++i) {
        strcat(text, LOAD "lane*4\n");
    }
    strcat(text, "s_waitcnt vmcnt(0)\ns_endpgm\n");
    j = run_text(text, 64, 1);
    CHECK(stall_of(&j, 15, GCNMEM_STALL_VECTOR_MEMORY) > 100, "the sixteenth");
    CHECK_U64(0, stall_of(&j, 14, GCNMEM_STALL_VECTOR_MEMORY), "not the fifteenth");
    job_end(&j);
}

static void test_R52_a_scalar_load_of_two_dwords_weighs_two(void) {
    job j = run_text("s_load_dwordx2 s[0:1], s[2:3], 0x0 ; @mem 64\ns_waitcnt lgkmcnt(0)\n"
                     "s_load_dwordx2 s[0:1], s[2:3], 0x0 ; @mem 64\ns_waitcnt lgkmcnt(1)\ns_endpgm\n",
                     64, 1);
    CHECK_U64(48 - 8, stall_of(&j, 3, GCNMEM_STALL_SCALAR_MEMORY), "lgkmcnt(1) has to wait");
    job_end(&j);
}

static void test_R52_exports_count_in_expcnt(void) {
    job j = run_text("exp mrt0 v0, v0, v0, v0 done\ns_waitcnt expcnt(0)\ns_endpgm\n", 64, 1);
    CHECK(stall_of(&j, 1, GCNMEM_STALL_EXPORT) > 0, "expcnt(0)");
    CHECK_U64(1, j.result.instructions[GCNMEM_CATEGORY_EXPORT], "exp");
    job_end(&j);
}

static void test_R52_a_barrier_waits_for_the_whole_group(void) {
    job j = run_text("v_mov_b32 v0, 0\ns_barrier\ns_endpgm\n", 128, 1);
    CHECK(j.result.stall_clocks[GCNMEM_STALL_BARRIER] >= 8, "the second wave starts a clock later");
    CHECK_U64(2, j.result.waves, "both end");
    job_end(&j);
}

/* ---- R53: addresses ---- */

static uint64_t lines_of(const char* text, uint32_t insn, uint64_t groups) {
    job j = run_text(text, 64, groups);
    uint64_t lines = gcnmem_run_insn_of(j.run, insn).lines;
    job_end(&j);
    return lines;
}

static void test_R53_lines_of_an_annotation(void) {
    CHECK_U64(4, lines_of(LOAD "lane*4\ns_endpgm\n", 0, 1), "256 bytes");
    CHECK_U64(64, lines_of(LOAD "lane*64\ns_endpgm\n", 0, 1), "a line for each lane");
    CHECK_U64(5, lines_of(LOAD "lane*4+32\ns_endpgm\n", 0, 1), "256 bytes from the middle of a line");
    CHECK_U64(1, lines_of(LOAD "0\ns_endpgm\n", 0, 1), "one dword");
    CHECK_U64(4, lines_of("buffer_load_dword v0, v1, s[0:3], 0 offen\ns_endpgm\n", 0, 1), "the default");
}

/* wave counts through the dispatch, iter through the loop: what is new is fetched, what is not hits. */
static void test_R53_wave_group_and_iter(void) {
    job j =
        run_text("x: ; @trip 8\n" LOAD "lane*4+iter%4*256\ns_waitcnt vmcnt(0)\ns_cbranch_scc1 x\ns_endpgm\n", 64, 1);
    CHECK_U64(4, gcnmem_run_insn_of(j.run, 0).served[GCNMEM_SERVED_L1], "the second four trips hit");
    job_end(&j);
    j = run_text(LOAD "lane*4+wave*256\ns_endpgm\n", 128, 3);
    CHECK_U64(24 * 64, j.result.l2_bytes, "6 waves of 4 lines each");
    job_end(&j);
    j = run_text("s_barrier\n" LOAD "lane*4+group*256\ns_waitcnt vmcnt(0)\ns_barrier\n" LOAD
                 "lane*4+group*256\ns_endpgm\n",
                 128, 1);
    CHECK_U64(2, gcnmem_run_insn_of(j.run, 4).served[GCNMEM_SERVED_L1], "both waves of a group share");
    job_end(&j);
}

static void test_R53_the_callers_rows_win_over_annotations(void) {
    static const char wide[] = "lane*64";
    static const char narrow[] = "lane*4";
    job j =
        job_new(GCNMEM_DEVICE_R9_FURY_X, LOAD "0\n" LOAD "0\nbuffer_load_dword v0, v1, s[0:3], 0 offen\ns_endpgm\n");
    gcnmem_run_pattern rows[2];
    j.options.groups = 1;
    job_run(&j);
    CHECK_U64(1, j.result.defaults_used, "the third load");
    rows[0].insn = GCNMEM_NONE, rows[0].opcode = GCNMEM_NONE, rows[0].text = narrow, rows[0].text_bytes = 6;
    rows[1].insn = 1, rows[1].opcode = GCNMEM_NONE, rows[1].text = wide, rows[1].text_bytes = 7;
    j.options.patterns = rows, j.options.pattern_count = 2;
    job_run(&j);
    CHECK_U64(4, gcnmem_run_insn_of(j.run, 0).lines, "every instruction");
    CHECK_U64(64, gcnmem_run_insn_of(j.run, 1).lines, "this instruction");
    CHECK_U64(4, gcnmem_run_insn_of(j.run, 2).lines, "every instruction");
    CHECK_U64(0, j.result.defaults_used, "all have a row");
    job_end(&j);
}

typedef struct asked {
    uint64_t count, iters;
    uint32_t insn;
} asked;

static int answer(void* user, const gcnmem_run_query* query, uint64_t* address, uint64_t* mask) {
    asked* a = (asked*)user;
    int lane;
    if (query->insn != a->insn) {
        return 0;
    }
    for (lane = 0; lane < GCNMEM_LANES; ++lane) {
        address[lane] = (uint64_t)lane * 64;
    }
    *mask &= 0xff;
    a->count += 1;
    a->iters += query->iter[0];
    return 1;
}

static void test_R53_the_caller_is_asked(void) {
    job j = job_new(GCNMEM_DEVICE_R9_FURY_X, "x: ; @trip 3\n" LOAD "0\n" LOAD "0\ns_cbranch_scc1 x\ns_endpgm\n");
    asked a = {0, 0, 1};
    gcnmem_run_hooks hooks = {answer, NULL, NULL, &a};
    j.options.groups = 1;
    if (job_start(&j)) {
        CHECK(gcnmem_run_advance(j.run, UINT64_MAX, &hooks) == GCNMEM_RUN_DONE, "ends");
        CHECK_U64(3, gcnmem_run_insn_of(j.run, 0).lines, "left to the annotation");
        CHECK_U64(24, gcnmem_run_insn_of(j.run, 1).lines, "eight lanes in three trips");
        CHECK(a.count >= 3 && a.iters >= 3, "0 + 1 + 2");
    }
    job_end(&j);
}

static void test_R53_a_division_by_zero_ends_the_run(void) {
    static const char* const expressions[] = {"64/(2-iter)", "lane*4+64/(2-iter)", "lane/(2-iter)", "rand(4/(2-iter))",
                                              "lane*4+8/iter"};
    size_t i;
    for (i = 0; i < sizeof expressions / sizeof expressions[0]; ++i) {
        char text[200];
        job j;
        snprintf(text, sizeof text, "x: ; @trip 5\n" LOAD "%s\ns_cbranch_scc1 x\ns_endpgm\n", expressions[i]);
        j = job_new(GCNMEM_DEVICE_R9_FURY_X, text);
        j.options.groups = 1;
        if (job_start(&j)) {
            CHECK(gcnmem_run_advance(j.run, UINT64_MAX, NULL) == GCNMEM_RUN_FAILED, "%s", expressions[i]);
            j.result = gcnmem_run_result_of(j.run);
            CHECK_U64(0, j.result.failed_insn, "%s", expressions[i]);
            CHECK_U64((uint64_t)(strchr(expressions[i], '/') - expressions[i]) + 1, j.result.failed_column, "%s",
                      expressions[i]);
            CHECK_U64(i < 4 ? 3 : 1, gcnmem_run_insn_of(j.run, 0).issued, "%s in the third trip, or the first",
                      expressions[i]);
        }
        job_end(&j);
    }
}

/* Lanes that do not take part touch nothing; VALU work and the loads outside are the same. */
static void test_R53_lanes_that_are_switched_off(void) {
    job j = run_text("v_cmp_lt_u32 vcc, v0, v1\ns_and_saveexec_b64 s[2:3], vcc ; @lanes 16\n" LOAD
                     "lane*64\ns_or_b64 exec, exec, s[2:3]\n" LOAD "lane*64\ns_endpgm\n",
                     64, 1);
    CHECK_U64(16, gcnmem_run_insn_of(j.run, 2).lines, "inside");
    CHECK_U64(64, gcnmem_run_insn_of(j.run, 4).lines, "EXEC restored");
    job_end(&j);
    j = run_text("s_cbranch_execz skip ; @lanes 3\n" LOAD "lane*64\nskip:\n" LOAD "lane*64\ns_endpgm\n", 64, 1);
    CHECK_U64(3, gcnmem_run_insn_of(j.run, 1).lines, "until the branch's label");
    CHECK_U64(64, gcnmem_run_insn_of(j.run, 2).lines, "behind it");
    job_end(&j);
    j = run_text(LOAD "lane*64\npart: ; @lanes 5\n" LOAD "lane*64\ns_endpgm\n", 66, 1);
    CHECK_U64(64 + 2, gcnmem_run_insn_of(j.run, 0).lines, "two waves, the second of two lanes");
    CHECK_U64(5 + 2, gcnmem_run_insn_of(j.run, 1).lines, "no more than there are");
    job_end(&j);
}

#define LANE4 LOAD "lane*4\n"

/* Every number of lanes, in a block and in a loop behind it: what @lanes says touches no flag of the walk. */
static void test_R53_every_number_of_lanes(void) {
    for (uint32_t lanes = 1; lanes <= 64; ++lanes) {
        char text[400];
        job j;
        snprintf(text, sizeof text, "s_cbranch_execz A ; @lanes %u\n" LANE4 "A:\n" LANE4 "s_endpgm\n", lanes);
        j = run_text(text, 64, 1);
        CHECK_U64((lanes + 64) * 4, j.result.bytes_requested, "%u", lanes);
        job_end(&j);
        snprintf(text, sizeof text,
                 "s_cbranch_execz B ; @lanes %u\n" LANE4 "A: ; @trip 3\n" LANE4 "s_cbranch_scc1 A\nB:\n" LANE4
                 "C: ; @trip 2\n" LANE4 "s_cbranch_scc1 C\ns_endpgm\n",
                 lanes);
        j = run_text(text, 64, 1);
        CHECK_U64(GCNMEM_RUN_DONE, j.result.state, "%u", lanes);
        CHECK_U64((4 * lanes + 3 * 64) * 4, j.result.bytes_requested, "%u, two loops", lanes);
        CHECK_U64(lanes, job_insn(&j, 1)->lanes, "%u", lanes);
        CHECK_U64(2, j.listing->loop_count, "%u", lanes);
        job_end(&j);
    }
}

/* A branch's part ends at its label, with whatever is inside; another's where EXEC is restored. */
static void test_R53_divergent_parts_inside_each_other(void) {
    job j = run_text("s_cbranch_execz A ; @lanes 8\n" LANE4 "s_cbranch_execz B ; @lanes 2\n" LANE4
                     "B:\ns_or_b64 exec, exec, s[2:3]\n" LANE4 "A:\ns_or_b64 exec, exec, s[4:5]\n" LANE4 "s_endpgm\n",
                     64, 1);
    CHECK_U64((8 + 2 + 8 + 64) * 4, j.result.bytes_requested, "two branches");
    job_end(&j);
    j = run_text("s_and_saveexec_b64 s[4:5], vcc ; @lanes 8\n" LANE4 "s_and_saveexec_b64 s[2:3], vcc ; @lanes 2\n" LANE4
                 "s_or_b64 exec, exec, s[2:3]\n" LANE4 "s_or_b64 exec, exec, s[4:5]\n" LANE4 "s_endpgm\n",
                 64, 1);
    CHECK_U64((8 + 2 + 8 + 64) * 4, j.result.bytes_requested, "EXEC saved twice");
    job_end(&j);
    j = run_text("x: s_cbranch_execz y ; @lanes 8\n" LANE4 "y:\n" LANE4 "s_endpgm\n", 64, 1);
    CHECK_U64((8 + 64) * 4, j.result.bytes_requested, "a branch behind a label of its own line");
    job_end(&j);
}

/* What cannot be read or belongs nowhere is counted, not guessed. */
static void test_R53_annotations_that_say_nothing(void) {
    static const char* const lines[] = {"x: ; @trip 0\n",
                                        "x: ; @trip 8*4\n",
                                        "x: ; @lanes 65\n",
                                        "s_nop 0 ; @lanes 8x\n",
                                        "s_nop 0 ; @trip 3\n",
                                        "s_nop 0 ; @mem lane\n",
                                        "x:\ns_cbranch_scc0 x ; @lanes 8\n"};
    size_t i;
    for (i = 0; i < sizeof lines / sizeof lines[0]; ++i) {
        char text[200];
        job j;
        snprintf(text, sizeof text, "s_nop 0\n%s" LANE4 "s_endpgm\n", lines[i]);
        j = run_text(text, 64, 1);
        CHECK_U64(1, j.listing ? j.listing->unbound_count : 0, "%s", lines[i]);
        CHECK_U64(256, j.result.bytes_requested, "%s", lines[i]);
        job_end(&j);
    }
    {
        job j = run_text("x: ; @trip 3 @lanes 4\n" LANE4 "s_cbranch_scc0 x\ns_endpgm\n", 64, 1);
        CHECK_U64(3 * 16, j.result.bytes_requested, "two annotations on a line");
        CHECK_U64(0, j.listing->unbound_count, "both are read");
        job_end(&j);
    }
}

/* Each instruction draws for itself, unless a seed says which draws belong together. */
static void test_R53_draws_of_different_instructions(void) {
    job j = run_text(LOAD "rand(1G)\n" LOAD "rand(1G)\ns_endpgm\n", 64, 1);
    CHECK(j.result.l2_bytes > 125 * 64, "%" PRIu64 " bytes of two times 64 lines", j.result.l2_bytes);
    job_end(&j);
    j = run_text(LOAD "chase(1G,seed=4)\ns_waitcnt vmcnt(0)\n" LOAD "chase(1G,seed=4)\ns_endpgm\n", 64, 1);
    CHECK_U64(64, j.result.l2_bytes, "one line, for both");
    job_end(&j);
}

static void test_R53_a_bad_expression_names_its_line(void) {
    job j = job_new(GCNMEM_DEVICE_R9_FURY_X, "s_nop 0\n" LOAD "lane*\ns_endpgm\n");
    size_t bytes = test_run_bytes(&j.desc, j.listing, &j.options);
    void* memory = calloc(1, bytes);
    gcnmem_run* run = NULL;
    CHECK(gcnmem_run_init(memory, bytes, &j.desc, j.listing, j.text, &j.options, &run, &j.issue) == GCNMEM_ERROR_SYNTAX,
          "lane*");
    CHECK(run == NULL && j.issue.line == 2, "line %" PRIu32, j.issue.line);
    CHECK_U64(strlen(LOAD "lane*") + 1, j.issue.column, "column of the line");
    free(memory);
    job_end(&j);
}

/* ---- R54: the timed memory path ---- */

/* Lanes 8 KB apart meet one channel of Vega's sixteen: all CUs wait for it while the others idle. The report names a
   pitch, and with that the run takes a fraction of the time and meets them all. */
static void test_R33_R59_a_pitch_that_meets_one_channel(void) {
    static const struct {
        const char* pitch;
        uint64_t met;
    } rows[] = {{"8192", 1}, {"8256", 16}};
    uint64_t clocks[2] = {0, 0};
    for (size_t i = 0; i < 2; ++i) {
        char text[256];
        char report[8192] = "";
        snprintf(text, sizeof text, LOAD "lane*%s+wave*4*64*8192\ns_waitcnt vmcnt(0)\ns_endpgm\n", rows[i].pitch);
        job j = job_new(GCNMEM_DEVICE_VEGA_64, text);
        j.options.groups = 2048;
        job_run(&j);
        if (j.run != NULL) {
            gcnmem_run_insn_stats load = gcnmem_run_insn_of(j.run, 0);
            CHECK_U64(2048 * 64, load.l2_chunks, "%s", rows[i].pitch);
            CHECK_U64(2048 * rows[i].met, load.l2_channels, "%s", rows[i].pitch);
            uint64_t idle = j.result.dram.limit_clocks[GCNMEM_DRAM_LIMIT_CHANNEL];
            uint64_t all = j.result.dram.clocks * j.desc.dram_channels;
            CHECK_U64(rows[i].met == 1, idle * 4 > all * 3, "%s: %llu of %llu clocks", rows[i].pitch,
                      (unsigned long long)idle, (unsigned long long)all);
            gcnmem_report_run(j.run, j.listing, j.text, GCNMEM_STYLE_TEXT, test_append, report);
            CHECK_U64(rows[i].met == 1, strstr(report, "its 64 chunks of 256 bytes meet 1 of 16 channels") != NULL,
                      "%s", report);
            CHECK_U64(rows[i].met == 1, strstr(report, "8256 bytes apart they would meet 16") != NULL, "%s", report);
        }
        clocks[i] = j.result.clocks;
        job_end(&j);
    }
    CHECK_U64(1, clocks[0] > 4 * clocks[1], "%llu and %llu clocks", (unsigned long long)clocks[0],
              (unsigned long long)clocks[1]);
}

/* Where lines side by side share a chunk, or no L2 stands between L1 and DRAM, no channel is to blame. */
static void test_R33_accesses_that_spread_name_no_channels(void) {
    static const struct {
        gcnmem_device device;
        const char* text;
    } rows[] = {{GCNMEM_DEVICE_VEGA_64, LOAD "lane*4+wave*256\ns_waitcnt vmcnt(0)\ns_endpgm\n"},
                {GCNMEM_DEVICE_GTX_280, "load_b32 r1, [r2] ; @mem lane*8192+wave*4\nmov r3, r1\nexit\n"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        char report[8192] = "";
        job j = job_new(rows[i].device, rows[i].text);
        j.options.groups = 64;
        job_run(&j);
        const gcnmem_limiter limiter = i == 0 ? GCNMEM_LIMITER_VECTOR_LATENCY : GCNMEM_LIMITER_CHANNELS; /* of DRAM */
        CHECK_U64(limiter, j.result.limited_by, "%s", gcnmem_name_of(GCNMEM_NAMES_LIMITER, j.result.limited_by));
        gcnmem_report_run(j.run, j.listing, j.text, GCNMEM_STYLE_TEXT, test_append, report);
        CHECK(strstr(report, "channels of L2") == NULL, "%s", report);
        job_end(&j);
    }
}

/* Rows of 4160 bytes for each lane: what L2 is asked for meets all channels, and what L1 serves meets none. */
static void test_R33_R59_what_L1_serves_meets_no_channel(void) {
    for (int padded = 0; padded < 2; ++padded) {
        char text[300];
        char report[8192] = "";
        snprintf(text, sizeof text,
                 "x: ; @trip 64\nbuffer_load_dword v1, v0, s[0:3], 0 offen ; @mem group*%d+lane*%d+iter*4\n"
                 "s_waitcnt vmcnt(0)\ns_cbranch_scc1 x\ns_endpgm\n",
                 padded ? 64 * 4160 : 64 * 4096, padded ? 4160 : 4096);
        job j = job_new(GCNMEM_DEVICE_VEGA_64, text);
        j.options.groups = 64;
        job_run(&j);
        CHECK_U64(padded ? GCNMEM_LIMITER_VECTOR_LATENCY : GCNMEM_LIMITER_CHANNELS, j.result.limited_by, "%s",
                  gcnmem_name_of(GCNMEM_NAMES_LIMITER, j.result.limited_by));
        gcnmem_report_run(j.run, j.listing, j.text, GCNMEM_STYLE_TEXT, test_append, report);
        CHECK_U64(!padded, strstr(report, "4160 bytes apart they would meet 16") != NULL, "%s", report);
        CHECK_U64(!padded, strstr(report, "channels of L2") != NULL, "%s", report);
        CHECK_U64(!padded, strstr(gcnmem_run_advice(&j.result), "channels") != NULL, "%s", report);
        job_end(&j);
    }
}

/* A row of 8 KB for each group, read from its begin to its end: groups go on together, and one channel of Vega's
   sixteen has all their requests. Rows of one line more meet them all. */
static void test_R33_R59_groups_that_meet_one_channel_in_step(void) {
    uint64_t clocks[2];
    for (int padded = 0; padded < 2; ++padded) {
        char text[300];
        char report[8192] = "";
        snprintf(text, sizeof text,
                 "x: ; @trip 32\nbuffer_load_dword v1, v0, s[0:3], 0 offen ; @mem group*%d+iter*256+lane*4\n"
                 "s_waitcnt vmcnt(0)\ns_cbranch_scc1 x\ns_endpgm\n",
                 padded ? 8256 : 8192);
        job j = job_new(GCNMEM_DEVICE_MI60, text);
        j.options.groups = 4096;
        job_run(&j);
        clocks[padded] = j.result.clocks;
        gcnmem_report_run(j.run, j.listing, j.text, GCNMEM_STYLE_TEXT, test_append, report);
        const char* line = strstr(report, "line 2: work-groups in step meet 1 of 16 channels of L2: they are");
        const char* better = strstr(report, "8192 bytes apart; 8256 bytes apart they would meet 16");
        CHECK_U64(!padded, line != NULL && better != NULL && line < better, "%s", report);
        CHECK_U64(!padded, strstr(report, "channels of L2") != NULL, "%s", report);
        job_end(&j);
    }
    CHECK(clocks[1] * 3 < clocks[0] * 2, "%lu clocks, padded %lu", (unsigned long)clocks[0], (unsigned long)clocks[1]);
}

/* Of what VALU does, the operation that takes most is named, not the one that waits longest. */
static void test_R56_the_dearest_operation(void) {
    char report[8192] = "";
    job j = job_new(GCNMEM_DEVICE_R9_290X, "x: ; @trip 100\nv_mov_b32 v0, 0\nv_mov_b32 v1, 0\nv_mul_lo_u32 v2, v0, v1\n"
                                           "s_cbranch_scc1 x\ns_endpgm\n");
    j.options.groups = 2048;
    job_run(&j);
    gcnmem_report_run(j.run, j.listing, j.text, GCNMEM_STYLE_TEXT, test_append, report);
    CHECK_U64(1, strstr(report, "67 % of VALU's clocks: v_mul_lo_u32, 16.0 each time") != NULL, "%s", report);
    job_end(&j);
}

/* A full pipe of LDS is LDS's matter, though LDS as a whole is idle: few CUs have waves. */
static void test_R56_a_full_pipe_of_LDS_has_its_own_advice(void) {
    char report[8192] = "";
    job j = job_new(GCNMEM_DEVICE_R9_290X, "x: ; @trip 100\nds_add_u32 v0, v1 ; @mem lane*128\n"
                                           "ds_write_b32 v0, v1 ; @mem lane*4\ns_cbranch_scc1 x\ns_endpgm\n");
    j.options.groups = 8;
    job_run(&j);
    CHECK_U64(GCNMEM_LIMITER_PIPE, j.result.limited_by, "%s",
              gcnmem_name_of(GCNMEM_NAMES_LIMITER, j.result.limited_by));
    CHECK_U64(GCNMEM_PIPE_LDS, j.result.full_pipe, "the pipe");
    gcnmem_run_result lds = j.result;
    lds.limited_by = GCNMEM_LIMITER_LDS;
    CHECK_TEXT(gcnmem_run_advice(&lds), gcnmem_run_advice(&j.result), "the advice");
    gcnmem_report_run(j.run, j.listing, j.text, GCNMEM_STYLE_TEXT, test_append, report);
    CHECK(strstr(report, "limited by  memory pipe full: LDS\n") != NULL, "%s", report);
    CHECK(strstr(report, "97 % of LDS's clocks: ds_add_u32, 64.0 each time, 62.0 of them for") != NULL, "%s", report);
    job_end(&j);
}

/* One wave whose lanes are 4 KB apart. Depth 2 and depth 3 see the same machine: an L2 channel keeps to its own memory
   channels, also where a hash chose it (MI100) or a table (Tahiti). */
static void test_R33_rows_of_a_run_are_those_of_a_replay(void) {
    static const gcnmem_device devices[] = {GCNMEM_DEVICE_MI100, GCNMEM_DEVICE_HD_7970, GCNMEM_DEVICE_R9_390X};
    for (size_t i = 0; i < sizeof devices / sizeof devices[0]; ++i) {
        job j = job_new(devices[i], "buffer_load_dword v1, v0, s[4:7], 0 offen ; @mem lane*4096\n"
                                    "s_waitcnt vmcnt(0)\ns_endpgm\n");
        size_t bytes = gcnmem_replay_size_bytes(&j.desc);
        void* memory = malloc(bytes);
        gcnmem_replay* replay;
        gcnmem_access access = test_access("buffer_load_dword", 4096);
        gcnmem_replay_init(memory, bytes, &j.desc, GCNMEM_LEVEL_L1, &replay, NULL);
        j.options.groups = 1;
        job_run(&j);
        if (replay) {
            gcnmem_replay_stats stats;
            gcnmem_replay_wave(replay, 0, &access);
            stats = gcnmem_replay_finish(replay);
            CHECK_U64(stats.dram.activates, j.result.dram.activates, "%s", gcnmem_device_card(devices[i]));
            CHECK_U64(stats.dram.row_hits, j.result.dram.row_hits, "%s", gcnmem_device_card(devices[i]));
        }
        free(memory);
        job_end(&j);
    }
}

/* The same rounding as in a replay: up. */
static void test_R48_dram_clocks_of_a_run_are_rounded_up(void) {
    job j = job_new(GCNMEM_DEVICE_R9_390X, "s_nop 0\ns_endpgm\n");
    uint64_t dram_khz = (uint64_t)j.desc.dram_mbps_per_pin * 1000 / j.desc.dram_data_rate;
    uint64_t core_khz = (uint64_t)j.desc.core_clock_mhz * 1000;
    for (uint32_t groups = 1; groups < 40; groups += 3) {
        j.options.groups = groups;
        job_run(&j);
        CHECK_U64((j.result.clocks * dram_khz + core_khz - 1) / core_khz, j.result.dram.clocks, "%" PRIu64 " clocks",
                  j.result.clocks);
    }
    job_end(&j);
}

static void test_R54_each_level_takes_longer(void) {
    job j = run_text(LOAD "lane*4\ns_waitcnt vmcnt(0)\n" LOAD "lane*4\ns_waitcnt vmcnt(0)\ns_endpgm\n", 64, 1);
    uint64_t miss = stall_of(&j, 1, GCNMEM_STALL_VECTOR_MEMORY);
    uint64_t hit = stall_of(&j, 3, GCNMEM_STALL_VECTOR_MEMORY);
    CHECK_U64(136 - 8, hit, "load and wait are issued in 8 clocks, data come at 136");
    CHECK(miss > hit + 100, "a miss");
    CHECK_U64(1, j.result.served[GCNMEM_SERVED_L1], "the hit");
    CHECK_U64(1, j.result.served[GCNMEM_SERVED_DRAM], "the miss");
    job_end(&j);
}

/* 32 KB do not stay in 16 KB of L1: the second pass comes from L2, and between the two in time. */
static void test_R54_what_L1_lost_comes_from_L2(void) {
    job j = run_text("x: ; @trip 256\n" LOAD "lane*4+iter%128*256\ns_waitcnt vmcnt(0)\ns_cbranch_scc1 x\ns_endpgm\n",
                     64, 1);
    gcnmem_run_insn_stats stats = gcnmem_run_insn_of(j.run, 1);
    CHECK_U64(0, j.result.served[GCNMEM_SERVED_L1], "LRU of a loop keeps nothing");
    CHECK(j.result.served[GCNMEM_SERVED_L2] >= 128, "the second pass");
    CHECK(stats.waited_clocks[GCNMEM_SERVED_L2] * j.result.served[GCNMEM_SERVED_DRAM] <
              stats.waited_clocks[GCNMEM_SERVED_DRAM] * j.result.served[GCNMEM_SERVED_L2],
          "L2 is nearer than DRAM");
    job_end(&j);
}

/* One wave's loads queue at the L1: 64 lines take at least 64 clocks of it, a dword for each lane four. */
static void test_R54_the_L1_port_is_busy_as_depth_1_says(void) {
    static const char* const patterns[] = {"lane*4", "lane*64", "lane*8"};
    static const uint64_t steps[] = {4, 64, 8};
    size_t i;
    for (i = 0; i < 3; ++i) {
        char text[200];
        job j;
        gcnmem_access access = test_access("buffer_load_dword", steps[i]);
        gcnmem_cost cost = test_cost(GCNMEM_DEVICE_R9_FURY_X, &access);
        snprintf(text, sizeof text, LOAD "%s\ns_waitcnt vmcnt(0)\ns_endpgm\n", patterns[i]);
        j = run_text(text, 64, 1);
        CHECK_U64(cost.clocks, j.result.l1_busy_clocks, "%s", patterns[i]);
        CHECK_U64(cost.clocks, gcnmem_run_insn_of(j.run, 0).unit_clocks, "%s", patterns[i]);
        job_end(&j);
    }
}

/* Loads of four lines each, 16 clocks of the L1: the data of one leave it behind those of the other. */
static void test_R79_what_waits_for_DRAM_comes_one_after_another(void) {
    job j =
        run_text(LOAD "lane%4*64\n" LOAD "lane%4*64+256\n" LOAD "lane%4*64+512\ns_waitcnt vmcnt(0)\ns_endpgm\n", 64, 1);
    uint64_t one = clocks_of(LOAD "lane%4*64\ns_waitcnt vmcnt(0)\ns_endpgm\n", 1);
    CHECK(j.result.clocks - 200 >= one + 2 * 16, "two more loads");
    CHECK(j.result.clocks - 200 < one + 4 * 16, "two more loads");
    job_end(&j);
}

/* A chain of loads, each of a row of its own, over `pages` of 2 MB: clocks in which its wave waits. */
static uint64_t page_clocks(uint32_t entries, uint32_t pages) {
    char text[200];
    job j;
    uint64_t waited;
    snprintf(text, sizeof text,
             "x: ; @trip 256\n" LOAD "iter%%%u*2M+iter*16K\ns_waitcnt vmcnt(0)\ns_cbranch_scc1 x\ns_endpgm\n",
             (unsigned)pages);
    j = job_new(GCNMEM_DEVICE_R9_FURY_X, text);
    j.options.groups = 1;
    j.desc.core_clock_mhz = 1000;
    j.desc.tlb_entries = entries;
    job_run(&j);
    waited = stall_of(&j, 1, GCNMEM_STALL_VECTOR_MEMORY);
    job_end(&j);
    return waited;
}

/* Each group reads lines of its own: they fit L2, and the scalar loads behind them what all share. */
static const char reads_lines[] = "main:\n"
                                  "  s_load_dword s6, s[4:5], 0x0\n"
                                  "next:\n"
                                  "  global_load_dword v1, v[2:3], off ; @mem lane*4 + iter*256 + group*1K + 1M\n"
                                  "  s_waitcnt vmcnt(0)\n"
                                  "  s_cbranch_scc1 next ; @trip 4\n"
                                  "  s_endpgm\n";

/* The run again, with the caches of the one before. */
static job repeated(const job* before, const char* text, uint64_t groups) {
    job j = job_new(before->desc.device, text);
    j.options.groups = groups;
    if (job_start(&j)) {
        gcnmemi_run_keep_caches(j.run, before->run);
        gcnmem_run_advance(j.run, UINT64_MAX, NULL);
        j.result = gcnmem_run_result_of(j.run);
    }
    return j;
}

/* Of a repeated dispatch L2 has what fits it, L1 and the scalar caches nothing; a third run is the second. What is
   larger than L2 comes from DRAM again. */
static void test_R84_a_repeated_dispatch_finds_its_data_in_L2(void) {
    static const gcnmem_device devices[] = {GCNMEM_DEVICE_VEGA_64, GCNMEM_DEVICE_MI100, GCNMEM_DEVICE_V100};
    for (size_t i = 0; i < sizeof devices / sizeof devices[0]; ++i) {
        const char* text =
            devices[i] == GCNMEM_DEVICE_V100 ? "load_b32 r1, r0 ; @mem lane*32 + group*1K + 1M\n" : reads_lines;
        const char* card = gcnmem_device_card(devices[i]);
        job first = job_new(devices[i], text);
        first.options.groups = 512;
        job_run(&first);
        job second = repeated(&first, text, 512);
        job third = repeated(&second, text, 512);
        CHECK_U64(1, second.result.runs_before, "%s", card);
        CHECK_U64(2, third.result.runs_before, "%s", card);
        CHECK(first.result.dram.reads != 0, "%s", card);
        CHECK_U64(0, second.result.dram.reads, "%s", card);
        CHECK(second.result.clocks < first.result.clocks, "%s: %" PRIu64 ", before %" PRIu64, card,
              second.result.clocks, first.result.clocks);
        CHECK_U64(first.result.l2_bytes, second.result.l2_bytes, "%s: L1 begins empty", card);
        CHECK_U64(second.result.clocks, third.result.clocks, "%s", card);
        job wide = job_new(devices[i], text);
        wide.options.groups = 16384;
        job_run(&wide);
        job wide_again = repeated(&wide, text, 16384);
        CHECK(wide_again.result.dram.reads * 2 > wide.result.dram.reads, "%s: %" PRIu64 " of %" PRIu64, card,
              wide_again.result.dram.reads, wide.result.dram.reads);
        job_end(&first);
        job_end(&second);
        job_end(&third);
        job_end(&wide);
        job_end(&wide_again);
    }
}

/* Pages that a CU knew stay known: the second time a GPU that knows all pages is no faster. */
static void test_R84_pages_stay_known(void) {
    job first = job_new(GCNMEM_DEVICE_HD_7970, reads_lines);
    job roomy = job_new(GCNMEM_DEVICE_HD_7970, reads_lines);
    first.options.groups = roomy.options.groups = 1;
    roomy.desc.tlb_entries = 0;
    job_run(&first);
    job_run(&roomy);
    job second = repeated(&first, reads_lines, 1);
    CHECK(first.result.clocks > roomy.result.clocks, "the first run comes to a page that it does not know");
    job roomy_again = job_new(GCNMEM_DEVICE_HD_7970, reads_lines);
    roomy_again.options.groups = 1;
    roomy_again.desc.tlb_entries = 0;
    if (job_start(&roomy_again)) {
        gcnmemi_run_keep_caches(roomy_again.run, roomy.run);
        gcnmem_run_advance(roomy_again.run, UINT64_MAX, NULL);
    }
    CHECK_U64(gcnmem_run_result_of(roomy_again.run).clocks, second.result.clocks, "the second knows it");
    job_end(&roomy);
    job_end(&roomy_again);
    job_end(&first);
    job_end(&second);
}

/* A sample is a machine that could be, with a quarter of the CUs and of DRAM's rate; the second has all channels, and
   all bytes of L2. */
static void test_R85_a_sample_is_a_quarter_of_the_machine(void) {
    for (uint32_t device = 1; device < GCNMEM_DEVICE_END; ++device) {
        const gcnmem_desc whole = gcnmem_desc_for((gcnmem_device)device);
        const char* card = gcnmem_device_card(whole.device);
        for (uint32_t i = 0; i < 2; ++i) {
            const gcnmem_desc sample = gcnmemi_run_sample_desc(&whole, i);
            const uint64_t part = (uint64_t)whole.dram_channels * whole.dram_mbps_per_pin * sample.cu_count;
            const uint64_t rate = (uint64_t)sample.dram_channels * sample.dram_mbps_per_pin * whole.cu_count;
            gcnmem_issue issue;
            CHECK(gcnmem_desc_validate(&sample, &issue) == GCNMEM_OK, "%s, sample %u: %s", card, i, issue.field);
            CHECK_U64(whole.cu_count < 4 ? 1 : whole.cu_count / 4, sample.cu_count, "%s, sample %u", card, i);
            CHECK(rate * 100 <= part * 101 && rate * 101 >= part * 100, "%s, sample %u: %" PRIu64 " of %" PRIu64, card,
                  i, rate, part);
            if (i == 0) {
                CHECK(sample.l2_size_bytes <= whole.l2_size_bytes / 2, "%s: %u of %u bytes", card, sample.l2_size_bytes,
                      whole.l2_size_bytes);
            } else {
                CHECK_U64(whole.l2_size_bytes, sample.l2_size_bytes, "%s", card);
                CHECK_U64(whole.l2_channels, sample.l2_channels, "%s", card);
                CHECK_U64(whole.dram_channels, sample.dram_channels, "%s", card);
            }
        }
    }
}

/* 3 % is agreement, what is more is not; without samples nothing is. */
static void test_R85_samples_agree_within_3_per_cent(void) {
    static const struct {
        uint64_t clocks[2];
        gcnmem_preview preview;
        uint64_t spread_e3;
    } rows[] = {{{1000, 1000}, GCNMEM_PREVIEW_USED, 0},         {{1000, 1030}, GCNMEM_PREVIEW_USED, 3000},
                {{1030, 1000}, GCNMEM_PREVIEW_USED, 3000},      {{1000, 1031}, GCNMEM_PREVIEW_REFUSED, 3100},
                {{4000, 1000}, GCNMEM_PREVIEW_REFUSED, 300000}, {{0, 0}, GCNMEM_PREVIEW_TOO_SMALL, 0}};
    job j = job_new(GCNMEM_DEVICE_VEGA_64, "s_endpgm\n");
    job_start(&j);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        CHECK_U64(rows[i].preview == GCNMEM_PREVIEW_USED,
                  gcnmemi_run_tell_samples(j.run, rows[i].clocks[0], rows[i].clocks[1]), "row %zu", i);
        CHECK_U64(rows[i].preview, gcnmem_run_result_of(j.run).preview, "row %zu", i);
        CHECK_U64(rows[i].spread_e3, gcnmem_run_result_of(j.run).preview_e3, "row %zu", i);
    }
    job_end(&j);
}

/* Who does not say how many lanes its waves of RDNA have tells it by its masks: pairs of registers are of 64. */
static void test_R68_masks_tell_the_lanes_of_a_wave(void) {
    static const struct {
        const char* code;
        uint32_t lanes;
    } rows[] = {{"v_mov_b32 v0, v1", 32},
                {"v_cmp_lt_u32_e32 vcc_lo, v0, v1", 32},
                {"v_cmp_lt_u32_e32 vcc, v0, v1", 64},
                {"v_cndmask_b32_e32 v0, v1, v2, vcc", 64},
                {"v_cndmask_b32_e32 v0, v1, v2, vcc_lo", 32},
                {"s_mov_b64 vcc, 0", 32}, /* a pair of scalars as any other */
                {"s_mov_b64 exec, -1", 64},
                {"s_mov_b32 exec_lo, -1", 32},
                {"s_mov_b64 s[0:1], exec", 64},
                {"s_mov_b32 s0, exec_lo", 32},
                {"s_and_saveexec_b64 s[0:1], s[2:3]", 64},
                {"s_and_saveexec_b32 s0, s2", 32},
                {"v_cmpx_lt_u32 v0, v1", 32},
                {"s_cbranch_execz x\nx:", 32}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        char text[128];
        snprintf(text, sizeof text, "%s\ns_endpgm\n", rows[i].code);
        job j = job_new(GCNMEM_DEVICE_RX_6900_XT, text);
        j.options.groups = 1;
        j.options.group_lanes = 64;
        job_run(&j);
        CHECK_U64(64 / rows[i].lanes, j.result.waves, "%s: waves of a group of 64", rows[i].code);
        job_end(&j);
    }
}

/* Whatever is wrong with the size of an image, or what stands behind it, has one line; without an issue a result. */
static void test_R10_sizes_of_images_that_are_none(void) {
    static const struct {
        const char* value;
        int is_good;
    } rows[] = {{"0=64x64", 1},
                {"0=64x64x2", 1},
                {"0=64x64:rgba8", 1},
                {"0=64x64:bc7", 1},
                {"0=64", 0},
                {"0=64x", 0},
                {"0=x64", 0},
                {"0=64x64x2x2", 0},
                {"0=64x64x", 0},
                {"0=64x64 ", 0},
                {"0=16385x1", 0},
                {"0=1x16385", 0},
                {"0=1x1x8193", 0},
                {"0=0x64", 0},
                {"0=64x64:rgba9", 0},
                {"0=64x64:sharp", 0},
                {"0=64x64:bilinear", 1},
                {"0=64x64:aniso3", 0},
                {"0=64x64:rgba8:bc7", 1},
                {"1=64x64", 0},
                {"0=16384x16384", 1},
                {"nothing=64x64", 0}};
    static const char text[] = "image_sample v[4:7], v[0:1], s[0:7], s[8:11] dmask:0xf\ns_endpgm\n";
    static char memory[1 << 22];
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        const gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_VEGA_64);
        const gcnmem_setting settings[] = {{"image", rows[i].value}, {"groups", "1"}, {"cus", "1"}};
        gcnmem_shader shader;
        gcnmem_issue issue;
        gcnmem_result result =
            gcnmem_shader_init(memory, sizeof memory, &desc, text, strlen(text), settings, 3, &shader, &issue);
        CHECK((result == GCNMEM_OK) == rows[i].is_good, "%s: %s %s", rows[i].value, issue.field, issue.rule);
        if (result != GCNMEM_OK) {
            CHECK_TEXT("image", issue.field, "%s: %s", rows[i].value, issue.rule);
            CHECK_U64(1, issue.setting, "%s: %s", rows[i].value, issue.rule);
        }
        CHECK_U64(result,
                  gcnmem_shader_init(memory, sizeof memory, &desc, text, strlen(text), settings, 3, &shader, NULL),
                  "%s", rows[i].value);
    }
}

/* Samples stand for a machine that is full twice, at least. */
static void test_R85_few_groups_have_no_samples(void) {
    static const uint32_t least = 2 * 64 * 40; /* waves of one a group */
    for (uint64_t groups = least - 4; groups <= least + 4; groups += 4) {
        job j = job_new(GCNMEM_DEVICE_VEGA_64, "s_endpgm\n");
        j.options.groups = groups;
        job_start(&j);
        CHECK_U64(groups >= least ? groups / 4 : 0, gcnmemi_run_sample_groups(j.run), "of %" PRIu64, groups);
        job_end(&j);
    }
    job few = job_new(GCNMEM_DEVICE_VEGA_64, "s_endpgm\n");
    few.options.groups = least;
    few.options.cu_count = 3;
    job_start(&few);
    CHECK_U64(0, gcnmemi_run_sample_groups(few.run), "3 CUs have no quarter");
    job_end(&few);
}

/* The samples and the whole: a stream is its quarter, what all groups share is not. */
static void preview_runs(const char* text, uint64_t clocks[2], uint64_t* whole_clocks) {
    static const gcnmem_run_value trips = {"s6", 2, "group/256 + 1", 13, 0};
    job whole = job_new(GCNMEM_DEVICE_VEGA_64, text);
    whole.options.groups = 20480;
    whole.options.regs = &trips;
    whole.options.reg_count = strstr(text, "s6") != NULL;
    job_run(&whole);
    *whole_clocks = whole.result.clocks;
    for (uint32_t i = 0; i < 2; ++i) {
        job sample = job_new(GCNMEM_DEVICE_VEGA_64, text);
        sample.desc = gcnmemi_run_sample_desc(&whole.desc, i);
        sample.options = whole.options;
        sample.options.first_groups = whole.options.groups / 4;
        sample.options.skipped_groups = i != 0 ? whole.options.groups / 4 * 3 : 0;
        job_run(&sample);
        clocks[i] = sample.result.clocks;
        job_end(&sample);
    }
    job_end(&whole);
}

static void test_R85_samples_of_a_stream_stand_for_it(void) {
    uint64_t clocks[2];
    uint64_t whole;
    preview_runs("main:\n"
                 "  v_mul_f32 v4, v4, v4\n"
                 "next:\n"
                 "  v_mul_f32 v4, v4, v4\n"
                 "  v_mul_f32 v5, v5, v5\n"
                 "  s_cbranch_scc1 next ; @trip 200\n"
                 "  global_load_dword v1, v[2:3], off ; @mem lane*4 + group*256 + 1M\n"
                 "  s_waitcnt vmcnt(0)\n"
                 "  s_endpgm\n",
                 clocks, &whole);
    CHECK(clocks[0] * 100 <= whole * 103 && whole * 100 <= clocks[0] * 103, "%" PRIu64 " for %" PRIu64, clocks[0],
          whole);
    CHECK(clocks[0] * 100 <= clocks[1] * 103 && clocks[1] * 100 <= clocks[0] * 103, "%" PRIu64 " and %" PRIu64,
          clocks[0], clocks[1]);
    preview_runs("  buffer_load_dword v1, v0, s[4:7], 0 offen ; @mem lane*4 + (group % 5120)*64K + 1M\n"
                 "  s_waitcnt vmcnt(0)\n"
                 "  s_endpgm\n",
                 clocks, &whole);
    CHECK(clocks[0] * 100 > clocks[1] * 103 || clocks[1] * 100 > clocks[0] * 103,
          "one channel for all lines, %" PRIu64 ": %" PRIu64 " and %" PRIu64, whole, clocks[0], clocks[1]);
    preview_runs("next:\n"
                 "  v_mul_f32 v4, v4, v4\n"
                 "  s_sub_u32 s6, s6, 1\n"
                 "  s_cmp_lg_u32 s6, 0\n"
                 "  s_cbranch_scc1 next\n"
                 "  s_endpgm\n",
                 clocks, &whole);
    CHECK(clocks[0] < whole / 2 && clocks[1] > whole * 3 / 2, "work that grows, %" PRIu64 ": %" PRIu64 " and %" PRIu64,
          whole, clocks[0], clocks[1]);
}

/* A shader's run, in memory that is exactly as long as it takes. */
static gcnmem_run_result finish_shader(const gcnmem_desc* desc, const char* text, const gcnmem_setting* settings,
                                       uint32_t count) {
    gcnmem_shader shader;
    gcnmem_issue issue;
    gcnmem_run_result none;
    memset(&none, 0, sizeof none);
    CHECK_U64(GCNMEM_ERROR_LIMIT,
              gcnmem_shader_init(NULL, 0, desc, text, strlen(text), settings, count, &shader, &issue), "%s", text);
    void* memory = job_memory((size_t)issue.limit);
    if (gcnmem_shader_init(memory, (size_t)issue.limit, desc, text, strlen(text), settings, count, &shader, &issue) ==
        GCNMEM_ERROR_LIMIT) {
        free(memory);
        memory = job_memory((size_t)issue.limit);
        CHECK_U64(
            GCNMEM_OK,
            gcnmem_shader_init(memory, (size_t)issue.limit, desc, text, strlen(text), settings, count, &shader, &issue),
            "%s", text);
    }
    const gcnmem_run_result result = shader.run != NULL ? gcnmem_shader_finish(&shader) : none;
    free(memory);
    return result;
}

/* A preview in the memory that the whole takes, in steps of so many turns. */
static gcnmem_run_result preview_shader(const gcnmem_desc* desc, const char* text, const gcnmem_setting* settings,
                                        uint32_t count, uint64_t turns) {
    gcnmem_shader shader;
    gcnmem_issue issue;
    uint64_t bytes = 0;
    void* memory = NULL;
    gcnmem_run_result result;
    memset(&shader, 0, sizeof shader);
    memset(&result, 0, sizeof result);
    while (result.state == GCNMEM_RUN_GOING) {
        gcnmem_result error = gcnmem_shader_preview(memory, (size_t)bytes, desc, text, strlen(text), settings, count,
                                                    turns, NULL, &shader, &issue);
        if (error == GCNMEM_OK) {
            result = gcnmem_run_result_of(shader.run);
        } else if (error != GCNMEM_ERROR_LIMIT || issue.limit <= bytes) {
            CHECK(0, "%s %s", issue.field, issue.rule);
            break;
        } else {
            free(memory);
            bytes = issue.limit;
            memory = job_memory((size_t)bytes);
        }
    }
    free(memory);
    return result;
}

/* What a preview leaves is what the settings of its parts make, whatever the steps. */
static void test_R85_a_preview_is_one_of_its_parts(void) {
    static const char stream[] = "next:\n"
                                 "  v_mul_f32 v4, v4, v4\n"
                                 "  s_cbranch_scc1 next ; @trip 1000\n"
                                 "  global_load_dword v1, v[2:3], off ; @mem lane*4 + group*256 + 1M\n"
                                 "  s_waitcnt vmcnt(0)\n"
                                 "  s_endpgm\n";
    static const char grows[] = "next:\n"
                                "  v_mul_f32 v4, v4, v4\n"
                                "  s_sub_u32 s6, s6, 1\n"
                                "  s_cmp_lg_u32 s6, 0\n"
                                "  s_cbranch_scc1 next\n"
                                "  s_endpgm\n";
    static const struct {
        const char* text;
        gcnmem_setting settings[3];
        gcnmem_setting sample[2]; /* none: it is the whole */
        gcnmem_preview preview;
        gcnmem_run_state state;
    } rows[] = {
        {stream,
         {{"groups", "2560"}, {"cus", "8"}, {"top", "9"}},
         {{"cus", "2"}, {"first-groups", "640"}},
         GCNMEM_PREVIEW_USED,
         GCNMEM_RUN_DONE},
        {stream,
         {{"groups", "2560"}, {"cus", "8"}, {"repeat", "2"}},
         {{"cus", "2"}, {"first-groups", "640"}},
         GCNMEM_PREVIEW_USED,
         GCNMEM_RUN_DONE},
        {grows,
         {{"groups", "2560"}, {"cus", "8"}, {"reg", "s6=group/64 + 1"}},
         {{NULL, NULL}, {NULL, NULL}},
         GCNMEM_PREVIEW_REFUSED,
         GCNMEM_RUN_DONE},
        {stream,
         {{"groups", "64"}, {"cus", "8"}, {"top", "9"}},
         {{NULL, NULL}, {NULL, NULL}},
         GCNMEM_PREVIEW_TOO_SMALL,
         GCNMEM_RUN_DONE},
        {stream,
         {{"groups", "2560"}, {"cus", "3"}, {"top", "9"}},
         {{NULL, NULL}, {NULL, NULL}},
         GCNMEM_PREVIEW_TOO_SMALL,
         GCNMEM_RUN_DONE},
        {stream,
         {{"groups", "2560"}, {"cus", "8"}, {"max-clocks", "300"}},
         {{NULL, NULL}, {NULL, NULL}},
         GCNMEM_PREVIEW_NONE,
         GCNMEM_RUN_CUT},
    };
    const gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_FURY_X);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        const gcnmem_setting settings[] = {rows[i].settings[0], rows[i].settings[1], rows[i].settings[2],
                                           rows[i].sample[0], rows[i].sample[1]};
        const gcnmem_run_result preview = preview_shader(&desc, rows[i].text, settings, 3, UINT64_MAX);
        const gcnmem_run_result stepped = preview_shader(&desc, rows[i].text, settings, 3, 777);
        CHECK(memcmp(&preview, &stepped, sizeof preview) == 0, "row %zu: steps change it", i);
        CHECK_U64(rows[i].preview, preview.preview, "row %zu", i);
        CHECK_U64(rows[i].state, preview.state, "row %zu", i);
        if (preview.state == GCNMEM_RUN_DONE) {
            gcnmem_run_result part =
                finish_shader(&desc, rows[i].text, settings, rows[i].sample[0].name != NULL ? 5u : 3u);
            part.preview = preview.preview;
            part.preview_e3 = preview.preview_e3;
            CHECK(memcmp(&preview, &part, sizeof part) == 0, "row %zu: %" PRIu64 " clocks, %" PRIu64, i, part.clocks,
                  preview.clocks);
        }
    }
}

/* So the memory that gcnmem_shader_init() asks for suffices. */
static void test_R85_samples_take_no_more_memory_than_the_whole(void) {
    for (uint32_t device = 1; device < GCNMEM_DEVICE_END; ++device) {
        const gcnmem_desc desc = gcnmem_desc_for((gcnmem_device)device);
        job j = job_new((gcnmem_device)device, "load_b32 r1, r0\ns_nop 0\n");
        j.options.groups = 1 << 16;
        const size_t whole = test_run_bytes(&desc, j.listing, &j.options);
        for (uint32_t i = 0; i < 2; ++i) {
            const gcnmem_desc sample = gcnmemi_run_sample_desc(&desc, i);
            const size_t bytes = test_run_bytes(&sample, j.listing, &j.options);
            CHECK(bytes <= whole, "%s, sample %u: %zu of %zu", gcnmem_device_card(desc.device), i, bytes, whole);
        }
        job_end(&j);
    }
}

/* Repeats are the runs that follow each other with the caches of the one before. */
static void test_R84_repeats_are_runs_with_the_caches_of_the_one_before(void) {
    job first = job_new(GCNMEM_DEVICE_VEGA_64, reads_lines);
    first.options.groups = 128;
    job_run(&first);
    job second = repeated(&first, reads_lines, 128);
    job third = repeated(&second, reads_lines, 128);
    job all = job_new(GCNMEM_DEVICE_VEGA_64, reads_lines);
    all.options.groups = 128;
    all.options.repeats = 3;
    all.options.event_count = 100000;
    job_run(&all);
    const uint64_t events = all.result.events;
    all.result.events = 0;
    CHECK(memcmp(&all.result, &third.result, sizeof all.result) == 0, "%" PRIu64 " clocks, %" PRIu64, all.result.clocks,
          third.result.clocks);
    CHECK(events > 0 && events < 100000 && all.result.events_lost == 0, "%" PRIu64 " events", events);
    for (uint64_t turns = 1; turns < 5000; turns = turns * 4 + 1) {
        job stepped = job_new(GCNMEM_DEVICE_VEGA_64, reads_lines);
        stepped.options = all.options;
        if (job_start(&stepped)) {
            while (gcnmem_run_step(stepped.run, turns, NULL) == GCNMEM_RUN_GOING) {
            }
            stepped.result = gcnmem_run_result_of(stepped.run);
            stepped.result.events = 0;
            CHECK(memcmp(&all.result, &stepped.result, sizeof all.result) == 0, "steps of %" PRIu64, turns);
        }
        job_end(&stepped);
    }
    job_end(&first);
    job_end(&second);
    job_end(&third);
    job_end(&all);
}

/* Groups keep their numbers, however many before them are left out, and the last of them is always run. */
static void test_R85_skipped_groups_are_those_at_the_beginning(void) {
    for (uint64_t skipped = 0; skipped <= 12; ++skipped) {
        job j = job_new(GCNMEM_DEVICE_MI300X, "s_endpgm\n");
        uint64_t seen = 0;
        j.options.groups = 10;
        j.options.first_groups = 4;
        j.options.skipped_groups = skipped;
        j.options.event_count = 100;
        job_run(&j);
        const uint64_t first = skipped < 9 ? skipped : 9;
        const uint64_t count = 10 - first < 4 ? 10 - first : 4;
        gcnmem_run_event events[100];
        const size_t kept = gcnmem_run_events_of(j.run, events, 100);
        for (size_t i = 0; i < kept; ++i) {
            seen |= events[i].kind == GCNMEM_RUN_EVENT_WAVE ? (uint64_t)1 << events[i].group : 0;
        }
        CHECK_U64((((uint64_t)1 << count) - 1) << first, seen, "skipped %" PRIu64, skipped);
        CHECK_U64(count, j.result.groups, "skipped %" PRIu64, skipped);
        job_end(&j);
    }
}

/* 32 pages are known, of 64 in turn none is known when its turn comes again; at 1 GHz a nanosecond is a clock. */
static void test_R80_pages_beyond_the_TLB_take_longer(void) {
    const uint64_t miss = gcnmem_desc_for(GCNMEM_DEVICE_R9_FURY_X).tlb_miss_ns;
    const uint64_t never = page_clocks(0, 64);
    const uint64_t always = page_clocks(32, 64);
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_MI210);
    CHECK(always >= never + 256 * miss && always < never + 256 * (miss + 20), "each misses, and more refreshes pass");
    CHECK(page_clocks(32, 16) <= page_clocks(0, 16) + 32 * miss, "pages are looked up once: the loads walk on by 4 MB");
    CHECK_U64(gcnmemi_desc_latency_clocks(&desc, (uint64_t)64 << 20) + 59 * 1700 / 1000 / 2,
              gcnmemi_desc_latency_clocks(&desc, (uint64_t)128 << 20), "R76: half of 128 MB is known");
}

/* Lanes that swap their data use the ports of the LDS, reach no memory and have no addresses to be told. */
static void test_R53_R54_swizzles_pass_through_the_lds(void) {
    job j = run_text("ds_swizzle_b32 v0, v1 offset:0x80b1\ns_waitcnt lgkmcnt(0)\nds_append v2 offset:4\n"
                     "ds_bpermute_b32 v0, v1, v2\ns_waitcnt lgkmcnt(0)\ns_endpgm\n",
                     64, 1);
    CHECK_U64(2 + 2 + 4, j.result.lds_busy_clocks, "one dword of each lane, one back, a lane number and a dword");
    CHECK_U64(0, j.result.lds_bytes, "no memory");
    CHECK_U64(0, j.result.defaults_used, "no addresses");
    job_end(&j);
}

/* R9's floor is for two channels: what dmask leaves of a texel. */
static void test_R53_R54_an_image_returns_the_channels_of_its_dmask(void) {
    uint32_t channels;
    for (channels = 1; channels <= 4; ++channels) {
        gcnmem_access access = test_access_image("image_load", "rgba8");
        char text[128];
        job j;
        snprintf(text, sizeof text, "image_load v[0:3], v[4:5], s[0:7] dmask:0x%x\ns_waitcnt vmcnt(0)\ns_endpgm\n",
                 (1u << channels) - 1);
        j = run_text(text, 64, 1);
        access.op.channels = channels;
        CHECK_U64(test_cost(GCNMEM_DEVICE_R9_FURY_X, &access).clocks, j.result.l1_busy_clocks, "%u", channels);
        job_end(&j);
    }
}

/* R10: an image differs from a buffer only in where its texels stand, and here the byte address says that. */
static void test_R53_an_image_asked_for_by_address_is_there(void) {
    static const char* const patterns[] = {"stride(16) + iter*64K", "rand(1M)", "stride(256) + group*48", "iter*4M"};
    static const char* const ops[] = {"image_load v[0:3], v[4:5], s[0:7] dmask:0xf",
                                      "tbuffer_load_format_xyzw v[0:3], v4, s[0:3], 0 idxen"};
    static const gcnmem_device devices[] = {GCNMEM_DEVICE_RX_480, GCNMEM_DEVICE_VEGA_64};
    size_t i;
    for (i = 0; i < 2 * sizeof patterns / sizeof patterns[0]; ++i) {
        job jobs[2];
        int k;
        for (k = 0; k < 2; ++k) {
            char text[200];
            snprintf(text, sizeof text,
                     "next: ; @trip 3\n%s ; @mem (%s) & ~15\ns_waitcnt vmcnt(0)\n"
                     "s_cbranch_scc1 next\ns_endpgm\n",
                     ops[k], patterns[i / 2]);
            jobs[k] = job_new(devices[i % 2], text);
            jobs[k].options.groups = 40;
            jobs[k].options.group_lanes = 256;
            job_run(&jobs[k]);
        }
        CHECK_U64(jobs[1].result.l1_busy_clocks, jobs[0].result.l1_busy_clocks, "%s", patterns[i / 2]);
        CHECK_U64(jobs[1].result.l2_bytes, jobs[0].result.l2_bytes, "%s", patterns[i / 2]);
        CHECK_U64(jobs[1].result.dram_bytes, jobs[0].result.dram_bytes, "%s", patterns[i / 2]);
        CHECK_U64(jobs[1].result.clocks, jobs[0].result.clocks, "%s", patterns[i / 2]);
        job_end(&jobs[0]);
        job_end(&jobs[1]);
    }
}

/* R10: texels whose size is no power of two stand one behind the other. */
static void test_R53_linear_texels_asked_for_by_address(void) {
    gcnmem_access access = test_access_image("image_load", "rgb32f");
    access.image.width = 0;
    for (uint32_t lane = 0; lane < 64; ++lane) {
        access.address[lane] = 96000 + (uint64_t)lane * 12;
    }
    gcnmem_cost cost = test_cost(GCNMEM_DEVICE_R9_FURY_X, &access);
    CHECK_U64(12, cost.l1_lines, "64 texels of 12 bytes");
    CHECK_U64(64 * 12, cost.bytes_fetched, "64 texels of 12 bytes");
}

/* R41: the bursts of a line go to places of their own where the mapping has no chunk to keep them together. */
static void test_R41_bursts_of_a_line_in_two_channels(void) {
    const char* text = "buffer_load_dword v1, v0, s[0:3], 0 offen ; @mem stride(4)\ns_waitcnt vmcnt(0)\ns_endpgm\n";
    job jobs[2];
    for (int i = 0; i < 2; ++i) {
        jobs[i] = job_new(GCNMEM_DEVICE_R9_390X, text);
        jobs[i].options.groups = 440;
        if (i == 1) {
            gcnmem_desc_set(&jobs[i].desc, "dram_mapping", "row-bank-group-column-channel", NULL);
        }
        job_run(&jobs[i]);
        CHECK_U64(GCNMEM_RUN_DONE, jobs[i].result.state, "mapping %d", i);
        CHECK_U64(440 * 256 / 32, jobs[i].result.dram.reads, "mapping %d", i);
    }
    CHECK(jobs[0].result.dram.limit_clocks[GCNMEM_DRAM_LIMIT_BANK_GROUP] <
              jobs[1].result.dram.limit_clocks[GCNMEM_DRAM_LIMIT_BANK_GROUP],
          "a row of one group at a time");
    job_end(&jobs[0]);
    job_end(&jobs[1]);
}

/* A filtered lane also reads the texels beside the one at its address, below it and between (R11). */
static void test_R53_a_filtered_image_asked_for_by_address_has_its_neighbours(void) {
    job j = run_text("image_sample v0, v[4:5], s[0:7], s[8:11] dmask:0x1\ns_waitcnt vmcnt(0)\ns_endpgm\n", 64, 1);
    CHECK_U64(16, j.result.l1_busy_clocks,
              "no conflict in 64 texels as they stand in memory, nor in those beside them");
    job_end(&j);
    j = run_text("image_sample v0, v[4:5], s[0:7], s[8:11] dmask:0x1 ; @mem 252\ns_waitcnt vmcnt(0)\ns_endpgm\n", 64,
                 1);
    CHECK_U64(2 * 64, j.result.l2_bytes, "the last texel of a block, at its edge, and the one below it");
    job_end(&j);
    j = run_text("image_sample v0, v[4:5], s[0:7], s[8:11] dmask:0x1 ; @mem 60\ns_waitcnt vmcnt(0)\ns_endpgm\n", 64, 1);
    CHECK_U64(4 * 64, j.result.l2_bytes, "texel 7,1 and the three around its corner: the four lines of a block");
    job_end(&j);
}

static void test_R54_lds_conflicts_keep_the_port(void) {
    job j = run_text("ds_read_b32 v0, v1 ; @mem lane*128\ns_waitcnt lgkmcnt(0)\ns_endpgm\n", 64, 1);
    gcnmem_access access = test_access("ds_read_b32", 128);
    CHECK_U64(test_cost(GCNMEM_DEVICE_R9_FURY_X, &access).clocks, j.result.lds_busy_clocks, "all in one bank");
    CHECK_U64(256, j.result.lds_bytes, "64 dwords");
    job_end(&j);
}

/* ---- R55: dispatch ---- */

static void test_R55_occupancy_is_that_of_depth_1(void) {
    static const uint32_t vgprs[] = {24, 25, 32, 64, 84, 128, 256};
    size_t i;
    for (i = 0; i < sizeof vgprs / sizeof vgprs[0]; ++i) {
        job j = job_new(GCNMEM_DEVICE_R9_FURY_X, "v_mov_b32 v0, 0\ns_endpgm\n");
        gcnmem_shader_needs needs;
        gcnmem_occupancy fits;
        needs.vgprs = vgprs[i], needs.sgprs = 16, needs.lds_bytes = 0, needs.group_lanes = 64;
        fits = gcnmem_occupancy_for(&j.desc, &needs, GCNMEM_RULE_HARDWARE);
        j.options.vgprs = vgprs[i];
        j.options.sgprs = 16;
        job_run(&j);
        CHECK_U64(fits.waves_per_simd, j.result.waves_per_simd, "%" PRIu32 " VGPRs", vgprs[i]);
        CHECK_U64(fits.groups_per_cu, j.result.groups_per_cu, "%" PRIu32 " VGPRs", vgprs[i]);
        CHECK_U64((uint64_t)fits.groups_per_cu * j.desc.cu_count, j.result.groups, "the machine filled once");
        job_end(&j);
    }
}

/* A listing that states no registers needs those its instructions name; one that does is believed. */
static void test_R55_registers_that_are_named_count(void) {
    job j = run_text("v_mov_b32 v120, v3\nbuffer_load_dwordx4 v[4:7], v1, s[44:47], 0 offen ; @mem lane*16\ns_endpgm\n",
                     64, 1);
    CHECK_U64(121, j.result.needs.vgprs, "v120");
    CHECK_U64(48, j.result.needs.sgprs, "s[44:47]");
    CHECK_U64(2, j.result.waves_per_simd, "124 of 256 VGPRs each");
    CHECK(j.result.vgprs_named != 0, "nobody stated them");
    j.options.vgprs = 128;
    job_run(&j);
    CHECK_U64(128, j.result.needs.vgprs, "the caller's word");
    job_end(&j);
    j = run_text("; NumVgprs: 24\nv_mov_b32 v9, v3\ns_endpgm\n", 64, 1);
    CHECK_U64(24, j.result.needs.vgprs, "the listing's word");
    CHECK(j.result.vgprs_named == 0, "it states them");
    job_end(&j);
    j = run_text("v_cmp_eq_u32 vcc, v0, v1\ns_mov_b32 s78, 0\ns_endpgm\n", 64, 1);
    CHECK_U64(81, j.result.needs.sgprs, "VCC comes on top, as LLVM counts");
    job_end(&j);
    j = run_text("s_mov_b32 flat_scratch_lo, s3\ns_endpgm\n", 64, 1);
    CHECK_U64(10, j.result.needs.sgprs, "FLAT_SCRATCH stands below XNACK_MASK and VCC");
    job_end(&j);
}

static void test_R55_waves_that_the_dispatch_brings(void) {
    job j = job_new(GCNMEM_DEVICE_R9_FURY_X, "s_endpgm\n");
    j.options.group_lanes = 128;
    j.options.groups = 64 * 4 + 1; /* 514 waves for 256 SIMDs */
    job_run(&j);
    CHECK_U64(3, j.result.waves_brought, "514 waves for 256 SIMDs");
    CHECK_U64(8, j.result.waves_per_simd, "16 groups of two waves fit");
    j.options.groups = 100000;
    job_run(&j);
    CHECK_U64(8, j.result.waves_brought, "no more than fit");
    job_end(&j);
}

static void test_R55_groups_per_cu_can_be_held_down(void) {
    uint32_t most;
    uint64_t before = UINT64_MAX;
    for (most = 1; most <= 4; most *= 2) {
        job j = job_new(GCNMEM_DEVICE_R9_FURY_X,
                        "x: ; @trip 20\n" LOAD "lane*4\ns_waitcnt vmcnt(0)\ns_cbranch_scc1 x\ns_endpgm\n");
        j.options.cu_count = 1;
        j.options.groups = 16;
        j.options.groups_per_cu_max = most;
        job_run(&j);
        CHECK_U64(most, j.result.groups_per_cu, "asked for %" PRIu32, most);
        CHECK_U64(16, j.result.waves, "all of them");
        CHECK(j.result.clocks < before, "%" PRIu32 " at a time take %" PRIu64 " clocks", most, j.result.clocks);
        before = j.result.clocks;
        job_end(&j);
    }
}

static void test_R55_more_CUs_take_less_time(void) {
    uint64_t before = UINT64_MAX;
    uint32_t cus;
    for (cus = 1; cus <= 8; cus *= 2) {
        job j = job_new(GCNMEM_DEVICE_R9_FURY_X, "x: ; @trip 50\nv_rcp_f32 v0, v1\ns_cbranch_scc1 x\ns_endpgm\n");
        j.options.cu_count = cus;
        j.options.groups = 320;
        job_run(&j);
        CHECK_U64(cus, j.result.cu_count, "%" PRIu32, cus);
        CHECK(j.result.clocks < before, "%" PRIu32 " CUs", cus);
        before = j.result.clocks;
        job_end(&j);
    }
}

/* A wave more may warm a line or open a row for the others, but never makes arithmetic shorter. */
static void test_R55_a_wave_more_is_not_shorter(void) {
    static const char* const texts[] = {
        "x: ; @trip 10\nv_mul_f32 v0, v1, v2\nv_rcp_f32 v0, v1\ns_add_u32 s0, s0, 1\ns_cbranch_scc1 x\ns_endpgm\n",
        "x: ; @trip 10\nds_read_b32 v0, v1 ; @mem lane*8\ns_waitcnt lgkmcnt(0)\nv_add_f32 v0, v1, v2\n"
        "s_cbranch_scc1 x\ns_endpgm\n",
        "x: ; @trip 10\n" LOAD
        "lane*4+iter*256\ns_waitcnt vmcnt(0)\nv_add_f32 v0, v1, v2\ns_cbranch_scc1 x\ns_endpgm\n",
        "x: ; @trip 10\n" LOAD "lane*4+iter*256+wave*2560\ns_waitcnt vmcnt(0)\nv_add_f32 v0, v1, v2\n"
        "s_cbranch_scc1 x\ns_endpgm\n"};
    size_t t;
    for (t = 0; t < 4; ++t) {
        uint64_t before = 0;
        uint64_t groups;
        for (groups = 1; groups <= (JOB_IS_SLOW ? 20u : 100u); ++groups) {
            uint64_t clocks = clocks_of(texts[t], groups);
            CHECK(clocks + (t < 2 ? 0 : 400) >= before, "text %u, %" PRIu64 " groups", (unsigned)t, groups);
            before = clocks;
        }
    }
}

/* ---- R56: issue ---- */

static void test_R56_clocks_of_one_wave(void) {
    CHECK_U64(4, clocks_of("s_endpgm\n", 1), "an empty wave");
    CHECK_U64(8, clocks_of("v_mov_b32 v0, 0\ns_endpgm\n", 1), "one VALU");
    CHECK_U64(20, clocks_of("v_rcp_f32 v0, v0\ns_endpgm\n", 1), "quarter rate");
    CHECK_U64(20, clocks_of("v_fma_f32 v0, v0, v0, v0\ns_endpgm\n", 1), "fma on Fiji");
    CHECK_U64(12, clocks_of("s_mov_b32 s0, 0\ns_mov_b32 s0, 0\ns_endpgm\n", 1), "two SALU");
}

static void test_R56_four_waves_have_a_SIMD_each(void) {
    CHECK_U64(3 + 12, clocks_of("v_mov_b32 v0, 0\nv_mov_b32 v0, 0\ns_endpgm\n", 4), "four waves, a clock apart");
    CHECK_U64(3 + 16 * 4 + 4, clocks_of("v_rcp_f32 v0, v0\nv_rcp_f32 v0, v0\ns_endpgm\n", 8), "two share a VALU");
    CHECK_U64(36, clocks_of("v_rcp_f32 v0, v0\ns_endpgm\n", 5), "the fifth waits for the first");
}

/* VALU of one wave and SALU of another go in the same turn. */
static void test_R56_one_of_each_kind_in_a_turn(void) {
    CHECK_U64(24, clocks_of("v_mov_b32 v0, 0\ns_mov_b32 s0, 0\nv_mov_b32 v0, 0\ns_mov_b32 s0, 0\ns_endpgm\n", 5),
              "five waves, four SIMDs");
}

static void test_R56_a_branch_on_VCC_waits_for_the_VALU(void) {
    CHECK_U64(16 + 4 + 4, clocks_of("v_cmp_eq_u32 vcc, v0, v1\ns_cbranch_vccnz e\ne: s_endpgm\n", 1), "dependency");
    CHECK_U64(12, clocks_of("v_cmp_eq_u32 vcc, v0, v1\ns_mov_b32 s0, s1\ns_endpgm\n", 1), "no dependency, no wait");
}

/* ---- R57: the result ---- */

static const char* const mixes[] = {
    ("x: ; @trip 20\nbuffer_load_dword v0, v1, s[0:3], 0 offen ; @mem lane*4+iter*4096+wave*256\n"
     "s_load_dwordx4 s[0:3], s[4:5], 0x0 ; @mem iter*64\nv_mul_f32 v2, v1, v0\ns_waitcnt vmcnt(0) & lgkmcnt(0)\n"
     "ds_write_b32 v0, v1\ns_waitcnt lgkmcnt(0)\ns_barrier\nds_read_b32 v2, v1 ; @mem lane*128\n"
     "buffer_store_dword v2, v1, s[4:7], 0 offen ; @mem lane*4+wave*8192+iter*256\ns_waitcnt lgkmcnt(0)\n"
     "s_cbranch_scc1 x\nexp mrt0 v0, v0, v0, v0 done\ns_endpgm\n"),
    ("x: ; @trip 9\nflat_load_dwordx4 v[0:3], v[0:1] ; @mem ((lane*7919+wave*104729+iter*31)%65536)*16\n"
     "s_waitcnt vmcnt(0) & lgkmcnt(0)\nbuffer_atomic_add v0, v1, s[0:3], 0 offen glc ; @mem lane%4*4\n"
     "s_waitcnt vmcnt(0)\nv_rcp_f32 v0, v1\ns_cbranch_scc1 x\ns_endpgm\n"),
    ("image_sample v[0:3], v[4:5], s[0:7], s[8:11] dmask:0xf\nimage_load v[0:3], v[4:5], s[0:7] dmask:0xf\n"
     "s_waitcnt vmcnt(1)\nimage_store v[0:3], v[4:5], s[12:19] dmask:0xf\ns_endpgm\n"),
    ("x: ; @trip 9\nbuffer_load_dword v0, v1, s[0:3], 0 offen ; @mem lane*4+iter*4096+wave*256+group*1024\n"
     "v_mul_f32 v2, v2, v2\nv_cmp_lt_f32 vcc, v2, v2\nv_add_f32 v2, v2, v2\nv_mul_f32 v3, v3, v3\n"
     "v_rcp_f32 v3, v3\nv_add_f32 v3, v3, v3\nv_mul_f32 v3, v3, v3\ns_mov_b64 s[8:9], vcc\ns_waitcnt vmcnt(0)\n"
     "v_mul_f32 v2, v2, v2\nv_add_f32 v2, v2, v2\nv_mul_f32 v3, v3, v3\ns_barrier\ns_cbranch_scc1 x\ns_endpgm\n")};

static job mix(size_t index) {
    job j = job_new(GCNMEM_DEVICE_R9_FURY_X, mixes[index]);
    j.options.group_lanes = 200;
    j.options.groups = JOB_IS_SLOW ? 20 : 60;
    j.options.cu_count = 3;
    return j;
}

#define MIXES (sizeof mixes / sizeof mixes[0])

static void check_sums(const job* j, const char* name) {
    const gcnmem_run_result* r = &j->result;
    uint64_t stalls[GCNMEM_STALL_END] = {0};
    uint64_t served[GCNMEM_SERVED_END] = {0};
    uint64_t issued = 0;
    uint64_t instructions = 0;
    uint32_t i;
    int k;
    for (i = 0; i < j->listing->insn_count; ++i) {
        gcnmem_run_insn_stats s = gcnmem_run_insn_of(j->run, i);
        issued += s.issued;
        for (k = 0; k < GCNMEM_STALL_END; ++k) {
            stalls[k] += s.stall_clocks[k];
        }
        for (k = 0; k < GCNMEM_SERVED_END; ++k) {
            served[k] += s.served[k];
        }
    }
    for (k = 0; k < GCNMEM_CATEGORY_END; ++k) {
        instructions += r->instructions[k];
    }
    /* A wave that runs off the end of the listing ends there, at no instruction. */
    CHECK(instructions >= issued && instructions - issued <= r->waves, "%s", name);
    for (k = 0; k < GCNMEM_STALL_END; ++k) {
        CHECK_U64(r->stall_clocks[k], stalls[k], "%s: %s", name, gcnmem_name_of(GCNMEM_NAMES_STALL, k));
    }
    for (k = 0; k < GCNMEM_SERVED_END; ++k) {
        CHECK_U64(r->served[k], served[k], "%s: %s", name, gcnmem_name_of(GCNMEM_NAMES_SERVED, k));
    }
    CHECK_U64(r->wave_clocks, r->active_clocks + job_stalls(r), "%s", name);
    CHECK_U64(r->dram.reads + r->dram.writes, r->dram.row_hits + r->dram.row_misses + r->dram.row_conflicts, "%s",
              name);
}

static void test_R57_sums_over_instructions_are_the_result(void) {
    size_t m;
    for (m = 0; m < MIXES; ++m) {
        job j = mix(m);
        char name[20];
        snprintf(name, sizeof name, "mix %u", (unsigned)m);
        job_run(&j);
        CHECK_U64(j.options.groups * 4, j.result.waves, "%s", name);
        CHECK_U64(j.options.groups, j.result.groups, "%s", name);
        check_sums(&j, name);
        job_end(&j);
    }
}

/* Arithmetic goes on long after the last byte: DRAM is idle then, and no limiter. */
static void test_R57_dram_accounts_for_the_whole_run(void) {
    job j = job_new(GCNMEM_DEVICE_R9_FURY_X,
                    LOAD "(wave*64+lane)*4\ns_waitcnt vmcnt(0)\nx: ; @trip 5000\nv_exp_f32 v0, v0\n"
                         "s_cbranch_scc1 x\ns_endpgm\n");
    uint64_t all = 0;
    uint64_t clocks;
    int i;
    job_run(&j);
    for (i = 0; i < GCNMEM_DRAM_LIMITS; ++i) {
        all += j.result.dram.limit_clocks[i];
    }
    clocks = j.result.clocks * j.desc.dram_mbps_per_pin / j.desc.dram_data_rate / j.desc.core_clock_mhz;
    CHECK(j.result.dram.clocks + 1 >= clocks && j.result.dram.clocks <= clocks + 1, "%" PRIu64 " of %" PRIu64,
          j.result.dram.clocks, clocks);
    CHECK_U64(j.result.dram.clocks * j.desc.dram_channels, all, "every clock of every channel has one use");
    CHECK_TEXT("VALU", gcnmem_name_of(GCNMEM_NAMES_LIMITER, j.result.limited_by), "5000 exponentials a load");
    job_end(&j);
}

/* Waves enough to hide latency read nothing twice. */
static void test_R57_a_stream_is_limited_by_dram(void) {
    job j =
        job_new(GCNMEM_DEVICE_R9_290X,
                "x: ; @trip 40\n" LOAD "(wave*64+lane)*4+iter*0x1000000\nbuffer_load_dword v1, v1, s[0:3], 0 offen "
                "; @mem (wave*64+lane)*4+iter*0x1000000+0x800000\ns_waitcnt vmcnt(0)\ns_cbranch_scc1 x\ns_endpgm\n");
    j.desc = gcnmem_run_scaled_desc(&j.desc, 11);
    job_run(&j);
    CHECK_TEXT("DRAM", gcnmem_name_of(GCNMEM_NAMES_LIMITER, j.result.limited_by), "loads of new memory only");
    job_end(&j);
}

/* Rows at random keep banks busy and the data bus idle; a few waves that wait for them do not fill DRAM, many do. */
static void test_R57_random_rows_limit_when_dram_never_lacks_requests(void) {
    job j = job_new(GCNMEM_DEVICE_RX_480, "x: ; @trip 10\nbuffer_load_dwordx4 v[4:7], v1, s[0:3], 0 offen ; @mem "
                                          "rand(64M)/16*16\ns_waitcnt vmcnt(0)\ns_cbranch_scc1 x\ns_endpgm\n");
    j.desc = gcnmem_run_scaled_desc(&j.desc, 9);
    job_run(&j);
    CHECK_TEXT("DRAM", gcnmem_name_of(GCNMEM_NAMES_LIMITER, j.result.limited_by), "all waves");
    CHECK(j.result.dram_busy_e3 < 80000, "data %" PRIu64 " thousandths of a percent", j.result.dram_busy_e3);
    job_end(&j);
    j = job_new(GCNMEM_DEVICE_RX_480, "x: ; @trip 50\nflat_load_dword v0, v[0:1] ; @mem chase(64M)\n"
                                      "s_waitcnt vmcnt(0) & lgkmcnt(0)\ns_cbranch_scc1 x\ns_endpgm\n");
    j.desc = gcnmem_run_scaled_desc(&j.desc, 9);
    j.options.groups = 9;
    job_run(&j);
    CHECK_TEXT("vector memory latency", gcnmem_name_of(GCNMEM_NAMES_LIMITER, j.result.limited_by), "a wave on each CU");
    job_end(&j);
}

static void test_R57_a_listing_without_its_end(void) {
    job j = run_text(LOAD "lane*4\nv_mov_b32 v0, 0\n", 64, 3);
    CHECK_U64(3, j.result.open_ends, "three waves");
    CHECK_U64(0, j.result.instructions[GCNMEM_CATEGORY_ENDPGM], "no s_endpgm in the listing");
    CHECK_U64(3, j.result.waves, "they end all the same");
    job_end(&j);
}

/* In falling order, each instruction once, until all stalls are told. */
static void test_R57_hotspots_are_the_stalls_in_falling_order(void) {
    size_t m;
    for (m = 0; m < MIXES; ++m) {
        job j = mix(m);
        gcnmem_run_hotspot before = {0, 0, UINT64_MAX, GCNMEM_STALL_ISSUE, GCNMEM_SERVED_OTHER};
        uint64_t told = 0;
        uint32_t rank;
        job_run(&j);
        for (rank = 0; before.insn != GCNMEM_NONE; ++rank) {
            gcnmem_run_hotspot hotspot = gcnmem_run_hotspot_of(j.run, rank);
            CHECK(hotspot.stall_clocks < before.stall_clocks ||
                      (hotspot.stall_clocks == before.stall_clocks && hotspot.insn > before.insn),
                  "mix %u, rank %" PRIu32, (unsigned)m, rank);
            CHECK((hotspot.stall_clocks == 0) == (hotspot.insn == GCNMEM_NONE), "mix %u, rank %" PRIu32, (unsigned)m,
                  rank);
            told += hotspot.stall_clocks;
            before = hotspot;
        }
        CHECK_U64(job_stalls(&j.result), told, "mix %u", (unsigned)m);
        CHECK_U64(GCNMEM_NONE, gcnmem_run_hotspot_of(j.run, rank).insn, "mix %u, behind the last", (unsigned)m);
        job_end(&j);
    }
}

static void test_R57_a_hotspot_names_what_it_waits_for(void) {
    job j = run_text("s_nop 0\n" LOAD "lane*4\nv_mov_b32 v2, v3\ns_waitcnt vmcnt(0)\ns_endpgm\n", 64, 1);
    gcnmem_run_hotspot hotspot = gcnmem_run_hotspot_of(j.run, 0);
    CHECK_U64(3, hotspot.insn, "the wait");
    CHECK_U64(1, hotspot.waited_for, "the load");
    CHECK_TEXT("vector memory", gcnmem_name_of(GCNMEM_NAMES_STALL, hotspot.cause), "vmcnt");
    CHECK_TEXT("DRAM", gcnmem_name_of(GCNMEM_NAMES_SERVED, hotspot.served), "nothing is cached at first");
    job_end(&j);
}

static void test_R57_stepping_is_running(void) {
    size_t m;
    for (m = 0; m < MIXES; ++m) {
        job a = mix(m);
        job b = mix(m);
        uint64_t clock = 0;
        job_run(&a);
        if (job_start(&b)) {
            while (gcnmem_run_advance(b.run, clock, NULL) == GCNMEM_RUN_GOING) {
                clock += 1 + clock % 13;
            }
            CHECK(a.run_bytes == b.run_bytes && memcmp(a.run, b.run, a.run_bytes) == 0, "mix %u", (unsigned)m);
        }
        job_end(&b);
        b = mix(m);
        if (job_start(&b)) {
            uint64_t steps = 0;
            uint64_t before = 0;
            while (gcnmem_run_step(b.run, 1 + steps % 7, NULL) == GCNMEM_RUN_GOING) {
                gcnmem_run_result now = gcnmem_run_result_of(b.run);
                CHECK(now.clocks >= before, "mix %u", (unsigned)m);
                before = now.clocks;
                ++steps;
            }
            CHECK(steps > 1 && memcmp(a.run, b.run, a.run_bytes) == 0, "mix %u, %" PRIu64 " steps", (unsigned)m, steps);
        }
        job_end(&a);
        job_end(&b);
    }
}

/* What stands in the counters of two runs of the same listing, stopped at the same clock. */
static int has_same_counters(const job* a, const job* b) {
    const gcnmem_run_result x = gcnmem_run_result_of(a->run);
    const gcnmem_run_result y = gcnmem_run_result_of(b->run);
    int is_same = x.clocks == y.clocks && x.active_clocks == y.active_clocks &&
                  x.valu_busy_clocks == y.valu_busy_clocks && x.wave_clocks == y.wave_clocks &&
                  memcmp(x.instructions, y.instructions, sizeof x.instructions) == 0 &&
                  memcmp(x.stall_clocks, y.stall_clocks, sizeof x.stall_clocks) == 0;
    uint32_t i;
    for (i = 0; i < a->listing->insn_count; ++i) {
        const gcnmem_run_insn_stats s = gcnmem_run_insn_of(a->run, i);
        const gcnmem_run_insn_stats t = gcnmem_run_insn_of(b->run, i);
        is_same &= s.issued == t.issued && s.active_clocks == t.active_clocks &&
                   memcmp(s.stall_clocks, t.stall_clocks, sizeof s.stall_clocks) == 0;
    }
    return is_same;
}

/* Instructions are counted as they issue, not when their wave is looked at next, as where each of them is recorded. */
static void test_R57_counters_are_of_the_present(void) {
    size_t m;
    for (m = 0; m < MIXES; ++m) {
        job a = mix(m);
        job b = mix(m);
        a.options.groups = b.options.groups = 4;
        b.options.event_count = 1;
        if (job_start(&a) && job_start(&b)) {
            uint64_t clock;
            int is_same = 1;
            for (clock = 0; is_same && gcnmem_run_advance(a.run, clock, NULL) == GCNMEM_RUN_GOING; clock += 3) {
                gcnmem_run_advance(b.run, clock, NULL);
                is_same = has_same_counters(&a, &b);
            }
            CHECK(is_same && clock > 100, "mix %u at %" PRIu64, (unsigned)m, clock);
        }
        job_end(&a);
        job_end(&b);
    }
}

/* A loop of what may stand between, before and behind vector instructions that issue turn by turn. */
static void write_random_loop(test_random* random, char* text, size_t bytes) {
    static const char* const lines[] = {
        "v_add_f32 v2, v2, v2\nv_mul_f32 v3, v3, v3\nv_add_f32 v2, v2, v3\n",
        "v_mul_f32 v2, v2, v2\nv_add_f32 v2, v2, v2\nv_mul_f32 v3, v3, v3\nv_add_f32 v3, v3, v3\nv_mov_b32 v4, v3\n",
        "v_mov_b32 v5, v4\n",
        "v_rcp_f32 v3, v3\n",
        "v_cmp_lt_f32 vcc, v2, v2\ns_mov_b64 s[8:9], vcc\n",
        "s_add_u32 s10, s10, 1\n",
        "s_nop 3\n",
        LOAD "lane*4+iter*4096+wave*256+group*1024\n",
        LOAD "lane*256+group*65536\n",
        "s_load_dwordx4 s[12:15], s[4:5], 0x0 ; @mem iter*64\n",
        "ds_read_b32 v6, v1 ; @mem lane*16\n",
        "s_waitcnt vmcnt(0)\n",
        "s_waitcnt lgkmcnt(0)\n",
        "s_waitcnt vmcnt(2)\n",
        "s_barrier\n"};
    uint64_t count = 1 + test_random_below(random, 20);
    int used = snprintf(text, bytes, "x: ; @trip %u\n", 1 + (unsigned)test_random_below(random, 6));
    while (count-- > 0) {
        used += snprintf(text + used, bytes - (size_t)used, "%s",
                         lines[test_random_below(random, sizeof lines / sizeof lines[0])]);
    }
    snprintf(text + used, bytes - (size_t)used, "s_cbranch_scc1 x\ns_endpgm\n");
}

/* Turns that a wave takes alone are passed over: at every stop that leaves what each of them, recorded, would. */
static void test_R57_turns_passed_over_count_as_those_taken(void) {
    static const gcnmem_device devices[] = {GCNMEM_DEVICE_R9_FURY_X, GCNMEM_DEVICE_VEGA_64, GCNMEM_DEVICE_MI210,
                                            GCNMEM_DEVICE_RX_6900_XT};
    const unsigned rounds = JOB_IS_SLOW ? 20 : 120;
    test_random random = test_random_start(57);
    unsigned round;
    for (round = 0; round < rounds; ++round) {
        char text[4096];
        const gcnmem_device device = devices[test_random_below(&random, sizeof devices / sizeof devices[0])];
        job a;
        job b;
        write_random_loop(&random, text, sizeof text);
        a = job_new(device, text);
        a.options.group_lanes = 1 + (uint32_t)test_random_below(&random, 320);
        a.options.groups = 1 + test_random_below(&random, 9);
        a.options.cu_count = 1 + (uint32_t)test_random_below(&random, 2);
        b = job_new(device, text);
        b.options = a.options;
        b.options.event_count = 1;
        if (job_start(&a) && job_start(&b)) {
            uint64_t clock = 0;
            int is_same = 1;
            int goes_on = 1;
            while (is_same && goes_on) {
                goes_on = gcnmem_run_advance(a.run, clock, NULL) == GCNMEM_RUN_GOING;
                is_same = (gcnmem_run_advance(b.run, clock, NULL) == GCNMEM_RUN_GOING) == goes_on &&
                          has_same_counters(&a, &b);
                clock += is_same ? 1 + test_random_below(&random, 40) : 0;
            }
            CHECK(is_same, "%s, %" PRIu32 " lanes, %" PRIu64 " groups, %" PRIu32 " CUs, clock %" PRIu64 " of\n%s",
                  gcnmem_device_card(device), a.options.group_lanes, a.options.groups, a.options.cu_count, clock, text);
        }
        job_end(&a);
        job_end(&b);
    }
}

static void test_R57_a_snapshot_goes_on_the_same(void) {
    size_t m;
    for (m = 0; m < MIXES; ++m) {
        job a = mix(m);
        job b = mix(m);
        void* copy;
        job_run(&a);
        copy = calloc(1, a.run_bytes);
        if (copy && job_start(&b)) {
            gcnmem_run_advance(b.run, a.result.clocks / 2, NULL);
            memcpy(copy, b.run, b.run_bytes);
            CHECK(gcnmem_run_advance((gcnmem_run*)copy, UINT64_MAX, NULL) == GCNMEM_RUN_DONE, "mix %u", (unsigned)m);
            CHECK(memcmp(a.run, copy, a.run_bytes) == 0, "mix %u", (unsigned)m);
        }
        free(copy);
        job_end(&a);
        job_end(&b);
    }
}

static void test_R57_max_clocks_cuts(void) {
    job j = job_new(GCNMEM_DEVICE_R9_FURY_X, "x: ; @trip 1000000\nv_mov_b32 v0, 0\ns_cbranch_scc1 x\ns_endpgm\n");
    j.options.max_clocks = 10000;
    if (job_start(&j)) {
        CHECK(gcnmem_run_advance(j.run, UINT64_MAX, NULL) == GCNMEM_RUN_CUT, "10000 clocks");
        j.result = gcnmem_run_result_of(j.run);
        CHECK(j.result.state == GCNMEM_RUN_CUT && j.result.clocks <= 10000, "%" PRIu64, j.result.clocks);
        CHECK(j.result.limited_by == GCNMEM_LIMITER_UNKNOWN, "what was cut has no verdict");
        CHECK_U64(0, j.result.waves, "none ended");
        CHECK(j.result.instructions[GCNMEM_CATEGORY_VALU] > 0, "but they ran");
    }
    job_end(&j);
}

/* Waves that have ended count no longer: whoever goes past the barrier, the others are let through. */
static void test_R52_R57_no_barrier_is_stuck_behind_waves_that_ended(void) {
    static const char* const texts[] = {"s_cbranch_vccz y\ns_barrier\nv_mov_b32 v0, 0\ny: s_endpgm\n",
                                        "s_cbranch_vccz y\ns_barrier\ny: s_sleep 1\ns_barrier\ns_endpgm\n"};
    uint64_t waited = 0;
    size_t t;
    for (t = 0; t < 2; ++t) {
        job j = job_new(GCNMEM_DEVICE_R9_FURY_X, texts[t]);
        gcnmem_run_taken taken;
        taken.label = GCNMEM_NONE, taken.per_mille = 500;
        j.options.takens = &taken, j.options.taken_count = 1;
        j.options.group_lanes = 256, j.options.groups = 50;
        job_run(&j); /* checks that it ends */
        CHECK_U64(200, j.result.waves, "text %u", (unsigned)t);
        CHECK(j.result.instructions[GCNMEM_CATEGORY_BARRIER] < (t + 1) * 200, "some went past it");
        waited += j.result.stall_clocks[GCNMEM_STALL_BARRIER];
        job_end(&j);
    }
    CHECK(waited > 0, "the others waited");
}

/* A channel that DRAM has emptied takes what waits for it, be its queue as short or its pins as quick as can be. */
static void test_R59_no_queue_is_stuck_before_an_idle_channel(void) {
    static const gcnmem_device devices[] = {GCNMEM_DEVICE_HD_7970, GCNMEM_DEVICE_R9_FURY_X, GCNMEM_DEVICE_MI100,
                                            GCNMEM_DEVICE_MI210};
    static const uint32_t entries[] = {1, 2, 3, 4, 7};
    for (size_t i = 0; i < sizeof(devices) / sizeof(devices[0]); ++i) {
        for (size_t k = 0; k < 2 * sizeof(entries) / sizeof(entries[0]); ++k) {
            job j = job_new(devices[i], LOAD "(group*64+lane)*16\ns_waitcnt vmcnt(0)\ns_endpgm\n");
            j.desc = gcnmem_run_scaled_desc(&j.desc, 2);
            j.desc.dram_read_queue_entries = entries[k / 2];
            j.desc.dram_mbps_per_pin *= k % 2 == 0 ? 1 : 20;
            j.options.groups = 40;
            job_run(&j); /* checks that it ends */
            CHECK_U64(40, j.result.waves, "device %u, %u entries, %u Mbit/s a pin", (unsigned)devices[i],
                      (unsigned)entries[k / 2], (unsigned)j.desc.dram_mbps_per_pin);
            job_end(&j);
        }
    }
}

static void check_limiter(gcnmem_limiter limiter, const char* text, uint32_t groups_per_cu) {
    job j = job_new(GCNMEM_DEVICE_R9_FURY_X, text);
    j.desc = gcnmem_run_scaled_desc(&j.desc, 2);
    j.options.groups = 80;
    j.options.groups_per_cu_max = groups_per_cu;
    job_run(&j);
    CHECK_TEXT(gcnmem_name_of(GCNMEM_NAMES_LIMITER, limiter), gcnmem_name_of(GCNMEM_NAMES_LIMITER, j.result.limited_by),
               "%s", text);
    job_end(&j);
}

/* Of AGPRs that code names, as many as the GPU has files for; the group is the most that the listing allows. */
static void test_R55_what_nobody_states_is_what_code_and_listing_tell(void) {
    static const char text[] = "v_accvgpr_write_b32 a127, v0\nv_mov_b32 v30, v0\ns_endpgm\n";
    static const char grouped[] = ".amdhsa_kernel k\n.end_amdhsa_kernel\nk:\nv_mov_b32 v%u, v0\ns_endpgm\n---\n"
                                  "amdhsa.kernels:\n  - .max_flat_workgroup_size: 448\n    .name: k\n...\n";
    static const gcnmem_device devices[] = {GCNMEM_DEVICE_MI210, GCNMEM_DEVICE_MI100, GCNMEM_DEVICE_VEGA_64};
    static const uint32_t vgprs[3][2] = {{160, 96}, {128, 64}, {31, 0}}; /* as named; with 64 AGPRs, 0: refused */
    char some[256];
    for (size_t i = 0; i < 3; ++i) {
        job j = job_new(devices[i], text);
        j.options.group_lanes = 64;
        j.options.groups = 1;
        job_run(&j);
        CHECK_U64(vgprs[i][0], j.result.needs.vgprs, "%u", (unsigned)i);
        j.options.agprs = 64;
        if (vgprs[i][1] != 0) {
            job_run(&j);
            CHECK_U64(vgprs[i][1], j.result.needs.vgprs, "%u: 64", (unsigned)i);
        } else {
            CHECK_U64(0, test_run_bytes(&j.desc, j.listing, &j.options), "it has none");
        }
        job_end(&j);
    }
    for (uint32_t i = 0; i < 2; ++i) {
        snprintf(some, sizeof some, grouped, i == 0 ? 30u : 200u);
        job j = job_new(GCNMEM_DEVICE_VEGA_64, some);
        job_run(&j);
        CHECK_U64(i == 0 ? 448 : 64, j.result.needs.group_lanes, "of 200 VGPRs seven waves do not fit");
        CHECK(j.result.is_group_assumed != 0, "assumed");
        job_end(&j);
    }
}

static void test_R57_the_limiter_is_named(void) {
    check_limiter(GCNMEM_LIMITER_VALU,
                  "x: ; @trip 100\nv_rcp_f32 v0, v1\nv_rcp_f32 v0, v1\ns_cbranch_scc1 x\ns_endpgm\n", 0);
    check_limiter(GCNMEM_LIMITER_L1,
                  "x: ; @trip 100\n" LOAD "lane*64\ns_waitcnt vmcnt(0)\ns_cbranch_scc1 x\ns_endpgm\n", 0);
    check_limiter(GCNMEM_LIMITER_LDS,
                  "x: ; @trip 100\nds_read_b32 v0, v1 ; @mem lane*128\ns_waitcnt lgkmcnt(0)\ns_cbranch_scc1 x\n"
                  "s_endpgm\n",
                  0);
    check_limiter(GCNMEM_LIMITER_VECTOR_LATENCY,
                  "x: ; @trip 100\n" LOAD "lane*4\ns_waitcnt vmcnt(0)\ns_cbranch_scc1 x\ns_endpgm\n", 1);
    check_limiter(GCNMEM_LIMITER_SCALAR_LATENCY,
                  "x: ; @trip 100\ns_load_dword s0, s[0:1], 0x0 ; @mem 0\ns_waitcnt lgkmcnt(0)\ns_cbranch_scc1 x\n"
                  "s_endpgm\n",
                  1);
    check_limiter(
        GCNMEM_LIMITER_LDS_LATENCY,
        "x: ; @trip 100\nds_read_b32 v0, v1 ; @mem lane*4\ns_waitcnt lgkmcnt(0)\ns_cbranch_scc1 x\ns_endpgm\n", 1);
}

#define DEFAULT "buffer_load_dword v0, v1, s[0:3], 0 offen\n"
#define BUSY "x: ; @trip 100\nv_rcp_f32 v0, v1\nv_rcp_f32 v0, v1\ns_cbranch_scc1 x\n"
#define BUSIER "z: ; @trip 900\nv_rcp_f32 v0, v1\nv_rcp_f32 v0, v1\ns_cbranch_scc1 z\n"

/* Where they could decide there is no verdict; where they could not, whatever they cost, it stands. */
static void test_R82_default_addresses_withhold_what_they_could_decide(void) {
    static const struct {
        const char* text;
        const char* limiter;
    } rows[] = {
        {BUSY "s_endpgm\n", "VALU"},
        {"s_load_dword s4, s[0:1], 0x0\n" BUSY "s_waitcnt lgkmcnt(0)\ns_endpgm\n", "VALU"},
        {"image_sample v[4:7], v[0:1], s[0:7], s[8:11] dmask:0xf\n" BUSY "s_waitcnt vmcnt(0)\ns_endpgm\n", "not known"},
        {"image_sample v[4:7], v[0:1], s[0:7], s[8:11] dmask:0xf\n" BUSY BUSIER "s_waitcnt vmcnt(0)\ns_endpgm\n",
         "VALU"},
        {"x: ; @trip 100\nds_read_b32 v0, v1 ; @mem lane*128\ns_waitcnt lgkmcnt(0)\ns_cbranch_scc1 x\n"
         "s_load_dword s4, s[0:1], 0x0\ns_waitcnt lgkmcnt(0)\ns_endpgm\n",
         "LDS"},
        {"x: ; @trip 100\nds_read_b32 v0, v1\ns_waitcnt lgkmcnt(0)\ns_cbranch_scc1 x\ns_endpgm\n", "not known"},
        {"x: ; @trip 100\n" LOAD "lane*64\ns_waitcnt vmcnt(0)\ns_cbranch_scc1 x\n" DEFAULT "s_waitcnt vmcnt(0)\n"
         "s_endpgm\n",
         "L1"},
        {"x: ; @trip 100\n" LOAD "lane*4\n" DEFAULT "s_waitcnt vmcnt(0)\ns_cbranch_scc1 x\ns_endpgm\n", "not known"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        job j = job_new(GCNMEM_DEVICE_R9_FURY_X, rows[i].text);
        j.desc = gcnmem_run_scaled_desc(&j.desc, 4);
        j.options.groups = 320;
        job_run(&j);
        CHECK_TEXT(rows[i].limiter, gcnmem_name_of(GCNMEM_NAMES_LIMITER, j.result.limited_by), "%s", rows[i].text);
        CHECK((j.result.gaps != 0) == (j.result.limited_by == GCNMEM_LIMITER_UNKNOWN), "%s", rows[i].text);
        job_end(&j);
    }
}

/* Each wave has to come to its end through code that was understood. */
static void test_R82_only_waves_that_end_in_known_code_have_a_verdict(void) {
#define GAP(gap) (1u << GCNMEM_GAP_##gap)
    static const struct {
        const char* text;
        uint32_t gaps;
    } rows[] = {
        {BUSY "s_endpgm\n", 0},
        {BUSY, GAP(OFF_END)},
        {BUSY "s_swappc_b64 s[30:31], s[4:5]\ns_endpgm\n", GAP(CALL)},
        {BUSY "s_setpc_b64 s[30:31]\n", GAP(CALL) | GAP(OFF_END)},
        {"s_branch nowhere\n" BUSY "s_endpgm\n", GAP(CALL)},
        {"s_cmp_eq_u32 1, 1\ns_cbranch_scc0 nowhere\n" BUSY "s_endpgm\n", 0}, /* is never taken */
        {"s_cmp_eq_u32 s8, s9\ns_cbranch_scc0 nowhere\n" BUSY "s_endpgm\n", GAP(CALL)},
        {"s_cbranch_moon y\n" BUSY "y: s_endpgm\n", GAP(STRANGE)},
        {"s_moon_b64 vcc, s[4:5]\ns_cbranch_vccz y\n" BUSY "y: s_endpgm\n", GAP(STRANGE)},
        {"v_moon_u32 v0, v1\n" BUSY "s_endpgm\n", 0}, /* costs what it may */
        {"v_moon_u32 v4, v1\n" BUSY BUSIER "global_load_dword v0, v4, s[0:1]\ns_endpgm\n", 0},
        {"x: ; @trip 100\nv_moon_u32 v4, v1\nglobal_load_dword v0, v4, s[0:1]\ns_waitcnt vmcnt(0)\n"
         "s_cbranch_scc1 x\ns_endpgm\n",
         GAP(DEFAULT)},
        {"x: ; @trip 100\nbuffer_load_moon v0, v1, s[0:3], 0 offen\ns_waitcnt vmcnt(0)\ns_cbranch_scc1 x\n"
         "s_endpgm\n",
         GAP(DEFAULT)},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        job j = job_new(GCNMEM_DEVICE_VEGA_64, rows[i].text);
        j.desc = gcnmem_run_scaled_desc(&j.desc, 4);
        j.options.groups = 320;
        job_run(&j);
        CHECK_U64(rows[i].gaps, j.result.gaps, "%s", rows[i].text);
        CHECK((j.result.limited_by == GCNMEM_LIMITER_UNKNOWN) == (rows[i].gaps != 0), "%s", rows[i].text);
        job_end(&j);
    }
#undef GAP
}

/* What counts is what moves: scattered lanes take a line each, lanes that share one take it once. */
static void test_R57_traffic_is_lines_whatever_lanes_want(void) {
    static const struct {
        const char* text;
        uint64_t bytes[2]; /* of a wave: default, given */
    } rows[] = {
        {DEFAULT LOAD "lane*64+wave*4096\n", {4 * 64, 64 * 64}},
        {DEFAULT LOAD "wave*64\n", {4 * 64, 64}},
        {DEFAULT "ds_read_b32 v0, v1 ; @mem 0\n", {4 * 64, 64 * 4}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        char text[512];
        snprintf(text, sizeof text, "%ss_waitcnt vmcnt(0)\ns_endpgm\n", rows[i].text);
        job j = run_text(text, 64, 8);
        CHECK_U64(8 * rows[i].bytes[0], j.result.address_bytes[GCNMEM_STATUS_DEFAULT], "%s", text);
        CHECK_U64(8 * rows[i].bytes[1], j.result.address_bytes[GCNMEM_STATUS_GIVEN], "%s", text);
        job_end(&j);
    }
}

/* No instruction of the loop loses as much as the wait before it, but the loop takes most of the time. */
static void test_R57_a_loop_costs_with_all_of_its_instructions(void) {
    job j = run_text(LOAD "lane*64\ns_waitcnt vmcnt(0)\nx: ; @trip 500\nv_rcp_f32 v0, v1\nv_add_f32 v2, v0, v1\n"
                          "s_cbranch_scc1 x\ns_endpgm\n",
                     64, 1);
    test_hot_loop loop = test_hot_loop_of(j.run);
    CHECK_U64(1, gcnmem_run_hotspot_of(j.run, 0).insn, "the wait lost most");
    CHECK_U64(2, loop.first, "the loop's first instruction");
    CHECK_U64(4, loop.last, "its branch");
    CHECK(loop.clocks > j.result.wave_clocks / 2 && loop.clocks < j.result.wave_clocks,
          "%" PRIu64 " of %" PRIu64 " wave clocks", loop.clocks, j.result.wave_clocks);
    job_end(&j);
    j = run_text(LOAD "lane*64\ns_waitcnt vmcnt(0)\nx: ; @trip 2\nv_rcp_f32 v0, v1\ns_cbranch_scc1 x\ns_endpgm\n", 64,
                 1);
    CHECK_U64(GCNMEM_NONE, test_hot_loop_of(j.run).first, "two trips take less than the wait");
    job_end(&j);
}

/* The clocks of instructions and their stalls are those of the waves; conflicts are clocks of the unit. */
static void test_R57_instructions_add_up(void) {
    size_t m;
    job j;
    for (m = 0; m < MIXES; ++m) {
        uint64_t active = 0;
        uint64_t bytes = 0;
        uint32_t i;
        j = mix(m);
        job_run(&j);
        for (i = 0; j.listing && i < j.listing->insn_count; ++i) {
            gcnmem_run_insn_stats stats = gcnmem_run_insn_of(j.run, i);
            active += stats.active_clocks;
            bytes += stats.bytes_requested;
            CHECK(stats.conflict_clocks <= stats.unit_clocks, "mix %u, instruction %" PRIu32, (unsigned)m, i);
        }
        CHECK_U64(j.result.active_clocks, active, "mix %u", (unsigned)m);
        CHECK_U64(j.result.bytes_requested + j.result.lds_bytes + j.result.scalar_bytes, bytes, "mix %u", (unsigned)m);
        job_end(&j);
    }
    j = run_text("ds_read_b32 v0, v1 ; @mem lane*128\nds_read_b32 v0, v1 ; @mem lane*4\ns_endpgm\n", 64, 3);
    CHECK_U64(3 * 62, gcnmem_run_insn_of(j.run, 0).conflict_clocks, "all lanes of a half wave in one bank");
    CHECK_U64(0, gcnmem_run_insn_of(j.run, 1).conflict_clocks, "each in its own");
    job_end(&j);
}

static void test_R57_bytes_at_each_level(void) {
    job j = run_text(LOAD "lane*8\ns_waitcnt vmcnt(0)\ns_endpgm\n", 64, 1);
    CHECK_U64(256, j.result.bytes_requested, "64 dwords");
    CHECK_U64(512, j.result.l1_bytes, "8 lines");
    CHECK_U64(512, j.result.l2_bytes, "8 requests");
    CHECK(j.result.dram_bytes >= 512, "whole bursts");
    CHECK(j.result.seconds_e12 - j.result.clocks * 1000000 / j.desc.core_clock_mhz <= 1, "picoseconds, rounded");
    job_end(&j);
}

/* ---- what is refused ---- */

/* What an issue reads like, behind its field. */
static void check_issue(const job* j, const char* field, const char* expected) {
    char text[200];
    gcnmem_issue_text(&j->issue, text, sizeof text);
    CHECK_TEXT(field, j->issue.field, "%s", expected);
    CHECK_TEXT(expected, text, "%s", field);
}

static void check_invalid(job* j, const char* field, const char* expected) {
    CHECK(gcnmem_run_init(NULL, 0, &j->desc, j->listing, j->text, &j->options, &j->run, &j->issue) ==
              GCNMEM_ERROR_VALUE,
          "%s", expected);
    CHECK_U64(0, test_run_bytes(&j->desc, j->listing, &j->options), "%s", expected);
    check_issue(j, field, expected);
}

static void test_run_says_which_limit_was_broken(void) {
    job j = job_new(GCNMEM_DEVICE_R9_FURY_X, "s_endpgm\n");
    gcnmem_run_options options = j.options;
    CHECK(test_run_bytes(&j.desc, j.listing, &j.options) != 0, "as it is");
    j.options.stage = 7;
    check_invalid(&j, "stage", "is 7: the listing has 1, numbered from 0");
    j.options = options;
    j.options.cu_count = 65;
    check_invalid(&j, "cus", "is 65: the device has 64");
    j.options = options;
    j.options.vgprs = 300;
    CHECK_U64(0, test_run_bytes(&j.desc, j.listing, &j.options), "300 VGPRs");
    job_end(&j);
}

/* A store of no architecture begins with an s as scratch_store_dword does, but comes in one piece. */
static void test_run_needs_room_for_what_is_stored(void) {
    static const char* const stores[] = {"store_b32 v[0:1], v5, off", "store_b128 v[0:1], v[2:5], off"};
    size_t bytes[2];
    for (uint32_t i = 0; i < 2; ++i) {
        char text[256];
        snprintf(text, sizeof text, "%s\nexit\n", stores[i]);
        job j = job_new(GCNMEM_DEVICE_VEGA_64, text);
        bytes[i] = test_run_bytes(&j.desc, j.listing, &j.options);
        job_end(&j);
    }
    CHECK_U64(bytes[0], bytes[1], "as many lines");
}

static void check_no_run(job* j, void* memory, size_t bytes, gcnmem_result result, const char* expected) {
    gcnmem_run* run = (gcnmem_run*)memory;
    CHECK(gcnmem_run_init(memory, bytes, &j->desc, j->listing, j->text, &j->options, &run, &j->issue) == result, "%s",
          expected);
    CHECK(run == NULL, "%s", expected);
    check_issue(j, "memory", expected);
}

static void test_run_says_what_is_wrong_with_its_memory(void) {
    job j = job_new(GCNMEM_DEVICE_R9_FURY_X, "s_endpgm\n");
    char expected[100];
    if (job_start(&j)) {
        snprintf(expected, sizeof expected, "is %lu bytes: %lu are needed", (unsigned long)j.run_bytes - 1,
                 (unsigned long)j.run_bytes);
        check_no_run(&j, j.run, j.run_bytes - 1, GCNMEM_ERROR_LIMIT, expected);
        CHECK_U64(j.run_bytes - 1, j.issue.value, "given");
        CHECK_U64(j.run_bytes, j.issue.limit, "needed");
        snprintf(expected, sizeof expected, "is 0 bytes: %lu are needed", (unsigned long)j.run_bytes);
        check_no_run(&j, NULL, j.run_bytes, GCNMEM_ERROR_LIMIT, expected);
        check_no_run(&j, (char*)j.run + 4, j.run_bytes, GCNMEM_ERROR_VALUE, "begins 4 bytes behind a multiple of 8");
    }
    job_end(&j);
}

static void test_run_names(void) {
    int i;
    for (i = 0; i < GCNMEM_STALL_END; ++i) {
        CHECK(gcnmem_name_of(GCNMEM_NAMES_STALL, i)[0] != 0, "stall %d", i);
    }
    for (i = 0; i < GCNMEM_SERVED_END; ++i) {
        CHECK(gcnmem_name_of(GCNMEM_NAMES_SERVED, i)[0] != 0, "served %d", i);
    }
    for (i = 0; i < GCNMEM_LIMITER_END; ++i) {
        CHECK(gcnmem_name_of(GCNMEM_NAMES_LIMITER, i)[0] != 0, "limiter %d", i);
    }
    CHECK_TEXT("vector memory", gcnmem_name_of(GCNMEM_NAMES_STALL, GCNMEM_STALL_VECTOR_MEMORY), "stall");
    CHECK_TEXT("DRAM", gcnmem_name_of(GCNMEM_NAMES_SERVED, GCNMEM_SERVED_DRAM), "served");
    CHECK_TEXT("L2", gcnmem_name_of(GCNMEM_NAMES_LIMITER, GCNMEM_LIMITER_L2), "limiter");
}

/* The addresses that the text compares waves by are those before any trip, of the inner loop and of the outer ones. */
static void test_begin_addresses_are_those_before_any_trip(void) {
    job j = job_new(GCNMEM_DEVICE_R9_FURY_X,
                    "z: ; @trip 2\ns_nop 0\ny: ; @trip 2\ns_nop 0\nx: ; @trip 2\n"
                    "global_load_dword v0, v[2:3], off ; @mem lane*4+wave*1K+group*64K+iter*1M+iter1*16M+iter2*256M\n"
                    "s_cbranch_scc1 x\ns_cbranch_scc1 y\ns_cbranch_scc1 z\ns_endpgm\n");
    j.options.groups = 2;
    j.options.group_lanes = 128;
    job_run(&j);
    const gcnmem_run_insn_stats stats = gcnmem_run_insn_of(j.run, 2);
    CHECK_U64(32, stats.issued, "eight visits of four waves");
    CHECK_U64(0, stats.begin_address[0], "the first wave");
    CHECK_U64(1024, stats.begin_address[1], "the second of its group");
    CHECK_U64(65536 + 2048, stats.begin_address[2], "the first of the next group, the third of all");
    job_end(&j);
}

/* ---- any listing ---- */

/* Far and near addresses, odd masks, and some instructions left alone: the same for the same question. */
static int strange_addresses(void* user, const gcnmem_run_query* query, uint64_t* address, uint64_t* mask) {
    uint64_t x = query->group * 64 + query->wave + query->iter[0] * 7919 + *(const uint64_t*)user;
    int lane;
    for (lane = 0; lane < GCNMEM_LANES; ++lane) {
        x = x * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        address[lane] = query->insn % 3 == 0 ? x : (x >> 40) % 100000;
    }
    *mask &= x | 1;
    return query->insn % 5 != 0;
}

static void check_any(const char* name, gcnmem_device device, uint32_t way) {
    job j = job_new_file(device, name);
    uint32_t stage;
    gcnmem_run_trip trip = {GCNMEM_NONE, 5};
    gcnmem_run_taken taken = {GCNMEM_NONE, 300};
    for (stage = 0; j.listing && stage < j.listing->stage_count; ++stage) {
        uint64_t seed = stage;
        j.options = test_run_options(stage);
        j.desc = gcnmem_desc_for(device);
        j.desc = gcnmem_run_scaled_desc(&j.desc, 2);
        j.options.groups = JOB_IS_SLOW ? 3 : 7;
        j.options.trips = &trip;
        j.options.trip_count = way != 0;
        j.options.takens = &taken;
        j.options.taken_count = way == 2;
        j.options.max_clocks = 300000;
        if (job_start(&j)) {
            gcnmem_run_hooks hooks = {way == 1 ? strange_addresses : NULL, NULL, NULL, &seed};
            gcnmem_run_state state = gcnmem_run_advance(j.run, UINT64_MAX, &hooks);
            CHECK(state != GCNMEM_RUN_GOING, "%s, stage %" PRIu32 ", way %" PRIu32, name, stage, way);
            j.result = gcnmem_run_result_of(j.run);
            if (state == GCNMEM_RUN_DONE) {
                check_sums(&j, name);
            }
        }
    }
    job_end(&j);
}

static void check_any_way(const char* name) {
    static const gcnmem_device devices[] = {GCNMEM_DEVICE_HD_7970, GCNMEM_DEVICE_R9_FURY_X, GCNMEM_DEVICE_MI100};
    uint32_t way;
    for (way = 0; way < 3; ++way) {
        check_any(name, devices[way], way);
    }
}

static void test_R51_to_R57_any_listing_ends_and_adds_up(void) {
    job_each_file(check_any_way);
}

/* R56: clocks that `count` of an instruction take on a SIMD that has nothing else to do, beyond those of as many
   v_mov_b32 or s_mov_b32. */
static uint64_t clocks_beyond(gcnmem_device device, const char* insn, const char* plain, int count) {
    uint64_t clocks[2];
    for (int i = 0; i < 2; ++i) {
        char text[4096] = "";
        for (int k = 0; k < count; ++k) {
            strcat(strcat(text, i == 0 ? insn : plain), "\n");
        }
        job j = job_new(device, strcat(text, "s_endpgm\n"));
        j.options.groups = 1;
        job_run(&j);
        clocks[i] = j.result.clocks;
        job_end(&j);
    }
    return clocks[0] - clocks[1];
}

static void test_R56_clocks_by_instruction(void) {
    static const struct {
        gcnmem_device device;
        const char* insn;
        uint64_t clocks;
        uint64_t issue; /* clocks after which the wave goes on */
    } rows[] = {
        {GCNMEM_DEVICE_MI100, "v_mfma_f32_32x32x8f16 a[0:15], v[0:1], v[2:3], a[0:15]", 64, 8},
        {GCNMEM_DEVICE_MI100, "v_mfma_f32_16x16x2bf16 a[0:15], v0, v2, a[0:15]", 32, 8},
        {GCNMEM_DEVICE_MI210, "v_mfma_f32_4x4x4bf16_1k a[0:3], v[0:1], v[2:3], a[0:3]", 8, 4},
        {GCNMEM_DEVICE_MI210, "v_mfma_f64_4x4x4f64 a[0:1], v[0:1], v[2:3], a[0:1]", 16, 16},
        {GCNMEM_DEVICE_MI210, "v_mfma_f64_16x16x4f64 a[0:7], v[0:1], v[2:3], a[0:7]", 32, 32},
        {GCNMEM_DEVICE_MI300X, "v_mfma_f32_16x16x16_f16 a[0:3], v[0:1], v[2:3], a[0:3]", 16, 4},
        {GCNMEM_DEVICE_MI300X, "v_mfma_f32_32x32x2_f32 a[0:15], v0, v1, a[0:15]", 64, 64},
        {GCNMEM_DEVICE_MI300X, "v_smfmac_f32_32x32x16_f16 a[0:15], v[0:1], v[2:5], v6", 32, 8},
        {GCNMEM_DEVICE_MI355X, "v_mfma_f32_32x32x64_f8f6f4 a[0:15], v[0:7], v[8:15], a[0:15]", 64, 4},
        {GCNMEM_DEVICE_MI355X, "v_mfma_f32_32x32x64_f8f6f4 a[0:15], v[0:7], v[8:15], a[0:15] cbsz:4 blgp:4", 32, 4},
        {GCNMEM_DEVICE_MI355X, "v_mfma_f32_32x32x64_f8f6f4 a[0:15], v[0:7], v[8:15], a[0:15] cbsz:4", 64, 4},
        {GCNMEM_DEVICE_MI210, "v_accvgpr_read_b32 v0, a0", 4, 4},
        {GCNMEM_DEVICE_MI50, "v_fma_f64 v[0:1], v[2:3], v[4:5], v[6:7]", 8, 8},
        {GCNMEM_DEVICE_RADEON_VII, "v_fma_f64 v[0:1], v[2:3], v[4:5], v[6:7]", 16, 16},
        {GCNMEM_DEVICE_VEGA_64, "s_nop 7", 32, 32},
        {GCNMEM_DEVICE_VEGA_64, "s_nop 0", 4, 4},
        {GCNMEM_DEVICE_VEGA_64, "s_sleep 1", 68, 68}};
    for (size_t i = 0; i < (sizeof rows / sizeof rows[0]); ++i) {
        CHECK_U64((rows[i].clocks - 4) * 20 - (rows[i].clocks - rows[i].issue),
                  clocks_beyond(rows[i].device, rows[i].insn, "v_mov_b32 v8, v9", 20), "%s", rows[i].insn);
    }
    CHECK_U64(4 * 20,
              clocks_beyond(GCNMEM_DEVICE_VEGA_64, "s_setreg_b32 hwreg(HW_REG_MODE), s1", "s_mov_b32 s0, s1", 20),
              "s_setreg");
    CHECK_U64(4 * 20,
              clocks_beyond(GCNMEM_DEVICE_VEGA_64, "s_setreg_imm32_b32 hwreg(HW_REG_MODE), 1", "s_mov_b32 s0, s1", 20),
              "s_setreg_imm32");
    CHECK_U64(0, clocks_beyond(GCNMEM_DEVICE_VEGA_64, "s_getreg_b32 s0, hwreg(HW_REG_MODE)", "s_mov_b32 s0, s1", 20),
              "s_getreg");
}

/* Beside a matrix operation the SIMD does as many others as fit: behind 4 clocks of issue 60 of 64 clocks are theirs;
   floats on CDNA3 leave none. The report says how much of its peak a machine full of them reaches. */
static void test_R56_others_run_beside_matrix_operations(void) {
    static const struct {
        gcnmem_device device;
        const char* insn;
        uint64_t clocks; /* of it and 15 others */
    } rows[] = {{GCNMEM_DEVICE_MI210, "v_mfma_f32_32x32x8f16 a[0:15], v[0:1], v[2:3], a[0:15]", 64},
                {GCNMEM_DEVICE_MI100, "v_mfma_f32_32x32x8f16 a[0:15], v[0:1], v[2:3], a[0:15]", 68},
                {GCNMEM_DEVICE_MI300X, "v_mfma_f32_32x32x4_2b_f16 a[0:31], v[0:1], v[2:3], a[0:31]", 64},
                {GCNMEM_DEVICE_MI300X, "v_mfma_f32_32x32x2_f32 a[0:15], v0, v1, a[0:15]", 124}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        char text[4096];
        snprintf(text, sizeof text, "loop: ; @trip 100\n%s\n", rows[i].insn);
        for (int k = 0; k < 14; ++k) {
            strcat(text, "v_mov_b32 v8, v9\n");
        }
        job j = job_new(rows[i].device, strcat(text, "s_cbranch_scc1 loop\ns_endpgm\n"));
        j.options.groups = 1;
        job_run(&j);
        const uint64_t clocks = j.result.clocks / 100; /* the branch takes 16 clocks, 12 beyond a move's */
        CHECK(clocks >= rows[i].clocks && clocks <= rows[i].clocks + 16, "%s: %" PRIu64 " clocks", rows[i].insn,
              clocks);
        CHECK(j.result.valu_busy_clocks <= j.result.clocks, "%s: busy", rows[i].insn);
        job_end(&j);
    }
    job j = job_new(GCNMEM_DEVICE_MI210, "loop: ; @trip 200\n"
                                         "v_mfma_f32_32x32x8f16 a[0:15], v[0:1], v[2:3], a[0:15]\n"
                                         "v_mfma_f32_32x32x8f16 a[16:31], v[0:1], v[2:3], a[16:31]\n"
                                         "s_cbranch_scc1 loop\ns_endpgm\n");
    job_run(&j);
    const uint64_t peak = gcnmemi_ops_peak_gflops(&j.desc, GCNMEM_MATH_MATRIX_F16);
    const uint64_t gflops = j.result.flops[GCNMEM_MATH_MATRIX_F16] / (j.result.seconds_e12 / 1000);
    CHECK_U64(j.result.waves * 400 * 2 * 32 * 32 * 8, j.result.flops[GCNMEM_MATH_MATRIX_F16], "of the dispatch");
    CHECK(gflops <= peak && gflops * 100 >= peak * 95, "%" PRIu64 " of %" PRIu64 " GFLOP/s", gflops, peak);
    CHECK(j.result.limited_by == GCNMEM_LIMITER_VALU, "limited by %d", (int)j.result.limited_by);
    job_end(&j);
}

/* Atomics of all lanes on one address: a channel of L2 serves them one by one, and the run ends when it has. */
static void test_R13_atomics_on_one_address_take_their_turns(void) {
    static const struct {
        const char* address;
        int takes_turns;
        uint64_t used; /* bytes of a wave; 0: all */
    } rows[] = {{"0", 1, 4},
                {"group*256", 1, 4}, /* a counter for each group, on all channels */
                {"group*256+lane*4", 0, 0}};
    static const gcnmem_device devices[] = {GCNMEM_DEVICE_VEGA_64, GCNMEM_DEVICE_MI210, GCNMEM_DEVICE_RX_6900_XT};
    for (size_t i = 0; i < (sizeof rows / sizeof rows[0]) * (sizeof devices / sizeof devices[0]); ++i) {
        const size_t row = i / (sizeof devices / sizeof devices[0]);
        char text[256];
        snprintf(text, sizeof text,
                 "x: ; @trip 10\nglobal_atomic_add v2, v0, v1, s[0:1] glc ; @mem %s\n"
                 "s_waitcnt vmcnt(0)\ns_cbranch_scc1 x\ns_endpgm\n",
                 rows[row].address);
        job j = job_new(devices[i % (sizeof devices / sizeof devices[0])], text);
        j.options.groups = 2560;
        job_run(&j);
        gcnmem_run_insn_stats stats = gcnmem_run_insn_of(j.run, 0);
        CHECK_U64(rows[row].takes_turns, j.result.limited_by == GCNMEM_LIMITER_ATOMICS, "%s on %s: %" PRIu64,
                  rows[row].address, gcnmem_device_card(j.desc.device), j.result.clocks);
        CHECK_U64(rows[row].used != 0 ? stats.issued * rows[row].used : stats.bytes_requested, stats.bytes_used, "%s",
                  rows[row].address);
        CHECK(row != 0 || j.result.clocks > stats.bytes_requested / 4, "a clock for each lane");
        CHECK(j.result.l2_busy_clocks <= j.result.clocks * j.desc.l2_channels, "no channel works longer than the run");
        job_end(&j);
    }
}

/* What a run remembers of an instruction's earlier accesses is what each costs: here those of a loop, priced one by
   one. */
static void test_R53_each_access_of_a_loop_has_its_own_cost(void) {
    static const char* const insns[] = {"buffer_load_ubyte v0, v1, s[0:3], 0 offen",
                                        "buffer_load_dword v0, v1, s[0:3], 0 offen",
                                        "flat_load_dwordx3 v[4:6], v[2:3]",
                                        "buffer_store_dwordx2 v[4:5], v1, s[0:3], 0 offen",
                                        "image_load v[4:7], v[2:3], s[4:11] dmask:0xf unorm",
                                        "image_load v[4:6], v[2:3], s[4:11] dmask:0x7 unorm",
                                        "ds_read_b64 v[4:5], v1",
                                        "ds_write_b32 v1, v4"};
    static const uint32_t strides[] = {4, 12, 24, 132};
    static const uint32_t steps[] = {1, 4, 48, 96, 200};
    const gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_FURY_X);
    for (uint32_t i = 0; i < 8 * 4 * 5; ++i) {
        const uint32_t stride = strides[i / 8 % 4];
        const uint32_t step = steps[i / 32];
        uint64_t clocks = 0;
        uint64_t lines = 0;
        char text[256];
        snprintf(text, sizeof text, "x: ; @trip 24\n%s ; @mem lane*%u+iter*%u\ns_cbranch_scc1 x\ns_endpgm\n",
                 insns[i % 8], (unsigned)stride, (unsigned)step);
        job j = run_text(text, 64, 1);
        gcnmem_access access = gcnmem_access_for(&gcnmemi_run_view(j.run).patterns[0].op);
        for (uint32_t trip = 0; trip < 24; ++trip) {
            for (uint32_t lane = 0; lane < GCNMEM_LANES; ++lane) {
                access.address[lane] = lane * stride + trip * step;
            }
            const gcnmem_cost cost = gcnmem_cost_wave(&desc, &access);
            clocks += cost.clocks;
            lines += cost.l1_lines;
        }
        const gcnmem_run_insn_stats stats = gcnmem_run_insn_of(j.run, 0);
        CHECK_U64(clocks, stats.unit_clocks, "%s", text);
        CHECK_U64(lines, stats.lines, "%s", text);
        job_end(&j);
    }
}

/* A loop of the second kernel of a listing goes round in that kernel. */
static void test_R51_loops_of_a_later_stage(void) {
    job j = job_new(GCNMEM_DEVICE_VEGA_64, ".type a,@function\na:\nv_mov_b32 v0, 0\nv_mov_b32 v1, 0\ns_endpgm\n"
                                           ".type b,@function\nb:\nx: ; @trip 3\nv_mov_b32 v0, 0\n"
                                           "s_cbranch_scc1 x\ns_endpgm\n");
    j.options.stage = 1;
    j.options.groups = 1;
    j.options.cu_count = 1;
    job_run(&j);
    const uint32_t first = job_stage(&j, 1)->first_insn;
    CHECK_U64(3, first, "behind the first kernel");
    CHECK_U64(3, gcnmem_run_insn_of(j.run, first).issued, "three trips");
    CHECK_U64(1, gcnmem_run_insn_of(j.run, first + 2).issued, "one end");
    job_end(&j);
}

/* f8f6f4 takes the clocks of less than 8 bits when both inputs have less. */
static void test_R56_narrow_matrices_are_narrow_on_both_sides(void) {
    for (uint32_t a = 0; a <= 4; ++a) {
        for (uint32_t b = 0; b <= 4; ++b) {
            gcnmem_op op;
            gcnmem_insn insn;
            memset(&op, 0, sizeof op);
            memset(&insn, 0, sizeof insn);
            op.math = GCNMEM_MATH_MATRIX_I8;
            insn.offset = a | b << 8; /* cbsz, blgp: 0 and 1 of 8 bits, 2 to 4 of 6 and 4 */
            CHECK_U64(a >= 2 && b >= 2 ? GCNMEM_MATH_MATRIX_I4 : GCNMEM_MATH_MATRIX_I8,
                      gcnmemi_run_made(&op, &insn).math, "cbsz %u, blgp %u", (unsigned)a, (unsigned)b);
        }
    }
}

/* A whole line, which most requests of a CU are, quickly and as any request: the same is known of the access, and of
   all that is under way. */
static void test_R54_quick_lines_miss_as_any_request_does(void) {
    static const gcnmem_device devices[] = {GCNMEM_DEVICE_R9_390X, GCNMEM_DEVICE_R9_FURY_X, GCNMEM_DEVICE_VEGA_64,
                                            GCNMEM_DEVICE_RX_6900_XT, GCNMEM_DEVICE_MI100};
    test_random random = test_random_start(128);
    for (uint64_t round = 0; round < test_many(20); ++round) {
        job j = job_new(devices[round % 5], "buffer_load_dword v0, v1, s[0:3], 0 offen");
        j.options.cu_count = 3;
        if (!job_start(&j)) {
            job_end(&j);
            return;
        }
        gcnmem_run* quick = (gcnmem_run*)job_memory(j.run_bytes);
        memcpy(quick, j.run, j.run_bytes);
        gcnmemi_machine_view views[2] = {gcnmemi_machine_view_of(j.run), gcnmemi_machine_view_of(quick)};
        const gcnmemi_levels_row* row = &j.run->levels.row[GCNMEMI_LEVELS_L1];
        CHECK_U64(row->geometry.line_bytes, row->whole_bytes, "%s", gcnmem_device_card(j.desc.device));
        uint64_t clock = 0;
        for (int i = 0; i < 3000; ++i) {
            const uint32_t cu = (uint32_t)test_random_below(&random, 3);
            const uint32_t flags = test_random_below(&random, 4) == 0 ? 1u | (16u & (uint32_t)i) : 0u;
            const uint64_t line = test_random_below(&random, 20000) * row->whole_bytes;
            const gcnmemi_levels_request request = gcnmemi_levels_request_of(line, row->whole_bytes, flags);
            gcnmemi_memory_progress progress[2];
            clock += test_random_below(&random, 300);
            for (int k = 0; k < 2; ++k) {
                gcnmemi_machine_view* v = &views[k];
                v->run->now = clock;
                if (v->run->tick <= clock) {
                    gcnmemi_memory_tick(v);
                }
                progress[k] = gcnmemi_memory_begin(clock, GCNMEM_SERVED_L1, &v->run->levels.row[GCNMEMI_LEVELS_L1], cu,
                                                   cu);
            }
            gcnmemi_memory_miss(&views[0], &progress[0], row, request, clock);
            gcnmemi_memory_miss_line(&views[1], &progress[1], row, &request, clock);
            CHECK_U64(progress[0].clock, progress[1].clock, "round %" PRIu64 " request %d", round, i);
            CHECK_U64(progress[0].access, progress[1].access, "round %" PRIu64 " request %d", round, i);
            CHECK_U64(progress[0].served, progress[1].served, "round %" PRIu64 " request %d", round, i);
            CHECK_U64(progress[0].l2_chunks, progress[1].l2_chunks, "round %" PRIu64 " request %d", round, i);
            CHECK_U64(progress[0].l2_address, progress[1].l2_address, "round %" PRIu64 " request %d", round, i);
            CHECK_U64(progress[0].l2_channels, progress[1].l2_channels, "round %" PRIu64 " request %d", round, i);
        }
        CHECK(memcmp(j.run, quick, j.run_bytes) == 0, "round %" PRIu64 ": the same is under way", round);
        free(quick);
        job_end(&j);
    }
}

void suite_run(void) {
    TEST(test_R51_a_loop_tested_at_its_bottom);
    TEST(test_R51_a_loop_tested_at_its_top);
    TEST(test_R51_a_loop_whose_exit_asks_for_lanes);
    TEST(test_R51_a_loop_that_begins_in_two_places);
    TEST(test_R51_a_loop_without_a_count_is_told_of);
    TEST(test_R51_trips_of_nested_loops_multiply);
    TEST(test_R51_trips_of_hundreds_of_nested_loops_multiply);
    TEST(test_R51_exits_and_latches_without_a_branch);
    TEST(test_R53_lanes_far_apart);
    TEST(test_R51_exits_by_way_of_what_asks_for_lanes);
    TEST(test_R51_loops_nested_too_deep);
    TEST(test_R51_a_continue_does_not_end_its_loop);
    TEST(test_R51_a_continue_that_is_computed);
    TEST(test_R51_a_continue_that_nobody_knows_is_told_of);
    TEST(test_R51_an_end_that_asks_for_lanes_is_no_continue);
    TEST(test_R51_scalar_memory_without_an_address);
    TEST(test_R51_a_label_placed_by_the_caller);
    TEST(test_R51_loops_and_branches_by_instruction);
    TEST(test_R51_branches_fall_through_unless_told);
    TEST(test_R52_lgkmcnt_waits_for_the_oldest);
    TEST(test_R52_loads_return_in_order);
    TEST(test_R52_vmcnt_leaves_the_youngest_out);
    TEST(test_R52_a_full_vmcnt_holds_the_next_load);
    TEST(test_R52_a_scalar_load_of_two_dwords_weighs_two);
    TEST(test_R52_exports_count_in_expcnt);
    TEST(test_R52_a_barrier_waits_for_the_whole_group);
    TEST(test_R53_lines_of_an_annotation);
    TEST(test_R53_wave_group_and_iter);
    TEST(test_R53_the_callers_rows_win_over_annotations);
    TEST(test_R53_the_caller_is_asked);
    TEST(test_R53_a_division_by_zero_ends_the_run);
    TEST(test_R53_lanes_that_are_switched_off);
    TEST_LONG_SANITIZED(test_R53_every_number_of_lanes);
    TEST(test_R53_divergent_parts_inside_each_other);
    TEST(test_R53_annotations_that_say_nothing);
    TEST(test_R53_draws_of_different_instructions);
    TEST(test_R53_a_bad_expression_names_its_line);
    TEST(test_R33_rows_of_a_run_are_those_of_a_replay);
    TEST(test_R33_R59_a_pitch_that_meets_one_channel);
    TEST(test_R33_accesses_that_spread_name_no_channels);
    TEST(test_R33_R59_what_L1_serves_meets_no_channel);
    TEST_LONG_SANITIZED(test_R33_R59_groups_that_meet_one_channel_in_step);
    TEST(test_R56_the_dearest_operation);
    TEST_LONG_SANITIZED(test_R56_clocks_by_instruction);
    TEST(test_R56_others_run_beside_matrix_operations);
    TEST_LONG_SANITIZED(test_R13_atomics_on_one_address_take_their_turns);
    TEST(test_R56_a_full_pipe_of_LDS_has_its_own_advice);
    TEST(test_R48_dram_clocks_of_a_run_are_rounded_up);
    TEST(test_R54_each_level_takes_longer);
    TEST(test_R54_what_L1_lost_comes_from_L2);
    TEST(test_R54_the_L1_port_is_busy_as_depth_1_says);
    TEST(test_R79_what_waits_for_DRAM_comes_one_after_another);
    TEST(test_R80_pages_beyond_the_TLB_take_longer);
    TEST_LONG_SANITIZED(test_R84_a_repeated_dispatch_finds_its_data_in_L2);
    TEST(test_R84_pages_stay_known);
    TEST(test_R85_a_sample_is_a_quarter_of_the_machine);
    TEST(test_begin_addresses_are_those_before_any_trip);
    TEST(test_R85_samples_agree_within_3_per_cent);
    TEST(test_R68_masks_tell_the_lanes_of_a_wave);
    TEST(test_R10_sizes_of_images_that_are_none);
    TEST(test_R85_few_groups_have_no_samples);
    TEST(test_R85_a_preview_is_one_of_its_parts);
    TEST(test_R85_samples_take_no_more_memory_than_the_whole);
    TEST(test_R84_repeats_are_runs_with_the_caches_of_the_one_before);
    TEST_LONG_SANITIZED(test_R85_samples_of_a_stream_stand_for_it);
    TEST(test_R85_skipped_groups_are_those_at_the_beginning);
    TEST(test_R53_R54_swizzles_pass_through_the_lds);
    TEST(test_R53_R54_an_image_returns_the_channels_of_its_dmask);
    TEST_LONG_SANITIZED(test_R53_an_image_asked_for_by_address_is_there);
    TEST(test_R53_linear_texels_asked_for_by_address);
    TEST(test_R41_bursts_of_a_line_in_two_channels);
    TEST(test_R53_a_filtered_image_asked_for_by_address_has_its_neighbours);
    TEST(test_R54_lds_conflicts_keep_the_port);
    TEST(test_R55_occupancy_is_that_of_depth_1);
    TEST(test_R55_registers_that_are_named_count);
    TEST(test_R55_waves_that_the_dispatch_brings);
    TEST(test_R55_groups_per_cu_can_be_held_down);
    TEST(test_R55_more_CUs_take_less_time);
    TEST_LONG_SANITIZED(test_R55_a_wave_more_is_not_shorter);
    TEST(test_R56_clocks_of_one_wave);
    TEST(test_R56_four_waves_have_a_SIMD_each);
    TEST(test_R56_one_of_each_kind_in_a_turn);
    TEST(test_R56_a_branch_on_VCC_waits_for_the_VALU);
    TEST(test_R57_sums_over_instructions_are_the_result);
    TEST_LONG_SANITIZED(test_R57_dram_accounts_for_the_whole_run);
    TEST(test_R57_a_stream_is_limited_by_dram);
    TEST(test_R57_random_rows_limit_when_dram_never_lacks_requests);
    TEST(test_R57_a_listing_without_its_end);
    TEST(test_R57_hotspots_are_the_stalls_in_falling_order);
    TEST(test_R57_a_hotspot_names_what_it_waits_for);
    TEST(test_R57_stepping_is_running);
    TEST(test_R57_counters_are_of_the_present);
    TEST(test_R57_turns_passed_over_count_as_those_taken);
    TEST(test_R57_a_snapshot_goes_on_the_same);
    TEST(test_R57_max_clocks_cuts);
    TEST(test_R52_R57_no_barrier_is_stuck_behind_waves_that_ended);
    TEST(test_R59_no_queue_is_stuck_before_an_idle_channel);
    TEST(test_R55_what_nobody_states_is_what_code_and_listing_tell);
    TEST(test_R57_the_limiter_is_named);
    TEST(test_R82_default_addresses_withhold_what_they_could_decide);
    TEST(test_R82_only_waves_that_end_in_known_code_have_a_verdict);
    TEST(test_R57_traffic_is_lines_whatever_lanes_want);
    TEST(test_R57_a_loop_costs_with_all_of_its_instructions);
    TEST(test_R57_instructions_add_up);
    TEST(test_R57_bytes_at_each_level);
    TEST(test_run_says_which_limit_was_broken);
    TEST(test_run_needs_room_for_what_is_stored);
    TEST(test_run_says_what_is_wrong_with_its_memory);
    TEST(test_run_names);
    TEST_LONG_SANITIZED(test_R51_to_R57_any_listing_ends_and_adds_up);
    TEST(test_R53_each_access_of_a_loop_has_its_own_cost);
    TEST(test_R51_loops_of_a_later_stage);
    TEST(test_R56_narrow_matrices_are_narrow_on_both_sides);
    TEST(test_R54_quick_lines_miss_as_any_request_does);
}
