/* flags.h -- what the tools have in common: gcnmem.h and how it prints, flags, --help, the machine of --machine and
   --set.
   SPDX-License-Identifier: MIT-0

   Included by one C file each. */

#ifndef FLAGS_H_INCLUDED
#define FLAGS_H_INCLUDED

#ifdef GCNMEM_USE_STB_SPRINTF
#define STB_SPRINTF_STATIC
#define STB_SPRINTF_NOUNALIGNED
#define STB_SPRINTF_IMPLEMENTATION
#define GCNMEM_STB_SPRINTF_FILENAME <stb/stb_sprintf.h>
#endif
#define GCNMEM_STATIC
#define GCNMEM_IMPLEMENTATION
#include "gcnmem.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef _WIN32
#include <fcntl.h>
#include <io.h>
#endif

#define FLAGS_SETS 64 /* --set on a command line */

typedef struct tool_flag {
    const char* name;
    const char* shape;   /* of its value; "": a switch */
    const char* meaning; /* at most 48 characters */
    const char* value;   /* its name for a switch; NULL when not given */
} tool_flag;

typedef struct tool {
    const char* name;
    const char* summary;
    const char* argument; /* what files there are, or "" */
    tool_flag* flags;     /* ends in one without a name */
    const char** files;   /* room for argc of them */
    int file_count;
    const char* sets[FLAGS_SETS];
    int set_count;
    int is_described; /* by --machine */
    gcnmem_desc described;
} tool;

#define FLAGS_OF_MACHINE                                                                                               \
    {"machine", "FILE", "what 'gcnmem gpus --gpu G' printed, for its GPU", NULL}, {                                    \
        "set", "FIELD=VALUE", "changes the machine, as often as wanted", NULL                                          \
    }

static inline void flags_help(const tool* t) {
    printf("%s%s%s: %s\n\n", t->name, t->argument[0] != 0 ? " " : "", t->argument, t->summary);
    for (const tool_flag* f = t->flags; f->name != NULL; ++f) {
        char text[64];
        snprintf(text, sizeof(text), "--%s %s", f->name, f->shape);
        printf("  %-25s %s\n", text, f->meaning);
    }
}

/* Nothing was read of the machine: one line, and the end. */
static inline void flags_fail(const tool* t, const char* what, const gcnmem_issue* issue) {
    char rule[1024];
    gcnmem_issue_text(issue, rule, sizeof(rule));
    fprintf(stderr, issue->line != 0 ? "%s: %s:%u: %s%s%s\n" : "%s: %s: %.0u%s%s%s\n", t->name, what,
            (unsigned)issue->line, issue->field, issue->field[0] != 0 ? " " : "", rule);
    exit(1);
}

/* Changes a machine as --set says; what means nothing on it is left out when `is_one_of_many`. */
static inline void flags_change(const tool* t, gcnmem_desc* desc, int is_one_of_many) {
    gcnmem_issue issue;
    for (int n = 0; n < 2 * t->set_count; ++n) { /* twice: then their order does not matter */
        int i = n % t->set_count;
        char field[64];
        int bytes = 0;
        if (sscanf(t->sets[i], "%63[^=]=%n", field, &bytes) != 1 || bytes == 0) {
            fprintf(stderr, "%s: --set '%s' must be field=value\n", t->name, t->sets[i]);
            exit(1);
        }
        gcnmem_field found = gcnmem_field_nearest(field);
        gcnmem_result result = gcnmem_desc_set(desc, field, t->sets[i] + bytes, &issue);
        if (result == GCNMEM_ERROR_NAME) {
            fprintf(stderr, "%s: --set '%s' is not a field of the description; nearest: %s\n", t->name, field,
                    gcnmem_field_name(found));
            exit(1);
        }
        int is_meant =
            strcmp(field, "dram_mapping") == 0 || gcnmem_field_provenance(desc, found) != GCNMEM_PROVENANCE_NONE;
        if (result != GCNMEM_OK && (is_meant || !is_one_of_many)) {
            flags_fail(t, t->sets[i], &issue);
        }
    }
    if (gcnmem_desc_validate(desc, &issue) != GCNMEM_OK) {
        flags_fail(t, gcnmem_device_card(desc->device), &issue);
    }
}

