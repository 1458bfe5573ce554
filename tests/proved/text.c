/* text.c -- small helpers: any numbers, and any text of up to 12 bytes, in memory that holds no byte more
   Eva: -eva-min-loop-unroll 70 -eva-slevel 200 -eva-split-return-function gcnmemi_text_begins:full
   -eva-split-return-function gcnmemi_text_take_word:full -eva-split-return-function gcnmemi_text_take_digits:full
   -eva-split-return-function gcnmemi_text_take_number:full */
#define GCNMEM_DEPTH 1
#include "proved.h"

static char bytes[12];

static char any_char(void) {
    return Frama_C_char_interval(-128, 127);
}

/* Any text of so many bytes, behind which the memory ends. */
static gcnmemi_text any_text(uint32_t count) {
    for (uint32_t i = 0; i < sizeof(bytes); ++i) {
        bytes[i] = any_char();
    }
    return gcnmemi_text_span(bytes + (sizeof(bytes) - count), bytes + sizeof(bytes));
}

static const char* any_terminated(void) {
    const gcnmemi_text text = any_text(8);
    bytes[sizeof(bytes) - 1] = 0;
    return text.at;
}

static void prove_bits(void) {
    const uint64_t a = any64(0, UINT64_MAX);
    const uint64_t b = any64(0, UINT64_MAX);
    const uint32_t c = any32(0, UINT32_MAX);
    const uint64_t values[8] = {a, b, any64(0, UINT64_MAX), a, b, a, b, a};
    gcnmemi_bits_is_power_of_two(a);
    gcnmemi_bits_rest(a, any32(1, UINT32_MAX));
    gcnmemi_bits_log2(a);
    gcnmemi_bits_lanes(c);
    gcnmemi_bits_count(a);
    gcnmemi_bits_align_up(c, any32(1, UINT32_MAX));
    gcnmemi_bits_scale(a, b, any64(1, (uint64_t)1 << 63));
    gcnmemi_bits_is_progression(values, 8, b);
    gcnmemi_bits_lowest(any64(1, UINT64_MAX));
    gcnmemi_bits_hash(a);
    gcnmemi_bits_mix(a);
}

/* Counts of up to 1023: R3's are of 64 lanes. */
static void prove_tally(void) {
    gcnmemi_bits_tally tally;
    tally.planes = 0;
    for (uint32_t i = 0; i < 9; ++i) {
        gcnmemi_bits_tally_add(&tally, any64(0, UINT64_MAX));
    }
    gcnmemi_bits_tally_most(&tally);
}

static void prove_numbers(uint32_t count) {
    gcnmemi_text text = any_text(count);
    uint64_t value = 0;
    gcnmemi_text_take_digits(&text, 10, &value);
    text = any_text(count);
    gcnmemi_text_take_digits(&text, 16, &value);
    text = any_text(count);
    gcnmemi_text_take_number(&text, &value);
    text = any_text(count);
    gcnmemi_text_take_amount(&text, &value);
}

static void prove_pieces(uint32_t count) {
    const gcnmemi_text text = any_text(count);
    gcnmemi_text rest = text;
    gcnmemi_text_is(text, "word");
    gcnmemi_text_find(text, "word");
    gcnmemi_text_alike(text, text);
    gcnmemi_text_same(text, text);
    gcnmemi_text_hash(text);
    gcnmemi_text_among(text, "word,other");
    gcnmemi_text_means(text, "word,other");
    gcnmemi_text_count(text, any_char());
    gcnmemi_text_line_end(text);
    gcnmemi_text_behind_mark(text);
    gcnmemi_text_trim(text);
    gcnmemi_text_take(&rest, any32(0, UINT32_MAX)), rest = text;
    gcnmemi_text_take_blank(&rest), rest = text;
    gcnmemi_text_take_until(&rest, any_char()), rest = text;
    gcnmemi_text_take_past(&rest, "word"), rest = text;
    gcnmemi_text_take_word(&rest, "word"), rest = text;
    gcnmemi_text_take_char(&rest, any_char());
}

static void prove_terminated(void) {
    const char* text = any_terminated();
    gcnmemi_text_equal(text, "word");
    gcnmemi_text_starts(text, "word");
    gcnmemi_text_holds(text, any_char());
    gcnmemi_text_same_name(text, "r9 390x");
    gcnmemi_text_plain_begins(text, "word,other");
    gcnmem_name_distance(text, "r9 390x");
    gcnmem_name_distance("r9 390x", text);
}

int main(void) {
    prove_bits();
    prove_tally();
    for (uint32_t count = 0; count <= sizeof(bytes); ++count) {
        prove_numbers(count);
        prove_pieces(count);
    }
    prove_terminated();
    PROVED_END;
    return 0;
}
