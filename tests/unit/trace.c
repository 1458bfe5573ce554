/* trace.c -- lines of traces: addresses as they are, this project's, NVBit's mem_trace and Accel-Sim's (the form of its
   README and its parser) */
#include "test.h"

#include <stdlib.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static gcnmem_trace reader(const char* op_name) {
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_VEGA_64);
    gcnmem_op op;
    gcnmem_trace trace = gcnmem_trace_for(&desc, NULL);
    trace.has_lds = 1;
    if (op_name != NULL) {
        CHECK(gcnmem_op_find(op_name, &op, NULL) == GCNMEM_OK, "%s", op_name);
        trace = gcnmem_trace_for(&desc, &op);
    }
    return trace;
}

static gcnmem_trace_line read_line(gcnmem_trace* trace, const char* text) {
    gcnmem_trace_line line;
    gcnmem_issue issue = {"", "", 0, 0, 0, 0, 0};
    CHECK(gcnmem_trace_read(trace, text, strlen(text), &line, &issue) == GCNMEM_OK, "\"%s\" column %u: %s", text,
          (unsigned)issue.column, issue.rule);
    return line;
}

static void test_addresses_as_they_are(void) {
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_VEGA_64);
    gcnmem_access access = test_access("load_b32", 0);
    gcnmem_issue issue;
    const char* text = "16, 0x20 ,-,0";
    CHECK(gcnmem_trace_addresses(&desc, &access, text, strlen(text), &issue) == GCNMEM_OK, "%s", text);
    CHECK_U64(0xb, access.exec_mask, "%s", text);
    CHECK_U64(16, access.address[0], "%s", text);
    CHECK_U64(32, access.address[1], "%s", text);
    CHECK_U64(0, access.address[3], "%s", text);
}

static void test_addresses_that_are_wrong_name_their_column(void) {
    static const struct {
        const char* text;
        uint32_t column;
        const char* rule;
    } rows[] = {{"", 1, "needs lane addresses"},
                {"0,4,8x", 5, "needs lane addresses"},
                {"0,,4", 3, "needs lane addresses"},
                {"0 4", 3, "comma"},
                {"0,-4", 4, "comma"},
                {"-,-,-", 1, "without an active lane"},
                {"0,99999999999999999999", 3, "needs lane addresses"}};
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_VEGA_64);
    gcnmem_access access = test_access("load_b32", 0);
    gcnmem_issue issue;
    char many[400] = "0";
    for (size_t i = 0; i < COUNT(rows); ++i) {
        CHECK(gcnmem_trace_addresses(&desc, &access, rows[i].text, strlen(rows[i].text), &issue) == GCNMEM_ERROR_SYNTAX,
              "\"%s\"", rows[i].text);
        CHECK_U64(rows[i].column, issue.column, "\"%s\"", rows[i].text);
        CHECK(strstr(issue.rule, rows[i].rule) != NULL, "\"%s\": %s", rows[i].text, issue.rule);
    }
    for (uint32_t i = 1; i < 64; ++i) {
        strcat(many, ",8");
    }
    CHECK(gcnmem_trace_addresses(&desc, &access, many, strlen(many), &issue) == GCNMEM_OK, "64 lanes: %s", issue.rule);
    strcat(many, ",8");
    CHECK(gcnmem_trace_addresses(&desc, &access, many, strlen(many), &issue) == GCNMEM_ERROR_SYNTAX, "65 lanes");
    CHECK(strstr(issue.rule, "lane addresses") != NULL && issue.limit == 64, "%s", issue.rule);
    access = test_access("s_load_b32", 0);
    CHECK(gcnmem_trace_addresses(&desc, &access, "0,4", 3, &issue) == GCNMEM_ERROR_SYNTAX,
          "a scalar load has one address");
}

