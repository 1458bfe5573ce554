/* trace_tool.c -- tools/gcnmem_trace.c: lines of NVBit's mem_trace and of Accel-Sim's tracer become this project's */
#define main gcnmem_trace_main
#include "../../tools/gcnmem_trace.c"
#undef main
#include "test.h"

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

/* What the tool makes of a line; mnemonic "" when it has no access. */
static int converts(state* s, const char* text, warp_access* out, reader* r) {
    memset(r, 0, sizeof(*r));
    r->rest = text;
    return read_line(r, s, out);
}

static void test_accel_sim_instructions(void) {
    static const struct {
        const char* text;
        const char* name; /* "": no memory */
        uint32_t mask;
        uint64_t first, second, last;
    } rows[] = {
        {"0008 ffffffff 1 R1 LDG.E.SYS 1 R2 4 1 0x7f0000000000 4", "load_b32", UINT32_MAX, 0x7f0000000000,
         0x7f0000000004, 0x7f000000007c},
        {"a008 0000000f 1 R1 LDG.E.64.SYS 1 R2 8 0 7f10 0x7f00 10 0", "load_b64", 15, 0x7f10, 0x7f00, 0},
        {"0008 00000f00 1 R1 LDG.E.128 1 R2 16 1 0x1000 -16", "load_b128", 0xf00, 0x1000, 0xff0, 0xfd0},
        {"0008 00000105 1 R1 LDG.E 1 R2 4 2 0x1000 64 -32", "load_b32", 0x105, 0x1000, 0x1040, 0x1020},
        {"0008 ffffffff 0 STG.E 2 R2 R4 1 1 0x0 1", "store_b8", UINT32_MAX, 0, 1, 31},
        {"0008 ffffffff 1 R0 LDS.U.128 1 R2 16 1 0x0 16", "shared_load_b128", UINT32_MAX, 0, 16, 496},
        {"0008 ffffffff 0 STS 2 R0 R6 4 1 0x0 0", "shared_store_b32", UINT32_MAX, 0, 0, 0},
        {"0008 ffffffff 0 RED.E.ADD 2 R0 R6 4 1 0x40 4", "atomic_add_b32", UINT32_MAX, 0x40, 0x44, 0xbc},
        {"0008 ffffffff 1 R0 ATOMG.E.CAS.64 2 R0 R6 8 1 0x40 8", "global_atomic_cmpswap_b64", UINT32_MAX, 0x40, 0x48,
         0x138},
        {"0008 ffffffff 1 R0 ATOMG.E.CAST 2 R0 R6 4 1 0x40 4", "atomic_add_b32", UINT32_MAX, 0x40, 0x44, 0xbc},
        {"0008 ffffffff 1 R0 ATOMS.ADD 2 R0 R6 4 1 0x40 4", "shared_atomic_add_b32", UINT32_MAX, 0x40, 0x44, 0xbc},
        {"0008 ffffffff 1 R0 ATOMS.CAS 2 R0 R6 4 1 0x40 4", "ds_cmpstore_b32", UINT32_MAX, 0x40, 0x44, 0xbc},
        {"0008 00000003 1 R1 LD.E 1 R2 4 1 0x1000 4", "load_b32", 3, 0x1000, 0x1004, 0x1004},
        {"3 2 1 7 0008 00000003 1 R1 LDG.E 1 R2 4 1 0x1000 4", "load_b32", 3, 0x1000, 0x1004, 0x1004},
        {"0000 ffffffff 1 R1 IMAD.MOV.U32 2 R255 R255 0", "", 0, 0, 0, 0},
        {"0000 ffffffff 0 EXIT 0 0", "", 0, 0, 0, 0}};
    for (size_t i = 0; i < COUNT(rows); ++i) {
        state s;
        warp_access access;
        reader r;
        uint64_t seen[3] = {0, 0, 0};
        uint32_t count = 0;
        memset(&s, 0, sizeof(s));
        CHECK(converts(&s, rows[i].text, &access, &r), "%s: %s", rows[i].text, r.rule);
        CHECK_TEXT(rows[i].name, access.mnemonic, "%s", rows[i].text);
        if (rows[i].name[0] == 0) {
            continue;
        }
        CHECK_U64(rows[i].mask, access.mask, "%s", rows[i].text);
        for (uint32_t lane = 0; lane < WARP; ++lane) {
            if ((access.mask >> lane & 1) != 0) {
                seen[count < 2 ? count : 2] = access.address[lane];
                seen[2] = access.address[lane];
                ++count;
            }
        }
        CHECK_U64(rows[i].first, seen[0], "%s", rows[i].text);
        CHECK_U64(rows[i].second, seen[1], "%s", rows[i].text);
        CHECK_U64(rows[i].last, seen[2], "%s", rows[i].text);
        int has_block = rows[i].text[0] == '3';
        CHECK_U64(has_block ? 3 : 0, access.block[0], "%s", rows[i].text);
        CHECK_U64(has_block ? 7 : 0, access.warp, "%s", rows[i].text);
    }
}

