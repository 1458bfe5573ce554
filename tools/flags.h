/* flags.h -- what the command line and the tools have in common: gcnmem.h and how it prints, messages, text for people,
   flags, files, and the machine of --gpu, --machine and --set.
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
#define GCNMEM_REPORTS
#define GCNMEM_IMPLEMENTATION
#include "gcnmem.h"

#include "families.h"

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
#define LIKE_PRINTF(format_at, first) __attribute__((format(printf, format_at, first)))
#else
#define ENDS
#define LIKE_PRINTF(format_at, first)
#endif

static const char* program_name; /* as messages begin */

/* The first of a program: what it prints and reads are the same bytes on every system. */
static inline void begin_program(const char* name) {
    program_name = name;
#ifdef _WIN32
    _setmode(_fileno(stdin), _O_BINARY);
    _setmode(_fileno(stdout), _O_BINARY);
#endif
}

/* ---- texts that grow ---- */

static inline void* resized(void* memory, uint64_t bytes) {
    void* grown = bytes <= SIZE_MAX ? realloc(memory, bytes != 0 ? (size_t)bytes : 1) : NULL;
    if (grown == NULL) {
        fprintf(stderr, "%s: %llu bytes of memory are not to be had\n", program_name, (unsigned long long)bytes);
        exit(1);
    }
    return grown;
}

/* A text that ends in 0. */
typedef struct buffer {
    char* text;
    size_t bytes;
    size_t room;
} buffer;

static inline void need_room(buffer* b, size_t bytes) {
    if (b->room - b->bytes <= bytes) {
        b->room = b->room * 2 + bytes + 1;
        b->text = (char*)resized(b->text, b->room);
    }
}

static inline int to_text(void* user_data, const char* text, size_t bytes) {
    buffer* b = (buffer*)user_data;
    need_room(b, bytes);
    memcpy(b->text + b->bytes, text, bytes);
    b->text[b->bytes += bytes] = 0;
    return 1;
}

LIKE_PRINTF(2, 0) static inline void put_list(buffer* b, const char* format, va_list arguments) {
    va_list again;
    va_copy(again, arguments);
    size_t bytes = (size_t)vsnprintf(NULL, 0, format, again);
    va_end(again);
    need_room(b, bytes);
    vsnprintf(b->text + b->bytes, bytes + 1, format, arguments);
    b->bytes += bytes;
}

LIKE_PRINTF(2, 3) static inline void put(buffer* b, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    put_list(b, format, arguments);
    va_end(arguments);
}

/* ---- a line of progress on a terminal, once a second at most ---- */

static struct {
    time_t first; /* of what goes on */
    time_t last;
    int is_shown;
} progress;

/* Whether there is somebody to tell, and a second has begun since this was asked last. */
static inline int is_time_to_tell(void) {
    time_t now = time(NULL);
    int is_time = progress.last != 0 && now != progress.last && ON_TERMINAL;
    progress.first = progress.first != 0 ? progress.first : now;
    progress.last = now;
    return is_time;
}

/* `count` of `total`, if that is known, and how long the rest takes at that rate. */
static inline void tell_progress(const char* what, uint64_t count, uint64_t total) {
    fprintf(stderr, "\r%llu %s", (unsigned long long)count, what);
    if (total != 0 && count != 0) {
        uint64_t left = (uint64_t)(progress.last - progress.first) * (total - count) / count;
        fprintf(stderr, " of %llu, about %llu s left", (unsigned long long)total, (unsigned long long)left);
    }
    fprintf(stderr, "      \r");
    fflush(stderr);
    progress.is_shown = 1;
}

static inline void show_progress(const char* what, uint64_t count, uint64_t total) {
    if (is_time_to_tell()) {
        tell_progress(what, count, total);
    }
}

