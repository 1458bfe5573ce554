/* gpus.c -- GPUs other than GCN: the numbers of the documents they come from, and what each has and has not */
#include "job.h"

#include "private.h"

#include "../../tools/families.h"

#include <stdlib.h>

/* An access of the lanes at these distances from a base. */
static gcnmem_cost cost_of(gcnmem_device device, const char* mnemonic, uint64_t base, const uint32_t* offsets,
                           uint64_t mask) {
    gcnmem_access access = test_access(mnemonic, 0);
    uint32_t lane;
    for (lane = 0; lane < GCNMEM_LANES; ++lane) {
        access.address[lane] = base + offsets[lane];
    }
    access.exec_mask = mask;
    return test_cost(device, &access);
}

static gcnmem_cost cost_of_stride(gcnmem_device device, const char* mnemonic, uint64_t base, uint32_t stride,
                                  uint64_t mask) {
    uint32_t offsets[GCNMEM_LANES];
    uint32_t lane;
    for (lane = 0; lane < GCNMEM_LANES; ++lane) {
        offsets[lane] = lane * stride;
    }
    return cost_of(device, mnemonic, base, offsets, mask);
}

/* "Understanding GPU Memory", the HD 5870: an address of 0x1232 is served by the 32 bytes from 0x1220 on; the 16 ints
   from 0x1232 on take three accesses, and two when the array starts at a multiple of 32. */
static void test_R69_hd_5870_accesses_of_32_bytes(void) {
    gcnmem_cost one = cost_of_stride(GCNMEM_DEVICE_HD_5870, "global_load_ubyte", 0x1232, 0, 1);
    CHECK_U64(1, one.l2_requests, "0x1232");
    CHECK_U64(32, one.bytes_fetched, "0x1232");
    one = cost_of_stride(GCNMEM_DEVICE_HD_5870, "global_load_ubyte", 0x1220, 0x1f, 3);
    CHECK_U64(1, one.l2_requests, "0x1220 and 0x123f");
    one = cost_of_stride(GCNMEM_DEVICE_HD_5870, "global_load_ubyte", 0x1220, 0x20, 3);
    CHECK_U64(2, one.l2_requests, "0x1220 and 0x1240");
    one = cost_of_stride(GCNMEM_DEVICE_HD_5870, "global_load_dword", 0x1232, 4, 0xffff);
    CHECK_U64(3, one.l2_requests, "16 ints from 0x1232 on");
    one = cost_of_stride(GCNMEM_DEVICE_HD_5870, "global_load_dword", 0x1240, 4, 0xffff);
    CHECK_U64(2, one.l2_requests, "16 ints from a multiple of 32 on");
    CHECK_U64(64, one.bytes_fetched, "16 ints from a multiple of 32 on");
}

/* AMD's OpenCL guide, 3.1.4: a quarter-wave's coalesced write takes one clock, any other two. */
static void test_R69_hd_5870_writes(void) {
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_HD_5870);
    gcnmem_access access = test_access("global_store_dword", 4);
    CHECK_U64(4, gcnmem_cost_wave(&desc, &access).clocks, "coalesced, fast path");
    access.address[0] = 4;
    access.address[1] = 0;
    CHECK_U64(5, gcnmem_cost_wave(&desc, &access).clocks, "two lanes swapped, fast path");
    CHECK(gcnmem_desc_set(&desc, "l1_store_path", "2", NULL) == GCNMEM_OK, "l1_store_path");
    CHECK_U64(64, gcnmem_cost_wave(&desc, &access).clocks, "complete path");
    CHECK_U64(64, gcnmem_cost_wave(&desc, &access).l2_requests, "complete path: each dword goes on its own");
    CHECK_U64(64, gcnmem_cost_wave(&desc, &access).dram_bursts, "complete path: and has a burst of its own");
}

/* On the fast path a wave's stores wait in L2, on the complete path each dword goes on to memory. */
static void test_R69_hd_5870_complete_path(void) {
    uint32_t path;
    for (path = 1; path <= 2; ++path) {
        gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_HD_5870);
        gcnmem_access store = test_access("store_b32", 4);
        gcnmem_replay* replay;
        gcnmem_replay_stats s;
        void* memory;
        desc.l1_store_path = path;
        memory = malloc(gcnmem_replay_size_bytes(&desc));
        gcnmem_replay_init(memory, gcnmem_replay_size_bytes(&desc), &desc, GCNMEM_LEVEL_L1, &replay, NULL);
        gcnmem_replay_wave(replay, 0, &store);
        s = gcnmem_replay_finish(replay);
        CHECK_U64(path == 1 ? 8 : 64, s.l2.writes, "path %u", (unsigned)path);
        CHECK_U64(path == 1 ? 0 : 64, s.dram.writes, "path %u", (unsigned)path);
        free(memory);
    }
}

/* A line of the other half of H200's L2 comes from DRAM by the way across. */
static void test_R76_a_run_crosses_halves(void) {
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_H200);
    uint64_t clocks[2];
    uint32_t i;
    for (i = 0; i < 2; ++i) {
        char text[96];
        job j;
        snprintf(text, sizeof text, "load_b32 r1, r0 ; @mem %u\nadd_u32 r2, r1, r1\nexit\n",
                 (unsigned)(i * desc.l2_interleave_bytes));
        j = job_new(GCNMEM_DEVICE_H200, text);
        j.desc.l2_channel_rule = 1; /* they take turns */
        j.options.group_lanes = 32;
        j.options.groups = 1;
        job_run(&j);
        clocks[i] = j.result.clocks;
        job_end(&j);
    }
    CHECK_U64(desc.l2_far_latency_clocks - desc.l2_latency_clocks, clocks[1] - clocks[0], "the next channel is far");
}

/* NVIDIA's rules for devices of compute capability 1.2 and 1.3, for half a warp of 16 threads. */
static void test_R70_gtx_285_segments(void) {
    static const struct {
        const char* what;
        const char* mnemonic;
        uint64_t base;
        uint32_t stride;
        uint32_t segments, bytes;
    } rows[] = {{"aligned", "global_load_dword", 0x1000, 4, 1, 64},
                {"misaligned in 128 bytes", "global_load_dword", 0x1004, 4, 1, 128},
                {"misaligned across 128 bytes", "global_load_dword", 0x1060, 4, 2, 64},
                {"every second", "global_load_dword", 0x1000, 8, 1, 128},
                {"every fourth", "global_load_dword", 0x1000, 16, 2, 256},
                {"32 bytes apart", "global_load_dword", 0x1000, 32, 4, 512},
                {"128 bytes apart", "global_load_dword", 0x1000, 128, 16, 512},
                {"bytes", "global_load_ubyte", 0x1000, 1, 1, 32},
                {"16 bits", "global_load_ushort", 0x1000, 2, 1, 32},
                {"16 bits, misaligned", "global_load_ushort", 0x1010, 2, 1, 64},
                {"64 bits", "global_load_dwordx2", 0x1000, 8, 1, 128},
                {"128 bits", "global_load_dwordx4", 0x1000, 16, 2, 256}};
    size_t i;
    for (i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        gcnmem_cost cost =
            cost_of_stride(GCNMEM_DEVICE_GTX_285, rows[i].mnemonic, rows[i].base, rows[i].stride, 0xffff);
        CHECK_U64(rows[i].segments, cost.l2_requests, "%s", rows[i].what);
        CHECK_U64(rows[i].bytes, cost.bytes_fetched, "%s", rows[i].what);
    }
}

static void test_R70_order_of_lanes_does_not_matter(void) {
    uint32_t offsets[GCNMEM_LANES];
    uint32_t lane;
    gcnmem_cost cost;
    for (lane = 0; lane < GCNMEM_LANES; ++lane) {
        offsets[lane] = (lane * 7 % 16) * 4;
    }
    cost = cost_of(GCNMEM_DEVICE_GTX_285, "global_load_dword", 0x1000, offsets, 0xffff);
    CHECK_U64(1, cost.l2_requests, "permuted");
    CHECK_U64(64, cost.bytes_fetched, "permuted");
    cost = cost_of(GCNMEM_DEVICE_GTX_280, "global_load_dword", 0x1000, offsets, UINT64_MAX);
    CHECK_U64(2, cost.l2_requests, "a segment for each half of a warp");
    CHECK_U64(32, cost.lanes, "a warp has 32 lanes");
    offsets[0] = 0;
    offsets[1] = 29;
    cost = cost_of(GCNMEM_DEVICE_GTX_280, "global_load_dword", 0x1000, offsets, 3);
    CHECK_U64(64, cost.bytes_fetched, "the 33rd byte is in the second half of a segment");
}

/* Lane i reads word i * stride: banks that collide, and words that are shared. */
static void test_R72_shared_memory_of_16_and_32_banks(void) {
    static const struct {
        gcnmem_device device;
        uint32_t stride, clocks;
    } rows[] = {{GCNMEM_DEVICE_GTX_280, 0, 2}, /* a broadcast for each half */
                {GCNMEM_DEVICE_GTX_280, 4, 2},   {GCNMEM_DEVICE_GTX_280, 8, 4},  {GCNMEM_DEVICE_GTX_280, 12, 2},
                {GCNMEM_DEVICE_GTX_280, 64, 32}, {GCNMEM_DEVICE_GTX_280, 68, 2}, {GCNMEM_DEVICE_A100, 0, 1},
                {GCNMEM_DEVICE_A100, 4, 1},      {GCNMEM_DEVICE_A100, 8, 2},     {GCNMEM_DEVICE_A100, 12, 1},
                {GCNMEM_DEVICE_A100, 128, 32},   {GCNMEM_DEVICE_A100, 132, 1},   {GCNMEM_DEVICE_RX_6900_XT, 8, 2},
                {GCNMEM_DEVICE_HD_530, 4, 1},    {GCNMEM_DEVICE_HD_530, 64, 16}};
    size_t i;
    for (i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        gcnmem_cost cost = cost_of_stride(rows[i].device, "ds_read_b32", 0, rows[i].stride, UINT64_MAX);
        CHECK_U64(rows[i].clocks, cost.clocks, "%s, stride %u", gcnmem_device_card(rows[i].device),
                  (unsigned)rows[i].stride);
    }
}

