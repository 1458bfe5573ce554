/* expr.c -- random expression texts, evaluated lane by lane by a recursive-descent parser that compiles nothing */
#include "../private.h"

#include "oracle.h"

#define EXPRESSIONS 20000
#define TEXT_MAX 600

/* ---- a text writer: the grammar, turned round ---- */

typedef struct writer {
    test_random random;
    size_t length;
    char text[TEXT_MAX];
} writer;

static void put(writer* out, const char* word) {
    size_t i;
    for (i = 0; word[i] && out->length + 1 < TEXT_MAX; ++i) {
        out->text[out->length++] = word[i];
    }
    out->text[out->length] = 0;
}

static void put_blank(writer* out) {
    put(out, test_random_below(&out->random, 4) ? "" : test_random_below(&out->random, 5) ? " " : "\t ");
}

static void put_value(writer* out) {
    static const char* const names[] = {"lane", "wave", "group", "wg", "iter", "iter1", "iter2", "x", "y", "insn"};
    char number[32];
    uint64_t value = test_random_next(&out->random);
    value >>= test_random_below(&out->random, 3) ? 60 : test_random_below(&out->random, 64);
    switch (test_random_below(&out->random, 4)) {
    case 0:
        snprintf(number, sizeof number, "%" PRIu64, value);
        break;
    case 1:
        snprintf(number, sizeof number, value % 2 ? "0x%" PRIx64 : "0X%" PRIX64, value);
        break;
    default:
        snprintf(number, sizeof number, "%s", names[test_random_below(&out->random, 10)]);
        break;
    }
    put(out, number);
}

static void put_expression(writer* out, int depth);

/* A call, its values in the ranges that are taken. */
static void put_call(writer* out, int depth) {
    static const struct {
        const char* before;
        const char* behind;
        int has_seed;
    } calls[] = {{"uniform(", ")", 0},     {"hash(", ")", 0},          {"stride(", ")", 0},      {"draw (", ")", 0},
                 {"rand((", ")%65537", 1}, {"chase( (", ")%65537", 1}, {"hitrate((", ")%101", 1}};
    size_t i = (size_t)test_random_below(&out->random, 1 + sizeof calls / sizeof calls[0]);
    if (i == sizeof calls / sizeof calls[0]) {
        char text[40];
        unsigned size[3];
        int k;
        for (k = 0; k < 3; ++k) {
            size[k] = 1 + (unsigned)test_random_below(&out->random, 99);
        }
        snprintf(text, sizeof text, "tile(%u, %u,%u)", size[0], size[1], size[2]);
        put(out, text);
        return;
    }
    put(out, calls[i].before);
    put_expression(out, depth - 1);
    put(out, calls[i].behind);
    if (calls[i].has_seed) {
        if (test_random_below(&out->random, 2)) {
            put(out, test_random_below(&out->random, 2) ? ",seed=" : " , ");
            put_expression(out, depth - 1);
        }
        put(out, ")");
    }
}

static void put_expression(writer* out, int depth) {
    static const char* const binary[] = {"+",  "-",  "*",  "/",  "%", "<<", ">>", "<",  ">",
                                         "<=", ">=", "==", "!=", "&", "^",  "|",  "&&", "||"};
    static const char* const unary[] = {"-", "~", "!", "+"};
    put_blank(out);
    switch (depth > 0 ? test_random_below(&out->random, 9) : 0) {
    case 0:
        put_value(out);
        break;
    case 1:
        put(out, unary[test_random_below(&out->random, 4)]);
        put(out, " "); /* "--" and "++" are other tokens in C */
        put_expression(out, depth - 1);
        break;
    case 2:
        put(out, "(");
        put_expression(out, depth - 1);
        put(out, ")");
        break;
    case 3:
        put_expression(out, depth - 1);
        put(out, "?");
        put_expression(out, depth - 1);
        put(out, ":");
        put_expression(out, depth - 1);
        break;
    case 4:
        put_call(out, depth);
        break;
    default:
        put_expression(out, depth - 1);
        put(out, binary[test_random_below(&out->random, sizeof binary / sizeof binary[0])]);
        put_expression(out, depth - 1);
        break;
    }
    put_blank(out);
}

/* ---- the reader: evaluates while it parses; `live` is 0 in branches C would not evaluate ---- */

