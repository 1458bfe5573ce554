/* listing.h -- listings that are run: their memory, and what they are refused for.
   SPDX-License-Identifier: MIT-0

   Included by one C file each. */

#ifndef LISTING_H_INCLUDED
#define LISTING_H_INCLUDED

#include "flags.h"

#define MAX_RUN_BYTES ((uint64_t)8 << 30)
#define RUN_ROOM 4 /* of a run's memory to that of its listing: enough, so that a long one is read once */

/* What the files of --arg K=file:PATH hold, a row for each --arg. They are read once. */
static inline input* contents_of(const options* o) {
    static input* contents;
    if (contents == NULL) {
        contents = (input*)resized(NULL, o->count * sizeof(*contents));
        memset(contents, 0, o->count * sizeof(*contents));
        input* row = contents;
        for (const given_flag* g = o->given; g < o->given + o->count; ++g) {
            int is_arg = strcmp(g->row->name, "arg") == 0;
            const char* file = is_arg ? strstr(g->value, "=file:") : NULL;
            if (file != NULL) {
                read_whole(row, "file of --arg", file + 6);
            }
            row += is_arg;
        }
    }
    return contents;
}

/* A trace would be read as a listing of instructions that are not known: its first line tells. */
static inline void refuse_trace(const gcnmem_desc* desc, const input* in) {
    gcnmem_trace reader = gcnmem_trace_for(desc, NULL);
    gcnmem_trace_line line;
    gcnmem_result result = GCNMEM_OK;
    line.kind = GCNMEM_TRACE_NOTHING;
    for (const char *at = in->text.text, *end; result == GCNMEM_OK && line.kind == GCNMEM_TRACE_NOTHING && *at != 0;
         at = end) {
        end = at + strcspn(at, "\n");
        result = gcnmem_trace_read(&reader, at, (size_t)(end - at), &line, NULL);
        end += *end != 0;
    }
    if (result == GCNMEM_OK && line.kind != GCNMEM_TRACE_NOTHING) {
        fail(1, "%s: its lines are accesses: a trace is for 'gcnmem replay'", in->name);
    }
}

/* Says "; nearest: NAME" of the listing's memory instructions, for OPCODE=EXPR. */
static inline void say_nearest_opcode(const gcnmem_shader* shader, const char* asked) {
    char word[48];
    char name[48] = "";
    char nearest[48] = "";
    snprintf(word, sizeof(word), "%.*s", (int)strcspn(asked, "="), asked);
    for (uint32_t i = 0; i < shader->listing->opcode_count; ++i) {
        const gcnmem_opcode* opcode = gcnmem_listing_opcode(shader->listing, i);
        snprintf(name, sizeof(name), "%.*s", (int)opcode->name_bytes, shader->text + opcode->name_offset);
        if (opcode->op.addresses != 0 &&
            (nearest[0] == 0 || gcnmem_name_distance(word, name) < gcnmem_name_distance(word, nearest))) {
            memcpy(nearest, name, sizeof(name));
        }
    }
    if (gcnmem_name_distance(word, nearest) <= strlen(word) / 2) {
        put(&said, "; nearest: %s", nearest);
    }
}

/* What a refusal begins with: the word at its column, else its field. */
static inline const char* word_at(const gcnmem_shader* shader, const gcnmem_issue* issue, char (*word)[64]) {
    const char* at = shader->text;
    if (at == NULL || issue->column == 0 || strcmp(issue->field, "listing") != 0) {
        return strcmp(issue->field, "stage") == 0 ? "--stage NAME" : issue->field;
    }
    for (uint32_t line = 1; line < issue->line; ++line) {
        at = strchr(at, '\n') + 1;
    }
    at += issue->column - 1;
    snprintf(*word, sizeof(*word), "'%.*s'", (int)strcspn(at, ", \t\r\n"), at);
    return *word;
}

#define MAX_NAMED 16

/* The labels of the stage, or the stages when none was chosen. */
static inline void say_names(const gcnmem_shader* shader) {
    const gcnmem_listing* listing = shader->listing;
    uint32_t named = 0;
    if (shader->stage == GCNMEM_NONE) {
        for (uint32_t i = 0; i < listing->stage_count; ++i) {
            const gcnmem_stage* stage = gcnmem_listing_stage(listing, i);
            if ((stage->kind & GCNMEM_STAGE_LABEL) == 0 && named++ < MAX_NAMED) {
                put(&said, "%s '%.*s", named > 1 ? "," : ":", (int)stage->name_bytes,
                    shader->text + stage->name_offset);
                put(&said, stage->name_bytes != 0 ? "'" : "#%u'", (unsigned)i);
            }
        }
    } else {
        const gcnmem_stage* stage = gcnmem_listing_stage(listing, shader->stage);
        for (; named < stage->label_count && named < MAX_NAMED; ++named) {
            const gcnmem_label* label = gcnmem_listing_label(listing, stage->first_label + named);
            put(&said, "%s %.*s", named > 0 ? "," : "; labels:", (int)label->name_bytes,
                shader->text + label->name_offset);
        }
        put(&said, "%s", named == 0 ? "; it has no labels" : "");
        named = stage->label_count;
    }
    put(&said, "%s", named > MAX_NAMED ? ", ..." : "");
}

