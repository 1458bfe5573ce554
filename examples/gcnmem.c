/* gcnmem -- the command line of gcnmem.h: what GCN's memory system does with a wave's accesses.
   cc -O2 -I. examples/gcnmem.c -o gcnmem
   SPDX-License-Identifier: MIT-0 */

#ifdef GCNMEM_USE_STB_SPRINTF
#define STB_SPRINTF_STATIC
#define STB_SPRINTF_NOUNALIGNED
#define STB_SPRINTF_IMPLEMENTATION
#define GCNMEM_STB_SPRINTF_FILENAME <stb/stb_sprintf.h>
#endif
#define GCNMEM_STATIC
#define GCNMEM_IMPLEMENTATION
#include "gcnmem.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#ifdef _WIN32
#include <io.h>
#define ON_TERMINAL _isatty(2)
#else
#include <unistd.h>
#define ON_TERMINAL isatty(2)
#endif

#if defined(__GNUC__) || defined(__clang__)
#define ENDS_LIKE_PRINTF __attribute__((noreturn, format(printf, 2, 3)))
#else
#define ENDS_LIKE_PRINTF
#endif

#define MAX_EVENTS "2000000" /* of a timeline: some 300 MB of JSON, about as much as viewers still open */

/* ---- ends: one line on stderr, and the status ---- */

ENDS_LIKE_PRINTF static void fail(int status, const char* format, ...) {
    va_list arguments;
    fputs("gcnmem: ", stderr);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputs("\n", stderr);
    exit(status);
}

/* "what 'value' column N: rule", without the end of the line; a rule that names the number says the value itself. No
   `what` stands for the flag that is called as the issue's field. */
static void print_issue(const char* what, const char* value, const gcnmem_issue* issue) {
    char rule[1024];
    gcnmem_issue_text(issue, rule, sizeof(rule));
    fprintf(stderr, "gcnmem: %s%s", what != NULL ? what : "--", what != NULL ? "" : issue->field);
    if (value != NULL && strstr(issue->rule, "{value}") == NULL) {
        fprintf(stderr, " '%s'", value);
    }
    if (issue->column != 0) {
        fprintf(stderr, " column %u:", (unsigned)issue->column);
    }
    fprintf(stderr, " %s", rule);
}

static void fail_issue(const char* what, const char* value, const gcnmem_issue* issue) {
    print_issue(what, value, issue);
    fputs("\n", stderr);
    exit(1);
}

/* "FILE:line:column: what rule", as far as the issue knows them. */
static void print_issue_of_file(const char* file, const char* what, const gcnmem_issue* issue) {
    char rule[1024];
    gcnmem_issue_text(issue, rule, sizeof(rule));
    fprintf(stderr, issue->line != 0 ? "gcnmem: %s:%u" : "gcnmem: %s", file, (unsigned)issue->line);
    fprintf(stderr, issue->column != 0 ? ":%u: " : ": ", (unsigned)issue->column);
    fprintf(stderr, "%s%s%s", what, what[0] != 0 ? " " : "", rule);
}

/* What was printed counts when it has arrived. */
static int end_output(int status) {
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fail(1, "standard output cannot be written");
    }
    return status;
}

static int to_file(void* user_data, const char* text, size_t bytes) {
    return fwrite(text, 1, bytes, (FILE*)user_data) == bytes;
}

static void* need_memory(uint64_t bytes) {
    void* memory = bytes <= SIZE_MAX ? malloc(bytes != 0 ? (size_t)bytes : 1) : NULL;
    if (memory == NULL) {
        fail(1, "%llu bytes of memory are not to be had", (unsigned long long)bytes);
    }
    return memory;
}

/* ---- flags: what is shown of each, and who takes it, stands in this table ---- */

typedef enum flag_kind {
    FLAG_VALUE,   /* given once; of run: a setting that gcnmem_shader_init() checks */
    FLAG_OFTEN,   /* the same, as often as wanted */
    FLAG_OWN,     /* given once, never a setting */
    FLAG_MACHINE, /* --set: once for each field */
    FLAG_SWITCH   /* takes no value */
} flag_kind;

typedef struct flag {
    const char* name;
    const char* shape; /* of its value, as the usage shows it */
    const char* verbs; /* letters of the verbs that take it, a capital when they need it */
    flag_kind kind;
} flag;

static const flag flags[] = {
    {"gpu", "G", "gCORU", FLAG_OWN},
    {"op", "MNEMONIC", "c", FLAG_VALUE},
    {"addr", "EXPR", "c", FLAG_VALUE},
    {"addresses", "A0,A1,...|@FILE", "c", FLAG_VALUE},
    {"image", "WxH", "c", FLAG_VALUE},
    {"texel", "EXPR,EXPR", "c", FLAG_VALUE},
    {"format", "F", "c", FLAG_VALUE},
    {"filter", "F", "c", FLAG_VALUE},
    {"exec", "MASK", "c", FLAG_VALUE},
    {"size", "BYTES", "c", FLAG_VALUE},
    {"waves", "N", "c", FLAG_VALUE},
    {"iters", "M", "c", FLAG_VALUE},
    {"stage", "NAME", "u", FLAG_VALUE},
    {"group", "X,Y,Z", "Ou", FLAG_VALUE},
    {"groups", "X,Y,Z", "u", FLAG_VALUE},
    {"arg", "K=VALUE", "u", FLAG_OFTEN},
    {"reg", "sN|vN=VALUE", "u", FLAG_OFTEN},
    {"cus", "N", "u", FLAG_VALUE},
    {"vgprs", "N", "Ou", FLAG_VALUE},
    {"sgprs", "N", "Ou", FLAG_VALUE},
    {"lds", "BYTES", "ou", FLAG_VALUE},
    {"rule", "hardware|llvm|radv", "o", FLAG_VALUE},
    {"from", "l1|l2|dram", "r", FLAG_VALUE},
    {"trip", "LABEL=N", "u", FLAG_OFTEN},
    {"taken", "LABEL=P", "u", FLAG_OFTEN},
    {"mem", "#INDEX|OPCODE=EXPR", "u", FLAG_OFTEN},
    {"label", "NAME=INDEX", "u", FLAG_OFTEN},
    {"max-clocks", "N", "u", FLAG_VALUE},
    {"timeline", "FILE|-", "u", FLAG_OWN},
    {"trace", "FILE", "u", FLAG_OWN},
    {"set", "FIELD=VALUE", "gcoru", FLAG_MACHINE},
    {"csv", "", "coru", FLAG_SWITCH},
    {"json", "", "gpcorue", FLAG_SWITCH},
};

