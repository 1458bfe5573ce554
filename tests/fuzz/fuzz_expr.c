/* Any text is an expression or an error with a column; any expression has one value for the same inputs. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    gcnmem_expr expr;
    gcnmem_expr_inputs inputs;
    gcnmem_issue issue;
    gcnmem_result result = gcnmem_expr_compile((const char*)data, size, &expr, &issue);
    uint64_t values[GCNMEM_LANES];
    uint64_t first = 0;
    uint64_t failed = GCNMEM_LANES;
    uint32_t column = 0;
    fuzz_check_issue(result, &issue, size);
    if (result != GCNMEM_OK) {
        MUST(issue.column != 0);
        return 0;
    }
    MUST(expr.step_count > 0 && expr.step_count <= GCNMEM_EXPR_MAX);
    memset(&inputs, 0, sizeof(inputs));
    inputs.iter = 3;
    inputs.group = UINT64_MAX;
    result = gcnmem_expr_lanes(&expr, &inputs, UINT64_MAX, values, &issue);
    if (result != GCNMEM_OK) {
        MUST(result == GCNMEM_ERROR_MATH && issue.value < GCNMEM_LANES && issue.column != 0);
        failed = issue.value;
        column = issue.column;
    }
    for (inputs.lane = 0; inputs.lane < GCNMEM_LANES; ++inputs.lane) {
        uint64_t value = 1;
        uint64_t again = 2;
        inputs.x = inputs.lane % 8;
        inputs.y = inputs.lane / 8;
        result = gcnmemi_expr_one(&expr, &inputs, &value, &issue);
        fuzz_check_issue(result, &issue, size);
        MUST(result == GCNMEM_OK || (result == GCNMEM_ERROR_MATH && value == 0 && issue.column != 0));
        MUST(gcnmemi_expr_one(&expr, &inputs, &again, NULL) == result && again == value);
        MUST(values[inputs.lane] == value && (result == GCNMEM_OK || inputs.lane >= failed));
        MUST(inputs.lane != failed || (result == GCNMEM_ERROR_MATH && issue.column == column));
        first = inputs.lane == 0 ? value : first;
        if (!expr.uses_lane && result == GCNMEM_OK) {
            MUST(value == first);
        }
    }
    return 0;
}
