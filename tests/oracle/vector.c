/* vector.c -- naive R1 to R16: buffer, flat and image accesses, and scalar loads (R24) */
#include "oracle.h"

void oracle_set_add(oracle_set* set, uint64_t value) {
    size_t i;
    for (i = set->count; i > 0; --i) {
        if (set->values[i - 1] == value) {
            return;
        }
    }
    if (set->count < ORACLE_SET_MAX) {
        set->values[set->count++] = value;
    }
}

/* For each member, how many members share its bank; the most of those. */
size_t oracle_set_fullest_bank(const oracle_set* set, uint64_t bank_count) {
    size_t counts[256] = {0};
    size_t most = 0;
    size_t i;
    for (i = 0; i < set->count; ++i) {
        uint64_t bank = set->values[i] % bank_count;
        ++counts[bank];
        most = counts[bank] > most ? counts[bank] : most;
    }
    return most;
}

static int64_t clamp(int64_t value, int64_t lowest, int64_t highest) {
    return value < lowest ? lowest : value > highest ? highest : value;
}

/* R10, as the rule is written: what each address bit of a block is made of, from the lowest that counts texels up. */
static const struct {
    uint32_t rule; /* image_layout_rule; 0: any */
    uint32_t texel_bytes;
    uint32_t width;
    uint32_t height;
    const char* bits;
} layouts[] = {{1, 1, 32, 8, "x0 y0 x1 y1 x2 y2 x3 x4^y3"},
               {1, 2, 32, 4, "x0 y0 x1 y1 x2 x3 x4^y2"},
               {2, 1, 16, 16, "x0 x1 x2 y1 y0 y2^x3 x3 y3"},
               {2, 2, 16, 8, "x0 x1 x2 y0 y1^x3 x3 y2"},
               {0, 4, 16, 4, "x0 x1 y0 x2^y1 x3 y1"},
               {3, 1, 16, 16, "x0 x1 x2 y1 y0 y2^x3 x3 y3"},
               {3, 2, 16, 8, "x0 x1 x2 y0 y1^x3 x3 y2"},
               {3, 8, 8, 4, "x0 y0 x1 x2^y1 y1"},
               {0, 8, 8, 4, "x0 y0 x1 x2 y1"},
               {0, 16, 4, 4, "x0 y0^x1 x1 y1"}};

/* The number that a layout's bits spell for a texel. */
static uint64_t spell(const char* bits, uint64_t x, uint64_t y) {
    uint64_t number = 0;
    uint64_t weight = 1;
    for (; *bits; ++bits) {
        if (*bits == 'x' || *bits == 'y') {
            uint64_t coordinate = *bits == 'x' ? x : y;
            int which = bits[1] - '0';
            number ^= ((coordinate >> which) & 1) * weight;
        }
        weight *= *bits == ' ' ? 2 : 1;
    }
    return number;
}

/* R10: blocks of 256 bytes row by row, slices one after another; 96-bit texels are linear. */
static uint64_t texel_address(const gcnmem_desc* desc, const gcnmem_access* access, int64_t x, int64_t y, int64_t z) {
    uint64_t width = access->image.width;
    uint64_t height = access->image.height;
    uint64_t ux = (uint64_t)x;
    uint64_t uy = (uint64_t)y;
    size_t i;
    for (i = 0; i < sizeof layouts / sizeof layouts[0]; ++i) {
        if (layouts[i].texel_bytes == access->op.element_bytes &&
            (layouts[i].rule == 0 || layouts[i].rule == desc->image_layout_rule)) {
            uint64_t across = (width + layouts[i].width - 1) / layouts[i].width;
            uint64_t down = (height + layouts[i].height - 1) / layouts[i].height;
            uint64_t block = ((uint64_t)z * down + uy / layouts[i].height) * across + ux / layouts[i].width;
            return block * 256 + spell(layouts[i].bits, ux, uy) * access->op.element_bytes;
        }
    }
    return (((uint64_t)z * height + uy) * width + ux) * access->op.element_bytes;
}