/* Measured on an H200: lanes that agree in pairs let two phases go as one; stores do not merge; an idle phase is
   issued, but takes no bank. */
static void test_R72_pairs_of_lanes_share_phases(void) {
    uint32_t pairs[GCNMEM_LANES];
    uint32_t lane;
    for (lane = 0; lane < GCNMEM_LANES; ++lane) {
        pairs[lane] = lane / 2 * 16;
    }
    CHECK_U64(2, cost_of(GCNMEM_DEVICE_H200, "ds_read_b128", 0, pairs, UINT64_MAX).clocks, "load, pairs");
    CHECK_U64(4, cost_of(GCNMEM_DEVICE_H200, "ds_write_b128", 0, pairs, UINT64_MAX).clocks, "store, pairs");
    CHECK_U64(4, cost_of_stride(GCNMEM_DEVICE_H200, "ds_read_b128", 0, 16, 0xff).clocks, "load, 8 lanes");
    CHECK_U64(2, cost_of_stride(GCNMEM_DEVICE_H200, "ds_read_b128", 0, 16, 1).clocks, "load, one lane");
    CHECK_U64(32, cost_of_stride(GCNMEM_DEVICE_H200, "ds_add_u32", 0, 0, UINT64_MAX).clocks, "atomics to one dword");
}

/* Measured on an H200: pairs of lanes two apart share phases as well, when all of the warp are such; lanes four, eight
   or sixteen apart do not, nor does a warp of whose halves each pairs in its own way. */
static void test_R72_pairs_two_lanes_apart_share_phases(void) {
    static const struct {
        const char* what;
        const char* mnemonic;
        uint32_t apart, second_apart, clocks; /* of the lower and the upper half of the warp */
        uint64_t mask;
    } rows[] = {{"128 bits, 2 apart", "ds_read_b128", 2, 2, 2, UINT64_MAX},
                {"64 bits, 2 apart", "ds_read_b64", 2, 2, 1, UINT64_MAX},
                {"4 apart", "ds_read_b128", 4, 4, 4, UINT64_MAX},
                {"64 bits, 8 apart", "ds_read_b64", 8, 8, 2, UINT64_MAX},
                {"halves 1 and 2 apart", "ds_read_b128", 1, 2, 4, UINT64_MAX},
                {"64 bits, halves 2 and 1 apart", "ds_read_b64", 2, 1, 2, UINT64_MAX},
                {"half of the warp", "ds_read_b128", 2, 4, 2, 0xffff},
                {"a store", "ds_write_b128", 2, 2, 4, UINT64_MAX}};
    static const gcnmem_device devices[] = {GCNMEM_DEVICE_H200, GCNMEM_DEVICE_A100, GCNMEM_DEVICE_V100};
    size_t i;
    size_t k;
    for (i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        gcnmem_access access = test_access(rows[i].mnemonic, 0);
        uint32_t lane;
        for (lane = 0; lane < 32; ++lane) {
            uint32_t apart = lane < 16 ? rows[i].apart : rows[i].second_apart;
            access.address[lane] = (lane % apart + lane / (2 * apart) * apart) * (uint64_t)access.op.element_bytes;
        }
        access.exec_mask = rows[i].mask;
        for (k = 0; k < sizeof devices / sizeof devices[0]; ++k) {
            CHECK_U64(rows[i].clocks, test_cost(devices[k], &access).clocks, "%s on %s", rows[i].what,
                      gcnmem_device_card(devices[k]));
        }
    }
}

/* Intel's guide: reads of one address are one, writes to a bank take turns whatever their addresses. */
static void test_R72_gen_9_stores_to_a_bank_take_turns(void) {
    CHECK_U64(16, cost_of_stride(GCNMEM_DEVICE_HD_530, "ds_write_b32", 0, 0, UINT64_MAX).clocks, "one dword");
    CHECK_U64(1, cost_of_stride(GCNMEM_DEVICE_HD_530, "ds_read_b32", 0, 0, UINT64_MAX).clocks, "a load of it");
    CHECK_U64(1, cost_of_stride(GCNMEM_DEVICE_HD_530, "ds_write_b32", 0, 4, UINT64_MAX).clocks, "16 banks");
    CHECK_U64(16, cost_of_stride(GCNMEM_DEVICE_HD_530, "ds_write_b32", 0, 64, UINT64_MAX).clocks, "one bank");
    CHECK_U64(16, cost_of_stride(GCNMEM_DEVICE_HD_530, "ds_write_b8", 0, 0, UINT64_MAX).clocks, "one byte");
    CHECK_U64(4, cost_of_stride(GCNMEM_DEVICE_HD_530, "ds_write_b8", 0, 1, UINT64_MAX).clocks, "bytes of a dword");
    CHECK_U64(16, cost_of_stride(GCNMEM_DEVICE_HD_530, "ds_write_b64", 0, 0, UINT64_MAX).clocks, "64 bits, one place");
    CHECK_U64(4, cost_of_stride(GCNMEM_DEVICE_HD_530, "ds_write_b32", 0, 0, 0x1111).clocks, "four lanes");
    CHECK_U64(16, cost_of_stride(GCNMEM_DEVICE_UHD_600, "ds_write_b32", 0, 0, UINT64_MAX).clocks, "8 banks");
    CHECK_U64(2, cost_of_stride(GCNMEM_DEVICE_RX_6900_XT, "ds_write_b32", 0, 8, UINT64_MAX).clocks, "not on RDNA2");
    CHECK_U64(1, cost_of_stride(GCNMEM_DEVICE_GTX_1080, "ds_write_b32", 0, 0, UINT64_MAX).clocks, "nor on Pascal");
}

/* Strides in dwords, clocks of 32 lanes, as gpu-benches measured them. */
static void test_R68_rx_6900_xt_strides(void) {
    static const uint32_t clocks[] = {1, 1, 2, 2, 4, 2, 2, 2, 8, 3, 3, 3, 4, 4, 4, 4, 16};
    uint32_t stride;
    for (stride = 0; stride <= 16; ++stride) {
        gcnmem_cost cost = cost_of_stride(GCNMEM_DEVICE_RX_6900_XT, "global_load_dword", 0, stride * 4, UINT64_MAX);
        CHECK_U64(clocks[stride], cost.clocks, "stride %u", (unsigned)stride);
    }
}

static void test_R65_R66_R67_ampere_and_hopper(void) {
    CHECK_U64(32, cost_of_stride(GCNMEM_DEVICE_A100, "global_load_dword", 0, 128, UINT64_MAX).clocks, "one bank");
    CHECK_U64(8, cost_of_stride(GCNMEM_DEVICE_A100, "global_load_dword", 0, 132, UINT64_MAX).clocks, "32 lines");
    CHECK_U64(4, cost_of_stride(GCNMEM_DEVICE_A100, "global_load_dwordx4", 0, 16, UINT64_MAX).clocks, "128 bits");
    CHECK_U64(2, cost_of_stride(GCNMEM_DEVICE_A40, "global_load_dword", 0, 4, UINT64_MAX).clocks, "16 lanes a clock");
    CHECK_U64(2, cost_of_stride(GCNMEM_DEVICE_H200, "global_store_dword", 0, 4, UINT64_MAX).clocks, "1 + dwords");
    CHECK_U64(5, cost_of_stride(GCNMEM_DEVICE_H200, "global_store_dwordx4", 0, 16, UINT64_MAX).clocks, "1 + dwords");
}

/* HD 530's sampler as measured: 16 lanes of 16 bytes take 9 clocks; SLM has 16 banks. */
static void test_R71_hd_530_messages(void) {
    CHECK_U64(9, cost_of_stride(GCNMEM_DEVICE_HD_530, "global_load_dwordx4", 0, 16, UINT64_MAX).clocks, "128 bits");
    CHECK_U64(2, cost_of_stride(GCNMEM_DEVICE_HD_530, "global_load_dword", 0, 4, UINT64_MAX).clocks, "32 bits");
    CHECK_U64(16, cost_of_stride(GCNMEM_DEVICE_HD_530, "global_load_dword", 0, 4, UINT64_MAX).lanes, "a message");
}

/* An A40's shared memory: 128 bytes a clock with 128 bits a lane, half of that with 32, as its addresses take two. */
static void test_R73_ports_of_shared_memory(void) {
    CHECK_U64(2, cost_of_stride(GCNMEM_DEVICE_A40, "ds_read_b32", 0, 4, UINT64_MAX).port_clocks, "A40, 32 bits");
    CHECK_U64(4, cost_of_stride(GCNMEM_DEVICE_A40, "ds_read_b128", 0, 16, UINT64_MAX).port_clocks, "A40, 128 bits");
    CHECK_U64(1, cost_of_stride(GCNMEM_DEVICE_H200, "ds_read_b32", 0, 4, UINT64_MAX).port_clocks, "H200, 32 bits");
}

