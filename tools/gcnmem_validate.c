/* gcnmem_validate -- the model against measurements: reads CSV files, runs the model on what each row measured.
   cc -O2 -I. tools/gcnmem_validate.c -o gcnmem_validate
   SPDX-License-Identifier: MIT-0

   usage: gcnmem_validate [--json|--html] [--summary] [--only TEXT] [--machine FILE] [--set FIELD=VALUE] FILE.csv ...

   A miss is printed with its reason, from the table of misses below, else that another driver of the card measured
   something else, or "unknown". --html prints a page with a chart of each set. --summary prints no rows but the misses,
   --only takes rows whose test contains the text. --machine FILE takes the place of its GPU's preset in every row of
   that GPU, changed by --set; without it --set changes every machine that has the field.

   Files are read on all cores. One is recognised by the columns of its first line. What a row measured is a row of
   the tables below: the operation, the address expression, the buffer, or a program for depth 3. Numbers are kept in
   thousandths, no floating point. */

#include "processes.h"

#include "chart.h"

static const flag validate_flags[] = {
    {"json", "", "t", "prints one JSON object"},
    {"html", "", "t", "prints a page with a chart of each set"},
    {"summary", "", "t", "prints no rows but the misses"},
    {"only", "TEXT", "t", "rows whose test contains the text"},
    FLAGS_OF_MACHINE,
    {NULL, NULL, NULL, NULL},
};
static options validate;

/* ---- CSV ---- */

#define MAX_COLUMNS 32

typedef struct table {
    input in; /* a line of it */
    buffer head;
    char* names[MAX_COLUMNS];
    char* cells[MAX_COLUMNS];
    int columns;
} table;

/* Splits a line in place; quotes keep commas together. */
static int split(char* line, char** cells) {
    int count = 0;
    char* out = line;
    int quoted = 0;
    cells[count++] = line;
    for (; *line != 0 && *line != '\n' && *line != '\r'; ++line) {
        if (*line == '"') {
            quoted = !quoted;
        } else if (*line == ',' && !quoted && count < MAX_COLUMNS) {
            *out++ = 0;
            cells[count++] = out;
        } else {
            *out++ = *line;
        }
    }
    *out = 0;
    return count;
}

/* -1: there is none. */
static int column_of(const table* t, const char* name) {
    int i = t->columns - 1;
    while (i >= 0 && strcmp(t->names[i], name) != 0) {
        --i;
    }
    return i;
}

static const char* cell(const table* t, const char* name) {
    int i = column_of(t, name);
    return i >= 0 && t->cells[i] != NULL ? t->cells[i] : "";
}

static int was_no_number; /* a cell was read as one and is none: 0 was taken */

/* "16.03" to 16030. Stops at the first character that does not belong to a decimal number. */
static uint64_t thousandths(const char* text) {
    uint64_t value = 0;
    unsigned decimals = 0;
    int point = 0;
    was_no_number |= *text < '0' || *text > '9';
    for (; (*text >= '0' && *text <= '9') || (*text == '.' && !point); ++text) {
        if (*text == '.') {
            point = 1;
        } else if (!point || decimals < 3) {
            value = value * 10 + (uint64_t)(*text - '0');
            decimals += (unsigned)point;
        }
    }
    for (; decimals < 3; ++decimals) {
        value *= 10;
    }
    return value;
}

static uint64_t cell_e3(const table* t, const char* name) {
    return thousandths(cell(t, name));
}

static uint32_t cell_number(const table* t, const char* name) {
    return (uint32_t)strtoul(cell(t, name), NULL, 10);
}

/* ---- the machine that rows were measured on ---- */

static int described_rows; /* whose GPU is the one of --machine */

static gcnmem_desc measured_machine(gcnmem_device device) {
    described_rows += described(&validate) != NULL && described(&validate)->device == device;
    return machine_for(&validate, device);
}

/* ---- results ---- */

typedef struct result {
    char gpu[40];
    char test[96];
    uint64_t measured_e3;
    uint64_t modelled_e3;
    const char* skipped; /* why a row says nothing about this model, or NULL */
    const char* reason;  /* why it misses its tolerance, or NULL when it does not */
    const char* version; /* why it may, in words of another version of the card's driver, or NULL */
    int tolerance_percent;
    int is_points; /* percentages: the error is their difference */
    int part;      /* which of the row's results this is */
    int has_more;  /* the row has another one */
} result;

#define MAX_REASONS 8

typedef struct summary {
    unsigned rows;
    unsigned skipped;
    const char* reason[MAX_REASONS]; /* of those skipped, and how many each; the last counts what is left */
    unsigned with_reason[MAX_REASONS];
    unsigned within;
    uint64_t error_sum_e3;
    uint64_t error_max_e3;
} summary;

static uint64_t error_e3(const result* r) {
    uint64_t difference =
        r->measured_e3 > r->modelled_e3 ? r->measured_e3 - r->modelled_e3 : r->modelled_e3 - r->measured_e3;
    if (r->is_points) {
        return difference;
    }
    if (r->measured_e3 == 0) {
        return difference == 0 ? 0 : 100000;
    }
    return (difference * 100000 + r->measured_e3 / 2) / r->measured_e3;
}

/* "12.345", in one of the buffers that take turns. */
static const char* e3(uint64_t value) {
    static char texts[4][32];
    static unsigned turn;
    char* text = texts[turn++ % 4];
    snprintf(text, sizeof(texts[0]), "%llu.%03u", (unsigned long long)(value / 1000), (unsigned)(value % 1000));
    return text;
}

static void print_json_text(const char* key, const char* text) {
    printf("\"%s\": \"", key);
    for (; *text != 0; ++text) {
        if (*text == '"' || *text == '\\') {
            putchar('\\');
        }
        putchar((unsigned char)*text < ' ' ? ' ' : *text);
    }
    putchar('"');
}

static int is_within(const result* r) {
    return error_e3(r) <= (uint64_t)r->tolerance_percent * 1000;
}

static void print_json_result(const result* r, int first) {
    printf("%s\n      {", first ? "" : ",");
    print_json_text("gpu", r->gpu);
    printf(", ");
    print_json_text("test", r->test);
    printf(", \"measured\": %s, \"modelled\": %s, \"error_percent\": %s, \"tolerance_percent\": %d, \"within\": %s",
           e3(r->measured_e3), e3(r->modelled_e3), e3(error_e3(r)), r->tolerance_percent,
           r->reason == NULL ? "true" : "false");
    if (r->reason != NULL) {
        printf(", ");
        print_json_text("reason", r->reason);
    }
    putchar('}');
}

static void print_result(const result* r) {
    if (strlen(r->gpu) > 16 || strlen(r->test) > 26) { /* the numbers stand in the next line */
        printf("%-16s %s\n%43s", r->gpu, r->test, "");
    } else {
        printf("%-16s %-26s", r->gpu, r->test);
    }
    printf("%11s%11s %c%6s %%%s%s\n", e3(r->measured_e3), e3(r->modelled_e3),
           r->modelled_e3 >= r->measured_e3 ? '+' : '-', e3(error_e3(r)),
           r->reason == NULL ? "" : "\n    MISS: ", r->reason == NULL ? "" : r->reason);
}

/* ---- a chart of a set: the model in percent of what was measured, in a band of the tolerance ---- */

typedef struct chart_rows {
    result* row;
    int count;
    int room;
} chart_rows;

static chart_rows shown; /* of the set that is being read */

static void keep_result(const result* r) {
    if (shown.count == shown.room) {
        shown.room = shown.room * 2 + 64;
        shown.row = (result*)resized(shown.row, (size_t)shown.room * sizeof(*shown.row));
    }
    shown.row[shown.count++] = *r;
}

/* 100 percent is what was measured; differences of percentages are added to it. */
static uint64_t share_e3(const result* r) {
    uint64_t above = 100000 + r->modelled_e3;
    return r->is_points          ? (above > r->measured_e3 ? above - r->measured_e3 : 0)
           : r->measured_e3 != 0 ? r->modelled_e3 * 100000 / r->measured_e3
                                 : 100000 + error_e3(r);
}

/* The greatest distance from 100 percent that the chart shows, of rows and of bands. */
static uint64_t shown_distance_e3(void) {
    uint64_t most = 2000;
    for (int i = 0; i < shown.count; ++i) {
        uint64_t share = share_e3(&shown.row[i]);
        uint64_t band = (uint64_t)shown.row[i].tolerance_percent * 1000;
        uint64_t distance = share > 100000 ? share - 100000 : 100000 - share;
        most = distance > most ? distance : most;
        most = band > most ? band : most;
    }
    return most < 100000 ? most : 100000;
}

/* Each row has a slot of the chart's width; `half` counts halves of slots. */
static int slot_x(int half) {
    return CHART_LEFT + half * CHART_WIDTH / (shown.count * 2);
}

static void print_chart(const char* name) {
    uint64_t distance = chart_round_up((shown_distance_e3() + 1) / 2) * 2;
    uint64_t least = distance < 100000 ? 100000 - distance : 0;
    uint64_t most = 2 * (100000 - least);
    chart_open(name, "rows in their order; grey: within tolerance; squares miss", "model, percent of measured", least,
               &most);
    for (int i = 0; i < shown.count; ++i) {
        uint64_t band = (uint64_t)shown.row[i].tolerance_percent * 1000;
        int top = chart_y(100000 + band - least, most);
        int bottom = chart_y(100000 > band + least ? 100000 - band - least : 0, most);
        printf("<rect class=band x=%d y=%d width=%d height=%d />", slot_x(i * 2), top,
               slot_x(i * 2 + 2) - slot_x(i * 2), bottom > top ? bottom - top : 1);
    }
    printf("<g%s>", shown.count > CHART_WIDTH / 8 ? " class=many" : "");
    for (int i = 0; i < shown.count; ++i) {
        uint64_t share = share_e3(&shown.row[i]);
        chart_mark(shown.row[i].reason != NULL, slot_x(i * 2 + 1), chart_y(share > least ? share - least : 0, most));
    }
    printf("</g>");
    printf("\n");
    chart_close();
}

/* `rows` of them, the misses only when there are too many. */
static void print_chart_table(int only_misses) {
    printf("<div class=wide tabindex=0><table>\n<thead><tr><th>GPU</th><th class=l>test</th>"
           "<th>measured</th><th>modelled</th>"
           "<th>error</th></thead>\n");
    for (int i = 0; i < shown.count; ++i) {
        const result* r = &shown.row[i];
        if (!only_misses || r->reason != NULL) {
            printf("<tr><th>");
            chart_text(r->gpu);
            printf("</th><td class=l>");
            chart_text(r->test);
            printf("</td><td>%s</td><td>%s</td><td>%s %%%s", e3(r->measured_e3), e3(r->modelled_e3), e3(error_e3(r)),
                   r->reason == NULL ? "" : " MISS: ");
            chart_text(r->reason == NULL ? "" : r->reason);
            printf("\n");
        }
    }
    printf("</table></div>\n");
}

/* ---- running the model ---- */

/* What a benchmark's loop loads: expressions over wave, lane, iter as the command line takes them. */
typedef struct stream {
    const char* op;
    const char* format;
    const char* expr[2]; /* address, or texel x and y */
    uint64_t size_bytes;
    uint32_t image_width;
    uint32_t waves;
    uint32_t iters;
} stream;

static void must(gcnmem_result code, const char* what, const gcnmem_issue* issue) {
    if (code != GCNMEM_OK) {
        fail_issue(what, NULL, issue);
    }
}

static gcnmem_cost run_stream(const gcnmem_desc* desc, const stream* s) {
    gcnmem_cost sum;
    gcnmem_op op;
    gcnmem_issue issue;
    gcnmem_expr exprs[2];
    gcnmem_expr_inputs inputs;
    const int count = s->image_width != 0 ? 2 : 1;
    memset(&sum, 0, sizeof(sum));
    memset(&inputs, 0, sizeof(inputs));
    must(gcnmem_op_find(s->op, &op, &issue), s->op, &issue);
    if (s->format != NULL) {
        must(gcnmem_op_format(&op, s->format, &issue), s->format, &issue);
    }
    gcnmem_access access = gcnmem_access_for(&op);
    access.size_bytes = s->size_bytes;
    access.image.width = s->image_width;
    access.image.height = s->image_width;
    for (int i = 0; i < count; ++i) {
        must(gcnmem_expr_compile(s->expr[i], strlen(s->expr[i]), &exprs[i], &issue), s->expr[i], &issue);
    }
    for (inputs.wave = 0; inputs.wave < s->waves; ++inputs.wave) {
        for (inputs.iter = 0; inputs.iter < s->iters; ++inputs.iter) {
            for (int i = 0; i < count; ++i) {
                uint64_t* values = count == 2 ? (uint64_t*)access.texel[i] : access.address;
                must(gcnmem_expr_lanes(&exprs[i], &inputs, UINT64_MAX, values, &issue), s->expr[i], &issue);
            }
            gcnmem_cost cost = gcnmem_cost_wave(desc, &access);
            gcnmem_cost_add(&sum, &cost);
        }
    }
    return sum;
}

/* Cards as the measurements call them: a name, or what follows a word of it, that begins with this is a card with these
   settings. */
typedef struct card_name {
    const char* begins;
    const char* card;
    const char* settings;
} card_name;

static const card_name card_names[] = {
    {"A100-40GB", "A100", ""},
    {"A100-80GB", "A100", "dram_mbps_per_pin=3186"},
    {"V100-PCIe", "V100", ""},
    {"Tesla V100-PCIE", "V100", ""},
    {"NVIDIA A100-PCIE-40GB", "A100", ""},
    {"RX 6900 XT, 2570 MHz", "RX 6900 XT", "core_clock_mhz=2570"},
    {"HD 7970 (Tahiti)", "HD 7970", ""},
    {"R9 380 (mem 1.5 GHz)", "R9 380", "dram_mbps_per_pin=6000"},
    {"AMD Instinct MI210", "MI210", ""},
    {"gfx90a:sramecc+:xnack-", "MI210", ""},
    {"gfx906:sramecc+:xnack-", "Radeon VII", "core_clock_mhz=1801"},
    {"S9150", "R9 290X", "core_clock_mhz=900"},
    {"Fury X", "R9 Fury X", ""},
};

/* Settings with blanks between them. */
static void apply_settings(gcnmem_desc* desc, const char* settings) {
    char one[64];
    for (int bytes = 0; sscanf(settings, " %63s%n", one, &bytes) == 1; settings += bytes) {
        apply_set(desc, one, 0);
    }
}

/* Whether a name begins so; case, blanks, '-' and '_' do not matter. */
static int name_begins(const char* name, const char* begin) {
    for (; *begin != 0; ++begin, ++name) {
        while (*name == ' ' || *name == '-' || *name == '_') {
            ++name;
        }
        if (*begin == ' ' || *begin == '-' || *begin == '_') {
            --name;
        } else if (*name == 0 || (*name | 32) != (*begin | 32)) {
            return 0;
        }
    }
    return 1;
}

/* The card that a name means, with or without its maker's words in front: "amd-radeon-7970". */
static int find_card(const char* name, gcnmem_device* out_device, const card_name** out_row) {
    for (*out_row = NULL; *name != 0; name += *name != 0) {
        for (size_t i = 0; i < sizeof(card_names) / sizeof(card_names[0]); ++i) {
            *out_row = name_begins(name, card_names[i].begins) ? &card_names[i] : *out_row;
        }
        if (gcnmem_device_find(*out_row != NULL ? (*out_row)->card : name, out_device, NULL) == GCNMEM_OK) {
            return 1;
        }
        name += strcspn(name, " -_");
    }
    return 0;
}

/* The GPU that a row is of; else says why the row is skipped. */
static int machine(const char* name, gcnmem_desc* out, result* r) {
    gcnmem_device device;
    const card_name* row;
    if (!find_card(name, &device, &row)) {
        r->skipped = "GPU not described";
        return 0;
    }
    *out = measured_machine(device);
    apply_settings(out, row != NULL ? row->settings : "");
    return 1;
}

/* The same for a row whose code is known as GCN's alone. */
static int gcn_machine(const char* name, gcnmem_desc* out, result* r) {
    if (machine(name, out, r) && out->architecture != GCNMEM_ARCHITECTURE_GCN) {
        r->skipped = "only GCN's code is known";
    }
    return r->skipped == NULL;
}

/* ---- programs: listings as the benchmarks' authors wrote them or a compiler translates them ---- */

/* A listing with what its text leaves open. In the text $ stands for the argument, and {N|...} for N copies of what it
   encloses, with # the number of the copy from 0 and ~ the number from N - 1 down. */
typedef struct program {
    const char* name; /* as the measurements call it */
    const char* text;
    const char* argument;
    uint32_t group_lanes;
    uint32_t groups; /* of the dispatch; 0: the machine filled once */
    uint32_t vgprs;
    uint32_t lds_bytes;
    uint32_t cus;        /* of the part of the machine that is run with its share of groups, L2, DRAM; 0: all of it */
    uint32_t lane_bytes; /* what the benchmark counts for each lane */
    uint32_t free_bytes; /* what it asks for without counting it */
} program;

/* Text up to `end`; copy `copy` of `copies`. */
static void write_copy(buffer* out, const char* text, const char* end, const char* argument, uint32_t copy,
                       uint32_t copies) {
    for (; text < end; ++text) {
        if (*text == '$') {
            write_copy(out, argument, argument + strlen(argument), "", copy, copies);
        } else if (*text == '#' || *text == '~') {
            put(out, "%u", (unsigned)(*text == '#' ? copy : copies - 1 - copy));
        } else {
            to_text(out, text, 1);
        }
    }
}

static void write_listing(buffer* out, const char* text, const char* argument) {
    out->bytes = 0;
    while (*text != 0) {
        size_t plain = strcspn(text, "{");
        write_copy(out, text, text + plain, argument, 0, 1);
        text += plain;
        if (*text == '{') {
            uint32_t copies = (uint32_t)strtoul(text + 1, NULL, 10);
            const char* body = strchr(text, '|') + 1;
            const char* end = strchr(body, '}');
            for (uint32_t copy = 0; copy < copies; ++copy) {
                write_copy(out, body, end, argument, copy, copies);
            }
            text = end + 1;
        }
    }
}

/* Advances until so many waves have ended, or all. */
static gcnmem_run_result run_until(gcnmem_run* run, uint64_t waves) {
    gcnmem_run_result r = gcnmem_run_result_of(run);
    uint64_t clock = r.clocks;
    while (r.state == GCNMEM_RUN_GOING && r.waves < waves) {
        clock = waves == UINT64_MAX ? UINT64_MAX : clock + 64;
        gcnmem_run_advance(run, clock, NULL);
        r = gcnmem_run_result_of(run);
    }
    return r;
}

