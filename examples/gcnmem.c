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

static const char usage_text[] =
    "usage: gcnmem gpus        [--gpu G] [--json]\n"
    "       gcnmem cost        --gpu G --op MNEMONIC [--addr EXPR | --image WxH --texel EXPR,EXPR] [--format F]\n"
    "                          [--filter F] [--exec MASK] [--size BYTES] [--waves N] [--iters M]\n"
    "       gcnmem occupancy   --gpu G --vgprs N --sgprs N --lds BYTES --group N [--rule hardware|llvm|radv]\n"
    "       gcnmem replay      --gpu G [--from l1|l2|dram] TRACE|-\n"
    "       gcnmem run         --gpu G LISTING|- [--stage NAME] [--group N] [--groups N] [--cus N] [--vgprs N]\n"
    "                          [--sgprs N] [--lds N] [--trip LABEL=N | --trip '*=N'] [--taken LABEL=P]\n"
    "                          [--mem INDEX|OPCODE=EXPR] [--label NAME=INDEX] [--max-clocks N]\n"
    "                          [--timeline FILE] [--csv]\n"
    "everywhere: --set field=value changes the machine, --json prints one JSON object\n"
    "EXPR is C integer syntax over lane wave group iter iter1 iter2 x y, for example 'lane*4 + iter*256'; it knows\n"
    "  uniform(a) stride(b) tile(w,h,b) rand(bytes) chase(bytes) hitrate(percent) hash(a), and 16K 4M 1G\n"
    "LISTING is GCN disassembly of any tool; '; @mem EXPR' and '; @trip N' in it work as --mem and --trip do,\n"
    "  '; @lanes K' leaves K lanes active until EXEC is restored or the branch's label comes\n"
    "LABEL is a label's name, #INDEX as in the report, or +0xADDRESS as in the listing or in its <kernel+0xOFFSET>\n"
    "--timeline writes what each wave did as Chrome Trace Event JSON, for speedscope or Perfetto: the first 2000000 "
    "events\n"
    "TRACE has an access a line: 'R|W ADDRESS [BYTES]' or 'MNEMONIC cu=N a0,a1,...'; '#' starts a comment\n"
    "example: gcnmem cost --gpu hawaii --op buffer_load_dword --addr 'lane*256'\n";

typedef struct options {
    const char* verb;
    const char* gpu;
    const char* op;
    const char* address;
    const char* image;
    const char* texel;
    const char* format;
    const char* filter;
    const char* rule;
    const char* from;
    const char* file;
    const char* set[64];
    int set_count;
    const char* stage;
    const char* timeline;
    const char* bind[256]; /* --trip, --taken, --mem and --label with the value behind each, in order */
    int bind_count;
    int json;
    int csv;
    uint64_t exec_mask;
    uint64_t size;
    uint64_t waves;
    uint64_t iters;
    uint64_t vgprs;
    uint64_t sgprs;
    uint64_t lds;
    uint64_t group;
    uint64_t groups;
    uint64_t cus;
    uint64_t max_clocks;
} options;

static int to_file(void* user_data, const char* text, size_t bytes) {
    return fwrite(text, 1, bytes, (FILE*)user_data) == bytes;
}

static void usage(void) {
    fputs(usage_text, stderr);
    exit(2);
}

/* One line: the flag, the rule, the value. */
static void fail(const char* flag, const char* value, const char* rule) {
    fprintf(stderr, "gcnmem: %s '%s' %s\n", flag, value, rule);
    exit(1);
}

static void fail_issue(const char* flag, const char* value, const gcnmem_issue* issue) {
    char rule[1024];
    gcnmem_issue_text(issue, rule, sizeof(rule));
    if (issue->column != 0) {
        fprintf(stderr, "gcnmem: %s '%s' column %u: %s\n", flag, value, issue->column, rule);
    } else if (value != NULL) {
        fprintf(stderr, "gcnmem: %s '%s' %s\n", flag, value, rule);
    } else {
        fprintf(stderr, "gcnmem: %s%s %s\n", flag, issue->field, rule);
    }
    exit(1);
}

static uint64_t number_of(const char* flag, const char* text, uint64_t lowest, uint64_t highest) {
    gcnmem_expr expr;
    gcnmem_expr_inputs none = {0, 0, 0, 0, 0, 0, 0, 0, 0};
    uint64_t value = 0;
    size_t digits = strspn(text, "0123456789abcdefABCDEFx");
    if (text[0] < '0' || text[0] > '9' || text[digits] != 0 ||
        gcnmem_expr_compile(text, strlen(text), &expr, NULL) != GCNMEM_OK ||
        gcnmem_expr_value(&expr, &none, &value, NULL) != GCNMEM_OK || value < lowest || value > highest) {
        fprintf(stderr, "gcnmem: %s '%s' must be a whole number from %llu to %llu\n", flag, text,
                (unsigned long long)lowest, (unsigned long long)highest);
        exit(1);
    }
    return value;
}

typedef struct flag_row {
    const char* name;
    const char* verbs; /* first letters of the verbs that take it */
} flag_row;

static const flag_row flag_rows[] = {
    {"--gpu", "gcoru"}, {"--set", "gcoru"}, {"--op", "c"},       {"--addr", "c"},   {"--image", "c"},
    {"--texel", "c"},   {"--format", "c"},  {"--filter", "c"},   {"--exec", "c"},   {"--size", "c"},
    {"--waves", "c"},   {"--iters", "c"},   {"--vgprs", "ou"},   {"--sgprs", "ou"}, {"--lds", "ou"},
    {"--group", "ou"},  {"--rule", "o"},    {"--from", "r"},     {"--stage", "u"},  {"--groups", "u"},
    {"--cus", "u"},     {"--trip", "u"},    {"--taken", "u"},    {"--mem", "u"},    {"--max-clocks", "u"},
    {"--csv", "u"},     {"--label", "u"},   {"--timeline", "u"},
};

