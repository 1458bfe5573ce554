/* values.c -- R62, R63: what opcodes compute, lane by lane, against one line of C each; what is called computed */
#include "private.h"

#include <math.h>
#include <stdlib.h>

/* ---- one opcode over lanes ---- */

typedef uint64_t (*naive_fn)(uint64_t a, uint64_t b, uint64_t c);

#define NAIVE(name, expression) \
    static uint64_t name(uint64_t a, uint64_t b, uint64_t c) { \
        (void)a, (void)b, (void)c; \
        return (expression); \
    }
#define S32(x) ((int64_t)(int32_t)(uint32_t)(x))

static uint64_t bits_of(uint64_t x) {
    uint64_t count = 0;
    for (; x != 0; x >>= 1) {
        count += x & 1;
    }
    return count;
}

static uint64_t field_of(uint64_t x, uint64_t offset, uint64_t width) {
    return x >> (offset & 31) & ((1ull << (width & 31)) - 1);
}

static uint64_t first_bit(uint64_t x, int from_top) {
    for (uint64_t i = 0; i < 32; ++i) {
        if ((x >> (from_top ? 31 - i : i) & 1) != 0) {
            return i;
        }
    }
    return 0xffffffffu;
}

static uint64_t reversed(uint64_t x) {
    uint64_t result = 0;
    for (uint64_t i = 0; i < 32; ++i) {
        result |= (x >> i & 1) << (31 - i);
    }
    return result;
}

NAIVE(do_mov, a)
NAIVE(do_not, ~a)
NAIVE(do_add, a + b)
NAIVE(do_sub, a - b)
NAIVE(do_subrev, b - a)
NAIVE(do_add3, a + b + c)
NAIVE(do_mul, a* b)
NAIVE(do_mul_hi, a* b >> 32)
NAIVE(do_mul_hi_i32, (uint64_t)(S32(a) * S32(b)) >> 32)
NAIVE(do_mul_u24, (a & 0xffffff) * (b & 0xffffff))
NAIVE(do_mul_i24, (uint64_t)((S32(a << 8) >> 8) * (S32(b << 8) >> 8)))
NAIVE(do_mad_u24, (a & 0xffffff) * (b & 0xffffff) + c)
NAIVE(do_mad_i24, (uint64_t)((S32(a << 8) >> 8) * (S32(b << 8) >> 8)) + c)
NAIVE(do_lshl, a << (b & 31))
NAIVE(do_lshlrev, b << (a & 31))
NAIVE(do_lshrrev, b >> (a & 31))
NAIVE(do_ashrrev, (uint64_t)(S32(b) >> (a & 31)))
NAIVE(do_lshl_add, (a << (b & 31)) + c)
NAIVE(do_add_lshl, (a + b) << (c & 31))
NAIVE(do_lshl_or, (a << (b & 31)) | c)
NAIVE(do_and_or, (a & b) | c)
NAIVE(do_or3, a | b | c)
NAIVE(do_xad, (a ^ b) + c)
NAIVE(do_and, a& b)
NAIVE(do_or, a | b)
NAIVE(do_xor, a ^ b)
NAIVE(do_xnor, ~(a ^ b))
NAIVE(do_andn2, a & ~b)
NAIVE(do_orn2, a | ~b)
NAIVE(do_nand, ~(a& b))
NAIVE(do_bfe, field_of(a, b, c))
NAIVE(do_bfe_i32,
      (c & 31) == 0 ? 0 : (uint64_t)(S32((uint64_t)(S32(a) >> (b & 31)) << (32 - (c & 31))) >> (32 - (c & 31))))
NAIVE(do_bfi, (a & b) | (~a & c))
NAIVE(do_bfm, ((1ull << (a & 31)) - 1) << (b & 31))
NAIVE(do_alignbit, (a << 32 | b) >> (c & 31))
NAIVE(do_alignbyte, (a << 32 | b) >> 8 * (c & 3))
NAIVE(do_bfrev, reversed(a))
NAIVE(do_bcnt, bits_of(a) + b)
NAIVE(do_ffbl, first_bit(a, 0))
NAIVE(do_ffbh, first_bit(a, 1))
NAIVE(do_min_u32, a < b ? a : b)
NAIVE(do_max_u32, a > b ? a : b)
NAIVE(do_min_i32, S32(a) < S32(b) ? a : b)
NAIVE(do_max_i32, S32(a) > S32(b) ? a : b)
NAIVE(do_min3_i32, do_min_i32(do_min_i32(a, b, 0), c, 0))
NAIVE(do_max3_u32, do_max_u32(do_max_u32(a, b, 0), c, 0))
NAIVE(do_med3_u32, do_max_u32(do_min_u32(a, b, 0), do_min_u32(do_max_u32(a, b, 0), c, 0), 0))
NAIVE(do_add_u16, (a + b) & 0xffff)
NAIVE(do_mul_u16, a* b & 0xffff)
NAIVE(do_lshlrev_b16, (b & 0xffff) << (a & 15) & 0xffff)
NAIVE(do_mad_u16, (a * b + c) & 0xffff)
NAIVE(do_mad_u32_u16, (a & 0xffff) * (b & 0xffff) + c)
NAIVE(do_mad_i32_i16, (uint64_t)((int64_t)(int16_t)a*(int16_t)b) + c)
NAIVE(do_mul_hi_i24, (uint64_t)((S32(a << 8) >> 8) * (S32(b << 8) >> 8)) >> 32)
NAIVE(do_sad, (a < b ? b - a : a - b) + c)
NAIVE(do_ffbh_i32, first_bit(S32(a) < 0 ? ~a : a, 1))
NAIVE(do_lshl3_add, (a << 3) + b)
NAIVE(do_sbfe, (b >> 16 & 127) == 0 ? 0 : (b >> 16 & 127) > 31 ? a >> (b & 31) : field_of(a, b, b >> 16))
NAIVE(do_sext8, (uint64_t)(int64_t)(int8_t)a)
NAIVE(do_sext16, (uint64_t)(int64_t)(int16_t)a)
NAIVE(do_abs, S32(a) < 0 ? 0 - a : a)
NAIVE(do_bitset1, a | 1ull << (b & 31))
NAIVE(do_pack_lh, (a & 0xffff) | (b & 0xffff0000u))
NAIVE(do_eq, a == b)
NAIVE(do_ne, a != b)
NAIVE(do_lt_u32, a < b)
NAIVE(do_le_u32, a <= b)
NAIVE(do_gt_i32, S32(a) > S32(b))
NAIVE(do_ge_i32, S32(a) >= S32(b))
NAIVE(do_lt_i32, S32(a) < S32(b))
NAIVE(do_bitcmp0, (~a >> (b & 31)) & 1)
#define U8(x, i) ((x) >> 8 * (i) & 255)
#define S8(x, i) ((int64_t)(int8_t)U8(x, i))
NAIVE(do_dot4_u8, U8(a, 0) * U8(b, 0) + U8(a, 1) * U8(b, 1) + U8(a, 2) * U8(b, 2) + U8(a, 3) * U8(b, 3) + c)
NAIVE(do_dot4_i8, (uint64_t)(S8(a, 0) * S8(b, 0) + S8(a, 1) * S8(b, 1) + S8(a, 2) * S8(b, 2) + S8(a, 3) * S8(b, 3)) + c)

static const struct {
    const char* name;
    naive_fn naive;
} opcodes[] = {{"v_mov_b32", do_mov},
               {"v_not_b32", do_not},
               {"v_add_u32", do_add},
               {"v_add_i32", do_add},
               {"v_sub_u32", do_sub},
               {"v_subrev_u32", do_subrev},
               {"v_add3_u32", do_add3},
               {"v_mul_lo_u32", do_mul},
               {"v_mul_hi_u32", do_mul_hi},
               {"v_mul_hi_i32", do_mul_hi_i32},
               {"v_mul_u32_u24", do_mul_u24},
               {"v_mul_i32_i24", do_mul_i24},
               {"v_mad_u32_u24", do_mad_u24},
               {"v_mad_i32_i24", do_mad_i24},
               {"v_lshl_b32", do_lshl},
               {"v_lshlrev_b32", do_lshlrev},
               {"v_lshrrev_b32", do_lshrrev},
               {"v_ashrrev_i32", do_ashrrev},
               {"v_lshl_add_u32", do_lshl_add},
               {"v_add_lshl_u32", do_add_lshl},
               {"v_lshl_or_b32", do_lshl_or},
               {"v_and_or_b32", do_and_or},
               {"v_or3_b32", do_or3},
               {"v_xad_u32", do_xad},
               {"v_and_b32", do_and},
               {"v_or_b32", do_or},
               {"v_xor_b32", do_xor},
               {"v_xnor_b32", do_xnor},
               {"s_andn2_b32", do_andn2},
               {"s_orn2_b32", do_orn2},
               {"s_nand_b32", do_nand},
               {"v_bfe_u32", do_bfe},
               {"v_bfe_i32", do_bfe_i32},
               {"v_bfi_b32", do_bfi},
               {"v_bfm_b32", do_bfm},
               {"v_alignbit_b32", do_alignbit},
               {"v_alignbyte_b32", do_alignbyte},
               {"v_bfrev_b32", do_bfrev},
               {"v_bcnt_u32_b32", do_bcnt},
               {"v_ffbl_b32", do_ffbl},
               {"v_ffbh_u32", do_ffbh},
               {"v_min_u32", do_min_u32},
               {"v_max_u32", do_max_u32},
               {"v_min_i32", do_min_i32},
               {"v_max_i32", do_max_i32},
               {"v_min3_i32", do_min3_i32},
               {"v_max3_u32", do_max3_u32},
               {"v_med3_u32", do_med3_u32},
               {"v_add_u16", do_add_u16},
               {"v_mul_lo_u16", do_mul_u16},
               {"v_lshlrev_b16", do_lshlrev_b16},
               {"v_mad_legacy_u16", do_mad_u16},
               {"v_mad_u32_u16", do_mad_u32_u16},
               {"v_mad_i32_i16", do_mad_i32_i16},
               {"v_mul_hi_i32_i24", do_mul_hi_i24},
               {"v_sad_u32", do_sad},
               {"v_ffbh_i32", do_ffbh_i32},
               {"s_flbit_i32", do_ffbh_i32},
               {"s_lshl3_add_u32", do_lshl3_add},
               {"s_bfe_u32", do_sbfe},
               {"s_sext_i32_i8", do_sext8},
               {"s_sext_i32_i16", do_sext16},
               {"s_abs_i32", do_abs},
               {"s_bitset1_b32", do_bitset1},
               {"s_pack_lh_b32_b16", do_pack_lh},
               {"v_cmp_eq_u32", do_eq},
               {"v_cmp_ne_i32", do_ne},
               {"v_cmp_lt_u32", do_lt_u32},
               {"v_cmp_le_u32", do_le_u32},
               {"v_cmp_gt_i32", do_gt_i32},
               {"v_cmp_ge_i32", do_ge_i32},
               {"v_cmp_lt_i32", do_lt_i32},
               {"s_bitcmp0_b32", do_bitcmp0},
               {"v_dot4_u32_u8", do_dot4_u8},
               {"v_dot4_i32_i8", do_dot4_i8}};

/* Lanes of a few kinds: the same for all, rising, around a power of two, anything. */
static void fill(test_random* random, uint32_t* lane) {
    uint64_t kind = test_random_below(random, 5);
    uint32_t base = (uint32_t)(test_random_next(random) >> test_random_below(random, 32));
    uint32_t step = 1u << test_random_below(random, 8);
    for (uint32_t i = 0; i < 64; ++i) {
        lane[i] = kind == 0   ? base
                  : kind == 1 ? i * step
                  : kind == 2 ? base + i * step
                  : kind == 3 ? base * 64 + i % 8
                              : (uint32_t)test_random_next(random);
    }
}

static void empty_pool(gcnmemi_values_pool* pool) {
    memset(pool, 0, sizeof *pool);
    gcnmemi_values_begin(pool, GCNMEMI_VALUES_FEWEST, sizeof *pool);
}

/* NULL: there is no memory. */
static gcnmemi_values_pool* new_pool(void) {
    size_t bytes = sizeof(gcnmemi_values_pool) + GCNMEMI_VALUES_FEWEST * sizeof(gcnmemi_values_lanes);
    gcnmemi_values_pool* pool = (gcnmemi_values_pool*)malloc(bytes);
    if (pool != NULL) {
        empty_pool(pool);
    }
    return pool;
}

static void test_R62_opcodes_compute_what_one_line_of_c_does(void) {
    test_random random = test_random_start(58);
    gcnmemi_values_pool* pool = new_pool();
    for (size_t at = 0; at < sizeof opcodes / sizeof opcodes[0] && pool != NULL; ++at) {
        gcnmemi_values_row row = gcnmemi_values_find(gcnmemi_text_of(opcodes[at].name));
        int swaps = (row.flags & GCNMEMI_VALUES_SWAPPED) != 0;
        int wrong = 0;
        CHECK(row.operation != GCNMEMI_VALUES_NONE, "%s has a row", opcodes[at].name);
        for (uint32_t turn = 0; turn < 200 && wrong == 0; ++turn) {
            uint32_t lane[3][64];
            uint32_t got[64];
            gcnmemi_values_work w;
            memset(&w, 0, sizeof w);
            pool->count = pool->count > 3000 ? 0 : pool->count;
            if (pool->count == 0) {
                empty_pool(pool);
            }
            w.pool = pool;
            w.operation = row.operation;
            w.flags = row.flags;
            w.exec = UINT64_MAX;
            for (uint32_t i = 0; i < 3; ++i) {
                fill(&random, lane[i]);
                w.x[swaps && i < 2 ? 1 - i : i].part[0] = gcnmemi_values_intern(pool, lane[i]);
            }
            gcnmemi_values_compute(&w);
            for (uint32_t i = 0; i < 64 && wrong == 0; ++i) {
                got[i] = gcnmemi_values_lane(pool, &w.result.part[0], i);
                uint32_t expected = (uint32_t)opcodes[at].naive(lane[0][i], lane[1][i], lane[2][i]);
                uint32_t found = (row.flags & GCNMEMI_VALUES_MASK) != 0 ? (uint32_t)(w.mask >> i & 1) : got[i];
                wrong = expected != found;
                CHECK_U64(expected, found, "%s of 0x%x, 0x%x, 0x%x in lane %u, turn %u", opcodes[at].name,
                          (unsigned)lane[0][i], (unsigned)lane[1][i], (unsigned)lane[2][i], (unsigned)i,
                          (unsigned)turn);
            }
        }
    }
    free(pool);
}

/* The carry of every lane, with and without a carry in. */
static void test_R62_carries_of_lanes(void) {
    test_random random = test_random_start(59);
    gcnmemi_values_pool* pool = new_pool();
    int wrong = 0;
    for (uint32_t turn = 0; turn < 600 && pool != NULL && wrong == 0; ++turn) {
        uint32_t lane[2][64];
        gcnmemi_values_work w;
        uint64_t expected = 0;
        uint64_t carry = turn % 3 == 0 ? 0 : turn % 3 == 1 ? UINT64_MAX : test_random_next(&random);
        memset(&w, 0, sizeof w);
        w.pool = pool;
        w.operation = turn % 2 == 0 ? GCNMEMI_VALUES_ADD : GCNMEMI_VALUES_SUB;
        w.flags = GCNMEMI_VALUES_CARRY;
        w.exec = UINT64_MAX;
        w.carry = carry;
        for (uint32_t i = 0; i < 2; ++i) {
            fill(&random, lane[i]);
            w.x[i].part[0] = gcnmemi_values_intern(pool, lane[i]);
        }
        gcnmemi_values_compute(&w);
        for (uint32_t i = 0; i < 64; ++i) {
            uint64_t k = carry >> i & 1;
            uint64_t sum =
                turn % 2 == 0 ? lane[0][i] + (uint64_t)lane[1][i] + k : lane[0][i] - (uint64_t)lane[1][i] - k;
            expected |= (sum >> 32 & 1) << i;
        }
        wrong = expected != w.mask;
        CHECK_U64(expected, w.mask, "turn %u", (unsigned)turn);
    }
    free(pool);
}

