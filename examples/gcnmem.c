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
#include <fcntl.h>
#include <io.h>
#define ON_TERMINAL _isatty(2)
#define IS_SHOWN 0 /* colours and widths are a matter of its terminals */
#else
#include <sys/ioctl.h>
#include <unistd.h>
#define ON_TERMINAL isatty(2)
#define IS_SHOWN isatty(1)
#endif

#if defined(__GNUC__) || defined(__clang__)
#define ENDS __attribute__((noreturn))
#define LIKE_PRINTF(first) __attribute__((format(printf, 2, first)))
#else
#define ENDS
#define LIKE_PRINTF(first)
#endif

#define MAX_RUN_BYTES ((uint64_t)8 << 30)
#define RUN_ROOM 4           /* of a run's memory to that of its listing: enough, so that a long one is read once */
#define MAX_EVENTS "2000000" /* of a timeline: some 300 MB of JSON, about as much as viewers still open */

/* ---- texts that grow ---- */

static void* resized(void* memory, uint64_t bytes) {
    void* grown = bytes <= SIZE_MAX ? realloc(memory, bytes != 0 ? (size_t)bytes : 1) : NULL;
    if (grown == NULL) {
        fprintf(stderr, "gcnmem: %llu bytes of memory are not to be had\n", (unsigned long long)bytes);
        exit(1);
    }
    return grown;
}

/* A text that ends in 0: what was read last of a file, or of standard input for "-"; or what was put there. */
typedef struct buffer {
    const char* what; /* the file is, for messages */
    const char* name;
    FILE* file;
    char* text;
    size_t bytes;
    size_t room;
    uint32_t line; /* its number, of what is read line by line */
} buffer;

static void need_room(buffer* b, size_t bytes) {
    if (b->room - b->bytes <= bytes) {
        b->room = b->room * 2 + bytes + 1;
        b->text = (char*)resized(b->text, b->room);
    }
}

static int to_text(void* user_data, const char* text, size_t bytes) {
    buffer* b = (buffer*)user_data;
    need_room(b, bytes);
    memcpy(b->text + b->bytes, text, bytes);
    b->text[b->bytes += bytes] = 0;
    return 1;
}

LIKE_PRINTF(0) static void put_list(buffer* b, const char* format, va_list arguments) {
    va_list again;
    va_copy(again, arguments);
    size_t bytes = (size_t)vsnprintf(NULL, 0, format, again);
    va_end(again);
    need_room(b, bytes);
    vsnprintf(b->text + b->bytes, bytes + 1, format, arguments);
    b->bytes += bytes;
}

LIKE_PRINTF(3) static void put(buffer* b, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    put_list(b, format, arguments);
    va_end(arguments);
}

/* ---- a line of progress on a terminal, once a second at most ---- */

/* `count` of `total`, if that is known, and how long the rest takes at that rate. Nothing to show, NULL, takes the line
   away. */
static void show_progress(const char* what, uint64_t count, uint64_t total) {
    static time_t first;
    static time_t last;
    static int is_shown;
    time_t now = time(NULL);
    first = first != 0 ? first : now;
    if (what == NULL) {
        fprintf(stderr, "%s", is_shown ? "\r                                                            \r" : "");
        is_shown = 0;
        first = 0;
    } else if (last != 0 && now != last && ON_TERMINAL) {
        fprintf(stderr, "\r%llu %s", (unsigned long long)count, what);
        if (total != 0 && count != 0) {
            uint64_t left = (uint64_t)(now - first) * (total - count) / count;
            fprintf(stderr, " of %llu, about %llu s left", (unsigned long long)total, (unsigned long long)left);
        }
        fprintf(stderr, "      \r");
        fflush(stderr);
        is_shown = 1;
    }
    last = now;
}

/* ---- ends: one line on stderr, and the status ---- */

static buffer said; /* of that line, so far */

static int end_line(int status) {
    show_progress(NULL, 0, 0);
    fprintf(stderr, "gcnmem: %s\n", said.text);
    return status;
}

ENDS LIKE_PRINTF(3) static void fail(int status, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    put_list(&said, format, arguments);
    va_end(arguments);
    exit(end_line(status));
}

/* "what 'value' column N: rule"; a rule that names the number says the value itself. No `what` stands for the flag that
   is called as the issue's field. */
static void say_issue(const char* what, const char* value, const gcnmem_issue* issue) {
    char rule[1024];
    gcnmem_issue_text(issue, rule, sizeof(rule));
    put(&said, "%s%s", what != NULL ? what : "--", what != NULL ? "" : issue->field);
    if (value != NULL && strstr(issue->rule, "{value}") == NULL) {
        put(&said, " '%s'", value);
    }
    if (issue->column != 0) {
        put(&said, " column %u:", (unsigned)issue->column);
    }
    put(&said, " %s", rule);
}

ENDS static void fail_issue(const char* what, const char* value, const gcnmem_issue* issue) {
    say_issue(what, value, issue);
    exit(end_line(1));
}

/* "FILE:line:column: what rule", as far as the issue knows them. */
static void say_issue_of_file(const char* file, const char* what, const gcnmem_issue* issue) {
    char rule[1024];
    gcnmem_issue_text(issue, rule, sizeof(rule));
    put(&said, issue->line != 0 ? "%s:%u" : "%s", file, (unsigned)issue->line);
    put(&said, issue->column != 0 ? ":%u: " : ": ", (unsigned)issue->column);
    put(&said, "%s%s%s", what, what[0] != 0 ? " " : "", rule);
}

/* What was printed counts when it has arrived. */
static int end_output(int status) {
    if (fflush(stdout) != 0 || ferror(stdout)) {
        said.bytes = 0; /* one line is enough */
        fail(1, "standard output cannot be written");
    }
    return status;
}

/* Keeps the nearer of two names; `nearest` may be NULL. */
static const char* nearer(const char* asked, const char* nearest, const char* name) {
    int is_nearer = nearest == NULL || gcnmem_name_distance(asked, name) < gcnmem_name_distance(asked, nearest);
    return is_nearer ? name : nearest;
}

/* ---- standard output: on a terminal folded and coloured ---- */

static int to_file(void* user_data, const char* text, size_t bytes) {
    return fwrite(text, 1, bytes, (FILE*)user_data) == bytes;
}

/* 80, on a terminal as many as it has. */
static size_t columns_shown(void) {
    const char* text = IS_SHOWN ? getenv("COLUMNS") : NULL;
    size_t columns = text != NULL ? strtoul(text, NULL, 10) : 0;
#ifdef TIOCGWINSZ
    struct winsize size;
    if (columns == 0 && IS_SHOWN && ioctl(1, TIOCGWINSZ, &size) == 0) {
        columns = size.ws_col;
    }
#endif
    return columns != 0 ? columns : 80;
}

/* A line without its end. What does not fit goes on below the line's last column, which two blanks set off, as far to
   the right as its words allow; bars are left out where they would not fit themselves. */
static void print_folded(FILE* file, char* line, size_t bytes, size_t columns) {
    char* bar = strpbrk(line, "[\n");
    const size_t filled = bar != NULL && *bar == '[' ? strspn(bar + 1, "#.") : 0;
    if (filled != 0 && (size_t)(bar - line) + filled + 2 > columns) { /* "[###...] " */
        bytes -= filled + 3;
        memmove(bar, bar + filled + 3, bytes - (size_t)(bar - line));
    }
    const size_t begin = strspn(line, " ");
    size_t hang = begin + 2;
    for (size_t i = begin + 3; i < bytes && i <= columns * 2 / 3; ++i) {
        hang = line[i] != ' ' && line[i - 1] == ' ' && line[i - 2] == ' ' ? i : hang;
    }
    line[bytes] = 0; /* a bar may have stood there */
    while (bytes > columns) {
        size_t cut = columns;
        while (cut > begin && line[cut] != ' ') {
            --cut;
        }
        if (cut <= begin || cut <= strspn(line, " ")) { /* a word that is wider than the terminal */
            break;
        }
        size_t end = cut;
        while (line[end - 1] == ' ') {
            --end;
        }
        fprintf(file, "%.*s\n", (int)end, line);
        cut += strspn(line + cut, " ");
        size_t word = strcspn(line + cut, " ");
        size_t indent = word + hang > columns && word <= columns ? columns - word : hang;
        indent = indent < cut ? indent : cut; /* what goes on takes the place of what was printed */
        memset(line + cut - indent, ' ', indent);
        line += cut - indent;
        bytes -= cut - indent;
    }
    fwrite(line, 1, bytes, file);
}

/* Text for people, in lines that end. On a terminal the answer is bold, what it rests on is yellow; NO_COLOR in the
   environment means neither. */
static int to_people(void* user_data, const char* text, size_t bytes) {
    static const char* const marks[][2] = {
        {"  limited by", "1"}, {"  change", "1"}, {"WARNING", "33"}, {"RESTS ON", "33"}, {"INCOMPLETE", "33"}};
    static buffer line;
    const char* off = getenv("NO_COLOR");
    int is_coloured = IS_SHOWN && (off == NULL || off[0] == 0);
    size_t columns = columns_shown();
    FILE* file = (FILE*)user_data;
    for (size_t i = 0; i < bytes; ++i) {
        const char* colour = NULL;
        to_text(&line, text + i, text[i] != '\n');
        if (text[i] == '\n') {
            for (size_t k = 0; k < sizeof(marks) / sizeof(marks[0]) && is_coloured; ++k) {
                colour = strncmp(line.text, marks[k][0], strlen(marks[k][0])) == 0 ? marks[k][1] : colour;
            }
            fprintf(file, colour != NULL ? "\033[%sm" : "%s", colour != NULL ? colour : "");
            print_folded(file, line.text, line.bytes, columns);
            fputs(colour != NULL ? "\033[0m\n" : "\n", file);
            line.bytes = 0;
        }
    }
    return !ferror(file);
}

static gcnmem_write_fn to_output(gcnmem_style style) {
    return style == GCNMEM_STYLE_TEXT ? to_people : to_file;
}

/* ---- flags: what is shown of each, and who takes it, stands in this table ---- */

typedef enum flag_kind {
    FLAG_VALUE,   /* given once; of run: a setting that gcnmem_shader_init() checks */
    FLAG_OFTEN,   /* the same, once for each key */
    FLAG_LIST,    /* like FLAG_VALUE; several between commas make variants */
    FLAG_OWN,     /* given once, never a setting */
    FLAG_MACHINE, /* --set: once for each field */
    FLAG_SWITCH   /* takes no value */
} flag_kind;