#define FLAG_COUNT (sizeof(flags) / sizeof(flags[0]))

struct options;

typedef struct verb {
    const char* name;
    const char* letters; /* in the table of flags: as it takes them, as it needs them */
    int (*run)(const struct options* o);
    const char* argument; /* that is no flag, or "" */
    const char* meaning;  /* of the argument */
} verb;

typedef struct options {
    const verb* asked;
    const char* file;              /* the argument that is no flag */
    const char* value[FLAG_COUNT]; /* NULL when not given */
    const char** sets;             /* --set, in order */
    gcnmem_setting* settings;      /* of run, in order */
    uint32_t set_count;
    uint32_t setting_count;
} options;

static int takes(const verb* v, const flag* f) {
    return strpbrk(f->verbs, v->letters) != NULL;
}

static int needs(const verb* v, const flag* f) {
    return strchr(f->verbs, v->letters[1]) != NULL;
}

/* The flag's place in the table; FLAG_COUNT when the verb has none of that name. */
static size_t place_of(const verb* v, const char* name) {
    size_t i = 0;
    while (i < FLAG_COUNT && (strcmp(flags[i].name, name) != 0 || !takes(v, &flags[i]))) {
        ++i;
    }
    return i;
}

static const char* value_of(const options* o, const char* name) {
    size_t i = place_of(o->asked, name);
    return i < FLAG_COUNT ? o->value[i] : NULL;
}

/* A flag is not needed for what the GPU does not have. */
static int is_lacking(const options* o, const flag* f) {
    gcnmem_device device;
    gcnmem_desc desc;
    if (strcmp(f->name, "sgprs") != 0 || value_of(o, "gpu") == NULL ||
        gcnmem_device_find(value_of(o, "gpu"), &device, NULL) != GCNMEM_OK) {
        return 0;
    }
    desc = gcnmem_desc_for(device);
    return gcnmem_field_provenance(&desc, GCNMEM_FIELD_sgprs_per_simd) == GCNMEM_PROVENANCE_NONE;
}

static uint64_t number_of(const options* o, const char* name, uint64_t otherwise, uint64_t lowest, uint64_t highest) {
    const char* text = value_of(o, name);
    if (text == NULL) {
        return otherwise;
    }
    char* end = NULL;
    errno = 0;
    uint64_t value = strtoull(text, &end, strncmp(text, "0x", 2) == 0 ? 16 : 10);
    if (text[0] < '0' || text[0] > '9' || *end != 0 || errno != 0 || value < lowest || value > highest) {
        fail(1, "--%s '%s' must be a whole number from %llu to %llu", name, text, (unsigned long long)lowest,
             (unsigned long long)highest);
    }
    return value;
}

/* The index of the word that was given among three, 0 when none was. */
static int word_of(const options* o, const char* name, const char* const* words) {
    const char* word = value_of(o, name);
    for (int i = 0; i < 3; ++i) {
        if (word == NULL || strcmp(word, words[i]) == 0) {
            return i;
        }
    }
    fail(1, "--%s '%s' is one of %s %s %s", name, word, words[0], words[1], words[2]);
}

static gcnmem_style style_of(const options* o) {
    gcnmem_style style = value_of(o, "csv") != NULL ? GCNMEM_STYLE_CSV : GCNMEM_STYLE_TEXT;
    if (style == GCNMEM_STYLE_CSV && value_of(o, "json") != NULL) {
        fail(2, "give one of --csv and --json: each takes standard output");
    }
    return value_of(o, "json") != NULL ? GCNMEM_STYLE_JSON : style;
}

/* ---- the command line, read ---- */

static const flag* flag_of(const verb* v, const char* word) {
    size_t place = strncmp(word, "--", 2) == 0 ? place_of(v, word + 2) : FLAG_COUNT;
    if (place == FLAG_COUNT) {
        fprintf(stderr, "gcnmem: '%s' is not a flag of %s; it takes", word, v->name);
        for (size_t i = 0; i < FLAG_COUNT; ++i) {
            fprintf(stderr, "%s%s", takes(v, &flags[i]) ? " --" : "", takes(v, &flags[i]) ? flags[i].name : "");
        }
        fputs("\n", stderr);
        exit(2);
    }
    return &flags[place];
}