/* What the benchmark's dispatch looks like on a part of the machine, with its share of the groups. */
static gcnmem_run_options dispatch_of(const gcnmem_desc* desc, const gcnmem_desc* part, const program* p) {
    gcnmem_run_options asked;
    memset(&asked, 0, sizeof(asked));
    asked.group_lanes = p->group_lanes;
    asked.groups = ((uint64_t)p->groups * part->cu_count + desc->cu_count - 1) / desc->cu_count;
    asked.vgprs = p->vgprs;
    asked.lds_bytes = p->lds_bytes;
    return asked;
}

/* The same dispatch once more behind its end: caches and DRAM are as the first left them, waves are launched anew. */
static void dispatch_again(gcnmem_run* run) {
    gcnmemi_machine_view v = gcnmemi_machine_view_of(run);
    run->groups *= 2;
    run->groups_run = run->groups;
    run->result.state = GCNMEM_RUN_GOING;
    gcnmemi_dispatch_begin(&v);
}

/* Runs a program until `warm` of its waves have ended, then until `waves` more have, or all; one that has come to its
   end is dispatched again. Returns the counters of the second part that the sets below read. */
static gcnmem_run_result run_program(const gcnmem_desc* desc, const program* p, const char* argument,
                                     const gcnmem_run_options* asked, uint64_t warm, uint64_t waves) {
    static buffer out;
    gcnmem_listing* parsed;
    gcnmem_run* run;
    gcnmem_issue issue;
    write_listing(&out, p->text, argument);
    gcnmem_listing_parse(out.text, out.bytes, desc->gfx_version, NULL, 0, NULL, 0, &parsed, &issue);
    size_t bytes = (size_t)issue.limit; /* that reading it takes, then that a run does */
    void* code = resized(NULL, bytes);
    must(gcnmem_listing_parse(out.text, out.bytes, desc->gfx_version, NULL, 0, code, bytes, &parsed, &issue), p->name,
         &issue);
    gcnmem_run_init(NULL, 0, desc, parsed, out.text, asked, &run, &issue);
    bytes = (size_t)issue.limit;
    void* memory = resized(NULL, bytes);
    must(gcnmem_run_init(memory, bytes, desc, parsed, out.text, asked, &run, &issue), p->name, &issue);
    gcnmem_run_result before = run_until(run, warm);
    if (before.state == GCNMEM_RUN_DONE) {
        dispatch_again(run);
    }
    gcnmem_run_result after = run_until(run, waves == UINT64_MAX ? UINT64_MAX : warm + waves);
    free(memory);
    free(code);
    after.clocks -= before.clocks;
    after.waves -= before.waves;
    after.bytes_requested -= before.bytes_requested;
    after.lds_bytes -= before.lds_bytes;
    after.dram.reads -= before.dram.reads;
    after.dram.writes -= before.dram.writes;
    return after;
}

/* The program's own dispatch, from begin to end; or the second of two, which finds L2 as the first left it. */
static gcnmem_run_result run_dispatch(const gcnmem_desc* desc, const program* p, uint32_t trips, int is_second) {
    gcnmem_desc part = gcnmem_run_scaled_desc(desc, p->cus);
    gcnmem_run_options asked = dispatch_of(desc, &part, p);
    gcnmem_run_trip trip;
    trip.label = GCNMEM_NONE;
    trip.trips = trips;
    asked.trips = &trip;
    asked.trip_count = trips != 0;
    return run_program(&part, p, p->argument, &asked, is_second ? UINT64_MAX : 0, UINT64_MAX);
}

/* GB/s of a program in the middle of its dispatch, in thousandths, by what the benchmark counts for each lane. Machines
   start with empty caches and all waves abreast: twice the machine's waves, and as many as move the L2's size twice,
   come before what is timed. After that they swing between reading and writing, each swing as long as one and a half
   times their waves take: 32 MB are many swings of a small machine and give what 100 MB do within 0.7 points, one row
   1.8. */
#define BANDWIDTH_BYTES 0x2000000u

static uint64_t bandwidth_e3(const gcnmem_desc* desc, const program* p, const char* argument) {
    gcnmem_run_options asked = dispatch_of(desc, desc, p);
    gcnmem_shader_needs needs = {0, 24, 0, 0, 0};
    uint64_t wave_bytes = (uint64_t)desc->wave_lanes * p->lane_bytes;
    needs.vgprs = p->vgprs;
    needs.group_lanes = p->group_lanes;
    uint64_t fill = (uint64_t)gcnmem_occupancy_for(desc, &needs, GCNMEM_RULE_HARDWARE).waves_per_cu * desc->cu_count;
    gcnmem_run_result run = run_program(desc, p, argument, &asked, 2 * fill + 2 * desc->l2_size_bytes / wave_bytes,
                                        BANDWIDTH_BYTES / wave_bytes);
    return run.bytes_requested * p->lane_bytes / (p->lane_bytes + p->free_bytes) * desc->core_clock_mhz / run.clocks;
}

/* ---- perftest: sebbbi/perftest, loads of data that stays in L1 ---- */

/* Its loop over 256 elements, unrolled eight times; $ is the load. One CU gets as many of the 4096 groups as the
   fullest one of the machine: what they read stays in L1. */
#define PERFTEST_GROUPS 4096
#define TEXT_PERFTEST \
    "s_load_dwordx4 s[0:3], s[2:3], 0x0\nv_mov_b32 v1, 0\ns_mov_b32 s4, 0\ns_waitcnt lgkmcnt(0)\nloop: ; @trip 32\n" \
    "{8|$\n}{8|s_waitcnt vmcnt(~)\nv_add_f32 v1, v1, v2\n}" \
    "v_add_u32 v0, vcc, 8, v0\ns_add_u32 s4, s4, 8\ns_cmp_lt_u32 s4, 0x100\ns_cbranch_scc1 loop\n" \
    "ds_write_b32 v0, v1\ns_waitcnt lgkmcnt(0)\ns_barrier\ns_endpgm\n"
#define TEXT_PERFTEST_R32F(element) \
    "buffer_load_format_x v#, v0, s[0:3], 0 idxen offset:0 ; @mem ((" element ")+iter*8+#)*4"

static const program perftest_program = {"perftest", TEXT_PERFTEST, NULL, 256, PERFTEST_GROUPS, 16, 1024, 0, 0, 0};

static uint64_t perftest_clocks(const gcnmem_desc* desc, const char* load) {
    gcnmem_run_options asked = dispatch_of(desc, desc, &perftest_program);
    asked.cu_count = 1;
    asked.groups = (PERFTEST_GROUPS + desc->cu_count - 1) / desc->cu_count;
    return run_program(desc, &perftest_program, load, &asked, 0, UINT64_MAX).clocks;
}

typedef struct perftest_row {
    const char* resource;
    const char* type;
    const char* op;
    const char* format;
    uint32_t element_bytes;
    uint32_t offset_bytes;
    uint64_t size_bytes;
} perftest_row;

/* Views hold 1024 elements, raw buffers 4096 bytes. Raw and structured loads are plain dwords. */
static const perftest_row perftest_rows[] = {
    {"Buffer.Load", "R8", "buffer_load_format_x", "r8", 1, 0, 1024},
    {"Buffer.Load", "RG8", "buffer_load_format_xy", "rg8", 2, 0, 2048},
    {"Buffer.Load", "RGBA8", "buffer_load_format_xyzw", "rgba8", 4, 0, 4096},
    {"Buffer.Load", "R16f", "buffer_load_format_x", "r16f", 2, 0, 2048},
    {"Buffer.Load", "RG16f", "buffer_load_format_xy", "rg16f", 4, 0, 4096},
    {"Buffer.Load", "RGBA16f", "buffer_load_format_xyzw", "rgba16f", 8, 0, 8192},
    {"Buffer.Load", "R32f", "buffer_load_format_x", "r32f", 4, 0, 4096},
    {"Buffer.Load", "RG32f", "buffer_load_format_xy", "rg32f", 8, 0, 8192},
    {"Buffer.Load", "RGBA32f", "buffer_load_format_xyzw", "rgba32f", 16, 0, 16384},
    {"ByteAddressBuffer.Load", "raw32", "buffer_load_dword", NULL, 4, 0, 4096},
    {"ByteAddressBuffer.Load2", "raw32", "buffer_load_dwordx2", NULL, 8, 0, 4096},
    {"ByteAddressBuffer.Load3", "raw32", "buffer_load_dwordx3", NULL, 12, 0, 4096},
    {"ByteAddressBuffer.Load4", "raw32", "buffer_load_dwordx4", NULL, 16, 0, 4096},
    {"ByteAddressBuffer.Load2", "raw32_unaligned4", "buffer_load_dwordx2", NULL, 8, 4, 4096},
    {"ByteAddressBuffer.Load4", "raw32_unaligned4", "buffer_load_dwordx4", NULL, 16, 4, 4096},
    {"StructuredBuffer.Load", "float", "buffer_load_dword", NULL, 4, 0, 4096},
    {"StructuredBuffer.Load", "float2", "buffer_load_dwordx2", NULL, 8, 0, 8192},
    {"StructuredBuffer.Load", "float4", "buffer_load_dwordx4", NULL, 16, 0, 16384},
    {"cbuffer.load", "float4", "buffer_load_dwordx4", NULL, 16, 0, 16384},
    {"Texture2D.Load", "R8", "image_load", "r8", 0, 0, 0},
    {"Texture2D.Load", "RG8", "image_load", "rg8", 0, 0, 0},
    {"Texture2D.Load", "RGBA8", "image_load", "rgba8", 0, 0, 0},
    {"Texture2D.Load", "R16F", "image_load", "r16f", 0, 0, 0},
    {"Texture2D.Load", "RG16F", "image_load", "rg16f", 0, 0, 0},
    {"Texture2D.Load", "RGBA16F", "image_load", "rgba16f", 0, 0, 0},
    {"Texture2D.Load", "R32F", "image_load", "r32f", 0, 0, 0},
    {"Texture2D.Load", "RG32F", "image_load", "rg32f", 0, 0, 0},
    {"Texture2D.Load", "RGBA32F", "image_load", "rgba32f", 0, 0, 0},
};

typedef struct perftest_pattern {
    const char* name;
    const char* element;  /* buffers: element of thread wave * 64 + lane, before the loop's iter is added */
    const char* texel[2]; /* textures: groups are 16x16 */
} perftest_pattern;

static const perftest_pattern perftest_patterns[] = {
    {"uniform", "0", {"iter % 16", "iter / 16"}},
    {"linear", "wave % 4 * 64 + lane", {"lane % 16 + iter % 16", "(wave * 64 + lane) / 16 + iter / 16"}},
    {"random",
     "(3 * (wave % 4 * 64 + lane)) & 15",
     {"((3 * (lane % 16)) & 4) + iter % 16", "((3 * ((wave * 64 + lane) / 16)) & 4) + iter / 16"}},
    {"random, 2017", /* the version of 2017, which printed one frame */
     "(3 * (wave * 64 + lane)) & 15",
     {"((3 * (lane % 16)) & 15) + iter % 16", "((3 * ((wave * 64 + lane) / 16)) & 15) + iter / 16"}},
};

/* The driver turns uniform raw, structured and constant buffer loads into scalar loads. */
static int is_scalar_routed(const char* resource, const char* pattern) {
    return strcmp(pattern, "uniform") == 0 && strcmp(resource, "Buffer.Load") != 0 &&
           strcmp(resource, "Texture2D.Load") != 0;
}

static void perftest_model(const gcnmem_desc* desc, const perftest_row* row, const perftest_pattern* pattern,
                           result* r) {
    char address[128];
    stream s;
    gcnmem_cost cost;
    memset(&s, 0, sizeof(s));
    snprintf(address, sizeof(address), "((%s) + iter) * %u + %u", pattern->element, (unsigned)row->element_bytes,
             (unsigned)row->offset_bytes);
    s.op = row->op;
    s.format = row->format;
    s.waves = 4;
    s.iters = 256;
    s.size_bytes = row->size_bytes;
    s.expr[0] = address;
    if (row->element_bytes == 0) {
        s.image_width = 32;
        s.expr[0] = pattern->texel[0];
        s.expr[1] = pattern->texel[1];
    }
    cost = run_stream(desc, &s);
    r->modelled_e3 = cost.clocks * 1000 / cost.accesses;
    r->tolerance_percent = 2;
    if (cost.clocks == cost.accesses * 4) { /* coalesced: latency shows where a wave begins and ends */
        char load[256];
        snprintf(load, sizeof(load), "%s v#, v0, s[0:3], 0 idxen ; @mem ((%s)+iter*8+#)*%u+%u", row->op,
                 pattern->element, (unsigned)row->element_bytes, (unsigned)row->offset_bytes);
        r->modelled_e3 =
            perftest_clocks(desc, load) * 16000 / perftest_clocks(desc, TEXT_PERFTEST_R32F("(3*(wave%4*64+lane))&15"));
        r->tolerance_percent = 3;
    }
}

static void perftest_run(const table* t, gcnmem_desc* desc, result* r) {
    const char* resource = cell(t, "resource");
    const char* type = cell(t, "type");
    int is_of_2017 = strcmp(cell(t, "frames"), "1") == 0;
    const char* pattern = is_of_2017 && strcmp(cell(t, "pattern"), "random") == 0 ? "random, 2017" : cell(t, "pattern");
    snprintf(r->test, sizeof(r->test), "%s %s %s", resource, type, pattern);
    if (is_scalar_routed(resource, pattern)) {
        r->skipped = "scalar load";
        return;
    }
    if (!gcn_machine(r->gpu, desc, r)) {
        return;
    }
    r->skipped = "test not described";
    for (size_t i = 0; i < sizeof(perftest_rows) / sizeof(perftest_rows[0]); ++i) {
        for (size_t k = 0; k < sizeof(perftest_patterns) / sizeof(perftest_patterns[0]); ++k) {
            if (strcmp(perftest_rows[i].resource, resource) == 0 && strcmp(perftest_rows[i].type, type) == 0 &&
                strcmp(perftest_patterns[k].name, pattern) == 0) {
                r->skipped = NULL;
                perftest_model(desc, &perftest_rows[i], &perftest_patterns[k], r);
                return;
            }
        }
    }
}

/* perftest.csv gives milliseconds: clocks follow from the anchor, "Buffer.Load R32f random" = 16 clocks (R4). */
typedef struct anchor {
    char gpu[40];
    char version[24];
    uint64_t ms_e3;
} anchor;

static anchor anchors[64];
static int anchor_count;

static void read_anchor(const table* t) {
    if (anchor_count < 64 && strcmp(cell(t, "resource"), "Buffer.Load") == 0 && strcmp(cell(t, "type"), "R32f") == 0 &&
        strcmp(cell(t, "pattern"), "random") == 0) {
        anchor* a = &anchors[anchor_count++];
        snprintf(a->gpu, sizeof(a->gpu), "%s", cell(t, "gpu"));
        snprintf(a->version, sizeof(a->version), "%s", cell(t, "ver"));
        a->ms_e3 = cell_e3(t, "ms");
    }
}

static void perftest_ms_run(const table* t, gcnmem_desc* desc, result* r) {
    uint64_t ms_e3 = cell_e3(t, "ms");
    uint64_t anchor_e3 = 0;
    perftest_run(t, desc, r);
    for (int i = 0; i < anchor_count; ++i) {
        if (strcmp(anchors[i].gpu, cell(t, "gpu")) == 0 && strcmp(anchors[i].version, cell(t, "ver")) == 0) {
            anchor_e3 = anchors[i].ms_e3;
        }
    }
    if (anchor_e3 == 0 && r->skipped == NULL) {
        r->skipped = "no anchor row";
    }
    r->measured_e3 = anchor_e3 != 0 ? (ms_e3 * 16000 + anchor_e3 / 2) / anchor_e3 : 0;
}

/* ---- CLRX timings: one wave, conflict-free ---- */

/* Of the first `lanes`, so many bytes apart. */
static gcnmem_cost cost_of_stride(const gcnmem_desc* desc, const gcnmem_op* op, uint64_t step, uint64_t lanes) {
    gcnmem_access access = gcnmem_access_for(op);
    access.exec_mask = lanes < GCNMEM_LANES ? ((uint64_t)1 << lanes) - 1 : UINT64_MAX;
    for (uint32_t lane = 0; lane < GCNMEM_LANES; ++lane) {
        access.address[lane] = lane * step;
    }
    return gcnmem_cost_wave(desc, &access);
}

static void clrx_clocks(const table* t, const gcnmem_op* op, const gcnmem_desc* desc, result* r) {
    const char* throughput = cell(t, "throughput");
    gcnmem_cost cost = cost_of_stride(desc, op, op->element_bytes, GCNMEM_LANES);
    if (op->unit != GCNMEM_UNIT_LDS) {
        r->modelled_e3 = cost.clocks * 1000;
    } else {
        r->measured_e3 = r->part == 0                        ? r->measured_e3
                         : strncmp(throughput, "1/", 2) == 0 ? thousandths(throughput + 2)
                                                             : 0;
        r->modelled_e3 = cost.port_clocks * 1000 * (r->part == 1 || op->is_src2 ? 1 : desc->lds_port_count);
    }
    if (r->measured_e3 == 0 && (op->unit != GCNMEM_UNIT_LDS || r->part == 1)) {
        r->skipped = "no number";
    }
}

/* Most registers, or LDS dwords a lane, with which `waves` still fit on every SIMD of a GFX7 part. */
static void clrx_occupancy(const table* t, const gcnmem_desc* desc, result* r) {
    uint32_t waves = (uint32_t)(cell_e3(t, "instruction") / 1000);
    gcnmem_shader_needs needs = {1, 1, 0, 64, 0};
    uint32_t* need = strcmp(cell(t, "quantity"), "max_VGPR") == 0 ? &needs.vgprs : &needs.sgprs;
    uint32_t highest = need == &needs.vgprs ? 256 : 128;
    uint32_t unit = 1;
    if (strcmp(cell(t, "quantity"), "max_LDS_dwords_per_lane") == 0) {
        need = &needs.lds_bytes;
        highest = 64;
        unit = 256;
    }
    for (; highest > 0; --highest) {
        *need = highest * unit;
        if (gcnmem_occupancy_for(desc, &needs, GCNMEM_RULE_HARDWARE).waves_per_cu >= waves * desc->simd_count_per_cu) {
            break;
        }
    }
    r->modelled_e3 = (uint64_t)highest * 1000;
    r->skipped = strcmp(cell(t, "quantity"), "max_issue_per_clk") == 0 ? "depth 1 does not issue" : NULL;
}

static void clrx_run(const table* t, gcnmem_desc* desc, result* r) {
    int throughput = r->part == 1;
    gcnmem_op op;
    snprintf(r->test, sizeof(r->test), "%s %s", cell(t, "instruction"),
             throughput ? "clocks a CU"
                        : (strcmp(cell(t, "class"), "occupancy") == 0 ? cell(t, "quantity") : "clocks"));
    r->has_more =
        !throughput && cell(t, "throughput")[0] != 0 && strcmp(cell(t, "instruction"), "worst bank conflict") != 0;
    if (strcmp(cell(t, "class"), "occupancy") == 0) {
        clrx_occupancy(t, desc, r);
    } else if (gcnmem_op_find(cell(t, "instruction"), &op, NULL) != GCNMEM_OK) {
        r->skipped = "not a memory access";
    } else {
        clrx_clocks(t, &op, desc, r);
    }
}

