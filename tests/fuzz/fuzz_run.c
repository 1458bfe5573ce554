/* Runs as a whole: bytes choose a machine, whose fields may be anything that its rules let pass, and a listing that can
   always be run. Nothing wraps or hangs, counters are those of the instructions that were written, a state copied
   midway goes on alike. Input: machine, dispatch, the number of changed fields and each of them, then instructions. */
#include "fuzz.h"

#define MOST_MEMORY ((size_t)16 << 20) /* for a run: a machine that needs more is let be */
#define MOST_INSNS 40

/* What an instruction is, and what each of its lanes asks for; `%s` is a pattern. */
typedef struct shape {
    const char* text;
    gcnmem_category category;
    uint32_t lane_bytes;
} shape;

static const shape shapes[] = {
    {"add_f32 v9, v1, v2", GCNMEM_CATEGORY_VALU, 0},
    {"add_f32 v9, v9, v2", GCNMEM_CATEGORY_VALU, 0},
    {"load_b32 v1, v0 ; @mem %s", GCNMEM_CATEGORY_VMEM, 4},
    {"load_b64 v[2:3], v0 ; @mem %s", GCNMEM_CATEGORY_VMEM, 8},
    {"load_b128 v[4:7], v0 ; @mem %s", GCNMEM_CATEGORY_VMEM, 16},
    {"store_b32 v0, v1 ; @mem %s", GCNMEM_CATEGORY_VMEM, 4},
    {"store_b128 v0, v[4:7] ; @mem %s", GCNMEM_CATEGORY_VMEM, 16},
    {"atomic_add_b32 v0, v1 ; @mem %s", GCNMEM_CATEGORY_VMEM, 4},
    {"shared_load_b32 v8, v0 ; @mem %s", GCNMEM_CATEGORY_LDS, 4},
    {"shared_load_b64 v[10:11], v0 ; @mem %s", GCNMEM_CATEGORY_LDS, 8},
    {"shared_store_b128 v0, v[4:7] ; @mem %s", GCNMEM_CATEGORY_LDS, 16},
};

static const char* const patterns[] = {"lane*4",
                                       "lane*16",
                                       "lane*16+wave*1024",
                                       "lane*132",
                                       "0",
                                       "lane*4096+wave*64",
                                       "64",
                                       "lane*4+group*65536",
                                       "rand(1M)",
                                       "rand(65536)*16",
                                       "(lane%8)*256+iter*4096"};

typedef struct job {
    gcnmem_desc desc;
    gcnmem_run_options options;
    gcnmem_run_trip trip;
    char text[8192];
    size_t text_bytes;
    gcnmem_listing* listing;
    uint64_t wave_insns; /* that each wave issues, the last one included */
    uint64_t lane_bytes; /* that each lane asks for, of memory: LDS may end before */
    uint64_t wave_accesses;
} job;

/* A value that some fields will not let pass. */
static uint32_t choose_value(fuzz_input* in, const gcnmemi_desc_field* field, uint32_t value) {
    switch (fuzz_below(in, 8)) {
    case 0:
        return field->lowest;
    case 1:
        return field->highest;
    case 2:
        return value / 2;
    case 3:
        return value < UINT32_MAX / 2 ? 2 * value : value;
    case 4:
        return value + 1;
    case 5:
        return value - 1;
    case 6:
        return (uint32_t)1 << fuzz_below(in, 32);
    default:
        return (uint32_t)fuzz_number(in, 4);
    }
}

static void choose_machine(job* j, fuzz_input* in) {
    const uint32_t device = 1 + fuzz_below(in, GCNMEM_DEVICE_END - 1);
    uint32_t changes;
    j->desc = gcnmem_desc_for((gcnmem_device)device);
    for (changes = fuzz_below(in, 8); changes > 0; --changes) {
        const uint32_t i = fuzz_below(in, GCNMEM_FIELD_END);
        const uint32_t value = gcnmemi_desc_value(&j->desc, (gcnmem_field)i);
        gcnmemi_desc_put(&j->desc, i, choose_value(in, &gcnmemi_desc_fields[i], value));
    }
}

