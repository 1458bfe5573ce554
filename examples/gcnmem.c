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
#define ENDS_LIKE_PRINTF __attribute__((noreturn, format(printf, 2, 3)))
#else
#define ENDS
#define ENDS_LIKE_PRINTF
#endif

#define MAX_RUN_BYTES ((uint64_t)8 << 30)
#define RUN_ROOM 4           /* of a run's memory to that of its listing: enough, so that a long one is read once */
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

ENDS static void end_line(void) {
    fputs("\n", stderr);
    exit(1);
}

ENDS static void fail_issue(const char* what, const char* value, const gcnmem_issue* issue) {
    print_issue(what, value, issue);
    end_line();
}

/* "FILE:line:column: what rule", as far as the issue knows them. */
static void print_issue_of_file(const char* file, const char* what, const gcnmem_issue* issue) {
    char rule[1024];
    gcnmem_issue_text(issue, rule, sizeof(rule));
    fprintf(stderr, issue->line != 0 ? "gcnmem: %s:%u" : "gcnmem: %s", file, (unsigned)issue->line);
    fprintf(stderr, issue->column != 0 ? ":%u: " : ": ", (unsigned)issue->column);
    fprintf(stderr, "%s%s%s", what, what[0] != 0 ? " " : "", rule);
}

ENDS static void fail_issue_of_file(const char* file, const char* what, const gcnmem_issue* issue) {
    print_issue_of_file(file, what, issue);
    end_line();
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
    const char* bar = strpbrk(line, "[\n");
    const size_t filled = bar != NULL && *bar == '[' ? strspn(bar + 1, "#.") : 0;
    if (filled != 0 && (size_t)(bar - line) + filled + 2 > columns) { /* "[###...] " */
        size_t from = (size_t)(bar - line);
        memmove(line + from, bar + filled + 3, bytes - from - filled - 3);
        bytes -= filled + 3;
    }
    const size_t begin = strspn(line, " ");
    size_t hang = begin + 2;
    for (size_t i = begin + 3; i < bytes && i <= columns * 2 / 3; ++i) {
        hang = line[i] != ' ' && line[i - 1] == ' ' && line[i - 2] == ' ' ? i : hang;
    }
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
        while (cut < bytes && line[cut] == ' ') {
            ++cut;
        }
        size_t word = 0;
        while (cut + word < bytes && line[cut + word] != ' ') {
            ++word;
        }
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
    static char line[4096];
    static size_t used;
    const char* off = getenv("NO_COLOR");
    int is_coloured = IS_SHOWN && (off == NULL || off[0] == 0);
    size_t columns = columns_shown();
    FILE* file = (FILE*)user_data;
    for (size_t i = 0; i < bytes; ++i) {
        line[used++] = text[i];
        if (text[i] != '\n' && used < sizeof(line) - 1) {
            continue;
        }
        line[used] = 0;
        const char* colour = NULL;
        for (size_t k = 0; k < sizeof(marks) / sizeof(marks[0]) && is_coloured; ++k) {
            colour = strncmp(line, marks[k][0], strlen(marks[k][0])) == 0 ? marks[k][1] : colour;
        }
        int is_whole = line[used - 1] == '\n';
        if (colour != NULL) {
            fprintf(file, "\033[%sm", colour);
        }
        print_folded(file, line, used - (size_t)is_whole, columns);
        fputs(colour != NULL ? "\033[0m" : "", file);
        fputs(is_whole ? "\n" : "", file);
        used = 0;
    }
    return !ferror(file);
}

