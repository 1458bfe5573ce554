/* test.h -- the smallest test frame that answers "what failed, where, and how do I see it again?"

   A test is a function without arguments. A suite is a function that lists its tests with TEST(name); main.c calls the
   suites. A word on the command line runs only the tests whose names contain it; --seed=N changes the random inputs,
   --short leaves out what takes long, --brief that and lets random tests end soon, --times prints the processor time of
   each test, --first stops at the first check that fails, --only=FILE runs those whose names stand in the file, in its
   order. */
#ifndef GCNMEM_TEST_H_INCLUDED
#define GCNMEM_TEST_H_INCLUDED

#define GCNMEM_REPORTS
#include "gcnmem.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "sizes.h"

#if defined(__GNUC__) || defined(__clang__)
#define TEST_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define TEST_PRINTF(text, first)
#endif

/* Sanitized code is some ten times slower. */
#if defined(__SANITIZE_ADDRESS__)
#define TEST_IS_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define TEST_IS_SANITIZED 1
#endif
#endif
#ifndef TEST_IS_SANITIZED
#define TEST_IS_SANITIZED 0
#endif

/* Runs a test unless the filter leaves it out. --short also leaves out those that take longer than two seconds: always,
   or when sanitized. */
#define TEST(name) test_run(#name, name, 0)
#define TEST_LONG(name) test_run(#name, name, 1)
#define TEST_LONG_SANITIZED(name) test_run(#name, name, TEST_IS_SANITIZED)

/* Each takes a printf format and arguments that say how to repeat the check; "" when the line says it all. */
#define CHECK(condition, ...) ((condition) ? (void)0 : test_fail_condition(__FILE__, __LINE__, #condition, __VA_ARGS__))
#define CHECK_U64(expected, got, ...) test_check_u64(__FILE__, __LINE__, #got, expected, got, __VA_ARGS__)
#define CHECK_TEXT(expected, got, ...) test_check_text(__FILE__, __LINE__, #got, expected, got, __VA_ARGS__)

/* For messages. */
static GCNMEM_UNUSED const char* test_result_name(gcnmem_result result) {
    static const char* const names[] = {"ok", "name", "value", "syntax", "limit", "math"};
    return -(int)result >= 0 && -(int)result < 6 ? names[-(int)result] : "none";
}

void test_run(const char* name, void (*function)(void), int is_long);
void test_fail_condition(const char* file, int line, const char* condition, const char* format, ...) TEST_PRINTF(4, 5);
void test_check_u64(const char* file, int line, const char* what, uint64_t expected, uint64_t got, const char* format,
                    ...) TEST_PRINTF(6, 7);
void test_check_text(const char* file, int line, const char* what, const char* expected, const char* got,
                     const char* format, ...) TEST_PRINTF(6, 7);

/* xorshift64*. Every random test starts its own from test_seed(), so a filter does not change what it sees. */
typedef struct test_random {
    uint64_t state;
} test_random;

uint64_t test_rounds(uint64_t count); /* of a random test: `count`, with --short a tenth, with --brief a 40th */
uint64_t test_many(uint64_t count);   /* of a random test: `count`, with --brief a twentieth */
uint64_t test_seed(void);
test_random test_random_start(uint64_t stream);
uint64_t test_random_next(test_random* random);
uint64_t test_random_below(test_random* random, uint64_t limit); /* 0 .. limit - 1 */

/* Opens a file of tests/data, from there or from the top of the tree. NULL, and a failed check, when it is missing. */
FILE* test_data_open(const char* name);

/* The value of a field by its number. */
uint32_t test_field_value(const gcnmem_desc* desc, gcnmem_field field);

/* As settings find them: label of a stage by its name, stage by a part of its name; GCNMEM_NONE when there is none. */
uint32_t test_find_label(const gcnmem_listing* listing, const char* text, uint32_t stage, const char* name,
                         size_t name_bytes);
uint32_t test_find_stage(const gcnmem_listing* listing, const char* text, const char* part, size_t part_bytes,
                         uint32_t* out_count);

/* The loop a report names: its first and last instruction, its clocks. */
typedef struct test_hot_loop {
    uint32_t first;
    uint32_t last;
    uint64_t clocks;
} test_hot_loop;

test_hot_loop test_hot_loop_of(const gcnmem_run* run);

/* An access of `mnemonic` by all lanes with address lane * step_bytes. Fails a check when the mnemonic is unknown. */
gcnmem_access test_access(const char* mnemonic, uint64_t step_bytes);
gcnmem_access test_access_format(const char* mnemonic, const char* format, uint64_t step_bytes);
/* The same, with texel (lane % 8, lane / 8) of a 64 x 64 image. */
gcnmem_access test_access_image(const char* mnemonic, const char* format);
gcnmem_cost test_cost(gcnmem_device device, const gcnmem_access* access);

/* Appends to a terminated text, whose room is the caller's affair: for reports. */
int test_append(void* user_data, const char* text, size_t bytes);

#endif /* GCNMEM_TEST_H_INCLUDED */