/* ---- floating point ---- */

static float as_number(uint32_t bits) {
    float number;
    memcpy(&number, &bits, 4);
    return number;
}

static uint32_t as_bits(float number) {
    uint32_t bits;
    memcpy(&bits, &number, 4);
    return (bits & 0x7fffffffu) > 0x7f800000u ? 0x7fc00000u : bits; /* one quiet NaN stands for all */
}

static uint32_t any_number(test_random* random) {
    uint32_t bits = (uint32_t)test_random_next(random);
    uint32_t near = (bits & 0x807fffffu) | (uint32_t)(120 + test_random_below(random, 20)) << 23;
    switch (test_random_below(random, 6)) {
    case 0:
        return bits;
    case 1:
        return bits & 0x807fffffu; /* subnormal */
    case 2:
        return bits & 0xff800000u; /* a power of two, an infinity, zero */
    default:
        return near;
    }
}

static void check_number(const char* name, uint32_t expected, uint32_t got, const uint32_t* x) {
    CHECK_U64(expected, (got & 0x7fffffffu) > 0x7f800000u ? 0x7fc00000u : got, "%s of 0x%x, 0x%x, 0x%x", name,
              (unsigned)x[0], (unsigned)x[1], (unsigned)x[2]);
}

static void test_R62_numbers_are_those_of_the_c_library(void) {
    test_random random = test_random_start(60);
    CHECK_U64(0x3950c7a5, gcnmemi_floats_divide(5, 0x6218, 3), "both subnormal");
    for (uint32_t turn = 0; turn < 200000; ++turn) {
        uint32_t x[3] = {any_number(&random), any_number(&random), any_number(&random)};
        volatile float a = as_number(x[0]);
        volatile float b = as_number(x[1]);
        volatile float product = a * b;
        check_number("add", as_bits(a + b), gcnmemi_floats_add(x[0], x[1], 3), x);
        check_number("mul", as_bits(product), gcnmemi_floats_multiply(x[0], x[1], 3), x);
        check_number("fma", as_bits(fmaf(a, b, as_number(x[2]))), gcnmemi_floats_fma(x[0], x[1], x[2], 3), x);
        check_number("rcp", as_bits(1.0f / a), gcnmemi_floats_divide(0x3f800000u, x[0], 3), x);
        check_number("sqrt", as_bits(sqrtf(a)), gcnmemi_floats_root(x[0], 3), x);
        check_number("div", as_bits(a / b), gcnmemi_floats_divide(x[0], x[1], 3), x);
        check_number("floor", as_bits(floorf(a)), gcnmemi_floats_whole(x[0], 3, GCNMEMI_FLOATS_DOWN), x);
        check_number("ceil", as_bits(ceilf(a)), gcnmemi_floats_whole(x[0], 3, GCNMEMI_FLOATS_UP), x);
        check_number("trunc", as_bits(truncf(a)), gcnmemi_floats_whole(x[0], 3, GCNMEMI_FLOATS_TO_ZERO), x);
        check_number("rndne", as_bits(rintf(a)), gcnmemi_floats_whole(x[0], 3, GCNMEMI_FLOATS_NEAREST), x);
        check_number("ldexp", as_bits(ldexpf(a, (int)(x[1] % 300) - 150)),
                     gcnmemi_floats_scale(x[0], (uint32_t)((int)(x[1] % 300) - 150), 3), x);
        int power = 0;
        check_number("frexp", as_bits(frexpf(a, &power)), gcnmemi_floats_part(x[0], 3, 0), x);
        CHECK_U64(isfinite(a) ? (uint32_t)power : 0, gcnmemi_floats_part(x[0], 3, 1), "0x%x", (unsigned)x[0]);
        check_number("from u32", as_bits((float)x[0]), gcnmemi_floats_from_integer(x[0], 0), x);
        check_number("from i32", as_bits((float)(int32_t)x[0]), gcnmemi_floats_from_integer(x[0], 1), x);
        if (a > -2147483648.0f && a < 2147483648.0f) {
            CHECK_U64((uint32_t)(int32_t)a, gcnmemi_floats_to_integer(x[0], 3, 1, GCNMEMI_FLOATS_TO_ZERO), "0x%x",
                      (unsigned)x[0]);
        }
        CHECK_U64(isnan(a) || isnan(b) ? 8u
                  : a < b              ? 1u
                  : a > b              ? 4u
                                       : 2u,
                  gcnmemi_floats_compare(x[0], x[1], 3), "0x%x against 0x%x", (unsigned)x[0], (unsigned)x[1]);
    }
}

static uint32_t without_subnormal(uint32_t bits, uint32_t keeps) {
    return (bits & 0x7f800000u) == 0 && !keeps ? bits & 0x80000000u : bits;
}

/* Without subnormal numbers, those of sources and of results are zeros that keep their sign. */
static void test_R62_sums_of_products_in_every_mode(void) {
    test_random random = test_random_start(61);
    for (uint32_t turn = 0; turn < 200000; ++turn) {
        const uint32_t mode = turn % 4;
        uint32_t x[3];
        float y[3];
        for (uint32_t i = 0; i < 3; ++i) {
            x[i] = any_number(&random);
            x[i] &= test_random_below(&random, 6) == 0 ? 0x80000000u : 0xffffffffu;
            y[i] = as_number(without_subnormal(x[i], mode & 1));
        }
        volatile float product = y[0] * y[1];
        volatile float sum = y[0] + y[1];
        check_number("fma", without_subnormal(as_bits(fmaf(y[0], y[1], y[2])), mode & 2),
                     gcnmemi_floats_fma(x[0], x[1], x[2], mode), x);
        check_number("mul", without_subnormal(as_bits(product), mode & 2), gcnmemi_floats_multiply(x[0], x[1], mode),
                     x);
        check_number("add", without_subnormal(as_bits(sum), mode & 2), gcnmemi_floats_add(x[0], x[1], mode), x);
    }
}

/* AMD's manual tells the face by an if for each axis. */
static void test_R62_faces_of_a_cube(void) {
    test_random random = test_random_start(71);
    for (uint32_t turn = 0; turn < 20000; ++turn) {
        uint32_t d[3];
        float x[3];
        for (uint32_t i = 0; i < 3; ++i) {
            d[i] = any_number(&random);
            d[i] = turn % 3 == 0 ? d[0] ^ (uint32_t)(test_random_next(&random) & 0x80000000u) : d[i];
            x[i] = as_number(d[i]);
        }
        if (isnan(x[0]) || isnan(x[1]) || isnan(x[2])) {
            continue;
        }
        float id, sc, tc, axis;
        if (fabsf(x[2]) >= fabsf(x[0]) && fabsf(x[2]) >= fabsf(x[1])) {
            id = x[2] < 0 ? 5 : 4, sc = x[2] < 0 ? -x[0] : x[0], tc = -x[1], axis = x[2];
        } else if (fabsf(x[1]) >= fabsf(x[0])) {
            id = x[1] < 0 ? 3 : 2, sc = x[0], tc = x[1] < 0 ? -x[2] : x[2], axis = x[1];
        } else {
            id = x[0] < 0 ? 1 : 0, sc = x[0] < 0 ? x[2] : -x[2], tc = -x[1], axis = x[0];
        }
        check_number("cubeid", as_bits(id), gcnmemi_floats_cube(d[0], d[1], d[2], 0), d);
        check_number("cubesc", as_bits(sc), gcnmemi_floats_cube(d[0], d[1], d[2], 1), d);
        check_number("cubetc", as_bits(tc), gcnmemi_floats_cube(d[0], d[1], d[2], 2), d);
        check_number("cubema", as_bits(2 * axis), gcnmemi_floats_cube(d[0], d[1], d[2], 3), d);
    }
}

static void test_R62_subnormal_numbers_are_zero_by_mode(void) {
    CHECK_U64(0x00000001, gcnmemi_floats_add(0x00000001, 0, 3), "kept");
    CHECK_U64(0, gcnmemi_floats_add(0x00000001, 0, 2), "dropped from sources");
    CHECK_U64(0, gcnmemi_floats_multiply(0x00800000, 0x3f000000, 1), "dropped from results");
    CHECK_U64(0x80000000, gcnmemi_floats_multiply(0x80800000, 0x3f000000, 1), "with their sign");
    CHECK_U64(0x00400000, gcnmemi_floats_multiply(0x00800000, 0x3f000000, 3), "half of the least normal one");
    CHECK_U64(0x7f800000, gcnmemi_floats_to_integer(0x7f800000, 3, 0, 0) == UINT32_MAX ? 0x7f800000 : 0,
              "infinity becomes the largest");
}

static void test_R62_decimal_numbers(void) {
    static const struct {
        const char* text;
        uint32_t bits;
    } rows[] = {{"1.5", 0x3fc00000},
                {"-2.25", 0xc0100000},
                {"0.1", 0x3dcccccd},
                {"1e-39", 0x000ae398},
                {"16777217", 0x4b800000},
                {"3.4028235e38", 0x7f7fffff},
                {"0", 0},
                {"1e-60", 0},
                {"1e39", 0x7f800000},
                {"1000.3", 0x447a1333}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        gcnmemi_text text = gcnmemi_text_of(rows[i].text);
        uint32_t bits = 1;
        CHECK(gcnmemi_floats_take(&text, &bits) && text.at == text.end, "%s is read whole", rows[i].text);
        CHECK_U64(rows[i].bits, bits, "%s", rows[i].text);
    }
}

/* ---- a wave ---- */

static const char header[] = "\t.amdgcn_target \"amdgcn-amd-amdhsa--%s\"\n\t.type k,@function\nk:\n";
static const char footer[] =
    "\ts_endpgm\n\t.amdhsa_kernel k\n\t\t.amdhsa_user_sgpr_kernarg_segment_ptr 1\n"
    "\t\t.amdhsa_group_segment_fixed_size 1024\n\t\t.amdhsa_system_sgpr_workgroup_id_x "
    "1\n\t\t.amdhsa_system_vgpr_workitem_id 0\n"
    "\t.end_amdhsa_kernel\n\t.amdgpu_metadata\n---\namdhsa.kernels:\n  - .args:\n"
    "      - .offset: 0\n        .size: 8\n        .value_kind: global_buffer\n"
    "      - .name: !str n\n        .offset: 8\n        .size: 4\n        .value_kind: by_value\n"
    "    .name: k\n...\n\t.end_amdgpu_metadata\n";

/* The status of the last memory instruction of a kernel with a pointer and a number as arguments. */

static void keep_access(void* user_data, const gcnmem_run_access* access) {
    *(gcnmem_run_access*)user_data = *access;
}

static uint32_t defaults; /* of the last of these runs: its memory instructions on default addresses */

static gcnmem_status status_on(gcnmem_device device, const char* target, const char* code, const char* arg,
                               gcnmem_run_access* out_access) {
    char text[4096];
    static char memory[1 << 24];
    gcnmem_desc desc = gcnmem_desc_for(device);
    gcnmem_setting settings[4] = {
        {"groups", "1"}, {"cus", "1"}, {"group", desc.wave_lanes == 32 ? "32" : "64"}, {"arg", arg}};
    gcnmem_shader shader;
    gcnmem_issue issue;
    gcnmem_run_hooks hooks = {NULL, keep_access, NULL, out_access};
    int bytes = snprintf(text, sizeof text, header, target);
    snprintf(text + bytes, sizeof text - (size_t)bytes, "%s%s", code, footer);
    memset(out_access, 0, sizeof *out_access);
    gcnmem_result result = gcnmem_shader_init(memory, sizeof memory, &desc, text, strlen(text), settings,
                                              arg != NULL ? 4 : 3, &shader, &issue);
    CHECK(result == GCNMEM_OK, "%s: %s %s", test_result_name(result), issue.field, issue.rule);
    if (result == GCNMEM_OK) {
        gcnmem_run_advance(shader.run, UINT64_MAX, &hooks);
        defaults = gcnmem_run_result_of(shader.run).defaults_used;
    }
    return out_access->status;
}

static gcnmem_status status_of(const char* code, const char* arg, gcnmem_run_access* out_access) {
    return status_on(GCNMEM_DEVICE_VEGA_64, "gfx900", code, arg, out_access);
}

#define LOADS "\ts_load_dwordx2 s[4:5], s[0:1], 0x0\n\ts_load_dword s6, s[0:1], 0x8\n\ts_waitcnt lgkmcnt(0)\n"

static void test_R63_statuses(void) {
    gcnmem_run_access a;
    CHECK(status_of(LOADS "\tv_lshlrev_b32_e32 v1, 3, v0\n\tglobal_load_dword v2, v1, s[4:5] offset:-8\n", NULL, &a) ==
              GCNMEM_STATUS_COMPUTED,
          "ids and a pointer");
    CHECK_U64(63 * 8, a.address[63] - a.address[0], "strided");
    /* lanes above n, of which nobody told, skip nothing that is known */
    static const char skip[] =
        LOADS "\tv_mov_b32_e32 v1, v0\n\tv_cmp_lt_u32_e32 vcc, s6, v0\n\ts_and_saveexec_b64 s[8:9], vcc\n"
              "\ts_cbranch_execz L\n\tv_lshlrev_b32_e32 v1, 3, v0\nL:\n\ts_or_b64 exec, exec, s[8:9]\n"
              "\tglobal_load_dword v2, v1, s[4:5]\n";
    CHECK(status_of(skip, NULL, &a) == GCNMEM_STATUS_ASSUMED, "skipped by a stand-in");
    CHECK(status_of(skip, "n=100", &a) == GCNMEM_STATUS_COMPUTED, "skipped by a number that was given");
    CHECK(status_of(LOADS "\tv_mul_lo_u32 v1, v0, s6\n\tglobal_load_dword v2, v1, s[4:5]\n", NULL, &a) ==
              GCNMEM_STATUS_ASSUMED,
          "an argument that nobody gave");
    CHECK(status_of(LOADS "\tv_mul_lo_u32 v1, v0, s6\n\tglobal_load_dword v2, v1, s[4:5]\n", "n=12", &a) ==
              GCNMEM_STATUS_COMPUTED,
          "an argument");
    CHECK_U64(63 * 12, a.address[63] - a.address[0], "times the argument");
    CHECK(status_of(LOADS "\tv_lshlrev_b32_e32 v1, 2, v0\n\tglobal_load_dword v1, v1, s[4:5]\n\ts_waitcnt vmcnt(0)\n"
                          "\tglobal_load_dword v2, v1, s[4:5]\n",
                    NULL, &a) == GCNMEM_STATUS_DEFAULT,
          "loaded");
    CHECK(status_of(LOADS "\tv_lshlrev_b32_e32 v1, 2, v0\n\tglobal_load_dword v1, v1, s[4:5]\n\ts_waitcnt vmcnt(0)\n"
                          "\tglobal_load_dword v2, v1, s[4:5]\n",
                    "0=data:i*i*4", &a) == GCNMEM_STATUS_COMPUTED,
          "loaded, with contents");
    CHECK_U64(63 * 63 * 4, a.address[63] - a.address[0], "squares");
    CHECK(status_of(LOADS "\ts_movk_i32 s8, 4000\n\ts_load_dword s7, s[4:5], s8\n\tv_add_u32_e32 v1, s7, v0\n"
                          "\tglobal_load_dword v2, v1, s[4:5]\n",
                    "0=data:12/(i-1000)", &a) > GCNMEM_STATUS_COMPUTED,
          "no number is 12 / 0");
    CHECK(status_of("\tv_mov_b32_e32 v8, s0\n\tv_mov_b32_e32 v9, s1\n\tglobal_load_dword v1, v[8:9], off\n"
                    "\ts_waitcnt vmcnt(0)\n\tds_read_u8 v2, v1\n",
                    "0=data:i*4", &a) == GCNMEM_STATUS_COMPUTED,
          "lanes load the pointer itself");
    CHECK_U64(0x5500, a.address[5], "its low dword");
    CHECK(status_of("\ts_load_dwordx2 s[4:5], s[0:1], 0x0\n\ts_waitcnt lgkmcnt(0)\n"
                    "\tglobal_load_dword_addtid v2, s[4:5]\n",
                    "0=0x1000", &a) == GCNMEM_STATUS_COMPUTED,
          "a lane's own");
    CHECK_U64(0x1000 + 5 * 4, a.address[5], "four bytes a lane");
    CHECK(status_of(LOADS "\tv_lshlrev_b32_e32 v1, 2, v0\n\tglobal_load_dword v1, v1, s[4:5]\n\ts_waitcnt vmcnt(0)\n"
                          "\tv_mul_f32_e32 v1, 2.0, v1\n\tv_cvt_u32_f32_e32 v1, v1\n"
                          "\tglobal_load_dword v2, v1, s[4:5]\n",
                    "0=data:f:100-i", &a) == GCNMEM_STATUS_COMPUTED,
          "loaded, with floats");
    CHECK_U64(63 * 2, a.address[0] - a.address[63], "floats, doubled");
}