/* ---- LDS conflicts ---- */

/* Microseconds of a loop that is bound by conflicts are clocks times a constant: the row with 64 clocks gives it. */
static uint64_t us_per_64_clocks_e3;

static void lds_conflicts_run(const table* t, gcnmem_desc* desc, result* r) {
    const char* quantity = cell(t, "quantity");
    uint64_t argument = cell_e3(t, "arg") / 1000;
    char address[64];
    stream s = {"ds_read_b32", NULL, {address, NULL}, 0, 0, 1, 1};
    gcnmem_op op;
    uint64_t clocks;
    if (strcmp(quantity, "stride_dwords") == 0) {
        snprintf(address, sizeof(address), "lane * 4 * %u", (unsigned)argument);
        clocks = run_stream(desc, &s).clocks;
        us_per_64_clocks_e3 = clocks == 64 ? r->measured_e3 : us_per_64_clocks_e3;
        r->modelled_e3 = clocks * us_per_64_clocks_e3 / 64;
        r->skipped = clocks <= 4 ? "bound by the loop, not by conflicts" : NULL;
    } else if (strncmp(cell(t, "instruction"), "ds_read_b32, one wave", 21) == 0) {
        gcnmem_op_find("ds_read_b32", &op, NULL);
        r->modelled_e3 = cost_of_stride(desc, &op, 128, argument).clocks * 1000;
        r->tolerance_percent = 0;
    } else if (strcmp(quantity, "throughput_clk_1wave") == 0 &&
               gcnmem_op_find(cell(t, "instruction"), &op, NULL) == 0) {
        snprintf(address, sizeof(address), "lane * %u", (unsigned)op.element_bytes);
        s.op = op.name;
        r->modelled_e3 = run_stream(desc, &s).port_clocks * desc->lds_port_count * 1000;
    } else {
        r->skipped = strcmp(quantity, "throughput_clk_1wave") == 0 ? "addresses not stated" : "a latency, not a rate";
    }
}

/* The anchor of the conflict rows has to be known before the first of them is compared. */
static void read_lds_anchor(const table* t) {
    if (strcmp(cell(t, "quantity"), "stride_dwords") == 0 && strcmp(cell(t, "conflict_degree"), "64") == 0) {
        us_per_64_clocks_e3 = cell_e3(t, "value");
    }
}

/* ---- occupancy ---- */

static void occupancy_run(const table* t, result* r, const char* name, gcnmem_occupancy_rule rule) {
    static const char* const cards[][2] = {
        {"gfx600", "HD 7970"},     {"gfx700", "R9 290X"},     {"gfx701", "R9 290X"},      {"gfx803", "R9 Fury X"},
        {"gfx900", "Vega 64"},     {"gfx906", "MI50"},        {"gfx908", "MI100"},        {"gfx90a", "MI210"},
        {"gfx1030", "RX 6900 XT"}, {"gfx1031", "RX 6700 XT"}, {"gfx1034", "RX 6500 XT"},  {"gfx1100", "RX 7900 XTX"},
        {"gfx1101", "RX 7800 XT"}, {"gfx1102", "RX 7600"},    {"gfx1152", "Radeon 890M"}, {"gfx1201", "RX 9070 XT"},
        {"gfx1010", "RX 5700 XT"}, {"gfx942", "MI300X"}};
    gcnmem_shader_needs needs;
    gcnmem_desc desc;
    snprintf(r->gpu, sizeof(r->gpu), "%s", name);
    for (size_t i = 0; i < sizeof(cards) / sizeof(cards[0]); ++i) {
        name = strcmp(cards[i][0], name) == 0 ? cards[i][1] : name;
    }
    needs.vgprs = (uint32_t)(cell_e3(t, "vgprs") / 1000);
    needs.sgprs = (uint32_t)(cell_e3(t, "sgprs") / 1000);
    needs.lds_bytes =
        (uint32_t)(thousandths(cell(t, column_of(t, "lds_bytes") >= 0 ? "lds_bytes" : "lds_requested")) / 1000);
    needs.group_lanes = (uint32_t)(cell_e3(t, "workgroup_size") / 1000);
    snprintf(r->test, sizeof(r->test), "vgprs %u sgprs %u lds %u group %u", (unsigned)needs.vgprs,
             (unsigned)needs.sgprs, (unsigned)needs.lds_bytes, (unsigned)needs.group_lanes);
    if (!machine(name, &desc, r)) {
        return;
    }
    if (column_of(t, "wave") >= 0) {
        gcnmem_desc_set(&desc, "wave_lanes", cell(t, "wave"), NULL);
        gcnmem_occupancy_add_agprs(&desc, cell_number(t, "agprs"), &needs, NULL);
    }
    r->modelled_e3 = (uint64_t)gcnmem_occupancy_for(&desc, &needs, rule).waves_per_simd * 1000;
}

static void occupancy_llvm_run(const table* t, gcnmem_desc* desc, result* r) {
    (void)desc;
    occupancy_run(t, r, cell(t, "gfx"), GCNMEM_RULE_LLVM);
}

static void occupancy_radv_run(const table* t, gcnmem_desc* desc, result* r) {
    (void)desc;
    occupancy_run(t, r, cell(t, "family"), GCNMEM_RULE_RADV);
}

/* ---- DRAM traces: another simulator, same parameters ---- */

/* DRAMsim3's configurations as its measured hit rates show them; see tests/data/README.md. */
static const char* const dram_settings[2] = {
    "dram_bus_bits=1024 dram_row_bytes=2048 dram_read_queue_entries=64 dram_bank_rule=1 "
    "dram_mapping=row-group-bank-channel-column",
    "dram_memory=4 dram_bank_rule=1 dram_bus_bits=64 dram_mbps_per_pin=6000 dram_channels=1 dram_channel_bits=64 "
    "dram_banks=32 dram_bank_groups=1 dram_row_bytes=8192 dram_read_queue_entries=64 dram_cl_clocks=24 "
    "dram_cwl_clocks=7 dram_rcd_read_clocks=24 dram_rcd_write_clocks=20 dram_rp_clocks=24 dram_ras_clocks=56 "
    "dram_rc_clocks=80 dram_rrd_short_clocks=5 dram_rrd_long_clocks=5 dram_faw_clocks=20 dram_ccd_long_clocks=2 "
    "dram_rfc_clocks=74 dram_refi_clocks=3800 dram_mapping=row-bank-channel-column"};

static uint64_t shuffle_state;

static uint64_t shuffle_next(void) {
    shuffle_state ^= shuffle_state << 13;
    shuffle_state ^= shuffle_state >> 7;
    shuffle_state ^= shuffle_state << 17;
    return shuffle_state;
}

static void dram_trace_run(const table* t, gcnmem_desc* desc, result* r) {
    static uint64_t addresses[1000000];
    const char* trace = cell(t, "trace");
    int is_gddr5 = strcmp(cell(t, "config"), "GDDR5") == 0;
    gcnmem_dram_stats stats;
    gcnmem_issue issue;
    apply_settings(desc, dram_settings[is_gddr5]);
    gcnmem_result validity = gcnmem_desc_validate(desc, &issue);
    must(validity, issue.field, &issue);
    snprintf(r->gpu, sizeof(r->gpu), "%s", cell(t, "simulator"));
    shuffle_state = 88172645463325252u;
    for (uint64_t i = 0; i < 1000000; ++i) {
        addresses[i] = strcmp(trace, "rand") == 0    ? shuffle_next() % 16777216 * 64
                       : strcmp(trace, "str4k") == 0 ? i * 4096 % 4294967296u
                                                     : i * 64;
    }
    size_t bytes = gcnmemi_dram_size_bytes(desc);
    gcnmemi_dram* dram = gcnmemi_dram_init(resized(NULL, bytes), bytes, desc);
    for (uint64_t i = 0; i < 1000000; ++i) {
        dram->clock += gcnmemi_dram_offer(dram, addresses[i], 0, dram->clock);
    }
    gcnmemi_dram_drain(dram);
    gcnmemi_dram_stats(dram, &stats);
    free(dram);
    r->modelled_e3 = stats.bytes * (desc->dram_mbps_per_pin / desc->dram_data_rate) / stats.clocks;
}

/* ---- chains of loads, frames, bandwidth ---- */

/* A load after the other: each waits for the last one's data. */
#define CHAIN_LOADS 128
#define TEXT_CHAIN "loop:\n{128|$\ns_waitcnt vmcnt(0) & lgkmcnt(0)\n}s_cbranch_scc1 loop\ns_endpgm\n"
#define TEXT_CHAIN_VECTOR "flat_load_dword v0, v[0:1] ; @mem "
#define TEXT_CHAIN_SCALAR "s_load_dword s0, s[0:1], 0x0 ; @mem "

/* Loads of the same data again and again: how many bytes a clock? */
#define TEXT_SAME_DATA(loads, wait) \
    "loop: ; @trip 64\n{" loads "|$\n}s_waitcnt " wait "\nv_add_u32 v0, vcc, v1, v0\ns_sub_u32 s0, s0, 1\n" \
    "s_cbranch_scc1 loop\ns_endpgm\n"

/* Loops over 4 kB of an L1 or of LDS, as the article on GPU caches describes them: LDS is filled first, indices are
   masked, and the sums that keep the compiler from dropping loads are stored; the loads are named. What stands around a
   load and how often a thread goes round is this project's reading [est]: an index is stepped, masked and made an
   address, each dword is added up (of images as an integer: read_imageui), 8 loads (4 of two dwords) share the end of
   the loop, and a thread goes round 32 times. Of a load of several registers only one is named. Filling and storing
   take their time and are not counted. */
#define TEXT_NEAR(fill, copies, address, load, sums, end) \
    fill "loop:\n{" copies "|" address load "\n}{" copies "|" sums "}" end
#define TEXT_NEAR_FROM "; @mem stride(4)%1024+#*1024\n"
#define TEXT_NEAR_SUM "; @mem stride(4)+1G\n"
#define TEXT_NEAR_FILL "{4|load_b32 r2#, r3 " TEXT_NEAR_FROM "}{4|shared_store_b32 r3, r2# " TEXT_NEAR_FROM "}barrier\n"
#define TEXT_NEAR_NEUTRAL(fill, load, sums) \
    TEXT_NEAR(fill, "8", "add_u32 r0, r0, r1\nand_b32 r0, r0, r2\nlshl_b32 r3, r0, r8\n", load, sums, \
              "add_u32 r0, r0, r1\ncmp_u32 r3, r0, r2\nbranch loop\nstore_b32 r0, r4 " TEXT_NEAR_SUM "exit\n")
#define TEXT_NEAR_FILL_AMD \
    "{4|buffer_load_dword v2#, v3, s[0:3], 0 offen " TEXT_NEAR_FROM "}" \
    "{4|s_waitcnt vmcnt(~)\nds_write_b32 v3, v2# " TEXT_NEAR_FROM "}s_waitcnt lgkmcnt(0)\ns_barrier\n"
#define TEXT_NEAR_RDNA(fill, copies, load, wait, sums) \
    TEXT_NEAR(fill, copies, "v_add_nc_u32 v0, v0, v1\nv_and_b32 v0, v0, v2\n", load, wait sums, \
              "v_add_nc_u32 v0, v0, v1\nv_cmp_lt_u32 vcc_lo, v0, v2\ns_cbranch_vccnz loop\n" \
              "buffer_store_dword v4, v0, s[0:3], 0 offen " TEXT_NEAR_SUM "s_endpgm\n")
#define TEXT_NEAR_GCN(step, load, sums) \
    TEXT_NEAR(TEXT_NEAR_FILL_AMD, "8", step "v_and_b32 v3, v0, v2\nv_mad_u32_u24 v3, v3, v8, v9\n", load, \
              "s_waitcnt lgkmcnt(~)\n" sums, \
              "v_add_i32 v0, vcc, v0, v1\nv_cmp_lt_u32 vcc, v0, v2\ns_cbranch_vccnz loop\n" \
              "buffer_store_dword v4, v0, s[0:3], 0 offen " TEXT_NEAR_SUM "s_endpgm\n")
#define TEXT_FOUR(add) add " r4, r4, r1#\n" add " r5, r5, r1#\n" add " r6, r6, r1#\n" add " r7, r7, r1#\n"
#define TEXT_FOUR_RDNA "v_add_f32 v4, v4, v1#\nv_add_f32 v5, v5, v1#\nv_add_f32 v6, v6, v1#\nv_add_f32 v7, v7, v1#\n"

/* gpu-stream: a thread finds its element, or that it has none; arrays of 2^27 + 2 doubles begin 1 GiB and 2 MiB apart.
   $ is the number of the thread. 15 CUs, an eighth of MI100, stand for all of it: 0.7 % apart on average, 5 % at most
   (read, blocks of 1024); all of it has 189 of the 192 rows within the tolerance. */
#define STREAM_GROUPS 131072 /* of the largest blocks: 2^27 elements */
#define STREAM_WAVES 4000    /* fill the L2; as many more are timed */
#define TEXT_STREAM_BEGIN \
    "s_load_dword s0, s[4:5], 0x4\ns_load_dwordx2 s[2:3], s[6:7], 0x20\ns_waitcnt lgkmcnt(0)\n" \
    "s_and_b32 s0, s0, 0xffff\ns_mul_i32 s8, s8, s0\nv_add_u32 v0, s8, v0\nv_mov_b32 v1, 0\n" \
    "v_cmp_gt_u64 vcc, s[2:3], v[0:1]\ns_and_saveexec_b64 s[0:1], vcc\ns_cbranch_execz end\n" \
    "s_load_dwordx8 s[8:15], s[6:7], 0x0\nv_lshlrev_b64 v[0:1], 3, v[0:1]\ns_waitcnt lgkmcnt(0)\n"
#define TEXT_STREAM_ADDRESS "v_mov_b32 v4, s9\nv_add_co_u32 v2, vcc, s8, v0\nv_addc_co_u32 v3, vcc, v4, v1, vcc\n"
#define TEXT_STREAM_LOAD(registers, element, array) /* of array 1, 2, 3 */ \
    TEXT_STREAM_ADDRESS "global_load_dwordx2 " registers ", v[2:3], off ; @mem ($+" element ")*8+" array "*0x40200000" \
                        "\n"
#define TEXT_STREAM_STORE TEXT_STREAM_ADDRESS "global_store_dwordx2 v[2:3], v[6:7], off ; @mem ($+2)*8\n"
#define TEXT_STREAM_END "end:\ns_endpgm\n"
#define TEXT_NEUTRAL_LOAD(register, element, array) \
    "mad_u64 r4, r3, r14\nload_b64 " register ", r4 ; @mem ($+" element ")*8+" array "*0x40200000\n"
#define TEXT_NEUTRAL_STREAM(body) "mad_u32 r3, r1, r9, r2\ncmp_u32 r12, r3, r13\nbranch end\n" body "end:\nexit\n"
#define TEXT_NEUTRAL_STORE "mad_u64 r4, r3, r14\nstore_b64 r4, r20 ; @mem ($+2)*8\n"

#define NEAR_GROUPS 65536
#define NEAR_TRIPS 32

/* More than are run: a dispatch does not end while it is timed. */
#define BANDWIDTH_GROUPS 65536

/* BabelStream: arrays of doubles $ bytes apart, an element a thread. */
#define TEXT_ARRAY_LOAD(registers, array) \
    "buffer_load_dwordx2 " registers ", v0, s[0:3], 0 offen ; @mem (wave*64+lane)*8+" array "*$\n"
#define TEXT_ARRAY_STORE(array) \
    "buffer_store_dwordx2 v[2:3], v0, s[0:3], 0 offen ; @mem (wave*64+lane)*8+" array "*$\ns_endpgm\n"

#define TEXT_NEUTRAL_ARRAY(access, array) access " ; @mem stride(8)+" array "*$\n"

/* cl-mem: 16 bytes a thread, of arrays a GiB apart. */
#define TEXT_MEM_LOAD "buffer_load_dwordx4 v[0:3], v4, s[0:3], 0 offen ; @mem (wave*64+lane)*16\ns_waitcnt vmcnt(0)\n"
#define TEXT_MEM_STORE "buffer_store_dwordx4 v[0:3], v4, s[0:3], 0 offen ; @mem (wave*64+lane)*16+1G\n"

/* PhysX: 16 floats a thread, 2^24 threads. */
#define TEXT_PHYSX_ADDRESS "v0, s[0:3], 0 offen ; @mem (wave*64+lane)*4+#*64M\n"
#define TEXT_PHYSX_NEUTRAL "; @mem (wave*$+lane)*4+#*64M\n"

/* Copies of AMD's OpenCL guide: an element a work-item, lanes of a wave in the order that is given. */
#define TEXT_COPY(width, lane, bytes) \
    "load_" width " r1, r0 ; @mem (wave*64+" lane ")*" bytes "\nstore_" width " r0, r1 ; @mem (wave*64+" lane \
    ")*" bytes "+1G\nexit\n"

/* vcopy: a million doubles, twice over: the second dispatch is timed. A thread finds its element as gpu-stream's. */
#define VCOPY_WAVES 16384
#define TEXT_VCOPY_ADDRESS "; @mem (wave*64+lane)%1M*8"