static void keep_flag(options* o, const flag* f, const char* value) {
    const char** kept = &o->value[f - flags];
    if (f->kind == FLAG_MACHINE) {
        size_t bytes = strcspn(value, "=");
        for (uint32_t i = 0; i < o->set_count; ++i) {
            if (strcspn(o->sets[i], "=") == bytes && strncmp(o->sets[i], value, bytes) == 0) {
                fail(2, "--set %.*s is given twice", (int)bytes, value);
            }
        }
        o->sets[o->set_count++] = value;
    } else if (*kept != NULL && f->kind != FLAG_OFTEN) {
        fail(2, "--%s is given twice", f->name);
    }
    *kept = value;
    if (f->kind == FLAG_OFTEN || f->kind == FLAG_VALUE) {
        o->settings[o->setting_count].name = f->name;
        o->settings[o->setting_count++].value = value;
    }
}

static void print_usage(FILE* file);

static options read_options(const verb* v, int argc, char** argv) {
    options o;
    memset(&o, 0, sizeof(o));
    o.asked = v;
    o.sets = (const char**)need_memory((uint64_t)argc * sizeof(*o.sets));
    o.settings = (gcnmem_setting*)need_memory((uint64_t)argc * sizeof(*o.settings));
    for (int i = 2; i < argc; ++i) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            print_usage(stdout);
            exit(end_output(0));
        }
        if (v->argument[0] != 0 && (argv[i][0] != '-' || argv[i][1] == 0) && o.file == NULL) {
            o.file = argv[i];
            continue;
        }
        const flag* f = flag_of(v, argv[i]);
        if (f->kind != FLAG_SWITCH && ++i == argc) { /* a switch is its own value */
            fail(2, "--%s needs a value", f->name);
        }
        keep_flag(&o, f, argv[i]);
    }
    for (size_t i = 0; i < FLAG_COUNT; ++i) {
        if (needs(v, &flags[i]) && o.value[i] == NULL && !is_lacking(&o, &flags[i])) {
            fail(2, "%s needs --%s %s; 'gcnmem %s", v->name, flags[i].name, flags[i].shape,
                 i == 0 ? "gpus' lists GPUs" : "help' has an example");
        }
    }
    if (v->argument[0] != 0 && o.file == NULL) {
        fail(2, "%s needs %s", v->name, v->meaning);
    }
    return o;
}

/* ---- the machine ---- */

static void apply_set(gcnmem_desc* desc, const char* text) {
    char field[64];
    int bytes = 0;
    gcnmem_issue issue;
    if (sscanf(text, "%63[^=]=%n", field, &bytes) != 1 || bytes == 0) {
        fail(1, "--set '%s' must be field=value", text);
    }
    gcnmem_result result = gcnmem_desc_set(desc, field, text + bytes, &issue);
    if (result == GCNMEM_ERROR_NAME) {
        fail(1, "--set '%s' is not a field of the description; nearest: %s", field,
             gcnmem_field_name(gcnmem_field_nearest(field)));
    }
    if (result != GCNMEM_OK) {
        char what[80];
        snprintf(what, sizeof(what), "--set %s", field);
        fail_issue(what, text + bytes, &issue);
    }
}

static gcnmem_desc machine_of(const options* o) {
    const char* name = value_of(o, "gpu");
    gcnmem_device device;
    gcnmem_device nearest[3];
    gcnmem_issue issue;
    if (gcnmem_device_find(name, &device, &issue) != GCNMEM_OK) {
        if (issue.limit != GCNMEM_DEVICE_NONE) { /* its family is known */
            fail(1, "%s: %s", name, issue.rule);
        }
        uint32_t count = gcnmem_device_nearest(name, nearest, 3);
        print_issue("--gpu", name, &issue);
        for (uint32_t i = 0; i < count; ++i) {
            fprintf(stderr, "%s %s (%s)", i > 0 ? "," : "; nearest:", gcnmem_device_card(nearest[i]),
                    gcnmem_device_chip(nearest[i]));
        }
        fputs("\n", stderr);
        exit(1);
    }
    gcnmem_desc desc = gcnmem_desc_for(device);
    for (uint32_t i = 0; i < o->set_count; ++i) {
        apply_set(&desc, o->sets[i]);
    }
    if (gcnmem_desc_validate(&desc, &issue) != GCNMEM_OK) { /* fields stand for themselves; no issue holds a text */
        fail_issue(issue.field, strcmp(issue.field, "dram_mapping") == 0 ? desc.dram_mapping : NULL, &issue);
    }
    return desc;
}

static int run_gpus(const options* o) {
    if (value_of(o, "gpu") != NULL) {
        gcnmem_desc desc = machine_of(o);
        gcnmem_report_desc(&desc, style_of(o), to_file, stdout);
    } else {
        gcnmem_report_devices(style_of(o), to_file, stdout);
    }
    return 0;
}

static int run_ops(const options* o) {
    gcnmem_report_ops(style_of(o), to_file, stdout);
    return 0;
}

/* ---- cost ---- */

typedef struct addresses {
    const char* flag_name;
    const char* text;
    gcnmem_expr expr[3];
    int count;
} addresses;