/* What a run has done so far: summed up when it is shown, not at every step. */
static inline void show_run(const gcnmem_run* run) {
    if (is_time_to_tell()) {
        gcnmem_run_result so_far = gcnmem_run_result_of(run);
        int has_ended = so_far.groups != 0;
        tell_progress(has_ended ? "work-groups done" : "clocks have passed", has_ended ? so_far.groups : so_far.clocks,
                      has_ended ? so_far.groups_asked : 0);
    }
}

/* Takes the line away. */
static inline void end_progress(void) {
    fprintf(stderr, "%s", progress.is_shown ? "\r                                                            \r" : "");
    progress.is_shown = 0;
    progress.first = 0;
}

/* ---- ends: one line on stderr, and the status ---- */

static buffer said; /* of that line, so far */

static inline int end_line(int status) {
    end_progress();
    fprintf(stderr, "%s: %s\n", program_name, said.text);
    return status;
}

ENDS LIKE_PRINTF(2, 3) static inline void fail(int status, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    put_list(&said, format, arguments);
    va_end(arguments);
    exit(end_line(status));
}

/* "what 'value' column N: rule"; a rule that names the number says the value itself. No `what` stands for the flag that
   is called as the issue's field. */
static inline void say_issue(const char* what, const char* value, const gcnmem_issue* issue) {
    char rule[1024];
    gcnmem_issue_text(issue, rule, sizeof(rule));
    put(&said, "%s%s", what != NULL ? what : "--", what != NULL ? "" : issue->field);
    if (value != NULL && strstr(issue->rule, "{value}") == NULL) {
        put(&said, " '%s'", value);
    }
    if (issue->column != 0) {
        put(&said, " column %u:", (unsigned)issue->column);
    }
    put(&said, issue->nearest[0] != 0 ? " %s; nearest: %s" : " %s", rule, issue->nearest);
}

ENDS static inline void fail_issue(const char* what, const char* value, const gcnmem_issue* issue) {
    say_issue(what, value, issue);
    exit(end_line(1));
}

/* "FILE:line:column: what rule", as far as the issue knows them. */
static inline void say_issue_of_file(const char* file, const char* what, const gcnmem_issue* issue) {
    char rule[1024];
    gcnmem_issue_text(issue, rule, sizeof(rule));
    put(&said, issue->line != 0 ? "%s:%u" : "%s", file, (unsigned)issue->line);
    put(&said, issue->column != 0 ? ":%u: " : ": ", (unsigned)issue->column);
    put(&said, "%s%s%s", what, what[0] != 0 ? " " : "", rule);
}

/* What was printed counts when it has arrived. */
static inline int end_output(int status) {
    if (fflush(stdout) != 0 || ferror(stdout)) {
        said.bytes = 0; /* one line is enough */
        fail(1, "standard output cannot be written");
    }
    return status;
}

/* Keeps the nearer of two names; `nearest` may be NULL. */
static inline const char* nearer(const char* asked, const char* nearest, const char* name) {
    int is_nearer = nearest == NULL || gcnmem_name_distance(asked, name) < gcnmem_name_distance(asked, nearest);
    return is_nearer ? name : nearest;
}

/* ---- standard output: text for people is folded, and coloured on a terminal ---- */

static inline int to_file(void* user_data, const char* text, size_t bytes) {
    return fwrite(text, 1, bytes, (FILE*)user_data) == bytes;
}