/* Blocks say where what follows happens. */
static void test_accel_sim_headers(void) {
    static const char* const headers[] = {"-kernel name = _Z6reducePfS_",
                                          "-grid dim = (64,1,1)",
                                          "-binary version = 70",
                                          "",
                                          "#traces format = PC mask dest_num",
                                          "#BEGIN_TB",
                                          "thread block = 60,5,3",
                                          "warp = 2",
                                          "insts = 87"};
    state s;
    warp_access access;
    reader r;
    memset(&s, 0, sizeof(s));
    for (size_t i = 0; i < COUNT(headers); ++i) {
        CHECK(converts(&s, headers[i], &access, &r) && access.mnemonic[0] == 0, "%s: %s", headers[i], r.rule);
    }
    CHECK(converts(&s, "0008 00000001 1 R1 LDG.E 1 R2 4 1 0x0 0", &access, &r), "%s", r.rule);
    CHECK_U64(60, access.block[0], "x");
    CHECK_U64(5, access.block[1], "y");
    CHECK_U64(3, access.block[2], "z");
    CHECK_U64(2, access.warp, "warp");
}

static void test_mem_trace(void) {
    state s;
    warp_access access;
    reader r;
    char text[2000] = "MEMTRACE: CTX 0x000055d2a3b0c7d0 - grid_launch_id 0 - CTA 2,1,0 - warp 3 - LDG.E.64.SYS -";
    memset(&s, 0, sizeof(s));
    for (uint32_t lane = 0; lane < 32; ++lane) {
        snprintf(text + strlen(text), sizeof text - strlen(text), " 0x%016x", lane < 16 ? 0x7000 + lane * 8 : 0);
    }
    strcat(text, " ");
    CHECK(converts(&s, text, &access, &r), "%s", r.rule);
    CHECK_TEXT("load_b64", access.mnemonic, "%s", text);
    CHECK_U64(0xffff, access.mask, "address 0: the lane is off");
    CHECK_U64(0x7078, access.address[15], "%s", text);
    CHECK_U64(2, access.block[0], "%s", text);
    CHECK_U64(3, access.warp, "%s", text);
    strcat(text, "0x1");
    CHECK(!converts(&s, text, &access, &r), "33 addresses");
    CHECK_TEXT("has more than 32 addresses", r.rule, "33 addresses");
    CHECK(converts(&s, "MEMTRACE: CTX 0x1 - LAUNCH - Kernel pc 0x7f - Kernel name f(int) - nregs 1", &access, &r) &&
              access.mnemonic[0] == 0,
          "a launch");
}

/* Shared memory begins at 0, which mem_trace writes for a lane that is off as well. */
static void test_mem_trace_of_shared_memory(void) {
    state s;
    warp_access access;
    reader r;
    char text[600] = "MEMTRACE: CTX 0x1 - CTA 0,0,0 - warp 0 - LDS -";
    size_t begin = strlen(text);
    memset(&s, 0, sizeof(s));
    for (uint32_t lane = 0; lane < 32; ++lane) {
        snprintf(text + strlen(text), sizeof text - strlen(text), " 0x%x", (lane + 1) * 4);
    }
    CHECK(converts(&s, text, &access, &r) && access.mask == UINT32_MAX, "%s", text);
    CHECK_TEXT("shared_load_b32", access.mnemonic, "%s", text);
    text[begin + 3] = '0';
    CHECK(!converts(&s, text, &access, &r) && strstr(r.rule, "not clear") != NULL, "%s: %s", text, r.rule);
}

