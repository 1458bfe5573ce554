/* gcnmem_bench -- how fast gcnmem.h itself is, on one core.
   cc -O2 -I. tools/gcnmem_bench.c -o gcnmem_bench
   SPDX-License-Identifier: MIT-0

   usage: gcnmem_bench [--json] [--rounds N] [--only TEXT] [--budget [--peer COMMAND]] [--compile] [--start]
                       [--machine FILE] [--set FIELD=VALUE]

   Each figure is the best of N rounds (default 7) of processor time; --only picks those whose names contain the text.
   --budget instead counts the host instructions of each unit of work, by valgrind, and fails where one takes more than
   its budget; and runs 68 kernels of 2 million work-items, from the top of the tree. With --peer those of replays alone
   are counted, beside those of another simulator that a shell's COMMAND runs on the same accesses: they come on its
   standard input, a line each as DRAMsim3 has them ("0x1f40 READ 0"), and $TIMES says how many. What it takes to read
   them counts: see --accesses UNIT, which prints them.
   --compile instead runs gcc and clang, where there are any, at -O2 on gcnmem.h, on depth 1 of it alone and on
   stb_image.h (Debian's libstb-dev), from the top of the tree: seconds, medians of N rounds, and their ratios. */

#include "processes.h"

#include "listing.h"

#include <time.h>
#ifndef _WIN32
#include <sys/resource.h>
#endif

static const flag bench_flags[] = {
    {"json", "", "t", "prints one JSON object"},
    {"rounds", "N", "t", "the best of N rounds, else of 7"},
    {"only", "TEXT", "t", "figures whose names contain the text"},
    {"compile", "", "t", "how long gcc and clang compile gcnmem.h"},
    {"start", "", "t", "how long the command line starts"},
    {"budget", "", "t", "host instructions of units of work, by valgrind"},
    {"peer", "COMMAND", "t", "with --budget: of COMMAND on the same accesses"},
    {"accesses", "UNIT", "t", "prints that replay's accesses, for --peer"},
    {"count", "UNIT", "t", "does that unit's work, for --budget"},
    {"times", "N", "t", "how often"},
    FLAGS_OF_MACHINE,
    {NULL, NULL, NULL, NULL},
};
static options bench;

static uint64_t random_state = 88172645463325252u;

static uint64_t random_next(void) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state;
}

static double seconds_now(void) {
    return (double)clock() / CLOCKS_PER_SEC;
}

static void* memory_of(size_t bytes) {
    void* memory = malloc(bytes);
    if (memory == NULL) {
        fprintf(stderr, "gcnmem_bench: out of memory\n");
        exit(1);
    }
    return memory;
}

/* Keeps results alive: a compiler cannot drop what is printed in the end. */
static uint64_t sink;

/* ---- depth 1 ---- */

#define COST_WAVES 64
#define COST_REPEATS 20000

typedef enum pattern {
    LINEAR,
    STRIDED,
    RANDOM,
    SAME,
    LDS_STRIDED, /* a stride for each wave */
    LDS_RANDOM,
    TILE, /* of 8x8 texels */
    RANDOM_TEXEL
} pattern;

/* What the waves do. */
typedef struct cost_kind {
    const char* op;
    const char* filter; /* of texels, or NULL */
    pattern lanes;
} cost_kind;

static gcnmem_access cost_waves[COST_WAVES];

static uint64_t address_of(pattern lanes, uint64_t wave, uint64_t lane, uint64_t bytes) {
    switch (lanes) {
    case LINEAR:
        return wave * 4096 + lane * bytes;
    case STRIDED:
        return wave * 64 + lane * 4 * (2 + wave % 63);
    case RANDOM:
        return random_next() % 1048576 * bytes;
    case LDS_STRIDED:
        return lane * bytes * (1 + wave % 32);
    case LDS_RANDOM:
        return random_next() % (32768 / bytes) * bytes;
    case SAME:
    case TILE:
    case RANDOM_TEXEL:
        break;
    }
    return wave * 64;
}

static void fill_waves(const cost_kind* kind) {
    gcnmem_op op;
    gcnmem_op_find(kind->op, &op, NULL);
    for (uint64_t wave = 0; wave < COST_WAVES; ++wave) {
        gcnmem_access* a = &cost_waves[wave];
        *a = gcnmem_access_for(&op);
        if (kind->filter != NULL) {
            gcnmem_access_filter(a, kind->filter, NULL);
        }
        a->image.width = a->image.height = 1024;
        a->image.depth = 1;
        for (uint64_t lane = 0; lane < GCNMEM_LANES; ++lane) {
            if (kind->lanes < TILE) {
                a->address[lane] = address_of(kind->lanes, wave, lane, op.element_bytes);
                continue;
            }
            int is_tile = kind->lanes == TILE;
            a->texel[0][lane] = (int64_t)(is_tile ? wave * 8 + lane % 8 : random_next() % 1024);
            a->texel[1][lane] = (int64_t)(is_tile ? lane / 8 : random_next() % 1024);
        }
    }
}

