/* shader.c -- settings as text, bound to a listing; memory that grows as it is asked for */
#include "test.h"

#include "private.h"

#include <stdlib.h>

static const char loop[] = "main:\n"
                           "  s_movk_i32 s8, 4                           // 000000000100: B0080004\n"
                           "next:\n"
                           "  buffer_load_dword v1, v0, s[0:3], 0 offen  // 000000000104: E0501000\n"
                           "  s_cbranch_vccz skip                        // 00000000010C: BF860001\n"
                           "  v_add_f32 v2, v1, v2                       // 000000000110: 06040501\n"
                           "skip:\n"
                           "  s_sub_u32 s8, s8, 1                        // 000000000114: 80888108\n"
                           "  s_cbranch_scc1 next                        // 000000000118: BF85FFFA\n"
                           "  s_cbranch_scc0 later                       // 00000000011C: BF840000\n"
                           "  s_endpgm                                   // 000000000120: BF810000\n";

typedef struct attempt {
    gcnmem_shader shader;
    gcnmem_issue issue;
    gcnmem_result result;
    void* memory;
    int calls;
} attempt;

/* Calls with as much memory as the last call asked for. The text stands in memory of its own, without a terminator. */
static attempt try_bytes(const char* text, size_t bytes, const gcnmem_setting* settings, uint32_t count) {
    gcnmem_desc gpu = gcnmem_desc_for(GCNMEM_DEVICE_RX_480);
    char* copy = (char*)malloc(bytes != 0 ? bytes : 1);
    uint64_t room = 0;
    attempt a;
    memset(&a, 0, sizeof a);
    memcpy(copy, text, bytes);
    do {
        room = a.issue.limit;
        free(a.memory);
        a.memory = room != 0 ? malloc((size_t)room) : NULL;
        memset(&a.issue, 0xee, sizeof a.issue);
        a.result = gcnmem_shader_init(a.memory, (size_t)room, &gpu, copy, bytes, settings, count, &a.shader, &a.issue);
        ++a.calls;
    } while (a.result == GCNMEM_ERROR_LIMIT && a.issue.limit > room);
    if (a.result == GCNMEM_OK) {
        gcnmem_run_result result = gcnmem_shader_finish(&a.shader);
        CHECK(result.state == GCNMEM_RUN_DONE, "state %d", (int)result.state);
    }
    free(copy); /* names are read from it no more */
    return a;
}

static attempt try_settings(const gcnmem_setting* settings, uint32_t count) {
    return try_bytes(loop, sizeof loop - 1, settings, count);
}

static attempt try_one(const char* name, const char* value) {
    gcnmem_setting setting;
    setting.name = name;
    setting.value = value;
    return try_settings(&setting, 1);
}

static void check_fails(const char* name, const char* value, gcnmem_result result, const char* rule) {
    attempt a = try_one(name, value);
    char text[300];
    CHECK(a.result == result, "%s '%s': result %d, %s", name, value, (int)a.result, test_result_name(a.result));
    if (a.result != GCNMEM_OK) {
        gcnmem_issue_text(&a.issue, text, sizeof text);
        CHECK_TEXT(rule, text, "%s '%s'", name, value);
        CHECK_TEXT(name, a.issue.field, "%s '%s'", name, value);
        CHECK_U64(1, a.issue.setting, "%s '%s'", name, value);
        CHECK(a.shader.run == NULL, "%s '%s'", name, value);
    }
    free(a.memory);
}

static uint64_t issued(const attempt* a, uint32_t insn) {
    return a->shader.run != NULL ? gcnmem_run_insn_of(a->shader.run, insn).issued : 0;
}

static void test_shader_asks_for_memory_twice_at_most(void) {
    gcnmem_setting groups = {"groups", "1"};
    attempt a = try_settings(&groups, 1);
    CHECK_U64(GCNMEM_OK, (uint64_t)a.result, "%s", "");
    CHECK_U64(3, (uint64_t)a.calls, "one that asks for the listing's, one for the run's, one that has both");
    CHECK_U64(1, issued(&a, 1), "%s", "");
    free(a.memory);
}

static void test_shader_memory_one_byte_short_is_refused(void) {
    gcnmem_desc gpu = gcnmem_desc_for(GCNMEM_DEVICE_RX_480);
    gcnmem_setting groups = {"groups", "1"};
    gcnmem_shader shader;
    gcnmem_issue issue;
    uint64_t bytes;
    void* memory;
    issue.limit = 0;
    gcnmem_shader_init(NULL, 0, &gpu, loop, sizeof loop - 1, &groups, 1, &shader, &issue);
    bytes = issue.limit;
    memory = malloc((size_t)bytes - 1);
    CHECK(gcnmem_shader_init(memory, (size_t)bytes - 1, &gpu, loop, sizeof loop - 1, &groups, 1, &shader, &issue) ==
              GCNMEM_ERROR_LIMIT,
          "%s", "");
    CHECK_U64(bytes, issue.limit, "%s", "");
    CHECK_TEXT("memory", issue.field, "%s", "");
    CHECK_U64(0, issue.setting, "%s", "");
    CHECK(shader.listing == NULL && shader.run == NULL, "%s", "");
    free(memory);
}

/* Runs a listing on a GPU in memory of just the size that it asks for, to the end. */
static uint64_t run_in_its_size(const gcnmem_desc* gpu, const char* text, const gcnmem_setting* settings,
                                uint32_t count) {
    gcnmem_shader shader;
    gcnmem_issue issue;
    gcnmem_shader_init(NULL, 0, gpu, text, strlen(text), settings, count, &shader, &issue);
    void* memory = malloc((size_t)issue.limit);
    gcnmem_result result =
        gcnmem_shader_init(memory, (size_t)issue.limit, gpu, text, strlen(text), settings, count, &shader, &issue);
    size_t bytes = result == GCNMEM_ERROR_LIMIT ? (size_t)issue.limit : 0;
    memory = realloc(memory, bytes != 0 ? bytes : 1);
    if (bytes != 0) { /* that a room runs out is asserted */
        CHECK(gcnmem_shader_init(memory, bytes - 1, gpu, text, strlen(text), settings, count, &shader, NULL) ==
                  GCNMEM_ERROR_LIMIT,
              "%u bytes", (unsigned)bytes);
        CHECK(gcnmem_shader_init(memory, bytes, gpu, text, strlen(text), settings, count, &shader, NULL) == GCNMEM_OK,
              "%u bytes", (unsigned)bytes);
        gcnmem_shader_finish(&shader);
    }
    free(memory);
    return bytes;
}

static void test_shader_memory_is_of_what_the_code_can_have_under_way(void) {
    static const char text[] = "buffer_load_dword v1, v0, s[0:3], 0 offen\ns_waitcnt vmcnt(0)\ns_endpgm\n";
    static const gcnmem_setting settings[] = {{"groups", "1"}};
    const struct {
        gcnmem_device device;
        uint64_t most;
    } gpus[] = {{GCNMEM_DEVICE_R9_390X, 12000000}, {GCNMEM_DEVICE_MI100, 32500000}, {GCNMEM_DEVICE_MI300X, 105000000}};
    for (size_t i = 0; i < sizeof gpus / sizeof gpus[0]; ++i) {
        gcnmem_desc gpu = gcnmem_desc_for(gpus[i].device);
        const uint64_t bytes = run_in_its_size(&gpu, text, settings, 1);
        CHECK(bytes != 0 && bytes <= gpus[i].most, "%u: %u bytes", (unsigned)i, (unsigned)bytes);
    }
}