/* A lane that may be on or off makes an address no more than assumed; behind the divergent part all is known again. */
static void test_R63_lanes_in_doubt(void) {
    static const char branch[] = LOADS "\tv_lshlrev_b32_e32 v1, 2, v0\n\tglobal_load_dword v2, v1, s[4:5]\n"
                                       "\ts_waitcnt vmcnt(0)\n\tv_cmp_lt_u32_e32 vcc, 7, v2\n"
                                       "\ts_and_saveexec_b64 s[8:9], vcc\n\ts_cbranch_execz x\n%s"
                                       "x:\n\ts_or_b64 exec, exec, s[8:9]\n%s";
    char code[1024];
    gcnmem_run_access a;
    snprintf(code, sizeof code, branch, "\tglobal_store_dword v1, v2, s[4:5]\n", "");
    CHECK(status_of(code, NULL, &a) == GCNMEM_STATUS_ASSUMED, "inside");
    snprintf(code, sizeof code, branch, "\tv_mov_b32 v3, 0\n", "\tglobal_store_dword v1, v2, s[4:5]\n");
    CHECK(status_of(code, NULL, &a) == GCNMEM_STATUS_COMPUTED, "behind");
    snprintf(code, sizeof code, branch, "\tv_mov_b32 v1, 0\n", "\tglobal_store_dword v1, v2, s[4:5]\n");
    CHECK(status_of(code, NULL, &a) == GCNMEM_STATUS_DEFAULT, "what was written inside");
    snprintf(code, sizeof code, branch, "\ts_mov_b32 s7, 8\n",
             "\tv_add_u32_e32 v3, s7, v0\n\tglobal_store_byte v3, v0, s[4:5]\n");
    CHECK(status_of(code, NULL, &a) > GCNMEM_STATUS_COMPUTED, "a scalar that was written inside");
    snprintf(code, sizeof code, branch, "\tv_writelane_b32 v1, 8, 5\n", "\tglobal_store_byte v1, v0, s[4:5]\n");
    CHECK(status_of(code, NULL, &a) > GCNMEM_STATUS_COMPUTED, "a lane that was written inside");
    snprintf(code, sizeof code, branch, "",
             "\ts_cmp_lg_u32 s6, 0\n\ts_set_gpr_idx_on s9, gpr_idx(SRC0)\n\ts_set_gpr_idx_off\n"
             "\ts_cbranch_scc1 y\n\tglobal_store_byte v0, v0, s[4:5]\ny:\n");
    CHECK(status_of(code, NULL, &a) > GCNMEM_STATUS_COMPUTED, "SCC from before an index is set");
    CHECK(status_of(LOADS "\ts_cmp_lg_u32 s6, 3\n\ts_cbranch_scc1 x\n\ts_getreg_b32 scc, hwreg(1)\nx:\n"
                          "\ts_cselect_b32 s7, 4, 8\n\tv_add_u32_e32 v3, s7, v0\n"
                          "\tglobal_store_byte v3, v0, s[4:5]\n",
                    NULL, &a) > GCNMEM_STATUS_COMPUTED,
          "SCC that was written inside");
    snprintf(code, sizeof code, branch,
             "\ts_set_gpr_idx_on s9, gpr_idx(SRC1)\n\tv_mov_b32 v5, v6\n\ts_set_gpr_idx_off\n",
             "\tglobal_store_dword v1, v2, s[4:5]\n");
    CHECK(status_of(code, NULL, &a) == GCNMEM_STATUS_DEFAULT, "an index may have written anything");
    static const char loop[] = LOADS "\tv_lshlrev_b32_e32 v1, 2, v0\n\tglobal_load_dword v2, v1, s[4:5]\n"
                                     "\ts_mov_b64 s[8:9], 0\n\ts_mov_b64 s[10:11], exec\n\tv_mov_b32_e32 v3, 0\n"
                                     "\ts_waitcnt vmcnt(0)\nL:\n\tv_add_u32_e32 v3, 4, v3\n"
                                     "\tv_cmp_gt_u32_e32 vcc, v3, v2\n\ts_or_b64 s[8:9], vcc, s[8:9]\n"
                                     "\ts_andn2_b64 exec, exec, s[8:9]\n\ts_cbranch_execnz L\n"
                                     "\ts_mov_b64 exec, s[10:11]\n\tglobal_store_byte v3, v0, s[4:5]\n";
    CHECK(status_of(loop, NULL, &a) > GCNMEM_STATUS_COMPUTED, "counted in a loop that was left by a guess");
}

/* Code behind an access whose lanes nobody knows, and whether the parts of EXEC are the whole again behind it. */
typedef struct parts_row {
    const char* code;
    int is_whole;
} parts_row;

static void check_parts(gcnmem_device device, const char* gfx, const char* begin, const parts_row* rows, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        char code[1024];
        gcnmem_run_access a;
        snprintf(code, sizeof code, begin, rows[i].code);
        CHECK((status_on(device, gfx, code, NULL, &a) == GCNMEM_STATUS_COMPUTED) == rows[i].is_whole, "%s",
              rows[i].code);
    }
}

/* A condition on what nobody knows splits EXEC in two parts that make the whole again, however compilers write that. */
static void test_R63_parts_of_exec(void) {
    static const char begin[] = LOADS "\tv_lshlrev_b32_e32 v1, 2, v0\n\tglobal_load_dword v2, v1, s[4:5]\n"
                                      "\ts_waitcnt vmcnt(0)\n\tv_cmp_lt_u32_e32 vcc, 7, v2\n"
                                      "\tv_cmp_lt_u32_e64 s[12:13], 9, v2\n\ts_and_saveexec_b64 s[8:9], vcc\n%s"
                                      "\tv_lshlrev_b32_e32 v3, 3, v0\n\tglobal_store_dword v3, v2, s[4:5]\n";
    static const parts_row rows[] = {
        {"\ts_xor_b64 s[8:9], exec, s[8:9]\n\ts_or_b64 exec, exec, s[8:9]\n", 1},
        {"\ts_xor_b64 s[8:9], s[8:9], exec\n\ts_or_b64 exec, s[8:9], exec\n", 1},
        {"\ts_xor_b64 s[8:9], exec, s[8:9]\n\ts_or_saveexec_b64 s[8:9], s[8:9]\n\ts_xor_b64 exec, exec, s[8:9]\n"
         "\ts_or_b64 exec, exec, s[8:9]\n",
         1},
        {"\ts_xor_b64 s[8:9], exec, s[8:9]\n\ts_andn2_saveexec_b64 s[8:9], s[8:9]\n\ts_or_b64 exec, exec, s[8:9]\n", 1},
        {"\ts_andn2_b64 exec, s[8:9], exec\n\ts_mov_b64 exec, s[8:9]\n", 1},
        {"\ts_xor_b64 s[8:9], exec, s[8:9]\n\ts_and_saveexec_b64 s[10:11], s[12:13]\n"
         "\ts_xor_b64 s[10:11], exec, s[10:11]\n\ts_or_b64 exec, exec, s[10:11]\n\ts_or_b64 exec, exec, s[8:9]\n",
         1},
        {"\ts_xor_b64 s[8:9], exec, s[8:9]\n\ts_xor_b64 exec, exec, s[8:9]\n", 1},
        {"\ts_or_b64 exec, s[8:9], exec\n", 1},
        {"\ts_and_b64 exec, s[8:9], exec\n", 0},
        {"\ts_and_b64 exec, exec, s[8:9]\n", 0},
        {"\ts_andn2_b64 exec, exec, s[8:9]\n", 1}, /* no lane, and that is known */
        {"\ts_xor_b64 s[8:9], exec, s[8:9]\n\ts_mov_b32 s7, 0\nL:\n\ts_and_saveexec_b64 s[10:11], s[12:13]\n"
         "\ts_or_b64 exec, exec, s[10:11]\n\ts_add_i32 s7, s7, 1\n\ts_cmp_lt_i32 s7, 9\n\ts_cbranch_scc1 L\n"
         "\ts_or_b64 exec, exec, s[8:9]\n",
         0},                                                                 /* it was long ago that the whole was */
        {"\ts_xor_b64 s[8:9], exec, s[8:9]\n", 0},                           /* one part */
        {"\ts_xor_b64 s[8:9], exec, s[8:9]\n\ts_mov_b64 exec, s[8:9]\n", 0}, /* the other */
        {"\ts_xor_b64 s[8:9], exec, s[8:9]\n\ts_and_b64 exec, exec, s[8:9]\n", 0},  /* no lane */
        {"\ts_xor_b64 s[8:9], exec, s[8:9]\n\ts_or_b64 exec, exec, s[12:13]\n", 0}, /* of other conditions */
        {"\ts_xor_b64 s[8:9], exec, s[8:9]\n\ts_and_b64 exec, exec, s[12:13]\n"     /* a part of a part */
         "\ts_or_b64 exec, exec, s[8:9]\n",
         0},
        {"\ts_xor_b64 s[8:9], exec, s[8:9]\n\ts_mov_b32 s9, s12\n\ts_or_b64 exec, exec, s[8:9]\n", 0}, /* half of it */
    };
    check_parts(GCNMEM_DEVICE_VEGA_64, "gfx900", begin, rows, sizeof rows / sizeof rows[0]);
}

/* v_cmpx makes a part of EXEC as well. */
static void test_R63_parts_by_v_cmpx(void) {
    static const char begin[] = LOADS "\tv_lshlrev_b32_e32 v1, 2, v0\n\tglobal_load_dword v2, v1, s[4:5]\n"
                                      "\ts_waitcnt vmcnt(0)\n\ts_mov_b32 s8, exec_lo\n\tv_cmpx_ne_u32_e32 12, v2\n%s"
                                      "\tv_lshlrev_b32_e32 v3, 3, v0\n\tglobal_store_dword v3, v2, s[4:5]\n";
    static const parts_row rows[] = {
        {"\ts_or_b32 exec_lo, exec_lo, s8\n", 1},
        {"\ts_xor_b32 s8, exec_lo, s8\n\ts_or_b32 exec_lo, s8, exec_lo\n", 1},
        {"\ts_xor_b32 s8, exec_lo, s8\n\ts_or_saveexec_b32 s8, s8\n\ts_xor_b32 exec_lo, exec_lo, s8\n"
         "\ts_or_b32 exec_lo, exec_lo, s8\n",
         1},
        {"\ts_xor_b32 s8, exec_lo, s8\n", 0},                                /* one part */
        {"\ts_xor_b32 s8, exec_lo, s8\n\ts_mov_b32 exec_lo, s8\n", 0},       /* the other */
        {"\tv_cmpx_gt_u32_e32 9, v2\n\ts_or_b32 exec_lo, exec_lo, s8\n", 1}, /* a part of a part */
    };
    check_parts(GCNMEM_DEVICE_RX_6900_XT, "gfx1030", begin, rows, sizeof rows / sizeof rows[0]);
}