/* The preset of a GPU, or its description in --machine, changed by --set. */
static inline gcnmem_desc flags_machine(const tool* t, gcnmem_device device) {
    int is_it = t->is_described && t->described.device == device;
    gcnmem_desc desc = is_it ? t->described : gcnmem_desc_for(device);
    if (is_it || !t->is_described) {
        flags_change(t, &desc, !is_it);
    }
    return desc;
}

static inline void flags_read_machine(tool* t, const char* name) {
    static char text[1 << 17];
    gcnmem_issue issue;
    FILE* file = fopen(name, "rb");
    size_t bytes = file != NULL ? fread(text, 1, sizeof(text), file) : 0;
    if (file == NULL || ferror(file) || fclose(file) != 0) {
        fprintf(stderr, "%s: --machine '%s' cannot be read\n", t->name, name);
        exit(1);
    }
    if (gcnmem_desc_read(text, bytes, &t->described, &issue) != GCNMEM_OK) {
        flags_fail(t, name, &issue);
    }
    t->is_described = 1;
}

static inline tool_flag* flags_find(const tool* t, const char* word) {
    const char* name = word + strspn(word, "-");
    uint32_t best = (uint32_t)strlen(name) / 2 + 1;
    const char* nearest = NULL;
    for (tool_flag* f = t->flags; f->name != NULL; ++f) {
        uint32_t distance = gcnmem_name_distance(name, f->name);
        if (strncmp(word, "--", 2) == 0 && strcmp(f->name, name) == 0) {
            return f;
        }
        nearest = distance < best ? f->name : nearest;
        best = distance < best ? distance : best;
    }
    fprintf(stderr, "%s: '%s' is not a flag%s%s (%s --help lists them)\n", t->name, word,
            nearest != NULL ? "; nearest: --" : "", nearest != NULL ? nearest : "", t->name);
    exit(2);
}

/* What was printed counts when it has arrived. */
static inline int flags_end(const tool* t, int status) {
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "%s: standard output cannot be written\n", t->name);
        return 1;
    }
    return status;
}

/* Fills the flags' values, the files and the machine; ends where nothing is left to do. */
static inline void flags_read(tool* t, const char* name, const char* summary, const char* argument, tool_flag* flags,
                              int argc, char** argv) {
#ifdef _WIN32
    _setmode(_fileno(stdout), _O_BINARY); /* the same bytes on every system */
#endif
    t->name = name;
    t->summary = summary;
    t->argument = argument;
    t->flags = flags;
    t->files = (const char**)calloc((size_t)argc, sizeof(*t->files));
    for (int i = 1; i < argc && t->files != NULL; ++i) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            flags_help(t);
            exit(flags_end(t, 0));
        }
        if (argv[i][0] != '-' && t->argument[0] != 0) {
            t->files[t->file_count++] = argv[i];
            continue;
        }
        tool_flag* f = flags_find(t, argv[i]);
        if (f->shape[0] != 0 && ++i == argc) {
            fprintf(stderr, "%s: --%s needs a value\n", t->name, f->name);
            exit(2);
        }
        int is_set = strcmp(f->name, "set") == 0;
        if (is_set ? t->set_count == FLAGS_SETS : f->value != NULL) {
            fprintf(stderr, is_set ? "%s: --%s is given too often\n" : "%s: --%s is given twice\n", t->name, f->name);
            exit(2);
        }
        f->value = argv[i];
        if (is_set) {
            t->sets[t->set_count++] = argv[i];
        } else if (strcmp(f->name, "machine") == 0) {
            flags_read_machine(t, argv[i]);
        }
    }
    gcnmem_desc any = t->is_described ? t->described : gcnmem_desc_for(GCNMEM_DEVICE_R9_390X);
    flags_change(t, &any, !t->is_described); /* what is wrong is told before anything is printed */
}

#endif