#define COST_KINDS(X) \
    X(DWORD_LINEAR, "buffer_load_dword", NULL, LINEAR) \
    X(DWORD_RANDOM, "buffer_load_dword", NULL, RANDOM) \
    X(DWORD_STRIDED, "buffer_load_dword", NULL, STRIDED) \
    X(LDS_B32_RANDOM, "ds_read_b32", NULL, LDS_RANDOM) \
    X(LDS_B32_STRIDED, "ds_read_b32", NULL, LDS_STRIDED) \
    X(LDS_B128_STRIDED, "ds_read_b128", NULL, LDS_STRIDED) \
    X(X2_LINEAR, "buffer_load_dwordx2", NULL, LINEAR) \
    X(X3_LINEAR, "buffer_load_dwordx3", NULL, LINEAR) \
    X(X4_LINEAR, "buffer_load_dwordx4", NULL, LINEAR) \
    X(X4_RANDOM, "buffer_load_dwordx4", NULL, RANDOM) \
    X(ATOMIC_LINEAR, "buffer_atomic_add", NULL, LINEAR) \
    X(ATOMIC_SAME, "buffer_atomic_add", NULL, SAME) \
    X(ATOMIC_RANDOM, "buffer_atomic_add", NULL, RANDOM) \
    X(LOAD_TILE, "image_load", NULL, TILE) \
    X(LOAD_RANDOM, "image_load", NULL, RANDOM_TEXEL) \
    X(BILINEAR_TILE, "image_sample", "bilinear", TILE) \
    X(BILINEAR_RANDOM, "image_sample", "bilinear", RANDOM_TEXEL)

#define COST_KIND_NAME(name, op, filter, lanes) COST_##name,
#define COST_KIND_ROW(name, op, filter, lanes) {op, filter, lanes},
enum { COST_KINDS(COST_KIND_NAME) COST_KINDS_END };
static const cost_kind cost_kinds[] = {COST_KINDS(COST_KIND_ROW)};

/* Returns how many waves were priced. */
static uint64_t price_waves(int kind, uint64_t times) {
    gcnmem_desc desc = machine_for(&bench, GCNMEM_DEVICE_R9_390X);
    fill_waves(&cost_kinds[kind]);
    for (uint64_t i = 0; i < times; ++i) {
        sink += gcnmem_cost_wave(&desc, &cost_waves[i % COST_WAVES]).clocks;
    }
    return times;
}

static double cost_ns(int kind) {
    double start = seconds_now();
    price_waves(kind, COST_REPEATS);
    return (seconds_now() - start) * 1e9 / COST_REPEATS;
}

/* ---- caches: L1 16 KB 4-way, L2 512 KB 16-way, 4-byte reads ---- */

#define CACHE_ACCESSES 4000000

typedef struct cache_pair {
    gcnmemi_cache* l1;
    gcnmemi_cache* l2;
} cache_pair;

static cache_pair make_caches(void) {
    static const gcnmemi_cache_geometry l1 = {16384, 4, 64, 0, GCNMEMI_CACHE_WRITE_GCN_L1};
    static const gcnmemi_cache_geometry l2 = {524288, 16, 64, 0, GCNMEMI_CACHE_WRITE_BACK_MASKED};
    static void* memory[2];
    cache_pair caches;
    if (memory[0] == NULL) {
        memory[0] = memory_of(gcnmemi_cache_size_bytes(&l1));
        memory[1] = memory_of(gcnmemi_cache_size_bytes(&l2));
    }
    caches.l1 = gcnmemi_cache_init(memory[0], gcnmemi_cache_size_bytes(&l1), &l1);
    caches.l2 = gcnmemi_cache_init(memory[1], gcnmemi_cache_size_bytes(&l2), &l2);
    return caches;
}

static uint32_t* offsets; /* of the accesses */

static uint64_t cache_address(int kind, uint64_t i) {
    const uint32_t random = (uint32_t)random_next();
    return kind == 0 ? i * 4 : kind == 1 ? random & 0xfffc : kind == 2 ? random & 0xffffc : i * 64 % 32768;
}

static void make_offsets(int kind) {
    offsets = offsets != NULL ? offsets : (uint32_t*)memory_of(CACHE_ACCESSES * sizeof(uint32_t));
    for (uint32_t i = 0; i < CACHE_ACCESSES; ++i) {
        offsets[i] = (uint32_t)cache_address(kind, i);
    }
}

static void access_caches(uint64_t count) {
    cache_pair caches = make_caches();
    uint64_t misses = 0;
    for (uint64_t i = 0; i < count; ++i) {
        gcnmemi_cache_result result;
        if (!gcnmemi_cache_access(caches.l1, offsets[i], GCNMEMI_CACHE_READ, &result)) {
            misses += !gcnmemi_cache_access(caches.l2, offsets[i], GCNMEMI_CACHE_READ, &result);
        }
    }
    sink += misses;
}

static uint64_t count_cache(int kind, uint64_t times) {
    make_offsets(kind);
    access_caches(times);
    return times;
}

static double cache_per_s(int kind) {
    make_offsets(kind);
    double seconds = seconds_now();
    access_caches(CACHE_ACCESSES);
    return CACHE_ACCESSES / (seconds_now() - seconds);
}

/* ---- DRAM: 64-byte reads of HBM1 as DRAMsim3 has it, offered as fast as they are taken ---- */

#define DRAM_REQUESTS 1000000

static uint64_t dram_address(int kind, uint64_t i) {
    return kind == 0 ? i * 64 : kind == 1 ? random_next() % 16777216 * 64 : i * 4096 % 4294967296u;
}

