/* values.c -- R62, R63: random programs, run by the header and by a naive interpreter that takes one lane at a time.

   What a program does not know (registers nobody set, an argument nobody gave, memory nobody told of) the interpreter
   fills at random, several times. An access that the run calls computed must occur in every filling, by the same lanes,
   at the same addresses, in the same order. GCNMEM_VALUES_ROUNDS in the environment says how many programs there are,
   GCNMEM_VALUES_FIRST which is the first. */
#include "../private.h"
#include "../unit/job.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>

#define ROUNDS 600
#define FILLINGS 7
#define SHOWN 1 /* programs that fail */
#define LANES 64
#define INSNS_MAX 800
#define TEXT_MAX 40000
#define WAVES_MAX 8 /* of the dispatch */
#define RECORDS_MAX 3000
#define STEPS_MAX 20000 /* of a wave */
#define LDS_BYTES 4096
#define SCRATCH_BYTES 256 /* of a lane */
#define STORED_MAX (1u << 14)

enum { GFX6 = 1, GFX8 = 2, GFX9 = 4, ALL = 7, REG_VCC = 106, REG_M0 = 124, REG_EXEC = 126 };

/* ---- operations, from the ISA documents: a, b and c zero-extended, d what the destination held ---- */

#define NZ *scc = d != 0
#define S32(x) ((int64_t)(int32_t)(uint32_t)(x))
#define S16(x) ((int64_t)(int16_t)(uint16_t)(x))
#define S64(x) ((int64_t)(x))
#define U32(x) ((uint64_t)(uint32_t)(x))

/* Forms: destination and sources, by width. 2: 32 of two; Q: 64 of two; H: 64 of 64 and 32; M: 64 of 32 and 32; 1, q:
   of one; w: 32 of 64; k: with a constant of 16 bits, the destination is read; m: such a constant alone; r: of one, the
   destination is read; c, C, n: compares of 32, 64, 64 and 32; i, u: with a constant, signed or not; s: of one and
   EXEC, whose old value is the destination; z: the same in waves of 32. */
#define SCALARS(X) \
    X(S_ADD_U32, "s_add_u32", '2', ALL, d = a + b; *scc = d >> 32 & 1) \
    X(S_SUB_U32, "s_sub_u32", '2', ALL, d = a - b; *scc = a < b) \
    X(S_ADD_I32, "s_add_i32", '2', ALL, d = a + b; *scc = S32(a) + S32(b) != S32(a + b)) \
    X(S_SUB_I32, "s_sub_i32", '2', ALL, d = a - b; *scc = S32(a) - S32(b) != S32(a - b)) \
    X(S_ADDC_U32, "s_addc_u32", '2', ALL, d = a + b + (unsigned)*scc; *scc = d >> 32 & 1) \
    X(S_SUBB_U32, "s_subb_u32", '2', ALL, d = a - b - (unsigned)*scc; *scc = d >> 63 != 0) \
    X(S_MIN_I32, "s_min_i32", '2', ALL, *scc = S32(a) < S32(b); d = *scc ? a : b) \
    X(S_MAX_I32, "s_max_i32", '2', ALL, *scc = S32(a) > S32(b); d = *scc ? a : b) \
    X(S_MIN_U32, "s_min_u32", '2', ALL, *scc = a < b; d = *scc ? a : b) \
    X(S_MAX_U32, "s_max_u32", '2', ALL, *scc = a > b; d = *scc ? a : b) \
    X(S_CSELECT_B32, "s_cselect_b32", '2', ALL, d = *scc ? a : b) \
    X(S_CSELECT_B64, "s_cselect_b64", 'Q', ALL, d = *scc ? a : b) \
    X(S_AND_B32, "s_and_b32", '2', ALL, d = a & b; NZ) \
    X(S_AND_B64, "s_and_b64", 'Q', ALL, d = a & b; NZ) \
    X(S_OR_B32, "s_or_b32", '2', ALL, d = a | b; NZ) \
    X(S_OR_B64, "s_or_b64", 'Q', ALL, d = a | b; NZ) \
    X(S_XOR_B32, "s_xor_b32", '2', ALL, d = a ^ b; NZ) \
    X(S_XOR_B64, "s_xor_b64", 'Q', ALL, d = a ^ b; NZ) \
    X(S_ANDN2_B32, "s_andn2_b32", '2', ALL, d = a & ~b; NZ) \
    X(S_ANDN2_B64, "s_andn2_b64", 'Q', ALL, d = a & ~b; NZ) \
    X(S_ORN2_B32, "s_orn2_b32", '2', ALL, d = U32(a | ~b); NZ) \
    X(S_ORN2_B64, "s_orn2_b64", 'Q', ALL, d = a | ~b; NZ) \
    X(S_NAND_B32, "s_nand_b32", '2', ALL, d = U32(~(a & b)); NZ) \
    X(S_NAND_B64, "s_nand_b64", 'Q', ALL, d = ~(a & b); NZ) \
    X(S_NOR_B32, "s_nor_b32", '2', ALL, d = U32(~(a | b)); NZ) \
    X(S_NOR_B64, "s_nor_b64", 'Q', ALL, d = ~(a | b); NZ) \
    X(S_XNOR_B32, "s_xnor_b32", '2', ALL, d = U32(~(a ^ b)); NZ) \
    X(S_XNOR_B64, "s_xnor_b64", 'Q', ALL, d = ~(a ^ b); NZ) \
    X(S_LSHL_B32, "s_lshl_b32", '2', ALL, d = U32(a << (b & 31)); NZ) \
    X(S_LSHL_B64, "s_lshl_b64", 'H', ALL, d = a << (b & 63); NZ) \
    X(S_LSHR_B32, "s_lshr_b32", '2', ALL, d = a >> (b & 31); NZ) \
    X(S_LSHR_B64, "s_lshr_b64", 'H', ALL, d = a >> (b & 63); NZ) \
    X(S_ASHR_I32, "s_ashr_i32", '2', ALL, d = U32(S32(a) >> (b & 31)); NZ) \
    X(S_ASHR_I64, "s_ashr_i64", 'H', ALL, d = (uint64_t)(S64(a) >> (b & 63)); NZ) \
    X(S_BFM_B32, "s_bfm_b32", '2', ALL, d = ((1ull << (a & 31)) - 1) << (b & 31)) \
    X(S_BFM_B64, "s_bfm_b64", 'M', ALL, d = ((1ull << (a & 63)) - 1) << (b & 63)) \
    X(S_MUL_I32, "s_mul_i32", '2', ALL, d = a * b) \
    X(S_BFE_U32, "s_bfe_u32", '2', ALL, d = field(a, b & 31, b >> 16 & 127); NZ) \
    X(S_BFE_I32, "s_bfe_i32", '2', ALL, d = U32(field_signed((uint64_t)S32(a), b & 31, b >> 16 & 127)); NZ) \
    X(S_BFE_U64, "s_bfe_u64", 'H', ALL, d = field(a, b & 63, b >> 16 & 127); NZ) \
    X(S_BFE_I64, "s_bfe_i64", 'H', ALL, d = field_signed(a, b & 63, b >> 16 & 127); NZ) \
    X(S_ABSDIFF_I32, "s_absdiff_i32", '2', ALL, d = U32(a - b); d = d >> 31 ? U32(0 - d) : d; NZ) \
    X(S_MUL_HI_U32, "s_mul_hi_u32", '2', GFX9, d = a * b >> 32) \
    X(S_MUL_HI_I32, "s_mul_hi_i32", '2', GFX9, d = (uint64_t)(S32(a) * S32(b)) >> 32) \
    X(S_LSHL1_ADD, "s_lshl1_add_u32", '2', GFX9, d = (a << 1) + b; *scc = d >> 32 != 0) \
    X(S_LSHL2_ADD, "s_lshl2_add_u32", '2', GFX9, d = (a << 2) + b; *scc = d >> 32 != 0) \
    X(S_LSHL3_ADD, "s_lshl3_add_u32", '2', GFX9, d = (a << 3) + b; *scc = d >> 32 != 0) \
    X(S_LSHL4_ADD, "s_lshl4_add_u32", '2', GFX9, d = (a << 4) + b; *scc = d >> 32 != 0) \
    X(S_PACK_LL, "s_pack_ll_b32_b16", '2', GFX9, d = (a & 0xffff) | (b & 0xffff) << 16) \
    X(S_PACK_LH, "s_pack_lh_b32_b16", '2', GFX9, d = (a & 0xffff) | (b & 0xffff0000u)) \
    X(S_PACK_HH, "s_pack_hh_b32_b16", '2', GFX9, d = a >> 16 | (b & 0xffff0000u)) \
    X(S_MOV_B32, "s_mov_b32", '1', ALL, d = a) \
    X(S_MOV_B64, "s_mov_b64", 'q', ALL, d = a) \
    X(S_NOT_B32, "s_not_b32", '1', ALL, d = U32(~a); NZ) \
    X(S_NOT_B64, "s_not_b64", 'q', ALL, d = ~a; NZ) \
    X(S_BREV_B32, "s_brev_b32", '1', ALL, d = reversed(a, 32)) \
    X(S_BREV_B64, "s_brev_b64", 'q', ALL, d = reversed(a, 64)) \
    X(S_BCNT0_B32, "s_bcnt0_i32_b32", '1', ALL, d = 32 - ones(a); NZ) \
    X(S_BCNT0_B64, "s_bcnt0_i32_b64", 'w', ALL, d = 64 - ones(a); NZ) \
    X(S_BCNT1_B32, "s_bcnt1_i32_b32", '1', ALL, d = ones(a); NZ) \
    X(S_BCNT1_B64, "s_bcnt1_i32_b64", 'w', ALL, d = ones(a); NZ) \
    X(S_FF0_B32, "s_ff0_i32_b32", '1', ALL, d = lowest(U32(~a), 32)) \
    X(S_FF1_B32, "s_ff1_i32_b32", '1', ALL, d = lowest(a, 32)) \
    X(S_FF1_B64, "s_ff1_i32_b64", 'w', ALL, d = lowest(a, 64)) \
    X(S_FLBIT_B32, "s_flbit_i32_b32", '1', ALL, d = highest(a, 32)) \
    X(S_FLBIT_B64, "s_flbit_i32_b64", 'w', ALL, d = highest(a, 64)) \
    X(S_FLBIT_I32, "s_flbit_i32", '1', ALL, d = highest(a >> 31 ? U32(~a) : a, 32)) \
    X(S_FLBIT_I64, "s_flbit_i32_i64", 'w', ALL, d = highest(a >> 63 ? ~a : a, 64)) \
    X(S_SEXT_I8, "s_sext_i32_i8", '1', ALL, d = U32((int32_t)(int8_t)(uint8_t)a)) \
    X(S_SEXT_I16, "s_sext_i32_i16", '1', ALL, d = U32(S16(a))) \
    X(S_ABS_I32, "s_abs_i32", '1', ALL, d = a >> 31 ? U32(0 - a) : a; NZ) \
    X(S_WQM_B32, "s_wqm_b32", '1', ALL, d = quads(a) * 15; NZ) \
    X(S_WQM_B64, "s_wqm_b64", 'q', ALL, d = quads(a) * 15; NZ) \
    X(S_QUADMASK_B32, "s_quadmask_b32", '1', ALL, d = packed_quads(a); NZ) \
    X(S_BITSET0, "s_bitset0_b32", 'r', ALL, d = d & ~(1ull << (a & 31))) \
    X(S_BITSET1, "s_bitset1_b32", 'r', ALL, d = d | 1ull << (a & 31)) \
    X(S_CMOV_B32, "s_cmov_b32", 'r', ALL, d = *scc ? a : d) \
    X(S_MOVK, "s_movk_i32", 'm', ALL, d = U32(a)) \
    X(S_CMOVK, "s_cmovk_i32", 'k', ALL, d = *scc ? U32(a) : d) \
    X(S_ADDK, "s_addk_i32", 'k', ALL, *scc = S32(d) + S32(a) != S32(d + a); d = U32(d + a)) \
    X(S_MULK, "s_mulk_i32", 'k', ALL, d = U32(d * a)) \
    X(S_CMP_EQ_I32, "s_cmp_eq_i32", 'c', ALL, *scc = a == b) \
    X(S_CMP_LG_U32, "s_cmp_lg_u32", 'c', ALL, *scc = a != b) \
    X(S_CMP_GT_I32, "s_cmp_gt_i32", 'c', ALL, *scc = S32(a) > S32(b)) \
    X(S_CMP_GE_U32, "s_cmp_ge_u32", 'c', ALL, *scc = a >= b) \
    X(S_CMP_LT_I32, "s_cmp_lt_i32", 'c', ALL, *scc = S32(a) < S32(b)) \
    X(S_CMP_LE_U32, "s_cmp_le_u32", 'c', ALL, *scc = a <= b) \
    X(S_CMP_LT_U32, "s_cmp_lt_u32", 'c', ALL, *scc = a < b) \
    X(S_CMP_GE_I32, "s_cmp_ge_i32", 'c', ALL, *scc = S32(a) >= S32(b)) \
    X(S_CMP_EQ_U64, "s_cmp_eq_u64", 'C', GFX8 | GFX9, *scc = a == b) \
    X(S_CMP_LG_U64, "s_cmp_lg_u64", 'C', GFX8 | GFX9, *scc = a != b) \
    X(S_BITCMP0_B32, "s_bitcmp0_b32", 'c', ALL, *scc = (a >> (b & 31) & 1) == 0) \
    X(S_BITCMP1_B32, "s_bitcmp1_b32", 'c', ALL, *scc = a >> (b & 31) & 1) \
    X(S_BITCMP0_B64, "s_bitcmp0_b64", 'n', ALL, *scc = (a >> (b & 63) & 1) == 0) \
    X(S_BITCMP1_B64, "s_bitcmp1_b64", 'n', ALL, *scc = a >> (b & 63) & 1) \
    X(S_CMPK_EQ_I32, "s_cmpk_eq_i32", 'i', ALL, *scc = S32(a) == S32(b)) \
    X(S_CMPK_LT_I32, "s_cmpk_lt_i32", 'i', ALL, *scc = S32(a) < S32(b)) \
    X(S_CMPK_GT_U32, "s_cmpk_gt_u32", 'u', ALL, *scc = a > b) \
    X(S_CMPK_LG_U32, "s_cmpk_lg_u32", 'u', ALL, *scc = a != b) \
    X(S_AND_SAVE, "s_and_saveexec_b64", 's', ALL, d = a & b; NZ) \
    X(S_OR_SAVE, "s_or_saveexec_b64", 's', ALL, d = a | b; NZ) \
    X(S_XOR_SAVE, "s_xor_saveexec_b64", 's', ALL, d = a ^ b; NZ) \
    X(S_ANDN2_SAVE, "s_andn2_saveexec_b64", 's', ALL, d = a & ~b; NZ) \
    X(S_NAND_SAVE, "s_nand_saveexec_b64", 's', ALL, d = ~(a & b); NZ) \
    X(S_AND_SAVE32, "s_and_saveexec_b32", 'z', GFX9, d = a & b; NZ) \
    X(S_OR_SAVE32, "s_or_saveexec_b32", 'z', GFX9, d = a | b; NZ) \
    X(S_XOR_SAVE32, "s_xor_saveexec_b32", 'z', GFX9, d = a ^ b; NZ) \
    X(S_ANDN2_SAVE32, "s_andn2_saveexec_b32", 'z', GFX9, d = a & ~b; NZ)

/* Forms: 1, 2: of one or two, in any encoding; x: of two, 3: of three, the long one; W: 64 of 32 and 64; w: 64 of 64
   and 32; G: 64 of 32, 32 and 64, with a carry; A: with a carry, B: and one read; S: selects by a mask; C, D: compares
   of 32, 64; f, F, T: of one to three floats. */