/* Inside a part, what its lanes computed there is known, carries as well; behind it, it is in doubt. */
static void test_R63_addresses_inside_a_part(void) {
    static const char branch[] =
        LOADS "\tv_lshlrev_b32_e32 v1, 2, v0\n\tglobal_load_dword v2, v1, s[4:5]\n\tv_mov_b32_e32 v3, 0\n"
              "\tv_mov_b32_e32 v4, 0\n\ts_waitcnt vmcnt(0)\n\tv_cmp_lt_u32_e32 vcc, 7, v2\n"
              "\tv_cmp_lt_u32_e64 s[12:13], 9, v2\n\ts_and_saveexec_b64 s[8:9], vcc\n"
              "\tv_mov_b32_e32 v4, s5\n\tv_add_co_u32_e32 v3, vcc, s4, v1\n"
              "\tv_addc_co_u32_e32 v4, vcc, 0, v4, vcc\n%s\ts_or_b64 exec, exec, s[8:9]\n%s"
              "\tv_xor_b32_e32 v5, v3, v4\n\tds_write_b32 v5, v0\n";
    static const char store[] = "\tglobal_store_dword v[3:4], v2, off\n";
    static const struct {
        const char* inside;
        const char* behind;
        int is_default;
    } rows[] = {
        {store, "", 0},
        {"\ts_and_saveexec_b64 s[10:11], s[12:13]\n\tglobal_store_dword v[3:4], v2, off\n"
         "\ts_or_b64 exec, exec, s[10:11]\n",
         "", 0},
        {"\ts_and_saveexec_b64 s[10:11], s[12:13]\n\tv_add_u32_e32 v3, 64, v3\n\ts_or_b64 exec, exec, s[10:11]\n"
         "\tglobal_store_dword v[3:4], v2, off\n",
         "", 1},
        {"\ts_and_saveexec_b64 s[10:11], s[12:13]\n\tv_mov_b32_e32 v5, v0\n\ts_or_b64 exec, exec, s[10:11]\n"
         "\tglobal_store_dword v[3:4], v2, off\n",
         "", 0},
        {"", store, 1},
        {"\tv_readlane_b32 s14, v3, 5\n\tv_mov_b32_e32 v3, s14\n\tglobal_store_dword v[3:4], v2, off\n", "", 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        char code[1536];
        snprintf(code, sizeof code, branch, rows[i].inside, rows[i].behind);
        gcnmem_run_access a;
        status_of(code, NULL, &a);
        CHECK_U64((uint64_t)rows[i].is_default + 1, defaults, "%s, behind it %s", rows[i].inside, rows[i].behind);
    }
}

/* The same code for waves of 32: masks of lanes, which stand from s8 on, are half as wide. */
static void narrow(char* out, const char* code) {
    while (*code != '\0') {
        unsigned low, high;
        int length = 0;
        if (sscanf(code, "s[%u:%u]%n", &low, &high, &length) == 2 && length != 0 && low >= 8) {
            out += sprintf(out, "s%u", low);
            code += length;
        } else if (strncmp(code, "_b64", 4) == 0 ||
                   (strncmp(code, "exec", 4) == 0 && (code[4] == ',' || code[4] == '\n')) ||
                   strncmp(code, "vcc", 3) == 0) {
            out += sprintf(out, "%s", *code == '_' ? "_b32" : *code == 'e' ? "exec_lo" : "vcc_lo");
            code += *code == 'v' ? 3 : 4;
        } else {
            *out++ = *code++;
        }
    }
    *out = '\0';
}

static uint32_t defaults_in_waves_of_32(const char* code) {
    char text[2048];
    gcnmem_run_access a;
    narrow(text, code);
    status_on(GCNMEM_DEVICE_RX_6900_XT, "gfx1030", text, NULL, &a);
    return defaults;
}

/* What one part wrote is known in that part alone: neither in the other nor behind both. */
static void test_R63_registers_of_the_other_part(void) {
    static const char branch[] =
        LOADS "\tv_lshlrev_b32_e32 v1, 2, v0\n\tglobal_load_dword v2, v1, s[4:5]\n\tv_mov_b32_e32 v3, v1\n"
              "\ts_waitcnt vmcnt(0)\n\tv_cmp_lt_u32_e32 vcc, 7, v2\n"
              "\tv_cmp_lt_u32_e64 s[12:13], 9, v2\n\ts_and_saveexec_b64 s[8:9], vcc\n"
              "\ts_xor_b64 s[8:9], exec, s[8:9]\n\ts_cbranch_execz x\n\tv_add_u32_e32 v3, v2, v1\n"
              "\tglobal_store_dword v3, v2, s[4:5]\nx:\n%s\ts_cbranch_execz y\n%sy:\n"
              "\ts_or_b64 exec, exec, s[8:9]\n%s\tds_write_b32 v3, v0\n";
    static const char* const turns[] = {"\ts_or_saveexec_b64 s[8:9], s[8:9]\n\ts_xor_b64 exec, exec, s[8:9]\n",
                                        "\ts_andn2_saveexec_b64 s[8:9], s[8:9]\n",
                                        "\ts_or_saveexec_b64 s[8:9], s[8:9]\n\tv_lshlrev_b32_e32 v5, 1, v0\n"
                                        "\tv_add_u32_e32 v5, v5, v1\n\ts_xor_b64 exec, exec, s[8:9]\n",
                                        "\ts_xor_b64 s[10:11], exec, s[8:9]\n\ts_mov_b64 s[14:15], exec\n"
                                        "\ts_mov_b64 exec, s[8:9]\n\ts_mov_b64 s[8:9], s[14:15]\n"};
    static const struct {
        const char* other;
        const char* behind;
        uint32_t defaults; /* beside those of the part whose address is of what was loaded, and of LDS behind both */
    } rows[] = {{"\tglobal_store_dword v3, v2, s[4:5]\n", "", 1},
                {"\tv_add_u32_e32 v3, 64, v3\n\tglobal_store_dword v3, v2, s[4:5]\n", "", 1},
                {"\tv_add_u32_e32 v3, 64, v1\n\tglobal_store_dword v3, v2, s[4:5]\n", "", 0},
                {"\ts_and_saveexec_b64 s[10:11], s[12:13]\n\tglobal_store_dword v3, v2, s[4:5]\n"
                 "\ts_or_b64 exec, exec, s[10:11]\n\tglobal_store_dword v3, v2, s[4:5]\n",
                 "", 2},
                {"\tv_add_u32_e32 v3, 64, v3\n", "\tglobal_store_dword v3, v2, s[4:5]\n", 1},
                {"\tv_add_u32_e32 v3, 64, v1\n", "\tv_mov_b32_e32 v4, v3\n\tglobal_store_dword v4, v2, s[4:5]\n", 1},
                {"\tv_readlane_b32 s14, v3, 5\n\tv_mov_b32_e32 v4, s14\n\tglobal_store_dword v4, v2, s[4:5]\n", "", 1}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        for (size_t k = 0; k < sizeof turns / sizeof turns[0]; ++k) {
            char code[2048];
            gcnmem_run_access a;
            snprintf(code, sizeof code, branch, turns[k], rows[i].other, rows[i].behind);
            status_of(code, NULL, &a);
            CHECK_U64(rows[i].defaults + 2, defaults, "%s", code);
            CHECK_U64(rows[i].defaults + 2, defaults_in_waves_of_32(code), "%s", code);
        }
    }
}

/* What memory held is not known behind a store that may have gone there. */
static void test_R63_memory_in_doubt(void) {
    static const char read[] = "\tglobal_load_dword v3, v1, s[4:5]\n\ts_waitcnt vmcnt(0)\n"
                               "\tglobal_load_dword v4, v3, s[4:5]\n";
    static const char* const stores[] = {
        "\tglobal_store_dword v1, v0, s[4:5] offset:1024\n",
        "\ts_lshl_b32 s7, s6, 2\n\tv_add_u32_e32 v2, s7, v1\n\tglobal_store_dword v2, v0, s[4:5]\n",
        "\ts_lshl_b32 s7, s6, 2\n\ts_store_dword s7, s[4:5], s7\n",
        "\ts_cmp_lg_u32 s6, 3\n\ts_cbranch_scc1 x\n\tglobal_store_dword v1, v0, s[4:5]\nx:\n"};
    for (size_t i = 0; i < sizeof stores / sizeof stores[0]; ++i) {
        for (int is_given = 0; is_given < 2; ++is_given) {
            char code[1024];
            gcnmem_run_access a;
            snprintf(code, sizeof code, LOADS "%s\tv_lshlrev_b32_e32 v1, 2, v0\n%s%s",
                     is_given ? "\ts_movk_i32 s6, 0x400\n" : "", stores[i], read);
            CHECK((status_of(code, "0=data:i*4", &a) == GCNMEM_STATUS_COMPUTED) == (is_given || i == 0), "%s", code);
        }
    }
}

/* Parts of EXEC have numbers that come again: no register is taken for one of another part then. */
static void test_R63_numbers_of_parts_come_again(void) {
    static const char code[] =
        LOADS "\tv_lshlrev_b32_e32 v1, 2, v0\n\tglobal_load_dword v2, v1, s[4:5]\n\tv_mov_b32_e32 v3, 0\n"
              "\ts_waitcnt vmcnt(0)\n\tv_cmp_lt_u32_e32 vcc, 7, v2\n\tv_cmp_lt_u32_e64 s[12:13], 9, v2\n"
              "\ts_and_saveexec_b64 s[8:9], vcc\n\tv_lshlrev_b32_e32 v3, 3, v0\n\ts_mov_b64 s[14:15], exec\n"
              "\ts_mov_b64 exec, s[8:9]\n\ts_mov_b32 s7, 0\nL:\n\ts_and_saveexec_b64 s[10:11], s[12:13]\n"
              "\ts_mov_b64 exec, s[10:11]\n\ts_add_i32 s7, s7, 1\n\ts_cmp_lt_i32 s7, %s\n"
              "\ts_cbranch_scc1 L\n\ts_mov_b64 exec, s[14:15]\n\tglobal_store_dword v3, v2, s[4:5]\n"
              "\ts_mov_b64 exec, s[8:9]\n\tds_write_b32 v3, v0\n";
    static const char* const times[] = {"100", "0x7ffd", "0x8001"};
    for (uint32_t i = 0; i < 3; ++i) {
        char text[2048];
        gcnmem_run_access a;
        snprintf(text, sizeof text, code, times[i]);
        status_of(text, NULL, &a);
        CHECK_U64(1 + (i == 2), defaults, "%s parts", times[i]); /* of both, or behind the part alone */
    }
}

/* Half of the lanes is on: their registers keep apart from the others'. */
static void test_R62_exec_merges(void) {
    gcnmem_run_access a;
    CHECK(status_of(LOADS "\tv_lshlrev_b32_e32 v1, 2, v0\n\tv_cmp_gt_u32_e32 vcc, 16, v0\n"
                          "\ts_and_saveexec_b64 s[8:9], vcc\n\tv_add_u32_e32 v1, 0x1000, v1\n"
                          "\ts_or_b64 exec, exec, s[8:9]\n\tglobal_store_dword v1, v0, s[4:5]\n",
                    NULL, &a) == GCNMEM_STATUS_COMPUTED,
          "both halves are known");
    CHECK_U64(0x1000 + 15 * 4 - 16 * 4, a.address[15] - a.address[16], "the lower lanes were moved");
    CHECK(status_of(LOADS "\tv_lshlrev_b32_e32 v1, 2, v0\n\ts_mov_b64 s[10:11], -1\n\tv_cmp_gt_u32_e32 vcc, 16, v0\n"
                          "\ts_and_saveexec_b64 s[8:9], vcc\n\tv_add_u32_e32 v1, 0x1000, v1\n"
                          "\ts_and_b64 exec, s[8:9], s[10:11]\n\tglobal_store_dword v1, v0, s[4:5]\n",
                    NULL, &a) == GCNMEM_STATUS_COMPUTED,
          "an AND that is none of EXEC");
    CHECK_U64(0x1000 + 15 * 4 - 16 * 4, a.address[15] - a.address[16], "the upper lanes were not");
}

/* RDNA2 in waves of 32: the last memory instruction of the only wave, on lane 5. */
static void test_R62_code_of_rdna2(void) {
    static const struct {
        const char* code; /* makes v1 */
        uint64_t at5;     /* its value in lane 5, modulo 2^20 */
    } rows[] = {{"\tv_add_nc_u32_e32 v1, 4, v0\n", 9},
                {"\tv_xor3_b32 v1, v0, 12, 1\n", 5 ^ 12 ^ 1},
                {"\ts_bcnt1_i32_b32 s7, exec_lo\n\tv_mov_b32_e32 v1, s7\n", 32},
                /* a mask is one register: the one behind it stays */
                {"\ts_movk_i32 s9, 0x123\n\tv_cmp_gt_u32_e64 s8, 16, v0\n\tv_mov_b32_e32 v1, s9\n", 0x123},
                {"\ts_movk_i32 vcc_hi, 0x45\n\tv_add_co_u32 v1, vcc_lo, v0, v0\n\tv_mov_b32_e32 v1, vcc_hi\n", 0x45},
                {"\tv_cmp_gt_u32_e64 s8, 5, v0\n\tv_cndmask_b32_e64 v1, 7, v0, s8\n", 7},
                {"\tv_add_co_u32 v1, s8, -1, v0\n\tv_add_co_ci_u32_e64 v1, s8, 6, v0, s8\n", 12},
                /* null takes what is written, and is read as 0 */
                {"\tv_cmp_gt_u32_e32 vcc, 6, v0\n\tv_add_co_u32 v2, null, -1, v0\n"
                 "\tv_cndmask_b32_e32 v1, 7, v2, vcc\n",
                 4},
                {"\tv_cmp_gt_u32_e64 null, 6, v0\n\tv_add_co_ci_u32_e64 v1, null, 6, v0, null\n", 11},
                /* v_cmpx names no destination */
                {"\tv_mov_b32_e32 v1, 3\n\ts_mov_b32 s8, exec_lo\n\tv_cmpx_lt_u32_e32 4, v0\n\tv_mov_b32_e32 v1, 8\n"
                 "\ts_mov_b32 exec_lo, s8\n",
                 8},
                {"\tv_mov_b32_e32 v1, 3\n\ts_mov_b32 s8, exec_lo\n\tv_cmpx_lt_u32_e32 5, v0\n\tv_mov_b32_e32 v1, 8\n"
                 "\ts_mov_b32 exec_lo, s8\n",
                 3},
                {"\tv_mov_b32_e32 v1, 3\n\tv_cmp_gt_u32_e32 vcc_lo, 5, v0\n\ts_and_saveexec_b32 s8, vcc_lo\n"
                 "\tv_mov_b32_e32 v1, 8\n\ts_or_b32 exec_lo, exec_lo, s8\n",
                 3},
                /* 16 bits are written, the others stay, and count when somebody reads them */
                {"\tv_mov_b32_e32 v1, 0x70000\n\tv_add_nc_u16 v1, v0, 0xffff\n", 0x70004},
                {"\tv_mov_b32_e32 v1, 0x70000\n\tv_mul_lo_u16 v1, v0, 3\n\tv_and_b32_e32 v1, 0xffff, v1\n", 15},
                {"\tv_mul_lo_u16 v1, v0, 3\n\tv_bfe_u32 v1, v1, 0, 16\n", 15},
                {"\tv_sub_nc_u16 v1, v0, 8\n\tv_bfe_i32 v1, v1, 4, 12\n\tv_add_nc_u32_e32 v1, 17, v1\n", 16},
                {"\ts_mov_b32 s9, 37\n\tv_readlane_b32 s8, v0, s9\n\tv_mov_b32_e32 v1, s8\n", 5}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        char code[1024];
        gcnmem_run_access a;
        snprintf(code, sizeof code, LOADS "%s\tds_write_b8 v1, v0\n", rows[i].code);
        CHECK(status_on(GCNMEM_DEVICE_RX_6900_XT, "gfx1030", code, NULL, &a) == GCNMEM_STATUS_COMPUTED, "%s", code);
        CHECK_U64(rows[i].at5, a.address[5], "%s", code);
    }
    gcnmem_run_access a;
    CHECK(status_on(GCNMEM_DEVICE_RX_6900_XT, "gfx1030",
                    LOADS "\tv_lshlrev_b32_e32 v1, 2, v0\n\tglobal_load_dword v1, v1, s[4:5]\n\ts_waitcnt vmcnt(0)\n"
                          "\tv_mul_lo_u16 v1, v0, 3\n\tds_write_b8 v1, v0\n",
                    NULL, &a) == GCNMEM_STATUS_DEFAULT,
          "the high half is what was loaded");
    CHECK(status_on(GCNMEM_DEVICE_RX_6900_XT, "gfx1030",
                    LOADS "\tv_lshlrev_b32_e32 v1, 2, v0\n\tglobal_load_dword v1, v1, s[4:5]\n\ts_waitcnt vmcnt(0)\n"
                          "\tv_mul_lo_u16 v1, v0, 3\n\tv_bfe_u32 v1, v1, 1, 16\n\tds_write_b8 v1, v0\n",
                    NULL, &a) == GCNMEM_STATUS_DEFAULT,
          "bit 16 is what was loaded");
}

/* What GFX11.5 and later have beside RDNA2's: scalar floats, 64 bits at once, loads of less than a dword; and a move of
   CDNA3's. Low halves follow from low halves. */
static void test_R62_code_of_gfx12_and_cdna3(void) {
    enum { UNKNOWN = -1 };
    static const struct {
        const char* code; /* makes v1 */
        int32_t at5;      /* its value in lane 5; UNKNOWN: the address is not computed */
    } rows[] = {
        {"\ts_mov_b32 s8, -4\n\ts_mov_b32 s9, 1\n\ts_add_nc_u64 s[8:9], s[8:9], 12\n\tv_mov_b32 v1, s9\n", 2},
        {"\ts_mov_b64 s[8:9], 3\n\ts_sub_nc_u64 s[8:9], s[8:9], 4\n\tv_and_b32 v1, 0x7f, s9\n", 127},
        {"\ts_mov_b64 s[8:9], -1\n\ts_cmp_eq_u32 s9, s8\n\ts_add_nc_u64 s[8:9], s[8:9], 1\n"
         "\ts_cselect_b32 s8, 3, 4\n\tv_mov_b32 v1, s8\n",
         3},
        {"\ts_mov_b64 s[8:9], 0x10000\n\ts_mul_u64 s[8:9], s[8:9], 0x30000\n\tv_mov_b32 v1, s9\n", 3},
        {"\ts_cvt_f32_u32 s8, 10\n\ts_mul_f32 s8, s8, 0.5\n\ts_fmac_f32 s8, 2.0, 4.0\n\ts_cvt_u32_f32 s8, s8\n"
         "\tv_mov_b32 v1, s8\n",
         13},
        {"\ts_fmaak_f32 s8, 2.0, 4.0, 0x40300000\n\ts_trunc_f32 s8, s8\n\ts_min_num_f32 s8, s8, 0x41200000\n"
         "\ts_cvt_i32_f32 s8, s8\n\tv_mov_b32 v1, s8\n",
         10},
        {"\ts_cmp_lt_f32 1.0, 2.0\n\ts_sub_f32 s9, 1.0, 4.0\n\ts_cselect_b32 s8, 7, 9\n\tv_mov_b32 v1, s8\n", 7},
        {"\ts_mov_b32 s8, 0.5\n\tv_s_rcp_f32 s8, s8\n\ts_cvt_u32_f32 s8, s8\n\tv_mov_b32 v1, s8\n", 2},
        {"\ts_mov_b32 s8, 0.5\n\tv_s_rcp_f32 s8, |s8|\n\ts_cvt_u32_f32 s8, s8\n\tv_mov_b32 v1, s8\n", UNKNOWN},
        {"\tv_mad_co_u64_u32 v[2:3], null, v0, 31, 0xfffffffffffff448\n\tv_add_nc_u32 v1, 3000, v2\n", 155},
        {"\tv_mad_co_u64_u32 v[2:3], null, v0, 31, 0xfffffffffffff448\n\tv_and_b32 v1, 0x7f, v3\n", 127},
        {"\tv_mad_co_u64_u32 v[2:3], null, v0, 3, v[0:1]\n\tv_mov_b32 v1, v2\n", 20},
        {"\tv_mad_co_u64_u32 v[2:3], null, v0, 3, v[0:1]\n\tv_mov_b32 v1, v3\n", UNKNOWN},
        {"\tv_lshlrev_b64_e32 v[2:3], 2, v[0:1]\n\tv_mov_b32 v1, v2\n", 20},
        {"\tv_lshrrev_b64 v[2:3], 2, v[0:1]\n\tv_mov_b32 v1, v2\n", UNKNOWN},
        {"\ts_load_u16 s8, s[0:1], 0xa\n\ts_wait_kmcnt 0x0\n\tv_mov_b32 v1, s8\n", 0x8123},
        {"\ts_load_u8 s8, s[0:1], 0x9\n\ts_wait_kmcnt 0x0\n\tv_mov_b32 v1, s8\n", 0x45},
        {"\ts_load_i16 s8, s[0:1], 0xa\n\ts_wait_kmcnt 0x0\n\ts_lshr_b32 s8, s8, 12\n\tv_mov_b32 v1, s8\n", 0xffff8},
        {"\ts_load_i8 s8, s[0:1], 0xb\n\ts_wait_kmcnt 0x0\n\ts_lshr_b32 s8, s8, 12\n\tv_mov_b32 v1, s8\n", 0xfffff}};
    gcnmem_run_access a;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        char code[1024];
        snprintf(code, sizeof code, "%s\tds_store_b8 v1, v0\n", rows[i].code);
        int is_known =
            status_on(GCNMEM_DEVICE_RX_9070_XT, "gfx1201", code, "n=0x81234567", &a) == GCNMEM_STATUS_COMPUTED;
        CHECK(is_known == (rows[i].at5 != UNKNOWN), "%s", code);
        CHECK(!is_known || a.address[5] == (uint64_t)rows[i].at5, "%s: %u", code, (unsigned)a.address[5]);
    }
    CHECK(status_on(GCNMEM_DEVICE_MI300X, "gfx942",
                    "\ts_mov_b64 s[8:9], 40\n\tv_mov_b64_e32 v[2:3], s[8:9]\n\tv_mov_b64_e32 v[4:5], -1\n"
                    "\tv_add3_u32 v1, v2, v5, v0\n\tds_write_b8 v1, v0\n",
                    NULL, &a) == GCNMEM_STATUS_COMPUTED,
          "v_mov_b64");
    CHECK_U64(44, a.address[5], "v_mov_b64");
    for (uint32_t is_transposed = 0; is_transposed < 2; ++is_transposed) {
        char code[512];
        snprintf(code, sizeof code,
                 "\tv_lshlrev_b32_e32 v4, 3, v0\n\tv_mov_b32_e32 v1, v0\n\tds_write_b64 v4, v[0:1]\n"
                 "\ts_waitcnt lgkmcnt(0)\n\tds_read_b64%s v[2:3], v4\n\ts_waitcnt lgkmcnt(0)\n"
                 "\tds_read_u8 v5, v2\n",
                 is_transposed ? "_tr_b16" : "");
        CHECK((status_on(GCNMEM_DEVICE_MI355X, "gfx950", code, NULL, &a) == GCNMEM_STATUS_COMPUTED) == !is_transposed,
              "what other lanes wrote is not taken for the own: %s", code);
    }
}