/* Returns how many seconds it took. */
static double request_dram(int kind, uint64_t count) {
    gcnmem_desc desc = machine_for(&bench, GCNMEM_DEVICE_R9_FURY_X);
    uint64_t* addresses = (uint64_t*)memory_of(DRAM_REQUESTS * sizeof(uint64_t));
    gcnmem_dram_stats stats;
    gcnmem_desc_set(&desc, "dram_bus_bits", "1024", NULL);
    gcnmem_desc_set(&desc, "dram_bank_rule", "1", NULL);
    gcnmem_desc_set(&desc, "dram_read_queue_entries", "64", NULL);
    gcnmem_desc_set(&desc, "dram_mapping", "row-group-bank-channel-column", NULL);
    void* memory = memory_of(gcnmemi_dram_size_bytes(&desc));
    gcnmemi_dram* dram = gcnmemi_dram_init(memory, gcnmemi_dram_size_bytes(&desc), &desc);
    for (uint64_t i = 0; i < DRAM_REQUESTS; ++i) {
        addresses[i] = dram_address(kind, i);
    }
    double seconds = seconds_now();
    for (uint64_t i = 0; i < count; ++i) {
        dram->clock += gcnmemi_dram_offer(dram, addresses[i], 0, dram->clock);
    }
    gcnmemi_dram_drain(dram);
    seconds = seconds_now() - seconds;
    gcnmemi_dram_stats(dram, &stats);
    sink += stats.clocks;
    free(memory);
    free(addresses);
    return seconds;
}

static double dram_per_s(int kind) {
    return DRAM_REQUESTS / request_dram(kind, DRAM_REQUESTS);
}

static uint64_t count_dram(int kind, uint64_t times) {
    request_dram(kind, times);
    return times;
}

/* ---- depth 3: a listing parsed, and its waves run on a whole R9 390X filled once, 40 waves on each of 44 CUs ---- */

#define LOAD(to, mem) "\tbuffer_load_dword" to ", v0, s[0:3], 0 offen ; @mem " mem "\n"
#define ADD(from) "\tv_add_f32_e32 v11, v11, " from "\n"
#define WAIT_AND_ADD(a, b, c, d) "\ts_waitcnt vmcnt(0)\n" ADD(a) ADD(b) ADD(c) ADD(d)
#define GATHER(to, shift) LOAD(to, "(lane*0x9e3779b1 + group*0x85ebca6b + iter*0xc2b2ae35 + " shift ")%8192*64")
#define STREAM(to, base) LOAD(to, base " + (group*64 + lane)*4 + iter*0x80000")

/* What is run in a loop, and the instructions that count. */
static const struct {
    const char* body;
    uint32_t trips;
    gcnmem_category category;
} loops[] = {
    /* 512 KB that all waves share and jump about in: they stay in the 1 MB of L2, and not in the 16 KB of an L1 */
    {LOAD(" v1", "(group*5+iter*997)%2048*256 + lane*4") LOAD(" v2", "(group*3+iter*811+1)%2048*256 + lane*4")
         LOAD(" v3", "(group*9+iter*641+2)%2048*256 + lane*4") LOAD(" v4", "(group*7+iter*1021+3)%2048*256 + lane*4")
             WAIT_AND_ADD("v1", "v2", "v3", "v4"),
     64, GCNMEM_CATEGORY_VMEM},
    /* every wave walks over 8 KB, which stay in the L1 of its CU: 4 lines an instruction */
    {LOAD(" v1", "(group*5+iter)%32*256 + lane*4") LOAD(" v2", "(group*3+iter*7+1)%32*256 + lane*4")
         LOAD(" v3", "(group*9+iter*3+2)%32*256 + lane*4") LOAD(" v4", "(group+iter*5+3)%32*256 + lane*4")
             WAIT_AND_ADD("v1", "v2", "v3", "v4"),
     64, GCNMEM_CATEGORY_VMEM},
    /* four arrays of elements of one to four dwords, each read once: 4, 8, 12 and 16 lines an instruction */
    {LOAD(" v1", "(group*64 + lane)*4 + iter*0x80000")
         LOAD("x2 v[2:3]", "0x100001000 + (group*64 + lane)*8 + iter*0x100000")
             LOAD("x3 v[4:6]", "0x200002000 + (group*64 + lane)*12 + iter*0x180000")
                 LOAD("x4 v[7:10]", "0x300003000 + (group*64 + lane)*16 + iter*0x200000")
                     WAIT_AND_ADD("v1", "v2", "v4", "v7"),
     16, GCNMEM_CATEGORY_VMEM},
    /* the same of dwords only */
    {STREAM(" v1", "0x0") STREAM(" v2", "0x100001000") STREAM(" v3", "0x200002000") STREAM(" v4", "0x300003000")
         WAIT_AND_ADD("v1", "v2", "v3", "v4"),
     32, GCNMEM_CATEGORY_VMEM},
    /* each lane its own line of 512 KB, in no order: 64 lines an instruction, nearly all of them in L2 */
    {GATHER(" v1", "0") GATHER(" v2", "1777") GATHER(" v3", "3554") GATHER(" v4", "5331")
         WAIT_AND_ADD("v1", "v2", "v3", "v4"),
     16, GCNMEM_CATEGORY_VMEM},
    /* the vector ALU has work for all waves all the time */
    {"\tv_mad_f32 v1, v2, v3, v1\n\tv_mad_f32 v4, v5, v6, v4\n\tv_add_f32_e32 v7, v8, v7\n\tv_mul_f32_e32 v9, v10, v9\n"
     "\tv_mad_f32 v1, v4, v3, v1\n\tv_max_f32_e32 v4, v1, v4\n\tv_lshlrev_b32_e32 v11, 2, v11\n"
     "\tv_add_u32_e32 v12, vcc, v11, v12\n\tv_mad_f32 v13, v12, v3, v13\n\tv_mad_f32 v14, v12, v6, v14\n"
     "\tv_cndmask_b32_e32 v15, v13, v14, vcc\n\tv_mac_f32_e32 v16, v15, v14\n",
     128, GCNMEM_CATEGORY_VALU}};