/* What is not clear is refused, at its place. */
static void test_lines_that_are_refused(void) {
    static const struct {
        const char* text;
        const char* rule;
    } rows[] = {{"0008 ffffffff 1 R1 LDG.E 1 R2 4", "needs a way to write addresses"},
                {"0008 ffffffff 1 R1 LDG.E 1 R2 4 3 0x0 4", "needs a way to write addresses"},
                {"0008 00000003 1 R1 LDG.E 1 R2 4 0x1000 0x1004", "needs a way to write addresses"},
                {"0008 00000005 1 R1 LDG.E 1 R2 4 1 0x0 4", "not side by side"},
                {"0008 0000000f 1 R1 LDG.E 1 R2 4 0 0x0 0x4 0x8", "for each active lane"},
                {"0008 00000003 1 R1 LDG.E 1 R2 4 0 0x0 0x4 0x8", "more addresses than active lanes"},
                {"0008 0000000f 1 R1 LDG.E 1 R2 4 2 0x0 4 4", "needs a step"},
                {"0008 00000001 1 R1 LDG.E 1 R2 4 0 zz", "for each active lane"},
                {"0008 00000001 1 R1 LDG.E 1 R2 3 0 0x0", "access of 3 bytes by none of"},
                {"0008 00000001 1 R1 LDG.E 1 R2 32 0 0x0", "access of 32 bytes by none of"},
                {"0008 00000001 1 R1 RED.E 1 R2 2 0 0x0", "access of 2 bytes by none of"},
                {"0008 00000001 1 R1 LDL 1 R2 4 0 0x0", "access of 4 bytes by none of"},
                {"0008 00000001 1 R1 LDC 1 R2 4 0 0x0", "access of 4 bytes by none of"},
                {"0008 00000001 1 R1 LDGSTS.E 1 R2 4 0 0x0", "access of 4 bytes by none of"},
                {"0008 00000001 1 R1 MOV 1 R2 0 0x0", "width of 0 bytes"},
                {"0008 fffffffff 1 R1 LDG.E 1 R2 4 1 0x0 4", "is no line"},
                {"0008 ffffffff 2 R1 LDG.E 1 R2 4 1 0x0 4", "is no line"},
                {"thread block = 0,0", "is no line"},
                {"MEMTRACE: CTX 0x1 - CTA 0,0,0 - warp 0", "ends before an opcode"},
                {"MEMTRACE: CTX 0x1 - CTA 0,0,0 - warp 0 - LDG.E - 0x1 0x2", "needs 32 addresses"},
                {"MEMTRACE: CTX 0x1 - CTA 0,0 - warp 0 - LDG.E - 0x1", "has a field that is none of"},
                {"MEMTRACE: CTX 0x1 - CTA 0,0,0 - warp 0 - UBLKCP - 0x1", "has a field that is none of"},
                {"MEMTRACE: CTX 0x1 - block 0,0,0 - warp 0 - LDG.E - 0x1", "has a field that is none of"},
                {"buffer_load_dword 0,4", "is no line"}};
    for (size_t i = 0; i < COUNT(rows); ++i) {
        state s;
        warp_access access;
        reader r;
        memset(&s, 0, sizeof(s));
        CHECK(!converts(&s, rows[i].text, &access, &r), "\"%s\"", rows[i].text);
        CHECK(strstr(r.rule, rows[i].rule) != NULL, "\"%s\": %s", rows[i].text, r.rule);
        CHECK(r.wrong_at >= rows[i].text && r.wrong_at <= rows[i].text + strlen(rows[i].text), "\"%s\"", rows[i].text);
    }
}

/* Generic addresses from the one header's base to the other's are shared memory. */
static void test_accel_sim_window_of_shared_memory(void) {
    static const struct {
        const char* text;
        const char* name; /* or what is wrong */
        uint64_t second;
    } rows[] = {{"0070 ffffffff 1 R2 LD.E 1 R4 4 1 0x7f0000000100 4", "shared_load_b32", 0x104},
                {"0070 ffffffff 0 ST.E.64 2 R2 R4 8 1 0x7f0000000100 8", "shared_store_b64", 0x108},
                {"0070 ffffffff 0 ATOM.E.ADD 2 R2 R4 4 1 0x7f0000000000 0", "shared_atomic_add_b32", 0},
                {"0070 ffffffff 1 R2 LD.E 1 R4 4 1 0x7f0001000000 4", "load_b32", 0x7f0001000004},
                {"0070 ffffffff 1 R2 LDS 1 R4 4 1 0x100 4", "shared_load_b32", 0x104},
                {"0070 ffffffff 1 R2 LD.E 1 R4 4 1 0x7efffffffff0 4", "lanes in shared memory and lanes outside", 0}};
    state s;
    warp_access access;
    reader r;
    memset(&s, 0, sizeof(s));
    CHECK(converts(&s, "-shmem = 4096", &access, &r), "%s", r.rule);
    CHECK(converts(&s, "-shmem base_addr = 0x00007f0000000000", &access, &r), "%s", r.rule);
    CHECK(converts(&s, "-local mem base_addr = 0x00007f0001000000", &access, &r), "%s", r.rule);
    for (size_t i = 0; i < COUNT(rows); ++i) {
        if (converts(&s, rows[i].text, &access, &r)) {
            CHECK_TEXT(rows[i].name, access.mnemonic, "%s", rows[i].text);
            CHECK_U64(rows[i].second, access.address[1], "%s", rows[i].text);
        } else {
            CHECK(strstr(r.rule, rows[i].name) != NULL, "%s: %s", rows[i].text, r.rule);
        }
    }
}