/* A name that is not found ends in a list of those that there are. */
ENDS static inline void fail_shader(const char* file, const gcnmem_shader* shader, const gcnmem_setting* settings,
                                    gcnmem_result result, const gcnmem_issue* issue) {
    if (issue->setting != 0) {
        const char* value = settings[issue->setting - 1].value;
        say_issue(NULL, value, issue);
        put(&said, "%s", hint_of(value));
        if (strcmp(issue->field, "mem") == 0 && issue->column == 0 && shader->listing != NULL) {
            say_nearest_opcode(shader, value);
        }
    } else {
        char word[64];
        say_issue_of_file(file, word_at(shader, issue, &word), issue);
    }
    if (result == GCNMEM_ERROR_NAME && shader->listing != NULL && issue->field[0] != 0 &&
        strstr("trip taken label stage", issue->field) != NULL) {
        say_names(shader);
    }
    exit(end_line(1));
}

/* The run of a listing, in memory that grows until it asks for no more: so many bytes. */
static inline gcnmem_shader listing_shader_in(const gcnmem_desc* desc, const input* in, const gcnmem_setting* settings,
                                              uint32_t count, void** memory, size_t* out_bytes) {
    gcnmem_shader shader;
    gcnmem_issue issue;
    gcnmem_result result;
    uint64_t bytes = 0; /* what a run takes is known once the listing is read */
    while ((result = gcnmem_shader_init(*memory, (size_t)bytes, desc, in->text.text, in->text.bytes, settings, count,
                                        &shader, &issue)) == GCNMEM_ERROR_LIMIT &&
           issue.limit > bytes) {
        if (issue.limit > MAX_RUN_BYTES) {
            fail(1, "%s: a run of it takes %llu MB of memory, %llu at most: choose a kernel with --stage, or cut it",
                 in->name, (unsigned long long)issue.limit >> 20, (unsigned long long)MAX_RUN_BYTES >> 20);
        }
        bytes = bytes == 0 && issue.limit < MAX_RUN_BYTES / RUN_ROOM ? issue.limit * RUN_ROOM : issue.limit;
        show_progress("bytes of memory are set up for the listing", bytes, 0);
        free(*memory);
        *memory = resized(NULL, bytes);
    }
    if (result != GCNMEM_OK) {
        fail_shader(in->name, &shader, settings, result, &issue);
    }
    *out_bytes = (size_t)bytes;
    return shader;
}

static inline gcnmem_shader listing_shader(const gcnmem_desc* desc, const input* in, const gcnmem_setting* settings,
                                           uint32_t count, void** memory) {
    size_t bytes;
    return listing_shader_in(desc, in, settings, count, memory, &bytes);
}

/* The same of a text that the program brings. */
static inline gcnmem_shader text_shader(const gcnmem_desc* desc, const char* text, const gcnmem_setting* settings,
                                        uint32_t count, void** memory) {
    static input in;
    in.name = gcnmem_device_card(desc->device);
    in.text.bytes = 0;
    put(&in.text, "%s", text);
    return listing_shader(desc, &in, settings, count, memory);
}

/* The settings that the flags are, and more that take the place of flags. */
static inline const gcnmem_setting* settings_of(const options* o, const gcnmem_setting* more, uint32_t more_count,
                                                uint32_t* out_count) {
    static gcnmem_setting* settings;
    uint32_t count = 0;
    settings = (gcnmem_setting*)resized(settings, (o->count + more_count + 1) * sizeof(*settings));
    for (const given_flag* g = o->given; g < o->given + o->count; ++g) {
        uint32_t i = 0;
        while (i < more_count && strcmp(more[i].name, g->row->name) != 0) {
            ++i;
        }
        if (i == more_count && strchr(g->row->verbs, 's') != NULL) {
            settings[count].name = g->row->name;
            settings[count++].value = g->value;
        }
    }
    for (uint32_t i = 0; i < more_count; ++i) {
        settings[count++] = more[i];
    }
    *out_count = count;
    return settings;
}

