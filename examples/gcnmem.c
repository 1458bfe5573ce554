/* gcnmem -- the command line of gcnmem.h: what GCN's memory system does with a wave's accesses.
   cc -O2 -I. examples/gcnmem.c -o gcnmem
   SPDX-License-Identifier: MIT-0

   A verb asks the header one question and has it write the report. tools/flags.h reads flags and files; lists in flags
   are for tools/gcnmem_sweep.c, which includes this file and asks for each of their combinations. */

#include "tools/gains.h"

#define MAX_EVENTS "2000000"  /* of a timeline: some 300 MB of JSON, about as much as viewers still open */
#define MAX_ACCESSES 16777216 /* of a cost: some seconds */

/* ---- flags: what the help shows of each, and who takes it ---- */

/* Of verbs g gpus, p ops, c cost, o occupancy, r replay, u run, e explain; s: a setting of gcnmem_shader_init(). */
static const flag flags[] = {
    {"gpu", "G", "lgpCORU", "a chip or card, such as hawaii or 'r9 390x'"},
    {"machine", "FILE", "gpcoru", "instead of --gpu: what 'gpus --gpu G' printed"},
    {"op", "MNEMONIC", "lc", "the instruction, such as buffer_load_dword"},
    {"addr", "EXPR", "lc", "byte address of each lane; else side by side"},
    {"addresses", "A0,A1,..|@FILE", "c", "lanes' addresses as they are; '-': a lane is off"},
    {"image", "WxH", "c", "size of an image in texels, WxHxD of a volume"},
    {"texel", "EXPR,EXPR", "c", "texel of each lane; else x,y of an 8x8 tile"},
    {"format", "F", "c", "of texels or elements, such as rgba8 or r32f"},
    {"filter", "F", "c", "point, bilinear (default), trilinear or anisoN"},
    {"exec", "MASK", "c", "active lanes, a bit each; else all"},
    {"size", "BYTES", "c", "of the buffer: lanes outside cost nothing"},
    {"waves", "N", "c", "waves to sum up, 'wave' of EXPR; else 1"},
    {"iters", "M", "c", "iterations of each, 'iter' of EXPR; else 1"},
    {"requests", "", "c", "lists requests, with the lanes that share one"},
    {"stage", "NAME", "su", "kernel or shader, by part of its name or #INDEX"},
    {"group", "X,Y,Z", "sOu", "lanes of a work-group, in all or by axis"},
    {"groups", "X,Y,Z", "su", "work-groups; else as many as fill the GPU once"},
    {"target", "WxH", "su", "pixels drawn to, and groups; else the widest image's"},
    {"arg", "K=VALUE", "su", "argument: 64, f:1.5, buffer:N, data:EXPR, file:PATH"},
    {"reg", "sN|vN=VALUE", "su", "what a register, or v[4:5], holds at the start"},
    {"const", "OFFSET=VALUE", "su", "what uniform buffers, push constants hold"},
    {"image", "#|OPCODE|*=WxH[:F][:FILTER]", "su", "images by index: size, format, filter"},
    {"cus", "N", "sru", "CUs, with their share of L2 and DRAM; else all"},
    {"vgprs", "N", "lsou", "vector registers of a lane; run: else the listing's"},
    {"sgprs", "N", "lsou", "scalar ones of a wave; else none, or the listing's"},
    {"agprs", "N", "sou", "accumulation registers of a lane, beside VGPRs"},
    {"lds", "BYTES", "lsou", "of a work-group; else none, or the listing's"},
    {"wave", "32|64", "o", "lanes of a wave: RDNA has both"},
    {"rule", "hardware|llvm|radv", "o", "whose arithmetic; else the hardware's"},
    {"from", "l1|l2|dram", "r", "the level that accesses begin at; else l1"},
    {"trip", "LABEL=N", "su", "how often the loop at LABEL runs"},
    {"taken", "LABEL=P", "su", "how often branches to LABEL jump: 0 to 1"},
    {"mem", "#INDEX|OPCODE=EXPR", "su", "addresses of memory instructions"},
    {"label", "NAME=INDEX", "su", "where a label stands that is not defined"},
    {"max-clocks", "N", "su", "when to give up"},
    {"top", "N", "su", "shows the N hottest instructions, not all"},
    {"repeat", "N", "su", "the dispatch N times, L2 kept; reports the last"},
    {"preview", "", "u", "a quarter of it, where two samples agree; else whole"},
    {"gains", "", "u", "again with each resource twice, accesses mended"},
    {"relax", "RESOURCE", "u", "a machine with twice of it, as 'DRAM bandwidth'"},
    {"mend", "#INDEX=WHAT", "su", "side-by-side no-conflicts hits padded spread earlier"},
    {"timeline", "FILE|-", "u", "writes what waves did, for Perfetto, speedscope"},
    {"trace", "FILE|-", "u", "writes every access; 'replay' reads it"},
    {"html", "FILE|-", "u", "writes a page with all of it, for people"},
    {"set", "FIELD=VALUE", "lgpcoru", "changes the machine; 'gpus --gpu G' has fields"},
    {"csv", "", "coru", "prints rows for programs"},
    {"json", "", "gpcorue", "prints one JSON object"},
    {NULL, NULL, NULL, NULL},
};