/* 80, on a terminal as many as it has. */
static inline size_t columns_shown(void) {
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
static inline void print_folded(FILE* file, char* line, size_t bytes, size_t columns) {
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
static inline int to_people(void* user_data, const char* text, size_t bytes) {
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

static inline gcnmem_write_fn to_output(gcnmem_style style) {
    return style == GCNMEM_STYLE_TEXT ? to_people : to_file;
}

/* ---- flags ---- */

typedef struct flag {
    const char* name;
    const char* shape; /* of its value; "": a switch; with '=' it is given once for each key */
    const char* verbs; /* letters of the verbs that take it, a capital when they need it; l: gcnmem_sweep takes lists */
    const char* meaning; /* at most 48 characters, for lines of 80 */
} flag;

#define FLAGS_OF_MACHINE \
    {"machine", "FILE", "t", "what 'gcnmem gpus --gpu G' printed, for its GPU"}, { \
        "set", "FIELD=VALUE", "t", "changes the machine, as often as wanted" \
    }
#define LETTERS_OF_TOOL "tT"

typedef struct given_flag {
    const flag* row;   /* of the table */
    const char* value; /* a switch is its own */
} given_flag;

/* A command line. */
typedef struct options {
    const char* verb;    /* or the tool */
    const char* letters; /* in the table of flags: as it takes them, as it needs them */
    const char* lister;  /* the command that lists its flags */
    const flag* flags;   /* ends in one without a name */
    given_flag* given;   /* in order */
    uint32_t count;
    uint32_t file_count;
    const char** files; /* arguments that are no flags */
} options;

static inline int takes(const options* o, const flag* f) {
    return strpbrk(f->verbs, o->letters) != NULL;
}

static inline int needs(const options* o, const flag* f) {
    return strchr(f->verbs, o->letters[1]) != NULL;
}

static inline const char* value_of(const options* o, const char* name) {
    for (uint32_t i = 0; i < o->count; ++i) {
        if (strcmp(o->given[i].row->name, name) == 0) {
            return o->given[i].value;
        }
    }
    return NULL;
}

/* What parts the items of a list: expressions have commas of their own. */
static inline const char* list_mark(const given_flag* given) {
    return strcmp(given->row->name, "addr") == 0 ? ";" : ",";
}

/* Whether gcnmem_sweep makes several command lines of the one with this flag. */
static inline int is_list(const given_flag* given) {
    const char* mark = strstr(given->value, list_mark(given));
    int is_all = strcmp(given->row->name, "gpu") == 0 && strcmp(given->value, "all") == 0;
    return strchr(given->row->verbs, 'l') != NULL && (mark != NULL || is_all);
}

/* A line of 80 characters at most for each flag: first those that are needed. */
static inline void print_flags(const options* o) {
    for (int is_needed = 1; is_needed >= 0; --is_needed) {
        for (const flag* f = o->flags; f->name != NULL; ++f) {
            if (takes(o, f) && needs(o, f) == is_needed) {
                char text[64];
                snprintf(text, sizeof(text), "--%s %s", f->name, f->shape);
                printf("  %-25s %s\n", text, f->meaning);
            }
        }
    }
}

/* What stands alone is no flag that was mistyped. */
ENDS static inline void fail_word(const options* o, const char* word, uint32_t most_files) {
    gcnmem_op op;
    int is_op = gcnmem_op_find(word, &op, NULL) == GCNMEM_OK;
    for (const flag* f = o->flags; f->name != NULL && is_op; ++f) {
        if (takes(o, f) && strcmp(f->name, "op") == 0) {
            fail(2, "'%s' is not a flag of %s; an instruction is --op %s ('%s' lists them)", word, o->verb, word,
                 o->lister);
        }
    }
    if (most_files > 1) {
        fail(2, "'%s' is one more than the %u files that %s takes; a value with blanks needs quotes", word,
             (unsigned)most_files, o->verb);
    }
    fail(2, "'%s' is not a flag of %s; a value stands behind its flag, in quotes where it has blanks ('%s' lists them)",
         word, o->verb, o->lister);
}

static inline const flag* flag_of(const options* o, const char* word) {
    const char* name = word + strspn(word, "-");
    const size_t bytes = strcspn(name, "=");
    const char* nearest = NULL;
    for (const flag* f = o->flags; f->name != NULL; ++f) {
        if (!takes(o, f)) {
            continue;
        }
        if (strncmp(word, "--", 2) == 0 && strcmp(f->name, word + 2) == 0) {
            return f;
        }
        if (name[bytes] != 0 && strncmp(f->name, name, bytes) == 0 && f->name[bytes] == 0) {
            if (f->shape[0] == 0) {
                fail(2, "'%s': --%s takes no value", word, f->name);
            }
            fail(2, "'%s': a flag and its value are two words: --%s '%s'", word, f->name, name + bytes + 1);
        }
        nearest = nearer(name, nearest, f->name);
    }
    int is_near = gcnmem_name_distance(name, nearest) <= strlen(name) / 2;
    fail(2, "'%s' is not a flag of %s%s%s ('%s' lists them)", word, o->verb, is_near ? "; nearest: --" : "",
         is_near ? nearest : "", o->lister);
}

static inline void keep_flag(options* o, const flag* f, const char* value) {
    int is_keyed = strchr(f->shape, '=') != NULL;
    size_t bytes = is_keyed ? strcspn(value, "=") : 0;
    if (is_keyed && (bytes == 0 || value[bytes] == 0)) {
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
    o->given[o->count++].value = value;
}

static inline void check_needs(const options* o) {
    int lacks_gpu = 0;
    for (const flag* f = o->flags; f->name != NULL; ++f) {
        int is_gpu = strcmp(f->name, "gpu") == 0;
        if (needs(o, f) && value_of(o, f->name) == NULL && !(is_gpu && value_of(o, "machine") != NULL)) {
            put(&said, "%s%s--%s %s", said.bytes == 0 ? o->verb : "", said.bytes == 0 ? " needs " : ", ", f->name,
                f->shape);
            lacks_gpu |= is_gpu;
        }
    }
    if (said.bytes != 0) {
        fail(2, lacks_gpu ? "; 'gcnmem gpus' lists GPUs" : "; '%s' has an example", o->lister);
    }
}

/* Reads what stands behind the verb, with up to `most_files`. Returns 0 where help is asked for. */
static inline int read_flags(options* o, uint32_t most_files, int count, char** words) {
    o->given = (given_flag*)resized(NULL, (uint64_t)count * sizeof(*o->given));
    o->files = (const char**)resized(NULL, (uint64_t)count * sizeof(*o->files));
    for (int i = 0; i < count; ++i) {
        if (strcmp(words[i], "--help") == 0 || strcmp(words[i], "-h") == 0) {
            return 0;
        }
        if (words[i][0] != '-' || words[i][1] == 0) {
            if (o->file_count == most_files) {
                fail_word(o, words[i], most_files);
            }
            o->files[o->file_count++] = words[i];
            continue;
        }
        const flag* f = flag_of(o, words[i]);
        if (f->shape[0] != 0 && ++i == count) {
            fail(2, "--%s needs a value", f->name);
        }
        keep_flag(o, f, words[i]);
    }
    check_needs(o);
    return 1;
}

/* ---- values ---- */

/* Reads one to `most` whole numbers between commas, decimal or 0x, K, M or G behind: 2^10, 2^20 or 2^30 times. Returns
   how many there are; 0 when the text is anything else. */
static inline uint32_t read_numbers(const char* text, uint64_t* out_values, uint32_t most) {
    static const char units[] = "KMGkmg";
    for (uint32_t count = 0; count < most && *text >= '0' && *text <= '9';) {
        char* end;
        errno = 0;
        uint64_t number = strtoull(text, &end, text[0] == '0' && (text[1] == 'x' || text[1] == 'X') ? 16 : 10);
        const char* unit = *end != 0 ? strchr(units, *end) : NULL;
        uint32_t shift = unit != NULL ? (uint32_t)((unit - units) % 3 + 1) * 10 : 0;
        if (errno != 0 || number > UINT64_MAX >> shift) {
            return 0;
        }
        out_values[count++] = number << shift;
        text = end + (unit != NULL);
        if (*text == 0) {
            return count;
        }
        text += *text == ',';
    }
    return 0;
}

/* What a number lacks that names its unit, as 64KB does. */
static inline const char* hint_of(const char* text) {
    const char* unit = text + strspn(text, "0123456789");
    int is_bytes = unit != text && unit[0] != 0 && strchr("KMGkmg", unit[0]) != NULL && unit[1] != 0;
    return is_bytes ? "; K, M and G stand alone, as in 64K" : "";
}

static inline uint64_t number_of(const options* o, const char* name, uint64_t otherwise, uint64_t lowest,
                                 uint64_t highest) {
    const char* text = value_of(o, name);
    uint64_t value = otherwise;
    if (text != NULL && (read_numbers(text, &value, 1) == 0 || value < lowest || value > highest)) {
        if (highest == UINT64_MAX) {
            fail(1, "--%s '%s' must be a whole number of at most 64 bits%s%s", name, text, lowest != 0 ? ", not 0" : "",
                 hint_of(text));
        }
        fail(1, "--%s '%s' must be a whole number from %llu to %llu%s", name, text, (unsigned long long)lowest,
             (unsigned long long)highest, hint_of(text));
    }
    return value;
}

static inline gcnmem_style style_of(const options* o) {
    gcnmem_style style = value_of(o, "csv") != NULL ? GCNMEM_STYLE_CSV : GCNMEM_STYLE_TEXT;
    if (style == GCNMEM_STYLE_CSV && value_of(o, "json") != NULL) {
        fail(2, "give one of --csv and --json: each takes standard output");
    }
    return value_of(o, "json") != NULL ? GCNMEM_STYLE_JSON : style;
}

/* The index of the word that was given among three, 0 when none was. */
static inline int word_of(const options* o, const char* name, const char* const* words) {
    const char* word = value_of(o, name);
    for (int i = 0; i < 3; ++i) {
        if (word == NULL || strcmp(word, words[i]) == 0) {
            return i;
        }
    }
    fail(1, "--%s '%s' must be one of %s, %s, %s", name, word, words[0], words[1], words[2]);
}

/* ---- files ---- */

/* What was read last of a file, or of standard input for "-". */
typedef struct input {
    const char* what; /* the file is, for messages */
    const char* name;
    FILE* file;
    buffer text;
    uint32_t line; /* its number, of what is read line by line */
} input;

/* What was open before is closed. */
static inline void open_input(input* in, const char* what, const char* name) {
    if (in->file != NULL && in->file != stdin) {
        fclose(in->file);
    }
    in->what = what;
    in->name = name;
    in->file = strcmp(name, "-") == 0 ? stdin : fopen(name, "rb");
    in->text.bytes = in->line = 0;
    if (in->file == NULL) {
        fail(1, "%s '%s' cannot be opened: %s", what, name, strerror(errno));
    }
}

static inline void check_input(const input* in) {
    if (ferror(in->file)) {
        fail(1, "%s '%s' cannot be read: %s", in->what, in->name, strerror(errno));
    }
}

/* Reads to the next line's end, which is not part of the text, or to the file's. 0 when nothing was left. */
static inline int read_line(input* in) {
    int c;
    in->text.bytes = 0;
    if (++in->line % 65536 == 0) {
        show_progress("lines of the trace read", in->line, 0);
    }
    do {
        need_room(&in->text, 1);
        c = getc(in->file);
        in->text.text[in->text.bytes++] = (char)c;
    } while (c != EOF && c != '\n');
    in->text.text[--in->text.bytes] = 0;
    if (c == EOF) {
        end_progress();
        check_input(in);
    }
    return c != EOF || in->text.bytes != 0;
}

/* What is wrong with a line of a trace. */
static inline void say_issue_of_line(const input* in, gcnmem_issue* issue) {
    issue->line = in->line;
    say_issue_of_file(in->name, "", issue);
}

static inline void read_whole(input* in, const char* what, const char* name) {
    buffer* b = &in->text;
    open_input(in, what, name);
    do {
        need_room(b, 4096);
        b->bytes += fread(b->text + b->bytes, 1, b->room - 1 - b->bytes, in->file);
    } while (b->bytes + 1 == b->room);
    b->text[b->bytes] = 0;
    check_input(in);
}

/* NULL when the flag, which names a file to write, was not given; "-" is standard output. */
static inline FILE* open_output(const options* o, const char* flag_name) {
    const char* name = value_of(o, flag_name);
    FILE* file = name == NULL ? NULL : strcmp(name, "-") == 0 ? stdout : fopen(name, "wb");
    if (name != NULL && file == NULL) {
        fail(1, "--%s '%s' cannot be written", flag_name, name);
    }
    return file;
}

static inline void close_output(const options* o, const char* flag_name, FILE* file) {
    int is_bad = file != NULL && ferror(file);
    if (file != NULL && file != stdout && (fclose(file) != 0 || is_bad)) {
        fail(1, "--%s '%s' cannot be written", flag_name, value_of(o, flag_name));
    }
}

/* ---- the machine ---- */

static inline gcnmem_device device_of(const char* name) {
    gcnmem_device device;
    gcnmem_issue issue;
    if (gcnmem_device_find(name, &device, &issue) == GCNMEM_OK) {
        return device;
    }
    const gpu_family* family = gpu_family_of(name);
    if (family != NULL) {
        const int length = (int)strcspn(family->rule, ";");
        fail(1, "'%s' is not the name of a modelled GPU: of %.*s,%s", name, length, family->rule,
             family->rule + length + 1);
    }
    say_issue("--gpu", name, &issue);
    put(&said, " ('gcnmem gpus' lists all)");
    exit(end_line(1));
}

/* Whether a field means nothing on a machine. */
static inline int is_idle(const gcnmem_desc* desc, const char* field) {
#define FIELD_NAME(name, lowest, highest, meaning) #name,
    static const char* const names[] = {GCNMEM_DESC_FIELDS(FIELD_NAME)};
#undef FIELD_NAME
    int i = 0;
    while (i < GCNMEM_FIELD_END && strcmp(names[i], field) != 0) {
        ++i;
    }
    return i < GCNMEM_FIELD_END && gcnmem_field_provenance(desc, (gcnmem_field)i) == GCNMEM_PROVENANCE_NONE;
}

/* What means nothing on a machine is left out where it is one of many. */
static inline void apply_set(gcnmem_desc* desc, const char* text, int is_one_of_many) {
    char field[64];
    gcnmem_issue issue;
    snprintf(field, sizeof(field), "%.*s", (int)strcspn(text, "="), text);
    const char* value = text + strcspn(text, "=") + 1;
    gcnmem_result result = gcnmem_desc_set(desc, field, value, &issue);
    if (result == GCNMEM_ERROR_NAME) {
        fail_issue("--set", field, &issue);
    }
    if (result != GCNMEM_OK && !(is_one_of_many && is_idle(desc, field))) {
        char what[80];
        snprintf(what, sizeof(what), "--set %s", field);
        fail_issue(what, value, &issue);
    }
}

static inline void apply_sets(const options* o, gcnmem_desc* desc, int is_one_of_many) {
    gcnmem_issue issue;
    for (uint32_t i = 0; i < 2 * o->count; ++i) { /* twice: then their order does not matter */
        if (strcmp(o->given[i % o->count].row->name, "set") == 0) {
            apply_set(desc, o->given[i % o->count].value, is_one_of_many);
        }
    }
    if (gcnmem_desc_validate(desc, &issue) != GCNMEM_OK) { /* fields stand for themselves; no issue holds a text */
        fail_issue(issue.field, strcmp(issue.field, "dram_mapping") == 0 ? desc->dram_mapping : NULL, &issue);
    }
}

/* The description in --machine, read once; NULL when there is none. */
static inline const gcnmem_desc* described(const options* o) {
    static input in;
    static gcnmem_desc desc;
    const char* name = value_of(o, "machine");
    gcnmem_issue issue;
    if (name != NULL && value_of(o, "gpu") != NULL) {
        fail(2, "give --gpu or --machine: a description names its GPU itself");
    }
    if (name != NULL && in.file == NULL) {
        read_whole(&in, "--machine", name);
        if (gcnmem_desc_read(in.text.text, in.text.bytes, &desc, &issue) != GCNMEM_OK) {
            say_issue_of_file(name, issue.field, &issue);
            exit(end_line(1));
        }
    }
    return name != NULL ? &desc : NULL;
}

static inline int has_machine(const options* o) {
    return value_of(o, "gpu") != NULL || value_of(o, "machine") != NULL;
}

/* The machine with twice of a resource, by its name. */
static inline gcnmem_desc relaxed_machine(const gcnmem_desc* desc, const char* name) {
    uint32_t resource = GCNMEM_RESOURCE_NONE + 1;
    while (resource < GCNMEM_RESOURCE_END &&
           gcnmem_name_distance(gcnmem_name_of(GCNMEM_NAMES_RESOURCE, resource), name) != 0) {
        ++resource;
    }
    if (resource == GCNMEM_RESOURCE_END) {
        put(&said, "--relax '%s' is no resource (R83), of which there are ", name);
        for (uint32_t i = GCNMEM_RESOURCE_NONE + 1; i < GCNMEM_RESOURCE_END; ++i) {
            put(&said, i + 1 < GCNMEM_RESOURCE_END ? "%s, " : "%s", gcnmem_name_of(GCNMEM_NAMES_RESOURCE, i));
        }
        exit(end_line(1));
    }
    gcnmem_desc relaxed = gcnmem_desc_relaxed(desc, (gcnmem_resource)resource);
    if (relaxed.relaxed != (gcnmem_resource)resource) {
        fail(1, "--relax '%s': this machine has none, or no more of it", name);
    }
    return relaxed;
}

/* That of --gpu, or the one that is described. */
static inline gcnmem_desc machine_of(const options* o) {
    const gcnmem_desc* base = described(o);
    gcnmem_desc desc = base != NULL ? *base : gcnmem_desc_for(device_of(value_of(o, "gpu")));
    apply_sets(o, &desc, 0);
    if (value_of(o, "relax") != NULL) {
        desc = relaxed_machine(&desc, value_of(o, "relax"));
    }
    return desc;
}

/* Any GPU's: its preset, or what is described when it is this one. */
static inline gcnmem_desc machine_for(const options* o, gcnmem_device device) {
    const gcnmem_desc* base = described(o);
    int is_it = base != NULL && base->device == device;
    gcnmem_desc desc = is_it ? *base : gcnmem_desc_for(device);
    if (is_it || base == NULL) {
        apply_sets(o, &desc, !is_it);
    }
    return desc;
}

/* A replay of the machine, whose memory is its caller's to free. */
static inline gcnmem_replay* replay_for(const gcnmem_desc* desc, gcnmem_level from) {
    size_t bytes = gcnmem_replay_size_bytes(desc);
    gcnmem_replay* replay;
    gcnmem_issue issue;
    if (gcnmem_replay_init(resized(NULL, bytes), bytes, desc, from, &replay, &issue) != GCNMEM_OK) {
        fail_issue(issue.field, NULL, &issue);
    }
    return replay;
}

/* ---- tools ---- */

/* Fills the options; ends where nothing is left to do. What is wrong with the machine is told before anything is
   printed. */
static inline void read_tool(options* o, const char* name, const char* summary, const char* argument, const flag* flags,
                             int argc, char** argv) {
    static char lister[64];
    snprintf(lister, sizeof(lister), "%s --help", name);
    begin_program(name);
    o->verb = name;
    o->letters = LETTERS_OF_TOOL;
    o->lister = lister;
    o->flags = flags;
    if (!read_flags(o, argument[0] != 0 ? UINT32_MAX : 0, argc - 1, argv + 1)) {
        printf("%s%s%s: %s\n\n", name, argument[0] != 0 ? " " : "", argument, summary);
        print_flags(o);
        exit(end_output(0));
    }
    const gcnmem_desc* base = described(o);
    gcnmem_desc any = base != NULL ? *base : gcnmem_desc_for(GCNMEM_DEVICE_R9_390X);
    apply_sets(o, &any, base == NULL);
}

#endif
