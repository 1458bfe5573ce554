/* load.c -- what must hold of any shader on any machine that memory keeps busy: more of a part never costs time

   A listing of this file streams, reads at random or mixes both with stores, a few loads deep. The same work runs on
   machines that differ in one number, or in the order of its groups. What DRAM gains or loses by another order of
   arrival is not an error: each property says how much of it there may be, in percent. */
#include "../unit/job.h"
#include "oracle.h"
#include "private.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* # is the number of the load, $ that of the group. Arrays lie odd numbers of rows apart: those a power of two apart
   meet in a few channels, and how many is the machine's. */
static const char* const addresses[] = {"stride(4)+(iter*16+#)*0x1021300", "stride(16)+(iter*16+#)*0x1021300",
                                        "rand(64M)/16*16", "rand(1G)/4*4",
                                        "hash(wave*64+iter*16+#)%65536*1088+lane*16"};
/* Groups read what no other does: they may change places. */
static const char* const addresses_of_groups[] = {"$*4096+wave%4*1024+lane*16+(iter*16+#)*0x1021300",
                                                  "$*0x41300+(iter*16+#)*4096+wave%4*1024+lane*16",
                                                  "$*0x41300+hash(($*4+wave%4)*64+iter*16+#)%1024*256+lane*4",
                                                  "hash((($*4+wave%4)*64+lane)*64+iter*16+#)%0x40000000/4*4"};
static const gcnmem_device devices[] = {GCNMEM_DEVICE_R9_290X, GCNMEM_DEVICE_HD_7970, GCNMEM_DEVICE_RX_480,
                                        GCNMEM_DEVICE_R9_NANO, GCNMEM_DEVICE_MI100,   GCNMEM_DEVICE_MI210};

/* A work: what each wave does, and how many there are of them. */
typedef struct work {
    char text[4000];
    gcnmem_device device;
    uint32_t groups;
    uint32_t vgprs;
    uint32_t under_way; /* accesses of a wave, at most */
} work;

/* Text, with what its marks stand for. Returns its length. */
static size_t write_text(char* out, const char* text, uint32_t load, const char* group) {
    size_t length = 0;
    for (; *text != 0; ++text) {
        if (*text == '#') {
            length += (size_t)snprintf(out + length, 12, "%u", (unsigned)load);
        } else if (*text == '$') {
            length += (size_t)snprintf(out + length, 24, "%s", group);
        } else {
            out[length++] = *text;
        }
    }
    out[length] = 0;
    return length;
}

static work random_work(test_random* random, const char* address, const char* group) {
    static const char* const widths[] = {"dword", "dwordx2", "dwordx4"};
    work w;
    char load[200];
    uint32_t loads = 1u << test_random_below(random, 4);
    uint32_t is_storing = (uint32_t)test_random_below(random, 3) == 0;
    size_t at = (size_t)snprintf(w.text, sizeof w.text, "x: ; @trip 4\n");
    uint32_t i;
    snprintf(load, sizeof load, "global_load_%s v[4:7], v[2:3], off ; @mem %s\n", widths[test_random_below(random, 3)],
             address);
    for (i = 0; i < loads; ++i) {
        at += write_text(w.text + at, load, i, group);
    }
    if (is_storing) {
        at += write_text(w.text + at,
                         "global_store_dword v[2:3], v4, off ; @mem $*1024+wave%4*256+lane*4+0x40000000"
                         "+iter*0x1000000\n",
                         0, group);
    }
    snprintf(w.text + at, sizeof w.text - at, "s_waitcnt vmcnt(0)\ns_cbranch_scc1 x\ns_endpgm\n");
    w.device = devices[test_random_below(random, COUNT(devices))];
    w.vgprs = 24u << test_random_below(random, 3);
    w.groups = 96;
    w.under_way = loads + is_storing;
    return w;
}

static work any_work(test_random* random) {
    return random_work(random, addresses[test_random_below(random, COUNT(addresses))], "group");
}

/* Runs the work on `desc`, with groups of 256. */
static gcnmem_run_result run_on(const work* w, const gcnmem_desc* desc, uint32_t groups) {
    job j = job_new(w->device, w->text);
    gcnmem_run_result result;
    j.desc = *desc;
    j.options.groups = groups;
    j.options.group_lanes = 256;
    j.options.vgprs = w->vgprs;
    job_run(&j);
    result = j.result;
    job_end(&j);
    return result;
}

static gcnmem_desc small_machine(const work* w) {
    gcnmem_desc desc = gcnmem_desc_for(w->device);
    return gcnmem_run_scaled_desc(&desc, desc.cu_count / 4);
}