/* Instructions to the input's end; on AMD's GPUs the first of them may be a loop. */
static void choose_listing(job* j, fuzz_input* in) {
    const int can_loop = j->desc.architecture == GCNMEM_ARCHITECTURE_GCN || //
                         j->desc.architecture == GCNMEM_ARCHITECTURE_RDNA;
    const uint32_t looped = can_loop ? fuzz_below(in, 6) : 0;
    uint32_t i;
    j->trip.label = GCNMEM_NONE;
    j->trip.trips = 1 + fuzz_below(in, 5);
    j->options.trips = &j->trip;
    j->options.trip_count = looped != 0;
    j->text_bytes = (size_t)snprintf(j->text, sizeof(j->text), "%s", looped != 0 ? "L:\n" : "");
    for (i = 0; (in->left > 0 || i < looped) && i < MOST_INSNS; ++i) {
        const shape* chosen = &shapes[fuzz_below(in, sizeof(shapes) / sizeof(shapes[0]))];
        const char* pattern = patterns[fuzz_below(in, sizeof(patterns) / sizeof(patterns[0]))];
        const uint32_t times = i < looped ? j->trip.trips : 1;
        j->text_bytes +=
            (size_t)snprintf(j->text + j->text_bytes, sizeof(j->text) - j->text_bytes, chosen->text, pattern);
        j->text_bytes += (size_t)snprintf(j->text + j->text_bytes, sizeof(j->text) - j->text_bytes, "\n%s",
                                          i + 1 == looped ? "s_cbranch_scc1 L\n" : "");
        j->wave_insns += times * (1 + (i + 1 == looped));
        j->wave_accesses += chosen->lane_bytes != 0 ? times : 0;
        j->lane_bytes += chosen->category == GCNMEM_CATEGORY_VMEM ? (uint64_t)times * chosen->lane_bytes : 0;
    }
    j->text_bytes += (size_t)snprintf(j->text + j->text_bytes, sizeof(j->text) - j->text_bytes, "exit\n");
    ++j->wave_insns;
}

static void choose_dispatch(job* j, fuzz_input* in) {
    j->options = test_run_options(0);
    j->options.groups = 1 + fuzz_below(in, 6);
    j->options.group_lanes = 1 + fuzz_below(in, 512);
    j->options.cu_count = 1 + fuzz_below(in, 3);
    j->options.vgprs = fuzz_below(in, 2) != 0 ? 1 + fuzz_below(in, 128) : 0;
    j->options.lds_bytes = fuzz_below(in, 2) != 0 ? 65536 : 0;
}

/* Clocks in which the run is over, whatever the machine: each access of each lane by itself, one behind the other, each
   through every unit and one refresh, in the slowest clock that there is. */
static uint64_t bound_clocks(const job* j, uint64_t waves) {
    const uint64_t command_mhz = j->desc.dram_mbps_per_pin / j->desc.dram_data_rate + 1;
    uint64_t core = 1;
    uint64_t dram = 1;
    uint32_t i;
    for (i = 0; i < GCNMEM_FIELD_END; ++i) {
        const char* name = gcnmemi_desc_field_name((gcnmem_field)i);
        const uint64_t value = gcnmemi_desc_value(&j->desc, (gcnmem_field)i);
        if (strstr(name, "_ns") != NULL) {
            core += value * j->desc.core_clock_mhz / 1000 + 1;
        } else if (strncmp(name, "dram_", 5) == 0 && strstr(name, "_clocks") != NULL) {
            dram += 2 * value;
        } else if (strstr(name, "_clocks") != NULL) {
            core += value;
        }
    }
    core += GCNMEM_LANES * 16; /* a lane's data by bytes */
    dram += (uint64_t)j->desc.dram_burst_length * 65536 / j->desc.dram_channel_bits;
    return (waves * j->wave_insns * GCNMEM_LANES * 2 + 1) * (core + dram * (j->desc.core_clock_mhz / command_mhz + 1));
}