/* A replay of `count` accesses, each of the next CU; then other lines are read. */
static gcnmem_replay_stats replay_of(const gcnmem_desc* desc, const gcnmem_access* accesses, uint32_t count,
                                     uint32_t lines_read) {
    size_t bytes = gcnmem_replay_size_bytes(desc);
    void* memory = malloc(bytes);
    gcnmem_replay_stats stats;
    gcnmem_replay* replay;
    gcnmem_issue issue;
    memset(&stats, 0, sizeof stats);
    CHECK(gcnmem_replay_init(memory, bytes, desc, GCNMEM_LEVEL_L1, &replay, &issue) == GCNMEM_OK, "%s", issue.field);
    for (uint32_t i = 0; i < count && replay != NULL; ++i) {
        gcnmem_replay_wave(replay, i % desc->cu_count, &accesses[i]);
    }
    for (uint32_t i = 0; i < lines_read && replay != NULL; ++i) {
        gcnmem_replay_access(replay, ((uint64_t)1 << 30) + (uint64_t)i * desc->l2_line_bytes, desc->l2_line_bytes, 0);
    }
    if (replay != NULL) {
        stats = gcnmem_replay_finish(replay);
    }
    free(memory);
    return stats;
}

static gcnmem_dram_stats dram_of(const gcnmem_desc* desc, const gcnmem_access* accesses, uint32_t count) {
    return replay_of(desc, accesses, count, 0).dram;
}

/* Reads that meet L2, one behind the other. */
static gcnmem_replay_stats reads_of_l2(gcnmem_device device, uint32_t count, uint64_t stride, uint64_t bytes) {
    gcnmem_desc desc = gcnmem_desc_for(device);
    const size_t memory_bytes = gcnmem_replay_size_bytes(&desc);
    void* memory = malloc(memory_bytes);
    gcnmem_replay_stats stats;
    gcnmem_replay* replay;
    memset(&stats, 0, sizeof stats);
    CHECK(gcnmem_replay_init(memory, memory_bytes, &desc, GCNMEM_LEVEL_L2, &replay, NULL) == GCNMEM_OK, "replay");
    for (uint32_t i = 0; i < count && replay != NULL; ++i) {
        gcnmem_replay_access(replay, i * stride, bytes, 0);
    }
    if (replay != NULL) {
        stats = gcnmem_replay_finish(replay);
    }
    free(memory);
    return stats;
}

/* Measured on an H200: what misses L2 comes from DRAM in blocks of 64 bytes, two sectors; L1 is sent the one that was
   asked for. The other sector is in L2 then. Stores write their sectors alone. Pascal's GDDR5X has bursts of 64; of
   A100 nothing is known. */
static void test_R16_misses_fetch_blocks(void) {
    static const struct {
        gcnmem_device device;
        uint32_t stride, fetch, bytes; /* of 32 loads; fetch 0: the preset's */
    } rows[] = {{GCNMEM_DEVICE_H200, 128, 0, 2048},    {GCNMEM_DEVICE_H200, 64, 0, 2048},
                {GCNMEM_DEVICE_H200, 32, 0, 1024},     {GCNMEM_DEVICE_H200, 4, 0, 128},
                {GCNMEM_DEVICE_H200, 128, 32, 1024},   {GCNMEM_DEVICE_H200, 256, 128, 4096},
                {GCNMEM_DEVICE_A100, 128, 0, 1024},    {GCNMEM_DEVICE_A100, 128, 64, 2048},
                {GCNMEM_DEVICE_GTX_1080, 128, 0, 2048}};
    size_t i;
    for (i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        gcnmem_desc desc = gcnmem_desc_for(rows[i].device);
        gcnmem_access loads[2];
        gcnmem_access atomic = test_access("global_atomic_add", rows[i].stride);
        gcnmem_access store = test_access("global_store_dword", rows[i].stride);
        gcnmem_cost cost;
        loads[0] = loads[1] = test_access("global_load_dword", rows[i].stride);
        loads[1].address[0] += desc.request_bytes; /* the other sector of the first lane's block */
        desc.l2_fetch_bytes = rows[i].fetch != 0 ? rows[i].fetch : desc.l2_fetch_bytes;
        cost = gcnmem_cost_wave(&desc, &loads[0]);
        CHECK_U64(rows[i].bytes, cost.dram_bursts * gcnmemi_desc_burst_bytes(&desc), "row %u", (unsigned)i);
        CHECK_U64(rows[i].bytes, dram_of(&desc, loads, 1).bytes, "row %u", (unsigned)i);
        CHECK_U64(rows[i].bytes + (rows[i].bytes == 1024 && rows[i].stride == 128 ? 32 : 0),
                  dram_of(&desc, loads, 2).bytes, "row %u, and a sector beside", (unsigned)i);
        CHECK_U64(rows[i].bytes, dram_of(&desc, &atomic, 1).bytes, "row %u, atomics", (unsigned)i);
        store.policy = GCNMEM_POLICY_SLC; /* what streams does not wait in L2 */
        CHECK_U64(gcnmem_cost_wave(&desc, &store).dram_bursts, dram_of(&desc, &store, 1).writes, "row %u", (unsigned)i);
        CHECK(dram_of(&desc, &store, 1).bytes <= rows[i].bytes, "row %u, stores", (unsigned)i);
        CHECK_U64(0, dram_of(&desc, &store, 1).reads, "row %u, stores", (unsigned)i);
    }
}

/* The preset's block goes along with the line that is set; one that is set has to fit. */
static void test_R16_a_block_that_is_set_fits_its_line(void) {
    static const struct {
        gcnmem_device device;
        const char* field;
        const char* value;
        const char* text; /* NULL: it is fine */
    } rows[] = {{GCNMEM_DEVICE_VEGA_64, "l2_line_bytes", "128", NULL},
                {GCNMEM_DEVICE_VEGA_64, "l2_fetch_bytes", "64", NULL},
                {GCNMEM_DEVICE_VEGA_64, "l2_fetch_bytes", "32", "is 32: must be at least 64, what L2 moves anyway"},
                {GCNMEM_DEVICE_VEGA_64, "l2_fetch_bytes", "128", "is 128: must be at most 64, l2_line_bytes"},
                {GCNMEM_DEVICE_H200, "l2_fetch_bytes", "32", NULL},
                {GCNMEM_DEVICE_H200, "l2_fetch_bytes", "128", NULL},
                {GCNMEM_DEVICE_H200, "l2_fetch_bytes", "256", "is 256: must be at most 128, l2_line_bytes"},
                {GCNMEM_DEVICE_H200, "l2_fetch_bytes", "48", "is 48: must be a power of two, such as 32"},
                {GCNMEM_DEVICE_GTX_1080, "l2_fetch_bytes", "32", "is 32: must be at least 64, what L2 moves anyway"}};
    size_t i;
    for (i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        gcnmem_desc desc = gcnmem_desc_for(rows[i].device);
        gcnmem_issue issue;
        char text[200];
        CHECK(gcnmem_desc_set(&desc, rows[i].field, rows[i].value, NULL) == GCNMEM_OK, "row %u", (unsigned)i);
        text[0] = 0;
        if (gcnmem_desc_validate(&desc, &issue) != GCNMEM_OK) {
            gcnmem_issue_text(&issue, text, sizeof text);
            CHECK_TEXT("l2_fetch_bytes", issue.field, "row %u", (unsigned)i);
        }
        CHECK_TEXT(rows[i].text != NULL ? rows[i].text : "", text, "row %u", (unsigned)i);
    }
}

/* An H200 brings sectors of 32 bytes to L1, whatever its lines of 128; DRAM is asked for two at a time (R16). */
static void test_R75_misses_bring_sectors(void) {
    static uint64_t memory[1 << 21];
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_H200);
    gcnmem_access access = test_access("global_load_dword", 128);
    gcnmem_replay* replay;
    gcnmem_replay_stats stats;
    desc.cu_count = 1;
    desc.l2_size_bytes /= 16;
    CHECK(gcnmem_desc_validate(&desc, NULL) == GCNMEM_OK, "a small H200");
    CHECK(gcnmem_replay_size_bytes(&desc) <= sizeof memory, "%zu bytes", gcnmem_replay_size_bytes(&desc));
    if (gcnmem_replay_init(memory, sizeof memory, &desc, GCNMEM_LEVEL_L1, &replay, NULL) != GCNMEM_OK) {
        CHECK(0, "replay");
        return;
    }
    gcnmem_replay_wave(replay, 0, &access);
    gcnmem_replay_wave(replay, 0, &access);
    access.address[0] += 32; /* the line is there, this sector of it is not */
    gcnmem_replay_wave(replay, 0, &access);
    gcnmem_replay_access(replay, 1 << 20, 128, 0);
    stats = gcnmem_replay_finish(replay);
    CHECK_U64(32 + 1 + 4, stats.l1.misses, "sectors asked of L2");
    CHECK_U64((32 + 4 / 2) * 64, stats.dram.bytes, "bytes of DRAM: the sector came along");
}

/* Of one SM with a small L2 of one set a channel: lines that are read drive out what waves stored. */
static gcnmem_replay_stats small_l2_of(gcnmem_device device, const gcnmem_access* stores, uint32_t count,
                                       uint32_t lines_read) {
    gcnmem_desc desc = gcnmem_desc_for(device);
    desc.cu_count = 1;
    desc.l2_size_bytes = desc.l2_channels * desc.l2_ways * desc.l2_line_bytes;
    desc.l2_near_bytes = desc.l2_far_latency_clocks = 0;
    return replay_of(&desc, stores, count, lines_read);
}

/* Measured on an H200: 16.8 million stores of 4 bytes a sector read 529 MB and write 544; within L2 parts merge.
   Sectors that nobody stored to stay where they are. */
