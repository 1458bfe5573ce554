/* cost.c -- AMD's table of peak throughput, perftest's rows, and advice */
#include "test.h"

/* "Understanding Memory Coalescing on GCN": "Summary of peak throughput per wave". */
static void test_R3_R5_R11_throughput_table_of_the_coalescing_article(void) {
    gcnmem_access access = test_access("buffer_load_dword", 4);
    CHECK_U64(4, test_cost(GCNMEM_DEVICE_R9_290X, &access).best_clocks, "single channel");
    access = test_access("buffer_load_dwordx4", 16);
    CHECK_U64(16, test_cost(GCNMEM_DEVICE_R9_290X, &access).best_clocks, "multi-channel");
    access = test_access_image("image_load", "rgba32f");
    CHECK_U64(16, test_cost(GCNMEM_DEVICE_R9_290X, &access).best_clocks, "128-bit point");
    access = test_access_image("image_sample", "rgba8");
    CHECK_U64(16, test_cost(GCNMEM_DEVICE_R9_290X, &access).best_clocks, "32-bit filtered");
    access = test_access_image("image_sample", "rgba16f");
    CHECK_U64(32, test_cost(GCNMEM_DEVICE_R9_290X, &access).best_clocks, "64-bit filtered");
    access = test_access_image("image_sample", "rgba32f");
    CHECK_U64(64, test_cost(GCNMEM_DEVICE_R9_290X, &access).best_clocks, "128-bit filtered");
}

/* perftest_gcn_clk.csv: every Buffer.Load row of the R9 390X within 5 % (coalesced rows are up to 4.5 % off). */
static void test_R3_to_R9_perftest_buffer_rows(void) {
    FILE* file = test_data_open("perftest_gcn_clk.csv");
    char line[512];
    int rows = 0;
    while (file && fgets(line, sizeof line, file)) {
        char type[32];
        char format[32];
        char pattern[32];
        unsigned whole;
        unsigned thousandths;
        const char* name;
        gcnmem_access access;
        uint64_t measured;
        uint64_t sum = 0;
        int i;
        size_t k;
        if (sscanf(line, "R9 390X,GCN2,44,Buffer.Load,%31[^,],%31[^,],%*[^,],%*[^,],%u.%3u", type, pattern, &whole,
                   &thousandths) != 4) {
            continue;
        }
        for (k = 0; k <= strlen(type); ++k) {
            format[k] = (char)(type[k] >= 'A' && type[k] <= 'Z' ? type[k] + 32 : type[k]);
        }
        name = strncmp(format, "rgba", 4) == 0 ? "buffer_load_format_xyzw"
               : strncmp(format, "rg", 2) == 0 ? "buffer_load_format_xy"
                                               : "buffer_load_format_x";
        access = test_access_format(name, format, 0);
        access.size_bytes = 1024 * (uint64_t)access.op.element_bytes;
        for (i = 0; i < 256; ++i) {
            uint64_t lane;
            for (lane = 0; lane < 64; ++lane) {
                uint64_t h = pattern[0] == 'u' ? 0 : pattern[0] == 'l' ? lane : 3 * lane & 15;
                access.address[lane] = (h + (uint64_t)i) * access.op.element_bytes;
            }
            sum += test_cost(GCNMEM_DEVICE_R9_390X, &access).clocks;
        }
        measured = (uint64_t)whole * 1000 + thousandths; /* thousandths of a clock a load */
        CHECK(sum * 1000 / 256 * 100 >= measured * 95 && sum * 1000 / 256 * 100 <= measured * 105,
              "%s %s: measured %u.%03u, model %" PRIu64 "/256", type, pattern, whole, thousandths, sum);
        ++rows;
    }
    if (file) {
        fclose(file);
    }
    CHECK(rows >= 20, "%d rows were read", rows);
}

/* Bytes that lanes share are used once: of a line that all lanes read one dword of, 4. */
static void test_bytes_used_are_counted_once(void) {
    static const struct {
        const char* op;
        uint32_t step, every; /* bytes from lane to lane; after so many they repeat */
        uint64_t used;
    } rows[] = {
        {"global_load_dword", 0, 64, 4},    {"global_load_dword", 4, 64, 256},  {"global_load_dword", 4, 4, 16},
        {"global_load_ubyte", 1, 16, 16},   {"global_load_dword", 2, 64, 130},  {"global_load_dwordx4", 4, 64, 268},
        {"global_load_dwordx2", 0, 64, 8},  {"global_store_dword", 0, 64, 4},   {"global_store_dwordx3", 16, 8, 96},
        {"buffer_load_dword", 64, 32, 128}, {"global_load_dwordx4", 16, 1, 16}, {"global_atomic_add", 0, 64, 4}};
    static const gcnmem_device devices[] = {GCNMEM_DEVICE_VEGA_64, GCNMEM_DEVICE_MI210};
    for (size_t i = 0; i < (sizeof rows / sizeof rows[0]) * (sizeof devices / sizeof devices[0]); ++i) {
        const size_t row = i / (sizeof devices / sizeof devices[0]);
        gcnmem_access access = test_access(rows[row].op, 0);
        gcnmem_cost sum = {0};
        for (uint32_t lane = 0; lane < 64; ++lane) {
            access.address[lane] = 4096 + (uint64_t)(lane % rows[row].every) * rows[row].step;
        }
        gcnmem_cost cost = test_cost(devices[i % (sizeof devices / sizeof devices[0])], &access);
        CHECK_U64(rows[row].used, cost.bytes_used, "%s, row %u", rows[row].op, (unsigned)row);
        gcnmem_cost_add(&sum, &cost);
        gcnmem_cost_add(&sum, &cost);
        CHECK_U64(2 * rows[row].used, sum.bytes_used, "%s twice", rows[row].op);
    }
}

/* gather4 takes one channel of 2x2 texels, whatever the sampler's filter is. */
static void test_R11_a_gather_reads_2x2_whatever_the_filter(void) {
    gcnmem_access access = test_access_image("image_gather4", "rgba8");
    access.filter = GCNMEM_FILTER_BILINEAR;
    gcnmem_cost bilinear = test_cost(GCNMEM_DEVICE_VEGA_64, &access);
    CHECK_U64(64 * 4 * 4, bilinear.bytes_requested, "four texels a lane");
    for (int filter = GCNMEM_FILTER_DEFAULT; filter <= GCNMEM_FILTER_ANISO; ++filter) {
        access.filter = (gcnmem_filter)filter;
        access.aniso = filter == GCNMEM_FILTER_ANISO ? 8 : 0;
        gcnmem_cost cost = test_cost(GCNMEM_DEVICE_VEGA_64, &access);
        CHECK(memcmp(&cost, &bilinear, sizeof cost) == 0, "filter %d", filter);
    }
}

void suite_cost(void) {
    TEST(test_R3_R5_R11_throughput_table_of_the_coalescing_article);
    TEST(test_R3_to_R9_perftest_buffer_rows);
    TEST(test_bytes_used_are_counted_once);
    TEST(test_R11_a_gather_reads_2x2_whatever_the_filter);
}