/* Whatever it prints for a line, the header reads. */
static void test_what_is_written_can_be_read(void) {
    static const char* const words[] = {"0",     "ffffffff",  "1",    "R1",  "LDG.E.64", "4",           " - ", "CTA ",
                                        "0,0,0", "MEMTRACE:", "0x10", " ",   " ",        "-",           "#",   "warp",
                                        "=",     "insts",     "2",    "CAS", "ATOM.CAS", "thread block"};
    static const char* const opcodes[] = {"LDG.E",     "STG.E",     "LDS",  "STS",
                                          "RED.E.ADD", "ATOMS.CAS", "LD.E", "ATOMG.CAS"};
    gcnmem_desc desc = gcnmem_desc_for(GCNMEM_DEVICE_VEGA_64);
    gcnmem_op op;
    test_random random = test_random_start(72);
    CHECK(gcnmem_op_find("load_b32", &op, NULL) == GCNMEM_OK, "vocabulary");
    for (int i = 0; i < 4000; ++i) {
        state s;
        warp_access access;
        reader r;
        char text[400] = "";
        memset(&s, 0, sizeof(s));
        if (i % 2 == 0) {
            for (uint64_t count = test_random_below(&random, 20); count != 0; --count) {
                strcat(text, words[test_random_below(&random, COUNT(words))]);
                strcat(text, test_random_below(&random, 4) != 0 ? " " : "");
            }
        } else {
            snprintf(text, sizeof text, "%u %u 0 1 0010 %08x 0 %s 0 %u 1 0x%x %d",
                     (unsigned)test_random_below(&random, 9), (unsigned)test_random_below(&random, 9),
                     (unsigned)(UINT32_MAX >> test_random_below(&random, 32) << test_random_below(&random, 3)),
                     opcodes[test_random_below(&random, COUNT(opcodes))], 4u << test_random_below(&random, 3),
                     (unsigned)test_random_below(&random, 4096), (int)test_random_below(&random, 64) - 32);
        }
        if (!converts(&s, text, &access, &r)) {
            CHECK(r.wrong_at >= text && r.wrong_at <= text + strlen(text) && r.rule[0] != 0, "\"%s\"", text);
        } else if (access.mnemonic[0] != 0 && access.mask != 0) {
            char written[2000] = "";
            FILE* file = tmpfile();
            gcnmem_trace trace = gcnmem_trace_for(&desc, &op);
            gcnmem_trace_line line;
            gcnmem_issue issue = {"", "", 0, 0, 0, 0, 0, ""};
            write_access(&access, 1, file);
            rewind(file);
            CHECK(fgets(written, sizeof written, file) != NULL, "\"%s\"", text);
            fclose(file);
            CHECK(gcnmem_trace_read(&trace, written, strlen(written), &line, &issue) == GCNMEM_OK, "%s %s", written,
                  issue.rule);
            CHECK_TEXT(access.mnemonic, line.access.op.name, "%s", written);
            CHECK_U64(access.mask, line.access.exec_mask, "%s", written);
            CHECK_U64((access.block[0] + access.block[1] + access.block[2]) % 64, line.cu, "%s", written);
            for (uint32_t lane = 0; lane < WARP; ++lane) {
                CHECK((access.mask >> lane & 1) == 0 || access.address[lane] == line.access.address[lane], "%s",
                      written);
            }
        }
    }
}

void suite_trace_tool(void);
void suite_trace_tool(void) {
    TEST(test_accel_sim_instructions);
    TEST(test_accel_sim_headers);
    TEST(test_mem_trace);
    TEST(test_mem_trace_of_shared_memory);
    TEST(test_lines_that_are_refused);
    TEST(test_accel_sim_window_of_shared_memory);
    TEST(test_what_is_written_can_be_read);
}