/* Waves that ask as fast as they can, of all widths, on machines of small queues. */
static void test_shader_rooms_of_a_run_never_run_out(void) {
    static const char* const code[] = {"buffer_load_dword v1, v0, s[0:3], 0 offen",
                                       "buffer_load_dwordx4 v[4:7], v0, s[0:3], 0 offen",
                                       "flat_load_dwordx4 v[4:7], v[2:3]",
                                       "buffer_store_dwordx4 v[4:7], v0, s[0:3], 0 offen",
                                       "buffer_atomic_add v1, v0, s[0:3], 0 offen",
                                       "image_load v[4:7], v[0:1], s[0:7] dmask:0xf unorm",
                                       "s_load_dword s12, s[4:5], 0x0",
                                       "s_load_dwordx16 s[16:31], s[4:5], 0x24",
                                       "buffer_store_byte v1, v0, s[0:3], 0 offen",
                                       "v_add_f32 v0, v1, v4",
                                       "tbuffer_load_format_xyzw v[4:7], v0, s[0:3], 0 offen",
                                       "s_waitcnt vmcnt(3) lgkmcnt(1)"};
    static const char* const places[] = {"", "; @mem stride(256)", "; @mem rand(1G, iter)", "; @mem lane*67 + 61",
                                         "; @mem lane*4096 + 62 + iter*4160"};
    static const char* const sets[][2] = {
        {"l1_miss_lines", "1"},        {"l1_miss_lines", "40"},          {"l2_read_entries", "64"},
        {"l2_write_entries", "64"},    {"dram_read_queue_entries", "1"}, {"lgkmcnt_max", "63"},
        {"l2_line_bytes", "128"},      {"request_bytes", "32"},          {"l1_size_bytes", "1024"},
        {"icache_size_bytes", "1024"}, {"scalar_l1_line_bytes", "128"},  {"l2_store_rule", "2"}};
    static const gcnmem_setting settings[] = {
        {"cus", "2"}, {"group", "256"}, {"groups", "24"}, {"max-clocks", "40000"}};
    test_random random = test_random_start(41);
    for (uint64_t round = test_rounds(400); round > 0; --round) {
        char text[8192] = "again: ; @trip 9\n";
        gcnmem_desc gpu = gcnmem_desc_for((gcnmem_device)(1 + test_random_below(&random, GCNMEM_DEVICE_END - 1)));
        const uint64_t only = test_random_below(&random, 24); /* half of the listings: of one instruction and waits */
        for (uint64_t i = 1 + test_random_below(&random, 40); i > 0; --i) {
            const uint64_t which = only < 12 && i % 8 != 0 ? only : test_random_below(&random, 12);
            sprintf(text + strlen(text), "%s %s\n", code[which], places[test_random_below(&random, 5)]);
            strcat(text, test_random_below(&random, 16) == 0 ? "s_cbranch_scc1 again\n" : "");
        }
        strcat(text, "s_endpgm\n");
        for (uint64_t i = test_random_below(&random, 4); i > 0; --i) {
            const char* const* set = sets[test_random_below(&random, sizeof sets / sizeof sets[0])];
            gcnmem_desc other = gpu;
            gcnmem_desc_set(&other, set[0], set[1], NULL);
            gpu = gcnmem_desc_validate(&other, NULL) == GCNMEM_OK ? other : gpu;
        }
        run_in_its_size(&gpu, text, settings, 4);
    }
}

static void test_shader_settings_are_the_run_s_options(void) {
    gcnmem_setting settings[] = {{"groups", "8"}, {"first-groups", "6"}, {"group", "128"},
                                 {"cus", "9"},    {"vgprs", "84"},       {"sgprs", "0x20"},
                                 {"lds", "4096"}, {"events", "100"},     {"max-clocks", "1000000"}};
    attempt a = try_settings(settings, 9);
    gcnmem_run_result result;
    CHECK(a.result == GCNMEM_OK, "%s", test_result_name(a.result));
    result = gcnmem_run_result_of(a.shader.run);
    CHECK_U64(8, result.groups_asked, "%s", "");
    CHECK_U64(6, result.groups, "%s", "");
    CHECK_U64(12, result.waves, "%s", "");
    CHECK_U64(9, result.cu_count, "%s", "");
    CHECK_U64(84, result.needs.vgprs, "%s", "");
    CHECK_U64(32, result.needs.sgprs, "%s", "");
    CHECK_U64(4096, result.needs.lds_bytes, "%s", "");
    CHECK_U64(100, result.events, "%s", "");
    free(a.memory);
}

static void test_shader_the_last_of_equal_settings_wins(void) {
    gcnmem_setting settings[] = {{"groups", "6"}, {"trip", "*=9"}, {"groups", "1"}, {"trip", "next=5"}};
    attempt a = try_settings(settings, 4);
    CHECK_U64(5, issued(&a, 1), "%s", "");
    free(a.memory);
}

/* The loop's body runs as often as the setting says, whatever way it names the loop. */
static void test_shader_trip_names_a_loop_in_four_ways(void) {
    static const char* const names[] = {"next=3", "#1=3", "#4=0x3", "+0x104=3", "+0x14=3", "+276=3", "*=3"};
    size_t i;
    for (i = 0; i < sizeof names / sizeof names[0]; ++i) {
        gcnmem_setting settings[2] = {{"groups", "1"}, {"trip", NULL}};
        attempt a;
        settings[1].value = names[i];
        a = try_settings(settings, 2);
        CHECK_U64(3, issued(&a, 1), "trip %s", names[i]);
        free(a.memory);
    }
}

static void test_shader_taken_is_a_chance(void) {
    static const char* const values[] = {"skip=1", "skip=1.000", "skip=0", "skip=0.0", "#2=1", "*=1"};
    static const uint64_t expected[] = {0, 0, 20, 20, 0, 0};
    size_t i;
    for (i = 0; i < sizeof values / sizeof values[0]; ++i) {
        gcnmem_setting settings[3] = {{"groups", "1"}, {"trip", "*=20"}, {"taken", NULL}};
        attempt a;
        settings[2].value = values[i];
        a = try_settings(settings, 3);
        CHECK_U64(expected[i], issued(&a, 3), "taken %s", values[i]);
        free(a.memory);
    }
}

static void test_shader_mem_names_instructions_in_four_ways(void) {
    static const char* const values[] = {"buffer_load_dword=lane*64", "#1=lane*64", "+0x104=lane*64", "*=lane*64"};
    size_t i;
    for (i = 0; i < sizeof values / sizeof values[0]; ++i) {
        gcnmem_setting settings[2] = {{"groups", "1"}, {"mem", NULL}};
        attempt a;
        settings[1].value = values[i];
        a = try_settings(settings, 2);
        CHECK(a.shader.run != NULL && gcnmem_run_insn_of(a.shader.run, 1).lines == 64, "mem %s", values[i]);
        free(a.memory);
    }
}

static void test_shader_label_places_what_the_listing_lacks(void) {
    gcnmem_setting settings[] = {{"groups", "1"}, {"label", "later=0"}, {"label", "later=7"}, {"taken", "later=1"}};
    attempt a = try_settings(settings, 4);
    CHECK(a.result == GCNMEM_OK, "%s", test_result_name(a.result));
    CHECK_U64(1, issued(&a, 7), "%s", "");
    free(a.memory);
}

static int keep_text(void* user_data, const char* text, size_t bytes) {
    strncat((char*)user_data, text, bytes < 8191 - strlen((char*)user_data) ? bytes : 0);
    return 1;
}

