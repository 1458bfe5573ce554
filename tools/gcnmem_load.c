/* gcnmem_load -- what a machine bound by memory does with more of a part: properties that need no measurement.
   cc -O2 -I. tools/gcnmem_load.c -o gcnmem_load
   SPDX-License-Identifier: MIT-0

   Each row runs the same work on machines that differ in one thing, and prints the clocks of each. More CUs, waves,
   channels or bandwidth should take no longer than less of them; groups in another order, or a part of the machine with
   its share of the work, as long. tests/oracle/load.c asserts the same of random work on small machines. */

#include "listing.h"

/* clpeak's float4: 16 loads of a lane under way, n the number of a load. */
#define LOAD4(n) "global_load_dwordx4 v[4:7], v[2:3], off ; @mem (group*3840+wave*64+lane+" #n "*256)*16\n"
/* clang-format off */
#define ALL4 \
    LOAD4(0)  LOAD4(1)  LOAD4(2)  LOAD4(3)  LOAD4(4)  LOAD4(5)  LOAD4(6)  LOAD4(7) \
    LOAD4(8)  LOAD4(9)  LOAD4(10) LOAD4(11) LOAD4(12) LOAD4(13) LOAD4(14) LOAD4(15)
/* clang-format on */
#define LOOP(address) \
    "x: ; @trip 16\nglobal_load_dwordx4 v[4:7], v[2:3], off ; @mem " address "\ns_waitcnt vmcnt(0)\n" \
    "s_cbranch_scc1 x\ns_endpgm\n"
#define STREAM(group) \
    "x: ; @trip 4\n" \
    "global_load_dword v4, v[2:3], off ; @mem " group "*1024+wave%4*256+lane*4+iter*0x1021300\n" \
    "s_waitcnt vmcnt(0)\n" \
    "global_store_dword v[2:3], v4, off ; @mem " group "*1024+wave%4*256+lane*4+iter*0x1021300+0x40000000\n" \
    "s_cbranch_scc1 x\ns_endpgm\n"
#define CHASE \
    "x: ; @trip 16\nglobal_load_dword v4, v[2:3], off ; @mem chase(1G)\ns_waitcnt vmcnt(0)\ns_cbranch_scc1 x\n" \
    "s_endpgm\n"
#define RANDOM "x: ; @trip 4\nglobal_load_dword v4, v[2:3], off ; @mem rand(1G)\ns_cbranch_scc1 x\ns_endpgm\n"

/* What differs. */
typedef struct variant {
    const char* name;
    const char* text;
    uint32_t vgprs;
    uint32_t cus;               /* 0: the preset's */
    uint32_t channels_times;    /* channels of L2 and DRAM for each of the preset's */
    uint32_t bandwidth_percent; /* of the preset's data rate */
} variant;

typedef struct property {
    const char* name;
    const char* gpu;
    uint32_t groups;
    variant variants[6];
} property;

