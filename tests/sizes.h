/* sizes.h -- how much memory depth 3 takes: what it says itself when it is given none */
#ifndef GCNMEM_TEST_SIZES_H_INCLUDED
#define GCNMEM_TEST_SIZES_H_INCLUDED

/* Of reading a text; 0 when that is refused. */
static GCNMEM_UNUSED size_t test_listing_bytes(const char* text, size_t text_bytes) {
    gcnmem_listing* listing;
    gcnmem_issue issue;
    gcnmem_result result = gcnmem_listing_parse(text, text_bytes, 0, NULL, 0, NULL, 0, &listing, &issue);
    return result == GCNMEM_ERROR_LIMIT && issue.value == 0 ? (size_t)issue.limit : 0;
}

/* Of a run; 0 when its options are refused. */
static GCNMEM_UNUSED size_t test_run_bytes(const gcnmem_desc* desc, const gcnmem_listing* listing,
                                           const gcnmem_run_options* options) {
    gcnmem_run* run;
    gcnmem_issue issue;
    gcnmem_result result = gcnmem_run_init(NULL, 0, desc, listing, NULL, options, &run, &issue);
    return result == GCNMEM_ERROR_LIMIT && issue.value == 0 ? (size_t)issue.limit : 0;
}

/* What to run of a stage: all as it is. */
static GCNMEM_UNUSED gcnmem_run_options test_run_options(uint32_t stage) {
    gcnmem_run_options options;
    memset(&options, 0, sizeof options);
    options.stage = stage;
    return options;
}

#endif /* GCNMEM_TEST_SIZES_H_INCLUDED */