/* For all of what the stage has none of: told, not refused, as one word may be for many listings. */
static void test_shader_settings_that_change_nothing_are_told(void) {
    static const char* const texts[] = {"v_mov_b32 v1, v0\ns_endpgm\n",
                                        "next:\nimage_load v1, v0, s[0:7]\ns_cbranch_vccz end\n"
                                        "s_cbranch_scc0 next\nend:\ns_endpgm\n"};
    static const char* const all[][2] = {
        {"trip", "*=4"}, {"taken", "*=0.25"}, {"mem", "*=lane*4"}, {"image", "*=64x64"}};
    static char memory[1 << 22];
    static char report[8192];
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_RX_480);
    for (size_t i = 0; i < 8; ++i) {
        gcnmem_setting settings[] = {{"groups", "1"}, {"cus", "1"}, {all[i / 2][0], all[i / 2][1]}};
        const char* text = texts[i % 2];
        gcnmem_shader shader;
        gcnmem_issue issue;
        CHECK_U64(GCNMEM_OK,
                  gcnmem_shader_init(memory, sizeof memory, &desc, text, strlen(text), settings, 3, &shader, &issue),
                  "%s", settings[2].name);
        gcnmem_shader_finish(&shader);
        report[0] = 0;
        gcnmem_report_run(shader.run, shader.listing, text, GCNMEM_STYLE_JSON, keep_text, report);
        CHECK((strstr(report, "changes nothing") != NULL) == (i % 2 == 0), "%s: %s", settings[2].name, report);
    }
}

