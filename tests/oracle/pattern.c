/* pattern.c -- random @mem expressions: a run that evaluates them its own quick ways, all lanes of a wave at once or
   lane 0 and the distances of the others, against the same run given what gcnmem_expr_lanes says of each wave */
#include "oracle.h"

#include "../unit/job.h"

#define ROUNDS 600
#define TEXT_MAX 400

typedef struct writer {
    test_random random;
    size_t length;
    char text[TEXT_MAX];
} writer;

static void put(writer* out, const char* word) {
    int bytes = snprintf(out->text + out->length, TEXT_MAX - out->length, "%s", word);
    CHECK(bytes >= 0 && out->length + (size_t)bytes < TEXT_MAX, "'%s' is too long", out->text);
    out->length += (size_t)bytes;
}

static void put_value(writer* out) {
    static const char* const names[] = {"lane",
                                        "lane",
                                        "wave",
                                        "group",
                                        "iter",
                                        "x",
                                        "y",
                                        "rand(64K)",
                                        "hash(iter+7)",
                                        "chase(1M,seed=2)",
                                        "stride(12)",
                                        "tile(40,24,4)",
                                        "hitrate(50)"};
    char number[32];
    if (test_random_below(&out->random, 2)) {
        put(out, names[test_random_below(&out->random, sizeof names / sizeof names[0])]);
    } else {
        uint64_t bits = 1 + test_random_below(&out->random, test_random_below(&out->random, 4) ? 12 : 32);
        uint64_t value = test_random_next(&out->random) >> (64 - bits);
        value = test_random_below(&out->random, 3) ? value : UINT64_C(1) << (bits - 1);
        snprintf(number, sizeof number, "%" PRIu64, value);
        put(out, number);
    }
}

/* Deeper on the right as well as on the left, so that stacks of more than a few values occur. */
static void put_expression(writer* out, uint64_t depth) {
    static const char* const binary[] = {"+", "+",  "+",  "*", "*", "-", "/",  "%",  "%",
                                         "&", "<<", ">>", "^", "|", "<", "==", "&&", "||"};
    static const char* const unary[] = {"-", "~", "!"};
    uint64_t kind = depth > 0 ? test_random_below(&out->random, 12) : 0;
    if (kind == 0) {
        put_value(out);
        return;
    }
    put(out, kind == 1 ? unary[test_random_below(&out->random, 3)] : "");
    put(out, "(");
    put_expression(out, depth - 1);
    if (kind == 2) {
        put(out, "?");
        put_expression(out, depth - 1);
        put(out, ":");
        put_expression(out, depth - 1);
    } else if (kind > 2) {
        put(out, binary[test_random_below(&out->random, sizeof binary / sizeof binary[0])]);
        put_expression(out, test_random_below(&out->random, depth));
    }
    put(out, ")");
}

/* What shaders do: a walk or a hash over a table, by lane, wave and trip. Returns the lines of the table. */
static uint64_t put_table(writer* out) {
    uint64_t lines = UINT64_C(1) << test_random_below(&out->random, 12);
    char text[TEXT_MAX];
    snprintf(text, sizeof text, "(lane*%" PRIu64 " + wave*%" PRIu64 " %c iter*%" PRIu64 ") %% %" PRIu64 " * 64",
             test_random_below(&out->random, 3) ? test_random_below(&out->random, 9) : UINT64_C(0x9e3779b1),
             test_random_next(&out->random) % 100000, test_random_below(&out->random, 2) ? '+' : '^',
             test_random_next(&out->random) % 100000, lines);
    put(out, text);
    return lines;
}

/* ---- addresses lane by lane ---- */

#define TABLE_LINES 2048

typedef struct by_lane {
    const gcnmem_desc* desc;
    gcnmem_op op;
    gcnmem_expr expr;
    uint32_t group_waves;
    uint32_t failed; /* accesses with a lane that divides by zero */
    uint64_t clocks; /* of all waves, as depth 1 counts them the plain way */
    uint64_t lines;
    unsigned char is_touched[TABLE_LINES];
} by_lane;