/* Reads one expression, or up to three between commas. */
static void compile_addresses(addresses* a, const char* flag_name, const char* text, int split) {
    const char* start = text;
    const char* end;
    a->flag_name = flag_name;
    a->text = text;
    a->count = 0;
    do {
        int depth = 0;
        for (end = start; *end != 0 && (!split || *end != ',' || depth != 0); ++end) {
            depth += *end == '(' ? 1 : (*end == ')' ? -1 : 0);
        }
        if (a->count == 3) {
            fail(1, "%s '%s' takes at most three expressions", flag_name, text);
        }
        gcnmem_issue issue;
        if (gcnmem_expr_compile(start, (size_t)(end - start), &a->expr[a->count++], &issue) != GCNMEM_OK) {
            issue.column += (uint32_t)(start - text);
            fail_issue(flag_name, text, &issue);
        }
        start = end + 1;
    } while (*end != 0);
}

static void read_texels(const options* o, addresses* a, gcnmem_image* image) {
    const char* size = value_of(o, "image");
    const char* texel = value_of(o, "texel");
    char end = 0;
    if (value_of(o, "addr") != NULL) {
        fail(1, "--addr '%s' is for buffers; image operations take --image and --texel", value_of(o, "addr"));
    }
    if (size == NULL) {
        fail(2, "--op '%s' needs --image WxH", value_of(o, "op"));
    }
    image->depth = 1;
    int count = sscanf(size, "%7ux%7ux%7u%c", &image->width, &image->height, &image->depth, &end);
    if (strspn(size, "0123456789x") != strlen(size) || count < 2 || count > 3 || image->width == 0 ||
        image->height == 0 || image->depth == 0) {
        fail(1, "--image '%s' must be WxH or WxHxD in texels, each at least 1", size);
    }
    compile_addresses(a, "--texel", texel != NULL ? texel : "x,y", 1);
    if (a->count < 2) {
        fail(1, "--texel '%s' must be EXPR,EXPR (and ,EXPR for the slice of a volume)", texel);
    }
}

/* What --op --format --exec --size --filter say of an access. */
static gcnmem_access operation_of(const options* o) {
    const char* format = value_of(o, "format");
    const char* filter = value_of(o, "filter");
    gcnmem_issue issue;
    gcnmem_op op;
    if (value_of(o, "op") == NULL) {
        fail(2, "cost needs --op MNEMONIC; 'gcnmem help' has an example");
    }
    if (gcnmem_op_find(value_of(o, "op"), &op, &issue) != GCNMEM_OK) {
        gcnmem_op_nearest(value_of(o, "op"), &op);
        fail(1, "--op '%s' %s; nearest: %s", value_of(o, "op"), issue.rule, op.name);
    }
    if (format != NULL && gcnmem_op_format(&op, format, &issue) != GCNMEM_OK) {
        fail_issue("--format", format, &issue);
    }
    gcnmem_access access = gcnmem_access_for(&op);
    access.exec_mask = number_of(o, "exec", UINT64_MAX, 0, UINT64_MAX);
    access.size_bytes = number_of(o, "size", 0, 1, UINT64_MAX);
    if (filter != NULL && gcnmem_access_filter(&access, filter, &issue) != GCNMEM_OK) {
        fail_issue("--filter", filter, &issue);
    }
    return access;
}

static gcnmem_access access_of(const options* o, const gcnmem_desc* desc, addresses* a) {
    static char linear[32];
    gcnmem_issue issue;
    gcnmem_access access = operation_of(o);
    const gcnmem_op op = access.op;
    if (op.unit == GCNMEM_UNIT_IMAGE) {
        read_texels(o, a, &access.image);
    } else {
        if (value_of(o, "image") != NULL || value_of(o, "texel") != NULL) {
            fail(1, "--image and --texel are for image operations; '%s' takes --addr", value_of(o, "op"));
        }
        snprintf(linear, sizeof(linear), "lane*%u", (unsigned)op.element_bytes);
        compile_addresses(a, "--addr", value_of(o, "addr") != NULL ? value_of(o, "addr") : linear, 0);
    }
    if (gcnmem_access_validate(desc, &access, &issue) != GCNMEM_OK) {
        fail_issue(NULL, NULL, &issue);
    }
    return access;
}

static void fill_lanes(gcnmem_access* access, const addresses* a, uint64_t wave, uint64_t iter) {
    gcnmem_expr_inputs inputs;
    memset(&inputs, 0, sizeof(inputs));
    inputs.wave = wave;
    inputs.iter = iter;
    inputs.y = wave * 8;
    for (int i = 0; i < a->count; ++i) {
        uint64_t* values = access->op.unit == GCNMEM_UNIT_IMAGE ? (uint64_t*)access->texel[i] : access->address;
        gcnmem_issue issue;
        if (gcnmem_expr_lanes(&a->expr[i], &inputs, access->exec_mask, values, &issue) != GCNMEM_OK) {
            print_issue(a->flag_name, a->text, &issue);
            fprintf(stderr, " at lane %u, wave %llu, iter %llu\n", (unsigned)issue.value, (unsigned long long)wave,
                    (unsigned long long)iter);
            exit(1);
        }
    }
}

/* ---- occupancy ---- */

static int run_occupancy(const options* o) {
    static const char* const words[] = {"hardware", "llvm", "radv"};
    gcnmem_desc desc = machine_of(o);
    gcnmem_occupancy_rule rule = (gcnmem_occupancy_rule)word_of(o, "rule", words);
    gcnmem_shader_needs shader;
    gcnmem_issue issue;
    shader.vgprs = (uint32_t)number_of(o, "vgprs", 0, 1, UINT32_MAX);
    shader.sgprs = (uint32_t)number_of(o, "sgprs", 0, 1, UINT32_MAX);
    shader.lds_bytes = (uint32_t)number_of(o, "lds", 0, 0, UINT32_MAX);
    shader.group_lanes = (uint32_t)number_of(o, "group", 0, 1, UINT32_MAX);
    if (gcnmem_occupancy_validate(&desc, &shader, rule, &issue) != GCNMEM_OK) {
        fail_issue(NULL, NULL, &issue);
    }
    gcnmem_report_occupancy(&desc, &shader, rule, style_of(o), to_file, stdout);
    return 0;
}

