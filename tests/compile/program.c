/* Prints every report, for each ninth device, or for each so many-th as an argument says. Built once with each compiler
   and option: all must print the same bytes. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef GCNMEM_USE_STB_SPRINTF
#define STB_SPRINTF_STATIC
#define STB_SPRINTF_IMPLEMENTATION
#endif
#ifndef PROGRAM_HAS_NO_REPORTS
#define GCNMEM_REPORTS
#endif
#define GCNMEM_IMPLEMENTATION
#include "gcnmem.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const char* const mnemonics[] = {
    "buffer_load_dword", "buffer_load_dwordx2", "global_load_ubyte", "flat_load_dwordx4",     "buffer_store_dwordx2",
    "buffer_atomic_add", "image_load",          "image_sample",      "ds_read_b32",           "ds_read_b128",
    "ds_write2_b64",     "ds_add_u32",          "ds_read2st64_b32",  "s_buffer_load_dwordx16"};
static const uint64_t strides[] = {0, 1, 4, 8, 12, 64, 100, 256, 4096, UINT64_MAX};

#ifdef GCNMEM_REPORTS
static int to_stdout(void* user_data, const char* text, size_t bytes) {
    return fwrite(text, 1, bytes, (FILE*)user_data) == bytes;
}
#endif

static void print_cost(const gcnmem_desc* gpu, const gcnmem_access* access) {
    gcnmem_cost cost = gcnmem_cost_wave(gpu, access);
    const unsigned char* bytes = (const unsigned char*)&cost;
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    size_t i;
    for (i = 0; i < sizeof(cost); ++i) {
        hash = (hash ^ bytes[i]) * UINT64_C(0x100000001b3);
    }
    printf("%s %u %u\n", access->op.name, (unsigned)(hash >> 32), (unsigned)(hash & 0xffffffffu));
#ifdef GCNMEM_REPORTS
    gcnmem_report_cost(gpu, access, &cost, GCNMEM_STYLE_TEXT, to_stdout, stdout);
    gcnmem_report_cost(gpu, access, &cost, GCNMEM_STYLE_JSON, to_stdout, stdout);
#endif
}

static void print_costs(const gcnmem_desc* gpu, const char* mnemonic) {
    gcnmem_op op;
    gcnmem_access access;
    uint64_t lane;
    size_t i;
    if (gcnmem_op_find(mnemonic, &op, NULL) != GCNMEM_OK) {
        printf("%s: unknown\n", mnemonic);
        return;
    }
    access = gcnmem_access_for(&op);
    access.image.width = 1920;
    access.image.height = 1080;
    for (i = 0; i < COUNT(strides); ++i) {
        for (lane = 0; lane < GCNMEM_LANES; ++lane) {
            access.address[lane] = 40 + lane * strides[i];
            access.texel[0][lane] = (int64_t)(lane * strides[i] % 1920);
            access.texel[1][lane] = (int64_t)(lane / 8);
        }
        print_cost(gpu, &access);
    }
}

static void print_occupancy(const gcnmem_desc* gpu) {
    gcnmem_shader_needs needs = {84, 48, 8192, 256, 0};
    gcnmem_occupancy occupancy = gcnmem_occupancy_for(gpu, &needs, GCNMEM_RULE_HARDWARE);
    printf("%u waves, %s\n", (unsigned)occupancy.waves_per_simd,
           gcnmem_name_of(GCNMEM_NAMES_LIMIT, occupancy.limited_by));
#ifdef GCNMEM_REPORTS
    gcnmem_report_occupancy(gpu, &needs, GCNMEM_RULE_LLVM, GCNMEM_STYLE_TEXT, to_stdout, stdout);
    gcnmem_report_occupancy(gpu, &needs, GCNMEM_RULE_RADV, GCNMEM_STYLE_JSON, to_stdout, stdout);
    gcnmem_report_desc(gpu, GCNMEM_STYLE_TEXT, to_stdout, stdout);
#endif
}

int main(int count, char** arguments) {
    const int every = count > 1 ? atoi(arguments[1]) : 9;
    int device;
    size_t i;
    for (device = GCNMEM_DEVICE_NONE + 1; device < GCNMEM_DEVICE_END; device += every) {
        gcnmem_desc gpu = gcnmem_desc_for((gcnmem_device)device);
        print_occupancy(&gpu);
        for (i = 0; i < COUNT(mnemonics); ++i) {
            print_costs(&gpu, mnemonics[i]);
        }
    }
#ifdef GCNMEM_REPORTS
    gcnmem_report_devices(GCNMEM_STYLE_TEXT, to_stdout, stdout);
    gcnmem_report_devices(GCNMEM_STYLE_JSON, to_stdout, stdout);
#endif
    return 0;
}
