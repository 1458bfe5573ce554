/* Any bytes as a trace, or as a machine: what can be read is replayed, and counters add up. Input: a byte that chooses
   what to read, one that chooses the machine, then lines. */
#include "fuzz.h"

static void try_machine(const char* text, size_t bytes) {
    fuzz_report report = {0, 0, 0, 0, 1};
    gcnmem_desc desc;
    gcnmem_issue issue;
    gcnmem_result result = gcnmem_desc_read(text, bytes, &desc, &issue);
    fuzz_check_issue(result, &issue, bytes);
    if (result == GCNMEM_OK) {
        fuzz_check_issue(gcnmem_desc_validate(&desc, &issue), &issue, 0);
        MUST(gcnmem_report_desc(&desc, GCNMEM_STYLE_TEXT, fuzz_write, &report) == report.bytes);
    }
}

/* A line that is refused leaves the reader as it was. */
static void try_line(const gcnmem_desc* desc, gcnmem_trace* trace, const char* line, size_t bytes) {
    gcnmem_trace before = *trace;
    gcnmem_trace_line told;
    gcnmem_issue issue;
    gcnmem_result result = gcnmem_trace_read(trace, line, bytes, &told, &issue);
    fuzz_check_issue(result, &issue, bytes);
    if (result != GCNMEM_OK) {
        MUST(memcmp(&before, trace, sizeof(before)) == 0);
    } else if (told.kind == GCNMEM_TRACE_WAVE && gcnmem_access_validate(desc, &told.access, NULL) == GCNMEM_OK) {
        gcnmem_cost cost = gcnmem_cost_wave(desc, &told.access);
        MUST(cost.clocks >= cost.best_clocks);
    }
}

static void check_sums(const gcnmem_replay_stats* s) {
    MUST(s->l1.hits + s->l1.misses == s->l1.reads + s->l1.writes);
    MUST(s->l2.hits + s->l2.misses == s->l2.reads + s->l2.writes);
    MUST(s->dram.row_hits + s->dram.row_misses + s->dram.row_conflicts == s->dram.reads + s->dram.writes);
}

static void try_trace(fuzz_input* in, const gcnmem_desc* desc, uint32_t how) {
    char line[1200];
    gcnmem_op op;
    gcnmem_issue issue;
    gcnmem_replay* replay;
    size_t bytes = gcnmem_replay_size_bytes(desc);
    void* memory = fuzz_allocate(bytes);
    gcnmem_replay_stats stats;
    (void)gcnmem_op_find("load_b32", &op, NULL);
    gcnmem_trace trace = gcnmem_trace_for(desc, (how & 8) != 0 ? &op : NULL);
    trace.has_lds = how >> 4 & 1;
    MUST(gcnmem_replay_init(memory, bytes, desc, (gcnmem_level)(how % 5), &replay, &issue) == GCNMEM_OK);
    for (int i = 0; i < 100 && in->left > 0; ++i) {
        size_t length = strlen(fuzz_line(in, line, sizeof(line)));
        char* exact = (char*)fuzz_allocate(length + 1);
        memcpy(exact + 1, line, length);
        try_line(desc, &trace, exact + 1, length);
        fuzz_check_issue(gcnmem_replay_line(replay, exact + 1, length, &issue), &issue, length);
        free(exact);
    }
    stats = gcnmem_replay_finish(replay);
    check_sums(&stats);
    free(memory);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    fuzz_input in = {data, size};
    uint32_t how = fuzz_byte(&in);
    gcnmem_desc desc = gcnmem_desc_for((gcnmem_device)(1 + fuzz_below(&in, GCNMEM_DEVICE_END - 1)));
    if (how % 8 == 7) {
        try_machine((const char*)in.data, in.left);
    } else {
        desc = gcnmem_run_scaled_desc(&desc, 2);
        try_trace(&in, &desc, how);
    }
    return 0;
}