/* ---- files, and a line of progress on a terminal, once a second at most ---- */

static void show_progress(const char* what, uint64_t count) {
    static time_t last;
    time_t now = time(NULL);
    if (last != 0 && now != last && ON_TERMINAL) {
        fprintf(stderr, "\r%llu %s\r", (unsigned long long)count, what);
        fflush(stderr);
    }
    last = now;
}

/* A file, or standard input for "-", and what was read of it last. */
typedef struct input {
    const char* what; /* for messages */
    const char* name;
    FILE* file;
    char* text;
    size_t bytes;
    size_t room;
} input;

static void open_input(input* in, const char* what, const char* name) {
    in->what = what;
    in->name = name;
    in->file = strcmp(name, "-") == 0 ? stdin : fopen(name, "rb");
    if (in->file == NULL) {
        fail(1, "%s '%s' cannot be opened", what, name);
    }
}

/* Reads to the next `stop`, which is not part of the text, or to the file's end. 0 when nothing was left. */
static int read_until(input* in, int stop) {
    int c;
    in->bytes = 0;
    while ((c = getc(in->file)) != EOF && c != stop) {
        if (in->bytes == in->room) {
            in->room = in->room * 2 + 4096;
            in->text = (char*)realloc(in->text, in->room);
            if (in->text == NULL) {
                fail(1, "%s '%s' does not fit in memory", in->what, in->name);
            }
        }
        in->text[in->bytes++] = (char)c;
    }
    if (ferror(in->file)) {
        fail(1, "%s '%s' cannot be read", in->what, in->name);
    }
    return c != EOF || in->bytes != 0;
}

/* ---- cost of addresses as they are ---- */

/* What was met so far; `access` is the last. */
typedef struct tally {
    const options* o;
    const gcnmem_desc* desc;
    gcnmem_access access;
    gcnmem_cost sum;
    uint64_t count;
} tally;

/* What is summed has one price: L1's clocks, LDS's or those of scalar issue. */
static int is_alike(const gcnmem_op* a, const gcnmem_op* b) {
    return (a->unit == GCNMEM_UNIT_LDS) == (b->unit == GCNMEM_UNIT_LDS) &&
           (a->unit == GCNMEM_UNIT_SCALAR) == (b->unit == GCNMEM_UNIT_SCALAR);
}

/* A row, or one more in the sum. `where` stands before what is wrong. */
static void count_access(tally* t, const gcnmem_access* access, const char* where) {
    gcnmem_issue issue;
    gcnmem_access a = *access;
    int is_other = t->count != 0 && strcmp(a.op.name, t->access.op.name) != 0;
    a.exec_mask &= number_of(t->o, "exec", UINT64_MAX, 0, UINT64_MAX);
    a.size_bytes = number_of(t->o, "size", 0, 1, UINT64_MAX);
    if (gcnmem_access_validate(t->desc, &a, &issue) != GCNMEM_OK) {
        fail_issue(NULL, NULL, &issue);
    }
    gcnmem_cost cost = gcnmem_cost_wave(t->desc, &a);
    if (value_of(t->o, "csv") != NULL) {
        gcnmem_report_cost(t->desc, &a, &cost, t->count == 0 ? GCNMEM_STYLE_CSV : GCNMEM_STYLE_CSV_ROW, to_file,
                           stdout);
    } else if (t->count != 0 && !is_alike(&a.op, &t->access.op)) {
        fail(1, "%s: '%s' and '%s' are priced by different units, which no sum holds: --csv has a row for each", where,
             t->access.op.name, a.op.name);
    }
    gcnmem_cost_add(&t->sum, &cost);
    t->access = a;
    if (is_other) {
        snprintf(t->access.op.name, sizeof(t->access.op.name), "several");
    }
    t->count += 1;
}

/* An access a line: addresses alone, those of --op; the others say what they are. */
static void count_file(tally* t, const char* name) {
    static input in;
    char where[300];
    gcnmem_issue issue;
    gcnmem_trace_line line;
    gcnmem_trace trace = gcnmem_trace_for(t->desc, NULL);
    trace.has_lds = 1;
    if (value_of(t->o, "op") != NULL) {
        trace.op = operation_of(t->o).op;
    }
    open_input(&in, "--addresses", name);
    for (uint64_t number = 1; read_until(&in, '\n'); ++number) {
        if (number % 65536 == 0) {
            show_progress("lines of the trace read", number);
        }
        snprintf(where, sizeof(where), "%.200s:%llu", name, (unsigned long long)number);
        if (gcnmem_trace_read(&trace, in.text, in.bytes, &line, &issue) != GCNMEM_OK) {
            issue.line = (uint32_t)number;
            print_issue_of_file(name, "", &issue);
            fputs("\n", stderr);
            exit(1);
        }
        if (line.kind == GCNMEM_TRACE_PLAIN) {
            fail(1, "%s: R and W are of no wave: 'gcnmem replay' takes them", where);
        }
        if (line.kind == GCNMEM_TRACE_WAVE) {
            count_access(t, &line.access, where);
        }
    }
    if (t->count == 0) {
        fail(1, "--addresses '@%s' holds no accesses", name);
    }
}