/* replay and run begin alike */
static char letter_of(const char* verb) {
    return strcmp(verb, "run") == 0 ? 'u' : verb[0];
}

static void check_flag(const char* verb, const char* flag) {
    size_t i;
    for (i = 0; i < sizeof(flag_rows) / sizeof(flag_rows[0]); ++i) {
        if (strcmp(flag_rows[i].name, flag) == 0 && strchr(flag_rows[i].verbs, letter_of(verb)) != NULL) {
            return;
        }
    }
    fprintf(stderr, "gcnmem: '%s' is not a flag of %s; it takes --json", flag, verb);
    for (i = 0; i < sizeof(flag_rows) / sizeof(flag_rows[0]); ++i) {
        if (strchr(flag_rows[i].verbs, letter_of(verb)) != NULL) {
            fprintf(stderr, " %s", flag_rows[i].name);
        }
    }
    fputs("\n", stderr);
    exit(2);
}

/* Flags whose value is kept as text. Returns the place to keep it. */
static const char** text_flag(options* o, const char* flag) {
    const char** places[] = {&o->gpu,    &o->op,   &o->address, &o->image, &o->texel,   &o->format,
                             &o->filter, &o->rule, &o->from,    &o->stage, &o->timeline};
    static const char* const names[] = {"--gpu",    "--op",   "--addr", "--image", "--texel",   "--format",
                                        "--filter", "--rule", "--from", "--stage", "--timeline"};
    size_t i;
    for (i = 0; i < sizeof(names) / sizeof(names[0]); ++i) {
        if (strcmp(names[i], flag) == 0) {
            return places[i];
        }
    }
    return NULL;
}

static void number_flag(options* o, const char* flag, const char* value) {
    if (strcmp(flag, "--exec") == 0) {
        o->exec_mask = number_of(flag, value, 0, UINT64_MAX);
    } else if (strcmp(flag, "--size") == 0) {
        o->size = number_of(flag, value, 1, UINT64_MAX);
    } else if (strcmp(flag, "--waves") == 0) {
        o->waves = number_of(flag, value, 1, 1000000000);
    } else if (strcmp(flag, "--iters") == 0) {
        o->iters = number_of(flag, value, 1, 1000000000);
    } else if (strcmp(flag, "--vgprs") == 0) {
        o->vgprs = number_of(flag, value, 1, 4096);
    } else if (strcmp(flag, "--sgprs") == 0) {
        o->sgprs = number_of(flag, value, 1, 4096);
    } else if (strcmp(flag, "--lds") == 0) {
        o->lds = number_of(flag, value, 0, 1u << 30);
    } else if (strcmp(flag, "--groups") == 0) {
        o->groups = number_of(flag, value, 1, UINT32_MAX);
    } else if (strcmp(flag, "--cus") == 0) {
        o->cus = number_of(flag, value, 1, 1024);
    } else if (strcmp(flag, "--max-clocks") == 0) {
        o->max_clocks = number_of(flag, value, 1, (uint64_t)1 << 40);
    } else {
        o->group = number_of(flag, value, 1, 1u << 20);
    }
}

/* Flags that may be given often: kept with their values in the order given. */
static int keep_flag(options* o, const char* flag, const char* value) {
    if (strcmp(flag, "--set") == 0) {
        if (o->set_count == 64) {
            fail("--set", value, "is the 65th: 64 at most");
        }
        o->set[o->set_count++] = value;
        return 1;
    }
    if (strcmp(flag, "--trip") != 0 && strcmp(flag, "--taken") != 0 && strcmp(flag, "--mem") != 0 &&
        strcmp(flag, "--label") != 0) {
        return 0;
    }
    if (o->bind_count == 256) {
        fail(flag, value, "is the 129th of --trip, --taken, --mem and --label: 128 at most");
    }
    o->bind[o->bind_count++] = flag;
    o->bind[o->bind_count++] = value;
    return 1;
}

static options read_options(int argc, char** argv) {
    options o;
    int i;
    memset(&o, 0, sizeof(o));
    o.exec_mask = UINT64_MAX;
    o.waves = 1;
    o.iters = 1;
    if (argc < 2) {
        usage();
    }
    o.verb = argv[1];
    for (i = 2; i < argc; ++i) {
        const char* flag = argv[i];
        const char** place = text_flag(&o, flag);
        if (strcmp(flag, "--help") == 0 || strcmp(flag, "-h") == 0) {
            fputs(usage_text, stdout);
            exit(0);
        }
        if (strcmp(flag, "--json") == 0) {
            o.json = 1;
            continue;
        }
        if (o.verb[0] == 'r' && (flag[0] != '-' || flag[1] == 0) && o.file == NULL) {
            o.file = flag;
            continue;
        }
        check_flag(o.verb, flag);
        if (strcmp(flag, "--csv") == 0) {
            o.csv = 1;
            continue;
        }
        if (i + 1 == argc) {
            fprintf(stderr, "gcnmem: '%s' needs a value\n", flag);
            exit(2);
        }
        ++i;
        if (place != NULL) {
            *place = argv[i];
        } else if (!keep_flag(&o, flag, argv[i])) {
            number_flag(&o, flag, argv[i]);
        }
    }
    if (o.csv && o.json) {
        fprintf(stderr, "gcnmem: give --csv or --json, not both\n");
        exit(2);
    }
    return o;
}