#define WALK "stride(16)+iter*0x2000000"
/* clang-format off */
static const property properties[] = {
    {"CUs", "r9 290x", 2048, {{"5", ALL4, 70, 5, 1, 100}, {"11", ALL4, 70, 11, 1, 100}, {"22", ALL4, 70, 22, 1, 100},
                              {"44", ALL4, 70, 44, 1, 100}, {"66", ALL4, 70, 66, 1, 100}}},
    {"waves", "mi100", 4096, {{"1", LOOP(WALK), 256, 0, 1, 100}, {"2", LOOP(WALK), 128, 0, 1, 100},
                              {"4", LOOP(WALK), 64, 0, 1, 100}, {"8", LOOP(WALK), 32, 0, 1, 100},
                              {"10", LOOP(WALK), 24, 0, 1, 100}}},
    {"order", "mi100", 1024, {{"at random", LOOP("rand(4G)"), 24, 0, 1, 100},
                              {"in order", LOOP("stride(64)+iter*0x1000000"), 24, 0, 1, 100}}},
    {"order", "r9 290x", 1024, {{"at random", LOOP("rand(4G)"), 24, 0, 1, 100},
                                {"in order", LOOP("stride(64)+iter*0x1000000"), 24, 0, 1, 100}}},
    {"channels", "r9 290x", 1024, {{"16", ALL4, 70, 0, 1, 100}, {"32", ALL4, 70, 0, 2, 100}}},
    {"channels", "mi100", 4096, {{"32", STREAM("group"), 24, 0, 1, 100}, {"64", STREAM("group"), 24, 0, 2, 100}}},
    {"bandwidth", "r9 290x", 1024, {{"1", ALL4, 70, 0, 1, 100}, {"1.25", ALL4, 70, 0, 1, 125},
                                    {"1.5", ALL4, 70, 0, 1, 150}, {"2", ALL4, 70, 0, 1, 200}}},
    {"bandwidth", "mi100", 4096, {{"1", STREAM("group"), 24, 0, 1, 100}, {"1.25", STREAM("group"), 24, 0, 1, 125},
                                  {"1.5", STREAM("group"), 24, 0, 1, 150}, {"2", STREAM("group"), 24, 0, 1, 200}}},
    {"groups", "r9 290x", 4096, {{"in order", STREAM("group"), 24, 0, 1, 100},
                                 {"backwards", STREAM("(4095-group)"), 24, 0, 1, 100},
                                 {"turned", STREAM("((group+1365)%4096)"), 24, 0, 1, 100},
                                 {"pairs", STREAM("(group^1)"), 24, 0, 1, 100}}},
    {"groups", "mi100", 4096, {{"in order", STREAM("group"), 24, 0, 1, 100},
                               {"backwards", STREAM("(4095-group)"), 24, 0, 1, 100},
                               {"turned", STREAM("((group+1365)%4096)"), 24, 0, 1, 100},
                               {"pairs", STREAM("(group^1)"), 24, 0, 1, 100}}}};
/* clang-format on */

static uint64_t run_clocks(const gcnmem_desc* desc, const char* text, uint32_t groups, uint32_t vgprs) {
    static void* memory;
    char numbers[2][16];
    snprintf(numbers[0], sizeof(numbers[0]), "%u", (unsigned)groups);
    snprintf(numbers[1], sizeof(numbers[1]), "%u", (unsigned)vgprs);
    const gcnmem_setting settings[] = {{"groups", numbers[0]}, {"group", "256"}, {"vgprs", numbers[1]}};
    gcnmem_shader shader = text_shader(desc, text, settings, 3, &memory);
    if (shader.listing->unknown_count + shader.listing->unbound_count + shader.listing->undefined_count != 0) {
        fail(1, "%s does not know all of this:\n%s", gcnmem_device_card(desc->device), text);
    }
    return gcnmem_shader_finish(&shader).clocks;
}

static void print_property(const property* p) {
    gcnmem_device device;
    uint64_t first = 0;
    gcnmem_device_find(p->gpu, &device, NULL);
    printf("%-10s %-9s", p->name, p->gpu);
    for (const variant* v = p->variants; v->name != NULL; ++v) {
        gcnmem_desc desc = gcnmem_desc_for(device);
        desc.cu_count = v->cus != 0 ? v->cus : desc.cu_count;
        desc.l2_channels *= v->channels_times;
        desc.l2_size_bytes *= v->channels_times;
        desc.dram_channels *= v->channels_times;
        desc.dram_bus_bits *= v->channels_times;
        desc.dram_mbps_per_pin = desc.dram_mbps_per_pin * v->bandwidth_percent / 100;
        uint64_t clocks = run_clocks(&desc, v->text, p->groups, v->vgprs);
        first = first != 0 ? first : clocks;
        printf("  %s %llu (%+.1f %%)", v->name, (unsigned long long)clocks,
               100.0 * ((double)clocks / (double)first - 1));
        fflush(stdout);
    }
    printf("\n");
}