typedef struct flag {
    const char* name;
    const char* shape; /* of its value, as the help shows it */
    const char* verbs; /* letters of the verbs that take it, a capital when they need it */
    flag_kind kind;
    const char* meaning; /* at most 48 characters, for lines of 80 */
} flag;

static const flag flags[] = {
    {"gpu", "G", "gpU", FLAG_OWN, "a chip or card, such as hawaii or 'r9 390x'"},
    {"gpu", "G|G,G,..|all", "COR", FLAG_LIST, "a chip or card; several, or all, make a table"},
    {"machine", "FILE", "gpcoru", FLAG_OWN, "instead of --gpu: what 'gpus --gpu G' printed"},
    {"op", "MNEMONIC", "c", FLAG_VALUE, "the instruction, such as buffer_load_dword"},
    {"addr", "EXPR", "c", FLAG_VALUE, "byte address of each lane; else side by side"},
    {"addresses", "A0,A1,..|@FILE", "c", FLAG_VALUE, "lanes' addresses as they are; '-': a lane is off"},
    {"image", "WxH", "c", FLAG_VALUE, "size of an image in texels, WxHxD of a volume"},
    {"image", "#|OPCODE|*=WxH[:F][:FILTER]", "u", FLAG_OFTEN, "images by index: size, format, filter"},
    {"texel", "EXPR,EXPR", "c", FLAG_VALUE, "texel of each lane; else x,y of an 8x8 tile"},
    {"format", "F", "c", FLAG_VALUE, "of texels or elements, such as rgba8 or r32f"},
    {"filter", "F", "c", FLAG_VALUE, "point, bilinear (default), trilinear or anisoN"},
    {"exec", "MASK", "c", FLAG_VALUE, "active lanes, a bit each; else all"},
    {"size", "BYTES", "c", FLAG_VALUE, "of the buffer: lanes outside cost nothing"},
    {"waves", "N", "c", FLAG_VALUE, "waves to sum up, 'wave' of EXPR; else 1"},
    {"iters", "M", "c", FLAG_VALUE, "iterations of each, 'iter' of EXPR; else 1"},
    {"requests", "", "c", FLAG_SWITCH, "lists requests, with the lanes that share one"},
    {"stage", "NAME", "u", FLAG_VALUE, "kernel or shader, by part of its name or #INDEX"},
    {"group", "X,Y,Z", "Ou", FLAG_VALUE, "lanes of a work-group, in all or by axis"},
    {"groups", "X,Y,Z", "u", FLAG_VALUE, "work-groups; else as many as fill the GPU once"},
    {"target", "WxH", "u", FLAG_VALUE, "pixels drawn to, and groups; else the widest image's"},
    {"arg", "K=VALUE", "u", FLAG_OFTEN, "argument: 64, f:1.5, buffer:N, data:EXPR, file:PATH"},
    {"reg", "sN|vN=VALUE", "u", FLAG_OFTEN, "what a register, or v[4:5], holds at the start"},
    {"const", "OFFSET=VALUE", "u", FLAG_OFTEN, "what uniform buffers, push constants hold"},
    {"cus", "N", "ru", FLAG_VALUE, "CUs, with their share of L2 and DRAM; else all"},
    {"vgprs", "N,N,..", "O", FLAG_LIST, "vector registers of a lane; lists make a table"},
    {"sgprs", "N,N,..", "o", FLAG_LIST, "scalar registers of a wave; else they limit nothing"},
    {"lds", "BYTES,..", "o", FLAG_LIST, "of a work-group; else none"},
    {"vgprs", "N,N,..", "u", FLAG_LIST, "of a lane; else the listing's; lists make a table"},
    {"sgprs", "N,N,..", "u", FLAG_LIST, "of a wave; else the listing's"},
    {"lds", "BYTES,..", "u", FLAG_LIST, "of a work-group; else, or 0, the listing's"},
    {"agprs", "N", "o", FLAG_VALUE, "accumulation registers of a lane, beside VGPRs"},
    {"agprs", "N", "u", FLAG_VALUE, "beside VGPRs; else as far as the code names them"},
    {"rule", "hardware|llvm|radv", "o", FLAG_VALUE, "whose arithmetic; else the hardware's"},
    {"from", "l1|l2|dram", "r", FLAG_VALUE, "the level that accesses begin at; else l1"},
    {"trip", "LABEL=N", "u", FLAG_OFTEN, "how often the loop at LABEL runs"},
    {"taken", "LABEL=P", "u", FLAG_OFTEN, "how often branches to LABEL jump: 0 to 1"},
    {"mem", "#INDEX|OPCODE=EXPR", "u", FLAG_OFTEN, "addresses of memory instructions"},
    {"label", "NAME=INDEX", "u", FLAG_OFTEN, "where a label stands that is not defined"},
    {"max-clocks", "N", "u", FLAG_VALUE, "when to give up"},
    {"top", "N", "u", FLAG_VALUE, "shows the N hottest instructions, not all"},
    {"timeline", "FILE|-", "u", FLAG_OWN, "writes what waves did, for Perfetto, speedscope"},
    {"trace", "FILE|-", "u", FLAG_OWN, "writes every access; 'replay' reads it"},
    {"html", "FILE|-", "u", FLAG_OWN, "writes a page with all of it, for people"},
    {"set", "FIELD=VALUE", "gp", FLAG_MACHINE, "changes the machine; 'gpus --gpu G' has fields"},
    {"set", "FIELD=VALUE,..", "coru", FLAG_MACHINE, "changes the machine; lists make a table"},
    {"csv", "", "coru", FLAG_SWITCH, "prints rows for programs"},
    {"json", "", "gpcorue", FLAG_SWITCH, "prints one JSON object"},
};

#define FLAG_COUNT (sizeof(flags) / sizeof(flags[0]))

struct options;

typedef struct verb {
    const char* name;
    const char* letters; /* in the table of flags: as it takes them, as it needs them */
    int (*run)(const struct options* o);
    const char* argument; /* that is no flag, or "" */
    const char* meaning;  /* of the argument */
    const char* summary;  /* at most 66 characters */
    const char* help;     /* examples, and what values look like */
    uint32_t files;       /* how many of it there may be */
} verb;

/* A flag that was given. */
typedef struct given_flag {
    const flag* row;   /* of the table */
    const char* value; /* a switch is its own */
    int is_listed;     /* the value is one of a list's */
} given_flag;

typedef struct options {
    const verb* asked;
    const char* file;   /* the argument that is no flag */
    const char* second; /* another one, or NULL */
    given_flag* given;  /* in order */
    uint32_t count;
    int is_base;              /* lists of --set are left out */
    int is_swept;             /* one of several machines, */
    gcnmem_desc widest;       /* of them: has every level that one has */
    gcnmem_setting more;      /* of run, that no flag says; its name NULL: none */
    gcnmem_setting* settings; /* of run: room for all of them */
} options;

static int takes(const verb* v, const flag* f) {
    return strpbrk(f->verbs, v->letters) != NULL;
}

static int needs(const verb* v, const flag* f) {
    return strchr(f->verbs, v->letters[1]) != NULL;
}

static const char* value_of(const options* o, const char* name) {
    for (uint32_t i = 0; i < o->count; ++i) {
        if (strcmp(o->given[i].row->name, name) == 0) {
            return o->given[i].value;
        }
    }
    return NULL;
}

static int has_none(gcnmem_desc desc, gcnmem_field field) {
    return gcnmem_field_provenance(&desc, field) == GCNMEM_PROVENANCE_NONE;
}

/* A flag is not needed for what no GPU of the list has; nor when a GPU is unknown, which is said first. */
static int is_lacking(const options* o, const flag* f) {
    const char* list = value_of(o, "gpu");
    int is_lacked = list != NULL;
    for (int bytes = 0; list != NULL && *list != 0; list += bytes + (list[bytes] == ',')) {
        char name[64];
        gcnmem_device device;
        bytes = (int)strcspn(list, ",");
        snprintf(name, sizeof(name), "%.*s", bytes, list);
        if (gcnmem_device_find(name, &device, NULL) != GCNMEM_OK) {
            return strcmp(list, "all") != 0;
        }
        gcnmem_desc desc = gcnmem_desc_for(device);
        is_lacked &= strcmp(f->name, "vgprs") == 0 && has_none(desc, GCNMEM_FIELD_vgprs_per_simd);
    }
    return is_lacked;
}

/* What a number lacks that names its unit, as 64KB does. */
static const char* hint_of(const char* text) {
    const char* unit = text + strspn(text, "0123456789");
    int is_bytes = unit != text && unit[0] != 0 && strchr("KMGkmg", unit[0]) != NULL && unit[1] != 0;
    return is_bytes ? "; K, M and G stand alone, as in 64K" : "";
}

