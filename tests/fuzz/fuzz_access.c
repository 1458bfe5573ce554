/* Wave instructions on mutated machines: what validates has a cost, and the cost keeps the promises of the manual.
   Input: a line with a mnemonic (or anything: then a byte chooses one), then bytes that make the rest. */
#include "fuzz.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const char* const formats[] = {"r8",   "rg8",   "rgba8",  "r16f",    "rg16f", "rgba16f",
                                      "r32f", "rg32f", "rgb32f", "rgba32f", "none"};
static const char* const filters[] = {"point",  "bilinear", "trilinear", "aniso1",  "aniso2",
                                      "aniso4", "aniso8",   "aniso12",   "aniso16", "aniso3"};

/* A preset with up to three fields set to anything. */
static gcnmem_desc make_desc(fuzz_input* in) {
    gcnmem_desc desc = gcnmem_desc_for((gcnmem_device)(1 + fuzz_below(in, GCNMEM_DEVICE_END - 1)));
    uint32_t edits = fuzz_below(in, 4);
    while (edits-- > 0) {
        gcnmem_field field = (gcnmem_field)fuzz_below(in, GCNMEM_FIELD_END);
        uint64_t value = fuzz_below(in, 2) != 0 ? (uint64_t)1 << fuzz_below(in, 32) : fuzz_number(in, 4);
        char text[24];
        snprintf(text, sizeof(text), "%llu", (unsigned long long)value);
        (void)gcnmem_desc_set(&desc, gcnmemi_desc_field_name(field), text, NULL);
    }
    return desc;
}

static void make_op(fuzz_input* in, const char* mnemonic, gcnmem_op* op) {
    if (gcnmem_op_find(mnemonic, op, NULL) != GCNMEM_OK) {
        uint32_t index = fuzz_below(in, 1024);
        while (!gcnmemi_ops_at(index, op)) { /* there are fewer */
            index /= 2;
        }
    }
    (void)gcnmem_op_format(op, formats[fuzz_below(in, COUNT(formats))], NULL);
}

static uint64_t make_address(fuzz_input* in, uint32_t lane) {
    switch (fuzz_below(in, 4)) {
    case 0:
        return (uint64_t)lane * fuzz_number(in, 2);
    case 1:
        return fuzz_number(in, 2);
    case 2:
        return UINT64_MAX - fuzz_number(in, 1);
    default:
        return fuzz_number(in, 8);
    }
}

static gcnmem_access make_access(fuzz_input* in, const gcnmem_op* op) {
    gcnmem_access access = gcnmem_access_for(op);
    uint32_t lane;
    access.exec_mask = fuzz_below(in, 2) != 0 ? UINT64_MAX : fuzz_number(in, 8);
    access.size_bytes = fuzz_below(in, 2) != 0 ? 0 : fuzz_number(in, 1 + fuzz_below(in, 8));
    access.image.width = (uint32_t)fuzz_number(in, 1 + fuzz_below(in, 4));
    access.image.height = (uint32_t)fuzz_number(in, 1 + fuzz_below(in, 4));
    access.image.depth = fuzz_below(in, 4);
    (void)gcnmem_access_filter(&access, filters[fuzz_below(in, COUNT(filters))], NULL);
    for (lane = 0; lane < GCNMEM_LANES; ++lane) {
        access.address[lane] = make_address(in, lane);
        access.texel[0][lane] = (int64_t)make_address(in, lane % 8);
        access.texel[1][lane] = (int64_t)make_address(in, lane / 8);
        access.texel[2][lane] = (int64_t)fuzz_below(in, 4);
    }
    return access;
}

static int is_vector(const gcnmem_access* access) {
    return access->op.unit == GCNMEM_UNIT_BUFFER || access->op.unit == GCNMEM_UNIT_FLAT ||
           access->op.unit == GCNMEM_UNIT_IMAGE;
}