/* Work that a part of a GPU should do in the time in which the whole does its share; on GCN, and elsewhere. */
static const struct {
    const char* name;
    const char* gcn;
    const char* neutral;
    uint32_t groups_per_cu;
} shared_works[] = {{"copy", STREAM("group"),
                     "x: ; @trip 4\nload_b32 r4, r2 ; @mem group*1024+wave%4*256+lane*4+iter*0x1021300\n"
                     "store_b32 r2, r4 ; @mem group*1024+wave%4*256+lane*4+iter*0x1021300+0x40000000\nbranch x\nexit\n",
                     32},
                    {"random", RANDOM, "x: ; @trip 4\nload_b32 r4, r2 ; @mem rand(1G)\nbranch x\nexit\n", 32},
                    {"chase", CHASE, "x: ; @trip 16\nload_b32 r4, r4 ; @mem chase(1G)\nbranch x\nexit\n", 1}};

/* All parts that divide a GPU, those whose share are whole channels or the others: the one that is furthest off, and
   how far they are off on average. */
static void print_shares(gcnmem_device device, int is_whole) {
    gcnmem_desc whole = gcnmem_desc_for(device);
    int is_gcn = whole.architecture == GCNMEM_ARCHITECTURE_GCN;
    printf("%-17s %-15s", is_whole ? "--cus" : "--cus, parted", gcnmem_device_card(device));
    for (size_t k = 0; k < sizeof(shared_works) / sizeof(shared_works[0]); ++k) {
        const char* text = is_gcn ? shared_works[k].gcn : shared_works[k].neutral;
        const uint32_t groups = shared_works[k].groups_per_cu;
        double all = (double)run_clocks(&whole, text, whole.cu_count * groups, 24);
        double worst = 0;
        double sum = 0;
        uint32_t count = 0;
        uint32_t worst_cus = 0;
        for (uint32_t cus = 1; cus < whole.cu_count; ++cus) {
            int is_undivided =
                (whole.l2_channels * cus % whole.cu_count | whole.dram_channels * cus % whole.cu_count) == 0;
            if (whole.cu_count % cus == 0 && is_undivided == is_whole) {
                gcnmem_desc part = gcnmem_run_scaled_desc(&whole, cus);
                double error = 100.0 * ((double)run_clocks(&part, text, cus * groups, 24) / all - 1);
                worst_cus = error * error >= worst * worst ? cus : worst_cus;
                worst = error * error >= worst * worst ? error : worst;
                sum += error < 0 ? -error : error;
                ++count;
            }
        }
        if (count != 0) {
            printf("  %s %3u CUs %+5.1f %%, mean %4.1f %%", shared_works[k].name, (unsigned)worst_cus, worst,
                   sum / count);
        }
        fflush(stdout);
    }
    printf("\n");
}

int main(int argc, char** argv) {
    static const flag flags[] = {
        {"only", "TEXT", "t", "properties whose names contain the text"},
        {"gpu", "TEXT", "t", "of --cus: GPUs whose names contain the text"},
        {NULL, NULL, NULL, NULL},
    };
    static options o;
    read_tool(&o, "gcnmem_load", "what more of a part of a machine does to its time", "", flags, argc, argv);
    const char* only = value_of(&o, "only") != NULL ? value_of(&o, "only") : "";
    const char* gpu = value_of(&o, "gpu") != NULL ? value_of(&o, "gpu") : "";
    for (size_t i = 0; i < sizeof(properties) / sizeof(properties[0]); ++i) {
        if (strstr(properties[i].name, only) != NULL) {
            print_property(&properties[i]);
        }
    }
    for (int device = 1; device < GCNMEM_DEVICE_END && strstr("--cus", only) != NULL; ++device) {
        if (strstr(gcnmem_device_card((gcnmem_device)device), gpu) != NULL) {
            print_shares((gcnmem_device)device, 1);
            print_shares((gcnmem_device)device, 0);
        }
    }
    return end_output(0);
}
