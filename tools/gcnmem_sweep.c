/* gcnmem_sweep -- the command line's verbs with lists of GPUs, fields and resources, on all cores.
   cc -O2 -I. tools/gcnmem_sweep.c -o gcnmem_sweep
   SPDX-License-Identifier: MIT-0

       gcnmem_sweep cost --gpu vega64,mi210 --op ds_read_b64 --addr 'lane*136' --set lds_bank_count=16,32
       gcnmem_sweep occupancy --gpu all --vgprs 84,64 --sgprs 40 --group 256
       gcnmem_sweep run --gpu fiji kernel.s --vgprs 24,32,36 --lds 0,8192

   Each combination is a command line of gcnmem's, asked in a process of its own. What they print is put together in
   order: a table for people, rows of CSV with a column for each list, or an array of JSON objects. Runs of a kernel do
   the same work: that which fills the variant that holds most. */

#include "processes.h"

#define GCNMEM_SWEEP
#include "examples/gcnmem.c"

/* ---- lists, and their product ---- */

#define MAX_LISTS 32

/* A flag that holds a list. */
typedef struct axis {
    given_flag* given; /* its value becomes the chosen item */
    char** items;      /* what the flag would hold, one by one */
    uint32_t count;
    int longest; /* letters of an item */
} axis;

typedef struct sweep {
    const verb* asked;
    options o;
    axis axes[MAX_LISTS];
    uint32_t axis_count;
    uint32_t variants;
    int is_of_every; /* GPU */
} sweep;

/* The items of "24,32", "lane*4;lane*8" or "field=24,32", or all GPUs. */
static void read_axis(axis* a, given_flag* given) {
    buffer all = {NULL, 0, 0};
    const char* text = given->value;
    if (strcmp(text, "all") == 0) {
        for (int i = 1; i < (int)GCNMEM_DEVICE_END; ++i) {
            put(&all, i > 1 ? ",%s" : "%s", gcnmem_device_card((gcnmem_device)i));
        }
        text = all.text;
    }
    int key = strchr(given->row->shape, '=') != NULL ? (int)strcspn(text, "=") + 1 : 0;
    a->given = given;
    a->items = NULL;
    a->count = 0;
    a->longest = 0;
    for (const char* item = text + key;; ++item) {
        buffer one = {NULL, 0, 0};
        int bytes = (int)strcspn(item, list_mark(given));
        put(&one, "%.*s%.*s", key, text, bytes, item);
        a->items = (char**)resized(a->items, (a->count + 1) * sizeof(*a->items));
        a->items[a->count++] = one.text;
        a->longest = key + bytes > a->longest ? key + bytes : a->longest;
        item += bytes;
        if (*item == 0) {
            free(all.text);
            return;
        }
    }
}

/* Lists of GPUs and resources, and behind them those of fields. */
static void read_axes(sweep* s, uint64_t most) {
    uint64_t variants = 1;
    for (uint32_t i = 0; i < 2 * s->o.count; ++i) {
        given_flag* given = &s->o.given[i % s->o.count];
        if ((strcmp(given->row->name, "set") == 0) == (i >= s->o.count) && is_list(given)) {
            if (s->axis_count == MAX_LISTS) {
                fail(1, "there are more than %d lists", MAX_LISTS);
            }
            s->is_of_every |= strcmp(given->value, "all") == 0;
            read_axis(&s->axes[s->axis_count], given);
            variants *= s->axes[s->axis_count++].count;
            if (variants > most) {
                fail(1, "the lists make more than %llu variants", (unsigned long long)most);
            }
        }
    }
    s->variants = (uint32_t)variants;
}

/* Takes an item out of `number`, which counts the list's items first. */
static void choose_item(const axis* a, uint32_t* number) {
    a->given->value = a->items[*number % a->count];
    *number /= a->count;
}

/* NULL: the flag holds no list. */
static const axis* axis_of(const sweep* s, const given_flag* given) {
    for (uint32_t i = 0; i < s->axis_count; ++i) {
        if (s->axes[i].given == given) {
            return &s->axes[i];
        }
    }
    return NULL;
}

/* ---- GPUs that cannot do it ---- */