static void test_R32_parts_of_sectors_are_read_before_they_are_written(void) {
    static const struct {
        gcnmem_device device;
        const char* op;
        uint32_t stride, step, waves; /* bytes between lanes, and between waves */
        uint32_t read, written;       /* sectors of 32 bytes */
    } rows[] = {
        {GCNMEM_DEVICE_H200, "store_b32", 32, 4, 1, 32, 32},    {GCNMEM_DEVICE_H200, "store_b32", 128, 0, 1, 32, 32},
        {GCNMEM_DEVICE_H200, "store_b32", 32, 4, 7, 32, 32},    {GCNMEM_DEVICE_H200, "store_b32", 32, 4, 8, 0, 32},
        {GCNMEM_DEVICE_H200, "store_b32", 32, 0, 8, 32, 32},    {GCNMEM_DEVICE_H200, "store_b64", 32, 8, 4, 0, 32},
        {GCNMEM_DEVICE_H200, "store_b128", 32, 16, 2, 0, 32},   {GCNMEM_DEVICE_H200, "store_b32", 4, 0, 1, 0, 4},
        {GCNMEM_DEVICE_H200, "store_b8", 1, 0, 1, 0, 1},        {GCNMEM_DEVICE_H200, "store_b8", 4, 1, 3, 4, 4},
        {GCNMEM_DEVICE_H200, "store_b32", 256, 128, 2, 64, 64}, {GCNMEM_DEVICE_V100, "store_b32", 32, 4, 1, 32, 32},
        {GCNMEM_DEVICE_A100, "store_b32", 32, 4, 7, 32, 32}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        gcnmem_access stores[8];
        const uint32_t flushed = 4096;
        for (uint32_t k = 0; k < rows[i].waves; ++k) {
            stores[k] = test_access(rows[i].op, rows[i].stride);
            for (uint32_t lane = 0; lane < GCNMEM_LANES; ++lane) {
                stores[k].address[lane] += (uint64_t)k * rows[i].step;
            }
        }
        const gcnmem_dram_stats plain = small_l2_of(rows[i].device, stores, 0, flushed).dram;
        const gcnmem_dram_stats stats = small_l2_of(rows[i].device, stores, rows[i].waves, flushed).dram;
        const uint32_t burst = (uint32_t)(stats.bytes / (stats.reads + stats.writes));
        CHECK_U64(rows[i].read * 32, (stats.reads - plain.reads) * burst, "row %u, read", (unsigned)i);
        CHECK_U64(rows[i].written * 32, stats.writes * burst, "row %u, written", (unsigned)i);
    }
}

/* What is read of a sector before its part is written takes the channel's time again; so do atomics. Pascal's, as
   GCN's, writes bytes. */
static void test_R32_changing_takes_twice_the_time_of_storing(void) {
    static const struct {
        gcnmem_device device;
        uint32_t factor;
    } rows[] = {{GCNMEM_DEVICE_H200, 2}, {GCNMEM_DEVICE_A100, 2}, {GCNMEM_DEVICE_GTX_1080, 1}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        gcnmem_access whole[64];
        gcnmem_access parts[64];
        for (uint32_t k = 0; k < 64; ++k) { /* one sector again and again */
            whole[k] = test_access("store_b128", 16);
            parts[k] = test_access("store_b32", 4);
            whole[k].exec_mask = 3;
            parts[k].exec_mask = 3;
        }
        const uint64_t stored = small_l2_of(rows[i].device, whole, 64, 0).l2_clocks;
        const uint64_t changed = small_l2_of(rows[i].device, parts, 64, 0).l2_clocks;
        CHECK(changed + 1 >= stored * rows[i].factor && changed <= stored * rows[i].factor + 1,
              "row %u: %" PRIu64 " clocks, %" PRIu64, (unsigned)i, changed, stored);
    }
}

/* Measured on an H200: sectors at random come at 81 a clock out of 96 channels. Two cost as much as one. */
static void test_R61_a_request_takes_the_time_of_64_bytes_at_least(void) {
    static const struct {
        uint32_t bytes;
        uint64_t clocks_e3; /* of a thousand requests */
    } rows[] = {{32, 1185}, {64, 1185}, {128, 2370}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        const uint64_t clocks = reads_of_l2(GCNMEM_DEVICE_H200, 1000, 0, rows[i].bytes).l2_clocks;
        CHECK(clocks + 8 >= rows[i].clocks_e3 && clocks <= rows[i].clocks_e3 + 8, "%u bytes: %" PRIu64 " clocks",
              (unsigned)rows[i].bytes, clocks);
    }
}

/* Measured on an H200: reads 4096 or 65536 bytes apart are as fast as those 64 more. */
static void test_R33_no_stride_misses_channels_of_NVIDIA(void) {
    static const gcnmem_device devices[] = {GCNMEM_DEVICE_V100, GCNMEM_DEVICE_A100, GCNMEM_DEVICE_H200,
                                            GCNMEM_DEVICE_H100};
    for (size_t i = 0; i < sizeof devices / sizeof devices[0]; ++i) {
        const uint32_t channels = gcnmem_desc_for(devices[i]).l2_channels;
        for (uint32_t stride = 256; stride <= 1 << 20; stride *= 2) {
            const gcnmem_replay_stats stats = reads_of_l2(devices[i], 64 * channels, stride, 32);
            CHECK(stats.l2_clocks <= 2 * stats.l2_mean_clocks,
                  "%s, %u bytes: the busiest channel %" PRIu64 ", of %" PRIu64, gcnmem_device_card(devices[i]),
                  (unsigned)stride, stats.l2_clocks, stats.l2_mean_clocks);
        }
    }
}

/* Peaks as the documents give them, in MB/s: 8 channels of 17.6 GB/s are GTX 280's 141.7. */
static void test_gpus_peaks(void) {
    static const struct {
        gcnmem_device device;
        uint32_t megabytes_per_second, tolerance;
    } rows[] = {{GCNMEM_DEVICE_GTX_280, 141700, 100}, {GCNMEM_DEVICE_GTX_285, 159000, 100},
                {GCNMEM_DEVICE_V100, 900000, 4000},   {GCNMEM_DEVICE_A100, 1555000, 1000},
                {GCNMEM_DEVICE_H200, 4800000, 0},     {GCNMEM_DEVICE_HD_5870, 153600, 0},
                {GCNMEM_DEVICE_GTX_1080, 320000, 0},  {GCNMEM_DEVICE_RX_6900_XT, 512000, 0}};
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_GTX_280);
    size_t i;
    CHECK_U64(8, desc.dram_channels, "GTX 280");
    CHECK_U64(64, desc.dram_channel_bits, "GTX 280");
    CHECK_U64(17712, gcnmem_desc_dram_bytes_per_second(&desc) / desc.dram_channels / 1000000, "GTX 280, a channel");
    for (i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        uint64_t peak;
        desc = gcnmem_desc_for(rows[i].device);
        peak = gcnmem_desc_dram_bytes_per_second(&desc) / 1000000;
        CHECK(peak + rows[i].tolerance >= rows[i].megabytes_per_second &&
                  peak <= rows[i].megabytes_per_second + rows[i].tolerance,
              "%s: %" PRIu64 " MB/s", gcnmem_device_card(rows[i].device), peak);
    }
}

/* NVIDIA's occupancy: registers by the warp, shared memory with what each block takes beside, blocks, warps. */
static void test_R74_nvidia_occupancy(void) {
    static const struct {
        gcnmem_device device;
        uint32_t vgprs, lds_bytes, lanes, waves, groups;
        gcnmem_limit limit;
    } rows[] = {{GCNMEM_DEVICE_A100, 32, 0, 1024, 64, 2, GCNMEM_LIMIT_WAVE_SLOTS},
                {GCNMEM_DEVICE_A100, 33, 0, 256, 48, 6, GCNMEM_LIMIT_VGPRS},
                {GCNMEM_DEVICE_A100, 255, 0, 256, 8, 1, GCNMEM_LIMIT_VGPRS},
                {GCNMEM_DEVICE_A100, 32, 0, 32, 32, 32, GCNMEM_LIMIT_GROUP_SLOTS},
                {GCNMEM_DEVICE_A100, 32, 166912, 256, 8, 1, GCNMEM_LIMIT_LDS},
                {GCNMEM_DEVICE_A100, 32, 82944, 256, 16, 2, GCNMEM_LIMIT_LDS},
                {GCNMEM_DEVICE_A40, 40, 0, 256, 48, 6, GCNMEM_LIMIT_WAVE_SLOTS},
                {GCNMEM_DEVICE_GTX_1080, 32, 49152, 256, 16, 2, GCNMEM_LIMIT_LDS}};
    gcnmem_shader_needs needs;
    gcnmem_desc desc;
    gcnmem_issue issue;
    size_t i;
    memset(&needs, 0, sizeof needs);
    for (i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        gcnmem_occupancy got;
        desc = gcnmem_desc_for(rows[i].device);
        needs.vgprs = rows[i].vgprs;
        needs.lds_bytes = rows[i].lds_bytes;
        needs.group_lanes = rows[i].lanes;
        got = gcnmem_occupancy_for(&desc, &needs, GCNMEM_RULE_HARDWARE);
        CHECK(gcnmem_occupancy_validate(&desc, &needs, GCNMEM_RULE_HARDWARE, NULL) == GCNMEM_OK, "row %u", (unsigned)i);
        CHECK_U64(rows[i].waves, got.waves_per_cu, "row %u", (unsigned)i);
        CHECK_U64(rows[i].groups, got.groups_per_cu, "row %u", (unsigned)i);
        CHECK_TEXT(gcnmem_name_of(GCNMEM_NAMES_LIMIT, rows[i].limit),
                   gcnmem_name_of(GCNMEM_NAMES_LIMIT, got.limited_by), "row %u", (unsigned)i);
    }
    needs.sgprs = 1;
    CHECK(gcnmem_occupancy_validate(&desc, &needs, GCNMEM_RULE_HARDWARE, &issue) == GCNMEM_ERROR_VALUE, "sgprs");
    CHECK_TEXT("sgprs", issue.field, "sgprs");
    needs.sgprs = 0;
    CHECK(gcnmem_occupancy_validate(&desc, &needs, GCNMEM_RULE_LLVM, &issue) == GCNMEM_ERROR_VALUE, "llvm");
}

