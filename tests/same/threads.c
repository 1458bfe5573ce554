/* threads.c -- cost, replay and run, twice at once on separate memory: both threads report what one alone does, which
   is what the command line prints. ThreadSanitizer watches.
   SPDX-License-Identifier: MIT-0

   threads TRACE LISTING */

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GCNMEM_STATIC
#define GCNMEM_REPORTS
#define GCNMEM_IMPLEMENTATION
#include "gcnmem.h"

#define MAX_TEXT 65536
#define ROUNDS 4

typedef struct text {
    char chars[MAX_TEXT];
    size_t bytes;
} text;

/* What one thread works on; nothing else is written. */
typedef struct work {
    const text* trace;
    const text* listing;
    text report;
    int is_done;
} work;

static void read_file(const char* name, text* t) {
    FILE* file = fopen(name, "rb");
    if (file == NULL) {
        fprintf(stderr, "threads: '%s' cannot be opened\n", name);
        exit(1);
    }
    t->bytes = fread(t->chars, 1, MAX_TEXT, file);
    fclose(file);
}

static int to_report(void* user_data, const char* chars, size_t bytes) {
    text* t = (text*)user_data;
    if (bytes > MAX_TEXT - t->bytes) {
        return 0;
    }
    memcpy(t->chars + t->bytes, chars, bytes);
    t->bytes += bytes;
    return 1;
}

static int report_cost(work* w) {
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_290X);
    gcnmem_op op;
    gcnmem_expr expr;
    gcnmem_expr_inputs inputs;
    const char addresses[] = "lane*256";
    if (gcnmem_op_find("buffer_load_dword", &op, NULL) != GCNMEM_OK ||
        gcnmem_expr_compile(addresses, strlen(addresses), &expr, NULL) != GCNMEM_OK) {
        return 0;
    }
    gcnmem_access access = gcnmem_access_for(&op);
    memset(&inputs, 0, sizeof(inputs));
    inputs.lanes = desc.wave_lanes;
    if (gcnmem_expr_lanes(&expr, &inputs, access.exec_mask, access.address, NULL) != GCNMEM_OK) {
        return 0;
    }
    gcnmem_cost cost = gcnmem_cost_wave(&desc, &access);
    gcnmem_report_cost(&desc, &access, &cost, GCNMEM_STYLE_JSON, to_report, &w->report);
    return 1;
}

static int report_replay(work* w) {
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_290X);
    size_t bytes = gcnmem_replay_size_bytes(&desc);
    void* memory = malloc(bytes);
    gcnmem_replay* replay = NULL;
    int is_good =
        memory != NULL && gcnmem_replay_init(memory, bytes, &desc, GCNMEM_LEVEL_L1, &replay, NULL) == GCNMEM_OK;
    for (size_t at = 0; is_good && at < w->trace->bytes;) {
        const char* line = w->trace->chars + at;
        const char* end = (const char*)memchr(line, '\n', w->trace->bytes - at);
        size_t length = end != NULL ? (size_t)(end - line) : w->trace->bytes - at;
        is_good = gcnmem_replay_line(replay, line, length, NULL) == GCNMEM_OK;
        at += length + 1;
    }
    if (is_good) {
        gcnmem_replay_stats stats = gcnmem_replay_finish(replay);
        gcnmem_report_replay(&desc, &desc, &stats, 0, GCNMEM_STYLE_JSON, to_report, &w->report);
    }
    free(memory);
    return is_good;
}

static int report_run(work* w) {
    static const gcnmem_setting settings[] = {{"cus", "2"}, {"trip", "*=4"}};
    const size_t bytes = (size_t)1 << 26;
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_290X);
    gcnmem_shader shader;
    void* memory = malloc(bytes);
    int is_good = memory != NULL && gcnmem_shader_init(memory, bytes, &desc, w->listing->chars, w->listing->bytes,
                                                       settings, 2, &shader, NULL) == GCNMEM_OK;
    if (is_good) {
        gcnmem_shader_finish(&shader);
        gcnmem_report_run(shader.run, shader.listing, shader.text, GCNMEM_STYLE_JSON, to_report, &w->report);
    }
    free(memory);
    return is_good;
}

static void* report_all(void* user_data) {
    work* w = (work*)user_data;
    w->report.bytes = 0;
    w->is_done = report_cost(w) && report_replay(w) && report_run(w);
    return NULL;
}

static int is_like(const work* a, const work* b) {
    return a->is_done && b->is_done && a->report.bytes == b->report.bytes &&
           memcmp(a->report.chars, b->report.chars, a->report.bytes) == 0;
}

int main(int argc, char** argv) {
    static text trace, listing;
    static work works[3]; /* the first is done alone, and after the others: they meet what is only set up once */
    pthread_t threads[2];
    if (argc != 3) {
        fprintf(stderr, "usage: threads TRACE LISTING\n");
        return 2;
    }
    read_file(argv[1], &trace);
    read_file(argv[2], &listing);
    for (int i = 0; i < 3; ++i) {
        works[i].trace = &trace;
        works[i].listing = &listing;
    }
    for (int round = 0; round < ROUNDS; ++round) {
        for (int i = 0; i < 2; ++i) {
            if (pthread_create(&threads[i], NULL, report_all, &works[i + 1]) != 0) {
                return 1;
            }
        }
        for (int i = 0; i < 2; ++i) {
            pthread_join(threads[i], NULL);
        }
        report_all(&works[0]);
        if (!is_like(&works[0], &works[1]) || !is_like(&works[0], &works[2])) {
            fprintf(stderr, "threads: two at once do not report what one alone does\n");
            return 1;
        }
    }
    fwrite(works[0].report.chars, 1, works[0].report.bytes, stdout);
    return fflush(stdout) != 0;
}