typedef struct skips {
    buffer text;      /* which, and why */
    buffer why;       /* of the last */
    buffer first;     /* GPU and why, of the first */
    const char* last; /* card */
} skips;

static skips skipped;

/* "CARD, CARD: WHY; CARD: WHY": neighbours share a reason, whose last one, of the last card, is kept apart. */
static void skip_machine(const char* card, const char* why) {
    int is_same = skipped.text.bytes != 0 && strcmp(skipped.why.text, why) == 0;
    if (skipped.text.bytes == 0) {
        put(&skipped.first, "%s: %s", card, why);
    }
    if (!is_same || card != skipped.last) {
        if (skipped.text.bytes != 0) {
            put(&skipped.text, "%s%s%s", is_same ? "" : ": ", is_same ? "" : skipped.why.text, is_same ? ", " : "; ");
        }
        put(&skipped.text, "%s", card);
    }
    skipped.why.bytes = 0;
    put(&skipped.why, "%s", why);
    skipped.last = card;
}

/* The exit status: that a GPU of a list lacks its row is an error, one of all that there are is told. */
static int end_skips(const sweep* s, int is_empty) {
    if (skipped.text.bytes == 0) {
        return 0;
    }
    if (is_empty && s->is_of_every) {
        fail(1, "no GPU can do it; %s", skipped.first.text);
    }
    put(&said, "no row for %s: %s", skipped.text.text, skipped.why.text);
    return end_line(!s->is_of_every);
}

/* ---- a member of a JSON report ---- */

/* Behind the end of a string that begins here. */
static const char* string_end(const char* at) {
    for (++at; *at != '"' && *at != 0; ++at) {
        at += *at == '\\' && at[1] != 0;
    }
    return at;
}

/* The value of a member of the object that begins here, "a.b" for one of an object in it; "" when there is none. */
static const char* member(const char* json, const char* path, size_t path_bytes) {
    int depth = 0;
    size_t bytes = strcspn(path, ".");
    bytes = bytes < path_bytes ? bytes : path_bytes;
    for (const char* at = json; *at != 0; ++at) {
        depth += (*at == '{' || *at == '[') - (*at == '}' || *at == ']');
        if (*at == '"') {
            const char* name = at + 1;
            at = string_end(at);
            if (depth == 1 && at[1] == ':' && (size_t)(at - name) == bytes && strncmp(name, path, bytes) == 0) {
                return bytes == path_bytes ? at + 3 : member(at + 3, path + bytes + 1, path_bytes - bytes - 1);
            }
        }
        if (depth == 0) {
            return "";
        }
    }
    return "";
}

/* ---- cost, occupancy, replay: a row for each combination ---- */

/* Columns of the table for people: NAME, or NAME=MEMBER, or NAME=MEMBER+MEMBER of the JSON report. */
static const char* const columns[][2] = {
    {"cost",
     "lanes clocks best=best_clocks conflicts=tag_conflict_clocks+bank_conflict_clocks+conflict_clocks l1_lines "
     "l2_requests dram_bursts"},
    {"occupancy", "waves_per_simd waves_per_cu groups_per_cu limited_by"},
    {"replay", "clocks gb_per_s l1_misses=l1.misses l2_misses=l2.misses row_hits=dram.row_hits limited_by"}};

typedef struct rows {
    sweep* s;
    gcnmem_style style;
    buffer out;
    uint32_t count; /* of rows */
} rows;

/* The sum of members, or the text of one. */
static void put_value(buffer* out, int width, const char* json, const char* members, size_t bytes) {
    const char* end = members + bytes;
    const char* plus = strchr(members, '+');
    uint64_t sum = 0;
    if (plus == NULL || plus >= end) {
        const char* value = member(json, members, bytes);
        int is_text = *value == '"';
        value = *value == 'n' ? "-" : value; /* null: the machine does not count it */
        int value_bytes = is_text ? (int)(string_end(value) - value) - 1 : (int)strcspn(value, ",}]\n ");
        put(out, " %*.*s", width, value_bytes, value + is_text);
        return;
    }
    for (const char* at = members; at < end; ++at) {
        size_t part = strcspn(at, "+ ");
        sum += strtoull(member(json, at, part), NULL, 10);
        at += part;
    }
    put(out, " %*llu", width, (unsigned long long)sum);
}