/* Every clock has one cause; what moves moves in whole requests, lines and bursts. */
static void check_sums(const gcnmem_desc* desc, const gcnmem_access* access, const gcnmem_cost* cost) {
    uint64_t coalescing = gcnmemi_cost_coalescing_e3(cost);
    MUST(cost->accesses == 1);
    MUST(cost->clocks >= cost->best_clocks);
    MUST(coalescing <= 100000);
    if (is_vector(access)) {
        uint64_t line = desc->l2_line_bytes;
        uint64_t moved = cost->dram_bursts * gcnmemi_desc_burst_bytes(desc);
        MUST(cost->rate_clocks <= cost->clocks && cost->bank_conflict_clocks <= cost->clocks);
        MUST(cost->clocks ==
             cost->issue_groups + cost->tag_conflict_clocks + cost->bank_conflict_clocks + cost->rate_clocks);
        MUST(cost->bytes_fetched >= cost->l2_requests * 16 && cost->bytes_fetched <= cost->l2_requests * 256);
        MUST(moved % line == 0 || moved % gcnmemi_desc_burst_bytes(desc) == 0);
        MUST(cost->issue_groups <= (desc->architecture == GCNMEM_ARCHITECTURE_GCN ? 16 : GCNMEM_LANES));
        MUST(cost->l1_accesses <= 64 && cost->phases == 0);
        MUST((cost->bytes_requested == 0) == (cost->l1_lines == 0));
        MUST((cost->l1_lines == 0) == (cost->l2_requests == 0) && (cost->l1_lines == 0) == (cost->dram_bursts == 0));
    } else if (access->op.unit == GCNMEM_UNIT_LDS) {
        MUST(cost->clocks == cost->phases + cost->conflict_clocks && cost->best_clocks == cost->phases);
        MUST(cost->l1_accesses == 0 && cost->l2_requests == 0 && cost->dram_bursts == 0);
    }
}

/* The same question has the same answer, whatever masked lanes hold. */
static void check_masked(const gcnmem_desc* desc, gcnmem_access access, const gcnmem_cost* cost) {
    gcnmem_cost again;
    uint32_t lane;
    for (lane = access.op.unit == GCNMEM_UNIT_SCALAR ? 1 : 0; lane < GCNMEM_LANES; ++lane) {
        if ((access.exec_mask >> lane & 1) == 0) {
            access.address[lane] = 0x123456789abcdef0u;
            access.texel[0][lane] = -1;
        }
    }
    again = gcnmem_cost_wave(desc, &access);
    MUST(memcmp(cost, &again, sizeof(again)) == 0);
}

/* A lane less never costs more. */
static void check_fewer_lanes(const gcnmem_desc* desc, gcnmem_access access, const gcnmem_cost* cost, uint64_t mask) {
    gcnmem_cost less;
    access.exec_mask &= mask;
    less = gcnmem_cost_wave(desc, &access);
    MUST(less.clocks <= cost->clocks && less.l1_lines <= cost->l1_lines);
    MUST(less.l2_requests <= cost->l2_requests && less.dram_bursts <= cost->dram_bursts);
    MUST(less.bytes_requested <= cost->bytes_requested);
    MUST(less.l1_accesses <= cost->l1_accesses);
}

/* Lanes in another order touch the same memory. */
static void check_order(const gcnmem_desc* desc, const gcnmem_access* access, const gcnmem_cost* cost) {
    gcnmem_access other = *access;
    gcnmem_cost turned;
    uint32_t lane;
    if (!is_vector(access) || desc->wave_lanes != GCNMEM_LANES || desc->request_lanes != GCNMEM_LANES) {
        return;
    }
    other.exec_mask = 0;
    for (lane = 0; lane < GCNMEM_LANES; ++lane) {
        uint32_t from = (lane * 37 + 11) % GCNMEM_LANES;
        other.address[lane] = access->address[from];
        other.texel[0][lane] = access->texel[0][from];
        other.texel[1][lane] = access->texel[1][from];
        other.texel[2][lane] = access->texel[2][from];
        other.exec_mask |= (access->exec_mask >> from & 1) << lane;
    }
    turned = gcnmem_cost_wave(desc, &other);
    MUST(turned.l1_lines == cost->l1_lines && turned.bytes_requested == cost->bytes_requested);
    MUST(turned.l2_requests == cost->l2_requests && turned.dram_bursts == cost->dram_bursts);
}