static uint64_t number_of(const options* o, const char* name, uint64_t otherwise, uint64_t lowest, uint64_t highest) {
    const char* text = value_of(o, name);
    uint64_t value = otherwise;
    if (text != NULL && (gcnmem_numbers_read(text, &value, 1) == 0 || value < lowest || value > highest)) {
        if (highest == UINT64_MAX) {
            fail(1, "--%s '%s' must be a whole number of at most 64 bits%s%s", name, text, lowest != 0 ? ", not 0" : "",
                 hint_of(text));
        }
        fail(1, "--%s '%s' must be a whole number from %llu to %llu%s", name, text, (unsigned long long)lowest,
             (unsigned long long)highest, hint_of(text));
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
    fail(1, "--%s '%s' must be one of %s, %s, %s", name, word, words[0], words[1], words[2]);
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
    const char* name = word + strspn(word, "-");
    const size_t bytes = strcspn(name, "=");
    const char* nearest = NULL;
    for (const flag* f = flags; f < flags + FLAG_COUNT; ++f) {
        if (takes(v, f) && strncmp(word, "--", 2) == 0 && strcmp(f->name, word + 2) == 0) {
            return f;
        }
        if (takes(v, f) && word != name && name[bytes] != 0 && strncmp(f->name, name, bytes) == 0 &&
            f->name[bytes] == 0) {
            if (f->kind == FLAG_SWITCH) {
                fail(2, "'%s': --%s takes no value", word, f->name);
            }
            fail(2, "'%s': a flag and its value are two words: --%s '%s'", word, f->name, name + bytes + 1);
        }
        nearest = takes(v, f) ? nearer(name, nearest, f->name) : nearest;
    }
    if (word == name) { /* what stands alone is no flag that was mistyped */
        gcnmem_op op;
        int is_op = strcmp(v->name, "cost") == 0 && gcnmem_op_find(word, &op, NULL) == GCNMEM_OK;
        if (v->files > 1) {
            fail(2, "'%s' is one more than the %u files that %s takes; a value with blanks needs quotes", word,
                 (unsigned)v->files, v->name);
        }
        fail(2, "'%s' is not a flag of %s; %s%s ('gcnmem help %s' lists them)", word, v->name,
             is_op ? "an instruction is --op " : "a value with blanks needs quotes", is_op ? word : "", v->name);
    }
    int is_near = gcnmem_name_distance(name, nearest) <= strlen(name) / 2;
    fail(2, "'%s' is not a flag of %s%s%s ('gcnmem help %s' lists them)", word, v->name, is_near ? "; nearest: --" : "",
         is_near ? nearest : "", v->name);
}

static void keep_flag(options* o, const flag* f, const char* value) {
    int is_keyed = f->kind == FLAG_OFTEN || f->kind == FLAG_MACHINE;
    size_t bytes = is_keyed ? strcspn(value, "=") : 0;
    if (f->kind == FLAG_OFTEN && (bytes == 0 || value[bytes] == 0)) {
        fail(1, "--%s '%s' must be %s", f->name, value, f->shape);
    }
    for (uint32_t i = 0; i < o->count; ++i) {
        const char* before = o->given[i].value;
        if (o->given[i].row == f &&
            (!is_keyed || (strcspn(before, "=") == bytes && strncmp(before, value, bytes) == 0))) {
            fail(2, "--%s%s%.*s is given twice", f->name, is_keyed ? " " : "", (int)bytes, value);
        }
    }
    o->given[o->count].row = f;
    o->given[o->count].value = value;
    o->given[o->count++].is_listed = 0;
}

static void print_help(const verb* v);

static options read_options(const verb* v, int argc, char** argv) {
    options o;
    memset(&o, 0, sizeof(o));
    o.asked = v;
    o.given = (given_flag*)resized(NULL, (uint64_t)argc * sizeof(*o.given));
    o.settings = (gcnmem_setting*)resized(NULL, (uint64_t)argc * sizeof(*o.settings));
    for (int i = 2; i < argc; ++i) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            print_help(v);
            exit(end_output(0));
        }
        if ((argv[i][0] != '-' || argv[i][1] == 0) && (o.file == NULL ? v->files : v->files / 2) != 0 &&
            o.second == NULL) {
            *(o.file == NULL ? &o.file : &o.second) = argv[i];
            continue;
        }
        const flag* f = flag_of(v, argv[i]);
        if (f->kind != FLAG_SWITCH && ++i == argc) { /* a switch is its own value */
            fail(2, "--%s needs a value", f->name);
        }
        keep_flag(&o, f, argv[i]);
    }
    int lacks_gpu = 0;
    for (const flag* f = flags; f < flags + FLAG_COUNT; ++f) {
        int is_gpu = strcmp(f->name, "gpu") == 0;
        if (needs(v, f) && value_of(&o, f->name) == NULL && !(is_gpu && value_of(&o, "machine") != NULL) &&
            !is_lacking(&o, f)) {
            put(&said, "%s%s--%s %s", said.bytes == 0 ? v->name : "", said.bytes == 0 ? " needs " : ", ", f->name,
                f->shape);
            lacks_gpu |= is_gpu;
        }
    }
    if (said.bytes != 0) {
        fail(2, lacks_gpu ? "; 'gcnmem gpus' lists GPUs" : "; 'gcnmem help %s' has an example", v->name);
    }
    if (v->argument[0] != 0 && o.file == NULL) {
        fail(2, "%s needs %s", v->name, v->meaning);
    }
    return o;
}

/* ---- files ---- */

/* What was open before is closed. */
static void open_input(buffer* in, const char* what, const char* name) {
    if (in->file != NULL && in->file != stdin) {
        fclose(in->file);
    }
    in->what = what;
    in->name = name;
    in->file = strcmp(name, "-") == 0 ? stdin : fopen(name, "rb");
    in->bytes = in->line = 0;
    if (in->file == NULL) {
        fail(1, "%s '%s' cannot be opened", what, name);
    }
}

static void check_input(const buffer* in) {
    if (ferror(in->file)) {
        fail(1, "%s '%s' cannot be read", in->what, in->name);
    }
}

/* Reads a trace to the next line's end, which is not part of the text, or to the file's. 0 when nothing was left. */
static int read_line(buffer* in) {
    int c;
    in->bytes = 0;
    if (++in->line % 65536 == 0) {
        show_progress("lines of the trace read", in->line, 0);
    }
    do {
        need_room(in, 1);
        c = getc(in->file);
        in->text[in->bytes++] = (char)c;
    } while (c != EOF && c != '\n');
    in->text[--in->bytes] = 0;
    if (c == EOF) {
        show_progress(NULL, 0, 0);
        check_input(in);
    }
    return c != EOF || in->bytes != 0;
}

static void read_whole(buffer* in, const char* what, const char* name) {
    open_input(in, what, name);
    do {
        need_room(in, 4096);
        in->bytes += fread(in->text + in->bytes, 1, in->room - 1 - in->bytes, in->file);
    } while (in->bytes + 1 == in->room);
    in->text[in->bytes] = 0;
    check_input(in);
}

