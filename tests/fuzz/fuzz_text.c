/* Names, mnemonics, formats, filters and fields: any text gets an answer or an error. One word a line. */
#include "fuzz.h"

static void try_device(const char* text) {
    gcnmem_device device;
    gcnmem_issue issue;
    gcnmem_result result = gcnmem_device_find(text, &device, NULL);
    MUST((result == GCNMEM_OK) == (device > GCNMEM_DEVICE_NONE && device < GCNMEM_DEVICE_END));
    if (strlen(text) < 16) { /* what is nearest takes a thousand times as long as the rest */
        MUST(gcnmem_device_find(text, &device, &issue) == result);
        fuzz_check_issue(result, &issue, 0);
    }
}

static void try_op(const char* text, const char* format, const char* filter) {
    gcnmem_op op;
    gcnmem_issue issue;
    gcnmem_access access;
    gcnmem_result result = gcnmem_op_find(text, &op, NULL);
    if (result != GCNMEM_OK) {
        return;
    }
    MUST(memchr(op.name, 0, sizeof(op.name)) != NULL && op.unit != GCNMEM_UNIT_NONE);
    result = gcnmem_op_format(&op, format, &issue);
    fuzz_check_issue(result, &issue, 0);
    access = gcnmem_access_for(&op);
    result = gcnmem_access_filter(&access, filter, &issue);
    fuzz_check_issue(result, &issue, 0);
}

static void try_field(const char* field, const char* value) {
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_R9_390X);
    gcnmem_issue issue;
    gcnmem_result result = gcnmem_desc_set(&desc, field, value, &issue);
    fuzz_check_issue(result, &issue, 0);
    MUST((uint32_t)gcnmemi_desc_nearest(field) < GCNMEM_FIELD_END);
    if (result == GCNMEM_OK) {
        MUST(strcmp(gcnmemi_desc_field_name(gcnmemi_desc_nearest(field)), field) == 0);
    }
    fuzz_check_issue(gcnmem_desc_validate(&desc, &issue), &issue, 0);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    fuzz_input in = {data, size};
    char first[512];
    char second[512];
    char third[512];
    fuzz_line(&in, first, sizeof(first));
    fuzz_line(&in, second, sizeof(second));
    fuzz_line(&in, third, sizeof(third));
    try_device(first);
    try_op(first, second, third);
    try_field(first, second);
    return 0;
}