/* ---- gpus, ops, explain ---- */

static int run_gpus(const options* o) {
    gcnmem_style style = style_of(o);
    if (has_machine(o)) {
        gcnmem_desc desc = machine_of(o);
        gcnmem_report_desc(&desc, style, IS_SHOWN ? to_output(style) : to_file, stdout); /* whole lines, to be read */
    } else {
        gcnmem_report_devices(style, to_output(style), stdout);
    }
    return 0;
}

static int run_ops(const options* o) {
    gcnmem_desc desc;
    if (has_machine(o)) {
        desc = machine_of(o);
    }
    gcnmem_report_ops(has_machine(o) ? &desc : NULL, style_of(o), to_output(style_of(o)), stdout);
    return 0;
}

static int run_explain(const options* o) {
    const char* rule = o->files[0];
    const char* digits = rule + (rule[0] == 'R' || rule[0] == 'r');
    const int is_json = value_of(o, "json") != NULL;
    gcnmem_write_fn write = to_output(style_of(o));
    unsigned first = 1;
    unsigned last = 0;
    while (gcnmem_rule_text(last + 1) != NULL) {
        ++last;
    }
    if (strcmp(rule, "all") != 0) {
        if (strspn(digits, "0123456789") != strlen(digits) || sscanf(digits, "%9u", &first) != 1 || first - 1 >= last) {
            fail(1, "'%s' is not a rule: rules are R1 to R%u, and all", rule, last);
        }
        last = first;
    }
    printf("%s", is_json ? "{\"text\": \"" : "");
    for (unsigned i = first; i <= last; ++i) {
        const char* text = gcnmem_rule_text(i); /* it holds no quotes */
        const char* end = !is_json ? "\n" : i < last ? "\\n" : "";
        write(stdout, text, strlen(text));
        write(stdout, end, strlen(end));
    }
    printf("%s", is_json ? "\"}\n" : "");
    return 0;
}

/* ---- cost ---- */

/* The expressions of --addr or --texel: one, or up to three between commas. */
typedef struct addresses {
    const char* flag_name;
    const char* text;
    gcnmem_expr expr[3];
    int count;
} addresses;

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
        fail(1, "--image '%s' must be WxH or WxHxD in texels, each at least 1; --format and --filter are flags", size);
    }
    compile_addresses(a, "--texel", texel != NULL ? texel : "x,y", 1);
    if (a->count < 2) {
        fail(1, "--texel '%s' must be EXPR,EXPR (and ,EXPR for the slice of a volume)", texel);
    }
}

