/* expr.c -- random expression texts, evaluated by a recursive-descent parser that never compiles anything */
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
    static const char* const names[] = {"lane", "wave", "group", "wg", "iter", "iter1", "iter2", "x", "y"};
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
        snprintf(number, sizeof number, "%s", names[test_random_below(&out->random, 9)]);
        break;
    }
    put(out, number);
}

static void put_expression(writer* out, int depth) {
    static const char* const binary[] = {"+",  "-",  "*",  "/",  "%", "<<", ">>", "<",  ">",
                                         "<=", ">=", "==", "!=", "&", "^",  "|",  "&&", "||"};
    static const char* const unary[] = {"-", "~", "!", "+"};
    put_blank(out);
    switch (depth > 0 ? test_random_below(&out->random, 8) : 0) {
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

static uint64_t read_unary(reader* in) {
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
    {
        const struct {
            const char* name;
            uint64_t value;
        } names[] = {{"lane", in->inputs->lane}, {"wave", in->inputs->wave},   {"group", in->inputs->group},
                     {"wg", in->inputs->group},  {"iter1", in->inputs->iter1}, {"iter2", in->inputs->iter2},
                     {"iter", in->inputs->iter}, {"x", in->inputs->x},         {"y", in->inputs->y}};
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

static void check_text(const char* text, test_random* random, int* compiled_count) {
    gcnmem_expr expr;
    gcnmem_issue issue;
    gcnmem_result compiled = gcnmem_expr_compile(text, strlen(text), &expr, &issue);
    int trial;
    if (compiled == GCNMEM_ERROR_LIMIT) {
        return; /* longer than GCNMEM_EXPR_MAX steps: how long is up to the compiler */
    }
    CHECK_TEXT("ok", gcnmem_result_name(compiled), "column %u of: %s", issue.column, text);
    if (compiled != GCNMEM_OK) {
        return;
    }
    ++*compiled_count;
    for (trial = 0; trial < 4; ++trial) {
        gcnmem_expr_inputs inputs;
        reader in = {NULL, NULL, 1, 0, 0};
        uint64_t expected;
        uint64_t got = 77;
        gcnmem_result result;
        inputs.lane = test_random_below(random, 64);
        inputs.wave = test_random_below(random, 5);
        inputs.group = test_random_next(random) >> test_random_below(random, 64);
        inputs.iter = test_random_below(random, 3);
        inputs.iter1 = test_random_below(random, 30);
        inputs.iter2 = test_random_below(random, 300);
        inputs.x = inputs.lane % 8;
        inputs.y = inputs.lane / 8;
        in.at = text;
        in.inputs = &inputs;
        expected = read_conditional(&in);
        skip_blanks(&in);
        CHECK(!in.bad && *in.at == 0, "the oracle reads all of: %s", text);
        result = gcnmem_expr_value(&expr, &inputs, &got, &issue);
        CHECK((result == GCNMEM_ERROR_MATH) == in.divided_by_zero && (result == GCNMEM_OK) == !in.divided_by_zero,
              "division by zero, lane %" PRIu64 ": %s", inputs.lane, text);
        CHECK_U64(in.divided_by_zero ? 0 : expected, got, "lane %" PRIu64 " group %" PRIu64 ": %s", inputs.lane,
                  inputs.group, text);
    }
}

static void test_expr_equals_the_recursive_oracle(void) {
    static writer out;
    int i;
    int compiled_count = 0;
    out.random = test_random_start(20);
    for (i = 0; i < EXPRESSIONS; ++i) {
        out.length = 0;
        put_expression(&out, 1 + i % 6);
        if (out.length + 1 < TEXT_MAX) {
            check_text(out.text, &out.random, &compiled_count);
        }
    }
    CHECK(compiled_count > EXPRESSIONS / 2, "only %d of %d texts were compiled", compiled_count, EXPRESSIONS);
}

/* Any bytes at all get an answer, and a column inside the text. */
static void test_expr_survives_any_text(void) {
    static const char alphabet[] = "lane wave group iter xy0123456789abcdefx+-*/%<>&|^~!=?:() \t\n@.,#\"'\\;\x01\x7f";
    test_random random = test_random_start(21);
    int i;
    for (i = 0; i < EXPRESSIONS; ++i) {
        char text[64];
        size_t length = (size_t)test_random_below(&random, sizeof text);
        size_t k;
        gcnmem_expr expr;
        gcnmem_issue issue = {NULL, NULL, 0, 0, 0, 0};
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