/* A lane that the device's waves lack is refused, not dropped; it may be said to be off. */
static void test_addresses_beyond_the_wave_are_refused(void) {
    static const gcnmem_device devices[] = {GCNMEM_DEVICE_RX_6900_XT, GCNMEM_DEVICE_H200, GCNMEM_DEVICE_HD_530};
    for (size_t i = 0; i < COUNT(devices); ++i) {
        gcnmem_desc desc = gcnmem_desc_for(devices[i]);
        gcnmem_trace trace = gcnmem_trace_for(&desc, NULL);
        gcnmem_access access = test_access("load_b32", 0);
        gcnmem_trace_line line;
        gcnmem_issue issue;
        char text[400] = "load_b32 cu=0 0";
        for (uint32_t lane = 1; lane < 64; ++lane) {
            int is_on = lane < desc.wave_lanes;
            strcat(text, is_on ? ",8" : ",-");
        }
        CHECK(gcnmem_trace_read(&trace, text, strlen(text), &line, &issue) == GCNMEM_OK, "%s: %s", text, issue.rule);
        CHECK(gcnmem_trace_addresses(&desc, &access, text + 14, strlen(text) - 14, &issue) == GCNMEM_OK, "%s", text);
        text[strlen(text) - 1] = '8';
        CHECK(gcnmem_trace_read(&trace, text, strlen(text), &line, &issue) == GCNMEM_ERROR_SYNTAX, "%s", text);
        CHECK_U64(strlen(text), issue.column, "%s", text);
        CHECK_U64(desc.wave_lanes, issue.limit, "%s: %s", text, issue.rule);
        CHECK(gcnmem_trace_addresses(&desc, &access, text + 14, strlen(text) - 14, &issue) == GCNMEM_ERROR_SYNTAX, "%s",
              text);
    }
}

/* Addresses and the expression that gives them are the same access. */
static void test_addresses_cost_what_the_expression_costs(void) {
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_VEGA_64);
    static const uint64_t steps[] = {4, 8, 12, 64, 256, 260};
    for (size_t i = 0; i < COUNT(steps); ++i) {
        gcnmem_access by_step = test_access("load_b32", steps[i]);
        gcnmem_access by_text = test_access("load_b32", 0);
        gcnmem_cost a, b;
        char text[1024];
        int used = 0;
        for (uint32_t lane = 0; lane < 64; ++lane) {
            used +=
                snprintf(text + used, sizeof text - (size_t)used, "%s%u", lane ? "," : "", (unsigned)(lane * steps[i]));
        }
        CHECK(gcnmem_trace_addresses(&desc, &by_text, text, strlen(text), NULL) == GCNMEM_OK, "%s", text);
        a = test_cost(GCNMEM_DEVICE_VEGA_64, &by_step);
        b = test_cost(GCNMEM_DEVICE_VEGA_64, &by_text);
        CHECK(memcmp(&a, &b, sizeof a) == 0, "step %u", (unsigned)steps[i]);
    }
}

static void test_lines_that_are_addresses_alone(void) {
    gcnmem_trace trace = reader("shared_load_b64");
    gcnmem_trace none = reader(NULL);
    gcnmem_trace_line line = read_line(&trace, "0,8,-,24 # four lanes");
    gcnmem_issue issue;
    CHECK(line.kind == GCNMEM_TRACE_WAVE && line.access.exec_mask == 0xb, "kind %d", (int)line.kind);
    CHECK_TEXT("shared_load_b64", line.access.op.name, "of the reader");
    line = read_line(&trace, "-,0x10");
    CHECK_U64(2, line.access.exec_mask, "begins with a lane that is off");
    line = read_line(&trace, "global_load_b32 cu=3 0,4");
    CHECK(line.cu == 3 && strcmp(line.access.op.name, "global_load_b32") == 0, "the line's own instruction");
    CHECK(read_line(&trace, "  # nothing").kind == GCNMEM_TRACE_NOTHING, "a comment");
    CHECK(gcnmem_trace_read(&none, "0,8", 3, &line, &issue) == GCNMEM_ERROR_SYNTAX, "of no instruction");
    CHECK(gcnmem_trace_read(&trace, "-,-", 3, &line, &issue) == GCNMEM_ERROR_SYNTAX, "an empty wave");
}

