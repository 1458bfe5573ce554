/* gcnmem_tables -- throughput tables: clocks by operation and pattern, LDS clocks by stride, occupancy, peak rates.
   cc -O2 -I. tools/gcnmem_tables.c -o gcnmem_tables
   SPDX-License-Identifier: MIT-0

   usage: gcnmem_tables [--gpu G|all|--machine FILE] [--set FIELD=VALUE] [--format markdown|csv|json|c|html]
                        [--table NAME]

   `html` is a page with charts; it and `json` hold some tables more, which --table prints in any format. `c` prints
   arrays for programs that want to look numbers up without the model. */

#include "processes.h"

#include "chart.h"
#include "listing.h"

/* ---- a table and its forms ---- */

#define MAX_ROWS 48
#define MAX_COLUMNS 32

typedef struct table {
    const char* name; /* a C identifier */
    const char* title;
    const char* corner; /* what the rows are */
    int decimals;       /* cells are thousandths; how many of the decimals to print */
    const char* unit;   /* of the cells, for the chart; NULL: no chart */
    const char* across; /* what the columns are, with their unit */
    uint64_t burst_e3;  /* cells are when bursts of this length begin; 0: they are not */
    int rows;
    int columns;
    char row[MAX_ROWS][48];
    char column[MAX_COLUMNS][24];
    const char* element[MAX_COLUMNS]; /* of accesses: which one a lane reads; NULL: the column has port clocks */
    uint32_t scale[MAX_COLUMNS];      /* ... and their bytes; 0: those of the operation's element */
    uint64_t cell_e3[MAX_ROWS][MAX_COLUMNS];
} table;

typedef enum form { FORM_MARKDOWN, FORM_CSV, FORM_JSON, FORM_C, FORM_HTML } form;

static void start(table* t, const char* name, const char* title, const char* corner, int decimals, const char* unit,
                  const char* across) {
    memset(t, 0, sizeof(*t));
    t->name = name;
    t->title = title;
    t->corner = corner;
    t->decimals = decimals;
    t->unit = unit;
    t->across = across;
}

LIKE_PRINTF(2, 3) static int add_column(table* t, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(t->column[t->columns], sizeof(t->column[0]), format, arguments);
    va_end(arguments);
    return t->columns++;
}

LIKE_PRINTF(2, 3) static int add_row(table* t, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(t->row[t->rows], sizeof(t->row[0]), format, arguments);
    va_end(arguments);
    return t->rows++;
}

/* A column of accesses by lanes so many bytes apart. */
static void add_stride(table* t, int column, uint32_t bytes) {
    t->element[column] = bytes != 0 ? "lane" : "0";
    t->scale[column] = bytes != 0 ? bytes : 1;
}

static void print_cell(const table* t, uint64_t value_e3) {
    if (t->decimals == 0) {
        printf("%llu", (unsigned long long)((value_e3 + 500) / 1000));
    } else {
        printf("%llu.%03u", (unsigned long long)(value_e3 / 1000), (unsigned)(value_e3 % 1000));
    }
}

static void print_markdown(const table* t) {
    printf("\n### %s\n\n| %s |", t->title, t->corner);
    for (int c = 0; c < t->columns; ++c) {
        printf(" %s |", t->column[c]);
    }
    printf("\n|---|");
    for (int c = 0; c < t->columns; ++c) {
        printf("--:|");
    }
    for (int r = 0; r < t->rows; ++r) {
        printf("\n| %s |", t->row[r]);
        for (int c = 0; c < t->columns; ++c) {
            putchar(' ');
            print_cell(t, t->cell_e3[r][c]);
            printf(" |");
        }
    }
    putchar('\n');
}

/* In quotes where it holds a comma; no name holds quotes. */
static void print_csv_name(const char* name) {
    printf(strchr(name, ',') != NULL ? "\"%s\"," : "%s,", name);
}

static void print_csv(const table* t, const char* gpu) {
    for (int r = 0; r < t->rows; ++r) {
        for (int c = 0; c < t->columns; ++c) {
            printf("%s,%s,", gpu, t->name);
            print_csv_name(t->row[r]);
            print_csv_name(t->column[c]);
            print_cell(t, t->cell_e3[r][c]);
            putchar('\n');
        }
    }
}

static void print_json(const table* t, int first) {
    printf("%s\n      {\"name\": \"%s\", \"title\": \"%s\", \"columns\": [", first ? "" : ",", t->name, t->title);
    for (int c = 0; c < t->columns; ++c) {
        printf("%s\"%s\"", c > 0 ? ", " : "", t->column[c]);
    }
    printf("], \"rows\": [");
    for (int r = 0; r < t->rows; ++r) {
        printf("%s\n        {\"name\": \"%s\", \"values\": [", r > 0 ? "," : "", t->row[r]);
        for (int c = 0; c < t->columns; ++c) {
            printf(c > 0 ? ", " : "");
            print_cell(t, t->cell_e3[r][c]);
        }
        printf("]}");
    }
    printf("\n      ]}");
}

/* "R9 390X" to "r9_390x". */
static const char* identifier(const char* text) {
    static char plain[64];
    size_t i;
    for (i = 0; text[i] != 0 && i + 1 < sizeof(plain); ++i) {
        char c = text[i] >= 'A' && text[i] <= 'Z' ? (char)(text[i] - 'A' + 'a') : text[i];
        plain[i] = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ? c : '_';
    }
    plain[i] = 0;
    return plain;
}