static int answer(void* user_data, const gcnmem_run_query* query, uint64_t* out_address, uint64_t* out_mask) {
    by_lane* a = (by_lane*)user_data;
    gcnmem_access access = gcnmem_access_for(&a->op);
    gcnmem_expr_inputs inputs;
    gcnmem_cost cost;
    uint32_t lane;
    memset(&inputs, 0, sizeof inputs);
    inputs.wave = query->group * a->group_waves + query->wave;
    inputs.group = query->group;
    inputs.iter = query->iter[0];
    inputs.insn = query->insn;
    a->failed += gcnmem_expr_lanes(&a->expr, &inputs, *out_mask, out_address, NULL) != GCNMEM_OK;
    for (lane = 0; lane < GCNMEM_LANES; ++lane) {
        access.address[lane] = out_address[lane];
        a->is_touched[out_address[lane] / 64 % TABLE_LINES] |= *out_mask >> lane & 1;
    }
    if (a->op.unit == GCNMEM_UNIT_IMAGE) { /* depth 1 asks for texels */
        return 1;
    }
    access.exec_mask = *out_mask;
    cost = gcnmem_cost_wave(a->desc, &access);
    a->clocks += cost.clocks;
    a->lines += a->op.unit == GCNMEM_UNIT_LDS ? 0 : cost.l1_lines;
    return 1;
}

/* ---- the same run twice ---- */

static void finish(job* j, gcnmem_run_address_fn address_fn, void* user_data, gcnmem_run_state expected) {
    gcnmem_run_hooks hooks = {address_fn, NULL, NULL, user_data};
    if (job_start(j)) {
        CHECK(gcnmem_run_advance(j->run, UINT64_MAX, &hooks) == expected, "not state %d: %.*s", (int)expected,
              (int)j->text_bytes, j->text);
        j->result = gcnmem_run_result_of(j->run);
    }
}

static void compare(const job* expected, const job* got, const char* what) {
    const gcnmem_run_result* e = &expected->result;
    const gcnmem_run_result* g = &got->result;
    uint32_t i;
    CHECK_U64(e->clocks, g->clocks, "clocks of %s", what);
    CHECK_U64(e->bytes_requested, g->bytes_requested, "bytes of %s", what);
    CHECK_U64(e->l1_bytes, g->l1_bytes, "L1 bytes of %s", what);
    CHECK_U64(e->l2_bytes, g->l2_bytes, "L2 bytes of %s", what);
    CHECK_U64(e->dram_bytes, g->dram_bytes, "DRAM bytes of %s", what);
    CHECK_U64(e->dram.row_hits, g->dram.row_hits, "row hits of %s", what);
    for (i = 0; i < GCNMEM_SERVED_END; ++i) {
        CHECK_U64(e->served[i], g->served[i], "served by %s, %s", gcnmem_name_of(GCNMEM_NAMES_SERVED, i), what);
    }
    for (i = 0; i < expected->listing->insn_count; ++i) {
        gcnmem_run_insn_stats a = gcnmem_run_insn_of(expected->run, i);
        gcnmem_run_insn_stats b = gcnmem_run_insn_of(got->run, i);
        CHECK_U64(a.unit_clocks, b.unit_clocks, "unit clocks of instruction %" PRIu32 ", %s", i, what);
        CHECK_U64(a.lines, b.lines, "lines of instruction %" PRIu32 ", %s", i, what);
    }
}

/* Against depth 1, and, of loads from a table that fits in L2, against the lines that were ever asked for. */
static void compare_plain(const by_lane* expected, const job* got, uint64_t table_lines, const char* what) {
    gcnmem_run_insn_stats stats = gcnmem_run_insn_of(got->run, 1);
    uint64_t touched = 0;
    uint32_t i;
    CHECK_U64(expected->clocks, stats.unit_clocks, "unit clocks of depth 1, %s", what);
    CHECK_U64(expected->lines, stats.lines, "lines of depth 1, %s", what);
    for (i = 0; i < TABLE_LINES; ++i) {
        touched += expected->is_touched[i];
    }
    if (table_lines != 0 && expected->op.action == GCNMEM_ACTION_LOAD && expected->op.unit != GCNMEM_UNIT_LDS) {
        CHECK_U64(touched * 64, got->result.dram_bytes, "bytes of the table's lines, %s", what);
    }
}