static gcnmem_write_fn to_output(gcnmem_style style) {
    return style == GCNMEM_STYLE_TEXT ? to_people : to_file;
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
    {"gpu", "G", "gU", FLAG_OWN, "a chip or card, such as hawaii or 'r9 390x'"},
    {"gpu", "G|G,G,..|all", "COR", FLAG_LIST, "a chip or card; several, or all, make a table"},
    {"machine", "FILE", "gcoru", FLAG_OWN, "instead of --gpu: what 'gpus --gpu G' printed"},
    {"op", "MNEMONIC", "c", FLAG_VALUE, "the instruction, such as buffer_load_dword"},
    {"addr", "EXPR", "c", FLAG_VALUE, "byte address of each lane; else side by side"},
    {"addresses", "A0,A1,..|@FILE", "c", FLAG_VALUE, "lanes' addresses as they are; '-': a lane is off"},
    {"image", "WxH", "c", FLAG_VALUE, "size of an image in texels, WxHxD of a volume"},
    {"image", "INDEX|*=WxH[:F][:FILTER]", "u", FLAG_OFTEN, "what images are: size, format, filter"},
    {"texel", "EXPR,EXPR", "c", FLAG_VALUE, "texel of each lane; else x,y of an 8x8 tile"},
    {"format", "F", "c", FLAG_VALUE, "of texels or elements, such as rgba8 or r32f"},
    {"filter", "F", "c", FLAG_VALUE, "point, bilinear, trilinear or anisoN"},
    {"exec", "MASK", "c", FLAG_VALUE, "active lanes, a bit each; else all"},
    {"size", "BYTES", "c", FLAG_VALUE, "of the buffer: lanes outside cost nothing"},
    {"waves", "N", "c", FLAG_VALUE, "waves to sum up, 'wave' of EXPR; else 1"},
    {"iters", "M", "c", FLAG_VALUE, "iterations of each, 'iter' of EXPR; else 1"},
    {"stage", "NAME", "u", FLAG_VALUE, "the kernel or shader, by part of its name"},
    {"group", "X,Y,Z", "Ou", FLAG_VALUE, "lanes of a work-group, in all or by axis"},
    {"groups", "X,Y,Z", "u", FLAG_VALUE, "work-groups; else as many as fill the GPU once"},
    {"arg", "K=VALUE", "u", FLAG_OFTEN, "argument: 64, f:1.5, buffer:N, data:EXPR, file:PATH"},
    {"reg", "sN|vN=VALUE", "u", FLAG_OFTEN, "what a register, or v[4:5], holds at the start"},
    {"const", "OFFSET=VALUE", "u", FLAG_OFTEN, "what uniform buffers, push constants hold"},
    {"cus", "N", "ru", FLAG_VALUE, "CUs, with their share of L2 and DRAM; else all"},
    {"vgprs", "N", "O", FLAG_VALUE, "vector registers of a lane"},
    {"sgprs", "N", "O", FLAG_VALUE, "scalar registers of a wave"},
    {"lds", "BYTES", "o", FLAG_VALUE, "of a work-group; else none"},
    {"vgprs", "N,N,..", "u", FLAG_LIST, "of a lane; else the listing's; lists make a table"},
    {"sgprs", "N,N,..", "u", FLAG_LIST, "of a wave; else the listing's"},
    {"lds", "BYTES,..", "u", FLAG_LIST, "of a work-group; else the listing's"},
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
    {"set", "FIELD=VALUE", "g", FLAG_MACHINE, "changes the machine; 'gpus --gpu G' has fields"},
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

typedef struct options {
    const verb* asked;
    const char* file;              /* the argument that is no flag */
    const char* second;            /* another one, or NULL */
    const char* value[FLAG_COUNT]; /* NULL when not given */
    const char** sets;             /* --set, in order */
    gcnmem_setting* settings;      /* of run, in order */
    uint32_t set_count;
    uint32_t setting_count;
    int is_of_every; /* a variant of --gpu all: of GPUs that cannot do it there is no row */
    char* why;       /* of a table: receives why there is no row, where that is told */
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

static int has_no_sgprs(const gcnmem_desc* desc) {
    return gcnmem_field_provenance(desc, GCNMEM_FIELD_sgprs_per_simd) == GCNMEM_PROVENANCE_NONE;
}

/* A flag is not needed for what no GPU of the list has. */
static int is_lacking(const options* o, const flag* f) {
    const char* list = value_of(o, "gpu");
    gcnmem_device device;
    char name[64];
    int is_lacked = strcmp(f->name, "sgprs") == 0 && list != NULL;
    while (is_lacked && *list != 0) {
        int bytes = (int)strcspn(list, ",");
        snprintf(name, sizeof(name), "%.*s", bytes, list);
        is_lacked = gcnmem_device_find(name, &device, NULL) == GCNMEM_OK;
        if (is_lacked) {
            gcnmem_desc desc = gcnmem_desc_for(device);
            is_lacked = has_no_sgprs(&desc);
        }
        list += bytes + (list[bytes] == ',');
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
        const char* name = word + strspn(word, "-");
        const char* value = strchr(word, '=');
        gcnmem_op op;
        for (size_t i = 0; i < FLAG_COUNT && value != NULL && word != name; ++i) {
            if (takes(v, &flags[i]) && strlen(flags[i].name) == (size_t)(value - name) &&
                strncmp(flags[i].name, name, (size_t)(value - name)) == 0) {
                fail(2, "'%s': a flag and its value are two words: --%s '%s'", word, flags[i].name, value + 1);
            }
        }
        if (word == name) { /* what stands alone is no flag that was mistyped */
            int is_op = place_of(v, "op") != FLAG_COUNT && gcnmem_op_find(word, &op, NULL) == GCNMEM_OK;
            fail(2, "'%s' is not a flag of %s; %s%s ('gcnmem help %s' lists them)", word, v->name,
                 is_op ? "an instruction is --op " : "a value with blanks needs quotes", is_op ? word : "", v->name);
        }
        size_t best = strlen(name) / 2 + 1;
        const char* nearest = NULL;
        for (size_t i = 0; i < FLAG_COUNT; ++i) {
            if (takes(v, &flags[i]) && gcnmem_name_distance(name, flags[i].name) < best) {
                best = gcnmem_name_distance(name, flags[i].name);
                nearest = flags[i].name;
            }
        }
        fail(2, "'%s' is not a flag of %s%s%s ('gcnmem help %s' lists them)", word, v->name,
             nearest != NULL ? "; nearest: --" : "", nearest != NULL ? nearest : "", v->name);
    }
    return &flags[place];
}

/* Of two KEY=VALUE with one key neither could win. */
static void refuse_key(const flag* f, const char* given, const char* value) {
    size_t bytes = strcspn(value, "=");
    if (strcspn(given, "=") == bytes && strncmp(given, value, bytes) == 0) {
        fail(2, "--%s %.*s is given twice", f->name, (int)bytes, value);
    }
}

static void keep_flag(options* o, const flag* f, const char* value) {
    const char** kept = &o->value[f - flags];
    if (f->kind == FLAG_OFTEN && (value[0] == '=' || strchr(value, '=') == NULL)) {
        fail(1, "--%s '%s' must be %s", f->name, value, f->shape);
    }
    for (uint32_t i = 0; i < o->setting_count && f->kind == FLAG_OFTEN; ++i) {
        if (strcmp(o->settings[i].name, f->name) == 0) {
            refuse_key(f, o->settings[i].value, value);
        }
    }
    if (f->kind == FLAG_MACHINE) {
        for (uint32_t i = 0; i < o->set_count; ++i) {
            refuse_key(f, o->sets[i], value);
        }
        o->sets[o->set_count++] = value;
    } else if (*kept != NULL && f->kind != FLAG_OFTEN) {
        fail(2, "--%s is given twice", f->name);
    }
    *kept = value;
    if (f->kind <= FLAG_LIST) {
        o->settings[o->setting_count].name = f->name;
        o->settings[o->setting_count++].value = value;
    }
}

static void print_help(const verb* v);

static options read_options(const verb* v, int argc, char** argv) {
    options o;
    memset(&o, 0, sizeof(o));
    o.asked = v;
    o.sets = (const char**)need_memory((uint64_t)argc * sizeof(*o.sets));
    o.settings = (gcnmem_setting*)need_memory((uint64_t)argc * sizeof(*o.settings));
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
    char missing[256] = "";
    int lacks_gpu = 0;
    for (size_t i = 0; i < FLAG_COUNT; ++i) {
        int is_gpu = strcmp(flags[i].name, "gpu") == 0;
        int has_machine = is_gpu && value_of(&o, "machine") != NULL;
        if (needs(v, &flags[i]) && o.value[i] == NULL && !has_machine && !is_lacking(&o, &flags[i])) {
            size_t used = strlen(missing);
            snprintf(missing + used, sizeof(missing) - used, "%s--%s %s", used != 0 ? ", " : "", flags[i].name,
                     flags[i].shape);
            lacks_gpu |= is_gpu;
        }
    }
    if (missing[0] != 0) {
        fail(2, lacks_gpu ? "%s needs %s; 'gcnmem gpus' lists GPUs" : "%s needs %s; 'gcnmem help %s' has an example",
             v->name, missing, v->name);
    }
    if (v->argument[0] != 0 && o.file == NULL) {
        fail(2, "%s needs %s", v->name, v->meaning);
    }
    return o;
}

/* ---- files, and a line of progress on a terminal, once a second at most ---- */

/* Nothing to show, NULL, takes the line away. */
static void show_progress(const char* what, uint64_t count) {
    static time_t last;
    static int is_shown;
    time_t now = time(NULL);
    if (what == NULL) {
        fprintf(stderr, "%s", is_shown ? "\r                                                            \r" : "");
        is_shown = 0;
    } else if (last != 0 && now != last && ON_TERMINAL) {
        fprintf(stderr, "\r%llu %s\r", (unsigned long long)count, what);
        fflush(stderr);
        is_shown = 1;
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

static void grow_input(input* in) {
    in->room = in->room * 2 + 4096;
    in->text = (char*)realloc(in->text, in->room);
    if (in->text == NULL) {
        fail(1, "%s '%s' does not fit in memory", in->what, in->name);
    }
}

static void check_input(const input* in) {
    if (ferror(in->file)) {
        fail(1, "%s '%s' cannot be read", in->what, in->name);
    }
}

/* Reads to the next line's end, which is not part of the text, or to the file's. 0 when nothing was left. */
static int read_line(input* in) {
    int c;
    in->bytes = 0;
    do {
        if (in->bytes == in->room) {
            grow_input(in);
        }
        c = getc(in->file);
        in->text[in->bytes++] = (char)c;
    } while (c != EOF && c != '\n');
    in->text[--in->bytes] = 0;
    check_input(in);
    return c != EOF || in->bytes != 0;
}

static void read_whole(input* in, const char* what, const char* name) {
    open_input(in, what, name);
    in->bytes = 0;
    do {
        grow_input(in);
        in->bytes += fread(in->text + in->bytes, 1, in->room - in->bytes, in->file);
    } while (in->bytes == in->room);
    check_input(in);
}

/* What is written, as a text that ends in 0. */
static int to_text(void* user_data, const char* text, size_t bytes) {
    input* in = (input*)user_data;
    if (bytes >= in->room - in->bytes) {
        in->room = in->room * 2 + bytes + 1;
        in->text = (char*)realloc(in->text, in->room);
    }
    if (in->text != NULL) {
        memcpy(in->text + in->bytes, text, bytes);
        in->text[in->bytes += bytes] = 0;
    }
    return in->text != NULL;
}

/* What is wrong with a line of a trace, and a hint; the operation nearest to its first word when that is none. */
static void print_issue_of_line(const input* in, uint64_t number, gcnmem_issue* issue, const char* hint) {
    char word[48];
    gcnmem_op op;
    issue->line = (uint32_t)number;
    print_issue_of_file(in->name, "", issue);
    if (strncmp(issue->rule, "starts with", 11) == 0 &&
        sscanf(in->text + strspn(in->text, " \t"), "%47[^ \t\r,=]", word) == 1) {
        gcnmem_op_nearest(word, &op);
        if (gcnmem_name_distance(word, op.name) <= strlen(word) / 3) {
            fprintf(stderr, "; nearest: %s", op.name);
        }
    }
    fprintf(stderr, "%s\n", hint);
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
        print_issue("--gpu", name, &issue);
        for (uint32_t i = 0; i < count; ++i) {
            fprintf(stderr, "%s %s (%s)", i > 0 ? "," : "; nearest:", gcnmem_device_card(nearest[i]),
                    gcnmem_device_chip(nearest[i]));
        }
        end_line();
    }
    return gcnmem_desc_for(device);
}

/* Read once, however often it is asked for. */
static gcnmem_desc described_in(const char* name) {
    static input in;
    static gcnmem_desc desc;
    gcnmem_issue issue;
    if (in.file != NULL) {
        return desc;
    }
    read_whole(&in, "--machine", name);
    if (gcnmem_desc_read(in.text, in.bytes, &desc, &issue) != GCNMEM_OK) {
        fail_issue_of_file(name, issue.field, &issue);
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
    for (uint32_t i = 0; i < o->set_count; ++i) {
        apply_set(&desc, o->sets[i]);
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
    const char* name;
    const char** places[2]; /* where its value is looked for */
    uint32_t count;
    size_t room; /* of an item */
    char* items; /* what the flag would hold, one by one */
} axis;

static const char* list_of(const char* text, int is_set) {
    const char* list = is_set ? strchr(text, '=') : text;
    return is_set && list != NULL ? list + 1 : list;
}

/* Whether the text, "24,32" or "field=24,32" or "all" GPUs, is a list; then its items. */
static int read_axis(axis* a, const char* text) {
    char every[4096] = "";
    int is_set = strcmp(a->name, "set") == 0;
    if (strcmp(a->name, "gpu") == 0 && strcmp(text, "all") == 0) {
        for (int i = 1; i < (int)GCNMEM_DEVICE_END; ++i) {
            snprintf(every + strlen(every), sizeof(every) - strlen(every), i > 1 ? ",%s" : "%s",
                     gcnmem_device_card((gcnmem_device)i));
        }
        text = every;
    }
    const char* list = list_of(text, is_set);
    a->count = 1;
    for (const char* c = list; c != NULL && *c != 0; ++c) {
        a->count += *c == ',';
    }
    if (a->count > 1) {
        a->room = strlen(text) + 1;
        a->items = (char*)need_memory((uint64_t)a->count * a->room);
        for (uint32_t i = 0, bytes; i < a->count; ++i, list += bytes + 1) {
            bytes = (uint32_t)strcspn(list, ",");
            snprintf(a->items + i * a->room, a->room, "%.*s%.*s", (int)(list_of(text, is_set) - text), text, (int)bytes,
                     list);
        }
    }
    return a->count > 1;
}

/* All lists, of settings, then of --set, in memory of the caller's; and of how many variants they are the product. */
static uint32_t read_axes(options* o, axis** out_axes, uint64_t most, uint32_t* out_variants) {
    axis* axes = (axis*)need_memory((o->setting_count + o->set_count) * sizeof(*axes));
    uint32_t count = 0;
    uint64_t variants = 1;
    for (uint32_t i = 0; i < o->setting_count + o->set_count; ++i) {
        axis* a = &axes[count];
        int is_set = i >= o->setting_count;
        a->name = is_set ? "set" : o->settings[i].name;
        size_t f = place_of(o->asked, a->name);
        a->places[0] = is_set ? &o->sets[i - o->setting_count] : &o->settings[i].value;
        a->places[1] = &o->value[f];
        if ((is_set || flags[f].kind == FLAG_LIST) && read_axis(a, *a->places[0])) {
            ++count;
            variants *= a->count;
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
    *a->places[0] = *a->places[1] = a->items + *number % a->count * a->room;
    *number /= a->count;
}

/* ---- tables of variants: --gpu all, and lists in --set ---- */

typedef struct column {
    const char* name;
    uint64_t value;
    const char* word; /* instead of the value, or NULL */
} column;

#define MAX_ROW 8

/* Of one machine: fills columns of a table for people and, unless it is NULL, the text of the report. Returns how many
   columns, 0 when the machine cannot do it at all. */
typedef int (*row_function)(const struct options* o, const gcnmem_desc* desc, column* out, gcnmem_style style,
                            input* report);

#define FILL(out, columns) (memcpy(out, columns, sizeof(columns)), (int)(sizeof(columns) / sizeof((columns)[0])))

/* The values of --set, which stand before those of the report, or in the head of CSV their names. */
static void print_sets(const options* variant, int is_json, int is_head) {
    for (uint32_t i = 0; i < variant->set_count; ++i) {
        const char* set = variant->sets[i];
        int bytes = (int)strcspn(set, "=");
        int is_text = strncmp(set, "dram_mapping=", 13) == 0;
        if (is_json) {
            printf(is_text ? "\"%.*s\": \"%s\", " : "\"%.*s\": %s, ", bytes, set, set + bytes + 1);
        } else {
            printf("%.*s,", is_head ? bytes : 64, is_head ? set : set + bytes + 1);
        }
    }
}

/* Lines of CSV, or a JSON report in one line. */
static void print_report(const options* variant, int is_json, int is_head, const char* text) {
    if (is_json) {
        putchar(*text++);
        print_sets(variant, is_json, 0);
    }
    for (; *text != 0; ++text) {
        size_t bytes = strcspn(text, "\n");
        if (!is_json) {
            print_sets(variant, is_json, is_head);
        }
        fwrite(text, 1, bytes + !is_json, stdout);
        text += bytes;
        if (is_json && text[0] != 0 && text[1] == ' ') {
            putchar(' ');
            text += strspn(text + 1, " ");
        }
        is_head = 0;
    }
}

static void print_columns(const gcnmem_desc* desc, const options* variant, const column* columns, int count,
                          int is_first) {
    char line[512];
    for (int is_head = is_first; is_head >= 0; --is_head) {
        int used = snprintf(line, sizeof(line), "%-14s", is_head ? "gpu" : gcnmem_device_card(desc->device));
        for (uint32_t i = 0; i < variant->set_count; ++i) {
            const char* set = variant->sets[i];
            int bytes = (int)strcspn(set, "=");
            used += snprintf(line + used, sizeof(line) - (size_t)used, " %*.*s", bytes, is_head ? bytes : 63,
                             is_head ? set : set + bytes + 1);
            used = used < 256 ? used : 256;
        }
        for (int i = 0; i < count; ++i) {
            char text[64];
            int width = strlen(columns[i].name) > 6 ? (int)strlen(columns[i].name) : 6;
            snprintf(text, sizeof(text), "%llu", (unsigned long long)columns[i].value);
            used += snprintf(line + used, sizeof(line) - (size_t)used, " %*s", width,
                             is_head                   ? columns[i].name
                             : columns[i].word != NULL ? columns[i].word
                                                       : text);
        }
        to_people(stdout, line, (size_t)used);
        to_people(stdout, "\n", 1);
    }
}

#define WHY_ROOM 1200

/* Machines without a row, and why: neighbours share a reason. */
typedef struct skipped {
    input text;
    char card[64]; /* the last, */
    char why[WHY_ROOM];
} skipped;

static void skip_machine(skipped* s, const char* card, const char* why) {
    int is_same = strcmp(s->why, why) == 0;
    if (is_same && strcmp(s->card, card) == 0) {
        return;
    }
    if (s->text.bytes != 0 && !is_same) {
        to_text(&s->text, ": ", 2);
        to_text(&s->text, s->why, strlen(s->why));
    }
    to_text(&s->text, is_same ? ", " : "; ", s->text.bytes != 0 ? 2 : 0);
    to_text(&s->text, card, strlen(card));
    snprintf(s->card, sizeof(s->card), "%s", card);
    snprintf(s->why, sizeof(s->why), "%s", why);
}

/* A flag's value that the machine of a row cannot take. */
static void tell_why(const options* o, const gcnmem_issue* issue) {
    char rule[1024];
    gcnmem_issue_text(issue, rule, sizeof(rule));
    snprintf(o->why, WHY_ROOM, "--%.60s %s", issue->field, rule);
}

/* A row for each GPU and combination of values, the last list's first. Returns 0 when there are no lists. */
static int run_sweep(const options* o, row_function row) {
    options variant = *o;
    gcnmem_style style = style_of(o);
    int is_json = style == GCNMEM_STYLE_JSON;
    int rows = 0;
    static input report;
    static axis* axes;
    uint32_t variants;
    uint32_t axis_count = read_axes(&variant, &axes, UINT32_MAX / 2, &variants);
    variant.is_of_every = value_of(o, "gpu") != NULL && strcmp(value_of(o, "gpu"), "all") == 0;
    static skipped skips;
    char why[WHY_ROOM];
    variant.why = why;
    for (uint32_t turn = 0; turn < 2 * variants && axis_count != 0; ++turn) {
        int is_printed = turn >= variants; /* first all is looked at */
        uint32_t number = turn % variants;
        column columns[MAX_ROW];
        for (uint32_t i = axis_count; i-- > 0;) {
            choose_item(&axes[i], &number);
        }
        gcnmem_desc desc = machine_of(&variant);
        report.bytes = 0;
        why[0] = 0;
        int count = row(&variant, &desc, columns, rows != 0 && !is_json ? GCNMEM_STYLE_CSV_ROW : style,
                        is_printed && style != GCNMEM_STYLE_TEXT ? &report : NULL);
        if (count == 0 && !is_printed && why[0] != 0) {
            skip_machine(&skips, gcnmem_device_card(desc.device), why);
        }
        if (count == 0 || !is_printed) {
            continue;
        }
        if (style == GCNMEM_STYLE_TEXT) {
            print_columns(&desc, &variant, columns, count, rows == 0);
        } else {
            fputs(!is_json ? "" : rows == 0 ? "{\"variants\": [\n  " : ",\n  ", stdout);
            print_report(&variant, is_json, rows == 0, report.text);
        }
        ++rows;
    }
    if (axis_count != 0 && rows == 0 && skips.text.bytes == 0) {
        fail(1, "no machine of these can do it");
    }
    fputs(rows != 0 && is_json ? "\n]}\n" : "", stdout);
    if (skips.text.bytes != 0) {
        fprintf(stderr, "gcnmem: no row for %s: %s\n", skips.text.text, skips.why);
        exit(end_output(rows == 0 || !variant.is_of_every));
    }
    return axis_count != 0;
}

static int run_ops(const options* o) {
    gcnmem_report_ops(style_of(o), to_output(style_of(o)), stdout);
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
        gcnmem_issue issue;
        if (gcnmem_expr_lanes(&a->expr[i], &inputs, access->exec_mask, values, &issue) != GCNMEM_OK) {
            print_issue(a->flag_name, a->text, &issue);
            fprintf(stderr, " at lane %u, wave %llu, iter %llu\n", (unsigned)issue.value, (unsigned long long)wave,
                    (unsigned long long)iter);
            exit(1);
        }
    }
}

static gcnmem_cost sum_of(const options* o, const gcnmem_desc* desc, gcnmem_access* out_access) {
    addresses a;
    gcnmem_issue issue;
    *out_access = access_of(o, &a);
    if (gcnmem_access_validate(desc, out_access, &issue) != GCNMEM_OK) {
        fail_issue(NULL, value_of(o, issue.field), &issue);
    }
    uint64_t waves = number_of(o, "waves", 1, 1, 1000000000);
    uint64_t iters = number_of(o, "iters", 1, 1, 1000000000);
    if (waves * iters > 1000000000) {
        fail(1, "--waves %llu times --iters %llu is more than 1000000000 accesses", (unsigned long long)waves,
             (unsigned long long)iters);
    }
    gcnmem_cost sum;
    uint64_t count = 0;
    memset(&sum, 0, sizeof(sum));
    for (uint64_t wave = 0; wave < waves; ++wave) {
        for (uint64_t iter = 0; iter < iters; ++iter) {
            fill_lanes(out_access, &a, desc->wave_lanes, wave, iter);
            gcnmem_cost cost = gcnmem_cost_wave(desc, out_access);
            gcnmem_cost_add(&sum, &cost);
            if (++count % 65536 == 0) {
                show_progress("accesses are summed up", count);
            }
        }
    }
    show_progress(NULL, 0);
    return sum;
}

static int cost_row(const options* o, const gcnmem_desc* desc, column* out, gcnmem_style style, input* report) {
    addresses a;
    gcnmem_issue issue;
    gcnmem_access access = access_of(o, &a);
    if (gcnmem_access_validate(desc, &access, &issue) != GCNMEM_OK) {
        if (!o->is_of_every) {
            tell_why(o, &issue);
        }
        return 0;
    }
    gcnmem_cost cost = sum_of(o, desc, &access);
    if (report != NULL) {
        gcnmem_report_cost(desc, &access, &cost, style, to_text, report);
    }
    const column columns[] = {
        {"clocks", cost.clocks, NULL},
        {"best", cost.best_clocks, NULL},
        {"conflicts", cost.tag_conflict_clocks + cost.bank_conflict_clocks + cost.conflict_clocks, NULL},
        {"l1_lines", cost.l1_lines, NULL},
        {"l2_requests", cost.l2_requests, NULL},
        {"dram_bursts", cost.dram_bursts, NULL}};
    return FILL(out, columns);
}

/* ---- occupancy ---- */

static gcnmem_occupancy_rule rule_of(const options* o) {
    static const char* const words[] = {"hardware", "llvm", "radv"};
    return (gcnmem_occupancy_rule)word_of(o, "rule", words);
}

static gcnmem_shader_needs needs_of(const options* o) {
    const char* size = value_of(o, "group"); /* in all, or by axis */
    uint64_t lanes[3] = {0, 1, 1};
    gcnmem_shader_needs shader;
    shader.vgprs = (uint32_t)number_of(o, "vgprs", 0, 1, UINT32_MAX);
    shader.sgprs = (uint32_t)number_of(o, "sgprs", 0, 1, UINT32_MAX);
    shader.lds_bytes = (uint32_t)number_of(o, "lds", 0, 0, UINT32_MAX);
    shader.group_lanes = 1;
    if (gcnmem_numbers_read(size, lanes, 3) == 0 || lanes[0] == 0 || lanes[1] == 0 || lanes[2] == 0) {
        fail(1, "--group '%s' must be X or X,Y or X,Y,Z, each at least 1", size);
    }
    for (int i = 0; i < 3; ++i) {
        uint32_t most = UINT32_MAX / shader.group_lanes;
        shader.group_lanes = lanes[i] > most ? UINT32_MAX : shader.group_lanes * (uint32_t)lanes[i];
    }
    return shader;
}

static int occupancy_row(const options* o, const gcnmem_desc* desc, column* out, gcnmem_style style, input* report) {
    gcnmem_shader_needs shader = needs_of(o);
    gcnmem_issue issue;
    if (has_no_sgprs(desc)) { /* where others of the table have some */
        shader.sgprs = 0;
    }
    if (gcnmem_occupancy_validate(desc, &shader, rule_of(o), &issue) != GCNMEM_OK) {
        tell_why(o, &issue);
        return 0;
    }
    gcnmem_occupancy occupancy = gcnmem_occupancy_for(desc, &shader, rule_of(o));
    if (report != NULL) {
        gcnmem_report_occupancy(desc, &shader, rule_of(o), style, to_text, report);
    }
    const column columns[] = {{"waves_per_simd", occupancy.waves_per_simd, NULL},
                              {"waves_per_cu", occupancy.waves_per_cu, NULL},
                              {"groups_per_cu", occupancy.groups_per_cu, NULL},
                              {"limited_by", 0, gcnmem_limit_name(occupancy.limited_by)}};
    return FILL(out, columns);
}

static int run_occupancy(const options* o) {
    if (run_sweep(o, occupancy_row)) {
        return 0;
    }
    gcnmem_desc desc = machine_of(o);
    gcnmem_shader_needs shader = needs_of(o);
    gcnmem_issue issue;
    if (gcnmem_occupancy_validate(&desc, &shader, rule_of(o), &issue) != GCNMEM_OK) {
        fail_issue(NULL, value_of(o, issue.field), &issue);
    }
    gcnmem_report_occupancy(&desc, &shader, rule_of(o), style_of(o), to_output(style_of(o)), stdout);
    return 0;
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
        fail_issue_of_file(where, issue.field, &issue);
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
    for (uint64_t number = 1; read_line(&in); ++number) {
        if (number % 65536 == 0) {
            show_progress("lines of the trace read", number);
        }
        snprintf(where, sizeof(where), "%.200s:%llu", name, (unsigned long long)number);
        if (gcnmem_trace_read(&trace, in.text, in.bytes, &line, &issue) != GCNMEM_OK) {
            print_issue_of_line(&in, number, &issue, "");
            exit(1);
        }
        if (line.kind == GCNMEM_TRACE_PLAIN) {
            fail(1, "%s: R and W are of no wave: 'gcnmem replay' takes them", where);
        }
        if (line.kind == GCNMEM_TRACE_WAVE) {
            count_access(t, &line.access, where);
        }
    }
    show_progress(NULL, 0);
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
        if (gcnmem_trace_addresses(desc, &access, text, strlen(text), &issue) != GCNMEM_OK) {
            fail_issue("--addresses", text, &issue);
        }
        count_access(&t, &access, "--addresses");
    }
    if (value_of(o, "csv") == NULL) {
        gcnmem_report_cost(desc, &t.access, &t.sum, style_of(o), to_output(style_of(o)), stdout);
    }
}

static int run_cost(const options* o) {
    if (value_of(o, "addresses") == NULL && run_sweep(o, cost_row)) {
        return 0;
    }
    gcnmem_desc desc = machine_of(o);
    if (value_of(o, "addresses") != NULL) {
        cost_addresses(o, &desc);
        return 0;
    }
    gcnmem_access access;
    gcnmem_cost sum = sum_of(o, &desc, &access);
    gcnmem_report_cost(&desc, &access, &sum, style_of(o), to_output(style_of(o)), stdout);
    return 0;
}

/* ---- replay ---- */

/* As many CUs as --cus says, with their share of the rest. */
static gcnmem_desc part_of(const options* o, const gcnmem_desc* desc) {
    return gcnmem_run_scaled_desc(desc, (uint32_t)number_of(o, "cus", 0, 1, desc->cu_count));
}

/* Returns the line that the trace broke off at; 0 when all of it was read. */
static uint64_t replay_trace(const options* o, const gcnmem_desc* desc, gcnmem_replay_stats* out) {
    gcnmem_issue issue;
    static const char* const levels[] = {"l1", "l2", "dram"};
    static input in;
    static const gcnmem_level froms[] = {GCNMEM_LEVEL_L1, GCNMEM_LEVEL_L2, GCNMEM_LEVEL_DRAM};
    gcnmem_level from = froms[word_of(o, "from", levels)];
    gcnmem_replay* replay;
    size_t bytes = gcnmem_replay_size_bytes(desc);
    void* memory = need_memory(bytes);
    open_input(&in, "trace", o->file);
    if (gcnmem_replay_init(memory, bytes, desc, from, &replay, &issue) != GCNMEM_OK) {
        fail_issue(issue.field, NULL, &issue);
    }
    uint64_t number = 0;
    int is_good = 1;
    while (is_good && read_line(&in)) {
        if (++number % 65536 == 0) {
            show_progress("lines of the trace read", number);
        }
        is_good = gcnmem_replay_line(replay, in.text, in.bytes, &issue) == GCNMEM_OK;
    }
    show_progress(NULL, 0);
    *out = gcnmem_replay_finish(replay);
    free(memory);
    if (in.file != stdin) {
        fclose(in.file);
    }
    if (is_good && out->lines == 0) {
        fail(1, "trace '%s' holds no accesses", o->file);
    }
    if (!is_good && !o->is_of_every && o->why != NULL) {
        char rule[1024];
        gcnmem_issue_text(&issue, rule, sizeof(rule));
        snprintf(o->why, WHY_ROOM, "%.100s:%llu: %s", in.name, (unsigned long long)number, rule);
    } else if (!is_good && !o->is_of_every) {
        int is_listing = out->lines == 0 && strncmp(issue.rule, "is no access", 12) == 0;
        print_issue_of_line(&in, number, &issue, is_listing ? "; a listing is for 'gcnmem run'" : "");
    }
    return is_good ? 0 : number;
}

static int replay_row(const options* o, const gcnmem_desc* whole, column* out, gcnmem_style style, input* report) {
    const gcnmem_desc part = part_of(o, whole);
    const gcnmem_desc* desc = &part;
    gcnmem_replay_stats stats;
    if (strcmp(o->file, "-") == 0) {
        fail(2, "replay reads its trace once for each machine: give a file, not standard input");
    }
    if (replay_trace(o, desc, &stats) != 0) {
        return 0;
    }
    if (report != NULL) {
        gcnmem_report_replay(whole, desc, &stats, 0, style, to_text, report);
    }
    const column columns[] = {{"clocks", stats.clocks, NULL},
                              {"mb_per_s", stats.dram_bytes_per_second / 1000000, NULL},
                              {"l1_misses", stats.l1.misses, NULL},
                              {"l2_misses", stats.l2.misses, NULL},
                              {"dram_bytes", stats.dram.bytes, NULL},
                              {"row_hits", stats.dram.row_hits, NULL},
                              {"slowest", 0, gcnmem_level_name(stats.slowest)}};
    return FILL(out, columns);
}

static int run_replay(const options* o) {
    if (run_sweep(o, replay_row)) {
        return 0;
    }
    const gcnmem_desc whole = machine_of(o);
    const gcnmem_desc desc = part_of(o, &whole);
    gcnmem_replay_stats stats;
    uint64_t broken = replay_trace(o, &desc, &stats);
    if (stats.lines != 0) {
        gcnmem_report_replay(&whole, &desc, &stats, broken, style_of(o), to_output(style_of(o)), stdout);
    }
    return broken != 0;
}

/* ---- run ---- */

/* "; nearest: NAME" of the listing's memory instructions, for OPCODE=EXPR. */
static void print_nearest_opcode(const gcnmem_shader* shader, const char* asked) {
    char word[48];
    char name[48] = "";
    char nearest[48] = "";
    snprintf(word, sizeof(word), "%.*s", (int)strcspn(asked, "="), asked);
    for (uint32_t i = 0; i < shader->program->opcode_count; ++i) {
        const gcnmem_opcode* opcode = gcnmem_listing_opcode(shader->program, i);
        snprintf(name, sizeof(name), "%.*s", (int)opcode->name_bytes, shader->text + opcode->name_offset);
        if (opcode->op.addresses != 0 &&
            (nearest[0] == 0 || gcnmem_name_distance(word, name) < gcnmem_name_distance(word, nearest))) {
            memcpy(nearest, name, sizeof(name));
        }
    }
    if (gcnmem_name_distance(word, nearest) <= strlen(word) / 2) {
        fprintf(stderr, "; nearest: %s", nearest);
    }
}

/* A name that is not found ends in a list of those that there are. */
static void fail_shader(const options* o, const gcnmem_shader* shader, gcnmem_result result,
                        const gcnmem_issue* issue) {
    int is_label = strcmp(issue->field, "trip") == 0 || strcmp(issue->field, "taken") == 0 ||
                   strcmp(issue->field, "label") == 0 || strcmp(issue->field, "stage") == 0;
    const gcnmem_listing* program = result == GCNMEM_ERROR_NAME && is_label ? shader->program : NULL;
    if (issue->setting != 0) {
        print_issue(NULL, o->settings[issue->setting - 1].value, issue);
        fputs(hint_of(o->settings[issue->setting - 1].value), stderr);
    } else {
        print_issue_of_file(o->file, strcmp(issue->field, "stage") == 0 ? "--stage NAME" : issue->field, issue);
    }
    if (strcmp(issue->field, "mem") == 0 && issue->column == 0 && shader->program != NULL) {
        print_nearest_opcode(shader, o->settings[issue->setting - 1].value);
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
    end_line();
}

/* Grows the memory until the shader asks for no more. */
static gcnmem_shader shader_of(const options* o, const input* in, void** memory) {
    gcnmem_desc desc = machine_of(o);
    gcnmem_shader shader;
    gcnmem_issue issue;
    gcnmem_result result;
    uint64_t bytes = 0; /* what a run of the listing takes is known once it is read */
    while ((result = gcnmem_shader_init(*memory, (size_t)bytes, &desc, in->text, in->bytes, o->settings,
                                        o->setting_count, &shader, &issue)) == GCNMEM_ERROR_LIMIT &&
           issue.limit > bytes) {
        if (issue.limit > MAX_RUN_BYTES) {
            fail(1, "%s: a run of it takes %llu MB of memory, %llu at most: choose a kernel with --stage, or cut it",
                 o->file, (unsigned long long)issue.limit >> 20, (unsigned long long)MAX_RUN_BYTES >> 20);
        }
        bytes = bytes == 0 && issue.limit < MAX_RUN_BYTES / RUN_ROOM ? issue.limit * RUN_ROOM : issue.limit;
        show_progress("bytes of memory are set up for the listing", bytes);
        free(*memory);
        *memory = need_memory(bytes);
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
    int is_bad = file != NULL && file != stdout && ferror(file);
    if (file != NULL && file != stdout && (fclose(file) != 0 || is_bad)) {
        fail(1, "--%s '%s' cannot be written", flag_name, value_of(o, flag_name));
    }
}

/* How many reports go to standard output instead of the run's own. */
static int check_outputs(const options* o) {
    int count = 0;
    for (size_t i = 0; i < sizeof(outputs) / sizeof(outputs[0]); ++i) {
        const char* name = value_of(o, outputs[i]);
        count += name != NULL && strcmp(name, "-") == 0;
        if (name != NULL && strcmp(name, "-") != 0 && strcmp(name, o->file) == 0) {
            fail(1, "--%s '%s' is the listing: it would be written over", outputs[i], name);
        }
        for (size_t k = 0; k < i && name != NULL && strcmp(name, "-") != 0; ++k) {
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

/* Where accesses are written to. */
typedef struct trace {
    const gcnmem_shader* shader;
    FILE* file;            /* NULL: nowhere */
    const input* contents; /* of files, by the row of --arg */
} trace;

static void write_access(void* user_data, const gcnmem_run_access* access) {
    const trace* t = (const trace*)user_data;
    gcnmem_report_access(t->shader->program, t->shader->text, access, to_file, t->file);
}

/* The files of --arg K=file:PATH, a row for each --arg. */
static input* read_contents(const options* o) {
    input* rows = (input*)need_memory(o->setting_count * sizeof(*rows));
    uint32_t count = 0;
    memset(rows, 0, o->setting_count * sizeof(*rows));
    for (uint32_t i = 0; i < o->setting_count; ++i) {
        const char* value = strstr(o->settings[i].value, "=file:");
        if (strcmp(o->settings[i].name, "arg") != 0) {
            continue;
        }
        if (value != NULL) {
            read_whole(&rows[count], "file of --arg", value + 6);
        }
        ++count;
    }
    return rows;
}

/* What the file of the row-th --arg holds. */
static int read_content(void* user_data, uint32_t row, uint64_t offset, uint32_t bytes, void* out) {
    const input* in = &((const trace*)user_data)->contents[row];
    int is_inside = offset <= in->bytes && bytes <= in->bytes - offset;
    if (is_inside) {
        memcpy(out, in->text + offset, bytes);
    }
    return is_inside;
}

/* In steps, so that a long run can say how far it is. */
static gcnmem_run_result run_to_end(const options* o, const gcnmem_shader* shader) {
    trace t;
    input* contents = read_contents(o);
    t.shader = shader;
    t.contents = contents;
    t.file = open_output(o, "trace");
    if (t.file != NULL) {
        gcnmem_report_arguments(shader->run, to_file, t.file);
    }
    gcnmem_run_hooks hooks = {NULL, t.file != NULL ? write_access : NULL, read_content, &t};
    uint64_t clock = 0;
    while (gcnmem_run_advance_hooked(shader->run, clock += 100000, &hooks) == GCNMEM_RUN_GOING) {
        show_progress("clocks have passed", clock);
    }
    gcnmem_run_result result = gcnmem_run_result_of(shader->run);
    show_progress(NULL, 0);
    close_output(o, "trace", t.file);
    for (uint32_t i = 0; i < o->setting_count; ++i) {
        free(contents[i].text);
    }
    free(contents);
    if (result.state == GCNMEM_RUN_FAILED) {
        const gcnmem_insn* insn = gcnmem_listing_insn(shader->program, result.failed_insn);
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

static void write_timeline(const gcnmem_shader* shader, const gcnmem_run_result* result, FILE* file) {
    size_t count = (size_t)result->events;
    gcnmem_run_event* events = (gcnmem_run_event*)need_memory(result->events * sizeof(*events));
    gcnmem_run_events_of(shader->run, events, count);
    gcnmem_report_timeline(shader->run, shader->program, shader->text, events, count, to_file, file);
    free(events);
}

/* ---- run: variants, the same work on each ---- */

#define MAX_VARIANTS 256
#define NAME_ROOM 256

/* What is asked for with the number-th item of the lists' product, the first list's first, in place of the lists; its
   name. */
static void choose_variant(const options* v, const axis* axes, uint32_t axis_count, uint32_t number, char* name) {
    int used = snprintf(name, NAME_ROOM, "%s", v->second != NULL ? v->file : "");
    for (uint32_t i = 0; i < axis_count; ++i) {
        choose_item(&axes[i], &number);
        if (used < NAME_ROOM) {
            used += snprintf(name + used, (size_t)(NAME_ROOM - used), "%s--%s %s", used != 0 ? " " : "", axes[i].name,
                             *axes[i].places[0]);
        }
    }
}

/* The machine without the fields that vary. */
static gcnmem_desc base_machine(const options* o) {
    options base = *o;
    base.set_count = 0;
    base.sets = (const char**)need_memory((uint64_t)o->set_count * sizeof(*base.sets));
    for (uint32_t i = 0; i < o->set_count; ++i) {
        if (strchr(o->sets[i], ',') == NULL) {
            base.sets[base.set_count++] = o->sets[i];
        }
    }
    gcnmem_desc desc = machine_of(&base);
    free((void*)base.sets);
    return desc;
}

/* Its warnings, its needs; NULL when it has none. */
static void read_notes(const gcnmem_shader* shader, gcnmem_run_variant* row) {
    input text[2];
    memset(text, 0, sizeof(text));
    gcnmem_report_warnings(shader->run, shader->program, shader->text, to_text, &text[0]);
    gcnmem_report_needs(shader->run, shader->program, shader->text, to_text, &text[1]);
    row->warnings = text[0].text;
    row->needs = text[1].text;
}

/* The work is what fills the machine once in the variant that takes most, unless --groups says it. */
static int run_variants(const options* o, const axis* axes, uint32_t axis_count, uint32_t variants) {
    static input in[2];
    static void* memory;
    static gcnmem_run_variant* rows;
    static char* names;
    const char* files[2] = {o->file, o->second};
    uint32_t file_count = o->second != NULL ? 2 : 1;
    uint32_t count = variants * file_count;
    uint64_t lanes = 0;
    int status = 0;
    char groups[24];
    options v = *o;
    gcnmem_desc base = base_machine(o);
    rows = (gcnmem_run_variant*)need_memory(count * sizeof(*rows));
    names = (char*)need_memory((uint64_t)count * NAME_ROOM);
    for (uint32_t i = 0; i < file_count; ++i) {
        read_whole(&in[i], "listing", files[i]);
    }
    for (uint32_t i = 0; i < 2 * count; ++i) { /* first how much work, then the work */
        gcnmem_run_variant* row = &rows[i % count];
        uint32_t file = i % count / variants;
        v.file = files[file];
        v.setting_count = o->setting_count;
        choose_variant(&v, axes, axis_count, i % count % variants, names + i % count * NAME_ROOM);
        row->name = names + i % count * NAME_ROOM;
        if (i >= count && value_of(o, "groups") == NULL) {
            uint64_t group = row->result.needs.group_lanes;
            snprintf(groups, sizeof(groups), "%llu", (unsigned long long)((lanes + group - 1) / group));
            v.settings[v.setting_count].name = "groups"; /* there is room: a listing is no setting */
            v.settings[v.setting_count++].value = groups;
        }
        gcnmem_shader shader = shader_of(&v, &in[file], &memory);
        row->result = i < count ? gcnmem_run_result_of(shader.run) : run_to_end(&v, &shader);
        if (i >= count) {
            read_notes(&shader, row);
        }
        uint64_t fits = (uint64_t)row->result.groups_per_cu * row->result.cu_count * row->result.needs.group_lanes;
        lanes = i < count && fits > lanes ? fits : lanes;
        status |= i >= count && tell_end(&v, &row->result);
    }
    if (variants == 1) {
        gcnmem_report_comparison(&base, rows, style_of(o), to_output(style_of(o)), stdout);
    } else {
        gcnmem_report_variants(&base, rows, count, style_of(o), to_output(style_of(o)), stdout);
    }
    return status;
}

/* A trace would be read as a listing of instructions that are not known: its first line tells. */
static void refuse_trace(const options* o, const input* in) {
    gcnmem_desc desc = machine_of(o);
    gcnmem_trace reader = gcnmem_trace_for(&desc, NULL);
    gcnmem_trace_line line;
    memset(&line, 0, sizeof(line));
    for (size_t at = 0, bytes; at < in->bytes; at += bytes + 1) {
        const char* end = (const char*)memchr(in->text + at, '\n', in->bytes - at);
        bytes = end != NULL ? (size_t)(end - in->text) - at : in->bytes - at;
        gcnmem_result result = gcnmem_trace_read(&reader, in->text + at, bytes, &line, NULL);
        if (result == GCNMEM_OK && line.kind != GCNMEM_TRACE_NOTHING) {
            fail(1, "%s: its lines are accesses: a trace is for 'gcnmem replay'", o->file);
        }
        if (result != GCNMEM_OK) {
            return;
        }
    }
}

static int run_run(const options* o) {
    static void* memory;
    static input in;
    static axis* axes;
    uint32_t variants;
    options asked = *o;
    int is_instead = check_outputs(o) != 0; /* of the report */
    uint32_t axis_count = read_axes(&asked, &axes, MAX_VARIANTS, &variants);
    if (axis_count != 0 || o->second != NULL) {
        if (value_of(o, "timeline") != NULL || value_of(o, "trace") != NULL || value_of(o, "html") != NULL) {
            fail(2, "--timeline, --trace and --html are of one run; lists and a second listing make several");
        }
        return run_variants(o, axes, axis_count, variants);
    }
    if (value_of(o, "timeline") != NULL) { /* there is room for it: --timeline itself is none */
        asked.settings[asked.setting_count].name = "events";
        asked.settings[asked.setting_count++].value = MAX_EVENTS;
    }
    read_whole(&in, "listing", o->file);
    refuse_trace(o, &in);
    gcnmem_shader shader = shader_of(&asked, &in, &memory);
    gcnmem_run_result result = run_to_end(o, &shader);
    FILE* file = open_output(o, "timeline");
    if (file != NULL) {
        write_timeline(&shader, &result, file);
        close_output(o, "timeline", file);
    }
    file = open_output(o, "html");
    if (file != NULL) {
        gcnmem_report_html(shader.run, shader.program, shader.text, to_file, file);
        close_output(o, "html", file);
    }
    if (!is_instead) {
        gcnmem_report_run(shader.run, shader.program, shader.text, style_of(o), to_output(style_of(o)), stdout);
    }
    return tell_end(o, &result);
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
    if (value_of(o, "json") != NULL) {
        printf("{\"text\": \"%s\"}\n", text); /* rules hold no quotes */
    } else {
        to_people(stdout, text, strlen(text));
        to_people(stdout, "\n", 1);
    }
    return 0;
}

/* ---- verbs ---- */

static const verb verbs[] = {
    {"gpus", "gG", run_gpus, "", "", "the GPUs there are; with --gpu, every field of one and its source",
     "  gcnmem gpus\n"
     "  gcnmem gpus --gpu 'r9 390x'\n"
     "  gcnmem gpus --gpu hawaii --set l1_ways=8 >my_gpu.txt     # for --machine\n",
     0},
    {"ops", "pP", run_ops, "", "", "the memory instructions there are, under GCN's and other names", "  gcnmem ops\n",
     0},
    {"cost", "cC", run_cost, "", "", "clocks, conflicts, lines and bytes of one wave instruction",
     "  gcnmem cost --gpu hawaii --op buffer_load_dword --addr 'lane*256'\n"
     "  gcnmem cost --gpu vega10 --op ds_read_b32 --addr 'lane*132'\n"
     "  gcnmem cost --gpu vega10 --op ds_read_b32 --addr 'lane*132+iter*4' --iters 32\n"
     "  gcnmem cost --gpu fiji --op image_sample --image 512x512 --filter bilinear\n"
     "  gcnmem cost --gpu all --op buffer_load_dword --addr 'lane*256'\n"
     "  gcnmem cost --gpu hawaii --op ds_read_b64 --set lds_bank_count=16,32\n"
     "  gcnmem cost --gpu hawaii --op buffer_load_dword --addresses 0,256,512\n"
     "  gcnmem cost --gpu hawaii --addresses @accesses.txt --csv\n\n"
     "MNEMONIC is one that 'gcnmem ops' lists: GCN's, RDNA's such as ds_load_b64, or\n"
     "  load_b32, shared_store_b64.\n"
     "--addresses takes decimal or 0x; of @FILE (- for standard input) an access a\n"
     "  line: addresses for --op, or a TRACE, whose lines say what they are.\n"
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
     "  gcnmem run --gpu fiji kernel.s --trace - | gcnmem replay --gpu fiji -\n\n"
     "TRACE has an access a line: 'R|W ADDRESS [BYTES]', or 'MNEMONIC cu=N a0,a1,...';\n"
     "  '#' starts a comment; or it is what NVBit's mem_trace (its MEMTRACE: lines) or\n"
     "  Accel-Sim's tracer wrote: a warp has 32 of a wave's lanes.\n",
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
     "  in neutral names (load_b32 r1, r0). '; @mem EXPR' and '; @trip N' in it work\n"
     "  as --mem and --trip do, '; @lanes K' leaves K lanes active until EXEC is\n"
     "  restored or the branch's label comes.\n"
     "LABEL is a label's name, #INDEX as in the report, +0xADDRESS or\n"
     "  <kernel+0xOFFSET> of the listing, * for all.\n"
     "EXPR is as in 'gcnmem help cost', with iter1 and iter2 of the loops outside;\n"
     "  that of --arg K=data:EXPR is what dword i of the buffer holds: 0=data:i*4+1.\n"
     "K counts the arguments from 0, hidden ones apart, or is a name.\n"
     "--timeline holds the first " MAX_EVENTS " events. With - a file is standard\n"
     "  output, instead of the report.\n",
     2},
    {"explain", "eE", run_explain, " RULE", "a rule, such as R20", "the rule of the model that a message cites",
     "  gcnmem explain R20\n", 1},
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
    const verb* nearest = verbs;
    for (const verb* v = verbs; v->name != NULL; ++v) {
        if (strcmp(v->name, name) == 0) {
            return v;
        }
        nearest = gcnmem_name_distance(name, v->name) < gcnmem_name_distance(name, nearest->name) ? v : nearest;
    }
    fail(2, "'%s' is not a verb; nearest: %s ('gcnmem help' lists them)", name, nearest->name);
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
    if (argc < 2) {
        print_usage(stderr);
        return 2;
    }
    static options o; /* static: what ends by exit() lets go of nothing */
    const verb* v = verb_of(name);
    o = read_options(v, argc, argv);
    return end_output(v->run(&o));
}