static void print_c(const table* t, const char* gpu) {
    printf("\n/* %s%s; columns:", t->title, t->decimals != 0 ? " (thousandths)" : "");
    for (int c = 0; c < t->columns; ++c) {
        printf(" %s%s", t->column[c], c + 1 < t->columns ? "," : "");
    }
    printf(" */\nstatic const unsigned gcnmem_%s_%s[%d][%d] = {\n", identifier(gpu), t->name, t->rows, t->columns);
    for (int r = 0; r < t->rows; ++r) {
        printf("    {");
        for (int c = 0; c < t->columns; ++c) {
            uint64_t value = t->decimals != 0 ? t->cell_e3[r][c] : (t->cell_e3[r][c] + 500) / 1000;
            printf("%s%llu", c > 0 ? ", " : "", (unsigned long long)value);
        }
        printf("}, /* %s */\n", t->row[r]);
    }
    printf("};\n");
}

static uint64_t cell_of(const void* data, int series, int place) {
    return ((const table*)data)->cell_e3[series][place];
}

static void print_chart(const table* t) {
    uint64_t most = 0;
    for (int r = 0; r < t->rows; ++r) {
        for (int c = 0; c < t->columns; ++c) {
            most = t->cell_e3[r][c] > most ? t->cell_e3[r][c] : most;
        }
    }
    chart_open(t->title, t->across, t->unit, 0, &most);
    for (int c = 0; c < t->columns; ++c) {
        chart_x_label(c, t->columns, t->column[c]);
    }
    for (int r = 0; r < t->rows; ++r) {
        chart_line(r, t->columns, most, cell_of, t);
    }
    chart_close();
}

/* A row for each row, with a bar where a burst is on the bus. */
static void print_timing(const table* t) {
    uint64_t most = 0;
    for (int r = 0; r < t->rows; ++r) {
        most = t->cell_e3[r][t->columns - 1] + t->burst_e3 > most ? t->cell_e3[r][t->columns - 1] + t->burst_e3 : most;
    }
    chart_open_across(t->title, t->unit, &most);
    for (int r = 0; r < t->rows; ++r) {
        int y = chart_row(r, t->rows, t->row[r]);
        for (int c = 0; c < t->columns; ++c) {
            chart_burst(r, y, t->cell_e3[r][c], t->burst_e3, most);
        }
    }
    chart_close();
}

static void print_html(const table* t) {
    printf("<section><h2>");
    chart_text(t->title);
    printf("</h2>\n<div%s>\n", t->unit != NULL ? " class=two" : "");
    if (t->burst_e3 != 0) {
        print_timing(t);
    } else if (t->unit != NULL) {
        print_chart(t);
    }
    printf("<div class=wide tabindex=0><table data-table=%s>\n", t->name);
    if (t->unit != NULL) {
        printf("<caption>%s, by %s</caption>\n", t->unit, t->across);
    }
    printf("<thead><tr><th>%s</th>", t->corner);
    for (int c = 0; c < t->columns; ++c) {
        printf("<th>%s</th>", t->column[c]);
    }
    printf("</thead>\n");
    for (int r = 0; r < t->rows; ++r) {
        printf("<tr><th>");
        if (t->unit != NULL && t->burst_e3 == 0) {
            chart_legend(r);
        }
        printf("%s</th>", t->row[r]);
        for (int c = 0; c < t->columns; ++c) {
            printf("<td>");
            chart_number(t->cell_e3[r][c], t->decimals);
        }
        printf("\n");
    }
    printf("</table></div></div></section>\n");
}

static void print_table(const table* t, form f, const char* gpu, int first) {
    switch (f) {
    case FORM_MARKDOWN:
        print_markdown(t);
        break;
    case FORM_CSV:
        print_csv(t, gpu);
        break;
    case FORM_JSON:
        print_json(t, first);
        break;
    case FORM_C:
        print_c(t, gpu);
        break;
    case FORM_HTML:
        print_html(t);
        break;
    }
}

/* ---- what the tables ask the model ---- */

typedef struct pattern {
    const char* name;
    const char* element; /* which element a lane reads */
} pattern;

static const pattern patterns[] = {
    {"uniform", "0"},
    {"linear", "lane"},
    {"quad uniform", "lane / 4"},
    {"quad permuted", "lane ^ 3"},
    {"stride 2", "lane * 2"},
    {"stride 4", "lane * 4"},
    {"stride 8", "lane * 8"},
    {"stride 16", "lane * 16"},
    {"stride 32", "lane * 32"},
    {"stride 64", "lane * 64"},
    {"transposed 8x8", "(lane % 8) * 8 + lane / 8"},
    {"random in 4096", "((lane + 1) * 2654435761 >> 13) % 4096"},
};

static void fill(gcnmem_access* access, const char* element, uint32_t scale) {
    gcnmem_expr expr;
    gcnmem_expr_inputs inputs;
    gcnmem_issue issue;
    memset(&inputs, 0, sizeof(inputs));
    if (gcnmem_expr_compile(element, strlen(element), &expr, &issue) != GCNMEM_OK) {
        fail_issue(element, NULL, &issue);
    }
    gcnmem_expr_lanes(&expr, &inputs, UINT64_MAX, access->address, NULL);
    for (uint32_t lane = 0; lane < GCNMEM_LANES; ++lane) {
        access->address[lane] *= scale;
    }
}

static gcnmem_access access_of(const char* op_name, const char* format) {
    gcnmem_op op;
    gcnmem_issue issue;
    if (gcnmem_op_find(op_name, &op, &issue) != GCNMEM_OK ||
        (format != NULL && gcnmem_op_format(&op, format, &issue) != GCNMEM_OK)) {
        fail_issue(op_name, NULL, &issue);
    }
    return gcnmem_access_for(&op);
}

/* What a GPU lacks has no row. */
static int has_op(const gcnmem_desc* desc, const gcnmem_access* access) {
    return gcnmem_access_validate(desc, access, NULL) == GCNMEM_OK;
}

