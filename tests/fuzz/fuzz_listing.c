/* Any bytes as a listing: what can be read also runs, on a small machine, and the run keeps the promises of the manual.
   Input: a line whose bytes choose machine and options, a line with a pattern for memory instructions, the listing. */
#include "fuzz.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define MOST_CLOCKS 8000

static const gcnmem_device devices[] = {GCNMEM_DEVICE_HD_7970, GCNMEM_DEVICE_R9_290X, GCNMEM_DEVICE_R9_FURY_X,
                                        GCNMEM_DEVICE_VEGA_64, GCNMEM_DEVICE_MI210,   GCNMEM_DEVICE_RX_6900_XT,
                                        GCNMEM_DEVICE_GTX_1080};
static const char* const images[] = {"16x16:rgba8", "5x3x6:rgb32f:trilinear", "64x1x9:bc1", "9x9:aniso4"};

/* Everything a run is built from. */
typedef struct job {
    const char* text;
    size_t text_bytes;
    gcnmem_listing* listing;
    gcnmem_desc desc;
    gcnmem_run_options options;
    gcnmem_run_trip trip;
    gcnmem_run_taken taken;
    gcnmem_run_pattern pattern;
    gcnmem_run_value image;
} job;

static void choose(job* j, fuzz_input* in, const char* pattern) {
    gcnmem_run_options* o = &j->options;
    j->desc = gcnmem_desc_for(devices[fuzz_below(in, COUNT(devices))]);
    j->desc = gcnmem_run_scaled_desc(&j->desc, 1 + fuzz_below(in, 2));
    *o = test_run_options(fuzz_below(in, j->listing->stage_count));
    o->groups = 1 + fuzz_below(in, 8);
    o->group_lanes = fuzz_below(in, 256);
    o->groups_per_cu_max = fuzz_below(in, 4);
    o->cu_count = fuzz_below(in, 2);
    o->max_clocks = 1 + fuzz_below(in, MOST_CLOCKS);
    o->vgprs = fuzz_below(in, 2) != 0 ? 1 + fuzz_below(in, 256) : 0;
    j->trip.label = GCNMEM_NONE;
    j->trip.trips = 1 + fuzz_below(in, 20);
    o->trips = &j->trip;
    o->trip_count = fuzz_below(in, 2);
    j->taken.label = GCNMEM_NONE;
    j->taken.per_mille = fuzz_below(in, 1001);
    o->takens = &j->taken;
    o->taken_count = fuzz_below(in, 2);
    j->pattern.insn = GCNMEM_NONE;
    j->pattern.opcode = GCNMEM_NONE;
    j->pattern.text = pattern;
    j->pattern.text_bytes = strlen(pattern);
    o->patterns = &j->pattern;
    o->pattern_count = pattern[0] != 0;
    j->image.name = "*";
    j->image.name_bytes = 1;
    j->image.value = images[fuzz_below(in, COUNT(images))];
    j->image.value_bytes = strlen(j->image.value);
    o->images = &j->image;
    o->image_count = fuzz_below(in, 2);
}

static void check_tables(const job* j) {
    const gcnmem_listing* p = j->listing;
    uint32_t i;
    MUST(p->insn_count > 0 && p->stage_count > 0);
    for (i = 0; i < p->insn_count; ++i) {
        const gcnmem_insn* insn = gcnmem_listing_insn(p, i);
        MUST((size_t)insn->text_offset + insn->text_bytes <= j->text_bytes);
        MUST((size_t)insn->note_offset + insn->note_bytes <= j->text_bytes);
        MUST(insn->opcode < p->opcode_count);
        MUST(insn->branch == GCNMEM_BRANCH_NONE || insn->target <= p->insn_count || insn->target == GCNMEM_NONE);
    }
}

/* What was read. `memory` is for free(). */
static gcnmem_listing* parse(job* j, uint32_t gfx_version, void** memory) {
    size_t bytes = test_listing_bytes(j->text, j->text_bytes);
    gcnmem_issue issue;
    gcnmem_result result;
    *memory = fuzz_allocate(bytes);
    MUST(bytes > 0);
    result = gcnmem_listing_parse(j->text, j->text_bytes, gfx_version, NULL, 0, *memory, bytes, &j->listing, &issue);
    fuzz_check_issue(result, &issue, j->text_bytes);
    MUST((result == GCNMEM_OK) == (j->listing != NULL));
    if (j->listing != NULL) {
        check_tables(j);
    }
    return j->listing;
}

/* Every clock of every wave has one cause. */
static void check_clocks(const gcnmem_run_result* r, const gcnmem_run_options* options) {
    MUST(r->state == GCNMEM_RUN_DONE || r->state == GCNMEM_RUN_CUT || r->state == GCNMEM_RUN_FAILED);
    MUST(r->state != GCNMEM_RUN_DONE || fuzz_caused_clocks(r) == r->wave_clocks);
    MUST(r->clocks <= options->max_clocks || r->state == GCNMEM_RUN_DONE);
    MUST(r->state != GCNMEM_RUN_DONE ? r->groups <= options->groups : r->groups == options->groups);
}

/* Runs to the end, stops on the way, goes on from a copy: the same. */
static void check_run(const job* j, gcnmem_run* run, size_t bytes, uint64_t stop) {
    void* memory = fuzz_allocate(bytes);
    gcnmem_run* copy = (gcnmem_run*)memory;
    gcnmem_run_result first;
    gcnmem_run_result second;
    uint64_t clock;
    memset(&first, 0, sizeof(first));
    memset(&second, 0, sizeof(second));
    gcnmem_run_advance(run, stop, NULL);
    memcpy(copy, run, bytes);
    gcnmem_run_advance(run, UINT64_MAX, NULL);
    for (clock = stop; gcnmem_run_advance(copy, clock, NULL) == GCNMEM_RUN_GOING; clock += 16 + stop / 4) {
    }
    first = gcnmem_run_result_of(run);
    second = gcnmem_run_result_of(copy);
    MUST(memcmp(&first, &second, sizeof(first)) == 0);
    check_clocks(&first, &j->options);
    fuzz_check_run_report(copy, j->listing, j->text, (gcnmem_style)(stop % 3));
    free(memory);
}

static void try_run(const job* j, uint64_t stop) {
    size_t bytes = test_run_bytes(&j->desc, j->listing, &j->options);
    gcnmem_issue issue;
    gcnmem_run* run;
    void* memory = fuzz_allocate(bytes);
    gcnmem_result result = gcnmem_run_init(memory, bytes, &j->desc, j->listing, j->text, &j->options, &run, &issue);
    fuzz_check_issue(result, &issue, j->text_bytes);
    MUST((result == GCNMEM_OK) == (run != NULL) && (bytes > 0 || run == NULL));
    if (run != NULL) {
        check_run(j, run, bytes, stop);
    }
    free(memory);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    fuzz_input in = {data, size};
    char chosen[64];
    char pattern[200];
    void* memory;
    job j;
    fuzz_input choices;
    memset(&j, 0, sizeof(j));
    fuzz_line(&in, chosen, sizeof(chosen));
    fuzz_line(&in, pattern, sizeof(pattern));
    choices.data = (const uint8_t*)chosen;
    choices.left = strlen(chosen);
    j.text = (const char*)in.data;
    j.text_bytes = in.left;
    if (parse(&j, fuzz_below(&choices, 2) != 0 ? 0x900 : 0, &memory) != NULL) {
        uint64_t stop = fuzz_below(&choices, MOST_CLOCKS / 4);
        choose(&j, &choices, pattern);
        try_run(&j, stop);
    }
    free(memory);
    return 0;
}