/* clang-format off */
static const program programs[] = {
    {"L1", TEXT_CHAIN, TEXT_CHAIN_VECTOR "#%16*64", 1, 1, 0, 0, 1, 0, 0},
    {"L2", TEXT_CHAIN, TEXT_CHAIN_VECTOR "(iter*128+#)%1024*64", 1, 1, 0, 0, 0, 0, 0},
    {"DRAM", TEXT_CHAIN, TEXT_CHAIN_VECTOR "((iter*128+#)*0x9e3779b1+iter*iter*77)%1048576*1024", 1, 1, 0, 0, 0, 0, 0},
    {"scalar L1", TEXT_CHAIN, TEXT_CHAIN_SCALAR "#%16*64", 1, 1, 0, 0, 1, 0, 0},
    {"scalar L2", TEXT_CHAIN, TEXT_CHAIN_SCALAR "(iter*128+#)%1024*64", 1, 1, 0, 0, 0, 0, 0},
    {"LDS", TEXT_CHAIN, "ds_read_b32 v0, v0 ; @mem lane*4", 1, 1, 0, 0, 1, 0, 0},
    {"l1v_read", TEXT_CHAIN, TEXT_CHAIN_VECTOR "0", 1, 1, 0, 0, 1, 0, 0},
    {"dram_read", TEXT_CHAIN, TEXT_CHAIN_VECTOR "(iter*128+#)*64", 64, 1, 0, 0, 0, 0, 0},
    {"Buffer.Load R32f random", NULL, TEXT_PERFTEST_R32F("(3*(wave%4*64+lane))&15"), 0, 0, 0, 0, 0, 0, 0},
    {"Buffer.Load R32f linear", NULL, TEXT_PERFTEST_R32F("wave%4*64+lane"), 0, 0, 0, 0, 0, 0, 0},
    {"buffer_load_format_xyzw", TEXT_SAME_DATA("8", "vmcnt(0)"),
     "buffer_load_format_xyzw v[0:3], v0, s[0:3], 0 idxen ; @mem lane*16", 256, 0, 24, 0, 1, 0, 0},
    {"ds_read2_b32", TEXT_SAME_DATA("16", "lgkmcnt(0)"),
     "ds_read2_b32 v[0:1], v0 offset0:0 offset1:64 ; @mem lane*4", 256, 0, 24, 0, 1, 0, 0},
    {"init", TEXT_STREAM_BEGIN TEXT_STREAM_STORE TEXT_STREAM_END,
     NULL, 0, STREAM_GROUPS, 0, 0, 15, 8, 0},
    {"read", TEXT_STREAM_BEGIN TEXT_STREAM_LOAD("v[6:7]", "2", "1")
     "s_waitcnt vmcnt(0)\n"
     "v_cmp_eq_f64 vcc, s[0:1], v[6:7]\n" TEXT_STREAM_END,
     NULL, 0, STREAM_GROUPS, 0, 0, 15, 8, 0},
    {"scale", TEXT_STREAM_BEGIN TEXT_STREAM_LOAD("v[6:7]", "2", "1")
     "s_waitcnt vmcnt(0)\n"
     "v_mul_f64 v[6:7], v[6:7], s[0:1]\n" TEXT_STREAM_STORE TEXT_STREAM_END,
     NULL, 0, STREAM_GROUPS, 0, 0, 15, 16, 0},
    {"triad", TEXT_STREAM_BEGIN TEXT_STREAM_LOAD("v[6:7]", "2", "1") TEXT_STREAM_LOAD("v[8:9]", "2", "2")
     "s_waitcnt vmcnt(0)\n"
     "v_fma_f64 v[6:7], v[6:7], s[0:1], v[8:9]\n" TEXT_STREAM_STORE TEXT_STREAM_END,
     NULL, 0, STREAM_GROUPS, 0, 0, 15, 24, 0},
    {"3pt", TEXT_STREAM_BEGIN TEXT_STREAM_LOAD("v[6:7]", "1", "1") TEXT_STREAM_LOAD("v[8:9]", "2", "1")
     TEXT_STREAM_LOAD("v[10:11]", "3", "1")
     "s_waitcnt vmcnt(0)\n"
     "v_add_f64 v[6:7], v[6:7], v[10:11]\n"
     "v_fma_f64 v[6:7], v[6:7], s[0:1], v[8:9]\n" TEXT_STREAM_STORE TEXT_STREAM_END,
     NULL, 0, STREAM_GROUPS, 0, 0, 15, 16, 0},
    {"5pt", TEXT_STREAM_BEGIN TEXT_STREAM_LOAD("v[6:7]", "0", "1") TEXT_STREAM_LOAD("v[8:9]", "1", "1")
     TEXT_STREAM_LOAD("v[10:11]", "2", "1") TEXT_STREAM_LOAD("v[12:13]", "3", "1")
     TEXT_STREAM_LOAD("v[14:15]", "4", "1")
     "s_waitcnt vmcnt(0)\n"
     "v_add_f64 v[6:7], v[6:7], v[14:15]\n"
     "v_add_f64 v[8:9], v[8:9], v[12:13]\n"
     "v_fma_f64 v[6:7], v[6:7], s[0:1], v[10:11]\n"
     "v_fma_f64 v[6:7], v[8:9], s[0:1], v[6:7]\n" TEXT_STREAM_STORE TEXT_STREAM_END,
     NULL, 0, STREAM_GROUPS, 0, 0, 15, 16, 0},
    {"neutral init", TEXT_NEUTRAL_STREAM(TEXT_NEUTRAL_STORE), NULL, 0, STREAM_GROUPS, 0, 0, 10, 8, 0},
    {"neutral read", TEXT_NEUTRAL_STREAM(TEXT_NEUTRAL_LOAD("r20", "2", "1") "cmp_f64 r12, r20, r16\nbranch end\n"),
     NULL, 0, STREAM_GROUPS, 0, 0, 10, 8, 0},
    {"neutral scale", TEXT_NEUTRAL_STREAM(TEXT_NEUTRAL_LOAD("r20", "2", "1") "mul_f64 r20, r20, r16\n"
                                          TEXT_NEUTRAL_STORE),
     NULL, 0, STREAM_GROUPS, 0, 0, 10, 16, 0},
    {"neutral triad", TEXT_NEUTRAL_STREAM(TEXT_NEUTRAL_LOAD("r20", "2", "1") TEXT_NEUTRAL_LOAD("r22", "2", "2")
                                          "fma_f64 r20, r20, r22\n" TEXT_NEUTRAL_STORE),
     NULL, 0, STREAM_GROUPS, 0, 0, 10, 24, 0},
    {"neutral 3pt", TEXT_NEUTRAL_STREAM(TEXT_NEUTRAL_LOAD("r20", "1", "1") TEXT_NEUTRAL_LOAD("r22", "2", "1")
                                        TEXT_NEUTRAL_LOAD("r24", "3", "1") "fma_f64 r20, r20, r22\n"
                                        "fma_f64 r20, r20, r24\n" TEXT_NEUTRAL_STORE),
     NULL, 0, STREAM_GROUPS, 0, 0, 10, 16, 0},
    {"neutral 5pt", TEXT_NEUTRAL_STREAM(TEXT_NEUTRAL_LOAD("r20", "0", "1") TEXT_NEUTRAL_LOAD("r22", "1", "1")
                                        TEXT_NEUTRAL_LOAD("r24", "2", "1") TEXT_NEUTRAL_LOAD("r26", "3", "1")
                                        TEXT_NEUTRAL_LOAD("r28", "4", "1") "fma_f64 r20, r20, r22\n"
                                        "fma_f64 r20, r20, r24\nfma_f64 r20, r20, r26\nfma_f64 r20, r20, r28\n"
                                        TEXT_NEUTRAL_STORE),
     NULL, 0, STREAM_GROUPS, 0, 0, 10, 16, 0},
    {"copy", TEXT_ARRAY_LOAD("v[2:3]", "0") "s_waitcnt vmcnt(0)\n" TEXT_ARRAY_STORE("2"),
     NULL, 256, BANDWIDTH_GROUPS, 8, 0, 0, 16, 0},
    {"mul", TEXT_ARRAY_LOAD("v[2:3]", "2") "s_waitcnt vmcnt(0)\nv_mul_f64 v[2:3], v[2:3], s[4:5]\n"
     TEXT_ARRAY_STORE("1"), NULL, 256, BANDWIDTH_GROUPS, 8, 0, 0, 16, 0},
    {"add", TEXT_ARRAY_LOAD("v[2:3]", "0") TEXT_ARRAY_LOAD("v[4:5]", "1")
     "s_waitcnt vmcnt(0)\nv_add_f64 v[2:3], v[2:3], v[4:5]\n" TEXT_ARRAY_STORE("2"),
     NULL, 256, BANDWIDTH_GROUPS, 8, 0, 0, 24, 0},
    {"triad of arrays", TEXT_ARRAY_LOAD("v[2:3]", "1") TEXT_ARRAY_LOAD("v[4:5]", "2")
     "s_waitcnt vmcnt(0)\nv_fma_f64 v[2:3], v[4:5], s[4:5], v[2:3]\n" TEXT_ARRAY_STORE("0"),
     NULL, 256, BANDWIDTH_GROUPS, 8, 0, 0, 24, 0},
    {"neutral copy", TEXT_NEUTRAL_ARRAY("load_b64 r2, r0", "0") TEXT_NEUTRAL_ARRAY("store_b64 r0, r2", "2") "exit\n",
     NULL, 256, BANDWIDTH_GROUPS, 8, 0, 0, 16, 0},
    {"neutral mul", TEXT_NEUTRAL_ARRAY("load_b64 r2, r0", "2") "mul_f64 r2, r2, r6\n"
     TEXT_NEUTRAL_ARRAY("store_b64 r0, r2", "1") "exit\n", NULL, 256, BANDWIDTH_GROUPS, 8, 0, 0, 16, 0},
    {"neutral add", TEXT_NEUTRAL_ARRAY("load_b64 r2, r0", "0") TEXT_NEUTRAL_ARRAY("load_b64 r4, r0", "1")
     "add_f64 r2, r2, r4\n" TEXT_NEUTRAL_ARRAY("store_b64 r0, r2", "2") "exit\n",
     NULL, 256, BANDWIDTH_GROUPS, 8, 0, 0, 24, 0},
    {"neutral triad of arrays", TEXT_NEUTRAL_ARRAY("load_b64 r2, r0", "1") TEXT_NEUTRAL_ARRAY("load_b64 r4, r0", "2")
     "fma_f64 r2, r4, r6, r2\n" TEXT_NEUTRAL_ARRAY("store_b64 r0, r2", "0") "exit\n",
     NULL, 256, BANDWIDTH_GROUPS, 8, 0, 0, 24, 0},
    {"cl-mem write", TEXT_MEM_STORE "s_endpgm\n", NULL, 256, BANDWIDTH_GROUPS, 8, 0, 0, 16, 0},
    {"cl-mem read", TEXT_MEM_LOAD "s_endpgm\n", NULL, 256, BANDWIDTH_GROUPS, 8, 0, 0, 16, 0},
    {"cl-mem copy", TEXT_MEM_LOAD TEXT_MEM_STORE "s_endpgm\n", NULL, 256, BANDWIDTH_GROUPS, 8, 0, 0, 32, 0},
    {"coalesced read", "{16|buffer_load_dword v#, " TEXT_PHYSX_ADDRESS "}"
     "{16|s_waitcnt vmcnt(~)\nv_add_f32 v16, v16, v#\n}"
     "buffer_store_dword v16, v0, s[0:3], 0 offen ; @mem (wave*64+lane)*4\ns_endpgm\n",
     NULL, 256, BANDWIDTH_GROUPS, 20, 0, 0, 64, 4},
    {"coalesced write", "{16|buffer_store_dword v1, " TEXT_PHYSX_ADDRESS "}s_endpgm\n",
     NULL, 256, BANDWIDTH_GROUPS, 4, 0, 0, 64, 0},
    {"neutral coalesced read", "{16|load_b32 r1#, r0 " TEXT_PHYSX_NEUTRAL "}{16|add_f32 r2, r2, r1#\n}"
                               "store_b32 r0, r2 ; @mem (wave*$+lane)*4\nexit\n",
     NULL, 256, BANDWIDTH_GROUPS, 30, 0, 0, 64, 4},
    {"neutral coalesced write", "{16|store_b32 r0, r1 " TEXT_PHYSX_NEUTRAL "}exit\n",
     NULL, 256, BANDWIDTH_GROUPS, 4, 0, 0, 64, 0},
    {"load_b128", TEXT_NEAR_NEUTRAL("", "load_b128 r1#, r3 ; @mem lane*16", TEXT_FOUR("add_u32")),
     NULL, 256, NEAR_GROUPS, 32, 0, 1, 4096, 4},
    {"shared_load_b32",
     TEXT_NEAR_NEUTRAL(TEXT_NEAR_FILL, "shared_load_b32 r1#, r3 ; @mem lane*4", "add_u32 r4, r4, r1#\n"),
     NULL, 256, NEAR_GROUPS, 32, 4096, 1, 1024, 36},
    {"shared_load_b128",
     TEXT_NEAR_NEUTRAL(TEXT_NEAR_FILL, "shared_load_b128 r1#, r3 ; @mem lane*16", TEXT_FOUR("add_f32")),
     NULL, 256, NEAR_GROUPS, 32, 4096, 1, 4096, 36},
    {"RDNA2 buffer_load_format_xyzw",
     TEXT_NEAR_RDNA("", "8", "buffer_load_format_xyzw v1#, v0, s[0:3], 0 idxen ; @mem lane*16", "s_waitcnt vmcnt(~)\n",
                    TEXT_FOUR_RDNA),
     NULL, 256, NEAR_GROUPS, 32, 0, 1, 4096, 4},
    {"RDNA2 ds_read2_b32",
     TEXT_NEAR_RDNA(TEXT_NEAR_FILL_AMD, "4", "ds_read2_b32 v1#, v0 offset0:0 offset1:32 ; @mem lane*4",
                    "s_waitcnt lgkmcnt(~)\n",
                    "v_add_nc_u32 v4, v4, v1#\nv_add_nc_u32 v5, v5, v1#\n"),
     NULL, 256, NEAR_GROUPS, 32, 4096, 1, 1024, 36},
    {"ds_read_b32", TEXT_NEAR_GCN("", "ds_read_b32 v1#, v3 ; @mem lane*4", "v_add_i32 v4, vcc, v4, v1#\n"),
     NULL, 256, NEAR_GROUPS, 24, 4096, 1, 1024, 36},
    {"ds_read_b64", TEXT_NEAR_GCN("v_add_i32 v0, vcc, v0, v1\n", "ds_read_b64 v1#, v3 ; @mem lane*8",
                                  "v_xor_b32 v4, v4, v1#\nv_xor_b32 v5, v5, v1#\n"),
     NULL, 256, NEAR_GROUPS, 24, 4096, 1, 2048, 36},
    {"32-bit 1D FastPath", TEXT_COPY("b32", "lane", "4"), NULL, 256, BANDWIDTH_GROUPS, 8, 0, 0, 8, 0},
    {"32-bit 1D CompletePath", TEXT_COPY("b32", "lane", "4"), NULL, 256, BANDWIDTH_GROUPS, 8, 0, 0, 8, 0},
    {"Coal (float, contiguous)", TEXT_COPY("b32", "lane", "4"), NULL, 256, BANDWIDTH_GROUPS, 8, 0, 0, 8, 0},
    {"float4 1D (copy4)", TEXT_COPY("b128", "lane", "16"), NULL, 256, BANDWIDTH_GROUPS, 8, 0, 0, 32, 0},
    {"NoCoal (Table 3.4)", TEXT_COPY("b32", "lane/16*16+(lane+15)%16", "4"),
     NULL, 256, BANDWIDTH_GROUPS, 8, 0, 0, 8, 0},
    {"NoCoal (Table 3.5)", TEXT_COPY("b32", "lane%2*lane+(1-lane%2)*(62-lane)", "4"),
     NULL, 256, BANDWIDTH_GROUPS, 8, 0, 0, 8, 0},
    {"vcopy", TEXT_STREAM_BEGIN TEXT_STREAM_ADDRESS "global_load_dwordx2 v[6:7], v[2:3], off " TEXT_VCOPY_ADDRESS "\n"
     TEXT_STREAM_ADDRESS "s_waitcnt vmcnt(0)\nglobal_store_dwordx2 v[2:3], v[6:7], off " TEXT_VCOPY_ADDRESS "+8M\n"
     TEXT_STREAM_END,
     NULL, 256, VCOPY_WAVES / 4, 8, 0, 0, 16, 0},
};
/* clang-format on */

/* Of a benchmark that is written for GCN and otherwise, what the machine runs. */
static const program* find_program(const gcnmem_desc* desc, const char* name) {
    const program* found = NULL;
    for (size_t i = 0; i < sizeof(programs) / sizeof(programs[0]); ++i) {
        int is_neutral = strncmp(programs[i].name, "neutral ", 8) == 0;
        int is_meant = !is_neutral || desc->architecture != GCNMEM_ARCHITECTURE_GCN;
        if (is_meant && strcmp(programs[i].name + (is_neutral ? 8 : 0), name) == 0) {
            found = &programs[i];
        }
    }
    return found;
}

/* Clocks of one load of a chain, in thousandths, from the trip `before` on. */
static uint64_t chain_clocks_e3(const gcnmem_desc* desc, const program* p, uint32_t before, uint32_t trips) {
    uint64_t clocks = run_dispatch(desc, p, trips, 0).clocks - run_dispatch(desc, p, before, 0).clocks;
    return clocks * 1000 / ((uint64_t)CHAIN_LOADS * (trips - before));
}

/* The program of a row; else says that the row is skipped. */
static const program* program_of(const char* name, const gcnmem_desc* desc, result* r) {
    const program* p = find_program(desc, name);
    r->skipped = p == NULL ? "test not described" : r->skipped;
    return p;
}

static void latency_run(const table* t, gcnmem_desc* desc, result* r) {
    const program* p = program_of(cell(t, "chain"), desc, r);
    r->modelled_e3 = p != NULL ? chain_clocks_e3(desc, p, 32, 64) : 0;
}

/* Microseconds of N loads at 1 GHz, N rising. The first 128 pay for the launch and for cold caches: what follows is
   compared. */
static void microbench_run(const table* t, gcnmem_desc* desc, result* r) {
    static uint64_t first_us_e3;
    const program* p = program_of(cell(t, "benchmark"), desc, r);
    uint32_t loads = cell_number(t, "num_access");
    uint64_t us_e3 = cell_e3(t, "median_us");
    if (loads <= CHAIN_LOADS) {
        first_us_e3 = us_e3;
        r->skipped = "launch and cold caches";
    } else if (p != NULL) {
        r->measured_e3 = (us_e3 - first_us_e3) * 1000 / (loads - CHAIN_LOADS);
        r->modelled_e3 = chain_clocks_e3(desc, p, 1, loads / CHAIN_LOADS);
    }
}

static void frames_run(const table* t, gcnmem_desc* desc, result* r) {
    const program* p = program_of(cell(t, "test"), desc, r);
    if (p != NULL) {
        desc->core_clock_mhz = (uint32_t)(cell_e3(t, "core_mhz") / 1000);
        r->modelled_e3 = perftest_clocks(desc, p->argument) * (cell_e3(t, "frames") / 1000) / desc->core_clock_mhz;
    }
}

static uint64_t dispatch_bytes_e3(const gcnmem_desc* desc, const program* p) {
    gcnmem_run_result run = run_dispatch(desc, p, 0, 0);
    return (run.lds_bytes + run.bytes_requested) * 1000 / (run.clocks * run.cu_count);
}

static void near_bandwidth_run(const table* t, gcnmem_desc* desc, result* r) {
    const program* p = program_of(cell(t, "instr"), desc, r);
    r->modelled_e3 = p != NULL ? dispatch_bytes_e3(desc, p) : 0;
}

/* Two blocks fit a CU: the size of a block decides how many waves hide latency. GB/s of arrays read and written, once
   the L2 is full of what was written. */