/* Of the table for people, its head or a row of it. */
static void put_columns(buffer* out, const char* verb_name, const char* json) {
    const char* at = "";
    for (size_t i = 0; i < sizeof(columns) / sizeof(columns[0]); ++i) {
        at = strcmp(columns[i][0], verb_name) == 0 ? columns[i][1] : at;
    }
    while (*at != 0) {
        size_t bytes = strcspn(at, " ");
        int name = (int)strcspn(at, "= ");
        int width = name > 6 ? name : 6;
        if (json == NULL) {
            put(out, " %*.*s", width, name, at);
        } else if (at[name] == '=') {
            put_value(out, width, json, at + name + 1, bytes - (size_t)name - 1);
        } else {
            put_value(out, width, json, at, bytes);
        }
        at += bytes + (at[bytes] == ' ');
    }
    put(out, "\n");
}

/* The values of --set and of lists, which stand before those of the report, or in a head their names. */
static void put_sets(buffer* out, const sweep* s, gcnmem_style style, int is_head) {
    for (const given_flag* g = s->o.given; g < s->o.given + s->o.count; ++g) {
        int is_set = strcmp(g->row->name, "set") == 0;
        const char* name = is_set ? g->value : g->row->name;
        int bytes = (int)strcspn(name, "=");
        const char* value = is_set ? name + bytes + 1 : g->value;
        const axis* a = axis_of(s, g);
        const int is_told = strcmp(name, "gpu") == 0 || (strcmp(name, "op") == 0 && style != GCNMEM_STYLE_TEXT);
        if (!is_set && (a == NULL || is_told)) { /* the report has a column of it */
            continue;
        }
        int width = is_set || a->longest < bytes ? bytes : a->longest;
        width = width < 5 ? 5 : width;
        if (style == GCNMEM_STYLE_JSON) {
            int is_text = value[strspn(value, "0123456789")] != 0;
            put(out, is_text ? "\"%.*s\": \"%s\", " : "\"%.*s\": %s, ", bytes, name, value);
        } else if (is_head) {
            put(out, style == GCNMEM_STYLE_TEXT ? " %*.*s" : "%*.*s,", style == GCNMEM_STYLE_TEXT ? width : 0, bytes,
                name);
        } else if (style == GCNMEM_STYLE_TEXT) {
            put(out, " %*s", width, value);
        } else {
            put(out, strchr(value, ',') != NULL ? "\"%s\"," : "%s,", value);
        }
    }
}

/* A JSON report in one line. */
static void put_object(buffer* out, const sweep* s, int is_first, const char* text) {
    put(out, is_first ? "{\"variants\": [\n  {" : ",\n  {");
    put_sets(out, s, GCNMEM_STYLE_JSON, 0);
    for (++text; *text != 0; ++text) {
        size_t blanks = *text == '\n' ? strspn(text + 1, " ") : 0;
        to_text(out, blanks != 0 ? " " : text, *text != '\n' || blanks != 0);
        text += blanks;
    }
}

/* Lines of CSV; the head stands before the first rows alone. */
static void put_lines(buffer* out, const sweep* s, int is_first, const char* text) {
    for (int is_head = 1; *text != 0; is_head = 0) {
        size_t bytes = strcspn(text, "\n") + 1;
        if (!is_head || is_first) {
            put_sets(out, s, GCNMEM_STYLE_CSV, is_head);
            to_text(out, text, bytes);
        }
        text += bytes;
    }
}

static void put_row(buffer* out, const sweep* s, const char* card, int is_first, const char* json) {
    for (int is_head = is_first; is_head >= 0; --is_head) {
        put(out, "%-14s", is_head ? "gpu" : card);
        put_sets(out, s, GCNMEM_STYLE_TEXT, is_head);
        put_columns(out, s->asked->name, is_head ? NULL : json);
    }
}

/* The last list's items first. */
static void choose_row(const sweep* s, uint32_t number) {
    for (uint32_t i = s->axis_count; i-- > 0;) {
        choose_item(&s->axes[i], &number);
    }
}