static void check_reports(const gcnmem_desc* desc, const gcnmem_access* access, const gcnmem_cost* cost) {
    fuzz_report text = {0, 0, 0, 0, 1};
    fuzz_report json = {0, 0, 0, 0, 0};
    MUST(gcnmem_report_cost(desc, access, cost, GCNMEM_STYLE_TEXT, fuzz_write, &text) == text.bytes);
    MUST(gcnmem_report_cost(desc, access, cost, GCNMEM_STYLE_JSON, fuzz_write, &json) == json.bytes);
    MUST(text.bytes > 0 && json.bytes > 0 && FUZZ_REPORT_CLOSED(json));
    MUST(gcnmem_cost_advice(desc, access, cost, NULL, 0) > 0);
}

static void try_cost(fuzz_input* in, const char* mnemonic, const gcnmem_desc* desc) {
    gcnmem_op op;
    gcnmem_access access;
    gcnmem_cost cost;
    gcnmem_issue issue;
    gcnmem_result result;
    make_op(in, mnemonic, &op);
    access = make_access(in, &op);
    result = gcnmem_access_validate(desc, &access, &issue);
    fuzz_check_issue(result, &issue, 0);
    if (result != GCNMEM_OK) {
        return;
    }
    cost = gcnmem_cost_wave(desc, &access);
    check_sums(desc, &access, &cost);
    check_masked(desc, access, &cost);
    check_fewer_lanes(desc, access, &cost, ~((uint64_t)1 << fuzz_below(in, 64)));
    check_fewer_lanes(desc, access, &cost, fuzz_number(in, 8));
    check_order(desc, &access, &cost);
    check_reports(desc, &access, &cost);
}

static void try_occupancy(fuzz_input* in, const gcnmem_desc* desc) {
    gcnmem_shader_needs needs;
    gcnmem_occupancy occupancy;
    gcnmem_issue issue;
    fuzz_report json = {0, 0, 0, 0, 0};
    gcnmem_occupancy_rule rule = (gcnmem_occupancy_rule)fuzz_below(in, 3);
    gcnmem_result result;
    needs.vgprs = (uint32_t)fuzz_number(in, 2);
    needs.sgprs = (uint32_t)fuzz_number(in, 1);
    needs.lds_bytes = (uint32_t)fuzz_number(in, 1 + fuzz_below(in, 3));
    needs.group_lanes = (uint32_t)fuzz_number(in, 2);
    needs.agprs = 0;
    result = gcnmem_occupancy_validate(desc, &needs, rule, &issue);
    fuzz_check_issue(result, &issue, 0);
    if (result != GCNMEM_OK) {
        return;
    }
    occupancy = gcnmem_occupancy_for(desc, &needs, rule);
    MUST(occupancy.next_amount == 0 || occupancy.next_waves > occupancy.waves_per_simd);
    if (rule == GCNMEM_RULE_HARDWARE) {
        MUST(occupancy.waves_per_simd > 0 && occupancy.waves_per_simd <= desc->waves_per_simd_max);
        MUST(occupancy.waves_per_cu <= occupancy.waves_per_simd * desc->simd_count_per_cu);
        MUST(occupancy.waves_per_cu == occupancy.groups_per_cu * ((needs.group_lanes + 63) / 64));
    }
    MUST(gcnmem_report_occupancy(desc, &needs, rule, GCNMEM_STYLE_JSON, fuzz_write, &json) == json.bytes);
    MUST(FUZZ_REPORT_CLOSED(json));
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    fuzz_input in = {data, size};
    char mnemonic[64];
    gcnmem_desc desc;
    gcnmem_issue issue;
    gcnmem_result result;
    fuzz_line(&in, mnemonic, sizeof(mnemonic));
    desc = make_desc(&in);
    result = gcnmem_desc_validate(&desc, &issue);
    fuzz_check_issue(result, &issue, 0);
    if (result == GCNMEM_OK) {
        try_cost(&in, mnemonic, &desc);
        try_occupancy(&in, &desc);
    }
    return 0;
}