/* Accel-Sim's README: PC mask dest_num [reg_dests] opcode src_num [reg_srcs] mem_width [compress mem_addresses] */
static void test_accel_sim_instructions(void) {
    static const struct {
        const char* text;
        const char* op; /* NULL: no memory */
        uint64_t mask;
        uint64_t first, second, last;
    } rows[] = {
        {"0008 ffffffff 1 R1 LDG.E.SYS 1 R2 4 1 0x7f0000000000 4", "load_b32", UINT32_MAX, 0x7f0000000000,
         0x7f0000000004, 0x7f000000007c},
        {"a008 0000000f 1 R1 LDG.E.64.SYS 1 R2 8 0 7f10 0x7f00 10 0", "load_b64", 15, 0x7f10, 0x7f00, 0},
        {"0008 00000f00 1 R1 LDG.E.128 1 R2 16 1 0x1000 -16", "load_b128", 0xf00, 0x1000, 0xff0, 0xfd0},
        {"0008 00000105 1 R1 LDG.E 1 R2 4 2 0x1000 64 -32", "load_b32", 0x105, 0x1000, 0x1040, 0x1020},
        {"0008 ffffffff 0 STG.E 2 R2 R4 1 1 0x0 1", "store_b8", UINT32_MAX, 0, 1, 31},
        {"0008 ffffffff 1 R0 LDS.U.128 1 R2 16 1 0x0 16", "shared_load_b128", UINT32_MAX, 0, 16, 496},
        {"0008 ffffffff 0 STS 2 R0 R6 4 1 0x0 0", "shared_store_b32", UINT32_MAX, 0, 0, 0},
        {"0008 ffffffff 0 RED.E.ADD 2 R0 R6 4 1 0x40 4", "atomic_add_b32", UINT32_MAX, 0x40, 0x44, 0xbc},
        {"0008 ffffffff 1 R0 ATOMG.E.CAS.64 2 R0 R6 8 1 0x40 8", "global_atomic_cmpswap_b64", UINT32_MAX, 0x40, 0x48,
         0x138},
        {"0008 ffffffff 1 R0 ATOMS.ADD 2 R0 R6 4 1 0x40 4", "shared_atomic_add_b32", UINT32_MAX, 0x40, 0x44, 0xbc},
        {"0008 00000003 1 R1 LD.E 1 R2 4 1 0x1000 4", "load_b32", 3, 0x1000, 0x1004, 0x1004},
        {"3 2 1 7 0008 00000003 1 R1 LDG.E 1 R2 4 1 0x1000 4", "load_b32", 3, 0x1000, 0x1004, 0x1004},
        {"0008 00000000 1 R1 LDG.E 1 R2 4 0", "load_b32", 0, 0, 0, 0},
        {"0000 ffffffff 1 R1 IMAD.MOV.U32 2 R255 R255 0", NULL, 0, 0, 0, 0},
        {"0000 ffffffff 0 EXIT 0 0", NULL, 0, 0, 0, 0}};
    for (size_t i = 0; i < COUNT(rows); ++i) {
        gcnmem_trace trace = reader(NULL);
        gcnmem_trace_line line = read_line(&trace, rows[i].text);
        uint64_t seen[3] = {0, 0, 0};
        uint32_t count = 0;
        CHECK_U64(rows[i].op != NULL ? GCNMEM_TRACE_WAVE : GCNMEM_TRACE_NOTHING, line.kind, "%s", rows[i].text);
        if (line.kind != GCNMEM_TRACE_WAVE || rows[i].op == NULL) {
            continue;
        }
        CHECK_TEXT(rows[i].op, line.access.op.name, "%s", rows[i].text);
        CHECK_U64(rows[i].mask, line.access.exec_mask, "%s", rows[i].text);
        for (uint32_t lane = 0; lane < 64; ++lane) {
            if ((line.access.exec_mask >> lane & 1) != 0) {
                seen[count < 2 ? count : 2] = line.access.address[lane];
                seen[2] = line.access.address[lane];
                ++count;
            }
        }
        CHECK_U64(rows[i].first, seen[0], "%s", rows[i].text);
        CHECK_U64(rows[i].second, seen[1], "%s", rows[i].text);
        CHECK_U64(rows[i].last, seen[2], "%s", rows[i].text);
        CHECK_U64(i == 11 ? 6 : 0, line.cu, "%s", rows[i].text);
    }
}