/* Each setting that is refused, with the rule that it breaks. */
static void test_shader_bad_settings_name_flag_rule_and_limit(void) {
    static const struct {
        gcnmem_result result;
        const char* setting[2];
        const char* rule;
    } bad[] = {
        {GCNMEM_ERROR_VALUE, {"group", "0"}, "must be X or X,Y or X,Y,Z, each from 1 to 1048576"},
        {GCNMEM_ERROR_VALUE, {"groups", "4294967295,2"}, "is 8589934590 in all: at most 4294967295"},
        {GCNMEM_ERROR_VALUE, {"top", "4097"}, "must be a whole number from 1 to 4096"},
        {GCNMEM_ERROR_VALUE, {"groups", ""}, "must be X or X,Y or X,Y,Z, each from 1 to 4294967295"},
        {GCNMEM_ERROR_VALUE, {"lds", "0x"}, "must be a whole number from 0 to 1073741824"},
        {GCNMEM_ERROR_VALUE, {"sgprs", "12 "}, "must be a whole number from 1 to 4096"},
        {GCNMEM_ERROR_VALUE, {"max-clocks", "99999999999999999999"}, "must be a whole number from 1 to 1099511627776"},
        {GCNMEM_ERROR_VALUE, {"cus", "37"}, "is 37: this part has 36 CUs"},
        {GCNMEM_ERROR_NAME,
         {"waves", "3"},
         "is not a setting; there are stage label trip taken mem mend arg reg const image group groups target "
         "skipped-groups first-groups cus vgprs agprs sgprs lds max-clocks events top repeat"},
        {GCNMEM_ERROR_SYNTAX, {"trip", "next"}, "must be NAME=VALUE"},
        {GCNMEM_ERROR_VALUE,
         {"mend", "next=hits"},
         "must be #INDEX=WHAT of a memory instruction; the report lists the indices"},
        {GCNMEM_ERROR_SYNTAX, {"trip", "=3"}, "must be NAME=VALUE"},
        {GCNMEM_ERROR_VALUE, {"trip", "next="}, "must be a whole number from 1 to 4294967295"},
        {GCNMEM_ERROR_NAME, {"trip", "nex=3"}, "names a label that this stage does not have"},
        {GCNMEM_ERROR_NAME, {"trip", "skip=3"}, "names a label where no loop begins"},
        {GCNMEM_ERROR_VALUE,
         {"trip", "#0=3"},
         "names an instruction in no loop; branches with unknown targets make none"},
        {GCNMEM_ERROR_VALUE, {"trip", "#8=3"}, "must be a whole number from 0 to 7"},
        {GCNMEM_ERROR_VALUE, {"trip", "+0x106=3"}, "names an address that no instruction of this stage has"},
        {GCNMEM_ERROR_VALUE,
         {"taken", "next=1"},
         "means no branch that may jump or not; those that close a loop follow its trips"},
        {GCNMEM_ERROR_VALUE,
         {"mem", "#0=lane"},
         "names an instruction that touches no memory; the report lists the indices"},
        {GCNMEM_ERROR_VALUE,
         {"mem", "ds_read_b32=lane"},
         "must be #INDEX=EXPR or OPCODE=EXPR of a memory instruction in the listing"},
        {GCNMEM_ERROR_VALUE, {"label", "next=1"}, "names a label that has its place"},
        {GCNMEM_ERROR_VALUE, {"label", "later=9"}, "must be a whole number from 0 to 8"},
        {GCNMEM_ERROR_NAME,
         {"label", "nowhere=1"},
         "must be NAME=INDEX, NAME a label that a branch of this stage goes to"},
        {GCNMEM_ERROR_NAME, {"stage", "pixel"}, "fits none of 1 stages"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; ++i) {
        check_fails(bad[i].setting[0], bad[i].setting[1], bad[i].result, bad[i].rule);
    }
}

static void test_shader_chances_have_three_decimals(void) {
    static const char* const bad[] = {"*=2", "*=1.001", "*=0.1234", "*=.5", "*=-0", "*=", "*=0.x", "*=1.", "*=0,5"};
    size_t i;
    for (i = 0; i < sizeof bad / sizeof bad[0]; ++i) {
        if (strcmp(bad[i], "*=1.") != 0) { /* like 1.0 */
            check_fails("taken", bad[i], GCNMEM_ERROR_VALUE,
                        "must be LABEL=P, P from 0 to 1 with at most three decimals, for example 0.25");
        }
    }
}

static void test_shader_column_of_an_expression_counts_from_the_setting(void) {
    attempt a = try_one("mem", "#1=lane*");
    CHECK(a.result == GCNMEM_ERROR_SYNTAX, "%d", (int)a.result);
    CHECK_U64(9, a.issue.column, "%s", "");
    CHECK_TEXT("mem", a.issue.field, "%s", "");
    CHECK_U64(1, a.issue.setting, "%s", "");
    free(a.memory);
}

static void test_shader_what_the_run_refuses_names_its_setting(void) {
    gcnmem_setting settings[] = {{"groups", "1"}, {"vgprs", "300"}};
    attempt a = try_settings(settings, 2);
    CHECK(a.result == GCNMEM_ERROR_VALUE, "%d", (int)a.result);
    CHECK_U64(2, a.issue.setting, "%s", "");
    CHECK(a.shader.listing != NULL && a.shader.run == NULL, "%s", "");
    free(a.memory);
}

static void test_shader_one_of_two_stages_is_chosen(void) {
    static const char text[] = "Disassembly of section .text:\n\n0000000000000000 <alpha>:\n\ts_nop 0\n\ts_endpgm\n\n"
                               "0000000000000100 <alphabet>:\n\ts_nop 0\n\ts_nop 0\n\ts_endpgm\n";
    gcnmem_setting exact = {"stage", "ALPHA"};
    gcnmem_setting part = {"stage", "bet"};
    gcnmem_setting both = {"stage", "alph"};
    attempt a;
    a = try_bytes(text, strlen(text), NULL, 0);
    CHECK(a.result == GCNMEM_ERROR_NAME, "%d", (int)a.result);
    CHECK_TEXT("stage", a.issue.field, "%s", "");
    CHECK_U64(2, a.issue.limit, "%s", "");
    CHECK(a.shader.listing != NULL && a.shader.stage == GCNMEM_NONE, "the listing tells which there are");
    free(a.memory);
    a = try_bytes(text, strlen(text), &exact, 1);
    CHECK(a.result == GCNMEM_OK && a.shader.stage == 0, "%d", (int)a.result);
    free(a.memory);
    a = try_bytes(text, strlen(text), &part, 1);
    CHECK(a.result == GCNMEM_OK && a.shader.stage == 1, "%d", (int)a.result);
    free(a.memory);
    a = try_bytes(text, strlen(text), &both, 1);
    CHECK(a.result == GCNMEM_ERROR_NAME, "%d", (int)a.result);
    CHECK_TEXT("fits several of {limit} stages", a.issue.rule, "%s", "");
    free(a.memory);
}

static void test_shader_a_listing_that_cannot_be_read_has_no_program(void) {
    attempt a = try_bytes("nothing of a shader\n", 20, NULL, 0);
    CHECK(a.result != GCNMEM_OK && a.shader.listing == NULL && a.shader.run == NULL, "%d", (int)a.result);
    CHECK_U64(0, a.issue.setting, "%s", "");
    free(a.memory);
    a = try_bytes("", 0, NULL, 0);
    CHECK(a.result != GCNMEM_OK && a.shader.listing == NULL, "%d", (int)a.result);
    free(a.memory);
}

/* Two sizes of images by what reads and writes them: an index would be another one in another compilation. */
static void test_shader_image_names_instructions_by_mnemonic(void) {
    static const char text[] = "  image_load v4, v[0:1], s[8:15] dmask:0x1 unorm\n"
                               "  s_waitcnt vmcnt(0)\n"
                               "  image_store v4, v[0:1], s[16:23] dmask:0x1 unorm\n"
                               "  s_endpgm\n";
    gcnmem_setting settings[] = {{"groups", "1"},
                                 {"reg", "v0=local.x"},
                                 {"reg", "v1=0"},
                                 {"image", "image_load=64x64:rgba32f"},
                                 {"image", "image_store=32x8:r8"}};
    attempt a = try_bytes(text, sizeof text - 1, settings, 5);
    CHECK_U64(GCNMEM_OK, (uint64_t)a.result, "%s", a.issue.rule);
    CHECK_U64(64 * 16, gcnmem_run_insn_of(a.shader.run, 0).bytes_requested, "64 texels of 16 bytes");
    CHECK_U64(32, gcnmem_run_insn_of(a.shader.run, 2).bytes_requested,
              "32 texels of a byte; what is outside is not stored");
    free(a.memory);
    settings[4].value = "image_sample=32x8:r8";
    a = try_bytes(text, sizeof text - 1, settings, 5);
    CHECK_U64(GCNMEM_ERROR_VALUE, (uint64_t)a.result, "it has none");
    CHECK_U64(5, a.issue.setting, "%s", "");
    free(a.memory);
}

/* R59: waves that begin while the memory below is full get what the scalar cache holds, and wait where their vector
   memory does. */
static void test_R59_what_the_scalar_cache_holds_does_not_wait(void) {
    static const char text[] = "  s_load_dwordx4 s[8:11], s[4:5], 0x0\n"
                               "  s_lshl_b32 s1, s6, 6\n"
                               "  v_add_u32 v0, vcc, s1, v0\n"
                               "  v_mul_u32_u24 v1, 48, v0\n"
                               "  s_waitcnt lgkmcnt(0)\n"
                               "  buffer_load_dwordx3 v[2:4], v1, s[8:11], 0 offen\n"
                               "  s_waitcnt vmcnt(0)\n"
                               "  s_endpgm\n";
    gcnmem_setting settings[] = {{"groups", "9216"}, {"reg", "s[4:5]=0"}, {"reg", "s6=group.x"}, {"reg", "v0=local.x"}};
    attempt a = try_bytes(text, sizeof text - 1, settings, 4);
    uint64_t scalar = 0;
    uint64_t vector = 0;
    for (uint32_t i = 0; i < GCNMEM_STALL_END; ++i) {
        scalar += gcnmem_run_insn_of(a.shader.run, 0).stall_clocks[i];
        vector += gcnmem_run_insn_of(a.shader.run, 5).stall_clocks[i];
    }
    CHECK(vector > 10000000, "its vector memory is full: %" PRIu64, vector);
    CHECK(scalar < vector / 100, "%" PRIu64 " of %" PRIu64, scalar, vector);
    free(a.memory);
}

/* LDS without a size is told once, with what computed addresses reach. */
static void test_shader_lds_of_no_size_is_told(void) {
    static const char text[] = "  v_lshlrev_b32 v1, 2, v0\n"
                               "  ds_write_b32 v1, v0 offset:1024\n"
                               "  s_endpgm\n";
    gcnmem_setting settings[] = {{"groups", "1"}, {"reg", "v0=local.x"}, {"lds", "1280"}};
    for (uint32_t is_told = 0; is_told < 2; ++is_told) {
        char notes[2048] = "";
        attempt a = try_bytes(text, sizeof text - 1, settings, 2 + is_told);
        gcnmem_report_notes(a.shader.run, a.shader.listing, text, test_append, notes);
        CHECK((strstr(notes, "WARNING: LDS is used, but nobody says how much (--lds)") != NULL) == !is_told, "%s",
              notes);
        CHECK((strstr(notes, "ASSUMED: --lds 1280\n") != NULL) == !is_told, "%s", notes);
        free(a.memory);
    }
}

/* Of a file with a function that kernels call, code of other kernels is neither warned of nor asked about. */
static void test_shader_other_kernels_of_a_file_are_not_its_own(void) {
    static const char text[] =
        "\t.type a,@function\na:\n\ts_getpc_b64 s[4:5]\n\ts_add_u32 s4, s4, f@rel32@lo+4\n"
        "\ts_addc_u32 s5, s5, f@rel32@hi+12\n\ts_swappc_b64 s[30:31], s[4:5]\n\ts_endpgm\n"
        "\t.amdhsa_kernel a\n\t.end_amdhsa_kernel\n"
        "\t.type f,@function\nf:\n\tv_lshlrev_b32_e32 v1, 2, v0\n\tds_write_b32 v1, v1\n\ts_setpc_b64 s[30:31]\n"
        "\t.type b,@function\nb:\n\tv_cvt_i32_f64_e32 v1, s[20:21]\n\tv_add_u32_e32 v1, s19, v1\n"
        "\tds_write_b32 v1, v1\n\ts_endpgm\n\t.amdhsa_kernel b\n\t.end_amdhsa_kernel\n";
    for (uint32_t i = 0; i < 2; ++i) {
        gcnmem_setting settings[] = {{"groups", "1"}, {"cus", "1"}, {"lds", "4096"}, {"stage", i == 0 ? "a" : "b"}};
        char notes[2048] = "";
        attempt a = try_bytes(text, sizeof text - 1, settings, 4);
        CHECK(a.result == GCNMEM_OK, "%s: %s", settings[3].value, a.issue.rule);
        gcnmem_report_notes(a.shader.run, a.shader.listing, text, test_append, notes);
        CHECK((strstr(notes, "v_cvt_i32_f64") != NULL) == (i == 1), "%s: %s", settings[3].value, notes);
        CHECK((strstr(notes, "s19") != NULL) == (i == 1), "%s: %s", settings[3].value, notes);
        free(a.memory);
    }
}

/* An accumulation register is told by its own name. */
static void test_shader_needs_name_accumulation_registers(void) {
    static const char text[] = "v_accvgpr_read_b32 v1, a7\nbuffer_load_dword v2, v1, s[0:3], 0 offen\ns_endpgm\n";
    const gcnmem_setting settings[] = {{"groups", "1"}, {"cus", "1"}};
    const gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_MI100);
    static char memory[1 << 23];
    static char report[65536];
    gcnmem_shader shader;
    CHECK(gcnmem_shader_init(memory, sizeof memory, &desc, text, strlen(text), settings, 2, &shader, NULL) == GCNMEM_OK,
          "%s", text);
    gcnmem_shader_finish(&shader);
    report[0] = 0;
    gcnmem_report_run(shader.run, shader.listing, text, GCNMEM_STYLE_TEXT, test_append, report);
    CHECK(strstr(report, "register a7 is not") != NULL, "%s", report);
}