static void check_result(const job* j, const gcnmem_run* run, const gcnmem_run_result* r) {
    const uint64_t waves_a_group = (j->options.group_lanes + j->desc.wave_lanes - 1) / j->desc.wave_lanes;
    const uint64_t waves = j->options.groups * waves_a_group;
    uint64_t insns = 0;
    uint64_t issued = 0;
    uint64_t served = 0;
    uint64_t requested = 0;
    uint32_t i;
    MUST(r->state == GCNMEM_RUN_DONE && r->groups == j->options.groups && r->waves == waves);
    MUST(r->clocks <= bound_clocks(j, waves));
    for (i = 0; i < GCNMEM_CATEGORY_END; ++i) {
        insns += r->instructions[i];
    }
    for (i = 0; i < GCNMEM_SERVED_END; ++i) {
        served += r->served[i];
    }
    for (i = 0; i < j->listing->insn_count; ++i) {
        const gcnmem_run_insn_stats insn = gcnmem_run_insn_of(run, i);
        issued += insn.issued;
        requested += gcnmem_listing_insn(j->listing, i)->category == GCNMEM_CATEGORY_VMEM ? insn.bytes_requested : 0;
        MUST(insn.bytes_used <= insn.bytes_requested && insn.conflict_clocks <= insn.unit_clocks);
    }
    MUST(fuzz_caused_clocks(r) == r->wave_clocks && r->wave_clocks <= waves * r->clocks);
    MUST(insns == waves * j->wave_insns && issued == insns);
    MUST(served == waves * j->wave_accesses);
    MUST(requested == j->options.groups * j->options.group_lanes * j->lane_bytes);
    MUST(r->dram_busy_e3 <= 100000 && r->conflict_clocks <= r->l1_busy_clocks + r->lds_busy_clocks);
    MUST(r->salu_busy_clocks <= r->clocks * r->cu_count * j->desc.simd_count_per_cu);
}

static void check_reports(const job* j, const gcnmem_run* run, const gcnmem_run_result* r) {
    fuzz_check_run_report(run, j->listing, j->text, GCNMEM_STYLE_TEXT);
    fuzz_check_run_report(run, j->listing, j->text, GCNMEM_STYLE_JSON);
    MUST(r->limited_by < GCNMEM_LIMITER_END);
}

/* To the end; stopped, reported and copied midway: the same. */
static void check_run(const job* j, gcnmem_run* run, size_t bytes) {
    void* memory = fuzz_allocate(bytes);
    gcnmem_run* copy = (gcnmem_run*)memory;
    gcnmem_run_result first;
    gcnmem_run_result second;
    memset(&first, 0, sizeof(first));
    memset(&second, 0, sizeof(second));
    memcpy(copy, run, bytes);
    MUST(gcnmem_run_advance(run, UINT64_MAX, NULL) == GCNMEM_RUN_DONE);
    first = gcnmem_run_result_of(run);
    check_result(j, run, &first);
    check_reports(j, run, &first);
    gcnmem_run_advance(copy, first.clocks / 2, NULL);
    second = gcnmem_run_result_of(copy);
    check_reports(j, copy, &second);
    memcpy(run, copy, bytes);
    gcnmem_run_step(run, 3, NULL);
    gcnmem_run_advance(run, UINT64_MAX, NULL);
    second = gcnmem_run_result_of(run);
    MUST(memcmp(&first, &second, sizeof(first)) == 0);
    free(memory);
}

static void try_run(job* j) {
    size_t listing_bytes = test_listing_bytes(j->text, j->text_bytes);
    void* listing_memory = fuzz_allocate(listing_bytes);
    gcnmem_issue issue;
    size_t bytes;
    MUST(gcnmem_listing_parse(j->text, j->text_bytes, j->desc.gfx_version, NULL, 0, listing_memory, listing_bytes,
                              &j->listing, &issue) == GCNMEM_OK);
    bytes = test_run_bytes(&j->desc, j->listing, &j->options);
    if (bytes > 0 && bytes <= MOST_MEMORY) {
        void* memory = fuzz_allocate(bytes);
        gcnmem_run* run;
        gcnmem_result result = gcnmem_run_init(memory, bytes, &j->desc, j->listing, j->text, &j->options, &run, &issue);
        fuzz_check_issue(result, &issue, j->text_bytes);
        MUST((result == GCNMEM_OK) == (run != NULL));
        if (run != NULL) {
            check_run(j, run, bytes);
        }
        free(memory);
    }
    free(listing_memory);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    fuzz_input in = {data, size};
    gcnmem_issue issue;
    gcnmem_result result;
    job j;
    memset(&j, 0, sizeof(j));
    choose_machine(&j, &in);
    choose_dispatch(&j, &in);
    choose_listing(&j, &in);
    result = gcnmem_desc_validate(&j.desc, &issue);
    fuzz_check_issue(result, &issue, 0);
    if (result == GCNMEM_OK) {
        try_run(&j);
    }
    return 0;
}
