/* preview.h -- a quarter of a run for the whole, where two samples agree that it stands for it (R85).
   SPDX-License-Identifier: MIT-0

   Included by one C file each. */

#ifndef PREVIEW_H_INCLUDED
#define PREVIEW_H_INCLUDED

#include "listing.h"

/* What makes a run of the flags' one: settings that take the place of flags. */
typedef struct variation {
    gcnmem_setting settings[4];
    uint32_t count;
    char groups[24];
    char skipped[24];
    char cus[24];
    char mend[48];
} variation;

static inline void vary(variation* v, const char* name, const char* value) {
    v->settings[v->count].name = name;
    v->settings[v->count++].value = value;
}

/* Runs both samples, and the whole when they do not stand for it; of what stands, the variation, the shader in
   `*memory` and the result. Returns whether a run did not come to its end. */
static inline int run_preview(const options* o, const gcnmem_desc* desc, const input* in, variation* v, void** memory,
                              gcnmem_shader* out_shader, gcnmem_run_result* out) {
    uint64_t clocks[2] = {0, 0};
    *out_shader = shader_of(o, desc, in, NULL, 0, memory);
    const uint64_t groups = gcnmem_run_preview_groups(out_shader->run);
    const gcnmem_desc whole = gcnmem_run_scaled_desc(desc, gcnmem_run_result_of(out_shader->run).cu_count);
    const gcnmem_desc wide = gcnmem_run_preview_desc(&whole, 1);
    int status = 0;
    v->count = 0;
    if (groups != 0) {
        const uint64_t all = gcnmem_run_result_of(out_shader->run).groups_asked;
        snprintf(v->groups, sizeof(v->groups), "%llu", (unsigned long long)groups);
        snprintf(v->skipped, sizeof(v->skipped), "%llu", (unsigned long long)(all - groups));
        snprintf(v->cus, sizeof(v->cus), "%u", (unsigned)wide.cu_count);
        for (int sample = 1; sample >= 0 && status == 0; --sample) {
            v->count = 0;
            vary(v, "first-groups", v->groups);
            vary(v, "cus", v->cus);
            if (sample != 0) {
                vary(v, "skipped-groups", v->skipped);
            }
            status = run_listing(o, sample != 0 ? &wide : desc, in, v->settings, v->count, memory, out_shader, out);
            clocks[sample] = out->clocks;
        }
    }
    if (status == 0 && !gcnmem_run_tell_preview(out_shader->run, clocks)) {
        v->count = 0;
        status = run_listing(o, desc, in, NULL, 0, memory, out_shader, out);
        gcnmem_run_tell_preview(out_shader->run, clocks);
    }
    return status;
}

#endif