static void cost_addresses(const options* o, const gcnmem_desc* desc) {
    static const char* const others[] = {"addr", "image", "texel", "waves", "iters"};
    static tally t;
    const char* text = value_of(o, "addresses");
    (void)style_of(o); /* now: rows are written as they come */
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); ++i) {
        if (value_of(o, others[i]) != NULL) {
            fail(2, "give --addresses or --%s: addresses as they are depend on nothing", others[i]);
        }
    }
    if (value_of(o, "op") != NULL && operation_of(o).op.unit == GCNMEM_UNIT_IMAGE) {
        fail(1, "--addresses is for buffers; '%s' takes --image and --texel", value_of(o, "op"));
    }
    t.o = o;
    t.desc = desc;
    if (text[0] == '@') {
        count_file(&t, text + 1);
    } else {
        gcnmem_issue issue;
        gcnmem_access access = operation_of(o);
        if (gcnmem_trace_addresses(&access, text, strlen(text), &issue) != GCNMEM_OK) {
            fail_issue("--addresses", text, &issue);
        }
        count_access(&t, &access, "--addresses");
    }
    if (value_of(o, "csv") == NULL) {
        gcnmem_report_cost(desc, &t.access, &t.sum, style_of(o), to_file, stdout);
    }
}

static int run_cost(const options* o) {
    gcnmem_desc desc = machine_of(o);
    if (value_of(o, "addresses") != NULL) {
        cost_addresses(o, &desc);
        return 0;
    }
    addresses a;
    gcnmem_access access = access_of(o, &desc, &a);
    uint64_t waves = number_of(o, "waves", 1, 1, 1000000000);
    uint64_t iters = number_of(o, "iters", 1, 1, 1000000000);
    gcnmem_cost sum;
    memset(&sum, 0, sizeof(sum));
    for (uint64_t wave = 0; wave < waves; ++wave) {
        for (uint64_t iter = 0; iter < iters; ++iter) {
            fill_lanes(&access, &a, wave, iter);
            gcnmem_cost cost = gcnmem_cost_wave(&desc, &access);
            gcnmem_cost_add(&sum, &cost);
        }
    }
    gcnmem_report_cost(&desc, &access, &sum, style_of(o), to_file, stdout);
    return 0;
}

/* ---- replay ---- */

static int run_replay(const options* o) {
    static const char* const levels[] = {"l1", "l2", "dram"};
    static input in;
    gcnmem_desc desc = machine_of(o);
    gcnmem_level from = (gcnmem_level)word_of(o, "from", levels);
    gcnmem_issue issue;
    open_input(&in, "trace", o->file);
    gcnmem_replay* replay;
    size_t bytes = gcnmem_replay_size_bytes(&desc);
    void* memory = need_memory(bytes);
    if (gcnmem_replay_init(memory, bytes, &desc, from, &replay, &issue) != GCNMEM_OK) {
        fail_issue(issue.field, NULL, &issue);
    }
    uint64_t number = 0;
    int is_good = 1;
    while (is_good && read_until(&in, '\n')) {
        if (++number % 65536 == 0) {
            show_progress("lines of the trace read", number);
        }
        is_good = gcnmem_replay_line(replay, in.text, in.bytes, &issue) == GCNMEM_OK;
    }
    if (!is_good) {
        issue.line = (uint32_t)number;
        print_issue_of_file(o->file, "", &issue);
        fputs("\n", stderr);
    }
    gcnmem_replay_stats stats = gcnmem_replay_finish(replay);
    if (stats.lines != 0) {
        gcnmem_report_replay(&desc, &stats, is_good ? 0 : number, style_of(o), to_file, stdout);
    } else if (is_good) {
        fail(1, "trace '%s' holds no accesses", o->file);
    }
    free(memory);
    return !is_good;
}

/* ---- run ---- */

/* A name that is not found ends in a list of those that there are. */
static void fail_shader(const options* o, const gcnmem_shader* shader, gcnmem_result result,
                        const gcnmem_issue* issue) {
    const gcnmem_listing* program = result == GCNMEM_ERROR_NAME ? shader->program : NULL;
    if (issue->setting != 0) {
        print_issue(NULL, o->settings[issue->setting - 1].value, issue);
    } else {
        print_issue_of_file(o->file, issue->field, issue);
    }
    if (program != NULL && shader->stage == GCNMEM_NONE) {
        for (uint32_t i = 0; i < program->stage_count; ++i) {
            const gcnmem_stage* stage = gcnmem_listing_stage(program, i);
            fprintf(stderr, "%s '%.*s'", i > 0 ? "," : ":", (int)stage->name_bytes, shader->text + stage->name_offset);
        }
    } else if (program != NULL) {
        const gcnmem_stage* stage = gcnmem_listing_stage(program, shader->stage);
        for (uint32_t i = 0; i < stage->label_count && i < 16; ++i) {
            const gcnmem_label* label = gcnmem_listing_label(program, stage->first_label + i);
            fprintf(stderr, "%s %.*s", i > 0 ? "," : "; labels:", (int)label->name_bytes,
                    shader->text + label->name_offset);
        }
        fputs(stage->label_count > 16 ? ", ..." : stage->label_count == 0 ? "; it has no labels" : "", stderr);
    }
    fputs("\n", stderr);
    exit(1);
}