static void fail_gpu(const char* name, const gcnmem_issue* issue) {
    gcnmem_device nearest[3];
    uint32_t count = gcnmem_device_nearest(name, nearest, 3);
    uint32_t i;
    fprintf(stderr, "gcnmem: --gpu '%s' %s; nearest:", name, issue->rule);
    for (i = 0; i < count; ++i) {
        fprintf(stderr, "%s %s (%s)", i > 0 ? "," : "", gcnmem_device_card(nearest[i]), gcnmem_device_chip(nearest[i]));
    }
    fputs("\n", stderr);
    exit(1);
}

static void apply_set(gcnmem_desc* desc, const char* text) {
    char field[64];
    gcnmem_issue issue;
    const char* equals = strchr(text, '=');
    gcnmem_result result;
    if (equals == NULL || equals == text || (size_t)(equals - text) >= sizeof(field)) {
        fail("--set", text, "must be field=value");
    }
    memcpy(field, text, (size_t)(equals - text));
    field[equals - text] = 0;
    result = gcnmem_desc_set(desc, field, equals + 1, &issue);
    if (result == GCNMEM_ERROR_NAME) {
        fprintf(stderr, "gcnmem: --set '%s' is not a field of the description; nearest: %s\n", field,
                gcnmem_field_name(gcnmem_field_nearest(field)));
        exit(1);
    }
    if (result != GCNMEM_OK) {
        fail_issue("--set", text, &issue);
    }
}

static gcnmem_desc machine_of(const options* o) {
    gcnmem_device device;
    gcnmem_desc desc;
    gcnmem_issue issue;
    int i;
    if (o->gpu == NULL) {
        fprintf(stderr, "gcnmem: %s needs --gpu; 'gcnmem gpus' lists them\n", o->verb);
        exit(2);
    }
    if (gcnmem_device_find(o->gpu, &device, &issue) != GCNMEM_OK) {
        fail_gpu(o->gpu, &issue);
    }
    desc = gcnmem_desc_for(device);
    for (i = 0; i < o->set_count; ++i) {
        apply_set(&desc, o->set[i]);
    }
    if (gcnmem_desc_validate(&desc, &issue) != GCNMEM_OK) {
        if (strcmp(issue.field, "dram_mapping") == 0) {
            fail_issue(issue.field, desc.dram_mapping, &issue);
        }
        fail_issue("", NULL, &issue);
    }
    return desc;
}

static gcnmem_style style_of(const options* o) {
    return o->json ? GCNMEM_STYLE_JSON : (o->csv ? GCNMEM_STYLE_CSV : GCNMEM_STYLE_TEXT);
}

/* ---- gpus ---- */

static int run_gpus(const options* o) {
    if (o->gpu != NULL) {
        gcnmem_desc desc = machine_of(o);
        gcnmem_report_desc(&desc, style_of(o), to_file, stdout);
    } else {
        gcnmem_report_devices(style_of(o), to_file, stdout);
    }
    return 0;
}

/* ---- cost ---- */

typedef struct addresses {
    gcnmem_expr expr[3];
    const char* text[3];
    char copy[1024];
    int count;
    const char* flag;
} addresses;

static void compile_addresses(addresses* a, const char* flag, const char* text, int split) {
    gcnmem_issue issue;
    size_t start = 0;
    size_t at;
    int depth = 0;
    a->flag = flag;
    a->count = 0;
    for (at = 0;; ++at) {
        depth += text[at] == '(' ? 1 : (text[at] == ')' ? -1 : 0);
        if (text[at] != 0 && !(split && text[at] == ',' && depth == 0)) {
            continue;
        }
        if (a->count == 3) {
            fail(flag, text, "takes at most three expressions");
        }
        if (gcnmem_expr_compile(text + start, at - start, &a->expr[a->count], &issue) != GCNMEM_OK) {
            issue.column += (uint32_t)start;
            fail_issue(flag, text, &issue);
        }
        a->text[a->count++] = text;
        start = at + 1;
        if (text[at] == 0) {
            return;
        }
    }
}

static void read_image(const char* text, gcnmem_image* image) {
    unsigned width = 0;
    unsigned height = 0;
    unsigned depth = 1;
    char end = 0;
    int count = sscanf(text, "%7ux%7ux%7u%c", &width, &height, &depth, &end);
    if (strspn(text, "0123456789x") != strlen(text) || count < 2 || count > 3 || width == 0 || height == 0 ||
        depth == 0) {
        fail("--image", text, "must be WxH or WxHxD in texels, each at least 1");
    }
    image->width = width;
    image->height = height;
    image->depth = depth;
}

