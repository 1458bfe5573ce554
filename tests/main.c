/* main.c -- the test frame, and the list of suites */
#include "private.h"

#include <stdarg.h>
#include <stdlib.h>
#include <time.h>

#define SUITES(X) \
    X(devices) \
    X(gpus) \
    X(neutral) \
    X(desc) \
    X(ops) \
    X(expr) \
    X(access) \
    X(trace) \
    X(trace_tool) \
    X(coalesce) \
    X(l1) \
    X(requests) \
    X(lds) \
    X(scalar) \
    X(cost) \
    X(occupancy) \
    X(report) \
    X(shader) \
    X(channel) \
    X(cache) \
    X(dram) \
    X(replay) \
    X(listing) \
    X(listings) \
    X(run) \
    X(gains) \
    X(shares) \
    X(icache) \
    X(values) \
    X(entry) \
    X(targets) \
    X(timeline) \
    X(latency_hiding) \
    X(limits) \
    X(verdict) \
    X(oracle_waves) \
    X(oracle_properties) \
    X(oracle_expr) \
    X(oracle_occupancy) \
    X(oracle_channel) \
    X(oracle_cache) \
    X(oracle_dram) \
    X(oracle_pattern) \
    X(oracle_values) \
    X(oracle_depths) \
    X(oracle_load) \
    X(oracle_footprint)

#define SUITE_DECLARE(name) void suite_##name(void);
#define SUITE_CALL(name) suite_##name();
SUITES(SUITE_DECLARE)

#define FAILURES_SHOWN 5 /* of one test */

#define TESTS_MAX 2048

static struct {
    const char* filter;
    const char* test;
    uint64_t seed;
    unsigned long passed, failed, failures;
    int is_short;     /* --short */
    int is_brief;     /* --brief */
    int has_times;    /* --times */
    int is_first;     /* --first */
    const char* only; /* --only=FILE */
} state = {"", "", UINT64_C(0x67636e6d656d3031), 0, 0, 0, 0, 0, 0, 0, NULL};

/* With --only, the tests there are: the file says which run, and in which order. */
static struct {
    const char* name;
    void (*function)(void);
} known[TESTS_MAX];
static size_t known_count;

/* Of a copy of the header that says which of its functions begin: by the number of their line. */
#ifdef TEST_REACHES
unsigned char test_reached[TEST_REACHES];

static void print_reached(const char* name) {
    printf("reached %s", name);
    for (size_t i = 0; i < sizeof test_reached; ++i) {
        if (test_reached[i]) {
            printf(" %d", (int)i);
        }
        test_reached[i] = 0;
    }
    printf("\n");
}
#endif

void test_run(const char* name, void (*function)(void), int is_long) {
    clock_t start = clock();
    if (!strstr(name, state.filter) || (state.is_short && is_long)) {
        return;
    }
    if (state.only && known_count < TESTS_MAX) {
        known[known_count].name = name;
        known[known_count++].function = function;
        return;
    }
    state.test = name;
    state.failures = 0;
    function();
    if (state.has_times) {
        printf("%6lu ms %s\n", (unsigned long)((clock() - start) * 1000 / CLOCKS_PER_SEC), name);
    }
#ifdef TEST_REACHES
    print_reached(name);
#endif
    if (state.failures) {
        printf("FAILED %s (%lu checks)\n", name, state.failures);
        ++state.failed;
    } else {
        ++state.passed;
    }
}

/* Counts a failure and says whether to print it. */
static int failure_begins(const char* file, int line) {
    if (++state.failures > FAILURES_SHOWN) {
        return 0;
    }
    printf("%s:%d: %s: ", file, line, state.test);
    return 1;
}

static void failure_ends(const char* format, va_list arguments) {
    printf("; repeat: ");
    vprintf(format, arguments);
    printf(" (--seed=%" PRIu64 ")\n", state.seed);
    if (state.is_first) {
        printf("FAILED %s\n", state.test);
        exit(1);
    }
}

void test_fail_condition(const char* file, int line, const char* condition, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    if (failure_begins(file, line)) {
        printf("expected %s", condition);
        failure_ends(format, arguments);
    }
    va_end(arguments);
}

void test_check_u64(const char* file, int line, const char* what, uint64_t expected, uint64_t got, const char* format,
                    ...) {
    va_list arguments;
    va_start(arguments, format);
    if (expected != got && failure_begins(file, line)) {
        printf("%s: expected %" PRIu64 " (0x%" PRIx64 "), got %" PRIu64 " (0x%" PRIx64 ")", what, expected, expected,
               got, got);
        failure_ends(format, arguments);
    }
    va_end(arguments);
}

void test_check_text(const char* file, int line, const char* what, const char* expected, const char* got,
                     const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    if ((!got || strcmp(expected, got) != 0) && failure_begins(file, line)) {
        printf("%s: expected \"%s\", got \"%s\"", what, expected, got ? got : "(null)");
        failure_ends(format, arguments);
    }
    va_end(arguments);
}

uint64_t test_rounds(uint64_t count) {
    return state.is_brief ? count / 40 + 1 : state.is_short ? count / 10 : count;
}

uint64_t test_many(uint64_t count) {
    return state.is_brief ? count / 20 + 1 : count;
}

uint64_t test_seed(void) {
    return state.seed;
}