/* Where a machine has none, but others of the table have. */
static void leave_out_sgprs(options* o) {
    gcnmem_desc desc = machine_of(o);
    uint32_t count = 0;
    for (uint32_t i = 0; i < o->count; ++i) {
        int has_some = gcnmem_field_provenance(&desc, GCNMEM_FIELD_sgprs_per_simd) != GCNMEM_PROVENANCE_NONE;
        o->given[count] = o->given[i];
        count += has_some || strcmp(o->given[i].row->name, "sgprs") != 0;
    }
    o->count = count;
}

static int ask_row(void* context, uint32_t number) {
    const rows* r = (const rows*)context;
    options o = r->s->o;
    choose_row(r->s, number);
    leave_out_sgprs(&o);
    if (r->style == GCNMEM_STYLE_TEXT) { /* whose columns are members of the other */
        const flag* json = flags;
        while (strcmp(json->name, "json") != 0) {
            ++json;
        }
        o.given[o.count].row = json;
        o.given[o.count++].value = json->name;
    }
    return r->s->asked->run(&o);
}

static void take_row(void* context, uint32_t number, const answer* a) {
    rows* r = (rows*)context;
    int is_first = r->count == 0;
    choose_row(r->s, number);
    const char* card = gcnmem_device_card(machine_of(&r->s->o).device);
    if (a->status != 0) {
        skip_machine(card, a->err.text);
    } else if (r->style == GCNMEM_STYLE_TEXT) {
        put_row(&r->out, r->s, card, is_first, a->out.text);
    } else if (r->style == GCNMEM_STYLE_JSON) {
        put_object(&r->out, r->s, is_first, a->out.text);
    } else {
        put_lines(&r->out, r->s, is_first, a->out.text);
    }
    r->count += a->status == 0;
}

static int sweep_rows(sweep* s) {
    static rows r;
    const char* pasted = value_of(&s->o, "addresses");
    r.s = s;
    r.style = style_of(&s->o);
    if (value_of(&s->o, "requests") != NULL && r.style == GCNMEM_STYLE_TEXT) {
        fail(2, "--requests of several machines need --json: a row of their table does not hold a list");
    }
    if (pasted != NULL && strcmp(pasted, "@-") == 0) {
        fail(2, "--addresses are read once for each machine: give a file, not standard input");
    }
    if (s->o.file_count != 0 && strcmp(s->o.files[0], "-") == 0) {
        fail(2, "replay reads its trace once for each machine: give a file, not standard input");
    }
    for (uint32_t i = 0; i < s->variants; ++i) { /* a machine that contradicts itself is told before any is asked */
        choose_row(s, i);
        gcnmem_desc desc = machine_of(&s->o);
        widest.gl1_size_bytes |= desc.gl1_size_bytes;
        widest.l3_size_bytes |= desc.l3_size_bytes;
    }
    ask_all("combinations asked", s->variants, ask_row, take_row, &r);
    put(&r.out, "%s", r.count != 0 && r.style == GCNMEM_STYLE_JSON ? "\n]}\n" : "");
    to_output(r.style)(stdout, r.out.text, r.out.bytes);
    return end_skips(s, r.count == 0);
}

/* ---- run: variants that do the same work ---- */

#define MAX_VARIANTS 256

/* Rows by GPU, then by file, then by what else is listed, the first list's items first. */
typedef struct variants {
    sweep* s;
    uint32_t gpus;
    uint32_t each; /* variants of a GPU and file */
    input in[2];
    uint64_t lanes;
    gcnmem_run_variant rows[2 * MAX_VARIANTS];
    buffer notes[2 * MAX_VARIANTS];
    int is_skipped[MAX_VARIANTS]; /* of each GPU */
    int status;
} variants;

static uint32_t gpu_of(const variants* v, uint32_t row) {
    return row / v->each / v->s->o.file_count;
}

/* Returns the listing of a row. */
static const input* choose_variant(const variants* v, uint32_t row) {
    const sweep* s = v->s;
    uint32_t number = row % v->each;
    uint32_t gpu = gpu_of(v, row);
    for (uint32_t i = 0; i < s->axis_count; ++i) {
        choose_item(&s->axes[i], strcmp(s->axes[i].given->row->name, "gpu") == 0 ? &gpu : &number);
    }
    return &v->in[row / v->each % s->o.file_count];
}