/* Numbers are what assemblers read: octal behind a zero, and blanks may stand before a modifier's. */
static void test_R62_numbers_of_assemblers(void) {
    static const struct {
        const char* code;
        uint64_t at5;
    } rows[] = {{"v_lshlrev_b32 v1, 0x2, v0\n\tds_read_b32 v1, v1 offset:020", 5 * 4 + 16},
                {"v_lshlrev_b32 v1, 2, v0\n\tds_read_b32 v1, v1 offset: 16", 5 * 4 + 16},
                {"v_mul_u32_u24 v1, 014, v0\n\tds_read_b32 v1, v1 offset:\t0x10", 5 * 12 + 16},
                {"v_mul_u32_u24 v1, 00000000000000000000000014, v0\n\tds_read_b32 v1, v1", 5 * 12},
                {"v_add_u32 v1, -010, v0\n\tv_lshl_add_u32 v1, v1, 02, 040\n\tds_read_b32 v1, v1", 5 * 4}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        char code[256];
        gcnmem_run_access a;
        snprintf(code, sizeof code, "\t%s\n", rows[i].code);
        CHECK(status_on(GCNMEM_DEVICE_VEGA_64, "gfx900", code, NULL, &a) == GCNMEM_STATUS_COMPUTED, "%s", code);
        CHECK_U64(rows[i].at5, a.address[5], "%s", code);
    }
}

/* A comparison of two operands names no destination: it is VCC, or of RDNA's v_cmpx EXEC alone. */
static void test_R62_comparisons_without_destination(void) {
    static const struct {
        gcnmem_device device;
        const char* gfx;
        const char* code;
        uint64_t mask;
    } rows[] = {
        {GCNMEM_DEVICE_VEGA_64, "gfx900", "v_cmp_gt_u32 5, v0\n\ts_and_saveexec_b64 s[2:3], vcc\n", 0x1f},
        {GCNMEM_DEVICE_RX_6900_XT, "gfx1030", "v_cmp_gt_u32 5, v0\n\ts_and_saveexec_b32 s2, vcc_lo\n", 0x1f},
        {GCNMEM_DEVICE_VEGA_64, "gfx900", "v_cmpx_gt_u32 3, v0\n", 0x7},
        {GCNMEM_DEVICE_VEGA_64, "gfx900", "v_cmpx_gt_u32 3, v0\n\ts_mov_b64 exec, -1\n\ts_mov_b64 exec, vcc\n", 0x7},
        {GCNMEM_DEVICE_RX_6900_XT, "gfx1030", "v_cmpx_gt_u32 3, v0\n", 0x7},
        {GCNMEM_DEVICE_RX_6900_XT, "gfx1030",
         "s_mov_b32 vcc_lo, 0x1ff\n\tv_cmpx_gt_u32 3, v0\n\ts_mov_b32 exec_lo, vcc_lo\n", 0x1ff}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        char code[256];
        gcnmem_run_access a;
        snprintf(code, sizeof code, "\t%s\tv_lshlrev_b32 v1, 2, v0\n\tds_read_b32 v1, v1\n", rows[i].code);
        CHECK(status_on(rows[i].device, rows[i].gfx, code, NULL, &a) == GCNMEM_STATUS_COMPUTED, "%s", code);
        CHECK_U64(rows[i].mask, a.mask, "%s", code);
    }
}

/* A loop ends when its counter says so, without @trip. */
static void test_R62_loops_end_by_themselves(void) {
    gcnmem_run_access a;
    CHECK(status_of(LOADS "\tv_mov_b32_e32 v1, 0\n\ts_mov_b32 s7, 0\nL:\n\tv_add_u32_e32 v1, 4, v1\n"
                          "\ts_add_i32 s7, s7, 1\n\ts_cmp_lt_i32 s7, s6\n\ts_cbranch_scc1 L\n"
                          "\tglobal_store_dword v1, v0, s[4:5]\n",
                    "n=9", &a) == GCNMEM_STATUS_COMPUTED,
          "the trips are known");
    CHECK_U64(9 * 4, a.address[0] & 0xff, "nine of them"); /* the object begins at a multiple of 256 */
}

/* What modifiers make of a float, and packed ones: the address of lane 3, whose number is 3.0, from the float's whole
   part. */