static gcnmem_listing* parse(const char* text, size_t text_bytes) {
    gcnmem_listing* listing;
    gcnmem_issue issue;
    gcnmem_listing_parse(text, text_bytes, 0, NULL, 0, NULL, 0, &listing, &issue); /* says how much it takes */
    size_t bytes = (size_t)issue.limit;
    if (gcnmem_listing_parse(text, text_bytes, 0, NULL, 0, memory_of(bytes), bytes, &listing, NULL) != GCNMEM_OK) {
        fprintf(stderr, "gcnmem_bench: a listing was not read\n");
        exit(1);
    }
    return listing;
}

/* Seconds of a whole run. Setting the machine up counts as well. */
static double run_seconds(gcnmem_device device, const char* text, uint32_t groups, gcnmem_run_result* out) {
    gcnmem_desc desc = machine_for(&bench, device);
    gcnmem_run_options asked;
    memset(&asked, 0, sizeof(asked));
    gcnmem_listing* listing = parse(text, strlen(text));
    asked.groups = groups;
    asked.group_lanes = 64;
    gcnmem_run* run;
    gcnmem_issue issue;
    gcnmem_run_init(NULL, 0, &desc, listing, text, &asked, &run, &issue); /* says how much it takes */
    size_t bytes = (size_t)issue.limit;
    void* memory = memory_of(bytes);
    double seconds = seconds_now();
    if (gcnmem_run_init(memory, bytes, &desc, listing, text, &asked, &run, NULL) != GCNMEM_OK ||
        gcnmem_run_advance(run, UINT64_MAX, NULL) != GCNMEM_RUN_DONE) {
        fprintf(stderr, "gcnmem_bench: a run did not end\n");
        exit(1);
    }
    seconds = seconds_now() - seconds;
    *out = gcnmem_run_result_of(run);
    sink += out->clocks;
    free(memory);
    free(listing);
    return seconds;
}

/* Returns the instructions that count. */
static uint64_t run_loop(int loop, uint64_t trips, double* out_seconds) {
    char text[2048];
    gcnmem_run_result result;
    snprintf(text, sizeof(text),
             "; NumVgprs: 24\n; NumSgprs: 16\n\ts_movk_i32 s8, %u\nnext: ; @trip %u\n%s"
             "\ts_sub_u32 s8, s8, 1\n\ts_cmp_lg_u32 s8, 0\n\ts_cbranch_scc1 next\n\ts_endpgm\n",
             (unsigned)trips, (unsigned)trips, loops[loop].body);
    *out_seconds = run_seconds(GCNMEM_DEVICE_R9_390X, text, 0, &result);
    return result.instructions[loops[loop].category];
}

static double run_per_s(int loop) {
    double seconds;
    double count = (double)run_loop(loop, loops[loop].trips, &seconds);
    return count / seconds;
}

static uint64_t count_run(int loop, uint64_t times) {
    double seconds;
    return run_loop(loop, times, &seconds);
}

/* ---- computed addresses: a copy as clang writes it for gfx900, and the same with its addresses told ---- */

#define COPY_MEM(text) "; @mem " text "\n"
#define COPY_TEXT(load, from, to) \
    "copy:\n\ts_load_dwordx4 s[0:3], s[4:5], 0x0 " load "\tv_lshl_or_b32 v0, s6, 6, v0\n\tv_mov_b32_e32 v1, 0\n" \
    "\tv_lshlrev_b64 v[0:1], 2, v[0:1]\n\ts_waitcnt lgkmcnt(0)\n\tv_mov_b32_e32 v3, s1\n" \
    "\tv_add_co_u32_e32 v2, vcc, s0, v0\n\tv_addc_co_u32_e32 v3, vcc, v3, v1, vcc\n" \
    "\tglobal_load_dword v2, v[2:3], off " from "\tv_mov_b32_e32 v3, s3\n\tv_add_co_u32_e32 v0, vcc, s2, v0\n" \
    "\tv_addc_co_u32_e32 v1, vcc, v3, v1, vcc\n\ts_waitcnt vmcnt(0)\n" \
    "\tglobal_store_dword v[0:1], v2, off " to "\ts_endpgm\n" \
    "\t.amdhsa_kernel copy\n\t.amdhsa_user_sgpr_private_segment_buffer 1\n" \
    "\t.amdhsa_user_sgpr_kernarg_segment_ptr 1\n\t.amdhsa_system_sgpr_workgroup_id_x 1\n" \
    "\t.amdhsa_next_free_vgpr 4\n\t.amdhsa_next_free_sgpr 7\n\t.end_amdhsa_kernel\n" \
    "\t.amdgpu_metadata\n---\namdhsa.kernels:\n  - .args:\n      - .offset: 0\n        .size: 8\n" \
    "        .value_kind: global_buffer\n      - .offset: 8\n        .size: 8\n" \
    "        .value_kind: global_buffer\n    .name: copy\n...\n"

static double copy_seconds(const char* text) {
    gcnmem_run_result result;
    return run_seconds(GCNMEM_DEVICE_VEGA_64, text, 40000, &result);
}

/* Of the shortest times so far: a ratio of two single ones would gain by either being disturbed. */
static double run_computed_ratio(int which) {
    static double best[2] = {1e9, 1e9};
    double computed = copy_seconds(COPY_TEXT("\n", "\n", "\n"));
    double told = copy_seconds(COPY_TEXT(COPY_MEM("0x7e0000000000"), COPY_MEM("0x10000000000 + (group*64 + lane)*4"),
                                         COPY_MEM("0x20000000000 + (group*64 + lane)*4")));
    (void)which;
    best[0] = computed < best[0] ? computed : best[0];
    best[1] = told < best[1] ? told : best[1];
    return best[0] / best[1];
}

#define REMEMBERED_REPEATS 2000000