static void gpu_stream_run(const table* t, gcnmem_desc* desc, result* r) {
    const program* p = program_of(cell(t, "kernel"), desc, r);
    uint32_t block = cell_number(t, "blocksize");
    uint32_t waves = gcnmemi_bits_divide_up(block, desc->wave_lanes);
    char thread[64];
    snprintf(thread, sizeof(thread), "group*%u+(wave-group*%u)*%u+lane", (unsigned)block, (unsigned)waves,
             (unsigned)desc->wave_lanes);
    if (p != NULL) {
        gcnmem_desc part = gcnmem_run_scaled_desc(desc, p->cus);
        gcnmem_run_options asked = dispatch_of(desc, &part, p);
        asked.group_lanes = block;
        asked.groups_per_cu_max = 2;
        gcnmem_run_result run = run_program(&part, p, thread, &asked, STREAM_WAVES, STREAM_WAVES);
        r->modelled_e3 = run.waves * block * p->lane_bytes / waves * (desc->cu_count / part.cu_count) *
                         desc->core_clock_mhz / run.clocks;
    }
}

/* ---- bandwidth of whole machines ---- */

/* Percent of peak on both sides, tolerance in points. */
static void percent_of_peak(const gcnmem_desc* desc, uint64_t measured_e3, uint64_t modelled_e3, result* r) {
    uint64_t peak = gcnmem_desc_dram_bytes_per_second(desc) / 1000000;
    r->measured_e3 = measured_e3 * 100000 / peak;
    r->modelled_e3 = modelled_e3 * 100000 / peak;
    r->is_points = 1;
    r->tolerance_percent = 6;
}

/* Several rows of a file may measure the same. What is known of a program on a machine; 0: nothing yet. */
static uint64_t* known_value_e3(const gcnmem_desc* desc, const char* name, const char* argument) {
    static struct {
        gcnmem_desc desc;
        char name[32];
        char argument[32];
        uint64_t value_e3;
    } known[16];
    static uint32_t next;
    uint32_t i;
    for (i = 0; i < 16; ++i) {
        if (strcmp(known[i].name, name) == 0 && strcmp(known[i].argument, argument) == 0 &&
            memcmp(&known[i].desc, desc, sizeof(*desc)) == 0) {
            return &known[i].value_e3;
        }
    }
    i = next++ % 16;
    known[i].desc = *desc;
    snprintf(known[i].name, sizeof(known[i].name), "%s", name);
    snprintf(known[i].argument, sizeof(known[i].argument), "%s", argument);
    known[i].value_e3 = 0;
    return &known[i].value_e3;
}

static uint64_t known_bandwidth_e3(const gcnmem_desc* desc, const char* name, const char* argument) {
    uint64_t* value_e3 = known_value_e3(desc, name, argument);
    *value_e3 = *value_e3 != 0 ? *value_e3 : bandwidth_e3(desc, find_program(desc, name), argument);
    return *value_e3;
}

/* ---- versions: rows of one card that differ by what ran them ---- */

/* What sets of whole machines measure, a column a test. */
static const char* const clpeak_columns[] = {"float_GBps",  "float2_GBps",  "float4_GBps",
                                             "float8_GBps", "float16_GBps", NULL};
static const char* const babelstream_columns[] = {"copy_GBps", "mul_GBps", "add_GBps", "triad_GBps", "dot_GBps", NULL};
static const char* const physx_columns[] = {"coalesced_read_GBps", "coalesced_write_GBps", NULL};

enum { VERSIONS_MAX = 256, VERSION_COLUMNS = 5, VERSION_PERCENT = 15 };

typedef struct version {
    char name[64]; /* of the driver, or of the file that a source keeps its results in */
    gcnmem_device device;
    const card_name* card;
    uint64_t value_e3[VERSION_COLUMNS];
    char reason[VERSION_COLUMNS][192]; /* why a row misses that another version of its card contradicts */
} version;

static version versions[VERSIONS_MAX];
static int version_count;

static const char* path_name(const char* path) {
    const char* slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

/* The card of a row: its column; BabelStream's by its file, "amd-firepro-s9150-ecc-off.txt", or by what the driver
   calls it where the file's name is none. Whether memory is checked does not make another card. */
static void card_of_row(const table* t, char* out, size_t bytes) {
    static const char* const ends[] = {".txt", "-ecc-off", "-ecc-on"};
    gcnmem_device device;
    const card_name* row;
    if (column_of(t, "result_path") < 0) {
        snprintf(out, bytes, "%s", cell(t, column_of(t, "device") >= 0 ? "device" : "gpu"));
        return;
    }
    snprintf(out, bytes, "%s", path_name(cell(t, "result_path")));
    for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); ++i) {
        size_t length = strlen(out);
        size_t end = strlen(ends[i]);
        if (length > end && strcmp(out + length - end, ends[i]) == 0) {
            out[length - end] = 0;
        }
    }
    if (!find_card(out, &device, &row)) {
        snprintf(out, bytes, "%s", cell(t, "device_string"));
    }
}

/* What ran a row: the driver where the source names it, else the file. */
static const char* version_of(const table* t) {
    return column_of(t, "driver") >= 0 ? cell(t, "driver") : cell(t, "result_path");
}

/* Called with every row before the first is run. */
static void read_version(const table* t, const char* const* columns) {
    char card[64];
    version* v = &versions[version_count];
    card_of_row(t, card, sizeof(card));
    if (version_count < VERSIONS_MAX && find_card(card, &v->device, &v->card)) {
        snprintf(v->name, sizeof(v->name), "%s", version_of(t));
        for (int i = 0; columns[i] != NULL; ++i) {
            v->value_e3[i] = cell_e3(t, columns[i]);
        }
        ++version_count;
    }
}

/* Names the test; where the file has the card with several drivers, the driver as well. Where another's figure is far
   from this one, whichever is nearer to the model, the row's reason to miss is that. */
static void name_version(const table* t, result* r, const char* const* columns) {
    const char* name = version_of(t);
    const int has_driver = column_of(t, "driver") >= 0;
    char card[64];
    gcnmem_device device;
    const card_name* row;
    version* own = NULL;
    const version* other = NULL;
    uint64_t most = 0;
    snprintf(r->test, sizeof(r->test), "%.*s, percent of peak", (int)(strlen(columns[r->part]) - strlen("_GBps")),
             columns[r->part]);
    for (char* c = strchr(r->test, '_'); c != NULL; c = strchr(c, '_')) {
        *c = ' ';
    }
    card_of_row(t, card, sizeof(card));
    if (!find_card(card, &device, &row)) {
        return;
    }
    for (int i = 0; i < version_count; ++i) {
        const int is_card = versions[i].device == device && versions[i].card == row;
        own = is_card && strncmp(versions[i].name, name, sizeof(own->name) - 1) == 0 ? &versions[i] : own;
    }
    for (int i = 0; i < version_count && own != NULL; ++i) {
        const version* v = &versions[i];
        const uint64_t a = own->value_e3[r->part];
        const uint64_t b = v->value_e3[r->part];
        const uint64_t percent = a != 0 && b != 0 ? (a > b ? a : b) * 100 / (a < b ? a : b) : 0;
        if (v->device == device && v->card == row && strcmp(v->name, own->name) != 0 && percent > most) {
            most = percent;
            other = v;
        }
    }
    if (other != NULL && has_driver) {
        size_t length = strlen(r->test);
        snprintf(r->test + length, sizeof(r->test) - length, ", driver %.48s", name);
    }
    if (other != NULL && most >= 100 + VERSION_PERCENT) {
        snprintf(own->reason[r->part], sizeof(own->reason[0]),
                 "drivers differ%s: %u.%u GB/s with this one, %u.%u with %s",
                 has_driver ? "" : ", which the source does not name", (unsigned)(own->value_e3[r->part] / 1000),
                 (unsigned)(own->value_e3[r->part] % 1000 / 100), (unsigned)(other->value_e3[r->part] / 1000),
                 (unsigned)(other->value_e3[r->part] % 1000 / 100), has_driver ? other->name : path_name(other->name));
        r->version = own->reason[r->part];
    }
}

/* clpeak, global memory: a work-item reads 16 vectors, adds their parts and writes one float, which is not counted. Its
   vectors lie 256 apart, so that its group's data are one run, or as many as there are work-items: 128 MiB. */
static const char* clpeak_text(const gcnmem_desc* desc, uint32_t dwords, int is_local) {
    static buffer text;
    static const char* const widths[] = {"", "", "x2", "", "x4"};
    const uint32_t group_step = is_local ? 15 * 256 : 0;
    const uint32_t vector_step = is_local ? 256 : 0x8000000 / (4 * dwords);
    const int is_gcn = desc->architecture == GCNMEM_ARCHITECTURE_GCN;
    const unsigned lanes = desc->wave_lanes;
    text.bytes = 0;
    for (uint32_t i = 0; i < 16; ++i) {
        const unsigned first = 2 + i * dwords;
        if (is_gcn) {
            put(&text, "buffer_load_dword%s v[%u:%u], v0, s[0:3], 0 offen", widths[dwords], first, first + dwords - 1);
        } else {
            put(&text, "load_b%u r%u, r0", (unsigned)(32 * dwords), first);
        }
        put(&text, " ; @mem (group*%u+wave*%u+lane+%u)*%u\n", (unsigned)group_step, lanes, (unsigned)(i * vector_step),
            (unsigned)(4 * dwords));
    }
    for (uint32_t i = 0; i < 16 * dwords; ++i) {
        if (i % dwords == 0 && is_gcn) {
            put(&text, "s_waitcnt vmcnt(%u)\n", (unsigned)(15 - i / dwords));
        }
        put(&text, is_gcn ? "v_add_f32 v1, v1, v%u\n" : "add_f32 r1, r1, r%u\n",
            (unsigned)(is_gcn ? 2 + i : 2 + i / dwords * dwords));
    }
    put(&text, "%s ; @mem (wave*%u+lane)*4+4G\n%s\n",
        is_gcn ? "buffer_store_dword v1, v0, s[4:7], 0 offen" : "store_b32 r0, r1", lanes,
        is_gcn ? "s_endpgm" : "exit");
    return text.text;
}

/* The better of the two forms is printed. Sums and addresses take 6 registers besides the vectors' own. */
static void clpeak_run(const table* t, gcnmem_desc* desc, result* r) {
    const char* const* columns = clpeak_columns;
    const uint32_t dwords = 1u << r->part;
    program p = {"clpeak", NULL, "", 256, BANDWIDTH_GROUPS, 0, 0, 0, 0, 4};
    uint64_t* best_e3;
    r->has_more = columns[r->part + 1] != NULL && column_of(t, columns[r->part + 1]) >= 0;
    name_version(t, r, columns);
    if (!machine(r->gpu, desc, r)) {
        return;
    }
    if (dwords > 4) {
        r->skipped = "float8 and float16: in which order a vector's parts are loaded is the compiler's choice";
        return;
    }
    if (cell_e3(t, "clock_mhz") != 0) {
        desc->core_clock_mhz = (uint32_t)(cell_e3(t, "clock_mhz") / 1000);
    }
    p.vgprs = 16 * (desc->architecture == GCNMEM_ARCHITECTURE_TERASCALE ? 1 : dwords) + 6; /* TeraScale's hold four */
    p.lane_bytes = 64 * dwords;
    best_e3 = known_value_e3(desc, "clpeak", columns[r->part]);
    for (int is_local = 0, is_known = *best_e3 != 0; is_local < 2 && !is_known; ++is_local) {
        p.text = clpeak_text(desc, dwords, is_local);
        uint64_t value_e3 = bandwidth_e3(desc, &p, "");
        *best_e3 = value_e3 > *best_e3 ? value_e3 : *best_e3;
    }
    percent_of_peak(desc, cell_e3(t, columns[r->part]), *best_e3, r);
}

/* Arrays lie one behind the other, each from a multiple of 2 MiB on; rows that do not state their size are as old as
   those of 400 MB. */
static void babelstream_run(const table* t, gcnmem_desc* desc, result* r) {
    static const char* const names[] = {"copy", "mul", "add", "triad of arrays"};
    uint64_t array_bytes = cell_e3(t, "array_size") * 1000;
    char distance[32];
    char card[64];
    card_of_row(t, card, sizeof(card));
    r->has_more = r->part < 3 || (r->part == 3 && cell(t, babelstream_columns[4])[0] != 0);
    snprintf(r->gpu, sizeof(r->gpu), "%s", path_name(cell(t, "result_path")));
    name_version(t, r, babelstream_columns);
    if (!machine(card, desc, r)) {
        return;
    }
    if (r->part == 4) {
        r->skipped = "dot: how its groups add up is not described";
        return;
    }
    array_bytes = array_bytes != 0 ? array_bytes : 400000000;
    snprintf(distance, sizeof(distance), "%uM", (unsigned)((array_bytes + 2097151) / 2097152 * 2));
    percent_of_peak(desc, cell_e3(t, babelstream_columns[r->part]), known_bandwidth_e3(desc, names[r->part], distance),
                    r);
}

/* cl-mem's streams; other rows of the kind are skipped, but for latencies of memory. */
static void memory_run(const table* t, gcnmem_desc* desc, result* r) {
    char name[32];
    const char* test = cell(t, "test");
    snprintf(name, sizeof(name), "cl-mem %s", test);
    if (strstr(test, "DRAM") != NULL) {
        snprintf(r->test, sizeof(r->test), "%s, %s", test, cell(t, "unit"));
        r->measured_e3 = cell_e3(t, "value");
        r->modelled_e3 = gcnmemi_desc_latency_clocks(desc, (uint64_t)1 << 30) * 1000;
        if (strcmp(cell(t, "unit"), "ns") == 0) {
            r->modelled_e3 = r->modelled_e3 * 1000 / desc->core_clock_mhz;
        }
        r->tolerance_percent = 10;
    } else if (find_program(desc, name) == NULL) {
        r->skipped = "test not described";
    } else {
        percent_of_peak(desc, cell_e3(t, "value"), known_bandwidth_e3(desc, name, ""), r);
    }
}

static void guide_run(const table* t, gcnmem_desc* desc, result* r) {
    const program* p = program_of(cell(t, "case"), desc, r);
    if (p != NULL) {
        apply_set(desc, strstr(p->name, "CompletePath") != NULL ? "l1_store_path=2" : "l1_store_path=1", 0);
        r->modelled_e3 = known_bandwidth_e3(desc, p->name, "");
    }
}

static void physx_run(const table* t, gcnmem_desc* desc, result* r) {
    static const char* const names[] = {"coalesced read", "coalesced write"};
    char lanes[16];
    r->has_more = r->part < 1;
    snprintf(r->gpu, sizeof(r->gpu), "%s", cell(t, "device"));
    name_version(t, r, physx_columns);
    if (machine(r->gpu, desc, r)) {
        snprintf(lanes, sizeof(lanes), "%u", (unsigned)desc->wave_lanes);
        percent_of_peak(desc, cell_e3(t, physx_columns[r->part]), known_bandwidth_e3(desc, names[r->part], lanes), r);
    }
}

/* ---- vcopy: counters of the second dispatch, as AMD's names call them, and its time ---- */

/* Order does not matter to what is counted: each line is read once and written once. */
static gcnmem_replay_stats vcopy_counts(const gcnmem_desc* desc) {
    static const char* const names[] = {"global_load_dwordx2", "global_store_dwordx2"};
    gcnmem_replay* replay = replay_for(desc, GCNMEM_LEVEL_L1);
    for (uint32_t i = 0; i < 2 * VCOPY_WAVES; ++i) {
        gcnmem_op op;
        gcnmem_op_find(names[i % 2], &op, NULL);
        gcnmem_access access = gcnmem_access_for(&op);
        for (uint32_t lane = 0; lane < GCNMEM_LANES; ++lane) {
            access.address[lane] = ((uint64_t)(i / 2) * GCNMEM_LANES + lane) * 8 + i % 2 * 0x800000;
        }
        gcnmem_replay_wave(replay, i / 2 % desc->cu_count, &access);
    }
    gcnmem_replay_stats stats = gcnmem_replay_finish(replay);
    free(replay);
    return stats;
}

static uint64_t vcopy_nanoseconds_e3(const gcnmem_desc* desc) {
    return run_dispatch(desc, find_program(desc, "vcopy"), 0, 1).clocks * 1000000 / desc->core_clock_mhz;
}

static void vcopy_run(const table* t, gcnmem_desc* desc, result* r) {
    static gcnmem_replay_stats stats;
    static int known;
    const char* counter = cell(t, "counter");
    r->skipped = "counter not modelled";
    if (strcmp(r->gpu, "MI100") != 0 || strcmp(cell(t, "dispatch"), "1") != 0) {
        r->skipped = "other dispatch";
        return;
    }
    if (!known) {
        stats = vcopy_counts(desc);
        known = 1;
    }
    snprintf(r->test, sizeof(r->test), "vcopy %s", counter);
    if (strcmp(counter, "duration_ns") == 0) {
        r->skipped = NULL;
        r->tolerance_percent = 15;
        r->modelled_e3 = vcopy_nanoseconds_e3(desc);
    }
    {
        const struct {
            const char* name;
            uint64_t value;
        } counters[] = {
            {"TA_TOTAL_WAVEFRONTS_sum", stats.lines},
            {"TCP_TOTAL_CACHE_ACCESSES_sum", stats.l1.reads + stats.l1.writes},
            {"TCP_TCC_READ_REQ_sum", stats.l2.reads},
            {"TCP_TCC_WRITE_REQ_sum", stats.l2.writes},
            {"TCC_READ_sum", stats.l2.reads},
            {"TCC_WRITE_sum", stats.l2.writes},
            {"TCC_EA_RDREQ_sum", stats.dram.reads * gcnmemi_desc_burst_bytes(desc) / 64},
        };
        for (size_t i = 0; i < sizeof(counters) / sizeof(counters[0]); ++i) {
            if (strcmp(counters[i].name, counter) == 0) {
                r->skipped = NULL;
                r->modelled_e3 = counters[i].value * 1000;
            }
        }
    }
}

/* ---- gpu-benches: L2 and L1 ---- */

/* Blocks of 1024 threads, one a CU by its registers; each reads a chunk of doubles, 24 in flight, and which one follows
   from its number. The first block of every CU fills caches, the second is timed. */
static void l2_run(const table* t, gcnmem_desc* desc, result* r) {
    char text[1024];
    program p = {"gpu-l2-cache", text, "", 1024, 0, 56, 0, 0, 0, 0};
    unsigned chunk_kb = cell_number(t, "block_dv_kB");
    unsigned total_kb = cell_number(t, "dataset_kB_total");
    unsigned loads = 16;
    const char* load = "load_b64 r1#, r0";
    const char* sum = "add_f64 r2, r2, r1#\n}branch loop\nexit";
    if (desc->architecture == GCNMEM_ARCHITECTURE_GCN) {
        loads = 24;
        load = "buffer_load_dwordx2 v[2:3], v0, s[0:3], 0 offen";
        sum = "s_waitcnt vmcnt(~)\nv_add_f64 v[50:51], v[50:51], v[2:3]\n}s_cbranch_scc1 loop\ns_endpgm";
    }
    snprintf(text, sizeof(text),
             "loop: ; @trip %u\n{%u|%s ; @mem ((group%%%u*%u+iter*%u+#)*1024+wave%%%u*%u+lane)*8\n}{%u|%s\n",
             chunk_kb / 8 / loads, loads, load, total_kb / chunk_kb, chunk_kb / 8, loads,
             1024 / (unsigned)desc->wave_lanes, (unsigned)desc->wave_lanes, loads, sum);
    uint64_t waves = (uint64_t)desc->cu_count * 1024 / desc->wave_lanes;
    p.groups = 3 * desc->cu_count;
    gcnmem_run_options asked = dispatch_of(desc, desc, &p);
    gcnmem_run_result run = run_program(desc, &p, "", &asked, waves, waves);
    r->modelled_e3 = run.bytes_requested * desc->core_clock_mhz / run.clocks;
}