static void check_no_slower(const work* w, const gcnmem_run_result* more, const gcnmem_run_result* less,
                            uint32_t slack_percent, const char* what) {
    CHECK(more->clocks * 100 <= less->clocks * (100 + slack_percent),
          "%s: %s: %" PRIu64 " clocks, %" PRIu64 " without\n%s", gcnmem_device_card(w->device), what, more->clocks,
          less->clocks, w->text);
}

/* CUs, channels, data rate: twice as many are never slower. More CUs read more rows at once, so that fewer of DRAM's
   bursts find theirs open. */
static void test_R59_more_of_a_part_is_not_slower(void) {
    test_random random = test_random_start(59);
    uint32_t i;
    for (i = 0; i < (JOB_IS_SLOW ? 4u : 16u); ++i) {
        work w = any_work(&random);
        gcnmem_desc desc = small_machine(&w);
        gcnmem_run_result base = run_on(&w, &desc, w.groups);
        gcnmem_desc other = desc;
        gcnmem_run_result more;
        other.cu_count = desc.cu_count * 2;
        more = run_on(&w, &other, w.groups);
        check_no_slower(&w, &more, &base, 8, "twice the CUs");
        other = desc;
        other.dram_mbps_per_pin = desc.dram_mbps_per_pin * 2;
        more = run_on(&w, &other, w.groups);
        check_no_slower(&w, &more, &base, 0, "twice the data rate");
        other = desc;
        other.l2_channels = desc.l2_channels * 2;
        other.l2_size_bytes = desc.l2_size_bytes * 2;
        other.dram_channels = desc.dram_channels * 2;
        other.dram_bus_bits = desc.dram_bus_bits * 2;
        more = run_on(&w, &other, w.groups);
        check_no_slower(&w, &more, &base, 0, "twice the channels");
    }
}

/* The same groups, ten waves a SIMD or two: more at once are no slower, unless caches then hold less for each; that
   shows in the bytes that a report tells of. */
static void test_R59_more_waves_are_not_slower(void) {
    test_random random = test_random_start(63);
    uint32_t i;
    for (i = 0; i < (JOB_IS_SLOW ? 4u : 16u); ++i) {
        work w = any_work(&random);
        gcnmem_desc desc = small_machine(&w);
        gcnmem_run_result few;
        gcnmem_run_result more;
        w.vgprs = 128;
        few = run_on(&w, &desc, w.groups);
        w.vgprs = 24;
        more = run_on(&w, &desc, w.groups);
        if (more.l2_bytes * 100 <= few.l2_bytes * 101 && more.dram_bytes * 100 <= few.dram_bytes * 101) {
            check_no_slower(&w, &more, &few, 8, "ten waves a SIMD for two");
        }
    }
}

/* Groups that change places, but keep most of their neighbours: DRAM's rows are theirs together. */
static void test_the_order_of_groups_is_of_no_account(void) {
    static const char* const orders[] = {"(191-group)", "((group+67)%192)", "(group^1)"};
    test_random random = test_random_start(62);
    uint32_t i;
    uint32_t k;
    for (i = 0; i < (JOB_IS_SLOW ? 2u : 4u); ++i) {
        const char* address = addresses_of_groups[i % COUNT(addresses_of_groups)];
        test_random again = random;
        work w = random_work(&random, address, "group");
        gcnmem_desc desc = small_machine(&w);
        gcnmem_run_result in_order = run_on(&w, &desc, 192);
        for (k = 0; k < COUNT(orders); ++k) {
            test_random same = again;
            work other = random_work(&same, address, orders[k]);
            gcnmem_run_result moved = run_on(&other, &desc, 192);
            check_no_slower(&other, &moved, &in_order, 3, orders[k]);
            check_no_slower(&w, &in_order, &moved, 3, "in order");
        }
    }
}

/* A part of the machine with its share of the work takes as long as the whole, unless all groups read the same data:
   a part of L2 holds less of them. With fewer CUs a channel's reads stand in another order: 7 % with stores on
   MI210. */
static void test_a_share_stands_for_the_whole(void) {
    test_random random = test_random_start(60);
    uint32_t i;
    for (i = 0; i < (JOB_IS_SLOW ? 2u : 6u); ++i) {
        work w = any_work(&random);
        gcnmem_desc part = small_machine(&w);
        gcnmem_desc whole = gcnmem_desc_for(w.device);
        gcnmem_run_result of_part = run_on(&w, &part, part.cu_count * 8);
        gcnmem_run_result of_whole = run_on(&w, &whole, whole.cu_count * 8);
        uint64_t share = of_whole.dram_bytes * part.cu_count / whole.cu_count;
        if (of_part.dram_bytes * 100 <= share * 102) {
            check_no_slower(&w, &of_part, &of_whole, 8, "the part");
            check_no_slower(&w, &of_whole, &of_part, 8, "the whole");
        }
    }
}