static int has_field(const gcnmem_desc* desc, gcnmem_field field) {
    return gcnmem_field_provenance(desc, field) != GCNMEM_PROVENANCE_NONE;
}

/* A row for each operation and format that the GPU has, with what a wave's access takes in each column. */
static void add_costs(const gcnmem_desc* desc, table* t, const char* const (*ops)[2], size_t count) {
    for (size_t i = 0; i < count; ++i) {
        gcnmem_access access = access_of(ops[i][0], ops[i][1]);
        if (!has_op(desc, &access)) {
            continue;
        }
        int row = add_row(t, ops[i][1] != NULL ? "%s %s" : "%s", ops[i][0], ops[i][1]);
        for (int c = 0; c < t->columns; ++c) {
            const char* element = t->element[c] != NULL ? t->element[c] : "lane";
            fill(&access, element, t->scale[c] != 0 ? t->scale[c] : access.op.element_bytes);
            gcnmem_cost cost = gcnmem_cost_wave(desc, &access);
            t->cell_e3[row][c] = (t->element[c] != NULL ? cost.clocks : cost.port_clocks) * 1000;
        }
    }
}

static void vector_table(const gcnmem_desc* desc, table* t) {
    static const char* const ops[][2] = {
        {"buffer_load_ubyte", NULL},          {"buffer_load_ushort", NULL},
        {"buffer_load_dword", NULL},          {"buffer_load_dwordx2", NULL},
        {"buffer_load_dwordx3", NULL},        {"buffer_load_dwordx4", NULL},
        {"buffer_load_format_x", "r8"},       {"buffer_load_format_xy", "rg8"},
        {"buffer_load_format_xyzw", "rgba8"}, {"buffer_load_format_xyzw", "rgba16f"},
        {"buffer_store_byte", NULL},          {"buffer_store_dword", NULL},
        {"buffer_store_dwordx2", NULL},       {"buffer_store_dwordx4", NULL},
        {"buffer_atomic_add", NULL},          {"buffer_atomic_cmpswap", NULL},
    };
    start(t, "vector",
          has_field(desc, GCNMEM_FIELD_l1_size_bytes) ? "Vector memory: clocks of a wave, data in L1"
                                                      : "Vector memory: clocks of a wave",
          "operation", 0, NULL, NULL);
    for (size_t k = 0; k < sizeof(patterns) / sizeof(patterns[0]); ++k) {
        t->element[add_column(t, "%s", patterns[k].name)] = patterns[k].element;
    }
    add_costs(desc, t, ops, sizeof(ops) / sizeof(ops[0]));
}

static const char* const image_formats[] = {"r8",      "rg8",  "rgba8", "r16f",   "rg16f",
                                            "rgba16f", "r32f", "rg32f", "rgba32f"};

/* How the 64 lanes of a wave cover a texture: every quad a 2x2 block, as pixels do, or as compute threads do. */
static void fill_texels(gcnmem_access* access, int shape) {
    for (int lane = 0; lane < GCNMEM_LANES; ++lane) {
        int quad = lane / 4;
        access->texel[0][lane] = shape == 0 ? (quad % 4) * 2 + lane % 2 : (shape == 1 ? lane % 8 : lane);
        access->texel[1][lane] = shape == 0 ? (quad / 4) * 2 + lane / 2 % 2 : (shape == 1 ? lane / 8 : 0);
    }
}

static void image_row(const gcnmem_desc* desc, table* t, const char* op, const char* format, const char* filter,
                      uint32_t depth) {
    gcnmem_access access = access_of(op, format);
    access.image.width = 64;
    access.image.height = 64;
    access.image.depth = depth;
    if (filter[0] != 0) {
        gcnmem_access_filter(&access, filter, NULL);
    }
    int row = add_row(t, "%s %s%s%s%s", op, format, filter[0] != 0 ? " " : "", filter, depth > 1 ? " volume" : "");
    for (int shape = 0; shape < t->columns; ++shape) {
        fill_texels(&access, shape);
        t->cell_e3[row][shape] = gcnmem_cost_wave(desc, &access).clocks * 1000;
    }
}

static void image_table(const gcnmem_desc* desc, table* t) {
    start(t, "image", "Images: clocks of a wave, data in L1", "operation", 0, NULL, NULL);
    add_column(t, "8x8 by quads");
    add_column(t, "8x8 by rows");
    add_column(t, "64x1");
    for (size_t i = 0; i < sizeof(image_formats) / sizeof(image_formats[0]); ++i) {
        image_row(desc, t, "image_load", image_formats[i], "", 1);
    }
    for (size_t i = 2; i < sizeof(image_formats) / sizeof(image_formats[0]); i += 3) {
        image_row(desc, t, "image_sample", image_formats[i], "bilinear", 1);
        image_row(desc, t, "image_sample", image_formats[i], "trilinear", 1);
        image_row(desc, t, "image_sample", image_formats[i], "aniso8", 1);
        image_row(desc, t, "image_sample", image_formats[i], "bilinear", 64);
    }
}

static void lds_table(const gcnmem_desc* desc, table* t) {
    static const char* const ops[][2] = {{"ds_read_b32", NULL},   {"ds_read_b64", NULL},  {"ds_read_b128", NULL},
                                         {"ds_read2_b32", NULL},  {"ds_write_b32", NULL}, {"ds_write_b64", NULL},
                                         {"ds_write_b128", NULL}, {"ds_add_u32", NULL}};
    static const uint32_t strides[] = {0, 1, 2, 3, 4, 5, 8, 16, 17, 32, 33, 64};
    start(t, "lds", "LDS: bank clocks of a wave by stride in dwords between lanes", "operation", 0, NULL, NULL);
    add_column(t, "port clocks");
    for (size_t k = 0; k < sizeof(strides) / sizeof(strides[0]); ++k) {
        add_stride(t, add_column(t, "%u", (unsigned)strides[k]), strides[k] * 4);
    }
    add_costs(desc, t, ops, sizeof(ops) / sizeof(ops[0]));
}