static void test_R62_modifiers_of_floats(void) {
    static const struct {
        const char* code;
        uint64_t whole;
        const char* what;
    } rows[] = {
        {"v_add_f32_e64 v3, v2, v2 mul:2", 12, "twice the sum"},
        {"v_add_f32_e64 v3, v2, v2 mul:4", 24, "four times"},
        {"v_add_f32_e64 v3, v2, v2 div:2", 3, "half"},
        {"v_mul_f32_e64 v3, v2, v2 clamp", 1, "at most 1"},
        {"v_mul_f32_e64 v3, -v2, v2 clamp", 0, "at least 0"},
        {"v_add_f32_e64 v3, -v2, |v2| clamp", 0, "nothing to clamp"},
        {"v_med3_f32 v3, v2, 1.0, 2.0", 2, "the middle one"},
        {"v_mov_b32_e32 v4, 0x7fc00000\n\tv_med3_f32 v3, v4, v2, 2.0", 2, "the least: the first is no number"},
        {"v_mov_b32_e32 v4, 0x7fc00000\n\tv_med3_f32 v3, v2, 2.0, v4", 2, "the least: the last is no number"},
        {"v_mul_f32_e32 v4, 0x41400000, v2\n\tv_rsq_f32_e32 v3, v4\n\tv_mul_f32_e32 v3, 0x41400000, v3", 2,
         "12 / sqrt(12 * 3)"},
        {"v_cubeid_f32 v3, -v2, v2, 1.0", 2, "the greater of two axes alike is the later"},
        {"v_fract_f32_e32 v4, v2\n\tv_add_f32_e32 v3, 1.0, v4", 1, "a whole number has no fraction"},
        {"v_div_fixup_f32 v3, v9, v2, 0x41700000", 5, "15 / 3, whatever the quotient was"},
        {"v_mov_b32_e32 v3, 1.0\n\tv_pk_add_f32 v[4:5], v[2:3], v[2:3] op_sel:[0,1] op_sel_hi:[1,0]\n"
         "\tv_pk_mul_f32 v[4:5], v[4:5], v[4:5] neg_lo:[1,0] neg_hi:[1,0]\n\tv_mul_f32_e32 v3, -1.0, v5",
         16, "(3 + 1) squared, by the high half"},
        {"v_mov_b32_e32 v3, 1.0\n\tv_pk_fma_f32 v[4:5], v[2:3], v[2:3], v[2:3] op_sel_hi:[0,0,1]\n"
         "\tv_pk_mov_b32 v[6:7], v[4:5], v[2:3] op_sel:[1,0]\n\tv_add_f32_e32 v3, v6, v7",
         13, "3 * 3 + 1, and 3"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        char code[1024];
        gcnmem_run_access a;
        snprintf(code, sizeof code,
                 LOADS "\tv_cvt_f32_u32_e32 v2, v0\n\t%s\n\tv_cvt_u32_f32_e32 v3, v3\n"
                       "\tglobal_store_byte v3, v0, s[4:5]\n",
                 rows[i].code);
        CHECK(status_of(code, NULL, &a) == GCNMEM_STATUS_COMPUTED, "%s: %s", rows[i].code, rows[i].what);
        CHECK_U64(rows[i].whole, a.address[3] - 0x10000005500u, "%s: %s", rows[i].code, rows[i].what);
    }
}

/* LLVM: before GFX9 v_min, v_max and their like do not flush what the mode makes zero; how they compare, nobody says.
   v0, the lane, is subnormal as a float. */
static void test_R62_extremes_of_subnormal_numbers(void) {
    static const struct {
        const char* code;
        uint64_t at3; /* UINT64_MAX: unknown */
        uint64_t at3_gfx9;
    } rows[] = {
        {"v_max_f32_e32 v3, 0, v0", UINT64_MAX, 0},
        {"v_min_f32_e32 v3, 1.0, v0", UINT64_MAX, 0},
        {"v_max3_f32 v3, 0, 0, v0", UINT64_MAX, 0},
        {"v_med3_f32 v3, 0, v0, 1.0", UINT64_MAX, 0},
        {"v_cvt_f32_u32_e32 v2, v0\n\tv_min_f32_e32 v2, 2.0, v2\n\tv_cvt_u32_f32_e32 v3, v2", 2, 2},
        {"v_cvt_f32_u32_e32 v2, v0\n\tv_max3_f32 v2, 2.0, v2, 4.0\n\tv_cvt_u32_f32_e32 v3, v2", 4, 4},
    };
    for (size_t i = 0; i < 2 * sizeof rows / sizeof rows[0]; ++i) {
        int is_gfx9 = i % 2 != 0;
        uint64_t expected = is_gfx9 ? rows[i / 2].at3_gfx9 : rows[i / 2].at3;
        char code[1024];
        gcnmem_run_access a;
        snprintf(code, sizeof code, LOADS "\t%s\n\tds_write_b8 v3, v0\n", rows[i / 2].code);
        gcnmem_status status = status_on(is_gfx9 ? GCNMEM_DEVICE_VEGA_64 : GCNMEM_DEVICE_RX_480,
                                         is_gfx9 ? "gfx900" : "gfx803", code, NULL, &a);
        CHECK_U64(expected == UINT64_MAX ? GCNMEM_STATUS_DEFAULT : GCNMEM_STATUS_COMPUTED, status, "%s", code);
        CHECK(expected == UINT64_MAX || a.address[3] == expected, "%s: %" PRIu64, code, a.address[3]);
    }
}

/* Integers: parts of registers, numbers that keep within their range, registers that an index chooses. The address of
   lane 3. */
static void test_R62_parts_and_indices(void) {
    static const struct {
        const char* code; /* v0: the lane */
        uint64_t address;
        const char* what;
    } rows[] = {
        {"v_sub_u32_e64 v3, v0, 5 clamp", 0, "not below 0"},
        {"v_add_u32_e64 v3, v0, -3 clamp\n\tv_add_u32_e32 v3, 9, v3", 8, "not above 2^32"},
        {"v_bfrev_b32_e32 v4, 1\n\tv_add_i32 v3, v4, -5 clamp\n\tv_sub_u32_e32 v3, v3, v4", 0, "signed, not below"},
        {"v_sub_u16_e64 v3, v0, 7 clamp", 0, "16 bits, not below 0"},
        {"v_add_u16_sdwa v3, v0, v0 dst_sel:WORD_1 dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:DWORD\n"
         "\tv_lshrrev_b32_e32 v3, 15, v3",
         12, "to the higher half"},
        {"v_mov_b32_e32 v3, 0x107\n\tv_mov_b32_sdwa v3, v0 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:DWORD",
         0x307, "to a byte, the rest stays"},
        {"v_lshl_or_b32 v4, v0, 16, v0\n\tv_pk_add_u16 v4, v4, v4 op_sel_hi:[1,0]\n\tv_lshrrev_b32_e32 v3, 15, v4", 12,
         "both halves"},
        {"v_mov_b32_e32 v5, 8\n\tv_mov_b32_e32 v6, v0\n\ts_mov_b32 m0, 1\n\tv_movrels_b32_e32 v3, v5", 3, "from v6"},
        {"v_mov_b32_e32 v4, 8\n\ts_mov_b32 m0, 1\n\tv_movreld_b32_e32 v2, v4", 8, "to v3"},
        {"s_mov_b32 s9, 1\n\tv_mov_b32_e32 v4, 8\n\ts_set_gpr_idx_on s9, gpr_idx(DST)\n\tv_mov_b32_e32 v2, v4\n"
         "\ts_set_gpr_idx_off",
         8, "to v3"},
        {"v_lshlrev_b32_e32 v4, 16, v0\n\tv_or_b32_e32 v4, 0xfffe, v4\n\tv_cmp_gt_i16_e32 vcc, 0, v4\n"
         "\tv_cndmask_b32_e32 v3, 9, v0, vcc",
         3, "-2, whatever stands above"},
        {"v_mov_b32_e32 v3, 0x70000\n\tv_mad_u16 v3, v0, 2, 1\n\tv_lshrrev_b32_e32 v3, 15, v3", 14,
         "a half that stays"},
        {"s_mov_b32 s8, 5\n\ts_bfe_u64 s[8:9], s[8:9], 0x200000\n\tv_add_u32_e32 v3, s9, v0", 3,
         "nothing of s9, which nobody knows"},
        {"s_mov_b32 s9, 40\n\tv_mov_b32_e32 v3, v0\n\tv_writelane_b32 v3, s9, 3", 40, "a lane among others"},
        {"v_mov_b32_e32 v3, v0\n\tv_swap_b32 v4, v3\n\tv_mov_b32_e32 v3, v4", 3, "by way of another register"},
        {"s_brev_b32 s8, 1\n\ts_absdiff_i32 s8, s8, 1\n\ts_lshr_b32 s8, s8, 28\n\tv_add_u32_e32 v3, s8, v0", 10,
         "an amount of 32 bits"},
        {"s_bitcmp1_b64 exec, 40\n\ts_cselect_b32 s8, 5, 1\n\tv_add_u32_e32 v3, s8, v0", 8, "a bit of 64"},
        {"s_mov_b32 s8, -1\n\ts_lshl4_add_u32 s8, s8, 16\n\ts_addc_u32 s8, 0, 0\n\tv_add_u32_e32 v3, s8, v0", 4,
         "a carry beyond the next bit"},
        {"s_add_u32 s8, s0, 64\n\ts_addc_u32 s9, s1, 0\n\ts_load_dwordx2 s[4:5], s[8:9], -0x40\n"
         "\tv_mov_b32_e32 v3, v0",
         3, "an offset below 0"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        char code[1024];
        gcnmem_run_access a;
        snprintf(code, sizeof code, LOADS "\t%s\n\tglobal_store_byte v3, v0, s[4:5]\n", rows[i].code);
        CHECK(status_of(code, NULL, &a) == GCNMEM_STATUS_COMPUTED, "%s: %s", rows[i].code, rows[i].what);
        CHECK_U64(rows[i].address, a.address[3] - 0x10000005500u, "%s: %s", rows[i].code, rows[i].what);
    }
}

/* What one wave stores in LDS, the other loads: the address that depends on it is computed. */
static void test_R62_lds_holds_what_was_stored(void) {
    enum { UNKNOWN = 1 << 20 };
    static const struct {
        const char* code; /* v1 = 4 * lane, v2 = 7 * lane */
        const char* what;
        int last; /* what lane 63 loads */
    } cases[] = {
        {"\tds_write_b32 v1, v2 offset:16\n\tds_read_b32 v3, v1 offset:16\n", "a dword", 63 * 7},
        {"\tds_write_b32 v1, v2\n\tds_read_b32 v3, v1 offset:16\n", "four lanes read what nobody stored", UNKNOWN},
        {"\tds_write_b8 v0, v2\n\tds_read_i8 v3, v0\n", "a byte with its sign", (signed char)(63 * 7 % 256)},
        {"\tds_write_b8 v0, v2\n\tds_read_u8 v3, v0\n", "a byte", 63 * 7 % 256},
        {"\tds_write2_b32 v1, v2, v0 offset1:64\n\tds_read_b32 v3, v1 offset:256\n", "the second of two", 63},
        {"\tds_write2_b32 v1, v0, v2 offset0:64\n\tds_read2_b32 v[2:3], v1 offset0:0 offset1:64\n", "the higher first",
         63},
        {"\tds_write_b32 v1, v2\n\tds_add_u32 v1, v2\n\tds_read_b32 v3, v1\n", "an atomic whose order does not matter",
         2 * 63 * 7},
        {"\tds_write_b32 v1, v2\n\tds_max_i32 v1, v0\n\tds_read_b32 v3, v1\n", "the larger", 63 * 7},
        {"\tds_write_b32 v1, v2\n\tds_wrxchg_rtn_b32 v4, v1, v2\n\tds_read_b32 v3, v1\n", "an exchange", UNKNOWN},
        {"\tds_write_b32 v1, v2\n\tds_add_rtn_u32 v3, v1, v2\n", "what an atomic returns depends on order", UNKNOWN},
        {"\tv_lshlrev_b32_e32 v4, 16, v2\n\tds_write_b16_d16_hi v1, v4\n\tds_read_u16 v3, v1\n", "the higher half",
         63 * 7},
        {"\tds_write_b16 v1, v2\n\tv_mov_b32_e32 v3, 5\n\tds_read_u16_d16_hi v3, v1\n"
         "\tv_lshrrev_b32_e32 v3, 16, v3\n",
         "into the higher half", 63 * 7},
        {"\tds_write_b32 v1, v2\n\tds_write_b16 v1, v0\n\tds_read_b32 v3, v1\n", "half of it anew", 63},
        {"\tglobal_load_dword v4, v1, s[4:5]\n\ts_waitcnt vmcnt(0)\n\tds_write_b32 v1, v2\n"
         "\tds_write_b32 v4, v2\n\tds_read_b32 v3, v1\n",
         "a store that may have gone anywhere", UNKNOWN},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        char code[1024];
        gcnmem_run_access a;
        snprintf(code, sizeof code,
                 LOADS "\tv_lshlrev_b32_e32 v1, 2, v0\n\tv_mul_u32_u24_e32 v2, 7, v0\n\ts_mov_b32 m0, -1\n%s"
                       "\ts_waitcnt lgkmcnt(0)\n\tv_and_b32_e32 v3, 0xffff, v3\n\tglobal_load_dword v4, v3, s[4:5]\n",
                 cases[i].code);
        gcnmem_status status = status_of(code, NULL, &a);
        CHECK(status == (cases[i].last == UNKNOWN ? GCNMEM_STATUS_DEFAULT : GCNMEM_STATUS_COMPUTED), "%s: %s",
              cases[i].what, gcnmem_name_of(GCNMEM_NAMES_STATUS, status));
        if (status == GCNMEM_STATUS_COMPUTED) {
            CHECK_U64(cases[i].last & 0xffff, a.address[63] - a.address[0], "%s", cases[i].what);
        }
    }
    gcnmem_run_access a;
    static const char call[] = "\tv_mov_b32_e32 v1, 0\n\tds_write_b32 v1, v1\n\ts_swappc_b64 s[30:31], s[8:9]\n"
                               "\tv_mov_b32_e32 v1, 0\n\tds_read_b32 v1, v1\n\ts_waitcnt lgkmcnt(0)\n"
                               "\tds_read_b32 v2, v1\n";
    CHECK(status_of(call, NULL, &a) == GCNMEM_STATUS_DEFAULT, "a function may store as well");
}

/* Calls are followed where their code stands, by addresses and by names, and come back; so are calls inside of them. */
static void test_R51_calls_are_followed(void) {
    static const struct {
        const char* call;
        const char* functions;
        uint32_t stride; /* of lanes, at the load behind the call; 0: not computed */
    } rows[] = {
        {"\ts_getpc_b64 s[10:11]\n\ts_add_u32 s10, s10, f@rel32@lo+4\n\ts_addc_u32 s11, s11, f@rel32@hi+12\n"
         "\ts_swappc_b64 s[30:31], s[10:11]\n",
         "f:\n\tv_lshlrev_b32_e32 v0, 4, v0\n\ts_setpc_b64 s[30:31]\n", 16},
        {"\ts_call_b64 s[30:31], f\n", "f:\n\tv_lshlrev_b32_e32 v0, 3, v0\n\ts_setpc_b64 s[30:31]\n", 8},
        {"\ts_call_b64 s[30:31], f\n",
         "f:\n\ts_mov_b64 s[28:29], s[30:31]\n\ts_call_b64 s[30:31], g\n\ts_call_b64 s[30:31], g\n"
         "\ts_setpc_b64 s[28:29]\n.type g,@function\ng:\n\tv_lshlrev_b32_e32 v0, 1, v0\n\ts_setpc_b64 s[30:31]\n",
         4},
        {"\ts_call_b64 s[30:31], f\n", "f:\n\ts_call_b64 s[30:31], f\n\ts_setpc_b64 s[30:31]\n", 0}, /* no end */
        {"\ts_call_b64 s[30:31], g\n", "f:\n\ts_setpc_b64 s[30:31]\n", 0},
        {"\ts_swappc_b64 s[30:31], s[8:9]\n", "f:\n\ts_setpc_b64 s[30:31]\n", 0}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        static char memory[1 << 24];
        char text[2048];
        gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_VEGA_64);
        const gcnmem_setting settings[] = {
            {"groups", "1"}, {"cus", "1"}, {"reg", "v0=local.x"}, {"reg", "s[4:5]=0x1000"}, {"stage", "k"}};
        gcnmem_shader shader;
        gcnmem_run_access a;
        gcnmem_issue issue = {NULL, NULL, 0, 0, 0, 0, 0, ""};
        gcnmem_run_hooks hooks = {NULL, keep_access, NULL, &a};
        memset(&a, 0, sizeof a);
        snprintf(text, sizeof text,
                 ".type k,@function\nk:\n%s\tglobal_load_dword v2, v0, s[4:5]\n\ts_endpgm\n.type f,@function\n%s",
                 rows[i].call, rows[i].functions);
        gcnmem_result result =
            gcnmem_shader_init(memory, sizeof memory, &desc, text, strlen(text), settings, 5, &shader, &issue);
        CHECK(result == GCNMEM_OK, "%s: %s", text, issue.rule);
        gcnmem_run_advance(shader.run, UINT64_MAX, &hooks);
        gcnmem_run_result r = gcnmem_run_result_of(shader.run);
        CHECK((a.status == GCNMEM_STATUS_COMPUTED) == (rows[i].stride != 0), "%s", text);
        CHECK_U64(rows[i].stride, rows[i].stride != 0 ? (a.address[63] - a.address[0]) / 63 : 0, "%s", text);
        CHECK((r.lost_ways == 0) == (rows[i].stride != 0), "%s", text);
        CHECK((r.limited_by != GCNMEM_LIMITER_UNKNOWN) == (rows[i].stride != 0), "%s", text);
    }
}

/* More different vectors than are kept: those that no register holds any more make room. */
static void test_R62_vectors_make_room(void) {
    gcnmem_run_access a;
    CHECK(status_of(LOADS "\tv_lshlrev_b32_e32 v1, 2, v0\n\ts_mov_b32 s7, 0\nL:\n\tglobal_load_dword v2, v1, s[4:5]\n"
                          "\ts_waitcnt vmcnt(0)\n\tv_add_u32_e32 v2, s7, v2\n\tv_and_b32_e32 v1, 0xfffc, v2\n"
                          "\ts_add_i32 s7, s7, 1\n\ts_cmp_lt_i32 s7, 0x2000\n\ts_cbranch_scc1 L\n"
                          "\tglobal_load_dword v3, v1, s[4:5]\n",
                    "0=data:i*2654435761", &a) == GCNMEM_STATUS_COMPUTED,
          "8192 vectors");
    uint32_t at = 63 * 4;
    for (uint32_t i = 0; i < 0x2000; ++i) {
        at = (at / 4 * 2654435761u + i) & 0xfffc;
    }
    CHECK_U64(at, (a.address[63] - 0x5500) & 0xffff, "lane 63's walk");
}

/* Only what addresses, branches and EXEC depend on is computed. */
static void test_R62_slice(void) {
    static const char code[] = "\tv_mac_f32_e32 v6, v15, v2\n\tv_add_u32_e32 v1, 4, v1\n\tv_mov_b32_e32 v7, 0\n"
                               "\tv_cmp_lt_u32_e32 vcc, 7, v5\n\tglobal_load_dword v6, v[1:2], off\n"
                               "\tds_write_b32 v7, v6\n\tds_read_b32 v9, v7\n\ts_endpgm\n";
    static const char evaluated[] = ".xx.....";
    static char memory[1 << 24];
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_VEGA_64);
    gcnmem_setting settings[2] = {{"groups", "1"}, {"cus", "1"}};
    gcnmem_shader shader;
    gcnmem_result result =
        gcnmem_shader_init(memory, sizeof memory, &desc, code, strlen(code), settings, 2, &shader, NULL);
    CHECK(result == GCNMEM_OK, "%s", test_result_name(result));
    gcnmemi_machine_view v = gcnmemi_machine_view_of(shader.run);
    for (uint32_t i = 0; i < v.run->insn_count; ++i) {
        CHECK_U64(evaluated[i] == 'x', v.insns[i].is_evaluated, "instruction %u of\n%s", (unsigned)i, code);
    }
}

/* Whether the code needs what a register holds at the start, counted as in a set of the slice. */
static int is_needed(const char* code, uint32_t reg) {
    static char memory[1 << 24];
    const gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_VEGA_64);
    const gcnmem_setting settings[2] = {{"groups", "1"}, {"cus", "1"}};
    gcnmem_shader shader;
    gcnmem_result result =
        gcnmem_shader_init(memory, sizeof memory, &desc, code, strlen(code), settings, 2, &shader, NULL);
    CHECK(result == GCNMEM_OK, "%s", test_result_name(result));
    const gcnmemi_slice_needs* needs = &gcnmemi_machine_view_of(shader.run).needs[0];
    return (int)((needs->by_active[reg / 64] | needs->by_any[reg / 64]) >> reg % 64 & 1);
}

/* Of 64 bits, no low dword of a sum, a product or what is shifted up comes from a high one. */
static void test_R62_high_halves_are_needed_by_high_halves(void) {
    static const struct {
        const char* code;   /* of v[8:9] or s[8:9] */
        uint32_t registers; /* of s8 and s9, v8 and v9 those that are needed, as bits */
    } rows[] = {
        {"v_mad_u64_u32 v[4:5], vcc, v0, 12, v[8:9]\n\tv_mov_b32 v1, v4", 4},
        {"v_mad_i64_i32 v[4:5], vcc, v0, 12, v[8:9]\n\tv_mov_b32 v1, v5", 12},
        {"v_mad_u64_u32 v[4:5], vcc, v0, 12, v[8:9]\n\tv_addc_co_u32 v1, vcc, v4, v0, vcc", 12},
        {"v_mad_u64_u32 v[8:9], vcc, v0, 12, v[8:9]\n\tv_mov_b32 v1, v8", 4},
        {"v_mad_u64_u32 v[4:5], s[6:7], v8, v9, v[8:9]\n\tv_mov_b32 v1, v4", 12},
        {"v_lshlrev_b64 v[4:5], 2, v[8:9]\n\tv_mov_b32 v1, v4", 4},
        {"v_lshlrev_b64 v[4:5], 2, v[8:9]\n\tv_mov_b32 v1, v5", 12},
        {"v_lshrrev_b64 v[4:5], 2, v[8:9]\n\tv_mov_b32 v1, v4", 12},
        {"v_lshl_add_u64 v[4:5], v[8:9], 2, v[8:9]\n\tv_mov_b32 v1, v4", 4},
        {"v_mov_b64 v[4:5], v[8:9]\n\tv_mov_b32 v1, v4", 4},
        {"s_lshl_b64 s[4:5], s[8:9], 2\n\tv_mov_b32 v1, s4", 1},
        {"s_lshl_b64 s[4:5], s[8:9], 2\n\ts_cselect_b32 s5, 4, 8\n\tv_mov_b32 v1, s5", 3},
        {"s_lshr_b64 s[4:5], s[8:9], 2\n\tv_mov_b32 v1, s4", 3},
        {"s_add_nc_u64 s[4:5], s[8:9], 2\n\tv_mov_b32 v1, s4", 1},
        {"s_sub_nc_u64 s[4:5], 2, s[8:9]\n\tv_mov_b32 v1, s4", 1},
        {"s_mul_u64 s[4:5], s[8:9], s[8:9]\n\tv_mov_b32 v1, s4", 1},
        {"s_mul_u64 s[4:5], s[8:9], s[8:9]\n\tv_mov_b32 v1, s5", 3},
        {"s_mov_b64 s[4:5], s[8:9]\n\tv_mov_b32 v1, s4", 1},
        {"s_mov_b64 exec, s[8:9]", 3},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        static const uint32_t regs[4] = {8, 9, 128 + 8, 128 + 9};
        char code[512];
        uint32_t needed = 0;
        snprintf(code, sizeof code, "\t%s\n\tglobal_load_dword v3, v1, s[2:3]\n\ts_endpgm\n", rows[i].code);
        for (uint32_t k = 0; k < 4; ++k) {
            needed |= (uint32_t)is_needed(code, regs[k]) << k;
        }
        CHECK_U64(rows[i].registers, needed, "%s", rows[i].code);
    }
}

