/* job.c -- see job.h */
#include "job.h"

#include "private.h"

#include <stdlib.h>

#define JOB_FILE_BYTES ((size_t)1 << 20)

void* job_memory(size_t bytes) {
    void* memory = malloc(bytes ? bytes : 1);
    if (!memory) {
        fprintf(stderr, "no memory for a test\n");
        exit(2);
    }
    return memset(memory, 0xa5, bytes);
}

job job_parse_bytes(const char* text, size_t bytes, uint32_t gfx_version) {
    job j;
    memset(&j, 0, sizeof j);
    j.text = (char*)job_memory(bytes);
    memcpy(j.text, text, bytes);
    j.text_bytes = bytes;
    j.memory_bytes = test_listing_bytes(j.text, bytes);
    j.memory = job_memory(j.memory_bytes);
    j.parsed =
        gcnmem_listing_parse(j.text, bytes, gfx_version, NULL, 0, j.memory, j.memory_bytes, &j.listing, &j.issue);
    return j;
}

job job_parse(const char* text) {
    return job_parse_bytes(text, strlen(text), 0);
}

static job parse_file(const char* name, uint32_t gfx_version) {
    char path[200];
    char* text = (char*)job_memory(JOB_FILE_BYTES);
    size_t bytes = 0;
    FILE* file;
    job j;
    snprintf(path, sizeof path, "listings/%s", name);
    file = test_data_open(path);
    if (file) {
        bytes = fread(text, 1, JOB_FILE_BYTES, file);
        fclose(file);
    }
    j = job_parse_bytes(text, bytes, gfx_version);
    free(text);
    return j;
}

job job_parse_file(const char* name) {
    return parse_file(name, 0);
}

void job_each_file(void (*check)(const char* name)) {
    char name[200];
    FILE* file = test_data_open("listings/files.txt");
    while (file && fgets(name, sizeof name, file)) {
        name[strcspn(name, "\r\n")] = 0;
        if (strcmp(name, "08_aco_ir_reject.txt") != 0) {
            check(name);
        }
    }
    if (file) {
        fclose(file);
    }
}

void job_end(job* j) {
    free(j->run);
    free(j->memory);
    free(j->text);
}

static void prepare(job* j, gcnmem_device device, const char* text) {
    CHECK(j->parsed == GCNMEM_OK, "line %" PRIu32 " of %.200s", j->issue.line, text);
    j->desc = gcnmem_desc_for(device);
    j->options = test_run_options(0);
}

job job_new(gcnmem_device device, const char* text) {
    job j = job_parse_bytes(text, strlen(text), gcnmem_desc_for(device).gfx_version);
    prepare(&j, device, text);
    return j;
}

job job_new_file(gcnmem_device device, const char* name) {
    job j = parse_file(name, gcnmem_desc_for(device).gfx_version);
    prepare(&j, device, name);
    return j;
}

int job_start(job* j) {
    gcnmem_result result;
    free(j->run);
    j->run = NULL;
    if (!j->listing) {
        return 0;
    }
    j->run_bytes = test_run_bytes(&j->desc, j->listing, &j->options);
    {
        void* memory = job_memory(j->run_bytes);
        result = gcnmem_run_init(memory, j->run_bytes, &j->desc, j->listing, j->text, &j->options, &j->run, &j->issue);
        CHECK(result == GCNMEM_OK, "line %" PRIu32 ": %s", j->issue.line, j->issue.rule ? j->issue.rule : "?");
        if (result != GCNMEM_OK) {
            free(memory);
            j->run = NULL;
            return 0;
        }
    }
    return 1;
}

uint64_t job_stalls(const gcnmem_run_result* result) {
    uint64_t sum = 0;
    int i;
    for (i = 0; i < GCNMEM_STALL_END; ++i) {
        sum += result->stall_clocks[i];
    }
    return sum;
}

void job_run(job* j) {
    if (!job_start(j)) {
        memset(&j->result, 0, sizeof j->result);
        return;
    }
    CHECK(gcnmem_run_advance(j->run, UINT64_MAX, NULL) == GCNMEM_RUN_DONE, "%.*s",
          (int)(j->text_bytes < 200 ? j->text_bytes : 200), j->text);
    j->result = gcnmem_run_result_of(j->run);
    CHECK_U64(j->result.wave_clocks, j->result.active_clocks + job_stalls(&j->result), "%.*s",
              (int)(j->text_bytes < 200 ? j->text_bytes : 200), j->text);
    CHECK_U64((j->result.clocks * 1000000 + j->desc.core_clock_mhz / 2) / j->desc.core_clock_mhz, j->result.seconds_e12,
              "picoseconds of %.*s", (int)(j->text_bytes < 200 ? j->text_bytes : 200), j->text);
}

const gcnmem_insn* job_insn(const job* j, uint32_t index) {
    return gcnmem_listing_insn(j->listing, index);
}

const gcnmem_stage* job_stage(const job* j, uint32_t index) {
    return gcnmem_listing_stage(j->listing, index);
}

const gcnmem_loop* job_loop(const job* j, uint32_t index) {
    return gcnmemi_listing_loop(j->listing, index);
}

int job_has_text(const job* j, uint32_t offset, uint32_t bytes, const char* text) {
    return bytes == strlen(text) && memcmp(j->text + offset, text, bytes) == 0;
}