/* The most of `need`, in steps, with which as many waves fit, in groups of `group_waves`; 0: they never do. */
static uint32_t most_of(const gcnmem_desc* desc, gcnmem_shader_needs* needs, uint32_t* need, uint32_t most,
                        uint32_t step, uint32_t waves) {
    uint32_t amount;
    for (amount = most; amount > 0; amount -= amount > step ? step : amount) {
        *need = amount;
        if (gcnmem_occupancy_for(desc, needs, GCNMEM_RULE_HARDWARE).waves_per_cu >= waves * desc->simd_count_per_cu) {
            break;
        }
    }
    return amount;
}

/* In groups of one wave, or of as many as it takes where slots of groups are fewer than those of waves. */
static void occupancy_rows(const gcnmem_desc* desc, table* t, const char* what, uint32_t most, uint32_t step) {
    gcnmem_shader_needs needs = {1, 0, 0, 0, 0};
    uint32_t* need = strcmp(what, "VGPRs") == 0 ? &needs.vgprs : &needs.sgprs;
    int row = add_row(t, "%s", what);
    need = what[0] == 'L' ? &needs.lds_bytes : need;
    needs.sgprs = (uint32_t)has_field(desc, GCNMEM_FIELD_sgprs_per_simd);
    for (uint32_t waves = 1; waves <= (uint32_t)t->columns; ++waves) {
        uint32_t group_waves = 1;
        uint32_t amount = 0;
        for (; amount == 0 && group_waves <= desc->group_waves_max; group_waves *= 2) {
            needs.group_lanes = group_waves * desc->wave_lanes;
            amount = most_of(desc, &needs, need, most, step, waves) / (what[0] == 'L' ? group_waves : 1);
        }
        t->cell_e3[row][waves - 1] = (uint64_t)amount * 1000;
    }
}

static void occupancy_table(const gcnmem_desc* desc, table* t) {
    start(t, "occupancy", "Occupancy: the most a wave may use for this many waves on every SIMD (0: never)", "resource",
          0, NULL, NULL);
    for (uint32_t waves = 1; waves <= desc->waves_per_simd_max && waves <= MAX_COLUMNS; ++waves) {
        add_column(t, "%u", (unsigned)waves);
    }
    occupancy_rows(desc, t, "VGPRs", desc->vgprs_per_wave_max, 1);
    if (has_field(desc, GCNMEM_FIELD_sgprs_per_simd)) {
        occupancy_rows(desc, t, "SGPRs", desc->sgprs_per_wave_max, 1);
    }
    occupancy_rows(desc, t, "LDS bytes a wave", desc->lds_group_max_bytes, desc->lds_granule_bytes);
}

static void rate_row(table* t, const char* name, uint64_t peak_e3, uint64_t modelled_e3) {
    int row = add_row(t, "%s", name);
    t->cell_e3[row][0] = peak_e3;
    t->cell_e3[row][1] = modelled_e3;
}

/* One CU running this pattern. */
static void pattern_row(const gcnmem_desc* desc, table* t, const char* name, uint64_t peak_e3, const char* op,
                        const char* element) {
    gcnmem_access access = access_of(op, NULL);
    if (has_op(desc, &access)) {
        fill(&access, element, access.op.element_bytes);
        gcnmem_cost cost = gcnmem_cost_wave(desc, &access);
        uint64_t clocks = cost.port_clocks > cost.clocks ? cost.port_clocks : cost.clocks;
        rate_row(t, name, peak_e3, cost.bytes_requested * 1000 / clocks);
    }
}

static void rate_table(const gcnmem_desc* desc, table* t) {
    uint64_t clock_hz = (uint64_t)desc->core_clock_mhz * 1000000;
    uint64_t l1 = (uint64_t)desc->l1_data_banks * 4 * 1000;
    uint64_t lds = (uint64_t)desc->lds_bank_count * 4 * 1000;
    uint64_t scalar = (uint64_t)desc->scalar_issue_dwords * desc->simd_count_per_cu * 1000; /* 4 clocks, 4 bytes */
    uint64_t l2 = (uint64_t)desc->l2_channels * desc->l2_channel_bytes_per_clock * 1000;
    start(t, "rates", "Bytes a clock: peak and what the model gives", "level", 3, NULL, NULL);
    add_column(t, "peak");
    add_column(t, "modelled");
    if (has_field(desc, GCNMEM_FIELD_l1_size_bytes)) {
        pattern_row(desc, t, "L1 dword linear (CU)", l1, "buffer_load_dword", "lane");
        pattern_row(desc, t, "L1 dwordx2 linear (CU)", l1, "buffer_load_dwordx2", "lane");
        pattern_row(desc, t, "L1 dwordx4 linear (CU)", l1, "buffer_load_dwordx4", "lane");
        pattern_row(desc, t, "L1 dword stride 64 (CU)", l1, "buffer_load_dword", "lane * 64");
    }
    pattern_row(desc, t, "LDS ds_read_b32 linear (CU)", lds, "ds_read_b32", "lane");
    pattern_row(desc, t, "LDS ds_read_b128 linear (CU)", lds, "ds_read_b128", "lane");
    pattern_row(desc, t, "LDS ds_write_b128 linear (CU)", lds, "ds_write_b128", "lane");
    if (has_field(desc, GCNMEM_FIELD_scalar_issue_dwords)) {
        rate_row(t, "scalar dwordx4 issue (CU)", scalar, scalar);
    }
    if (has_field(desc, GCNMEM_FIELD_l2_size_bytes)) {
        rate_row(t, "L2 (all channels)", l2, l2);
    }
    rate_row(t, "DRAM (all channels)", gcnmem_desc_dram_bytes_per_second(desc) / (clock_hz / 1000),
             gcnmem_desc_dram_bytes_per_second(desc) / (clock_hz / 1000));
}