/* RDNA2 allocates 16 registers at a time out of 1024 a SIMD, and SGPRs hold no wave back. */
static void test_gpus_rdna2_occupancy(void) {
    static const uint32_t vgprs[][2] = {{64, 16}, {65, 12}, {96, 10}, {128, 8}, {256, 4}};
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_RX_6900_XT);
    gcnmem_shader_needs needs = {0, 100, 0, 32, 0};
    size_t i;
    for (i = 0; i < sizeof vgprs / sizeof vgprs[0]; ++i) {
        needs.vgprs = vgprs[i][0];
        CHECK_U64(vgprs[i][1], gcnmem_occupancy_for(&desc, &needs, GCNMEM_RULE_HARDWARE).waves_per_simd, "%u VGPRs",
                  (unsigned)vgprs[i][0]);
    }
    desc = gcnmem_desc_for(GCNMEM_DEVICE_RX_6900_XT_WGP);
    needs.vgprs = 64;
    needs.lds_bytes = 65536;
    needs.group_lanes = 256;
    CHECK_U64(2, gcnmem_occupancy_for(&desc, &needs, GCNMEM_RULE_HARDWARE).groups_per_cu, "two of 64 KB a WGP");
}

/* H200: L1, the near half of L2, the far one, DRAM. RX 6900 XT: L0, GL1, L2, Infinity Cache. */
static void test_R76_latency_follows_the_set(void) {
    static const struct {
        gcnmem_device device;
        uint32_t kilobytes, lowest, highest;
    } rows[] = {{GCNMEM_DEVICE_H200, 8, 32, 32},
                {GCNMEM_DEVICE_H200, 1024, 280, 280},
                {GCNMEM_DEVICE_H200, 24576, 280, 280},
                {GCNMEM_DEVICE_H200, 1048576, 530, 585},
                {GCNMEM_DEVICE_A100, 100, 36, 36},
                {GCNMEM_DEVICE_A100, 8192, 213, 213},
                {GCNMEM_DEVICE_A100, 36864, 405, 450},
                {GCNMEM_DEVICE_V100, 4096, 215, 215},
                {GCNMEM_DEVICE_V100, 100000, 414, 458},
                {GCNMEM_DEVICE_RX_6900_XT, 16, 73, 73},
                {GCNMEM_DEVICE_RX_6900_XT, 100, 105, 113},
                {GCNMEM_DEVICE_RX_6900_XT, 2048, 190, 220},
                {GCNMEM_DEVICE_RX_6900_XT, 65536, 390, 410},
                {GCNMEM_DEVICE_MI100, 8, 136, 136},
                {GCNMEM_DEVICE_MI300X, 2048, 179, 179},
                {GCNMEM_DEVICE_MI300X, 16384, 458, 550}, /* beyond the L2 of an XCD */
                {GCNMEM_DEVICE_MI300X, 1048576, 704, 778},
                {GCNMEM_DEVICE_RX_6600_XT, 16384, 333, 407},
                {GCNMEM_DEVICE_RX_7900_XTX, 49152, 338, 414},
                {GCNMEM_DEVICE_RX_7900_XTX, 1048576, 528, 645},
                {GCNMEM_DEVICE_RX_7600, 16384, 328, 402}};
    size_t i;
    for (i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        gcnmem_desc desc = gcnmem_desc_for(rows[i].device);
        uint64_t clocks = gcnmemi_desc_latency_clocks(&desc, (uint64_t)rows[i].kilobytes * 1024);
        CHECK(clocks >= rows[i].lowest && clocks <= rows[i].highest, "%s, %u KB: %" PRIu64,
              gcnmem_device_card(rows[i].device), (unsigned)rows[i].kilobytes, clocks);
    }
}

/* Clocks of a load that waits for the one before it, in the second of two walks through `lines` lines. */
static uint64_t chase_clocks(gcnmem_device device, uint32_t lines, uint64_t stride, gcnmem_run_result* out_result) {
    gcnmem_desc desc = gcnmem_desc_for(device);
    uint64_t clocks[2];
    uint32_t walks;
    for (walks = 1; walks <= 2; ++walks) {
        char text[160];
        job j;
        snprintf(text, sizeof text, "next: ; @trip %u\nload_b32 r1, r1 ; @mem iter %% %u * %u\nbranch next\nexit\n",
                 (unsigned)(lines * walks), (unsigned)lines, (unsigned)stride);
        j = job_new(device, text);
        j.options.group_lanes = desc.wave_lanes;
        j.options.groups = 1;
        job_run(&j);
        clocks[walks - 1] = j.result.clocks;
        *out_result = j.result;
        job_end(&j);
    }
    return (clocks[1] - clocks[0]) / lines;
}

/* L0, GL1, L2 and Infinity Cache of an RX 6900 XT take the clocks that gpu-latency measures where a walk fits them, and
   each level is asked for what the one above it does not hold. */
static void test_R81_a_run_finds_each_level(void) {
    static const struct {
        uint32_t lines, measured; /* clocks; mean of the sizes that the level holds and the one above does not */
        uint32_t gl1, l2, l3;     /* walks that reach each level */
    } rows[] = {{100, 73, 1, 1, 1}, {800, 110, 2, 1, 1}, {8192, 206, 2, 2, 1}, {49152, 400, 2, 2, 2}};
    static const gcnmem_device devices[] = {GCNMEM_DEVICE_RX_6900_XT, GCNMEM_DEVICE_RX_6900_XT_WGP};
    size_t i;
    for (i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        gcnmem_run_result r;
        uint64_t bytes = (uint64_t)rows[i].lines * 128;
        uint64_t clocks = chase_clocks(devices[i % 2], rows[i].lines, 128, &r);
        CHECK(clocks * 100 >= (uint64_t)rows[i].measured * 97 && clocks * 100 <= (uint64_t)rows[i].measured * 103,
              "%u lines: %" PRIu64 " clocks, measured %u", (unsigned)rows[i].lines, clocks, (unsigned)rows[i].measured);
        CHECK_U64(rows[i].gl1 * bytes, r.gl1_bytes, "GL1, %u lines", (unsigned)rows[i].lines);
        CHECK_U64(rows[i].l2 * bytes, r.l2_bytes, "L2, %u lines", (unsigned)rows[i].lines);
        CHECK_U64(rows[i].l3 * bytes, r.l3_bytes, "L3, %u lines", (unsigned)rows[i].lines);
        CHECK_U64(bytes, r.dram_bytes, "DRAM, %u lines", (unsigned)rows[i].lines);
    }
}

/* A store goes through GL1, leaves no copy there and stays in L2; another CU of the same array finds in GL1 what the
   first one loaded, a CU of another array in L2. */
static void test_R81_replay_shares_gl1(void) {
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_RX_6900_XT);
    size_t bytes = gcnmem_replay_size_bytes(&desc);
    void* memory = malloc(bytes);
    gcnmem_access load = test_access("load_b32", 4);
    gcnmem_access store = test_access("store_b32", 4);
    gcnmem_replay* replay;
    gcnmem_replay_stats s;
    gcnmem_replay_init(memory, bytes, &desc, GCNMEM_LEVEL_L1, &replay, NULL);
    gcnmem_replay_wave(replay, 0, &load);
    gcnmem_replay_wave(replay, 9, &load);
    gcnmem_replay_wave(replay, 10, &load);
    s = gcnmem_replay_finish(replay);
    CHECK_U64(3, s.gl1.reads, "each L1 misses");
    CHECK_U64(1, s.gl1.hits, "CU 9 is of the first array, CU 10 is not");
    CHECK_U64(2, s.l2.reads, "both GL1s ask L2");
    CHECK_U64(1, s.l3.reads, "L2 asks L3 once");
    CHECK_U64(128, s.dram.bytes, "a line");
    gcnmem_replay_wave(replay, 9, &store);
    gcnmem_replay_wave(replay, 0, &store);
    gcnmem_replay_wave(replay, 5, &load);
    s = gcnmem_replay_finish(replay);
    CHECK_U64(2, s.gl1.writes, "stores go through GL1");
    CHECK_U64(1, s.gl1.hits, "they left no copy there");
    CHECK_U64(2, s.l2.writes, "L2 keeps them");
    CHECK_U64(1, s.l3.reads + s.l3.writes, "L3 does not hear of them");
    free(memory);
}

/* All CUs read the same megabyte, which L2 holds and no L1 does: GB/s that Chips and Cheese measured, within 15 %. */
static void test_l2_reads_as_fast_as_measured(void) {
    static const char kernel[] = "loop: ; @trip 64\n"
                                 "load_b128 r4, r2 ; @mem (iter*37+wave*7)%2048*512+lane*16\n"
                                 "branch loop\nexit\n";
    static const struct {
        gcnmem_device device;
        uint64_t gb_per_s;
    } rows[] = {{GCNMEM_DEVICE_RX_6600_XT, 2110}, {GCNMEM_DEVICE_RX_7600, 2130}, {GCNMEM_DEVICE_RX_5700_XT, 1950}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        job cold = job_new(rows[i].device, kernel);
        cold.options.group_lanes = 256;
        job_run(&cold);
        job warm = job_new(rows[i].device, kernel);
        warm.options = cold.options;
        int is_warm = job_start(&warm);
        CHECK(is_warm, "%s", gcnmem_device_card(rows[i].device));
        if (is_warm) {
            gcnmemi_run_keep_caches(warm.run, cold.run);
            gcnmem_run_advance(warm.run, UINT64_MAX, NULL);
            const gcnmem_run_result r = gcnmem_run_result_of(warm.run);
            const uint64_t gb_per_s = r.l2_bytes * warm.desc.core_clock_mhz / 1000 / r.clocks;
            CHECK(gb_per_s * 100 >= rows[i].gb_per_s * 85 && gb_per_s * 100 <= rows[i].gb_per_s * 115,
                  "%s: %" PRIu64 ", measured %" PRIu64, gcnmem_device_card(rows[i].device), gb_per_s, rows[i].gb_per_s);
        }
        job_end(&warm);
        job_end(&cold);
    }
}