/* Grows the memory until the shader asks for no more. */
static gcnmem_shader shader_of(const options* o, const input* in, void** memory) {
    gcnmem_desc desc = machine_of(o);
    gcnmem_shader shader;
    gcnmem_issue issue;
    gcnmem_result result;
    uint64_t bytes = 0;
    while ((result = gcnmem_shader_init(*memory, (size_t)bytes, &desc, in->text, in->bytes, o->settings,
                                        o->setting_count, &shader, &issue)) == GCNMEM_ERROR_LIMIT &&
           issue.limit > bytes) {
        bytes = issue.limit;
        free(*memory);
        *memory = need_memory(bytes);
    }
    if (result != GCNMEM_OK) {
        fail_shader(o, &shader, result, &issue);
    }
    return shader;
}

/* Where accesses are written to. */
typedef struct trace {
    const gcnmem_shader* shader;
    FILE* file; /* NULL: nowhere */
    const options* o;
} trace;

static void write_access(void* user_data, const gcnmem_run_access* access) {
    const trace* t = (const trace*)user_data;
    gcnmem_report_access(t->shader->program, t->shader->text, access, to_file, t->file);
}

/* What the file of the row-th --arg holds. */
static int read_content(void* user_data, uint32_t row, uint64_t offset, uint32_t bytes, void* out) {
    static input files[64]; /* read at their first use */
    const options* o = ((const trace*)user_data)->o;
    for (uint32_t i = 0; i < o->setting_count && row < 64; ++i) {
        const char* value = strstr(o->settings[i].value, "=file:");
        if (strcmp(o->settings[i].name, "arg") == 0 && row-- == 0 && value != NULL) {
            input* in = &files[i % 64];
            if (in->file == NULL) {
                open_input(in, "--arg", value + 6);
                read_until(in, EOF);
            }
            if (offset > in->bytes || bytes > in->bytes - offset) {
                return 0;
            }
            memcpy(out, in->text + offset, bytes);
            return 1;
        }
    }
    return 0;
}

/* In steps, so that a long run can say how far it is. */
static gcnmem_run_result run_to_end(const options* o, const gcnmem_shader* shader) {
    const char* name = value_of(o, "trace");
    trace t;
    t.shader = shader;
    t.o = o;
    t.file = name != NULL ? fopen(name, "wb") : NULL;
    if (t.file != NULL) {
        gcnmem_report_arguments(shader->run, to_file, t.file);
    }
    gcnmem_run_hooks hooks = {NULL, t.file != NULL ? write_access : NULL, read_content, &t};
    gcnmem_run_result result;
    uint64_t clock = 0;
    do {
        gcnmem_run_advance_hooked(shader->run, clock += 100000, &hooks);
        result = gcnmem_run_result_of(shader->run);
        show_progress("waves have ended", result.waves);
    } while (result.state == GCNMEM_RUN_GOING);
    int is_bad = name != NULL && (t.file == NULL || ferror(t.file));
    if (name != NULL && (t.file == NULL || fclose(t.file) != 0 || is_bad)) {
        fail(1, "--trace '%s' cannot be written", name);
    }
    if (result.state == GCNMEM_RUN_FAILED) {
        const gcnmem_insn* insn = gcnmem_listing_insn(shader->program, result.failed_insn);
        fail(1, "%s:%u: the address expression of '%.*s' column %u: divides by zero", o->file, (unsigned)insn->line,
             (int)insn->text_bytes, shader->text + insn->text_offset, (unsigned)result.failed_column);
    }
    return result;
}

static void write_timeline(const char* name, const gcnmem_shader* shader, const gcnmem_run_result* result) {
    FILE* file = strcmp(name, "-") == 0 ? stdout : fopen(name, "wb");
    size_t count = (size_t)result->events;
    gcnmem_run_event* events = (gcnmem_run_event*)need_memory(result->events * sizeof(*events));
    gcnmem_run_events_of(shader->run, events, count);
    if (file != NULL) {
        gcnmem_report_timeline(shader->run, shader->program, shader->text, events, count, to_file, file);
    }
    int is_bad = file == NULL || ferror(file);
    if (file != stdout && (file == NULL || fclose(file) != 0 || is_bad)) {
        fail(1, "--timeline '%s' cannot be written", name);
    }
    free(events);
}

static int run_run(const options* o) {
    static void* memory;
    static input in;
    const char* timeline = value_of(o, "timeline");
    options asked = *o;
    int is_instead = timeline != NULL && strcmp(timeline, "-") == 0; /* of the report */
    if ((value_of(o, "csv") != NULL) + (value_of(o, "json") != NULL) + is_instead > 1) {
        fail(2, "give one of --csv, --json and --timeline -: each takes standard output");
    }
    if (timeline != NULL && !is_instead && strcmp(timeline, o->file) == 0) {
        fail(1, "--timeline '%s' is the listing: it would be written over", timeline);
    }
    if (value_of(o, "trace") != NULL && strcmp(value_of(o, "trace"), o->file) == 0) {
        fail(1, "--trace '%s' is the listing: it would be written over", o->file);
    }
    if (timeline != NULL) { /* there is room for it: --timeline itself is none */
        asked.settings[asked.setting_count].name = "events";
        asked.settings[asked.setting_count++].value = MAX_EVENTS;
    }
    open_input(&in, "listing", o->file);
    read_until(&in, EOF);
    gcnmem_shader shader = shader_of(&asked, &in, &memory);
    gcnmem_run_result result = run_to_end(o, &shader);
    if (timeline != NULL) {
        write_timeline(timeline, &shader, &result);
    }
    if (!is_instead) {
        gcnmem_report_run(shader.run, shader.program, shader.text, style_of(o), to_file, stdout);
    }
    if (result.state != GCNMEM_RUN_DONE) {
        fprintf(stderr, "gcnmem: %s: %s\n", o->file,
                result.state == GCNMEM_RUN_CUT ? "reached --max-clocks before every wave ended (a loop without end?)"
                                               : "stuck: waves live, but nothing can happen any more");
    }
    return result.state != GCNMEM_RUN_DONE;
}