/* ---- replayed tables ---- */

static const uint32_t dram_strides[] = {64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 65536};

/* 64-byte accesses `stride` apart from the given level on, `writes_of_8` of eight writes: reads and writes take turns
   by rounds of all channels, so that each channel has its share of both. */
static gcnmem_replay_stats replay_stride(const gcnmem_desc* desc, gcnmem_level from, uint64_t stride,
                                         uint32_t writes_of_8) {
    gcnmem_replay* replay = replay_for(desc, from);
    uint64_t round_bytes = (uint64_t)desc->l2_channels * desc->l2_interleave_bytes;
    for (uint64_t i = 0; i < 100000; ++i) {
        gcnmem_replay_access(replay, i * stride, 64, i * stride / round_bytes % 8 < writes_of_8);
    }
    gcnmem_replay_stats stats = gcnmem_replay_finish(replay);
    free(replay);
    return stats;
}

static uint64_t percent_of_peak_e3(const gcnmem_desc* desc, const gcnmem_replay_stats* stats) {
    return stats->dram_bytes_per_second / 1000 * 100000 / (gcnmem_desc_dram_bytes_per_second(desc) / 1000);
}

static void dram_table(const gcnmem_desc* desc, table* t) {
    start(t, "dram", "DRAM: percent of peak, 64-byte reads by stride in bytes", "what", 3, "percent",
          "bytes between reads");
    add_row(t, "percent of peak");
    add_row(t, "row hits, percent");
    for (size_t i = 0; i < sizeof(dram_strides) / sizeof(dram_strides[0]); ++i) {
        gcnmem_replay_stats stats = replay_stride(desc, GCNMEM_LEVEL_DRAM, dram_strides[i], 0);
        int column = add_column(t, "%u", (unsigned)dram_strides[i]);
        t->cell_e3[0][column] = percent_of_peak_e3(desc, &stats);
        t->cell_e3[1][column] = stats.dram.row_hits * 100000 / stats.dram.reads;
    }
}

static void mix_table(const gcnmem_desc* desc, table* t) {
    start(t, "mix", "DRAM: percent of peak of a sequential stream by share of writes", "what", 3, "percent",
          "share of writes");
    add_row(t, "percent of peak");
    for (uint32_t i = 0; i <= 8; i += 2) {
        gcnmem_replay_stats stats = replay_stride(desc, GCNMEM_LEVEL_DRAM, 64, i);
        t->cell_e3[0][add_column(t, "%u/8", (unsigned)i)] = percent_of_peak_e3(desc, &stats);
    }
}

static void channel_table(const gcnmem_desc* desc, table* t) {
    gcnmemi_channel_route route =
        gcnmemi_channel_route_for(desc->l2_channel_rule, desc->l2_channels, desc->l2_interleave_bytes);
    start(t, "channels",
          has_field(desc, GCNMEM_FIELD_l2_size_bytes) ? "L2: channels that 64 accesses reach by stride in bytes"
                                                      : "DRAM: channels that 64 accesses reach by stride in bytes",
          "what", 0, "channels", "bytes between accesses");
    add_row(t, "channels of 64");
    for (size_t i = 0; i < sizeof(dram_strides) / sizeof(dram_strides[0]); ++i) {
        unsigned char seen[4096] = {0};
        int column = add_column(t, "%u", (unsigned)dram_strides[i]);
        for (uint32_t k = 0; k < 64; ++k) {
            uint32_t channel = gcnmemi_channel_locate(&route, (uint64_t)k * dram_strides[i]).channel;
            t->cell_e3[0][column] += seen[channel] == 0 ? 1000 : 0;
            seen[channel] = 1;
        }
    }
}

/* ---- tables for charts only ---- */

static int add_bytes_column(table* t, uint64_t bytes) {
    uint32_t shift = bytes >= 1 << 20 ? 20 : bytes >= 1 << 10 ? 10 : 0;
    return add_column(t, "%llu%s", (unsigned long long)(bytes >> shift), shift == 20 ? "M" : shift == 10 ? "K" : "");
}

static void stride_table(const gcnmem_desc* desc, table* t) {
    static const char* const ops[][2] = {{"buffer_load_ubyte", NULL},   {"buffer_load_ushort", NULL},
                                         {"buffer_load_dword", NULL},   {"buffer_load_dwordx2", NULL},
                                         {"buffer_load_dwordx3", NULL}, {"buffer_load_dwordx4", NULL},
                                         {"buffer_store_dword", NULL},  {"buffer_store_dwordx4", NULL}};
    start(t, "stride",
          has_field(desc, GCNMEM_FIELD_l1_size_bytes)
              ? "Loads and stores: clocks of a wave by stride in bytes, data in L1"
              : "Loads and stores: clocks of a wave by stride in bytes",
          "operation", 0, "clocks a wave", "bytes between lanes");
    for (uint32_t stride = 0; stride <= 1024; stride = stride == 0 ? 4 : stride * 2) {
        add_stride(t, add_bytes_column(t, stride), stride);
    }
    add_costs(desc, t, ops, sizeof(ops) / sizeof(ops[0]));
}