/* What is wrong with a line of a trace; the operation nearest to its first word when that is none. */
static void say_issue_of_line(const buffer* in, gcnmem_issue* issue) {
    char word[48];
    gcnmem_op op;
    issue->line = in->line;
    say_issue_of_file(in->name, "", issue);
    if (strncmp(issue->rule, "starts with", 11) == 0 &&
        sscanf(in->text + strspn(in->text, " \t"), "%47[^ \t\r,=]", word) == 1) {
        gcnmem_op_nearest(word, &op);
        if (gcnmem_name_distance(word, op.name) <= strlen(word) / 3) {
            put(&said, "; nearest: %s", op.name);
        }
    }
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

static gcnmem_desc preset_of(const char* name) {
    gcnmem_device device;
    gcnmem_device nearest[3];
    gcnmem_issue issue;
    if (gcnmem_device_find(name, &device, &issue) != GCNMEM_OK) {
        if (strcmp(name, "all") == 0 || strchr(name, ',') != NULL) {
            fail(1, "--gpu '%s': one GPU is taken here; cost, occupancy and replay take lists and 'all'", name);
        }
        if (issue.limit != GCNMEM_DEVICE_NONE) { /* its family is known */
            fail(1, "%s: %s", name, issue.rule);
        }
        uint32_t count = gcnmem_device_nearest(name, nearest, 3);
        say_issue("--gpu", name, &issue);
        for (uint32_t i = 0; i < count; ++i) {
            put(&said, "%s %s (%s)", i > 0 ? "," : "; nearest:", gcnmem_device_card(nearest[i]),
                gcnmem_device_chip(nearest[i]));
        }
        exit(end_line(1));
    }
    return gcnmem_desc_for(device);
}

/* Read once, however often it is asked for. */
static gcnmem_desc described_in(const char* name) {
    static buffer in;
    static gcnmem_desc desc;
    gcnmem_issue issue;
    if (in.file == NULL) {
        read_whole(&in, "--machine", name);
        if (gcnmem_desc_read(in.text, in.bytes, &desc, &issue) != GCNMEM_OK) {
            say_issue_of_file(name, issue.field, &issue);
            exit(end_line(1));
        }
    }
    return desc;
}

static gcnmem_desc machine_of(const options* o) {
    const char* name = value_of(o, "gpu");
    const char* file = value_of(o, "machine");
    gcnmem_issue issue;
    if (name != NULL && file != NULL) {
        fail(2, "give --gpu or --machine: a description names its GPU itself");
    }
    gcnmem_desc desc = file != NULL ? described_in(file) : preset_of(name);
    for (uint32_t i = 0; i < 2 * o->count; ++i) { /* twice: then their order does not matter */
        const given_flag* g = &o->given[i % o->count];
        if (g->row->kind == FLAG_MACHINE && !(o->is_base && strchr(g->value, ',') != NULL)) {
            apply_set(&desc, g->value);
        }
    }
    if (gcnmem_desc_validate(&desc, &issue) != GCNMEM_OK) { /* fields stand for themselves; no issue holds a text */
        fail_issue(issue.field, strcmp(issue.field, "dram_mapping") == 0 ? desc.dram_mapping : NULL, &issue);
    }
    return desc;
}

static int run_gpus(const options* o) {
    if (value_of(o, "gpu") != NULL || value_of(o, "machine") != NULL) {
        gcnmem_desc desc = machine_of(o);
        gcnmem_write_fn write = IS_SHOWN ? to_output(style_of(o)) : to_file; /* --machine reads whole lines */
        gcnmem_report_desc(&desc, style_of(o), write, stdout);
    } else {
        gcnmem_report_devices(style_of(o), to_output(style_of(o)), stdout);
    }
    return 0;
}

/* ---- variants: a product of lists ---- */

/* A flag that holds a list. */
typedef struct axis {
    given_flag* given; /* its value becomes that of the chosen item */
    uint32_t count;    /* of items */
    size_t room;       /* of one */
    char* items;       /* what the flag would hold, one by one */
} axis;

/* Whether the flag's text, "24,32" or "field=24,32" or "all" GPUs, is a list; then its items. */
static int read_axis(axis* a, given_flag* given) {
    static buffer every;
    const char* text = given->value;
    if (strcmp(given->row->name, "gpu") == 0 && strcmp(text, "all") == 0) {
        for (int i = 1; i < (int)GCNMEM_DEVICE_END; ++i) {
            put(&every, i > 1 ? ",%s" : "%s", gcnmem_device_card((gcnmem_device)i));
        }
        text = every.text;
    }
    size_t key = given->row->kind == FLAG_MACHINE && strchr(text, '=') != NULL ? strcspn(text, "=") + 1 : 0;
    const char* item = text + key;
    a->given = given;
    a->room = strlen(text) + 1;
    a->count = 1;
    for (const char* c = item; *c != 0; ++c) {
        a->count += *c == ',';
    }
    if (a->count > 1) {
        a->items = (char*)resized(NULL, (uint64_t)a->count * a->room);
        for (uint32_t i = 0; i < a->count; ++i) {
            int bytes = (int)strcspn(item, ",");
            snprintf(a->items + i * a->room, a->room, "%.*s%.*s", (int)key, text, bytes, item);
            item += bytes + 1;
        }
    }
    given->is_listed = a->count > 1;
    return given->is_listed;
}

/* All lists, those of --set behind the others, in memory of the caller's; and of how many variants they are the
   product. */
static uint32_t read_axes(const options* o, axis** out_axes, uint64_t most, uint32_t* out_variants) {
    axis* axes = (axis*)resized(NULL, o->count * sizeof(*axes));
    uint32_t count = 0;
    uint64_t variants = 1;
    for (uint32_t i = 0; i < 2 * o->count; ++i) {
        given_flag* given = &o->given[i % o->count];
        if (given->row->kind == (i < o->count ? FLAG_LIST : FLAG_MACHINE) && read_axis(&axes[count], given)) {
            variants *= axes[count++].count;
            if (variants > most) {
                fail(1, "the lists make more than %llu variants", (unsigned long long)most);
            }
        }
    }
    *out_axes = axes;
    *out_variants = (uint32_t)variants;
    return count;
}

/* Takes an item out of `number`, which counts the list's items first. */
static void choose_item(const axis* a, uint32_t* number) {
    a->given->value = a->items + *number % a->count * a->room;
    *number /= a->count;
}

/* ---- tables of variants: --gpu all, and lists in --set; one machine is a table of one ---- */

/* A row for people, and the head above it. */
typedef struct table {
    buffer head;
    buffer row;
} table;

static void put_word(table* t, const char* name, const char* word) {
    int width = strlen(name) > 6 ? (int)strlen(name) : 6;
    put(&t->head, " %*s", width, name);
    put(&t->row, " %*s", width, word);
}

static void put_number(table* t, const char* name, uint64_t value) {
    char digits[24];
    snprintf(digits, sizeof(digits), "%llu", (unsigned long long)value);
    put_word(t, name, digits);
}

/* Of one machine: adds its columns to a row of a table for people and, unless `write` is NULL, writes the report.
   Returns 0 when the machine cannot do it, and why is said. */
typedef int (*row_function)(const options* o, const gcnmem_desc* desc, table* t, gcnmem_style style,
                            gcnmem_write_fn write, void* to);

/* The values of --set and of lists, which stand before those of the report, or in a head their names. */
static void put_sets(buffer* out, const options* variant, gcnmem_style style, int is_head) {
    for (const given_flag* g = variant->given; g < variant->given + variant->count; ++g) {
        int is_set = g->row->kind == FLAG_MACHINE;
        const char* name = is_set ? g->value : g->row->name;
        int bytes = (int)strcspn(name, "=");
        const char* value = is_set ? name + bytes + 1 : g->value;
        if (!is_set && (!g->is_listed || strcmp(name, "gpu") == 0)) {
            continue;
        }
        if (style == GCNMEM_STYLE_JSON) {
            int is_text = value[strspn(value, "0123456789")] != 0;
            put(out, is_text ? "\"%.*s\": \"%s\", " : "\"%.*s\": %s, ", bytes, name, value);
        } else if (is_head) {
            put(out, style == GCNMEM_STYLE_TEXT ? " %*.*s" : "%*.*s,", style == GCNMEM_STYLE_TEXT && bytes < 5 ? 5 : 0,
                bytes, name);
        } else if (style == GCNMEM_STYLE_TEXT) {
            put(out, " %*s", bytes < 5 ? 5 : bytes, value);
        } else {
            put(out, "%s,", value);
        }
    }
}

/* Lines of CSV, or a JSON report in one line. */
static void put_report(buffer* out, const options* variant, gcnmem_style style, int is_head, const char* text) {
    if (style == GCNMEM_STYLE_JSON) {
        put(out, is_head ? "{\"variants\": [\n  {" : ",\n  {");
        put_sets(out, variant, style, 0);
        for (++text; *text != 0; ++text) {
            size_t blanks = *text == '\n' ? strspn(text + 1, " ") : 0;
            to_text(out, blanks != 0 ? " " : text, *text != '\n' || blanks != 0);
            text += blanks;
        }
    }
    for (; *text != 0; is_head = 0) {
        size_t bytes = strcspn(text, "\n") + 1;
        put_sets(out, variant, style, is_head);
        to_text(out, text, bytes);
        text += bytes;
    }
}

static void put_row(buffer* out, const options* variant, const char* card, const table* t, int is_first) {
    for (int is_head = is_first; is_head >= 0; --is_head) {
        put(out, "%-14s", is_head ? "gpu" : card);
        put_sets(out, variant, GCNMEM_STYLE_TEXT, is_head);
        put(out, "%s\n", is_head ? t->head.text : t->row.text);
    }
}

/* "CARD, CARD: WHY; CARD: WHY": neighbours share a reason, whose last one, of the last card, is kept apart. */
static void skip_machine(buffer* skipped, buffer* why, const char** last, const char* card) {
    int is_same = skipped->bytes != 0 && strcmp(why->text, said.text) == 0;
    if (!is_same || card != *last) {
        if (skipped->bytes != 0) {
            put(skipped, "%s%s%s", is_same ? "" : ": ", is_same ? "" : why->text, is_same ? ", " : "; ");
        }
        put(skipped, "%s", card);
    }
    why->bytes = 0;
    put(why, "%s", said.text);
    *last = card;
}

/* A row for each GPU and combination of values, the last list's first; the report alone when there are no lists. */
static int run_sweep(const options* o, row_function row) {
    static axis* axes;
    static buffer out, report, skipped, first, why;
    static table t;
    const char* last = NULL;
    gcnmem_style style = style_of(o);
    options v = *o;
    uint32_t variants;
    uint32_t axis_count = read_axes(o, &axes, UINT32_MAX / 2, &variants);
    uint32_t rows = 0;
    if (axis_count == 0) {
        gcnmem_desc desc = machine_of(o);
        return row(o, &desc, &t, style, to_output(style), stdout) != 0 ? 0 : end_line(1);
    }
    int is_of_every = value_of(o, "gpu") != NULL && strcmp(value_of(o, "gpu"), "all") == 0;
    v.is_swept = 1;
    for (uint32_t turn = 0; turn < 2 * variants; ++turn) { /* first all machines are looked at */
        uint32_t number = turn % variants;
        for (uint32_t i = axis_count; i-- > 0;) {
            choose_item(&axes[i], &number);
        }
        gcnmem_desc desc = machine_of(&v);
        v.widest.gl1_size_bytes |= desc.gl1_size_bytes;
        v.widest.l3_size_bytes |= desc.l3_size_bytes;
        if (turn < variants) {
            continue;
        }
        const char* card = gcnmem_device_card(desc.device);
        report.bytes = said.bytes = t.head.bytes = t.row.bytes = 0;
        int is_done = row(&v, &desc, &t, rows != 0 && style == GCNMEM_STYLE_CSV ? GCNMEM_STYLE_CSV_ROW : style,
                          style != GCNMEM_STYLE_TEXT ? to_text : NULL, &report);
        if (!is_done) {
            if (skipped.bytes == 0) {
                put(&first, "%s: %s", card, said.text);
            }
            skip_machine(&skipped, &why, &last, card);
        } else if (style == GCNMEM_STYLE_TEXT) {
            put_row(&out, &v, card, &t, rows == 0);
        } else {
            put_report(&out, &v, style, rows == 0, report.text);
        }
        rows += is_done != 0;
    }
    said.bytes = 0;
    put(&out, "%s", rows != 0 && style == GCNMEM_STYLE_JSON ? "\n]}\n" : "");
    to_output(style)(stdout, out.text, out.bytes);
    if (skipped.bytes == 0) {
        return 0;
    }
    if (rows == 0 && is_of_every) {
        fail(1, "no GPU can do it; %s", first.text);
    }
    put(&said, "no row for %s: %s", skipped.text, why.text);
    return end_line(!is_of_every);
}

static int run_ops(const options* o) {
    int is_of_one = value_of(o, "gpu") != NULL || value_of(o, "machine") != NULL;
    gcnmem_desc desc;
    if (is_of_one) {
        desc = machine_of(o);
    }
    gcnmem_report_ops(is_of_one ? &desc : NULL, style_of(o), to_output(style_of(o)), stdout);
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
        fail(2, "cost needs --op MNEMONIC; 'gcnmem help cost' has an example");
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

/* As the flags say, whatever the machine makes of it. */
static gcnmem_access access_of(const options* o, addresses* a) {
    static char linear[32];
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
    return access;
}

static void fill_lanes(gcnmem_access* access, const addresses* a, uint32_t lanes, uint64_t wave, uint64_t iter) {
    gcnmem_expr_inputs inputs;
    memset(&inputs, 0, sizeof(inputs));
    inputs.lanes = lanes;
    inputs.wave = wave;
    inputs.iter = iter;
    inputs.y = wave * 8;
    for (int i = 0; i < a->count; ++i) {
        uint64_t* values = access->op.unit == GCNMEM_UNIT_IMAGE ? (uint64_t*)access->texel[i] : access->address;
        inputs.insn = (uint64_t)i; /* x and y are drawn apart */
        gcnmem_issue issue;
        if (gcnmem_expr_lanes(&a->expr[i], &inputs, access->exec_mask, values, &issue) != GCNMEM_OK) {
            say_issue(a->flag_name, a->text, &issue);
            fail(1, " at lane %u, wave %llu, iter %llu", (unsigned)issue.value, (unsigned long long)wave,
                 (unsigned long long)iter);
        }
    }
}

static void put_cost(table* t, const gcnmem_cost* sum) {
    put_number(t, "lanes", sum->lanes);
    put_number(t, "clocks", sum->clocks);
    put_number(t, "best", sum->best_clocks);
    put_number(t, "conflicts", sum->tag_conflict_clocks + sum->bank_conflict_clocks + sum->conflict_clocks);
    put_number(t, "l1_lines", sum->l1_lines);
    put_number(t, "l2_requests", sum->l2_requests);
    put_number(t, "dram_bursts", sum->dram_bursts);
}

/* Whether the report lists the requests of one wave instruction: with --requests, and where lanes were pasted. */
static int lists_requests(const options* o, const gcnmem_op* op, uint64_t accesses) {
    const int is_asked = value_of(o, "requests") != NULL;
    if (is_asked && o->is_swept && style_of(o) == GCNMEM_STYLE_TEXT) {
        fail(2, "--requests of several machines need --json: a row of their table does not hold a list");
    }
    if (is_asked && accesses != 1) {
        fail(1, "--requests are of one wave instruction, not of %llu", (unsigned long long)accesses);
    }
    if (is_asked && op->unit == GCNMEM_UNIT_LDS) {
        fail(1, "--requests are of memory: '%s' is served by LDS and makes none", op->name);
    }
    return (is_asked || value_of(o, "addresses") != NULL) && accesses == 1 && op->unit != GCNMEM_UNIT_LDS;
}

#define COST_ACCESSES_MAX 16777216 /* some seconds */

static int cost_row(const options* o, const gcnmem_desc* desc, table* t, gcnmem_style style, gcnmem_write_fn write,
                    void* to) {
    addresses a;
    gcnmem_issue issue;
    gcnmem_access access = access_of(o, &a);
    if (gcnmem_access_validate(desc, &access, &issue) != GCNMEM_OK) {
        say_issue(NULL, o->is_swept ? NULL : value_of(o, issue.field), &issue);
        return 0;
    }
    uint64_t waves = number_of(o, "waves", 1, 1, COST_ACCESSES_MAX);
    uint64_t iters = number_of(o, "iters", 1, 1, COST_ACCESSES_MAX);
    if (waves * iters > COST_ACCESSES_MAX) {
        fail(1, "--waves %llu times --iters %llu is more than %llu accesses", (unsigned long long)waves,
             (unsigned long long)iters, (unsigned long long)COST_ACCESSES_MAX);
    }
    int is_listed = lists_requests(o, &access.op, waves * iters);
    gcnmem_cost sum;
    memset(&sum, 0, sizeof(sum));
    for (uint64_t i = 0; i < waves * iters; ++i) {
        fill_lanes(&access, &a, desc->wave_lanes, i / iters, i % iters);
        gcnmem_cost cost = gcnmem_cost_wave(desc, &access);
        gcnmem_cost_add(&sum, &cost);
        if (i % 65536 == 65535) {
            show_progress("accesses are summed up", i + 1, waves * iters);
        }
    }
    show_progress(NULL, 0, 0);
    if (write != NULL) {
        gcnmem_report_cost(desc, &access, is_listed ? NULL : &sum, style, write, to);
    }
    put_cost(t, &sum);
    return 1;
}

/* ---- occupancy ---- */

/* A number that the machine limits, cut to 32 bits: more than any has. */
static uint32_t need_of(const options* o, const char* name, uint64_t lowest) {
    uint64_t number = number_of(o, name, 0, lowest, UINT64_MAX);
    return number < UINT32_MAX ? (uint32_t)number : UINT32_MAX;
}

static gcnmem_shader_needs needs_of(const options* o) {
    const char* size = value_of(o, "group"); /* in all, or by axis */
    uint64_t lanes[3] = {0, 1, 1};
    gcnmem_shader_needs shader;
    shader.vgprs = need_of(o, "vgprs", 1);
    shader.sgprs = need_of(o, "sgprs", 1);
    shader.lds_bytes = need_of(o, "lds", 0);
    shader.group_lanes = 1;
    if (gcnmem_numbers_read(size, lanes, 3) == 0 || lanes[0] == 0 || lanes[1] == 0 || lanes[2] == 0) {
        fail(1, "--group '%s' must be X or X,Y or X,Y,Z, each at least 1", size);
    }
    for (int i = 0; i < 3; ++i) {
        int is_more = lanes[i] > UINT32_MAX / shader.group_lanes;
        shader.group_lanes = is_more ? UINT32_MAX : shader.group_lanes * (uint32_t)lanes[i];
    }
    return shader;
}

static int occupancy_row(const options* o, const gcnmem_desc* desc, table* t, gcnmem_style style, gcnmem_write_fn write,
                         void* to) {
    static const char* const rules[] = {"hardware", "llvm", "radv"};
    gcnmem_occupancy_rule rule = (gcnmem_occupancy_rule)word_of(o, "rule", rules);
    gcnmem_shader_needs shader = needs_of(o);
    gcnmem_issue issue;
    if (o->is_swept && has_none(*desc, GCNMEM_FIELD_sgprs_per_simd)) { /* where others of the table have some */
        shader.sgprs = 0;
    } else if (value_of(o, "sgprs") == NULL && desc->sgpr_granule >= desc->sgprs_per_wave_max) {
        shader.sgprs = desc->sgprs_per_wave_max;
    }
    if (gcnmem_occupancy_add_agprs(desc, need_of(o, "agprs", 0), &shader, &issue) != GCNMEM_OK ||
        gcnmem_occupancy_validate(desc, &shader, rule, &issue) != GCNMEM_OK) {
        if (issue.value == UINT32_MAX && strcmp(issue.field, "group") != 0) {
            issue.value = number_of(o, issue.field, UINT32_MAX, 0, UINT64_MAX);
        }
        say_issue(NULL, o->is_swept ? NULL : value_of(o, issue.field), &issue);
        return 0;
    }
    gcnmem_occupancy occupancy = gcnmem_occupancy_for(desc, &shader, rule);
    if (write != NULL) {
        gcnmem_report_occupancy(desc, &shader, rule, style, write, to);
    }
    put_number(t, "waves_per_simd", occupancy.waves_per_simd);
    put_number(t, "waves_per_cu", occupancy.waves_per_cu);
    put_number(t, "groups_per_cu", occupancy.groups_per_cu);
    put_word(t, "limited_by", gcnmem_limit_name(occupancy.limited_by));
    return 1;
}

static int run_occupancy(const options* o) {
    return run_sweep(o, occupancy_row);
}

/* ---- cost of addresses as they are ---- */

/* What was met so far; `access` is the last. Rows of CSV go where `write` takes them. */
typedef struct tally {
    gcnmem_access access;
    gcnmem_cost sum;
    uint64_t count;
    gcnmem_style style;
    gcnmem_write_fn write;
    void* to;
} tally;

/* What is summed has one price: L1's clocks, LDS's or those of scalar issue. */
static int is_alike(const gcnmem_op* a, const gcnmem_op* b) {
    return (a->unit == GCNMEM_UNIT_LDS) == (b->unit == GCNMEM_UNIT_LDS) &&
           (a->unit == GCNMEM_UNIT_SCALAR) == (b->unit == GCNMEM_UNIT_SCALAR);
}

/* A row, or one more in the sum, of a line of `file`, NULL for addresses of the flag; 0 when it is neither, which is
   said. */
static int count_access(const options* o, const gcnmem_desc* desc, tally* t, gcnmem_access a, const buffer* file) {
    gcnmem_issue issue;
    int is_of_csv = style_of(o) == GCNMEM_STYLE_CSV;
    int is_other = t->count != 0 && strcmp(a.op.name, t->access.op.name) != 0;
    a.exec_mask &= number_of(o, "exec", UINT64_MAX, 0, UINT64_MAX);
    a.size_bytes = number_of(o, "size", 0, 1, UINT64_MAX);
    if (gcnmem_access_validate(desc, &a, &issue) != GCNMEM_OK) {
        issue.line = file != NULL ? file->line : 0;
        if (file != NULL) {
            say_issue_of_file(file->name, "", &issue);
        } else {
            say_issue(NULL, o->is_swept ? NULL : value_of(o, issue.field), &issue);
        }
        return 0;
    }
    if (t->count != 0 && !is_of_csv && !is_alike(&a.op, &t->access.op)) {
        put(&said,
            "%s:%u: '%s' is priced by another unit than those before, which no sum holds: --csv has a row for each",
            file->name, (unsigned)file->line, a.op.name);
        return 0;
    }
    gcnmem_cost cost = gcnmem_cost_wave(desc, &a);
    if (is_of_csv) {
        gcnmem_report_cost(desc, &a, &cost, t->count == 0 ? t->style : GCNMEM_STYLE_CSV_ROW, t->write, t->to);
    }
    gcnmem_cost_add(&t->sum, &cost);
    a.exec_mask &= t->count != 0 ? t->access.exec_mask : UINT64_MAX; /* lanes that are on in all */
    t->count += 1;
    t->access = a;
    if (is_other) {
        snprintf(t->access.op.name, sizeof(t->access.op.name), "several");
    }
    return 1;
}

/* Of a file an access a line: addresses alone, those of --op; the others say what they are. */
static int count_accesses(const options* o, const gcnmem_desc* desc, tally* t, gcnmem_trace* trace, const char* name) {
    static buffer in;
    gcnmem_issue issue;
    gcnmem_trace_line line;
    int is_good = 1;
    open_input(&in, "--addresses", name);
    while (is_good && read_line(&in)) {
        is_good = gcnmem_trace_read(trace, in.text, in.bytes, &line, &issue) == GCNMEM_OK;
        if (!is_good) {
            say_issue_of_line(&in, &issue);
        } else if (line.kind == GCNMEM_TRACE_PLAIN) {
            fail(1, "%s:%u: R and W are of no wave: 'gcnmem replay' takes them", in.name, (unsigned)in.line);
        } else if (line.kind == GCNMEM_TRACE_WAVE) {
            is_good = count_access(o, desc, t, line.access, &in);
        }
    }
    return is_good;
}

static int addresses_row(const options* o, const gcnmem_desc* desc, table* t, gcnmem_style style, gcnmem_write_fn write,
                         void* to) {
    static const char* const others[] = {"addr", "image", "texel", "waves", "iters"};
    const char* text = value_of(o, "addresses");
    gcnmem_trace trace = gcnmem_trace_for(desc, NULL);
    gcnmem_issue issue;
    tally met;
    int is_good = 1;
    memset(&met, 0, sizeof(met));
    met.style = style;
    met.write = write;
    met.to = to;
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); ++i) {
        if (value_of(o, others[i]) != NULL) {
            fail(2, "give --addresses or --%s: addresses as they are depend on nothing", others[i]);
        }
    }
    if (o->is_swept && strcmp(text, "@-") == 0) {
        fail(2, "--addresses are read once for each machine: give a file, not standard input");
    }
    if (value_of(o, "op") != NULL || text[0] != '@') {
        trace.op = operation_of(o).op;
    }
    if (trace.op.unit == GCNMEM_UNIT_IMAGE) {
        fail(1, "--addresses is for buffers; '%s' takes --image and --texel", value_of(o, "op"));
    }
    trace.has_lds = 1;
    if (text[0] == '@') {
        is_good = count_accesses(o, desc, &met, &trace, text + 1);
    } else {
        gcnmem_access access = gcnmem_access_for(&trace.op);
        if (gcnmem_trace_addresses(desc, &access, text, strlen(text), &issue) != GCNMEM_OK) {
            say_issue("--addresses", text, &issue);
            return 0;
        }
        is_good = count_access(o, desc, &met, access, NULL);
    }
    if (!is_good) {
        return 0;
    }
    if (met.count == 0) {
        fail(1, "--addresses '%s' holds no accesses", text);
    }
    int is_listed = lists_requests(o, &met.access.op, met.count);
    if (write != NULL && style_of(o) != GCNMEM_STYLE_CSV) {
        gcnmem_report_cost(desc, &met.access, is_listed ? NULL : &met.sum, style, write, to);
    }
    put_cost(t, &met.sum);
    return 1;
}

