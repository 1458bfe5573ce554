/* job.h -- a listing read, and run: what the tests of depth 3 share */
#ifndef GCNMEM_TEST_JOB_H_INCLUDED
#define GCNMEM_TEST_JOB_H_INCLUDED

#include "test.h"

#define JOB_IS_SLOW TEST_IS_SANITIZED /* the long runs take fewer groups then */

typedef struct job {
    char* text; /* exactly text_bytes long: the sanitizer sees a read beyond */
    size_t text_bytes;
    void* memory; /* the listing's, exactly as long as asked for */
    size_t memory_bytes;
    gcnmem_listing* listing;
    gcnmem_issue issue;
    gcnmem_result parsed;
    gcnmem_desc desc;
    gcnmem_run_options options;
    gcnmem_run* run;
    size_t run_bytes;
    gcnmem_run_result result;
} job;

/* Memory for free(); not clear, as a caller's may be. Without any the program ends. */
void* job_memory(size_t bytes);

/* Reading; free with job_end(). A missing file or memory fails a check and reads as an empty listing. */
job job_parse_bytes(const char* text, size_t bytes, uint32_t gfx_version);
job job_parse(const char* text);
job job_parse_file(const char* name);                /* of tests/data/listings */
void job_each_file(void (*check)(const char* name)); /* all of them but the one that is to be refused */
void job_end(job* j);

/* Reading for a run on `device`; both fail a check when the listing cannot be read. */
job job_new(gcnmem_device device, const char* text);
job job_new_file(gcnmem_device device, const char* name);

/* job_start() builds the run at clock 0, job_run() also runs it to its end and checks that every clock is counted. */
int job_start(job* j);
void job_run(job* j);
uint64_t job_stalls(const gcnmem_run_result* result);

/* The parts of a listing. */
const gcnmem_insn* job_insn(const job* j, uint32_t index);
const gcnmem_stage* job_stage(const job* j, uint32_t index);
const gcnmem_loop* job_loop(const job* j, uint32_t index);
int job_has_text(const job* j, uint32_t offset, uint32_t bytes, const char* text);

#endif /* GCNMEM_TEST_JOB_H_INCLUDED */