/* A CU of another die finds nothing of what the first one loaded in its L2, but in L3; one of the same die does. */
static void test_R86_replay_keeps_dies_apart(void) {
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_MI300X);
    size_t bytes = gcnmem_replay_size_bytes(&desc);
    void* memory = malloc(bytes);
    gcnmem_access load = test_access("global_load_dword", 4);
    static const uint32_t cus[] = {0, 37, 38, 303};
    static const uint64_t l2_hits[] = {0, 1, 1, 1};
    static const uint64_t l3_hits[] = {0, 0, 1, 2};
    gcnmem_replay* replay;
    for (uint64_t lane = 0; lane < 64; ++lane) {
        load.address[lane] = lane % 32 * 4;
    }
    CHECK_U64(8, desc.die_count, "XCDs");
    CHECK(gcnmem_replay_init(memory, bytes, &desc, GCNMEM_LEVEL_L1, &replay, NULL) == GCNMEM_OK, "MI300X");
    for (size_t i = 0; i < sizeof cus / sizeof cus[0]; ++i) {
        gcnmem_replay_wave(replay, cus[i], &load);
        gcnmem_replay_stats s = gcnmem_replay_finish(replay);
        CHECK_U64(i + 1, s.l2.reads, "CU %u", (unsigned)cus[i]);
        CHECK_U64(l2_hits[i], s.l2.hits, "L2 of CU %u", (unsigned)cus[i]);
        CHECK_U64(l3_hits[i], s.l3.hits, "L3, CU %u", (unsigned)cus[i]);
        CHECK_U64(128, s.dram.bytes, "a line, once");
    }
    free(memory);
}

/* Group i runs on die i modulo the dies, however long groups take, on machines of whole dies and of parts of them. */
static void test_R86_groups_go_round_the_dies(void) {
    static const struct {
        gcnmem_device device;
        uint32_t cus, dies, channels;
    } rows[] = {
        {GCNMEM_DEVICE_MI300X, 304, 8, 128}, {GCNMEM_DEVICE_MI300A, 228, 6, 96}, {GCNMEM_DEVICE_MI300X, 38, 1, 16},
        {GCNMEM_DEVICE_MI300X, 76, 2, 32},   {GCNMEM_DEVICE_MI300X, 100, 3, 45}, {GCNMEM_DEVICE_MI300X, 9, 1, 4},
        {GCNMEM_DEVICE_MI300X, 1, 1, 1},     {GCNMEM_DEVICE_MI308X, 80, 8, 128}, {GCNMEM_DEVICE_MI250X, 110, 1, 32}};
    gcnmem_run_event* events = (gcnmem_run_event*)malloc(sizeof(gcnmem_run_event) * 100000);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        job j = job_new(rows[i].device, "global_load_dword v2, v1, s[0:1] ; @mem lane*4\n"
                                        "global_load_dword v3, v1, s[0:1] ; @mem group*group*512+lane*4\n"
                                        "s_waitcnt vmcnt(0)\ns_endpgm\n");
        j.desc = gcnmem_run_scaled_desc(&j.desc, rows[i].cus);
        j.options.group_lanes = 64;
        j.options.groups = rows[i].cus * 16 + 5;
        j.options.groups_per_cu_max = 3;
        j.options.event_count = 100000;
        job_run(&j);
        const size_t count = gcnmem_run_events_of(j.run, events, 100000);
        const uint32_t die_cus = (rows[i].cus + rows[i].dies - 1) / rows[i].dies;
        uint64_t groups = 0;
        CHECK_U64(rows[i].dies, j.desc.die_count, "%u CUs", (unsigned)rows[i].cus);
        CHECK_U64(rows[i].channels, j.desc.l2_channels, "%u CUs", (unsigned)rows[i].cus);
        for (size_t k = 0; k < count; ++k) {
            if (events[k].kind == GCNMEM_RUN_EVENT_WAVE) {
                CHECK_U64(events[k].group % rows[i].dies, events[k].cu / die_cus, "group %u of %u CUs",
                          (unsigned)events[k].group, (unsigned)rows[i].cus);
                ++groups;
            }
        }
        CHECK_U64(j.options.groups, groups, "each has one wave, %u CUs", (unsigned)rows[i].cus);
        CHECK_U64(j.options.groups, j.result.waves, "all of them");
        job_end(&j);
    }
    free(events);
}

static void test_R86_dies_are_alike(void) {
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_MI300X);
    gcnmem_issue issue;
    desc.die_count = 3;
    CHECK(gcnmem_desc_validate(&desc, &issue) == GCNMEM_ERROR_VALUE, "128 channels of 3 dies");
    CHECK_TEXT("l2_channels", issue.field, "128 channels of 3 dies");
    desc.die_count = 16;
    CHECK(gcnmem_desc_validate(&desc, &issue) == GCNMEM_OK, "128 channels of 16 dies");
}

/* More lanes never cost less, and no access takes fewer clocks than its best case. */
static void test_R64_more_lanes_cost_no_less(void) {
    static const char* const mnemonics[] = {"global_load_ubyte",   "global_load_dword",  "global_load_dwordx2",
                                            "global_load_dwordx4", "global_store_dword", "ds_read_b32",
                                            "ds_write_b64",        "ds_read_b128",       "ds_add_u32"};
    test_random random = test_random_start(62);
    int trial;
    for (trial = 0; trial < (int)test_many(3000); ++trial) {
        gcnmem_device device = (gcnmem_device)(GCNMEM_DEVICE_HD_5870 +
                                               test_random_below(&random, GCNMEM_DEVICE_END - GCNMEM_DEVICE_HD_5870));
        const char* mnemonic = mnemonics[test_random_below(&random, sizeof mnemonics / sizeof mnemonics[0])];
        gcnmem_access access = test_access(mnemonic, 0);
        uint64_t mask = test_random_next(&random) & test_random_next(&random);
        gcnmem_cost all;
        gcnmem_cost some;
        int lane;
        for (lane = 0; lane < GCNMEM_LANES; ++lane) {
            access.address[lane] = test_random_below(&random, 512) * access.op.element_bytes;
        }
        all = test_cost(device, &access);
        access.exec_mask = mask;
        some = test_cost(device, &access);
        CHECK(some.clocks <= all.clocks || some.best_clocks == all.clocks, "trial %d: %s on %s", trial, mnemonic,
              gcnmem_device_card(device));
        CHECK(all.best_clocks <= all.clocks, "trial %d: %s on %s", trial, mnemonic, gcnmem_device_card(device));
        CHECK(all.lanes <= 64 && some.lanes <= all.lanes, "trial %d: %s on %s", trial, mnemonic,
              gcnmem_device_card(device));
    }
}

static void test_gpus_refuse_what_they_lack(void) {
    static const struct {
        gcnmem_device device;
        const char* op;
        gcnmem_result result;
    } rows[] = {{GCNMEM_DEVICE_H200, "s_load_dword", GCNMEM_ERROR_VALUE},
                {GCNMEM_DEVICE_H200, "image_load", GCNMEM_ERROR_VALUE},
                {GCNMEM_DEVICE_H200, "ds_add_src2_u32", GCNMEM_ERROR_VALUE},
                {GCNMEM_DEVICE_H200, "load_b96", GCNMEM_ERROR_VALUE},
                {GCNMEM_DEVICE_RX_6900_XT, "load_b96", GCNMEM_OK},
                {GCNMEM_DEVICE_V100, "shared_store_b96", GCNMEM_ERROR_VALUE},
                {GCNMEM_DEVICE_GTX_280, "shared_atomic_add_b64", GCNMEM_ERROR_VALUE},
                {GCNMEM_DEVICE_GTX_280, "shared_atomic_add_b32", GCNMEM_OK},
                {GCNMEM_DEVICE_GTX_280, "atomic_add_b64", GCNMEM_OK},
                {GCNMEM_DEVICE_GTX_1080, "shared_atomic_add_b64", GCNMEM_OK},
                {GCNMEM_DEVICE_HD_5870, "shared_atomic_add_b64", GCNMEM_ERROR_VALUE},
                {GCNMEM_DEVICE_HD_5870, "atomic_add_b64", GCNMEM_ERROR_VALUE},
                {GCNMEM_DEVICE_HD_5870, "atomic_add_b32", GCNMEM_OK},
                {GCNMEM_DEVICE_HD_5870, "buffer_load_format_x", GCNMEM_ERROR_VALUE},
                {GCNMEM_DEVICE_H200, "ds_append", GCNMEM_ERROR_VALUE},
                {GCNMEM_DEVICE_H200, "global_load_ubyte_d16", GCNMEM_ERROR_VALUE},
                {GCNMEM_DEVICE_RX_6900_XT, "ds_append", GCNMEM_OK},
                {GCNMEM_DEVICE_RX_6900_XT, "ds_add_src2_u32", GCNMEM_ERROR_VALUE},
                {GCNMEM_DEVICE_RX_6900_XT, "s_store_dword", GCNMEM_ERROR_VALUE},
                {GCNMEM_DEVICE_RX_6900_XT, "global_atomic_fmin", GCNMEM_OK}};
    gcnmem_desc desc;
    gcnmem_issue issue;
    gcnmem_access access;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        desc = gcnmem_desc_for(rows[i].device);
        access = test_access(rows[i].op, 4);
        access.image.width = access.image.height = 64;
        gcnmem_result result = gcnmem_access_validate(&desc, &access, &issue);
        CHECK(result == rows[i].result, "%s on %s", rows[i].op, gcnmem_device_card(rows[i].device));
        if (result != GCNMEM_OK) {
            CHECK_TEXT("op", issue.field, "%s", rows[i].op);
        }
    }
    desc = gcnmem_desc_for(GCNMEM_DEVICE_H200);
    access = test_access("global_load_dword", 4);
    CHECK(gcnmem_access_validate(&desc, &access, NULL) == GCNMEM_OK, "all lanes");
    access.exec_mask = UINT64_C(0x1ffffffff);
    CHECK(gcnmem_access_validate(&desc, &access, &issue) == GCNMEM_ERROR_VALUE, "33 lanes");
    CHECK(gcnmem_desc_set(&desc, "expcnt_max", "3", &issue) == GCNMEM_ERROR_VALUE, "a field of GCN");
    CHECK(gcnmem_desc_set(&desc, "l1_tag_mask_low", "1", &issue) == GCNMEM_OK, "a field of its own");
}