static int run_cost(const options* o) {
    if (value_of(o, "requests") != NULL && style_of(o) == GCNMEM_STYLE_CSV) {
        fail(2, "give one of --csv and --requests: a row of counters does not hold a list");
    }
    return run_sweep(o, value_of(o, "addresses") != NULL ? addresses_row : cost_row);
}

/* ---- replay ---- */

/* Returns the line that the trace broke off at, and says why; 0 when all of it was read. */
static uint64_t replay_trace(const options* o, const gcnmem_desc* desc, gcnmem_replay_stats* out) {
    static const char* const levels[] = {"l1", "l2", "dram"};
    static const gcnmem_level froms[] = {GCNMEM_LEVEL_L1, GCNMEM_LEVEL_L2, GCNMEM_LEVEL_DRAM};
    static buffer in;
    gcnmem_issue issue;
    gcnmem_replay* replay;
    size_t bytes = gcnmem_replay_size_bytes(desc);
    void* memory = resized(NULL, bytes);
    open_input(&in, "trace", o->file);
    if (gcnmem_replay_init(memory, bytes, desc, froms[word_of(o, "from", levels)], &replay, &issue) != GCNMEM_OK) {
        fail_issue(issue.field, NULL, &issue);
    }
    int is_good = 1;
    while (is_good && read_line(&in)) {
        is_good = gcnmem_replay_line(replay, in.text, in.bytes, &issue) == GCNMEM_OK;
    }
    *out = gcnmem_replay_finish(replay);
    free(memory);
    if (is_good && out->lines == 0) {
        fail(1,
             in.line > 1 ? "trace '%s' holds no accesses: its lines (%u) are comments, headers, or of what never "
                           "leaves the CU, shared memory say"
                         : "trace '%s' holds no accesses",
             o->file, (unsigned)in.line - 1); /* the last one ended the file */
    }
    if (!is_good && o->is_swept) {
        issue.line = in.line;
        issue.column = 0; /* machines that stop at one line share a reason */
        say_issue_of_file(in.name, "", &issue);
    } else if (!is_good) {
        int is_listing = out->lines == 0 && strncmp(issue.rule, "is no access", 12) == 0;
        say_issue_of_line(&in, &issue);
        put(&said, "%s", is_listing ? "; a listing is for 'gcnmem run'" : "");
        if (strncmp(issue.rule, "names CU", 8) == 0) {
            out->lines = 0; /* a trace of another machine: no part of it tells */
        }
    }
    return is_good ? 0 : in.line;
}