/* What is not computed is counted, and nothing that depends on it is called computed. */
static void test_R63_what_is_not_computed(void) {
    static const struct {
        const char* code;
        uint32_t uncomputed;
        uint32_t clobbers;
    } rows[] = {{"v_foo_u32_e32 v0, v0, v0", 1, 0},
                {"v_add_u32_sdwa v0, v0, v0 dst_sel:DWORD src0_sel: BYTE_0 src1_sel:DWORD", 1, 0},
                {"v_lshlrev_b32 v0, 09, v0", 1, 0},
                {"v_add_u32 v0, v0, v0, v0", 1, 0}, /* operands that no assembler takes */
                {"v_add_f32 v0, v0, v0, v0", 1, 0},
                {"v_add3_u32 v0, v0, v0, v0, v0", 1, 0},
                {"v_mov_b32 v[0:1], v0", 1, 0},
                {"v_add_u32 v0, v[0:1], v0", 1, 0},
                {"v_mad_u64_u32 v[0:1], vcc, v[0:1], v0, v[0:1]", 1, 0},
                {"v_lshlrev_b64 v[0:1], 2, v0", 1, 0},
                {"s_mov_b64 s[4:5], s4", 1, 0},
                {"s_add_u32 s4, v0, s4", 1, 0},
                {"s_add_u32 v0, s4, s4", 1, 0},
                {"v_add_u32 s4, v0, v0", 1, 0},
                {"v_mov_b32 v0", 1, 0},
                {"v_lshlrev_b32 v0, 2", 1, 0},
                {"v_mad_u32_u24 v0, v0, v0", 1, 0},
                {"v_cndmask_b32 v0, v0", 1, 0},
                {"v_fma_f32 v0, v0, v0", 1, 0},
                {"v_fmac_f32 v0, v0", 1, 0},
                {"v_writelane_b32 v0, s0", 1, 0},
                {"s_lshl_b32 s4, s4", 1, 0},
                {"s_and_saveexec_b64 s[4:5]", 1, 0},
                {"s_addk_i32 s4", 1, 0},
                {"v_sin_f32_e32 v0, v0", 1, 0},
                {"v_add_u32_dpp v0, v0, v0 row_foo:1 row_mask:0xf bank_mask:0xf", 1, 0},
                {"v_mov_b32_dpp v0, v0 quad_perm:[0,0,0,0] row_mask:0xf bank_mask:0xf", 1, 0},
                {"v_add_u32_dpp v0, v0, v0 row_bcast:15 row_mask:0xf bank_mask:0xf", 1, 0},
                {"v_mov_b32_dpp v0, v0 dpp8:[0,0,0,0,0,0,0,0]", 1, 0},
                {"ds_swizzle_b32 v0, v0 offset:0xe000", 0, 0},
                {"ds_bpermute_b32 v0, v0, v0", 0, 0},
                {"s_mov_b32 m0, s1\n\tv_movrels_b32_e32 v0, v1", 0, 0},
                {"s_movreld_b32 s6, s7", 0, 1},
                {"s_set_gpr_idx_on s1, gpr_idx(SRC0)", 0, 1},
                {"s_swappc_b64 s[30:31], s[8:9]", 0, 1},
                {"s_getpc_b64 s[8:9]\n\ts_swappc_b64 s[30:31], s[8:9]", 0, 1}, /* no call is followed */
                {"s_getpc_b64 s[4:5]", 1, 0}};
    static char memory[1 << 24];
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_VEGA_64);
    gcnmem_setting settings[2] = {{"groups", "1"}, {"cus", "1"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        char text[4096];
        gcnmem_shader shader;
        gcnmem_run_access a;
        gcnmem_run_hooks hooks = {NULL, keep_access, NULL, &a};
        memset(&a, 0, sizeof a);
        snprintf(text, sizeof text, "%s" LOADS "\t%s\n\tglobal_load_dword v2, v0, s[4:5]\n%s", header, rows[i].code,
                 footer);
        gcnmem_result result =
            gcnmem_shader_init(memory, sizeof memory, &desc, text, strlen(text), settings, 2, &shader, NULL);
        CHECK(result == GCNMEM_OK, "%s: %s", rows[i].code, test_result_name(result));
        gcnmem_run_advance(shader.run, UINT64_MAX, &hooks);
        CHECK(a.status >= GCNMEM_STATUS_ASSUMED, "%s: %s", rows[i].code, gcnmem_name_of(GCNMEM_NAMES_STATUS, a.status));
        const gcnmemi_machine_view view = gcnmemi_run_view(shader.run);
        uint32_t uncomputed = 0;
        for (uint32_t k = 0; k < shader.run->insn_count; ++k) {
            uncomputed += view.codes[k].is_uncomputed;
        }
        CHECK_U64(rows[i].uncomputed, uncomputed, "%s", rows[i].code);
        CHECK_U64(rows[i].clobbers, view.entry->clobbers + gcnmem_run_result_of(shader.run).lost_ways, "%s",
                  rows[i].code);
    }
}

static void test_R63_bad_values(void) {
    static const struct {
        const char* arg;
        const char* rule;
    } rows[] = {
        {"2=1", "names an argument that is not there: the kernel has 2, from 0 on"},
        {"m=1", "names an argument that is not there: the kernel has 2, from 0 on"},
        {"n=4294967296", "does not fit: the argument has 4 bytes"},
        {"n=-2147483649", "does not fit: the argument has 4 bytes"},
        {"0=f:1.5", "must be as many numbers of 4 bytes as it says, for a value of 8; a double is given by its bits"},
        {"0=data:i+", "ends where a value is needed"},
        {"0=data:f:", "ends where a value is needed"},
        {"0=data:7+i/0", "divides by zero"},
        {"0=data:i+2*lane", "knows no lanes and no waves: i is the index of a dword"},
        {"n=buffer:64", "needs a pointer: this argument is a value of 4 bytes"},
        {"n=4f:1,2,3,4",
         "must be as many numbers of 4 bytes as it says, for a value of 4; a double is given by its bits"},
        {"n=x", "must be K=VALUE: an integer, f:1.5, 4f:1,2,3,4, 4i:1,2,3,4, buffer:BYTES, data:EXPR or file:PATH"}};
    static char memory[1 << 24];
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_VEGA_64);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        char text[2048];
        char rule[256];
        gcnmem_setting settings[2] = {{"cus", "1"}, {"arg", rows[i].arg}};
        gcnmem_shader shader;
        gcnmem_issue issue;
        snprintf(text, sizeof text, "%s%s", header, footer);
        gcnmem_result result =
            gcnmem_shader_init(memory, sizeof memory, &desc, text, strlen(text), settings, 2, &shader, &issue);
        CHECK(result != GCNMEM_OK, "%s", rows[i].arg);
        gcnmem_issue_text(&issue, rule, sizeof rule);
        CHECK_TEXT(rows[i].rule, rule, "%s", rows[i].arg);
        CHECK_TEXT(i < 2 ? "n" : "", issue.nearest, "%s", rows[i].arg);
        CHECK_U64(2, issue.setting, "%s", rows[i].arg);
    }
}

/* ---- numbers at their edges, by their bits ---- */

#define INF 0x7f800000u
#define NEG 0x80000000u
#define NAN_BITS 0x7fc00000u
#define ONE 0x3f800000u

static void test_R62_numbers_that_are_infinite_or_none(void) {
    CHECK_U64(NAN_BITS, gcnmemi_floats_fma(INF, 0, ONE, 3), "infinity * 0 + 1");
    CHECK_U64(NAN_BITS, gcnmemi_floats_fma(NEG, INF, ONE, 3), "-0 * infinity + 1");
    CHECK_U64(NAN_BITS, gcnmemi_floats_fma(INF, ONE, NEG | INF, 3), "infinity - infinity");
    CHECK_U64(INF, gcnmemi_floats_fma(INF, ONE, INF, 3), "infinity + infinity");
    CHECK_U64(NEG | INF, gcnmemi_floats_fma(ONE, ONE, NEG | INF, 3), "1 - infinity");
    CHECK_U64(NAN_BITS, gcnmemi_floats_divide(0, NEG, 3), "0 / -0");
    CHECK_U64(NAN_BITS, gcnmemi_floats_divide(INF, INF, 3), "infinity / infinity");
    CHECK_U64(ONE, gcnmemi_floats_divide(0x40400000u, 0x40400000u, 3), "3 / 3");
    CHECK_U64(INF, gcnmemi_floats_scale(ONE, 1000, 3), "1 * 2^1000");
    CHECK_U64(NEG, gcnmemi_floats_scale(NEG | ONE, (uint32_t)-1000, 3), "-1 / 2^1000");
    CHECK_U64(0x3f7fffffu, gcnmemi_floats_fraction(0xb0800000u, 3), "-2^-30 is below 1 behind -1");
    CHECK_U64(0x40800000u, gcnmemi_floats_cube(NEG, NEG, NEG, 0), "no direction at all meets the face in front");
}

static void test_R62_halves(void) {
    static const struct {
        uint32_t half, whole;
    } rows[] = {{0x3c00, ONE}, {0xbc00, NEG | ONE},  {0x7c00, INF}, {0xfc00, NEG | INF}, {0x7e00, NAN_BITS},
                {0, 0},        {0x0001, 0x33800000}, {0x8000, NEG}, {0x03ff, 0x387fc000}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        CHECK_U64(rows[i].whole, gcnmemi_floats_from_half(rows[i].half), "of %x", (unsigned)rows[i].half);
        CHECK_U64(rows[i].half, gcnmemi_floats_to_half(rows[i].whole), "to %x", (unsigned)rows[i].half);
    }
}

static void test_R62_classes_of_numbers(void) {
    static const uint32_t of_bit[] = {0x7f800001u, NAN_BITS, NEG | INF, NEG | ONE, NEG | 1u, NEG, 0, 1, ONE, INF};
    for (uint32_t bit = 0; bit < 10; ++bit) {
        CHECK_U64(1u << bit, gcnmemi_floats_class(of_bit[bit]), "%08x", (unsigned)of_bit[bit]);
    }
}