/* Which generation of GCN has an operation, as LLVM's assembler knows it (-mcpu=gfx600 to gfx90a), and the manuals. */
static void test_gcn_refuses_what_other_generations_have(void) {
    static const gcnmem_device gpus[] = {GCNMEM_DEVICE_HD_7970, GCNMEM_DEVICE_R9_290X, GCNMEM_DEVICE_R9_FURY_X,
                                         GCNMEM_DEVICE_VEGA_64, GCNMEM_DEVICE_MI100,   GCNMEM_DEVICE_MI210};
    static const struct {
        const char* op;
        const char* has; /* a letter for each GPU */
    } rows[] = {{"buffer_load_dword", "++++++"},
                {"buffer_load_dwordx3", "-+++++"},
                {"buffer_load_format_xyz", "++++++"},
                {"buffer_load_ubyte_d16", "---+++"},
                {"buffer_load_format_d16_x", "--++++"},
                {"buffer_atomic_fmin", "++----"},
                {"buffer_atomic_pk_add_f16", "----++"},
                {"buffer_atomic_add_f64", "-----+"},
                {"flat_load_dword", "-+++++"},
                {"flat_load_dwordx3", "-+++++"},
                {"flat_atomic_fmax", "-+----"},
                {"global_load_dword", "---+++"},
                {"global_load_b32", "---+++"},
                {"load_b32", "++++++"},
                {"load_b96", "-+++++"},
                {"store_b128", "++++++"},
                {"scratch_store_dword", "---+++"},
                {"s_load_dwordx4", "++++++"},
                {"s_store_dword", "--++++"},
                {"s_buffer_store_dwordx2", "--++++"},
                {"s_atomic_add", "---+++"},
                {"s_scratch_load_dword", "---+++"},
                {"image_sample_l", "+++++-"},
                {"image_load", "++++++"},
                {"ds_read_b96", "-+++++"},
                {"ds_read_b128", "-+++++"},
                {"shared_load_b128", "-+++++"},
                {"ds_read_u16_d16_hi", "---+++"},
                {"ds_add_f32", "--++++"},
                {"ds_add_f64", "-----+"},
                {"ds_add_src2_u32", "+++++-"},
                {"ds_permute_b32", "--++++"},
                {"ds_wrap_rtn_b32", "-+++++"},
                {"ds_read2_b64", "++++++"},
                {"ds_append", "++++++"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0] * 6; ++i) {
        gcnmem_device device = gpus[i % 6];
        gcnmem_desc desc = gcnmem_desc_for(device);
        gcnmem_access access = test_access(rows[i / 6].op, 4);
        gcnmem_issue issue;
        access.image.width = access.image.height = 64;
        int is_there = gcnmem_access_validate(&desc, &access, &issue) == GCNMEM_OK;
        CHECK(is_there == (rows[i / 6].has[i % 6] == '+'), "%s on %s", rows[i / 6].op, gcnmem_device_card(device));
        if (!is_there) {
            CHECK_TEXT("op", issue.field, "%s on %s", rows[i / 6].op, gcnmem_device_card(device));
        }
    }
}

static void test_gpus_not_modelled_name_their_family(void) {
    static const char* const rows[][2] = {{"rx 6850m", "RDNA2; RX 6900 XT is modelled"},
                                          {"AMD Radeon RX 6700 GRE", "RDNA2; RX 6700 XT is modelled"},
                                          {"NVIDIA GeForce RTX 3090", "Ampere; RTX A6000 is modelled"},
                                          {"Tesla P40", "Pascal; GTX 1080 is modelled"},
                                          {"h800", "Hopper; H200 is modelled"},
                                          {"HD 6970", "TeraScale 3 (VLIW4); HD 5870 is modelled"},
                                          {"GTX 1050", "Pascal; GTX 1050 3GB is modelled"},
                                          {"GTX 1060", "Pascal; GTX 1080 is modelled"},
                                          {"NVIDIA A10G", "Ampere; A10 is modelled"},
                                          {"NVIDIA A100-SXM4-80GB", "Ampere; A100 is modelled"},
                                          {"GTX 980", "Maxwell; GTX 1080 is modelled"},
                                          {"GTX 750 Ti", "Maxwell; GTX 1080 is modelled"},
                                          {"RTX 2080", "Turing; V100 is modelled"},
                                          {"Tesla T4", "Turing; V100 is modelled"},
                                          {"GTX 260", "Tesla; GTX 280 is modelled"},
                                          {"Radeon Vega 3 Graphics", "GCN 5; Vega 8 is modelled"},
                                          {"RX Vega", "GCN 5; Vega 64 is modelled"},
                                          {"R7 260X", "GCN 2; HD 7790 is modelled"},
                                          {"HD 7990", "GCN 1; HD 7970 is modelled"},
                                          {"R9 270X", "GCN 1; HD 7870 is modelled"},
                                          {"R9 295X2", "GCN 2; R9 290X is modelled"},
                                          {"RX 560X", "GCN 4; RX 560 is modelled"},
                                          {"RX 5600", "RDNA; RX 5700 XT is modelled"},
                                          {"RX 5300", "RDNA; RX 5500 XT is modelled"},
                                          {"RX 6300", "RDNA2; RX 6500 XT is modelled"},
                                          {"Radeon 610M", "RDNA2; Radeon Graphics 2CU is modelled"},
                                          {"Radeon 760M Graphics", "RDNA3; Radeon 780M is modelled"},
                                          {"Radeon 880M", "RDNA3.5; Radeon 890M is modelled"},
                                          {"gfx1152", "RDNA3.5; Radeon 890M is modelled"},
                                          {"AMD Radeon PRO W7700", "RDNA3; RX 7800 XT is modelled"},
                                          {"RX 7650 GRE", "RDNA3; RX 7600 is modelled"},
                                          {"RX 9060", "RDNA4; RX 9060 XT is modelled"},
                                          {"RX 9070 GRE", "RDNA4; RX 9070 XT is modelled"},
                                          {"cdna3", "CDNA3; MI300X, MI300A and MI325X are modelled"},
                                          {"PS5 Pro", "RDNA2; PS5 is modelled"},
                                          {"Xbox Series", "RDNA2; Xbox Series X is modelled"},
                                          {"RX 7990", "RDNA3; RX 7900 XTX is modelled"},
                                          {"MI250", "CDNA2; MI210 and MI250X are modelled"},
                                          {"MI300C", "CDNA3; MI300X is modelled"},
                                          {"Intel UHD 630", "Intel Gen 9; HD 530 is modelled"},
                                          {"Arc A770", "Intel Xe; HD 530 is modelled"},
                                          {"HD 630", "Intel Gen 9; HD 530 is modelled"},
                                          {"UHD Graphics 620", "Intel Gen 9; HD 530 is modelled"},
                                          {"Vega 64 LC", "GCN 5; Vega 64 is modelled"},
                                          {"MI350P", "CDNA4; MI355X is modelled"},
                                          {"gfx951", "CDNA4; MI355X is modelled"},
                                          {"5700 XTB", "RDNA; RX 5700 XT is modelled"},
                                          {"6600m", "RDNA2; RX 6600 XT is modelled"},
                                          {"3090", "Ampere; RTX A6000 is modelled"},
                                          {"5090", "Blackwell; H200 is modelled"},
                                          {"sm_60", "Pascal; GTX 1080 is modelled"},
                                          {"sm_75", "Turing; V100 is modelled"},
                                          {"sm_89", "Ada; RTX A6000 is modelled"},
                                          {"sm_100", "Blackwell; H200 is modelled"},
                                          {"GA104", "Ampere; RTX A6000 is modelled"},
                                          {"TU102", "Turing; V100 is modelled"},
                                          {"GK110", "Kepler; GTX 1080 is modelled"},
                                          {"MX450", "Turing; V100 is modelled"},
                                          {"Jetson Orin", "Ampere; RTX A6000 is modelled"},
                                          {"rdna3", "RDNA3; RX 7900 XTX, RX 7600, Radeon 780M and others are modelled"},
                                          {"volta", "Volta; V100 is modelled"},
                                          {"ampere", "Ampere; A100, RTX A6000, A10 and A40 are modelled"},
                                          {"Pascal", "Pascal; GTX 1080 and GTX 1050 3GB are modelled"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        gcnmem_device device = GCNMEM_DEVICE_MI100;
        const gpu_family* family = gpu_family_of(rows[i][0]);
        CHECK(gcnmem_device_find(rows[i][0], &device, NULL) == GCNMEM_ERROR_NAME, "%s", rows[i][0]);
        CHECK_TEXT(rows[i][1], family != NULL ? family->rule : "none", "%s", rows[i][0]);
    }
}

/* What is said to be modelled is. */
static void test_gpus_of_families_are_modelled(void) {
    for (size_t i = 0; i < sizeof gpu_families / sizeof gpu_families[0]; ++i) {
        char cards[128];
        snprintf(cards, sizeof cards, "%s", strstr(gpu_families[i].rule, "; ") + 2);
        *strstr(cards, strstr(cards, " are ") != NULL ? " are modelled" : " is modelled") = 0;
        for (char* card = strtok(cards, ","); card != NULL; card = strtok(NULL, ",")) {
            gcnmem_device device;
            char* other = strstr(card, " and ");
            if (other != NULL) {
                *other = 0;
                CHECK(strcmp(other + 5, "others") == 0 || gcnmem_device_find(other + 5, &device, NULL) == GCNMEM_OK,
                      "%s", other + 5);
            }
            CHECK(gcnmem_device_find(card, &device, NULL) == GCNMEM_OK, "%s", card);
        }
    }
}

/* A letter for a digit is a slip: the family that the name begins like says less than the cards nearest to it. */
static void test_gpus_tell_slips_from_families(void) {
    static const char* const slips[] = {"r9 39ox", "hd 797o", "rx 58o", "gtx 108o", "rtx a600o"};
    static const char* const families[] = {"a10g", "r9 295x2", "rx 560x", "Intel HD Graphics 4000"};
    for (size_t i = 0; i < sizeof slips / sizeof slips[0]; ++i) {
        CHECK(gpu_family_of(slips[i]) == NULL, "%s", slips[i]);
    }
    for (size_t i = 0; i < sizeof families / sizeof families[0]; ++i) {
        CHECK(gpu_family_of(families[i]) != NULL, "%s", families[i]);
    }
}

static void test_gpus_numbers_name_a_card(void) {
    static const char* const rows[][2] = {{"6900 XT", "RX 6900 XT"},
                                          {"6900xt", "RX 6900 XT"},
                                          {"AMD Radeon RX 6700 XT", "RX 6700 XT"},
                                          {"5700 XT", "RX 5700 XT"},
                                          {"Radeon 780M Graphics", "Radeon 780M"},
                                          {"AMD Instinct MI300X", "MI300X"},
                                          {"gfx1201", "RX 9070 XT"},
                                          {"1080", "GTX 1080"},
                                          {"7970", "HD 7970"},
                                          {"5870", "HD 5870"},
                                          {"1050 3gb", "GTX 1050 3GB"}};
    static const char* const none[] = {"6900", "285", "480", "530", "64", "8", "1080 Ti", "GTX 5870", "XT", ""};
    gcnmem_device device;
    gcnmem_issue issue;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        CHECK(gcnmem_device_find(rows[i][0], &device, NULL) == GCNMEM_OK, "%s", rows[i][0]);
        CHECK_TEXT(rows[i][1], gcnmem_device_card(device), "%s", rows[i][0]);
    }
    for (size_t i = 0; i < sizeof none / sizeof none[0]; ++i) {
        CHECK(gcnmem_device_find(none[i], &device, NULL) == GCNMEM_ERROR_NAME, "%s", none[i]);
    }
    CHECK_U64(GCNMEM_ERROR_NAME, gcnmem_device_find("sm_61", &device, &issue), "two chips");
    CHECK_TEXT("GTX 1080 (gp104), GTX 1050 3GB (gp107)", issue.nearest, "those that it means, and no others");
}