static int replay_row(const options* o, const gcnmem_desc* whole, table* t, gcnmem_style style, gcnmem_write_fn write,
                      void* to) {
    /* as many CUs as --cus says, with their share of the rest */
    gcnmem_desc desc = gcnmem_run_scaled_desc(whole, (uint32_t)number_of(o, "cus", 0, 1, whole->cu_count));
    gcnmem_replay_stats stats;
    if (o->is_swept && strcmp(o->file, "-") == 0) {
        fail(2, "replay reads its trace once for each machine: give a file, not standard input");
    }
    uint64_t broken = replay_trace(o, &desc, &stats);
    if (write != NULL && stats.lines != 0 && (broken == 0 || !o->is_swept)) {
        gcnmem_desc asked = *whole; /* rows of a table have cells for the levels of every machine */
        asked.gl1_size_bytes |= o->widest.gl1_size_bytes;
        asked.l3_size_bytes |= o->widest.l3_size_bytes;
        gcnmem_report_replay(&asked, &desc, &stats, broken, style, write, to);
    }
    if (broken != 0) {
        return 0;
    }
    put_number(t, "clocks", stats.clocks);
    put_number(t, "mb_per_s", stats.dram_bytes_per_second / 1000000);
    put_number(t, "l1_misses", stats.l1.misses);
    put_number(t, "l2_misses", stats.l2.misses);
    put_number(t, "dram_bytes", stats.dram.bytes);
    put_number(t, "row_hits", stats.dram.row_hits);
    put_word(t, "slowest", gcnmem_level_name(stats.slowest));
    return 1;
}

static int run_replay(const options* o) {
    return run_sweep(o, replay_row);
}

/* ---- run ---- */

