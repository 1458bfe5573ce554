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
    return result == GCNMEM_OK ? gcnmem_expr_value(&expr, inputs, value, issue) : result;
}

#define EQUAL_C(expression)                                                                                            \
    do {                                                                                                               \
        uint64_t got = 0;                                                                                              \
        CHECK(evaluate(#expression, &in, &got, NULL) == GCNMEM_OK, "%s", #expression);                                 \
        CHECK_U64((uint64_t)(expression), got, "lane %" PRIu64 ": %s", lane, #expression);                             \
    } while (0)

static void test_expr_precedence_is_that_of_c(void) {
    uint64_t lane;
    for (lane = 0; lane < 64; lane += 7) {
        const uint64_t wave = 3, group = UINT64_C(0xfedcba9876543210), iter = 5, x = lane % 8, y = lane / 8;
        gcnmem_expr_inputs in;
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
    gcnmem_expr_inputs in = {0, 0, 0, 0, 0, 0};
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
        gcnmem_expr_inputs in = {0, 0, 0, 0, 0, 0};
        gcnmem_issue issue = {NULL, NULL, 0, 0, 0};
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
                {"4 * foo", 5}, {"1 ? 2", 3},  {"lane $ 2", 6},  {"lane + * 2", 8}, {"1 : 2", 3}, {"lanes", 1}};
    size_t i;
    for (i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        gcnmem_expr expr;
        gcnmem_issue issue = {NULL, NULL, 0, 0, 0};
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
    gcnmem_expr_inputs in = {3, 0, 0, 0, 0, 0};
    gcnmem_expr expr;
    uint64_t value = 0;
    CHECK(gcnmem_expr_compile(text, 6, &expr, NULL) == GCNMEM_OK, "lane*4");
    CHECK(gcnmem_expr_value(&expr, &in, &value, NULL) == GCNMEM_OK, "lane*4");
    CHECK_U64(12, value, "lane*4 of lane*49");
    CHECK(expr.uses_lane != 0, "lane*4");
    CHECK(gcnmem_expr_compile("wave*4", 6, &expr, NULL) == GCNMEM_OK && expr.uses_lane == 0, "wave*4");
    CHECK(gcnmem_expr_compile("x+y", 3, &expr, NULL) == GCNMEM_OK && expr.uses_lane != 0, "x and y differ too");
}

void suite_expr(void) {
    TEST(test_expr_precedence_is_that_of_c);
    TEST(test_expr_wraps_as_64_bit_unsigned);
    TEST(test_expr_division_by_zero_only_where_c_would_divide);
    TEST(test_expr_errors_have_a_column);
    TEST(test_expr_limits);
    TEST(test_expr_text_need_not_be_terminated);
}