/* ---- explain ---- */

static int run_explain(const options* o) {
    const char* digits = o->file + (o->file[0] == 'R' || o->file[0] == 'r');
    unsigned number = 0;
    unsigned last = 0;
    while (gcnmem_rule_text(last + 1) != NULL) {
        ++last;
    }
    if (strspn(digits, "0123456789") != strlen(digits) || sscanf(digits, "%9u", &number) != 1 || number - 1 >= last) {
        fail(1, "'%s' is not a rule: rules are R1 to R%u", o->file, last);
    }
    const char* text = gcnmem_rule_text(number);
    printf(value_of(o, "json") == NULL ? "%s\n" : "{\"text\": \"%s\"}\n", text); /* rules hold no quotes */
    return 0;
}

/* ---- verbs ---- */

static const verb verbs[] = {
    {"gpus", "gG", run_gpus, "", ""},
    {"ops", "pP", run_ops, "", ""},
    {"cost", "cC", run_cost, "", ""},
    {"occupancy", "oO", run_occupancy, "", ""},
    {"replay", "rR", run_replay, " TRACE|-", "a trace file, or - for standard input"},
    {"run", "uU", run_run, " LISTING|-", "a listing, or - for standard input"},
    {"explain", "eE", run_explain, " RULE", "a rule, such as R20"},
    {NULL, NULL, NULL, NULL, NULL},
};

static void print_usage(FILE* file) {
    for (const verb* v = verbs; v->name != NULL; ++v) {
        int column = fprintf(file, "%-6s gcnmem %-10s%s", v == verbs ? "usage:" : "", v->name, v->argument);
        for (size_t k = 0; k < FLAG_COUNT; ++k) {
            char text[64];
            int length = snprintf(text, sizeof(text), needs(v, &flags[k]) ? " --%s%s%s" : " [--%s%s%s]", flags[k].name,
                                  flags[k].shape[0] != 0 ? " " : "", flags[k].shape);
            if (takes(v, &flags[k])) {
                column = column + length > 110 ? fprintf(file, "\n%24s", "") - 1 : column;
                column += fprintf(file, "%s", text);
            }
        }
        fputs("\n", file);
    }
    fputs(
        "--json prints one JSON object; --set, --trip, --taken, --mem and --label may be given often, the others once\n"
        "MNEMONIC is one that 'gcnmem ops' lists: GCN's, RDNA's such as ds_load_b64, or load_b32, shared_store_b64\n"
        "EXPR is C integer syntax over lane wave group iter iter1 iter2 x y, such as 'lane*4 + iter*256'; it knows\n"
        "  uniform(a) stride(b) tile(w,h,b) rand(bytes) chase(bytes) hitrate(percent) hash(a), and 16K 4M 1G\n"
        "LISTING is GCN disassembly of any tool; '; @mem EXPR' and '; @trip N' in it work as --mem and --trip do,\n"
        "  '; @lanes K' leaves K lanes active until EXEC is restored or the branch's label comes\n"
        "LABEL is a label's name, #INDEX as in the report, +0xADDRESS or <kernel+0xOFFSET> of the listing, * for all\n"
        "--timeline writes what each wave did as Chrome Trace Event JSON, for speedscope or Perfetto: the first\n"
        "  " MAX_EVENTS " events; to standard output, for -, instead of the report\n"
        "TRACE has an access a line: 'R|W ADDRESS [BYTES]' or 'MNEMONIC cu=N a0,a1,...'; '#' starts a comment; or it "
        "is\n"
        "  what NVBit's mem_trace (its MEMTRACE: lines) or Accel-Sim's tracer wrote: a warp has 32 of a wave's lanes\n"
        "--addresses takes the lanes' byte addresses as they are, decimal or 0x, '-' for a lane that is off, as those\n"
        "  behind the last are; of FILE (- for standard input) an access a line, summed: addresses for --op, or a "
        "TRACE,\n"
        "  whose lines say what they are; with --csv a row of all counters for each\n"
        "RULE is one that a message cites, such as R20\n"
        "example: gcnmem cost --gpu hawaii --op buffer_load_dword --addr 'lane*256'\n",
        file);
}

int main(int argc, char** argv) {
    const char* name = argc > 1 ? argv[1] : "";
    if (strcmp(name, "--help") == 0 || strcmp(name, "help") == 0 || strcmp(name, "-h") == 0) {
        print_usage(stdout);
        return end_output(0);
    }
    for (const verb* v = verbs; v->name != NULL; ++v) {
        if (strcmp(v->name, name) == 0) {
            static options o; /* static: what ends by exit() lets go of nothing */
            o = read_options(v, argc, argv);
            return end_output(v->run(&o));
        }
    }
    if (argc > 1) {
        fail(2, "'%s' is not a verb: gpus, ops, cost, occupancy, replay, run, explain", name);
    }
    print_usage(stderr);
    return 2;
}