static void lds_stride_table(const gcnmem_desc* desc, table* t) {
    static const char* const ops[][2] = {
        {"ds_read_b32", NULL}, {"ds_read_b64", NULL}, {"ds_read_b128", NULL}, {"ds_write_b128", NULL}};
    start(t, "lds_stride", "LDS: clocks of a wave by stride in dwords and width", "operation", 0, "bank clocks a wave",
          "dwords between lanes");
    for (uint32_t i = 0; i < 16; ++i) {
        uint32_t stride = i < 10 ? i : i == 15 ? 64 : (i - 6) * 4;
        add_stride(t, add_column(t, "%u", (unsigned)stride), stride * 4);
    }
    add_costs(desc, t, ops, sizeof(ops) / sizeof(ops[0]));
}

/* All CUs read a footprint over and over, lines in turn; beside it what each level could deliver at most. */
static void footprint_table(const gcnmem_desc* desc, table* t) {
    uint64_t clock_khz = (uint64_t)desc->core_clock_mhz * 1000;
    const uint64_t peaks_e3[] = {(uint64_t)desc->cu_count * desc->l1_data_banks * 4000,
                                 (uint64_t)desc->l2_channels * desc->l2_channel_bytes_per_clock * 1000,
                                 gcnmem_desc_dram_bytes_per_second(desc) / clock_khz};
    const int first = has_field(desc, GCNMEM_FIELD_l1_size_bytes) ? 0 : 2; /* R70: both caches or none */
    start(t, "footprint", "Bytes a clock by footprint in bytes, and the peak of each level", "what", 3, "bytes a clock",
          "bytes read over and over");
    add_row(t, "delivered");
    for (int level = first; level < 3; ++level) {
        add_row(t, level == 0 ? "L1 peak" : level == 1 ? "L2 peak" : "DRAM peak");
    }
    for (uint64_t bytes = 4096; bytes <= 16 << 20; bytes *= 2) {
        gcnmem_replay* replay = replay_for(desc, GCNMEM_LEVEL_L1);
        uint64_t lines = bytes / 64 * 2 > 65536 ? bytes / 64 * 2 : 65536;
        for (uint64_t i = 0; i < lines; ++i) {
            gcnmem_replay_access(replay, i * 64 % bytes, 64, 0);
        }
        int column = add_bytes_column(t, bytes);
        t->cell_e3[0][column] = lines * 64000 / gcnmem_replay_finish(replay).clocks;
        for (int row = 1; row < t->rows; ++row) {
            t->cell_e3[row][column] = peaks_e3[first + row - 1];
        }
        free(replay);
    }
}

/* Bytes a clock and CU that lanes ask for in a run of a listing on four CUs with their share of DRAM; on one of a
   smaller GPU. */
static uint64_t run_bytes_per_clock_e3(const gcnmem_desc* desc, const char* text, const char* setting, uint32_t value) {
    static void* memory;
    char number[16];
    const gcnmem_setting settings[2] = {{"cus", desc->cu_count < 4 ? "1" : "4"}, {setting, number}};
    snprintf(number, sizeof(number), "%u", (unsigned)value);
    gcnmem_shader shader = text_shader(desc, text, settings, 2, &memory);
    gcnmem_run_result result = gcnmem_shader_finish(&shader);
    return result.bytes_requested * 1000 / result.clocks / result.cu_count;
}

typedef struct kernel {
    const char* name;
    const char* text;
} kernel;

/* VGPRs hold the waves back, as far as they can. */
#define TEXT_SUM "add_f32 r2, r2, r1\nbranch loop\nexit\n"

static void bandwidth_table(const gcnmem_desc* desc, table* t) {
    static const kernel kernels[] = {{"dword, side by side", "loop: ; @trip 64\n"
                                                             "load_b32 r1, r0 ; @mem stride(4) + iter*1M\n" TEXT_SUM},
                                     {"dwordx4, side by side", "loop: ; @trip 16\n"
                                                               "load_b128 r1, r0 ; @mem stride(16)+iter*4M\n" TEXT_SUM},
                                     {"dword, 256 bytes apart",
                                      "loop: ; @trip 16\n"
                                      "load_b32 r1, r0 ; @mem stride(256) + iter*4\n" TEXT_SUM}};
    const int is_fixed = !has_field(desc, GCNMEM_FIELD_vgprs_per_simd);
    start(t, "bandwidth", "Bytes a clock and CU that lanes see, by waves on a SIMD", "kernel", 3,
          "bytes a clock and CU", "waves a SIMD");
    for (size_t i = 0; i < sizeof(kernels) / sizeof(kernels[0]); ++i) {
        add_row(t, "%s", kernels[i].name);
    }
    for (uint32_t waves = 1; waves <= desc->waves_per_simd_max && waves <= 10; ++waves) {
        uint32_t vgprs = desc->vgprs_per_simd / waves / desc->vgpr_granule * desc->vgpr_granule;
        if (vgprs > desc->vgprs_per_wave_max || (is_fixed && waves != desc->waves_per_simd_max)) {
            continue;
        }
        int column = add_column(t, "%u", (unsigned)waves);
        for (int row = 0; row < t->rows; ++row) {
            t->cell_e3[row][column] = run_bytes_per_clock_e3(desc, kernels[row].text, "vgprs", vgprs);
        }
    }
}

/* Every lane copies a dword: side by side, and each in a line of its own. */
static void copy_table(const gcnmem_desc* desc, table* t) {
    static const kernel kernels[] = {{"coalesced, side by side", "load_b32 r1, r0 ; @mem stride(4)\n"
                                                                 "store_b32 r0, r1 ; @mem 1G + stride(4)\nexit\n"},
                                     {"uncoalesced, 64 bytes apart",
                                      "load_b32 r1, r0 ; @mem stride(64)\n"
                                      "store_b32 r0, r1 ; @mem 1G + stride(64)\nexit\n"}};
    start(t, "copy", "Bytes a clock and CU, read and written, by bytes that a CU copies", "lanes", 3,
          "bytes a clock and CU, read and written", "bytes that a CU copies");
    for (uint32_t waves = 1; waves <= 512; waves *= 2) {
        add_bytes_column(t, (uint64_t)waves * GCNMEM_LANES * 4);
    }
    for (size_t i = 0; i < sizeof(kernels) / sizeof(kernels[0]); ++i) {
        int row = add_row(t, "%s", kernels[i].name);
        for (int c = 0; c < t->columns; ++c) {
            t->cell_e3[row][c] =
                run_bytes_per_clock_e3(desc, kernels[i].text, "groups", (desc->cu_count < 4 ? 1u : 4u) << c);
        }
    }
}

