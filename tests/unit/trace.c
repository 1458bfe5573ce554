/* trace.c -- lines of traces: addresses as they are, accesses, waves of runs */
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
    gcnmem_issue issue = {"", "", 0, 0, 0, 0, 0, ""};
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

/* A run costs a word that is not in the vocabulary by its prefix; nobody else writes one. */
static void test_R50_words_that_a_run_guessed(void) {
    gcnmem_trace trace = reader(NULL);
    gcnmem_trace_line line = read_line(&trace, "global_load_foo cu=0 wave=0 insn=1 status=default 0,4");
    gcnmem_issue issue;
    CHECK_U64(GCNMEM_TRACE_WAVE, line.kind, "of a run");
    CHECK(gcnmem_trace_read(&trace, "global_load_foo 0,4", 19, &line, &issue) == GCNMEM_ERROR_SYNTAX, "of others");
    CHECK(gcnmem_trace_read(&trace, "global_load_foo 0,4 # insn=3", 28, &line, &issue) == GCNMEM_ERROR_SYNTAX,
          "a remark is no field");
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

/* A line that is refused, with the rule it breaks and the column where. */
static void check_refused(const char* text, const char* rule, uint32_t column) {
    gcnmem_trace trace = reader(NULL);
    gcnmem_trace_line line;
    gcnmem_issue issue;
    CHECK(gcnmem_trace_read(&trace, text, strlen(text), &line, &issue) == GCNMEM_ERROR_SYNTAX, "%s", text);
    CHECK_TEXT(rule, issue.rule, "%s", text);
    CHECK_U64(column, issue.column, "%s", text);
}

/* A group places the waves that name no CU, wherever the key stands. */
static void test_groups_place_waves(void) {
    static const struct {
        const char* text;
        uint32_t cu;
    } rows[] = {{"load_b32 group=60,5,3 wave=1 insn=7 status=given 0,4", (60 + 5 + 3) % 64},
                {"load_b32 wave=1 group=2,1,0 0,4", 3},
                {"load_b32 cu=9 group=2,1,0 0,4", 9},
                {"load_b32 wave=1 0,4", 0},
                {"load_b32 group=4294967295,0,1 0", (4294967295u % 64 + 1) % 64}};
    for (size_t i = 0; i < COUNT(rows); ++i) {
        gcnmem_trace trace = reader(NULL);
        CHECK_U64(rows[i].cu, read_line(&trace, rows[i].text).cu, "%s", rows[i].text);
    }
    static const char* const bad[] = {"load_b32 group=1,2 0,4", "load_b32 group=1,2,3,4 0,4", "load_b32 group=x 0,4"};
    for (size_t i = 0; i < COUNT(bad); ++i) {
        check_refused(bad[i], "needs x,y,z behind group=", 16);
    }
}

/* A key has its value behind a sign, and is one that a line may have. */
static void test_keys_of_a_line_have_values(void) {
    static const char* const bad[] = {"load_b32 group 1,2,3 0,4", "load_b32 lane=3 0,4", "load_b32 insn 0"};
    for (size_t i = 0; i < COUNT(bad); ++i) {
        check_refused(bad[i], "has a word that is none of cu= group= wave= insn= status=", 10);
    }
}

static void test_random_lines_never_hang(void) {
    static const char* const words[] = {
        "0",    "ffffffff", "R", "W", "load_b64", "4",     " - ", "cu=", "0,0,0",   "group=", "-,",
        "0x10", " ",        " ", "-", "#",        "wave=", "=",   "2",   "status=", "insn=",  "ds_add_u32"};
    test_random random = test_random_start(71);
    for (int i = 0; i < (int)test_rounds(20000); ++i) {
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
    TEST(test_R50_words_that_a_run_guessed);
    TEST(test_R31_a_policy_is_of_one_line);
    TEST(test_R31_policies_of_a_run);
    TEST(test_images_of_a_run);
    TEST(test_groups_place_waves);
    TEST(test_keys_of_a_line_have_values);
    TEST(test_random_lines_never_hang);
}