/* Says "; nearest: NAME" of the listing's memory instructions, for OPCODE=EXPR. */
static void say_nearest_opcode(const gcnmem_shader* shader, const char* asked) {
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

#define MAX_NAMED 16

/* What a refusal of a listing begins with: the word at its column, else its field. */
static const char* word_at(const gcnmem_shader* shader, const gcnmem_issue* issue, char (*word)[64]) {
    const char* at = shader->text;
    if (at == NULL || issue->column == 0 || strcmp(issue->field, "listing") != 0) {
        return issue->field;
    }
    for (uint32_t line = 1; line < issue->line; ++line) {
        at = strchr(at, '\n') + 1;
    }
    at += issue->column - 1;
    snprintf(*word, sizeof(*word), "'%.*s'", (int)strcspn(at, ", \t\r\n"), at);
    return *word;
}

/* A name that is not found ends in a list of those that there are. */
ENDS static void fail_shader(const options* o, const gcnmem_shader* shader, gcnmem_result result,
                             const gcnmem_issue* issue) {
    int is_label = strcmp(issue->field, "trip") == 0 || strcmp(issue->field, "taken") == 0 ||
                   strcmp(issue->field, "label") == 0 || strcmp(issue->field, "stage") == 0;
    const gcnmem_listing* listing = result == GCNMEM_ERROR_NAME && is_label ? shader->listing : NULL;
    if (issue->setting != 0) {
        const char* value = o->settings[issue->setting - 1].value;
        say_issue(NULL, value, issue);
        put(&said, "%s", hint_of(value));
    } else {
        char word[64];
        say_issue_of_file(o->file, strcmp(issue->field, "stage") == 0 ? "--stage NAME" : word_at(shader, issue, &word),
                          issue);
    }
    if (strcmp(issue->field, "mem") == 0 && issue->column == 0 && shader->listing != NULL) {
        say_nearest_opcode(shader, o->settings[issue->setting - 1].value);
    }
    if (listing != NULL && shader->stage == GCNMEM_NONE) {
        int named = 0;
        for (uint32_t i = 0; i < listing->stage_count; ++i) {
            const gcnmem_stage* stage = gcnmem_listing_stage(listing, i);
            if ((stage->kind & GCNMEM_STAGE_LABEL) == 0 && named++ < MAX_NAMED) {
                put(&said, "%s '%.*s", named > 1 ? "," : ":", (int)stage->name_bytes,
                    shader->text + stage->name_offset);
                put(&said, stage->name_bytes != 0 ? "'" : "#%u'", (unsigned)i);
            }
        }
        put(&said, "%s", named > MAX_NAMED ? ", ..." : "");
    } else if (listing != NULL) {
        const gcnmem_stage* stage = gcnmem_listing_stage(listing, shader->stage);
        for (uint32_t i = 0; i < stage->label_count && i < MAX_NAMED; ++i) {
            const gcnmem_label* label = gcnmem_listing_label(listing, stage->first_label + i);
            put(&said, "%s %.*s", i > 0 ? "," : "; labels:", (int)label->name_bytes, shader->text + label->name_offset);
        }
        put(&said, "%s",
            stage->label_count > MAX_NAMED ? ", ..."
            : stage->label_count == 0      ? "; it has no labels"
                                           : "");
    }
    exit(end_line(1));
}

/* Grows the memory until the shader asks for no more. */
static gcnmem_shader shader_of(const options* o, const buffer* in, void** memory) {
    gcnmem_desc desc = machine_of(o);
    gcnmem_shader shader;
    gcnmem_issue issue;
    gcnmem_result result;
    uint64_t bytes = 0; /* what a run of the listing takes is known once it is read */
    uint32_t count = 0;
    for (const given_flag* g = o->given; g < o->given + o->count; ++g) {
        if (g->row->kind <= FLAG_LIST) {
            o->settings[count].name = g->row->name;
            o->settings[count++].value = g->value;
        }
    }
    if (o->more.name != NULL) { /* there is room: a listing is no setting */
        o->settings[count++] = o->more;
    }
    while ((result = gcnmem_shader_init(*memory, (size_t)bytes, &desc, in->text, in->bytes, o->settings, count, &shader,
                                        &issue)) == GCNMEM_ERROR_LIMIT &&
           issue.limit > bytes) {
        if (issue.limit > MAX_RUN_BYTES) {
            fail(1, "%s: a run of it takes %llu MB of memory, %llu at most: choose a kernel with --stage, or cut it",
                 o->file, (unsigned long long)issue.limit >> 20, (unsigned long long)MAX_RUN_BYTES >> 20);
        }
        bytes = bytes == 0 && issue.limit < MAX_RUN_BYTES / RUN_ROOM ? issue.limit * RUN_ROOM : issue.limit;
        show_progress("bytes of memory are set up for the listing", bytes, 0);
        free(*memory);
        *memory = resized(NULL, bytes);
    }
    if (result != GCNMEM_OK) {
        fail_shader(o, &shader, result, &issue);
    }
    return shader;
}

/* Flags that name a file to write; "-" is standard output. */
static const char* const outputs[] = {"timeline", "trace", "html"};

/* NULL when the flag was not given. */
static FILE* open_output(const options* o, const char* flag_name) {
    const char* name = value_of(o, flag_name);
    FILE* file = name == NULL ? NULL : strcmp(name, "-") == 0 ? stdout : fopen(name, "wb");
    if (name != NULL && file == NULL) {
        fail(1, "--%s '%s' cannot be written", flag_name, name);
    }
    return file;
}

static void close_output(const options* o, const char* flag_name, FILE* file) {
    int is_bad = file != NULL && ferror(file);
    if (file != NULL && file != stdout && (fclose(file) != 0 || is_bad)) {
        fail(1, "--%s '%s' cannot be written", flag_name, value_of(o, flag_name));
    }
}

/* How many reports go to standard output instead of the run's own. */
static int check_outputs(const options* o) {
    int count = 0;
    for (size_t i = 0; i < sizeof(outputs) / sizeof(outputs[0]); ++i) {
        const char* name = value_of(o, outputs[i]);
        if (name == NULL || strcmp(name, "-") == 0) {
            count += name != NULL;
            continue;
        }
        if (strcmp(name, o->file) == 0 || (o->second != NULL && strcmp(name, o->second) == 0)) {
            fail(1, "--%s '%s' is the listing: it would be written over", outputs[i], name);
        }
        for (size_t k = 0; k < i; ++k) {
            if (value_of(o, outputs[k]) != NULL && strcmp(value_of(o, outputs[k]), name) == 0) {
                fail(2, "--%s and --%s write to one file, '%s'", outputs[k], outputs[i], name);
            }
        }
    }
    if ((value_of(o, "csv") != NULL) + (value_of(o, "json") != NULL) + count > 1) {
        fail(2, "give one of --csv, --json, --timeline -, --trace - and --html -: each takes standard output");
    }
    return count;
}

/* What a run asks for and tells while it goes on. */
typedef struct trace {
    const gcnmem_shader* shader;
    FILE* file;       /* of accesses, or NULL */
    buffer* contents; /* of the files of --arg K=file:PATH, a row for each --arg */
} trace;

static void write_access(void* user_data, const gcnmem_run_access* access) {
    const trace* t = (const trace*)user_data;
    const gcnmem_shader* s = t->shader;
    gcnmem_report_access(s->run, s->listing, s->text, access, to_file, t->file);
}

static int read_content(void* user_data, uint32_t row, uint64_t offset, uint32_t bytes, void* out) {
    const buffer* in = &((const trace*)user_data)->contents[row];
    int is_inside = offset <= in->bytes && bytes <= in->bytes - offset;
    if (is_inside) {
        memcpy(out, in->text + offset, bytes);
    }
    return is_inside;
}

/* In steps, so that a long run can say how far it is. */
static gcnmem_run_result run_to_end(const options* o, const gcnmem_shader* shader) {
    static buffer* contents; /* the same for each variant */
    trace t = {shader, open_output(o, "trace"), contents};
    if (contents == NULL) {
        t.contents = contents = (buffer*)resized(NULL, o->count * sizeof(*contents));
        memset(contents, 0, o->count * sizeof(*contents));
        buffer* row = contents;
        for (const given_flag* g = o->given; g < o->given + o->count; ++g) {
            const char* file = strstr(g->value, "=file:");
            if (strcmp(g->row->name, "arg") == 0 && file != NULL) {
                read_whole(row, "file of --arg", file + 6);
            }
            row += strcmp(g->row->name, "arg") == 0;
        }
    }
    if (t.file != NULL) {
        write_access(&t, NULL);
    }
    gcnmem_run_hooks hooks = {NULL, t.file != NULL ? write_access : NULL, read_content, &t};
    uint64_t clock = 0;
    while (gcnmem_run_advance(shader->run, clock += 10000, &hooks) == GCNMEM_RUN_GOING) {
        gcnmem_run_result so_far = gcnmem_run_result_of(shader->run);
        int has_ended = so_far.groups != 0;
        show_progress(has_ended ? "work-groups done" : "clocks have passed", has_ended ? so_far.groups : clock,
                      has_ended ? so_far.groups_asked : 0);
    }
    gcnmem_run_result result = gcnmem_run_result_of(shader->run);
    show_progress(NULL, 0, 0);
    close_output(o, "trace", t.file);
    if (result.state == GCNMEM_RUN_FAILED) {
        const gcnmem_insn* insn = gcnmem_listing_insn(shader->listing, result.failed_insn);
        fail(1, "%s:%u: the address expression of '%.*s' column %u: divides by zero", o->file, (unsigned)insn->line,
             (int)insn->text_bytes, shader->text + insn->text_offset, (unsigned)result.failed_column);
    }
    return result;
}

/* Whether it did not come to its end, and why. */
static int tell_end(const options* o, const gcnmem_run_result* result) {
    if (result->state != GCNMEM_RUN_DONE) {
        fprintf(stderr, "gcnmem: %s: %s\n", o->file,
                result->state == GCNMEM_RUN_CUT ? "reached --max-clocks before every wave ended (a loop without end?)"
                                                : "stuck: waves live, but nothing can happen any more");
    }
    return result->state != GCNMEM_RUN_DONE;
}

/* ---- run: variants, the same work on each ---- */

#define MAX_VARIANTS 256

/* The work is what fills the machine once in the variant that takes most, unless --groups or --target say it. */
static int run_variants(const options* o, const axis* axes, uint32_t axis_count, uint32_t variants) {
    static buffer in[2];
    static void* memory;
    static gcnmem_run_variant* rows;
    const char* files[2] = {o->file, o->second};
    uint32_t count = o->second != NULL ? 2 * variants : variants;
    uint64_t lanes = 0;
    int status = 0;
    int is_told = value_of(o, "groups") != NULL || value_of(o, "target") != NULL;
    char groups[24];
    options v = *o;
    v.is_base = 1;
    gcnmem_desc base = machine_of(&v); /* without the fields that vary */
    rows = (gcnmem_run_variant*)resized(NULL, count * sizeof(*rows));
    for (uint32_t i = 0; i < 2 * count; ++i) { /* first how much work, then the work */
        gcnmem_run_variant* row = &rows[i % count];
        uint32_t file = i % count / variants;
        uint32_t number = i % variants; /* of the lists' product, the first list's item first */
        buffer name;
        buffer notes;
        memset(&name, 0, sizeof(name));
        memset(&notes, 0, sizeof(notes));
        if (i < count && number == 0) {
            read_whole(&in[file], "listing", files[file]);
        }
        v.file = files[file];
        put(&name, "%s", o->second != NULL ? v.file : "");
        for (const axis* a = axes; a < axes + axis_count; ++a) {
            choose_item(a, &number);
            put(&name, "%s--%s %s", name.bytes != 0 ? " " : "", a->given->row->name, a->given->value);
        }
        if (i >= count && !is_told) {
            uint64_t group = row->result.needs.group_lanes;
            snprintf(groups, sizeof(groups), "%llu", (unsigned long long)((lanes + group - 1) / group));
            v.more.name = "groups";
            v.more.value = groups;
        }
        gcnmem_shader shader = shader_of(&v, &in[file], &memory);
        row->result = i < count ? gcnmem_run_result_of(shader.run) : run_to_end(&v, &shader);
        uint64_t fits = (uint64_t)row->result.groups_per_cu * row->result.cu_count * row->result.needs.group_lanes;
        if (i < count) {
            row->name = name.text;
            lanes = fits > lanes ? fits : lanes;
        } else {
            free(name.text);
            gcnmem_report_notes(shader.run, shader.listing, shader.text, to_text, &notes);
            if (!is_told) {
                put(&notes, "ASSUMED: --groups %s\n", groups);
            }
            status |= tell_end(&v, &row->result);
        }
        row->notes = notes.text;
    }
    FILE* file = open_output(o, "html");
    if (file != NULL) {
        gcnmem_report_html_pair(&base, rows, to_file, file);
        close_output(o, "html", file);
    }
    if (file != stdout) {
        gcnmem_report_variants(&base, rows, count, variants == 1, style_of(o), to_output(style_of(o)), stdout);
    }
    return status;
}

/* A trace would be read as a listing of instructions that are not known: its first line tells. */
static void refuse_trace(const options* o, const buffer* in) {
    gcnmem_desc desc = machine_of(o);
    gcnmem_trace reader = gcnmem_trace_for(&desc, NULL);
    gcnmem_trace_line line;
    gcnmem_result result = GCNMEM_OK;
    line.kind = GCNMEM_TRACE_NOTHING;
    for (const char *at = in->text, *end; result == GCNMEM_OK && line.kind == GCNMEM_TRACE_NOTHING && *at != 0;
         at = end) {
        end = at + strcspn(at, "\n");
        result = gcnmem_trace_read(&reader, at, (size_t)(end - at), &line, NULL);
        end += *end != 0;
    }
    if (result == GCNMEM_OK && line.kind != GCNMEM_TRACE_NOTHING) {
        fail(1, "%s: its lines are accesses: a trace is for 'gcnmem replay'", o->file);
    }
}

static int run_run(const options* o) {
    static void* memory;
    static buffer in;
    static axis* axes;
    static gcnmem_run_event* events;
    uint32_t variants;
    options asked = *o;
    int is_instead = check_outputs(o) != 0; /* of the report */
    uint32_t axis_count = read_axes(o, &axes, MAX_VARIANTS, &variants);
    if (axis_count != 0 || o->second != NULL) {
        if (value_of(o, "timeline") != NULL || value_of(o, "trace") != NULL) {
            fail(2, "--timeline and --trace are of one run; lists and a second listing make several");
        }
        if (axis_count != 0 && value_of(o, "html") != NULL) {
            fail(2, "--html is of one listing, or of two beside each other; lists make more runs");
        }
        return run_variants(o, axes, axis_count, variants);
    }
    if (value_of(o, "timeline") != NULL) {
        asked.more.name = "events";
        asked.more.value = MAX_EVENTS;
    }
    read_whole(&in, "listing", o->file);
    refuse_trace(o, &in);
    gcnmem_shader shader = shader_of(&asked, &in, &memory);
    gcnmem_run_result result = run_to_end(o, &shader);
    FILE* file = open_output(o, "timeline");
    if (file != NULL) {
        size_t count = (size_t)result.events;
        events = (gcnmem_run_event*)resized(NULL, result.events * sizeof(*events));
        gcnmem_run_events_of(shader.run, events, count);
        gcnmem_report_timeline(shader.run, shader.listing, shader.text, events, count, to_file, file);
        close_output(o, "timeline", file);
    }
    file = open_output(o, "html");
    if (file != NULL) {
        gcnmem_report_html(shader.run, shader.listing, shader.text, to_file, file);
        close_output(o, "html", file);
    }
    if (!is_instead) {
        gcnmem_report_run(shader.run, shader.listing, shader.text, style_of(o), to_output(style_of(o)), stdout);
    }
    return tell_end(o, &result);
}

/* ---- explain ---- */

static int run_explain(const options* o) {
    const char* digits = o->file + (o->file[0] == 'R' || o->file[0] == 'r');
    const int is_json = value_of(o, "json") != NULL;
    unsigned first = 1;
    unsigned last = 0;
    while (gcnmem_rule_text(last + 1) != NULL) {
        ++last;
    }
    if (strcmp(o->file, "all") != 0) {
        if (strspn(digits, "0123456789") != strlen(digits) || sscanf(digits, "%9u", &first) != 1 || first - 1 >= last) {
            fail(1, "'%s' is not a rule: rules are R1 to R%u, and all", o->file, last);
        }
        last = first;
    }
    fputs(is_json ? "{\"text\": \"" : "", stdout);
    for (unsigned i = first; i <= last; ++i) {
        const char* text = gcnmem_rule_text(i); /* it holds no quotes */
        if (is_json) {
            printf("%s%s", i == first ? "" : "\\n", text);
        } else {
            to_people(stdout, text, strlen(text));
            to_people(stdout, "\n", 1);
        }
    }
    fputs(is_json ? "\"}\n" : "", stdout);
    return 0;
}

/* ---- verbs ---- */

static const verb verbs[] = {
    {"gpus", "gG", run_gpus, "", "", "the GPUs there are; with --gpu, every field of one and its source",
     "  gcnmem gpus\n"
     "  gcnmem gpus --gpu 'r9 390x'\n"
     "  gcnmem gpus --gpu hawaii --set l1_ways=8 >my_gpu.txt     # for --machine\n",
     0},
    {"ops", "pP", run_ops, "", "", "the memory instructions there are; with --gpu, that it has",
     "  gcnmem ops\n"
     "  gcnmem ops --gpu 'hd 7970'\n",
     0},
    {"cost", "cC", run_cost, "", "", "clocks, conflicts, lines and bytes of one wave instruction",
     "  gcnmem cost --gpu hawaii --op buffer_load_dword --addr 'lane*256'\n"
     "  gcnmem cost --gpu vega10 --op ds_read_b32 --addr 'lane*132'\n"
     "  gcnmem cost --gpu vega10 --op ds_read_b32 --addr 'lane*132+iter*4' --iters 32\n"
     "  gcnmem cost --gpu fiji --op image_sample --image 512x512 --filter bilinear\n"
     "  gcnmem cost --gpu all --op buffer_load_dword --addr 'lane*256'\n"
     "  gcnmem cost --gpu hawaii --op ds_read_b64 --set lds_bank_count=16,32\n"
     "  gcnmem cost --gpu hawaii --op buffer_load_dword --addresses 0,256,512\n"
     "  gcnmem cost --gpu hawaii --addresses @accesses.txt --csv\n"
     "  gcnmem cost --gpu 'hd 5870' --op load_b32 --addr '0x1232+lane*4' --requests\n\n"
     "MNEMONIC is one that 'gcnmem ops' lists: GCN's, RDNA's such as ds_load_b64, or\n"
     "  load_b32, shared_store_b64.\n"
     "--addresses takes decimal or 0x; of @FILE (- for standard input) an access a\n"
     "  line: addresses for --op, or a TRACE, whose lines say what they are. Of one\n"
     "  access the requests are listed, as with --requests.\n"
     "EXPR is C integer syntax over lane wave group iter x y: 'lane*4 + iter*256'.\n"
     "  It knows uniform(a) stride(b) tile(w,h,b) rand(bytes) chase(bytes)\n"
     "  hitrate(percent) hash(a), and 16K 4M 1G.\n",
     0},
    {"occupancy", "oO", run_occupancy, "", "", "how many waves fit a SIMD, what limits them, and the next step",
     "  gcnmem occupancy --gpu hawaii --vgprs 84 --sgprs 40 --group 256 --lds 8192\n"
     "  gcnmem occupancy --gpu all --vgprs 84 --sgprs 40 --group 256\n",
     0},
    {"replay", "rR", run_replay, " TRACE|-", "a trace file, or - for standard input",
     "hits, misses, DRAM rows and GB/s of a stream of accesses",
     "  gcnmem replay --gpu fiji accesses.txt\n"
     "  gcnmem run --gpu fiji kernel.s --trace - | gcnmem replay --gpu fiji -\n"
     "  gcnmem_trace kernel-1.traceg | gcnmem replay --gpu v100 -\n\n"
     "TRACE has an access a line: 'R|W ADDRESS [BYTES]', or 'MNEMONIC cu=N a0,a1,...';\n"
     "  '#' starts a comment. gcnmem_trace converts what NVBit's mem_trace or\n"
     "  Accel-Sim's tracer wrote.\n",
     1},
    {"run", "uU", run_run, " LISTING|- [LISTING2]", "a listing, or - for standard input",
     "where a shader's time goes, by instruction",
     "  gcnmem run --gpu hawaii kernel.s --html kernel.html\n"
     "  gcnmem run --gpu vega64 shader.txt --stage fragment --cus 4 --trip '*=16'\n"
     "  gcnmem run --gpu fiji kernel.s --mem 'buffer_load_dword=lane*4 + iter*1M'\n"
     "  gcnmem run --gpu fiji kernel.s --arg 0=buffer:64M --arg 1=1024 --groups 4096\n"
     "  gcnmem run --gpu fiji kernel.s --vgprs 24,32,36 --lds 0,8192\n"
     "  gcnmem run --gpu fiji before.s after.s\n\n"
     "Lists in --vgprs, --sgprs, --lds and --set make a table of variants that do the\n"
     "  same work; two listings tell what a change brought.\n"
     "LISTING is GCN disassembly of any tool, on an RX 6900 XT RDNA2's, on any GPU one\n"
     "  in neutral names (load_b32 r1, r0). In it '; @mem EXPR' on a memory\n"
     "  instruction works as --mem does; '; @trip N', 1 to 4294967295, on a loop's\n"
     "  label or a branch in it as --trip does; '; @lanes K', 1 to 64, leaves K lanes\n"
     "  active: on a branch to its label, on a label or where EXEC changes until EXEC\n"
     "  is restored.\n"
     "LABEL is a label's name, #INDEX as in the report, +0xADDRESS or\n"
     "  <kernel+0xOFFSET> of the listing, * for all.\n"
     "EXPR is as in 'gcnmem help cost', with iter1 and iter2 of the loops outside;\n"
     "  that of --arg K=data:EXPR is what dword i of the buffer holds: 0=data:i*4+1,\n"
     "  and data:f:EXPR as a float.\n"
     "K counts the arguments from 0, hidden ones apart, or is a name.\n"
     "--timeline holds the first " MAX_EVENTS " events. With - a file is standard\n"
     "  output, instead of the report.\n",
     2},
    {"explain", "eE", run_explain, " RULE|all", "a rule, such as R20, or all",
     "the rule of the model that a message cites",
     "  gcnmem explain R20\n"
     "  gcnmem explain all | grep -i bank\n",
     1},
    {NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0},
};

static void print_usage(FILE* file) {
    fputs("usage: gcnmem VERB [FLAGS]\n\n", file);
    for (const verb* v = verbs; v->name != NULL; ++v) {
        fprintf(file, "  %-10s  %s\n", v->name, v->summary);
    }
    fputs("  help VERB   its flags, with examples\n\n"
          "example: gcnmem cost --gpu hawaii --op buffer_load_dword --addr 'lane*256'\n",
          file);
}

/* A line of 80 characters at most for each flag: first those that the verb needs. */
static void print_help(const verb* v) {
    printf("gcnmem %s%s: %s\n\n", v->name, v->argument, v->summary);
    for (int is_needed = 1; is_needed >= 0; --is_needed) {
        for (size_t i = 0; i < FLAG_COUNT; ++i) {
            if (takes(v, &flags[i]) && needs(v, &flags[i]) == is_needed) {
                char text[64];
                snprintf(text, sizeof(text), "--%s %s", flags[i].name, flags[i].shape);
                printf("  %-25s %s\n", text, flags[i].meaning);
            }
        }
    }
    printf("\nexamples\n%s", v->help);
}

static const verb* verb_of(const char* name) {
    const char* nearest = NULL;
    for (const verb* v = verbs; v->name != NULL; ++v) {
        if (strcmp(v->name, name) == 0) {
            return v;
        }
        nearest = nearer(name, nearest, v->name);
    }
    fail(2, "'%s' is not a verb; nearest: %s ('gcnmem help' lists them)", name, nearest);
}

int main(int argc, char** argv) {
#ifdef _WIN32
    _setmode(_fileno(stdin), _O_BINARY); /* the same bytes on every system */
    _setmode(_fileno(stdout), _O_BINARY);
#endif
    const char* name = argc > 1 ? argv[1] : "";
    if (strcmp(name, "--help") == 0 || strcmp(name, "help") == 0 || strcmp(name, "-h") == 0) {
        if (argc > 2) {
            print_help(verb_of(argv[2]));
        } else {
            print_usage(stdout);
        }
        return end_output(0);
    }
    if (strcmp(name, "--version") == 0) {
        printf("gcnmem %s, model revision %d\n", GCNMEM_VERSION_STRING, GCNMEM_MODEL_REVISION);
        return end_output(0);
    }
    if (argc < 2) {
        print_usage(stderr);
        return 2;
    }
    static options o; /* static: what ends by exit() lets go of nothing */
    const verb* v = verb_of(name);
    o = read_options(v, argc, argv);
    return end_output(v->run(&o));
}
