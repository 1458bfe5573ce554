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

void suite_cost(void) {
    TEST(test_R3_R5_R11_throughput_table_of_the_coalescing_article);
    TEST(test_R3_to_R9_perftest_buffer_rows);
}