/* Those of the documents, by the very names they have there: depth 1, depth 2 and occupancy take them. */
static void test_gpus_of_the_documents(void) {
    static const char* const names[] = {
        "Radeon HD 5870", "GTX 280", "GTX 285",   "GTX 1080", "GTX 1050 3GB", "V100",       "A100",
        "RTX A6000",      "A10",     "A40",       "H200",     "H100",         "RX 6900 XT", "RX 6900 XT WGP",
        "HD 530",         "UHD 600", "R9 Fury X", "R9 290",   "R9 280X",      "R9 380",     "RX 570",
        "RX 590",         "MI25",    "MI60",      "Vega 8",   "W7000",        "R9 390"};
    static const char* const ops[] = {"load_b8",        "load_b32",        "load_b128",        "store_b32",
                                      "atomic_add_b32", "shared_load_b32", "shared_store_b64", "shared_atomic_add_b32"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
        gcnmem_device device;
        gcnmem_shader_needs needs = {0, 24, 0, 64, 0};
        gcnmem_issue issue;
        CHECK(gcnmem_device_find(names[i], &device, &issue) == GCNMEM_OK, "%s", names[i]);
        gcnmem_desc desc = gcnmem_desc_for(device);
        size_t bytes = gcnmem_replay_size_bytes(&desc);
        void* memory = malloc(bytes);
        gcnmem_replay* replay;
        CHECK(gcnmem_replay_init(memory, bytes, &desc, GCNMEM_LEVEL_L1, &replay, NULL) == GCNMEM_OK, "%s", names[i]);
        for (size_t k = 0; k < sizeof ops / sizeof ops[0]; ++k) {
            gcnmem_access access = test_access(ops[k], 16);
            CHECK(gcnmem_access_validate(&desc, &access, NULL) == GCNMEM_OK, "%s, %s", names[i], ops[k]);
            CHECK(gcnmem_cost_wave(&desc, &access).clocks > 0, "%s, %s", names[i], ops[k]);
        }
        gcnmem_access load = test_access("load_b32", 4);
        gcnmem_replay_wave(replay, 0, &load);
        CHECK(gcnmem_replay_finish(replay).clocks > 0, "%s", names[i]);
        CHECK(gcnmem_occupancy_for(&desc, &needs, GCNMEM_RULE_HARDWARE).waves_per_cu > 0, "%s", names[i]);
        free(memory);
    }
}

/* GTX 285's segments, from the rule: the smallest aligned block of 32, 64 or 128 bytes that holds what lanes want. */
static void test_R70_a_segment_is_the_smallest_that_holds_all(void) {
    for (uint32_t first = 0; first < 128; first += 4) {
        for (uint32_t end = first + 4; end <= 128 && end <= first + 64; end += 4) {
            gcnmem_access access = test_access("load_b32", 0);
            uint64_t expected = 32;
            access.exec_mask = (uint64_t)UINT16_MAX;
            for (uint32_t lane = 0; lane < 16; ++lane) {
                access.address[lane] = 4096 + first + lane * 4 % (end - first);
            }
            while (first / expected != (end - 1) / expected) {
                expected *= 2;
            }
            CHECK_U64(expected, test_cost(GCNMEM_DEVICE_GTX_285, &access).bytes_fetched, "bytes %u to %u",
                      (unsigned)first, (unsigned)end - 1);
        }
    }
}

void suite_gpus(void) {
    TEST(test_R69_hd_5870_accesses_of_32_bytes);
    TEST(test_R69_hd_5870_writes);
    TEST(test_R70_gtx_285_segments);
    TEST(test_R70_order_of_lanes_does_not_matter);
    TEST(test_R72_shared_memory_of_16_and_32_banks);
    TEST(test_R72_pairs_of_lanes_share_phases);
    TEST(test_R72_pairs_two_lanes_apart_share_phases);
    TEST(test_R72_gen_9_stores_to_a_bank_take_turns);
    TEST(test_R68_rx_6900_xt_strides);
    TEST(test_R65_R66_R67_ampere_and_hopper);
    TEST(test_R71_hd_530_messages);
    TEST(test_R73_ports_of_shared_memory);
    TEST(test_R75_misses_bring_sectors);
    TEST(test_R32_parts_of_sectors_are_read_before_they_are_written);
    TEST(test_R32_changing_takes_twice_the_time_of_storing);
    TEST(test_R61_a_request_takes_the_time_of_64_bytes_at_least);
    TEST(test_R33_no_stride_misses_channels_of_NVIDIA);
    TEST(test_R16_misses_fetch_blocks);
    TEST(test_R16_a_block_that_is_set_fits_its_line);
    TEST(test_gpus_peaks);
    TEST(test_R74_nvidia_occupancy);
    TEST(test_gpus_rdna2_occupancy);
    TEST(test_R76_latency_follows_the_set);
    TEST_LONG(test_R81_a_run_finds_each_level);
    TEST(test_R76_a_run_crosses_halves);
    TEST(test_R69_hd_5870_complete_path);
    TEST(test_R81_replay_shares_gl1);
    TEST_LONG_SANITIZED(test_l2_reads_as_fast_as_measured);
    TEST(test_R86_replay_keeps_dies_apart);
    TEST(test_R86_groups_go_round_the_dies);
    TEST(test_R86_dies_are_alike);
    TEST(test_R64_more_lanes_cost_no_less);
    TEST(test_gpus_refuse_what_they_lack);
    TEST(test_gcn_refuses_what_other_generations_have);
    TEST(test_gpus_not_modelled_name_their_family);
    TEST(test_gpus_of_families_are_modelled);
    TEST(test_gpus_tell_slips_from_families);
    TEST(test_gpus_numbers_name_a_card);
    TEST(test_gpus_of_the_documents);
    TEST(test_R70_a_segment_is_the_smallest_that_holds_all);
}