/* Blocks say where what follows happens. */
static void test_accel_sim_headers(void) {
    static const char* const headers[] = {"-kernel name = _Z6reducePfS_",
                                          "-grid dim = (64,1,1)",
                                          "-binary version = 70",
                                          "",
                                          "#traces format = PC mask dest_num",
                                          "#BEGIN_TB",
                                          "thread block = 60,5,3",
                                          "warp = 0",
                                          "insts = 87"};
    gcnmem_trace trace = reader(NULL);
    for (size_t i = 0; i < COUNT(headers); ++i) {
        CHECK(read_line(&trace, headers[i]).kind == GCNMEM_TRACE_NOTHING, "%s", headers[i]);
    }
    CHECK_U64((60 + 5 + 3) % 64, read_line(&trace, "0008 00000001 1 R1 LDG.E 1 R2 4 1 0x0 0").cu, "of 64 CUs");
}

static void test_mem_trace(void) {
    gcnmem_trace trace = reader(NULL);
    char text[2000] = "MEMTRACE: CTX 0x000055d2a3b0c7d0 - grid_launch_id 0 - CTA 2,1,0 - warp 3 - LDG.E.64.SYS -";
    gcnmem_trace_line line;
    for (uint32_t lane = 0; lane < 32; ++lane) {
        snprintf(text + strlen(text), sizeof text - strlen(text), " 0x%016x", lane < 16 ? 0x7000 + lane * 8 : 0);
    }
    strcat(text, " ");
    line = read_line(&trace, text);
    CHECK_U64(GCNMEM_TRACE_WAVE, line.kind, "%s", text);
    CHECK_TEXT("load_b64", line.access.op.name, "%s", text);
    CHECK_U64(0xffff, line.access.exec_mask, "address 0: the lane is off");
    CHECK_U64(0x7078, line.access.address[15], "%s", text);
    CHECK_U64(3, line.cu, "2 + 1 + 0");
    strcat(text, "0x1");
    gcnmem_issue issue;
    CHECK(gcnmem_trace_read(&trace, text, strlen(text), &line, &issue) == GCNMEM_ERROR_SYNTAX, "33 addresses");
    CHECK_TEXT("has more than {limit} addresses", issue.rule, "33 addresses");
    line =
        read_line(&trace, "MEMTRACE: CTX 0x000055d2a3b0c7d0 - LAUNCH - Kernel pc 0x7f - Kernel name f(int) - nregs 1");
    CHECK_U64(GCNMEM_TRACE_NOTHING, line.kind, "a launch");
}

/* A run costs a word that is not in the vocabulary by its prefix; nobody else writes one. */
static void test_R50_words_that_a_run_guessed(void) {
    gcnmem_trace trace = reader(NULL);
    gcnmem_trace_line line = read_line(&trace, "global_load_foo cu=0 wave=0 insn=1 status=default 0,4");
    gcnmem_issue issue;
    CHECK_U64(GCNMEM_TRACE_WAVE, line.kind, "of a run");
    CHECK(gcnmem_trace_read(&trace, "global_load_foo 0,4", 19, &line, &issue) == GCNMEM_ERROR_SYNTAX, "of others");
}

/* An image of a run is none of those whose prices are asked for: its policy goes with it. */
static void test_R31_a_policy_is_of_one_line(void) {
    gcnmem_trace trace = reader(NULL);
    read_line(&trace, "# policy=glc");
    CHECK_U64(GCNMEM_TRACE_NOTHING, read_line(&trace, "image_load cu=0 wave=0 insn=1 status=given 0,4").kind, "image");
    CHECK_U64(0, read_line(&trace, "buffer_load_dword 0,4").access.policy, "behind the image");
}

