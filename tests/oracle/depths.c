/* depths.c -- one access, three depths: what cost says of a wave, replay and run must do, on every device, line size,
   kind of access, and from every level

   Caches start empty and one wave comes, so that every line it wants has to travel. Images are left out: depth 3 asks
   for them by byte address, depth 1 by texel. Runs of other code than GCN's are written in names of no architecture. */
#include "../unit/job.h"
#include "oracle.h"
#include "private.h"

#include <stdlib.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* What one depth says. */
typedef struct depth {
    uint64_t bytes;      /* asked for by the lanes */
    uint64_t used;       /* of those each once, but for atomics */
    uint64_t lines;      /* distinct lines of vector L1 */
    uint64_t lookups;    /* of the first level */
    uint64_t issue;      /* clocks of a scalar access */
    uint64_t l1_bytes;   /* moved between the first level and the one below: GL1 or L2 */
    uint64_t requests;   /* that one gets */
    uint64_t asked;      /* bytes asked of it */
    uint64_t below[3];   /* bytes asked of GL1, L2 and L3 */
    uint64_t dram_bytes; /* moved by DRAM */
} depth;

static depth depth_of_cost(const gcnmem_desc* desc, const gcnmem_access* access) {
    gcnmem_cost cost = gcnmem_cost_wave(desc, access);
    depth d;
    d.bytes = cost.bytes_requested;
    d.used = access->op.action == GCNMEM_ACTION_ATOMIC ? cost.bytes_requested : cost.bytes_used;
    d.lines = cost.l1_lines;
    d.lookups = cost.l1_cache_accesses;
    d.issue = cost.clocks;
    d.l1_bytes = cost.bytes_fetched;
    d.requests = cost.l2_requests;
    d.asked = cost.bytes_fetched;
    memset(d.below, 0, sizeof d.below);
    d.dram_bytes = cost.dram_bursts * gcnmemi_desc_burst_bytes(desc);
    return d;
}

static depth depth_of_replay(const gcnmem_desc* desc, const gcnmem_access* access, gcnmem_level from) {
    size_t bytes = gcnmem_replay_size_bytes(desc);
    void* memory = malloc(bytes);
    gcnmem_replay* replay;
    depth d = {0, 0, 0, 0, 0, 0, 0, 0, {0, 0, 0}, 0};
    gcnmem_replay_init(memory, bytes, desc, from, &replay, NULL);
    CHECK(replay != NULL, "%s", gcnmem_device_card(desc->device));
    if (replay) {
        gcnmem_replay_stats stats;
        gcnmem_replay_wave(replay, 0, access);
        stats = gcnmem_replay_finish(replay);
        d.used = stats.l1.useful_bytes + stats.scalar_l1.useful_bytes;
        d.l1_bytes = stats.l1.moved_bytes + stats.scalar_l1.moved_bytes;
        d.requests = stats.l1.misses + stats.scalar_l1.misses;
        d.lookups = stats.l1.reads + stats.l1.writes + stats.scalar_l1.reads + stats.scalar_l1.writes;
        const gcnmem_level_stats* below = desc->gl1_size_bytes != 0 ? &stats.gl1 : &stats.l2;
        d.asked = below->useful_bytes;
        d.below[0] = stats.gl1.useful_bytes;
        d.below[1] = stats.l2.useful_bytes;
        d.below[2] = stats.l3.useful_bytes;
        d.dram_bytes = stats.dram.bytes;
        if (from == GCNMEM_LEVEL_L1) {
            CHECK_U64(d.requests, below->reads + below->writes, "L1 misses = requests below: %s, %s",
                      gcnmem_device_card(desc->device), access->op.name);
        } else {
            d.requests = below->reads + below->writes;
        }
    }
    free(memory);
    return d;
}

static int same_addresses(void* user_data, const gcnmem_run_query* query, uint64_t* out_address, uint64_t* out_mask) {
    const gcnmem_access* access = (const gcnmem_access*)user_data;
    (void)query;
    memcpy(out_address, access->address, sizeof access->address);
    *out_mask &= access->exec_mask;
    return 1;
}