/* v + w of lanes, another scalar each time: the sum of their two vectors was computed before. */
static double remembered_ns(int which) {
    size_t vectors_bytes = GCNMEMI_VALUES_FEWEST * sizeof(gcnmemi_values_lanes);
    gcnmemi_values_pool* pool = (gcnmemi_values_pool*)memory_of(sizeof(*pool) + vectors_bytes);
    gcnmemi_values_work work;
    uint32_t lane[GCNMEM_LANES];
    (void)which;
    memset(pool, 0, sizeof(*pool));
    gcnmemi_values_begin(pool, GCNMEMI_VALUES_FEWEST, sizeof(*pool));
    memset(&work, 0, sizeof(work));
    work.pool = pool;
    work.exec = UINT64_MAX;
    work.operation = GCNMEMI_VALUES_LSHL_ADD;
    for (uint32_t i = 0; i < GCNMEM_LANES; ++i) {
        lane[i] = i;
    }
    work.x[0].part[0] = gcnmemi_values_intern(pool, lane);
    for (uint32_t i = 0; i < GCNMEM_LANES; ++i) {
        lane[i] = i * i;
    }
    work.x[2].part[0] = gcnmemi_values_intern(pool, lane);
    work.x[1].part[0].scalar = 2;
    double start = seconds_now();
    for (uint32_t i = 0; i < REMEMBERED_REPEATS; ++i) {
        work.x[0].part[0].scalar = i;
        gcnmemi_values_compute(&work);
        sink += work.result.part[0].scalar;
    }
    start = seconds_now() - start;
    free(pool);
    return start * 1e9 / REMEMBERED_REPEATS;
}

#define PARSE_COPIES 2000

/* A kernel as llvm-objdump prints it, with one loop after another. */
static const char parse_text[] = "row_%u:                           // %012X:\n"
                                 "\tv_add_u32_e32 v4, vcc, s6, v0    // %012X: 32080006\n"
                                 "\tbuffer_load_dword v5, v4, s[0:3], 0 offen offset:64 // %012X: E0501040 80000504\n"
                                 "\tbuffer_load_dwordx4 v[8:11], v4, s[8:11], 0 offen // %012X: E05C1000 80020804\n"
                                 "\ts_load_dwordx2 s[12:13], s[4:5], 0x10 // %012X: C0060302 00000010\n"
                                 "\ts_waitcnt vmcnt(1) lgkmcnt(0)     // %012X: BF8C0071\n"
                                 "\tv_mac_f32_e32 v6, v5, v7          // %012X: 2C0C0F05\n"
                                 "\ts_waitcnt vmcnt(0)                // %012X: BF8C0F70\n"
                                 "\tv_mad_f32 v6, v8, v9, v6          // %012X: D1C10006 041A1308\n"
                                 "\tds_read_b32 v12, v6 offset:256    // %012X: D86C0100 0C000006\n"
                                 "\ts_add_i32 s6, s6, 64              // %012X: 8106C006\n"
                                 "\ts_cmp_lt_i32 s6, s7               // %012X: BF040706\n"
                                 "\ts_cbranch_scc1 row_%u             // %012X: BF85FFF0\n";

static double parse_lines_per_s(int which) {
    char* text = (char*)memory_of(PARSE_COPIES * (sizeof(parse_text) + 256));
    size_t bytes = 0;
    (void)which;
    for (unsigned i = 0; i < PARSE_COPIES; ++i) {
        unsigned at = i * 80;
        bytes += (size_t)sprintf(text + bytes, parse_text, i, at, at, at + 4, at + 12, at + 20, at + 28, at + 32,
                                 at + 36, at + 40, at + 48, at + 56, at + 60, i, at + 64);
    }
    double seconds = seconds_now();
    gcnmem_listing* listing = parse(text, bytes);
    double rate = listing->line_count / (seconds_now() - seconds);
    sink += listing->insn_count;
    free(listing);
    free(text);
    return rate;
}

/* ---- the list ---- */

typedef struct figure {
    const char* key;
    double (*measure)(int which);
    int which;
    int is_time; /* nanoseconds, or a ratio of two times: smaller is better; else a rate */
} figure;

static const figure figures[] = {
    {"cost_linear_ns", cost_ns, COST_DWORD_LINEAR, 1},
    {"cost_random_ns", cost_ns, COST_DWORD_RANDOM, 1},
    {"cost_stride_ns", cost_ns, COST_DWORD_STRIDED, 1},
    {"lds_ns", cost_ns, COST_LDS_B32_RANDOM, 1},
    {"cache_sequential_per_s", cache_per_s, 0, 0},
    {"cache_random64k_per_s", cache_per_s, 1, 0},
    {"cache_random1m_per_s", cache_per_s, 2, 0},
    {"cache_cyclic32k_per_s", cache_per_s, 3, 0},
    {"dram_sequential_per_s", dram_per_s, 0, 0},
    {"dram_random_per_s", dram_per_s, 1, 0},
    {"dram_stride4k_per_s", dram_per_s, 2, 0},
    {"run_cached_per_s", run_per_s, 0, 0}, /* the slower of the two kinds of hits: all of them in L2 */
    {"run_cached_l1_per_s", run_per_s, 1, 0},
    {"run_stream_per_s", run_per_s, 2, 0},
    {"run_stream_dword_per_s", run_per_s, 3, 0},
    {"run_gather_per_s", run_per_s, 4, 0},
    {"run_valu_per_s", run_per_s, 5, 0},
    {"run_computed_ratio", run_computed_ratio, 0, 1},
    {"remembered_ns", remembered_ns, 0, 1},
    {"parse_lines_per_s", parse_lines_per_s, 0, 0},
};