/* Whether an argument matters is not known behind what is not computed. */
static void test_shader_no_argument_is_idle_behind_what_is_not_computed(void) {
    static const char* const codes[] = {"v_cvt_i32_f64_e32 v1, s[0:1]\n", "v_lshlrev_b32_e32 v1, 2, v0\n"};
    for (uint32_t i = 0; i < 2; ++i) {
        char text[1024];
        char notes[2048] = "";
        gcnmem_setting settings[] = {{"groups", "1"}, {"cus", "1"}, {"arg", "0=8"}};
        snprintf(text, sizeof text,
                 "k:\ns_load_dwordx2 s[0:1], s[4:5], 0x0\ns_waitcnt lgkmcnt(0)\n%sds_write_b32 v1, v1\ns_endpgm\n"
                 ".amdhsa_kernel k\n.amdhsa_user_sgpr_kernarg_segment_ptr 1\n.end_amdhsa_kernel\n"
                 ".amdgpu_metadata\n---\namdhsa.kernels:\n  - .args:\n      - .offset: 0\n        .size: 8\n"
                 "        .value_kind: by_value\n    .name: k\n...\n.end_amdgpu_metadata\n",
                 codes[i]);
        attempt a = try_bytes(text, strlen(text), settings, 3);
        CHECK(a.result == GCNMEM_OK, "%s: %s", codes[i], a.issue.rule);
        gcnmem_report_notes(a.shader.run, a.shader.listing, text, test_append, notes);
        CHECK((strstr(notes, "--arg 0 changes nothing") != NULL) == (i == 1), "%s%s", codes[i], notes);
        free(a.memory);
    }
}

/* Packed arithmetic and accumulation registers came with GPUs; earlier ones warn of them. */
static void test_shader_arithmetic_that_a_gpu_lacks_is_told(void) {
    static const struct {
        gcnmem_device device;
        const char* insn;
        int is_told;
    } rows[] = {{GCNMEM_DEVICE_R9_FURY_X, "v_pk_fma_f16 v0, v1, v2, v3", 1},
                {GCNMEM_DEVICE_VEGA_64, "v_pk_fma_f16 v0, v1, v2, v3", 0},
                {GCNMEM_DEVICE_MI100, "v_pk_add_f32 v[0:1], v[2:3], v[4:5]", 1},
                {GCNMEM_DEVICE_MI210, "v_pk_add_f32 v[0:1], v[2:3], v[4:5]", 0},
                {GCNMEM_DEVICE_MI300X, "v_pk_mov_b32 v[0:1], v[2:3], v[4:5]", 0},
                {GCNMEM_DEVICE_VEGA_64, "v_pk_mov_b32 v[0:1], v[2:3], v[4:5]", 1},
                {GCNMEM_DEVICE_VEGA_64, "v_accvgpr_read_b32 v0, a0", 1},
                {GCNMEM_DEVICE_MI100, "v_accvgpr_read_b32 v0, a0", 0},
                {GCNMEM_DEVICE_R9_FURY_X, "v_fma_f32 v0, v1, v2, v3", 0}};
    const gcnmem_setting settings[] = {{"groups", "1"}, {"cus", "1"}};
    static char memory[1 << 23];
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        const gcnmem_desc desc = gcnmem_desc_for(rows[i].device);
        char text[128];
        char notes[2048] = "";
        gcnmem_shader shader;
        snprintf(text, sizeof text, "%s\ns_endpgm\n", rows[i].insn);
        CHECK(gcnmem_shader_init(memory, sizeof memory, &desc, text, strlen(text), settings, 2, &shader, NULL) ==
                  GCNMEM_OK,
              "%s", text);
        gcnmem_report_notes(shader.run, shader.listing, text, test_append, notes);
        CHECK((strstr(notes, "does not run on this GPU") != NULL) == rows[i].is_told, "row %zu, %s%s", i, text, notes);
    }
}

/* The farthest byte of all accesses counts, also of one that goes on by less than its element, or of its second. */
static void test_shader_lds_reaches_as_far_as_its_last_access(void) {
    static const struct {
        const char* insns;
        const char* assumed;
    } rows[] = {{"ds_write_b32 v1, v0\n ds_write_b32 v1, v0 offset:4\n", "ASSUMED: --lds 260\n"},
                {"ds_write_b32 v1, v0 offset:4\n ds_write_b32 v1, v0\n", "ASSUMED: --lds 260\n"},
                {"ds_write_b32 v1, v0\n ds_write_b64 v1, v[2:3]\n", "ASSUMED: --lds 260\n"},
                {"ds_write_b32 v1, v0 offset:8\n ds_write2_b32 v1, v0, v2 offset1:3\n", "ASSUMED: --lds 268\n"}};
    gcnmem_setting settings[] = {{"groups", "1"}, {"reg", "v0=local.x"}};
    for (uint32_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        char text[256];
        char notes[2048] = "";
        snprintf(text, sizeof text, "v_lshlrev_b32 v1, 2, v0\n %s s_endpgm\n", rows[i].insns);
        attempt a = try_bytes(text, strlen(text), settings, 2);
        gcnmem_report_notes(a.shader.run, a.shader.listing, text, test_append, notes);
        CHECK(strstr(notes, rows[i].assumed) != NULL, "%s: %s", rows[i].insns, notes);
        free(a.memory);
    }
}

/* ... and nothing is said to be assumed where addresses are given, which do not tell how much there is. */
static void test_shader_lds_of_no_size_and_given_addresses(void) {
    static const char text[] = "  ds_write_b32 v0, v0\n"
                               "  s_endpgm\n";
    static char report[65536];
    gcnmem_setting settings[] = {{"groups", "1"}, {"group", "64"}, {"vgprs", "4"}, {"mem", "ds_write_b32=lane*4"}};
    attempt a = try_bytes(text, sizeof text - 1, settings, 4);
    report[0] = 0;
    gcnmem_report_run(a.shader.run, a.shader.listing, text, GCNMEM_STYLE_TEXT, test_append, report);
    CHECK(strstr(report, "WARNING: LDS is used, but nobody says how much (--lds)") != NULL, "%s", report);
    CHECK(strstr(report, "assumed, until flags say otherwise") == NULL, "%s", report);
    free(a.memory);
}

