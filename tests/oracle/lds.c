/* lds.c -- naive R17 to R23: phases of lanes, the fullest bank of each, the ports */
#include "oracle.h"

/* The lane at `place` of `phase`, from the tables in the manual. */
static int lane_of(const gcnmem_desc* desc, const gcnmem_op* op, int lanes_of_phase, int phase, int place) {
    static const int read_b128[8][8] = {{0, 1, 2, 3, 20, 21, 22, 23},     {4, 5, 6, 7, 16, 17, 18, 19},
                                        {8, 9, 10, 11, 28, 29, 30, 31},   {12, 13, 14, 15, 24, 25, 26, 27},
                                        {32, 33, 34, 35, 52, 53, 54, 55}, {36, 37, 38, 39, 48, 49, 50, 51},
                                        {40, 41, 42, 43, 60, 61, 62, 63}, {44, 45, 46, 47, 56, 57, 58, 59}};
    static const int cdna4_b128[4][16] = {{0, 1, 2, 3, 12, 13, 14, 15, 20, 21, 22, 23, 24, 25, 26, 27},
                                          {4, 5, 6, 7, 8, 9, 10, 11, 16, 17, 18, 19, 28, 29, 30, 31},
                                          {32, 33, 34, 35, 44, 45, 46, 47, 52, 53, 54, 55, 56, 57, 58, 59},
                                          {36, 37, 38, 39, 40, 41, 42, 43, 48, 49, 50, 51, 60, 61, 62, 63}};
    const int is_cdna = desc->gfx_version >= 0x908 && desc->gfx_version <= 0x950;
    if (desc->lds_phase_rule == 5 && op->element_bytes == 16 && op->action == GCNMEM_ACTION_LOAD &&
        lanes_of_phase == 16) {
        return cdna4_b128[phase][place];
    }
    if ((op->element_bytes == 16 || (op->element_bytes == 12 && is_cdna)) && op->action == GCNMEM_ACTION_LOAD &&
        lanes_of_phase == 8) {
        return read_b128[phase][place];
    }
    return phase * lanes_of_phase + place;
}

/* R22: an address takes part when all its bytes are inside. Without a size, inside the CU's LDS. */
static int takes_part(const gcnmem_desc* desc, const gcnmem_access* access, int lane, uint32_t k) {
    uint64_t size = access->size_bytes ? access->size_bytes : desc->lds_size_bytes;
    uint64_t first = access->address[lane] + k * (uint64_t)access->op.address_step_bytes;
    return ((access->exec_mask >> lane) & 1) && first < size && size - first >= access->op.element_bytes;
}

/* R19: on CDNA4 all banks serve loads that are not of 96 bits, half of them the others. */
static uint32_t banks_of(const gcnmem_desc* desc, const gcnmem_op* op) {
    if (desc->lds_phase_rule == 5 && (op->action != GCNMEM_ACTION_LOAD || op->element_bytes == 12)) {
        return (desc->lds_bank_count + 1) / 2;
    }
    return desc->lds_bank_count;
}

gcnmem_cost oracle_cost_lds(const gcnmem_desc* desc, const gcnmem_access* access) {
    const gcnmem_op* op = &access->op;
    const uint32_t banks = banks_of(desc, op);
    gcnmem_cost cost;
    int pair = op->addresses == 2;
    uint64_t dwords = (op->element_bytes + 3) / 4;
    /* 32, 16 or 8 lanes on 32 banks; with other bank counts, as many lanes as fill them */
    int full_lanes = (int)banks / (dwords > 2 ? 4 : dwords == 2 || pair ? 2 : 1);
    int phase_lanes = full_lanes ? full_lanes : 1;
    /* R18: a 64-bit pair takes the phases twice; what brings no addresses reaches no bank */
    int rounds = op->addresses == 0 ? 0 : pair && dwords == 2 ? 2 : 1;
    uint64_t in = op->addresses != 0 ? 1 + (uint64_t)op->data_in : op->data_in > 1 ? op->data_in : 1;
    uint64_t out = op->data_out;
    int round;
    int phase;
    int lane;
    memset(&cost, 0, sizeof cost);
    cost.accesses = 1;
    if (access->exec_mask == 0) {
        return cost;
    }
    for (round = 0; round < rounds; ++round) {
        for (phase = 0; phase < GCNMEM_LANES / phase_lanes; ++phase) {
            static oracle_set touched; /* loads and stores: different dwords; atomics: every lane's turn */
            uint64_t turns[64] = {0};
            uint64_t most = 1;
            uint64_t bank;
            int place;
            touched.count = 0;
            for (place = 0; place < phase_lanes; ++place) {
                uint32_t k;
                uint64_t d;
                lane = lane_of(desc, op, phase_lanes, phase, place);
                for (k = 0; k < op->addresses; ++k) {
                    if ((rounds == 2 && (int)k != round) || !takes_part(desc, access, lane, k)) {
                        continue;
                    }
                    for (d = 0; d < dwords; ++d) {
                        uint64_t address = access->address[lane] + k * (uint64_t)op->address_step_bytes;
                        uint64_t dword = (address / 4 + d) % (UINT64_C(1) << 62);
                        oracle_set_add(&touched, dword);
                        ++turns[dword % banks];
                    }
                }
            }
            if (op->action != GCNMEM_ACTION_ATOMIC) {
                most = oracle_set_fullest_bank(&touched, banks);
            } else {
                for (bank = 0; bank < banks; ++bank) {
                    most = turns[bank] > most ? turns[bank] : most;
                }
            }
            cost.clocks += most ? most : 1;
            cost.phases += 1;
        }
    }
    cost.best_clocks = cost.phases;
    cost.conflict_clocks = cost.clocks - cost.best_clocks;
    for (lane = 0; lane < GCNMEM_LANES; ++lane) {
        uint32_t k;
        for (k = 0; k < op->addresses; ++k) {
            cost.bytes_requested += takes_part(desc, access, lane, k) ? op->element_bytes : 0;
        }
    }
    /* R23: clocks of one port for 64 lanes, halved by the second port unless the operation holds both */
    cost.port_clocks = 64 / desc->lds_port_lanes_per_clock * (in > out ? in : out) / desc->lds_port_count;
    if (op->is_src2) {
        cost.port_clocks = 64 / desc->lds_port_lanes_per_clock * dwords;
    }
    cost.port_clocks = cost.port_clocks ? cost.port_clocks : 1;
    return cost;
}