typedef struct reader {
    const char* at;
    const gcnmem_expr_inputs* inputs;
    int live;
    int divided_by_zero;
    int bad;
} reader;

static uint64_t read_conditional(reader* in);

static void skip_blanks(reader* in) {
    while (*in->at == ' ' || *in->at == '\t') {
        ++in->at;
    }
}

static int take(reader* in, const char* word) {
    size_t length = strlen(word);
    skip_blanks(in);
    if (strncmp(in->at, word, length) != 0) {
        return 0;
    }
    in->at += length;
    return 1;
}

static uint64_t read_number(reader* in) {
    uint64_t base = 10;
    uint64_t value = 0;
    if (in->at[0] == '0' && (in->at[1] == 'x' || in->at[1] == 'X')) {
        base = 16;
        in->at += 2;
    }
    for (;; ++in->at) {
        char c = *in->at;
        if (c >= '0' && c <= '9') {
            value = value * base + (uint64_t)(c - '0');
        } else if (base == 16 && c >= 'a' && c <= 'f') {
            value = value * base + (uint64_t)(c - 'a') + 10;
        } else if (base == 16 && c >= 'A' && c <= 'F') {
            value = value * base + (uint64_t)(c - 'A') + 10;
        } else {
            return value;
        }
    }
}

/* ---- the functions, as their formulas ---- */