/* An exit that leaves two loops, by falling through, is taken when either has gone round as often as was said. */
static void test_R51_an_exit_of_two_loops_ends_when_one_is_over(void) {
    static const char text[] = "A:\n v_mov_b32 v1, 0\n"
                               "B:\n v_mov_b32 v2, 0\n s_getreg_b32 s5, hwreg(HW_REG_HW_ID)\n s_cmp_eq_u32 s5, 0\n"
                               " s_cbranch_scc0 C\n s_endpgm\n"
                               "C:\n s_cmp_eq_u32 s5, 1\n s_cbranch_scc1 B\n s_branch A\n";
    static const struct {
        const char* outer;
        const char* inner;
        uint64_t issued[9];
    } rows[] = {{"A=3", "B=1", {4, 4, 4, 4, 4, 1, 3, 3, 3}},
                {"A=3", "B=2", {4, 7, 7, 7, 7, 1, 6, 6, 3}},
                {"A=2", "B=5", {3, 11, 11, 11, 11, 1, 10, 10, 2}}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        gcnmem_setting settings[] = {
            {"groups", "1"}, {"group", "64"}, {"trip", rows[i].outer}, {"trip", rows[i].inner}};
        attempt a = try_bytes(text, sizeof text - 1, settings, 4);
        for (uint32_t insn = 0; insn < 9; ++insn) {
            CHECK_U64(rows[i].issued[insn], gcnmem_run_insn_of(a.shader.run, insn).issued, "%s, %s, instruction %u",
                      rows[i].outer, rows[i].inner, (unsigned)insn);
        }
        free(a.memory);
    }
}

/* The text and the page have a list of assumptions where there are some, and else no heading of one. */
static void test_shader_assumptions_have_a_heading_when_there_are_some(void) {
    static const char text[] = "  v_mov_b32 v1, 0\n"
                               "  s_endpgm\n";
    static char report[65536];
    static char page[131072];
    gcnmem_setting settings[] = {{"vgprs", "4"}, {"group", "64"}, {"groups", "100"}};
    for (uint32_t count = 0; count <= 3; ++count) {
        attempt a = try_bytes(text, sizeof text - 1, settings, count);
        report[0] = page[0] = 0;
        gcnmem_report_run(a.shader.run, a.shader.listing, text, GCNMEM_STYLE_TEXT, test_append, report);
        gcnmem_report_run(a.shader.run, a.shader.listing, text, GCNMEM_STYLE_HTML, test_append, page);
        CHECK((strstr(report, "assumed, until flags say otherwise") != NULL) == (count < 3), "%u: %s", (unsigned)count,
              report);
        CHECK((strstr(page, "id=assumptions") != NULL) == (count < 3), "%u settings", (unsigned)count);
        free(a.memory);
    }
}

/* What a run rests on is told as settings: given back, all together, in the end nothing is assumed any more. */
typedef struct told {
    gcnmem_setting settings[16];
    char values[16][64];
    uint32_t count;
    uint32_t gaps;
    uint64_t bytes;
} told;

static void keep_need(void* user_data, const gcnmem_run_need* need) {
    told* all = (told*)user_data;
    CHECK((need->setting_count == 0) == (need->gap != GCNMEM_GAP_END), "%s", need->reason);
    all->gaps += need->gap != GCNMEM_GAP_END;
    all->bytes += need->bytes;
    for (uint32_t i = 0; i < need->setting_count && all->count < 16; ++i, ++all->count) {
        snprintf(all->values[all->count], sizeof all->values[0], "%s", need->settings[i].value);
        all->settings[all->count].name = need->settings[i].name;
        all->settings[all->count].value = all->values[all->count];
    }
}

static void test_R82_needs_are_settings_that_can_be_given(void) {
    static const char text[] = "  s_load_dwordx2 s[8:9], s[4:5], 0x0\n"
                               "  v_lshlrev_b32 v1, 2, v0\n"
                               "  s_waitcnt lgkmcnt(0)\n"
                               "  v_mov_b32 v3, s9\n"
                               "  v_add_u32 v2, vcc, s8, v1\n"
                               "  v_addc_u32 v3, vcc, 0, v3, vcc\n"
                               "  flat_load_dword v4, v[2:3]\n"
                               "  s_waitcnt vmcnt(0)\n"
                               "  s_endpgm\n";
    static told all;
    uint32_t before = 1;
    uint32_t rounds = 0; /* what is loaded can be told once it is known from where */
    for (; before != all.count && rounds < 4; ++rounds) {
        attempt a = try_bytes(text, sizeof text - 1, all.settings, all.count);
        before = all.count;
        CHECK_U64(GCNMEM_OK, (uint64_t)a.result, "%s %s", a.issue.field, a.issue.rule);
        gcnmem_run_needs(a.shader.run, a.shader.listing, text, keep_need, &all);
        free(a.memory);
    }
    CHECK_U64(3, rounds, "--%s %s", all.settings[all.count - 1].name, all.settings[all.count - 1].value);
    CHECK(all.count > 5 && all.gaps == 0, "%u settings, %u gaps", (unsigned)all.count, (unsigned)all.gaps);
    CHECK(all.bytes != 0, "bytes rest on what the descriptor's memory holds");
}

/* ... and lanes then spread over as many lines as by default, all of them inside what they access. */
static void test_R82_needs_of_lanes_spread_as_the_default_does(void) {
    static const char* const accesses[] = {"global_load_dwordx4 v[10:13], v[4:5], off",
                                           "flat_load_dword v10, v[4:5]",
                                           "buffer_load_dwordx2 v[10:11], v8, s[12:15], 0 offen",
                                           "image_load v10, v[4:5], s[16:23] dmask:0x1 unorm",
                                           "image_store v[10:13], v[4:5], s[16:23] dmask:0xf unorm",
                                           "image_sample v10, v[4:5], s[16:23], s[4:7] dmask:0x1",
                                           "image_sample v10, v[4:5], s[16:23], s[4:7] dmask:0x1 unorm"};
    for (size_t i = 0; i < sizeof accesses / sizeof accesses[0]; ++i) {
        static told all;
        gcnmem_run_insn_stats stats[2];
        char text[128];
        memset(&all, 0, sizeof all);
        snprintf(text, sizeof text, "%s\n\ts_endpgm\n", accesses[i]);
        for (uint32_t round = 0; round < 4; ++round) { /* what is told may name more */
            attempt a = try_bytes(text, strlen(text), all.settings, all.count);
            CHECK_U64(GCNMEM_OK, (uint64_t)a.result, "%s: %s %s", accesses[i], a.issue.field, a.issue.rule);
            stats[round != 0] = gcnmem_run_insn_of(a.shader.run, 0);
            gcnmem_run_needs(a.shader.run, a.shader.listing, text, keep_need, &all);
            free(a.memory);
        }
        const uint64_t lines[2] = {stats[0].lines * stats[1].issued, stats[1].lines * stats[0].issued};
        CHECK(stats[0].status == GCNMEM_STATUS_DEFAULT && stats[1].status != GCNMEM_STATUS_DEFAULT, "%s: %u settings",
              accesses[i], (unsigned)all.count);
        CHECK_U64(stats[0].bytes_requested * stats[1].issued, stats[1].bytes_requested * stats[0].issued, "%s",
                  accesses[i]);
        CHECK(lines[1] <= 2 * lines[0] && lines[0] <= 2 * lines[1], "%s: %" PRIu64 " lines, %" PRIu64 " by default",
              accesses[i], lines[1] / stats[0].issued, lines[0] / stats[0].issued);
    }
}