test_random test_random_start(uint64_t stream) {
    test_random random;
    random.state = (state.seed ^ (stream * UINT64_C(0x9e3779b97f4a7c15))) | 1;
    (void)test_random_next(&random);
    return random;
}

uint64_t test_random_next(test_random* random) {
    random->state ^= random->state >> 12;
    random->state ^= random->state << 25;
    random->state ^= random->state >> 27;
    return random->state * UINT64_C(0x2545f4914f6cdd1d);
}

uint64_t test_random_below(test_random* random, uint64_t limit) {
    return (test_random_next(random) >> 11) % limit;
}

FILE* test_data_open(const char* name) {
#ifndef GCNMEM_TEST_DATA
#define GCNMEM_TEST_DATA "data"
#endif
    static const char* const places[] = {GCNMEM_TEST_DATA, "data", "tests/data"};
    size_t i;
    for (i = 0; i < sizeof places / sizeof places[0]; ++i) {
        char path[1024];
        FILE* file;
        snprintf(path, sizeof path, "%s/%s", places[i], name);
        file = fopen(path, "r");
        if (file) {
            return file;
        }
    }
    test_fail_condition(__FILE__, __LINE__, "the file can be opened", "data/%s", name);
    return NULL;
}

gcnmem_access test_access_format(const char* mnemonic, const char* format, uint64_t step_bytes) {
    gcnmem_op op;
    gcnmem_access access;
    uint64_t lane;
    CHECK(gcnmem_op_find(mnemonic, &op, NULL) == GCNMEM_OK, "%s", mnemonic);
    if (format) {
        CHECK(gcnmem_op_format(&op, format, NULL) == GCNMEM_OK, "%s %s", mnemonic, format);
    }
    access = gcnmem_access_for(&op);
    for (lane = 0; lane < GCNMEM_LANES; ++lane) {
        access.address[lane] = lane * step_bytes;
    }
    return access;
}

uint32_t test_field_value(const gcnmem_desc* desc, gcnmem_field field) {
    return gcnmemi_desc_value(desc, field);
}

uint32_t test_find_label(const gcnmem_listing* listing, const char* text, uint32_t stage, const char* name,
                         size_t name_bytes) {
    return gcnmemi_listing_find_label(listing, text, stage, name, name_bytes);
}

uint32_t test_find_stage(const gcnmem_listing* listing, const char* text, const char* part, size_t part_bytes,
                         uint32_t* out_count) {
    return gcnmemi_listing_match_stage(listing, text, part, part_bytes, out_count);
}

test_hot_loop test_hot_loop_of(const gcnmem_run* run) {
    const gcnmemi_machine_view view = gcnmemi_run_view(run);
    gcnmemi_verdict_hot_loop loop = gcnmemi_verdict_hot_loop_of(&view);
    test_hot_loop hot = {loop.first, loop.last, loop.clocks};
    return hot;
}

gcnmem_access test_access(const char* mnemonic, uint64_t step_bytes) {
    return test_access_format(mnemonic, NULL, step_bytes);
}

int test_append(void* user_data, const char* text, size_t bytes) {
    strncat((char*)user_data, text, bytes);
    return 1;
}

gcnmem_access test_access_image(const char* mnemonic, const char* format) {
    gcnmem_access access = test_access_format(mnemonic, format, 0);
    int lane;
    access.image.width = 64;
    access.image.height = 64;
    for (lane = 0; lane < GCNMEM_LANES; ++lane) {
        access.texel[0][lane] = lane % 8;
        access.texel[1][lane] = lane / 8;
    }
    return access;
}

gcnmem_cost test_cost(gcnmem_device device, const gcnmem_access* access) {
    gcnmem_desc desc = gcnmem_desc_for(device);
    return gcnmem_cost_wave(&desc, access);
}

/* Runs the tests that the file of --only names, a line each, in its order. */
static void run_only(void) {
    FILE* file = fopen(state.only, "r");
    char name[256];
    state.only = NULL;
    state.failed += file == NULL;
    while (file && fscanf(file, "%255s", name) == 1) {
        for (size_t i = 0; i < known_count; ++i) {
            if (strcmp(known[i].name, name) == 0) {
                test_run(known[i].name, known[i].function, 0);
            }
        }
    }
    if (file) {
        fclose(file);
    }
}

int main(int argument_count, char** arguments) {
    int i;
    for (i = 1; i < argument_count; ++i) {
        if (strncmp(arguments[i], "--seed=", 7) == 0) {
            state.seed = strtoull(arguments[i] + 7, NULL, 0);
        } else if (strcmp(arguments[i], "--short") == 0) {
            state.is_short = 1;
        } else if (strcmp(arguments[i], "--brief") == 0) {
            state.is_brief = state.is_short = 1;
        } else if (strcmp(arguments[i], "--times") == 0) {
            state.has_times = 1;
        } else if (strcmp(arguments[i], "--first") == 0) {
            state.is_first = 1;
        } else if (strncmp(arguments[i], "--only=", 7) == 0) {
            state.only = arguments[i] + 7;
        } else {
            state.filter = arguments[i];
        }
    }
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
    printf("seed %" PRIu64 "\n", state.seed);
    SUITES(SUITE_CALL)
    if (state.only) {
        run_only();
    }
    printf("%lu passed, %lu failed\n", state.passed, state.failed);
    return state.failed ? 1 : 0;
}