/* The run that they ask for. */
static inline gcnmem_shader shader_of(const options* o, const gcnmem_desc* desc, const input* in,
                                      const gcnmem_setting* more, uint32_t more_count, void** memory) {
    uint32_t count;
    const gcnmem_setting* settings = settings_of(o, more, more_count, &count);
    return listing_shader(desc, in, settings, count, memory);
}

/* What a run asks for and tells while it goes on. */
typedef struct listener {
    const gcnmem_shader* shader;
    FILE* file;      /* of accesses, or NULL */
    input* contents; /* of the files of --arg, a row for each */
} listener;

static inline void write_access(void* user_data, const gcnmem_run_access* access) {
    const listener* t = (const listener*)user_data;
    const gcnmem_shader* s = t->shader;
    gcnmem_report_access(s->run, s->listing, s->text, access, to_file, t->file);
}

static inline int read_content(void* user_data, uint32_t row, uint64_t offset, uint32_t bytes, void* out) {
    const buffer* content = &((const listener*)user_data)->contents[row].text;
    int is_inside = offset <= content->bytes && bytes <= content->bytes - offset;
    if (is_inside) {
        memcpy(out, content->text + offset, bytes);
    }
    return is_inside;
}

/* What came of a run that has ended. Returns whether it did not come to its end, and says why. */
static inline int take_result(const char* file, const gcnmem_shader* shader, gcnmem_run_result* out) {
    *out = gcnmem_run_result_of(shader->run);
    end_progress();
    if (out->state == GCNMEM_RUN_FAILED) {
        const gcnmem_insn* insn = gcnmem_listing_insn(shader->listing, out->failed_insn);
        fail(1, "%s:%u: the address expression of '%.*s' column %u: divides by zero", file, (unsigned)insn->line,
             (int)insn->text_bytes, shader->text + insn->text_offset, (unsigned)out->failed_column);
    }
    if (out->state != GCNMEM_RUN_DONE) {
        fprintf(stderr, "%s: %s: %s\n", program_name, file,
                out->state == GCNMEM_RUN_CUT ? "reached --max-clocks before every wave ended (a loop without end?)"
                                             : "stuck: waves live, but nothing can happen any more");
    }
    return out->state != GCNMEM_RUN_DONE;
}

/* Runs what the flags ask for, with settings that take the place of flags; the shader in `*memory` and the result.
   Returns whether it did not come to its end. In steps, so that a long run can say how far it is. */
static inline int run_listing(const options* o, const gcnmem_desc* desc, const input* in, const gcnmem_setting* more,
                              uint32_t more_count, void** memory, gcnmem_shader* out_shader, gcnmem_run_result* out) {
    *out_shader = shader_of(o, desc, in, more, more_count, memory);
    listener t = {out_shader, open_output(o, "trace"), contents_of(o)};
    if (t.file != NULL) {
        write_access(&t, NULL);
    }
    gcnmem_run_hooks hooks = {NULL, t.file != NULL ? write_access : NULL, read_content, &t};
    for (uint64_t clock = 10000; gcnmem_run_advance(out_shader->run, clock, &hooks) == GCNMEM_RUN_GOING;
         clock += 10000) {
        show_run(out_shader->run);
    }
    int status = take_result(in->name, out_shader, out);
    close_output(o, "trace", t.file);
    return status;
}

/* The same, or a sample that stands for it (R85). */
static inline int run_preview(const options* o, const gcnmem_desc* desc, const input* in, void** memory,
                              gcnmem_shader* out_shader, gcnmem_run_result* out) {
    size_t bytes;
    uint32_t count;
    const gcnmem_setting* settings = settings_of(o, NULL, 0, &count);
    listener t = {out_shader, NULL, contents_of(o)};
    const gcnmem_run_hooks hooks = {NULL, NULL, read_content, &t};
    *out_shader = listing_shader_in(desc, in, settings, count, memory, &bytes);
    out_shader->run = NULL; /* the first of its runs is yet to be set up */
    do {
        gcnmem_issue issue;
        gcnmem_result result = gcnmem_shader_preview(*memory, bytes, desc, in->text.text, in->text.bytes, settings,
                                                     count, 100000, &hooks, out_shader, &issue);
        if (result != GCNMEM_OK) {
            fail_shader(in->name, out_shader, settings, result, &issue);
        }
        show_run(out_shader->run);
    } while (gcnmem_run_result_of(out_shader->run).state == GCNMEM_RUN_GOING);
    return take_result(in->name, out_shader, out);
}

#endif