static gcnmem_access access_of(const options* o, const gcnmem_desc* desc, addresses* a) {
    gcnmem_issue issue;
    gcnmem_op op;
    gcnmem_access access;
    int is_image;
    if (o->op == NULL) {
        fprintf(stderr, "gcnmem: cost needs --op, for example --op buffer_load_dword\n");
        exit(2);
    }
    if (gcnmem_op_find(o->op, &op, &issue) != GCNMEM_OK) {
        gcnmem_op_nearest(o->op, &op);
        fprintf(stderr, "gcnmem: --op '%s' %s; nearest: %s\n", o->op, issue.rule, op.name);
        exit(1);
    }
    if (o->format != NULL && gcnmem_op_format(&op, o->format, &issue) != GCNMEM_OK) {
        fail_issue("--format", o->format, &issue);
    }
    access = gcnmem_access_for(&op);
    access.exec_mask = o->exec_mask;
    access.size_bytes = o->size;
    if (o->filter != NULL && gcnmem_access_filter(&access, o->filter, &issue) != GCNMEM_OK) {
        fail_issue("--filter", o->filter, &issue);
    }
    is_image = op.unit == GCNMEM_UNIT_IMAGE;
    if (is_image && o->address != NULL) {
        fail("--addr", o->address, "is for buffers; image operations take --image and --texel");
    }
    if (!is_image && (o->image != NULL || o->texel != NULL)) {
        fail(o->image != NULL ? "--image" : "--texel", o->image != NULL ? o->image : o->texel,
             "is for image operations; this one takes --addr");
    }
    if (is_image && o->image == NULL) {
        fprintf(stderr, "gcnmem: --op '%s' needs --image WxH\n", o->op);
        exit(2);
    }
    if (is_image) {
        read_image(o->image, &access.image);
        compile_addresses(a, "--texel", o->texel != NULL ? o->texel : "x,y", 1);
        if (a->count < 2) {
            fail("--texel", o->texel, "must be EXPR,EXPR (and ,EXPR for the slice of a volume)");
        }
    } else {
        snprintf(a->copy, sizeof(a->copy), "lane*%u", (unsigned)op.element_bytes);
        compile_addresses(a, "--addr", o->address != NULL ? o->address : a->copy, 0);
    }
    if (gcnmem_access_validate(desc, &access, &issue) != GCNMEM_OK) {
        fprintf(stderr, "gcnmem: --%s %s (%llu)\n", issue.field, issue.rule, (unsigned long long)issue.value);
        exit(1);
    }
    return access;
}

static void fill_lanes(gcnmem_access* access, const addresses* a, uint64_t wave, uint64_t iter) {
    gcnmem_expr_inputs inputs = {0, 0, 0, 0, 0, 0, 0, 0, 0};
    int i;
    inputs.wave = wave;
    inputs.iter = iter;
    inputs.y = wave * 8;
    for (i = 0; i < a->count; ++i) {
        uint64_t* values = access->op.unit == GCNMEM_UNIT_IMAGE ? (uint64_t*)access->texel[i] : access->address;
        gcnmem_issue issue;
        if (gcnmem_expr_lanes(&a->expr[i], &inputs, access->exec_mask, values, &issue) != GCNMEM_OK) {
            fprintf(stderr, "gcnmem: %s '%s' column %u: %s at lane %u, wave %llu, iter %llu\n", a->flag, a->text[i],
                    issue.column, issue.rule, (unsigned)issue.value, (unsigned long long)wave,
                    (unsigned long long)iter);
            exit(1);
        }
    }
}

static int run_cost(const options* o) {
    gcnmem_desc desc = machine_of(o);
    addresses a;
    gcnmem_access access = access_of(o, &desc, &a);
    gcnmem_cost sum;
    uint64_t wave;
    uint64_t iter;
    memset(&sum, 0, sizeof(sum));
    for (wave = 0; wave < o->waves; ++wave) {
        for (iter = 0; iter < o->iters; ++iter) {
            gcnmem_cost cost;
            fill_lanes(&access, &a, wave, iter);
            cost = gcnmem_cost_wave(&desc, &access);
            gcnmem_cost_add(&sum, &cost);
        }
    }
    gcnmem_report_cost(&desc, &access, &sum, style_of(o), to_file, stdout);
    return 0;
}

/* ---- occupancy ---- */

static int run_occupancy(const options* o) {
    gcnmem_desc desc = machine_of(o);
    gcnmem_shader_needs needs;
    gcnmem_issue issue;
    gcnmem_occupancy_rule rule = GCNMEM_RULE_HARDWARE;
    if (o->vgprs == 0 || o->sgprs == 0 || o->group == 0) {
        fprintf(stderr, "gcnmem: occupancy needs --vgprs, --sgprs and --group (--lds is 0 when not given)\n");
        exit(2);
    }
    if (o->rule != NULL && strcmp(o->rule, "llvm") == 0) {
        rule = GCNMEM_RULE_LLVM;
    } else if (o->rule != NULL && strcmp(o->rule, "radv") == 0) {
        rule = GCNMEM_RULE_RADV;
    } else if (o->rule != NULL && strcmp(o->rule, "hardware") != 0) {
        fail("--rule", o->rule, "is one of hardware llvm radv");
    }
    needs.vgprs = (uint32_t)o->vgprs;
    needs.sgprs = (uint32_t)o->sgprs;
    needs.lds_bytes = (uint32_t)o->lds;
    needs.group_lanes = (uint32_t)o->group;
    if (gcnmem_occupancy_validate(&desc, &needs, rule, &issue) != GCNMEM_OK) {
        fail_issue("--", NULL, &issue);
    }
    gcnmem_report_occupancy(&desc, &needs, rule, style_of(o), to_file, stdout);
    return 0;
}

/* ---- progress: a line on a terminal, once a second at most ---- */

static time_t progress_time;
static int has_progress;

static void show_progress(const char* what, uint64_t count) {
    time_t now = time(NULL);
    if (progress_time == 0) {
        progress_time = now;
    }
    if (now != progress_time && ON_TERMINAL) {
        progress_time = now;
        has_progress = 1;
        fprintf(stderr, "\r%llu %s", (unsigned long long)count, what);
        fflush(stderr);
    }
}

static void end_progress(void) {
    if (has_progress) {
        fprintf(stderr, "\r%60s\r", "");
    }
}

/* ---- replay ---- */

#define MAX_LINE 16384

static gcnmem_level level_of(const options* o) {
    int level;
    for (level = GCNMEM_LEVEL_L1; level <= GCNMEM_LEVEL_DRAM && o->from != NULL; ++level) {
        if (strcmp(o->from, gcnmem_level_name((gcnmem_level)level)) == 0) {
            return (gcnmem_level)level;
        }
    }
    if (o->from != NULL) {
        fail("--from", o->from, "is one of l1 l2 dram");
    }
    return GCNMEM_LEVEL_L1;
}