/* One block of 256 threads a CU reads the same data again and again. Of up to 63 elements a thread all are in flight at
   once, of more 32; of one to three those of two passes, since with one pass 1 kB would take twice as long as was
   measured. Of other GPUs 32 are in flight whatever the size: 2 kB go as fast as 100 on V100. */
typedef struct cache_loop {
    char text[1024];
    uint32_t loads;
    uint32_t element_bytes;
    uint32_t trips_a_pass;
} cache_loop;

static void cache_loop_for(const gcnmem_desc* desc, const char* type, uint32_t kilobytes, cache_loop* out) {
    static const char* const widths[] = {"", "", "x2", "", "x4"};
    const uint32_t dwords = strcmp(type, "float4") == 0 ? 4 : strcmp(type, "double") == 0 ? 2 : 1;
    const uint32_t elements = kilobytes / dwords; /* of a thread */
    char load[64];
    const char* sum = "s_waitcnt vmcnt(~)\nv_add_f32 v1, v1, v2";
    const char* end = "s_cbranch_scc1 loop\ns_endpgm";
    snprintf(load, sizeof(load), "buffer_load_dword%s v[2:%u], v0, s[0:3], 0 offen", widths[dwords],
             (unsigned)(1 + dwords));
    out->loads = elements < 4 ? 2 * elements : elements < 64 ? elements : 32;
    if (desc->architecture != GCNMEM_ARCHITECTURE_GCN) {
        out->loads = 32;
        snprintf(load, sizeof(load), "load_b%u r1#, r0", (unsigned)(32 * dwords));
        sum = "add_f32 r1, r1, r1#";
        end = "branch loop\nexit";
    }
    out->element_bytes = dwords * 4;
    out->trips_a_pass = (elements + out->loads - 1) / out->loads;
    snprintf(out->text, sizeof(out->text),
             "loop:\n{%u|%s ; @mem ((iter*%u+#)%%%u*256+wave*%u%%256+lane)*%u\n}{%u|%s\n}%s\n", (unsigned)out->loads,
             load, (unsigned)out->loads, (unsigned)elements, (unsigned)desc->wave_lanes, (unsigned)out->element_bytes,
             (unsigned)out->loads, sum, end);
}

/* Two passes fill the caches; what is timed reads 256 kB at least. A quarter of another GPU than GCN is run. */
static void cache_run(const table* t, gcnmem_desc* desc, result* r) {
    const uint32_t kilobytes = cell_number(t, "dataset_kB_per_cu");
    static cache_loop loop;
    program p = {"gpu-cache", loop.text, "", 256, 0, 0, 0, 0, 0, 0};
    cache_loop_for(desc, cell(t, "elem_type"), kilobytes, &loop);
    uint32_t warm = 2 * loop.trips_a_pass;
    uint32_t timed = (256 / kilobytes + 1) * loop.trips_a_pass;
    p.groups = desc->cu_count;
    p.cus = desc->architecture != GCNMEM_ARCHITECTURE_GCN ? desc->cu_count / 4 : 0;
    uint64_t clocks = run_dispatch(desc, &p, warm + timed, 0).clocks - run_dispatch(desc, &p, warm, 0).clocks;
    r->modelled_e3 = (uint64_t)timed * loop.loads * p.group_lanes * loop.element_bytes * desc->cu_count *
                     desc->core_clock_mhz / clocks;
}

/* ---- other GPUs: clocks of one wave's access, data present ---- */

/* Clocks, in thousandths, of an access by the lanes of `mask` at these addresses, and all lanes moved by each of the
   shifts: the mean of them. */
static uint64_t mean_clocks_e3(const gcnmem_desc* desc, const char* op_name, uint64_t mask, const uint64_t* lanes,
                               const uint64_t* shifts, uint32_t count) {
    gcnmem_op op;
    gcnmem_issue issue;
    gcnmem_access access;
    uint64_t clocks = 0;
    uint32_t i;
    uint32_t lane;
    must(gcnmem_op_find(op_name, &op, &issue), op_name, &issue);
    access = gcnmem_access_for(&op);
    access.exec_mask = mask;
    for (i = 0; i < count; ++i) {
        gcnmem_cost cost;
        for (lane = 0; lane < desc->wave_lanes; ++lane) {
            access.address[lane] = lanes[lane] + shifts[i];
        }
        cost = gcnmem_cost_wave(desc, &access);
        clocks += cost.clocks > cost.port_clocks ? cost.clocks : cost.port_clocks;
    }
    return clocks * 1000 / count;
}

static void parse_numbers(const char* text, uint64_t* numbers, uint32_t count) {
    char* end;
    for (uint32_t i = 0; i < count; ++i, text = end) {
        numbers[i] = strtoull(text, &end, 10);
    }
}

/* Operations as h200_patterns.csv calls them; what lies beyond L1 is not a cost of depth 1. */
static const char* const pattern_ops[][3] = {
    {"global_ca", "1", "global_load_ubyte"},
    {"global_ca", "2", "global_load_ushort"},
    {"global_ca", "4", "global_load_dword"},
    {"global_ca", "8", "global_load_dwordx2"},
    {"global_ca", "16", "global_load_dwordx4"},
    {"shared", "1", "ds_read_u8"},
    {"shared", "2", "ds_read_u16"},
    {"shared", "4", "ds_read_b32"},
    {"shared", "8", "ds_read_b64"},
    {"shared", "16", "ds_read_b128"},
    {"shared_st", "4", "ds_write_b32"},
    {"shared_st", "8", "ds_write_b64"},
    {"shared_st", "16", "ds_write_b128"},
    {"atom_shared", "4", "ds_add_u32"},
};

/* 32 warps of a block, eight instructions 128 bytes apart. */
static void patterns_run(const table* t, gcnmem_desc* desc, result* r) {
    static const uint64_t shifts[8] = {0, 128, 256, 384, 512, 640, 768, 896};
    uint64_t lanes[32];
    r->skipped = "bound by L2";
    parse_numbers(cell(t, "offsets"), lanes, 32);
    for (size_t i = 0; i < sizeof(pattern_ops) / sizeof(pattern_ops[0]); ++i) {
        if (strcmp(pattern_ops[i][0], cell(t, "space")) == 0 && strcmp(pattern_ops[i][1], cell(t, "bytes")) == 0) {
            r->skipped = NULL;
            r->modelled_e3 =
                mean_clocks_e3(desc, pattern_ops[i][2], strtoull(cell(t, "active"), NULL, 16), lanes, shifts, 8);
        }
    }
}

static void tag_banks_run(const table* t, gcnmem_desc* desc, result* r) {
    static const uint64_t shifts[1] = {0};
    uint64_t lanes[32];
    snprintf(r->test, sizeof(r->test), "lines %.50s", cell(t, "lines_of_32_lanes"));
    parse_numbers(cell(t, "lines_of_32_lanes"), lanes, 32);
    for (uint32_t i = 0; i < 32; ++i) {
        lanes[i] = lanes[i] * 128 + 4 * i;
    }
    r->modelled_e3 = mean_clocks_e3(desc, "global_load_dword", UINT32_MAX, lanes, shifts, 1);
}

/* One block of 1024 threads that reads eight elements a thread again and again. Of a stride, the waves of the first 64
   threads differ; of a block of `arg` threads a row, all 32 do. */
static void strides_run(const table* t, gcnmem_desc* desc, result* r) {
    const uint32_t bytes = strcmp(cell(t, "elem_type"), "double") == 0 ? 8 : 4;
    const uint32_t arg = cell_number(t, "arg");
    const int is_block = strcmp(cell(t, "pattern"), "block") == 0;
    uint64_t shifts[8] = {0, 4, 8, 12, 20, 16, 24, 28};
    uint64_t lanes[GCNMEM_LANES];
    r->tolerance_percent = strcmp(r->gpu, "RX 6900 XT") == 0 ? 2 : 5;
    if (strcmp(r->gpu, "A40") == 0 && bytes == 8) {
        r->skipped = "bound by double precision";
        return;
    }
    for (uint32_t i = 0; i < 8; ++i) {
        shifts[i] *= bytes;
    }
    uint32_t waves = (is_block ? 1024 : 64) / desc->wave_lanes;
    for (uint32_t wave = 0; wave < waves; ++wave) {
        for (uint32_t i = 0; i < desc->wave_lanes; ++i) {
            uint32_t thread = wave * desc->wave_lanes + i;
            lanes[i] = is_block ? thread % arg % 64 + (uint64_t)(thread / arg % 32) * 4098 + 4098
                                : (uint64_t)(thread % 64) * arg;
            lanes[i] *= bytes;
        }
        r->modelled_e3 += mean_clocks_e3(desc, bytes == 8 ? "global_load_dwordx2" : "global_load_dword", UINT64_MAX,
                                         lanes, shifts, 8);
    }
    r->modelled_e3 = r->modelled_e3 * 32 / ((uint64_t)waves * desc->wave_lanes);
}

/* A chase over a set of that many kilobytes. */
static void set_latency_run(const table* t, gcnmem_desc* desc, result* r) {
    const uint64_t bytes = (uint64_t)cell_number(t, "working_set_kB") * 1024;
    if (desc->l3_size_bytes != 0 && bytes > desc->l3_size_bytes) {
        r->skipped =
            "TLB misses: 1471 to 1958 clocks where DRAM takes 580, and a jump at 128 MB that no cache explains";
    } else {
        r->modelled_e3 = gcnmemi_desc_latency_clocks(desc, bytes) * 1000;
    }
}

/* GB/s of all CUs reading `bytes` in order the second time. */
static uint64_t second_read_e3(const gcnmem_desc* desc, uint64_t bytes) {
    const uint64_t wave_bytes = (uint64_t)desc->wave_lanes * 16;
    gcnmem_replay* replay = replay_for(desc, GCNMEM_LEVEL_L1);
    uint64_t clocks[2] = {0, 0};
    gcnmem_op op;
    gcnmem_op_find("load_b128", &op, NULL);
    gcnmem_access access = gcnmem_access_for(&op);
    access.policy = GCNMEM_POLICY_GLC; /* a launch finds L1 empty */
    for (uint32_t pass = 0; pass < 2; ++pass) {
        for (uint64_t i = 0; i < bytes / wave_bytes; ++i) {
            for (uint32_t lane = 0; lane < desc->wave_lanes; ++lane) {
                access.address[lane] = i * wave_bytes + lane * 16;
            }
            gcnmem_replay_wave(replay, (uint32_t)(i % desc->cu_count), &access);
        }
        clocks[pass] = gcnmem_replay_finish(replay).clocks;
    }
    free(replay);
    return bytes * desc->core_clock_mhz / (clocks[1] - clocks[0]);
}

/* GB/s of SMs with so many threads each, in blocks of up to 1024, that go through memory together: 16 bytes a thread in
   flight, as the time of one warp tells, read or copied. A quarter of the machine moves at least 64 MB, four times its
   L2, or goes round 1000 times. */
static uint64_t threads_bandwidth_e3(const gcnmem_desc* desc, uint32_t threads, int is_copy) {
    const uint32_t sms = desc->cu_count / 4;
    const uint32_t trip_bytes = sms * threads * 16;
    const uint32_t trips = 64000000 / trip_bytes < 1000 ? 64000000 / trip_bytes : 1000;
    char text[512];
    char address[64];
    program p = {"threads an SM", text, "", 0, 0, 0, 0, 0, 0, 0};
    snprintf(address, sizeof(address), "iter*%u+(wave*32+lane)*16", (unsigned)trip_bytes);
    snprintf(text, sizeof(text),
             "loop:\nload_b128 r4, r2 ; @mem %s\n%s%s\nadd_u32 r2, r2, r3\ncmp_u32 r2, r9\n"
             "branch loop\nexit\n",
             address, is_copy ? "store_b128 r2, r4 ; @mem 4G+" : "add_u32 r8, r8, r4", is_copy ? address : "");
    p.group_lanes = threads < 1024 ? threads : 1024;
    p.groups = desc->cu_count * (threads / p.group_lanes);
    p.cus = sms;
    return (uint64_t)trips * trip_bytes * (is_copy ? 2 : 1) * 4 * desc->core_clock_mhz /
           run_dispatch(desc, &p, trips, 0).clocks;
}

/* Between the begin of a kernel and the end of the one before: reads of 8 and 16 MB tell. */
#define H200_LAUNCH_NS 2500

/* Latencies, and what all SMs read or copy. */
static void levels_run(const table* t, gcnmem_desc* desc, result* r) {
    const char* what = cell(t, "what");
    const uint32_t number = cell_number(t, "size_or_threads");
    const int is_latency = strncmp(what, "latency", 7) == 0;
    r->tolerance_percent = is_latency ? 5 : 15;
    if (is_latency) {
        r->modelled_e3 = 1000 * (number != 0 ? gcnmemi_desc_latency_clocks(desc, (uint64_t)number * 1024)
                                             : desc->lds_latency_clocks);
    } else if (strcmp(what, "read whole GPU") != 0) {
        r->modelled_e3 = threads_bandwidth_e3(desc, number, strncmp(what, "copy", 4) == 0);
    } else { /* of more than 128 MB, as of 128 */
        const uint64_t bytes = (uint64_t)(number < 128 ? number : 128) << 20;
        const uint64_t launch_ns = number < 128 ? H200_LAUNCH_NS : 0;
        const uint64_t ns_e3 = bytes * 1000000 / second_read_e3(desc, bytes) + launch_ns * 1000;
        r->modelled_e3 = bytes * 1000000 / ns_e3;
    }
}

/* ---- whole kernels on an H200 ---- */

/* A kernel of h200_kernels.cu as the compiler translates it [est], of blocks of 8 warps where it asks for them. In the
   text $ is the row's parameter, or of a set of 2^parameter bytes the floats that a part of the GPU has. */
typedef struct h200_kernel {
    const char* name;
    const char* text;
    uint32_t lds_bytes;
    uint32_t trips_of; /* the parameter divided by it; 0: the text says */
    uint32_t parts;    /* one of so many is run, with its share of groups, L2 and DRAM */
    int is_set;
} h200_kernel;

#define TEXT_H200_BEGIN "mad_u32 r2, r0, r1\nmad_u64 r2, r0, r1\nmad_u64 r3, r0, r1\n"
#define TEXT_H200_STORE "store_b32 r3, r8 ; @mem stride(4)+4G\nexit\n"
#define TEXT_H200_COPY(step) TEXT_H200_BEGIN "load_b32 r8, r2 ; @mem stride(" step ")\n" TEXT_H200_STORE
#define TEXT_H200_TILE "; @mem ((group/($/32)*32+wave%8+#*8)*$+group%($/32)*32+lane)*4\n"
#define TEXT_H200_TURNED "; @mem ((group%($/32)*32+wave%8+#*8)*$+group/($/32)*32+lane)*4+4G\n"
#define TEXT_H200_SHARED(pitch) \
    TEXT_H200_BEGIN "{4|add_u32 r2, r2, r4\nload_b32 r1#, r2 " TEXT_H200_TILE "}" \
                    "{4|shared_store_b32 r6, r1# ; @mem ((wave%8+#*8)*" pitch "+lane)*4\n}barrier\n" \
                    "{4|shared_load_b32 r1#, r7 ; @mem (lane*" pitch "+wave%8+#*8)*4\n" \
                    "add_u32 r3, r3, r4\nstore_b32 r3, r1# " TEXT_H200_TURNED "}exit\n"
#define TEXT_H200_ROWS \
    TEXT_H200_BEGIN "loop: ; @trip 1024\nload_b32 r4, r2 ; @mem stride(4096)+iter*4\nadd_u32 r2, r2, r6\n" \
                    "add_u32 r5, r5, r6\ncmp_u32 r5, r6\nadd_f32 r8, r8, r4\nbranch loop\n" TEXT_H200_STORE
#define TEXT_H200_SQUARE "(group/($/16)*16+wave%8*2+lane/16)*$" /* a row of 16 x 16 threads */
#define TEXT_H200_PLACE "; @mem (" TEXT_H200_SQUARE "+group%($/16)*16+lane%16)*4+8G\n"
#define TEXT_H200_POINT "; @mem ((group/255*8+wave%8+1)*$+group%255*32+lane+1)*4"

