/* lanes.c -- any addresses, texels and lanes of an access: what each lane touches, the common wave, LDS and scalars
   Eva: -eva-min-loop-unroll 64 -eva-auto-loop-unroll 700 -eva-split-return-function gcnmemi_fast_read:full
   -eva-slevel-function gcnmemi_fast_read:2000,gcnmemi_fast_footprint:2000 */
#define GCNMEM_DEPTH 1
#include "proved.h"

#include "presets.h"

static const gcnmem_access no_access;
static const gcnmemi_footprint no_footprint;

/* An access that a mnemonic can be, of so many bytes; what it is beside, in any mixture. */
static gcnmem_access any_access(gcnmem_unit unit, gcnmem_action action, uint32_t element_bytes) {
    gcnmem_access access = no_access;
    gcnmem_op op = access.op;
    op.unit = unit;
    op.action = action;
    op.element_bytes = element_bytes;
    op.channels = any32(1, 4);
    op.addresses = unit == GCNMEM_UNIT_LDS ? any32(0, 2) : 1;
    op.address_step_bytes = any32(0, 65536);
    op.data_in = any32(0, 4);
    op.data_out = any32(0, 4);
    op.is_typed = (uint8_t)any32(0, 1);
    op.is_compare = (uint8_t)any32(0, 1);
    op.is_src2 = (uint8_t)any32(0, 1);
    access.op = op;
    for (uint32_t lane = 0; lane < GCNMEM_LANES; ++lane) {
        access.address[lane] = any64(0, UINT64_MAX);
    }
    access.exec_mask = any64(0, UINT64_MAX);
    access.size_bytes = any64(0, UINT64_MAX);
    return access;
}

/* The common wave, quickly: it is all of a wave's lanes, on a machine of 64. */
static void prove_fast(gcnmem_action action, uint32_t element_bytes) {
    const gcnmem_desc desc = preset_r9_390x();
    gcnmem_access access = any_access(any32(0, 1) != 0 ? GCNMEM_UNIT_BUFFER : GCNMEM_UNIT_FLAT, action, element_bytes);
    gcnmemi_footprint footprint;
    access.exec_mask = UINT64_MAX;
    for (int wants_list = 0; wants_list < 2; ++wants_list) {
        footprint = no_footprint;
        gcnmemi_fast_footprint(&desc, &access, wants_list, &footprint);
    }
}

static void prove_lds(gcnmem_desc desc, gcnmem_action action, uint32_t element_bytes) {
    const gcnmem_access access = any_access(GCNMEM_UNIT_LDS, action, element_bytes);
    gcnmem_cost cost = no_footprint.cost;
    gcnmemi_lds_add_wave(&desc, &access, &cost);
}

static void prove_scalar(gcnmem_desc desc, uint32_t element_bytes) {
    const gcnmem_access access = any_access(GCNMEM_UNIT_SCALAR, GCNMEM_ACTION_LOAD, element_bytes);
    gcnmemi_footprint footprint = no_footprint;
    gcnmemi_scalar_footprint(&desc, &access, NULL, &footprint);
}

static void prove_lanes(gcnmem_desc desc, gcnmem_unit unit, uint32_t element_bytes) {
    gcnmem_access access = any_access(unit, GCNMEM_ACTION_LOAD, element_bytes);
    gcnmemi_lanes lanes;
    for (uint32_t i = 0; i < 3; ++i) {
        for (uint32_t lane = 0; lane < GCNMEM_LANES; ++lane) {
            access.texel[i][lane] = Frama_C_long_interval(INT64_MIN, INT64_MAX);
        }
    }
    access.image.width = any32(0, 16384); /* 0: by address */
    access.image.height = any32(1, 16384);
    access.image.depth = any32(0, 8192);
    access.op.is_sampled = (uint8_t)any32(0, 1);
    gcnmemi_lanes_init(&desc, &access, &lanes);
}

int main(void) {
    prove_fast(GCNMEM_ACTION_LOAD, 4);
    prove_fast(GCNMEM_ACTION_STORE, 16);
    prove_fast(GCNMEM_ACTION_ATOMIC, 8);
    prove_lds(preset_r9_390x(), GCNMEM_ACTION_LOAD, 4);
    prove_lds(preset_r9_390x(), GCNMEM_ACTION_LOAD, 16);
    prove_lds(preset_rx_6900_xt(), GCNMEM_ACTION_STORE, 8);
    prove_lds(preset_v100(), GCNMEM_ACTION_ATOMIC, 4);
    prove_scalar(preset_r9_390x(), 64);
    prove_scalar(preset_rx_6900_xt(), 4);
    prove_lanes(preset_r9_390x(), GCNMEM_UNIT_BUFFER, 12);
    prove_lanes(preset_r9_390x(), GCNMEM_UNIT_IMAGE, 1);
    prove_lanes(preset_rx_6900_xt(), GCNMEM_UNIT_IMAGE, 16);
    prove_lanes(preset_rx_6900_xt(), GCNMEM_UNIT_IMAGE, 12);
    PROVED_END;
    return 0;
}