/* The file, or standard input for "-". `what` names it in the message. */
static FILE* open_input(const char* what, const char* name, const char* mode) {
    FILE* file = strcmp(name, "-") == 0 ? stdin : fopen(name, mode);
    if (file == NULL) {
        fail(what, name, "cannot be opened");
    }
    return file;
}

/* Reads the trace to its end or to the first line that does not parse. Returns that line's number, or 0. */
static uint64_t replay_file(gcnmem_replay* replay, const char* name, FILE* file) {
    static char line[MAX_LINE];
    uint64_t number = 0;
    while (fgets(line, sizeof(line), file) != NULL) {
        gcnmem_issue issue;
        size_t length = strlen(line);
        ++number;
        if (number % 65536 == 0) {
            show_progress("lines of the trace read", number);
        }
        if (length == sizeof(line) - 1 && line[length - 1] != '\n') {
            fprintf(stderr, "gcnmem: %s:%llu: is longer than %d characters\n", name, (unsigned long long)number,
                    MAX_LINE - 2);
            return number;
        }
        if (length > 0 && line[length - 1] == '\n') {
            --length;
        }
        if (gcnmem_replay_line(replay, line, length, &issue) != GCNMEM_OK) {
            fprintf(stderr, "gcnmem: %s:%llu:%u: %s\n", name, (unsigned long long)number, issue.column, issue.rule);
            return number;
        }
    }
    return 0;
}

static int run_replay(const options* o) {
    gcnmem_desc desc = machine_of(o);
    gcnmem_level from = level_of(o);
    gcnmem_replay_stats stats;
    gcnmem_replay* replay;
    FILE* file;
    uint64_t stopped;
    void* memory;
    size_t bytes;
    if (o->file == NULL) {
        fprintf(stderr, "gcnmem: replay needs a trace file, or - for standard input\n");
        exit(2);
    }
    file = open_input("trace", o->file, "r");
    bytes = gcnmem_replay_size_bytes(&desc);
    memory = malloc(bytes);
    replay = gcnmem_replay_init(memory, memory != NULL ? bytes : 0, &desc, from);
    if (replay == NULL) {
        fail("memory", o->gpu, "is too little for these caches");
    }
    stopped = replay_file(replay, o->file, file);
    end_progress();
    stats = gcnmem_replay_finish(replay);
    if (ferror(file) || (stopped == 0 && stats.lines == 0)) {
        fail("trace", o->file, ferror(file) ? "cannot be read" : "holds no accesses");
    }
    gcnmem_report_replay(&desc, &stats, stopped, style_of(o), to_file, stdout);
    free(memory);
    if (file != stdin) {
        fclose(file);
    }
    return stopped != 0;
}

/* ---- run ---- */

#define MAX_EVENTS 2000000 /* of a timeline: some 300 MB of JSON, about as much as viewers still open */

typedef struct listing {
    gcnmem_place places[128]; /* --label */
    uint32_t place_count;
    char* text;
    size_t bytes;
    void* memory; /* of the program */
    gcnmem_program* program;
    uint32_t stage;
    const char* name; /* of the file */
} listing;

/* What --trip, --taken and --mem say, in the header's terms. */
typedef struct bindings {
    gcnmem_run_trip trips[128];
    gcnmem_run_taken takens[128];
    gcnmem_run_pattern patterns[128];
} bindings;

static void* need_memory(size_t bytes) {
    void* memory = malloc(bytes != 0 ? bytes : 1);
    if (memory == NULL) {
        fprintf(stderr, "gcnmem: %llu bytes of memory are not to be had\n", (unsigned long long)bytes);
        exit(1);
    }
    return memory;
}

static void read_text(listing* l) {
    FILE* file = open_input("listing", l->name, "rb");
    size_t room = 65536;
    l->text = (char*)need_memory(room);
    for (l->bytes = 0;;) {
        size_t got = fread(l->text + l->bytes, 1, room - l->bytes, file);
        l->bytes += got;
        if (got == 0) {
            break;
        }
        if (l->bytes == room) {
            room *= 2;
            l->text = (char*)realloc(l->text, room);
            if (l->text == NULL) {
                fail("listing", l->name, "does not fit in memory");
            }
        }
    }
    if (ferror(file)) {
        fail("listing", l->name, "cannot be read");
    }
    if (file != stdin) {
        fclose(file);
    }
}

/* "file:line: what: rule (value)" */
static void fail_listing(const listing* l, const gcnmem_issue* issue) {
    char rule[1024];
    gcnmem_issue_text(issue, rule, sizeof(rule));
    fprintf(stderr, "gcnmem: %s", l->name);
    if (issue->line != 0) {
        fprintf(stderr, ":%u", issue->line);
    }
    if (issue->column != 0) {
        fprintf(stderr, ":%u", issue->column);
    }
    fprintf(stderr, ": %s %s", issue->field != NULL ? issue->field : "", rule);
    if (issue->value != 0 && strstr(issue->rule, "{value}") == NULL) {
        fprintf(stderr, " (%llu)", (unsigned long long)issue->value);
    }
    fputs("\n", stderr);
    exit(1);
}