/* Decimal numbers as listings and settings have them; the bits, or refused. */
static void test_R62_decimal_numbers_at_their_edges(void) {
    static const struct {
        const char* text;
        int is_read;
        uint32_t bits;
    } rows[] = {{"00.5", 1, 0x3f000000},
                {"1e", 0, 0},
                {"1e121", 0, 0},
                {"1e120", 0, 0},
                {"1e38", 1, 0x7e967699},
                {"12345678901234567890", 0, 0},
                {"0.00000000000000000000000000000000000000000000000000000000000001", 0, 0},
                {".", 0, 0},
                {"0e-5", 1, 0},
                {"0e5", 1, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        gcnmemi_text text = gcnmemi_text_of(rows[i].text);
        uint32_t bits = 0;
        int is_read = gcnmemi_floats_take(&text, &bits);
        CHECK_U64(rows[i].is_read, is_read != 0, "%s", rows[i].text);
        CHECK_U64(rows[i].bits, is_read ? bits : 0, "%s", rows[i].text);
    }
}

/* ---- operands at their edges ---- */

/* s[10:11] of which nobody knows the high half, and both halves of s[8:9] as offsets. */
#define HIGH_UNKNOWN "s_mov_b32 s10, 8\n\ts_mov_b32 s11, s6\n\t"
#define HIGH_READ "v_mov_b32 v2, s9\n\tglobal_load_dword v3, v2, s[4:5]\n\tv_mov_b32 v1, s8"

/* Offsets that lanes 1 have then, in v1: odd text makes nothing known. */
static void test_R62_operands_at_their_edges(void) {
    enum { UNKNOWN = 0xfffff };
    static const struct {
        const char* code;
        uint32_t offset;
    } rows[] = {
        {"v_mov_b32 v1, 12", 12},
        {"s_mov_b64 s[8:9], -0\n\tv_mov_b32 v1, s9", 0},
        {"s_mov_b64 s[8:9], -1\n\tv_sub_u32 v1, 12, s9", 13},
        {"s_mov_b32 s8, 0xffffffffffffff00\n\tv_add_u32 v1, 0x108, s8", 8}, /* 32 bits and their sign */
        {"s_mov_b32 s8, 0xffffff7fffffff00\n\tv_add_u32 v1, 0x108, s8", UNKNOWN},
        {"s_mov_b32 s8, 0x100000008\n\tv_mov_b32 v1, s8", UNKNOWN},
        {"v_mov_b32 v1, 0.5\n\tv_lshrrev_b32 v1, 24, v1", 0x3f},
        {"v_mov_b32 v1, 0.5x\n\tv_lshrrev_b32 v1, 24, v1", UNKNOWN},
        {"v_mov_b32 v1, 0x5x", UNKNOWN},
        {"s_cmp_eq_u32 0, 0\n\ts_add_u32 s8, scc, 7\n\tv_mov_b32 v1, s8", 8},
        {"s_mov_b32 s8, vccz\n\tv_mov_b32 v1, s8", UNKNOWN},
        {"v_mov_b32 v1, offset:4", UNKNOWN},
        {"s_add_u32 s8, 4, 4\n\tv_mov_b32 v1, s8", 8},
        {"s_add_u32 s8,, 4\n\tv_mov_b32 v1, s8", UNKNOWN},
        {"v_mov_b32 v1, 12, 1, 2, 3, 4, 5, 6", UNKNOWN}, /* what nobody reads */
        {"v_add_u32 v1, v0, 4", 5},
        {"v_add_u32 v1, v0, 4 clamp", 5},
        {"v_sub_u32 v1, v0, 4 clamp", 0},
        {"v_sub_u32 v1, 4, v0 clamp", 3},
        {"v_add_u32 v1, v0, 4 mul:2", UNKNOWN}, /* of floats alone */
        {"v_and_b32 v1, v0, 4 clamp", UNKNOWN},
        {"v_mov_b32 v1, attr0.x", UNKNOWN},
        {"v_mov_b32 v1, 12\n\tv_mov_b32", 12},
        {"v_mov_b32 v1, 12\n\tv_mov_b32 v2, 8\n\tv_swap_b32 v1, v2", 8},
        {"v_mov_b32 v1, 12\n\tv_swap_b32 v1, 8", 8},
        {"v_mov_b32 v1, 12\n\ts_load_dword s4", UNKNOWN},
        {"v_mov_b32 v1, 12\n\tglobal_store_short_d16_hi", 12},
        {"v_mov_b32 v1, 12\n\tbuffer_store_dword s[8:11], v0, s[12:15], 0 offen", 12},
        {"v_mov_b32 v1, 12\n\tbuffer_load_dword v2, v0", 12},
        {"v_mov_b32 v2, 12\n\ts_mov_b32 m0, 1\n\tv_movrels_b32 v1, v1", 12},
        {"v_mov_b32 v2, 12\n\ts_mov_b32 m0, 1\n\tv_movrels_b32 v1, v1 row_mirror", UNKNOWN},
        {"v_mov_b32 v2, 12\n\ts_mov_b32 m0, 1\n\tv_movrels_b32_sdwa v1, v1 src0_sel:WORD_1", UNKNOWN},
        {"v_mov_b32 v2, 12\n\ts_mov_b32 m0, 1\n\tv_movrels_b32_sdwa v1, sext(v1) src0_sel:DWORD", UNKNOWN},
        {"v_mov_b32 v1, 12\n\ts_mov_b32 m0, 1\n\tv_movrelsd_b32 v0, v2", UNKNOWN},
        {"v_mov_b32 v1, 12\n\ts_mov_b32 m0, 1\n\tv_movrelsd_2_b32 v0, v2", UNKNOWN},
        {"v_mov_b32 v1, 12\n\ts_mov_b32 m0, 1\n\tv_swaprel_b32 v0, v2", UNKNOWN},
        {"s_mov_b32 s9, 12\n\ts_mov_b32 m0, 1\n\ts_movrelsd_2_b32 s8, s10\n\tv_mov_b32 v1, s9", UNKNOWN},
        {"v_mov_b32 v2, 12\n\ts_mov_b32 m0, 1\n\tv_movrels_b32 v1, s4", UNKNOWN},
        {"v_mov_b32 v2, 12\n\ts_mov_b32 m0, 1\n\tv_movrels_b32 v1, v[1:2]", UNKNOWN},
        {"v_mov_b32 v2, 12\n\ts_mov_b32 m0, 1\n\tv_movrels_b32 v1, v99", UNKNOWN},
        {"v_mov_b32 v2, 12\n\ts_mov_b32 m0, 99\n\tv_movrels_b32 v1, v1", UNKNOWN}, /* no register of the code */
        {"s_mov_b64 s[10:11], exec\n\tv_add_u32 v2, 7, v0\n\ts_mov_b64 exec, 0\n\tv_readfirstlane_b32 s8, v2\n"
         "\ts_mov_b64 exec, s[10:11]\n\tv_mov_b32 v1, s8",
         7}, /* of lane 0, when none is on */
        {"v_mov_b32 v8, 12\n\tv_lshlrev_b32 v2, 2, v0\n\tds_write_b32 v2, v8\n\tds_read_b32 v1, v2\n"
         "\ts_waitcnt lgkmcnt(0)",
         12},
        {"s_mov_b32 s8, 12\n\tv_lshlrev_b32 v2, 2, v0\n\tds_write_b32 v2, s8\n\tds_read_b32 v1, v2\n"
         "\ts_waitcnt lgkmcnt(0)",
         UNKNOWN}, /* only lanes' registers are stored */
        {"v_lshlrev_b32 v2, 2, v0\n\tds_write_b32 v2, x\n\tds_read_b32 v1, v2\n\ts_waitcnt lgkmcnt(0)", UNKNOWN},
        {"v_mov_b32 v2, 0\n\tv_mov_b32 v3, 0\n\tv_cmp_eq_f64 vcc, 0.0, v[2:3]\n\tv_cndmask_b32 v1, 4, 8, vcc", 8},
        {"v_mov_b32 v1, 12\n\tbuffer_load_dword v2, v0, s[8:11], 0 idxen offset:100000", 12},
        {"v_mov_b32 v4, 20\n\tv_mov_b32 v5, 0\n\tv_mad_i64_i32 v[2:3], vcc, -2, v0, v[4:5]\n"
         "\tv_add_u32 v1, v2, v3",
         18},                                                          /* the upper dword is 0 */
        {"v_cmp_t_u32 vcc, v0, v0\n\tv_cndmask_b32 v1, 4, 8, vcc", 8}, /* always */
        {"v_cmp_f_u32 vcc, v0, v0\n\tv_cndmask_b32 v1, 4, 8, vcc", 4}, /* never */
        {"v_mov_b32 v2, 12\n\ts_set_gpr_idx_on 1, gpr_idx(SRC0)\n\tv_mov_b32 v1, v1\n\ts_set_gpr_idx_off", 12},
        {"v_mov_b32 v2, 12\n\ts_set_gpr_idx_on 1, 1\n\tv_mov_b32 v1, v1\n\ts_set_gpr_idx_off", 12},
        {"v_mov_b32 v2, 12\n\ts_set_gpr_idx_on 1, 8\n\tv_mov_b32 v0, v2\n\ts_set_gpr_idx_off", 12},
        {"v_mov_b32 v2, 12\n\ts_set_gpr_idx_on 1, gpr_idx( DST )\n\tv_mov_b32 v0, v2\n\ts_set_gpr_idx_off", 12},
        {"v_mov_b32 v2, 12\n\ts_set_gpr_idx_on 1, 1\n\tv_mov_b32_sdwa v1, v1 src0_sel:WORD_1\n\ts_set_gpr_idx_off",
         UNKNOWN},
        {"v_mov_b32 v2, 12\n\ts_set_gpr_idx_on 1, 9\n\tv_mov_b32 v1, v1\n\ts_set_gpr_idx_off", UNKNOWN},
        {"v_mov_b32 v2, 12\n\ts_set_gpr_idx_on 1, gpr_idx(SRC1)\n\tv_mov_b32 v1, v1\n\ts_set_gpr_idx_off", UNKNOWN},
        {"v_mov_b32 v2, 12\n\ts_set_gpr_idx_on 1, gpr_idx(SRC0)\n\tv_mov_b32 v1, v1\n\ts_nop 0\n"
         "\ts_set_gpr_idx_off",
         UNKNOWN},
        {"v_mov_b32 v2, 12\n\ts_set_gpr_idx_on 1, gpr_idx(SRC0)\n\tv_mov_b32 v1, v1 quad_perm:[1,0,3,2]\n"
         "\ts_set_gpr_idx_off",
         UNKNOWN},
        {"v_mov_b32 v2, 12\n\ts_set_gpr_idx_on 1, gpr_idx(SRC0)\n\tv_mov_b32 v1, v[1:2]\n\ts_set_gpr_idx_off", UNKNOWN},
        {"v_mov_b32 v2, 12\n\ts_mov_b32 m0, 1\n\tv_movrels_b32 v1, x", UNKNOWN},
        {"v_mov_b32 v1, 12\n\ts_mov_b32 m0, 1\n\tv_movreld_b32 v7, v2", 12}, /* from v7 on nobody reads any */
        {"v_mov_b32 v1, 1e121", UNKNOWN},
        {"v_mov_b32 v2, -4\n\tv_add_u32_sdwa v1, sext(v2), 16 src0_sel:DWORD src1_sel:DWORD", 12},
        {"s_mov_b32 s9, 12\n\ts_movk_i32 s8, s9\n\tv_mov_b32 v1, s8", 12},
        {"s_mov_b64 s[8:11], 5\n\tv_mov_b32 v1, s8", 5}, /* two dwords are written */
        {"v_cmp_tru_f32 vcc, v0, v0\n\tv_cndmask_b32 v1, 4, 8, vcc", 8},
        {"v_interp_p1_f32 v1, v0, attr0.z", UNKNOWN},
        {"s_mov_b32 s8, 1.0\n\tv_s_rcp_f32 s8, s8\n\tv_lshrrev_b32 v1, 24, s8", 0x3f},
        {"s_mov_b32 s8, 1.0\n\tv_s_rcp_f32 s8, s8 clamp\n\tv_lshrrev_b32 v1, 24, s8", UNKNOWN},
        {"v_mov_b32 v1, 12\n\ts_mov_b32 exec_hi, -1", 12},
        {"v_mov_b32 v1, 12\n\tv_mov_b32 v2, -1\n\tv_readfirstlane_b32 exec_lo, v2", 12},
        {"v_mov_b32 v1, 12\n\tv_cmpx_eq_u32 exec, v0, x", UNKNOWN},
        {"v_mov_b32 v1, 12\n\tv_writelane_b32 v1, 8, s6", UNKNOWN},                /* s6: nobody gave it */
        {"v_mov_b32 v2, 12\n\tv_readlane_b32 s8, v2, s6\n\tv_mov_b32 v1, s8", 12}, /* whichever lane it is of */
        {"v_mov_b32 v1, 12\n\tv_readfirstlane_b32 v1, v0", UNKNOWN},               /* it has no such destination */
        {"v_mov_b32 v1, 12\n\tv_readlane_b32 v1, v0, 3", UNKNOWN},
        {"v_mov_b32 v1, 12\n\ts_mov_b32 vccz, 1", 12},
        {"v_mov_b32 v2, 0x3000c\n\tv_cvt_u32_u16 v1, v2", 12},
        {"v_mov_b32 v2, 0xfffc\n\tv_cvt_i32_i16 v2, v2\n\tv_add_u32 v1, v2, 16", 12},
        {"v_mov_b32 v2, -12\n\tv_cvt_f32_i32 v2, v2\n\tv_cvt_i32_f32 v2, v2\n\tv_sub_u32 v1, 0, v2", 12},
        {"s_cmp_eq_u32 0, 0\n\ts_getreg_b32 scc, hwreg(1)\n\tv_mov_b32 v1, 12", 12},
        {"s_cmp_eq_u32 0, 0\n\ts_getreg_b32 scc, hwreg(1)\n\ts_cselect_b32 s8, 4, 8\n\tv_mov_b32 v1, s8", UNKNOWN},
        {"s_load_dwordx16 s[16:47], s[4:5], 0x0\n\ts_waitcnt lgkmcnt(0)\n\tv_mov_b32 v1, s40", UNKNOWN},
        {"v_mov_b32 v8, s0\n\tv_mov_b32 v9, s1\n\tglobal_load_dword v1, v[8:9], off offset:8\n\ts_waitcnt vmcnt(0)",
         UNKNOWN}, /* the number that nobody gave */
        {"v_lshlrev_b32 v2, 2, v0\n\tds_write_b32 v2, v2\n\tds_read_b64 v1, v2\n\ts_waitcnt lgkmcnt(0)", UNKNOWN},
        {"ds_read_b32 v1, x\n\ts_waitcnt lgkmcnt(0)", UNKNOWN},
        {"v_mov_b32 v1, 12\n\tbuffer_load_dword v2, v[8:11], 0 offen", 12},
        {"v_mov_b32 v1, 12\n\tbuffer_load_dword v2, v0, 0 idxen", 12},
        {"v_mov_b32 v8, 12\n\tv_lshlrev_b32 v2, 2, v0\n\tds_write_b32 v2, v8\n"
         "\tbuffer_store_dword v0, v2, s[8:11], 0 offen lds\n\tds_read_b32 v1, v2\n\ts_waitcnt lgkmcnt(0)",
         12}, /* no store from LDS changes it */
        {"v_mov_b32 v4, 5\n\tv_pk_add_u16 v4, v4, 0x10007\n\tv_mov_b32 v1, v4", 0x1000c}, /* a literal has two halves */
        {"v_mov_b32 v4, 12\n\tv_pk_add_u16 v1, v4, 0", 12},
        {"v_mov_b32 v4, 5\n\tv_pk_add_u16 v1, v4, 7", UNKNOWN},
        {"v_mov_b32 v4, 5\n\tv_pk_add_u16 v1, v4, -3", UNKNOWN},
        {"v_mov_b32 v4, 1.0\n\tv_mov_b32 v5, 2.0\n\tv_pk_add_f32 v[6:7], v[4:5], 0\n\tv_lshrrev_b32 v1, 24, v7", 0x40},
        {"v_mov_b32 v4, 1.0\n\tv_mov_b32 v5, 2.0\n\tv_pk_add_f32 v[6:7], v[4:5], 1.0\n\tv_lshrrev_b32 v1, 24, v7",
         UNKNOWN},
        {"v_mov_b32 v4, 1.0\n\tv_mov_b32 v5, 2.0\n\tv_pk_add_f32 v[6:7], v[4:5], v[4:5] op_sel_hi:[0,1] neg_hi:[1,0]\n"
         "\tv_lshrrev_b32 v1, 24, v7",
         0x3f}, /* 2 - 1 */
        {"v_lshlrev_b32 v2, 2, v0\n\tv_add_u32 v2, -4, v2\n\tv_add_co_u32 v3, vcc, v2, 8\n\tv_cndmask_b32 v1, 4, 8, "
         "vcc",
         4}, /* lane 0 alone has a carry */
        {"v_lshlrev_b32 v2, 2, v0\n\tv_add_u32 v2, -4, v2\n\tv_add_co_u32 v3, vcc, 8, v2\n\tv_cndmask_b32 v1, 4, 8, "
         "vcc",
         4},
        {"v_lshlrev_b32 v2, 2, v0\n\tv_add_u32 v2, -4, v2\n\tv_mov_b32 v3, 0\n"
         "\tv_mad_u64_u32 v[4:5], vcc, v0, 1, v[2:3]\n\tv_add_u32 v1, v4, v5",
         1},
        {HIGH_UNKNOWN "s_add_nc_u64 s[8:9], s[10:11], 4\n\t" HIGH_READ, 12},
        {HIGH_UNKNOWN "s_sub_nc_u64 s[8:9], 20, s[10:11]\n\t" HIGH_READ, 12},
        {HIGH_UNKNOWN "s_mul_u64 s[8:9], s[10:11], 2\n\t" HIGH_READ, 16},
        {HIGH_UNKNOWN "s_lshl_b64 s[8:9], s[10:11], 1\n\t" HIGH_READ, 16},
        {"s_mov_b32 s10, s6\n\ts_mov_b32 s11, 8\n\ts_mul_u64 s[8:9], s[10:11], 2\n\t" HIGH_READ, UNKNOWN},
        {"s_cmp_eq_u32 0, 0\n\ts_cbranch_scc0 y, s10, s11, s12, s13, s14, s15, s16\ny:\n\tv_mov_b32 v1, 12", 12},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        char code[512];
        gcnmem_run_access a;
        snprintf(code, sizeof code, LOADS "\t%s\n\tglobal_load_dword v3, v1, s[4:5]\n", rows[i].code);
        int is_known = status_of(code, "0=0x10000000", &a) == GCNMEM_STATUS_COMPUTED;
        CHECK_U64(rows[i].offset != UNKNOWN, is_known, "%s", rows[i].code);
        CHECK(!is_known || a.address[1] == 0x10000000 + rows[i].offset, "%s: %x", rows[i].code, (unsigned)a.address[1]);
    }
}

/* An offset that cannot be is none. */
static void test_R62_offsets_that_cannot_be(void) {
    static const char* const offsets[] = {"offset:0x1000000", "offset:", ""};
    for (size_t i = 0; i < sizeof offsets / sizeof offsets[0]; ++i) {
        char code[256];
        gcnmem_run_access a;
        snprintf(code, sizeof code, LOADS "\tglobal_load_dword v3, v0, s[4:5] %s\n", offsets[i]);
        status_of(code, "0=0x10000000", &a);
        CHECK_U64(0x10000001, a.address[1], "%s", offsets[i]);
    }
}

/* v_perm_b32: bytes 0 to 7, the signs of every other one, 0, else all ones. */
static void test_R62_what_a_permutation_chooses(void) {
    const uint64_t bytes = 0x807172e3844536c7u;
    const uint32_t signs[] = {0, 0xff, 0, 0xff}; /* of 0x36, 0x84, 0x72, 0x80 */
    for (uint32_t select = 0; select < 256; ++select) {
        uint64_t expected = select < 8     ? bytes >> 8 * select & 0xff
                            : select < 12  ? signs[select - 8]
                            : select == 12 ? 0
                                           : 0xff;
        CHECK_U64(expected, gcnmemi_values_permute(bytes, select) & 0xff, "%u", (unsigned)select);
    }
}

void suite_values(void) {
    TEST(test_R62_opcodes_compute_what_one_line_of_c_does);
    TEST(test_R62_carries_of_lanes);
    TEST(test_R62_numbers_are_those_of_the_c_library);
    TEST(test_R62_sums_of_products_in_every_mode);
    TEST(test_R62_faces_of_a_cube);
    TEST(test_R62_subnormal_numbers_are_zero_by_mode);
    TEST(test_R62_decimal_numbers);
    TEST(test_R62_exec_merges);
    TEST(test_R62_code_of_rdna2);
    TEST(test_R62_code_of_gfx12_and_cdna3);
    TEST(test_R62_numbers_of_assemblers);
    TEST(test_R62_comparisons_without_destination);
    TEST(test_R62_loops_end_by_themselves);
    TEST(test_R62_modifiers_of_floats);
    TEST(test_R62_extremes_of_subnormal_numbers);
    TEST(test_R62_parts_and_indices);
    TEST(test_R62_lds_holds_what_was_stored);
    TEST(test_R62_slice);
    TEST(test_R62_high_halves_are_needed_by_high_halves);
    TEST(test_R51_calls_are_followed);
    TEST(test_R62_vectors_make_room);
    TEST(test_R63_statuses);
    TEST(test_R63_lanes_in_doubt);
    TEST(test_R63_parts_of_exec);
    TEST(test_R63_parts_by_v_cmpx);
    TEST(test_R63_addresses_inside_a_part);
    TEST(test_R63_registers_of_the_other_part);
    TEST(test_R63_memory_in_doubt);
    TEST(test_R63_numbers_of_parts_come_again);
    TEST(test_R63_what_is_not_computed);
    TEST(test_R63_bad_values);
    TEST(test_R62_numbers_that_are_infinite_or_none);
    TEST(test_R62_halves);
    TEST(test_R62_classes_of_numbers);
    TEST(test_R62_decimal_numbers_at_their_edges);
    TEST(test_R62_operands_at_their_edges);
    TEST(test_R62_offsets_that_cannot_be);
    TEST(test_R62_what_a_permutation_chooses);
}
