/* expr.c -- the grammar against C itself: the compiler computes what the library must */
#include "test.h"

/* The table below leaves out the parentheses compilers ask for: that is its purpose. */
#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wparentheses"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wbool-operation"
#endif
#if defined(__clang__)
#pragma clang diagnostic ignored "-Wbitwise-conditional-parentheses"
#pragma clang diagnostic ignored "-Wunknown-warning-option"
#pragma clang diagnostic ignored "-Wconstant-logical-operand"
#endif

static gcnmem_result evaluate(const char* text, const gcnmem_expr_inputs* inputs, uint64_t* value,
                              gcnmem_issue* issue) {
    gcnmem_expr expr;
    gcnmem_result result = gcnmem_expr_compile(text, strlen(text), &expr, issue);
    uint64_t values[GCNMEM_LANES] = {0};
    if (result == GCNMEM_OK) {
        result = gcnmem_expr_lanes(&expr, inputs, 1, values, issue);
    }
    *value = values[0];
    return result;
}

#define EQUAL_C(expression) \
    do { \
        uint64_t got = 0; \
        CHECK(evaluate(#expression, &in, &got, NULL) == GCNMEM_OK, "%s", #expression); \
        CHECK_U64((uint64_t)(expression), got, "lane %" PRIu64 ": %s", lane, #expression); \
    } while (0)

static void test_expr_precedence_is_that_of_c(void) {
    uint64_t lane;
    for (lane = 0; lane < 64; lane += 7) {
        const uint64_t wave = 3, group = UINT64_C(0xfedcba9876543210), iter = 5, x = lane % 8, y = lane / 8;
        gcnmem_expr_inputs in;
        memset(&in, 0, sizeof in);
        in.lane = lane, in.wave = wave, in.group = group, in.iter = iter, in.x = x, in.y = y;
        EQUAL_C(lane + wave * iter);
        EQUAL_C(lane * wave + iter);
        EQUAL_C(lane - wave - iter);
        EQUAL_C(group / iter / wave);
        EQUAL_C(group / wave * iter);
        EQUAL_C(group % 1000 / 7 % 5);
        EQUAL_C(lane << 2 + 1);
        EQUAL_C(lane << wave << iter);
        EQUAL_C(group >> wave << iter);
        EQUAL_C(lane + 1 << wave);
        EQUAL_C(lane < 9 << 1);
        EQUAL_C(lane<wave == iter> wave);
        EQUAL_C(lane == wave < iter);
        EQUAL_C(lane & 3 == 3);
        EQUAL_C(lane & 6 ^ 5 | 8);
        EQUAL_C(lane | 5 ^ 6 & group);
        EQUAL_C(lane ^ wave & iter);
        EQUAL_C(lane && wave || iter && 0);
        EQUAL_C(lane || wave && 0);
        EQUAL_C(lane | 1 && 2 & x);
        EQUAL_C(lane ? x : y ? wave : iter);
        EQUAL_C(lane > 30 ? x > 3 ? 1 : 2 : y ? 3 : 4);
        EQUAL_C(-lane + wave);
        EQUAL_C(~lane & 255);
        EQUAL_C(!lane + 1);
        EQUAL_C(!!lane << 4);
        EQUAL_C(- -lane);
        EQUAL_C(~-lane);
        EQUAL_C(-lane >> 60);
        EQUAL_C((lane + wave) * (iter - x));
        EQUAL_C(((((lane)))));
        EQUAL_C(0xFFFFFFFFFFFFFFFF + lane);
        EQUAL_C(0xffffffff * group);
        EQUAL_C(lane >= wave != lane <= iter);
        EQUAL_C(lane != wave != iter);
        EQUAL_C(lane * 256 + wave * 4096);
        EQUAL_C(lane % 8 * 4 + lane / 8 * 1024);
    }
}

static void test_expr_wraps_as_64_bit_unsigned(void) {
    gcnmem_expr_inputs in = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    uint64_t value = 0;
    CHECK(evaluate("0 - 1", &in, &value, NULL) == GCNMEM_OK, "0 - 1");
    CHECK_U64(UINT64_MAX, value, "0 - 1");
    CHECK(evaluate("-1 < 1", &in, &value, NULL) == GCNMEM_OK, "-1 < 1");
    CHECK_U64(0, value, "-1 < 1: unsigned");
    CHECK(evaluate("1 << 64", &in, &value, NULL) == GCNMEM_OK, "1 << 64");
    CHECK_U64(0, value, "1 << 64: a shift by 64 or more gives 0");
    CHECK(evaluate("(0-1) >> 0xffffffffffffffff", &in, &value, NULL) == GCNMEM_OK, "wide shift");
    CHECK_U64(0, value, "a shift by 2^64 - 1");
    CHECK(evaluate("18446744073709551615", &in, &value, NULL) == GCNMEM_OK, "2^64 - 1");
    CHECK_U64(UINT64_MAX, value, "2^64 - 1");
    CHECK(evaluate("18446744073709551616", &in, &value, NULL) != GCNMEM_OK, "2^64 does not fit");
}

static void test_expr_division_by_zero_only_where_c_would_divide(void) {
    static const struct {
        const char* text;
        int fails;
        uint64_t value;
    } rows[] = {{"1 / lane", 1, 0},
                {"1 % lane", 1, 0},
                {"lane && 1 / lane", 0, 0},
                {"1 || 1 / lane", 0, 1},
                {"lane ? 1 / lane : 9", 0, 9},
                {"1 ? 8 : 1 / lane", 0, 8},
                {"0 || 1 / lane", 1, 0},
                {"0 * (1 / lane)", 1, 0},
                {"1 && 1 % (lane * 4)", 1, 0},
                {"lane ? 1 : 2 / lane", 1, 0}};
    size_t i;
    for (i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        gcnmem_expr_inputs in = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
        gcnmem_issue issue = {NULL, NULL, 0, 0, 0, 0, 0, ""};
        uint64_t value = 99;
        gcnmem_result result = evaluate(rows[i].text, &in, &value, &issue);
        CHECK(result == (rows[i].fails ? GCNMEM_ERROR_MATH : GCNMEM_OK), "%s", rows[i].text);
        CHECK_U64(rows[i].value, value, "%s", rows[i].text);
        CHECK(!rows[i].fails || issue.column > 0, "%s", rows[i].text);
    }
}

/* What is missing is reported where it was opened: ( and ?. */
static void test_expr_errors_have_a_column(void) {
    static const struct {
        const char* text;
        uint32_t column;
    } rows[] = {{"", 1},        {"lane +", 7}, {"lane lane", 6}, {"(lane", 1},      {"lane)", 5}, {"foo", 1},
                {"4 * foo", 5}, {"1 ? 2", 3},  {"lane $ 2", 6},  {"lane + * 2", 8}, {"1 : 2", 3}, {"laness", 1}};
    size_t i;
    for (i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        gcnmem_expr expr;
        gcnmem_issue issue = {NULL, NULL, 0, 0, 0, 0, 0, ""};
        gcnmem_result result = gcnmem_expr_compile(rows[i].text, strlen(rows[i].text), &expr, &issue);
        CHECK(result == GCNMEM_ERROR_SYNTAX || result == GCNMEM_ERROR_NAME, "\"%s\"", rows[i].text);
        CHECK_U64(rows[i].column, issue.column, "\"%s\"", rows[i].text);
        CHECK(issue.rule != NULL, "\"%s\"", rows[i].text);
    }
}

static void test_expr_limits(void) {
    static char text[40000];
    gcnmem_expr expr;
    gcnmem_issue issue;
    size_t i;
    memset(text, '(', sizeof text);
    CHECK(gcnmem_expr_compile(text, sizeof text, &expr, &issue) == GCNMEM_ERROR_LIMIT, "40000 open parentheses");
    memset(text, '-', sizeof text);
    CHECK(gcnmem_expr_compile(text, sizeof text, &expr, &issue) == GCNMEM_ERROR_LIMIT, "40000 signs");
    for (i = 0; i + 1 < sizeof text; i += 2) {
        text[i] = '1';
        text[i + 1] = '+';
    }
    CHECK(gcnmem_expr_compile(text, sizeof text - 1, &expr, &issue) == GCNMEM_ERROR_LIMIT, "20000 additions");
}

static void test_expr_text_need_not_be_terminated(void) {
    static const char text[] = {'l', 'a', 'n', 'e', '*', '4', '9'};
    gcnmem_expr_inputs in = {3, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    gcnmem_expr expr;
    uint64_t value[GCNMEM_LANES];
    CHECK(gcnmem_expr_compile(text, 6, &expr, NULL) == GCNMEM_OK, "lane*4");
    CHECK(gcnmem_expr_lanes(&expr, &in, 1, value, NULL) == GCNMEM_OK, "lane*4");
    CHECK_U64(12, value[0], "lane*4 of lane*49");
    CHECK(expr.uses_lane != 0, "lane*4");
    CHECK(gcnmem_expr_compile("wave*4", 6, &expr, NULL) == GCNMEM_OK && expr.uses_lane == 0, "wave*4");
    CHECK(gcnmem_expr_compile("x+y", 3, &expr, NULL) == GCNMEM_OK && expr.uses_lane != 0, "x and y differ too");
}

static uint64_t value_at(const char* text, uint64_t lane, uint64_t wave, uint64_t iter) {
    gcnmem_expr_inputs in = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    uint64_t value = 0;
    in.lane = lane, in.wave = wave, in.iter = iter, in.x = lane % 8, in.y = lane / 8;
    CHECK(evaluate(text, &in, &value, NULL) == GCNMEM_OK, "%s", text);
    return value;
}

static void test_expr_numbers_take_K_M_and_G(void) {
    CHECK_U64(16 * 1024, value_at("16K", 0, 0, 0), "16K");
    CHECK_U64(3 * 1024 * 1024 + 4, value_at("3m+4", 0, 0, 0), "3m+4");
    CHECK_U64(UINT64_C(2) << 30, value_at("0x2G", 0, 0, 0), "0x2G");
    CHECK_U64(12 * 1024, value_at("lane*4K", 3, 0, 0), "lane*4K");
}

static void test_expr_names_loops_around_the_innermost(void) {
    gcnmem_expr_inputs in = {0, 0, 7, 1, 0, 0, 2, 3, 0, 0};
    uint64_t value = 0;
    CHECK(evaluate("wg*1000 + iter*100 + iter1*10 + iter2", &in, &value, NULL) == GCNMEM_OK, "iter1, iter2");
    CHECK_U64(7123, value, "wg, iter, iter1, iter2");
}

static void test_expr_regular_functions_are_shorthands(void) {
    static const struct {
        const char* text;
        const char* same;
    } rows[] = {{"uniform(iter*64)", "iter*64"},
                {"stride(12)", "(wave*64 + lane)*12"},
                {"tile(64,16,4)", "(wave%8*8 + lane%8)*4 + (wave/8%2*8 + lane/8)*256"},
                {"tile(20,9,16) + 1", "(wave%3*8 + lane%8)*16 + (wave/3%2*8 + lane/8)*320 + 1"},
                {"stride( (1+1)*2 )*2", "(wave*64 + lane)*8"},
                {"uniform(lane*64 + iter)", "iter"},
                {"uniform(wave*9 + x + y) + lane", "wave*9 + lane"},
                {"uniform(uniform(5)+1)", "6"},
                {"hash(wave+3) + hash(0)", "hash(3+wave) + 0xe220a8397b1dcdaf"},
                {"rand(64K, 7) + lane", "((hash(draw(7) + lane) >> 34) * 64K >> 30 & ~3) + lane"},
                {"rand(n=64K)", "rand(64K,seed=insn)"},
                {"chase(iter*512 + 512)", "(draw(insn) >> 34) * (iter*512 + 512) >> 30 & ~63"},
                {"chase(hash(iter)%1M, seed=wave+iter)", "(draw(wave+iter) >> 34) * (hash(iter)%1M) >> 30 & ~63"},
                {"stride(stride(lane))", "(wave*64 + lane) * (wave*64 + lane) * lane"}};
    uint64_t i;
    size_t row;
    for (row = 0; row < sizeof rows / sizeof rows[0]; ++row) {
        for (i = 0; i < 500; i += 13) {
            CHECK_U64(value_at(rows[row].same, i % 64, i / 7, i), value_at(rows[row].text, i % 64, i / 7, i),
                      "%s at lane %" PRIu64 " of wave %" PRIu64, rows[row].text, i % 64, i / 7);
        }
    }
}

/* Of 4096 draws below 64 KB each sixteenth must get its share, and no two waves, trips or seeds the same row. */
static void test_expr_draws_are_spread_evenly_and_repeat(void) {
    uint64_t bins[16] = {0};
    uint64_t same = 0;
    uint64_t i;
    for (i = 0; i < 4096; ++i) {
        uint64_t value = value_at("rand(64K)", i % 64, i / 64, 0);
        CHECK(value < 65536 && value % 4 == 0, "a dword of 64 KB: %" PRIu64, value);
        ++bins[value / 4096 % 16];
        same += value == value_at("rand(64K)", i % 64, i / 64, 1);
        same += value == value_at("rand(64K,seed=1)", i % 64, i / 64, 0);
        CHECK_U64(value, value_at("rand(64K, 0)", i % 64, i / 64, 0), "the seed is 0 when none is given");
    }
    CHECK(same < 4, "%" PRIu64 " of 8192 draws are the same in another trip or with another seed", same);
    for (i = 0; i < 16; ++i) {
        CHECK(bins[i] > 180 && bins[i] < 340, "%" PRIu64 " of 4096 in sixteenth %" PRIu64, bins[i], i);
    }
}

static void test_expr_a_chase_moves_the_wave_as_one(void) {
    uint64_t first = value_at("chase(1M)", 0, 5, 9);
    CHECK(first < 1048576 && first % 64 == 0, "a line of 1 MB: %" PRIu64, first);
    CHECK_U64(first, value_at("chase(1M)", 63, 5, 9), "all lanes");
    CHECK(first != value_at("chase(1M)", 0, 5, 10) && first != value_at("chase(1M)", 0, 6, 9), "wave and trip");
    CHECK(value_at("chase(16G)", 0, 1, 1) < UINT64_C(16) << 30, "16 GiB fit");
}

static void test_expr_hitrate_of_a_thousand_accesses(void) {
    uint64_t hits = 0;
    uint64_t i;
    for (i = 0; i < 1000; ++i) {
        hits += value_at("hitrate(70)", 0, i, 3) == 0;
    }
    CHECK(hits > 650 && hits < 750, "%" PRIu64 " of 1000 at 70 %%", hits);
    CHECK_U64(4 * 9, value_at("hitrate(100)", 9, 1, 1), "always");
    CHECK(value_at("hitrate(0)", 9, 1, 1) % 256 == 36 && value_at("hitrate(0)", 0, 1, 1) != 0, "never");
}

static void test_expr_functions_say_what_they_miss(void) {
    static const struct {
        const char* text;
        uint32_t column;
    } rows[] = {{"rand", 5},
                {"rand()", 6},
                {"rand(1,2,3)", 9},
                {"lane,1", 5},
                {"tile(8,8)", 5},
                {"tile(8,lane,4)", 8},
                {"tile(8,0,4)", 8},
                {"seed=4", 1},
                {"(1,2)", 3},
                {"rand(1,seed=)", 13},
                {"rand(4, sead=1)", 9},
                {"rand(17G)", 6},
                {"chase(32G,seed=1)", 7},
                {"hitrate(101)", 9},
                {"tile(8,seed=8,4)", 8},
                {"stride(4,4)", 9},
                {"99G9", 1},
                {"rand(lane", 5},
                {"0x10000000000G", 1}};
    size_t i;
    for (i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        gcnmem_expr expr;
        gcnmem_issue issue = {NULL, NULL, 0, 0, 0, 0, 0, ""};
        CHECK(gcnmem_expr_compile(rows[i].text, strlen(rows[i].text), &expr, &issue) == GCNMEM_ERROR_SYNTAX, "\"%s\"",
              rows[i].text);
        CHECK_U64(rows[i].column, issue.column, "\"%s\"", rows[i].text);
    }
}

/* Numbers are named, and the limit they were checked against. */
static void test_expr_messages_name_value_and_limit(void) {
    static const struct {
        const char* text;
        const char* message;
        uint32_t column;
    } rows[] = {{"chase(17G)", "has 18253611008 where the function takes at most 17179869184", 7},
                {"4 + rand(1, 2) + hitrate( 7*20 )", "has 140 where the function takes at most 100", 27},
                {"tile(8,0,4)", "has 0 where the function takes at least 1", 8},
                {"tile(8,8,70000)", "has 70000 where the function takes at most 65536", 10},
                {"tile(8,8,iter)", "needs a plain number here", 10},
                {"tile(8,8)", "gives 2 of 3 values to this function", 5},
                {"1+(2,3)", "has a ',' where no other value can follow", 5},
                {"1+(2:3)", "has a ':' without its '?'", 5},
                {"lane*4.0", "has a '.': numbers are whole", 7},
                {"(1?2)", "has a '?' without its ':'", 3},
                {"(1?2", "has a '?' without its ':'", 3},
                {"hash((1)", "has a '(' without its ')'", 5}};
    char longest[5001];
    char deepest[200] = "";
    size_t i;
    gcnmem_expr expr;
    gcnmem_issue issue;
    char message[200];
    for (i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        CHECK(gcnmem_expr_compile(rows[i].text, strlen(rows[i].text), &expr, &issue) == GCNMEM_ERROR_SYNTAX, "%s",
              rows[i].text);
        gcnmem_issue_text(&issue, message, sizeof message);
        CHECK_TEXT(rows[i].message, message, "%s", rows[i].text);
        CHECK_U64(rows[i].column, issue.column, "%s", rows[i].text);
    }
    memset(longest, '1', sizeof longest);
    CHECK(gcnmem_expr_compile(longest, sizeof longest, &expr, &issue) == GCNMEM_ERROR_LIMIT, "5001 digits");
    gcnmem_issue_text(&issue, message, sizeof message);
    CHECK_TEXT("is longer than 4096 characters", message, "5001 digits");
    memset(longest, '-', sizeof longest);
    CHECK(gcnmem_expr_compile(longest, 65, &expr, &issue) == GCNMEM_ERROR_LIMIT, "65 signs");
    gcnmem_issue_text(&issue, message, sizeof message);
    CHECK_TEXT("is nested deeper than 64", message, "65 signs");
    for (i = 0; i < 40; ++i) {
        strcat(deepest, "x?y:");
    }
    strcat(deepest, "1");
    CHECK(gcnmem_expr_compile(deepest, strlen(deepest), &expr, &issue) == GCNMEM_ERROR_LIMIT, "%s", deepest);
    gcnmem_issue_text(&issue, message, sizeof message);
    CHECK_TEXT("keeps more than 64 values at once", message, "%s", deepest);
    for (i = 0; i < 2600; ++i) {
        longest[i] = i % 2 ? '+' : 'x';
    }
    CHECK(gcnmem_expr_compile(longest, 2599, &expr, &issue) == GCNMEM_ERROR_LIMIT, "1300 terms");
    gcnmem_issue_text(&issue, message, sizeof message);
    CHECK_TEXT("takes more than 128 steps", message, "1300 terms");
}

/* A table by ?: of as many rows as fit, and a sum whose every value is a number behind it. */
static void test_expr_long_texts_fit(void) {
    char text[1000] = "";
    uint64_t i;
    for (i = 0; i < 31; ++i) {
        snprintf(text + strlen(text), sizeof text - strlen(text), "lane==%d?%d:", (int)i, (int)(i * i));
    }
    strcat(text, "7");
    for (i = 0; i < 64; ++i) {
        CHECK_U64(i < 31 ? i * i : 7, value_at(text, i, 0, 0), "%s", text);
    }
    strcpy(text, "lane");
    for (i = 0; i < 127; ++i) {
        strcat(text, "^9");
    }
    CHECK_U64(3 ^ 9, value_at(text, 3, 0, 0), "127 numbers");
}

static void test_expr_all_lanes_at_once(void) {
    static const struct {
        const char* text;
        uint64_t mask;
        uint32_t column; /* of the division, 0: none counts */
        uint64_t lane;
        uint64_t last; /* value of lane 63 */
    } rows[] = {{"lane*4 + x*100 + y*1000", UINT64_MAX, 0, 0, 252 + 700 + 15000},
                {"wave*10 + iter", 1, 0, 0, 15},
                {"64/(lane-5)", UINT64_MAX, 3, 5, 1},
                {"64/(lane-5)", ~(UINT64_C(1) << 5), 0, 0, 1},
                {"1/(lane-9) + 2/(lane-7)", UINT64_MAX, 15, 7, 0},
                {"lane ? 63/lane : 8", UINT64_MAX, 0, 0, 1},
                {"lane ? 8 : 63/lane", UINT64_MAX, 14, 0, 8},
                {"lane<5 && 1/lane", UINT64_MAX, 12, 0, 0},
                {"lane && 63/lane", UINT64_MAX, 0, 0, 1},
                {"lane == 0 || 63/lane", UINT64_MAX, 0, 0, 1},
                {"iter ? 4/iter : lane", UINT64_MAX, 0, 0, 0},
                {"iter==5 ? lane : 4/(iter-5)", UINT64_MAX, 0, 0, 63},
                {"iter==5 ? 4/(iter-5) : lane", UINT64_MAX, 12, 0, 0},
                {"lane%2 ? 1 : lane/(lane-2)", UINT64_MAX, 18, 2, 1},
                {"uniform(64/(lane-5)) + lane", UINT64_MAX, 0, 0, 63},
                {"hash(9/(lane-4)) && 0", ~UINT64_C(15), 7, 4, 0}};
    size_t i;
    for (i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        gcnmem_expr_inputs in = {0, 1, 0, 5, 0, 8, 0, 0, 0, 0};
        gcnmem_expr expr;
        gcnmem_issue issue = {NULL, NULL, 0, 0, 0, 0, 0, ""};
        uint64_t values[GCNMEM_LANES];
        gcnmem_result result = gcnmem_expr_compile(rows[i].text, strlen(rows[i].text), &expr, NULL);
        CHECK(result == GCNMEM_OK, "%s", rows[i].text);
        result = gcnmem_expr_lanes(&expr, &in, rows[i].mask, values, &issue);
        CHECK(result == (rows[i].column != 0 ? GCNMEM_ERROR_MATH : GCNMEM_OK), "%s", rows[i].text);
        CHECK_U64(rows[i].column, issue.column, "%s", rows[i].text);
        CHECK_U64(rows[i].lane, issue.value, "%s", rows[i].text);
        CHECK_U64(rows[i].last, values[63], "%s", rows[i].text);
    }
}

/* A sum of what the lane gives and what the rest gives moves all lanes together. */
static void test_expr_knows_when_lanes_keep_their_distance(void) {
    static const struct {
        const char* text;
        int is_shifted;
    } rows[] = {{"lane*4 + wave*256", 1},
                {"(wave*64 + lane) * 12 - iter", 1},
                {"(lane ? 1 : 2) + wave", 1},
                {"lane*lane + wave*wave", 1},
                {"-(lane + wave) << 3", 1},
                {"tile(64,64,4)", 1},
                {"hitrate(50)", 1},
                {"chase(1M)", 1},
                {"(lane + wave) % 8", 0},
                {"lane * wave", 0},
                {"wave ? lane : 1", 0},
                {"lane && wave", 0},
                {"~(lane + wave)", 0},
                {"uniform(lane*wave) + lane", 1},
                {"rand(1M)", 0}};
    size_t i;
    for (i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        gcnmem_expr expr;
        CHECK(gcnmem_expr_compile(rows[i].text, strlen(rows[i].text), &expr, NULL) == GCNMEM_OK, "%s", rows[i].text);
        CHECK((expr.is_shifted != 0) == rows[i].is_shifted, "%s", rows[i].text);
    }
}

void suite_expr(void) {
    TEST(test_expr_messages_name_value_and_limit);
    TEST(test_expr_long_texts_fit);
    TEST(test_expr_all_lanes_at_once);
    TEST(test_expr_knows_when_lanes_keep_their_distance);
    TEST(test_expr_numbers_take_K_M_and_G);
    TEST(test_expr_names_loops_around_the_innermost);
    TEST(test_expr_regular_functions_are_shorthands);
    TEST(test_expr_draws_are_spread_evenly_and_repeat);
    TEST(test_expr_a_chase_moves_the_wave_as_one);
    TEST(test_expr_hitrate_of_a_thousand_accesses);
    TEST(test_expr_functions_say_what_they_miss);
    TEST(test_expr_precedence_is_that_of_c);
    TEST(test_expr_wraps_as_64_bit_unsigned);
    TEST(test_expr_division_by_zero_only_where_c_would_divide);
    TEST(test_expr_errors_have_a_column);
    TEST(test_expr_limits);
    TEST(test_expr_text_need_not_be_terminated);
}
