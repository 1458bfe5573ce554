/* fuzz.h -- what the fuzz targets share: a reader that turns input bytes into choices, and a main for compilers without
   libFuzzer. A target defines LLVMFuzzerTestOneInput; MUST ends the run when a promise of gcnmem.h is broken. */
#ifndef GCNMEM_FUZZ_H_INCLUDED
#define GCNMEM_FUZZ_H_INCLUDED

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MUST(condition) \
    do { \
        if (!(condition)) { \
            fprintf(stderr, "%s:%d: broken promise: %s\n", __FILE__, __LINE__, #condition); \
            abort(); \
        } \
    } while (0)

#define GCNMEM_REPORTS
#include "gcnmem.h"

#include "../build/private/declarations.h"

#include "../sizes.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

/* Input bytes, front to back; zeros behind the end. */
typedef struct fuzz_input {
    const uint8_t* data;
    size_t left;
} fuzz_input;

static inline uint8_t fuzz_byte(fuzz_input* in) {
    if (in->left == 0) {
        return 0;
    }
    --in->left;
    return *in->data++;
}

static inline uint64_t fuzz_number(fuzz_input* in, unsigned bytes) {
    uint64_t value = 0;
    while (bytes-- > 0) {
        value = value << 8 | fuzz_byte(in);
    }
    return value;
}

/* A number below `limit`. */
static inline uint32_t fuzz_below(fuzz_input* in, uint32_t limit) {
    return (uint32_t)(fuzz_number(in, limit > 256 ? 4 : 1) % limit);
}

/* The next line of the input as a terminated string; cut to the room there is. */
static inline const char* fuzz_line(fuzz_input* in, char* text, size_t text_bytes) {
    size_t length = 0;
    while (in->left > 0) {
        char c = (char)fuzz_byte(in);
        if (c == '\n' || c == 0) {
            break;
        }
        if (length + 1 < text_bytes) {
            text[length++] = c;
        }
    }
    text[length] = 0;
    return text;
}

/* A failed call says what was wrong: words, and a column that lies in the text or just behind it. */
static inline void fuzz_check_issue(gcnmem_result result, const gcnmem_issue* issue, size_t text_bytes) {
    MUST(result == GCNMEM_OK || (result >= GCNMEM_ERROR_MATH && result < GCNMEM_OK));
    if (result != GCNMEM_OK) {
        MUST(issue->field != NULL && issue->rule != NULL && issue->rule[0] != 0);
        MUST(issue->column <= text_bytes + 1);
    }
}

/* Receives reports: counts bytes, keeps track of JSON brackets and strings, refuses what is not plain text. */
typedef struct fuzz_report {
    size_t bytes;
    long depth;
    int in_string;
    int escaped;
    int is_text; /* not JSON: brackets need not match */
} fuzz_report;

static inline int fuzz_write(void* user_data, const char* text, size_t bytes) {
    fuzz_report* report = (fuzz_report*)user_data;
    size_t i;
    report->bytes += bytes;
    for (i = 0; i < bytes; ++i) {
        char c = text[i];
        MUST((c >= ' ' && c <= '~') || c == '\n');
        if (report->in_string) {
            report->in_string = report->escaped || c != '"';
            report->escaped = !report->escaped && c == '\\';
        } else {
            report->in_string = c == '"';
            report->depth += (c == '{' || c == '[') - (c == '}' || c == ']');
            MUST(report->depth >= 0 || report->is_text);
        }
    }
    return 1;
}

#define FUZZ_REPORT_CLOSED(report) ((report).depth == 0 && !(report).in_string)

static inline void* fuzz_allocate(size_t bytes) {
    void* memory = malloc(bytes != 0 ? bytes : 1); /* exactly: the sanitizer sees a byte beyond */
    MUST(memory != NULL);
    return memory;
}

/* Clocks of waves that have a cause: of a run that is done, all. */
static inline uint64_t fuzz_caused_clocks(const gcnmem_run_result* r) {
    uint64_t sum = r->active_clocks;
    int i;
    for (i = 0; i < GCNMEM_STALL_END; ++i) {
        sum += r->stall_clocks[i];
    }
    return sum;
}

static inline void fuzz_check_run_report(const gcnmem_run* run, const gcnmem_listing* listing, const char* text,
                                         gcnmem_style style) {
    fuzz_report report;
    memset(&report, 0, sizeof(report));
    report.is_text = style != GCNMEM_STYLE_JSON;
    MUST(gcnmem_report_run(run, listing, text, style, fuzz_write, &report) == report.bytes);
    MUST(report.bytes > 0 && (report.is_text || FUZZ_REPORT_CLOSED(report)));
}

#ifdef FUZZ_MAIN
#include <time.h>

static uint64_t fuzz_random_state = 0x9e3779b97f4a7c15u;

static uint64_t fuzz_random(void) {
    fuzz_random_state ^= fuzz_random_state << 13;
    fuzz_random_state ^= fuzz_random_state >> 7;
    fuzz_random_state ^= fuzz_random_state << 17;
    return fuzz_random_state;
}

/* Flips, overwrites, inserts or removes a few bytes. */
static size_t fuzz_mutate(uint8_t* data, size_t size, size_t most) {
    int edits = 1 + (int)(fuzz_random() % 8);
    while (edits-- > 0) {
        size_t at = size != 0 ? (size_t)(fuzz_random() % size) : 0;
        uint64_t kind = fuzz_random() % 4;
        if (kind == 0 && size < most) {
            memmove(data + at + 1, data + at, size - at);
            data[at] = (uint8_t)fuzz_random();
            ++size;
        } else if (kind == 1 && size > 1) {
            memmove(data + at, data + at + 1, size - at - 1);
            --size;
        } else if (kind == 2 && size > 0) {
            data[at] = (uint8_t)(data[at] ^ (1u << (fuzz_random() % 8)));
        } else if (size > 0) {
            data[at] = (uint8_t)fuzz_random();
        }
    }
    return size;
}

static size_t fuzz_read(const char* path, uint8_t* data, size_t most) {
    FILE* file = fopen(path, "rb");
    size_t size = file != NULL ? fread(data, 1, most, file) : 0;
    if (file != NULL) {
        fclose(file);
    }
    return size;
}

/* fuzz SECONDS FILE...: runs each file, then mutations of them until the time is over. SECONDS 0: the files only. A
   mutation that breaks a promise is left in the file fuzz_last. */
int main(int argc, char** argv) {
    static uint8_t data[4096];
    long seconds = argc > 1 ? strtol(argv[1], NULL, 10) : 0;
    time_t end = time(NULL) + (time_t)seconds;
    unsigned long runs = 0;
    int i;
    for (i = 2; i < argc; ++i, ++runs) {
        LLVMFuzzerTestOneInput(data, fuzz_read(argv[i], data, sizeof(data)));
    }
    for (; argc > 2 && time(NULL) < end; ++runs) {
        size_t size = fuzz_read(argv[2 + fuzz_random() % (uint64_t)(argc - 2)], data, sizeof(data));
        FILE* last;
        size = fuzz_mutate(data, size, sizeof(data));
        last = fopen("fuzz_last", "wb");
        if (last != NULL) {
            fwrite(data, 1, size, last);
            fclose(last);
        }
        LLVMFuzzerTestOneInput(data, size);
    }
    printf("%lu runs\n", runs);
    return 0;
}
#endif /* FUZZ_MAIN */

#endif /* GCNMEM_FUZZ_H_INCLUDED */