static void choose_stage(listing* l, const char* part) {
    uint32_t count = 0;
    uint32_t i;
    const char* wanted = part != NULL ? part : "";
    l->stage = gcnmem_program_find_stage(l->program, l->text, wanted, strlen(wanted), &count);
    if (l->stage != GCNMEM_NONE) {
        return;
    }
    if (part == NULL) {
        fprintf(stderr, "gcnmem: %s holds %u stages; choose with --stage:", l->name, l->program->stage_count);
    } else {
        fprintf(stderr, "gcnmem: --stage '%s' fits %u stages; there are:", part, count);
    }
    for (i = 0; i < l->program->stage_count; ++i) {
        const gcnmem_stage* stage = gcnmem_program_stage(l->program, i);
        fprintf(stderr, "%s '%.*s'", i > 0 ? "," : "", (int)stage->name_bytes, l->text + stage->name_offset);
    }
    fputs("\n", stderr);
    exit(1);
}

static void fail_label(const listing* l, const char* flag, const char* value, const char* rule) {
    const gcnmem_stage* stage = gcnmem_program_stage(l->program, l->stage);
    uint32_t i;
    fprintf(stderr, "gcnmem: %s '%s' %s; labels:", flag, value, rule);
    for (i = 0; i < stage->label_count && i < 16; ++i) {
        const gcnmem_label* label = gcnmem_program_label(l->program, stage->first_label + i);
        fprintf(stderr, "%s %.*s", i > 0 ? "," : "", (int)label->name_bytes, l->text + label->name_offset);
    }
    fprintf(stderr, "%s\n", stage->label_count == 0 ? " none" : (stage->label_count > 16 ? ", ..." : ""));
    exit(1);
}

/* The text before '=' as a string of its own. */
static const char* name_of(const char* value, size_t bytes) {
    static char name[64];
    snprintf(name, sizeof(name), "%.*s", (int)(bytes < sizeof(name) ? bytes : sizeof(name) - 1), value);
    return name;
}

/* "12" or "#12" counts from the stage's first instruction; "+0x1c" is bytes from there, as in <kernel+0x1c>, or an
   address of the listing; else GCNMEM_NONE. */
static uint32_t insn_of(const listing* l, const char* flag, const char* value, size_t bytes) {
    const gcnmem_stage* stage = gcnmem_program_stage(l->program, l->stage);
    const char* name = name_of(value, bytes);
    uint64_t address;
    uint32_t i;
    if (name[0] == '#' || (name[0] >= '0' && name[0] <= '9')) {
        return stage->first_insn + (uint32_t)number_of(flag, name + (name[0] == '#'), 0, stage->insn_count - 1);
    }
    if (name[0] != '+') {
        return GCNMEM_NONE;
    }
    address = number_of(flag, name + 1, 0, UINT32_MAX);
    for (i = 0; i < 2 * stage->insn_count; ++i) {
        uint32_t index = stage->first_insn + i % stage->insn_count;
        uint64_t base = i < stage->insn_count ? gcnmem_program_insn(l->program, stage->first_insn)->address : 0;
        const gcnmem_insn* insn = gcnmem_program_insn(l->program, index);
        if ((insn->flags & GCNMEM_INSN_ADDRESS) != 0 && insn->address == base + address) {
            return index;
        }
    }
    fail(flag, value, "names an address that no instruction of this stage has");
    return GCNMEM_NONE;
}

/* The label before '=', or the instruction it names in another way; GCNMEM_NONE for '*'. */
static uint32_t label_of(const listing* l, const char* flag, const char* value, size_t bytes) {
    uint32_t label = gcnmem_program_find_label(l->program, l->text, l->stage, value, bytes);
    if (label == GCNMEM_NONE && (value[0] == '#' || value[0] == '+')) {
        return GCNMEM_AT_INSN(insn_of(l, flag, value, bytes));
    }
    if (label == GCNMEM_NONE && (bytes != 1 || value[0] != '*')) {
        fail_label(l, flag, value, "names a label that this stage does not have");
    }
    return label;
}

static void bind_trip(const listing* l, const char* value, size_t bytes, gcnmem_run_trip* trip) {
    const gcnmem_stage* stage = gcnmem_program_stage(l->program, l->stage);
    uint32_t insn;
    uint32_t i;
    trip->label = label_of(l, "--trip", value, bytes);
    trip->trips = (uint32_t)number_of("--trip", value + bytes + 1, 1, UINT32_MAX);
    insn = trip->label - GCNMEM_AT_INSN(0);
    if (trip->label == GCNMEM_NONE) {
        return;
    }
    if (insn < l->program->insn_count) {
        if (gcnmem_program_insn(l->program, insn)->loop == GCNMEM_NO_LOOP) {
            fail("--trip", value, "names an instruction in no loop; branches with unknown targets make none");
        }
        return;
    }
    for (i = 0; i < stage->loop_count; ++i) {
        if (gcnmem_program_loop(l->program, stage->first_loop + i)->label == trip->label) {
            return;
        }
    }
    fail_label(l, "--trip", value, "names a label where no loop begins");
}

/* A branch that --taken decides: it may jump or not, and closes no loop. */
static int is_decided(const gcnmem_insn* insn) {
    return insn->branch != GCNMEM_BRANCH_NONE && insn->branch < GCNMEM_BRANCH_CALL &&
           insn->branch != GCNMEM_BRANCH_ALWAYS && (insn->flags & GCNMEM_INSN_LATCH_TAKEN) == 0;
}

static void bind_taken(const listing* l, const char* value, size_t bytes, gcnmem_run_taken* taken) {
    const gcnmem_stage* stage = gcnmem_program_stage(l->program, l->stage);
    uint32_t i;
    taken->label = label_of(l, "--taken", value, bytes);
    for (i = stage->first_insn; i < stage->first_insn + stage->insn_count && taken->label != GCNMEM_NONE; ++i) {
        const gcnmem_insn* insn = gcnmem_program_insn(l->program, i);
        if (is_decided(insn) && (taken->label == insn->label || taken->label == GCNMEM_AT_INSN(i))) {
            return;
        }
    }
    if (taken->label != GCNMEM_NONE) {
        fail("--taken", value, "means no branch that may jump or not; those that close a loop follow --trip");
    }
}