static gcnmem_filter filter_of(const gcnmem_access* access) {
    if (!access->op.is_sampled) {
        return GCNMEM_FILTER_POINT;
    }
    return access->filter == GCNMEM_FILTER_DEFAULT || access->op.is_gather ? GCNMEM_FILTER_BILINEAR : access->filter;
}

static int image_runs(const gcnmem_desc* desc, const gcnmem_access* access, int lane, oracle_run* runs) {
    int64_t size[3];
    int64_t at[3];
    int corner;
    int count = 0;
    int i;
    size[0] = (int64_t)access->image.width;
    size[1] = (int64_t)access->image.height;
    size[2] = access->image.depth > 1 ? (int64_t)access->image.depth : 1;
    for (i = 0; i < 3; ++i) {
        at[i] = access->texel[i][lane];
        if (!access->op.is_sampled && (at[i] < 0 || at[i] >= size[i])) {
            return 0;
        }
    }
    /* corner bits: one texel right, one down; each clamped to the edge. Slices and mips are passes (R11). */
    for (corner = 0; corner < (filter_of(access) == GCNMEM_FILTER_POINT ? 1 : 4); ++corner) {
        int64_t texel[3];
        for (i = 0; i < 3; ++i) {
            int64_t step = (corner >> i) & 1;
            texel[i] = at[i] >= size[i] ? size[i] - 1 : clamp(at[i] + step, 0, size[i] - 1);
        }
        runs[count].first = texel_address(desc, access, texel[0], texel[1], texel[2]);
        runs[count].bytes = access->op.element_bytes;
        ++count;
    }
    return count;
}

/* R1, R2: the bytes of a lane, after alignment, EXEC and the size of the buffer. */
int oracle_lane_runs(const gcnmem_desc* desc, const gcnmem_access* access, int lane, oracle_run* runs) {
    const gcnmem_op* op = &access->op;
    uint64_t first = access->address[lane];
    uint64_t bytes = op->element_bytes;
    if (op->addresses == 0 || !((access->exec_mask >> lane) & 1)) {
        return 0;
    }
    if (op->unit == GCNMEM_UNIT_IMAGE) {
        return image_runs(desc, access, lane, runs);
    }
    if ((op->unit == GCNMEM_UNIT_BUFFER && bytes >= 4) || op->unit == GCNMEM_UNIT_SCALAR) {
        first -= first % (bytes < 4 ? bytes : 4);
    }
    if (access->size_bytes) {
        uint64_t room = first < access->size_bytes ? access->size_bytes - first : 0;
        if (room < bytes) {
            bytes = op->is_typed || bytes < 4 ? 0 : room / 4 * 4;
        }
    }
    if (bytes == 0) {
        return 0;
    }
    runs[0].first = first;
    runs[0].bytes = bytes;
    return 1;
}

/* R3: may the operation take a block in one group at all? */
int oracle_coalesces(const gcnmem_op* op) {
    return op->action == GCNMEM_ACTION_LOAD && op->unit != GCNMEM_UNIT_IMAGE && op->element_bytes <= 4 &&
           op->channels <= 1;
}

/* R3: each aligned quad stays within 4 elements counted from one of its lanes. Lanes that touch nothing do not vote. */
static int block_coalesces(const gcnmem_desc* desc, const gcnmem_access* access, int block) {
    int quad;
    for (quad = 0; quad < 4; ++quad) {
        int first_lane = block * 16 + quad * 4;
        int voters = 0;
        int fits = 0;
        int base;
        int lane;
        oracle_run run[ORACLE_RUNS_MAX];
        oracle_run other[ORACLE_RUNS_MAX];
        for (base = first_lane; base < first_lane + 4; ++base) {
            int all = 1;
            if (!oracle_lane_runs(desc, access, base, run)) {
                continue;
            }
            ++voters;
            for (lane = first_lane; lane < first_lane + 4; ++lane) {
                if (oracle_lane_runs(desc, access, lane, other) &&
                    other[0].first - run[0].first > 3 * (uint64_t)access->op.element_bytes) {
                    all = 0;
                }
            }
            fits |= all;
        }
        if (voters && !fits) {
            return 0;
        }
    }
    return 1;
}