/* Any number of CUs has its share of DRAM's peak and of L2, in whole channels, and is a valid machine. */
static void test_every_share_is_exact(void) {
    uint32_t i;
    for (i = 0; i < COUNT(devices); ++i) {
        gcnmem_desc whole = gcnmem_desc_for(devices[i]);
        uint64_t peak = gcnmem_desc_dram_bytes_per_second(&whole) / 1000000;
        uint32_t cus;
        for (cus = 1; cus <= whole.cu_count; ++cus) {
            gcnmem_desc part = gcnmem_run_scaled_desc(&whole, cus);
            uint64_t own = gcnmem_desc_dram_bytes_per_second(&part) / 1000000 * whole.cu_count / cus;
            uint64_t l2 = (uint64_t)whole.l2_channels * whole.l2_channel_bytes_per_clock * cus;
            uint64_t own_l2 = (uint64_t)part.l2_channels * part.l2_channel_bytes_per_clock * whole.cu_count;
            uint64_t half_a_byte = ((uint64_t)part.l2_channels * whole.cu_count + 1) / 2; /* of each channel */
            CHECK(gcnmem_desc_validate(&part, NULL) == GCNMEM_OK, "%s: %" PRIu32 " CUs", gcnmem_device_card(devices[i]),
                  cus);
            CHECK(own <= peak + peak / 50 && own >= peak - peak / 50,
                  "%s: %" PRIu32 " CUs stand for %" PRIu64 " MB/s of %" PRIu64, gcnmem_device_card(devices[i]), cus,
                  own, peak);
            CHECK(own_l2 <= l2 + half_a_byte && own_l2 + half_a_byte >= l2,
                  "%s: %" PRIu32 " CUs have %" PRIu32 " L2 channels of %" PRIu32 " bytes a clock",
                  gcnmem_device_card(devices[i]), cus, part.l2_channels, part.l2_channel_bytes_per_clock);
        }
    }
}

/* Whoever waits for one access at a time waits as long on any part of a machine. */
static void test_a_part_answers_as_soon_as_the_whole(void) {
    uint32_t i;
    for (i = 0; i < COUNT(devices); ++i) {
        work w = {"x: ; @trip 16\nglobal_load_dword v4, v[2:3], off ; @mem chase(1G)\ns_waitcnt vmcnt(0)\n"
                  "s_cbranch_scc1 x\ns_endpgm\n",
                  GCNMEM_DEVICE_NONE, 0, 24, 1};
        gcnmem_desc whole = gcnmem_desc_for(devices[i]);
        uint64_t clocks;
        uint32_t cus;
        w.device = devices[i];
        clocks = run_on(&w, &whole, whole.cu_count).clocks;
        for (cus = 1; cus < whole.cu_count; cus *= 3) {
            gcnmem_desc part = gcnmem_run_scaled_desc(&whole, cus);
            uint64_t own = run_on(&w, &part, cus).clocks;
            CHECK(own * 20 <= clocks * 21 && own * 21 >= clocks * 20,
                  "%s: %" PRIu32 " CUs: %" PRIu64 " clocks of %" PRIu64, gcnmem_device_card(devices[i]), cus, own,
                  clocks);
        }
    }
}

#define MOST_BYTES (2 * GCNMEM_LANES * 64) /* of lines, that one access asks for: each lane may want two */