/* A probability with up to three decimals, in thousandths. */
static uint32_t per_mille_of(const char* value, const char* text) {
    unsigned whole = 0;
    unsigned part = 0;
    unsigned unit = 100;
    const char* at = text;
    whole = *at == '1';
    at += *at == '0' || *at == '1';
    if (at != text && *at == '.') {
        for (++at; *at >= '0' && *at <= '9' && unit != 0; ++at, unit /= 10) {
            part += unit * (unsigned)(*at - '0');
        }
    }
    if (at == text || *at != 0 || whole * 1000 + part > 1000) {
        fail("--taken", value, "must be LABEL=P, P from 0 to 1 with at most three decimals, for example 0.25");
    }
    return whole * 1000 + part;
}

static void bind_memory(const listing* l, const char* value, size_t bytes, gcnmem_run_pattern* pattern) {
    uint32_t i;
    pattern->opcode = GCNMEM_NONE;
    pattern->text = value + bytes + 1;
    pattern->text_bytes = strlen(pattern->text);
    pattern->insn = insn_of(l, "--mem", value, bytes);
    if (pattern->insn != GCNMEM_NONE) {
        i = gcnmem_program_insn(l->program, pattern->insn)->opcode;
        if (gcnmem_program_opcode(l->program, i)->op.addresses == 0) {
            fail("--mem", value, "names an instruction that touches no memory; the report lists the indices");
        }
        return;
    }
    for (i = 0; i < l->program->opcode_count; ++i) {
        const gcnmem_opcode* opcode = gcnmem_program_opcode(l->program, i);
        if (opcode->name_bytes == bytes && memcmp(l->text + opcode->name_offset, value, bytes) == 0 &&
            opcode->op.addresses != 0) {
            pattern->opcode = i;
            return;
        }
    }
    if (bytes != 1 || value[0] != '*') {
        fail("--mem", value, "must be INDEX=EXPR or OPCODE=EXPR of a memory instruction in the listing");
    }
}

static void check_pattern(const char* value, const gcnmem_run_pattern* pattern) {
    gcnmem_expr expr;
    gcnmem_issue issue;
    if (gcnmem_expr_compile(pattern->text, pattern->text_bytes, &expr, &issue) != GCNMEM_OK) {
        issue.column += (uint32_t)(pattern->text - value);
        fail_issue("--mem", value, &issue);
    }
}

static void bind_all(const options* o, const listing* l, bindings* b, gcnmem_run_options* run) {
    int i;
    run->trips = b->trips;
    run->takens = b->takens;
    run->patterns = b->patterns;
    for (i = 0; i < o->bind_count; i += 2) {
        const char* flag = o->bind[i];
        const char* value = o->bind[i + 1];
        const char* equals = strchr(value, '=');
        size_t bytes = equals != NULL ? (size_t)(equals - value) : 0;
        if (bytes == 0) {
            fail(flag, value, "must be NAME=VALUE");
        }
        if (strcmp(flag, "--trip") == 0) {
            bind_trip(l, value, bytes, &b->trips[run->trip_count++]);
        } else if (strcmp(flag, "--taken") == 0) {
            b->takens[run->taken_count].per_mille = per_mille_of(value, equals + 1);
            bind_taken(l, value, bytes, &b->takens[run->taken_count++]);
        } else if (strcmp(flag, "--mem") == 0) {
            bind_memory(l, value, bytes, &b->patterns[run->pattern_count]);
            check_pattern(value, &b->patterns[run->pattern_count++]);
        }
    }
}

static void parse_listing(const options* o, const gcnmem_desc* desc, listing* l) {
    gcnmem_issue issue;
    size_t bytes = gcnmem_listing_size_bytes(l->text, l->bytes);
    memset(&issue, 0, sizeof(issue));
    free(l->memory);
    l->memory = need_memory(bytes);
    if (gcnmem_listing_parse_with(l->text, l->bytes, desc->gfx_version, l->places, l->place_count, l->memory, bytes,
                                  &l->program, &issue) != GCNMEM_OK) {
        fail_listing(l, &issue);
    }
    choose_stage(l, o->stage);
}

/* A label that the listing mentions but does not define: before its instruction, or behind the last one. */
static void place_label(listing* l, const char* value) {
    const gcnmem_stage* stage = gcnmem_program_stage(l->program, l->stage);
    const char* equals = strchr(value, '=');
    gcnmem_place* place = &l->places[l->place_count++];
    uint32_t label;
    place->name = value;
    place->name_bytes = equals != NULL ? (size_t)(equals - value) : 0;
    label = gcnmem_program_find_label(l->program, l->text, l->stage, place->name, place->name_bytes);
    if (label == GCNMEM_NONE) {
        fail_label(l, "--label", value, "must be NAME=INDEX, NAME a label that a branch of this stage goes to");
    }
    if (gcnmem_program_label(l->program, label)->insn != GCNMEM_NONE) {
        fail("--label", value, "names a label that has its place");
    }
    place->insn = stage->first_insn + (uint32_t)number_of("--label", equals + 1, 0, stage->insn_count);
}

static void read_listing(const options* o, const gcnmem_desc* desc, listing* l) {
    int i;
    if (o->file == NULL) {
        fprintf(stderr, "gcnmem: run needs a listing, or - for standard input\n");
        exit(2);
    }
    if (o->timeline != NULL && strcmp(o->timeline, o->file) == 0) {
        fail("--timeline", o->timeline, "is the listing: it would be written over");
    }
    l->name = o->file;
    read_text(l);
    parse_listing(o, desc, l);
    for (i = 0; i < o->bind_count; i += 2) {
        if (strcmp(o->bind[i], "--label") == 0) {
            place_label(l, o->bind[i + 1]);
            parse_listing(o, desc, l);
        }
    }
}