/* clang-format off */
static const h200_kernel h200_kernels[] = {
    {"transpose_naive",
     TEXT_H200_BEGIN "{4|load_b32 r1#, r2 " TEXT_H200_TILE
     "store_b32 r3, r1# ; @mem ((group%($/32)*32+lane)*$+group/($/32)*32+wave%8+#*8)*4+4G\n"
     "add_u32 r2, r2, r4\nadd_u32 r3, r3, r5\n}exit\n", 0, 0, 4, 0},
    {"transpose_shared", TEXT_H200_SHARED("32"), 4096, 0, 4, 0},
    {"transpose_padded", TEXT_H200_SHARED("33"), 4224, 0, 4, 0},
    {"strided", TEXT_H200_COPY("4*$"), 0, 0, 4, 0},
    {"gather",
     TEXT_H200_BEGIN "loop: ; @trip 4\n{4|mul_u32 r4, r4, r5\nmul_u32 r4, r4, r5\nmul_u32 r4, r4, r5\n"
     "mul_u32 r4, r4, r5\nxor_u32 r4, r4, r5\nload_b32 r1#, r4 glc ; @mem hash(stride(64)+iter*4+#)%$*4\n}"
     "{4|add_f32 r8, r8, r1#\n}cmp_u32 r9, r7\nbranch loop\n" TEXT_H200_STORE, 0, 0, 12, 1},
    {"aos8",
     TEXT_H200_BEGIN "{8|load_b32 r1#, r2 ; @mem stride(32)+#*4\n}{8|add_f32 r8, r8, r1#\n}" TEXT_H200_STORE,
     0, 0, 4, 0},
    {"rows_1block_sm", TEXT_H200_ROWS, 0, 0, 4, 0},
    {"rows_full", TEXT_H200_ROWS, 0, 0, 12, 0},
    {"matmul16",
     TEXT_H200_BEGIN "loop:\nload_b32 r10, r2 ; @mem (" TEXT_H200_SQUARE "+iter*16+lane%16)*4\n"
     "load_b32 r11, r3 ; @mem ((iter*16+wave%8*2+lane/16)*$+group%($/16)*16+lane%16)*4+4G\n"
     "add_u32 r2, r2, r4\nadd_u32 r3, r3, r4\nshared_store_b32 r12, r10 ; @mem (wave%8*32+lane)*4\n"
     "shared_store_b32 r12, r11 ; @mem (wave%8*32+lane)*4+1024\nbarrier\n"
     "{4|shared_load_b128 r2#, r5 ; @mem (wave%8*2+lane/16)*64+#*16\n}"
     "{16|shared_load_b32 r4#, r6 ; @mem lane%16*4+#*64+1024\n}{16|fma_f32 r8, r20, r4#, r8\n}"
     "barrier\ncmp_u32 r9, r7\nbranch loop\nstore_b32 r3, r8 " TEXT_H200_PLACE "exit\n", 2048, 16, 12, 0},
    {"matmul_naive",
     TEXT_H200_BEGIN "loop:\n{4|load_b32 r1#, r2 ; @mem (" TEXT_H200_SQUARE "+iter*4+#)*4\n"
     "load_b32 r2#, r3 ; @mem ((iter*4+#)*$+group%($/16)*16+lane%16)*4+4G\nadd_u32 r3, r3, r4\n}"
     "{4|fma_f32 r8, r1#, r2#, r8\n}add_u32 r2, r2, r4\ncmp_u32 r9, r7\nbranch loop\n"
     "store_b32 r3, r8 " TEXT_H200_PLACE "exit\n", 0, 4, 66, 0},
    {"stencil5",
     TEXT_H200_BEGIN "load_b32 r10, r2 " TEXT_H200_POINT "\nload_b32 r11, r2 " TEXT_H200_POINT "-4\n"
     "load_b32 r12, r2 " TEXT_H200_POINT "+4\nload_b32 r13, r2 " TEXT_H200_POINT "-$*4\n"
     "load_b32 r14, r2 " TEXT_H200_POINT "+$*4\n{5|add_f32 r8, r8, r1#\n}"
     "store_b32 r3, r8 " TEXT_H200_POINT "+4G\nexit\n", 0, 0, 12, 0},
    {"hist_shared",
     TEXT_H200_BEGIN "shared_store_b32 r5, r6 ; @mem (wave%8*32+lane)*4\nbarrier\nloop: ; @trip 64\n"
     "load_b32 r4, r2 ; @mem group*64K+iter*1024+wave%8*128+lane*4\nand_b32 r4, r4, r5\n"
     "shared_atomic_add_b32 r4, r6 ; @mem hash(stride(64)+iter)%$*4\nadd_u32 r2, r2, r7\nadd_u32 r9, r9, r7\n"
     "cmp_u32 r9, r7\nbranch loop\nbarrier\nshared_load_b32 r4, r5 ; @mem (wave%8*32+lane)*4\n"
     "atomic_add_b32 r3, r4 ; @mem (wave%8*32+lane)*4+8G\nexit\n", 1024, 0, 4, 0},
    {"soa8",
     TEXT_H200_BEGIN "{8|load_b32 r1#, r2 ; @mem stride(4)+#*64M\n}{8|add_f32 r8, r8, r1#\n}" TEXT_H200_STORE,
     0, 0, 12, 0},
    {"cols",
     TEXT_H200_BEGIN "loop: ; @trip 256\n{4|load_b32 r1#, r2 ; @mem (iter*4+#)*540672+stride(4)\n"
     "add_u32 r2, r2, r6\n}{4|add_f32 r8, r8, r1#\n}cmp_u32 r5, r6\nbranch loop\n" TEXT_H200_STORE, 0, 0, 12, 0},
    {"copy_float4",
     TEXT_H200_BEGIN "load_b128 r[8:11], r2 ; @mem stride(16)\nstore_b128 r3, r[8:11] ; @mem stride(16)+4G\nexit\n",
     0, 0, 12, 0},
    {"copy_l2_float", TEXT_H200_COPY("4"), 0, 0, 4, 0},
    {"copy_float", TEXT_H200_COPY("4"), 0, 0, 12, 0},
    {"copy_byte",
     TEXT_H200_BEGIN "load_b8 r8, r2 ; @mem stride(1)\nstore_b8 r3, r8 ; @mem stride(1)+4G\nexit\n", 0, 0, 12, 0},
    {"store_strided", TEXT_H200_BEGIN "store_b32 r3, r8 ; @mem stride(4*$)+4G\nexit\n", 0, 0, 4, 0},
    {"atomic_rand",
     TEXT_H200_BEGIN "{8|mul_u32 r4, r4, r5\n}atomic_add_b32 r4, r5 ; @mem hash(stride(1))%$*4+8G\nexit\n",
     0, 0, 1, 1},
};
/* clang-format on */

/* Microseconds of a kernel whose data its last launch left in L2, then the megabytes that DRAM moves for it. */
static void kernels_run(const table* t, gcnmem_desc* desc, result* r) {
    static gcnmem_run_result run;
    const h200_kernel* kernel = NULL;
    for (size_t i = 0; i < sizeof(h200_kernels) / sizeof(h200_kernels[0]); ++i) {
        kernel = strcmp(h200_kernels[i].name, cell(t, "kernel")) == 0 ? &h200_kernels[i] : kernel;
    }
    const uint32_t parameter = cell_number(t, "param");
    if (kernel == NULL) {
        r->skipped = "kernel not described";
        return;
    }
    if (cell_number(t, "groups") == 0 || cell_number(t, "threads") == 0 ||
        (kernel->is_set && (parameter < 8 || parameter > 36))) {
        r->skipped = "no groups, no threads, or a set of less than 256 bytes or more than 64 GB";
        return;
    }
    if (r->part == 0) {
        char argument[32];
        program p = {kernel->name, kernel->text, argument, 0, 0, 32, kernel->lds_bytes, 0, 0, 0};
        p.group_lanes = cell_number(t, "threads");
        p.groups = cell_number(t, "groups");
        p.cus = desc->cu_count / kernel->parts;
        snprintf(argument, sizeof(argument), "%u",
                 (unsigned)(kernel->is_set ? ((uint64_t)1 << parameter) / 4 / kernel->parts : parameter));
        run = run_dispatch(desc, &p, kernel->trips_of != 0 ? parameter / kernel->trips_of : 0, 1);
        r->modelled_e3 = run.clocks * 1000 / desc->core_clock_mhz + H200_LAUNCH_NS;
        r->has_more = 1;
        return;
    }
    const uint64_t bursts = run.dram.reads + run.dram.writes;
    const size_t length = strlen(r->test);
    snprintf(r->test + length, sizeof(r->test) - length, ", MB of DRAM");
    r->measured_e3 = (cell_e3(t, "dram_read_bytes") + cell_e3(t, "dram_write_bytes")) / 1000000;
    r->modelled_e3 = bursts * gcnmemi_desc_burst_bytes(desc) * kernel->parts / 1000;
    r->tolerance_percent = 10;
    r->skipped = r->measured_e3 < 64000 ? "L2 holds its data" : NULL;
}

/* ---- mt4g: what a GPU says of itself, and what chains of loads of one lane tell ---- */

typedef struct mt4g_fact {
    const char* metric;
    const char* chain; /* the same as mt4g_pchase.csv calls it, or "" */
    gcnmem_field field;
    uint32_t tolerance_percent;
    uint32_t divisor;    /* of what is printed, for the field's unit */
    const char* skipped; /* why not on an AMD GPU, or NULL */
} mt4g_fact;

/* clang-format off */
static const mt4g_fact mt4g_facts[] = {
    {"compute.multiProcessorCount", "", GCNMEM_FIELD_cu_count, 0, 1, NULL},
    {"compute.warpSize", "", GCNMEM_FIELD_wave_lanes, 0, 1, NULL},
    {"compute.maxBlocksPerMultiProcessor", "", GCNMEM_FIELD_groups_per_cu_max, 0, 1, "counts the largest groups"},
    {"general.clockRate", "", GCNMEM_FIELD_core_clock_mhz, 0, 1000, NULL},
    {"memory.l1.amountPerMultiprocessor", "", GCNMEM_FIELD_l1_count_per_cu, 0, 1, NULL},
    {"memory.l1.lineSize", "", GCNMEM_FIELD_l1_line_bytes, 0, 1, NULL},
    {"memory.l1.fetchGranularity", "", GCNMEM_FIELD_request_bytes, 0, 1, NULL},
    {"memory.l1.size", "", GCNMEM_FIELD_l1_size_bytes, 10, 1, NULL},
    {"memory.l1.latency.p50", "L1 Latency", GCNMEM_FIELD_l1_latency_clocks, 10, 1, NULL},
    {"memory.l2.lineSize", "", GCNMEM_FIELD_l2_line_bytes, 0, 1, NULL},
    {"memory.l2.size", "", GCNMEM_FIELD_l2_size_bytes, 0, 1, NULL},
    {"memory.l2.latency.mean", "L2 Latency", GCNMEM_FIELD_l2_latency_clocks, 10, 1, NULL},
    {"memory.main.latency.mean", "Main Memory Latency", GCNMEM_FIELD_dram_path_ns, 10, 1, NULL}, /* and all above it */
    {"memory.main.memoryBusWidth", "", GCNMEM_FIELD_dram_bus_bits, 0, 1, NULL},
    {"memory.main.memoryClockRate", "", GCNMEM_FIELD_dram_mbps_per_pin, 1, 500, NULL}, /* two transfers a clock */
    {"memory.scalarL1.lineSize", "", GCNMEM_FIELD_scalar_l1_line_bytes, 0, 1, NULL},
    {"memory.scalarL1.size", "", GCNMEM_FIELD_scalar_l1_size_bytes, 10, 1, NULL},
    {"memory.scalarL1.latency.p50", "Scalar L1 Latency", GCNMEM_FIELD_scalar_l1_latency_clocks, 10, 1, NULL},
    {"memory.shared.latency.p50", "Shared Memory Latency", GCNMEM_FIELD_lds_latency_clocks, 10, 1, NULL},
    {"memory.shared.sharedMemPerMultiProcessor", "", GCNMEM_FIELD_lds_size_bytes, 0, 1, "counts all CUs"},
    {"memory.shared.reservedSharedMemPerBlock", "", GCNMEM_FIELD_lds_group_reserved_bytes, 0, 1, NULL},
};
/* clang-format on */

static const mt4g_fact* mt4g_find(const char* metric, const char* chain) {
    for (size_t i = 0; i < sizeof(mt4g_facts) / sizeof(mt4g_facts[0]); ++i) {
        if (strcmp(mt4g_facts[i].metric, metric) == 0 || (chain[0] != 0 && strcmp(mt4g_facts[i].chain, chain) == 0)) {
            return &mt4g_facts[i];
        }
    }
    return NULL;
}

static void mt4g_compare(const mt4g_fact* fact, const gcnmem_desc* desc, const char* value, result* r) {
    const int is_dram = fact->field == GCNMEM_FIELD_dram_path_ns;
    r->measured_e3 = thousandths(value) / fact->divisor;
    r->tolerance_percent = (int)fact->tolerance_percent;
    r->modelled_e3 =
        1000 * (is_dram ? gcnmemi_desc_latency_clocks(desc, (uint64_t)1 << 30) : gcnmemi_desc_value(desc, fact->field));
    if (fact->skipped != NULL && desc->architecture == GCNMEM_ARCHITECTURE_GCN) {
        r->skipped = fact->skipped;
    }
}

static void mt4g_metric_run(const table* t, gcnmem_desc* desc, result* r) {
    const mt4g_fact* fact = mt4g_find(cell(t, "metric"), "");
    if (fact == NULL) {
        r->skipped = strstr(r->test, "Bandwidth") != NULL ? "its loop is not known" : "not a number of the model";
    } else {
        mt4g_compare(fact, desc, cell(t, "value"), r);
    }
}

/* Chains over an array: those of one size, and those of rising sizes as long as the cache holds them. */
static void mt4g_chain_run(const table* t, gcnmem_desc* desc, result* r) {
    const char* benchmark = cell(t, "benchmark");
    const mt4g_fact* fact = mt4g_find("", benchmark);
    const char* size = cell(t, "stride_or_size_bytes");
    const int is_l1 = strcmp(benchmark, "L1 Size") == 0;
    if (fact != NULL) {
        mt4g_compare(fact, desc, cell(t, strstr(fact->metric, "mean") != NULL ? "mean_clk" : "median_clk"), r);
    } else if (is_l1 || strcmp(benchmark, "Scalar L1 Size") == 0) {
        const uint32_t fits = is_l1 ? desc->l1_size_bytes : desc->scalar_l1_size_bytes;
        fact = mt4g_find("", is_l1 ? "L1 Latency" : "Scalar L1 Latency");
        mt4g_compare(fact, desc, cell(t, "median_clk"), r);
        r->skipped = thousandths(size) / 1000 > fits ? "which lines stay is not told" : NULL;
    } else {
        r->skipped = strstr(benchmark, "Granularity") != NULL || strstr(benchmark, "Line Size") != NULL
                         ? "misses of the unrolled code among them"
                         : "not a number of the model";
    }
}

/* The program of a row that only tells the instruction, as the article's own table does. */
static const char* stream_of(const table* t) {
    static const char* const names[][2] = {{"texture load", "load_b128"},
                                           {"sampler message", "load_b128"},
                                           {"LDS", "shared_load_b32"},
                                           {"LDS.32", "shared_load_b32"},
                                           {"LDS.128", "shared_load_b128"},
                                           {"data port message", "shared_load_b32"},
                                           {"ds_read2_b32", "RDNA2 ds_read2_b32"},
                                           {"buffer_load_format_xyzw", "RDNA2 buffer_load_format_xyzw"}};
    const char* name = cell(t, "instr");
    int is_rdna = strcmp(cell(t, "unit_kind"), "WGP") == 0;
    if (column_of(t, "stream") >= 0) {
        return cell(t, "stream");
    }
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); ++i) {
        if (strcmp(names[i][0], name) == 0 && (is_rdna || strncmp(names[i][1], "RDNA2", 5) != 0)) {
            return names[i][1];
        }
    }
    return name;
}

/* Bytes a clock that loads in a loop reach, in the middle of a dispatch. A WGP is two CUs, each alone in CU mode. */
static void unit_bandwidth_run(const table* t, gcnmem_desc* desc, result* r) {
    int is_of_two = column_of(t, "mode") >= 0 && strcmp(cell(t, "unit_kind"), "WGP") == 0;
    int is_wgp = is_of_two && strncmp(cell(t, "mode"), "CU", 2) != 0;
    snprintf(r->gpu + strlen(r->gpu), sizeof(r->gpu) - strlen(r->gpu), "%s", is_wgp ? " WGP" : "");
    const program* p = machine(r->gpu, desc, r) ? program_of(stream_of(t), desc, r) : NULL;
    r->measured_e3 /= is_of_two && !is_wgp ? 2 : 1;
    if (r->measured_e3 == 0) {
        r->skipped = "no number";
    } else if (p != NULL && p->groups == 0) { /* a machine filled once */
        r->modelled_e3 = dispatch_bytes_e3(desc, p);
    } else if (p != NULL) {
        gcnmem_desc part = gcnmem_run_scaled_desc(desc, p->cus);
        gcnmem_run_options asked = dispatch_of(desc, &part, p);
        gcnmem_run_trip trip = {GCNMEM_NONE, NEAR_TRIPS};
        uint64_t fill = (uint64_t)desc->simd_count_per_cu * desc->waves_per_simd_max;
        if (desc->architecture == GCNMEM_ARCHITECTURE_INTEL) { /* whose threads were all but 0.5 % in use */
            asked.group_lanes /= 2;
            asked.groups *= 2;
            asked.lds_bytes /= 2;
        }
        asked.trips = &trip;
        asked.trip_count = 1;
        gcnmem_run_result run = run_program(&part, p, "", &asked, 2 * fill, 4 * fill);
        r->modelled_e3 = (run.lds_bytes + run.bytes_requested) * 1000 / (run.clocks * run.cu_count) * p->lane_bytes /
                         (p->lane_bytes + p->free_bytes);
    }
}

/* ---- data sets ---- */

typedef struct data_set {
    const char* name;
    const char* column; /* a file with this column is of this set */
    const char* unit;
    void (*run)(const table* t, gcnmem_desc* desc, result* r);
    const char* test;               /* name of a row's, with cells in {}, or NULL: run() tells */
    const char* measured;           /* column, or NULL: run() tells */
    int tolerance;                  /* percent */
    int machine;                    /* a device's all rows, OF_ROW or GCN_OF_ROW, 0: run() finds it */
    const char* gpu;                /* as rows are called, or NULL: by their cell */
    void (*anchor)(const table* t); /* called with every row before the first is run, or NULL */
    const char* const* columns;     /* a test each, of cards that may have several versions, or NULL */
    int quiet;                      /* too many rows to print those that agree */
} data_set;

enum { OF_ROW = -1, GCN_OF_ROW = -2 };

static const char of_peak[] = "percent of peak; error in points";

