/* gains.h -- what a change would bring: the run again, with each resource twice and each dear access mended (R83).
   SPDX-License-Identifier: MIT-0

   Included by one C file each, before anything else: it asks the system for POSIX. */

#ifndef GAINS_H_INCLUDED
#define GAINS_H_INCLUDED

#include "processes.h"

#include "listing.h"

/* What makes a run of the flags' one: settings that take the place of flags. */
typedef struct variation {
    gcnmem_setting settings[4];
    uint32_t count;
    char groups[24];
    char cus[24];
    char mend[48];
} variation;

static inline void vary(variation* v, const char* name, const char* value) {
    v->settings[v->count].name = name;
    v->settings[v->count++].value = value;
}

/* A run, and the experiments with the same work. */
typedef struct experiments {
    const options* o;
    const gcnmem_desc* desc;
    const input* in;
    const gcnmem_shader* shader;
    variation work; /* the same for all */
    gcnmem_run_gain gains[GCNMEM_RUN_GAINS];
} experiments;

/* Prints the clocks of one. */
static inline int make_experiment(void* context, uint32_t number) {
    static void* memory;
    const experiments* all = (const experiments*)context;
    const gcnmem_run_gain* gain = &all->gains[number];
    gcnmem_desc desc = gcnmem_desc_relaxed(all->desc, gain->resource);
    variation work = all->work;
    if (gain->mend.what != GCNMEM_MEND_NONE) {
        const uint32_t first = gcnmem_listing_stage(all->shader->listing, all->shader->stage)->first_insn;
        snprintf(work.mend, sizeof(work.mend), "#%u=%s", (unsigned)(gain->mend.insn - first),
                 gcnmem_name_of(GCNMEM_NAMES_MEND, gain->mend.what));
        vary(&work, "mend", work.mend);
    }
    gcnmem_run_result result;
    gcnmem_shader shader;
    int status = run_listing(all->o, &desc, all->in, work.settings, work.count, &memory, &shader, &result);
    printf("%llu\n", (unsigned long long)result.clocks);
    return status;
}

static inline void take_experiment(void* context, uint32_t number, const answer* a) {
    experiments* all = (experiments*)context;
    gcnmem_run_gain* gain = &all->gains[number];
    if (a->status != 0) {
        fail(1, "an experiment of --gains failed: %s", a->err.text);
    }
    gain->clocks = strtoull(a->out.text, NULL, 10);
    gcnmem_run_tell_gain(all->shader->run, gain);
}

/* Makes those that a run asks for, and tells it. */
static inline void make_experiments(const options* o, const gcnmem_desc* desc, const input* in,
                                    const gcnmem_shader* shader, const variation* work) {
    static experiments all;
    gcnmem_run_result result = gcnmem_run_result_of(shader->run);
    all.o = o;
    all.desc = desc;
    all.in = in;
    all.shader = shader;
    all.work = *work;
    if (result.preview == GCNMEM_PREVIEW_USED) {
        snprintf(all.work.groups, sizeof(all.work.groups), "%llu", (unsigned long long)result.groups);
        snprintf(all.work.cus, sizeof(all.work.cus), "%u", (unsigned)result.cu_count);
        vary(&all.work, "first-groups", all.work.groups);
        vary(&all.work, "cus", all.work.cus);
    } else if (result.is_size_assumed) {
        snprintf(all.work.groups, sizeof(all.work.groups), "%llu", (unsigned long long)result.groups_asked);
        vary(&all.work, "groups", all.work.groups);
    }
    ask_all("experiments are made", gcnmem_run_experiments(shader->run, all.gains, GCNMEM_RUN_GAINS), make_experiment,
            take_experiment, &all);
}

#endif