/* Adds the units of `unit_bytes` that a lane touches, byte by byte. */
static void add_units(oracle_set* set, const gcnmem_desc* desc, const gcnmem_access* access, int lane,
                      uint64_t unit_bytes) {
    oracle_run runs[ORACLE_RUNS_MAX];
    int count = oracle_lane_runs(desc, access, lane, runs);
    int i;
    for (i = 0; i < count; ++i) {
        uint64_t byte;
        for (byte = 0; byte < runs[i].bytes; ++byte) {
            oracle_set_add(set, (runs[i].first + byte) / unit_bytes);
        }
    }
}

/* R11, R13: clocks a group needs even without conflicts. */
static uint64_t group_rate(const gcnmem_desc* desc, const gcnmem_access* access) {
    uint64_t rate = 1;
    gcnmem_filter filter = filter_of(access);
    if (access->op.decoded.is_compare) {
        return 2;
    }
    if (filter != GCNMEM_FILTER_POINT) {
        rate = (access->op.element_bytes + desc->l1_filter_bytes - 1) / desc->l1_filter_bytes;
    }
    return rate;
}

/* R11: how many bilinear footprints are read one after another. */
static uint64_t group_passes(const gcnmem_access* access) {
    uint64_t passes = 1;
    gcnmem_filter filter = filter_of(access);
    if (filter != GCNMEM_FILTER_POINT) {
        passes *= filter == GCNMEM_FILTER_TRILINEAR ? 2 : 1;
        passes *= access->image.depth > 1 && !access->image.is_layered ? 2 : 1;
        passes *= filter == GCNMEM_FILTER_ANISO ? access->aniso : 1;
    }
    return passes;
}

static uint64_t floor_clocks(const gcnmem_desc* desc, const gcnmem_access* access) {
    int is_load = access->op.action == GCNMEM_ACTION_LOAD && filter_of(access) == GCNMEM_FILTER_POINT;
    return is_load && access->op.channels == 2 ? desc->l1_two_channel_floor_clocks : 0;
}

static uint64_t active_lanes(const gcnmem_desc* desc, const gcnmem_access* access, int first, int count) {
    oracle_run runs[ORACLE_RUNS_MAX];
    uint64_t active = 0;
    int lane;
    for (lane = first; lane < first + count; ++lane) {
        active += oracle_lane_runs(desc, access, lane, runs) != 0;
    }
    return active;
}

/* R6 to R8 for the lanes of one group. */
static void serve_group(const gcnmem_desc* desc, const gcnmem_access* access, const int* lanes, int lane_count,
                        gcnmem_cost* cost) {
    static oracle_set lines;
    static oracle_set dwords;
    uint64_t tags;
    uint64_t banks;
    uint64_t rate = group_rate(desc, access);
    int i;
    lines.count = 0;
    dwords.count = 0;
    for (i = 0; i < lane_count; ++i) {
        add_units(&lines, desc, access, lanes[i], desc->l1_line_bytes);
        add_units(&dwords, desc, access, lanes[i], 4);
    }
    tags = oracle_set_fullest_bank(&lines, desc->l1_tag_banks);
    banks = oracle_set_fullest_bank(&dwords, desc->l1_data_banks);
    tags = tags ? tags : 1;
    banks = banks > tags ? banks : tags;
    rate = (rate > banks ? rate : banks) * group_passes(access);
    cost->issue_groups += 1;
    cost->tag_conflict_clocks += tags - 1;
    cost->bank_conflict_clocks += banks - tags;
    cost->rate_clocks += rate - banks;
    cost->clocks += rate;
    cost->l1_cache_accesses += lines.count;
}