static double best_of(const figure* f, int rounds) {
    double best = f->measure(f->which);
    for (int i = 1; i < rounds; ++i) {
        double value = f->measure(f->which);
        int is_better = f->measure == run_computed_ratio || (f->is_time ? value < best : value > best);
        best = is_better ? value : best;
    }
    return best;
}

/* ---- budgets ---- */

static int compare_seconds(const void* a, const void* b) {
    return (*(const double*)a > *(const double*)b) - (*(const double*)a < *(const double*)b);
}

/* A unit of work, and the host instructions that it may take, with gcc -O2. */
typedef struct work_unit {
    const char* name;
    uint64_t (*work)(int which, uint64_t times); /* returns how many units were done */
    int which;
    uint64_t times; /* that many times and twice as many are counted: setting up does not count */
    uint64_t budget;
} work_unit;

static const work_unit units[] = {
    {"cost: dword linear", price_waves, COST_DWORD_LINEAR, 1000, 500},
    {"cost: dword strided", price_waves, COST_DWORD_STRIDED, 1000, 900},
    {"cost: dword random", price_waves, COST_DWORD_RANDOM, 1000, 2500},
    {"cost: x2 linear", price_waves, COST_X2_LINEAR, 1000, 1300},
    {"cost: x3 linear", price_waves, COST_X3_LINEAR, 1000, 2000},
    {"cost: x4 linear", price_waves, COST_X4_LINEAR, 1000, 1300},
    {"cost: x4 random", price_waves, COST_X4_RANDOM, 1000, 4000},
    {"cost: atomic linear", price_waves, COST_ATOMIC_LINEAR, 1000, 1300},
    {"cost: atomic same", price_waves, COST_ATOMIC_SAME, 1000, 1300},
    {"cost: atomic random", price_waves, COST_ATOMIC_RANDOM, 1000, 4100},
    {"cost: image_load tile", price_waves, COST_LOAD_TILE, 1000, 8000},
    {"cost: image_load random", price_waves, COST_LOAD_RANDOM, 1000, 9300},
    {"cost: bilinear tile", price_waves, COST_BILINEAR_TILE, 1000, 15000},
    {"cost: bilinear random", price_waves, COST_BILINEAR_RANDOM, 1000, 40000},
    {"cost: LDS b32 affine", price_waves, COST_LDS_B32_STRIDED, 1000, 350},
    {"cost: LDS b32 random", price_waves, COST_LDS_B32_RANDOM, 1000, 1200},
    {"cost: LDS b128 affine", price_waves, COST_LDS_B128_STRIDED, 1000, 900},
    {"replay: DRAM sequential", count_dram, 0, 50000, 600},
    {"replay: DRAM random", count_dram, 1, 50000, 1500},
    {"replay: DRAM 4 KB stride", count_dram, 2, 50000, 1500},
    {"replay: caches sequential", count_cache, 0, 200000, 45},
    {"replay: caches 64 KB", count_cache, 1, 200000, 140},
    {"replay: caches 1 MB", count_cache, 2, 200000, 220},
    {"replay: caches cyclic", count_cache, 3, 200000, 150},
    {"run: L1 hit", count_run, 1, 4, 2500},
    {"run: L2 hit", count_run, 0, 4, 4000},
    {"run: stream dword", count_run, 3, 2, 11000},
    {"run: gather", count_run, 4, 1, 30000},
    {"run: VALU instruction", count_run, 5, 4, 180},
};

typedef uint64_t (*address_function)(int which, uint64_t i);

/* Where a replay's accesses go; NULL: it is none, or more than one after another. */
static address_function addresses_of(const work_unit* u) {
    return u->work == count_dram ? dram_address : u->work == count_cache ? cache_address : NULL;
}

#define CALLGRIND "valgrind --tool=callgrind --callgrind-out-file=/dev/null --trace-children=yes"

/* Host instructions of a shell's command that runs valgrind, and the units of work that it says it did. Returns whether
   valgrind told. */
static int count_instructions(const char* command, uint64_t* out_count, uint64_t* out_units) {
#ifdef _WIN32
    (void)command, (void)out_count, (void)out_units;
    return 0;
#else
    char line[512];
    int found = 0;
    FILE* output = popen(command, "r");
    *out_count = 0;
    while (output != NULL && fgets(line, sizeof(line), output) != NULL) {
        const char* collected = strstr(line, "Collected : ");
        const char* done = strstr(line, "units: ");
        *out_count += collected != NULL ? strtoull(collected + 12, NULL, 10) : 0; /* of all processes */
        *out_units = done != NULL ? strtoull(done + 7, NULL, 10) : *out_units;
        found |= collected != NULL;
    }
    return output != NULL && pclose(output) == 0 && found;
#endif
}

/* Host instructions of each unit of work, ours or those of a peer's command. */
static uint64_t instructions_of(const char* program, const work_unit* u, const char* peer) {
    uint64_t count[2];
    uint64_t done[2];
    for (uint64_t i = 0; i < 2; ++i) {
        char command[512];
        const unsigned long long times = u->times * (i + 1);
        done[i] = times;
        if (peer == NULL) {
            snprintf(command, sizeof(command), CALLGRIND " '%s' --count '%s' --times %llu 2>&1", program, u->name,
                     times);
        } else {
            snprintf(command, sizeof(command),
                     "'%s' --accesses '%s' --times %llu | TIMES=%llu " CALLGRIND " sh -c \"$PEER\" 2>&1 >/dev/null",
                     program, u->name, times, times);
        }
        if (!count_instructions(command, &count[i], &done[i])) {
            fail(1, "%s%s", peer == NULL ? "valgrind cannot be run: it is a package of that name" : "--peer failed: ",
                 peer == NULL ? "" : peer);
        }
    }
    return (count[1] - count[0]) / (done[1] - done[0]);
}