static gcnmem_run_options run_options_of(const options* o, const listing* l, bindings* b) {
    gcnmem_run_options run = gcnmem_run_options_for(l->stage);
    run.group_lanes = (uint32_t)o->group;
    run.groups = o->groups;
    run.vgprs = (uint32_t)o->vgprs;
    run.sgprs = (uint32_t)o->sgprs;
    run.lds_bytes = (uint32_t)o->lds;
    run.max_clocks = o->max_clocks;
    run.event_count = o->timeline != NULL ? MAX_EVENTS : 0;
    bind_all(o, l, b, &run);
    return run;
}

/* In steps, so that a long run can say how far it is. */
static gcnmem_run_state run_to_end(gcnmem_run* run) {
    gcnmem_run_state state = GCNMEM_RUN_GOING;
    uint64_t clock = 0;
    while (state == GCNMEM_RUN_GOING) {
        gcnmem_run_result result;
        clock = clock > UINT64_MAX / 2 ? UINT64_MAX : clock + 100000;
        state = gcnmem_run_advance(run, clock, NULL, NULL);
        result = gcnmem_run_result_of(run);
        show_progress("waves have ended", result.waves);
    }
    end_progress();
    return state;
}

static void fail_division(const listing* l, const gcnmem_run* run) {
    gcnmem_run_result result;
    const gcnmem_insn* insn;
    result = gcnmem_run_result_of(run);
    insn = gcnmem_program_insn(l->program, result.failed_insn);
    fprintf(stderr, "gcnmem: %s:%u: the address expression of '%.*s' column %u: divides by zero\n", l->name,
            (unsigned)insn->line, (int)insn->text_bytes, l->text + insn->text_offset, (unsigned)result.failed_column);
    exit(1);
}

static void write_timeline(const options* o, const gcnmem_run* run, const listing* l) {
    FILE* file = fopen(o->timeline, "wb");
    gcnmem_run_result result;
    gcnmem_run_event* events;
    int is_bad;
    if (file == NULL) {
        fail("--timeline", o->timeline, "cannot be written");
    }
    result = gcnmem_run_result_of(run);
    events = (gcnmem_run_event*)need_memory((size_t)result.events * sizeof(*events));
    gcnmem_run_events_of(run, events, (size_t)result.events);
    gcnmem_report_timeline(run, l->program, l->text, events, (size_t)result.events, to_file, file);
    free(events);
    is_bad = ferror(file);
    if (fclose(file) != 0 || is_bad) {
        fail("--timeline", o->timeline, "cannot be written");
    }
}

static int run_run(const options* o) {
    static bindings b;
    static listing l; /* static, as the memory: whoever calls exit() lets go of nothing */
    static void* memory;
    gcnmem_desc desc = machine_of(o);
    gcnmem_run_options options_of_run;
    gcnmem_issue issue;
    gcnmem_run* run;
    gcnmem_run_state state;
    size_t bytes;
    read_listing(o, &desc, &l);
    options_of_run = run_options_of(o, &l, &b);
    if (o->cus > desc.cu_count) {
        fprintf(stderr, "gcnmem: --cus '%llu' is more than the %u CUs of this part\n", (unsigned long long)o->cus,
                (unsigned)desc.cu_count);
        exit(1);
    }
    if (o->cus != 0) {
        desc = gcnmem_run_scaled_desc(&desc, (uint32_t)o->cus);
    }
    memset(&issue, 0, sizeof(issue));
    bytes = gcnmem_run_size_bytes(&desc, l.program, &options_of_run);
    memory = need_memory(bytes);
    if (gcnmem_run_init(memory, bytes, &desc, l.program, l.text, &options_of_run, &run, &issue) != GCNMEM_OK) {
        fail_listing(&l, &issue);
    }
    state = run_to_end(run);
    if (state == GCNMEM_RUN_FAILED) {
        fail_division(&l, run);
    }
    if (o->timeline != NULL) {
        write_timeline(o, run, &l);
    }
    gcnmem_report_run(run, l.program, l.text, style_of(o), to_file, stdout);
    if (state != GCNMEM_RUN_DONE) {
        fprintf(stderr, "gcnmem: %s: %s\n", l.name,
                state == GCNMEM_RUN_CUT ? "reached --max-clocks before every wave ended (a loop without end?)"
                                        : "stuck: waves live, but nothing can happen any more");
    }
    free(memory);
    free(l.memory);
    free(l.text);
    return state != GCNMEM_RUN_DONE;
}

int main(int argc, char** argv) {
    options o = read_options(argc, argv);
    if (strcmp(o.verb, "gpus") == 0) {
        return run_gpus(&o);
    }
    if (strcmp(o.verb, "cost") == 0) {
        return run_cost(&o);
    }
    if (strcmp(o.verb, "occupancy") == 0) {
        return run_occupancy(&o);
    }
    if (strcmp(o.verb, "replay") == 0) {
        return run_replay(&o);
    }
    if (strcmp(o.verb, "run") == 0) {
        return run_run(&o);
    }
    if (strcmp(o.verb, "--help") == 0 || strcmp(o.verb, "help") == 0 || strcmp(o.verb, "-h") == 0) {
        fputs(usage_text, stdout);
        return 0;
    }
    fprintf(stderr, "gcnmem: '%s' is not a verb: gpus, cost, occupancy, replay, run\n", o.verb);
    return 2;
}