/* ---- one channel of DRAM, and its banks ---- */

/* Burst `i` of a stream that goes through `banks` banks in turn and takes `bursts` bursts of a row. */
static gcnmemi_dram_location burst_location(const gcnmem_desc* desc, uint32_t i, uint32_t banks, uint32_t bursts) {
    gcnmemi_dram_location location = {0, 0, 0, 0, 0};
    uint32_t visit = i / (banks * bursts) * bursts + i / banks % bursts; /* of the bank */
    location.group = (uint8_t)(i % banks % desc->dram_bank_groups);
    location.bank = (uint8_t)(i % banks / desc->dram_bank_groups);
    location.row = visit / bursts;
    location.column = visit % bursts;
    return location;
}

static gcnmemi_dram* make_dram(const gcnmem_desc* desc) {
    size_t bytes = gcnmemi_dram_size_bytes(desc);
    return gcnmemi_dram_init(resized(NULL, bytes), bytes, desc);
}

static uint32_t burst_clocks(const gcnmem_desc* desc) {
    return desc->dram_burst_length / desc->dram_data_rate;
}

static void timing_table(const gcnmem_desc* desc, table* t) {
    start(t, "timing", "DRAM: when bursts are on the bus of a channel, four of each row, one bank and many", "banks", 0,
          "clock at which a burst begins", "bursts in their order");
    t->burst_e3 = (uint64_t)burst_clocks(desc) * 1000;
    for (int i = 1; i <= 16; ++i) {
        add_column(t, "%d", i);
    }
    for (uint32_t banks = 1; banks <= 4 && banks <= desc->dram_banks; banks *= 2) {
        gcnmemi_dram* dram = make_dram(desc);
        gcnmemi_dram_completion done;
        int row = add_row(t, "%u bank%s", (unsigned)banks, banks == 1 ? "" : "s");
        for (int i = 0; i < t->columns; ++i) {
            gcnmemi_dram_location location = burst_location(desc, (uint32_t)i, banks, 4);
            gcnmemi_dram_submit_to(dram, &location, 0, 0, (uint32_t)i);
        }
        gcnmemi_dram_drain(dram);
        for (int i = 0; i < t->columns && gcnmemi_dram_pop(dram, &done); ++i) {
            t->cell_e3[row][i] = (done.clock - burst_clocks(desc)) * 1000;
        }
        free(dram);
    }
}

static void banks_table(const gcnmem_desc* desc, table* t) {
    const uint32_t count = 4096;
    start(t, "banks", "DRAM: percent of a channel's peak by banks in use", "bursts of a row", 3, "percent",
          "banks that reads go to in turn");
    for (uint32_t bursts = 1; bursts <= 16; bursts *= 4) {
        add_row(t, "%u burst%s of each row", (unsigned)bursts, bursts == 1 ? "" : "s");
    }
    for (uint32_t banks = 1; banks <= desc->dram_banks; banks *= 2) {
        int column = add_column(t, "%u", (unsigned)banks);
        for (int row = 0; row < t->rows; ++row) {
            gcnmemi_dram* dram = make_dram(desc);
            for (uint32_t i = 0; i < count; ++i) {
                gcnmemi_dram_location location = burst_location(desc, i, banks, 1u << row * 2);
                while (!gcnmemi_dram_submit_to(dram, &location, 0, dram->clock, GCNMEM_NONE)) {
                    gcnmemi_dram_advance(dram, gcnmemi_dram_next_clock(dram));
                }
            }
            t->cell_e3[row][column] = (uint64_t)count * burst_clocks(desc) * 100000 / gcnmemi_dram_drain(dram);
            free(dram);
        }
    }
}

/* ---- all tables ---- */

typedef struct maker {
    const char* name;
    void (*make)(const gcnmem_desc*, table*);
    int is_extra;         /* printed when asked for, and where there are charts */
    const char* image_op; /* is for GPUs that have it, or NULL: for all */
} maker;

static const maker makers[] = {{"stride", stride_table, 1, NULL},
                               {"bandwidth", bandwidth_table, 1, NULL},
                               {"copy", copy_table, 1, NULL},
                               {"footprint", footprint_table, 1, NULL},
                               {"lds_stride", lds_stride_table, 1, NULL},
                               {"timing", timing_table, 1, NULL},
                               {"banks", banks_table, 1, NULL},
                               {"vector", vector_table, 0, NULL},
                               {"image", image_table, 0, "image_load"},
                               {"lds", lds_table, 0, NULL},
                               {"occupancy", occupancy_table, 0, NULL},
                               {"rates", rate_table, 0, NULL},
                               {"dram", dram_table, 0, NULL},
                               {"mix", mix_table, 0, NULL},
                               {"channels", channel_table, 0, NULL}};

#define MAKERS (sizeof(makers) / sizeof(makers[0]))

static int is_for(const maker* m, const gcnmem_desc* desc) {
    if (m->image_op == NULL) {
        return 1;
    }
    gcnmem_access access = access_of(m->image_op, "r8");
    access.image.width = 1;
    access.image.height = 1;
    return has_op(desc, &access);
}