/* R31: a replay gives L1 what the instructions of a run told it, each for its own line. */
static void test_R31_policies_of_a_run(void) {
    static const struct {
        const char* policy;
        uint32_t bits;
        uint64_t misses; /* of L1, of three times the same line, the last without a policy */
    } rows[] = {{"# as it is", 0, 1},
                {"# policy=glc", GCNMEM_POLICY_GLC, 3},
                {"# policy=slc", GCNMEM_POLICY_SLC, 3},
                {"# policy=glc,slc\n", GCNMEM_POLICY_GLC | GCNMEM_POLICY_SLC, 3}};
    static const char* const text = "buffer_load_dword cu=1 group=0,0,0 wave=0 insn=8 status=given 4096,4100,-,4108";
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_FURY_X);
    for (size_t i = 0; i < COUNT(rows); ++i) {
        const char* lines[] = {rows[i].policy, text, rows[i].policy, text, text};
        size_t bytes = gcnmem_replay_size_bytes(&desc);
        void* memory = malloc(bytes);
        gcnmem_replay* replay = NULL;
        gcnmem_issue issue;
        gcnmem_trace reads = reader(NULL);
        read_line(&reads, rows[i].policy);
        CHECK_U64(rows[i].bits, read_line(&reads, text).access.policy, "%s", rows[i].policy);
        CHECK_U64(0, read_line(&reads, text).access.policy, "behind %s", rows[i].policy);
        CHECK(gcnmem_replay_init(memory, bytes, &desc, GCNMEM_LEVEL_L1, &replay, &issue) == GCNMEM_OK, "%s", text);
        for (size_t k = 0; k < COUNT(lines); ++k) {
            CHECK(gcnmem_replay_line(replay, lines[k], strlen(lines[k]), &issue) == GCNMEM_OK, "%s", lines[k]);
        }
        CHECK_U64(rows[i].misses, gcnmem_replay_finish(replay).l1.misses, "%s", rows[i].policy);
        free(memory);
    }
}

/* Images of a run's trace move lines, but have no price without their texels. */
static void test_images_of_a_run(void) {
    static const struct {
        const char* name;
        gcnmem_action action;
    } rows[] = {{"image_sample_lz", GCNMEM_ACTION_LOAD},
                {"image_load", GCNMEM_ACTION_LOAD},
                {"image_store", GCNMEM_ACTION_STORE},
                {"image_atomic_add", GCNMEM_ACTION_ATOMIC}};
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_VEGA_64);
    for (size_t i = 0; i < COUNT(rows); ++i) {
        gcnmem_trace of_replay = gcnmem_trace_for(&desc, NULL);
        gcnmem_trace of_cost = reader(NULL);
        char text[128];
        snprintf(text, sizeof text, "%s cu=3 group=0,0,0 wave=0 insn=8 status=assumed 4294967296,-,4294967420",
                 rows[i].name);
        gcnmem_trace_line line = read_line(&of_replay, text);
        CHECK(line.kind == GCNMEM_TRACE_WAVE && line.access.op.action == rows[i].action, "%s", text);
        CHECK(line.access.op.unit == GCNMEM_UNIT_BUFFER && line.cu == 3, "%s", text);
        CHECK_U64(5, line.access.exec_mask, "%s", text);
        CHECK_U64(4294967420u, line.access.address[2], "%s", text);
        CHECK(read_line(&of_cost, text).kind == GCNMEM_TRACE_NOTHING, "%s", text);
    }
}