/* No level moves more than its peak, and by Little's law no more than what may be under way in the time it takes. */
static void test_no_level_moves_more_than_it_can(void) {
    test_random random = test_random_start(61);
    uint32_t i;
    for (i = 0; i < (JOB_IS_SLOW ? 4u : 20u); ++i) {
        work w = any_work(&random);
        gcnmem_desc desc = small_machine(&w);
        gcnmem_run_result r;
        uint64_t dram_peak;
        uint64_t latency;
        uint64_t accesses;
        desc.l1_miss_lines = 64u << test_random_below(&random, 4);
        r = run_on(&w, &desc, w.groups);
        dram_peak = gcnmem_desc_dram_bytes_per_second(&desc) / 1000000 * r.clocks / desc.core_clock_mhz;
        CHECK(r.dram_bytes <= dram_peak, "%s: DRAM %" PRIu64 " bytes, at most %" PRIu64 "\n%s",
              gcnmem_device_card(w.device), r.dram_bytes, dram_peak, w.text);
        CHECK(r.l2_bytes <= (uint64_t)desc.l2_channels * desc.l2_channel_bytes_per_clock * r.clocks,
              "%s: L2 %" PRIu64 " bytes in %" PRIu64 " clocks\n%s", gcnmem_device_card(w.device), r.l2_bytes, r.clocks,
              w.text);
        CHECK(r.l1_busy_clocks <= (uint64_t)desc.cu_count * r.clocks, "%s: L1 %" PRIu64 " clocks of %" PRIu64 "\n%s",
              gcnmem_device_card(w.device), r.l1_busy_clocks, r.clocks, w.text);
        accesses = r.served[GCNMEM_SERVED_L1] + r.served[GCNMEM_SERVED_L2] + r.served[GCNMEM_SERVED_DRAM];
        CHECK(accesses * desc.l1_latency_clocks <= r.wave_clocks * w.under_way,
              "%s: %" PRIu64 " accesses in %" PRIu64 " clocks of waves with %" PRIu32 " under way\n%s",
              gcnmem_device_card(w.device), accesses, r.wave_clocks, w.under_way, w.text);
        CHECK(r.l2_bytes * desc.l2_latency_clocks <= r.wave_clocks * w.under_way * MOST_BYTES,
              "%s: %" PRIu64 " bytes of L2 in %" PRIu64 " clocks of waves with %" PRIu32 " accesses under way\n%s",
              gcnmem_device_card(w.device), r.l2_bytes, r.wave_clocks, w.under_way, w.text);
        CHECK(r.l2_bytes <= (uint64_t)desc.cu_count * desc.l2_request_bytes * r.clocks,
              "%s: %" PRIu64 " bytes on the way from L2 in %" PRIu64 " clocks\n%s", gcnmem_device_card(w.device),
              r.l2_bytes, r.clocks, w.text);
        latency = desc.l2_latency_clocks + (uint64_t)desc.dram_path_ns * desc.core_clock_mhz / 1000;
        CHECK(r.dram.reads * gcnmemi_desc_burst_bytes(&desc) / desc.l2_line_bytes * latency <=
                  (uint64_t)desc.cu_count * (desc.l1_miss_lines + 128) * r.clocks,
              "%s: %" PRIu64 " bursts read in %" PRIu64 " clocks with %" PRIu32 " lines a CU under way\n%s",
              gcnmem_device_card(w.device), r.dram.reads, r.clocks, desc.l1_miss_lines, w.text);
    }
}

/* CUs of odd groups read from one channel of 16, those of even groups from the others, as much: the channel that is
   asked too much holds up its own. */
static void test_R59_a_full_channel_holds_up_only_those_who_ask_it(void) {
    static const char* const patterns[] = {"group%2 ? (iter*64+lane+group*2048)*4096 : lane*4",
                                           "group%2 ? lane*4 : (iter*64+lane+group*2048)*4096+256+(iter+lane)%15*256",
                                           "(iter*64+lane+group*2048)*4096+(group%2 ? 0 : 256+(iter+lane)%15*256)"};
    uint64_t clocks[COUNT(patterns)];
    uint32_t i;
    for (i = 0; i < COUNT(patterns); ++i) {
        gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_290X);
        work w;
        desc.l2_read_entries = 64;
        w.device = GCNMEM_DEVICE_R9_290X;
        w.vgprs = 24;
        snprintf(w.text, sizeof w.text,
                 "x: ; @trip 16\nglobal_load_dword v4, v[2:3], off ; @mem %s\ns_waitcnt vmcnt(3)\ns_cbranch_scc1 x\n"
                 "s_endpgm\n",
                 patterns[i]);
        clocks[i] = run_on(&w, &desc, 44).clocks;
    }
    CHECK(clocks[1] * 4 < clocks[0], "one channel %" PRIu64 " clocks, fifteen %" PRIu64, clocks[0], clocks[1]);
    CHECK(clocks[2] * 100 <= clocks[0] * 110, "both %" PRIu64 " clocks, the one channel alone %" PRIu64, clocks[2],
          clocks[0]);
}

void suite_oracle_load(void) {
    TEST_LONG(test_R59_more_of_a_part_is_not_slower);
    TEST(test_every_share_is_exact);
    TEST_LONG_SANITIZED(test_a_part_answers_as_soon_as_the_whole);
    TEST_LONG(test_R59_more_waves_are_not_slower);
    TEST_LONG(test_the_order_of_groups_is_of_no_account);
    TEST_LONG(test_a_share_stands_for_the_whole);
    TEST_LONG(test_no_level_moves_more_than_it_can);
    TEST(test_R59_a_full_channel_holds_up_only_those_who_ask_it);
}