#define VECTORS(X) \
    X(V_MOV, "v_mov_b32", '1', ALL, d = a) \
    X(V_NOT, "v_not_b32", '1', ALL, d = ~a) \
    X(V_BFREV, "v_bfrev_b32", '1', ALL, d = reversed(a, 32)) \
    X(V_FFBL, "v_ffbl_b32", '1', ALL, d = lowest(a, 32)) \
    X(V_FFBH_U32, "v_ffbh_u32", '1', ALL, d = highest(a, 32)) \
    X(V_FFBH_I32, "v_ffbh_i32", '1', ALL, d = highest(a >> 31 ? U32(~a) : a, 32)) \
    X(V_AND, "v_and_b32", '2', ALL, d = a & b) \
    X(V_OR, "v_or_b32", '2', ALL, d = a | b) \
    X(V_XOR, "v_xor_b32", '2', ALL, d = a ^ b) \
    X(V_LSHLREV, "v_lshlrev_b32", '2', ALL, d = b << (a & 31)) \
    X(V_LSHRREV, "v_lshrrev_b32", '2', ALL, d = b >> (a & 31)) \
    X(V_ASHRREV, "v_ashrrev_i32", '2', ALL, d = (uint64_t)(S32(b) >> (a & 31))) \
    X(V_LSHL, "v_lshl_b32", '2', GFX6, d = a << (b & 31)) \
    X(V_LSHR, "v_lshr_b32", '2', GFX6, d = a >> (b & 31)) \
    X(V_ASHR, "v_ashr_i32", '2', GFX6, d = (uint64_t)(S32(a) >> (b & 31))) \
    X(V_MIN_U32, "v_min_u32", '2', ALL, d = a < b ? a : b) \
    X(V_MAX_U32, "v_max_u32", '2', ALL, d = a > b ? a : b) \
    X(V_MIN_I32, "v_min_i32", '2', ALL, d = S32(a) < S32(b) ? a : b) \
    X(V_MAX_I32, "v_max_i32", '2', ALL, d = S32(a) > S32(b) ? a : b) \
    X(V_MUL_U24, "v_mul_u32_u24", '2', ALL, d = (a & 0xffffff) * (b & 0xffffff)) \
    X(V_MUL_I24, "v_mul_i32_i24", '2', ALL, d = (uint64_t)(i24(a) * i24(b))) \
    X(V_MUL_HI_U24, "v_mul_hi_u32_u24", '2', ALL, d = (a & 0xffffff) * (b & 0xffffff) >> 32) \
    X(V_MUL_HI_I24, "v_mul_hi_i32_i24", '2', ALL, d = (uint64_t)(i24(a) * i24(b)) >> 32) \
    X(V_ADD_U32, "v_add_u32", '2', GFX9, d = a + b) \
    X(V_SUB_U32, "v_sub_u32", '2', GFX9, d = a - b) \
    X(V_SUBREV_U32, "v_subrev_u32", '2', GFX9, d = b - a) \
    X(V_ADD_U16, "v_add_u16", '2', GFX8 | GFX9, d = (a + b) & 0xffff) \
    X(V_SUB_U16, "v_sub_u16", '2', GFX8 | GFX9, d = (a - b) & 0xffff) \
    X(V_SUBREV_U16, "v_subrev_u16", '2', GFX8 | GFX9, d = (b - a) & 0xffff) \
    X(V_MUL_LO_U16, "v_mul_lo_u16", '2', GFX8 | GFX9, d = a * b & 0xffff) \
    X(V_LSHLREV_B16, "v_lshlrev_b16", '2', GFX8 | GFX9, d = (b & 0xffff) << (a & 15) & 0xffff) \
    X(V_LSHRREV_B16, "v_lshrrev_b16", '2', GFX8 | GFX9, d = (b & 0xffff) >> (a & 15)) \
    X(V_ASHRREV_I16, "v_ashrrev_i16", '2', GFX8 | GFX9, d = (uint64_t)(S16(b) >> (a & 15)) & 0xffff) \
    X(V_MIN_U16, "v_min_u16", '2', GFX8 | GFX9, a &= 0xffff; b &= 0xffff; d = a < b ? a : b) \
    X(V_MAX_I16, "v_max_i16", '2', GFX8 | GFX9, d = (S16(a) > S16(b) ? a : b) & 0xffff) \
    X(V_MUL_LO, "v_mul_lo_u32", 'x', ALL, d = a * b) \
    X(V_MUL_HI_U, "v_mul_hi_u32", 'x', ALL, d = a * b >> 32) \
    X(V_MUL_HI_I, "v_mul_hi_i32", 'x', ALL, d = (uint64_t)(S32(a) * S32(b)) >> 32) \
    X(V_BFM, "v_bfm_b32", 'x', ALL, d = ((1ull << (a & 31)) - 1) << (b & 31)) \
    X(V_BCNT, "v_bcnt_u32_b32", 'x', ALL, d = ones(a) + b) \
    X(V_MBCNT_LO, "v_mbcnt_lo_u32_b32", 'x', ALL, d = ones(a & (lane < 32 ? (1ull << lane) - 1 : U32(-1))) + b) \
    X(V_MBCNT_HI, "v_mbcnt_hi_u32_b32", 'x', ALL, d = ones(a & (lane < 32 ? 0 : (1ull << (lane - 32)) - 1)) + b) \
    X(V_LSHLREV_B64, "v_lshlrev_b64", 'W', GFX8 | GFX9, d = b << (a & 63)) \
    X(V_LSHRREV_B64, "v_lshrrev_b64", 'W', GFX8 | GFX9, d = b >> (a & 63)) \
    X(V_ASHRREV_I64, "v_ashrrev_i64", 'W', GFX8 | GFX9, d = (uint64_t)(S64(b) >> (a & 63))) \
    X(V_LSHL_B64, "v_lshl_b64", 'w', GFX6, d = a << (b & 63)) \
    X(V_LSHR_B64, "v_lshr_b64", 'w', GFX6, d = a >> (b & 63)) \
    X(V_ASHR_I64, "v_ashr_i64", 'w', GFX6, d = (uint64_t)(S64(a) >> (b & 63))) \
    X(V_MAD_U64, "v_mad_u64_u32", 'G', GFX8 | GFX9, d = a * b + c; *out = d < c) \
    X(V_ADD3, "v_add3_u32", '3', GFX9, d = a + b + c) \
    X(V_LSHL_ADD, "v_lshl_add_u32", '3', GFX9, d = (a << (b & 31)) + c) \
    X(V_ADD_LSHL, "v_add_lshl_u32", '3', GFX9, d = (a + b) << (c & 31)) \
    X(V_LSHL_OR, "v_lshl_or_b32", '3', GFX9, d = (a << (b & 31)) | c) \
    X(V_AND_OR, "v_and_or_b32", '3', GFX9, d = (a & b) | c) \
    X(V_OR3, "v_or3_b32", '3', GFX9, d = a | b | c) \
    X(V_XAD, "v_xad_u32", '3', GFX9, d = (a ^ b) + c) \
    X(V_MAD_U24, "v_mad_u32_u24", '3', ALL, d = (a & 0xffffff) * (b & 0xffffff) + c) \
    X(V_MAD_I24, "v_mad_i32_i24", '3', ALL, d = (uint64_t)(i24(a) * i24(b)) + c) \
    X(V_BFE_U32, "v_bfe_u32", '3', ALL, d = field(a, b & 31, c & 31)) \
    X(V_BFE_I32, "v_bfe_i32", '3', ALL, d = field_signed((uint64_t)S32(a), b & 31, c & 31)) \
    X(V_BFI, "v_bfi_b32", '3', ALL, d = (a & b) | (~a & c)) \
    X(V_ALIGNBIT, "v_alignbit_b32", '3', ALL, d = (a << 32 | b) >> (c & 31)) \
    X(V_ALIGNBYTE, "v_alignbyte_b32", '3', ALL, d = (a << 32 | b) >> 8 * (c & 3)) \
    X(V_SAD_U32, "v_sad_u32", '3', ALL, d = (a > b ? a - b : b - a) + c) \
    X(V_SAD_U8, "v_sad_u8", '3', ALL, d = sad8(a, b) + c) \
    X(V_MIN3_U, "v_min3_u32", '3', ALL, d = a < b ? a : b; d = d < c ? d : c) \
    X(V_MAX3_I, "v_max3_i32", '3', ALL, d = S32(a) > S32(b) ? a : b; d = S32(d) > S32(c) ? d : c) \
    X(V_MED3_U, "v_med3_u32", '3', ALL, d = middle(a, b, c)) \
    X(V_MED3_I, "v_med3_i32", '3', ALL, d = middle(a ^ 1u << 31, b ^ 1u << 31, c ^ 1u << 31) ^ 1u << 31) \
    X(V_MAD_LEGACY, "v_mad_legacy_u16", '3', GFX9, d = (a * b + c) & 0xffff) \
    X(V_MAD_U16_8, "v_mad_u16", '3', GFX8, d = (a * b + c) & 0xffff) \
    X(V_MAD_U16, "v_mad_u16", '3', GFX9, d = (d & 0xffff0000u) | ((a * b + c) & 0xffff)) \
    X(V_MAD_U32_U16, "v_mad_u32_u16", '3', GFX9, d = (a & 0xffff) * (b & 0xffff) + c) \
    X(V_MAD_I32_I16, "v_mad_i32_i16", '3', GFX9, d = (uint64_t)(S16(a) * S16(b)) + c) \
    X(V_ADD_CO9, "v_add_co_u32", 'A', GFX9, d = a + b; *out = d >> 32 & 1) \
    X(V_SUB_CO9, "v_sub_co_u32", 'A', GFX9, d = a - b; *out = a < b) \
    X(V_SUBREV_CO9, "v_subrev_co_u32", 'A', GFX9, d = b - a; *out = b < a) \
    X(V_ADDC_CO9, "v_addc_co_u32", 'B', GFX9, d = a + b + k; *out = d >> 32 & 1) \
    X(V_SUBB_CO9, "v_subb_co_u32", 'B', GFX9, d = a - b - k; *out = a < b + k) \
    X(V_SUBBREV_CO9, "v_subbrev_co_u32", 'B', GFX9, d = b - a - k; *out = b < a + k) \
    X(V_ADD_CO8, "v_add_u32", 'A', GFX8, d = a + b; *out = d >> 32 & 1) \
    X(V_SUB_CO8, "v_sub_u32", 'A', GFX8, d = a - b; *out = a < b) \
    X(V_ADD_CO6, "v_add_i32", 'A', GFX6, d = a + b; *out = d >> 32 & 1) \
    X(V_SUB_CO6, "v_sub_i32", 'A', GFX6, d = a - b; *out = a < b) \
    X(V_SUBREV_CO6, "v_subrev_i32", 'A', GFX6, d = b - a; *out = b < a) \
    X(V_ADDC_CO, "v_addc_u32", 'B', GFX6 | GFX8, d = a + b + k; *out = d >> 32 & 1) \
    X(V_SUBB_CO, "v_subb_u32", 'B', GFX6 | GFX8, d = a - b - k; *out = a < b + k) \
    X(V_ADD_U32_C, "v_add_u32_e64", 'y', GFX9, d = a + b; d = d >> 32 ? U32(-1) : d) \
    X(V_SUB_U32_C, "v_sub_u32_e64", 'y', GFX9, d = a < b ? 0 : a - b) \
    X(V_ADD_I32_C, "v_add_i32", 'y', GFX9, d = within(S32(a) + S32(b))) \
    X(V_SUB_I32_C, "v_sub_i32", 'y', GFX9, d = within(S32(a) - S32(b))) \
    X(V_ADD_U16_C, "v_add_u16_e64", 'y', GFX9, d = (a & 0xffff) + (b & 0xffff); d = d > 0xffff ? 0xffff : d) \
    X(V_SUB_U16_C, "v_sub_u16_e64", 'y', GFX9, a &= 0xffff; b &= 0xffff; d = a < b ? 0 : a - b) \
    X(V_PK_ADD, "v_pk_add_u16", 'P', GFX9, d = a + b) \
    X(V_PK_SUB, "v_pk_sub_i16", 'P', GFX9, d = a - b) \
    X(V_PK_MUL, "v_pk_mul_lo_u16", 'P', GFX9, d = a * b) \
    X(V_PK_LSHL, "v_pk_lshlrev_b16", 'P', GFX9, d = b << (a & 15)) \
    X(V_PK_LSHR, "v_pk_lshrrev_b16", 'P', GFX9, d = b >> (a & 15)) \
    X(V_PK_ASHR, "v_pk_ashrrev_i16", 'P', GFX9, d = (uint64_t)(S16(b) >> (a & 15))) \
    X(V_PK_MIN, "v_pk_min_i16", 'P', GFX9, d = S16(a) < S16(b) ? a : b) \
    X(V_PK_MAX, "v_pk_max_u16", 'P', GFX9, d = a > b ? a : b) \
    X(V_PK_MAD, "v_pk_mad_u16", 'p', GFX9, d = a * b + c) \
    X(V_CNDMASK, "v_cndmask_b32", 'S', ALL, d = k ? b : a) \
    X(V_CMP_EQ_U32, "eq_u32", 'C', ALL, *out = a == b) \
    X(V_CMP_NE_U32, "ne_u32", 'C', ALL, *out = a != b) \
    X(V_CMP_LT_U32, "lt_u32", 'C', ALL, *out = a < b) \
    X(V_CMP_LE_U32, "le_u32", 'C', ALL, *out = a <= b) \
    X(V_CMP_GT_U32, "gt_u32", 'C', ALL, *out = a > b) \
    X(V_CMP_GE_U32, "ge_u32", 'C', ALL, *out = a >= b) \
    X(V_CMP_LT_I32, "lt_i32", 'C', ALL, *out = S32(a) < S32(b)) \
    X(V_CMP_LE_I32, "le_i32", 'C', ALL, *out = S32(a) <= S32(b)) \
    X(V_CMP_GT_I32, "gt_i32", 'C', ALL, *out = S32(a) > S32(b)) \
    X(V_CMP_GE_I32, "ge_i32", 'C', ALL, *out = S32(a) >= S32(b)) \
    X(V_CMP_LT_U16, "lt_u16", 'C', GFX8 | GFX9, *out = (a & 0xffff) < (b & 0xffff)) \
    X(V_CMP_GE_I16, "ge_i16", 'C', GFX8 | GFX9, *out = S16(a) >= S16(b)) \
    X(V_CMP_EQ_U16, "eq_u16", 'C', GFX8 | GFX9, *out = (a & 0xffff) == (b & 0xffff)) \
    X(V_CVT_F_I, "v_cvt_f32_i32", '1', ALL, d = bits_of((float)S32(a))) \
    X(V_CVT_F_U, "v_cvt_f32_u32", '1', ALL, d = bits_of((float)a)) \
    X(V_CVT_F_BYTE1, "v_cvt_f32_ubyte1", '1', ALL, d = bits_of((float)(a >> 8 & 255))) \
    X(V_CVT_I_F, "v_cvt_i32_f32", 'f', ALL, d = whole_of(float_of(a), INT32_MIN, INT32_MAX)) \
    X(V_CVT_U_F, "v_cvt_u32_f32", 'f', ALL, d = whole_of(float_of(a), 0, UINT32_MAX)) \
    X(V_TRUNC_F32, "v_trunc_f32", 'f', ALL, d = bits_of(truncf(float_of(a)))) \
    X(V_FLOOR_F32, "v_floor_f32", 'f', ALL, d = bits_of(floorf(float_of(a)))) \
    X(V_CEIL_F32, "v_ceil_f32", 'f', ALL, d = bits_of(ceilf(float_of(a)))) \
    X(V_RNDNE_F32, "v_rndne_f32", 'f', ALL, d = bits_of(rintf(float_of(a)))) \
    X(V_FRACT_F32, "v_fract_f32", 'f', ALL, d = fraction_of(float_of(a))) \
    X(V_ADD_F32, "v_add_f32", 'F', ALL, d = bits_of(float_of(a) + float_of(b))) \
    X(V_SUB_F32, "v_sub_f32", 'F', ALL, d = bits_of(float_of(a) - float_of(b))) \
    X(V_SUBREV_F32, "v_subrev_f32", 'F', ALL, d = bits_of(float_of(b) - float_of(a))) \
    X(V_MUL_F32, "v_mul_f32", 'F', ALL, d = bits_of(float_of(a) * float_of(b))) \
    X(V_MIN_F32, "v_min_f32", 'F', GFX9, d = lesser(a, b)) \
    X(V_MAX_F32, "v_max_f32", 'F', GFX9, d = lesser(a ^ 1u << 31, b ^ 1u << 31) ^ 1u << 31) \
    X(V_FMA_F32, "v_fma_f32", 'T', ALL, d = bits_of(fmaf(float_of(a), float_of(b), float_of(c)))) \
    X(V_MAD_F32, "v_mad_f32", 'T', ALL, d = bits_of(float_of(bits_of(float_of(a) * float_of(b))) + float_of(c))) \
    X(V_MIN3_F32, "v_min3_f32", 'T', GFX9, d = lesser(lesser(a, b), c)) \
    X(V_CVT_H_F, "v_cvt_f16_f32", 'f', ALL, d = half_of(float_of(a))) \
    X(V_CVT_F_H, "v_cvt_f32_f16", '1', ALL, d = bits_of(float_of_half(a & 0xffff))) \
    X(V_PERM, "v_perm_b32", '3', GFX8 | GFX9, d = bytes_of(a << 32 | b, c)) \
    X(V_CMP_CLASS, "class_f32", 'C', ALL, *out = (int)(b >> class_of(a) & 1)) \
    X(V_CMP_LT_F32, "lt_f32", 'C', ALL, *out = float_of(a) < float_of(b)) \
    X(V_CMP_GE_F32, "ge_f32", 'C', ALL, *out = float_of(a) >= float_of(b)) \
    X(V_CMP_EQ_F32, "eq_f32", 'C', ALL, *out = float_of(a) == float_of(b)) \
    X(V_CMP_NEQ_F32, "neq_f32", 'C', ALL, *out = !(float_of(a) == float_of(b))) \
    X(V_CMP_NGT_F32, "ngt_f32", 'C', ALL, *out = !(float_of(a) > float_of(b))) \
    X(V_CMP_LG_F32, "lg_f32", 'C', ALL, *out = float_of(a) < float_of(b) || float_of(a) > float_of(b)) \
    X(V_CMP_U_F32, "u_f32", 'C', ALL, *out = isnan(float_of(a)) || isnan(float_of(b))) \
    X(V_CMP_LT_U64, "lt_u64", 'D', ALL, *out = a < b) \
    X(V_CMP_NE_U64, "ne_u64", 'D', ALL, *out = a != b) \
    X(V_CMP_GE_I64, "ge_i64", 'D', ALL, *out = S64(a) >= S64(b)) \
    X(V_CMP_LT_F64, "lt_f64", 'D', ALL, *out = double_of(a) < double_of(b)) \
    X(V_CMP_EQ_F64, "eq_f64", 'D', ALL, *out = double_of(a) == double_of(b)) \
    X(V_CMP_NLE_F64, "nle_f64", 'D', ALL, *out = !(double_of(a) <= double_of(b))) \
    X(V_CMP_NEQ_F64, "neq_f64", 'D', ALL, *out = !(double_of(a) == double_of(b))) \
    X(V_CMP_U_F64, "u_f64", 'D', ALL, *out = isnan(double_of(a)) || isnan(double_of(b)))

typedef enum operation {
#define ROW(id, name, form, gpus, ...) id,
    SCALARS(ROW) VECTORS(ROW)
#undef ROW
    /* others */
    V_READFIRSTLANE,
    V_READLANE,
    V_WRITELANE,
    V_SWAP,
    V_FROM_INDEX,
    V_TO_INDEX,
    V_PERMLANE16,
    V_PERMLANEX16,
    DS_SWIZZLE,
    DS_PERMUTE,
    DS_BPERMUTE,
    FIXED, /* nothing, but it stays */
    MEMORY,
    BRANCH,
    BARRIER,
    ENDPGM,
    NOTHING
} operation;

static const struct {
    const char* name;
    char form;
    int gpus;
} operations[] = {
#define ROW(id, name, form, gpus, ...) {name, form, gpus},
    SCALARS(ROW) VECTORS(ROW)
#undef ROW
};
enum { SCALAR_COUNT = V_MOV, VECTOR_COUNT = V_READFIRSTLANE - V_MOV };

static uint64_t ones(uint64_t x) {
    uint64_t count = 0;
    for (; x != 0; x >>= 1) {
        count += x & 1;
    }
    return count;
}

static uint64_t reversed(uint64_t x, int bits) {
    uint64_t result = 0;
    for (int i = 0; i < bits; ++i) {
        result |= (x >> i & 1) << (bits - 1 - i);
    }
    return result;
}

static uint64_t lowest(uint64_t x, int bits) {
    for (int i = 0; i < bits; ++i) {
        if ((x >> i & 1) != 0) {
            return (uint64_t)i;
        }
    }
    return 0xffffffffu;
}

static uint64_t highest(uint64_t x, int bits) {
    return lowest(reversed(x, bits), bits);
}

static uint64_t field(uint64_t x, uint64_t offset, uint64_t width) {
    x >>= offset;
    return width < 64 ? x & ((1ull << width) - 1) : x;
}

/* x has its sign in all higher bits. */
static uint64_t field_signed(uint64_t x, uint64_t offset, uint64_t width) {
    int64_t shifted = S64(x) >> offset;
    return width == 0   ? 0
           : width > 63 ? (uint64_t)shifted
                        : (uint64_t)(S64((uint64_t)shifted << (64 - width)) >> (64 - width));
}

static int64_t i24(uint64_t x) {
    return S32(x << 8) >> 8;
}

static uint64_t quads(uint64_t x) {
    uint64_t result = 0;
    for (int i = 0; i < 64; i += 4) {
        result |= (uint64_t)((x >> i & 15) != 0) << i;
    }
    return result;
}

static uint64_t packed_quads(uint64_t x) {
    uint64_t result = 0;
    for (int i = 0; i < 16; ++i) {
        result |= (uint64_t)((x >> 4 * i & 15) != 0) << i;
    }
    return result;
}

static uint64_t sad8(uint64_t a, uint64_t b) {
    uint64_t sum = 0;
    for (int i = 0; i < 32; i += 8) {
        int x = (int)(a >> i & 255), y = (int)(b >> i & 255);
        sum += (uint64_t)(x > y ? x - y : y - x);
    }
    return sum;
}

static uint64_t middle(uint64_t a, uint64_t b, uint64_t c) {
    uint64_t low = a < b ? a : b, high = a < b ? b : a;
    return c < low ? low : c > high ? high : c;
}

static uint64_t within(int64_t x) {
    return (uint64_t)(x > INT32_MAX ? INT32_MAX : x < INT32_MIN ? INT32_MIN : x);
}

/* Floats as code has them unless it says otherwise: subnormal numbers are zeros, what is no number is one pattern. */
static float float_of(uint64_t bits) {
    uint32_t word = (uint32_t)bits;
    float x;
    word = (word & 0x7f800000u) == 0 ? word & 0x80000000u : word;
    memcpy(&x, &word, sizeof x);
    return x;
}

