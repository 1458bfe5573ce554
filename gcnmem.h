/* gcnmem.h -- v0.1.0 -- what the memory system of AMD GCN GPUs does with a wave's accesses
   SPDX-License-Identifier: MIT-0                                        (full text at the end of this file)

   Do this in ONE C or C++ file, then include the header anywhere:

       #define GCNMEM_IMPLEMENTATION
       #include "gcnmem.h"

   WHAT IT ANSWERS
       How many clocks does this load take, and how many could it take?          gcnmem_cost_wave
       Do the lanes coalesce? Which banks collide? How many lines, bursts?       gcnmem_cost_wave
       Is my LDS layout free of bank conflicts?                                  gcnmem_cost_wave
       How many waves fit, what limits them, what would the next one take?       gcnmem_occupancy_for
       What does this stream of accesses hit and miss, and how fast is it?       gcnmem_replay_line
       Why is my bandwidth low: which limit of DRAM held?                        gcnmem_replay_finish
       Where does this shader's time go, instruction by instruction?             gcnmem_run_advance
       What did each of its waves do, clock by clock?                            gcnmem_report_timeline
       What are the numbers of this card, and where does each come from?         gcnmem_desc_for

   WHAT IT DOES NOT DO
       It does not compute a shader's values: it runs waves for their addresses and times.
       It does not know your driver's texture layout beyond blocks of 256 bytes (R10).
       It does not model TLBs, ECC, power or clock changes.
       It does not allocate, print, touch files or errno, or use floating point.

   CONTENTS (search for ">>name")
       declarations     version includes linkage results devices desc ops expr access cost occupancy dram
                        replay listing run shader rules report
       implementation   rules bits text results devices desc ops expr access lanes blocks l1 touch fast lds
                        scalar cost occupancy channel cache dram levels replay flow listing floats values slice
                        entry machine wheel record counters evaluate pattern memory wave dispatch issue run shader
                        report

   QUICK START, cost: one wave instruction

       #define GCNMEM_IMPLEMENTATION
       #include "gcnmem.h"
       #include <stdio.h>

       int main(void) {
           gcnmem_desc gpu = gcnmem_desc_for(GCNMEM_DEVICE_R9_390X);
           gcnmem_op op;
           gcnmem_access access;
           gcnmem_cost cost;
           int lane;
           gcnmem_op_find("buffer_load_dword", &op, NULL);
           access = gcnmem_access_for(&op);
           for (lane = 0; lane < GCNMEM_LANES; ++lane) {
               access.address[lane] = (uint64_t)lane * 256;
           }
           cost = gcnmem_cost_wave(&gpu, &access);
           printf("%d clocks, best %d\n", (int)cost.clocks, (int)cost.best_clocks);
           return 0;
       }

   QUICK START, replay: a stream of accesses, to DRAM

       #define GCNMEM_IMPLEMENTATION
       #include "gcnmem.h"
       #include <stdio.h>
       #include <stdlib.h>

       int main(void) {
           gcnmem_desc gpu = gcnmem_desc_for(GCNMEM_DEVICE_R9_390X);
           size_t bytes = gcnmem_replay_size_bytes(&gpu);
           void* memory = malloc(bytes);
           gcnmem_replay* replay;
           if (gcnmem_replay_init(memory, bytes, &gpu, GCNMEM_LEVEL_L1, &replay, NULL) != GCNMEM_OK) {
               return 1;
           }
           for (uint64_t i = 0; i < 100000; ++i) {
               gcnmem_replay_access(replay, i * 4096, 64, 0);
           }
           gcnmem_replay_stats stats = gcnmem_replay_finish(replay);
           printf("%d GB/s of DRAM, limited by %s: %s\n", (int)(stats.dram_bytes_per_second / 1000000000),
                  gcnmem_level_name(stats.slowest), gcnmem_dram_limit_name(stats.dram_limit));
           free(memory);
           return 0;
       }

   QUICK START, run: a shader

       #define GCNMEM_IMPLEMENTATION
       #include "gcnmem.h"
       #include <stdio.h>
       #include <string.h>

       static const char listing[] = "next:                                          ; @trip 16\n"
                                     "    buffer_load_dword v1, v0, s[0:3], 0 offen  ; @mem stride(4) + iter*1M\n"
                                     "    s_waitcnt vmcnt(0)\n"
                                     "    v_add_f32_e32 v2, v2, v1\n"
                                     "    s_sub_u32 s8, s8, 1\n"
                                     "    s_cmp_lg_u32 s8, 0\n"
                                     "    s_cbranch_scc1 next\n"
                                     "    s_endpgm\n";

       int main(void) {
           static uint64_t memory[1 << 22];
           gcnmem_desc gpu = gcnmem_desc_for(GCNMEM_DEVICE_R9_390X);
           gcnmem_shader shader;
           if (gcnmem_shader_init(memory, sizeof(memory), &gpu, listing, strlen(listing), NULL, 0, &shader, NULL) !=
               GCNMEM_OK) {
               return 1;
           }
           gcnmem_run_result result = gcnmem_shader_finish(&shader);
           printf("%d clocks, limited by %s: %s\n", (int)result.clocks, gcnmem_limiter_name(result.limited_by),
                  gcnmem_run_advice(&result));
           return 0;
       }

   THE MODEL
       Data flows one way. Depth 1, cost, stops where a wave instruction has its price; it assumes that data is present.
       Depth 2, replay, follows the lines of a stream of accesses to DRAM. Depth 3, run, lets waves make that stream.

           wave -> lanes -> issue groups -> L1 tags and banks -> L2 requests -> DRAM bursts                     cost
                -> LDS phases -> banks, ports
                -> scalar load -> lines
           lines -> L1 of the CU -> L2 channel -> DRAM channel, bank, row, burst -> clocks                      replay
           listing -> waves -> issue -> memory, and back as completion clocks -> s_waitcnt                      run

       Other GPUs are rows of the same tables: NVIDIA from GTX 280 to H200, RX 6900 XT, HD 5870, Intel Gen 9. Their L1
       and LDS follow the same law with other numbers (R64); fields that mean nothing on a machine are not reported and
       cannot be set. Cost, occupancy and replay know them, run knows GCN.

       Its rules stand in >>rules at the head of the implementation: `gcnmem explain R20` prints one,
       gcnmem_rule_text(20) returns it, and the code that implements a rule cites its number. Marks say where each comes
       from: [amd] AMD's manuals, guides, articles or source code; [meas] measured on hardware; [oss] open source; [fit]
       fitted to measurements by this project; [est] estimate. The fit of R3 to R8 was made on perftest (GCN 2 to 5) and
       on the stride test of gpu-benches (MI210); it is a fit to those rows, not a blind prediction.

   UNITS AND RANGES
       bytes, dwords (4 bytes), clocks of the engine unless a name says otherwise, lanes (64 a wave on GCN). Counters
       are 64-bit and do not wrap for any run of less than 2^48 wave instructions. Results mean something for whole
       waves of well-formed instructions; a wave of garbage addresses gets the cost hardware would pay for it.

   ACCURACY (tools/gcnmem_validate --summary tests/data/<set>.csv)
       set                      rows  within   tolerance    mean error   known misses
       perftest                   57      54   2 %, 3 % *      0.6 %     two coalesced rows 3.7 and 5.5 %
       CLRX timings              353     336   exact           1.7 %     b96, SRC2 writes, one-wave issue of loads
       LDS conflicts               6       6   2 %             0.1 %
       occupancy, LLVM 19       1440    1440   exact           0.0 %
       occupancy, RADV           428     428   exact           0.0 %
       vcopy                       8       7   2 %, 15 %       2.5 %     seven counters 0.1 %; its time is 19 % short
       clpeak                      9       7   6 points        3.2 %     of peak; one row 8 high, one 7 low
       BabelStream                20      15   6 points        7.8 %     of peak; older copies of one card 22 to 26 high
       cl-mem                      3       1   6 points        6.6 %     of peak; R9 380 reads 11 high, writes 6.5 high
       PhysX                       6       3   6 points       13.4 %     of peak; MI210 writes 30, gfx906 reads 15 high
       gpu-l2-cache                4       3   15 %           13.7 %     L2 of MI100 is 11 to 17 % too fast
       gpu-cache                  62      40   15 %           22.4 %     two rows of 340 %, errors of the source?
       DRAM traces                 6       4   15 %            7.1 %     GDDR5 random and 4 KB stride 18 % and 21 % high
       latency                     6       6   5 % **          0.5 %
       MGPUSim microbench         62      62   20 %           10.3 %     L1 14 %, DRAM 6 % off, whatever the length
       perftest frames             3       3   3 %             0.1 %
       L1 and LDS                  3       3   2 %             1.5 %
       gpu-stream                192     190   15 %            5.0 %     read, 160: 15 %; scale, 32: 16 %
       H200 patterns             644     642   3 %             0.4 %     those beyond L1 are not costs
       H200 tag banks            300     300   4 %             0.4 %
       H200 levels                13      12   5 %, 15 %       4.1 %     64 MB, half of it in L2: 18 % high
       gpu-strides               233     223   5 %, 2 %        1.5 %     A100, A40; RX 6900 XT within 2 %
       gpu-latency               300     281   10 %            3.2 %     RX 6900 XT between its caches, and its TLBs
       L1 and LDS, others         16       5   5 %             6.2 %     loops that issue other instructions as well
       * coalesced rows 3 %, of whole dispatches; all other rows of perftest are costs of one wave. The queues of DRAM
       are fitted to clpeak, BabelStream, cl-mem and gpu-stream through runs on whole GPUs; everything below L1 on parts
       never measured leans on that fit.
       ** These rows are what the preset's latencies were taken from: they show that a run adds nothing to them. The
       clocks that perftest frames are measured at are the cards' nominal ones.

   ERRORS, MEMORY, THREADS
       Functions that can fail return a gcnmem_result and fill a gcnmem_issue (NULL if not wanted) with the field, the
       rule and the value. Passing NULL for anything else, or an unresolved description, is misuse: GCNMEM_ASSERT.
       Nothing is allocated; depth 1 keeps everything on the stack (under 64 KB). Depth 2 asks how much memory it needs
       and takes the caller's; its state holds no pointers: a copy of the bytes is a snapshot. Depth 3 does the same; it
       records a timeline when gcnmem_run_options.event_count says for how many events (48 bytes each, about two for an
       instruction) its memory has room: those that come later are counted, not kept. There is no global state: any
       function may run on any thread.

   COMPILE-TIME OPTIONS (none changes a public struct; what one drops is not declared either)
       GCNMEM_IMPLEMENTATION           in one file           emit the code
       GCNMEM_STATIC                   before every include  all functions static: several private copies can coexist
       GCNMEM_API                      extern                how functions are declared, e.g. __declspec(dllexport)
       GCNMEM_ASSERT(condition)        assert                check misuse
       GCNMEM_NO_REPORT                off                   drop the report writer
       GCNMEM_NO_RUN                   off                   drop depth 3: runs, shaders and their reports
       GCNMEM_NO_LISTING               off                   drop that and the reader of listings
       GCNMEM_NO_REPLAY                off                   drop depths 2 and 3: caches, DRAM, replays, runs
       GCNMEM_USE_STB_SPRINTF          off                   reports are formatted by stb_sprintf
       GCNMEM_STB_SPRINTF_FILENAME     "stb_sprintf.h"       where that is
       GCNMEM_VSNPRINTF(b, n, f, va)   none                  reports are formatted by this instead

   CHANGES
       0.2.0  model 3*  one machine under all depths, bounded channel by channel
       0.1.0  model 1*  first version: cost, occupancy, replay, run, reports    (* counters changed)
*/
#if (defined(GCNMEM_NO_LISTING) || defined(GCNMEM_NO_REPLAY)) && !defined(GCNMEM_NO_RUN)
#define GCNMEM_NO_RUN
#endif

#ifndef GCNMEM_H_INCLUDED
#define GCNMEM_H_INCLUDED

/* ---------------------------------------------------------------------------------------------------------------------
   >>version    two versions: what compiles (API) and what the counters say (model)
   ------------------------------------------------------------------------------------------------------------------ */

#define GCNMEM_VERSION_MAJOR 0
#define GCNMEM_VERSION_MINOR 1
#define GCNMEM_VERSION_PATCH 0
#define GCNMEM_VERSION 100 /* MAJOR * 10000 + MINOR * 100 + PATCH */
#define GCNMEM_VERSION_STRING "0.1.0"

/* Raised whenever any counter may change for any input. Profiler histories compare this number, not the version. */
#define GCNMEM_MODEL_REVISION 3

/* ---------------------------------------------------------------------------------------------------------------------
   >>includes   the declarations need integers and size_t, nothing else
   ------------------------------------------------------------------------------------------------------------------ */

#include <stddef.h>
#include <stdint.h>

/* ---------------------------------------------------------------------------------------------------------------------
   >>linkage    how the functions are declared
   ------------------------------------------------------------------------------------------------------------------ */

#if defined(__GNUC__) || defined(__clang__)
#define GCNMEM_UNUSED __attribute__((unused))
#else
#define GCNMEM_UNUSED
#endif

#ifndef GCNMEM_API
#ifdef GCNMEM_STATIC
#define GCNMEM_API GCNMEM_UNUSED static
#define GCNMEM_DEF GCNMEM_UNUSED static
#else
#define GCNMEM_API extern
#define GCNMEM_DEF
#endif
#endif
#ifndef GCNMEM_DEF
#define GCNMEM_DEF GCNMEM_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------------------------------------------------------------
   >>results    errors are values: a code, and an issue that names the field, the rule and the value
   ------------------------------------------------------------------------------------------------------------------ */

#define GCNMEM_NONE 0xffffffffu /* an index that names nothing */
#define GCNMEM_LANES 64         /* lanes of a wave; narrower machines leave the upper ones masked */

typedef enum gcnmem_result {
    GCNMEM_OK = 0,
    GCNMEM_ERROR_NAME = -1,   /* a device, field, mnemonic, format or filter that is not known */
    GCNMEM_ERROR_VALUE = -2,  /* a value outside its range, or two fields that contradict each other */
    GCNMEM_ERROR_SYNTAX = -3, /* text that does not parse; issue.column says where */
    GCNMEM_ERROR_LIMIT = -4,  /* text that is longer or deeper than the fixed room for it */
    GCNMEM_ERROR_MATH = -5    /* division by zero while an expression was evaluated */
} gcnmem_result;

/* What was wrong. Strings are static; `column` counts from 1 and is 0 when it has no meaning. */
typedef struct gcnmem_issue {
    const char* field; /* the field, flag or text that broke the rule */
    const char* rule;  /* the rule, as a phrase behind the field: "is {value}: a SIMD has at most {limit}" */
    uint64_t value;    /* the value found */
    uint64_t limit;    /* the value it was compared with */
    uint32_t line;     /* line of a text, from 1; 0 when not a text of lines */
    uint32_t column;   /* column in that line, from 1 */
    uint32_t setting;  /* gcnmem_shader_init(): which of the settings, from 1; 0 when none of them */
} gcnmem_issue;

/* The rule of an issue with its numbers in place of {value} and {limit}, cut to what `text_bytes` holds and terminated.
   Returns the length it has uncut. */
GCNMEM_API size_t gcnmem_issue_text(const gcnmem_issue* issue, char* text, size_t text_bytes);

/* Static name of a result: "ok", "unknown name", ... Never NULL. */
GCNMEM_API const char* gcnmem_result_name(gcnmem_result result);

/* Where a number comes from. EST marks a guess or a value recalled from a data sheet that was not read: a result that
   leans on one says so. USER marks a field whose value differs from its preset. */
typedef enum gcnmem_provenance {
    GCNMEM_PROVENANCE_NONE = 0,   /* a field that means nothing on this machine */
    GCNMEM_PROVENANCE_AMD = 'a',  /* AMD's manuals, guides or source code */
    GCNMEM_PROVENANCE_DOC = 'd',  /* manuals, guides and articles of others */
    GCNMEM_PROVENANCE_MEAS = 'm', /* measured on hardware */
    GCNMEM_PROVENANCE_OSS = 'o',  /* open driver, compiler or simulator source */
    GCNMEM_PROVENANCE_FIT = 'f',  /* fitted by this project to measurements */
    GCNMEM_PROVENANCE_EST = 'e',  /* estimate */
    GCNMEM_PROVENANCE_USER = 'u'  /* set by the user */
} gcnmem_provenance;

/* "[amd]", "[doc]", "[meas]", "[oss]", "[fit]", "[est]", "[user]". Never NULL. */
GCNMEM_API const char* gcnmem_provenance_tag(gcnmem_provenance provenance);

/* ---------------------------------------------------------------------------------------------------------------------
   >>devices    presets by chip, card or gfx name
   ------------------------------------------------------------------------------------------------------------------ */

/* The cards: name of the enumerator, card, chip, gfx name (one digit where no driver names it: the generation it is
   nearest to), shader engines, CUs, core MHz, memory, bus bits, Mb/s of a pin, L2 channels, L2 KB, and where each of
   these eight numbers comes from (a letter of gcnmem_provenance). What a card does not say follows from its chip,
   generation and memory. The first card of a chip is the one the chip's name stands for. MI250X is one of its two
   dies. */
/* clang-format off */
#define GCNMEM_DEVICES(CARD)                                                                                           \
    CARD(HD_7770,    HD 7770,    verde,     gfx601, 1,  10, 1000, GDDR5,  128, 4500,  4,  512, aaaaaaaa)               \
    CARD(HD_7750,    HD 7750,    verde,     gfx601, 1,   8,  800, GDDR5,  128, 4500,  4,  512, aaaaaaaa)               \
    CARD(R7_250,     R7 250,     oland,     gfx601, 1,   6, 1050, GDDR5,  128, 4600,  4,  256, aaeaeeaa)               \
    CARD(R7_240,     R7 240,     oland,     gfx601, 1,   5,  780, GDDR5,  128, 4600,  4,  256, aaeaeeaa)               \
    CARD(HD_7870,    HD 7870,    pitcairn,  gfx601, 2,  20, 1000, GDDR5,  256, 4800,  8,  512, aaaaaaaa)               \
    CARD(HD_7850,    HD 7850,    pitcairn,  gfx601, 2,  16,  860, GDDR5,  256, 4800,  8,  512, aaaaaaaa)               \
    CARD(W7000,      W7000,      pitcairn,  gfx601, 2,  20,  950, GDDR5,  256, 4800,  8,  512, aamaeeaa)               \
    CARD(HD_7970,    HD 7970,    tahiti,    gfx600, 2,  32,  925, GDDR5,  384, 5500, 12,  768, aaaaaaaa)               \
    CARD(HD_7950,    HD 7950,    tahiti,    gfx600, 2,  28,  800, GDDR5,  384, 5000, 12,  768, aaaaaaaa)               \
    CARD(HD_7790,    HD 7790,    bonaire,   gfx704, 2,  14, 1000, GDDR5,  128, 6000,  4,  512, aaeaeeaa)               \
    CARD(KAVERI,     A10-7850K,  kaveri,    gfx700, 1,   8,  720, DDR3,   128, 2133,  2,  512, eeeeeeee)               \
    CARD(R9_290X,    R9 290X,    hawaii,    gfx701, 4,  44, 1000, GDDR5,  512, 5000, 16, 1024, aaaaaaaa)               \
    CARD(R9_390,     R9 390,     hawaii,    gfx702, 4,  40, 1000, GDDR5,  512, 6000, 16, 1024, aamaeeaa)               \
    CARD(R9_390X,    R9 390X,    hawaii,    gfx702, 4,  44, 1050, GDDR5,  512, 6000, 16, 1024, aaeaeeaa)               \
    CARD(PS4,        PS4,        liverpool, gfx7,   2,  18,  800, GDDR5,  256, 5500,  8,  512, eeeeeeee)               \
    CARD(XBOX_ONE,   Xbox One,   durango,   gfx7,   2,  12,  853, DDR3,   256, 2133,  4,  512, eeeeeeee)               \
    CARD(R9_285,     R9 285,     tonga,     gfx802, 4,  28,  918, GDDR5,  256, 5500,  8,  512, aaeaeemm)               \
    CARD(R9_380X,    R9 380X,    tonga,     gfx802, 4,  32,  970, GDDR5,  256, 5700,  8,  512, aaeaeemm)               \
    CARD(R9_FURY_X,  R9 Fury X,  fiji,      gfx803, 4,  64, 1050, HBM1,  4096, 1000, 16, 2048, aaeaeeaa)               \
    CARD(R9_FURY,    R9 Fury,    fiji,      gfx803, 4,  56, 1000, HBM1,  4096, 1000, 16, 2048, aeeaeeaa)               \
    CARD(R9_NANO,    R9 Nano,    fiji,      gfx803, 4,  64, 1000, HBM1,  4096, 1000, 16, 2048, aaeaeeaa)               \
    CARD(RX_480,     RX 480,     polaris10, gfx803, 4,  36, 1266, GDDR5,  256, 8000,  8, 2048, aaeaeeaa)               \
    CARD(RX_470,     RX 470,     polaris10, gfx803, 4,  32, 1206, GDDR5,  256, 6600,  8, 2048, aeeaeeaa)               \
    CARD(RX_580,     RX 580,     polaris10, gfx803, 4,  36, 1340, GDDR5,  256, 8000,  8, 2048, aaeaeeaa)               \
    CARD(RX_460,     RX 460,     polaris11, gfx803, 2,  14, 1200, GDDR5,  128, 7000,  4, 1024, aaeaeeaa)               \
    CARD(RX_560,     RX 560,     polaris11, gfx803, 2,  16, 1275, GDDR5,  128, 7000,  4, 1024, aaeaeeaa)               \
    CARD(RX_550,     RX 550,     polaris12, gfx803, 2,   8, 1183, GDDR5,  128, 7000,  4,  512, aaeaeeaa)               \
    CARD(PS4_PRO,    PS4 Pro,    neo,       gfx8,   4,  36,  911, GDDR5,  256, 6800,  8, 2048, eeeeeeee)               \
    CARD(XBOX_ONE_X, Xbox One X, scorpio,   gfx8,   4,  40, 1172, GDDR5,  384, 6800,  8, 2048, eeeeeeee)               \
    CARD(VEGA_64,    Vega 64,    vega10,    gfx900, 4,  64, 1546, HBM2,  2048, 1890, 16, 4096, aaeaeeaa)               \
    CARD(VEGA_56,    Vega 56,    vega10,    gfx900, 4,  56, 1471, HBM2,  2048, 1600, 16, 4096, aaeaeeaa)               \
    CARD(VEGA_FE,    Vega FE,    vega10,    gfx900, 4,  64, 1600, HBM2,  2048, 1890, 16, 4096, aeeaeeaa)               \
    CARD(RADEON_VII, Radeon VII, vega20,    gfx906, 4,  60, 1750, HBM2,  4096, 2000, 16, 4096, aaeaeeaa)               \
    CARD(MI50,       MI50,       vega20,    gfx906, 4,  60, 1746, HBM2,  4096, 2000, 16, 4096, aaeaeeaa)               \
    CARD(RAVEN,      Vega 11,    raven,     gfx902, 1,  11, 1250, DDR4,   128, 2933,  4, 1024, aaeaeeaa)               \
    CARD(MI100,      MI100,      arcturus,  gfx908, 8, 120, 1502, HBM2,  4096, 2400, 32, 8192, aamaaaaa)               \
    CARD(MI210,      MI210,      aldebaran, gfx90a, 8, 104, 1700, HBM2,  4096, 3200, 32, 8192, aamaaaaa)               \
    CARD(MI250X,     MI250X,     aldebaran, gfx90a, 8, 110, 1700, HBM2,  4096, 3200, 32, 8192, aaeaaaaa)               \
    CARD(HD_5870,       HD 5870,       cypress,   r800,   1,  20,  850, GDDR5,  256,  4800,  8,   512, naaaaaaa)       \
    CARD(GTX_280,       GTX 280,       gt200,     sm_13,  1,  30, 1296, GDDR3,  512,  2214,  8,     8, neededen)       \
    CARD(GTX_285,       GTX 285,       gt200b,    sm_13,  1,  30, 1476, GDDR3,  512,  2484,  8,     8, neeeeeen)       \
    CARD(GTX_1080,      GTX 1080,      gp104,     sm_61,  1,  20, 1874, GDDR5X, 256, 10000,  8,  2048, ndmdeeee)       \
    CARD(GTX_1050,      GTX 1050 3GB,  gp107,     sm_61,  1,   6, 1759, GDDR5,   96,  7000,  3,   768, ndmdeeee)       \
    CARD(V100,          V100,          gv100,     sm_70,  1,  80, 1380, HBM2,  4096,  1752, 64,  6144, nemdmeem)       \
    CARD(A100,          A100,          ga100,     sm_80,  1, 108, 1410, HBM2,  5120,  2430, 80, 40960, nemdmdem)       \
    CARD(RTX_A6000,     RTX A6000,     ga102,     sm_86,  1,  84, 1920, GDDR6,  384, 16000, 24,  6144, ndddddee)       \
    CARD(A10,           A10,           ga102,     sm_86,  1,  72, 1695, GDDR6,  384, 12500, 24,  6144, ndddeeee)       \
    CARD(A40,           A40,           ga102,     sm_86,  1,  84, 1740, GDDR6,  384, 14500, 24,  6144, neeeeeee)       \
    CARD(H200,          H200,          gh100,     sm_90,  1, 132, 1980, HBM3,  6144,  6250, 96, 61440, nmmdeeem)       \
    CARD(RX_6900_XT,    RX 6900 XT,    navi21,    gfx1030,4,  80, 2250, GDDR6,  256, 16000, 16,  4096, oaaaaaoo)       \
    CARD(RX_6900_XT_WGP,RX 6900 XT WGP,navi21,    gfx1030,4,  40, 2250, GDDR6,  256, 16000, 16,  4096, oaaaaaoo)       \
    CARD(HD_530,        HD 530,        skylake,   gen9,   1,   3, 1150, DDR4,   128,  2133,  4,   768, ndmdeeed)       \
    CARD(UHD_600,       UHD 600,       geminilake,gen9,   1,   2,  750, DDR4,   128,  2400,  4,   768, ndmdeeee)
/* clang-format on */

#define GCNMEM_DEVICES_ID(name, ...) GCNMEM_DEVICE_##name,
typedef enum gcnmem_device {
    GCNMEM_DEVICE_NONE = 0,
    GCNMEM_DEVICES(GCNMEM_DEVICES_ID) /* GCNMEM_DEVICE_HD_7770 and so on */
    GCNMEM_DEVICE_END
} gcnmem_device;
#undef GCNMEM_DEVICES_ID

/* Finds a device by card ("r9 390x"), chip ("hawaii") or gfx name ("gfx906"); case, blanks, '-' and '_' do not matter.
   A chip names its first card; a gfx name shared by several chips is ambiguous. Returns GCNMEM_ERROR_NAME and sets
   out_device to NONE when nothing, or more than one chip, fits. */
GCNMEM_API gcnmem_result gcnmem_device_find(const char* name, gcnmem_device* out_device, gcnmem_issue* out_issue);

/* The devices whose names are nearest to `name`, best first; returns how many of `count` were filled. For messages. */
GCNMEM_API uint32_t gcnmem_device_nearest(const char* name, gcnmem_device* out_devices, uint32_t count);

/* Card ("R9 390X"), chip ("hawaii") and gfx ("gfx702") name of a device. "" for a value that is no device. */
GCNMEM_API const char* gcnmem_device_card(gcnmem_device device);
GCNMEM_API const char* gcnmem_device_chip(gcnmem_device device);
GCNMEM_API const char* gcnmem_device_gfx(gcnmem_device device);

/* ---------------------------------------------------------------------------------------------------------------------
   >>desc       the machine: every number of the model is a field here
   ------------------------------------------------------------------------------------------------------------------ */

#define GCNMEM_MEMORIES(X) X(DDR3) X(DDR4) X(GDDR3) X(GDDR5) X(GDDR5X) X(GDDR6) X(HBM1) X(HBM2) X(HBM3)

#define GCNMEM_MEMORIES_ID(name) GCNMEM_MEMORY_##name,
typedef enum gcnmem_memory {
    GCNMEM_MEMORY_DEFAULT = 0,
    GCNMEM_MEMORIES(GCNMEM_MEMORIES_ID) /* GCNMEM_MEMORY_DDR3 = 1 to GCNMEM_MEMORY_HBM3 = 9 */
    GCNMEM_MEMORY_END
} gcnmem_memory;
#undef GCNMEM_MEMORIES_ID

/* What a GPU is: which instructions it has, which of the fields below mean something. */
typedef enum gcnmem_architecture {
    GCNMEM_ARCHITECTURE_GCN = 1,
    GCNMEM_ARCHITECTURE_TERASCALE,
    GCNMEM_ARCHITECTURE_RDNA,
    GCNMEM_ARCHITECTURE_NVIDIA,
    GCNMEM_ARCHITECTURE_INTEL
} gcnmem_architecture;

/* How a wave's lanes come to the vector L1: values of l1_group_rule. */
typedef enum gcnmem_group_rule {
    GCNMEM_GROUP_QUADS = 1,    /* GCN: blocks of 16 lanes, in one group or in four (R3 to R5) */
    GCNMEM_GROUP_WARP,         /* NVIDIA: the warp whole, its data in phases (R66) */
    GCNMEM_GROUP_RDNA,         /* RDNA2: the wave whole, slower when quads do not coalesce (R68) */
    GCNMEM_GROUP_QUARTER_WAVE, /* TeraScale: accesses of request_bytes by each 16 lanes (R69) */
    GCNMEM_GROUP_HALF_WARP,    /* GTX 280: segments that shrink, for each 16 lanes (R70) */
    GCNMEM_GROUP_MESSAGE       /* Intel: messages of 16 lanes (R71) */
} gcnmem_group_rule;

/* X(field, lowest, highest, meaning). All are uint32_t; zero means "the preset's value". */
#define GCNMEM_DESC_FIELDS(X)                                                                                          \
    X(architecture, 1, 5, "1 GCN, 2 TeraScale, 3 RDNA, 4 NVIDIA, 5 Intel Gen")                                         \
    X(gfx_version, 0x10, 0x1fff, "instruction set, as in the gfx name: 0x803; compute capability: 0x90")               \
    X(wave_lanes, 8, 64, "lanes of a wave")                                                                            \
    X(cu_count, 1, 1024, "compute units enabled")                                                                      \
    X(shader_engine_count, 1, 64, "shader engines")                                                                    \
    X(core_clock_mhz, 1, 100000, "engine clock the card sustains")                                                     \
    X(simd_count_per_cu, 1, 8, "SIMDs of a CU")                                                                        \
    X(waves_per_simd_max, 1, 32, "wave slots of a SIMD")                                                               \
    X(groups_per_cu_max, 1, 64, "work-groups of more than one wave a CU holds (barrier slots)")                        \
    X(group_waves_max, 1, 64, "waves of the largest work-group")                                                       \
    X(vgprs_per_simd, 1, 65536, "vector registers a SIMD has for each lane")                                           \
    X(vgpr_granule, 1, 256, "vector registers are allocated in steps of this")                                         \
    X(vgprs_per_wave_max, 1, 65536, "vector registers a wave can address")                                             \
    X(sgprs_per_simd, 1, 65536, "scalar registers of a SIMD")                                                          \
    X(sgpr_granule, 1, 256, "scalar registers are allocated in steps of this")                                         \
    X(sgprs_per_wave_max, 1, 1024, "scalar registers a wave can address; VCC, FLAT_SCRATCH and XNACK come on top")     \
    X(lds_size_bytes, 1024, 1048576, "local data share of a CU")                                                       \
    X(lds_group_max_bytes, 1024, 1048576, "local data share a work-group can have")                                    \
    X(lds_granule_bytes, 4, 65536, "local data share is allocated in steps of this")                                   \
    X(lds_group_reserved_bytes, 0, 65536, "local data share that each work-group takes beside its own")                \
    X(lds_bank_count, 4, 64, "LDS banks, each one dword wide")                                                         \
    X(lds_phase_rule, 1, 3, "LDS phases: 1 GCN's, 2 idle phases are free, 3 pairs of lanes may share one as well")     \
    X(lds_port_count, 1, 4, "LDS ports, each shared by a pair of SIMDs")                                               \
    X(lds_port_lanes_per_clock, 1, 64, "lanes whose dword a port moves in a clock, each direction")                    \
    X(scalar_l1_size_bytes, 1024, 1048576, "scalar data cache of a cluster of CUs")                                    \
    X(scalar_l1_line_bytes, 16, 256, "line of the scalar data cache")                                                  \
    X(scalar_l1_ways, 1, 64, "associativity of the scalar data cache")                                                 \
    X(scalar_l1_cus, 1, 16, "CUs that share a scalar data cache")                                                      \
    X(icache_size_bytes, 1024, 1048576, "instruction cache of a cluster of CUs")                                       \
    X(icache_line_bytes, 16, 256, "line of the instruction cache")                                                     \
    X(icache_ways, 1, 64, "associativity of the instruction cache")                                                    \
    X(icache_cus, 1, 16, "CUs that share an instruction cache")                                                        \
    X(scalar_issue_dwords, 1, 16, "dwords a scalar load moves before it costs another issue slot")                     \
    X(l1_size_bytes, 1024, 1048576, "vector L1 of a CU")                                                               \
    X(l1_ways, 1, 64, "associativity of the vector L1")                                                                \
    X(l1_line_bytes, 16, 256, "line of the vector L1")                                                                 \
    X(l1_group_rule, 1, 6, "issue groups: 1 quads, 2 warp by phases, 3 RDNA, 4 quarter-wave, 5 half-warp, 6 message")  \
    X(l1_store_path, 1, 2, "TeraScale stores: 1 fast path, 2 complete path, as in kernels that use atomics")           \
    X(l1_count_per_cu, 1, 4, "vector L1 caches of a CU, each with its own tags and banks")                             \
    X(l1_tag_banks, 1, 16, "tag lookups a clock, each in its own bank of lines")                                       \
    X(l1_tag_mask_low, 1, 0xffff, "the low bit of a line's tag bank is the parity of these bits of its number")        \
    X(l1_tag_mask_high, 1, 0xffff, "the next bit of a line's tag bank, the same way")                                  \
    X(l1_data_banks, 1, 64, "data banks, each one dword a clock")                                                      \
    X(l1_phase_lanes, 1, 64, "lanes whose data go through the banks together: up to 32 bits")                          \
    X(l1_phase_lanes_64, 1, 64, "the same for 64 bits")                                                                \
    X(l1_phase_lanes_128, 1, 64, "the same for 96 and 128 bits")                                                       \
    X(address_clocks, 1, 64, "fewest clocks of a wave's access to L1 or LDS: its addresses")                           \
    X(l1_scattered_floor_clocks, 1, 256, "fewest clocks of a load of 32 bits a lane that does not coalesce")           \
    X(l1_two_channel_floor_clocks, 1, 256, "fewest clocks of a wave's two-channel load")                               \
    X(l1_four_channel_floor_clocks, 1, 256, "fewest clocks of a wave's load of 96 or 128 bits a lane")                 \
    X(l1_filter_bytes, 1, 64, "bytes of a texel the filter takes a clock, for each lane of a quad")                    \
    X(image_layout_rule, 1, 2, "how texels stand in memory: 1 as on GFX6 to GFX8, 2 as on GFX9")                       \
    X(request_bytes, 16, 256, "aligned block the lanes' accesses are merged into on the way to L2")                    \
    X(request_lanes, 4, 64, "lanes whose accesses are merged together")                                                \
    X(miss_rule, 1, 2, "what a miss of L1 or L2 brings: 1 the line, 2 the part of request_bytes that was asked for")   \
    X(l2_request_bytes, 16, 256, "aligned block whose lines, missed by one load, are asked of L2 together")            \
    X(l2_size_bytes, 1024, 1073741824, "L2, all channels together")                                                    \
    X(l2_ways, 1, 64, "associativity of the L2")                                                                       \
    X(l2_line_bytes, 16, 256, "line of the L2")                                                                        \
    X(l2_channels, 1, 128, "L2 channels, one for each memory channel")                                                 \
    X(l2_interleave_bytes, 64, 65536, "bytes before the next channel's turn")                                          \
    X(l2_channel_bytes_per_clock, 16, 256, "bytes an L2 channel delivers a clock")                                     \
    X(l2_channel_rule, 1, 3, "which channel an address belongs to: 1 modulo, 2 hashed, 3 Tahiti's twelve")             \
    X(l2_near_bytes, 0, 1073741824, "part of the L2 that is near a CU: sets beyond it are served from afar; 0: all")   \
    X(gl1_size_bytes, 0, 1073741824, "cache between the vector L1s of a shader array and L2")                          \
    X(l3_size_bytes, 0, 1073741824, "cache between L2 and DRAM")                                                       \
    X(valu_clocks, 1, 256, "a wave's plain vector ALU instruction")                                                    \
    X(valu_quarter_clocks, 1, 256, "a wave's transcendental or 32-bit integer multiply")                               \
    X(valu_convert_clocks, 1, 256, "a wave's conversion between float and integer")                                    \
    X(valu_fma_clocks, 1, 256, "a wave's fused multiply-add")                                                          \
    X(valu_f64_add_clocks, 1, 256, "a wave's double add, compare, convert or 64-bit shift")                            \
    X(valu_f64_mul_clocks, 1, 256, "a wave's double multiply or fma")                                                  \
    X(valu_to_scalar_clocks, 1, 256, "from a vector ALU write of a scalar register to its scalar use")                 \
    X(salu_clocks, 1, 256, "scalar ALU instruction")                                                                   \
    X(branch_taken_clocks, 1, 1024, "a taken branch, until the wave's next instruction")                               \
    X(branch_not_taken_clocks, 1, 1024, "a branch not taken")                                                          \
    X(barrier_clocks, 1, 4096, "from the last wave's s_barrier to the next instruction")                               \
    X(export_clocks, 1, 1024, "a CU's export, until the next one may issue")                                           \
    X(export_latency_clocks, 1, 65536, "from an export to its expcnt")                                                 \
    X(lds_latency_clocks, 1, 65536, "from a conflict-free LDS read to its data")                                       \
    X(scalar_l1_latency_clocks, 1, 65536, "from a scalar load to its data when scalar L1 has it")                      \
    X(scalar_l2_latency_clocks, 1, 65536, "from a scalar load to its data when L2 has it")                             \
    X(l1_latency_clocks, 1, 65536, "from a coalesced load to its data when vector L1 has it")                          \
    X(l2_latency_clocks, 1, 65536, "from a coalesced load to its data when L2 has it")                                 \
    X(gl1_latency_clocks, 0, 65536, "the same for the cache between L1 and L2")                                        \
    X(l2_far_latency_clocks, 0, 65536, "the same for the far part of L2")                                              \
    X(l3_latency_clocks, 0, 65536, "the same for the cache between L2 and DRAM")                                       \
    X(dram_path_ns, 1, 65536, "between L2 and DRAM, there and back, without DRAM's own timings")                       \
    X(wave_launch_clocks, 4, 65536, "from a free slot to a new wave's first instruction")                              \
    X(wave_interval_clocks, 1, 1024, "between two waves a shader engine starts")                                       \
    X(vmcnt_max, 1, 63, "vector memory instructions a wave may have under way")                                        \
    X(lgkmcnt_max, 1, 63, "the same for LDS, scalar memory and messages, in counts")                                   \
    X(expcnt_max, 1, 63, "the same for exports")                                                                       \
    X(vmem_queue_clocks, 1, 65536, "work the L1 pipe accepts ahead of time")                                           \
    X(lds_queue_clocks, 1, 65536, "work an LDS port accepts ahead of time")                                            \
    X(l1_miss_lines, 64, 65536, "lines of a CU that may be waited for from DRAM")                                      \
    X(l2_read_entries, 64, 65536, "lines an L2 channel may wait for until DRAM takes their reads")                     \
    X(l2_write_entries, 64, 65536, "dirty lines an L2 channel holds until DRAM takes their writes")                    \
    X(dram_memory, 1, 9, "memory: 1 DDR3, 2 DDR4, 3 GDDR3, 4 GDDR5, 5 GDDR5X, 6 GDDR6, 7 HBM1, 8 HBM2, 9 HBM3")        \
    X(dram_bus_bits, 8, 65536, "memory interface, all channels together")                                              \
    X(dram_mbps_per_pin, 100, 100000, "data rate of one pin, in megabits a second")                                    \
    X(dram_channels, 1, 256, "memory channels, each with its own commands and data")                                   \
    X(dram_channel_bits, 8, 1024, "interface of one memory channel")                                                   \
    X(dram_burst_length, 1, 64, "transfers of one burst")                                                              \
    X(dram_data_rate, 1, 16, "transfers in one command clock: 2 for DDR and HBM, 4 for GDDR5, 8 for GDDR5X, 6")        \
    X(dram_ranks, 1, 4, "ranks of a channel")                                                                          \
    X(dram_banks, 1, 64, "banks of a channel, all ranks together")                                                     \
    X(dram_bank_groups, 1, 32, "bank groups of a rank")                                                                \
    X(dram_row_bytes, 8, 65536, "row of one bank of a channel")                                                        \
    X(dram_cl_clocks, 1, 1048576, "read command to first data; all dram_ clocks are command clocks")                   \
    X(dram_cwl_clocks, 1, 1048576, "write command to first data")                                                      \
    X(dram_rcd_read_clocks, 1, 1048576, "activate to read")                                                            \
    X(dram_rcd_write_clocks, 1, 1048576, "activate to write")                                                          \
    X(dram_rp_clocks, 1, 1048576, "precharge to activate")                                                             \
    X(dram_ras_clocks, 1, 1048576, "activate to precharge")                                                            \
    X(dram_rc_clocks, 1, 1048576, "activate to activate, one bank")                                                    \
    X(dram_rrd_short_clocks, 1, 1048576, "activate to activate, different bank groups")                                \
    X(dram_rrd_long_clocks, 1, 1048576, "activate to activate, one bank group")                                        \
    X(dram_faw_clocks, 1, 1048576, "window that holds at most four activates of a rank")                               \
    X(dram_ccd_short_clocks, 1, 1048576, "column command to column command, different bank groups")                    \
    X(dram_ccd_long_clocks, 1, 1048576, "column command to column command, one bank group")                            \
    X(dram_ccd_write_clocks, 1, 1048576, "write command to write command, at least")                                   \
    X(dram_wr_clocks, 1, 1048576, "last write data to precharge")                                                      \
    X(dram_wtr_short_clocks, 1, 1048576, "last write data to read, different bank groups")                             \
    X(dram_wtr_long_clocks, 1, 1048576, "last write data to read, one bank group")                                     \
    X(dram_rtp_clocks, 1, 1048576, "read to precharge")                                                                \
    X(dram_rtw_clocks, 1, 1048576, "read command to write command, at least")                                          \
    X(dram_rfc_clocks, 1, 1048576, "length of a refresh of all banks")                                                 \
    X(dram_refi_clocks, 1, 1048576, "from refresh to refresh")                                                         \
    X(dram_read_queue_entries, 1, 4096, "reads a channel holds and chooses from")                                      \
    X(dram_write_queue_entries, 1, 4096, "writes a channel holds and chooses from")                                    \
    X(dram_write_high_entries, 1, 4096, "so many waiting writes start a batch of writes")                              \
    X(dram_write_low_entries, 1, 4096, "a batch of writes ends at so few")                                             \
    X(dram_page_policy, 1, 2, "1: rows stay open, 2: rows close behind the last waiting request")                      \
    X(dram_bank_rule, 1, 2, "1: the bank is the mapping's, 2: bank and group are xor-ed with the row's bits")

#define GCNMEM_DESC_MEMBER(name, lowest, highest, meaning) uint32_t name;
#define GCNMEM_DESC_ID(name, lowest, highest, meaning) GCNMEM_FIELD_##name,

/* The machine. Start from gcnmem_desc_for(), then change what you like. */
typedef struct gcnmem_desc {
    gcnmem_device device; /* the preset that fields left at zero are taken from */
    GCNMEM_DESC_FIELDS(GCNMEM_DESC_MEMBER)
    char dram_mapping[48]; /* address fields from the top bit down: row rank bank group column channel chunk; R41 */
} gcnmem_desc;

typedef enum gcnmem_field { GCNMEM_DESC_FIELDS(GCNMEM_DESC_ID) GCNMEM_FIELD_END } gcnmem_field;

#undef GCNMEM_DESC_MEMBER
#undef GCNMEM_DESC_ID

/* The preset of a device with every field filled in. An all-zero description for a value that is no device. */
GCNMEM_API gcnmem_desc gcnmem_desc_for(gcnmem_device device);

/* Fills the fields that are zero from the preset `desc->device`. */
GCNMEM_API void gcnmem_desc_defaults(gcnmem_desc* desc);

/* Checks ranges and contradictions of a resolved description. Names the first field that breaks a rule. */
GCNMEM_API gcnmem_result gcnmem_desc_validate(const gcnmem_desc* desc, gcnmem_issue* out_issue);

/* Sets a field by name from text (decimal or 0x) within the field's range. How fields relate is left to
   gcnmem_desc_validate(): several may have to change together. */
GCNMEM_API gcnmem_result gcnmem_desc_set(gcnmem_desc* desc, const char* field, const char* value,
                                         gcnmem_issue* out_issue);

/* The field whose name is nearest to `name`. For messages. */
GCNMEM_API gcnmem_field gcnmem_field_nearest(const char* name);

/* Name, meaning and value of a field, and where the value comes from (USER when it is not the preset's). */
GCNMEM_API const char* gcnmem_field_name(gcnmem_field field);
GCNMEM_API const char* gcnmem_field_meaning(gcnmem_field field);
GCNMEM_API uint32_t gcnmem_field_value(const gcnmem_desc* desc, gcnmem_field field);
GCNMEM_API gcnmem_provenance gcnmem_field_provenance(const gcnmem_desc* desc, gcnmem_field field);

/* Clocks of one of many loads of which each has to wait for the one before, over `set_bytes` bytes walked in random
   order again and again: those of the level that holds the set, and of a mix with the next where it nearly does (R76).
   Needs a resolved description. */
GCNMEM_API uint64_t gcnmem_desc_latency_clocks(const gcnmem_desc* desc, uint64_t set_bytes);

/* Peak of the memory interface in bytes a second, and bytes of one burst of one channel. */
GCNMEM_API uint64_t gcnmem_desc_dram_bytes_per_second(const gcnmem_desc* desc);
GCNMEM_API uint32_t gcnmem_desc_dram_burst_bytes(const gcnmem_desc* desc);

/* ---------------------------------------------------------------------------------------------------------------------
   >>ops        what a mnemonic is: where it issues, how fast, what it does to memory, which counters it bumps
   ------------------------------------------------------------------------------------------------------------------ */

/* Where an instruction issues. A CU issues at most one of each category a clock, from different waves [amd]. */
typedef enum gcnmem_category {
    GCNMEM_CATEGORY_UNKNOWN = 0, /* a word in the code with no GCN prefix: counted, costs nothing */
    GCNMEM_CATEGORY_VALU,
    GCNMEM_CATEGORY_SALU,
    GCNMEM_CATEGORY_SMEM,
    GCNMEM_CATEGORY_VMEM, /* buffer, tbuffer, image, global and scratch */
    GCNMEM_CATEGORY_FLAT, /* flat_*: needs the vector memory and the LDS path */
    GCNMEM_CATEGORY_LDS,
    GCNMEM_CATEGORY_GDS,
    GCNMEM_CATEGORY_EXPORT,
    GCNMEM_CATEGORY_BRANCH,
    GCNMEM_CATEGORY_MESSAGE,
    GCNMEM_CATEGORY_WAITCNT,
    GCNMEM_CATEGORY_BARRIER,
    GCNMEM_CATEGORY_INTERNAL, /* s_nop, s_sleep, s_setprio: handled in the instruction buffer, occupies no unit */
    GCNMEM_CATEGORY_ENDPGM,
    GCNMEM_CATEGORY_END
} gcnmem_category;

/* How fast a vector ALU instruction is; the description says what each rate costs on a part. */
typedef enum gcnmem_rate {
    GCNMEM_RATE_NONE = 0, /* not a VALU instruction */
    GCNMEM_RATE_FULL,     /* 32-bit add, multiply, mad, logic, compare, move */
    GCNMEM_RATE_QUARTER,  /* transcendental, 32-bit integer multiply */
    GCNMEM_RATE_CVT,      /* between float and integer or half: sources disagree on full or quarter */
    GCNMEM_RATE_FMA32,    /* fused multiply-add: full rate on parts with fast double precision only */
    GCNMEM_RATE_F64_ADD,  /* double add, min, max, compare, convert; 64-bit shift */
    GCNMEM_RATE_F64_MUL,  /* double multiply, fma, reciprocal */
    GCNMEM_RATE_END
} gcnmem_rate;

typedef enum gcnmem_branch {
    GCNMEM_BRANCH_NONE = 0,
    GCNMEM_BRANCH_ALWAYS,
    GCNMEM_BRANCH_SCC0,
    GCNMEM_BRANCH_SCC1,
    GCNMEM_BRANCH_VCCZ,
    GCNMEM_BRANCH_VCCNZ,
    GCNMEM_BRANCH_EXECZ,
    GCNMEM_BRANCH_EXECNZ,
    GCNMEM_BRANCH_OTHER,   /* conditional on something else: debug flags, fork and join */
    GCNMEM_BRANCH_CALL,    /* comes back: timed as falling through */
    GCNMEM_BRANCH_INDIRECT /* to an address in registers: ends the path */
} gcnmem_branch;

typedef enum gcnmem_unit {
    GCNMEM_UNIT_NONE = 0,
    GCNMEM_UNIT_BUFFER, /* buffer, tbuffer: vector memory that ignores the low address bits of dword accesses */
    GCNMEM_UNIT_FLAT,   /* flat, global, scratch: vector memory with byte addresses */
    GCNMEM_UNIT_IMAGE,  /* image: texel coordinates */
    GCNMEM_UNIT_LDS,    /* ds */
    GCNMEM_UNIT_SCALAR  /* s_load, s_buffer_load, s_store */
} gcnmem_unit;

typedef enum gcnmem_action {
    GCNMEM_ACTION_NONE = 0,
    GCNMEM_ACTION_LOAD,
    GCNMEM_ACTION_STORE,
    GCNMEM_ACTION_ATOMIC
} gcnmem_action;

typedef enum gcnmem_filter {
    GCNMEM_FILTER_DEFAULT = 0, /* bilinear for image_sample and image_gather4, point for the rest */
    GCNMEM_FILTER_POINT,
    GCNMEM_FILTER_BILINEAR,
    GCNMEM_FILTER_TRILINEAR,
    GCNMEM_FILTER_ANISO /* gcnmem_access.aniso holds the number of bilinear taps */
} gcnmem_filter;

/* An instruction, decoded from its mnemonic. */
typedef struct gcnmem_op {
    char name[40]; /* lower case, without the ending of an encoding (_e32, _e64, _sdwa, _dpp) */
    gcnmem_category category;
    gcnmem_rate rate;
    gcnmem_branch branch;
    gcnmem_unit unit; /* NONE: not a memory instruction, and what follows up to data_out is 0 */
    gcnmem_action action;
    uint32_t element_bytes;      /* memory each lane touches at each address; scalar: the wave; image: a texel */
    uint32_t channels;           /* channels of a typed access, else dwords of data for each address, at least 1 */
    uint32_t addresses;          /* each lane brings: 2 for ds_read2 and the like, 0 for ds_swizzle and ds_append */
    uint32_t address_step_bytes; /* from the first address to the second, unless the caller sets another */
    uint32_t data_in;            /* LDS: dwords of data each lane sends */
    uint32_t data_out;           /* LDS: dwords of data each lane receives */
    uint8_t vm;                  /* what it adds to the wait counters */
    uint8_t lgkm;
    uint8_t exp;
    uint8_t is_guessed;   /* not in the vocabulary: the prefix decided */
    uint8_t is_typed;     /* memory has a format: gcnmem_op_format() may change bytes and channels */
    uint8_t is_sampled;   /* goes through the filter */
    uint8_t is_gather;    /* image_gather4: one channel of four texels */
    uint8_t is_d16;       /* 16-bit channels in registers */
    uint8_t is_compare;   /* two data operands: compare-and-swap, ds_mskor, ds_wrap, ds_permute */
    uint8_t is_src2;      /* LDS: the second operand is in LDS as well */
    uint8_t writes_first; /* the first operand is a destination; a vector memory atomic needs glc for that */
    uint8_t reads_first;  /* ... and a source as well: v_mac, v_writelane, s_addk */
    uint8_t has_carry;    /* of four operands or more the second is a destination too: carry out */
    uint8_t writes_exec;  /* v_cmpx, s_*_saveexec */
} gcnmem_op;

/* Decodes a GCN mnemonic ("buffer_load_dwordx4", "ds_read2_b32", ...), any case, with or without the ending of an
   encoding. Always fills out_op; GCNMEM_ERROR_NAME when it is no memory instruction of the vocabulary. */
GCNMEM_API gcnmem_result gcnmem_op_find(const char* mnemonic, gcnmem_op* out_op, gcnmem_issue* out_issue);

/* Gives a typed operation a format: r8 rg8 rgba8 r16f rg16f rgba16f r32f rg32f rgb32f rgba32f. */
GCNMEM_API gcnmem_result gcnmem_op_format(gcnmem_op* op, const char* format, gcnmem_issue* out_issue);

/* The memory instructions of the vocabulary, from 0 on; returns 0 behind the last. */
GCNMEM_API int gcnmem_op_at(uint32_t index, gcnmem_op* out_op);

/* The one whose mnemonic is nearest. For messages. */
GCNMEM_API void gcnmem_op_nearest(const char* mnemonic, gcnmem_op* out_op);

/* ---------------------------------------------------------------------------------------------------------------------
   >>expr       address expressions: C integer syntax over lane, wave, group, iter, x, y
   ------------------------------------------------------------------------------------------------------------------ */

#define GCNMEM_EXPR_MAX 128 /* steps of a compiled expression */

typedef struct gcnmem_expr_step { /* private */
    uint64_t constant;
    uint16_t column;
    uint8_t code;
    uint8_t has_constant;
} gcnmem_expr_step;

/* A compiled expression. Holds no pointer. */
typedef struct gcnmem_expr {
    uint32_t step_count;
    uint32_t uses_lane;  /* nonzero when the value differs between lanes */
    uint32_t is_shifted; /* nonzero when the lanes' distances are always the same: other inputs move them together */
    gcnmem_expr_step steps[GCNMEM_EXPR_MAX];
} gcnmem_expr;

typedef struct gcnmem_expr_inputs {
    uint64_t lane;  /* 0..63 */
    uint64_t wave;  /* wave of the dispatch */
    uint64_t group; /* work-group */
    uint64_t iter;  /* trips done of the loop */
    uint64_t x;     /* thread in its group, for images: lane % 8 and lane / 8 unless the group says otherwise */
    uint64_t y;
    uint64_t iter1; /* trips done of the loop around that one, and of the one around both */
    uint64_t iter2;
    uint64_t insn; /* who asks: draws without a seed differ from instruction to instruction */
} gcnmem_expr_inputs;

/* Compiles text: + - * / % << >> & | ^ ~ ! < > <= >= == != && || ?: ( ), decimal and 0x numbers, 64-bit unsigned; K, M
   and G behind a number are 1024 and its powers. A shift by 64 or more gives 0. Names: those of the inputs, and wg for
   group. Functions, all repeatable:
     uniform(a)            a as lane 0 sees it: one address for all lanes
     stride(b)             lanes of the whole dispatch b bytes apart: (wave*64 + lane)*b
     tile(w,h,b)           8x8 lanes on an image of w x h texels of b bytes in rows, waves side by side; numbers only
     rand(n[,seed=s])      a dword of n bytes (up to 16G), drawn anew for every lane, wave and trip
     chase(n[,seed=s])     a 64-byte line of n bytes, the same for all lanes, drawn anew for every wave and trip
     hitrate(p[,seed=s])   p percent of the wave's accesses go to one place, the others to one never seen before
     hash(a)               a with its bits mixed
     draw(s)               64 bits for every wave and trip: hash(hash(hash(hash(hash(s)+iter2)+iter1)+iter)+wave)
   Without a seed each instruction draws for itself (seed=insn), with the same seed all draw the same.
   Errors: SYNTAX with the column, LIMIT when too long or nested too deep. */
GCNMEM_API gcnmem_result gcnmem_expr_compile(const char* text, size_t text_bytes, gcnmem_expr* out_expr,
                                             gcnmem_issue* out_issue);

/* Evaluates for one lane. GCNMEM_ERROR_MATH on division by zero (out_value is then 0); issue.value is the lane. */
GCNMEM_API gcnmem_result gcnmem_expr_value(const gcnmem_expr* expr, const gcnmem_expr_inputs* inputs,
                                           uint64_t* out_value, gcnmem_issue* out_issue);

/* Evaluates for all GCNMEM_LANES lanes. `inputs` are those of lane 0: lane i adds i to lane, i % 8 to x, i / 8 to y.
   A lane that divides by zero gets 0; the first that is in `mask` makes it GCNMEM_ERROR_MATH. */
GCNMEM_API gcnmem_result gcnmem_expr_lanes(const gcnmem_expr* expr, const gcnmem_expr_inputs* inputs, uint64_t mask,
                                           uint64_t* out_values, gcnmem_issue* out_issue);

/* ---------------------------------------------------------------------------------------------------------------------
   >>access     one wave instruction and the addresses of its lanes
   ------------------------------------------------------------------------------------------------------------------ */

typedef struct gcnmem_image {
    uint32_t width;  /* texels */
    uint32_t height; /* texels */
    uint32_t depth;  /* slices of a volume; 0 or 1 for a 2D image */
} gcnmem_image;

/* One wave instruction. Start from gcnmem_access_for(). */
typedef struct gcnmem_access {
    gcnmem_op op;
    uint64_t exec_mask;             /* bit i: lane i takes part */
    uint64_t size_bytes;            /* bytes of the buffer, or of the work-group's LDS; 0 = no limit */
    uint64_t address[GCNMEM_LANES]; /* byte address of each lane; a scalar load uses lane 0 */
    int64_t texel[3][GCNMEM_LANES]; /* image: x, y, slice of each lane */
    gcnmem_image image;             /* image: size in texels */
    gcnmem_filter filter;           /* image_sample: how texels are filtered */
    uint32_t aniso;                 /* GCNMEM_FILTER_ANISO: 1 2 4 6 8 10 12 14 16 */
} gcnmem_access;

/* An access of the operation by all lanes, addresses zero, nothing out of range. */
GCNMEM_API gcnmem_access gcnmem_access_for(const gcnmem_op* op);

/* Checks what a caller may get wrong: no image size, an anisotropy no part has, LDS larger than the CU's. */
GCNMEM_API gcnmem_result gcnmem_access_validate(const gcnmem_desc* desc, const gcnmem_access* access,
                                                gcnmem_issue* out_issue);

/* Parses "point", "bilinear", "trilinear", "aniso8" into access->filter and access->aniso. */
GCNMEM_API gcnmem_result gcnmem_access_filter(gcnmem_access* access, const char* filter, gcnmem_issue* out_issue);

/* ---------------------------------------------------------------------------------------------------------------------
   >>cost       depth 1: what one wave instruction costs when its data is close
   ------------------------------------------------------------------------------------------------------------------ */

/* The counters of a cost, listed once: members, sums, JSON keys and rows of the text report come from here. X(counter,
   is_traffic, row, vector, lds, scalar): the row's name ("": none), and what the counter is for a vector access, an LDS
   access and a scalar load; NULL where it stays zero. Text shows time before traffic, JSON keeps the order. */
#define GCNMEM_COST_COUNTERS(X)                                                                                        \
    X(accesses, 0, "wave instructions", "", "", "")                                                                    \
    X(lanes, 0, "lanes", "that took part: in EXEC and in range", "that took part: in EXEC and in range",               \
      "that took part: in EXEC and in range") /* 1 for a scalar load */                                                \
    X(clocks, 0, "clocks", "of the CU's L1, data present", "of the LDS banks", "of scalar issue")                      \
    X(best_clocks, 0, "", "", "", "") /* the same with the kindest addresses; at most `clocks` */                      \
    X(l1_accesses, 1, "L1 accesses", "TCP_TOTAL_ACCESSES", NULL, NULL)  /* AMD's: 16 a coalesced wave, else 64 */      \
    X(l1_cache_accesses, 1, "", "TCP_TOTAL_CACHE_ACCESSES", NULL, NULL) /* AMD's: distinct lines of each group */      \
    X(issue_groups, 0, "  issue groups", "one clock each: 4 a wave coalesced, 16 not", NULL, NULL)                     \
    X(tag_conflict_clocks, 0, "  + tag conflicts", "lines of a group in one tag bank", NULL, NULL)                     \
    /* beyond those of the tags */                                                                                     \
    X(bank_conflict_clocks, 0, "  + bank conflicts", "dwords of a group in one data bank", NULL, NULL)                 \
    X(rate_clocks, 0, "  + rate", "filter, two channels, compare-and-swap", NULL, NULL)                                \
    X(l1_lines, 1, "L1 lines", "distinct lines of a wave", NULL, NULL)                                                 \
    X(l2_requests, 1, "L2 requests", "when L1 misses", NULL, "when the scalar cache misses")                           \
    X(dram_bursts, 1, "DRAM bursts", "when L2 misses", NULL, "when L2 misses")                                         \
    X(bytes_requested, 1, "bytes requested", "by lanes in range", "by lanes in range", "by lanes in range")            \
    X(bytes_fetched, 1, "bytes fetched", "by the L2 requests", NULL, "by the L2 requests")                             \
    X(phases, 0, "  phases", NULL, "groups of lanes served together, one clock each", NULL)                            \
    X(conflict_clocks, 0, "  + conflicts", NULL, "different dwords of one bank", NULL)                                 \
    X(port_clocks, 0, "port clocks", NULL, "throughput limit of the CU without conflicts", NULL)

#define GCNMEM_COST_MEMBER(counter, is_traffic, row, vector, lds, scalar) uint64_t counter;
typedef struct gcnmem_cost {
    GCNMEM_COST_COUNTERS(GCNMEM_COST_MEMBER)
} gcnmem_cost;
#undef GCNMEM_COST_MEMBER

/* Cost of one wave instruction. Pure: stack only, any thread. `desc` must be resolved, `access` validated. */
GCNMEM_API gcnmem_cost gcnmem_cost_wave(const gcnmem_desc* desc, const gcnmem_access* access);

/* The same by the readable path alone, never the fast one: for tests, and for those who doubt. */
GCNMEM_API gcnmem_cost gcnmem_cost_wave_plain(const gcnmem_desc* desc, const gcnmem_access* access);

/* Adds `cost` to `sum`. */
GCNMEM_API void gcnmem_cost_add(gcnmem_cost* sum, const gcnmem_cost* cost);

/* AMD's "Coalescing" in thousandths of a percent: wave instructions * 16 / l1_accesses, 25 % to 100 %.
   0 when nothing was accessed. */
GCNMEM_API uint64_t gcnmem_cost_coalescing_e3(const gcnmem_cost* cost);

/* ---------------------------------------------------------------------------------------------------------------------
   >>occupancy  how many waves fit, what limits them, what the next wave would take
   ------------------------------------------------------------------------------------------------------------------ */

typedef enum gcnmem_occupancy_rule {
    GCNMEM_RULE_HARDWARE = 0, /* the granules the hardware allocates, whole work-groups */
    GCNMEM_RULE_LLVM,         /* what LLVM 19 prints as "; Occupancy:" */
    GCNMEM_RULE_RADV          /* what Mesa's RADV reports as waves per SIMD */
} gcnmem_occupancy_rule;

typedef enum gcnmem_limit {
    GCNMEM_LIMIT_WAVE_SLOTS = 0,
    GCNMEM_LIMIT_VGPRS,
    GCNMEM_LIMIT_SGPRS,
    GCNMEM_LIMIT_LDS,
    GCNMEM_LIMIT_GROUP_SLOTS,
    GCNMEM_LIMIT_GROUP_SIZE /* waves left over because whole groups do not fill the slots */
} gcnmem_limit;

/* What a shader needs. */
typedef struct gcnmem_shader_needs {
    uint32_t vgprs;       /* vector registers of a lane; gfx90a: arch + acc */
    uint32_t sgprs;       /* scalar registers of a wave, VCC, FLAT_SCRATCH and XNACK included */
    uint32_t lds_bytes;   /* LDS of a work-group */
    uint32_t group_lanes; /* lanes of a work-group */
} gcnmem_shader_needs;

typedef struct gcnmem_occupancy {
    uint32_t waves_per_simd; /* on the fullest SIMD; 0 when the group does not fit a CU */
    uint32_t waves_per_cu;
    uint32_t groups_per_cu;
    gcnmem_limit limited_by;
    gcnmem_limit next_limit; /* the resource that must shrink for one more wave on a SIMD */
    uint32_t next_amount;    /* ... to at most this (group size: lanes); 0 when no single change helps */
    uint32_t next_waves;     /* ... which gives this many waves on a SIMD */
} gcnmem_occupancy;

/* Checks that a shader's needs are possible on the machine at all. The hardware rule wants a whole work-group on a CU;
   the compilers' rules only estimate and let more pass. */
GCNMEM_API gcnmem_result gcnmem_occupancy_validate(const gcnmem_desc* desc, const gcnmem_shader_needs* needs,
                                                   gcnmem_occupancy_rule rule, gcnmem_issue* out_issue);

/* Waves that fit. Pure. */
GCNMEM_API gcnmem_occupancy gcnmem_occupancy_for(const gcnmem_desc* desc, const gcnmem_shader_needs* needs,
                                                 gcnmem_occupancy_rule rule);

/* "wave slots", "vgprs", "sgprs", "lds", "group slots", "group size". Never NULL. */
GCNMEM_API const char* gcnmem_limit_name(gcnmem_limit limit);

/* ---------------------------------------------------------------------------------------------------------------------
   >>dram       what the memory channels did, and what held them up

   All times are DRAM command clocks.
   ------------------------------------------------------------------------------------------------------------------ */

/* What each clock of each data bus went to: data, or the one reason why there was none. */
typedef enum gcnmem_dram_limit {
    GCNMEM_DRAM_LIMIT_INTERFACE = 0,  /* the bus moved data */
    GCNMEM_DRAM_LIMIT_BANK = 1,       /* tRCD, tRP, tRAS, tRC of a bank, CL of the first burst, the command slot */
    GCNMEM_DRAM_LIMIT_BANK_GROUP = 2, /* tCCD_L, or tCCD_S above the burst */
    GCNMEM_DRAM_LIMIT_ACTIVATION = 3, /* tRRD or tFAW */
    GCNMEM_DRAM_LIMIT_TURNAROUND = 4, /* read to write or write to read */
    GCNMEM_DRAM_LIMIT_REFRESH = 5,    /* tRFC and the restart behind it */
    GCNMEM_DRAM_LIMIT_CHANNEL = 6,    /* nothing to do here while the best supplied channel had work */
    GCNMEM_DRAM_LIMIT_SUPPLY = 7      /* nothing to do in any channel (strictly: in the best supplied one) */
} gcnmem_dram_limit;

#define GCNMEM_DRAM_LIMITS 8

/* The counters of DRAM that reports show, listed once: X(counter, the words behind its number in the text report). */
#define GCNMEM_DRAM_COUNTERS(X)                                                                                        \
    X(reads, "reads, ")                                                                                                \
    X(writes, "writes: ")                                                                                              \
    X(row_hits, "row hits, ") /* row_hits + row_misses + row_conflicts = reads + writes */                             \
    X(row_misses, "misses, ")                                                                                          \
    X(row_conflicts, "conflicts, ")                                                                                    \
    X(refreshes, "refreshes") /* all-bank, of one channel */                                                           \
    X(busy_clocks, "")        /* clocks with data, summed over channels */                                             \
    X(bytes, "")              /* whole bursts */                                                                       \
    X(clocks, "")             /* end of the run: the clock advanced to, or the last data beat if that is later */

#define GCNMEM_DRAM_MEMBER(counter, words) uint64_t counter;
typedef struct gcnmem_dram_stats {
    GCNMEM_DRAM_COUNTERS(GCNMEM_DRAM_MEMBER)
    uint64_t activates;
    uint64_t precharges;                       /* by command: not those of a refresh or of the closed page policy */
    uint64_t limit_clocks[GCNMEM_DRAM_LIMITS]; /* by gcnmem_dram_limit; their sum is channels x clocks */
} gcnmem_dram_stats;
#undef GCNMEM_DRAM_MEMBER

#ifndef GCNMEM_NO_REPLAY

/* Static name: "interface", "bank", "bank group", "activation window", "turnaround", "refresh", "channel
   imbalance", "request supply". */
GCNMEM_API const char* gcnmem_dram_limit_name(gcnmem_dram_limit limit);

/* ---------------------------------------------------------------------------------------------------------------------
   >>replay     depth 2: a stream of accesses through vector L1, scalar L1, L2 and DRAM, chained

   Accesses come as fast as the machine takes them: the time of a replay is that of its busiest part, latency hidden.
   Waves name their CU. Plain reads and writes name none, so their L1 time is spread over all CUs.
   ------------------------------------------------------------------------------------------------------------------ */

typedef enum gcnmem_level { GCNMEM_LEVEL_L1 = 0, GCNMEM_LEVEL_L2, GCNMEM_LEVEL_DRAM } gcnmem_level;

/* The counters of a level, listed once: X(counter, its column in the text report). hits + misses = reads + writes.
   What L1 misses L2 gets: a store is never served by L1 alone and counts as a miss there, so L1 misses = L2 reads +
   writes. */
#define GCNMEM_LEVEL_COUNTERS(X)                                                                                       \
    X(reads, "reads")                                                                                                  \
    X(writes, "writes")                                                                                                \
    X(hits, "hits")                                                                                                    \
    X(misses, "misses")                                                                                                \
    X(useful_bytes, "")           /* asked for by the level above */                                                   \
    X(moved_bytes, "bytes moved") /* from or to the level below: whole lines */                                        \
    X(writebacks, "")             /* dirty lines written to the level below */

#define GCNMEM_LEVEL_MEMBER(counter, column) uint64_t counter;
typedef struct gcnmem_level_stats {
    GCNMEM_LEVEL_COUNTERS(GCNMEM_LEVEL_MEMBER)
} gcnmem_level_stats;
#undef GCNMEM_LEVEL_MEMBER

typedef struct gcnmem_replay_stats {
    gcnmem_level_stats l1; /* vector L1 of all CUs, counted as AMD's TCP_TOTAL_CACHE_ACCESSES */
    gcnmem_level_stats scalar_l1;
    gcnmem_level_stats l2;
    gcnmem_dram_stats dram;
    uint64_t lines;       /* accesses replayed */
    uint64_t clocks;      /* engine clocks until the last byte has moved */
    uint64_t seconds_e12; /* picoseconds */
    uint64_t l1_clocks;   /* the busiest CU's L1 and request port */
    uint64_t l2_clocks;   /* the busiest L2 channel */
    uint64_t dram_clocks; /* DRAM, in engine clocks */
    uint64_t dram_bytes_per_second;
    gcnmem_level slowest;         /* which of the three took longest */
    gcnmem_dram_limit dram_limit; /* what held DRAM */
} gcnmem_replay_stats;

typedef struct gcnmem_replay gcnmem_replay;

/* Memory a replay needs, whatever the length of its trace. 0 when the description is not valid. */
GCNMEM_API size_t gcnmem_replay_size_bytes(const gcnmem_desc* desc);

/* Empty caches, closed rows, clock zero, in `memory` (aligned to 8). `from` names the first level that accesses meet.
   When anything is refused, out_replay is NULL and the issue says what. */
GCNMEM_API gcnmem_result gcnmem_replay_init(void* memory, size_t memory_bytes, const gcnmem_desc* desc,
                                            gcnmem_level from, gcnmem_replay** out_replay, gcnmem_issue* out_issue);

/* A read or write of `bytes` from `address` on, cut into lines. */
GCNMEM_API void gcnmem_replay_access(gcnmem_replay* replay, uint64_t address, uint64_t bytes, uint32_t is_write);

/* A wave instruction of a CU, through the coalescer. Vector and scalar memory operations. */
GCNMEM_API void gcnmem_replay_wave(gcnmem_replay* replay, uint32_t cu, const gcnmem_access* access);

/* Clock at which a CU can take its next wave instruction: whose turn it is, for callers that make up the stream. */
GCNMEM_API uint64_t gcnmem_replay_cu_clock(const gcnmem_replay* replay, uint32_t cu);

/* One line of a trace: "R|W ADDRESS [BYTES]", "MNEMONIC [cu=N] a0,a1,...", blank, or a "#" comment. A lane whose
   address is - takes no part, nor do those behind the last. A byte order mark before the line is skipped; errors name
   the column; the replay stays as it was before the line. */
GCNMEM_API gcnmem_result gcnmem_replay_line(gcnmem_replay* replay, const char* text, size_t text_bytes,
                                            gcnmem_issue* out_issue);

/* Lets everything under way finish and counts. The replay may go on afterwards. */
GCNMEM_API gcnmem_replay_stats gcnmem_replay_finish(gcnmem_replay* replay);

/* "l1", "l2", "dram". Never NULL. */
GCNMEM_API const char* gcnmem_level_name(gcnmem_level level);

#endif /* GCNMEM_NO_REPLAY */

/* ---------------------------------------------------------------------------------------------------------------------
   >>listing    a shader listing, read: instructions, stages, labels and loops, without one pointer
   ------------------------------------------------------------------------------------------------------------------ */

/* A mnemonic of the listing. */
typedef struct gcnmem_opcode {
    gcnmem_op op;
    uint32_t name_offset; /* its first use in the text, without the ending of an encoding */
    uint32_t name_bytes;
    uint32_t count; /* instructions that have it */
} gcnmem_opcode;

/* gcnmem_insn.flags */
#define GCNMEM_INSN_ADDRESS 0x00000001u /* `address` was stated */
#define GCNMEM_INSN_NOTE 0x00000002u    /* the line holds @mem (memory) or @trip (branch) */
#define GCNMEM_INSN_GLC 0x00000004u
#define GCNMEM_INSN_SLC 0x00000008u
#define GCNMEM_INSN_LDS 0x00000010u /* buffer load that lands in LDS */
#define GCNMEM_INSN_GDS 0x00000020u
#define GCNMEM_INSN_TFE 0x00000040u
#define GCNMEM_INSN_OFFEN 0x00000080u
#define GCNMEM_INSN_IDXEN 0x00000100u
#define GCNMEM_INSN_ADDR64 0x00000200u
#define GCNMEM_INSN_DMASK 0x00000400u       /* dmask was stated; else channels come from the data registers */
#define GCNMEM_INSN_BY_ADDRESS 0x00000800u  /* branch with a numeric offset */
#define GCNMEM_INSN_UNDEFINED 0x00001000u   /* branch to a label the listing does not define */
#define GCNMEM_INSN_BLOCK 0x00002000u       /* first instruction of a basic block */
#define GCNMEM_INSN_HEADER 0x00004000u      /* header of a loop */
#define GCNMEM_INSN_LATCH_TAKEN 0x00008000u /* taken, this branch closes a loop */
#define GCNMEM_INSN_LATCH_FALLS 0x00010000u /* going on to the next instruction closes a loop */
#define GCNMEM_INSN_EXIT_TAKEN 0x00020000u  /* taken, this branch leaves its innermost loop */
#define GCNMEM_INSN_EXIT_FALLS 0x00040000u  /* not taken, it leaves its innermost loop */
#define GCNMEM_INSN_BACK_ONLY 0x00080000u   /* jumps backward but closes no loop: to a cold block */
#define GCNMEM_INSN_BAD_WAIT 0x00100000u    /* s_waitcnt whose operand could not be read: waits for nothing */
#define GCNMEM_INSN_CODE_BYTES(flags) ((uint32_t)(flags) >> 22 & 31) /* of its encoding (R58) */

#define GCNMEM_NO_WAIT 0xffu
#define GCNMEM_NO_LOOP 0xffffu

/* A range of registers in sixteen bits: the count above, the first register below, 0 for none. Numbers are those of
   the operand encoding [amd]: 0 s0, 102 flat_scratch, 104 xnack_mask, 106 vcc, 112 ttmp0, 124 m0, 126 exec, 253 scc,
   256 v0; accumulation registers follow at 512. */
typedef uint16_t gcnmem_regs;
#define GCNMEM_REGS_FIRST(regs) ((uint32_t)(regs)&0x3ffu)
#define GCNMEM_REGS_COUNT(regs) ((uint32_t)(regs) >> 10)
#define GCNMEM_REG_VCC 106u
#define GCNMEM_REG_TTMP 112u
#define GCNMEM_REG_M0 124u
#define GCNMEM_REG_EXEC 126u
#define GCNMEM_REG_SCC 253u
#define GCNMEM_REG_V0 256u
#define GCNMEM_REG_A0 512u

/* One instruction: 64 bytes. Offsets are bytes from the start of the text. */
typedef struct gcnmem_insn {
    uint32_t text_offset; /* mnemonic, operands and modifiers as written, without label and comment */
    uint32_t line;        /* from 1 */
    uint32_t address;     /* low 32 bits of the address column */
    uint32_t target;      /* branch: instruction it goes to; its stage's end, or GCNMEM_NONE, leaves the program. Of an
                             undefined label: the first instruction for s_branch, GCNMEM_NONE for a conditional one */
    uint32_t label;       /* branch: its label, or GCNMEM_NONE */
    uint32_t note_offset; /* memory: the expression after @mem; branch: the count after @trip */
    uint32_t flags;       /* GCNMEM_INSN_* */
    uint16_t text_bytes;
    uint16_t note_bytes; /* length of the expression */
    uint16_t opcode;     /* index of its gcnmem_opcode */
    uint16_t loop;       /* innermost loop around it, counted from its stage's first, or GCNMEM_NO_LOOP */
    uint16_t offset;     /* offset: modifier modulo 65536; ds_read2: offset0 below, offset1 above */
    gcnmem_regs writes[2];
    gcnmem_regs reads[5]; /* as written: VCC, EXEC and M0 only where the text or the opcode's nature names them */
    uint8_t category;     /* gcnmem_category */
    uint8_t rate;         /* gcnmem_rate */
    uint8_t branch;       /* gcnmem_branch */
    uint8_t bytes;        /* bytes each lane touches at each address; scalar: of the wave */
    uint8_t channels;
    uint8_t wait_vm; /* s_waitcnt: how many may stay outstanding, or GCNMEM_NO_WAIT */
    uint8_t wait_lgkm;
    uint8_t wait_exp;
    uint8_t adds_vm; /* what it adds to the wait counters */
    uint8_t adds_lgkm;
    uint8_t adds_exp;
    uint8_t lanes; /* that are active, by @lanes; 0: all */
} gcnmem_insn;

/* gcnmem_stage.stated: which resources the listing names */
#define GCNMEM_STATED_VGPRS 0x01u
#define GCNMEM_STATED_SGPRS 0x02u
#define GCNMEM_STATED_LDS 0x04u
#define GCNMEM_STATED_GROUP 0x08u
#define GCNMEM_STATED_GROUP_MAX 0x10u
#define GCNMEM_STATED_WAVE 0x20u
#define GCNMEM_STATED_SCRATCH 0x40u
#define GCNMEM_STATED_TARGET 0x80u

/* One kernel or shader stage. Labels and loops belong to their stage. */
typedef struct gcnmem_stage {
    uint32_t name_offset; /* name_bytes is 0 for code without a name */
    uint32_t name_bytes;
    uint32_t line; /* where it begins */
    uint32_t first_insn;
    uint32_t insn_count;
    uint32_t first_label; /* its labels, in the order of their names */
    uint32_t label_count;
    uint32_t first_loop; /* its loops, in the order of their headers */
    uint32_t loop_count;
    uint32_t stated;      /* GCNMEM_STATED_*: the fields below that the listing names; the others are 0 */
    uint32_t vgprs;       /* for each lane; of gfx90a architectural and accumulation registers together */
    uint32_t sgprs;       /* VCC and the like included */
    uint32_t lds_bytes;   /* for each work-group */
    uint32_t group_lanes; /* lanes of a work-group, where the kernel demands it */
    uint32_t group_lanes_max;
    uint32_t wave_lanes;
    uint32_t scratch_bytes; /* for each lane */
    uint32_t gfx_version;   /* as in the gfx name: 0x803; 0x600, 0x700, 0x800, 0x900 for a family; 0 unknown */
    uint32_t target_offset; /* the text of the target: "gfx803", "Iceland", "VI" */
    uint32_t target_bytes;
    uint32_t unknown_count;   /* instructions outside the vocabulary */
    uint32_t undefined_count; /* branches to labels that are not defined */
    uint32_t rdna_line;       /* the first that shows RDNA code, by an opcode or its target; 0: none does */
} gcnmem_stage;

/* One label of a stage, defined or only mentioned. */
typedef struct gcnmem_label {
    uint32_t name_offset;
    uint32_t insn;  /* the instruction it stands before, the stage's end, or GCNMEM_NONE when it is not defined */
    uint32_t line;  /* of its definition, or of the first branch to it */
    uint32_t trips; /* @trip on its line, or 0 */
    uint16_t name_bytes;
    uint16_t spare;
} gcnmem_label;

/* One loop. The header is the instruction every trip begins with; a latch closes a trip. */
typedef struct gcnmem_loop {
    uint32_t header;      /* instruction */
    uint32_t latch;       /* last instruction that closes a trip, by its place in the text */
    uint32_t label;       /* of the header, or GCNMEM_NONE */
    uint32_t trips;       /* @trip, or 0 */
    uint16_t latch_count; /* several latches share one count; saturates */
    uint16_t parent;      /* the loop around it, counted as in gcnmem_insn.loop, or GCNMEM_NO_LOOP */
} gcnmem_loop;

/* What was read. Stands at the start of the caller's memory, the tables behind it; holds no pointer, so a copy of the
   memory is a copy of the program. Texts are looked up in the listing, which the caller keeps. */
typedef struct gcnmem_listing {
    uint32_t insn_count;
    uint32_t stage_count;
    uint32_t opcode_count;
    uint32_t label_count;
    uint32_t loop_count;
    uint32_t line_count;
    uint32_t unknown_count;   /* instructions outside the vocabulary */
    uint32_t undefined_count; /* branches to labels that are not defined */
    uint32_t unbound_count;   /* @mem, @trip and @lanes on lines they cannot belong to */
    uint32_t bad_wait_count;  /* s_waitcnt that could not be read */
    uint32_t unbound_line;    /* where the first of the unbound stands */
    uint32_t text_bytes;      /* of the listing */
    uint64_t insns_at;        /* where the tables are, in bytes from this struct */
    uint64_t stages_at;
    uint64_t opcodes_at;
    uint64_t labels_at;
    uint64_t loops_at;
} gcnmem_listing;

/* Where a label stands that branches go to and the text does not define. */
typedef struct gcnmem_place {
    const char* name;
    size_t name_bytes;
    uint32_t insn; /* of the program, as read without this: of the branches' stage, or the stage's end */
} gcnmem_place;

#ifndef GCNMEM_NO_LISTING

/* Memory that reading this text may need: counts its lines. At least 1; 0 when the text has 4 GiB or more. */
GCNMEM_API size_t gcnmem_listing_size_bytes(const char* text, size_t text_bytes);

/* Reads a listing in any dialect of GCN disassembly. The text needs no terminator and may have CR LF line ends.
   gfx_version (0x803, or 0 for unknown) is used where the listing does not name its target: it decides the widths of
   s_waitcnt fields and whether stores bump the export counter. The memory must be aligned to 8 bytes.
   `places` (may be NULL) says where labels stand that the text does not define; one for a label that no branch
   mentions, or that the text defines, is not used.
   On success out_program points to the memory, else it is NULL and out_issue says what, and in which line.
   GCNMEM_ERROR_LIMIT: memory too small, or a table of fixed size is full. GCNMEM_ERROR_SYNTAX: a label defined twice in
   a stage. GCNMEM_ERROR_VALUE: not text, holds no instruction, or is ACO IR without an Assembly section. */
GCNMEM_API gcnmem_result gcnmem_listing_parse(const char* text, size_t text_bytes, uint32_t gfx_version,
                                              const gcnmem_place* places, uint32_t place_count, void* memory,
                                              size_t memory_bytes, gcnmem_listing** out_program,
                                              gcnmem_issue* out_issue);

/* The tables; indices below the counts of gcnmem_listing. */
GCNMEM_API const gcnmem_insn* gcnmem_listing_insn(const gcnmem_listing* program, uint32_t index);
GCNMEM_API const gcnmem_stage* gcnmem_listing_stage(const gcnmem_listing* program, uint32_t index);
GCNMEM_API const gcnmem_opcode* gcnmem_listing_opcode(const gcnmem_listing* program, uint32_t index);
GCNMEM_API const gcnmem_label* gcnmem_listing_label(const gcnmem_listing* program, uint32_t index);
GCNMEM_API const gcnmem_loop* gcnmem_listing_loop(const gcnmem_listing* program, uint32_t index);

/* Label of a stage by its name, or GCNMEM_NONE. `text` is the listing the program was read from. */
GCNMEM_API uint32_t gcnmem_listing_find_label(const gcnmem_listing* program, const char* text, uint32_t stage,
                                              const char* name, size_t name_bytes);

/* Stage by its name or, when none has it, by a part of the name; case does not matter. With an empty part every stage
   fits. GCNMEM_NONE unless exactly one fits; out_count (may be NULL) says how many do. */
GCNMEM_API uint32_t gcnmem_listing_find_stage(const gcnmem_listing* program, const char* text, const char* part,
                                              size_t part_bytes, uint32_t* out_count);

#endif /* GCNMEM_NO_LISTING */

/* ---------------------------------------------------------------------------------------------------------------------
   >>run        depth 3: a shader over a dispatch, event by event: clocks, stalls, what limits

   Waves of work-groups take turns on the SIMDs of their CU; their memory instructions go through vector L1, scalar L1,
   L2 and DRAM and come back as completion clocks; s_waitcnt waits for them. Addresses come from @mem annotations, from
   the caller, or from a default pattern; branches follow trip counts: no values are computed. All clocks are engine
   clocks. Same input, same result, in one call or in many.
   ------------------------------------------------------------------------------------------------------------------ */

/* What kept a wave from going on: name, what a timeline says, and the limiter of a run that lost most time to it. */
#define GCNMEM_STALLS(X)                                                                                               \
    X(VECTOR_MEMORY, "vector memory", "waits for vector memory", VECTOR_LATENCY) /* vmcnt */                           \
    X(SCALAR_MEMORY, "scalar memory", "waits for scalar memory", SCALAR_LATENCY) /* lgkmcnt: loads, messages */        \
    X(LDS, "LDS", "waits for LDS", LDS_LATENCY)                                  /* lgkmcnt */                         \
    X(EXPORT, "export", "waits for exports", EXPORT)                             /* expcnt */                          \
    X(BARRIER, "barrier", "waits for the barrier", BARRIER)                      /* other waves are not there */       \
    X(ISSUE, "issue", "waits for its turn", ISSUE) /* ready, but another wave was first */                             \
    X(PIPE, "memory pipe full", "waits for the memory pipe", PIPE)                                                     \
    X(DEPENDENCY, "dependency", "waits for a register", DEPENDENCY)   /* a scalar one that the vector ALU writes */    \
    X(FETCH, "instruction fetch", "waits for its instruction", FETCH) /* the instruction cache did not have it */

#define GCNMEM_ROW(stall, name, phrase, limiter) GCNMEM_STALL_##stall,
typedef enum gcnmem_stall { GCNMEM_STALLS(GCNMEM_ROW) GCNMEM_STALL_END } gcnmem_stall;
#undef GCNMEM_ROW

/* Where a memory instruction found the last of its data, nearest first. */
#define GCNMEM_SERVERS(X)                                                                                              \
    X(OTHER, "other") /* exports, messages, clocks, GDS */                                                             \
    X(LDS, "LDS")                                                                                                      \
    X(SCALAR_L1, "scalar L1")                                                                                          \
    X(L1, "L1")                                                                                                        \
    X(L2, "L2")                                                                                                        \
    X(DRAM, "DRAM")

#define GCNMEM_ROW(served, name) GCNMEM_SERVED_##served,
typedef enum gcnmem_served { GCNMEM_SERVERS(GCNMEM_ROW) GCNMEM_SERVED_END } gcnmem_served;
#undef GCNMEM_ROW

/* What the whole run was held by (R57): a unit that was busy four fifths of the time, else the longest stall. Name, and
   what helps. */
#define GCNMEM_LIMITERS(X)                                                                                             \
    X(NONE, "nothing", "nothing stands out")                                                                           \
    X(VALU, "VALU", "memory is hidden behind arithmetic: only fewer or cheaper VALU instructions help")                \
    X(SALU, "SALU", "fewer scalar instructions: unroll loops, keep addresses in registers")                            \
    X(L1, "L1", "fewer lines and conflicts a load: ask `cost` about the busiest load, or keep its data in LDS")        \
    X(LDS, "LDS", "fewer bank conflicts or wider LDS reads: ask `cost` about the busiest one")                         \
    X(L2, "L2", "keep more of the data in L1 or LDS: L2 delivers one request a channel and clock")                     \
    X(DRAM, "DRAM", "read fewer bytes: narrower formats, whole lines, reuse while L2 still holds them")                \
    X(VECTOR_LATENCY, "vector memory latency", "") /* gcnmem_run_advice() looks at the occupancy */                    \
    X(SCALAR_LATENCY, "scalar memory latency", "group scalar loads and move their s_waitcnt down to the first use")    \
    X(LDS_LATENCY, "LDS latency", "issue more LDS reads before each s_waitcnt, or let more waves hide them")           \
    X(EXPORT, "export", "fewer or narrower exports")                                                                   \
    X(BARRIER, "barrier", "smaller work-groups, or work that takes all waves of a group equally long")                 \
    X(ISSUE, "issue", "waves wait for each other's turn: fewer instructions of the busiest kind")                      \
    X(DEPENDENCY, "dependency", "put other work between a vector compare and the scalar code that reads it")           \
    X(PIPE, "memory pipe full", /* though no single unit was busy all the time */                                      \
      "memory takes no more at that rate: fewer bytes and lines, or more hits; more waves do not help")                \
    X(FETCH, "instruction fetch", "unroll less, so that what a loop repeats fits the instruction cache")               \
    X(LAUNCH, "launch", "waves are too short or too few: more work a wave, or a larger dispatch")

#define GCNMEM_ROW(limiter, name, advice) GCNMEM_LIMITER_##limiter,
typedef enum gcnmem_limiter { GCNMEM_LIMITERS(GCNMEM_ROW) GCNMEM_LIMITER_END } gcnmem_limiter;
#undef GCNMEM_ROW

typedef enum gcnmem_run_state {
    GCNMEM_RUN_GOING = 0, /* advance again */
    GCNMEM_RUN_DONE,      /* every wave has ended */
    GCNMEM_RUN_CUT,       /* max_clocks reached first: counters hold what happened until then */
    GCNMEM_RUN_STUCK,     /* nothing can ever happen again though waves live: only a contradiction in the model */
    GCNMEM_RUN_FAILED     /* an address expression divided by zero: failed_insn says whose */
} gcnmem_run_state;

/* Names an instruction where a label is asked for: listings of some tools have none. */
#define GCNMEM_AT_INSN(index) (0x80000000u | (uint32_t)(index))

/* Trips of loops: how often the latch runs. Later rows win. */
typedef struct gcnmem_run_trip {
    uint32_t label; /* label of the loop's header, as in gcnmem_listing_label(); GCNMEM_AT_INSN(i): the innermost loop
                       around that instruction; GCNMEM_NONE: every loop */
    uint32_t trips;
} gcnmem_run_trip;

/* Chance of a conditional branch that is not a loop's own. */
typedef struct gcnmem_run_taken {
    uint32_t label;     /* it goes to; GCNMEM_AT_INSN(i): the branch itself; GCNMEM_NONE: every such branch */
    uint32_t per_mille; /* 0..1000, drawn for each wave and visit from the visit's number: the same in every run */
} gcnmem_run_taken;

/* Byte addresses of a memory instruction, as text of an expression over lane wave group iter x y. Later rows win. */
typedef struct gcnmem_run_pattern {
    uint32_t insn;   /* instruction of the program, or GCNMEM_NONE */
    uint32_t opcode; /* ... then every instruction of this gcnmem_opcode; both NONE: every memory instruction */
    const char* text;
    size_t text_bytes;
} gcnmem_run_pattern;

/* What an argument or a register holds, as text. */
typedef struct gcnmem_run_value {
    const char* name; /* argument: its index among the visible ones, or its name; register: s4, v0 */
    size_t name_bytes;
    const char* value; /* argument: 64, -1, 0x10, f:1.5, 4f:1,2,3,4, buffer:BYTES, data:EXPR (dword i), file:;
                          register: a number, or what it holds: group.x, local.y, lane, ... */
    size_t value_bytes;
    uint32_t setting; /* for gcnmem_issue.setting */
} gcnmem_run_value;

/* What to run. Start from gcnmem_run_options_for(). Pointers are used during the call only. */
typedef struct gcnmem_run_options {
    uint32_t stage;       /* gcnmem_stage of the program */
    uint32_t group_lanes; /* lanes of a work-group; 0: the listing's, else 64 */
    uint64_t groups;      /* work-groups of the dispatch; 0: as many as fill the machine once */
    uint32_t cu_count;    /* CUs that take part; 0: all of the description */
    uint32_t vgprs;       /* 0: what the listing states, else one more than the highest its instructions name */
    uint32_t sgprs;
    uint32_t lds_bytes;         /* of a work-group */
    uint32_t group_size[3];     /* lanes along x, y, z; 0: the listing's, else group_lanes along x */
    uint32_t group_count[3];    /* work-groups along x, y, z; 0: groups along x */
    uint32_t groups_per_cu_max; /* 0: what registers and LDS allow */
    uint32_t trip_count;
    uint32_t taken_count;
    uint32_t pattern_count;
    uint32_t arg_count;
    uint32_t reg_count;
    uint32_t event_count; /* events of a timeline that the run's memory holds; 0: nothing is recorded */
    uint64_t max_clocks;  /* 0: 2^40 */
    const gcnmem_run_trip* trips;
    const gcnmem_run_taken* takens;
    const gcnmem_run_pattern* patterns;
    const gcnmem_run_value* args;
    const gcnmem_run_value* regs;
} gcnmem_run_options;

/* One wave memory instruction whose addresses the caller is asked for. */
typedef struct gcnmem_run_query {
    uint32_t insn; /* of the program */
    uint32_t wave; /* of its work-group */
    uint64_t group;
    uint64_t iter[3]; /* trips done of the innermost loop around it, of the next one out, ... */
} gcnmem_run_query;

/* Where the addresses of a memory instruction come from, most certain first: the caller or an annotation; the code
   itself; the code, with stand-ins for something that is not known; a default pattern. */
#define GCNMEM_STATUSES(X)                                                                                             \
    X(GIVEN, "given")                                                                                                  \
    X(COMPUTED, "computed")                                                                                            \
    X(ASSUMED, "assumed")                                                                                              \
    X(DEFAULT, "default")

#define GCNMEM_ROW(status, name) GCNMEM_STATUS_##status,
typedef enum gcnmem_status { GCNMEM_STATUSES(GCNMEM_ROW) GCNMEM_STATUS_END } gcnmem_status;
#undef GCNMEM_ROW

/* One access of a wave as it issues. */
typedef struct gcnmem_run_access {
    uint32_t insn; /* of the program */
    uint32_t cu;
    uint32_t group[3];
    uint32_t wave; /* of its work-group */
    gcnmem_status status;
    uint64_t mask;                  /* lanes that take part; a scalar access: lane 0 */
    uint64_t address[GCNMEM_LANES]; /* of the others: anything */
} gcnmem_run_access;

/* Is told of every access; instructions of two addresses a lane are two accesses. */
typedef void (*gcnmem_run_access_fn)(void* user_data, const gcnmem_run_access* access);

/* Copies `bytes` (1 to 4) of what the memory behind an argument holds, from `offset` on. `row` counts the rows of
   gcnmem_run_options.args; it is one that says file:. Returns 0 where nothing is known. */
typedef int (*gcnmem_run_content_fn)(void* user_data, uint32_t row, uint64_t offset, uint32_t bytes, void* out);

/* Fills out_address[64] with byte addresses and out_mask with the lanes that take part (on entry: all that exist).
   Returns 0 to leave the instruction to its annotation or default; must answer the same question the same way. */
typedef int (*gcnmem_run_address_fn)(void* user_data, const gcnmem_run_query* query, uint64_t* out_address,
                                     uint64_t* out_mask);

/* Whom a run asks and tells; each may be NULL. */
typedef struct gcnmem_run_hooks {
    gcnmem_run_address_fn address;
    gcnmem_run_access_fn access;
    gcnmem_run_content_fn content;
    void* user_data;
} gcnmem_run_hooks;

/* Counters of one instruction of the listing, over all waves. */
typedef struct gcnmem_run_insn_stats {
    uint64_t issued;
    uint64_t stall_clocks[GCNMEM_STALL_END];   /* wave clocks lost at this instruction */
    uint64_t waited_clocks[GCNMEM_SERVED_END]; /* s_waitcnt: of those, by where the awaited data came from */
    uint64_t served[GCNMEM_SERVED_END];        /* memory: wave instructions by the farthest level they needed */
    uint64_t unit_clocks;                      /* memory: clocks of the L1, LDS or scalar port */
    uint64_t lines;                            /* memory: cache lines touched */
    uint32_t waited_for;                       /* s_waitcnt: the instruction most of the wait was for, or GCNMEM_NONE */
    uint32_t is_default;                       /* memory: nonzero when its addresses come from a default pattern */
    uint32_t status;                           /* memory: gcnmem_status, the least certain that occurred */
    uint32_t cause;                            /* ... and what it rests on; for gcnmem_report_run() */
    uint64_t votes;                            /* how much waited_for leads */
} gcnmem_run_insn_stats;

/* What a run can record of its course, and its category in a timeline. Instructions and stalls of a wave follow each
   other without gap or overlap and fill its time; by cause, the stalls add up to gcnmem_run_result.stall_clocks. */
#define GCNMEM_RUN_EVENTS(X)                                                                                           \
    X(WAVE, "wave")      /* from its first possible clock; `end` is GCNMEM_RUN_EVENT_OPEN until it has ended */        \
    X(ISSUE, "issue")    /* an instruction, and the clocks it keeps its wave */                                        \
    X(STALL, "stall")    /* what kept the wave from issuing `insn`, or from going on behind it */                      \
    X(REQUEST, "memory") /* a memory instruction, from its issue until its data are there */                           \
    X(RESIDENT, "waves") /* `wave` is how many waves the CU holds from `begin` on */

#define GCNMEM_ROW(kind, name) GCNMEM_RUN_EVENT_##kind,
typedef enum gcnmem_run_event_kind { GCNMEM_RUN_EVENTS(GCNMEM_ROW) GCNMEM_RUN_EVENT_END } gcnmem_run_event_kind;
#undef GCNMEM_ROW

#define GCNMEM_RUN_EVENT_OPEN UINT64_MAX

typedef struct gcnmem_run_event {
    uint64_t begin; /* clocks */
    uint64_t end;
    uint64_t group;   /* of the dispatch */
    uint32_t wave;    /* of its group */
    uint32_t cu;      /* 0..cu_count-1 */
    uint32_t slot;    /* wave slot of the CU, used by one wave after another; those of a group stand side by side */
    uint32_t insn;    /* of the program; GCNMEM_NONE: the end of a listing without s_endpgm */
    uint32_t awaited; /* stall for a counter: the instruction whose data came last, else GCNMEM_NONE */
    uint8_t kind;     /* gcnmem_run_event_kind */
    uint8_t stall;    /* gcnmem_stall */
    uint8_t served;   /* gcnmem_served: of the request, of the awaited data */
} gcnmem_run_event;

typedef struct gcnmem_run_result {
    gcnmem_run_state state;
    gcnmem_limiter limited_by;
    uint64_t clocks;      /* until the last wave ended */
    uint64_t seconds_e12; /* picoseconds */
    uint64_t waves;       /* that ended */
    uint64_t groups;
    gcnmem_occupancy occupancy; /* what fits, and why no more */
    uint32_t waves_per_simd;    /* resident at most, by occupancy and groups_per_cu_max */
    uint32_t groups_per_cu;
    uint32_t cu_count;
    uint32_t defaults_used;                /* memory instructions of the stage that ran on a default pattern */
    uint32_t addresses[GCNMEM_STATUS_END]; /* memory instructions that ran, by the least certain of their addresses */
    uint32_t failed_insn;                  /* of the program, when the state is FAILED */
    uint32_t failed_column;                /* of its expression, from 1 */
    uint32_t untold_loops;                 /* loops that nobody gave a count: they run once */
    uint32_t untold_loop;                  /* instruction the first of them begins with */
    uint32_t waves_brought;                /* for each SIMD by the whole dispatch, at most waves_per_simd */
    uint32_t is_named;         /* nonzero: nobody stated the VGPRs, they are the highest that an instruction names */
    gcnmem_shader_needs needs; /* what occupancy was computed for */
    uint64_t open_ends;        /* waves that ended behind the last instruction, without s_endpgm */
    uint64_t instructions[GCNMEM_CATEGORY_END];
    uint64_t stall_clocks[GCNMEM_STALL_END]; /* wave clocks */
    uint64_t active_clocks;                  /* wave clocks spent on instructions; with all stalls: wave_clocks */
    uint64_t wave_clocks;                    /* from a wave's first possible clock to its end, summed */
    uint64_t launch_clocks;                  /* wave clocks between placement and the first possible clock */
    uint64_t valu_busy_clocks;               /* of all SIMDs */
    uint64_t salu_busy_clocks;               /* of all SIMDs' scalar turns */
    uint64_t l1_busy_clocks;                 /* of all CUs */
    uint64_t lds_busy_clocks;                /* of all CUs */
    uint64_t l2_busy_clocks;                 /* of all L2 channels */
    uint64_t dram_busy_e3;                   /* share of the data buses' time, in thousandths of a percent */
    uint64_t bytes_requested;                /* by lanes of vector memory instructions */
    uint64_t l1_bytes;                       /* whole lines the waves touched */
    uint64_t lds_bytes;
    uint64_t scalar_bytes;
    uint64_t code_bytes;                /* of the stage */
    uint64_t icache_misses;             /* lines of code that instruction caches asked L2 for */
    uint64_t l2_bytes;                  /* whole requests */
    uint64_t dram_bytes;                /* whole bursts */
    uint64_t served[GCNMEM_SERVED_END]; /* wave memory instructions */
    uint64_t events;                    /* recorded */
    uint64_t events_lost;               /* happened when gcnmem_run_options.event_count was used up */
    uint64_t events_lost_clock;         /* ... the first at this clock */
    gcnmem_dram_stats dram;
} gcnmem_run_result;

/* Where waves lost time, and to what. */
typedef struct gcnmem_run_hotspot {
    uint32_t insn;         /* of the program; GCNMEM_NONE: none, and the counters are 0 */
    uint32_t waited_for;   /* the instruction most of the wait was for, or GCNMEM_NONE */
    uint64_t stall_clocks; /* wave clocks lost at this instruction, to all causes */
    gcnmem_stall cause;    /* what most of them were lost to */
    gcnmem_served served;  /* s_waitcnt: where the data most waited for came from; else OTHER */
} gcnmem_run_hotspot;

typedef struct gcnmem_run gcnmem_run;

#ifndef GCNMEM_NO_RUN

/* One group of 64 lanes per work-group, registers of the listing, the whole machine filled once. */
GCNMEM_API gcnmem_run_options gcnmem_run_options_for(uint32_t stage);

/* The same machine with `cu_count` CUs and their share of L2 and DRAM: a short run stands for a long one. Channels are
   whole ones; where the share has a part of one, all of DRAM's are as much slower. 0: the whole. */
GCNMEM_API gcnmem_desc gcnmem_run_scaled_desc(const gcnmem_desc* desc, uint32_t cu_count);

/* Checks description, stage and options against each other. */
GCNMEM_API gcnmem_result gcnmem_run_validate(const gcnmem_desc* desc, const gcnmem_listing* program,
                                             const gcnmem_run_options* options, gcnmem_issue* out_issue);

/* Memory a run needs, whatever the number of groups. 0 when the three do not pass gcnmem_run_validate(). */
GCNMEM_API size_t gcnmem_run_size_bytes(const gcnmem_desc* desc, const gcnmem_listing* program,
                                        const gcnmem_run_options* options);

/* Builds a run at clock 0 in `memory` (aligned to 8). `text` is the listing the program was read from. Needs neither
   text, program, options nor description afterwards. out_run is NULL unless the result is GCNMEM_OK; a bad @mem
   expression names its line. */
GCNMEM_API gcnmem_result gcnmem_run_init(void* memory, size_t memory_bytes, const gcnmem_desc* desc,
                                         const gcnmem_listing* program, const char* text,
                                         const gcnmem_run_options* options, gcnmem_run** out_run,
                                         gcnmem_issue* out_issue);

/* Goes on until the run is over or its next event lies behind `clock`. `address_fn` may be NULL. */
GCNMEM_API gcnmem_run_state gcnmem_run_advance(gcnmem_run* run, uint64_t clock, gcnmem_run_address_fn address_fn,
                                               void* user_data);

/* The same with all that a caller may be asked for or told of. */
GCNMEM_API gcnmem_run_state gcnmem_run_advance_hooked(gcnmem_run* run, uint64_t clock, const gcnmem_run_hooks* hooks);

/* Copies the counters out; may be called at any time. */
GCNMEM_API gcnmem_run_result gcnmem_run_result_of(const gcnmem_run* run);

/* The instruction at which most time was lost (rank 0), the next one (rank 1), ... Among equals the first one leads. */
GCNMEM_API gcnmem_run_hotspot gcnmem_run_hotspot_of(const gcnmem_run* run, uint32_t rank);

/* Counters of an instruction of the program; zero outside the stage. */
GCNMEM_API gcnmem_run_insn_stats gcnmem_run_insn_of(const gcnmem_run* run, uint32_t insn);

/* Copies out the first `count` recorded events, in the order in which they became known; returns how many there were to
   copy, gcnmem_run_result.events at most. May be called at any time. Recording changes no counter. */
GCNMEM_API size_t gcnmem_run_events_of(const gcnmem_run* run, gcnmem_run_event* out_events, size_t count);

/* Static names, never NULL: "vector memory", "L2", "DRAM". */
GCNMEM_API const char* gcnmem_stall_name(gcnmem_stall stall);
GCNMEM_API const char* gcnmem_served_name(gcnmem_served served);
GCNMEM_API const char* gcnmem_limiter_name(gcnmem_limiter limiter);
GCNMEM_API const char* gcnmem_status_name(gcnmem_status status);

/* ---------------------------------------------------------------------------------------------------------------------
   >>shader     from the text of a listing to a run, in one call: what is asked for comes as text, as on a command line
   ------------------------------------------------------------------------------------------------------------------ */

/* A setting is a flag of the command line's `run` without its dashes: {"trip", "next_row=64"}.
     stage       NAME                 the stage, by its name or a part of it, when the listing holds several
     group       X,Y,Z                lanes of a work-group, else the listing's, else 64; one number: how many
     groups      X,Y,Z                work-groups of the dispatch, else as many as fill the machine once
     arg         K=VALUE              an argument by index or name: gcnmem_run_value
     reg         sN|vN=VALUE          what a register holds when a wave begins: gcnmem_run_value
     cus         N                    a part of the machine: gcnmem_run_scaled_desc()
     vgprs sgprs N                    of a wave, else the listing's
     lds         BYTES                of a work-group, else the listing's
     max-clocks  N                    when to give up
     events      N                    of a timeline: gcnmem_run_options.event_count
     trip        LABEL=N              trips of the loop that begins there, or '*' for all
     taken       LABEL=P              how often branches there jump, 0 to 1 with three decimals, or '*' for all
     mem         #INDEX|OPCODE=EXPR   the addresses of memory instructions, or '*' for all
     label       LABEL=INDEX          where a label stands that the listing does not define
   LABEL may be #INDEX, as in the report, or +0xADDRESS, as in the listing or in its <kernel+0xOFFSET>: that
   instruction. Of settings that mean the same the last one wins. */
typedef struct gcnmem_setting {
    const char* name;
    const char* value;
} gcnmem_setting;

/* Where the parts of a shader stand in the caller's memory. */
typedef struct gcnmem_shader {
    const char* text;        /* the caller's listing: reports read names from it */
    gcnmem_listing* program; /* NULL when the listing cannot be read */
    gcnmem_run* run;         /* at clock 0; NULL when anything is refused */
    uint32_t stage;          /* of the program; GCNMEM_NONE when none was chosen */
} gcnmem_shader;

/* Reads the listing, binds the settings to it and builds the run, all in `memory` (aligned to 8). Memory that is too
   small gives GCNMEM_ERROR_LIMIT, and issue.limit says how many bytes this step takes: with that many, call again. The
   second answer, if any, is the last: 0 bytes and NULL may ask for the first. Errors of a setting name it in field and
   setting; when a stage or label is not found (GCNMEM_ERROR_NAME) the program tells which there are. */
GCNMEM_API gcnmem_result gcnmem_shader_init(void* memory, size_t memory_bytes, const gcnmem_desc* desc,
                                            const char* text, size_t text_bytes, const gcnmem_setting* settings,
                                            uint32_t setting_count, gcnmem_shader* out_shader, gcnmem_issue* out_issue);

/* Runs it to the end and copies the counters out. */
GCNMEM_API gcnmem_run_result gcnmem_shader_finish(const gcnmem_shader* shader);

#endif /* GCNMEM_NO_RUN */

/* ---------------------------------------------------------------------------------------------------------------------
   >>rules      what the model does, rule by rule
   ------------------------------------------------------------------------------------------------------------------ */

#ifndef GCNMEM_NO_REPORT

/* Rule `number` as one paragraph without line breaks: "R20  A phase takes as many clocks as ...". NULL when there is no
   such rule; they count from 1 without a gap. */
GCNMEM_API const char* gcnmem_rule_text(uint32_t number);

/* ---------------------------------------------------------------------------------------------------------------------
   >>report     text for people, JSON for machines
   ------------------------------------------------------------------------------------------------------------------ */

/* Receives text that is not terminated. Return 0 to stop. */
typedef int (*gcnmem_write_fn)(void* user_data, const char* text, size_t text_bytes);

typedef enum gcnmem_style {
    GCNMEM_STYLE_TEXT = 0,
    GCNMEM_STYLE_JSON,
    GCNMEM_STYLE_CSV /* gcnmem_report_run() only: a row an instruction; the others write text */
} gcnmem_style;

/* Each writes one report and returns the bytes delivered. Integers only, so the same bytes everywhere. */
GCNMEM_API size_t gcnmem_report_devices(gcnmem_style style, gcnmem_write_fn write, void* user_data);
GCNMEM_API size_t gcnmem_report_cost(const gcnmem_desc* desc, const gcnmem_access* access, const gcnmem_cost* cost,
                                     gcnmem_style style, gcnmem_write_fn write, void* user_data);
GCNMEM_API size_t gcnmem_report_occupancy(const gcnmem_desc* desc, const gcnmem_shader_needs* needs,
                                          gcnmem_occupancy_rule rule, gcnmem_style style, gcnmem_write_fn write,
                                          void* user_data);

/* The resolved description, a field a line, with provenance: what a pasted report needs to be run again. */
GCNMEM_API size_t gcnmem_report_desc(const gcnmem_desc* desc, gcnmem_style style, gcnmem_write_fn write,
                                     void* user_data);

/* One sentence: what costs this access most, and what to change; a change that it names has been tried on the model.
   Cut to what `text_bytes` holds and terminated. Returns the length it has uncut. `cost` may be a sum of many. */
GCNMEM_API size_t gcnmem_cost_advice(const gcnmem_desc* desc, const gcnmem_access* access, const gcnmem_cost* cost,
                                     char* text, size_t text_bytes);

#ifndef GCNMEM_NO_REPLAY
/* What a replay did at every level, and why it took as long as it did. `incomplete` names the trace line the replay
   stopped at, 0 when it came to its end. */
GCNMEM_API size_t gcnmem_report_replay(const gcnmem_desc* desc, const gcnmem_replay_stats* stats, uint64_t incomplete,
                                       gcnmem_style style, gcnmem_write_fn write, void* user_data);
#endif

#ifndef GCNMEM_NO_RUN
/* Where a run's time went: the limiter, units, stalls and, beside the listing, every instruction. `program` and `text`
   are those the run was built from. */
GCNMEM_API size_t gcnmem_report_run(const gcnmem_run* run, const gcnmem_listing* program, const char* text,
                                    gcnmem_style style, gcnmem_write_fn write, void* user_data);

/* The course of a run as Chrome Trace Event JSON, for Perfetto, speedscope and the like. `events` come from
   gcnmem_run_events_of(); they are sorted in place, and waves that still run end with the last event. A clock is one
   unit of `ts` and `dur`, which viewers show as a microsecond. A process is a CU, a thread a wave slot; complete events
   nest: a wave ("cat": "wave") holds its instructions ("issue") and stalls ("stall", with args.cause as in the keys of
   stall_clocks). Memory requests are asynchronous pairs ("memory"), the waves of each CU a counter ("waves"). */
GCNMEM_API size_t gcnmem_report_timeline(const gcnmem_run* run, const gcnmem_listing* program, const char* text,
                                         gcnmem_run_event* events, size_t count, gcnmem_write_fn write,
                                         void* user_data);

/* A line of a trace that gcnmem_replay_line() reads:
   MNEMONIC cu=N group=X,Y,Z wave=W insn=INDEX status=STATUS a0,...,a63, with - for a lane that takes no part, INDEX
   counted from the first instruction of the run's stage, and one address for a scalar access. */
GCNMEM_API size_t gcnmem_report_access(const gcnmem_listing* program, const char* text, const gcnmem_run_access* access,
                                       gcnmem_write_fn write, void* user_data);

/* What a trace begins with: "# arg K=0xADDRESS", the memory behind each pointer of the kernel. */
GCNMEM_API size_t gcnmem_report_arguments(const gcnmem_run* run, gcnmem_write_fn write, void* user_data);

/* What to change so that a run takes less time. Static string, never NULL. */
GCNMEM_API const char* gcnmem_run_advice(const gcnmem_run_result* result);
#endif

#endif /* GCNMEM_NO_REPORT */

/* Nonzero when the program and the implementation were built from the same header. */
GCNMEM_API int gcnmem_check_version(uint32_t version, size_t desc_bytes, size_t access_bytes, size_t cost_bytes);
#define GCNMEM_CHECK_VERSION()                                                                                         \
    gcnmem_check_version(GCNMEM_VERSION, sizeof(gcnmem_desc), sizeof(gcnmem_access), sizeof(gcnmem_cost))

#ifdef __cplusplus
}
#endif

#endif /* GCNMEM_H_INCLUDED */

#ifdef GCNMEM_IMPLEMENTATION
#ifndef GCNMEM_IMPLEMENTATION_INCLUDED
#define GCNMEM_IMPLEMENTATION_INCLUDED

/* Of functions that run rarely: gcc and clang compile them for size, and faster. Where rooms hold nothing else,
   GCNMEMI_PRIVATE says it. */
#if defined(__GNUC__) || defined(__clang__)
#define GCNMEMI_COLD __attribute__((cold))
#else
#define GCNMEMI_COLD
#endif
#define GCNMEMI_PRIVATE GCNMEM_UNUSED static

#ifndef GCNMEM_ASSERT
#include <assert.h>
#define GCNMEM_ASSERT(condition) assert(condition)
#endif
#if defined(GCNMEM_USE_STB_SPRINTF) && defined(GCNMEM_VSNPRINTF)
#error "gcnmem.h: define GCNMEM_USE_STB_SPRINTF or GCNMEM_VSNPRINTF, not both: each chooses the report's formatter."
#endif
#if defined(GCNMEM_NO_REPORT) && (defined(GCNMEM_USE_STB_SPRINTF) || defined(GCNMEM_VSNPRINTF))
#error "gcnmem.h: GCNMEM_NO_REPORT drops the report writer, so a formatter for it makes no sense."
#endif

/* ---------------------------------------------------------------------------------------------------------------------
   >>rules      what the model does, sentence by sentence; comments and messages cite these by number
   Knows: nothing
   ------------------------------------------------------------------------------------------------------------------ */

#ifndef GCNMEM_NO_REPORT

/* clang-format off */
static const char* const gcnmemi_rules_texts[] = {
    /* Lanes */
    "R1   Lane i accesses the bytes from its address on; addresses wrap at 2^64. Dword and wider buffer accesses "
    "ignore the two low address bits [amd], atomics those below their size; flat and global loads and stores ignore "
    "none. An LDS access starts at the dword its address lies in [est].",
    "R2   Lanes masked by EXEC or outside the buffer touch nothing: no line, no bank, no request [meas]. Raw accesses "
    "end at the last whole dword in range, typed elements are all or nothing [amd]. image_load and image_store "
    "outside the image touch nothing, image_sample clamps to the edge.",

    /* Issue groups of a vector access. A wave is four aligned 16-lane blocks. */
    "R3   A load of one channel of at most 32 bits (not an image) takes a block in ONE group when in every aligned "
    "quad of lanes the addresses stay within 4 consecutive elements, in any order. No alignment is asked for. [amd] "
    "[meas]",
    "R4   When it does not, the block takes FOUR groups, group g holding lanes g, g+4, g+8, g+12. [fit]",
    "R5   Wider and multi-channel accesses and images take four groups, group g holding lanes 4g .. 4g+3. [amd] [fit]",

    /* Service of a group by the L1 */
    "R6   Tags say which lines the L1 holds. They stand in 4 tag banks: the 64-byte line at an address belongs to bank "
    "(address / 64) mod 4, so that neighbouring lines stand in different banks and lines 256 bytes apart in the same "
    "one. Each bank looks up one line a clock: the tags of a group that touches 4 neighbouring lines take one clock, "
    "those of 4 lines 256 bytes apart take 4. [amd] [fit]",
    "R7   Data: bank = dword mod 16. Different dwords of one bank take turns; the same dword is free. [fit]",
    "R8   A group takes max(lines in the fullest tag bank, dwords in the fullest data bank, rate, 1) clocks, times the "
    "passes of R11, even when no lane is in range [meas]; the wave takes the sum. With EXEC = 0 nothing is issued "
    "[est].",
    "R9   An unfiltered two-channel load of a wave takes at least 18 clocks on GFX6 to GFX8. [meas]",
    "R10  Images: R6 and R7 hold for them as well; what is theirs is where a texel stands. Blocks of 256 bytes, four "
    "lines, follow one another in rows, rows in slices. Inside a block the bits of the address are, from the lowest "
    "that counts texels up, bits of x and y, '^' their exclusive or. 8 bits: x0 x1 x2 y1 y0 y2^x3 x3 y3, 16 bits: x0 "
    "x1 x2 y0 y1^x3 x3 y2, 32 bits: x0 x1 y0 x2^y1 x3 y1, 64 bits: x0 y0 x1 x2 y1, 128 bits: x0 y0^x1 x1 y1. Before "
    "GFX9 8 bits: x0 y0 x1 y1 x2 y2 x3 x4^y3, 16 bits: x0 y0 x1 y1 x2 x3 x4^y2. [fit] to perftest's textures and to "
    "AMD's statement that bilinear samples of quads reach the rates of R11; image_layout_rule chooses. Other texels, "
    "as those of 96 bits, are linear [est].",
    "R11  Filtering: each lane reads the 2x2 texels at its coordinate; the filter takes 4 bytes of a texel a clock "
    "for the quad: the rate of a group is 1, 2, 4 clocks for 32, 64, 128 bits. Trilinear filtering and volumes take 2 "
    "passes each, N anisotropic taps N passes [amd]; a pass repeats the footprint of the first, conflicts included "
    "[est].",
    "R12  Stores are never coalesced into 16-lane groups: R5 for every width. [amd] [meas] AMD's guide gives 8 clocks "
    "as the lower bound where CLRX measured 16; the model uses 16. Their conflicts follow R6 and R7 [est].",
    "R13  Atomics follow R5; a compare-and-swap moves two operands and takes two clocks a group [meas]. Toward L2, "
    "those to different addresses of a block share a request, those to one address stay separate [amd].",
    "R14  L1 accesses are counted as AMD's TCP_TOTAL_ACCESSES does: each quad of a coalesced block that has an active "
    "lane, each active lane otherwise; coalescing is 16 accesses a wave over that, 25 % to 100 % [amd]. Distinct "
    "lines of each group are TCP_TOTAL_CACHE_ACCESSES [meas].",

    /* Toward L2 and DRAM */
    "R15  Loads and stores of all 64 lanes become the fewest aligned 64-byte requests; stores to one address "
    "collapse. [amd] Depth 1 counts these. Replay and run ask L2 for whole lines of L1 (R29, R30), which is the same "
    "on every device but MI200 (R61); it differs where a line is set longer or shorter than request_bytes.",
    "R16  A miss in L2 moves a whole L2 line in bursts of channel width * burst length; lines of one burst, where it "
    "is the longer, move together. [amd] [oss]",

    /* LDS: 32 banks of one dword, bank = dword mod 32 (16 on a few small parts). `clocks` counts bank clocks. */
    "R17  Up to 32 bits: two phases, lanes 0-31 and 32-63. [amd]",
    "R18  64 bits, and both dwords of a 32-bit pair (read2, write2): four phases of 16 lanes; a 64-bit pair takes the "
    "phases twice. [amd] [meas]",
    "R19  96 and 128 bits: eight phases of 8 lanes. ds_read_b128 takes {0-3,20-23} {4-7,16-19} {8-11,28-31} "
    "{12-15,24-27} and the same 32 lanes up; everything else takes lanes in order. [amd for CDNA; est for GCN] With "
    "other bank counts a phase of R17 to R19 has banks / dwords lanes, in order [est].",
    "R20  A phase takes as many clocks as the fullest bank has different dwords, at least one, masked off or not. "
    "[amd] [meas]",
    "R21  Atomics to one dword take their turns, lane by lane. [amd]",
    "R22  An address whose access does not lie wholly inside the allocation takes no part. [meas]",
    "R23  Lanes reach the banks through two ports, each shared by a pair of SIMDs. In one clock a port takes one "
    "dword from each of 16 lanes and gives one dword to each of 16 lanes. A wave therefore holds its port for 4 "
    "clocks a dword that its lanes send (the address is one, data follow) or receive, whichever are more. As the two "
    "ports work at once, a CU completes such an instruction every half of that: ds_read_b32 every 2 clocks, "
    "ds_write_b32 (address and data) every 4. [amd] SRC2 operations hold both ports, 4 clocks a dword [meas].",

    /* Scalar loads */
    "R24  One address for the wave. 4 clocks of issue for up to 4 dwords, 8 for 8, 16 for 16. [meas]",

    /* Occupancy */
    "R25  Registers are allocated in granules; a SIMD's waves are total / allocated, at most its wave slots. [amd] "
    "[oss]",
    "R26  LDS is allocated in granules out of the CU's 64 KB. [amd] [oss]",
    "R27  Whole work-groups: those that fit the waves R25 leaves, R26, and 16 groups of more than one wave. [amd]",
    "R28  The rules `llvm` and `radv` compute what LLVM 19 and Mesa's RADV print, granules aside. [oss]",

    /* Caches (depth 2) */
    "R29  Sets, ways, lines, least recently used; a missing line is installed at once, so that a hit on a line still "
    "under way counts as a hit. [amd] A wave's load looks up each distinct line of each issue group "
    "(TCP_TOTAL_CACHE_ACCESSES).",
    "R30  Vector L1: write-through. A wave's store that covers every byte of a line leaves the line valid, any other "
    "store leaves no copy behind. [amd] Misses are lines asked of L2, one for each line a store touches; hits are the "
    "lookups beyond: L1 and scalar L1 misses together = L2 reads + writes, for lines no longer than L2's and but for "
    "those that go together (R61).",
    "R31  GLC loads miss and drop the line, GLC stores and atomics leave none. [amd] SLC accesses install nothing "
    "[est].",
    "R32  L2: write-back, write-allocate, 16 ways [oss]; stores fetch nothing, dirty bytes are kept by mask until the "
    "line leaves [est].",
    "R33  L2 channels: consecutive 256-byte chunks go round the channels [amd]; MI100 and MI200 hash them [amd], the "
    "hash used here is an xor of all higher groups of channel bits [est]; Tahiti's twelve follow their own table "
    "[amd]. Each keeps to its own memory channels: below L2, addresses are those of channels that take turns [amd].",

    /* DRAM (depth 2), in command clocks */
    "R34  One request is one burst: channel width * burst length / 8 bytes, burst length / data rate clocks on the "
    "data bus. [oss]",
    "R35  A column command needs its row open. Row hit: it was, whoever opened it; row miss: the bank was closed "
    "(tRCD); row conflict: another row was open (tRP, tRCD). [oss]",
    "R36  A bank: tRCD, tRP, tRAS, tRC, tWR, tRTP. [oss] [meas]",
    "R37  Bank groups: column commands to one group keep tCCD_L, others tCCD_S. [oss]",
    "R38  Activation window: tRRD between activates, at most four in tFAW. [oss]",
    "R39  Turnaround: tWTR behind write data, the bus and tRTW behind a read; waiting writes go in batches, from "
    "dram_write_high_entries down to dram_write_low_entries. [oss] [est]",
    "R40  Refresh: every tREFI all banks close for tRFC; all channels at once. [oss]",
    "R41  Mapping: dram_mapping names the fields of an address from the top bit down, joined by '-': row first; rank, "
    "group, bank, channel, column in any order; chunk, if named, last: l2_interleave_bytes of column that stay in a "
    "channel. The channel count need not be a power of two. With dram_bank_rule 2 the folded row is xor-ed into bank "
    "and group, so that arrays a power of two apart do not meet in one bank. [oss]",
    "R42  Scheduling: first ready, first come over a bounded queue of reads and one of writes a channel: column "
    "commands of open rows, then activates, then precharges; the oldest first among equals, precharges the bank that "
    "is ready first. [oss] How many reads a channel chooses from decides how much of its peak a crowd of waves "
    "reaches, how many writes it gathers how often the bus turns around. One set of values for each type of memory "
    "fits runs on whole GPUs: clpeak on HD 7970, R9 290X and MI100, BabelStream on the first two, gpu-stream on "
    "MI100, reads, writes and copies on R9 380 [fit].",
    "R43  Pages stay open until another row or a refresh needs the bank, or, closed policy, until nobody waits for "
    "the row.",

    /* Replay (depth 2) */
    "R44  A wave's lines go through the L1 of its CU one after another; whether a store covers a line is decided over "
    "all its lanes. [amd]",
    "R45  Accesses that name no CU meet the L1 of CU 0; their time is spread over all CUs. [est]",
    "R46  An L2 channel takes one request a clock. [amd]",
    "R47  Latency is hidden: a replay lasts as long as its busiest part, L1 of a CU, L2 channel or DRAM. The order of "
    "the trace is the order of arrival at each channel: waves of a trace that has no times do not overtake each other, "
    "as those of a run do, so that DRAM finds more open rows.",
    "R48  DRAM clocks relate to engine clocks as dram_mbps_per_pin / dram_data_rate to core_clock_mhz, rounded up.",
    "R49  A CU sends one request a clock toward L2, in order: a memory channel that is full holds up the CU that "
    "found it full. [est]",

    /* Run (depth 3) */
    "R50  Opcodes are known by the longest word that begins them, memory instructions by the whole of it: where they "
    "issue, their VALU rate, what they move, which counters they bump. Unknown ones are classed by their prefix, "
    "counted, and cost what their class costs. [amd] [oss]",
    "R51  A loop is an edge back to a block that leads to it. Trips count how often the latch runs: bottom-tested "
    "loops branch back trips - 1 times, others leave on visit trips + 1 of the header. A backward jump that never "
    "returns is no loop.",
    "R52  vmcnt, lgkmcnt and expcnt have their generation's widths; vector memory returns in order, scalar memory out "
    "of order, LDS in order; flat instructions count in both. An instruction that would overflow a counter waits. "
    "[amd] [oss]",
    "R53  Addresses: the caller's, else --mem, else the listing's @mem, else computed (R62), else a default: distinct "
    "buffers read in order of lanes, images in the order in which texels stand in memory (R10). The result counts how "
    "many instructions ran on a default. Lanes that @lanes switches off touch nothing.",
    "R54  A wave memory instruction holds its unit for its cost (R8, R20, R24) and returns after the latency of the "
    "farthest level one of its lines needed; lines under way are shared. [meas] for MI100, [est] elsewhere.",
    "R55  Work-groups go to the CU with room, waves to its SIMDs in turn; registers, LDS and slots decide how many "
    "(R25 to R27). Registers are the caller's, else the listing's, else as many as its instructions name.",
    "R56  Each clock one SIMD has its turn: at most one instruction of a wave and one of each kind, oldest wave "
    "first; waits, barriers and no-ops take no unit. VALU 4 clocks, more by rate; branches 16 taken, 4 not. [amd] "
    "[meas]",
    "R57  Every clock of a wave belongs to one of its instructions or to the one thing it waited for. What limits a "
    "run is the busiest of VALU, scalar ALU, L1, LDS, L2 and DRAM if that was busy for four fifths of the time, else "
    "what its waves waited for longest. DRAM counts as busy while it moves data and while its own rules keep waiting "
    "requests from moving; waiting for a bank does not count, because other banks can work meanwhile, unless requests "
    "were there for 95 % of the time.",
    "R58  Instruction cache: icache_cus CUs share one. An instruction starts when all lines it stands in are there; a "
    "line that is not comes from L2 in the time of a scalar load, a request a clock and cache, while its wave waits "
    "[amd] [est]. Hits are part of R56's clocks, and nothing is fetched ahead [est]. Code stands in order from an "
    "aligned address on; an instruction has the bytes that the listing's hexadecimal words say, else those of its "
    "encoding. At clock 0 caches hold what one pass through the code leaves in them: code that fits is never waited "
    "for, of longer code a loop misses on every trip what it does not leave room for.",

    /* Between the CUs and DRAM */
    "R59  Each channel of memory has a queue of reads and one of writes in front of it, l2_read_entries and "
    "l2_write_entries for each channel of L2. A request that finds its queue full holds up the CU that sent it, and no "
    "other, until it has a place; a CU waits for at most l1_miss_lines lines. In one clock CUs have their turns in "
    "the order of their numbers, beginning with another one each time. [est]",
    "R60  Writes of GDDR5 follow one another no faster than commands to one bank group, dram_ccd_write_clocks: pure "
    "writes reach 58 to 67 % of the peak as measured on HD 7970 and R9 380 (51 to 61 %), where batches of any "
    "length and order leave 98 %. On HBM2 the same would halve what MI100 reaches. [fit]",
    "R61  The lines that one load misses in an aligned block of l2_request_bytes go to L2 as one request: 128 bytes on "
    "MI200, where counters show half the reads [meas], a line of L1 elsewhere. Stores and atomics go line by line "
    "[est].",

    /* Computed addresses */
    "R62  What addresses, branches and EXEC depend on is computed as the instructions issue, bit by bit [amd]: "
    "integers, and 32-bit floating point in the modes of the listing; reciprocals are rounded to nearest [est]. What "
    "is not known is a stand-in: of an argument the number of lanes along x, of a pointer or descriptor a memory "
    "object of its own. Loops whose end depends on a stand-in follow R51, lanes that may be on or off stay on.",
    "R63  An address is called computed when neither it, nor whether its lane is on, nor whether the wave comes there "
    "depends on a stand-in, pointers apart; assumed when a stand-in that all lanes share decides; else it is a "
    "default. Registers at a wave's start are those of the listing's metadata [oss].",

    /* Other GPUs: the same L1 with other numbers. What is not said here follows R1 to R49. */
    "R64  One law for the L1 of every GPU measured so far: an issue group takes max(sum over its phases of the "
    "fullest data bank, fullest tag bank, floor) clocks. Phases are lanes whose data go through the banks together; "
    "tags are those of the whole group; floors are R8, R9, R67 and R68. l1_group_rule says what the groups of a wave "
    "are: 1 R3 to R5 (GCN), 2 R66, 3 R68, 4 R69, 5 R70, 6 R71. [meas] on GCN, MI210, RX 6900 XT, A100, A40 and H200.",
    "R65  The tag bank of a line is two bits, each the parity of its number and a mask: l1_tag_mask_low and _high. "
    "Masks 1 and 2 are R6's line mod 4 (GCN, RDNA2). A100 and A40: the exclusive or of all base-4 digits [meas]. "
    "H200: 0x76f and 0x2b5 [fit]. Not measured on Volta and Pascal, which have A100's [est].",
    "R66  NVIDIA: a warp is one group. Its data go in phases of 32 lanes for up to 32 bits a lane, 16 for 64 bits, 8 "
    "for 128 bits. [meas] Pascal has two L1s an SM, each half as wide, and phases of 8, 4 and 4 lanes [oss] [meas].",
    "R67  Floors: the addresses of a warp take address_clocks, one, or two on GA10x, whose load units take 16 lanes "
    "a clock [meas]; a global store of a warp takes a clock and one more for each dword of a lane [meas].",
    "R68  RDNA2: the wave is one group and, up to 64 bits a lane, one phase. A load of 32 bits takes a clock when "
    "every aligned quad of lanes stays within 4 consecutive elements (R3), two or more when one does not; a load of "
    "64 bits four or more. [meas]",
    "R69  TeraScale: 16 lanes, a quarter of a wave, go together. A load takes a clock for each aligned 32 bytes they "
    "touch; a store on the fast path one clock a dword when they store consecutive elements in order, aligned, else "
    "two [amd]. On the complete path, that of kernels with atomics, lanes take turns [est].",
    "R70  GTX 280 and 285: 16 lanes, half a warp, go together. The segment of 32 bytes for 8-bit, 64 for 16-bit, 128 "
    "for wider elements at the first lane's address serves every lane in it, and shrinks to 64 and 32 bytes while "
    "one half holds all they want; the lanes left take the next. No cache, a segment a clock [est].",
    "R71  Intel Gen 9: messages of 16 lanes. The sampler's cache delivers 32 bytes a clock, and a message of 128 "
    "bits a lane takes a clock beyond its data. [meas]",
    "R72  LDS elsewhere than on GCN: phases of R17 to R19 in order of lanes. One whose lanes are off takes no bank. "
    "NVIDIA: two neighbouring phases of a load go as one when in both every lane has the address of its neighbour, "
    "lane ^ 1. To issue the phases takes a clock each, half where all lanes of the warp agree in pairs. [meas] on "
    "H200, [est] elsewhere.",
    "R73  The ports of LDS elsewhere than on GCN are as wide as its banks; addresses take address_clocks. [est]",
    "R74  NVIDIA: every group takes a slot of groups_per_cu_max, those of one wave as well, and "
    "lds_group_reserved_bytes beside its own shared memory. Registers are allocated by the warp. [meas]",
    "R75  With miss_rule 2 a line is divided in sectors of request_bytes: a miss brings the sectors asked for, and "
    "an L2 channel serves a sector a clock (R46). [meas] on H200.",
    "R76  Latency: of a set that is walked at random again and again, a cache of C bytes serves all while the set "
    "has at most C bytes, and of S bytes the share (C / S)^7 [fit] to A100, V100 and H200; what it does not serve "
    "takes the latency of the next level. Each CU sees l2_near_bytes of L2 near and the rest from afar [meas]. TLBs "
    "are not modelled."};
/* clang-format on */

GCNMEM_DEF const char* gcnmem_rule_text(uint32_t number) {
    uint32_t count = (uint32_t)(sizeof(gcnmemi_rules_texts) / sizeof(gcnmemi_rules_texts[0]));
    return number - 1 < count ? gcnmemi_rules_texts[number - 1] : NULL;
}

#endif /* GCNMEM_NO_REPORT */

/* ---------------------------------------------------------------------------------------------------------------------
   >>bits       small integer helpers
   Knows: nothing
   ------------------------------------------------------------------------------------------------------------------ */

GCNMEMI_PRIVATE int gcnmemi_bits_is_power_of_two(uint64_t value) {
    return value != 0 && (value & (value - 1)) == 0;
}

/* value % count, at the price of a mask when count is a power of two. */
GCNMEMI_PRIVATE uint32_t gcnmemi_bits_rest(uint64_t value, uint32_t count) {
    return (uint32_t)((count & (count - 1)) == 0 ? value & (count - 1) : value % count);
}

GCNMEMI_PRIVATE uint32_t gcnmemi_bits_log2(uint64_t value) {
    uint32_t log2 = 0;
    while (value > 1) {
        value >>= 1;
        ++log2;
    }
    return log2;
}

/* A mask of the first `count` lanes. */
GCNMEMI_PRIVATE uint64_t gcnmemi_bits_lanes(uint32_t count) {
    return count < 64 ? ((uint64_t)1 << count) - 1 : UINT64_MAX;
}

GCNMEMI_PRIVATE uint32_t gcnmemi_bits_count(uint64_t value) {
    value = value - ((value >> 1) & 0x5555555555555555u);
    value = (value & 0x3333333333333333u) + ((value >> 2) & 0x3333333333333333u);
    value = (value + (value >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (uint32_t)((value * 0x0101010101010101u) >> 56);
}

GCNMEMI_PRIVATE uint64_t gcnmemi_bits_max(uint64_t a, uint64_t b) {
    return a > b ? a : b;
}

GCNMEMI_PRIVATE uint64_t gcnmemi_bits_min(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

GCNMEMI_PRIVATE uint32_t gcnmemi_bits_min32(uint32_t a, uint32_t b) {
    return a < b ? a : b;
}

GCNMEMI_PRIVATE uint32_t gcnmemi_bits_divide_up(uint32_t value, uint32_t step) {
    return value / step + (value % step != 0);
}

GCNMEMI_PRIVATE uint32_t gcnmemi_bits_align_up(uint32_t value, uint32_t step) {
    return gcnmemi_bits_divide_up(value, step) * step;
}

GCNMEMI_PRIVATE void gcnmemi_bits_copy(void* to, const void* from, size_t bytes) {
    for (size_t i = 0; i < bytes; ++i) {
        ((unsigned char*)to)[i] = ((const unsigned char*)from)[i];
    }
}

/* As memcmp: below, at or above zero. */
GCNMEMI_PRIVATE int gcnmemi_bits_compare(const void* a, const void* b, size_t bytes) {
    const unsigned char* x = (const unsigned char*)a;
    const unsigned char* y = (const unsigned char*)b;
    for (size_t i = 0; i < bytes; ++i) {
        if (x[i] != y[i]) {
            return x[i] < y[i] ? -1 : 1;
        }
    }
    return 0;
}

GCNMEMI_PRIVATE int gcnmemi_bits_equal(const void* a, const void* b, size_t bytes) {
    return gcnmemi_bits_compare(a, b, bytes) == 0;
}

GCNMEMI_PRIVATE void gcnmemi_bits_zero(void* to, size_t bytes) {
    for (size_t i = 0; i < bytes; ++i) {
        ((unsigned char*)to)[i] = 0;
    }
}

/* a * b / c with 64-bit operands and no overflow for the products of this file (c > 0); rounds half up. */
GCNMEMI_PRIVATE uint64_t gcnmemi_bits_scale(uint64_t a, uint64_t b, uint64_t c) {
    uint64_t whole = a / c;
    uint64_t rest = a % c;
    if (b != 0 && rest > (UINT64_MAX - c) / b) { /* too large to be exact: give up the low bits of the rest */
        uint32_t shift = 0;
        while (rest >> shift > (UINT64_MAX - c) / b) {
            ++shift;
        }
        return whole * b + (rest >> shift) * b / ((c >> shift) + 1);
    }
    return whole * b + (rest * b + c / 2) / c;
}

/* Index of the lowest set bit (de Bruijn sequence); `set` is not 0. */
GCNMEMI_PRIVATE uint32_t gcnmemi_bits_lowest(uint64_t set) {
#if defined(__GNUC__)
    return (uint32_t)__builtin_ctzll(set);
#else
    static const unsigned char position[64] = {0,  1,  2,  53, 3,  7,  54, 27, 4,  38, 41, 8,  34, 55, 48, 28,
                                               62, 5,  39, 46, 44, 42, 22, 9,  24, 35, 59, 56, 49, 18, 29, 11,
                                               63, 52, 6,  26, 37, 40, 33, 47, 61, 45, 43, 21, 23, 58, 17, 10,
                                               51, 25, 36, 32, 60, 20, 57, 16, 50, 31, 19, 15, 30, 14, 13, 12};
    return position[((set & (~set + 1)) * 0x022fdd63cc95386du) >> 58];
#endif
}

/* Every bit of the result depends on every bit of `value`; one to one. */
GCNMEMI_PRIVATE uint64_t gcnmemi_bits_mix(uint64_t value) {
    value += 0x9e3779b97f4a7c15u;
    value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9u;
    value = (value ^ (value >> 27)) * 0x94d049bb133111ebu;
    return value ^ (value >> 31);
}

/* Whether `a` stands before `b` in the order that is asked for. */
typedef int (*gcnmemi_bits_before_fn)(const void* context, const void* a, const void* b);

#define GCNMEMI_BITS_SORT_MAX 64 /* bytes of an element that can be sorted */

/* Lets the element at `at` of a heap sink to its place: none stands before one above it. */
GCNMEMI_PRIVATE void gcnmemi_bits_sink(unsigned char* heap, size_t at, size_t count, size_t bytes,
                                       gcnmemi_bits_before_fn is_before, const void* context) {
    uint64_t sinking[GCNMEMI_BITS_SORT_MAX / 8];
    gcnmemi_bits_copy(sinking, heap + at * bytes, bytes);
    for (size_t below = at * 2 + 1; below < count; below = at * 2 + 1) {
        if (below + 1 < count && is_before(context, heap + below * bytes, heap + (below + 1) * bytes)) {
            ++below;
        }
        if (!is_before(context, sinking, heap + below * bytes)) {
            break;
        }
        gcnmemi_bits_copy(heap + at * bytes, heap + below * bytes, bytes);
        at = below;
    }
    gcnmemi_bits_copy(heap + at * bytes, sinking, bytes);
}

/* Heap sort: no recursion, no bad case. Elements of which none stands before the other end in any order. */
GCNMEMI_PRIVATE void gcnmemi_bits_sort(void* elements, size_t count, size_t bytes, gcnmemi_bits_before_fn is_before,
                                       const void* context) {
    unsigned char* heap = (unsigned char*)elements;
    GCNMEM_ASSERT(bytes <= GCNMEMI_BITS_SORT_MAX);
    for (size_t i = count / 2; i > 0; --i) {
        gcnmemi_bits_sink(heap, i - 1, count, bytes, is_before, context);
    }
    for (size_t i = count; i > 1; --i) {
        uint64_t last[GCNMEMI_BITS_SORT_MAX / 8];
        gcnmemi_bits_copy(last, heap + (i - 1) * bytes, bytes);
        gcnmemi_bits_copy(heap + (i - 1) * bytes, heap, bytes);
        gcnmemi_bits_copy(heap, last, bytes);
        gcnmemi_bits_sink(heap, 0, i - 1, bytes, is_before, context);
    }
}

/* ---------------------------------------------------------------------------------------------------------------------
   >>text       pieces of text, terminated or not: words, names and numbers, read without a locale
   Knows: bits
   ------------------------------------------------------------------------------------------------------------------ */

/* A piece of a text, not terminated. Readers take what they know off its front. */
typedef struct gcnmemi_text {
    const char* at;
    const char* end;
} gcnmemi_text;

/* Classes of characters. */
enum {
    GCNMEMI_TEXT_BLANK = 1,
    GCNMEMI_TEXT_DIGIT = 2,
    GCNMEMI_TEXT_HEX = 4,
    GCNMEMI_TEXT_LETTER = 8, /* begins a name: letters and _ */
    GCNMEMI_TEXT_NAME = 16   /* continues a name of a listing: digits, . and $ too */
};

/* clang-format off */
static const uint8_t gcnmemi_text_classes[128] = {
    0,  0,  0,  0,  0,  0,  0,  0,  0,  1,  0,  1,  1,  1,  0,  0,  /* \t \v \f \r */
    0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,
    1,  0,  0,  0,  16, 0,  0,  0,  0,  0,  0,  0,  0,  0,  16, 0,  /* blank $ . */
    22, 22, 22, 22, 22, 22, 22, 22, 22, 22, 0,  0,  0,  0,  0,  0,  /* 0 to 9 */
    0,  28, 28, 28, 28, 28, 28, 24, 24, 24, 24, 24, 24, 24, 24, 24, /* A to F, G to Z */
    24, 24, 24, 24, 24, 24, 24, 24, 24, 24, 24, 0,  0,  0,  0,  24, /* _ */
    0,  28, 28, 28, 28, 28, 28, 24, 24, 24, 24, 24, 24, 24, 24, 24,
    24, 24, 24, 24, 24, 24, 24, 24, 24, 24, 24, 0,  0,  0,  0,  0};
/* clang-format on */

/* Nonzero when the character is of one of the classes. */
GCNMEMI_PRIVATE uint32_t gcnmemi_text_class(char c, uint32_t classes) {
    uint8_t code = (uint8_t)c;
    return code < 128 ? gcnmemi_text_classes[code] & classes : 0;
}

GCNMEMI_PRIVATE char gcnmemi_text_lower(char c) {
    return (c >= 'A' && c <= 'Z') ? (char)(c - 'A' + 'a') : c;
}

/* The bound keeps compilers from turning the loop into a call of strlen: the header asks nothing of a C library. */
GCNMEMI_PRIVATE size_t gcnmemi_text_length(const char* terminated) {
    size_t length = 0;
    while (length < 65535 && terminated[length] != 0) {
        ++length;
    }
    return length;
}

GCNMEMI_PRIVATE gcnmemi_text gcnmemi_text_span(const char* at, const char* end) {
    gcnmemi_text text;
    text.at = at;
    text.end = end;
    return text;
}

GCNMEMI_PRIVATE gcnmemi_text gcnmemi_text_of(const char* terminated) {
    return gcnmemi_text_span(terminated, terminated + gcnmemi_text_length(terminated));
}

GCNMEMI_PRIVATE size_t gcnmemi_text_bytes(gcnmemi_text text) {
    return (size_t)(text.end - text.at);
}

/* The character `ahead` places on, or 0 past the end. */
GCNMEMI_PRIVATE char gcnmemi_text_peek(gcnmemi_text text, size_t ahead) {
    return ahead < gcnmemi_text_bytes(text) ? text.at[ahead] : '\0';
}

/* ---- comparing ---- */

/* The bytes of `word` (lower case) when the text begins with it, whatever its case; else 0. */
GCNMEMI_PRIVATE size_t gcnmemi_text_begins(gcnmemi_text text, const char* word) {
    size_t bytes = 0;
    for (; word[bytes] != '\0'; ++bytes) {
        if (bytes >= gcnmemi_text_bytes(text) || gcnmemi_text_lower(text.at[bytes]) != word[bytes]) {
            return 0;
        }
    }
    return bytes;
}

/* Whether the text is `word` (lower case), whatever its case. */
GCNMEMI_PRIVATE int gcnmemi_text_is(gcnmemi_text text, const char* word) {
    return text.at < text.end && gcnmemi_text_begins(text, word) == gcnmemi_text_bytes(text);
}

GCNMEMI_PRIVATE int gcnmemi_text_same(gcnmemi_text a, gcnmemi_text b) {
    return gcnmemi_text_bytes(a) == gcnmemi_text_bytes(b) && gcnmemi_bits_equal(a.at, b.at, gcnmemi_text_bytes(a));
}

/* Where `word` (lower case) first stands in the text, or NULL. */
GCNMEMI_PRIVATE const char* gcnmemi_text_find(gcnmemi_text text, const char* word) {
    for (; text.at < text.end; ++text.at) {
        if (gcnmemi_text_lower(*text.at) == word[0] && gcnmemi_text_begins(text, word) > 0) {
            return text.at;
        }
    }
    return NULL;
}

/* Two terminated texts. */
GCNMEMI_PRIVATE int gcnmemi_text_equal(const char* a, const char* b) {
    return gcnmemi_text_same(gcnmemi_text_of(a), gcnmemi_text_of(b));
}

GCNMEMI_PRIVATE int gcnmemi_text_starts(const char* text, const char* start) {
    gcnmemi_text begin = gcnmemi_text_of(start);
    return gcnmemi_bits_equal(text, start, gcnmemi_text_bytes(begin));
}

/* Whether two texts are the same, whatever their case. */
GCNMEMI_PRIVATE int gcnmemi_text_alike(gcnmemi_text a, gcnmemi_text b) {
    int is_alike = gcnmemi_text_bytes(a) == gcnmemi_text_bytes(b);
    for (; is_alike && a.at < a.end; ++a.at, ++b.at) {
        is_alike = *a.at == *b.at || gcnmemi_text_lower(*a.at) == gcnmemi_text_lower(*b.at);
    }
    return is_alike;
}

/* Below, at or above zero: the order of the texts byte by byte, a text before those that begin with it. */
GCNMEMI_PRIVATE int gcnmemi_text_order(gcnmemi_text a, gcnmemi_text b) {
    size_t shared = gcnmemi_text_bytes(a) < gcnmemi_text_bytes(b) ? gcnmemi_text_bytes(a) : gcnmemi_text_bytes(b);
    int order = gcnmemi_bits_compare(a.at, b.at, shared);
    return order != 0 ? order : (a.end - a.at > b.end - b.at) - (a.end - a.at < b.end - b.at);
}

/* The same for texts that are alike. */
GCNMEMI_PRIVATE uint64_t gcnmemi_text_hash(gcnmemi_text text) {
    uint64_t hash = 0;
    for (; text.at < text.end; ++text.at) {
        hash = hash * 0x100000001b3u + ((uint8_t)*text.at | 0x20u);
    }
    return gcnmemi_bits_mix(hash);
}

/* ---- taking off the front ---- */

/* Takes the characters of the given classes. */
GCNMEMI_PRIVATE gcnmemi_text gcnmemi_text_take(gcnmemi_text* text, uint32_t classes) {
    gcnmemi_text taken = gcnmemi_text_span(text->at, text->at);
    while (taken.end < text->end && gcnmemi_text_class(*taken.end, classes)) {
        ++taken.end;
    }
    text->at = taken.end;
    return taken;
}

GCNMEMI_PRIVATE void gcnmemi_text_skip_blanks(gcnmemi_text* text) {
    gcnmemi_text_take(text, GCNMEMI_TEXT_BLANK);
}

/* The text without blanks around it. */
GCNMEMI_PRIVATE gcnmemi_text gcnmemi_text_trim(gcnmemi_text text) {
    gcnmemi_text_skip_blanks(&text);
    while (text.end > text.at && gcnmemi_text_class(text.end[-1], GCNMEMI_TEXT_BLANK)) {
        --text.end;
    }
    return text;
}

/* Takes everything before the first `stop`, and `stop` itself. */
GCNMEMI_PRIVATE gcnmemi_text gcnmemi_text_take_until(gcnmemi_text* text, char stop) {
    gcnmemi_text taken = gcnmemi_text_span(text->at, text->at);
    while (taken.end < text->end && *taken.end != stop) {
        ++taken.end;
    }
    text->at = taken.end < text->end ? taken.end + 1 : taken.end;
    return taken;
}

/* The same with a word (lower case), whatever its case. */
GCNMEMI_PRIVATE gcnmemi_text gcnmemi_text_take_past(gcnmemi_text* text, const char* word) {
    const char* found = gcnmemi_text_find(*text, word);
    gcnmemi_text taken = gcnmemi_text_span(text->at, found != NULL ? found : text->end);
    text->at = found != NULL ? found + gcnmemi_text_length(word) : text->end;
    return taken;
}

/* Whether the text is one of the words, which are in lower case and parted by commas. */
GCNMEMI_PRIVATE int gcnmemi_text_among(gcnmemi_text text, const char* words) {
    int is_word = 0;
    while (*words != '\0' && !is_word) {
        gcnmemi_text rest = text;
        for (; rest.at < rest.end && *words != ',' && gcnmemi_text_lower(*rest.at) == *words; ++words) {
            ++rest.at;
        }
        is_word = rest.at == rest.end && (*words == ',' || *words == '\0');
        while (*words != '\0' && *words++ != ',') {
        }
    }
    return is_word;
}

/* Takes one character when it comes next. */
GCNMEMI_PRIVATE int gcnmemi_text_take_char(gcnmemi_text* text, char c) {
    int is_next = text->at < text->end && *text->at == c;
    text->at += is_next;
    return is_next;
}

/* Takes `word` (lower case) when the text begins with it, whatever its case. */
GCNMEMI_PRIVATE int gcnmemi_text_take_word(gcnmemi_text* text, const char* word) {
    size_t bytes = gcnmemi_text_begins(*text, word);
    text->at += bytes;
    return bytes > 0;
}

/* Value of a digit in the base, or the base itself when it is none. */
GCNMEMI_PRIVATE uint32_t gcnmemi_text_digit(char c, uint32_t base) {
    uint32_t digit = gcnmemi_text_class(c, GCNMEMI_TEXT_DIGIT) ? (uint32_t)(c - '0')
                     : gcnmemi_text_class(c, GCNMEMI_TEXT_HEX) ? (uint32_t)(gcnmemi_text_lower(c) - 'a') + 10u
                                                               : base;
    return digit < base ? digit : base;
}

/* Takes the digits of a number in base 10 or 16. Returns how many; 0, with nothing taken, when there is none or the
   number does not fit 64 bits. */
GCNMEMI_PRIVATE size_t gcnmemi_text_take_digits(gcnmemi_text* text, uint32_t base, uint64_t* out_value) {
    const uint64_t most = base == 16 ? UINT64_MAX / 16 : UINT64_MAX / 10;
    gcnmemi_text rest = *text;
    uint64_t value = 0;
    uint32_t digit;
    for (; (digit = gcnmemi_text_digit(gcnmemi_text_peek(rest, 0), base)) != base; ++rest.at) {
        if (value > most || value * base > UINT64_MAX - digit) {
            return 0;
        }
        value = value * base + digit;
    }
    size_t taken = (size_t)(rest.at - text->at);
    *out_value = value;
    text->at = rest.at;
    return taken;
}

/* Takes a decimal or 0x number. Returns its characters, 0 as above. */
GCNMEMI_PRIVATE size_t gcnmemi_text_take_number(gcnmemi_text* text, uint64_t* out_value) {
    gcnmemi_text digits = *text;
    if (gcnmemi_text_take_word(&digits, "0x") && gcnmemi_text_class(gcnmemi_text_peek(digits, 0), GCNMEMI_TEXT_HEX)) {
        size_t bytes = gcnmemi_text_take_digits(&digits, 16, out_value);
        text->at = bytes > 0 ? digits.at : text->at;
        return bytes > 0 ? bytes + 2 : 0;
    }
    return gcnmemi_text_take_digits(text, 10, out_value);
}

/* ---- lines ---- */

/* The text without the byte order mark that UTF-8 may begin with. */
GCNMEMI_PRIVATE gcnmemi_text gcnmemi_text_behind_mark(gcnmemi_text text) {
    if (gcnmemi_text_bytes(text) >= 3 && gcnmemi_bits_equal(text.at, "\xef\xbb\xbf", 3)) {
        text.at += 3;
    }
    return text;
}

/* Lines of the text; one without a line feed at its end counts as well. Takes eight bytes at a time. */
GCNMEMI_PRIVATE uint64_t gcnmemi_text_count_lines(gcnmemi_text text) {
    const uint64_t low = 0x7f7f7f7f7f7f7f7fu;
    uint64_t count = 1;
    for (; text.end - text.at >= 8; text.at += 8) {
        uint64_t word;
        gcnmemi_bits_copy(&word, text.at, 8);
        word ^= 0x0a0a0a0a0a0a0a0au;
        uint64_t feeds = ~(((word & low) + low) | word | low); /* a bit for each byte that is 0 now */
        count += feeds != 0 ? gcnmemi_bits_count(feeds) : 0u;
    }
    for (; text.at < text.end; ++text.at) {
        count += *text.at == '\n';
    }
    return count;
}

/* Where the first line ends: at its line feed, at the text's end, or at a control character, which no text holds. Takes
   eight bytes at a time. */
GCNMEMI_PRIVATE const char* gcnmemi_text_line_end(gcnmemi_text text) {
    const uint64_t ones = 0x0101010101010101u;
    for (;; ++text.at) {
        while (text.end - text.at >= 8) {
            uint64_t word;
            gcnmemi_bits_copy(&word, text.at, 8);
            if (((word - ones * 0x20u) & ~word & (ones * 0x80u)) != 0) { /* some byte is below 0x20 */
                break;
            }
            text.at += 8;
        }
        while (text.at < text.end && (uint8_t)*text.at >= 0x20) {
            ++text.at;
        }
        if (text.at == text.end || !gcnmemi_text_class(*text.at, GCNMEMI_TEXT_BLANK)) {
            return text.at;
        }
    }
}

/* ---- names of parts and fields, as a person types them ---- */

/* Next character of a name without blanks, '-' and '_', in lower case; advances past it. 0 at the end. */
GCNMEMI_PRIVATE char gcnmemi_text_next_plain(const char** text) {
    while (**text == ' ' || **text == '-' || **text == '_') {
        ++*text;
    }
    return **text == 0 ? (char)0 : gcnmemi_text_lower(*(*text)++);
}

/* Names a person would call the same: "R9 390X", "r9-390x", "r9_390x". */
GCNMEMI_PRIVATE int gcnmemi_text_same_name(const char* a, const char* b) {
    char c;
    do {
        c = gcnmemi_text_next_plain(&a);
        if (c != gcnmemi_text_next_plain(&b)) {
            return 0;
        }
    } while (c != 0);
    return 1;
}

/* How many plain letters `begin` has when the plain name begins with them, else 0. */
GCNMEMI_PRIVATE uint32_t gcnmemi_text_plain_begins(const char* name, const char* begin) {
    uint32_t count = 0;
    for (char c; (c = gcnmemi_text_next_plain(&begin)) != 0; ++count) {
        if (c != gcnmemi_text_next_plain(&name)) {
            return 0;
        }
    }
    return count;
}

/* Edits (insert, delete, replace) that turn one plain name into the other; names longer than 31 are cut. */
GCNMEMI_PRIVATE uint32_t gcnmemi_text_distance(const char* a, const char* b) {
    char plain[32];
    uint32_t row[32];
    uint32_t length = 0;
    char c;
    while (length < 31 && (c = gcnmemi_text_next_plain(&b)) != 0) {
        plain[length++] = c;
    }
    for (uint32_t i = 0; i <= length; ++i) {
        row[i] = i;
    }
    while ((c = gcnmemi_text_next_plain(&a)) != 0) {
        uint32_t diagonal = row[0]++;
        for (uint32_t i = 1; i <= length; ++i) {
            uint32_t replaced = diagonal + (plain[i - 1] != c);
            diagonal = row[i];
            row[i] = gcnmemi_bits_min32(replaced, gcnmemi_bits_min32(row[i], row[i - 1]) + 1);
        }
    }
    return row[length];
}

#undef GCNMEMI_PRIVATE
#define GCNMEMI_PRIVATE GCNMEMI_COLD GCNMEM_UNUSED static

/* ---------------------------------------------------------------------------------------------------------------------
   >>results    codes to words
   Knows: bits, text
   ------------------------------------------------------------------------------------------------------------------ */

GCNMEM_DEF const char* gcnmem_result_name(gcnmem_result result) {
    static const char* const names[] = {"ok",           "unknown name", "bad value",
                                        "syntax error", "too large",    "division by zero"};
    uint32_t at = 0u - (uint32_t)result; /* errors count down from GCNMEM_OK */
    return at < sizeof(names) / sizeof(names[0]) ? names[at] : "unknown result";
}

GCNMEM_DEF const char* gcnmem_provenance_tag(gcnmem_provenance provenance) {
    static const char* const tags[] = {"[amd]", "[doc]", "[meas]", "[oss]", "[fit]", "[est]", "[user]"};
    for (size_t i = 0; i < sizeof(tags) / sizeof(tags[0]); ++i) {
        if ((char)provenance == tags[i][1]) {
            return tags[i];
        }
    }
    return "[none]";
}

/* Fills an issue (when the caller wants one) and passes the result on. */
GCNMEMI_PRIVATE gcnmem_result gcnmemi_results_fail(gcnmem_result result, gcnmem_issue* out_issue, const char* field,
                                                   const char* rule, uint64_t value, uint64_t limit) {
    if (out_issue != NULL) {
        gcnmemi_bits_zero(out_issue, sizeof(*out_issue));
        out_issue->field = field;
        out_issue->rule = rule;
        out_issue->value = value;
        out_issue->limit = limit;
    }
    return result;
}

GCNMEMI_PRIVATE gcnmem_result gcnmemi_results_fail_at(gcnmem_result result, gcnmem_issue* out_issue, const char* field,
                                                      const char* rule, uint64_t value, uint32_t column) {
    gcnmemi_results_fail(result, out_issue, field, rule, value, 0);
    if (out_issue != NULL) {
        out_issue->column = column;
    }
    return result;
}

/* Memory that a caller gave for something of `needed` bytes: all of it, and aligned for 64-bit integers. */
GCNMEMI_PRIVATE gcnmem_result gcnmemi_results_check_memory(const void* memory, size_t memory_bytes, uint64_t needed,
                                                           gcnmem_issue* out_issue) {
    size_t given = memory != NULL ? memory_bytes : 0;
    uint32_t beside = (uint32_t)((uintptr_t)memory & 7u);
    if (given < needed) {
        return gcnmemi_results_fail(GCNMEM_ERROR_LIMIT, out_issue, "memory", "is {value} bytes: {limit} are needed",
                                    given, needed);
    }
    return beside == 0 ? GCNMEM_OK
                       : gcnmemi_results_fail(GCNMEM_ERROR_LIMIT, out_issue, "memory",
                                              "begins {value} bytes behind a multiple of {limit}", beside, 8);
}

/* Appends a character to a text that is cut to its room; returns the length uncut. */
GCNMEMI_PRIVATE size_t gcnmemi_results_put(char* text, size_t text_bytes, size_t at, char c) {
    if (at + 1 < text_bytes) {
        text[at] = c;
        text[at + 1] = 0;
    }
    return at + 1;
}

GCNMEM_DEF size_t gcnmem_issue_text(const gcnmem_issue* issue, char* text, size_t text_bytes) {
    size_t at = 0;
    if (text_bytes > 0) {
        text[0] = 0;
    }
    for (const char* rule = issue->rule; *rule != 0;) {
        int is_value = gcnmemi_text_starts(rule, "{value}");
        if (is_value || gcnmemi_text_starts(rule, "{limit}")) {
            uint64_t number = is_value ? issue->value : issue->limit;
            uint64_t unit = 1;
            while (number / unit >= 10) {
                unit *= 10;
            }
            for (; unit != 0; unit /= 10) {
                at = gcnmemi_results_put(text, text_bytes, at, (char)('0' + number / unit % 10));
            }
            rule += sizeof("{value}") - 1;
        } else {
            at = gcnmemi_results_put(text, text_bytes, at, *rule++);
        }
    }
    return at;
}

/* ---------------------------------------------------------------------------------------------------------------------
   >>devices    the tables: generations, memories, cards
   Knows: bits, text, results

   Each value carries a letter for where it comes from (gcnmem_provenance): a AMD, m measured, o open source, f fitted,
   e estimate or recalled. Sources: AMD's ISA manuals and OpenCL optimization guide, PAL, the amdgpu kernel driver,
   LLVM, Mesa, CLRX GcnTimings, and measurements by perftest, gpu-benches and mt4g; e is mostly vendor data sheets.
   ------------------------------------------------------------------------------------------------------------------ */

#define GCNMEMI_DEVICES_COLUMNS 9 /* at most, of any table below */

/* A field, and for each column its value and a letter for where that comes from. */
typedef struct gcnmemi_devices_row {
    gcnmem_field field;
    int32_t value[GCNMEMI_DEVICES_COLUMNS];
    char provenance[GCNMEMI_DEVICES_COLUMNS + 1];
} gcnmemi_devices_row;

typedef struct gcnmemi_devices_fact {
    uint32_t value;
    gcnmem_provenance provenance;
} gcnmemi_devices_fact;

/* First gfx version of each generation: a card is of the last one that is not above its own. */
static const uint32_t gcnmemi_devices_generations[] = {0x600, 0x700, 0x800, 0x900, 0x908, 0x90a};

/* clang-format off */
#define GCNMEMI_DEVICES_TRAITS(X)                                                                                      \
    /*                              GFX6     GFX7     GFX8     GFX9     GFX908   GFX90A */                             \
    X(architecture,                    1,a,     1,a,     1,a,     1,a,     1,a,     1,a)                               \
    X(wave_lanes,                     64,a,    64,a,    64,a,    64,a,    64,a,    64,a)                               \
    X(simd_count_per_cu,               4,a,     4,a,     4,a,     4,a,     4,a,     4,a)                               \
    X(waves_per_simd_max,             10,a,    10,a,    10,a,    10,a,    10,o,     8,o)                               \
    X(groups_per_cu_max,              16,a,    16,a,    16,a,    16,a,    16,o,    16,o)                               \
    X(group_waves_max,                16,a,    16,a,    16,a,    16,a,    16,a,    16,a)                               \
    X(vgprs_per_simd,                256,a,   256,a,   256,a,   256,a,   256,o,   512,o)                               \
    X(vgpr_granule,                    4,a,     4,a,     4,a,     4,a,     4,o,     8,o)                               \
    X(vgprs_per_wave_max,            256,a,   256,a,   256,a,   256,a,   256,o,   512,o)                               \
    X(sgprs_per_simd,                512,a,   512,a,   800,a,   800,a,   800,o,   800,o)                               \
    X(sgpr_granule,                    8,a,     8,a,    16,a,    16,a,    16,o,    16,o)                               \
    X(sgprs_per_wave_max,            104,a,   104,a,   102,a,   102,a,   102,o,   102,o)                               \
    X(lds_size_bytes,              65536,o, 65536,a, 65536,a, 65536,a, 65536,a, 65536,a)                               \
    X(lds_group_max_bytes,         32768,a, 65536,o, 65536,o, 65536,o, 65536,o, 65536,o)                               \
    X(lds_granule_bytes,             256,a,   512,a,   512,a,   512,a,   512,o,   512,o)                               \
    X(lds_group_reserved_bytes,        0,n,     0,n,     0,n,     0,n,     0,n,     0,n)                               \
    X(lds_bank_count,                 32,a,    32,a,    32,a,    32,a,    32,a,    32,a)                               \
    X(lds_phase_rule,                  1,a,     1,a,     1,a,     1,a,     1,a,     1,a)                               \
    X(lds_port_count,                  2,a,     2,a,     2,a,     2,a,     2,a,     2,a)                               \
    X(lds_port_lanes_per_clock,       16,a,    16,a,    16,a,    16,a,    16,a,    16,a)                               \
    X(scalar_l1_size_bytes,        16384,a, 16384,a, 16384,a, 16384,a, 16384,m, 16384,a)                               \
    X(scalar_l1_line_bytes,           64,a,    64,a,    64,a,    64,a,    64,a,    64,a)                               \
    X(scalar_l1_ways,                  4,o,     4,o,     4,o,     4,o,     4,o,     4,o)                               \
    X(scalar_l1_cus,                   4,a,     4,a,     4,a,     3,a,     3,a,     2,a)                               \
    X(icache_size_bytes,           32768,a, 32768,a, 32768,a, 32768,a, 32768,a, 32768,a)                               \
    X(icache_line_bytes,              64,a,    64,a,    64,a,    64,a,    64,a,    64,a)                               \
    X(icache_ways,                     4,o,     4,o,     4,o,     4,o,     4,o,     4,o)                               \
    X(icache_cus,                      4,a,     4,a,     4,a,     3,a,     3,a,     2,a)                               \
    X(scalar_issue_dwords,             4,m,     4,m,     4,m,     4,m,     4,m,     4,m)                               \
    X(l1_size_bytes,               16384,a, 16384,a, 16384,a, 16384,a, 16384,m, 16384,m)                               \
    X(l1_ways,                         4,a,     4,a,     4,a,     4,a,     4,a,     4,a)                               \
    X(l1_line_bytes,                  64,a,    64,a,    64,a,    64,a,    64,m,    64,m)                               \
    X(l1_group_rule,                   1,f,     1,f,     1,f,     1,f,     1,f,     1,f)                               \
    X(l1_store_path,                   1,n,     1,n,     1,n,     1,n,     1,n,     1,n)                               \
    X(l1_count_per_cu,                 1,a,     1,a,     1,a,     1,a,     1,a,     1,a)                               \
    X(l1_tag_banks,                    4,f,     4,f,     4,f,     4,f,     4,f,     4,f)                               \
    X(l1_tag_mask_low,                 1,f,     1,f,     1,f,     1,f,     1,f,     1,f)                               \
    X(l1_tag_mask_high,                2,f,     2,f,     2,f,     2,f,     2,f,     2,f)                               \
    X(l1_data_banks,                  16,f,    16,f,    16,f,    16,f,    16,f,    16,f)                               \
    X(l1_phase_lanes,                 16,n,    16,n,    16,n,    16,n,    16,n,    16,n)                               \
    X(l1_phase_lanes_64,               4,n,     4,n,     4,n,     4,n,     4,n,     4,n)                               \
    X(l1_phase_lanes_128,              4,n,     4,n,     4,n,     4,n,     4,n,     4,n)                               \
    X(address_clocks,                  4,n,     4,n,     4,n,     4,n,     4,n,     4,n)                               \
    X(l1_scattered_floor_clocks,      16,n,    16,n,    16,n,    16,n,    16,n,    16,n)                               \
    X(l1_two_channel_floor_clocks,    18,m,    18,m,    18,m,    16,m,    16,f,    16,m)                               \
    X(l1_four_channel_floor_clocks,    16,n,    16,n,    16,n,    16,n,    16,n,    16,n)                              \
    X(l1_filter_bytes,                 4,a,     4,a,     4,a,     4,a,     4,a,     4,a)                               \
    X(image_layout_rule,               1,f,     1,f,     1,f,     2,f,     2,e,     2,e)                               \
    X(request_bytes,                  64,a,    64,a,    64,a,    64,a,    64,m,    64,m)                               \
    X(request_lanes,                  64,a,    64,a,    64,a,    64,a,    64,m,    64,m)                               \
    X(miss_rule,                       1,a,     1,a,     1,a,     1,a,     1,a,     1,a)                               \
    X(l2_request_bytes,               64,a,    64,a,    64,a,    64,a,    64,m,   128,m)                               \
    X(l2_ways,                        16,o,    16,o,    16,o,    16,o,    16,o,    16,o)                               \
    X(l2_line_bytes,                  64,a,    64,a,    64,a,    64,a,    64,a,   128,a)                               \
    X(l2_interleave_bytes,           256,a,   256,a,   256,a,   256,a,   256,a,   256,a)                               \
    X(l2_channel_bytes_per_clock,     64,a,    64,a,    64,a,    64,a,    64,a,   128,a)                               \
    X(l2_channel_rule,                 1,a,     1,a,     1,a,     1,e,     2,a,     2,a)                               \
    X(l2_near_bytes,                   0,n,     0,n,     0,n,     0,n,     0,n,     0,n)                               \
    X(gl1_size_bytes,                  0,n,     0,n,     0,n,     0,n,     0,n,     0,n)                               \
    X(l3_size_bytes,                   0,n,     0,n,     0,n,     0,n,     0,n,     0,n)                               \
    X(valu_clocks,                     4,a,     4,a,     4,a,     4,a,     4,a,     4,a)                               \
    X(valu_quarter_clocks,            16,a,    16,a,    16,a,    16,a,    16,a,    16,a)                               \
    X(valu_convert_clocks,             4,m,     4,m,     4,m,     4,m,     4,m,     4,m)                               \
    X(valu_fma_clocks,                16,o,    16,o,    16,o,     4,o,     4,o,     4,o)                               \
    X(valu_f64_add_clocks,            32,a,    32,a,    32,a,    32,a,     8,e,     4,e)                               \
    X(valu_f64_mul_clocks,            64,a,    64,a,    64,a,    64,a,     8,e,     4,e)                               \
    X(valu_to_scalar_clocks,          16,m,    16,m,    16,m,    16,e,    16,e,    16,e)                               \
    X(salu_clocks,                     4,a,     4,a,     4,a,     4,a,     4,a,     4,a)                               \
    X(branch_taken_clocks,            16,a,    16,a,    16,a,    16,a,    16,a,    16,a)                               \
    X(branch_not_taken_clocks,         4,a,     4,a,     4,a,     4,a,     4,a,     4,a)                               \
    X(barrier_clocks,                  8,e,     8,e,     8,e,     8,e,     8,e,     8,e)                               \
    X(export_clocks,                   4,e,     4,e,     4,e,     4,e,     4,e,     4,e)                               \
    X(export_latency_clocks,          16,o,    16,o,    16,o,    16,o,    16,o,    16,o)                               \
    X(lds_latency_clocks,             48,e,    48,e,    48,e,    48,e,    48,m,    48,m)                               \
    X(scalar_l1_latency_clocks,       48,e,    48,e,    48,e,    48,e,    48,m,    48,m)                               \
    X(scalar_l2_latency_clocks,      204,e,   204,e,   204,e,   204,e,   204,m,   175,m)                               \
    X(l1_latency_clocks,             136,e,   136,e,   136,e,   136,e,   136,m,   124,m)                               \
    X(l2_latency_clocks,             265,e,   265,e,   265,f,   336,e,   336,m,   250,m)                               \
    X(gl1_latency_clocks,              0,n,     0,n,     0,n,     0,n,     0,n,     0,n)                               \
    X(l2_far_latency_clocks,           0,n,     0,n,     0,n,     0,n,     0,n,     0,n)                               \
    X(l3_latency_clocks,               0,n,     0,n,     0,n,     0,n,     0,n,     0,n)                               \
    X(dram_path_ns,                  174,f,   174,f,   174,f,   174,f,   174,f,   174,f)                               \
    X(wave_launch_clocks,            212,e,   212,e,   212,e,   212,e,   212,f,   212,e)                               \
    X(wave_interval_clocks,            1,e,     1,e,     1,e,     1,e,     1,e,     1,e)                               \
    X(vmcnt_max,                      15,a,    15,a,    15,a,    63,a,    63,a,    63,a)                               \
    X(lgkmcnt_max,                    15,a,    15,a,    15,a,    15,a,    15,a,    15,a)                               \
    X(expcnt_max,                      7,a,     7,a,     7,a,     7,a,     7,a,     7,a)                               \
    X(vmem_queue_clocks,              64,e,    64,e,    64,e,    64,e,    64,e,    64,e)                               \
    X(lds_queue_clocks,               16,e,    16,e,    16,e,    16,e,    16,e,    16,e)                               \
    X(l1_miss_lines,                1024,e,  1024,e,  1024,e,  1024,e,  1024,e,  1024,e)                               \
    X(l2_read_entries,              4096,e,  4096,e,  4096,e,  4096,e,  4096,e,  4096,e)                               \
    X(l2_write_entries,              256,e,   256,e,   256,e,   256,e,   256,e,   256,e)                               \
    X(dram_page_policy,                1,e,     1,e,     1,e,     1,e,     1,e,     1,e)                               \
    X(dram_bank_rule,                  2,o,     2,o,     2,o,     2,o,     2,o,     2,o)

/* The other GPUs, a column an architecture; fields that are not here mean nothing on them. */
#define GCNMEMI_DEVICES_OTHER_TRAITS(X)                                                                                \
    /*                              R800    SM_13    SM_61    SM_70    SM_80    SM_86    SM_90  GFX1030     GEN9 */    \
    X(architecture,                 2,a,     4,e,     4,e,     4,m,     4,m,     4,e,     4,m,     3,a,     5,d)       \
    X(gfx_version,                 16,n,    19,e,    97,e,   112,m,   128,m,   134,e,   144,m,  4144,o,    16,n)       \
    X(wave_lanes,                  64,a,    32,d,    32,m,    32,m,    32,m,    32,e,    32,m,    32,o,    16,e)       \
    X(simd_count_per_cu,            1,a,     1,e,     4,d,     4,e,     4,e,     4,d,     4,e,     2,a,     8,d)       \
    X(waves_per_simd_max,          24,e,    32,e,    16,m,    16,m,    16,m,    12,e,    16,e,    16,o,     7,e)       \
    X(groups_per_cu_max,            8,e,     8,e,    32,m,    32,m,    32,m,    16,e,    32,e,    16,o,    16,e)       \
    X(group_waves_max,              4,a,    16,e,    32,m,    32,m,    32,m,    32,e,    32,e,    32,o,    16,e)       \
    X(vgprs_per_simd,             256,e,   512,e,   512,m,   512,m,   512,m,   512,e,   512,e,  1024,o,   896,n)       \
    X(vgpr_granule,                 1,e,     8,e,     8,e,     8,e,     8,e,     8,e,     8,e,    16,o,   128,n)       \
    X(vgprs_per_wave_max,         128,e,   124,e,   255,e,   255,e,   255,e,   255,e,   255,e,   256,o,   128,e)       \
    X(sgprs_per_simd,             800,n,   800,n,   800,n,   800,n,   800,n,   800,n,   800,n,  2048,o,   800,n)       \
    X(sgpr_granule,                16,n,    16,n,    16,n,    16,n,    16,n,    16,n,    16,n,   128,o,    16,n)       \
    X(sgprs_per_wave_max,         102,n,   102,n,   102,n,   102,n,   102,n,   102,n,   102,n,   106,o,   102,n)       \
    X(lds_size_bytes,           32768,a, 16384,e, 98304,m, 98304,m,167936,m,102400,e,233472,e, 65536,a, 65536,d)       \
    X(lds_group_max_bytes,      32768,a, 16384,e, 49152,m, 98304,e,166912,e,101376,e,232448,e, 65536,o, 65536,d)       \
    X(lds_granule_bytes,          128,e,   512,e,   256,e,   256,e,   128,e,   128,e,   128,e,  1024,o,  1024,e)       \
    X(lds_group_reserved_bytes,     0,n,     0,n,     0,m,     0,n,  1024,m,  1024,e,  1024,e,     0,n,     0,n)       \
    X(lds_bank_count,              32,a,    16,d,    32,d,    32,m,    32,m,    32,d,    32,m,    32,a,    16,d)       \
    X(lds_phase_rule,               2,e,     2,e,     2,e,     3,e,     3,e,     3,e,     3,m,     2,e,     2,e)       \
    X(lds_port_count,               1,n,     1,n,     1,n,     1,n,     1,n,     1,n,     1,n,     1,n,     1,n)       \
    X(lds_port_lanes_per_clock,    32,n,    16,n,    32,n,    32,n,    32,n,    32,n,    32,n,    32,n,    16,n)       \
    X(l1_size_bytes,             8192,a,  1024,n, 24576,m,125952,m,157696,m,131072,d,262144,m, 16384,a,  4096,e)       \
    X(l1_ways,                      4,e,     4,n,     4,e,     4,e,     4,e,     4,e,     4,e,     4,e,     4,e)       \
    X(l1_line_bytes,               64,e,    32,n,   128,m,   128,m,   128,m,   128,e,   128,m,   128,o,    64,e)       \
    X(l1_group_rule,                4,a,     5,d,     2,e,     2,e,     2,m,     2,m,     2,m,     3,m,     6,d)       \
    X(l1_store_path,                1,a,     1,n,     1,n,     1,n,     1,n,     1,n,     1,n,     1,n,     1,n)       \
    X(l1_count_per_cu,              1,a,     1,n,     2,d,     1,m,     1,m,     1,d,     1,m,     1,a,     1,d)       \
    X(l1_tag_banks,                 4,n,     4,n,     4,e,     4,d,     4,m,     4,m,     4,m,     4,m,     4,e)       \
    X(l1_tag_mask_low,              1,n,     1,n, 21845,e, 21845,e, 21845,m, 21845,m,  1903,f,     1,m,     1,e)       \
    X(l1_tag_mask_high,             2,n,     2,n, 43690,e, 43690,e, 43690,m, 43690,m,   693,f,     2,m,     2,e)       \
    X(l1_data_banks,               16,n,    16,n,    16,m,    32,e,    32,m,    32,m,    32,m,    32,m,     8,m)       \
    X(l1_phase_lanes,              16,n,    16,n,     8,o,    32,e,    32,m,    32,m,    32,m,    32,m,     8,m)       \
    X(l1_phase_lanes_64,           16,n,    16,n,     4,o,    16,e,    16,m,    16,m,    16,m,    32,m,     4,m)       \
    X(l1_phase_lanes_128,          16,n,    16,n,     4,m,     8,e,     8,m,     8,m,     8,m,     8,m,     2,m)       \
    X(address_clocks,               1,n,     1,n,     1,e,     1,e,     1,m,     2,m,     1,m,     1,m,     1,e)       \
    X(l1_scattered_floor_clocks,     1,n,     1,n,     1,n,     1,n,     1,n,     1,n,     1,n,     2,m,     1,n)      \
    X(l1_two_channel_floor_clocks,     1,n,     1,n,     1,n,     1,n,     1,n,     1,n,     1,n,     4,m,     1,n)    \
    X(l1_four_channel_floor_clocks,     1,n,     1,n,     1,n,     1,n,     1,n,     1,n,     1,n,     1,n,     9,m)   \
    X(request_bytes,               32,a,    32,d,    32,e,    32,d,    32,d,    32,d,    32,m,   128,e,    64,d)       \
    X(request_lanes,               16,a,    16,d,    32,e,    32,e,    32,e,    32,e,    32,m,    32,e,    16,e)       \
    X(miss_rule,                    1,e,     1,n,     2,e,     2,d,     2,e,     2,e,     2,m,     1,e,     1,e)       \
    X(l2_request_bytes,            32,n,    32,n,   128,e,   128,e,   128,e,   128,e,   128,e,   128,e,    64,e)       \
    X(l2_ways,                     16,e,    16,n,    16,e,    16,e,    16,e,    16,e,    16,e,    16,o,    16,e)       \
    X(l2_line_bytes,               64,a,    32,n,   128,m,   128,m,   128,m,   128,e,   128,e,   128,o,    64,d)       \
    X(l2_interleave_bytes,        256,a,   256,e,   256,e,   256,e,   256,e,   256,e,   256,e,   256,e,   256,e)       \
    X(l2_channel_bytes_per_clock,    64,a,    64,n,    32,e,    32,f,    32,e,    32,e,    32,f,    64,o,    64,d)     \
    X(l2_channel_rule,              1,a,     1,e,     1,e,     1,e,     1,e,     1,e,     1,e,     1,e,     1,e)       \
    X(l2_near_bytes,                0,n,     0,n,     0,n,     0,n,20971520,m,     0,n,31457280,m,     0,n,     0,n)   \
    X(gl1_size_bytes,               0,n,     0,n,     0,n,     0,n,     0,n,     0,n,     0,n,131072,o,     0,n)       \
    X(l3_size_bytes,                0,n,     0,n,     0,n,     0,n,     0,n,     0,n,     0,n,134217728,o,     0,n)    \
    X(scalar_l1_size_bytes,     16384,n, 16384,n, 16384,n, 16384,n, 16384,n, 16384,n, 16384,n, 16384,o, 16384,n)       \
    X(scalar_l1_line_bytes,        64,n,    64,n,    64,n,    64,n,    64,n,    64,n,    64,n,    64,o,    64,n)       \
    X(scalar_l1_ways,               4,n,     4,n,     4,n,     4,n,     4,n,     4,n,     4,n,     4,e,     4,n)       \
    X(scalar_l1_cus,                1,n,     1,n,     1,n,     1,n,     1,n,     1,n,     1,n,     2,o,     1,n)       \
    X(scalar_issue_dwords,          4,n,     4,n,     4,n,     4,n,     4,n,     4,n,     4,n,     4,e,     4,n)       \
    X(lds_latency_clocks,          48,e,    38,e,    38,m,    23,m,    23,m,    23,e,    23,m,    48,e,    64,e)       \
    X(l1_latency_clocks,          136,e,   136,n,   106,m,    30,m,    36,m,    33,e,    32,m,    73,m,   100,e)       \
    X(gl1_latency_clocks,           0,n,     0,n,     0,n,     0,n,     0,n,     0,n,     0,n,   109,m,     0,n)       \
    X(l2_latency_clocks,          265,e,   265,n,   227,m,   215,m,   213,m,   213,e,   280,m,   205,m,   200,e)       \
    X(l2_far_latency_clocks,        0,n,     0,n,     0,n,     0,n,   426,m,     0,n,   520,m,     0,n,     0,n)       \
    X(l3_latency_clocks,            0,n,     0,n,     0,n,     0,n,     0,n,     0,n,     0,n,   400,m,     0,n)       \
    X(dram_path_ns,               174,e,   174,e,    73,f,   116,f,   212,f,   174,e,    97,f,    21,f,   100,e)       \
    X(dram_page_policy,             1,e,     1,e,     1,e,     1,e,     1,e,     1,e,     1,e,     1,e,     1,e)       \
    X(dram_bank_rule,               2,e,     2,e,     2,e,     2,e,     2,e,     2,e,     2,e,     2,e,     2,e)

/* GDDR5: factory straps of an RX 470 (Samsung, 1500 MHz) for what they hold, gem5's H5GQ1H24AFR for the rest. HBM1 and
   HBM2: DRAMsim3 and gem5, HBM2 as pseudo channels. GDDR3: GPGPU-Sim. GDDR5X and GDDR6: DRAMsim3. DDR3 and DDR4: common
   JEDEC grades, recalled. */
#define GCNMEMI_DEVICES_SHAPES(X)                                                                                      \
    /*                    DDR3    DDR4    GDDR3   GDDR5   GDDR5X  GDDR6   HBM1    HBM2    HBM3 */                      \
    X(dram_channel_bits,   64,o,   64,o,   64,o,   32,o,   32,o,   16,o,  128,o,   64,o,   32,e)                       \
    X(dram_burst_length,    8,o,    8,o,    4,o,    8,o,   16,o,   16,o,    4,o,    4,o,    8,e)                       \
    X(dram_data_rate,       2,e,    2,e,    2,o,    4,o,    8,o,    8,o,    2,o,    2,o,    2,e)                       \
    X(dram_ranks,           1,e,    1,e,    1,o,    1,o,    1,o,    1,o,    1,o,    1,o,    1,e)                       \
    X(dram_banks,           8,o,   16,o,    8,o,   16,o,   16,o,   16,o,   16,o,   16,o,   16,e)                       \
    X(dram_bank_groups,     1,e,    4,o,    1,o,    4,o,    4,o,    4,o,    4,o,    4,o,    4,e)                       \
    X(dram_row_bytes,    8192,e, 8192,e, 2048,e, 2048,e, 2048,e, 2048,e, 2048,m, 1024,o, 1024,e)                       \
    X(dram_read_queue_entries,                                                                                         \
                          32,e,   32,e,   32,e,   32,f,   32,e,   32,e,   28,e,   28,f,   28,e)                        \
    X(dram_write_queue_entries,                                                                                        \
                         256,e,  256,e,  256,e,  256,f,  256,e,  256,e,  128,e,  128,f,  128,e)                        \
    X(dram_write_high_entries,                                                                                         \
                         192,e,  192,e,  192,e,  192,f,  192,e,  192,e,   96,e,   96,f,   96,e)                        \
    X(dram_write_low_entries,                                                                                          \
                          16,e,   16,e,   16,e,   16,f,   16,e,   16,e,   16,e,   16,f,   16,e)

/* In picoseconds; below zero: in command clocks. */
#define GCNMEMI_DEVICES_TIMINGS(X)                                                                                     \
    /*                       DDR3       DDR4       GDDR3      GDDR5      GDDR5X     GDDR6      HBM1       HBM2 */      \
    X(dram_cl_clocks,          13100,e, 14300,e, 12500,o, 13300,m, 16000,o, 16000,o, 14000,o, 14000,o,14000,e)         \
    X(dram_cwl_clocks,          9400,e, 10900,e,  8750,o,    -7,o,  4700,o,  4500,e,  4000,o,  4000,o, 4000,e)         \
    X(dram_rcd_read_clocks,    13100,e, 14300,e, 15000,o, 13300,m, 12000,o, 16000,o, 14000,o, 14000,o,14000,e)         \
    X(dram_rcd_write_clocks,   13100,e, 14300,e, 15000,o,  8700,m, 10000,o, 13000,o, 14000,o, 14000,o,14000,e)         \
    X(dram_rp_clocks,          13100,e, 14300,e, 12500,o, 11300,m, 12000,o, 16000,o, 14000,o, 14000,o,14000,e)         \
    X(dram_ras_clocks,         33000,e, 32000,e, 31250,o, 29300,m, 28000,o, 36000,o, 34000,o, 34000,o,34000,e)         \
    X(dram_rc_clocks,          46100,e, 46300,e, 43750,o, 41300,m, 40000,o, 52000,o, 48000,o, 48000,o,48000,e)         \
    X(dram_rrd_short_clocks,    6000,e,  3400,e, 10000,o,  3300,m,  6000,o,  6000,o,  4000,o,  4000,o, 4000,e)         \
    X(dram_rrd_long_clocks,     6000,e,  4900,e, 10000,o,  3300,m,  6000,o,  6000,o,  6000,o,  6000,o, 6000,e)         \
    X(dram_faw_clocks,         30000,e, 21000,e, 40000,e, 23000,o, 23300,o, 21300,o, 30000,o, 16000,o,16000,e)         \
    X(dram_ccd_short_clocks,      -4,e,    -4,e,    -2,o,    -2,o,    -2,o,    -2,e,    -1,o,    -2,o,   -2,e)         \
    X(dram_ccd_long_clocks,       -4,e,  5000,e,    -2,o,    -3,m,    -3,o,    -3,e,    -1,o,  3000,o, 3000,e)         \
    X(dram_ccd_write_clocks,      -4,e,    -4,e,    -2,o,    -3,f,    -2,o,    -2,e,    -1,o,    -2,o,   -2,e)         \
    X(dram_wr_clocks,          15000,e, 15000,e, 13750,o, 12000,o, 12000,o, 16000,e, 16000,o, 16000,o,16000,e)         \
    X(dram_wtr_short_clocks,    7500,e,  2500,e,  7500,o,  4000,m,  5300,o,  5300,e,  6000,o,  3000,e, 3000,e)         \
    X(dram_wtr_long_clocks,     7500,e,  7500,e,  7500,o,  4000,m,  5300,o,  5300,e,  8000,o,  8000,o, 8000,e)         \
    X(dram_rtp_clocks,          7500,e,  7500,e,  5000,e,    -2,o,  2000,o,  2000,e,  4000,o,  4000,o, 4000,e)         \
    X(dram_rtw_clocks,            -1,e,    -1,e,    -1,o, 18700,m,    -1,o,    -1,o,    -1,o,    -1,o,   -1,e)         \
    X(dram_rfc_clocks,        260000,e,350000,e,105000,e, 89300,m, 65300,o, 83500,o,260000,o,260000,o, 260000,e)       \
    X(dram_refi_clocks,  7800000,e,7800000,e,3900000,e,3900000,o,7800000,o,3900000,e,3900000,o,3900000,o,3900000,e)
/* clang-format on */

#define GCNMEMI_DEVICES_TRAIT(name, gfx6, a, gfx7, b, gfx8, c, gfx9, d, gfx908, e, gfx90a, f)                          \
    {GCNMEM_FIELD_##name, {gfx6, gfx7, gfx8, gfx9, gfx908, gfx90a}, #a #b #c #d #e #f},
#define GCNMEMI_DEVICES_OTHER(name, r800, a, s13, b, s61, c, s70, d, s80, e, s86, f, s90, g, rdna, h, gen, i)          \
    {GCNMEM_FIELD_##name, {r800, s13, s61, s70, s80, s86, s90, rdna, gen}, #a #b #c #d #e #f #g #h #i},
#define GCNMEMI_DEVICES_MEMORY(name, ddr3, a, ddr4, b, gddr3, c, gddr5, d, gddr5x, e, gddr6, f, hbm1, g, hbm2, h,      \
                               hbm3, i)                                                                                \
    {GCNMEM_FIELD_##name, {ddr3, ddr4, gddr3, gddr5, gddr5x, gddr6, hbm1, hbm2, hbm3}, #a #b #c #d #e #f #g #h #i},
static const gcnmemi_devices_row gcnmemi_devices_traits[] = {GCNMEMI_DEVICES_TRAITS(GCNMEMI_DEVICES_TRAIT)};
static const gcnmemi_devices_row gcnmemi_devices_others[] = {GCNMEMI_DEVICES_OTHER_TRAITS(GCNMEMI_DEVICES_OTHER)};
static const gcnmemi_devices_row gcnmemi_devices_shapes[] = {GCNMEMI_DEVICES_SHAPES(GCNMEMI_DEVICES_MEMORY)};
static const gcnmemi_devices_row gcnmemi_devices_timings[] = {GCNMEMI_DEVICES_TIMINGS(GCNMEMI_DEVICES_MEMORY)};
#undef GCNMEMI_DEVICES_TRAIT
#undef GCNMEMI_DEVICES_OTHER
#undef GCNMEMI_DEVICES_MEMORY

#define GCNMEMI_DEVICES_NAME(name) #name,
static const char* const gcnmemi_devices_memory_names[] = {"memory", GCNMEM_MEMORIES(GCNMEMI_DEVICES_NAME)};
#undef GCNMEMI_DEVICES_NAME

/* The columns of the memory tables stand in the order of gcnmem_memory: does not compile when one is missing. */
typedef char gcnmemi_devices_memory_order
    [GCNMEM_MEMORY_DDR3 == 1 && GCNMEM_MEMORY_GDDR5 == 4 && GCNMEM_MEMORY_HBM3 == GCNMEM_MEMORY_END - 1 ? 1 : -1];

static const gcnmem_field gcnmemi_devices_columns[] = {GCNMEM_FIELD_shader_engine_count, GCNMEM_FIELD_cu_count,
                                                       GCNMEM_FIELD_core_clock_mhz,      GCNMEM_FIELD_dram_memory,
                                                       GCNMEM_FIELD_dram_bus_bits,       GCNMEM_FIELD_dram_mbps_per_pin,
                                                       GCNMEM_FIELD_l2_channels,         GCNMEM_FIELD_l2_size_bytes};
#define GCNMEMI_DEVICES_CARD_COLUMNS (sizeof(gcnmemi_devices_columns) / sizeof(gcnmemi_devices_columns[0]))

typedef struct gcnmemi_devices_card {
    const char* card;
    const char* chip;
    const char* gfx;
    uint32_t column[GCNMEMI_DEVICES_CARD_COLUMNS];
    char provenance[GCNMEMI_DEVICES_CARD_COLUMNS + 1];
} gcnmemi_devices_card;

#define GCNMEMI_DEVICES_CARD(name, card, chip, gfx, se, cu, mhz, memory, bits, mbps, channels, kb, marks)              \
    {#card, #chip, #gfx, {se, cu, mhz, GCNMEM_MEMORY_##memory, bits, mbps, channels, (kb)*1024}, #marks},
static const gcnmemi_devices_card gcnmemi_devices_cards[] = {GCNMEM_DEVICES(GCNMEMI_DEVICES_CARD)};
#undef GCNMEMI_DEVICES_CARD

#define GCNMEMI_DEVICES_COUNT (GCNMEM_DEVICE_END - 1)

typedef struct gcnmemi_devices_override {
    const char* name; /* of a chip or a card */
    gcnmem_field field;
    uint32_t value;
    char provenance;
} gcnmemi_devices_override;

/* Chips and cards that differ from their generation. In WGP mode two CUs of an RX 6900 XT share what each has. */
static const gcnmemi_devices_override gcnmemi_devices_overrides[] = {
    {"polaris10", GCNMEM_FIELD_waves_per_simd_max, 8, 'a'},
    {"polaris11", GCNMEM_FIELD_waves_per_simd_max, 8, 'a'},
    {"polaris12", GCNMEM_FIELD_waves_per_simd_max, 8, 'a'},
    {"tahiti", GCNMEM_FIELD_l2_channel_rule, 3, 'a'},
    {"tahiti", GCNMEM_FIELD_valu_fma_clocks, 4, 'o'},
    {"tahiti", GCNMEM_FIELD_valu_f64_add_clocks, 8, 'a'},
    {"tahiti", GCNMEM_FIELD_valu_f64_mul_clocks, 16, 'a'},
    {"hawaii", GCNMEM_FIELD_valu_fma_clocks, 4, 'o'},
    {"hawaii", GCNMEM_FIELD_valu_f64_add_clocks, 16, 'a'},
    {"hawaii", GCNMEM_FIELD_valu_f64_mul_clocks, 32, 'a'},
    {"vega20", GCNMEM_FIELD_valu_f64_add_clocks, 8, 'e'},
    {"vega20", GCNMEM_FIELD_valu_f64_mul_clocks, 16, 'e'},
    {"tonga", GCNMEM_FIELD_sgpr_granule, 96, 'o'}, /* every wave gets 96: a hardware bug's work-around */
    {"RX 6900 XT WGP", GCNMEM_FIELD_simd_count_per_cu, 4, 'a'},
    {"RX 6900 XT WGP", GCNMEM_FIELD_groups_per_cu_max, 32, 'o'},
    {"RX 6900 XT WGP", GCNMEM_FIELD_lds_size_bytes, 131072, 'a'},
    {"RX 6900 XT WGP", GCNMEM_FIELD_l1_count_per_cu, 2, 'a'},
    {"RX 6900 XT WGP", GCNMEM_FIELD_scalar_l1_cus, 1, 'o'},
    {"UHD 600", GCNMEM_FIELD_simd_count_per_cu, 6, 'd'},
    {"UHD 600", GCNMEM_FIELD_lds_bank_count, 8, 'm'}, /* half the rate of other Gen 9 */
};

GCNMEMI_PRIVATE gcnmemi_devices_fact gcnmemi_devices_fact_of(uint32_t value, char provenance) {
    gcnmemi_devices_fact fact;
    fact.value = value;
    fact.provenance = provenance == 'n' ? GCNMEM_PROVENANCE_NONE : (gcnmem_provenance)provenance;
    return fact;
}

/* NULL for a value that is no device. */
GCNMEMI_PRIVATE const gcnmemi_devices_card* gcnmemi_devices_find_card(gcnmem_device device) {
    return device > GCNMEM_DEVICE_NONE && device < GCNMEM_DEVICE_END ? &gcnmemi_devices_cards[device - 1] : NULL;
}

/* "gfx803" to 0x803, "gfx7" to 0x700. */
GCNMEMI_PRIVATE uint32_t gcnmemi_devices_gfx_version(const gcnmemi_devices_card* card) {
    uint32_t version = 0;
    for (size_t i = 3; card->gfx[i] != 0; ++i) {
        version = version * 16 + gcnmemi_text_digit(card->gfx[i], 16);
    }
    return version < 16 ? version << 8 : version;
}

/* The columns of the other GPUs, by what their cards have for a gfx name. */
static const char* const gcnmemi_devices_other_names[] = {"r800",  "sm_13", "sm_61",   "sm_70", "sm_80",
                                                          "sm_86", "sm_90", "gfx1030", "gen9"};

#define GCNMEMI_DEVICES_FIND(table, field)                                                                             \
    gcnmemi_devices_find_row(gcnmemi_devices_##table, sizeof(gcnmemi_devices_##table), field)

/* The column of a card that is not GCN, or GCNMEM_NONE. */
GCNMEMI_PRIVATE uint32_t gcnmemi_devices_other_column(const gcnmemi_devices_card* card) {
    const uint32_t count = sizeof(gcnmemi_devices_other_names) / sizeof(gcnmemi_devices_other_names[0]);
    uint32_t column = 0;
    while (column < count && !gcnmemi_text_equal(gcnmemi_devices_other_names[column], card->gfx)) {
        ++column;
    }
    return column < count ? column : GCNMEM_NONE;
}

/* The row of a field, or NULL. */
GCNMEMI_PRIVATE const gcnmemi_devices_row* gcnmemi_devices_find_row(const gcnmemi_devices_row* rows, size_t table_bytes,
                                                                    gcnmem_field field) {
    for (size_t i = 0; i < table_bytes / sizeof(rows[0]); ++i) {
        if (rows[i].field == field) {
            return &rows[i];
        }
    }
    return NULL;
}

/* Whether a field follows from the kind of memory, its width and its data rate. */
GCNMEMI_PRIVATE int gcnmemi_devices_is_of_memory(gcnmem_field field) {
    return field == GCNMEM_FIELD_dram_channels || GCNMEMI_DEVICES_FIND(shapes, field) != NULL ||
           GCNMEMI_DEVICES_FIND(timings, field) != NULL;
}

/* A timing in command clocks of a data rate, rounded up. tRC never falls below tRAS + tRP for being rounded. */
GCNMEMI_PRIVATE uint32_t gcnmemi_devices_clocks(gcnmem_field field, uint32_t memory, uint32_t mbps) {
    int32_t time = GCNMEMI_DEVICES_FIND(timings, field)->value[memory];
    uint64_t unit = (uint64_t)GCNMEMI_DEVICES_FIND(shapes, GCNMEM_FIELD_dram_data_rate)->value[memory] * 1000000;
    uint64_t clocks = time < 0 ? (uint64_t)-time : ((uint64_t)time * mbps + unit - 1) / unit;
    if (field == GCNMEM_FIELD_dram_rc_clocks) {
        clocks = gcnmemi_bits_max(clocks, (uint64_t)gcnmemi_devices_clocks(GCNMEM_FIELD_dram_ras_clocks, memory, mbps) +
                                              gcnmemi_devices_clocks(GCNMEM_FIELD_dram_rp_clocks, memory, mbps));
    }
    return (uint32_t)clocks;
}

GCNMEMI_PRIVATE gcnmemi_devices_fact gcnmemi_devices_memory_fact(const gcnmem_desc* desc, gcnmem_field field) {
    uint32_t memory = desc->dram_memory - 1;
    int is_channels = field == GCNMEM_FIELD_dram_channels; /* as many of that width as the bus holds */
    const gcnmemi_devices_row* row = GCNMEMI_DEVICES_FIND(shapes, is_channels ? GCNMEM_FIELD_dram_channel_bits : field);
    const gcnmemi_devices_row* timing = GCNMEMI_DEVICES_FIND(timings, field);
    if (memory >= GCNMEMI_DEVICES_COLUMNS || (row == NULL && timing == NULL)) {
        return gcnmemi_devices_fact_of(0, GCNMEM_PROVENANCE_NONE);
    }
    if (row == NULL) {
        return gcnmemi_devices_fact_of(gcnmemi_devices_clocks(field, memory, desc->dram_mbps_per_pin),
                                       timing->provenance[memory]);
    }
    uint32_t value = (uint32_t)row->value[memory];
    value = is_channels ? (uint32_t)gcnmemi_bits_max(1, desc->dram_bus_bits / value) : value;
    return gcnmemi_devices_fact_of(value, row->provenance[memory]);
}

/* The most particular table that knows the field wins: chip override, card, generation, memory. A card's memory is in
   its row; what follows from it is taken from `desc`, where the user may have put another. */
GCNMEMI_PRIVATE gcnmemi_devices_fact gcnmemi_devices_lookup(const gcnmemi_devices_card* card, const gcnmem_desc* desc,
                                                            gcnmem_field field) {
    for (size_t i = 0; i < sizeof(gcnmemi_devices_overrides) / sizeof(gcnmemi_devices_overrides[0]); ++i) {
        const gcnmemi_devices_override* row = &gcnmemi_devices_overrides[i];
        if (row->field == field &&
            (gcnmemi_text_equal(row->name, card->chip) || gcnmemi_text_equal(row->name, card->card))) {
            return gcnmemi_devices_fact_of(row->value, row->provenance);
        }
    }
    for (size_t i = 0; i < GCNMEMI_DEVICES_CARD_COLUMNS; ++i) {
        if (gcnmemi_devices_columns[i] == field) {
            return gcnmemi_devices_fact_of(card->column[i], card->provenance[i]);
        }
    }
    uint32_t other = gcnmemi_devices_other_column(card);
    const gcnmemi_devices_row* trait = GCNMEMI_DEVICES_FIND(others, field);
    if (trait != NULL && other != GCNMEM_NONE) {
        return gcnmemi_devices_fact_of((uint32_t)trait->value[other], trait->provenance[other]);
    }
    trait = GCNMEMI_DEVICES_FIND(traits, field);
    if (trait != NULL) {
        uint32_t column = (uint32_t)(sizeof(gcnmemi_devices_generations) / sizeof(gcnmemi_devices_generations[0])) - 1;
        while (column > 0 && gcnmemi_devices_generations[column] > gcnmemi_devices_gfx_version(card)) {
            --column;
        }
        return gcnmemi_devices_fact_of((uint32_t)trait->value[column],
                                       other == GCNMEM_NONE ? trait->provenance[column] : 'n');
    }
    if (field == GCNMEM_FIELD_gfx_version) {
        return gcnmemi_devices_fact_of(gcnmemi_devices_gfx_version(card), card->gfx[4] != 0 ? 'o' : 'e');
    }
    return gcnmemi_devices_memory_fact(desc, field);
}

GCNMEM_DEF const char* gcnmem_device_card(gcnmem_device device) {
    const gcnmemi_devices_card* card = gcnmemi_devices_find_card(device);
    return card != NULL ? card->card : "";
}

GCNMEM_DEF const char* gcnmem_device_chip(gcnmem_device device) {
    const gcnmemi_devices_card* card = gcnmemi_devices_find_card(device);
    return card != NULL ? card->chip : "";
}

GCNMEM_DEF const char* gcnmem_device_gfx(gcnmem_device device) {
    const gcnmemi_devices_card* card = gcnmemi_devices_find_card(device);
    return card != NULL ? card->gfx : "";
}

/* A card by its name, else the first card of a chip or of a gfx name; a gfx name that two chips carry is ambiguous. */
GCNMEMI_PRIVATE gcnmem_result gcnmemi_devices_find_exact(const char* name, gcnmem_device* out_device,
                                                         gcnmem_issue* out_issue) {
    const gcnmemi_devices_card* found = NULL;
    for (uint32_t kind = 0; kind < 3 && found == NULL; ++kind) {
        for (size_t i = 0; i < GCNMEMI_DEVICES_COUNT; ++i) {
            const gcnmemi_devices_card* card = &gcnmemi_devices_cards[i];
            if (!gcnmemi_text_same_name(name, kind == 0 ? card->card : kind == 1 ? card->chip : card->gfx)) {
                continue;
            }
            if (kind == 2 && found != NULL && !gcnmemi_text_equal(found->chip, card->chip)) {
                return gcnmemi_results_fail(GCNMEM_ERROR_NAME, out_issue, "gpu",
                                            "names several chips: give a chip or card", 0, 0);
            }
            found = found != NULL ? found : card;
        }
    }
    if (found == NULL) {
        return gcnmemi_results_fail(GCNMEM_ERROR_NAME, out_issue, "gpu", "is not a known chip, card or gfx name", 0, 0);
    }
    *out_device = (gcnmem_device)(found - gcnmemi_devices_cards + 1);
    return GCNMEM_OK;
}

/* GPUs that are not modelled, by how their names begin (the longest that fits), and the nearest that is. */
typedef struct gcnmemi_devices_unmodelled {
    const char* begins;
    const char* rule;
    gcnmem_device nearest;
} gcnmemi_devices_unmodelled;

/* clang-format off */
#define GCNMEMI_DEVICES_NOT(begins, family, name, card)                                                                \
    {begins, family "; " card " is modelled", GCNMEM_DEVICE_##name}
static const gcnmemi_devices_unmodelled gcnmemi_devices_unmodelled_rows[] = {
    GCNMEMI_DEVICES_NOT("rx 53", "RDNA", RX_6900_XT, "RX 6900 XT"),
    GCNMEMI_DEVICES_NOT("rx 55", "RDNA", RX_6900_XT, "RX 6900 XT"),
    GCNMEMI_DEVICES_NOT("rx 56", "RDNA", RX_6900_XT, "RX 6900 XT"),
    GCNMEMI_DEVICES_NOT("rx 57", "RDNA", RX_6900_XT, "RX 6900 XT"),
    GCNMEMI_DEVICES_NOT("rx 6", "RDNA2", RX_6900_XT, "RX 6900 XT"),
    GCNMEMI_DEVICES_NOT("rx 7", "RDNA3", RX_6900_XT, "RX 6900 XT"),
    GCNMEMI_DEVICES_NOT("rx 9", "RDNA4", RX_6900_XT, "RX 6900 XT"),
    GCNMEMI_DEVICES_NOT("gfx10", "RDNA", RX_6900_XT, "RX 6900 XT"),
    GCNMEMI_DEVICES_NOT("gfx11", "RDNA3", RX_6900_XT, "RX 6900 XT"),
    GCNMEMI_DEVICES_NOT("gfx12", "RDNA4", RX_6900_XT, "RX 6900 XT"),
    GCNMEMI_DEVICES_NOT("gfx94", "CDNA3", MI210, "MI210"), GCNMEMI_DEVICES_NOT("mi3", "CDNA3", MI210, "MI210"),
    GCNMEMI_DEVICES_NOT("hd 61", "Intel Gen 9", HD_530, "HD 530"),
    GCNMEMI_DEVICES_NOT("hd 62", "Intel Gen 9", HD_530, "HD 530"),
    GCNMEMI_DEVICES_NOT("hd 63", "Intel Gen 9", HD_530, "HD 530"),
    GCNMEMI_DEVICES_NOT("hd 50", "Intel Gen 9", HD_530, "HD 530"),
    GCNMEMI_DEVICES_NOT("hd 51", "Intel Gen 9", HD_530, "HD 530"),
    GCNMEMI_DEVICES_NOT("hd 52", "Intel Gen 9", HD_530, "HD 530"),
    GCNMEMI_DEVICES_NOT("uhd", "Intel Gen 9", UHD_600, "UHD 600"),
    GCNMEMI_DEVICES_NOT("iris", "Intel Gen 9", HD_530, "HD 530"),
    GCNMEMI_DEVICES_NOT("arc", "Intel Xe", HD_530, "HD 530"),
    GCNMEMI_DEVICES_NOT("hd 5", "TeraScale 2", HD_5870, "HD 5870"),
    GCNMEMI_DEVICES_NOT("hd 6", "TeraScale 2", HD_5870, "HD 5870"),
    GCNMEMI_DEVICES_NOT("hd 4", "TeraScale", HD_5870, "HD 5870"),
    GCNMEMI_DEVICES_NOT("gtx 2", "Tesla", GTX_280, "GTX 280"),
    GCNMEMI_DEVICES_NOT("8800", "Tesla", GTX_280, "GTX 280"),
    GCNMEMI_DEVICES_NOT("9800", "Tesla", GTX_280, "GTX 280"),
    GCNMEMI_DEVICES_NOT("gtx 4", "Fermi", GTX_1080, "GTX 1080"),
    GCNMEMI_DEVICES_NOT("gtx 5", "Fermi", GTX_1080, "GTX 1080"),
    GCNMEMI_DEVICES_NOT("gtx 6", "Kepler", GTX_1080, "GTX 1080"),
    GCNMEMI_DEVICES_NOT("gtx 7", "Kepler", GTX_1080, "GTX 1080"),
    GCNMEMI_DEVICES_NOT("gtx 9", "Maxwell", GTX_1080, "GTX 1080"),
    GCNMEMI_DEVICES_NOT("k20", "Kepler", GTX_1080, "GTX 1080"),
    GCNMEMI_DEVICES_NOT("k40", "Kepler", GTX_1080, "GTX 1080"),
    GCNMEMI_DEVICES_NOT("k80", "Kepler", GTX_1080, "GTX 1080"),
    GCNMEMI_DEVICES_NOT("m40", "Maxwell", GTX_1080, "GTX 1080"),
    GCNMEMI_DEVICES_NOT("m60", "Maxwell", GTX_1080, "GTX 1080"),
    GCNMEMI_DEVICES_NOT("gtx 10", "Pascal", GTX_1080, "GTX 1080"),
    GCNMEMI_DEVICES_NOT("titan x", "Pascal", GTX_1080, "GTX 1080"),
    GCNMEMI_DEVICES_NOT("p100", "Pascal", GTX_1080, "GTX 1080"),
    GCNMEMI_DEVICES_NOT("p40", "Pascal", GTX_1080, "GTX 1080"),
    GCNMEMI_DEVICES_NOT("p4", "Pascal", GTX_1080, "GTX 1080"),
    GCNMEMI_DEVICES_NOT("quadro p", "Pascal", GTX_1080, "GTX 1080"),
    GCNMEMI_DEVICES_NOT("titan v", "Volta", V100, "V100"), GCNMEMI_DEVICES_NOT("gtx 16", "Turing", V100, "V100"),
    GCNMEMI_DEVICES_NOT("rtx 20", "Turing", V100, "V100"), GCNMEMI_DEVICES_NOT("t4", "Turing", V100, "V100"),
    GCNMEMI_DEVICES_NOT("quadro rtx", "Turing", V100, "V100"), GCNMEMI_DEVICES_NOT("a30", "Ampere", A100, "A100"),
    GCNMEMI_DEVICES_NOT("a800", "Ampere", A100, "A100"),
    GCNMEMI_DEVICES_NOT("rtx 30", "Ampere", RTX_A6000, "RTX A6000"),
    GCNMEMI_DEVICES_NOT("rtx a", "Ampere", RTX_A6000, "RTX A6000"),
    GCNMEMI_DEVICES_NOT("a16", "Ampere", RTX_A6000, "RTX A6000"),
    GCNMEMI_DEVICES_NOT("rtx 40", "Ada", RTX_A6000, "RTX A6000"),
    GCNMEMI_DEVICES_NOT("l4", "Ada", RTX_A6000, "RTX A6000"),
    GCNMEMI_DEVICES_NOT("rtx 50", "Blackwell", H200, "H200"), GCNMEMI_DEVICES_NOT("b100", "Blackwell", H200, "H200"),
    GCNMEMI_DEVICES_NOT("b200", "Blackwell", H200, "H200"), GCNMEMI_DEVICES_NOT("h100", "Hopper", H200, "H200"),
    GCNMEMI_DEVICES_NOT("h800", "Hopper", H200, "H200"), GCNMEMI_DEVICES_NOT("gh200", "Hopper", H200, "H200"),
};
#undef GCNMEMI_DEVICES_NOT
/* clang-format on */

/* Nonzero, and an issue of its own, when a word of the name begins that of a GPU whose family is known. */
GCNMEMI_PRIVATE int gcnmemi_devices_is_unmodelled(const char* name, gcnmem_issue* out_issue) {
    const size_t count = sizeof(gcnmemi_devices_unmodelled_rows) / sizeof(gcnmemi_devices_unmodelled_rows[0]);
    const gcnmemi_devices_unmodelled* found = NULL;
    uint32_t longest = 0;
    for (size_t i = 0; i < count; ++i) {
        uint32_t length = gcnmemi_text_plain_begins(name, gcnmemi_devices_unmodelled_rows[i].begins);
        if (length > longest) {
            longest = length;
            found = &gcnmemi_devices_unmodelled_rows[i];
        }
    }
    if (found != NULL) {
        gcnmemi_results_fail(GCNMEM_ERROR_NAME, out_issue, "gpu", found->rule, 0, (uint64_t)found->nearest);
    }
    return found != NULL;
}

/* The maker's words before the name do not matter: "AMD Radeon R9 390X". */
GCNMEM_DEF gcnmem_result gcnmem_device_find(const char* name, gcnmem_device* out_device, gcnmem_issue* out_issue) {
    const char* word = name;
    *out_device = GCNMEM_DEVICE_NONE;
    for (;;) {
        gcnmem_result result = gcnmemi_devices_find_exact(word, out_device, out_issue);
        while (*word != 0 && *word != ' ') {
            ++word;
        }
        if (result == GCNMEM_OK) {
            return result;
        }
        if (*word == 0) {
            break;
        }
        ++word;
    }
    while (*name != 0 && !gcnmemi_devices_is_unmodelled(name, out_issue)) {
        while (*name != 0 && *name != ' ') {
            ++name;
        }
        name += *name == ' ';
    }
    return GCNMEM_ERROR_NAME;
}

GCNMEM_DEF uint32_t gcnmem_device_nearest(const char* name, gcnmem_device* out_devices, uint32_t count) {
    uint32_t distances[GCNMEMI_DEVICES_COUNT];
    uint32_t filled;
    for (size_t i = 0; i < GCNMEMI_DEVICES_COUNT; ++i) {
        const gcnmemi_devices_card* card = &gcnmemi_devices_cards[i];
        distances[i] = gcnmemi_bits_min32(
            gcnmemi_text_distance(name, card->card),
            gcnmemi_bits_min32(gcnmemi_text_distance(name, card->chip), gcnmemi_text_distance(name, card->gfx)));
    }
    for (filled = 0; filled < count && filled < GCNMEMI_DEVICES_COUNT; ++filled) {
        size_t nearest = 0;
        for (size_t i = 1; i < GCNMEMI_DEVICES_COUNT; ++i) {
            nearest = distances[i] < distances[nearest] ? i : nearest;
        }
        out_devices[filled] = (gcnmem_device)(nearest + 1);
        distances[nearest] = UINT32_MAX;
    }
    return filled;
}

/* ---------------------------------------------------------------------------------------------------------------------
   >>desc       presets, defaults, validation
   Knows: bits, text, results, devices
   ------------------------------------------------------------------------------------------------------------------ */

typedef struct gcnmemi_desc_field {
    const char* name;
    const char* meaning;
    uint32_t lowest;
    uint32_t highest;
    size_t offset;
} gcnmemi_desc_field;

#define GCNMEMI_DESC_ROW(name, lowest, highest, meaning) {#name, meaning, lowest, highest, offsetof(gcnmem_desc, name)},
static const gcnmemi_desc_field gcnmemi_desc_fields[] = {GCNMEM_DESC_FIELDS(GCNMEMI_DESC_ROW)};
#undef GCNMEMI_DESC_ROW

/* The highest value of each field, for rooms whose arrays hold that many. */
#define GCNMEMI_DESC_HIGHEST(name, lowest, highest, meaning) GCNMEMI_DESC_HIGHEST_##name = highest,
enum { GCNMEM_DESC_FIELDS(GCNMEMI_DESC_HIGHEST) GCNMEMI_DESC_HIGHEST_END };
#undef GCNMEMI_DESC_HIGHEST

GCNMEMI_PRIVATE void gcnmemi_desc_put(gcnmem_desc* desc, uint32_t field, uint32_t value) {
    gcnmemi_bits_copy((unsigned char*)desc + gcnmemi_desc_fields[field].offset, &value, sizeof(value));
}

GCNMEM_DEF const char* gcnmem_field_name(gcnmem_field field) {
    return (uint32_t)field < GCNMEM_FIELD_END ? gcnmemi_desc_fields[field].name : "";
}

GCNMEM_DEF gcnmem_field gcnmem_field_nearest(const char* name) {
    uint32_t nearest = 0;
    uint32_t best = UINT32_MAX;
    for (uint32_t i = 0; i < GCNMEM_FIELD_END; ++i) {
        uint32_t distance = gcnmemi_text_distance(name, gcnmemi_desc_fields[i].name);
        if (gcnmemi_text_starts(gcnmemi_desc_fields[i].name, name)) {
            return (gcnmem_field)i;
        }
        if (distance < best) {
            best = distance;
            nearest = i;
        }
    }
    return (gcnmem_field)nearest;
}

GCNMEM_DEF const char* gcnmem_field_meaning(gcnmem_field field) {
    return (uint32_t)field < GCNMEM_FIELD_END ? gcnmemi_desc_fields[field].meaning : "";
}

GCNMEM_DEF uint32_t gcnmem_field_value(const gcnmem_desc* desc, gcnmem_field field) {
    uint32_t value = 0;
    if ((uint32_t)field < GCNMEM_FIELD_END) {
        gcnmemi_bits_copy(&value, (const unsigned char*)desc + gcnmemi_desc_fields[field].offset, sizeof(value));
    }
    return value;
}

GCNMEM_DEF gcnmem_provenance gcnmem_field_provenance(const gcnmem_desc* desc, gcnmem_field field) {
    const gcnmemi_devices_card* card = gcnmemi_devices_find_card(desc->device);
    if (card == NULL || (uint32_t)field >= GCNMEM_FIELD_END) {
        return GCNMEM_PROVENANCE_USER;
    }
    gcnmemi_devices_fact fact = gcnmemi_devices_lookup(card, desc, field);
    return fact.value == gcnmem_field_value(desc, field) ? fact.provenance : GCNMEM_PROVENANCE_USER;
}

/* The mapping of every preset: 256 bytes to a channel, then the next; rows fill up before banks change. */
static const char gcnmemi_desc_default_mapping[] = "row-bank-column-group-channel-chunk";

GCNMEM_DEF void gcnmem_desc_defaults(gcnmem_desc* desc) {
    const gcnmemi_devices_card* card = gcnmemi_devices_find_card(desc->device);
    if (card != NULL && desc->dram_mapping[0] == 0) {
        gcnmemi_bits_copy(desc->dram_mapping, gcnmemi_desc_default_mapping, sizeof(gcnmemi_desc_default_mapping));
    }
    for (uint32_t i = 0; card != NULL && i < 2 * GCNMEM_FIELD_END; ++i) { /* what follows from the memory, last */
        gcnmem_field field = (gcnmem_field)(i % GCNMEM_FIELD_END);
        if (gcnmemi_devices_is_of_memory(field) == (i >= GCNMEM_FIELD_END) && gcnmem_field_value(desc, field) == 0) {
            gcnmemi_desc_put(desc, field, gcnmemi_devices_lookup(card, desc, field).value);
        }
    }
}

GCNMEM_DEF gcnmem_desc gcnmem_desc_for(gcnmem_device device) {
    gcnmem_desc desc;
    gcnmemi_bits_zero(&desc, sizeof(desc));
    desc.device = device;
    gcnmem_desc_defaults(&desc);
    return desc;
}

GCNMEMI_PRIVATE gcnmem_result gcnmemi_desc_check_range(const gcnmemi_desc_field* field, uint64_t value,
                                                       gcnmem_issue* out_issue) {
    if (value < field->lowest) {
        return gcnmemi_results_fail(GCNMEM_ERROR_VALUE, out_issue, field->name, "is {value}: must be at least {limit}",
                                    value, field->lowest);
    }
    if (value > field->highest) {
        return gcnmemi_results_fail(GCNMEM_ERROR_VALUE, out_issue, field->name, "is {value}: must be at most {limit}",
                                    value, field->highest);
    }
    return GCNMEM_OK;
}

GCNMEM_DEF gcnmem_result gcnmem_desc_set(gcnmem_desc* desc, const char* field, const char* value,
                                         gcnmem_issue* out_issue) {
    size_t value_bytes = gcnmemi_text_length(value);
    if (gcnmemi_text_equal(field, "dram_mapping")) {
        if (value_bytes == 0 || value_bytes >= sizeof(desc->dram_mapping)) {
            return gcnmemi_results_fail(GCNMEM_ERROR_VALUE, out_issue, "dram_mapping",
                                        "has {value} characters: must have 1 to {limit}", value_bytes,
                                        sizeof(desc->dram_mapping) - 1);
        }
        gcnmemi_bits_zero(desc->dram_mapping, sizeof(desc->dram_mapping));
        gcnmemi_bits_copy(desc->dram_mapping, value, value_bytes);
        return GCNMEM_OK;
    }
    for (uint32_t i = 0; i < GCNMEM_FIELD_END; ++i) {
        const gcnmemi_desc_field* row = &gcnmemi_desc_fields[i];
        uint64_t number = 0;
        if (!gcnmemi_text_equal(row->name, field)) {
            continue;
        }
        if (gcnmem_field_provenance(desc, (gcnmem_field)i) == GCNMEM_PROVENANCE_NONE) {
            return gcnmemi_results_fail(GCNMEM_ERROR_VALUE, out_issue, row->name, "means nothing on this device", 0, 0);
        }
        gcnmemi_text digits = gcnmemi_text_of(value);
        if (!gcnmemi_text_take_number(&digits, &number) || digits.at < digits.end) {
            return gcnmemi_results_fail(GCNMEM_ERROR_SYNTAX, out_issue, row->name, "takes a decimal or 0x number", 0,
                                        0);
        }
        gcnmem_result result = gcnmemi_desc_check_range(row, number, out_issue);
        if (result != GCNMEM_OK) {
            return result;
        }
        gcnmemi_desc_put(desc, i, (uint32_t)number);
        if (i == GCNMEM_FIELD_dram_memory || i == GCNMEM_FIELD_dram_bus_bits || i == GCNMEM_FIELD_dram_mbps_per_pin) {
            for (uint32_t other = 0; other < GCNMEM_FIELD_END; ++other) { /* what follows from them follows again */
                if (gcnmemi_devices_is_of_memory((gcnmem_field)other)) {
                    gcnmemi_desc_put(desc, other, 0);
                }
            }
            gcnmem_desc_defaults(desc);
        }
        return GCNMEM_OK;
    }
    return gcnmemi_results_fail(GCNMEM_ERROR_NAME, out_issue, "field", "is not a field of the description", 0, 0);
}

GCNMEM_DEF uint64_t gcnmem_desc_dram_bytes_per_second(const gcnmem_desc* desc) {
    return (uint64_t)desc->dram_bus_bits * desc->dram_mbps_per_pin * 125000u;
}

GCNMEM_DEF uint32_t gcnmem_desc_dram_burst_bytes(const gcnmem_desc* desc) {
    return (uint32_t)gcnmemi_bits_max(1, (uint64_t)desc->dram_channel_bits * desc->dram_burst_length / 8);
}

/* R76: what DRAM takes beyond the last cache when a row is in the way. */
GCNMEMI_PRIVATE uint64_t gcnmemi_desc_dram_clocks(const gcnmem_desc* d) {
    uint64_t commands = (uint64_t)d->dram_rp_clocks + d->dram_rcd_read_clocks + d->dram_cl_clocks +
                        gcnmemi_bits_divide_up(d->dram_burst_length, d->dram_data_rate);
    uint64_t command_mhz = gcnmemi_bits_max(1, d->dram_mbps_per_pin / d->dram_data_rate);
    return gcnmemi_bits_scale(d->dram_path_ns, d->core_clock_mhz, 1000) +
           gcnmemi_bits_scale(commands, d->core_clock_mhz, command_mhz);
}

GCNMEM_DEF uint64_t gcnmem_desc_latency_clocks(const gcnmem_desc* desc, uint64_t set_bytes) {
    const uint64_t whole = (uint64_t)1 << 20;
    const uint64_t last = desc->l3_size_bytes != 0 ? desc->l3_latency_clocks : desc->l2_latency_clocks;
    const uint64_t near_bytes = desc->l2_near_bytes != 0 ? desc->l2_near_bytes : desc->l2_size_bytes;
    const struct {
        uint64_t size_bytes;
        uint64_t beyond_clocks; /* latency of what is not in this level, but in one that follows */
        int is_last;
    } levels[] = {
        {desc->l1_size_bytes, desc->gl1_size_bytes != 0 ? desc->gl1_latency_clocks : desc->l2_latency_clocks, 0},
        {desc->gl1_size_bytes, desc->l2_latency_clocks, 0},
        {near_bytes, desc->l2_far_latency_clocks, 0},
        {desc->l2_size_bytes, desc->l3_latency_clocks, desc->l3_size_bytes == 0},
        {desc->l3_size_bytes, 0, desc->l3_size_bytes != 0}};
    uint64_t clocks = desc->l1_latency_clocks;
    uint64_t from = clocks;
    for (size_t i = 0; i < sizeof(levels) / sizeof(levels[0]); ++i) {
        uint64_t beyond = levels[i].is_last ? last + gcnmemi_desc_dram_clocks(desc) : levels[i].beyond_clocks;
        uint64_t held = whole; /* share of the set's accesses that hit here */
        for (uint32_t k = 0; k < 7 && levels[i].size_bytes < set_bytes; ++k) {
            held = gcnmemi_bits_scale(held, levels[i].size_bytes, set_bytes);
        }
        if (levels[i].size_bytes != 0 && beyond > from) {
            clocks += gcnmemi_bits_scale(beyond - from, whole - held, whole);
            from = beyond;
        }
    }
    return clocks;
}

/* ---- validation: every rule of every level stands here; the rooms below rely on it ---- */

/* Fields that must be powers of two. */
static const gcnmem_field gcnmemi_desc_powers[] = {
    GCNMEM_FIELD_wave_lanes,        GCNMEM_FIELD_l1_phase_lanes,       GCNMEM_FIELD_l1_phase_lanes_64,
    GCNMEM_FIELD_lds_bank_count,    GCNMEM_FIELD_scalar_l1_line_bytes, GCNMEM_FIELD_l1_line_bytes,
    GCNMEM_FIELD_icache_line_bytes, GCNMEM_FIELD_l1_tag_banks,         GCNMEM_FIELD_l1_data_banks,
    GCNMEM_FIELD_request_bytes,     GCNMEM_FIELD_request_lanes,        GCNMEM_FIELD_l2_request_bytes,
    GCNMEM_FIELD_l2_line_bytes,     GCNMEM_FIELD_l2_interleave_bytes,  GCNMEM_FIELD_dram_channel_bits,
    GCNMEM_FIELD_dram_burst_length, GCNMEM_FIELD_dram_data_rate,       GCNMEM_FIELD_dram_ranks,
    GCNMEM_FIELD_dram_banks,        GCNMEM_FIELD_dram_bank_groups,     GCNMEM_FIELD_dram_row_bytes,
    GCNMEM_FIELD_l1_phase_lanes_128};

/* A rule between fields: `limit` is the number that the named one is compared with. */
typedef struct gcnmemi_desc_rule {
    gcnmem_field field;
    const char* rule;
    uint64_t limit;
    int holds;
} gcnmemi_desc_rule;

#define GCNMEMI_DESC_MOST(name, limit, what)                                                                           \
    { GCNMEM_FIELD_##name, "is {value}: must be at most {limit}, " what, limit, d->name <= (limit) }
#define GCNMEMI_DESC_LEAST(name, limit, what)                                                                          \
    { GCNMEM_FIELD_##name, "is {value}: must be at least {limit}, " what, limit, d->name >= (limit) }
#define GCNMEMI_DESC_MULTIPLE(name, limit, what)                                                                       \
    { GCNMEM_FIELD_##name, "is {value}: must be a multiple of {limit}, " what, limit, d->name % (limit) == 0 }

GCNMEMI_PRIVATE uint32_t gcnmemi_desc_burst_clocks(const gcnmem_desc* desc) {
    return gcnmemi_bits_divide_up(desc->dram_burst_length, desc->dram_data_rate);
}

GCNMEMI_PRIVATE gcnmem_result gcnmemi_desc_check_rules(const gcnmem_desc* d, gcnmem_issue* out_issue) {
    /* Clocks in which any one request surely gets through, refresh included: refreshes further apart cannot starve it.
       */
    uint32_t slowest_burst = d->dram_rfc_clocks + d->dram_rc_clocks + d->dram_rp_clocks + d->dram_faw_clocks +
                             d->dram_rcd_read_clocks + d->dram_rcd_write_clocks + d->dram_cl_clocks +
                             d->dram_cwl_clocks + d->dram_wr_clocks + d->dram_wtr_long_clocks + d->dram_rtw_clocks +
                             d->dram_rtp_clocks + 2 * gcnmemi_desc_burst_clocks(d);
    const int is_gcn = d->architecture == GCNMEM_ARCHITECTURE_GCN;
    const gcnmemi_desc_rule rules[] = {
        {GCNMEM_FIELD_wave_lanes, "is {value}: must be {limit} on GCN", GCNMEM_LANES,
         !is_gcn || d->wave_lanes == GCNMEM_LANES},
        {GCNMEM_FIELD_l1_group_rule, "is {value}: {limit} is GCN's, and GCN's alone", GCNMEM_GROUP_QUADS,
         is_gcn == (d->l1_group_rule == GCNMEM_GROUP_QUADS)},
        {GCNMEM_FIELD_lds_phase_rule, "is {value}: {limit} is GCN's, and GCN's alone", 1,
         is_gcn == (d->lds_phase_rule == 1)},
        GCNMEMI_DESC_MULTIPLE(l1_size_bytes, (uint64_t)d->l1_ways * d->l1_line_bytes, "l1_ways * l1_line_bytes"),
        GCNMEMI_DESC_MULTIPLE(scalar_l1_size_bytes, (uint64_t)d->scalar_l1_ways * d->scalar_l1_line_bytes,
                              "scalar_l1_ways * scalar_l1_line_bytes"),
        GCNMEMI_DESC_MULTIPLE(icache_size_bytes, (uint64_t)d->icache_ways * d->icache_line_bytes,
                              "icache_ways * icache_line_bytes"),
        GCNMEMI_DESC_MULTIPLE(l2_size_bytes, (uint64_t)d->l2_channels * d->l2_ways * d->l2_line_bytes,
                              "l2_channels * l2_ways * l2_line_bytes"),
        GCNMEMI_DESC_LEAST(l2_interleave_bytes, d->l2_line_bytes, "l2_line_bytes"),
        GCNMEMI_DESC_MOST(l2_request_bytes, d->l2_line_bytes, "l2_line_bytes"),
        GCNMEMI_DESC_MOST(lds_group_max_bytes, d->lds_size_bytes, "lds_size_bytes"),
        GCNMEMI_DESC_MOST(lds_granule_bytes, d->lds_size_bytes, "lds_size_bytes"),
        GCNMEMI_DESC_MOST(vgpr_granule, d->vgprs_per_simd, "vgprs_per_simd"),
        GCNMEMI_DESC_MOST(sgpr_granule, d->sgprs_per_simd, "sgprs_per_simd"),
        GCNMEMI_DESC_MOST(sgprs_per_wave_max, d->sgprs_per_simd, "sgprs_per_simd"),
        GCNMEMI_DESC_MOST(group_waves_max, d->simd_count_per_cu * d->waves_per_simd_max,
                          "simd_count_per_cu * waves_per_simd_max"),
        {GCNMEM_FIELD_dram_channels, "is {value}: times dram_channel_bits must be {limit}, dram_bus_bits",
         d->dram_bus_bits, (uint64_t)d->dram_channels * d->dram_channel_bits == d->dram_bus_bits},
        {GCNMEM_FIELD_l2_channels, "is {value}: must be a power of two to be hashed (l2_channel_rule {limit})", 2,
         d->l2_channel_rule != 2 || gcnmemi_bits_is_power_of_two(d->l2_channels)},
        {GCNMEM_FIELD_l2_channels, "is {value}: must be {limit} with l2_channel_rule 3, Tahiti's", 12,
         d->l2_channel_rule != 3 || d->l2_channels == 12},
        {GCNMEM_FIELD_l2_interleave_bytes, "is {value}: must be {limit} with l2_channel_rule 3, Tahiti's", 256,
         d->l2_channel_rule != 3 || d->l2_interleave_bytes == 256},
        GCNMEMI_DESC_MOST(dram_bank_groups, GCNMEMI_DESC_HIGHEST_dram_bank_groups / d->dram_ranks,
                          "so many in all ranks"),
        {GCNMEM_FIELD_dram_bank_groups, "is {value}: times dram_ranks must divide {limit}, dram_banks", d->dram_banks,
         d->dram_banks % ((uint64_t)d->dram_bank_groups * d->dram_ranks) == 0},
        GCNMEMI_DESC_LEAST(dram_row_bytes, gcnmem_desc_dram_burst_bytes(d), "one burst"),
        GCNMEMI_DESC_MOST(dram_write_high_entries, d->dram_write_queue_entries, "dram_write_queue_entries"),
        GCNMEMI_DESC_MOST(dram_write_low_entries, d->dram_write_high_entries - 1, "dram_write_high_entries - 1"),
        GCNMEMI_DESC_LEAST(dram_ras_clocks, d->dram_rcd_read_clocks, "dram_rcd_read_clocks"),
        GCNMEMI_DESC_LEAST(dram_rc_clocks, d->dram_ras_clocks + d->dram_rp_clocks, "dram_ras_clocks + dram_rp_clocks"),
        GCNMEMI_DESC_LEAST(dram_rrd_long_clocks, d->dram_rrd_short_clocks, "dram_rrd_short_clocks"),
        GCNMEMI_DESC_LEAST(dram_faw_clocks, d->dram_rrd_short_clocks, "dram_rrd_short_clocks"),
        GCNMEMI_DESC_LEAST(dram_ccd_long_clocks, d->dram_ccd_short_clocks, "dram_ccd_short_clocks"),
        GCNMEMI_DESC_LEAST(dram_wtr_long_clocks, d->dram_wtr_short_clocks, "dram_wtr_short_clocks"),
        GCNMEMI_DESC_LEAST(dram_refi_clocks, slowest_burst + 1, "dram_rfc_clocks plus the time of one whole access"),
    };
    for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); ++i) {
        if (!rules[i].holds) {
            return gcnmemi_results_fail(GCNMEM_ERROR_VALUE, out_issue, gcnmem_field_name(rules[i].field), rules[i].rule,
                                        gcnmem_field_value(d, rules[i].field), rules[i].limit);
        }
    }
    return GCNMEM_OK;
}

#undef GCNMEMI_DESC_MOST
#undef GCNMEMI_DESC_LEAST
#undef GCNMEMI_DESC_MULTIPLE

/* The parts of an address that dram_mapping names. */
enum {
    GCNMEMI_DESC_ROW = 0,
    GCNMEMI_DESC_RANK = 1,
    GCNMEMI_DESC_GROUP = 2,
    GCNMEMI_DESC_BANK = 3,
    GCNMEMI_DESC_CHANNEL = 4,
    GCNMEMI_DESC_COLUMN = 5,
    GCNMEMI_DESC_CHUNK = 6,
    GCNMEMI_DESC_PARTS = 7
};

typedef struct gcnmemi_desc_mapping {
    uint32_t part[GCNMEMI_DESC_PARTS]; /* from the top bit down */
    uint32_t count;
    uint32_t seen; /* bit set of parts */
} gcnmemi_desc_mapping;

/* R41: reads dram_mapping. Returns the rule that its text breaks, or NULL. */
GCNMEMI_PRIVATE const char* gcnmemi_desc_read_mapping(const gcnmem_desc* desc, gcnmemi_desc_mapping* out) {
    static const char* const names[] = {"row", "rank", "group", "bank", "channel", "column", "chunk"};
    const uint32_t required =
        1u << GCNMEMI_DESC_ROW | 1u << GCNMEMI_DESC_BANK | 1u << GCNMEMI_DESC_CHANNEL | 1u << GCNMEMI_DESC_COLUMN;
    gcnmemi_bits_zero(out, sizeof(*out));
    if (desc->dram_mapping[sizeof(desc->dram_mapping) - 1] != 0) {
        return "must end with a zero byte";
    }
    gcnmemi_text text = gcnmemi_text_of(desc->dram_mapping);
    for (int is_last = 0; !is_last;) {
        gcnmemi_text name = gcnmemi_text_take_until(&text, '-');
        uint32_t part = 0;
        while (part < GCNMEMI_DESC_PARTS && !gcnmemi_text_same(name, gcnmemi_text_of(names[part]))) {
            ++part;
        }
        if (part == GCNMEMI_DESC_PARTS) {
            return "must be row, rank, group, bank, channel, column, chunk joined by '-'";
        }
        if (out->seen >> part & 1) {
            return "must not name a field twice";
        }
        out->seen |= 1u << part;
        out->part[out->count++] = part;
        is_last = name.end == text.end;
    }
    if ((out->seen & required) != required) {
        return "must name row, bank, channel and column";
    }
    if (out->part[0] != GCNMEMI_DESC_ROW) {
        return "must begin with row";
    }
    if ((out->seen >> GCNMEMI_DESC_CHUNK & 1) != 0 && out->part[out->count - 1] != GCNMEMI_DESC_CHUNK) {
        return "must end with chunk when it names it";
    }
    return NULL;
}

GCNMEMI_PRIVATE gcnmem_result gcnmemi_desc_check_mapping(const gcnmem_desc* d, gcnmem_issue* out_issue) {
    gcnmemi_desc_mapping mapping;
    uint64_t value = 0;
    uint64_t limit = 0;
    const char* rule = gcnmemi_desc_read_mapping(d, &mapping);
    if (rule == NULL && d->dram_bank_groups > 1 && (mapping.seen >> GCNMEMI_DESC_GROUP & 1) == 0) {
        rule = "must name group when dram_bank_groups > 1";
    } else if (rule == NULL && d->dram_ranks > 1 && (mapping.seen >> GCNMEMI_DESC_RANK & 1) == 0) {
        rule = "must name rank when dram_ranks > 1";
    } else if (rule == NULL && (mapping.seen >> GCNMEMI_DESC_CHUNK & 1) != 0) {
        value = d->l2_interleave_bytes;
        limit = gcnmem_desc_dram_burst_bytes(d);
        rule = value < limit ? "has a chunk of {value} bytes, l2_interleave_bytes: must be at least a burst, {limit}"
                             : NULL;
        if (value > d->dram_row_bytes) {
            limit = d->dram_row_bytes;
            rule = "has a chunk of {value} bytes, l2_interleave_bytes: must be at most dram_row_bytes, {limit}";
        }
    }
    return rule == NULL ? GCNMEM_OK
                        : gcnmemi_results_fail(GCNMEM_ERROR_VALUE, out_issue, "dram_mapping", rule, value, limit);
}

GCNMEM_DEF gcnmem_result gcnmem_desc_validate(const gcnmem_desc* desc, gcnmem_issue* out_issue) {
    gcnmem_result result = GCNMEM_OK;
    for (uint32_t i = 0; i < GCNMEM_FIELD_END && result == GCNMEM_OK; ++i) {
        result =
            gcnmemi_desc_check_range(&gcnmemi_desc_fields[i], gcnmem_field_value(desc, (gcnmem_field)i), out_issue);
    }
    for (size_t i = 0; i < sizeof(gcnmemi_desc_powers) / sizeof(gcnmemi_desc_powers[0]) && result == GCNMEM_OK; ++i) {
        uint32_t value = gcnmem_field_value(desc, gcnmemi_desc_powers[i]);
        if (!gcnmemi_bits_is_power_of_two(value)) {
            result = gcnmemi_results_fail(GCNMEM_ERROR_VALUE, out_issue, gcnmem_field_name(gcnmemi_desc_powers[i]),
                                          "is {value}: must be a power of two", value, 0);
        }
    }
    result = result == GCNMEM_OK ? gcnmemi_desc_check_rules(desc, out_issue) : result;
    return result == GCNMEM_OK ? gcnmemi_desc_check_mapping(desc, out_issue) : result;
}

#undef GCNMEMI_PRIVATE
#define GCNMEMI_PRIVATE GCNMEM_UNUSED static

/* ---------------------------------------------------------------------------------------------------------------------
   >>ops        mnemonics to operations: one vocabulary of GCN 1 to 5, for single instructions and for listings (R50)
   Knows: bits, text, results
   ------------------------------------------------------------------------------------------------------------------ */

/* What rows and parts of the vocabulary say of an operation. */
#define GCNMEMI_OPS_FLAGS(X)                                                                                           \
    X(0x001, GUESSED, is_guessed)                                                                                      \
    X(0x002, TYPED, is_typed)                                                                                          \
    X(0x004, SAMPLED, is_sampled)                                                                                      \
    X(0x008, GATHER, is_gather)                                                                                        \
    X(0x010, D16, is_d16)                                                                                              \
    X(0x020, TWO_DATA, is_compare)                                                                                     \
    X(0x040, SRC2, is_src2)                                                                                            \
    X(0x080, W, writes_first)                                                                                          \
    X(0x100, READS_FIRST, reads_first)                                                                                 \
    X(0x200, CARRY, has_carry)                                                                                         \
    X(0x400, WRITES_EXEC, writes_exec)
#define GCNMEMI_OPS_FLAG(bit, name, field) GCNMEMI_OPS_##name = bit,
enum { GCNMEMI_OPS_FLAGS(GCNMEMI_OPS_FLAG) GCNMEMI_OPS_STRIDE64 = 0x800 };
#undef GCNMEMI_OPS_FLAG

/* A row of the vocabulary: mnemonics that behave alike. Words are parted by blanks; {a,b} in a word is a or b. A memory
   operation is a whole word; of the others a word is the beginning, types and the like follow. A word that ends in _ is
   a prefix: it decides for what the vocabulary lacks. All words of a row begin alike, or the first with a brace. */
typedef struct gcnmemi_ops_row {
    const char* words;
    uint32_t flags;     /* GCNMEMI_OPS_* */
    gcnmem_rate rate64; /* VALU: of 64-bit types */
    gcnmem_op op;       /* action NONE: the verb in the word says it; parts of the word and flags say the rest */
} gcnmemi_ops_row;

#define GCNMEMI_OPS_ROW(words, flags, category, rate, rate64, branch, unit, action, addresses, vm, lgkm, exp)          \
    {                                                                                                                  \
        words, flags, GCNMEM_RATE_##rate64, {                                                                          \
            "", GCNMEM_CATEGORY_##category, GCNMEM_RATE_##rate, GCNMEM_BRANCH_##branch, GCNMEM_UNIT_##unit,            \
                GCNMEM_ACTION_##action, 0, 0, addresses, 0, 0, 0, vm, lgkm, exp, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0       \
        }                                                                                                              \
    }
#define GCNMEMI_OPS_VALU(words, flags, rate, rate64)                                                                   \
    GCNMEMI_OPS_ROW(words, flags, VALU, rate, rate64, NONE, NONE, NONE, 0, 0, 0, 0)
#define GCNMEMI_OPS_JUMP(words, flags, category, branch)                                                               \
    GCNMEMI_OPS_ROW(words, flags, category, NONE, NONE, branch, NONE, NONE, 0, 0, 0, 0)
#define GCNMEMI_OPS_PLAIN(words, flags, category) GCNMEMI_OPS_JUMP(words, flags, category, NONE)
#define GCNMEMI_OPS_MEM(words, flags, category, unit, action, addresses, vm, lgkm, exp)                                \
    GCNMEMI_OPS_ROW(words, flags, category, NONE, NONE, NONE, unit, action, addresses, vm, lgkm, exp)
#define GCNMEMI_OPS_VECTOR(words, flags, unit) GCNMEMI_OPS_MEM(words, flags, VMEM, unit, NONE, 1, 1, 0, 0)
#define GCNMEMI_OPS_LDS(words, flags, action, addresses)                                                               \
    GCNMEMI_OPS_MEM(words, flags, LDS, LDS, action, addresses, 0, 1, 0)

/* What stands behind buffer_load_, flat_store_ and the like. */
#define GCNMEMI_OPS_LOADS "load_{{u,s}byte,{u,s}short,dword{,x2,x3,x4},{ubyte,sbyte,short}_d16{,_hi}}"
#define GCNMEMI_OPS_STORES "store_{byte,short,dword{,x2,x3,x4},{byte,short}_d16_hi}"
#define GCNMEMI_OPS_INTEGER_ATOMICS "atomic_{swap,cmpswap,add,sub,smin,umin,smax,umax,and,or,xor,inc,dec}{,_x2}"
#define GCNMEMI_OPS_OTHER_ATOMICS "atomic_{{rsub,fcmpswap,fmin,fmax}{,_x2},add_f32,pk_add_f16,{add,min,max}_f64}"
#define GCNMEMI_OPS_ALL                                                                                                \
    "{" GCNMEMI_OPS_LOADS "," GCNMEMI_OPS_STORES "," GCNMEMI_OPS_INTEGER_ATOMICS "," GCNMEMI_OPS_OTHER_ATOMICS "}"

/* Counters [oss, LLVM's wait-count pass]; VALU rates [amd] where the guides list the instruction, else [est] by kin. */
static const gcnmemi_ops_row gcnmemi_ops_rows[] = {
    GCNMEMI_OPS_VALU("v_{mov,mov_fed,movrels,movreld,movrelsd,cndmask,and,or,xor,not,xnor,and_or,or3,xad,bfe,bfi,bfm,"
                     "bfrev,bcnt,mbcnt_lo,mbcnt_hi,ffbh,ffbl,perm,alignbit,alignbyte,lshl,lshr,ashr,lshlrev,lshrrev,"
                     "ashrrev,lshl_add,add_lshl,lshl_or,add3,pack,cmp,cmps,readlane,readfirstlane,accvgpr_read,"
                     "accvgpr_write,accvgpr_mov} "
                     "v_{mad,madmk,madak,min,max,min3,max3,med3,fract,trunc,ceil,rndne,floor,ldexp,frexp_exp,"
                     "frexp_mant,sad,lerp,cubeid,cubesc,cubetc,cubema,mullit,div_fixup,sat_pk,mad_mix,mad_mixlo,"
                     "mad_mixhi,fma_mix,fma_mixlo,fma_mixhi,fma_f16,fma_legacy,cvt_pk,cvt_pkrtz,cvt_pknorm,"
                     "cvt_pkaccum,dot2,dot4,dot8,screen_partition,interp_p1,interp_p1ll,interp_p1lv,interp_mov} "
                     "v_pk_{add,sub,mul,mul_lo,mad,fma,min,max,lshlrev,lshrrev,ashrrev,mov}",
                     GCNMEMI_OPS_W, FULL, F64_ADD),
    GCNMEMI_OPS_VALU("v_{cmpx,cmpsx}", GCNMEMI_OPS_W | GCNMEMI_OPS_WRITES_EXEC, FULL, F64_ADD),
    GCNMEMI_OPS_VALU("v_{add,sub,subrev,addc,subb,subbrev}{,_co}", GCNMEMI_OPS_W | GCNMEMI_OPS_CARRY, FULL, F64_ADD),
    GCNMEMI_OPS_VALU("v_{mac,macmk,interp_p2,writelane,swap,fmac_f16,pk_fmac,dot2c,dot4c,dot8c}",
                     GCNMEMI_OPS_W | GCNMEMI_OPS_READS_FIRST, FULL, F64_ADD),
    GCNMEMI_OPS_VALU("v_{mul,mul_lo_u16,mul_hi_u32_u24,mul_hi_i32_i24}", GCNMEMI_OPS_W, FULL, F64_MUL),
    GCNMEMI_OPS_VALU("v_{nop,clrexcp}", 0, FULL, FULL), GCNMEMI_OPS_VALU("v_cvt", GCNMEMI_OPS_W, CVT, F64_ADD),
    GCNMEMI_OPS_VALU("v_{fma,fmamk,fmaak}", GCNMEMI_OPS_W, FMA32, F64_MUL),
    GCNMEMI_OPS_VALU("v_fmac", GCNMEMI_OPS_W | GCNMEMI_OPS_READS_FIRST, FMA32, F64_MUL),
    GCNMEMI_OPS_VALU("v_{rcp,rsq,sqrt,log,exp,sin,cos,trig_preop,div_fmas}", GCNMEMI_OPS_W, QUARTER, F64_MUL),
    GCNMEMI_OPS_VALU("v_{mul_lo,mul_hi,msad,qsad,mqsad,mfma}", GCNMEMI_OPS_W, QUARTER, QUARTER),
    GCNMEMI_OPS_VALU("v_{mad_u64_u32,mad_i64_i32}", GCNMEMI_OPS_W | GCNMEMI_OPS_CARRY, QUARTER, QUARTER),
    GCNMEMI_OPS_VALU("v_div_scale", GCNMEMI_OPS_W | GCNMEMI_OPS_CARRY, QUARTER, F64_MUL),

    GCNMEMI_OPS_PLAIN("s_{mov,movk,movrels,movreld,mov_fed,cmov,not,wqm,brev,bcnt0,bcnt1,ff0,ff1,flbit,sext,bitset0,"
                      "bitset1,bitreplicate,quadmask,getpc,abs,absdiff,add,sub,addc,subb,min,max,cselect,and,or,xor,"
                      "nand,nor,xnor,andn1,andn2,orn1,orn2,lshl,lshr,ashr,lshl1_add,lshl2_add,lshl3_add,lshl4_add,bfm,"
                      "bfe,mul,mul_hi,pack,pack_ll,pack_lh,pack_hh,getreg}",
                      GCNMEMI_OPS_W, SALU),
    GCNMEMI_OPS_PLAIN("s_{and,or,xor,nand,nor,xnor,andn1,andn2,orn1,orn2}_saveexec s_{andn1,andn2}_wrexec",
                      GCNMEMI_OPS_W | GCNMEMI_OPS_WRITES_EXEC, SALU),
    GCNMEMI_OPS_PLAIN("s_{addk,mulk,cmovk}", GCNMEMI_OPS_W | GCNMEMI_OPS_READS_FIRST, SALU),
    GCNMEMI_OPS_PLAIN("s_{cmp,cmpk,bitcmp0,bitcmp1,setreg,setreg_imm32,setvskip,set_gpr_idx_{on,off,mode,idx},"
                      "rfe_restore}",
                      0, SALU),
    GCNMEMI_OPS_PLAIN("s_{nop,sleep,sethalt,setkill,setprio,icache_inv,incperflevel,decperflevel,ttracedata,wakeup,"
                      "trap}",
                      0, INTERNAL),
    GCNMEMI_OPS_PLAIN("s_waitcnt", 0, WAITCNT), GCNMEMI_OPS_PLAIN("s_barrier", 0, BARRIER),
    GCNMEMI_OPS_PLAIN("s_endpgm", 0, ENDPGM), GCNMEMI_OPS_JUMP("s_branch", 0, BRANCH, ALWAYS),
    GCNMEMI_OPS_JUMP("s_cbranch_scc0", 0, BRANCH, SCC0), GCNMEMI_OPS_JUMP("s_cbranch_scc1", 0, BRANCH, SCC1),
    GCNMEMI_OPS_JUMP("s_cbranch_vccz", 0, BRANCH, VCCZ), GCNMEMI_OPS_JUMP("s_cbranch_vccnz", 0, BRANCH, VCCNZ),
    GCNMEMI_OPS_JUMP("s_cbranch_execz", 0, BRANCH, EXECZ), GCNMEMI_OPS_JUMP("s_cbranch_execnz", 0, BRANCH, EXECNZ),
    GCNMEMI_OPS_JUMP("s_cbranch_{cdbgsys,cdbguser,cdbgsys_or_user,cdbgsys_and_user,i_fork,g_fork,join}", 0, BRANCH,
                     OTHER),
    GCNMEMI_OPS_JUMP("s_{call,swappc}", GCNMEMI_OPS_W, BRANCH, CALL),
    GCNMEMI_OPS_JUMP("s_{setpc,rfe}", 0, BRANCH, INDIRECT),

    /* What adds to counters and touches no memory. */
    GCNMEMI_OPS_MEM("s_sendmsg s_sendmsghalt", 0, MESSAGE, NONE, NONE, 0, 0, 1, 0),
    GCNMEMI_OPS_MEM("exp", 0, EXPORT, NONE, NONE, 0, 0, 0, 1),
    GCNMEMI_OPS_MEM("s_{memtime,memrealtime}", GCNMEMI_OPS_W, SMEM, NONE, NONE, 0, 0, 2, 0),
    GCNMEMI_OPS_MEM("s_dcache_{inv,wb,discard} s_atc_probe", 0, SMEM, NONE, NONE, 0, 0, 1, 0),
    GCNMEMI_OPS_MEM("buffer_{wbinvl1,wbl2,invl2}", 0, VMEM, NONE, NONE, 0, 1, 0, 0),
    GCNMEMI_OPS_MEM("image_get_{resinfo,lod}", GCNMEMI_OPS_W, VMEM, NONE, NONE, 0, 1, 0, 0),
    GCNMEMI_OPS_MEM("ds_gws_{init,sema_v,sema_br,sema_p,sema_release_all,barrier}", 0, GDS, NONE, NONE, 0, 0, 1, 1),
    GCNMEMI_OPS_MEM("ds_ordered_count", GCNMEMI_OPS_W, GDS, NONE, NONE, 0, 0, 1, 1),

    /* A scalar access of one dword adds 1 to LGKM, of more 2 [amd]; gcnmemi_ops_measure knows. */
    GCNMEMI_OPS_MEM("s_{,buffer_}load_dword{,x2,x4,x8,x16} s_scratch_load_dword{,x2,x4} "
                    "s_{,buffer_,scratch_}store_dword{,x2,x4} s_{,buffer_}" GCNMEMI_OPS_INTEGER_ATOMICS,
                    0, SMEM, SCALAR, NONE, 1, 0, 1, 0),
    GCNMEMI_OPS_VECTOR("buffer_" GCNMEMI_OPS_ALL " buffer_store_lds_dword", 0, BUFFER),
    GCNMEMI_OPS_VECTOR("{,t}buffer_{load,store}_format_{,d16_}{x,xy,xyz,xyzw} buffer_{load,store}_format_d16_hi_x",
                       GCNMEMI_OPS_TYPED, BUFFER),
    GCNMEMI_OPS_MEM("flat_" GCNMEMI_OPS_ALL, 0, FLAT, FLAT, NONE, 1, 1, 1, 0),
    GCNMEMI_OPS_VECTOR("{global_" GCNMEMI_OPS_ALL ",scratch_{" GCNMEMI_OPS_LOADS "," GCNMEMI_OPS_STORES "}}", 0, FLAT),
    GCNMEMI_OPS_VECTOR("image_load{,_mip}{,_pck,_pck_sgn} image_store{,_mip}{,_pck}", GCNMEMI_OPS_TYPED, IMAGE),
    GCNMEMI_OPS_VECTOR("image_sample{,_c}{{,_cd,_d,_b}{,_cl},_l,_lz}{,_o}", GCNMEMI_OPS_TYPED | GCNMEMI_OPS_SAMPLED,
                       IMAGE),
    GCNMEMI_OPS_VECTOR("image_gather4{,_c}{{,_b}{,_cl},_l,_lz}{,_o} image_gather4h{,_pck} image_gather8h_pck",
                       GCNMEMI_OPS_TYPED | GCNMEMI_OPS_SAMPLED | GCNMEMI_OPS_GATHER, IMAGE),
    GCNMEMI_OPS_VECTOR("image_atomic_{swap,cmpswap,add,sub,rsub,smin,umin,smax,umax,and,or,xor,inc,dec,fcmpswap,fmin,"
                       "fmax}",
                       0, IMAGE),

    GCNMEMI_OPS_LDS("ds_read_{b32,b64,b96,b128,i8,u8,i16,u16,{u8,i8,u16}_d16{,_hi},addtid_b32} "
                    "ds_write_{b8,b16,b32,b64,b96,b128,{b8,b16}_d16_hi,addtid_b32,src2_{b32,b64}}",
                    0, NONE, 1),
    GCNMEMI_OPS_LDS("ds_{read2,write2}_{b32,b64}", 0, NONE, 2),
    GCNMEMI_OPS_LDS("ds_{read2st64,write2st64}_{b32,b64}", GCNMEMI_OPS_STRIDE64, NONE, 2),
    GCNMEMI_OPS_LDS("ds_{add,sub,rsub,inc,dec}_{,rtn_,src2_}{u32,u64} ds_{and,or,xor}_{,rtn_,src2_}{b32,b64} "
                    "ds_{min,max}_{,rtn_,src2_}{i32,u32,f32,i64,u64,f64} ds_add_{{,rtn_,src2_}f32,{,rtn_}f64} "
                    "ds_pk_add_{,rtn_}{f16,bf16} ds_wrxchg_rtn_{b32,b64} ds_condxchg32_rtn_b64",
                    0, ATOMIC, 1),
    GCNMEMI_OPS_LDS("ds_cmpst_{,rtn_}{b32,b64,f32,f64} ds_mskor_{,rtn_}{b32,b64} ds_wrap_rtn_b32", GCNMEMI_OPS_TWO_DATA,
                    ATOMIC, 1),
    GCNMEMI_OPS_LDS("ds_wrxchg2_rtn_{b32,b64}", 0, ATOMIC, 2),
    GCNMEMI_OPS_LDS("ds_wrxchg2st64_rtn_{b32,b64}", GCNMEMI_OPS_STRIDE64, ATOMIC, 2),
    GCNMEMI_OPS_LDS("ds_append ds_consume", GCNMEMI_OPS_W, ATOMIC, 0), /* the wave's one address is in M0 */
    GCNMEMI_OPS_LDS("ds_swizzle_b32", GCNMEMI_OPS_W, NONE, 0),
    GCNMEMI_OPS_LDS("ds_{permute,bpermute}_b32", GCNMEMI_OPS_W | GCNMEMI_OPS_TWO_DATA, NONE, 0), /* data and lane */
    GCNMEMI_OPS_LDS("ds_nop", 0, NONE, 0),

    GCNMEMI_OPS_VALU("v_", GCNMEMI_OPS_GUESSED | GCNMEMI_OPS_W, FULL, F64_ADD),
    GCNMEMI_OPS_JUMP("s_cbranch_", GCNMEMI_OPS_GUESSED, BRANCH, OTHER),
    GCNMEMI_OPS_PLAIN("s_", GCNMEMI_OPS_GUESSED | GCNMEMI_OPS_W, SALU),
    GCNMEMI_OPS_MEM("s_{,buffer_,scratch_}{load,store,atomic}_", GCNMEMI_OPS_GUESSED, SMEM, SCALAR, NONE, 1, 0, 1, 0),
    GCNMEMI_OPS_VECTOR("{,t}buffer_", GCNMEMI_OPS_GUESSED, BUFFER),
    GCNMEMI_OPS_MEM("flat_", GCNMEMI_OPS_GUESSED, FLAT, FLAT, NONE, 1, 1, 1, 0),
    GCNMEMI_OPS_VECTOR("{global,scratch}_", GCNMEMI_OPS_GUESSED, FLAT),
    GCNMEMI_OPS_VECTOR("image_", GCNMEMI_OPS_GUESSED | GCNMEMI_OPS_TYPED, IMAGE),
    GCNMEMI_OPS_LDS("ds_", GCNMEMI_OPS_GUESSED, NONE, 1)};

#undef GCNMEMI_OPS_ROW
#undef GCNMEMI_OPS_VALU
#undef GCNMEMI_OPS_JUMP
#undef GCNMEMI_OPS_PLAIN
#undef GCNMEMI_OPS_MEM
#undef GCNMEMI_OPS_VECTOR
#undef GCNMEMI_OPS_LDS
#undef GCNMEMI_OPS_LOADS
#undef GCNMEMI_OPS_STORES
#undef GCNMEMI_OPS_INTEGER_ATOMICS
#undef GCNMEMI_OPS_OTHER_ATOMICS
#undef GCNMEMI_OPS_ALL

/* What the parts of a memory mnemonic say: verbs and widths. */
typedef struct gcnmemi_ops_part {
    const char* words;
    uint32_t flags;
    gcnmem_action action;
    uint32_t bytes; /* 0: says nothing of the width */
    uint32_t channels;
} gcnmemi_ops_part;

static const gcnmemi_ops_part gcnmemi_ops_parts[] = {
    {"load read{,2,2st64} sample gather{4,4h,8h}", GCNMEMI_OPS_W, GCNMEM_ACTION_LOAD, 0, 0},
    {"store write{,2,2st64}", 0, GCNMEM_ACTION_STORE, 0, 0},
    {"atomic", 0, GCNMEM_ACTION_ATOMIC, 0, 0},
    {"{,f}cmpswap", GCNMEMI_OPS_TWO_DATA, GCNMEM_ACTION_NONE, 0, 0},
    {"rtn", GCNMEMI_OPS_W, GCNMEM_ACTION_NONE, 0, 0},
    {"src2", GCNMEMI_OPS_SRC2, GCNMEM_ACTION_NONE, 0, 0},
    {"format", GCNMEMI_OPS_TYPED, GCNMEM_ACTION_NONE, 0, 0},
    {"d16", GCNMEMI_OPS_D16, GCNMEM_ACTION_NONE, 0, 0},
    {"{,u,s}byte {b,u,i}8", 0, GCNMEM_ACTION_NONE, 1, 1},
    {"{,u,s}short {b,u,i}16", 0, GCNMEM_ACTION_NONE, 2, 1},
    {"dword x {b,u,i,f}32 {f,bf}16", 0, GCNMEM_ACTION_NONE, 4, 1}, /* f16 and bf16 come in pairs */
    {"dwordx2 x2 xy {b,u,i,f}64", 0, GCNMEM_ACTION_NONE, 8, 2},
    {"dwordx3 xyz b96", 0, GCNMEM_ACTION_NONE, 12, 3},
    {"dwordx4 xyzw b128", 0, GCNMEM_ACTION_NONE, 16, 4},
    {"dwordx8", 0, GCNMEM_ACTION_NONE, 32, 8},
    {"dwordx16", 0, GCNMEM_ACTION_NONE, 64, 16}};

/* ---- words with choices ---- */

/* The comma or brace that ends a choice. */
GCNMEMI_PRIVATE const char* gcnmemi_ops_choice_end(const char* at) {
    uint32_t depth = 0;
    for (;; ++at) {
        while (*at != ',' && *at < '{') {
            ++at;
        }
        if (depth == 0 && *at != '{') {
            return at;
        }
        depth += *at == '{';
        depth -= *at == '}';
    }
}

/* Behind a choice the word goes on behind the braces around it. */
GCNMEMI_PRIVATE const char* gcnmemi_ops_skip_choices(const char* at) {
    while (*at == ',' || *at == '}') {
        for (; *at == ','; at = gcnmemi_ops_choice_end(at + 1)) {
        }
        ++at;
    }
    return at;
}

/* Most characters, `used` among them, with which the word from `at` on begins the text; 0 when it does not. */
GCNMEMI_PRIVATE size_t gcnmemi_ops_match_word(const char* at, gcnmemi_text text, size_t used) {
    for (at = gcnmemi_ops_skip_choices(at); *at != '\0' && *at != ' ' && *at != '{';
         at = gcnmemi_ops_skip_choices(at + 1)) {
        if (gcnmemi_text_lower(gcnmemi_text_peek(text, used++)) != *at) {
            return 0;
        }
    }
    if (*at != '{') {
        char next = gcnmemi_text_peek(text, used);
        return next == '\0' || next == '_' || at[-1] == '_' ? used : 0;
    }
    size_t longest = 0;
    do {
        ++at;
        size_t bytes = gcnmemi_ops_match_word(at, text, used);
        longest = bytes > longest ? bytes : longest;
        at = gcnmemi_ops_choice_end(at);
    } while (*at == ',');
    return longest;
}

/* Characters of the longest word that begins the text and ends where it ends or goes on with _; 0: there is none. */
GCNMEMI_PRIVATE size_t gcnmemi_ops_match(const char* words, gcnmemi_text text) {
    size_t longest = 0;
    while (*words != '\0') {
        size_t bytes = gcnmemi_ops_match_word(words, text, 0);
        longest = bytes > longest ? bytes : longest;
        while (*words != '\0' && *words++ != ' ') {
        }
    }
    return longest;
}

GCNMEMI_PRIVATE int gcnmemi_ops_is(const char* words, gcnmemi_text text) {
    return text.at < text.end && gcnmemi_ops_match(words, text) == gcnmemi_text_bytes(text);
}

/* Writes the index'th way to spell the word from `at` on behind `used` characters of a name; returns 0, and how many
   there are subtracted from the index, when it has no such. */
GCNMEMI_PRIVATE int gcnmemi_ops_spell(const char* at, uint32_t* index, char* name, size_t used) {
    for (at = gcnmemi_ops_skip_choices(at); *at != '\0' && *at != ' ' && *at != '{';
         at = gcnmemi_ops_skip_choices(at + 1)) {
        name[used++] = *at;
    }
    if (*at != '{') {
        name[used] = '\0';
        return (*index)-- == 0;
    }
    do {
        ++at;
        if (gcnmemi_ops_spell(at, index, name, used)) {
            return 1;
        }
        at = gcnmemi_ops_choice_end(at);
    } while (*at == ',');
    return 0;
}

/* ---- decoding ---- */

/* The mnemonic without an ending that names an encoding, not an operation. */
GCNMEMI_PRIVATE gcnmemi_text gcnmemi_ops_strip(gcnmemi_text mnemonic) {
    static const char* const encodings[] = {"_e32", "_e64", "_sdwa", "_dpp"};
    for (size_t i = 0; i < sizeof(encodings) / sizeof(encodings[0]); ++i) {
        size_t bytes = gcnmemi_text_length(encodings[i]);
        if (gcnmemi_text_bytes(mnemonic) > bytes &&
            gcnmemi_text_is(gcnmemi_text_span(mnemonic.end - bytes, mnemonic.end), encodings[i])) {
            mnemonic.end -= bytes;
            break;
        }
    }
    return mnemonic;
}

/* The row with the longest word that fits, or NULL: then the word is no GCN mnemonic. */
GCNMEMI_PRIVATE const gcnmemi_ops_row* gcnmemi_ops_lookup(gcnmemi_text mnemonic) {
    const gcnmemi_ops_row* best = NULL;
    size_t longest = 0;
    char first = gcnmemi_text_lower(gcnmemi_text_peek(mnemonic, 0));
    for (size_t i = 0; i < sizeof(gcnmemi_ops_rows) / sizeof(gcnmemi_ops_rows[0]); ++i) {
        const gcnmemi_ops_row* row = &gcnmemi_ops_rows[i];
        int may_fit = row->words[0] == first || row->words[0] == '{';
        size_t bytes = may_fit ? gcnmemi_ops_match(row->words, mnemonic) : 0;
        int is_whole = bytes == gcnmemi_text_bytes(mnemonic);
        if (bytes > longest && (is_whole || row->op.unit == GCNMEM_UNIT_NONE || row->flags & GCNMEMI_OPS_GUESSED)) {
            longest = bytes;
            best = row;
        }
    }
    return best;
}

/* A memory operation: reads the parts of its mnemonic and adds up what they say. Returns the flags. */
GCNMEMI_PRIVATE uint32_t gcnmemi_ops_measure(gcnmem_op* op, uint32_t flags, gcnmemi_text parts) {
    while (parts.at < parts.end) {
        gcnmemi_text part = gcnmemi_text_take_until(&parts, '_');
        for (size_t i = 0; i < sizeof(gcnmemi_ops_parts) / sizeof(gcnmemi_ops_parts[0]); ++i) {
            const gcnmemi_ops_part* known = &gcnmemi_ops_parts[i];
            if (gcnmemi_ops_is(known->words, part)) {
                flags |= known->flags;
                op->action = known->action != GCNMEM_ACTION_NONE ? known->action : op->action;
                op->element_bytes = known->bytes != 0 ? known->bytes : op->element_bytes;
                op->channels = known->bytes != 0 ? known->channels : op->channels;
            }
        }
    }
    int has_width = op->element_bytes != 0;
    if (!has_width) { /* a texel, a counter, or a guess */
        op->element_bytes = 4;
        op->channels = (flags & GCNMEMI_OPS_TYPED) != 0 ? 4 : 1;
    }
    if ((flags & GCNMEMI_OPS_GUESSED) != 0 && op->action == GCNMEM_ACTION_NONE) {
        op->action = GCNMEM_ACTION_LOAD;
    }
    if ((flags & GCNMEMI_OPS_D16) != 0) { /* of a format: two bytes a channel, while none is set */
        op->element_bytes = gcnmemi_bits_min32(op->element_bytes, 2 * op->channels);
    }
    if (op->addresses == 2) {
        op->address_step_bytes = op->element_bytes * ((flags & GCNMEMI_OPS_STRIDE64) != 0 ? 64 : 1);
    }
    if (op->unit == GCNMEM_UNIT_SCALAR && op->element_bytes > 4) {
        op->lgkm = 2;
    }
    if (op->unit == GCNMEM_UNIT_LDS) {
        uint32_t dwords = gcnmemi_bits_divide_up(op->element_bytes, 4) * (op->addresses == 2 ? 2 : 1);
        int has_data = has_width && op->action != GCNMEM_ACTION_LOAD && (flags & GCNMEMI_OPS_SRC2) == 0;
        op->data_in = !has_data ? 0 : (flags & GCNMEMI_OPS_TWO_DATA) != 0 ? 2 * dwords : dwords;
        op->data_out = (flags & GCNMEMI_OPS_W) != 0 ? dwords : 0;
    }
    return flags;
}

/* Any word: what the vocabulary knows, a guess by its prefix, or of no category. */
GCNMEMI_PRIVATE void gcnmemi_ops_decode(gcnmemi_text mnemonic, gcnmem_op* out_op) {
    mnemonic = gcnmemi_ops_strip(mnemonic);
    const gcnmemi_ops_row* row = gcnmemi_ops_lookup(mnemonic);
    uint32_t flags = GCNMEMI_OPS_GUESSED;
    gcnmemi_bits_zero(out_op, sizeof(*out_op));
    if (row != NULL) {
        *out_op = row->op;
        flags = row->flags;
    }
    for (size_t i = 0; i < gcnmemi_text_bytes(mnemonic) && i < sizeof(out_op->name) - 1; ++i) {
        out_op->name[i] = gcnmemi_text_lower(mnemonic.at[i]);
    }
    if (out_op->unit != GCNMEM_UNIT_NONE) {
        flags = gcnmemi_ops_measure(out_op, flags, mnemonic);
    }
    while (out_op->category == GCNMEM_CATEGORY_VALU && mnemonic.at < mnemonic.end) {
        if (gcnmemi_ops_is("{f,b,i,u}64", gcnmemi_text_take_until(&mnemonic, '_'))) {
            out_op->rate = row->rate64;
        }
    }
#define GCNMEMI_OPS_SET(bit, name, field) out_op->field = (flags & bit) != 0;
    GCNMEMI_OPS_FLAGS(GCNMEMI_OPS_SET)
#undef GCNMEMI_OPS_SET
#undef GCNMEMI_OPS_FLAGS
}

GCNMEM_DEF gcnmem_result gcnmem_op_find(const char* mnemonic, gcnmem_op* out_op, gcnmem_issue* out_issue) {
    gcnmemi_ops_decode(gcnmemi_text_of(mnemonic), out_op);
    if (out_op->unit == GCNMEM_UNIT_NONE || out_op->is_guessed) {
        return gcnmemi_results_fail(GCNMEM_ERROR_NAME, out_issue, "op",
                                    "is not a GCN memory instruction, such as buffer_load_dwordx4, global_store_dword, "
                                    "image_sample, ds_read_b32, s_load_dwordx4",
                                    0, 0);
    }
    return GCNMEM_OK;
}

GCNMEM_DEF int gcnmem_op_at(uint32_t index, gcnmem_op* out_op) {
    for (size_t i = 0; i < sizeof(gcnmemi_ops_rows) / sizeof(gcnmemi_ops_rows[0]); ++i) {
        const gcnmemi_ops_row* row = &gcnmemi_ops_rows[i];
        const char* word = row->words;
        while (row->op.unit != GCNMEM_UNIT_NONE && (row->flags & GCNMEMI_OPS_GUESSED) == 0 && *word != '\0') {
            char name[sizeof(out_op->name)];
            if (gcnmemi_ops_spell(word, &index, name, 0)) {
                gcnmemi_ops_decode(gcnmemi_text_of(name), out_op);
                return 1;
            }
            while (*word != '\0' && *word++ != ' ') {
            }
        }
    }
    return 0;
}

GCNMEM_DEF void gcnmem_op_nearest(const char* mnemonic, gcnmem_op* out_op) {
    uint32_t best = UINT32_MAX;
    gcnmem_op op;
    for (uint32_t i = 0; gcnmem_op_at(i, &op); ++i) {
        uint32_t distance = gcnmemi_text_distance(mnemonic, op.name);
        if (distance < best) {
            best = distance;
            *out_op = op;
        }
    }
}

GCNMEM_DEF gcnmem_result gcnmem_op_format(gcnmem_op* op, const char* format, gcnmem_issue* out_issue) {
    static const struct {
        const char* name;
        uint32_t bytes;
        uint32_t channels;
    } formats[] = {{"r8", 1, 1},      {"rg8", 2, 2},  {"rgba8", 4, 4}, {"r16f", 2, 1},    {"rg16f", 4, 2},
                   {"rgba16f", 8, 4}, {"r32f", 4, 1}, {"rg32f", 8, 2}, {"rgb32f", 12, 3}, {"rgba32f", 16, 4}};
    if (!op->is_typed) {
        return gcnmemi_results_fail(GCNMEM_ERROR_VALUE, out_issue, "format",
                                    "is for typed and image operations; this one has its own width", 0, 0);
    }
    for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); ++i) {
        if (gcnmemi_text_same_name(formats[i].name, format)) {
            op->element_bytes = formats[i].bytes;
            op->channels = op->unit == GCNMEM_UNIT_IMAGE ? formats[i].channels : op->channels;
            return GCNMEM_OK;
        }
    }
    return gcnmemi_results_fail(GCNMEM_ERROR_NAME, out_issue, "format",
                                "is one of r8 rg8 rgba8 r16f rg16f rgba16f r32f rg32f rgb32f rgba32f", 0, 0);
}

GCNMEMI_PRIVATE const char* gcnmemi_ops_category_name(uint32_t category) {
    static const char* const names[] = {"unknown", "VALU",    "SALU",    "SMEM",     "VMEM",
                                        "FLAT",    "LDS",     "GDS",     "export",   "branch",
                                        "message", "waitcnt", "barrier", "internal", "endpgm"};
    return category < GCNMEM_CATEGORY_END ? names[category] : "";
}

/* ---------------------------------------------------------------------------------------------------------------------
   >>expr       expressions: text to steps, steps to a value
   Knows: bits, text, results

   One function reads operands and operators by precedence and calls itself for what stands between parentheses. Steps
   work on a stack of values, each one number for all lanes or one for each; there are no jumps. What ?: && || do not
   take is evaluated too, but a division by zero counts only in lanes whose value depends on it. Functions are texts in
   the same language.
   ------------------------------------------------------------------------------------------------------------------ */

enum {
    GCNMEMI_EXPR_TEXT = 4096,  /* characters */
    GCNMEMI_EXPR_DEPTH = 64,   /* values on the stack, and calls of the reader */
    GCNMEMI_EXPR_LOOSEST = 2,  /* binds as ?: does */
    GCNMEMI_EXPR_TIGHTEST = 13 /* binds as a sign does */
};

/* All bits or none: compilers vectorize a shift behind this, but not behind a condition. */
#define GCNMEMI_EXPR_IF_BELOW_64(b) (0 - (uint64_t)((b) < 64))

/* clang-format off */
/* X(name, text, binding, a OP b): C's precedence, a higher binding is tighter; "<<" before "<". The last, hash(), has
   no text: it is found where no operator stands and binds nothing. */
#define GCNMEMI_EXPR_OPERATORS(X)                                                                                      \
    X(SHIFT_LEFT, "<<", 10, a << (b & 63) & GCNMEMI_EXPR_IF_BELOW_64(b))                                               \
    X(SHIFT_RIGHT, ">>", 10, a >> (b & 63) & GCNMEMI_EXPR_IF_BELOW_64(b))                                              \
    X(LESS_EQUAL, "<=", 9, a <= b)                                                                                     \
    X(GREATER_EQUAL, ">=", 9, a >= b)                                                                                  \
    X(EQUAL, "==", 8, a == b)                                                                                          \
    X(NOT_EQUAL, "!=", 8, a != b)                                                                                      \
    X(AND_THEN, "&&", 4, a != 0 && b != 0)                                                                             \
    X(OR_ELSE, "||", 3, a != 0 || b != 0)                                                                              \
    X(MULTIPLY, "*", 12, a * b)                                                                                        \
    X(DIVIDE, "/", 12, b != 0 ? a / b : 0)                                                                             \
    X(REMAINDER, "%", 12, b != 0 ? a % b : 0)                                                                          \
    X(ADD, "+", 11, a + b)                                                                                             \
    X(SUBTRACT, "-", 11, a - b)                                                                                        \
    X(LESS, "<", 9, a < b)                                                                                             \
    X(GREATER, ">", 9, a > b)                                                                                          \
    X(AND, "&", 7, a & b)                                                                                              \
    X(XOR, "^", 6, a ^ b)                                                                                              \
    X(OR, "|", 5, a | b)                                                                                               \
    X(MIX, "", 0, gcnmemi_bits_mix(a + b))
/* clang-format on */

#define GCNMEMI_EXPR_CODE(name, text, binding, value) GCNMEMI_EXPR_##name,
typedef enum gcnmemi_expr_code {
    GCNMEMI_EXPR_CONSTANT = 0,
    GCNMEMI_EXPR_INPUT,      /* constant: where it stands in the inputs */
    GCNMEMI_EXPR_LANE_INPUT, /* the same of lane, x and y */
    GCNMEMI_EXPR_COPY,       /* constant: which value of the stack, from the bottom */
    GCNMEMI_EXPR_DROP,       /* constant: how many values below the top go away */
    GCNMEMI_EXPR_SELECT,     /* a, b, c: a ? b : c */
    GCNMEMI_EXPR_OPERATORS(GCNMEMI_EXPR_CODE) GCNMEMI_EXPR_END
} gcnmemi_expr_code;

#define GCNMEMI_EXPR_ROW(name, text, binding, value) {text, GCNMEMI_EXPR_##name, binding},
static const struct {
    char text[3];
    uint8_t code;
    uint8_t binding;
} gcnmemi_expr_operators[] = {GCNMEMI_EXPR_OPERATORS(GCNMEMI_EXPR_ROW)};

/* A sign before an operand is an operator and a number behind it. */
static const struct {
    char sign;
    uint8_t code;
    uint64_t number;
} gcnmemi_expr_signs[] = {{'-', GCNMEMI_EXPR_MULTIPLY, UINT64_MAX},
                          {'~', GCNMEMI_EXPR_XOR, UINT64_MAX},
                          {'!', GCNMEMI_EXPR_EQUAL, 0},
                          {'+', GCNMEMI_EXPR_ADD, 0}};

static const struct {
    char name[8];
    uint8_t code;
    uint8_t offset;
} gcnmemi_expr_names[] = {{"lane", GCNMEMI_EXPR_LANE_INPUT, offsetof(gcnmem_expr_inputs, lane)},
                          {"wave", GCNMEMI_EXPR_INPUT, offsetof(gcnmem_expr_inputs, wave)},
                          {"group", GCNMEMI_EXPR_INPUT, offsetof(gcnmem_expr_inputs, group)},
                          {"wg", GCNMEMI_EXPR_INPUT, offsetof(gcnmem_expr_inputs, group)},
                          {"iter", GCNMEMI_EXPR_INPUT, offsetof(gcnmem_expr_inputs, iter)},
                          {"i", GCNMEMI_EXPR_LANE_INPUT, offsetof(gcnmem_expr_inputs, lane)}, /* of contents */
                          {"x", GCNMEMI_EXPR_LANE_INPUT, offsetof(gcnmem_expr_inputs, x)},
                          {"y", GCNMEMI_EXPR_LANE_INPUT, offsetof(gcnmem_expr_inputs, y)},
                          {"iter1", GCNMEMI_EXPR_INPUT, offsetof(gcnmem_expr_inputs, iter1)},
                          {"iter2", GCNMEMI_EXPR_INPUT, offsetof(gcnmem_expr_inputs, iter2)},
                          {"insn", GCNMEMI_EXPR_INPUT, offsetof(gcnmem_expr_inputs, insn)}};

typedef struct gcnmemi_expr_function {
    const char* name;
    const char* parameter[4]; /* NULL behind the last */
    const char* body;         /* NULL: the value itself */
    uint64_t least;           /* of the first `checked` values, when they are numbers; not 0: they must be */
    uint64_t most;
    uint32_t checked;
    uint32_t required;   /* values that must be given; the others are insn */
    uint32_t is_uniform; /* every lane in it is lane 0 */
    uint32_t is_mixed;   /* the value's bits are mixed */
} gcnmemi_expr_function;

/* clang-format off */
static const gcnmemi_expr_function gcnmemi_expr_functions[] = {
    {"", {"a"}, NULL, 0, 0, 0, 1, 0, 0}, /* plain parentheses */
    {"uniform", {"a"}, NULL, 0, 0, 0, 1, 1, 0},
    {"hash", {"a"}, NULL, 0, 0, 0, 1, 0, 1},
    {"stride", {"b"}, "(wave*64 + lane) * b", 0, 0, 0, 1, 0, 0},
    {"tile",
     {"w", "h", "b"},
     "(wave % ((w+7)/8) * 8 + lane%8) * b + (wave / ((w+7)/8) % ((h+7)/8) * 8 + lane/8) * (w*b)",
     1, 65536, 3, 3, 0, 0},
    {"draw", {"s"}, "hash(hash(hash(hash(hash(s) + iter2) + iter1) + iter) + wave)", 0, 0, 0, 1, 0, 0},
    {"rand", {"n", "seed"}, "(hash(draw(seed) + lane) >> 34) * n >> 30 & ~3", 0, (uint64_t)16 << 30, 1, 1, 0, 0},
    {"chase", {"n", "seed"}, "(draw(seed) >> 34) * n >> 30 & ~63", 0, (uint64_t)16 << 30, 1, 1, 0, 0},
    {"hitrate", {"p", "seed"}, "(draw(seed) % 100 >= p) * (draw(insn) >> 24 & ~255) + lane*4", 0, 100, 1, 1, 0, 0},
};
/* clang-format on */

/* ---- compiling ---- */

/* What a value on the stack depends on. */
enum {
    GCNMEMI_EXPR_FIXED = 0, /* on nothing */
    GCNMEMI_EXPR_BY_LANE = 1,
    GCNMEMI_EXPR_BY_WAVE = 2, /* on any other input */
    GCNMEMI_EXPR_SUM = 3,     /* a sum of both kinds */
    GCNMEMI_EXPR_MIXED = 4
};

/* Where is read: the caller's text, or the body of a function. */
typedef struct gcnmemi_expr_source {
    gcnmemi_text rest;
    const char* call;                      /* a body: where it was called in the caller's text; else NULL */
    const gcnmemi_expr_function* function; /* whose body it is */
    gcnmem_expr_step parameter[3];         /* the step that gives each of its values */
} gcnmemi_expr_source;

typedef struct gcnmemi_expr_compiler {
    const char* text;
    gcnmemi_expr_source source;
    gcnmem_expr* expr;
    gcnmem_issue* issue;
    gcnmem_result result;
    uint32_t nesting;
    uint32_t uniform; /* nonzero: every lane is lane 0 */
    uint32_t depth;
    uint8_t depends[GCNMEMI_EXPR_DEPTH]; /* of each value on the stack */
} gcnmemi_expr_compiler;

GCNMEMI_PRIVATE uint16_t gcnmemi_expr_column(const gcnmemi_expr_compiler* c, const char* at) {
    return (uint16_t)((c->source.call != NULL ? c->source.call : at) - c->text + 1);
}

/* The first thing that is wrong counts. */
GCNMEMI_PRIVATE void gcnmemi_expr_fail(gcnmemi_expr_compiler* c, const char* at, gcnmem_result result, const char* rule,
                                       uint64_t value, uint64_t limit) {
    if (c->result != GCNMEM_OK) {
        return;
    }
    c->result = gcnmemi_results_fail(result, c->issue, "expression", rule, value, limit);
    if (c->issue != NULL) {
        c->issue->column = gcnmemi_expr_column(c, at);
    }
}

/* a OP b; dividing by 0 gives 0. */
#define GCNMEMI_EXPR_VALUE(name, text, binding, value)                                                                 \
    case GCNMEMI_EXPR_##name:                                                                                          \
        return value;
GCNMEMI_PRIVATE uint64_t gcnmemi_expr_apply(uint32_t code, uint64_t a, uint64_t b) {
    switch (code) { GCNMEMI_EXPR_OPERATORS(GCNMEMI_EXPR_VALUE) }
    return 0;
}

GCNMEMI_PRIVATE int gcnmemi_expr_divides(uint32_t code) {
    return code == GCNMEMI_EXPR_DIVIDE || code == GCNMEMI_EXPR_REMAINDER;
}

/* What a OP b depends on. Sums stay sums when they are added, or scaled by a number. */
GCNMEMI_PRIVATE uint8_t gcnmemi_expr_depends(uint32_t code, uint8_t a, uint8_t b) {
    int is_linear = code == GCNMEMI_EXPR_ADD || code == GCNMEMI_EXPR_SUBTRACT;
    int is_scaling = (code == GCNMEMI_EXPR_MULTIPLY && (a == GCNMEMI_EXPR_FIXED || b == GCNMEMI_EXPR_FIXED)) ||
                     (code == GCNMEMI_EXPR_SHIFT_LEFT && b == GCNMEMI_EXPR_FIXED);
    uint8_t both = a | b;
    return both < GCNMEMI_EXPR_SUM || (both == GCNMEMI_EXPR_SUM && (is_linear || is_scaling))
               ? both
               : (uint8_t)GCNMEMI_EXPR_MIXED;
}

GCNMEMI_PRIVATE void gcnmemi_expr_emit(gcnmemi_expr_compiler* c, const char* at, uint32_t code, uint64_t constant) {
    if (c->expr->step_count == GCNMEM_EXPR_MAX) {
        gcnmemi_expr_fail(c, at, GCNMEM_ERROR_LIMIT, "takes more than {limit} steps", GCNMEM_EXPR_MAX + 1,
                          GCNMEM_EXPR_MAX);
    }
    if (c->result == GCNMEM_OK) {
        gcnmem_expr_step* step = &c->expr->steps[c->expr->step_count++];
        step->constant = constant;
        step->column = gcnmemi_expr_column(c, at);
        step->code = (uint8_t)code;
        step->has_constant = 0;
    }
}

/* A step that puts a value on the stack. */
GCNMEMI_PRIVATE void gcnmemi_expr_push(gcnmemi_expr_compiler* c, const char* at, uint32_t code, uint64_t constant) {
    if (c->depth == GCNMEMI_EXPR_DEPTH) {
        gcnmemi_expr_fail(c, at, GCNMEM_ERROR_LIMIT, "keeps more than {limit} values at once", GCNMEMI_EXPR_DEPTH + 1,
                          GCNMEMI_EXPR_DEPTH);
    }
    gcnmemi_expr_emit(c, at, code, constant);
    if (c->result == GCNMEM_OK) {
        c->depends[c->depth++] = code == GCNMEMI_EXPR_CONSTANT     ? (uint8_t)GCNMEMI_EXPR_FIXED
                                 : code == GCNMEMI_EXPR_INPUT      ? (uint8_t)GCNMEMI_EXPR_BY_WAVE
                                 : code == GCNMEMI_EXPR_LANE_INPUT ? (uint8_t)GCNMEMI_EXPR_BY_LANE
                                                                   : c->depends[constant];
    }
}

/* An operator. A number on its right, the last step, becomes part of it: two numbers become one, dividing by a power
   of two becomes a shift or a mask, adding 0 nothing. */
GCNMEMI_PRIVATE void gcnmemi_expr_operate(gcnmemi_expr_compiler* c, const char* at, uint32_t code) {
    if (c->result != GCNMEM_OK) {
        return;
    }
    gcnmem_expr_step* last = &c->expr->steps[c->expr->step_count - 1];
    uint64_t number = last->constant;
    --c->depth;
    c->depends[c->depth - 1] = gcnmemi_expr_depends(code, c->depends[c->depth - 1], c->depends[c->depth]);
    if (last->code != GCNMEMI_EXPR_CONSTANT) {
        gcnmemi_expr_emit(c, at, code, 0);
        return;
    }
    --c->expr->step_count;
    if (code == GCNMEMI_EXPR_MIX && last[-1].code == GCNMEMI_EXPR_ADD) { /* hash(a + b) is one step */
        last[-1].code = GCNMEMI_EXPR_MIX;
        return;
    }
    if (last[-1].code == GCNMEMI_EXPR_CONSTANT && !(gcnmemi_expr_divides(code) && number == 0)) {
        last[-1].constant = gcnmemi_expr_apply(code, last[-1].constant, number);
        return;
    }
    if (gcnmemi_bits_is_power_of_two(number) && code == GCNMEMI_EXPR_REMAINDER) {
        code = GCNMEMI_EXPR_AND;
        number -= 1;
    } else if (gcnmemi_bits_is_power_of_two(number) && (code == GCNMEMI_EXPR_MULTIPLY || code == GCNMEMI_EXPR_DIVIDE)) {
        code = code == GCNMEMI_EXPR_MULTIPLY ? GCNMEMI_EXPR_SHIFT_LEFT : GCNMEMI_EXPR_SHIFT_RIGHT;
        number = gcnmemi_bits_log2(number);
    }
    if (number != 0 ||
        (code != GCNMEMI_EXPR_ADD && code != GCNMEMI_EXPR_SHIFT_LEFT && code != GCNMEMI_EXPR_SHIFT_RIGHT)) {
        gcnmemi_expr_emit(c, at, code, number);
        last->has_constant = 1;
    }
}

/* Of the values on top one remains: SELECT makes it of three, DROP of the last. */
GCNMEMI_PRIVATE void gcnmemi_expr_reduce(gcnmemi_expr_compiler* c, const char* at, uint32_t code, uint32_t less) {
    gcnmemi_expr_emit(c, at, code, less);
    if (c->result == GCNMEM_OK) {
        uint8_t* value = &c->depends[c->depth - 1 - less];
        value[0] = code == GCNMEMI_EXPR_DROP ? value[less] : gcnmemi_expr_depends(code, value[0], value[1] | value[2]);
        c->depth -= less;
    }
}

GCNMEMI_PRIVATE char gcnmemi_expr_next(gcnmemi_expr_compiler* c) {
    gcnmemi_text_skip_blanks(&c->source.rest);
    return gcnmemi_text_peek(c->source.rest, 0);
}

/* The text must go on with `sign`, that of what was opened at `opened`; with 0 it must end. */
GCNMEMI_PRIVATE void gcnmemi_expr_expect(gcnmemi_expr_compiler* c, char sign, const char* opened) {
    char next = gcnmemi_expr_next(c);
    const char* at = c->source.rest.at;
    int is_end = at == c->source.rest.end;
    if (sign == 0 ? is_end : gcnmemi_text_take_char(&c->source.rest, sign)) {
        return;
    }
    int is_unanswered = sign == ':' && (is_end || next == ')' || next == ',');
    gcnmemi_expr_fail(c, is_end || is_unanswered ? opened : at, GCNMEM_ERROR_SYNTAX,
                      is_unanswered ? "has a '?' without its ':'"
                      : is_end      ? "has a '(' without its ')'"
                      : next == ')' ? "has a ')' without its '('"
                      : next == ':' ? "has a ':' without its '?'"
                      : next == ',' ? "has a ',' where no other value can follow"
                                    : "needs an operator here",
                      0, 0);
}

/* Reads a number or the name of a value. Returns the function when it is one's name, whose "(" then comes next. */
GCNMEMI_PRIVATE const gcnmemi_expr_function* gcnmemi_expr_read_value(gcnmemi_expr_compiler* c) {
    const gcnmemi_expr_source* s = &c->source;
    gcnmemi_text* rest = &c->source.rest;
    char first = gcnmemi_expr_next(c);
    const char* at = rest->at;
    if (first == '(') {
        return &gcnmemi_expr_functions[0];
    }
    if (gcnmemi_text_class(first, GCNMEMI_TEXT_DIGIT)) {
        uint64_t number = 0;
        size_t used = gcnmemi_text_take_number(rest, &number);
        uint32_t shift = gcnmemi_text_take_word(rest, "k")   ? 10
                         : gcnmemi_text_take_word(rest, "m") ? 20
                         : gcnmemi_text_take_word(rest, "g") ? 30
                                                             : 0;
        if (used == 0 || gcnmemi_text_class(gcnmemi_text_peek(*rest, 0), GCNMEMI_TEXT_LETTER | GCNMEMI_TEXT_DIGIT) ||
            number > UINT64_MAX >> shift) {
            gcnmemi_expr_fail(c, at, GCNMEM_ERROR_SYNTAX,
                              "takes decimal and 0x numbers of up to 64 bits, K, M or G behind them", 0, 0);
        }
        gcnmemi_expr_push(c, at, GCNMEMI_EXPR_CONSTANT, number << shift);
        return NULL;
    }
    gcnmemi_text name = gcnmemi_text_take(rest, GCNMEMI_TEXT_LETTER | GCNMEMI_TEXT_DIGIT);
    for (uint32_t i = 0; s->function != NULL && i < 3 && s->function->parameter[i] != NULL; ++i) {
        if (gcnmemi_text_is(name, s->function->parameter[i])) {
            gcnmemi_expr_push(c, at, s->parameter[i].code, s->parameter[i].constant);
            return NULL;
        }
    }
    for (uint32_t i = 0; i < sizeof(gcnmemi_expr_names) / sizeof(gcnmemi_expr_names[0]); ++i) {
        if (gcnmemi_text_is(name, gcnmemi_expr_names[i].name)) {
            int is_lane_0 = c->uniform != 0 && gcnmemi_expr_names[i].code == GCNMEMI_EXPR_LANE_INPUT;
            gcnmemi_expr_push(c, at, is_lane_0 ? (uint8_t)GCNMEMI_EXPR_CONSTANT : gcnmemi_expr_names[i].code,
                              is_lane_0 ? 0 : gcnmemi_expr_names[i].offset);
            return NULL;
        }
    }
    for (uint32_t i = 1; i < sizeof(gcnmemi_expr_functions) / sizeof(gcnmemi_expr_functions[0]); ++i) {
        if (gcnmemi_text_is(name, gcnmemi_expr_functions[i].name)) {
            if (gcnmemi_expr_next(c) == '(') {
                return &gcnmemi_expr_functions[i];
            }
            gcnmemi_expr_fail(c, rest->at, GCNMEM_ERROR_SYNTAX, "needs a '(' behind the name of a function", 0, 0);
        }
    }
    gcnmemi_expr_fail(c, at, GCNMEM_ERROR_SYNTAX,
                      at == rest->end ? "ends where a value is needed"
                      : name.at == name.end
                          ? "needs a number, a name or '(' here"
                          : "knows the names lane wave group iter iter1 iter2 x y insn and the functions uniform "
                            "stride tile rand chase hitrate hash draw",
                      0, 0);
    return NULL;
}

/* "seed=" before the value of that name says what it is, and nothing else. */
GCNMEMI_PRIVATE void gcnmemi_expr_skip_label(gcnmemi_expr_compiler* c, const char* label) {
    gcnmemi_text ahead = c->source.rest;
    gcnmemi_text_skip_blanks(&ahead);
    gcnmemi_text name = gcnmemi_text_take(&ahead, GCNMEMI_TEXT_LETTER | GCNMEMI_TEXT_DIGIT);
    gcnmemi_text_skip_blanks(&ahead);
    if (gcnmemi_text_is(name, label) && gcnmemi_text_take_char(&ahead, '=') && gcnmemi_text_peek(ahead, 0) != '=') {
        c->source.rest = ahead;
    }
    gcnmemi_expr_next(c);
}

/* Value `index` of a function is on the stack: a number, the last step, must lie in the function's range. */
GCNMEMI_PRIVATE void gcnmemi_expr_check(gcnmemi_expr_compiler* c, const gcnmemi_expr_function* function, uint32_t index,
                                        const char* at) {
    if (c->result != GCNMEM_OK || index >= function->checked) {
        return;
    }
    const gcnmem_expr_step* last = &c->expr->steps[c->expr->step_count - 1];
    uint64_t number = last->constant;
    if (last->code != GCNMEMI_EXPR_CONSTANT && function->least != 0) {
        gcnmemi_expr_fail(c, at, GCNMEM_ERROR_SYNTAX, "needs a plain number here", 0, 0);
    } else if (last->code == GCNMEMI_EXPR_CONSTANT && number > function->most) {
        gcnmemi_expr_fail(c, at, GCNMEM_ERROR_SYNTAX, "has {value} where the function takes at most {limit}", number,
                          function->most);
    } else if (last->code == GCNMEMI_EXPR_CONSTANT && number < function->least) {
        gcnmemi_expr_fail(c, at, GCNMEM_ERROR_SYNTAX, "has {value} where the function takes at least {limit}", number,
                          function->least);
    }
}

/* Goes to the body of a function whose values are on the stack, pushed by the steps from `first` on. Values of one step
   each leave the stack: the body repeats the steps. Returns how many values stay on it, for the body to copy. */
GCNMEMI_PRIVATE uint32_t gcnmemi_expr_call(gcnmemi_expr_compiler* c, const gcnmemi_expr_function* function,
                                           uint32_t given, uint32_t first, const char* open) {
    gcnmemi_expr_source body;
    uint32_t count = 0;
    if (given < function->required) {
        gcnmemi_expr_fail(c, open, GCNMEM_ERROR_SYNTAX, "gives {value} of {limit} values to this function", given,
                          function->required);
    }
    for (; function->parameter[count] != NULL; ++count) {
        if (count >= given) {
            gcnmemi_expr_push(c, open, GCNMEMI_EXPR_INPUT, offsetof(gcnmem_expr_inputs, insn));
        }
    }
    gcnmemi_bits_zero(&body, sizeof(body));
    body.rest = gcnmemi_text_of(function->body);
    body.call = c->source.call != NULL ? c->source.call : open;
    body.function = function;
    int is_kept = c->expr->step_count != first + count;
    for (uint32_t i = 0; i < count && c->result == GCNMEM_OK; ++i) {
        body.parameter[i] = c->expr->steps[first + i];
        if (is_kept) {
            body.parameter[i].code = GCNMEMI_EXPR_COPY;
            body.parameter[i].constant = c->depth - count + i;
        }
    }
    if (!is_kept) {
        c->expr->step_count -= count;
        c->depth -= count;
    }
    c->source = body;
    return is_kept ? count : 0;
}

/* Reads an operand, and the operators behind it that bind at least as tightly. */
GCNMEMI_PRIVATE void gcnmemi_expr_read(gcnmemi_expr_compiler* c, uint32_t binding) {
    gcnmemi_text* rest = &c->source.rest;
    char first = gcnmemi_expr_next(c);
    const char* at = rest->at;
    uint32_t sign = 0;
    const gcnmemi_expr_function* function = NULL;
    if (c->nesting == GCNMEMI_EXPR_DEPTH) {
        gcnmemi_expr_fail(c, at, GCNMEM_ERROR_LIMIT, "is nested deeper than {limit}", c->nesting + 1,
                          GCNMEMI_EXPR_DEPTH);
    }
    if (c->result != GCNMEM_OK) {
        return;
    }
    ++c->nesting;
    while (sign < 4 && gcnmemi_expr_signs[sign].sign != first) {
        ++sign;
    }
    if (sign < 4) {
        ++rest->at;
        gcnmemi_expr_read(c, GCNMEMI_EXPR_TIGHTEST);
        gcnmemi_expr_push(c, at, GCNMEMI_EXPR_CONSTANT, gcnmemi_expr_signs[sign].number);
        gcnmemi_expr_operate(c, at, gcnmemi_expr_signs[sign].code);
    } else {
        function = gcnmemi_expr_read_value(c);
    }
    if (function != NULL) {
        const char* open = rest->at++;
        uint32_t first_step = c->expr->step_count;
        uint32_t given = 0;
        c->uniform += function->is_uniform;
        do {
            gcnmemi_expr_skip_label(c, function->parameter[given]);
            at = rest->at;
            gcnmemi_expr_read(c, GCNMEMI_EXPR_LOOSEST);
            gcnmemi_expr_check(c, function, given++, at);
            gcnmemi_expr_next(c);
        } while (function->parameter[given] != NULL && gcnmemi_text_take_char(rest, ','));
        c->uniform -= function->is_uniform;
        gcnmemi_expr_expect(c, ')', open);
        if (function->is_mixed) {
            gcnmemi_expr_push(c, open, GCNMEMI_EXPR_CONSTANT, 0);
            gcnmemi_expr_operate(c, open, GCNMEMI_EXPR_MIX);
        }
        if (function->body != NULL) {
            gcnmemi_expr_source caller = c->source;
            uint32_t kept = gcnmemi_expr_call(c, function, given, first_step, open);
            gcnmemi_expr_read(c, GCNMEMI_EXPR_LOOSEST);
            c->source = caller;
            if (kept != 0) {
                gcnmemi_expr_reduce(c, open, GCNMEMI_EXPR_DROP, kept);
            }
        }
    }
    while (c->result == GCNMEM_OK) {
        char next = gcnmemi_expr_next(c);
        uint32_t op = 0;
        while (gcnmemi_expr_operators[op].binding != 0 &&
               gcnmemi_text_begins(*rest, gcnmemi_expr_operators[op].text) == 0) {
            ++op;
        }
        at = rest->at;
        if (next == '?' && binding == GCNMEMI_EXPR_LOOSEST) {
            ++rest->at;
            gcnmemi_expr_read(c, GCNMEMI_EXPR_LOOSEST);
            gcnmemi_expr_expect(c, ':', at);
            gcnmemi_expr_read(c, GCNMEMI_EXPR_LOOSEST);
            gcnmemi_expr_reduce(c, at, GCNMEMI_EXPR_SELECT, 2);
        } else if (gcnmemi_expr_operators[op].binding >= binding) {
            rest->at += gcnmemi_text_length(gcnmemi_expr_operators[op].text);
            gcnmemi_expr_read(c, gcnmemi_expr_operators[op].binding + 1u);
            gcnmemi_expr_operate(c, at, gcnmemi_expr_operators[op].code);
        } else {
            break;
        }
    }
    --c->nesting;
}

/* The expression as all lanes see it or, `uniform`, as lane 0 does. */
GCNMEMI_PRIVATE gcnmem_result gcnmemi_expr_compile(const char* text, size_t text_bytes, uint32_t uniform,
                                                   gcnmem_expr* out_expr, gcnmem_issue* out_issue) {
    gcnmemi_expr_compiler c;
    gcnmemi_bits_zero(out_expr, sizeof(*out_expr));
    gcnmemi_bits_zero(&c, sizeof(c));
    c.text = text;
    c.source.rest = gcnmemi_text_span(text, text + text_bytes);
    c.expr = out_expr;
    c.issue = out_issue;
    c.uniform = uniform;
    if (text_bytes > GCNMEMI_EXPR_TEXT) {
        gcnmemi_expr_fail(&c, text + GCNMEMI_EXPR_TEXT, GCNMEM_ERROR_LIMIT, "is longer than {limit} characters",
                          text_bytes, GCNMEMI_EXPR_TEXT);
    }
    gcnmemi_expr_read(&c, GCNMEMI_EXPR_LOOSEST);
    gcnmemi_expr_expect(&c, 0, NULL);
    out_expr->uses_lane = c.depends[0] != GCNMEMI_EXPR_FIXED && c.depends[0] != GCNMEMI_EXPR_BY_WAVE;
    out_expr->is_shifted = c.depends[0] != GCNMEMI_EXPR_MIXED;
    return c.result;
}

GCNMEM_DEF gcnmem_result gcnmem_expr_compile(const char* text, size_t text_bytes, gcnmem_expr* out_expr,
                                             gcnmem_issue* out_issue) {
    return gcnmemi_expr_compile(text, text_bytes, 0, out_expr, out_issue);
}

/* ---- evaluating ---- */

typedef struct gcnmemi_expr_value {
    uint64_t one;    /* for all lanes, unless it is spread */
    uint64_t failed; /* lanes that divided by zero on the way to it */
    uint32_t column; /* where the first to do so did, when there is one lane */
    uint32_t is_spread;
} gcnmemi_expr_value;

typedef struct gcnmemi_expr_stack {
    gcnmemi_expr_value value[GCNMEMI_EXPR_DEPTH];
    uint64_t lane[GCNMEMI_EXPR_DEPTH][GCNMEM_LANES]; /* of those that are spread */
} gcnmemi_expr_stack;

GCNMEMI_PRIVATE void gcnmemi_expr_spread(gcnmemi_expr_stack* stack, uint32_t at) {
    uint64_t one = stack->value[at].one;
    for (uint32_t i = 0; i < GCNMEM_LANES && !stack->value[at].is_spread; ++i) {
        stack->lane[at][i] = one;
    }
    stack->value[at].is_spread = 1;
}

GCNMEMI_PRIVATE void gcnmemi_expr_copy(gcnmemi_expr_stack* stack, uint32_t to, uint32_t from) {
    stack->value[to] = stack->value[from];
    for (uint32_t i = 0; i < GCNMEM_LANES && stack->value[from].is_spread; ++i) {
        stack->lane[to][i] = stack->lane[from][i];
    }
}

/* Lanes in which a value is not 0. */
GCNMEMI_PRIVATE uint64_t gcnmemi_expr_nonzero(const gcnmemi_expr_stack* stack, uint32_t at) {
    uint64_t lanes = 0;
    for (uint32_t i = 0; i < GCNMEM_LANES; ++i) {
        lanes |= (uint64_t)((stack->value[at].is_spread ? stack->lane[at][i] : stack->value[at].one) != 0) << i;
    }
    return lanes;
}

/* Row 0 = row 0 OP b, b being row 1 when it is spread. Compilers vectorize the loops that can be. */
#define GCNMEMI_EXPR_EACH_LANE(name, text, binding, value)                                                             \
    case GCNMEMI_EXPR_##name:                                                                                          \
        if (is_spread) {                                                                                               \
            for (uint32_t i = 0; i < GCNMEM_LANES; ++i) {                                                              \
                uint64_t a = row[0][i];                                                                                \
                b = row[1][i];                                                                                         \
                row[0][i] = value;                                                                                     \
            }                                                                                                          \
        } else {                                                                                                       \
            for (uint32_t i = 0; i < GCNMEM_LANES; ++i) {                                                              \
                uint64_t a = row[0][i];                                                                                \
                row[0][i] = value;                                                                                     \
            }                                                                                                          \
        }                                                                                                              \
        return;
GCNMEMI_PRIVATE void gcnmemi_expr_apply_lanes(uint32_t code, uint64_t (*row)[GCNMEM_LANES], uint64_t b,
                                              uint32_t is_spread) {
    switch (code) { GCNMEMI_EXPR_OPERATORS(GCNMEMI_EXPR_EACH_LANE) }
}

/* Value `at` OP the step's number, or the value behind it. What divides by zero there counts unless && or || decide
   without it. */
GCNMEMI_PRIVATE void gcnmemi_expr_binary(const gcnmem_expr_step* step, gcnmemi_expr_stack* stack, uint32_t at) {
    gcnmemi_expr_value* a = &stack->value[at];
    gcnmemi_expr_value* b = &stack->value[at + 1];
    gcnmemi_expr_value number;
    if (step->has_constant) {
        number.one = step->constant;
        number.failed = 0;
        number.is_spread = 0;
        b = &number;
    }
    if (gcnmemi_expr_divides(step->code) && (b->is_spread || b->one == 0)) {
        b->column = b->failed != 0 ? b->column : step->column;
        b->failed |= step->has_constant ? UINT64_MAX : ~gcnmemi_expr_nonzero(stack, at + 1);
    }
    if (b->failed != 0) {
        uint64_t yes = gcnmemi_expr_nonzero(stack, at);
        a->column = a->failed != 0 ? a->column : b->column;
        a->failed |= step->code == GCNMEMI_EXPR_AND_THEN  ? b->failed & yes
                     : step->code == GCNMEMI_EXPR_OR_ELSE ? b->failed & ~yes
                                                          : b->failed;
    }
    if (a->is_spread || b->is_spread) {
        gcnmemi_expr_spread(stack, at);
        gcnmemi_expr_apply_lanes(step->code, &stack->lane[at], b->one, b->is_spread);
    } else {
        a->one = gcnmemi_expr_apply(step->code, a->one, b->one);
    }
}

/* The three values from `at` on: a ? b : c. */
GCNMEMI_PRIVATE void gcnmemi_expr_select(gcnmemi_expr_stack* stack, uint32_t at) {
    gcnmemi_expr_value a = stack->value[at];
    const gcnmemi_expr_value* b = &stack->value[at + 1];
    const gcnmemi_expr_value* c = &stack->value[at + 2];
    if ((b->failed | c->failed) != 0) {
        uint64_t yes = gcnmemi_expr_nonzero(stack, at);
        a.column = a.failed != 0 ? a.column : (b->failed & yes) != 0 ? b->column : c->column;
        a.failed |= (b->failed & yes) | (c->failed & ~yes);
    }
    if (a.is_spread) {
        uint64_t(*row)[GCNMEM_LANES] = &stack->lane[at];
        gcnmemi_expr_spread(stack, at + 1);
        gcnmemi_expr_spread(stack, at + 2);
        for (uint32_t i = 0; i < GCNMEM_LANES; ++i) {
            row[0][i] = row[0][i] != 0 ? row[1][i] : row[2][i];
        }
    } else {
        gcnmemi_expr_copy(stack, at, a.one != 0 ? at + 1 : at + 2);
    }
    stack->value[at].failed = a.failed;
    stack->value[at].column = a.column;
}

/* The result is value 0 of the stack. */
GCNMEMI_PRIVATE void gcnmemi_expr_evaluate(const gcnmem_expr* expr, const gcnmem_expr_inputs* inputs, int is_one_lane,
                                           gcnmemi_expr_stack* stack) {
    uint32_t depth = 0;
    gcnmemi_bits_zero(&stack->value[0], sizeof(stack->value[0])); /* what did not compile is 0 */
    for (const gcnmem_expr_step* step = expr->steps; step < expr->steps + expr->step_count; ++step) {
        gcnmemi_expr_value* next = &stack->value[depth];
        switch (step->code) {
        case GCNMEMI_EXPR_CONSTANT:
        case GCNMEMI_EXPR_INPUT:
        case GCNMEMI_EXPR_LANE_INPUT:
            next->one = step->code == GCNMEMI_EXPR_CONSTANT
                            ? step->constant
                            : *(const uint64_t*)(const void*)((const char*)inputs + step->constant);
            next->failed = 0;
            next->is_spread = step->code == GCNMEMI_EXPR_LANE_INPUT && !is_one_lane;
            for (uint64_t i = 0, one = next->one; i < GCNMEM_LANES && next->is_spread; ++i) {
                stack->lane[depth][i] = one + (step->constant == offsetof(gcnmem_expr_inputs, lane) ? i
                                               : step->constant == offsetof(gcnmem_expr_inputs, x)  ? i % 8
                                                                                                    : i / 8);
            }
            ++depth;
            break;
        case GCNMEMI_EXPR_COPY:
            gcnmemi_expr_copy(stack, depth++, (uint32_t)step->constant);
            break;
        case GCNMEMI_EXPR_DROP:
            depth -= (uint32_t)step->constant;
            gcnmemi_expr_copy(stack, depth - 1, depth - 1 + (uint32_t)step->constant);
            break;
        case GCNMEMI_EXPR_SELECT:
            depth -= 2;
            gcnmemi_expr_select(stack, depth - 1);
            break;
        default:
            depth -= !step->has_constant;
            gcnmemi_expr_binary(step, stack, depth - 1);
            break;
        }
    }
}

GCNMEMI_PRIVATE gcnmem_result gcnmemi_expr_value_of_lane(const gcnmem_expr* expr, const gcnmem_expr_inputs* inputs,
                                                         gcnmemi_expr_stack* stack, uint64_t* out_value,
                                                         gcnmem_issue* out_issue) {
    const gcnmemi_expr_value* value = &stack->value[0];
    gcnmemi_expr_evaluate(expr, inputs, 1, stack);
    *out_value = value->failed != 0 ? 0 : value->one;
    return value->failed == 0 ? GCNMEM_OK
                              : gcnmemi_results_fail_at(GCNMEM_ERROR_MATH, out_issue, "expression", "divides by zero",
                                                        inputs->lane, value->column);
}

GCNMEM_DEF gcnmem_result gcnmem_expr_value(const gcnmem_expr* expr, const gcnmem_expr_inputs* inputs,
                                           uint64_t* out_value, gcnmem_issue* out_issue) {
    gcnmemi_expr_stack stack;
    return gcnmemi_expr_value_of_lane(expr, inputs, &stack, out_value, out_issue);
}

GCNMEM_DEF gcnmem_result gcnmem_expr_lanes(const gcnmem_expr* expr, const gcnmem_expr_inputs* inputs, uint64_t mask,
                                           uint64_t* out_values, gcnmem_issue* out_issue) {
    gcnmemi_expr_stack stack;
    gcnmemi_expr_evaluate(expr, inputs, 0, &stack);
    gcnmemi_expr_spread(&stack, 0);
    for (uint32_t i = 0; i < GCNMEM_LANES; ++i) {
        out_values[i] = stack.lane[0][i];
    }
    uint64_t failed = stack.value[0].failed;
    for (uint32_t i = 0; i < GCNMEM_LANES && failed != 0; ++i) {
        out_values[i] = (failed >> i & 1) != 0 ? 0 : out_values[i];
    }
    if ((failed & mask) == 0) {
        return GCNMEM_OK;
    }
    /* Alone, the lane tells the column. */
    uint32_t lane = gcnmemi_bits_lowest(failed & mask);
    gcnmem_expr_inputs alone = *inputs;
    uint64_t zero;
    alone.lane += lane;
    alone.x += lane % 8;
    alone.y += lane / 8;
    return gcnmemi_expr_value_of_lane(expr, &alone, &stack, &zero, out_issue);
}

/* ---------------------------------------------------------------------------------------------------------------------
   >>access     one wave instruction: defaults and checks
   Knows: bits, text, results, desc
   ------------------------------------------------------------------------------------------------------------------ */

GCNMEM_DEF gcnmem_access gcnmem_access_for(const gcnmem_op* op) {
    gcnmem_access access;
    gcnmemi_bits_zero(&access, sizeof(access));
    access.op = *op;
    access.exec_mask = UINT64_MAX;
    return access;
}

GCNMEM_DEF gcnmem_result gcnmem_access_filter(gcnmem_access* access, const char* filter, gcnmem_issue* out_issue) {
    static const char* const names[] = {"point", "bilinear", "trilinear"};
    static const gcnmem_filter filters[] = {GCNMEM_FILTER_POINT, GCNMEM_FILTER_BILINEAR, GCNMEM_FILTER_TRILINEAR};
    for (size_t i = 0; i < 3; ++i) {
        if (gcnmemi_text_same_name(names[i], filter)) {
            access->filter = filters[i];
            return GCNMEM_OK;
        }
    }
    gcnmemi_text taps = gcnmemi_text_of(filter);
    uint64_t count = 0;
    size_t named = gcnmemi_text_begins(taps, "aniso");
    taps.at += named;
    gcnmemi_text_take_number(&taps, &count);
    if (named == 0 || taps.at != taps.end || count > 16) {
        return gcnmemi_results_fail(GCNMEM_ERROR_NAME, out_issue, "filter",
                                    "is one of point bilinear trilinear aniso2 aniso4 ... aniso16", 0, 0);
    }
    access->filter = GCNMEM_FILTER_ANISO;
    access->aniso = (uint32_t)count;
    return GCNMEM_OK;
}

GCNMEM_DEF gcnmem_result gcnmem_access_validate(const gcnmem_desc* desc, const gcnmem_access* access,
                                                gcnmem_issue* out_issue) {
    const gcnmem_image* image = &access->image;
    const uint32_t aniso = access->filter == GCNMEM_FILTER_ANISO ? access->aniso : 1;
    const int is_image = access->op.unit == GCNMEM_UNIT_IMAGE;
    const int is_lds = access->op.unit == GCNMEM_UNIT_LDS;
    const struct {
        int is_wrong;
        const char* field;
        const char* rule;
        uint64_t value;
    } checks[] = {
        {access->op.unit == GCNMEM_UNIT_NONE, "op", "is not set", 0},
        {is_image && desc->architecture != GCNMEM_ARCHITECTURE_GCN, "op",
         "is an image operation: where texels stand is known for GCN alone", 0},
        {access->op.unit == GCNMEM_UNIT_SCALAR &&
             gcnmem_field_provenance(desc, GCNMEM_FIELD_scalar_l1_size_bytes) == GCNMEM_PROVENANCE_NONE,
         "op", "is a scalar operation: this device has none", 0},
        {access->op.is_src2 && desc->architecture != GCNMEM_ARCHITECTURE_GCN, "op", "is one of GCN's alone", 0},
        {access->exec_mask != UINT64_MAX && (access->exec_mask & ~gcnmemi_bits_lanes(desc->wave_lanes)) != 0, "exec",
         "names more lanes than a wave of this device has, {value}", desc->wave_lanes},
        {is_image && (image->width == 0 || image->height == 0), "image", "needs a width and a height above zero", 0},
        {is_image && (image->width > 16384 || image->height > 16384 || image->depth > 8192), "image",
         "is at most 16384x16384x8192 texels", gcnmemi_bits_max(image->width, image->height)},
        {is_image && !access->op.is_sampled && access->filter > GCNMEM_FILTER_POINT, "filter",
         "is for image_sample; image_load and image_store do not filter", 0},
        {is_image && aniso != 1 && (aniso == 0 || aniso > 16 || aniso % 2 != 0), "filter",
         "takes 1 2 4 6 8 10 12 14 or 16 anisotropic taps", aniso},
        {!is_image && access->filter != GCNMEM_FILTER_DEFAULT, "filter", "is for image_sample", 0},
        {is_lds && access->size_bytes > desc->lds_size_bytes, "size", "is larger than the LDS of a CU",
         access->size_bytes}};
    for (size_t i = 0; i < sizeof(checks) / sizeof(checks[0]); ++i) {
        if (checks[i].is_wrong) {
            return gcnmemi_results_fail(GCNMEM_ERROR_VALUE, out_issue, checks[i].field, checks[i].rule, checks[i].value,
                                        0);
        }
    }
    return GCNMEM_OK;
}

/* ---------------------------------------------------------------------------------------------------------------------
   >>lanes      what each lane touches, in bytes: alignment, range, EXEC, texel addresses (R1, R2, R10, R11)
   Knows: bits, desc, access
   ------------------------------------------------------------------------------------------------------------------ */

#define GCNMEMI_LANES_SPANS 4 /* texels of a bilinear footprint */

/* One access after addressing. Lane i touches `length` bytes from each of `span_count` addresses on. */
typedef struct gcnmemi_lanes {
    uint64_t active; /* bit i: lane i is in EXEC and in range */
    uint64_t bytes;  /* asked for by the active lanes */
    uint32_t span_count;
    uint64_t address[GCNMEMI_LANES_SPANS][GCNMEM_LANES];
    uint8_t length[GCNMEM_LANES];
} gcnmemi_lanes;

/* R1: dword and wider buffer accesses ignore the two low address bits, atomics those below their size. */
GCNMEMI_PRIVATE uint64_t gcnmemi_lanes_align(const gcnmem_op* op, uint64_t address) {
    if (op->action == GCNMEM_ACTION_ATOMIC) {
        return address & ~(uint64_t)(op->element_bytes - 1);
    }
    return op->unit == GCNMEM_UNIT_BUFFER && op->element_bytes >= 4 ? address & ~(uint64_t)3 : address;
}

/* R2: bytes of an element that lie inside the buffer. Typed elements are all or nothing, raw ones end at a dword. */
GCNMEMI_PRIVATE uint32_t gcnmemi_lanes_clip(const gcnmem_access* access, uint64_t address) {
    uint32_t bytes = access->op.element_bytes;
    uint64_t left = address < access->size_bytes ? access->size_bytes - address : 0;
    if (access->size_bytes == 0 || left >= bytes) {
        return bytes;
    }
    return access->op.is_typed || bytes <= 4 ? 0 : (uint32_t)left & ~3u;
}

#define GCNMEMI_LANES_TILE_BITS 8 /* log2 of the bytes of a block of texels */

/* R10: a block's texels, and the address bits in it that each bit of x and y flips. Bits of y above the block flip
   address bits of every second block. */
typedef struct gcnmemi_lanes_layout {
    uint32_t width_bits;
    uint32_t height_bits;
    uint8_t x[5];
    uint8_t y[5];
} gcnmemi_lanes_layout;

/* For texels of 1, 2, 4, 8, 16 bytes with image_layout_rule 2; with 1 the last two are those of 1 and 2 bytes. */
static const gcnmemi_lanes_layout gcnmemi_lanes_layouts[] = {{4, 4, {0x01, 0x02, 0x04, 0x60}, {0x10, 0x08, 0x20, 0x80}},
                                                             {4, 3, {0x02, 0x04, 0x08, 0x60}, {0x10, 0x20, 0x80}},
                                                             {4, 2, {0x04, 0x08, 0x20, 0x40}, {0x10, 0xa0}},
                                                             {3, 2, {0x08, 0x20, 0x40}, {0x10, 0x80}},
                                                             {2, 2, {0x10, 0x60}, {0x20, 0x80}},
                                                             {5, 3, {1, 4, 0x10, 0x40, 0x80}, {2, 8, 0x20, 0x80}},
                                                             {5, 2, {2, 8, 0x20, 0x40, 0x80}, {4, 0x10, 0x80}}};

/* NULL for texels that are linear. */
GCNMEMI_PRIVATE const gcnmemi_lanes_layout* gcnmemi_lanes_layout_of(const gcnmem_desc* desc, uint32_t texel_bytes) {
    if (!gcnmemi_bits_is_power_of_two(texel_bytes) || texel_bytes > 16) {
        return NULL;
    }
    return &gcnmemi_lanes_layouts[gcnmemi_bits_log2(texel_bytes) +
                                  (desc->image_layout_rule == 1 && texel_bytes <= 2 ? 5 : 0)];
}

GCNMEMI_PRIVATE uint32_t gcnmemi_lanes_flips(const uint8_t* flips, uint64_t coordinate) {
    uint32_t bits = 0;
    for (uint32_t i = 0; i < 5; ++i) {
        bits ^= (coordinate >> i & 1) != 0 ? flips[i] : 0;
    }
    return bits;
}

GCNMEMI_PRIVATE uint64_t gcnmemi_lanes_texel_address(const gcnmemi_lanes_layout* layout, const gcnmem_image* image,
                                                     uint32_t texel_bytes, uint64_t x, uint64_t y, uint64_t z) {
    if (layout == NULL) {
        return ((z * image->height + y) * image->width + x) * texel_bytes;
    }
    uint64_t blocks_x = (((uint64_t)image->width - 1) >> layout->width_bits) + 1;
    uint64_t blocks_y = (((uint64_t)image->height - 1) >> layout->height_bits) + 1;
    uint64_t block = (z * blocks_y + (y >> layout->height_bits)) * blocks_x + (x >> layout->width_bits);
    return block << GCNMEMI_LANES_TILE_BITS | (gcnmemi_lanes_flips(layout->x, x) ^ gcnmemi_lanes_flips(layout->y, y));
}

#define GCNMEMI_LANES_COLUMN_TEXELS 8 /* in a row of linear texels that are asked for by address */

/* The texel at a byte address of an image that is one block wide, and that width. What a bit of x or y flips differs
   from what others do in its highest address bit: from there down each is found. */
GCNMEMI_PRIVATE uint32_t gcnmemi_lanes_texel_at(const gcnmemi_lanes_layout* layout, uint32_t texel_bytes,
                                                uint64_t address, uint64_t* out_x, uint64_t* out_y) {
    if (layout == NULL) {
        *out_x = address / texel_bytes % GCNMEMI_LANES_COLUMN_TEXELS;
        *out_y = address / texel_bytes / GCNMEMI_LANES_COLUMN_TEXELS;
        return GCNMEMI_LANES_COLUMN_TEXELS;
    }
    uint64_t x = 0;
    uint64_t y = address >> GCNMEMI_LANES_TILE_BITS << layout->height_bits;
    uint32_t rest = (uint32_t)(address & ((1u << GCNMEMI_LANES_TILE_BITS) - 1)) ^ gcnmemi_lanes_flips(layout->y, y);
    for (uint32_t bit = 1u << (GCNMEMI_LANES_TILE_BITS - 1); bit != 0; bit >>= 1) {
        for (uint32_t i = 0; i < 5 && (rest & bit) != 0; ++i) {
            if (i < layout->width_bits && layout->x[i] / bit == 1) {
                x |= (uint64_t)1 << i;
                rest ^= layout->x[i];
            } else if (i < layout->height_bits && layout->y[i] / bit == 1) {
                y |= (uint64_t)1 << i;
                rest ^= layout->y[i];
            }
        }
    }
    *out_x = x;
    *out_y = y;
    return (uint32_t)1 << layout->width_bits;
}

GCNMEMI_PRIVATE uint64_t gcnmemi_lanes_clamp(int64_t coordinate, uint32_t step, uint32_t size) {
    return coordinate < -(int64_t)step ? 0 : gcnmemi_bits_min((uint64_t)coordinate + step, (uint64_t)size - 1);
}

GCNMEMI_PRIVATE gcnmem_filter gcnmemi_lanes_filter(const gcnmem_access* access) {
    if (!access->op.is_sampled) {
        return GCNMEM_FILTER_POINT;
    }
    return access->filter == GCNMEM_FILTER_DEFAULT ? GCNMEM_FILTER_BILINEAR : access->filter;
}

/* R2 for images: image_load and image_store outside the image touch nothing; image_sample clamps. R11: a filtered lane
   reads the 2x2 texels at its coordinate. An image without a width is asked for by byte address: a column of blocks
   without end (R53). Returns the bytes of a texel, or 0. */
GCNMEMI_PRIVATE uint32_t gcnmemi_lanes_texels(const gcnmemi_lanes_layout* layout, const gcnmem_access* access,
                                              uint32_t lane, gcnmemi_lanes* lanes) {
    const uint32_t bytes = access->op.element_bytes;
    gcnmem_image image = access->image;
    image.depth = (uint32_t)gcnmemi_bits_max(1, image.depth);
    int64_t x = access->texel[0][lane];
    int64_t y = access->texel[1][lane];
    int64_t z = access->texel[2][lane];
    uint64_t column_x = 0;
    uint64_t column_y = 0;
    if (access->image.width == 0) {
        image.width = gcnmemi_lanes_texel_at(layout, bytes, access->address[lane], &column_x, &column_y);
    } else if (!access->op.is_sampled &&
               ((uint64_t)x >= image.width || (uint64_t)y >= image.height || (uint64_t)z >= image.depth)) {
        return 0;
    }
    for (uint32_t span = 0; span < lanes->span_count; ++span) {
        uint32_t right = span & 1;
        uint32_t down = span >> 1;
        lanes->address[span][lane] =
            access->image.width == 0
                ? gcnmemi_lanes_texel_address(layout, &image, bytes,
                                              gcnmemi_bits_min(column_x + right, (uint64_t)image.width - 1),
                                              column_y + down, 0)
                : gcnmemi_lanes_texel_address(layout, &image, bytes, gcnmemi_lanes_clamp(x, right, image.width),
                                              gcnmemi_lanes_clamp(y, down, image.height),
                                              gcnmemi_lanes_clamp(z, 0, image.depth));
    }
    return bytes;
}

GCNMEMI_PRIVATE void gcnmemi_lanes_init(const gcnmem_desc* desc, const gcnmem_access* access, gcnmemi_lanes* lanes) {
    const gcnmemi_lanes_layout* layout = gcnmemi_lanes_layout_of(desc, access->op.element_bytes);
    lanes->active = 0;
    lanes->bytes = 0;
    lanes->span_count = gcnmemi_lanes_filter(access) > GCNMEM_FILTER_POINT ? 4 : 1;
    for (uint32_t lane = 0; lane < desc->wave_lanes; ++lane) {
        uint32_t bytes = 0;
        if (access->op.unit == GCNMEM_UNIT_IMAGE) {
            bytes = access->op.element_bytes != 0 ? gcnmemi_lanes_texels(layout, access, lane, lanes) : 0;
        } else {
            lanes->address[0][lane] = gcnmemi_lanes_align(&access->op, access->address[lane]);
            bytes = gcnmemi_lanes_clip(access, lanes->address[0][lane]);
        }
        bytes = (access->exec_mask >> lane & 1) != 0 ? bytes : 0;
        lanes->active |= (uint64_t)(bytes != 0) << lane;
        lanes->length[lane] = (uint8_t)bytes;
        lanes->bytes += (uint64_t)lanes->span_count * bytes;
    }
}

/* ---------------------------------------------------------------------------------------------------------------------
   >>blocks     distinct aligned blocks of memory that a group of lanes touches: dwords, lines, requests
   Knows: bits, lanes
   ------------------------------------------------------------------------------------------------------------------ */

#define GCNMEMI_BLOCKS_MAX 512    /* 64 lanes, 4 texels, 2 blocks each; a group of 4 lanes has at most 80 dwords */
#define GCNMEMI_BLOCKS_SLOTS 1024 /* a power of two */

/* Lanes first, first + step, ... of a wave. */
typedef struct gcnmemi_blocks_group {
    uint32_t first;
    uint32_t step;
    uint32_t count;
} gcnmemi_blocks_group;

/* A list of block numbers, address / size, and how to find one in it: open addressing, cleared by its bitmap alone. */
typedef struct gcnmemi_blocks {
    uint64_t used[GCNMEMI_BLOCKS_SLOTS / 64];
    uint16_t slot[GCNMEMI_BLOCKS_SLOTS];
    uint64_t number[GCNMEMI_BLOCKS_MAX]; /* in the order of the lanes */
    uint32_t shift;                      /* log2 of a block's bytes */
    uint32_t count;
    uint32_t latest;
} gcnmemi_blocks;

GCNMEMI_PRIVATE gcnmemi_blocks_group gcnmemi_blocks_group_of(uint32_t first, uint32_t step, uint32_t count) {
    gcnmemi_blocks_group group;
    group.first = first;
    group.step = step;
    group.count = count;
    return group;
}

GCNMEMI_PRIVATE void gcnmemi_blocks_clear(gcnmemi_blocks* blocks, uint32_t bytes) {
    gcnmemi_bits_zero(blocks->used, sizeof(blocks->used));
    blocks->count = 0;
    blocks->latest = 0;
    blocks->shift = gcnmemi_bits_log2(bytes);
}

/* Where the block stands in the list, at whose end it is put if it is new. */
GCNMEMI_PRIVATE uint32_t gcnmemi_blocks_find(gcnmemi_blocks* blocks, uint64_t number) {
    if (blocks->count != 0 && blocks->number[blocks->latest] == number) {
        return blocks->latest;
    }
    uint32_t at = (uint32_t)((number * 0x9e3779b97f4a7c15u) >> 32) % GCNMEMI_BLOCKS_SLOTS;
    for (;; at = (at + 1) % GCNMEMI_BLOCKS_SLOTS) {
        uint64_t bit = (uint64_t)1 << (at % 64);
        if ((blocks->used[at / 64] & bit) == 0) {
            blocks->used[at / 64] |= bit;
            blocks->number[blocks->count] = number;
            blocks->slot[at] = (uint16_t)blocks->count++;
            break;
        }
        if (blocks->number[blocks->slot[at]] == number) {
            break;
        }
    }
    blocks->latest = blocks->slot[at];
    return blocks->latest;
}

/* The blocks of `bytes` (a power of two) that the group's lanes touch. Returns how many. R1: a run may wrap to zero. */
GCNMEMI_PRIVATE uint32_t gcnmemi_blocks_gather(gcnmemi_blocks* blocks, const gcnmemi_lanes* lanes,
                                               gcnmemi_blocks_group group, uint32_t bytes) {
    gcnmemi_blocks_clear(blocks, bytes);
    for (uint32_t i = 0, lane = group.first; i < group.count; ++i, lane += group.step) {
        for (uint32_t span = 0; span < lanes->span_count && (lanes->active >> lane & 1) != 0; ++span) {
            uint64_t first = lanes->address[span][lane];
            uint64_t number = first >> blocks->shift;
            uint64_t last = (first + lanes->length[lane] - 1) >> blocks->shift;
            gcnmemi_blocks_find(blocks, number);
            while (number != last) {
                number = (number + 1) & (UINT64_MAX >> blocks->shift);
                gcnmemi_blocks_find(blocks, number);
            }
        }
    }
    return blocks->count;
}

/* R6, R7, R20: most blocks in one of `banks` banks. */
GCNMEMI_PRIVATE uint32_t gcnmemi_blocks_fullest(const gcnmemi_blocks* blocks, uint32_t banks) {
    uint16_t length[64] = {0};
    uint32_t most = 0;
    for (uint32_t i = 0; i < blocks->count; ++i) {
        most = (uint32_t)gcnmemi_bits_max(most, ++length[blocks->number[i] & (banks - 1)]);
    }
    return most;
}

/* R44: whether the lanes of the group cover together every byte of each block, of at most 256 bytes. */
GCNMEMI_PRIVATE void gcnmemi_blocks_cover(gcnmemi_blocks* blocks, const gcnmemi_lanes* lanes,
                                          gcnmemi_blocks_group group, uint8_t* out_is_full) {
    uint64_t covered[GCNMEMI_BLOCKS_MAX][4];
    uint32_t block_bytes = (uint32_t)1 << blocks->shift;
    gcnmemi_bits_zero(covered, sizeof(covered[0]) * blocks->count);
    for (uint32_t lane = group.first; lane < group.first + group.count; ++lane) {
        uint64_t address = lanes->address[0][lane];
        uint32_t left = (lanes->active >> lane & 1) != 0 ? lanes->length[lane] : 0;
        while (left != 0) {
            uint32_t at = (uint32_t)address & (block_bytes - 1);
            uint32_t bytes = gcnmemi_bits_min32(left, gcnmemi_bits_min32(64 - at % 64, block_bytes - at));
            covered[gcnmemi_blocks_find(blocks, address >> blocks->shift)][at / 64] |= UINT64_MAX >> (64 - bytes)
                                                                                                         << at % 64;
            address += bytes;
            left -= bytes;
        }
    }
    for (uint32_t i = 0; i < blocks->count; ++i) {
        uint32_t bytes = 0;
        for (uint32_t k = 0; k < 4; ++k) {
            bytes += gcnmemi_bits_count(covered[i][k]);
        }
        out_is_full[i] = bytes == block_bytes;
    }
}

/* R13: atomics to one address stay separate: a block takes as many requests as most lanes want one address of it. */
GCNMEMI_PRIVATE void gcnmemi_blocks_turns(gcnmemi_blocks* blocks, const gcnmemi_lanes* lanes,
                                          gcnmemi_blocks_group group, uint8_t* out_turns) {
    for (uint32_t i = 0; i < blocks->count; ++i) {
        out_turns[i] = 1;
    }
    for (uint32_t lane = group.first; lane < group.first + group.count; ++lane) {
        uint64_t address = lanes->address[0][lane];
        uint32_t turn = 0;
        for (uint32_t i = group.first; i <= lane; ++i) {
            turn += (lanes->active >> i & 1) != 0 && lanes->address[0][i] == address;
        }
        if ((lanes->active >> lane & 1) != 0) {
            uint8_t* turns = &out_turns[gcnmemi_blocks_find(blocks, address >> blocks->shift)];
            *turns = (uint8_t)gcnmemi_bits_max(*turns, turn);
        }
    }
}

/* ---------------------------------------------------------------------------------------------------------------------
   >>l1         how the vector L1 serves a wave: issue groups, tag banks, data banks, filter (R3 to R14, R64 to R71)
   Knows: bits, desc, lanes, blocks
   ------------------------------------------------------------------------------------------------------------------ */

#define GCNMEMI_L1_BLOCK 16 /* lanes that may coalesce */
#define GCNMEMI_L1_QUAD 4
#define GCNMEMI_L1_MESSAGE 16 /* lanes of one of Intel's messages */

/* R3 is for loads of one channel of at most 32 bits through buffers and flat addresses; R12: not for stores. */
GCNMEMI_PRIVATE int gcnmemi_l1_can_coalesce(const gcnmem_op* op) {
    return (op->unit == GCNMEM_UNIT_BUFFER || op->unit == GCNMEM_UNIT_FLAT) && op->action == GCNMEM_ACTION_LOAD &&
           op->channels == 1 && op->element_bytes <= 4;
}

/* R3: the active lanes of an aligned quad stay within 4 consecutive elements, in any order. Addresses wrap (R1), so
   they are compared by their distance from one of them. */
GCNMEMI_PRIVATE int gcnmemi_l1_coalesces(const gcnmemi_lanes* lanes, uint32_t first, uint32_t element_bytes) {
    const uint64_t middle = (uint64_t)1 << 63;
    uint64_t origin = 0;
    uint64_t lowest = UINT64_MAX;
    uint64_t highest = 0;
    for (uint32_t lane = first; lane < first + GCNMEMI_L1_QUAD; ++lane) {
        if ((lanes->active >> lane & 1) != 0) {
            origin = lowest > highest ? lanes->address[0][lane] : origin;
            uint64_t place = lanes->address[0][lane] - origin + middle;
            lowest = gcnmemi_bits_min(lowest, place);
            highest = gcnmemi_bits_max(highest, place);
        }
    }
    return lowest > highest || highest - lowest <= 3 * (uint64_t)element_bytes;
}

/* R6, R65: the tag bank of a line. Two bits of it are parities of line number bits, further ones the line's own. */
GCNMEMI_PRIVATE uint32_t gcnmemi_l1_tag_bank(const gcnmem_desc* desc, uint64_t line) {
    uint64_t low = gcnmemi_bits_count(line & desc->l1_tag_mask_low) & 1;
    uint64_t high = gcnmemi_bits_count(line & desc->l1_tag_mask_high) & 1;
    return (uint32_t)((line & ~(uint64_t)3) | high << 1 | low) & (desc->l1_tag_banks - 1);
}

/* Most lines in one tag bank. */
GCNMEMI_PRIVATE uint64_t gcnmemi_l1_fullest_tags(const gcnmem_desc* desc, const gcnmemi_blocks* lines) {
    uint8_t length[GCNMEMI_DESC_HIGHEST_l1_tag_banks] = {0};
    uint64_t most = 0;
    for (uint32_t i = 0; i < lines->count; ++i) {
        most = gcnmemi_bits_max(most, ++length[gcnmemi_l1_tag_bank(desc, lines->number[i])]);
    }
    return most;
}

/* R64: clocks of an issue group: the worst tag bank of its lines, or the sum over its phases of `phase_lanes` lanes of
   the worst data bank, and never less than one a phase, even when no lane is in range (R8). */
GCNMEMI_PRIVATE uint64_t gcnmemi_l1_add_group(const gcnmem_desc* desc, const gcnmemi_lanes* lanes,
                                              gcnmemi_blocks_group group, uint32_t phase_lanes, gcnmemi_blocks* blocks,
                                              gcnmem_cost* cost) {
    uint32_t phases = gcnmemi_bits_divide_up(group.count, phase_lanes);
    uint64_t banks = 0;
    cost->l1_cache_accesses += gcnmemi_blocks_gather(blocks, lanes, group, desc->l1_line_bytes);
    uint64_t tags = gcnmemi_bits_max(phases, gcnmemi_l1_fullest_tags(desc, blocks));
    group.count = gcnmemi_bits_min32(group.count, phase_lanes);
    for (uint32_t i = 0; i < phases; ++i, group.first += phase_lanes * group.step) {
        gcnmemi_blocks_gather(blocks, lanes, group, 4);
        banks += gcnmemi_blocks_fullest(blocks, desc->l1_data_banks);
    }
    banks = gcnmemi_bits_max(tags, banks);
    cost->issue_groups += phases;
    cost->tag_conflict_clocks += tags - phases;
    cost->bank_conflict_clocks += banks - tags;
    return banks;
}

/* R3 to R5: GCN's issue groups, one or four of each block of 16 lanes. */
GCNMEMI_PRIVATE void gcnmemi_l1_add_quads(const gcnmem_desc* desc, const gcnmem_access* access,
                                          const gcnmemi_lanes* lanes, gcnmemi_blocks* blocks, gcnmem_cost* cost) {
    const gcnmem_op* op = &access->op;
    gcnmem_filter filter = gcnmemi_lanes_filter(access);
    int is_filtered = filter > GCNMEM_FILTER_POINT;
    int can_coalesce = gcnmemi_l1_can_coalesce(op);
    /* R11, R13: clocks of a group when nothing conflicts. */
    uint64_t rate = is_filtered      ? gcnmemi_bits_divide_up(op->element_bytes, desc->l1_filter_bytes)
                    : op->is_compare ? 2
                                     : 1;
    /* R11: bilinear footprints a filtered lane reads: two mips, two slices, one for each anisotropic tap. */
    uint64_t passes = filter == GCNMEM_FILTER_TRILINEAR ? 2 : filter == GCNMEM_FILTER_ANISO ? access->aniso : 1;
    passes *= is_filtered && access->image.depth > 1 ? 2 : 1;
    for (uint32_t block = 0; block < GCNMEM_LANES; block += GCNMEMI_L1_BLOCK) {
        int is_one = can_coalesce; /* R3: the block is one group */
        uint32_t quads = 0;
        for (uint32_t quad = block; quad < block + GCNMEMI_L1_BLOCK && is_one; quad += GCNMEMI_L1_QUAD) {
            is_one = gcnmemi_l1_coalesces(lanes, quad, op->element_bytes);
            quads += (lanes->active >> quad & 15) != 0;
        }
        /* R14: AMD counts a quad of a coalesced block once and every lane of the others. */
        cost->l1_accesses += is_one ? quads : gcnmemi_bits_count(lanes->active >> block & 0xffff);
        for (uint32_t i = 0; i < (is_one ? 1u : 4u); ++i) { /* R4: one lane of each quad; R5: a quad each */
            gcnmemi_blocks_group group = is_one         ? gcnmemi_blocks_group_of(block, 1, GCNMEMI_L1_BLOCK)
                                         : can_coalesce ? gcnmemi_blocks_group_of(block + i, GCNMEMI_L1_QUAD, 4)
                                                        : gcnmemi_blocks_group_of(block + i * GCNMEMI_L1_QUAD, 1, 4);
            uint64_t clocks = gcnmemi_l1_add_group(desc, lanes, group, group.count, blocks, cost);
            cost->clocks += gcnmemi_bits_max(clocks, rate) * passes;
        }
    }
    int is_two_channel_load = op->action == GCNMEM_ACTION_LOAD && op->channels == 2 && !is_filtered;
    uint64_t floor_clocks = is_two_channel_load ? desc->l1_two_channel_floor_clocks : 0; /* R9 */
    cost->clocks = gcnmemi_bits_max(cost->clocks, floor_clocks);
    cost->best_clocks = gcnmemi_bits_max((can_coalesce ? 4 : 16) * rate * passes, floor_clocks);
}

/* R66 to R68, R71: the wave, or each message of it, as one issue group of several phases. */
GCNMEMI_PRIVATE void gcnmemi_l1_add_phases(const gcnmem_desc* desc, const gcnmem_access* access,
                                           const gcnmemi_lanes* lanes, gcnmemi_blocks* blocks, gcnmem_cost* cost) {
    const gcnmem_op* op = &access->op;
    int is_warp_store = op->action == GCNMEM_ACTION_STORE && desc->l1_group_rule == GCNMEM_GROUP_WARP;
    uint32_t bytes = op->element_bytes;
    uint32_t group_lanes = desc->l1_group_rule == GCNMEM_GROUP_MESSAGE
                               ? gcnmemi_bits_min32(GCNMEMI_L1_MESSAGE, desc->wave_lanes)
                               : desc->wave_lanes;
    uint32_t phase_lanes = bytes <= 4   ? desc->l1_phase_lanes
                           : bytes <= 8 ? desc->l1_phase_lanes_64
                                        : desc->l1_phase_lanes_128;
    uint64_t floor_clocks = bytes <= 4   ? 1
                            : bytes <= 8 ? desc->l1_two_channel_floor_clocks
                                         : desc->l1_four_channel_floor_clocks;
    floor_clocks = is_warp_store ? 1 + (uint64_t)gcnmemi_bits_divide_up(bytes, 4) : floor_clocks; /* R67 */
    floor_clocks = gcnmemi_bits_max(floor_clocks, desc->address_clocks);
    uint64_t scattered_clocks = 0;
    int has_quads = desc->l1_group_rule == GCNMEM_GROUP_RDNA && bytes <= 4; /* R68 */
    for (uint32_t quad = 0; quad < desc->wave_lanes && has_quads; quad += GCNMEMI_L1_QUAD) {
        if (!gcnmemi_l1_coalesces(lanes, quad, bytes)) {
            scattered_clocks = desc->l1_scattered_floor_clocks;
        }
    }
    for (uint32_t first = 0; first < desc->wave_lanes; first += group_lanes) {
        gcnmemi_blocks_group group = gcnmemi_blocks_group_of(first, 1, group_lanes);
        uint64_t clocks = gcnmemi_l1_add_group(desc, lanes, group, phase_lanes, blocks, cost);
        uint64_t best = gcnmemi_bits_max(gcnmemi_bits_divide_up(group_lanes, phase_lanes), floor_clocks);
        cost->clocks += gcnmemi_bits_max(gcnmemi_bits_max(clocks, scattered_clocks), floor_clocks);
        cost->best_clocks += best;
    }
}

/* R69: the active lanes of a quarter-wave store consecutive elements, in order and aligned to their 16. */
GCNMEMI_PRIVATE int gcnmemi_l1_is_aligned_run(const gcnmemi_lanes* lanes, uint32_t first, uint32_t bytes) {
    uint64_t left = lanes->active >> first & gcnmemi_bits_lanes(GCNMEMI_L1_BLOCK);
    uint64_t start = left != 0 ? lanes->address[0][first + gcnmemi_bits_lowest(left)] : 0;
    start -= left != 0 ? (uint64_t)gcnmemi_bits_lowest(left) * bytes : 0;
    for (; left != 0; left &= left - 1) {
        uint32_t i = gcnmemi_bits_lowest(left);
        if (lanes->address[0][first + i] != start + (uint64_t)i * bytes) {
            return 0;
        }
    }
    return start % ((uint64_t)GCNMEMI_L1_BLOCK * bytes) == 0;
}

/* R69: TeraScale's quarter-waves: loads by accesses of request_bytes, stores by one of two paths. */
GCNMEMI_PRIVATE void gcnmemi_l1_add_quarters(const gcnmem_desc* desc, const gcnmem_access* access,
                                             const gcnmemi_lanes* lanes, gcnmemi_blocks* blocks, gcnmem_cost* cost) {
    const uint32_t bytes = access->op.element_bytes;
    const uint32_t dwords = gcnmemi_bits_divide_up(bytes, 4);
    const int is_load = access->op.action == GCNMEM_ACTION_LOAD;
    for (uint32_t first = 0; first < desc->wave_lanes; first += GCNMEMI_L1_BLOCK) {
        gcnmemi_blocks_group group = gcnmemi_blocks_group_of(first, 1, GCNMEMI_L1_BLOCK);
        uint32_t accesses = gcnmemi_blocks_gather(blocks, lanes, group, desc->request_bytes);
        int is_run = gcnmemi_l1_is_aligned_run(lanes, first, bytes);
        uint64_t fast = (uint64_t)dwords * (is_run ? 1 : 2);
        cost->issue_groups += 1;
        cost->l1_accesses += accesses;
        cost->l1_cache_accesses += accesses;
        cost->clocks += is_load ? gcnmemi_bits_max(1, accesses)
                        : desc->l1_store_path == 1 && access->op.action == GCNMEM_ACTION_STORE
                            ? fast
                            : (uint64_t)dwords * GCNMEMI_L1_BLOCK;
        cost->best_clocks += is_load ? gcnmemi_bits_divide_up(GCNMEMI_L1_BLOCK * bytes, desc->request_bytes)
                             : desc->l1_store_path == 1 && access->op.action == GCNMEM_ACTION_STORE
                                 ? dwords
                                 : dwords * GCNMEMI_L1_BLOCK;
    }
    cost->best_clocks = gcnmemi_bits_min(cost->best_clocks, cost->clocks);
}

/* R70: the segment, at most `bytes` long, that serves the first of the lanes in `left`; the lanes it serves leave. It
   halves while one half holds all they want. Returns its bytes. */
GCNMEMI_PRIVATE uint32_t gcnmemi_l1_take_segment(const gcnmemi_lanes* lanes, uint32_t bytes, uint64_t* left) {
    uint64_t start = lanes->address[0][gcnmemi_bits_lowest(*left)] & ~(uint64_t)(bytes - 1);
    uint64_t lowest = bytes;
    uint64_t end = 0;
    for (uint64_t rest = *left; rest != 0; rest &= rest - 1) {
        uint32_t lane = gcnmemi_bits_lowest(rest);
        uint64_t place = lanes->address[0][lane] - start;
        if (place < bytes) {
            *left &= ~((uint64_t)1 << lane);
            lowest = gcnmemi_bits_min(lowest, place);
            end = gcnmemi_bits_max(end, place + lanes->length[lane]);
        }
    }
    while (bytes > 32 && (end <= bytes / 2 || lowest >= bytes / 2)) {
        bytes /= 2;
        lowest -= lowest >= bytes ? bytes : 0;
        end -= end > bytes ? bytes : 0;
    }
    return bytes;
}

/* R70: GTX 280's half-warps: a segment a clock. There is no cache: what they fetch is what memory moves. */
GCNMEMI_PRIVATE void gcnmemi_l1_add_halves(const gcnmem_desc* desc, const gcnmem_access* access,
                                           const gcnmemi_lanes* lanes, gcnmem_cost* cost) {
    const uint32_t bytes = access->op.element_bytes;
    for (uint32_t first = 0; first < desc->wave_lanes; first += GCNMEMI_L1_BLOCK) {
        uint64_t left = lanes->active & gcnmemi_bits_lanes(GCNMEMI_L1_BLOCK) << first;
        uint64_t segments = 0;
        for (; left != 0; ++segments) {
            cost->bytes_fetched += gcnmemi_l1_take_segment(lanes, bytes == 1 ? 32 : bytes == 2 ? 64 : 128, &left);
        }
        cost->issue_groups += 1;
        cost->l1_accesses += segments;
        cost->l2_requests += segments;
        cost->clocks += gcnmemi_bits_max(1, segments);
        cost->best_clocks += gcnmemi_bits_divide_up(GCNMEMI_L1_BLOCK * bytes, 128);
    }
    cost->best_clocks = gcnmemi_bits_min(cost->best_clocks, cost->clocks);
}

GCNMEMI_PRIVATE void gcnmemi_l1_add_wave(const gcnmem_desc* desc, const gcnmem_access* access,
                                         const gcnmemi_lanes* lanes, gcnmemi_blocks* blocks, gcnmem_cost* cost) {
    if (desc->l1_group_rule == GCNMEM_GROUP_QUADS) {
        gcnmemi_l1_add_quads(desc, access, lanes, blocks, cost);
    } else if (desc->l1_group_rule == GCNMEM_GROUP_QUARTER_WAVE) {
        gcnmemi_l1_add_quarters(desc, access, lanes, blocks, cost);
    } else if (desc->l1_group_rule == GCNMEM_GROUP_HALF_WARP) {
        gcnmemi_l1_add_halves(desc, access, lanes, cost);
    } else {
        gcnmemi_l1_add_phases(desc, access, lanes, blocks, cost);
    }
    cost->rate_clocks = cost->clocks - cost->issue_groups - cost->tag_conflict_clocks - cost->bank_conflict_clocks;
}

/* ---------------------------------------------------------------------------------------------------------------------
   >>touch      what a wave touches: the one answer that cost, replay and run read (R13, R15, R16, R44)
   Knows: bits, desc, lanes, blocks, l1
   ------------------------------------------------------------------------------------------------------------------ */

#define GCNMEMI_TOUCH_LINES GCNMEMI_BLOCKS_MAX

/* What a caller wants beside the clocks. */
enum {
    GCNMEMI_TOUCH_WANT_REQUESTS = 1,    /* counts of requests and bursts */
    GCNMEMI_TOUCH_WANT_LINES = 2,       /* the list, of lines as L1 meets them */
    GCNMEMI_TOUCH_WANT_REQUEST_LIST = 4 /* the list, of requests as they leave L1 */
};

typedef struct gcnmemi_touch {
    gcnmem_cost cost;
    uint32_t line_count;
    uint32_t line_bytes;
    uint64_t line[GCNMEMI_TOUCH_LINES];   /* addresses in the order of the lanes; an atomic's lines are its requests */
    uint8_t is_full[GCNMEMI_TOUCH_LINES]; /* a store covers every byte of the line (R44) */
} gcnmemi_touch;

/* Puts the blocks gathered from a group on the list, if there is one. Returns as how many requests they travel. */
GCNMEMI_PRIVATE uint32_t gcnmemi_touch_add(const gcnmem_op* op, const gcnmemi_lanes* lanes, gcnmemi_blocks_group group,
                                           gcnmemi_blocks* blocks, gcnmemi_touch* list) {
    uint8_t turns[GCNMEMI_BLOCKS_MAX];
    uint8_t is_full[GCNMEMI_BLOCKS_MAX];
    uint32_t count = 0;
    if (op->action == GCNMEM_ACTION_ATOMIC) {
        gcnmemi_blocks_turns(blocks, lanes, group, turns);
    } else if (op->action == GCNMEM_ACTION_STORE && list != NULL) {
        gcnmemi_blocks_cover(blocks, lanes, group, is_full);
    }
    for (uint32_t i = 0; i < blocks->count; ++i) {
        uint32_t times = op->action == GCNMEM_ACTION_ATOMIC ? turns[i] : 1;
        count += times;
        for (uint32_t k = 0; k < times && list != NULL; ++k) {
            list->line[list->line_count] = blocks->number[i] << blocks->shift;
            list->is_full[list->line_count++] = op->action == GCNMEM_ACTION_STORE ? is_full[i] : 0;
        }
    }
    return count;
}

/* R15, R13: the requests of `bytes` that the lanes become, request_lanes at a time. Returns how many. */
GCNMEMI_PRIVATE uint64_t gcnmemi_touch_requests(const gcnmem_desc* desc, const gcnmem_op* op,
                                                const gcnmemi_lanes* lanes, gcnmemi_blocks* blocks, uint32_t bytes,
                                                gcnmemi_touch* list) {
    uint64_t count = 0;
    for (uint32_t first = 0; first < desc->wave_lanes; first += desc->request_lanes) {
        gcnmemi_blocks_group group = gcnmemi_blocks_group_of(first, 1, desc->request_lanes);
        gcnmemi_blocks_gather(blocks, lanes, group, bytes);
        count += gcnmemi_touch_add(op, lanes, group, blocks, list);
    }
    return count;
}

/* R16, R75: what DRAM moves at least for a byte: a line of L2 or its sector, or a burst where that is longer. */
GCNMEMI_PRIVATE uint32_t gcnmemi_touch_memory_block(const gcnmem_desc* desc) {
    return (uint32_t)gcnmemi_bits_max(gcnmem_desc_dram_burst_bytes(desc),
                                      desc->miss_rule == 1 ? desc->l2_line_bytes : desc->request_bytes);
}

/* A vector access, the readable way. The cost comes in zeroed, or as far as the caller counts it. */
GCNMEMI_PRIVATE void gcnmemi_touch_vector(const gcnmem_desc* desc, const gcnmem_access* access, uint32_t want,
                                          gcnmemi_touch* touch) {
    gcnmem_cost* cost = &touch->cost;
    gcnmemi_blocks_group all = gcnmemi_blocks_group_of(0, 1, desc->wave_lanes);
    gcnmemi_lanes lanes;
    gcnmemi_blocks blocks;
    gcnmemi_lanes_init(desc, access, &lanes);
    gcnmemi_l1_add_wave(desc, access, &lanes, &blocks, cost);
    cost->lanes = gcnmemi_bits_count(lanes.active);
    cost->bytes_requested = lanes.bytes;
    cost->l1_lines = gcnmemi_blocks_gather(&blocks, &lanes, all, desc->l1_line_bytes);
    if ((want & GCNMEMI_TOUCH_WANT_LINES) != 0 && access->op.action != GCNMEM_ACTION_ATOMIC && desc->miss_rule == 1) {
        touch->line_bytes = desc->l1_line_bytes;
        gcnmemi_touch_add(&access->op, &lanes, all, &blocks, touch);
    } else if ((want & (GCNMEMI_TOUCH_WANT_LINES | GCNMEMI_TOUCH_WANT_REQUEST_LIST)) != 0) {
        touch->line_bytes = (want & GCNMEMI_TOUCH_WANT_LINES) == 0
                                ? desc->request_bytes
                                : gcnmemi_bits_min32(desc->request_bytes, desc->l1_line_bytes);
        gcnmemi_touch_requests(desc, &access->op, &lanes, &blocks, touch->line_bytes, touch);
    }
    if ((want & GCNMEMI_TOUCH_WANT_REQUESTS) != 0) {
        uint32_t block_bytes = gcnmemi_touch_memory_block(desc);
        if (desc->l1_group_rule == GCNMEM_GROUP_HALF_WARP) { /* its segments are counted, and nothing holds more */
            cost->dram_bursts = cost->bytes_fetched / gcnmem_desc_dram_burst_bytes(desc);
            return;
        }
        cost->l2_requests = gcnmemi_touch_requests(desc, &access->op, &lanes, &blocks, desc->request_bytes, NULL);
        cost->dram_bursts = (uint64_t)gcnmemi_blocks_gather(&blocks, &lanes, all, block_bytes) *
                            (block_bytes / gcnmem_desc_dram_burst_bytes(desc));
        cost->bytes_fetched = cost->l2_requests * desc->request_bytes;
    }
}

/* ---------------------------------------------------------------------------------------------------------------------
   >>fast       the common wave, quickly: one whole dword or less for each of 64 lanes (R1 to R8, R12 to R16, R44)
   Knows: bits, access, lanes, l1, touch, desc

   Gives exactly what room touch gives, or declines; gcnmem_cost_wave_plain() is there to prove it. Everything is in 32
   bits relative to a base near lane 0, and loops have fixed lengths, so that compilers vectorize them.
   ------------------------------------------------------------------------------------------------------------------ */

#define GCNMEMI_FAST_WINDOW 0x40000000u /* bytes on either side of lane 0 that the relative addresses reach */
#define GCNMEMI_FAST_SLOTS 2048

typedef struct gcnmemi_fast_wave {
    uint64_t base;               /* byte address, a multiple of 64 KB, that `byte` is relative to */
    uint32_t byte[GCNMEM_LANES]; /* relative byte address of a lane */
    uint32_t stride;             /* bytes from lane to lane when is_progression */
    uint32_t is_progression;     /* whole dwords one stride apart: `byte` holds the first lane's until it is spread */
} gcnmemi_fast_wave;

/* Relative addresses of all lanes of a progression. */
GCNMEMI_PRIVATE void gcnmemi_fast_spread(gcnmemi_fast_wave* w) {
    const uint32_t first = w->byte[0];
    const uint32_t stride = w->stride;
    for (uint32_t i = 1; i < GCNMEM_LANES && w->is_progression; ++i) {
        w->byte[i] = first + i * stride;
    }
}

/* Lowest and highest relative address of lanes first .. first + count - 1. */
GCNMEMI_PRIVATE void gcnmemi_fast_span(const gcnmemi_fast_wave* w, uint32_t first, uint32_t count, uint32_t* out_low,
                                       uint32_t* out_high) {
    uint32_t low = w->byte[w->is_progression ? 0 : first];
    uint32_t high = low;
    if (w->is_progression) {
        low += first * w->stride;
        high = low + (count - 1) * w->stride;
    }
    for (uint32_t i = first; i < first + count && !w->is_progression; ++i) {
        low = w->byte[i] < low ? w->byte[i] : low;
        high = w->byte[i] > high ? w->byte[i] : high;
    }
    *out_low = low;
    *out_high = high;
}

/* Relative addresses; 0 when a lane is too far from lane 0, touches two dwords, may wrap or is out of range (R2). */
GCNMEMI_PRIVATE int gcnmemi_fast_read(const gcnmem_access* access, gcnmemi_fast_wave* w) {
    const uint64_t* address = access->address;
    const uint64_t first = address[0];
    const uint64_t stride = address[1] - first;
    uint64_t uneven = ((stride | first) & 3) | ((address[2] - address[1]) ^ stride); /* most are out here */
    w->base = first < GCNMEMI_FAST_WINDOW ? 0 : (first - GCNMEMI_FAST_WINDOW) & ~(uint64_t)0xffff;
    if (w->base > UINT64_MAX - 2 * (uint64_t)GCNMEMI_FAST_WINDOW) {
        return 0;
    }
    w->is_progression = 0;
    if (uneven == 0 && stride <= GCNMEMI_FAST_WINDOW / GCNMEM_LANES) {
        for (uint32_t i = 2; i < GCNMEM_LANES; ++i) {
            uneven |= (address[i] - address[i - 1]) ^ stride;
        }
        w->is_progression = uneven == 0;
    }
    if (w->is_progression) {
        w->byte[0] = (uint32_t)(first - w->base);
        w->stride = (uint32_t)stride;
    } else {
        const uint64_t align = gcnmemi_lanes_align(&access->op, UINT64_MAX);
        uint64_t reach = 0;
        uint64_t straddles = 0;
        for (uint32_t i = 0; i < GCNMEM_LANES; ++i) {
            uint64_t relative = (address[i] & align) - w->base;
            reach |= relative;
            straddles |= (relative & 3) + access->op.element_bytes - 1;
            w->byte[i] = (uint32_t)relative;
        }
        if (reach >> 31 != 0 || (straddles & 4) != 0) {
            return 0;
        }
    }
    if (access->size_bytes != 0) {
        uint32_t low;
        uint32_t high;
        gcnmemi_fast_span(w, 0, GCNMEM_LANES, &low, &high);
        return w->base + high + access->op.element_bytes <= access->size_bytes;
    }
    return 1;
}

/* Turns one bank takes beyond the first when lanes a, b, c, d want banks `mask & a`, ...: equal values share. Written
   without branches, so that groups become elements of a vector. */
#define GCNMEMI_FAST_EXTRA_TURNS(out_extra, out_distinct, a, b, c, d, mask)                                            \
    do {                                                                                                               \
        uint32_t new_b = (b) != (a) ? 1 : 0;                                                                           \
        uint32_t new_c = (c) != (a) && (c) != (b) ? 1 : 0;                                                             \
        uint32_t new_d = (d) != (a) && (d) != (b) && (d) != (c) ? 1 : 0;                                               \
        uint32_t turns_b = (((a) ^ (b)) & (mask)) == 0 ? new_b : 0;                                                    \
        uint32_t turns_c =                                                                                             \
            ((((a) ^ (c)) & (mask)) == 0 ? new_c : 0) + ((((b) ^ (c)) & (mask)) == 0 ? new_b & new_c : 0);             \
        uint32_t turns_d = ((((a) ^ (d)) & (mask)) == 0 ? new_d : 0) +                                                 \
                           ((((b) ^ (d)) & (mask)) == 0 ? new_b & new_d : 0) +                                         \
                           ((((c) ^ (d)) & (mask)) == 0 ? new_c & new_d : 0);                                          \
        uint32_t most = turns_b > turns_c ? turns_b : turns_c;                                                         \
        (out_extra) = most > turns_d ? most : turns_d;                                                                 \
        (out_distinct) = 1 + new_b + new_c + new_d;                                                                    \
    } while (0)

/* 16 groups of four lanes, four groups side by side. Blocks of a progression of whole dwords stand a multiple of 64
   bytes apart: one tells all. */
GCNMEMI_PRIVATE void gcnmemi_fast_add_split(const gcnmem_op* op, const gcnmemi_fast_wave* w, gcnmem_cost* cost) {
    const uint32_t different = w->is_progression ? GCNMEMI_L1_BLOCK : GCNMEM_LANES;
    uint32_t dword[GCNMEM_LANES];
    uint32_t tag_conflicts[4] = {0, 0, 0, 0};
    uint32_t bank_conflicts[4] = {0, 0, 0, 0};
    uint32_t lines[4] = {0, 0, 0, 0};
    for (uint32_t i = 0; i < GCNMEM_LANES; ++i) { /* R4: one lane of each quad */
        dword[i] = w->byte[i] >> 2;
    }
    for (uint32_t i = 0; i < GCNMEM_LANES && op->action != GCNMEM_ACTION_LOAD; ++i) { /* R5, R12: a quad each */
        dword[i / 16 * 16 + i % 4 * 4 + i / 4 % 4] = w->byte[i] >> 2;
    }
    for (uint32_t block = 0; block < different; block += GCNMEMI_L1_BLOCK) {
        for (uint32_t g = 0; g < 4; ++g) {
            uint32_t a = dword[block + g];
            uint32_t b = dword[block + g + 4];
            uint32_t c = dword[block + g + 8];
            uint32_t d = dword[block + g + 12];
            uint32_t tags;
            uint32_t banks;
            uint32_t tag_lines;
            uint32_t dwords;
            GCNMEMI_FAST_EXTRA_TURNS(tags, tag_lines, a >> 4, b >> 4, c >> 4, d >> 4, 3u);
            GCNMEMI_FAST_EXTRA_TURNS(banks, dwords, a, b, c, d, 15u);
            tag_conflicts[g] += tags;
            bank_conflicts[g] += (banks > tags ? banks : tags) - tags;
            lines[g] += tag_lines;
            (void)dwords;
        }
    }
    for (uint32_t g = 0; g < 4; ++g) {
        cost->tag_conflict_clocks += tag_conflicts[g] * (GCNMEM_LANES / different);
        cost->bank_conflict_clocks += bank_conflicts[g] * (GCNMEM_LANES / different);
        cost->l1_cache_accesses += lines[g] * (GCNMEM_LANES / different);
    }
    cost->issue_groups = 16;
    cost->l1_accesses = 64;
}

/* What the L1 does with a wave. Returns 0 when a block coalesces (R3) and another does not, or is wider than the banks:
   within 16 dwords no conflict is possible. */
GCNMEMI_PRIVATE int gcnmemi_fast_serve(const gcnmem_op* op, gcnmemi_fast_wave* w, gcnmem_cost* cost) {
    const uint32_t limit = 3 * op->element_bytes;
    int can_coalesce = gcnmemi_l1_can_coalesce(op);
    uint32_t coalesced = 0;
    uint32_t lines = 0;
    for (uint32_t block = 0; block < GCNMEM_LANES && can_coalesce; block += GCNMEMI_L1_BLOCK) {
        uint32_t low = 0;
        uint32_t high = 0;
        int is_one = !w->is_progression || 3 * w->stride <= limit;
        for (uint32_t quad = block; quad < block + GCNMEMI_L1_BLOCK && is_one && !w->is_progression; quad += 4) {
            const uint32_t* b = &w->byte[quad];
            low = gcnmemi_bits_min32(gcnmemi_bits_min32(b[0], b[1]), gcnmemi_bits_min32(b[2], b[3]));
            is_one = b[0] - low <= limit && b[1] - low <= limit && b[2] - low <= limit && b[3] - low <= limit;
        }
        if (is_one) {
            gcnmemi_fast_span(w, block, GCNMEMI_L1_BLOCK, &low, &high);
            if (high / 4 - low / 4 >= 16) {
                return 0;
            }
            lines += high / 64 - low / 64 + 1;
            ++coalesced;
        }
    }
    if (coalesced == 0) {
        gcnmemi_fast_spread(w);
        gcnmemi_fast_add_split(op, w, cost);
    } else if (coalesced == 4) {
        cost->l1_cache_accesses = lines;
        cost->issue_groups = 4;
        cost->l1_accesses = 16;
    } else {
        return 0;
    }
    cost->lanes = GCNMEM_LANES;
    cost->bytes_requested = (uint64_t)GCNMEM_LANES * op->element_bytes;
    cost->clocks = cost->issue_groups + cost->tag_conflict_clocks + cost->bank_conflict_clocks;
    cost->best_clocks = can_coalesce ? 4 : 16;
    return 1;
}

/* The distinct blocks of 2^shift bytes in the order of the lanes, and each lane's one. Returns how many. */
GCNMEMI_PRIVATE uint32_t gcnmemi_fast_list(const gcnmemi_fast_wave* w, uint32_t shift, uint32_t* out_block,
                                           uint8_t* out_index) {
    uint8_t slot[GCNMEMI_FAST_SLOTS] = {0}; /* by hash: index + 1 of a block */
    uint32_t count = 0;
    for (uint32_t lane = 0; lane < GCNMEM_LANES; ++lane) {
        uint32_t block = w->byte[lane] >> shift;
        uint32_t at = (block * 0x9e3779b1u) >> 21;
        while (slot[at] != 0 && out_block[slot[at] - 1] != block) {
            at = (at + 1) % GCNMEMI_FAST_SLOTS;
        }
        if (slot[at] == 0) {
            out_block[count] = block;
            slot[at] = (uint8_t)++count;
        }
        out_index[lane] = (uint8_t)(slot[at] - 1);
    }
    return count;
}

GCNMEMI_PRIVATE uint32_t gcnmemi_fast_count(const gcnmemi_fast_wave* w, uint32_t shift) {
    uint32_t block[GCNMEM_LANES];
    uint8_t index[GCNMEM_LANES];
    if (!w->is_progression) {
        return gcnmemi_fast_list(w, shift, block, index);
    }
    uint32_t last = w->byte[0] + (GCNMEM_LANES - 1) * w->stride;
    return w->stride >> shift != 0 ? GCNMEM_LANES : (last >> shift) - (w->byte[0] >> shift) + 1;
}

/* The lines of 64 bytes; is_full when every byte of one is stored. */
GCNMEMI_PRIVATE void gcnmemi_fast_lines(const gcnmem_op* op, gcnmemi_fast_wave* w, gcnmemi_touch* touch) {
    uint64_t covered[GCNMEM_LANES] = {0};
    uint32_t line[GCNMEM_LANES];
    uint8_t index[GCNMEM_LANES];
    gcnmemi_fast_spread(w);
    touch->line_count = gcnmemi_fast_list(w, 6, line, index);
    touch->line_bytes = 64;
    for (uint32_t lane = 0; lane < GCNMEM_LANES; ++lane) {
        covered[index[lane]] |= (((uint64_t)1 << op->element_bytes) - 1) << (w->byte[lane] & 63);
    }
    for (uint32_t i = 0; i < touch->line_count; ++i) {
        touch->line[i] = w->base + ((uint64_t)line[i] << 6);
        touch->is_full[i] = op->action == GCNMEM_ACTION_STORE && covered[i] == UINT64_MAX;
    }
}

/* As gcnmemi_touch_vector(): returns 1, or declines, returns 0 and leaves the cost as it was. */
GCNMEMI_PRIVATE int gcnmemi_fast_touch(const gcnmem_desc* desc, const gcnmem_access* access, uint32_t want,
                                       gcnmemi_touch* touch) {
    const gcnmem_op* op = &access->op;
    gcnmem_cost* cost = &touch->cost;
    gcnmemi_fast_wave w;
    int is_common = (op->unit == GCNMEM_UNIT_BUFFER || op->unit == GCNMEM_UNIT_FLAT) && op->element_bytes <= 4 &&
                    op->action != GCNMEM_ACTION_ATOMIC && op->channels == 1 && access->exec_mask == UINT64_MAX &&
                    desc->l1_group_rule == GCNMEM_GROUP_QUADS && desc->l1_data_banks == 16 && desc->l1_tag_banks == 4 &&
                    desc->l1_tag_mask_low == 1 && desc->l1_tag_mask_high == 2 && desc->l1_line_bytes == 64 &&
                    desc->request_bytes == 64 && desc->request_lanes == GCNMEM_LANES;
    if (!is_common || !gcnmemi_fast_read(access, &w) || !gcnmemi_fast_serve(op, &w, cost)) {
        return 0;
    }
    if ((want & (GCNMEMI_TOUCH_WANT_LINES | GCNMEMI_TOUCH_WANT_REQUEST_LIST)) != 0) {
        gcnmemi_fast_lines(op, &w, touch);
        cost->l1_lines = touch->line_count;
    } else {
        cost->l1_lines = gcnmemi_fast_count(&w, 6);
    }
    if ((want & GCNMEMI_TOUCH_WANT_REQUESTS) != 0) {
        uint32_t block_bytes = gcnmemi_touch_memory_block(desc);
        uint64_t blocks = block_bytes == 64 ? cost->l1_lines : gcnmemi_fast_count(&w, gcnmemi_bits_log2(block_bytes));
        cost->l2_requests = cost->l1_lines;
        cost->dram_bursts = blocks * (block_bytes / gcnmem_desc_dram_burst_bytes(desc));
        cost->bytes_fetched = cost->l1_lines * 64;
    }
    return 1;
}

/* ---------------------------------------------------------------------------------------------------------------------
   >>lds        local data share: phases, banks, ports (R17 to R23)
   Knows: bits, access, blocks
   ------------------------------------------------------------------------------------------------------------------ */

/* R19: lanes of ds_read_b128's phases, as AMD lists them for CDNA. */
static const uint64_t gcnmemi_lds_read_b128[8] = {0x0000000000f0000fu, 0x00000000000f00f0u, 0x00000000f0000f00u,
                                                  0x000000000f00f000u, 0x00f0000f00000000u, 0x000f00f000000000u,
                                                  0xf0000f0000000000u, 0x0f00f00000000000u};

/* R22: a lane whose access does not lie wholly inside the allocation takes no part. */
GCNMEMI_PRIVATE int gcnmemi_lds_in_range(const gcnmem_desc* desc, const gcnmem_access* access, uint64_t address) {
    uint64_t size = access->size_bytes != 0 ? access->size_bytes : desc->lds_size_bytes;
    return address <= size && size - address >= access->op.element_bytes;
}

/* Addresses number from .. to - 1 of the lanes in `mask`, looked at together. R20: the same dword is fetched once; R21:
   atomics to one dword take their turns, so each gets a number of its own in its bank. Returns the clocks of the banks.
   */
GCNMEMI_PRIVATE uint64_t gcnmemi_lds_add_phase(const gcnmem_desc* desc, const gcnmem_access* access, uint64_t mask,
                                               uint32_t from, uint32_t to, gcnmem_cost* cost) {
    const uint64_t banks = desc->lds_bank_count;
    const int is_atomic = access->op.action == GCNMEM_ACTION_ATOMIC;
    const uint32_t each = gcnmemi_bits_divide_up(access->op.element_bytes, 4);
    gcnmemi_blocks dwords;
    gcnmemi_blocks_clear(&dwords, 4);
    for (; mask != 0; mask &= mask - 1) {
        uint64_t address = access->address[gcnmemi_bits_lowest(mask)] + from * access->op.address_step_bytes;
        for (uint32_t i = from; i < to; ++i, address += access->op.address_step_bytes) {
            if (gcnmemi_lds_in_range(desc, access, address)) {
                cost->bytes_requested += access->op.element_bytes;
                for (uint64_t dword = address / 4; dword < address / 4 + each; ++dword) {
                    gcnmemi_blocks_find(&dwords, is_atomic ? dwords.count * banks + (dword & (banks - 1)) : dword);
                }
            }
        }
    }
    return gcnmemi_blocks_fullest(&dwords, desc->lds_bank_count);
}

/* R72: the active lanes of `mask` want what their neighbours, lane ^ 1, want. */
GCNMEMI_PRIVATE int gcnmemi_lds_are_pairs(const gcnmem_access* access, uint64_t mask) {
    for (uint64_t both = mask & mask >> 1 & 0x5555555555555555u; both != 0; both &= both - 1) {
        uint32_t lane = gcnmemi_bits_lowest(both);
        if (access->address[lane] != access->address[lane + 1]) {
            return 0;
        }
    }
    return 1;
}

/* R72: phases of `lanes` lanes without those that nobody needs: an idle one costs no bank a clock, two neighbours whose
   lanes agree in pairs go as one. It takes a clock to issue a phase all the same, unless the whole wave agrees. */
GCNMEMI_PRIVATE void gcnmemi_lds_add_merged(const gcnmem_desc* desc, const gcnmem_access* access, uint32_t lanes,
                                            uint32_t from, uint32_t to, gcnmem_cost* cost) {
    const uint64_t wave = gcnmemi_bits_lanes(desc->wave_lanes);
    const int can_pair =
        desc->lds_phase_rule == 3 && access->op.action == GCNMEM_ACTION_LOAD && lanes < desc->wave_lanes;
    uint64_t clocks = 0;
    uint64_t phases = desc->wave_lanes / lanes;
    for (uint32_t first = 0; first < desc->wave_lanes;) {
        uint64_t mask = access->exec_mask & gcnmemi_bits_lanes(2 * lanes) << first & wave;
        uint32_t step = can_pair && gcnmemi_lds_are_pairs(access, mask) ? 2 * lanes : lanes;
        clocks += gcnmemi_lds_add_phase(desc, access, mask & gcnmemi_bits_lanes(step) << first, from, to, cost);
        first += step;
    }
    phases = can_pair && gcnmemi_lds_are_pairs(access, access->exec_mask & wave) ? phases / 2 : phases;
    cost->phases += phases;
    cost->clocks += gcnmemi_bits_max(clocks, phases);
}

/* R17 to R19: a GCN wave's phases, each at least a clock. */
GCNMEMI_PRIVATE void gcnmemi_lds_add_phases(const gcnmem_desc* desc, const gcnmem_access* access, uint32_t lanes,
                                            uint32_t from, uint32_t to, gcnmem_cost* cost) {
    int is_read_b128 = access->op.element_bytes == 16 && access->op.action == GCNMEM_ACTION_LOAD && lanes == 8;
    for (uint32_t phase = 0; phase < GCNMEM_LANES / lanes; ++phase) {
        uint64_t mask = is_read_b128 ? gcnmemi_lds_read_b128[phase] : gcnmemi_bits_lanes(lanes) << (phase * lanes);
        uint64_t clocks = gcnmemi_lds_add_phase(desc, access, mask & access->exec_mask, from, to, cost);
        cost->phases += 1;
        cost->clocks += gcnmemi_bits_max(1, clocks);
    }
}

/* R23: clocks of the CU's ports. Address and data share the way in; SRC2 operations hold both ports. Elsewhere a CU's
   one port is as wide as its banks (R73). */
GCNMEMI_PRIVATE uint64_t gcnmemi_lds_port_clocks(const gcnmem_desc* desc, const gcnmem_op* op, uint64_t phases) {
    uint64_t lane_clocks = desc->wave_lanes / desc->lds_port_lanes_per_clock;
    uint64_t in = gcnmemi_bits_max(1, (op->addresses != 0) + (uint64_t)op->data_in);
    if (desc->architecture != GCNMEM_ARCHITECTURE_GCN) {
        return gcnmemi_bits_max(phases, desc->address_clocks);
    }
    return op->is_src2 ? gcnmemi_bits_divide_up(op->element_bytes, 4) * lane_clocks
                       : gcnmemi_bits_max(1, gcnmemi_bits_max(in, op->data_out) * lane_clocks / desc->lds_port_count);
}

GCNMEMI_PRIVATE void gcnmemi_lds_add_wave(const gcnmem_desc* desc, const gcnmem_access* access, gcnmem_cost* cost) {
    const gcnmem_op* op = &access->op;
    int is_together = op->element_bytes <= 4; /* read2_b32 fetches both dwords in one phase */
    uint32_t turns = op->addresses == 0 ? 0 : is_together ? 1 : op->addresses;
    /* R17 to R19: dwords a lane moves in one phase, three as four. */
    uint32_t dwords = is_together && op->addresses == 2 ? 2 : gcnmemi_bits_divide_up(op->element_bytes, 4);
    uint32_t lanes = (uint32_t)gcnmemi_bits_max(1, desc->lds_bank_count / (dwords == 3 ? 4 : dwords));
    lanes = gcnmemi_bits_min32(lanes, desc->wave_lanes);
    for (uint32_t lane = 0; lane < desc->wave_lanes; ++lane) {
        cost->lanes +=
            (access->exec_mask >> lane & 1) != 0 && gcnmemi_lds_in_range(desc, access, access->address[lane]);
    }
    for (uint32_t turn = 0; turn < turns; ++turn) {
        uint32_t to = is_together ? op->addresses : turn + 1;
        if (desc->lds_phase_rule == 1) {
            gcnmemi_lds_add_phases(desc, access, lanes, is_together ? 0 : turn, to, cost);
        } else {
            gcnmemi_lds_add_merged(desc, access, lanes, is_together ? 0 : turn, to, cost);
        }
    }
    cost->conflict_clocks = cost->clocks - cost->phases;
    cost->best_clocks = cost->phases;
    cost->port_clocks = gcnmemi_lds_port_clocks(desc, op, cost->phases);
}

/* ---------------------------------------------------------------------------------------------------------------------
   >>scalar     scalar loads and stores: one address for the wave (R24)
   Knows: bits, desc, lanes, touch
   ------------------------------------------------------------------------------------------------------------------ */

/* Blocks of `block_bytes` that `bytes` from `address` on touch; the last one may have wrapped to zero (R1). */
GCNMEMI_PRIVATE uint32_t gcnmemi_scalar_blocks(uint64_t address, uint32_t bytes, uint32_t block_bytes) {
    uint32_t offset = (uint32_t)address & (block_bytes - 1);
    return bytes == 0 ? 0 : gcnmemi_bits_divide_up(offset + bytes, block_bytes);
}

GCNMEMI_PRIVATE void gcnmemi_scalar_touch(const gcnmem_desc* desc, const gcnmem_access* access, gcnmemi_touch* touch) {
    uint64_t address = access->address[0] & ~(uint64_t)3;
    uint32_t bytes = gcnmemi_lanes_clip(access, address);
    uint32_t line_bytes = desc->scalar_l1_line_bytes;
    uint32_t block_bytes = gcnmemi_touch_memory_block(desc);
    gcnmem_cost* cost = &touch->cost;
    touch->line_count = gcnmemi_scalar_blocks(address, bytes, line_bytes);
    touch->line_bytes = line_bytes;
    for (uint32_t i = 0; i < touch->line_count; ++i) {
        touch->line[i] = (address & ~(uint64_t)(line_bytes - 1)) + (uint64_t)i * line_bytes;
        touch->is_full[i] = 0;
    }
    cost->clocks = 4 * (uint64_t)gcnmemi_bits_divide_up(access->op.element_bytes / 4, desc->scalar_issue_dwords);
    cost->best_clocks = cost->clocks;
    cost->l2_requests = touch->line_count;
    cost->dram_bursts = (uint64_t)gcnmemi_scalar_blocks(address, bytes, block_bytes) *
                        (block_bytes / gcnmem_desc_dram_burst_bytes(desc));
    cost->lanes = bytes != 0;
    cost->bytes_requested = bytes;
    cost->bytes_fetched = cost->l2_requests * line_bytes;
}

/* ---------------------------------------------------------------------------------------------------------------------
   >>cost       depth 1, put together
   Knows: bits, touch, fast, lds, scalar
   ------------------------------------------------------------------------------------------------------------------ */

/* What a wave touches and costs, for all depths; `may_be_fast` 0 takes the readable path. */
GCNMEMI_PRIVATE void gcnmemi_cost_touch(const gcnmem_desc* desc, const gcnmem_access* access, uint32_t want,
                                        int may_be_fast, gcnmemi_touch* touch) {
    int is_set_up = desc != NULL && access != NULL && desc->l1_line_bytes != 0 && access->op.unit != GCNMEM_UNIT_NONE;
    GCNMEM_ASSERT(is_set_up); /* gcnmem_desc_for() resolves a description, gcnmem_access_for() an access */
    gcnmemi_bits_zero(&touch->cost, sizeof(touch->cost));
    touch->cost.accesses = 1;
    touch->line_count = 0;
    if (!is_set_up || (may_be_fast && gcnmemi_fast_touch(desc, access, want, touch))) {
        return;
    }
    if (access->op.unit == GCNMEM_UNIT_SCALAR) { /* scalar instructions do not look at EXEC */
        gcnmemi_scalar_touch(desc, access, touch);
    } else if (access->op.unit == GCNMEM_UNIT_LDS && access->exec_mask != 0) {
        gcnmemi_lds_add_wave(desc, access, &touch->cost);
    } else if (access->exec_mask != 0) {
        gcnmemi_touch_vector(desc, access, want, touch);
    }
}

GCNMEM_DEF gcnmem_cost gcnmem_cost_wave_plain(const gcnmem_desc* desc, const gcnmem_access* access) {
    gcnmemi_touch touch;
    gcnmemi_cost_touch(desc, access, GCNMEMI_TOUCH_WANT_REQUESTS, 0, &touch);
    return touch.cost;
}

GCNMEM_DEF gcnmem_cost gcnmem_cost_wave(const gcnmem_desc* desc, const gcnmem_access* access) {
    gcnmemi_touch touch;
    gcnmemi_cost_touch(desc, access, GCNMEMI_TOUCH_WANT_REQUESTS, 1, &touch);
    return touch.cost;
}

GCNMEM_DEF void gcnmem_cost_add(gcnmem_cost* sum, const gcnmem_cost* cost) {
#define GCNMEMI_COST_ADD(counter, is_traffic, row, vector, lds, scalar) sum->counter += cost->counter;
    GCNMEM_COST_COUNTERS(GCNMEMI_COST_ADD)
#undef GCNMEMI_COST_ADD
}

GCNMEM_DEF uint64_t gcnmem_cost_coalescing_e3(const gcnmem_cost* cost) {
    uint64_t share = cost->l1_accesses != 0 ? gcnmemi_bits_scale(cost->accesses * 16, 100000, cost->l1_accesses) : 0;
    return share < 100000 ? share : 100000;
}

#undef GCNMEMI_PRIVATE
#define GCNMEMI_PRIVATE GCNMEMI_COLD GCNMEM_UNUSED static

/* ---------------------------------------------------------------------------------------------------------------------
   >>occupancy  waves that fit (R25 to R28)
   Knows: bits, results
   ------------------------------------------------------------------------------------------------------------------ */

GCNMEMI_PRIVATE uint32_t gcnmemi_occupancy_group_waves(const gcnmem_desc* desc, const gcnmem_shader_needs* needs) {
    return (uint32_t)gcnmemi_bits_max(1, gcnmemi_bits_divide_up(needs->group_lanes, desc->wave_lanes));
}

/* The smaller of two limits wins; the earlier one when they tie. */
GCNMEMI_PRIVATE void gcnmemi_occupancy_take(gcnmem_occupancy* out, uint32_t waves, gcnmem_limit limit) {
    if (waves < out->waves_per_simd) {
        out->waves_per_simd = waves;
        out->limited_by = limit;
    }
}

/* R25: the waves of a SIMD that slots and registers leave. Registers come in granules; none hold no wave back. */
GCNMEMI_PRIVATE gcnmem_occupancy gcnmemi_occupancy_of_registers(const gcnmem_desc* desc,
                                                                const gcnmem_shader_needs* needs) {
    uint32_t vgprs = gcnmemi_bits_align_up(needs->vgprs, desc->vgpr_granule);
    uint32_t sgprs = gcnmemi_bits_align_up(needs->sgprs, desc->sgpr_granule);
    gcnmem_occupancy out;
    gcnmemi_bits_zero(&out, sizeof(out));
    out.waves_per_simd = desc->waves_per_simd_max;
    gcnmemi_occupancy_take(&out, vgprs != 0 ? desc->vgprs_per_simd / vgprs : UINT32_MAX, GCNMEM_LIMIT_VGPRS);
    gcnmemi_occupancy_take(&out, sgprs != 0 ? desc->sgprs_per_simd / sgprs : UINT32_MAX, GCNMEM_LIMIT_SGPRS);
    return out;
}

/* R26, R27: whole groups on a CU. On NVIDIA's groups of one wave take a slot as well, and each some LDS more (R74). */
GCNMEMI_PRIVATE gcnmem_occupancy gcnmemi_occupancy_hardware(const gcnmem_desc* desc, const gcnmem_shader_needs* needs) {
    gcnmem_occupancy out = gcnmemi_occupancy_of_registers(desc, needs);
    uint32_t waves = gcnmemi_occupancy_group_waves(desc, needs);
    uint32_t lds = gcnmemi_bits_align_up(needs->lds_bytes + desc->lds_group_reserved_bytes, desc->lds_granule_bytes);
    uint32_t slot_groups = out.waves_per_simd * desc->simd_count_per_cu / waves;
    uint32_t lds_groups = lds == 0 ? UINT32_MAX : desc->lds_size_bytes / lds;
    uint32_t barrier_groups =
        waves == 1 && desc->architecture != GCNMEM_ARCHITECTURE_NVIDIA ? UINT32_MAX : desc->groups_per_cu_max;
    out.groups_per_cu = gcnmemi_bits_min32(slot_groups, gcnmemi_bits_min32(lds_groups, barrier_groups));
    out.waves_per_cu = out.groups_per_cu * waves;
    gcnmemi_occupancy_take(&out, gcnmemi_bits_divide_up(out.waves_per_cu, desc->simd_count_per_cu),
                           GCNMEM_LIMIT_GROUP_SIZE);
    if (lds_groups < slot_groups && lds_groups <= barrier_groups) {
        out.limited_by = GCNMEM_LIMIT_LDS;
    } else if (barrier_groups < slot_groups) {
        out.limited_by = GCNMEM_LIMIT_GROUP_SLOTS;
    }
    return out;
}

/* R28: what LLVM prints as waves per SIMD. */
GCNMEMI_PRIVATE gcnmem_occupancy gcnmemi_occupancy_llvm(const gcnmem_desc* desc, const gcnmem_shader_needs* needs) {
    static const uint32_t sgpr_steps[2][6] = {{48, 56, 64, 72, 80, UINT32_MAX}, {80, 88, 100, UINT32_MAX, 0, 0}};
    uint32_t most = desc->gfx_version == 0x90a ? 8 : 10; /* LLVM does not know of Polaris' 8 */
    uint32_t waves = gcnmemi_occupancy_group_waves(desc, needs);
    uint32_t slots = most * desc->simd_count_per_cu;
    uint32_t slot_groups = waves == 1 ? slots : gcnmemi_bits_min32(slots / waves, desc->groups_per_cu_max);
    uint32_t lds_groups = desc->lds_group_max_bytes / (uint32_t)gcnmemi_bits_max(1, needs->lds_bytes);
    uint32_t group_waves = gcnmemi_bits_min32(slot_groups, lds_groups) * waves;
    uint32_t step = 0;
    gcnmem_occupancy out;
    gcnmemi_bits_zero(&out, sizeof(out));
    out.waves_per_simd = most;
    if (needs->vgprs >= desc->vgpr_granule) {
        uint32_t vgprs = gcnmemi_bits_align_up(needs->vgprs, desc->vgpr_granule);
        gcnmemi_occupancy_take(&out, (uint32_t)gcnmemi_bits_max(1, desc->vgprs_per_simd / vgprs), GCNMEM_LIMIT_VGPRS);
    }
    while (needs->sgprs > sgpr_steps[desc->gfx_version >= 0x800][step]) {
        ++step;
    }
    gcnmemi_occupancy_take(&out, 10 - step, GCNMEM_LIMIT_SGPRS);
    gcnmemi_occupancy_take(&out, lds_groups == 0 ? 1 : gcnmemi_bits_divide_up(group_waves, desc->simd_count_per_cu),
                           needs->lds_bytes > 0 ? GCNMEM_LIMIT_LDS : GCNMEM_LIMIT_GROUP_SLOTS);
    return out;
}

/* R28: what RADV reports as waves per SIMD. */
GCNMEMI_PRIVATE gcnmem_occupancy gcnmemi_occupancy_radv(const gcnmem_desc* desc, const gcnmem_shader_needs* needs) {
    gcnmem_occupancy out = gcnmemi_occupancy_of_registers(desc, needs);
    uint32_t lds = gcnmemi_bits_align_up(needs->lds_bytes, desc->lds_granule_bytes);
    uint32_t lds_of_wave = lds / gcnmemi_occupancy_group_waves(desc, needs);
    uint32_t lds_of_simd = desc->lds_size_bytes / desc->simd_count_per_cu;
    if (lds_of_wave > 0) {
        gcnmemi_occupancy_take(&out, gcnmemi_bits_divide_up(lds_of_simd, lds_of_wave), GCNMEM_LIMIT_LDS);
    }
    return out;
}

GCNMEMI_PRIVATE gcnmem_occupancy gcnmemi_occupancy_count(const gcnmem_desc* desc, const gcnmem_shader_needs* needs,
                                                         gcnmem_occupancy_rule rule) {
    if (rule == GCNMEM_RULE_HARDWARE) {
        return gcnmemi_occupancy_hardware(desc, needs);
    }
    /* What a compiler prints is waves per SIMD; groups and waves of the CU follow from it. */
    gcnmem_occupancy out =
        rule == GCNMEM_RULE_LLVM ? gcnmemi_occupancy_llvm(desc, needs) : gcnmemi_occupancy_radv(desc, needs);
    out.waves_per_cu = out.waves_per_simd * desc->simd_count_per_cu;
    out.groups_per_cu = out.waves_per_cu / gcnmemi_occupancy_group_waves(desc, needs);
    return out;
}

/* The member of a shader's needs that a limit is about, or NULL. */
GCNMEMI_PRIVATE uint32_t* gcnmemi_occupancy_need(gcnmem_shader_needs* needs, gcnmem_limit limit) {
    return limit == GCNMEM_LIMIT_WAVE_SLOTS ? NULL
           : limit == GCNMEM_LIMIT_VGPRS    ? &needs->vgprs
           : limit == GCNMEM_LIMIT_SGPRS    ? &needs->sgprs
           : limit == GCNMEM_LIMIT_LDS      ? &needs->lds_bytes
                                            : &needs->group_lanes;
}

/* The largest amount of one resource that lets another wave in; 0 when shrinking it alone does not help. */
GCNMEMI_PRIVATE uint32_t gcnmemi_occupancy_next_amount(const gcnmem_desc* desc, const gcnmem_shader_needs* needs,
                                                       gcnmem_occupancy_rule rule, gcnmem_limit limit, uint32_t waves) {
    gcnmem_shader_needs changed = *needs;
    uint32_t* amount = gcnmemi_occupancy_need(&changed, limit);
    uint32_t step = limit == GCNMEM_LIMIT_GROUP_SIZE || limit == GCNMEM_LIMIT_GROUP_SLOTS ? desc->wave_lanes : 1;
    uint32_t low = step;
    uint32_t high = amount != NULL ? *amount : 0;
    while (low < high) { /* not monotonic in group size: look at each */
        uint32_t tried = step == 1 ? low + (high - low) / 2 : (high - 1) / step * step;
        *amount = tried;
        if (gcnmemi_occupancy_count(desc, &changed, rule).waves_per_simd <= waves) {
            high = tried;
        } else if (step == 1) {
            low = tried + 1;
        } else {
            return tried;
        }
    }
    return step == 1 ? low - 1 : 0;
}

GCNMEM_DEF gcnmem_occupancy gcnmem_occupancy_for(const gcnmem_desc* desc, const gcnmem_shader_needs* needs,
                                                 gcnmem_occupancy_rule rule) {
    static const gcnmem_limit others[] = {GCNMEM_LIMIT_VGPRS, GCNMEM_LIMIT_SGPRS, GCNMEM_LIMIT_LDS,
                                          GCNMEM_LIMIT_GROUP_SIZE};
    gcnmem_occupancy out = gcnmemi_occupancy_count(desc, needs, rule);
    out.next_limit = out.limited_by;
    out.next_amount = gcnmemi_occupancy_next_amount(desc, needs, rule, out.limited_by, out.waves_per_simd);
    for (uint32_t i = 0; i < 4 && out.next_amount == 0 && out.limited_by != GCNMEM_LIMIT_WAVE_SLOTS; ++i) {
        out.next_limit = others[i];
        out.next_amount = gcnmemi_occupancy_next_amount(desc, needs, rule, others[i], out.waves_per_simd);
    }
    if (out.next_amount != 0) {
        gcnmem_shader_needs changed = *needs;
        *gcnmemi_occupancy_need(&changed, out.next_limit) = out.next_amount;
        out.next_waves = gcnmemi_occupancy_count(desc, &changed, rule).waves_per_simd;
    }
    return out;
}

GCNMEM_DEF gcnmem_result gcnmem_occupancy_validate(const gcnmem_desc* desc, const gcnmem_shader_needs* needs,
                                                   gcnmem_occupancy_rule rule, gcnmem_issue* out_issue) {
    uint32_t waves = gcnmemi_occupancy_of_registers(desc, needs).waves_per_simd * desc->simd_count_per_cu;
    const struct {
        const char* field;
        const char* rule;
        uint32_t value;
        uint32_t limit;
    } bounds[] = {{"group", "is {value}: a work-group of this device has at most {limit} threads", needs->group_lanes,
                   desc->group_waves_max * desc->wave_lanes},
                  {"vgprs", "is {value}: a SIMD of this device gives a wave at most {limit}", needs->vgprs,
                   gcnmemi_bits_min32(desc->vgprs_per_wave_max, desc->vgprs_per_simd)},
                  {"sgprs",
                   "is {value}: a wave of this device has at most {limit}, VCC, FLAT_SCRATCH and XNACK included",
                   needs->sgprs, desc->sgprs_per_wave_max + 8},
                  {"lds", "is {value}: a CU of this device has {limit} bytes", needs->lds_bytes, desc->lds_size_bytes},
                  /* from here on for the hardware's rule alone */
                  {"lds", "is {value}: a work-group of this device has at most {limit} bytes", needs->lds_bytes,
                   desc->lds_group_max_bytes},
                  {"lds", "is {value} in whole granules: a CU of this device has {limit} bytes",
                   gcnmemi_bits_align_up(needs->lds_bytes, desc->lds_granule_bytes), desc->lds_size_bytes},
                  {"group", "is {value}: with these registers a CU of this device holds at most {limit} threads",
                   needs->group_lanes, waves * desc->wave_lanes}};
    if (needs->group_lanes == 0) {
        return gcnmemi_results_fail(GCNMEM_ERROR_VALUE, out_issue, "group", "is {value}: must be at least {limit}", 0,
                                    1);
    }
    if (needs->sgprs != 0 && gcnmem_field_provenance(desc, GCNMEM_FIELD_sgprs_per_simd) == GCNMEM_PROVENANCE_NONE) {
        return gcnmemi_results_fail(GCNMEM_ERROR_VALUE, out_issue, "sgprs",
                                    "is {value}: this device has no scalar registers", needs->sgprs, 0);
    }
    if (rule != GCNMEM_RULE_HARDWARE && desc->architecture != GCNMEM_ARCHITECTURE_GCN) {
        return gcnmemi_results_fail(GCNMEM_ERROR_VALUE, out_issue, "rule",
                                    "is what a compiler for GCN prints: this device takes the hardware's", 0, 0);
    }
    for (uint32_t i = 0; i < (rule == GCNMEM_RULE_HARDWARE ? 7u : 4u); ++i) {
        if (bounds[i].value > bounds[i].limit) {
            return gcnmemi_results_fail(GCNMEM_ERROR_VALUE, out_issue, bounds[i].field, bounds[i].rule, bounds[i].value,
                                        bounds[i].limit);
        }
    }
    return GCNMEM_OK;
}

GCNMEM_DEF const char* gcnmem_limit_name(gcnmem_limit limit) {
    static const char* const names[] = {"wave slots", "vgprs", "sgprs", "lds", "group slots", "group size"};
    return names[(uint32_t)limit <= GCNMEM_LIMIT_GROUP_SIZE ? limit : GCNMEM_LIMIT_WAVE_SLOTS];
}

#undef GCNMEMI_PRIVATE
#define GCNMEMI_PRIVATE GCNMEM_UNUSED static

#ifndef GCNMEM_NO_REPLAY

/* ---------------------------------------------------------------------------------------------------------------------
   >>channel    address -> channel and address inside the channel, and back (R33)
   Knows: bits

   Consecutive chunks of interleave_bytes go round the channels. Every rule is one-to-one: channel and local address
   together name the address again. The local address closes the gaps the other channels leave, so that a slice
   indexed with it uses all its sets.

     address   | chunk ............................ | offset |      chunk = address / interleave_bytes
     MODULO    | round ............ | channel ..... | offset |      round = chunk / channels
     HASH      | round ............ | channel xor round's bits, folded to the channel's width |
     TAHITI    | row .............. | pipe (3 bits) | offset |      a row is 2 KB: 8 pipes of 256 B

   Tahiti has twelve channels and eight pipes a row. The pipe's upper two bits choose a quadrant of three channels;
   every third row gives both pipes of a quadrant to its middle channel, the other rows one to each outer channel:

     row % 3   pipe 0  1  2  3  4  5  6  7
        0           0  2  3  5  6  8  9 11      so three rows give every channel two chunks,
        1           1  1  4  4  7  7 10 10      +2048 bytes keep the channel one time in three,
        2           0  2  3  5  6  8  9 11      +256 bytes one time in six [amd]
   ------------------------------------------------------------------------------------------------------------------ */

/* l2_channel_rule */
typedef enum gcnmemi_channel_rule {
    GCNMEMI_CHANNEL_MODULO = 1, /* chunk % channels; any number of channels [amd for powers of two, else est] */
    GCNMEMI_CHANNEL_HASH = 2,   /* as MODULO, xor-ed with all higher groups of channel bits; powers of two only [est] */
    GCNMEMI_CHANNEL_TAHITI = 3  /* twelve channels of 256 bytes in four quadrants of three [amd] */
} gcnmemi_channel_rule;

typedef struct gcnmemi_channel_map {
    uint32_t rule; /* gcnmemi_channel_rule */
    uint32_t channel_count;
    uint32_t interleave_bytes; /* a power of two; 256 on GCN [amd] */
} gcnmemi_channel_map;

typedef struct gcnmemi_channel_place {
    uint64_t local_address; /* bytes, counted inside the channel */
    uint32_t channel;
    uint32_t reserved;
} gcnmemi_channel_place;

#define GCNMEMI_CHANNEL_NO_SHIFT 64u

/* A map with its divisions made ready: by shifts where a count is a power of two. */
typedef struct gcnmemi_channel_route {
    gcnmemi_channel_map map;
    uint32_t interleave_shift;
    uint32_t count_shift; /* NO_SHIFT: the number of channels is no power of two */
    uint32_t reserved;
} gcnmemi_channel_route;

GCNMEMI_PRIVATE gcnmemi_channel_route gcnmemi_channel_route_for(const gcnmemi_channel_map* map) {
    gcnmemi_channel_route route;
    route.map = *map;
    route.interleave_shift = gcnmemi_bits_log2(map->interleave_bytes);
    route.count_shift = gcnmemi_bits_is_power_of_two(map->channel_count) ? gcnmemi_bits_log2(map->channel_count)
                                                                         : GCNMEMI_CHANNEL_NO_SHIFT;
    route.reserved = 0u;
    return route;
}

/* The round's bits folded to the width of a channel number, by xor. */
GCNMEMI_PRIVATE uint32_t gcnmemi_channel_fold(uint64_t round, const gcnmemi_channel_route* route) {
    uint64_t folded = 0u;
    while (round != 0u && route->count_shift != 0u) {
        folded ^= round;
        round >>= route->count_shift;
    }
    return (uint32_t)folded & (route->map.channel_count - 1u);
}

/* The map of a description's L2. */
GCNMEMI_PRIVATE gcnmemi_channel_map gcnmemi_channel_map_of(const gcnmem_desc* desc) {
    gcnmemi_channel_map map;
    map.rule = desc->l2_channel_rule;
    map.channel_count = desc->l2_channels;
    map.interleave_bytes = desc->l2_interleave_bytes;
    return map;
}

GCNMEMI_PRIVATE gcnmemi_channel_place gcnmemi_channel_locate(const gcnmemi_channel_route* route, uint64_t address) {
    uint64_t chunk = address >> route->interleave_shift;
    gcnmemi_channel_place place;
    if (route->map.rule == (uint32_t)GCNMEMI_CHANNEL_TAHITI) {
        uint64_t row = chunk >> 3;
        uint32_t side = (uint32_t)chunk & 1u;
        int is_middle = row % 3u == 1u;
        place.channel = ((uint32_t)(chunk >> 1) & 3u) * 3u + (is_middle ? 1u : side * 2u);
        chunk = row / 3u * 2u + (is_middle ? side : row % 3u / 2u); /* three rows are two chunks of every channel */
    } else if (route->count_shift != GCNMEMI_CHANNEL_NO_SHIFT) {
        place.channel = (uint32_t)chunk & (route->map.channel_count - 1u);
        chunk >>= route->count_shift;
    } else {
        place.channel = (uint32_t)(chunk % route->map.channel_count);
        chunk /= route->map.channel_count;
    }
    if (route->map.rule == (uint32_t)GCNMEMI_CHANNEL_HASH) {
        place.channel ^= gcnmemi_channel_fold(chunk, route);
    }
    place.local_address = chunk << route->interleave_shift | (address & (route->map.interleave_bytes - 1u));
    place.reserved = 0u;
    return place;
}

/* The address that gcnmemi_channel_locate() would send to this place: turns a slice's victim back into an address. */
GCNMEMI_PRIVATE uint64_t gcnmemi_channel_address(const gcnmemi_channel_route* route, gcnmemi_channel_place place) {
    uint64_t local_chunk = place.local_address >> route->interleave_shift;
    uint64_t offset = place.local_address & (route->map.interleave_bytes - 1u);
    uint32_t channel = place.channel;
    if (route->map.rule == (uint32_t)GCNMEMI_CHANNEL_HASH) {
        channel ^= gcnmemi_channel_fold(local_chunk, route);
    }
    uint64_t chunk = local_chunk * route->map.channel_count + channel;
    if (route->map.rule == (uint32_t)GCNMEMI_CHANNEL_TAHITI) {
        uint64_t second = local_chunk & 1u;
        int is_middle = channel % 3u == 1u;
        uint64_t row = local_chunk / 2u * 3u + (is_middle ? 1u : second * 2u);
        chunk = row * 8u + (uint64_t)(channel / 3u) * 2u + (is_middle ? second : channel % 3u / 2u);
    }
    return chunk << route->interleave_shift | offset;
}

#undef GCNMEMI_CHANNEL_NO_SHIFT

/* ---------------------------------------------------------------------------------------------------------------------
   >>cache      tags, recency, sectors and write policies of one set-associative cache (R29 to R32)
   Knows: bits

   Vector L1, scalar L1 and each L2 channel are three geometries of it. Functional, without time: it says what hits,
   what must be fetched, what is written on and what leaves; who asks counts. A missing line is installed at once, so an
   access that finds a line still on its way counts as a hit; AMD's counters treat such a "hit on miss" the same way
   [amd]. A line may be divided in sectors, each with a valid and a dirty bit.

   A set is a list of lines, most recently used first; empty places come last. So the line found first is the one most
   likely wanted, the one at the end is the one to evict, and no ages are kept. Two arrays follow the state, by sets:

     tags      64 bits a line: its number, address / line bytes; NO_LINE in an empty place
     sectors   32 bits a line: valid sectors in bits 15:0, dirty sectors in bits 31:16

   Shifting a list of 16 sounds slow and is not: the shift rides along with the search, a load and a store a step.
   ------------------------------------------------------------------------------------------------------------------ */

#define GCNMEMI_CACHE_MAX_SECTORS 16u
#define GCNMEMI_CACHE_NO_LINE UINT64_MAX /* no line has this number: a line holds at least 4 bytes */
#define GCNMEMI_CACHE_DIRTY_SHIFT 16u
#define GCNMEMI_CACHE_VALID_MASK 0xFFFFu

/* What a store does. "Full" means that it covers every byte of the line (or sector) it touches. */
enum {
    /* GCN vector L1: write-through; a full store leaves the line valid, a partial one leaves no line behind [amd]. */
    GCNMEMI_CACHE_WRITE_GCN_L1 = 0,
    /* Write-back with a mask of dirty bytes: a store fetches nothing; a later load fetches and merges [est]. */
    GCNMEMI_CACHE_WRITE_BACK_MASKED = 1
};

/* gcnmem_desc_validate() has seen to it that these numbers go together. */
typedef struct gcnmemi_cache_geometry {
    uint64_t size_bytes;   /* a multiple of ways * line_bytes; sets = size / (ways * line), any number */
    uint32_t ways;         /* at least 1; all lines in one set = fully associative */
    uint32_t line_bytes;   /* a power of two, at least 4 */
    uint32_t sector_bytes; /* a power of two, at most GCNMEMI_CACHE_MAX_SECTORS a line; 0 = the whole line */
    uint32_t write_policy; /* GCNMEMI_CACHE_WRITE_ */
} gcnmemi_cache_geometry;

/* One access touches the sector that holds its address, or with FULL_LINE every sector of the line.
   GLC and ATOMIC act on the two write-through policies as below. A write-back cache is where the device agrees on
   a value: it ignores GLC and performs the atomic, a store that needs the old bytes. */
enum {
    GCNMEMI_CACHE_READ = 0,
    GCNMEMI_CACHE_WRITE = 1,
    GCNMEMI_CACHE_GLC = 2,        /* load: misses, and the line is dropped; store: no line is left behind [amd] */
    GCNMEMI_CACHE_SLC = 4,        /* stream: a miss installs no line, a hit does not renew the line's age [est] */
    GCNMEMI_CACHE_ATOMIC = 8,     /* counts as a write; bypasses a write-through cache and drops the line there [amd] */
    GCNMEMI_CACHE_FULL_LINE = 16, /* covers every byte of the line */
    GCNMEMI_CACHE_FULL_SECTOR = 32 /* covers every byte of its sector */
};

/* What one access did, and what the caller has to ask of the next level. Masks have one bit a sector, lowest first. */
typedef struct gcnmemi_cache_result {
    uint64_t victim_address; /* first byte of the line that was evicted; 0 when none was */
    uint32_t victim_dirty;   /* sectors of the victim to write to the next level */
    uint32_t fetch;          /* sectors to read from the next level */
    uint32_t hit;            /* 1: everything was there, and allowed to be used */
    uint32_t evicted;        /* 1: a line had to leave, clean or dirty */
    uint32_t write_on;       /* 1: this store or atomic itself goes on to the next level */
    uint32_t reserved;
} gcnmemi_cache_result;

/* Lives in the caller's memory and holds no pointer, so a copy of the bytes is a snapshot. */
typedef struct gcnmemi_cache {
    gcnmemi_cache_geometry geometry;
    uint64_t hot_line; /* the line used last, when it is valid whole; else NO_LINE */
    uint32_t set_count;
    uint32_t is_write_back;
    uint32_t line_shift;
    uint32_t sector_shift;
    uint32_t sector_mask; /* sectors of a line - 1 */
    uint32_t all_sectors;
} gcnmemi_cache;

/* One access on its way through the cache. */
typedef struct gcnmemi_cache_visit {
    uint64_t line;
    uint64_t* tags; /* of the set, newest first */
    uint32_t* sectors;
    uint32_t place; /* where in the set the line stands, when found */
    uint32_t found;
    uint32_t wanted; /* sectors this access touches */
    uint32_t flags;
} gcnmemi_cache_visit;

/* ---- Where things are ---- */

GCNMEMI_PRIVATE uint64_t* gcnmemi_cache_tags(gcnmemi_cache* cache) {
    return (uint64_t*)(void*)(cache + 1);
}

GCNMEMI_PRIVATE uint32_t* gcnmemi_cache_sectors(gcnmemi_cache* cache) {
    return (uint32_t*)(void*)(gcnmemi_cache_tags(cache) + (size_t)cache->set_count * cache->geometry.ways);
}

/* Index in both arrays of the first line of the set that `line` belongs to. */
GCNMEMI_PRIVATE size_t gcnmemi_cache_set_start(const gcnmemi_cache* cache, uint64_t line) {
    return (size_t)gcnmemi_bits_rest(line, cache->set_count) * cache->geometry.ways;
}

GCNMEMI_PRIVATE gcnmemi_cache_visit gcnmemi_cache_enter(gcnmemi_cache* cache, uint64_t address, uint32_t flags) {
    gcnmemi_cache_visit visit;
    visit.line = address >> cache->line_shift;
    size_t start = gcnmemi_cache_set_start(cache, visit.line);
    visit.tags = gcnmemi_cache_tags(cache) + start;
    visit.sectors = gcnmemi_cache_sectors(cache) + start;
    visit.place = 0u;
    while (visit.place < cache->geometry.ways && visit.tags[visit.place] != visit.line) {
        visit.place++;
    }
    visit.found = visit.place < cache->geometry.ways;
    visit.wanted = (flags & GCNMEMI_CACHE_FULL_LINE) != 0u
                       ? cache->all_sectors
                       : (uint32_t)1u << ((uint32_t)(address >> cache->sector_shift) & cache->sector_mask);
    visit.flags = flags;
    return visit;
}

GCNMEMI_PRIVATE uint32_t gcnmemi_cache_valid(const gcnmemi_cache_visit* visit) {
    return visit->found != 0u ? visit->sectors[visit->place] & GCNMEMI_CACHE_VALID_MASK : 0u;
}

/* ---- Lines coming, moving and going ---- */

/* Reports what stood in the place that is given up. */
GCNMEMI_PRIVATE void gcnmemi_cache_evict(const gcnmemi_cache* cache, uint64_t line, uint32_t sectors,
                                         gcnmemi_cache_result* result) {
    if (line != GCNMEMI_CACHE_NO_LINE) {
        result->victim_address = line << cache->line_shift;
        result->victim_dirty = sectors >> GCNMEMI_CACHE_DIRTY_SHIFT;
        result->evicted = 1u;
    }
}

/* Puts the line in the last place of its set, with no sector valid yet; _renew then brings it to the front. */
GCNMEMI_PRIVATE void gcnmemi_cache_install(const gcnmemi_cache* cache, gcnmemi_cache_visit* visit,
                                           gcnmemi_cache_result* result) {
    uint32_t last = cache->geometry.ways - 1u;
    gcnmemi_cache_evict(cache, visit->tags[last], visit->sectors[last], result);
    visit->tags[last] = visit->line;
    visit->sectors[last] = 0u;
    visit->place = last;
    visit->found = 1u;
    visit->flags &= ~(uint32_t)GCNMEMI_CACHE_SLC; /* a line that enters is the newest, whoever brought it */
}

/* R29: the line was used and moves to the front; where it is valid and dirty is noted. A streaming access (SLC) leaves
   a line that was there already where it stands. */
GCNMEMI_PRIVATE void gcnmemi_cache_renew(gcnmemi_cache* cache, gcnmemi_cache_visit* visit, uint32_t valid,
                                         uint32_t dirty) {
    uint32_t sectors = visit->sectors[visit->place] | valid | dirty << GCNMEMI_CACHE_DIRTY_SHIFT;
    if ((visit->flags & GCNMEMI_CACHE_SLC) != 0u) {
        visit->sectors[visit->place] = sectors;
        return;
    }
    for (uint32_t i = visit->place; i > 0u; --i) {
        visit->tags[i] = visit->tags[i - 1u];
        visit->sectors[i] = visit->sectors[i - 1u];
    }
    visit->tags[0] = visit->line;
    visit->sectors[0] = sectors;
    cache->hot_line = (sectors & GCNMEMI_CACHE_VALID_MASK) == cache->all_sectors ? visit->line : GCNMEMI_CACHE_NO_LINE;
}

/* Takes the line out of the list, if it is there; those behind it close up. */
GCNMEMI_PRIVATE void gcnmemi_cache_drop(gcnmemi_cache* cache, const gcnmemi_cache_visit* visit) {
    uint32_t last = cache->geometry.ways - 1u;
    if (visit->found == 0u) {
        return;
    }
    for (uint32_t i = visit->place; i < last; ++i) {
        visit->tags[i] = visit->tags[i + 1u];
        visit->sectors[i] = visit->sectors[i + 1u];
    }
    visit->tags[last] = GCNMEMI_CACHE_NO_LINE;
    visit->sectors[last] = 0u;
    cache->hot_line = GCNMEMI_CACHE_NO_LINE;
}

/* ---- Loads and stores ---- */

GCNMEMI_PRIVATE void gcnmemi_cache_load(gcnmemi_cache* cache, gcnmemi_cache_visit* visit,
                                        gcnmemi_cache_result* result) {
    uint32_t missing = visit->wanted & ~gcnmemi_cache_valid(visit);
    if ((visit->flags & GCNMEMI_CACHE_GLC) != 0u && !cache->is_write_back) { /* R31 */
        gcnmemi_cache_drop(cache, visit);
        result->fetch = visit->wanted;
        return;
    }
    result->hit = missing == 0u;
    result->fetch = missing;
    if (visit->found == 0u) {
        if ((visit->flags & GCNMEMI_CACHE_SLC) != 0u) {
            return;
        }
        gcnmemi_cache_install(cache, visit, result);
    }
    gcnmemi_cache_renew(cache, visit, missing, 0u);
}

/* R30, R31: everything goes on to the next level; what differs is whether a copy may stay. */
GCNMEMI_PRIVATE void gcnmemi_cache_store_through(gcnmemi_cache* cache, gcnmemi_cache_visit* visit,
                                                 gcnmemi_cache_result* result) {
    uint32_t bypass = visit->flags & (uint32_t)(GCNMEMI_CACHE_GLC | GCNMEMI_CACHE_ATOMIC);
    uint32_t full = visit->flags & (uint32_t)(GCNMEMI_CACHE_FULL_LINE | GCNMEMI_CACHE_FULL_SECTOR);
    uint32_t present = (visit->wanted & ~gcnmemi_cache_valid(visit)) == 0u;
    result->write_on = 1u;
    result->hit = present != 0u && (visit->flags & GCNMEMI_CACHE_ATOMIC) == 0u;
    if (bypass != 0u || full == 0u) {
        gcnmemi_cache_drop(cache, visit);
        return;
    }
    if (visit->found == 0u) {
        if ((visit->flags & GCNMEMI_CACHE_SLC) != 0u) {
            return;
        }
        gcnmemi_cache_install(cache, visit, result);
    }
    gcnmemi_cache_renew(cache, visit, visit->wanted, 0u);
}

/* R32: a sector that is dirty but not valid holds stored bytes only: stores hit it, loads do not. */
GCNMEMI_PRIVATE void gcnmemi_cache_store_back(gcnmemi_cache* cache, gcnmemi_cache_visit* visit,
                                              gcnmemi_cache_result* result) {
    uint32_t atomic = visit->flags & GCNMEMI_CACHE_ATOMIC;
    uint32_t full = visit->flags & (uint32_t)(GCNMEMI_CACHE_FULL_LINE | GCNMEMI_CACHE_FULL_SECTOR);
    uint32_t valid = gcnmemi_cache_valid(visit);
    uint32_t dirty = visit->found != 0u ? visit->sectors[visit->place] >> GCNMEMI_CACHE_DIRTY_SHIFT : 0u;
    result->hit = (visit->wanted & ~(atomic != 0u ? valid : valid | dirty)) == 0u;
    if (visit->found == 0u && (visit->flags & GCNMEMI_CACHE_SLC) != 0u && atomic == 0u) {
        result->write_on = 1u;
        return;
    }
    if (visit->found == 0u) {
        gcnmemi_cache_install(cache, visit, result);
    }
    result->fetch = atomic != 0u ? visit->wanted & ~valid : 0u;
    gcnmemi_cache_renew(cache, visit, atomic != 0u || full != 0u ? visit->wanted : 0u, visit->wanted);
}

#if defined(__GNUC__)
#define GCNMEMI_CACHE_APART __attribute__((noinline)) /* keeps the stack frame of the general way off the common one */
#else
#define GCNMEMI_CACHE_APART
#endif

/* Any access, the general way. */
GCNMEMI_CACHE_APART GCNMEMI_PRIVATE uint32_t gcnmemi_cache_visit_line(gcnmemi_cache* cache, uint64_t address,
                                                                      uint32_t flags, gcnmemi_cache_result* result) {
    gcnmemi_cache_visit visit = gcnmemi_cache_enter(cache, address, flags);
    if ((flags & (uint32_t)(GCNMEMI_CACHE_WRITE | GCNMEMI_CACHE_ATOMIC)) == 0u) {
        gcnmemi_cache_load(cache, &visit, result);
    } else if (cache->is_write_back) {
        gcnmemi_cache_store_back(cache, &visit, result);
    } else {
        gcnmemi_cache_store_through(cache, &visit, result);
    }
    return result->hit;
}

/* The common case on its own: a plain load where a line is one sector. Search and shift in one: each line steps back
   by one, until the place is reached where the wanted line stood, or the last line steps out of the set. */
GCNMEMI_PRIVATE uint32_t gcnmemi_cache_read_line(gcnmemi_cache* cache, uint64_t line, gcnmemi_cache_result* result) {
    size_t start = gcnmemi_cache_set_start(cache, line);
    uint64_t* tags = gcnmemi_cache_tags(cache) + start;
    uint32_t* sectors = gcnmemi_cache_sectors(cache) + start;
    uint64_t incoming_tag = line;
    uint32_t incoming_sectors = 1u;
    uint32_t ways = cache->geometry.ways;
    cache->hot_line = line;
    for (uint32_t place = 0u; place < ways; place++) {
        uint64_t outgoing_tag = tags[place];
        uint32_t outgoing_sectors = sectors[place];
        tags[place] = incoming_tag;
        sectors[place] = incoming_sectors;
        if (outgoing_tag == line) { /* when not valid, it holds stored bytes only: the rest has to be fetched (R32) */
            sectors[0] = outgoing_sectors | 1u;
            result->hit = outgoing_sectors & 1u;
            result->fetch = result->hit ^ 1u;
            return result->hit;
        }
        incoming_tag = outgoing_tag;
        incoming_sectors = outgoing_sectors;
    }
    gcnmemi_cache_evict(cache, incoming_tag, incoming_sectors, result);
    result->fetch = 1u;
    return 0u;
}

/* ---- Use ---- */

/* Memory needed: 12 bytes a line and some. */
GCNMEMI_PRIVATE size_t gcnmemi_cache_size_bytes(const gcnmemi_cache_geometry* geometry) {
    return sizeof(gcnmemi_cache) +
           (size_t)(geometry->size_bytes / geometry->line_bytes) * (sizeof(uint64_t) + sizeof(uint32_t));
}

/* An empty cache at the start of `memory` (aligned to 8). */
GCNMEMI_PRIVATE gcnmemi_cache* gcnmemi_cache_init(void* memory, size_t memory_bytes,
                                                  const gcnmemi_cache_geometry* geometry) {
    gcnmemi_cache* cache = (gcnmemi_cache*)memory;
    uint32_t sector_bytes = geometry->sector_bytes != 0u ? geometry->sector_bytes : geometry->line_bytes;
    uint32_t sectors = geometry->line_bytes / sector_bytes;
    size_t needed_bytes = gcnmemi_cache_size_bytes(geometry);
    GCNMEM_ASSERT(memory_bytes >= needed_bytes && sectors >= 1u && sectors <= GCNMEMI_CACHE_MAX_SECTORS);
    (void)memory_bytes;
    gcnmemi_bits_zero(memory, needed_bytes);
    cache->geometry = *geometry;
    cache->hot_line = GCNMEMI_CACHE_NO_LINE;
    cache->set_count = (uint32_t)(geometry->size_bytes / ((uint64_t)geometry->ways * geometry->line_bytes));
    cache->is_write_back = geometry->write_policy == GCNMEMI_CACHE_WRITE_BACK_MASKED;
    cache->line_shift = gcnmemi_bits_log2(geometry->line_bytes);
    cache->sector_shift = gcnmemi_bits_log2(sector_bytes);
    cache->sector_mask = sectors - 1u;
    cache->all_sectors = ((uint32_t)1u << sectors) - 1u;
    uint64_t* tags = gcnmemi_cache_tags(cache);
    for (size_t i = 0u; i < (size_t)cache->set_count * geometry->ways; i++) {
        tags[i] = GCNMEMI_CACHE_NO_LINE;
    }
    return cache;
}

/* One access to one line. `flags` is a sum of the GCNMEMI_CACHE_ flags. Returns 1 on a hit, else 0.
   `out_result` is written whole each time. (It is an argument, not the value: returned, it would be copied straight
   after being written in parts, a store-forwarding stall that took about a third of the time of a miss.) */
GCNMEMI_PRIVATE uint32_t gcnmemi_cache_access(gcnmemi_cache* cache, uint64_t address, uint32_t flags,
                                              gcnmemi_cache_result* out_result) {
    uint64_t line = address >> cache->line_shift;
    gcnmemi_bits_zero(out_result, sizeof(*out_result));
    if (flags != (uint32_t)GCNMEMI_CACHE_READ) {
        return gcnmemi_cache_visit_line(cache, address, flags, out_result);
    }
    if (line == cache->hot_line) {
        out_result->hit = 1u; /* at the front already: nothing to search, nothing to move */
        return 1u;
    }
    if (cache->sector_mask != 0u) {
        return gcnmemi_cache_visit_line(cache, address, flags, out_result);
    }
    return gcnmemi_cache_read_line(cache, line, out_result);
}

#undef GCNMEMI_CACHE_NO_LINE
#undef GCNMEMI_CACHE_DIRTY_SHIFT
#undef GCNMEMI_CACHE_VALID_MASK
#undef GCNMEMI_CACHE_APART

/* ---------------------------------------------------------------------------------------------------------------------
   >>dram       bursts in, data out: first ready, first come, and every timing between commands paid (R34 to R43)
   Knows: bits, desc

   All times are DRAM command clocks. One request is one burst (dram_burst_length * dram_channel_bits / 8 bytes), so a
   caller cuts a longer access into bursts.

   Time jumps from command to command. Each channel keeps a *plan*, the one command it issues next and when; an arrival
   or an issued command renews it. A clock at which nothing happens is never visited, and refreshes of an idle channel
   are counted by a division when it wakes.

   Order of preference among commands that are ready at the same clock:
     column    oldest request whose row is open         (row hits first: first ready)
     activate  oldest request whose bank is closed
     precharge oldest request whose bank holds a row nobody waits for
   Reads and writes take turns: reads go first while the waiting writes are few, then a batch of writes drains.
   A refresh that is due stops everything else in its channel until it is done.
   ------------------------------------------------------------------------------------------------------------------ */

#define GCNMEMI_DRAM_CLOCK_MAX ((uint64_t)1 << 62) /* later clocks count as this one */
#define GCNMEMI_DRAM_NO_TAG UINT32_MAX             /* a request with this tag leaves no completion */

#define GCNMEMI_DRAM_NONE 0xffffffffu
#define GCNMEMI_DRAM_GROUPS GCNMEMI_DESC_HIGHEST_dram_bank_groups /* of a channel, all ranks */
#define GCNMEMI_DRAM_RANKS GCNMEMI_DESC_HIGHEST_dram_ranks
#define GCNMEMI_DRAM_AGE_BITS 40
#define GCNMEMI_DRAM_AGE_MASK ((uint64_t)0xffffffffffu) /* ages are 40 bits: a million million requests */

/* Among commands that are ready at the same clock, in order of preference. The first two are the directions, too. */
typedef enum gcnmemi_dram_command {
    GCNMEMI_DRAM_READ = 0,
    GCNMEMI_DRAM_WRITE = 1,
    GCNMEMI_DRAM_ACTIVATE = 2,
    GCNMEMI_DRAM_PRECHARGE = 3,
    GCNMEMI_DRAM_REFRESH = 4,
    GCNMEMI_DRAM_IDLE = 5
} gcnmemi_dram_command;

#define GCNMEMI_DRAM_BANK_COMMANDS 4 /* those before REFRESH */

/* How a request found its bank. */
typedef enum gcnmemi_dram_outcome {
    GCNMEMI_DRAM_HIT = 0,     /* its row was open, whoever opened it */
    GCNMEMI_DRAM_MISS = 1,    /* the bank was closed: an activate */
    GCNMEMI_DRAM_CONFLICT = 2 /* another row was open: a precharge and an activate */
} gcnmemi_dram_outcome;

/* Where an address lives. */
typedef struct gcnmemi_dram_place {
    uint64_t row;
    uint32_t channel;
    uint32_t rank;
    uint32_t group;  /* bank group in the rank */
    uint32_t bank;   /* bank in the group */
    uint32_t column; /* burst in the row */
} gcnmemi_dram_place;

typedef struct gcnmemi_dram_completion {
    uint64_t clock; /* the clock behind the last data beat; may lie ahead of the clock advanced to */
    uint32_t tag;   /* as submitted */
    uint32_t channel;
    uint32_t outcome; /* gcnmemi_dram_outcome */
} gcnmemi_dram_completion;

/* ---- state ---- */

/* An address is a mixed-radix number, with one digit for each part of dram_mapping. */
typedef struct gcnmemi_dram_digit {
    uint64_t mask;  /* size - 1; of the row, which takes all the bits left, all ones */
    uint32_t part;  /* GCNMEMI_DESC_ROW and so on */
    uint32_t size;  /* values; 0 for the row */
    uint32_t shift; /* log2 of size, 0 for the row, or 32 when size is no power of two */
    uint32_t padding;
} gcnmemi_dram_digit;

typedef struct gcnmemi_dram_request {
    uint64_t row;
    uint64_t age;     /* requests before it: smaller is older */
    uint64_t arrival; /* clock */
    uint32_t tag;
    uint32_t next; /* next younger of its bank and direction, or next free slot */
    uint32_t previous;
    uint32_t padding;
} gcnmemi_dram_request;

/* Arrays of two are indexed by direction, those of BANK_COMMANDS by command. */
typedef struct gcnmemi_dram_bank {
    uint64_t row;                               /* the open row */
    uint64_t clock[GCNMEMI_DRAM_BANK_COMMANDS]; /* earliest command as far as this bank goes */
    uint64_t age[4];                            /* of hit[2], then of oldest[2] */
    uint32_t oldest[2];                         /* waiting requests */
    uint32_t youngest[2];
    uint32_t hit[2];       /* oldest waiting request to the open row */
    uint32_t next_outcome; /* gcnmemi_dram_outcome of the next access */
    uint32_t closed_limit; /* gcnmem_dram_limit that set clock[ACTIVATE] */
    uint32_t open_limit;   /* ... and those of read and write */
    uint32_t group;        /* of the channel */
} gcnmemi_dram_bank;

typedef struct gcnmemi_dram_plan {
    uint64_t clock; /* UINT64_MAX: nothing to do */
    uint64_t age;
    uint32_t command; /* gcnmemi_dram_command */
    uint32_t bank;
} gcnmemi_dram_plan;

typedef struct gcnmemi_dram_channel {
    gcnmemi_dram_plan plan;
    uint64_t command_clock; /* the command bus is free from here */
    uint64_t data_clock;    /* the data bus is free from here; every clock before is accounted for */
    uint64_t refresh_clock; /* next refresh due */
    uint64_t offer_clock;   /* latest clock gcnmemi_dram_offer() came with */
    /* Earliest command as far as other banks go: of any group, of each. Nothing holds precharges up. */
    uint64_t any_clock[GCNMEMI_DRAM_BANK_COMMANDS];
    uint64_t group_clock[GCNMEMI_DRAM_BANK_COMMANDS][GCNMEMI_DRAM_GROUPS];
    uint64_t window[GCNMEMI_DRAM_RANKS][4]; /* the last four activates, each plus tFAW */
    uint32_t window_next[GCNMEMI_DRAM_RANKS];
    uint64_t rank_activate_clock[GCNMEMI_DRAM_RANKS];
    uint64_t open_banks; /* bit sets of banks */
    uint64_t waiting_banks[2];
    uint64_t hit_banks[2];
    uint64_t known_conflicts; /* banks first_conflict was chosen from */
    uint64_t limit_clocks[GCNMEM_DRAM_LIMITS];
    uint32_t waiting[2]; /* requests */
    uint32_t free_request;
    uint32_t first_conflict; /* can be precharged first; valid while it is in known_conflicts */
    uint32_t direction;      /* what the scheduler serves now */
    uint32_t last_direction; /* of the last column command */
} gcnmemi_dram_channel;

typedef struct gcnmemi_dram {
    gcnmem_desc desc;
    gcnmemi_dram_digit digits[GCNMEMI_DESC_PARTS]; /* from the lowest address bits up */
    uint32_t digit_count;
    uint32_t offset_bits;  /* address bits inside one burst */
    uint32_t chunk_bursts; /* low part of the column number */
    uint32_t rank_shift;   /* bank index >> shift is its rank, its group */
    uint32_t group_shift;
    uint32_t burst_clocks;
    uint32_t latency[2]; /* CL, CWL */
    uint32_t rcd[2];
    uint32_t column_short[2][2]; /* [earlier direction][later direction], command to command */
    uint32_t column_long[2][2];  /* ... in one bank group */
    uint32_t to_precharge[2];    /* column command to precharge */
    uint32_t queue_entries[2];
    uint32_t slots; /* of both queues */
    uint32_t completion_capacity;
    uint32_t completion_first; /* ring */
    uint32_t completion_count;
    uint32_t tagged_waiting; /* requests in queues that will leave a completion */
    uint32_t padding;
    uint64_t channel_offset; /* bytes from the start of this struct to each array */
    uint64_t bank_offset;
    uint64_t request_offset;
    uint64_t completion_offset;
    uint64_t next_clock_offset;
    uint64_t total_bytes;
    uint64_t clock;    /* latest clock seen */
    uint64_t requests; /* accepted so far: the next one's age */
    gcnmem_dram_stats stats;
} gcnmemi_dram;

/* One channel at work: where its parts lie. Lives on the stack only. */
typedef struct gcnmemi_dram_view {
    gcnmemi_dram* dram;
    gcnmemi_dram_channel* channel;
    gcnmemi_dram_bank* banks;
    gcnmemi_dram_request* requests;
    uint64_t* next_clock; /* copy of the plan's clock, packed for gcnmemi_dram_next_clock */
    uint32_t index;
    uint32_t padding;
} gcnmemi_dram_view;

/* ---- the description, made ready; it has passed gcnmem_desc_validate() ---- */

/* R41: the digits of dram_mapping. */
GCNMEMI_PRIVATE void gcnmemi_dram_set_digits(gcnmemi_dram* dram, const gcnmem_desc* desc) {
    gcnmemi_desc_mapping mapping;
    uint32_t burst_bytes = gcnmem_desc_dram_burst_bytes(desc);
    (void)gcnmemi_desc_read_mapping(desc, &mapping);
    int has_chunk = (mapping.seen >> GCNMEMI_DESC_CHUNK & 1) != 0;
    dram->chunk_bursts = has_chunk ? desc->l2_interleave_bytes / burst_bytes : 1;
    dram->digit_count = mapping.count;
    dram->offset_bits = gcnmemi_bits_log2(burst_bytes);
    dram->rank_shift = gcnmemi_bits_log2(desc->dram_banks / desc->dram_ranks);
    dram->group_shift = dram->rank_shift - gcnmemi_bits_log2(desc->dram_bank_groups);
    const uint32_t sizes[GCNMEMI_DESC_PARTS] = {0, /* in the order of GCNMEMI_DESC_ROW and so on */
                                                desc->dram_ranks,
                                                desc->dram_bank_groups,
                                                (uint32_t)1 << dram->group_shift,
                                                desc->dram_channels,
                                                desc->dram_row_bytes / (burst_bytes * dram->chunk_bursts),
                                                dram->chunk_bursts};
    for (uint32_t i = 0; i < mapping.count; i++) {
        gcnmemi_dram_digit* digit = &dram->digits[mapping.count - 1 - i];
        digit->part = mapping.part[i];
        digit->size = sizes[digit->part];
        digit->shift = gcnmemi_bits_is_power_of_two(digit->size) ? gcnmemi_bits_log2(digit->size) : 32;
        digit->shift = digit->part == GCNMEMI_DESC_ROW ? 0 : digit->shift;
        digit->mask = (uint64_t)digit->size - 1;
    }
}

/* R37, R39, R60: distances between column commands, from the description's between data and command. */
GCNMEMI_PRIVATE void gcnmemi_dram_set_timing(gcnmemi_dram* dram, const gcnmem_desc* desc) {
    const uint32_t r = GCNMEMI_DRAM_READ;
    const uint32_t w = GCNMEMI_DRAM_WRITE;
    uint32_t burst = gcnmemi_desc_burst_clocks(desc);
    uint32_t write_end = desc->dram_cwl_clocks + burst;
    uint32_t read_end = desc->dram_cl_clocks + burst + 1; /* one idle clock while the bus changes hands [est] */
    uint32_t bus_turn = read_end > desc->dram_cwl_clocks ? read_end - desc->dram_cwl_clocks : 1;
    dram->burst_clocks = burst;
    dram->latency[r] = desc->dram_cl_clocks;
    dram->latency[w] = desc->dram_cwl_clocks;
    dram->rcd[r] = desc->dram_rcd_read_clocks;
    dram->rcd[w] = desc->dram_rcd_write_clocks;
    dram->column_short[r][r] = (uint32_t)gcnmemi_bits_max(desc->dram_ccd_short_clocks, burst);
    dram->column_short[w][w] = (uint32_t)gcnmemi_bits_max(desc->dram_ccd_write_clocks, burst);
    dram->column_long[r][r] = (uint32_t)gcnmemi_bits_max(desc->dram_ccd_long_clocks, burst);
    dram->column_long[w][w] = (uint32_t)gcnmemi_bits_max(desc->dram_ccd_long_clocks, dram->column_short[w][w]);
    dram->column_short[r][w] = (uint32_t)gcnmemi_bits_max(desc->dram_rtw_clocks, bus_turn);
    dram->column_long[r][w] = dram->column_short[r][w];
    dram->column_short[w][r] = write_end + desc->dram_wtr_short_clocks;
    dram->column_long[w][r] = write_end + desc->dram_wtr_long_clocks;
    dram->to_precharge[r] = desc->dram_rtp_clocks;
    dram->to_precharge[w] = write_end + desc->dram_wr_clocks;
}

/* Everything but the arrays' contents. */
GCNMEMI_PRIVATE void gcnmemi_dram_configure(gcnmemi_dram* dram, const gcnmem_desc* desc) {
    GCNMEM_ASSERT(gcnmem_desc_validate(desc, NULL) == GCNMEM_OK);
    gcnmemi_bits_zero(dram, sizeof(*dram));
    dram->desc = *desc;
    gcnmemi_dram_set_digits(dram, desc);
    gcnmemi_dram_set_timing(dram, desc);
    dram->queue_entries[GCNMEMI_DRAM_READ] = desc->dram_read_queue_entries;
    dram->queue_entries[GCNMEMI_DRAM_WRITE] = desc->dram_write_queue_entries;
    dram->slots = desc->dram_read_queue_entries + desc->dram_write_queue_entries;
    uint64_t channels = desc->dram_channels;
    uint64_t requests = channels * dram->slots;
    dram->completion_capacity = (uint32_t)requests * 2;
    dram->channel_offset = (sizeof(gcnmemi_dram) + 7) / 8 * 8;
    dram->bank_offset = dram->channel_offset + channels * sizeof(gcnmemi_dram_channel);
    dram->request_offset = dram->bank_offset + channels * desc->dram_banks * sizeof(gcnmemi_dram_bank);
    dram->next_clock_offset = dram->request_offset + requests * sizeof(gcnmemi_dram_request);
    dram->completion_offset = dram->next_clock_offset + channels * sizeof(uint64_t);
    dram->total_bytes = dram->completion_offset + dram->completion_capacity * sizeof(gcnmemi_dram_completion);
}

GCNMEMI_PRIVATE void* gcnmemi_dram_part(gcnmemi_dram* dram, uint64_t offset) {
    return (unsigned char*)dram + offset;
}

GCNMEMI_PRIVATE const void* gcnmemi_dram_const_part(const gcnmemi_dram* dram, uint64_t offset) {
    return (const unsigned char*)dram + offset;
}

GCNMEMI_PRIVATE gcnmemi_dram_view gcnmemi_dram_view_of(gcnmemi_dram* dram, uint32_t channel) {
    gcnmemi_dram_view view;
    view.dram = dram;
    view.channel = (gcnmemi_dram_channel*)gcnmemi_dram_part(dram, dram->channel_offset) + channel;
    view.banks =
        (gcnmemi_dram_bank*)gcnmemi_dram_part(dram, dram->bank_offset) + (size_t)channel * dram->desc.dram_banks;
    view.requests =
        (gcnmemi_dram_request*)gcnmemi_dram_part(dram, dram->request_offset) + (size_t)channel * dram->slots;
    view.next_clock = (uint64_t*)gcnmemi_dram_part(dram, dram->next_clock_offset) + channel;
    view.index = channel;
    view.padding = 0;
    return view;
}

/* Bytes of memory a model of a valid description needs; 0 when a size_t cannot hold that number. */
GCNMEMI_PRIVATE size_t gcnmemi_dram_size_bytes(const gcnmem_desc* desc) {
    gcnmemi_dram dram;
    gcnmemi_dram_configure(&dram, desc);
    return dram.total_bytes <= SIZE_MAX ? (size_t)dram.total_bytes : 0;
}

/* Builds a model at clock 0 in `memory` (aligned to 8). */
GCNMEMI_PRIVATE gcnmemi_dram* gcnmemi_dram_init(void* memory, size_t memory_bytes, const gcnmem_desc* desc) {
    gcnmemi_dram* dram = (gcnmemi_dram*)memory;
    size_t needed_bytes = gcnmemi_dram_size_bytes(desc);
    GCNMEM_ASSERT(memory != NULL && needed_bytes != 0 && memory_bytes >= needed_bytes);
    (void)memory_bytes;
    gcnmemi_bits_zero(memory, needed_bytes);
    gcnmemi_dram_configure(dram, desc);
    for (uint32_t channel = 0; channel < desc->dram_channels; channel++) {
        gcnmemi_dram_view view = gcnmemi_dram_view_of(dram, channel);
        view.channel->plan.clock = UINT64_MAX;
        view.channel->plan.command = GCNMEMI_DRAM_IDLE;
        *view.next_clock = UINT64_MAX;
        view.channel->refresh_clock = desc->dram_refi_clocks;
        for (uint32_t i = 0; i < desc->dram_banks; i++) {
            gcnmemi_dram_bank* bank = &view.banks[i];
            bank->oldest[0] = bank->oldest[1] = GCNMEMI_DRAM_NONE;
            bank->youngest[0] = bank->youngest[1] = GCNMEMI_DRAM_NONE;
            bank->hit[0] = bank->hit[1] = GCNMEMI_DRAM_NONE;
            bank->next_outcome = GCNMEMI_DRAM_MISS;
            bank->closed_limit = GCNMEM_DRAM_LIMIT_BANK;
            bank->group = i >> dram->group_shift;
        }
        for (uint32_t i = 0; i < dram->slots; i++) {
            view.requests[i].next = i + 1 < dram->slots ? i + 1 : GCNMEMI_DRAM_NONE;
        }
    }
    return dram;
}

/* The place of an address; any 64-bit address has one. */
GCNMEMI_PRIVATE void gcnmemi_dram_decode(const gcnmemi_dram* dram, uint64_t address, gcnmemi_dram_place* out_place) {
    uint64_t parts[GCNMEMI_DESC_PARTS] = {0, 0, 0, 0, 0, 0, 0};
    uint64_t rest = address >> dram->offset_bits;
    for (uint32_t i = 0; i < dram->digit_count; i++) {
        const gcnmemi_dram_digit* digit = &dram->digits[i];
        if (digit->shift < 32) {
            parts[digit->part] = rest & digit->mask;
            rest >>= digit->shift;
        } else {
            parts[digit->part] = rest % digit->size;
            rest /= digit->size;
        }
    }
    out_place->row = parts[GCNMEMI_DESC_ROW];
    out_place->channel = (uint32_t)parts[GCNMEMI_DESC_CHANNEL];
    out_place->rank = (uint32_t)parts[GCNMEMI_DESC_RANK];
    out_place->group = (uint32_t)parts[GCNMEMI_DESC_GROUP];
    out_place->bank = (uint32_t)parts[GCNMEMI_DESC_BANK];
    out_place->column = (uint32_t)(parts[GCNMEMI_DESC_COLUMN] * dram->chunk_bursts + parts[GCNMEMI_DESC_CHUNK]);
    if (dram->desc.dram_bank_rule == 2) { /* R41: all bits of the row, folded into the low ones */
        uint64_t fold = out_place->row;
        for (uint32_t shift = 32; shift >= 4; shift /= 2) {
            fold ^= fold >> shift;
        }
        out_place->bank ^= (uint32_t)fold & (((uint32_t)1 << dram->group_shift) - 1);
        out_place->group ^= (uint32_t)fold >> 2 & (dram->desc.dram_bank_groups - 1);
    }
}

/* ---- plan: the next command of a channel ---- */

/* Would a command at `clock` come before the planned one? Earlier clock first, then preferred kind, then older. */
GCNMEMI_PRIVATE int gcnmemi_dram_comes_first(const gcnmemi_dram_plan* plan, uint64_t clock, uint32_t command,
                                             uint64_t age) {
    if (clock != plan->clock) {
        return clock < plan->clock;
    }
    return command != plan->command ? command < plan->command : age < plan->age;
}

/* Plans a command to the one of these banks that can take it first, if it comes before what is planned. R42: a
   command's place in the queue for the command bus is one number: clocks it must wait, then its request's age. The
   highest timings of gcnmem_desc keep the wait below 2^24. Inline, for most callers know the command: a sixth of DRAM's
   time. */
GCNMEMI_PRIVATE inline void gcnmemi_dram_propose(const gcnmemi_dram_view* view, uint32_t command, uint64_t banks) {
    gcnmemi_dram_channel* channel = view->channel;
    gcnmemi_dram_plan* plan = &channel->plan;
    if (banks == 0) {
        return;
    }
    const uint64_t* group_clock = channel->group_clock[command];
    uint64_t soonest = gcnmemi_bits_max(channel->command_clock, channel->any_clock[command]);
    uint32_t request = command == channel->direction ? command : 2 + channel->direction; /* hit or oldest */
    uint64_t best = UINT64_MAX;
    uint32_t best_bank = 0;
    for (; banks != 0; banks &= banks - 1) {
        uint32_t bank = gcnmemi_bits_lowest(banks);
        const gcnmemi_dram_bank* state = &view->banks[bank];
        uint64_t ready = gcnmemi_bits_max(state->clock[command], group_clock[state->group]);
        uint64_t wait = gcnmemi_bits_max(ready, soonest) - channel->command_clock;
        uint64_t key = (wait << GCNMEMI_DRAM_AGE_BITS) | state->age[request];
        best_bank = key < best ? bank : best_bank;
        best = key < best ? key : best;
    }
    uint64_t clock = channel->command_clock + (best >> GCNMEMI_DRAM_AGE_BITS);
    uint64_t age = best & GCNMEMI_DRAM_AGE_MASK;
    if (gcnmemi_dram_comes_first(plan, clock, command, age)) {
        plan->clock = clock;
        plan->age = age;
        plan->command = command;
        plan->bank = best_bank;
    }
}

/* R36: the bank that could be precharged first. Nothing another bank does moves that clock, so the answer is kept: only
   banks that turned into conflicts since are compared with it, until the bank itself is no conflict any more. */
GCNMEMI_PRIVATE uint32_t gcnmemi_dram_first_conflict(gcnmemi_dram_channel* channel, const gcnmemi_dram_bank* banks,
                                                     uint64_t conflicts) {
    uint32_t first = channel->first_conflict;
    uint64_t news = conflicts & ~channel->known_conflicts;
    if (!((channel->known_conflicts >> first) & 1)) {
        first = gcnmemi_bits_lowest(conflicts);
        news = conflicts;
    }
    for (; news != 0; news &= news - 1) {
        uint32_t bank = gcnmemi_bits_lowest(news);
        uint64_t clock = banks[bank].clock[GCNMEMI_DRAM_PRECHARGE];
        uint64_t best = banks[first].clock[GCNMEMI_DRAM_PRECHARGE];
        first = clock < best || (clock == best && bank < first) ? bank : first;
    }
    channel->first_conflict = first;
    channel->known_conflicts = conflicts;
    return first;
}

/* R40: a refresh waits until all banks are precharged. */
GCNMEMI_PRIVATE void gcnmemi_dram_plan_refresh(const gcnmemi_dram_view* view) {
    gcnmemi_dram_channel* channel = view->channel;
    uint64_t clock = gcnmemi_bits_max(channel->refresh_clock, channel->command_clock);
    uint64_t ready = clock;
    for (uint32_t i = 0; i < view->dram->desc.dram_banks; i++) {
        const gcnmemi_dram_bank* bank = &view->banks[i];
        int is_open = (channel->open_banks >> i & 1) != 0;
        uint64_t closed =
            gcnmemi_bits_max(clock, bank->clock[GCNMEMI_DRAM_PRECHARGE]) + view->dram->desc.dram_rp_clocks;
        ready = gcnmemi_bits_max(ready, is_open ? closed : bank->clock[GCNMEMI_DRAM_ACTIVATE]);
    }
    channel->plan.clock = ready;
    channel->plan.command = GCNMEMI_DRAM_REFRESH;
}

/* Plans the best command of all banks, the costly search last: activates that would come too late are not looked at. */
GCNMEMI_PRIVATE void gcnmemi_dram_plan_next(const gcnmemi_dram_view* view) {
    gcnmemi_dram_channel* channel = view->channel;
    gcnmemi_dram_plan* plan = &channel->plan;
    uint64_t waiting = channel->waiting_banks[channel->direction];
    uint64_t hits = channel->hit_banks[channel->direction];
    uint64_t conflicts = waiting & channel->open_banks & ~hits;
    uint64_t no_activate_before = gcnmemi_bits_max(channel->command_clock, channel->any_clock[GCNMEMI_DRAM_ACTIVATE]);
    channel->known_conflicts &= conflicts;
    plan->clock = UINT64_MAX;
    plan->command = GCNMEMI_DRAM_IDLE;
    gcnmemi_dram_propose(view, channel->direction, hits);
    if (conflicts != 0 && plan->clock > channel->command_clock) {
        uint32_t first = gcnmemi_dram_first_conflict(channel, view->banks, conflicts);
        gcnmemi_dram_propose(view, GCNMEMI_DRAM_PRECHARGE, (uint64_t)1 << first);
    }
    if (gcnmemi_dram_comes_first(plan, no_activate_before, GCNMEMI_DRAM_ACTIVATE, 0)) {
        gcnmemi_dram_propose(view, GCNMEMI_DRAM_ACTIVATE, waiting & ~channel->open_banks);
    }
    if (plan->command != GCNMEMI_DRAM_IDLE && plan->clock >= channel->refresh_clock) {
        gcnmemi_dram_plan_refresh(view);
    }
    *view->next_clock = plan->clock;
}

/* ---- queues: one of each bank and direction ---- */

/* Makes two requests neighbours in a bank's queue, the older first; NONE stands for its end. */
GCNMEMI_PRIVATE void gcnmemi_dram_join(const gcnmemi_dram_view* view, uint32_t bank, uint32_t direction, uint32_t older,
                                       uint32_t younger) {
    gcnmemi_dram_bank* state = &view->banks[bank];
    uint64_t* waiting_banks = &view->channel->waiting_banks[direction];
    *(younger != GCNMEMI_DRAM_NONE ? &view->requests[younger].previous : &state->youngest[direction]) = older;
    if (older != GCNMEMI_DRAM_NONE) {
        view->requests[older].next = younger;
        return;
    }
    state->oldest[direction] = younger;
    if (younger != GCNMEMI_DRAM_NONE) {
        state->age[2 + direction] = view->requests[younger].age;
        *waiting_banks |= (uint64_t)1 << bank;
    } else {
        *waiting_banks &= ~((uint64_t)1 << bank);
    }
}

/* The bank's hit is the oldest request to the open row, from `request` on. */
GCNMEMI_PRIVATE void gcnmemi_dram_find_hit(const gcnmemi_dram_view* view, uint32_t bank, uint32_t direction,
                                           uint32_t request) {
    uint64_t bit = (uint64_t)1 << bank;
    while (request != GCNMEMI_DRAM_NONE && view->requests[request].row != view->banks[bank].row) {
        request = view->requests[request].next;
    }
    view->banks[bank].hit[direction] = request;
    if (request != GCNMEMI_DRAM_NONE) {
        view->banks[bank].age[direction] = view->requests[request].age;
        view->channel->known_conflicts &= ~bit;
        view->channel->hit_banks[direction] |= bit;
    } else {
        view->channel->hit_banks[direction] &= ~bit;
    }
}

/* R39: reads first; a write batch starts at the high mark, or when there is nothing to read, and ends at the low
   mark. */
GCNMEMI_PRIVATE void gcnmemi_dram_choose_direction(const gcnmemi_dram_view* view) {
    gcnmemi_dram_channel* channel = view->channel;
    uint32_t reads = channel->waiting[GCNMEMI_DRAM_READ];
    uint32_t writes = channel->waiting[GCNMEMI_DRAM_WRITE];
    if (channel->direction == GCNMEMI_DRAM_READ) {
        if (writes >= view->dram->desc.dram_write_high_entries || (reads == 0 && writes != 0)) {
            channel->direction = GCNMEMI_DRAM_WRITE;
        }
    } else if (writes == 0 || (reads != 0 && writes <= view->dram->desc.dram_write_low_entries)) {
        channel->direction = GCNMEMI_DRAM_READ;
    }
}

/* ---- issue ---- */

/* The clocks of the data bus up to `clock` went to `limit`. */
GCNMEMI_PRIVATE void gcnmemi_dram_account(gcnmemi_dram_channel* channel, uint32_t limit, uint64_t clock) {
    if (clock > channel->data_clock) {
        channel->limit_clocks[limit] += clock - channel->data_clock;
        channel->data_clock = clock;
    }
}

GCNMEMI_PRIVATE void gcnmemi_dram_close(const gcnmemi_dram_view* view, uint32_t bank_index, uint64_t clock,
                                        uint32_t outcome) {
    gcnmemi_dram_bank* bank = &view->banks[bank_index];
    bank->clock[GCNMEMI_DRAM_ACTIVATE] =
        gcnmemi_bits_max(bank->clock[GCNMEMI_DRAM_ACTIVATE], clock + view->dram->desc.dram_rp_clocks);
    bank->closed_limit = GCNMEM_DRAM_LIMIT_BANK;
    bank->next_outcome = outcome;
    view->channel->open_banks &= ~((uint64_t)1 << bank_index);
    gcnmemi_dram_find_hit(view, bank_index, GCNMEMI_DRAM_READ, GCNMEMI_DRAM_NONE);
    gcnmemi_dram_find_hit(view, bank_index, GCNMEMI_DRAM_WRITE, GCNMEMI_DRAM_NONE);
}

GCNMEMI_PRIVATE void gcnmemi_dram_issue_activate(const gcnmemi_dram_view* view, uint32_t bank_index, uint64_t clock) {
    const gcnmem_desc* desc = &view->dram->desc;
    gcnmemi_dram_channel* channel = view->channel;
    gcnmemi_dram_bank* bank = &view->banks[bank_index];
    const gcnmemi_dram_request* request = &view->requests[bank->oldest[channel->direction]];
    uint32_t rank = bank_index >> view->dram->rank_shift;
    /* Why it did not come earlier: the last of the conditions it had to wait for. */
    uint64_t window_ready = channel->group_clock[GCNMEMI_DRAM_ACTIVATE][bank->group];
    bank->open_limit =
        window_ready > bank->clock[GCNMEMI_DRAM_ACTIVATE] ? (uint32_t)GCNMEM_DRAM_LIMIT_ACTIVATION : bank->closed_limit;
    if (request->arrival > window_ready && request->arrival > bank->clock[GCNMEMI_DRAM_ACTIVATE]) {
        bank->open_limit = GCNMEM_DRAM_LIMIT_SUPPLY;
    }
    bank->row = request->row;
    bank->clock[GCNMEMI_DRAM_ACTIVATE] = clock + desc->dram_rc_clocks;
    bank->clock[GCNMEMI_DRAM_PRECHARGE] = clock + desc->dram_ras_clocks;
    channel->open_banks |= (uint64_t)1 << bank_index;
    for (uint32_t direction = 0; direction < 2; direction++) {
        bank->clock[direction] = clock + view->dram->rcd[direction];
        gcnmemi_dram_find_hit(view, bank_index, direction, bank->oldest[direction]);
    }
    /* R38: when the groups of this rank may activate again. */
    uint32_t slot = channel->window_next[rank];
    uint32_t oldest = (slot + 1) & 3;
    channel->window[rank][slot] = clock + desc->dram_faw_clocks;
    channel->window_next[rank] = oldest;
    uint64_t ready = gcnmemi_bits_max(clock + desc->dram_rrd_short_clocks, channel->window[rank][oldest]);
    for (uint32_t i = rank * desc->dram_bank_groups; i < (rank + 1) * desc->dram_bank_groups; i++) {
        channel->group_clock[GCNMEMI_DRAM_ACTIVATE][i] =
            gcnmemi_bits_max(channel->group_clock[GCNMEMI_DRAM_ACTIVATE][i], ready);
    }
    channel->group_clock[GCNMEMI_DRAM_ACTIVATE][bank->group] =
        gcnmemi_bits_max(ready, clock + desc->dram_rrd_long_clocks);
    channel->rank_activate_clock[rank] = ready;
    channel->any_clock[GCNMEMI_DRAM_ACTIVATE] = ready;
    for (uint32_t i = 0; i < desc->dram_ranks; i++) {
        channel->any_clock[GCNMEMI_DRAM_ACTIVATE] =
            gcnmemi_bits_min(channel->any_clock[GCNMEMI_DRAM_ACTIVATE], channel->rank_activate_clock[i]);
    }
    view->dram->stats.activates++;
}

/* R34, R35: one burst: the data bus moves, the request leaves the queue. */
GCNMEMI_PRIVATE void gcnmemi_dram_issue_column(const gcnmemi_dram_view* view, uint32_t bank_index, uint64_t clock) {
    gcnmemi_dram* dram = view->dram;
    gcnmemi_dram_channel* channel = view->channel;
    gcnmemi_dram_bank* bank = &view->banks[bank_index];
    uint32_t direction = channel->direction;
    uint32_t index = bank->hit[direction];
    gcnmemi_dram_request* request = &view->requests[index];
    uint64_t data = clock + dram->latency[direction];
    uint64_t data_end = data + dram->burst_clocks;
    /* Why it did not come earlier: the last of the conditions it had to wait for. */
    uint64_t bus = gcnmemi_bits_max(channel->any_clock[direction], channel->group_clock[direction][bank->group]);
    uint64_t row = bank->clock[direction];
    uint32_t limit = channel->last_direction != direction ? GCNMEM_DRAM_LIMIT_TURNAROUND : GCNMEM_DRAM_LIMIT_BANK_GROUP;
    limit = row > bus ? bank->open_limit : limit;
    limit = request->arrival > gcnmemi_bits_max(bus, row) ? (uint32_t)GCNMEM_DRAM_LIMIT_SUPPLY : limit;
    gcnmemi_dram_account(channel, limit, data);
    gcnmemi_dram_account(channel, GCNMEM_DRAM_LIMIT_INTERFACE, data_end);
    dram->stats.reads += direction == GCNMEMI_DRAM_READ;
    dram->stats.writes += direction == GCNMEMI_DRAM_WRITE;
    dram->stats.row_hits += bank->next_outcome == GCNMEMI_DRAM_HIT;
    dram->stats.row_misses += bank->next_outcome == GCNMEMI_DRAM_MISS;
    dram->stats.row_conflicts += bank->next_outcome == GCNMEMI_DRAM_CONFLICT;
    if (request->tag != GCNMEMI_DRAM_NO_TAG) {
        gcnmemi_dram_completion* ring = (gcnmemi_dram_completion*)gcnmemi_dram_part(dram, dram->completion_offset);
        uint32_t slot = dram->completion_first + dram->completion_count++;
        slot -= slot >= dram->completion_capacity ? dram->completion_capacity : 0;
        ring[slot].clock = data_end;
        ring[slot].tag = request->tag;
        ring[slot].channel = view->index;
        ring[slot].outcome = bank->next_outcome;
        dram->tagged_waiting--;
    }
    /* R37, R39: when the banks of this group, and all others, may take their next column command. */
    for (uint32_t then = 0; then < 2; then++) {
        uint64_t* any = &channel->any_clock[then];
        uint64_t* own = &channel->group_clock[then][bank->group];
        *any = gcnmemi_bits_max(*any, clock + dram->column_short[direction][then]);
        *own = gcnmemi_bits_max(*own, clock + dram->column_long[direction][then]);
    }
    channel->last_direction = direction;
    bank->next_outcome = GCNMEMI_DRAM_HIT;
    bank->clock[GCNMEMI_DRAM_PRECHARGE] =
        gcnmemi_bits_max(bank->clock[GCNMEMI_DRAM_PRECHARGE], clock + dram->to_precharge[direction]);
    gcnmemi_dram_find_hit(view, bank_index, direction, request->next);
    gcnmemi_dram_join(view, bank_index, direction, request->previous, request->next);
    request->next = channel->free_request;
    channel->free_request = index;
    channel->waiting[direction]--;
    if (dram->desc.dram_page_policy == 2 && bank->hit[direction] == GCNMEMI_DRAM_NONE) { /* R43 */
        gcnmemi_dram_close(view, bank_index, bank->clock[GCNMEMI_DRAM_PRECHARGE], GCNMEMI_DRAM_MISS);
    }
    gcnmemi_dram_choose_direction(view);
}

/* `count` refreshes, one interval apart; the last begins at `clock`. */
GCNMEMI_PRIVATE void gcnmemi_dram_issue_refresh(const gcnmemi_dram_view* view, uint64_t clock, uint64_t count) {
    for (uint32_t i = 0; i < view->dram->desc.dram_banks; i++) {
        gcnmemi_dram_close(view, i, clock, GCNMEMI_DRAM_MISS);
        view->banks[i].clock[GCNMEMI_DRAM_ACTIVATE] = clock + view->dram->desc.dram_rfc_clocks;
        view->banks[i].closed_limit = GCNMEM_DRAM_LIMIT_REFRESH;
    }
    view->channel->refresh_clock += count * view->dram->desc.dram_refi_clocks;
    view->dram->stats.refreshes += count;
}

GCNMEMI_PRIVATE void gcnmemi_dram_issue(const gcnmemi_dram_view* view) {
    gcnmemi_dram_channel* channel = view->channel;
    uint64_t clock = channel->plan.clock;
    uint32_t bank = channel->plan.bank;
    channel->command_clock = clock + 1;
    if (channel->plan.command <= GCNMEMI_DRAM_WRITE) {
        gcnmemi_dram_issue_column(view, bank, clock);
    } else if (channel->plan.command == GCNMEMI_DRAM_ACTIVATE) {
        gcnmemi_dram_issue_activate(view, bank, clock);
    } else if (channel->plan.command == GCNMEMI_DRAM_PRECHARGE) {
        gcnmemi_dram_close(view, bank, clock, GCNMEMI_DRAM_CONFLICT);
        view->dram->stats.precharges++;
    } else {
        gcnmemi_dram_issue_refresh(view, clock, 1);
    }
    gcnmemi_dram_plan_next(view);
}

GCNMEMI_PRIVATE void gcnmemi_dram_advance_channel(const gcnmemi_dram_view* view, uint64_t clock) {
    while (view->channel->plan.clock <= clock) {
        gcnmemi_dram_issue(view);
    }
}

/* ---- arrivals ---- */

/* Refreshes due up to `clock`. */
GCNMEMI_PRIVATE uint64_t gcnmemi_dram_refreshes_due(const gcnmemi_dram* dram, const gcnmemi_dram_channel* channel,
                                                    uint64_t clock) {
    return channel->refresh_clock <= clock ? 1 + (clock - channel->refresh_clock) / dram->desc.dram_refi_clocks : 0;
}

/* A new request changes nothing for the banks it is not in: if their plan stands, it only has to compete with that. */
GCNMEMI_PRIVATE void gcnmemi_dram_replan(const gcnmemi_dram_view* view, uint32_t bank, uint32_t old_direction) {
    gcnmemi_dram_channel* channel = view->channel;
    uint64_t bit = (uint64_t)1 << bank;
    if (channel->direction != old_direction || channel->plan.bank == bank ||
        channel->plan.command == GCNMEMI_DRAM_IDLE || channel->plan.command == GCNMEMI_DRAM_REFRESH) {
        gcnmemi_dram_plan_next(view);
    } else if (!(channel->waiting_banks[channel->direction] & bit)) {
        return;
    } else if (channel->hit_banks[channel->direction] & bit) {
        gcnmemi_dram_propose(view, channel->direction, bit);
    } else if (!(channel->open_banks & bit)) {
        gcnmemi_dram_propose(view, GCNMEMI_DRAM_ACTIVATE, bit);
    } else if (channel->plan.clock > channel->command_clock || channel->plan.command == GCNMEMI_DRAM_PRECHARGE) {
        gcnmemi_dram_plan_next(view);
    }
    *view->next_clock = channel->plan.clock;
}

GCNMEMI_PRIVATE void gcnmemi_dram_accept(const gcnmemi_dram_view* view, const gcnmemi_dram_place* place,
                                         uint32_t is_write, uint64_t clock, uint32_t tag) {
    gcnmemi_dram* dram = view->dram;
    gcnmemi_dram_channel* channel = view->channel;
    uint32_t bank = ((place->rank * dram->desc.dram_bank_groups + place->group) << dram->group_shift) + place->bank;
    uint32_t old_direction = channel->direction;
    if (channel->waiting[0] + channel->waiting[1] == 0) { /* it wakes: refreshes, and clocks nobody asked for, passed */
        uint64_t due = gcnmemi_dram_refreshes_due(dram, channel, clock);
        gcnmemi_dram_account(channel, GCNMEM_DRAM_LIMIT_SUPPLY, clock);
        if (due == 1) {
            gcnmemi_dram_plan_refresh(view); /* rows may still have to close for the first one */
            gcnmemi_dram_issue_refresh(view, channel->plan.clock, 1);
        } else if (due > 1) {
            uint64_t last = channel->refresh_clock + (due - 1) * dram->desc.dram_refi_clocks;
            gcnmemi_dram_issue_refresh(view, last, due);
        }
    }
    channel->command_clock = gcnmemi_bits_max(channel->command_clock, clock);
    uint32_t index = channel->free_request;
    gcnmemi_dram_request* request = &view->requests[index];
    channel->free_request = request->next;
    request->row = place->row;
    request->age = dram->requests++ & GCNMEMI_DRAM_AGE_MASK;
    request->arrival = clock;
    request->tag = tag;
    dram->tagged_waiting += tag != GCNMEMI_DRAM_NO_TAG;
    channel->waiting[is_write]++;
    gcnmemi_dram_join(view, bank, is_write, view->banks[bank].youngest[is_write], index);
    gcnmemi_dram_join(view, bank, is_write, index, GCNMEMI_DRAM_NONE);
    if ((channel->open_banks >> bank & 1) != 0 && view->banks[bank].hit[is_write] == GCNMEMI_DRAM_NONE) {
        gcnmemi_dram_find_hit(view, bank, is_write, index);
    }
    gcnmemi_dram_choose_direction(view);
    gcnmemi_dram_replan(view, bank, old_direction);
}

/* Clocks never go back and never overflow. */
GCNMEMI_PRIVATE uint64_t gcnmemi_dram_clock(const gcnmemi_dram* dram, uint64_t clock) {
    return gcnmemi_bits_max(gcnmemi_bits_min(clock, GCNMEMI_DRAM_CLOCK_MAX), dram->clock);
}

/* gcnmemi_dram_submit() for an address that has been decoded. */
GCNMEMI_PRIVATE int gcnmemi_dram_submit_to(gcnmemi_dram* dram, const gcnmemi_dram_place* place, uint32_t is_write,
                                           uint64_t clock, uint32_t tag) {
    gcnmemi_dram_view view = gcnmemi_dram_view_of(dram, place->channel);
    dram->clock = gcnmemi_dram_clock(dram, clock);
    gcnmemi_dram_advance_channel(&view, dram->clock);
    int has_no_completion =
        tag != GCNMEMI_DRAM_NO_TAG && dram->tagged_waiting + dram->completion_count >= dram->completion_capacity;
    if (has_no_completion || view.channel->waiting[is_write != 0] >= dram->queue_entries[is_write != 0]) {
        return 0;
    }
    gcnmemi_dram_accept(&view, place, is_write != 0, dram->clock, tag);
    return 1;
}

/* Offers one burst at `clock`. Whatever earlier requests of that channel could start up to and including `clock` is
   started first. Returns 1 when taken; 0 when the channel's queue (or the list of completions not yet popped) is full:
   then advance to gcnmemi_dram_next_clock, pop, and offer again. Clocks of calls must not go back; if one does, it
   counts as the latest clock seen. */
GCNMEMI_PRIVATE int gcnmemi_dram_submit(gcnmemi_dram* dram, uint64_t address, uint32_t is_write, uint64_t clock,
                                        uint32_t tag) {
    gcnmemi_dram_place place;
    gcnmemi_dram_decode(dram, address, &place);
    return gcnmemi_dram_submit_to(dram, &place, is_write, clock, tag);
}

/* ---- running ---- */

/* Clock of the next command of any channel; UINT64_MAX when no request waits. */
GCNMEMI_PRIVATE uint64_t gcnmemi_dram_next_clock(const gcnmemi_dram* dram) {
    const uint64_t* clocks = (const uint64_t*)gcnmemi_dram_const_part(dram, dram->next_clock_offset);
    uint64_t next = UINT64_MAX;
    for (uint32_t i = 0; i < dram->desc.dram_channels; i++) {
        next = clocks[i] < next ? clocks[i] : next;
    }
    return next;
}

/* Issues every command up to and including `clock`. */
GCNMEMI_PRIVATE void gcnmemi_dram_advance(gcnmemi_dram* dram, uint64_t clock) {
    const uint64_t* clocks = (const uint64_t*)gcnmemi_dram_const_part(dram, dram->next_clock_offset);
    dram->clock = gcnmemi_dram_clock(dram, clock);
    for (uint32_t i = 0; i < dram->desc.dram_channels; i++) {
        if (clocks[i] <= dram->clock) {
            gcnmemi_dram_view view = gcnmemi_dram_view_of(dram, i);
            gcnmemi_dram_advance_channel(&view, dram->clock);
        }
    }
}

/* Takes one completion, in the order the column commands were issued (channel by channel within one advance).
   Returns 0 when there is none. */
GCNMEMI_PRIVATE int gcnmemi_dram_pop(gcnmemi_dram* dram, gcnmemi_dram_completion* out_completion) {
    if (dram->completion_count == 0) {
        return 0;
    }
    const gcnmemi_dram_completion* ring =
        (const gcnmemi_dram_completion*)gcnmemi_dram_const_part(dram, dram->completion_offset);
    *out_completion = ring[dram->completion_first];
    dram->completion_first = dram->completion_first + 1 < dram->completion_capacity ? dram->completion_first + 1 : 0;
    dram->completion_count--;
    return 1;
}

/* Takes a burst without a tag as soon as its channel has room for it; returns when that was. */
GCNMEMI_PRIVATE uint64_t gcnmemi_dram_wait_and_accept(const gcnmemi_dram_view* view, const gcnmemi_dram_place* place,
                                                      uint32_t is_write, uint64_t clock) {
    gcnmemi_dram_advance_channel(view, clock);
    while (view->channel->waiting[is_write] >= view->dram->queue_entries[is_write]) {
        clock = gcnmemi_bits_max(clock, view->channel->plan.clock);
        gcnmemi_dram_issue(view);
    }
    gcnmemi_dram_accept(view, place, is_write, clock, GCNMEMI_DRAM_NO_TAG);
    return clock;
}

/* Offers one burst to its channel alone: a full queue is waited for, the other channels do not wait with it. For levels
   above that hold requests for each channel apart, as L2 does. Returns how many clocks the queue was full. Within a
   channel a clock that goes back counts as the latest one. Leaves no completion. */
GCNMEMI_PRIVATE uint64_t gcnmemi_dram_offer(gcnmemi_dram* dram, uint64_t address, uint32_t is_write, uint64_t clock) {
    gcnmemi_dram_place place;
    gcnmemi_dram_decode(dram, address, &place);
    gcnmemi_dram_view view = gcnmemi_dram_view_of(dram, place.channel);
    clock = gcnmemi_bits_max(gcnmemi_dram_clock(dram, clock), view.channel->offer_clock);
    view.channel->offer_clock = gcnmemi_dram_wait_and_accept(&view, &place, is_write != 0, clock);
    return view.channel->offer_clock - clock;
}

/* Offers `count` bursts in order, each as soon as its channel takes it; one that waits holds up all behind it.
   `is_write` holds one byte for each (NULL: all reads). Returns the clock at which the last was taken. Exactly what
   submit and advance in a loop would give, only faster. */
GCNMEMI_PRIVATE uint64_t gcnmemi_dram_stream(gcnmemi_dram* dram, const uint64_t* addresses, const uint8_t* is_write,
                                             size_t count) {
    for (size_t i = 0; i < count; i++) {
        gcnmemi_dram_place place;
        gcnmemi_dram_decode(dram, addresses[i], &place);
        gcnmemi_dram_view view = gcnmemi_dram_view_of(dram, place.channel);
        uint32_t write = is_write != NULL && is_write[i] != 0;
        dram->clock = gcnmemi_dram_wait_and_accept(&view, &place, write, dram->clock);
    }
    return dram->clock;
}

/* Finishes all waiting requests and advances to the clock behind the last data beat, which it returns. */
GCNMEMI_PRIVATE uint64_t gcnmemi_dram_drain(gcnmemi_dram* dram) {
    uint64_t end = dram->clock;
    for (uint32_t i = 0; i < dram->desc.dram_channels; i++) {
        gcnmemi_dram_view view = gcnmemi_dram_view_of(dram, i);
        while (view.channel->plan.clock != UINT64_MAX) {
            gcnmemi_dram_issue(&view);
        }
        end = gcnmemi_bits_max(end, view.channel->data_clock);
    }
    gcnmemi_dram_advance(dram, end);
    return dram->clock;
}

/* ---- results ---- */

/* Copies the counters out. */
GCNMEMI_PRIVATE void gcnmemi_dram_stats(const gcnmemi_dram* dram, gcnmem_dram_stats* out_stats) {
    uint64_t least = UINT64_MAX; /* clocks without a request, of the best supplied channel */
    const gcnmemi_dram_channel* channels =
        (const gcnmemi_dram_channel*)gcnmemi_dram_const_part(dram, dram->channel_offset);
    *out_stats = dram->stats;
    out_stats->bytes = (out_stats->reads + out_stats->writes) * gcnmem_desc_dram_burst_bytes(&dram->desc);
    out_stats->clocks = dram->clock;
    for (uint32_t i = 0; i < dram->desc.dram_channels; i++) {
        out_stats->clocks = gcnmemi_bits_max(out_stats->clocks, channels[i].data_clock);
    }
    for (uint32_t i = 0; i < dram->desc.dram_channels;
         i++) { /* behind its last burst a channel had nothing but refreshes */
        const gcnmemi_dram_channel* channel = &channels[i];
        uint64_t rest = out_stats->clocks - channel->data_clock;
        for (uint32_t limit = 0; limit < GCNMEM_DRAM_LIMITS; limit++) {
            out_stats->limit_clocks[limit] += channel->limit_clocks[limit];
        }
        out_stats->limit_clocks[GCNMEM_DRAM_LIMIT_SUPPLY] += rest;
        least = gcnmemi_bits_min(least, channel->limit_clocks[GCNMEM_DRAM_LIMIT_SUPPLY] + rest);
        if (channel->waiting[0] + channel->waiting[1] == 0) {
            out_stats->refreshes += gcnmemi_dram_refreshes_due(dram, channel, dram->clock);
        }
    }
    out_stats->busy_clocks = out_stats->limit_clocks[GCNMEM_DRAM_LIMIT_INTERFACE];
    least *= dram->desc.dram_channels;
    out_stats->limit_clocks[GCNMEM_DRAM_LIMIT_CHANNEL] = out_stats->limit_clocks[GCNMEM_DRAM_LIMIT_SUPPLY] - least;
    out_stats->limit_clocks[GCNMEM_DRAM_LIMIT_SUPPLY] = least;
}

/* Which limit held: the interface when data filled four fifths of the clocks, else the greatest loss. */
GCNMEMI_PRIVATE gcnmem_dram_limit gcnmemi_dram_limited_by(const gcnmem_dram_stats* stats) {
    uint32_t worst = GCNMEM_DRAM_LIMIT_BANK;
    uint64_t total = stats->busy_clocks;
    for (uint32_t i = GCNMEM_DRAM_LIMIT_BANK; i < GCNMEM_DRAM_LIMITS; i++) {
        total += stats->limit_clocks[i];
        worst = stats->limit_clocks[i] > stats->limit_clocks[worst] ? i : worst;
    }
    return stats->busy_clocks >= total - total / 5 ? GCNMEM_DRAM_LIMIT_INTERFACE : (gcnmem_dram_limit)worst;
}

GCNMEM_DEF const char* gcnmem_dram_limit_name(gcnmem_dram_limit limit) {
    static const char* const names[GCNMEM_DRAM_LIMITS] = {"interface",         "bank",          "bank group",
                                                          "activation window", "turnaround",    "refresh",
                                                          "channel imbalance", "request supply"};
    return (unsigned)limit < GCNMEM_DRAM_LIMITS ? names[limit] : "unknown";
}

/* ---------------------------------------------------------------------------------------------------------------------
   >>levels     the caches between a wave's lines and DRAM, for replay and run alike (R16, R30 to R33, R48)
   Knows: bits, desc, channel, cache, dram

     level       which instance               line                   below
     L1          its CU's                     l1_line_bytes          L2
     scalar L1   its cluster's                scalar_l1_line_bytes   L2
     icache      its cluster's                icache_line_bytes      L2
     L2          its channel's (R33)          l2_line_bytes          DRAM

   A level is a row of a table made from the description. Requests meet it line by line and become what it asks of the
   level below. No clock runs here: replay keeps the clocks at which parts are busy, run those at which data arrive.
   ------------------------------------------------------------------------------------------------------------------ */

enum {
    GCNMEMI_LEVELS_L1 = 0,
    GCNMEMI_LEVELS_SCALAR_L1,
    GCNMEMI_LEVELS_ICACHE,
    GCNMEMI_LEVELS_L2,
    GCNMEMI_LEVELS_COUNT,
    GCNMEMI_LEVELS_DRAM = GCNMEMI_LEVELS_COUNT
};

typedef struct gcnmemi_levels_row {
    gcnmemi_cache_geometry geometry; /* of an instance */
    uint32_t unit_bytes;             /* of what meets it and of what it asks for: a line, or a sector (R75) */
    uint32_t count;                  /* instances */
    uint32_t sharers;                /* CUs an instance serves; of L2, the channel rule chooses the instance */
    uint32_t below;
    uint32_t there_clocks; /* from this level to the one below, when it is idle, */
    uint32_t back_clocks;  /* and back: of first levels, to the wave */
    uint64_t offset;       /* of the first instance, from the start of gcnmemi_levels */
    uint64_t stride;       /* bytes of an instance */
} gcnmemi_levels_row;

/* Holds offsets, no pointers: it is the first member of what is laid out around it. */
typedef struct gcnmemi_levels {
    gcnmemi_levels_row row[GCNMEMI_LEVELS_COUNT];
    gcnmemi_channel_route route;
    uint64_t dram_offset;
    uint64_t core_part;     /* R48: so many engine clocks take as long */
    uint64_t dram_part;     /* ... as so many command clocks of DRAM */
    uint32_t request_bytes; /* R61: a load asks L2 for the lines of so large a block together */
    uint32_t burst_bytes;
    uint32_t line_bursts; /* of a line on its way to DRAM */
} gcnmemi_levels;

/* ---- the table ---- */

/* Takes `bytes` of the memory laid out so far. */
GCNMEMI_PRIVATE uint64_t gcnmemi_levels_take(uint64_t* total, uint64_t bytes) {
    uint64_t offset = *total;
    *total = (offset + bytes + 63) & ~(uint64_t)63;
    return offset;
}

/* A row of the table. `own_clocks`: latency of a hit here; `below_clocks`: of one below. What that takes longer is the
   way there and back. */
GCNMEMI_PRIVATE void gcnmemi_levels_set(gcnmemi_levels_row* row, uint32_t below, uint32_t count, uint32_t sharers,
                                        uint32_t own_clocks, uint32_t below_clocks) {
    row->below = below;
    row->count = count;
    row->sharers = sharers;
    row->there_clocks = below_clocks > own_clocks ? (below_clocks - own_clocks) / 2 : 0;
    row->back_clocks = below_clocks - row->there_clocks;
}

/* The levels of `cu_count` CUs that run `code_bytes` of code (R58: code that fits its cache is there). Stores of a
   request make their part of a longer L2 line valid: its sector. */
GCNMEMI_PRIVATE void gcnmemi_levels_fill_rows(gcnmemi_levels_row* row, const gcnmem_desc* d, uint32_t cu_count,
                                              uint64_t code_bytes) {
    int has_sectors = d->request_bytes < d->l2_line_bytes &&
                      d->l2_line_bytes / d->request_bytes <= (uint32_t)GCNMEMI_CACHE_MAX_SECTORS;
    int is_by_sector = d->miss_rule == 2 && has_sectors && d->l1_line_bytes == d->l2_line_bytes;
    const gcnmemi_cache_geometry geometry[GCNMEMI_LEVELS_COUNT] = {
        {d->l1_size_bytes, d->l1_ways, d->l1_line_bytes, is_by_sector ? d->request_bytes : d->l1_line_bytes,
         GCNMEMI_CACHE_WRITE_GCN_L1},
        {d->scalar_l1_size_bytes, d->scalar_l1_ways, d->scalar_l1_line_bytes, d->scalar_l1_line_bytes,
         GCNMEMI_CACHE_WRITE_GCN_L1},
        {code_bytes > d->icache_size_bytes ? d->icache_size_bytes : 0, d->icache_ways, d->icache_line_bytes,
         d->icache_line_bytes, GCNMEMI_CACHE_WRITE_GCN_L1},
        {d->l2_size_bytes / d->l2_channels, d->l2_ways, d->l2_line_bytes,
         has_sectors ? d->request_bytes : d->l2_line_bytes, GCNMEMI_CACHE_WRITE_BACK_MASKED}};
    for (uint32_t i = 0; i < GCNMEMI_LEVELS_COUNT; ++i) {
        row[i].geometry = geometry[i];
        row[i].unit_bytes = is_by_sector ? geometry[i].sector_bytes : geometry[i].line_bytes;
    }
    gcnmemi_levels_set(&row[GCNMEMI_LEVELS_L1], GCNMEMI_LEVELS_L2, cu_count, 1, d->l1_latency_clocks,
                       d->l2_latency_clocks);
    gcnmemi_levels_set(&row[GCNMEMI_LEVELS_SCALAR_L1], GCNMEMI_LEVELS_L2,
                       gcnmemi_bits_divide_up(cu_count, d->scalar_l1_cus), d->scalar_l1_cus,
                       d->scalar_l1_latency_clocks, d->scalar_l2_latency_clocks);
    gcnmemi_levels_set(&row[GCNMEMI_LEVELS_ICACHE], GCNMEMI_LEVELS_L2, gcnmemi_bits_divide_up(cu_count, d->icache_cus),
                       d->icache_cus, d->scalar_l1_latency_clocks, d->scalar_l2_latency_clocks);
    gcnmemi_levels_set(&row[GCNMEMI_LEVELS_L2], GCNMEMI_LEVELS_DRAM, d->l2_channels, 0, 0,
                       (uint32_t)gcnmemi_bits_scale(d->dram_path_ns, d->core_clock_mhz, 1000));
    for (uint32_t i = 0; i < GCNMEMI_LEVELS_COUNT; ++i) { /* a level of size 0 is absent: requests pass it by */
        row[i].count = geometry[i].size_bytes != 0 ? row[i].count : 0;
        while (row[i].below < GCNMEMI_LEVELS_DRAM && geometry[row[i].below].size_bytes == 0) {
            row[i].below = row[row[i].below].below;
        }
    }
}

/* Fills in the table, and takes room for its caches and DRAM behind `*total`. */
GCNMEMI_PRIVATE void gcnmemi_levels_lay_out(gcnmemi_levels* levels, const gcnmem_desc* desc, uint32_t cu_count,
                                            uint64_t code_bytes, uint64_t* total) {
    gcnmemi_channel_map map = gcnmemi_channel_map_of(desc);
    gcnmemi_bits_zero(levels, sizeof(*levels));
    gcnmemi_levels_fill_rows(levels->row, desc, cu_count, code_bytes);
    for (uint32_t i = 0; i < GCNMEMI_LEVELS_COUNT; ++i) {
        gcnmemi_levels_row* row = &levels->row[i];
        gcnmemi_levels_take(&row->stride, row->count != 0 ? gcnmemi_cache_size_bytes(&row->geometry) : 0);
        row->offset = gcnmemi_levels_take(total, row->stride * row->count);
    }
    levels->dram_offset = gcnmemi_levels_take(total, gcnmemi_dram_size_bytes(desc));
    levels->route = gcnmemi_channel_route_for(&map);
    levels->request_bytes = desc->l2_request_bytes;
    levels->burst_bytes = gcnmem_desc_dram_burst_bytes(desc);
    levels->line_bursts = gcnmemi_bits_divide_up(desc->l2_line_bytes, levels->burst_bytes);
    levels->core_part = (uint64_t)desc->core_clock_mhz * 1000;
    levels->dram_part = gcnmemi_bits_max(1, (uint64_t)desc->dram_mbps_per_pin * 1000 / desc->dram_data_rate);
    uint64_t common = levels->core_part;
    for (uint64_t b = levels->dram_part; b != 0;) {
        uint64_t rest = common % b;
        common = b;
        b = rest;
    }
    levels->core_part /= common;
    levels->dram_part /= common;
}

GCNMEMI_PRIVATE gcnmemi_cache* gcnmemi_levels_cache(gcnmemi_levels* levels, uint32_t level, uint32_t instance) {
    const gcnmemi_levels_row* row = &levels->row[level];
    return (gcnmemi_cache*)(void*)((unsigned char*)levels + row->offset + row->stride * instance);
}

GCNMEMI_PRIVATE gcnmemi_dram* gcnmemi_levels_dram(gcnmemi_levels* levels) {
    return (gcnmemi_dram*)(void*)((unsigned char*)levels + levels->dram_offset);
}

/* Empty caches, closed rows. */
GCNMEMI_PRIVATE void gcnmemi_levels_init(gcnmemi_levels* levels, const gcnmem_desc* desc) {
    for (uint32_t i = 0; i < GCNMEMI_LEVELS_COUNT; ++i) {
        for (uint32_t k = 0; k < levels->row[i].count; ++k) {
            gcnmemi_cache_init(gcnmemi_levels_cache(levels, i, k), (size_t)levels->row[i].stride,
                               &levels->row[i].geometry);
        }
    }
    gcnmemi_dram_init(gcnmemi_levels_dram(levels), gcnmemi_dram_size_bytes(desc), desc);
}

/* ---- R48: two clocks ---- */

/* Rounded up, so that nothing arrives before it left. The ratio is in lowest terms, so that products fit. */
GCNMEMI_PRIVATE uint64_t gcnmemi_levels_convert(uint64_t clock, uint64_t from, uint64_t to) {
    uint64_t whole = clock / from;
    return whole * to + ((clock - whole * from) * to + from - 1) / from;
}

GCNMEMI_PRIVATE uint64_t gcnmemi_levels_to_dram(const gcnmemi_levels* levels, uint64_t clock) {
    return gcnmemi_levels_convert(clock, levels->core_part, levels->dram_part);
}

/* A clock of DRAM as one of the engine; never stays never. */
GCNMEMI_PRIVATE uint64_t gcnmemi_levels_to_core(const gcnmemi_levels* levels, uint64_t clock) {
    return clock < GCNMEMI_DRAM_CLOCK_MAX ? gcnmemi_levels_convert(clock, levels->dram_part, levels->core_part)
                                          : UINT64_MAX;
}

/* ---- a request on its way down ---- */

typedef struct gcnmemi_levels_request {
    uint64_t address;
    uint64_t bytes;
    uint32_t flags; /* GCNMEMI_CACHE_; FULL_LINE: every byte of the request is stored */
} gcnmemi_levels_request;

/* What became of a request: what the level asks of the one below, a victim's write first. */
typedef struct gcnmemi_levels_answer {
    gcnmemi_levels_request down[2];
    uint64_t line; /* as the level below knows it */
    uint32_t count;
    uint32_t has_victim; /* down[0] writes one back */
    uint32_t is_hit;
    uint32_t instance;
} gcnmemi_levels_answer;

GCNMEMI_PRIVATE gcnmemi_levels_request gcnmemi_levels_request_of(uint64_t address, uint64_t bytes, uint32_t flags) {
    gcnmemi_levels_request request = {address, bytes, flags};
    return request;
}

/* Cuts the part in one line of `level`, or in one sector, off the front of a request. Returns 0 when nothing is left.
   */
GCNMEMI_PRIVATE int gcnmemi_levels_cut(const gcnmemi_levels* levels, uint32_t level, gcnmemi_levels_request* rest,
                                       gcnmemi_levels_request* out_part) {
    uint64_t line_bytes = levels->row[level].unit_bytes;
    uint64_t left = line_bytes - (rest->address & (line_bytes - 1));
    *out_part = *rest;
    out_part->bytes = rest->bytes < left ? rest->bytes : left;
    rest->address += out_part->bytes;
    rest->bytes -= out_part->bytes;
    return out_part->bytes != 0;
}

/* R61: whether `next` goes along with a request that has not left yet. A request of no bytes is none. */
GCNMEMI_PRIVATE int gcnmemi_levels_join(const gcnmemi_levels* levels, gcnmemi_levels_request* request,
                                        const gcnmemi_levels_request* next) {
    uint64_t first = gcnmemi_bits_min(request->address, next->address);
    uint64_t last = gcnmemi_bits_max(request->address + request->bytes - 1, next->address + next->bytes - 1);
    int is_load = (next->flags & (uint32_t)(GCNMEMI_CACHE_WRITE | GCNMEMI_CACHE_ATOMIC)) == 0;
    if (request->bytes == 0 || request->flags != next->flags || !is_load ||
        last - first + 1 != request->bytes + next->bytes || (first ^ last) >= levels->request_bytes) {
        return 0;
    }
    request->address = first;
    request->bytes += next->bytes;
    return 1;
}

/* What the level below calls an address of this one. R33: an L2 channel keeps to its own memory channels: below it,
   addresses are those of channels that take turns. */
GCNMEMI_PRIVATE uint64_t gcnmemi_levels_address_below(const gcnmemi_levels* levels, uint32_t level,
                                                      gcnmemi_channel_place place, uint64_t local_address) {
    if (level != GCNMEMI_LEVELS_L2) {
        return local_address;
    }
    gcnmemi_channel_route plain = levels->route;
    plain.map.rule = GCNMEMI_CHANNEL_MODULO;
    place.local_address = local_address;
    return gcnmemi_channel_address(&plain, place);
}

/* A request of a CU that lies in one line meets a level. */
GCNMEMI_PRIVATE void gcnmemi_levels_meet(gcnmemi_levels* levels, uint32_t level, uint32_t cu,
                                         const gcnmemi_levels_request* request, gcnmemi_levels_answer* out) {
    const uint32_t writes = GCNMEMI_CACHE_WRITE | GCNMEMI_CACHE_ATOMIC;
    const uint32_t full = GCNMEMI_CACHE_FULL_LINE;
    const gcnmemi_levels_row* row = &levels->row[level];
    uint64_t unit_mask = ~(uint64_t)(row->unit_bytes - 1);
    uint32_t is_line = request->bytes == row->geometry.line_bytes;
    uint32_t flags = is_line ? request->flags : request->flags & ~full;
    uint32_t is_sector = (request->flags & full) != 0 && !is_line && request->bytes == row->geometry.sector_bytes;
    gcnmemi_channel_place place;
    gcnmemi_cache_result result;
    if (level == GCNMEMI_LEVELS_L2) {
        place = gcnmemi_channel_locate(&levels->route, request->address);
    } else {
        place.channel = row->sharers == 1 ? cu : cu / row->sharers;
        place.local_address = request->address;
    }
    out->instance = place.channel;
    out->line = gcnmemi_levels_address_below(levels, level, place, place.local_address & unit_mask);
    gcnmemi_cache* cache = gcnmemi_levels_cache(levels, level, out->instance);
    out->is_hit = gcnmemi_cache_access(cache, place.local_address,
                                       is_sector ? flags | (uint32_t)GCNMEMI_CACHE_FULL_SECTOR : flags, &result);
    out->has_victim = result.victim_dirty != 0;
    out->count = out->has_victim;
    if (out->has_victim) {
        out->down[0] =
            gcnmemi_levels_request_of(gcnmemi_levels_address_below(levels, level, place, result.victim_address),
                                      row->geometry.line_bytes, GCNMEMI_CACHE_WRITE | full);
    }
    if (result.fetch != 0) {
        out->down[out->count++] = gcnmemi_levels_request_of(out->line, row->unit_bytes, flags & ~(writes | full));
        if (row->geometry.sector_bytes != row->unit_bytes) { /* R16: a miss brings the whole line */
            gcnmemi_cache_access(cache, place.local_address, (flags & (uint32_t)GCNMEMI_CACHE_SLC) | full, &result);
        }
    } else if (result.write_on != 0 && (flags & (uint32_t)GCNMEMI_CACHE_ATOMIC) != 0) {
        out->down[out->count++] = *request;
    } else if (result.write_on != 0) {
        out->down[out->count++] = gcnmemi_levels_request_of(out->line, row->unit_bytes, flags);
    }
}

/* ---------------------------------------------------------------------------------------------------------------------
   >>replay     accesses through the levels, and the time of the busiest part (R44 to R49)
   Knows: bits, text, results, desc, ops, access, touch, cost, cache, dram, levels

   wave -> cost, lines -> L1 of its CU -> L2 channel -> DRAM channel. Each part keeps the clock at which it is done with
   what it was given; a request reaches the next part when the one before is done with it.
   ------------------------------------------------------------------------------------------------------------------ */

struct gcnmem_replay {
    gcnmemi_levels levels;
    gcnmem_desc desc;
    gcnmem_level_stats stats[GCNMEMI_LEVELS_COUNT];
    uint64_t lines;
    uint64_t plain_lookups;                      /* L1 lookups of accesses that name no CU */
    uint64_t clock_offset[GCNMEMI_LEVELS_COUNT]; /* of a clock for each instance; those of L1 are the CUs' */
    uint64_t total_bytes;
    gcnmem_op op;   /* of the trace's last wave instruction, so that the next line like it need not look it up */
    uint32_t first; /* level that accesses meet */
};

/* ---- layout ---- */

GCNMEMI_PRIVATE void gcnmemi_replay_lay_out(const gcnmem_desc* desc, gcnmem_replay* r) {
    uint64_t total = 0;
    gcnmemi_bits_zero(r, sizeof(*r));
    gcnmemi_levels_take(&total, sizeof(*r));
    gcnmemi_levels_lay_out(&r->levels, desc, desc->cu_count, 0, &total);
    for (uint32_t i = 0; i < GCNMEMI_LEVELS_COUNT; ++i) {
        r->clock_offset[i] = gcnmemi_levels_take(&total, sizeof(uint64_t) * r->levels.row[i].count);
    }
    r->total_bytes = total;
    r->desc = *desc;
}

/* The clock at which an instance of a level is done with what it was given. */
GCNMEMI_PRIVATE uint64_t* gcnmemi_replay_clock(gcnmem_replay* r, uint32_t level, uint32_t instance) {
    return (uint64_t*)(void*)((unsigned char*)r + r->clock_offset[level] + sizeof(uint64_t) * instance);
}

GCNMEM_DEF size_t gcnmem_replay_size_bytes(const gcnmem_desc* desc) {
    gcnmem_replay r;
    if (gcnmem_desc_validate(desc, NULL) != GCNMEM_OK) {
        return 0;
    }
    gcnmemi_replay_lay_out(desc, &r);
    return (size_t)r.total_bytes;
}

GCNMEM_DEF gcnmem_result gcnmem_replay_init(void* memory, size_t memory_bytes, const gcnmem_desc* desc,
                                            gcnmem_level from, gcnmem_replay** out_replay, gcnmem_issue* out_issue) {
    gcnmem_replay* r = (gcnmem_replay*)memory;
    size_t needed_bytes = gcnmem_replay_size_bytes(desc);
    gcnmem_result result = gcnmem_desc_validate(desc, out_issue);
    *out_replay = NULL;
    if (result == GCNMEM_OK) {
        result = gcnmemi_results_check_memory(memory, memory_bytes, needed_bytes, out_issue);
    }
    if (gcnmem_field_provenance(desc, GCNMEM_FIELD_l1_size_bytes) == GCNMEM_PROVENANCE_NONE) {
        from = GCNMEM_LEVEL_DRAM; /* R70: this machine has no caches */
    }
    if (result == GCNMEM_OK) {
        gcnmemi_bits_zero(memory, needed_bytes);
        gcnmemi_replay_lay_out(desc, r);
        r->first = from == GCNMEM_LEVEL_L1   ? GCNMEMI_LEVELS_L1
                   : from == GCNMEM_LEVEL_L2 ? GCNMEMI_LEVELS_L2
                                             : GCNMEMI_LEVELS_DRAM;
        gcnmemi_levels_init(&r->levels, desc);
        *out_replay = r;
    }
    return result;
}

/* ---- going down ---- */

/* A request goes to a level below L1, line by line, each instance taking one a clock (R46). Returns the engine clocks
   that DRAM's full queues held it up; L2 keeps the channels apart. R16: a burst may be longer than the request. */
GCNMEMI_PRIVATE uint64_t gcnmemi_replay_send(gcnmem_replay* r, uint32_t level, gcnmemi_levels_request request,
                                             uint64_t clock) {
    gcnmemi_levels* levels = &r->levels;
    uint32_t is_write = (request.flags & (uint32_t)GCNMEMI_CACHE_WRITE) != 0;
    gcnmemi_levels_request part;
    uint64_t waited = 0;
    if (level == GCNMEMI_LEVELS_DRAM) {
        uint64_t dram_clock = gcnmemi_levels_to_dram(levels, clock);
        uint64_t offset = request.address % levels->burst_bytes;
        uint64_t bursts = (offset + request.bytes + levels->burst_bytes - 1) / levels->burst_bytes;
        uint64_t address = request.address - offset;
        for (uint64_t i = 0; i < bursts; ++i, address += levels->burst_bytes) {
            waited += gcnmemi_dram_offer(gcnmemi_levels_dram(levels), address, is_write != 0, dram_clock);
        }
        return waited == 0 ? 0 : gcnmemi_levels_to_core(levels, waited);
    }
    gcnmem_level_stats* stats = &r->stats[level];
    while (gcnmemi_levels_cut(levels, level, &request, &part)) {
        gcnmemi_levels_answer answer;
        gcnmemi_levels_meet(levels, level, 0, &part, &answer);
        uint64_t* busy = gcnmemi_replay_clock(r, level, answer.instance);
        *busy = gcnmemi_bits_max(*busy, clock) + 1;
        stats->reads += !is_write;
        stats->writes += is_write;
        stats->hits += answer.is_hit;
        stats->misses += !answer.is_hit;
        stats->useful_bytes += part.bytes;
        stats->writebacks += answer.has_victim;
        for (uint32_t i = 0; i < answer.count; ++i) {
            stats->moved_bytes += answer.down[i].bytes;
            waited += gcnmemi_replay_send(r, levels->row[level].below, answer.down[i], *busy);
        }
    }
    return waited;
}

/* A request that a first level has for the one below leaves, if there is one. Returns the clocks the port toward L2 is
   busy with it. */
GCNMEMI_PRIVATE uint64_t gcnmemi_replay_leave(gcnmem_replay* r, uint32_t level, gcnmemi_levels_request* waiting,
                                              uint64_t clock) {
    uint64_t busy = waiting->bytes != 0 ? 1 + gcnmemi_replay_send(r, r->levels.row[level].below, *waiting, clock) : 0;
    waiting->bytes = 0;
    return busy;
}

/* A request meets a first level. What it asks of the level below joins the request that is waiting to leave, or makes
   that leave and takes its place. Returns the clocks the port toward L2 is busy. */
GCNMEMI_PRIVATE uint64_t gcnmemi_replay_look_up(gcnmem_replay* r, uint32_t level, uint32_t cu,
                                                const gcnmemi_levels_request* request, gcnmemi_levels_request* waiting,
                                                uint64_t clock) {
    gcnmemi_levels_answer answer;
    uint64_t busy = 0;
    gcnmemi_levels_meet(&r->levels, level, cu, request, &answer);
    for (uint32_t i = 0; i < answer.count; ++i) {
        r->stats[level].misses += 1;
        r->stats[level].moved_bytes += answer.down[i].bytes;
        if (!gcnmemi_levels_join(&r->levels, waiting, &answer.down[i])) {
            busy += gcnmemi_replay_leave(r, level, waiting, clock);
            *waiting = answer.down[i];
        }
    }
    return busy;
}

/* ---- accesses ---- */

/* R45: reads and writes that name no CU meet the L1 of CU 0. */
GCNMEM_DEF void gcnmem_replay_access(gcnmem_replay* replay, uint64_t address, uint64_t bytes, uint32_t is_write) {
    gcnmem_level_stats* stats = &replay->stats[GCNMEMI_LEVELS_L1];
    uint32_t flags = is_write != 0 ? (uint32_t)(GCNMEMI_CACHE_WRITE | GCNMEMI_CACHE_FULL_LINE) : 0;
    gcnmemi_levels_request request = gcnmemi_levels_request_of(address, bytes, flags);
    gcnmemi_levels_request waiting = gcnmemi_levels_request_of(0, 0, 0);
    gcnmemi_levels_request part;
    replay->lines += 1;
    if (bytes != 0 && replay->first != GCNMEMI_LEVELS_L1) {
        gcnmemi_replay_send(replay, replay->first, request, 0);
        return;
    }
    while (gcnmemi_levels_cut(&replay->levels, GCNMEMI_LEVELS_L1, &request, &part)) {
        uint64_t clock = ++replay->plain_lookups / replay->desc.cu_count;
        uint64_t misses = stats->misses;
        gcnmemi_replay_look_up(replay, GCNMEMI_LEVELS_L1, 0, &part, &waiting, clock);
        stats->hits += stats->misses == misses;
        stats->reads += is_write == 0;
        stats->writes += is_write != 0;
        stats->useful_bytes += part.bytes;
    }
    gcnmemi_replay_leave(replay, GCNMEMI_LEVELS_L1, &waiting, replay->plain_lookups / replay->desc.cu_count);
}

/* R49: a CU sends one request a clock toward L2, in order: one that finds its channel full holds up those behind it.
   Below L1 a wave is its requests. */
GCNMEM_DEF void gcnmem_replay_wave(gcnmem_replay* replay, uint32_t cu, const gcnmem_access* access) {
    const gcnmem_op* op = &access->op;
    int is_scalar = op->unit == GCNMEM_UNIT_SCALAR;
    int is_first = replay->first == GCNMEMI_LEVELS_L1;
    uint32_t level = is_scalar ? GCNMEMI_LEVELS_SCALAR_L1 : GCNMEMI_LEVELS_L1;
    uint32_t flags = op->action == GCNMEM_ACTION_ATOMIC  ? (uint32_t)(GCNMEMI_CACHE_WRITE | GCNMEMI_CACHE_ATOMIC)
                     : op->action == GCNMEM_ACTION_STORE ? (uint32_t)GCNMEMI_CACHE_WRITE
                                                         : (uint32_t)GCNMEMI_CACHE_READ;
    gcnmemi_touch touch;
    GCNMEM_ASSERT(cu < replay->desc.cu_count && op->unit != GCNMEM_UNIT_NONE);
    if (op->unit == GCNMEM_UNIT_LDS || op->unit == GCNMEM_UNIT_NONE) {
        return;
    }
    if (is_scalar && !is_first) {
        gcnmem_replay_access(replay, access->address[0], op->element_bytes, flags != 0);
        return;
    }
    replay->lines += 1;
    gcnmemi_cost_touch(&replay->desc, access, is_first ? GCNMEMI_TOUCH_WANT_LINES : GCNMEMI_TOUCH_WANT_REQUEST_LIST, 1,
                       &touch);
    gcnmem_level_stats* stats = &replay->stats[level];
    uint64_t* cu_clock = gcnmemi_replay_clock(replay, GCNMEMI_LEVELS_L1, cu);
    uint64_t start = *cu_clock;
    uint64_t clock = start;
    uint64_t misses = stats->misses;
    gcnmemi_levels_request waiting = gcnmemi_levels_request_of(0, 0, 0);
    for (uint32_t i = 0; i < touch.line_count; ++i) {
        gcnmemi_levels_request request = gcnmemi_levels_request_of(
            touch.line[i], touch.line_bytes, touch.is_full[i] ? flags | (uint32_t)GCNMEMI_CACHE_FULL_LINE : flags);
        if (is_first) {
            clock += gcnmemi_replay_look_up(replay, level, cu, &request, &waiting, clock);
        } else {
            gcnmemi_replay_send(replay, replay->first, request, 0);
        }
    }
    if (!is_first || touch.line_count == 0) {
        return;
    }
    clock += gcnmemi_replay_leave(replay, level, &waiting, clock);
    misses = stats->misses - misses;
    uint64_t lookups = gcnmemi_bits_max(is_scalar ? touch.line_count : touch.cost.l1_cache_accesses, misses);
    stats->reads += op->action == GCNMEM_ACTION_LOAD ? lookups : 0;
    stats->writes += op->action == GCNMEM_ACTION_LOAD ? 0 : lookups;
    stats->hits += lookups - misses;
    stats->useful_bytes += touch.cost.bytes_requested;
    if (!is_scalar) {
        *cu_clock = gcnmemi_bits_max(clock, start + touch.cost.clocks);
    }
}

GCNMEM_DEF uint64_t gcnmem_replay_cu_clock(const gcnmem_replay* replay, uint32_t cu) {
    const unsigned char* clocks = (const unsigned char*)replay + replay->clock_offset[GCNMEMI_LEVELS_L1];
    GCNMEM_ASSERT(cu < replay->desc.cu_count);
    return ((const uint64_t*)(const void*)clocks)[cu];
}

/* ---- trace lines ---- */

/* A line being read: what is left of it, where it begins, and where its errors go. */
typedef struct gcnmemi_replay_reader {
    gcnmemi_text rest;
    const char* begin;
    gcnmem_issue* issue;
} gcnmemi_replay_reader;

GCNMEMI_PRIVATE gcnmem_result gcnmemi_replay_fail(const gcnmemi_replay_reader* reader, const char* at, const char* rule,
                                                  uint64_t value, uint64_t limit) {
    gcnmemi_results_fail(GCNMEM_ERROR_SYNTAX, reader->issue, "trace", rule, value, limit);
    if (reader->issue != NULL) {
        reader->issue->column = (uint32_t)(at - reader->begin) + 1;
    }
    return GCNMEM_ERROR_SYNTAX;
}

/* Skips blanks. Nonzero when nothing comes behind them but a comment. */
GCNMEMI_PRIVATE int gcnmemi_replay_at_end(gcnmemi_replay_reader* reader) {
    gcnmemi_text_skip_blanks(&reader->rest);
    return reader->rest.at == reader->rest.end || *reader->rest.at == '#';
}

/* A number that ends at a blank, a comma, a comment or the line's end. */
GCNMEMI_PRIVATE int gcnmemi_replay_take_number(gcnmemi_replay_reader* reader, uint64_t* out_value) {
    gcnmemi_text text = reader->rest;
    if (gcnmemi_text_take_number(&text, out_value) == 0 ||
        (text.at < text.end && !gcnmemi_text_class(*text.at, GCNMEMI_TEXT_BLANK) && *text.at != ',' &&
         *text.at != '#')) {
        return 0;
    }
    reader->rest = text;
    return 1;
}

/* ADDRESS [BYTES] behind R or W. */
GCNMEMI_PRIVATE gcnmem_result gcnmemi_replay_plain_line(gcnmem_replay* r, gcnmemi_replay_reader* reader,
                                                        uint32_t is_write) {
    const uint64_t most = 1048576;
    uint64_t address = 0;
    uint64_t bytes = 64;
    gcnmemi_text_skip_blanks(&reader->rest);
    if (!gcnmemi_replay_take_number(reader, &address)) {
        return gcnmemi_replay_fail(reader, reader->rest.at, "needs an address, decimal or 0x", 0, 0);
    }
    gcnmemi_text_skip_blanks(&reader->rest);
    const char* at = reader->rest.at;
    if (!gcnmemi_replay_at_end(reader) && !gcnmemi_replay_take_number(reader, &bytes)) {
        return gcnmemi_replay_fail(reader, at, "needs a number of bytes, or nothing, behind the address", 0, 0);
    }
    if (bytes == 0 || bytes > most) {
        return gcnmemi_replay_fail(reader, at, "is an access of {value} bytes: one takes 1 to {limit}", bytes, most);
    }
    if (!gcnmemi_replay_at_end(reader)) {
        return gcnmemi_replay_fail(reader, reader->rest.at, "has more than R|W ADDRESS [BYTES]", 0, 0);
    }
    gcnmem_replay_access(r, address, bytes, is_write);
    return GCNMEM_OK;
}

/* [cu=N] a0,a1,... behind the name of an instruction: one address a lane, - for a lane that takes no part; nor do the
   lanes behind the last. */
GCNMEMI_PRIVATE gcnmem_result gcnmemi_replay_wave_line(gcnmem_replay* r, gcnmemi_replay_reader* reader,
                                                       const gcnmem_op* op) {
    gcnmem_access access = gcnmem_access_for(op);
    int is_scalar = op->unit == GCNMEM_UNIT_SCALAR;
    uint64_t cu = 0;
    gcnmemi_text_skip_blanks(&reader->rest);
    const char* cu_at = reader->rest.at;
    if (gcnmemi_text_take_word(&reader->rest, "cu=")) {
        if (!gcnmemi_replay_take_number(reader, &cu)) {
            return gcnmemi_replay_fail(reader, cu_at, "needs a number behind cu=", 0, 0);
        }
        if (cu >= r->desc.cu_count) {
            return gcnmemi_replay_fail(reader, cu_at, "names CU {value}: this device has {limit}, from 0 on", cu,
                                       r->desc.cu_count);
        }
    }
    for (gcnmemi_text_skip_blanks(&reader->rest); /* what a run's trace says beside: group= wave= insn= status= */
         gcnmemi_text_class(gcnmemi_text_peek(reader->rest, 0), GCNMEMI_TEXT_LETTER);
         gcnmemi_text_skip_blanks(&reader->rest)) {
        gcnmemi_text key = gcnmemi_text_take(&reader->rest, GCNMEMI_TEXT_NAME);
        if (!gcnmemi_text_among(key, "group,wave,insn,status") || !gcnmemi_text_take_char(&reader->rest, '=')) {
            return gcnmemi_replay_fail(reader, key.at, "has a word that is none of cu= group= wave= insn= status=", 0,
                                       0);
        }
        while (reader->rest.at < reader->rest.end && !gcnmemi_text_class(*reader->rest.at, GCNMEMI_TEXT_BLANK)) {
            ++reader->rest.at;
        }
    }
    access.exec_mask = 0;
    for (uint32_t lane = 0; lane < r->desc.wave_lanes; ++lane) {
        gcnmemi_text_skip_blanks(&reader->rest);
        if (gcnmemi_replay_take_number(reader, &access.address[lane])) {
            access.exec_mask |= (uint64_t)1 << lane;
        } else if (is_scalar || !gcnmemi_text_take_char(&reader->rest, '-')) {
            return gcnmemi_replay_fail(reader, reader->rest.at,
                                       "needs lane addresses a0,a1,... decimal or 0x, - for a lane that is off", 0, 0);
        }
        if (gcnmemi_replay_at_end(reader)) {
            r->op = *op;
            gcnmem_replay_wave(r, (uint32_t)cu, &access);
            return GCNMEM_OK;
        }
        if (!gcnmemi_text_take_char(&reader->rest, ',')) {
            return gcnmemi_replay_fail(reader, reader->rest.at, "needs a comma between lane addresses", 0, 0);
        }
    }
    return gcnmemi_replay_fail(reader, reader->rest.at, "has more than {limit} lane addresses", 0, r->desc.wave_lanes);
}

GCNMEM_DEF gcnmem_result gcnmem_replay_line(gcnmem_replay* replay, const char* text, size_t text_bytes,
                                            gcnmem_issue* out_issue) {
    gcnmemi_replay_reader reader;
    gcnmem_op op = replay->op;
    if (text_bytes == 0) {
        return GCNMEM_OK;
    }
    reader.rest = gcnmemi_text_behind_mark(gcnmemi_text_span(text, text + text_bytes));
    reader.begin = reader.rest.at;
    reader.issue = out_issue;
    const char* end = gcnmemi_text_line_end(reader.rest);
    if (end < reader.rest.end && (*end != '\n' || end + 1 < reader.rest.end)) {
        return gcnmemi_replay_fail(&reader, end,
                                   *end == '\n' ? "is read line by line" : "must be text: this is a binary file", 0, 0);
    }
    reader.rest.end = end;
    if (gcnmemi_replay_at_end(&reader)) {
        return GCNMEM_OK;
    }
    gcnmemi_text word = gcnmemi_text_take(&reader.rest, GCNMEMI_TEXT_LETTER | GCNMEMI_TEXT_DIGIT);
    uint32_t is_write = gcnmemi_text_is(word, "w") != 0;
    if (is_write || gcnmemi_text_is(word, "r")) {
        return gcnmemi_replay_plain_line(replay, &reader, is_write);
    }
    if (!gcnmemi_text_is(word, op.name)) {
        gcnmemi_ops_decode(word, &op);
    }
    if (op.unit == GCNMEM_UNIT_NONE || op.is_guessed) {
        return gcnmemi_replay_fail(&reader, word.at, "starts with R, W or a GCN memory instruction", 0, 0);
    }
    int is_of_run = gcnmemi_text_find(reader.rest, "insn=") != NULL; /* a run's trace has them all */
    if ((op.unit == GCNMEM_UNIT_LDS || op.unit == GCNMEM_UNIT_IMAGE) && is_of_run) {
        return GCNMEM_OK;
    }
    if (op.unit == GCNMEM_UNIT_LDS || op.unit == GCNMEM_UNIT_IMAGE) {
        return gcnmemi_replay_fail(&reader, word.at,
                                   "takes buffer, flat, global and scalar instructions: LDS never leaves the CU, "
                                   "images need texels",
                                   0, 0);
    }
    if (op.unit == GCNMEM_UNIT_SCALAR &&
        gcnmem_field_provenance(&replay->desc, GCNMEM_FIELD_scalar_l1_size_bytes) == GCNMEM_PROVENANCE_NONE) {
        return gcnmemi_replay_fail(&reader, word.at, "is a scalar operation: this device has none", 0, 0);
    }
    return gcnmemi_replay_wave_line(replay, &reader, &op);
}

/* ---- the end ---- */

GCNMEMI_PRIVATE uint64_t gcnmemi_replay_latest(gcnmem_replay* r, uint32_t level) {
    uint64_t latest = 0;
    for (uint32_t i = 0; i < r->levels.row[level].count; ++i) {
        latest = gcnmemi_bits_max(latest, *gcnmemi_replay_clock(r, level, i));
    }
    return latest;
}

/* R47: the replay takes as long as its slowest part. DRAM wins ties: it waited for nobody. */
GCNMEM_DEF gcnmem_replay_stats gcnmem_replay_finish(gcnmem_replay* replay) {
    gcnmem_replay_stats s;
    uint64_t plain = (replay->plain_lookups + replay->desc.cu_count - 1) / replay->desc.cu_count;
    gcnmemi_bits_zero(&s, sizeof(s));
    gcnmemi_dram_drain(gcnmemi_levels_dram(&replay->levels));
    gcnmemi_dram_stats(gcnmemi_levels_dram(&replay->levels), &s.dram);
    s.l1 = replay->stats[GCNMEMI_LEVELS_L1];
    s.scalar_l1 = replay->stats[GCNMEMI_LEVELS_SCALAR_L1];
    s.l2 = replay->stats[GCNMEMI_LEVELS_L2];
    s.lines = replay->lines;
    s.l1_clocks = gcnmemi_bits_max(gcnmemi_replay_latest(replay, GCNMEMI_LEVELS_L1), plain);
    s.l2_clocks = gcnmemi_replay_latest(replay, GCNMEMI_LEVELS_L2);
    s.dram_clocks = s.dram.bytes != 0 ? gcnmemi_levels_to_core(&replay->levels, s.dram.clocks) : 0;
    s.clocks = gcnmemi_bits_max(s.dram_clocks, gcnmemi_bits_max(s.l1_clocks, s.l2_clocks));
    s.slowest = s.l2_clocks > s.l1_clocks ? GCNMEM_LEVEL_L2 : GCNMEM_LEVEL_L1;
    s.slowest = s.dram_clocks >= s.clocks && s.dram.bytes != 0 ? GCNMEM_LEVEL_DRAM : s.slowest;
    s.seconds_e12 = gcnmemi_bits_scale(s.clocks, 1000000u, replay->desc.core_clock_mhz);
    s.dram_bytes_per_second = s.seconds_e12 != 0 ? gcnmemi_bits_scale(s.dram.bytes, 1000000000000u, s.seconds_e12) : 0;
    s.dram_limit = gcnmemi_dram_limited_by(&s.dram);
    return s;
}

GCNMEM_DEF const char* gcnmem_level_name(gcnmem_level level) {
    return level == GCNMEM_LEVEL_L1 ? "l1" : level == GCNMEM_LEVEL_L2 ? "l2" : "dram";
}

#endif /* GCNMEM_NO_REPLAY */

#ifndef GCNMEM_NO_LISTING

/* ---------------------------------------------------------------------------------------------------------------------
   >>flow       basic blocks and loops of one stage (R51)
   Knows: bits

   A loop is an edge back to a block on the path walked so far; a jump backward to a cold block that never comes back
   is none. The walk keeps each block's innermost header, as in Wei, Mao, Zou and Chen, "A New Algorithm for
   Identifying Loops in Decompilation" (2007), with a stack in place of recursion.
   ------------------------------------------------------------------------------------------------------------------ */

/* Marks of the walk in gcnmem_insn.flags of a block's first instruction; gone when it is over. */
enum {
    GCNMEMI_FLOW_SEEN = 0x40000000,
    GCNMEMI_FLOW_FELL = 0x20000000, /* the way on to the next instruction has been walked */
    GCNMEMI_FLOW_TOOK = 0x10000000  /* ... and the way the branch takes */
};

enum { GCNMEMI_FLOW_NEST_MAX = 256 }; /* loops nested deeper than this lose their outer ones */

/* One stage being walked. The arrays are indexed by instruction and used at the first one of each block. */
typedef struct gcnmemi_flow {
    gcnmem_insn* insns;
    uint32_t first;
    uint32_t end;
    uint32_t* position; /* place on the path being walked, from 1; 0 off it. Later: number of the loop it heads */
    uint32_t* last;     /* last instruction of the block */
    uint32_t* header;   /* first instruction of the header of the innermost loop around the block, or GCNMEM_NONE */
    uint32_t* stack;
} gcnmemi_flow;

GCNMEMI_PRIVATE int gcnmemi_flow_falls(const gcnmem_insn* insn) {
    return insn->category != GCNMEM_CATEGORY_ENDPGM && insn->branch != GCNMEM_BRANCH_ALWAYS &&
           insn->branch != GCNMEM_BRANCH_INDIRECT;
}

/* The instruction that follows when the branch at `index` is not taken, or GCNMEM_NONE past the end. */
GCNMEMI_PRIVATE uint32_t gcnmemi_flow_next(const gcnmemi_flow* flow, uint32_t index) {
    return index + 1 < flow->end && gcnmemi_flow_falls(&flow->insns[index]) ? index + 1 : GCNMEM_NONE;
}

/* The instruction that follows when it is taken, or GCNMEM_NONE past the end. A call comes back. */
GCNMEMI_PRIVATE uint32_t gcnmemi_flow_target(const gcnmemi_flow* flow, uint32_t index) {
    const gcnmem_insn* insn = &flow->insns[index];
    if (insn->branch == GCNMEM_BRANCH_NONE || insn->branch == GCNMEM_BRANCH_CALL) {
        return GCNMEM_NONE;
    }
    return insn->target >= flow->first && insn->target < flow->end ? insn->target : GCNMEM_NONE;
}

/* Notes that the loop of `header` is around `block`: threads it into the block's chain of headers, innermost first. */
GCNMEMI_PRIVATE void gcnmemi_flow_enclose(gcnmemi_flow* flow, uint32_t block, uint32_t header) {
    for (uint32_t steps = 0; steps < GCNMEMI_FLOW_NEST_MAX && block != header && header != GCNMEM_NONE; ++steps) {
        uint32_t around = flow->header[block];
        if (around == header) {
            return;
        }
        if (around == GCNMEM_NONE || flow->position[around] < flow->position[header]) {
            flow->header[block] = header;
            block = header;
            header = around;
        } else {
            block = around;
        }
    }
}

/* An edge to a block walked before: closes a loop, or enters one whose header may still be on the path. */
GCNMEMI_PRIVATE void gcnmemi_flow_meet(gcnmemi_flow* flow, uint32_t block, uint32_t next, uint32_t latch_flag) {
    if (flow->position[next] > 0) {
        flow->insns[next].flags |= GCNMEM_INSN_HEADER;
        flow->insns[flow->last[block]].flags |= latch_flag;
    }
    for (uint32_t steps = 0; next != GCNMEM_NONE && flow->position[next] == 0; ++steps) {
        next = steps < GCNMEMI_FLOW_NEST_MAX ? flow->header[next] : GCNMEM_NONE;
    }
    gcnmemi_flow_enclose(flow, block, next);
}

/* Walks every block that can be reached from `root`, depth first, the text's order first. */
GCNMEMI_PRIVATE void gcnmemi_flow_walk(gcnmemi_flow* flow, uint32_t root) {
    uint32_t next = root;
    uint32_t depth = 0;
    do {
        if (next != GCNMEM_NONE) {
            flow->insns[next].flags |= GCNMEMI_FLOW_SEEN;
            flow->stack[flow->first + depth] = next;
            ++depth;
            flow->position[next] = depth;
        }
        uint32_t block = flow->stack[flow->first + depth - 1];
        uint32_t* flags = &flow->insns[block].flags;
        if (*flags & GCNMEMI_FLOW_TOOK) { /* both ways have been walked */
            next = GCNMEM_NONE;
            flow->position[block] = 0;
            --depth;
            if (depth > 0) {
                gcnmemi_flow_enclose(flow, flow->stack[flow->first + depth - 1], flow->header[block]);
            }
            continue;
        }
        int is_taken = (*flags & GCNMEMI_FLOW_FELL) != 0;
        *flags |= is_taken ? GCNMEMI_FLOW_TOOK : GCNMEMI_FLOW_FELL;
        next = is_taken ? gcnmemi_flow_target(flow, flow->last[block]) : gcnmemi_flow_next(flow, flow->last[block]);
        if (next != GCNMEM_NONE && (flow->insns[next].flags & GCNMEMI_FLOW_SEEN)) {
            gcnmemi_flow_meet(flow, block, next, is_taken ? GCNMEM_INSN_LATCH_TAKEN : GCNMEM_INSN_LATCH_FALLS);
            next = GCNMEM_NONE;
        }
    } while (depth > 0);
}

/* Numbers the loops by their headers' order in the text, gives every loop its parent and every instruction its
   innermost loop. Returns how many there are; more than `limit` are not written. */
GCNMEMI_PRIVATE uint32_t gcnmemi_flow_nest(gcnmemi_flow* flow, gcnmem_loop* loops, uint32_t limit) {
    uint32_t count = 0;
    for (uint32_t i = flow->first; i < flow->end; ++i) {
        if (flow->insns[i].flags & GCNMEM_INSN_HEADER) {
            if (count < limit) {
                gcnmemi_bits_zero(&loops[count], sizeof(loops[count]));
                loops[count].header = i;
                loops[count].label = GCNMEM_NONE;
            }
            flow->position[i] = count++;
        }
    }
    uint16_t loop = GCNMEM_NO_LOOP;
    for (uint32_t i = flow->first; i < flow->end && count <= limit; ++i) {
        gcnmem_insn* insn = &flow->insns[i];
        if (insn->flags & GCNMEM_INSN_BLOCK) {
            uint32_t around = flow->header[i];
            loop = around != GCNMEM_NONE ? (uint16_t)flow->position[around] : (uint16_t)GCNMEM_NO_LOOP;
            if (insn->flags & GCNMEM_INSN_HEADER) {
                loops[flow->position[i]].parent = loop;
                loop = (uint16_t)flow->position[i];
            }
        }
        insn->loop = loop;
        insn->flags &= ~(uint32_t)(GCNMEMI_FLOW_SEEN | GCNMEMI_FLOW_FELL | GCNMEMI_FLOW_TOOK);
    }
    return count;
}

GCNMEMI_PRIVATE void gcnmemi_flow_close(gcnmem_loop* loop, uint32_t latch, uint32_t label) {
    loop->latch = latch;
    loop->latch_count = (uint16_t)(loop->latch_count + (loop->latch_count < 0xffffu));
    loop->label = label != GCNMEM_NONE ? label : loop->label;
}

/* Does the loop, or one inside it, hold the instruction? */
GCNMEMI_PRIVATE int gcnmemi_flow_holds(const gcnmemi_flow* flow, const gcnmem_loop* loops, uint32_t loop,
                                       uint32_t index) {
    uint32_t around = index != GCNMEM_NONE ? flow->insns[index].loop : GCNMEM_NO_LOOP;
    uint32_t steps = 0;
    for (; steps < GCNMEMI_FLOW_NEST_MAX && around != GCNMEM_NO_LOOP && around != loop; ++steps) {
        around = loops[around].parent;
    }
    return around == loop && steps < GCNMEMI_FLOW_NEST_MAX;
}

/* Says of each branch whether it closes a loop, leaves one, or merely lies after the code it jumps to. */
GCNMEMI_PRIVATE void gcnmemi_flow_classify(gcnmemi_flow* flow, gcnmem_loop* loops) {
    for (uint32_t i = flow->first; i < flow->end; ++i) {
        gcnmem_insn* insn = &flow->insns[i];
        uint32_t target = gcnmemi_flow_target(flow, i);
        if (insn->flags & GCNMEM_INSN_LATCH_FALLS) {
            gcnmemi_flow_close(&loops[flow->position[i + 1]], i, GCNMEM_NONE);
        }
        if (insn->flags & GCNMEM_INSN_LATCH_TAKEN) {
            gcnmemi_flow_close(&loops[flow->position[target]], i, insn->label);
        } else if (target <= i) {
            insn->flags |= GCNMEM_INSN_BACK_ONLY;
        }
        if (insn->loop == GCNMEM_NO_LOOP || insn->branch == GCNMEM_BRANCH_NONE || insn->branch == GCNMEM_BRANCH_CALL) {
            continue;
        }
        if (!gcnmemi_flow_holds(flow, loops, insn->loop, target)) {
            insn->flags |= GCNMEM_INSN_EXIT_TAKEN;
        }
        if (gcnmemi_flow_falls(insn) && !gcnmemi_flow_holds(flow, loops, insn->loop, gcnmemi_flow_next(flow, i))) {
            insn->flags |= GCNMEM_INSN_EXIT_FALLS;
        }
    }
}

/* Finds the loops of a stage. Returns how many there are; when that is more than `limit` none is usable. */
GCNMEMI_PRIVATE uint32_t gcnmemi_flow_find_loops(gcnmemi_flow* flow, gcnmem_loop* loops, uint32_t limit) {
    flow->insns[flow->first].flags |= GCNMEM_INSN_BLOCK;
    for (uint32_t i = flow->first; i < flow->end; ++i) {
        uint32_t target = gcnmemi_flow_target(flow, i);
        if (target != GCNMEM_NONE) {
            flow->insns[target].flags |= GCNMEM_INSN_BLOCK;
        }
        if (i + 1 < flow->end && (flow->insns[i].branch != 0 || flow->insns[i].category == GCNMEM_CATEGORY_ENDPGM)) {
            flow->insns[i + 1].flags |= GCNMEM_INSN_BLOCK;
        }
    }
    uint32_t last = flow->end - 1;
    for (uint32_t i = flow->end; i-- > flow->first;) {
        flow->position[i] = 0;
        flow->header[i] = GCNMEM_NONE;
        flow->last[i] = last;
        last = flow->insns[i].flags & GCNMEM_INSN_BLOCK ? i - 1 : last;
    }
    for (uint32_t i = flow->first; i < flow->end; ++i) {
        if ((flow->insns[i].flags & (GCNMEM_INSN_BLOCK | GCNMEMI_FLOW_SEEN)) == GCNMEM_INSN_BLOCK) {
            gcnmemi_flow_walk(flow, i);
        }
    }
    uint32_t count = gcnmemi_flow_nest(flow, loops, limit);
    if (count <= limit) {
        gcnmemi_flow_classify(flow, loops);
    }
    return count;
}

/* ---------------------------------------------------------------------------------------------------------------------
   >>listing    reads disassembly text in one pass into the tables of a gcnmem_listing
   Knows: bits, text, results, ops, flow

   Every producer writes its own dialect; a line is told apart by how it begins, never by asking which tool wrote the
   file.
   ------------------------------------------------------------------------------------------------------------------ */

enum {
    GCNMEMI_LISTING_STAGES_MAX = 4096,
    GCNMEMI_LISTING_OPCODES_MAX = 2048,
    GCNMEMI_LISTING_OPCODE_SLOTS = 4096, /* hash slots of the opcode table: a power of two above OPCODES_MAX */
    GCNMEMI_LISTING_LOOPS_MAX = 0xfffe,
    GCNMEMI_LISTING_OPERANDS_MAX = 8,
    GCNMEMI_LISTING_REGIONS = 16 /* divergent parts inside each other */
};

/* What the lines being read are. */
typedef enum gcnmemi_listing_section {
    GCNMEMI_LISTING_CODE = 0,
    GCNMEMI_LISTING_DATA,     /* data, debug or symbol sections: directives and comments only */
    GCNMEMI_LISTING_METADATA, /* YAML */
    GCNMEMI_LISTING_IR        /* a compiler's intermediate form, before the Assembly section */
} gcnmemi_listing_section;

/* Annotations. */
enum {
    GCNMEMI_LISTING_NOTE_MEM = 0, /* addresses of a memory instruction */
    GCNMEMI_LISTING_NOTE_TRIP,    /* trips of a loop */
    GCNMEMI_LISTING_NOTE_LANES,   /* lanes that are active from here on */
    GCNMEMI_LISTING_NOTES
};

/* .amdhsa_*: SGPRs without VCC and the like, and which of those are reserved. */
enum {
    GCNMEMI_LISTING_NEXT_FREE_SGPR = 0,
    GCNMEMI_LISTING_RESERVE_VCC,
    GCNMEMI_LISTING_RESERVE_FLAT_SCRATCH,
    GCNMEMI_LISTING_RESERVE_XNACK,
    GCNMEMI_LISTING_AMDHSA
};

/* A divergent part: of a branch, up to its label; else up to where EXEC is restored. */
typedef struct gcnmemi_listing_region {
    gcnmemi_text end; /* the label, or empty */
    uint8_t lanes;
} gcnmemi_listing_region;

/* The tables behind gcnmem_listing in the caller's memory: name, type, elements. A line holds at most one instruction,
   one definition of a label and one mention. */
#define GCNMEMI_LISTING_TABLES(TABLE)                                                                                  \
    TABLE(stages, gcnmem_stage, reader->stage_limit)                                                                   \
    TABLE(opcodes, gcnmem_opcode, reader->opcode_limit)                                                                \
    TABLE(is_rdna, uint8_t, reader->opcode_limit)               /* of each opcode */                                   \
    TABLE(opcode_slots, uint16_t, GCNMEMI_LISTING_OPCODE_SLOTS) /* 1 + index; 0 is free */                             \
    TABLE(insns, gcnmem_insn, reader->line_count)                                                                      \
    TABLE(labels, gcnmem_label, 2 * reader->line_count)                                                                \
    TABLE(label_slots, uint32_t, reader->label_slot_count) /* 1 + index; 0 is free */                                  \
    TABLE(loops, gcnmem_loop, reader->line_count)                                                                      \
    TABLE(scratch, uint32_t, 4 * reader->line_count)
#define GCNMEMI_LISTING_DECLARE(name, type, count) type* name;

typedef struct gcnmemi_listing_reader {
    const char* text;
    uint32_t text_bytes;
    gcnmem_listing* program;
    GCNMEMI_LISTING_TABLES(GCNMEMI_LISTING_DECLARE)
    uint64_t line_count;
    uint64_t label_slot_count; /* a power of two above the number of labels */
    uint32_t opcode_limit;
    uint32_t stage_limit;

    uint32_t line;              /* 0: the text as a whole */
    uint32_t section;           /* gcnmemi_listing_section */
    uint32_t in_comment;        /* inside a comment of several lines */
    uint32_t csv_opcode_column; /* of comma-separated rows; 0: lines are no rows */
    uint32_t has_ir;
    uint32_t has_assembly;

    uint32_t declared_count; /* stages in the table; the first program->stage_count of them have code */
    uint32_t current;        /* stage that receives code, or GCNMEM_NONE */
    uint32_t context;        /* stage that resources belong to, or GCNMEM_NONE */
    uint32_t default_gfx_version;
    uint32_t gfx_version;
    uint32_t target_line;
    gcnmemi_text target;   /* the text that named gfx_version */
    gcnmemi_text function; /* name in the last .type NAME,@function */
    gcnmemi_text ir_name;  /* name in the last "ACO shader stage:" */

    const char* line_end;
    gcnmemi_text symbol;                      /* name in this line's "; @NAME" */
    gcnmemi_text note[GCNMEMI_LISTING_NOTES]; /* text after each @word on this line; empty when there is none */
    uint32_t line_label;                      /* this line defines a label */
    uint32_t line_insn;                       /* first instruction of this line, if it has one */
    uint32_t has_address;                     /* this line states an address */
    uint32_t code_bytes;                      /* ... and so many bytes of code */
    uint32_t address;
    gcnmemi_listing_region region[1 + GCNMEMI_LISTING_REGIONS]; /* the first: all code, with all lanes */
    uint32_t region_count;                                      /* divergent ones */

    uint32_t amdhsa[GCNMEMI_LISTING_AMDHSA];
    gcnmem_stage yaml;  /* what is stated of a kernel whose name comes further below */
    uint32_t yaml_list; /* reading .reqd_workgroup_size: 1 + its items so far */

    const gcnmem_place* places; /* the caller's */
    uint32_t place_count;
    gcnmem_result result;
    gcnmem_issue issue;
} gcnmemi_listing_reader;

/* What words mean; the last row has none. */
typedef struct gcnmemi_listing_row {
    const char* words; /* in lower case, parted by commas */
    uint32_t value;
} gcnmemi_listing_row;

/* The value of the row that the text is a word of, 0 when there is none. */
GCNMEMI_PRIVATE uint32_t gcnmemi_listing_find_row(const gcnmemi_listing_row* row, gcnmemi_text text) {
    while (row->value != 0 && !gcnmemi_text_among(text, row->words)) {
        ++row;
    }
    return row->value;
}

/* The same of rows with one word each, which are told apart sooner. */
GCNMEMI_PRIVATE uint32_t gcnmemi_listing_find_word(const gcnmemi_listing_row* row, gcnmemi_text text) {
    while (row->value != 0 && !gcnmemi_text_is(text, row->words)) {
        ++row;
    }
    return row->value;
}

/* The first failure stands. */
GCNMEMI_PRIVATE void gcnmemi_listing_fail(gcnmemi_listing_reader* reader, gcnmem_result result, const char* rule,
                                          uint64_t value, uint64_t limit) {
    if (reader->result == GCNMEM_OK) {
        reader->result = gcnmemi_results_fail(result, &reader->issue, "listing", rule, value, limit);
        reader->issue.line = reader->line;
    }
}

GCNMEMI_PRIVATE uint32_t gcnmemi_listing_offset(const gcnmemi_listing_reader* reader, gcnmemi_text span) {
    return (uint32_t)(span.at - reader->text);
}

GCNMEMI_PRIVATE gcnmemi_text gcnmemi_listing_text(const char* text, uint32_t offset, uint32_t bytes) {
    return gcnmemi_text_span(text + offset, text + offset + bytes);
}

GCNMEMI_PRIVATE gcnmemi_text gcnmemi_listing_label_name(const gcnmemi_listing_reader* reader, uint32_t label) {
    return gcnmemi_listing_text(reader->text, reader->labels[label].name_offset, reader->labels[label].name_bytes);
}

/* ---- stages: declared by a header, entered by their first label or instruction ----------------------------------- */

/* The newest stage of this name at or above `from`, or GCNMEM_NONE. */
GCNMEMI_PRIVATE uint32_t gcnmemi_listing_find_stage(const gcnmemi_listing_reader* reader, gcnmemi_text name,
                                                    uint32_t from) {
    for (uint32_t i = reader->declared_count; i > from; --i) {
        const gcnmem_stage* stage = &reader->stages[i - 1];
        if (gcnmemi_text_same(gcnmemi_listing_text(reader->text, stage->name_offset, stage->name_bytes), name)) {
            return i - 1;
        }
    }
    return GCNMEM_NONE;
}

/* Adds a stage that has no code yet. Returns its number, or GCNMEM_NONE when the table is full. */
GCNMEMI_PRIVATE uint32_t gcnmemi_listing_add_stage(gcnmemi_listing_reader* reader, gcnmemi_text name) {
    if (reader->declared_count == reader->stage_limit) {
        gcnmemi_listing_fail(reader, GCNMEM_ERROR_LIMIT,
                             "holds {value} kernels or stages here: at most {limit} are read",
                             reader->declared_count + 1u, reader->stage_limit);
        return GCNMEM_NONE;
    }
    gcnmem_stage* stage = &reader->stages[reader->declared_count];
    gcnmemi_bits_zero(stage, sizeof(*stage));
    stage->name_offset = gcnmemi_listing_offset(reader, name);
    stage->name_bytes = (uint32_t)gcnmemi_text_bytes(name);
    stage->line = reader->line;
    return reader->declared_count++;
}

/* A header names the stage that comes next. */
GCNMEMI_PRIVATE void gcnmemi_listing_declare(gcnmemi_listing_reader* reader, gcnmemi_text name) {
    reader->context = gcnmemi_listing_add_stage(reader, gcnmemi_text_trim(name));
    reader->current = GCNMEM_NONE;
    reader->section = GCNMEMI_LISTING_CODE;
}

/* Code of a declared stage begins: the stage moves behind the last one that has code. */
GCNMEMI_PRIVATE void gcnmemi_listing_enter(gcnmemi_listing_reader* reader, uint32_t stage) {
    uint32_t place = reader->program->stage_count;
    if (stage == GCNMEM_NONE) {
        return;
    }
    gcnmem_stage moved = reader->stages[stage];
    reader->stages[stage] = reader->stages[place];
    reader->stages[place] = moved;
    reader->stages[place].first_insn = reader->program->insn_count;
    reader->stages[place].first_label = reader->program->label_count;
    reader->stages[place].gfx_version = reader->gfx_version;
    reader->region_count = 0;
    ++reader->program->stage_count;
    reader->current = place;
    reader->context = place;
}

/* The label of a function, or the symbol of a disassembler, begins a stage. */
GCNMEMI_PRIVATE void gcnmemi_listing_begin_function(gcnmemi_listing_reader* reader, gcnmemi_text name) {
    uint32_t stage = gcnmemi_listing_find_stage(reader, name, reader->program->stage_count);
    gcnmemi_listing_enter(reader, stage != GCNMEM_NONE ? stage : gcnmemi_listing_add_stage(reader, name));
}

/* Makes sure there is a stage for code, without a name if no header gave one. */
GCNMEMI_PRIVATE int gcnmemi_listing_need_stage(gcnmemi_listing_reader* reader) {
    if (reader->current == GCNMEM_NONE) {
        uint32_t stage = reader->context;
        if (stage == GCNMEM_NONE || stage < reader->program->stage_count) {
            stage = gcnmemi_listing_add_stage(reader, gcnmemi_text_span(reader->text, reader->text));
        }
        gcnmemi_listing_enter(reader, stage);
    }
    return reader->current != GCNMEM_NONE;
}

/* Chip names that CLRX and sp3 write [oss]; only the family matters here. */
static const gcnmemi_listing_row gcnmemi_listing_chips[] = {
    {"si,tahiti,pitcairn,capeverde,capeverdepro,verde,oland,hainan", 0x600},
    {"ci,bonaire,hawaii,kaveri,kabini,mullins,spectre,spooky,kalindi,godavari", 0x700},
    {"vi,tonga,iceland,carrizo,fiji,stoney,polaris10,polaris11,polaris12,ellesmere,baffin,lexa,vegam", 0x800},
    {"ai,gfx9,vega10,vega11,vega12,vega20,raven,raven2,renoir,arcturus,aldebaran,greenland", 0x900},
    {"", 0}};

/* A target such as "amdgcn-amd-amdhsa--gfx90a:xnack+" or "Iceland"; the text is cut to what tells it. */
GCNMEMI_PRIVATE void gcnmemi_listing_set_target(gcnmemi_listing_reader* reader, gcnmemi_text text) {
    uint64_t version = 0;
    gcnmemi_text target = gcnmemi_text_trim(text);
    if (gcnmemi_text_take_char(&target, '"')) {
        target = gcnmemi_text_take_until(&target, '"');
    }
    gcnmemi_text digits = target;
    const char* gfx = gcnmemi_text_take_past(&digits, "gfx").end;
    if (gcnmemi_text_take_digits(&digits, 16, &version) >= 3) {
        target = gcnmemi_text_span(gfx, digits.at);
        version = version <= 0xffff ? version : 0;
    } else {
        target = gcnmemi_text_take(&target, GCNMEMI_TEXT_NAME);
        version = gcnmemi_listing_find_row(gcnmemi_listing_chips, target);
    }
    if (version == 0) {
        return;
    }
    reader->gfx_version = (uint32_t)version;
    reader->target = target;
    reader->target_line = reader->line;
    for (uint32_t i = reader->program->stage_count; i < reader->declared_count; ++i) {
        reader->stages[i].gfx_version = reader->gfx_version;
    }
    if (reader->current != GCNMEM_NONE && reader->stages[reader->current].gfx_version == 0) {
        reader->stages[reader->current].gfx_version = reader->gfx_version;
    }
}

/* The version instructions are decoded with. */
GCNMEMI_PRIVATE uint32_t gcnmemi_listing_gfx_version(const gcnmemi_listing_reader* reader) {
    return reader->gfx_version != 0 ? reader->gfx_version : reader->default_gfx_version;
}

/* ---- resources: "; NumVgprs: 6", "# VGPRs: 36", "vgpr_count(24)", ".amdhsa_next_free_vgpr 6", ... ---------------- */

/* The keys of every dialect; .amdhsa_next_free_sgpr is left out on purpose: it lacks VCC and the like. */
static const gcnmemi_listing_row gcnmemi_listing_resources[] = {
    {"numvgprs,totalnumvgprs,vgprs,vgpr_count,vgprsnum,amdhsa_next_free_vgpr,workitem_vgpr_count,maximum # vgpr used",
     GCNMEM_STATED_VGPRS},
    {"numsgprs,totalnumsgprs,sgprs,sgpr_count,sgprsnum,wavefront_sgpr_count", GCNMEM_STATED_SGPRS},
    {"ldsbytesize,lds size,ldssize,lds_size,localsize,amdhsa_group_segment_fixed_size,"
     "workgroup_group_segment_byte_size,group_segment_fixed_size",
     GCNMEM_STATED_LDS},
    {"scratchsize,scratch size,scratchbuffer,amdhsa_private_segment_fixed_size,workitem_private_segment_byte_size,"
     "private_segment_fixed_size",
     GCNMEM_STATED_SCRATCH},
    {"wave_size,subgroup,wavefront_size", GCNMEM_STATED_WAVE},
    {"cws,reqd_work_group_size", GCNMEM_STATED_GROUP},
    {"max_flat_workgroup_size", GCNMEM_STATED_GROUP_MAX},
    {"", 0}};

GCNMEMI_PRIVATE void gcnmemi_listing_state(gcnmem_stage* stage, uint32_t stated, uint64_t value) {
    uint32_t amount = value <= 0xffffffffu ? (uint32_t)value : 0xffffffffu;
    stage->stated |= stated;
    stage->vgprs = stated == GCNMEM_STATED_VGPRS ? amount : stage->vgprs;
    stage->sgprs = stated == GCNMEM_STATED_SGPRS ? amount : stage->sgprs;
    stage->lds_bytes = stated == GCNMEM_STATED_LDS ? amount : stage->lds_bytes;
    stage->scratch_bytes = stated == GCNMEM_STATED_SCRATCH ? amount : stage->scratch_bytes;
    stage->wave_lanes = stated == GCNMEM_STATED_WAVE ? amount : stage->wave_lanes;
    stage->group_lanes = stated == GCNMEM_STATED_GROUP ? amount : stage->group_lanes;
    stage->group_lanes_max = stated == GCNMEM_STATED_GROUP_MAX ? amount : stage->group_lanes_max;
}

/* "key value" in any dress; the value is a number, the product of "64, 1, 1", or what the runtime made of it. Returns
   what the key states, 0 when it is none that counts. */
GCNMEMI_PRIVATE uint32_t gcnmemi_listing_read_key(gcnmemi_text key, gcnmemi_text value, uint64_t* out_amount) {
    uint32_t stated = gcnmemi_listing_find_row(gcnmemi_listing_resources, gcnmemi_text_trim(key));
    gcnmemi_text rest = gcnmemi_text_trim(value);
    if (stated == 0 || !gcnmemi_text_take_number(&rest, out_amount)) {
        return 0;
    }
    if (gcnmemi_text_take_past(&value, "modified by runtime to be ").end < value.end) {
        return gcnmemi_text_take_number(&value, out_amount) ? stated : 0u;
    }
    while (stated == GCNMEM_STATED_GROUP) {
        uint64_t factor;
        gcnmemi_text_skip_blanks(&rest);
        gcnmemi_text_take_char(&rest, ',');
        gcnmemi_text_skip_blanks(&rest);
        if (!gcnmemi_text_take_number(&rest, &factor)) {
            break;
        }
        *out_amount = *out_amount <= 0xffffffffu && factor <= 0xffffffffu ? *out_amount * factor : 0xffffffffu;
    }
    return stated;
}

/* The same, for the stage that the line belongs to. Returns whether the key is one that counts. */
GCNMEMI_PRIVATE int gcnmemi_listing_read_resource(gcnmemi_listing_reader* reader, gcnmemi_text key,
                                                  gcnmemi_text value) {
    uint64_t amount = 0;
    uint32_t stated = gcnmemi_listing_read_key(key, value, &amount);
    if (stated == 0) {
        return 0;
    }
    if (reader->context == GCNMEM_NONE) {
        reader->context = gcnmemi_listing_add_stage(reader, gcnmemi_text_span(reader->text, reader->text));
    }
    if (reader->context != GCNMEM_NONE) {
        gcnmemi_listing_state(&reader->stages[reader->context], stated, amount);
    }
    return 1;
}

/* A comment line: "key: value" or "key = value". */
GCNMEMI_PRIVATE void gcnmemi_listing_read_pair(gcnmemi_listing_reader* reader, gcnmemi_text text) {
    gcnmemi_text key = gcnmemi_text_span(text.at, text.at);
    while (key.end < text.end && *key.end != ':' && *key.end != '=') {
        ++key.end;
    }
    if (key.end < text.end) {
        gcnmemi_listing_read_resource(reader, key, gcnmemi_text_span(key.end + 1, text.end));
    }
}

/* ---- opcodes: the table holds each mnemonic of the listing once, so the vocabulary is searched once for each ----- */

/* How mnemonics begin that only RDNA, GFX10 and later, has [oss]. */
static const char* const gcnmemi_listing_rdna[] = {
    "s_waitcnt_",   "s_wait_",       "s_delay_alu",   "s_code_end",         "s_clause",          "s_inst_prefetch",
    "s_set_inst",   "s_round_mode",  "s_denorm_mode", "s_and_saveexec_b32", "s_or_saveexec_b32", "v_dual_",
    "v_add_nc_",    "v_sub_nc_",     "v_subrev_nc_",  "v_add_co_ci_",       "v_sub_co_ci_",      "v_subrev_co_ci_",
    "v_permlane16", "v_permlanex16", "ds_load_",      "ds_store_",          "buffer_gl0_inv",    "buffer_gl1_inv"};

/* The slot of a mnemonic without its ending, or the free one that it would take. */
GCNMEMI_PRIVATE uint16_t* gcnmemi_listing_opcode_slot(gcnmemi_listing_reader* reader, gcnmemi_text name) {
    uint32_t slot = (uint32_t)gcnmemi_text_hash(name) % GCNMEMI_LISTING_OPCODE_SLOTS;
    for (; reader->opcode_slots[slot] != 0; slot = (slot + 1) % GCNMEMI_LISTING_OPCODE_SLOTS) {
        const gcnmem_opcode* known = &reader->opcodes[reader->opcode_slots[slot] - 1];
        if (gcnmemi_text_alike(gcnmemi_listing_text(reader->text, known->name_offset, known->name_bytes), name)) {
            break;
        }
    }
    return &reader->opcode_slots[slot];
}

/* Whether the word is a GCN mnemonic, guessed ones included. */
GCNMEMI_PRIVATE int gcnmemi_listing_is_mnemonic(gcnmemi_listing_reader* reader, gcnmemi_text word) {
    uint16_t slot = *gcnmemi_listing_opcode_slot(reader, gcnmemi_ops_strip(word));
    return slot != 0 ? reader->opcodes[slot - 1].op.category != GCNMEM_CATEGORY_UNKNOWN
                     : gcnmemi_ops_lookup(word) != NULL;
}

/* Number of the mnemonic in the opcode table; decodes it when it is new. GCNMEM_NONE when the table is full. */
GCNMEMI_PRIVATE uint32_t gcnmemi_listing_intern(gcnmemi_listing_reader* reader, gcnmemi_text mnemonic) {
    gcnmemi_text name = gcnmemi_ops_strip(mnemonic);
    uint32_t count = reader->program->opcode_count;
    uint16_t* slot = gcnmemi_listing_opcode_slot(reader, name);
    if (*slot != 0) {
        return *slot - 1u;
    }
    if (count == reader->opcode_limit || gcnmemi_text_bytes(name) > 0xffffu) {
        gcnmemi_listing_fail(reader, GCNMEM_ERROR_LIMIT,
                             "holds {value} different opcodes here: at most {limit} are read", count + 1u,
                             reader->opcode_limit);
        return GCNMEM_NONE;
    }
    gcnmem_opcode* opcode = &reader->opcodes[count];
    gcnmemi_ops_decode(name, &opcode->op);
    opcode->name_offset = gcnmemi_listing_offset(reader, name);
    opcode->name_bytes = (uint32_t)gcnmemi_text_bytes(name);
    opcode->count = 0;
    /* RDNA's loads and stores are of b32, u8, i16, ... */
    const char* load = gcnmemi_text_find(name, "_load_");
    const char* store = gcnmemi_text_find(name, "_store_");
    gcnmemi_text type = gcnmemi_text_span(load != NULL ? load + 6 : store != NULL ? store + 7 : name.end, name.end);
    reader->is_rdna[count] = gcnmemi_text_class(gcnmemi_text_peek(type, 1), GCNMEMI_TEXT_DIGIT) &&
                             gcnmemi_text_among(gcnmemi_text_span(type.at, type.at + 1), "b,u,i");
    for (size_t i = 0; i < sizeof(gcnmemi_listing_rdna) / sizeof(gcnmemi_listing_rdna[0]); ++i) {
        reader->is_rdna[count] |= gcnmemi_text_begins(name, gcnmemi_listing_rdna[i]) > 0;
    }
    *slot = (uint16_t)(count + 1);
    ++reader->program->opcode_count;
    return count;
}

/* ---- operands ---------------------------------------------------------------------------------------------------- */

/* Registers as written, each with the place of its operand. */
typedef struct gcnmemi_listing_operands {
    gcnmem_regs regs[GCNMEMI_LISTING_OPERANDS_MAX];
    uint8_t places[GCNMEMI_LISTING_OPERANDS_MAX];
    uint32_t count;
    uint32_t place; /* commas so far */
    uint32_t dmask; /* when GCNMEM_INSN_DMASK says that it was stated */
} gcnmemi_listing_operands;

#define GCNMEMI_LISTING_REGS(first, count) ((count) << 10 | (first))

static const gcnmemi_listing_row gcnmemi_listing_specials[] = {
    {"vcc", GCNMEMI_LISTING_REGS(GCNMEM_REG_VCC, 2)},
    {"vcc_lo", GCNMEMI_LISTING_REGS(GCNMEM_REG_VCC, 1)},
    {"vcc_hi", GCNMEMI_LISTING_REGS(GCNMEM_REG_VCC + 1, 1)},
    {"exec", GCNMEMI_LISTING_REGS(GCNMEM_REG_EXEC, 2)},
    {"exec_lo", GCNMEMI_LISTING_REGS(GCNMEM_REG_EXEC, 1)},
    {"exec_hi", GCNMEMI_LISTING_REGS(GCNMEM_REG_EXEC + 1, 1)},
    {"m0", GCNMEMI_LISTING_REGS(GCNMEM_REG_M0, 1)},
    {"scc", GCNMEMI_LISTING_REGS(GCNMEM_REG_SCC, 1)},
    {"flat_scratch", GCNMEMI_LISTING_REGS(102, 2)},
    {"flat_scratch_lo", GCNMEMI_LISTING_REGS(102, 1)},
    {"flat_scratch_hi", GCNMEMI_LISTING_REGS(103, 1)},
    {"xnack_mask", GCNMEMI_LISTING_REGS(104, 2)},
    {"xnack_mask_lo", GCNMEMI_LISTING_REGS(104, 1)},
    {"xnack_mask_hi", GCNMEMI_LISTING_REGS(105, 1)},
    {"vccz", GCNMEMI_LISTING_REGS(251, 1)},
    {"execz", GCNMEMI_LISTING_REGS(252, 1)},
    {"", 0}};

static const gcnmemi_listing_row gcnmemi_listing_flags[] = {
    {"glc", GCNMEM_INSN_GLC},     {"slc", GCNMEM_INSN_SLC},       {"lds", GCNMEM_INSN_LDS},
    {"gds", GCNMEM_INSN_GDS},     {"tfe", GCNMEM_INSN_TFE},       {"offen", GCNMEM_INSN_OFFEN},
    {"idxen", GCNMEM_INSN_IDXEN}, {"addr64", GCNMEM_INSN_ADDR64}, {"", 0}};

/* Bits of gcnmem_insn.offset that modifiers set. */
static const gcnmemi_listing_row gcnmemi_listing_offsets[] = {
    {"offset", 0xffff}, {"offset0", 0x00ff}, {"offset1", 0xff00}, {"", 0}};

/* The registers a name stands for, its "[4:7]", "[4,7]", "[4-7]" or "[4]" included; 0 when it is something else. */
GCNMEMI_PRIVATE gcnmem_regs gcnmemi_listing_read_regs(gcnmemi_text* text, gcnmemi_text name) {
    static const gcnmemi_listing_row files[] = {
        {"v", GCNMEM_REG_V0}, {"acc", GCNMEM_REG_A0}, {"a", GCNMEM_REG_A0}, {"ttmp", GCNMEM_REG_TTMP}, {"s", 0}};
    gcnmemi_text number = name;
    uint64_t first = 0;
    int is_number = 1;
    uint32_t file = 0;
    while (file < 5 && !gcnmemi_text_take_word(&number, files[file].words)) {
        ++file;
    }
    uint64_t last = 0;
    if (file < 5 && number.at == number.end && gcnmemi_text_take_char(text, '[')) {
        gcnmemi_text range = gcnmemi_text_trim(gcnmemi_text_take_until(text, ']'));
        is_number = gcnmemi_text_take_number(&range, &first) != 0;
        last = first;
        gcnmemi_text_skip_blanks(&range);
        if (is_number && range.at < range.end) {
            ++range.at;
            gcnmemi_text_skip_blanks(&range);
            is_number = gcnmemi_text_take_number(&range, &last) != 0;
        }
    } else if (file < 5 && gcnmemi_text_take_digits(&number, 10, &first) && number.at == number.end) {
        last = first;
    } else {
        return (gcnmem_regs)gcnmemi_listing_find_word(gcnmemi_listing_specials, name);
    }
    return is_number && last <= 255 && last >= first && last - first < 63
               ? (gcnmem_regs)GCNMEMI_LISTING_REGS(files[file].value + (uint32_t)first, (uint32_t)(last - first + 1))
               : (gcnmem_regs)0;
}

/* A name among the operands: registers, a function such as abs(v1) or hwreg(HW_REG_MODE, 0, 4), or a modifier: "glc",
   "offset:16", "dmask:0x3", "quad_perm:[1,0,3,2]". */
GCNMEMI_PRIVATE void gcnmemi_listing_read_name(gcnmem_insn* insn, gcnmemi_listing_operands* operands,
                                               gcnmemi_text* text) {
    gcnmemi_text name = gcnmemi_text_take(text, GCNMEMI_TEXT_NAME);
    if (gcnmemi_text_take_char(text, ':')) {
        gcnmemi_text_skip_blanks(text);
        if (gcnmemi_text_take_char(text, '[')) {
            gcnmemi_text_take_until(text, ']');
            return;
        }
        uint64_t value = 0;
        int is_negative = gcnmemi_text_take_char(text, '-');
        if (!gcnmemi_text_take_number(text, &value)) {
            gcnmemi_text_take(text, GCNMEMI_TEXT_NAME);
            return;
        }
        value = is_negative ? 0 - value : value;
        uint32_t bits = gcnmemi_listing_find_word(gcnmemi_listing_offsets, name);
        uint32_t placed = (uint32_t)(bits == 0xff00 ? value << 8 : value);
        insn->offset = (uint16_t)((insn->offset & ~bits) | (placed & bits));
        if (gcnmemi_text_is(name, "dmask")) {
            insn->flags |= GCNMEM_INSN_DMASK;
            operands->dmask = (uint32_t)value & 0xfu;
        }
        return;
    }
    gcnmem_regs regs = gcnmemi_listing_read_regs(text, name);
    if (regs != 0) {
        if (operands->count < GCNMEMI_LISTING_OPERANDS_MAX) {
            operands->regs[operands->count] = regs;
            operands->places[operands->count] = (uint8_t)(operands->place < 255 ? operands->place : 255);
            ++operands->count;
        }
    } else if (gcnmemi_text_peek(*text, 0) != '(') {
        insn->flags |= gcnmemi_listing_find_word(gcnmemi_listing_flags, name);
    } else if (!gcnmemi_text_among(name, "abs,neg,sext")) {
        gcnmemi_text_take_until(text, ')');
    }
}

GCNMEMI_PRIVATE void gcnmemi_listing_add_regs(gcnmem_regs* list, uint32_t room, gcnmem_regs regs) {
    for (uint32_t i = 0; i < room; ++i) {
        if (list[i] == 0) {
            list[i] = regs;
            return;
        }
    }
}

/* Tells destinations from sources, adds the registers that the opcode uses without writing them down, and sets what
   depends on more than the mnemonic: the width of an image, and counters. */
GCNMEMI_PRIVATE void gcnmemi_listing_assign(gcnmem_insn* insn, const gcnmem_op* op,
                                            const gcnmemi_listing_operands* operands, uint32_t gfx_version) {
    int is_atomic = op->action == GCNMEM_ACTION_ATOMIC;
    int is_glc_atomic = is_atomic && (insn->flags & GCNMEM_INSN_GLC) != 0;
    int returns_old = is_glc_atomic && op->unit != GCNMEM_UNIT_LDS;
    int writes_first = (op->writes_first || returns_old) && (insn->flags & GCNMEM_INSN_LDS) == 0;
    int reads_first = op->reads_first || (returns_old && op->unit != GCNMEM_UNIT_FLAT);
    int has_carry = op->has_carry && operands->place >= 3;
    for (uint32_t i = 0; i < operands->count; ++i) {
        int is_first = writes_first && operands->places[i] == 0;
        int is_carry = has_carry && operands->places[i] == 1;
        if (is_first || is_carry) {
            gcnmemi_listing_add_regs(insn->writes, 2, operands->regs[i]);
        }
        if (is_first ? reads_first : !is_carry) {
            gcnmemi_listing_add_regs(insn->reads, 5, operands->regs[i]);
        }
    }
    if (op->writes_exec) {
        gcnmemi_listing_add_regs(insn->writes, 2, GCNMEMI_LISTING_REGS(GCNMEM_REG_EXEC, 2));
    }
    uint32_t branch = insn->branch;
    uint32_t condition =
        branch == GCNMEM_BRANCH_SCC0 || branch == GCNMEM_BRANCH_SCC1      ? GCNMEMI_LISTING_REGS(GCNMEM_REG_SCC, 1)
        : branch == GCNMEM_BRANCH_VCCZ || branch == GCNMEM_BRANCH_VCCNZ   ? GCNMEMI_LISTING_REGS(GCNMEM_REG_VCC, 2)
        : branch == GCNMEM_BRANCH_EXECZ || branch == GCNMEM_BRANCH_EXECNZ ? GCNMEMI_LISTING_REGS(GCNMEM_REG_EXEC, 2)
                                                                          : 0u;
    gcnmemi_listing_add_regs(insn->reads, 5, (gcnmem_regs)condition);
    if (op->unit == GCNMEM_UNIT_IMAGE && !is_atomic) {
        /* its channels come from dmask; where the listing dropped it, from the data registers */
        uint32_t channels = operands->count > 0 ? GCNMEM_REGS_COUNT(operands->regs[0]) << op->is_d16 : 1u;
        channels = insn->flags & GCNMEM_INSN_DMASK ? gcnmemi_bits_count(operands->dmask) : channels;
        channels = op->is_gather || channels > 4 ? 4u : channels;
        insn->channels = (uint8_t)channels;
        insn->bytes = (uint8_t)(op->is_d16 ? channels * 2u : channels * 4u);
    }
    if (insn->category == GCNMEM_CATEGORY_LDS && (insn->flags & GCNMEM_INSN_GDS) != 0) {
        insn->category = GCNMEM_CATEGORY_GDS;
        insn->adds_exp = 1;
    }
    /* The first generation counts the read of store data as an export [oss]. */
    if (insn->category == GCNMEM_CATEGORY_VMEM && gfx_version >> 8 == 6 &&
        (op->action == GCNMEM_ACTION_STORE || is_glc_atomic)) {
        insn->adds_exp = 1;
    }
}

/* Waits until at most `count` of a counter, 0 vm, 1 lgkm, 2 exp, are outstanding. The highest count that a field can
   hold waits for nothing. vmcnt has six bits from GFX9 on [oss]; of an unknown generation, 15 is taken for all of four.
   */
GCNMEMI_PRIVATE void gcnmemi_listing_wait(gcnmem_insn* insn, uint32_t counter, uint64_t count, uint32_t gfx_version) {
    uint8_t* const fields[3] = {&insn->wait_vm, &insn->wait_lgkm, &insn->wait_exp};
    const uint32_t highest[3] = {gfx_version != 0 && gfx_version < 0x900 ? 15u : 63u, 15, 7};
    int is_free = count >= highest[counter] || (counter == 0 && gfx_version == 0 && count == 15);
    *fields[counter] = is_free ? (uint8_t)GCNMEM_NO_WAIT : (uint8_t)count;
}

/* "vmcnt(3) & lgkmcnt(0)", whatever stands between them, or the raw immediate. Returns 0 when it is neither. */
GCNMEMI_PRIVATE int gcnmemi_listing_read_waits(gcnmem_insn* insn, gcnmemi_text text, uint32_t gfx_version) {
    static const char* const words[3] = {"vmcnt", "lgkmcnt", "expcnt"};
    uint64_t count = 0;
    int is_read = 0;
    gcnmemi_text_skip_blanks(&text);
    if (gcnmemi_text_take_number(&text, &count)) {
        uint64_t high = gfx_version == 0 || gfx_version >= 0x900 ? count >> 10 & 0x30u : 0u;
        gcnmemi_listing_wait(insn, 0, (count & 0xfu) | high, gfx_version);
        gcnmemi_listing_wait(insn, 1, count >> 8 & 0xfu, gfx_version);
        gcnmemi_listing_wait(insn, 2, count >> 4 & 0x7u, gfx_version);
        return 1;
    }
    while (text.at < text.end) {
        if (!gcnmemi_text_class(*text.at, GCNMEMI_TEXT_LETTER)) {
            ++text.at;
            continue;
        }
        gcnmemi_text name = gcnmemi_text_take(&text, GCNMEMI_TEXT_NAME);
        uint32_t counter = 0;
        while (counter < 3 && !gcnmemi_text_begins(name, words[counter])) {
            ++counter;
        }
        gcnmemi_text_skip_blanks(&text);
        if (counter == 3 || !gcnmemi_text_take_char(&text, '(')) {
            return 0;
        }
        gcnmemi_text operand = gcnmemi_text_trim(gcnmemi_text_take_until(&text, ')'));
        is_read = gcnmemi_text_take_number(&operand, &count) != 0;
        gcnmemi_listing_wait(insn, counter, count, gfx_version);
        if (!is_read) {
            return 0;
        }
    }
    return is_read;
}

/* ---- labels ------------------------------------------------------------------------------------------------------ */

/* The label of this name in the current stage, added when it is new; GCNMEM_NONE when the name is too long. */
GCNMEMI_PRIVATE uint32_t gcnmemi_listing_label(gcnmemi_listing_reader* reader, gcnmemi_text name) {
    uint32_t count = reader->program->label_count;
    uint64_t mask = reader->label_slot_count - 1;
    uint64_t slot = gcnmemi_bits_mix(gcnmemi_text_hash(name) + reader->current) & mask;
    for (; reader->label_slots[slot] != 0; slot = (slot + 1) & mask) {
        uint32_t index = reader->label_slots[slot] - 1u;
        if (index >= reader->stages[reader->current].first_label &&
            gcnmemi_text_same(gcnmemi_listing_label_name(reader, index), name)) {
            return index;
        }
    }
    if (gcnmemi_text_bytes(name) > 0xffffu) {
        gcnmemi_listing_fail(reader, GCNMEM_ERROR_LIMIT, "has a label of {value} characters: at most {limit} are read",
                             gcnmemi_text_bytes(name), 0xffffu);
        return GCNMEM_NONE;
    }
    gcnmem_label* label = &reader->labels[count];
    gcnmemi_bits_zero(label, sizeof(*label));
    label->name_offset = gcnmemi_listing_offset(reader, name);
    label->name_bytes = (uint16_t)gcnmemi_text_bytes(name);
    label->insn = GCNMEM_NONE;
    label->line = reader->line;
    reader->label_slots[slot] = count + 1;
    ++reader->program->label_count;
    return count;
}

GCNMEMI_PRIVATE void gcnmemi_listing_count_unbound(gcnmemi_listing_reader* reader, int is_unbound, uint32_t line) {
    if (is_unbound) {
        reader->program->unbound_line = reader->program->unbound_count == 0 ? line : reader->program->unbound_line;
        ++reader->program->unbound_count;
    }
}

/* Takes the line's annotation of this kind when it is a number within 1..most, else returns 0. */
GCNMEMI_PRIVATE uint32_t gcnmemi_listing_take_count(gcnmemi_listing_reader* reader, uint32_t kind, uint32_t most) {
    gcnmemi_text text = reader->note[kind];
    uint64_t count = 0;
    if (!gcnmemi_text_take_number(&text, &count) || text.at < text.end || count > most) {
        return 0;
    }
    reader->note[kind].at = count != 0 ? text.end : reader->note[kind].at;
    return (uint32_t)count;
}

/* From here to the label `end`, or with none to where EXEC is restored, as many lanes are active as the line's @lanes
   says. */
GCNMEMI_PRIVATE void gcnmemi_listing_diverge(gcnmemi_listing_reader* reader, gcnmemi_text end) {
    if (reader->region_count < GCNMEMI_LISTING_REGIONS) {
        uint32_t lanes = gcnmemi_listing_take_count(reader, GCNMEMI_LISTING_NOTE_LANES, GCNMEM_LANES);
        reader->region_count += lanes != 0;
        if (lanes != 0) {
            reader->region[reader->region_count].end = end;
            reader->region[reader->region_count].lanes = (uint8_t)lanes;
        }
    }
}

/* A label stands before the instruction that comes next. */
GCNMEMI_PRIVATE void gcnmemi_listing_define(gcnmemi_listing_reader* reader, gcnmemi_text name) {
    uint32_t index = gcnmemi_listing_need_stage(reader) ? gcnmemi_listing_label(reader, name) : GCNMEM_NONE;
    if (index == GCNMEM_NONE) {
        return;
    }
    gcnmem_label* label = &reader->labels[index];
    if (label->insn != GCNMEM_NONE && label->insn != reader->program->insn_count) {
        gcnmemi_listing_fail(reader, GCNMEM_ERROR_SYNTAX,
                             "defines a label that line {value} of the same stage has defined", label->line, 0);
        return;
    }
    label->insn = reader->program->insn_count;
    label->line = reader->line;
    label->trips = gcnmemi_listing_take_count(reader, GCNMEMI_LISTING_NOTE_TRIP, 0xffffffffu);
    reader->line_label = 1;
    for (uint32_t i = 1; i <= reader->region_count; ++i) {
        if (gcnmemi_text_same(name, reader->region[i].end)) { /* the branch of this part goes here */
            reader->region_count = i - 1;                     /* inner ones end with it */
        }
    }
}

/* ---- instructions ------------------------------------------------------------------------------------------------ */

/* Decodes what stands behind the mnemonic. A branch's target is its last operand: a label or, in plain objdump, an
   offset in dwords. BB5 is a name, 65531 a number. */
GCNMEMI_PRIVATE void gcnmemi_listing_read_operands(gcnmemi_listing_reader* reader, gcnmem_insn* insn,
                                                   const gcnmem_opcode* opcode, gcnmemi_text text) {
    if (insn->category == GCNMEM_CATEGORY_WAITCNT) {
        if (!gcnmemi_listing_read_waits(insn, text, gcnmemi_listing_gfx_version(reader))) {
            insn->flags |= GCNMEM_INSN_BAD_WAIT;
            ++reader->program->bad_wait_count;
        }
        return;
    }
    if (insn->branch != GCNMEM_BRANCH_NONE && insn->branch != GCNMEM_BRANCH_INDIRECT) {
        gcnmemi_text target = text;
        for (gcnmemi_text rest = text; rest.at < rest.end;) {
            target = gcnmemi_text_trim(gcnmemi_text_take_until(&rest, ','));
        }
        uint64_t offset = 0;
        int is_negative = gcnmemi_text_take_char(&target, '-');
        int is_number = gcnmemi_text_take_number(&target, &offset) != 0;
        gcnmemi_text name = gcnmemi_text_take(&target, GCNMEMI_TEXT_NAME);
        if (is_number) {
            insn->flags |= GCNMEM_INSN_BY_ADDRESS;
            insn->target = (uint32_t)((is_negative ? 0 - offset : offset) & 0xffffu);
        } else if (name.at == name.end) {
            insn->flags |= GCNMEM_INSN_UNDEFINED;
        } else if (insn->branch < GCNMEM_BRANCH_OTHER || gcnmemi_listing_read_regs(&target, name) == 0) {
            insn->label = gcnmemi_listing_label(reader, name); /* else, as of s_swappc, the address is in registers */
        }
    }
    gcnmemi_listing_operands operands;
    gcnmemi_bits_zero(&operands, sizeof(operands));
    int is_jump = insn->branch != GCNMEM_BRANCH_NONE && insn->branch < GCNMEM_BRANCH_OTHER; /* no other operand */
    while (text.at < text.end && !is_jump) {
        if (gcnmemi_text_class(*text.at, GCNMEMI_TEXT_LETTER)) {
            gcnmemi_listing_read_name(insn, &operands, &text);
        } else if (gcnmemi_text_class(*text.at, GCNMEMI_TEXT_NAME)) {
            gcnmemi_text_take(&text, GCNMEMI_TEXT_NAME); /* a number */
        } else {
            operands.place += *text.at == ',';
            ++text.at;
        }
    }
    gcnmemi_listing_assign(insn, &opcode->op, &operands, gcnmemi_listing_gfx_version(reader));
}

/* Ties the line's annotations to its instruction. */
GCNMEMI_PRIVATE void gcnmemi_listing_bind_notes(gcnmemi_listing_reader* reader, gcnmem_insn* insn,
                                                const gcnmem_opcode* opcode) {
    gcnmemi_text* mem = &reader->note[GCNMEMI_LISTING_NOTE_MEM];
    gcnmemi_text none = gcnmemi_text_span(reader->text, reader->text);
    size_t bytes = gcnmemi_text_bytes(*mem);
    if (opcode->op.addresses != 0 && bytes != 0 && bytes <= 0xffffu) {
        insn->note_offset = gcnmemi_listing_offset(reader, *mem);
        insn->note_bytes = (uint16_t)bytes;
        insn->flags |= GCNMEM_INSN_NOTE;
        mem->at = mem->end;
    }
    if (insn->branch != GCNMEM_BRANCH_NONE && insn->note_offset == 0) {
        insn->note_offset = gcnmemi_listing_take_count(reader, GCNMEMI_LISTING_NOTE_TRIP, 0xffffffffu);
        insn->flags |= insn->note_offset > 0 ? GCNMEM_INSN_NOTE : 0u;
    }
    if (insn->label == GCNMEM_NONE) {
        if (insn->branch != GCNMEM_BRANCH_NONE || (opcode->op.addresses == 0 && !reader->line_label)) {
            gcnmemi_listing_diverge(reader, none);
        }
    } else if (reader->labels[insn->label].insn == GCNMEM_NONE) { /* further below */
        gcnmemi_listing_diverge(reader, gcnmemi_listing_label_name(reader, insn->label));
    }
}

/* A number among the operands that its encoding has no room for: a literal of four bytes behind it. */
GCNMEMI_PRIVATE int gcnmemi_listing_is_literal(gcnmemi_text operand) {
    static const char inline_reals[] = "0.0,0.5,1.0,2.0,4.0,0.15915494,0.15915494309189532,0.5000000,1.000000,2.000000";
    uint64_t value = 0;
    int is_negative = gcnmemi_text_take_char(&operand, '-');
    gcnmemi_text number = operand;
    if (gcnmemi_text_take_number(&number, &value) == 0) {
        return 0;
    }
    if (gcnmemi_text_peek(number, 0) == '.') {
        return !gcnmemi_text_among(operand, inline_reals);
    }
    return number.at == number.end && value > (is_negative ? 16u : 64u);
}

/* Whether a vector instruction says what only its long form can: a modifier, a scalar or a number as second source,
   three sources, a comparison that does not go to VCC or EXEC. */
GCNMEMI_PRIVATE int gcnmemi_listing_is_long(gcnmemi_text mnemonic, gcnmemi_text operands, uint32_t gfx_version) {
    static const char long_only[] =
        "v_mul_lo_u32,v_mul_lo_i32,v_mul_hi_u32,v_mul_hi_i32,v_add_f64,v_mul_f64,v_min_f64,v_max_f64,v_ldexp_f64,"
        "v_lshl_b64,v_lshr_b64,v_ashr_i64,v_lshlrev_b64,v_lshrrev_b64,v_ashrrev_i64,v_trig_preop_f64,v_div_scale_f32,"
        "v_div_scale_f64,v_mad_u64_u32,v_mad_i64_i32";
    static const char long_from_gfx8[] = "v_cvt_pkrtz_f16_f32,v_ldexp_f32,v_bfm_b32,v_bcnt_u32_b32,v_mbcnt_lo_u32_b32,"
                                         "v_mbcnt_hi_u32_b32,v_cvt_pk_u16_u32,v_cvt_pk_i16_i32,v_readlane_b32,"
                                         "v_writelane_b32";
    static const char* const endings[] = {"_e64", "_dpp", "_sdwa"};
    int is_compare = gcnmemi_text_begins(mnemonic, "v_cmp") != 0;
    int is_short = gcnmemi_text_find(mnemonic, "_e32") != NULL || gcnmemi_text_begins(mnemonic, "v_interp_") != 0 ||
                   (gfx_version < 0x800 && gcnmemi_text_find(mnemonic, "lane_b32") != NULL);
    int has_carry = 0;
    for (size_t i = 0; i < sizeof(endings) / sizeof(endings[0]); ++i) {
        if (gcnmemi_text_find(mnemonic, endings[i]) != NULL) {
            return 1;
        }
    }
    if (is_short || gcnmemi_text_among(mnemonic, long_only) || gcnmemi_text_begins(mnemonic, "v_pk_") != 0 ||
        (gfx_version >= 0x800 && gcnmemi_text_among(mnemonic, long_from_gfx8))) {
        return !is_short;
    }
    for (uint32_t place = 0; operands.at < operands.end; ++place) {
        gcnmemi_text operand = gcnmemi_text_trim(gcnmemi_text_take_until(&operands, ','));
        char first = gcnmemi_text_peek(operand, 0);
        int is_negated = first == '-' && gcnmemi_text_digit(gcnmemi_text_peek(operand, 1), 10) >= 10;
        int is_vcc = gcnmemi_text_begins(operand, "vcc") != 0;
        has_carry |= place == 1 && is_vcc;
        if (is_negated || first == '|' || gcnmemi_text_find(operand, "(") != NULL ||
            gcnmemi_text_find(operand, " ") != NULL || (place == 2 && !has_carry && first != 'v') ||
            (place == 3 && !has_carry && !is_vcc && gcnmemi_text_find(mnemonic, "k_f") == NULL) ||
            (place == 0 && is_compare && !is_vcc && gcnmemi_text_begins(operand, "exec") == 0)) {
            return 1;
        }
    }
    return 0;
}

/* R58: bytes of an instruction by the rules of its encoding [amd]. Scalar ones and short vector ones have four, and
   four more for a literal; memory, exports and long vector ones have eight. */
GCNMEMI_PRIVATE uint32_t gcnmemi_listing_encoded_bytes(gcnmemi_text mnemonic, gcnmemi_text operands, uint32_t category,
                                                       uint32_t gfx_version) {
    int is_scalar = gcnmemi_text_begins(mnemonic, "s_") != 0;
    int is_vector = gcnmemi_text_begins(mnemonic, "v_") != 0;
    int has_immediate = category != GCNMEM_CATEGORY_SALU || gcnmemi_text_find(mnemonic, "k_i32") != NULL ||
                        gcnmemi_text_begins(mnemonic, "s_cmpk_") != 0;
    if (category == GCNMEM_CATEGORY_SMEM) {
        return gfx_version >= 0x800 ? 8 : 4;
    }
    if ((!is_scalar && !is_vector) || (is_vector && gcnmemi_listing_is_long(mnemonic, operands, gfx_version))) {
        return 8;
    }
    while (operands.at < operands.end && (is_vector || !has_immediate)) {
        if (gcnmemi_listing_is_literal(gcnmemi_text_trim(gcnmemi_text_take_until(&operands, ',')))) {
            return 8;
        }
    }
    return 4;
}

/* Adds an instruction: a mnemonic and the text behind it, comments gone. */
GCNMEMI_PRIVATE void gcnmemi_listing_add_insn(gcnmemi_listing_reader* reader, gcnmemi_text mnemonic,
                                              gcnmemi_text operands) {
    uint32_t index = gcnmemi_listing_intern(reader, mnemonic);
    if (index == GCNMEM_NONE || !gcnmemi_listing_need_stage(reader)) {
        return;
    }
    gcnmem_insn* insn = &reader->insns[reader->program->insn_count];
    gcnmem_stage* stage = &reader->stages[reader->current];
    gcnmem_opcode* opcode = &reader->opcodes[index];
    operands = gcnmemi_text_trim(operands);
    size_t bytes = (size_t)((operands.at < operands.end ? operands.end : mnemonic.end) - mnemonic.at);
    gcnmemi_bits_zero(insn, sizeof(*insn));
    insn->text_offset = gcnmemi_listing_offset(reader, mnemonic);
    insn->text_bytes = (uint16_t)(bytes <= 0xffffu ? bytes : 0xffffu);
    insn->line = reader->line;
    insn->address = reader->address;
    insn->target = GCNMEM_NONE;
    insn->label = GCNMEM_NONE;
    insn->loop = GCNMEM_NO_LOOP;
    insn->flags = reader->has_address ? GCNMEM_INSN_ADDRESS : 0u;
    insn->lanes = reader->region[reader->region_count].lanes;
    insn->opcode = (uint16_t)index;
    insn->category = (uint8_t)opcode->op.category;
    insn->rate = (uint8_t)opcode->op.rate;
    insn->branch = (uint8_t)opcode->op.branch;
    insn->bytes = (uint8_t)opcode->op.element_bytes;
    insn->channels = (uint8_t)opcode->op.channels;
    insn->wait_vm = GCNMEM_NO_WAIT;
    insn->wait_lgkm = GCNMEM_NO_WAIT;
    insn->wait_exp = GCNMEM_NO_WAIT;
    insn->adds_vm = (uint8_t)opcode->op.vm;
    insn->adds_lgkm = (uint8_t)opcode->op.lgkm;
    insn->adds_exp = (uint8_t)opcode->op.exp;
    gcnmemi_listing_read_operands(reader, insn, opcode, operands);
    if (insn->category == GCNMEM_CATEGORY_SALU && GCNMEM_REGS_FIRST(insn->writes[0]) == GCNMEM_REG_EXEC &&
        (gcnmemi_text_begins(mnemonic, "s_or_") > 0 || gcnmemi_text_begins(mnemonic, "s_mov_") > 0) &&
        reader->region_count > 0 && gcnmemi_text_bytes(reader->region[reader->region_count].end) == 0) {
        --reader->region_count; /* EXEC is restored: what compilers close a divergent part with */
    }
    gcnmemi_listing_bind_notes(reader, insn, opcode);
    uint32_t code_bytes = reader->code_bytes != 0
                              ? reader->code_bytes
                              : gcnmemi_listing_encoded_bytes(mnemonic, operands, opcode->op.category,
                                                              gcnmemi_listing_gfx_version(reader));
    insn->flags |= code_bytes << 22;
    if (opcode->op.is_guessed) {
        ++reader->program->unknown_count;
        ++stage->unknown_count;
    }
    stage->rdna_line = reader->is_rdna[index] && stage->rdna_line == 0 ? reader->line : stage->rdna_line;
    ++opcode->count;
    ++reader->program->insn_count;
}

/* ---- comments: addresses and annotations ------------------------------------------------------------------------- */

GCNMEMI_PRIVATE void gcnmemi_listing_note_address(gcnmemi_listing_reader* reader, uint64_t address) {
    reader->has_address = 1;
    reader->address = (uint32_t)(address & 0xffffffffu);
}

/* Counts the words of code that a comment begins with, behind an address if there is one: "D2820003 04100B00". */
GCNMEMI_PRIVATE void gcnmemi_listing_note_code(gcnmemi_listing_reader* reader, gcnmemi_text words) {
    uint64_t word;
    gcnmemi_text_skip_blanks(&words);
    while (reader->code_bytes < 16 && gcnmemi_text_take_digits(&words, 16, &word) == 8 &&
           !gcnmemi_text_class(gcnmemi_text_peek(words, 0), GCNMEMI_TEXT_NAME)) {
        reader->code_bytes += 4;
        gcnmemi_text_skip_blanks(&words);
    }
}

/* Finds the line's annotations. Their text ends where the comment does, or where another one begins. */
GCNMEMI_PRIVATE void gcnmemi_listing_read_notes(gcnmemi_listing_reader* reader, gcnmemi_text comment) {
    static const char* const words[GCNMEMI_LISTING_NOTES] = {"mem", "trip", "lane"};
    gcnmemi_text_take_until(&comment, '@');
    while (comment.at < comment.end) {
        uint32_t kind = 0;
        while (kind < GCNMEMI_LISTING_NOTES && !gcnmemi_text_take_word(&comment, words[kind])) {
            ++kind;
        }
        gcnmemi_text_take_char(&comment, 's'); /* @trips, @lanes */
        gcnmemi_text note = gcnmemi_text_take_until(&comment, '@');
        if (kind < GCNMEMI_LISTING_NOTES && !gcnmemi_text_class(gcnmemi_text_peek(note, 0), GCNMEMI_TEXT_NAME)) {
            note = gcnmemi_text_take_until(&note, ';');
            note = gcnmemi_text_take_past(&note, "*/");
            reader->note[kind] = gcnmemi_text_trim(gcnmemi_text_take_past(&note, "//"));
        }
    }
}

/* Cuts the comment off a line of code and reads it: "000000001900: ...", words of code, "@NAME", annotations. A comment
   in bars and stars may go on in the next line. */
GCNMEMI_PRIVATE gcnmemi_text gcnmemi_listing_cut_comment(gcnmemi_listing_reader* reader, gcnmemi_text line) {
    gcnmemi_text comment = line;
    for (; comment.at < comment.end && *comment.at != ';'; ++comment.at) {
        char next = *comment.at == '/' ? gcnmemi_text_peek(comment, 1) : '\0';
        if (next == '/' || next == '*') {
            break;
        }
    }
    gcnmemi_text code = gcnmemi_text_span(line.at, comment.at);
    if (code.end == line.end) {
        return line;
    }
    int is_block = gcnmemi_text_begins(comment, "/*") > 0;
    comment.at += *comment.at == ';' ? 1 : 2;
    reader->in_comment = is_block && gcnmemi_text_find(comment, "*/") == NULL;
    gcnmemi_listing_read_notes(reader, comment);
    gcnmemi_text_skip_blanks(&comment);
    gcnmemi_text rest = comment;
    uint64_t address = 0;
    size_t digits = gcnmemi_text_take_digits(&rest, 16, &address);
    if (digits >= 6 && gcnmemi_text_peek(rest, 0) == ':') {
        gcnmemi_listing_note_address(reader, address);
        ++rest.at;
        gcnmemi_listing_note_code(reader, rest);
    } else if (gcnmemi_text_take_char(&comment, '@')) {
        reader->symbol = gcnmemi_text_take(&comment, GCNMEMI_TEXT_NAME);
    } else {
        gcnmemi_listing_note_code(reader, comment);
    }
    return code;
}

/* ---- lines ------------------------------------------------------------------------------------------------------- */

/* sp3 source and headers: words that begin lines but are no opcodes. */
static const char gcnmemi_listing_prose[] =
    "shader,end,asic,type,var,if,else,elsif,endif,for,while,return,function,local,print,disassembly,maximum,address,"
    "legend,vgprs,sgprs,subroutine";

/* "Disassembly for X", "shader X", "Disassembly of section X". Returns 0 when the line is none of them. */
GCNMEMI_PRIVATE int gcnmemi_listing_read_header(gcnmemi_listing_reader* reader, gcnmemi_text line) {
    if (gcnmemi_text_take_word(&line, "disassembly for ")) {
        gcnmemi_text_skip_blanks(&line);
        if (gcnmemi_text_take_char(&line, '\'')) {
            line = gcnmemi_text_take_until(&line, '\'');
            gcnmemi_text_take_word(&line, "__kernel ");
        } else {
            line = gcnmemi_text_take(&line, GCNMEMI_TEXT_NAME);
        }
        gcnmemi_listing_declare(reader, line);
    } else if (gcnmemi_text_take_word(&line, "shader ")) {
        gcnmemi_text_skip_blanks(&line);
        gcnmemi_text name = gcnmemi_text_take(&line, GCNMEMI_TEXT_NAME);
        gcnmemi_text_skip_blanks(&line);
        if (name.at < name.end && line.at == line.end) {
            gcnmemi_listing_declare(reader, name);
        }
    } else if (gcnmemi_text_take_word(&line, "disassembly of section ")) {
        reader->section = gcnmemi_text_begins(line, ".text") > 0 ? GCNMEMI_LISTING_CODE : GCNMEMI_LISTING_DATA;
    } else {
        return 0;
    }
    return 1;
}

/* A line whose first word is no label: an instruction, a header, or prose. A word without a GCN prefix is a mnemonic
   all the same when it has an underscore or a register behind it. */
GCNMEMI_PRIVATE void gcnmemi_listing_read_statement(gcnmemi_listing_reader* reader, gcnmemi_text line) {
    gcnmemi_text rest = line;
    gcnmemi_text word = gcnmemi_text_take(&rest, GCNMEMI_TEXT_NAME);
    int is_code = reader->section == GCNMEMI_LISTING_CODE;
    if (rest.at < rest.end && !gcnmemi_text_class(*rest.at, GCNMEMI_TEXT_BLANK)) {
        return;
    }
    if (is_code && gcnmemi_listing_is_mnemonic(reader, word)) {
        gcnmemi_listing_add_insn(reader, word, rest);
    } else if (gcnmemi_text_take_word(&line, "maximum # vgpr used")) {
        gcnmemi_listing_read_resource(reader, gcnmemi_text_of("maximum # vgpr used"), line);
    } else if (!gcnmemi_listing_read_header(reader, line) && is_code && reader->current != GCNMEM_NONE &&
               !gcnmemi_text_among(word, gcnmemi_listing_prose)) {
        gcnmemi_text operands = gcnmemi_text_trim(rest);
        gcnmemi_text name = gcnmemi_text_take(&operands, GCNMEMI_TEXT_NAME);
        if (gcnmemi_text_find(word, "_") != NULL || gcnmemi_listing_read_regs(&operands, name) != 0) {
            gcnmemi_listing_add_insn(reader, word, rest);
        }
    }
}

/* A compiler's intermediate form, or a driver dump's Assembly section, begins. */
GCNMEMI_PRIVATE void gcnmemi_listing_begin_section(gcnmemi_listing_reader* reader, int is_assembly) {
    reader->section = is_assembly ? GCNMEMI_LISTING_CODE : GCNMEMI_LISTING_IR;
    reader->has_assembly |= is_assembly != 0;
    reader->has_ir |= is_assembly == 0;
}

/* "NAME:" and what follows: a function, a label, or the key of a value. The line's comment is cut off already. */
GCNMEMI_PRIVATE void gcnmemi_listing_read_label(gcnmemi_listing_reader* reader, gcnmemi_text name, gcnmemi_text rest) {
    gcnmemi_text_skip_blanks(&rest);
    gcnmemi_text word = rest;
    word = gcnmemi_text_take(&word, GCNMEMI_TEXT_NAME);
    if (gcnmemi_text_peek(rest, 0) == '%' || gcnmemi_text_begins(rest, "(kill)") > 0) {
        gcnmemi_listing_begin_section(reader, 0);
    } else if (gcnmemi_text_is(name, "disasm")) {
        gcnmemi_listing_declare(reader, reader->ir_name);
        gcnmemi_listing_begin_section(reader, 1);
    } else if (rest.at < rest.end && !gcnmemi_listing_is_mnemonic(reader, word)) {
        gcnmemi_listing_read_resource(reader, name, rest);
    } else if (reader->section == GCNMEMI_LISTING_CODE && !gcnmemi_text_is(name, "legend")) {
        if (gcnmemi_text_same(name, reader->function) || gcnmemi_text_same(name, reader->symbol) ||
            gcnmemi_text_begins(name, "_amdgpu_") > 0 ||
            gcnmemi_listing_find_stage(reader, name, reader->program->stage_count) != GCNMEM_NONE) {
            gcnmemi_listing_begin_function(reader, name);
        }
        gcnmemi_listing_define(reader, name);
        if (rest.at < rest.end) {
            gcnmemi_listing_read_statement(reader, rest);
        }
    }
}

/* .amdhsa_*: resources of a stage that may stand above or below. The SGPR count is stated without VCC, FLAT_SCRATCH and
   XNACK_MASK, which follow it [oss]. */
GCNMEMI_PRIVATE void gcnmemi_listing_read_amdhsa(gcnmemi_listing_reader* reader, gcnmemi_text key, gcnmemi_text value) {
    static const char* const words[GCNMEMI_LISTING_AMDHSA] = {
        "amdhsa_next_free_sgpr", "amdhsa_reserve_vcc", "amdhsa_reserve_flat_scratch", "amdhsa_reserve_xnack_mask"};
    uint32_t* amdhsa = reader->amdhsa;
    uint64_t number = 0;
    if (gcnmemi_text_is(key, "amdhsa_kernel")) {
        gcnmemi_text name = gcnmemi_text_trim(value);
        uint32_t stage = gcnmemi_listing_find_stage(reader, name, 0);
        reader->context = stage != GCNMEM_NONE ? stage : gcnmemi_listing_add_stage(reader, name);
        gcnmemi_bits_zero(amdhsa, sizeof(reader->amdhsa));
        amdhsa[GCNMEMI_LISTING_NEXT_FREE_SGPR] = GCNMEM_NONE;
        amdhsa[GCNMEMI_LISTING_RESERVE_VCC] = 1;
    } else if (gcnmemi_text_is(key, "end_amdhsa_kernel")) {
        int is_gfx8 = gcnmemi_listing_gfx_version(reader) >= 0x800;
        uint32_t extra = amdhsa[GCNMEMI_LISTING_RESERVE_FLAT_SCRATCH]       ? (is_gfx8 ? 6u : 4u)
                         : is_gfx8 && amdhsa[GCNMEMI_LISTING_RESERVE_XNACK] ? 4u
                         : amdhsa[GCNMEMI_LISTING_RESERVE_VCC]              ? 2u
                                                                            : 0u;
        if (reader->context != GCNMEM_NONE && amdhsa[GCNMEMI_LISTING_NEXT_FREE_SGPR] != GCNMEM_NONE &&
            !(reader->stages[reader->context].stated & GCNMEM_STATED_SGPRS)) {
            gcnmemi_listing_state(&reader->stages[reader->context], GCNMEM_STATED_SGPRS,
                                  (uint64_t)amdhsa[GCNMEMI_LISTING_NEXT_FREE_SGPR] + extra);
        }
    } else if (!gcnmemi_listing_read_resource(reader, key, value) && gcnmemi_text_take_number(&value, &number)) {
        for (uint32_t i = 0; i < GCNMEMI_LISTING_AMDHSA; ++i) {
            amdhsa[i] = gcnmemi_text_is(key, words[i]) ? (uint32_t)gcnmemi_bits_min(number, 0x10000u) : amdhsa[i];
        }
    }
}

/* A directive; `name` begins behind the dot. Most say nothing about time; only .text holds code. */
GCNMEMI_PRIVATE void gcnmemi_listing_read_directive(gcnmemi_listing_reader* reader, gcnmemi_text name,
                                                    gcnmemi_text value) {
    gcnmemi_text_skip_blanks(&value);
    if (gcnmemi_text_begins(name, "amdhsa_") > 0 || gcnmemi_text_is(name, "end_amdhsa_kernel")) {
        gcnmemi_listing_read_amdhsa(reader, name, value);
    } else if (gcnmemi_text_is(name, "text") ||
               (gcnmemi_text_is(name, "section") && gcnmemi_text_begins(value, ".text") > 0)) {
        reader->section = GCNMEMI_LISTING_CODE;
    } else if (gcnmemi_text_among(name, "section,data,rodata,bss,globaldata")) {
        reader->section = GCNMEMI_LISTING_DATA;
    } else if (gcnmemi_text_is(name, "type")) { /* ".type NAME,@function": the label of this name will begin a stage */
        gcnmemi_text function = gcnmemi_text_take(&value, GCNMEMI_TEXT_NAME);
        reader->function = gcnmemi_text_find(value, "@function") != NULL ? function : reader->function;
    } else if (gcnmemi_text_is(name, "kernel")) {
        gcnmemi_listing_declare(reader, gcnmemi_text_take(&value, GCNMEMI_TEXT_NAME));
    } else if (gcnmemi_text_among(name, "amdgcn_target,amd_amdgpu_isa,gpu")) {
        gcnmemi_listing_set_target(reader, value);
    } else if (gcnmemi_text_begins(name, "amdgpu_") > 0 && gcnmemi_text_find(name, "metadata") != NULL) {
        reader->section = GCNMEMI_LISTING_METADATA;
    } else {
        gcnmemi_listing_read_resource(reader, name, value);
    }
}

/* A line that begins with a name. */
GCNMEMI_PRIVATE void gcnmemi_listing_read_word(gcnmemi_listing_reader* reader, gcnmemi_text line) {
    gcnmemi_text rest = line;
    gcnmemi_text word = gcnmemi_text_take(&rest, GCNMEMI_TEXT_NAME);
    gcnmemi_text value = gcnmemi_text_trim(rest);
    if (gcnmemi_text_take_char(&rest, ':')) {
        if (gcnmemi_text_peek(rest, 0) != ':') {
            gcnmemi_listing_read_label(reader, word, rest);
        }
    } else if (gcnmemi_text_take_char(&word, '.')) {
        gcnmemi_listing_read_directive(reader, word, rest);
    } else if (gcnmemi_text_take_char(&rest, '(')) {
        if (gcnmemi_text_is(word, "asic")) { /* sp3: asic(VI) */
            gcnmemi_listing_set_target(reader, rest);
        } else { /* vgpr_count(24) */
            gcnmemi_listing_read_resource(reader, word, rest);
        }
    } else if (gcnmemi_text_take_char(&value, '=')) { /* with "modified by runtime to be 40" in a comment behind it */
        gcnmemi_listing_read_resource(reader, word, gcnmemi_text_span(value.at, reader->line_end));
    } else if (gcnmemi_text_take_word(&line, "aco shader stage:")) {
        reader->ir_name = gcnmemi_text_trim(line);
        gcnmemi_listing_begin_section(reader, 0);
    } else {
        gcnmemi_listing_read_statement(reader, line);
    }
}

/* "### executable: NAME (...), subgroup 64", "## representation: Assembly", "# VGPRs: 36". */
GCNMEMI_PRIVATE void gcnmemi_listing_read_hash(gcnmemi_listing_reader* reader, gcnmemi_text line) {
    while (gcnmemi_text_take_char(&line, '#')) {
    }
    gcnmemi_text_skip_blanks(&line);
    if (gcnmemi_text_take_word(&line, "representation:")) {
        reader->has_ir = 1;
        gcnmemi_listing_begin_section(reader, gcnmemi_text_is(gcnmemi_text_trim(line), "assembly"));
    } else if (gcnmemi_text_take_word(&line, "executable:")) {
        gcnmemi_text head = line;
        head = gcnmemi_text_take_until(&head, ',');
        gcnmemi_listing_declare(reader, gcnmemi_text_take_until(&head, '('));
        gcnmemi_text_take_past(&line, "subgroup ");
        gcnmemi_listing_read_resource(reader, gcnmemi_text_of("subgroup"), line);
    } else {
        gcnmemi_listing_read_pair(reader, line);
    }
}

/* "; NumVgprs: 6", "; codeLenInByte = 64", "; %bb.0:", "; -------- Disassembly". */
GCNMEMI_PRIVATE void gcnmemi_listing_read_remark(gcnmemi_listing_reader* reader, gcnmemi_text comment) {
    gcnmemi_text_skip_blanks(&comment);
    gcnmemi_listing_read_notes(reader, comment);
    if (gcnmemi_text_class(gcnmemi_text_peek(comment, 0), GCNMEMI_TEXT_LETTER)) {
        gcnmemi_listing_read_pair(reader, comment);
    }
}

/* "<k>:" of a disassembler: a label, which begins a stage unless it is L and digits. */
GCNMEMI_PRIVATE void gcnmemi_listing_read_symbol(gcnmemi_listing_reader* reader, gcnmemi_text line) {
    gcnmemi_text name = gcnmemi_text_span(line.at + 1, line.end);
    while (name.end > name.at && name.end[-1] != '>') { /* a symbol may hold < and > */
        --name.end;
    }
    line.at = name.end;
    if (gcnmemi_text_bytes(name) < 2 || gcnmemi_text_peek(line, 0) != ':' || reader->section != GCNMEMI_LISTING_CODE) {
        return;
    }
    --name.end;
    gcnmemi_text digits = gcnmemi_text_span(name.at + 1, name.end);
    gcnmemi_text_take(&digits, GCNMEMI_TEXT_DIGIT);
    if (*name.at != 'L' || digits.at < digits.end) {
        gcnmemi_listing_begin_function(reader, name);
    }
    gcnmemi_listing_define(reader, name);
}

/* A line that begins with a digit: "000000001900: s_endpgm", a label behind an address or, in a live-register report,
   "3 | 4 | ::^^ | s_endpgm". */
GCNMEMI_PRIVATE void gcnmemi_listing_read_number(gcnmemi_listing_reader* reader, gcnmemi_text line) {
    gcnmemi_text rest = line;
    gcnmemi_text digits = gcnmemi_text_take(&rest, GCNMEMI_TEXT_HEX);
    gcnmemi_text after = rest;
    int has_colon = gcnmemi_text_take_char(&after, ':');
    uint64_t address = 0;
    gcnmemi_text_skip_blanks(&after);
    int is_report = !has_colon && gcnmemi_text_peek(after, 0) == '|';
    if (is_report) {
        for (uint32_t bars = 0; bars < 3; ++bars) {
            gcnmemi_text_take_until(&line, '|');
        }
        after = gcnmemi_text_trim(line);
    } else if (gcnmemi_text_bytes(digits) < 8 || gcnmemi_text_bytes(digits) > 16 || rest.at == after.at) {
        return;
    } else if (has_colon) {
        gcnmemi_text_take_digits(&digits, 16, &address);
        gcnmemi_listing_note_address(reader, address);
    }
    after = gcnmemi_listing_cut_comment(reader, after);
    char first = gcnmemi_text_peek(after, 0);
    if (gcnmemi_text_class(first, GCNMEMI_TEXT_LETTER) || (first == '.' && !is_report)) {
        gcnmemi_listing_read_word(reader, after);
    } else if (first == '<' && !is_report) {
        gcnmemi_listing_read_symbol(reader, after);
    }
}

/* A field of a comma-separated row, its quotes gone. */
GCNMEMI_PRIVATE gcnmemi_text gcnmemi_listing_take_field(gcnmemi_text* row) {
    gcnmemi_text_skip_blanks(row);
    int is_quoted = gcnmemi_text_take_char(row, '"');
    gcnmemi_text field = gcnmemi_text_take_until(row, is_quoted ? '"' : ',');
    if (is_quoted) {
        gcnmemi_text_take_until(row, ',');
    }
    return gcnmemi_text_trim(field);
}

/* RGA's CSV: "0x000008,s_waitcnt,"lgkmcnt(0)",...", or a label alone in its row. */
GCNMEMI_PRIVATE void gcnmemi_listing_read_row(gcnmemi_listing_reader* reader, gcnmemi_text row) {
    gcnmemi_text field = gcnmemi_listing_take_field(&row);
    uint64_t address = 0;
    if (row.at == row.end) { /* no comma in it */
        gcnmemi_text label = gcnmemi_text_take(&field, GCNMEMI_TEXT_NAME);
        if (label.at < label.end && !gcnmemi_text_class(*label.at, GCNMEMI_TEXT_DIGIT)) {
            gcnmemi_listing_define(reader, label);
        }
        return;
    }
    if (gcnmemi_text_take_number(&field, &address)) {
        gcnmemi_listing_note_address(reader, address);
    }
    for (uint32_t column = 0; column < reader->csv_opcode_column; ++column) {
        field = gcnmemi_listing_take_field(&row);
    }
    if (gcnmemi_text_class(gcnmemi_text_peek(field, 0), GCNMEMI_TEXT_LETTER)) {
        gcnmemi_text name = gcnmemi_text_take(&field, GCNMEMI_TEXT_NAME);
        gcnmemi_listing_add_insn(reader, name, gcnmemi_listing_take_field(&row));
    }
}

/* ---- metadata: the YAML of an HSA code object, whose keys come in alphabetical order ----------------------------- */

/* Kernels are list items two blanks deep, their keys four. A key before the kernel's name waits for it. */
GCNMEMI_PRIVATE void gcnmemi_listing_read_yaml(gcnmemi_listing_reader* reader, gcnmemi_text line) {
    gcnmemi_text text = line;
    uint64_t amount = 0;
    gcnmemi_text_skip_blanks(&text);
    ptrdiff_t indent = text.at - line.at;
    gcnmem_stage* stage = reader->context != GCNMEM_NONE ? &reader->stages[reader->context] : &reader->yaml;
    if (gcnmemi_text_begins(text, "...") > 0 || gcnmemi_text_begins(text, ".end_amdgpu_") > 0) {
        reader->section = GCNMEMI_LISTING_CODE;
        reader->context = reader->current;
        return;
    }
    if (indent == 2 && gcnmemi_text_take_char(&text, '-')) {
        reader->context = GCNMEM_NONE;
        reader->yaml.stated = 0;
        stage = &reader->yaml;
        gcnmemi_text_skip_blanks(&text);
        indent = 4;
    } else if (indent > 4 && reader->yaml_list > 0 && gcnmemi_text_take_char(&text, '-')) {
        gcnmemi_text_skip_blanks(&text);
        if (reader->context != GCNMEM_NONE && gcnmemi_text_take_number(&text, &amount)) {
            /* the product of the three items is the size of the group */
            uint64_t product = reader->yaml_list > 1 ? stage->group_lanes : 1u;
            ++reader->yaml_list;
            gcnmemi_listing_state(stage, GCNMEM_STATED_GROUP, amount <= 0xffffffffu ? product * amount : 0xffffffffu);
        }
        return;
    }
    gcnmemi_text key = gcnmemi_text_take_until(&text, ':');
    if (indent == 0 && gcnmemi_text_is(key, "amdhsa.target")) {
        gcnmemi_listing_set_target(reader, text);
    }
    if (indent != 4 || !gcnmemi_text_take_char(&key, '.')) {
        return;
    }
    reader->yaml_list = gcnmemi_text_is(key, "reqd_workgroup_size") ? 1u : 0u;
    if (!gcnmemi_text_is(key, "name")) {
        uint32_t stated = gcnmemi_listing_read_key(key, text, &amount);
        gcnmemi_listing_state(stage, stated, amount);
        return;
    }
    text = gcnmemi_text_trim(text);
    char quote = gcnmemi_text_peek(text, 0);
    if (quote == '\'' || quote == '"') {
        ++text.at;
        text = gcnmemi_text_take_until(&text, quote);
    }
    reader->context = gcnmemi_listing_find_stage(reader, text, 0);
    if (reader->context != GCNMEM_NONE) {
        const gcnmem_stage* yaml = &reader->yaml;
        stage = &reader->stages[reader->context];
        gcnmemi_listing_state(stage, yaml->stated & GCNMEM_STATED_LDS, yaml->lds_bytes);
        gcnmemi_listing_state(stage, yaml->stated & GCNMEM_STATED_GROUP_MAX, yaml->group_lanes_max);
    }
}

/* A line of code in any dialect; blanks before it are gone. */
GCNMEMI_PRIVATE void gcnmemi_listing_read_code(gcnmemi_listing_reader* reader, gcnmemi_text line) {
    char first = gcnmemi_text_peek(line, 0);
    if (reader->csv_opcode_column != 0) {
        gcnmemi_listing_read_row(reader, line);
    } else if (gcnmemi_text_class(first, GCNMEMI_TEXT_DIGIT)) {
        gcnmemi_listing_read_number(reader, line);
    } else if (first == ';') {
        gcnmemi_listing_read_remark(reader, gcnmemi_text_span(line.at + 1, line.end));
    } else if (first == '#') {
        gcnmemi_listing_read_hash(reader, line);
    } else if (gcnmemi_text_begins(line, "---") > 0) {
        reader->section = GCNMEMI_LISTING_METADATA;
    } else if (first == '*') {
        gcnmemi_text_take_until(&line, ' ');
        gcnmemi_listing_read_header(reader, line);
    } else if (gcnmemi_text_begins(line, "address,") > 0) { /* "Address, [Source Line Number,] Opcode, ..." */
        for (uint32_t column = 0; line.at < line.end; ++column) {
            int is_opcode = gcnmemi_text_is(gcnmemi_listing_take_field(&line), "opcode");
            reader->csv_opcode_column = is_opcode ? column : reader->csv_opcode_column;
        }
    } else if (gcnmemi_text_class(first, GCNMEMI_TEXT_LETTER) || first == '.') {
        gcnmemi_listing_read_word(reader, gcnmemi_listing_cut_comment(reader, line));
    }
}

/* A line outside metadata and intermediate forms: behind the end of a comment that began above, if there is one, and
   behind an address or remark between slashes and stars. */
GCNMEMI_PRIVATE void gcnmemi_listing_read_line(gcnmemi_listing_reader* reader, gcnmemi_text line) {
    if (reader->in_comment) {
        gcnmemi_text inside = gcnmemi_text_take_past(&line, "*/");
        reader->in_comment = inside.end == line.end;
        if (reader->in_comment) {
            gcnmemi_listing_read_notes(reader, inside);
            return;
        }
        gcnmemi_text_skip_blanks(&line);
    }
    gcnmemi_text rest = line;
    if (gcnmemi_text_take_word(&rest, "//")) {
        gcnmemi_listing_read_remark(reader, rest);
    } else if (gcnmemi_text_take_word(&rest, "/*")) {
        gcnmemi_text comment = gcnmemi_text_take_past(&rest, "*/");
        uint64_t address = 0;
        reader->in_comment = comment.end == rest.end;
        gcnmemi_listing_read_notes(reader, comment);
        gcnmemi_text_skip_blanks(&comment);
        if (!reader->in_comment && gcnmemi_text_bytes(comment) >= 6 &&
            gcnmemi_text_take_digits(&comment, 16, &address) && comment.at == comment.end) {
            gcnmemi_listing_note_address(reader, address);
        }
        gcnmemi_text_skip_blanks(&rest);
        if (rest.at < rest.end) {
            gcnmemi_listing_read_code(reader, rest);
        }
    } else if (gcnmemi_text_peek(line, 0) != '/') {
        gcnmemi_listing_read_code(reader, line);
    }
}

GCNMEMI_PRIVATE void gcnmemi_listing_read_lines(gcnmemi_listing_reader* reader, gcnmemi_text text) {
    text = gcnmemi_text_behind_mark(text);
    while (text.at < text.end && reader->result == GCNMEM_OK) {
        gcnmemi_text line = gcnmemi_text_span(text.at, gcnmemi_text_line_end(text));
        gcnmemi_text code = line;
        ++reader->line;
        text.at = line.end;
        if (text.at < text.end && !gcnmemi_text_take_char(&text, '\n')) {
            gcnmemi_listing_fail(reader, GCNMEM_ERROR_VALUE, "must be text: this is a binary file", 0, 0);
            return;
        }
        reader->line_end = line.end;
        reader->symbol = gcnmemi_text_span(line.end, line.end);
        for (uint32_t kind = 0; kind < GCNMEMI_LISTING_NOTES; ++kind) {
            reader->note[kind] = reader->symbol;
        }
        reader->line_label = 0;
        reader->line_insn = reader->program->insn_count;
        reader->has_address = 0;
        reader->code_bytes = 0;
        gcnmemi_text_skip_blanks(&code);
        if (code.at == code.end) {
            continue;
        }
        if (reader->section == GCNMEMI_LISTING_METADATA) {
            gcnmemi_listing_read_yaml(reader, line);
        } else if (reader->section != GCNMEMI_LISTING_IR) {
            gcnmemi_listing_read_line(reader, code);
        } else if (*code.at == '#') { /* only what ends the intermediate form counts */
            gcnmemi_listing_read_hash(reader, code);
        } else if (gcnmemi_text_is(gcnmemi_text_trim(code), "disasm:") ||
                   gcnmemi_text_begins(code, "aco shader stage:") > 0) {
            gcnmemi_listing_read_word(reader, code);
        }
        /* @lanes of a label that no branch of the line took holds from the line's own instruction on; what else the
           line's label and instruction did not take of its annotations belongs to nothing */
        if (reader->line_label && gcnmemi_text_bytes(reader->note[GCNMEMI_LISTING_NOTE_LANES]) != 0) {
            gcnmemi_listing_diverge(reader, gcnmemi_text_span(reader->text, reader->text));
            if (reader->line_insn < reader->program->insn_count) {
                reader->insns[reader->line_insn].lanes = reader->region[reader->region_count].lanes;
            }
        }
        for (uint32_t kind = 0; kind < GCNMEMI_LISTING_NOTES; ++kind) {
            gcnmemi_listing_count_unbound(reader, gcnmemi_text_bytes(reader->note[kind]) != 0, reader->line);
        }
    }
}

/* ---- after the last line: labels, targets, loops ----------------------------------------------------------------- */

/* Order of two labels: that of their names. */
GCNMEMI_PRIVATE int gcnmemi_listing_is_before(const void* text, const void* a, const void* b) {
    const gcnmem_label* x = (const gcnmem_label*)a;
    const gcnmem_label* y = (const gcnmem_label*)b;
    return gcnmemi_text_order(gcnmemi_listing_text((const char*)text, x->name_offset, x->name_bytes),
                              gcnmemi_listing_text((const char*)text, y->name_offset, y->name_bytes)) < 0;
}

/* Puts the labels of a stage, `count` from `from` on, into the order of their names and where its first_label says. */
GCNMEMI_PRIVATE void gcnmemi_listing_order_labels(gcnmemi_listing_reader* reader, const gcnmem_stage* stage,
                                                  uint32_t from, uint32_t count) {
    gcnmem_label* labels = reader->labels + stage->first_label;
    uint32_t* insn = reader->scratch; /* of each label in the old order; meanwhile the label holds its old number */
    uint32_t* place = reader->scratch + count; /* of each label in the new order */
    for (uint32_t i = 0; i < count; ++i) {
        labels[i] = reader->labels[from + i];
        insn[i] = labels[i].insn;
        labels[i].insn = i;
    }
    gcnmemi_bits_sort(labels, count, sizeof(*labels), gcnmemi_listing_is_before, reader->text);
    for (uint32_t i = 0; i < count; ++i) {
        place[labels[i].insn] = i;
        labels[i].insn = insn[labels[i].insn];
    }
    for (uint32_t i = stage->first_insn; i < stage->first_insn + stage->insn_count; ++i) {
        uint32_t* label = &reader->insns[i].label;
        *label = *label != GCNMEM_NONE ? stage->first_label + place[*label - from] : GCNMEM_NONE;
    }
}

/* The instruction of a stage at an address, or GCNMEM_NONE. Addresses are taken to rise. */
GCNMEMI_PRIVATE uint32_t gcnmemi_listing_find_address(const gcnmemi_listing_reader* reader, const gcnmem_stage* stage,
                                                      uint32_t address) {
    uint32_t low = stage->first_insn;
    uint32_t end = stage->first_insn + stage->insn_count;
    for (uint32_t high = end; low < high;) {
        uint32_t middle = low + (high - low) / 2;
        int is_below = reader->insns[middle].address < address;
        low = is_below ? middle + 1 : low;
        high = is_below ? high : middle;
    }
    const gcnmem_insn* insn = &reader->insns[low];
    return low < end && insn->address == address && (insn->flags & GCNMEM_INSN_ADDRESS) ? low : GCNMEM_NONE;
}

/* Resolves the targets of a stage's branches: labels, by the text or else where the caller says, or the address after
   the branch plus four times a signed sixteen-bit offset. What nobody defines is s_branch's way back to the start; a
   conditional one leaves the listing. */
GCNMEMI_PRIVATE void gcnmemi_listing_resolve_targets(gcnmemi_listing_reader* reader, gcnmem_stage* stage) {
    for (uint32_t i = stage->first_label; i < stage->first_label + stage->label_count; ++i) {
        gcnmem_label* label = &reader->labels[i];
        for (uint32_t k = 0; k < (label->insn == GCNMEM_NONE ? reader->place_count : 0u); ++k) {
            const gcnmem_place* place = &reader->places[k];
            if (gcnmemi_text_same(gcnmemi_listing_label_name(reader, i),
                                  gcnmemi_text_span(place->name, place->name + place->name_bytes)) &&
                place->insn - stage->first_insn <= stage->insn_count) {
                label->insn = place->insn;
            }
        }
    }
    for (uint32_t i = stage->first_insn; i < stage->first_insn + stage->insn_count; ++i) {
        gcnmem_insn* insn = &reader->insns[i];
        if (insn->label != GCNMEM_NONE) {
            insn->target = reader->labels[insn->label].insn;
        } else if (insn->flags & GCNMEM_INSN_BY_ADDRESS) {
            uint32_t offset = insn->target & 0x8000u ? insn->target | 0xffff0000u : insn->target;
            insn->target = insn->flags & GCNMEM_INSN_ADDRESS
                               ? gcnmemi_listing_find_address(reader, stage, insn->address + 4u + offset * 4u)
                               : GCNMEM_NONE;
        } else if (!(insn->flags & GCNMEM_INSN_UNDEFINED)) { /* UNDEFINED already: no operand at all */
            continue;
        }
        if (insn->target == GCNMEM_NONE) {
            insn->flags |= GCNMEM_INSN_UNDEFINED;
            insn->target = insn->branch == GCNMEM_BRANCH_ALWAYS ? stage->first_insn : GCNMEM_NONE;
            ++stage->undefined_count;
            ++reader->program->undefined_count;
        }
    }
}

/* Finds the loops and gives them their @trip, of the header's label, of the latch or of another branch in them, and
   where no latch names the header, its label. */
GCNMEMI_PRIVATE void gcnmemi_listing_find_loops(gcnmemi_listing_reader* reader, gcnmem_stage* stage) {
    gcnmem_loop* loops = reader->loops + reader->program->loop_count;
    uint32_t end = stage->first_insn + stage->insn_count;
    uint32_t* row = reader->scratch;
    uint64_t count = reader->line_count; /* of each row of the scratch */
    gcnmemi_flow flow = {reader->insns, stage->first_insn, end, row, row + count, row + 2 * count, row + 3 * count};
    stage->first_loop = reader->program->loop_count;
    stage->loop_count = gcnmemi_flow_find_loops(&flow, loops, GCNMEMI_LISTING_LOOPS_MAX);
    if (stage->loop_count > GCNMEMI_LISTING_LOOPS_MAX) {
        reader->line = stage->line;
        gcnmemi_listing_fail(reader, GCNMEM_ERROR_LIMIT, "holds {value} loops in a stage: at most {limit} are read",
                             stage->loop_count, GCNMEMI_LISTING_LOOPS_MAX);
        return;
    }
    reader->program->loop_count += stage->loop_count;
    for (uint32_t i = stage->first_insn; i < end; ++i) {
        const gcnmem_insn* insn = &reader->insns[i];
        uint32_t loop = insn->flags & GCNMEM_INSN_LATCH_TAKEN ? reader->insns[insn->target].loop : insn->loop;
        if (insn->branch == GCNMEM_BRANCH_NONE || !(insn->flags & GCNMEM_INSN_NOTE)) {
            continue;
        }
        if (loop != GCNMEM_NO_LOOP) {
            loops[loop].trips = insn->note_offset;
        } else {
            gcnmemi_listing_count_unbound(reader, 1, insn->line);
        }
    }
    for (uint32_t i = stage->first_label; i < stage->first_label + stage->label_count; ++i) {
        const gcnmem_label* label = &reader->labels[i];
        if (label->insn < end && (reader->insns[label->insn].flags & GCNMEM_INSN_HEADER)) {
            gcnmem_loop* loop = &loops[reader->insns[label->insn].loop];
            loop->label = loop->label == GCNMEM_NONE ? i : loop->label;
            loop->trips = label->trips > 0 ? label->trips : loop->trips;
        } else {
            gcnmemi_listing_count_unbound(reader, label->trips > 0, label->line);
        }
    }
}

/* Counts and resolves the stages that have code; the others are forgotten. Tables close up over them. */
GCNMEMI_PRIVATE void gcnmemi_listing_resolve(gcnmemi_listing_reader* reader) {
    gcnmem_listing* program = reader->program;
    uint32_t insn_end = program->insn_count;
    uint32_t label_end = program->label_count;
    uint32_t entered = program->stage_count;
    program->stage_count = 0;
    program->label_count = 0;
    for (uint32_t i = 0; i < entered && reader->result == GCNMEM_OK; ++i) {
        gcnmem_stage stage = reader->stages[i];
        uint32_t from = stage.first_label;
        uint32_t end = i + 1 < entered ? reader->stages[i + 1].first_label : label_end;
        stage.insn_count = (i + 1 < entered ? reader->stages[i + 1].first_insn : insn_end) - stage.first_insn;
        if (stage.insn_count == 0) {
            continue;
        }
        stage.first_label = program->label_count;
        stage.label_count = end - from;
        program->label_count += stage.label_count;
        gcnmemi_listing_order_labels(reader, &stage, from, stage.label_count);
        gcnmemi_listing_resolve_targets(reader, &stage);
        gcnmemi_listing_find_loops(reader, &stage);
        if (stage.gfx_version != 0) {
            stage.stated |= GCNMEM_STATED_TARGET;
            stage.target_offset = gcnmemi_listing_offset(reader, reader->target);
            stage.target_bytes = (uint32_t)gcnmemi_text_bytes(reader->target);
            stage.rdna_line =
                stage.gfx_version >= 0x1000 && stage.rdna_line == 0 ? reader->target_line : stage.rdna_line;
        }
        reader->stages[program->stage_count] = stage;
        ++program->stage_count;
    }
}

/* ---- memory ------------------------------------------------------------------------------------------------------ */

/* Room for a table behind those that end at *end; NULL while only the size is asked for. */
GCNMEMI_PRIVATE void* gcnmemi_listing_table(void* memory, uint64_t* end, uint64_t count, uint64_t bytes) {
    void* table = memory != NULL ? (uint8_t*)memory + *end : NULL;
    *end += (count * bytes + 7u) & ~(uint64_t)7u;
    return table;
}

#define GCNMEMI_LISTING_PLACE(name, type, count)                                                                       \
    reader->name = (type*)gcnmemi_listing_table(memory, &end, count, sizeof(type));

/* Gives each table its place in the memory and clears what must be clear. Without memory it only counts. Returns the
   bytes of all. */
GCNMEMI_PRIVATE uint64_t gcnmemi_listing_place(gcnmemi_listing_reader* reader, void* memory) {
    uint64_t end = 0;
    gcnmem_listing* program = (gcnmem_listing*)gcnmemi_listing_table(memory, &end, 1, sizeof(gcnmem_listing));
    reader->program = program;
    GCNMEMI_LISTING_TABLES(GCNMEMI_LISTING_PLACE)
    if (memory != NULL) {
        const uint8_t* from = (const uint8_t*)memory;
        gcnmemi_bits_zero(program, sizeof(*program));
        gcnmemi_bits_zero(reader->opcode_slots, GCNMEMI_LISTING_OPCODE_SLOTS * sizeof(*reader->opcode_slots));
        gcnmemi_bits_zero(reader->label_slots, (size_t)reader->label_slot_count * sizeof(*reader->label_slots));
        program->insns_at = (uint64_t)((const uint8_t*)reader->insns - from);
        program->stages_at = (uint64_t)((const uint8_t*)reader->stages - from);
        program->opcodes_at = (uint64_t)((const uint8_t*)reader->opcodes - from);
        program->labels_at = (uint64_t)((const uint8_t*)reader->labels - from);
        program->loops_at = (uint64_t)((const uint8_t*)reader->loops - from);
        program->line_count = (uint32_t)reader->line_count;
        program->text_bytes = reader->text_bytes;
    }
    return end;
}

/* What the text may need, by its lines. Returns the bytes of all tables. */
GCNMEMI_PRIVATE uint64_t gcnmemi_listing_plan(gcnmemi_listing_reader* reader, const char* text, size_t text_bytes) {
    uint64_t lines = gcnmemi_text_count_lines(gcnmemi_text_span(text, text + text_bytes));
    reader->line_count = lines;
    reader->opcode_limit = (uint32_t)gcnmemi_bits_min(lines, GCNMEMI_LISTING_OPCODES_MAX);
    reader->stage_limit = (uint32_t)gcnmemi_bits_min(lines, GCNMEMI_LISTING_STAGES_MAX);
    reader->label_slot_count = 4;
    while (reader->label_slot_count < 3 * lines) {
        reader->label_slot_count *= 2;
    }
    return gcnmemi_listing_place(reader, NULL);
}

GCNMEM_DEF size_t gcnmem_listing_size_bytes(const char* text, size_t text_bytes) {
    gcnmemi_listing_reader reader;
    uint64_t bytes = (uint64_t)text_bytes <= 0xffffffffu ? gcnmemi_listing_plan(&reader, text, text_bytes) : 0u;
    return bytes <= (uint64_t)(SIZE_MAX / 2) ? (size_t)bytes : 0;
}

GCNMEM_DEF gcnmem_result gcnmem_listing_parse(const char* text, size_t text_bytes, uint32_t gfx_version,
                                              const gcnmem_place* places, uint32_t place_count, void* memory,
                                              size_t memory_bytes, gcnmem_listing** out_program,
                                              gcnmem_issue* out_issue) {
    gcnmemi_listing_reader reader;
    uint64_t needed = 0;
    gcnmemi_bits_zero(&reader, sizeof(reader));
    reader.text = text;
    reader.target = gcnmemi_text_span(text, text);
    reader.function = reader.target;
    reader.ir_name = reader.target;
    reader.current = GCNMEM_NONE;
    reader.context = GCNMEM_NONE;
    reader.amdhsa[GCNMEMI_LISTING_NEXT_FREE_SGPR] = GCNMEM_NONE;
    reader.default_gfx_version = gfx_version;
    reader.text_bytes = (uint32_t)text_bytes;
    reader.places = places;
    reader.place_count = place_count;
    if ((uint64_t)text_bytes > 0xffffffffu) {
        gcnmemi_listing_fail(&reader, GCNMEM_ERROR_LIMIT, "has {value} bytes: at most {limit} are read", text_bytes,
                             0xffffffffu);
    } else {
        needed = gcnmemi_listing_plan(&reader, text, text_bytes);
    }
    if (needed > memory_bytes) {
        gcnmemi_listing_fail(&reader, GCNMEM_ERROR_LIMIT, "needs {value} bytes of memory: it was given {limit}", needed,
                             memory_bytes);
    }
    if (((uintptr_t)memory & 7u) != 0) {
        gcnmemi_listing_fail(&reader, GCNMEM_ERROR_LIMIT, "needs memory aligned to {limit} bytes",
                             (uintptr_t)memory & 7u, 8);
    }
    if (reader.result == GCNMEM_OK) {
        gcnmemi_listing_place(&reader, memory);
        gcnmemi_listing_read_lines(&reader, gcnmemi_text_span(text, text + text_bytes));
        if (reader.has_ir && !reader.has_assembly) {
            reader.line = 1;
            gcnmemi_listing_fail(&reader, GCNMEM_ERROR_VALUE,
                                 "is ACO IR, which has no addresses or waits: pass the dump's Assembly section", 0, 0);
        } else if (reader.program->insn_count == 0) {
            reader.line = 0;
            gcnmemi_listing_fail(&reader, GCNMEM_ERROR_VALUE, "must hold at least one instruction", 0, 0);
        }
    }
    if (reader.result == GCNMEM_OK) {
        gcnmemi_listing_resolve(&reader);
    }
    if (reader.result != GCNMEM_OK && out_issue != NULL) {
        *out_issue = reader.issue;
    }
    *out_program = reader.result == GCNMEM_OK ? reader.program : NULL;
    return reader.result;
}

/* ---- looking things up in a listing that has been read ----------------------------------------------------------- */

#define GCNMEMI_LISTING_ROW(type, function, table)                                                                     \
    GCNMEM_DEF const type* function(const gcnmem_listing* program, uint32_t index) {                                   \
        return (const type*)(const void*)((const uint8_t*)program + program->table) + index;                           \
    }
GCNMEMI_LISTING_ROW(gcnmem_insn, gcnmem_listing_insn, insns_at)
GCNMEMI_LISTING_ROW(gcnmem_stage, gcnmem_listing_stage, stages_at)
GCNMEMI_LISTING_ROW(gcnmem_opcode, gcnmem_listing_opcode, opcodes_at)
GCNMEMI_LISTING_ROW(gcnmem_label, gcnmem_listing_label, labels_at)
GCNMEMI_LISTING_ROW(gcnmem_loop, gcnmem_listing_loop, loops_at)

GCNMEM_DEF uint32_t gcnmem_listing_find_label(const gcnmem_listing* program, const char* text, uint32_t stage,
                                              const char* name, size_t name_bytes) {
    uint32_t low = gcnmem_listing_stage(program, stage)->first_label;
    uint32_t high = low + gcnmem_listing_stage(program, stage)->label_count;
    while (low < high) { /* labels stand in the order of their names */
        uint32_t middle = low + (high - low) / 2;
        const gcnmem_label* label = gcnmem_listing_label(program, middle);
        gcnmemi_text found = gcnmemi_listing_text(text, label->name_offset, label->name_bytes);
        int order = gcnmemi_text_order(found, gcnmemi_text_span(name, name + name_bytes));
        if (order == 0) {
            return middle;
        }
        low = order < 0 ? middle + 1 : low;
        high = order < 0 ? high : middle;
    }
    return GCNMEM_NONE;
}

GCNMEM_DEF uint32_t gcnmem_listing_find_stage(const gcnmem_listing* program, const char* text, const char* part,
                                              size_t part_bytes, uint32_t* out_count) {
    uint32_t found[2] = {GCNMEM_NONE, GCNMEM_NONE}; /* by the whole name, by a part of it */
    uint32_t count[2] = {0, 0};
    for (uint32_t i = 0; i < program->stage_count; ++i) {
        const gcnmem_stage* stage = gcnmem_listing_stage(program, i);
        gcnmemi_text name = gcnmemi_listing_text(text, stage->name_offset, stage->name_bytes);
        while (gcnmemi_text_bytes(name) >= part_bytes &&
               !gcnmemi_text_alike(gcnmemi_text_span(name.at, name.at + part_bytes),
                                   gcnmemi_text_span(part, part + part_bytes))) {
            ++name.at;
        }
        if (gcnmemi_text_bytes(name) >= part_bytes) {
            int is_part = part_bytes == 0 || stage->name_bytes != part_bytes;
            found[is_part] = i;
            ++count[is_part];
        }
    }
    int by_part = count[0] == 0;
    if (out_count != NULL) {
        *out_count = count[by_part];
    }
    return count[by_part] == 1 ? found[by_part] : GCNMEM_NONE;
}

#endif /* GCNMEM_NO_LISTING */

#ifndef GCNMEM_NO_RUN

#undef GCNMEMI_PRIVATE
#define GCNMEMI_PRIVATE GCNMEM_UNUSED static

/* ---------------------------------------------------------------------------------------------------------------------
   >>floats     32-bit floating point in integers: the bits that the vector ALU computes, rounded to nearest even
   Knows: bits, text

   A mode says which subnormal numbers count as zero: bit 0 keeps those of sources, bit 1 those of results [amd].
   ------------------------------------------------------------------------------------------------------------------ */

#define GCNMEMI_FLOATS_ONE 0x3f800000u
#define GCNMEMI_FLOATS_INFINITY 0x7f800000u
#define GCNMEMI_FLOATS_NAN 0x7fc00000u
#define GCNMEMI_FLOATS_SIGN 0x80000000u

GCNMEMI_PRIVATE int gcnmemi_floats_is_nan(uint32_t a) {
    return (a & ~GCNMEMI_FLOATS_SIGN) > GCNMEMI_FLOATS_INFINITY;
}

GCNMEMI_PRIVATE uint32_t gcnmemi_floats_source(uint32_t a, uint64_t mode) {
    return (a & GCNMEMI_FLOATS_INFINITY) == 0 && (mode & 1) == 0 ? a & GCNMEMI_FLOATS_SIGN : a;
}

/* mantissa * 2^exponent, the mantissa's lowest bit standing for all that was cut off. */
GCNMEMI_PRIVATE uint32_t gcnmemi_floats_round(uint32_t sign, int32_t exponent, uint64_t mantissa, uint64_t mode) {
    if (mantissa == 0) {
        return sign;
    }
    int32_t top = (int32_t)gcnmemi_bits_log2(mantissa);
    int32_t drop = top - 23; /* bits below the last that stays */
    int is_subnormal = exponent + top < -126;
    drop = is_subnormal ? -149 - exponent : drop;
    if (drop > 63) {
        mantissa = 1;
        drop = 2;
    }
    uint64_t kept = drop > 0 ? mantissa >> drop : mantissa << -drop;
    uint64_t rest = drop > 0 ? mantissa & (((uint64_t)1 << drop) - 1) : 0;
    uint64_t half = drop > 0 ? (uint64_t)1 << (drop - 1) : 1;
    kept += rest > half || (rest == half && (kept & 1) != 0);
    int64_t biased = is_subnormal ? 0 : (int64_t)exponent + top + 126; /* the leading one adds one more */
    if (biased >= 254) {
        return sign | GCNMEMI_FLOATS_INFINITY;
    }
    uint64_t bits = ((uint64_t)biased << 23) + kept;
    if (bits >= GCNMEMI_FLOATS_INFINITY) {
        return sign | GCNMEMI_FLOATS_INFINITY;
    }
    return bits >> 23 == 0 && (mode & 2) == 0 ? sign : sign | (uint32_t)bits;
}

/* Mantissa and exponent of a finite number. */
GCNMEMI_PRIVATE uint64_t gcnmemi_floats_split(uint32_t a, int32_t* out_exponent) {
    uint32_t biased = a >> 23 & 0xff;
    *out_exponent = (biased != 0 ? (int32_t)biased : 1) - 150;
    return (a & 0x7fffffu) | (biased != 0 ? 0x800000u : 0u);
}

/* Shifts to the right; what falls off stays as the lowest bit. */
GCNMEMI_PRIVATE uint64_t gcnmemi_floats_shift(uint64_t a, uint32_t count) {
    return count > 63 ? a != 0 : a >> count | ((a & (((uint64_t)1 << count) - 1)) != 0);
}

/* a * b + c, rounded once. */
GCNMEMI_PRIVATE uint32_t gcnmemi_floats_fma(uint64_t wide_a, uint64_t wide_b, uint64_t wide_c, uint64_t mode) {
    uint32_t a = gcnmemi_floats_source((uint32_t)wide_a, mode);
    uint32_t b = gcnmemi_floats_source((uint32_t)wide_b, mode);
    uint32_t c = gcnmemi_floats_source((uint32_t)wide_c, mode);
    uint32_t sign = (a ^ b) & GCNMEMI_FLOATS_SIGN;
    uint32_t c_sign = c & GCNMEMI_FLOATS_SIGN;
    int a_is_inf = (a & ~GCNMEMI_FLOATS_SIGN) == GCNMEMI_FLOATS_INFINITY;
    int b_is_inf = (b & ~GCNMEMI_FLOATS_SIGN) == GCNMEMI_FLOATS_INFINITY;
    int c_is_inf = (c & ~GCNMEMI_FLOATS_SIGN) == GCNMEMI_FLOATS_INFINITY;
    int is_zero = (a & ~GCNMEMI_FLOATS_SIGN) == 0 || (b & ~GCNMEMI_FLOATS_SIGN) == 0;
    if (gcnmemi_floats_is_nan(a) || gcnmemi_floats_is_nan(b) || gcnmemi_floats_is_nan(c) ||
        ((a_is_inf || b_is_inf) && (is_zero || (c_is_inf && sign != c_sign)))) {
        return GCNMEMI_FLOATS_NAN;
    }
    if (a_is_inf || b_is_inf || c_is_inf) {
        return (c_is_inf ? c_sign : sign) | GCNMEMI_FLOATS_INFINITY;
    }
    int32_t a_exponent;
    int32_t b_exponent;
    int32_t c_exponent;
    uint64_t product = gcnmemi_floats_split(a, &a_exponent) * gcnmemi_floats_split(b, &b_exponent);
    uint64_t addend = gcnmemi_floats_split(c, &c_exponent);
    int32_t exponent = a_exponent + b_exponent;
    if (product == 0 || addend == 0) {
        return product == 0 && addend == 0 ? sign & c_sign
               : product == 0              ? gcnmemi_floats_round(c_sign, c_exponent, addend, mode)
                                           : gcnmemi_floats_round(sign, exponent, product, mode);
    }
    uint32_t up = 61 - gcnmemi_bits_log2(product); /* both begin with bit 61 */
    uint32_t c_up = 61 - gcnmemi_bits_log2(addend);
    product <<= up;
    addend <<= c_up;
    exponent -= (int32_t)up;
    c_exponent -= (int32_t)c_up;
    if (exponent < c_exponent) {
        product = gcnmemi_floats_shift(product, (uint32_t)(c_exponent - exponent));
        exponent = c_exponent;
    } else {
        addend = gcnmemi_floats_shift(addend, (uint32_t)(exponent - c_exponent));
    }
    if (sign == c_sign) {
        return gcnmemi_floats_round(sign, exponent, product + addend, mode);
    }
    return product == addend  ? 0u
           : product > addend ? gcnmemi_floats_round(sign, exponent, product - addend, mode)
                              : gcnmemi_floats_round(c_sign, exponent, addend - product, mode);
}

GCNMEMI_PRIVATE uint32_t gcnmemi_floats_add(uint64_t a, uint64_t b, uint64_t mode) {
    return gcnmemi_floats_fma(a, GCNMEMI_FLOATS_ONE, b, mode);
}

GCNMEMI_PRIVATE uint32_t gcnmemi_floats_multiply(uint64_t a, uint64_t b, uint64_t mode) {
    return gcnmemi_floats_fma(a, b, (a ^ b) & GCNMEMI_FLOATS_SIGN, mode);
}

/* v_mad and v_mac round the product as well, and know no subnormal numbers [amd]. */
GCNMEMI_PRIVATE uint32_t gcnmemi_floats_mad(uint64_t a, uint64_t b, uint64_t c) {
    return gcnmemi_floats_add(gcnmemi_floats_multiply(a, b, 0), c, 0);
}

/* 1 / a to the nearest. The hardware may be one unit off; what divides corrects it. */
GCNMEMI_PRIVATE uint32_t gcnmemi_floats_reciprocal(uint64_t wide_a, uint64_t mode) {
    uint32_t a = gcnmemi_floats_source((uint32_t)wide_a, mode);
    uint32_t sign = a & GCNMEMI_FLOATS_SIGN;
    int32_t exponent;
    if (gcnmemi_floats_is_nan(a)) {
        return GCNMEMI_FLOATS_NAN;
    }
    if ((a & ~GCNMEMI_FLOATS_SIGN) == GCNMEMI_FLOATS_INFINITY) {
        return sign;
    }
    uint64_t mantissa = gcnmemi_floats_split(a, &exponent);
    if (mantissa == 0) {
        return sign | GCNMEMI_FLOATS_INFINITY;
    }
    for (; mantissa >> 23 == 0; --exponent) {
        mantissa <<= 1;
    }
    uint64_t quotient = ((uint64_t)1 << 63) / mantissa;
    quotient = quotient << 1 | (quotient * mantissa != (uint64_t)1 << 63);
    return gcnmemi_floats_round(sign, -64 - exponent, quotient, mode);
}

/* Whether a is below b; numbers only. */
GCNMEMI_PRIVATE int gcnmemi_floats_is_below(uint32_t a, uint32_t b) {
    uint32_t a_key = (a & GCNMEMI_FLOATS_SIGN) != 0 ? ~a : a | GCNMEMI_FLOATS_SIGN;
    uint32_t b_key = (b & GCNMEMI_FLOATS_SIGN) != 0 ? ~b : b | GCNMEMI_FLOATS_SIGN;
    return a_key < b_key && ((a | b) & ~GCNMEMI_FLOATS_SIGN) != 0; /* zeros are equal */
}

/* 1 below, 2 equal, 4 above, 8 one of them is no number. */
GCNMEMI_PRIVATE uint32_t gcnmemi_floats_compare(uint64_t wide_a, uint64_t wide_b, uint64_t mode) {
    uint32_t a = gcnmemi_floats_source((uint32_t)wide_a, mode);
    uint32_t b = gcnmemi_floats_source((uint32_t)wide_b, mode);
    return gcnmemi_floats_is_nan(a) || gcnmemi_floats_is_nan(b) ? 8u
           : gcnmemi_floats_is_below(a, b)                      ? 1u
           : gcnmemi_floats_is_below(b, a)                      ? 4u
                                                                : 2u;
}

/* The smaller, or the larger; of one that is no number, the other. */
GCNMEMI_PRIVATE uint32_t gcnmemi_floats_extreme(uint64_t wide_a, uint64_t wide_b, uint64_t mode, int is_max) {
    uint32_t a = gcnmemi_floats_source((uint32_t)wide_a, mode);
    uint32_t b = gcnmemi_floats_source((uint32_t)wide_b, mode);
    uint32_t order = gcnmemi_floats_compare(a, b, 3);
    int takes_b = order == 8   ? gcnmemi_floats_is_nan(a)
                  : order == 2 ? ((a & GCNMEMI_FLOATS_SIGN) != 0) == is_max
                               : (order == 1) == is_max;
    return takes_b ? b : a;
}

/* Which class of v_cmp_class a number belongs to, as a bit [amd]. */
GCNMEMI_PRIVATE uint32_t gcnmemi_floats_class(uint32_t a) {
    uint32_t biased = a >> 23 & 0xff;
    uint32_t kind = biased == 255 ? 3 : biased != 0 ? 2 : (a & 0x7fffffu) != 0 ? 1 : 0;
    return gcnmemi_floats_is_nan(a)         ? (uint32_t)1 << (a >> 22 & 1)
           : (a & GCNMEMI_FLOATS_SIGN) != 0 ? (uint32_t)1 << (5 - kind)
                                            : (uint32_t)1 << (6 + kind);
}

/* How numbers become whole ones. */
typedef enum gcnmemi_floats_direction {
    GCNMEMI_FLOATS_TO_ZERO = 0,
    GCNMEMI_FLOATS_DOWN,
    GCNMEMI_FLOATS_UP,
    GCNMEMI_FLOATS_NEAREST
} gcnmemi_floats_direction;

/* The whole number of a finite one below 2^63, without its sign. */
GCNMEMI_PRIVATE uint64_t gcnmemi_floats_magnitude(uint32_t a, uint32_t direction) {
    int32_t exponent;
    uint64_t mantissa = gcnmemi_floats_split(a, &exponent);
    if (exponent >= 0) {
        return mantissa << exponent;
    }
    uint64_t scaled = gcnmemi_floats_shift(mantissa << 2, (uint32_t)-exponent); /* two bits and what is below */
    uint64_t whole = scaled >> 2;
    uint64_t rest = scaled & 3;
    int is_negative = (a & GCNMEMI_FLOATS_SIGN) != 0;
    whole += direction == GCNMEMI_FLOATS_DOWN      ? rest != 0 && is_negative
             : direction == GCNMEMI_FLOATS_UP      ? rest != 0 && !is_negative
             : direction == GCNMEMI_FLOATS_NEAREST ? rest > 2 || (rest == 2 && (whole & 1) != 0)
                                                   : 0;
    return whole;
}

/* v_trunc, v_floor, v_ceil, v_rndne. */
GCNMEMI_PRIVATE uint32_t gcnmemi_floats_whole(uint64_t wide_a, uint64_t mode, uint32_t direction) {
    uint32_t a = gcnmemi_floats_source((uint32_t)wide_a, mode);
    uint32_t biased = a >> 23 & 0xff;
    return gcnmemi_floats_is_nan(a) ? GCNMEMI_FLOATS_NAN
           : biased >= 150
               ? a
               : gcnmemi_floats_round(a & GCNMEMI_FLOATS_SIGN, 0, gcnmemi_floats_magnitude(a, direction), 3);
}

/* To an integer: what is too large becomes the largest, what is no number 0. */
GCNMEMI_PRIVATE uint32_t gcnmemi_floats_to_integer(uint64_t wide_a, uint64_t mode, int is_signed, uint32_t direction) {
    uint32_t a = gcnmemi_floats_source((uint32_t)wide_a, mode);
    int is_negative = (a & GCNMEMI_FLOATS_SIGN) != 0;
    uint64_t most = is_signed ? 0x7fffffffu + (uint64_t)is_negative : is_negative ? 0 : UINT32_MAX;
    uint32_t biased = a >> 23 & 0xff;
    uint64_t magnitude = gcnmemi_floats_is_nan(a) ? 0
                         : biased >= 160          ? UINT64_MAX
                                                  : gcnmemi_floats_magnitude(a, direction);
    magnitude = gcnmemi_bits_min(magnitude, most);
    return (uint32_t)(is_negative ? 0 - magnitude : magnitude);
}

GCNMEMI_PRIVATE uint32_t gcnmemi_floats_from_integer(uint64_t a, int is_signed) {
    int is_negative = is_signed && (a >> 31 & 1) != 0;
    uint32_t magnitude = is_negative ? 0 - (uint32_t)a : (uint32_t)a;
    return gcnmemi_floats_round(is_negative ? GCNMEMI_FLOATS_SIGN : 0, 0, magnitude, 3);
}

/* a * 2^b. */
GCNMEMI_PRIVATE uint32_t gcnmemi_floats_scale(uint64_t wide_a, uint64_t b, uint64_t mode) {
    uint32_t a = gcnmemi_floats_source((uint32_t)wide_a, mode);
    int32_t exponent;
    uint64_t mantissa = gcnmemi_floats_split(a, &exponent);
    int32_t power = (int32_t)(uint32_t)b;
    power = power > 400 ? 400 : power < -400 ? -400 : power;
    return (a & GCNMEMI_FLOATS_INFINITY) == GCNMEMI_FLOATS_INFINITY
               ? (gcnmemi_floats_is_nan(a) ? GCNMEMI_FLOATS_NAN : a)
               : gcnmemi_floats_round(a & GCNMEMI_FLOATS_SIGN, exponent + power, mantissa, mode);
}

/* Takes a decimal number such as -1.5 or 1e-39 and rounds it to the nearest of 24 bits. Returns 0 when there is none,
   or it has too many digits: more than 19, or an exponent beyond 60. */
GCNMEMI_PRIVATE int gcnmemi_floats_take(gcnmemi_text* text, uint32_t* out_bits) {
    uint32_t limb[10] = {0}; /* digits * 10^60, least first */
    uint32_t sign = gcnmemi_text_take_char(text, '-') ? GCNMEMI_FLOATS_SIGN : 0;
    int64_t exponent = 0;
    uint32_t digits = 0;
    uint64_t value = 0;
    int has_point = 0;
    for (; gcnmemi_text_class(gcnmemi_text_peek(*text, 0), GCNMEMI_TEXT_DIGIT) ||
           (!has_point && gcnmemi_text_peek(*text, 0) == '.');
         ++text->at) {
        if (*text->at == '.') {
            has_point = 1;
            continue;
        }
        value = value * 10 + gcnmemi_text_digit(*text->at, 10);
        digits += value != 0 || digits == 0;
        exponent -= has_point;
    }
    if (gcnmemi_text_take_char(text, 'e')) {
        uint64_t power = 0;
        int is_negative = gcnmemi_text_take_char(text, '-');
        gcnmemi_text_take_char(text, '+');
        if (!gcnmemi_text_take_digits(text, 10, &power) || power > 120) {
            return 0;
        }
        exponent += is_negative ? -(int64_t)power : (int64_t)power;
    }
    gcnmemi_text_take_char(text, 'f');
    if (digits == 0 || digits > 19 || exponent < -60 || exponent > 60) {
        return 0;
    }
    /* value * 10^exponent = value * 10^(exponent + 60) / 10^60, and 10^60 = 2^60 * 5^60: multiply by ten, or divide a
       number that was shifted far to the left by ten, remembering what was cut off */
    limb[8] = (uint32_t)value;
    limb[9] = (uint32_t)(value >> 32);
    int32_t scale = -256;
    uint64_t cut = 0;
    for (; exponent < 0; ++exponent) {
        uint64_t rest = 0;
        for (uint32_t i = 10; i-- > 0;) {
            rest = rest << 32 | limb[i];
            limb[i] = (uint32_t)(rest / 10);
            rest %= 10;
        }
        cut |= rest;
    }
    for (; exponent > 0; --exponent) {
        for (uint32_t i = 0; limb[9] >> 28 != 0 && i < 4; ++i) { /* make room */
            for (uint32_t k = 0; k < 10; ++k) {
                cut |= k == 0 ? limb[0] & 1u : 0u;
                limb[k] = limb[k] >> 1 | (k < 9 ? limb[k + 1] << 31 : 0);
            }
            ++scale;
        }
        uint64_t carry = 0;
        for (uint32_t i = 0; i < 10; ++i) {
            carry += (uint64_t)limb[i] * 10;
            limb[i] = (uint32_t)carry;
            carry >>= 32;
        }
    }
    uint32_t top = 9;
    for (; top > 1 && limb[top] == 0; --top) {
    }
    for (uint32_t i = 0; i + 1 < top; ++i) {
        cut |= limb[i];
    }
    uint64_t mantissa = (uint64_t)limb[top] << 32 | limb[top - 1];
    uint32_t drop = mantissa >> 63 != 0 ? 1 : 0;
    mantissa = gcnmemi_floats_shift(mantissa, drop) | (cut != 0);
    *out_bits = gcnmemi_floats_round(sign, scale + 32 * ((int32_t)top - 1) + (int32_t)drop, mantissa, 3);
    return 1;
}

/* ---------------------------------------------------------------------------------------------------------------------
   >>values     what registers hold: a number for each lane, as a scalar plus a shared vector of lanes (R62)
   Knows: bits, text, ops, floats

   Lanes mostly differ in the same few ways, so every vector of lanes is kept once and named by a number. Sums and
   products with scalars touch the scalar and look the vector up; the rest is computed once and remembered.
   ------------------------------------------------------------------------------------------------------------------ */

#define GCNMEMI_VALUES_VECTORS 4096 /* different vectors that a run may hold */
#define GCNMEMI_VALUES_SLOTS 8192   /* powers of two */
#define GCNMEMI_VALUES_MEMOS 4096
#define GCNMEMI_VALUES_RANDOM 0x8000u /* of a cause: each lane has a stand-in of its own, so no pattern is known */

/* A register of all lanes: lane i holds scalar + vector[i] modulo 2^32. */
typedef struct gcnmemi_values_vector {
    uint64_t unknown; /* lanes that hold a stand-in */
    uint32_t scalar;
    uint16_t lanes; /* the vector; 0: all lanes are zero */
    uint16_t cause; /* what brought the stand-ins, the worst for the highest; 0: there are none */
} gcnmemi_values_vector;

/* A scalar register. */
typedef struct gcnmemi_values_scalar {
    uint32_t value;
    uint32_t unknown; /* bits that are a stand-in's */
    uint32_t cause;
} gcnmemi_values_scalar;

/* 32 or 64 bits of all lanes. */
typedef struct gcnmemi_values_operand {
    gcnmemi_values_vector part[2]; /* low dword, high dword */
} gcnmemi_values_operand;

typedef struct gcnmemi_values_lanes {
    uint32_t lane[GCNMEM_LANES]; /* the least is 0 */
    uint32_t most;
    uint32_t bits; /* that any lane has */
} gcnmemi_values_lanes;

/* An operation over lanes that was computed before: the key says all that it depends on. */
typedef struct gcnmemi_values_memo {
    uint64_t key[6];
    uint64_t mask; /* results: lanes of a carry or a comparison */
    uint32_t scalar[2];
    uint16_t lanes[2];
} gcnmemi_values_memo;

/* Every vector of a run. */
typedef struct gcnmemi_values_pool {
    gcnmemi_values_lanes vector[GCNMEMI_VALUES_VECTORS];
    gcnmemi_values_memo memo[GCNMEMI_VALUES_MEMOS];
    uint16_t slot[GCNMEMI_VALUES_SLOTS]; /* 0: free */
    uint32_t count;                      /* vectors beside that of zeros */
    uint32_t lost;                       /* results for which there was no room */
} gcnmemi_values_pool;

/* Operations on a, b and c, by lane; k is the lane's bit of a mask, the carry. `flip` turns unsigned comparisons into
   signed ones. Results of 32 bits are cut; bit 32 is the carry. */
#define GCNMEMI_VALUES_OPERATIONS(X)                                                                                   \
    X(MOV, a)                                                                                                          \
    X(NOT, ~a)                                                                                                         \
    X(ADD, a + b + k)                                                                                                  \
    X(SUB, a - b - k)                                                                                                  \
    X(ADD3, a + b + c)                                                                                                 \
    X(MUL, a* b)                                                                                                       \
    X(MUL_HI, a* b >> 32)                                                                                              \
    X(MUL24, (a & 0xffffffu) * (b & 0xffffffu))                                                                        \
    X(MUL_I24, gcnmemi_values_extend(a, 24) * gcnmemi_values_extend(b, 24))                                            \
    X(MUL_HI24, (a & 0xffffffu) * (b & 0xffffffu) >> 32)                                                               \
    X(MAD, a* b + c)                                                                                                   \
    X(MAD24, (a & 0xffffffu) * (b & 0xffffffu) + c)                                                                    \
    X(MAD_I24, gcnmemi_values_extend(a, 24) * gcnmemi_values_extend(b, 24) + c)                                        \
    X(LSHL, a << (b & 31))                                                                                             \
    X(LSHR, a >> (b & 31))                                                                                             \
    X(LSHL16, a << (b & 15))                                                                                           \
    X(LSHR16, a >> (b & 15))                                                                                           \
    X(LSHL64, a << (b & 63))                                                                                           \
    X(LSHR64, a >> (b & 63))                                                                                           \
    X(ASHR64, a >> (b & 63) | ((a >> 63) != 0 ? ~(UINT64_MAX >> (b & 63)) : 0))                                        \
    X(LSHL_ADD, (a << (b & 31)) + c)                                                                                   \
    X(LSHL1_ADD, (a << 1) + b)                                                                                         \
    X(LSHL2_ADD, (a << 2) + b)                                                                                         \
    X(LSHL3_ADD, (a << 3) + b)                                                                                         \
    X(LSHL4_ADD, (a << 4) + b)                                                                                         \
    X(ADD_LSHL, (a + b) << (c & 31))                                                                                   \
    X(LSHL_OR, (a << (b & 31)) | c)                                                                                    \
    X(AND_OR, (a & b) | c)                                                                                             \
    X(OR3, a | b | c)                                                                                                  \
    X(XAD, (a ^ b) + c)                                                                                                \
    X(AND, a& b)                                                                                                       \
    X(OR, a | b)                                                                                                       \
    X(XOR, a ^ b)                                                                                                      \
    X(NAND, ~(a & b))                                                                                                  \
    X(NOR, ~(a | b))                                                                                                   \
    X(XNOR, ~(a ^ b))                                                                                                  \
    X(ANDN2, a & ~b)                                                                                                   \
    X(ORN2, a | ~b)                                                                                                    \
    X(BFE, a >> (b & 31) & (((uint64_t)1 << (c & 31)) - 1))                                                            \
    X(BFE_I, (c & 31) != 0 ? gcnmemi_values_extend(a >> (b & 31), (uint32_t)(c & 31)) : 0)                             \
    X(SBFE, gcnmemi_values_field(a, b, 31, 0))                                                                         \
    X(SBFE_I, gcnmemi_values_field(a, b, 31, 1))                                                                       \
    X(SBFE64, gcnmemi_values_field(a, b, 63, 0))                                                                       \
    X(SBFE64_I, gcnmemi_values_field(a, b, 63, 1))                                                                     \
    X(BFI, (a & b) | (~a & c))                                                                                         \
    X(BFM, (((uint64_t)1 << (a & 31)) - 1) << (b & 31))                                                                \
    X(BFM64, (((uint64_t)1 << (a & 63)) - 1) << (b & 63))                                                              \
    X(ALIGNBIT, (a << 32 | b) >> (c & 31))                                                                             \
    X(ALIGNBYTE, (a << 32 | b) >> (c & 3) * 8)                                                                         \
    X(PERM, gcnmemi_values_permute(a << 32 | b, (uint32_t)c))                                                          \
    X(BFREV, gcnmemi_values_reverse(a) >> 32)                                                                          \
    X(BFREV64, gcnmemi_values_reverse(a))                                                                              \
    X(BCNT, gcnmemi_bits_count(a) + b)                                                                                 \
    X(BCNT0, 32 - gcnmemi_bits_count(a))                                                                               \
    X(BCNT0_64, 64 - gcnmemi_bits_count(a))                                                                            \
    X(FFBL, a != 0 ? gcnmemi_bits_lowest(a) : UINT32_MAX)                                                              \
    X(FFBH, a != 0 ? 31 - gcnmemi_bits_log2(a) : UINT32_MAX)                                                           \
    X(FFBH64, a != 0 ? 63 - gcnmemi_bits_log2(a) : UINT32_MAX)                                                         \
    X(EXTEND8, gcnmemi_values_extend(a, 8))                                                                            \
    X(EXTEND16, gcnmemi_values_extend(a, 16))                                                                          \
    X(ABS, (a >> 63) != 0 ? 0 - a : a)                                                                                 \
    X(ABSDIFF, ((a ^ flip) < (b ^ flip)) ? b - a : a - b)                                                              \
    X(MIN, ((a ^ flip) < (b ^ flip)) ? a : b)                                                                          \
    X(MAX, ((a ^ flip) > (b ^ flip)) ? a : b)                                                                          \
    X(MIN3, gcnmemi_values_middle(a, b, c, flip, 0))                                                                   \
    X(MED3, gcnmemi_values_middle(a, b, c, flip, 1))                                                                   \
    X(MAX3, gcnmemi_values_middle(a, b, c, flip, 2))                                                                   \
    X(SELECT, k != 0 ? b : a)                                                                                          \
    X(MBCNT_LO, b + gcnmemi_bits_count(a & 0xffffffffu & (((uint64_t)1 << i) - 1)))                                    \
    X(MBCNT_HI, b + gcnmemi_bits_count(a << 32 & (((uint64_t)1 << i) - 1)))                                            \
    X(PACK_LL, (a & 0xffffu) | (b & 0xffffu) << 16)                                                                    \
    X(PACK_LH, (a & 0xffffu) | (b & 0xffff0000u))                                                                      \
    X(PACK_HH, (a & 0xffffffffu) >> 16 | (b & 0xffff0000u))                                                            \
    X(SET_BIT, a | (uint64_t)1 << (b & 31))                                                                            \
    X(CLEAR_BIT, a & ~((uint64_t)1 << (b & 31)))                                                                       \
    X(BIT_IS_1, a >> (b & 31) & 1)                                                                                     \
    X(BIT_IS_0, ~a >> (b & 31) & 1)                                                                                    \
    X(F_ADD, gcnmemi_floats_add(a, b, flip))                                                                           \
    X(F_SUB, gcnmemi_floats_add(a, b ^ GCNMEMI_FLOATS_SIGN, flip))                                                     \
    X(F_MUL, gcnmemi_floats_multiply(a, b, flip))                                                                      \
    X(F_FMA, gcnmemi_floats_fma(a, b, c, flip))                                                                        \
    X(F_MAD, gcnmemi_floats_mad(a, b, c))                                                                              \
    X(F_MIN, gcnmemi_floats_extreme(a, b, flip, 0))                                                                    \
    X(F_MAX, gcnmemi_floats_extreme(a, b, flip, 1))                                                                    \
    X(F_MIN3, gcnmemi_floats_extreme(gcnmemi_floats_extreme(a, b, flip, 0), c, flip, 0))                               \
    X(F_MAX3, gcnmemi_floats_extreme(gcnmemi_floats_extreme(a, b, flip, 1), c, flip, 1))                               \
    X(F_RCP, gcnmemi_floats_reciprocal(a, flip))                                                                       \
    X(F_TRUNC, gcnmemi_floats_whole(a, flip, GCNMEMI_FLOATS_TO_ZERO))                                                  \
    X(F_FLOOR, gcnmemi_floats_whole(a, flip, GCNMEMI_FLOATS_DOWN))                                                     \
    X(F_CEIL, gcnmemi_floats_whole(a, flip, GCNMEMI_FLOATS_UP))                                                        \
    X(F_NEAREST, gcnmemi_floats_whole(a, flip, GCNMEMI_FLOATS_NEAREST))                                                \
    X(F_SCALE, gcnmemi_floats_scale(a, b, flip))                                                                       \
    X(F_TO_U32, gcnmemi_floats_to_integer(a, flip, 0, GCNMEMI_FLOATS_TO_ZERO))                                         \
    X(F_TO_I32, gcnmemi_floats_to_integer(a, flip, 1, GCNMEMI_FLOATS_TO_ZERO))                                         \
    X(F_TO_I32_DOWN, gcnmemi_floats_to_integer(a, flip, 1, GCNMEMI_FLOATS_DOWN))                                       \
    X(F_FROM_U32, gcnmemi_floats_from_integer(a, 0))                                                                   \
    X(F_FROM_I32, gcnmemi_floats_from_integer(a, 1))                                                                   \
    X(F_FROM_BYTE0, gcnmemi_floats_from_integer(a & 0xff, 0))                                                          \
    X(F_FROM_BYTE1, gcnmemi_floats_from_integer(a >> 8 & 0xff, 0))                                                     \
    X(F_FROM_BYTE2, gcnmemi_floats_from_integer(a >> 16 & 0xff, 0))                                                    \
    X(F_FROM_BYTE3, gcnmemi_floats_from_integer(a >> 24 & 0xff, 0))                                                    \
    X(F_LT, (gcnmemi_floats_compare(a, b, flip) & 1) != 0)                                                             \
    X(F_EQ, (gcnmemi_floats_compare(a, b, flip) & 2) != 0)                                                             \
    X(F_LE, (gcnmemi_floats_compare(a, b, flip) & 3) != 0)                                                             \
    X(F_GT, (gcnmemi_floats_compare(a, b, flip) & 4) != 0)                                                             \
    X(F_LG, (gcnmemi_floats_compare(a, b, flip) & 5) != 0)                                                             \
    X(F_GE, (gcnmemi_floats_compare(a, b, flip) & 6) != 0)                                                             \
    X(F_ORDERED, (gcnmemi_floats_compare(a, b, flip) & 7) != 0)                                                        \
    X(F_UNORDERED, (gcnmemi_floats_compare(a, b, flip) & 8) != 0)                                                      \
    X(F_NGE, (gcnmemi_floats_compare(a, b, flip) & 9) != 0)                                                            \
    X(F_NLG, (gcnmemi_floats_compare(a, b, flip) & 10) != 0)                                                           \
    X(F_NGT, (gcnmemi_floats_compare(a, b, flip) & 11) != 0)                                                           \
    X(F_NLE, (gcnmemi_floats_compare(a, b, flip) & 12) != 0)                                                           \
    X(F_NEQ, (gcnmemi_floats_compare(a, b, flip) & 13) != 0)                                                           \
    X(F_NLT, (gcnmemi_floats_compare(a, b, flip) & 14) != 0)                                                           \
    X(F_CLASS, (gcnmemi_floats_class((uint32_t)a) & b) != 0)                                                           \
    X(EQ, a == b)                                                                                                      \
    X(NE, a != b)                                                                                                      \
    X(LT, (a ^ flip) < (b ^ flip))                                                                                     \
    X(LE, (a ^ flip) <= (b ^ flip))                                                                                    \
    X(NEVER, 0)                                                                                                        \
    X(ALWAYS, 1)

#define GCNMEMI_VALUES_ROW(name, expression) GCNMEMI_VALUES_##name,
typedef enum gcnmemi_values_operation {
    GCNMEMI_VALUES_NONE = 0,
    GCNMEMI_VALUES_OPERATIONS(GCNMEMI_VALUES_ROW)
    /* what needs more than the values of its lane */
    GCNMEMI_VALUES_READ_LANE,
    GCNMEMI_VALUES_READ_FIRST,
    GCNMEMI_VALUES_WRITE_LANE,
    GCNMEMI_VALUES_SWAP,
    GCNMEMI_VALUES_WHOLE_QUADS,
    /* keys of memos */
    GCNMEMI_VALUES_LINEAR,
    GCNMEMI_VALUES_MERGE,
    GCNMEMI_VALUES_LANE_IDS
} gcnmemi_values_operation;
#undef GCNMEMI_VALUES_ROW

/* What an opcode's row says beside its operation. */
enum {
    GCNMEMI_VALUES_SWAPPED = 0x001, /* the first two sources stand in the other order */
    GCNMEMI_VALUES_SIGNED = 0x002,  /* sources are extended to 64 bits by their sign, comparisons are signed */
    GCNMEMI_VALUES_CARRY = 0x004,   /* reads a carry, or the mask that selects */
    GCNMEMI_VALUES_MASK = 0x008,    /* the result is a bit: SCC, or a mask of lanes */
    GCNMEMI_VALUES_BITWISE = 0x010, /* bits do not depend on their neighbours */
    GCNMEMI_VALUES_HALF = 0x020,    /* 16 bits */
    GCNMEMI_VALUES_WIDE = 0x040,    /* 64 bits */
    GCNMEMI_VALUES_READS = 0x080,   /* the destination is the first source, too */
    GCNMEMI_VALUES_SHORT = 0x100,   /* the last operand is a constant of 16 bits and a sign */
    GCNMEMI_VALUES_NONZERO = 0x200, /* SCC: whether the result is not zero, ... */
    GCNMEMI_VALUES_CARRIES = 0x400, /* ... has a carry, ... */
    GCNMEMI_VALUES_WRAPS = 0x800,   /* ... exceeds a signed number, ... */
    GCNMEMI_VALUES_CHOSEN = 0x1000, /* ... is the first source alone */
    GCNMEMI_VALUES_SAVES = 0x2000,  /* the destination is EXEC's old value, EXEC the result */
    GCNMEMI_VALUES_ADDS = 0x4000,   /* the destination is the third source, too */
    GCNMEMI_VALUES_FLOATS = 0x8000  /* depends on the mode of >>floats */
};

typedef struct gcnmemi_values_row {
    const char* words; /* as in the rows of >>ops, each a whole mnemonic */
    uint8_t operation;
    uint16_t flags;
} gcnmemi_values_row;

#define GCNMEMI_VALUES_ROW(words, operation, flags)                                                                    \
    { words, GCNMEMI_VALUES_##operation, flags }
#define GCNMEMI_VALUES_COMPARE(word, operation, swapped)                                                               \
    GCNMEMI_VALUES_ROW("v_{cmp,cmpx}_" word "_u{16,32,64}", operation, GCNMEMI_VALUES_MASK | (swapped)),               \
        GCNMEMI_VALUES_ROW("v_{cmp,cmpx}_" word "_i{16,32,64}", operation,                                             \
                           GCNMEMI_VALUES_MASK | GCNMEMI_VALUES_SIGNED | (swapped)),                                   \
        GCNMEMI_VALUES_ROW("s_cmp_" word "_u{32,64}", operation, GCNMEMI_VALUES_MASK | (swapped)),                     \
        GCNMEMI_VALUES_ROW("s_cmp_" word "_i32", operation, GCNMEMI_VALUES_MASK | GCNMEMI_VALUES_SIGNED | (swapped)),  \
        GCNMEMI_VALUES_ROW("s_cmpk_" word "_u32", operation, GCNMEMI_VALUES_MASK | (swapped)),                         \
        GCNMEMI_VALUES_ROW("s_cmpk_" word "_i32", operation,                                                           \
                           GCNMEMI_VALUES_MASK | GCNMEMI_VALUES_SIGNED | GCNMEMI_VALUES_SHORT | (swapped))
#define GCNMEMI_VALUES_LOGIC(word, operation, swapped)                                                                 \
    GCNMEMI_VALUES_ROW("s_" word "_b{32,64}", operation, GCNMEMI_VALUES_BITWISE | GCNMEMI_VALUES_NONZERO | (swapped)), \
        GCNMEMI_VALUES_ROW("s_" word "_saveexec_b64", operation,                                                       \
                           GCNMEMI_VALUES_BITWISE | GCNMEMI_VALUES_NONZERO | GCNMEMI_VALUES_SAVES | (swapped))

/* What each opcode computes [amd]. The width is that of the type at the end of its name. */
static const gcnmemi_values_row gcnmemi_values_rows[] = {
    GCNMEMI_VALUES_ROW("v_mov_b32 v_accvgpr_{read,write}{,_b32} v_accvgpr_mov_b32", MOV, 0),
    GCNMEMI_VALUES_ROW("v_not_b32", NOT, 0),
    GCNMEMI_VALUES_ROW("v_add_{u32,i32,co_u32} v_add_u16", ADD, 0),
    GCNMEMI_VALUES_ROW("v_addc_{u32,co_u32}", ADD, GCNMEMI_VALUES_CARRY),
    GCNMEMI_VALUES_ROW("v_sub_{u32,i32,co_u32} v_sub_u16", SUB, 0),
    GCNMEMI_VALUES_ROW("v_subrev_{u32,i32,co_u32} v_subrev_u16", SUB, GCNMEMI_VALUES_SWAPPED),
    GCNMEMI_VALUES_ROW("v_subb_{u32,co_u32}", SUB, GCNMEMI_VALUES_CARRY),
    GCNMEMI_VALUES_ROW("v_subbrev_{u32,co_u32}", SUB, GCNMEMI_VALUES_CARRY | GCNMEMI_VALUES_SWAPPED),
    GCNMEMI_VALUES_ROW("v_add3_u32", ADD3, 0),
    GCNMEMI_VALUES_ROW("v_mul_lo_{u32,i32,u16}", MUL, 0),
    GCNMEMI_VALUES_ROW("v_mul_hi_u32", MUL_HI, 0),
    GCNMEMI_VALUES_ROW("v_mul_hi_i32", MUL_HI, GCNMEMI_VALUES_SIGNED),
    GCNMEMI_VALUES_ROW("v_mul_u32_u24", MUL24, 0),
    GCNMEMI_VALUES_ROW("v_mul_i32_i24", MUL_I24, 0),
    GCNMEMI_VALUES_ROW("v_mul_hi_u32_u24", MUL_HI24, 0),
    GCNMEMI_VALUES_ROW("v_mad_u32_u24", MAD24, 0),
    GCNMEMI_VALUES_ROW("v_mad_i32_i24", MAD_I24, 0),
    GCNMEMI_VALUES_ROW("v_mad_u16", MAD, 0),
    GCNMEMI_VALUES_ROW("v_mad_u64_u32", MAD, GCNMEMI_VALUES_WIDE),
    GCNMEMI_VALUES_ROW("v_mad_i64_i32", MAD, GCNMEMI_VALUES_WIDE | GCNMEMI_VALUES_SIGNED),
    GCNMEMI_VALUES_ROW("v_lshl_b32", LSHL, 0),
    GCNMEMI_VALUES_ROW("v_lshlrev_b32", LSHL, GCNMEMI_VALUES_SWAPPED),
    GCNMEMI_VALUES_ROW("v_lshr_b32", LSHR, 0),
    GCNMEMI_VALUES_ROW("v_lshrrev_b32", LSHR, GCNMEMI_VALUES_SWAPPED),
    GCNMEMI_VALUES_ROW("v_ashr_i32", LSHR, GCNMEMI_VALUES_SIGNED),
    GCNMEMI_VALUES_ROW("v_ashrrev_i32", LSHR, GCNMEMI_VALUES_SIGNED | GCNMEMI_VALUES_SWAPPED),
    GCNMEMI_VALUES_ROW("v_lshlrev_b16", LSHL16, GCNMEMI_VALUES_SWAPPED),
    GCNMEMI_VALUES_ROW("v_lshrrev_b16", LSHR16, GCNMEMI_VALUES_SWAPPED),
    GCNMEMI_VALUES_ROW("v_ashrrev_i16", LSHR16, GCNMEMI_VALUES_SIGNED | GCNMEMI_VALUES_SWAPPED),
    GCNMEMI_VALUES_ROW("v_lshl_b64", LSHL64, 0),
    GCNMEMI_VALUES_ROW("v_lshlrev_b64", LSHL64, GCNMEMI_VALUES_SWAPPED),
    GCNMEMI_VALUES_ROW("v_lshr_b64", LSHR64, 0),
    GCNMEMI_VALUES_ROW("v_lshrrev_b64", LSHR64, GCNMEMI_VALUES_SWAPPED),
    GCNMEMI_VALUES_ROW("v_ashr_i64", ASHR64, 0),
    GCNMEMI_VALUES_ROW("v_ashrrev_i64", ASHR64, GCNMEMI_VALUES_SWAPPED),
    GCNMEMI_VALUES_ROW("v_lshl_add_u32", LSHL_ADD, 0),
    GCNMEMI_VALUES_ROW("v_add_lshl_u32", ADD_LSHL, 0),
    GCNMEMI_VALUES_ROW("v_lshl_or_b32", LSHL_OR, 0),
    GCNMEMI_VALUES_ROW("v_and_or_b32", AND_OR, 0),
    GCNMEMI_VALUES_ROW("v_or3_b32", OR3, 0),
    GCNMEMI_VALUES_ROW("v_xad_u32", XAD, 0),
    GCNMEMI_VALUES_ROW("v_and_b32", AND, 0),
    GCNMEMI_VALUES_ROW("v_or_b32", OR, 0),
    GCNMEMI_VALUES_ROW("v_xor_b32", XOR, 0),
    GCNMEMI_VALUES_ROW("v_xnor_b32", XNOR, 0),
    GCNMEMI_VALUES_ROW("v_bfe_u32", BFE, 0),
    GCNMEMI_VALUES_ROW("v_bfe_i32", BFE_I, 0),
    GCNMEMI_VALUES_ROW("v_bfi_b32", BFI, 0),
    GCNMEMI_VALUES_ROW("v_bfm_b32 s_bfm_b32", BFM, 0),
    GCNMEMI_VALUES_ROW("s_bfm_b64", BFM64, 0),
    GCNMEMI_VALUES_ROW("v_alignbit_b32", ALIGNBIT, 0),
    GCNMEMI_VALUES_ROW("v_alignbyte_b32", ALIGNBYTE, 0),
    GCNMEMI_VALUES_ROW("v_perm_b32", PERM, 0),
    GCNMEMI_VALUES_ROW("v_bfrev_b32 s_brev_b32", BFREV, 0),
    GCNMEMI_VALUES_ROW("s_brev_b64", BFREV64, 0),
    GCNMEMI_VALUES_ROW("v_bcnt_u32_b32", BCNT, 0),
    GCNMEMI_VALUES_ROW("v_ffbl_b32 s_ff1_i32_b{32,64}", FFBL, 0),
    GCNMEMI_VALUES_ROW("v_ffbh_u32 s_flbit_i32_b32", FFBH, 0),
    GCNMEMI_VALUES_ROW("s_flbit_i32_b64", FFBH64, 0),
    GCNMEMI_VALUES_ROW("v_min_{u32,u16}", MIN, 0),
    GCNMEMI_VALUES_ROW("v_min_{i32,i16}", MIN, GCNMEMI_VALUES_SIGNED),
    GCNMEMI_VALUES_ROW("v_max_{u32,u16}", MAX, 0),
    GCNMEMI_VALUES_ROW("v_max_{i32,i16}", MAX, GCNMEMI_VALUES_SIGNED),
    GCNMEMI_VALUES_ROW("v_min3_u32", MIN3, 0),
    GCNMEMI_VALUES_ROW("v_min3_i32", MIN3, GCNMEMI_VALUES_SIGNED),
    GCNMEMI_VALUES_ROW("v_med3_u32", MED3, 0),
    GCNMEMI_VALUES_ROW("v_med3_i32", MED3, GCNMEMI_VALUES_SIGNED),
    GCNMEMI_VALUES_ROW("v_max3_u32", MAX3, 0),
    GCNMEMI_VALUES_ROW("v_max3_i32", MAX3, GCNMEMI_VALUES_SIGNED),
    GCNMEMI_VALUES_ROW("v_cndmask_b32", SELECT, GCNMEMI_VALUES_CARRY),
    GCNMEMI_VALUES_ROW("v_mbcnt_lo_u32_b32", MBCNT_LO, 0),
    GCNMEMI_VALUES_ROW("v_mbcnt_hi_u32_b32", MBCNT_HI, 0),
    GCNMEMI_VALUES_ROW("v_readlane_b32", READ_LANE, 0),
    GCNMEMI_VALUES_ROW("v_readfirstlane_b32", READ_FIRST, 0),
    GCNMEMI_VALUES_ROW("v_writelane_b32", WRITE_LANE, GCNMEMI_VALUES_READS),
    GCNMEMI_VALUES_ROW("v_swap_b32", SWAP, 0),
    GCNMEMI_VALUES_ROW("v_add_f32", F_ADD, GCNMEMI_VALUES_FLOATS),
    GCNMEMI_VALUES_ROW("v_sub_f32", F_SUB, GCNMEMI_VALUES_FLOATS),
    GCNMEMI_VALUES_ROW("v_subrev_f32", F_SUB, GCNMEMI_VALUES_FLOATS | GCNMEMI_VALUES_SWAPPED),
    GCNMEMI_VALUES_ROW("v_mul_f32", F_MUL, GCNMEMI_VALUES_FLOATS),
    GCNMEMI_VALUES_ROW("v_{fma,fmamk,fmaak}_f32", F_FMA, GCNMEMI_VALUES_FLOATS),
    GCNMEMI_VALUES_ROW("v_fmac_f32", F_FMA, GCNMEMI_VALUES_FLOATS | GCNMEMI_VALUES_ADDS),
    GCNMEMI_VALUES_ROW("v_{mad,madmk,madak}_f32", F_MAD, GCNMEMI_VALUES_FLOATS),
    GCNMEMI_VALUES_ROW("v_mac_f32", F_MAD, GCNMEMI_VALUES_FLOATS | GCNMEMI_VALUES_ADDS),
    GCNMEMI_VALUES_ROW("v_min_f32", F_MIN, GCNMEMI_VALUES_FLOATS),
    GCNMEMI_VALUES_ROW("v_max_f32", F_MAX, GCNMEMI_VALUES_FLOATS),
    GCNMEMI_VALUES_ROW("v_min3_f32", F_MIN3, GCNMEMI_VALUES_FLOATS),
    GCNMEMI_VALUES_ROW("v_max3_f32", F_MAX3, GCNMEMI_VALUES_FLOATS),
    GCNMEMI_VALUES_ROW("v_rcp_f32", F_RCP, GCNMEMI_VALUES_FLOATS),
    GCNMEMI_VALUES_ROW("v_rcp_iflag_f32", F_RCP, GCNMEMI_VALUES_FLOATS),
    GCNMEMI_VALUES_ROW("v_trunc_f32", F_TRUNC, GCNMEMI_VALUES_FLOATS),
    GCNMEMI_VALUES_ROW("v_floor_f32", F_FLOOR, GCNMEMI_VALUES_FLOATS),
    GCNMEMI_VALUES_ROW("v_ceil_f32", F_CEIL, GCNMEMI_VALUES_FLOATS),
    GCNMEMI_VALUES_ROW("v_rndne_f32", F_NEAREST, GCNMEMI_VALUES_FLOATS),
    GCNMEMI_VALUES_ROW("v_ldexp_f32", F_SCALE, GCNMEMI_VALUES_FLOATS),
    GCNMEMI_VALUES_ROW("v_cvt_u32_f32", F_TO_U32, GCNMEMI_VALUES_FLOATS),
    GCNMEMI_VALUES_ROW("v_cvt_i32_f32", F_TO_I32, GCNMEMI_VALUES_FLOATS),
    GCNMEMI_VALUES_ROW("v_cvt_flr_i32_f32", F_TO_I32_DOWN, GCNMEMI_VALUES_FLOATS),
    GCNMEMI_VALUES_ROW("v_cvt_f32_u32", F_FROM_U32, GCNMEMI_VALUES_FLOATS),
    GCNMEMI_VALUES_ROW("v_cvt_f32_i32", F_FROM_I32, GCNMEMI_VALUES_FLOATS),
    GCNMEMI_VALUES_ROW("v_cvt_f32_ubyte0", F_FROM_BYTE0, GCNMEMI_VALUES_FLOATS),
    GCNMEMI_VALUES_ROW("v_cvt_f32_ubyte1", F_FROM_BYTE1, GCNMEMI_VALUES_FLOATS),
    GCNMEMI_VALUES_ROW("v_cvt_f32_ubyte2", F_FROM_BYTE2, GCNMEMI_VALUES_FLOATS),
    GCNMEMI_VALUES_ROW("v_cvt_f32_ubyte3", F_FROM_BYTE3, GCNMEMI_VALUES_FLOATS),
    GCNMEMI_VALUES_ROW("v_{cmp,cmpx}_lt_f32", F_LT, GCNMEMI_VALUES_FLOATS | GCNMEMI_VALUES_MASK),
    GCNMEMI_VALUES_ROW("v_{cmp,cmpx}_eq_f32", F_EQ, GCNMEMI_VALUES_FLOATS | GCNMEMI_VALUES_MASK),
    GCNMEMI_VALUES_ROW("v_{cmp,cmpx}_le_f32", F_LE, GCNMEMI_VALUES_FLOATS | GCNMEMI_VALUES_MASK),
    GCNMEMI_VALUES_ROW("v_{cmp,cmpx}_gt_f32", F_GT, GCNMEMI_VALUES_FLOATS | GCNMEMI_VALUES_MASK),
    GCNMEMI_VALUES_ROW("v_{cmp,cmpx}_lg_f32", F_LG, GCNMEMI_VALUES_FLOATS | GCNMEMI_VALUES_MASK),
    GCNMEMI_VALUES_ROW("v_{cmp,cmpx}_ge_f32", F_GE, GCNMEMI_VALUES_FLOATS | GCNMEMI_VALUES_MASK),
    GCNMEMI_VALUES_ROW("v_{cmp,cmpx}_o_f32", F_ORDERED, GCNMEMI_VALUES_FLOATS | GCNMEMI_VALUES_MASK),
    GCNMEMI_VALUES_ROW("v_{cmp,cmpx}_u_f32", F_UNORDERED, GCNMEMI_VALUES_FLOATS | GCNMEMI_VALUES_MASK),
    GCNMEMI_VALUES_ROW("v_{cmp,cmpx}_nge_f32", F_NGE, GCNMEMI_VALUES_FLOATS | GCNMEMI_VALUES_MASK),
    GCNMEMI_VALUES_ROW("v_{cmp,cmpx}_nlg_f32", F_NLG, GCNMEMI_VALUES_FLOATS | GCNMEMI_VALUES_MASK),
    GCNMEMI_VALUES_ROW("v_{cmp,cmpx}_ngt_f32", F_NGT, GCNMEMI_VALUES_FLOATS | GCNMEMI_VALUES_MASK),
    GCNMEMI_VALUES_ROW("v_{cmp,cmpx}_nle_f32", F_NLE, GCNMEMI_VALUES_FLOATS | GCNMEMI_VALUES_MASK),
    GCNMEMI_VALUES_ROW("v_{cmp,cmpx}_neq_f32", F_NEQ, GCNMEMI_VALUES_FLOATS | GCNMEMI_VALUES_MASK),
    GCNMEMI_VALUES_ROW("v_{cmp,cmpx}_nlt_f32", F_NLT, GCNMEMI_VALUES_FLOATS | GCNMEMI_VALUES_MASK),
    GCNMEMI_VALUES_ROW("v_{cmp,cmpx}_class_f32", F_CLASS, GCNMEMI_VALUES_FLOATS | GCNMEMI_VALUES_MASK),

    GCNMEMI_VALUES_COMPARE("eq", EQ, 0),
    GCNMEMI_VALUES_COMPARE("{ne,lg}", NE, 0),
    GCNMEMI_VALUES_COMPARE("lt", LT, 0),
    GCNMEMI_VALUES_COMPARE("le", LE, 0),
    GCNMEMI_VALUES_COMPARE("gt", LT, GCNMEMI_VALUES_SWAPPED),
    GCNMEMI_VALUES_COMPARE("ge", LE, GCNMEMI_VALUES_SWAPPED),
    GCNMEMI_VALUES_ROW("v_{cmp,cmpx}_f_{u,i}{16,32,64}", NEVER, GCNMEMI_VALUES_MASK),
    GCNMEMI_VALUES_ROW("v_{cmp,cmpx}_t_{u,i}{16,32,64}", ALWAYS, GCNMEMI_VALUES_MASK),
    GCNMEMI_VALUES_ROW("s_bitcmp0_b32", BIT_IS_0, GCNMEMI_VALUES_MASK),
    GCNMEMI_VALUES_ROW("s_bitcmp1_b32", BIT_IS_1, GCNMEMI_VALUES_MASK),

    GCNMEMI_VALUES_ROW("s_mov_b{32,64}", MOV, GCNMEMI_VALUES_BITWISE),
    GCNMEMI_VALUES_ROW("s_movk_i32", MOV, GCNMEMI_VALUES_SHORT),
    GCNMEMI_VALUES_ROW("s_cmov_b{32,64}", SELECT, GCNMEMI_VALUES_CARRY | GCNMEMI_VALUES_READS),
    GCNMEMI_VALUES_ROW("s_cmovk_i32", SELECT, GCNMEMI_VALUES_CARRY | GCNMEMI_VALUES_READS | GCNMEMI_VALUES_SHORT),
    GCNMEMI_VALUES_ROW("s_cselect_b{32,64}", SELECT, GCNMEMI_VALUES_CARRY | GCNMEMI_VALUES_SWAPPED),
    GCNMEMI_VALUES_ROW("s_not_b{32,64}", NOT, GCNMEMI_VALUES_BITWISE | GCNMEMI_VALUES_NONZERO),
    GCNMEMI_VALUES_ROW("s_add_u32", ADD, GCNMEMI_VALUES_CARRIES),
    GCNMEMI_VALUES_ROW("s_add_i32", ADD, GCNMEMI_VALUES_SIGNED | GCNMEMI_VALUES_WRAPS),
    GCNMEMI_VALUES_ROW("s_addc_u32", ADD, GCNMEMI_VALUES_CARRY | GCNMEMI_VALUES_CARRIES),
    GCNMEMI_VALUES_ROW("s_addk_i32", ADD,
                       GCNMEMI_VALUES_SIGNED | GCNMEMI_VALUES_WRAPS | GCNMEMI_VALUES_READS | GCNMEMI_VALUES_SHORT),
    GCNMEMI_VALUES_ROW("s_sub_u32", SUB, GCNMEMI_VALUES_CARRIES),
    GCNMEMI_VALUES_ROW("s_sub_i32", SUB, GCNMEMI_VALUES_SIGNED | GCNMEMI_VALUES_WRAPS),
    GCNMEMI_VALUES_ROW("s_subb_u32", SUB, GCNMEMI_VALUES_CARRY | GCNMEMI_VALUES_CARRIES),
    GCNMEMI_VALUES_ROW("s_lshl1_add_u32", LSHL1_ADD, GCNMEMI_VALUES_CARRIES),
    GCNMEMI_VALUES_ROW("s_lshl2_add_u32", LSHL2_ADD, GCNMEMI_VALUES_CARRIES),
    GCNMEMI_VALUES_ROW("s_lshl3_add_u32", LSHL3_ADD, GCNMEMI_VALUES_CARRIES),
    GCNMEMI_VALUES_ROW("s_lshl4_add_u32", LSHL4_ADD, GCNMEMI_VALUES_CARRIES),
    GCNMEMI_VALUES_ROW("s_mul_i32", MUL, 0),
    GCNMEMI_VALUES_ROW("s_mulk_i32", MUL, GCNMEMI_VALUES_READS | GCNMEMI_VALUES_SHORT),
    GCNMEMI_VALUES_ROW("s_mul_hi_u32", MUL_HI, 0),
    GCNMEMI_VALUES_ROW("s_mul_hi_i32", MUL_HI, GCNMEMI_VALUES_SIGNED),
    GCNMEMI_VALUES_ROW("s_lshl_b32", LSHL, GCNMEMI_VALUES_NONZERO),
    GCNMEMI_VALUES_ROW("s_lshl_b64", LSHL64, GCNMEMI_VALUES_NONZERO),
    GCNMEMI_VALUES_ROW("s_lshr_b32", LSHR, GCNMEMI_VALUES_NONZERO),
    GCNMEMI_VALUES_ROW("s_lshr_b64", LSHR64, GCNMEMI_VALUES_NONZERO),
    GCNMEMI_VALUES_ROW("s_ashr_i32", LSHR, GCNMEMI_VALUES_SIGNED | GCNMEMI_VALUES_NONZERO),
    GCNMEMI_VALUES_ROW("s_ashr_i64", ASHR64, GCNMEMI_VALUES_NONZERO),
    GCNMEMI_VALUES_ROW("s_bfe_u32", SBFE, GCNMEMI_VALUES_NONZERO),
    GCNMEMI_VALUES_ROW("s_bfe_i32", SBFE_I, GCNMEMI_VALUES_NONZERO),
    GCNMEMI_VALUES_ROW("s_bfe_u64", SBFE64, GCNMEMI_VALUES_NONZERO),
    GCNMEMI_VALUES_ROW("s_bfe_i64", SBFE64_I, GCNMEMI_VALUES_NONZERO),
    GCNMEMI_VALUES_ROW("s_min_u32", MIN, GCNMEMI_VALUES_CHOSEN),
    GCNMEMI_VALUES_ROW("s_min_i32", MIN, GCNMEMI_VALUES_CHOSEN | GCNMEMI_VALUES_SIGNED),
    GCNMEMI_VALUES_ROW("s_max_u32", MAX, GCNMEMI_VALUES_CHOSEN),
    GCNMEMI_VALUES_ROW("s_max_i32", MAX, GCNMEMI_VALUES_CHOSEN | GCNMEMI_VALUES_SIGNED),
    GCNMEMI_VALUES_ROW("s_abs_i32", ABS, GCNMEMI_VALUES_SIGNED | GCNMEMI_VALUES_NONZERO),
    GCNMEMI_VALUES_ROW("s_absdiff_i32", ABSDIFF, GCNMEMI_VALUES_SIGNED | GCNMEMI_VALUES_NONZERO),
    GCNMEMI_VALUES_ROW("s_sext_i32_i8", EXTEND8, 0),
    GCNMEMI_VALUES_ROW("s_sext_i32_i16", EXTEND16, 0),
    GCNMEMI_VALUES_ROW("s_bcnt1_i32_b{32,64}", BCNT, GCNMEMI_VALUES_NONZERO),
    GCNMEMI_VALUES_ROW("s_bcnt0_i32_b32", BCNT0, GCNMEMI_VALUES_NONZERO),
    GCNMEMI_VALUES_ROW("s_bcnt0_i32_b64", BCNT0_64, GCNMEMI_VALUES_NONZERO),
    GCNMEMI_VALUES_ROW("s_bitset0_b32", CLEAR_BIT, GCNMEMI_VALUES_READS),
    GCNMEMI_VALUES_ROW("s_bitset1_b32", SET_BIT, GCNMEMI_VALUES_READS),
    GCNMEMI_VALUES_ROW("s_pack_ll_b32_b16", PACK_LL, 0),
    GCNMEMI_VALUES_ROW("s_pack_lh_b32_b16", PACK_LH, 0),
    GCNMEMI_VALUES_ROW("s_pack_hh_b32_b16", PACK_HH, 0),
    GCNMEMI_VALUES_ROW("s_wqm_b64", WHOLE_QUADS, GCNMEMI_VALUES_NONZERO),
    GCNMEMI_VALUES_LOGIC("and", AND, 0),
    GCNMEMI_VALUES_LOGIC("or", OR, 0),
    GCNMEMI_VALUES_LOGIC("xor", XOR, 0),
    GCNMEMI_VALUES_LOGIC("nand", NAND, 0),
    GCNMEMI_VALUES_LOGIC("nor", NOR, 0),
    GCNMEMI_VALUES_LOGIC("xnor", XNOR, 0),
    GCNMEMI_VALUES_LOGIC("andn2", ANDN2, 0),
    GCNMEMI_VALUES_LOGIC("orn2", ORN2, 0),
    GCNMEMI_VALUES_LOGIC("andn1", ANDN2, GCNMEMI_VALUES_SWAPPED),
    GCNMEMI_VALUES_LOGIC("orn1", ORN2, GCNMEMI_VALUES_SWAPPED)};
#undef GCNMEMI_VALUES_ROW
#undef GCNMEMI_VALUES_COMPARE
#undef GCNMEMI_VALUES_LOGIC

/* The row of a mnemonic without its encoding, and its flags; operation NONE when there is none. */
GCNMEMI_PRIVATE gcnmemi_values_row gcnmemi_values_find(gcnmemi_text mnemonic) {
    gcnmemi_values_row found = {"", GCNMEMI_VALUES_NONE, 0};
    for (size_t i = 0; i < sizeof(gcnmemi_values_rows) / sizeof(gcnmemi_values_rows[0]); ++i) {
        if (gcnmemi_values_rows[i].words[0] == gcnmemi_text_lower(gcnmemi_text_peek(mnemonic, 0)) &&
            gcnmemi_ops_is(gcnmemi_values_rows[i].words, mnemonic)) {
            found = gcnmemi_values_rows[i];
        }
    }
    gcnmemi_text type =
        gcnmemi_text_span(mnemonic.end - 2 > mnemonic.at ? mnemonic.end - 2 : mnemonic.at, mnemonic.end);
    found.flags |= gcnmemi_text_is(type, "64") ? GCNMEMI_VALUES_WIDE : 0;
    found.flags |= gcnmemi_text_is(type, "16") && mnemonic.at[0] == 'v' ? GCNMEMI_VALUES_HALF : 0;
    return found;
}

/* ---- arithmetic on one lane ---- */

/* The lowest `bits` of a, extended by their sign. */
GCNMEMI_PRIVATE uint64_t gcnmemi_values_extend(uint64_t a, uint32_t bits) {
    uint64_t sign = (uint64_t)1 << (bits - 1);
    return ((a & (sign * 2 - 1)) ^ sign) - sign;
}

/* s_bfe: offset and width stand in one operand. */
GCNMEMI_PRIVATE uint64_t gcnmemi_values_field(uint64_t a, uint64_t b, uint32_t most, int is_signed) {
    uint32_t width = (uint32_t)(b >> 16) & 127u;
    a = a >> (b & most);
    return width == 0     ? 0
           : width > most ? a
           : is_signed    ? gcnmemi_values_extend(a, width)
                          : a & (((uint64_t)1 << width) - 1);
}

/* v_perm_b32: each byte of the result is one of eight, or a constant. */
GCNMEMI_PRIVATE uint64_t gcnmemi_values_permute(uint64_t bytes, uint32_t selector) {
    uint64_t result = 0;
    for (uint32_t i = 0; i < 4; ++i) {
        uint32_t select = selector >> 8 * i & 0xff;
        uint64_t byte = select < 8    ? bytes >> 8 * select & 0xff
                        : select < 12 ? (bytes >> (16 * (select - 8) + 15) & 1) * 0xff
                        : select < 13 ? 0
                                      : 0xff;
        result |= byte << 8 * i;
    }
    return result;
}

GCNMEMI_PRIVATE uint64_t gcnmemi_values_reverse(uint64_t a) {
    uint64_t result = 0;
    for (uint32_t i = 0; i < 64; ++i) {
        result = result << 1 | (a >> i & 1);
    }
    return result;
}

/* The least, middle or largest of three. */
GCNMEMI_PRIVATE uint64_t gcnmemi_values_middle(uint64_t a, uint64_t b, uint64_t c, uint64_t flip, uint32_t rank) {
    uint64_t low = (a ^ flip) < (b ^ flip) ? a : b;
    uint64_t high = (a ^ flip) < (b ^ flip) ? b : a;
    int is_low = (c ^ flip) < (low ^ flip);
    int is_high = (c ^ flip) > (high ^ flip);
    return rank == 0 ? (is_low ? c : low) : rank == 2 ? (is_high ? c : high) : is_low ? low : is_high ? high : c;
}

/* The operation over `count` lanes. */
GCNMEMI_PRIVATE void gcnmemi_values_apply(uint32_t operation, const uint64_t x[3][GCNMEM_LANES], uint64_t mask,
                                          uint64_t flip, uint32_t count, uint64_t* out_result) {
#define GCNMEMI_VALUES_ROW(name, expression)                                                                           \
    case GCNMEMI_VALUES_##name:                                                                                        \
        for (uint32_t i = 0; i < count; ++i) {                                                                         \
            uint64_t a = x[0][i], b = x[1][i], c = x[2][i], k = mask >> i & 1;                                         \
            (void)a, (void)b, (void)c, (void)k, (void)flip;                                                            \
            out_result[i] = (uint64_t)(expression);                                                                    \
        }                                                                                                              \
        break;
    switch (operation) { GCNMEMI_VALUES_OPERATIONS(GCNMEMI_VALUES_ROW) }
#undef GCNMEMI_VALUES_ROW
}

/* ---- vectors of lanes ---- */

/* The register that holds these lanes. */
GCNMEMI_PRIVATE gcnmemi_values_vector gcnmemi_values_intern(gcnmemi_values_pool* pool, const uint32_t* lane) {
    gcnmemi_values_vector result = {0, lane[0], 0, 0};
    uint64_t hash[4] = {0, 0, 0, 0};
    uint32_t most = 0;
    uint32_t bits = 0;
    for (uint32_t i = 1; i < GCNMEM_LANES; ++i) {
        result.scalar = lane[i] < result.scalar ? lane[i] : result.scalar;
    }
    for (uint32_t i = 0; i < GCNMEM_LANES; ++i) {
        uint32_t distance = lane[i] - result.scalar;
        hash[i % 4] = hash[i % 4] * 0x9e3779b97f4a7c15u + distance;
        most = distance > most ? distance : most;
        bits |= distance;
    }
    if (most == 0) {
        return result;
    }
    uint64_t mixed = gcnmemi_bits_mix(hash[0] ^ hash[1] * 3 ^ hash[2] * 5 ^ hash[3] * 7);
    uint16_t* slot = &pool->slot[mixed % GCNMEMI_VALUES_SLOTS];
    for (; *slot != 0; slot = &pool->slot[++mixed % GCNMEMI_VALUES_SLOTS]) {
        const uint32_t* known = pool->vector[*slot].lane;
        uint32_t same = 0;
        while (same < GCNMEM_LANES && known[same] == lane[same] - result.scalar) {
            ++same;
        }
        if (same == GCNMEM_LANES) {
            result.lanes = *slot;
            return result;
        }
    }
    if (pool->count + 1 == GCNMEMI_VALUES_VECTORS) {
        ++pool->lost;
        result.unknown = UINT64_MAX;
        result.cause = UINT16_MAX;
        return result;
    }
    gcnmemi_values_lanes* added = &pool->vector[++pool->count];
    for (uint32_t i = 0; i < GCNMEM_LANES; ++i) {
        added->lane[i] = lane[i] - result.scalar;
    }
    added->most = most;
    added->bits = bits;
    result.lanes = *slot = (uint16_t)pool->count;
    return result;
}

/* The memo of a key, which may hold it already. */
GCNMEMI_PRIVATE gcnmemi_values_memo* gcnmemi_values_remember(gcnmemi_values_pool* pool, const uint64_t* key,
                                                             int* out_is_known) {
    uint64_t hash = key[0] * 0x9e3779b97f4a7c15u ^ key[1] * 0xbf58476d1ce4e5b9u ^ key[2] * 0x94d049bb133111ebu ^
                    key[3] * 0x022fdd63cc95386du ^ key[4] * 0x369dea0f31a53f85u ^ key[5] * 0xc4ceb9fe1a85ec53u;
    gcnmemi_values_memo* memo = &pool->memo[(hash ^ hash >> 32) >> 16 & (GCNMEMI_VALUES_MEMOS - 1)];
    uint64_t different = 0;
    for (uint32_t i = 0; i < 6; ++i) {
        different |= memo->key[i] ^ key[i];
        memo->key[i] = key[i];
    }
    *out_is_known = different == 0;
    return memo;
}

/* Whether no lane wraps around 2^32. */
GCNMEMI_PRIVATE int gcnmemi_values_is_flat(const gcnmemi_values_pool* pool, const gcnmemi_values_vector* x) {
    return x->scalar <= UINT32_MAX - pool->vector[x->lanes].most;
}

/* Bits that lanes may have. */
GCNMEMI_PRIVATE uint32_t gcnmemi_values_bits(const gcnmemi_values_pool* pool, const gcnmemi_values_vector* x) {
    const gcnmemi_values_lanes* lanes = &pool->vector[x->lanes];
    if ((x->scalar & lanes->bits) == 0) {
        return x->scalar | lanes->bits;
    }
    uint32_t low = x->scalar | lanes->bits;
    uint32_t high = gcnmemi_values_is_flat(pool, x) ? x->scalar + lanes->most : UINT32_MAX;
    uint32_t below = (uint32_t)(((uint64_t)2 << gcnmemi_bits_log2(high)) - 1);
    return below & ~((low & (0 - low)) - 1);
}

GCNMEMI_PRIVATE void gcnmemi_values_spread(const gcnmemi_values_pool* pool, const gcnmemi_values_vector* x,
                                           uint32_t* out_lane) {
    const uint32_t* lane = pool->vector[x->lanes].lane;
    for (uint32_t i = 0; i < GCNMEM_LANES; ++i) {
        out_lane[i] = x->scalar + lane[i];
    }
}

/* The new value where the mask is set, the old one elsewhere. */
GCNMEMI_PRIVATE gcnmemi_values_vector gcnmemi_values_merge(gcnmemi_values_pool* pool, const gcnmemi_values_vector* old,
                                                           const gcnmemi_values_vector* fresh, uint64_t mask) {
    gcnmemi_values_vector result = *fresh;
    uint64_t unknown = (old->unknown & ~mask) | (fresh->unknown & mask);
    if (mask == UINT64_MAX || (old->lanes == fresh->lanes && old->scalar == fresh->scalar)) {
        /* nothing to mix */
    } else if (mask == 0) {
        result = *old;
    } else {
        uint64_t key[6] = {(uint64_t)GCNMEMI_VALUES_MERGE << 56 | (uint64_t)old->lanes << 16 | fresh->lanes,
                           mask,
                           (uint64_t)old->scalar << 32 | fresh->scalar,
                           0,
                           0,
                           0};
        int is_known;
        gcnmemi_values_memo* memo = gcnmemi_values_remember(pool, key, &is_known);
        if (!is_known) {
            uint32_t lane[2][GCNMEM_LANES];
            gcnmemi_values_spread(pool, old, lane[0]);
            gcnmemi_values_spread(pool, fresh, lane[1]);
            for (uint32_t i = 0; i < GCNMEM_LANES; ++i) {
                lane[0][i] = (mask >> i & 1) != 0 ? lane[1][i] : lane[0][i];
            }
            result = gcnmemi_values_intern(pool, lane[0]);
            memo->scalar[0] = result.scalar;
            memo->lanes[0] = result.lanes;
            memo->key[0] = result.cause != 0 ? 0 : memo->key[0];
            unknown |= result.unknown;
        }
        result.scalar = memo->scalar[0];
        result.lanes = memo->lanes[0];
    }
    uint16_t worst = old->cause > fresh->cause ? old->cause : fresh->cause;
    result.unknown = unknown;
    result.cause = unknown == 0             ? (uint16_t)0
                   : result.cause > worst   ? result.cause
                   : (old->unknown & ~mask) ? ((fresh->unknown & mask) != 0 ? worst : old->cause)
                                            : fresh->cause;
    return result;
}

/* ---- operations over lanes ---- */

/* What an operation works on. */
typedef struct gcnmemi_values_work {
    gcnmemi_values_pool* pool;
    uint32_t operation;
    uint32_t flags;
    uint32_t mode; /* of >>floats */
    gcnmemi_values_operand x[3];
    uint64_t carry; /* the mask read, of active lanes */
    uint64_t exec;
    gcnmemi_values_operand result;
    uint64_t mask; /* of a comparison, or carried out */
} gcnmemi_values_work;

/* What the expressions of operations call `flip`. */
GCNMEMI_PRIVATE uint64_t gcnmemi_values_flip(const gcnmemi_values_work* w) {
    return (w->flags & GCNMEMI_VALUES_FLOATS) != 0   ? w->mode
           : (w->flags & GCNMEMI_VALUES_SIGNED) != 0 ? (uint64_t)1 << 63
                                                     : 0;
}

/* k0*a + k1*b + k2*c of the lanes of three vectors. Returns 0 when there is no room. */
GCNMEMI_PRIVATE int gcnmemi_values_combine(gcnmemi_values_pool* pool, const gcnmemi_values_operand* x,
                                           const uint32_t* k, uint32_t* scalar, uint16_t* out_lanes) {
    uint64_t key[6] = {(uint64_t)GCNMEMI_VALUES_LINEAR << 56, 0, 0, 0, 0, 0};
    uint32_t used = 0;
    uint32_t last = 0;
    for (uint32_t i = 0; i < 3; ++i) {
        uint16_t lanes = k[i] != 0 ? x[i].part[0].lanes : (uint16_t)0;
        if (lanes != 0) {
            key[1 + i] = (uint64_t)k[i] << 32 | lanes;
            last = i;
            ++used;
        }
    }
    *out_lanes = x[last].part[0].lanes;
    if (used == 0 || (used == 1 && k[last] == 1)) {
        *out_lanes = used == 0 ? (uint16_t)0 : *out_lanes;
        return 1;
    }
    int is_known;
    gcnmemi_values_memo* memo = gcnmemi_values_remember(pool, key, &is_known);
    if (!is_known) {
        uint32_t lane[GCNMEM_LANES];
        const uint32_t* from[3];
        for (uint32_t i = 0; i < 3; ++i) {
            from[i] = pool->vector[key[1 + i] & 0xffffu].lane;
        }
        for (uint32_t i = 0; i < GCNMEM_LANES; ++i) {
            lane[i] = k[0] * from[0][i] + k[1] * from[1][i] + k[2] * from[2][i];
        }
        gcnmemi_values_vector sum = gcnmemi_values_intern(pool, lane);
        if (sum.cause != 0) {
            memo->key[0] = 0;
            return 0;
        }
        memo->scalar[0] = sum.scalar;
        memo->lanes[0] = sum.lanes;
    }
    *scalar += memo->scalar[0];
    *out_lanes = memo->lanes[0];
    return 1;
}

/* Whether the operation is a sum of its sources with factors that all lanes share, modulo 2^32. */
GCNMEMI_PRIVATE int gcnmemi_values_factors(const gcnmemi_values_work* w, uint32_t* k) {
    const gcnmemi_values_vector* a = &w->x[0].part[0];
    const gcnmemi_values_vector* b = &w->x[1].part[0];
    const gcnmemi_values_vector* c = &w->x[2].part[0];
    uint32_t shift = b->scalar & 31;
    int is_scaled = 0;
    k[0] = k[1] = 1;
    k[2] = 0;
    switch (w->operation) {
    case GCNMEMI_VALUES_MOV:
        k[1] = 0;
        return 1;
    case GCNMEMI_VALUES_SUB:
        k[1] = UINT32_MAX;
        return 1;
    case GCNMEMI_VALUES_ADD:
        return 1;
    case GCNMEMI_VALUES_ADD3:
        k[2] = 1;
        return 1;
    case GCNMEMI_VALUES_OR:
    case GCNMEMI_VALUES_XOR: /* no bit meets another: they are sums */
        return (gcnmemi_values_bits(w->pool, a) & gcnmemi_values_bits(w->pool, b)) == 0;
    case GCNMEMI_VALUES_MAD24:
        k[2] = 1; /* fall through */
    case GCNMEMI_VALUES_MUL24:
        is_scaled = ((gcnmemi_values_bits(w->pool, a) | gcnmemi_values_bits(w->pool, b)) >> 24) == 0;
        break;
    case GCNMEMI_VALUES_MUL:
        is_scaled = 1;
        break;
    case GCNMEMI_VALUES_LSHL_OR:
        if ((gcnmemi_values_bits(w->pool, a) << shift & gcnmemi_values_bits(w->pool, c)) != 0) {
            return 0;
        } /* fall through */
    case GCNMEMI_VALUES_LSHL_ADD:
        k[2] = 1; /* fall through */
    case GCNMEMI_VALUES_LSHL:
        k[0] = (uint32_t)1 << shift;
        k[1] = 0;
        return b->lanes == 0;
    case GCNMEMI_VALUES_ADD_LSHL:
        k[0] = k[1] = (uint32_t)1 << (c->scalar & 31);
        return c->lanes == 0;
    default:
        return 0;
    }
    k[0] = b->lanes == 0 ? b->scalar : 0; /* a product: one of the two is the same for all lanes */
    k[1] = b->lanes == 0 ? 0 : a->scalar;
    return is_scaled && (a->lanes == 0 || b->lanes == 0);
}

/* The carry of a sum or difference when all lanes share it. Returns 0 when they may not. */
GCNMEMI_PRIVATE int gcnmemi_values_carry(gcnmemi_values_work* w, uint64_t k) {
    const gcnmemi_values_vector* a = &w->x[0].part[0];
    const gcnmemi_values_vector* b = &w->x[1].part[0];
    if (!gcnmemi_values_is_flat(w->pool, a) || !gcnmemi_values_is_flat(w->pool, b)) {
        return 0;
    }
    uint64_t a_most = (uint64_t)a->scalar + w->pool->vector[a->lanes].most;
    uint64_t b_most = (uint64_t)b->scalar + w->pool->vector[b->lanes].most;
    int is_sum = w->operation == GCNMEMI_VALUES_ADD;
    int all = is_sum ? (a->scalar + (uint64_t)b->scalar + k) >> 32 != 0 : a_most < b->scalar + k;
    int none = is_sum ? (a_most + b_most + k) >> 32 == 0 : a->scalar >= b_most + k;
    w->mask = all ? UINT64_MAX : 0;
    return all || none;
}

/* A comparison when all lanes agree. Returns 0 when they may not. */
GCNMEMI_PRIVATE int gcnmemi_values_range(gcnmemi_values_work* w) {
    uint64_t low[2];
    uint64_t high[2];
    for (uint32_t i = 0; i < 2; ++i) {
        const gcnmemi_values_vector* part = w->x[i].part;
        low[i] = (uint64_t)part[1].scalar << 32 | part[0].scalar;
        high[i] = low[i] + w->pool->vector[part[0].lanes].most;
        if (part[1].lanes != 0 || !gcnmemi_values_is_flat(w->pool, part) ||
            ((w->flags & GCNMEMI_VALUES_SIGNED) != 0 && high[i] >> 31 != 0)) {
            return 0;
        }
    }
    int is_below = high[0] < low[1];
    int is_above = low[0] > high[1];
    if (w->operation == GCNMEMI_VALUES_EQ || w->operation == GCNMEMI_VALUES_NE) {
        w->mask = w->operation == GCNMEMI_VALUES_NE ? UINT64_MAX : 0;
        return is_below || is_above;
    }
    int is_lt = w->operation == GCNMEMI_VALUES_LT;
    is_below = is_lt ? is_below : high[0] <= low[1];
    is_above = is_lt ? low[0] >= high[1] : is_above;
    w->mask = is_below ? UINT64_MAX : 0;
    return (is_lt || w->operation == GCNMEMI_VALUES_LE) && (is_below || is_above);
}

/* 64-bit sums whose lanes stay in the low dword: shifts to the left, and products with what all lanes share. */
GCNMEMI_PRIVATE int gcnmemi_values_wide(gcnmemi_values_work* w) {
    const gcnmemi_values_operand* a = &w->x[0];
    const gcnmemi_values_operand* b = &w->x[1];
    const gcnmemi_values_operand* c = &w->x[2];
    int is_shift = w->operation == GCNMEMI_VALUES_LSHL64;
    uint32_t shift = b->part[0].scalar & 63;
    uint32_t k[3] = {is_shift ? (uint32_t)((uint64_t)1 << (shift & 31)) : b->part[0].scalar, 0, is_shift ? 0u : 1u};
    if ((!is_shift && (w->operation != GCNMEMI_VALUES_MAD || (w->flags & GCNMEMI_VALUES_SIGNED) != 0)) ||
        shift > (is_shift ? 31u : 63u) || b->part[0].lanes != 0 || a->part[1].lanes != 0 ||
        !gcnmemi_values_is_flat(w->pool, &a->part[0]) ||
        (!is_shift && (c->part[1].lanes != 0 || !gcnmemi_values_is_flat(w->pool, &c->part[0])))) {
        return 0;
    }
    uint64_t sum = ((uint64_t)a->part[1].scalar << 32 | a->part[0].scalar) * k[0];
    uint64_t most = (uint64_t)w->pool->vector[a->part[0].lanes].most * k[0];
    if (!is_shift) {
        sum += (uint64_t)c->part[1].scalar << 32 | c->part[0].scalar;
        most += w->pool->vector[c->part[0].lanes].most;
    }
    uint32_t least = 0;
    uint16_t lanes;
    if (most >> 32 != 0 || !gcnmemi_values_combine(w->pool, w->x, k, &least, &lanes)) {
        return 0;
    }
    sum += least;
    w->result.part[0].scalar = (uint32_t)sum;
    w->result.part[0].lanes = lanes;
    w->result.part[1].scalar = (uint32_t)(sum >> 32);
    w->result.part[1].lanes = 0;
    return gcnmemi_values_is_flat(w->pool, &w->result.part[0]);
}

/* Lane by lane, or as it was computed before. */
GCNMEMI_PRIVATE void gcnmemi_values_generic(gcnmemi_values_work* w) {
    uint64_t x[3][GCNMEM_LANES];
    uint64_t out[GCNMEM_LANES];
    int is_half = (w->flags & GCNMEMI_VALUES_HALF) != 0;
    int is_signed = (w->flags & GCNMEMI_VALUES_SIGNED) != 0;
    int is_wide = (w->flags & GCNMEMI_VALUES_WIDE) != 0;
    uint64_t key[6] = {(uint64_t)w->operation << 56 | (uint64_t)w->flags << 40, w->carry, 0, 0, 0, 0};
    int is_known;
    for (uint32_t i = 0; i < 3; ++i) {
        const gcnmemi_values_vector* part = w->x[i].part;
        uint64_t pair = (uint64_t)part[0].lanes | (uint64_t)part[1].lanes << 16;
        key[2] |= i == 0 ? pair : i == 1 ? pair << 32 : 0;
        key[0] |= i == 2 ? pair : 0;
        key[3 + i] = (uint64_t)part[1].scalar << 32 | part[0].scalar;
    }
    gcnmemi_values_memo* memo = gcnmemi_values_remember(w->pool, key, &is_known);
    if (!is_known) {
        for (uint32_t i = 0; i < 3; ++i) {
            uint32_t dword[2][GCNMEM_LANES];
            gcnmemi_values_spread(w->pool, &w->x[i].part[0], dword[0]);
            gcnmemi_values_spread(w->pool, &w->x[i].part[1], dword[1]);
            for (uint32_t lane = 0; lane < GCNMEM_LANES; ++lane) {
                uint64_t value = (uint64_t)dword[1][lane] << 32 | dword[0][lane];
                value = is_half ? value & 0xffff : value;
                x[i][lane] = is_signed && (!is_wide || (w->operation == GCNMEMI_VALUES_MAD && i < 2))
                                 ? gcnmemi_values_extend(value, is_half ? 16 : 32)
                                 : value;
            }
        }
        gcnmemi_values_apply(w->operation, (const uint64_t(*)[GCNMEM_LANES])x, w->carry, gcnmemi_values_flip(w),
                             GCNMEM_LANES, out);
        memo->mask = 0;
        uint32_t bit = (w->flags & GCNMEMI_VALUES_MASK) != 0 ? 0 : 32;
        uint32_t low[GCNMEM_LANES];
        uint32_t high[GCNMEM_LANES];
        for (uint32_t lane = 0; lane < GCNMEM_LANES; ++lane) {
            memo->mask |= (out[lane] >> bit & 1) << lane;
            low[lane] = (uint32_t)out[lane] & (is_half ? 0xffffu : UINT32_MAX);
            high[lane] = (uint32_t)(out[lane] >> 32);
        }
        for (uint32_t part = 0; part < 2 && bit != 0; ++part) {
            gcnmemi_values_vector lanes = gcnmemi_values_intern(w->pool, part == 0 ? low : high);
            memo->scalar[part] = lanes.scalar;
            memo->lanes[part] = lanes.lanes;
            w->result.part[part] = lanes;
            memo->key[0] = lanes.cause != 0 ? 0 : memo->key[0];
            if (!is_wide) {
                memo->scalar[1] = 0;
                memo->lanes[1] = 0;
                break;
            }
        }
    }
    w->mask = memo->mask;
    for (uint32_t part = 0; part < 2; ++part) {
        w->result.part[part].scalar = memo->scalar[part];
        w->result.part[part].lanes = memo->lanes[part];
    }
}

/* One value for all lanes. */
GCNMEMI_PRIVATE void gcnmemi_values_uniform(gcnmemi_values_work* w, uint64_t k) {
    uint64_t x[3][GCNMEM_LANES];
    uint64_t out = 0;
    int is_signed = (w->flags & GCNMEMI_VALUES_SIGNED) != 0;
    uint32_t bits = (w->flags & GCNMEMI_VALUES_HALF) != 0 ? 16 : 32;
    for (uint32_t i = 0; i < 3; ++i) {
        uint64_t value = (uint64_t)w->x[i].part[1].scalar << 32 | w->x[i].part[0].scalar;
        value = bits == 16 ? value & 0xffff : value;
        x[i][0] = is_signed && ((w->flags & GCNMEMI_VALUES_WIDE) == 0 || (w->operation == GCNMEMI_VALUES_MAD && i < 2))
                      ? gcnmemi_values_extend(value, bits)
                      : value;
    }
    gcnmemi_values_apply(w->operation, (const uint64_t(*)[GCNMEM_LANES])x, k, gcnmemi_values_flip(w), 1, &out);
    w->mask = (out >> ((w->flags & GCNMEMI_VALUES_MASK) != 0 ? 0 : 32) & 1) != 0 ? UINT64_MAX : 0;
    w->result.part[0].scalar = (uint32_t)out & (bits == 16 ? 0xffffu : UINT32_MAX);
    w->result.part[1].scalar = (uint32_t)(out >> 32);
}

/* Computes result and mask from the sources; what is unknown of them follows by lane. */
GCNMEMI_PRIVATE void gcnmemi_values_compute(gcnmemi_values_work* w) {
    uint64_t unknown = 0;
    uint64_t unknown_low = 0;
    uint16_t cause = 0;
    uint32_t varies = 0;
    uint32_t k[3];
    for (uint32_t i = 0; i < 6; ++i) {
        unknown_low |= i % 2 == 0 ? w->x[i / 2].part[0].unknown : 0;
        const gcnmemi_values_vector* part = &w->x[i / 2].part[i % 2];
        varies |= part->lanes;
        unknown |= part->unknown;
        cause = part->unknown != 0 && part->cause > cause ? part->cause : cause;
    }
    gcnmemi_bits_zero(&w->result, sizeof(w->result));
    uint64_t carry = (w->flags & GCNMEMI_VALUES_CARRY) != 0 ? w->carry & w->exec : 0;
    int is_shared = carry == 0 || carry == w->exec; /* lanes that are off do not count */
    uint64_t scalar_k = carry != 0;
    w->carry = is_shared ? (carry != 0 ? UINT64_MAX : 0) : carry;
    int is_sum = w->operation == GCNMEMI_VALUES_ADD || w->operation == GCNMEMI_VALUES_SUB;
    int by_lane = w->operation == GCNMEMI_VALUES_MBCNT_LO || w->operation == GCNMEMI_VALUES_MBCNT_HI;
    uint32_t plain = w->flags & (GCNMEMI_VALUES_MASK | GCNMEMI_VALUES_HALF | GCNMEMI_VALUES_WIDE);
    int is_done = 0;
    w->mask = 0;
    if (is_shared && varies == 0 && !by_lane) {
        gcnmemi_values_uniform(w, scalar_k);
        is_done = 1;
    } else if (is_shared && w->operation == GCNMEMI_VALUES_SELECT) {
        w->result = w->x[scalar_k];
        is_done = 1;
    } else if ((plain & GCNMEMI_VALUES_MASK) != 0) {
        is_done = gcnmemi_values_range(w);
    } else if ((plain & GCNMEMI_VALUES_WIDE) != 0) {
        is_done = gcnmemi_values_wide(w);
    } else if (is_shared && plain == 0 && gcnmemi_values_factors(w, k) &&
               (!is_sum || gcnmemi_values_carry(w, scalar_k))) {
        uint32_t scalar = w->operation == GCNMEMI_VALUES_SUB ? 0 - (uint32_t)scalar_k : (uint32_t)scalar_k;
        for (uint32_t i = 0; i < 3; ++i) {
            scalar += k[i] * w->x[i].part[0].scalar;
        }
        is_done = gcnmemi_values_combine(w->pool, w->x, k, &scalar, &w->result.part[0].lanes);
        w->result.part[0].scalar = scalar;
    }
    if (!is_done) {
        gcnmemi_values_generic(w);
    }
    if (w->operation == GCNMEMI_VALUES_SELECT) { /* a lane knows as much as the value that it takes */
        unknown = ((w->x[0].part[0].unknown | w->x[0].part[1].unknown) & ~w->carry) |
                  ((w->x[1].part[0].unknown | w->x[1].part[1].unknown) & w->carry);
        cause = unknown != 0 ? cause : (uint16_t)0;
    }
    for (uint32_t part = 0; part < 2; ++part) { /* a product's low dword has nothing of what is high, often left over */
        int is_low = part == 0 && w->operation == GCNMEMI_VALUES_MAD && (plain & GCNMEMI_VALUES_WIDE) != 0;
        w->result.part[part].unknown |= is_low ? unknown_low : unknown;
        w->result.part[part].cause = w->result.part[part].cause > cause ? w->result.part[part].cause : cause;
    }
}

#undef GCNMEMI_PRIVATE
#define GCNMEMI_PRIVATE GCNMEMI_COLD GCNMEM_UNUSED static

/* ---------------------------------------------------------------------------------------------------------------------
   >>slice      instructions decoded, and which of them addresses, branches and EXEC depend on (R62)
   Knows: bits, text, ops, flow, listing, values
   ------------------------------------------------------------------------------------------------------------------ */

#define GCNMEMI_SLICE_OPERANDS 6
#define GCNMEMI_SLICE_NONE 0x3ffu    /* operand: a constant */
#define GCNMEMI_SLICE_STRANGE 0x3feu /* operand: nothing that can be read */
#define GCNMEMI_SLICE_SGPRS 128u
#define GCNMEMI_SLICE_SCC 125u  /* where SCC stands among the scalar registers */
#define GCNMEMI_SLICE_WORDS 10  /* of a set of registers: scalar ones, then those of lanes */
#define GCNMEMI_SLICE_SPAN 4096 /* instructions that are looked at for where a branch's ways meet */

typedef struct gcnmemi_slice_operand {
    uint32_t constant;
    uint16_t reg;   /* as in gcnmem_regs, or NONE, STRANGE */
    uint8_t dwords; /* registers */
    uint8_t select; /* SDWA: 1 to 4 a byte, 5 and 6 half a dword; bit 3: with its sign; or ABSOLUTE, NEGATIVE */
} gcnmemi_slice_operand;

typedef enum gcnmemi_slice_step {
    GCNMEMI_SLICE_STEP_NONE = 0, /* writes no register */
    GCNMEMI_SLICE_STEP_SCALAR,
    GCNMEMI_SLICE_STEP_VECTOR,
    GCNMEMI_SLICE_STEP_LOAD,      /* a scalar load: what it reads may be known */
    GCNMEMI_SLICE_STEP_FORGET,    /* what it writes is unknown */
    GCNMEMI_SLICE_STEP_FORGET_ALL /* it may write any register */
} gcnmemi_slice_step;

typedef struct gcnmemi_slice_code {
    gcnmemi_slice_operand operand[GCNMEMI_SLICE_OPERANDS];
    gcnmem_regs writes[2];
    uint32_t low;   /* branch: the first instruction of those that depend on its way, */
    uint32_t join;  /* and where its ways have met again */
    int32_t offset; /* memory: bytes that the instruction adds */
    uint16_t flags; /* GCNMEMI_VALUES_* */
    uint8_t operation;
    uint8_t step;         /* gcnmemi_slice_step */
    uint8_t first_source; /* operand */
    uint8_t carry_out;    /* operand; 0: none */
    uint8_t carry_in;     /* operand; 0: VCC */
    uint8_t lane_address; /* memory: operand; NO_OPERAND: there is none */
    uint8_t base;         /* memory: descriptor, or scalar base */
    uint8_t is_needed;
    uint8_t merges; /* lanes that are off keep what they had, and somebody reads it */
    uint8_t spare;
} gcnmemi_slice_code;

/* Registers that are needed, as bits. */
typedef struct gcnmemi_slice_needs {
    uint64_t here[GCNMEMI_SLICE_WORDS];      /* by lanes that are on now, or scalar */
    uint64_t elsewhere[GCNMEMI_SLICE_WORDS]; /* by any lane */
} gcnmemi_slice_needs;

#define GCNMEMI_SLICE_NO_OPERAND 0xffu
#define GCNMEMI_SLICE_ABSOLUTE 0x10u
#define GCNMEMI_SLICE_NEGATIVE 0x20u

/* ---- operands ---- */

/* Constants of the encoding that are written as decimal fractions. */
static const struct {
    const char* text;
    uint32_t bits;
} gcnmemi_slice_fractions[] = {{"0.5", 0x3f000000u}, {"1.0", 0x3f800000u},        {"2.0", 0x40000000u},
                               {"4.0", 0x40800000u}, {"0.15915494", 0x3e22f983u}, {"0", 0}};

/* One operand as written; what stands behind it, up to a comma, are modifiers. */
GCNMEMI_PRIVATE gcnmemi_slice_operand gcnmemi_slice_read(gcnmemi_text text) {
    gcnmemi_slice_operand operand = {0, GCNMEMI_SLICE_STRANGE, 0, 0};
    gcnmemi_text_skip_blanks(&text);
    int is_extended = gcnmemi_text_take_word(&text, "sext(") || gcnmemi_text_take_word(&text, "lit(");
    int is_negative = gcnmemi_text_take_char(&text, '-') || gcnmemi_text_take_word(&text, "neg(");
    int is_absolute = gcnmemi_text_take_char(&text, '|') || gcnmemi_text_take_word(&text, "abs(");
    gcnmemi_text number = text;
    uint64_t value;
    if (gcnmemi_text_class(gcnmemi_text_peek(text, 0), GCNMEMI_TEXT_DIGIT)) {
        gcnmemi_text fraction = gcnmemi_text_take(&text, GCNMEMI_TEXT_NAME);
        if (gcnmemi_text_take_number(&number, &value) &&
            !gcnmemi_text_class(gcnmemi_text_peek(number, 0), GCNMEMI_TEXT_NAME)) {
            operand.constant = (uint32_t)(is_negative ? 0 - value : value);
            operand.select = (uint8_t)(is_negative && value != 0);
            operand.reg = value <= UINT32_MAX ? GCNMEMI_SLICE_NONE : GCNMEMI_SLICE_STRANGE;
        }
        for (size_t i = 0; gcnmemi_slice_fractions[i].bits != 0; ++i) {
            if (gcnmemi_text_begins(fraction, gcnmemi_slice_fractions[i].text) != 0 &&
                (i == 4 || gcnmemi_text_is(fraction, gcnmemi_slice_fractions[i].text))) {
                operand.constant = gcnmemi_slice_fractions[i].bits | (is_negative ? 0x80000000u : 0);
                operand.reg = GCNMEMI_SLICE_NONE;
            }
        }
        return operand;
    }
    gcnmemi_text name = gcnmemi_text_take(&text, GCNMEMI_TEXT_NAME);
    gcnmem_regs regs = name.at < name.end ? gcnmemi_listing_read_regs(&text, name) : (gcnmem_regs)0;
    uint32_t first = GCNMEM_REGS_FIRST(regs);
    if (gcnmemi_text_among(name, "off,null")) {
        operand.reg = GCNMEMI_SLICE_NONE;
    } else if (regs != 0 && (first < GCNMEMI_SLICE_SGPRS || first >= GCNMEM_REG_V0 || first == GCNMEM_REG_SCC)) {
        operand.reg = (uint16_t)(first == GCNMEM_REG_SCC ? GCNMEMI_SLICE_SCC : first);
        operand.dwords = (uint8_t)GCNMEM_REGS_COUNT(regs);
        operand.select = (uint8_t)((is_extended ? 8u : 0u) | (is_absolute ? GCNMEMI_SLICE_ABSOLUTE : 0u) |
                                   (is_negative ? GCNMEMI_SLICE_NEGATIVE : 0u));
    }
    return operand;
}

/* The number behind "NAME:" among the modifiers, or `otherwise`. */
GCNMEMI_PRIVATE int32_t gcnmemi_slice_modifier(gcnmemi_text text, const char* name, int32_t otherwise) {
    const char* at = gcnmemi_text_find(text, name);
    uint64_t value;
    if (at == NULL) {
        return otherwise;
    }
    text.at = at + gcnmemi_text_length(name);
    int is_negative = gcnmemi_text_take_char(&text, '-');
    return !gcnmemi_text_take_number(&text, &value) || value > 0xffffff ? otherwise
           : is_negative                                                ? 0 - (int32_t)value
                                                                        : (int32_t)value;
}

/* SDWA: which part of a source is read. Returns 0 when the instruction asks for what is not computed. */
GCNMEMI_PRIVATE int gcnmemi_slice_selections(gcnmemi_slice_code* code, gcnmemi_text text) {
    static const char* const sources[] = {"src0_sel:", "src1_sel:"};
    static const char* const parts[] = {"dword", "byte_0", "byte_1", "byte_2", "byte_3", "word_0", "word_1"};
    static const char* const strange[] = {"quad_perm:", "row_",  "wave_", "op_sel",
                                          "clamp",      " mul:", " div:", "bank_mask"};
    const char* to = gcnmemi_text_find(text, "dst_sel:");
    for (size_t i = 0; i < sizeof(strange) / sizeof(strange[0]); ++i) {
        if (gcnmemi_text_find(text, strange[i]) != NULL) {
            return 0;
        }
    }
    for (uint32_t i = 0; i < 2; ++i) {
        const char* at = gcnmemi_text_find(text, sources[i]);
        for (uint32_t k = 1; at != NULL && k < 7; ++k) {
            if (gcnmemi_text_begins(gcnmemi_text_span(at + 9, text.end), parts[k]) != 0) {
                code->operand[code->first_source + i].select |= (uint8_t)k;
            }
        }
    }
    return to == NULL || gcnmemi_text_begins(gcnmemi_text_span(to + 8, text.end), parts[0]) != 0;
}

/* Where a memory instruction has its addresses. */
GCNMEMI_PRIVATE void gcnmemi_slice_memory(gcnmemi_slice_code* code, const gcnmem_insn* insn, const gcnmem_op* op,
                                          uint32_t count) {
    int is_atomic = op->action == GCNMEM_ACTION_ATOMIC;
    int has_result = (op->writes_first || (is_atomic && (insn->flags & GCNMEM_INSN_GLC) != 0)) &&
                     (insn->flags & GCNMEM_INSN_LDS) == 0;
    if (op->unit == GCNMEM_UNIT_BUFFER) {
        for (uint32_t i = count; i-- > 0;) {
            if (code->operand[i].dwords == 4 && code->operand[i].reg < GCNMEMI_SLICE_SGPRS && i > 0) {
                code->base = (uint8_t)i;
                code->lane_address = (uint8_t)(i - 1);
            }
        }
    } else if (op->unit == GCNMEM_UNIT_SCALAR) {
        code->base = 1;
    } else if (op->unit != GCNMEM_UNIT_IMAGE) {
        code->lane_address =
            has_result && (op->unit == GCNMEM_UNIT_LDS || is_atomic || op->action == GCNMEM_ACTION_LOAD);
        code->base = op->unit == GCNMEM_UNIT_FLAT && op->name[0] != 'f' ? (uint8_t)(count - 1) : code->base;
    }
    if ((code->base != GCNMEMI_SLICE_NO_OPERAND && code->base >= count) ||
        (code->lane_address != GCNMEMI_SLICE_NO_OPERAND && code->lane_address >= count)) {
        code->base = code->lane_address = GCNMEMI_SLICE_NO_OPERAND;
    }
}

/* Reads one instruction. */
GCNMEMI_PRIVATE void gcnmemi_slice_decode(gcnmemi_slice_code* code, const gcnmem_insn* insn, const gcnmem_op* op,
                                          const gcnmemi_values_row* row, const char* text) {
    gcnmemi_text rest = gcnmemi_text_span(text + insn->text_offset, text + insn->text_offset + insn->text_bytes);
    uint32_t count = 0;
    gcnmemi_text_take(&rest, GCNMEMI_TEXT_NAME);
    gcnmemi_text all = rest;
    while (rest.at < rest.end && count < GCNMEMI_SLICE_OPERANDS) {
        gcnmemi_text piece = gcnmemi_text_take_until(&rest, ',');
        const char* open = gcnmemi_text_find(piece, "[");
        while (open != NULL && gcnmemi_text_find(gcnmemi_text_span(open, piece.end), "]") == NULL &&
               rest.at < rest.end) {
            gcnmemi_text_take_until(&rest, ','); /* v[2,3] */
            piece.end = rest.at < rest.end ? rest.at - 1 : rest.end;
        }
        code->operand[count++] = gcnmemi_slice_read(piece);
    }
    code->writes[0] = insn->writes[0];
    code->writes[1] = insn->writes[1];
    code->operation = row->operation;
    code->flags = row->flags;
    code->offset = (int16_t)insn->offset;
    code->lane_address = GCNMEMI_SLICE_NO_OPERAND;
    code->base = GCNMEMI_SLICE_NO_OPERAND;
    code->step = (insn->writes[0] | insn->writes[1]) != 0 ? GCNMEMI_SLICE_STEP_FORGET : GCNMEMI_SLICE_STEP_NONE;
    if (op->unit != GCNMEM_UNIT_NONE) {
        int is_load = op->unit == GCNMEM_UNIT_SCALAR && op->action == GCNMEM_ACTION_LOAD;
        gcnmemi_slice_memory(code, insn, op, count);
        code->step = is_load && code->base < count ? (uint8_t)GCNMEMI_SLICE_STEP_LOAD : code->step;
        code->offset = op->unit == GCNMEM_UNIT_LDS ? (int32_t)insn->offset : gcnmemi_slice_modifier(all, "offset:", 0);
        return;
    }
    if (insn->branch == GCNMEM_BRANCH_CALL || gcnmemi_text_equal(op->name, "s_set_gpr_idx_on") ||
        gcnmemi_text_starts(op->name, "v_movreld") || gcnmemi_text_starts(op->name, "s_movreld")) {
        code->step = GCNMEMI_SLICE_STEP_FORGET_ALL;
    }
    if (row->operation == GCNMEMI_VALUES_NONE || count == 0) {
        return;
    }
    int is_scalar = op->name[0] == 's';
    int has_carry = !is_scalar && op->has_carry && count >= 4;
    code->step = is_scalar ? GCNMEMI_SLICE_STEP_SCALAR : GCNMEMI_SLICE_STEP_VECTOR;
    code->first_source = (uint8_t)((row->flags & GCNMEMI_VALUES_READS) != 0               ? 0
                                   : is_scalar && (row->flags & GCNMEMI_VALUES_MASK) != 0 ? 0
                                   : has_carry                                            ? 2
                                                                                          : 1);
    code->carry_out = (uint8_t)has_carry;
    uint32_t sources = row->operation == GCNMEMI_VALUES_SELECT ? 2 : 2;
    uint32_t carry_in = code->first_source + sources;
    code->carry_in = (uint8_t)((row->flags & GCNMEMI_VALUES_CARRY) != 0 && carry_in < count ? carry_in : 0);
    if (!is_scalar && !gcnmemi_slice_selections(code, all)) {
        code->step = GCNMEMI_SLICE_STEP_FORGET;
    }
    for (uint32_t i = 0; i < count; ++i) { /* a half with its sign needs a selection */
        gcnmemi_slice_operand* operand = &code->operand[i];
        operand->select = operand->select == 8 ? (uint8_t)0 : operand->select;
        int is_wide = (row->flags & GCNMEMI_VALUES_WIDE) != 0 &&
                      (row->operation != GCNMEMI_VALUES_MAD || i >= code->first_source + 2u);
        operand->select = operand->dwords == 0 && !is_wide ? (uint8_t)0 : operand->select; /* no high half */
        code->step = operand->reg == GCNMEMI_SLICE_STRANGE && i != code->first_source - 1u
                         ? (uint8_t)GCNMEMI_SLICE_STEP_FORGET
                         : code->step;
    }
    if ((row->flags & GCNMEMI_VALUES_SHORT) != 0 && code->operand[count - 1].reg == GCNMEMI_SLICE_NONE) {
        code->operand[count - 1].constant = (uint32_t)gcnmemi_values_extend(code->operand[count - 1].constant, 16);
    }
}

/* ---- where the ways of a branch have met ---- */

/* The first instruction behind everything that depends on the way a branch takes: the end of the least span that no
   branch leaves but at its end. */
GCNMEMI_PRIVATE void gcnmemi_slice_join(gcnmemi_slice_code* code, const gcnmem_insn* insns, uint32_t count,
                                        uint32_t first, uint32_t branch) {
    uint32_t low = branch;
    uint32_t high = branch + 1;
    uint32_t seen_low = branch;
    uint32_t seen_high = branch;
    while (low < seen_low || high > seen_high) {
        uint32_t at = low < seen_low ? low : seen_high;
        uint32_t end = low < seen_low ? seen_low : high;
        seen_low = low;
        seen_high = end > seen_high ? end : seen_high;
        for (; at < end; ++at) {
            uint32_t kind = insns[at].branch;
            uint32_t target = insns[at].target - first; /* beyond the end: leaves */
            if (insns[at].category == GCNMEM_CATEGORY_ENDPGM || kind == GCNMEM_BRANCH_INDIRECT) {
                target = count;
            } else if (kind == GCNMEM_BRANCH_NONE || kind == GCNMEM_BRANCH_CALL) {
                continue;
            }
            target = target < count ? target : count;
            low = target < low ? target : low;
            high = target > high ? target : high;
        }
        if (high - low > GCNMEMI_SLICE_SPAN) {
            low = 0;
            high = count;
            break;
        }
    }
    code->low = low;
    code->join = high;
}

/* ---- what is needed ---- */

GCNMEMI_PRIVATE uint32_t gcnmemi_slice_index(uint32_t reg) {
    return reg < GCNMEMI_SLICE_SGPRS ? reg
           : reg == GCNMEM_REG_SCC   ? GCNMEMI_SLICE_SCC
           : reg >= GCNMEM_REG_V0    ? GCNMEMI_SLICE_SGPRS + reg - GCNMEM_REG_V0
                                     : 124u + 3; /* beside the others: 127 is EXEC, which is always needed */
}

/* Whether the set holds one of the registers; they are taken out, or put in. */
GCNMEMI_PRIVATE int gcnmemi_slice_take(uint64_t* set, uint32_t first, uint32_t count) {
    int is_there = 0;
    for (uint32_t i = gcnmemi_slice_index(first); count-- > 0 && i < 64 * GCNMEMI_SLICE_WORDS; ++i) {
        is_there |= (set[i / 64] >> i % 64 & 1) != 0;
        set[i / 64] &= ~((uint64_t)1 << i % 64);
    }
    return is_there;
}

GCNMEMI_PRIVATE void gcnmemi_slice_put(uint64_t* set, uint32_t first, uint32_t count) {
    for (uint32_t i = gcnmemi_slice_index(first); count-- > 0 && i < 64 * GCNMEMI_SLICE_WORDS; ++i) {
        set[i / 64] |= (uint64_t)1 << i % 64;
    }
}

GCNMEMI_PRIVATE void gcnmemi_slice_put_operand(gcnmemi_slice_needs* needs, const gcnmemi_slice_code* code, uint32_t i) {
    if (i < GCNMEMI_SLICE_OPERANDS && code->operand[i].dwords != 0) {
        gcnmemi_slice_put(needs->here, code->operand[i].reg, code->operand[i].dwords);
    }
}

/* What is needed before an instruction, from what is needed behind it. Returns whether it is needed itself. */
GCNMEMI_PRIVATE int gcnmemi_slice_before(gcnmemi_slice_needs* needs, gcnmemi_slice_code* code,
                                         const gcnmem_insn* insn) {
    int is_branch = insn->branch != GCNMEM_BRANCH_NONE;
    int is_memory = code->lane_address != GCNMEMI_SLICE_NO_OPERAND || code->base != GCNMEMI_SLICE_NO_OPERAND;
    int changes_exec = code->step == GCNMEMI_SLICE_STEP_FORGET_ALL || (code->flags & GCNMEMI_VALUES_SAVES) != 0;
    for (uint32_t i = 0; i < 2; ++i) {
        uint32_t first = GCNMEM_REGS_FIRST(insn->writes[i]);
        changes_exec |= insn->writes[i] != 0 && (first == GCNMEM_REG_EXEC || first == GCNMEM_REG_EXEC + 1);
    }
    int is_needed = changes_exec;
    if (changes_exec) { /* other lanes may be on before */
        for (uint32_t i = 0; i < GCNMEMI_SLICE_WORDS; ++i) {
            needs->elsewhere[i] |= i >= 2 ? needs->here[i] : 0;
            needs->here[i] = i >= 2 ? 0 : needs->here[i];
        }
    }
    int kills =
        (code->flags & (GCNMEMI_VALUES_READS | GCNMEMI_VALUES_ADDS)) == 0 && code->operation != GCNMEMI_VALUES_SWAP;
    for (uint32_t i = 0; i < 2 && insn->writes[i] != 0; ++i) {
        uint32_t first = GCNMEM_REGS_FIRST(insn->writes[i]);
        uint32_t count = GCNMEM_REGS_COUNT(insn->writes[i]);
        uint64_t kept[GCNMEMI_SLICE_WORDS];
        gcnmemi_bits_copy(kept, needs->elsewhere, sizeof(kept));
        int is_merged = first >= GCNMEM_REG_V0 && gcnmemi_slice_take(kept, first, count);
        code->merges |= (uint8_t)is_merged;
        gcnmemi_bits_copy(kept, needs->here, sizeof(kept));
        is_needed |= is_merged | gcnmemi_slice_take(kills ? needs->here : kept, first, count);
    }
    if (code->step == GCNMEMI_SLICE_STEP_SCALAR && insn->category == GCNMEM_CATEGORY_SALU) { /* SCC */
        uint32_t sets = GCNMEMI_VALUES_MASK | GCNMEMI_VALUES_NONZERO | GCNMEMI_VALUES_CARRIES | GCNMEMI_VALUES_WRAPS |
                        GCNMEMI_VALUES_CHOSEN;
        is_needed |= (code->flags & sets) != 0 && gcnmemi_slice_take(needs->here, GCNMEM_REG_SCC, 1);
    } else if (insn->category == GCNMEM_CATEGORY_SALU) {
        is_needed |= gcnmemi_slice_take(needs->here, GCNMEM_REG_SCC, 1);
    }
    if (is_needed && code->operation != GCNMEMI_VALUES_NONE) {
        for (uint32_t i = 0; i < GCNMEMI_SLICE_OPERANDS; ++i) { /* the destination is no harm */
            int is_read = i >= code->first_source || (code->flags & GCNMEMI_VALUES_ADDS) != 0;
            gcnmemi_slice_put_operand(needs, code, is_read ? i : GCNMEMI_SLICE_OPERANDS);
        }
        if ((code->flags & GCNMEMI_VALUES_CARRY) != 0 && code->carry_in == 0) {
            int is_scalar = code->step == GCNMEMI_SLICE_STEP_SCALAR;
            gcnmemi_slice_put(needs->here, is_scalar ? GCNMEM_REG_SCC : GCNMEM_REG_VCC, is_scalar ? 1 : 2);
        }
        if (code->operation == GCNMEMI_VALUES_READ_LANE || code->operation == GCNMEMI_VALUES_READ_FIRST ||
            code->operation == GCNMEMI_VALUES_WRITE_LANE || code->operation == GCNMEMI_VALUES_SWAP) {
            for (uint32_t i = 2; i < GCNMEMI_SLICE_WORDS; ++i) {
                needs->elsewhere[i] |= needs->here[i];
            }
        }
    }
    if (is_memory) {
        for (uint32_t i = 0; i < 3; ++i) { /* the address, the base, the offset behind it */
            uint32_t operand = i == 0 ? code->lane_address : i == 1 ? code->base : code->base + 1u;
            gcnmemi_slice_put_operand(needs, code, operand);
        }
    }
    for (uint32_t i = 0; i < 5 && is_branch; ++i) {
        if (insn->reads[i] != 0) {
            gcnmemi_slice_put(needs->here, GCNMEM_REGS_FIRST(insn->reads[i]), GCNMEM_REGS_COUNT(insn->reads[i]));
        }
    }
    return is_needed;
}

/* Marks what is needed, from the last instruction to the first and again until nothing is added. */
GCNMEMI_PRIVATE void gcnmemi_slice_mark(gcnmemi_slice_code* codes, const gcnmem_insn* insns, gcnmemi_slice_needs* needs,
                                        uint32_t count, uint32_t first) {
    int is_changed = 1;
    while (is_changed) {
        is_changed = 0;
        for (uint32_t i = count; i-- > 0;) {
            gcnmemi_slice_needs before;
            uint32_t kind = insns[i].branch;
            uint32_t target = insns[i].target - first;
            int falls = kind != GCNMEM_BRANCH_ALWAYS && kind != GCNMEM_BRANCH_INDIRECT &&
                        insns[i].category != GCNMEM_CATEGORY_ENDPGM;
            gcnmemi_bits_zero(&before, sizeof(before));
            for (uint32_t way = 0; way < 2; ++way) {
                uint32_t next = way == 0 ? (falls ? i + 1 : count) : kind != GCNMEM_BRANCH_NONE ? target : count;
                for (uint32_t k = 0; next < count && k < GCNMEMI_SLICE_WORDS; ++k) {
                    before.here[k] |= needs[next].here[k];
                    before.elsewhere[k] |= needs[next].elsewhere[k];
                }
            }
            int is_needed = gcnmemi_slice_before(&before, &codes[i], &insns[i]);
            for (uint32_t k = 0; k < GCNMEMI_SLICE_WORDS; ++k) {
                is_changed |=
                    ((before.here[k] & ~needs[i].here[k]) | (before.elsewhere[k] & ~needs[i].elsewhere[k])) != 0;
                needs[i].here[k] |= before.here[k];
                needs[i].elsewhere[k] |= before.elsewhere[k];
            }
            codes[i].is_needed |= (uint8_t)is_needed;
        }
    }
}

/* ---------------------------------------------------------------------------------------------------------------------
   >>entry      what registers and the kernel's arguments hold when a wave begins, by the listing's own metadata (R63)
   Knows: bits, text, results, expr, listing, floats, values, slice
   ------------------------------------------------------------------------------------------------------------------ */

#define GCNMEMI_ENTRY_KERNARG_DWORDS 1024
#define GCNMEMI_ENTRY_ARGS 64
#define GCNMEMI_ENTRY_VGPRS 32

/* Where things lie that no address was given for; memory objects are 2^40 bytes apart, and some of their own, so that
   they differ in bank and channel. */
#define GCNMEMI_ENTRY_KERNARG_ADDRESS 0x7e0000000000u
#define GCNMEMI_ENTRY_PACKET_ADDRESS 0x7d0000000000u
#define GCNMEMI_ENTRY_SCRATCH_ADDRESS 0x7c0000000000u
#define GCNMEMI_ENTRY_OBJECT(index) ((uint64_t)(index)*0x10000005500u)

/* What a register holds: name in --reg, and whether lanes differ. */
#define GCNMEMI_ENTRY_SOURCES(X)                                                                                       \
    X(UNKNOWN, "")                                                                                                     \
    X(VALUE, "")                                                                                                       \
    X(GROUP_X, "group.x")                                                                                              \
    X(GROUP_Y, "group.y")                                                                                              \
    X(GROUP_Z, "group.z")                                                                                              \
    X(LOCAL_X, "local.x")                                                                                              \
    X(LOCAL_Y, "local.y")                                                                                              \
    X(LOCAL_Z, "local.z")                                                                                              \
    X(LOCAL_PACKED, "local")                                                                                           \
    X(LANE, "lane")                                                                                                    \
    X(SCRATCH_OFFSET, "scratch")                                                                                       \
    X(WAVES, "waves")

#define GCNMEMI_ENTRY_ROW(source, name) GCNMEMI_ENTRY_##source,
typedef enum gcnmemi_entry_source {
    GCNMEMI_ENTRY_SOURCES(GCNMEMI_ENTRY_ROW) GCNMEMI_ENTRY_SOURCE_END
} gcnmemi_entry_source;
#undef GCNMEMI_ENTRY_ROW

typedef struct gcnmemi_entry_register {
    uint32_t value;
    uint16_t cause; /* VALUE: 0, or why it is a stand-in */
    uint8_t source; /* gcnmemi_entry_source */
    uint8_t spare;
} gcnmemi_entry_register;

/* An argument of the kernel. */
typedef struct gcnmemi_entry_arg {
    uint32_t offset;
    uint32_t bytes;
    uint32_t kind;        /* 1 a pointer, 2 a value, 3 hidden; 0 something else */
    uint32_t hidden;      /* index of its name in the table of hidden ones */
    uint32_t name_offset; /* in the listing */
    uint32_t name_bytes;
} gcnmemi_entry_arg;

/* Memory of which more is known than its place. */
typedef struct gcnmemi_entry_content {
    uint64_t base;
    uint64_t bytes;
    uint32_t row;        /* file: row of the options, else NONE */
    uint32_t is_written; /* the shader has stored to it: nothing is known any more */
    gcnmem_expr expr;    /* dword i */
} gcnmemi_entry_content;

typedef struct gcnmemi_entry {
    gcnmemi_entry_register sgpr[GCNMEMI_SLICE_SGPRS];
    gcnmemi_entry_register vgpr[GCNMEMI_ENTRY_VGPRS];
    gcnmemi_entry_arg arg[GCNMEMI_ENTRY_ARGS];
    uint32_t kernarg[GCNMEMI_ENTRY_KERNARG_DWORDS];
    uint16_t kernarg_cause[GCNMEMI_ENTRY_KERNARG_DWORDS];
    uint32_t group_size[3]; /* lanes of a work-group */
    uint32_t group_count[3];
    uint32_t scratch_bytes; /* of a lane */
    uint32_t float_mode;    /* as in >>floats */
    uint32_t content_count; /* memory objects of which something is known */
    uint32_t arg_count;
    uint32_t kernarg_dwords;
} gcnmemi_entry;

/* Causes of a stand-in: the kind above, an instruction, argument or register below. */
#define GCNMEMI_ENTRY_CAUSE_LOADED 0x2000u   /* a scalar load of memory nobody knows, at an address that is known */
#define GCNMEMI_ENTRY_CAUSE_INSN 0x3000u     /* what this instruction writes, for all lanes alike */
#define GCNMEMI_ENTRY_CAUSE_ARG 0x6000u      /* an argument nobody gave */
#define GCNMEMI_ENTRY_CAUSE_REGISTER 0x7000u /* a register of which the listing does not tell */

/* ---- metadata ---- */

/* Directives of LLVM that say which registers are filled, in the order in which they are. */
static const struct {
    const char* name;
    uint8_t dwords;
    uint8_t source;
} gcnmemi_entry_directives[] = {{"user_sgpr_private_segment_buffer", 4, GCNMEMI_ENTRY_VALUE},
                                {"user_sgpr_dispatch_ptr", 2, GCNMEMI_ENTRY_VALUE},
                                {"user_sgpr_queue_ptr", 2, GCNMEMI_ENTRY_UNKNOWN},
                                {"user_sgpr_kernarg_segment_ptr", 2, GCNMEMI_ENTRY_VALUE},
                                {"user_sgpr_dispatch_id", 2, GCNMEMI_ENTRY_UNKNOWN},
                                {"user_sgpr_flat_scratch_init", 2, GCNMEMI_ENTRY_UNKNOWN},
                                {"user_sgpr_kernarg_preload_length", 1, GCNMEMI_ENTRY_UNKNOWN},
                                {"user_sgpr_private_segment_size", 1, GCNMEMI_ENTRY_VALUE},
                                {"system_sgpr_workgroup_id_x", 1, GCNMEMI_ENTRY_GROUP_X},
                                {"system_sgpr_workgroup_id_y", 1, GCNMEMI_ENTRY_GROUP_Y},
                                {"system_sgpr_workgroup_id_z", 1, GCNMEMI_ENTRY_GROUP_Z},
                                {"system_sgpr_workgroup_info", 1, GCNMEMI_ENTRY_WAVES},
                                {"system_sgpr_private_segment_wavefront_offset", 1, GCNMEMI_ENTRY_SCRATCH_OFFSET}};
#define GCNMEMI_ENTRY_DIRECTIVES (sizeof(gcnmemi_entry_directives) / sizeof(gcnmemi_entry_directives[0]))

static const char* const gcnmemi_entry_hidden[] = {
    "hidden_block_count_x", "hidden_block_count_y",   "hidden_block_count_z",   "hidden_group_size_x",
    "hidden_group_size_y",  "hidden_group_size_z",    "hidden_remainder_x",     "hidden_remainder_y",
    "hidden_remainder_z",   "hidden_global_offset_x", "hidden_global_offset_y", "hidden_global_offset_z"};

/* What is being read of a listing. */
typedef struct gcnmemi_entry_reader {
    gcnmemi_entry* entry;
    const char* text;
    gcnmemi_text stage;
    uint32_t directive[GCNMEMI_ENTRY_DIRECTIVES];
    uint32_t lane_ids; /* 1 + system_vgpr_workitem_id */
    uint32_t in_kernel;
    uint32_t has_kernel;
    uint32_t in_metadata;
    uint32_t is_found; /* the metadata of this kernel have been read */
    uint32_t in_args;
    uint32_t list; /* items of reqd_workgroup_size */
    uint32_t size[3];
    uint32_t is_packed;
} gcnmemi_entry_reader;

GCNMEMI_PRIVATE void gcnmemi_entry_read_directive(gcnmemi_entry_reader* r, gcnmemi_text name, gcnmemi_text value) {
    uint64_t number = 0;
    gcnmemi_text_take_number(&value, &number);
    for (size_t i = 0; i < GCNMEMI_ENTRY_DIRECTIVES; ++i) {
        if (gcnmemi_text_is(name, gcnmemi_entry_directives[i].name)) {
            r->directive[i] = (uint32_t)gcnmemi_bits_min(number, 16);
        }
    }
    if (gcnmemi_text_is(name, "system_vgpr_workitem_id")) {
        r->lane_ids = 1 + (uint32_t)(number & 3);
    } else if (gcnmemi_text_is(name, "float_denorm_mode_32")) {
        r->entry->float_mode = (uint32_t)number & 3;
    } else if (gcnmemi_text_is(name, "private_segment_fixed_size")) {
        r->entry->scratch_bytes = (uint32_t)number;
    }
}

/* A key of the kernel's metadata, or of its last argument. */
GCNMEMI_PRIVATE void gcnmemi_entry_read_key(gcnmemi_entry_reader* r, gcnmemi_text key, gcnmemi_text value,
                                            uint32_t indent) {
    uint64_t number = 0;
    gcnmemi_text digits = value;
    gcnmemi_text_take_number(&digits, &number);
    if (indent == 4) {
        r->in_args = gcnmemi_text_is(key, ".args") != 0 ? 1u : 0u;
        r->list = gcnmemi_text_is(key, ".reqd_workgroup_size") != 0 ? 1u : 0u;
        if (gcnmemi_text_is(key, ".name")) {
            r->is_found = gcnmemi_text_same(value, r->stage) != 0 ? 1u : 0u;
        }
        return;
    }
    if (!r->in_args || r->entry->arg_count == 0 || r->entry->arg_count > GCNMEMI_ENTRY_ARGS) {
        return;
    }
    gcnmemi_entry_arg* arg = &r->entry->arg[r->entry->arg_count - 1];
    if (gcnmemi_text_is(key, ".offset")) {
        arg->offset = (uint32_t)number;
    } else if (gcnmemi_text_is(key, ".size")) {
        arg->bytes = (uint32_t)gcnmemi_bits_min(number, UINT32_MAX);
    } else if (gcnmemi_text_is(key, ".name")) {
        arg->name_offset = (uint32_t)(value.at - r->text);
        arg->name_bytes = (uint32_t)gcnmemi_text_bytes(value);
    } else if (gcnmemi_text_is(key, ".value_kind")) {
        arg->kind = gcnmemi_text_begins(value, "hidden_") != 0                                     ? 3
                    : gcnmemi_text_among(value, "global_buffer,dynamic_shared_pointer,pipe,image") ? 1
                                                                                                   : 2;
        arg->hidden = 0;
        for (uint32_t i = 0; i < sizeof(gcnmemi_entry_hidden) / sizeof(gcnmemi_entry_hidden[0]); ++i) {
            arg->hidden = gcnmemi_text_is(value, gcnmemi_entry_hidden[i]) ? i + 1 : arg->hidden;
        }
    }
}

/* A line of the YAML of a code object: kernels are items two blanks deep, arguments items six. */
GCNMEMI_PRIVATE void gcnmemi_entry_read_yaml(gcnmemi_entry_reader* r, gcnmemi_text line) {
    gcnmemi_text text = line;
    gcnmemi_text_skip_blanks(&text);
    uint32_t indent = (uint32_t)(text.at - line.at);
    int is_item = gcnmemi_text_take_char(&text, '-');
    gcnmemi_text_skip_blanks(&text);
    if (is_item && indent == 2) {
        if (r->is_found) {
            r->in_metadata = 0; /* the next kernel's */
            return;
        }
        r->entry->arg_count = 0;
        r->list = 0;
        r->in_args = 0;
    } else if (is_item && indent == 6 && r->in_args) {
        if (r->entry->arg_count < GCNMEMI_ENTRY_ARGS) {
            gcnmemi_bits_zero(&r->entry->arg[r->entry->arg_count], sizeof(gcnmemi_entry_arg));
        }
        ++r->entry->arg_count;
    } else if (is_item && r->list > 0 && r->list <= 3) {
        uint64_t size = 0;
        gcnmemi_text_take_number(&text, &size);
        r->size[r->list++ - 1] = (uint32_t)size;
        return;
    }
    gcnmemi_text key = gcnmemi_text_take_until(&text, ':');
    text = gcnmemi_text_trim(text);
    if (gcnmemi_text_peek(text, 0) == '\'' || gcnmemi_text_peek(text, 0) == '"') {
        char quote = *text.at++;
        text = gcnmemi_text_take_until(&text, quote);
    }
    gcnmemi_entry_read_key(r, key, text, indent + (is_item ? 2u : 0u));
}

GCNMEMI_PRIVATE void gcnmemi_entry_read(gcnmemi_entry_reader* r, gcnmemi_text text) {
    while (text.at < text.end) {
        gcnmemi_text line = gcnmemi_text_take_until(&text, '\n');
        gcnmemi_text code = gcnmemi_text_trim(line);
        if (gcnmemi_text_begins(code, "---") != 0 || gcnmemi_text_begins(code, "...") != 0) {
            r->in_metadata = !r->is_found && gcnmemi_text_begins(code, "---") != 0;
        } else if (r->in_metadata) {
            gcnmemi_entry_read_yaml(r, line);
        } else if (gcnmemi_text_take_word(&code, ".amdhsa_kernel ")) {
            r->in_kernel = gcnmemi_text_same(gcnmemi_text_trim(code), r->stage) != 0 ? 1u : 0u;
            r->has_kernel |= r->in_kernel;
        } else if (gcnmemi_text_begins(code, ".end_amdhsa_kernel") != 0) {
            r->in_kernel = 0;
        } else if (r->in_kernel && gcnmemi_text_take_word(&code, ".amdhsa_")) {
            gcnmemi_text name = gcnmemi_text_take(&code, GCNMEMI_TEXT_NAME);
            gcnmemi_entry_read_directive(r, name, gcnmemi_text_trim(code));
        }
    }
}

/* ---- registers ---- */

GCNMEMI_PRIVATE void gcnmemi_entry_set(gcnmemi_entry* entry, uint32_t reg, uint32_t source, uint64_t value,
                                       uint32_t dwords) {
    for (uint32_t i = 0; i < dwords && reg + i < GCNMEMI_SLICE_SGPRS; ++i) {
        entry->sgpr[reg + i].source = (uint8_t)source;
        entry->sgpr[reg + i].value = (uint32_t)(value >> 32 * (i & 1));
        entry->sgpr[reg + i].cause = 0;
    }
}

/* Registers of an HSA kernel: those that are asked for, one behind the other [oss]. */
GCNMEMI_PRIVATE void gcnmemi_entry_hsa(gcnmemi_entry* entry, const gcnmemi_entry_reader* r) {
    static const uint64_t values[] = {GCNMEMI_ENTRY_SCRATCH_ADDRESS, GCNMEMI_ENTRY_PACKET_ADDRESS, 0,
                                      GCNMEMI_ENTRY_KERNARG_ADDRESS};
    uint32_t next = 0;
    for (uint32_t i = 0; i < GCNMEMI_ENTRY_DIRECTIVES; ++i) {
        uint32_t dwords = r->directive[i] != 0 ? gcnmemi_entry_directives[i].dwords : 0u;
        uint64_t value = i < 4 ? values[i] : entry->scratch_bytes;
        dwords = i == 6 ? r->directive[i] : dwords;
        if (gcnmemi_entry_directives[i].source != GCNMEMI_ENTRY_UNKNOWN) {
            gcnmemi_entry_set(entry, next, gcnmemi_entry_directives[i].source, value, dwords);
        }
        if (i == 0 && dwords != 0) { /* swizzled by lane, dword by dword */
            entry->sgpr[next + 1].value |= 0x80000000u;
            entry->sgpr[next + 2].value = UINT32_MAX;
            entry->sgpr[next + 3].value = 1u << 23 | 3u << 21 | 1u << 19;
        }
        next += dwords;
    }
    for (uint32_t i = 0; i < r->lane_ids; ++i) {
        entry->vgpr[i].source = (uint8_t)(r->is_packed ? GCNMEMI_ENTRY_LOCAL_PACKED : GCNMEMI_ENTRY_LOCAL_X + i);
        if (r->is_packed) {
            break;
        }
    }
}

/* ---- arguments ---- */

GCNMEMI_PRIVATE void gcnmemi_entry_write(gcnmemi_entry* entry, const gcnmemi_entry_arg* arg, uint64_t value,
                                         uint16_t cause) {
    for (uint32_t i = 0; i < arg->bytes && (arg->offset + i) / 4 < GCNMEMI_ENTRY_KERNARG_DWORDS; ++i) {
        uint32_t at = arg->offset + i;
        uint32_t byte = i < 8 ? (uint32_t)(value >> 8 * i & 0xff) : 0;
        entry->kernarg[at / 4] = (entry->kernarg[at / 4] & ~((uint32_t)0xff << 8 * (at % 4))) | byte << 8 * (at % 4);
        entry->kernarg_cause[at / 4] = cause;
    }
}

/* The address that a pointer among the arguments holds. */
GCNMEMI_PRIVATE uint64_t gcnmemi_entry_pointer(const gcnmemi_entry* entry, const gcnmemi_entry_arg* arg) {
    const uint32_t* at = &entry->kernarg[gcnmemi_bits_min32(arg->offset / 4, GCNMEMI_ENTRY_KERNARG_DWORDS - 2)];
    return at[0] | (uint64_t)at[1] << 32;
}

/* What nobody gave: pointers are memory objects of their own, scalars the number of lanes along x. */
GCNMEMI_PRIVATE void gcnmemi_entry_arguments(gcnmemi_entry* entry) {
    uint32_t count = gcnmemi_bits_min32(entry->arg_count, GCNMEMI_ENTRY_ARGS);
    for (uint32_t i = 0; i < count; ++i) {
        const gcnmemi_entry_arg* arg = &entry->arg[i];
        uint32_t end = arg->offset / 4 + arg->bytes / 4 + 2;
        entry->kernarg_dwords =
            gcnmemi_bits_min32(GCNMEMI_ENTRY_KERNARG_DWORDS, end > entry->kernarg_dwords ? end : entry->kernarg_dwords);
        uint64_t value = GCNMEMI_ENTRY_OBJECT(i + 1);
        uint16_t cause = 0;
        if (arg->kind == 3) {
            uint32_t hidden = arg->hidden - 1;
            value = arg->hidden == 0 ? 0
                    : hidden < 3     ? entry->group_count[hidden]
                    : hidden < 6     ? entry->group_size[hidden - 3]
                                     : 0;
            cause = (uint16_t)(arg->hidden == 0 ? GCNMEMI_ENTRY_CAUSE_ARG + i : 0);
        } else if (arg->kind != 1) {
            value = (uint64_t)entry->group_size[0] * entry->group_count[0];
            cause = (uint16_t)(GCNMEMI_ENTRY_CAUSE_ARG + i);
        }
        gcnmemi_entry_write(entry, arg, value, cause);
    }
}

/* ---- what the caller says ---- */

GCNMEMI_PRIVATE gcnmem_result gcnmemi_entry_fail(gcnmem_issue* out_issue, const char* field,
                                                 const gcnmem_run_value* row, gcnmem_result result, const char* rule,
                                                 uint64_t value, uint64_t limit) {
    gcnmemi_results_fail(result, out_issue, field, rule, value, limit);
    if (out_issue != NULL) {
        out_issue->setting = row->setting;
    }
    return result;
}

/* The argument that a row names, or NULL. Hidden ones do not count. */
GCNMEMI_PRIVATE const gcnmemi_entry_arg* gcnmemi_entry_find_arg(const gcnmemi_entry* entry, const char* text,
                                                                gcnmemi_text name, uint32_t* out_visible) {
    uint64_t index = UINT64_MAX;
    gcnmemi_text digits = name;
    int is_index = gcnmemi_text_take_number(&digits, &index) && digits.at == digits.end;
    const gcnmemi_entry_arg* found = NULL;
    *out_visible = 0;
    for (uint32_t i = 0; i < entry->arg_count && i < GCNMEMI_ENTRY_ARGS; ++i) {
        const gcnmemi_entry_arg* arg = &entry->arg[i];
        const char* own = text + arg->name_offset;
        if (arg->kind != 3) {
            int is_named =
                arg->name_bytes != 0 && gcnmemi_text_same(gcnmemi_text_span(own, own + arg->name_bytes), name);
            found = is_named || (is_index && *out_visible == index) ? arg : found;
            ++*out_visible;
        }
    }
    return found;
}

/* Gives one argument its value. */
GCNMEMI_PRIVATE gcnmem_result gcnmemi_entry_give(gcnmemi_entry* entry, gcnmemi_entry_content* contents,
                                                 const char* text, const gcnmem_run_value* row, uint32_t number,
                                                 gcnmem_issue* out_issue) {
    gcnmemi_text name = gcnmemi_text_span(row->name, row->name + row->name_bytes);
    gcnmemi_text value = gcnmemi_text_span(row->value, row->value + row->value_bytes);
    uint32_t visible;
    const gcnmemi_entry_arg* arg = gcnmemi_entry_find_arg(entry, text, name, &visible);
    uint64_t bits = 0;
    if (arg == NULL) {
        return gcnmemi_entry_fail(out_issue, "arg", row, GCNMEM_ERROR_NAME,
                                  visible == 0
                                      ? "cannot be given: the listing tells of no arguments"
                                      : "names an argument that is not there: the kernel has {limit}, from 0 on",
                                  0, visible);
    }
    int is_data = gcnmemi_text_take_word(&value, "data:");
    int is_file = !is_data && gcnmemi_text_take_word(&value, "file:");
    int is_buffer = !is_data && !is_file && gcnmemi_text_take_word(&value, "buffer:");
    if ((is_data || is_file || is_buffer) && arg->kind != 1) {
        return gcnmemi_entry_fail(out_issue, "arg", row, GCNMEM_ERROR_VALUE,
                                  "is for pointers: this argument is a value of {value} bytes", arg->bytes, 0);
    }
    gcnmemi_entry_content* content = &contents[entry->content_count];
    content->base = gcnmemi_entry_pointer(entry, arg);
    content->bytes = (uint64_t)1 << 40;
    content->row = is_file ? number : GCNMEM_NONE;
    if (is_data) {
        ++entry->content_count;
        return gcnmem_expr_compile(value.at, gcnmemi_text_bytes(value), &content->expr, out_issue);
    }
    if (is_file) {
        ++entry->content_count;
        return GCNMEM_OK;
    }
    uint64_t floats = 0; /* how many; 0: it is an integer */
    gcnmemi_text prefix = value;
    if (!is_buffer && (gcnmemi_text_take_number(&prefix, &floats), gcnmemi_text_take_word(&prefix, "f:"))) {
        floats = floats != 0 ? floats : 1;
        for (uint64_t i = 0; i < floats; ++i) {
            gcnmemi_entry_arg part = *arg;
            uint32_t number_bits;
            part.offset = arg->offset + 4 * (uint32_t)i;
            part.bytes = 4;
            if (arg->kind != 2 || floats * 4 > arg->bytes || !gcnmemi_floats_take(&prefix, &number_bits) ||
                (i + 1 < floats ? !gcnmemi_text_take_char(&prefix, ',') : prefix.at != prefix.end)) {
                return gcnmemi_entry_fail(out_issue, "arg", row, GCNMEM_ERROR_VALUE,
                                          "must be as many numbers of 4 bytes as it says, for a value of {limit}", 0,
                                          arg->bytes);
            }
            gcnmemi_entry_write(entry, &part, number_bits, 0);
        }
        return GCNMEM_OK;
    }
    int is_negative = !is_buffer && gcnmemi_text_take_char(&value, '-');
    if (!gcnmemi_text_take_number(&value, &bits) || value.at != value.end) {
        return gcnmemi_entry_fail(
            out_issue, "arg", row, GCNMEM_ERROR_VALUE,
            "must be K=VALUE: an integer, f:1.5, 4f:1,2,3,4, buffer:BYTES, data:EXPR or file:PATH", 0, 0);
    }
    if (is_buffer) {
        return GCNMEM_OK;
    }
    uint64_t most = arg->bytes >= 8 ? UINT64_MAX : ((uint64_t)1 << 8 * arg->bytes) - 1;
    if (bits > (is_negative ? most / 2 + 1 : most)) {
        return gcnmemi_entry_fail(out_issue, "arg", row, GCNMEM_ERROR_VALUE,
                                  "is {value}: the argument has {limit} bytes", bits, arg->bytes);
    }
    gcnmemi_entry_write(entry, arg, is_negative ? 0 - bits : bits, 0);
    return GCNMEM_OK;
}

/* Gives one register what it holds. */
GCNMEMI_PRIVATE gcnmem_result gcnmemi_entry_give_register(gcnmemi_entry* entry, const gcnmem_run_value* row,
                                                          gcnmem_issue* out_issue) {
#define GCNMEMI_ENTRY_ROW(source, name) name,
    static const char* const names[] = {GCNMEMI_ENTRY_SOURCES(GCNMEMI_ENTRY_ROW)};
#undef GCNMEMI_ENTRY_ROW
    gcnmemi_text name = gcnmemi_text_span(row->name, row->name + row->name_bytes);
    gcnmemi_text value = gcnmemi_text_span(row->value, row->value + row->value_bytes);
    gcnmem_regs regs = gcnmemi_listing_read_regs(&name, name);
    uint32_t first = GCNMEM_REGS_FIRST(regs);
    int is_vector = first >= GCNMEM_REG_V0;
    uint64_t number = 0;
    uint32_t source = GCNMEMI_ENTRY_VALUE;
    if (GCNMEM_REGS_COUNT(regs) != 1 || (is_vector ? first >= GCNMEM_REG_V0 + GCNMEMI_ENTRY_VGPRS : first >= 104)) {
        return gcnmemi_entry_fail(out_issue, "reg", row, GCNMEM_ERROR_NAME,
                                  "must name one register, s0 to s103 or v0 to v31", 0, 0);
    }
    if (!gcnmemi_text_take_number(&value, &number) || value.at != value.end || number > UINT32_MAX) {
        source = GCNMEMI_ENTRY_GROUP_X;
        while (source < GCNMEMI_ENTRY_SOURCE_END && !gcnmemi_text_is(value, names[source])) {
            ++source;
        }
        if (source == GCNMEMI_ENTRY_SOURCE_END ||
            (!is_vector && source >= GCNMEMI_ENTRY_LOCAL_X && source <= GCNMEMI_ENTRY_LANE) ||
            (is_vector && (source < GCNMEMI_ENTRY_LOCAL_X || source > GCNMEMI_ENTRY_LANE))) {
            return gcnmemi_entry_fail(out_issue, "reg", row, GCNMEM_ERROR_VALUE,
                                      is_vector
                                          ? "must be a 32-bit number, local.x, local.y, local.z, local or lane"
                                          : "must be a 32-bit number, group.x, group.y, group.z, scratch or waves",
                                      0, 0);
        }
    }
    gcnmemi_entry_register* to = is_vector ? &entry->vgpr[first - GCNMEM_REG_V0] : &entry->sgpr[first];
    to->source = (uint8_t)source;
    to->value = (uint32_t)number;
    to->cause = 0;
    return GCNMEM_OK;
}

GCNMEMI_PRIVATE gcnmem_result gcnmemi_entry_bind(gcnmemi_entry* entry, gcnmemi_entry_content* contents,
                                                 const char* text, const gcnmem_run_options* options,
                                                 gcnmem_issue* out_issue) {
    gcnmem_result result = GCNMEM_OK;
    for (uint32_t i = 0; i < options->arg_count && result == GCNMEM_OK; ++i) {
        result = gcnmemi_entry_give(entry, contents, text, &options->args[i], i, out_issue);
    }
    for (uint32_t i = 0; i < options->reg_count && result == GCNMEM_OK; ++i) {
        result = gcnmemi_entry_give_register(entry, &options->regs[i], out_issue);
    }
    return result;
}

/* What the stage begins with. `group_lanes` and `groups` are used for sizes that neither caller nor listing tells. */
GCNMEMI_PRIVATE void gcnmemi_entry_find(gcnmemi_entry* entry, const gcnmem_listing* program, uint32_t stage_index,
                                        const char* text, uint32_t group_lanes, uint64_t groups) {
    const gcnmem_stage* stage = gcnmem_listing_stage(program, stage_index);
    gcnmemi_entry_reader r;
    gcnmemi_bits_zero(&r, sizeof(r));
    r.entry = entry;
    r.text = text;
    r.stage = gcnmemi_text_span(text + stage->name_offset, text + stage->name_offset + stage->name_bytes);
    r.is_packed = stage->gfx_version == 0x90a || stage->gfx_version >= 0x940;
    gcnmemi_entry_read(&r, gcnmemi_text_span(text, text + program->text_bytes));
    uint32_t listed = r.size[0] * r.size[1] * r.size[2];
    for (uint32_t i = 0; i < 3; ++i) {
        uint32_t size = listed == group_lanes ? r.size[i] : i == 0 ? group_lanes : 1u;
        entry->group_size[i] = entry->group_size[i] != 0 ? entry->group_size[i] : size;
        uint32_t count = i == 0 ? (uint32_t)gcnmemi_bits_min(groups, UINT32_MAX) : 1u;
        entry->group_count[i] = entry->group_count[i] != 0 ? entry->group_count[i] : count;
    }
    entry->arg_count = r.is_found ? entry->arg_count : 0;
    if (r.has_kernel) {
        gcnmemi_entry_hsa(entry, &r);
        gcnmemi_entry_arguments(entry);
    }
}

#undef GCNMEMI_PRIVATE
#define GCNMEMI_PRIVATE GCNMEM_UNUSED static

/* ---------------------------------------------------------------------------------------------------------------------
   >>machine    what a run keeps: waves, SIMDs, CUs, requests under way
   Knows: bits, desc, touch, dram, levels, listing, values, slice, entry

       group -> waves in slots of a CU -> SIMD: clocks at which each wave may issue
       wave memory instruction -> lines -> access (what is still missing) <- waiter <- request to DRAM

   Everything is an index into an array behind gcnmem_run; a view holds the arrays' addresses during one call.
   ------------------------------------------------------------------------------------------------------------------ */

#define GCNMEMI_MACHINE_NEVER UINT64_MAX
#define GCNMEMI_MACHINE_SIMD_WAVES 32 /* waves_per_simd_max is at most this */
#define GCNMEMI_MACHINE_FRESH 512     /* lines of a CU remembered as on their way, a power of two */
#define GCNMEMI_MACHINE_UNKNOWN ((uint64_t)1 << 63)
#define GCNMEMI_MACHINE_LDS_PORTS 4
#define GCNMEMI_MACHINE_WHEEL 1024 /* clocks an event may lie ahead, a power of two */
#define GCNMEMI_MACHINE_MEMOS 64   /* alignments remembered for each memory instruction, a power of two */
#define GCNMEMI_MACHINE_MEMO_LINES 64
#define GCNMEMI_MACHINE_TICK 16 /* DRAM is looked after at most once in so many clocks */

/* ---- the program, ready to run ---- */

/* What an instruction occupies for its turn: one of each a turn, any number of the last. Those up to LDS have one unit
   behind them: when it is busy, it is for every wave. */
typedef enum gcnmemi_machine_port {
    GCNMEMI_MACHINE_PORT_VALU = 0,
    GCNMEMI_MACHINE_PORT_VMEM,
    GCNMEMI_MACHINE_PORT_LDS,
    GCNMEMI_MACHINE_PORT_SCALAR,
    GCNMEMI_MACHINE_PORT_BRANCH,
    GCNMEMI_MACHINE_PORT_INTERNAL
} gcnmemi_machine_port;

typedef struct gcnmemi_machine_insn {
    gcnmem_insn code;   /* its target is counted from the stage's first instruction; the stage's length ends the wave */
    uint32_t pattern;   /* memory: its pattern, or NONE */
    uint16_t latch_of;  /* loop that this instruction closes */
    uint16_t clocks;    /* VALU: clocks of the SIMD; internal: clocks until the next instruction */
    uint16_t per_mille; /* branch: chance of being taken, 0xffff for the rules */
    uint8_t port;       /* gcnmemi_machine_port */
    uint8_t touches_scalars; /* VALU: writes scalar registers; scalar: reads some */
    uint8_t wait[3];         /* s_waitcnt: vm, lgkm, exp */
    uint8_t adds[3];         /* what it adds to the counters */
    uint8_t is_evaluated;    /* addresses, branches or EXEC depend on it */
    uint32_t first_line;     /* of code that it stands in (R58), and the last */
    uint32_t last_line;
} gcnmemi_machine_insn;

/* ---- address patterns ---- */

typedef enum gcnmemi_machine_pattern_kind {
    GCNMEMI_MACHINE_PATTERN_DEFAULT = 0, /* lanes side by side */
    GCNMEMI_MACHINE_PATTERN_SHIFTED,     /* lane 0 moves, the others keep their distance from it */
    GCNMEMI_MACHINE_PATTERN_GENERAL      /* each lane is evaluated */
} gcnmemi_machine_pattern_kind;

/* What one alignment of a shifted pattern costs. */
typedef struct gcnmemi_machine_memo {
    uint64_t full;  /* bit i: line i is covered wholly */
    uint64_t mask;  /* lanes that take part */
    uint32_t key;   /* lane 0's address modulo the period; NONE: empty */
    uint32_t lanes; /* the vector of computed addresses; 0 for the pattern's own distances */
    uint32_t clocks;
    uint32_t line_count;
    uint32_t line_bytes;
    uint32_t distinct; /* lines; of atomics line_count says requests (R13) */
    uint32_t bytes;
    int32_t line[GCNMEMI_MACHINE_MEMO_LINES]; /* from lane 0's line */
} gcnmemi_machine_memo;

typedef struct gcnmemi_machine_pattern {
    gcnmem_op op;
    gcnmem_expr expr;
    gcnmem_expr first;           /* the same at lane 0 */
    uint64_t base;               /* default: address of the dispatch's first lane */
    uint64_t group_step;         /* default: bytes from group to group */
    uint64_t wave_step;          /* default: bytes from wave to wave of a group */
    uint64_t lane[GCNMEM_LANES]; /* distance from lane 0 */
    uint32_t kind;               /* gcnmemi_machine_pattern_kind */
    uint32_t insn;
    uint32_t period;      /* bytes after which costs repeat; 0: never */
    uint32_t cache_flags; /* GCNMEMI_CACHE_GLC, SLC, ATOMIC, WRITE */
    uint32_t lds_port_clocks;
    uint32_t reach;        /* LDS: the farthest lane's distance from lane 0 */
    uint32_t lds_offset;   /* that the instruction adds to the address of a lane */
    uint8_t is_store;      /* or atomic, to memory that others see */
    uint8_t is_plain_load; /* of bytes as they lie in memory */
    uint8_t is_signed;     /* ... extended by their sign */
    gcnmemi_machine_memo memo[GCNMEMI_MACHINE_MEMOS];
} gcnmemi_machine_pattern;

/* ---- waves ---- */

/* Something a wait counter counts. */
typedef struct gcnmemi_machine_pending {
    uint64_t clock; /* when it is done; NEVER: not known yet */
    uint32_t insn;
    uint8_t served; /* gcnmem_served */
    uint8_t weight;
    uint8_t stall; /* gcnmem_stall of those who wait for it */
    uint8_t slot;  /* handle, so that a late answer finds it after others have left */
} gcnmemi_machine_pending;

typedef struct gcnmemi_machine_counter {
    uint16_t count; /* entries, oldest first */
    uint16_t sum;   /* of their weights */
    uint16_t next_slot;
} gcnmemi_machine_counter;

typedef enum gcnmemi_machine_wave_state {
    GCNMEMI_MACHINE_WAVE_RUNS = 0, /* or its slot is free */
    GCNMEMI_MACHINE_WAVE_WAITS,    /* for counters; its SIMD's ready clock is NEVER */
    GCNMEMI_MACHINE_WAVE_AT_BARRIER
} gcnmemi_machine_wave_state;

/* What every instruction looks at comes first. */
typedef struct gcnmemi_machine_wave {
    uint64_t since;        /* first possible clock, then start of the wait under way */
    uint64_t scalar_clock; /* scalar registers the VALU writes are there */
    uint32_t scalar_insn;  /* ... the instruction that writes them */
    uint32_t pc;
    uint32_t code_line; /* that it fetched last, counted from 1 */
    uint32_t wait_insn; /* instruction whose wait is under way */
    uint32_t cu;
    uint32_t simd;  /* of the run */
    uint32_t event; /* its GCNMEM_RUN_EVENT_WAVE, counted from 1; 0: not recorded */
    uint8_t place;  /* in its SIMD */
    uint8_t state;  /* gcnmemi_machine_wave_state */
    uint8_t wait[3];
    uint8_t is_last; /* last wave of a group whose lanes do not fill it */
    gcnmemi_machine_counter counter[3];
    uint32_t in_group;  /* number of the wave in its group */
    uint32_t doubt;     /* why it is not certain that the wave comes here; 0: it is */
    uint32_t doubt_low; /* the instructions of which that holds */
    uint32_t doubt_until;
    uint8_t doubts_scalars; /* ... and what is written meanwhile is in doubt behind them */
    uint8_t doubts_lanes;
    uint64_t group; /* of the dispatch */
    uint64_t begin;
    uint64_t visits; /* branches drawn so far */
} gcnmemi_machine_wave;

/* Waves of a SIMD, oldest first: what is looked at every turn stays together. */
typedef struct gcnmemi_machine_simd {
    uint64_t valu_free;
    uint64_t wake;        /* clock of its next turn; NEVER: none, it is not in the wheel */
    uint64_t wheel_clock; /* ... and of the place where it is */
    uint32_t count;
    uint8_t port[GCNMEMI_MACHINE_SIMD_WAVES];    /* of the next instruction */
    uint8_t refusal[GCNMEMI_MACHINE_SIMD_WAVES]; /* gcnmem_stall that the next issue ends */
    uint64_t ready[GCNMEMI_MACHINE_SIMD_WAVES];  /* NEVER: waits for something whose clock is not known */
    uint32_t wave[GCNMEMI_MACHINE_SIMD_WAVES];
} gcnmemi_machine_simd;

typedef struct gcnmemi_machine_group {
    uint32_t live;    /* waves that have not ended; 0: the slot is free */
    uint32_t arrived; /* at the barrier */
} gcnmemi_machine_group;

/* ---- memory ---- */

/* A line that is in the cache's tags but may still be on its way. Small: there are many, read at random. */
typedef struct gcnmemi_machine_fresh {
    uint64_t line;
    uint64_t when; /* clock at which it is there, or GCNMEMI_MACHINE_UNKNOWN + the request that brings it */
} gcnmemi_machine_fresh;

typedef struct gcnmemi_machine_cu {
    uint64_t l1_free;
    uint64_t request_free; /* port toward L2: one line a clock */
    uint64_t export_free;
    uint64_t lds_free;                             /* banks */
    uint64_t port_free[GCNMEMI_MACHINE_LDS_PORTS]; /* each of a pair of SIMDs */
    uint64_t fresh_until;   /* all lines on their way with a known clock are there from then on */
    uint32_t fresh_unknown; /* waiters of this CU */
    uint32_t held;          /* its requests that their DRAM channel's queue has no place for yet */
    uint32_t is_blocked;    /* waves of it wait for room below */
    uint32_t event;         /* its last GCNMEM_RUN_EVENT_RESIDENT, counted from 1; 0: none */
    uint32_t engine;
} gcnmemi_machine_cu;

/* A vector or scalar access that waits for lines whose clock is not known. */
typedef struct gcnmemi_machine_access {
    uint64_t clock; /* latest line so far */
    uint64_t issued;
    uint32_t wave;
    uint32_t missing; /* lines; next free one when not in use */
    uint32_t back;    /* clocks from L2 to the wave */
    uint32_t insn;
    uint8_t slot[2]; /* vm, lgkm: handles of its entries, 0xff: none */
    uint8_t served;
} gcnmemi_machine_access;

typedef struct gcnmemi_machine_waiter {
    uint64_t line; /* of the cache that waits */
    uint32_t access;
    uint32_t fresh; /* cache: CU, or CU count + that of a cluster */
    uint32_t next;
} gcnmemi_machine_waiter;

/* A line on its way between an L2 channel and DRAM. */
typedef struct gcnmemi_machine_request {
    gcnmemi_dram_place place; /* of the burst that goes to DRAM next */
    uint64_t address;
    uint64_t clock; /* ready for DRAM */
    uint64_t done;  /* latest burst, back in L2 */
    uint32_t waiters;
    uint32_t next;  /* in its channel's queue, or free list */
    uint32_t chain; /* same hash */
    uint32_t cu;    /* that sent it */
    uint16_t bursts_sent;
    uint16_t bursts_done;
    uint32_t is_write;
} gcnmemi_machine_request;

typedef struct gcnmemi_machine_channel {
    uint64_t free_clock;
    uint64_t busy_clocks;
} gcnmemi_machine_channel;

/* Lines between L2 and one DRAM channel in one direction, in the order in which they left L2. */
typedef struct gcnmemi_machine_queue {
    uint32_t head;
    uint32_t tail;
    uint32_t count;
    uint32_t held; /* the first of those that it has no place for: they hold up the CUs that sent them */
} gcnmemi_machine_queue;

/* ---- the whole ---- */

/* The arrays of a run, in the order in which they stand behind it. Counts are in terms of `run`, of
   `cus`, of `waves`, their slots, and of `clusters`: caches that several CUs share. */
#define GCNMEMI_MACHINE_ARRAYS(ARRAY)                                                                                  \
    ARRAY(insns, gcnmemi_machine_insn, (uint64_t)run->insn_count + 1) /* the last one ends a listing without an end */ \
    ARRAY(stats, gcnmem_run_insn_stats, (uint64_t)run->insn_count + 1)                                                 \
    ARRAY(patterns, gcnmemi_machine_pattern, run->pattern_count)                                                       \
    ARRAY(loops, gcnmem_loop, run->loop_count)                                                                         \
    ARRAY(waves, gcnmemi_machine_wave, waves)                                                                          \
    ARRAY(pendings, gcnmemi_machine_pending, run->pending_at[3] * waves)                                               \
    ARRAY(trip_counts, uint32_t, run->loop_count* waves)                                                               \
    ARRAY(simds, gcnmemi_machine_simd, run->desc.simd_count_per_cu* cus)                                               \
    ARRAY(wheel, uint64_t, (uint64_t)GCNMEMI_MACHINE_WHEEL * run->wheel_words)                                         \
    ARRAY(groups, gcnmemi_machine_group, run->result.groups_per_cu* cus)                                               \
    ARRAY(cus, gcnmemi_machine_cu, cus)                                                                                \
    ARRAY(codes, gcnmemi_slice_code, (uint64_t)run->insn_count + 1)                                                    \
    ARRAY(needs, gcnmemi_slice_needs, run->insn_count)                                                                 \
    ARRAY(entry, gcnmemi_entry, 1)                                                                                     \
    ARRAY(contents, gcnmemi_entry_content, run->content_count)                                                         \
    ARRAY(pool, gcnmemi_values_pool, 1)                                                                                \
    ARRAY(sgprs, gcnmemi_values_scalar, GCNMEMI_SLICE_SGPRS* waves)                                                    \
    ARRAY(vgprs, gcnmemi_values_vector, run->vgpr_count* waves)                                                        \
    ARRAY(told, uint8_t, (uint64_t)run->loop_count + 1)                                                                \
    ARRAY(engines, uint64_t, run->desc.shader_engine_count)                                                            \
    ARRAY(clusters, uint64_t, clusters)                                                                                \
    ARRAY(fresh, gcnmemi_machine_fresh, GCNMEMI_MACHINE_FRESH*(cus + clusters))                                        \
    ARRAY(accesses, gcnmemi_machine_access, run->waiter_count)                                                         \
    ARRAY(waiters, gcnmemi_machine_waiter, run->waiter_count)                                                          \
    ARRAY(buckets, uint32_t, run->bucket_count)                                                                        \
    ARRAY(channels, gcnmemi_machine_channel, run->desc.l2_channels)                                                    \
    ARRAY(queues, gcnmemi_machine_queue, run->desc.dram_channels * 2) /* reads, writes */                              \
    ARRAY(touch, gcnmemi_touch, 1)                                                                                     \
    ARRAY(access, gcnmem_access, 1)                                                                                    \
    ARRAY(events, gcnmem_run_event, run->event_room)                                                                   \
    ARRAY(requests, gcnmemi_machine_request, run->request_count) /* from events on, nothing is set before use */

#define GCNMEMI_MACHINE_ROW(name, type, count) uint64_t name;
typedef struct gcnmemi_machine_offsets {
    GCNMEMI_MACHINE_ARRAYS(GCNMEMI_MACHINE_ROW)
    uint64_t total;
} gcnmemi_machine_offsets;
#undef GCNMEMI_MACHINE_ROW

struct gcnmem_run {
    gcnmemi_levels levels;
    gcnmem_desc desc;
    gcnmemi_machine_offsets at;
    gcnmem_run_result result;
    uint64_t groups; /* of the dispatch */
    uint64_t groups_placed;
    uint64_t max_clocks;
    uint64_t now;
    uint64_t tick;                                   /* clock at which DRAM is looked after; NEVER: nothing there */
    uint64_t wheel_bits[GCNMEMI_MACHINE_WHEEL / 64]; /* places of the wheel that may not be empty */
    uint32_t wheel_words;                            /* of a place: a bit for each SIMD */
    uint32_t first_insn;                             /* of the program */
    uint32_t insn_count;
    uint32_t pattern_count;
    uint32_t loop_count;
    uint32_t group_waves;
    uint32_t slots_per_cu;  /* waves */
    uint32_t pending_at[4]; /* entries of a wave's counters: where each counter's begin, and where the last one's end */
    uint32_t live_waves;
    uint32_t free_access;
    uint32_t free_waiter;
    uint32_t free_request;
    uint32_t requests_used; /* so many, from the first on, were in use before */
    uint32_t waiter_count;  /* and accesses */
    uint32_t request_count;
    uint32_t bucket_count; /* a power of two */
    uint32_t queued;       /* requests not yet all in DRAM */
    uint32_t queue_max[2]; /* places in a DRAM channel's queue of reads, of writes */
    uint32_t in_dram;      /* bursts of reads and writes DRAM has not finished */
    uint32_t event_room;   /* 0: nothing is recorded */
    uint32_t vgpr_count;   /* registers of lanes that instructions name */
    uint32_t content_count;
    uint32_t counts_dwords; /* GFX6 and GFX7: immediate offsets of scalar loads */
};

/* Scalar caches, then instruction caches. */
GCNMEMI_PRIVATE uint32_t gcnmemi_machine_clusters(const gcnmem_run* run) {
    return run->levels.row[GCNMEMI_LEVELS_SCALAR_L1].count + run->levels.row[GCNMEMI_LEVELS_ICACHE].count;
}

/* The arrays of a run, for the length of a call, and whom to ask for addresses. */
#define GCNMEMI_MACHINE_ROW(name, type, count) type* name;
typedef struct gcnmemi_machine_view {
    gcnmem_run* run;
    const gcnmem_desc* desc;
    GCNMEMI_MACHINE_ARRAYS(GCNMEMI_MACHINE_ROW)
    gcnmemi_dram* dram;
    gcnmem_run_hooks hooks;
} gcnmemi_machine_view;
#undef GCNMEMI_MACHINE_ROW

GCNMEMI_PRIVATE gcnmemi_machine_view gcnmemi_machine_view_of(gcnmem_run* run) {
    gcnmemi_machine_view v;
    v.run = run;
    v.desc = &run->desc;
    v.dram = gcnmemi_levels_dram(&run->levels);
    gcnmemi_bits_zero(&v.hooks, sizeof(v.hooks));
#define GCNMEMI_MACHINE_ROW(name, type, count) v.name = (type*)(void*)((unsigned char*)run + run->at.name);
    GCNMEMI_MACHINE_ARRAYS(GCNMEMI_MACHINE_ROW)
#undef GCNMEMI_MACHINE_ROW
    return v;
}

/* ---------------------------------------------------------------------------------------------------------------------
   >>wheel      when each SIMD has its next turn: a ring of clocks, each with a list of SIMDs
   Knows: bits, machine

   A place of the ring holds a bit for each SIMD. An event farther ahead than the ring is long waits in its last place
   and is put in again when its turn comes.
   ------------------------------------------------------------------------------------------------------------------ */

GCNMEMI_PRIVATE uint64_t* gcnmemi_wheel_place(gcnmemi_machine_view* v, uint64_t clock) {
    return v->wheel + clock % GCNMEMI_MACHINE_WHEEL * v->run->wheel_words;
}

/* Gives the SIMD its turn at clock `wake`, instead of the one it had. */
GCNMEMI_PRIVATE void gcnmemi_wheel_put(gcnmemi_machine_view* v, uint32_t index, uint64_t wake) {
    gcnmem_run* run = v->run;
    uint64_t* old_wake = &v->simds[index].wake;
    uint64_t* old_at = &v->simds[index].wheel_clock;
    uint64_t at = gcnmemi_bits_min(wake, run->now + GCNMEMI_MACHINE_WHEEL - 1);
    uint64_t bit = (uint64_t)1 << (index % 64);
    if (*old_wake != GCNMEMI_MACHINE_NEVER) {
        gcnmemi_wheel_place(v, *old_at)[index / 64] &= ~bit;
    }
    gcnmemi_wheel_place(v, at)[index / 64] |= bit;
    run->wheel_bits[at % GCNMEMI_MACHINE_WHEEL / 64] |= (uint64_t)1 << (at % 64);
    *old_wake = wake;
    *old_at = at;
}

/* The SIMD must have a turn at or after `clock`: SIMD s of a CU has the clocks that leave s, divided by the SIMDs. */
GCNMEMI_PRIVATE void gcnmemi_wheel_need(gcnmemi_machine_view* v, uint32_t index, uint64_t clock) {
    uint32_t count = v->desc->simd_count_per_cu;
    uint64_t wake = gcnmemi_bits_max(clock, v->run->now + 1);
    uint32_t late = gcnmemi_bits_rest(wake + count - gcnmemi_bits_rest(index, count), count);
    wake += late != 0 ? count - late : 0;
    if (wake < v->simds[index].wake) {
        gcnmemi_wheel_put(v, index, wake);
    }
}

/* Clock of the next place that may not be empty, from now on; NEVER when all are. */
GCNMEMI_PRIVATE uint64_t gcnmemi_wheel_next(const gcnmem_run* run) {
    uint32_t start = (uint32_t)(run->now % GCNMEMI_MACHINE_WHEEL);
    uint64_t ahead = UINT64_MAX << (start % 64); /* places of the first word; those before come last */
    for (uint32_t i = 0; i <= GCNMEMI_MACHINE_WHEEL / 64; ++i) {
        uint32_t at = (start / 64 + i) % (GCNMEMI_MACHINE_WHEEL / 64);
        uint64_t word = run->wheel_bits[at] & ahead;
        if (word != 0) {
            return run->now + (at * 64 + gcnmemi_bits_lowest(word) - start) % GCNMEMI_MACHINE_WHEEL;
        }
        ahead = UINT64_MAX;
    }
    return GCNMEMI_MACHINE_NEVER;
}

/* ---------------------------------------------------------------------------------------------------------------------
   >>record     what a timeline shows, kept for the caller while there is room
   Knows: bits, machine

   Recording only looks on. What is known late, such as the end of a wave, is entered where its beginning was.
   ------------------------------------------------------------------------------------------------------------------ */

/* A new event of a CU; NULL when nothing is recorded, or the room is used up: then it is counted as lost. */
GCNMEMI_PRIVATE gcnmem_run_event* gcnmemi_record_new(gcnmemi_machine_view* v, uint32_t kind, uint32_t cu,
                                                     uint64_t begin, uint64_t end) {
    gcnmem_run* run = v->run;
    if (run->result.events == run->event_room) {
        if (run->event_room != 0 && run->result.events_lost++ == 0) {
            run->result.events_lost_clock = run->now;
        }
        return NULL;
    }
    gcnmem_run_event* event = &v->events[run->result.events++];
    gcnmemi_bits_zero(event, sizeof(*event));
    event->kind = (uint8_t)kind;
    event->cu = cu;
    event->begin = begin;
    event->end = end;
    event->insn = GCNMEM_NONE;
    event->awaited = GCNMEM_NONE;
    return event;
}

/* The instruction as the caller counts it; none behind the last. */
GCNMEMI_PRIVATE uint32_t gcnmemi_record_insn(const gcnmem_run* run, uint32_t insn) {
    return insn < run->insn_count ? run->first_insn + insn : GCNMEM_NONE;
}

/* A new event of a wave at an instruction; NULL as above. */
GCNMEMI_PRIVATE gcnmem_run_event* gcnmemi_record_of_wave(gcnmemi_machine_view* v, uint32_t kind, uint32_t wave,
                                                         uint32_t insn, uint64_t begin, uint64_t end) {
    const gcnmemi_machine_wave* w = &v->waves[wave];
    gcnmem_run_event* event = gcnmemi_record_new(v, kind, w->cu, begin, end);
    if (event != NULL) {
        event->group = w->group;
        event->wave = w->in_group;
        event->slot = wave - w->cu * v->run->slots_per_cu;
        event->insn = gcnmemi_record_insn(v->run, insn);
    }
    return event;
}

GCNMEMI_PRIVATE void gcnmemi_record_request(gcnmemi_machine_view* v, uint32_t wave, uint32_t insn, uint64_t begin,
                                            uint64_t end, uint32_t served) {
    gcnmem_run_event* event = gcnmemi_record_of_wave(v, GCNMEM_RUN_EVENT_REQUEST, wave, insn, begin, end);
    if (event != NULL) {
        event->served = (uint8_t)served;
    }
}

/* How many waves the CU holds now. It may change twice in a clock: the later one counts. */
GCNMEMI_PRIVATE void gcnmemi_record_resident(gcnmemi_machine_view* v, uint32_t cu) {
    gcnmem_run* run = v->run;
    const gcnmemi_machine_simd* simd = &v->simds[cu * v->desc->simd_count_per_cu];
    uint32_t* last = &v->cus[cu].event;
    if (*last == 0 || v->events[*last - 1].begin != run->now) {
        if (gcnmemi_record_new(v, GCNMEM_RUN_EVENT_RESIDENT, cu, run->now, run->now) == NULL) {
            return;
        }
        *last = (uint32_t)run->result.events;
    }
    v->events[*last - 1].wave = 0;
    for (uint32_t i = 0; i < v->desc->simd_count_per_cu; ++i) {
        v->events[*last - 1].wave += simd[i].count;
    }
}

/* ---------------------------------------------------------------------------------------------------------------------
   >>counters   vmcnt, lgkmcnt, expcnt of a wave, and what waiting for them costs (R52)
   Knows: bits, machine, wheel, record

   vmcnt counts down in the order of issue: an entry is done when it and all before it are. The others count down in
   any order. A wait ends at a known clock, or is looked at again when a late answer comes.
   ------------------------------------------------------------------------------------------------------------------ */

enum { GCNMEMI_COUNTERS_COUNTER_VM = 0, GCNMEMI_COUNTERS_COUNTER_LGKM = 1, GCNMEMI_COUNTERS_COUNTER_EXP = 2 };

GCNMEMI_PRIVATE gcnmemi_machine_pending* gcnmemi_counters_entries(const gcnmemi_machine_view* v, uint32_t wave,
                                                                  uint32_t which) {
    return v->pendings + (size_t)wave * v->run->pending_at[3] + v->run->pending_at[which];
}

/* Lets go of entries that are done by `clock`. */
GCNMEMI_PRIVATE void gcnmemi_counters_retire(gcnmemi_machine_view* v, uint32_t wave, uint32_t which, uint64_t clock) {
    gcnmemi_machine_counter* counter = &v->waves[wave].counter[which];
    gcnmemi_machine_pending* entry = gcnmemi_counters_entries(v, wave, which);
    uint32_t kept = 0;
    uint32_t sum = 0;
    for (uint32_t i = 0; i < counter->count; ++i) {
        if (entry[i].clock > clock || (which == GCNMEMI_COUNTERS_COUNTER_VM && kept != 0)) {
            sum += entry[i].weight;
            entry[kept++] = entry[i];
        }
    }
    counter->count = (uint16_t)kept;
    counter->sum = (uint16_t)sum;
}

/* The entry a wave's wait ends with: the slowest of those that bring a counter down to its limit; NULL when all are
   there already. */
GCNMEMI_PRIVATE const gcnmemi_machine_pending* gcnmemi_counters_wait_end(const gcnmemi_machine_view* v, uint32_t wave) {
    const gcnmemi_machine_wave* w = &v->waves[wave];
    const gcnmemi_machine_pending* end = NULL;
    for (uint32_t which = 0; which < 3; ++which) {
        const gcnmemi_machine_pending* entry = gcnmemi_counters_entries(v, wave, which);
        const gcnmemi_machine_pending* last = NULL;
        uint32_t count = w->counter[which].count;
        uint32_t limit = w->wait[which];
        if (limit == GCNMEM_NO_WAIT || w->counter[which].sum <= limit) {
            continue;
        }
        if (which == GCNMEMI_COUNTERS_COUNTER_VM) { /* in order of issue: the slowest of those that have to go */
            for (uint32_t i = 0; i + limit < count; ++i) {
                last = last == NULL || entry[i].clock > last->clock ? &entry[i] : last;
            }
        } else { /* in any order: the first behind which no more than `limit` come */
            for (uint32_t i = 0; i < count; ++i) {
                uint32_t rest = 0;
                for (uint32_t k = 0; k < count; ++k) {
                    int is_behind = entry[k].clock > entry[i].clock || (entry[k].clock == entry[i].clock && k > i);
                    rest += is_behind ? entry[k].weight : 0;
                }
                last = rest <= limit && (last == NULL || entry[i].clock < last->clock) ? &entry[i] : last;
            }
        }
        end = last != NULL && (end == NULL || last->clock > end->clock) ? last : end;
    }
    return end;
}

/* Counts a stall of a wave at an instruction; `awaited` is the entry it waited for, or NULL. */
GCNMEMI_PRIVATE void gcnmemi_counters_stall(gcnmemi_machine_view* v, uint32_t wave, uint32_t insn, uint32_t stall,
                                            uint64_t begin, uint64_t end, const gcnmemi_machine_pending* awaited) {
    v->stats[insn].stall_clocks[stall] += end - begin;
    v->run->result.stall_clocks[stall] += end - begin;
    gcnmem_run_event* event =
        end > begin ? gcnmemi_record_of_wave(v, GCNMEM_RUN_EVENT_STALL, wave, insn, begin, end) : NULL;
    if (event != NULL) {
        event->stall = (uint8_t)stall;
        if (awaited != NULL) {
            event->awaited = gcnmemi_record_insn(v->run, awaited->insn);
            event->served = awaited->served;
        }
    }
}

/* Sets a wave's next clock in its SIMD. */
GCNMEMI_PRIVATE void gcnmemi_counters_ready(gcnmemi_machine_view* v, uint32_t wave, uint64_t clock) {
    const gcnmemi_machine_wave* w = &v->waves[wave];
    v->simds[w->simd].ready[w->place] = clock;
    v->simds[w->simd].port[w->place] = v->insns[w->pc].port;
}

/* The wave acts at `now` and may have been ready before: what it was refused for meanwhile is over. */
GCNMEMI_PRIVATE void gcnmemi_counters_late(gcnmemi_machine_view* v, uint32_t wave, uint32_t insn, uint64_t now) {
    gcnmemi_machine_simd* simd = &v->simds[v->waves[wave].simd];
    uint32_t place = v->waves[wave].place;
    if (now > simd->ready[place]) {
        gcnmemi_counters_stall(v, wave, insn, simd->refusal[place], simd->ready[place], now, NULL);
    }
    simd->refusal[place] = GCNMEM_STALL_ISSUE;
}

/* R58: the wave's instruction is there at `clock`, or was when it began to wait. */
GCNMEMI_PRIVATE void gcnmemi_counters_fetched(gcnmemi_machine_view* v, uint32_t wave, uint64_t clock) {
    gcnmemi_machine_wave* w = &v->waves[wave];
    uint64_t ready = gcnmemi_bits_max(clock, w->since);
    gcnmemi_counters_stall(v, wave, w->pc, GCNMEM_STALL_FETCH, w->since, ready, NULL);
    w->since = ready;
    gcnmemi_counters_ready(v, wave, ready);
    gcnmemi_wheel_need(v, w->simd, ready);
}

/* Looks whether the wave's wait has a known end: then counts it and sets the wave's next clock. */
GCNMEMI_PRIVATE void gcnmemi_counters_settle(gcnmemi_machine_view* v, uint32_t wave) {
    gcnmemi_machine_wave* w = &v->waves[wave];
    const gcnmemi_machine_pending* end = gcnmemi_counters_wait_end(v, wave);
    uint64_t clock = end != NULL ? gcnmemi_bits_max(end->clock, w->since) : w->since;
    if (clock == GCNMEMI_MACHINE_NEVER) {
        return;
    }
    if (clock > w->since) {
        gcnmem_run_insn_stats* stats = &v->stats[w->wait_insn];
        uint32_t insn = v->run->first_insn + end->insn;
        uint64_t clocks = clock - w->since;
        gcnmemi_counters_stall(v, wave, w->wait_insn, end->stall, w->since, clock, end);
        stats->waited_clocks[end->served] += clocks;
        /* Who collects the most waiting: Boyer and Moore's vote. */
        if (stats->waited_for != insn && clocks > stats->votes) {
            stats->waited_for = insn;
            stats->votes = clocks - stats->votes;
        } else {
            stats->votes += stats->waited_for == insn ? clocks : 0 - clocks;
        }
    }
    w->state = GCNMEMI_MACHINE_WAVE_RUNS;
    gcnmemi_counters_ready(v, wave, clock);
    gcnmemi_wheel_need(v, w->simd, clock);
}

/* The wave waits at instruction `insn` from `since` on until the counters are down to w->wait. What it was refused for
   before is over. */
GCNMEMI_PRIVATE void gcnmemi_counters_wait(gcnmemi_machine_view* v, uint32_t wave, uint32_t insn, uint64_t since) {
    gcnmemi_machine_wave* w = &v->waves[wave];
    gcnmemi_counters_late(v, wave, insn, since);
    w->since = since;
    w->wait_insn = insn;
    w->state = GCNMEMI_MACHINE_WAVE_WAITS;
    gcnmemi_counters_ready(v, wave, GCNMEMI_MACHINE_NEVER);
    gcnmemi_counters_settle(v, wave);
}

/* A late answer: the entry with this handle is done at `clock`. */
GCNMEMI_PRIVATE void gcnmemi_counters_answer(gcnmemi_machine_view* v, uint32_t wave, uint32_t which, uint32_t slot,
                                             uint64_t clock, uint32_t served) {
    gcnmemi_machine_pending* entry = gcnmemi_counters_entries(v, wave, which);
    for (uint32_t i = 0; i < v->waves[wave].counter[which].count; ++i) {
        if (entry[i].slot == slot) {
            entry[i].clock = clock;
            entry[i].served = (uint8_t)served;
        }
    }
}

/* ---------------------------------------------------------------------------------------------------------------------
   >>evaluate   what a wave's registers hold as its instructions issue, and the addresses that follow (R62, R63)
   Knows: bits, ops, expr, listing, floats, values, slice, entry, machine
   ------------------------------------------------------------------------------------------------------------------ */

GCNMEMI_PRIVATE gcnmemi_values_scalar* gcnmemi_evaluate_sgpr(const gcnmemi_machine_view* v, uint32_t wave,
                                                             uint32_t reg) {
    return &v->sgprs[(size_t)wave * GCNMEMI_SLICE_SGPRS + (reg & (GCNMEMI_SLICE_SGPRS - 1))];
}

/* A register of lanes; one that no wave has is the last. */
GCNMEMI_PRIVATE gcnmemi_values_vector* gcnmemi_evaluate_vgpr(const gcnmemi_machine_view* v, uint32_t wave,
                                                             uint32_t reg) {
    uint32_t index = gcnmemi_bits_min32(reg - GCNMEM_REG_V0, v->run->vgpr_count - 1);
    return &v->vgprs[(size_t)wave * v->run->vgpr_count + index];
}

/* 64 bits of scalar registers: value, unknown bits and their cause. */
typedef struct gcnmemi_evaluate_pair {
    uint64_t value;
    uint64_t unknown;
    uint32_t cause;
} gcnmemi_evaluate_pair;

GCNMEMI_PRIVATE gcnmemi_evaluate_pair gcnmemi_evaluate_read(const gcnmemi_machine_view* v, uint32_t wave, uint32_t reg,
                                                            uint32_t dwords) {
    const gcnmemi_values_scalar* low = gcnmemi_evaluate_sgpr(v, wave, reg);
    gcnmemi_evaluate_pair pair = {low->value, low->unknown, low->cause};
    if (dwords > 1) {
        const gcnmemi_values_scalar* high = gcnmemi_evaluate_sgpr(v, wave, reg + 1);
        pair.value |= (uint64_t)high->value << 32;
        pair.unknown |= (uint64_t)high->unknown << 32;
        pair.cause = high->cause > pair.cause ? high->cause : pair.cause;
    }
    return pair;
}

/* Lanes of which it is not known whether they are on stay on, unless all of them depend on one stand-in. */
GCNMEMI_PRIVATE void gcnmemi_evaluate_write(const gcnmemi_machine_view* v, uint32_t wave, uint32_t reg, uint32_t dwords,
                                            gcnmemi_evaluate_pair pair) {
    if (reg == GCNMEM_REG_EXEC && dwords > 1 && (pair.cause & GCNMEMI_VALUES_RANDOM) != 0) {
        uint64_t on = gcnmemi_evaluate_read(v, wave, reg, 2).value;
        pair.value = (pair.value & ~pair.unknown) | (on & pair.unknown);
    }
    for (uint32_t i = 0; i < dwords; ++i) {
        gcnmemi_values_scalar* to = gcnmemi_evaluate_sgpr(v, wave, reg + i);
        to->value = i < 2 ? (uint32_t)(pair.value >> 32 * i) : 0;
        to->unknown = i < 2 ? (uint32_t)(pair.unknown >> 32 * i) : UINT32_MAX;
        to->cause = to->unknown != 0 ? pair.cause : 0;
    }
}

/* What the run assumes of its control flow here; 0: nothing. Behind a branch whose way was in doubt, so is what either
   way writes: after scalar branches all of it, after those on EXEC, which only skip what no lane does, the scalars of
   loops, which may have run too often. */
GCNMEMI_PRIVATE uint32_t gcnmemi_evaluate_doubt(const gcnmemi_machine_view* v, uint32_t wave, uint32_t pc) {
    gcnmemi_machine_wave* w = &v->waves[wave];
    if (w->doubt == 0 || pc < w->doubt_until) {
        return w->doubt & ~GCNMEMI_VALUES_RANDOM;
    }
    uint32_t doubt = w->doubt;
    w->doubt = 0;
    for (uint32_t i = w->doubt_low; i < w->doubt_until && w->doubts_scalars; ++i) {
        const gcnmemi_slice_code* code = &v->codes[i];
        for (uint32_t k = 0; k < 2 && code->is_needed; ++k) {
            uint32_t first = GCNMEM_REGS_FIRST(code->writes[k]);
            for (uint32_t j = 0; j < GCNMEM_REGS_COUNT(code->writes[k]); ++j) {
                if (first >= GCNMEM_REG_V0 && w->doubts_lanes) {
                    gcnmemi_values_vector* to = gcnmemi_evaluate_vgpr(v, wave, first + j);
                    to->unknown = UINT64_MAX;
                    to->cause = doubt > to->cause ? (uint16_t)doubt : to->cause;
                } else if (first + j < GCNMEMI_SLICE_SGPRS &&
                           (w->doubts_lanes || ((first + j) & 126u) != GCNMEM_REG_EXEC)) {
                    gcnmemi_values_scalar* to = gcnmemi_evaluate_sgpr(v, wave, first + j);
                    to->unknown = UINT32_MAX;
                    to->cause = doubt > to->cause ? doubt : to->cause;
                }
            }
        }
    }
    gcnmemi_evaluate_sgpr(v, wave, GCNMEMI_SLICE_SCC)->unknown = 1;
    gcnmemi_evaluate_sgpr(v, wave, GCNMEMI_SLICE_SCC)->cause = doubt;
    return 0;
}

/* The same for vector code, whose lanes may be in doubt. */
GCNMEMI_PRIVATE uint32_t gcnmemi_evaluate_exec_doubt(const gcnmemi_machine_view* v, uint32_t wave, uint32_t pc) {
    gcnmemi_evaluate_pair exec = gcnmemi_evaluate_read(v, wave, GCNMEM_REG_EXEC, 2);
    uint32_t doubt = gcnmemi_evaluate_doubt(v, wave, pc);
    uint32_t cause = exec.unknown != 0 ? exec.cause & ~GCNMEMI_VALUES_RANDOM : 0;
    return cause > doubt ? cause : doubt;
}

/* ---- registers at the start ---- */

/* Registers of lanes that hold the place in the group, by lane. */
GCNMEMI_PRIVATE gcnmemi_values_vector gcnmemi_evaluate_lane_ids(const gcnmemi_machine_view* v, uint32_t source,
                                                                uint32_t wave_in_group) {
    const uint32_t* size = v->entry->group_size;
    uint64_t key[6] = {(uint64_t)GCNMEMI_VALUES_LANE_IDS << 56, source, wave_in_group, 0, 0, 0};
    int is_known;
    gcnmemi_values_memo* memo = gcnmemi_values_remember(v->pool, key, &is_known);
    gcnmemi_values_vector ids = {0, memo->scalar[0], memo->lanes[0], 0};
    if (!is_known) {
        uint32_t lane[GCNMEM_LANES];
        for (uint32_t i = 0; i < GCNMEM_LANES; ++i) {
            uint32_t thread = wave_in_group * GCNMEM_LANES + i;
            uint32_t id[3] = {thread % size[0], thread / size[0] % size[1], thread / size[0] / size[1]};
            lane[i] = source == GCNMEMI_ENTRY_LANE           ? i
                      : source == GCNMEMI_ENTRY_LOCAL_PACKED ? id[0] | id[1] << 10 | id[2] << 20
                                                             : id[source - GCNMEMI_ENTRY_LOCAL_X];
        }
        ids = gcnmemi_values_intern(v->pool, lane);
        memo->scalar[0] = ids.scalar;
        memo->lanes[0] = ids.lanes;
        memo->key[0] = ids.cause != 0 ? 0 : memo->key[0];
    }
    return ids;
}

/* A wave begins: its registers hold what the entry says. */
GCNMEMI_PRIVATE void gcnmemi_evaluate_begin(const gcnmemi_machine_view* v, uint32_t wave) {
    const gcnmemi_machine_wave* w = &v->waves[wave];
    const gcnmemi_entry* entry = v->entry;
    uint64_t plane = (uint64_t)entry->group_count[0] * entry->group_count[1];
    const uint32_t group[3] = {(uint32_t)(w->group % entry->group_count[0]),
                               (uint32_t)(w->group / entry->group_count[0] % entry->group_count[1]),
                               (uint32_t)(w->group / plane)};
    uint32_t rest = v->run->result.needs.group_lanes % GCNMEM_LANES;
    gcnmemi_evaluate_pair exec = {w->is_last && rest != 0 ? ((uint64_t)1 << rest) - 1 : UINT64_MAX, 0, 0};
    for (uint32_t i = 0; i < GCNMEMI_SLICE_SGPRS; ++i) {
        gcnmemi_values_scalar* to = gcnmemi_evaluate_sgpr(v, wave, i);
        gcnmemi_entry_register from = entry->sgpr[i];
        uint32_t source = from.source;
        to->unknown = source == GCNMEMI_ENTRY_UNKNOWN || from.cause != 0 ? UINT32_MAX : 0;
        to->cause =
            source == GCNMEMI_ENTRY_UNKNOWN ? GCNMEMI_VALUES_RANDOM | GCNMEMI_ENTRY_CAUSE_REGISTER | i : from.cause;
        to->value = source >= GCNMEMI_ENTRY_GROUP_X && source <= GCNMEMI_ENTRY_GROUP_Z
                        ? group[source - GCNMEMI_ENTRY_GROUP_X]
                    : source == GCNMEMI_ENTRY_SCRATCH_OFFSET
                        ? (uint32_t)(w->group * v->run->group_waves + w->in_group) * entry->scratch_bytes * GCNMEM_LANES
                    : source == GCNMEMI_ENTRY_WAVES ? v->run->group_waves | w->in_group << 6
                                                    : from.value;
    }
    gcnmemi_evaluate_write(v, wave, GCNMEM_REG_EXEC, 2, exec);
    for (uint32_t i = 0; i < v->run->vgpr_count; ++i) {
        gcnmemi_values_vector* to = gcnmemi_evaluate_vgpr(v, wave, GCNMEM_REG_V0 + i);
        gcnmemi_entry_register none = {0, 0, GCNMEMI_ENTRY_UNKNOWN, 0};
        gcnmemi_entry_register from = i < GCNMEMI_ENTRY_VGPRS ? entry->vgpr[i] : none;
        if (from.source == GCNMEMI_ENTRY_UNKNOWN || from.source == GCNMEMI_ENTRY_VALUE) {
            int is_unknown = from.source == GCNMEMI_ENTRY_UNKNOWN;
            to->scalar = from.value;
            to->lanes = 0;
            to->unknown = is_unknown || from.cause != 0 ? UINT64_MAX : 0;
            to->cause = is_unknown
                            ? (uint16_t)(GCNMEMI_VALUES_RANDOM | GCNMEMI_ENTRY_CAUSE_REGISTER | 0x400u | (i & 0x3ffu))
                            : from.cause;
        } else {
            *to = gcnmemi_evaluate_lane_ids(v, from.source, w->in_group);
        }
    }
}

/* ---- instructions ---- */

/* A source for all lanes. */
GCNMEMI_PRIVATE void gcnmemi_evaluate_source(const gcnmemi_machine_view* v, uint32_t wave,
                                             const gcnmemi_slice_operand* operand, gcnmemi_values_operand* out) {
    gcnmemi_bits_zero(out, sizeof(*out));
    if (operand->dwords == 0) {
        out->part[0].scalar = operand->constant;
        out->part[1].scalar = (operand->select & 1) != 0 ? UINT32_MAX : 0;
        return;
    }
    for (uint32_t i = 0; i < 2 && i < operand->dwords; ++i) {
        if (operand->reg >= GCNMEM_REG_V0) {
            out->part[i] = *gcnmemi_evaluate_vgpr(v, wave, operand->reg + i);
        } else {
            const gcnmemi_values_scalar* from = gcnmemi_evaluate_sgpr(v, wave, operand->reg + i);
            out->part[i].scalar = from->value;
            out->part[i].unknown = from->unknown != 0 ? UINT64_MAX : 0;
            out->part[i].cause = (uint16_t)from->cause;
        }
    }
    uint32_t part = operand->select & 7u;
    if (part != 0) { /* SDWA */
        gcnmemi_values_work w;
        gcnmemi_bits_zero(&w, sizeof(w));
        w.pool = v->pool;
        w.exec = UINT64_MAX;
        w.operation = (operand->select & 8) != 0 ? GCNMEMI_VALUES_BFE_I : GCNMEMI_VALUES_BFE;
        w.x[0] = *out;
        w.x[1].part[0].scalar = part < 5 ? 8 * (part - 1) : 16 * (part - 5);
        w.x[2].part[0].scalar = part < 5 ? 8 : 16;
        gcnmemi_values_compute(&w);
        *out = w.result;
    }
    for (uint32_t bit = GCNMEMI_SLICE_ABSOLUTE; bit <= GCNMEMI_SLICE_NEGATIVE; bit *= 2) {
        if ((operand->select & bit) != 0) {
            gcnmemi_values_work w;
            gcnmemi_bits_zero(&w, sizeof(w));
            w.pool = v->pool;
            w.exec = UINT64_MAX;
            w.operation = bit == GCNMEMI_SLICE_ABSOLUTE ? GCNMEMI_VALUES_AND : GCNMEMI_VALUES_XOR;
            w.x[0] = *out;
            w.x[1].part[0].scalar = bit == GCNMEMI_SLICE_ABSOLUTE ? ~GCNMEMI_FLOATS_SIGN : GCNMEMI_FLOATS_SIGN;
            gcnmemi_values_compute(&w);
            *out = w.result;
        }
    }
}

/* Sources in the order of the operation. */
GCNMEMI_PRIVATE void gcnmemi_evaluate_sources(const gcnmemi_machine_view* v, uint32_t wave,
                                              const gcnmemi_slice_code* code, gcnmemi_values_work* w) {
    w->pool = v->pool;
    w->operation = code->operation;
    w->flags = code->flags;
    for (uint32_t i = 0; i < 3; ++i) {
        uint32_t to = (code->flags & GCNMEMI_VALUES_SWAPPED) != 0 && i < 2 ? 1 - i : i;
        uint32_t from = (code->flags & GCNMEMI_VALUES_ADDS) != 0 && i == 2 ? 0 : code->first_source + i;
        gcnmemi_evaluate_source(v, wave, &code->operand[from], &w->x[to]);
    }
    w->mode = v->entry->float_mode;
}

/* A register of lanes takes new values where EXEC is set; of lanes that may be on or off nothing is known then. */
GCNMEMI_PRIVATE void gcnmemi_evaluate_assign(const gcnmemi_machine_view* v, uint32_t wave, uint32_t reg,
                                             const gcnmemi_slice_code* code, const gcnmemi_values_vector* fresh,
                                             const gcnmemi_evaluate_pair* exec) {
    gcnmemi_values_vector* to = gcnmemi_evaluate_vgpr(v, wave, reg);
    if (!code->merges) {
        *to = *fresh;
        return;
    }
    *to = gcnmemi_values_merge(v->pool, to, fresh, exec->value);
    if (exec->unknown != 0) {
        to->unknown |= exec->unknown;
        to->cause = exec->cause > to->cause ? (uint16_t)exec->cause : to->cause;
    }
}

/* The bits of a bitwise result that depend on what is unknown: they differ when it is clear and when it is set. */
GCNMEMI_PRIVATE uint64_t gcnmemi_evaluate_unknown_bits(const gcnmemi_values_work* w,
                                                       const gcnmemi_evaluate_pair* source) {
    uint64_t x[3][GCNMEM_LANES];
    uint64_t out[4];
    for (uint32_t i = 0; i < 4; ++i) {
        for (uint32_t k = 0; k < 2; ++k) {
            uint64_t value = (uint64_t)w->x[k].part[1].scalar << 32 | w->x[k].part[0].scalar;
            x[k][i] = (i >> k & 1) != 0 ? value | source[k].unknown : value & ~source[k].unknown;
        }
        x[2][i] = 0;
    }
    gcnmemi_values_apply(w->operation, (const uint64_t(*)[GCNMEM_LANES])x, 0, 0, 4, out);
    return (out[0] ^ out[1]) | (out[0] ^ out[2]) | (out[0] ^ out[3]);
}

/* SCC of a scalar result, if the operation has one. */
GCNMEMI_PRIVATE void gcnmemi_evaluate_flag(const gcnmemi_machine_view* v, uint32_t wave, const gcnmemi_values_work* w,
                                           const gcnmemi_evaluate_pair* result) {
    gcnmemi_evaluate_pair flag = {0, result->unknown != 0, result->cause};
    uint32_t a = w->x[0].part[0].scalar;
    uint32_t b = w->x[1].part[0].scalar;
    if ((w->flags & GCNMEMI_VALUES_NONZERO) != 0) {
        flag.value = result->value != 0;
        flag.unknown = result->unknown != 0 && (result->value & ~result->unknown) == 0;
    } else if ((w->flags & GCNMEMI_VALUES_CARRIES) != 0) {
        flag.value = w->mask & 1;
    } else if ((w->flags & GCNMEMI_VALUES_WRAPS) != 0) {
        uint64_t wide = gcnmemi_values_extend(b, 32);
        uint64_t sum = gcnmemi_values_extend(a, 32) + (w->operation == GCNMEMI_VALUES_ADD ? wide : 0 - wide);
        flag.value = sum != gcnmemi_values_extend(sum, 32);
    } else if ((w->flags & GCNMEMI_VALUES_CHOSEN) != 0) {
        flag.value = w->result.part[0].scalar == a && a != b;
    } else if ((w->flags & GCNMEMI_VALUES_MASK) != 0) {
        flag.value = result->value;
    } else {
        return;
    }
    gcnmemi_evaluate_write(v, wave, GCNMEMI_SLICE_SCC, 1, flag);
}

/* Scalar code: bits that do not depend on what is unknown are known. */
GCNMEMI_PRIVATE void gcnmemi_evaluate_scalar(const gcnmemi_machine_view* v, uint32_t wave,
                                             const gcnmemi_slice_code* code) {
    gcnmemi_values_work w;
    gcnmemi_evaluate_pair source[3];
    gcnmemi_values_scalar scc = *gcnmemi_evaluate_sgpr(v, wave, GCNMEMI_SLICE_SCC);
    gcnmemi_evaluate_pair exec = gcnmemi_evaluate_read(v, wave, GCNMEM_REG_EXEC, 2);
    gcnmemi_evaluate_pair result = {0, 0, 0};
    uint32_t flags = code->flags;
    int is_swapped = (flags & GCNMEMI_VALUES_SWAPPED) != 0;
    int reads_unknown = (flags & GCNMEMI_VALUES_CARRY) != 0 && scc.unknown != 0;
    w.exec = 1;
    w.carry = scc.value & 1;
    gcnmemi_evaluate_sources(v, wave, code, &w);
    for (uint32_t i = 0; i < 3; ++i) {
        const gcnmemi_slice_operand* operand = &code->operand[code->first_source + i];
        gcnmemi_evaluate_pair none = {0, 0, 0};
        source[is_swapped && i < 2 ? 1 - i : i] =
            operand->dwords != 0 ? gcnmemi_evaluate_read(v, wave, operand->reg, operand->dwords) : none;
    }
    if ((flags & GCNMEMI_VALUES_SAVES) != 0) {
        source[!is_swapped] = exec;
        w.x[!is_swapped].part[0].scalar = (uint32_t)exec.value;
        w.x[!is_swapped].part[1].scalar = (uint32_t)(exec.value >> 32);
    }
    uint64_t unknown = source[0].unknown | source[1].unknown | source[2].unknown;
    for (uint32_t i = 0; i < 3; ++i) {
        result.cause = source[i].unknown != 0 && source[i].cause > result.cause ? source[i].cause : result.cause;
    }
    if (code->operation == GCNMEMI_VALUES_WHOLE_QUADS) {
        uint64_t quads = w.x[0].part[0].scalar | (uint64_t)w.x[0].part[1].scalar << 32;
        quads = (quads | quads >> 1 | quads >> 2 | quads >> 3) & 0x1111111111111111u;
        result.value = quads * 15;
    } else {
        gcnmemi_values_compute(&w);
        result.value = (uint64_t)w.result.part[1].scalar << 32 | w.result.part[0].scalar;
        result.value = (flags & GCNMEMI_VALUES_MASK) != 0 ? w.mask & 1 : result.value;
    }
    if (reads_unknown) {
        unknown = UINT64_MAX;
        result.cause = scc.cause > result.cause ? scc.cause : result.cause;
    } else if (code->operation == GCNMEMI_VALUES_SELECT) {
        unknown = source[scc.value & 1].unknown;
    } else if (unknown != 0) {
        unknown = (flags & GCNMEMI_VALUES_BITWISE) != 0 ? gcnmemi_evaluate_unknown_bits(&w, source) : UINT64_MAX;
    }
    uint64_t bits = (flags & GCNMEMI_VALUES_WIDE) != 0 ? UINT64_MAX : UINT32_MAX;
    result.unknown = unknown & bits;
    result.value &= bits;
    result.cause = result.unknown != 0 ? result.cause : 0;
    uint32_t to = code->operand[0].reg;
    if ((flags & GCNMEMI_VALUES_SAVES) != 0) {
        gcnmemi_evaluate_write(v, wave, to, 2, exec);
        gcnmemi_evaluate_write(v, wave, GCNMEM_REG_EXEC, 2, result);
    } else if ((flags & GCNMEMI_VALUES_MASK) == 0 && to < GCNMEMI_SLICE_SGPRS) {
        gcnmemi_evaluate_write(v, wave, to, code->operand[0].dwords, result);
    }
    gcnmemi_evaluate_flag(v, wave, &w, &result);
}

/* The value that one lane holds. */
GCNMEMI_PRIVATE gcnmemi_evaluate_pair gcnmemi_evaluate_lane(const gcnmemi_machine_view* v,
                                                            const gcnmemi_values_vector* x, uint32_t lane) {
    int is_unknown = (x->unknown >> lane & 1) != 0;
    gcnmemi_evaluate_pair pair = {x->scalar, is_unknown ? UINT32_MAX : 0u, is_unknown ? x->cause : 0u};
    pair.value = (uint32_t)(x->scalar + v->pool->vector[x->lanes].lane[lane]);
    return pair;
}

/* v_readlane, v_readfirstlane, v_writelane, v_swap: across lanes, or two destinations. */
GCNMEMI_PRIVATE void gcnmemi_evaluate_across(const gcnmemi_machine_view* v, uint32_t wave,
                                             const gcnmemi_slice_code* code) {
    gcnmemi_evaluate_pair exec = gcnmemi_evaluate_read(v, wave, GCNMEM_REG_EXEC, 2);
    gcnmemi_values_operand x[3];
    for (uint32_t i = 0; i < 3; ++i) {
        gcnmemi_evaluate_source(v, wave, &code->operand[code->first_source + i], &x[i]);
    }
    gcnmemi_values_vector* a = &x[0].part[0];
    gcnmemi_values_vector* b = &x[1].part[0];
    gcnmemi_values_vector* c = &x[2].part[0];
    uint32_t to = code->operand[0].reg;
    if (code->operation == GCNMEMI_VALUES_SWAP) {
        gcnmemi_values_vector old = *gcnmemi_evaluate_vgpr(v, wave, to);
        gcnmemi_values_vector other = *gcnmemi_evaluate_vgpr(v, wave, code->operand[1].reg);
        gcnmemi_evaluate_assign(v, wave, to, code, &other, &exec);
        gcnmemi_evaluate_assign(v, wave, code->operand[1].reg, code, &old, &exec);
    } else if (code->operation == GCNMEMI_VALUES_WRITE_LANE) {
        uint64_t mask = c->unknown != 0 ? UINT64_MAX : (uint64_t)1 << (c->scalar & 63);
        b->unknown |= c->unknown;
        b->cause = b->cause > c->cause ? b->cause : c->cause;
        *gcnmemi_evaluate_vgpr(v, wave, to) = gcnmemi_values_merge(v->pool, a, b, mask);
    } else {
        int is_first = code->operation == GCNMEMI_VALUES_READ_FIRST;
        uint32_t lane = is_first ? (exec.value != 0 ? gcnmemi_bits_lowest(exec.value) : 0) : b->scalar & 63;
        gcnmemi_evaluate_pair pair = gcnmemi_evaluate_lane(v, a, lane);
        uint32_t doubt = is_first ? (exec.unknown != 0 ? exec.cause : 0) : b->unknown != 0 ? b->cause : 0u;
        if (doubt != 0 && (a->lanes != 0 || a->unknown != 0)) { /* nobody knows which lane */
            pair.unknown = UINT32_MAX;
            pair.cause = doubt > pair.cause ? doubt : pair.cause;
        }
        if (to < GCNMEMI_SLICE_SGPRS) {
            gcnmemi_evaluate_write(v, wave, to, 1, pair);
        }
    }
}

/* Vector code. */
GCNMEMI_PRIVATE void gcnmemi_evaluate_vector(const gcnmemi_machine_view* v, uint32_t wave,
                                             const gcnmemi_slice_code* code, int writes_exec) {
    gcnmemi_values_work w;
    gcnmemi_evaluate_pair exec = gcnmemi_evaluate_read(v, wave, GCNMEM_REG_EXEC, 2);
    gcnmemi_evaluate_pair carry = {0, 0, 0};
    if ((code->flags & GCNMEMI_VALUES_CARRY) != 0) {
        uint32_t reg = code->carry_in != 0 ? code->operand[code->carry_in].reg : GCNMEM_REG_VCC;
        carry = gcnmemi_evaluate_read(v, wave, reg, 2);
    }
    w.exec = exec.value;
    w.carry = carry.value;
    gcnmemi_evaluate_sources(v, wave, code, &w);
    if ((code->flags & GCNMEMI_VALUES_CARRY) != 0) {
        gcnmemi_bits_zero(&w.x[2], sizeof(w.x[2]));
    }
    gcnmemi_values_compute(&w);
    for (uint32_t i = 0; i < 2 && carry.unknown != 0; ++i) {
        w.result.part[i].unknown |= carry.unknown;
        w.result.part[i].cause = carry.cause > w.result.part[i].cause ? (uint16_t)carry.cause : w.result.part[i].cause;
    }
    int is_mask = (code->flags & GCNMEMI_VALUES_MASK) != 0;
    if (is_mask || code->carry_out != 0) {
        gcnmemi_evaluate_pair mask = {w.mask & exec.value, w.result.part[0].unknown & exec.value,
                                      w.result.part[0].cause};
        if (code->operation == GCNMEMI_VALUES_MAD) { /* its carry is not computed */
            mask.unknown = exec.value;
            mask.cause = UINT16_MAX;
        }
        if ((exec.unknown & w.mask) != 0) {
            mask.unknown |= exec.unknown & w.mask;
            mask.cause = exec.cause > mask.cause ? exec.cause : mask.cause;
        }
        mask.cause = mask.unknown != 0 ? mask.cause : 0;
        gcnmemi_evaluate_write(v, wave, code->operand[code->carry_out].reg, 2, mask);
        if (writes_exec) {
            gcnmemi_evaluate_write(v, wave, GCNMEM_REG_EXEC, 2, mask);
        }
    }
    for (uint32_t i = 0; i < code->operand[0].dwords && i < 2 && !is_mask; ++i) {
        gcnmemi_evaluate_assign(v, wave, code->operand[0].reg + i, code, &w.result.part[i], &exec);
    }
}

/* What an instruction writes is unknown: for all lanes alike when it writes scalars. */
GCNMEMI_PRIVATE void gcnmemi_evaluate_forget(const gcnmemi_machine_view* v, uint32_t wave, gcnmem_regs regs,
                                             const gcnmemi_slice_code* code, uint32_t insn) {
    gcnmemi_evaluate_pair exec = gcnmemi_evaluate_read(v, wave, GCNMEM_REG_EXEC, 2);
    gcnmemi_evaluate_pair unknown = {0, UINT64_MAX, GCNMEMI_ENTRY_CAUSE_INSN | insn};
    gcnmemi_values_vector random = {UINT64_MAX, 0, 0, (uint16_t)(GCNMEMI_VALUES_RANDOM | unknown.cause)};
    uint32_t first = GCNMEM_REGS_FIRST(regs);
    for (uint32_t i = 0; i < GCNMEM_REGS_COUNT(regs); ++i) {
        if (first >= GCNMEM_REG_V0) {
            gcnmemi_evaluate_assign(v, wave, first + i, code, &random, &exec);
        } else if (first + i < GCNMEMI_SLICE_SGPRS) {
            int is_mask = first == GCNMEM_REG_VCC || first == GCNMEM_REG_EXEC;
            unknown.cause |= is_mask ? GCNMEMI_VALUES_RANDOM : 0u;
            gcnmemi_evaluate_write(v, wave, first + i, 1, unknown);
        }
    }
}

/* Up to four bytes at an address, when they are known. */
GCNMEMI_PRIVATE int gcnmemi_evaluate_content(const gcnmemi_machine_view* v, uint64_t address, uint32_t bytes,
                                             uint32_t* out_value) {
    for (uint32_t i = 0; i < v->entry->content_count; ++i) {
        const gcnmemi_entry_content* content = &v->contents[i];
        uint64_t offset = address - content->base;
        if (offset >= content->bytes || content->is_written) {
            continue;
        }
        *out_value = 0;
        if (content->row != GCNMEM_NONE) {
            unsigned char byte[4] = {0, 0, 0, 0};
            int is_known =
                v->hooks.content != NULL && v->hooks.content(v->hooks.user_data, content->row, offset, bytes, byte);
            *out_value = byte[0] | (uint32_t)byte[1] << 8 | (uint32_t)byte[2] << 16 | (uint32_t)byte[3] << 24;
            return is_known;
        }
        for (uint32_t k = 0; k < bytes; ++k) {
            gcnmem_expr_inputs inputs;
            uint64_t value;
            gcnmemi_bits_zero(&inputs, sizeof(inputs));
            inputs.lane = (offset + k) / 4;
            if (gcnmem_expr_value(&content->expr, &inputs, &value, NULL) != GCNMEM_OK) {
                return 0;
            }
            if ((offset & 3) == 0 && bytes == 4) {
                *out_value = (uint32_t)value;
                return 1;
            }
            *out_value |= (uint32_t)(value >> 8 * ((offset + k) % 4) & 0xff) << 8 * k;
        }
        return 1;
    }
    return 0;
}

/* The shader stores to the bytes from `first` to `last`: what they held is forgotten, and with it the whole object. */
GCNMEMI_PRIVATE void gcnmemi_evaluate_store(const gcnmemi_machine_view* v, uint64_t first, uint64_t last) {
    for (uint32_t i = 0; i < v->entry->content_count; ++i) {
        gcnmemi_entry_content* content = &v->contents[i];
        content->is_written |= first < content->base + content->bytes && last >= content->base;
    }
}

/* The dword at an address that scalar loads read. Memory nobody knows holds, where descriptors are loaded, a buffer of
   its own, else the number of lanes along x and more, the farther the more. */
GCNMEMI_PRIVATE gcnmemi_evaluate_pair gcnmemi_evaluate_memory(const gcnmemi_machine_view* v, uint64_t address,
                                                              uint32_t index, int is_descriptor, uint32_t insn) {
    const gcnmemi_entry* entry = v->entry;
    gcnmemi_evaluate_pair pair = {(uint64_t)entry->group_size[0] * entry->group_count[0], UINT32_MAX,
                                  GCNMEMI_ENTRY_CAUSE_LOADED | insn};
    uint64_t at = (address - GCNMEMI_ENTRY_KERNARG_ADDRESS) / 4;
    uint64_t packet = (address - GCNMEMI_ENTRY_PACKET_ADDRESS) / 4;
    uint32_t known;
    pair.value = (pair.value + 64 * (address >> 2 & 0xfff)) & UINT32_MAX; /* the next one is larger: rows have an end */
    if (at < entry->kernarg_dwords) {
        pair.value = entry->kernarg[at];
        pair.cause = entry->kernarg_cause[at];
        pair.unknown = pair.cause != 0 ? UINT32_MAX : 0;
    } else if (packet > 0 && packet < 6) { /* an AQL packet [oss] */
        const uint32_t* size = entry->group_size;
        const uint32_t* count = entry->group_count;
        pair.value = packet == 1   ? (size[0] & 0xffff) | size[1] << 16
                     : packet == 2 ? size[2] & 0xffff
                                   : size[packet - 3] * count[packet - 3];
        pair.unknown = 0;
        pair.cause = 0;
    } else if (gcnmemi_evaluate_content(v, address, 4, &known)) {
        pair.value = known;
        pair.unknown = 0;
        pair.cause = 0;
    } else if (is_descriptor) {
        uint64_t place = gcnmemi_bits_mix((address - 4 * (index % 4)) / 16) % 32;
        uint64_t base = GCNMEMI_ENTRY_OBJECT(72 + place);
        pair.value = index % 4 == 0   ? (uint32_t)base
                     : index % 4 == 1 ? (uint32_t)(base >> 32)
                     : index % 4 == 2 ? UINT32_MAX
                                      : 0;
    }
    return pair;
}

/* ---- addresses ---- */

/* What is known of a memory instruction's addresses: `first` plus a vector of lanes, or v->access->address. */
typedef struct gcnmemi_evaluate_place {
    uint64_t first;
    uint64_t mask;  /* lanes that take part */
    uint32_t cause; /* 0: all is computed */
    uint16_t lanes;
    uint16_t is_general;
} gcnmemi_evaluate_place;

GCNMEMI_PRIVATE void gcnmemi_evaluate_blame(gcnmemi_evaluate_place* place, uint32_t cause) {
    place->cause = cause > place->cause ? cause : place->cause;
}

/* 32 bits of lanes on top of a base. */
GCNMEMI_PRIVATE void gcnmemi_evaluate_offset(gcnmemi_machine_view* v, gcnmemi_evaluate_place* place, uint64_t base,
                                             const gcnmemi_values_vector* offset) {
    place->first = base + offset->scalar;
    place->lanes = offset->lanes;
    gcnmemi_evaluate_blame(place, (offset->unknown & place->mask) != 0 ? offset->cause : 0u);
    if (!gcnmemi_values_is_flat(v->pool, offset)) {
        place->is_general = 1;
        for (uint32_t i = 0; i < GCNMEM_LANES; ++i) {
            v->access->address[i] = base + (uint32_t)(offset->scalar + v->pool->vector[offset->lanes].lane[i]);
        }
    }
}

/* A 64-bit address of each lane. */
GCNMEMI_PRIVATE void gcnmemi_evaluate_flat(gcnmemi_machine_view* v, gcnmemi_evaluate_place* place, uint64_t base,
                                           const gcnmemi_values_operand* address) {
    const gcnmemi_values_vector* high = &address->part[1];
    gcnmemi_evaluate_offset(v, place, base + ((uint64_t)high->scalar << 32), &address->part[0]);
    gcnmemi_evaluate_blame(place, (high->unknown & place->mask) != 0 ? high->cause : 0u);
    if (high->lanes != 0) {
        uint32_t part[2][GCNMEM_LANES];
        gcnmemi_values_spread(v->pool, &address->part[0], part[0]);
        gcnmemi_values_spread(v->pool, high, part[1]);
        place->is_general = 1;
        for (uint32_t i = 0; i < GCNMEM_LANES; ++i) {
            v->access->address[i] = base + ((uint64_t)part[1][i] << 32 | part[0][i]);
        }
    }
}

/* Through a buffer's descriptor [amd]. */
GCNMEMI_PRIVATE void gcnmemi_evaluate_buffer(gcnmemi_machine_view* v, uint32_t wave, const gcnmemi_slice_code* code,
                                             const gcnmem_insn* insn, gcnmemi_evaluate_place* place) {
    gcnmemi_values_operand address;
    gcnmemi_values_operand scalar_offset;
    uint32_t descriptor = code->operand[code->base].reg;
    gcnmemi_evaluate_pair low = gcnmemi_evaluate_read(v, wave, descriptor, 2);
    gcnmemi_evaluate_pair high = gcnmemi_evaluate_read(v, wave, descriptor + 2, 2);
    gcnmemi_evaluate_source(v, wave, &code->operand[code->lane_address], &address);
    gcnmemi_evaluate_source(v, wave, &code->operand[code->base + 1], &scalar_offset);
    uint32_t worst = low.cause > high.cause ? low.cause : high.cause;
    int is_opaque = worst != 0 && (worst & 0xf000u) == GCNMEMI_ENTRY_CAUSE_LOADED;
    uint64_t base = (low.value & 0xffffffffffffu) + scalar_offset.part[0].scalar;
    uint32_t stride = (uint32_t)(low.value >> 48) & 0x3fff;
    uint32_t records = (uint32_t)high.value;
    int is_swizzled = (low.value >> 63) != 0;
    int adds_lane = (high.value >> 55 & 1) != 0;
    int has_index = (insn->flags & GCNMEM_INSN_IDXEN) != 0;
    int has_offset = (insn->flags & GCNMEM_INSN_OFFEN) != 0;
    gcnmemi_evaluate_blame(place, scalar_offset.part[0].unknown != 0 ? scalar_offset.part[0].cause : 0u);
    gcnmemi_evaluate_blame(place, is_opaque && !has_index ? 0 : worst);
    if ((insn->flags & GCNMEM_INSN_ADDR64) != 0) {
        gcnmemi_evaluate_flat(v, place, base + (uint64_t)code->offset, &address);
        return;
    }
    if (!has_index && !has_offset) {
        gcnmemi_bits_zero(&address, sizeof(address));
    }
    gcnmemi_values_vector* index = &address.part[0];
    gcnmemi_values_vector* offset = &address.part[has_index];
    if (!has_index && !is_swizzled && !adds_lane) {
        gcnmemi_evaluate_offset(v, place, base + (uint32_t)code->offset, offset);
        if (!is_opaque && records != UINT32_MAX && worst == 0) {
            uint64_t reach = (uint64_t)offset->scalar + v->pool->vector[offset->lanes].most + (uint32_t)code->offset;
            for (uint32_t i = 0; i < GCNMEM_LANES && reach >= records; ++i) {
                uint64_t at = (uint32_t)(offset->scalar + v->pool->vector[offset->lanes].lane[i]) +
                              (uint64_t)(uint32_t)code->offset;
                place->mask &= at + scalar_offset.part[0].scalar < records ? UINT64_MAX : ~((uint64_t)1 << i);
            }
        }
        return;
    }
    uint32_t part[2][GCNMEM_LANES];
    uint32_t element = 2u << (high.value >> 51 & 3);
    uint32_t group = 8u << (high.value >> 53 & 3);
    gcnmemi_values_spread(v->pool, index, part[0]);
    gcnmemi_values_spread(v->pool, offset, part[1]);
    place->is_general = 1;
    place->first = base;
    gcnmemi_evaluate_blame(place, has_index && (index->unknown & place->mask) != 0 ? index->cause : 0u);
    gcnmemi_evaluate_blame(place, has_offset && (offset->unknown & place->mask) != 0 ? offset->cause : 0u);
    for (uint32_t i = 0; i < GCNMEM_LANES; ++i) {
        uint64_t at = (has_index ? part[0][i] : 0) + (adds_lane ? i : 0);
        uint64_t off = (has_offset ? part[1][i] : 0) + (uint64_t)(uint32_t)code->offset;
        v->access->address[i] = is_swizzled ? base + off % element + element * (at % group) +
                                                  group * (at / group * stride + off / element * element)
                                            : base + at * stride + off;
        int is_outside = has_index && (at >= records || (stride != 0 && off >= stride));
        place->mask &= is_outside && worst == 0 ? ~((uint64_t)1 << i) : UINT64_MAX;
    }
}

/* The addresses of a memory instruction as its wave stands before it. Returns 0 when nothing is known of them. */
GCNMEMI_PRIVATE int gcnmemi_evaluate_address(gcnmemi_machine_view* v, uint32_t wave, uint32_t pc,
                                             gcnmemi_evaluate_place* place) {
    const gcnmemi_slice_code* code = &v->codes[pc];
    const gcnmem_insn* insn = &v->insns[pc].code;
    uint32_t unit = v->patterns[v->insns[pc].pattern].op.unit;
    gcnmemi_evaluate_pair exec = gcnmemi_evaluate_read(v, wave, GCNMEM_REG_EXEC, 2);
    gcnmemi_values_operand address;
    gcnmemi_values_operand base;
    place->mask = unit == GCNMEM_UNIT_SCALAR ? UINT64_MAX : exec.value;
    place->cause =
        unit == GCNMEM_UNIT_SCALAR ? gcnmemi_evaluate_doubt(v, wave, pc) : gcnmemi_evaluate_exec_doubt(v, wave, pc);
    place->is_general = 0;
    place->lanes = 0;
    int has_lanes = code->lane_address != GCNMEMI_SLICE_NO_OPERAND;
    int has_base = code->base != GCNMEMI_SLICE_NO_OPERAND;
    if (!has_lanes && !has_base) {
        return 0;
    }
    if (unit == GCNMEM_UNIT_BUFFER) {
        gcnmemi_evaluate_buffer(v, wave, code, insn, place);
        return (place->cause & GCNMEMI_VALUES_RANDOM) == 0;
    }
    gcnmemi_bits_zero(&address, sizeof(address));
    gcnmemi_bits_zero(&base, sizeof(base));
    if (has_lanes) {
        if (code->operand[code->lane_address].reg == GCNMEMI_SLICE_STRANGE) {
            return 0;
        }
        gcnmemi_evaluate_source(v, wave, &code->operand[code->lane_address], &address);
    }
    if (has_base) {
        gcnmemi_evaluate_source(v, wave, &code->operand[code->base], &base);
        for (uint32_t i = 0; i < 2; ++i) {
            gcnmemi_evaluate_blame(place, base.part[i].unknown != 0 ? base.part[i].cause : 0u);
        }
    }
    uint64_t first = ((uint64_t)base.part[1].scalar << 32 | base.part[0].scalar) + (uint64_t)(int64_t)code->offset;
    if (unit == GCNMEM_UNIT_SCALAR) {
        const gcnmemi_slice_operand* operand = &code->operand[code->base + 1];
        gcnmemi_values_operand offset;
        gcnmemi_evaluate_source(v, wave, operand, &offset);
        int is_dwords = operand->dwords == 0 && v->run->counts_dwords;
        first = code->operand[code->base].dwords == 4 ? first & 0xffffffffffffu : first;
        if (code->operand[code->base].dwords == 4 && (place->cause & 0xf000u) == GCNMEMI_ENTRY_CAUSE_LOADED) {
            place->cause = gcnmemi_evaluate_doubt(v, wave, pc); /* a buffer is a buffer */
        }
        gcnmemi_evaluate_blame(place, offset.part[0].unknown != 0 ? offset.part[0].cause : 0u);
        place->first = first + (is_dwords ? (uint64_t)offset.part[0].scalar * 4 : offset.part[0].scalar);
    } else if (unit == GCNMEM_UNIT_LDS) {
        address.part[0].scalar += v->patterns[v->insns[pc].pattern].lds_offset; /* modulo 2^32 */
        gcnmemi_evaluate_offset(v, place, 0, &address.part[0]);
    } else if (code->operand[code->lane_address].dwords == 2) {
        gcnmemi_evaluate_flat(v, place, (uint64_t)(int64_t)code->offset, &address);
    } else {
        gcnmemi_evaluate_offset(v, place, first, &address.part[0]);
    }
    return (place->cause & GCNMEMI_VALUES_RANDOM) == 0;
}

/* ---- the next instruction ---- */

/* A scalar load: what is known of the memory it reads. */
GCNMEMI_PRIVATE void gcnmemi_evaluate_load(gcnmemi_machine_view* v, uint32_t wave, uint32_t pc) {
    const gcnmemi_slice_code* code = &v->codes[pc];
    gcnmemi_evaluate_place place;
    int is_known = gcnmemi_evaluate_address(v, wave, pc, &place);
    uint32_t doubt = gcnmemi_evaluate_doubt(v, wave, pc);
    uint32_t cause = is_known && place.cause == doubt ? 0 : place.cause;
    uint32_t dwords = code->operand[0].dwords;
    int is_descriptor = dwords >= 4 && code->operand[code->base].dwords == 2;
    for (uint32_t i = 0; i < dwords; ++i) {
        gcnmemi_evaluate_pair pair =
            gcnmemi_evaluate_memory(v, (place.first & ~(uint64_t)3) + 4 * i, i, is_descriptor, pc & 0xfff);
        if (cause != 0) {
            pair.unknown = UINT32_MAX;
            pair.cause = cause > pair.cause ? cause : pair.cause;
        }
        gcnmemi_evaluate_write(v, wave, code->operand[0].reg + i, 1, pair);
    }
}

/* A vector load of memory of which something is known. */
GCNMEMI_PRIVATE int gcnmemi_evaluate_lane_load(gcnmemi_machine_view* v, uint32_t wave, uint32_t pc) {
    const gcnmemi_slice_code* code = &v->codes[pc];
    const gcnmem_insn* insn = &v->insns[pc].code;
    gcnmemi_evaluate_pair exec = gcnmemi_evaluate_read(v, wave, GCNMEM_REG_EXEC, 2);
    uint32_t first = GCNMEM_REGS_FIRST(code->writes[0]);
    uint32_t bytes = gcnmemi_bits_min32(insn->bytes, 4);
    uint32_t count = GCNMEM_REGS_COUNT(code->writes[0]);
    gcnmemi_evaluate_place place;
    if (v->entry->content_count == 0 || v->insns[pc].pattern == GCNMEM_NONE || insn->bytes == 0 ||
        !v->patterns[v->insns[pc].pattern].is_plain_load || gcnmemi_bits_divide_up(insn->bytes, 4) != count) {
        return 0;
    }
    if (!gcnmemi_evaluate_address(v, wave, pc, &place) || place.cause != gcnmemi_evaluate_exec_doubt(v, wave, pc)) {
        return 0;
    }
    if (!place.is_general) {
        for (uint32_t i = 0; i < GCNMEM_LANES; ++i) {
            v->access->address[i] = place.first + v->pool->vector[place.lanes].lane[i];
        }
    }
    for (uint32_t k = 0; k < count; ++k) {
        uint32_t lane[GCNMEM_LANES];
        uint64_t unknown = 0;
        for (uint32_t i = 0; i < GCNMEM_LANES; ++i) {
            lane[i] = 0;
            int is_on = (place.mask >> i & 1) != 0;
            int is_known = is_on && gcnmemi_evaluate_content(v, v->access->address[i] + 4 * k, bytes, &lane[i]);
            unknown |= (uint64_t)(is_on && !is_known) << i;
            lane[i] = v->patterns[v->insns[pc].pattern].is_signed ? (uint32_t)gcnmemi_values_extend(lane[i], 8 * bytes)
                                                                  : lane[i];
        }
        gcnmemi_values_vector value = gcnmemi_values_intern(v->pool, lane);
        value.unknown |= unknown;
        value.cause = value.unknown == 0 ? (uint16_t)0
                      : value.cause != 0 ? value.cause
                                         : (uint16_t)(GCNMEMI_VALUES_RANDOM | GCNMEMI_ENTRY_CAUSE_INSN | (pc & 0xfff));
        gcnmemi_evaluate_assign(v, wave, first + k, code, &value, &exec);
    }
    return 1;
}

/* An instruction issues. */
GCNMEMI_PRIVATE void gcnmemi_evaluate_step(gcnmemi_machine_view* v, uint32_t wave, uint32_t pc) {
    const gcnmemi_slice_code* code = &v->codes[pc];
    uint32_t insn = pc & 0xfff;
    gcnmemi_evaluate_doubt(v, wave, pc);
    switch (code->step) {
    case GCNMEMI_SLICE_STEP_SCALAR:
        gcnmemi_evaluate_scalar(v, wave, code);
        break;
    case GCNMEMI_SLICE_STEP_VECTOR:
        if (code->operation >= GCNMEMI_VALUES_READ_LANE) {
            gcnmemi_evaluate_across(v, wave, code);
        } else {
            gcnmemi_evaluate_vector(v, wave, code, GCNMEM_REGS_FIRST(code->writes[1]) == GCNMEM_REG_EXEC);
        }
        break;
    case GCNMEMI_SLICE_STEP_LOAD:
        gcnmemi_evaluate_load(v, wave, pc);
        break;
    case GCNMEMI_SLICE_STEP_FORGET_ALL: {
        gcnmem_regs all[2] = {(gcnmem_regs)(63u << 10), (gcnmem_regs)(63u << 10 | 63u)};
        gcnmemi_evaluate_forget(v, wave, all[0], code, insn);
        gcnmemi_evaluate_forget(v, wave, all[1], code, insn);
        for (uint32_t i = 0; i < v->run->vgpr_count; ++i) {
            gcnmemi_values_vector* to = gcnmemi_evaluate_vgpr(v, wave, GCNMEM_REG_V0 + i);
            to->unknown = UINT64_MAX;
            to->cause = (uint16_t)(GCNMEMI_VALUES_RANDOM | GCNMEMI_ENTRY_CAUSE_INSN | insn);
        }
    } break;
    case GCNMEMI_SLICE_STEP_FORGET:
        if (gcnmemi_evaluate_lane_load(v, wave, pc)) {
            break;
        }
        gcnmemi_evaluate_forget(v, wave, code->writes[0], code, insn);
        gcnmemi_evaluate_forget(v, wave, code->writes[1], code, insn);
        if (v->insns[pc].code.category == GCNMEM_CATEGORY_SALU) {
            gcnmemi_evaluate_pair unknown = {0, 1, GCNMEMI_ENTRY_CAUSE_INSN | insn};
            gcnmemi_evaluate_write(v, wave, GCNMEMI_SLICE_SCC, 1, unknown);
        }
        break;
    default:
        break;
    }
}

/* What a conditional branch depends on. Returns its way when that is known, or follows from stand-ins that all lanes
   share; -1 when it does not. out_cause: 0, or why it is in doubt. */
GCNMEMI_PRIVATE int gcnmemi_evaluate_branch(const gcnmemi_machine_view* v, uint32_t wave, uint32_t kind,
                                            uint32_t* out_cause) {
    uint32_t reg = kind <= GCNMEM_BRANCH_SCC1    ? GCNMEMI_SLICE_SCC
                   : kind <= GCNMEM_BRANCH_VCCNZ ? GCNMEM_REG_VCC
                                                 : GCNMEM_REG_EXEC;
    gcnmemi_evaluate_pair pair = gcnmemi_evaluate_read(v, wave, reg, kind <= GCNMEM_BRANCH_SCC1 ? 1 : 2);
    int is_nonzero = pair.value != 0;
    int is_certain = pair.unknown == 0 || (pair.value & ~pair.unknown) != 0;
    int wants_nonzero = kind == GCNMEM_BRANCH_SCC1 || kind == GCNMEM_BRANCH_VCCNZ || kind == GCNMEM_BRANCH_EXECNZ;
    *out_cause = is_certain ? 0 : pair.cause;
    return !is_certain && (pair.cause & GCNMEMI_VALUES_RANDOM) != 0 ? -1 : is_nonzero == wants_nonzero;
}

/* ---------------------------------------------------------------------------------------------------------------------
   >>pattern    the addresses of a memory instruction, and what they touch (R53)
   Knows: bits, results, ops, expr, access, lanes, touch, cost, values, slice, machine, evaluate

   Most expressions move all lanes together: what depends on the lane and what depends on wave, group and iter are
   added. Then lane 0 is evaluated, and the rest is remembered for each alignment of lane 0 to the banks.
   ------------------------------------------------------------------------------------------------------------------ */

/* ---- compiling ---- */

/* A shifted pattern keeps its lanes' distances, unless one of them divides by zero. */
GCNMEMI_PRIVATE gcnmem_result gcnmemi_pattern_compile(gcnmemi_machine_pattern* pattern, const char* text,
                                                      size_t text_bytes, gcnmem_issue* out_issue) {
    gcnmem_expr_inputs inputs;
    gcnmem_result result = gcnmemi_expr_compile(text, text_bytes, 0, &pattern->expr, out_issue);
    if (result != GCNMEM_OK) {
        return result;
    }
    gcnmemi_bits_zero(&inputs, sizeof(inputs));
    int is_shifted = pattern->expr.is_shifted &&
                     gcnmem_expr_lanes(&pattern->expr, &inputs, UINT64_MAX, pattern->lane, NULL) == GCNMEM_OK;
    uint64_t first = pattern->lane[0];
    for (uint32_t lane = 0; lane < GCNMEM_LANES; ++lane) {
        pattern->lane[lane] = is_shifted ? pattern->lane[lane] - first : 0;
    }
    pattern->kind = is_shifted ? GCNMEMI_MACHINE_PATTERN_SHIFTED : GCNMEMI_MACHINE_PATTERN_GENERAL;
    return gcnmemi_expr_compile(text, text_bytes, 1, &pattern->first, out_issue);
}

/* Lanes side by side: texels of an image as they stand in memory (R10), LDS starts anew in every group, scalars are the
   same for all. Memory objects are told apart by the descriptor they are reached through, else by instruction; each has
   4 GiB and some of its own, so that they differ in bank and channel. */
GCNMEMI_PRIVATE void gcnmemi_pattern_default(gcnmemi_machine_pattern* pattern, const gcnmem_insn* insn,
                                             uint32_t group_lanes) {
    uint32_t bytes = pattern->op.element_bytes;
    uint32_t object = 128 + pattern->insn;
    for (uint32_t i = 5; i-- > 0;) {
        uint32_t first = GCNMEM_REGS_FIRST(insn->reads[i]);
        uint32_t count = GCNMEM_REGS_COUNT(insn->reads[i]);
        object = first < 104 && (count == 4 || count == 8) ? first : object;
    }
    pattern->kind = GCNMEMI_MACHINE_PATTERN_DEFAULT;
    for (uint32_t lane = 0; lane < GCNMEM_LANES; ++lane) {
        pattern->lane[lane] = (uint64_t)lane * bytes;
    }
    if (pattern->op.unit == GCNMEM_UNIT_LDS) {
        return;
    }
    pattern->base = insn->offset + ((uint64_t)object + 1) * 0x100005500u;
    if (pattern->op.unit != GCNMEM_UNIT_SCALAR) {
        uint32_t waves = gcnmemi_bits_divide_up(group_lanes, GCNMEM_LANES);
        pattern->wave_step = (uint64_t)GCNMEM_LANES * bytes;
        pattern->group_step =
            pattern->op.unit == GCNMEM_UNIT_IMAGE ? pattern->wave_step * waves : (uint64_t)group_lanes * bytes;
    }
}

/* After how many bytes of lane 0's address the cost repeats, how far the lanes reach, and what LDS ports pay. */
GCNMEMI_PRIVATE void gcnmemi_pattern_finish(const gcnmem_desc* desc, gcnmemi_machine_pattern* pattern) {
    int is_lds = pattern->op.unit == GCNMEM_UNIT_LDS;
    int is_image = pattern->op.unit == GCNMEM_UNIT_IMAGE;
    uint32_t masks = desc->l1_tag_mask_low | desc->l1_tag_mask_high;
    uint64_t lines =
        desc->l1_line_bytes * gcnmemi_bits_max(desc->l1_tag_banks, (uint64_t)2 << gcnmemi_bits_log2(masks));
    pattern->period = (uint32_t)gcnmemi_bits_max(lines, desc->l1_data_banks * 4);
    if (is_lds) {
        pattern->period = desc->lds_bank_count * 4;
        gcnmem_access access = gcnmem_access_for(&pattern->op);
        access.exec_mask = 1;
        pattern->lds_port_clocks = (uint32_t)gcnmem_cost_wave(desc, &access).port_clocks;
    } else if (is_image) { /* the least multiple of both, banks and blocks of texels */
        uint32_t bytes = pattern->op.element_bytes;
        uint32_t column = gcnmemi_lanes_layout_of(desc, bytes) != NULL ? 2u << GCNMEMI_LANES_TILE_BITS
                                                                       : bytes * GCNMEMI_LANES_COLUMN_TEXELS;
        uint32_t power = column & (0 - column);
        pattern->period = column / power * (uint32_t)gcnmemi_bits_max(pattern->period, power);
    }
    for (uint32_t i = 0; i < GCNMEM_LANES; ++i) {
        uint64_t end = pattern->lane[i] + 64 + (uint64_t)pattern->op.address_step_bytes;
        int is_far = end > UINT32_MAX || (is_lds && pattern->lane[i] > desc->lds_size_bytes);
        if (is_far && (is_lds || is_image)) {
            pattern->period = 0;
        } else if (end > pattern->reach) {
            pattern->reach = (uint32_t)end;
        }
    }
    for (uint32_t i = 0; i < GCNMEMI_MACHINE_MEMOS; ++i) {
        pattern->memo[i].key = GCNMEM_NONE;
    }
}

/* ---- evaluating ---- */

/* Which wave asks for addresses, and where in its loops. */
typedef struct gcnmemi_pattern_asker {
    gcnmem_expr_inputs inputs; /* at lane 0 */
    gcnmem_run_query query;    /* the same, for the caller */
    uint64_t mask;             /* lanes that take part */
    uint32_t wave;             /* slot */
} gcnmemi_pattern_asker;

/* Addresses that keep their distances: the first one, and a vector of distances. */
typedef struct gcnmemi_pattern_lanes {
    uint64_t first;
    uint64_t mask;
    uint64_t reach;           /* bytes from the first address to the end of the farthest access */
    uint32_t vector;          /* of the pool; 0: the pattern's own */
    const uint64_t* own;      /* distances of the pattern, or */
    const uint32_t* computed; /* of the vector */
} gcnmemi_pattern_lanes;

/* An expression that divides by zero ends the run. */
GCNMEMI_PRIVATE void gcnmemi_pattern_fail(gcnmemi_machine_view* v, const gcnmemi_machine_pattern* pattern,
                                          const gcnmem_issue* issue) {
    v->run->result.state = GCNMEM_RUN_FAILED;
    v->run->result.failed_insn = v->run->first_insn + pattern->insn;
    v->run->result.failed_column = issue->column;
}

GCNMEMI_PRIVATE uint64_t gcnmemi_pattern_first(gcnmemi_machine_view* v, const gcnmemi_machine_pattern* pattern,
                                               const gcnmemi_pattern_asker* asker) {
    gcnmem_issue issue;
    uint64_t value = pattern->base + asker->inputs.group * pattern->group_step + asker->query.wave * pattern->wave_step;
    if (pattern->kind != GCNMEMI_MACHINE_PATTERN_DEFAULT &&
        gcnmem_expr_value(&pattern->first, &asker->inputs, &value, &issue) != GCNMEM_OK) {
        gcnmemi_pattern_fail(v, pattern, &issue);
    }
    return value;
}

/* ---- touching ---- */

/* Cost and lines of the access in v->access. Images are asked for by byte address as well [est]. */
GCNMEMI_PRIVATE void gcnmemi_pattern_measure(gcnmemi_machine_view* v, const gcnmemi_machine_pattern* pattern,
                                             uint64_t mask) {
    gcnmem_access* access = v->access;
    access->op = pattern->op;
    access->exec_mask = mask;
    access->size_bytes = 0;
    access->filter = GCNMEM_FILTER_DEFAULT;
    access->image.width = 0;
    access->image.depth = 1;
    gcnmemi_cost_touch(v->desc, access, GCNMEMI_TOUCH_WANT_LINES, 1, v->touch);
}

GCNMEMI_PRIVATE uint64_t gcnmemi_pattern_address(const gcnmemi_pattern_lanes* lanes, uint32_t lane) {
    return lanes->first + (lanes->vector != 0 ? lanes->computed[lane] : lanes->own != NULL ? lanes->own[lane] : 0);
}

/* What repeats with lane 0's alignment is remembered: clocks, bytes and lines; the other counters are not. */
GCNMEMI_PRIVATE void gcnmemi_pattern_shifted(gcnmemi_machine_view* v, gcnmemi_machine_pattern* pattern,
                                             const gcnmemi_pattern_lanes* lanes) {
    gcnmemi_touch* touch = v->touch;
    uint64_t first = lanes->first;
    uint64_t last = pattern->op.unit == GCNMEM_UNIT_LDS ? v->desc->lds_size_bytes - 1 : UINT64_MAX;
    int repeats = pattern->period != 0 && first <= last && lanes->reach <= last - first;
    uint64_t first_line = first & ~(uint64_t)(v->desc->l1_line_bytes - 1);
    uint32_t key = repeats ? gcnmemi_bits_rest(first, pattern->period) : 0;
    gcnmemi_machine_memo* memo = &pattern->memo[(key / 4 + lanes->vector * 29) % GCNMEMI_MACHINE_MEMOS];
    if (repeats && memo->key == key && memo->mask == lanes->mask && memo->lanes == lanes->vector) {
        touch->cost.clocks = memo->clocks;
        touch->cost.bytes_requested = memo->bytes;
        touch->cost.l1_lines = memo->distinct;
        touch->line_count = memo->line_count;
        touch->line_bytes = memo->line_bytes;
        for (uint32_t i = 0; i < memo->line_count; ++i) {
            touch->line[i] = first_line + (uint64_t)(int64_t)memo->line[i];
            touch->is_full[i] = memo->full >> i & 1;
        }
        return;
    }
    for (uint32_t lane = 0; lane < GCNMEM_LANES; ++lane) {
        v->access->address[lane] = gcnmemi_pattern_address(lanes, lane) - lanes->first + first;
    }
    gcnmemi_pattern_measure(v, pattern, lanes->mask);
    if (repeats) { /* unless the lines are too many or too far from the first */
        int fits = touch->line_count <= GCNMEMI_MACHINE_MEMO_LINES;
        memo->full = 0;
        for (uint32_t i = 0; fits && i < touch->line_count; ++i) {
            int64_t distance = (int64_t)(touch->line[i] - first_line);
            fits = distance >= -0x40000000 && distance <= 0x40000000;
            memo->line[i] = (int32_t)distance;
            memo->full |= (uint64_t)touch->is_full[i] << i;
        }
        memo->key = fits ? key : GCNMEM_NONE;
        memo->mask = lanes->mask;
        memo->lanes = lanes->vector;
        memo->clocks = (uint32_t)touch->cost.clocks;
        memo->bytes = (uint32_t)touch->cost.bytes_requested;
        memo->distinct = (uint32_t)touch->cost.l1_lines;
        memo->line_count = touch->line_count;
        memo->line_bytes = touch->line_bytes;
    }
}

/* Counts where addresses came from, and tells whoever wants to know them: those of `lanes`, or of v->access. */
GCNMEMI_PRIVATE void gcnmemi_pattern_tell(gcnmemi_machine_view* v, const gcnmemi_machine_pattern* pattern,
                                          const gcnmemi_pattern_asker* asker, const gcnmemi_pattern_lanes* lanes,
                                          uint64_t mask, uint32_t status, uint32_t cause) {
    gcnmem_run_insn_stats* stats = &v->stats[pattern->insn];
    if (pattern->op.addresses == 0) {
        return;
    }
    if (status > stats->status || stats->issued == 0) {
        stats->status = status;
        stats->cause = cause;
    }
    stats->is_default |= status == GCNMEM_STATUS_DEFAULT;
    if (v->hooks.access == NULL) {
        return;
    }
    const gcnmemi_machine_wave* w = &v->waves[asker->wave];
    const uint32_t* count = v->entry->group_count;
    gcnmem_run_access access;
    access.insn = asker->query.insn;
    access.cu = w->cu;
    access.group[0] = (uint32_t)(w->group % count[0]);
    access.group[1] = (uint32_t)(w->group / count[0] % count[1]);
    access.group[2] = (uint32_t)(w->group / count[0] / count[1]);
    access.wave = w->in_group;
    access.status = (gcnmem_status)status;
    access.mask = pattern->op.unit == GCNMEM_UNIT_SCALAR ? 1 : mask;
    for (uint32_t lane = 0; lane < GCNMEM_LANES; ++lane) {
        access.address[lane] = lanes != NULL ? gcnmemi_pattern_address(lanes, lane) : v->access->address[lane];
    }
    v->hooks.access(v->hooks.user_data, &access);
    if (pattern->op.addresses == 2) {
        for (uint32_t lane = 0; lane < GCNMEM_LANES; ++lane) {
            access.address[lane] += pattern->op.address_step_bytes;
        }
        v->hooks.access(v->hooks.user_data, &access);
    }
}

/* What a wave's memory instruction touches, in v->touch. */
GCNMEMI_PRIVATE void gcnmemi_pattern_touch(gcnmemi_machine_view* v, gcnmemi_machine_pattern* pattern,
                                           const gcnmemi_pattern_asker* asker) {
    uint64_t mask = asker->mask;
    gcnmemi_evaluate_place place;
    gcnmemi_pattern_lanes lanes = {0, asker->mask, pattern->reach, 0, pattern->lane, NULL};
    place.cause = 0;
    if (v->hooks.address != NULL && v->hooks.address(v->hooks.user_data, &asker->query, v->access->address, &mask)) {
        gcnmemi_pattern_tell(v, pattern, asker, NULL, mask & asker->mask, GCNMEM_STATUS_GIVEN, 0);
        gcnmemi_pattern_measure(v, pattern, mask & asker->mask);
    } else if (pattern->kind == GCNMEMI_MACHINE_PATTERN_GENERAL) {
        gcnmem_issue issue;
        if (gcnmem_expr_lanes(&pattern->expr, &asker->inputs, asker->mask, v->access->address, &issue) != GCNMEM_OK) {
            gcnmemi_pattern_fail(v, pattern, &issue);
        }
        gcnmemi_pattern_tell(v, pattern, asker, NULL, asker->mask, GCNMEM_STATUS_GIVEN, 0);
        gcnmemi_pattern_measure(v, pattern, asker->mask);
    } else if (pattern->kind == GCNMEMI_MACHINE_PATTERN_DEFAULT &&
               gcnmemi_evaluate_address(v, asker->wave, pattern->insn, &place)) {
        uint32_t status = place.cause == 0 ? GCNMEM_STATUS_COMPUTED : GCNMEM_STATUS_ASSUMED;
        mask = place.mask & asker->mask;
        lanes.first = place.first;
        lanes.mask = mask;
        lanes.vector = place.lanes;
        lanes.own = NULL;
        lanes.computed = v->pool->vector[place.lanes].lane;
        lanes.reach = (uint64_t)v->pool->vector[place.lanes].most + 64 + pattern->op.address_step_bytes;
        gcnmemi_pattern_tell(v, pattern, asker, place.is_general ? NULL : &lanes, mask, status, place.cause);
        if (pattern->is_store && v->entry->content_count != 0) {
            for (uint32_t i = 0; i < GCNMEM_LANES; ++i) {
                uint64_t at = place.is_general ? v->access->address[i] : gcnmemi_pattern_address(&lanes, i);
                gcnmemi_evaluate_store(v, at, (mask >> i & 1) != 0 ? at + pattern->op.element_bytes - 1 : 0);
            }
        }
        if (place.is_general) {
            gcnmemi_pattern_measure(v, pattern, mask);
        } else {
            gcnmemi_pattern_shifted(v, pattern, &lanes);
        }
    } else {
        int is_given = pattern->kind != GCNMEMI_MACHINE_PATTERN_DEFAULT;
        lanes.first = gcnmemi_pattern_first(v, pattern, asker);
        if (pattern->is_store && !is_given) { /* anywhere */
            gcnmemi_evaluate_store(v, 0, UINT64_MAX);
        }
        gcnmemi_pattern_tell(v, pattern, asker, &lanes, asker->mask,
                             is_given ? GCNMEM_STATUS_GIVEN : GCNMEM_STATUS_DEFAULT, place.cause);
        gcnmemi_pattern_shifted(v, pattern, &lanes);
    }
}

/* The address of a scalar access. */
GCNMEMI_PRIVATE uint64_t gcnmemi_pattern_scalar(gcnmemi_machine_view* v, const gcnmemi_machine_pattern* pattern,
                                                const gcnmemi_pattern_asker* asker) {
    uint64_t mask = asker->mask;
    gcnmemi_evaluate_place place;
    uint32_t status = GCNMEM_STATUS_GIVEN;
    place.cause = 0;
    if (v->hooks.address != NULL && v->hooks.address(v->hooks.user_data, &asker->query, v->access->address, &mask)) {
        place.first = v->access->address[0];
    } else if (pattern->kind == GCNMEMI_MACHINE_PATTERN_DEFAULT &&
               gcnmemi_evaluate_address(v, asker->wave, pattern->insn, &place)) {
        status = place.cause == 0 ? GCNMEM_STATUS_COMPUTED : GCNMEM_STATUS_ASSUMED;
    } else {
        status = pattern->kind == GCNMEMI_MACHINE_PATTERN_DEFAULT ? GCNMEM_STATUS_DEFAULT : GCNMEM_STATUS_GIVEN;
        place.first = gcnmemi_pattern_first(v, pattern, asker);
    }
    place.first &= ~(uint64_t)3;
    gcnmemi_pattern_lanes lanes = {0, 1, 0, 0, NULL, NULL};
    lanes.first = place.first;
    gcnmemi_pattern_tell(v, pattern, asker, &lanes, 1, status, place.cause);
    return place.first;
}

/* ---------------------------------------------------------------------------------------------------------------------
   >>memory     the timed path: vector L1, scalar L1, L2 channels, DRAM (R54)
   Knows: bits, cache, dram, touch, scalar, levels, machine, wheel, record, counters

   An access takes its turn in the L1 of its CU; each line then hits there, is on its way already, or goes to its L2
   channel, one a clock, and from there to DRAM. What hits in L1 or L2 has its clock at once. What waits for DRAM gets
   it when DRAM has chosen the order, and tells the waves.
   ------------------------------------------------------------------------------------------------------------------ */

/* ---- L2 and below ---- */

/* The requests that fetch lines of L2, by line. */
GCNMEMI_PRIVATE uint32_t* gcnmemi_memory_bucket(gcnmemi_machine_view* v, uint64_t line) {
    uint64_t hash = (line >> 5) * 0x9e3779b97f4a7c15u;
    return &v->buckets[(uint32_t)(hash >> 40) & (v->run->bucket_count - 1)];
}

/* R59: a line leaves L2 and joins the queue of its DRAM channel. When that is full the CU that asked has to wait: no
   other does. */
GCNMEMI_PRIVATE uint32_t gcnmemi_memory_queue(gcnmemi_machine_view* v, uint32_t cu, uint64_t address, uint64_t clock,
                                              uint32_t is_write) {
    gcnmem_run* run = v->run;
    uint32_t index = run->free_request;
    if (index == GCNMEM_NONE) {
        index = run->requests_used++;
        GCNMEM_ASSERT(index < run->request_count); /* what is under way is bounded: gcnmemi_run_plan() */
    } else {
        run->free_request = v->requests[index].next;
    }
    gcnmemi_machine_request* request = &v->requests[index];
    gcnmemi_bits_zero(request, sizeof(*request));
    gcnmemi_dram_decode(v->dram, address, &request->place);
    gcnmemi_machine_queue* queue = &v->queues[request->place.channel * 2 + is_write];
    request->address = address;
    request->clock = clock + run->levels.row[GCNMEMI_LEVELS_L2].there_clocks;
    request->waiters = GCNMEM_NONE;
    request->next = GCNMEM_NONE;
    request->chain = GCNMEM_NONE;
    request->is_write = is_write;
    request->cu = cu;
    if (++queue->count > run->queue_max[is_write]) {
        queue->held = queue->held != GCNMEM_NONE ? queue->held : index;
        ++v->cus[cu].held;
    }
    *(queue->head == GCNMEM_NONE ? &queue->head : &v->requests[queue->tail].next) = index;
    queue->tail = index;
    ++run->queued;
    run->tick = gcnmemi_bits_min(run->tick, request->clock);
    return index;
}

/* A request for a line of L2, or part of one, reaches its channel at `clock`. Returns when the channel has served it;
   out_request: what brings the data, or NONE. */
GCNMEMI_PRIVATE uint64_t gcnmemi_memory_ask_l2(gcnmemi_machine_view* v, uint32_t cu,
                                               const gcnmemi_levels_request* request, uint64_t clock,
                                               uint32_t* out_request) {
    gcnmem_run* run = v->run;
    gcnmemi_levels_answer answer;
    gcnmemi_levels_meet(&run->levels, GCNMEMI_LEVELS_L2, cu, request, &answer);
    gcnmemi_machine_channel* channel = &v->channels[answer.instance];
    uint32_t* bucket = gcnmemi_memory_bucket(v, answer.line);
    uint64_t served = gcnmemi_bits_max(clock, channel->free_clock);
    uint32_t busy = gcnmemi_bits_divide_up((uint32_t)request->bytes, v->desc->l2_channel_bytes_per_clock);
    channel->free_clock = served + busy;
    channel->busy_clocks += busy;
    run->result.l2_bytes += request->bytes;
    *out_request = GCNMEM_NONE;
    for (uint32_t i = 0; i < answer.count; ++i) {
        uint32_t is_write = (answer.down[i].flags & (uint32_t)GCNMEMI_CACHE_WRITE) != 0;
        uint32_t index = gcnmemi_memory_queue(v, cu, answer.down[i].address, served, is_write);
        if (!is_write) {
            v->requests[index].chain = *bucket;
            *bucket = index;
            *out_request = index;
        }
    }
    if (answer.is_hit && run->in_dram + run->queued != 0) { /* the line may still be on its way */
        *out_request = *bucket;
        while (*out_request != GCNMEM_NONE && v->requests[*out_request].address != answer.line) {
            *out_request = v->requests[*out_request].chain;
        }
    }
    return served;
}

/* ---- lines on their way to a first-level cache ---- */

GCNMEMI_PRIVATE gcnmemi_machine_fresh* gcnmemi_memory_fresh(gcnmemi_machine_view* v, uint32_t cache, uint64_t line) {
    uint64_t hash = (line >> 4) * 0x9e3779b97f4a7c15u;
    return v->fresh + (size_t)cache * GCNMEMI_MACHINE_FRESH + (hash >> 40) % (GCNMEMI_MACHINE_FRESH / 2) * 2;
}

/* The entry of a line, or NULL. Two places for each hash. */
GCNMEMI_PRIVATE gcnmemi_machine_fresh* gcnmemi_memory_find_fresh(gcnmemi_machine_view* v, uint32_t cache,
                                                                 uint64_t line) {
    gcnmemi_machine_fresh* pair = gcnmemi_memory_fresh(v, cache, line);
    return pair[0].line == line ? &pair[0] : pair[1].line == line ? &pair[1] : NULL;
}

/* Remembers that a line is on its way. The entry that is done sooner makes room: forgetting only makes a line that
   was asked for twice look as if it were there. */
GCNMEMI_PRIVATE void gcnmemi_memory_note_fresh(gcnmemi_machine_view* v, uint32_t cache, uint64_t line, uint64_t when) {
    gcnmemi_machine_fresh* pair = gcnmemi_memory_fresh(v, cache, line);
    uint32_t at = (uint32_t)(pair[0].line != line) &
                  ((uint32_t)(pair[1].line == line) | (uint32_t)(pair[1].when < pair[0].when)); /* no guess to miss */
    pair[at].line = line;
    pair[at].when = when;
}

/* ---- an access and the lines it waits for ---- */

/* What is known of an access while its lines are looked up. */
typedef struct gcnmemi_memory_progress {
    uint64_t clock;  /* latest line so far */
    uint32_t access; /* NONE while all clocks are known */
    uint32_t served;
    uint32_t back;  /* clocks from L2 to the wave */
    uint32_t cache; /* CU, or CU count + that of a cluster */
    uint32_t cu;
    uint32_t line_bytes;
} gcnmemi_memory_progress;

/* An access to the first-level cache `cache`, of the level `row`, that is done at `clock` when all hit. */
GCNMEMI_PRIVATE gcnmemi_memory_progress gcnmemi_memory_begin(uint64_t clock, uint32_t served,
                                                             const gcnmemi_levels_row* row, uint32_t cache,
                                                             uint32_t cu) {
    gcnmemi_memory_progress progress = {
        clock, GCNMEM_NONE, served, row->back_clocks, cache, cu, row->geometry.line_bytes};
    return progress;
}

/* The access waits for a line that a request brings. */
GCNMEMI_PRIVATE void gcnmemi_memory_await(gcnmemi_machine_view* v, gcnmemi_memory_progress* progress, uint64_t line,
                                          uint32_t request) {
    gcnmem_run* run = v->run;
    uint32_t index = run->free_waiter;
    if (progress->access == GCNMEM_NONE && run->free_access != GCNMEM_NONE) {
        progress->access = run->free_access;
        run->free_access = v->accesses[progress->access].missing;
        v->accesses[progress->access].missing = 0;
        v->accesses[progress->access].clock = 0;
    }
    if (index == GCNMEM_NONE || progress->access == GCNMEM_NONE) {
        return;
    }
    run->free_waiter = v->waiters[index].next;
    v->waiters[index].line = line;
    v->waiters[index].access = progress->access;
    v->waiters[index].fresh = progress->cache;
    v->waiters[index].next = v->requests[request].waiters;
    v->requests[request].waiters = index;
    ++v->accesses[progress->access].missing;
    if (progress->cache < run->result.cu_count) {
        ++v->cus[progress->cache].fresh_unknown;
    }
    progress->served = GCNMEM_SERVED_DRAM;
}

/* A first-level cache has the tag; its data may still be on their way. */
GCNMEMI_PRIVATE void gcnmemi_memory_hit(gcnmemi_machine_view* v, gcnmemi_memory_progress* progress, uint64_t line,
                                        uint64_t clock) {
    gcnmemi_machine_fresh* fresh = gcnmemi_memory_find_fresh(v, progress->cache, line);
    if (fresh == NULL || fresh->when <= clock) {
        return;
    }
    if (fresh->when >= GCNMEMI_MACHINE_UNKNOWN) {
        gcnmemi_memory_await(v, progress, line, (uint32_t)fresh->when);
    } else {
        progress->clock = gcnmemi_bits_max(progress->clock, fresh->when);
        progress->served = (uint32_t)gcnmemi_bits_max(progress->served, GCNMEM_SERVED_L2);
    }
}

/* A first-level cache sends a request to L2 that leaves at `clock`. Loads and atomics wait for what comes back, line by
   line; a store is done when L2 has it. */
GCNMEMI_PRIVATE void gcnmemi_memory_miss(gcnmemi_machine_view* v, gcnmemi_memory_progress* progress,
                                         gcnmemi_levels_request request, uint64_t clock) {
    int is_store = (request.flags & (uint32_t)(GCNMEMI_CACHE_WRITE | GCNMEMI_CACHE_ATOMIC)) == GCNMEMI_CACHE_WRITE;
    uint32_t is_vector = progress->cache < v->run->result.cu_count;
    uint64_t line_bytes = progress->line_bytes;
    uint64_t line = request.address;
    uint64_t line_end = (line & ~(line_bytes - 1)) + line_bytes;
    uint32_t bringer = GCNMEM_NONE;
    uint64_t back = 0;
    gcnmemi_levels_request part;
    while (gcnmemi_levels_cut(&v->run->levels, GCNMEMI_LEVELS_L2, &request, &part)) {
        uint32_t index;
        uint64_t end = part.address + part.bytes;
        uint64_t served = gcnmemi_memory_ask_l2(v, progress->cu, &part, clock, &index) + progress->back;
        for (uint64_t at = part.address; at != end;) { /* what the part brings of each line */
            at = gcnmemi_bits_min(end, line_end);
            if (index == GCNMEM_NONE || is_store) {
                back = gcnmemi_bits_max(back, served);
                progress->clock = gcnmemi_bits_max(progress->clock, served);
                progress->served = (uint32_t)gcnmemi_bits_max(progress->served, GCNMEM_SERVED_L2);
            } else {
                bringer = index;
                gcnmemi_memory_await(v, progress, line, index);
            }
            if (!is_store && (at == line_end || request.bytes == 0)) { /* the line has all its parts */
                if (bringer == GCNMEM_NONE && is_vector) {
                    v->cus[progress->cache].fresh_until = gcnmemi_bits_max(v->cus[progress->cache].fresh_until, back);
                }
                gcnmemi_memory_note_fresh(v, progress->cache, line,
                                          bringer != GCNMEM_NONE ? GCNMEMI_MACHINE_UNKNOWN + bringer : back);
                line = line_end;
                line_end += line_bytes;
                bringer = GCNMEM_NONE;
                back = 0;
            }
        }
    }
}

/* ---- vector memory ---- */

/* The request that waits, ready since `clock`, leaves its CU, one a clock. */
GCNMEMI_PRIVATE void gcnmemi_memory_leave(gcnmemi_machine_view* v, gcnmemi_memory_progress* progress,
                                          const gcnmemi_levels_request* waiting, uint64_t clock) {
    uint64_t* port = &v->cus[progress->cu].request_free;
    if (waiting->bytes != 0) {
        *port = gcnmemi_bits_max(clock, *port) + 1;
        gcnmemi_memory_miss(v, progress, *waiting, *port - 1 + v->run->levels.row[GCNMEMI_LEVELS_L1].there_clocks);
    }
}

/* A vector access issues at `now`: through the L1 pipe, line by line. */
GCNMEMI_PRIVATE gcnmemi_memory_progress gcnmemi_memory_vector(gcnmemi_machine_view* v, uint32_t cu_index,
                                                              const gcnmemi_machine_pattern* pattern,
                                                              const gcnmemi_touch* touch, uint64_t now) {
    gcnmem_run* run = v->run;
    const gcnmemi_levels_row* row = &run->levels.row[GCNMEMI_LEVELS_L1];
    gcnmemi_machine_cu* cu = &v->cus[cu_index];
    uint32_t clocks = (uint32_t)touch->cost.clocks;
    uint32_t spare = 0; /* lines are spread evenly over the clocks: line i has clock i * clocks / lines */
    uint64_t clock = gcnmemi_bits_max(now, cu->l1_free);
    cu->l1_free = clock + clocks;
    uint64_t done = cu->l1_free + v->desc->l1_latency_clocks - 4; /* stated for a load of 4 clocks */
    gcnmemi_memory_progress progress = gcnmemi_memory_begin(done, GCNMEM_SERVED_L1, row, cu_index, cu_index);
    gcnmemi_levels_request waiting = gcnmemi_levels_request_of(0, 0, 0); /* to leave */
    uint64_t since = clock;
    for (uint32_t i = 0; i < touch->line_count; ++i) {
        uint32_t full = touch->is_full[i] ? (uint32_t)GCNMEMI_CACHE_FULL_LINE : 0;
        gcnmemi_levels_request request =
            gcnmemi_levels_request_of(touch->line[i], touch->line_bytes, pattern->cache_flags | full);
        gcnmemi_levels_answer answer;
        gcnmemi_levels_meet(&run->levels, GCNMEMI_LEVELS_L1, cu_index, &request, &answer);
        if (answer.count != 0) {
            if (!gcnmemi_levels_join(&run->levels, &waiting, &answer.down[answer.count - 1])) {
                gcnmemi_memory_leave(v, &progress, &waiting, since);
                waiting = answer.down[answer.count - 1];
            }
            since = clock;
        } else if (cu->fresh_unknown != 0 || cu->fresh_until > clock) {
            gcnmemi_memory_hit(v, &progress, touch->line[i], clock);
        }
        for (spare += clocks; spare >= touch->line_count; spare -= touch->line_count) {
            ++clock;
        }
    }
    gcnmemi_memory_leave(v, &progress, &waiting, since);
    run->result.l1_busy_clocks += clocks;
    run->result.l1_bytes += touch->cost.l1_lines * v->desc->l1_line_bytes;
    run->result.bytes_requested += touch->cost.bytes_requested;
    return progress;
}

/* ---- scalar memory ---- */

/* A scalar access issues at `now`: a line a clock [amd]. */
GCNMEMI_PRIVATE gcnmemi_memory_progress gcnmemi_memory_scalar(gcnmemi_machine_view* v, uint32_t cu_index,
                                                              const gcnmemi_machine_pattern* pattern, uint64_t address,
                                                              uint64_t now) {
    gcnmem_run* run = v->run;
    const gcnmemi_levels_row* row = &run->levels.row[GCNMEMI_LEVELS_SCALAR_L1];
    uint32_t cluster = cu_index / row->sharers;
    uint32_t line_bytes = row->geometry.line_bytes;
    uint64_t line = address & ~(uint64_t)(line_bytes - 1);
    uint64_t start = gcnmemi_bits_max(now, v->clusters[cluster]);
    uint64_t end = start + gcnmemi_scalar_blocks(address, pattern->op.element_bytes, line_bytes);
    gcnmemi_memory_progress progress =
        gcnmemi_memory_begin(start + v->desc->scalar_l1_latency_clocks, GCNMEM_SERVED_SCALAR_L1, row,
                             run->result.cu_count + cluster, cu_index);
    v->clusters[cluster] = end;
    for (; start < end; ++start, line += line_bytes) {
        gcnmemi_levels_request request = gcnmemi_levels_request_of(line, line_bytes, pattern->cache_flags);
        gcnmemi_levels_answer answer;
        gcnmemi_levels_meet(&run->levels, GCNMEMI_LEVELS_SCALAR_L1, cu_index, &request, &answer);
        if (answer.count != 0) {
            gcnmemi_memory_miss(v, &progress, answer.down[answer.count - 1], start + row->there_clocks);
        } else {
            gcnmemi_memory_hit(v, &progress, line, now);
        }
    }
    run->result.scalar_bytes += pattern->op.element_bytes;
    return progress;
}

/* ---- instructions ---- */

#define GCNMEMI_MEMORY_CODE ((uint64_t)1 << 47) /* where code stands, far from what patterns ask for by default */

/* R58: lines of code, counted from 0, that a wave wants at `now`. */
GCNMEMI_PRIVATE gcnmemi_memory_progress gcnmemi_memory_fetch(gcnmemi_machine_view* v, uint32_t cu_index,
                                                             uint32_t first_line, uint32_t last_line, uint64_t now) {
    gcnmem_run* run = v->run;
    const gcnmemi_levels_row* row = &run->levels.row[GCNMEMI_LEVELS_ICACHE];
    uint32_t cluster = run->levels.row[GCNMEMI_LEVELS_SCALAR_L1].count + cu_index / row->sharers;
    uint64_t line_bytes = row->geometry.line_bytes;
    gcnmemi_memory_progress progress =
        gcnmemi_memory_begin(now, GCNMEM_SERVED_OTHER, row, run->result.cu_count + cluster, cu_index);
    for (uint64_t i = first_line; i <= last_line; ++i) {
        uint64_t line = GCNMEMI_MEMORY_CODE + i * line_bytes;
        gcnmemi_levels_request request = gcnmemi_levels_request_of(line, line_bytes, GCNMEMI_CACHE_READ);
        gcnmemi_levels_answer answer;
        gcnmemi_levels_meet(&run->levels, GCNMEMI_LEVELS_ICACHE, cu_index, &request, &answer);
        if (answer.count != 0) {
            uint64_t leaves = gcnmemi_bits_max(now, v->clusters[cluster]);
            v->clusters[cluster] = leaves + 1;
            ++run->result.icache_misses;
            gcnmemi_memory_miss(v, &progress, answer.down[answer.count - 1], leaves + row->there_clocks);
        } else {
            gcnmemi_memory_hit(v, &progress, line, now);
        }
    }
    return progress;
}

/* What one pass through the code leaves in the instruction caches and in L2. */
GCNMEMI_PRIVATE void gcnmemi_memory_warm_code(gcnmemi_machine_view* v) {
    gcnmemi_levels* levels = &v->run->levels;
    const gcnmemi_levels_row* row = &levels->row[GCNMEMI_LEVELS_ICACHE];
    uint64_t line_bytes = row->geometry.line_bytes;
    for (uint64_t at = 0; at < v->run->result.code_bytes && row->count != 0; at += line_bytes) {
        gcnmemi_levels_request request =
            gcnmemi_levels_request_of(GCNMEMI_MEMORY_CODE + at, line_bytes, GCNMEMI_CACHE_READ);
        gcnmemi_levels_request part;
        gcnmemi_levels_answer answer;
        for (uint32_t i = 0; i < row->count; ++i) {
            gcnmemi_levels_meet(levels, GCNMEMI_LEVELS_ICACHE, i * row->sharers, &request, &answer);
        }
        while (gcnmemi_levels_cut(levels, GCNMEMI_LEVELS_L2, &request, &part)) {
            gcnmemi_levels_meet(levels, GCNMEMI_LEVELS_L2, 0, &part, &answer);
        }
    }
}

/* ---- LDS ---- */

GCNMEMI_PRIVATE uint64_t* gcnmemi_memory_lds_port(gcnmemi_machine_view* v, uint32_t cu, uint32_t simd) {
    uint32_t pair = v->desc->simd_count_per_cu / v->desc->lds_port_count;
    return &v->cus[cu].port_free[simd / (pair != 0 ? pair : 1) % 4];
}

/* An LDS instruction issues at `now`: its pair's port and the banks must be free. Returns when its data are there. */
GCNMEMI_PRIVATE uint64_t gcnmemi_memory_lds(gcnmemi_machine_view* v, uint32_t cu_index, uint32_t simd,
                                            const gcnmemi_machine_pattern* pattern, const gcnmemi_touch* touch,
                                            uint64_t now) {
    gcnmemi_machine_cu* cu = &v->cus[cu_index];
    uint64_t* port = gcnmemi_memory_lds_port(v, cu_index, simd);
    *port = gcnmemi_bits_max(now, *port) + (uint64_t)pattern->lds_port_clocks * v->desc->lds_port_count;
    cu->lds_free = gcnmemi_bits_max(now, cu->lds_free) + touch->cost.clocks;
    v->run->result.lds_busy_clocks += gcnmemi_bits_max(touch->cost.clocks, pattern->lds_port_clocks);
    v->run->result.lds_bytes += touch->cost.bytes_requested;
    return gcnmemi_bits_max(*port, cu->lds_free) + v->desc->lds_latency_clocks - 4; /* stated for a read of 4 clocks */
}

/* ---- DRAM, looked after now and then ---- */

/* Calls a CU that was turned away when it may try again. */
GCNMEMI_PRIVATE void gcnmemi_memory_call(gcnmemi_machine_view* v, uint32_t index) {
    gcnmemi_machine_cu* cu = &v->cus[index];
    uint32_t simds = v->desc->simd_count_per_cu;
    if (cu->is_blocked == 0 || cu->held != 0 || cu->fresh_unknown >= v->desc->l1_miss_lines) {
        return;
    }
    cu->is_blocked = 0;
    for (uint32_t simd = index * simds; simd < (index + 1) * simds; ++simd) {
        if (v->simds[simd].count != 0) {
            gcnmemi_wheel_need(v, simd, v->run->now + 1);
        }
    }
}

/* All lines of an access have clocks: its counters know, and its wave may go on. */
GCNMEMI_PRIVATE void gcnmemi_memory_complete(gcnmemi_machine_view* v, uint32_t index) {
    gcnmemi_machine_access* access = &v->accesses[index];
    uint32_t wave = access->wave;
    for (uint32_t i = GCNMEMI_COUNTERS_COUNTER_VM; i <= GCNMEMI_COUNTERS_COUNTER_LGKM; ++i) {
        if (access->slot[i] != 0xff) {
            gcnmemi_counters_answer(v, wave, i, access->slot[i], access->clock, access->served);
        }
    }
    access->missing = v->run->free_access;
    v->run->free_access = index;
    if ((access->slot[0] & access->slot[1]) == 0xff) { /* no counter knows it: an instruction fetch */
        gcnmemi_counters_fetched(v, wave, access->clock);
        return;
    }
    gcnmemi_record_request(v, wave, access->insn, access->issued, access->clock, access->served);
    if (v->waves[wave].state == GCNMEMI_MACHINE_WAVE_WAITS) {
        gcnmemi_counters_settle(v, wave);
    }
}

/* The line that a request fetched is in L2: everyone who waits for it has one line less to wait for. */
GCNMEMI_PRIVATE void gcnmemi_memory_arrive(gcnmemi_machine_view* v, uint32_t index) {
    gcnmem_run* run = v->run;
    const gcnmemi_machine_request* request = &v->requests[index];
    uint32_t* at = gcnmemi_memory_bucket(v, request->address);
    while (*at != index && *at != GCNMEM_NONE) {
        at = &v->requests[*at].chain;
    }
    if (*at == index) {
        *at = request->chain;
    }
    for (uint32_t waiter = request->waiters; waiter != GCNMEM_NONE;) {
        gcnmemi_machine_waiter* w = &v->waiters[waiter];
        uint32_t next = w->next;
        gcnmemi_machine_access* access = &v->accesses[w->access];
        gcnmemi_machine_fresh* fresh = gcnmemi_memory_find_fresh(v, w->fresh, w->line);
        uint64_t back = request->done + access->back;
        access->clock = gcnmemi_bits_max(access->clock, back);
        if (fresh != NULL && fresh->when == GCNMEMI_MACHINE_UNKNOWN + index) {
            fresh->when = back;
        }
        if (w->fresh < run->result.cu_count) {
            gcnmemi_machine_cu* cu = &v->cus[w->fresh];
            --cu->fresh_unknown;
            cu->fresh_until = gcnmemi_bits_max(cu->fresh_until, back);
            gcnmemi_memory_call(v, w->fresh);
        }
        if (--access->missing == 0) {
            gcnmemi_memory_complete(v, w->access);
        }
        w->next = run->free_waiter;
        run->free_waiter = waiter;
        waiter = next;
    }
}

/* Gives DRAM what stands at the head of a DRAM channel's queue and is due. Returns when its next is due. */
GCNMEMI_PRIVATE uint64_t gcnmemi_memory_feed(gcnmemi_machine_view* v, gcnmemi_machine_queue* queue) {
    gcnmem_run* run = v->run;
    for (uint32_t index = queue->head; index != GCNMEM_NONE; index = queue->head) {
        gcnmemi_machine_request* request = &v->requests[index];
        if (request->clock > run->now) {
            return request->clock;
        }
        uint64_t clock = gcnmemi_levels_to_dram(&run->levels, request->clock);
        while (request->bursts_sent < run->levels.line_bursts) {
            if (!gcnmemi_dram_submit_to(v->dram, &request->place, request->is_write, clock, index)) {
                return GCNMEMI_MACHINE_NEVER; /* full: DRAM's own clock says when there is room */
            }
            ++run->in_dram;
            if (++request->bursts_sent < run->levels.line_bursts) {
                uint64_t address = request->address + (uint64_t)request->bursts_sent * run->levels.burst_bytes;
                gcnmemi_dram_decode(v->dram, address, &request->place);
            }
        }
        queue->head = request->next;
        --queue->count;
        --run->queued;
        if (queue->held != GCNMEM_NONE) { /* its first has a place now */
            const gcnmemi_machine_request* held = &v->requests[queue->held];
            queue->held = held->next;
            --v->cus[held->cu].held;
            gcnmemi_memory_call(v, held->cu);
        }
    }
    return GCNMEMI_MACHINE_NEVER;
}

/* One look after DRAM at run->now. */
GCNMEMI_PRIVATE void gcnmemi_memory_tick(gcnmemi_machine_view* v) {
    gcnmem_run* run = v->run;
    uint64_t next = GCNMEMI_MACHINE_NEVER;
    gcnmemi_dram_completion done;
    for (uint32_t i = 0; i < v->desc->dram_channels * 2; ++i) {
        next = gcnmemi_bits_min(next, gcnmemi_memory_feed(v, &v->queues[i]));
    }
    gcnmemi_dram_advance(v->dram, gcnmemi_levels_to_dram(&run->levels, run->now));
    while (gcnmemi_dram_pop(v->dram, &done)) {
        gcnmemi_machine_request* request = &v->requests[done.tag];
        uint64_t clock = gcnmemi_levels_to_core(&run->levels, done.clock);
        --run->in_dram;
        request->done = gcnmemi_bits_max(request->done, clock + run->levels.row[GCNMEMI_LEVELS_L2].back_clocks);
        if (++request->bursts_done == run->levels.line_bursts) {
            if (!request->is_write) {
                gcnmemi_memory_arrive(v, done.tag);
            }
            request->next = run->free_request;
            run->free_request = done.tag;
        }
    }
    if (run->in_dram != 0) {
        next = gcnmemi_bits_min(next, gcnmemi_levels_to_core(&run->levels, gcnmemi_dram_next_clock(v->dram)));
    }
    run->tick = gcnmemi_bits_max(next, run->now + GCNMEMI_MACHINE_TICK);
}

/* Whether the memory below can take another access of this CU; if not, the CU is called when it can. */
GCNMEMI_PRIVATE int gcnmemi_memory_has_room(gcnmemi_machine_view* v, uint32_t index) {
    gcnmemi_machine_cu* cu = &v->cus[index];
    cu->is_blocked |= (uint32_t)(cu->held != 0 || cu->fresh_unknown >= v->desc->l1_miss_lines);
    return cu->is_blocked == 0;
}

/* ---------------------------------------------------------------------------------------------------------------------
   >>wave       where a wave goes next: branches, trips of loops (R51)
   Knows: bits, listing, slice, machine, evaluate, pattern

   A loop's count is the number of times its latch has run since the loop was entered. A conditional latch is taken
   until the count reaches the loop's trips; behind an unconditional one, the exit is taken once the count has reached
   them. Whoever leaves a loop sets its count to zero.
   ------------------------------------------------------------------------------------------------------------------ */

GCNMEMI_PRIVATE uint32_t* gcnmemi_wave_counts(const gcnmemi_machine_view* v, uint32_t wave) {
    return v->trip_counts + (size_t)wave * v->run->loop_count;
}

/* The latch of a loop runs: nonzero to go round again. */
GCNMEMI_PRIVATE int gcnmemi_wave_latch(gcnmemi_machine_view* v, uint32_t wave, const gcnmemi_machine_insn* insn) {
    uint32_t* count = &gcnmemi_wave_counts(v, wave)[insn->latch_of];
    uint32_t trips = v->loops[insn->latch_of].trips;
    int is_certain = insn->code.branch == GCNMEM_BRANCH_ALWAYS || insn->code.branch == GCNMEM_BRANCH_NONE;
    ++*count;
    return is_certain ? *count <= trips : *count < trips; /* a certain latch with no exit before it ends by itself */
}

#define GCNMEMI_WAVE_TOLD 1u     /* of a loop: somebody gave its trips */
#define GCNMEMI_WAVE_HAS_EXIT 2u /* a conditional branch leaves it */
#define GCNMEMI_WAVE_GUESSED 4u  /* neither */

#define GCNMEMI_WAVE_LOOPS                                                                                             \
    (GCNMEM_INSN_LATCH_TAKEN | GCNMEM_INSN_LATCH_FALLS | GCNMEM_INSN_EXIT_TAKEN | GCNMEM_INSN_EXIT_FALLS)

/* The wave goes on without knowing whether it should: so it is until the branch's ways have met. */
GCNMEMI_PRIVATE void gcnmemi_wave_doubt(gcnmemi_machine_view* v, uint32_t wave, uint32_t pc, uint32_t cause) {
    gcnmemi_machine_wave* w = &v->waves[wave];
    const gcnmemi_slice_code* code = &v->codes[pc];
    int is_inside = w->doubt != 0 && pc < w->doubt_until;
    w->doubt_low = is_inside ? gcnmemi_bits_min32(w->doubt_low, code->low) : code->low;
    w->doubt_until = is_inside && w->doubt_until > code->join ? w->doubt_until : code->join;
    w->doubt = is_inside && w->doubt > cause ? w->doubt : cause;
    int is_exec = v->insns[pc].code.branch >= GCNMEM_BRANCH_EXECZ;
    w->doubts_lanes = (uint8_t)((is_inside && w->doubts_lanes) || !is_exec);
    w->doubts_scalars = (uint8_t)((is_inside && w->doubts_scalars) || !is_exec || code->low < pc);
}

/* Whether somebody gave the trips of the loop that this branch goes on with or leaves. */
GCNMEMI_PRIVATE int gcnmemi_wave_is_told(const gcnmemi_machine_view* v, const gcnmemi_machine_insn* insn) {
    uint32_t exits = insn->code.flags & (GCNMEM_INSN_EXIT_TAKEN | GCNMEM_INSN_EXIT_FALLS);
    uint32_t loop = insn->latch_of != GCNMEM_NO_LOOP ? insn->latch_of : exits != 0 ? insn->code.loop : GCNMEM_NO_LOOP;
    return loop != GCNMEM_NO_LOOP && (v->told[loop] & GCNMEMI_WAVE_TOLD) != 0;
}

/* The way of a conditional branch as its wave's registers have it, unless the caller said otherwise; -1: unknown. */
GCNMEMI_PRIVATE int gcnmemi_wave_way(gcnmemi_machine_view* v, uint32_t wave, const gcnmemi_machine_insn* insn) {
    uint32_t pc = v->waves[wave].pc;
    uint32_t cause = 0;
    if (insn->code.branch < GCNMEM_BRANCH_SCC0 || insn->code.branch > GCNMEM_BRANCH_EXECNZ ||
        insn->per_mille != 0xffff || gcnmemi_wave_is_told(v, insn)) {
        return -1;
    }
    gcnmemi_evaluate_doubt(v, wave, pc);
    int way = gcnmemi_evaluate_branch(v, wave, insn->code.branch, &cause);
    if (cause != 0) {
        gcnmemi_wave_doubt(v, wave, pc, cause);
        way = (insn->code.flags & GCNMEMI_WAVE_LOOPS) != 0 ? -1 : way; /* stand-ins might run for ever */
    }
    return way;
}

GCNMEMI_PRIVATE int gcnmemi_wave_is_taken(gcnmemi_machine_view* v, uint32_t wave, const gcnmemi_machine_insn* insn) {
    gcnmemi_machine_wave* w = &v->waves[wave];
    uint32_t flags = insn->code.flags;
    int is_certain = insn->code.branch == GCNMEM_BRANCH_ALWAYS || insn->code.branch == GCNMEM_BRANCH_INDIRECT;
    int way = gcnmemi_wave_way(v, wave, insn);
    uint32_t latched = flags & (GCNMEM_INSN_LATCH_TAKEN | GCNMEM_INSN_LATCH_FALLS);
    uint8_t* told = &v->told[latched != 0                        ? insn->latch_of
                             : insn->code.loop != GCNMEM_NO_LOOP ? insn->code.loop
                                                                 : v->run->loop_count];
    if (is_certain && (flags & GCNMEM_INSN_LATCH_TAKEN) != 0 &&
        (*told & (GCNMEMI_WAVE_TOLD | GCNMEMI_WAVE_HAS_EXIT)) == GCNMEMI_WAVE_HAS_EXIT) {
        way = 1; /* what leaves the loop knows when */
    }
    if (way >= 0) {
        int goes_on = (flags & GCNMEM_INSN_LATCH_TAKEN) != 0 ? way : (flags & GCNMEM_INSN_LATCH_FALLS) != 0 && !way;
        gcnmemi_wave_counts(v, wave)[goes_on ? insn->latch_of : 0] += goes_on != 0;
        return way;
    }
    if ((flags & GCNMEMI_WAVE_LOOPS) != 0 && (*told & GCNMEMI_WAVE_TOLD) == 0) {
        *told |= GCNMEMI_WAVE_GUESSED;
    }
    if ((flags & GCNMEM_INSN_LATCH_TAKEN) != 0) {
        return gcnmemi_wave_latch(v, wave, insn);
    }
    if ((flags & GCNMEM_INSN_LATCH_FALLS) != 0) {
        return is_certain || !gcnmemi_wave_latch(v, wave, insn);
    }
    if (is_certain || insn->code.branch == GCNMEM_BRANCH_CALL) {
        return is_certain;
    }
    if (insn->per_mille != 0xffff) { /* a draw: a hash of who asks and how often it has asked */
        uint64_t wave_hash = gcnmemi_bits_mix(w->group * 64 + w->in_group);
        if (gcnmemi_bits_mix(wave_hash + ++w->visits) % 1000 < insn->per_mille) {
            return 1;
        }
    }
    if ((flags & (GCNMEM_INSN_EXIT_TAKEN | GCNMEM_INSN_EXIT_FALLS)) == 0) {
        return 0;
    }
    int is_used_up = insn->code.loop == GCNMEM_NO_LOOP ||
                     gcnmemi_wave_counts(v, wave)[insn->code.loop] >= v->loops[insn->code.loop].trips;
    return (flags & GCNMEM_INSN_EXIT_TAKEN) != 0 ? is_used_up : !is_used_up;
}

/* Moves the wave behind its branch, out of the loops that do not hold the place. Returns whether it was taken. */
GCNMEMI_PRIVATE int gcnmemi_wave_branch(gcnmemi_machine_view* v, uint32_t wave) {
    gcnmemi_machine_wave* w = &v->waves[wave];
    const gcnmemi_machine_insn* insn = &v->insns[w->pc];
    int is_taken = gcnmemi_wave_is_taken(v, wave, insn);
    w->pc = is_taken ? insn->code.target : w->pc + 1;
    for (uint32_t loop = insn->code.loop; loop != GCNMEM_NO_LOOP; loop = v->loops[loop].parent) {
        uint32_t around = v->insns[w->pc].code.loop;
        while (around != GCNMEM_NO_LOOP && around != loop) {
            around = v->loops[around].parent;
        }
        if (around == loop) {
            break;
        }
        gcnmemi_wave_counts(v, wave)[loop] = 0;
    }
    return is_taken;
}

GCNMEMI_PRIVATE gcnmemi_pattern_asker gcnmemi_wave_asker(const gcnmemi_machine_view* v, uint32_t wave) {
    const gcnmemi_machine_wave* w = &v->waves[wave];
    const gcnmemi_machine_insn* insn = &v->insns[w->pc];
    uint32_t rest = v->run->result.needs.group_lanes % GCNMEM_LANES;
    uint32_t loop = insn->code.loop;
    gcnmemi_pattern_asker asker;
    gcnmemi_bits_zero(&asker, sizeof(asker));
    asker.query.insn = v->run->first_insn + w->pc;
    asker.query.wave = w->in_group;
    asker.query.group = w->group;
    for (uint32_t i = 0; i < 3 && loop != GCNMEM_NO_LOOP; ++i) {
        asker.query.iter[i] = gcnmemi_wave_counts(v, wave)[loop];
        loop = v->loops[loop].parent;
    }
    asker.inputs.wave = w->group * v->run->group_waves + w->in_group;
    asker.inputs.group = w->group;
    asker.inputs.iter = asker.query.iter[0];
    asker.inputs.iter1 = asker.query.iter[1];
    asker.inputs.iter2 = asker.query.iter[2];
    asker.inputs.insn = asker.query.insn;
    asker.wave = wave;
    asker.mask = w->is_last && rest != 0 ? ((uint64_t)1 << rest) - 1 : UINT64_MAX;
    asker.mask &=
        insn->code.lanes % GCNMEM_LANES != 0 ? /* 0 and 64: all */ ((uint64_t)1 << insn->code.lanes) - 1 : UINT64_MAX;
    return asker;
}

/* ---------------------------------------------------------------------------------------------------------------------
   >>dispatch   work-groups into free slots (R55)
   Knows: bits, machine, wheel, record, counters, evaluate, wave
   ------------------------------------------------------------------------------------------------------------------ */

/* Puts the next group of the dispatch, if there is one, into a free slot of the CU. Group slots hold the wave slots
   from their number times group_waves on. */
GCNMEMI_PRIVATE void gcnmemi_dispatch_group(gcnmemi_machine_view* v, uint32_t cu) {
    gcnmem_run* run = v->run;
    uint64_t* engine = &v->engines[v->cus[cu].engine];
    uint32_t slot = cu * run->result.groups_per_cu;
    uint32_t first_simd = cu * v->desc->simd_count_per_cu;
    if (run->groups_placed == run->groups) {
        return;
    }
    while (v->groups[slot].live != 0) {
        ++slot;
    }
    v->groups[slot].live = run->group_waves;
    v->groups[slot].arrived = 0;
    for (uint32_t i = 0; i < run->group_waves; ++i) {
        uint32_t wave = slot * run->group_waves + i;
        uint64_t sent = gcnmemi_bits_max(*engine, run->now);
        uint64_t clock = sent + v->desc->wave_launch_clocks;
        gcnmemi_machine_wave* w = &v->waves[wave];
        *engine = sent + v->desc->wave_interval_clocks;
        run->result.launch_clocks += clock - run->now;
        gcnmemi_bits_zero(w, sizeof(*w));
        w->simd = first_simd; /* or the first of those with fewer waves */
        for (uint32_t k = first_simd + 1; k < first_simd + v->desc->simd_count_per_cu; ++k) {
            w->simd = v->simds[k].count < v->simds[w->simd].count ? k : w->simd;
        }
        gcnmemi_machine_simd* simd = &v->simds[w->simd];
        w->place = (uint8_t)simd->count++;
        w->since = clock;
        w->begin = clock;
        w->group = run->groups_placed;
        w->in_group = i;
        w->cu = cu;
        w->is_last = i + 1 == run->group_waves;
        gcnmemi_bits_zero(gcnmemi_wave_counts(v, wave), sizeof(uint32_t) * run->loop_count);
        gcnmemi_evaluate_begin(v, wave);
        if (gcnmemi_record_of_wave(v, GCNMEM_RUN_EVENT_WAVE, wave, 0, clock, GCNMEM_RUN_EVENT_OPEN) != NULL) {
            w->event = (uint32_t)run->result.events;
        }
        simd->wave[w->place] = wave;
        simd->refusal[w->place] = GCNMEM_STALL_ISSUE;
        ++run->live_waves;
        gcnmemi_counters_ready(v, wave, clock);
        gcnmemi_wheel_need(v, w->simd, clock);
    }
    gcnmemi_record_resident(v, cu);
    ++run->groups_placed;
}

/* ---------------------------------------------------------------------------------------------------------------------
   >>issue      a SIMD's turn: which of its waves issue what (R56)
   Knows: bits, desc, levels, machine, wheel, record, counters, evaluate, pattern, memory, wave, dispatch

   Every clock is one SIMD's turn. It offers its waves, oldest first; each may issue one instruction, and each port
   takes one a turn. A wave that is turned away says when to ask again.
   ------------------------------------------------------------------------------------------------------------------ */

/* Who issues what, when. */
typedef struct gcnmemi_issue_turn {
    uint32_t wave;
    gcnmemi_machine_wave* w;
    uint64_t now;
    uint64_t next; /* earliest clock at which a wave of the SIMD may ask again */
    uint32_t pc;
    const gcnmemi_machine_insn* insn; /* at pc */
    uint32_t taken;                   /* bit set of ports that took an instruction in this turn */
    uint32_t refused;                 /* ... whose unit is busy */
} gcnmemi_issue_turn;

/* The wave is turned away, and with it all that want the one unit behind its port in this turn. */
GCNMEMI_PRIVATE int gcnmemi_issue_refuse(gcnmemi_machine_view* v, gcnmemi_issue_turn* turn, uint64_t retry,
                                         uint32_t stall) {
    v->simds[turn->w->simd].refusal[turn->w->place] = (uint8_t)stall;
    turn->next = gcnmemi_bits_min(retry, turn->next);
    turn->refused |= turn->insn->port <= GCNMEMI_MACHINE_PORT_LDS ? (uint32_t)1 << turn->insn->port : 0;
    return 0;
}

/* The instruction issues: counts it and the time since the wave was ready. */
GCNMEMI_PRIVATE void gcnmemi_issue_count(gcnmemi_machine_view* v, gcnmemi_issue_turn* turn, uint64_t clocks) {
    gcnmemi_counters_late(v, turn->wave, turn->pc, turn->now);
    gcnmemi_record_of_wave(v, GCNMEM_RUN_EVENT_ISSUE, turn->wave, turn->pc, turn->now, turn->now + clocks);
    if (turn->insn->is_evaluated) {
        gcnmemi_evaluate_step(v, turn->wave, turn->pc);
    }
    ++v->stats[turn->pc].issued;
    ++v->run->result.instructions[turn->insn->code.category];
    v->run->result.active_clocks += clocks;
    turn->w->since = turn->now + clocks;
}

/* The same, and on to the instruction below, ready after `clocks`. */
GCNMEMI_PRIVATE int gcnmemi_issue_plain(gcnmemi_machine_view* v, gcnmemi_issue_turn* turn, uint64_t clocks) {
    gcnmemi_issue_count(v, turn, clocks);
    if ((turn->insn->code.flags & GCNMEM_INSN_LATCH_FALLS) != 0) {
        gcnmemi_wave_latch(v, turn->wave, turn->insn);
    }
    ++turn->w->pc;
    gcnmemi_counters_ready(v, turn->wave, turn->now + clocks);
    return 1;
}

/* ---- memory ---- */

/* Enters what the instruction adds to counter `which`; its unit made room. Returns the handle, 0xff when it adds
   nothing. */
GCNMEMI_PRIVATE uint8_t gcnmemi_issue_enter(gcnmemi_machine_view* v, const gcnmemi_issue_turn* turn, uint32_t which,
                                            uint64_t clock, uint32_t served, uint32_t stall) {
    uint8_t weight = turn->insn->adds[which];
    if (weight == 0) {
        return 0xff;
    }
    gcnmemi_machine_counter* counter = &turn->w->counter[which];
    gcnmemi_machine_pending* entry = &gcnmemi_counters_entries(v, turn->wave, which)[counter->count++];
    entry->clock = clock;
    entry->insn = turn->pc;
    entry->served = (uint8_t)served;
    entry->weight = weight;
    entry->stall = (uint8_t)stall;
    entry->slot = (uint8_t)counter->next_slot;
    counter->next_slot = (uint16_t)((counter->next_slot + 1) % 128);
    counter->sum = (uint16_t)(counter->sum + weight);
    return entry->slot;
}

/* Enters an access into vmcnt and lgkmcnt; one that waits for DRAM keeps the handles for the answer. */
GCNMEMI_PRIVATE void gcnmemi_issue_access(gcnmemi_machine_view* v, gcnmemi_issue_turn* turn,
                                          const gcnmemi_memory_progress* progress, uint32_t stall) {
    int is_open = progress->access != GCNMEM_NONE;
    uint64_t clock = is_open ? GCNMEMI_MACHINE_NEVER : progress->clock;
    uint8_t vm = gcnmemi_issue_enter(v, turn, GCNMEMI_COUNTERS_COUNTER_VM, clock, progress->served, stall);
    uint8_t lgkm = gcnmemi_issue_enter(v, turn, GCNMEMI_COUNTERS_COUNTER_LGKM, clock, progress->served, stall);
    ++v->stats[turn->pc].served[progress->served];
    ++v->run->result.served[progress->served];
    if (is_open) {
        gcnmemi_machine_access* access = &v->accesses[progress->access];
        access->clock = gcnmemi_bits_max(progress->clock, access->clock);
        access->issued = turn->now;
        access->wave = turn->wave;
        access->insn = turn->pc;
        access->back = progress->back;
        access->slot[0] = vm;
        access->slot[1] = lgkm;
        access->served = (uint8_t)progress->served;
    } else {
        gcnmemi_record_request(v, turn->wave, turn->pc, turn->now, clock, progress->served);
    }
}

/* R58: whether the instruction is there; if not, its wave waits until it is. */
GCNMEMI_PRIVATE int gcnmemi_issue_fetch(gcnmemi_machine_view* v, gcnmemi_issue_turn* turn) {
    gcnmemi_machine_wave* w = turn->w;
    uint32_t first = turn->insn->first_line + (w->code_line == turn->insn->first_line + 1);
    if (w->code_line == turn->insn->last_line + 1) {
        return 1;
    }
    if (!gcnmemi_memory_has_room(v, w->cu)) {
        v->simds[w->simd].refusal[w->place] = GCNMEM_STALL_FETCH;
        return 0;
    }
    gcnmemi_memory_progress progress = gcnmemi_memory_fetch(v, w->cu, first, turn->insn->last_line, turn->now);
    w->code_line = turn->insn->last_line + 1;
    if (progress.access == GCNMEM_NONE && progress.clock <= turn->now) {
        return 1;
    }
    gcnmemi_counters_late(v, turn->wave, turn->pc, turn->now);
    w->since = turn->now;
    if (progress.access == GCNMEM_NONE) {
        gcnmemi_counters_fetched(v, turn->wave, progress.clock);
        return 0;
    }
    gcnmemi_machine_access* access = &v->accesses[progress.access];
    access->clock = gcnmemi_bits_max(progress.clock, access->clock);
    access->wave = turn->wave;
    access->back = progress.back;
    access->slot[0] = 0xff;
    access->slot[1] = 0xff;
    gcnmemi_counters_ready(v, turn->wave, GCNMEMI_MACHINE_NEVER);
    return 0;
}

/* Whether an instruction whose unit takes it may issue: one that may miss needs room below, and a full counter holds up
   issue [oss]. */
GCNMEMI_PRIVATE int gcnmemi_issue_has_room(gcnmemi_machine_view* v, gcnmemi_issue_turn* turn, int may_miss) {
    gcnmemi_machine_wave* w = turn->w;
    int is_full = 0;
    if (may_miss && !gcnmemi_memory_has_room(v, turn->w->cu)) {
        return gcnmemi_issue_refuse(v, turn, GCNMEMI_MACHINE_NEVER, GCNMEM_STALL_PIPE);
    }
    for (uint32_t which = 0; which < 3; ++which) {
        uint32_t adds = turn->insn->adds[which];
        uint32_t most = v->run->pending_at[which + 1] - v->run->pending_at[which];
        uint32_t limit = adds < most ? most - adds : 0;
        w->wait[which] = GCNMEM_NO_WAIT;
        if (adds != 0 && w->counter[which].sum > limit) {
            gcnmemi_counters_retire(v, turn->wave, which, turn->now);
            if (w->counter[which].sum > limit) {
                w->wait[which] = (uint8_t)limit;
                is_full = 1;
            }
        }
    }
    if (is_full) {
        gcnmemi_counters_wait(v, turn->wave, turn->pc, turn->now);
    }
    return !is_full;
}

/* Vector memory and LDS. */
GCNMEMI_PRIVATE int gcnmemi_issue_vector(gcnmemi_machine_view* v, gcnmemi_issue_turn* turn) {
    gcnmemi_machine_cu* cu = &v->cus[turn->w->cu];
    gcnmemi_machine_pattern* pattern = &v->patterns[turn->insn->pattern];
    int is_lds = turn->insn->port == GCNMEMI_MACHINE_PORT_LDS;
    uint32_t simd = turn->w->simd - turn->w->cu * v->desc->simd_count_per_cu;
    uint32_t queue_clocks = is_lds ? v->desc->lds_queue_clocks : v->desc->vmem_queue_clocks;
    uint64_t busy_until =
        is_lds ? gcnmemi_bits_max(*gcnmemi_memory_lds_port(v, turn->w->cu, simd), cu->lds_free) : cu->l1_free;
    if (busy_until > turn->now + queue_clocks) {
        return gcnmemi_issue_refuse(v, turn, busy_until - queue_clocks, GCNMEM_STALL_PIPE);
    }
    if (!gcnmemi_issue_has_room(v, turn, !is_lds)) {
        return 0;
    }
    gcnmemi_pattern_asker asker = gcnmemi_wave_asker(v, turn->wave);
    gcnmemi_pattern_touch(v, pattern, &asker);
    v->stats[turn->pc].unit_clocks += v->touch->cost.clocks;
    v->stats[turn->pc].lines += v->touch->cost.l1_lines;
    if (is_lds) {
        gcnmemi_memory_progress progress = {0, GCNMEM_NONE, GCNMEM_SERVED_LDS, 0, 0, 0, 0};
        progress.clock = gcnmemi_memory_lds(v, turn->w->cu, simd, pattern, v->touch, turn->now);
        gcnmemi_issue_access(v, turn, &progress, GCNMEM_STALL_LDS);
    } else {
        gcnmemi_memory_progress progress = gcnmemi_memory_vector(v, turn->w->cu, pattern, v->touch, turn->now);
        gcnmemi_issue_access(v, turn, &progress, GCNMEM_STALL_VECTOR_MEMORY);
        gcnmemi_issue_enter(v, turn, GCNMEMI_COUNTERS_COUNTER_EXP, cu->l1_free, GCNMEM_SERVED_OTHER,
                            GCNMEM_STALL_EXPORT); /* GFX6 stores: until their data are read */
    }
    return gcnmemi_issue_plain(v, turn, 4);
}

/* Scalar loads, and what shares their path without touching memory: s_memtime, s_dcache_*. */
GCNMEMI_PRIVATE int gcnmemi_issue_scalar_memory(gcnmemi_machine_view* v, gcnmemi_issue_turn* turn) {
    gcnmemi_memory_progress progress = {0, GCNMEM_NONE, GCNMEM_SERVED_SCALAR_L1, 0, 0, 0, 0};
    uint32_t dwords = 1;
    if (!gcnmemi_issue_has_room(v, turn, 1)) {
        return 0;
    }
    progress.clock = turn->now + v->desc->scalar_l1_latency_clocks;
    if (turn->insn->pattern != GCNMEM_NONE) {
        gcnmemi_machine_pattern* pattern = &v->patterns[turn->insn->pattern];
        gcnmemi_pattern_asker asker = gcnmemi_wave_asker(v, turn->wave);
        uint64_t address = gcnmemi_pattern_scalar(v, pattern, &asker);
        progress = gcnmemi_memory_scalar(v, turn->w->cu, pattern, address, turn->now);
        dwords = gcnmemi_bits_divide_up(pattern->op.element_bytes, 4);
    }
    gcnmemi_issue_access(v, turn, &progress, GCNMEM_STALL_SCALAR_MEMORY);
    return gcnmemi_issue_plain(v, turn, 4 * (uint64_t)gcnmemi_bits_divide_up(dwords, v->desc->scalar_issue_dwords));
}

/* ---- exports, messages ---- */

/* Exports and GDS share a CU's way out; a message takes no time of its own. */
GCNMEMI_PRIVATE int gcnmemi_issue_export(gcnmemi_machine_view* v, gcnmemi_issue_turn* turn) {
    gcnmemi_machine_cu* cu = &v->cus[turn->w->cu];
    uint32_t stall =
        turn->insn->code.category == GCNMEM_CATEGORY_EXPORT ? GCNMEM_STALL_EXPORT : GCNMEM_STALL_SCALAR_MEMORY;
    if (cu->export_free > turn->now) {
        return gcnmemi_issue_refuse(v, turn, cu->export_free, GCNMEM_STALL_PIPE);
    }
    if (!gcnmemi_issue_has_room(v, turn, 0)) {
        return 0;
    }
    cu->export_free = turn->now + v->desc->export_clocks;
    uint64_t done = turn->now + v->desc->export_latency_clocks;
    gcnmemi_issue_enter(v, turn, GCNMEMI_COUNTERS_COUNTER_LGKM, done, GCNMEM_SERVED_OTHER, stall);
    gcnmemi_issue_enter(v, turn, GCNMEMI_COUNTERS_COUNTER_EXP, done, GCNMEM_SERVED_OTHER, stall);
    return gcnmemi_issue_plain(v, turn, 4);
}

/* ---- waits, barriers, the end ---- */

/* When everyone of the group is there, all go on together. */
GCNMEMI_PRIVATE void gcnmemi_issue_release(gcnmemi_machine_view* v, const gcnmemi_issue_turn* turn,
                                           gcnmemi_machine_group* group) {
    uint32_t first = turn->wave - turn->w->in_group;
    if (group->arrived != group->live) {
        return;
    }
    group->arrived = 0;
    for (uint32_t wave = first; wave < first + v->run->group_waves; ++wave) {
        gcnmemi_machine_wave* w = &v->waves[wave];
        if (w->state == GCNMEMI_MACHINE_WAVE_AT_BARRIER) {
            uint64_t ready = gcnmemi_bits_max(turn->now + v->desc->barrier_clocks, w->since);
            gcnmemi_counters_stall(v, wave, w->wait_insn, GCNMEM_STALL_BARRIER, w->since, ready, NULL);
            w->state = GCNMEMI_MACHINE_WAVE_RUNS;
            gcnmemi_counters_ready(v, wave, ready);
            gcnmemi_wheel_need(v, w->simd, ready);
        }
    }
}

/* A wave ends when nothing of it is under way; a group's end makes room for the next. */
GCNMEMI_PRIVATE int gcnmemi_issue_end(gcnmemi_machine_view* v, gcnmemi_issue_turn* turn) {
    gcnmem_run* run = v->run;
    gcnmemi_machine_simd* simd = &v->simds[turn->w->simd];
    gcnmemi_machine_wave* w = turn->w;
    gcnmemi_machine_group* group = &v->groups[turn->wave / run->group_waves];
    for (uint32_t which = 0; which < 3; ++which) {
        w->wait[which] = 0;
        gcnmemi_counters_retire(v, turn->wave, which, turn->now);
    }
    if ((w->counter[0].count | w->counter[1].count | w->counter[2].count) != 0) {
        gcnmemi_counters_wait(v, turn->wave, turn->pc, turn->now);
        return 0;
    }
    gcnmemi_issue_count(v, turn, 4);
    run->result.wave_clocks += turn->now + 4 - w->begin;
    run->result.clocks = gcnmemi_bits_max(turn->now + 4, run->result.clocks);
    ++run->result.waves;
    if (w->event != 0) {
        v->events[w->event - 1].end = turn->now + 4;
    }
    --simd->count;
    for (uint32_t i = w->place; i < simd->count; ++i) { /* younger waves move up */
        simd->ready[i] = simd->ready[i + 1];
        simd->wave[i] = simd->wave[i + 1];
        simd->port[i] = simd->port[i + 1];
        simd->refusal[i] = simd->refusal[i + 1];
        v->waves[simd->wave[i]].place = (uint8_t)i;
    }
    --run->live_waves;
    gcnmemi_record_resident(v, w->cu);
    if (--group->live == 0) {
        ++run->result.groups;
        gcnmemi_dispatch_group(v, turn->w->cu);
    } else {
        gcnmemi_issue_release(v, turn, group);
    }
    return 1;
}

/* ---- a turn ---- */

/* Whether the wave's instruction issues. */
GCNMEMI_PRIVATE int gcnmemi_issue_one(gcnmemi_machine_view* v, gcnmemi_issue_turn* turn) {
    gcnmemi_machine_wave* w = turn->w;
    gcnmemi_machine_simd* simd = &v->simds[w->simd];
    gcnmemi_machine_group* group = &v->groups[turn->wave / v->run->group_waves];
    uint32_t category = turn->insn->code.category;
    uint32_t port = turn->insn->port;
    uint64_t clocks = turn->insn->clocks;
    int may_depend = port == GCNMEMI_MACHINE_PORT_SCALAR || category == GCNMEM_CATEGORY_BRANCH;
    may_depend = may_depend && turn->insn->touches_scalars && w->scalar_clock > turn->now;
    for (uint32_t i = 0; i < 10 && may_depend; ++i) { /* on a scalar register that the vector ALU is still writing */
        gcnmem_regs a = v->insns[w->scalar_insn].code.writes[i / 5];
        gcnmem_regs b = turn->insn->code.reads[i % 5];
        if (GCNMEM_REGS_FIRST(a) < GCNMEM_REGS_FIRST(b) + GCNMEM_REGS_COUNT(b) &&
            GCNMEM_REGS_FIRST(b) < GCNMEM_REGS_FIRST(a) + GCNMEM_REGS_COUNT(a)) {
            return gcnmemi_issue_refuse(v, turn, w->scalar_clock, GCNMEM_STALL_DEPENDENCY);
        }
    }
    switch (category) {
    case GCNMEM_CATEGORY_VALU:
        if (simd->valu_free > turn->now) {
            return gcnmemi_issue_refuse(v, turn, simd->valu_free, GCNMEM_STALL_ISSUE);
        }
        simd->valu_free = turn->now + clocks;
        v->run->result.valu_busy_clocks += clocks;
        if (turn->insn->touches_scalars) {
            w->scalar_clock = turn->now + v->desc->valu_to_scalar_clocks;
            w->scalar_insn = turn->pc;
        }
        return gcnmemi_issue_plain(v, turn, clocks);
    case GCNMEM_CATEGORY_SALU:
        v->run->result.salu_busy_clocks += v->desc->simd_count_per_cu;
        return gcnmemi_issue_plain(v, turn, v->desc->salu_clocks);
    case GCNMEM_CATEGORY_SMEM:
        return gcnmemi_issue_scalar_memory(v, turn);
    case GCNMEM_CATEGORY_BRANCH:
        clocks = gcnmemi_wave_branch(v, turn->wave) ? v->desc->branch_taken_clocks : v->desc->branch_not_taken_clocks;
        gcnmemi_issue_count(v, turn, clocks);
        gcnmemi_counters_ready(v, turn->wave, turn->now + clocks);
        return 1;
    case GCNMEM_CATEGORY_WAITCNT:
        for (uint32_t which = 0; which < 3; ++which) {
            w->wait[which] = turn->insn->wait[which];
            gcnmemi_counters_retire(v, turn->wave, which, turn->now);
        }
        gcnmemi_issue_plain(v, turn, 4);
        gcnmemi_counters_wait(v, turn->wave, turn->pc, turn->now + 4);
        return 1;
    case GCNMEM_CATEGORY_BARRIER:
        w->wait_insn = turn->pc;
        gcnmemi_issue_plain(v, turn, 4);
        if (v->run->group_waves > 1) {
            w->state = GCNMEMI_MACHINE_WAVE_AT_BARRIER;
            gcnmemi_counters_ready(v, turn->wave, GCNMEMI_MACHINE_NEVER);
            ++group->arrived;
            gcnmemi_issue_release(v, turn, group);
        }
        return 1;
    case GCNMEM_CATEGORY_ENDPGM:
        return gcnmemi_issue_end(v, turn);
    default:
        return port == GCNMEMI_MACHINE_PORT_INTERNAL ? gcnmemi_issue_plain(v, turn, clocks)
               : port == GCNMEMI_MACHINE_PORT_BRANCH ? gcnmemi_issue_export(v, turn)
                                                     : gcnmemi_issue_vector(v, turn);
    }
}

/* The SIMD's turn at run->now: each wave that is ready is offered, oldest first. */
GCNMEMI_PRIVATE void gcnmemi_issue_take_turn(gcnmemi_machine_view* v, uint32_t index) {
    gcnmemi_machine_simd* simd = &v->simds[index];
    int has_fetches = v->run->levels.row[GCNMEMI_LEVELS_ICACHE].count != 0;
    uint32_t place = 0;
    gcnmemi_issue_turn turn;
    turn.now = v->run->now;
    turn.next = GCNMEMI_MACHINE_NEVER;
    turn.taken = 0;
    turn.refused = 0;
    while (place < simd->count) {
        uint32_t port = simd->port[place];
        if (simd->ready[place] > turn.now) {
            turn.next = gcnmemi_bits_min(simd->ready[place++], turn.next);
        } else if ((turn.taken >> port & 1) != 0) {
            turn.next = turn.now + 1;
            ++place;
        } else if ((turn.refused >> port & 1) != 0) {
            simd->refusal[place++] = port == GCNMEMI_MACHINE_PORT_VALU ? GCNMEM_STALL_ISSUE : GCNMEM_STALL_PIPE;
        } else {
            turn.wave = simd->wave[place];
            turn.w = &v->waves[turn.wave];
            turn.pc = turn.w->pc;
            turn.insn = &v->insns[turn.pc];
            if ((!has_fetches || gcnmemi_issue_fetch(v, &turn)) && gcnmemi_issue_one(v, &turn)) {
                turn.taken |= port != GCNMEMI_MACHINE_PORT_INTERNAL ? (uint32_t)1 << port : 0;
                turn.taken |=
                    turn.insn->code.category == GCNMEM_CATEGORY_FLAT ? (uint32_t)1 << GCNMEMI_MACHINE_PORT_LDS : 0;
            }
            if (place < simd->count && simd->wave[place] == turn.wave) { /* it did not end, or is a new one */
                turn.next = simd->ready[place] > turn.now ? gcnmemi_bits_min(simd->ready[place], turn.next) : turn.next;
                ++place;
            }
        }
    }
    if (turn.next != GCNMEMI_MACHINE_NEVER) {
        gcnmemi_wheel_need(v, index, turn.next);
    }
}

#undef GCNMEMI_PRIVATE
#define GCNMEMI_PRIVATE GCNMEMI_COLD GCNMEM_UNUSED static

/* ---------------------------------------------------------------------------------------------------------------------
   >>run        a shader over a dispatch: reading the program, the event loop, the result (R57)
   Knows: bits, results, occupancy, channel, cache, dram, touch, levels
   Knows: text, listing, values, slice, entry, machine, wheel, pattern, memory, wave, dispatch, issue
   ------------------------------------------------------------------------------------------------------------------ */

/* ---- what is asked for ---- */

GCNMEM_DEF gcnmem_run_options gcnmem_run_options_for(uint32_t stage) {
    gcnmem_run_options options;
    gcnmemi_bits_zero(&options, sizeof(options));
    options.stage = stage;
    return options;
}

GCNMEM_DEF gcnmem_desc gcnmem_run_scaled_desc(const gcnmem_desc* desc, uint32_t cu_count) {
    gcnmem_desc scaled = *desc;
    uint32_t whole = desc->cu_count;
    uint32_t cus = cu_count == 0 || cu_count > whole ? whole : cu_count;
    scaled.cu_count = cus;
    scaled.shader_engine_count = gcnmemi_bits_divide_up(desc->shader_engine_count * cus, whole);
    scaled.l2_channels = gcnmemi_bits_divide_up(desc->l2_channels * cus, whole);
    uint64_t set_bytes = (uint64_t)scaled.l2_channels * desc->l2_ways * desc->l2_line_bytes;
    uint64_t sets = (uint64_t)desc->l2_size_bytes * cus / whole / set_bytes;
    scaled.l2_size_bytes = (uint32_t)(gcnmemi_bits_max(sets, 1) * set_bytes);
    scaled.dram_channels = gcnmemi_bits_divide_up(desc->dram_channels * cus, whole);
    scaled.dram_bus_bits = scaled.dram_channels * desc->dram_channel_bits;
    scaled.dram_mbps_per_pin = (uint32_t)gcnmemi_bits_scale((uint64_t)desc->dram_mbps_per_pin * desc->dram_channels,
                                                            cus, (uint64_t)whole * scaled.dram_channels);
    if (scaled.l2_channels != desc->l2_channels &&
        (desc->l2_channel_rule != GCNMEMI_CHANNEL_HASH || !gcnmemi_bits_is_power_of_two(scaled.l2_channels))) {
        scaled.l2_channel_rule = GCNMEMI_CHANNEL_MODULO;
    }
    return scaled;
}

/* One more than the highest register from `first` up to `end` that an instruction of the stage names. */
GCNMEMI_PRIVATE uint32_t gcnmemi_run_named(const gcnmem_listing* program, const gcnmem_stage* stage, uint32_t first,
                                           uint32_t end) {
    uint32_t most = first;
    for (uint32_t i = stage->first_insn; i < stage->first_insn + stage->insn_count; ++i) {
        const gcnmem_insn* insn = gcnmem_listing_insn(program, i);
        for (uint32_t k = 0; k < 7; ++k) {
            gcnmem_regs regs = k < 2 ? insn->writes[k] : insn->reads[k - 2];
            uint32_t behind = GCNMEM_REGS_FIRST(regs) + GCNMEM_REGS_COUNT(regs);
            if (regs != 0 && GCNMEM_REGS_FIRST(regs) >= first && behind <= end && behind > most) {
                most = behind;
            }
        }
    }
    return most - first;
}

#define GCNMEMI_RUN_SGPRS_END 102 /* VCC and the like follow */

/* What the shader needs: the caller's word, else the listing's, else registers as far as instructions name them. */
GCNMEMI_PRIVATE gcnmem_shader_needs gcnmemi_run_needs(const gcnmem_listing* program,
                                                      const gcnmem_run_options* options) {
    const gcnmem_stage* stage = gcnmem_listing_stage(program, options->stage);
    gcnmem_shader_needs needs;
    needs.vgprs = options->vgprs != 0 ? options->vgprs
                  : (stage->stated & GCNMEM_STATED_VGPRS) != 0
                      ? stage->vgprs
                      : gcnmemi_run_named(program, stage, GCNMEM_REG_V0, GCNMEM_REG_A0);
    needs.sgprs = options->sgprs != 0 ? options->sgprs
                  : (stage->stated & GCNMEM_STATED_SGPRS) != 0
                      ? stage->sgprs
                      : gcnmemi_run_named(program, stage, 0, GCNMEMI_RUN_SGPRS_END);
    needs.lds_bytes = options->lds_bytes != 0 ? options->lds_bytes : stage->lds_bytes;
    needs.group_lanes = options->group_lanes != 0 ? options->group_lanes : stage->group_lanes;
    needs.group_lanes = needs.group_lanes != 0 ? needs.group_lanes : GCNMEM_LANES;
    return needs;
}

/* Waves are run as GCN runs them. */
GCNMEMI_PRIVATE gcnmem_result gcnmemi_run_check_machine(const gcnmem_desc* desc, gcnmem_issue* out_issue) {
    return desc->architecture == GCNMEM_ARCHITECTURE_GCN
               ? gcnmem_desc_validate(desc, out_issue)
               : gcnmemi_results_fail(GCNMEM_ERROR_VALUE, out_issue, "gpu",
                                      "is not GCN, and only GCN runs listings: take cost, occupancy or replay", 0, 0);
}

GCNMEM_DEF gcnmem_result gcnmem_run_validate(const gcnmem_desc* desc, const gcnmem_listing* program,
                                             const gcnmem_run_options* options, gcnmem_issue* out_issue) {
    gcnmem_result result = gcnmemi_run_check_machine(desc, out_issue);
    if (result != GCNMEM_OK) {
        return result;
    }
    if (options->stage >= program->stage_count) {
        return gcnmemi_results_fail(GCNMEM_ERROR_VALUE, out_issue, "stage",
                                    "is {value}: the program has {limit}, numbered from 0", options->stage,
                                    program->stage_count);
    }
    if (gcnmem_listing_stage(program, options->stage)->rdna_line != 0) {
        return gcnmemi_results_fail(GCNMEM_ERROR_VALUE, out_issue, "listing",
                                    "is RDNA code (line {value}): GCN 1 to 5 and CDNA are modelled",
                                    gcnmem_listing_stage(program, options->stage)->rdna_line, 0);
    }
    if (options->cu_count > desc->cu_count) {
        return gcnmemi_results_fail(GCNMEM_ERROR_VALUE, out_issue, "cus", "is {value}: the device has {limit}",
                                    options->cu_count, desc->cu_count);
    }
    if (desc->lds_port_count > GCNMEMI_MACHINE_LDS_PORTS) {
        return gcnmemi_results_fail(GCNMEM_ERROR_VALUE, out_issue, "lds_port_count",
                                    "is {value}: a run takes at most {limit}", desc->lds_port_count,
                                    GCNMEMI_MACHINE_LDS_PORTS);
    }
    gcnmem_shader_needs needs = gcnmemi_run_needs(program, options);
    return gcnmem_occupancy_validate(desc, &needs, GCNMEM_RULE_HARDWARE, out_issue);
}

/* ---- layout ---- */

/* Checks, and fills in what does not depend on memory: how many of everything, and where it stands. */
GCNMEMI_PRIVATE gcnmem_result gcnmemi_run_plan(gcnmem_run* run, const gcnmem_desc* desc, const gcnmem_listing* program,
                                               const gcnmem_run_options* options, gcnmem_issue* out_issue) {
    gcnmem_result result = gcnmem_run_validate(desc, program, options, out_issue);
    if (result != GCNMEM_OK) {
        return result;
    }
    const gcnmem_stage* stage = gcnmem_listing_stage(program, options->stage);
    gcnmem_run_result* r = &run->result;
    gcnmemi_bits_zero(run, sizeof(*run));
    run->desc = *desc;
    run->first_insn = stage->first_insn;
    run->insn_count = stage->insn_count;
    run->loop_count = stage->loop_count;
    for (uint32_t i = 0; i < stage->insn_count; ++i) {
        const gcnmem_insn* insn = gcnmem_listing_insn(program, stage->first_insn + i);
        run->pattern_count += gcnmem_listing_opcode(program, insn->opcode)->op.unit != GCNMEM_UNIT_NONE;
        r->code_bytes += GCNMEM_INSN_CODE_BYTES(insn->flags);
    }
    r->needs = gcnmemi_run_needs(program, options);
    r->is_named = options->vgprs == 0 && (stage->stated & GCNMEM_STATED_VGPRS) == 0;
    r->occupancy = gcnmem_occupancy_for(desc, &r->needs, GCNMEM_RULE_HARDWARE);
    r->groups_per_cu = r->occupancy.groups_per_cu;
    if (options->groups_per_cu_max != 0) {
        r->groups_per_cu = gcnmemi_bits_min32(options->groups_per_cu_max, r->groups_per_cu);
    }
    r->cu_count = options->cu_count != 0 ? options->cu_count : desc->cu_count;
    run->group_waves = gcnmemi_bits_divide_up(r->needs.group_lanes, GCNMEM_LANES);
    run->slots_per_cu = r->groups_per_cu * run->group_waves;
    run->pending_at[1] = desc->vmcnt_max;
    run->pending_at[2] = run->pending_at[1] + desc->lgkmcnt_max;
    run->pending_at[3] = run->pending_at[2] + desc->expcnt_max;
    uint64_t resident = (uint64_t)r->groups_per_cu * r->cu_count;
    uint64_t simds = (uint64_t)r->cu_count * desc->simd_count_per_cu;
    run->groups = options->groups != 0 ? options->groups : resident;
    uint64_t first_waves = gcnmemi_bits_min(run->groups, resident) * run->group_waves;
    r->waves_per_simd = gcnmemi_bits_divide_up(run->slots_per_cu, desc->simd_count_per_cu);
    r->waves_brought = gcnmemi_bits_min32(r->waves_per_simd, (uint32_t)((first_waves + simds - 1) / simds));
    run->max_clocks = options->max_clocks != 0 ? options->max_clocks : (uint64_t)1 << 40;
    run->event_room = options->event_count;
    run->vgpr_count = gcnmemi_run_named(program, stage, GCNMEM_REG_V0, GCNMEM_REG_A0 + 256) + 1;
    run->content_count = options->arg_count + 1;
    run->counts_dwords = stage->gfx_version != 0 && stage->gfx_version < 0x800;
    uint32_t line_parts = gcnmemi_bits_divide_up(desc->l1_line_bytes, desc->l2_line_bytes);
    run->waiter_count = r->cu_count * (desc->l1_miss_lines + (GCNMEMI_TOUCH_LINES + 128) * line_parts);
    run->queue_max[GCNMEMI_DRAM_READ] =
        gcnmemi_bits_divide_up(desc->l2_channels * desc->l2_read_entries, desc->dram_channels);
    run->queue_max[GCNMEMI_DRAM_WRITE] =
        gcnmemi_bits_divide_up(desc->l2_channels * desc->l2_write_entries, desc->dram_channels);
    uint64_t at_once = (uint64_t)r->cu_count * GCNMEMI_TOUCH_LINES * line_parts; /* of one access of each CU */
    run->request_count =
        (uint32_t)(2 * at_once + desc->dram_channels * (desc->dram_read_queue_entries + desc->dram_write_queue_entries +
                                                        run->queue_max[0] + run->queue_max[1]));
    run->bucket_count = 1;
    while (run->bucket_count < run->request_count) {
        run->bucket_count *= 2;
    }
    run->wheel_words = gcnmemi_bits_divide_up(r->cu_count * desc->simd_count_per_cu, 64);
    uint64_t cus = r->cu_count;
    uint64_t waves = cus * run->slots_per_cu;
    uint64_t* total = &run->at.total;
    gcnmemi_levels_take(total, sizeof(*run));
    gcnmemi_levels_lay_out(&run->levels, desc, r->cu_count, r->code_bytes, total);
    uint64_t clusters = gcnmemi_machine_clusters(run);
#define GCNMEMI_RUN_ARRAY(name, type, count) run->at.name = gcnmemi_levels_take(total, sizeof(type) * (count));
    GCNMEMI_MACHINE_ARRAYS(GCNMEMI_RUN_ARRAY)
#undef GCNMEMI_RUN_ARRAY
    if (*total > SIZE_MAX / 2) {
        return gcnmemi_results_fail(GCNMEM_ERROR_LIMIT, out_issue, "memory",
                                    "would be {value} bytes: this machine addresses {limit}", *total, SIZE_MAX / 2);
    }
    return GCNMEM_OK;
}

GCNMEM_DEF size_t gcnmem_run_size_bytes(const gcnmem_desc* desc, const gcnmem_listing* program,
                                        const gcnmem_run_options* options) {
    gcnmem_run run;
    return gcnmemi_run_plan(&run, desc, program, options, NULL) == GCNMEM_OK ? (size_t)run.at.total : 0;
}

/* ---- reading the program ---- */

#define GCNMEMI_RUN_LATCH (GCNMEM_INSN_LATCH_TAKEN | GCNMEM_INSN_LATCH_FALLS)

GCNMEMI_PRIVATE void gcnmemi_run_read_insn(const gcnmemi_machine_view* v, const gcnmem_listing* program,
                                           const gcnmem_run_options* options, uint32_t i) {
    const gcnmem_desc* desc = v->desc;
    const gcnmem_stage* stage = gcnmem_listing_stage(program, options->stage);
    gcnmemi_machine_insn* to = &v->insns[i];
    uint32_t index = stage->first_insn + i;
    const gcnmem_insn* from = gcnmem_listing_insn(program, index);
    uint32_t category = from->category;
    int is_valu = category == GCNMEM_CATEGORY_VALU;
    uint32_t next = (from->flags & GCNMEM_INSN_LATCH_TAKEN) != 0 ? from->target : index + 1;
    int has_memory = gcnmem_listing_opcode(program, from->opcode)->op.unit != GCNMEM_UNIT_NONE;
    to->code = *from;
    to->latch_of = GCNMEM_NO_LOOP;
    if ((from->flags & GCNMEMI_RUN_LATCH) != 0 && next - stage->first_insn < stage->insn_count) {
        const gcnmem_insn* header = gcnmem_listing_insn(program, next); /* of the loop it closes (R51) */
        to->latch_of = (header->flags & GCNMEM_INSN_HEADER) != 0 ? header->loop : (uint16_t)GCNMEM_NO_LOOP;
    }
    to->code.flags &= to->latch_of != GCNMEM_NO_LOOP ? UINT32_MAX : ~GCNMEMI_RUN_LATCH;
    to->code.target = gcnmemi_bits_min32(from->target - stage->first_insn, stage->insn_count);
    to->pattern = GCNMEM_NONE;
    to->port = is_valu                                                                ? GCNMEMI_MACHINE_PORT_VALU
               : category == GCNMEM_CATEGORY_SALU || category == GCNMEM_CATEGORY_SMEM ? GCNMEMI_MACHINE_PORT_SCALAR
               : category == GCNMEM_CATEGORY_UNKNOWN || category >= GCNMEM_CATEGORY_WAITCNT
                   ? GCNMEMI_MACHINE_PORT_INTERNAL
               : category >= GCNMEM_CATEGORY_GDS || !has_memory ? GCNMEMI_MACHINE_PORT_BRANCH /* or cache control */
               : category == GCNMEM_CATEGORY_LDS                ? GCNMEMI_MACHINE_PORT_LDS
                                                                : GCNMEMI_MACHINE_PORT_VMEM;
    to->clocks = (uint16_t)(!is_valu                            ? 4
                            : from->rate == GCNMEM_RATE_QUARTER ? desc->valu_quarter_clocks
                            : from->rate == GCNMEM_RATE_CVT     ? desc->valu_convert_clocks
                            : from->rate == GCNMEM_RATE_FMA32   ? desc->valu_fma_clocks
                            : from->rate == GCNMEM_RATE_F64_ADD ? desc->valu_f64_add_clocks
                            : from->rate == GCNMEM_RATE_F64_MUL ? desc->valu_f64_mul_clocks
                                                                : desc->valu_clocks);
    to->per_mille = 0xffff;
    for (uint32_t k = 0; k < options->taken_count && from->branch != GCNMEM_BRANCH_NONE; ++k) {
        uint32_t label = options->takens[k].label;
        if (label == from->label || label == GCNMEM_AT_INSN(index) || label == GCNMEM_NONE) {
            to->per_mille = (uint16_t)gcnmemi_bits_min32(options->takens[k].per_mille, 1000);
        }
    }
    for (uint32_t k = 0; k < 5; ++k) { /* EXEC is no scalar register that anyone waits for */
        gcnmem_regs regs = is_valu ? from->writes[k % 2] : from->reads[k];
        if (regs != 0 && GCNMEM_REGS_FIRST(regs) < GCNMEM_REG_V0 && GCNMEM_REGS_FIRST(regs) != GCNMEM_REG_EXEC) {
            to->touches_scalars = 1;
        }
    }
    to->wait[0] = from->wait_vm;
    to->wait[1] = from->wait_lgkm;
    to->wait[2] = from->wait_exp;
    to->adds[0] = from->adds_vm;
    to->adds[1] = from->adds_lgkm;
    to->adds[2] = from->adds_exp;
}

/* R58: the lines of code that each instruction stands in; the end of a listing without s_endpgm stands in its last. */
GCNMEMI_PRIVATE void gcnmemi_run_place_code(gcnmemi_machine_view* v) {
    uint64_t at = 0;
    for (uint32_t i = 0; i <= v->run->insn_count; ++i) {
        gcnmemi_machine_insn* insn = &v->insns[i];
        at -= i == v->run->insn_count && at != 0;
        insn->first_line = (uint32_t)(at / v->desc->icache_line_bytes);
        uint32_t bytes = GCNMEM_INSN_CODE_BYTES(insn->code.flags);
        at += bytes;
        insn->last_line = (uint32_t)((at - (bytes != 0)) / v->desc->icache_line_bytes);
    }
    gcnmemi_memory_warm_code(v);
}

/* Loops and their trips: the listing's, then the caller's. */
GCNMEMI_PRIVATE void gcnmemi_run_read_loops(const gcnmemi_machine_view* v, const gcnmem_listing* program,
                                            const gcnmem_run_options* options) {
    const gcnmem_stage* stage = gcnmem_listing_stage(program, options->stage);
    for (uint32_t i = 0; i < stage->loop_count; ++i) {
        const gcnmem_loop* loop = gcnmem_listing_loop(program, stage->first_loop + i);
        int is_told = loop->trips != 0;
        v->loops[i] = *loop; /* those that nobody tells run once, unless the code says when they end */
        v->loops[i].trips = is_told ? loop->trips : 1;
        for (uint32_t k = 0; k < options->trip_count; ++k) {
            uint32_t label = options->trips[k].label;
            uint32_t insn = label - GCNMEM_AT_INSN(stage->first_insn); /* of the stage, if it is one */
            if (label == GCNMEM_NONE || label == loop->label ||
                (insn < v->run->insn_count && v->insns[insn].code.loop == i)) {
                v->loops[i].trips = options->trips[k].trips;
                is_told = 1;
            }
        }
        v->told[i] = is_told ? GCNMEMI_WAVE_TOLD : 0;
    }
    for (uint32_t i = 0; i < v->run->insn_count; ++i) {
        const gcnmem_insn* insn = &v->insns[i].code;
        if (insn->loop != GCNMEM_NO_LOOP && insn->branch >= GCNMEM_BRANCH_SCC0 &&
            insn->branch <= GCNMEM_BRANCH_EXECNZ &&
            (insn->flags & (GCNMEM_INSN_EXIT_TAKEN | GCNMEM_INSN_EXIT_FALLS)) != 0) {
            v->told[insn->loop] |= GCNMEMI_WAVE_HAS_EXIT;
        }
    }
}

/* Reads what addresses, branches and EXEC depend on, and what registers begin with. */
GCNMEMI_PRIVATE gcnmem_result gcnmemi_run_read_slice(gcnmemi_machine_view* v, const gcnmem_listing* program,
                                                     const char* text, const gcnmem_run_options* options,
                                                     gcnmem_issue* out_issue) {
    gcnmem_run* run = v->run;
    const gcnmem_insn* insns = gcnmem_listing_insn(program, run->first_insn);
    gcnmemi_values_row row = {"", 0, 0};
    uint32_t opcode = GCNMEM_NONE;
    for (uint32_t i = 0; i < run->insn_count; ++i) {
        const gcnmem_op* op = &gcnmem_listing_opcode(program, insns[i].opcode)->op;
        if (insns[i].opcode != opcode) {
            opcode = insns[i].opcode;
            row = gcnmemi_values_find(gcnmemi_text_of(op->name));
        }
        gcnmemi_slice_decode(&v->codes[i], &insns[i], op, &row, text);
        if (insns[i].branch != GCNMEM_BRANCH_NONE) {
            gcnmemi_slice_join(&v->codes[i], insns, run->insn_count, run->first_insn, i);
        }
    }
    gcnmemi_slice_mark(v->codes, insns, v->needs, run->insn_count, run->first_insn);
    for (uint32_t i = 0; i < run->insn_count; ++i) {
        v->insns[i].is_evaluated = v->codes[i].is_needed;
    }
    for (uint32_t i = 0; i < 3; ++i) {
        v->entry->group_size[i] = options->group_size[i];
        v->entry->group_count[i] = options->group_count[i];
    }
    gcnmemi_entry_find(v->entry, program, options->stage, text, run->result.needs.group_lanes, run->groups);
    return gcnmemi_entry_bind(v->entry, v->contents, text, options, out_issue);
}

/* ---- patterns ---- */

/* The pattern of a memory instruction: the caller's last row that fits, else the listing's, else the default. */
GCNMEMI_PRIVATE gcnmem_result gcnmemi_run_read_pattern(const gcnmemi_machine_view* v, const gcnmem_listing* program,
                                                       const char* listing, const gcnmem_run_options* options,
                                                       uint32_t i, gcnmem_issue* out_issue) {
    gcnmem_run* run = v->run;
    const gcnmem_insn* insn = gcnmem_listing_insn(program, run->first_insn + i);
    gcnmemi_machine_pattern* pattern = &v->patterns[run->pattern_count];
    gcnmem_op* op = &pattern->op;
    const char* text = listing + insn->note_offset;
    size_t bytes = (insn->flags & GCNMEM_INSN_NOTE) != 0 ? insn->note_bytes : 0;
    int is_note = bytes != 0;
    gcnmem_result result = GCNMEM_OK;
    for (uint32_t k = 0; k < options->pattern_count; ++k) {
        const gcnmem_run_pattern* row = &options->patterns[k];
        if (row->insn == run->first_insn + i ||
            (row->insn == GCNMEM_NONE && (row->opcode == insn->opcode || row->opcode == GCNMEM_NONE))) {
            text = row->text;
            bytes = row->text_bytes;
            is_note = 0;
        }
    }
    *op = gcnmem_listing_opcode(program, insn->opcode)->op;
    if (op->unit == GCNMEM_UNIT_IMAGE) { /* dmask says how many */
        op->channels = insn->channels;
    }
    pattern->insn = i;
    pattern->is_store = op->unit != GCNMEM_UNIT_LDS && op->action != GCNMEM_ACTION_LOAD;
    pattern->is_plain_load = op->action == GCNMEM_ACTION_LOAD && !op->is_typed && !op->is_d16 &&
                             (op->unit == GCNMEM_UNIT_BUFFER || op->unit == GCNMEM_UNIT_FLAT);
    pattern->is_signed = gcnmemi_text_find(gcnmemi_text_of(op->name), "_sbyte") != NULL ||
                         gcnmemi_text_find(gcnmemi_text_of(op->name), "_sshort") != NULL;
    int is_atomic = op->action == GCNMEM_ACTION_ATOMIC;
    pattern->cache_flags = (uint32_t)GCNMEMI_CACHE_READ |
                           (is_atomic || op->action == GCNMEM_ACTION_STORE ? (uint32_t)GCNMEMI_CACHE_WRITE : 0) |
                           (is_atomic ? (uint32_t)GCNMEMI_CACHE_ATOMIC : 0) |
                           ((insn->flags & GCNMEM_INSN_GLC) != 0 ? (uint32_t)GCNMEMI_CACHE_GLC : 0) |
                           ((insn->flags & GCNMEM_INSN_SLC) != 0 ? (uint32_t)GCNMEMI_CACHE_SLC : 0);
    if (bytes != 0) {
        result = gcnmemi_pattern_compile(pattern, text, bytes, out_issue);
    } else {
        gcnmemi_pattern_default(pattern, insn, run->result.needs.group_lanes);
        pattern->lds_offset = insn->offset;
        if (op->addresses == 2) { /* the listing says how far apart, in elements; the lower one is the first */
            uint32_t offset[2] = {insn->offset & 0xffu, (uint32_t)insn->offset >> 8};
            int is_falling = offset[1] < offset[0];
            pattern->lds_offset = offset[is_falling] * op->address_step_bytes;
            op->address_step_bytes *= offset[!is_falling] - offset[is_falling];
        }
    }
    if (result != GCNMEM_OK && out_issue != NULL) {
        out_issue->line = insn->line;
        for (uint32_t k = insn->note_offset; is_note && k > 0 && listing[k - 1] != '\n'; --k) {
            ++out_issue->column; /* those of the listing's own count from its line's first */
        }
    }
    gcnmemi_pattern_finish(v->desc, pattern);
    v->insns[i].pattern = run->pattern_count++;
    return result;
}

/* ---- the machine at clock 0 ---- */

GCNMEMI_PRIVATE void gcnmemi_run_init_lists(gcnmemi_machine_view* v) {
    gcnmem_run* run = v->run;
    size_t fresh_count = (size_t)GCNMEMI_MACHINE_FRESH * (run->result.cu_count + gcnmemi_machine_clusters(run));
    for (size_t i = 0; i < fresh_count; ++i) {
        v->fresh[i].line = GCNMEMI_MACHINE_NEVER;
    }
    for (uint32_t i = 0; i < run->waiter_count; ++i) {
        v->waiters[i].next = i + 1 < run->waiter_count ? i + 1 : GCNMEM_NONE;
        v->accesses[i].missing = v->waiters[i].next;
    }
    run->free_request = GCNMEM_NONE;
    for (uint32_t i = 0; i < run->bucket_count; ++i) {
        v->buckets[i] = GCNMEM_NONE;
    }
    for (uint32_t i = 0; i < v->desc->dram_channels * 2; ++i) {
        v->queues[i].head = GCNMEM_NONE;
        v->queues[i].held = GCNMEM_NONE;
    }
    for (uint32_t i = 0; i < run->result.cu_count * v->desc->simd_count_per_cu; ++i) {
        v->simds[i].wake = GCNMEMI_MACHINE_NEVER;
    }
    for (uint32_t i = 0; i < run->result.cu_count; ++i) {
        v->cus[i].engine = (uint32_t)((uint64_t)i * v->desc->shader_engine_count / run->result.cu_count);
    }
    run->tick = GCNMEMI_MACHINE_NEVER;
}

GCNMEM_DEF gcnmem_result gcnmem_run_init(void* memory, size_t memory_bytes, const gcnmem_desc* desc,
                                         const gcnmem_listing* program, const char* text,
                                         const gcnmem_run_options* options, gcnmem_run** out_run,
                                         gcnmem_issue* out_issue) {
    gcnmem_run* run = (gcnmem_run*)memory;
    gcnmem_run planned;
    gcnmem_result result = gcnmemi_run_plan(&planned, desc, program, options, out_issue);
    *out_run = NULL;
    if (result == GCNMEM_OK) {
        result = gcnmemi_results_check_memory(memory, memory_bytes, planned.at.total, out_issue);
    }
    if (result != GCNMEM_OK) {
        return result;
    }
    *run = planned;
    gcnmemi_bits_zero((unsigned char*)memory + sizeof(*run), (size_t)run->at.events - sizeof(*run));
    gcnmemi_machine_view v = gcnmemi_machine_view_of(run);
    gcnmemi_levels_init(&run->levels, desc);
    gcnmemi_run_init_lists(&v);
    run->pattern_count = 0;
    for (uint32_t i = 0; i < run->insn_count; ++i) {
        gcnmemi_run_read_insn(&v, program, options, i);
        v.stats[i].waited_for = GCNMEM_NONE;
        if (gcnmem_listing_opcode(program, v.insns[i].code.opcode)->op.unit != GCNMEM_UNIT_NONE) {
            result = gcnmemi_run_read_pattern(&v, program, text, options, i, out_issue);
            if (result != GCNMEM_OK) {
                return result;
            }
        }
    }
    gcnmemi_machine_insn* end = &v.insns[run->insn_count]; /* a listing without s_endpgm ends here */
    end->pattern = GCNMEM_NONE;
    end->code.loop = GCNMEM_NO_LOOP;
    end->latch_of = GCNMEM_NO_LOOP;
    end->code.category = GCNMEM_CATEGORY_ENDPGM;
    end->port = GCNMEMI_MACHINE_PORT_INTERNAL;
    gcnmemi_run_place_code(&v);
    gcnmemi_run_read_loops(&v, program, options);
    result = gcnmemi_run_read_slice(&v, program, text, options, out_issue);
    if (result != GCNMEM_OK) {
        return result;
    }
    for (uint32_t i = 0; i < run->result.groups_per_cu * run->result.cu_count; ++i) { /* one to each CU in turn */
        gcnmemi_dispatch_group(&v, i % run->result.cu_count);
    }
    *out_run = run;
    return GCNMEM_OK;
}

#undef GCNMEMI_PRIVATE
#define GCNMEMI_PRIVATE GCNMEM_UNUSED static

/* ---- going on ---- */

/* The SIMDs whose turn is now, in the order of their numbers, beginning with another CU each time. */
GCNMEMI_PRIVATE void gcnmemi_run_turns(gcnmemi_machine_view* v) {
    gcnmem_run* run = v->run;
    uint32_t simds = v->desc->simd_count_per_cu;
    uint32_t words = run->wheel_words;
    uint64_t* place = gcnmemi_wheel_place(v, run->now);
    uint32_t first = gcnmemi_bits_rest(run->now / simds, run->result.cu_count) * simds;
    run->wheel_bits[run->now % GCNMEMI_MACHINE_WHEEL / 64] &= ~((uint64_t)1 << (run->now % 64));
    for (uint32_t i = 0; i <= words; ++i) { /* the word that holds the first comes twice */
        uint32_t at = first / 64 + i < words ? first / 64 + i : first / 64 + i - words;
        uint64_t ahead = UINT64_MAX << (first % 64);
        uint64_t due = place[at] & (i == 0 ? ahead : i == words ? ~ahead : UINT64_MAX);
        place[at] &= ~due;
        for (; due != 0; due &= due - 1) {
            uint32_t index = at * 64 + gcnmemi_bits_lowest(due);
            uint64_t wake = v->simds[index].wake;
            v->simds[index].wake = GCNMEMI_MACHINE_NEVER;
            if (wake > run->now) { /* farther on than the wheel reached */
                gcnmemi_wheel_put(v, index, wake);
            } else {
                gcnmemi_issue_take_turn(v, index);
            }
        }
    }
}

GCNMEM_DEF gcnmem_run_state gcnmem_run_advance(gcnmem_run* run, uint64_t clock, gcnmem_run_address_fn address_fn,
                                               void* user_data) {
    gcnmem_run_hooks hooks = {address_fn, NULL, NULL, user_data};
    return gcnmem_run_advance_hooked(run, clock, &hooks);
}

GCNMEM_DEF gcnmem_run_state gcnmem_run_advance_hooked(gcnmem_run* run, uint64_t clock, const gcnmem_run_hooks* hooks) {
    gcnmemi_machine_view v = gcnmemi_machine_view_of(run);
    v.hooks = *hooks;
    while (run->result.state == GCNMEM_RUN_GOING) {
        uint64_t next = gcnmemi_bits_min(gcnmemi_wheel_next(run), run->tick);
        if (run->live_waves == 0) {
            run->result.state = GCNMEM_RUN_DONE;
        } else if (next == GCNMEMI_MACHINE_NEVER) {
            run->result.state = GCNMEM_RUN_STUCK;
        } else if (next > run->max_clocks) {
            run->result.state = GCNMEM_RUN_CUT;
            run->result.clocks = run->max_clocks;
        } else if (next > clock) {
            break;
        } else {
            run->now = gcnmemi_bits_max(next, run->now);
            if (run->tick <= run->now) {
                gcnmemi_memory_tick(&v);
            }
            gcnmemi_run_turns(&v);
        }
    }
    return run->result.state;
}

#undef GCNMEMI_PRIVATE
#define GCNMEMI_PRIVATE GCNMEMI_COLD GCNMEM_UNUSED static

/* ---- the result ---- */

#define GCNMEMI_RUN_ROW(stall, name, phrase, limiter) {name, phrase, GCNMEM_LIMITER_##limiter},
static const struct {
    const char* name;
    const char* phrase;
    gcnmem_limiter limiter;
} gcnmemi_run_stall_rows[] = {GCNMEM_STALLS(GCNMEMI_RUN_ROW)};
#undef GCNMEMI_RUN_ROW

#define GCNMEMI_RUN_ROW(limiter, name, advice) {name, advice},
static const struct {
    const char* name;
    const char* advice;
} gcnmemi_run_limiter_rows[] = {GCNMEM_LIMITERS(GCNMEMI_RUN_ROW)};
#undef GCNMEMI_RUN_ROW

#define GCNMEMI_RUN_ROW(kind, name) name,
GCNMEM_UNUSED static const char* const gcnmemi_run_event_names[] = {GCNMEM_RUN_EVENTS(GCNMEMI_RUN_ROW)};
#undef GCNMEMI_RUN_ROW

/* Thousandths of a percent of `units` units' time. */
GCNMEMI_PRIVATE uint64_t gcnmemi_run_busy_e3(uint64_t busy, uint64_t clocks, uint64_t units) {
    return clocks != 0 && units != 0 ? gcnmemi_bits_scale(busy, 100000, clocks * units) : 0;
}

#define GCNMEMI_RUN_UNITS (GCNMEM_LIMITER_DRAM + 1) /* the limiters from VALU up to it are units */

/* How busy each unit was. */
GCNMEMI_PRIVATE void gcnmemi_run_busy(const gcnmem_desc* desc, const gcnmem_run_result* r, uint64_t* out_busy_e3) {
    uint64_t cus = r->cu_count;
    uint64_t simds = cus * desc->simd_count_per_cu;
    out_busy_e3[GCNMEM_LIMITER_NONE] = 0;
    out_busy_e3[GCNMEM_LIMITER_VALU] = gcnmemi_run_busy_e3(r->valu_busy_clocks, r->clocks, simds);
    out_busy_e3[GCNMEM_LIMITER_SALU] = gcnmemi_run_busy_e3(r->salu_busy_clocks, r->clocks, simds);
    out_busy_e3[GCNMEM_LIMITER_L1] = gcnmemi_run_busy_e3(r->l1_busy_clocks, r->clocks, cus);
    out_busy_e3[GCNMEM_LIMITER_LDS] = gcnmemi_run_busy_e3(r->lds_busy_clocks, r->clocks, cus);
    out_busy_e3[GCNMEM_LIMITER_L2] = gcnmemi_run_busy_e3(r->l2_busy_clocks, r->clocks, desc->l2_channels);
    out_busy_e3[GCNMEM_LIMITER_DRAM] = r->dram_busy_e3;
}

/* What held the run: the busiest unit when it was busy for four fifths of the time, else what waves lost most time to.
   DRAM is busy while it moves data, or cannot because of rules that more requests do not hide. Waiting for a bank is
   none of those, others can work meanwhile; but channels that hardly ever lack requests are, whatever their time goes
   to. */
GCNMEMI_PRIVATE gcnmem_limiter gcnmemi_run_limiter(const gcnmem_desc* desc, const gcnmem_run_result* r) {
    uint64_t busy[GCNMEMI_RUN_UNITS];
    const uint64_t* dram_clocks = r->dram.limit_clocks;
    uint64_t all = 0;
    uint64_t most = 80000;
    gcnmem_limiter limiter = GCNMEM_LIMITER_NONE;
    for (uint32_t i = 0; i < GCNMEM_DRAM_LIMITS; ++i) {
        all += dram_clocks[i];
    }
    uint64_t supplied = all - dram_clocks[GCNMEM_DRAM_LIMIT_CHANNEL] - dram_clocks[GCNMEM_DRAM_LIMIT_SUPPLY];
    uint64_t supplied_e3 = gcnmemi_run_busy_e3(supplied, all, 1);
    gcnmemi_run_busy(desc, r, busy);
    busy[GCNMEM_LIMITER_DRAM] = supplied_e3 >= 95000
                                    ? supplied_e3
                                    : gcnmemi_run_busy_e3(supplied - dram_clocks[GCNMEM_DRAM_LIMIT_BANK], all, 1);
    for (uint32_t i = GCNMEM_LIMITER_VALU; i < GCNMEMI_RUN_UNITS; ++i) {
        if (busy[i] >= most) {
            most = busy[i] + 1;
            limiter = (gcnmem_limiter)i;
        }
    }
    if (limiter != GCNMEM_LIMITER_NONE) {
        return limiter;
    }
    most = r->launch_clocks;
    limiter = most != 0 ? GCNMEM_LIMITER_LAUNCH : GCNMEM_LIMITER_NONE;
    for (uint32_t i = 0; i < GCNMEM_STALL_END; ++i) {
        if (r->stall_clocks[i] > most) {
            most = r->stall_clocks[i];
            limiter = gcnmemi_run_stall_rows[i].limiter;
        }
    }
    return limiter;
}

GCNMEMI_PRIVATE const void* gcnmemi_run_at(const gcnmem_run* run, uint64_t offset) {
    return (const unsigned char*)run + offset;
}

GCNMEMI_PRIVATE const gcnmem_run_insn_stats* gcnmemi_run_stats(const gcnmem_run* run) {
    return (const gcnmem_run_insn_stats*)gcnmemi_run_at(run, run->at.stats);
}

GCNMEM_UNUSED static const gcnmemi_entry* gcnmemi_run_entry(const gcnmem_run* run) {
    return (const gcnmemi_entry*)gcnmemi_run_at(run, run->at.entry);
}

GCNMEM_DEF gcnmem_run_result gcnmem_run_result_of(const gcnmem_run* run) {
    const gcnmemi_machine_channel* channels = (const gcnmemi_machine_channel*)gcnmemi_run_at(run, run->at.channels);
    gcnmem_run_result r = run->result;
    if (run->result.state != GCNMEM_RUN_DONE && run->result.state != GCNMEM_RUN_CUT) {
        r.clocks = gcnmemi_bits_max(run->now, r.clocks);
    }
    for (uint32_t i = 0; i < run->desc.l2_channels; ++i) {
        r.l2_busy_clocks += channels[i].busy_clocks;
    }
    const gcnmemi_machine_insn* insns = (const gcnmemi_machine_insn*)gcnmemi_run_at(run, run->at.insns);
    const gcnmemi_machine_pattern* patterns = (const gcnmemi_machine_pattern*)gcnmemi_run_at(run, run->at.patterns);
    const uint8_t* told = (const uint8_t*)gcnmemi_run_at(run, run->at.told);
    const gcnmem_loop* loops = (const gcnmem_loop*)gcnmemi_run_at(run, run->at.loops);
    const gcnmem_run_insn_stats* stats = gcnmemi_run_stats(run);
    for (uint32_t i = 0; i < run->insn_count; ++i) {
        int has_addresses = insns[i].pattern != GCNMEM_NONE && patterns[insns[i].pattern].op.addresses != 0;
        r.addresses[stats[i].status] += has_addresses && stats[i].issued != 0;
    }
    r.defaults_used = r.addresses[GCNMEM_STATUS_DEFAULT];
    for (uint32_t i = 0; i < run->loop_count; ++i) {
        if ((told[i] & GCNMEMI_WAVE_GUESSED) != 0) {
            r.untold_loop = r.untold_loops++ == 0 ? loops[i].header : r.untold_loop;
        }
    }
    r.open_ends = gcnmemi_run_stats(run)[run->insn_count].issued;
    r.instructions[GCNMEM_CATEGORY_ENDPGM] -= r.open_ends;
    gcnmemi_dram_stats((const gcnmemi_dram*)gcnmemi_run_at(run, run->levels.dram_offset), &r.dram);
    r.dram_bytes = r.dram.bytes;
    r.seconds_e12 = gcnmemi_bits_scale(r.clocks, 1000000, run->desc.core_clock_mhz);
    uint64_t dram_clocks = gcnmemi_levels_to_dram(&run->levels, r.clocks);
    if (dram_clocks > r.dram.clocks) { /* DRAM's own account ends with its last request; the run may go on */
        r.dram.limit_clocks[GCNMEM_DRAM_LIMIT_SUPPLY] += (dram_clocks - r.dram.clocks) * run->desc.dram_channels;
        r.dram.clocks = dram_clocks;
    }
    r.dram_busy_e3 = gcnmemi_run_busy_e3(r.dram.busy_clocks, dram_clocks, run->desc.dram_channels);
    r.limited_by = gcnmemi_run_limiter(&run->desc, &r);
    return r;
}

GCNMEMI_PRIVATE uint64_t gcnmemi_run_stalls(const gcnmem_run_insn_stats* stats) {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < GCNMEM_STALL_END; ++i) {
        sum += stats->stall_clocks[i];
    }
    return sum;
}

/* Index of the largest of `count` values. */
GCNMEMI_PRIVATE uint32_t gcnmemi_run_largest(const uint64_t* values, uint32_t count) {
    uint32_t largest = 0;
    for (uint32_t i = 1; i < count; ++i) {
        largest = values[i] > values[largest] ? i : largest;
    }
    return largest;
}

GCNMEM_DEF gcnmem_run_hotspot gcnmem_run_hotspot_of(const gcnmem_run* run, uint32_t rank) {
    const gcnmem_run_insn_stats* stats = gcnmemi_run_stats(run);
    gcnmem_run_hotspot hotspot = {0, GCNMEM_NONE, UINT64_MAX, GCNMEM_STALL_VECTOR_MEMORY, GCNMEM_SERVED_OTHER};
    uint32_t at = 0;
    for (uint32_t i = 0; i <= rank && at != GCNMEM_NONE; ++i) { /* the next in falling order behind the last one */
        uint32_t behind = at;
        uint64_t most = 0;
        at = GCNMEM_NONE;
        for (uint32_t k = 0; k < run->insn_count; ++k) {
            uint64_t sum = gcnmemi_run_stalls(&stats[k]);
            if ((sum < hotspot.stall_clocks || (sum == hotspot.stall_clocks && k > behind)) && sum > most) {
                most = sum;
                at = k;
            }
        }
        hotspot.stall_clocks = most;
    }
    hotspot.insn = at != GCNMEM_NONE ? run->first_insn + at : GCNMEM_NONE;
    if (at != GCNMEM_NONE) {
        hotspot.waited_for = stats[at].waited_for;
        hotspot.cause = (gcnmem_stall)gcnmemi_run_largest(stats[at].stall_clocks, GCNMEM_STALL_END);
        hotspot.served = (gcnmem_served)gcnmemi_run_largest(stats[at].waited_clocks, GCNMEM_SERVED_END);
    }
    return hotspot;
}

GCNMEM_DEF gcnmem_run_insn_stats gcnmem_run_insn_of(const gcnmem_run* run, uint32_t insn) {
    gcnmem_run_insn_stats none;
    gcnmemi_bits_zero(&none, sizeof(none));
    none.waited_for = GCNMEM_NONE;
    return insn - run->first_insn < run->insn_count ? gcnmemi_run_stats(run)[insn - run->first_insn] : none;
}

GCNMEM_DEF size_t gcnmem_run_events_of(const gcnmem_run* run, gcnmem_run_event* out_events, size_t count) {
    size_t copied = (size_t)gcnmemi_bits_min(count, run->result.events);
    gcnmemi_bits_copy(out_events, gcnmemi_run_at(run, run->at.events), copied * sizeof(*out_events));
    return copied;
}

GCNMEM_DEF const char* gcnmem_stall_name(gcnmem_stall stall) {
    return (uint32_t)stall < GCNMEM_STALL_END ? gcnmemi_run_stall_rows[stall].name : "";
}

GCNMEM_DEF const char* gcnmem_served_name(gcnmem_served served) {
#define GCNMEMI_RUN_ROW(served, name) name,
    static const char* const names[] = {GCNMEM_SERVERS(GCNMEMI_RUN_ROW)};
#undef GCNMEMI_RUN_ROW
    return (uint32_t)served < GCNMEM_SERVED_END ? names[served] : "";
}

GCNMEM_DEF const char* gcnmem_status_name(gcnmem_status status) {
#define GCNMEMI_RUN_ROW(status, name) name,
    static const char* const names[] = {GCNMEM_STATUSES(GCNMEMI_RUN_ROW)};
#undef GCNMEMI_RUN_ROW
    return (uint32_t)status < GCNMEM_STATUS_END ? names[status] : "";
}

GCNMEM_DEF const char* gcnmem_limiter_name(gcnmem_limiter limiter) {
    return (uint32_t)limiter < GCNMEM_LIMITER_END ? gcnmemi_run_limiter_rows[limiter].name : "";
}

/* ---------------------------------------------------------------------------------------------------------------------
   >>shader     settings as text, bound to the names of a listing
   Knows: bits, text, results, expr, listing, run
   ------------------------------------------------------------------------------------------------------------------ */

struct gcnmemi_shader_row;

/* What gcnmem_shader_init() works on. The tables stand in the caller's memory, with a row for each setting. */
typedef struct gcnmemi_shader_work {
    const gcnmem_desc* desc;
    const char* text;
    size_t text_bytes;
    const gcnmem_setting* settings;
    uint32_t setting_count;
    uint32_t setting; /* the one being bound: NAME=VALUE, or VALUE alone */
    const struct gcnmemi_shader_row* row;
    gcnmemi_text name;
    gcnmemi_text value;
    gcnmem_listing* program;
    const gcnmem_stage* stage; /* once it is chosen */
    uint32_t place_count;
    gcnmem_place* places;
    gcnmem_run_trip* trips;
    gcnmem_run_taken* takens;
    gcnmem_run_pattern* patterns;
    gcnmem_run_value* values[2]; /* of arguments, of registers */
    gcnmem_run_options options;
    uint32_t narrow_groups;
    gcnmem_issue* issue;
} gcnmemi_shader_work;

typedef enum gcnmemi_shader_pass {
    GCNMEMI_SHADER_NUMBER = 0, /* before the listing is read */
    GCNMEMI_SHADER_STAGE,      /* then the stage is looked for, */
    GCNMEMI_SHADER_LABEL,      /* the listing read once more when labels are placed, */
    GCNMEMI_SHADER_BINDING     /* and what names its labels and instructions is bound */
} gcnmemi_shader_pass;

typedef struct gcnmemi_shader_row {
    const char* name;
    gcnmemi_shader_pass pass;
    gcnmem_result (*bind)(gcnmemi_shader_work* w);
    size_t offset; /* numbers: of the option, its bytes, its range */
    size_t bytes;
    uint64_t lowest;
    uint64_t highest;
} gcnmemi_shader_row;

/* The setting being bound breaks a rule. */
GCNMEMI_PRIVATE gcnmem_result gcnmemi_shader_fail(const gcnmemi_shader_work* w, gcnmem_result result, const char* rule,
                                                  uint64_t value, uint64_t limit) {
    gcnmemi_results_fail(result, w->issue, w->settings[w->setting].name, rule, value, limit);
    if (w->issue != NULL) {
        w->issue->setting = w->setting + 1;
    }
    return result;
}

/* The whole text as a number in a range that begins with 0 or 1. */
GCNMEMI_PRIVATE gcnmem_result gcnmemi_shader_number(const gcnmemi_shader_work* w, gcnmemi_text text, uint64_t lowest,
                                                    uint64_t highest, uint64_t* out_value) {
    *out_value = 0;
    if (gcnmemi_text_take_number(&text, out_value) != 0 && text.at == text.end && *out_value >= lowest &&
        *out_value <= highest) {
        return GCNMEM_OK;
    }
    return gcnmemi_shader_fail(w, GCNMEM_ERROR_VALUE,
                               lowest == 0 ? "must be a whole number from 0 to {limit}"
                                           : "must be a whole number from 1 to {limit}",
                               *out_value, highest);
}

GCNMEMI_PRIVATE gcnmem_result gcnmemi_shader_bind_number(gcnmemi_shader_work* w) {
    uint64_t value;
    gcnmem_result result = gcnmemi_shader_number(w, w->value, w->row->lowest, w->row->highest, &value);
    uint32_t narrow = (uint32_t)value;
    if (result == GCNMEM_OK) {
        gcnmemi_bits_copy((uint8_t*)&w->options + w->row->offset,
                          w->row->bytes == sizeof(value) ? (const void*)&value : &narrow, w->row->bytes);
    }
    if (result == GCNMEM_OK && w->options.cu_count > w->desc->cu_count) {
        return gcnmemi_shader_fail(w, GCNMEM_ERROR_VALUE, "is {value}: this part has {limit} CUs", value,
                                   w->desc->cu_count);
    }
    return result;
}

/* "64" or "16,16" or "8,8,4": work-groups, or lanes of one. */
GCNMEMI_PRIVATE gcnmem_result gcnmemi_shader_bind_size(gcnmemi_shader_work* w) {
    int is_lanes = gcnmemi_text_equal(w->row->name, "group");
    uint32_t* size = is_lanes ? w->options.group_size : w->options.group_count;
    gcnmemi_text rest = w->value;
    uint64_t product = 1;
    uint32_t count = 0;
    gcnmem_result result = GCNMEM_OK;
    while (result == GCNMEM_OK && count < 3 && (count == 0 || rest.at[-1] == ',')) {
        uint64_t number;
        gcnmemi_text item = gcnmemi_text_take_until(&rest, ',');
        result = gcnmemi_shader_number(w, item, 1, w->row->highest / product, &number);
        product *= result == GCNMEM_OK ? number : 1;
        size[count++] = (uint32_t)number;
    }
    if (result == GCNMEM_OK && (rest.at < rest.end || rest.at[-1] == ',')) {
        return gcnmemi_shader_fail(w, GCNMEM_ERROR_VALUE, "must be one to three numbers: X,Y,Z", 0, 0);
    }
    while (count > 1 && count < 3) {
        size[count++] = 1;
    }
    size[0] = count == 1 ? 0 : size[0]; /* how many, but not how they lie */
    *(is_lanes ? &w->options.group_lanes : &w->narrow_groups) = (uint32_t)product;
    w->options.groups = w->narrow_groups;
    return result;
}

/* ---- what settings name ---- */

/* "12" and "#12" count from the stage's first instruction; "+0x1c" is bytes from there, or else an address of the
   listing. GCNMEM_NONE when the name is of neither kind. */
GCNMEMI_PRIVATE gcnmem_result gcnmemi_shader_find_insn(const gcnmemi_shader_work* w, uint32_t* out_insn) {
    gcnmemi_text name = w->name;
    uint32_t first = w->stage->first_insn;
    uint32_t count = w->stage->insn_count;
    int is_address = gcnmemi_text_take_char(&name, '+');
    *out_insn = GCNMEM_NONE;
    if (!is_address && !gcnmemi_text_take_char(&name, '#') &&
        !gcnmemi_text_class(gcnmemi_text_peek(name, 0), GCNMEMI_TEXT_DIGIT)) {
        return GCNMEM_OK;
    }
    uint64_t number;
    gcnmem_result result = gcnmemi_shader_number(w, name, 0, is_address ? UINT32_MAX : count - 1, &number);
    if (result != GCNMEM_OK || !is_address) {
        *out_insn = first + (uint32_t)number;
        return result;
    }
    uint64_t base = gcnmem_listing_insn(w->program, first)->address;
    for (uint32_t i = 0; i < 2 * count; ++i) {
        const gcnmem_insn* insn = gcnmem_listing_insn(w->program, first + i % count);
        if ((insn->flags & GCNMEM_INSN_ADDRESS) != 0 && insn->address == (i < count ? base : 0) + number) {
            *out_insn = first + i % count;
            return GCNMEM_OK;
        }
    }
    return gcnmemi_shader_fail(w, GCNMEM_ERROR_VALUE, "names an address that no instruction of this stage has", number,
                               0);
}

/* The label of the name, or GCNMEM_AT_INSN() of the instruction it means; GCNMEM_NONE for '*'. */
GCNMEMI_PRIVATE gcnmem_result gcnmemi_shader_find_label(const gcnmemi_shader_work* w, uint32_t* out_label) {
    char first = gcnmemi_text_peek(w->name, 0);
    *out_label =
        gcnmem_listing_find_label(w->program, w->text, w->options.stage, w->name.at, gcnmemi_text_bytes(w->name));
    if (*out_label != GCNMEM_NONE || gcnmemi_text_is(w->name, "*")) {
        return GCNMEM_OK;
    }
    if (first != '#' && first != '+') {
        return gcnmemi_shader_fail(w, GCNMEM_ERROR_NAME, "names a label that this stage does not have", 0, 0);
    }
    uint32_t insn;
    gcnmem_result result = gcnmemi_shader_find_insn(w, &insn);
    *out_label = GCNMEM_AT_INSN(insn);
    return result;
}

GCNMEMI_PRIVATE gcnmem_result gcnmemi_shader_bind_trip(gcnmemi_shader_work* w) {
    gcnmem_run_trip* trip = &w->trips[w->options.trip_count++];
    uint64_t trips = 0;
    gcnmem_result result = gcnmemi_shader_find_label(w, &trip->label);
    if (result == GCNMEM_OK) {
        result = gcnmemi_shader_number(w, w->value, 1, UINT32_MAX, &trips);
    }
    trip->trips = (uint32_t)trips;
    if (result != GCNMEM_OK || trip->label == GCNMEM_NONE) {
        return result;
    }
    uint32_t insn = trip->label - GCNMEM_AT_INSN(0);
    int is_insn = insn < w->program->insn_count;
    int is_found = is_insn && gcnmem_listing_insn(w->program, insn)->loop != GCNMEM_NO_LOOP;
    for (uint32_t i = 0; i < w->stage->loop_count && !is_found; ++i) {
        is_found = gcnmem_listing_loop(w->program, w->stage->first_loop + i)->label == trip->label;
    }
    if (is_found) {
        return GCNMEM_OK;
    }
    return is_insn ? gcnmemi_shader_fail(w, GCNMEM_ERROR_VALUE,
                                         "names an instruction in no loop; branches with unknown targets make none",
                                         insn, 0)
                   : gcnmemi_shader_fail(w, GCNMEM_ERROR_NAME, "names a label where no loop begins", 0, 0);
}

/* A probability with up to three decimals, in thousandths; more than 1000 when the text is none. */
GCNMEMI_PRIVATE uint32_t gcnmemi_shader_per_mille(gcnmemi_text text) {
    uint32_t value = gcnmemi_text_peek(text, 0) == '1' ? 1000 : 0;
    if (!gcnmemi_text_take_char(&text, '0') && !gcnmemi_text_take_char(&text, '1')) {
        return 1001;
    }
    if (gcnmemi_text_take_char(&text, '.')) {
        for (uint32_t unit = 100; unit != 0 && text.at < text.end; unit /= 10, ++text.at) {
            uint32_t digit = gcnmemi_text_digit(*text.at, 10);
            value = digit < 10 ? value + unit * digit : 1001;
        }
    }
    return text.at < text.end ? 1001 : value;
}

GCNMEMI_PRIVATE gcnmem_result gcnmemi_shader_bind_taken(gcnmemi_shader_work* w) {
    gcnmem_run_taken* taken = &w->takens[w->options.taken_count++];
    taken->per_mille = gcnmemi_shader_per_mille(w->value);
    if (taken->per_mille > 1000) {
        return gcnmemi_shader_fail(w, GCNMEM_ERROR_VALUE,
                                   "must be LABEL=P, P from 0 to 1 with at most three decimals, for example 0.25", 0,
                                   0);
    }
    gcnmem_result result = gcnmemi_shader_find_label(w, &taken->label);
    if (result != GCNMEM_OK || taken->label == GCNMEM_NONE) {
        return result;
    }
    for (uint32_t i = w->stage->first_insn; i < w->stage->first_insn + w->stage->insn_count; ++i) {
        const gcnmem_insn* insn = gcnmem_listing_insn(w->program, i);
        int is_decided = insn->branch != GCNMEM_BRANCH_NONE && insn->branch < GCNMEM_BRANCH_CALL &&
                         insn->branch != GCNMEM_BRANCH_ALWAYS && (insn->flags & GCNMEM_INSN_LATCH_TAKEN) == 0;
        if (is_decided && (taken->label == insn->label || taken->label == GCNMEM_AT_INSN(i))) {
            return GCNMEM_OK;
        }
    }
    return gcnmemi_shader_fail(w, GCNMEM_ERROR_VALUE,
                               "means no branch that may jump or not; those that close a loop follow its trips", 0, 0);
}

GCNMEMI_PRIVATE gcnmem_result gcnmemi_shader_bind_mem(gcnmemi_shader_work* w) {
    gcnmem_run_pattern* pattern = &w->patterns[w->options.pattern_count++];
    pattern->opcode = GCNMEM_NONE;
    pattern->text = w->value.at;
    pattern->text_bytes = gcnmemi_text_bytes(w->value);
    gcnmem_result result = gcnmemi_shader_find_insn(w, &pattern->insn);
    if (result != GCNMEM_OK) {
        return result;
    }
    int is_insn = pattern->insn != GCNMEM_NONE;
    int is_found = gcnmemi_text_is(w->name, "*");
    for (uint32_t i = 0; i < w->program->opcode_count && !is_found; ++i) {
        const gcnmem_opcode* opcode = gcnmem_listing_opcode(w->program, i);
        const char* at = w->text + opcode->name_offset;
        is_found = opcode->op.addresses != 0 &&
                   (is_insn ? gcnmem_listing_insn(w->program, pattern->insn)->opcode == i
                            : gcnmemi_text_same(w->name, gcnmemi_text_span(at, at + opcode->name_bytes)));
        pattern->opcode = is_found && !is_insn ? i : GCNMEM_NONE;
    }
    if (!is_found) {
        return gcnmemi_shader_fail(w, GCNMEM_ERROR_VALUE,
                                   is_insn
                                       ? "names an instruction that touches no memory; the report lists the indices"
                                       : "must be #INDEX=EXPR or OPCODE=EXPR of a memory instruction in the listing",
                                   0, 0);
    }
    gcnmem_expr expr;
    result = gcnmem_expr_compile(pattern->text, pattern->text_bytes, &expr, w->issue);
    if (result != GCNMEM_OK && w->issue != NULL) { /* the column counts in the whole setting */
        w->issue->column += (uint32_t)(w->value.at - w->name.at);
        w->issue->field = w->settings[w->setting].name;
        w->issue->setting = w->setting + 1;
    }
    return result;
}

/* An argument or a register; the run knows which there are. */
GCNMEMI_PRIVATE gcnmem_result gcnmemi_shader_bind_value(gcnmemi_shader_work* w) {
    int is_reg = w->row->offset == offsetof(gcnmem_run_options, reg_count);
    uint32_t* count = is_reg ? &w->options.reg_count : &w->options.arg_count;
    gcnmem_run_value* value = &w->values[is_reg][(*count)++];
    value->name = w->name.at;
    value->name_bytes = gcnmemi_text_bytes(w->name);
    value->value = w->value.at;
    value->value_bytes = gcnmemi_text_bytes(w->value);
    value->setting = w->setting + 1;
    return GCNMEM_OK;
}

/* A label that branches go to and the listing does not define: before its instruction, or behind the last one. */
GCNMEMI_PRIVATE gcnmem_result gcnmemi_shader_bind_label(gcnmemi_shader_work* w) {
    gcnmem_place* place = w->places;
    gcnmem_place* end = w->places + w->place_count;
    while (place < end &&
           !gcnmemi_text_same(w->name, gcnmemi_text_span(place->name, place->name + place->name_bytes))) {
        ++place;
    }
    w->place_count += place == end; /* the last word on a label wins */
    place->name = w->name.at;
    place->name_bytes = gcnmemi_text_bytes(w->name);
    uint32_t label = gcnmem_listing_find_label(w->program, w->text, w->options.stage, place->name, place->name_bytes);
    if (label == GCNMEM_NONE) {
        return gcnmemi_shader_fail(w, GCNMEM_ERROR_NAME,
                                   "must be NAME=INDEX, NAME a label that a branch of this stage goes to", 0, 0);
    }
    if (gcnmem_listing_label(w->program, label)->insn != GCNMEM_NONE) {
        return gcnmemi_shader_fail(w, GCNMEM_ERROR_VALUE, "names a label that has its place", 0, 0);
    }
    uint64_t index;
    gcnmem_result result = gcnmemi_shader_number(w, w->value, 0, w->stage->insn_count, &index);
    place->insn = w->stage->first_insn + (uint32_t)index;
    return result;
}

/* The part of the name that only one stage has; without the setting, the only stage. */
GCNMEMI_PRIVATE gcnmem_result gcnmemi_shader_bind_stage(gcnmemi_shader_work* w) {
    uint32_t count;
    w->options.stage =
        gcnmem_listing_find_stage(w->program, w->text, w->value.at, gcnmemi_text_bytes(w->value), &count);
    return w->options.stage != GCNMEM_NONE
               ? GCNMEM_OK
               : gcnmemi_shader_fail(w, GCNMEM_ERROR_NAME,
                                     count == 0 ? "fits none of {limit} stages" : "fits several of {limit} stages",
                                     count, w->program->stage_count);
}

/* ---- put together ---- */

#define GCNMEMI_SHADER_OPTION(field)                                                                                   \
    GCNMEMI_SHADER_NUMBER, gcnmemi_shader_bind_number, offsetof(gcnmem_run_options, field),                            \
        sizeof(((gcnmem_run_options*)0)->field)

static const gcnmemi_shader_row gcnmemi_shader_rows[] = {
    {"stage", GCNMEMI_SHADER_STAGE, gcnmemi_shader_bind_stage, 0, 0, 0, 0},
    {"label", GCNMEMI_SHADER_LABEL, gcnmemi_shader_bind_label, 0, 0, 0, 0},
    {"trip", GCNMEMI_SHADER_BINDING, gcnmemi_shader_bind_trip, 0, 0, 0, 0},
    {"taken", GCNMEMI_SHADER_BINDING, gcnmemi_shader_bind_taken, 0, 0, 0, 0},
    {"mem", GCNMEMI_SHADER_BINDING, gcnmemi_shader_bind_mem, 0, 0, 0, 0},
    {"arg", GCNMEMI_SHADER_BINDING, gcnmemi_shader_bind_value, offsetof(gcnmem_run_options, arg_count), 0, 0, 0},
    {"reg", GCNMEMI_SHADER_BINDING, gcnmemi_shader_bind_value, offsetof(gcnmem_run_options, reg_count), 0, 0, 0},
    {"group", GCNMEMI_SHADER_NUMBER, gcnmemi_shader_bind_size, 0, 0, 1, 1u << 20},
    {"groups", GCNMEMI_SHADER_NUMBER, gcnmemi_shader_bind_size, 0, 0, 1, UINT32_MAX},
    {"cus", GCNMEMI_SHADER_OPTION(cu_count), 1, 1024},
    {"vgprs", GCNMEMI_SHADER_OPTION(vgprs), 1, 4096},
    {"sgprs", GCNMEMI_SHADER_OPTION(sgprs), 1, 4096},
    {"lds", GCNMEMI_SHADER_OPTION(lds_bytes), 0, 1u << 30},
    {"max-clocks", GCNMEMI_SHADER_OPTION(max_clocks), 1, (uint64_t)1 << 40},
    {"events", GCNMEMI_SHADER_OPTION(event_count), 0, UINT32_MAX},
};

/* Binds the settings of a pass, in order. */
GCNMEMI_PRIVATE gcnmem_result gcnmemi_shader_bind(gcnmemi_shader_work* w, gcnmemi_shader_pass pass) {
    const gcnmemi_shader_row* end = gcnmemi_shader_rows + sizeof(gcnmemi_shader_rows) / sizeof(gcnmemi_shader_rows[0]);
    gcnmem_result result = GCNMEM_OK;
    w->stage = pass >= GCNMEMI_SHADER_LABEL ? gcnmem_listing_stage(w->program, w->options.stage) : NULL;
    for (w->setting = 0; w->setting < w->setting_count && result == GCNMEM_OK; ++w->setting) {
        w->row = gcnmemi_shader_rows;
        while (w->row < end && !gcnmemi_text_equal(w->row->name, w->settings[w->setting].name)) {
            ++w->row;
        }
        if (w->row == end) {
            return gcnmemi_shader_fail(
                w, GCNMEM_ERROR_NAME,
                "is not a setting; there are stage label trip taken mem arg reg group groups cus "
                "vgprs sgprs lds max-clocks events",
                0, 0);
        }
        if (w->row->pass != pass) {
            continue;
        }
        w->value = gcnmemi_text_of(w->settings[w->setting].value);
        if (pass >= GCNMEMI_SHADER_LABEL) {
            w->name = gcnmemi_text_take_until(&w->value, '=');
            if (w->name.at == w->name.end || w->value.at[-1] != '=') {
                return gcnmemi_shader_fail(w, GCNMEM_ERROR_SYNTAX, "must be NAME=VALUE", 0, 0);
            }
        }
        result = w->row->bind(w);
    }
    return result;
}

/* Reads the listing and binds what names anything in it. */
GCNMEMI_PRIVATE gcnmem_result gcnmemi_shader_read(gcnmemi_shader_work* w, void* memory, size_t memory_bytes) {
    gcnmem_result result = gcnmem_listing_parse(w->text, w->text_bytes, w->desc->gfx_version, NULL, 0, memory,
                                                memory_bytes, &w->program, w->issue);
    if (result == GCNMEM_OK) {
        w->options.stage = gcnmem_listing_find_stage(w->program, w->text, w->text, 0, NULL);
        result = gcnmemi_shader_bind(w, GCNMEMI_SHADER_STAGE);
    }
    if (result == GCNMEM_OK && w->options.stage == GCNMEM_NONE) {
        result = gcnmemi_results_fail(GCNMEM_ERROR_NAME, w->issue, "stage", "must be chosen: the listing holds {limit}",
                                      0, w->program->stage_count);
    }
    if (result == GCNMEM_OK) {
        result = gcnmemi_shader_bind(w, GCNMEMI_SHADER_LABEL);
    }
    if (result == GCNMEM_OK && w->place_count != 0) {
        result = gcnmem_listing_parse(w->text, w->text_bytes, w->desc->gfx_version, w->places, w->place_count, memory,
                                      memory_bytes, &w->program, w->issue);
    }
    return result == GCNMEM_OK ? gcnmemi_shader_bind(w, GCNMEMI_SHADER_BINDING) : result;
}

GCNMEM_DEF gcnmem_result gcnmem_shader_init(void* memory, size_t memory_bytes, const gcnmem_desc* desc,
                                            const char* text, size_t text_bytes, const gcnmem_setting* settings,
                                            uint32_t setting_count, gcnmem_shader* out_shader,
                                            gcnmem_issue* out_issue) {
    /* the tables of the work, longest alignment first; then the program, then the run */
    uint64_t trips_at = (uint64_t)sizeof(gcnmem_place) * setting_count;
    uint64_t takens_at = trips_at + (uint64_t)sizeof(gcnmem_run_trip) * setting_count;
    uint64_t patterns_at = takens_at + (uint64_t)sizeof(gcnmem_run_taken) * setting_count;
    uint64_t args_at = patterns_at + (uint64_t)sizeof(gcnmem_run_pattern) * setting_count;
    uint64_t regs_at = args_at + (uint64_t)sizeof(gcnmem_run_value) * setting_count;
    uint64_t program_at = (regs_at + (uint64_t)sizeof(gcnmem_run_value) * setting_count + 7) / 8 * 8;
    uint64_t run_at = (program_at + gcnmem_listing_size_bytes(text, text_bytes) + 7) / 8 * 8;
    uint8_t* base = (uint8_t*)memory;
    gcnmemi_shader_work w;
    gcnmemi_bits_zero(&w, sizeof(w));
    w.desc = desc;
    w.text = out_shader->text = text;
    w.text_bytes = text_bytes;
    w.settings = settings;
    w.setting_count = setting_count;
    w.options.stage = GCNMEM_NONE;
    w.issue = out_issue;
    out_shader->program = NULL;
    out_shader->run = NULL;
    out_shader->stage = GCNMEM_NONE;
    gcnmem_result result = gcnmemi_run_check_machine(desc, out_issue);
    result = result == GCNMEM_OK ? gcnmemi_shader_bind(&w, GCNMEMI_SHADER_NUMBER) : result;
    if (result == GCNMEM_OK) {
        result = gcnmemi_results_check_memory(memory, memory_bytes, run_at, out_issue);
    }
    if (result != GCNMEM_OK) {
        return result;
    }
    gcnmem_desc machine = gcnmem_run_scaled_desc(desc, w.options.cu_count);
    w.desc = &machine;
    w.options.cu_count = 0;
    w.places = (gcnmem_place*)memory;
    w.options.trips = w.trips = (gcnmem_run_trip*)(void*)(base + trips_at);
    w.options.takens = w.takens = (gcnmem_run_taken*)(void*)(base + takens_at);
    w.options.patterns = w.patterns = (gcnmem_run_pattern*)(void*)(base + patterns_at);
    w.options.args = w.values[0] = (gcnmem_run_value*)(void*)(base + args_at);
    w.options.regs = w.values[1] = (gcnmem_run_value*)(void*)(base + regs_at);
    result = gcnmemi_shader_read(&w, base + program_at, memory_bytes - (size_t)program_at);
    out_shader->program = w.program;
    out_shader->stage = w.options.stage;
    if (result != GCNMEM_OK) {
        return result;
    }
    result = gcnmem_run_init(base + run_at, memory_bytes - (size_t)run_at, &machine, w.program, text, &w.options,
                             &out_shader->run, out_issue);
    if (result == GCNMEM_ERROR_LIMIT && out_issue != NULL && gcnmemi_text_equal(out_issue->field, "memory")) {
        out_issue->value += run_at;
        out_issue->limit += run_at;
    }
    for (uint32_t i = 0; i < setting_count && result != GCNMEM_OK && out_issue != NULL; ++i) {
        /* what the run refuses may be what a setting asked for */
        int is_it = out_issue->setting == 0 && gcnmemi_text_equal(settings[i].name, out_issue->field);
        out_issue->setting = is_it ? i + 1 : out_issue->setting;
    }
    return result;
}

GCNMEM_DEF gcnmem_run_result gcnmem_shader_finish(const gcnmem_shader* shader) {
    gcnmem_run_advance(shader->run, UINT64_MAX, NULL, NULL);
    return gcnmem_run_result_of(shader->run);
}

#endif /* GCNMEM_NO_RUN */

#undef GCNMEMI_PRIVATE
#define GCNMEMI_PRIVATE GCNMEMI_COLD GCNMEM_UNUSED static

/* ---------------------------------------------------------------------------------------------------------------------
   >>report     text for people, JSON for machines
   Knows: bits, text, results, devices, desc, ops, access, l1, cost, occupancy, entry, run

   Formats are kept to %s %c %u %llu with a width, so that every formatter prints the same bytes.
   ------------------------------------------------------------------------------------------------------------------ */

#ifndef GCNMEM_NO_REPORT

#include <stdarg.h>
#if defined(GCNMEM_USE_STB_SPRINTF)
#ifndef GCNMEM_STB_SPRINTF_FILENAME
#define GCNMEM_STB_SPRINTF_FILENAME "stb_sprintf.h"
#endif
#include GCNMEM_STB_SPRINTF_FILENAME
#define GCNMEMI_REPORT_VSNPRINTF stbsp_vsnprintf
#elif defined(GCNMEM_VSNPRINTF)
#define GCNMEMI_REPORT_VSNPRINTF GCNMEM_VSNPRINTF
#endif

#define GCNMEMI_REPORT_LINE 512 /* longest formatted piece */

#if defined(__GNUC__) || defined(__clang__)
#define GCNMEMI_REPORT_PRINTF __attribute__((format(printf, 2, 3)))
#else
#define GCNMEMI_REPORT_PRINTF
#endif

typedef struct gcnmemi_report_writer {
    gcnmem_write_fn write;
    void* user_data;
    gcnmem_style style;
    int stopped;
    size_t delivered;
    uint32_t depth; /* JSON: objects and arrays that are open */
    int has_member; /* JSON: the innermost of them is not empty */
} gcnmemi_report_writer;

GCNMEMI_PRIVATE void gcnmemi_report_bytes(gcnmemi_report_writer* w, const char* text, size_t bytes) {
    if (!w->stopped && bytes > 0) {
        w->stopped = w->write(w->user_data, text, bytes) == 0;
        w->delivered += bytes;
    }
}

/* Prints the diet above, by default without stdio: no symbol of the C library is needed. */
GCNMEMI_PRIVATE GCNMEMI_REPORT_PRINTF void gcnmemi_report_print(gcnmemi_report_writer* w, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
#ifdef GCNMEMI_REPORT_VSNPRINTF
    char buffer[GCNMEMI_REPORT_LINE];
    int length = GCNMEMI_REPORT_VSNPRINTF(buffer, sizeof(buffer), format, arguments);
    gcnmemi_report_bytes(w, buffer, length < 0 ? 0 : gcnmemi_text_length(buffer));
#else
    while (*format != 0) {
        size_t plain = 0;
        while (format[plain] != 0 && format[plain] != '%') {
            ++plain;
        }
        gcnmemi_report_bytes(w, format, plain);
        format += plain;
        if (*format == 0) {
            break;
        }
        int is_left = *++format == '-'; /* "%-8s" pads on the right, "%03u" on the left with zeros */
        format += is_left;
        char pad = *format == '0' ? '0' : ' ';
        size_t width = 0;
        for (; gcnmemi_text_class(*format, GCNMEMI_TEXT_DIGIT); ++format) {
            width = width * 10 + (size_t)(*format - '0');
        }
        char buffer[20];
        const char* text = format; /* %% */
        size_t length = 1;
        if (*format == 's') {
            text = va_arg(arguments, const char*);
            length = gcnmemi_text_length(text);
        } else if (*format == 'c') {
            buffer[0] = (char)va_arg(arguments, int);
            text = buffer;
        } else if (*format != '%') {
            uint64_t value = *format == 'u' ? va_arg(arguments, unsigned int) : va_arg(arguments, unsigned long long);
            format += *format == 'l' ? 2 : 0; /* llu */
            for (length = 0; value != 0 || length == 0; value /= 10) {
                buffer[sizeof(buffer) - ++length] = (char)('0' + (char)(value % 10));
            }
            text = buffer + sizeof(buffer) - length;
        }
        for (size_t i = length; i < width && !is_left; ++i) {
            gcnmemi_report_bytes(w, &pad, 1);
        }
        gcnmemi_report_bytes(w, text, length);
        for (size_t i = length; i < width && is_left; ++i) {
            gcnmemi_report_bytes(w, " ", 1);
        }
        ++format;
    }
#endif
    va_end(arguments);
}

/* %llu of anything unsigned */
#define GCNMEMI_REPORT_N(value) ((unsigned long long)(value))

/* part / whole with `decimals` (at most 3) digits behind the point, rounded half up; "n/a" for a zero whole. */
GCNMEMI_PRIVATE void gcnmemi_report_ratio(gcnmemi_report_writer* w, uint64_t part, uint64_t whole, uint32_t decimals,
                                          const char* behind) {
    static const uint64_t units[4] = {1, 10, 100, 1000};
    if (whole == 0) {
        gcnmemi_report_print(w, "n/a%s", behind);
        return;
    }
    uint64_t unit = units[decimals];
    uint64_t scaled = gcnmemi_bits_scale(part, unit, whole);
    gcnmemi_report_print(w, "%llu%s", GCNMEMI_REPORT_N(scaled / unit), decimals != 0 ? "." : "");
    for (unit /= 10; unit != 0; unit /= 10) {
        gcnmemi_report_print(w, "%llu", GCNMEMI_REPORT_N(scaled / unit % 10));
    }
    gcnmemi_report_print(w, "%s", behind);
}

/* `width` characters, `part` of `whole` of them filled. */
GCNMEMI_PRIVATE void gcnmemi_report_bar(gcnmemi_report_writer* w, uint64_t part, uint64_t whole, uint32_t width) {
    uint64_t filled = whole != 0 ? gcnmemi_bits_scale(part, width, whole) : 0;
    gcnmemi_report_print(w, "[");
    for (uint32_t i = 0; i < width; ++i) {
        gcnmemi_report_print(w, i < filled ? "#" : ".");
    }
    gcnmemi_report_print(w, "]");
}

GCNMEMI_PRIVATE void gcnmemi_report_share(gcnmemi_report_writer* w, const char* name, uint64_t part, uint64_t whole,
                                          uint32_t decimals, const char* behind) {
    gcnmemi_report_print(w, "%s", name);
    gcnmemi_report_bar(w, part, whole, 40);
    gcnmemi_report_print(w, " ");
    gcnmemi_report_ratio(w, part * 100, whole, decimals, behind);
}

GCNMEMI_PRIVATE void gcnmemi_report_part(gcnmemi_report_writer* w, const char* name, uint64_t part, uint64_t whole) {
    gcnmemi_report_print(w, "    %-18s", name);
    gcnmemi_report_share(w, " ", part, whole, 1, " %\n");
}

/* Text of the caller: what is not plain becomes a space. With `escape` it comes in quotes, that before what needs one:
   a backslash for JSON, a quote for CSV. */
GCNMEMI_PRIVATE void gcnmemi_report_text(gcnmemi_report_writer* w, const char* text, size_t bytes, char escape) {
    const char* quote = escape != 0 ? "\"" : "";
    gcnmemi_report_print(w, "%s", quote);
    for (size_t i = 0; i < bytes; ++i) {
        if (escape != 0 && (text[i] == '"' || text[i] == escape)) {
            gcnmemi_report_bytes(w, &escape, 1);
        }
        gcnmemi_report_bytes(w, text[i] >= ' ' && text[i] <= '~' ? text + i : " ", 1);
    }
    gcnmemi_report_print(w, "%s", quote);
}

/* ---- JSON: a member of the outermost object is a line, what lies deeper stays in it ---- */

/* A name as a key: lower case, words joined. */
GCNMEMI_PRIVATE void gcnmemi_report_words(gcnmemi_report_writer* w, const char* name) {
    for (; *name != 0; ++name) {
        gcnmemi_report_print(w, "%c", *name == ' ' ? '_' : gcnmemi_text_lower(*name));
    }
}

/* What comes before a value: the key of a member; NULL: the place of an element. */
GCNMEMI_PRIVATE void gcnmemi_report_key(gcnmemi_report_writer* w, const char* name) {
    gcnmemi_report_print(w, "%s%s", w->has_member ? "," : "", w->depth == 1 ? "\n  " : w->has_member ? " " : "");
    w->has_member = 1;
    if (name != NULL) {
        gcnmemi_report_print(w, "\"");
        gcnmemi_report_words(w, name);
        gcnmemi_report_print(w, "\": ");
    }
}

/* An object or array behind its key; NULL: the outermost, or an element, which begins a line. */
GCNMEMI_PRIVATE void gcnmemi_report_open(gcnmemi_report_writer* w, const char* key, const char* bracket) {
    if (key != NULL) {
        gcnmemi_report_key(w, key);
    } else if (w->depth != 0) {
        gcnmemi_report_print(w, "%s\n    ", w->has_member ? "," : "");
    }
    gcnmemi_report_print(w, "%s", bracket);
    w->depth += 1;
    w->has_member = 0;
}

GCNMEMI_PRIVATE void gcnmemi_report_close(gcnmemi_report_writer* w, const char* bracket) {
    w->depth -= 1;
    w->has_member = 1;
    gcnmemi_report_print(w, "%s%s", w->depth == 0 ? "\n" : "", bracket);
}

GCNMEMI_PRIVATE void gcnmemi_report_key_string(gcnmemi_report_writer* w, const char* key, const char* text) {
    gcnmemi_report_key(w, key);
    gcnmemi_report_text(w, text, gcnmemi_text_length(text), '\\');
}

GCNMEMI_PRIVATE void gcnmemi_report_key_number(gcnmemi_report_writer* w, const char* key, uint64_t value) {
    gcnmemi_report_key(w, key);
    gcnmemi_report_print(w, "%llu", GCNMEMI_REPORT_N(value));
}

GCNMEMI_PRIVATE void gcnmemi_report_key_ratio(gcnmemi_report_writer* w, const char* key, uint64_t part,
                                              uint64_t whole) {
    gcnmemi_report_key(w, key);
    gcnmemi_report_ratio(w, part, whole, 3, "");
}

/* ---- counters, from the lists that declare them ---- */

typedef struct gcnmemi_report_counter {
    const char* name; /* of the member, and in JSON */
    size_t offset;    /* in its struct; all are uint64_t */
    const char* label;
} gcnmemi_report_counter;

GCNMEMI_PRIVATE uint64_t gcnmemi_report_value(const void* counters, size_t offset) {
    return *(const uint64_t*)(const void*)((const unsigned char*)counters + offset);
}

/* ---- the head and the foot of reports ---- */

GCNMEMI_PRIVATE const char* gcnmemi_report_memory_name(const gcnmem_desc* desc) {
    return gcnmemi_devices_memory_names[desc->dram_memory < GCNMEM_MEMORY_END ? desc->dram_memory : 0];
}

/* Whether a field means something on this machine. */
GCNMEMI_PRIVATE int gcnmemi_report_has(const gcnmem_desc* desc, gcnmem_field field) {
    return gcnmem_field_provenance(desc, field) != GCNMEM_PROVENANCE_NONE;
}

/* Which model on which machine, as flags that make it again. */
GCNMEMI_PRIVATE void gcnmemi_report_head(gcnmemi_report_writer* w, const gcnmem_desc* desc) {
    if (w->style == GCNMEM_STYLE_JSON) {
        gcnmemi_report_open(w, NULL, "{");
        gcnmemi_report_key_string(w, "gpu", gcnmem_device_card(desc->device));
        gcnmemi_report_key_string(w, "version", GCNMEM_VERSION_STRING);
        gcnmemi_report_key_number(w, "model_revision", GCNMEM_MODEL_REVISION);
        return;
    }
    gcnmemi_report_print(w, "gcnmem %s model %u  --gpu \"%s\"", GCNMEM_VERSION_STRING, (unsigned)GCNMEM_MODEL_REVISION,
                         gcnmem_device_card(desc->device));
    for (uint32_t i = 0; i < GCNMEM_FIELD_END; ++i) {
        if (gcnmem_field_provenance(desc, (gcnmem_field)i) == GCNMEM_PROVENANCE_USER) {
            gcnmemi_report_print(w, " --set %s=%u", gcnmem_field_name((gcnmem_field)i),
                                 (unsigned)gcnmem_field_value(desc, (gcnmem_field)i));
        }
    }
    if (!gcnmemi_text_equal(desc->dram_mapping, gcnmemi_desc_default_mapping)) {
        gcnmemi_report_print(w, " --set dram_mapping=%s", desc->dram_mapping);
    }
    gcnmemi_report_print(w, "\n%s %s: %u CUs at %u MHz, ", gcnmem_device_chip(desc->device),
                         gcnmem_device_gfx(desc->device), (unsigned)desc->cu_count, (unsigned)desc->core_clock_mhz);
    if (gcnmemi_report_has(desc, GCNMEM_FIELD_l1_size_bytes)) {
        gcnmemi_report_print(w, "L1 %u KB a CU, ", (unsigned)(desc->l1_size_bytes / 1024));
    }
    if (gcnmemi_report_has(desc, GCNMEM_FIELD_l2_size_bytes)) {
        gcnmemi_report_print(w, "L2 %u KB in %u channels, ", (unsigned)(desc->l2_size_bytes / 1024),
                             (unsigned)desc->l2_channels);
    }
    gcnmemi_report_print(w, "%s ", gcnmemi_report_memory_name(desc));
    gcnmemi_report_ratio(w, gcnmem_desc_dram_bytes_per_second(desc), 1000000000u, 1, " GB/s\n\n");
}

/* The fields each kind of report leans on. */
/* clang-format off */
static const gcnmem_field gcnmemi_report_vector_fields[] = {
    GCNMEM_FIELD_l1_group_rule, GCNMEM_FIELD_l1_line_bytes, GCNMEM_FIELD_l1_tag_banks, GCNMEM_FIELD_l1_tag_mask_low,
    GCNMEM_FIELD_l1_tag_mask_high, GCNMEM_FIELD_l1_data_banks, GCNMEM_FIELD_l1_phase_lanes,
    GCNMEM_FIELD_l1_phase_lanes_64, GCNMEM_FIELD_l1_phase_lanes_128, GCNMEM_FIELD_address_clocks,
    GCNMEM_FIELD_l1_scattered_floor_clocks, GCNMEM_FIELD_l1_four_channel_floor_clocks, GCNMEM_FIELD_request_bytes,
    GCNMEM_FIELD_request_lanes, GCNMEM_FIELD_l1_two_channel_floor_clocks, GCNMEM_FIELD_l1_filter_bytes,
    GCNMEM_FIELD_l2_line_bytes, GCNMEM_FIELD_dram_memory, GCNMEM_FIELD_dram_channel_bits,
    GCNMEM_FIELD_dram_burst_length, GCNMEM_FIELD_END};
static const gcnmem_field gcnmemi_report_lds_fields[] = {
    GCNMEM_FIELD_lds_bank_count, GCNMEM_FIELD_lds_phase_rule, GCNMEM_FIELD_lds_port_count,
    GCNMEM_FIELD_lds_port_lanes_per_clock, GCNMEM_FIELD_lds_size_bytes, GCNMEM_FIELD_END};
static const gcnmem_field gcnmemi_report_wave_fields[] = {
    GCNMEM_FIELD_simd_count_per_cu, GCNMEM_FIELD_waves_per_simd_max, GCNMEM_FIELD_groups_per_cu_max,
    GCNMEM_FIELD_vgprs_per_simd, GCNMEM_FIELD_vgpr_granule, GCNMEM_FIELD_sgprs_per_simd, GCNMEM_FIELD_sgpr_granule,
    GCNMEM_FIELD_lds_size_bytes, GCNMEM_FIELD_lds_granule_bytes, GCNMEM_FIELD_lds_group_reserved_bytes,
    GCNMEM_FIELD_END};
static const gcnmem_field gcnmemi_report_memory_fields[] = { /* of replays and runs */
    GCNMEM_FIELD_core_clock_mhz, GCNMEM_FIELD_l1_size_bytes, GCNMEM_FIELD_l1_ways, GCNMEM_FIELD_l2_size_bytes,
    GCNMEM_FIELD_l2_ways, GCNMEM_FIELD_l2_channels, GCNMEM_FIELD_l2_channel_rule, GCNMEM_FIELD_dram_memory,
    GCNMEM_FIELD_dram_bus_bits, GCNMEM_FIELD_dram_mbps_per_pin, GCNMEM_FIELD_dram_banks, GCNMEM_FIELD_dram_row_bytes,
    GCNMEM_FIELD_dram_cl_clocks, GCNMEM_FIELD_dram_write_queue_entries, GCNMEM_FIELD_dram_write_high_entries,
    GCNMEM_FIELD_dram_write_low_entries, GCNMEM_FIELD_dram_page_policy, GCNMEM_FIELD_END};
/* clang-format on */

/* Names what is an estimate: fields of the list (NULL: any), and a rule when there is one. Ends a JSON report. */
GCNMEMI_PRIVATE void gcnmemi_report_estimates(gcnmemi_report_writer* w, const gcnmem_desc* desc,
                                              const gcnmem_field* fields, const char* rule) {
    int is_json = w->style == GCNMEM_STYLE_JSON;
    uint32_t found = 0;
    if (is_json) {
        gcnmemi_report_open(w, "estimates", "[");
    }
    for (uint32_t i = 0; (fields != NULL ? (uint32_t)fields[i] : i) != GCNMEM_FIELD_END; ++i) {
        gcnmem_field field = fields != NULL ? fields[i] : (gcnmem_field)i;
        if (gcnmem_field_provenance(desc, field) == GCNMEM_PROVENANCE_EST && is_json) {
            gcnmemi_report_key_string(w, NULL, gcnmem_field_name(field));
        } else if (gcnmem_field_provenance(desc, field) == GCNMEM_PROVENANCE_EST) {
            gcnmemi_report_print(w, "%s%s", found++ != 0 ? ", " : "  leans on estimates: ", gcnmem_field_name(field));
        }
    }
    gcnmemi_report_print(w, "%s", found != 0 ? " [est]\n" : "");
    if (rule != NULL && is_json) {
        gcnmemi_report_key_string(w, NULL, rule);
    } else if (rule != NULL) {
        gcnmemi_report_print(w, "  leans on an estimate: %s [est]\n", rule);
    }
    if (is_json) {
        gcnmemi_report_close(w, "]");
        gcnmemi_report_close(w, "}");
        gcnmemi_report_print(w, "%s", w->depth == 0 ? "\n" : "");
    }
}

/* ---- cost: what held it, and what to change. Each change is made to the access and its cost looked at before it is
   named. ---- */

#define GCNMEMI_REPORT_PADDING 32 /* dwords */

/* How many bytes apart lanes lie that are `distance` lanes apart, when three quarters of such pairs agree, or else 0;
   out_all: all of them do. */
GCNMEMI_PRIVATE uint64_t gcnmemi_report_gap(const gcnmem_access* access, uint32_t distance, int* out_all) {
    uint64_t gaps[GCNMEM_LANES];
    uint32_t count = 0;
    for (uint32_t lane = 0; lane + distance < GCNMEM_LANES; ++lane) {
        if ((access->exec_mask >> lane & access->exec_mask >> (lane + distance) & 1) != 0) {
            uint64_t from = access->address[lane];
            uint64_t to = access->address[lane + distance];
            gaps[count++] = from < to ? to - from : from - to;
        }
    }
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t same = 0;
        for (uint32_t k = 0; k < count; ++k) {
            same += gaps[k] == gaps[i];
        }
        *out_all = same == count;
        if (same * 4 >= count * 3) {
            return gaps[i];
        }
    }
    return 0;
}

/* The access with its rows of `from` bytes, which begin at its lowest address, `to` bytes apart. 0 when a lane's bytes
   do not lie in one row, or would lie outside LDS. */
GCNMEMI_PRIVATE int gcnmemi_report_repitch(const gcnmem_desc* desc, const gcnmem_access* access, uint64_t from,
                                           uint64_t to, gcnmem_access* out) {
    const gcnmem_op* op = &access->op;
    uint64_t step = op->addresses == 2 ? op->address_step_bytes : 0;
    uint64_t lowest = UINT64_MAX;
    *out = *access;
    out->size_bytes = op->unit == GCNMEM_UNIT_LDS ? desc->lds_group_max_bytes : 0;
    out->op.address_step_bytes = (uint32_t)(step / from * to + step % from);
    for (uint64_t left = access->exec_mask; left != 0; left &= left - 1) {
        lowest = gcnmemi_bits_min(lowest, access->address[gcnmemi_bits_lowest(left)]);
    }
    for (uint64_t left = access->exec_mask; left != 0; left &= left - 1) {
        uint32_t lane = gcnmemi_bits_lowest(left);
        uint64_t offset = access->address[lane] - lowest;
        out->address[lane] = lowest + offset / from * to + offset % from;
        uint64_t end = out->address[lane] + out->op.address_step_bytes + op->element_bytes;
        if (offset % from + step % from + op->element_bytes > from || (out->size_bytes != 0 && end > out->size_bytes)) {
            return 0;
        }
    }
    return 1;
}

/* The smallest padding of rows that leaves no conflict. Returns the pitch it makes, or 0. out_from: the pitch now, 0
   when there are no rows. Rows may go from lane to lane, or over the fewest lanes that always make the same step,
   unless that is a multiple of a smaller one. */
GCNMEMI_PRIVATE uint64_t gcnmemi_report_free_pitch(const gcnmem_desc* desc, const gcnmem_access* access,
                                                   const gcnmem_cost* own, uint64_t* out_from) {
    uint32_t bytes = access->op.element_bytes;
    uint32_t align = access->op.unit == GCNMEM_UNIT_LDS && bytes > 4 ? (bytes > 8 ? 16 : 8) : bytes >= 4 ? 4 : bytes;
    uint64_t known = 0; /* the first step that all lanes make, and over how many lanes */
    uint32_t known_distance = 0;
    gcnmem_access trial;
    *out_from = 0;
    if (own->lanes != gcnmemi_bits_count(access->exec_mask)) {
        return 0; /* lanes out of range would come into range */
    }
    for (uint32_t distance = 1; distance <= GCNMEM_LANES / 2; ++distance) {
        int all = 0;
        uint64_t from = gcnmemi_report_gap(access, distance, &all);
        int is_multiple = known_distance != 0 && from == known / known_distance * distance;
        if (all && known_distance == 0) {
            known = from;
            known_distance = distance;
        }
        if (from <= bytes || (distance != 1 && (!all || is_multiple))) {
            continue;
        }
        for (uint32_t dwords = 1; dwords <= GCNMEMI_REPORT_PADDING; ++dwords) {
            uint64_t to = from + dwords * 4;
            if (!gcnmemi_report_repitch(desc, access, from, to, &trial)) {
                break;
            }
            *out_from = *out_from != 0 ? *out_from : from;
            gcnmem_cost cost = gcnmem_cost_wave(desc, &trial);
            int is_faster = desc->architecture == GCNMEM_ARCHITECTURE_GCN || cost.clocks < own->clocks;
            if (to % align == 0 && cost.lanes == own->lanes && is_faster &&
                cost.conflict_clocks + cost.tag_conflict_clocks + cost.bank_conflict_clocks == 0) {
                *out_from = from;
                return to;
            }
        }
        if (distance != 1) {
            break;
        }
    }
    return 0;
}

/* The cost with lanes side by side: consecutive elements, an 8x8 tile of texels. */
GCNMEMI_PRIVATE gcnmem_cost gcnmemi_report_side_by_side(const gcnmem_desc* desc, const gcnmem_access* access) {
    gcnmem_access trial = *access;
    for (uint32_t lane = 0; lane < GCNMEM_LANES; ++lane) {
        trial.address[lane] = (uint64_t)lane * access->op.element_bytes;
        trial.texel[0][lane] = lane % 8;
        trial.texel[1][lane] = lane / 8;
        trial.texel[2][lane] = 0;
    }
    return gcnmem_cost_wave(desc, &trial);
}

GCNMEMI_PRIVATE void gcnmemi_report_conflict_advice(gcnmemi_report_writer* w, const gcnmem_desc* desc,
                                                    const gcnmem_access* access, const gcnmem_cost* own) {
    int is_image = access->op.unit == GCNMEM_UNIT_IMAGE;
    int is_lds = access->op.unit == GCNMEM_UNIT_LDS; /* reads along a row are what its layout is not for */
    gcnmem_cost side = gcnmemi_report_side_by_side(desc, access);
    uint64_t from = 0;
    uint64_t to = is_image ? 0 : gcnmemi_report_free_pitch(desc, access, own, &from);
    uint64_t unit = from % 4 == 0 ? 4 : 1;
    const char* units = unit == 4 ? "dwords" : "bytes";
    const char* joint = to != 0 ? ", and" : from != 0 ? ";" : ":";
    if (to != 0) {
        gcnmemi_report_print(w, ": a pitch of %llu %s instead of %llu is free of conflicts",
                             GCNMEMI_REPORT_N(to / unit), units, GCNMEMI_REPORT_N(from / unit));
    } else if (from != 0) {
        gcnmemi_report_print(w, "; no pitch up to %u dwords above its %llu %s is free of conflicts",
                             (unsigned)GCNMEMI_REPORT_PADDING, GCNMEMI_REPORT_N(from / unit), units);
    }
    if (side.clocks < own->clocks && side.lanes == own->lanes && !is_lds) {
        gcnmemi_report_print(w, "%s lanes %s take %llu clocks", joint, is_image ? "on an 8x8 tile" : "side by side",
                             GCNMEMI_REPORT_N(side.clocks));
    }
}

GCNMEMI_PRIVATE void gcnmemi_report_best_advice(gcnmemi_report_writer* w, const gcnmem_desc* desc,
                                                const gcnmem_access* access, const gcnmem_cost* own) {
    gcnmem_cost side = gcnmemi_report_side_by_side(desc, access);
    if (access->op.channels == 2 && own->rate_clocks != 0 && !access->op.is_sampled &&
        access->op.action == GCNMEM_ACTION_LOAD) {
        gcnmem_access wide = *access;
        wide.op.channels = 4;
        wide.op.element_bytes *= 2;
        gcnmem_cost cost = gcnmemi_report_side_by_side(desc, &wide);
        if (cost.clocks < 2 * own->clocks) {
            gcnmemi_report_print(w,
                                 "this part takes %u clocks for any two-channel load (R9): one dwordx4 for two lanes' "
                                 "worth takes %llu",
                                 (unsigned)desc->l1_two_channel_floor_clocks, GCNMEMI_REPORT_N(cost.clocks));
            return;
        }
    }
    int is_sparse = own->bytes_fetched >= 2 * own->bytes_requested && side.bytes_fetched < own->bytes_fetched &&
                    side.lanes == own->lanes;
    gcnmemi_report_print(w, is_sparse ? "L1 serves this at full rate, but most bytes fetched are not used: pack what "
                                        "lanes read together"
                                      : "nothing: the addresses are as kind as they can be");
}

typedef struct gcnmemi_report_buffer {
    char* text;
    size_t bytes;
    size_t used;
} gcnmemi_report_buffer;

GCNMEMI_PRIVATE int gcnmemi_report_fill(void* user_data, const char* text, size_t text_bytes) {
    gcnmemi_report_buffer* buffer = (gcnmemi_report_buffer*)user_data;
    for (size_t i = 0; i < text_bytes; ++i) {
        buffer->used = gcnmemi_results_put(buffer->text, buffer->bytes, buffer->used, text[i]);
    }
    return 1;
}

GCNMEMI_PRIVATE void gcnmemi_report_lds_advice(gcnmemi_report_writer* w, const gcnmem_desc* desc,
                                               const gcnmem_access* access, const gcnmem_cost* own) {
    gcnmem_access trial = *access;
    trial.op.action = GCNMEM_ACTION_LOAD; /* which never takes turns for one dword */
    if (access->op.action == GCNMEM_ACTION_ATOMIC && gcnmem_cost_wave(desc, &trial).conflict_clocks == 0) {
        gcnmemi_report_print(w, "lanes that update one dword take turns (R21): spread them over dwords, then add "
                                "those up");
    } else {
        gcnmemi_report_print(w, "lanes of a phase want different dwords of one bank (R20)");
        gcnmemi_report_conflict_advice(w, desc, access, own);
    }
}

/* Writes what to change; returns the name of what held the access. */
GCNMEMI_PRIVATE const char* gcnmemi_report_advise(gcnmemi_report_writer* w, const gcnmem_desc* desc,
                                                  const gcnmem_access* asked, const gcnmem_cost* cost) {
    gcnmem_access lanes = *asked; /* those of a wave */
    lanes.exec_mask &= gcnmemi_bits_lanes(desc->wave_lanes);
    const gcnmem_access* access = &lanes;
    uint32_t unit = access->op.unit;
    uint64_t coalesced = gcnmemi_l1_can_coalesce(&access->op) ? cost->accesses * 4 : cost->issue_groups;
    uint64_t split = cost->issue_groups > coalesced ? cost->issue_groups - coalesced : 0;
    const int is_gcn = desc->l1_group_rule == GCNMEM_GROUP_QUADS;
    split = is_gcn ? split : cost->rate_clocks;
    uint64_t filter = access->op.is_sampled ? cost->rate_clocks : 0;
    uint64_t most = gcnmemi_bits_max(gcnmemi_bits_max(cost->tag_conflict_clocks, cost->bank_conflict_clocks),
                                     gcnmemi_bits_max(filter, split));
    int is_best = cost->clocks <= cost->best_clocks || most == 0;
    gcnmem_cost own = gcnmem_cost_wave(desc, access); /* `cost` may be the sum of many */
    gcnmem_access trial = *access;
    if (cost->clocks == 0) {
        gcnmemi_report_print(w, "no lane is active: nothing is issued");
        return "nothing: no lane is active";
    }
    if (cost->lanes == 0) {
        gcnmemi_report_print(w, "no lane is in range: it takes its time and moves nothing");
        return "nothing: no lane is in range";
    }
    if (unit == GCNMEM_UNIT_LDS && cost->conflict_clocks != 0) {
        gcnmemi_report_lds_advice(w, desc, access, &own);
        return "LDS bank conflicts";
    }
    if (unit == GCNMEM_UNIT_LDS || unit == GCNMEM_UNIT_SCALAR || (is_best && filter <= cost->issue_groups)) {
        gcnmemi_report_best_advice(w, desc, access, &own);
        return unit == GCNMEM_UNIT_LDS      ? "nothing: conflict-free"
               : unit == GCNMEM_UNIT_SCALAR ? "scalar issue"
                                            : "nothing: best case";
    }
    if (!is_best && most == cost->tag_conflict_clocks) {
        gcnmemi_report_print(
            w,
            desc->l1_tag_mask_low == 1 && desc->l1_tag_mask_high == 2
                ? "lines %u bytes apart share a tag bank (R6)"
                : "lines of %u bytes whose numbers hash alike share a tag bank (R65)",
            (unsigned)(desc->l1_tag_mask_high == 2 ? desc->l1_line_bytes * desc->l1_tag_banks : desc->l1_line_bytes));
        gcnmemi_report_conflict_advice(w, desc, access, &own);
        return "tag bank conflicts";
    }
    if (!is_best && most == cost->bank_conflict_clocks) {
        gcnmemi_report_print(w, "dwords %u bytes apart share a data bank (R7)", (unsigned)(desc->l1_data_banks * 4));
        gcnmemi_report_conflict_advice(w, desc, access, &own);
        return "data bank conflicts";
    }
    if (!is_best && most == split && !is_gcn) {
        gcnmemi_report_print(w, "lanes that are served together want blocks that are apart (%s)",
                             desc->l1_group_rule == GCNMEM_GROUP_RDNA           ? "R68"
                             : desc->l1_group_rule == GCNMEM_GROUP_QUARTER_WAVE ? "R69"
                                                                                : "R70");
        gcnmemi_report_conflict_advice(w, desc, access, &own);
        return "lanes do not coalesce";
    }
    if (!is_best && most == split) {
        for (uint32_t lane = 0; lane < GCNMEM_LANES; ++lane) {
            trial.address[lane] = access->address[lane & ~3u] + (lane & 3) * access->op.element_bytes;
        }
        gcnmem_cost quads = gcnmem_cost_wave(desc, &trial);
        gcnmemi_report_print(w, quads.clocks < own.clocks && quads.lanes >= own.lanes
                                    ? "keep each aligned quad of lanes within 4 consecutive elements (R3): then 16 "
                                      "lanes share a clock"
                                    : "aligned quads of lanes do not stay within 4 consecutive elements (R3)");
        return "lanes do not coalesce";
    }
    trial.op.element_bytes = gcnmemi_bits_min32(desc->l1_filter_bytes, access->op.element_bytes);
    int is_narrow_faster = gcnmem_cost_wave(desc, &trial).clocks < own.clocks;
    trial.op = access->op;
    trial.filter = GCNMEM_FILTER_BILINEAR;
    int is_bilinear_faster = gcnmem_cost_wave(desc, &trial).clocks < own.clocks;
    gcnmemi_report_print(
        w, "the filter takes %u bytes of a texel a clock and each tap, mip and slice anew (R11)%s%s%s%s",
        (unsigned)desc->l1_filter_bytes, is_narrow_faster || is_bilinear_faster ? ": use " : "",
        is_narrow_faster ? "a narrower format" : "", is_narrow_faster && is_bilinear_faster ? " or " : "",
        is_bilinear_faster ? "a cheaper filter" : "");
    return "filter rate";
}

GCNMEM_DEF size_t gcnmem_cost_advice(const gcnmem_desc* desc, const gcnmem_access* access, const gcnmem_cost* cost,
                                     char* text, size_t text_bytes) {
    gcnmemi_report_buffer buffer = {text, text_bytes, 0};
    gcnmemi_report_writer w = {gcnmemi_report_fill, &buffer, GCNMEM_STYLE_TEXT, 0, 0, 0, 0};
    gcnmemi_report_advise(&w, desc, access, cost);
    return w.delivered;
}

/* ---- cost: the report ---- */

typedef struct gcnmemi_report_cost_counter {
    gcnmemi_report_counter counter;
    uint32_t is_traffic;
    const char* notes[3]; /* for a vector access, an LDS access, a scalar load; NULL: not there */
} gcnmemi_report_cost_counter;

/* clang-format off */
#define GCNMEMI_REPORT_COST(counter, is_traffic, row, vector, lds, scalar)                                             \
    {{#counter, offsetof(gcnmem_cost, counter), row}, is_traffic, {vector, lds, scalar}},
static const gcnmemi_report_cost_counter gcnmemi_report_cost_counters[] = {
    GCNMEM_COST_COUNTERS(GCNMEMI_REPORT_COST)
    {{NULL, 0, NULL}, 0, {NULL, NULL, NULL}}};
/* clang-format on */

/* Some counters are AMD's for GCN, or of an L1 with tags and data banks. */
GCNMEMI_PRIVATE int gcnmemi_report_counts(const gcnmem_desc* desc, size_t counter) {
    int is_amd = counter == offsetof(gcnmem_cost, l1_accesses) || counter == offsetof(gcnmem_cost, l1_cache_accesses);
    int is_bank = counter == offsetof(gcnmem_cost, tag_conflict_clocks) ||
                  counter == offsetof(gcnmem_cost, bank_conflict_clocks) || counter == offsetof(gcnmem_cost, l1_lines);
    return (!is_amd || desc->architecture == GCNMEM_ARCHITECTURE_GCN) &&
           (!is_bank || gcnmemi_report_has(desc, GCNMEM_FIELD_l1_tag_banks));
}

/* The counters as rows, "  label    total   a wave   note": first those of time, then those of traffic. */
GCNMEMI_PRIVATE void gcnmemi_report_rows(gcnmemi_report_writer* w, const gcnmem_desc* desc, const gcnmem_access* access,
                                         const gcnmem_cost* cost, uint32_t is_traffic) {
    uint32_t unit = access->op.unit == GCNMEM_UNIT_LDS ? 1 : access->op.unit == GCNMEM_UNIT_SCALAR ? 2 : 0;
    int can_coalesce = gcnmemi_l1_can_coalesce(&access->op);
    for (const gcnmemi_report_cost_counter* row = gcnmemi_report_cost_counters; row->counter.name != NULL; ++row) {
        const char* note = row->notes[unit];
        if (note == NULL || row->counter.label[0] == 0 || row->is_traffic != is_traffic ||
            !gcnmemi_report_counts(desc, row->counter.offset)) {
            continue;
        }
        if (row->counter.offset == offsetof(gcnmem_cost, issue_groups)) {
            note = desc->architecture != GCNMEM_ARCHITECTURE_GCN ? "one clock each, or more"
                   : can_coalesce                                ? note
                                                                 : "one clock each: 16 a wave";
        }
        if (row->counter.offset == offsetof(gcnmem_cost, rate_clocks) &&
            desc->architecture != GCNMEM_ARCHITECTURE_GCN) {
            note = "what groups take beyond these: floors, accesses";
        }
        uint64_t value = gcnmemi_report_value(cost, row->counter.offset);
        uint64_t of_wave_e3 = cost->accesses != 0 ? gcnmemi_bits_scale(value, 1000, cost->accesses) : 0;
        gcnmemi_report_print(w, "  %-20s %12llu %8llu.%03u%s%s\n", row->counter.label, GCNMEMI_REPORT_N(value),
                             GCNMEMI_REPORT_N(of_wave_e3 / 1000), (unsigned)(of_wave_e3 % 1000),
                             note[0] != 0 ? "   " : "", note);
        if (row->counter.offset == offsetof(gcnmem_cost, l1_accesses)) {
            gcnmemi_report_print(w, "  %-20s %10llu %%                  AMD's counter%s\n", "coalescing",
                                 GCNMEMI_REPORT_N(gcnmem_cost_coalescing_e3(cost) / 1000),
                                 can_coalesce ? "" : ": 25 percent is full speed here");
        }
    }
}

GCNMEM_DEF size_t gcnmem_report_cost(const gcnmem_desc* desc, const gcnmem_access* access, const gcnmem_cost* cost,
                                     gcnmem_style style, gcnmem_write_fn write, void* user_data) {
    const uint64_t wave = gcnmemi_bits_lanes(desc->wave_lanes);
    gcnmemi_report_writer w = {write, user_data, style, 0, 0, 0, 0};
    int is_lds = access->op.unit == GCNMEM_UNIT_LDS;
    int has_conflicts = cost->tag_conflict_clocks + cost->bank_conflict_clocks != 0;
    /* a rule that was never measured for this kind of access, when it decided something */
    const char* rule = desc->architecture != GCNMEM_ARCHITECTURE_GCN ? NULL
                       : has_conflicts && access->op.action != GCNMEM_ACTION_LOAD && !is_lds
                           ? "R12 R13: conflicts of stores and atomics follow the rule measured for loads"
                       : has_conflicts && access->op.is_sampled && access->filter != GCNMEM_FILTER_POINT
                           ? "R11: conflicts of filtered footprints follow the rule measured for point loads"
                       : cost->clocks == 0 ? "R8: with EXEC = 0 nothing is issued"
                       : (access->exec_mask & wave) != wave && access->op.unit != GCNMEM_UNIT_SCALAR
                           ? "R8: groups whose lanes are masked off still take their clock"
                           : NULL;
    char advice[GCNMEMI_REPORT_LINE];
    gcnmemi_report_buffer buffer = {advice, sizeof(advice), 0};
    gcnmemi_report_writer adviser = {gcnmemi_report_fill, &buffer, GCNMEM_STYLE_TEXT, 0, 0, 0, 0};
    const char* limit = gcnmemi_report_advise(&adviser, desc, access, cost);
    gcnmemi_report_head(&w, desc);
    if (style == GCNMEM_STYLE_JSON) {
        gcnmemi_report_key_string(&w, "op", access->op.name);
        for (const gcnmemi_report_cost_counter* row = gcnmemi_report_cost_counters; row->counter.name != NULL; ++row) {
            int is_counted = gcnmemi_report_counts(desc, row->counter.offset);
            if (is_counted && (row->notes[0] != NULL || is_lds)) { /* those of LDS alone are shown for LDS */
                gcnmemi_report_key_number(&w, row->counter.name, gcnmemi_report_value(cost, row->counter.offset));
            }
            if (is_counted && row->counter.offset == offsetof(gcnmem_cost, l1_cache_accesses)) {
                gcnmemi_report_key_ratio(&w, "coalescing_percent", gcnmem_cost_coalescing_e3(cost), 1000);
            }
        }
        gcnmemi_report_key_string(&w, "limited_by", limit);
        gcnmemi_report_key_string(&w, "change", advice);
    } else {
        gcnmemi_report_print(&w, "%s: ", access->op.name);
        gcnmemi_report_ratio(&w, cost->clocks, cost->accesses, 3, " clocks a wave, best case ");
        gcnmemi_report_ratio(&w, cost->best_clocks, cost->accesses, 3, "");
        if (is_lds && cost->port_clocks > cost->clocks) {
            gcnmemi_report_print(&w, "; but the CU's LDS ports need ");
            gcnmemi_report_ratio(&w, cost->port_clocks, cost->accesses, 3, "");
        }
        gcnmemi_report_print(&w, "\n\n");
        if (cost->clocks != 0) {
            gcnmemi_report_share(&w, "  speed       ", cost->best_clocks, cost->clocks, 0, " % of best\n");
        }
        if (cost->bytes_fetched != 0) {
            gcnmemi_report_share(&w, "  bytes used  ", gcnmemi_bits_min(cost->bytes_requested, cost->bytes_fetched),
                                 cost->bytes_fetched, 0, " % of those fetched\n");
        }
        gcnmemi_report_print(&w, "  limited by  %s\n  change      %s\n\n", limit, advice);
        gcnmemi_report_print(&w, "  %-20s %12s %12s\n", "", "total", "a wave");
        gcnmemi_report_rows(&w, desc, access, cost, 0);
        gcnmemi_report_rows(&w, desc, access, cost, 1);
    }
    gcnmemi_report_estimates(&w, desc, is_lds ? gcnmemi_report_lds_fields : gcnmemi_report_vector_fields, rule);
    return w.delivered;
}

/* ---- occupancy ---- */

/* What would fit one more wave, between the words before and behind. */
GCNMEMI_PRIVATE void gcnmemi_report_next_step(gcnmemi_report_writer* w, const char* before,
                                              const gcnmem_occupancy* occupancy, const char* behind) {
    gcnmem_limit limit = occupancy->next_limit;
    gcnmemi_report_print(w, "%s", before);
    if (occupancy->limited_by == GCNMEM_LIMIT_WAVE_SLOTS) {
        gcnmemi_report_print(w, "none: every wave slot is used");
    } else if (occupancy->next_amount == 0) {
        gcnmemi_report_print(w, "no single change helps: more than one resource, or the size of the group, holds it");
    } else {
        gcnmemi_report_print(w, "%s <= %u gives %u waves per SIMD",
                             gcnmem_limit_name(limit == GCNMEM_LIMIT_GROUP_SLOTS ? GCNMEM_LIMIT_GROUP_SIZE : limit),
                             (unsigned)occupancy->next_amount, (unsigned)occupancy->next_waves);
    }
    gcnmemi_report_print(w, "%s", behind);
}

GCNMEM_DEF size_t gcnmem_report_occupancy(const gcnmem_desc* desc, const gcnmem_shader_needs* needs,
                                          gcnmem_occupancy_rule rule, gcnmem_style style, gcnmem_write_fn write,
                                          void* user_data) {
    static const char* const rules[] = {"hardware", "llvm", "radv"};
    gcnmemi_report_writer w = {write, user_data, style, 0, 0, 0, 0};
    gcnmem_occupancy o = gcnmem_occupancy_for(desc, needs, rule);
    gcnmemi_report_head(&w, desc);
    if (style == GCNMEM_STYLE_JSON) {
        gcnmemi_report_key_number(&w, "waves_per_simd", o.waves_per_simd);
        gcnmemi_report_key_number(&w, "waves_per_cu", o.waves_per_cu);
        gcnmemi_report_key_number(&w, "groups_per_cu", o.groups_per_cu);
        gcnmemi_report_key_string(&w, "limited_by", gcnmem_limit_name(o.limited_by));
        gcnmemi_report_key(&w, "next_step");
        gcnmemi_report_next_step(&w, "\"", &o, "\"");
    } else {
        gcnmemi_report_print(&w, "%u waves per SIMD of %u, by the %s rule\n\n  waves       ",
                             (unsigned)o.waves_per_simd, (unsigned)desc->waves_per_simd_max, rules[rule]);
        gcnmemi_report_bar(&w, o.waves_per_simd, desc->waves_per_simd_max, 40);
        gcnmemi_report_print(&w, "\n  limited by  %s\n", gcnmem_limit_name(o.limited_by));
        gcnmemi_report_next_step(&w, "  next step   ", &o, "\n\n");
        gcnmemi_report_print(&w, "  on a CU     %u waves in %u groups of %u\n", (unsigned)o.waves_per_cu,
                             (unsigned)o.groups_per_cu, (unsigned)needs->group_lanes);
        gcnmemi_report_print(&w, "  a wave      %u VGPRs allocated of %u asked for",
                             (unsigned)gcnmemi_bits_align_up(needs->vgprs, desc->vgpr_granule), (unsigned)needs->vgprs);
        if (gcnmemi_report_has(desc, GCNMEM_FIELD_sgprs_per_simd)) {
            gcnmemi_report_print(&w, ", %u SGPRs of %u",
                                 (unsigned)gcnmemi_bits_align_up(needs->sgprs, desc->sgpr_granule),
                                 (unsigned)needs->sgprs);
        }
        gcnmemi_report_print(&w, "\n");
        gcnmemi_report_print(
            &w, "  a group     %u bytes of LDS allocated of %u asked for\n",
            (unsigned)gcnmemi_bits_align_up(needs->lds_bytes + desc->lds_group_reserved_bytes, desc->lds_granule_bytes),
            (unsigned)needs->lds_bytes);
    }
    gcnmemi_report_estimates(&w, desc, gcnmemi_report_wave_fields, NULL);
    return w.delivered;
}

/* ---- replay ---- */

#ifndef GCNMEM_NO_REPLAY

#define GCNMEMI_REPORT_LEVEL(counter, column) {#counter, offsetof(gcnmem_level_stats, counter), column},
#define GCNMEMI_REPORT_DRAM(counter, words) {#counter, offsetof(gcnmem_dram_stats, counter), words},
/* clang-format off */
static const gcnmemi_report_counter gcnmemi_report_level_counters[] = {
    GCNMEM_LEVEL_COUNTERS(GCNMEMI_REPORT_LEVEL) {NULL, 0, NULL}};
static const gcnmemi_report_counter gcnmemi_report_dram_counters[] = {
    GCNMEM_DRAM_COUNTERS(GCNMEMI_REPORT_DRAM) {NULL, 0, NULL}};
/* clang-format on */

GCNMEMI_PRIVATE void gcnmemi_report_key_counters(gcnmemi_report_writer* w, const gcnmemi_report_counter* rows,
                                                 const void* counters) {
    for (; rows->name != NULL; ++rows) {
        gcnmemi_report_key_number(w, rows->name, gcnmemi_report_value(counters, rows->offset));
    }
}

/* "Why is my bandwidth low?" in a sentence. */
GCNMEMI_PRIVATE const char* gcnmemi_report_replay_reason(const gcnmem_replay_stats* stats) {
    static const char* const of_dram[GCNMEM_DRAM_LIMITS] = {
        "the data bus is full: only fewer bytes would be faster",
        "banks open and close rows: let accesses that are close in time be close in address",
        "consecutive bursts fall into one bank group: a mapping that alternates groups would hide it",
        "rows are opened faster than the activation window allows: use more of each row once it is open",
        "the bus turns between reads and writes: keep reads and writes in longer runs",
        "refresh takes its share: little else is left to gain",
        "some channels idle while others work: the stride misses channels, pad it by 256 bytes",
        "too few requests are under way: the levels above hold them back, or the trace is short"};
    return stats->dram.bytes == 0 ? "nothing reached DRAM: reads hit, and written lines still wait in L2"
           : stats->lines < 1000  ? "the trace is short: filling and draining the machine decide"
           : stats->slowest == GCNMEM_LEVEL_L1
               ? "the CUs' L1 takes longer than the rest: coalesce the waves' accesses, or spread them over more CUs"
           : stats->slowest == GCNMEM_LEVEL_L2
               ? "one L2 channel gets more requests than the others: its stride keeps address bits 8 and up the same"
               : of_dram[stats->dram_limit];
}

/* A row of counters; NULL: the row of their names. */
GCNMEMI_PRIVATE void gcnmemi_report_level_row(gcnmemi_report_writer* w, const char* name,
                                              const gcnmem_level_stats* level) {
    if (level != NULL && level->reads + level->writes == 0) {
        return;
    }
    gcnmemi_report_print(w, "  %-10s", name);
    for (const gcnmemi_report_counter* row = gcnmemi_report_level_counters; row->name != NULL; ++row) {
        const char* gap = gcnmemi_text_length(row->label) > 6 ? "   " : " "; /* bytes are wider */
        if (row->label[0] != 0 && level == NULL) {
            gcnmemi_report_print(w, "%s%12s", gap, row->label);
        } else if (row->label[0] != 0) {
            gcnmemi_report_print(w, "%s%12llu", gap, GCNMEMI_REPORT_N(gcnmemi_report_value(level, row->offset)));
        }
    }
    gcnmemi_report_print(w, level == NULL ? "   used\n" : "   ");
    if (level != NULL) {
        uint64_t used = gcnmemi_bits_min(level->useful_bytes, level->moved_bytes);
        gcnmemi_report_ratio(w, used * 100, level->moved_bytes, 0, " %\n");
    }
}

GCNMEMI_PRIVATE void gcnmemi_report_dram_rows(gcnmemi_report_writer* w, const gcnmem_dram_stats* dram) {
    uint64_t all = 0;
    if (dram->bytes == 0) {
        return;
    }
    gcnmemi_report_print(w, "\n  DRAM       ");
    for (const gcnmemi_report_counter* row = gcnmemi_report_dram_counters; row->name != NULL; ++row) {
        if (row->label[0] != 0) {
            gcnmemi_report_print(w, "%llu %s", GCNMEMI_REPORT_N(gcnmemi_report_value(dram, row->offset)), row->label);
        }
    }
    for (uint32_t i = 0; i < GCNMEM_DRAM_LIMITS; ++i) {
        all += dram->limit_clocks[i];
    }
    gcnmemi_report_print(w, "\n  its clocks went to\n");
    for (uint32_t i = 0; i < GCNMEM_DRAM_LIMITS && all != 0; ++i) {
        gcnmemi_report_part(w, i == 0 ? "data" : gcnmem_dram_limit_name((gcnmem_dram_limit)i), dram->limit_clocks[i],
                            all);
    }
}

GCNMEM_DEF size_t gcnmem_report_replay(const gcnmem_desc* desc, const gcnmem_replay_stats* stats, uint64_t incomplete,
                                       gcnmem_style style, gcnmem_write_fn write, void* user_data) {
    static const char* const names[] = {"L1", "scalar L1", "L2"};
    const gcnmem_level_stats* levels[] = {&stats->l1, &stats->scalar_l1, &stats->l2};
    gcnmemi_report_writer w = {write, user_data, style, 0, 0, 0, 0};
    uint64_t peak = gcnmem_desc_dram_bytes_per_second(desc);
    const char* limit = stats->slowest == GCNMEM_LEVEL_L1   ? "l1 service"
                        : stats->slowest == GCNMEM_LEVEL_L2 ? "l2 channel"
                                                            : gcnmem_dram_limit_name(stats->dram_limit);
    const char* reason = gcnmemi_report_replay_reason(stats);
    gcnmemi_report_head(&w, desc);
    if (style == GCNMEM_STYLE_JSON) {
        gcnmemi_report_key_number(&w, "accesses", stats->lines);
        for (uint32_t i = 0; i < 3; ++i) {
            gcnmemi_report_open(&w, names[i], "{");
            gcnmemi_report_key_counters(&w, gcnmemi_report_level_counters, levels[i]);
            gcnmemi_report_close(&w, "}");
        }
        gcnmemi_report_open(&w, "dram", "{");
        gcnmemi_report_key_counters(&w, gcnmemi_report_dram_counters, &stats->dram);
        gcnmemi_report_open(&w, "lost_clocks", "{");
        for (uint32_t i = GCNMEM_DRAM_LIMIT_BANK; i < GCNMEM_DRAM_LIMITS; ++i) { /* names as they are, spaces and all */
            gcnmemi_report_key(&w, NULL);
            gcnmemi_report_print(&w, "\"%s\": %llu", gcnmem_dram_limit_name((gcnmem_dram_limit)i),
                                 GCNMEMI_REPORT_N(stats->dram.limit_clocks[i]));
        }
        gcnmemi_report_close(&w, "}");
        gcnmemi_report_close(&w, "}");
        gcnmemi_report_key_number(&w, "clocks", stats->clocks);
        gcnmemi_report_key_number(&w, "seconds_e12", stats->seconds_e12);
        gcnmemi_report_key_ratio(&w, "gb_per_s", stats->dram_bytes_per_second, 1000000000u);
        gcnmemi_report_key_ratio(&w, "percent_of_peak", stats->dram_bytes_per_second / 1000, peak / 100000);
        gcnmemi_report_key_string(&w, "limited_by", limit);
        gcnmemi_report_key_string(&w, "reason", reason);
        gcnmemi_report_key_string(&w, "mapping", desc->dram_mapping);
        gcnmemi_report_key_number(&w, "incomplete_at_line", incomplete);
    } else {
        if (incomplete != 0) {
            gcnmemi_report_print(
                &w, "INCOMPLETE: the trace stopped at line %llu; what follows is what was read before it\n\n",
                GCNMEMI_REPORT_N(incomplete));
        }
        gcnmemi_report_ratio(&w, stats->dram_bytes_per_second, 1000000000u, 1, " GB/s of DRAM, ");
        gcnmemi_report_ratio(&w, stats->dram_bytes_per_second / 1000 * 100, peak / 1000, 1, " % of peak, ");
        gcnmemi_report_print(&w, "in %llu clocks\n\n  bandwidth   ", GCNMEMI_REPORT_N(stats->clocks));
        gcnmemi_report_bar(&w, stats->dram_bytes_per_second, peak, 40);
        gcnmemi_report_print(&w, "\n  limited by  %s\n  why         %s\n  mapping     %s\n\n", limit, reason,
                             desc->dram_mapping);
        gcnmemi_report_level_row(&w, "level", NULL);
        for (uint32_t i = 0; i < 3; ++i) {
            gcnmemi_report_level_row(&w, names[i], levels[i]);
        }
        gcnmemi_report_dram_rows(&w, &stats->dram);
        gcnmemi_report_print(&w, "\n  busy clocks: L1 %llu, L2 %llu, DRAM %llu\n", GCNMEMI_REPORT_N(stats->l1_clocks),
                             GCNMEMI_REPORT_N(stats->l2_clocks), GCNMEMI_REPORT_N(stats->dram_clocks));
    }
    gcnmemi_report_estimates(&w, desc, gcnmemi_report_memory_fields, NULL);
    return w.delivered;
}

#endif /* GCNMEM_NO_REPLAY */

#ifndef GCNMEM_NO_RUN

/* ---- run ---- */

typedef struct gcnmemi_report_shader {
    const gcnmem_run* run;
    const gcnmem_listing* program;
    const char* text; /* of the listing */
    gcnmem_run_result result;
} gcnmemi_report_shader;

/* "vector memory: DRAM, line 12" in those quotes, with nothing in them when the instruction lost no time. */
GCNMEMI_PRIVATE void gcnmemi_report_cause(gcnmemi_report_writer* w, const gcnmemi_report_shader* s,
                                          const gcnmem_run_insn_stats* stats, const char* quote) {
    uint32_t served = gcnmemi_run_largest(stats->waited_clocks, GCNMEM_SERVED_END);
    uint32_t stall = gcnmemi_run_largest(stats->stall_clocks, GCNMEM_STALL_END);
    int is_lost = stats->stall_clocks[stall] != 0;
    gcnmemi_report_print(w, "%s%s", quote, is_lost ? gcnmem_stall_name((gcnmem_stall)stall) : "");
    if (is_lost && stats->waited_clocks[served] != 0) {
        gcnmemi_report_print(w, ": %s", gcnmem_served_name((gcnmem_served)served));
    }
    if (is_lost && stats->waited_for != GCNMEM_NONE) {
        gcnmemi_report_print(w, ", line %u", (unsigned)gcnmem_listing_insn(s->program, stats->waited_for)->line);
    }
    gcnmemi_report_print(w, "%s", quote);
}

/* Line of the program's first instruction with this flag, or, for 0, of the first outside the vocabulary; 0: none. */
GCNMEMI_PRIVATE uint32_t gcnmemi_report_line_with(const gcnmem_listing* program, uint32_t flag) {
    for (uint32_t i = 0; i < program->insn_count; ++i) {
        const gcnmem_insn* insn = gcnmem_listing_insn(program, i);
        if (flag != 0 ? (insn->flags & flag) != 0 : gcnmem_listing_opcode(program, insn->opcode)->op.is_guessed) {
            return insn->line;
        }
    }
    return 0;
}

/* Begins a line of text, or an element of "warnings"; the caller ends it. */
GCNMEMI_PRIVATE void gcnmemi_report_warn(gcnmemi_report_writer* w, const char* rule) {
    if (w->style == GCNMEM_STYLE_JSON) {
        gcnmemi_report_key(w, NULL);
    }
    gcnmemi_report_print(w, "%s%s", w->style == GCNMEM_STYLE_JSON ? "\"" : "WARNING: ", rule);
}

/* What a reader has to know before trusting the numbers: lines of text, or elements of "warnings". */
GCNMEMI_PRIVATE void gcnmemi_report_warnings(gcnmemi_report_writer* w, const gcnmemi_report_shader* s) {
    const gcnmem_listing* program = s->program;
    const gcnmem_run_result* r = &s->result;
    uint32_t machine = s->run->desc.gfx_version;
    const char* end = w->style == GCNMEM_STYLE_JSON ? "\"" : "\n";
    const struct {
        uint64_t count; /* 0: does not apply */
        uint32_t line;  /* of the first, 0 when there is none */
        const char* rule;
    } rows[] = {{r->untold_loops, gcnmem_listing_insn(program, r->untold_loop)->line,
                 "loops that nobody gave a count (--trip, @trip) run once"},
                {program->unknown_count, gcnmemi_report_line_with(program, 0),
                 "instructions outside the vocabulary are classified by their prefix"},
                {program->undefined_count, gcnmemi_report_line_with(program, GCNMEM_INSN_UNDEFINED),
                 "branches go where the listing does not say"},
                {program->unbound_count, program->unbound_line,
                 "annotations cannot be read, or stand on lines they cannot belong to"},
                {program->bad_wait_count, gcnmemi_report_line_with(program, GCNMEM_INSN_BAD_WAIT),
                 "s_waitcnt that cannot be read wait for nothing"},
                {r->open_ends != 0, 0, "the listing has no s_endpgm where waves end"},
                {r->state == GCNMEM_RUN_CUT, 0,
                 "the run was cut at the clock limit while waves still ran (a loop without end?)"},
                {r->state == GCNMEM_RUN_STUCK, 0, "the run is stuck: waves live, but nothing can happen any more"},
                {r->state == GCNMEM_RUN_FAILED, gcnmem_listing_insn(program, r->failed_insn)->line,
                 "the run failed: an address expression divides by zero"},
                {r->events_lost, 0, "the timeline is cut: its room for events was used up, and events lost"}};
    for (uint32_t i = 0; i < program->stage_count; ++i) {
        const gcnmem_stage* stage = gcnmem_listing_stage(program, i);
        if (stage->first_insn == s->run->first_insn && stage->insn_count == s->run->insn_count &&
            stage->gfx_version != 0 && stage->gfx_version >> 8 != machine >> 8) {
            gcnmemi_report_warn(w, "the listing is for ");
            gcnmemi_report_text(w, s->text + stage->target_offset, stage->target_bytes, 0);
            gcnmemi_report_print(
                w, ", the machine is gfx%u%u%c: the clocks are those of a shader that does not run on it%s",
                (unsigned)(machine >> 8), (unsigned)(machine >> 4 & 15), "0123456789abcdef"[machine & 15], end);
        }
    }
    for (uint32_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i) {
        if (rows[i].count != 0) { /* "RULE: 3, first in line 12" */
            gcnmemi_report_warn(w, rows[i].rule);
            if (rows[i].count > 1) {
                gcnmemi_report_print(w, ": %llu", GCNMEMI_REPORT_N(rows[i].count));
            }
            if (rows[i].line != 0) {
                gcnmemi_report_print(w, "%s line %u", rows[i].count > 1 ? ", first in" : ":", (unsigned)rows[i].line);
            }
            gcnmemi_report_print(w, "%s", end);
        }
    }
}

GCNMEMI_PRIVATE int gcnmemi_report_is_whole(const gcnmem_desc* desc, const gcnmem_run_result* r) {
    gcnmem_desc whole = gcnmem_desc_for(desc->device);
    return r->cu_count == whole.cu_count && desc->l2_channels == whole.l2_channels &&
           desc->dram_channels == whole.dram_channels;
}

/* Why addresses are not certain: what they depend on, and the flag that says it. */
GCNMEMI_PRIVATE void gcnmemi_report_reason(gcnmemi_report_writer* w, const gcnmemi_report_shader* s, uint32_t cause) {
    const gcnmemi_entry* entry = gcnmemi_run_entry(s->run);
    uint32_t kind = cause & 0x7000u;
    uint32_t index = cause & 0xfffu;
    if (cause == UINT16_MAX) {
        gcnmemi_report_print(w, "more different patterns of lanes than are kept");
    } else if (kind == GCNMEMI_ENTRY_CAUSE_ARG && index < GCNMEMI_ENTRY_ARGS) {
        const gcnmemi_entry_arg* arg = &entry->arg[index];
        uint32_t visible = 0;
        for (uint32_t i = 0; i < index; ++i) {
            visible += entry->arg[i].kind != 3;
        }
        gcnmemi_report_print(w, "argument ");
        gcnmemi_report_text(w, s->text + arg->name_offset, arg->name_bytes, 0);
        gcnmemi_report_print(
            w, "%s%u not given: %u assumed (--arg %u=VALUE)", arg->name_bytes != 0 ? ", " : "", (unsigned)visible,
            (unsigned)entry->kernarg[arg->offset / 4 % GCNMEMI_ENTRY_KERNARG_DWORDS], (unsigned)visible);
    } else if (kind == GCNMEMI_ENTRY_CAUSE_REGISTER) {
        gcnmemi_report_print(w, "register %c%u is not known when a wave begins (--reg %c%u=VALUE)",
                             (index & 0x400u) != 0 ? 'v' : 's', (unsigned)(index & 0x3ffu),
                             (index & 0x400u) != 0 ? 'v' : 's', (unsigned)(index & 0x3ffu));
    } else if (kind != 0) {
        uint32_t insn = gcnmemi_bits_min32(index, s->run->insn_count - 1);
        const gcnmem_insn* at = gcnmem_listing_insn(s->program, s->run->first_insn + insn);
        int is_load = gcnmem_listing_opcode(s->program, at->opcode)->op.unit != GCNMEM_UNIT_NONE;
        gcnmemi_report_print(w, is_load ? "a value loaded at line %u" : "what line %u writes, which is not computed",
                             (unsigned)at->line);
    } else {
        gcnmemi_report_print(w, "the instruction's addresses are not computed");
    }
}

/* How certain addresses are: sums, then each memory instruction that ran. */
GCNMEMI_PRIVATE void gcnmemi_report_addresses(gcnmemi_report_writer* w, const gcnmemi_report_shader* s) {
    gcnmemi_report_open(w, "addresses", "{");
    for (uint32_t i = 0; i < GCNMEM_STATUS_END; ++i) {
        gcnmemi_report_key_number(w, gcnmem_status_name((gcnmem_status)i), s->result.addresses[i]);
    }
    gcnmemi_report_close(w, "}");
    gcnmemi_report_open(w, "memory_instructions", "[");
    for (uint32_t i = s->run->first_insn; i < s->run->first_insn + s->run->insn_count; ++i) {
        const gcnmem_insn* at = gcnmem_listing_insn(s->program, i);
        const gcnmem_run_insn_stats stats = gcnmem_run_insn_of(s->run, i);
        if (stats.issued == 0 || gcnmem_listing_opcode(s->program, at->opcode)->op.addresses == 0) {
            continue;
        }
        gcnmemi_report_open(w, NULL, "{");
        gcnmemi_report_key_number(w, "index", i - s->run->first_insn);
        gcnmemi_report_key_number(w, "line", at->line);
        gcnmemi_report_key_string(w, "status", gcnmem_status_name((gcnmem_status)stats.status));
        gcnmemi_report_key(w, "reason");
        gcnmemi_report_print(w, "\"");
        if (stats.status >= GCNMEM_STATUS_ASSUMED) {
            gcnmemi_report_reason(w, s, stats.cause);
        }
        gcnmemi_report_print(w, "\"");
        gcnmemi_report_close(w, "}");
    }
    gcnmemi_report_close(w, "]");
}

/* The same for people: what addresses rest on, a line for each reason. */
GCNMEMI_PRIVATE void gcnmemi_report_assumptions(gcnmemi_report_writer* w, const gcnmemi_report_shader* s) {
    uint32_t end = s->run->first_insn + s->run->insn_count;
    if (s->result.addresses[GCNMEM_STATUS_ASSUMED] == 0) {
        return;
    }
    gcnmemi_report_print(w, "RESTS ON ASSUMPTIONS: addresses, or whether they are reached, of memory instructions:\n");
    for (uint32_t i = s->run->first_insn; i < end; ++i) {
        gcnmem_run_insn_stats stats = gcnmem_run_insn_of(s->run, i);
        uint32_t count = 0;
        for (uint32_t k = s->run->first_insn; k < end; ++k) {
            gcnmem_run_insn_stats other = gcnmem_run_insn_of(s->run, k);
            int is_same = other.status == GCNMEM_STATUS_ASSUMED && other.cause == stats.cause;
            count = is_same && k < i ? end : count + (is_same && count != end); /* the first of them speaks for all */
        }
        if (stats.status == GCNMEM_STATUS_ASSUMED && count < end) {
            gcnmemi_report_print(w, "  %u depend on ", (unsigned)count);
            gcnmemi_report_reason(w, s, stats.cause);
            gcnmemi_report_print(w, "\n");
        }
    }
    gcnmemi_report_print(w, "\n");
}

GCNMEMI_PRIVATE void gcnmemi_report_run_json(gcnmemi_report_writer* w, const gcnmemi_report_shader* s) {
    const gcnmem_run_result* r = &s->result;
    uint64_t busy[GCNMEMI_RUN_UNITS];
    gcnmemi_run_busy(&s->run->desc, r, busy);
    gcnmemi_report_key_number(w, "cu_count", r->cu_count);
    gcnmemi_report_key_string(w, "machine", gcnmemi_report_is_whole(&s->run->desc, r) ? "whole" : "scaled");
    gcnmemi_report_key_number(w, "waves", r->waves);
    gcnmemi_report_key_number(w, "groups", r->groups);
    gcnmemi_report_key_number(w, "waves_per_simd", r->waves_per_simd);
    gcnmemi_report_key_string(w, "waves_limited_by", gcnmem_limit_name(r->occupancy.limited_by));
    gcnmemi_report_key_number(w, "waves_brought", r->waves_brought);
    gcnmemi_report_key_number(w, "vgprs", r->needs.vgprs);
    gcnmemi_report_key_number(w, "sgprs", r->needs.sgprs);
    gcnmemi_report_key_number(w, "lds_bytes", r->needs.lds_bytes);
    gcnmemi_report_key_number(w, "group_lanes", r->needs.group_lanes);
    gcnmemi_report_key_number(w, "clocks", r->clocks);
    gcnmemi_report_key_number(w, "seconds_e12", r->seconds_e12);
    gcnmemi_report_key_number(w, "wave_clocks", r->wave_clocks);
    gcnmemi_report_key_number(w, "active_clocks", r->active_clocks);
    gcnmemi_report_open(w, "instructions", "{");
    for (uint32_t i = 0; i < GCNMEM_CATEGORY_END; ++i) {
        gcnmemi_report_key_number(w, gcnmemi_ops_category_name(i), r->instructions[i]);
    }
    gcnmemi_report_close(w, "}");
    gcnmemi_report_open(w, "stall_clocks", "{");
    for (uint32_t i = 0; i < GCNMEM_STALL_END; ++i) {
        gcnmemi_report_key_number(w, gcnmem_stall_name((gcnmem_stall)i), r->stall_clocks[i]);
    }
    gcnmemi_report_close(w, "}");
    gcnmemi_report_open(w, "busy_percent", "{");
    for (uint32_t i = GCNMEM_LIMITER_VALU; i < GCNMEMI_RUN_UNITS; ++i) {
        gcnmemi_report_key_ratio(w, gcnmem_limiter_name((gcnmem_limiter)i), busy[i], 1000);
    }
    gcnmemi_report_close(w, "}");
    gcnmemi_report_open(w, "bytes", "{");
    gcnmemi_report_key_number(w, "requested", r->bytes_requested);
    gcnmemi_report_key_number(w, "l1", r->l1_bytes);
    gcnmemi_report_key_number(w, "lds", r->lds_bytes);
    gcnmemi_report_key_number(w, "scalar_l1", r->scalar_bytes);
    gcnmemi_report_key_number(w, "l2", r->l2_bytes);
    gcnmemi_report_key_number(w, "dram", r->dram_bytes);
    gcnmemi_report_close(w, "}");
    gcnmemi_report_key_number(w, "code_bytes", r->code_bytes);
    gcnmemi_report_key_number(w, "icache_misses", r->icache_misses);
    gcnmemi_report_key_string(w, "limited_by", gcnmem_limiter_name(r->limited_by));
    gcnmemi_report_key_string(w, "advice", gcnmem_run_advice(r));
    gcnmemi_report_open(w, "hotspots", "[");
    for (uint32_t i = 0; i < 10 && gcnmem_run_hotspot_of(s->run, i).insn != GCNMEM_NONE; ++i) {
        gcnmem_run_hotspot hotspot = gcnmem_run_hotspot_of(s->run, i);
        const gcnmem_insn* at = gcnmem_listing_insn(s->program, hotspot.insn);
        gcnmem_run_insn_stats stats = gcnmem_run_insn_of(s->run, hotspot.insn);
        gcnmemi_report_open(w, NULL, "{");
        gcnmemi_report_key_number(w, "index", hotspot.insn - s->run->first_insn);
        gcnmemi_report_key_number(w, "line", at->line);
        gcnmemi_report_key(w, "text");
        gcnmemi_report_text(w, s->text + at->text_offset, at->text_bytes, '\\');
        gcnmemi_report_key_number(w, "issued", stats.issued);
        gcnmemi_report_key_number(w, "stall_clocks", hotspot.stall_clocks);
        gcnmemi_report_key(w, "cause");
        gcnmemi_report_cause(w, s, &stats, "\"");
        gcnmemi_report_close(w, "}");
    }
    gcnmemi_report_close(w, "]");
    gcnmemi_report_key_number(w, "defaults_used", r->defaults_used);
    gcnmemi_report_addresses(w, s);
    gcnmemi_report_open(w, "warnings", "[");
    gcnmemi_report_warnings(w, s);
    gcnmemi_report_close(w, "]");
}

GCNMEMI_PRIVATE void gcnmemi_report_run_csv(gcnmemi_report_writer* w, const gcnmemi_report_shader* s) {
    gcnmemi_report_print(w, "index,line,text,issued,stall_clocks");
    for (uint32_t i = 0; i < GCNMEM_STALL_END; ++i) {
        gcnmemi_report_print(w, ",stall_");
        gcnmemi_report_words(w, gcnmem_stall_name((gcnmem_stall)i));
    }
    for (uint32_t i = 0; i < GCNMEM_SERVED_END; ++i) {
        gcnmemi_report_print(w, ",served_");
        gcnmemi_report_words(w, gcnmem_served_name((gcnmem_served)i));
    }
    gcnmemi_report_print(w, ",unit_clocks,lines,is_default,cause\n");
    for (uint32_t i = 0; i < s->run->insn_count; ++i) {
        const gcnmem_insn* at = gcnmem_listing_insn(s->program, s->run->first_insn + i);
        gcnmem_run_insn_stats stats = gcnmem_run_insn_of(s->run, s->run->first_insn + i);
        gcnmemi_report_print(w, "%u,%u,", (unsigned)i, (unsigned)at->line);
        gcnmemi_report_text(w, s->text + at->text_offset, at->text_bytes, '"');
        gcnmemi_report_print(w, ",%llu,%llu", GCNMEMI_REPORT_N(stats.issued),
                             GCNMEMI_REPORT_N(gcnmemi_run_stalls(&stats)));
        for (uint32_t k = 0; k < GCNMEM_STALL_END; ++k) {
            gcnmemi_report_print(w, ",%llu", GCNMEMI_REPORT_N(stats.stall_clocks[k]));
        }
        for (uint32_t k = 0; k < GCNMEM_SERVED_END; ++k) {
            gcnmemi_report_print(w, ",%llu", GCNMEMI_REPORT_N(stats.served[k]));
        }
        gcnmemi_report_print(w, ",%llu,%llu,%u,", GCNMEMI_REPORT_N(stats.unit_clocks), GCNMEMI_REPORT_N(stats.lines),
                             (unsigned)stats.is_default);
        gcnmemi_report_cause(w, s, &stats, "\"");
        gcnmemi_report_print(w, "\n");
    }
}

GCNMEM_DEF const char* gcnmem_run_advice(const gcnmem_run_result* result) {
    if (result->limited_by != GCNMEM_LIMITER_VECTOR_LATENCY) {
        uint32_t limiter = (uint32_t)result->limited_by;
        return limiter < GCNMEM_LIMITER_END ? gcnmemi_run_limiter_rows[limiter].advice : "";
    }
    return result->waves_brought < result->waves_per_simd
               ? "the dispatch brings fewer waves than fit: make it larger, or issue more loads before each s_waitcnt"
           : result->occupancy.limited_by != GCNMEM_LIMIT_WAVE_SLOTS
               ? "fit more waves on a SIMD, or issue more loads before each s_waitcnt"
               : "every wave slot is used: issue more loads before each s_waitcnt, or let them hit closer";
}

GCNMEMI_PRIVATE void gcnmemi_report_run_answer(gcnmemi_report_writer* w, const gcnmemi_report_shader* s) {
    const gcnmem_run_result* r = &s->result;
    const gcnmem_desc* desc = &s->run->desc;
    gcnmem_desc whole = gcnmem_desc_for(desc->device);
    gcnmem_run_hotspot hot = gcnmem_run_hotspot_of(s->run, 0);
    gcnmemi_report_assumptions(w, s);
    if (r->defaults_used != 0) {
        gcnmemi_report_print(
            w, "RESTS ON DEFAULTS: %u memory instructions have no addresses of their own (--mem, @mem):\n",
            (unsigned)r->defaults_used);
        for (uint32_t i = 0; i < s->run->insn_count; ++i) {
            const gcnmem_insn* at = gcnmem_listing_insn(s->program, s->run->first_insn + i);
            if (gcnmem_run_insn_of(s->run, s->run->first_insn + i).is_default != 0) {
                gcnmemi_report_print(w, "  index %u, line %u: ", (unsigned)i, (unsigned)at->line);
                gcnmemi_report_text(w, s->text + at->text_offset, at->text_bytes, 0);
                gcnmemi_report_print(w, "  <- ");
                gcnmemi_report_reason(w, s, gcnmem_run_insn_of(s->run, s->run->first_insn + i).cause);
                gcnmemi_report_print(w, "\n");
            }
        }
        gcnmemi_report_print(w, "\n");
    }
    gcnmemi_report_print(w, "%llu clocks, ", GCNMEMI_REPORT_N(r->clocks));
    gcnmemi_report_ratio(w, r->seconds_e12, 1000000, 3, " us, for ");
    gcnmemi_report_print(w, "%llu waves\n\n  limited by  %s\n  change      %s\n", GCNMEMI_REPORT_N(r->waves),
                         gcnmem_limiter_name(r->limited_by), gcnmem_run_advice(r));
    if (hot.insn != GCNMEM_NONE) {
        const gcnmem_insn* at = gcnmem_listing_insn(s->program, hot.insn);
        gcnmemi_report_print(w, "  hottest     line %u, ", (unsigned)at->line);
        gcnmemi_report_ratio(w, hot.stall_clocks * 100, r->wave_clocks, 0, " % of the waves' time: ");
        gcnmemi_report_text(w, s->text + at->text_offset, at->text_bytes, 0);
        gcnmemi_report_print(w, "\n");
    }
    gcnmemi_report_print(w, "  waves       %u a SIMD, by %s", (unsigned)r->waves_per_simd,
                         gcnmem_limit_name(r->occupancy.limited_by));
    gcnmemi_report_next_step(w, "; next: ", &r->occupancy, "");
    if (r->waves_brought < r->waves_per_simd) {
        gcnmemi_report_print(w, "\n              but the dispatch brings only %u a SIMD", (unsigned)r->waves_brought);
    }
    gcnmemi_report_print(w, "\n  a wave      %u VGPRs%s, %u SGPRs; a group %u lanes, %u bytes of LDS",
                         (unsigned)r->needs.vgprs, r->is_named ? " (the highest named: --vgprs says more)" : "",
                         (unsigned)r->needs.sgprs, (unsigned)r->needs.group_lanes, (unsigned)r->needs.lds_bytes);
    if (gcnmemi_report_is_whole(desc, r)) {
        gcnmemi_report_print(w, "\n  machine     whole GPU, %u CUs\n\n", (unsigned)whole.cu_count);
    } else {
        gcnmemi_report_print(w,
                             "\n  machine     scaled: %u of %u CUs, %u of %u L2 channels, %u of %u DRAM channels\n\n",
                             (unsigned)r->cu_count, (unsigned)whole.cu_count, (unsigned)desc->l2_channels,
                             (unsigned)whole.l2_channels, (unsigned)desc->dram_channels, (unsigned)whole.dram_channels);
    }
}

/* Where the time went: by unit, by cause, then the listing, each instruction with its part of the stalls before it. */
GCNMEMI_PRIVATE void gcnmemi_report_run_shares(gcnmemi_report_writer* w, const gcnmemi_report_shader* s) {
    const gcnmem_run_result* r = &s->result;
    uint64_t busy[GCNMEMI_RUN_UNITS];
    gcnmemi_run_busy(&s->run->desc, r, busy);
    gcnmemi_report_print(w, "  units were busy\n");
    for (uint32_t i = GCNMEM_LIMITER_VALU; i < GCNMEMI_RUN_UNITS; ++i) {
        gcnmemi_report_part(w, gcnmem_limiter_name((gcnmem_limiter)i), busy[i], 100000);
    }
    gcnmemi_report_print(w, "  waves spent their time on\n");
    gcnmemi_report_part(w, "instructions", r->active_clocks, r->wave_clocks);
    for (uint32_t i = 0; i < GCNMEM_STALL_END; ++i) {
        if (r->stall_clocks[i] != 0) {
            gcnmemi_report_part(w, gcnmem_stall_name((gcnmem_stall)i), r->stall_clocks[i], r->wave_clocks);
        }
    }
    gcnmemi_report_dram_rows(w, &r->dram);
    gcnmemi_report_print(w, "\n  bytes: lanes asked for %llu; L1 %llu, L2 %llu, DRAM %llu; LDS %llu, scalar %llu\n\n",
                         GCNMEMI_REPORT_N(r->bytes_requested), GCNMEMI_REPORT_N(r->l1_bytes),
                         GCNMEMI_REPORT_N(r->l2_bytes), GCNMEMI_REPORT_N(r->dram_bytes), GCNMEMI_REPORT_N(r->lds_bytes),
                         GCNMEMI_REPORT_N(r->scalar_bytes));
    if (r->code_bytes > s->run->desc.icache_size_bytes) {
        gcnmemi_report_print(w,
                             "  code: %llu bytes where the instruction cache of %u CUs holds %u: %llu misses (R58)\n\n",
                             GCNMEMI_REPORT_N(r->code_bytes), (unsigned)s->run->desc.icache_cus,
                             (unsigned)s->run->desc.icache_size_bytes, GCNMEMI_REPORT_N(r->icache_misses));
    }
    uint64_t most = gcnmem_run_hotspot_of(s->run, 0).stall_clocks;
    gcnmemi_report_print(w, "  %5s %6s %12s %14s  %-22s instruction\n", "index", "line", "issued", "stall clocks", "");
    for (uint32_t i = 0; i < s->run->insn_count; ++i) {
        const gcnmem_insn* at = gcnmem_listing_insn(s->program, s->run->first_insn + i);
        gcnmem_run_insn_stats stats = gcnmem_run_insn_of(s->run, s->run->first_insn + i);
        uint64_t stalls = gcnmemi_run_stalls(&stats);
        gcnmemi_report_print(w, "  %5u %6u %12llu %14llu  ", (unsigned)i, (unsigned)at->line,
                             GCNMEMI_REPORT_N(stats.issued), GCNMEMI_REPORT_N(stalls));
        gcnmemi_report_bar(w, stalls, most, 20);
        gcnmemi_report_print(w, " ");
        gcnmemi_report_text(w, s->text + at->text_offset, at->text_bytes, 0);
        if (gcnmemi_bits_scale(stalls, 20, most != 0 ? most : 1) != 0) {
            gcnmemi_report_print(w, "  <- ");
            gcnmemi_report_cause(w, s, &stats, "");
        }
        gcnmemi_report_print(w, "\n");
    }
}

GCNMEM_DEF size_t gcnmem_report_run(const gcnmem_run* run, const gcnmem_listing* program, const char* text,
                                    gcnmem_style style, gcnmem_write_fn write, void* user_data) {
    gcnmemi_report_writer w = {write, user_data, style, 0, 0, 0, 0};
    gcnmemi_report_shader s = {run, program, text, gcnmem_run_result_of(run)};
    if (style == GCNMEM_STYLE_CSV) {
        gcnmemi_report_run_csv(&w, &s);
        return w.delivered;
    }
    gcnmemi_report_head(&w, &run->desc);
    if (style == GCNMEM_STYLE_JSON) {
        gcnmemi_report_run_json(&w, &s);
    } else {
        gcnmemi_report_warnings(&w, &s);
        gcnmemi_report_run_answer(&w, &s);
        gcnmemi_report_run_shares(&w, &s);
    }
    gcnmemi_report_estimates(&w, &run->desc, gcnmemi_report_memory_fields, NULL);
    return w.delivered;
}

/* ---- timeline ---- */

/* By clock; a wave comes before what it does. */
GCNMEMI_PRIVATE int gcnmemi_report_is_before(const void* context, const void* one, const void* other) {
    const gcnmem_run_event* a = (const gcnmem_run_event*)one;
    const gcnmem_run_event* b = (const gcnmem_run_event*)other;
    (void)context;
    return a->begin != b->begin ? a->begin < b->begin
           : a->kind != b->kind ? a->kind < b->kind
           : a->cu != b->cu     ? a->cu < b->cu
                                : a->slot < b->slot;
}

/* Name and place of a process or a thread in a viewer. */
GCNMEMI_PRIVATE void gcnmemi_report_track(gcnmemi_report_writer* w, const char* what, const char* name, uint32_t cu,
                                          uint32_t slot, uint32_t number) {
    gcnmemi_report_print(
        w,
        "%s\n{\"ph\":\"M\",\"pid\":%u,\"tid\":%u,\"name\":\"%s_name\",\"args\":{\"name\":\"%s %u\"}},\n"
        "{\"ph\":\"M\",\"pid\":%u,\"tid\":%u,\"name\":\"%s_sort_index\",\"args\":{\"sort_index\":%u}}",
        w->has_member ? "," : "", (unsigned)cu, (unsigned)slot, what, name, (unsigned)number, (unsigned)cu,
        (unsigned)slot, what, (unsigned)number);
    w->has_member = 1;
}

/* What every event of a wave slot begins with. */
GCNMEMI_PRIVATE void gcnmemi_report_event_head(gcnmemi_report_writer* w, const gcnmem_run_event* event, char phase,
                                               uint64_t clock) {
    gcnmemi_report_print(w, ",\n{\"ph\":\"%c\",\"cat\":\"%s\",\"pid\":%u,\"tid\":%u,\"ts\":%llu", phase,
                         gcnmemi_run_event_names[event->kind], (unsigned)event->cu, (unsigned)event->slot,
                         GCNMEMI_REPORT_N(clock));
}

/* The instruction's place in the listing, as the beginning of an event's arguments. speedscope shows all of them behind
   the name, so there are few. */
GCNMEMI_PRIVATE void gcnmemi_report_event_insn(gcnmemi_report_writer* w, const gcnmemi_report_shader* s,
                                               const gcnmem_run_event* event) {
    uint32_t is_end = event->insn == GCNMEM_NONE;
    uint32_t index = is_end ? s->run->insn_count : event->insn - s->run->first_insn;
    uint32_t line = is_end ? 0 : gcnmem_listing_insn(s->program, event->insn)->line;
    gcnmemi_report_print(w, ",\"args\":{\"index\":%u,\"line\":%u", (unsigned)index, (unsigned)line);
}

/* First all that waves did, then their requests, then how many waves there were. */
GCNMEMI_PRIVATE void gcnmemi_report_events(gcnmemi_report_writer* w, const gcnmemi_report_shader* s,
                                           const gcnmem_run_event* events, size_t count, uint32_t kind) {
    uint64_t id = 0;
    for (size_t i = 0; i < count && !w->stopped; ++i) {
        const gcnmem_run_event* event = &events[i];
        if (kind == GCNMEM_RUN_EVENT_STALL ? event->kind > kind : event->kind != kind) {
            continue;
        }
        const char* served = gcnmem_served_name((gcnmem_served)event->served);
        char phase = kind == GCNMEM_RUN_EVENT_STALL ? 'X' : kind == GCNMEM_RUN_EVENT_RESIDENT ? 'C' : 'b';
        gcnmemi_report_event_head(w, event, phase, event->begin);
        if (kind == GCNMEM_RUN_EVENT_RESIDENT) {
            gcnmemi_report_print(w, ",\"name\":\"resident waves\",\"args\":{\"waves\":%u}}", (unsigned)event->wave);
            continue;
        }
        if (kind == GCNMEM_RUN_EVENT_REQUEST) {
            gcnmemi_report_print(w, ",\"id\":%llu,\"name\":\"request to %s\"", GCNMEMI_REPORT_N(++id), served);
            gcnmemi_report_event_insn(w, s, event);
            gcnmemi_report_print(w, "}}");
            gcnmemi_report_event_head(w, event, 'e', event->end);
            gcnmemi_report_print(w, ",\"id\":%llu,\"name\":\"request to %s\"}", GCNMEMI_REPORT_N(id), served);
            continue;
        }
        gcnmemi_report_print(w, ",\"dur\":%llu,\"name\":", GCNMEMI_REPORT_N(event->end - event->begin));
        if (event->kind == GCNMEM_RUN_EVENT_WAVE) {
            gcnmemi_report_print(w, "\"wave %u of group %llu\"}", (unsigned)event->wave,
                                 GCNMEMI_REPORT_N(event->group));
            continue;
        }
        if (event->kind == GCNMEM_RUN_EVENT_STALL) {
            gcnmemi_report_print(w, "\"%s\"", gcnmemi_run_stall_rows[event->stall].phrase);
        } else if (event->insn == GCNMEM_NONE) {
            gcnmemi_report_print(w, "\"end of the listing\"");
        } else {
            const gcnmem_insn* insn = gcnmem_listing_insn(s->program, event->insn);
            gcnmemi_report_text(w, s->text + insn->text_offset, insn->text_bytes, '\\');
        }
        gcnmemi_report_event_insn(w, s, event);
        if (event->kind == GCNMEM_RUN_EVENT_STALL) {
            gcnmemi_report_print(w, ",\"cause\":\"");
            gcnmemi_report_words(w, gcnmem_stall_name((gcnmem_stall)event->stall));
            gcnmemi_report_print(w, "\"");
        }
        if (event->awaited != GCNMEM_NONE) {
            gcnmemi_report_print(w, ",\"data_of_line\":%u,\"data_from\":\"%s\"",
                                 (unsigned)gcnmem_listing_insn(s->program, event->awaited)->line, served);
        }
        gcnmemi_report_print(w, "}}");
    }
}

GCNMEM_DEF size_t gcnmem_report_arguments(const gcnmem_run* run, gcnmem_write_fn write, void* user_data) {
    gcnmemi_report_writer w = {write, user_data, GCNMEM_STYLE_TEXT, 0, 0, 0, 0};
    const gcnmemi_entry* entry = gcnmemi_run_entry(run);
    uint32_t visible = 0;
    for (uint32_t i = 0; i < entry->arg_count && i < GCNMEMI_ENTRY_ARGS; ++i) {
        if (entry->arg[i].kind == 1) {
            uint64_t address = gcnmemi_entry_pointer(entry, &entry->arg[i]);
            gcnmemi_report_print(&w, "# arg %u=0x", (unsigned)visible);
            for (uint32_t shift = 64; shift != 0;) {
                shift -= 4;
                gcnmemi_report_print(&w, "%c", "0123456789abcdef"[address >> shift & 15]);
            }
            gcnmemi_report_print(&w, "\n");
        }
        visible += entry->arg[i].kind != 3;
    }
    return w.delivered;
}

GCNMEM_DEF size_t gcnmem_report_access(const gcnmem_listing* program, const char* text, const gcnmem_run_access* access,
                                       gcnmem_write_fn write, void* user_data) {
    gcnmemi_report_writer w = {write, user_data, GCNMEM_STYLE_TEXT, 0, 0, 0, 0};
    const gcnmem_opcode* opcode = gcnmem_listing_opcode(program, gcnmem_listing_insn(program, access->insn)->opcode);
    uint32_t lanes = opcode->op.unit == GCNMEM_UNIT_SCALAR ? 1 : GCNMEM_LANES;
    gcnmemi_report_bytes(&w, text + opcode->name_offset, opcode->name_bytes);
    gcnmemi_report_print(&w, " cu=%u group=%u,%u,%u wave=%u", (unsigned)access->cu, (unsigned)access->group[0],
                         (unsigned)access->group[1], (unsigned)access->group[2], (unsigned)access->wave);
    gcnmemi_report_print(&w, " insn=%u status=%s ", (unsigned)access->insn, gcnmem_status_name(access->status));
    for (uint32_t i = 0; i < lanes; ++i) {
        const char* behind = i + 1 < lanes ? "," : "\n";
        if ((access->mask >> i & 1) != 0) {
            gcnmemi_report_print(&w, "%llu%s", GCNMEMI_REPORT_N(access->address[i]), behind);
        } else {
            gcnmemi_report_print(&w, "-%s", behind);
        }
    }
    return w.delivered;
}

GCNMEM_DEF size_t gcnmem_report_timeline(const gcnmem_run* run, const gcnmem_listing* program, const char* text,
                                         gcnmem_run_event* events, size_t count, gcnmem_write_fn write,
                                         void* user_data) {
    gcnmemi_report_writer w = {write, user_data, GCNMEM_STYLE_JSON, 0, 0, 0, 0};
    gcnmemi_report_shader s = {run, program, text, gcnmem_run_result_of(run)};
    uint64_t last = 0; /* clock known: a wave that still runs is shown until then */
    for (size_t i = 0; i < count; ++i) {
        last = gcnmemi_bits_max(last, events[i].end != GCNMEM_RUN_EVENT_OPEN ? events[i].end : events[i].begin);
    }
    for (size_t i = 0; i < count; ++i) {
        events[i].end = events[i].end != GCNMEM_RUN_EVENT_OPEN ? events[i].end : last;
    }
    gcnmemi_bits_sort(events, count, sizeof(*events), gcnmemi_report_is_before, NULL);
    gcnmemi_report_print(&w, "{\"traceEvents\":[");
    uint64_t first_groups = (uint64_t)s.result.groups_per_cu * s.result.cu_count;
    for (uint32_t cu = 0; cu < s.result.cu_count; ++cu) {
        gcnmemi_report_track(&w, "process", "CU", cu, 0, cu);
    }
    for (size_t i = 0; i < count; ++i) { /* wave slots: those of the first groups' waves, which stand in one each */
        if (events[i].kind == GCNMEM_RUN_EVENT_WAVE && events[i].group < first_groups) {
            gcnmemi_report_track(&w, "thread", "wave slot", events[i].cu, events[i].slot, events[i].slot);
        }
    }
    gcnmemi_report_events(&w, &s, events, count, GCNMEM_RUN_EVENT_STALL); /* all that waves do */
    gcnmemi_report_events(&w, &s, events, count, GCNMEM_RUN_EVENT_REQUEST);
    gcnmemi_report_events(&w, &s, events, count, GCNMEM_RUN_EVENT_RESIDENT);
    gcnmemi_report_print(&w, "\n],\"displayTimeUnit\":\"ns\",\"otherData\":");
    gcnmemi_report_head(&w, &run->desc);
    gcnmemi_report_key_string(&w, "unit", "1 of ts and dur is 1 engine clock");
    gcnmemi_report_key_number(&w, "core_clock_mhz", run->desc.core_clock_mhz);
    gcnmemi_report_key_number(&w, "clocks", s.result.clocks);
    gcnmemi_report_key_number(&w, "events", s.result.events);
    gcnmemi_report_key_number(&w, "events_lost", s.result.events_lost);
    if (s.result.events_lost != 0) {
        gcnmemi_report_key(&w, "warning");
        gcnmemi_report_print(&w, "\"timeline holds the first %llu events, up to clock %llu\"",
                             GCNMEMI_REPORT_N(s.result.events), GCNMEMI_REPORT_N(s.result.events_lost_clock));
    }
    gcnmemi_report_close(&w, "}");
    gcnmemi_report_print(&w, "}\n");
    return w.delivered;
}

#endif /* GCNMEM_NO_RUN */

/* ---- devices and descriptions ---- */

/* The members of an object that is open, and its end. */
GCNMEMI_PRIVATE void gcnmemi_report_device_json(gcnmemi_report_writer* w, const gcnmem_desc* desc) {
    gcnmemi_report_key_string(w, "card", gcnmem_device_card(desc->device));
    gcnmemi_report_key_string(w, "chip", gcnmem_device_chip(desc->device));
    gcnmemi_report_key_string(w, "gfx", gcnmem_device_gfx(desc->device));
    gcnmemi_report_key_string(w, "memory", gcnmemi_report_memory_name(desc));
    gcnmemi_report_key_ratio(w, "gb_per_s", gcnmem_desc_dram_bytes_per_second(desc), 1000000000u);
    for (uint32_t i = 0; i < GCNMEM_FIELD_END; ++i) {
        if (gcnmemi_report_has(desc, (gcnmem_field)i)) {
            gcnmemi_report_key_number(w, gcnmem_field_name((gcnmem_field)i), gcnmem_field_value(desc, (gcnmem_field)i));
        }
    }
    gcnmemi_report_estimates(w, desc, NULL, NULL);
}

GCNMEM_DEF size_t gcnmem_report_devices(gcnmem_style style, gcnmem_write_fn write, void* user_data) {
    gcnmemi_report_writer w = {write, user_data, style, 0, 0, 0, 0};
    if (style == GCNMEM_STYLE_JSON) {
        gcnmemi_report_open(&w, NULL, "{");
        gcnmemi_report_open(&w, "gpus", "[");
    } else {
        gcnmemi_report_print(&w, "%-14s %-11s %-7s %4s %6s %7s  %-6s %5s  %s\n", "card", "chip", "gfx", "CUs", "MHz",
                             "L2 KB", "memory", "bits", "GB/s");
    }
    for (size_t i = 0; i < GCNMEMI_DEVICES_COUNT; ++i) {
        gcnmem_desc desc = gcnmem_desc_for((gcnmem_device)(i + 1));
        if (style == GCNMEM_STYLE_JSON) {
            gcnmemi_report_open(&w, NULL, "{");
            gcnmemi_report_device_json(&w, &desc);
        } else {
            gcnmemi_report_print(&w, "%-14s %-11s %-7s %4u %6u %7u  %-6s %5u  ", gcnmem_device_card(desc.device),
                                 gcnmem_device_chip(desc.device), gcnmem_device_gfx(desc.device),
                                 (unsigned)desc.cu_count, (unsigned)desc.core_clock_mhz,
                                 (unsigned)(desc.l2_size_bytes / 1024), gcnmemi_report_memory_name(&desc),
                                 (unsigned)desc.dram_bus_bits);
            gcnmemi_report_ratio(&w, gcnmem_desc_dram_bytes_per_second(&desc), 1000000000u, 1, "\n");
        }
    }
    gcnmemi_report_print(&w, "%s", style == GCNMEM_STYLE_JSON ? "\n  ]\n}\n" : "");
    return w.delivered;
}

GCNMEM_DEF size_t gcnmem_report_desc(const gcnmem_desc* desc, gcnmem_style style, gcnmem_write_fn write,
                                     void* user_data) {
    gcnmemi_report_writer w = {write, user_data, style, 0, 0, 0, 0};
    if (style == GCNMEM_STYLE_JSON) {
        gcnmemi_report_open(&w, NULL, "{");
        w.depth += 1; /* all on one line */
        gcnmemi_report_device_json(&w, desc);
        gcnmemi_report_print(&w, "\n");
        return w.delivered;
    }
    gcnmemi_report_head(&w, desc);
    for (uint32_t i = 0; i < GCNMEM_FIELD_END; ++i) {
        gcnmem_field field = (gcnmem_field)i;
        if (gcnmemi_report_has(desc, field)) {
            gcnmemi_report_print(
                &w, "%-28s %10u  %-6s  %s\n", gcnmem_field_name(field), (unsigned)gcnmem_field_value(desc, field),
                gcnmem_provenance_tag(gcnmem_field_provenance(desc, field)), gcnmem_field_meaning(field));
        }
    }
    return w.delivered;
}

#undef GCNMEMI_REPORT_N
#undef GCNMEMI_REPORT_LEVEL
#undef GCNMEMI_REPORT_DRAM
#undef GCNMEMI_REPORT_COST
#undef GCNMEMI_REPORT_PADDING
#undef GCNMEMI_REPORT_LINE
#undef GCNMEMI_REPORT_PRINTF
#undef GCNMEMI_REPORT_VSNPRINTF

#endif /* GCNMEM_NO_REPORT */

GCNMEM_DEF int gcnmem_check_version(uint32_t version, size_t desc_bytes, size_t access_bytes, size_t cost_bytes) {
    return version == GCNMEM_VERSION && desc_bytes == sizeof(gcnmem_desc) && access_bytes == sizeof(gcnmem_access) &&
           cost_bytes == sizeof(gcnmem_cost);
}

#undef GCNMEMI_PRIVATE
#undef GCNMEMI_COLD
#undef GCNMEMI_DEVICES_SHAPES
#undef GCNMEMI_DEVICES_TIMINGS
#undef GCNMEMI_DEVICES_COLUMNS
#undef GCNMEMI_DEVICES_COUNT
#undef GCNMEMI_EXPR_IF_BELOW_64
#undef GCNMEMI_EXPR_OPERATORS
#undef GCNMEMI_EXPR_CODE
#undef GCNMEMI_EXPR_ROW
#undef GCNMEMI_EXPR_VALUE
#undef GCNMEMI_EXPR_EACH_LANE
#undef GCNMEMI_LANES_SPANS
#undef GCNMEMI_L1_BLOCK
#undef GCNMEMI_L1_QUAD
#undef GCNMEMI_BLOCKS_SLOTS
#undef GCNMEMI_BLOCKS_MAX
#undef GCNMEMI_FAST_SLOTS
#undef GCNMEMI_FAST_WINDOW
#undef GCNMEMI_FAST_EXTRA_TURNS
#undef GCNMEMI_SHADER_OPTION
#undef GCNMEMI_RUN_UNITS
#undef GCNMEMI_RUN_SGPRS_END
#undef GCNMEMI_RUN_LATCH
#undef GCNMEMI_MACHINE_NEVER
#undef GCNMEMI_MACHINE_SIMD_WAVES
#undef GCNMEMI_TOUCH_LINES
#undef GCNMEMI_MACHINE_FRESH
#undef GCNMEMI_MACHINE_UNKNOWN
#undef GCNMEMI_MACHINE_LDS_PORTS
#undef GCNMEMI_LANES_COLUMN_TEXELS
#undef GCNMEMI_LANES_TILE_BITS
#undef GCNMEMI_MEMORY_CODE
#undef GCNMEMI_MACHINE_WHEEL
#undef GCNMEMI_MACHINE_MEMOS
#undef GCNMEMI_MACHINE_MEMO_LINES
#undef GCNMEMI_MACHINE_TICK
#undef GCNMEMI_DRAM_NONE
#undef GCNMEMI_DRAM_AGE_BITS
#undef GCNMEMI_DRAM_AGE_MASK
#undef GCNMEMI_BITS_SORT_MAX
#undef GCNMEMI_CACHE_MAX_SECTORS
#undef GCNMEMI_DEVICES_CARD_COLUMNS
#undef GCNMEMI_DEVICES_FIND
#undef GCNMEMI_DEVICES_TRAITS
#undef GCNMEMI_DEVICES_OTHER_TRAITS
#undef GCNMEMI_DRAM_BANK_COMMANDS
#undef GCNMEMI_DRAM_CLOCK_MAX
#undef GCNMEMI_DRAM_GROUPS
#undef GCNMEMI_DRAM_NO_TAG
#undef GCNMEMI_DRAM_RANKS
#undef GCNMEMI_LISTING_DECLARE
#undef GCNMEMI_LISTING_PLACE
#undef GCNMEMI_LISTING_REGS
#undef GCNMEMI_LISTING_ROW
#undef GCNMEMI_LISTING_TABLES
#undef GCNMEMI_MACHINE_ARRAYS
#undef GCNMEMI_ENTRY_ARGS
#undef GCNMEMI_ENTRY_CAUSE_ARG
#undef GCNMEMI_ENTRY_CAUSE_INSN
#undef GCNMEMI_ENTRY_CAUSE_LOADED
#undef GCNMEMI_ENTRY_CAUSE_REGISTER
#undef GCNMEMI_ENTRY_DIRECTIVES
#undef GCNMEMI_ENTRY_KERNARG_ADDRESS
#undef GCNMEMI_ENTRY_KERNARG_DWORDS
#undef GCNMEMI_ENTRY_OBJECT
#undef GCNMEMI_ENTRY_PACKET_ADDRESS
#undef GCNMEMI_ENTRY_SCRATCH_ADDRESS
#undef GCNMEMI_ENTRY_SOURCES
#undef GCNMEMI_ENTRY_VGPRS
#undef GCNMEMI_FLOATS_INFINITY
#undef GCNMEMI_FLOATS_NAN
#undef GCNMEMI_FLOATS_ONE
#undef GCNMEMI_FLOATS_SIGN
#undef GCNMEMI_SLICE_ABSOLUTE
#undef GCNMEMI_SLICE_NEGATIVE
#undef GCNMEMI_SLICE_NONE
#undef GCNMEMI_SLICE_NO_OPERAND
#undef GCNMEMI_SLICE_OPERANDS
#undef GCNMEMI_SLICE_SCC
#undef GCNMEMI_SLICE_SGPRS
#undef GCNMEMI_SLICE_SPAN
#undef GCNMEMI_SLICE_STRANGE
#undef GCNMEMI_SLICE_WORDS
#undef GCNMEMI_VALUES_MEMOS
#undef GCNMEMI_VALUES_OPERATIONS
#undef GCNMEMI_VALUES_RANDOM
#undef GCNMEMI_VALUES_SLOTS
#undef GCNMEMI_VALUES_VECTORS
#undef GCNMEMI_WAVE_GUESSED
#undef GCNMEMI_WAVE_HAS_EXIT
#undef GCNMEMI_WAVE_LOOPS
#undef GCNMEMI_WAVE_TOLD

#endif /* GCNMEM_IMPLEMENTATION_INCLUDED */
#endif /* GCNMEM_IMPLEMENTATION */

/* ---------------------------------------------------------------------------------------------------------------------
   >>conventions
   Versions: PATCH for fixes, MINOR for additions, MAJOR when a program would have to change. GCNMEM_MODEL_REVISION
   rises whenever any counter may change for any input, whatever the version does. Names that start with gcnmemi_ or
   GCNMEMI_ are private and may change at any time. A private function's name starts with its room; rooms call only
   rooms above.

   >>licence    MIT No Attribution (MIT-0)
   Copyright 2026 the gcnmem.h authors

   Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
   documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
   rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to
   permit persons to whom the Software is furnished to do so.

   THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
   WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
   COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
   OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
   ------------------------------------------------------------------------------------------------------------------ */
