/* expr.c -- any inputs of expressions that have every operator and function; texts that are none
   Eva: -eva-unroll-recursive-calls 64 -eva-min-loop-unroll 200 -eva-auto-loop-unroll 3000 -eva-slevel 50 */
#define GCNMEM_DEPTH 3
#include "proved.h"

/* Compiles what is known and evaluates it for what is not. */
static void prove(const char* text) {
    gcnmem_expr expr;
    gcnmem_issue issue;
    gcnmem_expr_inputs inputs;
    uint64_t values[GCNMEM_LANES];
    inputs.lane = any64(0, UINT64_MAX);
    inputs.lanes = any64(0, UINT64_MAX);
    inputs.wave = any64(0, UINT64_MAX);
    inputs.group = any64(0, UINT64_MAX);
    inputs.iter = any64(0, UINT64_MAX);
    inputs.x = any64(0, UINT64_MAX);
    inputs.y = any64(0, UINT64_MAX);
    inputs.iter1 = any64(0, UINT64_MAX);
    inputs.iter2 = any64(0, UINT64_MAX);
    inputs.insn = any64(0, UINT64_MAX);
    if (gcnmem_expr_compile(text, gcnmemi_text_length(text), &expr, &issue) == GCNMEM_OK) {
        gcnmem_expr_lanes(&expr, &inputs, any64(0, UINT64_MAX), values, &issue);
    }
}

int main(void) {
    prove("lane*wave + group/lane - 3%wave");
    prove("iter << lane >> wave | x & y ^ ~insn");
    prove("lane < 3 && wave > x || y <= 2K != (x >= y) == !lane");
    prove("lane/x ? -wave%lane : iter1 ? 0x1G : iter2/0");
    prove("uniform(lane*4) + stride(16)");
    prove("tile(1920, 1080, 4)");
    prove("rand(64K, seed=3) + chase(1M)");
    prove("hitrate(50) + hash(lane) + draw(wave)");
    prove("(((lane)");
    prove("lane $ 4");
    prove("");
    prove("(");
    prove("lane,");
    prove("rand(");
    prove("4G5");
    prove("99999999999999999999");
    prove("\\xff");
    PROVED_END;
    return 0;
}