/* Of all units, or of those that a peer does as well. Returns whether one is over its budget. */
static int print_budgets(const char* program, const char* only, const char* peer) {
    int is_over = 0;
    printf("| host instructions of | taken | budget |%s",
           peer != NULL ? " peer |\n|---|--:|--:|--:|\n" : "\n|---|--:|--:|\n");
    for (const work_unit* u = units; u < units + sizeof(units) / sizeof(units[0]); ++u) {
        if (strstr(u->name, only) == NULL || (peer != NULL && addresses_of(u) == NULL)) {
            continue;
        }
        const uint64_t each = instructions_of(program, u, NULL);
        printf("| %s | %llu | %llu |", u->name, (unsigned long long)each, (unsigned long long)u->budget);
        if (peer != NULL) {
            printf(" %llu |", (unsigned long long)instructions_of(program, u, peer));
        }
        printf("\n");
        fflush(stdout);
        is_over |= each > u->budget;
    }
    return is_over;
}

static const work_unit* unit_named(const char* flag_name, const char* name) {
    for (const work_unit* u = units; u < units + sizeof(units) / sizeof(units[0]); ++u) {
        if (strcmp(u->name, name) == 0) {
            return u;
        }
    }
    fail(1, "--%s '%s' is no unit of --budget", flag_name, name);
}

static void print_accesses(const char* name, uint64_t count) {
    const work_unit* u = unit_named("accesses", name);
    const address_function address = addresses_of(u);
    if (address == NULL) {
        fail(1, "--accesses '%s' is no replay", name);
    }
    for (uint64_t i = 0; i < count; ++i) {
        printf("0x%llx READ 0\n", (unsigned long long)address(u->which, i));
    }
}

/* ---- 68 kernels, each of as many work-items as a screen of 1920x1080 has pixels ---- */

#define WORK_ITEMS 2073600
#define LISTINGS "tests/data/listings/"
#define MAX_KERNELS 256

/* Seconds of processor time for a kernel: its run as the command line makes it. */
static double seconds_of_kernel(gcnmem_device device, const char* file) {
    static input in;
    void* memory = NULL;
    char groups[24];
    gcnmem_setting setting = {"groups", groups};
    gcnmem_desc desc = machine_for(&bench, device);
    read_whole(&in, "listing", file);
    gcnmem_shader shader = listing_shader(&desc, &in, NULL, 0, &memory);
    uint32_t lanes = gcnmem_run_result_of(shader.run).needs.group_lanes;
    snprintf(groups, sizeof(groups), "%u", (unsigned)(WORK_ITEMS / lanes));
    double seconds = seconds_now();
    shader = listing_shader(&desc, &in, &setting, 1, &memory);
    gcnmem_run_advance(shader.run, UINT64_MAX, NULL);
    seconds = seconds_now() - seconds;
    sink += gcnmem_run_result_of(shader.run).clocks;
    free(memory);
    return seconds;
}

typedef struct kernel {
    double seconds; /* first: kernels are compared by it */
    char file[128];
} kernel;

/* Those of two targets that the list of listings names. Returns whether they take too long. */
static int print_kernels(const char* only, double median_budget, double worst_budget) {
    static input list;
    kernel kernels[MAX_KERNELS];
    size_t count = 0;
    open_input(&list, "list of listings", LISTINGS "files.txt");
    while (read_line(&list) && count < MAX_KERNELS) {
        kernel* k = &kernels[count];
        snprintf(k->file, sizeof(k->file), LISTINGS "%s", list.text.text);
        gcnmem_device device = strstr(k->file, "/gfx803/") != NULL   ? GCNMEM_DEVICE_R9_FURY_X
                               : strstr(k->file, "/gfx900/") != NULL ? GCNMEM_DEVICE_VEGA_64
                                                                     : GCNMEM_DEVICE_END;
        if (device != GCNMEM_DEVICE_END && strstr(k->file, only) != NULL) {
            k->seconds = seconds_of_kernel(device, k->file);
            ++count;
        }
    }
    if (count == 0) {
        return 0;
    }
    qsort(kernels, count, sizeof(kernels[0]), compare_seconds);
    const kernel* worst = &kernels[count - 1];
    const kernel* median = &kernels[count / 2];
    printf("| seconds of %u kernels of 2 million work-items: median | %.2f | %.2f |\n| worst: %s | %.2f | %.2f |\n",
           (unsigned)count, median->seconds, median_budget, worst->file + sizeof(LISTINGS) - 1, worst->seconds,
           worst_budget);
    return median->seconds > median_budget || worst->seconds > worst_budget;
}

/* ---- what compiling costs ---- */

#define COMPILE_ROUNDS_MAX 64
#define COMPILE_OBJECT "gcnmem_bench.o" /* in the current directory, and gone afterwards */

typedef struct source {
    const char* name;
    const char* text; /* in a shell's single quotes, for printf */
} source;

static const source sources[] = {
    {"stb_image", "#define STB_IMAGE_IMPLEMENTATION\\n#include <stb/stb_image.h>\\n"},
    {"whole", "#define GCNMEM_REPORTS\\n#define GCNMEM_IMPLEMENTATION\\n#include \"gcnmem.h\"\\n"},
    {"depth3", "#define GCNMEM_IMPLEMENTATION\\n#include \"gcnmem.h\"\\n"},
    {"depth2", "#define GCNMEM_DEPTH 2\\n#define GCNMEM_IMPLEMENTATION\\n#include \"gcnmem.h\"\\n"},
    {"depth1", "#define GCNMEM_DEPTH 1\\n#define GCNMEM_IMPLEMENTATION\\n#include \"gcnmem.h\"\\n"},
};

