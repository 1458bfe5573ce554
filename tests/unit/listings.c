/* listings.c -- every file of tests/data/listings: all of it is read, it needs what it says it needs (the file as a
   second reader sees it, line by line), and every stage of it runs to its end (R57) */
#include "job.h"

#include <stdlib.h>

#define STAGES_MAX 8

/* ---- what a file states ---- */

/* Words that begin a line, and the resource whose number follows. Where a file says a thing twice, it says the same. */
static const struct {
    const char* words;
    uint32_t resource;
} statements[] = {
    {"; NumVgprs:", GCNMEM_STATED_VGPRS}, /* LLVM's assembly */
    {"; NumSgprs:", GCNMEM_STATED_SGPRS},
    {"; ScratchSize:", GCNMEM_STATED_SCRATCH},
    {"; LDSByteSize:", GCNMEM_STATED_LDS},
    {".amdhsa_group_segment_fixed_size", GCNMEM_STATED_LDS},
    {".amdhsa_private_segment_fixed_size", GCNMEM_STATED_SCRATCH},
    {".max_flat_workgroup_size:", GCNMEM_STATED_GROUP_MAX},
    {".wavefront_size:", GCNMEM_STATED_WAVE},
    {"# VGPRs:", GCNMEM_STATED_VGPRS}, /* Mesa's statistics */
    {"# SGPRs:", GCNMEM_STATED_SGPRS},
    {"# LDS size:", GCNMEM_STATED_LDS},
    {"# Scratch size:", GCNMEM_STATED_SCRATCH},
    {"vgpr_count(", GCNMEM_STATED_VGPRS}, /* sp3 */
    {"sgpr_count(", GCNMEM_STATED_SGPRS},
    {"wave_size(", GCNMEM_STATED_WAVE},
    {"NumVgprs ", GCNMEM_STATED_VGPRS},
    {"NumSgprs ", GCNMEM_STATED_SGPRS},
    {".vgprsnum", GCNMEM_STATED_VGPRS}, /* CLRX */
    {".sgprsnum", GCNMEM_STATED_SGPRS},
    {".localsize", GCNMEM_STATED_LDS},
    {"Maximum # VGPR used", GCNMEM_STATED_VGPRS}, /* live registers of RGA */
};

typedef struct reading {
    gcnmem_stage stages[STAGES_MAX];
    uint32_t stage_count;
    uint32_t group_sizes_left; /* lines of a .reqd_workgroup_size to come */
} reading;

static uint32_t* resource_of(gcnmem_stage* stage, uint32_t resource) {
    switch (resource) {
    case GCNMEM_STATED_VGPRS:
        return &stage->vgprs;
    case GCNMEM_STATED_SGPRS:
        return &stage->sgprs;
    case GCNMEM_STATED_LDS:
        return &stage->lds_bytes;
    case GCNMEM_STATED_GROUP:
        return &stage->group_lanes;
    case GCNMEM_STATED_GROUP_MAX:
        return &stage->group_lanes_max;
    case GCNMEM_STATED_WAVE:
        return &stage->wave_lanes;
    case GCNMEM_STATED_SCRATCH:
        return &stage->scratch_bytes;
    default:
        return &stage->gfx_version;
    }
}

static void state(gcnmem_stage* stage, uint32_t resource, uint32_t value) {
    stage->stated |= resource;
    *resource_of(stage, resource) = value;
}

/* The first number from `text` on; a driver may have corrected it later in the line. */
static uint32_t number_after(const char* text) {
    const char* corrected = strstr(text, "modified by runtime to be");
    text = corrected ? corrected : text;
    return (uint32_t)strtoul(text + strcspn(text, "0123456789"), NULL, 10);
}

static void read_target(gcnmem_stage* stage, const char* line) {
    const char* gfx = strstr(line, "--gfx");
    if (gfx) {
        state(stage, GCNMEM_STATED_TARGET, (uint32_t)strtoul(gfx + 5, NULL, 16));
    }
}