/* What a run is before its first clock; then the run. Both print a result, the second one notes behind it. */
static int ask_start(void* context, uint32_t row) {
    variants* v = (variants*)context;
    const input* in = choose_variant(v, row);
    gcnmem_run_result start = start_of(&v->s->o, in);
    fwrite(&start, sizeof(start), 1, stdout);
    return 0;
}

static int ask_run(void* context, uint32_t row) {
    variants* v = (variants*)context;
    buffer notes = {NULL, 0, 0};
    const input* in = choose_variant(v, row);
    if (v->is_skipped[gpu_of(v, row)]) {
        return 0;
    }
    put(&notes, "%s", ""); /* there may be none */
    int status = run_lanes(&v->s->o, in, v->lanes, &v->rows[row], &notes);
    fwrite(&v->rows[row].result, sizeof(v->rows[row].result), 1, stdout);
    fwrite(notes.text, 1, notes.bytes, stdout);
    free(notes.text);
    return status;
}

static void take_variant(void* context, uint32_t row, const answer* a) {
    variants* v = (variants*)context;
    gcnmem_run_variant* to = &v->rows[row];
    buffer* notes = &v->notes[row];
    choose_variant(v, row);
    if (v->is_skipped[gpu_of(v, row)]) {
        return;
    }
    if (a->out.bytes < sizeof(to->result) && v->gpus > 1) {
        v->is_skipped[gpu_of(v, row)] = 1;
        skip_machine(gcnmem_device_card(machine_of(&v->s->o).device), a->err.text);
        return;
    }
    if (a->out.bytes < sizeof(to->result)) {
        fail(1, "%s", a->err.text);
    }
    memcpy(&to->result, a->out.text, sizeof(to->result));
    notes->bytes = 0;
    put(notes, "%s", a->out.text + sizeof(to->result));
    to->notes = notes->text;
    v->lanes = lanes_of(&to->result) > v->lanes ? lanes_of(&to->result) : v->lanes;
    if (a->status != 0) {
        fprintf(stderr, "%s: %s\n", program_name, a->err.text);
    }
    v->status |= a->status;
}

/* What lists choose for a row; in text a GPU has a table of its own, whose head names it. */
static const char* name_of(const variants* v, uint32_t row) {
    buffer name = {NULL, 0, 0};
    const input* in = choose_variant(v, row);
    const int is_in_head = style_of(&v->s->o) == GCNMEM_STYLE_TEXT && v->s->axis_count > 1;
    put(&name, "%s", v->s->o.file_count > 1 ? in->name : "");
    for (const axis* a = v->s->axes; a < v->s->axes + v->s->axis_count; ++a) {
        if (is_in_head && strcmp(a->given->row->name, "gpu") == 0) {
            continue;
        }
        put(&name, "%s--%s %s", name.bytes != 0 ? " " : "", a->given->row->name, a->given->value);
    }
    return name.text;
}

/* The machine of a row before lists change its fields. */
static gcnmem_desc base_of(const variants* v, uint32_t row) {
    options base = v->s->o;
    choose_variant(v, row);
    base.given = (given_flag*)resized(NULL, base.count * sizeof(*base.given));
    base.count = 0;
    for (given_flag* g = v->s->o.given; g < v->s->o.given + v->s->o.count; ++g) {
        if (strcmp(g->row->name, "set") != 0 || axis_of(v->s, g) == NULL) {
            base.given[base.count++] = *g;
        }
    }
    gcnmem_desc desc = machine_of(&base);
    free(base.given);
    return desc;
}

/* A report for each GPU. Returns of how many. */
static uint32_t report_variants(const variants* v) {
    static const sweep nothing_set;
    gcnmem_style style = style_of(&v->s->o);
    uint32_t count = v->s->o.file_count * v->each;
    uint32_t reports = 0;
    buffer out = {NULL, 0, 0};
    for (uint32_t gpu = 0; gpu < v->gpus; ++gpu) {
        buffer report = {NULL, 0, 0};
        if (v->is_skipped[gpu]) {
            continue;
        }
        gcnmem_desc desc = base_of(v, gpu * count);
        gcnmem_report_variants(&desc, v->rows + gpu * count, count, 0, style, to_text, &report);
        if (style == GCNMEM_STYLE_CSV) {
            put_lines(&out, &nothing_set, reports == 0, report.text);
        } else if (style == GCNMEM_STYLE_JSON && v->gpus > 1) {
            put_object(&out, &nothing_set, reports == 0, report.text);
        } else {
            put(&out, "%s%s", reports != 0 ? "\n" : "", report.text);
        }
        free(report.text);
        ++reports;
    }
    put(&out, "%s", reports != 0 && v->gpus > 1 && style == GCNMEM_STYLE_JSON ? "\n]}\n" : "");
    to_output(style)(stdout, out.text, out.bytes);
    free(out.text);
    return reports;
}