/* `only` is the one table to print; NULL prints all. */
static void print_gpu(gcnmem_desc desc, form f, int first, const maker* only) {
    const char* gpu = gcnmem_device_card(desc.device);
    int printed = 0;
    if (f == FORM_MARKDOWN) {
        printf("%s## %s\n", first ? "" : "\n", gpu);
    } else if (f == FORM_HTML) {
        printf("<h2>%s</h2>\n", gpu);
    } else if (f == FORM_JSON) {
        printf("%s\n    {\"gpu\": \"%s\", \"tables\": [", first ? "" : ",", gpu);
    }
    for (size_t i = 0; i < MAKERS; ++i) {
        static table t;
        int is_wanted = only != NULL ? only == &makers[i] : !makers[i].is_extra || f == FORM_HTML || f == FORM_JSON;
        if (is_wanted && is_for(&makers[i], &desc)) {
            makers[i].make(&desc, &t);
            print_table(&t, f, gpu, printed++ == 0);
        }
    }
    if (f == FORM_JSON) {
        printf("\n    ]}");
    }
}

static void print_head(form f) {
    if (f == FORM_MARKDOWN) {
        printf("gcnmem %s, model revision %d\n\n", GCNMEM_VERSION_STRING, GCNMEM_MODEL_REVISION);
    } else if (f == FORM_HTML) {
        chart_page_head("What GCN memory systems deliver");
    } else if (f == FORM_CSV) {
        printf("gpu,table,row,column,value\n");
    } else if (f == FORM_JSON) {
        printf("{\n  \"version\": \"%s\",\n  \"model_revision\": %d,\n  \"gpus\": [", GCNMEM_VERSION_STRING,
               GCNMEM_MODEL_REVISION);
    } else {
        printf("/* gcnmem %s, model revision %d: generated by gcnmem_tables --format c */\n", GCNMEM_VERSION_STRING,
               GCNMEM_MODEL_REVISION);
    }
}

/* A word of a list, or what there is. */
static int place_of(const options* o, const char* name, const char* const* words, int count) {
    const char* word = value_of(o, name);
    const char* nearest = NULL;
    for (int i = 0; i < count; ++i) {
        if (word == NULL || strcmp(word, words[i]) == 0) {
            return i;
        }
        nearest = nearer(word, nearest, words[i]);
    }
    put(&said, "--%s '%s' is none of", name, word);
    for (int i = 0; i < count; ++i) {
        put(&said, " %s", words[i]);
    }
    fail(2, "; nearest: %s", nearest);
}

/* What is printed of the GPUs there are, a process each. */
typedef struct plan {
    options o;
    form f;
    const maker* wanted; /* the one table, or NULL for all */
    gcnmem_device devices[GCNMEM_DEVICE_END];
    uint32_t count;
} plan;

/* GPUs that have the table. */
static void choose_devices(plan* p, gcnmem_device first, gcnmem_device last) {
    for (int i = (int)first; i <= (int)last; ++i) {
        gcnmem_desc desc = machine_for(&p->o, (gcnmem_device)i);
        if (p->wanted == NULL || is_for(p->wanted, &desc)) {
            p->devices[p->count++] = (gcnmem_device)i;
        } else if (first == last) {
            fail(1, "--table '%s' is of image operations: where texels stand is known for GCN and RDNA alone",
                 p->wanted->name);
        }
    }
}

static int make_gpu(void* context, uint32_t number) {
    const plan* p = (const plan*)context;
    print_gpu(machine_for(&p->o, p->devices[number]), p->f, number == 0, p->wanted);
    return 0;
}

static void print_made(void* context, uint32_t number, const answer* a) {
    (void)context;
    (void)number;
    if (a->status != 0) {
        fail(1, "%s", a->err.text);
    }
    fwrite(a->out.text, 1, a->out.bytes, stdout);
}

int main(int argc, char** argv) {
    static const char* const forms[] = {"markdown", "csv", "json", "c", "html"};
    static const flag flags[] = {
        {"gpu", "G|all", "t", "a chip or card; else r9 390x"},
        {"format", "F", "t", "markdown, csv, json, c or html"},
        {"table", "NAME", "t", "one table, not all"},
        FLAGS_OF_MACHINE,
        {NULL, NULL, NULL, NULL},
    };
    static plan p;
    const char* names[MAKERS];
    read_tool(&p.o, "gcnmem_tables", "what GCN's memory systems deliver, as tables", "", flags, argc, argv);
    for (int i = 0; i < (int)MAKERS; ++i) {
        names[i] = makers[i].name;
    }
    p.f = (form)place_of(&p.o, "format", forms, 5);
    p.wanted = value_of(&p.o, "table") != NULL ? &makers[place_of(&p.o, "table", names, (int)MAKERS)] : NULL;
    const char* gpu = value_of(&p.o, "gpu") != NULL ? value_of(&p.o, "gpu") : "r9 390x";
    int is_all = strcmp(gpu, "all") == 0;
    gcnmem_device device = described(&p.o) != NULL ? described(&p.o)->device
                           : is_all                ? (gcnmem_device)1
                                                   : device_of(gpu);
    choose_devices(&p, device, is_all ? (gcnmem_device)((int)GCNMEM_DEVICE_END - 1) : device);
    print_head(p.f);
    if (p.count == 1) {
        make_gpu(&p, 0);
    } else {
        ask_all("GPUs done", p.count, make_gpu, print_made, &p);
    }
    if (p.f == FORM_JSON) {
        printf("\n  ]\n}\n");
    } else if (p.f == FORM_HTML) {
        chart_page_foot(GCNMEM_VERSION_STRING, GCNMEM_MODEL_REVISION);
    }
    return end_output(0);
}