static depth depth_of_run(const gcnmem_desc* desc, gcnmem_access* access, const char* text) {
    job j = job_new(desc->device, text);
    depth d = {0, 0, 0, 0, 0, 0, 0, 0, {0, 0, 0}, 0};
    gcnmem_run_hooks hooks = {same_addresses, NULL, NULL, access};
    j.desc = *desc;
    j.options.groups = 1;
    j.options.group_lanes = desc->wave_lanes;
    if (job_start(&j)) {
        CHECK(gcnmem_run_advance(j.run, UINT64_MAX, &hooks) == GCNMEM_RUN_DONE, "%s", text);
        j.result = gcnmem_run_result_of(j.run);
        d.bytes = j.result.bytes_requested + j.result.scalar_bytes;
        d.lines = gcnmem_run_insn_of(j.run, 0).lines;
        d.issue = gcnmem_run_insn_of(j.run, 0).active_clocks;
        d.l1_bytes = j.result.l1_bytes;
        d.asked = desc->gl1_size_bytes != 0 ? j.result.gl1_bytes : j.result.l2_bytes;
        d.below[0] = j.result.gl1_bytes;
        d.below[1] = j.result.l2_bytes;
        d.below[2] = j.result.l3_bytes;
        d.dram_bytes = j.result.dram_bytes;
    }
    job_end(&j);
    return d;
}

static void compare(const gcnmem_desc* desc, gcnmem_access* access, const char* text, const char* pattern) {
    int is_scalar = access->op.unit == GCNMEM_UNIT_SCALAR;
    int is_store = access->op.action == GCNMEM_ACTION_STORE;
    int has_caches = gcnmem_field_provenance(desc, GCNMEM_FIELD_l1_size_bytes) != GCNMEM_PROVENANCE_NONE;
    depth cost = depth_of_cost(desc, access);
    depth replay = depth_of_replay(desc, access, GCNMEM_LEVEL_L1);
    depth below = depth_of_replay(desc, access, GCNMEM_LEVEL_GL1); /* L2, where there is none */
    char where[240];
    snprintf(where, sizeof where, "%s, %s, %s, lines of %" PRIu32 " %" PRIu32 " %" PRIu32 ", requests of %" PRIu32,
             gcnmem_device_card(desc->device), access->op.name, pattern, desc->l1_line_bytes, desc->l2_line_bytes,
             desc->scalar_l1_line_bytes, desc->request_bytes);
    if (has_caches) {
        CHECK_U64(cost.used, replay.used, "%s", where);
        CHECK_U64(cost.requests, replay.requests, "%s", where);
        CHECK_U64(cost.requests > cost.lookups ? cost.requests : cost.lookups, replay.lookups, "R30: %s", where);
        CHECK_U64(cost.requests, below.requests, "from below L1: %s", where);
        CHECK_U64(cost.l1_bytes, replay.l1_bytes, "%s", where);
        CHECK_U64(cost.asked, replay.asked, "%s", where);
        CHECK_U64(cost.asked, below.asked, "from below L1: %s", where);
    }
    if (!is_store || !has_caches) { /* what is stored is still in L2 */
        CHECK_U64(cost.dram_bytes, replay.dram_bytes, "%s", where);
        CHECK_U64(cost.dram_bytes, below.dram_bytes, "from below L1: %s", where);
    }
    if (text != NULL) {
        depth run = depth_of_run(desc, access, text);
        CHECK_U64(cost.bytes, run.bytes, "%s", where);
        CHECK_U64(replay.dram_bytes, run.dram_bytes, "%s", where);
        if (has_caches) {
            CHECK_U64(cost.asked, run.asked, "%s", where);
            for (int i = 0; i < 3; ++i) {
                CHECK_U64(replay.below[i], run.below[i], "level %d below L1: %s", i, where);
            }
        }
        CHECK_U64(cost.lines, run.lines, "%s", where);
        if (is_scalar) {
            CHECK_U64(0, run.lines, "R24: %s", where);
            CHECK_U64(cost.issue, run.issue, "R24: %s", where);
        } else if (desc->l2_request_bytes <= 2 * desc->l1_line_bytes) { /* else lines nobody wants stand between two */
            CHECK_U64(cost.l1_bytes, run.l1_bytes, "%s", where);
        }
    }
}

typedef struct operation {
    const char* mnemonic;
    const char* text;    /* of GCN's code */
    const char* neutral; /* the same where code is not GCN's; NULL: it is not run */
    uint32_t oldest_gfx; /* that has it */
} operation;

#define GCN(line) line "\ns_waitcnt 0\ns_endpgm\n"
#define NEUTRAL(line) line "\nexit\n"