/* ".reqd_workgroup_size:" and the three numbers below it, whose product is the group. */
static void read_group_size(reading* r, gcnmem_stage* stage, const char* line) {
    if (strncmp(line, ".reqd_workgroup_size:", 21) == 0) {
        state(stage, GCNMEM_STATED_GROUP, 1);
        r->group_sizes_left = 3;
    } else if (r->group_sizes_left) {
        --r->group_sizes_left;
        stage->group_lanes *= number_after(line);
    }
}

static void read_statement(reading* r, const char* line) {
    gcnmem_stage* stage;
    size_t i;
    line += strspn(line, " \t");
    if (strncmp(line, "### executable:", 15) == 0) { /* each stage of Mesa's dumps begins so */
        ++r->stage_count;
        CHECK(r->stage_count <= STAGES_MAX, "%s", line);
        state(&r->stages[r->stage_count - 1], GCNMEM_STATED_WAVE, number_after(strstr(line, "subgroup")));
        return;
    }
    stage = &r->stages[r->stage_count ? r->stage_count - 1 : 0];
    for (i = 0; i < sizeof statements / sizeof statements[0]; ++i) {
        if (strncmp(line, statements[i].words, strlen(statements[i].words)) == 0) {
            state(stage, statements[i].resource, number_after(line + strlen(statements[i].words)));
        }
    }
    read_group_size(r, stage, line);
    read_target(stage, line);
}

static reading read_statements(const char* name) {
    char path[200];
    char line[4096];
    FILE* file;
    reading r;
    memset(&r, 0, sizeof r);
    snprintf(path, sizeof path, "listings/%s", name);
    file = test_data_open(path);
    while (file && fgets(line, sizeof line, file)) {
        read_statement(&r, line);
    }
    if (file) {
        fclose(file);
    }
    r.stage_count += r.stage_count == 0;
    return r;
}

/* ---- every file ---- */

static void check_read(const char* name) {
    job j = job_parse_file(name);
    CHECK(j.parsed == GCNMEM_OK, "%s line %" PRIu32 ": %s", name, j.issue.line, j.issue.rule);
    if (j.listing) {
        CHECK_U64(0, j.listing->unknown_count, "%s", name);
        CHECK_U64(0, j.listing->bad_wait_count, "%s", name);
        CHECK_U64(0, j.listing->unbound_count, "%s", name);
        CHECK_U64(strcmp(name, "11_blog_gcn.txt") == 0 ? 2 : 0, j.listing->undefined_count, "%s", name);
    }
    job_end(&j);
}

/* What LLVM and Mesa always state. */
#define STATED_BY_COMPILERS (GCNMEM_STATED_VGPRS | GCNMEM_STATED_SGPRS | GCNMEM_STATED_LDS | GCNMEM_STATED_SCRATCH)

static void check_resources(const char* name) {
    reading expected = read_statements(name);
    job j = job_parse_file(name);
    uint32_t i;
    uint32_t resource;
    if (j.listing) {
        CHECK_U64(expected.stage_count, j.listing->stage_count, "%s", name);
    }
    for (i = 0; j.listing && i < j.listing->stage_count && i < expected.stage_count; ++i) {
        gcnmem_stage* want = &expected.stages[i];
        gcnmem_stage got = *job_stage(&j, i);
        CHECK(!strchr(name, '/') || (want->stated & STATED_BY_COMPILERS) == STATED_BY_COMPILERS, "%s", name);
        for (resource = 1; resource <= want->stated; resource *= 2) {
            if (want->stated & resource) {
                CHECK(got.stated & resource, "%s stage %" PRIu32 " resource %#" PRIx32, name, i, resource);
                CHECK_U64(*resource_of(want, resource), *resource_of(&got, resource),
                          "%s stage %" PRIu32 " resource %#" PRIx32, name, i, resource);
            }
        }
    }
    job_end(&j);
}