static double double_of(uint64_t bits) {
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static uint64_t bits_of(float x) {
    uint32_t word;
    memcpy(&word, &x, sizeof word);
    return isnan(x) ? 0x7fc00000u : (word & 0x7f800000u) == 0 ? word & 0x80000000u : word;
}

/* The negative zero is less than the other; of what is no number the other source. */
static uint64_t lesser(uint64_t a, uint64_t b) {
    float x = float_of(a), y = float_of(b);
    return isnan(x)                                           ? (isnan(y) ? b : bits_of(y))
           : isnan(y) || x < y || (x == y && signbit(x)) != 0 ? bits_of(x)
                                                              : bits_of(y);
}

static uint64_t whole_of(float x, int64_t least, int64_t most) {
    return isnan(x) ? 0 : x <= (float)least ? U32(least) : (double)x >= (double)most ? U32(most) : U32((int64_t)x);
}

static uint64_t half_of(float x) {
    uint64_t sign = signbit(x) ? 0x8000 : 0;
    float size = fabsf(x);
    if (isnan(x)) {
        return 0x7e00;
    }
    if (size >= 65520) {
        return sign | 0x7c00;
    }
    int power = -14; /* of the unit's leading bit */
    while (power < 15 && size >= ldexpf(1, power + 1)) {
        ++power;
    }
    uint64_t units = (uint64_t)rintf(ldexpf(size, 10 - power)); /* 2048: the next power's first */
    return sign | (units + ((uint64_t)(power + 14) << 10));
}

static float float_of_half(uint64_t half) {
    float sign = half >> 15 ? -1.0f : 1.0f, fraction = (float)(half & 1023);
    int power = (int)(half >> 10 & 31);
    return power == 31  ? (fraction > 0 ? NAN : sign * INFINITY)
           : power == 0 ? sign * ldexpf(fraction, -24)
                        : sign * ldexpf(fraction + 1024, power - 25);
}

/* Bit of the class, subnormal numbers as they are. */
static int class_of(uint64_t bits) {
    uint64_t size = bits & 0x7fffffff;
    int kind = size == 0 ? 0 : size < 0x800000 ? 1 : size < 0x7f800000 ? 2 : 3;
    return size > 0x7f800000 ? (int)(size >> 22 & 1) : bits >> 31 & 1 ? 5 - kind : 6 + kind;
}

static uint64_t bytes_of(uint64_t from, uint64_t selectors) {
    uint64_t result = 0;
    for (int i = 0; i < 32; i += 8) {
        uint64_t which = selectors >> i & 255;
        uint64_t byte = which > 12    ? 255
                        : which == 12 ? 0
                        : which > 7   ? (from >> (16 * (which - 8) + 15) & 1) * 255
                                      : from >> 8 * which & 255;
        result |= byte << i;
    }
    return result;
}

static uint64_t fraction_of(float x) {
    float rest = x - floorf(x);
    return bits_of(rest >= 1 ? 0x1.fffffep-1f : rest);
}

static uint64_t scalar_result(operation op, uint64_t a, uint64_t b, uint64_t d, int* scc) {
    switch (op) {
#define ROW(id, name, form, gpus, ...) \
    case id: \
        __VA_ARGS__; \
        break;
        SCALARS(ROW)
#undef ROW
    default:
        break;
    }
    return d;
}

static uint64_t lane_result(operation op, uint64_t a, uint64_t b, uint64_t c, uint64_t k, int lane, uint64_t d,
                            int* out) {
    switch (op) {
#define ROW(id, name, form, gpus, ...) \
    case id: \
        __VA_ARGS__; \
        break;
        VECTORS(ROW)
#undef ROW
    default:
        break;
    }
    return d;
}

/* ---- programs ---- */

typedef struct operand {
    char kind; /* s, v; k: a constant; 0: none */
    uint16_t reg;
    uint32_t value;
    uint8_t select;                   /* SDWA: 1 to 4 a byte, 5 and 6 half, bit 3: with its sign */
    uint8_t is_negative, is_absolute; /* of floats */
} operand;

typedef struct memory_op {
    const char* name;
    char unit;     /* s, g, f, b, d */
    uint8_t bytes; /* of an element */
    uint8_t addresses;
    uint8_t action; /* 0 load, 1 store, 2 atomic */
    uint8_t is_signed;
    uint8_t d16;  /* 1 low, 2 high */
    uint8_t step; /* of the second address, times the offset */
    int gpus;
} memory_op;

static const memory_op memory_ops[] = {
    {"global_load_ubyte", 'g', 1, 1, 0, 0, 0, 0, GFX9},
    {"global_load_sbyte", 'g', 1, 1, 0, 1, 0, 0, GFX9},
    {"global_load_ushort", 'g', 2, 1, 0, 0, 0, 0, GFX9},
    {"global_load_sshort", 'g', 2, 1, 0, 1, 0, 0, GFX9},
    {"global_load_dword", 'g', 4, 1, 0, 0, 0, 0, GFX9},
    {"global_load_dwordx2", 'g', 8, 1, 0, 0, 0, 0, GFX9},
    {"global_load_dwordx4", 'g', 16, 1, 0, 0, 0, 0, GFX9},
    {"global_load_short_d16", 'g', 2, 1, 0, 0, 1, 0, GFX9},
    {"global_load_short_d16_hi", 'g', 2, 1, 0, 0, 2, 0, GFX9},
    {"global_load_ubyte_d16", 'g', 1, 1, 0, 0, 1, 0, GFX9},
    {"global_store_byte", 'g', 1, 1, 1, 0, 0, 0, GFX9},
    {"global_store_short", 'g', 2, 1, 1, 0, 0, 0, GFX9},
    {"global_store_dword", 'g', 4, 1, 1, 0, 0, 0, GFX9},
    {"global_store_dwordx2", 'g', 8, 1, 1, 0, 0, 0, GFX9},
    {"global_store_short_d16_hi", 'g', 2, 1, 1, 0, 2, 0, GFX9},
    {"global_atomic_add", 'g', 4, 1, 2, 0, 0, 0, GFX9},
    {"flat_load_dword", 'f', 4, 1, 0, 0, 0, 0, GFX8 | GFX9},
    {"flat_load_ubyte", 'f', 1, 1, 0, 0, 0, 0, GFX8 | GFX9},
    {"flat_store_dword", 'f', 4, 1, 1, 0, 0, 0, GFX8 | GFX9},
    {"flat_store_short", 'f', 2, 1, 1, 0, 0, 0, GFX8 | GFX9},
    {"buffer_load_ubyte", 'b', 1, 1, 0, 0, 0, 0, ALL},
    {"buffer_load_sshort", 'b', 2, 1, 0, 1, 0, 0, ALL},
    {"buffer_load_dword", 'b', 4, 1, 0, 0, 0, 0, ALL},
    {"buffer_load_dwordx2", 'b', 8, 1, 0, 0, 0, 0, ALL},
    {"buffer_load_short_d16_hi", 'b', 2, 1, 0, 0, 2, 0, GFX9},
    {"buffer_store_dword", 'b', 4, 1, 1, 0, 0, 0, ALL},
    {"buffer_store_byte", 'b', 1, 1, 1, 0, 0, 0, ALL},
    {"ds_read_b32", 'd', 4, 1, 0, 0, 0, 0, ALL},
    {"ds_read_b64", 'd', 8, 1, 0, 0, 0, 0, ALL},
    {"ds_read_u8", 'd', 1, 1, 0, 0, 0, 0, ALL},
    {"ds_read_i16", 'd', 2, 1, 0, 1, 0, 0, ALL},
    {"ds_read_u8_d16_hi", 'd', 1, 1, 0, 0, 2, 0, GFX9},
    {"ds_read2_b32", 'd', 4, 2, 0, 0, 0, 4, ALL},
    {"ds_read2st64_b32", 'd', 4, 2, 0, 0, 0, 255, ALL},
    {"ds_read2_b64", 'd', 8, 2, 0, 0, 0, 8, ALL},
    {"ds_write_b32", 'd', 4, 1, 1, 0, 0, 0, ALL},
    {"ds_write_b64", 'd', 8, 1, 1, 0, 0, 0, ALL},
    {"ds_write_b8", 'd', 1, 1, 1, 0, 0, 0, ALL},
    {"ds_write_b16", 'd', 2, 1, 1, 0, 0, 0, ALL},
    {"ds_write_b16_d16_hi", 'd', 2, 1, 1, 0, 2, 0, GFX9},
    {"ds_write2_b32", 'd', 4, 2, 1, 0, 0, 4, ALL},
    {"ds_add_u32", 'd', 4, 1, 2, 0, 0, 0, ALL},
    {"s_store_dword", 's', 4, 1, 1, 0, 0, 0, GFX8 | GFX9},
    {"s_store_dwordx2", 's', 8, 1, 1, 0, 0, 0, GFX8 | GFX9},
    {"s_buffer_store_dword", 's', 4, 1, 1, 0, 0, 0, GFX8 | GFX9},
    {"s_load_dword", 's', 4, 1, 0, 0, 0, 0, ALL},
    {"s_load_dwordx2", 's', 8, 1, 0, 0, 0, 0, ALL},
    {"s_load_dwordx4", 's', 16, 1, 0, 0, 0, 0, ALL},
    {"s_buffer_load_dword", 's', 4, 1, 0, 0, 0, 0, ALL},
    {"s_buffer_load_dwordx2", 's', 8, 1, 0, 0, 0, 0, ALL},
};

enum { BRANCH_ALWAYS, BRANCH_SCC0, BRANCH_SCC1, BRANCH_VCCZ, BRANCH_VCCNZ, BRANCH_EXECZ, BRANCH_EXECNZ };
static const char* const branch_names[] = {"s_branch",        "s_cbranch_scc0",  "s_cbranch_scc1",  "s_cbranch_vccz",
                                           "s_cbranch_vccnz", "s_cbranch_execz", "s_cbranch_execnz"};

/* DPP: where lane i of the first source comes from. */
typedef enum dpp_kind {
    DPP_NONE,
    QUAD_PERM,
    ROW_SHL,
    ROW_SHR,
    ROW_ROR,
    ROW_MIRROR,
    ROW_HALF_MIRROR,
    WAVE_SHL,
    WAVE_ROL,
    WAVE_SHR,
    WAVE_ROR,
    ROW_BCAST15,
    ROW_BCAST31,
    ROW_NEWBCAST,
    ROW_SHARE,
    ROW_XMASK,
    DPP8
} dpp_kind;

typedef struct permutation {
    uint8_t kind; /* dpp_kind */
    uint8_t n;
    uint8_t list[8];
    uint8_t rows, banks; /* that are written */
    uint8_t is_zero, reads_off;
} permutation;

typedef struct instruction {
    operation op;
    operand to;
    operand from[3];
    operand mask;        /* carry out, destination of a comparison */
    operand carry;       /* read */
    int16_t is_wide;     /* SDWA and the like: none yet */
    uint8_t part;        /* SDWA: of the destination, as select */
    uint8_t keeps;       /* ... the rest stays; 2: is the sign */
    uint8_t writes_exec; /* v_cmpx */
    uint8_t keeps_high;  /* RDNA: of 16 bits the others stay */
    uint8_t low, high;   /* halves that a packed operation takes of its sources, as bits */
    uint8_t output;      /* of floats: twice, four times, half, between 0 and 1 */
    uint8_t kind;        /* of a branch */
    uint8_t has_index, has_offset;
    uint8_t to_lds;  /* a load that goes there, */
    uint8_t is_gds;  /* an access to that, */
    operand stack;   /* what scratch_ adds to the offset */
    permutation dpp;
    int target; /* label */
    const memory_op* memory;
    int32_t offset;
    uint32_t offset2;
} instruction;

typedef struct program {
    test_random random;
    int gpu;
    int is_rdna;         /* GFX9's code in GFX10's names */
    uint32_t wave_lanes; /* 64, or 32 on RDNA */
    int count;
    int label_count;
    int labels[200];
    instruction code[INSNS_MAX];
    size_t line[INSNS_MAX]; /* where its text begins */
    size_t length;
    char text[TEXT_MAX];
    uint32_t group_lanes;
    uint32_t groups;
    int unknowns; /* per cent */
    int is_alone; /* one wave */
    int depth;
    int budget;
    uint32_t n;
    int data[3];
    int adds_scratch; /* the wave's place to the descriptor, at first */
    int is_reduced;
    uint64_t number;
} program;

static uint64_t below(program* p, uint64_t limit) {
    return test_random_below(&p->random, limit);
}

static int chance(program* p, uint64_t percent) {
    return below(p, 100) < percent;
}

static void put(program* p, const char* format, ...) TEST_PRINTF(2, 3);
static void put(program* p, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int bytes = vsnprintf(p->text + p->length, TEXT_MAX - p->length, format, arguments);
    va_end(arguments);
    p->length += (size_t)bytes;
    if (p->length >= TEXT_MAX - 200) {
        abort();
    }
}

static void put_reg(program* p, char kind, uint32_t reg, uint32_t dwords) {
    if (kind == 's' && reg == REG_VCC) {
        put(p, dwords > 1 ? "vcc" : "vcc_lo");
    } else if (kind == 's' && reg == REG_VCC + 1) {
        put(p, "vcc_hi");
    } else if (kind == 's' && reg == REG_EXEC) {
        put(p, dwords > 1 ? "exec" : "exec_lo");
    } else if (kind == 's' && reg == REG_M0) {
        put(p, "m0");
    } else if (dwords > 1) {
        put(p, "%c[%u:%u]", kind, (unsigned)reg, (unsigned)(reg + dwords - 1));
    } else {
        put(p, "%c%u", kind, (unsigned)reg);
    }
}

static void put_operand(program* p, const operand* o, uint32_t dwords) {
    static const struct {
        uint32_t bits;
        const char* text;
    } floats[] = {{0x3f000000u, "0.5"}, {0xbf000000u, "-0.5"}, {0x3f800000u, "1.0"}, {0xbf800000u, "-1.0"},
                  {0x40000000u, "2.0"}, {0xc0000000u, "-2.0"}, {0x40800000u, "4.0"}, {0xc0800000u, "-4.0"}};
    for (size_t k = 0; k < sizeof floats / sizeof floats[0]; ++k) {
        if (o->kind == 'k' && o->value == floats[k].bits) {
            put(p, "%s", floats[k].text);
            return;
        }
    }
    if (o->kind != 'k') {
        put(p, "%s%s", o->is_negative ? "-" : "", o->is_absolute ? "|" : "");
        put_reg(p, o->kind, o->reg, dwords);
        put(p, o->is_absolute ? "|" : "");
    } else if (o->value + 16 <= 80) {
        put(p, "%d", (int)o->value);
    } else {
        put(p, "0x%x", (unsigned)o->value);
    }
}

static instruction* add(program* p, operation op) {
    if (p->count >= INSNS_MAX) {
        abort();
    }
    p->line[p->count] = p->length;
    instruction* i = &p->code[p->count++];
    memset(i, 0, sizeof *i);
    i->op = op;
    return i;
}

static operand reg_of(char kind, uint32_t reg) {
    operand o = {kind, (uint16_t)reg, 0, 0, 0, 0};
    return o;
}

static operand constant_of(uint32_t value) {
    operand o = {'k', 0, value, 0, 0, 0};
    return o;
}

static int new_label(program* p) {
    p->labels[p->label_count] = -1;
    return p->label_count++;
}

static void place_label(program* p, int label) {
    p->labels[label] = p->count;
    put(p, "L%d:\n", label);
}

static void branch(program* p, int kind, int label) {
    instruction* i = add(p, BRANCH);
    i->kind = (uint8_t)kind;
    i->target = label;
    put(p, "\t%s L%d\n", branch_names[kind], label);
}

/* An operation's name: RDNA has others for some of GFX9's. */
static const char* name_of(const program* p, operation op) {
    static const char* const names[][2] = {{"v_add_u32", "v_add_nc_u32"},
                                           {"v_sub_u32", "v_sub_nc_u32"},
                                           {"v_subrev_u32", "v_subrev_nc_u32"},
                                           {"v_add_u16", "v_add_nc_u16"},
                                           {"v_sub_u16", "v_sub_nc_u16"},
                                           {"v_subrev_u16", "v_subrev_nc_u16"},
                                           {"v_add_u32_e64", "v_add_nc_u32_e64"},
                                           {"v_sub_u32_e64", "v_sub_nc_u32_e64"},
                                           {"v_add_u16_e64", "v_add_nc_u16_e64"},
                                           {"v_sub_u16_e64", "v_sub_nc_u16_e64"},
                                           {"v_add_i32", "v_add_nc_i32"},
                                           {"v_sub_i32", "v_sub_nc_i32"},
                                           {"v_addc_co_u32", "v_add_co_ci_u32"},
                                           {"v_subb_co_u32", "v_sub_co_ci_u32"},
                                           {"v_subbrev_co_u32", "v_subrev_co_ci_u32"}};
    for (size_t k = 0; k < sizeof names / sizeof names[0] && p->is_rdna; ++k) {
        if (strcmp(names[k][0], operations[op].name) == 0) {
            return names[k][1];
        }
    }
    return operations[op].name;
}

/* Whether it makes 16 bits of a register. */
static int is_half(operation op) {
    const char* name = operations[op].name;
    return strchr("123xy", operations[op].form) != NULL && name[0] == 'v' && op != V_MAD_U32_U16 &&
           op != V_MAD_I32_I16 && (strstr(name, "_u16") != NULL || strstr(name, "_i16") || strstr(name, "_b16"));
}

/* An operation with one destination and up to three sources, all given. */
static void scalar(program* p, operation op, operand to, operand a, operand b) {
    char form = operations[op].form;
    int wide_to = strchr("QHMqs", form) != NULL, wide_a = strchr("QHqwCns", form) != NULL,
        wide_b = strchr("QC", form) != NULL;
    instruction* i = add(p, op);
    i->to = to;
    i->from[0] = a;
    i->from[1] = b;
    put(p, "\t%s ", name_of(p, op));
    if (strchr("cCniu", form) == NULL) {
        put_operand(p, &to, wide_to ? 2 : 1);
        put(p, ", ");
    }
    put_operand(p, &a, wide_a ? 2 : 1);
    if (b.kind != 0) {
        put(p, ", ");
        put_operand(p, &b, wide_b ? 2 : 1);
    }
    put(p, "\n");
}

static const operand none = {0, 0, 0, 0, 0, 0};

/* Registers: s0-s3 scratch, s4-s5 arguments, s6 group, s7 the wave's scratch, s8-s13 pointers, s14 n, s15 what nobody
   gave; s16-s31 anything; s32-s39 counters and limits of loops; s40-s59 masks by depth; s60-s63 temporary; s64-s67
   descriptors. v0 lane; v1-v12 anything; v13-v15, v20-v24 temporary; v16-v19 counters of loops, v26-v29 their
   limits. */
enum { POOL_S = 16, POOL_S_COUNT = 16, POOL_V = 1, POOL_V_COUNT = 12 };

static uint32_t any_constant(program* p) {
    switch (below(p, 6)) {
    case 0:
        return (uint32_t)below(p, 65);
    case 1:
        return (uint32_t)(0 - below(p, 17));
    case 2:
        return 1u << below(p, 32);
    case 3:
        return (uint32_t)(test_random_next(&p->random) >> (32 + below(p, 32)));
    case 4:
        return (uint32_t)(0 - (test_random_next(&p->random) >> (32 + below(p, 32))));
    default:
        return (uint32_t)below(p, 4096);
    }
}

static operand any_sgpr(program* p) {
    return chance(p, 12)            ? reg_of('s', 14)
           : chance(p, p->unknowns) ? reg_of('s', 15)
           : chance(p, 6)           ? reg_of('s', 6)
           : chance(p, 4)           ? reg_of('s', REG_VCC + (uint32_t)below(p, 2))
                                    : reg_of('s', POOL_S + (uint32_t)below(p, POOL_S_COUNT));
}

static operand any_pair(program* p) {
    return chance(p, 15) ? reg_of('s', REG_VCC) : reg_of('s', POOL_S + 2 * (uint32_t)below(p, POOL_S_COUNT / 2));
}

/* As wide as the wave. */
static operand any_mask(program* p) {
    return p->wave_lanes == 64 ? any_pair(p)
           : chance(p, 15)     ? reg_of('s', REG_VCC)
                               : reg_of('s', POOL_S + (uint32_t)below(p, POOL_S_COUNT));
}

static operand any_vgpr(program* p) {
    return chance(p, 10) ? reg_of('v', 0) : reg_of('v', POOL_V + (uint32_t)below(p, POOL_V_COUNT));
}

static operand pool_vgpr(program* p) {
    return reg_of('v', POOL_V + (uint32_t)below(p, POOL_V_COUNT));
}

static operand pool_sgpr(program* p) {
    return reg_of('s', POOL_S + (uint32_t)below(p, POOL_S_COUNT));
}

static operand inline_constant(program* p) {
    return constant_of((uint32_t)(below(p, 81) - 16));
}

static operand any_scalar(program* p, int wide) {
    if (chance(p, 30)) {
        return wide ? inline_constant(p) : constant_of(any_constant(p));
    }
    return wide ? any_pair(p) : any_sgpr(p);
}

static int is_literal(const operand* o) {
    return o->kind == 'k' && o->value + 16 > 80;
}

static void random_scalar(program* p) {
    operation op;
    do {
        op = (operation)below(p, SCALAR_COUNT);
    } while ((operations[op].gpus & p->gpu) == 0 || strchr("sz", operations[op].form) != NULL);
    char form = operations[op].form;
    operand to = strchr("QHMq", form) != NULL ? any_pair(p)
                 : chance(p, 4)               ? reg_of('s', REG_VCC + (uint32_t)below(p, 2))
                                              : pool_sgpr(p);
    operand a = any_scalar(p, strchr("QHqwCn", form) != NULL);
    operand b = strchr("2QHMcCn", form) == NULL ? none : any_scalar(p, strchr("QC", form) != NULL);
    if (strchr(p->wave_lanes == 64 ? "QHqwC" : "12r", form) != NULL && chance(p, 6)) {
        a = reg_of('s', REG_EXEC);
    }
    if (form == 'k' || form == 'm') {
        a = constant_of((uint32_t)(int32_t)(int16_t)any_constant(p));
    } else if (form == 'i' || form == 'u') {
        a = pool_sgpr(p);
        b = constant_of(form == 'i' ? (uint32_t)(int32_t)(int16_t)any_constant(p) : any_constant(p) & 0xffff);
    } else if (strncmp(operations[op].name, "s_bfe", 5) == 0 && chance(p, 80)) {
        b = constant_of((uint32_t)(below(p, 32) | below(p, 34) << 16));
    }
    if (is_literal(&a) && is_literal(&b)) {
        b = a;
    }
    scalar(p, op, to, a, b);
}

/* ---- vector code ---- */

static void put_mask(program* p, const operand* mask) {
    put_reg(p, 's', mask->reg, p->wave_lanes / 32);
    put(p, ", ");
}

static const char* const part_names[] = {"DWORD", "BYTE_0", "BYTE_1", "BYTE_2", "BYTE_3", "WORD_0", "WORD_1"};

/* Sources with parts, a part of the destination. */
static void put_sdwa(program* p, instruction* i, operation op) {
    int has_two = operations[op].form == '2';
    i->from[0] = any_vgpr(p);
    i->from[1] = has_two ? any_vgpr(p) : none;
    i->part = (uint8_t)below(p, 7);
    i->keeps = i->part == 0 ? 0 : (uint8_t)below(p, 3);
    put(p, "\t%s_sdwa v%d, ", name_of(p, op), i->to.reg);
    for (int k = 0; k < 1 + has_two; ++k) {
        i->from[k].select = (uint8_t)below(p, 7);
        int is_extended = i->from[k].select != 0 && chance(p, 20);
        i->from[k].select |= is_extended ? 8 : 0;
        put(p, is_extended ? "%ssext(v%d)" : "%sv%d", k ? ", " : "", i->from[k].reg);
    }
    put(p, " dst_sel:%s dst_unused:%s src0_sel:%s", part_names[i->part],
        i->keeps == 1   ? "UNUSED_PRESERVE"
        : i->keeps == 2 ? "UNUSED_SEXT"
                        : "UNUSED_PAD",
        part_names[i->from[0].select & 7]);
    if (has_two) {
        put(p, " src1_sel:%s", part_names[i->from[1].select & 7]);
    }
    put(p, "\n");
}

static void random_dpp(program* p, permutation* d) {
    do {
        d->kind = (uint8_t)(QUAD_PERM + below(p, DPP8));
    } while (p->is_rdna ? d->kind >= WAVE_SHL && d->kind <= ROW_NEWBCAST
                        : d->kind >= ROW_SHARE || (p->gpu == GFX8 && d->kind == ROW_NEWBCAST));
    d->n = (uint8_t)(d->kind <= ROW_ROR ? 1 + below(p, 15) : below(p, 16));
    for (int k = 0; k < 8; ++k) {
        d->list[k] = (uint8_t)below(p, d->kind == DPP8 ? 8 : 4);
    }
    d->rows = d->kind != DPP8 && chance(p, 30) ? (uint8_t)below(p, 16) : 15;
    d->banks = d->kind != DPP8 && chance(p, 20) ? (uint8_t)below(p, 16) : 15;
    d->is_zero = d->kind != DPP8 && chance(p, 50);
    d->reads_off = p->is_rdna && chance(p, 30);
}

static void put_dpp(program* p, const permutation* d) {
    static const char* const names[] = {
        "",          "quad_perm", "row_shl",  "row_shr",  "row_ror",   "row_mirror", "row_half_mirror",
        "wave_shl",  "wave_rol",  "wave_shr", "wave_ror", "row_bcast", "row_bcast",  "row_newbcast",
        "row_share", "row_xmask", "dpp8"};
    put(p, " %s", names[d->kind]);
    if (d->kind == QUAD_PERM || d->kind == DPP8) {
        for (int k = 0; k < (d->kind == DPP8 ? 8 : 4); ++k) {
            put(p, "%s%d", k == 0 ? ":[" : ",", d->list[k]);
        }
        put(p, "]");
    } else if (d->kind != ROW_MIRROR && d->kind != ROW_HALF_MIRROR) {
        put(p, ":%d",
            d->kind == ROW_BCAST15                       ? 15
            : d->kind == ROW_BCAST31                     ? 31
            : d->kind >= WAVE_SHL && d->kind <= WAVE_ROR ? 1
                                                         : d->n);
    }
    if (d->kind != DPP8 && (d->rows != 15 || chance(p, 70))) {
        put(p, " row_mask:0x%x", (unsigned)d->rows);
    }
    if (d->kind != DPP8 && (d->banks != 15 || chance(p, 70))) {
        put(p, " bank_mask:0x%x", (unsigned)d->banks);
    }
    put(p, "%s%s",
        !d->is_zero     ? ""
        : chance(p, 50) ? " bound_ctrl:0"
                        : " bound_ctrl:1",
        !d->reads_off   ? ""
        : chance(p, 50) ? " fi:1"
                        : " fi");
}

/* A source of the long encoding: one register of scalars for all. */
static operand long_source(program* p, int* io_has_scalar, int dwords) {
    if (chance(p, 20)) {
        return inline_constant(p);
    }
    if (!*io_has_scalar && chance(p, 25)) {
        *io_has_scalar = 1;
        return dwords > 1 ? any_pair(p) : any_sgpr(p);
    }
    return dwords > 1 ? reg_of('v', POOL_V + (uint32_t)below(p, POOL_V_COUNT - 1)) : any_vgpr(p);
}

/* Halves of registers. */
static void put_packed(program* p, operation op, operand to) {
    int count = operations[op].form == 'p' ? 3 : 2;
    instruction* i = add(p, op);
    i->to = to;
    i->low = (uint8_t)(chance(p, 50) ? below(p, 8) : 0);
    i->high = (uint8_t)(chance(p, 50) ? below(p, 8) : 7);
    put(p, "\t%s v%d", operations[op].name, to.reg);
    for (int k = 0; k < count; ++k) {
        i->from[k] = any_vgpr(p);
        put(p, ", v%d", i->from[k].reg);
    }
    for (int k = 0; k < count; ++k) {
        put(p, "%s%d%s", k == 0 ? " op_sel:[" : ",", i->low >> k & 1, k == count - 1 ? "]" : "");
    }
    for (int k = 0; k < count; ++k) {
        put(p, "%s%d%s", k == 0 ? " op_sel_hi:[" : ",", i->high >> k & 1, k == count - 1 ? "]" : "");
    }
    put(p, "\n");
}

/* A move from or to a register that an index chooses, v1 to v8. */
static void random_index(program* p) {
    int is_write = chance(p, 50);
    int has_mode = p->gpu == GFX9 && !p->is_rdna;
    operand index = reg_of('s', has_mode ? 62u : (uint32_t)REG_M0);
    scalar(p, S_AND_B32, index, any_sgpr(p), constant_of(7));
    if (has_mode) {
        add(p, FIXED);
        put(p, "\ts_set_gpr_idx_on s62, gpr_idx(%s)\n", is_write ? "DST" : "SRC0");
    }
    instruction* i = add(p, is_write ? V_TO_INDEX : V_FROM_INDEX);
    i->to = is_write ? reg_of('v', 1) : pool_vgpr(p);
    i->from[0] = is_write ? any_vgpr(p) : reg_of('v', 1);
    i->from[1] = index;
    put(p, "\t%s v%d, v%d\n",
        has_mode   ? "v_mov_b32_e32"
        : is_write ? "v_movreld_b32_e32"
                   : "v_movrels_b32_e32",
        i->to.reg, i->from[0].reg);
    if (has_mode) {
        add(p, FIXED);
        put(p, "\ts_set_gpr_idx_off\n");
    }
}

/* A source of floats: mostly one that was made of an integer. */
static operand float_source(program* p, int* io_has_scalar) {
    static const uint32_t constants[] = {0x3f000000u, 0x3f800000u, 0x40000000u, 0x40800000u, 0xbf000000u, 0xc0000000u};
    operand o = chance(p, 25)   ? constant_of(constants[below(p, 6)])
                : chance(p, 50) ? reg_of('v', 14 + (uint32_t)below(p, 2))
                                : long_source(p, io_has_scalar, 1);
    o.is_negative = o.kind != 'k' && chance(p, 20);
    o.is_absolute = o.kind != 'k' && chance(p, 15);
    return o;
}

static void put_float(program* p, operation op, operand to) {
    static const char* const outputs[] = {"", " mul:2", " mul:4", " div:2", " clamp"};
    char form = operations[op].form;
    int has_scalar = 0, count = form == 'f' ? 1 : form == 'F' ? 2 : 3;
    int is_integer = strstr(operations[op].name, "cvt") != NULL;
    instruction* i = add(p, op);
    i->to = to;
    i->keeps_high = (uint8_t)(p->is_rdna && op == V_CVT_H_F);
    i->output = (uint8_t)(!is_integer && chance(p, 15) ? below(p, 5) : 0);
    put(p, "\t%s%s v%d", operations[op].name, form == 'T' ? "" : "_e64", to.reg);
    for (int k = 0; k < count; ++k) {
        i->from[k] = float_source(p, &has_scalar);
        put(p, ", ");
        put_operand(p, &i->from[k], 1);
    }
    put(p, "%s\n", outputs[i->output]);
}

static void put_vector(program* p, operation op, operand to) {
    if (strchr("fFT", operations[op].form) != NULL) {
        put_float(p, op, to);
        return;
    }
    if (operations[op].form == 'P' || operations[op].form == 'p') {
        put_packed(p, op, to);
        return;
    }
    char form = operations[op].form;
    instruction* i = add(p, op);
    i->to = to;
    i->keeps_high = (uint8_t)(p->is_rdna && is_half(op));
    int is_plain = (form == '1' || form == '2') && !i->keeps_high;
    int is_compare = form == 'C' || form == 'D';
    int is_dpp = p->gpu != GFX6 && strchr("12ABSC", form) != NULL && chance(p, 20) && op != V_FFBH_I32;
    if (is_plain && !is_dpp && p->gpu != GFX6 && chance(p, 12) && op != V_FFBH_I32) {
        put_sdwa(p, i, op);
        return;
    }
    int is_short = form == 'x' || form == 'y' || form == '3' || form == 'W' || form == 'w' || form == 'G'
                       ? 0
                       : is_dpp || chance(p, 60);
    int has_scalar = 0;
    int wide_to = form == 'W' || form == 'w' || form == 'G';
    i->mask = is_short ? reg_of('s', REG_VCC) : any_mask(p);
    if (form == 'B' || form == 'S') {
        i->carry = is_short ? reg_of('s', REG_VCC) : any_mask(p);
        has_scalar = !is_short;
    }
    int wide_a = form == 'w' || form == 'D', wide_b = form == 'W' || form == 'D', wide_c = form == 'G';
    if (is_short) {
        int may_be_scalar = form != 'B' && form != 'S';
        i->from[0] = may_be_scalar && chance(p, 50) ? any_scalar(p, wide_a) : long_source(p, &(int){1}, 1 + wide_a);
        i->from[1] = wide_b ? reg_of('v', POOL_V + (uint32_t)below(p, POOL_V_COUNT - 1)) : any_vgpr(p);
        i->from[0] = is_dpp ? any_vgpr(p) : i->from[0];
    } else {
        i->from[0] = long_source(p, &has_scalar, 1 + wide_a);
        i->from[1] = long_source(p, &has_scalar, 1 + wide_b);
        i->from[2] = form == '3' || form == 'G' ? long_source(p, &has_scalar, 1 + wide_c) : none;
    }
    i->from[1] = form == '1' ? none : i->from[1];
    if (is_compare) {
        put(p, "\tv_cmp_%s_%s ", operations[op].name, is_dpp ? "dpp" : is_short ? "e32" : "e64");
    } else {
        int has_suffix = strchr("xy3WwG", form) == NULL;
        put(p, "\t%s%s ", name_of(p, op), !has_suffix ? "" : is_dpp ? "_dpp" : is_short ? "_e32" : "_e64");
        put_operand(p, &i->to, 1 + (uint32_t)wide_to);
        put(p, ", ");
    }
    if (form == 'A' || form == 'B' || form == 'G' || is_compare) {
        put_mask(p, &i->mask);
    } else {
        i->mask = none;
    }
    put_operand(p, &i->from[0], 1 + (uint32_t)wide_a);
    if (i->from[1].kind != 0) {
        put(p, ", ");
        put_operand(p, &i->from[1], 1 + (uint32_t)wide_b);
    }
    if (i->from[2].kind != 0) {
        put(p, ", ");
        put_operand(p, &i->from[2], 1 + (uint32_t)wide_c);
    }
    if (i->carry.kind != 0) {
        put(p, ", ");
        put_reg(p, 's', i->carry.reg, p->wave_lanes / 32);
    }
    if (is_dpp) {
        random_dpp(p, &i->dpp);
        put_dpp(p, &i->dpp);
    }
    put(p, form == 'y' ? " clamp\n" : "\n");
}

static void random_vector(program* p) {
    operation op;
    do {
        op = (operation)(SCALAR_COUNT + below(p, VECTOR_COUNT));
    } while ((operations[op].gpus & p->gpu) == 0 || (p->is_rdna && (op == V_MAD_LEGACY || op == V_MAD_F32)));
    int wide = strchr("WwG", operations[op].form) != NULL;
    put_vector(p, op, wide ? reg_of('v', POOL_V + (uint32_t)below(p, POOL_V_COUNT - 1)) : pool_vgpr(p));
}

/* Floats out of integers, and back. */
static void random_floats(program* p) {
    for (uint32_t k = 0; k < 2; ++k) {
        if (chance(p, 70)) {
            put_vector(p, chance(p, 50) ? V_CVT_F_I : V_CVT_F_U, reg_of('v', 14 + k));
        }
    }
    for (uint64_t k = 1 + below(p, 3); k > 0; --k) {
        operation op = (operation)(V_TRUNC_F32 + below(p, V_MAD_F32 - V_TRUNC_F32 + (p->is_rdna ? 0 : 1)));
        if ((operations[op].gpus & p->gpu) != 0) {
            put_vector(p, op, chance(p, 60) ? reg_of('v', 14 + (uint32_t)below(p, 2)) : pool_vgpr(p));
        }
    }
    put_vector(p, chance(p, 50) ? V_CVT_I_F : V_CVT_U_F, pool_vgpr(p));
}

/* v_op to, a, b in its short form: what the test needs itself. */
static void vector(program* p, operation op, operand to, operand a, operand b) {
    instruction* i = add(p, op);
    i->to = to;
    i->from[0] = a;
    i->from[1] = b;
    put(p, "\t%s ", name_of(p, op));
    put_operand(p, &to, 1);
    put(p, ", ");
    put_operand(p, &a, 1);
    if (b.kind != 0) {
        put(p, ", ");
        put_operand(p, &b, 1);
    }
    put(p, "\n");
}

/* A comparison of lanes into a mask. */
static void compare(program* p, operation op, operand mask, operand a, operand b) {
    instruction* i = add(p, op);
    i->mask = mask;
    i->from[0] = a;
    i->from[1] = b;
    put(p, "\tv_cmp_%s ", operations[op].name);
    put_mask(p, &mask);
    put_operand(p, &a, 1);
    put(p, ", ");
    put_operand(p, &b, 1);
    put(p, "\n");
}

/* A pattern of ds_swizzle, by a name or as a number. */
static void put_swizzle(program* p, instruction* i) {
    static const char letters[] = "01pi";
    char mask[6] = "";
    uint32_t kind = (uint32_t)below(p, 6), bit = 1u << below(p, 5), lane = (uint32_t)below(p, 32);
    uint32_t masks = 0;
    if (kind < 2) {
        i->offset = 0x8000 | (int32_t)below(p, 256);
        if (kind == 0) {
            put(p, " offset:swizzle(QUAD_PERM,%d,%d,%d,%d)\n", i->offset & 3, i->offset >> 2 & 3, i->offset >> 4 & 3,
                i->offset >> 6 & 3);
            return;
        }
    } else if (kind == 2) {
        i->offset = (int32_t)(31 | bit << 10);
        put(p, " offset:swizzle(SWAP,%u)\n", (unsigned)bit);
        return;
    } else if (kind == 3) {
        i->offset = (int32_t)(31 | (2 * bit - 1) << 10);
        put(p, " offset:swizzle(REVERSE,%u)\n", (unsigned)(2 * bit));
        return;
    } else if (kind == 4) {
        lane &= 2 * bit - 1;
        i->offset = (int32_t)((~(2 * bit - 1) & 31) | lane << 5);
        put(p, " offset:swizzle(BROADCAST,%u,%u)\n", (unsigned)(2 * bit), (unsigned)lane);
        return;
    } else if (chance(p, 50)) {
        for (int k = 0; k < 5; ++k) { /* the highest bit first */
            uint32_t letter = (uint32_t)below(p, 4);
            mask[k] = letters[letter];
            masks |= (letter >= 2 ? 1u : 0) << (4 - k) | (letter == 1 ? 32u : 0) << (4 - k) |
                     (letter == 3 ? 1024u : 0) << (4 - k);
        }
        i->offset = (int32_t)masks;
        put(p, " offset:swizzle(BITMASK_PERM,\"%s\")\n", mask);
        return;
    } else {
        i->offset = (int32_t)below(p, 0x8000);
    }
    put(p, chance(p, 50) ? " offset:0x%x\n" : " offset:%d\n", (unsigned)i->offset);
}

static void random_permute(program* p) {
    static const char* const names[] = {"v_permlane16_b32", "v_permlanex16_b32", "ds_swizzle_b32", "ds_permute_b32",
                                        "ds_bpermute_b32"};
    int first = p->is_rdna ? V_PERMLANE16 : DS_SWIZZLE, last = p->gpu == GFX6 ? DS_SWIZZLE : DS_BPERMUTE;
    operation op = (operation)(first + (int)below(p, (uint64_t)(last - first + 1)));
    instruction* i = add(p, op);
    const char* name = names[op - V_PERMLANE16];
    i->to = pool_vgpr(p);
    i->from[0] = any_vgpr(p);
    if (op <= V_PERMLANEX16) {
        i->from[1] = any_scalar(p, 1);
        i->from[2] = chance(p, 50) ? i->from[1] : inline_constant(p);
        i->dpp.reads_off = chance(p, 40);
        i->dpp.is_zero = chance(p, 40);
        put(p, "\t%s v%d, v%d, ", name, i->to.reg, i->from[0].reg);
        put_operand(p, &i->from[1], 1);
        put(p, ", ");
        put_operand(p, &i->from[2], 1);
        put(p, i->dpp.reads_off + i->dpp.is_zero == 0 ? "\n" : " op_sel:[%d,%d]\n", i->dpp.reads_off, i->dpp.is_zero);
    } else if (op == DS_SWIZZLE) {
        put(p, "\t%s v%d, v%d", name, i->to.reg, i->from[0].reg);
        put_swizzle(p, i);
    } else {
        i->from[1] = any_vgpr(p);
        i->offset = chance(p, 40) ? (int32_t)below(p, 300) : 0;
        put(p, i->offset != 0 ? "\t%s v%d, v%d, v%d offset:%d\n" : "\t%s v%d, v%d, v%d\n", name, i->to.reg,
            i->from[0].reg, i->from[1].reg, i->offset);
    }
}

static void random_across(program* p) {
    instruction* i;
    if (chance(p, 20)) {
        random_index(p);
        return;
    }
    if (chance(p, 50)) {
        random_permute(p);
        return;
    }
    switch (below(p, p->gpu == GFX9 ? 4 : 3)) {
    case 0:
        i = add(p, V_READFIRSTLANE);
        i->to = pool_sgpr(p);
        i->from[0] = any_vgpr(p);
        put(p, "\tv_readfirstlane_b32 s%d, v%d\n", i->to.reg, i->from[0].reg);
        break;
    case 1:
        i = add(p, V_READLANE);
        i->to = pool_sgpr(p);
        i->from[0] = any_vgpr(p);
        i->from[1] = chance(p, 70) ? constant_of((uint32_t)below(p, 64)) : any_sgpr(p);
        put(p, "\tv_readlane_b32 s%d, v%d, ", i->to.reg, i->from[0].reg);
        put_operand(p, &i->from[1], 1);
        put(p, "\n");
        break;
    case 2:
        i = add(p, V_WRITELANE);
        i->to = pool_vgpr(p);
        i->from[0] = chance(p, 30) ? inline_constant(p) : pool_sgpr(p);
        i->from[1] = chance(p, 80) || i->from[0].kind == 's' ? constant_of((uint32_t)below(p, 64)) : any_sgpr(p);
        put(p, "\tv_writelane_b32 v%d, ", i->to.reg);
        put_operand(p, &i->from[0], 1);
        put(p, ", ");
        put_operand(p, &i->from[1], 1);
        put(p, "\n");
        break;
    default:
        i = add(p, V_SWAP);
        i->to = pool_vgpr(p);
        i->from[0] = pool_vgpr(p);
        put(p, "\tv_swap_b32 v%d, v%d\n", i->to.reg, i->from[0].reg);
        break;
    }
}

/* ---- memory ---- */

static const memory_op* any_memory(program* p, char unit, int action) {
    const memory_op* m;
    do {
        m = &memory_ops[below(p, sizeof memory_ops / sizeof memory_ops[0])];
    } while (m->unit != unit || m->action != action || (m->gpus & p->gpu) == 0);
    return m;
}

static uint32_t dwords_of(const memory_op* m) {
    return (uint32_t)(m->bytes + 3) / 4 * m->addresses;
}

/* A place for what is loaded, or where it comes from. */
static operand data_operand(program* p, const memory_op* m) {
    uint32_t dwords = dwords_of(m);
    if (m->action == 0 && chance(p, 30)) {
        return reg_of('v', 20); /* nobody reads it */
    }
    return reg_of('v', POOL_V + (uint32_t)below(p, POOL_V_COUNT + 1 - dwords));
}

/* An address within a few thousand bytes in v13, or any in a register. */
static operand address_operand(program* p, int is_any, uint32_t mask) {
    if (is_any) {
        return any_vgpr(p);
    }
    vector(p, V_AND, reg_of('v', 13), constant_of(mask), any_vgpr(p));
    return reg_of('v', 13);
}

static uint32_t mask_of(const memory_op* m) {
    return 0x7ffu & ~(uint32_t)((m->bytes < 4 ? m->bytes : 4) - 1);
}

static void global_access(program* p, const memory_op* m, uint32_t pointer, int is_any) {
    operand data = data_operand(p, m);
    operand address = address_operand(p, is_any, mask_of(m));
    instruction* i = add(p, MEMORY);
    i->memory = m;
    i->to = data;
    i->from[0] = address;
    i->from[1] = reg_of('s', pointer);
    i->offset = chance(p, 30) ? 4 * (int32_t)(below(p, 512) - (is_any ? 256 : 0)) : 0;
    put(p, "\t%s ", m->name);
    if (m->action == 0) {
        put_operand(p, &data, dwords_of(m));
        put(p, ", v%d, s[%u:%u]", address.reg, (unsigned)pointer, (unsigned)pointer + 1);
    } else {
        put(p, "v%d, ", address.reg);
        put_operand(p, &data, dwords_of(m));
        put(p, ", s[%u:%u]", (unsigned)pointer, (unsigned)pointer + 1);
    }
    if (i->offset != 0) {
        put(p, " offset:%d", i->offset);
    }
    put(p, "\n");
}

/* The address is added up in v[20:21], with a carry. */
static void flat_access(program* p, const memory_op* m, uint32_t pointer, int is_any) {
    operand data = data_operand(p, m);
    operand address = address_operand(p, is_any, mask_of(m));
    operation sum = p->gpu == GFX9 ? V_ADD_CO9 : V_ADD_CO8, carry = p->gpu == GFX9 ? V_ADDC_CO9 : V_ADDC_CO;
    vector(p, V_MOV, reg_of('v', 22), reg_of('s', pointer + 1), none);
    for (int k = 0; k < 2; ++k) {
        instruction* i = add(p, k ? carry : sum);
        i->to = reg_of('v', 20 + (uint32_t)k);
        i->mask = reg_of('s', REG_VCC);
        i->carry = k ? reg_of('s', REG_VCC) : none;
        i->from[0] = k ? constant_of(0) : reg_of('s', pointer);
        i->from[1] = k ? reg_of('v', 22) : address;
        put(p, "\t%s_e32 v%d, ", name_of(p, i->op), i->to.reg);
        put_mask(p, &i->mask);
        put_operand(p, &i->from[0], 1);
        put(p, ", v%d%s\n", i->from[1].reg, k == 0 ? "" : p->wave_lanes == 64 ? ", vcc" : ", vcc_lo");
    }
    instruction* i = add(p, MEMORY);
    i->memory = m;
    i->to = data;
    i->from[0] = reg_of('v', 20);
    put(p, "\t%s ", m->name);
    if (m->action == 0) {
        put_operand(p, &data, dwords_of(m));
        put(p, ", v[20:21]\n");
    } else {
        put(p, "v[20:21], ");
        put_operand(p, &data, dwords_of(m));
        put(p, "\n");
    }
}

/* The descriptor of an argument in s[64:67]. */
static void put_descriptor(program* p, uint32_t pointer, uint32_t stride, uint32_t records) {
    scalar(p, S_MOV_B32, reg_of('s', 64), reg_of('s', pointer), none);
    scalar(p, S_OR_B32, reg_of('s', 65), reg_of('s', pointer + 1), constant_of(stride << 16));
    scalar(p, S_MOV_B32, reg_of('s', 66), constant_of(records), none);
    scalar(p, S_MOV_B32, reg_of('s', 67), constant_of(0x27fac), none);
}

static void buffer_access(program* p, const memory_op* m, uint32_t pointer, int is_any) {
    int has_index = chance(p, 25), has_offset = !has_index || chance(p, 50);
    uint32_t records = chance(p, 70) ? 0xffffffffu : has_index ? (uint32_t)below(p, 80) : (uint32_t)below(p, 2048);
    operand data = data_operand(p, m);
    operand address = address_operand(p, is_any && !has_index, has_index ? 0x3f : mask_of(m));
    operand offset = chance(p, 60) ? constant_of(0) : reg_of('s', 60);
    int to_lds = strcmp(m->name, "buffer_load_dword") == 0 && p->gpu != GFX6 && p->is_alone && chance(p, 25);
    if (to_lds) {
        scalar(p, S_MOV_B32, reg_of('s', REG_M0), constant_of(4 * (uint32_t)below(p, 200)), none);
        data = none;
    }
    put_descriptor(p, pointer, has_index ? 16 : 0, records);
    if (has_index && has_offset) {
        vector(p, V_MOV, reg_of('v', 14), address, none);
        vector(p, V_AND, reg_of('v', 15), constant_of(chance(p, 50) ? 12 : 60), any_vgpr(p));
        address = reg_of('v', 14);
    }
    if (offset.kind == 's') {
        scalar(p, S_AND_B32, offset, any_sgpr(p), constant_of(0x3fc));
    }
    instruction* i = add(p, MEMORY);
    i->memory = m;
    i->to = data;
    i->from[0] = address;
    i->from[1] = reg_of('s', 64);
    i->from[2] = offset;
    i->has_index = (uint8_t)has_index;
    i->has_offset = (uint8_t)has_offset;
    i->offset = chance(p, 30) && !has_index ? 4 * (int32_t)below(p, 1000) : 0;
    put(p, "\t%s ", m->name);
    if (!to_lds) {
        put_operand(p, &data, dwords_of(m));
        put(p, ", ");
    }
    put_operand(p, &address, 1 + (uint32_t)(has_index && has_offset));
    put(p, ", s[64:67], ");
    put_operand(p, &offset, 1);
    i->to_lds = (uint8_t)to_lds;
    put(p, "%s%s", has_index ? " idxen" : "", has_offset ? " offen" : "");
    if (i->offset != 0) {
        put(p, " offset:%d", i->offset);
    }
    put(p, to_lds ? " lds\n" : "\n");
}

/* Scratch memory of each lane. */
static void scratch_access(program* p, int action) {
    const memory_op* m = any_memory(p, 'b', action);
    operand data = data_operand(p, m);
    int has_offset = chance(p, 40);
    operand address = has_offset ? address_operand(p, 0, 0x3fu & mask_of(m)) : none;
    int is_flat = p->gpu == GFX9 && chance(p, 50);
    operand stack = is_flat && !has_offset && chance(p, 60) ? reg_of('s', 60) : none;
    if (stack.kind != 0) {
        scalar(p, S_AND_B32, stack, any_sgpr(p), constant_of(0x3c));
    }
    instruction* i = add(p, MEMORY);
    i->memory = m;
    i->to = data;
    i->from[0] = address;
    i->from[1] = reg_of('s', 0);
    i->from[2] = p->adds_scratch ? constant_of(0) : reg_of('s', 7);
    i->has_offset = (uint8_t)has_offset;
    i->offset = (int32_t)below(p, 16) * (m->bytes < 4 ? m->bytes : 4);
    i->stack = stack;
    if (is_flat) {
        put(p, "\tscratch_%s ", m->name + 7);
        for (int k = 0; k < 2; ++k) { /* the data stand first in a load */
            if (k == (m->action != 0)) {
                put_operand(p, &data, dwords_of(m));
            } else if (has_offset) {
                put(p, "v%d", address.reg);
            } else {
                put(p, "off");
            }
            put(p, ", ");
        }
        put(p, stack.kind != 0 ? "s60 offset:%d\n" : "off offset:%d\n", i->offset);
        return;
    }
    put(p, "\t%s ", m->name);
    put_operand(p, &data, dwords_of(m));
    if (has_offset) {
        put(p, ", v%d, s[0:3], ", address.reg);
    } else {
        put(p, ", off, s[0:3], ");
    }
    put_operand(p, &i->from[2], 1);
    put(p, "%s offset:%d\n", has_offset ? " offen" : "", i->offset);
}

/* LDS: `address` of v13 as it stands. */
static void lds_at(program* p, const memory_op* m, operand address, uint32_t offset, uint32_t offset2) {
    operand data = data_operand(p, m), second = none;
    if (m->action != 0 && m->addresses == 2) {
        data = any_vgpr(p);
        second = any_vgpr(p);
    }
    if (p->gpu != GFX9) {
        scalar(p, S_MOV_B32, reg_of('s', REG_M0), constant_of(0xffffffffu), none);
    }
    instruction* i = add(p, MEMORY);
    i->memory = m;
    i->to = data;
    i->from[0] = address;
    i->from[1] = second;
    i->offset = (int32_t)offset;
    i->offset2 = offset2;
    i->is_gds = (uint8_t)chance(p, 8);
    put(p, "\t%s ", m->name);
    if (m->action == 0) {
        put_operand(p, &data, dwords_of(m));
        put(p, ", v%d", address.reg);
    } else {
        put(p, "v%d, ", address.reg);
        put_operand(p, &data, m->addresses == 2 ? dwords_of(m) / 2 : dwords_of(m));
        if (m->addresses == 2) {
            put(p, ", v%d", second.reg);
        }
    }
    if (m->addresses == 2) {
        put(p, " offset0:%u offset1:%u", (unsigned)offset, (unsigned)offset2);
    } else if (offset != 0) {
        put(p, " offset:%u", (unsigned)offset);
    }
    put(p, i->is_gds ? " gds\n" : "\n");
}

static void lds_access(program* p, int action) {
    const memory_op* m = any_memory(p, 'd', action);
    operand address = address_operand(p, 0, 0x7ffu & ~(uint32_t)(m->bytes - 1u));
    uint32_t limit = m->addresses == 1 ? 128 : m->step == 255 ? 4 : 100;
    uint32_t offset = (uint32_t)below(p, limit), offset2 = (uint32_t)below(p, limit);
    lds_at(p, m, address, m->addresses == 1 ? offset * m->bytes : offset, offset2);
}

static void scalar_access(program* p, uint32_t pointer, int action) {
    const memory_op* m = any_memory(p, 's', p->is_rdna || p->gpu == GFX6 ? 0 : action); /* others have no stores */
    uint32_t dwords = dwords_of(m);
    int is_buffer = m->name[2] == 'b';
    int by_register = chance(p, 50);
    if (is_buffer) {
        put_descriptor(p, pointer, 0, 0xffffffffu);
    }
    if (by_register) {
        scalar(p, S_AND_B32, reg_of('s', 61), any_sgpr(p), constant_of(0xffc));
    }
    instruction* i = add(p, MEMORY);
    i->memory = m;
    i->to = reg_of('s', POOL_S + (uint32_t)below(p, POOL_S_COUNT / dwords) * dwords);
    i->from[0] = reg_of('s', is_buffer ? 64 : pointer);
    i->from[1] = by_register ? reg_of('s', 61) : constant_of(4 * (uint32_t)below(p, p->gpu == GFX6 ? 256 : 1000));
    put(p, "\t%s ", m->name);
    put_operand(p, &i->to, dwords);
    put(p, ", ");
    put_operand(p, &i->from[0], is_buffer ? 4 : 2);
    if (by_register) {
        put(p, ", s61\n");
    } else {
        put(p, ", 0x%x\n", (unsigned)(p->gpu == GFX6 ? i->from[1].value / 4 : i->from[1].value));
    }
}

/* Reads where a register says, as it stands: shows what it holds. */
static void probe(program* p, operand v) {
    if (p->gpu == GFX9) {
        instruction* i = add(p, MEMORY);
        i->memory = &memory_ops[0];
        i->to = reg_of('v', 24);
        i->from[0] = v;
        i->from[1] = reg_of('s', 10);
        put(p, "\tglobal_load_ubyte v24, v%d, s[10:11]\n", v.reg);
        return;
    }
    put_descriptor(p, 10, 0, 0xffffffffu);
    instruction* i = add(p, MEMORY);
    i->memory = &memory_ops[20];
    i->to = reg_of('v', 24);
    i->from[0] = v;
    i->from[1] = reg_of('s', 64);
    i->from[2] = constant_of(0);
    i->has_offset = 1;
    put(p, "\tbuffer_load_ubyte v24, v%d, s[64:67], 0 offen\n", v.reg);
}

static void random_probe(program* p) {
    operand v = any_vgpr(p);
    if (chance(p, 30)) {
        vector(p, V_MOV, reg_of('v', 14), any_sgpr(p), none);
        v = reg_of('v', 14);
    }
    probe(p, v);
}

static void random_memory(program* p) {
    static const uint32_t pointers[] = {8, 10, 12};
    uint32_t pointer = pointers[below(p, 3)];
    int action = chance(p, 70) ? 0 : 1;
    int is_any = chance(p, 15);
    if (action == 1 && !p->is_alone) {
        pointer = 10; /* of which nothing is told */
    }
    if (chance(p, 20)) {
        scratch_access(p, chance(p, 50));
        return;
    }
    switch (below(p, p->is_alone ? 6 : 5)) {
    case 0:
        scalar_access(p, pointer, action);
        break;
    case 1:
        buffer_access(p, any_memory(p, 'b', action), pointer, is_any);
        break;
    case 2:
        if (p->gpu != GFX6) {
            flat_access(p, any_memory(p, 'f', action), pointer, is_any);
            break;
        } /* fall through */
    case 3:
    case 4:
        if (p->gpu == GFX9) {
            action = action == 1 && chance(p, 15) && p->is_alone ? 2 : action;
            global_access(p, any_memory(p, 'g', action), pointer, is_any);
        } else {
            buffer_access(p, any_memory(p, 'b', action), pointer, is_any);
        }
        break;
    default:
        lds_access(p, chance(p, 50) ? 0 : chance(p, 80) ? 1 : 2);
        break;
    }
}

/* ---- control flow ---- */

static void random_block(program* p);

static operand exec_mask(void) {
    return reg_of('s', REG_EXEC);
}

/* What is done with masks as wide as the wave. */
static void masks(program* p, operation op, operand to, operand a, operand b) {
    static const operation narrow[][2] = {
        {S_AND_B64, S_AND_B32},     {S_OR_B64, S_OR_B32},     {S_XOR_B64, S_XOR_B32},
        {S_ANDN2_B64, S_ANDN2_B32}, {S_MOV_B64, S_MOV_B32},   {S_WQM_B64, S_WQM_B32},
        {S_AND_SAVE, S_AND_SAVE32}, {S_OR_SAVE, S_OR_SAVE32}, {S_ANDN2_SAVE, S_ANDN2_SAVE32}};
    for (size_t k = 0; k < sizeof narrow / sizeof narrow[0] && p->wave_lanes == 32; ++k) {
        if (narrow[k][0] == op) {
            op = narrow[k][1];
            break;
        }
    }
    scalar(p, op, to, a, b);
}

/* A condition of lanes in a mask. */
static void random_condition(program* p, operand mask) {
    static const operation orders[] = {V_CMP_EQ_U32, V_CMP_NE_U32, V_CMP_LT_U32,
                                       V_CMP_GT_U32, V_CMP_LT_I32, V_CMP_GE_I32};
    operation op = orders[below(p, 6)];
    if (chance(p, 50)) {
        vector(p, V_AND, reg_of('v', 15), constant_of(63), any_vgpr(p));
        compare(p, op, mask, constant_of((uint32_t)below(p, 64)), reg_of('v', 15));
    } else {
        compare(p, op, mask, chance(p, 50) ? any_sgpr(p) : any_vgpr(p), any_vgpr(p));
    }
}

static void divergent_if(program* p) {
    operand save = reg_of('s', 40 + 4 * (uint32_t)p->depth);
    int label = new_label(p), has_else = chance(p, 40);
    int is_told = has_else && chance(p, 50); /* one part writes a register that the other reads as it was */
    operand told = pool_vgpr(p);
    if (is_told) {
        scalar_access(p, 10, 0);
        vector(p, V_LSHLREV, told, constant_of((uint32_t)below(p, 8)), reg_of('v', 0));
    }
    random_condition(p, reg_of('s', REG_VCC));
    masks(p, S_AND_SAVE, save, reg_of('s', REG_VCC), none);
    if (has_else) {
        masks(p, S_XOR_B64, save, exec_mask(), save);
    }
    if (chance(p, 70)) {
        branch(p, BRANCH_EXECZ, label);
    }
    if (is_told) {
        vector(p, V_XOR, told, any_sgpr(p), reg_of('v', 0));
    }
    random_block(p);
    place_label(p, label);
    if (has_else) {
        int end = new_label(p);
        if (chance(p, 50)) {
            masks(p, S_OR_SAVE, save, save, none);
            masks(p, S_XOR_B64, exec_mask(), exec_mask(), save);
        } else {
            masks(p, S_ANDN2_SAVE, save, save, none);
        }
        if (chance(p, 70)) {
            branch(p, BRANCH_EXECZ, end);
        }
        if (is_told) {
            probe(p, told);
        }
        random_block(p);
        place_label(p, end);
    }
    if (chance(p, 80)) {
        masks(p, S_OR_B64, exec_mask(), exec_mask(), save);
    } else if (!has_else) {
        masks(p, S_MOV_B64, exec_mask(), save, none);
    } else {
        masks(p, S_OR_B64, exec_mask(), save, exec_mask());
    }
}

/* Lanes that are on by v_cmpx, or by any mask. */
static void random_lanes(program* p) {
    static const operation orders[] = {V_CMP_NE_U32, V_CMP_LT_U32, V_CMP_GT_U32, V_CMP_GE_I32};
    operand save = reg_of('s', 40 + 4 * (uint32_t)p->depth);
    int label = new_label(p);
    masks(p, S_MOV_B64, save, exec_mask(), none);
    if (chance(p, 60)) {
        instruction* i = add(p, orders[below(p, 4)]);
        i->mask = reg_of('s', REG_VCC);
        i->from[0] = chance(p, 50) ? any_sgpr(p) : any_vgpr(p);
        i->from[1] = any_vgpr(p);
        i->writes_exec = 1;
        i->mask = p->is_rdna ? exec_mask() : i->mask;
        put(p, p->is_rdna ? "\tv_cmpx_%s " : "\tv_cmpx_%s vcc, ", operations[i->op].name);
        put_operand(p, &i->from[0], 1);
        put(p, ", v%d\n", i->from[1].reg);
    } else {
        int is_part = p->group_lanes % p->wave_lanes != 0 || chance(p, 70); /* of EXEC; else of any lanes of a group */
        operand other = any_mask(p);
        operand of = is_part ? exec_mask() : any_mask(p);
        masks(p, chance(p, 50) ? S_AND_B64 : S_ANDN2_B64, exec_mask(), of,
              is_part || chance(p, 70) ? other : exec_mask());
    }
    if (chance(p, 30)) {
        masks(p, S_WQM_B64, exec_mask(), exec_mask(), none);
        masks(p, S_AND_B64, exec_mask(), exec_mask(), save);
    }
    if (chance(p, 50)) {
        branch(p, BRANCH_EXECZ, label);
    }
    random_block(p);
    place_label(p, label);
    masks(p, S_MOV_B64, exec_mask(), save, none);
}

/* Sets SCC. */
static void random_test(program* p) {
    static const operation orders[] = {S_CMP_EQ_I32, S_CMP_LG_U32,  S_CMP_GT_I32,
                                       S_CMP_LE_U32, S_BITCMP1_B32, S_BITCMP0_B32};
    if (chance(p, 80)) {
        scalar(p, orders[below(p, 6)], none, any_sgpr(p), chance(p, 50) ? any_sgpr(p) : inline_constant(p));
    }
}

static void uniform_if(program* p) {
    int label = new_label(p), end = new_label(p);
    int kind = chance(p, 70) ? BRANCH_SCC0 + (int)below(p, 2) : BRANCH_VCCZ + (int)below(p, 2);
    if (kind <= BRANCH_SCC1) {
        random_test(p);
    } else {
        random_condition(p, reg_of('s', REG_VCC));
        if (chance(p, 50)) {
            masks(p, S_AND_B64, reg_of('s', REG_VCC), exec_mask(), reg_of('s', REG_VCC));
        }
    }
    branch(p, kind, label);
    random_block(p);
    if (chance(p, 50)) {
        branch(p, BRANCH_ALWAYS, end);
        place_label(p, label);
        random_block(p);
    } else {
        place_label(p, label);
    }
    place_label(p, end);
}

static void uniform_loop(program* p) {
    operand counter = reg_of('s', 32 + 2 * (uint32_t)p->depth), limit = reg_of('s', 33 + 2 * (uint32_t)p->depth);
    int again = new_label(p), end = new_label(p);
    scalar(p, S_MOV_B32, counter, constant_of(0), none);
    if (chance(p, 60)) {
        scalar(p, S_MOV_B32, limit, constant_of(1 + (uint32_t)below(p, 4)), none);
    } else {
        scalar(p, S_AND_B32, limit, any_sgpr(p), constant_of(3));
    }
    place_label(p, again);
    if (chance(p, 25)) {
        scalar(p, S_CMP_GE_U32, none, counter, limit);
        branch(p, BRANCH_SCC1, end);
    }
    random_block(p);
    if (chance(p, 35)) { /* left early */
        random_test(p);
        branch(p, BRANCH_SCC0 + (int)below(p, 2), end);
        random_block(p);
    }
    scalar(p, S_ADD_I32, counter, counter, constant_of(1));
    scalar(p, S_CMP_LT_U32, none, counter, limit);
    branch(p, BRANCH_SCC1, again);
    place_label(p, end);
}

static void divergent_loop(program* p) {
    operand left = reg_of('s', 40 + 4 * (uint32_t)p->depth), save = reg_of('s', 42 + 4 * (uint32_t)p->depth);
    operand counter = reg_of('v', 16 + (uint32_t)p->depth), limit = reg_of('v', 26 + (uint32_t)p->depth);
    operand vcc = reg_of('s', REG_VCC);
    int again = new_label(p), saves = chance(p, 40), breaks = chance(p, 35), end = new_label(p);
    vector(p, V_MOV, counter, constant_of(0), none);
    vector(p, V_AND, limit, constant_of(3), any_vgpr(p));
    masks(p, S_MOV_B64, left, constant_of(0), none);
    if (saves) {
        masks(p, S_MOV_B64, save, exec_mask(), none);
    }
    place_label(p, again);
    random_block(p);
    if (breaks) {
        random_condition(p, vcc);
        masks(p, S_AND_B64, vcc, exec_mask(), vcc);
        masks(p, S_OR_B64, left, vcc, left);
        masks(p, S_ANDN2_B64, exec_mask(), exec_mask(), left);
        if (chance(p, 50)) {
            branch(p, BRANCH_EXECZ, end);
        }
        random_block(p);
    }
    vector(p, p->gpu == GFX9 ? V_ADD_U32 : V_XOR, counter, constant_of(1), counter);
    if (p->gpu == GFX9) {
        compare(p, V_CMP_GE_U32, vcc, counter, limit);
    } else { /* twice at most */
        compare(p, V_CMP_EQ_U32, vcc, constant_of(0), counter);
    }
    masks(p, S_OR_B64, left, vcc, left);
    masks(p, S_ANDN2_B64, exec_mask(), exec_mask(), left);
    branch(p, BRANCH_EXECNZ, again);
    place_label(p, end);
    if (saves) {
        masks(p, S_MOV_B64, exec_mask(), save, none);
    } else {
        masks(p, S_OR_B64, exec_mask(), exec_mask(), left);
    }
}

static void waterfall(program* p) {
    operand mask = reg_of('s', 40 + 4 * (uint32_t)p->depth), save = reg_of('s', 42 + 4 * (uint32_t)p->depth);
    operand chosen = reg_of('s', 32 + 2 * (uint32_t)p->depth), source = reg_of('v', 16 + (uint32_t)p->depth);
    int again = new_label(p);
    vector(p, V_AND, source, constant_of((1u << below(p, 3)) - 1), any_vgpr(p));
    masks(p, S_MOV_B64, save, exec_mask(), none);
    place_label(p, again);
    instruction* i = add(p, V_READFIRSTLANE);
    i->to = chosen;
    i->from[0] = source;
    put(p, "\tv_readfirstlane_b32 s%d, v%d\n", chosen.reg, source.reg);
    compare(p, V_CMP_EQ_U32, reg_of('s', REG_VCC), chosen, source);
    masks(p, S_AND_SAVE, mask, reg_of('s', REG_VCC), none);
    random_block(p);
    scalar(p, S_LSHL_B32, reg_of('s', 60), chosen, constant_of(4));
    vector(p, V_OR, reg_of('v', 14), reg_of('s', 60), reg_of('v', 0));
    random_probe(p);
    masks(p, S_XOR_B64, exec_mask(), exec_mask(), mask);
    branch(p, BRANCH_EXECNZ, again);
    masks(p, S_MOV_B64, exec_mask(), save, none);
}

/* Some lanes go no further, or the wave does. */
static void early_end(program* p, int end) {
    if (chance(p, 50)) {
        random_condition(p, reg_of('s', REG_VCC));
        masks(p, S_AND_SAVE, reg_of('s', 40 + 4 * (uint32_t)p->depth), reg_of('s', REG_VCC), none);
        branch(p, BRANCH_EXECZ, end);
    } else {
        random_test(p);
        branch(p, BRANCH_SCC0 + (int)below(p, 2), end);
    }
}

static void random_statement(program* p) {
    uint64_t kind = below(p, 100);
    --p->budget;
    if (kind < 22) {
        random_scalar(p);
    } else if (kind < 50) {
        random_vector(p);
    } else if (kind < 55) {
        random_floats(p);
    } else if (kind < 60) {
        random_across(p);
    } else if (kind < 74) {
        random_probe(p);
    } else if (kind < 88 || p->depth >= 3) {
        random_memory(p);
    } else {
        ++p->depth;
        switch (below(p, 7)) {
        case 0:
        case 1:
            divergent_if(p);
            break;
        case 6:
            random_lanes(p);
            break;
        case 2:
            uniform_if(p);
            break;
        case 3:
            uniform_loop(p);
            break;
        case 4:
            divergent_loop(p);
            break;
        default:
            waterfall(p);
            break;
        }
        --p->depth;
    }
}

static void random_block(program* p) {
    for (uint64_t i = below(p, 6) + (p->depth == 0); i > 0 && p->budget > 0 && p->count < INSNS_MAX - 250; --i) {
        random_statement(p);
    }
}

/* All waves of the group store what they have, each lane in a place of its own, and read what others have. */
static void exchange(program* p) {
    const memory_op* store = &memory_ops[35];
    operand lane = reg_of('v', 15), save = reg_of('s', 40);
    int is_some = chance(p, 40);
    if (is_some) { /* not all lanes */
        random_condition(p, reg_of('s', REG_VCC));
        masks(p, S_AND_SAVE, save, reg_of('s', REG_VCC), none);
    }
    if (chance(p, 50)) {
        vector(p, V_XOR, lane, constant_of((uint32_t)below(p, 64)), reg_of('v', 0));
        vector(p, V_LSHLREV, reg_of('v', 13), constant_of(2), lane);
    } else { /* anywhere among those of the wave */
        vector(p, V_AND, reg_of('v', 14), constant_of((p->wave_lanes - 1) * 4), any_vgpr(p));
        vector(p, V_AND, lane, constant_of(0x400 - p->wave_lanes), reg_of('v', 0));
        vector(p, V_LSHLREV, lane, constant_of(2), lane);
        vector(p, V_OR, reg_of('v', 13), lane, reg_of('v', 14));
    }
    lds_at(p, store, reg_of('v', 13), 4 * (uint32_t)below(p, 100), 0);
    if (is_some) {
        masks(p, S_MOV_B64, exec_mask(), save, none);
    }
    add(p, BARRIER);
    put(p, "\ts_barrier\n");
    for (uint64_t i = 1 + below(p, 3); i > 0; --i) {
        lds_access(p, 0);
    }
    add(p, BARRIER);
    put(p, "\ts_barrier\n");
}

/* What registers hold at first. */
static void prologue(program* p) {
    static const struct {
        const char* line;
        uint32_t to, bytes, offset;
    } loads[] = {{"s_load_dwordx4 s[8:11], s[4:5], ", 8, 2, 0},
                 {"s_load_dwordx2 s[12:13], s[4:5], ", 12, 1, 16},
                 {"s_load_dwordx2 s[14:15], s[4:5], ", 14, 1, 24}};
    for (int k = 0; k < 3; ++k) {
        instruction* i = add(p, MEMORY);
        i->memory = &memory_ops[sizeof memory_ops / sizeof memory_ops[0] - 5 + loads[k].bytes];
        i->to = reg_of('s', loads[k].to);
        i->from[0] = reg_of('s', 4);
        i->from[1] = constant_of(loads[k].offset);
        put(p, "\t%s0x%x\n", loads[k].line, (unsigned)(p->gpu == GFX6 ? loads[k].offset / 4 : loads[k].offset));
    }
    for (uint32_t k = 0; k < POOL_S_COUNT; ++k) {
        if (!chance(p, p->unknowns)) {
            scalar(p, S_MOV_B32, reg_of('s', POOL_S + k),
                   chance(p, 20) ? reg_of('s', 14) : constant_of(any_constant(p)), none);
        }
    }
    if (p->adds_scratch) {
        scalar(p, S_ADD_U32, reg_of('s', 0), reg_of('s', 0), reg_of('s', 7));
        scalar(p, S_ADDC_U32, reg_of('s', 1), reg_of('s', 1), constant_of(0));
    }
    scalar(p, S_MOV_B64, reg_of('s', REG_VCC), constant_of(0), none);
    for (uint32_t k = 0; k < POOL_V_COUNT; ++k) {
        operand to = reg_of('v', POOL_V + k);
        if (chance(p, p->unknowns)) {
            continue;
        }
        switch (below(p, 4)) {
        case 0:
            vector(p, V_MOV, to, constant_of(any_constant(p)), none);
            break;
        case 1:
            vector(p, V_XOR, to, constant_of(any_constant(p)), reg_of('v', 0));
            break;
        case 2:
            vector(p, V_LSHLREV, to, constant_of((uint32_t)below(p, 12)), reg_of('v', 0));
            break;
        default:
            vector(p, V_MUL_U24, to, constant_of(any_constant(p) & 0xffff), reg_of('v', 0));
            break;
        }
    }
}

static void make_program(program* p, uint64_t number) {
    static const char* const targets[] = {"", "gfx600", "gfx803", "", "gfx900"};
    memset(p, 0, sizeof *p);
    p->number = number;
    p->random = test_random_start(6200 + number);
    p->gpu = chance(p, 60) ? GFX9 : chance(p, 60) ? GFX8 : GFX6;
    p->is_rdna = p->gpu == GFX9 && number % 3 == 0;
    p->unknowns = chance(p, 40) ? 0 : chance(p, 50) ? 4 : 15;
    p->wave_lanes = p->is_rdna && number / 3 % 2 == 1 ? 32 : 64;
    p->is_alone = chance(p, 50);
    p->group_lanes = p->wave_lanes + (p->is_alone ? 0 : (uint32_t)below(p, 2 * p->wave_lanes + 2));
    if (p->is_alone && chance(p, 30)) {
        p->group_lanes = (uint32_t)(1 + below(p, p->wave_lanes));
    }
    p->groups = p->is_alone ? 1 : 1 + (uint32_t)below(p, 2);
    p->budget = 40 + (int)below(p, 60);
    p->n = any_constant(p);
    p->adds_scratch = chance(p, 50);
    p->data[0] = (int)below(p, 5);
    p->data[2] = (int)below(p, 5);
    put(p, "\t.amdgcn_target \"amdgcn-amd-amdhsa--%s\"\n\t.type k,@function\nk:\n",
        p->is_rdna ? "gfx1030" : targets[p->gpu]);
    prologue(p);
    int end = new_label(p);
    while (p->budget > 0 && p->count < INSNS_MAX - 300) {
        random_block(p);
        if (!p->is_alone && chance(p, 30)) {
            exchange(p);
        } else if (chance(p, 5)) {
            early_end(p, end);
        }
    }
    for (int i = 0; i < 4; ++i) {
        random_probe(p);
    }
    place_label(p, end);
    add(p, ENDPGM);
    put(p,
        "\ts_endpgm\n\t.amdhsa_kernel k\n\t\t.amdhsa_user_sgpr_private_segment_buffer 1\n"
        "\t\t.amdhsa_user_sgpr_kernarg_segment_ptr 1\n\t\t.amdhsa_private_segment_fixed_size %d\n"
        "\t\t.amdhsa_group_segment_fixed_size %d\n\t\t.amdhsa_system_sgpr_workgroup_id_x 1\n"
        "\t\t.amdhsa_system_sgpr_private_segment_wavefront_offset 1\n"
        "\t\t.amdhsa_system_vgpr_workitem_id 0\n\t.end_amdhsa_kernel\n\t.amdgpu_metadata\n---\namdhsa.kernels:\n"
        "  - .args:\n",
        SCRATCH_BYTES, LDS_BYTES);
    for (int i = 0; i < 3; ++i) {
        put(p, "      - .offset: %d\n        .size: 8\n        .value_kind: global_buffer\n", 8 * i);
    }
    put(p,
        "      - .offset: 24\n        .size: 4\n        .value_kind: by_value\n"
        "      - .offset: 28\n        .size: 4\n        .value_kind: by_value\n    .name: k\n"
        "    .wavefront_size: %u\n...\n\t.end_amdgpu_metadata\n",
        (unsigned)p->wave_lanes);
}

/* ---- the interpreter ---- */

typedef struct wave {
    uint32_t lanes;
    uint32_t s[128];
    uint32_t v[32][LANES];
    int scc;
    int pc;
    int steps;
    int has_ended, waits;
    uint32_t group, number;
    uint32_t unsure; /* what nobody says goes one way or the other */
} wave;

typedef struct record {
    int insn;
    uint64_t mask;
    uint64_t address[LANES];
} record;

typedef struct records {
    int count;
    record at[RECORDS_MAX];
} records;

typedef struct machine {
    const program* p;
    int filling;
    uint64_t arguments[3]; /* where they lie */
    uint64_t kernarg;
    uint32_t scratch[4]; /* descriptor */
    struct {
        uint64_t address;
        uint8_t value, is_used;
    } stored[STORED_MAX];
    int stored_count;
    int is_overfull;
    uint8_t lds[LDS_BYTES];
    wave waves[WAVES_MAX];
    records of[WAVES_MAX];
} machine;

static uint64_t mixed(uint64_t x) {
    x = (x ^ x >> 29) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 32) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

/* What nobody knows. */
static uint32_t filled(const machine* m, uint64_t kind, uint64_t index) {
    uint64_t x = mixed(mixed((uint64_t)m->filling * 977 + kind) + index);
    return m->filling == 0   ? 0
           : m->filling == 1 ? 0xffffffffu
           : m->filling == 2 ? (uint32_t)(x & 7)
                             : (uint32_t)(x >> (x >> 60 < 8 ? 32 : 50));
}

/* Dword i of what the arguments hold. */
static const char* const data_texts[] = {"i*7+3", "(i*2654435761)>>7", "i&63", "i*4", "(i%5)*256+i"};

static uint32_t data_of(int kind, uint64_t i) {
    switch (kind) {
    case 0:
        return (uint32_t)(i * 7 + 3);
    case 1:
        return (uint32_t)(i * 2654435761u >> 7);
    case 2:
        return (uint32_t)(i & 63);
    case 3:
        return (uint32_t)(i * 4);
    default:
        return (uint32_t)(i % 5 * 256 + i);
    }
}

static uint8_t memory_at_first(const machine* m, uint64_t address) {
    for (int i = 0; i < 3; i += 2) {
        uint64_t offset = address - m->arguments[i];
        if (offset < 1ull << 40) {
            return (uint8_t)(data_of(m->p->data[i], offset / 4) >> 8 * (offset % 4));
        }
    }
    uint64_t at = address - m->kernarg;
    if (at < 24) {
        return (uint8_t)(m->arguments[at / 8] >> 8 * (at % 8));
    } else if (at < 28) {
        return (uint8_t)(m->p->n >> 8 * (at % 4));
    }
    return (uint8_t)(filled(m, 3, address / 4) >> 8 * (address % 4));
}

static uint32_t stored_place(const machine* m, uint64_t address) {
    uint32_t i = (uint32_t)mixed(address) % STORED_MAX;
    while (m->stored[i].is_used && m->stored[i].address != address) {
        i = (i + 1) % STORED_MAX;
    }
    return i;
}

static uint8_t memory_read(const machine* m, uint64_t address) {
    uint32_t i = stored_place(m, address);
    return m->stored[i].is_used ? m->stored[i].value : memory_at_first(m, address);
}

static void memory_write(machine* m, uint64_t address, uint8_t value) {
    uint32_t i = stored_place(m, address);
    if (!m->stored[i].is_used && ++m->stored_count > (int)STORED_MAX / 2) {
        m->is_overfull = 1;
        return;
    }
    m->stored[i].is_used = 1;
    m->stored[i].address = address;
    m->stored[i].value = value;
}

static uint64_t scalar_value(const wave* w, const operand* o, int wide) {
    if (o->kind == 'k') {
        return wide ? (uint64_t)S32(o->value) : o->value;
    }
    return wide ? w->s[o->reg] | (uint64_t)w->s[o->reg + 1] << 32 : w->s[o->reg];
}

static uint64_t lane_value(const wave* w, const operand* o, int lane, int wide) {
    if (o->kind != 'v') {
        return o->kind == 0 ? 0 : scalar_value(w, o, wide);
    }
    uint64_t value = w->v[o->reg][lane];
    uint32_t part = o->select & 7u;
    if (part != 0) {
        uint32_t bits = part < 5 ? 8 : 16;
        value = field(value, part < 5 ? 8 * (part - 1) : 16 * (part - 5), bits);
        if ((o->select & 8) != 0) {
            value = U32(bits == 8 ? (int64_t)(int8_t)(uint8_t)value : S16(value));
        }
    }
    return wide ? value | (uint64_t)w->v[o->reg + 1][lane] << 32 : value;
}

static uint64_t float_value(const wave* w, const operand* o, int lane) {
    uint64_t value = lane_value(w, o, lane, 0);
    value = o->is_absolute ? value & 0x7fffffffu : value;
    return o->is_negative ? value ^ 0x80000000u : value;
}

static uint64_t float_result(const instruction* i, uint64_t bits) {
    static const float factors[] = {1, 2, 4, 0.5f};
    float x = float_of(bits);
    return i->output < 4 ? bits_of(x * factors[i->output]) : bits_of(!(x > 0) ? 0 : x > 1 ? 1 : x);
}

static uint64_t lanes_in(const wave* w, uint32_t reg) {
    return w->s[reg] | (w->lanes == 64 ? (uint64_t)w->s[reg + 1] << 32 : 0);
}

static uint64_t exec_of(const wave* w) {
    return lanes_in(w, REG_EXEC);
}

static void write_pair(wave* w, uint32_t reg, uint64_t value) {
    w->s[reg] = (uint32_t)value;
    w->s[reg + 1] = (uint32_t)(value >> 32);
}

static void write_mask(wave* w, uint32_t reg, uint64_t value) {
    if (w->lanes == 64) {
        write_pair(w, reg, value);
    } else {
        w->s[reg] = (uint32_t)value;
    }
}

static void step_scalar(wave* w, const instruction* i) {
    char form = operations[i->op].form;
    int wide_to = strchr("QHMqs", form) != NULL;
    uint64_t a = scalar_value(w, &i->from[0], strchr("QHqwCns", form) != NULL);
    uint64_t b = i->from[1].kind ? scalar_value(w, &i->from[1], strchr("QC", form) != NULL) : 0;
    uint64_t d = i->to.kind ? scalar_value(w, &i->to, wide_to) : 0;
    uint64_t exec = exec_of(w);
    int saves = form == 's' || form == 'z';
    uint64_t result = scalar_result(i->op, a, saves ? exec : b, d, &w->scc);
    if (saves) {
        write_mask(w, i->to.reg, exec);
        write_mask(w, REG_EXEC, result);
    } else if (i->to.kind != 0 && wide_to) {
        write_pair(w, i->to.reg, result);
    } else if (i->to.kind != 0) {
        w->s[i->to.reg] = (uint32_t)result;
    }
}

/* A part of the destination. */
static uint32_t placed(const instruction* i, uint32_t old, uint32_t value) {
    if (i->part == 0) {
        return value;
    }
    uint32_t bits = i->part < 5 ? 8 : 16, shift = i->part < 5 ? 8 * (i->part - 1u) : 16 * (i->part - 5u);
    uint32_t mask = ((1u << bits) - 1) << shift;
    uint32_t part = value << shift & mask;
    uint32_t sign = (value >> (bits - 1) & 1) != 0 && shift + bits < 32 ? 0xffffffffu << (shift + bits) : 0;
    return i->keeps == 1 ? (old & ~mask) | part : i->keeps == 2 ? part | sign : part;
}

static uint64_t packed_result(const instruction* i, uint64_t a, uint64_t b, uint64_t c) {
    uint64_t x[3], result = 0;
    x[0] = a;
    x[1] = b;
    x[2] = c;
    for (int half = 0; half < 2; ++half) {
        uint64_t y[3];
        int out = 0;
        for (int k = 0; k < 3; ++k) {
            y[k] = x[k] >> ((half ? i->high : i->low) >> k & 1 ? 16 : 0) & 0xffff;
        }
        result |= (lane_result(i->op, y[0], y[1], y[2], 0, 0, 0, &out) & 0xffff) << 16 * half;
    }
    return result;
}

enum { NO_LANE = -1, ANY_LANE = -2 };

/* The lane that lane i of a source comes from. */
static int dpp_lane(const permutation* d, int i) {
    int row = i / 16, at = i % 16;
    switch (d->kind) {
    case QUAD_PERM:
        return i / 4 * 4 + d->list[i % 4];
    case ROW_SHL:
        return at + d->n > 15 ? NO_LANE : i + d->n;
    case ROW_SHR:
        return at < d->n ? NO_LANE : i - d->n;
    case ROW_ROR:
        return 16 * row + (at + 16 - d->n) % 16;
    case ROW_MIRROR:
        return 16 * row + 15 - at;
    case ROW_HALF_MIRROR:
        return 8 * (i / 8) + 7 - i % 8;
    case WAVE_SHL:
        return i == 63 ? NO_LANE : i + 1;
    case WAVE_ROL:
        return (i + 1) % 64;
    case WAVE_SHR:
        return i == 0 ? NO_LANE : i - 1;
    case WAVE_ROR:
        return (i + 63) % 64;
    case ROW_BCAST15:
        return row == 0 ? ANY_LANE : 16 * row - 1;
    case ROW_BCAST31:
        return row < 2 ? ANY_LANE : 31;
    case ROW_NEWBCAST:
    case ROW_SHARE:
        return 16 * row + d->n;
    case ROW_XMASK:
        return 16 * row + (at ^ d->n);
    default:
        return 8 * (i / 8) + d->list[i % 8];
    }
}

/* What lane i of a source holds that comes from another. Returns 0 when the lane is not written. */
static int permuted(const wave* w, const permutation* d, const operand* o, int from, uint64_t exec, uint64_t* out) {
    int is_off = from >= 0 && (exec >> from & 1) == 0 && !d->reads_off;
    *out = 0;
    if (from == ANY_LANE || (is_off && d->kind == DPP8)) {
        *out = w->unsure;
        return (w->unsure >> 5 & 1) != 0;
    }
    if (from == NO_LANE || is_off) {
        return d->is_zero;
    }
    *out = lane_value(w, o, from, 0);
    return 1;
}

static void step_vector(wave* w, const instruction* i) {
    static uint32_t results[2][LANES];
    char form = operations[i->op].form;
    int wide_to = strchr("WwG", form) != NULL;
    uint64_t exec = exec_of(w), mask = 0;
    uint64_t carry = i->carry.kind ? scalar_value(w, &i->carry, w->lanes == 64) : 0;
    for (int lane = 0; lane < LANES; ++lane) {
        uint64_t a = lane_value(w, &i->from[0], lane, form == 'w' || form == 'D');
        uint64_t b = lane_value(w, &i->from[1], lane, form == 'W' || form == 'D');
        uint64_t c = lane_value(w, &i->from[2], lane, form == 'G');
        uint64_t d = i->to.kind ? w->v[i->to.reg][lane] : 0;
        int out = 0;
        if ((exec >> lane & 1) == 0) {
            continue;
        }
        int is_written = 1;
        if (i->dpp.kind != DPP_NONE) {
            is_written = permuted(w, &i->dpp, &i->from[0], dpp_lane(&i->dpp, lane), exec, &a) &&
                         (i->dpp.rows >> lane / 16 & 1) != 0 && (i->dpp.banks >> lane % 16 / 4 & 1) != 0;
        }
        uint64_t result;
        if (form == 'P' || form == 'p') {
            result = packed_result(i, a, b, c);
        } else if (strchr("fFT", form) != NULL) {
            result = lane_result(i->op, float_value(w, &i->from[0], lane), float_value(w, &i->from[1], lane),
                                 float_value(w, &i->from[2], lane), 0, lane, d, &out);
            result = i->output != 0 ? float_result(i, result) : result;
        } else {
            result = lane_result(i->op, a, b, c, carry >> lane & 1, lane, d, &out);
        }
        result = i->keeps_high ? (d & 0xffff0000u) | (result & 0xffff) : result;
        results[0][lane] = placed(i, (uint32_t)d, (uint32_t)result);
        results[1][lane] = (uint32_t)(result >> 32);
        results[0][lane] = is_written ? results[0][lane] : (uint32_t)d;
        mask |= (uint64_t)(is_written ? out != 0 : (w->unsure >> lane % 32 & 1) != 0) << lane; /* nobody says */
    }
    for (int lane = 0; lane < LANES; ++lane) {
        if ((exec >> lane & 1) != 0 && i->to.kind != 0) {
            w->v[i->to.reg][lane] = results[0][lane];
            if (wide_to) {
                w->v[i->to.reg + 1][lane] = results[1][lane];
            }
        }
    }
    if (i->mask.kind != 0) {
        write_mask(w, i->mask.reg, mask);
        if (i->writes_exec) {
            write_mask(w, REG_EXEC, mask);
        }
    }
}

/* A move of lanes. */
static void step_permute(wave* w, const instruction* i, int is_rdna) {
    uint64_t exec = exec_of(w), value;
    int span = is_rdna ? 32 : 64, from[LANES];
    uint32_t results[LANES];
    permutation d = i->dpp;
    d.is_zero |= i->op >= DS_SWIZZLE;
    for (int lane = 0; lane < LANES; ++lane) {
        from[lane] = NO_LANE;
    }
    for (int lane = 0; lane < LANES; ++lane) {
        int at = lane % 16, base = lane / span * span;
        uint32_t pattern = (uint32_t)i->offset;
        int place = (int)((w->v[i->from[0].reg][lane] + pattern) / 4 % (uint32_t)span) + base;
        if (i->op <= V_PERMLANEX16) {
            uint64_t selectors = scalar_value(w, &i->from[1], 0) | scalar_value(w, &i->from[2], 0) << 32;
            int row = lane / 16 ^ (i->op == V_PERMLANEX16);
            from[lane] = 16 * row + (int)(selectors >> 4 * at & 15);
        } else if (i->op == DS_BPERMUTE) {
            from[lane] = place;
        } else if (i->op == DS_PERMUTE && (exec >> lane & 1) != 0) {
            from[place] = from[place] == NO_LANE || (w->unsure & 1) != 0 ? lane : from[place]; /* first or last */
        } else if (i->op == DS_SWIZZLE && (pattern & 0x8000) != 0) {
            from[lane] = lane / 4 * 4 + (int)(pattern >> 2 * (lane % 4) & 3);
        } else if (i->op == DS_SWIZZLE) {
            uint32_t in = (uint32_t)lane % 32;
            in = ((in & (pattern & 31)) | (pattern >> 5 & 31)) ^ (pattern >> 10 & 31);
            from[lane] = lane / 32 * 32 + (int)in;
        }
    }
    for (int lane = 0; lane < LANES; ++lane) {
        int is_written = permuted(w, &d, &i->from[i->op >= DS_PERMUTE], from[lane], exec, &value);
        results[lane] = is_written ? (uint32_t)value : w->v[i->to.reg][lane];
    }
    for (int lane = 0; lane < LANES; ++lane) {
        w->v[i->to.reg][lane] = (exec >> lane & 1) != 0 ? results[lane] : w->v[i->to.reg][lane];
    }
}

static void step_across(wave* w, const instruction* i) {
    uint64_t exec = exec_of(w);
    if (i->op == V_READFIRSTLANE) {
        w->s[i->to.reg] = w->v[i->from[0].reg][exec != 0 ? lowest(exec, 64) : 0];
    } else if (i->op == V_READLANE) {
        w->s[i->to.reg] = w->v[i->from[0].reg][scalar_value(w, &i->from[1], 0) % w->lanes];
    } else if (i->op == V_WRITELANE) {
        w->v[i->to.reg][scalar_value(w, &i->from[1], 0) % w->lanes] = (uint32_t)scalar_value(w, &i->from[0], 0);
    } else if (i->op != V_SWAP) {
        uint32_t index = w->s[i->from[1].reg] & 0xff;
        uint32_t to = i->to.reg + (i->op == V_TO_INDEX ? index : 0);
        uint32_t from = i->from[0].reg + (i->op == V_TO_INDEX ? 0 : index);
        for (int lane = 0; lane < LANES; ++lane) {
            w->v[to & 31][lane] = (exec >> lane & 1) != 0 ? w->v[from & 31][lane] : w->v[to & 31][lane];
        }
    } else {
        for (int lane = 0; lane < LANES; ++lane) {
            if ((exec >> lane & 1) != 0) {
                uint32_t old = w->v[i->to.reg][lane];
                w->v[i->to.reg][lane] = w->v[i->from[0].reg][lane];
                w->v[i->from[0].reg][lane] = old;
            }
        }
    }
}

static record* new_record(machine* m, int of, int insn) {
    records* r = &m->of[of];
    if (r->count == RECORDS_MAX) {
        m->is_overfull = 1;
        --r->count;
    }
    record* at = &r->at[r->count++];
    memset(at, 0, sizeof *at);
    at->insn = insn;
    return at;
}

/* What a buffer instruction reads is one; not in every program that is reduced. */
static int is_descriptor(const machine* m, const wave* w, uint32_t reg) {
    uint64_t base = w->s[reg] | (uint64_t)(w->s[reg + 1] & 0xffff) << 32;
    return w->s[reg + 3] == 0x27fac && (base == m->arguments[0] || base == m->arguments[1] || base == m->arguments[2]);
}

static void step_scalar_access(machine* m, wave* w, int of, const instruction* i) {
    uint64_t base = scalar_value(w, &i->from[0], 1);
    m->is_overfull |= i->from[0].reg == 64 && !is_descriptor(m, w, 64);
    base = i->memory->name[2] == 'b' ? base & 0xffffffffffffu : base;
    record* r = new_record(m, of, w->pc);
    r->mask = 1;
    r->address[0] = (base + scalar_value(w, &i->from[1], 0)) & ~3ull;
    for (uint32_t k = 0; k < i->memory->bytes / 4u; ++k) {
        uint32_t value = 0;
        for (uint32_t byte = 0; byte < 4 && i->memory->action == 0; ++byte) {
            value |= (uint32_t)memory_read(m, r->address[0] + 4 * k + byte) << 8 * byte;
        }
        for (uint32_t byte = 0; byte < 4 && i->memory->action == 1; ++byte) {
            memory_write(m, r->address[0] + 4 * k + byte, (uint8_t)(w->s[i->to.reg + k] >> 8 * byte));
        }
        w->s[i->to.reg + k] = i->memory->action == 0 ? value : w->s[i->to.reg + k];
    }
}

/* Where a lane's access begins; 0: it takes no part. */
static int lane_address(machine* m, const wave* w, const instruction* i, int lane, uint64_t* out) {
    switch (i->memory->unit) {
    case 'g':
        *out = scalar_value(w, &i->from[1], 1) + w->v[i->from[0].reg][lane] + (uint64_t)(int64_t)i->offset;
        return 1;
    case 'f':
        *out = lane_value(w, &i->from[0], lane, 1);
        return 1;
    case 'd':
        *out = (uint32_t)(w->v[i->from[0].reg][lane] + (i->memory->addresses == 1 ? (uint32_t)i->offset : 0));
        return 1;
    default:
        break;
    }
    uint64_t base = scalar_value(w, &i->from[1], 1) & 0xffffffffffffu;
    m->is_overfull |= i->from[1].reg != 0 && !is_descriptor(m, w, i->from[1].reg);
    uint64_t stride = w->s[i->from[1].reg + 1] >> 16 & 0x3fff, count = w->s[i->from[1].reg + 2];
    uint64_t scalar_offset = scalar_value(w, &i->from[2], 0);
    uint64_t index = i->has_index ? w->v[i->from[0].reg][lane] : 0;
    uint64_t offset = (i->has_offset ? w->v[i->from[0].reg + i->has_index][lane] : 0) + (uint64_t)i->offset +
                      (i->stack.kind != 0 ? scalar_value(w, &i->stack, 0) : 0);
    if (w->s[i->from[1].reg + 1] >> 31 != 0) { /* swizzled, and the lane is the index */
        uint32_t word = w->s[i->from[1].reg + 3];
        uint64_t element = 2u << (word >> 19 & 3), group = 8u << (word >> 21 & 3);
        uint64_t at = (uint64_t)lane;
        *out = base + scalar_offset + offset % element + element * (at % group) +
               group * (at / group * stride + offset / element * element);
        return 1;
    }
    *out = base + scalar_offset + index * stride + offset;
    return i->has_index ? index < count && (stride == 0 || offset < stride)
                        : count == 0xffffffffu || offset + scalar_offset < count;
}

/* Bytes that a lane moves: element k of `count` dwords, from or to memory or LDS. */
static uint32_t element_read(const machine* m, const instruction* i, uint64_t at, uint32_t bytes) {
    uint32_t value = 0;
    for (uint32_t byte = 0; byte < bytes; ++byte) {
        uint8_t got =
            i->memory->unit == 'd' ? (at + byte < LDS_BYTES ? m->lds[at + byte] : 0) : memory_read(m, at + byte);
        value |= (uint32_t)got << 8 * byte;
    }
    return value;
}

static void element_write(machine* m, const instruction* i, uint64_t at, uint32_t bytes, uint32_t value) {
    for (uint32_t byte = 0; byte < bytes; ++byte) {
        if (i->memory->unit != 'd') {
            memory_write(m, at + byte, (uint8_t)(value >> 8 * byte));
        } else if (at + byte < LDS_BYTES) {
            m->lds[at + byte] = (uint8_t)(value >> 8 * byte);
        }
    }
}

static void move_lane(machine* m, wave* w, const instruction* i, int lane, uint64_t at, uint32_t first) {
    const memory_op* op = i->memory;
    uint32_t bytes = op->bytes < 4 ? op->bytes : 4;
    uint32_t step = op->unit == 'b' && i->from[1].reg == 0 ? 4 * w->lanes : 4; /* to the next dword */
    for (uint32_t k = 0; k < (op->bytes + 3u) / 4; ++k) {
        uint32_t* reg = &w->v[op->action != 0 && first != 0 ? i->from[1].reg + k : i->to.reg + first + k][lane];
        if (i->to_lds) {
            uint32_t to = (w->s[REG_M0] & 0xffff) + (uint32_t)i->offset + 4 * (uint32_t)lane;
            for (uint32_t byte = 0; byte < 4 && to + 4 <= LDS_BYTES; ++byte) {
                m->lds[to + byte] = memory_read(m, at + byte);
            }
        } else if (op->action == 0) {
            uint32_t value = element_read(m, i, at + step * k, bytes);
            value = op->is_signed ? (bytes == 1 ? (uint32_t)(int32_t)(int8_t)value : (uint32_t)(int32_t)(int16_t)value)
                                  : value;
            *reg = op->d16 == 0   ? value
                   : op->d16 == 1 ? (*reg & 0xffff0000u) | (value & 0xffff)
                                  : (*reg & 0xffff) | value << 16;
        } else if (op->action == 1) {
            element_write(m, i, at + step * k, bytes, op->d16 == 2 ? *reg >> 16 : *reg);
        } else {
            element_write(m, i, at, 4, element_read(m, i, at, 4) + *reg);
        }
    }
}

static void step_memory(machine* m, wave* w, int of, const instruction* i) {
    const memory_op* op = i->memory;
    if (op->unit == 's') {
        step_scalar_access(m, w, of, i);
        return;
    }
    uint64_t exec = exec_of(w);
    static uint64_t first[LANES];
    uint64_t in = 0;
    if (i->is_gds) { /* of which nobody knows anything, and which is not traced */
        for (uint32_t k = 0; k < dwords_of(op) && op->action == 0; ++k) {
            for (int lane = 0; lane < LANES; ++lane) {
                uint32_t* reg = &w->v[i->to.reg + k][lane];
                *reg = (exec >> lane & 1) != 0 ? filled(m, 8, (uint64_t)w->steps * LANES + (uint64_t)lane) : *reg;
            }
        }
        return;
    }
    for (int lane = 0; lane < LANES; ++lane) {
        in |= (uint64_t)((exec >> lane & 1) != 0 && lane_address(m, w, i, lane, &first[lane])) << lane;
    }
    uint32_t step = op->step == 255 ? 256 : op->step;
    record* told[2] = {NULL, NULL};
    for (uint32_t k = 0; k < op->addresses; ++k) {
        told[k] = new_record(m, of, w->pc);
        told[k]->mask = in;
    }
    int falls = op->addresses == 2 && i->offset2 < (uint32_t)i->offset; /* the lower access is told first */
    for (uint32_t second = 0; second < op->addresses && exec != 0; ++second) {
        uint64_t distance = op->addresses == 2 ? (second ? i->offset2 : (uint32_t)i->offset) * step : 0;
        record* r = told[second ^ (uint32_t)falls];
        for (int lane = 0; lane < LANES; ++lane) {
            r->address[lane] = first[lane] + distance;
            if ((in >> lane & 1) != 0) {
                move_lane(m, w, i, lane, r->address[lane], second * ((op->bytes + 3u) / 4));
            } else if ((exec >> lane & 1) != 0 && i->to_lds) { /* out of range: nobody says what LDS gets */
                uint32_t to = (w->s[REG_M0] & 0xffff) + (uint32_t)i->offset + 4 * (uint32_t)lane;
                for (uint32_t byte = 0; byte < 4 && to + 4 <= LDS_BYTES; ++byte) {
                    m->lds[to + byte] = (uint8_t)filled(m, 7, to + byte);
                }
            } else if ((exec >> lane & 1) != 0 && op->action == 0) { /* out of range */
                for (uint32_t k = 0; k < (op->bytes + 3u) / 4; ++k) {
                    uint32_t* reg = &w->v[i->to.reg + k][lane];
                    *reg = op->d16 == 0 ? 0 : op->d16 == 1 ? *reg & 0xffff0000u : *reg & 0xffff;
                }
            }
        }
    }
}

static int is_taken(const wave* w, int kind) {
    switch (kind) {
    case BRANCH_SCC0:
        return !w->scc;
    case BRANCH_SCC1:
        return w->scc;
    case BRANCH_VCCZ:
        return lanes_in(w, REG_VCC) == 0;
    case BRANCH_VCCNZ:
        return lanes_in(w, REG_VCC) != 0;
    case BRANCH_EXECZ:
        return exec_of(w) == 0;
    case BRANCH_EXECNZ:
        return exec_of(w) != 0;
    default:
        return 1;
    }
}

/* One instruction. */
static void step(machine* m, int of) {
    wave* w = &m->waves[of];
    const instruction* i = &m->p->code[w->pc];
    int next = w->pc + 1;
    if (++w->steps > STEPS_MAX) {
        m->is_overfull = 1;
    }
    if (i->op == ENDPGM) {
        w->has_ended = 1;
        return;
    }
    if (i->op < (operation)SCALAR_COUNT) {
        step_scalar(w, i);
    } else if (i->op < V_READFIRSTLANE) {
        step_vector(w, i);
    } else if (i->op >= V_PERMLANE16 && i->op <= DS_BPERMUTE) {
        step_permute(w, i, m->p->is_rdna);
    } else if (i->op < FIXED) {
        step_across(w, i);
    } else if (i->op == MEMORY) {
        step_memory(m, w, of, i);
    } else if (i->op == BARRIER) {
        w->waits = 1;
    } else if (i->op == NOTHING || i->op == FIXED) {
        ;
    } else if (is_taken(w, i->kind)) {
        next = m->p->labels[i->target];
    }
    w->pc = next;
}

/* The whole dispatch: waves of a group one after the other, from barrier to barrier. */
static int interpret(machine* m) {
    const program* p = m->p;
    int waves = (int)((p->group_lanes + p->wave_lanes - 1) / p->wave_lanes);
    memset(m->stored, 0, sizeof m->stored);
    m->stored_count = m->is_overfull = 0;
    for (uint32_t group = 0; group < p->groups; ++group) {
        for (uint32_t i = 0; i < LDS_BYTES; ++i) {
            m->lds[i] = (uint8_t)(filled(m, 4, i / 4 + 4096 * group) >> 8 * (i % 4));
        }
        for (int n = 0; n < waves; ++n) {
            int of = (int)group * waves + n;
            wave* w = &m->waves[of];
            memset(w, 0, sizeof *w);
            w->lanes = p->wave_lanes;
            m->of[of].count = 0;
            for (uint32_t i = 0; i < 128; ++i) {
                w->s[i] = filled(m, 1, i + 128 * (uint64_t)of);
            }
            for (uint32_t i = 0; i < 32 * LANES; ++i) {
                w->v[i / LANES][i % LANES] = filled(m, 2, i + 2048 * (uint64_t)of);
            }
            w->scc = (int)(filled(m, 5, (uint64_t)of) & 1);
            w->unsure = filled(m, 6, (uint64_t)of);
            for (uint32_t i = 0; i < 4; ++i) {
                w->s[i] = m->scratch[i];
            }
            write_pair(w, 4, m->kernarg);
            w->s[6] = group;
            w->s[7] = (uint32_t)of * SCRATCH_BYTES * w->lanes;
            uint32_t before = w->lanes * (uint32_t)n, lanes = p->group_lanes - before;
            write_mask(w, REG_EXEC, lanes >= 64 ? UINT64_MAX : (1ull << lanes) - 1);
            for (uint32_t lane = 0; lane < LANES; ++lane) {
                w->v[0][lane] = lane < lanes ? before + lane : w->v[0][lane];
            }
        }
        for (int going = 1; going && !m->is_overfull;) {
            going = 0;
            for (int n = 0; n < waves; ++n) {
                wave* w = &m->waves[(int)group * waves + n];
                w->waits = 0;
                while (!w->has_ended && !w->waits && !m->is_overfull) {
                    step(m, (int)group * waves + n);
                }
                going |= !w->has_ended;
            }
        }
    }
    return !m->is_overfull;
}

/* ---- the header's side ---- */

typedef struct trace {
    const program* p;
    int waves;
    records of[WAVES_MAX];
    uint8_t status[WAVES_MAX][RECORDS_MAX];
    uint8_t is_by_lane[WAVES_MAX][RECORDS_MAX]; /* nothing is in doubt but which lanes are on */
    uint8_t is_computed[INSNS_MAX];             /* by instruction: its addresses always are, whichever lanes are on */
    gcnmem_run* run;
    int is_overfull;
    int is_cut; /* it did not come to its end */
} trace;

static void keep_access(void* user_data, const gcnmem_run_access* access) {
    trace* t = (trace*)user_data;
    int of = (int)access->group[0] * t->waves + (int)access->wave;
    records* r = &t->of[of];
    if (r->count == RECORDS_MAX) {
        t->is_overfull = 1;
        return;
    }
    t->status[of][r->count] = (uint8_t)access->status;
    t->is_by_lane[of][r->count] = 0;
    for (uint32_t i = 0; i < t->run->result.cu_count * t->run->slots_per_cu; ++i) {
        const gcnmemi_machine_wave* w = &gcnmemi_machine_view_of(t->run).waves[i];
        t->is_by_lane[of][r->count] |=
            w->group == access->group[0] && w->in_group == access->wave && w->lanes != 0 && w->taint.kind == 0;
    }
    record* at = &r->at[r->count++];
    at->insn = (int)access->insn;
    at->mask = access->mask;
    memcpy(at->address, access->address, sizeof at->address);
}

static int run_header(program* p, trace* t, machine* m) {
    static uint64_t memory[1 << 22];
    gcnmem_desc desc = gcnmem_desc_for(p->is_rdna       ? GCNMEM_DEVICE_RX_6900_XT
                                       : p->gpu == GFX9 ? GCNMEM_DEVICE_VEGA_64
                                       : p->gpu == GFX8 ? GCNMEM_DEVICE_RX_480
                                                        : GCNMEM_DEVICE_HD_7970);
    char values[6][80];
    gcnmem_setting settings[8] = {{"groups", values[0]}, {"group", values[1]},     {"cus", "1"},
                                  {"arg", values[2]},    {"arg", values[3]},       {"arg", values[4]},
                                  {"arg", values[5]},    {"max-clocks", "4000000"}};
    gcnmem_shader shader;
    gcnmem_issue issue;
    gcnmem_run_hooks hooks = {NULL, keep_access, NULL, t};
    snprintf(values[0], sizeof values[0], "%u", (unsigned)p->groups);
    snprintf(values[1], sizeof values[1], "%u", (unsigned)p->group_lanes);
    snprintf(values[2], sizeof values[2], "0=data:%s", data_texts[p->data[0]]);
    snprintf(values[3], sizeof values[3], "1=buffer:1048576");
    snprintf(values[4], sizeof values[4], "2=data:%s", data_texts[p->data[2]]);
    snprintf(values[5], sizeof values[5], "3=%u", (unsigned)p->n);
    for (int i = 0; i < WAVES_MAX; ++i) {
        t->of[i].count = 0;
    }
    t->p = p;
    t->waves = (int)((p->group_lanes + p->wave_lanes - 1) / p->wave_lanes);
    t->is_overfull = 0;
    gcnmem_result result =
        gcnmem_shader_init(memory, sizeof memory, &desc, p->text, p->length, settings, 8, &shader, &issue);
    CHECK(result == GCNMEM_OK, "%s: %s %s, line %u of\n%s", test_result_name(result), issue.field, issue.rule,
          (unsigned)issue.line, p->text);
    if (result != GCNMEM_OK) {
        return 0;
    }
    const gcnmem_stage* stage = gcnmem_listing_stage(shader.listing, 0);
    CHECK_U64(p->count, stage->insn_count, "instructions of\n%s", p->text);
    gcnmemi_machine_view v = gcnmemi_machine_view_of(shader.run);
    for (int i = 0; i < 3; ++i) {
        m->arguments[i] = v.entry->kernarg[2 * i] | (uint64_t)v.entry->kernarg[2 * i + 1] << 32;
    }
    m->kernarg = v.entry->reg[4].value | (uint64_t)v.entry->reg[5].value << 32;
    for (int i = 0; i < 4; ++i) {
        m->scratch[i] = v.entry->reg[i].value;
    }
    t->run = shader.run;
    gcnmem_run_state state = gcnmem_run_advance(shader.run, UINT64_MAX, &hooks);
    t->is_cut = state != GCNMEM_RUN_DONE;
    for (int i = 0; i < p->count; ++i) {
        t->is_computed[i] = gcnmem_run_insn_of(shader.run, (uint32_t)i).status == GCNMEM_STATUS_COMPUTED;
    }
    return !t->is_overfull;
}

/* ---- the comparison ---- */

typedef struct totals {
    uint64_t programs, skipped, computed, determined, accesses;
} totals;

static int is_same(const record* a, const record* b) {
    if (a->insn != b->insn || a->mask != b->mask) {
        return 0;
    }
    for (int lane = 0; lane < LANES; ++lane) {
        if ((a->mask >> lane & 1) != 0 && a->address[lane] != b->address[lane]) {
            return 0;
        }
    }
    return 1;
}

/* Lanes that both say are on have the same addresses. */
static int is_same_by_lane(const record* a, const record* b) {
    for (int lane = 0; lane < LANES && a->insn == b->insn; ++lane) {
        if ((a->mask & b->mask) >> lane & 1 && a->address[lane] != b->address[lane]) {
            return 0;
        }
    }
    return a->insn == b->insn;
}

static void print_record(const char* what, const record* r) {
    printf("%s: insn %d mask %016" PRIx64, what, r->insn, r->mask);
    for (int lane = 0; lane < LANES; ++lane) {
        if ((r->mask >> lane & 1) != 0) {
            printf(" %d:%" PRIx64, lane, r->address[lane]);
        }
    }
    printf("\n");
}

/* The lines, numbered. */
static void print_program(const program* p) {
    int index = 0;
    for (const char* at = p->text; *at != 0;) {
        size_t bytes = strcspn(at, "\n");
        int is_code = index < p->count && *at == '\t' && at[1] != '.';
        if (is_code && p->code[index].op != NOTHING) {
            printf("%4d%.*s\n", index, (int)bytes, at);
        } else if (*at == 'L') {
            printf("%.*s\n", (int)bytes, at);
        }
        index += is_code;
        at += bytes + (at[bytes] != 0);
    }
}

/* The first access of a wave that is called computed and is not among what the wave does, in order; -1: there is none.
   Where lanes alone are in doubt, those that are on have their addresses. out_at: behind what was found until then. */
static int find_wrong(const trace* t, const machine* m, int of, int by_lane, int* out_at) {
    const records *got = &t->of[of], *want = &m->of[of];
    int at = 0;
    for (int i = 0; i < got->count; ++i) {
        int is_computed = t->status[of][i] == GCNMEM_STATUS_COMPUTED;
        if (by_lane ? !(is_computed || t->is_by_lane[of][i]) || !t->is_computed[got->at[i].insn]
                    : !is_computed || got->at[i].mask == 0) {
            continue;
        }
        *out_at = at;
        while (at < want->count &&
               !(by_lane ? is_same_by_lane(&got->at[i], &want->at[at]) : is_same(&got->at[i], &want->at[at]))) {
            ++at;
        }
        if (at++ == want->count) {
            return i;
        }
    }
    return -1;
}

typedef struct comparison {
    trace t;
    machine m;
    records first[WAVES_MAX];                /* what the first filling does */
    uint8_t differs[WAVES_MAX][RECORDS_MAX]; /* another does something else */
    int wave, access, at;                    /* what is wrong */
} comparison;

typedef enum outcome { FINE, SKIPPED, WRONG } outcome;

static outcome run_both(program* p, comparison* c) {
    c->m.p = p;
    if (!run_header(p, &c->t, &c->m)) {
        return SKIPPED;
    }
    memset(c->differs, 0, sizeof c->differs);
    for (c->m.filling = 0; c->m.filling < FILLINGS; ++c->m.filling) {
        if (!interpret(&c->m)) {
            return SKIPPED;
        }
        for (c->wave = 0; c->wave < c->t.waves * (int)p->groups; ++c->wave) {
            records* first = &c->first[c->wave];
            const records* other = &c->m.of[c->wave];
            int same = 1;
            for (int by_lane = 0; by_lane < 2; ++by_lane) {
                c->access = find_wrong(&c->t, &c->m, c->wave, by_lane, &c->at);
                if (c->access >= 0) {
                    return WRONG;
                }
            }
            if (c->m.filling == 0) {
                first->count = other->count;
                memcpy(first->at, other->at, sizeof first->at[0] * (size_t)other->count);
            }
            for (int i = 0; i < first->count; ++i) {
                same &= i < other->count && first->at[i].insn == other->at[i].insn;
                c->differs[c->wave][i] |= !same || !is_same(&first->at[i], &other->at[i]);
            }
        }
    }
    CHECK(!c->t.is_cut || p->is_reduced, "GCNMEM_VALUES_FIRST=%" PRIu64 " GCNMEM_VALUES_ROUNDS=1", p->number);
    return FINE;
}

/* Leaves out what the failure does not need. */
static void reduce(program* p, comparison* c) {
    for (int span = 64; span > 0; span /= 2) {
        for (int from = p->count - span; from > 0; from -= span) {
            static program less;
            less = *p;
            less.is_reduced = 1;
            for (int i = from + span; i-- > from;) {
                int is_size = less.code[i].to.kind == 's' && less.code[i].to.reg == 66;
                int stays = is_size && less.code[i + 1].op != NOTHING; /* of a descriptor */
                if (less.code[i].op != ENDPGM && less.code[i].op != BARRIER && less.code[i].op != FIXED && !stays) {
                    char* line = less.text + less.line[i];
                    less.code[i].op = NOTHING;
                    memset(line, ' ', strcspn(line, "\n"));
                    memcpy(line, "\ts_nop 0", 8);
                }
            }
            if (run_both(&less, c) == WRONG) {
                *p = less;
            }
        }
    }
    run_both(p, c);
}

static void show(program* p, comparison* c) {
    const machine* m = &c->m;
    printf("n %u, data %d %d, lanes %u, groups %u; wave %d, access %d, filling %d\n", (unsigned)p->n, p->data[0],
           p->data[2], (unsigned)p->group_lanes, (unsigned)p->groups, c->wave, c->access, m->filling);
    print_program(p);
    const record* got = &c->t.of[c->wave].at[c->access];
    print_record("got", got);
    for (int k = c->at; k < m->of[c->wave].count; ++k) {
        if (m->of[c->wave].at[k].insn == got->insn) {
            print_record("expected", &m->of[c->wave].at[k]);
            break;
        }
    }
}

static void check_program(uint64_t number, totals* sums) {
    static program p;
    static comparison c;
    make_program(&p, number);
    outcome result = run_both(&p, &c);
    ++sums->programs;
    sums->skipped += result == SKIPPED;
    if (result == WRONG) {
        static int shown;
        if (shown++ < SHOWN) {
            reduce(&p, &c);
            show(&p, &c);
        }
        CHECK(0, "GCNMEM_VALUES_FIRST=%" PRIu64 " GCNMEM_VALUES_ROUNDS=1", number);
    }
    if (result != FINE) {
        return;
    }
    for (int of = 0; of < c.t.waves * (int)p.groups; ++of) {
        for (int i = 0; i < c.first[of].count; ++i) {
            sums->accesses += c.first[of].at[i].mask != 0;
            sums->determined += c.first[of].at[i].mask != 0 && !c.differs[of][i];
        }
        for (int i = 0; i < c.t.of[of].count; ++i) {
            sums->computed += c.t.status[of][i] == GCNMEM_STATUS_COMPUTED && c.t.of[of].at[i].mask != 0;
        }
    }
}

static void test_R63_computed_is_what_every_filling_does(void) {
    const char* rounds = getenv("GCNMEM_VALUES_ROUNDS");
    const char* start = getenv("GCNMEM_VALUES_FIRST");
    uint64_t count = rounds != NULL ? strtoull(rounds, NULL, 10) : test_rounds(JOB_IS_SLOW ? ROUNDS / 10 : ROUNDS);
    uint64_t first = start != NULL ? strtoull(start, NULL, 10) : 0;
    totals sums = {0, 0, 0, 0, 0};
    for (uint64_t i = 0; i < count; ++i) {
        check_program(first + i, &sums);
    }
    if (rounds != NULL) {
        printf("%" PRIu64 " programs, %" PRIu64 " skipped; %" PRIu64 " accesses, %" PRIu64 " determined, %" PRIu64
               " computed\n",
               sums.programs, sums.skipped, sums.accesses, sums.determined, sums.computed);
    }
    CHECK(sums.computed * 2 >= sums.determined, "%" PRIu64 " of %" PRIu64 " are computed", sums.computed,
          sums.determined);
}

void suite_oracle_values(void) {
    TEST(test_R63_computed_is_what_every_filling_does);
}