/* R13, R15: requests of one set of lanes whose stores or atomics are merged. */
static uint64_t requests(const gcnmem_desc* desc, const gcnmem_access* access, int first_lane) {
    static oracle_set blocks;
    uint64_t sum = 0;
    size_t i;
    int end = first_lane + (int)desc->request_lanes;
    int lane;
    int other;
    blocks.count = 0;
    for (lane = first_lane; lane < end; ++lane) {
        add_units(&blocks, desc, access, lane, desc->request_bytes);
    }
    if (access->op.action != GCNMEM_ACTION_ATOMIC) {
        return blocks.count;
    }
    for (i = 0; i < blocks.count; ++i) { /* an atomic: as many as the most wanted address has lanes */
        uint64_t most = 0;
        for (lane = first_lane; lane < end; ++lane) {
            uint64_t same = 0;
            oracle_run mine[ORACLE_RUNS_MAX];
            oracle_run theirs[ORACLE_RUNS_MAX];
            for (other = first_lane; other < end; ++other) {
                if (oracle_lane_runs(desc, access, lane, mine) && oracle_lane_runs(desc, access, other, theirs) &&
                    mine[0].first == theirs[0].first) {
                    uint64_t byte;
                    int touches = 0;
                    for (byte = 0; byte < theirs[0].bytes; ++byte) {
                        touches |= (theirs[0].first + byte) / desc->request_bytes == blocks.values[i];
                    }
                    same += (uint64_t)touches;
                }
            }
            most = same > most ? same : most;
        }
        sum += most;
    }
    return sum;
}

/* R15, R61: a load's lines; those of a block that go together are one request, with what lies between them. */
static void ask_for_lines(const gcnmem_desc* desc, const oracle_set* lines, uint64_t line_bytes, uint64_t block_bytes,
                          gcnmem_cost* cost) {
    size_t i;
    size_t k;
    for (i = 0; i < lines->count; ++i) {
        uint64_t block = lines->values[i] * line_bytes / block_bytes;
        uint64_t low = lines->values[i];
        uint64_t high = low;
        int is_first = 1;
        for (k = 0; k < lines->count; ++k) {
            if (lines->values[k] * line_bytes / block_bytes == block) {
                is_first &= k >= i;
                low = lines->values[k] < low ? lines->values[k] : low;
                high = lines->values[k] > high ? lines->values[k] : high;
            }
        }
        if (is_first) {
            cost->l2_requests += line_bytes > desc->l2_line_bytes ? line_bytes / desc->l2_line_bytes : 1;
            cost->bytes_fetched += (high - low + 1) * line_bytes;
        }
    }
}

/* Everything below L1: distinct lines, requests, bursts, bytes. A load asks for `line_bytes`, together for those of
   `block_bytes`. */
static void below(const gcnmem_desc* desc, const gcnmem_access* access, uint64_t line_bytes, uint64_t block_bytes,
                  gcnmem_cost* cost) {
    static oracle_set lines;
    static oracle_set moved;
    int is_load = access->op.action == GCNMEM_ACTION_LOAD;
    uint64_t burst_bytes = (uint64_t)desc->dram_channel_bits / 8 * desc->dram_burst_length;
    uint64_t moved_bytes = is_load ? line_bytes : desc->request_bytes;
    int lane;
    moved_bytes = moved_bytes > burst_bytes ? moved_bytes : burst_bytes;
    moved_bytes = moved_bytes > desc->l2_line_bytes ? moved_bytes : desc->l2_line_bytes;
    lines.count = 0;
    moved.count = 0;
    for (lane = 0; lane < (int)desc->wave_lanes; ++lane) {
        oracle_run runs[ORACLE_RUNS_MAX];
        int count = oracle_lane_runs(desc, access, lane, runs);
        int i;
        for (i = 0; i < count; ++i) {
            cost->bytes_requested += runs[i].bytes;
        }
        add_units(&lines, desc, access, lane, line_bytes);
        add_units(&moved, desc, access, lane, moved_bytes);
        if (!is_load && lane % (int)desc->request_lanes == 0) {
            uint64_t count_here = requests(desc, access, lane);
            uint64_t parts = (desc->request_bytes + desc->l2_line_bytes - 1) / desc->l2_line_bytes;
            cost->l2_requests += count_here * parts;
            cost->bytes_fetched += count_here * desc->request_bytes;
        }
    }
    if (is_load) {
        ask_for_lines(desc, &lines, line_bytes, block_bytes > line_bytes ? block_bytes : line_bytes, cost);
    }
    cost->l1_lines = lines.count;
    cost->dram_bursts = moved.count * (moved_bytes / burst_bytes);
}