/* What is not clear is refused, with the column, and the reader does not change. */
static void test_lines_of_others_that_are_refused(void) {
    static const struct {
        const char* text;
        const char* rule;
    } rows[] = {{"0008 ffffffff 1 R1 LDG.E 1 R2 4", "needs a way to write addresses"},
                {"0008 ffffffff 1 R1 LDG.E 1 R2 4 3 0x0 4", "needs a way to write addresses"},
                {"0008 00000003 1 R1 LDG.E 1 R2 4 0x1000 0x1004", "needs a way to write addresses"},
                {"0008 00000005 1 R1 LDG.E 1 R2 4 1 0x0 4", "not side by side"},
                {"0008 0000000f 1 R1 LDG.E 1 R2 4 0 0x0 0x4 0x8", "for each active lane"},
                {"0008 00000003 1 R1 LDG.E 1 R2 4 0 0x0 0x4 0x8", "more addresses than active lanes"},
                {"0008 0000000f 1 R1 LDG.E 1 R2 4 2 0x0 4 4", "needs a step"},
                {"0008 00000001 1 R1 LDG.E 1 R2 4 0 zz", "for each active lane"},
                {"0008 00000001 1 R1 LDG.E 1 R2 3 0 0x0", "access of {value} bytes by none of"},
                {"0008 00000001 1 R1 LDL 1 R2 4 0 0x0", "access of {value} bytes by none of"},
                {"0008 00000001 1 R1 LDC 1 R2 4 0 0x0", "access of {value} bytes by none of"},
                {"0008 00000001 1 R1 LDGSTS.E 1 R2 4 0 0x0", "access of {value} bytes by none of"},
                {"0008 00000001 1 R1 MOV 1 R2 0 0x0", "width of 0 bytes"},
                {"0008 fffffffff 1 R1 LDG.E 1 R2 4 1 0x0 4", "starts with R, W"},
                {"0008 ffffffff 2 R1 LDG.E 1 R2 4 1 0x0 4", "starts with R, W"},
                {"thread block = 0,0", "starts with R, W"},
                {"MEMTRACE: CTX 0x1 - CTA 0,0,0 - warp 0", "ends before an opcode"},
                {"MEMTRACE: CTX 0x1 - CTA 0,0,0 - warp 0 - LDG.E - 0x1 0x2", "needs {limit} addresses"},
                {"MEMTRACE: CTX 0x1 - CTA 0,0 - warp 0 - LDG.E - 0x1", "has a field that is none of"},
                {"MEMTRACE: CTX 0x1 - CTA 0,0,0 - warp 0 - UBLKCP - 0x1", "has a field that is none of"},
                {"MEMTRACE: CTX 0x1 - block 0,0,0 - warp 0 - LDG.E - 0x1", "has a field that is none of"},
                {"NVBIT_DISASM - no line of a trace", "starts with R, W"}};
    for (size_t i = 0; i < COUNT(rows); ++i) {
        gcnmem_trace trace = reader(NULL);
        gcnmem_trace before = trace;
        gcnmem_trace_line line;
        gcnmem_issue issue = {"", "", 0, 0, 0, 0, 0};
        CHECK(gcnmem_trace_read(&trace, rows[i].text, strlen(rows[i].text), &line, &issue) == GCNMEM_ERROR_SYNTAX,
              "\"%s\"", rows[i].text);
        CHECK(strstr(issue.rule, rows[i].rule) != NULL, "\"%s\": %s", rows[i].text, issue.rule);
        CHECK(issue.column > 0 && issue.column <= strlen(rows[i].text) + 1, "\"%s\": column %u", rows[i].text,
              (unsigned)issue.column);
        CHECK(memcmp(&trace, &before, sizeof trace) == 0, "\"%s\" changed the reader", rows[i].text);
    }
}

/* Shared memory begins at 0, which mem_trace writes for a lane that is off as well. */
static void test_mem_trace_of_shared_memory(void) {
    gcnmem_trace trace = reader(NULL);
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_VEGA_64);
    gcnmem_trace of_replay = gcnmem_trace_for(&desc, NULL);
    char text[600] = "MEMTRACE: CTX 0x1 - CTA 0,0,0 - warp 0 - LDS -";
    gcnmem_trace_line line;
    gcnmem_issue issue;
    size_t begin = strlen(text);
    for (uint32_t lane = 0; lane < 32; ++lane) {
        snprintf(text + strlen(text), sizeof text - strlen(text), " 0x%x", (lane + 1) * 4);
    }
    line = read_line(&trace, text);
    CHECK(line.kind == GCNMEM_TRACE_WAVE && line.access.exec_mask == UINT32_MAX, "%s", text);
    CHECK(read_line(&of_replay, text).kind == GCNMEM_TRACE_NOTHING, "LDS never leaves the CU");
    snprintf(text + strlen(text) - 4, 10, "0x10000"); /* 64 KB: the first byte that is not there */
    CHECK(gcnmem_trace_read(&trace, text, strlen(text), &line, &issue) == GCNMEM_ERROR_SYNTAX, "%s", text);
    CHECK_U64(65536, issue.limit, "%s", issue.rule);
    text[begin + 3] = '0';
    CHECK(gcnmem_trace_read(&trace, text, strlen(text), &line, &issue) == GCNMEM_ERROR_SYNTAX, "%s", text);
    CHECK(strstr(issue.rule, "not clear") != NULL, "%s", issue.rule);
    CHECK(read_line(&of_replay, text).kind == GCNMEM_TRACE_NOTHING, "%s", text);
}