/* clang-format off */
static const data_set data_sets[] = {
    {"perftest", "clk_per_wave64_load", "clocks of a wave's load, L1 hit", perftest_run,
     NULL, "clk_per_wave64_load", 2, 0, NULL, NULL, NULL, 0},
    {"perftest (ms)", "ratio", "clocks of a wave's load, L1 hit", perftest_ms_run,
     NULL, NULL, 2, 0, NULL, read_anchor, NULL, 0},
    {"CLRX timings", "throughput", "clocks; registers or dwords for occupancy", clrx_run,
     NULL, "value", 0, GCNMEM_DEVICE_R9_290X, "GFX7", NULL, NULL, 0},
    {"LDS conflicts", "conflict_degree", "microseconds or clocks", lds_conflicts_run,
     "{instruction} {quantity} {arg}", "value", 2, GCNMEM_DEVICE_MI210, NULL, read_lds_anchor, NULL, 0},
    {"clpeak", "float4_GBps", of_peak, clpeak_run, NULL, NULL, 0, 0, NULL, NULL, clpeak_columns, 0},
    {"BabelStream", "triad_GBps", of_peak, babelstream_run, NULL, NULL, 0, 0, NULL, NULL, babelstream_columns, 0},
    {"PhysX", "coalesced_read_GBps", of_peak, physx_run, NULL, NULL, 0, 0, NULL, NULL, physx_columns, 0},
    {"vcopy", "counter", "counts or nanoseconds of one dispatch", vcopy_run,
     NULL, "value", 2, GCNMEM_DEVICE_MI100, NULL, NULL, NULL, 0},
    {"gpu-l2-cache", "dataset_kB_total", "GB/s", l2_run,
     "L2 read of {dataset_kB_total} kB", "eff_bw_GBps_total", 15, OF_ROW, NULL, NULL, NULL, 0},
    {"gpu-cache", "dataset_kB_per_cu", "GB/s", cache_run,
     "{elem_type}, {dataset_kB_per_cu} kB", "eff_bw_GBps_total", 15, OF_ROW, NULL, NULL, NULL, 0},
    {"DRAM traces", "trace", "GB/s", dram_trace_run,
     "{config} {trace}, GB/s", "gb_per_s", 15, GCNMEM_DEVICE_R9_FURY_X, NULL, NULL, NULL, 0},
    {"latency", "load_clocks", "clocks of a load", latency_run,
     "{chain}", "load_clocks", 5, GCN_OF_ROW, NULL, NULL, NULL, 0},
    {"MGPUSim microbench", "num_access", "clocks of a load", microbench_run,
     "{benchmark}, {num_access} loads", NULL, 20, GCN_OF_ROW, NULL, NULL, NULL, 0},
    {"perftest frames", "core_mhz", "milliseconds", frames_run, "{test}", "ms", 3, GCN_OF_ROW, NULL, NULL, NULL, 0},
    {"gpu-strides", "clk_per_32_lanes", "clocks of 32 lanes' loads, L1 hit", strides_run,
     "{elem_type}, {pattern} {arg}", "clk_per_32_lanes", 5, OF_ROW, NULL, NULL, NULL, 1},
    {"L1 and LDS", "bytes_per_clk_per_cu", "bytes a clock and CU", near_bandwidth_run,
     "{instr}", "bytes_per_clk_per_cu", 2, GCN_OF_ROW, NULL, NULL, NULL, 0},
    {"gpu-stream", "blocksize", "GB/s", gpu_stream_run,
     "{kernel}, blocks of {blocksize}", "GBps", 15, OF_ROW, NULL, NULL, NULL, 0},
    {"H200 patterns", "wavefronts", "clocks of a warp's access, data present", patterns_run,
     "{space}, {bytes} bytes, {pattern}, lanes {active}", "clocks", 3, GCNMEM_DEVICE_H200, "H200", NULL, NULL, 1},
    {"H200 kernels", "sm_clocks", "microseconds of a launch, megabytes", kernels_run,
     "{kernel} {param}", "us_median", 35, GCNMEM_DEVICE_H200, "H200", NULL, NULL, 0},
    {"H200 tag banks", "lines_of_32_lanes", "clocks of a warp's load, L1 hit", tag_banks_run,
     NULL, "clocks", 4, GCNMEM_DEVICE_H200, "H200", NULL, NULL, 1},
    {"L1 and LDS, others", "bytes_per_clk_per_unit", "bytes a clock and CU, SM, WGP or subslice", unit_bandwidth_run,
     "{level}, {instr}", "bytes_per_clk_per_unit", 5, 0, NULL, NULL, NULL, 0},
    {"gpu-latency", "latency_clk", "clocks of a load", set_latency_run,
     "{working_set_kB} kB", "latency_clk", 10, OF_ROW, NULL, NULL, NULL, 1},
    {"H200 levels", "size_or_threads", "clocks, GB/s", levels_run,
     "{what} {size_or_threads}", "value", 15, GCNMEM_DEVICE_H200, "H200", NULL, NULL, 0},
    {"mt4g chains", "stride_or_size_bytes", "clocks of a load", mt4g_chain_run,
     "{benchmark} {stride_or_size_bytes}", NULL, 0, OF_ROW, NULL, NULL, NULL, 1},
    {"mt4g metrics", "metric", "sizes, clocks, MHz, Mb/s of a pin", mt4g_metric_run,
     "{metric}", NULL, 0, OF_ROW, NULL, NULL, NULL, 1},
    {"AMD OpenCL guide", "pct_of_peak", "GB/s of a copy", guide_run,
     "{case}", "value", 15, OF_ROW, NULL, NULL, NULL, 0},
    {"cl-mem", "unit", of_peak, memory_run, "cl-mem {test}, percent of peak", NULL, 0, OF_ROW, NULL, NULL, NULL, 0},
    {"occupancy, RADV", "lds_requested", "waves a SIMD", occupancy_radv_run,
     NULL, "occupancy", 0, 0, NULL, NULL, NULL, 1},
    {"occupancy, LLVM 19", "occupancy", "waves a SIMD", occupancy_llvm_run,
     NULL, "occupancy", 0, 0, NULL, NULL, NULL, 1},
};
/* clang-format on */

/* A text with cells in {}. */
static void write_cells(const table* t, const char* text, char* out, size_t bytes) {
    for (size_t length = 0; *text != 0 && length + 1 < bytes;) {
        char name[32];
        int end = 0;
        int is_cell = sscanf(text, "{%31[^}]}%n", name, &end) == 1 && end != 0;
        int written = is_cell ? snprintf(out + length, bytes - length, "%s", cell(t, name))
                              : snprintf(out + length, bytes - length, "%c", *text);
        length += (size_t)written;
        text += is_cell ? end : 1;
    }
}

/* What the model makes of a row, unless it says why it is skipped. */
static void run_row(const data_set* set, const table* t, result* r) {
    gcnmem_desc desc;
    int is_known = 1;
    snprintf(r->gpu, sizeof(r->gpu), "%s", set->gpu != NULL ? set->gpu : cell(t, "gpu"));
    write_cells(t, set->test != NULL ? set->test : "", r->test, sizeof(r->test));
    r->measured_e3 = set->measured != NULL ? cell_e3(t, set->measured) : 0;
    r->tolerance_percent = set->tolerance;
    if (set->machine > 0) {
        desc = measured_machine((gcnmem_device)set->machine);
    } else if (set->machine < 0) {
        is_known = (set->machine == OF_ROW ? machine : gcn_machine)(r->gpu, &desc, r);
    }
    if (is_known) {
        set->run(t, &desc, r);
    }
}

/* Tables that are known and not read: a column of theirs, and why. */
static const char* const refused_columns[][2] = {
    {"Kernel_Name", "is a counter table of omniperf, a column a counter: gpu,dispatch,kernel,counter,value are read"},
    {"KernelName", "is a counter table of omniperf, a column a counter: gpu,dispatch,kernel,counter,value are read"},
};

/* Why a table is not read, as a sentence about it. */
static const char* refusal_of(const table* t) {
    for (size_t i = 0; i < sizeof(refused_columns) / sizeof(refused_columns[0]); ++i) {
        if (column_of(t, refused_columns[i][0]) >= 0) {
            return refused_columns[i][1];
        }
    }
    return t->columns != 0 && t->names[0][0] == '{'
               ? "is JSON: of mt4g's results the table gpu,metric,value,unit is read, as CSV"
               : "its first line names no data set this tool knows";
}

/* ---- misses ---- */

/* Why rows miss, as far as that is known: rows of a set, of GPUs whose names begin so, whose tests contain the text. */
typedef struct miss {
    const char* set;
    const char* gpu;
    const char* test;
    const char* reason;
} miss;

/* clang-format off */
static const miss misses[] = {
    {"CLRX timings", "", "max_LDS_dwords", "the table does not round LDS up to its granule"},
    {"CLRX timings", "", "BUFFER_LOAD", "one wave alone; CUs full of waves take 4 clocks (perftest)"},
    {"gpu-cache", "MI100", "float, 60 kB", "the source's neighbours are four times as fast"},
    {"gpu-cache", "MI100", "float, 62 kB", "the source's neighbours are four times as fast"},
    {"clpeak", "HD 530", "", "unknown; 80 to 85 % of one channel of memory, if it had but one"},
    {"PhysX", "NVIDIA A100", "write", "16 streams of writes find few rows open: R42 says why not fewer"},
    {"gpu-l2-cache", "A100-80GB", "36864 kB", "half of its L2 may hold copies of the other half's lines"},
    {"DRAM traces", "DRAMsim3", "GDDR5", "DRAMsim3 gives one command a clock and takes its banks in turn"},
    {"H200 patterns", "H200", "global_ca, 4 bytes", "fewer clocks than the wavefronts that the GPU counted"},
    {"H200 kernels", "H200", "transpose", "what its L2 keeps of the launch before is not known"},
    {"H200 kernels", "H200", "gather 25", "each half of its L2 may hold copies of the other half's lines"},
    {"L1 and LDS, others", "GTX 1080", "texture load", "unknown; 95 % of the width at 1822 MHz, where it ran"},
    {"L1 and LDS, others", "GTX 1050", "texture load", "unknown; 95 % of the width at 1746 MHz, where it ran"},
    {"L1 and LDS, others", "", "texture load", "unknown; 93 to 95 % of the width, as on Pascal, by texture loads only"},
    {"AMD OpenCL guide", "HD 5870", "CompletePath", "how that path gathers dwords is not documented: R69 [est]"},
    {"mt4g metrics", "NVIDIA A100", "l1.latency", "mt4g times a store to shared memory with it"},
    {"mt4g metrics", "NVIDIA A100", "shared.latency", "37 clocks more than a load, its L1 32: a store, too? 28 once"},
    {"mt4g metrics", "NVIDIA A100", "main.latency", "gpu-latency measures 574 on such a card"},
    {"mt4g metrics", "NVIDIA A100", "l1.size", "the driver's choice of how much is shared memory"},
    {"mt4g metrics", "AMD Instinct MI210", "l2.latency", "gpu-latency measures 240 to 252"},
    {"mt4g metrics", "AMD Instinct MI210", "main.latency", "gpu-latency measures 570 to 665"},
    {"gpu-latency", "MI210", "kB", "its L2 serves less than its size of a set; replacement unknown"},
    {"gpu-l2-cache", "MI210", "kB", "its L2 serves less than its size of a set; replacement unknown"},
    {"gpu-strides", "MI210", "double", "beyond L1: that a miss holds the L1 pipe for its fill is not modelled"},
};
/* clang-format on */

static const char* miss_reason(const char* set, const result* r) {
    for (size_t i = 0; i < sizeof(misses) / sizeof(misses[0]); ++i) {
        if (strcmp(misses[i].set, set) == 0 && strncmp(r->gpu, misses[i].gpu, strlen(misses[i].gpu)) == 0 &&
            strstr(r->test, misses[i].test) != NULL) {
            return misses[i].reason;
        }
    }
    return r->version != NULL ? r->version : "unknown";
}

static int has_flag(const char* name) {
    return value_of(&validate, name) != NULL;
}

static void take(summary* s, const result* r) {
    uint64_t error = error_e3(r);
    ++s->rows;
    s->within += r->reason == NULL;
    s->error_sum_e3 += error;
    s->error_max_e3 = error > s->error_max_e3 ? error : s->error_max_e3;
}

static void take_skipped(summary* s, const char* reason) {
    unsigned i = 0;
    while (i + 1 < MAX_REASONS && s->reason[i] != NULL && strcmp(s->reason[i], reason) != 0) {
        ++i;
    }
    ++s->skipped;
    ++s->with_reason[i];
    s->reason[i] = i + 1 < MAX_REASONS ? reason : "other reasons";
}

static void print_html(const data_set* set, const summary* s, uint64_t mean, int only_misses) {
    printf("<section data-set=\"%s\"><h2>%s</h2>\n<p>%s: <span data-key=rows>%u</span> rows, "
           "<span data-key=within>%u</span> within tolerance, <span data-key=skipped>%u</span> skipped; error mean "
           "<span data-key=mean_error_percent>%s</span> %%, max <span data-key=max_error_percent>%s</span> %%%s\n"
           "<div class=two>\n",
           set->name, set->name, set->unit, s->rows, s->within, s->skipped, e3(mean), e3(s->error_max_e3),
           only_misses && s->within < s->rows ? "; rows that miss:" : "");
    if (shown.count != 0) {
        print_chart(set->name);
        if (!only_misses || s->within < s->rows) {
            print_chart_table(only_misses);
        }
    }
    printf("</div></section>\n");
    shown.count = 0;
}

static void print_summary(const data_set* set, const summary* s) {
    uint64_t mean = s->rows != 0 ? (s->error_sum_e3 + s->rows / 2) / s->rows : 0;
    if (has_flag("html")) {
        print_html(set, s, mean, set->quiet || has_flag("summary"));
        return;
    }
    if (has_flag("json")) {
        printf("\n    ], \"rows\": %u, \"within\": %u, \"skipped\": %u, \"mean_error_percent\": %s, "
               "\"max_error_percent\": %s}",
               s->rows, s->within, s->skipped, e3(mean), e3(s->error_max_e3));
        return;
    }
    for (unsigned i = 0; i < MAX_REASONS && s->reason[i] != NULL; ++i) {
        printf("%-14s %u: %s\n", "skipped", s->with_reason[i], s->reason[i]);
    }
    printf("%s: %u rows, %u within, %u skipped; mean %s %%, max %s %%\n", set->name, s->rows, s->within, s->skipped,
           e3(mean), e3(s->error_max_e3));
}

/* Ends the program: a row that is not whole would be compared with 0. */
static void fail_row(const table* t, const char* what) {
    fflush(stdout);
    fail(1, "%s:%u: %s", t->in.name, (unsigned)t->in.line, what);
}

/* Splits the next line, without its NUL bytes: one published table has some. Returns in how many, 0 at the end. */
static int next_cells(table* t, char** cells) {
    if (!read_line(&t->in)) {
        return 0;
    }
    char* text = t->in.text.text;
    size_t length = 0;
    for (size_t i = 0; i < t->in.text.bytes; ++i) {
        text[length] = text[i];
        length += text[i] != 0;
    }
    text[length] = 0;
    return split(text, cells);
}

static int next_row(table* t) {
    memset(t->cells, 0, sizeof(t->cells));
    int count = next_cells(t, t->cells);
    if (count != 0 && count < t->columns) {
        fail_row(t, "is cut short: it has fewer columns than the first line");
    }
    return count != 0;
}

static const data_set* open_set(table* t, const char* path) {
    open_input(&t->in, "file of measurements", path);
    t->head.bytes = 0;
    t->columns = 0;
    if (read_line(&t->in)) {
        put(&t->head, "%s", t->in.text.text);
        t->columns = split(t->head.text, t->names);
    }
    for (size_t i = 0; i < sizeof(data_sets) / sizeof(data_sets[0]); ++i) {
        if (column_of(t, data_sets[i].column) >= 0) {
            return &data_sets[i];
        }
    }
    return NULL;
}

static void validate_rows(const data_set* set, table* t, summary* s) {
    const char* only = value_of(&validate, "only");
    int printed = 0;
    while (next_row(t)) {
        for (int part = 0, has_more = 1; has_more; ++part) {
            result r;
            memset(&r, 0, sizeof(r));
            was_no_number = 0;
            r.part = part;
            run_row(set, t, &r);
            has_more = r.has_more;
            if (only != NULL && strstr(r.test, only) == NULL) {
                continue;
            }
            if (r.skipped != NULL) {
                take_skipped(s, r.skipped);
                continue;
            }
            if (r.measured_e3 == 0 && was_no_number) {
                fail_row(t, "has no number where its measurement should be");
            }
            r.reason = is_within(&r) ? NULL : miss_reason(set->name, &r);
            if (has_flag("html")) {
                keep_result(&r);
            } else if (((!set->quiet && !has_flag("summary")) || r.reason != NULL) && has_flag("json")) {
                print_json_result(&r, printed++ == 0);
            } else if ((!set->quiet && !has_flag("summary")) || r.reason != NULL) {
                print_result(&r);
            }
            take(s, &r);
        }
    }
}

/* Ends the program when the file is none. */
static void validate_file(const char* path) {
    static table t;
    summary s;
    const data_set* set = open_set(&t, path);
    memset(&s, 0, sizeof(s));
    if (set == NULL) {
        fail(1, "%s: %s", path, refusal_of(&t));
    }
    version_count = 0;
    if (set->anchor != NULL || set->columns != NULL) { /* anchors stand among the rows they anchor: a first pass */
        while (next_row(&t)) {
            if (set->columns != NULL) {
                read_version(&t, set->columns);
            } else {
                set->anchor(&t);
            }
        }
        open_set(&t, path);
    }
    if (has_flag("json")) {
        printf("\n    {\"name\": \"%s\", \"unit\": \"%s\", \"results\": [", set->name, set->unit);
    } else if (!has_flag("summary") && !has_flag("html")) {
        printf("%s (%s)\n%-16s %-26s%11s%11s  %7s\n", set->name, set->unit, "GPU", "test", "measured", "modelled",
               "error");
    }
    validate_rows(set, &t, &s);
    print_summary(set, &s);
}

/* What became of a file; 2 would be wrong usage. */
enum { FILE_DONE = 0, FILE_FAILED = 1, FILE_WITHOUT_MACHINE = 3, FILE_ENDS };

typedef struct validated {
    uint32_t files[FILE_ENDS]; /* by what became of them */
    int has_printed;
} validated;

static int validate_number(void* context, uint32_t number) {
    (void)context;
    validate_file(validate.files[number]);
    return described(&validate) != NULL && described_rows == 0 ? FILE_WITHOUT_MACHINE : FILE_DONE;
}

static void print_validated(void* context, uint32_t number, const answer* a) {
    validated* v = (validated*)context;
    const int has_separator = v->has_printed && a->out.bytes != 0 && !has_flag("html");
    (void)number;
    if (has_separator && (has_flag("json") || !has_flag("summary"))) {
        fputs(has_flag("json") ? "," : "\n", stdout);
    }
    fputs(a->out.text, stdout);
    v->has_printed |= a->out.bytes != 0;
    ++v->files[a->status == FILE_DONE || a->status == FILE_WITHOUT_MACHINE ? a->status : FILE_FAILED];
    if (a->err.bytes != 0) {
        fflush(stdout);
        put(&said, "%s", a->err.text);
        end_line(1);
        said.bytes = 0;
    }
}

int main(int argc, char** argv) {
    static validated done;
    read_tool(&validate, "gcnmem_validate", "the model against measurements", "FILE.csv ...", validate_flags, argc,
              argv);
    const int is_json = has_flag("json");
    const int is_html = has_flag("html");
    if (validate.file_count == 0) {
        fail(2, "needs FILE.csv (gcnmem_validate --help)");
    }
    if (is_json && is_html) {
        fail(2, "give one of --json and --html");
    }
    if (is_json) {
        printf("{\n  \"version\": \"%s\",\n  \"model_revision\": %d,\n  \"data_sets\": [", GCNMEM_VERSION_STRING,
               GCNMEM_MODEL_REVISION);
    } else if (is_html) {
        chart_page_head("The model against measurements");
    }
    ask_all("files done", validate.file_count, validate_number, print_validated, &done);
    if (is_json) {
        printf("\n  ]\n}\n");
    } else if (is_html) {
        chart_page_foot(GCNMEM_VERSION_STRING, GCNMEM_MODEL_REVISION);
    }
    if (done.files[FILE_WITHOUT_MACHINE] == validate.file_count) {
        fail(1, "--machine '%s' describes the %s, which no row was measured on", value_of(&validate, "machine"),
             gcnmem_device_card(described(&validate)->device));
    }
    return end_output(done.files[FILE_FAILED] != 0);
}