/* Processor time of the processes that have ended. */
static double seconds_of_children(void) {
#ifdef _WIN32
    return 0;
#else
    struct rusage used;
    getrusage(RUSAGE_CHILDREN, &used);
    return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) * 1e-6;
#endif
}

/* The median; 0 when the command fails. */
static double seconds_of(const char* command, int rounds) {
    double seconds[COMPILE_ROUNDS_MAX];
    for (int i = 0; i < rounds; ++i) {
        double start = seconds_of_children();
        if (system(command) != 0) {
            return 0;
        }
        seconds[i] = seconds_of_children() - start;
    }
    qsort(seconds, (size_t)rounds, sizeof(seconds[0]), compare_seconds);
    return seconds[rounds / 2];
}

/* 0 when the compiler or the file is not there. */
static double seconds_to_compile(const char* compiler, const source* from, int rounds) {
    char command[512];
    snprintf(command, sizeof(command), "printf '%s' | %s -O2 -I. -w -x c -c - -o " COMPILE_OBJECT " 2>/dev/null",
             from->text, compiler);
    return seconds_of(command, rounds);
}

/* Of one start of the command line, beside one of a program that does nothing: that is the system's. Returns 0 when
   there is no command line. */
static int print_start_time(int json) {
    double shell = seconds_of("sh -c : >/dev/null; exit $?", COMPILE_ROUNDS_MAX);
    double start = seconds_of("examples/build/gcnmem help >/dev/null; exit $?", COMPILE_ROUNDS_MAX);
    double milliseconds = start > shell ? (start - shell) * 1e3 : 0;
    if (start > 0) {
        printf(json ? "{\"start_ms\": %.2f, \"any_program_ms\": %.2f}\n"
                    : "start of the command line %.2f ms, besides %.2f ms of any program\n",
               milliseconds, shell * 1e3);
    } else {
        fputs("gcnmem_bench: examples/build/gcnmem is not there: make -C examples\n", stderr);
    }
    return start > 0;
}

static void print_compile_times(int json, int rounds) {
    static const char* const compilers[] = {"gcc", "clang"};
    printf(json ? "{\n" : "");
    for (int c = 0; c < 2; ++c) {
        double seconds[sizeof(sources) / sizeof(sources[0])];
        for (size_t i = 0; i < sizeof(sources) / sizeof(sources[0]); ++i) {
            seconds[i] = seconds_to_compile(compilers[c], &sources[i], rounds);
            printf(json ? "  \"compile_%s_%s_s\": %.2f,\n" : "compile_%s_%s %8.2f s", compilers[c], sources[i].name,
                   seconds[i]);
            if (!json) {
                printf(i > 0 && seconds[0] > 0 ? "  %.2f of stb_image\n" : "\n", seconds[i] / seconds[0]);
            }
        }
    }
    if (json) {
        printf("  \"rounds\": %d\n}\n", rounds);
    }
    remove(COMPILE_OBJECT);
}

static void print_figures(int json, int rounds, const char* only) {
    size_t count = sizeof(figures) / sizeof(figures[0]);
    const char* comma = "";
    printf(json ? "{\n" : "");
    for (size_t i = 0; i < count; ++i) {
        if (strstr(figures[i].key, only) != NULL) {
            double value = best_of(&figures[i], rounds);
            if (json) {
                printf(figures[i].is_time ? "%s  \"%s\": %.2f" : "%s  \"%s\": %.0f", comma, figures[i].key, value);
                comma = ",\n";
            } else {
                const char* unit = strstr(figures[i].key, "_ratio") != NULL ? "" : figures[i].is_time ? "ns" : "M/s";
                printf("%-24s %14.2f %s\n", figures[i].key, figures[i].is_time ? value : value / 1e6, unit);
            }
        }
    }
    printf(json ? "\n}\n" : "");
}

int main(int argc, char** argv) {
    int status = 0;
    read_tool(&bench, "gcnmem_bench", "how fast gcnmem.h itself is, on one core", "", bench_flags, argc, argv);
    int rounds = (int)number_of(&bench, "rounds", 7, 1, 1000000);
    int json = value_of(&bench, "json") != NULL;
    const char* only = value_of(&bench, "only") != NULL ? value_of(&bench, "only") : "";
    const uint64_t times = number_of(&bench, "times", 1, 1, CACHE_ACCESSES);
    const char* peer = value_of(&bench, "peer");
    if (value_of(&bench, "count") != NULL) {
        const work_unit* u = unit_named("count", value_of(&bench, "count"));
        printf("units: %llu\n", (unsigned long long)u->work(u->which, times));
    } else if (value_of(&bench, "accesses") != NULL) {
        print_accesses(value_of(&bench, "accesses"), times);
    } else if (value_of(&bench, "budget") != NULL) {
#ifndef _WIN32
        setenv("PEER", peer != NULL ? peer : "", 1);
#endif
        status = print_budgets(argv[0], only, peer);
        status |= peer == NULL && print_kernels(only, 0.35, 3);
    } else if (peer != NULL) {
        fail(1, "--peer is of --budget, whose replays it is compared with");
    } else if (value_of(&bench, "start") != NULL) {
        status = !print_start_time(json);
    } else if (value_of(&bench, "compile") != NULL) {
        print_compile_times(json, rounds < COMPILE_ROUNDS_MAX ? rounds : COMPILE_ROUNDS_MAX);
    } else {
        print_figures(json, rounds, only);
    }
    return sink == 42 ? 3 : end_output(status);
}