static const operation operations[] = {
    {"buffer_load_ubyte", GCN("buffer_load_ubyte v1, v0, s[4:7], 0 offen"), NEUTRAL("load_b8 r1, r0"), 0x600},
    {"buffer_load_dword", GCN("buffer_load_dword v1, v0, s[4:7], 0 offen"), NEUTRAL("load_b32 r1, r0"), 0x600},
    {"buffer_load_dwordx2", GCN("buffer_load_dwordx2 v[2:3], v0, s[4:7], 0 offen"), NEUTRAL("load_b64 r1, r0"), 0x600},
    {"buffer_load_dwordx4", GCN("buffer_load_dwordx4 v[4:7], v0, s[4:7], 0 offen"), NEUTRAL("load_b128 r1, r0"), 0x600},
    {"flat_load_dwordx3", GCN("flat_load_dwordx3 v[4:6], v[0:1]"), NEUTRAL("load_b96 r1, r0"), 0x700},
    {"buffer_store_byte", GCN("buffer_store_byte v1, v0, s[4:7], 0 offen"), NEUTRAL("store_b8 r0, r1"), 0x600},
    {"buffer_store_dword", GCN("buffer_store_dword v1, v0, s[4:7], 0 offen"), NEUTRAL("store_b32 r0, r1"), 0x600},
    {"buffer_store_dwordx4", GCN("buffer_store_dwordx4 v[4:7], v0, s[4:7], 0 offen"), NEUTRAL("store_b128 r0, r1"),
     0x600},
    {"buffer_atomic_add", GCN("buffer_atomic_add v1, v0, s[4:7], 0 offen"), NEUTRAL("atomic_add_b32 r0, r1"), 0x600},
    {"buffer_atomic_cmpswap_x2", GCN("buffer_atomic_cmpswap_x2 v[4:7], v0, s[4:7], 0 offen"), NULL, 0x600},
    {"s_load_dword", GCN("s_load_dword s0, s[2:3], 0x0"), NULL, 0x600},
    {"s_load_dwordx4", GCN("s_load_dwordx4 s[8:11], s[2:3], 0x0"), NULL, 0x600},
    {"s_load_dwordx16", GCN("s_load_dwordx16 s[16:31], s[2:3], 0x0"), NULL, 0x600}};

static const char* const patterns[] = {"linear",
                                       "one address",
                                       "64 bytes apart",
                                       "68 bytes apart",
                                       "backwards",
                                       "pairs 4160 bytes apart",
                                       "anywhere in 64 KB",
                                       "lane 63 alone"};

static void set_addresses(test_random* random, gcnmem_access* access, size_t pattern) {
    uint64_t bytes = access->op.element_bytes;
    for (uint64_t lane = 0; lane < GCNMEM_LANES; ++lane) {
        const uint64_t offsets[] = {lane * bytes,
                                    0,
                                    lane * 64,
                                    lane * 68,
                                    (63 - lane) * bytes,
                                    lane / 2 * 4160 + lane % 2 * bytes,
                                    test_random_below(random, 4096) * 16,
                                    lane * bytes};
        access->address[lane] = 0x40000 + offsets[pattern];
    }
    if (access->op.action == GCNMEM_ACTION_ATOMIC) {
        for (uint64_t lane = 0; lane < GCNMEM_LANES; ++lane) {
            access->address[lane] &= ~(bytes - 1);
        }
    }
    access->exec_mask = pattern == 7 ? (uint64_t)1 << 63 : UINT64_MAX;
}

static void compare_all(const gcnmem_desc* desc) {
    int is_gcn = desc->architecture == GCNMEM_ARCHITECTURE_GCN;
    int has_scalars = is_gcn || desc->architecture == GCNMEM_ARCHITECTURE_RDNA;
    test_random random = test_random_start(11);
    for (size_t i = 0; i < COUNT(operations); ++i) {
        const operation* o = &operations[i];
        int is_scalar = o->mnemonic[0] == 's';
        if (is_gcn ? desc->gfx_version < o->oldest_gfx : is_scalar && !has_scalars) {
            continue;
        }
        for (size_t pattern = 0; pattern < COUNT(patterns); ++pattern) {
            gcnmem_access access = test_access(o->mnemonic, 0);
            int is_lacking = gcnmem_access_validate(desc, &access, NULL) != GCNMEM_OK; /* NVIDIA moves no 96 bits */
            set_addresses(&random, &access, pattern);
            if (!is_lacking && (!is_scalar || pattern < 3)) {
                access.exec_mask = is_scalar ? UINT64_MAX : access.exec_mask;
                access.address[0] += is_scalar && pattern == 2 ? 48 : 0; /* over the end of a line */
                compare(desc, &access, is_gcn || is_scalar ? o->text : o->neutral, patterns[pattern]);
            }
        }
    }
}