static int sweep_runs(sweep* s) {
    static variants v;
    v.s = s;
    v.gpus = 1;
    check_outputs(&s->o);
    if (value_of(&s->o, "timeline") != NULL || value_of(&s->o, "trace") != NULL) {
        fail(2, "--timeline and --trace are of one run; lists and a second listing make several");
    }
    if (value_of(&s->o, "html") != NULL) {
        fail(2, "--html is of one listing, or of two beside each other; lists make more runs");
    }
    for (uint32_t i = 0; i < s->axis_count; ++i) {
        v.gpus = strcmp(s->axes[i].given->row->name, "gpu") == 0 ? s->axes[i].count : v.gpus;
    }
    v.each = s->variants / v.gpus;
    uint32_t count = s->variants * s->o.file_count;
    for (uint32_t i = 0; i < s->o.file_count; ++i) {
        read_whole(&v.in[i], "listing", s->o.files[i]);
    }
    contents_of(&s->o);
    ask_all("combinations asked", count, ask_start, take_variant, &v);
    ask_all("combinations asked", count, ask_run, take_variant, &v);
    for (uint32_t row = 0; row < count; ++row) {
        v.rows[row].name = name_of(&v, row);
    }
    int is_empty = report_variants(&v) == 0;
    return v.status | end_skips(s, is_empty);
}

/* ---- the program ---- */

static void print_sweep_usage(FILE* file) {
    fputs("usage: gcnmem_sweep cost|occupancy|replay|run [FLAGS]\n\n"
          "asks gcnmem for each combination of lists, on all cores. FLAGS are those of\n"
          "gcnmem ('gcnmem help VERB'); these take lists:\n\n"
          "  --gpu G,G,..              chips or cards; 'all' for every one\n"
          "  --set FIELD=VALUE,..      of a field of the machine\n"
          "  --op MNEMONIC,..          and --addr 'EXPR;EXPR', of cost\n"
          "  --vgprs N,N,..            and --sgprs, of occupancy and run\n"
          "  --lds BYTES,..            of occupancy and run\n\n"
          "examples\n"
          "  gcnmem_sweep cost --gpu all --op buffer_load_dword --addr 'lane*256'\n"
          "  gcnmem_sweep cost --gpu fiji --op ds_read_b64 --addr 'lane*8;lane*16'\n"
          "  gcnmem_sweep replay --gpu fiji accesses.txt --set l2_ways=8,16 --csv\n"
          "  gcnmem_sweep run --gpu fiji kernel.s --vgprs 24,32,36 --lds 0,8192\n",
          file);
}

int main(int argc, char** argv) {
    static sweep s;
    const char* name = argc > 1 ? argv[1] : "";
    begin_program("gcnmem_sweep");
    if (argc < 2 || strcmp(name, "--help") == 0 || strcmp(name, "help") == 0 || strcmp(name, "-h") == 0) {
        print_sweep_usage(argc < 2 ? stderr : stdout);
        return argc < 2 ? 2 : end_output(0);
    }
    s.asked = verb_of(name);
    if (strchr("cour", s.asked->letters[0]) == NULL) {
        fail(2, "'%s' takes no lists: cost, occupancy, replay and run do", name);
    }
    s.o = read_options(s.asked, argc - 2, argv + 2);
    s.o.given = (given_flag*)resized(s.o.given, (s.o.count + 1) * sizeof(*s.o.given)); /* one more is asked with */
    read_axes(&s, s.asked->run == run_run ? MAX_VARIANTS : UINT32_MAX / 2);
    if (s.axis_count == 0) {
        return end_output(s.asked->run(&s.o));
    }
    return end_output(s.asked->run == run_run ? sweep_runs(&s) : sweep_rows(&s));
}