/* What any of several runs leans on is named: here arithmetic and latencies, which differ. */
static void test_variants_name_the_estimates_of_each_run(void) {
    static const char* const texts[] = {"  v_mov_b32 v1, v0\n  s_nop 0\n  s_endpgm\n",
                                        "  global_load_dword v1, v[2:3], off\n  s_waitcnt vmcnt(0)\n  s_endpgm\n"};
    static const char begin[] = "  leans on estimates: ";
    static char single[2][65536], both[2][65536];
    gcnmem_setting settings[] = {{"groups", "1"}, {"mem", "0=lane*4"}};
    gcnmem_run_variant variants[2];
    for (uint32_t i = 0; i < 2; ++i) {
        attempt a = try_bytes(texts[i], strlen(texts[i]), settings, 1 + i);
        variants[i].name = i == 0 ? "a.s" : "b.s";
        variants[i].notes = NULL;
        variants[i].result = gcnmem_run_result_of(a.shader.run);
        single[i][0] = both[i][0] = 0;
        gcnmem_report_run(a.shader.run, a.shader.listing, texts[i], GCNMEM_STYLE_TEXT, test_append, single[i]);
        free(a.memory);
    }
    CHECK(variants[0].result.limited_by != variants[1].result.limited_by, "%s",
          gcnmem_name_of(GCNMEM_NAMES_LIMITER, variants[0].result.limited_by));
    for (int is_pair = 0; is_pair < 2; ++is_pair) {
        gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_RX_480);
        gcnmem_report_variants(&desc, variants, 2, is_pair, GCNMEM_STYLE_TEXT, test_append, both[is_pair]);
        const char* named = strstr(both[is_pair], begin);
        for (uint32_t i = 0, field = 0; i < 2 * GCNMEM_FIELD_END; ++i, field = i % GCNMEM_FIELD_END) {
            const char* name = gcnmemi_desc_field_name((gcnmem_field)field);
            const char* alone = strstr(single[i / GCNMEM_FIELD_END], begin);
            CHECK(alone == NULL || strstr(alone, name) == NULL || (named != NULL && strstr(named, name) != NULL),
                  "%s, is_pair %d", name, is_pair);
        }
    }
}

static void count_warning(void* user_data, const gcnmem_run_warning* warning) {
    char line[700];
    int length = snprintf(line, sizeof line, "%s|%u|%u\n", warning->text, (unsigned)warning->count, warning->line);
    test_append(user_data, line, (size_t)length);
}

static void count_input(void* user_data, const gcnmem_run_input* at) {
    char line[300];
    int length = snprintf(line, sizeof line, "%d %.*s|%s|%s|%u\n", (int)at->argument, (int)at->name_bytes, at->name,
                          at->holds, at->by, (unsigned)at->decides);
    test_append(user_data, line, (size_t)length);
}

/* What reports warn of, and registers that nobody writes, as data. */
static void test_shader_tells_warnings_and_registers(void) {
    static const char text[] = "next:\n"
                               "  s_add_u32 s6, s6, s4\n"
                               "  v_lshlrev_b32 v1, 2, v0\n"
                               "  s_cbranch_vccz next\n"
                               "  s_cbranch_scc1 nowhere\n"
                               "  s_cbranch_scc1 nowhere\n"
                               "  buffer_load_dword v2, v1, s[0:3], s6 offen\n"
                               "  s_endpgm\n";
    static const gcnmem_setting settings[] = {{"reg", "s4=12"}, {"groups", "1"}, {"max-clocks", "100000"}};
    char lines[4000] = "";
    attempt a = try_bytes(text, sizeof text - 1, settings, 3);
    CHECK_U64(GCNMEM_OK, a.result, "%s", "");
    if (a.result == GCNMEM_OK) {
        gcnmem_run_warnings(a.shader.run, a.shader.listing, text, count_warning, lines);
        CHECK(strstr(lines, "loops that nobody gave a count (--trip, @trip) run once|1|2\n") != NULL, "%s", lines);
        CHECK(strstr(lines, "branches go where the listing does not say|2|5\n") != NULL, "%s", lines);
        lines[0] = 0;
        gcnmem_run_inputs(a.shader.run, a.shader.listing, text, count_input, lines);
        CHECK(strstr(lines, "-1 s4|12|given|0\n") != NULL, "%s", lines);
        CHECK(strstr(lines, "-1 v0|") != NULL && strstr(lines, "-1 v1|") == NULL, "%s", lines);
    }
    free(a.memory);
}

/* Arguments by number and name, what they hold, who says so, and which guess decides addresses. */
static void test_shader_tells_arguments(void) {
    static const char text[] =
        ".amdhsa_kernel k\n.amdhsa_user_sgpr_kernarg_segment_ptr 1\n.end_amdhsa_kernel\n"
        "k:\n"
        "  s_load_dwordx4 s[4:7], s[0:1], 0x0\n"
        "  s_load_dword s2, s[0:1], 0x8\n"
        "  s_waitcnt lgkmcnt(0)\n"
        "  v_mul_lo_u32 v0, v0, s2\n"
        "  v_mov_b32 v1, s5\n"
        "  v_add_u32 v0, vcc, s4, v0\n"
        "  v_addc_u32 v1, vcc, 0, v1, vcc\n"
        "  flat_load_dword v1, v[0:1]\n"
        "  s_endpgm\n"
        "  .amdgpu_metadata\n"
        "amdhsa.kernels:\n"
        "  - .args:\n"
        "      - {.address_space: global, .name: from, .offset: 0, .size: 8, .value_kind: global_buffer}\n"
        "      - {.name: stride, .offset: 8, .size: 4, .value_kind: by_value}\n"
        "      - {.name: scale, .offset: 12, .size: 4, .value_kind: by_value, .type_name: 'float'}\n"
        "    .name: k\n"
        "    .symbol: k.kd\n"
        "  .end_amdgpu_metadata\n";
    static const gcnmem_setting settings[] = {{"groups", "1"}, {"arg", "scale=f:1.5"}};
    char lines[4000] = "";
    attempt a = try_bytes(text, sizeof text - 1, settings, 2);
    CHECK_U64(GCNMEM_OK, a.result, "%s", a.issue.rule);
    if (a.result == GCNMEM_OK) {
        gcnmem_shader_finish(&a.shader);
        gcnmem_run_inputs(a.shader.run, a.shader.listing, text, count_input, lines);
        CHECK(strstr(lines, "0 from|a buffer at 0x") == lines, "%s", lines);
        CHECK(strstr(lines, "\n1 stride|") != NULL && strstr(lines, "|guess|1\n") != NULL, "%s", lines);
        CHECK(strstr(lines, "\n2 scale|1.500|given|0\n") != NULL, "%s", lines);
    }
    free(a.memory);
}

/* The same run as from the calls one by one. */
static void test_shader_is_the_calls_it_stands_for(void) {
    gcnmem_setting settings[] = {{"groups", "40"}, {"cus", "9"}, {"trip", "next=6"}, {"mem", "*=wave*4096 + lane*16"}};
    gcnmem_run_trip trip = {GCNMEM_NONE, 6};
    gcnmem_run_pattern pattern = {GCNMEM_NONE, GCNMEM_NONE, "wave*4096 + lane*16", 19};
    gcnmem_desc gpu = gcnmem_desc_for(GCNMEM_DEVICE_RX_480);
    gcnmem_desc part = gcnmem_run_scaled_desc(&gpu, 9);
    gcnmem_run_options options = test_run_options(0);
    void* text_memory = malloc(test_listing_bytes(loop, sizeof loop - 1));
    attempt a = try_settings(settings, 4);
    gcnmem_listing* listing;
    gcnmem_run* run;
    gcnmem_run_result one;
    gcnmem_run_result other;
    void* memory;
    options.groups = 40;
    options.trips = &trip, options.trip_count = 1;
    options.patterns = &pattern, options.pattern_count = 1;
    gcnmem_listing_parse(loop, sizeof loop - 1, gpu.gfx_version, NULL, 0, text_memory,
                         test_listing_bytes(loop, sizeof loop - 1), &listing, NULL);
    memory = malloc(test_run_bytes(&part, listing, &options));
    gcnmem_run_init(memory, test_run_bytes(&part, listing, &options), &part, listing, loop, &options, &run, NULL);
    gcnmem_run_advance(run, UINT64_MAX, NULL);
    memset(&one, 0, sizeof one);
    memset(&other, 0, sizeof other);
    one = gcnmem_run_result_of(run);
    other = gcnmem_run_result_of(a.shader.run);
    CHECK_U64(one.clocks, other.clocks, "%s", "");
    CHECK(memcmp(&one, &other, sizeof one) == 0, "%s", "");
    free(memory);
    free(text_memory);
    free(a.memory);
}