/* Few CUs and small caches are made quickly; everything else is the device's. */
static gcnmem_desc small_desc(gcnmem_device device) {
    gcnmem_desc desc = gcnmem_desc_for(device);
    desc.cu_count = 4;
    desc.l2_size_bytes = desc.l2_channels * desc.l2_ways * 1024;
    desc.l3_size_bytes = desc.l2_channels * desc.l3_ways * 1024;
    desc.l1_miss_lines = 128;
    desc.l2_read_entries = 64;
    desc.dram_write_queue_entries = 32;
    desc.dram_write_high_entries = 24;
    return desc;
}

static void test_R13_R15_R16_R44_R53_every_device_agrees_with_itself(void) {
    for (int device = 1; device < GCNMEM_DEVICE_END; ++device) {
        gcnmem_desc desc = small_desc((gcnmem_device)device);
        compare_all(&desc);
    }
}

static void test_R13_R15_R16_R44_R53_every_line_size_agrees(void) {
    static const gcnmem_device devices[] = {GCNMEM_DEVICE_HD_7970, GCNMEM_DEVICE_R9_390X, GCNMEM_DEVICE_MI210};
    for (size_t i = 0; i < COUNT(devices); ++i) {
        for (uint32_t l1_line = 32; l1_line <= 256; l1_line *= 2) {
            for (uint32_t l2_line = 16; l2_line <= 256; l2_line *= 2) {
                gcnmem_desc desc = small_desc(devices[i]);
                desc.l1_line_bytes = l1_line;
                desc.l2_line_bytes = l2_line;
                desc.scalar_l1_line_bytes = l1_line == 32 ? 16 : l1_line;
                if (gcnmem_desc_validate(&desc, NULL) == GCNMEM_OK) {
                    compare_all(&desc);
                }
            }
        }
    }
}

/* Requests, sectors and blocks fetched of any length, merged among any lanes. */
static void test_R15_R16_R61_R75_every_request_size_agrees(void) {
    static const gcnmem_device devices[] = {GCNMEM_DEVICE_R9_390X, GCNMEM_DEVICE_MI210, GCNMEM_DEVICE_HD_5870,
                                            GCNMEM_DEVICE_GTX_1080, GCNMEM_DEVICE_RX_6900_XT};
    test_random random = test_random_start(12);
    uint32_t compared = 0;
    for (int round = 0; round < 60; ++round) {
        gcnmem_desc desc = small_desc(devices[test_random_below(&random, COUNT(devices))]);
        desc.request_bytes = UINT32_C(16) << test_random_below(&random, 5);
        desc.request_lanes = UINT32_C(4) << test_random_below(&random, 5);
        desc.l1_line_bytes = UINT32_C(32) << test_random_below(&random, 4);
        desc.l2_line_bytes = UINT32_C(16) << test_random_below(&random, 5);
        desc.l2_request_bytes = UINT32_C(32) << test_random_below(&random, 4);
        desc.miss_rule = 1 + (uint32_t)test_random_below(&random, 2);
        const int has_sectors = desc.miss_rule == 2 && desc.l1_line_bytes == desc.l2_line_bytes &&
                                desc.request_bytes < desc.l2_line_bytes;
        const uint32_t served_bytes = has_sectors ? desc.request_bytes : desc.l2_line_bytes;
        desc.l2_fetch_bytes = desc.l2_line_bytes >> test_random_below(&random, 3);
        desc.l2_fetch_bytes = desc.l2_fetch_bytes > served_bytes ? desc.l2_fetch_bytes : served_bytes;
        if (desc.gl1_size_bytes != 0) { /* what L2 is asked for is what cost says: caches around it bring no more */
            desc.l3_line_bytes = served_bytes;
            desc.scalar_l1_line_bytes = UINT32_C(16) << test_random_below(&random, 5);
            desc.gl1_line_bytes = desc.l3_line_bytes >> test_random_below(&random, 2);
        }
        if (gcnmem_desc_validate(&desc, NULL) == GCNMEM_OK) {
            compare_all(&desc);
            ++compared;
        }
    }
    CHECK(compared > 20, "only %" PRIu32 " descriptions are valid", compared);
}

void suite_oracle_depths(void) {
    TEST_LONG(test_R13_R15_R16_R44_R53_every_device_agrees_with_itself);
    TEST_LONG_SANITIZED(test_R13_R15_R16_R44_R53_every_line_size_agrees);
    TEST_LONG_SANITIZED(test_R15_R16_R61_R75_every_request_size_agrees);
}
