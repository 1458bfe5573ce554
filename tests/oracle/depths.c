/* depths.c -- one access, three depths: what cost says of a wave, replay and run must do, on every device and line size

   Caches start empty and one wave comes, so that every line it wants has to travel. Images are left out: depth 3 asks
   for them by byte address, depth 1 by texel. */
#include "../unit/job.h"
#include "oracle.h"

#include <stdlib.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* What one depth says. */
typedef struct depth {
    uint64_t bytes;      /* asked for by the lanes */
    uint64_t lines;      /* distinct lines of the first level */
    uint64_t l2_bytes;   /* asked of L2 */
    uint64_t dram_bytes; /* moved by DRAM */
} depth;

static depth depth_of_cost(const gcnmem_desc* desc, const gcnmem_access* access) {
    gcnmem_cost cost = gcnmem_cost_wave(desc, access);
    depth d;
    d.bytes = cost.bytes_requested;
    d.lines = cost.l1_lines;
    d.l2_bytes = cost.bytes_fetched;
    d.dram_bytes = access->op.action == GCNMEM_ACTION_STORE ? 0 /* still in L2 */
                                                            : cost.dram_bursts * gcnmem_desc_dram_burst_bytes(desc);
    return d;
}

static depth depth_of_replay(const gcnmem_desc* desc, const gcnmem_access* access) {
    size_t bytes = gcnmem_replay_size_bytes(desc);
    void* memory = malloc(bytes);
    gcnmem_replay* replay;
    depth d = {0, 0, 0, 0};
    gcnmem_replay_init(memory, bytes, desc, GCNMEM_LEVEL_L1, &replay, NULL);
    CHECK(replay != NULL, "%s", gcnmem_device_card(desc->device));
    if (replay) {
        gcnmem_replay_stats stats;
        gcnmem_replay_wave(replay, 0, access);
        stats = gcnmem_replay_finish(replay);
        d.bytes = stats.l1.useful_bytes + stats.scalar_l1.useful_bytes;
        d.lines = access->op.unit == GCNMEM_UNIT_SCALAR ? stats.scalar_l1.reads + stats.scalar_l1.writes : 0;
        d.l2_bytes = stats.l2.useful_bytes;
        d.dram_bytes = stats.dram.bytes;
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

static depth depth_of_run(const gcnmem_desc* desc, gcnmem_access* access, const char* operands) {
    char text[200];
    job j;
    depth d = {0, 0, 0, 0};
    snprintf(text, sizeof text, "%s %s\ns_waitcnt 0\ns_endpgm\n", access->op.name, operands);
    j = job_new(desc->device, text);
    j.desc = *desc;
    j.options.groups = 1;
    if (job_start(&j)) {
        CHECK(gcnmem_run_advance(j.run, UINT64_MAX, same_addresses, access) == GCNMEM_RUN_DONE, "%s", text);
        j.result = gcnmem_run_result_of(j.run);
        d.bytes = j.result.bytes_requested + j.result.scalar_bytes;
        d.lines = gcnmem_run_insn_of(j.run, 0).lines;
        d.l2_bytes = j.result.l2_bytes;
        d.dram_bytes = j.result.dram_bytes;
    }
    job_end(&j);
    return d;
}

static void compare(const gcnmem_desc* desc, gcnmem_access* access, const char* operands, const char* pattern) {
    depth cost = depth_of_cost(desc, access);
    depth replay = depth_of_replay(desc, access);
    depth run = depth_of_run(desc, access, operands);
    uint32_t line_bytes = access->op.unit == GCNMEM_UNIT_SCALAR ? desc->scalar_l1_line_bytes : desc->l1_line_bytes;
    char where[240];
    snprintf(where, sizeof where, "%s, %s, %s, lines of %" PRIu32 " %" PRIu32 " %" PRIu32 ", requests of %" PRIu32,
             gcnmem_device_card(desc->device), access->op.name, pattern, desc->l1_line_bytes, desc->l2_line_bytes,
             desc->scalar_l1_line_bytes, desc->request_bytes);
    CHECK_U64(cost.bytes, replay.bytes, "%s", where);
    CHECK_U64(cost.bytes, run.bytes, "%s", where);
    CHECK_U64(replay.l2_bytes, run.l2_bytes, "%s", where);
    CHECK_U64(replay.dram_bytes, run.dram_bytes, "%s", where);
    if (access->op.unit == GCNMEM_UNIT_SCALAR || desc->l1_line_bytes == desc->request_bytes) {
        CHECK_U64(cost.l2_bytes, replay.l2_bytes, "%s",
                  where); /* depth 1 knows requests, not the lines that L1 fills */
    }
    if (line_bytes <= desc->l2_line_bytes) {
        CHECK_U64(cost.dram_bytes, replay.dram_bytes, "%s", where);
    }
    if (access->op.unit != GCNMEM_UNIT_SCALAR) {
        CHECK_U64(cost.lines, run.lines, "%s", where);
    }
}

typedef struct operation {
    const char* mnemonic;
    const char* operands;
    uint32_t oldest_gfx; /* that has it */
} operation;

static const operation operations[] = {{"buffer_load_ubyte", "v1, v0, s[4:7], 0 offen", 0x600},
                                       {"buffer_load_dword", "v1, v0, s[4:7], 0 offen", 0x600},
                                       {"buffer_load_dwordx2", "v[2:3], v0, s[4:7], 0 offen", 0x600},
                                       {"buffer_load_dwordx4", "v[4:7], v0, s[4:7], 0 offen", 0x600},
                                       {"flat_load_dwordx3", "v[4:6], v[0:1]", 0x700},
                                       {"buffer_store_byte", "v1, v0, s[4:7], 0 offen", 0x600},
                                       {"buffer_store_dword", "v1, v0, s[4:7], 0 offen", 0x600},
                                       {"buffer_store_dwordx4", "v[4:7], v0, s[4:7], 0 offen", 0x600},
                                       {"buffer_atomic_add", "v1, v0, s[4:7], 0 offen", 0x600},
                                       {"buffer_atomic_cmpswap_x2", "v[4:7], v0, s[4:7], 0 offen", 0x600},
                                       {"s_load_dword", "s0, s[2:3], 0x0", 0x600},
                                       {"s_load_dwordx4", "s[8:11], s[2:3], 0x0", 0x600},
                                       {"s_load_dwordx16", "s[16:31], s[2:3], 0x0", 0x600}};

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
    test_random random = test_random_start(11);
    for (size_t i = 0; i < COUNT(operations); ++i) {
        for (size_t pattern = 0; pattern < COUNT(patterns) && desc->gfx_version >= operations[i].oldest_gfx;
             ++pattern) {
            gcnmem_access access = test_access(operations[i].mnemonic, 0);
            set_addresses(&random, &access, pattern);
            if (access.op.unit != GCNMEM_UNIT_SCALAR || pattern < 2) {
                access.exec_mask = access.op.unit == GCNMEM_UNIT_SCALAR ? UINT64_MAX : access.exec_mask;
                compare(desc, &access, operations[i].operands, patterns[pattern]);
            }
        }
    }
}

/* Few CUs and small caches are made quickly; everything else is the device's. */
static gcnmem_desc small_desc(gcnmem_device device) {
    gcnmem_desc desc = gcnmem_desc_for(device);
    desc.cu_count = 4;
    desc.l2_size_bytes = desc.l2_channels * desc.l2_ways * 1024;
    desc.l1_miss_lines = 128;
    desc.l2_read_entries = 64;
    desc.dram_write_queue_entries = 32;
    desc.dram_write_high_entries = 24;
    return desc;
}

static void test_R13_R15_R16_R44_R53_every_device_agrees_with_itself(void) {
    for (int device = 1; device < GCNMEM_DEVICE_END; ++device) {
        gcnmem_desc desc = small_desc((gcnmem_device)device);
        if (desc.architecture == GCNMEM_ARCHITECTURE_GCN) { /* no others are run */
            compare_all(&desc);
        }
    }
}

static void test_R13_R15_R16_R44_R53_every_line_size_agrees(void) {
    static const gcnmem_device devices[] = {GCNMEM_DEVICE_HD_7970, GCNMEM_DEVICE_R9_390X, GCNMEM_DEVICE_MI100,
                                            GCNMEM_DEVICE_MI210};
    for (size_t i = 0; i < COUNT(devices); ++i) {
        for (uint32_t l1_line = 32; l1_line <= 256; l1_line *= 2) {
            for (uint32_t l2_line = 64; l2_line <= 256; l2_line *= 2) {
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

void suite_oracle_depths(void) {
    TEST(test_R13_R15_R16_R44_R53_every_device_agrees_with_itself);
    TEST(test_R13_R15_R16_R44_R53_every_line_size_agrees);
}