/* A card that runs the code: the target that the directory's name tells. */
static gcnmem_device card_of(const char* name) {
    static const struct {
        const char* directory;
        gcnmem_device device;
    } cards[] = {{"asm/gfx600/", GCNMEM_DEVICE_HD_7970},
                 {"asm/gfx700/", GCNMEM_DEVICE_R9_290X},
                 {"asm/gfx900/", GCNMEM_DEVICE_VEGA_64},
                 {"driver/vega10/", GCNMEM_DEVICE_VEGA_64}};
    size_t i;
    for (i = 0; i < sizeof cards / sizeof cards[0]; ++i) {
        if (strncmp(name, cards[i].directory, strlen(cards[i].directory)) == 0) {
            return cards[i].device;
        }
    }
    return GCNMEM_DEVICE_R9_FURY_X;
}

/* Four groups of every stage on one CU. */
static void check_run(const char* name) {
    job j = job_new_file(card_of(name), name);
    uint32_t stage;
    j.desc = gcnmem_run_scaled_desc(&j.desc, 1);
    for (stage = 0; j.listing && stage < j.listing->stage_count; ++stage) {
        j.options = test_run_options(stage);
        j.options.groups = 4;
        j.options.max_clocks = 1000000;
        job_run(&j); /* checks that it ends, and that its clocks are counted */
        CHECK_U64(4, j.result.groups, "%s stage %" PRIu32, name, stage);
        CHECK(j.result.clocks > 0 && j.result.clocks < j.options.max_clocks, "%s stage %" PRIu32, name, stage);
    }
    job_end(&j);
}

static void test_every_listing_is_read(void) {
    job_each_file(check_read);
}

static void test_every_listing_needs_what_it_states(void) {
    job_each_file(check_resources);
}

static void test_R57_every_listing_runs_to_its_end(void) {
    job_each_file(check_run);
}

/* Clocks of a transposed matrix of 512x512, of whose listing all addresses follow from its one number. */
static uint64_t transpose_clocks(gcnmem_device device, const char* card, const char* kind) {
    static const gcnmem_run_value n = {"2", 1, "512", 3, 0};
    char name[80];
    uint64_t clocks;
    job j;
    snprintf(name, sizeof name, "../../../examples/transpose/%s_%s.s", card, kind);
    j = job_new_file(device, name);
    j.options.group_count[0] = j.options.group_count[1] = 16;
    j.options.group_count[2] = 1;
    j.options.groups = 256;
    j.options.args = &n;
    j.options.arg_count = 1;
    job_run(&j);
    clocks = j.result.clocks;
    CHECK(j.result.addresses[GCNMEM_STATUS_ASSUMED] + j.result.addresses[GCNMEM_STATUS_DEFAULT] == 0,
          "%s: %" PRIu32 " assumed, %" PRIu32 " default", name, j.result.addresses[GCNMEM_STATUS_ASSUMED],
          j.result.addresses[GCNMEM_STATUS_DEFAULT]);
    CHECK_U64(512 * 512 * 8, j.result.bytes_requested, "%s reads and writes each element once", name);
    job_end(&j);
    return clocks;
}

/* As on hardware: LDS makes both sides lines, padding its columns free of conflicts. */
static void test_transposes_are_in_order(void) {
    static const struct {
        gcnmem_device device;
        const char* card;
    } cards[] = {
        {GCNMEM_DEVICE_R9_290X, "hawaii"}, {GCNMEM_DEVICE_R9_FURY_X, "fiji"}, {GCNMEM_DEVICE_VEGA_64, "vega10"}};
    size_t i;
    for (i = 0; i < sizeof cards / sizeof cards[0]; ++i) {
        uint64_t naive = transpose_clocks(cards[i].device, cards[i].card, "naive");
        uint64_t lds = transpose_clocks(cards[i].device, cards[i].card, "lds");
        uint64_t padded = transpose_clocks(cards[i].device, cards[i].card, "padded");
        CHECK(padded <= lds && lds <= naive, "%s: padded %" PRIu64 ", LDS %" PRIu64 ", naive %" PRIu64, cards[i].card,
              padded, lds, naive);
    }
}

void suite_listings(void);
void suite_listings(void) {
    TEST(test_every_listing_is_read);
    TEST(test_every_listing_needs_what_it_states);
    TEST_LONG_SANITIZED(test_R57_every_listing_runs_to_its_end);
    TEST_LONG_SANITIZED(test_transposes_are_in_order);
}