/* What --op --format --exec --size --filter say of an access, whatever the machine makes of it. */
static gcnmem_access operation_of(const options* o) {
    const char* format = value_of(o, "format");
    const char* filter = value_of(o, "filter");
    gcnmem_issue issue;
    gcnmem_op op;
    if (value_of(o, "op") == NULL) {
        fail(2, "cost needs --op MNEMONIC; 'gcnmem help cost' has an example");
    }
    if (gcnmem_op_find(value_of(o, "op"), &op, &issue) != GCNMEM_OK) {
        fail_issue("--op", value_of(o, "op"), &issue);
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

static void fill_lanes(gcnmem_access* access, const addresses* a, uint32_t lanes, uint64_t wave, uint64_t iter) {
    gcnmem_expr_inputs inputs;
    memset(&inputs, 0, sizeof(inputs));
    inputs.lanes = lanes;
    inputs.wave = wave;
    inputs.iter = iter;
    inputs.y = wave * (lanes / 8);
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

/* What was met so far: the last access, how many, and their sum. */
typedef struct tally {
    gcnmem_access access;
    gcnmem_cost sum;
    uint64_t count;
} tally;

static void sum_expressions(const options* o, const gcnmem_desc* desc, tally* t) {
    static char linear[32];
    gcnmem_access* access = &t->access;
    gcnmem_issue issue;
    addresses a;
    *access = operation_of(o);
    if (access->op.unit == GCNMEM_UNIT_IMAGE) {
        read_texels(o, &a, &access->image);
    } else {
        if (value_of(o, "image") != NULL || value_of(o, "texel") != NULL) {
            fail(1, "--image and --texel are for image operations; '%s' takes --addr", value_of(o, "op"));
        }
        snprintf(linear, sizeof(linear), "lane*%u", (unsigned)access->op.element_bytes);
        compile_addresses(&a, "--addr", value_of(o, "addr") != NULL ? value_of(o, "addr") : linear, 0);
    }
    if (gcnmem_access_validate(desc, access, &issue) != GCNMEM_OK) {
        fail_issue(NULL, value_of(o, issue.field), &issue);
    }
    uint64_t waves = number_of(o, "waves", 1, 1, MAX_ACCESSES);
    uint64_t iters = number_of(o, "iters", 1, 1, MAX_ACCESSES);
    if (waves * iters > MAX_ACCESSES) {
        fail(1, "--waves %llu times --iters %llu is more than %llu accesses", (unsigned long long)waves,
             (unsigned long long)iters, (unsigned long long)MAX_ACCESSES);
    }
    for (t->count = 0; t->count < waves * iters; ++t->count) {
        fill_lanes(access, &a, desc->wave_lanes, t->count / iters, t->count % iters);
        gcnmem_cost cost = gcnmem_cost_wave(desc, access);
        gcnmem_cost_add(&t->sum, &cost);
        if (t->count % 65536 == 65535) {
            show_progress("accesses are summed up", t->count + 1, waves * iters);
        }
    }
    end_progress();
}

/* What is summed has one: L1's clocks, LDS's or those of scalar issue. */
static gcnmem_unit price_of(const gcnmem_op* op) {
    return op->unit == GCNMEM_UNIT_LDS || op->unit == GCNMEM_UNIT_SCALAR ? op->unit : GCNMEM_UNIT_BUFFER;
}

/* A row of CSV, or one more in the sum, of a line of `in`, NULL for addresses of the flag. */
static void count_access(const options* o, const gcnmem_desc* desc, tally* t, gcnmem_access a, const input* in) {
    gcnmem_issue issue;
    int is_of_csv = style_of(o) == GCNMEM_STYLE_CSV;
    int is_other = t->count != 0 && strcmp(a.op.name, t->access.op.name) != 0;
    a.exec_mask &= number_of(o, "exec", UINT64_MAX, 0, UINT64_MAX);
    a.size_bytes = number_of(o, "size", 0, 1, UINT64_MAX);
    if (gcnmem_access_validate(desc, &a, &issue) != GCNMEM_OK) {
        if (in == NULL) {
            fail_issue(NULL, value_of(o, issue.field), &issue);
        }
        issue.line = in->line;
        say_issue_of_file(in->name, "", &issue);
        exit(end_line(1));
    }
    if (t->count != 0 && !is_of_csv && price_of(&a.op) != price_of(&t->access.op)) {
        fail(1, "%s:%u: '%s' is priced by another unit than those before, which no sum holds: --csv has a row for each",
             in->name, (unsigned)in->line, a.op.name);
    }
    gcnmem_cost cost = gcnmem_cost_wave(desc, &a);
    if (is_of_csv) {
        gcnmem_report_cost(desc, &a, &cost, t->count == 0 ? GCNMEM_STYLE_CSV : GCNMEM_STYLE_CSV_ROW, to_file, stdout);
    }
    gcnmem_cost_add(&t->sum, &cost);
    a.exec_mask &= t->count != 0 ? t->access.exec_mask : UINT64_MAX; /* lanes that are on in all */
    t->count += 1;
    t->access = a;
    if (is_other) {
        snprintf(t->access.op.name, sizeof(t->access.op.name), "several");
    }
}

/* Of a file an access a line: addresses alone, those of --op; the others say what they are. */
static void sum_file(const options* o, const gcnmem_desc* desc, tally* t, gcnmem_trace* trace, const char* name) {
    static input in;
    gcnmem_issue issue;
    gcnmem_trace_line line;
    open_input(&in, "--addresses", name);
    while (read_line(&in)) {
        if (gcnmem_trace_read(trace, in.text.text, in.text.bytes, &line, &issue) != GCNMEM_OK) {
            say_issue_of_line(&in, &issue);
            exit(end_line(1));
        }
        if (line.kind == GCNMEM_TRACE_PLAIN) {
            fail(1, "%s:%u: R and W are of no wave: 'gcnmem replay' takes them", in.name, (unsigned)in.line);
        }
        if (line.kind == GCNMEM_TRACE_WAVE) {
            count_access(o, desc, t, line.access, &in);
        }
    }
}

static void sum_addresses(const options* o, const gcnmem_desc* desc, tally* t) {
    static const char* const others[] = {"addr", "image", "texel", "waves", "iters"};
    const char* text = value_of(o, "addresses");
    gcnmem_trace trace = gcnmem_trace_for(desc, NULL);
    gcnmem_issue issue;
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); ++i) {
        if (value_of(o, others[i]) != NULL) {
            fail(2, "give --addresses or --%s: addresses as they are depend on nothing", others[i]);
        }
    }
    if (value_of(o, "op") != NULL || text[0] != '@') {
        trace.op = operation_of(o).op;
    }
    if (trace.op.unit == GCNMEM_UNIT_IMAGE) {
        fail(1, "--addresses is for buffers; '%s' takes --image and --texel", value_of(o, "op"));
    }
    trace.has_lds = 1;
    if (text[0] == '@') {
        sum_file(o, desc, t, &trace, text + 1);
    } else {
        gcnmem_access access = gcnmem_access_for(&trace.op);
        if (gcnmem_trace_addresses(desc, &access, text, strlen(text), &issue) != GCNMEM_OK) {
            fail_issue("--addresses", text, &issue);
        }
        count_access(o, desc, t, access, NULL);
    }
    if (t->count == 0) {
        fail(1, "--addresses '%s' holds no accesses", text);
    }
}

/* The sum; or the requests of one wave instruction, with --requests and where lanes were pasted. */
static int run_cost(const options* o) {
    const int is_asked = value_of(o, "requests") != NULL;
    const int has_addresses = value_of(o, "addresses") != NULL;
    gcnmem_desc desc = machine_of(o);
    gcnmem_style style = style_of(o);
    tally t;
    memset(&t, 0, sizeof(t));
    if (is_asked && style == GCNMEM_STYLE_CSV) {
        fail(2, "give one of --csv and --requests: a row of counters does not hold a list");
    }
    (has_addresses ? sum_addresses : sum_expressions)(o, &desc, &t);
    if (is_asked && t.count != 1) {
        fail(1, "--requests are of one wave instruction, not of %llu", (unsigned long long)t.count);
    }
    if (is_asked && t.access.op.unit == GCNMEM_UNIT_LDS) {
        fail(1, "--requests are of memory: '%s' is served by LDS and makes none", t.access.op.name);
    }
    int is_listed = (is_asked || has_addresses) && t.count == 1 && t.access.op.unit != GCNMEM_UNIT_LDS;
    if (!has_addresses || style != GCNMEM_STYLE_CSV) { /* which has a row for each */
        gcnmem_report_cost(&desc, &t.access, is_listed ? NULL : &t.sum, style, to_output(style), stdout);
    }
    return 0;
}

/* ---- occupancy ---- */

/* A number that the machine limits, cut to 32 bits: more than any has. */
static uint32_t need_of(const options* o, const char* name, uint64_t lowest) {
    uint64_t number = number_of(o, name, 0, lowest, UINT64_MAX);
    return number < UINT32_MAX ? (uint32_t)number : UINT32_MAX;
}

static gcnmem_shader_needs needs_of(const options* o, const gcnmem_desc* desc) {
    const char* size = value_of(o, "group"); /* in all, or by axis */
    uint64_t lanes[3] = {0, 1, 1};
    gcnmem_shader_needs shader;
    if (value_of(o, "vgprs") == NULL &&
        gcnmem_field_provenance(desc, GCNMEM_FIELD_vgprs_per_simd) != GCNMEM_PROVENANCE_NONE) {
        fail(2, "occupancy needs --vgprs N; '%s' has an example", o->lister);
    }
    shader.vgprs = need_of(o, "vgprs", 1);
    shader.sgprs = need_of(o, "sgprs", 1);
    shader.lds_bytes = need_of(o, "lds", 0);
    shader.group_lanes = 1;
    if (read_numbers(size, lanes, 3) == 0 || lanes[0] == 0 || lanes[1] == 0 || lanes[2] == 0) {
        fail(1, "--group '%s' must be X or X,Y or X,Y,Z, each at least 1", size);
    }
    for (int i = 0; i < 3; ++i) {
        int is_more = lanes[i] > UINT32_MAX / shader.group_lanes;
        shader.group_lanes = is_more ? UINT32_MAX : shader.group_lanes * (uint32_t)lanes[i];
    }
    if (value_of(o, "sgprs") == NULL && desc->sgpr_granule >= desc->sgprs_per_wave_max) {
        shader.sgprs = desc->sgprs_per_wave_max; /* every wave gets them all */
    }
    return shader;
}

static int run_occupancy(const options* o) {
    static const char* const rules[] = {"hardware", "llvm", "radv"};
    gcnmem_desc desc = machine_of(o);
    gcnmem_style style = style_of(o);
    gcnmem_occupancy_rule rule = (gcnmem_occupancy_rule)word_of(o, "rule", rules);
    gcnmem_issue issue;
    const uint32_t lanes = (uint32_t)number_of(o, "wave", desc.wave_lanes, 1, GCNMEM_LANES);
    const int is_rdna = desc.architecture == GCNMEM_ARCHITECTURE_RDNA;
    if (lanes != desc.wave_lanes && !(is_rdna && (lanes == 32 || lanes == 64))) {
        fail(1, "--wave is %u: a wave of this device has %u lanes%s", lanes, desc.wave_lanes, is_rdna ? ", or 64" : "");
    }
    gcnmem_desc_set(&desc, "wave_lanes", value_of(o, "wave") != NULL ? value_of(o, "wave") : "", NULL);
    gcnmem_shader_needs shader = needs_of(o, &desc);
    if (gcnmem_occupancy_add_agprs(&desc, need_of(o, "agprs", 0), &shader, &issue) != GCNMEM_OK ||
        gcnmem_occupancy_validate(&desc, &shader, rule, &issue) != GCNMEM_OK) {
        if (issue.value == UINT32_MAX && strcmp(issue.field, "group") != 0) {
            issue.value = number_of(o, issue.field, UINT32_MAX, 0, UINT64_MAX);
        }
        fail_issue(NULL, value_of(o, issue.field), &issue);
    }
    gcnmem_report_occupancy(&desc, &shader, rule, style, to_output(style), stdout);
    return 0;
}

/* ---- replay ---- */

static gcnmem_desc widest; /* of a sweep: has every level that one of its machines has, for rows of one width */

/* Why the trace broke off at its last line. */
static void say_broken(const input* in, gcnmem_replay_stats* stats, gcnmem_issue* issue) {
    int is_listing = stats->lines == 0 && strncmp(issue->rule, "is no access", 12) == 0;
    say_issue_of_line(in, issue);
    put(&said, "%s", is_listing ? "; a listing is for 'gcnmem run'" : "");
    if (strncmp(issue->rule, "names CU", 8) == 0) {
        stats->lines = 0; /* a trace of another machine: no part of it tells */
    }
}

static int run_replay(const options* o) {
    static const char* const levels[] = {"l1", "l2", "dram"};
    static const gcnmem_level froms[] = {GCNMEM_LEVEL_L1, GCNMEM_LEVEL_L2, GCNMEM_LEVEL_DRAM};
    static input in;
    gcnmem_desc whole = machine_of(o);
    gcnmem_style style = style_of(o);
    /* as many CUs as --cus says, with their share of the rest */
    gcnmem_desc desc = gcnmem_run_scaled_desc(&whole, (uint32_t)number_of(o, "cus", 0, 1, whole.cu_count));
    gcnmem_issue issue;
    gcnmem_replay* replay = replay_for(&desc, froms[word_of(o, "from", levels)]);
    open_input(&in, "trace", o->files[0]);
    int is_good = 1;
    while (is_good && read_line(&in)) {
        is_good = gcnmem_replay_line(replay, in.text.text, in.text.bytes, &issue) == GCNMEM_OK;
    }
    gcnmem_replay_stats stats = gcnmem_replay_finish(replay);
    free(replay);
    if (is_good && stats.lines == 0) {
        fail(1,
             in.line > 1 ? "trace '%s' holds no accesses: its lines (%u) are comments, headers, or of what never "
                           "leaves the CU, shared memory say"
                         : "trace '%s' holds no accesses",
             in.name, (unsigned)in.line - 1); /* the last one ended the file */
    }
    if (!is_good) {
        say_broken(&in, &stats, &issue);
    }
    if (stats.lines != 0) {
        whole.gl1_size_bytes |= widest.gl1_size_bytes;
        whole.l3_size_bytes |= widest.l3_size_bytes;
        gcnmem_report_replay(&whole, &desc, &stats, is_good ? 0 : in.line, style, to_output(style), stdout);
    }
    return is_good ? 0 : end_line(1);
}

/* ---- run ---- */

/* How many reports go to standard output instead of the run's own. */
static int check_outputs(const options* o) {
    static const char* const outputs[] = {"timeline", "trace", "html"}; /* flags that name a file to write */
    int count = 0;
    for (int i = 0; i < 3; ++i) {
        const char* name = value_of(o, outputs[i]);
        int is_output = name != NULL && strcmp(name, "-") == 0;
        count += is_output;
        for (uint32_t k = 0; k < o->file_count && name != NULL && !is_output; ++k) {
            if (strcmp(name, o->files[k]) == 0) {
                fail(1, "--%s '%s' is the listing: it would be written over", outputs[i], name);
            }
        }
        for (int k = 0; k < i && name != NULL && !is_output; ++k) {
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

static void* run_memory; /* of the run that was set up last */

static int run_one(const options* o, int is_instead) {
    static input in;
    static variation work;
    gcnmem_run_result result;
    gcnmem_desc desc = machine_of(o);
    gcnmem_style style = style_of(o);
    read_whole(&in, "listing", o->files[0]);
    refuse_trace(&desc, &in);
    gcnmem_shader shader;
    if (value_of(o, "timeline") != NULL) {
        vary(&work, "events", MAX_EVENTS);
    }
    int status = value_of(o, "preview") != NULL
                     ? run_preview(o, &desc, &in, &run_memory, &shader, &result)
                     : run_listing(o, &desc, &in, work.settings, work.count, &run_memory, &shader, &result);
    if (value_of(o, "gains") != NULL && result.state == GCNMEM_RUN_DONE) {
        make_experiments(o, &desc, &in, &shader, &work);
    }
    FILE* file = open_output(o, "timeline");
    if (file != NULL) {
        static gcnmem_run_event* events;
        events = (gcnmem_run_event*)resized(NULL, result.events * sizeof(*events));
        gcnmem_run_events_of(shader.run, events, (size_t)result.events);
        gcnmem_report_timeline(shader.run, shader.listing, shader.text, events, (size_t)result.events, to_file, file);
        close_output(o, "timeline", file);
    }
    file = open_output(o, "html");
    if (file != NULL) {
        gcnmem_report_run(shader.run, shader.listing, shader.text, GCNMEM_STYLE_HTML, to_file, file);
        close_output(o, "html", file);
    }
    if (!is_instead) {
        gcnmem_report_run(shader.run, shader.listing, shader.text, style, to_output(style), stdout);
    }
    return status;
}

/* ---- run: two listings, or more runs, that do the same work ---- */

/* What a run is before its first clock. */
static gcnmem_run_result start_of(const options* o, const input* in) {
    gcnmem_desc desc = machine_of(o);
    gcnmem_shader shader = shader_of(o, &desc, in, NULL, 0, &run_memory);
    return gcnmem_run_result_of(shader.run);
}

/* The lanes that fill the machine once. */
static uint64_t lanes_of(const gcnmem_run_result* r) {
    return (uint64_t)r->groups_per_cu * r->cu_count * r->needs.group_lanes;
}

/* Runs as many lanes, unless --groups or --target say how many; `row` holds its start. Returns whether it did not come
   to its end. */
static int run_lanes(const options* o, const input* in, uint64_t lanes, gcnmem_run_variant* row, buffer* notes) {
    char text[24];
    uint64_t group = row->result.needs.group_lanes;
    const gcnmem_setting groups = {"groups", text};
    int is_told = value_of(o, "groups") != NULL || value_of(o, "target") != NULL;
    snprintf(text, sizeof(text), "%llu", (unsigned long long)((lanes + group - 1) / group));
    gcnmem_desc desc = machine_of(o);
    gcnmem_shader shader;
    int status = run_listing(o, &desc, in, &groups, !is_told, &run_memory, &shader, &row->result);
    gcnmem_report_notes(shader.run, shader.listing, shader.text, to_text, notes);
    if (!is_told) {
        put(notes, "ASSUMED: --groups %s\n", text);
    }
    row->notes = notes->text;
    return status;
}

static int run_two(const options* o) {
    static input in[2];
    static buffer notes[2];
    gcnmem_run_variant rows[2];
    gcnmem_desc desc = machine_of(o);
    gcnmem_style style = style_of(o);
    uint64_t lanes = 0;
    int status = 0;
    if (value_of(o, "timeline") != NULL || value_of(o, "trace") != NULL) {
        fail(2, "--timeline and --trace are of one run; lists and a second listing make several");
    }
    for (int i = 0; i < 2; ++i) {
        read_whole(&in[i], "listing", o->files[i]);
        rows[i].name = o->files[i];
        rows[i].result = start_of(o, &in[i]);
        lanes = lanes_of(&rows[i].result) > lanes ? lanes_of(&rows[i].result) : lanes;
    }
    for (int i = 0; i < 2; ++i) {
        status |= run_lanes(o, &in[i], lanes, &rows[i], &notes[i]);
    }
    FILE* file = open_output(o, "html");
    if (file != NULL) {
        gcnmem_report_variants(&desc, rows, 2, 1, GCNMEM_STYLE_HTML, to_file, file);
        close_output(o, "html", file);
    }
    if (file != stdout) {
        gcnmem_report_variants(&desc, rows, 2, 1, style, to_output(style), stdout);
    }
    return status;
}

static int run_run(const options* o) {
    if (value_of(o, "gains") != NULL && (value_of(o, "trace") != NULL || o->file_count == 2)) {
        fail(2, "--gains is of one listing, and no --trace: its experiments run it again with other addresses");
    }
    if (value_of(o, "preview") != NULL &&
        (value_of(o, "trace") != NULL || value_of(o, "timeline") != NULL || o->file_count == 2)) {
        fail(2, "--preview is of one listing, and no --trace or --timeline: those tell of every wave");
    }
    int is_instead = check_outputs(o) != 0; /* of the report */
    return o->file_count == 2 ? run_two(o) : run_one(o, is_instead);
}

/* ---- verbs ---- */

typedef struct verb {
    const char* name;
    const char* letters; /* in the table of flags: as it takes them, as it needs them */
    int (*run)(const options* o);
    uint32_t files;       /* how many there may be, one at least */
    const char* argument; /* that is no flag, or "" */
    const char* meaning;  /* of the argument */
    const char* summary;  /* at most 66 characters */
    const char* help;     /* examples, and what values look like */
} verb;

static const verb verbs[] = {
    {"gpus", "gG", run_gpus, 0, "", "", "the GPUs there are; with --gpu, every field of one and its source",
     "  gcnmem gpus --gpu hawaii --set l1_ways=8 >my_gpu.txt     # for --machine\n"},
    {"ops", "pP", run_ops, 0, "", "", "the memory instructions there are; with --gpu, that it has",
     "  gcnmem ops --gpu 'hd 7970'\n"},
    {"cost", "cC", run_cost, 0, "", "", "clocks, conflicts, lines and bytes of one wave instruction",
     "  gcnmem cost --gpu hawaii --op buffer_load_dword --addr 'lane*256'\n"
     "  gcnmem cost --gpu vega10 --op ds_read_b32 --addr 'lane*132+iter*4' --iters 32\n"
     "  gcnmem cost --gpu hawaii --op buffer_load_dword --addresses 0,256,512\n"
     "  gcnmem cost --gpu hawaii --addresses @accesses.txt --csv\n"
     "  gcnmem_sweep cost --gpu all --op ds_read_b64 --set lds_bank_count=16,32\n\n"
     "MNEMONIC is one that 'gcnmem ops' lists: GCN's, RDNA's such as ds_load_b64, or\n"
     "  load_b32, shared_store_b64.\n"
     "--addresses takes decimal or 0x; of @FILE (- for standard input) an access a\n"
     "  line: addresses for --op, or a TRACE, whose lines say what they are. Of one\n"
     "  access the requests are listed, as with --requests.\n"
     "EXPR is C integer syntax over lane wave group iter x y: 'lane*4 + iter*256'.\n"
     "  It knows uniform(a) stride(b) tile(w,h,b) rand(bytes) chase(bytes)\n"
     "  hitrate(percent) hash(a), and 16K 4M 1G.\n"},
    {"occupancy", "oO", run_occupancy, 0, "", "", "how many waves fit a SIMD, what limits them, and the next step",
     "  gcnmem occupancy --gpu hawaii --vgprs 84 --sgprs 40 --group 256 --lds 8192\n"
     "  gcnmem_sweep occupancy --gpu all --vgprs 84,64 --sgprs 40 --group 256\n"},
    {"replay", "rR", run_replay, 1, " TRACE|-", "a trace file, or - for standard input",
     "hits, misses, DRAM rows and GB/s of a stream of accesses",
     "  gcnmem replay --gpu fiji accesses.txt\n"
     "  gcnmem run --gpu fiji kernel.s --trace - | gcnmem replay --gpu fiji -\n"
     "  gcnmem_trace kernel-1.traceg | gcnmem replay --gpu v100 -\n\n"
     "TRACE has an access a line: 'R|W ADDRESS [BYTES]', or 'MNEMONIC cu=N a0,a1,...';\n"
     "  '#' starts a comment. gcnmem_trace converts what NVBit's mem_trace or\n"
     "  Accel-Sim's tracer wrote.\n"},
    {"run", "uU", run_run, 2, " LISTING|- [LISTING2]", "a listing, or - for standard input",
     "where a shader's time goes, by instruction",
     "  gcnmem run --gpu hawaii kernel.s --html kernel.html\n"
     "  gcnmem run --gpu vega64 shader.txt --stage fragment --cus 4 --trip '*=16'\n"
     "  gcnmem run --gpu fiji kernel.s --mem 'buffer_load_dword=lane*4 + iter*1M'\n"
     "  gcnmem run --gpu fiji kernel.s --arg 0=buffer:64M --arg 1=1024 --groups 4096\n"
     "  gcnmem run --gpu fiji before.s after.s                 # what a change brought\n"
     "  gcnmem_sweep run --gpu fiji kernel.s --vgprs 24,32,36 --lds 0,8192\n\n"
     "LISTING is disassembly of any tool, of GCN, CDNA or RDNA; on any GPU also code\n"
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
     "  output, instead of the report.\n"},
    {"explain", "eE", run_explain, 1, " RULE|all", "a rule, such as R20, or all",
     "the rule of the model that a message cites", "  gcnmem explain all | grep -i bank\n"},
    {NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL},
};

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

/* The options of a verb; asked for help, the help and the end. */
static options read_options(const verb* v, int count, char** words) {
    static char lister[32];
    options o = {v->name, v->letters, lister, flags, NULL, 0, 0, NULL};
    snprintf(lister, sizeof(lister), "gcnmem help %s", v->name);
    if (!read_flags(&o, v->files, count, words)) {
        printf("gcnmem %s%s: %s\n\n", v->name, v->argument, v->summary);
        print_flags(&o);
        printf("\nexamples\n%s", v->help);
        exit(end_output(0));
    }
    if (v->files != 0 && o.file_count == 0) {
        fail(2, "%s needs %s", v->name, v->meaning);
    }
    return o;
}

#ifndef GCNMEM_SWEEP /* which has a main of its own */

static void print_usage(FILE* file) {
    fputs("usage: gcnmem VERB [FLAGS]\n\n", file);
    for (const verb* v = verbs; v->name != NULL; ++v) {
        fprintf(file, "  %-10s  %s\n", v->name, v->summary);
    }
    fputs("  help VERB   its flags, with examples\n\n"
          "lists of values, and all GPUs, in one table: gcnmem_sweep VERB [FLAGS]\n"
          "example: gcnmem cost --gpu hawaii --op buffer_load_dword --addr 'lane*256'\n",
          file);
}

int main(int argc, char** argv) {
    static char help[] = "--help";
    char* words[] = {help};
    const char* name = argc > 1 ? argv[1] : "";
    begin_program("gcnmem");
    if (argc < 2 || strcmp(name, "--help") == 0 || strcmp(name, "help") == 0 || strcmp(name, "-h") == 0) {
        if (argc > 2) {
            read_options(verb_of(argv[2]), 1, words);
        }
        print_usage(argc < 2 ? stderr : stdout);
        return argc < 2 ? 2 : end_output(0);
    }
    if (strcmp(name, "--version") == 0) {
        printf("gcnmem %s, model revision %d\n", GCNMEM_VERSION_STRING, GCNMEM_MODEL_REVISION);
        return end_output(0);
    }
    static options o; /* static: what ends by exit() lets go of nothing */
    const verb* v = verb_of(name);
    o = read_options(v, argc - 2, argv + 2);
    for (const given_flag* g = o.given; g < o.given + o.count; ++g) {
        if (is_list(g)) {
            fail(2, "--%s '%s' is a list: gcnmem_sweep takes lists, with cost, occupancy, replay and run", g->row->name,
                 g->value);
        }
    }
    return end_output(v->run(&o));
}

#endif