static void check_expression(writer* out, const char* op, uint64_t table_lines) {
    static const gcnmem_device devices[] = {GCNMEM_DEVICE_R9_390X, GCNMEM_DEVICE_VEGA_64, GCNMEM_DEVICE_MI100};
    gcnmem_device device = devices[test_random_below(&out->random, 3)];
    char text[TEXT_MAX + 300];
    char name[40];
    by_lane lanes;
    job runs[2];
    int i;
    memset(&lanes, 0, sizeof lanes);
    snprintf(text, sizeof text,
             "; NumVgprs: 24\n; NumSgprs: 16\n\ts_movk_i32 s8, 3\nnext: ; @trip 3\n\t%s ; @mem %s\n"
             "\ts_waitcnt vmcnt(0) & lgkmcnt(0)\n\ts_sub_u32 s8, s8, 1\n\ts_cbranch_scc1 next\n\ts_endpgm\n",
             op, out->text);
    if (gcnmem_expr_compile(out->text, out->length, &lanes.expr, NULL) != GCNMEM_OK) {
        return; /* more steps than an expression may have */
    }
    for (i = 0; i < 2; ++i) {
        runs[i] = job_new(device, text);
        runs[i].options.cu_count = 2;
        runs[i].options.groups = 7;
        runs[i].options.group_lanes = 100;
    }
    snprintf(name, sizeof name, "%.*s", (int)strcspn(op, " "), op);
    gcnmem_op_find(name, &lanes.op, NULL);
    lanes.desc = &runs[0].desc;
    lanes.group_waves = 2;
    finish(&runs[0], answer, &lanes, GCNMEM_RUN_DONE);
    finish(&runs[1], NULL, NULL, lanes.failed != 0 ? GCNMEM_RUN_FAILED : GCNMEM_RUN_DONE);
    if (lanes.failed == 0 && runs[0].run && runs[1].run) {
        compare(&runs[0], &runs[1], text);
        if (lanes.op.unit != GCNMEM_UNIT_IMAGE) {
            compare_plain(&lanes, &runs[1], table_lines, text);
        }
    }
    job_end(&runs[0]);
    job_end(&runs[1]);
}

static void test_pattern_equals_expr(void) {
    static const char* const ops[] = {"buffer_load_dword v1, v0, s[0:3], 0 offen",
                                      "buffer_load_ubyte v1, v0, s[0:3], 0 offen",
                                      "buffer_load_dwordx4 v[1:4], v0, s[0:3], 0 offen",
                                      "buffer_store_dword v1, v0, s[0:3], 0 offen",
                                      "buffer_store_short v1, v0, s[0:3], 0 offen",
                                      "flat_load_dword v1, v[2:3]",
                                      "buffer_atomic_add v1, v0, s[0:3], 0 offen",
                                      "image_load v[0:2], v[0:1], s[0:7] dmask:0x7 unorm",
                                      "image_sample v[0:3], v[0:1], s[0:7], s[8:11] dmask:0xf",
                                      "image_store v[0:3], v[0:1], s[0:7] dmask:0xf unorm",
                                      "ds_read_b32 v1, v0"};
    writer out;
    uint32_t i;
    out.random = test_random_start(53);
    for (i = 0; i < test_rounds(ROUNDS / (JOB_IS_SLOW ? 10 : 1)); ++i) {
        out.length = 0;
        out.text[0] = 0;
        if (i % 2) {
            put_expression(&out, 1 + test_random_below(&out.random, 4));
        }
        check_expression(&out, ops[i / 2 % (sizeof ops / sizeof ops[0])], out.length ? 0 : put_table(&out));
    }
}

void suite_oracle_pattern(void) {
    TEST(test_pattern_equals_expr);
}