static void cost_scalar(const gcnmem_desc* desc, const gcnmem_access* access, gcnmem_cost* cost) {
    gcnmem_access one = *access;
    uint64_t dwords = (access->op.element_bytes + 3) / 4;
    uint64_t slots = (dwords + desc->scalar_issue_dwords - 1) / desc->scalar_issue_dwords;
    one.exec_mask = 1;
    one.op.action = GCNMEM_ACTION_LOAD; /* the scalar cache asks L2 for its lines, and sends lines */
    cost->clocks = 4 * (slots ? slots : 1);
    cost->best_clocks = cost->clocks;
    below(desc, &one, desc->scalar_l1_line_bytes, desc->scalar_l1_line_bytes, cost);
    cost->l1_lines = 0;
}

gcnmem_cost oracle_cost(const gcnmem_desc* desc, const gcnmem_access* access) {
    gcnmem_cost cost;
    uint64_t least;
    int block;
    if (access->op.unit == GCNMEM_UNIT_LDS) {
        return oracle_cost_lds(desc, access);
    }
    memset(&cost, 0, sizeof cost);
    cost.accesses = 1;
    if (access->exec_mask == 0 && access->op.unit != GCNMEM_UNIT_SCALAR) { /* R8: nothing is issued */
        return cost;
    }
    if (access->op.unit == GCNMEM_UNIT_SCALAR) {
        cost_scalar(desc, access, &cost);
        return cost;
    }
    for (block = 0; block < (int)desc->wave_lanes / 16; ++block) {
        int lanes[16];
        int group;
        int i;
        if (oracle_coalesces(&access->op) && block_coalesces(desc, access, block)) {
            for (i = 0; i < 16; ++i) {
                lanes[i] = block * 16 + i;
            }
            serve_group(desc, access, lanes, 16, &cost);
            for (i = 0; i < 16; i += 4) { /* R14: quads */
                cost.l1_accesses += active_lanes(desc, access, block * 16 + i, 4) != 0;
            }
            continue;
        }
        for (group = 0; group < 4; ++group) {
            for (i = 0; i < 4; ++i) {
                lanes[i] = block * 16 + (oracle_coalesces(&access->op) ? group + 4 * i : 4 * group + i);
            }
            serve_group(desc, access, lanes, 4, &cost);
        }
        cost.l1_accesses += active_lanes(desc, access, block * 16, 16); /* R14: lanes */
    }
    least = floor_clocks(desc, access);
    if (cost.clocks < least) { /* R9 */
        cost.rate_clocks += least - cost.clocks;
        cost.clocks = least;
    }
    cost.best_clocks = desc->wave_lanes / (oracle_coalesces(&access->op) ? 16 : 4);
    cost.best_clocks *= group_rate(desc, access) * group_passes(access);
    cost.best_clocks = cost.best_clocks < least ? least : cost.best_clocks;
    below(desc, access, desc->l1_line_bytes, desc->l2_request_bytes, &cost);
    return cost;
}