static void test_shader_sizes_at_their_edges(void) {
    static const char* const targets[] = {"x", "8", "8x", "8xx", "8x8x", "70000x8", "8x70000", "0x8", "8x0"};
    check_fails("group", "4,", GCNMEM_ERROR_VALUE, "must be X or X,Y or X,Y,Z, each from 1 to 1048576");
    check_fails("groups", "4294967295,4294967295,2", GCNMEM_ERROR_VALUE,
                "is 18446744065119617025 in all: at most 4294967295");
    check_fails("top", "0", GCNMEM_ERROR_VALUE, "must be a whole number from 1 to 4096");
    for (size_t i = 0; i < sizeof targets / sizeof targets[0]; ++i) {
        check_fails("target", targets[i], GCNMEM_ERROR_VALUE, "must be WxH, pixels, each from 1 to 16384");
    }
    check_fails("mend", "#1=nothing", GCNMEM_ERROR_VALUE,
                "is no mend: there are side-by-side no-conflicts hits padded spread earlier");
}

/* Where nobody asks for the reason, the result alone tells. */
static void test_shader_errors_without_an_issue(void) {
    static const struct {
        gcnmem_setting setting;
        gcnmem_result result;
        size_t bytes;
    } rows[] = {{{"group", "0"}, GCNMEM_ERROR_VALUE, 1 << 20},   {{"mem", "#1=lane*"}, GCNMEM_ERROR_SYNTAX, 1 << 20},
                {{"vgprs", "300"}, GCNMEM_ERROR_VALUE, 1 << 20}, {{"waves", "3"}, GCNMEM_ERROR_NAME, 1 << 20},
                {{"groups", "1"}, GCNMEM_ERROR_LIMIT, 16},       {{"groups", "1"}, GCNMEM_ERROR_LIMIT, 1 << 14}};
    static uint64_t memory[1 << 17];
    gcnmem_desc gpu = gcnmem_desc_for(GCNMEM_DEVICE_RX_480);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        gcnmem_shader shader;
        gcnmem_result result =
            gcnmem_shader_init(memory, rows[i].bytes, &gpu, loop, sizeof loop - 1, &rows[i].setting, 1, &shader, NULL);
        CHECK_U64(rows[i].result, result, "%s=%s", rows[i].setting.name, rows[i].setting.value);
        CHECK(shader.run == NULL, "%s=%s", rows[i].setting.name, rows[i].setting.value);
    }
}

/* Of several kernels the one whose LDS is told is meant. */
static void test_shader_the_kernel_that_is_told_of_runs(void) {
    static const char text[] = "a shader:\n\ts_nop 0\n\ts_endpgm\nb shader:\n; LDSByteSize: 64\n\ts_nop 1\n"
                               "\ts_endpgm\nc shader:\n\ts_endpgm\n";
    gcnmem_setting groups = {"groups", "1"};
    attempt a = try_bytes(text, sizeof text - 1, &groups, 1);
    CHECK_U64(GCNMEM_OK, a.result, "%s", a.issue.rule);
    CHECK_U64(1, issued(&a, 2), "the second runs");
    CHECK_U64(0, issued(&a, 0) + issued(&a, 4), "the others do not");
    free(a.memory);
}

/* A chance is of branches that may go two ways: jumps and calls do not, whatever their label. */
static void test_shader_chances_are_of_branches_that_may_jump(void) {
    static const char text[] = "\ts_branch x\nx:\n\ts_call_b64 s[4:5], y\ny:\n\ts_endpgm\n";
    static const char* const chances[] = {"x=0.5", "y=0.5"};
    for (size_t i = 0; i < 2; ++i) {
        gcnmem_setting taken = {"taken", chances[i]};
        attempt a = try_bytes(text, sizeof text - 1, &taken, 1);
        CHECK_U64(GCNMEM_ERROR_VALUE, a.result, "%s", chances[i]);
        CHECK(strstr(a.issue.rule, "means no branch that may jump or not") != NULL, "%s", a.issue.rule);
        free(a.memory);
    }
}

void suite_shader(void) {
    TEST(test_shader_asks_for_memory_twice_at_most);
    TEST(test_shader_memory_one_byte_short_is_refused);
    TEST(test_shader_memory_is_of_what_the_code_can_have_under_way);
    TEST(test_shader_rooms_of_a_run_never_run_out);
    TEST(test_shader_settings_are_the_run_s_options);
    TEST(test_shader_the_last_of_equal_settings_wins);
    TEST(test_shader_trip_names_a_loop_in_four_ways);
    TEST(test_shader_taken_is_a_chance);
    TEST(test_shader_mem_names_instructions_in_four_ways);
    TEST(test_shader_label_places_what_the_listing_lacks);
    TEST(test_shader_settings_that_change_nothing_are_told);
    TEST(test_shader_bad_settings_name_flag_rule_and_limit);
    TEST(test_shader_chances_have_three_decimals);
    TEST(test_shader_column_of_an_expression_counts_from_the_setting);
    TEST(test_shader_what_the_run_refuses_names_its_setting);
    TEST(test_shader_one_of_two_stages_is_chosen);
    TEST(test_shader_a_listing_that_cannot_be_read_has_no_program);
    TEST(test_shader_image_names_instructions_by_mnemonic);
    TEST(test_R59_what_the_scalar_cache_holds_does_not_wait);
    TEST(test_shader_lds_of_no_size_is_told);
    TEST(test_shader_other_kernels_of_a_file_are_not_its_own);
    TEST(test_shader_needs_name_accumulation_registers);
    TEST(test_shader_no_argument_is_idle_behind_what_is_not_computed);
    TEST(test_shader_arithmetic_that_a_gpu_lacks_is_told);
    TEST(test_shader_lds_reaches_as_far_as_its_last_access);
    TEST(test_shader_lds_of_no_size_and_given_addresses);
    TEST(test_R51_an_exit_of_two_loops_ends_when_one_is_over);
    TEST(test_shader_assumptions_have_a_heading_when_there_are_some);
    TEST(test_R82_needs_are_settings_that_can_be_given);
    TEST(test_R82_needs_of_lanes_spread_as_the_default_does);
    TEST(test_variants_name_the_estimates_of_each_run);
    TEST(test_shader_is_the_calls_it_stands_for);
    TEST(test_shader_tells_warnings_and_registers);
    TEST(test_shader_tells_arguments);
    TEST(test_shader_sizes_at_their_edges);
    TEST(test_shader_errors_without_an_issue);
    TEST(test_shader_the_kernel_that_is_told_of_runs);
    TEST(test_shader_chances_are_of_branches_that_may_jump);
}