/* Generic addresses from the one header's base to the other's are shared memory. */
static void test_accel_sim_window_of_shared_memory(void) {
    static const struct {
        const char* text;
        const char* name; /* or what is wrong */
        uint64_t second;
    } rows[] = {{"0070 ffffffff 1 R2 LD.E 1 R4 4 1 0x7f0000000100 4", "shared_load_b32", 0x104},
                {"0070 ffffffff 0 ST.E.64 2 R2 R4 8 1 0x7f0000000100 8", "shared_store_b64", 0x108},
                {"0070 ffffffff 0 ATOM.E.ADD 2 R2 R4 4 1 0x7f0000000000 0", "shared_atomic_add_b32", 0},
                {"0070 ffffffff 1 R2 LD.E 1 R4 4 1 0x7f0001000000 4", "load_b32", 0x7f0001000004},
                {"0070 ffffffff 1 R2 LDS 1 R4 4 1 0x100 4", "shared_load_b32", 0x104},
                {"0070 ffffffff 1 R2 LD.E 1 R4 4 1 0x7efffffffff0 4", "lanes in shared memory and lanes outside", 0},
                {"0070 ffffffff 1 R2 LD.E 1 R4 4 1 0x7f0000100000 4", "in shared memory, of which", 0},
                {"0070 ffffffff 1 R2 LDS 1 R4 4 1 0x1000000 4", "in shared memory, of which", 0}};
    gcnmem_trace trace = reader(NULL);
    read_line(&trace, "-shmem = 4096");
    read_line(&trace, "-shmem base_addr = 0x00007f0000000000");
    read_line(&trace, "-local mem base_addr = 0x00007f0001000000");
    for (size_t i = 0; i < COUNT(rows); ++i) {
        gcnmem_trace_line line;
        gcnmem_issue issue;
        if (gcnmem_trace_read(&trace, rows[i].text, strlen(rows[i].text), &line, &issue) == GCNMEM_OK) {
            CHECK_TEXT(rows[i].name, line.access.op.name, "%s", rows[i].text);
            CHECK_U64(rows[i].second, line.access.address[1], "%s", rows[i].text);
        } else {
            CHECK(strstr(issue.rule, rows[i].name) != NULL, "%s: %s", rows[i].text, issue.rule);
        }
    }
}

static void test_lines_of_others_never_hang(void) {
    static const char* const words[] = {"0",     "ffffffff",  "1",    "R1",  "LDG.E.64", "4",           " - ", "CTA ",
                                        "0,0,0", "MEMTRACE:", "0x10", " ",   " ",        "-",           "#",   "warp",
                                        "=",     "insts",     "2",    "CAS", "ATOM.CAS", "thread block"};
    test_random random = test_random_start(71);
    for (int i = 0; i < 20000; ++i) {
        gcnmem_trace trace = reader(test_random_below(&random, 2) != 0 ? "load_b32" : NULL);
        gcnmem_trace_line line;
        gcnmem_issue issue;
        char text[400] = "";
        uint64_t count = test_random_below(&random, 20);
        for (uint64_t k = 0; k < count; ++k) {
            strcat(text, words[test_random_below(&random, COUNT(words))]);
            strcat(text, test_random_below(&random, 4) != 0 ? " " : "");
        }
        if (gcnmem_trace_read(&trace, text, strlen(text), &line, &issue) != GCNMEM_OK) {
            CHECK(issue.rule != NULL && issue.column > 0, "\"%s\"", text);
        } else {
            CHECK(line.kind != GCNMEM_TRACE_WAVE || line.access.op.unit != GCNMEM_UNIT_NONE, "\"%s\"", text);
        }
    }
}

void suite_trace(void);
void suite_trace(void) {
    TEST(test_addresses_as_they_are);
    TEST(test_addresses_that_are_wrong_name_their_column);
    TEST(test_addresses_beyond_the_wave_are_refused);
    TEST(test_addresses_cost_what_the_expression_costs);
    TEST(test_lines_that_are_addresses_alone);
    TEST(test_accel_sim_instructions);
    TEST(test_accel_sim_headers);
    TEST(test_mem_trace);
    TEST(test_R50_words_that_a_run_guessed);
    TEST(test_R31_a_policy_is_of_one_line);
    TEST(test_R31_policies_of_a_run);
    TEST(test_images_of_a_run);
    TEST(test_lines_of_others_that_are_refused);
    TEST(test_mem_trace_of_shared_memory);
    TEST(test_accel_sim_window_of_shared_memory);
    TEST(test_lines_of_others_never_hang);
}