static uint64_t mix(uint64_t a) {
    a += UINT64_C(0x9e3779b97f4a7c15);
    a = (a ^ (a >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    a = (a ^ (a >> 27)) * UINT64_C(0x94d049bb133111eb);
    return a ^ (a >> 31);
}

static uint64_t draw(const gcnmem_expr_inputs* in, uint64_t seed) {
    return mix(mix(mix(mix(mix(seed) + in->iter2) + in->iter1) + in->iter) + in->wave);
}

static uint64_t below(uint64_t n, uint64_t bits) {
    return n * (bits >> 34) >> 30;
}

/* A pixel of a picture of 8x8 tiles, one for each wave. */
static uint64_t tile(const gcnmem_expr_inputs* in, uint64_t width, uint64_t height, uint64_t bytes) {
    uint64_t across = width / 8 + (width % 8 != 0);
    uint64_t down = height / 8 + (height % 8 != 0);
    uint64_t x = in->wave % across * 8 + in->lane % 8;
    uint64_t y = in->wave / across % down * 8 + in->lane / 8;
    return (y * width + x) * bytes;
}

static uint64_t call(const gcnmem_expr_inputs* in, const char* name, const uint64_t* value) {
    switch (name[0] == 'h' ? name[1] : name[0]) {
    case 'u':
        return value[0];
    case 'a':
        return mix(value[0]);
    case 's':
        return (in->wave * 64 + in->lane) * value[0];
    case 'd':
        return draw(in, value[0]);
    case 'r':
        return below(value[0], mix(draw(in, value[1]) + in->lane)) / 4 * 4;
    case 'c':
        return below(value[0], draw(in, value[1])) / 64 * 64;
    case 'i':
        return (draw(in, value[1]) % 100 < value[0] ? 0 : (draw(in, in->insn) >> 24) / 256 * 256) + in->lane * 4;
    default:
        return tile(in, value[0], value[1], value[2]);
    }
}

static uint64_t read_call(reader* in, const char* name) {
    const gcnmem_expr_inputs* inputs = in->inputs;
    gcnmem_expr_inputs lane_0 = *inputs;
    uint64_t value[3];
    int count = 0;
    lane_0.lane = lane_0.x = lane_0.y = 0;
    in->inputs = name[0] == 'u' ? &lane_0 : inputs;
    value[1] = inputs->insn;
    in->bad |= !take(in, "(");
    do {
        take(in, "seed=");
        value[count++] = read_conditional(in);
    } while (take(in, ",") && count < 3);
    in->bad |= !take(in, ")");
    in->inputs = inputs;
    return call(inputs, name, value);
}

static uint64_t read_unary(reader* in) {
    static const char* const functions[] = {"uniform", "hash", "stride", "draw", "rand", "chase", "hitrate", "tile"};
    size_t function;
    if (take(in, "-")) {
        return 0 - read_unary(in);
    }
    if (take(in, "+")) {
        return read_unary(in);
    }
    if (take(in, "~")) {
        return ~read_unary(in);
    }
    if (take(in, "!")) {
        return read_unary(in) == 0;
    }
    if (take(in, "(")) {
        uint64_t value = read_conditional(in);
        in->bad |= !take(in, ")");
        return value;
    }
    for (function = 0; function < sizeof functions / sizeof functions[0]; ++function) {
        if (take(in, functions[function])) {
            return read_call(in, functions[function]);
        }
    }
    {
        const struct {
            const char* name;
            uint64_t value;
        } names[] = {{"lane", in->inputs->lane}, {"wave", in->inputs->wave},   {"group", in->inputs->group},
                     {"wg", in->inputs->group},  {"iter1", in->inputs->iter1}, {"iter2", in->inputs->iter2},
                     {"iter", in->inputs->iter}, {"x", in->inputs->x},         {"y", in->inputs->y},
                     {"insn", in->inputs->insn}};
        size_t i;
        for (i = 0; i < sizeof names / sizeof names[0]; ++i) {
            if (take(in, names[i].name)) {
                return names[i].value;
            }
        }
    }
    in->bad |= *in->at < '0' || *in->at > '9';
    return read_number(in);
}

/* C's binary operators, loosest first. */
enum { LEVELS = 10 };
static const char* const levels[LEVELS][5] = {
    {"||"},       {"&&"},     {"|"},          {"^"}, {"&"}, {"==", "!="}, {"<=", ">=", "<", ">"},
    {"<<", ">>"}, {"+", "-"}, {"*", "/", "%"}};

/* The operator of `level` that stands here, not confusing < with << nor & with &&. */
static const char* operator_of(reader* in, int level) {
    int i;
    skip_blanks(in);
    for (i = 0; levels[level][i]; ++i) {
        const char* word = levels[level][i];
        size_t length = strlen(word);
        if (strncmp(in->at, word, length) == 0) {
            char next = in->at[length];
            int longer =
                length == 1 && ((strchr("<>&|", word[0]) && next == word[0]) || (strchr("<>", word[0]) && next == '='));
            if (!longer) {
                in->at += length;
                return word;
            }
        }
    }
    return NULL;
}

static uint64_t apply(reader* in, const char* word, uint64_t a, uint64_t b) {
    if ((word[0] == '/' || word[0] == '%') && b == 0) {
        in->divided_by_zero |= in->live;
        return 0;
    }
    if (strcmp(word, "<<") == 0) {
        return b < 64 ? a << b : 0;
    }
    if (strcmp(word, ">>") == 0) {
        return b < 64 ? a >> b : 0;
    }
    if (strcmp(word, "<=") == 0) {
        return a <= b;
    }
    if (strcmp(word, ">=") == 0) {
        return a >= b;
    }
    if (strcmp(word, "==") == 0) {
        return a == b;
    }
    if (strcmp(word, "!=") == 0) {
        return a != b;
    }
    switch (word[0]) {
    case '+':
        return a + b;
    case '-':
        return a - b;
    case '*':
        return a * b;
    case '/':
        return a / b;
    case '%':
        return a % b;
    case '<':
        return a < b;
    case '>':
        return a > b;
    case '&':
        return a & b;
    case '^':
        return a ^ b;
    default:
        return a | b;
    }
}

static uint64_t read_binary(reader* in, int level) {
    uint64_t value = level == LEVELS ? read_unary(in) : read_binary(in, level + 1);
    const char* word;
    while (level < LEVELS && (word = operator_of(in, level)) != NULL) {
        int live = in->live;
        if (level <= 1) {
            int decided = (level == 0) == (value != 0); /* 1 || ..., 0 && ... */
            uint64_t right;
            in->live = live && !decided;
            right = read_binary(in, level + 1);
            value = decided ? (uint64_t)(level == 0) : (uint64_t)(right != 0);
            in->live = live;
        } else {
            value = apply(in, word, value, read_binary(in, level + 1));
        }
    }
    return value;
}

static uint64_t read_conditional(reader* in) {
    uint64_t condition = read_binary(in, 0);
    int live = in->live;
    uint64_t yes;
    uint64_t no;
    if (!take(in, "?")) {
        return condition;
    }
    in->live = live && condition != 0;
    yes = read_conditional(in);
    in->bad |= !take(in, ":");
    in->live = live && condition == 0;
    no = read_conditional(in);
    in->live = live;
    return condition ? yes : no;
}

/* Returns 0 when the lane divides by zero. */
static int evaluate(const char* text, const gcnmem_expr_inputs* inputs, uint64_t* value) {
    reader in = {NULL, NULL, 1, 0, 0};
    in.at = text;
    in.inputs = inputs;
    *value = read_conditional(&in);
    skip_blanks(&in);
    CHECK(!in.bad && *in.at == 0, "the oracle reads all of: %s", text);
    *value = in.divided_by_zero ? 0 : *value;
    return !in.divided_by_zero;
}

static gcnmem_expr_inputs random_inputs(test_random* random) {
    gcnmem_expr_inputs inputs;
    inputs.lane = 0;
    inputs.lanes = 0; /* 64 */
    inputs.wave = test_random_below(random, 5);
    inputs.group = test_random_next(random) >> test_random_below(random, 64);
    inputs.iter = test_random_below(random, 3);
    inputs.iter1 = test_random_below(random, 30);
    inputs.iter2 = test_random_below(random, 300);
    inputs.x = 0;
    inputs.y = test_random_below(random, 3) ? 0 : inputs.wave * 8;
    inputs.insn = test_random_below(random, 50);
    return inputs;
}

static gcnmem_expr_inputs of_lane(const gcnmem_expr_inputs* wave, uint64_t lane) {
    gcnmem_expr_inputs inputs = *wave;
    inputs.lane += lane;
    inputs.x += lane % 8;
    inputs.y += lane / 8;
    return inputs;
}

static void check_lane(const char* text, const gcnmem_expr* expr, const gcnmem_expr_inputs* inputs) {
    gcnmem_issue issue;
    uint64_t expected;
    uint64_t got = 77;
    int is_fine = evaluate(text, inputs, &expected);
    gcnmem_result result = gcnmemi_expr_one(expr, inputs, &got, &issue);
    CHECK(result == (is_fine ? GCNMEM_OK : GCNMEM_ERROR_MATH), "division by zero, lane %" PRIu64 ": %s", inputs->lane,
          text);
    CHECK_U64(expected, got, "lane %" PRIu64 " group %" PRIu64 ": %s", inputs->lane, inputs->group, text);
    if (!is_fine) {
        CHECK_U64(inputs->lane, issue.value, "the lane that divides: %s", text);
        CHECK(issue.column > 0 && strchr("/%", text[issue.column - 1]), "column %u: %s", issue.column, text);
    }
}

/* All lanes at once are the oracle's lanes one by one; an error is that of the first lane that is in the mask. */
static void check_lanes(const char* text, const gcnmem_expr* expr, const gcnmem_expr_inputs* wave, uint64_t mask) {
    uint64_t got[GCNMEM_LANES];
    uint64_t distance[GCNMEM_LANES];
    uint64_t failed = GCNMEM_LANES;
    uint64_t lane;
    int is_any_failed = 0;
    gcnmem_issue issue;
    gcnmem_result result = gcnmem_expr_lanes(expr, wave, mask, got, &issue);
    for (lane = 0; lane < GCNMEM_LANES; ++lane) {
        gcnmem_expr_inputs inputs = of_lane(wave, lane);
        uint64_t expected;
        int is_fine = evaluate(text, &inputs, &expected);
        CHECK_U64(expected, got[lane], "lane %" PRIu64 " of all: %s", lane, text);
        CHECK(expr->uses_lane || expected == got[0], "lane %" PRIu64 " differs, uses_lane is 0: %s", lane, text);
        failed = !is_fine && (mask >> lane & 1) != 0 && failed == GCNMEM_LANES ? lane : failed;
        is_any_failed |= !is_fine;
        distance[lane] = got[lane] - got[0];
    }
    CHECK(result == (failed == GCNMEM_LANES ? GCNMEM_OK : GCNMEM_ERROR_MATH), "all lanes of: %s", text);
    if (result != GCNMEM_OK) {
        gcnmem_expr_inputs inputs = of_lane(wave, failed);
        gcnmem_issue alone;
        uint64_t value;
        gcnmemi_expr_one(expr, &inputs, &value, &alone);
        CHECK_U64(failed, issue.value, "the first lane that divides: %s", text);
        CHECK_U64(alone.column, issue.column, "column: %s", text);
    }
    if (expr->is_shifted && !is_any_failed) {
        gcnmem_expr_inputs other = *wave;
        other.wave += 3;
        other.group ^= mask;
        other.iter += 1;
        if (gcnmem_expr_lanes(expr, &other, UINT64_MAX, got, NULL) == GCNMEM_OK) {
            for (lane = 0; lane < GCNMEM_LANES; ++lane) {
                CHECK_U64(distance[lane], got[lane] - got[0], "distance of lane %" PRIu64 ": %s", lane, text);
            }
        }
    }
}

/* Returns whether the text could be compiled. */
static int check_text(const char* text, test_random* random, int all_lanes) {
    gcnmem_expr expr;
    gcnmem_issue issue = {NULL, NULL, 0, 0, 0, 0, 0, ""};
    gcnmem_result compiled = gcnmem_expr_compile(text, strlen(text), &expr, &issue);
    gcnmem_expr_inputs wave;
    int trial;
    if (compiled == GCNMEM_ERROR_LIMIT) {
        return 0; /* longer than GCNMEM_EXPR_MAX steps: how long is up to the compiler */
    }
    CHECK_TEXT("ok", test_result_name(compiled), "column %u of: %s", issue.column, text);
    for (trial = 0; trial < 4 && compiled == GCNMEM_OK; ++trial) {
        gcnmem_expr_inputs inputs;
        wave = random_inputs(random);
        inputs = of_lane(&wave, test_random_below(random, 64));
        check_lane(text, &expr, &inputs);
    }
    if (all_lanes && compiled == GCNMEM_OK) {
        check_lanes(text, &expr, &wave, test_random_next(random) | test_random_next(random));
    }
    return compiled == GCNMEM_OK;
}

static void test_expr_equals_the_recursive_oracle(void) {
    static writer out;
    const int count = (int)test_rounds(EXPRESSIONS);
    int i;
    int compiled_count = 0;
    out.random = test_random_start(20);
    for (i = 0; i < count; ++i) {
        out.length = 0;
        put_expression(&out, 1 + i % 6);
        if (out.length + 1 < TEXT_MAX) {
            compiled_count += check_text(out.text, &out.random, i % 8 < 3);
        }
    }
    CHECK(compiled_count > count / 2, "only %d of %d texts were compiled", compiled_count, count);
}

/* Any bytes at all get an answer, and a column inside the text. */
static void test_expr_survives_any_text(void) {
    static const char alphabet[] =
        "rand(seed=1,) lane wave group iter xy0123456789abcdefx+-*/%<>&|^~!=?:() \t\n@.,#\"'\\;\x01\x7f";
    test_random random = test_random_start(21);
    int i;
    for (i = 0; i < EXPRESSIONS; ++i) {
        char text[64];
        size_t length = (size_t)test_random_below(&random, sizeof text);
        size_t k;
        gcnmem_expr expr;
        gcnmem_issue issue = {NULL, NULL, 0, 0, 0, 0, 0, ""};
        gcnmem_result result;
        for (k = 0; k < length; ++k) {
            text[k] = i % 2 ? alphabet[test_random_below(&random, sizeof alphabet - 1)]
                            : (char)(unsigned char)(test_random_below(&random, 256) & 0xff);
        }
        result = gcnmem_expr_compile(text, length, &expr, &issue);
        CHECK(result == GCNMEM_OK || result == GCNMEM_ERROR_SYNTAX || result == GCNMEM_ERROR_LIMIT ||
                  result == GCNMEM_ERROR_NAME || result == GCNMEM_ERROR_VALUE,
              "text number %d", i);
        if (result != GCNMEM_OK) {
            CHECK(issue.column >= 1 && issue.column <= length + 1, "text number %d: column %u of %u", i, issue.column,
                  (unsigned)length);
            CHECK(issue.field && issue.rule, "text number %d", i);
        }
    }
}

void suite_oracle_expr(void) {
    TEST(test_expr_equals_the_recursive_oracle);
    TEST(test_expr_survives_any_text);
}
