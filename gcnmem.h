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
       It does not know your driver's texture layout beyond the 8x8 micro tile (R10).
       It does not model TLBs, ECC, power or clock changes.
       It does not allocate, print, touch files or errno, or use floating point.

   CONTENTS (search for ">>name")
       declarations     version includes linkage results devices desc ops expr access cost occupancy channel cache dram
                        replay opcode program run rules report
       implementation   rules bits text results devices desc ops expr access lanes coalesce blocks l1 requests fast lds
                        scalar cost occupancy channel cache dram replay opcode flow listing program machine wheel
                        record counters pattern memory wave dispatch issue run report

   QUICK START

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

   THE MODEL
       Data flows one way. Depth 1, cost, stops where a wave instruction has its price; it assumes that data is present.
       Depth 2, replay, follows the lines of a stream of accesses to DRAM. Depth 3, run, lets waves make that stream.

           wave -> lanes -> issue groups -> L1 tags and banks -> L2 requests -> DRAM bursts                     cost
                -> LDS phases -> banks, ports
                -> scalar load -> lines
           lines -> L1 of the CU -> L2 channel -> DRAM channel, bank, row, burst -> clocks                      replay
           listing -> waves -> issue -> memory, and back as completion clocks -> s_waitcnt                      run

       Its rules stand in >>rules at the head of the implementation: `gcnmem explain R20` prints one,
       gcnmem_rule_text(20) returns it, and the code that implements a rule cites its number. Marks say where each comes
       from: [amd] AMD's manuals, guides, articles or source code; [meas] measured on hardware; [oss] open source; [fit]
       fitted to measurements by this project; [est] estimate. The fit of R3 to R8 was made on perftest (GCN 2 to 5) and
       on the stride test of gpu-benches (MI210); it is a fit to those rows, not a blind prediction.

   UNITS AND RANGES
       bytes, dwords (4 bytes), clocks of the engine unless a name says otherwise, lanes (64 a wave). Counters are
       64-bit and do not wrap for any run of less than 2^48 wave instructions. Results mean something for whole waves of
       well-formed instructions; a wave of garbage addresses gets the cost hardware would pay for it.

   ACCURACY (tools/gcnmem_validate --summary tests/data/<set>.csv)
       set                      rows  within   tolerance    mean error   known misses
       perftest                   57      55   2 %, 6 % *      0.7 %     one coalesced row 6.4 %, one texture row 2.8 %
       CLRX timings              353     336   exact           1.7 %     b96, SRC2 writes, one-wave issue of loads
       LDS conflicts               6       6   2 %             0.1 %
       occupancy, LLVM 19       1440    1440   exact           0.0 %
       occupancy, RADV           428     428   exact           0.0 %
       vcopy counters              7       7   2 %             0.1 %
       clpeak                      3       3   6 points        3.3 %     of peak
       BabelStream                 4       1   6 points        6.0 %     of peak; 4.9 to 6.7 points low
       DRAM traces                 6       4   15 %            7.1 %     GDDR5 random and 4 KB stride 18 % and 21 % high
       latency                     7       7   5 %, 20 % **    0.6 %
       MGPUSim microbench         62      62   20 %           10.3 %     L1 14 %, DRAM 6 % off, whatever the length
       perftest frames             3       3   3 %             0.0 %
       L1 and LDS                  3       3   2 %             1.5 %
       gpu-stream                192     190   15 %            5.5 %     read, 1024 lanes: 15 %; scale, 32: 16 %
       * rows of 4 clocks 6 %. GFX9 is known to take 4.4 to 4.8 clocks where the model says 4 (cause unknown). The read
       queue depth is fitted to the clpeak rows; everything below L1 on parts never measured leans on that fit.
       ** R9 Nano 20 %. These rows are what the preset's latencies were taken from: they show that a run adds nothing to
       them. The clocks that perftest frames are measured at are the cards' nominal ones.

   ERRORS, MEMORY, THREADS
       Functions that can fail return a gcnmem_result and fill a gcnmem_issue (NULL if not wanted) with the field, the
       rule and the value. Passing NULL for anything else, or an unresolved description, is misuse: GCNMEM_ASSERT.
       Nothing is allocated; depth 1 keeps everything on the stack (under 64 KB). Depth 2 asks how much memory it needs
       and takes the caller's; its state holds no pointers: a copy of the bytes is a snapshot. Depth 3 does the same; it
       records a timeline when gcnmem_run_options.event_count says for how many events (48 bytes each, about two for an
       instruction) its memory has room: those that come later are counted, not kept. There is no global state: any
       function may run on any thread.

   COMPILE-TIME OPTIONS (none changes a public struct)
       GCNMEM_IMPLEMENTATION           in one file           emit the code
       GCNMEM_STATIC                   before every include  all functions static: several private copies can coexist
       GCNMEM_API                      extern                how functions are declared, e.g. __declspec(dllexport)
       GCNMEM_ASSERT(condition)        assert                check misuse
       GCNMEM_NO_REPORT                off                   drop the report writer
       GCNMEM_USE_STB_SPRINTF          off                   reports are formatted by stb_sprintf
       GCNMEM_STB_SPRINTF_FILENAME     "stb_sprintf.h"       where that is
       GCNMEM_VSNPRINTF(b, n, f, va)   none                  reports are formatted by this instead

   CHANGES
       0.1.0  model 1*  first version: cost, occupancy, replay, run, reports    (* counters changed)
*/
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
#define GCNMEM_MODEL_REVISION 1

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

#define GCNMEM_LANES 64 /* lanes of a wave; narrower machines leave the upper ones masked */

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
} gcnmem_issue;

/* The rule of an issue with its numbers in place of {value} and {limit}, cut to what `text_bytes` holds and terminated.
   Returns the length it has uncut. */
GCNMEM_API size_t gcnmem_issue_text(const gcnmem_issue* issue, char* text, size_t text_bytes);

/* Static name of a result: "ok", "unknown name", ... Never NULL. */
GCNMEM_API const char* gcnmem_result_name(gcnmem_result result);

/* Where a number comes from. EST marks a guess or a value recalled from a data sheet that was not read: a result that
   leans on one says so. USER marks a field whose value differs from its preset. */
typedef enum gcnmem_provenance {
    GCNMEM_PROVENANCE_NONE = 0,
    GCNMEM_PROVENANCE_AMD = 'a',  /* AMD's manuals, guides or source code */
    GCNMEM_PROVENANCE_MEAS = 'm', /* measured on hardware */
    GCNMEM_PROVENANCE_OSS = 'o',  /* open driver, compiler or simulator source */
    GCNMEM_PROVENANCE_FIT = 'f',  /* fitted by this project to measurements */
    GCNMEM_PROVENANCE_EST = 'e',  /* estimate */
    GCNMEM_PROVENANCE_USER = 'u'  /* set by the user */
} gcnmem_provenance;

/* "[amd]", "[meas]", "[oss]", "[fit]", "[est]", "[user]". Never NULL. */
GCNMEM_API const char* gcnmem_provenance_tag(gcnmem_provenance provenance);

/* ---------------------------------------------------------------------------------------------------------------------
   >>devices    presets by chip, card or gfx name
   ------------------------------------------------------------------------------------------------------------------ */

typedef enum gcnmem_device {
    GCNMEM_DEVICE_NONE = 0,
    GCNMEM_DEVICE_HD_7770,
    GCNMEM_DEVICE_HD_7750,
    GCNMEM_DEVICE_R7_250,
    GCNMEM_DEVICE_R7_240,
    GCNMEM_DEVICE_HD_7870,
    GCNMEM_DEVICE_HD_7850,
    GCNMEM_DEVICE_W7000,
    GCNMEM_DEVICE_HD_7970,
    GCNMEM_DEVICE_HD_7950,
    GCNMEM_DEVICE_HD_7790,
    GCNMEM_DEVICE_KAVERI,
    GCNMEM_DEVICE_R9_290X,
    GCNMEM_DEVICE_R9_390,
    GCNMEM_DEVICE_R9_390X,
    GCNMEM_DEVICE_PS4,
    GCNMEM_DEVICE_XBOX_ONE,
    GCNMEM_DEVICE_R9_285,
    GCNMEM_DEVICE_R9_380X,
    GCNMEM_DEVICE_R9_FURY_X,
    GCNMEM_DEVICE_R9_FURY,
    GCNMEM_DEVICE_R9_NANO,
    GCNMEM_DEVICE_RX_480,
    GCNMEM_DEVICE_RX_470,
    GCNMEM_DEVICE_RX_580,
    GCNMEM_DEVICE_RX_460,
    GCNMEM_DEVICE_RX_560,
    GCNMEM_DEVICE_RX_550,
    GCNMEM_DEVICE_PS4_PRO,
    GCNMEM_DEVICE_XBOX_ONE_X,
    GCNMEM_DEVICE_VEGA_64,
    GCNMEM_DEVICE_VEGA_56,
    GCNMEM_DEVICE_VEGA_FE,
    GCNMEM_DEVICE_RADEON_VII,
    GCNMEM_DEVICE_MI50,
    GCNMEM_DEVICE_RAVEN,
    GCNMEM_DEVICE_MI100,
    GCNMEM_DEVICE_MI210,
    GCNMEM_DEVICE_MI250X,
    GCNMEM_DEVICE_END
} gcnmem_device;

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

typedef enum gcnmem_memory {
    GCNMEM_MEMORY_DEFAULT = 0,
    GCNMEM_MEMORY_DDR3,
    GCNMEM_MEMORY_DDR4,
    GCNMEM_MEMORY_GDDR3,
    GCNMEM_MEMORY_GDDR5,
    GCNMEM_MEMORY_GDDR5X,
    GCNMEM_MEMORY_GDDR6,
    GCNMEM_MEMORY_HBM1,
    GCNMEM_MEMORY_HBM2
} gcnmem_memory;

/* X(field, lowest, highest, meaning). All are uint32_t; zero means "the preset's value". */
#define GCNMEM_DESC_FIELDS(X)                                                                                          \
    X(gfx_version, 0x600, 0x90a, "instruction set, as in the gfx name: 0x803")                                         \
    X(cu_count, 1, 1024, "compute units enabled")                                                                      \
    X(shader_engine_count, 1, 64, "shader engines")                                                                    \
    X(core_clock_mhz, 1, 100000, "engine clock the card sustains")                                                     \
    X(simd_count_per_cu, 1, 8, "SIMDs of a CU")                                                                        \
    X(waves_per_simd_max, 1, 32, "wave slots of a SIMD")                                                               \
    X(groups_per_cu_max, 1, 64, "work-groups of more than one wave a CU holds (barrier slots)")                        \
    X(group_waves_max, 1, 64, "waves of the largest work-group")                                                       \
    X(vgprs_per_simd, 1, 65536, "vector registers a SIMD has for each lane")                                           \
    X(vgpr_granule, 1, 256, "vector registers are allocated in steps of this")                                         \
    X(sgprs_per_simd, 1, 65536, "scalar registers of a SIMD")                                                          \
    X(sgpr_granule, 1, 256, "scalar registers are allocated in steps of this")                                         \
    X(sgprs_per_wave_max, 1, 1024, "scalar registers a wave can address; VCC, FLAT_SCRATCH and XNACK come on top")     \
    X(lds_size_bytes, 1024, 1048576, "local data share of a CU")                                                       \
    X(lds_group_max_bytes, 1024, 1048576, "local data share a work-group can have")                                    \
    X(lds_granule_bytes, 4, 65536, "local data share is allocated in steps of this")                                   \
    X(lds_bank_count, 4, 64, "LDS banks, each one dword wide")                                                         \
    X(lds_port_count, 1, 4, "LDS ports, each shared by a pair of SIMDs")                                               \
    X(lds_port_lanes_per_clock, 1, 64, "lanes whose dword a port moves in a clock, each direction")                    \
    X(scalar_l1_size_bytes, 1024, 1048576, "scalar data cache of a cluster of CUs")                                    \
    X(scalar_l1_line_bytes, 16, 256, "line of the scalar data cache")                                                  \
    X(scalar_l1_ways, 1, 64, "associativity of the scalar data cache")                                                 \
    X(scalar_l1_cus, 1, 16, "CUs that share a scalar data cache")                                                      \
    X(scalar_issue_dwords, 1, 16, "dwords a scalar load moves before it costs another issue slot")                     \
    X(l1_size_bytes, 1024, 1048576, "vector L1 of a CU")                                                               \
    X(l1_ways, 1, 64, "associativity of the vector L1")                                                                \
    X(l1_line_bytes, 16, 256, "line of the vector L1")                                                                 \
    X(l1_tag_banks, 1, 16, "tag lookups a clock, each in its own bank of lines")                                       \
    X(l1_data_banks, 1, 64, "data banks, each one dword a clock")                                                      \
    X(l1_two_channel_floor_clocks, 1, 256, "fewest clocks of a wave's two-channel load")                               \
    X(l1_filter_bytes, 1, 64, "bytes of a texel the filter takes a clock, for each lane of a quad")                    \
    X(request_bytes, 16, 256, "aligned block the lanes' accesses are merged into on the way to L2")                    \
    X(request_lanes, 4, 64, "lanes whose accesses are merged together")                                                \
    X(l2_size_bytes, 1024, 1073741824, "L2, all channels together")                                                    \
    X(l2_ways, 1, 64, "associativity of the L2")                                                                       \
    X(l2_line_bytes, 16, 256, "line of the L2")                                                                        \
    X(l2_channels, 1, 128, "L2 channels, one for each memory channel")                                                 \
    X(l2_interleave_bytes, 64, 65536, "bytes before the next channel's turn")                                          \
    X(l2_channel_bytes_per_clock, 16, 256, "bytes an L2 channel delivers a clock")                                     \
    X(l2_channel_rule, 1, 3, "which channel an address belongs to: 1 modulo, 2 hashed, 3 Tahiti's twelve")             \
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
    X(dram_path_ns, 1, 65536, "between L2 and DRAM, there and back, without DRAM's own timings")                       \
    X(wave_launch_clocks, 4, 65536, "from a free slot to a new wave's first instruction")                              \
    X(wave_interval_clocks, 1, 1024, "between two waves a shader engine starts")                                       \
    X(vmcnt_max, 1, 63, "vector memory instructions a wave may have under way")                                        \
    X(lgkmcnt_max, 1, 63, "the same for LDS, scalar memory and messages, in counts")                                   \
    X(expcnt_max, 1, 63, "the same for exports")                                                                       \
    X(vmem_queue_clocks, 1, 65536, "work the L1 pipe accepts ahead of time")                                           \
    X(lds_queue_clocks, 1, 65536, "work an LDS port accepts ahead of time")                                            \
    X(l1_miss_lines, 1, 65536, "lines of a CU that may be waited for from DRAM")                                       \
    X(l2_queue_entries, 1, 4096, "lines on their way to DRAM, for each L2 channel")                                    \
    X(dram_memory, 1, 8, "memory: 1 DDR3, 2 DDR4, 3 GDDR3, 4 GDDR5, 5 GDDR5X, 6 GDDR6, 7 HBM1, 8 HBM2")                \
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

/* Peak of the memory interface in bytes a second, and bytes of one burst of one channel. */
GCNMEM_API uint64_t gcnmem_desc_dram_bytes_per_second(const gcnmem_desc* desc);
GCNMEM_API uint32_t gcnmem_desc_dram_burst_bytes(const gcnmem_desc* desc);

/* ---------------------------------------------------------------------------------------------------------------------
   >>ops        what a mnemonic does to memory
   ------------------------------------------------------------------------------------------------------------------ */

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

/* One memory instruction, decoded from its mnemonic. */
typedef struct gcnmem_op {
    char name[40];
    gcnmem_unit unit;
    gcnmem_action action;
    uint32_t element_bytes;      /* bytes of memory each lane touches (each address of read2 and write2) */
    uint32_t channels;           /* channels returned or stored for each lane */
    uint32_t addresses;          /* addresses for each lane: 2 for ds_read2 and the like; 0 when memory is untouched */
    uint32_t address_step_bytes; /* from the first address to the second, unless the caller sets another */
    uint32_t data_in;            /* LDS: dwords of data each lane sends */
    uint32_t data_out;           /* LDS: dwords of data each lane receives */
    uint32_t is_typed;           /* converts a format: gcnmem_op_format() may change bytes and channels */
    uint32_t is_sampled;         /* goes through the filter */
    uint32_t is_compare;         /* compare-and-swap: two data operands */
    uint32_t is_src2;            /* LDS: second operand comes from LDS as well */
} gcnmem_op;

/* Decodes a GCN mnemonic ("buffer_load_dwordx4", "ds_read2_b32", ...), any case, with or without _e32/_e64. */
GCNMEM_API gcnmem_result gcnmem_op_find(const char* mnemonic, gcnmem_op* out_op, gcnmem_issue* out_issue);

/* Gives a typed operation a format: r8 rg8 rgba8 r16f rg16f rgba16f r32f rg32f rgb32f rgba32f. */
GCNMEM_API gcnmem_result gcnmem_op_format(gcnmem_op* op, const char* format, gcnmem_issue* out_issue);

/* ---------------------------------------------------------------------------------------------------------------------
   >>expr       address expressions: C integer syntax over lane, wave, group, iter, x, y
   ------------------------------------------------------------------------------------------------------------------ */

#define GCNMEM_EXPR_MAX 128 /* steps of a compiled expression */

typedef struct gcnmem_expr_step {
    uint8_t code;
    uint8_t has_constant; /* the operator's right operand is `constant` */
    uint16_t column;      /* where it stood in the text, for errors while evaluating */
    uint32_t target;      /* where ?: && || jump to */
    uint64_t constant;
} gcnmem_expr_step;

/* A compiled expression. Holds no pointer. */
typedef struct gcnmem_expr {
    uint32_t step_count;
    uint32_t uses_lane; /* nonzero when the value differs between lanes */
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
     uniform(a)         a as lane 0 sees it: one address for all lanes
     stride(b)          lanes of the whole dispatch b bytes apart: (wave*64 + lane)*b
     tile(w,h,b)        8x8 lanes on an image of w x h texels of b bytes in rows, waves side by side; numbers only
     rand(n[,seed=s])   a dword of n bytes (up to 16G), drawn anew for every lane, wave and trip
     chase(n[,seed=s])  a 64-byte line of n bytes, the same for all lanes, drawn anew for every wave and trip
     hitrate(p[,seed=s])  p percent of the wave's accesses go to one place, the others to one never seen before
     hash(a)            a with its bits mixed
   Without a seed each instruction draws for itself, with the same seed all draw the same.
   Errors: SYNTAX with the column, LIMIT when too long or nested too deep. */
GCNMEM_API gcnmem_result gcnmem_expr_compile(const char* text, size_t text_bytes, gcnmem_expr* out_expr,
                                             gcnmem_issue* out_issue);

/* Evaluates for one lane. GCNMEM_ERROR_MATH on division by zero (out_value is then 0). */
GCNMEM_API gcnmem_result gcnmem_expr_value(const gcnmem_expr* expr, const gcnmem_expr_inputs* inputs,
                                           uint64_t* out_value, gcnmem_issue* out_issue);

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

/* Counters of one or more wave instructions. Sums: two costs add field by field. */
typedef struct gcnmem_cost {
    uint64_t accesses;    /* wave instructions counted */
    uint64_t lanes;       /* lanes that took part: in EXEC and in range; 1 for a scalar load */
    uint64_t clocks;      /* clocks of the unit that serves them: L1 (data present), LDS banks, or scalar issue;
                          never below best_clocks */
    uint64_t best_clocks; /* the same instructions with the kindest addresses */

    uint64_t issue_groups;         /* vector: groups of up to 16 lanes, one clock each at best */
    uint64_t tag_conflict_clocks;  /* vector: clocks added because lines of a group share a tag bank */
    uint64_t bank_conflict_clocks; /* vector: clocks added beyond those because dwords share a data bank */
    uint64_t rate_clocks;          /* vector: clocks added by a rate: filter, two-channel floor, compare-and-swap */
    uint64_t l1_accesses;          /* AMD's TCP_TOTAL_ACCESSES: 16 a full wave when coalesced, 64 when not */
    uint64_t l1_cache_accesses;    /* AMD's TCP_TOTAL_CACHE_ACCESSES: distinct lines of each group, summed */
    uint64_t l1_lines;             /* distinct L1 lines of each wave instruction, summed */
    uint64_t l2_requests;          /* requests to L2 if no line were in L1 */
    uint64_t dram_bursts;          /* DRAM bursts if no line were in L2 */
    uint64_t bytes_requested;      /* bytes the lanes asked for, in range */
    uint64_t bytes_fetched;        /* bytes the requests to L2 move, in whole requests or scalar lines */

    uint64_t phases;          /* LDS: groups of lanes looked at together */
    uint64_t conflict_clocks; /* LDS: clocks above conflict-free */
    uint64_t port_clocks;     /* LDS: clocks of the CU's ports, the throughput limit without conflicts */
} gcnmem_cost;

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
    uint32_t vgprs;         /* vector registers of a lane; gfx90a: arch + acc */
    uint32_t sgprs;         /* scalar registers of a wave, VCC, FLAT_SCRATCH and XNACK included */
    uint32_t lds_bytes;     /* LDS of a work-group */
    uint32_t group_threads; /* threads of a work-group */
} gcnmem_shader_needs;

typedef struct gcnmem_occupancy {
    uint32_t waves_per_simd; /* on the fullest SIMD; 0 when the group does not fit a CU */
    uint32_t waves_per_cu;
    uint32_t groups_per_cu;
    gcnmem_limit limited_by;
    gcnmem_limit next_limit; /* the resource that must shrink for one more wave on a SIMD */
    uint32_t next_amount;    /* ... to at most this (group size: threads); 0 when no single change helps */
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
   >>channel    which L2 (and memory) channel an address belongs to, and where it lies inside that channel

   Consecutive chunks of interleave_bytes go round the channels. Every rule is one-to-one: channel and local address
   together name the address again. The local address closes the gaps the other channels leave, so that a slice
   indexed with it uses all its sets.
   ------------------------------------------------------------------------------------------------------------------ */

typedef enum gcnmem_channel_rule {
    GCNMEM_CHANNEL_MODULO = 0, /* chunk % channels; any number of channels [amd for powers of two, else est] */
    GCNMEM_CHANNEL_HASH = 1,   /* as MODULO, xor-ed with all higher groups of channel bits; powers of two only [est] */
    GCNMEM_CHANNEL_TAHITI = 2  /* twelve channels of 256 bytes in four quadrants of three [amd] */
} gcnmem_channel_rule;

/* No field may be zero except `rule`. */
typedef struct gcnmem_channel_map {
    uint32_t rule;             /* gcnmem_channel_rule */
    uint32_t channel_count;    /* 1 to 4096 */
    uint32_t interleave_bytes; /* a power of two; 256 on GCN [amd] */
} gcnmem_channel_map;

typedef struct gcnmem_channel_place {
    uint64_t local_address; /* bytes, counted inside the channel */
    uint32_t channel;
    uint32_t reserved;
} gcnmem_channel_place;

/* GCNMEM_OK, or what is wrong with the map. `out_issue` may be NULL. The functions below want a map that passes. */
GCNMEM_API gcnmem_result gcnmem_channel_check(const gcnmem_channel_map* map, gcnmem_issue* out_issue);

/* The map of a description's L2. */
GCNMEM_API gcnmem_channel_map gcnmem_desc_channel_map(const gcnmem_desc* desc);

GCNMEM_API gcnmem_channel_place gcnmem_channel_locate(const gcnmem_channel_map* map, uint64_t address);

/* The address that gcnmem_channel_locate would send to this place: turns a slice's victim back into an address. */
GCNMEM_API uint64_t gcnmem_channel_address(const gcnmem_channel_map* map, gcnmem_channel_place place);

/* ---------------------------------------------------------------------------------------------------------------------
   >>cache      one set-associative cache: vector L1, scalar L1 and each L2 channel are three descriptions of it

   Functional, without time: it says what hits, what must be fetched, what is written on and what leaves. A missing
   line is installed at once, so an access that finds a line still on its way counts as a hit; AMD's counters treat
   such a "hit on miss" the same way [amd]. Replacement is true least-recently-used. A line may be divided in sectors,
   each with a valid and a dirty bit.
   ------------------------------------------------------------------------------------------------------------------ */

/* What a store does. "Full" means that it covers every byte of the line (or sector) it touches. */
typedef enum gcnmem_cache_write_policy {
    /* Write-through, no allocate: a store updates a line that is present and always goes on to the next level. */
    GCNMEM_CACHE_WRITE_THROUGH = 0,
    /* GCN vector L1: write-through; a full store leaves the line valid, a partial one leaves no line behind [amd]. */
    GCNMEM_CACHE_WRITE_GCN_L1 = 1,
    /* Write-back, write-allocate: a partial store that misses first fetches the rest of what it touches. */
    GCNMEM_CACHE_WRITE_BACK = 2,
    /* Write-back with a mask of dirty bytes: a store fetches nothing; a later load fetches and merges [est]. */
    GCNMEM_CACHE_WRITE_BACK_MASKED = 3
} gcnmem_cache_write_policy;

typedef struct gcnmem_cache_geometry {
    uint64_t size_bytes;   /* a multiple of ways * line_bytes; sets = size / (ways * line), any number */
    uint32_t ways;         /* at least 1; all lines in one set = fully associative */
    uint32_t line_bytes;   /* a power of two, 4 to 4096 */
    uint32_t sector_bytes; /* a power of two, at most GCNMEM_CACHE_MAX_SECTORS a line; 0 = the whole line */
    uint32_t write_policy; /* gcnmem_cache_write_policy */
} gcnmem_cache_geometry;

#define GCNMEM_CACHE_MAX_SECTORS 16u
#define GCNMEM_CACHE_MAX_LINES 0x4000000u

/* One access touches the sector that holds its address, or with FULL_LINE every sector of the line.
   GLC and ATOMIC act on the two write-through policies as below. A write-back cache is where the device agrees on
   a value: it ignores GLC and performs the atomic, a store that needs the old bytes. */
enum {
    GCNMEM_CACHE_READ = 0,
    GCNMEM_CACHE_WRITE = 1,
    GCNMEM_CACHE_GLC = 2,         /* load: misses, and the line is dropped; store: no line is left behind [amd] */
    GCNMEM_CACHE_SLC = 4,         /* stream: a miss installs no line, a hit does not renew the line's age [est] */
    GCNMEM_CACHE_ATOMIC = 8,      /* counts as a write; bypasses a write-through cache and drops the line there [amd] */
    GCNMEM_CACHE_FULL_LINE = 16,  /* covers every byte of the line */
    GCNMEM_CACHE_FULL_SECTOR = 32 /* covers every byte of its sector */
};

/* What one access did, and what the caller has to ask of the next level. Masks have one bit a sector, lowest first. */
typedef struct gcnmem_cache_result {
    uint64_t victim_address; /* first byte of the line that was evicted; 0 when none was */
    uint32_t victim_dirty;   /* sectors of the victim to write to the next level */
    uint32_t fetch;          /* sectors to read from the next level */
    uint32_t hit;            /* 1: everything was there, and allowed to be used */
    uint32_t evicted;        /* 1: a line had to leave, clean or dirty */
    uint32_t write_on;       /* 1: this store or atomic itself goes on to the next level */
    uint32_t reserved;
} gcnmem_cache_result;

/* Since init. hits + misses = reads + writes; atomics are writes. A GLC load and a bypassing atomic never hit.
   fetches + writes_on = requests to the next level, apart from write-backs. */
typedef struct gcnmem_cache_stats {
    uint64_t reads;
    uint64_t writes;
    uint64_t hits;
    uint64_t misses;
    uint64_t read_hits;
    uint64_t write_hits;
    uint64_t fetches;       /* accesses that read from the next level */
    uint64_t writes_on;     /* stores and atomics passed to the next level */
    uint64_t evictions;     /* lines that left for want of room */
    uint64_t writebacks;    /* dirty lines written to the next level: evicted or flushed */
    uint64_t invalidations; /* lines dropped by GLC, partial stores, atomics or invalidate_all */
} gcnmem_cache_stats;

/* Opaque; lives in the caller's memory and holds no pointer, so a copy of the bytes is a snapshot. */
typedef struct gcnmem_cache gcnmem_cache;

/* Receives one dirty line of a flush. */
typedef void (*gcnmem_cache_line_fn)(void* user_data, uint64_t line_address, uint32_t dirty_sectors);

/* GCNMEM_OK, or what is wrong with the geometry. `out_issue` may be NULL. */
GCNMEM_API gcnmem_result gcnmem_cache_check(const gcnmem_cache_geometry* geometry, gcnmem_issue* out_issue);

/* Memory needed: 12 bytes a line and some. 0 when the geometry is not valid. */
GCNMEM_API size_t gcnmem_cache_size_bytes(const gcnmem_cache_geometry* geometry);

/* An empty cache at the start of `memory` (aligned to 8).
   NULL when the geometry is not valid or the memory too small. */
GCNMEM_API gcnmem_cache* gcnmem_cache_init(void* memory, size_t memory_bytes, const gcnmem_cache_geometry* geometry);

/* One access to one line. `flags` is a sum of the GCNMEM_CACHE_ flags. Returns 1 on a hit, else 0.
   `out_result` is written whole each time. (It is an argument, not the value: returned, it would be copied straight
   after being written in parts, a store-forwarding stall that took about a third of the time of a miss.) */
GCNMEM_API uint32_t gcnmem_cache_access(gcnmem_cache* cache, uint64_t address, uint32_t flags,
                                        gcnmem_cache_result* out_result);

/* Looks without touching: valid sectors in bits 15:0, dirty sectors in bits 31:16; 0 when the line is absent. */
GCNMEM_API uint32_t gcnmem_cache_probe(const gcnmem_cache* cache, uint64_t address);

/* Writes every dirty line back and keeps it, clean. Returns their number; `line_fn` may be NULL. */
GCNMEM_API uint64_t gcnmem_cache_flush(gcnmem_cache* cache, gcnmem_cache_line_fn line_fn, void* user_data);

/* Drops every line, dirty ones too (flush first to keep them). Rewrites the 12 bytes of every line. */
GCNMEM_API void gcnmem_cache_invalidate_all(gcnmem_cache* cache);

GCNMEM_API gcnmem_cache_stats gcnmem_cache_stats_of(const gcnmem_cache* cache);

/* ---------------------------------------------------------------------------------------------------------------------
   >>dram       channels, bank groups, banks, rows: bursts in, data out

   All times are DRAM command clocks. One request is one burst (dram_burst_length * dram_channel_bits / 8 bytes), so a
   caller cuts a longer access into bursts.
   ------------------------------------------------------------------------------------------------------------------ */

enum {
    GCNMEM_DRAM_CHANNELS_MAX = 256,  /* channels */
    GCNMEM_DRAM_BANKS_MAX = 64,      /* banks of one channel, all ranks */
    GCNMEM_DRAM_GROUPS_MAX = 32,     /* bank groups of one channel, all ranks */
    GCNMEM_DRAM_RANKS_MAX = 4,       /* ranks of one channel */
    GCNMEM_DRAM_QUEUE_MAX = 4096,    /* requests waiting in one channel */
    GCNMEM_DRAM_TIMING_MAX = 1 << 20 /* clocks, any timing field */
};

#define GCNMEM_DRAM_CLOCK_MAX ((uint64_t)1 << 62) /* later clocks count as this one */
#define GCNMEM_DRAM_NO_TAG 0xffffffffu            /* a request with this tag leaves no completion */

typedef enum gcnmem_dram_page_policy {
    GCNMEM_DRAM_PAGE_DEFAULT = 0, /* open */
    GCNMEM_DRAM_PAGE_OPEN = 1,    /* a row stays open until another row of its bank, or a refresh, needs it closed */
    GCNMEM_DRAM_PAGE_CLOSED = 2   /* a row closes itself after the last waiting request to it */
} gcnmem_dram_page_policy;

/* How a request found its bank. */
typedef enum gcnmem_dram_outcome {
    GCNMEM_DRAM_HIT = 0,     /* its row was open, whoever opened it */
    GCNMEM_DRAM_MISS = 1,    /* the bank was closed: an activate */
    GCNMEM_DRAM_CONFLICT = 2 /* another row was open: a precharge and an activate */
} gcnmem_dram_outcome;

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

/* Where an address lives. */
typedef struct gcnmem_dram_place {
    uint64_t row;
    uint32_t channel;
    uint32_t rank;
    uint32_t group;  /* bank group in the rank */
    uint32_t bank;   /* bank in the group */
    uint32_t column; /* burst in the row */
} gcnmem_dram_place;

typedef struct gcnmem_dram_completion {
    uint64_t clock; /* the clock behind the last data beat; may lie ahead of the clock advanced to */
    uint32_t tag;   /* as submitted */
    uint32_t channel;
    uint32_t outcome; /* gcnmem_dram_outcome */
} gcnmem_dram_completion;

typedef struct gcnmem_dram_stats {
    uint64_t reads;
    uint64_t writes;
    uint64_t row_hits; /* row_hits + row_misses + row_conflicts = reads + writes */
    uint64_t row_misses;
    uint64_t row_conflicts;
    uint64_t activates;
    uint64_t precharges;  /* by command: those of a refresh or of the closed page policy are not counted */
    uint64_t refreshes;   /* all-bank, of one channel */
    uint64_t bytes;       /* whole bursts */
    uint64_t busy_clocks; /* clocks with data, summed over channels */
    uint64_t clocks;      /* end of the run: the clock advanced to, or the last data beat if that is later */
    uint64_t limit_clocks[GCNMEM_DRAM_LIMITS]; /* by gcnmem_dram_limit; their sum is channels x clocks */
} gcnmem_dram_stats;

typedef struct gcnmem_dram gcnmem_dram;

/* Checks every dram_* field. GCNMEM_OK, or GCNMEM_ERROR_VALUE with the first bad field in `out_issue` (may be NULL). */
GCNMEM_API gcnmem_result gcnmem_dram_validate(const gcnmem_desc* desc, gcnmem_issue* out_issue);

/* Bytes of memory a model needs; 0 when the description is not valid. */
GCNMEM_API size_t gcnmem_dram_size_bytes(const gcnmem_desc* desc);

/* Builds a model at clock 0 in `memory` (aligned to 8). NULL when the memory is too small or the description bad. */
GCNMEM_API gcnmem_dram* gcnmem_dram_init(void* memory, size_t memory_bytes, const gcnmem_desc* desc);

/* The place of an address; any 64-bit address has one. */
GCNMEM_API void gcnmem_dram_decode(const gcnmem_dram* dram, uint64_t address, gcnmem_dram_place* out_place);

/* Offers one burst at `clock`. Whatever earlier requests of that channel could start up to and including `clock` is
   started first. Returns 1 when taken; 0 when the channel's queue (or the list of completions not yet popped) is full:
   then advance to gcnmem_dram_next_clock, pop, and offer again. Clocks of calls must not go back; if one does, it
   counts as the latest clock seen. */
GCNMEM_API int gcnmem_dram_submit(gcnmem_dram* dram, uint64_t address, uint32_t is_write, uint64_t clock, uint32_t tag);

/* Clock of the next command of any channel; UINT64_MAX when no request waits. */
GCNMEM_API uint64_t gcnmem_dram_next_clock(const gcnmem_dram* dram);

/* Issues every command up to and including `clock`. */
GCNMEM_API void gcnmem_dram_advance(gcnmem_dram* dram, uint64_t clock);

/* Takes one completion, in the order the column commands were issued (channel by channel within one advance).
   Returns 0 when there is none. */
GCNMEM_API int gcnmem_dram_pop(gcnmem_dram* dram, gcnmem_dram_completion* out_completion);

/* Offers `count` bursts in order, each as soon as its channel takes it; one that waits holds up all behind it.
   `is_write` holds one byte for each (NULL: all reads). Returns the clock at which the last was taken. Exactly what
   submit and advance in a loop would give, only faster. */
GCNMEM_API uint64_t gcnmem_dram_stream(gcnmem_dram* dram, const uint64_t* addresses, const uint8_t* is_write,
                                       size_t count);

/* Offers one burst to its channel alone: a full queue is waited for, the other channels do not wait with it. For levels
   above that hold requests for each channel apart, as L2 does. Returns how many clocks the queue was full. Within a
   channel a clock that goes back counts as the latest one. Leaves no completion. */
GCNMEM_API uint64_t gcnmem_dram_offer(gcnmem_dram* dram, uint64_t address, uint32_t is_write, uint64_t clock);

/* Finishes all waiting requests and advances to the clock behind the last data beat, which it returns. */
GCNMEM_API uint64_t gcnmem_dram_drain(gcnmem_dram* dram);

/* Copies the counters out. */
GCNMEM_API void gcnmem_dram_stats_read(const gcnmem_dram* dram, gcnmem_dram_stats* out_stats);

/* Which limit held: the interface when data filled four fifths of the clocks, else the greatest loss. */
GCNMEM_API gcnmem_dram_limit gcnmem_dram_limited_by(const gcnmem_dram_stats* stats);

/* Static name: "interface", "bank", "bank group", "activation window", "turnaround", "refresh", "channel
   imbalance", "request supply". */
GCNMEM_API const char* gcnmem_dram_limit_name(gcnmem_dram_limit limit);

/* ---------------------------------------------------------------------------------------------------------------------
   >>replay     depth 2: a stream of accesses through vector L1, scalar L1, L2 and DRAM, chained

   Accesses come as fast as the machine takes them: the time of a replay is that of its busiest part, latency hidden.
   Waves name their CU. Plain reads and writes name none, so their L1 time is spread over all CUs.
   ------------------------------------------------------------------------------------------------------------------ */

typedef enum gcnmem_level { GCNMEM_LEVEL_L1 = 0, GCNMEM_LEVEL_L2, GCNMEM_LEVEL_DRAM } gcnmem_level;

/* hits + misses = reads + writes. What L1 misses L2 gets: a store is never served by L1 alone and counts as a miss
   there, so L1 misses = L2 reads + writes. */
typedef struct gcnmem_level_stats {
    uint64_t reads;
    uint64_t writes;
    uint64_t hits;
    uint64_t misses;
    uint64_t useful_bytes; /* asked for by the level above */
    uint64_t moved_bytes;  /* moved from or to the level below: whole lines */
    uint64_t writebacks;   /* dirty lines written to the level below */
} gcnmem_level_stats;

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

/* Empty caches, closed rows, clock zero. `from` names the first level that accesses meet. NULL when `memory` (aligned
   to 8) is too small. */
GCNMEM_API gcnmem_replay* gcnmem_replay_init(void* memory, size_t memory_bytes, const gcnmem_desc* desc,
                                             gcnmem_level from);

/* A read or write of `bytes` from `address` on, cut into lines. */
GCNMEM_API void gcnmem_replay_access(gcnmem_replay* replay, uint64_t address, uint64_t bytes, uint32_t is_write);

/* A wave instruction of a CU, through the coalescer. Vector and scalar memory operations. */
GCNMEM_API void gcnmem_replay_wave(gcnmem_replay* replay, uint32_t cu, const gcnmem_access* access);

/* Clock at which a CU can take its next wave instruction: whose turn it is, for callers that make up the stream. */
GCNMEM_API uint64_t gcnmem_replay_cu_clock(const gcnmem_replay* replay, uint32_t cu);

/* One line of a trace: "R|W ADDRESS [BYTES]", "MNEMONIC [cu=N] a0,a1,...", blank, or a "#" comment.
   Errors name the column; the replay stays as it was before the line. */
GCNMEM_API gcnmem_result gcnmem_replay_line(gcnmem_replay* replay, const char* text, size_t text_bytes,
                                            gcnmem_issue* out_issue);

/* Lets everything under way finish and counts. The replay may go on afterwards. */
GCNMEM_API gcnmem_replay_stats gcnmem_replay_finish(gcnmem_replay* replay);

/* "l1", "l2", "dram". Never NULL. */
GCNMEM_API const char* gcnmem_level_name(gcnmem_level level);

/* ---------------------------------------------------------------------------------------------------------------------
   >>opcode     what a mnemonic is: where it issues, how fast, what it moves, which counters it bumps
   ------------------------------------------------------------------------------------------------------------------ */

#define GCNMEM_NONE 0xffffffffu /* an index that names nothing */

/* Where an instruction issues. A CU issues at most one of each category a clock, from different waves [amd]. */
typedef enum gcnmem_class {
    GCNMEM_CLASS_UNKNOWN = 0, /* a word in the code with no GCN prefix: counted, costs nothing */
    GCNMEM_CLASS_VALU,
    GCNMEM_CLASS_SALU,
    GCNMEM_CLASS_SMEM,
    GCNMEM_CLASS_VMEM, /* buffer, tbuffer, image, global and scratch */
    GCNMEM_CLASS_FLAT, /* flat_*: needs the vector memory and the LDS path */
    GCNMEM_CLASS_LDS,
    GCNMEM_CLASS_GDS,
    GCNMEM_CLASS_EXPORT,
    GCNMEM_CLASS_BRANCH,
    GCNMEM_CLASS_MESSAGE,
    GCNMEM_CLASS_WAITCNT,
    GCNMEM_CLASS_BARRIER,
    GCNMEM_CLASS_INTERNAL, /* s_nop, s_sleep, s_setprio: handled in the instruction buffer, occupies no unit */
    GCNMEM_CLASS_ENDPGM,
    GCNMEM_CLASS_END
} gcnmem_class;

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

/* gcnmem_opcode.flags */
#define GCNMEM_OPCODE_GUESSED 0x0001u     /* not in the vocabulary: the class comes from the prefix alone */
#define GCNMEM_OPCODE_RETURNS 0x0002u     /* data come back to registers; a vector memory atomic needs glc for that */
#define GCNMEM_OPCODE_TYPED 0x0004u       /* converts a format, so bytes in memory differ from bytes in registers */
#define GCNMEM_OPCODE_SAMPLED 0x0008u     /* goes through the texture filter */
#define GCNMEM_OPCODE_GATHER 0x0010u      /* image_gather4: one channel of four texels */
#define GCNMEM_OPCODE_COMPARE 0x0020u     /* compare-and-swap: two data operands */
#define GCNMEM_OPCODE_STRIDE64 0x0040u    /* ds_read2st64 and the like: offsets count 64 elements */
#define GCNMEM_OPCODE_D16 0x0080u         /* 16-bit channels in registers */
#define GCNMEM_OPCODE_CROSS_LANE 0x0100u  /* ds_swizzle, ds_permute: uses the LDS path, touches no memory */
#define GCNMEM_OPCODE_SCRATCH 0x0200u     /* lane-interleaved private memory */
#define GCNMEM_OPCODE_BUFFER 0x0400u      /* s_buffer_*: bounds-checked by a descriptor */
#define GCNMEM_OPCODE_WRITES 0x0800u      /* the first operand is a destination */
#define GCNMEM_OPCODE_READS_FIRST 0x1000u /* ... and a source as well: v_mac, v_writelane, s_addk */
#define GCNMEM_OPCODE_CARRY 0x2000u       /* of four operands or more the second is a destination too: carry out */
#define GCNMEM_OPCODE_WRITES_EXEC 0x4000u /* v_cmpx, s_*_saveexec */
#define GCNMEM_OPCODE_LDS_SOURCE 0x8000u  /* ds_*_src2: both operands in LDS */

/* One mnemonic, decoded. */
typedef struct gcnmem_opcode {
    uint32_t name_offset; /* in a program: first use in the text, encoding suffix (_e32, _e64, _sdwa, _dpp) excluded */
    uint32_t count;       /* in a program: instructions with this mnemonic */
    uint16_t name_bytes;  /* in a program */
    uint16_t flags;       /* GCNMEM_OPCODE_* */
    uint8_t category;     /* gcnmem_class */
    uint8_t rate;         /* gcnmem_rate */
    uint8_t branch;       /* gcnmem_branch */
    uint8_t unit;         /* gcnmem_unit: which memory, NONE when memory is not touched */
    uint8_t action;       /* gcnmem_action */
    uint8_t bytes;        /* bytes of memory each lane touches at each address; scalar: of the wave; 0: see dmask */
    uint8_t channels;     /* channels of a typed access; else dwords of data for each address, at least 1 */
    uint8_t addresses;    /* 2 for ds_read2 and the like, else 1; 0 when memory is not touched */
    uint8_t vm;           /* what it adds to the wait counters */
    uint8_t lgkm;
    uint8_t exp;
    uint8_t spare;
} gcnmem_opcode;

/* Decodes a GCN mnemonic of `bytes` characters, any case, with or without an encoding suffix. Always fills out_opcode;
   GCNMEM_ERROR_NAME when the word is not in the vocabulary: then the flags hold GUESSED and the prefix decided. */
GCNMEM_API gcnmem_result gcnmem_opcode_find(const char* mnemonic, size_t bytes, gcnmem_opcode* out_opcode);

/* "VALU", "quarter", ... Static, never NULL. */
GCNMEM_API const char* gcnmem_class_name(gcnmem_class category);
GCNMEM_API const char* gcnmem_rate_name(gcnmem_rate rate);

/* ---------------------------------------------------------------------------------------------------------------------
   >>program    a shader listing, read: instructions, stages, labels and loops, without one pointer
   ------------------------------------------------------------------------------------------------------------------ */

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
#define GCNMEM_INSN_LANES(flags) ((uint32_t)(flags) >> 24) /* lanes that are active, by @lanes; 0: all */

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
    uint8_t category;     /* gcnmem_class */
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
    uint8_t dmask;
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
typedef struct gcnmem_program {
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
    uint32_t spare;
    uint64_t insns_at; /* where the tables are, in bytes from this struct */
    uint64_t stages_at;
    uint64_t opcodes_at;
    uint64_t labels_at;
    uint64_t loops_at;
} gcnmem_program;

/* Memory that reading this text may need: counts its lines. At least 1; 0 when the text has 4 GiB or more. */
GCNMEM_API size_t gcnmem_listing_size_bytes(const char* text, size_t text_bytes);

/* Reads a listing in any dialect of GCN disassembly. The text needs no terminator and may have CR LF line ends.
   gfx_version (0x803, or 0 for unknown) is used where the listing does not name its target: it decides the widths of
   s_waitcnt fields and whether stores bump the export counter. The memory must be aligned to 8 bytes.
   On success out_program points to the memory, else it is NULL and out_issue says what, and in which line.
   GCNMEM_ERROR_LIMIT: memory too small, or a table of fixed size is full. GCNMEM_ERROR_SYNTAX: a label defined twice in
   a stage. GCNMEM_ERROR_VALUE: not text, holds no instruction, or is ACO IR without an Assembly section. */
GCNMEM_API gcnmem_result gcnmem_listing_parse(const char* text, size_t text_bytes, uint32_t gfx_version, void* memory,
                                              size_t memory_bytes, gcnmem_program** out_program,
                                              gcnmem_issue* out_issue);

/* Where a label stands that branches go to and the text does not define. */
typedef struct gcnmem_place {
    const char* name;
    size_t name_bytes;
    uint32_t insn; /* of the program, as read without this: of the branches' stage, or the stage's end */
} gcnmem_place;

/* The same, with such labels; a place for a label that no branch mentions, or that the text defines, is not used. */
GCNMEM_API gcnmem_result gcnmem_listing_parse_with(const char* text, size_t text_bytes, uint32_t gfx_version,
                                                   const gcnmem_place* places, uint32_t place_count, void* memory,
                                                   size_t memory_bytes, gcnmem_program** out_program,
                                                   gcnmem_issue* out_issue);

/* The tables; indices below the counts of gcnmem_program. */
GCNMEM_API const gcnmem_insn* gcnmem_program_insn(const gcnmem_program* program, uint32_t index);
GCNMEM_API const gcnmem_stage* gcnmem_program_stage(const gcnmem_program* program, uint32_t index);
GCNMEM_API const gcnmem_opcode* gcnmem_program_opcode(const gcnmem_program* program, uint32_t index);
GCNMEM_API const gcnmem_label* gcnmem_program_label(const gcnmem_program* program, uint32_t index);
GCNMEM_API const gcnmem_loop* gcnmem_program_loop(const gcnmem_program* program, uint32_t index);

/* Label of a stage by its name, or GCNMEM_NONE. `text` is the listing the program was read from. */
GCNMEM_API uint32_t gcnmem_program_find_label(const gcnmem_program* program, const char* text, uint32_t stage,
                                              const char* name, size_t name_bytes);

/* Stage by its name or, when none has it, by a part of the name; case does not matter. With an empty part every stage
   fits. GCNMEM_NONE unless exactly one fits; out_count (may be NULL) says how many do. */
GCNMEM_API uint32_t gcnmem_program_find_stage(const gcnmem_program* program, const char* text, const char* part,
                                              size_t part_bytes, uint32_t* out_count);

/* Wait counts of a raw s_waitcnt immediate. gfx_version 0: a vmcnt field of 15 with the high bits clear is no wait. */
typedef struct gcnmem_waits {
    uint8_t vm;
    uint8_t lgkm;
    uint8_t exp;
} gcnmem_waits;
GCNMEM_API gcnmem_waits gcnmem_waits_decode(uint32_t imm16, uint32_t gfx_version);

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
    X(DEPENDENCY, "dependency", "waits for a register", DEPENDENCY) /* a scalar one that the vector ALU writes */

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
    uint32_t label; /* label of the loop's header, as in gcnmem_program_label(); GCNMEM_AT_INSN(i): the innermost loop
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

/* What to run. Start from gcnmem_run_options_for(). Pointers are used during the call only. */
typedef struct gcnmem_run_options {
    uint32_t stage;       /* gcnmem_stage of the program */
    uint32_t group_lanes; /* lanes of a work-group; 0: the listing's, else 64 */
    uint64_t groups;      /* work-groups of the dispatch; 0: as many as fill the machine once */
    uint32_t cu_count;    /* CUs that take part; 0: all of the description */
    uint32_t vgprs;       /* 0: what the listing states, else one more than the highest its instructions name */
    uint32_t sgprs;
    uint32_t lds_bytes;         /* of a work-group */
    uint32_t groups_per_cu_max; /* 0: what registers and LDS allow */
    uint32_t trip_count;
    uint32_t taken_count;
    uint32_t pattern_count;
    uint32_t event_count; /* events of a timeline that the run's memory holds; 0: nothing is recorded */
    uint64_t max_clocks;  /* 0: 2^40 */
    const gcnmem_run_trip* trips;
    const gcnmem_run_taken* takens;
    const gcnmem_run_pattern* patterns;
} gcnmem_run_options;

/* One wave memory instruction whose addresses the caller is asked for. */
typedef struct gcnmem_run_query {
    uint32_t insn; /* of the program */
    uint32_t wave; /* of its work-group */
    uint64_t group;
    uint64_t iter[3]; /* trips done of the innermost loop around it, of the next one out, ... */
} gcnmem_run_query;

/* Fills out_address[64] with byte addresses and out_mask with the lanes that take part (on entry: all that exist).
   Returns 0 to leave the instruction to its annotation or default; must answer the same question the same way. */
typedef int (*gcnmem_run_address_fn)(void* user_data, const gcnmem_run_query* query, uint64_t* out_address,
                                     uint64_t* out_mask);

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
    uint8_t reserved;
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
    uint32_t defaults_used; /* memory instructions of the stage that have no pattern of their own */
    uint32_t failed_insn;   /* of the program, when the state is FAILED */
    uint32_t failed_column; /* of its expression, from 1 */
    uint32_t untold_loops;  /* loops that nobody gave a count: they run once */
    uint32_t untold_loop;   /* instruction the first of them begins with */
    uint32_t waves_brought; /* for each SIMD by the whole dispatch, at most waves_per_simd */
    uint32_t is_named;      /* nonzero: nobody stated the VGPRs, they are the highest that an instruction names */
    uint32_t reserved;
    gcnmem_shader_needs needs; /* what occupancy was computed for */
    uint64_t open_ends;        /* waves that ended behind the last instruction, without s_endpgm */
    uint64_t instructions[GCNMEM_CLASS_END];
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

/* One group of 64 lanes per work-group, registers of the listing, the whole machine filled once. */
GCNMEM_API gcnmem_run_options gcnmem_run_options_for(uint32_t stage);

/* The same machine with `cu_count` CUs and their share of L2 channels and DRAM (rounded, at least one channel): a short
   run stands for a long one. */
GCNMEM_API gcnmem_desc gcnmem_run_scaled_desc(const gcnmem_desc* desc, uint32_t cu_count);

/* Checks description, stage and options against each other. */
GCNMEM_API gcnmem_result gcnmem_run_validate(const gcnmem_desc* desc, const gcnmem_program* program,
                                             const gcnmem_run_options* options, gcnmem_issue* out_issue);

/* Memory a run needs, whatever the number of groups. 0 when the three do not pass gcnmem_run_validate(). */
GCNMEM_API size_t gcnmem_run_size_bytes(const gcnmem_desc* desc, const gcnmem_program* program,
                                        const gcnmem_run_options* options);

/* Builds a run at clock 0 in `memory` (aligned to 8). `text` is the listing the program was read from. Needs neither
   text, program, options nor description afterwards. out_run is NULL unless the result is GCNMEM_OK; a bad @mem
   expression names its line. */
GCNMEM_API gcnmem_result gcnmem_run_init(void* memory, size_t memory_bytes, const gcnmem_desc* desc,
                                         const gcnmem_program* program, const char* text,
                                         const gcnmem_run_options* options, gcnmem_run** out_run,
                                         gcnmem_issue* out_issue);

/* Goes on until the run is over or its next event lies behind `clock`. `address_fn` may be NULL. */
GCNMEM_API gcnmem_run_state gcnmem_run_advance(gcnmem_run* run, uint64_t clock, gcnmem_run_address_fn address_fn,
                                               void* user_data);

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

/* ---------------------------------------------------------------------------------------------------------------------
   >>rules      what the model does, rule by rule
   ------------------------------------------------------------------------------------------------------------------ */

/* Rule `number` as one paragraph without line breaks: "R20  A phase takes as many clocks as ...". NULL when there is no
   such rule; they count from 1 without a gap. Dropped by GCNMEM_NO_REPORT. */
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

/* What a replay did at every level, and why it took as long as it did. `incomplete` names the trace line the replay
   stopped at, 0 when it came to its end. */
GCNMEM_API size_t gcnmem_report_replay(const gcnmem_desc* desc, const gcnmem_replay_stats* stats, uint64_t incomplete,
                                       gcnmem_style style, gcnmem_write_fn write, void* user_data);

/* Where a run's time went: the limiter, units, stalls and, beside the listing, every instruction. `program` and `text`
   are those the run was built from. */
GCNMEM_API size_t gcnmem_report_run(const gcnmem_run* run, const gcnmem_program* program, const char* text,
                                    gcnmem_style style, gcnmem_write_fn write, void* user_data);

/* The course of a run as Chrome Trace Event JSON, for Perfetto, speedscope and the like. `events` come from
   gcnmem_run_events_of(); they are sorted in place, and waves that still run end with the last event. A clock is one
   unit of `ts` and `dur`, which viewers show as a microsecond. A process is a CU, a thread a wave slot; complete events
   nest: a wave ("cat": "wave") holds its instructions ("issue") and stalls ("stall", with args.cause as in the keys of
   stall_clocks). Memory requests are asynchronous pairs ("memory"), the waves of each CU a counter ("waves"). */
GCNMEM_API size_t gcnmem_report_timeline(const gcnmem_run* run, const gcnmem_program* program, const char* text,
                                         gcnmem_run_event* events, size_t count, gcnmem_write_fn write,
                                         void* user_data);

/* The resolved description, a field a line, with provenance: what a pasted report needs to be run again. */
GCNMEM_API size_t gcnmem_report_desc(const gcnmem_desc* desc, gcnmem_style style, gcnmem_write_fn write,
                                     void* user_data);

/* One sentence: what to change so that the accesses cost less. Static string, never NULL. */
GCNMEM_API const char* gcnmem_cost_advice(const gcnmem_desc* desc, const gcnmem_access* access,
                                          const gcnmem_cost* cost);

/* The same for a run that is over. */
GCNMEM_API const char* gcnmem_run_advice(const gcnmem_run_result* result);

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
    "R10  Images: texels stand in 8x8 micro tiles in Z order (x lowest) [amd], tiles in rows [fit]; 96-bit texels are "
    "linear [est]. The data bank is flipped by 8 on odd lines [fit].",
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
    "collapse. [amd]",
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
    "store leaves no copy behind. [amd] Misses are requests to L2, one for each line a store touches; hits are the "
    "lookups beyond: L1 and scalar L1 misses together = L2 reads + writes, for lines no longer than L2's.",
    "R31  GLC loads miss and drop the line, GLC stores and atomics leave none. [amd] SLC accesses install nothing "
    "[est].",
    "R32  L2: write-back, write-allocate, 16 ways [oss]; stores fetch nothing, dirty bytes are kept by mask until the "
    "line leaves [est].",
    "R33  L2 channels: consecutive 256-byte chunks go round the channels [amd]; MI100 and MI200 hash them [amd], the "
    "hash used here is an xor of all higher groups of channel bits [est]; Tahiti's twelve follow their own table "
    "[amd].",

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
    "reaches: 18 fits clpeak on HD 7970, R9 290X and MI100 at once [fit].",
    "R43  Pages stay open until another row or a refresh needs the bank, or, closed policy, until nobody waits for "
    "the row.",

    /* Replay (depth 2) */
    "R44  A wave's lines go through the L1 of its CU one after another; whether a store covers a line is decided over "
    "all its lanes. [amd]",
    "R45  Accesses that name no CU meet the L1 of CU 0; their time is spread over all CUs. [est]",
    "R46  An L2 channel takes one request a clock. [amd]",
    "R47  Latency is hidden: a replay lasts as long as its busiest part, L1 of a CU, L2 channel or DRAM. The order of "
    "the trace is the order of arrival at each channel.",
    "R48  DRAM clocks relate to engine clocks as dram_mbps_per_pin / dram_data_rate to core_clock_mhz, rounded up.",
    "R49  A CU sends one request a clock toward L2, in order: a memory channel that is full holds up the CU that "
    "found it full. [est]",

    /* Run (depth 3) */
    "R50  Opcodes are known by the longest word that begins them: where they issue, their VALU rate, what they move, "
    "which counters they bump. Unknown ones are classed by their prefix, counted, and cost what their class costs. "
    "[amd] [oss]",
    "R51  A loop is an edge back to a block that leads to it. Trips count how often the latch runs: bottom-tested "
    "loops branch back trips - 1 times, others leave on visit trips + 1 of the header. A backward jump that never "
    "returns is no loop.",
    "R52  vmcnt, lgkmcnt and expcnt have their generation's widths; vector memory returns in order, scalar memory out "
    "of order, LDS in order; flat instructions count in both. An instruction that would overflow a counter waits. "
    "[amd] [oss]",
    "R53  Addresses: the caller's, else --mem, else the listing's @mem, else a default: distinct buffers read in "
    "order of lanes, images as 8x8 tiles. The result counts how many instructions ran on a default. Lanes that @lanes "
    "switches off touch nothing.",
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
    "were there for 95 % of the time."};
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

#define GCNMEMI_TEXT_BLANK 1u
#define GCNMEMI_TEXT_DIGIT 2u
#define GCNMEMI_TEXT_HEX 4u
#define GCNMEMI_TEXT_LETTER 8u /* begins a name: letters and _ */
#define GCNMEMI_TEXT_NAME 16u  /* continues a name of a listing: digits, . and $ too */

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
    while (*a != 0 && *a == *b) {
        ++a;
        ++b;
    }
    return *a == *b;
}

GCNMEMI_PRIVATE int gcnmemi_text_starts(const char* text, const char* start) {
    while (*start != 0 && *text == *start) {
        ++text;
        ++start;
    }
    return *start == 0;
}

/* ---- taking off the front ---- */

GCNMEMI_PRIVATE void gcnmemi_text_skip_blanks(gcnmemi_text* text) {
    while (text->at < text->end && gcnmemi_text_class(*text->at, GCNMEMI_TEXT_BLANK)) {
        ++text->at;
    }
}

/* The text without blanks around it. */
GCNMEMI_PRIVATE gcnmemi_text gcnmemi_text_trim(gcnmemi_text text) {
    gcnmemi_text_skip_blanks(&text);
    while (text.end > text.at && gcnmemi_text_class(text.end[-1], GCNMEMI_TEXT_BLANK)) {
        --text.end;
    }
    return text;
}

/* Takes the characters of the given classes. */
GCNMEMI_PRIVATE gcnmemi_text gcnmemi_text_take(gcnmemi_text* text, uint32_t classes) {
    gcnmemi_text taken = gcnmemi_text_span(text->at, text->at);
    while (taken.end < text->end && gcnmemi_text_class(*taken.end, classes)) {
        ++taken.end;
    }
    text->at = taken.end;
    return taken;
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
    uint32_t digit = base;
    if (gcnmemi_text_class(c, GCNMEMI_TEXT_DIGIT)) {
        digit = (uint32_t)(c - '0');
    } else if (gcnmemi_text_class(c, GCNMEMI_TEXT_HEX)) {
        digit = (uint32_t)(gcnmemi_text_lower(c) - 'a') + 10u;
    }
    return digit < base ? digit : base;
}

/* Takes the digits of a number in base 10 or 16. Returns how many; 0, with nothing taken, when there is none or the
   number does not fit 64 bits. */
GCNMEMI_PRIVATE size_t gcnmemi_text_take_digits(gcnmemi_text* text, uint32_t base, uint64_t* out_value) {
    const char* first = text->at;
    const char* at = first;
    uint64_t value = 0;
    for (; at < text->end; ++at) {
        uint32_t digit = gcnmemi_text_digit(*at, base);
        if (digit == base) {
            break;
        }
        if (value > (UINT64_MAX - digit) / base) {
            return 0;
        }
        value = value * base + digit;
    }
    *out_value = value;
    text->at = at;
    return (size_t)(at - first);
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
    char c = gcnmemi_text_next_plain(&a);
    while (c != 0 && c == gcnmemi_text_next_plain(&b)) {
        c = gcnmemi_text_next_plain(&a);
        if (c == 0) {
            return gcnmemi_text_next_plain(&b) == 0;
        }
    }
    return 0;
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

/* Other names for the same, until no room uses them. */
#define gcnmemi_slice gcnmemi_text
#define gcnmemi_slice_is gcnmemi_text_class
#define gcnmemi_slice_span gcnmemi_text_span
#define gcnmemi_slice_bytes gcnmemi_text_bytes
#define gcnmemi_slice_peek gcnmemi_text_peek
#define gcnmemi_slice_skip_blanks gcnmemi_text_skip_blanks
#define gcnmemi_slice_trim gcnmemi_text_trim
#define gcnmemi_slice_take gcnmemi_text_take
#define gcnmemi_slice_take_until gcnmemi_text_take_until
#define gcnmemi_slice_starts gcnmemi_text_begins
#define gcnmemi_slice_equals gcnmemi_text_is
#define gcnmemi_slice_same gcnmemi_text_same
#define gcnmemi_slice_find gcnmemi_text_find
#define gcnmemi_slice_take_digits gcnmemi_text_take_digits
#define gcnmemi_slice_take_number gcnmemi_text_take_number
#define GCNMEMI_SLICE_BLANK GCNMEMI_TEXT_BLANK
#define GCNMEMI_SLICE_DIGIT GCNMEMI_TEXT_DIGIT
#define GCNMEMI_SLICE_HEX GCNMEMI_TEXT_HEX
#define GCNMEMI_SLICE_LETTER GCNMEMI_TEXT_LETTER
#define GCNMEMI_SLICE_NAME GCNMEMI_TEXT_NAME

GCNMEMI_PRIVATE int gcnmemi_text_is_digit(char c) {
    return gcnmemi_text_class(c, GCNMEMI_TEXT_DIGIT) != 0;
}

GCNMEMI_PRIVATE int gcnmemi_text_is_name(char c) {
    return gcnmemi_text_class(c, GCNMEMI_TEXT_DIGIT | GCNMEMI_TEXT_LETTER) != 0;
}

GCNMEMI_PRIVATE size_t gcnmemi_text_number(const char* text, size_t text_bytes, uint64_t* out_value) {
    gcnmemi_text span = gcnmemi_text_span(text, text + text_bytes);
    return gcnmemi_text_take_number(&span, out_value);
}

/* ---------------------------------------------------------------------------------------------------------------------
   >>results    codes to words
   Knows: text
   ------------------------------------------------------------------------------------------------------------------ */

GCNMEM_DEF const char* gcnmem_result_name(gcnmem_result result) {
    switch (result) {
    case GCNMEM_OK:
        return "ok";
    case GCNMEM_ERROR_NAME:
        return "unknown name";
    case GCNMEM_ERROR_VALUE:
        return "bad value";
    case GCNMEM_ERROR_SYNTAX:
        return "syntax error";
    case GCNMEM_ERROR_LIMIT:
        return "too large";
    case GCNMEM_ERROR_MATH:
        return "division by zero";
    }
    return "unknown result";
}

GCNMEM_DEF const char* gcnmem_provenance_tag(gcnmem_provenance provenance) {
    switch (provenance) {
    case GCNMEM_PROVENANCE_AMD:
        return "[amd]";
    case GCNMEM_PROVENANCE_MEAS:
        return "[meas]";
    case GCNMEM_PROVENANCE_OSS:
        return "[oss]";
    case GCNMEM_PROVENANCE_FIT:
        return "[fit]";
    case GCNMEM_PROVENANCE_EST:
        return "[est]";
    case GCNMEM_PROVENANCE_USER:
        return "[user]";
    case GCNMEM_PROVENANCE_NONE:
        break;
    }
    return "[none]";
}

/* Fills an issue (when the caller wants one) and passes the result on. */
GCNMEMI_PRIVATE gcnmem_result gcnmemi_results_fail(gcnmem_result result, gcnmem_issue* out_issue, const char* field,
                                                   const char* rule, uint64_t value, uint64_t limit) {
    if (out_issue != NULL) {
        out_issue->field = field;
        out_issue->rule = rule;
        out_issue->value = value;
        out_issue->limit = limit;
        out_issue->line = 0;
        out_issue->column = 0;
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

typedef enum gcnmemi_devices_generation {
    GCNMEMI_DEVICES_GFX6 = 0,
    GCNMEMI_DEVICES_GFX7,
    GCNMEMI_DEVICES_GFX8,
    GCNMEMI_DEVICES_GFX9,
    GCNMEMI_DEVICES_GFX908,
    GCNMEMI_DEVICES_GFX90A,
    GCNMEMI_DEVICES_GENERATIONS
} gcnmemi_devices_generation;

typedef struct gcnmemi_devices_trait {
    gcnmem_field field;
    uint32_t value[GCNMEMI_DEVICES_GENERATIONS];
    char provenance[GCNMEMI_DEVICES_GENERATIONS + 1];
} gcnmemi_devices_trait;

/* clang-format off */
static const gcnmemi_devices_trait gcnmemi_devices_traits[] = {
    /*                                            GFX6   GFX7   GFX8   GFX9   GFX908 GFX90A              */
    {GCNMEM_FIELD_simd_count_per_cu,           {     4,     4,     4,     4,     4,     4}, "aaaaaa"},
    {GCNMEM_FIELD_waves_per_simd_max,          {    10,    10,    10,    10,    10,     8}, "aaaaoo"},
    {GCNMEM_FIELD_groups_per_cu_max,           {    16,    16,    16,    16,    16,    16}, "aaaaoo"},
    {GCNMEM_FIELD_group_waves_max,             {    16,    16,    16,    16,    16,    16}, "aaaaaa"},
    {GCNMEM_FIELD_vgprs_per_simd,              {   256,   256,   256,   256,   256,   512}, "aaaaoo"},
    {GCNMEM_FIELD_vgpr_granule,                {     4,     4,     4,     4,     4,     8}, "aaaaoo"},
    {GCNMEM_FIELD_sgprs_per_simd,              {   512,   512,   800,   800,   800,   800}, "aaaaoo"},
    {GCNMEM_FIELD_sgpr_granule,                {     8,     8,    16,    16,    16,    16}, "aaaaoo"},
    {GCNMEM_FIELD_sgprs_per_wave_max,          {   104,   104,   102,   102,   102,   102}, "aaaaoo"},
    {GCNMEM_FIELD_lds_size_bytes,              { 65536, 65536, 65536, 65536, 65536, 65536}, "oaaaaa"},
    {GCNMEM_FIELD_lds_group_max_bytes,         { 32768, 65536, 65536, 65536, 65536, 65536}, "aooooo"},
    {GCNMEM_FIELD_lds_granule_bytes,           {   256,   512,   512,   512,   512,   512}, "aaaaoo"},
    {GCNMEM_FIELD_lds_bank_count,              {    32,    32,    32,    32,    32,    32}, "aaaaaa"},
    {GCNMEM_FIELD_lds_port_count,              {     2,     2,     2,     2,     2,     2}, "aaaaaa"},
    {GCNMEM_FIELD_lds_port_lanes_per_clock,    {    16,    16,    16,    16,    16,    16}, "aaaaaa"},
    {GCNMEM_FIELD_scalar_l1_size_bytes,        { 16384, 16384, 16384, 16384, 16384, 16384}, "aaaama"},
    {GCNMEM_FIELD_scalar_l1_line_bytes,        {    64,    64,    64,    64,    64,    64}, "aaaaaa"},
    {GCNMEM_FIELD_scalar_l1_ways,              {     4,     4,     4,     4,     4,     4}, "oooooo"},
    {GCNMEM_FIELD_scalar_l1_cus,               {     4,     4,     4,     3,     3,     2}, "aaaaaa"},
    {GCNMEM_FIELD_scalar_issue_dwords,         {     4,     4,     4,     4,     4,     4}, "mmmmmm"},
    {GCNMEM_FIELD_l1_size_bytes,               { 16384, 16384, 16384, 16384, 16384, 16384}, "aaaamm"},
    {GCNMEM_FIELD_l1_ways,                     {     4,     4,     4,     4,     4,     4}, "aaaaaa"},
    {GCNMEM_FIELD_l1_line_bytes,               {    64,    64,    64,    64,    64,    64}, "aaaamm"},
    {GCNMEM_FIELD_l1_tag_banks,                {     4,     4,     4,     4,     4,     4}, "ffffff"},
    {GCNMEM_FIELD_l1_data_banks,               {    16,    16,    16,    16,    16,    16}, "ffffff"},
    {GCNMEM_FIELD_l1_two_channel_floor_clocks, {    18,    18,    18,    16,    16,    16}, "mmmmfm"},
    {GCNMEM_FIELD_l1_filter_bytes,             {     4,     4,     4,     4,     4,     4}, "aaaaaa"},
    {GCNMEM_FIELD_request_bytes,               {    64,    64,    64,    64,    64,    64}, "aaaamm"},
    {GCNMEM_FIELD_request_lanes,               {    64,    64,    64,    64,    64,    64}, "aaaamm"},
    {GCNMEM_FIELD_l2_ways,                     {    16,    16,    16,    16,    16,    16}, "oooooo"},
    {GCNMEM_FIELD_l2_line_bytes,               {    64,    64,    64,    64,    64,   128}, "aaaaaa"},
    {GCNMEM_FIELD_l2_interleave_bytes,         {   256,   256,   256,   256,   256,   256}, "aaaaaa"},
    {GCNMEM_FIELD_l2_channel_bytes_per_clock,  {    64,    64,    64,    64,    64,   128}, "aaaaaa"},
    {GCNMEM_FIELD_l2_channel_rule,             {     1,     1,     1,     1,     2,     2}, "aaaeaa"},
    {GCNMEM_FIELD_dram_read_queue_entries,    {    18,    18,    18,    18,    18,    18}, "ffffff"},
    {GCNMEM_FIELD_dram_write_queue_entries,   {   512,   512,   512,   512,   512,   512}, "eeeeee"},
    {GCNMEM_FIELD_dram_write_high_entries,    {   384,   384,   384,   384,   384,   384}, "eeeeee"},
    {GCNMEM_FIELD_dram_write_low_entries,     {    16,    16,    16,    16,    16,    16}, "eeeeee"},
    {GCNMEM_FIELD_valu_clocks,                 {     4,     4,     4,     4,     4,     4}, "aaaaaa"},
    {GCNMEM_FIELD_valu_quarter_clocks,         {    16,    16,    16,    16,    16,    16}, "aaaaaa"},
    {GCNMEM_FIELD_valu_convert_clocks,         {     4,     4,     4,     4,     4,     4}, "mmmmmm"},
    {GCNMEM_FIELD_valu_fma_clocks,             {    16,    16,    16,     4,     4,     4}, "oooooo"},
    {GCNMEM_FIELD_valu_f64_add_clocks,         {    32,    32,    32,    32,     8,     4}, "aaaaee"},
    {GCNMEM_FIELD_valu_f64_mul_clocks,         {    64,    64,    64,    64,     8,     4}, "aaaaee"},
    {GCNMEM_FIELD_valu_to_scalar_clocks,       {    16,    16,    16,    16,    16,    16}, "mmmeee"},
    {GCNMEM_FIELD_salu_clocks,                 {     4,     4,     4,     4,     4,     4}, "aaaaaa"},
    {GCNMEM_FIELD_branch_taken_clocks,         {    16,    16,    16,    16,    16,    16}, "aaaaaa"},
    {GCNMEM_FIELD_branch_not_taken_clocks,     {     4,     4,     4,     4,     4,     4}, "aaaaaa"},
    {GCNMEM_FIELD_barrier_clocks,              {     8,     8,     8,     8,     8,     8}, "eeeeee"},
    {GCNMEM_FIELD_export_clocks,               {     4,     4,     4,     4,     4,     4}, "eeeeee"},
    {GCNMEM_FIELD_export_latency_clocks,       {    16,    16,    16,    16,    16,    16}, "oooooo"},
    {GCNMEM_FIELD_lds_latency_clocks,          {    48,    48,    48,    48,    48,    48}, "eeeemm"},
    {GCNMEM_FIELD_scalar_l1_latency_clocks,    {    48,    48,    48,    48,    48,    48}, "eeeemm"},
    {GCNMEM_FIELD_scalar_l2_latency_clocks,    {   204,   204,   204,   204,   204,   175}, "eeeemm"},
    {GCNMEM_FIELD_l1_latency_clocks,           {   136,   136,   136,   136,   136,   124}, "eeeemm"},
    {GCNMEM_FIELD_l2_latency_clocks,           {   265,   265,   265,   336,   336,   250}, "eefemm"},
    {GCNMEM_FIELD_dram_path_ns,                {   174,   174,   174,   174,   174,   174}, "ffffff"},
    {GCNMEM_FIELD_wave_launch_clocks,          {   212,   212,   212,   212,   212,   212}, "eeeefe"},
    {GCNMEM_FIELD_wave_interval_clocks,        {     1,     1,     1,     1,     1,     1}, "eeeeee"},
    {GCNMEM_FIELD_vmcnt_max,                   {    15,    15,    15,    63,    63,    63}, "aaaaaa"},
    {GCNMEM_FIELD_lgkmcnt_max,                 {    15,    15,    15,    15,    15,    15}, "aaaaaa"},
    {GCNMEM_FIELD_expcnt_max,                  {     7,     7,     7,     7,     7,     7}, "aaaaaa"},
    {GCNMEM_FIELD_vmem_queue_clocks,           {    64,    64,    64,    64,    64,    64}, "eeeeee"},
    {GCNMEM_FIELD_lds_queue_clocks,            {    16,    16,    16,    16,    16,    16}, "eeeeee"},
    {GCNMEM_FIELD_l1_miss_lines,               {   512,   512,   512,   512,   512,   512}, "eeeeee"},
    {GCNMEM_FIELD_l2_queue_entries,            {   256,   256,   256,   256,   256,   256}, "eeeeee"},
    {GCNMEM_FIELD_dram_page_policy,            {     1,     1,     1,     1,     1,     1}, "eeeeee"},
    {GCNMEM_FIELD_dram_bank_rule,              {     2,     2,     2,     2,     2,     2}, "oooooo"},
};
/* clang-format on */

#define GCNMEMI_DEVICES_SHAPES 7   /* dram_channel_bits .. dram_row_bytes, in the order of the fields */
#define GCNMEMI_DEVICES_TIMINGS 19 /* dram_cl_clocks .. dram_refi_clocks */

typedef struct gcnmemi_devices_memory {
    gcnmem_memory memory;
    const char* name;
    uint32_t shape[GCNMEMI_DEVICES_SHAPES];
    char shape_provenance[GCNMEMI_DEVICES_SHAPES + 1];
    int32_t timing[GCNMEMI_DEVICES_TIMINGS]; /* picoseconds; below zero: command clocks */
    char timing_provenance[GCNMEMI_DEVICES_TIMINGS + 1];
} gcnmemi_devices_memory;

/* GDDR5: factory straps of an RX 470 (Samsung, 1500 MHz) for what they hold, gem5's H5GQ1H24AFR for the rest. HBM1 and
   HBM2: DRAMsim3 and gem5, HBM2 as pseudo channels. GDDR3: GPGPU-Sim. GDDR5X and GDDR6: DRAMsim3. DDR3 and DDR4: common
   JEDEC grades, recalled. Columns: bits, burst, rate, ranks, banks, groups, row; then CL CWL RCD(read) RCD(write) RP
   RAS RC RRD_S RRD_L FAW; CCD_S CCD_L WR WTR_S WTR_L RTP RTW RFC REFI. */
/* clang-format off */
static const gcnmemi_devices_memory gcnmemi_devices_memories[] = {
    {GCNMEM_MEMORY_DDR3, "DDR3", {64, 8, 2, 1, 8, 1, 8192}, "ooeeoee",
     {13100, 9400, 13100, 13100, 13100, 33000, 46100, 6000, 6000, 30000,
      -4, -4, 15000, 7500, 7500, 7500, -1, 260000, 7800000}, "eeeeeeeeeeeeeeeeeee"},
    {GCNMEM_MEMORY_DDR4, "DDR4", {64, 8, 2, 1, 16, 4, 8192}, "ooeeooe",
     {14300, 10900, 14300, 14300, 14300, 32000, 46300, 3400, 4900, 21000,
      -4, 5000, 15000, 2500, 7500, 7500, -1, 350000, 7800000}, "eeeeeeeeeeeeeeeeeee"},
    {GCNMEM_MEMORY_GDDR3, "GDDR3", {64, 4, 2, 1, 8, 1, 2048}, "ooooooe",
     {12500, 8750, 15000, 15000, 12500, 31250, 43750, 10000, 10000, 40000,
      -2, -2, 13750, 7500, 7500, 5000, -1, 105000, 3900000}, "oooooooooeoooooeoee"},
    {GCNMEM_MEMORY_GDDR5, "GDDR5", {32, 8, 4, 1, 16, 4, 2048}, "ooooooe",
     {13300, -7, 13300, 8700, 11300, 29300, 41300, 3300, 3300, 23000,
      -2, -3, 12000, 4000, 4000, -2, 18700, 89300, 3900000}, "mommmmmmmoomommommo"},
    {GCNMEM_MEMORY_GDDR5X, "GDDR5X", {32, 16, 8, 1, 16, 4, 2048}, "ooooooe",
     {16000, 4700, 12000, 10000, 12000, 28000, 40000, 6000, 6000, 23300,
      -2, -3, 12000, 5300, 5300, 2000, -1, 65300, 7800000}, "ooooooooooooooooooo"},
    {GCNMEM_MEMORY_GDDR6, "GDDR6", {16, 16, 8, 1, 16, 4, 2048}, "ooooooe",
     {16000, 4500, 16000, 13000, 16000, 36000, 52000, 6000, 6000, 21300,
      -2, -3, 16000, 5300, 5300, 2000, -1, 83500, 3900000}, "oeooooooooeeeeeeooe"},
    {GCNMEM_MEMORY_HBM1, "HBM1", {128, 4, 2, 1, 16, 4, 2048}, "oooooom",
     {14000, 4000, 14000, 14000, 14000, 34000, 48000, 4000, 6000, 30000,
      -1, -1, 16000, 6000, 8000, 4000, -1, 260000, 3900000}, "ooooooooooooooooooo"},
    {GCNMEM_MEMORY_HBM2, "HBM2", {64, 4, 2, 1, 16, 4, 1024}, "ooooooo",
     {14000, 4000, 14000, 14000, 14000, 34000, 48000, 4000, 6000, 16000,
      -2, 3000, 16000, 3000, 8000, 4000, -1, 260000, 3900000}, "oooooooooooooeooooo"},
};
/* clang-format on */

#define GCNMEMI_DEVICES_COLUMNS 8

typedef struct gcnmemi_devices_card {
    gcnmem_device device;
    const char* card;
    const char* chip;
    const char* gfx; /* one digit where no driver names it: the generation it is nearest to */
    uint32_t column[GCNMEMI_DEVICES_COLUMNS];
    char provenance[GCNMEMI_DEVICES_COLUMNS + 1];
} gcnmemi_devices_card;

static const gcnmem_field gcnmemi_devices_column_fields[GCNMEMI_DEVICES_COLUMNS] = {
    GCNMEM_FIELD_shader_engine_count, GCNMEM_FIELD_cu_count,      GCNMEM_FIELD_core_clock_mhz,
    GCNMEM_FIELD_dram_memory,         GCNMEM_FIELD_dram_bus_bits, GCNMEM_FIELD_dram_mbps_per_pin,
    GCNMEM_FIELD_l2_channels,         GCNMEM_FIELD_l2_size_bytes};

/* Column l2_size_bytes is written in KB. The first card of a chip is the one the chip's name stands for. */
#define GCNMEMI_DEVICES_ROW(device, card, chip, gfx, se, cu, mhz, memory, bits, mbps, channels, kb, marks)             \
    {                                                                                                                  \
        GCNMEM_DEVICE_##device, #card, #chip, #gfx, {se, cu, mhz, GCNMEM_MEMORY_##memory, bits, mbps, channels, kb},   \
            #marks                                                                                                     \
    }
/* clang-format off */
static const gcnmemi_devices_card gcnmemi_devices_cards[] = {
    /* MI250X is one of its two dies.
                        device      card        chip       gfx    SE CU   MHz memory bits  Mb/s ch   KB  marks */
    GCNMEMI_DEVICES_ROW(HD_7770,    HD 7770,    verde,     gfx601, 1,  10, 1000, GDDR5, 128, 4500,  4,  512, aaaaaaaa),
    GCNMEMI_DEVICES_ROW(HD_7750,    HD 7750,    verde,     gfx601, 1,   8,  800, GDDR5, 128, 4500,  4,  512, aaaaaaaa),
    GCNMEMI_DEVICES_ROW(R7_250,     R7 250,     oland,     gfx601, 1,   6, 1050, GDDR5, 128, 4600,  4,  256, aaeaeeaa),
    GCNMEMI_DEVICES_ROW(R7_240,     R7 240,     oland,     gfx601, 1,   5,  780, GDDR5, 128, 4600,  4,  256, aaeaeeaa),
    GCNMEMI_DEVICES_ROW(HD_7870,    HD 7870,    pitcairn,  gfx601, 2,  20, 1000, GDDR5, 256, 4800,  8,  512, aaaaaaaa),
    GCNMEMI_DEVICES_ROW(HD_7850,    HD 7850,    pitcairn,  gfx601, 2,  16,  860, GDDR5, 256, 4800,  8,  512, aaaaaaaa),
    GCNMEMI_DEVICES_ROW(W7000,      W7000,      pitcairn,  gfx601, 2,  20,  950, GDDR5, 256, 4800,  8,  512, aamaeeaa),
    GCNMEMI_DEVICES_ROW(HD_7970,    HD 7970,    tahiti,    gfx600, 2,  32,  925, GDDR5, 384, 5500, 12,  768, aaaaaaaa),
    GCNMEMI_DEVICES_ROW(HD_7950,    HD 7950,    tahiti,    gfx600, 2,  28,  800, GDDR5, 384, 5000, 12,  768, aaaaaaaa),
    GCNMEMI_DEVICES_ROW(HD_7790,    HD 7790,    bonaire,   gfx704, 2,  14, 1000, GDDR5, 128, 6000,  4,  512, aaeaeeaa),
    GCNMEMI_DEVICES_ROW(KAVERI,     A10-7850K,  kaveri,    gfx700, 1,   8,  720, DDR3, 128 , 2133,  2,  512, eeeeeeee),
    GCNMEMI_DEVICES_ROW(R9_290X,    R9 290X,    hawaii,    gfx701, 4,  44, 1000, GDDR5, 512, 5000, 16, 1024, aaaaaaaa),
    GCNMEMI_DEVICES_ROW(R9_390,     R9 390,     hawaii,    gfx702, 4,  40, 1000, GDDR5, 512, 6000, 16, 1024, aamaeeaa),
    GCNMEMI_DEVICES_ROW(R9_390X,    R9 390X,    hawaii,    gfx702, 4,  44, 1050, GDDR5, 512, 6000, 16, 1024, aaeaeeaa),
    GCNMEMI_DEVICES_ROW(PS4,        PS4,        liverpool, gfx7,   2,  18,  800, GDDR5, 256, 5500,  8,  512, eeeeeeee),
    GCNMEMI_DEVICES_ROW(XBOX_ONE,   Xbox One,   durango,   gfx7,   2,  12,  853, DDR3, 256 , 2133,  4,  512, eeeeeeee),
    GCNMEMI_DEVICES_ROW(R9_285,     R9 285,     tonga,     gfx802, 4,  28,  918, GDDR5, 256, 5500,  8,  512, aaeaeemm),
    GCNMEMI_DEVICES_ROW(R9_380X,    R9 380X,    tonga,     gfx802, 4,  32,  970, GDDR5, 256, 5700,  8,  512, aaeaeemm),
    GCNMEMI_DEVICES_ROW(R9_FURY_X,  R9 Fury X,  fiji,      gfx803, 4,  64, 1050, HBM1, 4096, 1000, 16, 2048, aaeaeeaa),
    GCNMEMI_DEVICES_ROW(R9_FURY,    R9 Fury,    fiji,      gfx803, 4,  56, 1000, HBM1, 4096, 1000, 16, 2048, aeeaeeaa),
    GCNMEMI_DEVICES_ROW(R9_NANO,    R9 Nano,    fiji,      gfx803, 4,  64, 1000, HBM1, 4096, 1000, 16, 2048, aaeaeeaa),
    GCNMEMI_DEVICES_ROW(RX_480,     RX 480,     polaris10, gfx803, 4,  36, 1266, GDDR5, 256, 8000,  8, 2048, aaeaeeaa),
    GCNMEMI_DEVICES_ROW(RX_470,     RX 470,     polaris10, gfx803, 4,  32, 1206, GDDR5, 256, 6600,  8, 2048, aeeaeeaa),
    GCNMEMI_DEVICES_ROW(RX_580,     RX 580,     polaris10, gfx803, 4,  36, 1340, GDDR5, 256, 8000,  8, 2048, aaeaeeaa),
    GCNMEMI_DEVICES_ROW(RX_460,     RX 460,     polaris11, gfx803, 2,  14, 1200, GDDR5, 128, 7000,  4, 1024, aaeaeeaa),
    GCNMEMI_DEVICES_ROW(RX_560,     RX 560,     polaris11, gfx803, 2,  16, 1275, GDDR5, 128, 7000,  4, 1024, aaeaeeaa),
    GCNMEMI_DEVICES_ROW(RX_550,     RX 550,     polaris12, gfx803, 2,   8, 1183, GDDR5, 128, 7000,  4,  512, aaeaeeaa),
    GCNMEMI_DEVICES_ROW(PS4_PRO,    PS4 Pro,    neo,       gfx8,   4,  36,  911, GDDR5, 256, 6800,  8, 2048, eeeeeeee),
    GCNMEMI_DEVICES_ROW(XBOX_ONE_X, Xbox One X, scorpio,   gfx8,   4,  40, 1172, GDDR5, 384, 6800,  8, 2048, eeeeeeee),
    GCNMEMI_DEVICES_ROW(VEGA_64,    Vega 64,    vega10,    gfx900, 4,  64, 1546, HBM2, 2048, 1890, 16, 4096, aaeaeeaa),
    GCNMEMI_DEVICES_ROW(VEGA_56,    Vega 56,    vega10,    gfx900, 4,  56, 1471, HBM2, 2048, 1600, 16, 4096, aaeaeeaa),
    GCNMEMI_DEVICES_ROW(VEGA_FE,    Vega FE,    vega10,    gfx900, 4,  64, 1600, HBM2, 2048, 1890, 16, 4096, aeeaeeaa),
    GCNMEMI_DEVICES_ROW(RADEON_VII, Radeon VII, vega20,    gfx906, 4,  60, 1750, HBM2, 4096, 2000, 16, 4096, aaeaeeaa),
    GCNMEMI_DEVICES_ROW(MI50,       MI50,       vega20,    gfx906, 4,  60, 1746, HBM2, 4096, 2000, 16, 4096, aaeaeeaa),
    GCNMEMI_DEVICES_ROW(RAVEN,      Vega 11,    raven,     gfx902, 1,  11, 1250, DDR4, 128 , 2933,  4, 1024, aaeaeeaa),
    GCNMEMI_DEVICES_ROW(MI100,      MI100,      arcturus,  gfx908, 8, 120, 1502, HBM2, 4096, 2400, 32, 8192, aamaaaaa),
    GCNMEMI_DEVICES_ROW(MI210,      MI210,      aldebaran, gfx90a, 8, 104, 1700, HBM2, 4096, 3200, 32, 8192, aamaaaaa),
    GCNMEMI_DEVICES_ROW(MI250X,     MI250X,     aldebaran, gfx90a, 8, 110, 1700, HBM2, 4096, 3200, 32, 8192, aaeaaaaa),
};
/* clang-format on */
#undef GCNMEMI_DEVICES_ROW

typedef struct gcnmemi_devices_exception {
    const char* chip;
    gcnmem_field field;
    uint32_t value;
    char provenance;
} gcnmemi_devices_exception;

/* Chips that differ from their generation. */
static const gcnmemi_devices_exception gcnmemi_devices_exceptions[] = {
    {"polaris10", GCNMEM_FIELD_waves_per_simd_max, 8, 'a'}, {"polaris11", GCNMEM_FIELD_waves_per_simd_max, 8, 'a'},
    {"polaris12", GCNMEM_FIELD_waves_per_simd_max, 8, 'a'}, {"tahiti", GCNMEM_FIELD_l2_channel_rule, 3, 'a'},
    {"tahiti", GCNMEM_FIELD_valu_fma_clocks, 4, 'o'},       {"tahiti", GCNMEM_FIELD_valu_f64_add_clocks, 8, 'a'},
    {"tahiti", GCNMEM_FIELD_valu_f64_mul_clocks, 16, 'a'},  {"hawaii", GCNMEM_FIELD_valu_fma_clocks, 4, 'o'},
    {"hawaii", GCNMEM_FIELD_valu_f64_add_clocks, 16, 'a'},  {"hawaii", GCNMEM_FIELD_valu_f64_mul_clocks, 32, 'a'},
    {"vega20", GCNMEM_FIELD_valu_f64_add_clocks, 8, 'e'},   {"vega20", GCNMEM_FIELD_valu_f64_mul_clocks, 16, 'e'},
    {"tonga", GCNMEM_FIELD_sgpr_granule, 96, 'o'}, /* every wave gets 96: a hardware bug's work-around */
};

#define GCNMEMI_DEVICES_COUNT (sizeof(gcnmemi_devices_cards) / sizeof(gcnmemi_devices_cards[0]))

typedef struct gcnmemi_devices_fact {
    uint32_t value;
    gcnmem_provenance provenance;
} gcnmemi_devices_fact;

GCNMEMI_PRIVATE gcnmemi_devices_fact gcnmemi_devices_fact_of(uint32_t value, char provenance) {
    gcnmemi_devices_fact fact;
    fact.value = value;
    fact.provenance = (gcnmem_provenance)provenance;
    return fact;
}

/* NULL for a value that is no device. */
GCNMEMI_PRIVATE const gcnmemi_devices_card* gcnmemi_devices_find_card(gcnmem_device device) {
    for (size_t i = 0; i < GCNMEMI_DEVICES_COUNT; ++i) {
        if (gcnmemi_devices_cards[i].device == device) {
            return &gcnmemi_devices_cards[i];
        }
    }
    return NULL;
}

/* "gfx803" to 0x803, "gfx7" to 0x700. */
GCNMEMI_PRIVATE uint32_t gcnmemi_devices_gfx_version(const gcnmemi_devices_card* card) {
    uint32_t version = 0;
    for (size_t i = 3; card->gfx[i] != 0; ++i) {
        version = version * 16 + gcnmemi_text_digit(card->gfx[i], 16);
    }
    return version < 16 ? version << 8 : version;
}

GCNMEMI_PRIVATE gcnmemi_devices_generation gcnmemi_devices_generation_of(const gcnmemi_devices_card* card) {
    uint32_t version = gcnmemi_devices_gfx_version(card);
    if (version >= 0x908) {
        return version == 0x90a ? GCNMEMI_DEVICES_GFX90A : GCNMEMI_DEVICES_GFX908;
    }
    return (gcnmemi_devices_generation)((version >> 8) - 6 + GCNMEMI_DEVICES_GFX6);
}

GCNMEMI_PRIVATE const gcnmemi_devices_memory* gcnmemi_devices_find_memory(uint32_t memory) {
    for (size_t i = 0; i < sizeof(gcnmemi_devices_memories) / sizeof(gcnmemi_devices_memories[0]); ++i) {
        if ((uint32_t)gcnmemi_devices_memories[i].memory == memory) {
            return &gcnmemi_devices_memories[i];
        }
    }
    return NULL;
}

/* A timing as command clocks of this data rate, rounded up. tRC never falls below tRAS + tRP for being rounded. */
GCNMEMI_PRIVATE uint32_t gcnmemi_devices_timing_clocks(const gcnmemi_devices_memory* memory, size_t i, uint32_t mbps) {
    const size_t rp = GCNMEM_FIELD_dram_rp_clocks - GCNMEM_FIELD_dram_cl_clocks;
    const size_t ras = GCNMEM_FIELD_dram_ras_clocks - GCNMEM_FIELD_dram_cl_clocks;
    const size_t rc = GCNMEM_FIELD_dram_rc_clocks - GCNMEM_FIELD_dram_cl_clocks;
    uint64_t unit = (uint64_t)memory->shape[2] * 1000000;
    uint64_t clocks[3];
    size_t which[3];
    which[0] = i;
    which[1] = rp;
    which[2] = ras;
    for (size_t k = 0; k < 3; ++k) {
        int32_t timing = memory->timing[which[k]];
        clocks[k] = timing < 0 ? (uint64_t)-timing : ((uint64_t)timing * mbps + unit - 1) / unit;
    }
    return (uint32_t)(i == rc ? gcnmemi_bits_max(clocks[0], clocks[1] + clocks[2]) : clocks[0]);
}

/* Fields that follow from the kind of memory, its width and its data rate. */
GCNMEMI_PRIVATE gcnmemi_devices_fact gcnmemi_devices_memory_fact(const gcnmem_desc* desc, gcnmem_field field) {
    const gcnmemi_devices_memory* memory = gcnmemi_devices_find_memory(desc->dram_memory);
    if (memory == NULL) {
        return gcnmemi_devices_fact_of(0, GCNMEM_PROVENANCE_NONE);
    }
    if (field == GCNMEM_FIELD_dram_channels) {
        uint32_t channels = desc->dram_bus_bits / memory->shape[0];
        return gcnmemi_devices_fact_of(channels != 0 ? channels : 1, memory->shape_provenance[0]);
    }
    if (field >= GCNMEM_FIELD_dram_channel_bits && field <= GCNMEM_FIELD_dram_row_bytes) {
        size_t i = (size_t)(field - GCNMEM_FIELD_dram_channel_bits);
        return gcnmemi_devices_fact_of(memory->shape[i], memory->shape_provenance[i]);
    }
    if (field >= GCNMEM_FIELD_dram_cl_clocks && field <= GCNMEM_FIELD_dram_refi_clocks) {
        size_t i = (size_t)(field - GCNMEM_FIELD_dram_cl_clocks);
        return gcnmemi_devices_fact_of(gcnmemi_devices_timing_clocks(memory, i, desc->dram_mbps_per_pin),
                                       memory->timing_provenance[i]);
    }
    return gcnmemi_devices_fact_of(0, GCNMEM_PROVENANCE_NONE);
}

GCNMEMI_PRIVATE gcnmemi_devices_fact gcnmemi_devices_column_fact(const gcnmemi_devices_card* card, size_t column) {
    uint32_t unit = gcnmemi_devices_column_fields[column] == GCNMEM_FIELD_l2_size_bytes ? 1024u : 1u;
    return gcnmemi_devices_fact_of(card->column[column] * unit, card->provenance[column]);
}

/* The most particular table that knows the field wins: chip exception, card, generation, memory. A card's memory is in
   its row; what follows from it is taken from `desc`, where the user may have put another. */
GCNMEMI_PRIVATE gcnmemi_devices_fact gcnmemi_devices_lookup(const gcnmemi_devices_card* card, const gcnmem_desc* desc,
                                                            gcnmem_field field) {
    for (size_t i = 0; i < sizeof(gcnmemi_devices_exceptions) / sizeof(gcnmemi_devices_exceptions[0]); ++i) {
        const gcnmemi_devices_exception* exception = &gcnmemi_devices_exceptions[i];
        if (exception->field == field && gcnmemi_text_equal(exception->chip, card->chip)) {
            return gcnmemi_devices_fact_of(exception->value, exception->provenance);
        }
    }
    for (size_t i = 0; i < GCNMEMI_DEVICES_COLUMNS; ++i) {
        if (gcnmemi_devices_column_fields[i] == field) {
            return gcnmemi_devices_column_fact(card, i);
        }
    }
    for (size_t i = 0; i < sizeof(gcnmemi_devices_traits) / sizeof(gcnmemi_devices_traits[0]); ++i) {
        const gcnmemi_devices_trait* trait = &gcnmemi_devices_traits[i];
        if (trait->field == field) {
            gcnmemi_devices_generation generation = gcnmemi_devices_generation_of(card);
            return gcnmemi_devices_fact_of(trait->value[generation], trait->provenance[generation]);
        }
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

/* The device a gfx name stands for; ambiguous when cards of two chips carry it. */
GCNMEMI_PRIVATE gcnmem_result gcnmemi_devices_find_gfx(const char* name, gcnmem_device* out_device,
                                                       gcnmem_issue* out_issue) {
    const gcnmemi_devices_card* found = NULL;
    for (size_t i = 0; i < GCNMEMI_DEVICES_COUNT; ++i) {
        const gcnmemi_devices_card* card = &gcnmemi_devices_cards[i];
        if (!gcnmemi_text_same_name(name, card->gfx)) {
            continue;
        }
        if (found != NULL && !gcnmemi_text_equal(found->chip, card->chip)) {
            *out_device = GCNMEM_DEVICE_NONE;
            return gcnmemi_results_fail(GCNMEM_ERROR_NAME, out_issue, "gpu", "names several chips: give a chip or card",
                                        0, 0);
        }
        found = found != NULL ? found : card;
    }
    if (found == NULL) {
        return gcnmemi_results_fail(GCNMEM_ERROR_NAME, out_issue, "gpu", "is not a known chip, card or gfx name", 0, 0);
    }
    *out_device = found->device;
    return GCNMEM_OK;
}

GCNMEMI_PRIVATE gcnmem_result gcnmemi_devices_find_exact(const char* name, gcnmem_device* out_device,
                                                         gcnmem_issue* out_issue) {
    for (size_t i = 0; i < GCNMEMI_DEVICES_COUNT; ++i) {
        if (gcnmemi_text_same_name(name, gcnmemi_devices_cards[i].card)) {
            *out_device = gcnmemi_devices_cards[i].device;
            return GCNMEM_OK;
        }
    }
    for (size_t i = 0; i < GCNMEMI_DEVICES_COUNT; ++i) {
        if (gcnmemi_text_same_name(name, gcnmemi_devices_cards[i].chip)) {
            *out_device = gcnmemi_devices_cards[i].device;
            return GCNMEM_OK;
        }
    }
    return gcnmemi_devices_find_gfx(name, out_device, out_issue);
}

/* The maker's words before the name do not matter: "AMD Radeon R9 390X". */
GCNMEM_DEF gcnmem_result gcnmem_device_find(const char* name, gcnmem_device* out_device, gcnmem_issue* out_issue) {
    *out_device = GCNMEM_DEVICE_NONE;
    for (;;) {
        gcnmem_result result = gcnmemi_devices_find_exact(name, out_device, out_issue);
        while (*name != 0 && *name != ' ') {
            ++name;
        }
        if (result == GCNMEM_OK || *name == 0) {
            return result;
        }
        ++name;
    }
}

/* How far a name is from the nearest of a card's names. */
GCNMEMI_PRIVATE uint32_t gcnmemi_devices_distance(const char* name, const gcnmemi_devices_card* card) {
    uint32_t nearest = gcnmemi_text_distance(name, card->card);
    nearest = gcnmemi_bits_min32(nearest, gcnmemi_text_distance(name, card->chip));
    return gcnmemi_bits_min32(nearest, gcnmemi_text_distance(name, card->gfx));
}

GCNMEM_DEF uint32_t gcnmem_device_nearest(const char* name, gcnmem_device* out_devices, uint32_t count) {
    uint32_t distances[GCNMEMI_DEVICES_COUNT];
    uint32_t filled;
    for (size_t i = 0; i < GCNMEMI_DEVICES_COUNT; ++i) {
        distances[i] = gcnmemi_devices_distance(name, &gcnmemi_devices_cards[i]);
    }
    for (filled = 0; filled < count && filled < GCNMEMI_DEVICES_COUNT; ++filled) {
        size_t nearest = 0;
        for (size_t i = 1; i < GCNMEMI_DEVICES_COUNT; ++i) {
            nearest = distances[i] < distances[nearest] ? i : nearest;
        }
        out_devices[filled] = gcnmemi_devices_cards[nearest].device;
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
static const char gcnmemi_desc_mapping[] = "row-bank-column-group-channel-chunk";

GCNMEM_DEF void gcnmem_desc_defaults(gcnmem_desc* desc) {
    const gcnmemi_devices_card* card = gcnmemi_devices_find_card(desc->device);
    if (card != NULL && desc->dram_mapping[0] == 0) {
        gcnmemi_bits_copy(desc->dram_mapping, gcnmemi_desc_mapping, sizeof(gcnmemi_desc_mapping));
    }
    for (uint32_t field = 0; card != NULL && field < GCNMEM_FIELD_END; ++field) {
        if (gcnmem_field_value(desc, (gcnmem_field)field) == 0) {
            gcnmemi_desc_put(desc, field, gcnmemi_devices_lookup(card, desc, (gcnmem_field)field).value);
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

GCNMEMI_PRIVATE gcnmem_result gcnmemi_desc_set_mapping(gcnmem_desc* desc, const char* value, gcnmem_issue* out_issue) {
    size_t length = gcnmemi_text_length(value);
    if (length == 0 || length >= sizeof(desc->dram_mapping)) {
        return gcnmemi_results_fail(GCNMEM_ERROR_VALUE, out_issue, "dram_mapping", "has 1 to 47 characters", length, 0);
    }
    gcnmemi_bits_zero(desc->dram_mapping, sizeof(desc->dram_mapping));
    gcnmemi_bits_copy(desc->dram_mapping, value, length);
    return GCNMEM_OK;
}

/* Another memory, width or data rate: what follows from them follows again. */
GCNMEMI_PRIVATE void gcnmemi_desc_renew_memory(gcnmem_desc* desc) {
    for (uint32_t field = GCNMEM_FIELD_dram_channels; field <= GCNMEM_FIELD_dram_refi_clocks; ++field) {
        gcnmemi_desc_put(desc, field, 0);
    }
    gcnmem_desc_defaults(desc);
}

GCNMEM_DEF gcnmem_result gcnmem_desc_set(gcnmem_desc* desc, const char* field, const char* value,
                                         gcnmem_issue* out_issue) {
    size_t value_bytes = gcnmemi_text_length(value);
    if (gcnmemi_text_equal(field, "dram_mapping")) {
        return gcnmemi_desc_set_mapping(desc, value, out_issue);
    }
    for (uint32_t i = 0; i < GCNMEM_FIELD_END; ++i) {
        uint64_t number = 0;
        if (!gcnmemi_text_equal(gcnmemi_desc_fields[i].name, field)) {
            continue;
        }
        if (value_bytes == 0 || gcnmemi_text_number(value, value_bytes, &number) != value_bytes) {
            return gcnmemi_results_fail(GCNMEM_ERROR_SYNTAX, out_issue, gcnmemi_desc_fields[i].name,
                                        "takes a decimal or 0x number", 0, 0);
        }
        if (number < gcnmemi_desc_fields[i].lowest || number > gcnmemi_desc_fields[i].highest) {
            return gcnmemi_results_fail(GCNMEM_ERROR_VALUE, out_issue, gcnmemi_desc_fields[i].name,
                                        "is outside its range", number, 0);
        }
        gcnmemi_desc_put(desc, i, (uint32_t)number);
        if (i >= GCNMEM_FIELD_dram_memory && i <= GCNMEM_FIELD_dram_mbps_per_pin) {
            gcnmemi_desc_renew_memory(desc);
        }
        return GCNMEM_OK;
    }
    return gcnmemi_results_fail(GCNMEM_ERROR_NAME, out_issue, "field", "is not a field of the description", 0, 0);
}

GCNMEMI_PRIVATE gcnmem_result gcnmemi_desc_check_ranges(const gcnmem_desc* desc, gcnmem_issue* out_issue) {
    for (uint32_t i = 0; i < GCNMEM_FIELD_END; ++i) {
        uint32_t value = gcnmem_field_value(desc, (gcnmem_field)i);
        if (value < gcnmemi_desc_fields[i].lowest || value > gcnmemi_desc_fields[i].highest) {
            return gcnmemi_results_fail(GCNMEM_ERROR_VALUE, out_issue, gcnmemi_desc_fields[i].name,
                                        "is outside its range", value, 0);
        }
    }
    return GCNMEM_OK;
}

GCNMEMI_PRIVATE gcnmem_result gcnmemi_desc_check_powers(const gcnmem_desc* desc, gcnmem_issue* out_issue) {
    static const gcnmem_field powers[] = {
        GCNMEM_FIELD_lds_bank_count,    GCNMEM_FIELD_scalar_l1_line_bytes, GCNMEM_FIELD_l1_line_bytes,
        GCNMEM_FIELD_l1_tag_banks,      GCNMEM_FIELD_l1_data_banks,        GCNMEM_FIELD_request_bytes,
        GCNMEM_FIELD_request_lanes,     GCNMEM_FIELD_l2_line_bytes,        GCNMEM_FIELD_l2_interleave_bytes,
        GCNMEM_FIELD_dram_channel_bits, GCNMEM_FIELD_dram_burst_length};
    for (size_t i = 0; i < sizeof(powers) / sizeof(powers[0]); ++i) {
        uint32_t value = gcnmem_field_value(desc, powers[i]);
        if (!gcnmemi_bits_is_power_of_two(value)) {
            return gcnmemi_results_fail(GCNMEM_ERROR_VALUE, out_issue, gcnmem_field_name(powers[i]),
                                        "must be a power of two", value, 0);
        }
    }
    return GCNMEM_OK;
}

typedef struct gcnmemi_desc_relation {
    gcnmem_field field;
    const char* rule;
    int holds;
} gcnmemi_desc_relation;

GCNMEMI_PRIVATE int gcnmemi_desc_divides(uint64_t whole, uint64_t part) {
    return part != 0 && whole % part == 0;
}

GCNMEMI_PRIVATE gcnmem_result gcnmemi_desc_check_relations(const gcnmem_desc* d, gcnmem_issue* out_issue) {
    const gcnmemi_desc_relation relations[] = {
        {GCNMEM_FIELD_l1_size_bytes, "must be a multiple of l1_ways * l1_line_bytes",
         gcnmemi_desc_divides(d->l1_size_bytes, (uint64_t)d->l1_ways * d->l1_line_bytes)},
        {GCNMEM_FIELD_scalar_l1_size_bytes, "must be a multiple of scalar_l1_ways * scalar_l1_line_bytes",
         gcnmemi_desc_divides(d->scalar_l1_size_bytes, (uint64_t)d->scalar_l1_ways * d->scalar_l1_line_bytes)},
        {GCNMEM_FIELD_l2_size_bytes, "must be a multiple of l2_channels * l2_ways * l2_line_bytes",
         gcnmemi_desc_divides(d->l2_size_bytes, (uint64_t)d->l2_channels * d->l2_ways * d->l2_line_bytes)},
        {GCNMEM_FIELD_l2_interleave_bytes, "must not be smaller than l2_line_bytes",
         d->l2_interleave_bytes >= d->l2_line_bytes},
        {GCNMEM_FIELD_lds_group_max_bytes, "must not exceed lds_size_bytes",
         d->lds_group_max_bytes <= d->lds_size_bytes},
        {GCNMEM_FIELD_lds_granule_bytes, "must not exceed lds_size_bytes", d->lds_granule_bytes <= d->lds_size_bytes},
        {GCNMEM_FIELD_vgpr_granule, "must not exceed vgprs_per_simd", d->vgpr_granule <= d->vgprs_per_simd},
        {GCNMEM_FIELD_sgpr_granule, "must not exceed sgprs_per_simd", d->sgpr_granule <= d->sgprs_per_simd},
        {GCNMEM_FIELD_sgprs_per_wave_max, "must not exceed sgprs_per_simd", d->sgprs_per_wave_max <= d->sgprs_per_simd},
        {GCNMEM_FIELD_group_waves_max, "must not exceed simd_count_per_cu * waves_per_simd_max",
         d->group_waves_max <= d->simd_count_per_cu * d->waves_per_simd_max},
        {GCNMEM_FIELD_dram_channels, "times dram_channel_bits must be dram_bus_bits",
         (uint64_t)d->dram_channels * d->dram_channel_bits == d->dram_bus_bits},
        {GCNMEM_FIELD_l2_channel_rule, "hashed wants a power of two of l2_channels",
         d->l2_channel_rule != 2 || gcnmemi_bits_is_power_of_two(d->l2_channels)},
        {GCNMEM_FIELD_l2_channel_rule, "of Tahiti wants 12 l2_channels of 256 bytes",
         d->l2_channel_rule != 3 || (d->l2_channels == 12 && d->l2_interleave_bytes == 256)},
    };
    for (size_t i = 0; i < sizeof(relations) / sizeof(relations[0]); ++i) {
        if (!relations[i].holds) {
            return gcnmemi_results_fail(GCNMEM_ERROR_VALUE, out_issue, gcnmem_field_name(relations[i].field),
                                        relations[i].rule, gcnmem_field_value(d, relations[i].field), 0);
        }
    }
    return GCNMEM_OK;
}

GCNMEM_DEF gcnmem_result gcnmem_desc_validate(const gcnmem_desc* desc, gcnmem_issue* out_issue) {
    gcnmem_result result = gcnmemi_desc_check_ranges(desc, out_issue);
    if (result == GCNMEM_OK) {
        result = gcnmemi_desc_check_powers(desc, out_issue);
    }
    if (result == GCNMEM_OK) {
        result = gcnmemi_desc_check_relations(desc, out_issue);
    }
    return result;
}

GCNMEM_DEF uint64_t gcnmem_desc_dram_bytes_per_second(const gcnmem_desc* desc) {
    return (uint64_t)desc->dram_bus_bits * desc->dram_mbps_per_pin * 125000u;
}

GCNMEM_DEF uint32_t gcnmem_desc_dram_burst_bytes(const gcnmem_desc* desc) {
    return (uint32_t)gcnmemi_bits_max(1, (uint64_t)desc->dram_channel_bits * desc->dram_burst_length / 8);
}

/* ---------------------------------------------------------------------------------------------------------------------
   >>ops        mnemonics to operations
   Knows: bits, text, results
   ------------------------------------------------------------------------------------------------------------------ */

typedef struct gcnmemi_ops_suffix {
    const char* text;
    uint32_t bytes;
    uint32_t channels;
    uint32_t is_typed;
} gcnmemi_ops_suffix;

/* What stands behind buffer_load_, global_store_ and the like. */
/* clang-format off */
static const gcnmemi_ops_suffix gcnmemi_ops_vector_data[] = {
    {"ubyte", 1, 1, 0},        {"sbyte", 1, 1, 0},        {"ushort", 2, 1, 0},        {"sshort", 2, 1, 0},
    {"byte", 1, 1, 0},         {"short", 2, 1, 0},        {"ubyte_d16", 1, 1, 0},     {"ubyte_d16_hi", 1, 1, 0},
    {"sbyte_d16", 1, 1, 0},    {"sbyte_d16_hi", 1, 1, 0}, {"short_d16", 2, 1, 0},     {"short_d16_hi", 2, 1, 0},
    {"byte_d16_hi", 1, 1, 0},  {"dword", 4, 1, 0},        {"dwordx2", 8, 2, 0},       {"dwordx3", 12, 3, 0},
    {"dwordx4", 16, 4, 0},     {"format_x", 4, 1, 1},     {"format_xy", 8, 2, 1},     {"format_xyz", 12, 3, 1},
    {"format_xyzw", 16, 4, 1}, {"format_d16_x", 2, 1, 1}, {"format_d16_xy", 4, 2, 1}, {"format_d16_xyz", 6, 3, 1},
    {"format_d16_xyzw", 8, 4, 1},
};
static const char* const gcnmemi_ops_vector_atomics[] = {
    "swap", "cmpswap", "add", "sub", "rsub", "smin", "umin", "smax", "umax", "and", "or", "xor", "inc", "dec",
    "fcmpswap", "fmin", "fmax", "add_f32", "pk_add_f16", "add_f64", "min_f64", "max_f64",
};
static const gcnmemi_ops_suffix gcnmemi_ops_scalar_data[] = {
    {"dword", 4, 1, 0}, {"dwordx2", 8, 2, 0}, {"dwordx4", 16, 4, 0}, {"dwordx8", 32, 8, 0}, {"dwordx16", 64, 16, 0},
};

typedef struct gcnmemi_ops_lds {
    const char* text;
    uint32_t bytes;     /* of each address */
    uint32_t addresses; /* for each lane */
    uint32_t data_in;   /* dwords */
    uint32_t data_out;  /* dwords */
    gcnmem_action action;
} gcnmemi_ops_lds;

static const gcnmemi_ops_lds gcnmemi_ops_lds_data[] = {
    {"read_b32",  4, 1, 0, 1, GCNMEM_ACTION_LOAD},  {"read_i8",   1, 1, 0, 1, GCNMEM_ACTION_LOAD},
    {"read_u8",   1, 1, 0, 1, GCNMEM_ACTION_LOAD},  {"read_i16",  2, 1, 0, 1, GCNMEM_ACTION_LOAD},
    {"read_u16",  2, 1, 0, 1, GCNMEM_ACTION_LOAD},  {"read_b64",  8, 1, 0, 2, GCNMEM_ACTION_LOAD},
    {"read_b96", 12, 1, 0, 3, GCNMEM_ACTION_LOAD},  {"read_b128", 16, 1, 0, 4, GCNMEM_ACTION_LOAD},
    {"read2_b32", 4, 2, 0, 2, GCNMEM_ACTION_LOAD},  {"read2_b64", 8, 2, 0, 4, GCNMEM_ACTION_LOAD},
    {"read2st64_b32", 4, 2, 0, 2, GCNMEM_ACTION_LOAD},   {"read2st64_b64", 8, 2, 0, 4, GCNMEM_ACTION_LOAD},
    {"read_addtid_b32", 4, 1, 0, 1, GCNMEM_ACTION_LOAD},
    {"read_u8_d16", 1, 1, 0, 1, GCNMEM_ACTION_LOAD},     {"read_u8_d16_hi", 1, 1, 0, 1, GCNMEM_ACTION_LOAD},
    {"read_i8_d16", 1, 1, 0, 1, GCNMEM_ACTION_LOAD},     {"read_i8_d16_hi", 1, 1, 0, 1, GCNMEM_ACTION_LOAD},
    {"read_u16_d16", 2, 1, 0, 1, GCNMEM_ACTION_LOAD},    {"read_u16_d16_hi", 2, 1, 0, 1, GCNMEM_ACTION_LOAD},
    {"write_b32", 4, 1, 1, 0, GCNMEM_ACTION_STORE}, {"write_b8",  1, 1, 1, 0, GCNMEM_ACTION_STORE},
    {"write_b16", 2, 1, 1, 0, GCNMEM_ACTION_STORE}, {"write_b64", 8, 1, 2, 0, GCNMEM_ACTION_STORE},
    {"write_b8_d16_hi", 1, 1, 1, 0, GCNMEM_ACTION_STORE},{"write_b16_d16_hi", 2, 1, 1, 0, GCNMEM_ACTION_STORE},
    {"write_b96", 12, 1, 3, 0, GCNMEM_ACTION_STORE},{"write_b128", 16, 1, 4, 0, GCNMEM_ACTION_STORE},
    {"write2_b32", 4, 2, 2, 0, GCNMEM_ACTION_STORE},{"write2_b64", 8, 2, 4, 0, GCNMEM_ACTION_STORE},
    {"write2st64_b32", 4, 2, 2, 0, GCNMEM_ACTION_STORE}, {"write2st64_b64", 8, 2, 4, 0, GCNMEM_ACTION_STORE},
    {"write_addtid_b32", 4, 1, 1, 0, GCNMEM_ACTION_STORE},
    {"wrxchg2_rtn_b32", 4, 2, 2, 2, GCNMEM_ACTION_ATOMIC},     {"wrxchg2_rtn_b64", 8, 2, 4, 4, GCNMEM_ACTION_ATOMIC},
    {"wrxchg2st64_rtn_b32", 4, 2, 2, 2, GCNMEM_ACTION_ATOMIC},
    {"wrxchg2st64_rtn_b64", 8, 2, 4, 4, GCNMEM_ACTION_ATOMIC},
    {"swizzle_b32", 4, 0, 1, 1, GCNMEM_ACTION_NONE},  {"permute_b32", 4, 0, 2, 1, GCNMEM_ACTION_NONE},
    {"bpermute_b32", 4, 0, 2, 1, GCNMEM_ACTION_NONE}, {"nop", 4, 0, 0, 1, GCNMEM_ACTION_NONE},
    {"append", 4, 0, 0, 1, GCNMEM_ACTION_NONE},       {"consume", 4, 0, 0, 1, GCNMEM_ACTION_NONE},
};
static const char* const gcnmemi_ops_lds_atomics[] = {
    "add", "sub", "rsub", "inc", "dec", "min", "max", "and", "or", "xor", "wrxchg", "cmpst", "mskor", "write",
};
/* clang-format on */

typedef struct gcnmemi_ops_format {
    const char* name;
    uint32_t bytes;
    uint32_t channels;
} gcnmemi_ops_format;

static const gcnmemi_ops_format gcnmemi_ops_formats[] = {
    {"r8", 1, 1},      {"rg8", 2, 2},  {"rgba8", 4, 4}, {"r16f", 2, 1},    {"rg16f", 4, 2},
    {"rgba16f", 8, 4}, {"r32f", 4, 1}, {"rg32f", 8, 2}, {"rgb32f", 12, 3}, {"rgba32f", 16, 4}};

/* What is left of `text` behind `prefix`, or NULL when it does not start with it. */
GCNMEMI_PRIVATE const char* gcnmemi_ops_after(const char* text, const char* prefix) {
    while (*prefix != 0) {
        if (*text++ != *prefix++) {
            return NULL;
        }
    }
    return text;
}

GCNMEMI_PRIVATE int gcnmemi_ops_find_data(const gcnmemi_ops_suffix* table, size_t count, const char* text,
                                          gcnmem_op* op) {
    for (size_t i = 0; i < count; ++i) {
        if (gcnmemi_text_equal(table[i].text, text)) {
            op->element_bytes = table[i].bytes;
            op->channels = table[i].channels;
            op->is_typed = table[i].is_typed;
            return 1;
        }
    }
    return 0;
}

/* "add", "cmpswap_x2", ...: x2 and the 64-bit float forms touch 8 bytes. */
GCNMEMI_PRIVATE int gcnmemi_ops_find_atomic(const char* text, gcnmem_op* op) {
    for (size_t i = 0; i < sizeof(gcnmemi_ops_vector_atomics) / sizeof(gcnmemi_ops_vector_atomics[0]); ++i) {
        const char* name = gcnmemi_ops_vector_atomics[i];
        const char* rest = gcnmemi_ops_after(text, name);
        if (rest == NULL || (*rest != 0 && !gcnmemi_text_equal(rest, "_x2"))) {
            continue;
        }
        op->action = GCNMEM_ACTION_ATOMIC;
        op->element_bytes = (*rest != 0 || gcnmemi_text_equal(name + gcnmemi_text_length(name) - 2, "64")) ? 8 : 4;
        op->channels = op->element_bytes / 4;
        op->is_compare = gcnmemi_text_equal(name, "cmpswap") || gcnmemi_text_equal(name, "fcmpswap");
        return 1;
    }
    return 0;
}

GCNMEMI_PRIVATE int gcnmemi_ops_find_vector(const char* text, gcnmem_op* op) {
    const size_t count = sizeof(gcnmemi_ops_vector_data) / sizeof(gcnmemi_ops_vector_data[0]);
    const char* rest = gcnmemi_ops_after(text, "load_");
    if (rest != NULL) {
        op->action = GCNMEM_ACTION_LOAD;
        return gcnmemi_ops_find_data(gcnmemi_ops_vector_data, count, rest, op);
    }
    rest = gcnmemi_ops_after(text, "store_");
    if (rest != NULL) {
        op->action = GCNMEM_ACTION_STORE;
        return gcnmemi_ops_find_data(gcnmemi_ops_vector_data, count, rest, op);
    }
    rest = gcnmemi_ops_after(text, "atomic_");
    return rest != NULL && gcnmemi_ops_find_atomic(rest, op);
}

/* image_sample and image_gather4 take any of these, in this order: _c _cd _d _l _b _lz _cl _o. */
GCNMEMI_PRIVATE int gcnmemi_ops_is_sample_suffix(const char* text) {
    static const char* const parts[] = {"_c", "_cd", "_d", "_lz", "_l", "_b", "_cl", "_o"};
    for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); ++i) {
        const char* rest = gcnmemi_ops_after(text, parts[i]);
        text = (rest != NULL && (*rest == 0 || *rest == '_')) ? rest : text;
    }
    return *text == 0;
}

GCNMEMI_PRIVATE int gcnmemi_ops_find_image(const char* text, gcnmem_op* op) {
    const char* sample = gcnmemi_ops_after(text, "sample");
    const char* gather = gcnmemi_ops_after(text, "gather4");
    const char* atomic = gcnmemi_ops_after(text, "atomic_");
    op->element_bytes = 4;
    op->channels = 4;
    op->is_typed = 1;
    if (atomic != NULL) {
        op->is_typed = 0;
        return gcnmemi_ops_find_atomic(atomic, op);
    }
    op->action = gcnmemi_ops_after(text, "store") != NULL ? GCNMEM_ACTION_STORE : GCNMEM_ACTION_LOAD;
    op->is_sampled = sample != NULL || gather != NULL;
    if (op->is_sampled) {
        return gcnmemi_ops_is_sample_suffix(sample != NULL ? sample : gather);
    }
    return gcnmemi_text_equal(text, "load") || gcnmemi_text_equal(text, "load_mip") ||
           gcnmemi_text_equal(text, "store") || gcnmemi_text_equal(text, "store_mip");
}

/* ds_add_rtn_u32, ds_cmpst_b64, ds_add_src2_u32: name, [rtn or src2], type. */
GCNMEMI_PRIVATE int gcnmemi_ops_find_lds_atomic(const char* text, gcnmem_op* op) {
    for (size_t i = 0; i < sizeof(gcnmemi_ops_lds_atomics) / sizeof(gcnmemi_ops_lds_atomics[0]); ++i) {
        const char* rest = gcnmemi_ops_after(text, gcnmemi_ops_lds_atomics[i]);
        const char* returning = rest != NULL ? gcnmemi_ops_after(rest, "_rtn") : NULL;
        const char* src2 = rest != NULL ? gcnmemi_ops_after(rest, "_src2") : NULL;
        rest = returning != NULL ? returning : (src2 != NULL ? src2 : rest);
        if (rest == NULL || rest[0] != '_' || rest[1] == 0 ||
            !(gcnmemi_text_equal(rest + 2, "32") || gcnmemi_text_equal(rest + 2, "64"))) {
            continue;
        }
        op->element_bytes = rest[2] == '6' ? 8 : 4;
        op->is_compare = gcnmemi_text_equal(gcnmemi_ops_lds_atomics[i], "cmpst") ||
                         gcnmemi_text_equal(gcnmemi_ops_lds_atomics[i], "mskor");
        op->is_src2 = src2 != NULL;
        op->data_in = src2 != NULL ? 0 : (op->element_bytes / 4) * (1 + op->is_compare);
        op->data_out = returning != NULL ? op->element_bytes / 4 : 0;
        op->addresses = 1;
        op->action = GCNMEM_ACTION_ATOMIC;
        return gcnmemi_text_equal(gcnmemi_ops_lds_atomics[i], "write") ? src2 != NULL : 1;
    }
    return 0;
}

GCNMEMI_PRIVATE int gcnmemi_ops_find_lds(const char* text, gcnmem_op* op) {
    for (size_t i = 0; i < sizeof(gcnmemi_ops_lds_data) / sizeof(gcnmemi_ops_lds_data[0]); ++i) {
        const gcnmemi_ops_lds* row = &gcnmemi_ops_lds_data[i];
        if (gcnmemi_text_equal(row->text, text)) {
            int is_stride64 = text[0] != 0 && gcnmemi_text_length(text) > 9 && row->addresses == 2 &&
                              (text[5] == 's' || text[6] == 's' || text[7] == 's');
            op->element_bytes = row->bytes;
            op->addresses = row->addresses;
            op->address_step_bytes = row->addresses == 2 ? row->bytes * (is_stride64 ? 64u : 1u) : 0;
            op->data_in = row->data_in;
            op->data_out = row->data_out;
            op->action = row->action;
            return 1;
        }
    }
    return gcnmemi_ops_find_lds_atomic(text, op);
}

GCNMEMI_PRIVATE int gcnmemi_ops_find_scalar(const char* text, gcnmem_op* op) {
    const size_t count = sizeof(gcnmemi_ops_scalar_data) / sizeof(gcnmemi_ops_scalar_data[0]);
    const char* rest = gcnmemi_ops_after(text, "buffer_");
    text = rest != NULL ? rest : text;
    rest = gcnmemi_ops_after(text, "scratch_");
    text = rest != NULL ? rest : text;
    rest = gcnmemi_ops_after(text, "load_");
    op->action = rest != NULL ? GCNMEM_ACTION_LOAD : GCNMEM_ACTION_STORE;
    rest = rest != NULL ? rest : gcnmemi_ops_after(text, "store_");
    return rest != NULL && gcnmemi_ops_find_data(gcnmemi_ops_scalar_data, count, rest, op) &&
           (op->action == GCNMEM_ACTION_LOAD || op->element_bytes <= 16);
}

GCNMEMI_PRIVATE int gcnmemi_ops_find_any(gcnmem_op* op) {
    static const char* const prefixes[] = {"buffer_",  "tbuffer_", "flat_", "global_",
                                           "scratch_", "image_",   "ds_",   "s_"};
    static const gcnmem_unit units[] = {GCNMEM_UNIT_BUFFER, GCNMEM_UNIT_BUFFER, GCNMEM_UNIT_FLAT, GCNMEM_UNIT_FLAT,
                                        GCNMEM_UNIT_FLAT,   GCNMEM_UNIT_IMAGE,  GCNMEM_UNIT_LDS,  GCNMEM_UNIT_SCALAR};
    for (size_t i = 0; i < sizeof(prefixes) / sizeof(prefixes[0]); ++i) {
        const char* rest = gcnmemi_ops_after(op->name, prefixes[i]);
        if (rest == NULL) {
            continue;
        }
        op->unit = units[i];
        op->addresses = 1;
        if (op->unit == GCNMEM_UNIT_IMAGE) {
            return gcnmemi_ops_find_image(rest, op);
        }
        if (op->unit == GCNMEM_UNIT_LDS) {
            return gcnmemi_ops_find_lds(rest, op);
        }
        if (op->unit == GCNMEM_UNIT_SCALAR) {
            return gcnmemi_ops_find_scalar(rest, op);
        }
        return gcnmemi_ops_find_vector(rest, op) && (i != 1 || op->is_typed) &&
               (op->unit == GCNMEM_UNIT_BUFFER || !op->is_typed);
    }
    return 0;
}

GCNMEM_DEF gcnmem_result gcnmem_op_find(const char* mnemonic, gcnmem_op* out_op, gcnmem_issue* out_issue) {
    size_t length;
    gcnmemi_bits_zero(out_op, sizeof(*out_op));
    for (length = 0; mnemonic[length] != 0 && length < sizeof(out_op->name) - 1; ++length) {
        out_op->name[length] = gcnmemi_text_lower(mnemonic[length]);
    }
    if (length > 4 && (gcnmemi_text_equal(out_op->name + length - 4, "_e32") ||
                       gcnmemi_text_equal(out_op->name + length - 4, "_e64"))) {
        out_op->name[length - 4] = 0;
    }
    if (mnemonic[length] != 0 || !gcnmemi_ops_find_any(out_op)) {
        return gcnmemi_results_fail(GCNMEM_ERROR_NAME, out_issue, "op",
                                    "is not a GCN memory instruction, such as buffer_load_dwordx4, global_store_dword, "
                                    "image_sample, ds_read_b32, s_load_dwordx4",
                                    0, 0);
    }
    return GCNMEM_OK;
}

GCNMEM_DEF gcnmem_result gcnmem_op_format(gcnmem_op* op, const char* format, gcnmem_issue* out_issue) {
    if (!op->is_typed) {
        return gcnmemi_results_fail(GCNMEM_ERROR_VALUE, out_issue, "format",
                                    "is for typed and image operations; this one has its own width", 0, 0);
    }
    for (size_t i = 0; i < sizeof(gcnmemi_ops_formats) / sizeof(gcnmemi_ops_formats[0]); ++i) {
        if (gcnmemi_text_same_name(gcnmemi_ops_formats[i].name, format)) {
            op->element_bytes = gcnmemi_ops_formats[i].bytes;
            op->channels = op->unit == GCNMEM_UNIT_IMAGE ? gcnmemi_ops_formats[i].channels : op->channels;
            return GCNMEM_OK;
        }
    }
    return gcnmemi_results_fail(GCNMEM_ERROR_NAME, out_issue, "format",
                                "is one of r8 rg8 rgba8 r16f rg16f rgba16f r32f rg32f rgb32f rgba32f", 0, 0);
}

/* ---------------------------------------------------------------------------------------------------------------------
   >>expr       expressions: text to steps, steps to a value
   Knows: bits, text, results

   A precedence-climbing compiler without recursion: operators wait on a small stack until one that binds less comes.
   ?: && || compile to jumps, so the side that is not taken is not evaluated and cannot divide by zero. A function is
   its values, then the steps of its body.
   ------------------------------------------------------------------------------------------------------------------ */

#define GCNMEMI_EXPR_DEPTH 64

typedef enum gcnmemi_expr_code {
    GCNMEMI_EXPR_CONSTANT = 0,
    GCNMEMI_EXPR_INPUT, /* constant: which input */
    GCNMEMI_EXPR_NEGATE,
    GCNMEMI_EXPR_COMPLEMENT,
    GCNMEMI_EXPR_NOT,
    GCNMEMI_EXPR_MIX, /* bits, so that near values come far apart */
    GCNMEMI_EXPR_BOOL,
    GCNMEMI_EXPR_JUMP,         /* to target */
    GCNMEMI_EXPR_JUMP_IF_ZERO, /* pops; to target when zero */
    GCNMEMI_EXPR_AND_THEN,     /* zero on top: to target, keeping it; else pops it */
    GCNMEMI_EXPR_OR_ELSE,      /* nonzero on top: to target with 1; else pops it */
    GCNMEMI_EXPR_MULTIPLY,
    GCNMEMI_EXPR_DIVIDE,
    GCNMEMI_EXPR_REMAINDER,
    GCNMEMI_EXPR_ADD,
    GCNMEMI_EXPR_SUBTRACT,
    GCNMEMI_EXPR_SHIFT_LEFT,
    GCNMEMI_EXPR_SHIFT_RIGHT,
    GCNMEMI_EXPR_LESS,
    GCNMEMI_EXPR_GREATER,
    GCNMEMI_EXPR_LESS_EQUAL,
    GCNMEMI_EXPR_GREATER_EQUAL,
    GCNMEMI_EXPR_EQUAL,
    GCNMEMI_EXPR_NOT_EQUAL,
    GCNMEMI_EXPR_AND,
    GCNMEMI_EXPR_XOR,
    GCNMEMI_EXPR_OR,
    GCNMEMI_EXPR_OPEN,     /* waiting "(", a function's as well */
    GCNMEMI_EXPR_QUESTION, /* waiting "?" */
    GCNMEMI_EXPR_COLON     /* waiting ":" */
} gcnmemi_expr_code;

typedef struct gcnmemi_expr_operator {
    char text[3];
    uint8_t code;
    uint8_t binding; /* higher binds tighter */
} gcnmemi_expr_operator;

/* Two-character operators first, so that "<<" is not read as "<". C's precedence. */
static const gcnmemi_expr_operator gcnmemi_expr_binary[] = {
    {"<<", GCNMEMI_EXPR_SHIFT_LEFT, 10}, {">>", GCNMEMI_EXPR_SHIFT_RIGHT, 10},
    {"<=", GCNMEMI_EXPR_LESS_EQUAL, 9},  {">=", GCNMEMI_EXPR_GREATER_EQUAL, 9},
    {"==", GCNMEMI_EXPR_EQUAL, 8},       {"!=", GCNMEMI_EXPR_NOT_EQUAL, 8},
    {"&&", GCNMEMI_EXPR_AND_THEN, 4},    {"||", GCNMEMI_EXPR_OR_ELSE, 3},
    {"*", GCNMEMI_EXPR_MULTIPLY, 12},    {"/", GCNMEMI_EXPR_DIVIDE, 12},
    {"%", GCNMEMI_EXPR_REMAINDER, 12},   {"+", GCNMEMI_EXPR_ADD, 11},
    {"-", GCNMEMI_EXPR_SUBTRACT, 11},    {"<", GCNMEMI_EXPR_LESS, 9},
    {">", GCNMEMI_EXPR_GREATER, 9},      {"&", GCNMEMI_EXPR_AND, 7},
    {"^", GCNMEMI_EXPR_XOR, 6},          {"|", GCNMEMI_EXPR_OR, 5},
    {"?", GCNMEMI_EXPR_QUESTION, 2}};

#define GCNMEMI_EXPR_UNARY_BINDING 13
#define GCNMEMI_EXPR_COLON_BINDING 1

enum {
    GCNMEMI_EXPR_LANE = 0,
    GCNMEMI_EXPR_WAVE,
    GCNMEMI_EXPR_GROUP,
    GCNMEMI_EXPR_ITER,
    GCNMEMI_EXPR_X,
    GCNMEMI_EXPR_Y,
    GCNMEMI_EXPR_ITER1,
    GCNMEMI_EXPR_ITER2,
    GCNMEMI_EXPR_INSN /* has no name */
};

typedef struct gcnmemi_expr_name {
    char text[8];
    uint8_t input;
} gcnmemi_expr_name;

static const gcnmemi_expr_name gcnmemi_expr_names[] = {
    {"lane", GCNMEMI_EXPR_LANE}, {"wave", GCNMEMI_EXPR_WAVE},   {"group", GCNMEMI_EXPR_GROUP},
    {"wg", GCNMEMI_EXPR_GROUP},  {"iter", GCNMEMI_EXPR_ITER},   {"x", GCNMEMI_EXPR_X},
    {"y", GCNMEMI_EXPR_Y},       {"iter1", GCNMEMI_EXPR_ITER1}, {"iter2", GCNMEMI_EXPR_ITER2}};

typedef struct gcnmemi_expr_body_step {
    uint8_t code;
    uint64_t constant;
} gcnmemi_expr_body_step;

/* Mixes a seed on the stack with who asks, and when. */
#define GCNMEMI_EXPR_DRAW                                                                                              \
    {GCNMEMI_EXPR_MIX, 0}, {GCNMEMI_EXPR_INPUT, GCNMEMI_EXPR_ITER2}, {GCNMEMI_EXPR_ADD, 0}, {GCNMEMI_EXPR_MIX, 0},     \
        {GCNMEMI_EXPR_INPUT, GCNMEMI_EXPR_ITER1}, {GCNMEMI_EXPR_ADD, 0}, {GCNMEMI_EXPR_MIX, 0},                        \
        {GCNMEMI_EXPR_INPUT, GCNMEMI_EXPR_ITER}, {GCNMEMI_EXPR_ADD, 0}, {GCNMEMI_EXPR_MIX, 0},                         \
        {GCNMEMI_EXPR_INPUT, GCNMEMI_EXPR_WAVE}, {GCNMEMI_EXPR_ADD, 0}, {                                              \
        GCNMEMI_EXPR_MIX, 0                                                                                            \
    }

/* Takes a number and a draw: the draw below the number. 30 bits of it, so that the product fits for 16 GiB. */
#define GCNMEMI_EXPR_BELOW                                                                                             \
    {GCNMEMI_EXPR_CONSTANT, 34}, {GCNMEMI_EXPR_SHIFT_RIGHT, 0}, {GCNMEMI_EXPR_MULTIPLY, 0},                            \
        {GCNMEMI_EXPR_CONSTANT, 30}, {                                                                                 \
        GCNMEMI_EXPR_SHIFT_RIGHT, 0                                                                                    \
    }

static const gcnmemi_expr_body_step gcnmemi_expr_stride[] = {{GCNMEMI_EXPR_INPUT, GCNMEMI_EXPR_WAVE},
                                                             {GCNMEMI_EXPR_CONSTANT, GCNMEM_LANES},
                                                             {GCNMEMI_EXPR_MULTIPLY, 0},
                                                             {GCNMEMI_EXPR_INPUT, GCNMEMI_EXPR_LANE},
                                                             {GCNMEMI_EXPR_ADD, 0},
                                                             {GCNMEMI_EXPR_MULTIPLY, 0}};
static const gcnmemi_expr_body_step gcnmemi_expr_rand[] = {
    GCNMEMI_EXPR_DRAW,  {GCNMEMI_EXPR_INPUT, GCNMEMI_EXPR_LANE}, {GCNMEMI_EXPR_ADD, 0}, {GCNMEMI_EXPR_MIX, 0},
    GCNMEMI_EXPR_BELOW, {GCNMEMI_EXPR_CONSTANT, ~(uint64_t)3},   {GCNMEMI_EXPR_AND, 0}};
static const gcnmemi_expr_body_step gcnmemi_expr_chase[] = {
    GCNMEMI_EXPR_DRAW, GCNMEMI_EXPR_BELOW, {GCNMEMI_EXPR_CONSTANT, ~(uint64_t)63}, {GCNMEMI_EXPR_AND, 0}};
static const gcnmemi_expr_body_step gcnmemi_expr_hitrate[] = {GCNMEMI_EXPR_DRAW,
                                                              {GCNMEMI_EXPR_CONSTANT, 100},
                                                              {GCNMEMI_EXPR_REMAINDER, 0},
                                                              {GCNMEMI_EXPR_LESS_EQUAL, 0}, /* a miss */
                                                              {GCNMEMI_EXPR_INPUT, GCNMEMI_EXPR_INSN},
                                                              GCNMEMI_EXPR_DRAW,
                                                              {GCNMEMI_EXPR_CONSTANT, 24}, /* 40 bits: no two alike */
                                                              {GCNMEMI_EXPR_SHIFT_RIGHT, 0},
                                                              {GCNMEMI_EXPR_CONSTANT, ~(uint64_t)255},
                                                              {GCNMEMI_EXPR_AND, 0},
                                                              {GCNMEMI_EXPR_MULTIPLY, 0},
                                                              {GCNMEMI_EXPR_INPUT, GCNMEMI_EXPR_LANE},
                                                              {GCNMEMI_EXPR_CONSTANT, 4},
                                                              {GCNMEMI_EXPR_MULTIPLY, 0},
                                                              {GCNMEMI_EXPR_ADD, 0}};
static const gcnmemi_expr_body_step gcnmemi_expr_hash[] = {{GCNMEMI_EXPR_MIX, 0}};

typedef struct gcnmemi_expr_function {
    const char* name;
    const gcnmemi_expr_body_step* body;
    uint32_t body_steps;
    uint8_t values; /* it takes */
    uint8_t least;  /* of which so many must be given; the others are who asks */
    uint64_t most;  /* of the first, when it is a number; 0: any */
} gcnmemi_expr_function;

#define GCNMEMI_EXPR_BODY(name) gcnmemi_expr_##name, sizeof(gcnmemi_expr_##name) / sizeof(gcnmemi_expr_body_step)

static const gcnmemi_expr_function gcnmemi_expr_functions[] = {
    {"uniform", NULL, 0, 1, 1, 0},
    {"tile", NULL, 0, 3, 3, 0},
    {"stride", GCNMEMI_EXPR_BODY(stride), 1, 1, 0},
    {"rand", GCNMEMI_EXPR_BODY(rand), 2, 1, (uint64_t)1 << 34},
    {"chase", GCNMEMI_EXPR_BODY(chase), 2, 1, (uint64_t)1 << 34},
    {"hitrate", GCNMEMI_EXPR_BODY(hitrate), 2, 1, 100},
    {"hash", GCNMEMI_EXPR_BODY(hash), 1, 1, 0}};

enum { GCNMEMI_EXPR_UNIFORM = 0, GCNMEMI_EXPR_TILE = 1 }; /* what these do depends on the steps of their values */

typedef struct gcnmemi_expr_waiting {
    uint8_t code;
    uint8_t binding;
    uint16_t column;
    uint32_t patch;    /* step whose target is not known yet; "(": the first step behind it */
    uint32_t function; /* "(": 1 + whose it is, 0: nobody's */
    uint32_t commas;
} gcnmemi_expr_waiting;

typedef struct gcnmemi_expr_compiler {
    const char* text;
    size_t text_bytes;
    size_t at;
    gcnmem_expr* expr;
    gcnmem_issue* issue;
    gcnmem_result result;
    uint32_t landing; /* last step that a jump goes to: what stands before it is not known there */
    uint32_t waiting_count;
    gcnmemi_expr_waiting waiting[GCNMEMI_EXPR_DEPTH];
} gcnmemi_expr_compiler;

GCNMEMI_PRIVATE void gcnmemi_expr_fail(gcnmemi_expr_compiler* c, gcnmem_result result, const char* rule, size_t at) {
    if (c->result == GCNMEM_OK) {
        c->result = gcnmemi_results_fail_at(result, c->issue, "expression", rule, 0, (uint32_t)at + 1);
    }
}

/* A binary step. The divisor is known not to be zero. */
GCNMEMI_PRIVATE uint64_t gcnmemi_expr_binary_value(uint8_t code, uint64_t a, uint64_t b) {
    switch (code) {
    case GCNMEMI_EXPR_MULTIPLY:
        return a * b;
    case GCNMEMI_EXPR_DIVIDE:
        return a / b;
    case GCNMEMI_EXPR_REMAINDER:
        return a % b;
    case GCNMEMI_EXPR_ADD:
        return a + b;
    case GCNMEMI_EXPR_SUBTRACT:
        return a - b;
    case GCNMEMI_EXPR_SHIFT_LEFT:
        return b < 64 ? a << b : 0;
    case GCNMEMI_EXPR_SHIFT_RIGHT:
        return b < 64 ? a >> b : 0;
    case GCNMEMI_EXPR_LESS:
        return a < b;
    case GCNMEMI_EXPR_GREATER:
        return a > b;
    case GCNMEMI_EXPR_LESS_EQUAL:
        return a <= b;
    case GCNMEMI_EXPR_GREATER_EQUAL:
        return a >= b;
    case GCNMEMI_EXPR_EQUAL:
        return a == b;
    case GCNMEMI_EXPR_NOT_EQUAL:
        return a != b;
    case GCNMEMI_EXPR_AND:
        return a & b;
    case GCNMEMI_EXPR_XOR:
        return a ^ b;
    default:
        return a | b;
    }
}

GCNMEMI_PRIVATE int gcnmemi_expr_is_binary(uint32_t code) {
    return code >= GCNMEMI_EXPR_MULTIPLY && code <= GCNMEMI_EXPR_OR;
}

GCNMEMI_PRIVATE int gcnmemi_expr_divides(uint32_t code) {
    return code == GCNMEMI_EXPR_DIVIDE || code == GCNMEMI_EXPR_REMAINDER;
}

/* Whether the operator with this right operand changes nothing. */
GCNMEMI_PRIVATE int gcnmemi_expr_is_neutral(uint32_t code, uint64_t constant) {
    switch (code) {
    case GCNMEMI_EXPR_MULTIPLY:
    case GCNMEMI_EXPR_DIVIDE:
        return constant == 1;
    case GCNMEMI_EXPR_ADD:
    case GCNMEMI_EXPR_SUBTRACT:
    case GCNMEMI_EXPR_SHIFT_LEFT:
    case GCNMEMI_EXPR_SHIFT_RIGHT:
    case GCNMEMI_EXPR_OR:
    case GCNMEMI_EXPR_XOR:
        return constant == 0;
    default:
        return 0;
    }
}

/* Division by a constant power of two becomes a mask or a shift. */
GCNMEMI_PRIVATE void gcnmemi_expr_strengthen(gcnmem_expr_step* step) {
    if (gcnmemi_expr_divides(step->code) && gcnmemi_bits_is_power_of_two(step->constant)) {
        int is_mask = step->code == GCNMEMI_EXPR_REMAINDER;
        step->constant = is_mask ? step->constant - 1 : gcnmemi_bits_log2(step->constant);
        step->code = is_mask ? (uint8_t)GCNMEMI_EXPR_AND : (uint8_t)GCNMEMI_EXPR_SHIFT_RIGHT;
    }
}

/* An operator whose right operand, the last step, is a constant: they become one step, or none. */
GCNMEMI_PRIVATE void gcnmemi_expr_join(gcnmem_expr* expr, const gcnmem_expr_step* step, uint32_t landing) {
    gcnmem_expr_step* right = &expr->steps[expr->step_count - 1];
    uint64_t constant = right->constant;
    int is_known = expr->step_count > landing + 1 && expr->step_count > 1 && right[-1].code == GCNMEMI_EXPR_CONSTANT;
    if (is_known && !(gcnmemi_expr_divides(step->code) && constant == 0)) {
        right[-1].constant = gcnmemi_expr_binary_value(step->code, right[-1].constant, constant);
        --expr->step_count;
    } else if (gcnmemi_expr_is_neutral(step->code, constant)) {
        --expr->step_count;
    } else {
        *right = *step;
        right->constant = constant;
        right->has_constant = 1;
        gcnmemi_expr_strengthen(right);
    }
}

/* Appends a step for which there is room. */
GCNMEMI_PRIVATE void gcnmemi_expr_append(gcnmem_expr* expr, const gcnmem_expr_step* step, uint32_t landing) {
    uint32_t count = expr->step_count;
    if (gcnmemi_expr_is_binary(step->code) && !step->has_constant && count > landing &&
        expr->steps[count - 1].code == GCNMEMI_EXPR_CONSTANT) {
        gcnmemi_expr_join(expr, step, landing);
    } else {
        expr->steps[expr->step_count++] = *step;
    }
}

/* Appends a step and returns its index. */
GCNMEMI_PRIVATE uint32_t gcnmemi_expr_emit(gcnmemi_expr_compiler* c, uint8_t code, uint64_t constant, uint32_t column) {
    gcnmem_expr_step step;
    uint32_t index = c->expr->step_count;
    if (index == GCNMEM_EXPR_MAX) {
        gcnmemi_expr_fail(c, GCNMEM_ERROR_LIMIT, "is longer than 128 steps", column);
        return 0;
    }
    gcnmemi_bits_zero(&step, sizeof(step));
    step.code = code;
    step.column = (uint16_t)(column + 1);
    step.constant = constant;
    gcnmemi_expr_append(c->expr, &step, c->landing);
    return index;
}

GCNMEMI_PRIVATE void gcnmemi_expr_push(gcnmemi_expr_compiler* c, uint8_t code, uint8_t binding, size_t column,
                                       uint32_t patch) {
    if (c->waiting_count == GCNMEMI_EXPR_DEPTH) {
        gcnmemi_expr_fail(c, GCNMEM_ERROR_LIMIT, "is nested deeper than 64", column);
        return;
    }
    gcnmemi_expr_waiting* waiting = &c->waiting[c->waiting_count++];
    waiting->code = code;
    waiting->binding = binding;
    waiting->column = (uint16_t)column;
    waiting->patch = patch;
    waiting->function = 0;
    waiting->commas = 0;
}

/* The jump goes to the step that comes next. */
GCNMEMI_PRIVATE void gcnmemi_expr_land(gcnmemi_expr_compiler* c, uint32_t jump) {
    c->expr->steps[jump].target = c->expr->step_count;
    c->landing = c->expr->step_count;
}

/* Emits the operator on top of the stack: jumps only learn their target, the rest become steps. */
GCNMEMI_PRIVATE void gcnmemi_expr_pop(gcnmemi_expr_compiler* c) {
    const gcnmemi_expr_waiting* top = &c->waiting[--c->waiting_count];
    if (top->code == GCNMEMI_EXPR_COLON) {
        gcnmemi_expr_land(c, top->patch);
    } else if (top->code == GCNMEMI_EXPR_AND_THEN || top->code == GCNMEMI_EXPR_OR_ELSE) {
        gcnmemi_expr_emit(c, GCNMEMI_EXPR_BOOL, 0, top->column);
        gcnmemi_expr_land(c, top->patch);
    } else if (top->code == GCNMEMI_EXPR_QUESTION) {
        gcnmemi_expr_fail(c, GCNMEM_ERROR_SYNTAX, "has a '?' without its ':'", top->column);
    } else {
        gcnmemi_expr_emit(c, top->code, 0, top->column);
    }
}

/* Emits waiting operators that bind at least as tightly. */
GCNMEMI_PRIVATE void gcnmemi_expr_unwind(gcnmemi_expr_compiler* c, uint8_t binding) {
    while (c->waiting_count > 0 && c->waiting[c->waiting_count - 1].code != GCNMEMI_EXPR_OPEN &&
           c->waiting[c->waiting_count - 1].binding >= binding) {
        gcnmemi_expr_pop(c);
    }
}

GCNMEMI_PRIVATE int gcnmemi_expr_is(const gcnmemi_expr_compiler* c, size_t start, const char* name) {
    size_t i = 0;
    while (start + i < c->at && name[i] != 0 && c->text[start + i] == name[i]) {
        ++i;
    }
    return start + i == c->at && name[i] == 0;
}

GCNMEMI_PRIVATE char gcnmemi_expr_next(gcnmemi_expr_compiler* c) {
    while (c->at < c->text_bytes && (c->text[c->at] == ' ' || c->text[c->at] == '\t')) {
        ++c->at;
    }
    return c->at < c->text_bytes ? c->text[c->at] : '\0';
}

/* A function's name and its "(". Returns 0 when the name is no function's. */
GCNMEMI_PRIVATE int gcnmemi_expr_read_function(gcnmemi_expr_compiler* c, size_t start) {
    for (uint32_t i = 0; i < sizeof(gcnmemi_expr_functions) / sizeof(gcnmemi_expr_functions[0]); ++i) {
        if (!gcnmemi_expr_is(c, start, gcnmemi_expr_functions[i].name)) {
            continue;
        }
        if (gcnmemi_expr_next(c) != '(') {
            gcnmemi_expr_fail(c, GCNMEM_ERROR_SYNTAX, "needs a '(' behind the name of a function", c->at);
            return 1;
        }
        gcnmemi_expr_push(c, GCNMEMI_EXPR_OPEN, 0, c->at++, c->expr->step_count);
        c->waiting[c->waiting_count - 1].function = i + 1;
        return 1;
    }
    return 0;
}

/* "seed=" before the second value of a function says what it is, and nothing else. */
GCNMEMI_PRIVATE int gcnmemi_expr_read_seed(gcnmemi_expr_compiler* c, size_t start) {
    const gcnmemi_expr_waiting* top = c->waiting_count > 0 ? &c->waiting[c->waiting_count - 1] : NULL;
    if (!gcnmemi_expr_is(c, start, "seed") || top == NULL || top->function == 0 || top->commas != 1 ||
        gcnmemi_expr_functions[top->function - 1].least != 1 || gcnmemi_expr_next(c) != '=') {
        return 0;
    }
    ++c->at;
    return 1;
}

/* Returns nonzero when the name is a value. */
GCNMEMI_PRIVATE int gcnmemi_expr_read_name(gcnmemi_expr_compiler* c) {
    size_t start = c->at;
    while (c->at < c->text_bytes && gcnmemi_text_is_name(c->text[c->at])) {
        ++c->at;
    }
    for (uint32_t i = 0; i < sizeof(gcnmemi_expr_names) / sizeof(gcnmemi_expr_names[0]); ++i) {
        if (gcnmemi_expr_is(c, start, gcnmemi_expr_names[i].text)) {
            gcnmemi_expr_emit(c, GCNMEMI_EXPR_INPUT, gcnmemi_expr_names[i].input, (uint32_t)start);
            return 1;
        }
    }
    if (!gcnmemi_expr_read_function(c, start) && !gcnmemi_expr_read_seed(c, start)) {
        gcnmemi_expr_fail(c, GCNMEM_ERROR_SYNTAX,
                          "knows the names lane wave group iter iter1 iter2 x y and the functions uniform stride tile "
                          "rand chase hitrate hash",
                          start);
    }
    return 0;
}

/* K, M or G behind a number: by how many bits it shifts. */
GCNMEMI_PRIVATE uint32_t gcnmemi_expr_scale(char c) {
    char lower = gcnmemi_text_lower(c);
    return lower == 'k' ? 10 : lower == 'm' ? 20 : lower == 'g' ? 30 : 0;
}

GCNMEMI_PRIVATE void gcnmemi_expr_read_number(gcnmemi_expr_compiler* c) {
    uint64_t value = 0;
    size_t used = gcnmemi_text_number(c->text + c->at, c->text_bytes - c->at, &value);
    size_t end = c->at + used;
    uint32_t scale = end < c->text_bytes ? gcnmemi_expr_scale(c->text[end]) : 0;
    end += scale != 0;
    if (used == 0 || (end < c->text_bytes && gcnmemi_text_is_name(c->text[end])) || value > UINT64_MAX >> scale) {
        gcnmemi_expr_fail(c, GCNMEM_ERROR_SYNTAX,
                          "takes decimal and 0x numbers of up to 64 bits, K, M or G behind them", c->at);
        return;
    }
    gcnmemi_expr_emit(c, GCNMEMI_EXPR_CONSTANT, value << scale, (uint32_t)c->at);
    c->at = end;
}

/* Where an operand is expected. Returns nonzero once a value has been read. */
GCNMEMI_PRIVATE int gcnmemi_expr_read_operand(gcnmemi_expr_compiler* c) {
    char first = c->text[c->at];
    if (gcnmemi_text_is_digit(first)) {
        gcnmemi_expr_read_number(c);
        return 1;
    }
    if (gcnmemi_text_is_name(first)) {
        return gcnmemi_expr_read_name(c);
    }
    if (first == '(') {
        gcnmemi_expr_push(c, GCNMEMI_EXPR_OPEN, 0, c->at, 0);
    } else if (first == '-') {
        gcnmemi_expr_push(c, GCNMEMI_EXPR_NEGATE, GCNMEMI_EXPR_UNARY_BINDING, c->at, 0);
    } else if (first == '~') {
        gcnmemi_expr_push(c, GCNMEMI_EXPR_COMPLEMENT, GCNMEMI_EXPR_UNARY_BINDING, c->at, 0);
    } else if (first == '!') {
        gcnmemi_expr_push(c, GCNMEMI_EXPR_NOT, GCNMEMI_EXPR_UNARY_BINDING, c->at, 0);
    } else if (first != '+') {
        gcnmemi_expr_fail(c, GCNMEM_ERROR_SYNTAX, "needs a number, a name or '(' here", c->at);
    }
    ++c->at;
    return 0;
}

GCNMEMI_PRIVATE void gcnmemi_expr_emit_body(gcnmemi_expr_compiler* c, const gcnmemi_expr_body_step* body,
                                            uint32_t count, uint32_t column) {
    for (uint32_t i = 0; i < count; ++i) {
        gcnmemi_expr_emit(c, body[i].code, body[i].constant, column);
    }
}

/* tile(w,h,b): its values, standing from step `from` on, become constants of its body. */
GCNMEMI_PRIVATE void gcnmemi_expr_emit_tile(gcnmemi_expr_compiler* c, uint32_t from, uint32_t column) {
    const gcnmem_expr_step* value = &c->expr->steps[from];
    for (uint32_t i = 0; i < 3; ++i) {
        if (c->expr->step_count != from + 3 || value[i].code != GCNMEMI_EXPR_CONSTANT || value[i].constant == 0 ||
            value[i].constant > 65536) {
            gcnmemi_expr_fail(c, GCNMEM_ERROR_SYNTAX, "tile(w,h,b) takes three numbers from 1 to 65536", column);
            return;
        }
    }
    uint64_t row = value[0].constant * value[2].constant;
    {
        const gcnmemi_expr_body_step body[] = {{GCNMEMI_EXPR_INPUT, GCNMEMI_EXPR_WAVE},
                                               {GCNMEMI_EXPR_CONSTANT, (value[0].constant + 7) / 8},
                                               {GCNMEMI_EXPR_REMAINDER, 0},
                                               {GCNMEMI_EXPR_CONSTANT, value[2].constant * 8},
                                               {GCNMEMI_EXPR_MULTIPLY, 0},
                                               {GCNMEMI_EXPR_INPUT, GCNMEMI_EXPR_WAVE},
                                               {GCNMEMI_EXPR_CONSTANT, (value[0].constant + 7) / 8},
                                               {GCNMEMI_EXPR_DIVIDE, 0},
                                               {GCNMEMI_EXPR_CONSTANT, (value[1].constant + 7) / 8},
                                               {GCNMEMI_EXPR_REMAINDER, 0},
                                               {GCNMEMI_EXPR_CONSTANT, row * 8},
                                               {GCNMEMI_EXPR_MULTIPLY, 0},
                                               {GCNMEMI_EXPR_ADD, 0},
                                               {GCNMEMI_EXPR_INPUT, GCNMEMI_EXPR_LANE},
                                               {GCNMEMI_EXPR_CONSTANT, 8},
                                               {GCNMEMI_EXPR_REMAINDER, 0},
                                               {GCNMEMI_EXPR_CONSTANT, value[2].constant},
                                               {GCNMEMI_EXPR_MULTIPLY, 0},
                                               {GCNMEMI_EXPR_ADD, 0},
                                               {GCNMEMI_EXPR_INPUT, GCNMEMI_EXPR_LANE},
                                               {GCNMEMI_EXPR_CONSTANT, 8},
                                               {GCNMEMI_EXPR_DIVIDE, 0},
                                               {GCNMEMI_EXPR_CONSTANT, row},
                                               {GCNMEMI_EXPR_MULTIPLY, 0},
                                               {GCNMEMI_EXPR_ADD, 0}};
        c->expr->step_count = from;
        gcnmemi_expr_emit_body(c, body, sizeof(body) / sizeof(body[0]), column);
    }
}

GCNMEMI_PRIVATE int gcnmemi_expr_differs_by_lane(const gcnmem_expr_step* step) {
    return step->code == GCNMEMI_EXPR_INPUT && (step->constant == GCNMEMI_EXPR_LANE ||
                                                step->constant == GCNMEMI_EXPR_X || step->constant == GCNMEMI_EXPR_Y);
}

GCNMEMI_PRIVATE int gcnmemi_expr_has_jumps(const gcnmem_expr* expr) {
    uint32_t jumps = 0;
    for (uint32_t i = 0; i < expr->step_count; ++i) {
        jumps |= expr->steps[i].code >= GCNMEMI_EXPR_JUMP && expr->steps[i].code <= GCNMEMI_EXPR_OR_ELSE;
    }
    return jumps != 0;
}

/* uniform(a): from step `from` on every lane is lane 0. */
GCNMEMI_PRIVATE void gcnmemi_expr_make_uniform(gcnmem_expr* expr, uint32_t from) {
    for (uint32_t i = from; i < expr->step_count; ++i) {
        if (gcnmemi_expr_differs_by_lane(&expr->steps[i])) {
            expr->steps[i].code = GCNMEMI_EXPR_CONSTANT;
            expr->steps[i].constant = 0;
        }
    }
}

/* The expression at lane 0; what becomes constant there is computed now. */
GCNMEMI_PRIVATE void gcnmemi_expr_at_lane_0(const gcnmem_expr* from, gcnmem_expr* to) {
    gcnmem_expr uniform = *from;
    gcnmemi_expr_make_uniform(&uniform, 0);
    if (gcnmemi_expr_has_jumps(from)) {
        *to = uniform;
        return;
    }
    gcnmemi_bits_zero(to, sizeof(*to));
    for (uint32_t i = 0; i < uniform.step_count; ++i) {
        gcnmemi_expr_append(to, &uniform.steps[i], 0);
    }
}

/* A function's first value is complete. */
GCNMEMI_PRIVATE void gcnmemi_expr_check_first(gcnmemi_expr_compiler* c, const gcnmemi_expr_waiting* open) {
    const gcnmem_expr_step* value = &c->expr->steps[open->patch];
    uint64_t most = gcnmemi_expr_functions[open->function - 1].most;
    if (most != 0 && c->expr->step_count == open->patch + 1 && value->code == GCNMEMI_EXPR_CONSTANT &&
        value->constant > most) {
        gcnmemi_expr_fail(c, GCNMEM_ERROR_SYNTAX, "takes at most 16G bytes, or 100 percent, here", open->column + 1u);
    }
}

/* The ")" of a function: the values that were not given, then its body. */
GCNMEMI_PRIVATE void gcnmemi_expr_call(gcnmemi_expr_compiler* c, const gcnmemi_expr_waiting* open) {
    const gcnmemi_expr_function* function = &gcnmemi_expr_functions[open->function - 1];
    uint32_t given = open->commas + 1;
    if (open->commas == 0) {
        gcnmemi_expr_check_first(c, open);
    }
    if (given < function->least) {
        gcnmemi_expr_fail(c, GCNMEM_ERROR_SYNTAX, "gives this function too few values", open->column);
    }
    for (; given < function->values; ++given) {
        gcnmemi_expr_emit(c, GCNMEMI_EXPR_INPUT, GCNMEMI_EXPR_INSN, open->column);
    }
    if (open->function == GCNMEMI_EXPR_TILE + 1) {
        gcnmemi_expr_emit_tile(c, open->patch, open->column);
    } else if (open->function == GCNMEMI_EXPR_UNIFORM + 1) {
        gcnmemi_expr_make_uniform(c->expr, open->patch);
    } else {
        gcnmemi_expr_emit_body(c, function->body, function->body_steps, open->column);
    }
}

GCNMEMI_PRIVATE void gcnmemi_expr_read_close(gcnmemi_expr_compiler* c) {
    gcnmemi_expr_unwind(c, 0);
    if (c->waiting_count == 0) {
        gcnmemi_expr_fail(c, GCNMEM_ERROR_SYNTAX, "has a ')' without its '('", c->at);
        return;
    }
    --c->waiting_count;
    ++c->at;
    if (c->waiting[c->waiting_count].function != 0) {
        gcnmemi_expr_call(c, &c->waiting[c->waiting_count]);
    }
}

GCNMEMI_PRIVATE void gcnmemi_expr_read_comma(gcnmemi_expr_compiler* c) {
    gcnmemi_expr_unwind(c, 0);
    gcnmemi_expr_waiting* top = c->waiting_count > 0 ? &c->waiting[c->waiting_count - 1] : NULL;
    if (top == NULL || top->function == 0 || top->commas + 1 == gcnmemi_expr_functions[top->function - 1].values) {
        gcnmemi_expr_fail(c, GCNMEM_ERROR_SYNTAX, "has a ',' where no other value can follow", c->at);
        return;
    }
    if (top->commas++ == 0) {
        gcnmemi_expr_check_first(c, top);
    }
    ++c->at;
}

/* "a ? b : c" is a, jump-if-zero to c, b, jump behind c, c. */
GCNMEMI_PRIVATE void gcnmemi_expr_read_colon(gcnmemi_expr_compiler* c) {
    gcnmemi_expr_unwind(c, 3);
    while (c->waiting_count > 0 && c->waiting[c->waiting_count - 1].code == GCNMEMI_EXPR_COLON) {
        gcnmemi_expr_pop(c);
    }
    if (c->waiting_count == 0 || c->waiting[c->waiting_count - 1].code != GCNMEMI_EXPR_QUESTION) {
        gcnmemi_expr_fail(c, GCNMEM_ERROR_SYNTAX, "has a ':' without its '?'", c->at);
        return;
    }
    uint32_t question = c->waiting[--c->waiting_count].patch;
    gcnmemi_expr_push(c, GCNMEMI_EXPR_COLON, GCNMEMI_EXPR_COLON_BINDING, c->at,
                      gcnmemi_expr_emit(c, GCNMEMI_EXPR_JUMP, 0, (uint32_t)c->at));
    gcnmemi_expr_land(c, question);
    ++c->at;
}

GCNMEMI_PRIVATE const gcnmemi_expr_operator* gcnmemi_expr_match(const gcnmemi_expr_compiler* c) {
    for (size_t i = 0; i < sizeof(gcnmemi_expr_binary) / sizeof(gcnmemi_expr_binary[0]); ++i) {
        const gcnmemi_expr_operator* op = &gcnmemi_expr_binary[i];
        size_t length = gcnmemi_text_length(op->text);
        if (c->text[c->at] == op->text[0] &&
            (length == 1 || (c->at + 1 < c->text_bytes && c->text[c->at + 1] == op->text[1]))) {
            return op;
        }
    }
    return NULL;
}

/* Where an operator is expected. Returns nonzero while a value still stands before us. */
GCNMEMI_PRIVATE int gcnmemi_expr_read_operator(gcnmemi_expr_compiler* c) {
    uint32_t patch = 0;
    if (c->text[c->at] == ')') {
        gcnmemi_expr_read_close(c);
        return 1;
    }
    if (c->text[c->at] == ':') {
        gcnmemi_expr_read_colon(c);
        return 0;
    }
    if (c->text[c->at] == ',') {
        gcnmemi_expr_read_comma(c);
        return 0;
    }
    const gcnmemi_expr_operator* op = gcnmemi_expr_match(c);
    if (op == NULL) {
        gcnmemi_expr_fail(c, GCNMEM_ERROR_SYNTAX, "needs an operator here", c->at);
        return 1;
    }
    gcnmemi_expr_unwind(c, op->code == GCNMEMI_EXPR_QUESTION ? (uint8_t)(op->binding + 1) : op->binding);
    if (op->code == GCNMEMI_EXPR_QUESTION) {
        patch = gcnmemi_expr_emit(c, GCNMEMI_EXPR_JUMP_IF_ZERO, 0, (uint32_t)c->at);
    } else if (op->code == GCNMEMI_EXPR_AND_THEN || op->code == GCNMEMI_EXPR_OR_ELSE) {
        patch = gcnmemi_expr_emit(c, op->code, 0, (uint32_t)c->at);
    }
    gcnmemi_expr_push(c, op->code, op->binding, c->at, patch);
    c->at += gcnmemi_text_length(op->text);
    return 0;
}

GCNMEMI_PRIVATE void gcnmemi_expr_finish(gcnmemi_expr_compiler* c, int have_value) {
    if (!have_value) {
        gcnmemi_expr_fail(c, GCNMEM_ERROR_SYNTAX, "ends where a value is needed", c->text_bytes);
    }
    while (c->result == GCNMEM_OK && c->waiting_count > 0) {
        if (c->waiting[c->waiting_count - 1].code == GCNMEMI_EXPR_OPEN) {
            gcnmemi_expr_fail(c, GCNMEM_ERROR_SYNTAX, "has a '(' without its ')'",
                              c->waiting[c->waiting_count - 1].column);
            return;
        }
        gcnmemi_expr_pop(c);
    }
}

GCNMEM_DEF gcnmem_result gcnmem_expr_compile(const char* text, size_t text_bytes, gcnmem_expr* out_expr,
                                             gcnmem_issue* out_issue) {
    gcnmemi_expr_compiler c;
    int have_value = 0;
    gcnmemi_bits_zero(out_expr, sizeof(*out_expr));
    gcnmemi_bits_zero(&c, sizeof(c));
    c.text = text;
    c.text_bytes = text_bytes;
    c.expr = out_expr;
    c.issue = out_issue;
    if (text_bytes > 4096) {
        gcnmemi_expr_fail(&c, GCNMEM_ERROR_LIMIT, "is longer than 4096 characters", 4096);
    }
    while (c.result == GCNMEM_OK && (gcnmemi_expr_next(&c) != 0 || c.at < c.text_bytes)) {
        have_value = have_value ? gcnmemi_expr_read_operator(&c) : gcnmemi_expr_read_operand(&c);
    }
    if (c.result == GCNMEM_OK) {
        gcnmemi_expr_finish(&c, have_value);
    }
    for (uint32_t i = 0; i < out_expr->step_count; ++i) {
        out_expr->uses_lane |= (uint32_t)gcnmemi_expr_differs_by_lane(&out_expr->steps[i]);
    }
    return c.result;
}

GCNMEMI_PRIVATE uint64_t gcnmemi_expr_input(const gcnmem_expr_inputs* inputs, uint64_t which) {
    switch (which) {
    case GCNMEMI_EXPR_LANE:
        return inputs->lane;
    case GCNMEMI_EXPR_WAVE:
        return inputs->wave;
    case GCNMEMI_EXPR_GROUP:
        return inputs->group;
    case GCNMEMI_EXPR_ITER:
        return inputs->iter;
    case GCNMEMI_EXPR_X:
        return inputs->x;
    case GCNMEMI_EXPR_Y:
        return inputs->y;
    case GCNMEMI_EXPR_ITER1:
        return inputs->iter1;
    case GCNMEMI_EXPR_ITER2:
        return inputs->iter2;
    default:
        return inputs->insn;
    }
}

typedef struct gcnmemi_expr_machine {
    uint64_t stack[GCNMEM_EXPR_MAX + 1];
    uint32_t depth;
    uint32_t next;
} gcnmemi_expr_machine;

/* Steps that change the flow. */
GCNMEMI_PRIVATE void gcnmemi_expr_jump(gcnmemi_expr_machine* m, const gcnmem_expr_step* step) {
    uint64_t top = m->depth > 0 ? m->stack[m->depth - 1] : 0;
    if (step->code == GCNMEMI_EXPR_JUMP) {
        m->next = step->target;
    } else if (step->code == GCNMEMI_EXPR_JUMP_IF_ZERO) {
        --m->depth;
        m->next = top == 0 ? step->target : m->next;
    } else if ((top != 0) == (step->code == GCNMEMI_EXPR_OR_ELSE)) {
        m->stack[m->depth - 1] = top != 0;
        m->next = step->target;
    } else {
        --m->depth;
    }
}

/* Every bit of the result depends on every bit of `a`; one to one. */
GCNMEMI_PRIVATE uint64_t gcnmemi_expr_mix(uint64_t a) {
    a += 0x9e3779b97f4a7c15u;
    a = (a ^ (a >> 30)) * 0xbf58476d1ce4e5b9u;
    a = (a ^ (a >> 27)) * 0x94d049bb133111ebu;
    return a ^ (a >> 31);
}

GCNMEMI_PRIVATE uint64_t gcnmemi_expr_unary_value(uint8_t code, uint64_t a) {
    switch (code) {
    case GCNMEMI_EXPR_NEGATE:
        return 0 - a;
    case GCNMEMI_EXPR_COMPLEMENT:
        return ~a;
    case GCNMEMI_EXPR_NOT:
        return a == 0;
    case GCNMEMI_EXPR_MIX:
        return gcnmemi_expr_mix(a);
    default:
        return a != 0;
    }
}

GCNMEM_DEF gcnmem_result gcnmem_expr_value(const gcnmem_expr* expr, const gcnmem_expr_inputs* inputs,
                                           uint64_t* out_value, gcnmem_issue* out_issue) {
    gcnmemi_expr_machine m;
    m.depth = 0;
    m.next = 0;
    *out_value = 0;
    while (m.next < expr->step_count) {
        const gcnmem_expr_step* step = &expr->steps[m.next++];
        if (step->code == GCNMEMI_EXPR_CONSTANT) {
            m.stack[m.depth++] = step->constant;
        } else if (step->code == GCNMEMI_EXPR_INPUT) {
            m.stack[m.depth++] = gcnmemi_expr_input(inputs, step->constant);
        } else if (step->code <= GCNMEMI_EXPR_BOOL) {
            m.stack[m.depth - 1] = gcnmemi_expr_unary_value(step->code, m.stack[m.depth - 1]);
        } else if (step->code <= GCNMEMI_EXPR_OR_ELSE) {
            gcnmemi_expr_jump(&m, step);
        } else {
            uint64_t b = step->has_constant ? step->constant : m.stack[--m.depth];
            if (b == 0 && gcnmemi_expr_divides(step->code)) {
                return gcnmemi_results_fail_at(GCNMEM_ERROR_MATH, out_issue, "expression", "divides by zero",
                                               inputs->lane, step->column);
            }
            m.stack[m.depth - 1] = gcnmemi_expr_binary_value(step->code, m.stack[m.depth - 1], b);
        }
    }
    *out_value = m.depth > 0 ? m.stack[0] : 0;
    return GCNMEM_OK;
}

/* ---------------------------------------------------------------------------------------------------------------------
   >>access     one wave instruction: defaults and checks
   Knows: bits, text, results
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
    const char* taps = filter;
    uint64_t count = 0;
    size_t i;
    for (i = 0; i < 3; ++i) {
        if (gcnmemi_text_same_name(names[i], filter)) {
            access->filter = filters[i];
            return GCNMEM_OK;
        }
    }
    for (i = 0; i < 5 && *taps != 0 && gcnmemi_text_lower(*taps) == "aniso"[i]; ++i) {
        ++taps;
    }
    if (i < 5 || gcnmemi_text_number(taps, gcnmemi_text_length(taps), &count) != gcnmemi_text_length(taps) ||
        count > 16) {
        return gcnmemi_results_fail(GCNMEM_ERROR_NAME, out_issue, "filter",
                                    "is one of point bilinear trilinear aniso2 aniso4 ... aniso16", 0, 0);
    }
    access->filter = GCNMEM_FILTER_ANISO;
    access->aniso = (uint32_t)count;
    return GCNMEM_OK;
}

GCNMEMI_PRIVATE gcnmem_result gcnmemi_access_check_image(const gcnmem_access* access, gcnmem_issue* out_issue) {
    if (access->image.width == 0 || access->image.height == 0) {
        return gcnmemi_results_fail(GCNMEM_ERROR_VALUE, out_issue, "image", "needs a width and a height above zero", 0,
                                    0);
    }
    if (access->image.width > 16384 || access->image.height > 16384 || access->image.depth > 8192) {
        return gcnmemi_results_fail(GCNMEM_ERROR_VALUE, out_issue, "image", "is at most 16384x16384x8192 texels",
                                    gcnmemi_bits_max(access->image.width, access->image.height), 0);
    }
    if (!access->op.is_sampled && access->filter > GCNMEM_FILTER_POINT) {
        return gcnmemi_results_fail(GCNMEM_ERROR_VALUE, out_issue, "filter",
                                    "is for image_sample; image_load and image_store do not filter", 0, 0);
    }
    if (access->filter == GCNMEM_FILTER_ANISO && access->aniso != 1 &&
        (access->aniso == 0 || access->aniso > 16 || access->aniso % 2 != 0)) {
        return gcnmemi_results_fail(GCNMEM_ERROR_VALUE, out_issue, "filter",
                                    "takes 1 2 4 6 8 10 12 14 or 16 anisotropic taps", access->aniso, 0);
    }
    return GCNMEM_OK;
}

GCNMEM_DEF gcnmem_result gcnmem_access_validate(const gcnmem_desc* desc, const gcnmem_access* access,
                                                gcnmem_issue* out_issue) {
    if (access->op.unit == GCNMEM_UNIT_NONE) {
        return gcnmemi_results_fail(GCNMEM_ERROR_VALUE, out_issue, "op", "is not set", 0, 0);
    }
    if (access->op.unit == GCNMEM_UNIT_IMAGE) {
        return gcnmemi_access_check_image(access, out_issue);
    }
    if (access->filter != GCNMEM_FILTER_DEFAULT) {
        return gcnmemi_results_fail(GCNMEM_ERROR_VALUE, out_issue, "filter", "is for image_sample", 0, 0);
    }
    if (access->op.unit == GCNMEM_UNIT_LDS && access->size_bytes > desc->lds_size_bytes) {
        return gcnmemi_results_fail(GCNMEM_ERROR_VALUE, out_issue, "size", "is larger than the LDS of a CU",
                                    access->size_bytes, 0);
    }
    return GCNMEM_OK;
}

/* ---------------------------------------------------------------------------------------------------------------------
   >>lanes      what each lane touches, in bytes: alignment, range, EXEC, texel addresses (R1, R2, R10, R11)
   Knows: bits, access
   ------------------------------------------------------------------------------------------------------------------ */

#define GCNMEMI_LANES_SPANS 4 /* texels of a bilinear footprint */

/* One access after addressing. Lane i touches `length` bytes from each of `span_count` addresses on. */
typedef struct gcnmemi_lanes {
    uint64_t active; /* bit i: lane i is in EXEC and in range */
    uint64_t bytes;  /* asked for by the active lanes */
    uint32_t span_count;
    uint32_t is_image; /* R10: banks are swizzled */
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
    if (access->size_bytes == 0) {
        return bytes;
    }
    uint64_t left = address < access->size_bytes ? access->size_bytes - address : 0;
    if (left >= bytes) {
        return bytes;
    }
    return access->op.is_typed || bytes <= 4 ? 0 : (uint32_t)left & ~3u;
}

GCNMEMI_PRIVATE void gcnmemi_lanes_from_addresses(const gcnmem_access* access, gcnmemi_lanes* lanes) {
    for (uint32_t lane = 0; lane < GCNMEM_LANES; ++lane) {
        uint64_t address = gcnmemi_lanes_align(&access->op, access->address[lane]);
        uint32_t bytes = (access->exec_mask >> lane & 1) != 0 ? gcnmemi_lanes_clip(access, address) : 0;
        lanes->active |= (uint64_t)(bytes != 0) << lane;
        lanes->address[0][lane] = address;
        lanes->length[lane] = (uint8_t)bytes;
        lanes->bytes += bytes;
    }
}

/* R10: bits of x and y interleaved, x lowest: place of a texel in its 8x8 micro tile. */
GCNMEMI_PRIVATE uint32_t gcnmemi_lanes_z_order(uint32_t x, uint32_t y) {
    return (x & 1) | (y & 1) << 1 | (x & 2) << 1 | (y & 2) << 2 | (x & 4) << 2 | (y & 4) << 3;
}

/* R10: 8x8 micro tiles stand row after row, slice after slice; 96-bit texels cannot be tiled and are linear. */
GCNMEMI_PRIVATE uint64_t gcnmemi_lanes_texel_address(const gcnmem_access* access, uint64_t x, uint64_t y, uint64_t z) {
    uint64_t tiles_x = ((uint64_t)access->image.width + 7) / 8;
    uint64_t tiles_y = ((uint64_t)access->image.height + 7) / 8;
    uint64_t tile = (z * tiles_y + y / 8) * tiles_x + x / 8;
    if (access->op.element_bytes == 12) {
        return ((z * access->image.height + y) * access->image.width + x) * 12;
    }
    return (tile * 64 + gcnmemi_lanes_z_order((uint32_t)(x & 7), (uint32_t)(y & 7))) * access->op.element_bytes;
}

GCNMEMI_PRIVATE uint64_t gcnmemi_lanes_clamp(int64_t coordinate, uint32_t step, uint32_t size) {
    uint64_t moved = coordinate < 0 ? 0 : (uint64_t)coordinate + step;
    moved = coordinate < 0 && coordinate + (int64_t)step >= 0 ? (uint64_t)(coordinate + (int64_t)step) : moved;
    return moved < size ? moved : (uint64_t)size - 1;
}

/* R2 for images: image_load and image_store outside the image touch nothing; image_sample clamps. R11: a filtered lane
   reads the 2x2 texels at its coordinate. */
GCNMEMI_PRIVATE void gcnmemi_lanes_from_texels(const gcnmem_access* access, gcnmemi_lanes* lanes) {
    uint32_t depth = (uint32_t)gcnmemi_bits_max(1, access->image.depth);
    for (uint32_t lane = 0; lane < GCNMEM_LANES; ++lane) {
        int64_t x = access->texel[0][lane];
        int64_t y = access->texel[1][lane];
        int64_t z = access->texel[2][lane];
        int is_inside = (uint64_t)x < access->image.width && (uint64_t)y < access->image.height && (uint64_t)z < depth;
        lanes->length[lane] = 0;
        if ((access->exec_mask >> lane & 1) == 0 || !(access->op.is_sampled || is_inside)) {
            continue;
        }
        lanes->active |= (uint64_t)1 << lane;
        lanes->length[lane] = (uint8_t)access->op.element_bytes;
        lanes->bytes += (uint64_t)lanes->span_count * access->op.element_bytes;
        for (uint32_t span = 0; span < lanes->span_count; ++span) {
            lanes->address[span][lane] = gcnmemi_lanes_texel_address(
                access, gcnmemi_lanes_clamp(x, span & 1, access->image.width),
                gcnmemi_lanes_clamp(y, span >> 1, access->image.height), gcnmemi_lanes_clamp(z, 0, depth));
        }
    }
}

GCNMEMI_PRIVATE gcnmem_filter gcnmemi_lanes_filter(const gcnmem_access* access) {
    if (!access->op.is_sampled) {
        return GCNMEM_FILTER_POINT;
    }
    return access->filter == GCNMEM_FILTER_DEFAULT ? GCNMEM_FILTER_BILINEAR : access->filter;
}

GCNMEMI_PRIVATE void gcnmemi_lanes_init(const gcnmem_access* access, gcnmemi_lanes* lanes) {
    lanes->active = 0;
    lanes->bytes = 0;
    lanes->is_image = access->op.unit == GCNMEM_UNIT_IMAGE;
    lanes->span_count = gcnmemi_lanes_filter(access) > GCNMEM_FILTER_POINT ? 4 : 1;
    if (lanes->is_image) {
        gcnmemi_lanes_from_texels(access, lanes);
    } else {
        gcnmemi_lanes_from_addresses(access, lanes);
    }
}

/* ---------------------------------------------------------------------------------------------------------------------
   >>coalesce   issue groups: which lanes the address unit takes in one clock (R3, R4, R5)
   Knows: lanes
   ------------------------------------------------------------------------------------------------------------------ */

#define GCNMEMI_COALESCE_BLOCK 16 /* lanes that may coalesce */
#define GCNMEMI_COALESCE_QUAD 4

/* Lanes first, first + step, ... of a wave. */
typedef struct gcnmemi_coalesce_group {
    uint32_t first;
    uint32_t step;
    uint32_t count;
} gcnmemi_coalesce_group;

GCNMEMI_PRIVATE gcnmemi_coalesce_group gcnmemi_coalesce_group_of(uint32_t first, uint32_t step, uint32_t count) {
    gcnmemi_coalesce_group group;
    group.first = first;
    group.step = step;
    group.count = count;
    return group;
}

/* R3 is for loads of one channel of at most 32 bits through buffers and flat addresses; R12: not for stores. */
GCNMEMI_PRIVATE int gcnmemi_coalesce_can(const gcnmem_op* op) {
    return (op->unit == GCNMEM_UNIT_BUFFER || op->unit == GCNMEM_UNIT_FLAT) && op->action == GCNMEM_ACTION_LOAD &&
           op->channels == 1 && op->element_bytes <= 4;
}

/* R3: the active lanes of an aligned quad stay within 4 consecutive elements, in any order. Addresses wrap (R1), so
   they are compared by their distance from one of them. */
GCNMEMI_PRIVATE int gcnmemi_coalesce_quad(const gcnmemi_lanes* lanes, uint32_t first, uint32_t element_bytes) {
    const uint64_t middle = (uint64_t)1 << 63;
    uint64_t origin = 0;
    uint64_t lowest = UINT64_MAX;
    uint64_t highest = 0;
    for (uint32_t lane = first; lane < first + GCNMEMI_COALESCE_QUAD; ++lane) {
        if ((lanes->active >> lane & 1) != 0) {
            uint64_t address = lanes->address[0][lane];
            origin = lowest > highest ? address : origin;
            lowest = address - origin + middle < lowest ? address - origin + middle : lowest;
            highest = address - origin + middle > highest ? address - origin + middle : highest;
        }
    }
    return lowest > highest || highest - lowest <= 3 * (uint64_t)element_bytes;
}

/* The issue groups of one 16-lane block. Returns how many: 1 (R3) or 4 (R4 one lane of each quad, R5 a quad each). */
GCNMEMI_PRIVATE uint32_t gcnmemi_coalesce_groups(const gcnmem_op* op, const gcnmemi_lanes* lanes, uint32_t block,
                                                 gcnmemi_coalesce_group out_groups[4]) {
    int can = gcnmemi_coalesce_can(op);
    int is_one = can;
    for (uint32_t quad = block; quad < block + GCNMEMI_COALESCE_BLOCK && is_one; quad += GCNMEMI_COALESCE_QUAD) {
        is_one = gcnmemi_coalesce_quad(lanes, quad, op->element_bytes);
    }
    if (is_one) {
        out_groups[0] = gcnmemi_coalesce_group_of(block, 1, GCNMEMI_COALESCE_BLOCK);
        return 1;
    }
    for (uint32_t i = 0; i < 4; ++i) {
        out_groups[i] = can ? gcnmemi_coalesce_group_of(block + i, GCNMEMI_COALESCE_QUAD, 4)
                            : gcnmemi_coalesce_group_of(block + i * GCNMEMI_COALESCE_QUAD, 1, 4);
    }
    return 4;
}

/* ---------------------------------------------------------------------------------------------------------------------
   >>blocks     distinct aligned blocks of memory that a group of lanes touches: dwords, lines, requests
   Knows: bits, lanes, coalesce
   ------------------------------------------------------------------------------------------------------------------ */

#define GCNMEMI_BLOCKS_MAX 512    /* 64 lanes, 4 texels, 2 blocks each; a group of 4 lanes has at most 80 dwords */
#define GCNMEMI_BLOCKS_SLOTS 1024 /* a power of two */

/* A list of block numbers, address / size, and how to find one in it: open addressing, cleared by its bitmap alone. */
typedef struct gcnmemi_blocks {
    uint64_t used[GCNMEMI_BLOCKS_SLOTS / 64];
    uint16_t slot[GCNMEMI_BLOCKS_SLOTS];
    uint64_t number[GCNMEMI_BLOCKS_MAX]; /* in the order of the lanes */
    uint32_t shift;                      /* log2 of a block's bytes */
    uint32_t count;
    uint32_t latest;
} gcnmemi_blocks;

/* Where the block stands in the list, at whose end it is put if it is new. */
GCNMEMI_PRIVATE uint32_t gcnmemi_blocks_find(gcnmemi_blocks* blocks, uint64_t number) {
    if (blocks->count != 0 && blocks->number[blocks->latest] == number) {
        return blocks->latest;
    }
    uint32_t at = (uint32_t)((number * 0x9e3779b97f4a7c15u) >> 32) % GCNMEMI_BLOCKS_SLOTS;
    while ((blocks->used[at / 64] >> (at % 64) & 1) != 0 && blocks->number[blocks->slot[at]] != number) {
        at = (at + 1) % GCNMEMI_BLOCKS_SLOTS;
    }
    if ((blocks->used[at / 64] >> (at % 64) & 1) == 0) {
        blocks->used[at / 64] |= (uint64_t)1 << (at % 64);
        blocks->number[blocks->count] = number;
        blocks->slot[at] = (uint16_t)blocks->count++;
    }
    blocks->latest = blocks->slot[at];
    return blocks->latest;
}

/* The blocks of `bytes` (a power of two) that the group's lanes touch. Returns how many. R1: a run may wrap to zero. */
GCNMEMI_PRIVATE uint32_t gcnmemi_blocks_gather(gcnmemi_blocks* blocks, const gcnmemi_lanes* lanes,
                                               gcnmemi_coalesce_group group, uint32_t bytes) {
    for (uint32_t i = 0; i < GCNMEMI_BLOCKS_SLOTS / 64; ++i) {
        blocks->used[i] = 0;
    }
    blocks->count = 0;
    blocks->latest = 0;
    blocks->shift = gcnmemi_bits_log2(bytes);
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

/* R44: whether the lanes of the group cover together every byte of each block, of at most 256 bytes. */
GCNMEMI_PRIVATE void gcnmemi_blocks_cover(gcnmemi_blocks* blocks, const gcnmemi_lanes* lanes,
                                          gcnmemi_coalesce_group group, uint8_t* out_is_full) {
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
                                          gcnmemi_coalesce_group group, uint8_t* out_turns) {
    for (uint32_t i = 0; i < blocks->count; ++i) {
        out_turns[i] = 1;
    }
    for (uint32_t lane = group.first; lane < group.first + group.count; ++lane) {
        if ((lanes->active >> lane & 1) == 0) {
            continue;
        }
        uint64_t address = lanes->address[0][lane];
        uint8_t* turns = &out_turns[gcnmemi_blocks_find(blocks, address >> blocks->shift)];
        uint8_t turn = 1;
        for (uint32_t earlier = group.first; earlier < lane; ++earlier) {
            turn = (uint8_t)(turn + ((lanes->active >> earlier & 1) != 0 && lanes->address[0][earlier] == address));
        }
        *turns = turn > *turns ? turn : *turns;
    }
}

/* ---------------------------------------------------------------------------------------------------------------------
   >>l1         service rate of the vector L1: tag banks, data banks, filter (R6 to R14)
   Knows: bits, lanes, coalesce, blocks
   ------------------------------------------------------------------------------------------------------------------ */

/* R6, R7: most blocks in one of `banks` banks. `flip` exchanges banks where bit `flip_bit` of a block's number is set
   (R10). */
GCNMEMI_PRIVATE uint32_t gcnmemi_l1_fullest(const gcnmemi_blocks* blocks, uint32_t banks, uint32_t flip,
                                            uint32_t flip_bit) {
    uint8_t length[64] = {0};
    uint32_t most = 0;
    for (uint32_t i = 0; i < blocks->count; ++i) {
        uint32_t bank = (uint32_t)blocks->number[i] & (banks - 1);
        bank ^= (blocks->number[i] >> flip_bit & 1) != 0 ? flip : 0;
        most = (uint32_t)gcnmemi_bits_max(most, ++length[bank]);
    }
    return most;
}

/* R11, R13: clocks of a group when nothing conflicts. */
GCNMEMI_PRIVATE uint32_t gcnmemi_l1_rate_clocks(const gcnmem_desc* desc, const gcnmem_access* access) {
    if (gcnmemi_lanes_filter(access) > GCNMEM_FILTER_POINT) {
        return gcnmemi_bits_divide_up(access->op.element_bytes, desc->l1_filter_bytes);
    }
    return access->op.is_compare ? 2 : 1;
}

/* R11: bilinear footprints a filtered lane reads: two mips, two slices, one for each anisotropic tap. */
GCNMEMI_PRIVATE uint32_t gcnmemi_l1_passes(const gcnmem_access* access) {
    gcnmem_filter filter = gcnmemi_lanes_filter(access);
    uint32_t passes = filter == GCNMEM_FILTER_TRILINEAR ? 2 : 1;
    passes = filter == GCNMEM_FILTER_ANISO ? access->aniso : passes;
    return filter > GCNMEM_FILTER_POINT && access->image.depth > 1 ? passes * 2 : passes;
}

/* R14: AMD counts a quad of a coalesced block once and every lane of the others. */
GCNMEMI_PRIVATE uint32_t gcnmemi_l1_group_accesses(uint64_t active, const gcnmemi_coalesce_group* group) {
    uint32_t lanes = group->count == GCNMEMI_COALESCE_BLOCK ? GCNMEMI_COALESCE_QUAD : 1;
    uint32_t accesses = 0;
    for (uint32_t i = 0; i < group->count; i += lanes) {
        accesses += (active >> (group->first + i * group->step) & (lanes == 1 ? 1 : 15)) != 0;
    }
    return accesses;
}

/* R8: a group takes the worst of tags, banks and rate, and never less than one clock even when no lane is in range. */
GCNMEMI_PRIVATE void gcnmemi_l1_add_group(const gcnmem_desc* desc, const gcnmem_access* access,
                                          const gcnmemi_lanes* lanes, const gcnmemi_coalesce_group* group,
                                          gcnmemi_blocks* blocks, gcnmem_cost* cost) {
    cost->l1_cache_accesses += gcnmemi_blocks_gather(blocks, lanes, *group, desc->l1_line_bytes);
    uint64_t tags = gcnmemi_bits_max(1, gcnmemi_l1_fullest(blocks, desc->l1_tag_banks, 0, 0));
    gcnmemi_blocks_gather(blocks, lanes, *group, 4);
    uint32_t most = gcnmemi_l1_fullest(blocks, desc->l1_data_banks, lanes->is_image ? desc->l1_data_banks / 2 : 0,
                                       gcnmemi_bits_log2(desc->l1_line_bytes / 4));
    uint64_t banks = gcnmemi_bits_max(tags, most);
    cost->issue_groups += 1;
    cost->tag_conflict_clocks += tags - 1;
    cost->bank_conflict_clocks += banks - tags;
    cost->clocks += gcnmemi_bits_max(banks, gcnmemi_l1_rate_clocks(desc, access)) * (uint64_t)gcnmemi_l1_passes(access);
    cost->l1_accesses += gcnmemi_l1_group_accesses(lanes->active, group);
}

GCNMEMI_PRIVATE void gcnmemi_l1_add_wave(const gcnmem_desc* desc, const gcnmem_access* access,
                                         const gcnmemi_lanes* lanes, gcnmemi_blocks* blocks, gcnmem_cost* cost) {
    int is_two_channel_load = access->op.action == GCNMEM_ACTION_LOAD && access->op.channels == 2 &&
                              gcnmemi_lanes_filter(access) == GCNMEM_FILTER_POINT;
    uint64_t floor_clocks = is_two_channel_load ? desc->l1_two_channel_floor_clocks : 0; /* R9 */
    uint64_t best_groups = gcnmemi_coalesce_can(&access->op) ? 4 : 16;
    for (uint32_t block = 0; block < GCNMEM_LANES; block += GCNMEMI_COALESCE_BLOCK) {
        gcnmemi_coalesce_group groups[4];
        uint32_t count = gcnmemi_coalesce_groups(&access->op, lanes, block, groups);
        for (uint32_t i = 0; i < count; ++i) {
            gcnmemi_l1_add_group(desc, access, lanes, &groups[i], blocks, cost);
        }
    }
    cost->clocks = gcnmemi_bits_max(cost->clocks, floor_clocks);
    cost->best_clocks =
        gcnmemi_bits_max(best_groups * gcnmemi_l1_rate_clocks(desc, access) * gcnmemi_l1_passes(access), floor_clocks);
    cost->rate_clocks = cost->clocks - cost->issue_groups - cost->tag_conflict_clocks - cost->bank_conflict_clocks;
}

/* ---------------------------------------------------------------------------------------------------------------------
   >>touch      what a wave touches: the one answer that cost, replay and run read (R13, R15, R16, R44)
   Knows: bits, desc, lanes, coalesce, blocks, l1
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
GCNMEMI_PRIVATE uint32_t gcnmemi_touch_add(const gcnmem_op* op, const gcnmemi_lanes* lanes,
                                           gcnmemi_coalesce_group group, gcnmemi_blocks* blocks, gcnmemi_touch* list) {
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
    for (uint32_t first = 0; first < GCNMEM_LANES; first += desc->request_lanes) {
        gcnmemi_coalesce_group group = gcnmemi_coalesce_group_of(first, 1, desc->request_lanes);
        gcnmemi_blocks_gather(blocks, lanes, group, bytes);
        count += gcnmemi_touch_add(op, lanes, group, blocks, list);
    }
    return count;
}

/* R16: what DRAM moves at least for a byte: a line of L2, or a burst where that is longer. */
GCNMEMI_PRIVATE uint32_t gcnmemi_touch_memory_block(const gcnmem_desc* desc) {
    return (uint32_t)gcnmemi_bits_max(gcnmem_desc_dram_burst_bytes(desc), desc->l2_line_bytes);
}

/* A vector access, the readable way. The cost comes in zeroed, or as far as the caller counts it. */
GCNMEMI_PRIVATE void gcnmemi_touch_vector(const gcnmem_desc* desc, const gcnmem_access* access, uint32_t want,
                                          gcnmemi_touch* touch) {
    gcnmem_cost* cost = &touch->cost;
    gcnmemi_coalesce_group all = gcnmemi_coalesce_group_of(0, 1, GCNMEM_LANES);
    gcnmemi_lanes lanes;
    gcnmemi_blocks blocks;
    gcnmemi_lanes_init(access, &lanes);
    gcnmemi_l1_add_wave(desc, access, &lanes, &blocks, cost);
    cost->lanes = gcnmemi_bits_count(lanes.active);
    cost->bytes_requested = lanes.bytes;
    cost->l1_lines = gcnmemi_blocks_gather(&blocks, &lanes, all, desc->l1_line_bytes);
    if ((want & GCNMEMI_TOUCH_WANT_LINES) != 0 && access->op.action != GCNMEM_ACTION_ATOMIC) {
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
        cost->l2_requests = gcnmemi_touch_requests(desc, &access->op, &lanes, &blocks, desc->request_bytes, NULL);
        cost->dram_bursts = (uint64_t)gcnmemi_blocks_gather(&blocks, &lanes, all, block_bytes) *
                            (block_bytes / gcnmem_desc_dram_burst_bytes(desc));
        cost->bytes_fetched = cost->l2_requests * desc->request_bytes;
    }
}

/* ---------------------------------------------------------------------------------------------------------------------
   >>fast       the common wave, quickly: one whole dword or less for each of 64 lanes (R1 to R8, R12 to R16, R44)
   Knows: bits, access, lanes, coalesce, touch, desc

   Gives exactly what room touch gives, or declines; gcnmem_cost_wave_plain() is there to prove it. Everything is in 32
   bits relative to a base near lane 0, and loops have fixed lengths, so that compilers vectorize them.
   ------------------------------------------------------------------------------------------------------------------ */

#define GCNMEMI_FAST_WINDOW 0x40000000u /* bytes on either side of lane 0 that the relative addresses reach */

typedef struct gcnmemi_fast_wave {
    uint64_t base;               /* byte address, a multiple of 64 KB, that `byte` is relative to */
    uint32_t byte[GCNMEM_LANES]; /* relative byte address of a lane */
    uint32_t stride;             /* bytes from lane to lane when is_progression */
    uint32_t is_progression;     /* lane i stands at byte[0] + i * stride */
    uint32_t groups;             /* issue groups that differ: 4 of a progression, else 16 */
    uint32_t lane[4][16];        /* lane k of each group: relative dword */
} gcnmemi_fast_wave;

/* Whole dwords one stride apart: the first lane and the stride say everything. */
GCNMEMI_PRIVATE int gcnmemi_fast_read_progression(const gcnmem_access* access, gcnmemi_fast_wave* w) {
    const uint64_t first = access->address[0];
    const uint64_t stride = access->address[1] - first;
    uint64_t uneven =
        ((stride | first) & 3) | ((access->address[2] - access->address[1]) ^ stride); /* most are out here */
    if (uneven != 0 || stride > GCNMEMI_FAST_WINDOW / GCNMEM_LANES) {
        return 0;
    }
    for (uint32_t i = 2; i < GCNMEM_LANES; ++i) {
        uneven |= (access->address[i] - access->address[i - 1]) ^ stride;
    }
    w->stride = (uint32_t)stride;
    w->is_progression = uneven == 0;
    w->byte[0] = (uint32_t)(first - w->base);
    return uneven == 0;
}

/* Relative address of a lane. Of a progression only lane 0 is stored. */
GCNMEMI_PRIVATE uint32_t gcnmemi_fast_byte(const gcnmemi_fast_wave* w, uint32_t lane) {
    return w->is_progression ? w->byte[0] + lane * w->stride : w->byte[lane];
}

/* Relative addresses; 0 when a lane is too far from lane 0 or touches two dwords. */
GCNMEMI_PRIVATE int gcnmemi_fast_read(const gcnmem_access* access, gcnmemi_fast_wave* w) {
    const uint32_t bytes = access->op.element_bytes;
    const uint64_t align = gcnmemi_lanes_align(&access->op, UINT64_MAX);
    uint64_t reach = 0;
    uint64_t straddles = 0;
    w->base = access->address[0] < GCNMEMI_FAST_WINDOW ? 0 : access->address[0] - GCNMEMI_FAST_WINDOW;
    w->base &= ~(uint64_t)0xffff;
    w->is_progression = 0;
    if (gcnmemi_fast_read_progression(access, w)) {
        return 1;
    }
    for (uint32_t i = 0; i < GCNMEM_LANES; ++i) {
        uint64_t address = access->address[i] & align;
        uint64_t relative = address - w->base;
        reach |= relative;
        straddles |= (address & 3) + bytes - 1;
        w->byte[i] = (uint32_t)relative;
    }
    return reach >> 31 == 0 && (straddles & 4) == 0;
}

/* Lowest and highest relative address of lanes first .. first + count - 1. */
GCNMEMI_PRIVATE void gcnmemi_fast_span(const gcnmemi_fast_wave* w, uint32_t first, uint32_t count, uint32_t* out_low,
                                       uint32_t* out_high) {
    uint32_t low = gcnmemi_fast_byte(w, first);
    uint32_t high = gcnmemi_fast_byte(w, first + count - 1);
    for (uint32_t i = first; i < first + count && !w->is_progression; ++i) {
        low = w->byte[i] < low ? w->byte[i] : low;
        high = w->byte[i] > high ? w->byte[i] : high;
    }
    *out_low = low;
    *out_high = high;
}

/* R2: every lane in range, and no address wraps. */
GCNMEMI_PRIVATE int gcnmemi_fast_in_range(const gcnmem_access* access, const gcnmemi_fast_wave* w) {
    uint32_t low;
    uint32_t high;
    if (w->base > UINT64_MAX - 2 * (uint64_t)GCNMEMI_FAST_WINDOW) {
        return 0;
    }
    if (access->size_bytes == 0) {
        return 1;
    }
    gcnmemi_fast_span(w, 0, GCNMEM_LANES, &low, &high);
    return w->base + high < access->size_bytes && access->size_bytes - (w->base + high) >= access->op.element_bytes;
}

GCNMEMI_PRIVATE int gcnmemi_fast_accepts(const gcnmem_access* access, const gcnmem_desc* desc) {
    return (access->op.unit == GCNMEM_UNIT_BUFFER || access->op.unit == GCNMEM_UNIT_FLAT) &&
           access->op.element_bytes <= 4 && access->op.action != GCNMEM_ACTION_ATOMIC && access->op.channels == 1 &&
           access->exec_mask == UINT64_MAX && desc->l1_data_banks == 16 && desc->l1_tag_banks == 4 &&
           desc->l1_line_bytes == 64 && desc->request_bytes == 64 && desc->request_lanes == GCNMEM_LANES;
}

/* R3: how many of the four blocks coalesce. */
GCNMEMI_PRIVATE uint32_t gcnmemi_fast_coalesced_blocks(const gcnmem_access* access, const gcnmemi_fast_wave* w) {
    uint32_t limit = 3 * access->op.element_bytes;
    uint32_t blocks = 0;
    if (w->is_progression) {
        return 3 * w->stride <= limit ? 4 : 0;
    }
    for (uint32_t block = 0; block < GCNMEM_LANES; block += GCNMEMI_COALESCE_BLOCK) {
        uint32_t coalesces = 1;
        for (uint32_t quad = block; quad < block + GCNMEMI_COALESCE_BLOCK && coalesces; quad += GCNMEMI_COALESCE_QUAD) {
            const uint32_t* b = &w->byte[quad];
            uint32_t low = gcnmemi_bits_min32(gcnmemi_bits_min32(b[0], b[1]), gcnmemi_bits_min32(b[2], b[3]));
            coalesces = b[0] - low <= limit && b[1] - low <= limit && b[2] - low <= limit && b[3] - low <= limit;
        }
        blocks += coalesces;
    }
    return blocks;
}

/* Groups of four lanes side by side: R4 one lane of each quad, R5 R12 a quad each. The blocks of a progression of whole
   dwords stand a multiple of 64 bytes apart: one block tells all. */
GCNMEMI_PRIVATE void gcnmemi_fast_gather(const gcnmem_access* access, gcnmemi_fast_wave* w) {
    uint32_t dword[GCNMEM_LANES];
    if (w->is_progression) { /* whole dwords apart */
        for (uint32_t i = 0; i < GCNMEM_LANES; ++i) {
            dword[i] = (w->byte[0] >> 2) + i * (w->stride >> 2);
        }
    } else {
        for (uint32_t i = 0; i < GCNMEM_LANES; ++i) {
            dword[i] = w->byte[i] >> 2;
        }
    }
    w->groups = w->is_progression ? 4 : 16;
    for (uint32_t group = 0; group < 16; group += 4) {
        for (uint32_t k = 0; k < 4 && access->op.action == GCNMEM_ACTION_LOAD; ++k) {
            for (uint32_t i = 0; i < 4; ++i) {
                w->lane[k][group + i] = dword[group * 4 + k * 4 + i];
            }
        }
        for (uint32_t k = 0; k < 4 && access->op.action != GCNMEM_ACTION_LOAD; ++k) {
            for (uint32_t i = 0; i < 4; ++i) {
                w->lane[k][group + i] = dword[group * 4 + i * 4 + k];
            }
        }
    }
}

/* What groups of four lanes add up to: four running sums side by side, one vector. */
typedef struct gcnmemi_fast_turns {
    uint32_t tag_conflicts[4];
    uint32_t bank_conflicts[4];
    uint32_t lines[4];
} gcnmemi_fast_turns;

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

/* Groups first .. first + 3 of four lanes each. */
GCNMEMI_PRIVATE void gcnmemi_fast_add_turns(const gcnmemi_fast_wave* w, uint32_t first, gcnmemi_fast_turns* sum) {
    gcnmemi_fast_turns local = *sum;
    for (uint32_t g = 0; g < 4; ++g) {
        uint32_t a = w->lane[0][first + g];
        uint32_t b = w->lane[1][first + g];
        uint32_t c = w->lane[2][first + g];
        uint32_t d = w->lane[3][first + g];
        uint32_t tags;
        uint32_t banks;
        uint32_t lines;
        uint32_t dwords;
        GCNMEMI_FAST_EXTRA_TURNS(tags, lines, a >> 4, b >> 4, c >> 4, d >> 4, 3u);
        GCNMEMI_FAST_EXTRA_TURNS(banks, dwords, a, b, c, d, 15u);
        local.tag_conflicts[g] += tags;
        local.bank_conflicts[g] += (banks > tags ? banks : tags) - tags;
        local.lines[g] += lines;
        (void)dwords;
    }
    *sum = local;
}

GCNMEMI_PRIVATE int gcnmemi_fast_repeats(const uint32_t* block, uint32_t lane) {
    for (uint32_t i = 0; i < lane; ++i) {
        if (block[i] == block[lane]) {
            return 1;
        }
    }
    return 0;
}

/* Distinct blocks of 2^shift bytes. A table remembers the latest lane of each hash; only a lane that meets another
   block there is compared with all before it. */
GCNMEMI_PRIVATE uint32_t gcnmemi_fast_distinct(const gcnmemi_fast_wave* w, uint32_t shift) {
    uint8_t latest[2048] = {0};
    uint32_t block[GCNMEM_LANES];
    uint32_t hash[GCNMEM_LANES];
    uint32_t distinct = GCNMEM_LANES;
    for (uint32_t i = 0; i < GCNMEM_LANES; ++i) {
        block[i] = w->byte[i] >> shift;
        hash[i] = (block[i] * 0x9e3779b1u) >> 21;
    }
    for (uint32_t i = 0; i < GCNMEM_LANES; ++i) {
        uint32_t other = latest[hash[i]];
        latest[hash[i]] = (uint8_t)(i + 1);
        if (other != 0) {
            distinct -= block[other - 1] == block[i] ? 1 : (uint32_t)gcnmemi_fast_repeats(block, i);
        }
    }
    return distinct;
}

GCNMEMI_PRIVATE uint32_t gcnmemi_fast_blocks(const gcnmemi_fast_wave* w, uint32_t shift) {
    uint32_t last = gcnmemi_fast_byte(w, GCNMEM_LANES - 1) >> shift;
    if (!w->is_progression) {
        return gcnmemi_fast_distinct(w, shift);
    }
    return w->stride >> shift != 0 ? GCNMEM_LANES : last - (w->byte[0] >> shift) + 1;
}

/* Four coalesced blocks whose lanes stay within 16 dwords: no conflict is possible. 0 when a block is wider. */
GCNMEMI_PRIVATE int gcnmemi_fast_add_coalesced(const gcnmemi_fast_wave* w, gcnmem_cost* cost) {
    for (uint32_t block = 0; block < GCNMEM_LANES; block += GCNMEMI_COALESCE_BLOCK) {
        uint32_t low;
        uint32_t high;
        gcnmemi_fast_span(w, block, GCNMEMI_COALESCE_BLOCK, &low, &high);
        if (high / 4 - low / 4 >= 16) {
            return 0;
        }
        cost->l1_cache_accesses += high / 64 - low / 64 + 1;
    }
    cost->issue_groups = 4;
    cost->l1_accesses = 16;
    return 1;
}

GCNMEMI_PRIVATE void gcnmemi_fast_add_split(const gcnmem_access* access, gcnmemi_fast_wave* w, gcnmem_cost* cost) {
    gcnmemi_fast_turns sum = {{0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}};
    gcnmemi_fast_gather(access, w);
    uint32_t repeat = 16 / w->groups;
    for (uint32_t first = 0; first < w->groups; first += 4) {
        gcnmemi_fast_add_turns(w, first, &sum);
    }
    for (uint32_t g = 0; g < 4; ++g) {
        cost->tag_conflict_clocks += sum.tag_conflicts[g] * repeat;
        cost->bank_conflict_clocks += sum.bank_conflicts[g] * repeat;
        cost->l1_cache_accesses += sum.lines[g] * repeat;
    }
    cost->issue_groups = 16;
    cost->l1_accesses = 64;
}

/* The distinct lines of 64 bytes on the list; is_full when every byte of one is stored. */
GCNMEMI_PRIVATE void gcnmemi_fast_lines(const gcnmem_op* op, const gcnmemi_fast_wave* w, gcnmemi_touch* touch) {
    const uint64_t part = ((uint64_t)1 << op->element_bytes) - 1;
    uint64_t covered[GCNMEM_LANES];
    uint32_t line[GCNMEM_LANES];
    uint8_t slot[256] = {0}; /* by hash: index + 1 of a line */
    uint32_t count = 0;
    for (uint32_t lane = 0; lane < GCNMEM_LANES; ++lane) {
        uint32_t byte = gcnmemi_fast_byte(w, lane);
        uint32_t at = ((byte >> 6) * 0x9e3779b1u) >> 24;
        while (slot[at] != 0 && line[slot[at] - 1] != byte >> 6) {
            at = (at + 1) % 256;
        }
        if (slot[at] == 0) {
            line[count] = byte >> 6;
            covered[count] = 0;
            touch->line[count] = w->base + (byte & ~(uint32_t)63);
            slot[at] = (uint8_t)++count;
        }
        covered[slot[at] - 1] |= part << (byte & 63);
    }
    touch->line_count = count;
    touch->line_bytes = 64;
    touch->cost.l1_lines = count;
    for (uint32_t i = 0; i < count; ++i) {
        touch->is_full[i] = op->action == GCNMEM_ACTION_STORE && covered[i] == UINT64_MAX;
    }
}

/* What the L1 does with a wave. Returns 0 when a block coalesces and another does not, or is wider than the banks. */
GCNMEMI_PRIVATE int gcnmemi_fast_serve(const gcnmem_access* access, gcnmemi_fast_wave* w, gcnmem_cost* cost) {
    int can = gcnmemi_coalesce_can(&access->op);
    uint32_t coalesced = can ? gcnmemi_fast_coalesced_blocks(access, w) : 0;
    if (coalesced == 0) {
        gcnmemi_fast_add_split(access, w, cost);
    } else if (coalesced != 4 || !gcnmemi_fast_add_coalesced(w, cost)) {
        cost->l1_cache_accesses = 0;
        return 0;
    }
    cost->lanes = GCNMEM_LANES;
    cost->bytes_requested = (uint64_t)GCNMEM_LANES * access->op.element_bytes;
    cost->clocks = cost->issue_groups + cost->tag_conflict_clocks + cost->bank_conflict_clocks;
    cost->best_clocks = can ? 4 : 16;
    return 1;
}

/* As gcnmemi_touch_vector(): returns 1, or declines, returns 0 and leaves the cost as it was. */
GCNMEMI_PRIVATE int gcnmemi_fast_touch(const gcnmem_desc* desc, const gcnmem_access* access, uint32_t want,
                                       gcnmemi_touch* touch) {
    gcnmem_cost* cost = &touch->cost;
    gcnmemi_fast_wave w;
    if (!gcnmemi_fast_accepts(access, desc) || !gcnmemi_fast_read(access, &w) || !gcnmemi_fast_in_range(access, &w) ||
        !gcnmemi_fast_serve(access, &w, cost)) {
        return 0;
    }
    if ((want & (GCNMEMI_TOUCH_WANT_LINES | GCNMEMI_TOUCH_WANT_REQUEST_LIST)) != 0) {
        gcnmemi_fast_lines(&access->op, &w, touch);
    } else {
        cost->l1_lines = gcnmemi_fast_blocks(&w, 6);
    }
    if ((want & GCNMEMI_TOUCH_WANT_REQUESTS) != 0) {
        uint32_t burst_bytes = gcnmem_desc_dram_burst_bytes(desc);
        uint32_t block_bytes = gcnmemi_touch_memory_block(desc);
        uint64_t blocks = block_bytes == 64 ? cost->l1_lines : gcnmemi_fast_blocks(&w, gcnmemi_bits_log2(block_bytes));
        cost->l2_requests = cost->l1_lines;
        cost->dram_bursts = blocks * (block_bytes / burst_bytes);
        cost->bytes_fetched = cost->l1_lines * 64;
    }
    return 1;
}

/* ---------------------------------------------------------------------------------------------------------------------
   >>lds        local data share: phases, banks, ports (R17 to R23)
   Knows: bits, access
   ------------------------------------------------------------------------------------------------------------------ */

#define GCNMEMI_LDS_PHASE_DWORDS 256

/* One phase: the dwords its lanes want, chained by bank. */
typedef struct gcnmemi_lds_phase {
    uint64_t dword[GCNMEMI_LDS_PHASE_DWORDS];
    uint16_t next[GCNMEMI_LDS_PHASE_DWORDS]; /* index + 1 of the next dword of the bank */
    uint16_t head[64];                       /* index + 1 of the first */
    uint16_t length[64];
    uint32_t count;
    uint32_t most; /* longest chain */
} gcnmemi_lds_phase;

/* R19: lanes of ds_read_b128's phases, as AMD lists them for CDNA. */
static const uint64_t gcnmemi_lds_read_b128[8] = {0x0000000000f0000fu, 0x00000000000f00f0u, 0x00000000f0000f00u,
                                                  0x000000000f00f000u, 0x00f0000f00000000u, 0x000f00f000000000u,
                                                  0xf0000f0000000000u, 0x0f00f00000000000u};

/* R17 to R19: dwords a lane moves in one phase. */
GCNMEMI_PRIVATE uint32_t gcnmemi_lds_lane_dwords(const gcnmem_op* op) {
    uint32_t dwords = gcnmemi_bits_divide_up(op->element_bytes, 4);
    if (dwords == 1 && op->addresses == 2) {
        return 2; /* read2_b32 fetches both dwords in one phase */
    }
    return dwords == 3 ? 4 : dwords;
}

GCNMEMI_PRIVATE uint32_t gcnmemi_lds_phase_lanes(const gcnmem_desc* desc, const gcnmem_op* op) {
    return (uint32_t)gcnmemi_bits_max(1, desc->lds_bank_count / gcnmemi_lds_lane_dwords(op));
}

GCNMEMI_PRIVATE uint64_t gcnmemi_lds_phase_mask(const gcnmem_desc* desc, const gcnmem_op* op, uint32_t phase) {
    uint32_t lanes = gcnmemi_lds_phase_lanes(desc, op);
    if (op->element_bytes == 16 && op->action == GCNMEM_ACTION_LOAD && lanes == 8) {
        return gcnmemi_lds_read_b128[phase];
    }
    return lanes >= 64 ? UINT64_MAX : (((uint64_t)1 << lanes) - 1) << (phase * lanes);
}

/* R20: the same dword is fetched once; R21: atomics to one dword take their turns. */
GCNMEMI_PRIVATE void gcnmemi_lds_want(gcnmemi_lds_phase* phase, uint64_t dword, uint32_t bank, int is_atomic) {
    uint32_t i = is_atomic ? 0 : phase->head[bank];
    while (i != 0) {
        if (phase->dword[i - 1] == dword) {
            return;
        }
        i = phase->next[i - 1];
    }
    phase->dword[phase->count] = dword;
    phase->next[phase->count] = phase->head[bank];
    phase->head[bank] = (uint16_t)++phase->count;
    phase->most = (uint32_t)gcnmemi_bits_max(phase->most, ++phase->length[bank]);
}

/* R22: a lane whose access does not lie wholly inside the allocation takes no part. */
GCNMEMI_PRIVATE int gcnmemi_lds_in_range(const gcnmem_desc* desc, const gcnmem_access* access, uint64_t address) {
    uint64_t size = access->size_bytes != 0 ? access->size_bytes : desc->lds_size_bytes;
    return address <= size && size - address >= access->op.element_bytes;
}

GCNMEMI_PRIVATE void gcnmemi_lds_want_lane(const gcnmem_desc* desc, const gcnmem_access* access,
                                           gcnmemi_lds_phase* phase, uint64_t address, gcnmem_cost* cost) {
    uint32_t dwords = gcnmemi_bits_divide_up(access->op.element_bytes, 4);
    if (!gcnmemi_lds_in_range(desc, access, address)) {
        return;
    }
    cost->bytes_requested += access->op.element_bytes;
    for (uint32_t k = 0; k < dwords; ++k) {
        uint64_t dword = (address >> 2) + k;
        gcnmemi_lds_want(phase, dword, (uint32_t)dword & (desc->lds_bank_count - 1),
                         access->op.action == GCNMEM_ACTION_ATOMIC);
    }
}

/* Addresses number from .. to - 1 of the lanes in `mask`, looked at together. */
GCNMEMI_PRIVATE void gcnmemi_lds_add_phase(const gcnmem_desc* desc, const gcnmem_access* access, uint64_t mask,
                                           uint32_t from, uint32_t to, gcnmem_cost* cost) {
    gcnmemi_lds_phase phase;
    for (uint32_t i = 0; i < 64; ++i) {
        phase.head[i] = 0;
        phase.length[i] = 0;
    }
    phase.count = 0;
    phase.most = 1; /* a phase takes a clock even when no lane is in it */
    for (uint32_t lane = 0; lane < GCNMEM_LANES; ++lane) {
        for (uint32_t i = from; i < to && (mask >> lane & 1) != 0; ++i) {
            gcnmemi_lds_want_lane(desc, access, &phase, access->address[lane] + i * access->op.address_step_bytes,
                                  cost);
        }
    }
    cost->phases += 1;
    cost->clocks += phase.most;
}

/* R23: clocks of the CU's ports. Address and data share the way in; SRC2 operations hold both ports. */
GCNMEMI_PRIVATE uint64_t gcnmemi_lds_port_clocks(const gcnmem_desc* desc, const gcnmem_op* op) {
    uint64_t in = (op->addresses != 0) + (uint64_t)op->data_in;
    uint64_t dwords = gcnmemi_bits_max(in, op->data_out);
    uint64_t lane_clocks = GCNMEM_LANES / desc->lds_port_lanes_per_clock;
    if (op->is_src2) {
        return gcnmemi_bits_divide_up(op->element_bytes, 4) * lane_clocks;
    }
    return gcnmemi_bits_max(1, dwords * lane_clocks / desc->lds_port_count);
}

GCNMEMI_PRIVATE uint32_t gcnmemi_lds_lanes(const gcnmem_desc* desc, const gcnmem_access* access) {
    uint32_t lanes = 0;
    for (uint32_t lane = 0; lane < GCNMEM_LANES; ++lane) {
        lanes += (access->exec_mask >> lane & 1) != 0 && gcnmemi_lds_in_range(desc, access, access->address[lane]);
    }
    return lanes;
}

GCNMEMI_PRIVATE void gcnmemi_lds_add_wave(const gcnmem_desc* desc, const gcnmem_access* access, gcnmem_cost* cost) {
    uint32_t lanes = gcnmemi_lds_phase_lanes(desc, &access->op);
    int is_together = access->op.element_bytes <= 4;
    uint32_t turns = is_together ? 1 : access->op.addresses;
    cost->lanes = gcnmemi_lds_lanes(desc, access);
    for (uint32_t turn = 0; turn < turns; ++turn) {
        for (uint32_t phase = 0; phase < GCNMEM_LANES / lanes && access->op.addresses != 0; ++phase) {
            uint64_t mask = gcnmemi_lds_phase_mask(desc, &access->op, phase) & access->exec_mask;
            gcnmemi_lds_add_phase(desc, access, mask, is_together ? 0 : turn,
                                  is_together ? access->op.addresses : turn + 1, cost);
        }
    }
    cost->conflict_clocks = cost->clocks - cost->phases;
    cost->best_clocks = cost->phases;
    cost->port_clocks = gcnmemi_lds_port_clocks(desc, &access->op);
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
    sum->accesses += cost->accesses;
    sum->lanes += cost->lanes;
    sum->clocks += cost->clocks;
    sum->best_clocks += cost->best_clocks;
    sum->issue_groups += cost->issue_groups;
    sum->tag_conflict_clocks += cost->tag_conflict_clocks;
    sum->bank_conflict_clocks += cost->bank_conflict_clocks;
    sum->rate_clocks += cost->rate_clocks;
    sum->l1_accesses += cost->l1_accesses;
    sum->l1_cache_accesses += cost->l1_cache_accesses;
    sum->l1_lines += cost->l1_lines;
    sum->l2_requests += cost->l2_requests;
    sum->dram_bursts += cost->dram_bursts;
    sum->bytes_requested += cost->bytes_requested;
    sum->bytes_fetched += cost->bytes_fetched;
    sum->phases += cost->phases;
    sum->conflict_clocks += cost->conflict_clocks;
    sum->port_clocks += cost->port_clocks;
}

GCNMEM_DEF uint64_t gcnmem_cost_coalescing_e3(const gcnmem_cost* cost) {
    uint64_t share = cost->l1_accesses != 0 ? gcnmemi_bits_scale(cost->accesses * 16, 100000, cost->l1_accesses) : 0;
    return share < 100000 ? share : 100000;
}

/* ---------------------------------------------------------------------------------------------------------------------
   >>occupancy  waves that fit (R25 to R28)
   Knows: bits, results
   ------------------------------------------------------------------------------------------------------------------ */

/* R25: waves of a SIMD when registers come in granules; a wave without registers is not held back by them. */
GCNMEMI_PRIVATE uint32_t gcnmemi_occupancy_by_registers(uint32_t total, uint32_t granule, uint32_t used,
                                                        uint32_t most) {
    uint32_t allocated = gcnmemi_bits_align_up(used, granule);
    return allocated == 0 ? most : gcnmemi_bits_min32(most, total / allocated);
}

GCNMEMI_PRIVATE uint32_t gcnmemi_occupancy_group_waves(const gcnmem_shader_needs* needs) {
    return (uint32_t)gcnmemi_bits_max(1, gcnmemi_bits_divide_up(needs->group_threads, GCNMEM_LANES));
}

/* What each resource would allow on its own, in groups of a CU (registers and slots: in waves of a SIMD). */
typedef struct gcnmemi_occupancy_limits {
    uint32_t vgpr_waves;
    uint32_t sgpr_waves;
    uint32_t slot_groups;    /* groups that fit the waves registers and slots leave */
    uint32_t lds_groups;     /* UINT32_MAX when no LDS is used */
    uint32_t barrier_groups; /* UINT32_MAX for groups of one wave */
} gcnmemi_occupancy_limits;

/* R26, R27: whole groups on a CU. */
GCNMEMI_PRIVATE gcnmemi_occupancy_limits gcnmemi_occupancy_hardware_limits(const gcnmem_desc* desc,
                                                                           const gcnmem_shader_needs* needs) {
    gcnmemi_occupancy_limits limits;
    uint32_t waves = gcnmemi_occupancy_group_waves(needs);
    uint32_t lds = gcnmemi_bits_align_up(needs->lds_bytes, desc->lds_granule_bytes);
    limits.vgpr_waves = gcnmemi_occupancy_by_registers(desc->vgprs_per_simd, desc->vgpr_granule, needs->vgprs,
                                                       desc->waves_per_simd_max);
    limits.sgpr_waves = gcnmemi_occupancy_by_registers(desc->sgprs_per_simd, desc->sgpr_granule, needs->sgprs,
                                                       desc->waves_per_simd_max);
    limits.slot_groups = gcnmemi_bits_min32(limits.vgpr_waves, limits.sgpr_waves) * desc->simd_count_per_cu / waves;
    limits.lds_groups = lds == 0 ? UINT32_MAX : desc->lds_size_bytes / lds;
    limits.barrier_groups = waves == 1 ? UINT32_MAX : desc->groups_per_cu_max;
    return limits;
}

GCNMEMI_PRIVATE gcnmem_occupancy gcnmemi_occupancy_hardware(const gcnmem_desc* desc, const gcnmem_shader_needs* needs) {
    gcnmemi_occupancy_limits limits = gcnmemi_occupancy_hardware_limits(desc, needs);
    uint32_t registers = gcnmemi_bits_min32(limits.vgpr_waves, limits.sgpr_waves);
    gcnmem_occupancy out;
    gcnmemi_bits_zero(&out, sizeof(out));
    out.groups_per_cu =
        gcnmemi_bits_min32(limits.slot_groups, gcnmemi_bits_min32(limits.lds_groups, limits.barrier_groups));
    out.waves_per_cu = out.groups_per_cu * gcnmemi_occupancy_group_waves(needs);
    out.waves_per_simd = gcnmemi_bits_divide_up(out.waves_per_cu, desc->simd_count_per_cu);
    if (limits.lds_groups < limits.slot_groups && limits.lds_groups <= limits.barrier_groups) {
        out.limited_by = GCNMEM_LIMIT_LDS;
    } else if (limits.barrier_groups < limits.slot_groups) {
        out.limited_by = GCNMEM_LIMIT_GROUP_SLOTS;
    } else if (out.waves_per_simd < registers) {
        out.limited_by = GCNMEM_LIMIT_GROUP_SIZE;
    } else if (limits.vgpr_waves < desc->waves_per_simd_max && limits.vgpr_waves <= limits.sgpr_waves) {
        out.limited_by = GCNMEM_LIMIT_VGPRS;
    } else if (limits.sgpr_waves < desc->waves_per_simd_max) {
        out.limited_by = GCNMEM_LIMIT_SGPRS;
    }
    return out;
}

/* R28, LLVM: steps of its scalar register table. */
GCNMEMI_PRIVATE uint32_t gcnmemi_occupancy_llvm_sgprs(const gcnmem_desc* desc, uint32_t sgprs) {
    static const uint32_t steps[2][6] = {{48, 56, 64, 72, 80, UINT32_MAX}, {80, 88, 100, UINT32_MAX, 0, 0}};
    const uint32_t* row = steps[desc->gfx_version >= 0x800];
    uint32_t i = 0;
    while (sgprs > row[i]) {
        ++i;
    }
    return 10 - i;
}

GCNMEMI_PRIVATE uint32_t gcnmemi_occupancy_llvm_lds(const gcnmem_desc* desc, const gcnmem_shader_needs* needs,
                                                    uint32_t most) {
    uint32_t waves = gcnmemi_occupancy_group_waves(needs);
    uint32_t slots = most * desc->simd_count_per_cu;
    uint32_t groups = waves == 1 ? slots : gcnmemi_bits_min32(slots / waves, desc->groups_per_cu_max);
    uint32_t lds_groups = desc->lds_group_max_bytes / (uint32_t)gcnmemi_bits_max(1, needs->lds_bytes);
    if (lds_groups == 0) {
        return 1;
    }
    groups = gcnmemi_bits_min32(groups, lds_groups);
    return gcnmemi_bits_min32(most, gcnmemi_bits_divide_up(groups * waves, desc->simd_count_per_cu));
}

/* The smaller of two limits wins; the earlier one when they tie. */
GCNMEMI_PRIVATE void gcnmemi_occupancy_take(gcnmem_occupancy* out, uint32_t waves, gcnmem_limit limit) {
    if (waves < out->waves_per_simd) {
        out->waves_per_simd = waves;
        out->limited_by = limit;
    }
}

/* What a compiler prints is waves per SIMD; groups and waves of the CU follow from it. */
GCNMEMI_PRIVATE void gcnmemi_occupancy_derive(const gcnmem_desc* desc, const gcnmem_shader_needs* needs,
                                              gcnmem_occupancy* out) {
    out->groups_per_cu = out->waves_per_simd * desc->simd_count_per_cu / gcnmemi_occupancy_group_waves(needs);
    out->waves_per_cu = out->waves_per_simd * desc->simd_count_per_cu;
}

GCNMEMI_PRIVATE gcnmem_occupancy gcnmemi_occupancy_llvm(const gcnmem_desc* desc, const gcnmem_shader_needs* needs) {
    uint32_t most = desc->gfx_version == 0x90a ? 8 : 10; /* LLVM does not know of Polaris' 8 */
    uint32_t vgprs = gcnmemi_bits_align_up(needs->vgprs, desc->vgpr_granule);
    gcnmem_occupancy out;
    gcnmemi_bits_zero(&out, sizeof(out));
    out.waves_per_simd = most;
    if (needs->vgprs >= desc->vgpr_granule) {
        gcnmemi_occupancy_take(&out, (uint32_t)gcnmemi_bits_max(1, desc->vgprs_per_simd / vgprs), GCNMEM_LIMIT_VGPRS);
    }
    gcnmemi_occupancy_take(&out, gcnmemi_occupancy_llvm_sgprs(desc, needs->sgprs), GCNMEM_LIMIT_SGPRS);
    gcnmemi_occupancy_take(&out, gcnmemi_occupancy_llvm_lds(desc, needs, most),
                           needs->lds_bytes > 0 ? GCNMEM_LIMIT_LDS : GCNMEM_LIMIT_GROUP_SLOTS);
    gcnmemi_occupancy_derive(desc, needs, &out);
    return out;
}

GCNMEMI_PRIVATE gcnmem_occupancy gcnmemi_occupancy_radv(const gcnmem_desc* desc, const gcnmem_shader_needs* needs) {
    gcnmemi_occupancy_limits limits = gcnmemi_occupancy_hardware_limits(desc, needs);
    uint32_t lds = gcnmemi_bits_align_up(needs->lds_bytes, desc->lds_granule_bytes);
    uint32_t lds_of_wave = lds / gcnmemi_occupancy_group_waves(needs);
    uint32_t lds_of_simd = desc->lds_size_bytes / desc->simd_count_per_cu;
    gcnmem_occupancy out;
    gcnmemi_bits_zero(&out, sizeof(out));
    out.waves_per_simd = desc->waves_per_simd_max;
    gcnmemi_occupancy_take(&out, limits.vgpr_waves, GCNMEM_LIMIT_VGPRS);
    gcnmemi_occupancy_take(&out, limits.sgpr_waves, GCNMEM_LIMIT_SGPRS);
    if (lds_of_wave > 0) {
        gcnmemi_occupancy_take(&out, gcnmemi_bits_divide_up(lds_of_simd, lds_of_wave), GCNMEM_LIMIT_LDS);
    }
    gcnmemi_occupancy_derive(desc, needs, &out);
    return out;
}

GCNMEMI_PRIVATE gcnmem_occupancy gcnmemi_occupancy_count(const gcnmem_desc* desc, const gcnmem_shader_needs* needs,
                                                         gcnmem_occupancy_rule rule) {
    if (rule == GCNMEM_RULE_LLVM) {
        return gcnmemi_occupancy_llvm(desc, needs);
    }
    return rule == GCNMEM_RULE_RADV ? gcnmemi_occupancy_radv(desc, needs) : gcnmemi_occupancy_hardware(desc, needs);
}

/* The member of a shader's needs that a limit is about, or NULL. */
GCNMEMI_PRIVATE uint32_t* gcnmemi_occupancy_need(gcnmem_shader_needs* needs, gcnmem_limit limit) {
    switch (limit) {
    case GCNMEM_LIMIT_VGPRS:
        return &needs->vgprs;
    case GCNMEM_LIMIT_SGPRS:
        return &needs->sgprs;
    case GCNMEM_LIMIT_LDS:
        return &needs->lds_bytes;
    case GCNMEM_LIMIT_GROUP_SIZE:
    case GCNMEM_LIMIT_GROUP_SLOTS:
        return &needs->group_threads;
    case GCNMEM_LIMIT_WAVE_SLOTS:
        break;
    }
    return NULL;
}

/* The largest amount of one resource that lets another wave in; 0 when shrinking it alone does not help. */
GCNMEMI_PRIVATE uint32_t gcnmemi_occupancy_next_amount(const gcnmem_desc* desc, const gcnmem_shader_needs* needs,
                                                       gcnmem_occupancy_rule rule, gcnmem_limit limit, uint32_t waves) {
    gcnmem_shader_needs changed = *needs;
    uint32_t* amount = gcnmemi_occupancy_need(&changed, limit);
    uint32_t step = limit == GCNMEM_LIMIT_GROUP_SIZE || limit == GCNMEM_LIMIT_GROUP_SLOTS ? GCNMEM_LANES : 1;
    uint32_t low = step;
    uint32_t high = amount != NULL ? *amount : 0;
    while (step == GCNMEM_LANES && high > step) { /* not monotonic in group size: look at each */
        *amount = high = (high - 1) / step * step;
        if (gcnmemi_occupancy_count(desc, &changed, rule).waves_per_simd > waves) {
            return high;
        }
    }
    while (step == 1 && low < high) {
        uint32_t middle = low + (high - low) / 2;
        *amount = middle;
        if (gcnmemi_occupancy_count(desc, &changed, rule).waves_per_simd > waves) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return step == 1 && low > 1 ? low - 1 : 0;
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
    if (needs->group_threads == 0) {
        return gcnmemi_results_fail(GCNMEM_ERROR_VALUE, out_issue, "group", "must be at least one thread", 0, 0);
    }
    if (needs->group_threads > desc->group_waves_max * GCNMEM_LANES) {
        return gcnmemi_results_fail(GCNMEM_ERROR_VALUE, out_issue, "group", "is larger than the largest work-group",
                                    needs->group_threads, 0);
    }
    if (needs->vgprs > desc->vgprs_per_simd) {
        return gcnmemi_results_fail(GCNMEM_ERROR_VALUE, out_issue, "vgprs", "is more than a SIMD has", needs->vgprs, 0);
    }
    if (needs->sgprs > desc->sgprs_per_wave_max + 8) { /* VCC, FLAT_SCRATCH and XNACK come on top */
        return gcnmemi_results_fail(GCNMEM_ERROR_VALUE, out_issue, "sgprs", "is more than a wave can have",
                                    needs->sgprs, 0);
    }
    if (needs->lds_bytes > desc->lds_size_bytes) {
        return gcnmemi_results_fail(GCNMEM_ERROR_VALUE, out_issue, "lds", "is larger than the LDS of a CU",
                                    needs->lds_bytes, 0);
    }
    if (rule == GCNMEM_RULE_HARDWARE && needs->lds_bytes > desc->lds_group_max_bytes) {
        return gcnmemi_results_fail(GCNMEM_ERROR_VALUE, out_issue, "lds", "is more than a work-group can have",
                                    needs->lds_bytes, 0);
    }
    if (rule == GCNMEM_RULE_HARDWARE && gcnmemi_occupancy_hardware(desc, needs).groups_per_cu == 0) {
        return gcnmemi_results_fail(GCNMEM_ERROR_VALUE, out_issue, "group",
                                    "with these registers needs more than a whole CU", needs->group_threads, 0);
    }
    return GCNMEM_OK;
}

GCNMEM_DEF const char* gcnmem_limit_name(gcnmem_limit limit) {
    switch (limit) {
    case GCNMEM_LIMIT_VGPRS:
        return "vgprs";
    case GCNMEM_LIMIT_SGPRS:
        return "sgprs";
    case GCNMEM_LIMIT_LDS:
        return "lds";
    case GCNMEM_LIMIT_GROUP_SLOTS:
        return "group slots";
    case GCNMEM_LIMIT_GROUP_SIZE:
        return "group size";
    case GCNMEM_LIMIT_WAVE_SLOTS:
        break;
    }
    return "wave slots";
}

/* ---------------------------------------------------------------------------------------------------------------------
   >>channel    address -> channel and address inside the channel, and back (R33)
   Knows: bits, results

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

#define GCNMEMI_CHANNEL_TAHITI_COUNT 12u

#define GCNMEMI_CHANNEL_NO_SHIFT 64u

/* A map with its divisions made ready: by shifts where a count is a power of two. */
typedef struct gcnmemi_channel_route {
    gcnmem_channel_map map;
    uint32_t interleave_shift;
    uint32_t count_shift; /* NO_SHIFT: the number of channels is no power of two */
    uint32_t reserved;
} gcnmemi_channel_route;

GCNMEMI_PRIVATE gcnmemi_channel_route gcnmemi_channel_route_for(const gcnmem_channel_map* map) {
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

/* `chunk` comes in counted over the whole memory and leaves counted inside its channel. */
GCNMEMI_PRIVATE uint32_t gcnmemi_channel_split_tahiti(uint64_t* chunk) {
    uint64_t row = *chunk >> 3;
    uint32_t quadrant = (uint32_t)(*chunk >> 1) & 3u;
    uint32_t side = (uint32_t)*chunk & 1u;
    uint64_t pair = row / 3u * 2u; /* three rows are two chunks of every channel */
    if (row % 3u == 1u) {
        *chunk = pair + side;
        return quadrant * 3u + 1u;
    }
    *chunk = pair + row % 3u / 2u;
    return quadrant * 3u + side * 2u;
}

GCNMEMI_PRIVATE uint64_t gcnmemi_channel_join_tahiti(uint64_t local_chunk, uint32_t channel) {
    uint64_t second = local_chunk & 1u;
    uint64_t middle = channel % 3u == 1u;
    uint64_t row = local_chunk / 2u * 3u + (middle != 0u ? 1u : second * 2u);
    uint64_t side = middle != 0u ? second : channel % 3u / 2u;
    return row * 8u + (uint64_t)(channel / 3u) * 2u + side;
}

GCNMEM_DEF gcnmem_result gcnmem_channel_check(const gcnmem_channel_map* map, gcnmem_issue* out_issue) {
    uint32_t count = map->channel_count;
    if (map->rule > (uint32_t)GCNMEM_CHANNEL_TAHITI) {
        return gcnmemi_results_fail(GCNMEM_ERROR_VALUE, out_issue, "rule", "must be a gcnmem_channel_rule", map->rule,
                                    0);
    }
    if (count == 0u || count > 4096u) {
        return gcnmemi_results_fail(GCNMEM_ERROR_VALUE, out_issue, "channel_count", "must be 1 to 4096", count, 0);
    }
    if (!gcnmemi_bits_is_power_of_two(map->interleave_bytes)) {
        return gcnmemi_results_fail(GCNMEM_ERROR_VALUE, out_issue, "interleave_bytes", "must be a power of two",
                                    map->interleave_bytes, 0);
    }
    if (map->rule == (uint32_t)GCNMEM_CHANNEL_HASH && !gcnmemi_bits_is_power_of_two(count)) {
        return gcnmemi_results_fail(GCNMEM_ERROR_VALUE, out_issue, "channel_count",
                                    "must be a power of two to be hashed", count, 0);
    }
    if (map->rule == (uint32_t)GCNMEM_CHANNEL_TAHITI && count != GCNMEMI_CHANNEL_TAHITI_COUNT) {
        return gcnmemi_results_fail(GCNMEM_ERROR_VALUE, out_issue, "channel_count", "must be 12 with the Tahiti rule",
                                    count, 0);
    }
    return GCNMEM_OK;
}

GCNMEM_DEF gcnmem_channel_map gcnmem_desc_channel_map(const gcnmem_desc* desc) {
    gcnmem_channel_map map;
    map.rule = desc->l2_channel_rule - 1;
    map.channel_count = desc->l2_channels;
    map.interleave_bytes = desc->l2_interleave_bytes;
    return map;
}

GCNMEMI_PRIVATE gcnmem_channel_place gcnmemi_channel_locate(const gcnmemi_channel_route* route, uint64_t address) {
    uint64_t chunk = address >> route->interleave_shift;
    gcnmem_channel_place place;
    if (route->map.rule == (uint32_t)GCNMEM_CHANNEL_TAHITI) {
        place.channel = gcnmemi_channel_split_tahiti(&chunk);
    } else if (route->count_shift != GCNMEMI_CHANNEL_NO_SHIFT) {
        place.channel = (uint32_t)chunk & (route->map.channel_count - 1u);
        chunk >>= route->count_shift;
    } else {
        place.channel = (uint32_t)(chunk % route->map.channel_count);
        chunk /= route->map.channel_count;
    }
    if (route->map.rule == (uint32_t)GCNMEM_CHANNEL_HASH) {
        place.channel ^= gcnmemi_channel_fold(chunk, route);
    }
    place.local_address = chunk << route->interleave_shift | (address & (route->map.interleave_bytes - 1u));
    place.reserved = 0u;
    return place;
}

GCNMEMI_PRIVATE uint64_t gcnmemi_channel_address(const gcnmemi_channel_route* route, gcnmem_channel_place place) {
    uint64_t local_chunk = place.local_address >> route->interleave_shift;
    uint64_t offset = place.local_address & (route->map.interleave_bytes - 1u);
    uint32_t channel = place.channel;
    if (route->map.rule == (uint32_t)GCNMEM_CHANNEL_HASH) {
        channel ^= gcnmemi_channel_fold(local_chunk, route);
    }
    uint64_t chunk = route->map.rule == (uint32_t)GCNMEM_CHANNEL_TAHITI
                         ? gcnmemi_channel_join_tahiti(local_chunk, channel)
                         : local_chunk * route->map.channel_count + channel;
    return chunk << route->interleave_shift | offset;
}

GCNMEM_DEF gcnmem_channel_place gcnmem_channel_locate(const gcnmem_channel_map* map, uint64_t address) {
    gcnmemi_channel_route route = gcnmemi_channel_route_for(map);
    return gcnmemi_channel_locate(&route, address);
}

GCNMEM_DEF uint64_t gcnmem_channel_address(const gcnmem_channel_map* map, gcnmem_channel_place place) {
    gcnmemi_channel_route route = gcnmemi_channel_route_for(map);
    return gcnmemi_channel_address(&route, place);
}

#undef GCNMEMI_CHANNEL_TAHITI_COUNT
#undef GCNMEMI_CHANNEL_NO_SHIFT

/* ---------------------------------------------------------------------------------------------------------------------
   >>cache      tags, recency, sectors and write policies of one set-associative cache (R29 to R32)
   Knows: bits, results

   A set is a list of lines, most recently used first; empty places come last. So the line found first is the one most
   likely wanted, the one at the end is the one to evict, and no ages are kept. Two arrays follow the state, by sets:

     tags      64 bits a line: its number, address / line bytes; NO_LINE in an empty place
     sectors   32 bits a line: valid sectors in bits 15:0, dirty sectors in bits 31:16

   Shifting a list of 16 sounds slow and is not: the shift rides along with the search, a load and a store a step.
   ------------------------------------------------------------------------------------------------------------------ */

#define GCNMEMI_CACHE_NO_LINE UINT64_MAX /* no line has this number: a line holds at least 4 bytes */
#define GCNMEMI_CACHE_DIRTY_SHIFT 16u
#define GCNMEMI_CACHE_VALID_MASK 0xFFFFu

struct gcnmem_cache {
    gcnmem_cache_geometry geometry;
    uint64_t hot_line; /* the line used last, when it is valid whole; else NO_LINE */
    uint64_t set_count;
    uint64_t set_mask;    /* set_count - 1 when that is a mask */
    uint32_t modulo_sets; /* 1: the number of sets is no power of two */
    uint32_t whole_lines; /* 1: a line is one sector */
    uint32_t line_shift;
    uint32_t sector_shift;
    uint32_t sector_mask; /* sectors of a line - 1 */
    uint32_t all_sectors;
    uint64_t reads;
    uint64_t writes;
    uint64_t read_misses;
    uint64_t write_misses;
    uint64_t fetches;
    uint64_t writes_on;
    uint64_t evictions;
    uint64_t writebacks;
    uint64_t invalidations;
};

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

GCNMEMI_PRIVATE size_t gcnmemi_cache_line_count(const gcnmem_cache* cache) {
    return (size_t)cache->set_count * cache->geometry.ways;
}

GCNMEMI_PRIVATE uint64_t* gcnmemi_cache_tags(gcnmem_cache* cache) {
    return (uint64_t*)(void*)(cache + 1);
}

GCNMEMI_PRIVATE uint32_t* gcnmemi_cache_sectors(gcnmem_cache* cache) {
    return (uint32_t*)(void*)(gcnmemi_cache_tags(cache) + gcnmemi_cache_line_count(cache));
}

/* Index in both arrays of the first line of the set that `line` belongs to. */
GCNMEMI_PRIVATE size_t gcnmemi_cache_set_start(const gcnmem_cache* cache, uint64_t line) {
    uint64_t set = cache->modulo_sets != 0u ? line % cache->set_count : line & cache->set_mask;
    return (size_t)set * cache->geometry.ways;
}

/* The place of the line in its set; `ways` when it is absent. */
GCNMEMI_PRIVATE uint32_t gcnmemi_cache_find(const uint64_t* tags, uint32_t ways, uint64_t line) {
    uint32_t place = 0u;
    while (place < ways && tags[place] != line) {
        place++;
    }
    return place;
}

GCNMEMI_PRIVATE uint32_t gcnmemi_cache_wanted(const gcnmem_cache* cache, uint64_t address, uint32_t flags) {
    if ((flags & GCNMEM_CACHE_FULL_LINE) != 0u) {
        return cache->all_sectors;
    }
    return (uint32_t)1u << ((uint32_t)(address >> cache->sector_shift) & cache->sector_mask);
}

GCNMEMI_PRIVATE gcnmemi_cache_visit gcnmemi_cache_enter(gcnmem_cache* cache, uint64_t address, uint32_t flags) {
    gcnmemi_cache_visit visit;
    visit.line = address >> cache->line_shift;
    size_t start = gcnmemi_cache_set_start(cache, visit.line);
    visit.tags = gcnmemi_cache_tags(cache) + start;
    visit.sectors = gcnmemi_cache_sectors(cache) + start;
    visit.place = gcnmemi_cache_find(visit.tags, cache->geometry.ways, visit.line);
    visit.found = visit.place < cache->geometry.ways;
    visit.wanted = gcnmemi_cache_wanted(cache, address, flags);
    visit.flags = flags;
    return visit;
}

GCNMEMI_PRIVATE uint32_t gcnmemi_cache_valid(const gcnmemi_cache_visit* visit) {
    return visit->found != 0u ? visit->sectors[visit->place] & GCNMEMI_CACHE_VALID_MASK : 0u;
}

GCNMEMI_PRIVATE uint32_t gcnmemi_cache_dirty(const gcnmemi_cache_visit* visit) {
    return visit->found != 0u ? visit->sectors[visit->place] >> GCNMEMI_CACHE_DIRTY_SHIFT : 0u;
}

/* ---- Lines coming, moving and going ---- */

/* Reports what stood in the place that is given up. */
GCNMEMI_PRIVATE void gcnmemi_cache_evict(gcnmem_cache* cache, uint64_t line, uint32_t sectors,
                                         gcnmem_cache_result* result) {
    uint32_t dirty = sectors >> GCNMEMI_CACHE_DIRTY_SHIFT;
    if (line == GCNMEMI_CACHE_NO_LINE) {
        return;
    }
    result->victim_address = line << cache->line_shift;
    result->victim_dirty = dirty;
    result->evicted = 1u;
    cache->evictions++;
    cache->writebacks += dirty != 0u;
}

/* R29: moves the line at `place` to the front. */
GCNMEMI_PRIVATE void gcnmemi_cache_promote(gcnmemi_cache_visit* visit) {
    uint32_t sectors = visit->sectors[visit->place];
    for (uint32_t i = visit->place; i > 0u; --i) {
        visit->tags[i] = visit->tags[i - 1u];
        visit->sectors[i] = visit->sectors[i - 1u];
    }
    visit->tags[0] = visit->line;
    visit->sectors[0] = sectors;
    visit->place = 0u;
}

/* Puts the line in the last place of its set, with no sector valid yet; _renew then brings it to the front. */
GCNMEMI_PRIVATE void gcnmemi_cache_install(gcnmem_cache* cache, gcnmemi_cache_visit* visit,
                                           gcnmem_cache_result* result) {
    uint32_t last = cache->geometry.ways - 1u;
    gcnmemi_cache_evict(cache, visit->tags[last], visit->sectors[last], result);
    visit->tags[last] = visit->line;
    visit->sectors[last] = 0u;
    visit->place = last;
    visit->found = 1u;
    visit->flags &= ~(uint32_t)GCNMEM_CACHE_SLC; /* a line that enters is the newest, whoever brought it */
}

/* The line was used. A streaming access (SLC) leaves a line that was there already where it stands. */
GCNMEMI_PRIVATE void gcnmemi_cache_renew(gcnmem_cache* cache, gcnmemi_cache_visit* visit) {
    if ((visit->flags & GCNMEM_CACHE_SLC) != 0u) {
        return;
    }
    gcnmemi_cache_promote(visit);
    cache->hot_line = gcnmemi_cache_valid(visit) == cache->all_sectors ? visit->line : GCNMEMI_CACHE_NO_LINE;
}

/* Takes the line out of the list, if it is there; those behind it close up. */
GCNMEMI_PRIVATE void gcnmemi_cache_drop(gcnmem_cache* cache, const gcnmemi_cache_visit* visit) {
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
    cache->invalidations++;
}

/* ---- Loads and stores ---- */

GCNMEMI_PRIVATE int gcnmemi_cache_is_write_back(const gcnmem_cache* cache) {
    return cache->geometry.write_policy >= (uint32_t)GCNMEM_CACHE_WRITE_BACK;
}

GCNMEMI_PRIVATE void gcnmemi_cache_fetch(gcnmem_cache* cache, uint32_t sectors, gcnmem_cache_result* result) {
    result->fetch = sectors;
    cache->fetches += sectors != 0u;
}

GCNMEMI_PRIVATE void gcnmemi_cache_load(gcnmem_cache* cache, gcnmemi_cache_visit* visit, gcnmem_cache_result* result) {
    uint32_t missing = visit->wanted & ~gcnmemi_cache_valid(visit);
    if ((visit->flags & GCNMEM_CACHE_GLC) != 0u && !gcnmemi_cache_is_write_back(cache)) {
        gcnmemi_cache_drop(cache, visit);
        gcnmemi_cache_fetch(cache, visit->wanted, result);
        return;
    }
    result->hit = missing == 0u;
    gcnmemi_cache_fetch(cache, missing, result);
    if (visit->found == 0u) {
        if ((visit->flags & GCNMEM_CACHE_SLC) != 0u) {
            return;
        }
        gcnmemi_cache_install(cache, visit, result);
    }
    visit->sectors[visit->place] |= missing;
    gcnmemi_cache_renew(cache, visit);
}

/* R30, R31: everything goes on to the next level; what differs is whether a copy may stay. */
GCNMEMI_PRIVATE void gcnmemi_cache_store_through(gcnmem_cache* cache, gcnmemi_cache_visit* visit,
                                                 gcnmem_cache_result* result) {
    uint32_t bypass = visit->flags & (uint32_t)(GCNMEM_CACHE_GLC | GCNMEM_CACHE_ATOMIC);
    uint32_t full = visit->flags & (uint32_t)(GCNMEM_CACHE_FULL_LINE | GCNMEM_CACHE_FULL_SECTOR);
    uint32_t present = (visit->wanted & ~gcnmemi_cache_valid(visit)) == 0u;
    int gcn_l1 = cache->geometry.write_policy == (uint32_t)GCNMEM_CACHE_WRITE_GCN_L1;
    result->write_on = 1u;
    cache->writes_on++;
    result->hit = present != 0u && (visit->flags & GCNMEM_CACHE_ATOMIC) == 0u;
    if (bypass != 0u || (gcn_l1 && full == 0u)) {
        gcnmemi_cache_drop(cache, visit);
        return;
    }
    if (gcn_l1) {
        if (visit->found == 0u) {
            if ((visit->flags & GCNMEM_CACHE_SLC) != 0u) {
                return;
            }
            gcnmemi_cache_install(cache, visit, result);
        }
        visit->sectors[visit->place] |= visit->wanted;
        present = 1u;
    }
    if (present != 0u) {
        gcnmemi_cache_renew(cache, visit);
    }
}

/* R32: a sector that is dirty but not valid holds stored bytes only (WRITE_BACK_MASKED): stores hit it, loads do
   not. */
GCNMEMI_PRIVATE void gcnmemi_cache_store_back(gcnmem_cache* cache, gcnmemi_cache_visit* visit,
                                              gcnmem_cache_result* result) {
    uint32_t atomic = visit->flags & GCNMEM_CACHE_ATOMIC;
    uint32_t full = visit->flags & (uint32_t)(GCNMEM_CACHE_FULL_LINE | GCNMEM_CACHE_FULL_SECTOR);
    uint32_t masked = cache->geometry.write_policy == (uint32_t)GCNMEM_CACHE_WRITE_BACK_MASKED;
    uint32_t valid = gcnmemi_cache_valid(visit);
    uint32_t ready = atomic != 0u ? valid : valid | gcnmemi_cache_dirty(visit);
    result->hit = (visit->wanted & ~ready) == 0u;
    if (visit->found == 0u) {
        if ((visit->flags & GCNMEM_CACHE_SLC) != 0u && atomic == 0u) {
            result->write_on = 1u;
            cache->writes_on++;
            return;
        }
        gcnmemi_cache_install(cache, visit, result);
    }
    if (atomic != 0u || (full == 0u && masked == 0u)) {
        gcnmemi_cache_fetch(cache, visit->wanted & ~valid, result);
    }
    if (atomic != 0u || full != 0u || masked == 0u) {
        visit->sectors[visit->place] |= visit->wanted;
    }
    visit->sectors[visit->place] |= visit->wanted << GCNMEMI_CACHE_DIRTY_SHIFT;
    gcnmemi_cache_renew(cache, visit);
}

/* Any access, the general way. */
GCNMEMI_PRIVATE uint32_t gcnmemi_cache_visit_line(gcnmem_cache* cache, uint64_t address, uint32_t flags,
                                                  gcnmem_cache_result* result) {
    gcnmemi_cache_visit visit = gcnmemi_cache_enter(cache, address, flags);
    if ((flags & (uint32_t)(GCNMEM_CACHE_WRITE | GCNMEM_CACHE_ATOMIC)) == 0u) {
        gcnmemi_cache_load(cache, &visit, result);
        cache->reads++;
        cache->read_misses += result->hit == 0u;
        return result->hit;
    }
    if (gcnmemi_cache_is_write_back(cache)) {
        gcnmemi_cache_store_back(cache, &visit, result);
    } else {
        gcnmemi_cache_store_through(cache, &visit, result);
    }
    cache->writes++;
    cache->write_misses += result->hit == 0u;
    return result->hit;
}

/* A line that is there but not valid holds stored bytes only (WRITE_BACK_MASKED): the rest has to be fetched. */
GCNMEMI_PRIVATE uint32_t gcnmemi_cache_read_found(gcnmem_cache* cache, uint32_t sectors, gcnmem_cache_result* result) {
    result->hit = sectors & 1u;
    result->fetch = result->hit ^ 1u;
    cache->fetches += result->fetch;
    cache->read_misses += result->fetch;
    return result->hit;
}

/* The common case on its own: a plain load where a line is one sector. Search and shift in one: each line steps back
   by one, until the place is reached where the wanted line stood, or the last line steps out of the set. */
GCNMEMI_PRIVATE uint32_t gcnmemi_cache_read_line(gcnmem_cache* cache, uint64_t line, gcnmem_cache_result* result) {
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
        if (outgoing_tag == line) {
            sectors[0] = outgoing_sectors | 1u;
            return gcnmemi_cache_read_found(cache, outgoing_sectors, result);
        }
        incoming_tag = outgoing_tag;
        incoming_sectors = outgoing_sectors;
    }
    gcnmemi_cache_evict(cache, incoming_tag, incoming_sectors, result);
    result->fetch = 1u;
    cache->fetches++;
    cache->read_misses++;
    return 0u;
}

/* ---- Description ---- */

GCNMEM_DEF gcnmem_result gcnmem_cache_check(const gcnmem_cache_geometry* geometry, gcnmem_issue* out_issue) {
    uint32_t line = geometry->line_bytes;
    uint32_t sector = geometry->sector_bytes;
    uint64_t way_bytes = (uint64_t)geometry->ways * line;
    if (geometry->ways == 0u) {
        return gcnmemi_results_fail(GCNMEM_ERROR_VALUE, out_issue, "ways", "must be at least 1", geometry->ways, 0);
    }
    if (!gcnmemi_bits_is_power_of_two(line) || line < 4u || line > 4096u) {
        return gcnmemi_results_fail(GCNMEM_ERROR_VALUE, out_issue, "line_bytes",
                                    "must be a power of two from 4 to 4096", line, 0);
    }
    if (sector != 0u && (!gcnmemi_bits_is_power_of_two(sector) || sector > line)) {
        return gcnmemi_results_fail(GCNMEM_ERROR_VALUE, out_issue, "sector_bytes",
                                    "must be 0 or a power of two within the line", sector, 0);
    }
    if (sector != 0u && line / sector > GCNMEM_CACHE_MAX_SECTORS) {
        return gcnmemi_results_fail(GCNMEM_ERROR_VALUE, out_issue, "sector_bytes",
                                    "must leave at most 16 sectors a line", sector, 0);
    }
    if (geometry->size_bytes == 0u || geometry->size_bytes % way_bytes != 0u) {
        return gcnmemi_results_fail(GCNMEM_ERROR_VALUE, out_issue, "size_bytes",
                                    "must be a multiple of ways * line_bytes", geometry->size_bytes, 0);
    }
    if (geometry->size_bytes / line > GCNMEM_CACHE_MAX_LINES) {
        return gcnmemi_results_fail(GCNMEM_ERROR_VALUE, out_issue, "size_bytes", "must hold at most 67108864 lines",
                                    geometry->size_bytes, 0);
    }
    if (geometry->write_policy > (uint32_t)GCNMEM_CACHE_WRITE_BACK_MASKED) {
        return gcnmemi_results_fail(GCNMEM_ERROR_VALUE, out_issue, "write_policy",
                                    "must be a gcnmem_cache_write_policy", geometry->write_policy, 0);
    }
    return GCNMEM_OK;
}

GCNMEM_DEF size_t gcnmem_cache_size_bytes(const gcnmem_cache_geometry* geometry) {
    if (gcnmem_cache_check(geometry, NULL) != GCNMEM_OK) {
        return 0u;
    }
    return sizeof(gcnmem_cache) +
           (size_t)(geometry->size_bytes / geometry->line_bytes) * (sizeof(uint64_t) + sizeof(uint32_t));
}

GCNMEM_DEF gcnmem_cache* gcnmem_cache_init(void* memory, size_t memory_bytes, const gcnmem_cache_geometry* geometry) {
    gcnmem_cache* cache = (gcnmem_cache*)memory;
    size_t needed_bytes = gcnmem_cache_size_bytes(geometry);
    uint32_t sector_bytes = geometry->sector_bytes != 0u ? geometry->sector_bytes : geometry->line_bytes;
    if (memory == NULL || needed_bytes == 0u || memory_bytes < needed_bytes) {
        return NULL;
    }
    gcnmemi_bits_zero(memory, needed_bytes);
    uint32_t sectors = geometry->line_bytes / sector_bytes;
    cache->geometry = *geometry;
    cache->set_count = geometry->size_bytes / ((uint64_t)geometry->ways * geometry->line_bytes);
    cache->set_mask = cache->set_count - 1u;
    cache->modulo_sets = !gcnmemi_bits_is_power_of_two(cache->set_count);
    cache->whole_lines = sectors == 1u;
    cache->line_shift = gcnmemi_bits_log2(geometry->line_bytes);
    cache->sector_shift = gcnmemi_bits_log2(sector_bytes);
    cache->sector_mask = sectors - 1u;
    cache->all_sectors = ((uint32_t)1u << sectors) - 1u;
    gcnmem_cache_invalidate_all(cache);
    cache->invalidations = 0u;
    return cache;
}

/* ---- Use ---- */

GCNMEM_DEF uint32_t gcnmem_cache_access(gcnmem_cache* cache, uint64_t address, uint32_t flags,
                                        gcnmem_cache_result* out_result) {
    uint64_t line = address >> cache->line_shift;
    gcnmemi_bits_zero(out_result, sizeof(*out_result));
    if (flags != (uint32_t)GCNMEM_CACHE_READ) {
        return gcnmemi_cache_visit_line(cache, address, flags, out_result);
    }
    if (line == cache->hot_line) {
        cache->reads++; /* at the front already: nothing to search, nothing to move */
        out_result->hit = 1u;
        return 1u;
    }
    if (cache->whole_lines == 0u) {
        return gcnmemi_cache_visit_line(cache, address, flags, out_result);
    }
    cache->reads++;
    return gcnmemi_cache_read_line(cache, line, out_result);
}

GCNMEM_DEF uint32_t gcnmem_cache_probe(const gcnmem_cache* cache, uint64_t address) {
    const uint64_t* tags = (const uint64_t*)(const void*)(cache + 1);
    const uint32_t* sectors = (const uint32_t*)(const void*)(tags + gcnmemi_cache_line_count(cache));
    uint64_t line = address >> cache->line_shift;
    size_t start = gcnmemi_cache_set_start(cache, line);
    uint32_t place = gcnmemi_cache_find(tags + start, cache->geometry.ways, line);
    return place < cache->geometry.ways ? sectors[start + place] : 0u;
}

GCNMEM_DEF uint64_t gcnmem_cache_flush(gcnmem_cache* cache, gcnmem_cache_line_fn line_fn, void* user_data) {
    const uint64_t* tags = gcnmemi_cache_tags(cache);
    uint32_t* sectors = gcnmemi_cache_sectors(cache);
    size_t lines = gcnmemi_cache_line_count(cache);
    uint64_t written = 0u;
    for (size_t i = 0u; i < lines; i++) {
        uint32_t dirty = sectors[i] >> GCNMEMI_CACHE_DIRTY_SHIFT;
        if (dirty == 0u) {
            continue;
        }
        sectors[i] &= GCNMEMI_CACHE_VALID_MASK;
        written++;
        if (line_fn != NULL) {
            line_fn(user_data, tags[i] << cache->line_shift, dirty);
        }
    }
    cache->writebacks += written;
    return written;
}

GCNMEM_DEF void gcnmem_cache_invalidate_all(gcnmem_cache* cache) {
    uint64_t* tags = gcnmemi_cache_tags(cache);
    size_t lines = gcnmemi_cache_line_count(cache);
    for (size_t i = 0u; i < lines; i++) {
        cache->invalidations += tags[i] != GCNMEMI_CACHE_NO_LINE;
        tags[i] = GCNMEMI_CACHE_NO_LINE;
    }
    gcnmemi_bits_zero(gcnmemi_cache_sectors(cache), lines * sizeof(uint32_t));
    cache->hot_line = GCNMEMI_CACHE_NO_LINE;
}

GCNMEM_DEF gcnmem_cache_stats gcnmem_cache_stats_of(const gcnmem_cache* cache) {
    gcnmem_cache_stats stats;
    stats.reads = cache->reads;
    stats.writes = cache->writes;
    stats.read_hits = cache->reads - cache->read_misses;
    stats.write_hits = cache->writes - cache->write_misses;
    stats.hits = stats.read_hits + stats.write_hits;
    stats.misses = cache->read_misses + cache->write_misses;
    stats.fetches = cache->fetches;
    stats.writes_on = cache->writes_on;
    stats.evictions = cache->evictions;
    stats.writebacks = cache->writebacks;
    stats.invalidations = cache->invalidations;
    return stats;
}

#undef GCNMEMI_CACHE_NO_LINE
#undef GCNMEMI_CACHE_DIRTY_SHIFT
#undef GCNMEMI_CACHE_VALID_MASK

/* ---------------------------------------------------------------------------------------------------------------------
   >>dram       bursts in, data out: first ready, first come, and every timing between commands paid (R34 to R43)
   Knows: bits, text, results, desc

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

#define GCNMEMI_DRAM_NONE 0xffffffffu
#define GCNMEMI_DRAM_READ 0u
#define GCNMEMI_DRAM_WRITE 1u
#define GCNMEMI_DRAM_AGE_BITS 40
#define GCNMEMI_DRAM_AGE_MASK ((uint64_t)0xffffffffffu) /* ages are 40 bits: a million million requests */

/* ---- address map: a mixed-radix number, one digit per field ---- */

enum {
    GCNMEMI_DRAM_ROW = 0,
    GCNMEMI_DRAM_RANK = 1,
    GCNMEMI_DRAM_GROUP = 2,
    GCNMEMI_DRAM_BANK = 3,
    GCNMEMI_DRAM_CHANNEL = 4,
    GCNMEMI_DRAM_COLUMN = 5,
    GCNMEMI_DRAM_CHUNK = 6,
    GCNMEMI_DRAM_FIELDS = 7
};

static const char* const gcnmemi_dram_field_names[GCNMEMI_DRAM_FIELDS] = {"row",     "rank",   "group", "bank",
                                                                          "channel", "column", "chunk"};

typedef struct gcnmemi_dram_digit {
    uint64_t mask; /* size - 1; of the row, which takes all the bits left, all ones */
    uint32_t field;
    uint32_t size;  /* values; 0 for the row */
    uint32_t shift; /* log2 of size, 0 for the row, or 32 when size is no power of two */
    uint32_t padding;
} gcnmemi_dram_digit;

typedef struct gcnmemi_dram_map {
    gcnmemi_dram_digit digits[GCNMEMI_DRAM_FIELDS]; /* from the lowest address bits up */
    uint32_t digit_count;
    uint32_t offset_bits;  /* address bits inside one burst */
    uint32_t chunk_bursts; /* low part of the column number */
    uint32_t is_hashed;    /* R41: bank and group are xor-ed with the row */
    uint32_t groups;       /* per rank */
    uint32_t banks;        /* per group */
} gcnmemi_dram_map;

/* ---- state ---- */

typedef struct gcnmemi_dram_request {
    uint64_t row;
    uint64_t age;     /* requests before it: smaller is older */
    uint64_t arrival; /* clock */
    uint32_t tag;
    uint32_t bank;
    uint32_t is_write;
    uint32_t next; /* next younger of its bank and direction, or next free slot */
    uint32_t previous;
    uint32_t padding;
} gcnmemi_dram_request;

/* Arrays of two are indexed by direction: GCNMEMI_DRAM_READ, GCNMEMI_DRAM_WRITE. */
typedef struct gcnmemi_dram_bank {
    uint64_t row;            /* the open row */
    uint64_t activate_clock; /* earliest activate, precharge and column command as far as this bank goes */
    uint64_t precharge_clock;
    uint64_t column_clock[2];
    uint64_t oldest_age[2];
    uint64_t hit_age[2];
    uint32_t oldest[2]; /* waiting requests */
    uint32_t youngest[2];
    uint32_t hit[2];       /* oldest waiting request to the open row */
    uint32_t next_outcome; /* gcnmem_dram_outcome of the next access */
    uint32_t closed_limit; /* gcnmem_dram_limit that set activate_clock */
    uint32_t open_limit;   /* ... and column_clock */
    uint32_t padding;
} gcnmemi_dram_bank;

typedef enum gcnmemi_dram_command {
    GCNMEMI_DRAM_IDLE,
    GCNMEMI_DRAM_COLUMN_COMMAND,
    GCNMEMI_DRAM_ACTIVATE,
    GCNMEMI_DRAM_PRECHARGE,
    GCNMEMI_DRAM_REFRESH
} gcnmemi_dram_command;

typedef struct gcnmemi_dram_plan {
    uint64_t clock; /* UINT64_MAX: nothing to do */
    uint64_t age;
    uint32_t command; /* gcnmemi_dram_command */
    uint32_t bank;
} gcnmemi_dram_plan;

typedef struct gcnmemi_dram_channel {
    gcnmemi_dram_plan plan;
    uint64_t command_clock;       /* the command bus is free from here */
    uint64_t data_clock;          /* the data bus is free from here; every clock before is accounted for */
    uint64_t refresh_clock;       /* next refresh due */
    uint64_t offer_clock;         /* latest clock gcnmem_dram_offer() came with */
    uint64_t any_column_clock[2]; /* earliest column command and activate, as far as */
    uint64_t column_clock[2][GCNMEM_DRAM_GROUPS_MAX]; /* commands to other banks go: of any group, of each */
    uint64_t activate_clock[GCNMEM_DRAM_GROUPS_MAX];
    uint64_t any_activate_clock;               /* no rank can activate before */
    uint64_t window[GCNMEM_DRAM_RANKS_MAX][4]; /* the last four activates, each plus tFAW */
    uint32_t window_next[GCNMEM_DRAM_RANKS_MAX];
    uint64_t rank_activate_clock[GCNMEM_DRAM_RANKS_MAX];
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

typedef struct gcnmemi_dram_timing {
    uint32_t burst;
    uint32_t latency[2]; /* CL, CWL */
    uint32_t rcd[2];
    uint32_t rp;
    uint32_t ras;
    uint32_t rc;
    uint32_t rrd_short;
    uint32_t rrd_long;
    uint32_t faw;
    uint32_t column_short[2][2]; /* [earlier direction][later direction], command to command */
    uint32_t column_long[2][2];  /* ... in one bank group */
    uint32_t to_precharge[2];    /* column command to precharge */
    uint32_t rfc;
    uint32_t refi;
} gcnmemi_dram_timing;

struct gcnmem_dram {
    gcnmemi_dram_map map;
    gcnmemi_dram_timing timing;
    uint32_t channels;
    uint32_t ranks;
    uint32_t banks;
    uint32_t rank_shift; /* bank index >> shift is its rank, its group of the channel */
    uint32_t group_shift;
    uint32_t queue_entries[2]; /* reads, writes */
    uint32_t slots;            /* both together */
    uint32_t write_high;
    uint32_t write_low;
    uint32_t closes_pages;
    uint32_t burst_bytes;
    uint32_t completion_capacity;
    uint32_t completion_first; /* ring */
    uint32_t completion_count;
    uint32_t tagged_waiting; /* requests in queues that will leave a completion */
    uint64_t channel_offset; /* bytes from the start of this struct to each array */
    uint64_t bank_offset;
    uint64_t request_offset;
    uint64_t completion_offset;
    uint64_t next_clock_offset;
    uint64_t total_bytes;
    uint64_t clock;    /* latest clock seen */
    uint64_t requests; /* accepted so far: the next one's age */
    gcnmem_dram_stats stats;
};

/* One channel at work: where its parts lie. Lives on the stack only. */
typedef struct gcnmemi_dram_view {
    gcnmem_dram* dram;
    const gcnmemi_dram_timing* timing;
    gcnmemi_dram_channel* channel;
    gcnmemi_dram_bank* banks;
    gcnmemi_dram_request* requests;
    uint64_t* next_clock; /* copy of the plan's clock, packed for gcnmem_dram_next_clock */
    uint32_t index;
    uint32_t padding;
} gcnmemi_dram_view;

/* ---- small tools ---- */

GCNMEMI_PRIVATE uint64_t gcnmemi_dram_sooner(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

GCNMEMI_PRIVATE uint32_t gcnmemi_dram_or_default(uint32_t value, uint32_t value_if_zero) {
    return value != 0 ? value : value_if_zero;
}

/* log2 of a power of two; 32 for anything else. */
GCNMEMI_PRIVATE uint32_t gcnmemi_dram_log2(uint32_t value) {
    uint32_t shift = 0;
    while (shift < 32 && ((uint32_t)1 << shift) != value) {
        shift++;
    }
    return shift;
}

/* Index of the lowest set bit (de Bruijn sequence); `set` is not 0. */
GCNMEMI_PRIVATE uint32_t gcnmemi_dram_lowest(uint64_t set) {
#if defined(__GNUC__)
    return (uint32_t)__builtin_ctzll(set);
#else
    static const unsigned char position[64] = {0,  1,  2,  53, 3,  7,  54, 27, 4,  38, 41, 8,  34, 55, 48, 28,
                                               62, 5,  39, 46, 44, 42, 22, 9,  24, 35, 59, 56, 49, 18, 29, 11,
                                               63, 52, 6,  26, 37, 40, 33, 47, 61, 45, 43, 21, 23, 58, 17, 10,
                                               51, 25, 36, 32, 60, 20, 57, 16, 50, 31, 19, 15, 30, 14, 13, 12};
    return position[((set & (~set + 1)) * 0x022fdd63cc95386dull) >> 58];
#endif
}

/* ---- the description, resolved and checked ---- */

GCNMEMI_PRIVATE uint32_t gcnmemi_dram_burst_bytes(const gcnmem_desc* desc) {
    return desc->dram_burst_length * (desc->dram_channel_bits / 8);
}

GCNMEMI_PRIVATE uint32_t gcnmemi_dram_burst_clocks(const gcnmem_desc* desc) {
    return (desc->dram_burst_length + desc->dram_data_rate - 1) / desc->dram_data_rate;
}

/* R41: values of each field of the mapping; 0 for the row. The description is already known to divide evenly. */
GCNMEMI_PRIVATE void gcnmemi_dram_field_sizes(const gcnmem_desc* desc, int has_chunk, uint32_t* out_sizes) {
    uint32_t ranks = gcnmemi_dram_or_default(desc->dram_ranks, 1);
    uint32_t groups = gcnmemi_dram_or_default(desc->dram_bank_groups, 1);
    uint32_t burst_bytes = gcnmemi_dram_burst_bytes(desc);
    uint32_t chunk = has_chunk ? desc->l2_interleave_bytes / burst_bytes : 1;
    out_sizes[GCNMEMI_DRAM_ROW] = 0;
    out_sizes[GCNMEMI_DRAM_RANK] = ranks;
    out_sizes[GCNMEMI_DRAM_GROUP] = groups;
    out_sizes[GCNMEMI_DRAM_BANK] = desc->dram_banks / (ranks * groups);
    out_sizes[GCNMEMI_DRAM_CHANNEL] = desc->dram_channels;
    out_sizes[GCNMEMI_DRAM_COLUMN] = desc->dram_row_bytes / (burst_bytes * chunk);
    out_sizes[GCNMEMI_DRAM_CHUNK] = chunk;
}

/* The field named by text[0 .. length), or GCNMEMI_DRAM_FIELDS. */
GCNMEMI_PRIVATE uint32_t gcnmemi_dram_field_named(const char* text, uint32_t length) {
    uint32_t field;
    for (field = 0; field < GCNMEMI_DRAM_FIELDS; field++) {
        const char* name = gcnmemi_dram_field_names[field];
        uint32_t i = 0;
        while (i < length && name[i] != 0 && name[i] == text[i]) {
            i++;
        }
        if (i == length && name[i] == 0) {
            break;
        }
    }
    return field;
}

/* Reads the fields of dram_mapping, top first. Returns the rule that is broken, or NULL. */
GCNMEMI_PRIVATE const char* gcnmemi_dram_parse_mapping(const char* text, uint32_t text_bytes, uint32_t* out_fields,
                                                       uint32_t* out_count, uint32_t* out_seen) {
    uint32_t start = 0;
    *out_count = 0;
    *out_seen = 0;
    for (uint32_t end = 0; end < text_bytes; end++) {
        if (text[end] != '-' && text[end] != 0) {
            continue;
        }
        uint32_t field = gcnmemi_dram_field_named(text + start, end - start);
        if (field == GCNMEMI_DRAM_FIELDS) {
            return "must be row, rank, group, bank, channel, column, chunk joined by '-'";
        }
        if ((*out_seen >> field) & 1) {
            return "must not name a field twice";
        }
        *out_seen |= (uint32_t)1 << field;
        out_fields[*out_count] = field;
        *out_count += 1;
        if (text[end] == 0) {
            return NULL;
        }
        start = end + 1;
    }
    return "must end with a zero byte";
}

GCNMEMI_PRIVATE const char* gcnmemi_dram_check_fields(const gcnmem_desc* desc, const uint32_t* fields, uint32_t count,
                                                      uint32_t seen) {
    const uint32_t required =
        1u << GCNMEMI_DRAM_ROW | 1u << GCNMEMI_DRAM_BANK | 1u << GCNMEMI_DRAM_CHANNEL | 1u << GCNMEMI_DRAM_COLUMN;
    int has_chunk = (int)((seen >> GCNMEMI_DRAM_CHUNK) & 1);
    uint32_t burst_bytes = gcnmemi_dram_burst_bytes(desc);
    if ((seen & required) != required) {
        return "must name row, bank, channel and column";
    }
    if (fields[0] != GCNMEMI_DRAM_ROW) {
        return "must begin with row";
    }
    if (desc->dram_bank_groups > 1 && !((seen >> GCNMEMI_DRAM_GROUP) & 1)) {
        return "must name group when dram_bank_groups > 1";
    }
    if (desc->dram_ranks > 1 && !((seen >> GCNMEMI_DRAM_RANK) & 1)) {
        return "must name rank when dram_ranks > 1";
    }
    if (has_chunk && fields[count - 1] != GCNMEMI_DRAM_CHUNK) {
        return "must end with chunk when it names it";
    }
    if (has_chunk && (!gcnmemi_bits_is_power_of_two(desc->l2_interleave_bytes) ||
                      desc->l2_interleave_bytes < burst_bytes || desc->l2_interleave_bytes > desc->dram_row_bytes)) {
        return "has a chunk: l2_interleave_bytes must be a power of two from one burst to dram_row_bytes";
    }
    return NULL;
}

/* dram_mapping to digits. Returns the rule that is broken, or NULL. */
GCNMEMI_PRIVATE const char* gcnmemi_dram_build_map(const gcnmem_desc* desc, gcnmemi_dram_map* map) {
    uint32_t fields[GCNMEMI_DRAM_FIELDS];
    uint32_t sizes[GCNMEMI_DRAM_FIELDS];
    uint32_t count;
    uint32_t seen;
    const char* rule =
        gcnmemi_dram_parse_mapping(desc->dram_mapping, (uint32_t)sizeof(desc->dram_mapping), fields, &count, &seen);
    if (rule == NULL) {
        rule = gcnmemi_dram_check_fields(desc, fields, count, seen);
    }
    if (rule != NULL) {
        return rule;
    }
    gcnmemi_dram_field_sizes(desc, (int)((seen >> GCNMEMI_DRAM_CHUNK) & 1), sizes);
    map->digit_count = count;
    map->offset_bits = gcnmemi_dram_log2(gcnmemi_dram_burst_bytes(desc));
    map->chunk_bursts = sizes[GCNMEMI_DRAM_CHUNK];
    map->is_hashed = desc->dram_bank_rule == 2;
    map->groups = sizes[GCNMEMI_DRAM_GROUP];
    map->banks = sizes[GCNMEMI_DRAM_BANK];
    for (uint32_t i = 0; i < count; i++) {
        gcnmemi_dram_digit* digit = &map->digits[count - 1 - i];
        digit->field = fields[i];
        digit->size = sizes[fields[i]];
        digit->shift = digit->size != 0 ? gcnmemi_dram_log2(digit->size) : 0;
        digit->mask = (uint64_t)digit->size - 1;
        digit->padding = 0;
    }
    return NULL;
}

typedef struct gcnmemi_dram_rule {
    const char* field;
    const char* rule;
    uint32_t value;
    int holds;
} gcnmemi_dram_rule;

/* Stores the first rule that does not hold. Returns whether all did. */
GCNMEMI_PRIVATE int gcnmemi_dram_all_hold(const gcnmemi_dram_rule* rules, size_t count, gcnmem_issue* issue) {
    for (size_t i = 0; i < count; i++) {
        if (!rules[i].holds) {
            issue->field = rules[i].field;
            issue->rule = rules[i].rule;
            issue->value = rules[i].value;
            return 0;
        }
    }
    return 1;
}

#define GCNMEMI_DRAM_RULE(name, text, condition)                                                                       \
    { "dram_" #name, text, desc->dram_##name, (condition) }
#define GCNMEMI_DRAM_POWER(name, least, most)                                                                          \
    GCNMEMI_DRAM_RULE(name, "must be a power of two from " #least " to " #most,                                        \
                      gcnmemi_bits_is_power_of_two(desc->dram_##name) && desc->dram_##name >= (least) &&               \
                          desc->dram_##name <= (most))

GCNMEMI_PRIVATE int gcnmemi_dram_validate_shape(const gcnmem_desc* desc, gcnmem_issue* issue) {
    uint32_t ranks = gcnmemi_dram_or_default(desc->dram_ranks, 1);
    uint32_t groups = gcnmemi_dram_or_default(desc->dram_bank_groups, 1);
    uint64_t all_groups = (uint64_t)groups * ranks;
    const gcnmemi_dram_rule rules[] = {
        GCNMEMI_DRAM_RULE(channels, "must be 1 to 256", desc->dram_channels >= 1 && desc->dram_channels <= 256),
        GCNMEMI_DRAM_POWER(channel_bits, 8, 1024),
        GCNMEMI_DRAM_POWER(burst_length, 1, 64),
        GCNMEMI_DRAM_POWER(data_rate, 1, 16),
        GCNMEMI_DRAM_POWER(banks, 1, 64),
        GCNMEMI_DRAM_RULE(ranks, "must be 0, 1, 2 or 4", gcnmemi_bits_is_power_of_two(ranks) && ranks <= 4),
        GCNMEMI_DRAM_RULE(bank_groups, "must be a power of two up to 32, counting all ranks",
                          gcnmemi_bits_is_power_of_two(groups) && all_groups <= GCNMEM_DRAM_GROUPS_MAX),
        GCNMEMI_DRAM_RULE(bank_groups, "times dram_ranks must divide dram_banks", desc->dram_banks % all_groups == 0),
        GCNMEMI_DRAM_RULE(row_bytes, "must be a power of two from one burst to 65536",
                          gcnmemi_bits_is_power_of_two(desc->dram_row_bytes) && desc->dram_row_bytes <= 65536 &&
                              desc->dram_row_bytes >= gcnmemi_dram_burst_bytes(desc)),
        GCNMEMI_DRAM_RULE(read_queue_entries, "must be 1 to 4096",
                          desc->dram_read_queue_entries >= 1 && desc->dram_read_queue_entries <= 4096),
        GCNMEMI_DRAM_RULE(write_queue_entries, "must be 1 to 4096",
                          desc->dram_write_queue_entries >= 1 && desc->dram_write_queue_entries <= 4096),
        GCNMEMI_DRAM_RULE(write_high_entries, "must be 1 to dram_write_queue_entries",
                          desc->dram_write_high_entries >= 1 &&
                              desc->dram_write_high_entries <= desc->dram_write_queue_entries),
        GCNMEMI_DRAM_RULE(write_low_entries, "must be less than dram_write_high_entries",
                          desc->dram_write_low_entries < desc->dram_write_high_entries),
        GCNMEMI_DRAM_RULE(bank_rule, "must be 1 or 2", desc->dram_bank_rule >= 1 && desc->dram_bank_rule <= 2),
        GCNMEMI_DRAM_RULE(page_policy, "must be 0, 1 or 2", desc->dram_page_policy <= 2)};
    return gcnmemi_dram_all_hold(rules, sizeof(rules) / sizeof(rules[0]), issue);
}

#define GCNMEMI_DRAM_TIME(name, least)                                                                                 \
    GCNMEMI_DRAM_RULE(name##_clocks, "must be " #least " to 1048576",                                                  \
                      desc->dram_##name##_clocks + 1u > (least) && desc->dram_##name##_clocks <= 1048576)

GCNMEMI_PRIVATE int gcnmemi_dram_validate_ranges(const gcnmem_desc* desc, gcnmem_issue* issue) {
    const gcnmemi_dram_rule rules[] = {
        GCNMEMI_DRAM_TIME(cl, 1),        GCNMEMI_DRAM_TIME(cwl, 1),       GCNMEMI_DRAM_TIME(rcd_read, 1),
        GCNMEMI_DRAM_TIME(rcd_write, 1), GCNMEMI_DRAM_TIME(rp, 1),        GCNMEMI_DRAM_TIME(ras, 1),
        GCNMEMI_DRAM_TIME(rc, 1),        GCNMEMI_DRAM_TIME(rrd_short, 1), GCNMEMI_DRAM_TIME(rrd_long, 1),
        GCNMEMI_DRAM_TIME(faw, 1),       GCNMEMI_DRAM_TIME(ccd_short, 1), GCNMEMI_DRAM_TIME(ccd_long, 1),
        GCNMEMI_DRAM_TIME(wr, 1),        GCNMEMI_DRAM_TIME(wtr_short, 1), GCNMEMI_DRAM_TIME(wtr_long, 1),
        GCNMEMI_DRAM_TIME(rtp, 1),       GCNMEMI_DRAM_TIME(rtw, 0),       GCNMEMI_DRAM_TIME(rfc, 0),
        GCNMEMI_DRAM_TIME(refi, 0)};
    return gcnmemi_dram_all_hold(rules, sizeof(rules) / sizeof(rules[0]), issue);
}

/* Clocks in which any one request surely gets through, refresh included: refreshes further apart cannot starve it. */
GCNMEMI_PRIVATE uint32_t gcnmemi_dram_slowest(const gcnmem_desc* desc) {
    return desc->dram_rfc_clocks + desc->dram_rc_clocks + desc->dram_rp_clocks + desc->dram_faw_clocks +
           desc->dram_rcd_read_clocks + desc->dram_rcd_write_clocks + desc->dram_cl_clocks + desc->dram_cwl_clocks +
           desc->dram_wr_clocks + desc->dram_wtr_long_clocks + desc->dram_rtw_clocks + desc->dram_rtp_clocks +
           2 * gcnmemi_dram_burst_clocks(desc);
}

GCNMEMI_PRIVATE int gcnmemi_dram_validate_relations(const gcnmem_desc* desc, gcnmem_issue* issue) {
    const gcnmemi_dram_rule rules[] = {
        GCNMEMI_DRAM_RULE(ras_clocks, "must be at least dram_rcd_read_clocks",
                          desc->dram_ras_clocks >= desc->dram_rcd_read_clocks),
        GCNMEMI_DRAM_RULE(rc_clocks, "must be at least dram_ras_clocks + dram_rp_clocks",
                          desc->dram_rc_clocks >= desc->dram_ras_clocks + desc->dram_rp_clocks),
        GCNMEMI_DRAM_RULE(rrd_long_clocks, "must be at least dram_rrd_short_clocks",
                          desc->dram_rrd_long_clocks >= desc->dram_rrd_short_clocks),
        GCNMEMI_DRAM_RULE(faw_clocks, "must be at least dram_rrd_short_clocks",
                          desc->dram_faw_clocks >= desc->dram_rrd_short_clocks),
        GCNMEMI_DRAM_RULE(ccd_long_clocks, "must be at least dram_ccd_short_clocks",
                          desc->dram_ccd_long_clocks >= desc->dram_ccd_short_clocks),
        GCNMEMI_DRAM_RULE(wtr_long_clocks, "must be at least dram_wtr_short_clocks",
                          desc->dram_wtr_long_clocks >= desc->dram_wtr_short_clocks),
        GCNMEMI_DRAM_RULE(rfc_clocks, "must not be 0 when dram_refi_clocks is not",
                          desc->dram_refi_clocks == 0 || desc->dram_rfc_clocks != 0),
        GCNMEMI_DRAM_RULE(refi_clocks, "must be 0 or exceed dram_rfc_clocks plus the time of one whole access",
                          desc->dram_refi_clocks == 0 || desc->dram_refi_clocks > gcnmemi_dram_slowest(desc))};
    return gcnmemi_dram_all_hold(rules, sizeof(rules) / sizeof(rules[0]), issue);
}

GCNMEM_DEF gcnmem_result gcnmem_dram_validate(const gcnmem_desc* desc, gcnmem_issue* out_issue) {
    gcnmemi_dram_map map;
    gcnmem_issue issue;
    gcnmemi_bits_zero(&issue, sizeof(issue));
    if (gcnmemi_dram_validate_shape(desc, &issue) && gcnmemi_dram_validate_ranges(desc, &issue) &&
        gcnmemi_dram_validate_relations(desc, &issue)) {
        issue.rule = gcnmemi_dram_build_map(desc, &map);
        issue.field = issue.rule != NULL ? "dram_mapping" : NULL;
    }
    if (out_issue != NULL) {
        *out_issue = issue;
    }
    return issue.rule != NULL ? GCNMEM_ERROR_VALUE : GCNMEM_OK;
}

/* R37, R39: command-to-command distances of column commands, from the description's data-to-command ones. */
GCNMEMI_PRIVATE void gcnmemi_dram_set_column_timing(gcnmemi_dram_timing* timing, const gcnmem_desc* desc) {
    const uint32_t r = GCNMEMI_DRAM_READ;
    const uint32_t w = GCNMEMI_DRAM_WRITE;
    uint32_t burst = timing->burst;
    uint32_t write_end = desc->dram_cwl_clocks + burst;
    uint32_t read_end = desc->dram_cl_clocks + burst + 1; /* one idle clock while the bus changes hands [est] */
    uint32_t bus_turn = read_end > desc->dram_cwl_clocks ? read_end - desc->dram_cwl_clocks : 1;
    uint32_t ccd_short = (uint32_t)gcnmemi_bits_max(desc->dram_ccd_short_clocks, burst);
    uint32_t ccd_long = (uint32_t)gcnmemi_bits_max(desc->dram_ccd_long_clocks, burst);
    uint32_t read_to_write = (uint32_t)gcnmemi_bits_max(desc->dram_rtw_clocks, bus_turn);
    timing->column_short[r][r] = ccd_short;
    timing->column_short[w][w] = ccd_short;
    timing->column_long[r][r] = ccd_long;
    timing->column_long[w][w] = ccd_long;
    timing->column_short[r][w] = read_to_write;
    timing->column_long[r][w] = read_to_write;
    timing->column_short[w][r] = write_end + desc->dram_wtr_short_clocks;
    timing->column_long[w][r] = write_end + desc->dram_wtr_long_clocks;
    timing->to_precharge[r] = desc->dram_rtp_clocks;
    timing->to_precharge[w] = write_end + desc->dram_wr_clocks;
}

GCNMEMI_PRIVATE void gcnmemi_dram_set_timing(gcnmemi_dram_timing* timing, const gcnmem_desc* desc) {
    timing->burst = gcnmemi_dram_burst_clocks(desc);
    timing->latency[GCNMEMI_DRAM_READ] = desc->dram_cl_clocks;
    timing->latency[GCNMEMI_DRAM_WRITE] = desc->dram_cwl_clocks;
    timing->rcd[GCNMEMI_DRAM_READ] = desc->dram_rcd_read_clocks;
    timing->rcd[GCNMEMI_DRAM_WRITE] = desc->dram_rcd_write_clocks;
    timing->rp = desc->dram_rp_clocks;
    timing->ras = desc->dram_ras_clocks;
    timing->rc = desc->dram_rc_clocks;
    timing->rrd_short = desc->dram_rrd_short_clocks;
    timing->rrd_long = desc->dram_rrd_long_clocks;
    timing->faw = desc->dram_faw_clocks;
    timing->rfc = desc->dram_rfc_clocks;
    timing->refi = desc->dram_refi_clocks;
    gcnmemi_dram_set_column_timing(timing, desc);
}

/* ---- memory ---- */

/* Everything but the arrays' contents. */
GCNMEMI_PRIVATE void gcnmemi_dram_configure(gcnmem_dram* dram, const gcnmem_desc* desc) {
    uint32_t ranks = gcnmemi_dram_or_default(desc->dram_ranks, 1);
    gcnmemi_bits_zero(dram, sizeof(*dram));
    (void)gcnmemi_dram_build_map(desc, &dram->map);
    gcnmemi_dram_set_timing(&dram->timing, desc);
    dram->channels = desc->dram_channels;
    dram->ranks = ranks;
    dram->banks = desc->dram_banks;
    dram->rank_shift = gcnmemi_dram_log2(desc->dram_banks / ranks);
    dram->group_shift = gcnmemi_dram_log2(dram->map.banks);
    dram->queue_entries[GCNMEMI_DRAM_READ] = desc->dram_read_queue_entries;
    dram->queue_entries[GCNMEMI_DRAM_WRITE] = desc->dram_write_queue_entries;
    dram->slots = desc->dram_read_queue_entries + desc->dram_write_queue_entries;
    dram->write_high = desc->dram_write_high_entries;
    dram->write_low = desc->dram_write_low_entries;
    dram->closes_pages = desc->dram_page_policy == GCNMEM_DRAM_PAGE_CLOSED;
    dram->burst_bytes = gcnmemi_dram_burst_bytes(desc);
    uint64_t requests = (uint64_t)dram->channels * dram->slots;
    dram->completion_capacity = (uint32_t)requests * 2;
    dram->channel_offset = (sizeof(gcnmem_dram) + 7) / 8 * 8;
    dram->bank_offset = dram->channel_offset + dram->channels * sizeof(gcnmemi_dram_channel);
    dram->request_offset = dram->bank_offset + (uint64_t)dram->channels * dram->banks * sizeof(gcnmemi_dram_bank);
    dram->next_clock_offset = dram->request_offset + requests * sizeof(gcnmemi_dram_request);
    dram->completion_offset = dram->next_clock_offset + dram->channels * sizeof(uint64_t);
    dram->total_bytes = dram->completion_offset + dram->completion_capacity * sizeof(gcnmem_dram_completion);
}

GCNMEMI_PRIVATE void* gcnmemi_dram_part(gcnmem_dram* dram, uint64_t offset) {
    return (unsigned char*)dram + offset;
}

GCNMEMI_PRIVATE const void* gcnmemi_dram_const_part(const gcnmem_dram* dram, uint64_t offset) {
    return (const unsigned char*)dram + offset;
}

GCNMEMI_PRIVATE gcnmemi_dram_view gcnmemi_dram_view_of(gcnmem_dram* dram, uint32_t channel) {
    gcnmemi_dram_view view;
    view.dram = dram;
    view.timing = &dram->timing;
    view.channel = (gcnmemi_dram_channel*)gcnmemi_dram_part(dram, dram->channel_offset) + channel;
    view.banks = (gcnmemi_dram_bank*)gcnmemi_dram_part(dram, dram->bank_offset) + (size_t)channel * dram->banks;
    view.requests =
        (gcnmemi_dram_request*)gcnmemi_dram_part(dram, dram->request_offset) + (size_t)channel * dram->slots;
    view.next_clock = (uint64_t*)gcnmemi_dram_part(dram, dram->next_clock_offset) + channel;
    view.index = channel;
    view.padding = 0;
    return view;
}

GCNMEMI_PRIVATE void gcnmemi_dram_reset_channel(const gcnmemi_dram_view* view) {
    gcnmem_dram* dram = view->dram;
    view->channel->plan.clock = UINT64_MAX;
    *view->next_clock = UINT64_MAX;
    view->channel->refresh_clock = dram->timing.refi != 0 ? dram->timing.refi : UINT64_MAX;
    for (uint32_t i = 0; i < dram->banks; i++) {
        gcnmemi_dram_bank* bank = &view->banks[i];
        bank->oldest[0] = bank->oldest[1] = GCNMEMI_DRAM_NONE;
        bank->youngest[0] = bank->youngest[1] = GCNMEMI_DRAM_NONE;
        bank->hit[0] = bank->hit[1] = GCNMEMI_DRAM_NONE;
        bank->next_outcome = GCNMEM_DRAM_MISS;
        bank->closed_limit = GCNMEM_DRAM_LIMIT_BANK;
    }
    for (uint32_t i = 0; i < dram->slots; i++) {
        view->requests[i].next = i + 1 < dram->slots ? i + 1 : GCNMEMI_DRAM_NONE;
    }
}

GCNMEM_DEF size_t gcnmem_dram_size_bytes(const gcnmem_desc* desc) {
    gcnmem_dram dram;
    if (gcnmem_dram_validate(desc, NULL) != GCNMEM_OK) {
        return 0;
    }
    gcnmemi_dram_configure(&dram, desc);
    return dram.total_bytes <= SIZE_MAX ? (size_t)dram.total_bytes : 0;
}

GCNMEM_DEF gcnmem_dram* gcnmem_dram_init(void* memory, size_t memory_bytes, const gcnmem_desc* desc) {
    gcnmem_dram* dram = (gcnmem_dram*)memory;
    size_t needed_bytes = gcnmem_dram_size_bytes(desc);
    if (memory == NULL || needed_bytes == 0 || memory_bytes < needed_bytes) {
        return NULL;
    }
    gcnmemi_bits_zero(memory, needed_bytes);
    gcnmemi_dram_configure(dram, desc);
    for (uint32_t channel = 0; channel < dram->channels; channel++) {
        gcnmemi_dram_view view = gcnmemi_dram_view_of(dram, channel);
        gcnmemi_dram_reset_channel(&view);
    }
    return dram;
}

/* ---- decode ---- */

GCNMEMI_PRIVATE void gcnmemi_dram_split(const gcnmemi_dram_map* map, uint64_t address, uint64_t* out_fields) {
    uint64_t rest = address >> map->offset_bits;
    for (uint32_t i = 0; i < map->digit_count; i++) {
        const gcnmemi_dram_digit* digit = &map->digits[i];
        if (digit->shift < 32) {
            out_fields[digit->field] = rest & digit->mask;
            rest >>= digit->shift;
        } else {
            out_fields[digit->field] = rest % digit->size;
            rest /= digit->size;
        }
    }
}

/* R41: all bits of the row folded to eight. */
GCNMEMI_PRIVATE uint32_t gcnmemi_dram_fold(uint64_t row) {
    row ^= row >> 32;
    row ^= row >> 16;
    row ^= row >> 8;
    row ^= row >> 4;
    return (uint32_t)row & 0xff;
}

GCNMEM_DEF void gcnmem_dram_decode(const gcnmem_dram* dram, uint64_t address, gcnmem_dram_place* out_place) {
    uint64_t fields[GCNMEMI_DRAM_FIELDS] = {0, 0, 0, 0, 0, 0, 0};
    gcnmemi_dram_split(&dram->map, address, fields);
    out_place->row = fields[GCNMEMI_DRAM_ROW];
    out_place->channel = (uint32_t)fields[GCNMEMI_DRAM_CHANNEL];
    out_place->rank = (uint32_t)fields[GCNMEMI_DRAM_RANK];
    out_place->group = (uint32_t)fields[GCNMEMI_DRAM_GROUP];
    out_place->bank = (uint32_t)fields[GCNMEMI_DRAM_BANK];
    if (dram->map.is_hashed) {
        uint32_t fold = gcnmemi_dram_fold(out_place->row);
        out_place->bank ^= fold & (dram->map.banks - 1);
        out_place->group ^= fold >> 2 & (dram->map.groups - 1);
    }
    out_place->column = (uint32_t)(fields[GCNMEMI_DRAM_COLUMN] * dram->map.chunk_bursts + fields[GCNMEMI_DRAM_CHUNK]);
}

/* Banks of a channel in one row: rank, then group, then bank. */
GCNMEMI_PRIVATE uint32_t gcnmemi_dram_bank_index(const gcnmem_dram* dram, const gcnmem_dram_place* place) {
    return (place->rank * dram->map.groups + place->group) * dram->map.banks + place->bank;
}

/* ---- plan: the next command of a channel ---- */

GCNMEMI_PRIVATE uint32_t gcnmemi_dram_group_of(const gcnmemi_dram_view* view, uint32_t bank) {
    return bank >> view->dram->group_shift;
}

GCNMEMI_PRIVATE uint32_t gcnmemi_dram_rank_of(const gcnmemi_dram_view* view, uint32_t bank) {
    return bank >> view->dram->rank_shift;
}

/* Earliest column command as far as the data bus and the bank groups go. */
GCNMEMI_PRIVATE uint64_t gcnmemi_dram_bus_ready(const gcnmemi_dram_view* view, uint32_t bank) {
    uint32_t direction = view->channel->direction;
    return gcnmemi_bits_max(view->channel->any_column_clock[direction],
                            view->channel->column_clock[direction][gcnmemi_dram_group_of(view, bank)]);
}

/* R38: earliest activate as far as tRRD and tFAW go. */
GCNMEMI_PRIVATE uint64_t gcnmemi_dram_window_ready(const gcnmemi_dram_view* view, uint32_t bank) {
    return view->channel->activate_clock[gcnmemi_dram_group_of(view, bank)];
}

/* R42: a command's place in the queue for the command bus, as one number: clocks it must wait, then its request's age.
   GCNMEM_DRAM_TIMING_MAX keeps the wait below 2^24. */
typedef struct gcnmemi_dram_choice {
    uint64_t key;
    uint32_t bank;
    uint32_t padding;
} gcnmemi_dram_choice;

GCNMEMI_PRIVATE void gcnmemi_dram_prefer_sooner(gcnmemi_dram_choice* best, const gcnmemi_dram_channel* channel,
                                                uint64_t clock, uint64_t age, uint32_t bank) {
    uint64_t wait = gcnmemi_bits_max(clock, channel->command_clock) - channel->command_clock;
    uint64_t key = (wait << GCNMEMI_DRAM_AGE_BITS) | age;
    best->bank = key < best->key ? bank : best->bank;
    best->key = gcnmemi_dram_sooner(key, best->key);
}

GCNMEMI_PRIVATE gcnmemi_dram_choice gcnmemi_dram_first_column(const gcnmemi_dram_view* view, uint64_t banks) {
    gcnmemi_dram_choice best = {UINT64_MAX, 0, 0};
    uint32_t direction = view->channel->direction;
    for (; banks != 0; banks &= banks - 1) {
        uint32_t bank = gcnmemi_dram_lowest(banks);
        const gcnmemi_dram_bank* state = &view->banks[bank];
        uint64_t clock = gcnmemi_bits_max(state->column_clock[direction], gcnmemi_dram_bus_ready(view, bank));
        gcnmemi_dram_prefer_sooner(&best, view->channel, clock, state->hit_age[direction], bank);
    }
    return best;
}

GCNMEMI_PRIVATE gcnmemi_dram_choice gcnmemi_dram_first_activate(const gcnmemi_dram_view* view, uint64_t banks) {
    gcnmemi_dram_choice best = {UINT64_MAX, 0, 0};
    uint32_t direction = view->channel->direction;
    for (; banks != 0; banks &= banks - 1) {
        uint32_t bank = gcnmemi_dram_lowest(banks);
        const gcnmemi_dram_bank* state = &view->banks[bank];
        uint64_t clock = gcnmemi_bits_max(state->activate_clock, gcnmemi_dram_window_ready(view, bank));
        gcnmemi_dram_prefer_sooner(&best, view->channel, clock, state->oldest_age[direction], bank);
    }
    return best;
}

/* R36: the bank that could be precharged first. Nothing another bank does moves that clock, so the answer is kept: only
   banks that turned into conflicts since are compared with it, until the bank itself is no conflict any more. */
GCNMEMI_PRIVATE uint32_t gcnmemi_dram_first_conflict(const gcnmemi_dram_view* view, uint64_t conflicts) {
    gcnmemi_dram_channel* channel = view->channel;
    uint32_t first = channel->first_conflict;
    uint64_t news = conflicts & ~channel->known_conflicts;
    if (!((channel->known_conflicts >> first) & 1)) {
        first = gcnmemi_dram_lowest(conflicts);
        news = conflicts;
    }
    for (; news != 0; news &= news - 1) {
        uint32_t bank = gcnmemi_dram_lowest(news);
        uint64_t clock = view->banks[bank].precharge_clock;
        uint64_t best = view->banks[first].precharge_clock;
        first = clock < best || (clock == best && bank < first) ? bank : first;
    }
    channel->first_conflict = first;
    channel->known_conflicts = conflicts;
    return first;
}

GCNMEMI_PRIVATE gcnmemi_dram_choice gcnmemi_dram_first_precharge(const gcnmemi_dram_view* view, uint64_t conflicts) {
    gcnmemi_dram_choice best = {UINT64_MAX, 0, 0};
    if (conflicts != 0) {
        uint32_t bank = gcnmemi_dram_first_conflict(view, conflicts);
        const gcnmemi_dram_bank* state = &view->banks[bank];
        uint64_t age = state->oldest_age[view->channel->direction];
        gcnmemi_dram_prefer_sooner(&best, view->channel, state->precharge_clock, age, bank);
    }
    return best;
}

/* Would a command at `clock` come before the planned one? Earlier clock first, then preferred kind, then older. */
GCNMEMI_PRIVATE int gcnmemi_dram_comes_first(const gcnmemi_dram_plan* plan, uint64_t clock, uint32_t command,
                                             uint64_t age) {
    if (clock != plan->clock) {
        return clock < plan->clock;
    }
    return command != plan->command ? command < plan->command : age < plan->age;
}

GCNMEMI_PRIVATE void gcnmemi_dram_propose(gcnmemi_dram_channel* channel, uint32_t command, gcnmemi_dram_choice choice) {
    gcnmemi_dram_plan* plan = &channel->plan;
    uint64_t clock = channel->command_clock + (choice.key >> GCNMEMI_DRAM_AGE_BITS);
    uint64_t age = choice.key & GCNMEMI_DRAM_AGE_MASK;
    if (choice.key != UINT64_MAX && gcnmemi_dram_comes_first(plan, clock, command, age)) {
        plan->clock = clock;
        plan->age = age;
        plan->command = command;
        plan->bank = choice.bank;
    }
}

/* Plans the best command of all banks, the costly search last: activates that would come too late are not looked at. */
GCNMEMI_PRIVATE void gcnmemi_dram_plan_banks(const gcnmemi_dram_view* view) {
    gcnmemi_dram_channel* channel = view->channel;
    uint64_t waiting = channel->waiting_banks[channel->direction];
    uint64_t hits = channel->hit_banks[channel->direction];
    uint64_t conflicts = waiting & channel->open_banks & ~hits;
    uint64_t closed = waiting & ~channel->open_banks;
    uint64_t no_activate_before = gcnmemi_bits_max(channel->command_clock, channel->any_activate_clock);
    channel->known_conflicts &= conflicts;
    gcnmemi_dram_propose(channel, GCNMEMI_DRAM_COLUMN_COMMAND, gcnmemi_dram_first_column(view, hits));
    if (channel->plan.clock > channel->command_clock) {
        gcnmemi_dram_propose(channel, GCNMEMI_DRAM_PRECHARGE, gcnmemi_dram_first_precharge(view, conflicts));
    }
    if (gcnmemi_dram_comes_first(&channel->plan, no_activate_before, GCNMEMI_DRAM_ACTIVATE, 0)) {
        gcnmemi_dram_propose(channel, GCNMEMI_DRAM_ACTIVATE, gcnmemi_dram_first_activate(view, closed));
    }
}

/* R40: a refresh waits until all banks are precharged. */
GCNMEMI_PRIVATE void gcnmemi_dram_plan_refresh(const gcnmemi_dram_view* view) {
    gcnmemi_dram_channel* channel = view->channel;
    uint64_t clock = gcnmemi_bits_max(channel->refresh_clock, channel->command_clock);
    uint64_t ready = clock;
    for (uint32_t i = 0; i < view->dram->banks; i++) {
        const gcnmemi_dram_bank* bank = &view->banks[i];
        if ((channel->open_banks >> i) & 1) {
            ready = gcnmemi_bits_max(ready, gcnmemi_bits_max(clock, bank->precharge_clock) + view->timing->rp);
        } else {
            ready = gcnmemi_bits_max(ready, bank->activate_clock);
        }
    }
    channel->plan.clock = ready;
    channel->plan.command = GCNMEMI_DRAM_REFRESH;
}

GCNMEMI_PRIVATE void gcnmemi_dram_plan_next(const gcnmemi_dram_view* view) {
    gcnmemi_dram_channel* channel = view->channel;
    channel->plan.clock = UINT64_MAX;
    channel->plan.command = GCNMEMI_DRAM_IDLE;
    gcnmemi_dram_plan_banks(view);
    if (channel->plan.command != GCNMEMI_DRAM_IDLE && channel->plan.clock >= channel->refresh_clock) {
        gcnmemi_dram_plan_refresh(view);
    }
    *view->next_clock = channel->plan.clock;
}

/* ---- accounting ---- */

GCNMEMI_PRIVATE void gcnmemi_dram_account(gcnmemi_dram_channel* channel, uint32_t limit, uint64_t clock) {
    if (clock > channel->data_clock) {
        channel->limit_clocks[limit] += clock - channel->data_clock;
        channel->data_clock = clock;
    }
}

/* Why this column command did not come earlier: the last of the conditions it had to wait for. */
GCNMEMI_PRIVATE uint32_t gcnmemi_dram_column_limit(const gcnmemi_dram_view* view, const gcnmemi_dram_bank* bank,
                                                   const gcnmemi_dram_request* request) {
    const gcnmemi_dram_channel* channel = view->channel;
    uint64_t bus = gcnmemi_dram_bus_ready(view, request->bank);
    uint64_t row = bank->column_clock[request->is_write];
    if (request->arrival > bus && request->arrival > row) {
        return GCNMEM_DRAM_LIMIT_SUPPLY;
    }
    if (row > bus) {
        return bank->open_limit;
    }
    return channel->last_direction != request->is_write ? GCNMEM_DRAM_LIMIT_TURNAROUND : GCNMEM_DRAM_LIMIT_BANK_GROUP;
}

GCNMEMI_PRIVATE uint32_t gcnmemi_dram_activate_limit(const gcnmemi_dram_view* view, uint32_t bank, uint64_t arrival) {
    uint64_t window = gcnmemi_dram_window_ready(view, bank);
    uint64_t precharged = view->banks[bank].activate_clock;
    if (arrival > window && arrival > precharged) {
        return GCNMEM_DRAM_LIMIT_SUPPLY;
    }
    return window > precharged ? (uint32_t)GCNMEM_DRAM_LIMIT_ACTIVATION : view->banks[bank].closed_limit;
}

/* ---- queues ---- */

/* The oldest request to `row` from `request` on. */
GCNMEMI_PRIVATE uint32_t gcnmemi_dram_find_row(const gcnmemi_dram_view* view, uint32_t request, uint64_t row) {
    while (request != GCNMEMI_DRAM_NONE && view->requests[request].row != row) {
        request = view->requests[request].next;
    }
    return request;
}

GCNMEMI_PRIVATE void gcnmemi_dram_set_hit(const gcnmemi_dram_view* view, uint32_t bank, uint32_t direction,
                                          uint32_t request) {
    uint64_t bit = (uint64_t)1 << bank;
    view->banks[bank].hit[direction] = request;
    if (request != GCNMEMI_DRAM_NONE) {
        view->banks[bank].hit_age[direction] = view->requests[request].age;
        view->channel->known_conflicts &= ~bit;
        view->channel->hit_banks[direction] |= bit;
    } else {
        view->channel->hit_banks[direction] &= ~bit;
    }
}

GCNMEMI_PRIVATE uint32_t gcnmemi_dram_link(const gcnmemi_dram_view* view, uint32_t bank_index, uint32_t direction) {
    gcnmemi_dram_channel* channel = view->channel;
    gcnmemi_dram_bank* bank = &view->banks[bank_index];
    uint32_t index = channel->free_request;
    gcnmemi_dram_request* request = &view->requests[index];
    channel->free_request = request->next;
    request->age = view->dram->requests++ & GCNMEMI_DRAM_AGE_MASK;
    request->next = GCNMEMI_DRAM_NONE;
    request->previous = bank->youngest[direction];
    if (request->previous != GCNMEMI_DRAM_NONE) {
        view->requests[request->previous].next = index;
    } else {
        bank->oldest[direction] = index;
        bank->oldest_age[direction] = request->age;
    }
    bank->youngest[direction] = index;
    channel->waiting[direction]++;
    channel->waiting_banks[direction] |= (uint64_t)1 << bank_index;
    return index;
}

GCNMEMI_PRIVATE void gcnmemi_dram_unlink(const gcnmemi_dram_view* view, uint32_t index) {
    gcnmemi_dram_channel* channel = view->channel;
    gcnmemi_dram_request* request = &view->requests[index];
    gcnmemi_dram_bank* bank = &view->banks[request->bank];
    uint32_t direction = request->is_write;
    if (request->previous != GCNMEMI_DRAM_NONE) {
        view->requests[request->previous].next = request->next;
    } else {
        bank->oldest[direction] = request->next;
    }
    if (request->next != GCNMEMI_DRAM_NONE) {
        view->requests[request->next].previous = request->previous;
    } else {
        bank->youngest[direction] = request->previous;
    }
    if (bank->oldest[direction] == GCNMEMI_DRAM_NONE) {
        channel->waiting_banks[direction] &= ~((uint64_t)1 << request->bank);
    } else {
        bank->oldest_age[direction] = view->requests[bank->oldest[direction]].age;
    }
    channel->waiting[direction]--;
    request->next = channel->free_request;
    channel->free_request = index;
}

/* R39: reads first; a write batch starts at the high mark, or when there is nothing to read, and ends at the low
   mark. */
GCNMEMI_PRIVATE void gcnmemi_dram_choose_direction(const gcnmemi_dram_view* view) {
    gcnmemi_dram_channel* channel = view->channel;
    uint32_t reads = channel->waiting[GCNMEMI_DRAM_READ];
    uint32_t writes = channel->waiting[GCNMEMI_DRAM_WRITE];
    if (channel->direction == GCNMEMI_DRAM_READ) {
        if (writes >= view->dram->write_high || (reads == 0 && writes != 0)) {
            channel->direction = GCNMEMI_DRAM_WRITE;
        }
    } else if (writes == 0 || (reads != 0 && writes <= view->dram->write_low)) {
        channel->direction = GCNMEMI_DRAM_READ;
    }
}

/* ---- issue ---- */

GCNMEMI_PRIVATE void gcnmemi_dram_close(const gcnmemi_dram_view* view, uint32_t bank_index, uint64_t clock,
                                        uint32_t outcome) {
    gcnmemi_dram_bank* bank = &view->banks[bank_index];
    bank->activate_clock = gcnmemi_bits_max(bank->activate_clock, clock + view->timing->rp);
    bank->closed_limit = GCNMEM_DRAM_LIMIT_BANK;
    bank->next_outcome = outcome;
    view->channel->open_banks &= ~((uint64_t)1 << bank_index);
    gcnmemi_dram_set_hit(view, bank_index, GCNMEMI_DRAM_READ, GCNMEMI_DRAM_NONE);
    gcnmemi_dram_set_hit(view, bank_index, GCNMEMI_DRAM_WRITE, GCNMEMI_DRAM_NONE);
}

GCNMEMI_PRIVATE void gcnmemi_dram_issue_precharge(const gcnmemi_dram_view* view, uint32_t bank, uint64_t clock) {
    gcnmemi_dram_close(view, bank, clock, GCNMEM_DRAM_CONFLICT);
    view->dram->stats.precharges++;
}

/* tRRD and tFAW: when the groups of this rank may activate again. */
GCNMEMI_PRIVATE void gcnmemi_dram_note_activate(const gcnmemi_dram_view* view, uint32_t bank, uint64_t clock) {
    gcnmemi_dram_channel* channel = view->channel;
    uint32_t rank = gcnmemi_dram_rank_of(view, bank);
    uint32_t group = gcnmemi_dram_group_of(view, bank);
    uint32_t groups = view->dram->map.groups;
    uint32_t slot = channel->window_next[rank];
    uint32_t oldest = (slot + 1) & 3;
    channel->window[rank][slot] = clock + view->timing->faw;
    channel->window_next[rank] = oldest;
    uint64_t ready = gcnmemi_bits_max(clock + view->timing->rrd_short, channel->window[rank][oldest]);
    for (uint32_t i = rank * groups; i < (rank + 1) * groups; i++) {
        channel->activate_clock[i] = gcnmemi_bits_max(channel->activate_clock[i], ready);
    }
    channel->activate_clock[group] = gcnmemi_bits_max(ready, clock + view->timing->rrd_long);
    channel->rank_activate_clock[rank] = ready;
    channel->any_activate_clock = ready;
    for (uint32_t i = 0; i < view->dram->ranks; i++) {
        channel->any_activate_clock = gcnmemi_dram_sooner(channel->any_activate_clock, channel->rank_activate_clock[i]);
    }
}

GCNMEMI_PRIVATE void gcnmemi_dram_issue_activate(const gcnmemi_dram_view* view, uint32_t bank_index, uint64_t clock) {
    gcnmemi_dram_channel* channel = view->channel;
    gcnmemi_dram_bank* bank = &view->banks[bank_index];
    const gcnmemi_dram_request* request = &view->requests[bank->oldest[channel->direction]];
    bank->open_limit = gcnmemi_dram_activate_limit(view, bank_index, request->arrival);
    bank->row = request->row;
    bank->activate_clock = clock + view->timing->rc;
    bank->precharge_clock = clock + view->timing->ras;
    channel->open_banks |= (uint64_t)1 << bank_index;
    for (uint32_t direction = 0; direction < 2; direction++) {
        bank->column_clock[direction] = clock + view->timing->rcd[direction];
        gcnmemi_dram_set_hit(view, bank_index, direction,
                             gcnmemi_dram_find_row(view, bank->oldest[direction], bank->row));
    }
    gcnmemi_dram_note_activate(view, bank_index, clock);
    view->dram->stats.activates++;
}

/* tCCD, tWTR and the bus turnaround: when each group may take its next column command. */
GCNMEMI_PRIVATE void gcnmemi_dram_note_column(const gcnmemi_dram_view* view, const gcnmemi_dram_request* request,
                                              uint64_t clock) {
    const gcnmemi_dram_timing* timing = view->timing;
    uint32_t group = gcnmemi_dram_group_of(view, request->bank);
    uint32_t now = request->is_write;
    for (uint32_t then = 0; then < 2; then++) {
        uint64_t* any = &view->channel->any_column_clock[then];
        uint64_t* own = &view->channel->column_clock[then][group];
        *any = gcnmemi_bits_max(*any, clock + timing->column_short[now][then]);
        *own = gcnmemi_bits_max(*own, clock + timing->column_long[now][then]);
    }
    view->channel->last_direction = now;
}

GCNMEMI_PRIVATE void gcnmemi_dram_complete(const gcnmemi_dram_view* view, const gcnmemi_dram_request* request,
                                           uint64_t clock, uint32_t outcome) {
    gcnmem_dram* dram = view->dram;
    if (request->tag == GCNMEM_DRAM_NO_TAG) {
        return;
    }
    gcnmem_dram_completion* ring = (gcnmem_dram_completion*)gcnmemi_dram_part(dram, dram->completion_offset);
    uint32_t slot = dram->completion_first + dram->completion_count;
    slot -= slot >= dram->completion_capacity ? dram->completion_capacity : 0;
    ring[slot].clock = clock;
    ring[slot].tag = request->tag;
    ring[slot].channel = view->index;
    ring[slot].outcome = outcome;
    dram->completion_count++;
    dram->tagged_waiting--;
}

GCNMEMI_PRIVATE void gcnmemi_dram_count(gcnmem_dram_stats* stats, uint32_t is_write, uint32_t outcome) {
    stats->reads += is_write == 0;
    stats->writes += is_write != 0;
    stats->row_hits += outcome == GCNMEM_DRAM_HIT;
    stats->row_misses += outcome == GCNMEM_DRAM_MISS;
    stats->row_conflicts += outcome == GCNMEM_DRAM_CONFLICT;
}

/* R34, R35: one burst: the data bus moves, the request leaves the queue. */
GCNMEMI_PRIVATE void gcnmemi_dram_issue_column(const gcnmemi_dram_view* view, uint32_t bank_index, uint64_t clock) {
    gcnmemi_dram_channel* channel = view->channel;
    gcnmemi_dram_bank* bank = &view->banks[bank_index];
    uint32_t direction = channel->direction;
    uint32_t index = bank->hit[direction];
    const gcnmemi_dram_request* request = &view->requests[index];
    uint64_t data = clock + view->timing->latency[direction];
    uint32_t limit = gcnmemi_dram_column_limit(view, bank, request);
    gcnmemi_dram_account(channel, limit, data);
    gcnmemi_dram_account(channel, GCNMEM_DRAM_LIMIT_INTERFACE, data + view->timing->burst);
    gcnmemi_dram_count(&view->dram->stats, direction, bank->next_outcome);
    gcnmemi_dram_complete(view, request, data + view->timing->burst, bank->next_outcome);
    gcnmemi_dram_note_column(view, request, clock);
    bank->next_outcome = GCNMEM_DRAM_HIT;
    bank->precharge_clock = gcnmemi_bits_max(bank->precharge_clock, clock + view->timing->to_precharge[direction]);
    gcnmemi_dram_set_hit(view, bank_index, direction, gcnmemi_dram_find_row(view, request->next, bank->row));
    gcnmemi_dram_unlink(view, index);
    if (view->dram->closes_pages && bank->hit[direction] == GCNMEMI_DRAM_NONE) { /* R43 */
        gcnmemi_dram_close(view, bank_index, bank->precharge_clock, GCNMEM_DRAM_MISS);
    }
    gcnmemi_dram_choose_direction(view);
}

/* `count` refreshes, one interval apart; the last begins at `clock`. */
GCNMEMI_PRIVATE void gcnmemi_dram_issue_refresh(const gcnmemi_dram_view* view, uint64_t clock, uint64_t count) {
    for (uint32_t i = 0; i < view->dram->banks; i++) {
        gcnmemi_dram_close(view, i, clock, GCNMEM_DRAM_MISS);
        view->banks[i].activate_clock = clock + view->timing->rfc;
        view->banks[i].closed_limit = GCNMEM_DRAM_LIMIT_REFRESH;
    }
    view->channel->refresh_clock += count * view->timing->refi;
    view->dram->stats.refreshes += count;
}

GCNMEMI_PRIVATE void gcnmemi_dram_issue(const gcnmemi_dram_view* view) {
    gcnmemi_dram_channel* channel = view->channel;
    uint64_t clock = channel->plan.clock;
    uint32_t bank = channel->plan.bank;
    channel->command_clock = clock + 1;
    if (channel->plan.command == GCNMEMI_DRAM_COLUMN_COMMAND) {
        gcnmemi_dram_issue_column(view, bank, clock);
    } else if (channel->plan.command == GCNMEMI_DRAM_ACTIVATE) {
        gcnmemi_dram_issue_activate(view, bank, clock);
    } else if (channel->plan.command == GCNMEMI_DRAM_PRECHARGE) {
        gcnmemi_dram_issue_precharge(view, bank, clock);
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
GCNMEMI_PRIVATE uint64_t gcnmemi_dram_refreshes_due(const gcnmem_dram* dram, const gcnmemi_dram_channel* channel,
                                                    uint64_t clock) {
    return channel->refresh_clock <= clock ? 1 + (clock - channel->refresh_clock) / dram->timing.refi : 0;
}

/* An empty channel gets work again: what happened meanwhile is refreshes, and clocks nobody asked for. */
GCNMEMI_PRIVATE void gcnmemi_dram_wake(const gcnmemi_dram_view* view, uint64_t clock) {
    gcnmemi_dram_channel* channel = view->channel;
    uint64_t due = gcnmemi_dram_refreshes_due(view->dram, channel, clock);
    gcnmemi_dram_account(channel, GCNMEM_DRAM_LIMIT_SUPPLY, clock);
    if (due == 1) {
        gcnmemi_dram_plan_refresh(view); /* rows may still have to close for the first one */
        gcnmemi_dram_issue_refresh(view, channel->plan.clock, 1);
    } else if (due > 1) {
        gcnmemi_dram_issue_refresh(view, channel->refresh_clock + (due - 1) * view->timing->refi, due);
    }
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
        gcnmemi_dram_propose(channel, GCNMEMI_DRAM_COLUMN_COMMAND, gcnmemi_dram_first_column(view, bit));
    } else if (!(channel->open_banks & bit)) {
        gcnmemi_dram_propose(channel, GCNMEMI_DRAM_ACTIVATE, gcnmemi_dram_first_activate(view, bit));
    } else if (channel->plan.clock > channel->command_clock || channel->plan.command == GCNMEMI_DRAM_PRECHARGE) {
        gcnmemi_dram_plan_next(view);
    }
    *view->next_clock = channel->plan.clock;
}

GCNMEMI_PRIVATE void gcnmemi_dram_accept(const gcnmemi_dram_view* view, const gcnmem_dram_place* place,
                                         uint32_t is_write, uint64_t clock, uint32_t tag) {
    gcnmem_dram* dram = view->dram;
    gcnmemi_dram_channel* channel = view->channel;
    uint32_t bank = gcnmemi_dram_bank_index(dram, place);
    uint32_t old_direction = channel->direction;
    if (channel->waiting[0] + channel->waiting[1] == 0) {
        gcnmemi_dram_wake(view, clock);
    }
    channel->command_clock = gcnmemi_bits_max(channel->command_clock, clock);
    uint32_t index = gcnmemi_dram_link(view, bank, is_write);
    gcnmemi_dram_request* request = &view->requests[index];
    request->row = place->row;
    request->arrival = clock;
    request->tag = tag;
    request->bank = bank;
    request->is_write = is_write;
    dram->tagged_waiting += tag != GCNMEM_DRAM_NO_TAG;
    if (((channel->open_banks >> bank) & 1) && view->banks[bank].row == place->row &&
        view->banks[bank].hit[is_write] == GCNMEMI_DRAM_NONE) {
        gcnmemi_dram_set_hit(view, bank, is_write, index);
    }
    gcnmemi_dram_choose_direction(view);
    gcnmemi_dram_replan(view, bank, old_direction);
}

/* A queue slot, and for a tagged request room for its completion. */
GCNMEMI_PRIVATE int gcnmemi_dram_has_room(const gcnmemi_dram_view* view, uint32_t is_write, uint32_t tag) {
    uint32_t direction = is_write != 0 ? GCNMEMI_DRAM_WRITE : GCNMEMI_DRAM_READ;
    const gcnmem_dram* dram = view->dram;
    if (tag != GCNMEM_DRAM_NO_TAG && dram->tagged_waiting + dram->completion_count >= dram->completion_capacity) {
        return 0;
    }
    return view->channel->waiting[direction] < dram->queue_entries[direction];
}

/* Clocks never go back and never overflow. */
GCNMEMI_PRIVATE uint64_t gcnmemi_dram_clock(const gcnmem_dram* dram, uint64_t clock) {
    return gcnmemi_bits_max(gcnmemi_dram_sooner(clock, GCNMEM_DRAM_CLOCK_MAX), dram->clock);
}

/* gcnmem_dram_submit() for an address that has been decoded. */
GCNMEMI_PRIVATE int gcnmemi_dram_submit_to(gcnmem_dram* dram, const gcnmem_dram_place* place, uint32_t is_write,
                                           uint64_t clock, uint32_t tag) {
    gcnmemi_dram_view view = gcnmemi_dram_view_of(dram, place->channel);
    dram->clock = gcnmemi_dram_clock(dram, clock);
    gcnmemi_dram_advance_channel(&view, dram->clock);
    if (!gcnmemi_dram_has_room(&view, is_write, tag)) {
        return 0;
    }
    gcnmemi_dram_accept(&view, place, is_write != 0, dram->clock, tag);
    return 1;
}

GCNMEM_DEF int gcnmem_dram_submit(gcnmem_dram* dram, uint64_t address, uint32_t is_write, uint64_t clock,
                                  uint32_t tag) {
    gcnmem_dram_place place;
    gcnmem_dram_decode(dram, address, &place);
    return gcnmemi_dram_submit_to(dram, &place, is_write, clock, tag);
}

/* ---- running ---- */

GCNMEM_DEF uint64_t gcnmem_dram_next_clock(const gcnmem_dram* dram) {
    const uint64_t* clocks = (const uint64_t*)gcnmemi_dram_const_part(dram, dram->next_clock_offset);
    uint64_t next = UINT64_MAX;
    for (uint32_t i = 0; i < dram->channels; i++) {
        next = clocks[i] < next ? clocks[i] : next;
    }
    return next;
}

GCNMEM_DEF void gcnmem_dram_advance(gcnmem_dram* dram, uint64_t clock) {
    const uint64_t* clocks = (const uint64_t*)gcnmemi_dram_const_part(dram, dram->next_clock_offset);
    dram->clock = gcnmemi_dram_clock(dram, clock);
    for (uint32_t i = 0; i < dram->channels; i++) {
        if (clocks[i] <= dram->clock) {
            gcnmemi_dram_view view = gcnmemi_dram_view_of(dram, i);
            gcnmemi_dram_advance_channel(&view, dram->clock);
        }
    }
}

GCNMEM_DEF int gcnmem_dram_pop(gcnmem_dram* dram, gcnmem_dram_completion* out_completion) {
    if (dram->completion_count == 0) {
        return 0;
    }
    const gcnmem_dram_completion* ring =
        (const gcnmem_dram_completion*)gcnmemi_dram_const_part(dram, dram->completion_offset);
    *out_completion = ring[dram->completion_first];
    dram->completion_first = dram->completion_first + 1 < dram->completion_capacity ? dram->completion_first + 1 : 0;
    dram->completion_count--;
    return 1;
}

GCNMEM_DEF uint64_t gcnmem_dram_offer(gcnmem_dram* dram, uint64_t address, uint32_t is_write, uint64_t clock) {
    gcnmem_dram_place place;
    gcnmem_dram_decode(dram, address, &place);
    gcnmemi_dram_view view = gcnmemi_dram_view_of(dram, place.channel);
    clock = gcnmemi_bits_max(gcnmemi_dram_clock(dram, clock), view.channel->offer_clock);
    gcnmemi_dram_advance_channel(&view, clock);
    uint64_t taken = clock;
    while (!gcnmemi_dram_has_room(&view, is_write, GCNMEM_DRAM_NO_TAG)) {
        taken = gcnmemi_bits_max(taken, view.channel->plan.clock);
        gcnmemi_dram_issue(&view);
    }
    gcnmemi_dram_accept(&view, &place, is_write != 0, taken, GCNMEM_DRAM_NO_TAG);
    view.channel->offer_clock = taken;
    return taken - clock;
}

GCNMEM_DEF uint64_t gcnmem_dram_stream(gcnmem_dram* dram, const uint64_t* addresses, const uint8_t* is_write,
                                       size_t count) {
    for (size_t i = 0; i < count; i++) {
        uint32_t write = is_write != NULL && is_write[i] != 0;
        gcnmem_dram_place place;
        gcnmem_dram_decode(dram, addresses[i], &place);
        gcnmemi_dram_view view = gcnmemi_dram_view_of(dram, place.channel);
        gcnmemi_dram_advance_channel(&view, dram->clock);
        while (!gcnmemi_dram_has_room(&view, write, GCNMEM_DRAM_NO_TAG)) {
            dram->clock = gcnmemi_bits_max(dram->clock, view.channel->plan.clock);
            gcnmemi_dram_issue(&view);
        }
        gcnmemi_dram_accept(&view, &place, write, dram->clock, GCNMEM_DRAM_NO_TAG);
    }
    return dram->clock;
}

GCNMEM_DEF uint64_t gcnmem_dram_drain(gcnmem_dram* dram) {
    uint64_t end = dram->clock;
    for (uint32_t i = 0; i < dram->channels; i++) {
        gcnmemi_dram_view view = gcnmemi_dram_view_of(dram, i);
        while (view.channel->plan.clock != UINT64_MAX) {
            gcnmemi_dram_issue(&view);
        }
        end = gcnmemi_bits_max(end, view.channel->data_clock);
    }
    gcnmem_dram_advance(dram, end);
    return dram->clock;
}

/* ---- results ---- */

/* Closes one channel's account at `clock`: the clocks behind its last burst, and refreshes nobody waited for. */
GCNMEMI_PRIVATE void gcnmemi_dram_add_channel(const gcnmem_dram* dram, const gcnmemi_dram_channel* channel,
                                              gcnmem_dram_stats* stats) {
    for (uint32_t limit = 0; limit < GCNMEM_DRAM_LIMITS; limit++) {
        stats->limit_clocks[limit] += channel->limit_clocks[limit];
    }
    stats->limit_clocks[GCNMEM_DRAM_LIMIT_SUPPLY] += stats->clocks - channel->data_clock;
    if (channel->waiting[0] + channel->waiting[1] == 0) {
        stats->refreshes += gcnmemi_dram_refreshes_due(dram, channel, dram->clock);
    }
}

GCNMEMI_PRIVATE uint64_t gcnmemi_dram_unsupplied(const gcnmemi_dram_channel* channel, uint64_t clock) {
    return channel->limit_clocks[GCNMEM_DRAM_LIMIT_SUPPLY] + clock - channel->data_clock;
}

GCNMEM_DEF void gcnmem_dram_stats_read(const gcnmem_dram* dram, gcnmem_dram_stats* out_stats) {
    uint64_t least = UINT64_MAX;
    const gcnmemi_dram_channel* channels =
        (const gcnmemi_dram_channel*)gcnmemi_dram_const_part(dram, dram->channel_offset);
    *out_stats = dram->stats;
    out_stats->bytes = (out_stats->reads + out_stats->writes) * dram->burst_bytes;
    out_stats->clocks = dram->clock;
    for (uint32_t i = 0; i < dram->channels; i++) {
        out_stats->clocks = gcnmemi_bits_max(out_stats->clocks, channels[i].data_clock);
    }
    for (uint32_t i = 0; i < dram->channels; i++) {
        uint64_t unsupplied = gcnmemi_dram_unsupplied(&channels[i], out_stats->clocks);
        gcnmemi_dram_add_channel(dram, &channels[i], out_stats);
        least = unsupplied < least ? unsupplied : least;
    }
    out_stats->busy_clocks = out_stats->limit_clocks[GCNMEM_DRAM_LIMIT_INTERFACE];
    least *= dram->channels;
    out_stats->limit_clocks[GCNMEM_DRAM_LIMIT_CHANNEL] = out_stats->limit_clocks[GCNMEM_DRAM_LIMIT_SUPPLY] - least;
    out_stats->limit_clocks[GCNMEM_DRAM_LIMIT_SUPPLY] = least;
}

GCNMEM_DEF gcnmem_dram_limit gcnmem_dram_limited_by(const gcnmem_dram_stats* stats) {
    static const gcnmem_dram_limit losses[] = {GCNMEM_DRAM_LIMIT_BANK,       GCNMEM_DRAM_LIMIT_BANK_GROUP,
                                               GCNMEM_DRAM_LIMIT_ACTIVATION, GCNMEM_DRAM_LIMIT_TURNAROUND,
                                               GCNMEM_DRAM_LIMIT_REFRESH,    GCNMEM_DRAM_LIMIT_CHANNEL,
                                               GCNMEM_DRAM_LIMIT_SUPPLY};
    gcnmem_dram_limit worst = GCNMEM_DRAM_LIMIT_BANK;
    uint64_t total = stats->busy_clocks;
    for (size_t i = 0; i < sizeof(losses) / sizeof(losses[0]); i++) {
        total += stats->limit_clocks[losses[i]];
        worst = stats->limit_clocks[losses[i]] > stats->limit_clocks[worst] ? losses[i] : worst;
    }
    return stats->busy_clocks >= total - total / 5 ? GCNMEM_DRAM_LIMIT_INTERFACE : worst;
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
     L2          its channel's (R33)          l2_line_bytes          DRAM

   A level is a row of a table made from the description. Requests meet it line by line and become what it asks of the
   level below. No clock runs here: replay keeps the clocks at which parts are busy, run those at which data arrive.
   ------------------------------------------------------------------------------------------------------------------ */

enum {
    GCNMEMI_LEVELS_L1 = 0,
    GCNMEMI_LEVELS_SCALAR_L1,
    GCNMEMI_LEVELS_L2,
    GCNMEMI_LEVELS_COUNT,
    GCNMEMI_LEVELS_DRAM = GCNMEMI_LEVELS_COUNT
};

typedef struct gcnmemi_levels_row {
    gcnmem_cache_geometry geometry; /* of an instance; of size 0: there is no such level */
    uint32_t count;                 /* instances */
    uint32_t sharers;               /* CUs an instance serves; 0: the channel rule chooses the instance */
    uint32_t below;
    uint32_t bytes_per_clock; /* that an instance delivers */
    uint32_t there_clocks;    /* from this level to the one below, when it is idle, */
    uint32_t back_clocks;     /* and back: of first levels, to the wave */
    uint64_t offset;          /* of the first instance, from the start of gcnmemi_levels */
    uint64_t stride;          /* bytes of an instance */
} gcnmemi_levels_row;

/* Holds offsets, no pointers: it is the first member of what is laid out around it. */
typedef struct gcnmemi_levels {
    gcnmemi_levels_row row[GCNMEMI_LEVELS_COUNT];
    gcnmemi_channel_route route;
    uint64_t dram_offset;
    uint64_t core_part; /* R48: so many engine clocks take as long */
    uint64_t dram_part; /* ... as so many command clocks of DRAM */
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

GCNMEMI_PRIVATE uint32_t gcnmemi_levels_half_more(uint32_t clocks, uint32_t than) {
    return clocks > than ? (clocks - than) / 2 : 0;
}

/* The levels of `cu_count` CUs. Stores of a request make their part of a longer L2 line valid: its sector. */
GCNMEMI_PRIVATE void gcnmemi_levels_fill_rows(gcnmemi_levels* levels, const gcnmem_desc* d, uint32_t cu_count) {
    int has_sectors = d->request_bytes < d->l2_line_bytes &&
                      d->l2_line_bytes / d->request_bytes <= (uint32_t)GCNMEM_CACHE_MAX_SECTORS;
    uint32_t sector = has_sectors ? d->request_bytes : d->l2_line_bytes;
    uint32_t path = (uint32_t)gcnmemi_bits_scale(d->dram_path_ns, d->core_clock_mhz, 1000);
    uint32_t there = gcnmemi_levels_half_more(d->l2_latency_clocks, d->l1_latency_clocks);
    uint32_t scalar_there = gcnmemi_levels_half_more(d->scalar_l2_latency_clocks, d->scalar_l1_latency_clocks);
    const gcnmemi_levels_row rows[GCNMEMI_LEVELS_COUNT] = {
        {{d->l1_size_bytes, d->l1_ways, d->l1_line_bytes, d->l1_line_bytes, GCNMEM_CACHE_WRITE_GCN_L1},
         cu_count,
         1,
         GCNMEMI_LEVELS_L2,
         d->l1_line_bytes,
         there,
         d->l2_latency_clocks - there,
         0,
         0},
        {{d->scalar_l1_size_bytes, d->scalar_l1_ways, d->scalar_l1_line_bytes, d->scalar_l1_line_bytes,
          GCNMEM_CACHE_WRITE_GCN_L1},
         gcnmemi_bits_divide_up(cu_count, d->scalar_l1_cus),
         d->scalar_l1_cus,
         GCNMEMI_LEVELS_L2,
         d->scalar_l1_line_bytes,
         scalar_there,
         d->scalar_l2_latency_clocks - scalar_there,
         0,
         0},
        {{d->l2_size_bytes / d->l2_channels, d->l2_ways, d->l2_line_bytes, sector, GCNMEM_CACHE_WRITE_BACK_MASKED},
         d->l2_channels,
         0,
         GCNMEMI_LEVELS_DRAM,
         d->l2_channel_bytes_per_clock,
         path / 2,
         path - path / 2,
         0,
         0}};
    for (uint32_t i = 0; i < GCNMEMI_LEVELS_COUNT; ++i) {
        levels->row[i] = rows[i];
        levels->row[i].count = rows[i].geometry.size_bytes != 0 ? rows[i].count : 0;
        while (levels->row[i].below < GCNMEMI_LEVELS_DRAM && rows[levels->row[i].below].geometry.size_bytes == 0) {
            levels->row[i].below = rows[levels->row[i].below].below;
        }
    }
}

/* Bursts of a request that goes to DRAM; the first one's address. R16: a burst may be longer than the request. */
GCNMEMI_PRIVATE uint64_t gcnmemi_levels_bursts(const gcnmemi_levels* levels, uint64_t address, uint64_t bytes,
                                               uint64_t* out_first) {
    uint64_t offset = address % levels->burst_bytes;
    *out_first = address - offset;
    return (offset + bytes + levels->burst_bytes - 1) / levels->burst_bytes;
}

/* Fills in the table, and takes room for its caches and DRAM behind `*total`. */
GCNMEMI_PRIVATE void gcnmemi_levels_lay_out(gcnmemi_levels* levels, const gcnmem_desc* desc, uint32_t cu_count,
                                            uint64_t* total) {
    gcnmem_channel_map map = gcnmem_desc_channel_map(desc);
    uint64_t first;
    gcnmemi_bits_zero(levels, sizeof(*levels));
    gcnmemi_levels_fill_rows(levels, desc, cu_count);
    for (uint32_t i = 0; i < GCNMEMI_LEVELS_COUNT; ++i) {
        gcnmemi_levels_row* row = &levels->row[i];
        gcnmemi_levels_take(&row->stride, row->count != 0 ? gcnmem_cache_size_bytes(&row->geometry) : 0);
        row->offset = gcnmemi_levels_take(total, row->stride * row->count);
    }
    levels->dram_offset = gcnmemi_levels_take(total, gcnmem_dram_size_bytes(desc));
    levels->route = gcnmemi_channel_route_for(&map);
    levels->burst_bytes = gcnmem_desc_dram_burst_bytes(desc);
    levels->line_bursts = (uint32_t)gcnmemi_levels_bursts(levels, 0, desc->l2_line_bytes, &first);
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

GCNMEMI_PRIVATE gcnmem_cache* gcnmemi_levels_cache(gcnmemi_levels* levels, uint32_t level, uint32_t instance) {
    const gcnmemi_levels_row* row = &levels->row[level];
    return (gcnmem_cache*)(void*)((unsigned char*)levels + row->offset + row->stride * instance);
}

GCNMEMI_PRIVATE gcnmem_dram* gcnmemi_levels_dram(gcnmemi_levels* levels) {
    return (gcnmem_dram*)(void*)((unsigned char*)levels + levels->dram_offset);
}

/* Empty caches, closed rows. */
GCNMEMI_PRIVATE void gcnmemi_levels_init(gcnmemi_levels* levels, const gcnmem_desc* desc) {
    for (uint32_t i = 0; i < GCNMEMI_LEVELS_COUNT; ++i) {
        for (uint32_t k = 0; k < levels->row[i].count; ++k) {
            gcnmem_cache_init(gcnmemi_levels_cache(levels, i, k), (size_t)levels->row[i].stride,
                              &levels->row[i].geometry);
        }
    }
    gcnmem_dram_init(gcnmemi_levels_dram(levels), gcnmem_dram_size_bytes(desc), desc);
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
    return clock < GCNMEM_DRAM_CLOCK_MAX ? gcnmemi_levels_convert(clock, levels->dram_part, levels->core_part)
                                         : UINT64_MAX;
}

/* ---- a request on its way down ---- */

typedef struct gcnmemi_levels_request {
    uint64_t address;
    uint64_t bytes;
    uint32_t flags; /* GCNMEM_CACHE_; FULL_LINE: every byte of the request is stored */
    uint32_t reserved;
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
    gcnmemi_levels_request request;
    request.address = address;
    request.bytes = bytes;
    request.flags = flags;
    request.reserved = 0;
    return request;
}

/* Cuts the part in one line of `level` off the front of a request. Returns 0 when nothing is left. */
GCNMEMI_PRIVATE int gcnmemi_levels_cut(const gcnmemi_levels* levels, uint32_t level, gcnmemi_levels_request* rest,
                                       gcnmemi_levels_request* out_part) {
    uint64_t line_bytes = levels->row[level].geometry.line_bytes;
    uint64_t left = line_bytes - (rest->address & (line_bytes - 1));
    *out_part = *rest;
    out_part->bytes = rest->bytes < left ? rest->bytes : left;
    rest->address += out_part->bytes;
    rest->bytes -= out_part->bytes;
    return out_part->bytes != 0;
}

/* R33: an L2 channel keeps to its own memory channels: below it, addresses are those of channels that take turns. */
GCNMEMI_PRIVATE uint64_t gcnmemi_levels_memory_address(const gcnmemi_levels* levels, gcnmem_channel_place place,
                                                       uint64_t local_address) {
    gcnmemi_channel_route plain = levels->route;
    plain.map.rule = GCNMEM_CHANNEL_MODULO;
    place.local_address = local_address;
    return gcnmemi_channel_address(&plain, place);
}

/* A request of a CU that lies in one line meets a level. */
GCNMEMI_PRIVATE void gcnmemi_levels_meet(gcnmemi_levels* levels, uint32_t level, uint32_t cu,
                                         const gcnmemi_levels_request* request, gcnmemi_levels_answer* out) {
    const uint32_t writes = GCNMEM_CACHE_WRITE | GCNMEM_CACHE_ATOMIC;
    const uint32_t full = GCNMEM_CACHE_FULL_LINE;
    const gcnmemi_levels_row* row = &levels->row[level];
    uint64_t line_mask = ~(uint64_t)(row->geometry.line_bytes - 1);
    uint32_t is_line = request->bytes == row->geometry.line_bytes;
    uint32_t flags = is_line ? request->flags : request->flags & ~full;
    uint32_t is_sector = (request->flags & full) != 0 && !is_line && request->bytes == row->geometry.sector_bytes;
    gcnmem_channel_place place;
    gcnmem_cache_result result;
    place.local_address = request->address;
    out->instance = row->sharers == 1 ? cu : row->sharers != 0 ? cu / row->sharers : 0;
    out->line = request->address & line_mask;
    if (row->sharers == 0) {
        place = gcnmemi_channel_locate(&levels->route, request->address);
        out->instance = place.channel;
        out->line = gcnmemi_levels_memory_address(levels, place, place.local_address & line_mask);
    }
    gcnmem_cache* cache = gcnmemi_levels_cache(levels, level, out->instance);
    out->is_hit = gcnmem_cache_access(cache, place.local_address,
                                      is_sector ? flags | (uint32_t)GCNMEM_CACHE_FULL_SECTOR : flags, &result);
    out->has_victim = result.victim_dirty != 0;
    out->count = out->has_victim;
    if (out->has_victim) {
        uint64_t victim = row->sharers == 0 ? gcnmemi_levels_memory_address(levels, place, result.victim_address)
                                            : result.victim_address;
        out->down[0] = gcnmemi_levels_request_of(victim, row->geometry.line_bytes, GCNMEM_CACHE_WRITE | full);
    }
    if (result.fetch != 0) {
        out->down[out->count++] =
            gcnmemi_levels_request_of(out->line, row->geometry.line_bytes, flags & ~(writes | full));
        if (row->geometry.sector_bytes != row->geometry.line_bytes) { /* R16: a miss brings the whole line */
            gcnmem_cache_access(cache, place.local_address, (flags & (uint32_t)GCNMEM_CACHE_SLC) | full, &result);
        }
    } else if (result.write_on != 0 && (flags & (uint32_t)GCNMEM_CACHE_ATOMIC) != 0) {
        out->down[out->count++] = *request;
    } else if (result.write_on != 0) {
        out->down[out->count++] = gcnmemi_levels_request_of(out->line, row->geometry.line_bytes, flags);
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
    gcnmem_level from;
    uint32_t reserved;
};

/* ---- layout ---- */

GCNMEMI_PRIVATE void gcnmemi_replay_lay_out(const gcnmem_desc* desc, gcnmem_replay* r) {
    uint64_t total = 0;
    gcnmemi_bits_zero(r, sizeof(*r));
    gcnmemi_levels_take(&total, sizeof(*r));
    gcnmemi_levels_lay_out(&r->levels, desc, desc->cu_count, &total);
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
    if (gcnmem_desc_validate(desc, NULL) != GCNMEM_OK || gcnmem_dram_size_bytes(desc) == 0) {
        return 0;
    }
    gcnmemi_replay_lay_out(desc, &r);
    return (size_t)r.total_bytes;
}

GCNMEM_DEF gcnmem_replay* gcnmem_replay_init(void* memory, size_t memory_bytes, const gcnmem_desc* desc,
                                             gcnmem_level from) {
    gcnmem_replay* r = (gcnmem_replay*)memory;
    size_t needed_bytes = gcnmem_replay_size_bytes(desc);
    if (memory == NULL || needed_bytes == 0 || memory_bytes < needed_bytes) {
        return NULL;
    }
    gcnmemi_bits_zero(memory, needed_bytes);
    gcnmemi_replay_lay_out(desc, r);
    r->from = from;
    gcnmemi_levels_init(&r->levels, desc);
    return r;
}

/* ---- going down ---- */

/* Bursts go to DRAM. Returns the engine clocks that a full queue held them up; L2 keeps the channels apart. */
GCNMEMI_PRIVATE uint64_t gcnmemi_replay_to_dram(gcnmem_replay* r, const gcnmemi_levels_request* request,
                                                uint64_t core_clock) {
    uint64_t first;
    uint64_t bursts = gcnmemi_levels_bursts(&r->levels, request->address, request->bytes, &first);
    uint64_t clock = gcnmemi_levels_to_dram(&r->levels, core_clock);
    uint64_t waited = 0;
    for (uint64_t i = 0; i < bursts; ++i) {
        waited += gcnmem_dram_offer(gcnmemi_levels_dram(&r->levels), first + i * r->levels.burst_bytes,
                                    (request->flags & (uint32_t)GCNMEM_CACHE_WRITE) != 0, clock);
    }
    return waited == 0 ? 0 : gcnmemi_levels_to_core(&r->levels, waited);
}

/* A request goes to a level below L1, line by line, each instance taking one a clock (R46). Returns the clocks that DRAM
   held them up. */
GCNMEMI_PRIVATE uint64_t gcnmemi_replay_send(gcnmem_replay* r, uint32_t level, gcnmemi_levels_request request,
                                             uint64_t clock) {
    gcnmemi_levels_request part;
    uint64_t waited = 0;
    if (level == GCNMEMI_LEVELS_DRAM) {
        return gcnmemi_replay_to_dram(r, &request, clock);
    }
    while (gcnmemi_levels_cut(&r->levels, level, &request, &part)) {
        gcnmem_level_stats* stats = &r->stats[level];
        uint32_t is_write = (part.flags & (uint32_t)GCNMEM_CACHE_WRITE) != 0;
        gcnmemi_levels_answer answer;
        gcnmemi_levels_meet(&r->levels, level, 0, &part, &answer);
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
            waited += gcnmemi_replay_send(r, r->levels.row[level].below, answer.down[i], *busy);
        }
    }
    return waited;
}

/* A request meets a first level. Returns the clocks the port toward L2 is busy with it: 0 on a hit. */
GCNMEMI_PRIVATE uint64_t gcnmemi_replay_look_up(gcnmem_replay* r, uint32_t level, uint32_t cu,
                                                const gcnmemi_levels_request* request, uint64_t clock) {
    gcnmemi_levels_answer answer;
    uint64_t busy = 0;
    gcnmemi_levels_meet(&r->levels, level, cu, request, &answer);
    for (uint32_t i = 0; i < answer.count; ++i) {
        r->stats[level].misses += 1;
        r->stats[level].moved_bytes += answer.down[i].bytes;
        busy += 1 + gcnmemi_replay_send(r, r->levels.row[level].below, answer.down[i], clock);
    }
    return busy;
}

/* ---- accesses ---- */

/* R45: reads and writes that name no CU meet the L1 of CU 0. */
GCNMEM_DEF void gcnmem_replay_access(gcnmem_replay* replay, uint64_t address, uint64_t bytes, uint32_t is_write) {
    gcnmem_level_stats* stats = &replay->stats[GCNMEMI_LEVELS_L1];
    uint32_t flags = is_write != 0 ? (uint32_t)(GCNMEM_CACHE_WRITE | GCNMEM_CACHE_FULL_LINE) : 0;
    gcnmemi_levels_request request = gcnmemi_levels_request_of(address, bytes, flags);
    gcnmemi_levels_request part;
    replay->lines += 1;
    if (bytes != 0 && replay->from != GCNMEM_LEVEL_L1) {
        gcnmemi_replay_send(replay, replay->from == GCNMEM_LEVEL_L2 ? GCNMEMI_LEVELS_L2 : GCNMEMI_LEVELS_DRAM, request,
                            0);
        return;
    }
    while (gcnmemi_levels_cut(&replay->levels, GCNMEMI_LEVELS_L1, &request, &part)) {
        uint64_t clock = ++replay->plain_lookups / replay->desc.cu_count;
        stats->hits += gcnmemi_replay_look_up(replay, GCNMEMI_LEVELS_L1, 0, &part, clock) == 0;
        stats->reads += is_write == 0;
        stats->writes += is_write != 0;
        stats->useful_bytes += part.bytes;
    }
}

/* R49: a CU sends one request a clock toward L2, in order: one that finds its channel full holds up those behind it.
   Below L1 a wave is its requests. */
GCNMEM_DEF void gcnmem_replay_wave(gcnmem_replay* replay, uint32_t cu, const gcnmem_access* access) {
    const gcnmem_op* op = &access->op;
    int is_scalar = op->unit == GCNMEM_UNIT_SCALAR;
    int is_first = replay->from == GCNMEM_LEVEL_L1;
    uint32_t level = is_scalar ? GCNMEMI_LEVELS_SCALAR_L1 : GCNMEMI_LEVELS_L1;
    uint32_t flags = op->action == GCNMEM_ACTION_ATOMIC  ? (uint32_t)(GCNMEM_CACHE_WRITE | GCNMEM_CACHE_ATOMIC)
                     : op->action == GCNMEM_ACTION_STORE ? (uint32_t)GCNMEM_CACHE_WRITE
                                                         : (uint32_t)GCNMEM_CACHE_READ;
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
    for (uint32_t i = 0; i < touch.line_count; ++i) {
        gcnmemi_levels_request request = gcnmemi_levels_request_of(
            touch.line[i], touch.line_bytes, touch.is_full[i] ? flags | (uint32_t)GCNMEM_CACHE_FULL_LINE : flags);
        if (is_first) {
            clock += gcnmemi_replay_look_up(replay, level, cu, &request, clock);
        } else {
            gcnmemi_replay_send(replay, replay->from == GCNMEM_LEVEL_L2 ? GCNMEMI_LEVELS_L2 : GCNMEMI_LEVELS_DRAM,
                                request, 0);
        }
    }
    if (!is_first || touch.line_count == 0) {
        return;
    }
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
    uint64_t clock = 0;
    GCNMEM_ASSERT(cu < replay->desc.cu_count);
    gcnmemi_bits_copy(&clock, clocks + sizeof(clock) * cu, sizeof(clock));
    return clock;
}

/* ---- trace lines ---- */

typedef struct gcnmemi_replay_cursor {
    const char* text;
    size_t bytes;
    size_t at;
} gcnmemi_replay_cursor;

GCNMEMI_PRIVATE void gcnmemi_replay_skip_blanks(gcnmemi_replay_cursor* c) {
    while (c->at < c->bytes && (c->text[c->at] == ' ' || c->text[c->at] == '\t' || c->text[c->at] == '\r')) {
        ++c->at;
    }
}

GCNMEMI_PRIVATE int gcnmemi_replay_at_end(gcnmemi_replay_cursor* c) {
    gcnmemi_replay_skip_blanks(c);
    return c->at >= c->bytes || c->text[c->at] == '#';
}

GCNMEMI_PRIVATE gcnmem_result gcnmemi_replay_fail(const gcnmemi_replay_cursor* c, const char* rule,
                                                  gcnmem_issue* out_issue) {
    return gcnmemi_results_fail_at(GCNMEM_ERROR_SYNTAX, out_issue, "trace", rule, 0, (uint32_t)c->at + 1);
}

/* A number that ends at a blank, a comma, a comment or the line's end. */
GCNMEMI_PRIVATE int gcnmemi_replay_number(gcnmemi_replay_cursor* c, uint64_t* out_value) {
    size_t used = gcnmemi_text_number(c->text + c->at, c->bytes - c->at, out_value);
    char next = c->at + used < c->bytes ? c->text[c->at + used] : ' ';
    if (used == 0 || !(next == ' ' || next == '\t' || next == '\r' || next == ',' || next == '#')) {
        return 0;
    }
    c->at += used;
    return 1;
}

/* ADDRESS [BYTES] behind R or W. */
GCNMEMI_PRIVATE gcnmem_result gcnmemi_replay_plain_line(gcnmem_replay* r, gcnmemi_replay_cursor* c, uint32_t is_write,
                                                        gcnmem_issue* out_issue) {
    uint64_t address = 0;
    uint64_t bytes = 64;
    gcnmemi_replay_skip_blanks(c);
    if (!gcnmemi_replay_number(c, &address)) {
        return gcnmemi_replay_fail(c, "needs an address, decimal or 0x", out_issue);
    }
    gcnmemi_replay_skip_blanks(c);
    size_t start = c->at;
    if (!gcnmemi_replay_at_end(c) && !gcnmemi_replay_number(c, &bytes)) {
        return gcnmemi_replay_fail(c, "needs a number of bytes, or nothing, behind the address", out_issue);
    }
    if (bytes == 0 || bytes > 1048576) {
        c->at = start;
        return gcnmemi_replay_fail(c, "takes 1 to 1048576 bytes", out_issue);
    }
    if (!gcnmemi_replay_at_end(c)) {
        return gcnmemi_replay_fail(c, "has more than R|W ADDRESS [BYTES]", out_issue);
    }
    gcnmem_replay_access(r, address, bytes, is_write);
    return GCNMEM_OK;
}

/* [cu=N], 0 when absent. */
GCNMEMI_PRIVATE int gcnmemi_replay_read_cu(const gcnmem_replay* r, gcnmemi_replay_cursor* c, uint64_t* out_cu) {
    *out_cu = 0;
    gcnmemi_replay_skip_blanks(c);
    if (c->at + 3 > c->bytes || gcnmemi_text_lower(c->text[c->at]) != 'c' ||
        gcnmemi_text_lower(c->text[c->at + 1]) != 'u' || c->text[c->at + 2] != '=') {
        return 1;
    }
    size_t start = c->at;
    c->at += 3;
    if (gcnmemi_replay_number(c, out_cu) && *out_cu < r->desc.cu_count) {
        return 1;
    }
    c->at = start;
    return 0;
}

/* a0,a1,... one address a lane; lanes behind the last take no part. */
GCNMEMI_PRIVATE gcnmem_result gcnmemi_replay_read_lanes(gcnmemi_replay_cursor* c, gcnmem_access* access,
                                                        gcnmem_issue* out_issue) {
    access->exec_mask = 0;
    for (uint32_t lane = 0; lane < GCNMEM_LANES; ++lane) {
        gcnmemi_replay_skip_blanks(c);
        if (!gcnmemi_replay_number(c, &access->address[lane])) {
            return gcnmemi_replay_fail(c, "needs lane addresses a0,a1,... decimal or 0x", out_issue);
        }
        access->exec_mask |= (uint64_t)1 << lane;
        if (gcnmemi_replay_at_end(c)) {
            return GCNMEM_OK;
        }
        if (c->text[c->at] != ',') {
            return gcnmemi_replay_fail(c, "needs a comma between lane addresses", out_issue);
        }
        ++c->at;
    }
    return gcnmemi_replay_fail(c, "has more than 64 lane addresses", out_issue);
}

GCNMEMI_PRIVATE gcnmem_result gcnmemi_replay_wave_line(gcnmem_replay* r, gcnmemi_replay_cursor* c, const char* name,
                                                       gcnmem_issue* out_issue) {
    gcnmem_op op;
    uint64_t cu;
    if (gcnmem_op_find(name, &op, NULL) != GCNMEM_OK) {
        c->at -= gcnmemi_text_length(name);
        return gcnmemi_replay_fail(c, "starts with R, W or a GCN memory instruction", out_issue);
    }
    if (op.unit == GCNMEM_UNIT_LDS || op.unit == GCNMEM_UNIT_IMAGE) {
        c->at -= gcnmemi_text_length(name);
        return gcnmemi_replay_fail(c,
                                   "takes buffer, flat, global and scalar instructions: LDS never leaves the CU, "
                                   "images need texels",
                                   out_issue);
    }
    if (!gcnmemi_replay_read_cu(r, c, &cu)) {
        return gcnmemi_replay_fail(c, "has a cu= that the description does not have", out_issue);
    }
    gcnmem_access access = gcnmem_access_for(&op);
    gcnmem_result result = gcnmemi_replay_read_lanes(c, &access, out_issue);
    if (result == GCNMEM_OK) {
        gcnmem_replay_wave(r, (uint32_t)cu, &access);
    }
    return result;
}

GCNMEM_DEF gcnmem_result gcnmem_replay_line(gcnmem_replay* replay, const char* text, size_t text_bytes,
                                            gcnmem_issue* out_issue) {
    gcnmemi_replay_cursor c;
    char name[40];
    size_t length = 0;
    c.text = text;
    c.bytes = text_bytes;
    c.at = 0;
    if (gcnmemi_replay_at_end(&c)) {
        return GCNMEM_OK;
    }
    while (c.at < c.bytes && gcnmemi_text_is_name(c.text[c.at]) && length < sizeof(name) - 1) {
        name[length++] = c.text[c.at++];
    }
    name[length] = 0;
    if (length == 1 && (name[0] == 'R' || name[0] == 'r' || name[0] == 'W' || name[0] == 'w')) {
        return gcnmemi_replay_plain_line(replay, &c, gcnmemi_text_lower(name[0]) == 'w', out_issue);
    }
    return gcnmemi_replay_wave_line(replay, &c, name, out_issue);
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
    gcnmem_dram_drain(gcnmemi_levels_dram(&replay->levels));
    gcnmem_dram_stats_read(gcnmemi_levels_dram(&replay->levels), &s.dram);
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
    s.dram_limit = gcnmem_dram_limited_by(&s.dram);
    return s;
}

GCNMEM_DEF const char* gcnmem_level_name(gcnmem_level level) {
    switch (level) {
    case GCNMEM_LEVEL_L1:
        return "l1";
    case GCNMEM_LEVEL_L2:
        return "l2";
    case GCNMEM_LEVEL_DRAM:
        break;
    }
    return "dram";
}

/* ---------------------------------------------------------------------------------------------------------------------
   >>opcode     what a mnemonic is: the vocabulary of GCN 1 to 5, by the longest word that begins it (R50)
   Knows: bits, text
   ------------------------------------------------------------------------------------------------------------------ */

/* A row of the vocabulary: mnemonics, given by how they begin, that behave alike. */
typedef struct gcnmemi_opcode_row {
    const char* words; /* parted by blanks; a word ends where the mnemonic ends or goes on with _ */
    uint16_t flags;
    uint8_t category;
    uint8_t rate;   /* VALU: of 32-bit and narrower types */
    uint8_t rate64; /* VALU: of 64-bit types */
    uint8_t branch;
    uint8_t unit;
    uint8_t action;
    uint8_t addresses;
    uint8_t vm;
    uint8_t lgkm;
    uint8_t exp;
} gcnmemi_opcode_row;

#define GCNMEMI_OPCODE_W GCNMEM_OPCODE_WRITES
#define GCNMEMI_OPCODE_VALU(words, flags, rate, rate64)                                                                \
    { words, flags, GCNMEM_CLASS_VALU, GCNMEM_RATE_##rate, GCNMEM_RATE_##rate64, 0, 0, 0, 0, 0, 0, 0 }
#define GCNMEMI_OPCODE_PLAIN(words, flags, category)                                                                   \
    { words, flags, GCNMEM_CLASS_##category, 0, 0, 0, 0, 0, 0, 0, 0, 0 }
#define GCNMEMI_OPCODE_JUMP(words, branch)                                                                             \
    { words, 0, GCNMEM_CLASS_BRANCH, 0, 0, GCNMEM_BRANCH_##branch, 0, 0, 0, 0, 0, 0 }
#define GCNMEMI_OPCODE_CALL(words)                                                                                     \
    { words, GCNMEMI_OPCODE_W, GCNMEM_CLASS_BRANCH, 0, 0, GCNMEM_BRANCH_CALL, 0, 0, 0, 0, 0, 0 }
#define GCNMEMI_OPCODE_MEM(words, flags, category, unit, action, addresses, vm, lgkm, exp)                             \
    {                                                                                                                  \
        words, flags, GCNMEM_CLASS_##category, 0, 0, 0, GCNMEM_UNIT_##unit, GCNMEM_ACTION_##action, addresses, vm,     \
            lgkm, exp                                                                                                  \
    }

/* Counters [oss, LLVM's wait-count pass]; VALU rates [amd] where the guides list the instruction, else [est] by kin. */
static const gcnmemi_opcode_row gcnmemi_opcode_rows[] = {
    GCNMEMI_OPCODE_VALU(
        "v_mov v_mov_fed v_movrels v_movreld v_movrelsd v_cndmask v_and v_or v_xor v_not v_xnor v_and_or "
        "v_or3 v_xad v_bfe v_bfi v_bfm v_bfrev v_bcnt v_mbcnt_lo v_mbcnt_hi v_ffbh v_ffbl v_perm v_alignbit "
        "v_alignbyte v_lshl v_lshr v_ashr v_lshlrev v_lshrrev v_ashrrev v_lshl_add v_add_lshl v_lshl_or "
        "v_add3 v_pack v_cmp v_cmps v_readlane v_readfirstlane v_accvgpr_read v_accvgpr_write v_accvgpr_mov",
        GCNMEMI_OPCODE_W, FULL, F64_ADD),
    GCNMEMI_OPCODE_VALU(
        "v_mad v_madmk v_madak v_min v_max v_min3 v_max3 v_med3 v_fract v_trunc v_ceil v_rndne v_floor "
        "v_ldexp v_frexp_exp v_frexp_mant v_sad v_lerp v_cubeid v_cubesc v_cubetc v_cubema v_mullit "
        "v_div_fixup v_sat_pk v_mad_mix v_mad_mixlo v_mad_mixhi v_fma_mix v_fma_mixlo v_fma_mixhi v_fma_f16 "
        "v_fma_legacy v_cvt_pk v_cvt_pkrtz v_cvt_pknorm v_cvt_pkaccum v_pk_add v_pk_sub v_pk_mul v_pk_mul_lo "
        "v_pk_mad v_pk_fma v_pk_min v_pk_max v_pk_lshlrev v_pk_lshrrev v_pk_ashrrev v_pk_mov v_dot2 v_dot4 "
        "v_dot8 v_screen_partition v_interp_p1 v_interp_p1ll v_interp_p1lv v_interp_mov",
        GCNMEMI_OPCODE_W, FULL, F64_ADD),
    GCNMEMI_OPCODE_VALU("v_cmpx v_cmpsx", GCNMEMI_OPCODE_W | GCNMEM_OPCODE_WRITES_EXEC, FULL, F64_ADD),
    GCNMEMI_OPCODE_VALU(
        "v_add v_sub v_subrev v_addc v_subb v_subbrev v_add_co v_sub_co v_subrev_co v_addc_co v_subb_co "
        "v_subbrev_co",
        GCNMEMI_OPCODE_W | GCNMEM_OPCODE_CARRY, FULL, F64_ADD),
    GCNMEMI_OPCODE_VALU("v_mac v_macmk v_interp_p2 v_writelane v_swap v_fmac_f16 v_pk_fmac v_dot2c v_dot4c v_dot8c",
                        GCNMEMI_OPCODE_W | GCNMEM_OPCODE_READS_FIRST, FULL, F64_ADD),
    GCNMEMI_OPCODE_VALU("v_mul v_mul_lo_u16 v_mul_hi_u32_u24 v_mul_hi_i32_i24", GCNMEMI_OPCODE_W, FULL, F64_MUL),
    GCNMEMI_OPCODE_VALU("v_nop v_clrexcp", 0, FULL, FULL), GCNMEMI_OPCODE_VALU("v_cvt", GCNMEMI_OPCODE_W, CVT, F64_ADD),
    GCNMEMI_OPCODE_VALU("v_fma v_fmamk v_fmaak", GCNMEMI_OPCODE_W, FMA32, F64_MUL),
    GCNMEMI_OPCODE_VALU("v_fmac", GCNMEMI_OPCODE_W | GCNMEM_OPCODE_READS_FIRST, FMA32, F64_MUL),
    GCNMEMI_OPCODE_VALU("v_rcp v_rsq v_sqrt v_log v_exp v_sin v_cos v_trig_preop v_div_fmas", GCNMEMI_OPCODE_W, QUARTER,
                        F64_MUL),
    GCNMEMI_OPCODE_VALU("v_mul_lo v_mul_hi v_msad v_qsad v_mqsad v_mfma", GCNMEMI_OPCODE_W, QUARTER, QUARTER),
    GCNMEMI_OPCODE_VALU("v_mad_u64_u32 v_mad_i64_i32", GCNMEMI_OPCODE_W | GCNMEM_OPCODE_CARRY, QUARTER, QUARTER),
    GCNMEMI_OPCODE_VALU("v_div_scale", GCNMEMI_OPCODE_W | GCNMEM_OPCODE_CARRY, QUARTER, F64_MUL),

    GCNMEMI_OPCODE_PLAIN(
        "s_mov s_movk s_movrels s_movreld s_mov_fed s_cmov s_not s_wqm s_brev s_bcnt0 s_bcnt1 s_ff0 s_ff1 "
        "s_flbit s_sext s_bitset0 s_bitset1 s_bitreplicate s_quadmask s_getpc s_abs s_absdiff s_add s_sub "
        "s_addc s_subb s_min s_max s_cselect s_and s_or s_xor s_nand s_nor s_xnor s_andn1 s_andn2 s_orn1 "
        "s_orn2 s_lshl s_lshr s_ashr s_lshl1_add s_lshl2_add s_lshl3_add s_lshl4_add s_bfm s_bfe s_mul "
        "s_mul_hi s_pack s_pack_ll s_pack_lh s_pack_hh s_getreg",
        GCNMEMI_OPCODE_W, SALU),
    GCNMEMI_OPCODE_PLAIN(
        "s_and_saveexec s_or_saveexec s_xor_saveexec s_nand_saveexec s_nor_saveexec s_xnor_saveexec "
        "s_andn1_saveexec s_andn2_saveexec s_orn1_saveexec s_orn2_saveexec s_andn1_wrexec s_andn2_wrexec",
        GCNMEMI_OPCODE_W | GCNMEM_OPCODE_WRITES_EXEC, SALU),
    GCNMEMI_OPCODE_PLAIN("s_addk s_mulk s_cmovk", GCNMEMI_OPCODE_W | GCNMEM_OPCODE_READS_FIRST, SALU),
    GCNMEMI_OPCODE_PLAIN("s_cmp s_cmpk s_bitcmp0 s_bitcmp1 s_setreg s_setreg_imm32 s_setvskip s_set_gpr_idx_on "
                         "s_set_gpr_idx_off s_set_gpr_idx_mode s_set_gpr_idx_idx s_rfe_restore",
                         0, SALU),
    GCNMEMI_OPCODE_PLAIN(
        "s_nop s_sleep s_sethalt s_setkill s_setprio s_icache_inv s_incperflevel s_decperflevel s_ttracedata "
        "s_wakeup s_trap",
        0, INTERNAL),
    GCNMEMI_OPCODE_PLAIN("s_waitcnt", 0, WAITCNT), GCNMEMI_OPCODE_PLAIN("s_barrier", 0, BARRIER),
    GCNMEMI_OPCODE_PLAIN("s_endpgm s_endpgm_saved s_endpgm_ordered_ps_done", 0, ENDPGM),
    GCNMEMI_OPCODE_MEM("s_sendmsg s_sendmsghalt", 0, MESSAGE, NONE, NONE, 0, 0, 1, 0),

    GCNMEMI_OPCODE_JUMP("s_branch", ALWAYS), GCNMEMI_OPCODE_JUMP("s_cbranch_scc0", SCC0),
    GCNMEMI_OPCODE_JUMP("s_cbranch_scc1", SCC1), GCNMEMI_OPCODE_JUMP("s_cbranch_vccz", VCCZ),
    GCNMEMI_OPCODE_JUMP("s_cbranch_vccnz", VCCNZ), GCNMEMI_OPCODE_JUMP("s_cbranch_execz", EXECZ),
    GCNMEMI_OPCODE_JUMP("s_cbranch_execnz", EXECNZ),
    GCNMEMI_OPCODE_JUMP("s_cbranch_cdbgsys s_cbranch_cdbguser s_cbranch_cdbgsys_or_user s_cbranch_cdbgsys_and_user "
                        "s_cbranch_i_fork s_cbranch_g_fork s_cbranch_join",
                        OTHER),
    GCNMEMI_OPCODE_CALL("s_call s_swappc"), GCNMEMI_OPCODE_JUMP("s_setpc s_rfe", INDIRECT),

    /* A scalar access of one dword adds 1 to LGKM, of more 2 [amd]; gcnmemi_opcode_widen knows. */
    GCNMEMI_OPCODE_MEM("s_load", GCNMEMI_OPCODE_W, SMEM, SCALAR, LOAD, 1, 0, 1, 0),
    GCNMEMI_OPCODE_MEM("s_buffer_load", GCNMEMI_OPCODE_W | GCNMEM_OPCODE_BUFFER, SMEM, SCALAR, LOAD, 1, 0, 1, 0),
    GCNMEMI_OPCODE_MEM("s_scratch_load", GCNMEMI_OPCODE_W | GCNMEM_OPCODE_SCRATCH, SMEM, SCALAR, LOAD, 1, 0, 1, 0),
    GCNMEMI_OPCODE_MEM("s_store", 0, SMEM, SCALAR, STORE, 1, 0, 1, 0),
    GCNMEMI_OPCODE_MEM("s_buffer_store", GCNMEM_OPCODE_BUFFER, SMEM, SCALAR, STORE, 1, 0, 1, 0),
    GCNMEMI_OPCODE_MEM("s_scratch_store", GCNMEM_OPCODE_SCRATCH, SMEM, SCALAR, STORE, 1, 0, 1, 0),
    GCNMEMI_OPCODE_MEM("s_atomic", 0, SMEM, SCALAR, ATOMIC, 1, 0, 1, 0),
    GCNMEMI_OPCODE_MEM("s_buffer_atomic", GCNMEM_OPCODE_BUFFER, SMEM, SCALAR, ATOMIC, 1, 0, 1, 0),
    GCNMEMI_OPCODE_MEM("s_memtime s_memrealtime", GCNMEMI_OPCODE_W, SMEM, NONE, NONE, 0, 0, 2, 0),
    GCNMEMI_OPCODE_MEM("s_dcache_inv s_dcache_inv_vol s_dcache_wb s_dcache_wb_vol s_dcache_discard s_dcache_discard_x2 "
                       "s_atc_probe s_atc_probe_buffer",
                       0, SMEM, NONE, NONE, 0, 0, 1, 0),

    GCNMEMI_OPCODE_MEM("buffer_load", GCNMEMI_OPCODE_W, VMEM, BUFFER, LOAD, 1, 1, 0, 0),
    GCNMEMI_OPCODE_MEM("tbuffer_load", GCNMEMI_OPCODE_W | GCNMEM_OPCODE_TYPED, VMEM, BUFFER, LOAD, 1, 1, 0, 0),
    GCNMEMI_OPCODE_MEM("buffer_store", 0, VMEM, BUFFER, STORE, 1, 1, 0, 0),
    GCNMEMI_OPCODE_MEM("tbuffer_store", GCNMEM_OPCODE_TYPED, VMEM, BUFFER, STORE, 1, 1, 0, 0),
    GCNMEMI_OPCODE_MEM("buffer_atomic", 0, VMEM, BUFFER, ATOMIC, 1, 1, 0, 0),
    GCNMEMI_OPCODE_MEM("buffer_wbinvl1 buffer_wbl2 buffer_invl2", 0, VMEM, NONE, NONE, 0, 1, 0, 0),
    GCNMEMI_OPCODE_MEM("image_load image_load_mip", GCNMEMI_OPCODE_W | GCNMEM_OPCODE_TYPED, VMEM, IMAGE, LOAD, 1, 1, 0,
                       0),
    GCNMEMI_OPCODE_MEM("image_load_pck image_load_mip_pck", GCNMEMI_OPCODE_W, VMEM, IMAGE, LOAD, 1, 1, 0, 0),
    GCNMEMI_OPCODE_MEM("image_store image_store_mip", GCNMEM_OPCODE_TYPED, VMEM, IMAGE, STORE, 1, 1, 0, 0),
    GCNMEMI_OPCODE_MEM("image_store_pck image_store_mip_pck", 0, VMEM, IMAGE, STORE, 1, 1, 0, 0),
    GCNMEMI_OPCODE_MEM("image_atomic", 0, VMEM, IMAGE, ATOMIC, 1, 1, 0, 0),
    GCNMEMI_OPCODE_MEM("image_sample", GCNMEMI_OPCODE_W | GCNMEM_OPCODE_TYPED | GCNMEM_OPCODE_SAMPLED, VMEM, IMAGE,
                       LOAD, 1, 1, 0, 0),
    GCNMEMI_OPCODE_MEM("image_gather4 image_gather4h image_gather8h",
                       GCNMEMI_OPCODE_W | GCNMEM_OPCODE_TYPED | GCNMEM_OPCODE_SAMPLED | GCNMEM_OPCODE_GATHER, VMEM,
                       IMAGE, LOAD, 1, 1, 0, 0),
    GCNMEMI_OPCODE_MEM("image_get_resinfo image_get_lod", GCNMEMI_OPCODE_W, VMEM, NONE, NONE, 0, 1, 0, 0),

    GCNMEMI_OPCODE_MEM("flat_load", GCNMEMI_OPCODE_W, FLAT, FLAT, LOAD, 1, 1, 1, 0),
    GCNMEMI_OPCODE_MEM("flat_store", 0, FLAT, FLAT, STORE, 1, 1, 1, 0),
    GCNMEMI_OPCODE_MEM("flat_atomic", 0, FLAT, FLAT, ATOMIC, 1, 1, 1, 0),
    GCNMEMI_OPCODE_MEM("global_load", GCNMEMI_OPCODE_W, VMEM, FLAT, LOAD, 1, 1, 0, 0),
    GCNMEMI_OPCODE_MEM("global_store", 0, VMEM, FLAT, STORE, 1, 1, 0, 0),
    GCNMEMI_OPCODE_MEM("global_atomic", 0, VMEM, FLAT, ATOMIC, 1, 1, 0, 0),
    GCNMEMI_OPCODE_MEM("scratch_load", GCNMEMI_OPCODE_W | GCNMEM_OPCODE_SCRATCH, VMEM, FLAT, LOAD, 1, 1, 0, 0),
    GCNMEMI_OPCODE_MEM("scratch_store", GCNMEM_OPCODE_SCRATCH, VMEM, FLAT, STORE, 1, 1, 0, 0),

    GCNMEMI_OPCODE_MEM("ds_read ds_read_addtid", GCNMEMI_OPCODE_W, LDS, LDS, LOAD, 1, 0, 1, 0),
    GCNMEMI_OPCODE_MEM("ds_read2", GCNMEMI_OPCODE_W, LDS, LDS, LOAD, 2, 0, 1, 0),
    GCNMEMI_OPCODE_MEM("ds_read2st64", GCNMEMI_OPCODE_W | GCNMEM_OPCODE_STRIDE64, LDS, LDS, LOAD, 2, 0, 1, 0),
    GCNMEMI_OPCODE_MEM("ds_write ds_write_addtid", 0, LDS, LDS, STORE, 1, 0, 1, 0),
    GCNMEMI_OPCODE_MEM("ds_write_src2", GCNMEM_OPCODE_LDS_SOURCE, LDS, LDS, STORE, 1, 0, 1, 0),
    GCNMEMI_OPCODE_MEM("ds_write2", 0, LDS, LDS, STORE, 2, 0, 1, 0),
    GCNMEMI_OPCODE_MEM("ds_write2st64", GCNMEM_OPCODE_STRIDE64, LDS, LDS, STORE, 2, 0, 1, 0),
    GCNMEMI_OPCODE_MEM(
        "ds_add ds_sub ds_rsub ds_inc ds_dec ds_min ds_max ds_and ds_or ds_xor ds_mskor ds_wrap ds_condxchg32 "
        "ds_pk_add",
        0, LDS, LDS, ATOMIC, 1, 0, 1, 0),
    GCNMEMI_OPCODE_MEM("ds_cmpst", GCNMEM_OPCODE_COMPARE, LDS, LDS, ATOMIC, 1, 0, 1, 0),
    GCNMEMI_OPCODE_MEM("ds_wrxchg", 0, LDS, LDS, ATOMIC, 1, 0, 1, 0),
    GCNMEMI_OPCODE_MEM("ds_wrxchg2", 0, LDS, LDS, ATOMIC, 2, 0, 1, 0),
    GCNMEMI_OPCODE_MEM("ds_wrxchg2st64", GCNMEM_OPCODE_STRIDE64, LDS, LDS, ATOMIC, 2, 0, 1, 0),
    GCNMEMI_OPCODE_MEM("ds_append ds_consume ds_ordered_count", GCNMEMI_OPCODE_W, LDS, LDS, ATOMIC, 1, 0, 1, 0),
    GCNMEMI_OPCODE_MEM("ds_swizzle ds_permute ds_bpermute", GCNMEMI_OPCODE_W | GCNMEM_OPCODE_CROSS_LANE, LDS, NONE,
                       NONE, 0, 0, 1, 0),
    GCNMEMI_OPCODE_MEM("ds_nop", 0, LDS, NONE, NONE, 0, 0, 1, 0),
    GCNMEMI_OPCODE_MEM("ds_gws_init ds_gws_sema_v ds_gws_sema_br ds_gws_sema_p ds_gws_sema_release_all ds_gws_barrier",
                       0, GDS, NONE, NONE, 0, 0, 1, 1),
    GCNMEMI_OPCODE_MEM("exp", 0, EXPORT, NONE, NONE, 0, 0, 0, 1)};

/* Outside the vocabulary the prefix decides. Order matters: the first that fits. */
static const gcnmemi_opcode_row gcnmemi_opcode_prefixes[] = {
    GCNMEMI_OPCODE_VALU("v_", GCNMEMI_OPCODE_W, FULL, F64_ADD),
    GCNMEMI_OPCODE_JUMP("s_cbranch_", OTHER),
    GCNMEMI_OPCODE_PLAIN("s_", GCNMEMI_OPCODE_W, SALU),
    GCNMEMI_OPCODE_MEM("ds_", 0, LDS, LDS, NONE, 1, 0, 1, 0),
    GCNMEMI_OPCODE_MEM("buffer_", 0, VMEM, BUFFER, NONE, 1, 1, 0, 0),
    GCNMEMI_OPCODE_MEM("tbuffer_", GCNMEM_OPCODE_TYPED, VMEM, BUFFER, NONE, 1, 1, 0, 0),
    GCNMEMI_OPCODE_MEM("image_", GCNMEM_OPCODE_TYPED, VMEM, IMAGE, NONE, 1, 1, 0, 0),
    GCNMEMI_OPCODE_MEM("flat_", 0, FLAT, FLAT, NONE, 1, 1, 1, 0),
    GCNMEMI_OPCODE_MEM("global_", 0, VMEM, FLAT, NONE, 1, 1, 0, 0),
    GCNMEMI_OPCODE_MEM("scratch_", GCNMEM_OPCODE_SCRATCH, VMEM, FLAT, NONE, 1, 1, 0, 0)};

static const gcnmemi_opcode_row gcnmemi_opcode_unknown = GCNMEMI_OPCODE_PLAIN("", 0, UNKNOWN);

#undef GCNMEMI_OPCODE_W
#undef GCNMEMI_OPCODE_VALU
#undef GCNMEMI_OPCODE_PLAIN
#undef GCNMEMI_OPCODE_JUMP
#undef GCNMEMI_OPCODE_CALL
#undef GCNMEMI_OPCODE_MEM

/* What the parts of a memory mnemonic after its first word say. */
typedef struct gcnmemi_opcode_part {
    const char* word;
    uint16_t flags;
    uint8_t bytes; /* 0 for parts that are no width */
    uint8_t channels;
} gcnmemi_opcode_part;

static const gcnmemi_opcode_part gcnmemi_opcode_parts[] = {{"dword", 0, 4, 1},
                                                           {"dwordx2", 0, 8, 2},
                                                           {"dwordx3", 0, 12, 3},
                                                           {"dwordx4", 0, 16, 4},
                                                           {"dwordx8", 0, 32, 8},
                                                           {"dwordx16", 0, 64, 16},
                                                           {"ubyte", 0, 1, 1},
                                                           {"sbyte", 0, 1, 1},
                                                           {"byte", 0, 1, 1},
                                                           {"ushort", 0, 2, 1},
                                                           {"sshort", 0, 2, 1},
                                                           {"short", 0, 2, 1},
                                                           {"b8", 0, 1, 1},
                                                           {"u8", 0, 1, 1},
                                                           {"i8", 0, 1, 1},
                                                           {"b16", 0, 2, 1},
                                                           {"u16", 0, 2, 1},
                                                           {"i16", 0, 2, 1},
                                                           {"b32", 0, 4, 1},
                                                           {"u32", 0, 4, 1},
                                                           {"i32", 0, 4, 1},
                                                           {"f32", 0, 4, 1},
                                                           {"b64", 0, 8, 2},
                                                           {"u64", 0, 8, 2},
                                                           {"i64", 0, 8, 2},
                                                           {"f64", 0, 8, 2},
                                                           {"b96", 0, 12, 3},
                                                           {"b128", 0, 16, 4},
                                                           {"x2", 0, 8, 2},
                                                           {"x", 0, 4, 1},
                                                           {"xy", 0, 8, 2},
                                                           {"xyz", 0, 12, 3},
                                                           {"xyzw", 0, 16, 4},
                                                           {"format", GCNMEM_OPCODE_TYPED, 0, 0},
                                                           {"d16", GCNMEM_OPCODE_D16, 0, 0},
                                                           {"rtn", GCNMEM_OPCODE_RETURNS | GCNMEM_OPCODE_WRITES, 0, 0},
                                                           {"src2", GCNMEM_OPCODE_LDS_SOURCE, 0, 0},
                                                           {"cmpswap", GCNMEM_OPCODE_COMPARE, 0, 0},
                                                           {"fcmpswap", GCNMEM_OPCODE_COMPARE, 0, 0}};

/* Ends of mnemonics that name an encoding, not an operation. */
static const char* const gcnmemi_opcode_encodings[] = {"_e32", "_e64", "_sdwa", "_dpp"};

GCNMEMI_PRIVATE gcnmemi_slice gcnmemi_opcode_strip(gcnmemi_slice mnemonic) {
    for (size_t i = 0; i < sizeof(gcnmemi_opcode_encodings) / sizeof(gcnmemi_opcode_encodings[0]); i++) {
        size_t bytes = i < 2 ? 4u : i == 2 ? 5u : 4u;
        gcnmemi_slice tail = mnemonic;
        if (gcnmemi_slice_bytes(mnemonic) > bytes) {
            tail.at = mnemonic.end - bytes;
            if (gcnmemi_slice_equals(tail, gcnmemi_opcode_encodings[i])) {
                mnemonic.end = tail.at;
                return mnemonic;
            }
        }
    }
    return mnemonic;
}

/* Length of the longest of `words` that begins the mnemonic, or 0. */
GCNMEMI_PRIVATE size_t gcnmemi_opcode_match(const char* words, gcnmemi_slice mnemonic) {
    size_t longest = 0;
    while (*words != '\0') {
        size_t bytes = 0;
        size_t same = 0;
        while (words[bytes] != '\0' && words[bytes] != ' ') {
            same += same == bytes && gcnmemi_text_lower(gcnmemi_slice_peek(mnemonic, bytes)) == words[bytes];
            bytes++;
        }
        if (same == bytes && bytes > longest) {
            char next = gcnmemi_slice_peek(mnemonic, bytes);
            longest = next == '\0' || next == '_' ? bytes : longest;
        }
        words += words[bytes] == ' ' ? bytes + 1 : bytes;
    }
    return longest;
}

/* The row of the vocabulary with the longest word that begins the mnemonic, or NULL. */
GCNMEMI_PRIVATE const gcnmemi_opcode_row* gcnmemi_opcode_lookup(gcnmemi_slice mnemonic, size_t* out_bytes) {
    const gcnmemi_opcode_row* best = NULL;
    *out_bytes = 0;
    for (size_t i = 0; i < sizeof(gcnmemi_opcode_rows) / sizeof(gcnmemi_opcode_rows[0]); i++) {
        size_t bytes = gcnmemi_opcode_match(gcnmemi_opcode_rows[i].words, mnemonic);
        if (bytes > *out_bytes) {
            *out_bytes = bytes;
            best = &gcnmemi_opcode_rows[i];
        }
    }
    return best;
}

/* The row of the prefix, or NULL: then the word is no GCN mnemonic. */
GCNMEMI_PRIVATE const gcnmemi_opcode_row* gcnmemi_opcode_guess(gcnmemi_slice mnemonic) {
    for (size_t i = 0; i < sizeof(gcnmemi_opcode_prefixes) / sizeof(gcnmemi_opcode_prefixes[0]); i++) {
        if (gcnmemi_slice_starts(mnemonic, gcnmemi_opcode_prefixes[i].words) > 0) {
            return &gcnmemi_opcode_prefixes[i];
        }
    }
    return NULL;
}

GCNMEMI_PRIVATE int gcnmemi_opcode_has_prefix(gcnmemi_slice word) {
    return gcnmemi_opcode_guess(word) != NULL || gcnmemi_slice_equals(word, "exp");
}

GCNMEMI_PRIVATE void gcnmemi_opcode_fill(gcnmem_opcode* opcode, const gcnmemi_opcode_row* row) {
    gcnmemi_bits_zero(opcode, sizeof(*opcode));
    opcode->flags = row->flags;
    opcode->category = row->category;
    opcode->rate = row->rate;
    opcode->branch = row->branch;
    opcode->unit = row->unit;
    opcode->action = row->action;
    opcode->addresses = row->addresses;
    opcode->vm = row->vm;
    opcode->lgkm = row->lgkm;
    opcode->exp = row->exp;
}

/* Reads one part of the mnemonic, such as dwordx4 or rtn. */
GCNMEMI_PRIVATE void gcnmemi_opcode_read_part(gcnmem_opcode* opcode, gcnmemi_slice part) {
    for (size_t i = 0; i < sizeof(gcnmemi_opcode_parts) / sizeof(gcnmemi_opcode_parts[0]); i++) {
        const gcnmemi_opcode_part* known = &gcnmemi_opcode_parts[i];
        if (gcnmemi_slice_equals(part, known->word)) {
            opcode->flags = (uint16_t)(opcode->flags | known->flags);
            if (known->bytes > 0) {
                opcode->bytes = known->bytes;
                opcode->channels = known->channels;
            }
            return;
        }
    }
}

/* Derives what the width decides. A load or store whose width is not known is outside the vocabulary. */
GCNMEMI_PRIVATE void gcnmemi_opcode_widen(gcnmem_opcode* opcode) {
    int is_atomic = opcode->action == GCNMEM_ACTION_ATOMIC;
    if (is_atomic && opcode->bytes == 0) {
        opcode->bytes = 4;
        opcode->channels = 1;
    }
    if ((opcode->action == GCNMEM_ACTION_LOAD || opcode->action == GCNMEM_ACTION_STORE) && opcode->bytes == 0 &&
        opcode->unit != GCNMEM_UNIT_IMAGE) {
        opcode->flags |= GCNMEM_OPCODE_GUESSED;
        opcode->bytes = 4;
        opcode->channels = 1;
    }
    if (opcode->category == GCNMEM_CLASS_SMEM && opcode->bytes > 4) {
        opcode->lgkm = 2;
    }
    if ((opcode->flags & GCNMEM_OPCODE_WRITES) && opcode->unit != GCNMEM_UNIT_NONE) {
        opcode->flags |= GCNMEM_OPCODE_RETURNS;
    }
}

GCNMEMI_PRIVATE int gcnmemi_opcode_is_64_bit(gcnmemi_slice part) {
    return gcnmemi_slice_equals(part, "f64") || gcnmemi_slice_equals(part, "b64") ||
           gcnmemi_slice_equals(part, "i64") || gcnmemi_slice_equals(part, "u64");
}

/* Reads what follows the first word: widths and formats of memory, types of vector arithmetic. */
GCNMEMI_PRIVATE void gcnmemi_opcode_read_parts(gcnmem_opcode* opcode, const gcnmemi_opcode_row* row,
                                               gcnmemi_slice parts) {
    while (parts.at < parts.end) {
        gcnmemi_slice part = gcnmemi_slice_take_until(&parts, '_');
        if (row->category == GCNMEM_CLASS_VALU && gcnmemi_opcode_is_64_bit(part)) {
            opcode->rate = row->rate64;
        }
        if (row->unit != GCNMEM_UNIT_NONE) {
            gcnmemi_opcode_read_part(opcode, part);
        }
    }
    if (row->unit != GCNMEM_UNIT_NONE) {
        gcnmemi_opcode_widen(opcode);
    }
}

GCNMEM_DEF gcnmem_result gcnmem_opcode_find(const char* mnemonic, size_t bytes, gcnmem_opcode* out_opcode) {
    gcnmemi_slice word = gcnmemi_opcode_strip(gcnmemi_slice_span(mnemonic, mnemonic + bytes));
    size_t matched = 0;
    const gcnmemi_opcode_row* row = gcnmemi_opcode_lookup(word, &matched);
    int is_guess = row == NULL;
    if (is_guess) {
        row = gcnmemi_opcode_guess(word);
        row = row != NULL ? row : &gcnmemi_opcode_unknown;
    }
    gcnmemi_opcode_fill(out_opcode, row);
    gcnmemi_opcode_read_parts(out_opcode, row, gcnmemi_slice_span(word.at + matched, word.end));
    if (is_guess) {
        out_opcode->flags |= GCNMEM_OPCODE_GUESSED;
    }
    return out_opcode->flags & GCNMEM_OPCODE_GUESSED ? GCNMEM_ERROR_NAME : GCNMEM_OK;
}

GCNMEM_DEF const char* gcnmem_class_name(gcnmem_class category) {
    static const char* const names[] = {"unknown", "VALU",    "SALU",    "SMEM",     "VMEM",
                                        "FLAT",    "LDS",     "GDS",     "export",   "branch",
                                        "message", "waitcnt", "barrier", "internal", "endpgm"};
    return (uint32_t)category < GCNMEM_CLASS_END ? names[category] : "";
}

GCNMEM_DEF const char* gcnmem_rate_name(gcnmem_rate rate) {
    static const char* const names[] = {"none", "full", "quarter", "cvt", "fma32", "f64 add", "f64 mul"};
    return (uint32_t)rate < GCNMEM_RATE_END ? names[rate] : "";
}

/* ---------------------------------------------------------------------------------------------------------------------
   >>flow       basic blocks and loops of one stage (R51)
   Knows: bits

   A loop is an edge back to a block on the path walked so far; a jump backward to a cold block that never comes back
   is none. The walk keeps each block's innermost header, as in Wei, Mao, Zou and Chen, "A New Algorithm for
   Identifying Loops in Decompilation" (2007), with a stack in place of recursion.
   ------------------------------------------------------------------------------------------------------------------ */

/* Marks of the walk in gcnmem_insn.flags of a block's first instruction; gone when it is over. */
#define GCNMEMI_FLOW_SEEN 0x80000000u
#define GCNMEMI_FLOW_FELL 0x40000000u /* the way on to the next instruction has been walked */
#define GCNMEMI_FLOW_TOOK 0x20000000u /* ... and the way the branch takes */

#define GCNMEMI_FLOW_NEST_MAX 256u /* loops nested deeper than this lose their outer ones */

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
    return insn->category != GCNMEM_CLASS_ENDPGM && insn->branch != GCNMEM_BRANCH_ALWAYS &&
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

GCNMEMI_PRIVATE void gcnmemi_flow_mark_blocks(gcnmemi_flow* flow) {
    flow->insns[flow->first].flags |= GCNMEM_INSN_BLOCK;
    for (uint32_t i = flow->first; i < flow->end; i++) {
        uint32_t target = gcnmemi_flow_target(flow, i);
        if (target != GCNMEM_NONE) {
            flow->insns[target].flags |= GCNMEM_INSN_BLOCK;
        }
        if (i + 1 < flow->end && (flow->insns[i].branch != 0 || flow->insns[i].category == GCNMEM_CLASS_ENDPGM)) {
            flow->insns[i + 1].flags |= GCNMEM_INSN_BLOCK;
        }
    }
}

GCNMEMI_PRIVATE void gcnmemi_flow_measure_blocks(gcnmemi_flow* flow) {
    uint32_t last = flow->end - 1;
    for (uint32_t i = flow->end; i > flow->first; i--) {
        uint32_t index = i - 1;
        flow->position[index] = 0;
        flow->header[index] = GCNMEM_NONE;
        flow->last[index] = last;
        if (flow->insns[index].flags & GCNMEM_INSN_BLOCK) {
            last = index - 1;
        }
    }
}

/* Notes that the loop of `header` is around `block`: threads it into the block's chain of headers, innermost first. */
GCNMEMI_PRIVATE void gcnmemi_flow_enclose(gcnmemi_flow* flow, uint32_t block, uint32_t header) {
    if (block == header || header == GCNMEM_NONE) {
        return;
    }
    for (uint32_t steps = 0; steps < GCNMEMI_FLOW_NEST_MAX; steps++) {
        uint32_t around = flow->header[block];
        if (around == GCNMEM_NONE) {
            flow->header[block] = header;
            return;
        }
        if (around == header) {
            return;
        }
        if (flow->position[around] < flow->position[header]) {
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
        gcnmemi_flow_enclose(flow, block, next);
        return;
    }
    for (uint32_t steps = 0; steps < GCNMEMI_FLOW_NEST_MAX && next != GCNMEM_NONE; steps++) {
        next = flow->header[next];
        if (next != GCNMEM_NONE && flow->position[next] > 0) {
            gcnmemi_flow_enclose(flow, block, next);
            return;
        }
    }
}

/* Walks every block that can be reached from `root`, depth first, the text's order first. */
GCNMEMI_PRIVATE void gcnmemi_flow_walk(gcnmemi_flow* flow, uint32_t root) {
    uint32_t depth = 1;
    flow->stack[flow->first] = root;
    flow->position[root] = 1;
    flow->insns[root].flags |= GCNMEMI_FLOW_SEEN;
    while (depth > 0) {
        uint32_t block = flow->stack[flow->first + depth - 1];
        gcnmem_insn* insn = &flow->insns[block];
        uint32_t latch_flag = GCNMEM_INSN_LATCH_FALLS;
        uint32_t next;
        if (!(insn->flags & GCNMEMI_FLOW_FELL)) {
            insn->flags |= GCNMEMI_FLOW_FELL;
            next = gcnmemi_flow_next(flow, flow->last[block]);
        } else if (!(insn->flags & GCNMEMI_FLOW_TOOK)) {
            insn->flags |= GCNMEMI_FLOW_TOOK;
            latch_flag = GCNMEM_INSN_LATCH_TAKEN;
            next = gcnmemi_flow_target(flow, flow->last[block]);
        } else {
            flow->position[block] = 0;
            depth--;
            if (depth > 0) {
                gcnmemi_flow_enclose(flow, flow->stack[flow->first + depth - 1], flow->header[block]);
            }
            continue;
        }
        if (next == GCNMEM_NONE) {
            continue;
        }
        if (flow->insns[next].flags & GCNMEMI_FLOW_SEEN) {
            gcnmemi_flow_meet(flow, block, next, latch_flag);
            continue;
        }
        flow->insns[next].flags |= GCNMEMI_FLOW_SEEN;
        flow->stack[flow->first + depth] = next;
        depth++;
        flow->position[next] = depth;
    }
}

/* Numbers the loops by their headers' order in the text. Returns how many; more than `limit` are not written. */
GCNMEMI_PRIVATE uint32_t gcnmemi_flow_number(gcnmemi_flow* flow, gcnmem_loop* loops, uint32_t limit) {
    uint32_t count = 0;
    for (uint32_t i = flow->first; i < flow->end; i++) {
        if (flow->insns[i].flags & GCNMEM_INSN_HEADER) {
            if (count < limit) {
                gcnmemi_bits_zero(&loops[count], sizeof(loops[count]));
                loops[count].header = i;
                loops[count].label = GCNMEM_NONE;
            }
            flow->position[i] = count;
            count++;
        }
    }
    return count;
}

/* Gives every loop its parent and every instruction its innermost loop. */
GCNMEMI_PRIVATE void gcnmemi_flow_nest(gcnmemi_flow* flow, gcnmem_loop* loops, uint32_t loop_count) {
    uint16_t loop = GCNMEM_NO_LOOP;
    for (uint32_t i = 0; i < loop_count; i++) {
        uint32_t around = flow->header[loops[i].header];
        loops[i].parent = around != GCNMEM_NONE ? (uint16_t)flow->position[around] : (uint16_t)GCNMEM_NO_LOOP;
    }
    for (uint32_t i = flow->first; i < flow->end; i++) {
        gcnmem_insn* insn = &flow->insns[i];
        if (insn->flags & GCNMEM_INSN_BLOCK) {
            uint32_t around = insn->flags & GCNMEM_INSN_HEADER ? i : flow->header[i];
            loop = around != GCNMEM_NONE ? (uint16_t)flow->position[around] : (uint16_t)GCNMEM_NO_LOOP;
        }
        insn->loop = loop;
        insn->flags &= ~(GCNMEMI_FLOW_SEEN | GCNMEMI_FLOW_FELL | GCNMEMI_FLOW_TOOK);
    }
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
    for (uint32_t steps = 0; steps < GCNMEMI_FLOW_NEST_MAX && around != GCNMEM_NO_LOOP; steps++) {
        if (around == loop) {
            return 1;
        }
        around = loops[around].parent;
    }
    return 0;
}

/* Says of each branch whether it closes a loop, leaves one, or merely lies after the code it jumps to. */
GCNMEMI_PRIVATE void gcnmemi_flow_classify(gcnmemi_flow* flow, gcnmem_loop* loops) {
    for (uint32_t i = flow->first; i < flow->end; i++) {
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
    gcnmemi_flow_mark_blocks(flow);
    gcnmemi_flow_measure_blocks(flow);
    for (uint32_t i = flow->first; i < flow->end; i++) {
        if ((flow->insns[i].flags & (GCNMEM_INSN_BLOCK | GCNMEMI_FLOW_SEEN)) == GCNMEM_INSN_BLOCK) {
            gcnmemi_flow_walk(flow, i);
        }
    }
    uint32_t count = gcnmemi_flow_number(flow, loops, limit);
    if (count <= limit) {
        gcnmemi_flow_nest(flow, loops, count);
        gcnmemi_flow_classify(flow, loops);
    }
    return count;
}

/* ---------------------------------------------------------------------------------------------------------------------
   >>listing    reads disassembly text in one pass into the tables of a gcnmem_program
   Knows: bits, text, results, opcode, flow

   Every producer writes its own dialect; a line is told apart by how it begins, never by asking which tool wrote the
   file.
   ------------------------------------------------------------------------------------------------------------------ */

#define GCNMEMI_LISTING_STAGES_MAX 4096u
#define GCNMEMI_LISTING_OPCODES_MAX 2048u
#define GCNMEMI_LISTING_SLOTS 4096u /* hash slots of the opcode table: a power of two above OPCODES_MAX */
#define GCNMEMI_LISTING_LOOPS_MAX 0xfffeu
#define GCNMEMI_LISTING_OPERANDS_MAX 8u

/* What the lines being read are. */
typedef enum gcnmemi_listing_section {
    GCNMEMI_LISTING_CODE = 0,
    GCNMEMI_LISTING_DATA,     /* data, debug or symbol sections: directives and comments only */
    GCNMEMI_LISTING_METADATA, /* YAML */
    GCNMEMI_LISTING_IR        /* a compiler's intermediate form, before the Assembly section */
} gcnmemi_listing_section;

/* Where every table lies in the caller's memory, in bytes. */
typedef struct gcnmemi_listing_layout {
    uint64_t insns;
    uint64_t labels;
    uint64_t loops;
    uint64_t scratch; /* four words for each instruction: gcnmemi_flow */
    uint64_t opcodes;
    uint64_t slots;
    uint64_t stages;
    uint64_t end;
    uint32_t lines;
    uint32_t opcode_limit;
    uint32_t stage_limit;
} gcnmemi_listing_layout;

/* A definition of a label or, until the stage is resolved, a branch to one. */
#define GCNMEMI_LISTING_DEFINED 0u
#define GCNMEMI_LISTING_MENTIONED 1u

/* Annotations. */
enum {
    GCNMEMI_LISTING_NOTE_MEM = 0, /* addresses of a memory instruction */
    GCNMEMI_LISTING_NOTE_TRIP,    /* trips of a loop */
    GCNMEMI_LISTING_NOTE_LANES,   /* lanes that are active from here on */
    GCNMEMI_LISTING_NOTES
};

#define GCNMEMI_LISTING_REGIONS 16 /* divergent parts inside each other */

/* A divergent part: of a branch, up to its label; else up to where EXEC is restored. */
typedef struct gcnmemi_listing_region {
    gcnmemi_slice end; /* the label, or empty */
    uint32_t lanes;
} gcnmemi_listing_region;

typedef struct gcnmemi_listing_reader {
    const char* text;
    gcnmem_program* program;
    gcnmem_insn* insns;
    gcnmem_label* labels;
    gcnmem_loop* loops;
    uint32_t* scratch;
    gcnmem_opcode* opcodes;
    uint16_t* slots; /* 1 + index of an opcode; 0 is free */
    gcnmem_stage* stages;
    gcnmemi_listing_layout layout;

    uint32_t line;
    uint32_t section;    /* gcnmemi_listing_section */
    uint32_t in_comment; /* inside a comment of several lines */
    uint32_t is_csv;
    uint32_t csv_opcode_column;
    uint32_t is_live_report; /* live-register report: code stands behind three bars, other lines are prose */
    uint32_t has_ir;
    uint32_t has_assembly;

    uint32_t declared_count; /* stages in the table; the first program->stage_count of them have code */
    uint32_t current;        /* stage that receives code, or GCNMEM_NONE */
    uint32_t context;        /* stage that resources belong to, or GCNMEM_NONE */
    uint32_t default_gfx_version;
    uint32_t gfx_version;
    gcnmemi_slice target;   /* the text that named gfx_version */
    gcnmemi_slice function; /* name in the last .type NAME,@function */
    gcnmemi_slice ir_name;  /* name in the last "ACO shader stage:" */
    gcnmemi_slice symbol;   /* name in this line's "; @NAME" */

    gcnmemi_slice note[GCNMEMI_LISTING_NOTES]; /* text after each @word on this line; empty when there is none */
    uint32_t line_label;                       /* this line defines a label */
    uint32_t line_insn;                        /* first instruction of this line, if it has one */
    gcnmemi_listing_region region[GCNMEMI_LISTING_REGIONS];
    uint32_t region_count;
    const gcnmem_place* places; /* the caller's */
    uint32_t place_count;
    uint32_t has_address; /* this line states an address */
    uint32_t address;

    uint32_t next_free_sgpr; /* .amdhsa_*: SGPRs without VCC and the like, and which of those are reserved */
    uint32_t reserves_vcc;
    uint32_t reserves_flat_scratch;
    uint32_t reserves_xnack;
    uint32_t yaml_stated; /* of a kernel whose name comes further below */
    uint32_t yaml_lds_bytes;
    uint32_t yaml_group_lanes_max;
    uint32_t yaml_list; /* reading .reqd_workgroup_size */

    gcnmem_result result;
    gcnmem_issue issue;
} gcnmemi_listing_reader;

GCNMEMI_PRIVATE void gcnmemi_listing_fail(gcnmemi_listing_reader* reader, gcnmem_result result, const char* rule,
                                          uint64_t value, uint32_t line) {
    if (reader->result == GCNMEM_OK) {
        reader->result = result;
        reader->issue.field = "listing";
        reader->issue.rule = rule;
        reader->issue.value = value;
        reader->issue.line = line;
        reader->issue.column = 0;
    }
}

GCNMEMI_PRIVATE uint32_t gcnmemi_listing_offset(const gcnmemi_listing_reader* reader, gcnmemi_slice span) {
    return (uint32_t)(span.at - reader->text);
}

GCNMEMI_PRIVATE gcnmemi_slice gcnmemi_listing_text(const char* text, uint32_t offset, uint32_t bytes) {
    return gcnmemi_slice_span(text + offset, text + offset + bytes);
}

/* ---- stages: declared by a header, entered by their first label or instruction ----------------------------------- */

GCNMEMI_PRIVATE gcnmemi_slice gcnmemi_listing_stage_name(const gcnmemi_listing_reader* reader, uint32_t stage) {
    return gcnmemi_listing_text(reader->text, reader->stages[stage].name_offset, reader->stages[stage].name_bytes);
}

/* The newest stage of this name at or above `from`, or GCNMEM_NONE. */
GCNMEMI_PRIVATE uint32_t gcnmemi_listing_find_stage(const gcnmemi_listing_reader* reader, gcnmemi_slice name,
                                                    uint32_t from) {
    for (uint32_t i = reader->declared_count; i > from; i--) {
        if (gcnmemi_slice_same(gcnmemi_listing_stage_name(reader, i - 1), name)) {
            return i - 1;
        }
    }
    return GCNMEM_NONE;
}

/* Adds a stage that has no code yet. Returns its number, or GCNMEM_NONE when the table is full. */
GCNMEMI_PRIVATE uint32_t gcnmemi_listing_add_stage(gcnmemi_listing_reader* reader, gcnmemi_slice name) {
    if (reader->declared_count == reader->layout.stage_limit) {
        gcnmemi_listing_fail(reader, GCNMEM_ERROR_LIMIT, "must hold at most 4096 kernels or stages",
                             reader->declared_count, reader->line);
        return GCNMEM_NONE;
    }
    gcnmem_stage* stage = &reader->stages[reader->declared_count];
    gcnmemi_bits_zero(stage, sizeof(*stage));
    stage->name_offset = gcnmemi_listing_offset(reader, name);
    stage->name_bytes = (uint32_t)gcnmemi_slice_bytes(name);
    stage->line = reader->line;
    return reader->declared_count++;
}

/* A header names the stage that comes next. */
GCNMEMI_PRIVATE void gcnmemi_listing_declare(gcnmemi_listing_reader* reader, gcnmemi_slice name) {
    uint32_t stage = gcnmemi_listing_add_stage(reader, gcnmemi_slice_trim(name));
    reader->current = GCNMEM_NONE;
    reader->context = stage;
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
    reader->program->stage_count++;
    reader->current = place;
    reader->context = place;
}

/* The label of a function, or the symbol of a disassembler, begins a stage. */
GCNMEMI_PRIVATE void gcnmemi_listing_begin_function(gcnmemi_listing_reader* reader, gcnmemi_slice name) {
    uint32_t stage = gcnmemi_listing_find_stage(reader, name, reader->program->stage_count);
    if (stage == GCNMEM_NONE) {
        stage = gcnmemi_listing_add_stage(reader, name);
    }
    gcnmemi_listing_enter(reader, stage);
}

/* Makes sure there is a stage for code, without a name if no header gave one. */
GCNMEMI_PRIVATE int gcnmemi_listing_need_stage(gcnmemi_listing_reader* reader) {
    if (reader->current == GCNMEM_NONE) {
        uint32_t stage = reader->context;
        if (stage == GCNMEM_NONE || stage < reader->program->stage_count) {
            stage = gcnmemi_listing_add_stage(reader, gcnmemi_slice_span(reader->text, reader->text));
        }
        gcnmemi_listing_enter(reader, stage);
    }
    return reader->current != GCNMEM_NONE;
}

/* Has the code of a stage begun, so that an unknown word may be an unknown opcode? */
GCNMEMI_PRIVATE int gcnmemi_listing_in_code(const gcnmemi_listing_reader* reader) {
    return reader->section == GCNMEMI_LISTING_CODE && reader->current != GCNMEM_NONE;
}

/* ---- targets ----------------------------------------------------------------------------------------------------- */

typedef struct gcnmemi_listing_chip {
    const char* names; /* parted by blanks */
    uint32_t gfx_version;
} gcnmemi_listing_chip;

/* Chip names that CLRX and sp3 write [oss]; only the family matters here. */
static const gcnmemi_listing_chip gcnmemi_listing_chips[] = {
    {"si tahiti pitcairn capeverde capeverdepro verde oland hainan", 0x600},
    {"ci bonaire hawaii kaveri kabini mullins spectre spooky kalindi godavari", 0x700},
    {"vi tonga iceland carrizo fiji stoney polaris10 polaris11 polaris12 ellesmere baffin lexa vegam", 0x800},
    {"ai gfx9 vega10 vega11 vega12 vega20 raven raven2 renoir arcturus aldebaran greenland", 0x900}};

/* Version of a target such as "amdgcn-amd-amdhsa--gfx90a:xnack+" or "Iceland"; 0 when it is not known. */
GCNMEMI_PRIVATE uint32_t gcnmemi_listing_version(gcnmemi_slice* target) {
    const char* gfx = gcnmemi_slice_find(*target, "gfx");
    uint64_t version = 0;
    if (gfx != NULL) {
        gcnmemi_slice digits = gcnmemi_slice_span(gfx + 3, target->end);
        gcnmemi_slice rest = digits;
        gcnmemi_slice_take_digits(&rest, 16, &version);
        if (rest.at - digits.at >= 3) {
            *target = gcnmemi_slice_span(gfx, rest.at);
            return version <= 0xffff ? (uint32_t)version : 0;
        }
    }
    *target = gcnmemi_slice_take(target, GCNMEMI_SLICE_NAME);
    for (size_t i = 0; i < sizeof(gcnmemi_listing_chips) / sizeof(gcnmemi_listing_chips[0]); i++) {
        if (gcnmemi_slice_bytes(*target) > 0 &&
            gcnmemi_opcode_match(gcnmemi_listing_chips[i].names, *target) == gcnmemi_slice_bytes(*target)) {
            return gcnmemi_listing_chips[i].gfx_version;
        }
    }
    return 0;
}

GCNMEMI_PRIVATE void gcnmemi_listing_set_target(gcnmemi_listing_reader* reader, gcnmemi_slice text) {
    gcnmemi_slice target = gcnmemi_slice_trim(text);
    if (gcnmemi_slice_peek(target, 0) == '"') {
        target.at++;
        target = gcnmemi_slice_take_until(&target, '"');
    }
    uint32_t version = gcnmemi_listing_version(&target);
    if (version == 0) {
        return;
    }
    reader->gfx_version = version;
    reader->target = target;
    for (uint32_t i = reader->program->stage_count; i < reader->declared_count; i++) {
        reader->stages[i].gfx_version = version;
    }
    if (reader->current != GCNMEM_NONE && reader->stages[reader->current].gfx_version == 0) {
        reader->stages[reader->current].gfx_version = version;
    }
}

/* The version instructions are decoded with. */
GCNMEMI_PRIVATE uint32_t gcnmemi_listing_gfx_version(const gcnmemi_listing_reader* reader) {
    return reader->gfx_version != 0 ? reader->gfx_version : reader->default_gfx_version;
}

/* ---- resources: "; NumVgprs: 6", "# VGPRs: 36", "vgpr_count(24)", ".amdhsa_next_free_vgpr 6", ... ---------------- */

typedef struct gcnmemi_listing_key {
    const char* name; /* lower case */
    uint32_t stated;  /* GCNMEM_STATED_* */
} gcnmemi_listing_key;

/* The keys of every dialect; .amdhsa_next_free_sgpr is left out on purpose: it lacks VCC and the like. */
static const gcnmemi_listing_key gcnmemi_listing_keys[] = {
    {"numvgprs", GCNMEM_STATED_VGPRS},
    {"totalnumvgprs", GCNMEM_STATED_VGPRS},
    {"vgprs", GCNMEM_STATED_VGPRS},
    {"vgpr_count", GCNMEM_STATED_VGPRS},
    {"vgprsnum", GCNMEM_STATED_VGPRS},
    {"amdhsa_next_free_vgpr", GCNMEM_STATED_VGPRS},
    {"workitem_vgpr_count", GCNMEM_STATED_VGPRS},
    {"maximum # vgpr used", GCNMEM_STATED_VGPRS},
    {"numsgprs", GCNMEM_STATED_SGPRS},
    {"totalnumsgprs", GCNMEM_STATED_SGPRS},
    {"sgprs", GCNMEM_STATED_SGPRS},
    {"sgpr_count", GCNMEM_STATED_SGPRS},
    {"sgprsnum", GCNMEM_STATED_SGPRS},
    {"wavefront_sgpr_count", GCNMEM_STATED_SGPRS},
    {"ldsbytesize", GCNMEM_STATED_LDS},
    {"lds size", GCNMEM_STATED_LDS},
    {"ldssize", GCNMEM_STATED_LDS},
    {"lds_size", GCNMEM_STATED_LDS},
    {"localsize", GCNMEM_STATED_LDS},
    {"amdhsa_group_segment_fixed_size", GCNMEM_STATED_LDS},
    {"workgroup_group_segment_byte_size", GCNMEM_STATED_LDS},
    {"group_segment_fixed_size", GCNMEM_STATED_LDS},
    {"scratchsize", GCNMEM_STATED_SCRATCH},
    {"scratch size", GCNMEM_STATED_SCRATCH},
    {"scratchbuffer", GCNMEM_STATED_SCRATCH},
    {"amdhsa_private_segment_fixed_size", GCNMEM_STATED_SCRATCH},
    {"workitem_private_segment_byte_size", GCNMEM_STATED_SCRATCH},
    {"private_segment_fixed_size", GCNMEM_STATED_SCRATCH},
    {"wave_size", GCNMEM_STATED_WAVE},
    {"subgroup", GCNMEM_STATED_WAVE},
    {"wavefront_size", GCNMEM_STATED_WAVE},
    {"cws", GCNMEM_STATED_GROUP},
    {"reqd_work_group_size", GCNMEM_STATED_GROUP},
    {"max_flat_workgroup_size", GCNMEM_STATED_GROUP_MAX}};

/* What a key states, or 0. */
GCNMEMI_PRIVATE uint32_t gcnmemi_listing_find_key(gcnmemi_slice key) {
    char first = gcnmemi_text_lower(gcnmemi_slice_peek(key, 0));
    for (size_t i = 0; i < sizeof(gcnmemi_listing_keys) / sizeof(gcnmemi_listing_keys[0]); i++) {
        if (gcnmemi_listing_keys[i].name[0] == first && gcnmemi_slice_equals(key, gcnmemi_listing_keys[i].name)) {
            return gcnmemi_listing_keys[i].stated;
        }
    }
    return 0;
}

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

/* The value of a resource: a number, the product of "64, 1, 1", or what the runtime made of it. */
GCNMEMI_PRIVATE int gcnmemi_listing_read_amount(gcnmemi_slice text, uint32_t stated, uint64_t* out_value) {
    const char* modified = gcnmemi_slice_find(text, "modified by runtime to be ");
    uint64_t factor;
    gcnmemi_slice_skip_blanks(&text);
    if (!gcnmemi_slice_take_number(&text, out_value)) {
        return 0;
    }
    if (modified != NULL) {
        text.at = modified + sizeof("modified by runtime to be ") - 1;
        return gcnmemi_slice_take_number(&text, out_value);
    }
    while (stated == GCNMEM_STATED_GROUP) {
        gcnmemi_slice_skip_blanks(&text);
        text.at += gcnmemi_slice_peek(text, 0) == ',';
        gcnmemi_slice_skip_blanks(&text);
        if (!gcnmemi_slice_take_number(&text, &factor)) {
            break;
        }
        *out_value = *out_value <= 0xffffffffu && factor <= 0xffffffffu ? *out_value * factor : 0xffffffffu;
    }
    return 1;
}

/* "key value" in any dress. Returns whether the key is one that counts. */
GCNMEMI_PRIVATE int gcnmemi_listing_read_resource(gcnmemi_listing_reader* reader, gcnmemi_slice key,
                                                  gcnmemi_slice value) {
    uint32_t stated = gcnmemi_listing_find_key(gcnmemi_slice_trim(key));
    uint64_t amount = 0;
    if (stated == 0 || !gcnmemi_listing_read_amount(value, stated, &amount)) {
        return 0;
    }
    if (reader->context == GCNMEM_NONE) {
        reader->context = gcnmemi_listing_add_stage(reader, gcnmemi_slice_span(reader->text, reader->text));
    }
    if (reader->context != GCNMEM_NONE) {
        gcnmemi_listing_state(&reader->stages[reader->context], stated, amount);
    }
    return 1;
}

/* A comment line: "key: value" or "key = value". */
GCNMEMI_PRIVATE void gcnmemi_listing_read_pair(gcnmemi_listing_reader* reader, gcnmemi_slice text) {
    gcnmemi_slice key = gcnmemi_slice_span(text.at, text.at);
    while (key.end < text.end && *key.end != ':' && *key.end != '=') {
        key.end++;
    }
    if (key.end < text.end) {
        gcnmemi_listing_read_resource(reader, key, gcnmemi_slice_span(key.end + 1, text.end));
    }
}

/* ---- instructions --------------------------------------------------------------------------------------------------
   The opcode table holds each mnemonic of the listing once, so the vocabulary is searched once for each. */

GCNMEMI_PRIVATE int gcnmemi_listing_same_mnemonic(gcnmemi_slice known, gcnmemi_slice mnemonic) {
    size_t bytes = gcnmemi_slice_bytes(known);
    if (bytes != gcnmemi_slice_bytes(mnemonic)) {
        return 0;
    }
    if (gcnmemi_bits_equal(known.at, mnemonic.at, bytes)) {
        return 1;
    }
    for (size_t i = 0; i < bytes; i++) {
        if (gcnmemi_text_lower(known.at[i]) != gcnmemi_text_lower(mnemonic.at[i])) {
            return 0;
        }
    }
    return 1;
}

GCNMEMI_PRIVATE uint32_t gcnmemi_listing_hash(gcnmemi_slice mnemonic) {
    uint32_t hash = 2166136261u;
    while (mnemonic.at < mnemonic.end) {
        hash = (hash ^ ((uint8_t)*mnemonic.at | 0x20u)) * 16777619u;
        mnemonic.at++;
    }
    return hash ^ (hash >> 16);
}

/* Number of the mnemonic in the opcode table; decodes it when it is new. */
GCNMEMI_PRIVATE uint32_t gcnmemi_listing_intern(gcnmemi_listing_reader* reader, gcnmemi_slice mnemonic) {
    gcnmemi_slice name = gcnmemi_opcode_strip(mnemonic);
    uint32_t slot = gcnmemi_listing_hash(name) & (GCNMEMI_LISTING_SLOTS - 1);
    gcnmem_opcode* opcode;
    while (reader->slots[slot] != 0) {
        uint32_t index = reader->slots[slot] - 1u;
        opcode = &reader->opcodes[index];
        if (gcnmemi_listing_same_mnemonic(gcnmemi_listing_text(reader->text, opcode->name_offset, opcode->name_bytes),
                                          name)) {
            return index;
        }
        slot = (slot + 1) & (GCNMEMI_LISTING_SLOTS - 1);
    }
    if (reader->program->opcode_count == reader->layout.opcode_limit || gcnmemi_slice_bytes(name) > 0xffffu) {
        gcnmemi_listing_fail(reader, GCNMEM_ERROR_LIMIT, "must hold at most 2048 different opcodes",
                             reader->program->opcode_count, reader->line);
        return GCNMEM_NONE;
    }
    opcode = &reader->opcodes[reader->program->opcode_count];
    gcnmem_opcode_find(name.at, gcnmemi_slice_bytes(name), opcode);
    opcode->name_offset = gcnmemi_listing_offset(reader, name);
    opcode->name_bytes = (uint16_t)gcnmemi_slice_bytes(name);
    reader->program->opcode_count++;
    reader->slots[slot] = (uint16_t)reader->program->opcode_count;
    return reader->program->opcode_count - 1;
}

/* Registers as written, each with the place of its operand. */
typedef struct gcnmemi_listing_operands {
    gcnmem_regs regs[GCNMEMI_LISTING_OPERANDS_MAX];
    uint8_t places[GCNMEMI_LISTING_OPERANDS_MAX];
    uint32_t count;
    uint32_t place; /* commas so far */
} gcnmemi_listing_operands;

typedef struct gcnmemi_listing_special {
    const char* name;
    uint16_t first;
    uint16_t count;
} gcnmemi_listing_special;

static const gcnmemi_listing_special gcnmemi_listing_specials[] = {{"vcc", GCNMEM_REG_VCC, 2},
                                                                   {"vcc_lo", GCNMEM_REG_VCC, 1},
                                                                   {"vcc_hi", GCNMEM_REG_VCC + 1, 1},
                                                                   {"exec", GCNMEM_REG_EXEC, 2},
                                                                   {"exec_lo", GCNMEM_REG_EXEC, 1},
                                                                   {"exec_hi", GCNMEM_REG_EXEC + 1, 1},
                                                                   {"m0", GCNMEM_REG_M0, 1},
                                                                   {"scc", GCNMEM_REG_SCC, 1},
                                                                   {"flat_scratch", 102, 2},
                                                                   {"flat_scratch_lo", 102, 1},
                                                                   {"flat_scratch_hi", 103, 1},
                                                                   {"xnack_mask", 104, 2},
                                                                   {"xnack_mask_lo", 104, 1},
                                                                   {"xnack_mask_hi", 105, 1},
                                                                   {"vccz", 251, 1},
                                                                   {"execz", 252, 1}};

GCNMEMI_PRIVATE gcnmem_regs gcnmemi_listing_pack(uint32_t first, uint32_t count) {
    return (gcnmem_regs)((count << 10) | first);
}

GCNMEMI_PRIVATE gcnmem_regs gcnmemi_listing_find_special(gcnmemi_slice name) {
    for (size_t i = 0; i < sizeof(gcnmemi_listing_specials) / sizeof(gcnmemi_listing_specials[0]); i++) {
        if (gcnmemi_slice_equals(name, gcnmemi_listing_specials[i].name)) {
            return gcnmemi_listing_pack(gcnmemi_listing_specials[i].first, gcnmemi_listing_specials[i].count);
        }
    }
    return 0;
}

/* First register of the file a name begins with ("v", "s", "a", "acc", "ttmp"), and the bytes of that beginning. */
GCNMEMI_PRIVATE uint32_t gcnmemi_listing_file(gcnmemi_slice name, uint32_t* out_first) {
    char c = gcnmemi_text_lower(gcnmemi_slice_peek(name, 0));
    uint32_t bytes = c == 'v' || c == 's' ? 1u : 0u;
    *out_first = c == 'v' ? GCNMEM_REG_V0 : 0u;
    if (c == 'a') {
        *out_first = GCNMEM_REG_A0;
        bytes = gcnmemi_slice_starts(name, "acc") > 0 ? 3u : 1u;
    } else if (c == 't' && gcnmemi_slice_starts(name, "ttmp") > 0) {
        *out_first = GCNMEM_REG_TTMP;
        bytes = 4;
    }
    return bytes;
}

/* The "[4:7]", "[4,7]", "[4-7]" or "[4]" of a range. */
GCNMEMI_PRIVATE gcnmem_regs gcnmemi_listing_read_range(gcnmemi_slice* text, uint32_t file) {
    uint64_t first = 0;
    uint64_t last = 0;
    text->at++;
    gcnmemi_slice range = gcnmemi_slice_take_until(text, ']');
    gcnmemi_slice_skip_blanks(&range);
    if (!gcnmemi_slice_take_number(&range, &first)) {
        return 0;
    }
    last = first;
    gcnmemi_slice_skip_blanks(&range);
    if (range.at < range.end) {
        range.at++;
        gcnmemi_slice_skip_blanks(&range);
        if (!gcnmemi_slice_take_number(&range, &last)) {
            return 0;
        }
    }
    return last <= 255 && last >= first && last - first < 63
               ? gcnmemi_listing_pack(file + (uint32_t)first, (uint32_t)(last - first + 1))
               : (gcnmem_regs)0;
}

/* The registers a name stands for, its brackets included; 0 when it is something else. */
GCNMEMI_PRIVATE gcnmem_regs gcnmemi_listing_read_regs(gcnmemi_slice* text, gcnmemi_slice name) {
    uint32_t file = 0;
    uint32_t prefix = gcnmemi_listing_file(name, &file);
    gcnmemi_slice number = gcnmemi_slice_span(name.at + prefix, name.end);
    uint64_t index = 0;
    if (prefix > 0 && number.at == number.end && gcnmemi_slice_peek(*text, 0) == '[') {
        return gcnmemi_listing_read_range(text, file);
    }
    if (prefix > 0 && gcnmemi_slice_take_digits(&number, 10, &index) && number.at == number.end) {
        return index <= 255 ? gcnmemi_listing_pack(file + (uint32_t)index, 1) : (gcnmem_regs)0;
    }
    return gcnmemi_listing_find_special(name);
}

typedef struct gcnmemi_listing_flag {
    const char* name;
    uint32_t flag;
} gcnmemi_listing_flag;

static const gcnmemi_listing_flag gcnmemi_listing_flags[] = {
    {"glc", GCNMEM_INSN_GLC},     {"slc", GCNMEM_INSN_SLC},      {"lds", GCNMEM_INSN_LDS},
    {"gds", GCNMEM_INSN_GDS},     {"tfe", GCNMEM_INSN_TFE},      {"offen", GCNMEM_INSN_OFFEN},
    {"idxen", GCNMEM_INSN_IDXEN}, {"addr64", GCNMEM_INSN_ADDR64}};

GCNMEMI_PRIVATE uint32_t gcnmemi_listing_find_flag(gcnmemi_slice name) {
    for (size_t i = 0; i < sizeof(gcnmemi_listing_flags) / sizeof(gcnmemi_listing_flags[0]); i++) {
        if (gcnmemi_slice_equals(name, gcnmemi_listing_flags[i].name)) {
            return gcnmemi_listing_flags[i].flag;
        }
    }
    return 0;
}

/* A modifier with a value: "offset:16", "dmask:0x3", "quad_perm:[1,0,3,2]". */
GCNMEMI_PRIVATE void gcnmemi_listing_read_modifier(gcnmem_insn* insn, gcnmemi_slice name, gcnmemi_slice* text) {
    uint64_t value = 0;
    text->at++;
    gcnmemi_slice_skip_blanks(text);
    if (gcnmemi_slice_peek(*text, 0) == '[') {
        gcnmemi_slice_take_until(text, ']');
        return;
    }
    uint32_t is_negative = gcnmemi_slice_peek(*text, 0) == '-';
    text->at += is_negative;
    if (!gcnmemi_slice_take_number(text, &value)) {
        gcnmemi_slice_take(text, GCNMEMI_SLICE_NAME);
        return;
    }
    value = is_negative ? 0 - value : value;
    if (gcnmemi_slice_equals(name, "offset")) {
        insn->offset = (uint16_t)(value & 0xffffu);
    } else if (gcnmemi_slice_equals(name, "offset0")) {
        insn->offset = (uint16_t)((insn->offset & 0xff00u) | (value & 0xffu));
    } else if (gcnmemi_slice_equals(name, "offset1")) {
        insn->offset = (uint16_t)((insn->offset & 0x00ffu) | ((value & 0xffu) << 8));
    } else if (gcnmemi_slice_equals(name, "dmask")) {
        insn->flags |= GCNMEM_INSN_DMASK;
        insn->dmask = (uint8_t)(value & 0xfu);
    }
}

/* A name among the operands: registers, a modifier, or a function such as abs(v1) or hwreg(HW_REG_MODE, 0, 4). */
GCNMEMI_PRIVATE void gcnmemi_listing_read_name(gcnmem_insn* insn, gcnmemi_listing_operands* operands,
                                               gcnmemi_slice* text) {
    gcnmemi_slice name = gcnmemi_slice_take(text, GCNMEMI_SLICE_NAME);
    if (gcnmemi_slice_peek(*text, 0) == ':') {
        gcnmemi_listing_read_modifier(insn, name, text);
        return;
    }
    gcnmem_regs regs = gcnmemi_listing_read_regs(text, name);
    if (regs != 0) {
        if (operands->count < GCNMEMI_LISTING_OPERANDS_MAX) {
            operands->regs[operands->count] = regs;
            operands->places[operands->count] = (uint8_t)(operands->place < 255 ? operands->place : 255);
            operands->count++;
        }
        return;
    }
    if (gcnmemi_slice_peek(*text, 0) == '(') {
        if (!gcnmemi_slice_equals(name, "abs") && !gcnmemi_slice_equals(name, "neg") &&
            !gcnmemi_slice_equals(name, "sext")) {
            gcnmemi_slice_take_until(text, ')');
        }
        return;
    }
    insn->flags |= gcnmemi_listing_find_flag(name);
}

GCNMEMI_PRIVATE void gcnmemi_listing_scan_operands(gcnmem_insn* insn, gcnmemi_listing_operands* operands,
                                                   gcnmemi_slice text) {
    gcnmemi_bits_zero(operands, sizeof(*operands));
    while (text.at < text.end) {
        char c = *text.at;
        if (gcnmemi_slice_is(c, GCNMEMI_SLICE_LETTER)) {
            gcnmemi_listing_read_name(insn, operands, &text);
        } else if (gcnmemi_slice_is(c, GCNMEMI_SLICE_NAME)) {
            gcnmemi_slice_take(&text, GCNMEMI_SLICE_NAME); /* a number */
        } else {
            operands->place += c == ',';
            text.at++;
        }
    }
}

GCNMEMI_PRIVATE void gcnmemi_listing_add_write(gcnmem_insn* insn, gcnmem_regs regs) {
    uint32_t place = insn->writes[0] != 0;
    insn->writes[place] = insn->writes[place] == 0 ? regs : insn->writes[place];
}

GCNMEMI_PRIVATE void gcnmemi_listing_add_read(gcnmem_insn* insn, gcnmem_regs regs) {
    for (uint32_t i = 0; i < 5; i++) {
        if (insn->reads[i] == 0) {
            insn->reads[i] = regs;
            return;
        }
    }
}

/* Registers the opcode uses without writing them down. */
GCNMEMI_PRIVATE void gcnmemi_listing_add_implied(gcnmem_insn* insn, uint32_t opcode_flags) {
    if (opcode_flags & GCNMEM_OPCODE_WRITES_EXEC) {
        gcnmemi_listing_add_write(insn, gcnmemi_listing_pack(GCNMEM_REG_EXEC, 2));
    }
    if (insn->branch == GCNMEM_BRANCH_VCCZ || insn->branch == GCNMEM_BRANCH_VCCNZ) {
        gcnmemi_listing_add_read(insn, gcnmemi_listing_pack(GCNMEM_REG_VCC, 2));
    }
    if (insn->branch == GCNMEM_BRANCH_EXECZ || insn->branch == GCNMEM_BRANCH_EXECNZ) {
        gcnmemi_listing_add_read(insn, gcnmemi_listing_pack(GCNMEM_REG_EXEC, 2));
    }
    if (insn->branch == GCNMEM_BRANCH_SCC0 || insn->branch == GCNMEM_BRANCH_SCC1) {
        gcnmemi_listing_add_read(insn, gcnmemi_listing_pack(GCNMEM_REG_SCC, 1));
    }
}

/* Tells destinations from sources. */
GCNMEMI_PRIVATE void gcnmemi_listing_assign(gcnmem_insn* insn, const gcnmem_opcode* opcode,
                                            const gcnmemi_listing_operands* operands) {
    int is_glc_atomic = opcode->action == GCNMEM_ACTION_ATOMIC && opcode->unit != GCNMEM_UNIT_LDS &&
                        (insn->flags & GCNMEM_INSN_GLC) != 0;
    int writes_first =
        ((opcode->flags & GCNMEM_OPCODE_WRITES) != 0 || is_glc_atomic) && (insn->flags & GCNMEM_INSN_LDS) == 0;
    int reads_first =
        (opcode->flags & GCNMEM_OPCODE_READS_FIRST) != 0 || (is_glc_atomic && opcode->unit != GCNMEM_UNIT_FLAT);
    int has_carry = (opcode->flags & GCNMEM_OPCODE_CARRY) != 0 && operands->place >= 3;
    for (uint32_t i = 0; i < operands->count; i++) {
        int is_first = writes_first && operands->places[i] == 0;
        if (is_first || (has_carry && operands->places[i] == 1)) {
            gcnmemi_listing_add_write(insn, operands->regs[i]);
        }
        if (!is_first ? !(has_carry && operands->places[i] == 1) : reads_first) {
            gcnmemi_listing_add_read(insn, operands->regs[i]);
        }
    }
    gcnmemi_listing_add_implied(insn, opcode->flags);
}

GCNMEMI_PRIVATE uint8_t gcnmemi_listing_count_bits(uint32_t nibble) {
    return (uint8_t)((nibble & 1u) + ((nibble >> 1) & 1u) + ((nibble >> 2) & 1u) + ((nibble >> 3) & 1u));
}

/* An image's width comes from dmask; where the listing dropped it, from the data registers. */
GCNMEMI_PRIVATE void gcnmemi_listing_size_image(gcnmem_insn* insn, const gcnmem_opcode* opcode,
                                                const gcnmemi_listing_operands* operands) {
    uint32_t is_half = (opcode->flags & GCNMEM_OPCODE_D16) != 0;
    uint32_t channels = operands->count > 0 ? GCNMEM_REGS_COUNT(operands->regs[0]) << is_half : 1u;
    if (opcode->action == GCNMEM_ACTION_ATOMIC) {
        return;
    }
    channels = insn->flags & GCNMEM_INSN_DMASK ? gcnmemi_listing_count_bits(insn->dmask) : channels;
    channels = opcode->flags & GCNMEM_OPCODE_GATHER || channels > 4 ? 4u : channels;
    insn->channels = (uint8_t)channels;
    insn->bytes = (uint8_t)(is_half ? channels * 2u : channels * 4u);
}

/* Counters that depend on more than the mnemonic. */
GCNMEMI_PRIVATE void gcnmemi_listing_adjust_counters(gcnmem_insn* insn, const gcnmem_opcode* opcode,
                                                     uint32_t gfx_version) {
    int is_vmem = insn->category == GCNMEM_CLASS_VMEM;
    int is_store = opcode->action == GCNMEM_ACTION_STORE;
    int is_returning_atomic = opcode->action == GCNMEM_ACTION_ATOMIC && (insn->flags & GCNMEM_INSN_GLC) != 0;
    if (insn->category == GCNMEM_CLASS_LDS && (insn->flags & GCNMEM_INSN_GDS) != 0) {
        insn->category = GCNMEM_CLASS_GDS;
        insn->adds_exp = 1;
    }
    /* The first generation counts the read of store data as an export [oss]. */
    if (is_vmem && (is_store || is_returning_atomic) && gfx_version >= 0x600 && gfx_version < 0x700) {
        insn->adds_exp = 1;
    }
}

/* ---- s_waitcnt --------------------------------------------------------------------------------------------------- */

/* Highest vmcnt, which waits for nothing. Six bits from GFX9 on [oss]. */
GCNMEMI_PRIVATE int gcnmemi_listing_is_vm_free(uint64_t count, uint32_t gfx_version) {
    return count >= 63 || (count >= 15 && gfx_version != 0 && gfx_version < 0x900) || (count == 15 && gfx_version == 0);
}

GCNMEM_DEF gcnmem_waits gcnmem_waits_decode(uint32_t imm16, uint32_t gfx_version) {
    uint32_t vm = imm16 & 0xfu;
    uint32_t exp = (imm16 >> 4) & 0x7u;
    uint32_t lgkm = (imm16 >> 8) & 0xfu;
    gcnmem_waits waits;
    if (gfx_version == 0 || gfx_version >= 0x900) {
        vm |= (imm16 >> 10) & 0x30u;
    }
    waits.vm = gcnmemi_listing_is_vm_free(vm, gfx_version) ? (uint8_t)GCNMEM_NO_WAIT : (uint8_t)vm;
    waits.lgkm = lgkm == 15 ? (uint8_t)GCNMEM_NO_WAIT : (uint8_t)lgkm;
    waits.exp = exp == 7 ? (uint8_t)GCNMEM_NO_WAIT : (uint8_t)exp;
    return waits;
}

/* "vmcnt(3)" and its kin; the separators between them (&, comma, blank) mean nothing. 0 when it is none. */
GCNMEMI_PRIVATE int gcnmemi_listing_read_wait(gcnmem_insn* insn, gcnmemi_slice* text, uint32_t gfx_version) {
    gcnmemi_slice name = gcnmemi_slice_take(text, GCNMEMI_SLICE_NAME);
    uint64_t count = 0;
    gcnmemi_slice_skip_blanks(text);
    if (gcnmemi_slice_peek(*text, 0) != '(') {
        return 0;
    }
    text->at++;
    gcnmemi_slice_skip_blanks(text);
    int is_read = gcnmemi_slice_take_number(text, &count);
    gcnmemi_slice_take_until(text, ')');
    if (gcnmemi_slice_starts(name, "vmcnt") > 0) {
        insn->wait_vm = gcnmemi_listing_is_vm_free(count, gfx_version) ? (uint8_t)GCNMEM_NO_WAIT : (uint8_t)count;
    } else if (gcnmemi_slice_starts(name, "lgkmcnt") > 0) {
        insn->wait_lgkm = count >= 15 ? (uint8_t)GCNMEM_NO_WAIT : (uint8_t)count;
    } else if (gcnmemi_slice_starts(name, "expcnt") > 0) {
        insn->wait_exp = count >= 7 ? (uint8_t)GCNMEM_NO_WAIT : (uint8_t)count;
    } else {
        return 0;
    }
    return is_read;
}

GCNMEMI_PRIVATE int gcnmemi_listing_read_waits(gcnmem_insn* insn, gcnmemi_slice text, uint32_t gfx_version) {
    uint64_t imm = 0;
    int is_read = 0;
    gcnmemi_slice_skip_blanks(&text);
    if (gcnmemi_slice_take_number(&text, &imm)) {
        gcnmem_waits waits = gcnmem_waits_decode((uint32_t)(imm & 0xffffu), gfx_version);
        insn->wait_vm = waits.vm;
        insn->wait_lgkm = waits.lgkm;
        insn->wait_exp = waits.exp;
        return 1;
    }
    while (text.at < text.end) {
        if (!gcnmemi_slice_is(*text.at, GCNMEMI_SLICE_LETTER)) {
            text.at++;
            continue;
        }
        if (!gcnmemi_listing_read_wait(insn, &text, gfx_version)) {
            return 0;
        }
        is_read = 1;
    }
    return is_read;
}

/* ---- labels and branches ----------------------------------------------------------------------------------------- */

GCNMEMI_PRIVATE void gcnmemi_listing_add_label(gcnmemi_listing_reader* reader, gcnmemi_slice name, uint32_t insn,
                                               uint32_t kind) {
    gcnmem_label* label = &reader->labels[reader->program->label_count];
    if (gcnmemi_slice_bytes(name) > 0xffffu) {
        gcnmemi_listing_fail(reader, GCNMEM_ERROR_LIMIT, "label must be shorter than 64 KiB", gcnmemi_slice_bytes(name),
                             reader->line);
        return;
    }
    label->name_offset = gcnmemi_listing_offset(reader, name);
    label->name_bytes = (uint16_t)gcnmemi_slice_bytes(name);
    label->insn = insn;
    label->line = reader->line;
    label->trips = 0;
    label->spare = (uint16_t)kind;
    reader->program->label_count++;
}

GCNMEMI_PRIVATE void gcnmemi_listing_count_unbound(gcnmemi_listing_reader* reader, int is_unbound, uint32_t line) {
    if (is_unbound) {
        reader->program->unbound_line = reader->program->unbound_count == 0 ? line : reader->program->unbound_line;
        reader->program->unbound_count++;
    }
}

/* Takes the line's annotation of this kind when it is a number within 1..most, else returns 0. */
GCNMEMI_PRIVATE uint32_t gcnmemi_listing_take_count(gcnmemi_listing_reader* reader, uint32_t kind, uint32_t most) {
    gcnmemi_slice text = reader->note[kind];
    uint64_t count = 0;
    if (text.at == text.end || !gcnmemi_slice_take_number(&text, &count) || text.at < text.end || count > most) {
        return 0;
    }
    reader->note[kind].at = count != 0 ? text.end : reader->note[kind].at;
    return (uint32_t)count;
}

GCNMEMI_PRIVATE uint32_t gcnmemi_listing_lanes(const gcnmemi_listing_reader* reader) {
    return reader->region_count > 0 ? reader->region[reader->region_count - 1].lanes : 0;
}

/* From here on as many lanes are active as the line's @lanes says. */
GCNMEMI_PRIVATE void gcnmemi_listing_diverge(gcnmemi_listing_reader* reader, gcnmemi_slice end) {
    uint32_t lanes = 0;
    if (reader->region_count < GCNMEMI_LISTING_REGIONS) {
        lanes = gcnmemi_listing_take_count(reader, GCNMEMI_LISTING_NOTE_LANES, GCNMEM_LANES);
    }
    if (lanes != 0) {
        reader->region[reader->region_count].end = end;
        reader->region[reader->region_count].lanes = lanes;
        reader->region_count++;
    }
}

/* A label ends the parts whose branches go to it, and what is inside those. */
GCNMEMI_PRIVATE void gcnmemi_listing_converge(gcnmemi_listing_reader* reader, gcnmemi_slice label) {
    for (uint32_t i = 0; i < reader->region_count; i++) {
        if (gcnmemi_slice_same(label, reader->region[i].end)) {
            reader->region_count = i;
        }
    }
}

GCNMEMI_PRIVATE void gcnmemi_listing_define(gcnmemi_listing_reader* reader, gcnmemi_slice name) {
    if (gcnmemi_listing_need_stage(reader)) {
        uint32_t index = reader->program->label_count;
        gcnmemi_listing_add_label(reader, name, reader->program->insn_count, GCNMEMI_LISTING_DEFINED);
        gcnmemi_listing_converge(reader, name);
        reader->line_label = 1;
        if (reader->program->label_count > index) {
            reader->labels[index].trips = gcnmemi_listing_take_count(reader, GCNMEMI_LISTING_NOTE_TRIP, 0xffffffffu);
        }
    }
}

/* @lanes on a label, when no branch of the line took it: it holds from the line's own instruction on. */
GCNMEMI_PRIVATE void gcnmemi_listing_diverge_at_label(gcnmemi_listing_reader* reader) {
    gcnmemi_slice none = gcnmemi_slice_span(reader->text, reader->text);
    if (reader->line_label && gcnmemi_slice_bytes(reader->note[GCNMEMI_LISTING_NOTE_LANES]) != 0) {
        gcnmemi_listing_diverge(reader, none);
        if (reader->line_insn < reader->program->insn_count) {
            reader->insns[reader->line_insn].flags &= 0x00ffffffu;
            reader->insns[reader->line_insn].flags |= gcnmemi_listing_lanes(reader) << 24;
        }
    }
}

/* The target is the last operand: a label or, in plain objdump, an offset in dwords. BB5 is a name, 65531 a number. */
GCNMEMI_PRIVATE void gcnmemi_listing_read_target(gcnmemi_listing_reader* reader, gcnmem_insn* insn, uint32_t index,
                                                 gcnmemi_slice text) {
    gcnmemi_slice operand = text;
    uint64_t offset = 0;
    if (insn->branch == GCNMEM_BRANCH_INDIRECT) {
        return;
    }
    while (text.at < text.end) {
        operand = gcnmemi_slice_take_until(&text, ',');
    }
    operand = gcnmemi_slice_trim(operand);
    int is_negative = gcnmemi_slice_peek(operand, 0) == '-';
    operand.at += is_negative;
    if (gcnmemi_slice_take_number(&operand, &offset)) {
        insn->flags |= GCNMEM_INSN_BY_ADDRESS;
        insn->target = (uint32_t)((is_negative ? 0 - offset : offset) & 0xffffu);
        return;
    }
    text = operand;
    operand = gcnmemi_slice_take(&text, GCNMEMI_SLICE_NAME);
    if (insn->branch >= GCNMEM_BRANCH_OTHER && gcnmemi_listing_read_regs(&text, operand) != 0) {
        return; /* s_swappc, s_cbranch_g_fork: the address is in registers */
    }
    if (operand.at < operand.end) {
        gcnmemi_listing_add_label(reader, operand, index, GCNMEMI_LISTING_MENTIONED);
    } else {
        insn->flags |= GCNMEM_INSN_UNDEFINED;
    }
}

/* The label that this branch, the line's instruction, goes to: empty when it names none. */
GCNMEMI_PRIVATE gcnmemi_slice gcnmemi_listing_mentioned(const gcnmemi_listing_reader* reader) {
    uint32_t count = reader->program->label_count;
    const gcnmem_label* label = &reader->labels[count > 0 ? count - 1 : 0];
    if (count == 0 || label->spare != GCNMEMI_LISTING_MENTIONED || label->insn != reader->program->insn_count) {
        return gcnmemi_slice_span(reader->text, reader->text);
    }
    return gcnmemi_listing_text(reader->text, label->name_offset, label->name_bytes);
}

/* Whether the stage has defined the label already. */
GCNMEMI_PRIVATE int gcnmemi_listing_is_behind(const gcnmemi_listing_reader* reader, gcnmemi_slice name) {
    for (uint32_t i = reader->stages[reader->current].first_label; i < reader->program->label_count; i++) {
        const gcnmem_label* label = &reader->labels[i];
        if (label->spare == GCNMEMI_LISTING_DEFINED &&
            gcnmemi_slice_same(name, gcnmemi_listing_text(reader->text, label->name_offset, label->name_bytes))) {
            return 1;
        }
    }
    return 0;
}

/* Ties the line's annotations to its instruction. */
GCNMEMI_PRIVATE void gcnmemi_listing_bind_notes(gcnmemi_listing_reader* reader, gcnmem_insn* insn,
                                                const gcnmem_opcode* opcode) {
    gcnmemi_slice* mem = &reader->note[GCNMEMI_LISTING_NOTE_MEM];
    size_t bytes = gcnmemi_slice_bytes(*mem);
    if (opcode->unit != GCNMEM_UNIT_NONE && bytes != 0 && bytes <= 0xffffu) {
        insn->note_offset = gcnmemi_listing_offset(reader, *mem);
        insn->note_bytes = (uint16_t)bytes;
        insn->flags |= GCNMEM_INSN_NOTE;
        mem->at = mem->end;
    }
    if (insn->branch != GCNMEM_BRANCH_NONE && insn->note_offset == 0) {
        insn->note_offset = gcnmemi_listing_take_count(reader, GCNMEMI_LISTING_NOTE_TRIP, 0xffffffffu);
        insn->flags |= insn->note_offset > 0 ? GCNMEM_INSN_NOTE : 0u;
    }
    if (insn->branch != GCNMEM_BRANCH_NONE) {
        gcnmemi_slice label = gcnmemi_listing_mentioned(reader);
        if (gcnmemi_slice_bytes(label) == 0 || !gcnmemi_listing_is_behind(reader, label)) {
            gcnmemi_listing_diverge(reader, label);
        }
    } else if (opcode->unit == GCNMEM_UNIT_NONE && !reader->line_label) {
        gcnmemi_listing_diverge(reader, gcnmemi_slice_span(reader->text, reader->text));
    }
}

/* s_or_b64 exec, s_mov_b64 exec: what compilers close a divergent part with. */
GCNMEMI_PRIVATE int gcnmemi_listing_restores_exec(const gcnmem_insn* insn, gcnmemi_slice mnemonic) {
    return insn->category == GCNMEM_CLASS_SALU && GCNMEM_REGS_FIRST(insn->writes[0]) == GCNMEM_REG_EXEC &&
           (gcnmemi_slice_starts(mnemonic, "s_or_") > 0 || gcnmemi_slice_starts(mnemonic, "s_mov_") > 0);
}

GCNMEMI_PRIVATE void gcnmemi_listing_start_insn(gcnmemi_listing_reader* reader, gcnmem_insn* insn,
                                                const gcnmem_opcode* opcode) {
    gcnmemi_bits_zero(insn, sizeof(*insn));
    insn->line = reader->line;
    insn->target = GCNMEM_NONE;
    insn->label = GCNMEM_NONE;
    insn->loop = GCNMEM_NO_LOOP;
    insn->category = opcode->category;
    insn->rate = opcode->rate;
    insn->branch = opcode->branch;
    insn->bytes = opcode->bytes;
    insn->channels = opcode->channels;
    insn->wait_vm = GCNMEM_NO_WAIT;
    insn->wait_lgkm = GCNMEM_NO_WAIT;
    insn->wait_exp = GCNMEM_NO_WAIT;
    insn->adds_vm = opcode->vm;
    insn->adds_lgkm = opcode->lgkm;
    insn->adds_exp = opcode->exp;
    insn->address = reader->address;
    insn->flags = (reader->has_address ? GCNMEM_INSN_ADDRESS : 0u) | gcnmemi_listing_lanes(reader) << 24;
}

/* Decodes what stands behind the mnemonic. */
GCNMEMI_PRIVATE void gcnmemi_listing_read_operands(gcnmemi_listing_reader* reader, gcnmem_insn* insn,
                                                   const gcnmem_opcode* opcode, gcnmemi_slice text) {
    gcnmemi_listing_operands operands;
    if (insn->category == GCNMEM_CLASS_WAITCNT) {
        if (!gcnmemi_listing_read_waits(insn, text, gcnmemi_listing_gfx_version(reader))) {
            insn->flags |= GCNMEM_INSN_BAD_WAIT;
            reader->program->bad_wait_count++;
        }
        return;
    }
    gcnmemi_listing_scan_operands(insn, &operands, text);
    if (insn->branch != GCNMEM_BRANCH_NONE) {
        gcnmemi_listing_read_target(reader, insn, reader->program->insn_count, text);
    }
    gcnmemi_listing_assign(insn, opcode, &operands);
    if (opcode->unit == GCNMEM_UNIT_IMAGE) {
        gcnmemi_listing_size_image(insn, opcode, &operands);
    }
    gcnmemi_listing_adjust_counters(insn, opcode, gcnmemi_listing_gfx_version(reader));
}

/* Adds an instruction: a mnemonic and the text behind it, comments gone. */
GCNMEMI_PRIVATE void gcnmemi_listing_add_insn(gcnmemi_listing_reader* reader, gcnmemi_slice mnemonic,
                                              gcnmemi_slice operands) {
    gcnmem_program* program = reader->program;
    gcnmem_insn* insn = &reader->insns[program->insn_count];
    uint32_t index = gcnmemi_listing_intern(reader, mnemonic);
    if (index == GCNMEM_NONE || !gcnmemi_listing_need_stage(reader)) {
        return;
    }
    gcnmem_opcode* opcode = &reader->opcodes[index];
    gcnmemi_listing_start_insn(reader, insn, opcode);
    operands = gcnmemi_slice_trim(operands);
    size_t bytes = (size_t)((operands.at < operands.end ? operands.end : mnemonic.end) - mnemonic.at);
    insn->text_offset = gcnmemi_listing_offset(reader, mnemonic);
    insn->text_bytes = (uint16_t)(bytes <= 0xffffu ? bytes : 0xffffu);
    insn->opcode = (uint16_t)index;
    gcnmemi_listing_read_operands(reader, insn, opcode, operands);
    if (gcnmemi_listing_restores_exec(insn, mnemonic) && reader->region_count > 0 &&
        gcnmemi_slice_bytes(reader->region[reader->region_count - 1].end) == 0) {
        reader->region_count--;
    }
    gcnmemi_listing_bind_notes(reader, insn, opcode);
    opcode->count++;
    program->insn_count++;
    if (opcode->flags & GCNMEM_OPCODE_GUESSED) {
        program->unknown_count++;
        reader->stages[reader->current].unknown_count++;
    }
}

/* ---- comments: addresses and annotations ------------------------------------------------------------------------- */

/* Takes "000000001900:" off the front of a comment. */
GCNMEMI_PRIVATE void gcnmemi_listing_read_address(gcnmemi_listing_reader* reader, gcnmemi_slice comment) {
    uint64_t address = 0;
    gcnmemi_slice_skip_blanks(&comment);
    gcnmemi_slice digits = comment;
    gcnmemi_slice_take_digits(&comment, 16, &address);
    if (comment.at - digits.at >= 6 && comment.at - digits.at <= 16 && gcnmemi_slice_peek(comment, 0) == ':') {
        reader->has_address = 1;
        reader->address = (uint32_t)(address & 0xffffffffu);
    }
}

/* The annotation's text ends where the comment does, or where another one begins. */
GCNMEMI_PRIVATE gcnmemi_slice gcnmemi_listing_note_text(gcnmemi_slice text) {
    const char* at;
    for (at = text.at; at < text.end; at++) {
        char next = at + 1 < text.end ? at[1] : '\0';
        if (*at == ';' || *at == '@' || (*at == '*' && next == '/') || (*at == '/' && next == '/')) {
            text.end = at;
        }
    }
    return gcnmemi_slice_trim(text);
}

GCNMEMI_PRIVATE void gcnmemi_listing_read_note(gcnmemi_listing_reader* reader, gcnmemi_slice comment) {
    static const char* const words[GCNMEMI_LISTING_NOTES] = {"@mem", "@trip", "@lane"};
    while (comment.at < comment.end) {
        size_t bytes = 0;
        uint32_t kind = 0;
        if (*comment.at != '@') {
            comment.at++;
            continue;
        }
        while (kind < GCNMEMI_LISTING_NOTES && (bytes = gcnmemi_slice_starts(comment, words[kind])) == 0) {
            kind++;
        }
        comment.at += bytes > 0 ? bytes : 1;
        comment.at += bytes > 0 && gcnmemi_slice_peek(comment, 0) == 's'; /* @trips, @lanes */
        if (bytes > 0 && !gcnmemi_slice_is(gcnmemi_slice_peek(comment, 0), GCNMEMI_SLICE_NAME)) {
            reader->note[kind] = gcnmemi_listing_note_text(comment);
        }
    }
}

GCNMEMI_PRIVATE void gcnmemi_listing_read_comment(gcnmemi_listing_reader* reader, gcnmemi_slice comment) {
    gcnmemi_slice symbol = gcnmemi_slice_trim(comment);
    gcnmemi_listing_read_address(reader, comment);
    gcnmemi_listing_read_note(reader, comment);
    if (gcnmemi_slice_peek(symbol, 0) == '@') {
        symbol.at++;
        reader->symbol = gcnmemi_slice_take(&symbol, GCNMEMI_SLICE_NAME);
    }
}

/* Cuts the comment off a line of code and reads it. A comment in bars and stars may go on in the next line. */
GCNMEMI_PRIVATE gcnmemi_slice gcnmemi_listing_cut_comment(gcnmemi_listing_reader* reader, gcnmemi_slice line) {
    const char* at;
    for (at = line.at; at < line.end; at++) {
        char next = at + 1 < line.end ? at[1] : '\0';
        if (*at == ';' || (*at == '/' && (next == '/' || next == '*'))) {
            gcnmemi_slice comment = gcnmemi_slice_span(at + (*at == ';' ? 1 : 2), line.end);
            reader->in_comment = *at == '/' && next == '*' && gcnmemi_slice_find(comment, "*/") == NULL;
            gcnmemi_listing_read_comment(reader, comment);
            line.end = at;
            break;
        }
    }
    return line;
}

/* ---- lines ------------------------------------------------------------------------------------------------------- */

/* sp3 source and headers: words that begin lines but are no opcodes. */
static const char gcnmemi_listing_prose[] =
    "shader end asic type var if else elsif endif for while return function local print disassembly maximum address "
    "legend vgprs sgprs subroutine";

/* "Disassembly for X", "shader X", "Disassembly of section X". */
GCNMEMI_PRIVATE int gcnmemi_listing_read_header(gcnmemi_listing_reader* reader, gcnmemi_slice line) {
    size_t bytes = gcnmemi_slice_starts(line, "disassembly for ");
    gcnmemi_slice name;
    if (bytes > 0) {
        line.at += bytes;
        gcnmemi_slice_skip_blanks(&line);
        if (gcnmemi_slice_peek(line, 0) == '\'') {
            line.at++;
            name = gcnmemi_slice_take_until(&line, '\'');
            name.at += gcnmemi_slice_starts(name, "__kernel ");
        } else {
            name = gcnmemi_slice_take(&line, GCNMEMI_SLICE_NAME);
        }
        gcnmemi_listing_declare(reader, name);
        return 1;
    }
    bytes = gcnmemi_slice_starts(line, "shader ");
    if (bytes > 0) {
        line.at += bytes;
        gcnmemi_slice_skip_blanks(&line);
        name = gcnmemi_slice_take(&line, GCNMEMI_SLICE_NAME);
        gcnmemi_slice_skip_blanks(&line);
        if (name.at < name.end && line.at == line.end) {
            gcnmemi_listing_declare(reader, name);
        }
        return 1;
    }
    bytes = gcnmemi_slice_starts(line, "disassembly of section ");
    if (bytes > 0) {
        line.at += bytes;
        reader->section = gcnmemi_slice_starts(line, ".text") > 0 ? GCNMEMI_LISTING_CODE : GCNMEMI_LISTING_DATA;
    }
    return bytes > 0;
}

/* Does a word without a GCN prefix look like a mnemonic all the same: by its underscore, or by a register behind it? */
GCNMEMI_PRIVATE int gcnmemi_listing_is_mnemonic(gcnmemi_slice word, gcnmemi_slice operands) {
    if (gcnmemi_opcode_match(gcnmemi_listing_prose, word) > 0) {
        return 0;
    }
    gcnmemi_slice_skip_blanks(&operands);
    gcnmemi_slice name = gcnmemi_slice_take(&operands, GCNMEMI_SLICE_NAME);
    return gcnmemi_slice_find(word, "_") != NULL || gcnmemi_listing_read_regs(&operands, name) != 0;
}

/* A line whose first word is no label: an instruction, a header, or prose. */
GCNMEMI_PRIVATE void gcnmemi_listing_read_statement(gcnmemi_listing_reader* reader, gcnmemi_slice line) {
    gcnmemi_slice whole = line;
    gcnmemi_slice word = gcnmemi_slice_take(&line, GCNMEMI_SLICE_NAME);
    char next = gcnmemi_slice_peek(line, 0);
    if (next != '\0' && !gcnmemi_slice_is(next, GCNMEMI_SLICE_BLANK)) {
        return;
    }
    if (reader->section == GCNMEMI_LISTING_CODE && gcnmemi_opcode_has_prefix(word)) {
        gcnmemi_listing_add_insn(reader, word, line);
        return;
    }
    if (gcnmemi_listing_read_header(reader, whole)) {
        return;
    }
    if (gcnmemi_slice_starts(whole, "maximum # vgpr used") > 0) {
        gcnmemi_slice key = gcnmemi_slice_span(whole.at, whole.at + sizeof("maximum # vgpr used") - 1);
        gcnmemi_listing_read_resource(reader, key, gcnmemi_slice_span(key.end, whole.end));
        return;
    }
    if (gcnmemi_listing_in_code(reader) && gcnmemi_listing_is_mnemonic(word, line)) {
        gcnmemi_listing_add_insn(reader, word, line);
    }
}

/* Turns to the Assembly section of a driver dump. */
GCNMEMI_PRIVATE void gcnmemi_listing_begin_assembly(gcnmemi_listing_reader* reader) {
    reader->section = GCNMEMI_LISTING_CODE;
    reader->has_assembly = 1;
}

/* "NAME:" and what follows: a function, a label, or the key of a value. The line's comment is cut off already. */
GCNMEMI_PRIVATE void gcnmemi_listing_read_label(gcnmemi_listing_reader* reader, gcnmemi_slice name,
                                                gcnmemi_slice rest) {
    gcnmemi_slice_skip_blanks(&rest);
    if (gcnmemi_slice_peek(rest, 0) == '%' || gcnmemi_slice_starts(rest, "(kill)") > 0) {
        reader->has_ir = 1;
        reader->section = GCNMEMI_LISTING_IR;
        return;
    }
    if (gcnmemi_slice_equals(name, "disasm")) {
        gcnmemi_listing_declare(reader, reader->ir_name);
        gcnmemi_listing_begin_assembly(reader);
        return;
    }
    if (gcnmemi_slice_equals(name, "legend")) {
        reader->is_live_report = 1;
        return;
    }
    gcnmemi_slice word = rest;
    word = gcnmemi_slice_take(&word, GCNMEMI_SLICE_NAME);
    if (rest.at < rest.end && !gcnmemi_opcode_has_prefix(word)) {
        gcnmemi_listing_read_resource(reader, name, rest);
        return;
    }
    if (reader->section != GCNMEMI_LISTING_CODE) {
        return;
    }
    if (gcnmemi_slice_same(name, reader->function) || gcnmemi_slice_same(name, reader->symbol) ||
        gcnmemi_slice_starts(name, "_amdgpu_") > 0 ||
        gcnmemi_listing_find_stage(reader, name, reader->program->stage_count) != GCNMEM_NONE) {
        gcnmemi_listing_begin_function(reader, name);
    }
    gcnmemi_listing_define(reader, name);
    if (rest.at < rest.end) {
        gcnmemi_listing_read_statement(reader, rest);
    }
}

/* Ends .amdhsa_kernel: the SGPR count is stated without VCC, FLAT_SCRATCH and XNACK_MASK, which follow it [oss]. */
GCNMEMI_PRIVATE void gcnmemi_listing_end_amdhsa(gcnmemi_listing_reader* reader) {
    uint32_t extra = reader->reserves_vcc ? 2u : 0u;
    uint32_t is_gfx8 = gcnmemi_listing_gfx_version(reader) >= 0x800;
    if (reader->context == GCNMEM_NONE || reader->next_free_sgpr == GCNMEM_NONE) {
        return;
    }
    extra = is_gfx8 && reader->reserves_xnack ? 4u : extra;
    if (reader->reserves_flat_scratch) {
        extra = is_gfx8 ? 6u : 4u;
    }
    gcnmem_stage* stage = &reader->stages[reader->context];
    if (!(stage->stated & GCNMEM_STATED_SGPRS)) {
        gcnmemi_listing_state(stage, GCNMEM_STATED_SGPRS, (uint64_t)reader->next_free_sgpr + extra);
    }
}

/* ".amdhsa_kernel NAME": resources of a stage that may stand above or below. */
GCNMEMI_PRIVATE void gcnmemi_listing_begin_amdhsa(gcnmemi_listing_reader* reader, gcnmemi_slice name) {
    uint32_t stage = gcnmemi_listing_find_stage(reader, name, 0);
    reader->context = stage != GCNMEM_NONE ? stage : gcnmemi_listing_add_stage(reader, name);
    reader->next_free_sgpr = GCNMEM_NONE;
    reader->reserves_vcc = 1;
    reader->reserves_flat_scratch = 0;
    reader->reserves_xnack = 0;
}

/* The part of .amdhsa_* that decides the SGPR count. */
GCNMEMI_PRIVATE void gcnmemi_listing_read_amdhsa(gcnmemi_listing_reader* reader, gcnmemi_slice key,
                                                 gcnmemi_slice value) {
    uint64_t number = 0;
    if (!gcnmemi_slice_take_number(&value, &number)) {
        return;
    }
    uint32_t amount = number < 0x10000 ? (uint32_t)number : 0x10000u;
    if (gcnmemi_slice_equals(key, "amdhsa_next_free_sgpr")) {
        reader->next_free_sgpr = amount;
    } else if (gcnmemi_slice_equals(key, "amdhsa_reserve_vcc")) {
        reader->reserves_vcc = amount;
    } else if (gcnmemi_slice_equals(key, "amdhsa_reserve_flat_scratch")) {
        reader->reserves_flat_scratch = amount;
    } else if (gcnmemi_slice_equals(key, "amdhsa_reserve_xnack_mask")) {
        reader->reserves_xnack = amount;
    }
}

/* ".section .rodata,...": only .text holds code. */
GCNMEMI_PRIVATE void gcnmemi_listing_read_section(gcnmemi_listing_reader* reader, gcnmemi_slice name) {
    reader->section = gcnmemi_slice_starts(name, ".text") > 0 ? GCNMEMI_LISTING_CODE : GCNMEMI_LISTING_DATA;
}

/* ".type NAME,@function": the label of this name will begin a stage. */
GCNMEMI_PRIVATE void gcnmemi_listing_read_type(gcnmemi_listing_reader* reader, gcnmemi_slice value) {
    gcnmemi_slice name = gcnmemi_slice_take(&value, GCNMEMI_SLICE_NAME);
    if (gcnmemi_slice_find(value, "@function") != NULL) {
        reader->function = name;
    }
}

/* A directive; `name` begins behind the dot. Most say nothing about time. */
GCNMEMI_PRIVATE void gcnmemi_listing_read_directive(gcnmemi_listing_reader* reader, gcnmemi_slice name,
                                                    gcnmemi_slice value) {
    gcnmemi_slice_skip_blanks(&value);
    if (gcnmemi_slice_starts(name, "amdhsa_") > 0) {
        if (gcnmemi_slice_equals(name, "amdhsa_kernel")) {
            gcnmemi_listing_begin_amdhsa(reader, gcnmemi_slice_trim(value));
        } else if (!gcnmemi_listing_read_resource(reader, name, value)) {
            gcnmemi_listing_read_amdhsa(reader, name, value);
        }
    } else if (gcnmemi_slice_equals(name, "end_amdhsa_kernel")) {
        gcnmemi_listing_end_amdhsa(reader);
    } else if (gcnmemi_slice_equals(name, "text")) {
        reader->section = GCNMEMI_LISTING_CODE;
    } else if (gcnmemi_slice_equals(name, "section")) {
        gcnmemi_listing_read_section(reader, value);
    } else if (gcnmemi_opcode_match("data rodata bss globaldata", name) == gcnmemi_slice_bytes(name)) {
        reader->section = GCNMEMI_LISTING_DATA;
    } else if (gcnmemi_slice_equals(name, "type")) {
        gcnmemi_listing_read_type(reader, value);
    } else if (gcnmemi_slice_equals(name, "kernel")) {
        gcnmemi_listing_declare(reader, gcnmemi_slice_take(&value, GCNMEMI_SLICE_NAME));
    } else if (gcnmemi_opcode_match("amdgcn_target amd_amdgpu_isa gpu", name) == gcnmemi_slice_bytes(name)) {
        gcnmemi_listing_set_target(reader, value);
    } else if (gcnmemi_slice_starts(name, "amdgpu_") > 0 && gcnmemi_slice_find(name, "metadata") != NULL) {
        reader->section = GCNMEMI_LISTING_METADATA;
    } else {
        gcnmemi_listing_read_resource(reader, name, value);
    }
}

/* A line that begins with a name. */
GCNMEMI_PRIVATE void gcnmemi_listing_read_word(gcnmemi_listing_reader* reader, gcnmemi_slice line) {
    gcnmemi_slice rest = line;
    gcnmemi_slice word = gcnmemi_slice_take(&rest, GCNMEMI_SLICE_NAME);
    gcnmemi_slice value = rest;
    char next = gcnmemi_slice_peek(rest, 0);
    if (next == ':') {
        if (gcnmemi_slice_peek(rest, 1) != ':') {
            gcnmemi_listing_read_label(reader, word, gcnmemi_slice_span(rest.at + 1, rest.end));
        }
        return;
    }
    if (*word.at == '.') {
        gcnmemi_listing_read_directive(reader, gcnmemi_slice_span(word.at + 1, word.end), rest);
        return;
    }
    if (next == '(') { /* sp3: vgpr_count(24), asic(VI) */
        value.at++;
        if (gcnmemi_slice_equals(word, "asic")) {
            gcnmemi_listing_set_target(reader, value);
        } else {
            gcnmemi_listing_read_resource(reader, word, value);
        }
        return;
    }
    gcnmemi_slice_skip_blanks(&value);
    if (gcnmemi_slice_peek(value, 0) == '=') {
        value.at++;
        gcnmemi_listing_read_resource(reader, word, value);
        return;
    }
    if (gcnmemi_slice_starts(line, "aco shader stage:") > 0) {
        reader->ir_name = gcnmemi_slice_trim(gcnmemi_slice_span(line.at + sizeof("aco shader stage:") - 1, line.end));
        reader->has_ir = 1;
        reader->section = GCNMEMI_LISTING_IR;
        return;
    }
    gcnmemi_listing_read_statement(reader, line);
}

/* "### executable: NAME (...), subgroup 64", "## representation: Assembly", "# VGPRs: 36". */
GCNMEMI_PRIVATE void gcnmemi_listing_read_hash(gcnmemi_listing_reader* reader, gcnmemi_slice line) {
    while (gcnmemi_slice_peek(line, 0) == '#') {
        line.at++;
    }
    gcnmemi_slice_skip_blanks(&line);
    size_t bytes = gcnmemi_slice_starts(line, "representation:");
    if (bytes > 0) {
        gcnmemi_slice kind = gcnmemi_slice_trim(gcnmemi_slice_span(line.at + bytes, line.end));
        reader->section = GCNMEMI_LISTING_IR;
        reader->has_ir = 1;
        if (gcnmemi_slice_equals(kind, "assembly")) {
            gcnmemi_listing_begin_assembly(reader);
        }
        return;
    }
    bytes = gcnmemi_slice_starts(line, "executable:");
    if (bytes > 0) {
        const char* subgroup = gcnmemi_slice_find(line, "subgroup ");
        gcnmemi_slice name = gcnmemi_slice_span(line.at + bytes, line.end);
        gcnmemi_slice head = gcnmemi_slice_take_until(&name, ',');
        gcnmemi_listing_declare(reader, gcnmemi_slice_take_until(&head, '('));
        if (subgroup != NULL) {
            gcnmemi_slice key = gcnmemi_slice_span(subgroup, subgroup + sizeof("subgroup") - 1);
            gcnmemi_listing_read_resource(reader, key, gcnmemi_slice_span(key.end, line.end));
        }
        return;
    }
    gcnmemi_listing_read_pair(reader, line);
}

/* "; NumVgprs: 6", "; codeLenInByte = 64", "; %bb.0:", "; -------- Disassembly". */
GCNMEMI_PRIVATE void gcnmemi_listing_read_remark(gcnmemi_listing_reader* reader, gcnmemi_slice comment) {
    gcnmemi_slice_skip_blanks(&comment);
    gcnmemi_listing_read_note(reader, comment);
    if (gcnmemi_slice_is(gcnmemi_slice_peek(comment, 0), GCNMEMI_SLICE_LETTER)) {
        gcnmemi_listing_read_pair(reader, comment);
    }
}

/* A label behind an address: "<k>:" of a disassembler, where only L and digits are local, or "BB0_1:". */
GCNMEMI_PRIVATE void gcnmemi_listing_read_symbol(gcnmemi_listing_reader* reader, gcnmemi_slice line) {
    if (gcnmemi_slice_peek(line, 0) != '<') {
        gcnmemi_listing_read_word(reader, line);
        return;
    }
    line.at++;
    gcnmemi_slice name = gcnmemi_slice_span(line.at, line.end);
    while (name.end > name.at && name.end[-1] != '>') { /* a symbol may hold < and > */
        name.end--;
    }
    line.at = name.end;
    if (name.end - name.at < 2 || gcnmemi_slice_peek(line, 0) != ':' || reader->section != GCNMEMI_LISTING_CODE) {
        return;
    }
    name.end--;
    gcnmemi_slice digits = gcnmemi_slice_span(name.at + (*name.at == 'L'), name.end);
    gcnmemi_slice_take(&digits, GCNMEMI_SLICE_DIGIT);
    if (*name.at != 'L' || digits.at < digits.end) {
        gcnmemi_listing_begin_function(reader, name);
    }
    gcnmemi_listing_define(reader, name);
}

/* Live-register report: "    3 |   4 | ::^^  | label_000c: s_endpgm". */
GCNMEMI_PRIVATE void gcnmemi_listing_read_live_row(gcnmemi_listing_reader* reader, gcnmemi_slice line) {
    for (uint32_t bars = 0; bars < 3; bars++) {
        gcnmemi_slice_take_until(&line, '|');
    }
    gcnmemi_slice_skip_blanks(&line);
    line = gcnmemi_listing_cut_comment(reader, line);
    if (gcnmemi_slice_is(gcnmemi_slice_peek(line, 0), GCNMEMI_SLICE_LETTER)) {
        gcnmemi_listing_read_word(reader, line);
    }
}

/* A line that begins with a digit: an address, or a row of a live-register report. */
GCNMEMI_PRIVATE void gcnmemi_listing_read_number(gcnmemi_listing_reader* reader, gcnmemi_slice line) {
    gcnmemi_slice rest = line;
    gcnmemi_slice digits = gcnmemi_slice_take(&rest, GCNMEMI_SLICE_HEX);
    size_t digit_count = gcnmemi_slice_bytes(digits);
    gcnmemi_slice after = rest;
    gcnmemi_slice_skip_blanks(&after);
    if (gcnmemi_slice_peek(after, 0) == '|') {
        reader->is_live_report = 1;
        gcnmemi_listing_read_live_row(reader, line);
        return;
    }
    if (digit_count < 8 || digit_count > 16 || (rest.at == after.at && gcnmemi_slice_peek(rest, 0) != ':')) {
        return;
    }
    if (gcnmemi_slice_peek(rest, 0) == ':') {
        uint64_t address = 0;
        gcnmemi_slice_take_digits(&digits, 16, &address);
        reader->has_address = 1;
        reader->address = (uint32_t)(address & 0xffffffffu);
        after.at = rest.at + 1;
        gcnmemi_slice_skip_blanks(&after);
    }
    after = gcnmemi_listing_cut_comment(reader, after);
    if (gcnmemi_slice_is(gcnmemi_slice_peek(after, 0), GCNMEMI_SLICE_LETTER) || gcnmemi_slice_peek(after, 0) == '<' ||
        gcnmemi_slice_peek(after, 0) == '.') {
        gcnmemi_listing_read_symbol(reader, after);
    }
}

/* A field of a comma-separated row, its quotes gone. */
GCNMEMI_PRIVATE gcnmemi_slice gcnmemi_listing_take_field(gcnmemi_slice* row) {
    gcnmemi_slice field;
    gcnmemi_slice_skip_blanks(row);
    if (gcnmemi_slice_peek(*row, 0) == '"') {
        row->at++;
        field = gcnmemi_slice_take_until(row, '"');
        gcnmemi_slice_take_until(row, ',');
    } else {
        field = gcnmemi_slice_take_until(row, ',');
    }
    return gcnmemi_slice_trim(field);
}

/* RGA's CSV: "0x000008,s_waitcnt,"lgkmcnt(0)",...", or a label alone in its row. */
GCNMEMI_PRIVATE void gcnmemi_listing_read_row(gcnmemi_listing_reader* reader, gcnmemi_slice line) {
    gcnmemi_slice row = line;
    gcnmemi_slice field = gcnmemi_listing_take_field(&row);
    gcnmemi_slice name = field;
    uint64_t address = 0;
    if (row.at == row.end) { /* no comma in it */
        name = gcnmemi_slice_take(&name, GCNMEMI_SLICE_NAME);
        if (name.at < name.end && !gcnmemi_slice_is(*name.at, GCNMEMI_SLICE_DIGIT)) {
            gcnmemi_listing_define(reader, name);
        }
        return;
    }
    if (gcnmemi_slice_take_number(&field, &address)) {
        reader->has_address = 1;
        reader->address = (uint32_t)(address & 0xffffffffu);
    }
    for (uint32_t column = 0; column < reader->csv_opcode_column; column++) {
        field = gcnmemi_listing_take_field(&row);
    }
    if (gcnmemi_slice_is(gcnmemi_slice_peek(field, 0), GCNMEMI_SLICE_LETTER)) {
        name = gcnmemi_slice_take(&field, GCNMEMI_SLICE_NAME);
        gcnmemi_listing_add_insn(reader, name, gcnmemi_listing_take_field(&row));
    }
}

/* "Address, [Source Line Number,] Opcode, ..." */
GCNMEMI_PRIVATE void gcnmemi_listing_begin_rows(gcnmemi_listing_reader* reader, gcnmemi_slice header) {
    uint32_t column = 0;
    while (header.at < header.end) {
        if (gcnmemi_slice_equals(gcnmemi_listing_take_field(&header), "opcode")) {
            reader->is_csv = 1;
            reader->csv_opcode_column = column;
        }
        column++;
    }
}

/* ---- metadata: the YAML of an HSA code object, whose keys come in alphabetical order ----------------------------- */

GCNMEMI_PRIVATE void gcnmemi_listing_name_yaml_kernel(gcnmemi_listing_reader* reader, gcnmemi_slice value) {
    value = gcnmemi_slice_trim(value);
    if (gcnmemi_slice_peek(value, 0) == '\'' || gcnmemi_slice_peek(value, 0) == '"') {
        char quote = *value.at;
        value.at++;
        value = gcnmemi_slice_take_until(&value, quote);
    }
    uint32_t stage = gcnmemi_listing_find_stage(reader, value, 0);
    reader->context = stage;
    if (stage != GCNMEM_NONE && (reader->yaml_stated & GCNMEM_STATED_LDS)) {
        gcnmemi_listing_state(&reader->stages[stage], GCNMEM_STATED_LDS, reader->yaml_lds_bytes);
    }
    if (stage != GCNMEM_NONE && (reader->yaml_stated & GCNMEM_STATED_GROUP_MAX)) {
        gcnmemi_listing_state(&reader->stages[stage], GCNMEM_STATED_GROUP_MAX, reader->yaml_group_lanes_max);
    }
}

/* A key of a kernel: before its name it waits, after it goes to the stage. */
GCNMEMI_PRIVATE void gcnmemi_listing_read_yaml_key(gcnmemi_listing_reader* reader, gcnmemi_slice key,
                                                   gcnmemi_slice value) {
    uint32_t stated = gcnmemi_listing_find_key(key);
    uint64_t amount = 0;
    reader->yaml_list = gcnmemi_slice_equals(key, "reqd_workgroup_size") ? 1u : 0u;
    if (gcnmemi_slice_equals(key, "name")) {
        gcnmemi_listing_name_yaml_kernel(reader, value);
    } else if (reader->context != GCNMEM_NONE && stated != 0) {
        gcnmemi_listing_read_resource(reader, key, value);
    } else if (stated != 0 && gcnmemi_listing_read_amount(value, stated, &amount) && amount <= 0xffffffffu) {
        reader->yaml_stated |= stated;
        reader->yaml_lds_bytes = stated == GCNMEM_STATED_LDS ? (uint32_t)amount : reader->yaml_lds_bytes;
        reader->yaml_group_lanes_max =
            stated == GCNMEM_STATED_GROUP_MAX ? (uint32_t)amount : reader->yaml_group_lanes_max;
    }
}

/* An item of .reqd_workgroup_size: the product of the three is the size of the group. */
GCNMEMI_PRIVATE void gcnmemi_listing_read_yaml_item(gcnmemi_listing_reader* reader, gcnmemi_slice item) {
    uint64_t lanes = 0;
    uint64_t product = 1;
    gcnmemi_slice_skip_blanks(&item);
    if (reader->context == GCNMEM_NONE || !gcnmemi_slice_take_number(&item, &lanes)) {
        return;
    }
    if (reader->yaml_list > 1) {
        product = reader->stages[reader->context].group_lanes;
    }
    reader->yaml_list = 2;
    product = lanes <= 0xffffffffu ? product * lanes : 0xffffffffu;
    gcnmemi_listing_state(&reader->stages[reader->context], GCNMEM_STATED_GROUP, product);
}

/* Kernels are list items two blanks deep, their keys four. */
GCNMEMI_PRIVATE void gcnmemi_listing_read_yaml(gcnmemi_listing_reader* reader, gcnmemi_slice line) {
    gcnmemi_slice text = line;
    gcnmemi_slice_skip_blanks(&text);
    ptrdiff_t indent = text.at - line.at;
    if (gcnmemi_slice_starts(text, "...") > 0 || gcnmemi_slice_starts(text, ".end_amdgpu_") > 0) {
        reader->section = GCNMEMI_LISTING_CODE;
        reader->context = reader->current;
        return;
    }
    if (indent == 2 && gcnmemi_slice_peek(text, 0) == '-') {
        reader->context = GCNMEM_NONE;
        reader->yaml_stated = 0;
        text.at++;
        gcnmemi_slice_skip_blanks(&text);
        indent = 4;
    } else if (indent > 4 && gcnmemi_slice_peek(text, 0) == '-' && reader->yaml_list > 0) {
        gcnmemi_listing_read_yaml_item(reader, gcnmemi_slice_span(text.at + 1, text.end));
        return;
    }
    gcnmemi_slice key = gcnmemi_slice_take_until(&text, ':');
    if (indent == 0 && gcnmemi_slice_equals(key, "amdhsa.target")) {
        gcnmemi_listing_set_target(reader, text);
    } else if (indent == 4 && gcnmemi_slice_peek(key, 0) == '.') {
        gcnmemi_listing_read_yaml_key(reader, gcnmemi_slice_span(key.at + 1, key.end), text);
    }
}

/* ---- the reader -------------------------------------------------------------------------------------------------- */

/* A line that begins with a slash: an address or remark between slashes and stars, then code; or a remark. */
GCNMEMI_PRIVATE int gcnmemi_listing_read_slash(gcnmemi_listing_reader* reader, gcnmemi_slice* line) {
    char next = gcnmemi_slice_peek(*line, 1);
    gcnmemi_slice comment = gcnmemi_slice_span(line->at + 1, line->end);
    if (next == '/') {
        comment.at++;
        gcnmemi_listing_read_remark(reader, comment);
    }
    if (next != '*') {
        return 0;
    }
    comment.at++;
    const char* close = gcnmemi_slice_find(comment, "*/");
    if (close == NULL) {
        reader->in_comment = 1;
        gcnmemi_listing_read_note(reader, comment);
        return 0;
    }
    comment.end = close;
    gcnmemi_listing_read_note(reader, comment);
    gcnmemi_slice_skip_blanks(&comment);
    if (gcnmemi_slice_bytes(comment) >= 6) {
        gcnmemi_slice digits = comment;
        uint64_t address = 0;
        if (gcnmemi_slice_take_digits(&digits, 16, &address) && digits.at == digits.end) {
            reader->has_address = 1;
            reader->address = (uint32_t)(address & 0xffffffffu);
        }
    }
    line->at = close + 2;
    gcnmemi_slice_skip_blanks(line);
    return line->at < line->end;
}

/* Inside a comment of several lines: goes on behind its end. */
GCNMEMI_PRIVATE int gcnmemi_listing_leave_comment(gcnmemi_listing_reader* reader, gcnmemi_slice* line) {
    const char* close = gcnmemi_slice_find(*line, "*/");
    if (close == NULL) {
        gcnmemi_listing_read_note(reader, *line);
        return 0;
    }
    reader->in_comment = 0;
    line->at = close + 2;
    gcnmemi_slice_skip_blanks(line);
    return 1;
}

/* Lines of a compiler's intermediate form: only what ends it counts. */
GCNMEMI_PRIVATE void gcnmemi_listing_read_ir(gcnmemi_listing_reader* reader, gcnmemi_slice line) {
    if (gcnmemi_slice_peek(line, 0) == '#') {
        gcnmemi_listing_read_hash(reader, line);
    } else if (gcnmemi_slice_equals(gcnmemi_slice_trim(line), "disasm:") ||
               gcnmemi_slice_starts(line, "aco shader stage:") > 0) {
        gcnmemi_listing_read_word(reader, line);
    }
}

/* A line of code in any dialect; blanks before it are gone. */
GCNMEMI_PRIVATE void gcnmemi_listing_read_code(gcnmemi_listing_reader* reader, gcnmemi_slice line) {
    char first = gcnmemi_slice_peek(line, 0);
    if (reader->is_csv) {
        gcnmemi_listing_read_row(reader, line);
    } else if (gcnmemi_slice_is(first, GCNMEMI_SLICE_DIGIT)) {
        gcnmemi_listing_read_number(reader, line);
    } else if (first == ';') {
        gcnmemi_listing_read_remark(reader, gcnmemi_slice_span(line.at + 1, line.end));
    } else if (first == '#') {
        gcnmemi_listing_read_hash(reader, line);
    } else if (gcnmemi_slice_starts(line, "---") > 0) {
        reader->section = GCNMEMI_LISTING_METADATA;
    } else if (first == '*') {
        gcnmemi_slice_take_until(&line, ' ');
        gcnmemi_listing_read_header(reader, line);
    } else if (gcnmemi_slice_starts(line, "address,") > 0) {
        gcnmemi_listing_begin_rows(reader, line);
    } else if (gcnmemi_slice_is(first, GCNMEMI_SLICE_LETTER) || first == '.') {
        /* sp3 writes "modified by runtime" into a comment: that line keeps it */
        if (gcnmemi_slice_find(line, "= ") == NULL || gcnmemi_slice_find(line, "modified by runtime") == NULL) {
            line = gcnmemi_listing_cut_comment(reader, line);
        }
        gcnmemi_listing_read_word(reader, line);
    }
}

GCNMEMI_PRIVATE void gcnmemi_listing_begin_line(gcnmemi_listing_reader* reader, gcnmemi_slice line) {
    reader->symbol = gcnmemi_slice_span(line.end, line.end);
    for (uint32_t kind = 0; kind < GCNMEMI_LISTING_NOTES; kind++) {
        reader->note[kind] = reader->symbol;
    }
    reader->line_label = 0;
    reader->line_insn = reader->program->insn_count;
}

/* What the line's label and instruction did not take belongs to nothing. */
GCNMEMI_PRIVATE void gcnmemi_listing_end_line(gcnmemi_listing_reader* reader) {
    gcnmemi_listing_diverge_at_label(reader);
    for (uint32_t kind = 0; kind < GCNMEMI_LISTING_NOTES; kind++) {
        gcnmemi_listing_count_unbound(reader, reader->note[kind].at < reader->note[kind].end, reader->line);
    }
}

GCNMEMI_PRIVATE void gcnmemi_listing_read_line(gcnmemi_listing_reader* reader, gcnmemi_slice line) {
    gcnmemi_slice text = line;
    gcnmemi_listing_begin_line(reader, line);
    reader->has_address = 0;
    gcnmemi_slice_skip_blanks(&text);
    if (text.at == text.end) {
        return;
    }
    if (reader->section == GCNMEMI_LISTING_METADATA) {
        gcnmemi_listing_read_yaml(reader, line);
        return;
    }
    if (reader->section == GCNMEMI_LISTING_IR) {
        gcnmemi_listing_read_ir(reader, text);
        return;
    }
    if (reader->in_comment && !gcnmemi_listing_leave_comment(reader, &text)) {
        gcnmemi_listing_end_line(reader);
        return;
    }
    if (gcnmemi_slice_peek(text, 0) != '/' || gcnmemi_listing_read_slash(reader, &text)) {
        gcnmemi_listing_read_code(reader, text);
    }
    gcnmemi_listing_end_line(reader);
}

/* Finds the end of a line, eight bytes at a time. Returns NULL when a control character shows the file is no text. */
GCNMEMI_PRIVATE const char* gcnmemi_listing_line_end(const char* at, const char* end) {
    const uint64_t ones = 0x0101010101010101u;
    for (;;) {
        while (end - at >= 8) {
            uint64_t word;
            gcnmemi_bits_copy(&word, at, 8);
            if (((word - ones * 0x20u) & ~word & (ones * 0x80u)) != 0) { /* some byte is below 0x20 */
                break;
            }
            at += 8;
        }
        while (at < end && (uint8_t)*at >= 0x20) {
            at++;
        }
        if (at == end || *at == '\n') {
            return at;
        }
        if (!gcnmemi_slice_is(*at, GCNMEMI_SLICE_BLANK)) {
            return NULL;
        }
        at++;
    }
}

GCNMEMI_PRIVATE void gcnmemi_listing_read_lines(gcnmemi_listing_reader* reader, const char* at, const char* end) {
    while (at < end && reader->result == GCNMEM_OK) {
        const char* line_end = gcnmemi_listing_line_end(at, end);
        reader->line++;
        if (line_end == NULL) {
            gcnmemi_listing_fail(reader, GCNMEM_ERROR_VALUE, "must be text: this is a binary file", 0, reader->line);
            return;
        }
        gcnmemi_listing_read_line(reader, gcnmemi_slice_span(at, line_end));
        at = line_end < end ? line_end + 1 : end;
    }
}

/* ---- after the last line: labels, targets, loops ----------------------------------------------------------------- */

/* Order of labels: by name, a definition before its mentions. */
GCNMEMI_PRIVATE int gcnmemi_listing_is_before(const char* text, const gcnmem_label* a, const gcnmem_label* b) {
    size_t shared = a->name_bytes < b->name_bytes ? a->name_bytes : b->name_bytes;
    int order = gcnmemi_bits_compare(text + a->name_offset, text + b->name_offset, shared);
    if (order != 0) {
        return order < 0;
    }
    if (a->name_bytes != b->name_bytes) {
        return a->name_bytes < b->name_bytes;
    }
    return a->spare != b->spare ? a->spare < b->spare : a->line < b->line;
}

GCNMEMI_PRIVATE void gcnmemi_listing_sift(const char* text, gcnmem_label* labels, size_t root, size_t count) {
    gcnmem_label sinking = labels[root];
    size_t child = root * 2 + 1;
    while (child < count) {
        if (child + 1 < count && gcnmemi_listing_is_before(text, &labels[child], &labels[child + 1])) {
            child++;
        }
        if (!gcnmemi_listing_is_before(text, &sinking, &labels[child])) {
            break;
        }
        labels[root] = labels[child];
        root = child;
        child = root * 2 + 1;
    }
    labels[root] = sinking;
}

/* Heap sort: no recursion, no bad case. */
GCNMEMI_PRIVATE void gcnmemi_listing_sort(const char* text, gcnmem_label* labels, size_t count) {
    for (size_t i = count / 2; i > 0; i--) {
        gcnmemi_listing_sift(text, labels, i - 1, count);
    }
    for (size_t i = count; i > 1; i--) {
        gcnmem_label last = labels[i - 1];
        labels[i - 1] = labels[0];
        labels[0] = last;
        gcnmemi_listing_sift(text, labels, 0, i - 1);
    }
}

/* A branch to a label nobody defines: s_branch goes back to the start, a conditional one leaves the listing. */
GCNMEMI_PRIVATE void gcnmemi_listing_leave_undefined(gcnmemi_listing_reader* reader, gcnmem_stage* stage,
                                                     gcnmem_insn* insn) {
    insn->flags |= GCNMEM_INSN_UNDEFINED;
    insn->target = insn->branch == GCNMEM_BRANCH_ALWAYS ? stage->first_insn : GCNMEM_NONE;
    stage->undefined_count++;
    reader->program->undefined_count++;
}

/* Where the caller says that a label of the stage stands, or GCNMEM_NONE. */
GCNMEMI_PRIVATE uint32_t gcnmemi_listing_place(const gcnmemi_listing_reader* reader, const gcnmem_stage* stage,
                                               gcnmemi_slice name) {
    uint32_t insn = GCNMEM_NONE;
    for (uint32_t i = 0; i < reader->place_count; i++) {
        const gcnmem_place* place = &reader->places[i];
        if (gcnmemi_slice_same(name, gcnmemi_slice_span(place->name, place->name + place->name_bytes)) &&
            place->insn - stage->first_insn <= stage->insn_count) {
            insn = place->insn;
        }
    }
    return insn;
}

/* Turns definitions and mentions into one label for each name; they lie sorted from `from` to `end` and move to `to`.
   Returns how many remain. */
GCNMEMI_PRIVATE uint32_t gcnmemi_listing_merge_labels(gcnmemi_listing_reader* reader, gcnmem_stage* stage,
                                                      uint32_t from, uint32_t end, uint32_t to) {
    uint32_t label = to;
    uint32_t count = 0;
    for (uint32_t i = from; i < end; i++) {
        gcnmem_label mention = reader->labels[i];
        gcnmemi_slice name = gcnmemi_listing_text(reader->text, mention.name_offset, mention.name_bytes);
        int is_defined = mention.spare == GCNMEMI_LISTING_DEFINED;
        int is_new = count == 0 ||
                     !gcnmemi_slice_same(name, gcnmemi_listing_text(reader->text, reader->labels[label].name_offset,
                                                                    reader->labels[label].name_bytes));
        if (is_defined && !is_new) {
            gcnmemi_listing_fail(reader, GCNMEM_ERROR_SYNTAX, "label must be defined once in a stage",
                                 reader->labels[label].line, mention.line);
            return count;
        }
        if (is_new) {
            label = to + count;
            count++;
            reader->labels[label] = mention;
            reader->labels[label].insn = is_defined ? mention.insn : gcnmemi_listing_place(reader, stage, name);
            reader->labels[label].spare = 0;
        }
        if (!is_defined) {
            gcnmem_insn* insn = &reader->insns[mention.insn];
            insn->label = label;
            insn->target = reader->labels[label].insn;
            if (insn->target == GCNMEM_NONE) {
                gcnmemi_listing_leave_undefined(reader, stage, insn);
            }
        }
    }
    return count;
}

/* The instruction of a stage at an address, or GCNMEM_NONE. Addresses are taken to rise. */
GCNMEMI_PRIVATE uint32_t gcnmemi_listing_find_address(const gcnmemi_listing_reader* reader, const gcnmem_stage* stage,
                                                      uint32_t address) {
    uint32_t low = stage->first_insn;
    uint32_t end = stage->first_insn + stage->insn_count;
    uint32_t high = end;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (reader->insns[middle].address < address) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    if (low < end && reader->insns[low].address == address && (reader->insns[low].flags & GCNMEM_INSN_ADDRESS)) {
        return low;
    }
    return GCNMEM_NONE;
}

/* Resolves numeric targets: the address after the branch plus four times a signed sixteen-bit offset. */
GCNMEMI_PRIVATE void gcnmemi_listing_resolve_addresses(gcnmemi_listing_reader* reader, gcnmem_stage* stage) {
    uint32_t end = stage->first_insn + stage->insn_count;
    for (uint32_t i = stage->first_insn; i < end; i++) {
        gcnmem_insn* insn = &reader->insns[i];
        if (insn->flags & GCNMEM_INSN_BY_ADDRESS) {
            uint32_t offset = insn->target & 0x8000u ? insn->target | 0xffff0000u : insn->target;
            uint32_t address = insn->address + 4u + offset * 4u;
            insn->target =
                insn->flags & GCNMEM_INSN_ADDRESS ? gcnmemi_listing_find_address(reader, stage, address) : GCNMEM_NONE;
            if (insn->target == GCNMEM_NONE) {
                gcnmemi_listing_leave_undefined(reader, stage, insn);
            }
        } else if (insn->flags & GCNMEM_INSN_UNDEFINED && insn->label == GCNMEM_NONE) {
            gcnmemi_listing_leave_undefined(reader, stage, insn); /* no operand at all */
        }
    }
}

GCNMEMI_PRIVATE void gcnmemi_listing_find_loops(gcnmemi_listing_reader* reader, gcnmem_stage* stage) {
    gcnmemi_flow flow;
    uint32_t lines = reader->layout.lines;
    flow.insns = reader->insns;
    flow.first = stage->first_insn;
    flow.end = stage->first_insn + stage->insn_count;
    flow.position = reader->scratch;
    flow.last = reader->scratch + lines;
    flow.header = reader->scratch + 2 * (size_t)lines;
    flow.stack = reader->scratch + 3 * (size_t)lines;
    stage->first_loop = reader->program->loop_count;
    stage->loop_count = gcnmemi_flow_find_loops(&flow, reader->loops + stage->first_loop, GCNMEMI_LISTING_LOOPS_MAX);
    if (stage->loop_count > GCNMEMI_LISTING_LOOPS_MAX) {
        gcnmemi_listing_fail(reader, GCNMEM_ERROR_LIMIT, "must hold at most 65534 loops in a stage", stage->loop_count,
                             stage->line);
        return;
    }
    reader->program->loop_count += stage->loop_count;
}

/* Gives the loops their @trip, of the header's label, of the latch or of another branch in them, and where no latch
   names the header, its label. */
GCNMEMI_PRIVATE void gcnmemi_listing_bind_trips(gcnmemi_listing_reader* reader, gcnmem_stage* stage) {
    gcnmem_loop* loops = reader->loops + stage->first_loop;
    uint32_t end = stage->first_insn + stage->insn_count;
    for (uint32_t i = stage->first_insn; i < end; i++) {
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
    for (uint32_t i = stage->first_label; i < stage->first_label + stage->label_count; i++) {
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
    gcnmem_program* program = reader->program;
    uint32_t insn_end = program->insn_count;
    uint32_t label_end = program->label_count;
    uint32_t entered = program->stage_count;
    program->stage_count = 0;
    program->label_count = 0;
    for (uint32_t i = 0; i < entered && reader->result == GCNMEM_OK; i++) {
        gcnmem_stage stage = reader->stages[i];
        uint32_t from = stage.first_label;
        uint32_t end = i + 1 < entered ? reader->stages[i + 1].first_label : label_end;
        stage.insn_count = (i + 1 < entered ? reader->stages[i + 1].first_insn : insn_end) - stage.first_insn;
        if (stage.insn_count == 0) {
            continue;
        }
        gcnmemi_listing_sort(reader->text, reader->labels + from, end - from);
        stage.first_label = program->label_count;
        stage.label_count = gcnmemi_listing_merge_labels(reader, &stage, from, end, stage.first_label);
        program->label_count += stage.label_count;
        gcnmemi_listing_resolve_addresses(reader, &stage);
        gcnmemi_listing_find_loops(reader, &stage);
        if (reader->result == GCNMEM_OK) {
            gcnmemi_listing_bind_trips(reader, &stage);
        }
        if (reader->target.at < reader->target.end && stage.gfx_version != 0) {
            stage.stated |= GCNMEM_STATED_TARGET;
            stage.target_offset = gcnmemi_listing_offset(reader, reader->target);
            stage.target_bytes = (uint32_t)gcnmemi_slice_bytes(reader->target);
        }
        reader->stages[program->stage_count] = stage;
        program->stage_count++;
    }
}

/* ---- memory ------------------------------------------------------------------------------------------------------ */

GCNMEMI_PRIVATE uint64_t gcnmemi_listing_reserve(uint64_t* end, uint64_t count, uint64_t bytes) {
    uint64_t at = *end;
    *end = (at + count * bytes + 7u) & ~(uint64_t)7u;
    return at;
}

/* A line holds at most one instruction, and one definition and one mention of a label. */
GCNMEMI_PRIVATE gcnmemi_listing_layout gcnmemi_listing_plan(const char* text, size_t text_bytes) {
    gcnmemi_listing_layout layout;
    uint64_t lines = 1;
    for (size_t i = 0; i < text_bytes; i++) {
        lines += text[i] == '\n';
    }
    layout.lines = (uint32_t)lines;
    layout.opcode_limit = lines < GCNMEMI_LISTING_OPCODES_MAX ? (uint32_t)lines : GCNMEMI_LISTING_OPCODES_MAX;
    layout.stage_limit = lines < GCNMEMI_LISTING_STAGES_MAX ? (uint32_t)lines : GCNMEMI_LISTING_STAGES_MAX;
    layout.end = 0;
    gcnmemi_listing_reserve(&layout.end, 1, sizeof(gcnmem_program));
    layout.stages = gcnmemi_listing_reserve(&layout.end, layout.stage_limit, sizeof(gcnmem_stage));
    layout.opcodes = gcnmemi_listing_reserve(&layout.end, layout.opcode_limit, sizeof(gcnmem_opcode));
    layout.slots = gcnmemi_listing_reserve(&layout.end, GCNMEMI_LISTING_SLOTS, sizeof(uint16_t));
    layout.insns = gcnmemi_listing_reserve(&layout.end, lines, sizeof(gcnmem_insn));
    layout.labels = gcnmemi_listing_reserve(&layout.end, 2 * lines, sizeof(gcnmem_label));
    layout.loops = gcnmemi_listing_reserve(&layout.end, lines, sizeof(gcnmem_loop));
    layout.scratch = gcnmemi_listing_reserve(&layout.end, 4 * lines, sizeof(uint32_t));
    return layout;
}

GCNMEM_DEF size_t gcnmem_listing_size_bytes(const char* text, size_t text_bytes) {
    if ((uint64_t)text_bytes > 0xffffffffu) {
        return 0;
    }
    gcnmemi_listing_layout layout = gcnmemi_listing_plan(text, text_bytes);
    return layout.end <= (uint64_t)(SIZE_MAX / 2) ? (size_t)layout.end : 0;
}

GCNMEMI_PRIVATE void gcnmemi_listing_init(gcnmemi_listing_reader* reader, const char* text, void* memory) {
    uint8_t* base = (uint8_t*)memory;
    gcnmem_program* program = (gcnmem_program*)memory;
    gcnmemi_bits_zero(program, sizeof(*program));
    program->insns_at = reader->layout.insns;
    program->stages_at = reader->layout.stages;
    program->opcodes_at = reader->layout.opcodes;
    program->labels_at = reader->layout.labels;
    program->loops_at = reader->layout.loops;
    program->line_count = reader->layout.lines;
    reader->text = text;
    reader->program = program;
    reader->insns = (gcnmem_insn*)(void*)(base + reader->layout.insns);
    reader->labels = (gcnmem_label*)(void*)(base + reader->layout.labels);
    reader->loops = (gcnmem_loop*)(void*)(base + reader->layout.loops);
    reader->scratch = (uint32_t*)(void*)(base + reader->layout.scratch);
    reader->opcodes = (gcnmem_opcode*)(void*)(base + reader->layout.opcodes);
    reader->slots = (uint16_t*)(void*)(base + reader->layout.slots);
    reader->stages = (gcnmem_stage*)(void*)(base + reader->layout.stages);
    gcnmemi_bits_zero(reader->slots, GCNMEMI_LISTING_SLOTS * sizeof(uint16_t));
    reader->current = GCNMEM_NONE;
    reader->context = GCNMEM_NONE;
    reader->next_free_sgpr = GCNMEM_NONE;
    reader->target = gcnmemi_slice_span(text, text);
    reader->function = reader->target;
    reader->ir_name = reader->target;
}

GCNMEMI_PRIVATE void gcnmemi_listing_check_result(gcnmemi_listing_reader* reader) {
    if (reader->has_ir && !reader->has_assembly) {
        gcnmemi_listing_fail(reader, GCNMEM_ERROR_VALUE,
                             "is ACO IR, which has no addresses or waits: pass the dump's Assembly section", 0, 1);
    }
    if (reader->program->insn_count == 0) {
        gcnmemi_listing_fail(reader, GCNMEM_ERROR_VALUE, "must hold at least one instruction", 0, 0);
    }
}

GCNMEM_DEF gcnmem_result gcnmem_listing_parse(const char* text, size_t text_bytes, uint32_t gfx_version, void* memory,
                                              size_t memory_bytes, gcnmem_program** out_program,
                                              gcnmem_issue* out_issue) {
    return gcnmem_listing_parse_with(text, text_bytes, gfx_version, NULL, 0, memory, memory_bytes, out_program,
                                     out_issue);
}

GCNMEM_DEF gcnmem_result gcnmem_listing_parse_with(const char* text, size_t text_bytes, uint32_t gfx_version,
                                                   const gcnmem_place* places, uint32_t place_count, void* memory,
                                                   size_t memory_bytes, gcnmem_program** out_program,
                                                   gcnmem_issue* out_issue) {
    gcnmemi_listing_reader reader;
    gcnmemi_bits_zero(&reader, sizeof(reader));
    reader.places = places;
    reader.place_count = place_count;
    *out_program = NULL;
    if ((uint64_t)text_bytes > 0xffffffffu) {
        gcnmemi_listing_fail(&reader, GCNMEM_ERROR_LIMIT, "must be smaller than 4 GiB", text_bytes, 0);
    } else {
        reader.layout = gcnmemi_listing_plan(text, text_bytes);
        reader.default_gfx_version = gfx_version;
        if (reader.layout.end > memory_bytes) {
            gcnmemi_listing_fail(&reader, GCNMEM_ERROR_LIMIT, "needs more memory than it was given", reader.layout.end,
                                 0);
        }
    }
    if (((uintptr_t)memory & 7u) != 0) {
        gcnmemi_listing_fail(&reader, GCNMEM_ERROR_LIMIT, "needs memory aligned to 8 bytes", (uintptr_t)memory & 7u, 0);
    }
    if (reader.result == GCNMEM_OK) {
        gcnmemi_listing_init(&reader, text, memory);
        gcnmemi_listing_read_lines(&reader, text, text + text_bytes);
        gcnmemi_listing_check_result(&reader);
    }
    if (reader.result == GCNMEM_OK) {
        gcnmemi_listing_resolve(&reader);
    }
    if (reader.result == GCNMEM_OK) {
        *out_program = reader.program;
    } else if (out_issue != NULL) {
        *out_issue = reader.issue;
    }
    return reader.result;
}

/* ---------------------------------------------------------------------------------------------------------------------
   >>program    looks things up in a listing that has been read
   Knows: bits, text
   ------------------------------------------------------------------------------------------------------------------ */

GCNMEMI_PRIVATE const void* gcnmemi_program_at(const gcnmem_program* program, uint64_t table, uint64_t index,
                                               size_t bytes) {
    return (const uint8_t*)program + (size_t)(table + index * bytes);
}

GCNMEM_DEF const gcnmem_insn* gcnmem_program_insn(const gcnmem_program* program, uint32_t index) {
    return (const gcnmem_insn*)gcnmemi_program_at(program, program->insns_at, index, sizeof(gcnmem_insn));
}

GCNMEM_DEF const gcnmem_stage* gcnmem_program_stage(const gcnmem_program* program, uint32_t index) {
    return (const gcnmem_stage*)gcnmemi_program_at(program, program->stages_at, index, sizeof(gcnmem_stage));
}

GCNMEM_DEF const gcnmem_opcode* gcnmem_program_opcode(const gcnmem_program* program, uint32_t index) {
    return (const gcnmem_opcode*)gcnmemi_program_at(program, program->opcodes_at, index, sizeof(gcnmem_opcode));
}

GCNMEM_DEF const gcnmem_label* gcnmem_program_label(const gcnmem_program* program, uint32_t index) {
    return (const gcnmem_label*)gcnmemi_program_at(program, program->labels_at, index, sizeof(gcnmem_label));
}

GCNMEM_DEF const gcnmem_loop* gcnmem_program_loop(const gcnmem_program* program, uint32_t index) {
    return (const gcnmem_loop*)gcnmemi_program_at(program, program->loops_at, index, sizeof(gcnmem_loop));
}

GCNMEM_DEF uint32_t gcnmem_program_find_label(const gcnmem_program* program, const char* text, uint32_t stage,
                                              const char* name, size_t name_bytes) {
    gcnmemi_slice wanted = gcnmemi_slice_span(name, name + name_bytes);
    uint32_t first = gcnmem_program_stage(program, stage)->first_label;
    uint32_t end = first + gcnmem_program_stage(program, stage)->label_count;
    for (uint32_t i = first; i < end; i++) {
        const gcnmem_label* label = gcnmem_program_label(program, i);
        const char* at = text + label->name_offset;
        if (gcnmemi_slice_same(wanted, gcnmemi_slice_span(at, at + label->name_bytes))) {
            return i;
        }
    }
    return GCNMEM_NONE;
}

/* Is the part in the name, whatever the case? */
GCNMEMI_PRIVATE int gcnmemi_program_has_part(gcnmemi_slice name, gcnmemi_slice part) {
    size_t bytes = gcnmemi_slice_bytes(part);
    for (; gcnmemi_slice_bytes(name) >= bytes; name.at++) {
        size_t same = 0;
        while (same < bytes && gcnmemi_text_lower(name.at[same]) == gcnmemi_text_lower(part.at[same])) {
            same++;
        }
        if (same == bytes) {
            return 1;
        }
        if (name.at == name.end) {
            break;
        }
    }
    return 0;
}

GCNMEM_DEF uint32_t gcnmem_program_find_stage(const gcnmem_program* program, const char* text, const char* part,
                                              size_t part_bytes, uint32_t* out_count) {
    gcnmemi_slice wanted = gcnmemi_slice_span(part, part + part_bytes);
    uint32_t found = GCNMEM_NONE;
    uint32_t count = 0;
    for (uint32_t is_exact = 2; is_exact > 0 && count == 0; is_exact--) {
        for (uint32_t i = 0; i < program->stage_count; i++) {
            const gcnmem_stage* stage = gcnmem_program_stage(program, i);
            const char* at = text + stage->name_offset;
            gcnmemi_slice name = gcnmemi_slice_span(at, at + stage->name_bytes);
            if ((is_exact == 1 || gcnmemi_slice_bytes(name) == part_bytes) && gcnmemi_program_has_part(name, wanted)) {
                found = i;
                count++;
            }
        }
        if (part_bytes == 0 && is_exact == 2) {
            count = 0;
        }
    }
    if (out_count != NULL) {
        *out_count = count;
    }
    return count == 1 ? found : GCNMEM_NONE;
}

/* ---------------------------------------------------------------------------------------------------------------------
   >>machine    what a run keeps: waves, SIMDs, CUs, requests under way
   Knows: bits, desc, touch, dram, levels, program

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
    uint32_t target;    /* counted from the stage's first instruction; the stage's length ends the wave */
    uint32_t pattern;   /* memory: its pattern, or NONE */
    uint32_t flags;     /* GCNMEM_INSN_* */
    uint16_t loop;      /* innermost loop */
    uint16_t latch_of;  /* loop that this instruction closes */
    uint16_t clocks;    /* VALU: clocks of the SIMD; internal: clocks until the next instruction */
    uint16_t per_mille; /* branch: chance of being taken, 0xffff for the rules */
    gcnmem_regs writes[2];
    gcnmem_regs reads[5];
    uint8_t port;            /* gcnmemi_machine_port */
    uint8_t category;        /* gcnmem_class */
    uint8_t branch;          /* gcnmem_branch */
    uint8_t touches_scalars; /* VALU: writes scalar registers; scalar: reads some */
    uint8_t wait[3];         /* s_waitcnt: vm, lgkm, exp */
    uint8_t adds[3];         /* what it adds to the counters */
} gcnmemi_machine_insn;

typedef struct gcnmemi_machine_loop {
    uint32_t trips;
    uint32_t parent; /* the loop around it, or GCNMEM_NO_LOOP */
} gcnmemi_machine_loop;

/* ---- address patterns ---- */

typedef enum gcnmemi_machine_pattern_kind {
    GCNMEMI_MACHINE_PATTERN_DEFAULT = 0, /* lanes side by side */
    GCNMEMI_MACHINE_PATTERN_SHIFTED,     /* lane 0 moves, the others keep their distance from it */
    GCNMEMI_MACHINE_PATTERN_GENERAL      /* each lane is evaluated */
} gcnmemi_machine_pattern_kind;

/* What one alignment of a shifted pattern costs. */
typedef struct gcnmemi_machine_memo {
    uint64_t full; /* bit i: line i is covered wholly */
    uint32_t key;  /* lane 0's address modulo the period, bit 31: last wave of a group; NONE: empty */
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
    uint64_t base;               /* default: address of the dispatch's first lane; else the instruction's offset */
    uint64_t group_step;         /* default: bytes from group to group */
    uint64_t wave_step;          /* default: bytes from wave to wave of a group */
    uint64_t lane[GCNMEM_LANES]; /* distance from lane 0 */
    uint32_t kind;               /* gcnmemi_machine_pattern_kind */
    uint32_t insn;
    uint32_t period;      /* bytes after which costs repeat; 0: never */
    uint32_t cache_flags; /* GCNMEM_CACHE_GLC, SLC, ATOMIC, WRITE */
    uint32_t lds_port_clocks;
    uint32_t reach; /* LDS: the farthest lane's distance from lane 0 */
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
    GCNMEMI_MACHINE_WAVE_FREE = 0,
    GCNMEMI_MACHINE_WAVE_RUNS,
    GCNMEMI_MACHINE_WAVE_WAITS, /* for counters; its SIMD's ready clock is NEVER */
    GCNMEMI_MACHINE_WAVE_AT_BARRIER
} gcnmemi_machine_wave_state;

/* What every instruction looks at comes first. */
typedef struct gcnmemi_machine_wave {
    uint64_t since;        /* first possible clock, then start of the wait under way */
    uint64_t scalar_clock; /* scalar registers the VALU writes are there */
    uint32_t scalar_insn;  /* ... the instruction that writes them */
    uint32_t pc;
    uint32_t wait_insn; /* instruction whose wait is under way */
    uint32_t cu;
    uint32_t simd;  /* of the run */
    uint32_t event; /* its GCNMEM_RUN_EVENT_WAVE, counted from 1; 0: not recorded */
    uint8_t place;  /* in its SIMD */
    uint8_t state;  /* gcnmemi_machine_wave_state */
    uint8_t wait[3];
    uint8_t is_last; /* last wave of a group whose lanes do not fill it */
    gcnmemi_machine_counter counter[3];
    uint32_t in_group; /* number of the wave in its group */
    uint64_t group;    /* of the dispatch */
    uint64_t begin;
    uint64_t visits; /* branches drawn so far */
} gcnmemi_machine_wave;

/* Waves of a SIMD, oldest first: what is looked at every turn stays together. */
typedef struct gcnmemi_machine_simd {
    uint64_t valu_free;
    uint64_t wake; /* clock of its next turn; NEVER: none, it is not in the wheel */
    uint32_t count;
    uint8_t port[GCNMEMI_MACHINE_SIMD_WAVES];    /* of the next instruction */
    uint8_t refusal[GCNMEMI_MACHINE_SIMD_WAVES]; /* gcnmem_stall that the next issue ends */
    uint64_t ready[GCNMEMI_MACHINE_SIMD_WAVES];  /* NEVER: waits for something whose clock is not known */
    uint32_t wave[GCNMEMI_MACHINE_SIMD_WAVES];
} gcnmemi_machine_simd;

/* Neighbours in a ring: a place of the wheel and the SIMDs in it, which are numbered from GCNMEMI_MACHINE_WHEEL on. */
typedef struct gcnmemi_machine_link {
    uint32_t next;
    uint32_t previous;
} gcnmemi_machine_link;

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
    uint32_t is_blocked;    /* waves of it wait for room below */
    uint32_t next_blocked;
    uint32_t event; /* its last GCNMEM_RUN_EVENT_RESIDENT, counted from 1; 0: none */
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
    uint8_t reserved[5];
} gcnmemi_machine_access;

typedef struct gcnmemi_machine_waiter {
    uint64_t line; /* of the cache that waits */
    uint32_t access;
    uint32_t fresh; /* cache: CU, or CU count + cluster */
    uint32_t next;
    uint32_t reserved;
} gcnmemi_machine_waiter;

/* A line on its way between an L2 channel and DRAM. */
typedef struct gcnmemi_machine_request {
    gcnmem_dram_place place; /* of the burst that goes to DRAM next */
    uint64_t address;
    uint64_t clock; /* ready for DRAM */
    uint64_t done;  /* latest burst, back in L2 */
    uint32_t waiters;
    uint32_t next;  /* in its channel's queue, or free list */
    uint32_t chain; /* same hash */
    uint16_t bursts_sent;
    uint16_t bursts_done;
    uint32_t is_write;
    uint32_t reserved;
} gcnmemi_machine_request;

typedef struct gcnmemi_machine_channel {
    uint64_t free_clock;
    uint64_t busy_clocks;
} gcnmemi_machine_channel;

/* Lines between L2 and one DRAM channel, in the order in which they left L2. */
typedef struct gcnmemi_machine_queue {
    uint32_t head;
    uint32_t tail;
} gcnmemi_machine_queue;

/* ---- the whole ---- */

/* The arrays of a run, in the order in which they stand behind it. Counts are in terms of `run`, of
   `cus`, of `waves`, their slots, and of `clusters` of CUs. */
#define GCNMEMI_MACHINE_ARRAYS(ARRAY)                                                                                  \
    ARRAY(insns, gcnmemi_machine_insn, (uint64_t)run->insn_count + 1) /* the last one ends a listing without an end */ \
    ARRAY(stats, gcnmem_run_insn_stats, (uint64_t)run->insn_count + 1)                                                 \
    ARRAY(patterns, gcnmemi_machine_pattern, run->pattern_count)                                                       \
    ARRAY(loops, gcnmemi_machine_loop, run->loop_count)                                                                \
    ARRAY(waves, gcnmemi_machine_wave, waves)                                                                          \
    ARRAY(pendings, gcnmemi_machine_pending, run->pending_at[3] * waves)                                               \
    ARRAY(trip_counts, uint32_t, run->loop_count* waves)                                                               \
    ARRAY(simds, gcnmemi_machine_simd, run->desc.simd_count_per_cu* cus)                                               \
    ARRAY(links, gcnmemi_machine_link, GCNMEMI_MACHINE_WHEEL + run->desc.simd_count_per_cu * cus)                      \
    ARRAY(groups, gcnmemi_machine_group, run->result.groups_per_cu* cus)                                               \
    ARRAY(cus, gcnmemi_machine_cu, cus)                                                                                \
    ARRAY(engines, uint64_t, run->desc.shader_engine_count)                                                            \
    ARRAY(clusters, uint64_t, clusters)                                                                                \
    ARRAY(fresh, gcnmemi_machine_fresh, GCNMEMI_MACHINE_FRESH*(cus + clusters))                                        \
    ARRAY(accesses, gcnmemi_machine_access, run->access_count)                                                         \
    ARRAY(waiters, gcnmemi_machine_waiter, run->waiter_count)                                                          \
    ARRAY(requests, gcnmemi_machine_request, run->request_count)                                                       \
    ARRAY(buckets, uint32_t, run->bucket_count)                                                                        \
    ARRAY(channels, gcnmemi_machine_channel, run->desc.l2_channels)                                                    \
    ARRAY(queues, gcnmemi_machine_queue, run->desc.dram_channels)                                                      \
    ARRAY(touch, gcnmemi_touch, 1)                                                                                     \
    ARRAY(access, gcnmem_access, 1)                                                                                    \
    ARRAY(events, gcnmem_run_event, run->event_room)

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
    uint64_t wheel_bits[GCNMEMI_MACHINE_WHEEL / 64]; /* places of the wheel that are not empty */
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
    uint32_t access_count;
    uint32_t waiter_count;
    uint32_t request_count;
    uint32_t bucket_count; /* a power of two */
    uint32_t queued;       /* requests not yet all in DRAM */
    uint32_t queued_max;
    uint32_t in_dram; /* bursts of reads and writes DRAM has not finished */
    uint32_t first_blocked;
    uint32_t last_blocked;
    uint32_t event_room; /* 0: nothing is recorded */
};

/* The arrays of a run, for the length of a call, and whom to ask for addresses. */
#define GCNMEMI_MACHINE_ROW(name, type, count) type* name;
typedef struct gcnmemi_machine_view {
    gcnmem_run* run;
    const gcnmem_desc* desc;
    GCNMEMI_MACHINE_ARRAYS(GCNMEMI_MACHINE_ROW)
    gcnmem_dram* dram;
    gcnmem_run_address_fn address_fn;
    void* user_data;
} gcnmemi_machine_view;
#undef GCNMEMI_MACHINE_ROW

GCNMEMI_PRIVATE gcnmemi_machine_view gcnmemi_machine_view_of(gcnmem_run* run) {
    gcnmemi_machine_view v;
    v.run = run;
    v.desc = &run->desc;
    v.dram = gcnmemi_levels_dram(&run->levels);
    v.address_fn = NULL;
    v.user_data = NULL;
#define GCNMEMI_MACHINE_ROW(name, type, count) v.name = (type*)(void*)((unsigned char*)run + run->at.name);
    GCNMEMI_MACHINE_ARRAYS(GCNMEMI_MACHINE_ROW)
#undef GCNMEMI_MACHINE_ROW
    return v;
}

/* ---------------------------------------------------------------------------------------------------------------------
   >>wheel      when each SIMD has its next turn: a ring of clocks, each with a list of SIMDs
   Knows: bits, machine

   An event farther ahead than the ring is long waits in its last place and is put in again when its turn comes.
   ------------------------------------------------------------------------------------------------------------------ */

GCNMEMI_PRIVATE void gcnmemi_wheel_init(gcnmemi_machine_view* v) {
    for (uint32_t i = 0; i < GCNMEMI_MACHINE_WHEEL; ++i) {
        v->links[i].next = i;
        v->links[i].previous = i;
    }
}

GCNMEMI_PRIVATE void gcnmemi_wheel_remove(gcnmemi_machine_view* v, uint32_t index) {
    gcnmemi_machine_link link = v->links[GCNMEMI_MACHINE_WHEEL + index];
    v->links[link.previous].next = link.next;
    v->links[link.next].previous = link.previous;
    if (link.next == link.previous) { /* that is the place itself, now empty */
        v->run->wheel_bits[link.next / 64] &= ~((uint64_t)1 << (link.next % 64));
    }
}

/* Gives the SIMD its turn at clock `wake`, behind those that came before. */
GCNMEMI_PRIVATE void gcnmemi_wheel_put(gcnmemi_machine_view* v, uint32_t index, uint64_t wake) {
    gcnmem_run* run = v->run;
    uint64_t at = gcnmemi_bits_min(wake, run->now + GCNMEMI_MACHINE_WHEEL - 1);
    uint32_t place = (uint32_t)(at % GCNMEMI_MACHINE_WHEEL);
    gcnmemi_machine_link* link = &v->links[GCNMEMI_MACHINE_WHEEL + index];
    v->simds[index].wake = wake;
    link->next = place;
    link->previous = v->links[place].previous;
    v->links[link->previous].next = GCNMEMI_MACHINE_WHEEL + index;
    v->links[place].previous = GCNMEMI_MACHINE_WHEEL + index;
    run->wheel_bits[place / 64] |= (uint64_t)1 << (place % 64);
}

/* First turn of the SIMD at or after `clock`: SIMD s of a CU has the clocks that leave s when divided by the SIMDs. */
GCNMEMI_PRIVATE uint64_t gcnmemi_wheel_turn(const gcnmemi_machine_view* v, uint32_t index, uint64_t clock) {
    uint32_t count = v->desc->simd_count_per_cu;
    uint32_t late = gcnmemi_bits_rest(clock + count - gcnmemi_bits_rest(index, count), count);
    return clock + (late != 0 ? count - late : 0);
}

/* The SIMD must have a turn at or after `clock`. */
GCNMEMI_PRIVATE void gcnmemi_wheel_need(gcnmemi_machine_view* v, uint32_t index, uint64_t clock) {
    uint64_t wake = gcnmemi_wheel_turn(v, index, gcnmemi_bits_max(clock, v->run->now + 1));
    if (wake < v->simds[index].wake) {
        if (v->simds[index].wake != GCNMEMI_MACHINE_NEVER) {
            gcnmemi_wheel_remove(v, index);
        }
        gcnmemi_wheel_put(v, index, wake);
    }
}

/* Clock of the next place that is not empty, from now on; NEVER when all are. */
GCNMEMI_PRIVATE uint64_t gcnmemi_wheel_next(const gcnmem_run* run) {
    uint32_t start = (uint32_t)(run->now % GCNMEMI_MACHINE_WHEEL);
    uint64_t word = run->wheel_bits[start / 64] & (UINT64_MAX << (start % 64));
    for (uint32_t i = 0; i <= GCNMEMI_MACHINE_WHEEL / 64; ++i) {
        uint32_t at = (start / 64 + i) % (GCNMEMI_MACHINE_WHEEL / 64);
        if (i > 0) {
            word = run->wheel_bits[at];
        }
        if (word != 0) {
            uint32_t place = at * 64 + gcnmemi_bits_lowest(word);
            return run->now + (place - start) % GCNMEMI_MACHINE_WHEEL;
        }
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

/* Adds an entry; the caller has made room. Returns its handle. */
GCNMEMI_PRIVATE uint8_t gcnmemi_counters_add(gcnmemi_machine_view* v, uint32_t wave, uint32_t which,
                                             const gcnmemi_machine_pending* what) {
    gcnmemi_machine_counter* counter = &v->waves[wave].counter[which];
    gcnmemi_machine_pending* entry = &gcnmemi_counters_entries(v, wave, which)[counter->count++];
    *entry = *what;
    entry->slot = (uint8_t)counter->next_slot;
    counter->next_slot = (uint16_t)((counter->next_slot + 1) % 128);
    counter->sum = (uint16_t)(counter->sum + what->weight);
    return entry->slot;
}

/* The entry whose end brings the counter down to `limit`; NULL when it is there already. */
GCNMEMI_PRIVATE const gcnmemi_machine_pending* gcnmemi_counters_last(const gcnmemi_machine_view* v, uint32_t wave,
                                                                     uint32_t which, uint32_t limit) {
    const gcnmemi_machine_counter* counter = &v->waves[wave].counter[which];
    const gcnmemi_machine_pending* entry = gcnmemi_counters_entries(v, wave, which);
    const gcnmemi_machine_pending* last = NULL;
    if (counter->sum <= limit) {
        return NULL;
    }
    if (which == GCNMEMI_COUNTERS_COUNTER_VM) { /* in order of issue: the slowest of those that have to go */
        for (uint32_t i = 0; i + limit < counter->count; ++i) {
            last = last == NULL || entry[i].clock > last->clock ? &entry[i] : last;
        }
        return last;
    }
    for (uint32_t i = 0; i < counter->count; ++i) { /* in any order: the first behind which no more than `limit` come */
        uint32_t rest = 0;
        for (uint32_t k = 0; k < counter->count; ++k) {
            rest +=
                entry[k].clock > entry[i].clock || (entry[k].clock == entry[i].clock && k > i) ? entry[k].weight : 0;
        }
        last = rest <= limit && (last == NULL || entry[i].clock < last->clock) ? &entry[i] : last;
    }
    return last;
}

/* The entry a wave's wait ends with, of all three counters; NULL: no need to wait. */
GCNMEMI_PRIVATE const gcnmemi_machine_pending* gcnmemi_counters_wait_end(const gcnmemi_machine_view* v, uint32_t wave) {
    const gcnmemi_machine_wave* w = &v->waves[wave];
    const gcnmemi_machine_pending* end = NULL;
    for (uint32_t which = 0; which < 3; ++which) {
        const gcnmemi_machine_pending* last =
            w->wait[which] != GCNMEM_NO_WAIT ? gcnmemi_counters_last(v, wave, which, w->wait[which]) : NULL;
        end = last != NULL && (end == NULL || last->clock > end->clock) ? last : end;
    }
    return end;
}

/* The instruction that collected the most waiting, by Boyer and Moore's vote. */
GCNMEMI_PRIVATE void gcnmemi_counters_blame(gcnmem_run_insn_stats* stats, uint32_t insn, uint64_t clocks) {
    if (stats->waited_for == insn) {
        stats->votes += clocks;
    } else if (clocks > stats->votes) {
        stats->waited_for = insn;
        stats->votes = clocks - stats->votes;
    } else {
        stats->votes -= clocks;
    }
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
        gcnmemi_counters_stall(v, wave, w->wait_insn, end->stall, w->since, clock, end);
        stats->waited_clocks[end->served] += clock - w->since;
        gcnmemi_counters_blame(stats, v->run->first_insn + end->insn, clock - w->since);
    }
    w->state = GCNMEMI_MACHINE_WAVE_RUNS;
    gcnmemi_counters_ready(v, wave, clock);
    gcnmemi_wheel_need(v, w->simd, clock);
}

/* The wave waits at instruction `insn` from `since` on until the counters are down to w->wait. */
GCNMEMI_PRIVATE void gcnmemi_counters_wait(gcnmemi_machine_view* v, uint32_t wave, uint32_t insn, uint64_t since) {
    gcnmemi_machine_wave* w = &v->waves[wave];
    w->since = since;
    w->wait_insn = insn;
    w->state = GCNMEMI_MACHINE_WAVE_WAITS;
    gcnmemi_counters_ready(v, wave, GCNMEMI_MACHINE_NEVER);
    gcnmemi_counters_settle(v, wave);
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

/* Room for one more instruction, or the wave begins to wait for it: a full counter holds up issue [oss]. */
GCNMEMI_PRIVATE int gcnmemi_counters_have_room(gcnmemi_machine_view* v, uint32_t wave, const gcnmemi_machine_insn* insn,
                                               uint64_t now) {
    gcnmemi_machine_wave* w = &v->waves[wave];
    int is_full = 0;
    for (uint32_t which = 0; which < 3; ++which) {
        uint32_t most = v->run->pending_at[which + 1] - v->run->pending_at[which];
        uint32_t limit = insn->adds[which] < most ? most - insn->adds[which] : 0;
        w->wait[which] = GCNMEM_NO_WAIT;
        if (insn->adds[which] != 0 && w->counter[which].sum > limit) {
            gcnmemi_counters_retire(v, wave, which, now);
            if (w->counter[which].sum > limit) {
                w->wait[which] = (uint8_t)limit;
                is_full = 1;
            }
        }
    }
    if (is_full) {
        gcnmemi_counters_late(v, wave, w->pc, now);
        gcnmemi_counters_wait(v, wave, w->pc, now);
    }
    return !is_full;
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
   >>pattern    the addresses of a memory instruction, and what they touch (R53)
   Knows: bits, results, ops, expr, access, touch, cost, machine

   Most expressions move all lanes together: what depends on the lane and what depends on wave, group and iter are
   added. Then lane 0 is evaluated, and the rest is remembered for each alignment of lane 0 to the banks.
   ------------------------------------------------------------------------------------------------------------------ */

/* ---- compiling ---- */

/* What a value on the expression's stack depends on. */
enum {
    GCNMEMI_PATTERN_FIXED = 0, /* on nothing */
    GCNMEMI_PATTERN_BY_LANE = 1,
    GCNMEMI_PATTERN_BY_WAVE = 2,
    GCNMEMI_PATTERN_SUM = 3, /* a sum of both kinds */
    GCNMEMI_PATTERN_MIXED = 4
};

GCNMEMI_PRIVATE uint32_t gcnmemi_pattern_depends_input(uint64_t input) {
    int is_by_lane = input == GCNMEMI_EXPR_LANE || input == GCNMEMI_EXPR_X || input == GCNMEMI_EXPR_Y;
    return is_by_lane ? GCNMEMI_PATTERN_BY_LANE : GCNMEMI_PATTERN_BY_WAVE;
}

GCNMEMI_PRIVATE uint32_t gcnmemi_pattern_depends_binary(uint32_t code, uint32_t a, uint32_t b) {
    int is_linear = code == GCNMEMI_EXPR_ADD || code == GCNMEMI_EXPR_SUBTRACT;
    int is_scaling = (code == GCNMEMI_EXPR_MULTIPLY && (a == GCNMEMI_PATTERN_FIXED || b == GCNMEMI_PATTERN_FIXED)) ||
                     (code == GCNMEMI_EXPR_SHIFT_LEFT && b == GCNMEMI_PATTERN_FIXED);
    uint32_t both = a | b;
    if (both >= GCNMEMI_PATTERN_MIXED) {
        return GCNMEMI_PATTERN_MIXED;
    }
    return both < GCNMEMI_PATTERN_SUM || is_linear || is_scaling ? both : (uint32_t)GCNMEMI_PATTERN_MIXED;
}

/* Whether wave and lane parts of the expression's value are added. One with jumps may use only one of the two. */
GCNMEMI_PRIVATE int gcnmemi_pattern_is_shifted(const gcnmem_expr* expr) {
    uint8_t depends[GCNMEM_EXPR_MAX + 1];
    uint32_t depth = 0;
    uint32_t all = 0;
    int jumps = gcnmemi_expr_has_jumps(expr);
    for (uint32_t i = 0; i < expr->step_count; ++i) {
        const gcnmem_expr_step* step = &expr->steps[i];
        all |= step->code == GCNMEMI_EXPR_INPUT ? gcnmemi_pattern_depends_input(step->constant) : 0;
    }
    for (uint32_t i = 0; i < expr->step_count && !jumps; ++i) {
        const gcnmem_expr_step* step = &expr->steps[i];
        if (step->code <= GCNMEMI_EXPR_INPUT) {
            depends[depth++] =
                (uint8_t)(step->code == GCNMEMI_EXPR_INPUT ? gcnmemi_pattern_depends_input(step->constant) : 0u);
        } else if (step->code > GCNMEMI_EXPR_OR_ELSE) {
            uint32_t right = step->has_constant ? (uint32_t)GCNMEMI_PATTERN_FIXED : depends[--depth];
            depends[depth - 1] = (uint8_t)gcnmemi_pattern_depends_binary(step->code, depends[depth - 1], right);
        } else if (step->code != GCNMEMI_EXPR_NEGATE && depends[depth - 1] == GCNMEMI_PATTERN_SUM) {
            depends[depth - 1] = GCNMEMI_PATTERN_MIXED;
        }
    }
    return jumps ? all < GCNMEMI_PATTERN_SUM : depth == 1 && depends[0] <= GCNMEMI_PATTERN_SUM;
}

GCNMEMI_PRIVATE void gcnmemi_pattern_set_lane(gcnmem_expr_inputs* inputs, uint32_t lane) {
    inputs->lane = lane;
    inputs->x = lane % 8;
    inputs->y = lane / 8;
}

/* The distances of a shifted pattern's lanes. */
GCNMEMI_PRIVATE void gcnmemi_pattern_spread(gcnmemi_machine_pattern* pattern) {
    uint64_t first = 0;
    gcnmem_expr_inputs inputs;
    gcnmemi_bits_zero(&inputs, sizeof(inputs));
    for (uint32_t lane = 0; lane < GCNMEM_LANES; ++lane) {
        uint64_t value = 0;
        gcnmemi_pattern_set_lane(&inputs, lane);
        if (gcnmem_expr_value(&pattern->expr, &inputs, &value, NULL) != GCNMEM_OK) {
            pattern->kind = GCNMEMI_MACHINE_PATTERN_GENERAL;
        }
        first = lane == 0 ? value : first;
        pattern->lane[lane] = value - first;
    }
}

/* Bytes after which the banks of the unit repeat, and the texels' order in their tile. */
GCNMEMI_PRIVATE uint32_t gcnmemi_pattern_period(const gcnmem_desc* desc, const gcnmem_op* op) {
    uint32_t lines = desc->l1_line_bytes * (desc->l1_tag_banks > 2 ? desc->l1_tag_banks : 2);
    uint32_t period = (uint32_t)gcnmemi_bits_max(lines, desc->l1_data_banks * 4);
    if (op->unit == GCNMEM_UNIT_LDS) {
        return desc->lds_bank_count * 4;
    }
    if (op->unit == GCNMEM_UNIT_IMAGE) { /* the least multiple of both */
        uint32_t tile = 64 * op->element_bytes;
        return tile / (tile & (0 - tile)) * (uint32_t)gcnmemi_bits_max(period, tile & (0 - tile));
    }
    return period;
}

GCNMEMI_PRIVATE gcnmem_result gcnmemi_pattern_compile(gcnmemi_machine_pattern* pattern, const char* text,
                                                      size_t text_bytes, gcnmem_issue* out_issue) {
    gcnmem_result result = gcnmem_expr_compile(text, text_bytes, &pattern->expr, out_issue);
    if (result != GCNMEM_OK) {
        return result;
    }
    gcnmemi_expr_at_lane_0(&pattern->expr, &pattern->first);
    pattern->kind =
        gcnmemi_pattern_is_shifted(&pattern->expr) ? GCNMEMI_MACHINE_PATTERN_SHIFTED : GCNMEMI_MACHINE_PATTERN_GENERAL;
    if (pattern->kind == GCNMEMI_MACHINE_PATTERN_SHIFTED) {
        gcnmemi_pattern_spread(pattern);
    }
    return GCNMEM_OK;
}

/* Lanes side by side: an image's wave takes an 8x8 tile, LDS starts anew in every group, scalars are the same for all.
   `buffer` numbers the memory objects: each has 4 GiB and some of its own, so that they differ in bank and channel. */
GCNMEMI_PRIVATE void gcnmemi_pattern_default(gcnmemi_machine_pattern* pattern, uint32_t buffer, uint32_t group_lanes) {
    uint32_t bytes = pattern->op.element_bytes;
    uint32_t waves = gcnmemi_bits_divide_up(group_lanes, GCNMEM_LANES);
    int is_image = pattern->op.unit == GCNMEM_UNIT_IMAGE;
    pattern->kind = GCNMEMI_MACHINE_PATTERN_DEFAULT;
    pattern->base += ((uint64_t)buffer + 1) * 0x100005500u;
    for (uint32_t lane = 0; lane < GCNMEM_LANES; ++lane) {
        pattern->lane[lane] = (uint64_t)lane * bytes;
    }
    if (pattern->op.unit == GCNMEM_UNIT_LDS) {
        pattern->base = 0;
    } else if (pattern->op.unit != GCNMEM_UNIT_SCALAR) {
        pattern->wave_step = (uint64_t)GCNMEM_LANES * bytes;
        pattern->group_step = is_image ? pattern->wave_step * waves : (uint64_t)group_lanes * bytes;
    }
}

/* ---- evaluating ---- */

/* Which wave asks for addresses, and where in its loops. */
typedef struct gcnmemi_pattern_asker {
    gcnmem_expr_inputs inputs; /* at lane 0 */
    uint64_t mask;             /* lanes that take part */
    uint32_t in_group;
    int is_partial; /* last wave of a group whose lanes do not fill it */
} gcnmemi_pattern_asker;

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
    uint64_t value = 0;
    if (pattern->kind == GCNMEMI_MACHINE_PATTERN_DEFAULT) {
        return pattern->base + asker->inputs.group * pattern->group_step + asker->in_group * pattern->wave_step;
    }
    if (gcnmem_expr_value(&pattern->first, &asker->inputs, &value, &issue) != GCNMEM_OK) {
        gcnmemi_pattern_fail(v, pattern, &issue);
    }
    return value + pattern->base;
}

/* Addresses of all lanes into v->access, lane by lane. */
GCNMEMI_PRIVATE void gcnmemi_pattern_evaluate_lanes(gcnmemi_machine_view* v, const gcnmemi_machine_pattern* pattern,
                                                    const gcnmemi_pattern_asker* asker) {
    gcnmem_expr_inputs inputs = asker->inputs;
    gcnmem_issue issue;
    for (uint32_t lane = 0; lane < GCNMEM_LANES; ++lane) {
        uint64_t value = 0;
        gcnmemi_pattern_set_lane(&inputs, lane);
        if (gcnmem_expr_value(&pattern->expr, &inputs, &value, &issue) != GCNMEM_OK && (asker->mask >> lane & 1) != 0) {
            gcnmemi_pattern_fail(v, pattern, &issue);
        }
        v->access->address[lane] = value + pattern->base;
    }
}

#define GCNMEMI_PATTERN_DEPTH 8

/* A value of all lanes; one number while it is the same for all. */
typedef struct gcnmemi_pattern_lane_values {
    uint64_t one;
    uint64_t lane[GCNMEM_LANES];
    uint32_t is_spread;
} gcnmemi_pattern_lane_values;

GCNMEMI_PRIVATE void gcnmemi_pattern_spread_value(gcnmemi_pattern_lane_values* a) {
    for (uint32_t i = 0; i < GCNMEM_LANES && !a->is_spread; ++i) {
        a->lane[i] = a->one;
    }
    a->is_spread = 1;
}

#define GCNMEMI_PATTERN_EACH_LANE(value)                                                                               \
    for (i = 0; i < GCNMEM_LANES; ++i) {                                                                               \
        a[i] = (value);                                                                                                \
    }

/* a = a OP b lane by lane; loops of the common operations are left to the compiler to vectorize. */
GCNMEMI_PRIVATE void gcnmemi_pattern_apply_spread(uint32_t code, uint64_t* a, const uint64_t* b) {
    uint32_t i;
    if (code == GCNMEMI_EXPR_ADD) {
        GCNMEMI_PATTERN_EACH_LANE(a[i] + b[i])
    } else if (code == GCNMEMI_EXPR_MULTIPLY) {
        GCNMEMI_PATTERN_EACH_LANE(a[i] * b[i])
    } else if (code == GCNMEMI_EXPR_AND) {
        GCNMEMI_PATTERN_EACH_LANE(a[i] & b[i])
    } else {
        GCNMEMI_PATTERN_EACH_LANE(gcnmemi_expr_binary_value((uint8_t)code, a[i], b[i]))
    }
}

/* a = a OP one, the same for all lanes. */
GCNMEMI_PRIVATE void gcnmemi_pattern_apply_one(uint32_t code, uint64_t* a, uint64_t one) {
    uint32_t i;
    if (code == GCNMEMI_EXPR_ADD) {
        GCNMEMI_PATTERN_EACH_LANE(a[i] + one)
    } else if (code == GCNMEMI_EXPR_MULTIPLY && gcnmemi_bits_is_power_of_two(one)) {
        uint32_t shift = gcnmemi_bits_log2(one);
        GCNMEMI_PATTERN_EACH_LANE(a[i] << shift)
    } else if (code == GCNMEMI_EXPR_MULTIPLY) {
        GCNMEMI_PATTERN_EACH_LANE(a[i] * one)
    } else if (code == GCNMEMI_EXPR_AND) {
        GCNMEMI_PATTERN_EACH_LANE(a[i] & one)
    } else {
        GCNMEMI_PATTERN_EACH_LANE(gcnmemi_expr_binary_value((uint8_t)code, a[i], one))
    }
}

/* Whether `code` would divide by zero in some lane. */
GCNMEMI_PRIVATE int gcnmemi_pattern_divides_by_zero(uint32_t code, const gcnmemi_pattern_lane_values* b) {
    uint32_t zeros = !b->is_spread && b->one == 0;
    if (!gcnmemi_expr_divides(code)) {
        return 0;
    }
    for (uint32_t i = 0; i < GCNMEM_LANES && b->is_spread; ++i) {
        zeros += b->lane[i] == 0;
    }
    return zeros != 0;
}

/* a = a OP b. Returns 0 when a lane would divide by zero. */
GCNMEMI_PRIVATE int gcnmemi_pattern_apply(uint32_t code, gcnmemi_pattern_lane_values* a,
                                          const gcnmemi_pattern_lane_values* b) {
    if (gcnmemi_pattern_divides_by_zero(code, b)) {
        return 0;
    }
    if (!a->is_spread && !b->is_spread) {
        a->one = gcnmemi_expr_binary_value((uint8_t)code, a->one, b->one);
        return 1;
    }
    gcnmemi_pattern_spread_value(a);
    if (b->is_spread) {
        gcnmemi_pattern_apply_spread(code, a->lane, b->lane);
    } else {
        gcnmemi_pattern_apply_one(code, a->lane, b->one);
    }
    return 1;
}

GCNMEMI_PRIVATE void gcnmemi_pattern_unary(uint32_t code, gcnmemi_pattern_lane_values* a) {
    a->one = gcnmemi_expr_unary_value((uint8_t)code, a->one);
    for (uint32_t i = 0; i < GCNMEM_LANES && a->is_spread; ++i) {
        a->lane[i] = gcnmemi_expr_unary_value((uint8_t)code, a->lane[i]);
    }
}

GCNMEMI_PRIVATE void gcnmemi_pattern_load(const gcnmem_expr_step* step, const gcnmem_expr_inputs* inputs,
                                          gcnmemi_pattern_lane_values* a) {
    a->is_spread =
        step->code == GCNMEMI_EXPR_INPUT && gcnmemi_pattern_depends_input(step->constant) == GCNMEMI_PATTERN_BY_LANE;
    a->one = 0;
    if (!a->is_spread) {
        a->one = step->code == GCNMEMI_EXPR_CONSTANT ? step->constant : gcnmemi_expr_input(inputs, step->constant);
        return;
    }
    for (uint32_t i = 0; i < GCNMEM_LANES; ++i) {
        a->lane[i] = step->constant == GCNMEMI_EXPR_LANE ? i : step->constant == GCNMEMI_EXPR_X ? i % 8 : i / 8;
    }
}

/* Step by step, each for all lanes. Returns 0 for what it does not do: jumps, deep stacks, division by zero. */
GCNMEMI_PRIVATE int gcnmemi_pattern_evaluate_steps(gcnmemi_machine_view* v, const gcnmemi_machine_pattern* pattern,
                                                   const gcnmem_expr_inputs* inputs) {
    gcnmemi_pattern_lane_values stack[GCNMEMI_PATTERN_DEPTH];
    gcnmemi_pattern_lane_values constant;
    uint32_t depth = 0;
    constant.is_spread = 0;
    for (uint32_t i = 0; i < pattern->expr.step_count; ++i) {
        const gcnmem_expr_step* step = &pattern->expr.steps[i];
        if (step->code <= GCNMEMI_EXPR_INPUT) {
            if (depth == GCNMEMI_PATTERN_DEPTH) {
                return 0;
            }
            gcnmemi_pattern_load(step, inputs, &stack[depth++]);
        } else if (step->code <= GCNMEMI_EXPR_BOOL) {
            gcnmemi_pattern_unary(step->code, &stack[depth - 1]);
        } else if (step->code <= GCNMEMI_EXPR_OR_ELSE) {
            return 0;
        } else {
            depth -= !step->has_constant;
            constant.one = step->constant;
            if (!gcnmemi_pattern_apply(step->code, &stack[depth - 1], step->has_constant ? &constant : &stack[depth])) {
                return 0;
            }
        }
    }
    gcnmemi_pattern_spread_value(&stack[0]);
    for (uint32_t i = 0; i < GCNMEM_LANES; ++i) {
        v->access->address[i] = stack[0].lane[i] + pattern->base;
    }
    return 1;
}

GCNMEMI_PRIVATE void gcnmemi_pattern_evaluate(gcnmemi_machine_view* v, const gcnmemi_machine_pattern* pattern,
                                              const gcnmemi_pattern_asker* asker) {
    if (!gcnmemi_pattern_evaluate_steps(v, pattern, &asker->inputs)) {
        gcnmemi_pattern_evaluate_lanes(v, pattern, asker);
    }
}

/* ---- touching ---- */

#define GCNMEMI_PATTERN_TEXELS 0x600000000u /* of the column of tiles that stands for an image */

/* Images are asked for by byte address as well: texel n of a column of 8x8 tiles stands at byte n * element [est]. */
GCNMEMI_PRIVATE void gcnmemi_pattern_to_texels(gcnmem_access* access) {
    access->image.width = 8;
    access->image.height = 0xfffffff8u;
    access->image.depth = 1;
    for (uint32_t lane = 0; lane < GCNMEM_LANES; ++lane) {
        uint64_t texel = access->address[lane] / gcnmemi_bits_max(1, access->op.element_bytes) % GCNMEMI_PATTERN_TEXELS;
        uint32_t z = (uint32_t)(texel % 64);
        uint32_t x = (z & 1) | (z >> 1 & 2) | (z >> 2 & 4);
        uint32_t y = (z >> 1 & 1) | (z >> 2 & 2) | (z >> 3 & 4);
        access->texel[0][lane] = access->op.element_bytes == 12 ? (int64_t)(texel % 8) : (int64_t)x;
        access->texel[1][lane] = (int64_t)(texel / 64 * 8 + (access->op.element_bytes == 12 ? texel % 64 / 8 : y));
        access->texel[2][lane] = 0;
    }
}

/* Cost and lines of the access in v->access. */
GCNMEMI_PRIVATE void gcnmemi_pattern_measure(gcnmemi_machine_view* v, const gcnmemi_machine_pattern* pattern,
                                             uint64_t mask, gcnmemi_touch* touch) {
    gcnmem_access* access = v->access;
    access->op = pattern->op;
    access->exec_mask = mask;
    access->size_bytes = 0;
    access->filter = GCNMEM_FILTER_DEFAULT;
    if (pattern->op.unit == GCNMEM_UNIT_IMAGE) {
        gcnmemi_pattern_to_texels(access);
    }
    gcnmemi_cost_touch(v->desc, access, GCNMEMI_TOUCH_WANT_LINES, 1, touch);
}

GCNMEMI_PRIVATE void gcnmemi_pattern_remember(const gcnmemi_touch* touch, uint64_t first_line, uint32_t key,
                                              gcnmemi_machine_memo* memo) {
    if (touch->line_count > GCNMEMI_MACHINE_MEMO_LINES) {
        return;
    }
    memo->key = GCNMEM_NONE;
    memo->full = 0;
    for (uint32_t i = 0; i < touch->line_count; ++i) {
        int64_t distance = (int64_t)(touch->line[i] - first_line);
        if (distance < -0x40000000 || distance > 0x40000000) {
            return;
        }
        memo->line[i] = (int32_t)distance;
        memo->full |= (uint64_t)touch->is_full[i] << i;
    }
    memo->key = key;
    memo->clocks = (uint32_t)touch->cost.clocks;
    memo->bytes = (uint32_t)touch->cost.bytes_requested;
    memo->distinct = (uint32_t)touch->cost.l1_lines;
    memo->line_count = touch->line_count;
    memo->line_bytes = touch->line_bytes;
}

/* Clocks, bytes and lines; the other counters are not remembered. */
GCNMEMI_PRIVATE void gcnmemi_pattern_recall(const gcnmemi_machine_memo* memo, uint64_t first_line,
                                            gcnmemi_touch* touch) {
    touch->cost.clocks = memo->clocks;
    touch->cost.bytes_requested = memo->bytes;
    touch->cost.l1_lines = memo->distinct;
    touch->line_count = memo->line_count;
    touch->line_bytes = memo->line_bytes;
    for (uint32_t i = 0; i < memo->line_count; ++i) {
        touch->line[i] = first_line + (uint64_t)(int64_t)memo->line[i];
        touch->is_full[i] = memo->full >> i & 1;
    }
}

/* The bytes that addresses of the pattern's unit have before they begin anew or reach nothing; 0: all 2^64. */
GCNMEMI_PRIVATE uint64_t gcnmemi_pattern_reach(const gcnmem_desc* desc, const gcnmem_op* op) {
    return op->unit == GCNMEM_UNIT_LDS     ? desc->lds_size_bytes
           : op->unit == GCNMEM_UNIT_IMAGE ? GCNMEMI_PATTERN_TEXELS * op->element_bytes
                                           : 0;
}

GCNMEMI_PRIVATE void gcnmemi_pattern_shifted(gcnmemi_machine_view* v, gcnmemi_machine_pattern* pattern,
                                             const gcnmemi_pattern_asker* asker, gcnmemi_touch* touch) {
    uint64_t first = gcnmemi_pattern_first(v, pattern, asker);
    uint64_t size = gcnmemi_pattern_reach(v->desc, &pattern->op);
    if (pattern->op.unit == GCNMEM_UNIT_IMAGE) {
        first %= size; /* as gcnmemi_pattern_to_texels() does */
    }
    int repeats = pattern->period != 0 && (size == 0 || (first < size && first + pattern->reach < size));
    uint64_t first_line = first & ~(uint64_t)(v->desc->l1_line_bytes - 1);
    uint32_t key = repeats ? gcnmemi_bits_rest(first, pattern->period) : 0;
    gcnmemi_machine_memo* memo = &pattern->memo[key / 4 % GCNMEMI_MACHINE_MEMOS];
    key |= asker->is_partial ? 0x40000000u : 0;
    if (repeats && memo->key == key) {
        gcnmemi_pattern_recall(memo, first_line, touch);
        return;
    }
    for (uint32_t lane = 0; lane < GCNMEM_LANES; ++lane) {
        v->access->address[lane] = first + pattern->lane[lane];
    }
    gcnmemi_pattern_measure(v, pattern, asker->mask, touch);
    if (repeats) {
        gcnmemi_pattern_remember(touch, first_line, key, memo);
    }
}

GCNMEMI_PRIVATE int gcnmemi_pattern_ask(gcnmemi_machine_view* v, const gcnmemi_machine_pattern* pattern,
                                        const gcnmemi_pattern_asker* asker, uint64_t* mask) {
    gcnmem_run_query query;
    query.insn = v->run->first_insn + pattern->insn;
    query.wave = asker->in_group;
    query.group = asker->inputs.group;
    query.iter[0] = asker->inputs.iter;
    query.iter[1] = asker->inputs.iter1;
    query.iter[2] = asker->inputs.iter2;
    *mask = asker->mask;
    return v->address_fn(v->user_data, &query, v->access->address, mask);
}

/* What a wave's memory instruction touches. */
GCNMEMI_PRIVATE void gcnmemi_pattern_touch(gcnmemi_machine_view* v, gcnmemi_machine_pattern* pattern,
                                           const gcnmemi_pattern_asker* asker, gcnmemi_touch* touch) {
    uint64_t mask;
    if (v->address_fn != NULL && gcnmemi_pattern_ask(v, pattern, asker, &mask)) {
        gcnmemi_pattern_measure(v, pattern, mask & asker->mask, touch);
    } else if (pattern->kind == GCNMEMI_MACHINE_PATTERN_GENERAL) {
        gcnmemi_pattern_evaluate(v, pattern, asker);
        gcnmemi_pattern_measure(v, pattern, asker->mask, touch);
    } else {
        gcnmemi_pattern_shifted(v, pattern, asker, touch);
    }
}

/* ---------------------------------------------------------------------------------------------------------------------
   >>memory     the timed path: vector L1, scalar L1, L2 channels, DRAM (R54)
   Knows: bits, cache, dram, touch, scalar, levels, machine, wheel, record, counters

   An access takes its turn in the L1 of its CU; each line then hits there, is on its way already, or goes to its L2
   channel, one a clock, and from there to DRAM. What hits in L1 or L2 has its clock at once. What waits for DRAM gets
   it when DRAM has chosen the order, and tells the waves.
   ------------------------------------------------------------------------------------------------------------------ */

/* ---- lists ---- */

GCNMEMI_PRIVATE uint32_t gcnmemi_memory_take_access(gcnmemi_machine_view* v) {
    uint32_t index = v->run->free_access;
    if (index != GCNMEM_NONE) {
        v->run->free_access = v->accesses[index].missing;
    }
    return index;
}

GCNMEMI_PRIVATE uint32_t gcnmemi_memory_take_request(gcnmemi_machine_view* v) {
    uint32_t index = v->run->free_request;
    if (index != GCNMEM_NONE) {
        v->run->free_request = v->requests[index].next;
    }
    return index;
}

GCNMEMI_PRIVATE uint32_t* gcnmemi_memory_bucket(gcnmemi_machine_view* v, uint64_t address) {
    uint64_t hash = (address >> 5) * 0x9e3779b97f4a7c15u;
    return &v->buckets[(uint32_t)(hash >> 40) & (v->run->bucket_count - 1)];
}

/* The request that fetches the L2 line, or NONE. */
GCNMEMI_PRIVATE uint32_t gcnmemi_memory_find(gcnmemi_machine_view* v, uint64_t address) {
    uint32_t index = *gcnmemi_memory_bucket(v, address);
    while (index != GCNMEM_NONE && v->requests[index].address != address) {
        index = v->requests[index].chain;
    }
    return index;
}

GCNMEMI_PRIVATE void gcnmemi_memory_forget(gcnmemi_machine_view* v, uint32_t index) {
    uint32_t* at = gcnmemi_memory_bucket(v, v->requests[index].address);
    while (*at != index && *at != GCNMEM_NONE) {
        at = &v->requests[*at].chain;
    }
    if (*at == index) {
        *at = v->requests[index].chain;
    }
}

/* ---- L2 and below ---- */

/* A line leaves L2 and joins the queue of its DRAM channel. */
GCNMEMI_PRIVATE uint32_t gcnmemi_memory_queue(gcnmemi_machine_view* v, uint64_t address, uint64_t clock,
                                              uint32_t is_write) {
    uint32_t index = gcnmemi_memory_take_request(v);
    if (index == GCNMEM_NONE) {
        return GCNMEM_NONE;
    }
    gcnmemi_machine_request* request = &v->requests[index];
    gcnmemi_bits_zero(request, sizeof(*request));
    gcnmem_dram_decode(v->dram, address, &request->place);
    gcnmemi_machine_queue* queue = &v->queues[request->place.channel];
    request->address = address;
    request->clock = clock + v->run->levels.row[GCNMEMI_LEVELS_L2].there_clocks;
    request->waiters = GCNMEM_NONE;
    request->next = GCNMEM_NONE;
    request->chain = GCNMEM_NONE;
    request->is_write = is_write;
    if (queue->head == GCNMEM_NONE) {
        queue->head = index;
    } else {
        v->requests[queue->tail].next = index;
    }
    queue->tail = index;
    ++v->run->queued;
    if (request->clock < v->run->tick) {
        v->run->tick = request->clock;
    }
    return index;
}

/* A request for a line of L2, or part of one, reaches its channel at `clock`. Returns when the channel has served it;
   out_request: what brings the data, or NONE. */
GCNMEMI_PRIVATE uint64_t gcnmemi_memory_ask_l2(gcnmemi_machine_view* v, const gcnmemi_levels_request* request,
                                               uint64_t clock, uint32_t* out_request) {
    gcnmem_run* run = v->run;
    gcnmemi_levels_answer answer;
    gcnmemi_levels_meet(&run->levels, GCNMEMI_LEVELS_L2, 0, request, &answer);
    gcnmemi_machine_channel* channel = &v->channels[answer.instance];
    uint64_t served = clock > channel->free_clock ? clock : channel->free_clock;
    uint32_t busy =
        gcnmemi_bits_divide_up((uint32_t)request->bytes, run->levels.row[GCNMEMI_LEVELS_L2].bytes_per_clock);
    channel->free_clock = served + busy;
    channel->busy_clocks += busy;
    run->result.l2_bytes += request->bytes;
    *out_request = GCNMEM_NONE;
    for (uint32_t i = 0; i < answer.count; ++i) {
        uint32_t is_write = (answer.down[i].flags & (uint32_t)GCNMEM_CACHE_WRITE) != 0;
        uint32_t index = gcnmemi_memory_queue(v, answer.down[i].address, served, is_write);
        if (!is_write && index != GCNMEM_NONE) {
            uint32_t* bucket = gcnmemi_memory_bucket(v, answer.line);
            v->requests[index].chain = *bucket;
            *bucket = index;
            *out_request = index;
        }
    }
    if (answer.is_hit && run->in_dram + run->queued != 0) {
        *out_request = gcnmemi_memory_find(v, answer.line);
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
    uint32_t cache; /* CU, or CU count + cluster */
} gcnmemi_memory_progress;

GCNMEMI_PRIVATE void gcnmemi_memory_reach(gcnmemi_memory_progress* progress, uint64_t clock, uint32_t served) {
    progress->clock = clock > progress->clock ? clock : progress->clock;
    progress->served = served > progress->served ? served : progress->served;
}

/* The access waits for a line that a request brings. */
GCNMEMI_PRIVATE void gcnmemi_memory_await(gcnmemi_machine_view* v, gcnmemi_memory_progress* progress, uint64_t line,
                                          uint32_t request) {
    gcnmem_run* run = v->run;
    uint32_t index = run->free_waiter;
    if (progress->access == GCNMEM_NONE) {
        progress->access = gcnmemi_memory_take_access(v);
        if (progress->access != GCNMEM_NONE) {
            v->accesses[progress->access].missing = 0;
            v->accesses[progress->access].clock = 0;
        }
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
        gcnmemi_memory_reach(progress, fresh->when, GCNMEM_SERVED_L2);
    }
}

/* A first-level cache sends a request to L2 that leaves at `clock`. Loads and atomics wait for what comes back; a store
   is done when L2 has it. */
GCNMEMI_PRIVATE void gcnmemi_memory_miss(gcnmemi_machine_view* v, gcnmemi_memory_progress* progress, uint64_t line,
                                         gcnmemi_levels_request request, uint64_t clock) {
    int is_store = (request.flags & (uint32_t)(GCNMEM_CACHE_WRITE | GCNMEM_CACHE_ATOMIC)) == GCNMEM_CACHE_WRITE;
    uint32_t bringer = GCNMEM_NONE;
    uint64_t back = 0;
    gcnmemi_levels_request part;
    while (gcnmemi_levels_cut(&v->run->levels, GCNMEMI_LEVELS_L2, &request, &part)) {
        uint32_t index;
        uint64_t served = gcnmemi_memory_ask_l2(v, &part, clock, &index);
        if (index == GCNMEM_NONE || is_store) {
            back = gcnmemi_bits_max(back, served + progress->back);
        } else {
            bringer = index;
            gcnmemi_memory_await(v, progress, line, index);
        }
    }
    if (back != 0) {
        gcnmemi_memory_reach(progress, back, GCNMEM_SERVED_L2);
    }
    if (is_store) {
        return;
    }
    if (bringer != GCNMEM_NONE) {
        gcnmemi_memory_note_fresh(v, progress->cache, line, GCNMEMI_MACHINE_UNKNOWN + bringer);
        return;
    }
    gcnmemi_memory_note_fresh(v, progress->cache, line, back);
    if (progress->cache < v->run->result.cu_count && back > v->cus[progress->cache].fresh_until) {
        v->cus[progress->cache].fresh_until = back;
    }
}

GCNMEMI_PRIVATE gcnmemi_memory_progress gcnmemi_memory_start(const gcnmemi_machine_view* v, uint32_t level,
                                                             uint32_t cache, uint32_t served, uint64_t clock) {
    gcnmemi_memory_progress progress;
    progress.clock = clock;
    progress.access = GCNMEM_NONE;
    progress.served = served;
    progress.back = v->run->levels.row[level].back_clocks;
    progress.cache = cache;
    return progress;
}

/* ---- vector memory ---- */

/* A vector access issues at `now`: through the L1 pipe, line by line. */
GCNMEMI_PRIVATE gcnmemi_memory_progress gcnmemi_memory_vector(gcnmemi_machine_view* v, uint32_t cu_index,
                                                              gcnmemi_machine_pattern* pattern,
                                                              const gcnmemi_touch* touch, uint64_t now) {
    gcnmem_run* run = v->run;
    gcnmemi_machine_cu* cu = &v->cus[cu_index];
    uint64_t start = now > cu->l1_free ? now : cu->l1_free;
    uint32_t clocks = (uint32_t)touch->cost.clocks;
    uint32_t spare = 0; /* lines are spread evenly over the clocks: line i has clock i * clocks / lines */
    uint64_t clock = start;
    gcnmemi_memory_progress progress =
        gcnmemi_memory_start(v, GCNMEMI_LEVELS_L1, cu_index, GCNMEM_SERVED_L1,
                             start + clocks + v->desc->l1_latency_clocks - 4); /* stated for a load of 4 clocks */
    cu->l1_free = start + clocks;
    for (uint32_t i = 0; i < touch->line_count; ++i) {
        uint32_t full = touch->is_full[i] ? (uint32_t)GCNMEM_CACHE_FULL_LINE : 0;
        gcnmemi_levels_request request =
            gcnmemi_levels_request_of(touch->line[i], touch->line_bytes, pattern->cache_flags | full);
        gcnmemi_levels_answer answer;
        gcnmemi_levels_meet(&run->levels, GCNMEMI_LEVELS_L1, cu_index, &request, &answer);
        if (answer.count != 0) {
            uint64_t leaves = clock > cu->request_free ? clock : cu->request_free;
            cu->request_free = leaves + 1;
            gcnmemi_memory_miss(v, &progress, touch->line[i], answer.down[answer.count - 1],
                                leaves + run->levels.row[GCNMEMI_LEVELS_L1].there_clocks);
        } else if (cu->fresh_unknown != 0 || cu->fresh_until > clock) {
            gcnmemi_memory_hit(v, &progress, touch->line[i], clock);
        }
        for (spare += clocks; spare >= touch->line_count; spare -= touch->line_count) {
            ++clock;
        }
    }
    run->result.l1_busy_clocks += clocks;
    run->result.l1_bytes += touch->cost.l1_lines * v->desc->l1_line_bytes;
    run->result.bytes_requested += touch->cost.bytes_requested;
    return progress;
}

/* ---- scalar memory ---- */

/* A scalar access issues at `now`: a line a clock [amd]. */
GCNMEMI_PRIVATE gcnmemi_memory_progress gcnmemi_memory_scalar(gcnmemi_machine_view* v, uint32_t cu_index,
                                                              gcnmemi_machine_pattern* pattern, uint64_t address,
                                                              uint64_t now) {
    gcnmem_run* run = v->run;
    const gcnmemi_levels_row* row = &run->levels.row[GCNMEMI_LEVELS_SCALAR_L1];
    uint32_t cluster = cu_index / row->sharers;
    uint32_t line_bytes = row->geometry.line_bytes;
    uint32_t lines = gcnmemi_scalar_blocks(address, pattern->op.element_bytes, line_bytes);
    uint64_t start = now > v->clusters[cluster] ? now : v->clusters[cluster];
    gcnmemi_memory_progress progress =
        gcnmemi_memory_start(v, GCNMEMI_LEVELS_SCALAR_L1, run->result.cu_count + cluster, GCNMEM_SERVED_SCALAR_L1,
                             start + v->desc->scalar_l1_latency_clocks);
    for (uint32_t i = 0; i < lines; ++i, ++start) {
        uint64_t line = (address & ~(uint64_t)(line_bytes - 1)) + (uint64_t)i * line_bytes;
        gcnmemi_levels_request request = gcnmemi_levels_request_of(line, line_bytes, pattern->cache_flags);
        gcnmemi_levels_answer answer;
        gcnmemi_levels_meet(&run->levels, GCNMEMI_LEVELS_SCALAR_L1, cu_index, &request, &answer);
        if (answer.count != 0) {
            gcnmemi_memory_miss(v, &progress, line, answer.down[answer.count - 1], start + row->there_clocks);
        } else {
            gcnmemi_memory_hit(v, &progress, line, now);
        }
    }
    v->clusters[cluster] = start;
    run->result.scalar_bytes += pattern->op.element_bytes;
    return progress;
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
    uint64_t port_clocks = (uint64_t)pattern->lds_port_clocks * v->desc->lds_port_count;
    uint64_t port_start = now > *port ? now : *port;
    uint64_t bank_start = now > cu->lds_free ? now : cu->lds_free;
    uint64_t done = bank_start + touch->cost.clocks;
    cu->lds_free = done;
    *port = port_start + port_clocks;
    done = *port > done ? *port : done;
    v->run->result.lds_busy_clocks += gcnmemi_bits_max(touch->cost.clocks, pattern->lds_port_clocks);
    v->run->result.lds_bytes += touch->cost.bytes_requested;
    return done + v->desc->lds_latency_clocks - 4; /* stated for a read of 4 clocks */
}

/* ---- DRAM, looked after now and then ---- */

/* All lines of an access have clocks: its counters know, and its wave may go on. */
GCNMEMI_PRIVATE void gcnmemi_memory_complete(gcnmemi_machine_view* v, uint32_t index) {
    gcnmemi_machine_access* access = &v->accesses[index];
    uint32_t wave = access->wave;
    if (access->slot[0] != 0xff) {
        gcnmemi_counters_answer(v, wave, GCNMEMI_COUNTERS_COUNTER_VM, access->slot[0], access->clock, access->served);
    }
    if (access->slot[1] != 0xff) {
        gcnmemi_counters_answer(v, wave, GCNMEMI_COUNTERS_COUNTER_LGKM, access->slot[1], access->clock, access->served);
    }
    gcnmemi_record_request(v, wave, access->insn, access->issued, access->clock, access->served);
    access->missing = v->run->free_access;
    v->run->free_access = index;
    if (v->waves[wave].state == GCNMEMI_MACHINE_WAVE_WAITS && (access->slot[0] & access->slot[1]) != 0xff) {
        gcnmemi_counters_settle(v, wave);
    }
}

/* Waves of a CU that were turned away look again. */
GCNMEMI_PRIVATE void gcnmemi_memory_unblock(gcnmemi_machine_view* v, uint32_t cu) {
    uint32_t simds = v->desc->simd_count_per_cu;
    for (uint32_t s = 0; s < simds; ++s) {
        if (v->simds[cu * simds + s].count != 0) {
            gcnmemi_wheel_need(v, cu * simds + s, v->run->now + 1);
        }
    }
}

/* A line is in L2 at `clock`: everyone who waits for it has one line less to wait for. */
GCNMEMI_PRIVATE void gcnmemi_memory_arrive(gcnmemi_machine_view* v, uint32_t index, uint64_t clock) {
    gcnmem_run* run = v->run;
    uint32_t waiter = v->requests[index].waiters;
    while (waiter != GCNMEM_NONE) {
        gcnmemi_machine_waiter* w = &v->waiters[waiter];
        uint32_t next = w->next;
        gcnmemi_machine_access* access = &v->accesses[w->access];
        gcnmemi_machine_fresh* fresh = gcnmemi_memory_find_fresh(v, w->fresh, w->line);
        uint64_t back = clock + access->back;
        access->clock = back > access->clock ? back : access->clock;
        if (fresh != NULL && fresh->when == GCNMEMI_MACHINE_UNKNOWN + index) {
            fresh->when = back;
        }
        if (w->fresh < run->result.cu_count) {
            gcnmemi_machine_cu* cu = &v->cus[w->fresh];
            --cu->fresh_unknown;
            cu->fresh_until = back > cu->fresh_until ? back : cu->fresh_until;
        }
        if (--access->missing == 0) {
            gcnmemi_memory_complete(v, w->access);
        }
        w->next = run->free_waiter;
        run->free_waiter = waiter;
        waiter = next;
    }
}

GCNMEMI_PRIVATE void gcnmemi_memory_drop_request(gcnmemi_machine_view* v, uint32_t index) {
    v->requests[index].next = v->run->free_request;
    v->run->free_request = index;
}

GCNMEMI_PRIVATE void gcnmemi_memory_pop_dram(gcnmemi_machine_view* v) {
    gcnmem_run* run = v->run;
    gcnmem_dram_completion done;
    while (gcnmem_dram_pop(v->dram, &done)) {
        gcnmemi_machine_request* request = &v->requests[done.tag];
        uint64_t clock =
            gcnmemi_levels_to_core(&run->levels, done.clock) + run->levels.row[GCNMEMI_LEVELS_L2].back_clocks;
        --run->in_dram;
        request->done = clock > request->done ? clock : request->done;
        if (++request->bursts_done == run->levels.line_bursts) {
            if (!request->is_write) {
                gcnmemi_memory_forget(v, done.tag);
                gcnmemi_memory_arrive(v, done.tag, request->done);
            }
            gcnmemi_memory_drop_request(v, done.tag);
        }
    }
}

/* Gives DRAM what stands at the head of a DRAM channel's queue and is due. Returns when its next is due. */
GCNMEMI_PRIVATE uint64_t gcnmemi_memory_feed(gcnmemi_machine_view* v, gcnmemi_machine_queue* queue) {
    gcnmem_run* run = v->run;
    while (queue->head != GCNMEM_NONE) {
        uint32_t index = queue->head;
        gcnmemi_machine_request* request = &v->requests[index];
        if (request->clock > run->now) {
            return request->clock;
        }
        uint64_t clock = gcnmemi_levels_to_dram(&run->levels, request->clock);
        while (request->bursts_sent < run->levels.line_bursts) {
            if (!gcnmemi_dram_submit_to(v->dram, &request->place, request->is_write, clock, index)) {
                return GCNMEMI_MACHINE_NEVER; /* full: DRAM's own clock says when there is room */
            }
            ++request->bursts_sent;
            ++run->in_dram;
            if (request->bursts_sent < run->levels.line_bursts) {
                uint64_t address = request->address + (uint64_t)request->bursts_sent * run->levels.burst_bytes;
                gcnmem_dram_decode(v->dram, address, &request->place);
            }
        }
        queue->head = request->next;
        --run->queued;
    }
    return GCNMEMI_MACHINE_NEVER;
}

/* Room below: CUs that were turned away may try again, longest waiting first. */
GCNMEMI_PRIVATE void gcnmemi_memory_admit(gcnmemi_machine_view* v) {
    gcnmem_run* run = v->run;
    uint32_t room = run->queued < run->queued_max ? run->queued_max - run->queued : 0;
    while (run->first_blocked != GCNMEM_NONE && room != 0) {
        gcnmemi_machine_cu* cu = &v->cus[run->first_blocked];
        uint32_t index = run->first_blocked;
        run->first_blocked = cu->next_blocked;
        cu->is_blocked = 0;
        gcnmemi_memory_unblock(v, index);
        room = room > 16 ? room - 16 : 0;
    }
}

/* One look after DRAM at run->now. */
GCNMEMI_PRIVATE void gcnmemi_memory_tick(gcnmemi_machine_view* v) {
    gcnmem_run* run = v->run;
    uint64_t next = GCNMEMI_MACHINE_NEVER;
    for (uint32_t i = 0; i < v->desc->dram_channels; ++i) {
        uint64_t due = v->queues[i].head != GCNMEM_NONE ? gcnmemi_memory_feed(v, &v->queues[i]) : GCNMEMI_MACHINE_NEVER;
        next = due < next ? due : next;
    }
    gcnmem_dram_advance(v->dram, gcnmemi_levels_to_dram(&run->levels, run->now));
    gcnmemi_memory_pop_dram(v);
    gcnmemi_memory_admit(v);
    if (run->in_dram != 0) {
        uint64_t command = gcnmemi_levels_to_core(&run->levels, gcnmem_dram_next_clock(v->dram));
        next = command < next ? command : next;
    }
    run->tick = next == GCNMEMI_MACHINE_NEVER || next > run->now + GCNMEMI_MACHINE_TICK
                    ? next
                    : run->now + GCNMEMI_MACHINE_TICK;
}

/* Whether the memory below can take another access of this CU; if not, the CU is called when it can. */
GCNMEMI_PRIVATE int gcnmemi_memory_has_room(gcnmemi_machine_view* v, uint32_t index) {
    gcnmem_run* run = v->run;
    gcnmemi_machine_cu* cu = &v->cus[index];
    int is_full = run->queued >= run->queued_max || cu->fresh_unknown >= v->desc->l1_miss_lines;
    if (is_full && !cu->is_blocked) {
        cu->is_blocked = 1;
        cu->next_blocked = GCNMEM_NONE;
        if (run->first_blocked == GCNMEM_NONE) {
            run->first_blocked = index;
        } else {
            v->cus[run->last_blocked].next_blocked = index;
        }
        run->last_blocked = index;
    }
    return !is_full;
}

/* ---------------------------------------------------------------------------------------------------------------------
   >>wave       where a wave goes next: branches, trips of loops (R51)
   Knows: bits, program, machine, pattern

   A loop's count is the number of times its latch has run since the loop was entered. A conditional latch is taken
   until the count reaches the loop's trips; behind an unconditional one, the exit is taken once the count has reached
   them. Whoever leaves a loop sets its count to zero.
   ------------------------------------------------------------------------------------------------------------------ */

GCNMEMI_PRIVATE uint32_t* gcnmemi_wave_counts(const gcnmemi_machine_view* v, uint32_t wave) {
    return v->trip_counts + (size_t)wave * v->run->loop_count;
}

GCNMEMI_PRIVATE int gcnmemi_wave_is_inside(const gcnmemi_machine_view* v, uint32_t loop, uint32_t insn) {
    uint32_t at = insn < v->run->insn_count ? v->insns[insn].loop : GCNMEM_NO_LOOP;
    while (at != GCNMEM_NO_LOOP && at != loop) {
        at = v->loops[at].parent;
    }
    return at == loop;
}

/* A draw for this wave's branch: a hash of who asks and how often it has asked. */
GCNMEMI_PRIVATE int gcnmemi_wave_draw(gcnmemi_machine_wave* w, uint32_t per_mille) {
    return gcnmemi_bits_mix(gcnmemi_bits_mix(w->group * 64 + w->in_group) + ++w->visits) % 1000 < per_mille;
}

/* The latch of a loop runs: nonzero to go round again. */
GCNMEMI_PRIVATE int gcnmemi_wave_latch(gcnmemi_machine_view* v, uint32_t wave, const gcnmemi_machine_insn* insn) {
    uint32_t* count = &gcnmemi_wave_counts(v, wave)[insn->latch_of];
    uint32_t trips = v->loops[insn->latch_of].trips;
    int is_certain = insn->branch == GCNMEM_BRANCH_ALWAYS || insn->branch == GCNMEM_BRANCH_NONE;
    ++*count;
    return is_certain ? *count <= trips : *count < trips; /* a certain latch with no exit before it ends by itself */
}

GCNMEMI_PRIVATE int gcnmemi_wave_used_up(gcnmemi_machine_view* v, uint32_t wave, const gcnmemi_machine_insn* insn) {
    return insn->loop == GCNMEM_NO_LOOP || gcnmemi_wave_counts(v, wave)[insn->loop] >= v->loops[insn->loop].trips;
}

GCNMEMI_PRIVATE int gcnmemi_wave_is_taken(gcnmemi_machine_view* v, uint32_t wave, const gcnmemi_machine_insn* insn) {
    int is_certain = insn->branch == GCNMEM_BRANCH_ALWAYS || insn->branch == GCNMEM_BRANCH_INDIRECT;
    if ((insn->flags & GCNMEM_INSN_LATCH_TAKEN) != 0) {
        return gcnmemi_wave_latch(v, wave, insn);
    }
    if ((insn->flags & GCNMEM_INSN_LATCH_FALLS) != 0) {
        return is_certain || !gcnmemi_wave_latch(v, wave, insn);
    }
    if (is_certain || insn->branch == GCNMEM_BRANCH_CALL) {
        return is_certain;
    }
    if (insn->per_mille != 0xffff && gcnmemi_wave_draw(&v->waves[wave], insn->per_mille)) {
        return 1;
    }
    if ((insn->flags & GCNMEM_INSN_EXIT_TAKEN) != 0) {
        return gcnmemi_wave_used_up(v, wave, insn);
    }
    return (insn->flags & GCNMEM_INSN_EXIT_FALLS) != 0 && !gcnmemi_wave_used_up(v, wave, insn);
}

/* Moves the wave behind its branch, out of the loops that do not hold the place. Returns whether it was taken. */
GCNMEMI_PRIVATE int gcnmemi_wave_branch(gcnmemi_machine_view* v, uint32_t wave) {
    gcnmemi_machine_wave* w = &v->waves[wave];
    const gcnmemi_machine_insn* insn = &v->insns[w->pc];
    uint32_t loop = insn->loop;
    int is_taken = gcnmemi_wave_is_taken(v, wave, insn);
    w->pc = is_taken ? insn->target : w->pc + 1;
    while (loop != GCNMEM_NO_LOOP && !gcnmemi_wave_is_inside(v, loop, w->pc)) {
        gcnmemi_wave_counts(v, wave)[loop] = 0;
        loop = v->loops[loop].parent;
    }
    return is_taken;
}

/* Moves the wave to the instruction below. */
GCNMEMI_PRIVATE void gcnmemi_wave_step(gcnmemi_machine_view* v, uint32_t wave) {
    const gcnmemi_machine_insn* insn = &v->insns[v->waves[wave].pc++];
    if ((insn->flags & GCNMEM_INSN_LATCH_FALLS) != 0) {
        gcnmemi_wave_latch(v, wave, insn);
    }
}

GCNMEMI_PRIVATE gcnmemi_pattern_asker gcnmemi_wave_asker(const gcnmemi_machine_view* v, uint32_t wave) {
    const gcnmemi_machine_wave* w = &v->waves[wave];
    const gcnmemi_machine_insn* insn = &v->insns[w->pc];
    uint32_t rest = v->run->result.needs.group_threads % GCNMEM_LANES;
    uint32_t lanes = GCNMEM_INSN_LANES(insn->flags);
    uint32_t loop = insn->loop;
    uint64_t done[3] = {0, 0, 0}; /* trips of the loops around it */
    gcnmemi_pattern_asker asker;
    for (uint32_t i = 0; i < 3 && loop != GCNMEM_NO_LOOP; ++i) {
        done[i] = gcnmemi_wave_counts(v, wave)[loop];
        loop = v->loops[loop].parent;
    }
    gcnmemi_pattern_set_lane(&asker.inputs, 0);
    asker.inputs.wave = w->group * v->run->group_waves + w->in_group;
    asker.inputs.group = w->group;
    asker.inputs.insn = v->run->first_insn + w->pc;
    asker.inputs.iter = done[0];
    asker.inputs.iter1 = done[1];
    asker.inputs.iter2 = done[2];
    asker.in_group = w->in_group;
    asker.is_partial = w->is_last && rest != 0;
    asker.mask = asker.is_partial ? ((uint64_t)1 << rest) - 1 : UINT64_MAX;
    if (lanes != 0 && lanes < GCNMEM_LANES) {
        asker.mask &= ((uint64_t)1 << lanes) - 1;
    }
    return asker;
}

/* ---------------------------------------------------------------------------------------------------------------------
   >>dispatch   work-groups into free slots (R55)
   Knows: bits, machine, wheel, record, wave
   ------------------------------------------------------------------------------------------------------------------ */

/* A wave goes to the SIMD with the fewest waves, the first of several. */
GCNMEMI_PRIVATE void gcnmemi_dispatch_wave(gcnmemi_machine_view* v, uint32_t cu, uint32_t wave, uint64_t clock) {
    gcnmem_run* run = v->run;
    uint32_t first = cu * v->desc->simd_count_per_cu;
    gcnmemi_machine_wave* w = &v->waves[wave];
    gcnmemi_bits_zero(w, sizeof(*w));
    w->simd = first;
    for (uint32_t i = first + 1; i < first + v->desc->simd_count_per_cu; ++i) {
        w->simd = v->simds[i].count < v->simds[w->simd].count ? i : w->simd;
    }
    gcnmemi_machine_simd* simd = &v->simds[w->simd];
    w->place = (uint8_t)simd->count++;
    w->since = clock;
    w->begin = clock;
    w->group = run->groups_placed;
    w->in_group = wave % run->group_waves;
    w->cu = cu;
    w->state = GCNMEMI_MACHINE_WAVE_RUNS;
    w->is_last = w->in_group + 1 == run->group_waves;
    gcnmemi_bits_zero(gcnmemi_wave_counts(v, wave), sizeof(uint32_t) * run->loop_count);
    if (gcnmemi_record_of_wave(v, GCNMEM_RUN_EVENT_WAVE, wave, 0, clock, GCNMEM_RUN_EVENT_OPEN) != NULL) {
        w->event = (uint32_t)run->result.events;
    }
    simd->ready[w->place] = clock;
    simd->wave[w->place] = wave;
    simd->port[w->place] = v->insns[0].port;
    simd->refusal[w->place] = GCNMEM_STALL_ISSUE;
    ++run->live_waves;
    gcnmemi_wheel_need(v, w->simd, clock);
}

/* Puts the next group of the dispatch, if there is one, into a free slot of the CU. Group slots hold the wave slots
   from their number times group_waves on. */
GCNMEMI_PRIVATE void gcnmemi_dispatch_group(gcnmemi_machine_view* v, uint32_t cu) {
    gcnmem_run* run = v->run;
    uint64_t* engine = &v->engines[v->cus[cu].engine];
    uint32_t slot = cu * run->result.groups_per_cu;
    if (run->groups_placed == run->groups) {
        return;
    }
    while (v->groups[slot].live != 0) {
        ++slot;
    }
    v->groups[slot].live = run->group_waves;
    v->groups[slot].arrived = 0;
    for (uint32_t i = 0; i < run->group_waves; ++i) {
        uint64_t clock = gcnmemi_bits_max(*engine, run->now);
        *engine = clock + v->desc->wave_interval_clocks;
        run->result.launch_clocks += clock + v->desc->wave_launch_clocks - run->now;
        gcnmemi_dispatch_wave(v, cu, slot * run->group_waves + i, clock + v->desc->wave_launch_clocks);
    }
    gcnmemi_record_resident(v, cu);
    ++run->groups_placed;
}

/* The first groups: one to each CU in turn, until all are full. */
GCNMEMI_PRIVATE void gcnmemi_dispatch_fill(gcnmemi_machine_view* v) {
    for (uint32_t round = 0; round < v->run->result.groups_per_cu; ++round) {
        for (uint32_t cu = 0; cu < v->run->result.cu_count; ++cu) {
            gcnmemi_dispatch_group(v, cu);
        }
    }
}

/* Takes an ended wave from its SIMD; younger waves move up. */
GCNMEMI_PRIVATE void gcnmemi_dispatch_remove(gcnmemi_machine_view* v, uint32_t wave) {
    gcnmemi_machine_wave* w = &v->waves[wave];
    gcnmemi_machine_simd* simd = &v->simds[w->simd];
    --simd->count;
    for (uint32_t i = w->place; i < simd->count; ++i) {
        simd->ready[i] = simd->ready[i + 1];
        simd->wave[i] = simd->wave[i + 1];
        simd->port[i] = simd->port[i + 1];
        simd->refusal[i] = simd->refusal[i + 1];
        v->waves[simd->wave[i]].place = (uint8_t)i;
    }
    w->state = GCNMEMI_MACHINE_WAVE_FREE;
    --v->run->live_waves;
    gcnmemi_record_resident(v, w->cu);
}

/* ---------------------------------------------------------------------------------------------------------------------
   >>issue      a SIMD's turn: which of its waves issue what (R56)
   Knows: bits, desc, machine, wheel, record, counters, pattern, memory, wave, dispatch

   Every clock is one SIMD's turn. It offers its waves, oldest first; each may issue one instruction, and each port
   takes one a turn. A wave that is turned away says when to ask again.
   ------------------------------------------------------------------------------------------------------------------ */

/* Who issues what, when. */
typedef struct gcnmemi_issue_turn {
    uint32_t simd; /* of the run */
    uint32_t cu;
    uint32_t wave;
    uint32_t place;
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
    v->simds[turn->simd].refusal[turn->place] = (uint8_t)stall;
    turn->next = gcnmemi_bits_min(retry, turn->next);
    turn->refused |= turn->insn->port <= GCNMEMI_MACHINE_PORT_LDS ? (uint32_t)1 << turn->insn->port : 0;
    return 0;
}

/* The instruction issues: counts it and the time since the wave was ready. */
GCNMEMI_PRIVATE void gcnmemi_issue_count(gcnmemi_machine_view* v, gcnmemi_issue_turn* turn, uint64_t clocks) {
    gcnmemi_counters_late(v, turn->wave, turn->pc, turn->now);
    gcnmemi_record_of_wave(v, GCNMEM_RUN_EVENT_ISSUE, turn->wave, turn->pc, turn->now, turn->now + clocks);
    ++v->stats[turn->pc].issued;
    ++v->run->result.instructions[turn->insn->category];
    v->run->result.active_clocks += clocks;
    v->waves[turn->wave].since = turn->now + clocks;
}

/* The same, and on to the instruction below, ready after `clocks`. */
GCNMEMI_PRIVATE int gcnmemi_issue_plain(gcnmemi_machine_view* v, gcnmemi_issue_turn* turn, uint64_t clocks) {
    gcnmemi_issue_count(v, turn, clocks);
    gcnmemi_wave_step(v, turn->wave);
    gcnmemi_counters_ready(v, turn->wave, turn->now + clocks);
    return 1;
}

/* ---- ALUs ---- */

GCNMEMI_PRIVATE int gcnmemi_issue_valu(gcnmemi_machine_view* v, gcnmemi_issue_turn* turn) {
    gcnmemi_machine_simd* simd = &v->simds[turn->simd];
    gcnmemi_machine_wave* w = &v->waves[turn->wave];
    uint32_t clocks = turn->insn->clocks;
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
}

/* Turns the wave away when the instruction reads a scalar register that the vector ALU is still writing. */
GCNMEMI_PRIVATE int gcnmemi_issue_depends(gcnmemi_machine_view* v, gcnmemi_issue_turn* turn) {
    const gcnmemi_machine_wave* w = &v->waves[turn->wave];
    for (uint32_t i = 0; i < 10 && turn->insn->touches_scalars && w->scalar_clock > turn->now; ++i) {
        gcnmem_regs a = v->insns[w->scalar_insn].writes[i / 5];
        gcnmem_regs b = turn->insn->reads[i % 5];
        if (GCNMEM_REGS_FIRST(a) < GCNMEM_REGS_FIRST(b) + GCNMEM_REGS_COUNT(b) &&
            GCNMEM_REGS_FIRST(b) < GCNMEM_REGS_FIRST(a) + GCNMEM_REGS_COUNT(a)) {
            return !gcnmemi_issue_refuse(v, turn, w->scalar_clock, GCNMEM_STALL_DEPENDENCY);
        }
    }
    return 0;
}

/* ---- memory ---- */

/* Enters what the instruction adds to counter `which`. Returns the handle, 0xff when it adds nothing. */
GCNMEMI_PRIVATE uint8_t gcnmemi_issue_enter(gcnmemi_machine_view* v, const gcnmemi_issue_turn* turn, uint32_t which,
                                            uint64_t clock, uint32_t served, uint32_t stall) {
    gcnmemi_machine_pending pending;
    pending.clock = clock;
    pending.insn = turn->pc;
    pending.served = (uint8_t)served;
    pending.weight = turn->insn->adds[which];
    pending.stall = (uint8_t)stall;
    return pending.weight == 0 ? 0xff : gcnmemi_counters_add(v, turn->wave, which, &pending);
}

/* Enters an access into its counters; one that waits for DRAM keeps the handles for the answer. */
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

GCNMEMI_PRIVATE void gcnmemi_issue_touch(gcnmemi_machine_view* v, gcnmemi_issue_turn* turn) {
    gcnmemi_pattern_asker asker = gcnmemi_wave_asker(v, turn->wave);
    gcnmemi_pattern_touch(v, &v->patterns[turn->insn->pattern], &asker, v->touch);
    v->stats[turn->pc].unit_clocks += v->touch->cost.clocks;
    v->stats[turn->pc].lines += v->touch->cost.l1_lines;
}

GCNMEMI_PRIVATE int gcnmemi_issue_vector(gcnmemi_machine_view* v, gcnmemi_issue_turn* turn) {
    gcnmemi_machine_cu* cu = &v->cus[turn->cu];
    if (cu->l1_free > turn->now + v->desc->vmem_queue_clocks) {
        return gcnmemi_issue_refuse(v, turn, cu->l1_free - v->desc->vmem_queue_clocks, GCNMEM_STALL_PIPE);
    }
    if (!gcnmemi_memory_has_room(v, turn->cu)) {
        return gcnmemi_issue_refuse(v, turn, GCNMEMI_MACHINE_NEVER, GCNMEM_STALL_PIPE);
    }
    if (!gcnmemi_counters_have_room(v, turn->wave, turn->insn, turn->now)) {
        return 0;
    }
    gcnmemi_issue_touch(v, turn);
    gcnmemi_memory_progress progress =
        gcnmemi_memory_vector(v, turn->cu, &v->patterns[turn->insn->pattern], v->touch, turn->now);
    gcnmemi_issue_access(v, turn, &progress, GCNMEM_STALL_VECTOR_MEMORY);
    gcnmemi_issue_enter(v, turn, GCNMEMI_COUNTERS_COUNTER_EXP, cu->l1_free, GCNMEM_SERVED_OTHER,
                        GCNMEM_STALL_EXPORT); /* GFX6 stores: until their data are read */
    return gcnmemi_issue_plain(v, turn, 4);
}

GCNMEMI_PRIVATE int gcnmemi_issue_lds(gcnmemi_machine_view* v, gcnmemi_issue_turn* turn) {
    uint32_t simd = turn->simd % v->desc->simd_count_per_cu;
    uint64_t busy = gcnmemi_bits_max(*gcnmemi_memory_lds_port(v, turn->cu, simd), v->cus[turn->cu].lds_free);
    gcnmemi_memory_progress progress = {0, GCNMEM_NONE, GCNMEM_SERVED_LDS, 0, 0};
    if (busy > turn->now + v->desc->lds_queue_clocks) {
        return gcnmemi_issue_refuse(v, turn, busy - v->desc->lds_queue_clocks, GCNMEM_STALL_PIPE);
    }
    if (!gcnmemi_counters_have_room(v, turn->wave, turn->insn, turn->now)) {
        return 0;
    }
    gcnmemi_issue_touch(v, turn);
    progress.clock = gcnmemi_memory_lds(v, turn->cu, simd, &v->patterns[turn->insn->pattern], v->touch, turn->now);
    gcnmemi_issue_access(v, turn, &progress, GCNMEM_STALL_LDS);
    return gcnmemi_issue_plain(v, turn, 4);
}

/* Scalar loads, and what shares their path without touching memory: s_memtime, s_dcache_*. */
GCNMEMI_PRIVATE int gcnmemi_issue_scalar_memory(gcnmemi_machine_view* v, gcnmemi_issue_turn* turn) {
    gcnmemi_memory_progress progress = {0, GCNMEM_NONE, GCNMEM_SERVED_SCALAR_L1, 0, 0};
    uint32_t dwords = 1;
    if (!gcnmemi_memory_has_room(v, turn->cu)) {
        return gcnmemi_issue_refuse(v, turn, GCNMEMI_MACHINE_NEVER, GCNMEM_STALL_PIPE);
    }
    if (!gcnmemi_counters_have_room(v, turn->wave, turn->insn, turn->now)) {
        return 0;
    }
    progress.clock = turn->now + v->desc->scalar_l1_latency_clocks;
    if (turn->insn->pattern != GCNMEM_NONE) {
        gcnmemi_machine_pattern* pattern = &v->patterns[turn->insn->pattern];
        gcnmemi_pattern_asker asker = gcnmemi_wave_asker(v, turn->wave);
        uint64_t mask = asker.mask;
        uint64_t address = v->address_fn != NULL && gcnmemi_pattern_ask(v, pattern, &asker, &mask)
                               ? v->access->address[0]
                               : gcnmemi_pattern_first(v, pattern, &asker);
        progress = gcnmemi_memory_scalar(v, turn->cu, pattern, address & ~(uint64_t)3, turn->now);
        dwords = gcnmemi_bits_divide_up(pattern->op.element_bytes, 4);
    }
    gcnmemi_issue_access(v, turn, &progress, GCNMEM_STALL_SCALAR_MEMORY);
    return gcnmemi_issue_plain(v, turn, 4 * (uint64_t)gcnmemi_bits_divide_up(dwords, v->desc->scalar_issue_dwords));
}

GCNMEMI_PRIVATE int gcnmemi_issue_scalar(gcnmemi_machine_view* v, gcnmemi_issue_turn* turn) {
    if (gcnmemi_issue_depends(v, turn)) {
        return 0;
    }
    if (turn->insn->category == GCNMEM_CLASS_SMEM) {
        return gcnmemi_issue_scalar_memory(v, turn);
    }
    v->run->result.salu_busy_clocks += v->desc->simd_count_per_cu;
    return gcnmemi_issue_plain(v, turn, v->desc->salu_clocks);
}

/* ---- exports, messages, branches ---- */

/* Exports and GDS share a CU's way out; a message takes no time of its own. */
GCNMEMI_PRIVATE int gcnmemi_issue_export(gcnmemi_machine_view* v, gcnmemi_issue_turn* turn) {
    gcnmemi_machine_cu* cu = &v->cus[turn->cu];
    uint32_t stall = turn->insn->category == GCNMEM_CLASS_EXPORT ? GCNMEM_STALL_EXPORT : GCNMEM_STALL_SCALAR_MEMORY;
    if (cu->export_free > turn->now) {
        return gcnmemi_issue_refuse(v, turn, cu->export_free, GCNMEM_STALL_PIPE);
    }
    if (!gcnmemi_counters_have_room(v, turn->wave, turn->insn, turn->now)) {
        return 0;
    }
    cu->export_free = turn->now + v->desc->export_clocks;
    uint64_t done = turn->now + v->desc->export_latency_clocks;
    gcnmemi_issue_enter(v, turn, GCNMEMI_COUNTERS_COUNTER_LGKM, done, GCNMEM_SERVED_OTHER, stall);
    gcnmemi_issue_enter(v, turn, GCNMEMI_COUNTERS_COUNTER_EXP, done, GCNMEM_SERVED_OTHER, stall);
    return gcnmemi_issue_plain(v, turn, 4);
}

GCNMEMI_PRIVATE int gcnmemi_issue_branch(gcnmemi_machine_view* v, gcnmemi_issue_turn* turn) {
    if (gcnmemi_issue_depends(v, turn)) {
        return 0;
    }
    uint64_t clocks =
        gcnmemi_wave_branch(v, turn->wave) ? v->desc->branch_taken_clocks : v->desc->branch_not_taken_clocks;
    gcnmemi_issue_count(v, turn, clocks);
    gcnmemi_counters_ready(v, turn->wave, turn->now + clocks);
    return 1;
}

/* ---- waits, barriers, the end ---- */

GCNMEMI_PRIVATE int gcnmemi_issue_waitcnt(gcnmemi_machine_view* v, gcnmemi_issue_turn* turn) {
    gcnmemi_machine_wave* w = &v->waves[turn->wave];
    for (uint32_t which = 0; which < 3; ++which) {
        w->wait[which] = turn->insn->wait[which];
        gcnmemi_counters_retire(v, turn->wave, which, turn->now);
    }
    gcnmemi_issue_plain(v, turn, 4);
    gcnmemi_counters_wait(v, turn->wave, turn->pc, turn->now + 4);
    return 1;
}

/* Everyone is there: all go on together. */
GCNMEMI_PRIVATE void gcnmemi_issue_release(gcnmemi_machine_view* v, uint32_t group_slot, uint64_t clock) {
    uint32_t first = group_slot * v->run->group_waves;
    v->groups[group_slot].arrived = 0;
    for (uint32_t wave = first; wave < first + v->run->group_waves; ++wave) {
        gcnmemi_machine_wave* w = &v->waves[wave];
        if (w->state == GCNMEMI_MACHINE_WAVE_AT_BARRIER) {
            uint64_t ready = gcnmemi_bits_max(clock, w->since);
            gcnmemi_counters_stall(v, wave, w->wait_insn, GCNMEM_STALL_BARRIER, w->since, ready, NULL);
            w->state = GCNMEMI_MACHINE_WAVE_RUNS;
            gcnmemi_counters_ready(v, wave, ready);
            gcnmemi_wheel_need(v, w->simd, ready);
        }
    }
}

GCNMEMI_PRIVATE int gcnmemi_issue_barrier(gcnmemi_machine_view* v, gcnmemi_issue_turn* turn) {
    gcnmemi_machine_wave* w = &v->waves[turn->wave];
    uint32_t slot = turn->wave / v->run->group_waves;
    w->wait_insn = turn->pc;
    gcnmemi_issue_plain(v, turn, 4);
    if (v->run->group_waves > 1) {
        w->state = GCNMEMI_MACHINE_WAVE_AT_BARRIER;
        gcnmemi_counters_ready(v, turn->wave, GCNMEMI_MACHINE_NEVER);
        if (++v->groups[slot].arrived == v->groups[slot].live) {
            gcnmemi_issue_release(v, slot, turn->now + v->desc->barrier_clocks);
        }
    }
    return 1;
}

/* A wave ends when nothing of it is under way; a group's end makes room for the next. */
GCNMEMI_PRIVATE int gcnmemi_issue_end(gcnmemi_machine_view* v, gcnmemi_issue_turn* turn) {
    gcnmem_run* run = v->run;
    gcnmemi_machine_wave* w = &v->waves[turn->wave];
    uint32_t slot = turn->wave / run->group_waves;
    gcnmemi_machine_group* group = &v->groups[slot];
    for (uint32_t which = 0; which < 3; ++which) {
        w->wait[which] = 0;
        gcnmemi_counters_retire(v, turn->wave, which, turn->now);
    }
    if ((w->counter[0].count | w->counter[1].count | w->counter[2].count) != 0) {
        gcnmemi_counters_late(v, turn->wave, turn->pc, turn->now);
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
    gcnmemi_dispatch_remove(v, turn->wave);
    if (--group->live == 0) {
        ++run->result.groups;
        gcnmemi_dispatch_group(v, turn->cu);
    } else if (group->arrived == group->live) {
        gcnmemi_issue_release(v, slot, turn->now + v->desc->barrier_clocks);
    }
    return 1;
}

/* ---- a turn ---- */

GCNMEMI_PRIVATE int gcnmemi_issue_one(gcnmemi_machine_view* v, gcnmemi_issue_turn* turn) {
    switch (turn->insn->port) {
    case GCNMEMI_MACHINE_PORT_VALU:
        return gcnmemi_issue_valu(v, turn);
    case GCNMEMI_MACHINE_PORT_VMEM:
        return gcnmemi_issue_vector(v, turn);
    case GCNMEMI_MACHINE_PORT_LDS:
        return gcnmemi_issue_lds(v, turn);
    case GCNMEMI_MACHINE_PORT_SCALAR:
        return gcnmemi_issue_scalar(v, turn);
    case GCNMEMI_MACHINE_PORT_BRANCH:
        return turn->insn->category == GCNMEM_CLASS_BRANCH ? gcnmemi_issue_branch(v, turn)
                                                           : gcnmemi_issue_export(v, turn);
    default:
        break;
    }
    switch (turn->insn->category) {
    case GCNMEM_CLASS_WAITCNT:
        return gcnmemi_issue_waitcnt(v, turn);
    case GCNMEM_CLASS_BARRIER:
        return gcnmemi_issue_barrier(v, turn);
    case GCNMEM_CLASS_ENDPGM:
        return gcnmemi_issue_end(v, turn);
    default:
        return gcnmemi_issue_plain(v, turn, turn->insn->clocks);
    }
}

/* Whether the wave at `place` is not even asked: it is not ready, or its port takes nothing more in this turn. */
GCNMEMI_PRIVATE int gcnmemi_issue_skips(gcnmemi_machine_simd* simd, gcnmemi_issue_turn* turn, uint32_t place) {
    uint32_t port = simd->port[place];
    if (simd->ready[place] > turn->now) {
        turn->next = gcnmemi_bits_min(simd->ready[place], turn->next);
        return 1;
    }
    if ((turn->taken >> port & 1) != 0) {
        turn->next = turn->now + 1;
        return 1;
    }
    if ((turn->refused >> port & 1) != 0) {
        simd->refusal[place] = port == GCNMEMI_MACHINE_PORT_VALU ? GCNMEM_STALL_ISSUE : GCNMEM_STALL_PIPE;
        return 1;
    }
    return 0;
}

/* The SIMD's turn at run->now: each wave that is ready is offered, oldest first. */
GCNMEMI_PRIVATE void gcnmemi_issue_take_turn(gcnmemi_machine_view* v, uint32_t index) {
    gcnmemi_machine_simd* simd = &v->simds[index];
    uint32_t place = 0;
    gcnmemi_issue_turn turn;
    turn.simd = index;
    turn.cu = index / v->desc->simd_count_per_cu;
    turn.now = v->run->now;
    turn.next = GCNMEMI_MACHINE_NEVER;
    turn.taken = 0;
    turn.refused = 0;
    while (place < simd->count) {
        uint32_t count = simd->count;
        uint32_t port = simd->port[place];
        if (gcnmemi_issue_skips(simd, &turn, place)) {
            ++place;
            continue;
        }
        turn.place = place;
        turn.wave = simd->wave[place];
        turn.pc = v->waves[turn.wave].pc;
        turn.insn = &v->insns[turn.pc];
        if (gcnmemi_issue_one(v, &turn)) {
            turn.taken |= port != GCNMEMI_MACHINE_PORT_INTERNAL ? (uint32_t)1 << port : 0;
            turn.taken |= turn.insn->category == GCNMEM_CLASS_FLAT ? (uint32_t)1 << GCNMEMI_MACHINE_PORT_LDS : 0;
        }
        if (simd->count >= count && simd->ready[place] > turn.now && simd->ready[place] < turn.next) {
            turn.next = simd->ready[place];
        }
        place += simd->count >= count || simd->wave[place] == turn.wave;
    }
    if (turn.next != GCNMEMI_MACHINE_NEVER) {
        gcnmemi_wheel_need(v, index, turn.next);
    }
}

/* ---------------------------------------------------------------------------------------------------------------------
   >>run        a shader over a dispatch: reading the program, the event loop, the result (R57)
   Knows: bits, results, occupancy, touch, levels, machine, wheel, pattern, memory, dispatch, issue
   ------------------------------------------------------------------------------------------------------------------ */

/* ---- what is asked for ---- */

GCNMEM_DEF gcnmem_run_options gcnmem_run_options_for(uint32_t stage) {
    gcnmem_run_options options;
    gcnmemi_bits_zero(&options, sizeof(options));
    options.stage = stage;
    return options;
}

GCNMEMI_PRIVATE uint32_t gcnmemi_run_share(uint32_t whole, uint32_t part, uint32_t of) {
    uint32_t share = (uint32_t)(((uint64_t)whole * part * 2 + of) / ((uint64_t)of * 2));
    return share > 1 ? share : 1;
}

GCNMEM_DEF gcnmem_desc gcnmem_run_scaled_desc(const gcnmem_desc* desc, uint32_t cu_count) {
    gcnmem_desc scaled = *desc;
    uint32_t cus = cu_count == 0 || cu_count > desc->cu_count ? desc->cu_count : cu_count;
    scaled.cu_count = cus;
    scaled.shader_engine_count = gcnmemi_run_share(desc->shader_engine_count, cus, desc->cu_count);
    scaled.l2_channels = gcnmemi_run_share(desc->l2_channels, cus, desc->cu_count);
    scaled.l2_size_bytes = desc->l2_size_bytes / desc->l2_channels * scaled.l2_channels;
    scaled.dram_channels = gcnmemi_run_share(desc->dram_channels, cus, desc->cu_count);
    scaled.dram_bus_bits = scaled.dram_channels * desc->dram_channel_bits;
    if (scaled.l2_channels != desc->l2_channels &&
        (desc->l2_channel_rule != GCNMEM_CHANNEL_HASH + 1 || !gcnmemi_bits_is_power_of_two(scaled.l2_channels))) {
        scaled.l2_channel_rule = GCNMEM_CHANNEL_MODULO + 1;
    }
    return scaled;
}

/* One more than the highest register from `first` up to `end` that an instruction of the stage names. */
GCNMEMI_PRIVATE uint32_t gcnmemi_run_named(const gcnmem_program* program, const gcnmem_stage* stage, uint32_t first,
                                           uint32_t end) {
    uint32_t most = first;
    for (uint32_t i = stage->first_insn; i < stage->first_insn + stage->insn_count; ++i) {
        const gcnmem_insn* insn = gcnmem_program_insn(program, i);
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
GCNMEMI_PRIVATE gcnmem_shader_needs gcnmemi_run_needs(const gcnmem_program* program,
                                                      const gcnmem_run_options* options) {
    const gcnmem_stage* stage = gcnmem_program_stage(program, options->stage);
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
    needs.group_threads = options->group_lanes != 0 ? options->group_lanes : stage->group_lanes;
    needs.group_threads = needs.group_threads != 0 ? needs.group_threads : GCNMEM_LANES;
    return needs;
}

GCNMEM_DEF gcnmem_result gcnmem_run_validate(const gcnmem_desc* desc, const gcnmem_program* program,
                                             const gcnmem_run_options* options, gcnmem_issue* out_issue) {
    gcnmem_result result = gcnmem_desc_validate(desc, out_issue);
    if (result == GCNMEM_OK) {
        result = gcnmem_dram_validate(desc, out_issue);
    }
    if (result != GCNMEM_OK) {
        return result;
    }
    if (options->stage >= program->stage_count) {
        return gcnmemi_results_fail(GCNMEM_ERROR_VALUE, out_issue, "stage",
                                    "is {value}: the program has {limit}, numbered from 0", options->stage,
                                    program->stage_count);
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

/* How many of everything. */
GCNMEMI_PRIVATE void gcnmemi_run_count(gcnmem_run* run, const gcnmem_desc* desc, const gcnmem_program* program,
                                       const gcnmem_run_options* options) {
    const gcnmem_stage* stage = gcnmem_program_stage(program, options->stage);
    gcnmem_shader_needs needs = gcnmemi_run_needs(program, options);
    gcnmem_occupancy occupancy = gcnmem_occupancy_for(desc, &needs, GCNMEM_RULE_HARDWARE);
    gcnmemi_bits_zero(run, sizeof(*run));
    run->desc = *desc;
    run->first_insn = stage->first_insn;
    run->insn_count = stage->insn_count;
    run->loop_count = stage->loop_count;
    for (uint32_t i = 0; i < stage->insn_count; ++i) {
        const gcnmem_insn* insn = gcnmem_program_insn(program, stage->first_insn + i);
        run->pattern_count += gcnmem_program_opcode(program, insn->opcode)->unit != GCNMEM_UNIT_NONE;
    }
    run->result.occupancy = occupancy;
    run->group_waves = gcnmemi_bits_divide_up(needs.group_threads, GCNMEM_LANES);
    run->result.groups_per_cu = occupancy.groups_per_cu;
    if (options->groups_per_cu_max != 0 && options->groups_per_cu_max < occupancy.groups_per_cu) {
        run->result.groups_per_cu = options->groups_per_cu_max;
    }
    run->slots_per_cu = run->result.groups_per_cu * run->group_waves;
    run->result.cu_count = options->cu_count != 0 ? options->cu_count : desc->cu_count;
    run->pending_at[1] = desc->vmcnt_max;
    run->pending_at[2] = run->pending_at[1] + desc->lgkmcnt_max;
    run->pending_at[3] = run->pending_at[2] + desc->expcnt_max;
    run->result.waves_per_simd = gcnmemi_bits_divide_up(run->slots_per_cu, desc->simd_count_per_cu);
    run->groups = options->groups != 0 ? options->groups : (uint64_t)run->result.groups_per_cu * run->result.cu_count;
    run->result.needs = needs;
    run->result.is_named = options->vgprs == 0 && (stage->stated & GCNMEM_STATED_VGPRS) == 0;
    uint64_t simds = (uint64_t)run->result.cu_count * desc->simd_count_per_cu;
    uint64_t first_groups = gcnmemi_bits_min(run->groups, (uint64_t)run->result.groups_per_cu * run->result.cu_count);
    run->result.waves_brought = gcnmemi_bits_min32(run->result.waves_per_simd,
                                                   (uint32_t)((first_groups * run->group_waves + simds - 1) / simds));
    run->max_clocks = options->max_clocks != 0 ? options->max_clocks : (uint64_t)1 << 40;
    run->event_room = options->event_count;
    uint32_t line_parts = gcnmemi_bits_divide_up(desc->l1_line_bytes, desc->l2_line_bytes);
    run->waiter_count = run->result.cu_count * (desc->l1_miss_lines + (GCNMEMI_TOUCH_LINES + 128) * line_parts);
    run->access_count = run->waiter_count;
    run->queued_max = desc->l2_channels * desc->l2_queue_entries;
    run->request_count = run->queued_max +
                         desc->dram_channels * (desc->dram_read_queue_entries + desc->dram_write_queue_entries) +
                         4 * GCNMEMI_TOUCH_LINES * line_parts;
    run->bucket_count = 1;
    while (run->bucket_count < run->request_count) {
        run->bucket_count *= 2;
    }
}

GCNMEMI_PRIVATE void gcnmemi_run_lay_out(gcnmem_run* run) {
    uint64_t cus = run->result.cu_count;
    uint64_t waves = cus * run->slots_per_cu;
    uint64_t t = 0;
    gcnmemi_levels_take(&t, sizeof(*run));
    gcnmemi_levels_lay_out(&run->levels, &run->desc, run->result.cu_count, &t);
    uint64_t clusters = run->levels.row[GCNMEMI_LEVELS_SCALAR_L1].count;
#define GCNMEMI_RUN_ARRAY(name, type, count) run->at.name = gcnmemi_levels_take(&t, sizeof(type) * (count));
    GCNMEMI_MACHINE_ARRAYS(GCNMEMI_RUN_ARRAY)
#undef GCNMEMI_RUN_ARRAY
    run->at.total = t;
}

/* Checks, and fills in what does not depend on memory. */
GCNMEMI_PRIVATE gcnmem_result gcnmemi_run_plan(gcnmem_run* run, const gcnmem_desc* desc, const gcnmem_program* program,
                                               const gcnmem_run_options* options, gcnmem_issue* out_issue) {
    gcnmem_result result = gcnmem_run_validate(desc, program, options, out_issue);
    if (result == GCNMEM_OK) {
        gcnmemi_run_count(run, desc, program, options);
        gcnmemi_run_lay_out(run);
        if (run->at.total > SIZE_MAX / 2) {
            result = gcnmemi_results_fail(GCNMEM_ERROR_LIMIT, out_issue, "memory",
                                          "would be {value} bytes: this machine addresses {limit}", run->at.total,
                                          SIZE_MAX / 2);
        }
    }
    return result;
}

GCNMEM_DEF size_t gcnmem_run_size_bytes(const gcnmem_desc* desc, const gcnmem_program* program,
                                        const gcnmem_run_options* options) {
    gcnmem_run run;
    return gcnmemi_run_plan(&run, desc, program, options, NULL) == GCNMEM_OK ? (size_t)run.at.total : 0;
}

/* ---- reading the program ---- */

/* What a run is built from. */
typedef struct gcnmemi_run_source {
    const gcnmem_program* program;
    const gcnmem_stage* stage;
    const char* text;
    const gcnmem_run_options* options;
} gcnmemi_run_source;

GCNMEMI_PRIVATE uint8_t gcnmemi_run_port(uint32_t category) {
    return category == GCNMEM_CLASS_VALU                                    ? GCNMEMI_MACHINE_PORT_VALU
           : category == GCNMEM_CLASS_VMEM || category == GCNMEM_CLASS_FLAT ? GCNMEMI_MACHINE_PORT_VMEM
           : category == GCNMEM_CLASS_LDS                                   ? GCNMEMI_MACHINE_PORT_LDS
           : category == GCNMEM_CLASS_SALU || category == GCNMEM_CLASS_SMEM ? GCNMEMI_MACHINE_PORT_SCALAR
           : category == GCNMEM_CLASS_BRANCH || category == GCNMEM_CLASS_GDS || category == GCNMEM_CLASS_EXPORT ||
                   category == GCNMEM_CLASS_MESSAGE
               ? GCNMEMI_MACHINE_PORT_BRANCH
               : GCNMEMI_MACHINE_PORT_INTERNAL;
}

GCNMEMI_PRIVATE uint32_t gcnmemi_run_valu_clocks(const gcnmem_desc* desc, uint32_t rate) {
    return rate == GCNMEM_RATE_QUARTER   ? desc->valu_quarter_clocks
           : rate == GCNMEM_RATE_CVT     ? desc->valu_convert_clocks
           : rate == GCNMEM_RATE_FMA32   ? desc->valu_fma_clocks
           : rate == GCNMEM_RATE_F64_ADD ? desc->valu_f64_add_clocks
           : rate == GCNMEM_RATE_F64_MUL ? desc->valu_f64_mul_clocks
                                         : desc->valu_clocks;
}

/* VALU: writes a scalar register other than EXEC; scalar instructions and branches: read one. */
GCNMEMI_PRIVATE uint8_t gcnmemi_run_touches_scalars(const gcnmem_insn* insn) {
    const gcnmem_regs* regs = insn->category == GCNMEM_CLASS_VALU ? insn->writes : insn->reads;
    uint32_t count = insn->category == GCNMEM_CLASS_VALU ? 2 : 5;
    for (uint32_t i = 0; i < count; ++i) {
        if (regs[i] != 0 && GCNMEM_REGS_FIRST(regs[i]) < GCNMEM_REG_V0 &&
            GCNMEM_REGS_FIRST(regs[i]) != GCNMEM_REG_EXEC) {
            return 1;
        }
    }
    return 0;
}

#define GCNMEMI_RUN_LATCH (GCNMEM_INSN_LATCH_TAKEN | GCNMEM_INSN_LATCH_FALLS)

/* The loop that an instruction closes: that of the header it goes on with (R51). */
GCNMEMI_PRIVATE uint16_t gcnmemi_run_latch_of(const gcnmemi_run_source* source, const gcnmem_insn* insn,
                                              uint32_t index) {
    uint32_t next = (insn->flags & GCNMEM_INSN_LATCH_TAKEN) != 0 ? insn->target : index + 1;
    if ((insn->flags & GCNMEMI_RUN_LATCH) == 0 || next - source->stage->first_insn >= source->stage->insn_count) {
        return GCNMEM_NO_LOOP;
    }
    const gcnmem_insn* header = gcnmem_program_insn(source->program, next);
    return (header->flags & GCNMEM_INSN_HEADER) != 0 ? header->loop : (uint16_t)GCNMEM_NO_LOOP;
}

/* Chance of a branch by the caller's last row for it. */
GCNMEMI_PRIVATE uint16_t gcnmemi_run_per_mille(const gcnmem_run_options* options, const gcnmem_insn* insn,
                                               uint32_t index) {
    uint32_t per_mille = 0xffff;
    for (uint32_t i = 0; i < options->taken_count && insn->branch != GCNMEM_BRANCH_NONE; ++i) {
        uint32_t label = options->takens[i].label;
        if (label == insn->label || label == GCNMEM_AT_INSN(index) || label == GCNMEM_NONE) {
            per_mille = gcnmemi_bits_min32(options->takens[i].per_mille, 1000);
        }
    }
    return (uint16_t)per_mille;
}

GCNMEMI_PRIVATE void gcnmemi_run_read_insn(gcnmemi_machine_view* v, const gcnmemi_run_source* source, uint32_t i) {
    const gcnmem_stage* stage = source->stage;
    uint32_t index = stage->first_insn + i;
    const gcnmem_insn* from = gcnmem_program_insn(source->program, index);
    gcnmemi_machine_insn* to = &v->insns[i];
    to->loop = from->loop;
    to->latch_of = gcnmemi_run_latch_of(source, from, index);
    to->flags = to->latch_of != GCNMEM_NO_LOOP ? from->flags : from->flags & ~GCNMEMI_RUN_LATCH;
    to->target = gcnmemi_bits_min32(from->target - stage->first_insn, stage->insn_count);
    to->pattern = GCNMEM_NONE;
    to->category = from->category;
    to->branch = from->branch;
    to->port = gcnmemi_run_port(from->category);
    to->clocks = (uint16_t)(from->category == GCNMEM_CLASS_VALU ? gcnmemi_run_valu_clocks(v->desc, from->rate) : 4);
    to->per_mille = gcnmemi_run_per_mille(source->options, from, index);
    to->touches_scalars = gcnmemi_run_touches_scalars(from);
    to->wait[0] = from->wait_vm;
    to->wait[1] = from->wait_lgkm;
    to->wait[2] = from->wait_exp;
    to->adds[0] = from->adds_vm;
    to->adds[1] = from->adds_lgkm;
    to->adds[2] = from->adds_exp;
    for (uint32_t k = 0; k < 5; ++k) {
        to->writes[k % 2] = from->writes[k % 2];
        to->reads[k] = from->reads[k];
    }
}

/* Whether a row of the caller's trips means this loop, the stage's index'th. */
GCNMEMI_PRIVATE int gcnmemi_run_means_loop(const gcnmemi_run_source* source, const gcnmem_loop* loop, uint32_t index,
                                           uint32_t label) {
    uint32_t insn = label - GCNMEM_AT_INSN(0);
    return label == GCNMEM_NONE || label == loop->label ||
           (insn - source->stage->first_insn < source->stage->insn_count &&
            gcnmem_program_insn(source->program, insn)->loop == index);
}

/* Loops and their trips: the listing's, then the caller's. */
GCNMEMI_PRIVATE void gcnmemi_run_read_loops(gcnmemi_machine_view* v, const gcnmemi_run_source* source) {
    gcnmem_run_result* result = &v->run->result;
    for (uint32_t i = 0; i < source->stage->loop_count; ++i) {
        const gcnmem_loop* loop = gcnmem_program_loop(source->program, source->stage->first_loop + i);
        const gcnmem_run_options* options = source->options;
        v->loops[i].trips = loop->trips != 0 ? loop->trips : 1;
        v->loops[i].parent = loop->parent;
        int is_told = loop->trips != 0;
        for (uint32_t k = 0; k < options->trip_count; ++k) {
            if (gcnmemi_run_means_loop(source, loop, i, options->trips[k].label)) {
                v->loops[i].trips = options->trips[k].trips;
                is_told = 1;
            }
        }
        if (!is_told) {
            result->untold_loop = result->untold_loops++ == 0 ? loop->header : result->untold_loop;
        }
    }
}

/* ---- patterns ---- */

/* The mnemonic of an instruction as a string of its own; channels of an image follow its dmask. */
GCNMEMI_PRIVATE void gcnmemi_run_find_op(const gcnmemi_run_source* source, const gcnmem_insn* insn, gcnmem_op* out_op) {
    const gcnmem_opcode* opcode = gcnmem_program_opcode(source->program, insn->opcode);
    char name[40];
    uint32_t i;
    for (i = 0; i < opcode->name_bytes && i < sizeof(name) - 1; ++i) {
        name[i] = source->text[opcode->name_offset + i];
    }
    name[i] = 0;
    if (gcnmem_op_find(name, out_op, NULL) != GCNMEM_OK) { /* not known to depth 1: what the listing says of it */
        gcnmemi_bits_zero(out_op, sizeof(*out_op));
        out_op->unit = (gcnmem_unit)opcode->unit;
        out_op->action = (gcnmem_action)(opcode->action != 0 ? opcode->action : (uint32_t)GCNMEM_ACTION_LOAD);
        out_op->element_bytes = insn->bytes;
        out_op->channels = insn->channels;
        out_op->addresses = opcode->unit == GCNMEM_UNIT_LDS ? opcode->addresses : 1u;
    }
    if (out_op->element_bytes == 0) {
        out_op->element_bytes = insn->bytes != 0 ? insn->bytes : 4;
    }
}

/* Memory objects are told apart by the descriptor they are reached through, else by instruction. */
GCNMEMI_PRIVATE uint32_t gcnmemi_run_buffer(const gcnmem_insn* insn, uint32_t index) {
    for (uint32_t i = 0; i < 5; ++i) {
        uint32_t count = GCNMEM_REGS_COUNT(insn->reads[i]);
        if (GCNMEM_REGS_FIRST(insn->reads[i]) < 104 && (count == 4 || count == 8)) {
            return GCNMEM_REGS_FIRST(insn->reads[i]);
        }
    }
    return 128 + index;
}

GCNMEMI_PRIVATE uint32_t gcnmemi_run_cache_flags(const gcnmem_insn* insn, const gcnmem_op* op) {
    uint32_t flags = GCNMEM_CACHE_READ;
    flags |= op->action == GCNMEM_ACTION_STORE ? (uint32_t)GCNMEM_CACHE_WRITE : 0;
    flags |= op->action == GCNMEM_ACTION_ATOMIC ? (uint32_t)GCNMEM_CACHE_WRITE | (uint32_t)GCNMEM_CACHE_ATOMIC : 0;
    flags |= (insn->flags & GCNMEM_INSN_GLC) != 0 ? (uint32_t)GCNMEM_CACHE_GLC : 0;
    flags |= (insn->flags & GCNMEM_INSN_SLC) != 0 ? (uint32_t)GCNMEM_CACHE_SLC : 0;
    return flags;
}

/* The expression for an instruction: the caller's last row that fits, else the listing's. Empty: none. */
GCNMEMI_PRIVATE size_t gcnmemi_run_expression(const gcnmemi_run_source* source, const gcnmem_insn* insn, uint32_t index,
                                              const char** out_text) {
    const gcnmem_run_options* options = source->options;
    size_t bytes = (insn->flags & GCNMEM_INSN_NOTE) != 0 ? insn->note_bytes : 0;
    *out_text = source->text + insn->note_offset;
    for (uint32_t i = 0; i < options->pattern_count; ++i) {
        const gcnmem_run_pattern* row = &options->patterns[i];
        int is_meant = row->insn == index ||
                       (row->insn == GCNMEM_NONE && (row->opcode == insn->opcode || row->opcode == GCNMEM_NONE));
        if (is_meant) {
            *out_text = row->text;
            bytes = row->text_bytes;
        }
    }
    return bytes;
}

/* The issue with an expression stands in the instruction's line; columns of the listing's own count from there. */
GCNMEMI_PRIVATE void gcnmemi_run_place_issue(const gcnmemi_run_source* source, const gcnmem_insn* insn,
                                             const char* expression, gcnmem_issue* issue) {
    issue->line = insn->line;
    if ((insn->flags & GCNMEM_INSN_NOTE) != 0 && expression == source->text + insn->note_offset) {
        for (uint32_t i = insn->note_offset; i > 0 && source->text[i - 1] != '\n'; --i) {
            ++issue->column;
        }
    }
}

GCNMEMI_PRIVATE void gcnmemi_run_finish_pattern(const gcnmem_desc* desc, gcnmemi_machine_pattern* pattern) {
    pattern->period = gcnmemi_pattern_period(desc, &pattern->op);
    for (uint32_t i = 0; i < GCNMEM_LANES; ++i) {
        uint64_t end = pattern->lane[i] + 64 + (uint64_t)pattern->op.address_step_bytes;
        int is_far =
            end > UINT32_MAX || (pattern->op.unit == GCNMEM_UNIT_LDS && pattern->lane[i] > desc->lds_size_bytes);
        if (is_far && (pattern->op.unit == GCNMEM_UNIT_LDS || pattern->op.unit == GCNMEM_UNIT_IMAGE)) {
            pattern->period = 0;
        } else if (end > pattern->reach) {
            pattern->reach = (uint32_t)end;
        }
    }
    for (uint32_t i = 0; i < GCNMEMI_MACHINE_MEMOS; ++i) {
        pattern->memo[i].key = GCNMEM_NONE;
    }
    if (pattern->op.unit == GCNMEM_UNIT_LDS) {
        gcnmem_access access = gcnmem_access_for(&pattern->op);
        access.exec_mask = 1;
        pattern->lds_port_clocks = (uint32_t)gcnmem_cost_wave(desc, &access).port_clocks;
    }
}

GCNMEMI_PRIVATE gcnmem_result gcnmemi_run_read_pattern(gcnmemi_machine_view* v, const gcnmemi_run_source* source,
                                                       uint32_t i, gcnmem_issue* out_issue) {
    gcnmem_run* run = v->run;
    const gcnmem_insn* insn = gcnmem_program_insn(source->program, run->first_insn + i);
    gcnmemi_machine_pattern* pattern = &v->patterns[run->pattern_count];
    const char* expression;
    size_t bytes = gcnmemi_run_expression(source, insn, run->first_insn + i, &expression);
    gcnmem_result result = GCNMEM_OK;
    gcnmemi_run_find_op(source, insn, &pattern->op);
    pattern->insn = i;
    pattern->cache_flags = gcnmemi_run_cache_flags(insn, &pattern->op);
    if (bytes != 0) {
        result = gcnmemi_pattern_compile(pattern, expression, bytes, out_issue);
    } else {
        int is_pair = pattern->op.unit == GCNMEM_UNIT_LDS && pattern->op.addresses == 2;
        pattern->base = is_pair ? 0 : insn->offset;
        gcnmemi_pattern_default(pattern, gcnmemi_run_buffer(insn, i), run->result.needs.group_threads);
        ++run->result.defaults_used;
        v->stats[i].is_default = 1;
    }
    if (result != GCNMEM_OK && out_issue != NULL) {
        gcnmemi_run_place_issue(source, insn, expression, out_issue);
    }
    gcnmemi_run_finish_pattern(v->desc, pattern);
    v->insns[i].pattern = run->pattern_count++;
    return result;
}

GCNMEMI_PRIVATE gcnmem_result gcnmemi_run_read_program(gcnmemi_machine_view* v, const gcnmemi_run_source* source,
                                                       gcnmem_issue* out_issue) {
    gcnmemi_machine_insn* end = &v->insns[v->run->insn_count];
    gcnmem_result result = GCNMEM_OK;
    v->run->pattern_count = 0;
    for (uint32_t i = 0; i < v->run->insn_count && result == GCNMEM_OK; ++i) {
        const gcnmem_insn* insn = gcnmem_program_insn(source->program, v->run->first_insn + i);
        gcnmemi_run_read_insn(v, source, i);
        v->stats[i].waited_for = GCNMEM_NONE;
        if (gcnmem_program_opcode(source->program, insn->opcode)->unit != GCNMEM_UNIT_NONE) {
            result = gcnmemi_run_read_pattern(v, source, i, out_issue);
        } else if (v->insns[i].port == GCNMEMI_MACHINE_PORT_VMEM || v->insns[i].port == GCNMEMI_MACHINE_PORT_LDS) {
            v->insns[i].port = GCNMEMI_MACHINE_PORT_BRANCH; /* the pipe, but no memory: cache control */
        }
    }
    end->pattern = GCNMEM_NONE;
    end->loop = GCNMEM_NO_LOOP;
    end->latch_of = GCNMEM_NO_LOOP;
    end->category = GCNMEM_CLASS_ENDPGM; /* a listing without s_endpgm ends here */
    end->port = GCNMEMI_MACHINE_PORT_INTERNAL;
    gcnmemi_run_read_loops(v, source);
    return result;
}

/* ---- the machine at clock 0 ---- */

GCNMEMI_PRIVATE void gcnmemi_run_init_lists(gcnmemi_machine_view* v) {
    gcnmem_run* run = v->run;
    size_t fresh_count =
        (size_t)GCNMEMI_MACHINE_FRESH * (run->result.cu_count + run->levels.row[GCNMEMI_LEVELS_SCALAR_L1].count);
    for (size_t i = 0; i < fresh_count; ++i) {
        gcnmemi_bits_zero(&v->fresh[i], sizeof(v->fresh[i]));
        v->fresh[i].line = GCNMEMI_MACHINE_NEVER;
    }
    for (uint32_t i = 0; i < run->access_count; ++i) {
        v->accesses[i].missing = i + 1 < run->access_count ? i + 1 : GCNMEM_NONE;
    }
    for (uint32_t i = 0; i < run->waiter_count; ++i) {
        v->waiters[i].next = i + 1 < run->waiter_count ? i + 1 : GCNMEM_NONE;
    }
    for (uint32_t i = 0; i < run->request_count; ++i) {
        v->requests[i].next = i + 1 < run->request_count ? i + 1 : GCNMEM_NONE;
    }
    for (uint32_t i = 0; i < run->bucket_count; ++i) {
        v->buckets[i] = GCNMEM_NONE;
    }
    for (uint32_t i = 0; i < v->desc->dram_channels; ++i) {
        v->queues[i].head = GCNMEM_NONE;
    }
    for (uint32_t i = 0; i < run->result.cu_count * v->desc->simd_count_per_cu; ++i) {
        v->simds[i].wake = GCNMEMI_MACHINE_NEVER;
    }
    for (uint32_t i = 0; i < run->result.cu_count; ++i) {
        v->cus[i].engine = (uint32_t)((uint64_t)i * v->desc->shader_engine_count / run->result.cu_count);
    }
    run->first_blocked = GCNMEM_NONE;
    run->tick = GCNMEMI_MACHINE_NEVER;
    gcnmemi_wheel_init(v);
}

GCNMEM_DEF gcnmem_result gcnmem_run_init(void* memory, size_t memory_bytes, const gcnmem_desc* desc,
                                         const gcnmem_program* program, const char* text,
                                         const gcnmem_run_options* options, gcnmem_run** out_run,
                                         gcnmem_issue* out_issue) {
    gcnmemi_run_source source = {program, NULL, text, options};
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
    source.stage = gcnmem_program_stage(program, options->stage);
    result = gcnmemi_run_read_program(&v, &source, out_issue);
    if (result == GCNMEM_OK) {
        gcnmemi_dispatch_fill(&v);
        *out_run = run;
    }
    return result;
}

/* ---- going on ---- */

/* All turns of run->now. One whose clock lies farther on is put in again. */
GCNMEMI_PRIVATE void gcnmemi_run_turns(gcnmemi_machine_view* v) {
    uint32_t place = (uint32_t)(v->run->now % GCNMEMI_MACHINE_WHEEL);
    while (v->links[place].next != place) {
        uint32_t index = v->links[place].next - GCNMEMI_MACHINE_WHEEL;
        uint64_t wake = v->simds[index].wake;
        gcnmemi_wheel_remove(v, index);
        if (wake > v->run->now) {
            gcnmemi_wheel_put(v, index, wake);
        } else {
            v->simds[index].wake = GCNMEMI_MACHINE_NEVER;
            gcnmemi_issue_take_turn(v, index);
        }
    }
}

GCNMEM_DEF gcnmem_run_state gcnmem_run_advance(gcnmem_run* run, uint64_t clock, gcnmem_run_address_fn address_fn,
                                               void* user_data) {
    gcnmemi_machine_view v = gcnmemi_machine_view_of(run);
    v.address_fn = address_fn;
    v.user_data = user_data;
    while (run->result.state == GCNMEM_RUN_GOING) {
        uint64_t next = gcnmemi_wheel_next(run);
        next = run->tick < next ? run->tick : next;
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
            run->now = next > run->now ? next : run->now;
            if (run->tick <= run->now) {
                gcnmemi_memory_tick(&v);
            }
            gcnmemi_run_turns(&v);
        }
    }
    return run->result.state;
}

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

/* How much of its time DRAM was full: it moved data, or could not because of rules that more requests do not hide.
   Waiting for a bank is none of those, others can work meanwhile; but channels that hardly ever lack requests are full,
   whatever their time goes to. */
GCNMEMI_PRIVATE uint64_t gcnmemi_run_dram_full_e3(const gcnmem_dram_stats* dram) {
    uint64_t idle = dram->limit_clocks[GCNMEM_DRAM_LIMIT_CHANNEL] + dram->limit_clocks[GCNMEM_DRAM_LIMIT_SUPPLY];
    uint64_t all = 0;
    for (uint32_t i = 0; i < GCNMEM_DRAM_LIMITS; ++i) {
        all += dram->limit_clocks[i];
    }
    uint64_t supplied_e3 = gcnmemi_run_busy_e3(all - idle, all, 1);
    return supplied_e3 >= 95000 ? supplied_e3
                                : gcnmemi_run_busy_e3(all - idle - dram->limit_clocks[GCNMEM_DRAM_LIMIT_BANK], all, 1);
}

/* The busiest unit when it was busy for four fifths of the time. */
GCNMEMI_PRIVATE gcnmem_limiter gcnmemi_run_busiest(const gcnmem_run* run, const gcnmem_run_result* r) {
    uint64_t busy[GCNMEMI_RUN_UNITS];
    uint64_t most = 80000;
    gcnmem_limiter limiter = GCNMEM_LIMITER_NONE;
    gcnmemi_run_busy(&run->desc, r, busy);
    busy[GCNMEM_LIMITER_DRAM] = gcnmemi_run_dram_full_e3(&r->dram);
    for (uint32_t i = GCNMEM_LIMITER_VALU; i < GCNMEMI_RUN_UNITS; ++i) {
        if (busy[i] >= most) {
            most = busy[i] + 1;
            limiter = (gcnmem_limiter)i;
        }
    }
    return limiter;
}

/* Else what waves lost most time to. */
GCNMEMI_PRIVATE gcnmem_limiter gcnmemi_run_longest(const gcnmem_run_result* r) {
    uint64_t most = r->launch_clocks;
    gcnmem_limiter limiter = r->launch_clocks != 0 ? GCNMEM_LIMITER_LAUNCH : GCNMEM_LIMITER_NONE;
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

/* DRAM's own account ends with its last request; the run may go on. */
GCNMEMI_PRIVATE void gcnmemi_run_idle_after(gcnmem_dram_stats* dram, uint64_t clocks, uint32_t channels) {
    if (clocks > dram->clocks) {
        dram->limit_clocks[GCNMEM_DRAM_LIMIT_SUPPLY] += (clocks - dram->clocks) * channels;
        dram->clocks = clocks;
    }
}

GCNMEMI_PRIVATE const gcnmem_run_insn_stats* gcnmemi_run_stats(const gcnmem_run* run) {
    return (const gcnmem_run_insn_stats*)gcnmemi_run_at(run, run->at.stats);
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
    r.open_ends = gcnmemi_run_stats(run)[run->insn_count].issued;
    r.instructions[GCNMEM_CLASS_ENDPGM] -= r.open_ends;
    gcnmem_dram_stats_read((const gcnmem_dram*)gcnmemi_run_at(run, run->levels.dram_offset), &r.dram);
    r.dram_bytes = r.dram.bytes;
    r.seconds_e12 = gcnmemi_bits_scale(r.clocks, 1000000, run->desc.core_clock_mhz);
    uint64_t dram_clocks = gcnmemi_levels_to_dram(&run->levels, r.clocks);
    gcnmemi_run_idle_after(&r.dram, dram_clocks, run->desc.dram_channels);
    r.dram_busy_e3 = gcnmemi_run_busy_e3(r.dram.busy_clocks, dram_clocks, run->desc.dram_channels);
    r.limited_by = gcnmemi_run_busiest(run, &r);
    if (r.limited_by == GCNMEM_LIMITER_NONE) {
        r.limited_by = gcnmemi_run_longest(&r);
    }
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

/* The next instruction in falling order of its stalls behind the hotspot's; GCNMEM_NONE at the end. */
GCNMEMI_PRIVATE uint32_t gcnmemi_run_next_hotspot(const gcnmem_run* run, gcnmem_run_hotspot* hotspot) {
    uint64_t most = 0;
    uint32_t found = GCNMEM_NONE;
    for (uint32_t i = 0; i < run->insn_count; ++i) {
        uint64_t sum = gcnmemi_run_stalls(&gcnmemi_run_stats(run)[i]);
        uint32_t insn = run->first_insn + i;
        int is_behind = sum < hotspot->stall_clocks || (sum == hotspot->stall_clocks && insn > hotspot->insn);
        if (is_behind && sum > most) {
            most = sum;
            found = insn;
        }
    }
    hotspot->stall_clocks = most;
    return found;
}

GCNMEM_DEF gcnmem_run_hotspot gcnmem_run_hotspot_of(const gcnmem_run* run, uint32_t rank) {
    gcnmem_run_hotspot hotspot = {0, GCNMEM_NONE, UINT64_MAX, GCNMEM_STALL_VECTOR_MEMORY, GCNMEM_SERVED_OTHER};
    for (uint32_t i = 0; i <= rank && hotspot.insn != GCNMEM_NONE; ++i) {
        hotspot.insn = gcnmemi_run_next_hotspot(run, &hotspot);
    }
    if (hotspot.insn != GCNMEM_NONE) {
        const gcnmem_run_insn_stats* stats = &gcnmemi_run_stats(run)[hotspot.insn - run->first_insn];
        hotspot.waited_for = stats->waited_for;
        hotspot.cause = (gcnmem_stall)gcnmemi_run_largest(stats->stall_clocks, GCNMEM_STALL_END);
        hotspot.served = (gcnmem_served)gcnmemi_run_largest(stats->waited_clocks, GCNMEM_SERVED_END);
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

GCNMEM_DEF const char* gcnmem_limiter_name(gcnmem_limiter limiter) {
    return (uint32_t)limiter < GCNMEM_LIMITER_END ? gcnmemi_run_limiter_rows[limiter].name : "";
}

/* ---------------------------------------------------------------------------------------------------------------------
   >>report     text for people, JSON for machines
   Knows: bits, text, results, devices, desc, ops, access, coalesce, l1, cost, occupancy, run

   Formats are kept to %s %c %u %llu with a width, so that every formatter prints the same bytes.
   ------------------------------------------------------------------------------------------------------------------ */

#ifndef GCNMEM_NO_REPORT

#include <stdarg.h>
#ifdef GCNMEM_USE_STB_SPRINTF
#ifndef GCNMEM_STB_SPRINTF_FILENAME
#define GCNMEM_STB_SPRINTF_FILENAME "stb_sprintf.h"
#endif
#include GCNMEM_STB_SPRINTF_FILENAME
#endif

#define GCNMEMI_REPORT_LINE 512 /* longest formatted piece; also STB_SPRINTF_MIN's default */

#if defined(__GNUC__) || defined(__clang__)
#define GCNMEMI_REPORT_PRINTF __attribute__((format(printf, 2, 3)))
#define GCNMEMI_REPORT_VPRINTF __attribute__((format(printf, 2, 0)))
#else
#define GCNMEMI_REPORT_PRINTF
#define GCNMEMI_REPORT_VPRINTF
#endif

typedef struct gcnmemi_report_writer {
    gcnmem_write_fn write;
    void* user_data;
    size_t delivered;
    int stopped;
} gcnmemi_report_writer;

GCNMEMI_PRIVATE gcnmemi_report_writer gcnmemi_report_to(gcnmem_write_fn write, void* user_data) {
    gcnmemi_report_writer w;
    w.write = write;
    w.user_data = user_data;
    w.delivered = 0;
    w.stopped = 0;
    return w;
}

GCNMEMI_PRIVATE void gcnmemi_report_bytes(gcnmemi_report_writer* w, const char* text, size_t bytes) {
    if (!w->stopped && bytes > 0) {
        w->stopped = w->write(w->user_data, text, bytes) == 0;
        w->delivered += bytes;
    }
}

#if defined(GCNMEM_USE_STB_SPRINTF)

GCNMEMI_PRIVATE char* gcnmemi_report_stb(const char* text, void* user, int length) {
    gcnmemi_report_writer* w = (gcnmemi_report_writer*)user;
    gcnmemi_report_bytes(w, text, (size_t)length);
    return w->stopped ? NULL : (char*)(uintptr_t)text;
}

GCNMEMI_PRIVATE GCNMEMI_REPORT_VPRINTF void gcnmemi_report_format(gcnmemi_report_writer* w, const char* format,
                                                                  va_list arguments) {
    char buffer[GCNMEMI_REPORT_LINE];
    stbsp_vsprintfcb(gcnmemi_report_stb, w, buffer, format, arguments);
}

#elif defined(GCNMEM_VSNPRINTF)

GCNMEMI_PRIVATE GCNMEMI_REPORT_VPRINTF void gcnmemi_report_format(gcnmemi_report_writer* w, const char* format,
                                                                  va_list arguments) {
    char buffer[GCNMEMI_REPORT_LINE];
    int length = GCNMEM_VSNPRINTF(buffer, sizeof(buffer), format, arguments);
    gcnmemi_report_bytes(w, buffer, length < 0 ? 0 : gcnmemi_text_length(buffer));
}

#else

typedef struct gcnmemi_report_field {
    int left; /* '-': pad on the right */
    char pad; /* ' ' or '0' */
    size_t width;
} gcnmemi_report_field;

GCNMEMI_PRIVATE void gcnmemi_report_padded(gcnmemi_report_writer* w, const gcnmemi_report_field* field,
                                           const char* text, size_t length) {
    for (size_t i = length; i < field->width && !field->left; ++i) {
        gcnmemi_report_bytes(w, &field->pad, 1);
    }
    gcnmemi_report_bytes(w, text, length);
    for (size_t i = length; i < field->width && field->left; ++i) {
        gcnmemi_report_bytes(w, " ", 1);
    }
}

GCNMEMI_PRIVATE void gcnmemi_report_number(gcnmemi_report_writer* w, const gcnmemi_report_field* field,
                                           uint64_t value) {
    char digits[20];
    size_t at = sizeof(digits);
    do {
        digits[--at] = (char)('0' + (char)(value % 10));
        value /= 10;
    } while (value != 0);
    gcnmemi_report_padded(w, field, digits + at, sizeof(digits) - at);
}

/* Reads "-08" and the like behind a '%'; returns what follows it. */
GCNMEMI_PRIVATE const char* gcnmemi_report_read_field(const char* format, gcnmemi_report_field* field) {
    field->left = *format == '-';
    format += field->left;
    field->pad = *format == '0' ? '0' : ' ';
    field->width = 0;
    while (gcnmemi_text_is_digit(*format)) {
        field->width = field->width * 10 + (size_t)(*format++ - '0');
    }
    return format;
}

/* The diet above, without stdio: no symbol of the C library is needed. */
GCNMEMI_PRIVATE GCNMEMI_REPORT_VPRINTF void gcnmemi_report_format(gcnmemi_report_writer* w, const char* format,
                                                                  va_list arguments) {
    while (*format != 0) {
        gcnmemi_report_field field;
        size_t plain = 0;
        while (format[plain] != 0 && format[plain] != '%') {
            ++plain;
        }
        gcnmemi_report_bytes(w, format, plain);
        format += plain;
        if (*format == 0) {
            return;
        }
        format = gcnmemi_report_read_field(format + 1, &field);
        if (*format == 's') {
            const char* text = va_arg(arguments, const char*);
            gcnmemi_report_padded(w, &field, text, gcnmemi_text_length(text));
        } else if (*format == 'c') {
            char c = (char)va_arg(arguments, int);
            gcnmemi_report_padded(w, &field, &c, 1);
        } else if (*format == 'u') {
            gcnmemi_report_number(w, &field, va_arg(arguments, unsigned int));
        } else if (*format == 'l') {
            format += 2; /* llu */
            gcnmemi_report_number(w, &field, va_arg(arguments, unsigned long long));
        } else {
            gcnmemi_report_bytes(w, format, 1); /* %% */
        }
        ++format;
    }
}

#endif

GCNMEMI_PRIVATE GCNMEMI_REPORT_PRINTF void gcnmemi_report_print(gcnmemi_report_writer* w, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    gcnmemi_report_format(w, format, arguments);
    va_end(arguments);
}

/* part / whole with `decimals` (at most 3) digits behind the point, rounded half up; "n/a" for a zero whole. */
GCNMEMI_PRIVATE void gcnmemi_report_ratio(gcnmemi_report_writer* w, uint64_t part, uint64_t whole, uint32_t decimals) {
    static const uint64_t units[4] = {1, 10, 100, 1000};
    if (whole == 0) {
        gcnmemi_report_print(w, "n/a");
        return;
    }
    uint64_t scaled = gcnmemi_bits_scale(part, units[decimals], whole);
    if (decimals == 3) {
        gcnmemi_report_print(w, "%llu.%03u", (unsigned long long)(scaled / 1000), (unsigned)(scaled % 1000));
    } else if (decimals == 1) {
        gcnmemi_report_print(w, "%llu.%u", (unsigned long long)(scaled / 10), (unsigned)(scaled % 10));
    } else {
        gcnmemi_report_print(w, "%llu", (unsigned long long)scaled);
    }
}

GCNMEMI_PRIVATE int gcnmemi_report_is_plain(char c) {
    return c >= ' ' && c <= '~';
}

/* Text of the caller: what is not plain becomes a space. */
GCNMEMI_PRIVATE void gcnmemi_report_plain(gcnmemi_report_writer* w, const char* text, size_t bytes) {
    for (size_t i = 0; i < bytes; ++i) {
        gcnmemi_report_bytes(w, gcnmemi_report_is_plain(text[i]) ? text + i : " ", 1);
    }
}

/* In quotes, `escape` before what needs one: a backslash for JSON, a quote for CSV. */
GCNMEMI_PRIVATE void gcnmemi_report_quoted(gcnmemi_report_writer* w, const char* text, size_t bytes, char escape) {
    size_t done = 0;
    gcnmemi_report_bytes(w, "\"", 1);
    for (size_t i = 0; i < bytes; ++i) {
        int is_plain = gcnmemi_report_is_plain(text[i]);
        int is_marked = text[i] == '"' || (text[i] == '\\' && escape == '\\');
        if (!is_plain || is_marked) {
            gcnmemi_report_bytes(w, text + done, i - done);
            gcnmemi_report_bytes(w, is_plain ? &escape : " ", 1);
            done = is_plain ? i : i + 1;
        }
    }
    gcnmemi_report_bytes(w, text + done, bytes - done);
    gcnmemi_report_bytes(w, "\"", 1);
}

GCNMEMI_PRIVATE void gcnmemi_report_json_text(gcnmemi_report_writer* w, const char* text) {
    gcnmemi_report_quoted(w, text, gcnmemi_text_length(text), '\\');
}

GCNMEMI_PRIVATE void gcnmemi_report_json_number(gcnmemi_report_writer* w, const char* key, uint64_t value) {
    gcnmemi_report_print(w, ",\n  \"%s\": %llu", key, (unsigned long long)value);
}

/* `width` characters, `part` of `whole` of them filled. */
GCNMEMI_PRIVATE void gcnmemi_report_bar_of(gcnmemi_report_writer* w, uint64_t part, uint64_t whole, uint32_t width) {
    uint64_t filled = whole != 0 ? gcnmemi_bits_scale(part, width, whole) : 0;
    gcnmemi_report_bytes(w, "[", 1);
    for (uint32_t i = 0; i < width; ++i) {
        gcnmemi_report_bytes(w, i < filled ? "#" : ".", 1);
    }
    gcnmemi_report_bytes(w, "]", 1);
}

GCNMEMI_PRIVATE void gcnmemi_report_bar(gcnmemi_report_writer* w, uint64_t part, uint64_t whole) {
    gcnmemi_report_bar_of(w, part, whole, 40);
}

/* A row of a breakdown: name, bar, percent. */
GCNMEMI_PRIVATE void gcnmemi_report_share(gcnmemi_report_writer* w, const char* name, uint64_t part, uint64_t whole) {
    gcnmemi_report_print(w, "    %-18s ", name);
    gcnmemi_report_bar(w, part, whole);
    gcnmemi_report_print(w, " ");
    gcnmemi_report_ratio(w, part * 100, whole, 1);
    gcnmemi_report_print(w, " %%\n");
}

GCNMEMI_PRIVATE const char* gcnmemi_report_memory_name(const gcnmem_desc* desc) {
    const gcnmemi_devices_memory* memory = gcnmemi_devices_find_memory(desc->dram_memory);
    return memory != NULL ? memory->name : "memory";
}

/* The head of every report: which model on which machine, as flags that make it again. */
GCNMEMI_PRIVATE void gcnmemi_report_head(gcnmemi_report_writer* w, const gcnmem_desc* desc) {
    gcnmemi_report_print(w, "gcnmem %s model %u  --gpu \"%s\"", GCNMEM_VERSION_STRING, (unsigned)GCNMEM_MODEL_REVISION,
                         gcnmem_device_card(desc->device));
    for (uint32_t i = 0; i < GCNMEM_FIELD_END; ++i) {
        if (gcnmem_field_provenance(desc, (gcnmem_field)i) == GCNMEM_PROVENANCE_USER) {
            gcnmemi_report_print(w, " --set %s=%u", gcnmem_field_name((gcnmem_field)i),
                                 (unsigned)gcnmem_field_value(desc, (gcnmem_field)i));
        }
    }
    if (!gcnmemi_text_equal(desc->dram_mapping, gcnmemi_desc_mapping)) {
        gcnmemi_report_print(w, " --set dram_mapping=%s", desc->dram_mapping);
    }
    gcnmemi_report_print(w, "\n%s %s: %u CUs at %u MHz, L1 %u KB a CU, L2 %u KB in %u channels, %s ",
                         gcnmem_device_chip(desc->device), gcnmem_device_gfx(desc->device), (unsigned)desc->cu_count,
                         (unsigned)desc->core_clock_mhz, (unsigned)(desc->l1_size_bytes / 1024),
                         (unsigned)(desc->l2_size_bytes / 1024), (unsigned)desc->l2_channels,
                         gcnmemi_report_memory_name(desc));
    gcnmemi_report_ratio(w, gcnmem_desc_dram_bytes_per_second(desc), 1000000000u, 1);
    gcnmemi_report_print(w, " GB/s\n\n");
}

/* The fields a cost leans on; those that are estimates are named in the report. */
static const gcnmem_field gcnmemi_report_vector_fields[] = {
    GCNMEM_FIELD_l1_line_bytes,     GCNMEM_FIELD_l1_tag_banks,     GCNMEM_FIELD_l1_data_banks,
    GCNMEM_FIELD_request_bytes,     GCNMEM_FIELD_request_lanes,    GCNMEM_FIELD_l1_two_channel_floor_clocks,
    GCNMEM_FIELD_l1_filter_bytes,   GCNMEM_FIELD_l2_line_bytes,    GCNMEM_FIELD_dram_memory,
    GCNMEM_FIELD_dram_channel_bits, GCNMEM_FIELD_dram_burst_length};
static const gcnmem_field gcnmemi_report_lds_fields[] = {GCNMEM_FIELD_lds_bank_count, GCNMEM_FIELD_lds_port_count,
                                                         GCNMEM_FIELD_lds_port_lanes_per_clock,
                                                         GCNMEM_FIELD_lds_size_bytes};
static const gcnmem_field gcnmemi_report_wave_fields[] = {
    GCNMEM_FIELD_simd_count_per_cu, GCNMEM_FIELD_waves_per_simd_max, GCNMEM_FIELD_groups_per_cu_max,
    GCNMEM_FIELD_vgprs_per_simd,    GCNMEM_FIELD_vgpr_granule,       GCNMEM_FIELD_sgprs_per_simd,
    GCNMEM_FIELD_sgpr_granule,      GCNMEM_FIELD_lds_size_bytes,     GCNMEM_FIELD_lds_granule_bytes};

static const gcnmem_field gcnmemi_report_memory_fields[] = {GCNMEM_FIELD_core_clock_mhz,
                                                            GCNMEM_FIELD_l1_size_bytes,
                                                            GCNMEM_FIELD_l1_ways,
                                                            GCNMEM_FIELD_l2_size_bytes,
                                                            GCNMEM_FIELD_l2_ways,
                                                            GCNMEM_FIELD_l2_channels,
                                                            GCNMEM_FIELD_l2_channel_rule,
                                                            GCNMEM_FIELD_dram_memory,
                                                            GCNMEM_FIELD_dram_bus_bits,
                                                            GCNMEM_FIELD_dram_mbps_per_pin,
                                                            GCNMEM_FIELD_dram_banks,
                                                            GCNMEM_FIELD_dram_row_bytes,
                                                            GCNMEM_FIELD_dram_cl_clocks,
                                                            GCNMEM_FIELD_dram_write_queue_entries,
                                                            GCNMEM_FIELD_dram_write_high_entries,
                                                            GCNMEM_FIELD_dram_write_low_entries,
                                                            GCNMEM_FIELD_dram_page_policy};

/* Each field of the list (NULL: of all) that is an estimate: JSON array members, or words behind a heading. */
GCNMEMI_PRIVATE uint32_t gcnmemi_report_estimates(gcnmemi_report_writer* w, const gcnmem_desc* desc,
                                                  const gcnmem_field* fields, size_t count, gcnmem_style style) {
    uint32_t found = 0;
    for (size_t i = 0; i < count; ++i) {
        gcnmem_field field = fields != NULL ? fields[i] : (gcnmem_field)i;
        if (gcnmem_field_provenance(desc, field) != GCNMEM_PROVENANCE_EST) {
            continue;
        }
        if (style == GCNMEM_STYLE_JSON) {
            gcnmemi_report_print(w, "%s\"%s\"", found != 0 ? ", " : "", gcnmem_field_name(field));
        } else {
            gcnmemi_report_print(w, "%s%s", found != 0 ? ", " : "  leans on estimates: ", gcnmem_field_name(field));
        }
        ++found;
    }
    if (found != 0 && style == GCNMEM_STYLE_TEXT) {
        gcnmemi_report_print(w, " [est]\n");
    }
    return found;
}

/* The estimates that replays and runs lean on. */
GCNMEMI_PRIVATE void gcnmemi_report_memory_estimates(gcnmemi_report_writer* w, const gcnmem_desc* desc,
                                                     gcnmem_style style) {
    gcnmemi_report_estimates(w, desc, gcnmemi_report_memory_fields,
                             sizeof(gcnmemi_report_memory_fields) / sizeof(gcnmemi_report_memory_fields[0]), style);
}

/* Rules that were never measured for this kind of access, when they decided something. */
GCNMEMI_PRIVATE const char* gcnmemi_report_rule_estimate(const gcnmem_access* access, const gcnmem_cost* cost) {
    int conflicts = cost->tag_conflict_clocks + cost->bank_conflict_clocks != 0;
    if (conflicts && access->op.action != GCNMEM_ACTION_LOAD && access->op.unit != GCNMEM_UNIT_LDS) {
        return "R12 R13: conflicts of stores and atomics follow the rule measured for loads";
    }
    if (conflicts && access->op.is_sampled && access->filter != GCNMEM_FILTER_POINT) {
        return "R11: conflicts of filtered footprints follow the rule measured for point loads";
    }
    if (access->exec_mask != UINT64_MAX && access->op.unit != GCNMEM_UNIT_SCALAR) {
        return "R8: groups whose lanes are masked off still take their clock";
    }
    return NULL;
}

GCNMEMI_PRIVATE void gcnmemi_report_cost_estimates(gcnmemi_report_writer* w, const gcnmem_desc* desc,
                                                   const gcnmem_access* access, const gcnmem_cost* cost,
                                                   gcnmem_style style) {
    const char* rule = gcnmemi_report_rule_estimate(access, cost);
    int is_lds = access->op.unit == GCNMEM_UNIT_LDS;
    const gcnmem_field* fields = is_lds ? gcnmemi_report_lds_fields : gcnmemi_report_vector_fields;
    size_t count = is_lds ? sizeof(gcnmemi_report_lds_fields) / sizeof(fields[0])
                          : sizeof(gcnmemi_report_vector_fields) / sizeof(fields[0]);
    uint32_t found = gcnmemi_report_estimates(w, desc, fields, count, style);
    if (rule != NULL && style == GCNMEM_STYLE_JSON) {
        gcnmemi_report_print(w, "%s\"%s\"", found != 0 ? ", " : "", rule);
    } else if (rule != NULL) {
        gcnmemi_report_print(w, "  leans on an estimate: %s [est]\n", rule);
    }
}

GCNMEMI_PRIVATE const char* gcnmemi_report_vector_limit(const gcnmem_access* access, const gcnmem_cost* cost) {
    uint64_t coalesced = gcnmemi_coalesce_can(&access->op) ? cost->accesses * 4 : cost->issue_groups;
    uint64_t split = cost->issue_groups > coalesced ? cost->issue_groups - coalesced : 0;
    uint64_t most = gcnmemi_bits_max(gcnmemi_bits_max(cost->tag_conflict_clocks, cost->bank_conflict_clocks),
                                     gcnmemi_bits_max(cost->rate_clocks, split));
    if (cost->clocks <= cost->best_clocks && cost->rate_clocks > cost->issue_groups) {
        return "filter rate";
    }
    if (cost->clocks <= cost->best_clocks || most == 0) {
        return "nothing: best case";
    }
    if (most == cost->tag_conflict_clocks) {
        return "tag bank conflicts";
    }
    if (most == cost->bank_conflict_clocks) {
        return "data bank conflicts";
    }
    return most == split ? "lanes do not coalesce" : "filter rate";
}

GCNMEMI_PRIVATE const char* gcnmemi_report_limit(const gcnmem_access* access, const gcnmem_cost* cost) {
    if (access->op.unit == GCNMEM_UNIT_LDS) {
        return cost->conflict_clocks != 0 ? "LDS bank conflicts" : "nothing: conflict-free";
    }
    if (access->op.unit == GCNMEM_UNIT_SCALAR) {
        return "scalar issue";
    }
    return gcnmemi_report_vector_limit(access, cost);
}

GCNMEMI_PRIVATE const char* gcnmemi_report_best_advice(const gcnmem_desc* desc, const gcnmem_access* access,
                                                       const gcnmem_cost* cost) {
    if (access->op.channels == 2 && desc->l1_two_channel_floor_clocks > 16 && cost->rate_clocks != 0 &&
        !access->op.is_sampled && access->op.action == GCNMEM_ACTION_LOAD) {
        return "this part takes 18 clocks for any two-channel load (R9): one dwordx4 for two lanes' worth takes 16";
    }
    if (access->op.unit != GCNMEM_UNIT_LDS && cost->bytes_fetched >= 2 * cost->bytes_requested) {
        return "L1 serves this at full rate, but most bytes fetched are not used: pack what lanes read together";
    }
    return "nothing: the addresses are as kind as they can be";
}

GCNMEM_DEF const char* gcnmem_cost_advice(const gcnmem_desc* desc, const gcnmem_access* access,
                                          const gcnmem_cost* cost) {
    const char* limit = gcnmemi_report_limit(access, cost);
    if (limit[0] == 't') {
        return "lines 256 bytes apart share a tag bank (R6): pad the row pitch by 64 bytes, or let lanes read along a "
               "row";
    }
    if (limit[0] == 'd') {
        return "dwords 64 bytes apart share a data bank (R7): make lanes differ in address bits 2 to 5";
    }
    if (limit[0] == 'l') {
        return "keep each aligned quad of lanes within 4 consecutive elements (R3): then 16 lanes share a clock";
    }
    if (limit[0] == 'f') {
        return "the filter takes 4 bytes of a texel a clock and each tap, mip and slice anew (R11): use a narrower "
               "format or a cheaper filter";
    }
    if (limit[0] == 'L') {
        return access->op.action == GCNMEM_ACTION_ATOMIC
                   ? "lanes that update one dword take turns (R21): spread them over dwords, then add those up"
                   : "lanes of a phase want different dwords of one bank (R20): pad each row by one dword";
    }
    return gcnmemi_report_best_advice(desc, access, cost);
}

/* "  label    total   a wave" */
GCNMEMI_PRIVATE void gcnmemi_report_row(gcnmemi_report_writer* w, const gcnmem_cost* cost, const char* label,
                                        uint64_t value, const char* note) {
    uint64_t of_wave_e3 = cost->accesses != 0 ? gcnmemi_bits_scale(value, 1000, cost->accesses) : 0;
    gcnmemi_report_print(w, "  %-20s %12llu %8llu.%03u%s%s\n", label, (unsigned long long)value,
                         (unsigned long long)(of_wave_e3 / 1000), (unsigned)(of_wave_e3 % 1000),
                         note[0] != 0 ? "   " : "", note);
}

GCNMEMI_PRIVATE void gcnmemi_report_answer(gcnmemi_report_writer* w, const gcnmem_desc* desc,
                                           const gcnmem_access* access, const gcnmem_cost* cost) {
    gcnmemi_report_print(w, "%s: ", access->op.name);
    gcnmemi_report_ratio(w, cost->clocks, cost->accesses, 3);
    gcnmemi_report_print(w, " clocks a wave, best case ");
    gcnmemi_report_ratio(w, cost->best_clocks, cost->accesses, 3);
    if (access->op.unit == GCNMEM_UNIT_LDS && cost->port_clocks > cost->clocks) {
        gcnmemi_report_print(w, "; but the CU's LDS ports need ");
        gcnmemi_report_ratio(w, cost->port_clocks, cost->accesses, 3);
    }
    gcnmemi_report_print(w, "\n\n  speed       ");
    gcnmemi_report_bar(w, cost->best_clocks, cost->clocks);
    gcnmemi_report_print(w, " ");
    gcnmemi_report_ratio(w, cost->best_clocks * 100, cost->clocks, 0);
    gcnmemi_report_print(w, " %% of best\n");
    if (access->op.unit != GCNMEM_UNIT_LDS) {
        uint64_t used = cost->bytes_requested < cost->bytes_fetched ? cost->bytes_requested : cost->bytes_fetched;
        gcnmemi_report_print(w, "  bytes used  ");
        gcnmemi_report_bar(w, used, cost->bytes_fetched);
        gcnmemi_report_print(w, " ");
        gcnmemi_report_ratio(w, used * 100, cost->bytes_fetched, 0);
        gcnmemi_report_print(w, " %% of those fetched\n");
    }
    gcnmemi_report_print(w, "  limited by  %s\n  change      %s\n\n", gcnmemi_report_limit(access, cost),
                         gcnmem_cost_advice(desc, access, cost));
}

GCNMEMI_PRIVATE void gcnmemi_report_vector_rows(gcnmemi_report_writer* w, const gcnmem_access* access,
                                                const gcnmem_cost* cost) {
    gcnmemi_report_row(w, cost, "clocks", cost->clocks, "of the CU's L1, data present");
    gcnmemi_report_row(w, cost, "  issue groups", cost->issue_groups,
                       gcnmemi_coalesce_can(&access->op) ? "one clock each: 4 a wave coalesced, 16 not"
                                                         : "one clock each: 16 a wave");
    gcnmemi_report_row(w, cost, "  + tag conflicts", cost->tag_conflict_clocks, "lines of a group in one tag bank");
    gcnmemi_report_row(w, cost, "  + bank conflicts", cost->bank_conflict_clocks, "dwords of a group in one data bank");
    gcnmemi_report_row(w, cost, "  + rate", cost->rate_clocks, "filter, two channels, compare-and-swap");
    gcnmemi_report_row(w, cost, "L1 accesses", cost->l1_accesses, "TCP_TOTAL_ACCESSES");
    gcnmemi_report_print(w, "  %-20s %10llu %%                  %s\n", "coalescing",
                         (unsigned long long)(gcnmem_cost_coalescing_e3(cost) / 1000),
                         gcnmemi_coalesce_can(&access->op) ? "AMD's counter"
                                                           : "AMD's counter: 25 percent is full speed here");
    gcnmemi_report_row(w, cost, "L1 lines", cost->l1_lines, "distinct lines of a wave");
    gcnmemi_report_row(w, cost, "L2 requests", cost->l2_requests, "when L1 misses");
    gcnmemi_report_row(w, cost, "DRAM bursts", cost->dram_bursts, "when L2 misses");
}

GCNMEMI_PRIVATE void gcnmemi_report_lds_rows(gcnmemi_report_writer* w, const gcnmem_cost* cost) {
    gcnmemi_report_row(w, cost, "clocks", cost->clocks, "of the LDS banks");
    gcnmemi_report_row(w, cost, "  phases", cost->phases, "groups of lanes served together, one clock each");
    gcnmemi_report_row(w, cost, "  + conflicts", cost->conflict_clocks, "different dwords of one bank");
    gcnmemi_report_row(w, cost, "port clocks", cost->port_clocks, "throughput limit of the CU without conflicts");
}

GCNMEMI_PRIVATE void gcnmemi_report_cost_text(gcnmemi_report_writer* w, const gcnmem_desc* desc,
                                              const gcnmem_access* access, const gcnmem_cost* cost) {
    gcnmemi_report_head(w, desc);
    gcnmemi_report_answer(w, desc, access, cost);
    gcnmemi_report_print(w, "  %-20s %12s %12s\n", "", "total", "a wave");
    gcnmemi_report_row(w, cost, "wave instructions", cost->accesses, "");
    gcnmemi_report_row(w, cost, "lanes", cost->lanes, "that took part: in EXEC and in range");
    if (access->op.unit == GCNMEM_UNIT_LDS) {
        gcnmemi_report_lds_rows(w, cost);
    } else if (access->op.unit == GCNMEM_UNIT_SCALAR) {
        gcnmemi_report_row(w, cost, "clocks", cost->clocks, "of scalar issue");
        gcnmemi_report_row(w, cost, "L2 requests", cost->l2_requests, "when the scalar cache misses");
        gcnmemi_report_row(w, cost, "DRAM bursts", cost->dram_bursts, "when L2 misses");
    } else {
        gcnmemi_report_vector_rows(w, access, cost);
    }
    gcnmemi_report_row(w, cost, "bytes requested", cost->bytes_requested, "by lanes in range");
    if (access->op.unit != GCNMEM_UNIT_LDS) {
        gcnmemi_report_row(w, cost, "bytes fetched", cost->bytes_fetched, "by the L2 requests");
    }
    gcnmemi_report_cost_estimates(w, desc, access, cost, GCNMEM_STYLE_TEXT);
}

GCNMEMI_PRIVATE void gcnmemi_report_json_head(gcnmemi_report_writer* w, const gcnmem_desc* desc) {
    gcnmemi_report_print(w, "{\n  \"gpu\": ");
    gcnmemi_report_json_text(w, gcnmem_device_card(desc->device));
    gcnmemi_report_print(w, ",\n  \"version\": \"%s\"", GCNMEM_VERSION_STRING);
    gcnmemi_report_json_number(w, "model_revision", GCNMEM_MODEL_REVISION);
}

GCNMEMI_PRIVATE void gcnmemi_report_cost_json(gcnmemi_report_writer* w, const gcnmem_desc* desc,
                                              const gcnmem_access* access, const gcnmem_cost* cost) {
    gcnmemi_report_json_head(w, desc);
    gcnmemi_report_print(w, ",\n  \"op\": ");
    gcnmemi_report_json_text(w, access->op.name);
    gcnmemi_report_json_number(w, "accesses", cost->accesses);
    gcnmemi_report_json_number(w, "lanes", cost->lanes);
    gcnmemi_report_json_number(w, "clocks", cost->clocks);
    gcnmemi_report_json_number(w, "best_clocks", cost->best_clocks);
    gcnmemi_report_json_number(w, "l1_accesses", cost->l1_accesses);
    gcnmemi_report_json_number(w, "l1_cache_accesses", cost->l1_cache_accesses);
    gcnmemi_report_print(w, ",\n  \"coalescing_percent\": ");
    gcnmemi_report_ratio(w, gcnmem_cost_coalescing_e3(cost), 1000, 3);
    gcnmemi_report_json_number(w, "issue_groups", cost->issue_groups);
    gcnmemi_report_json_number(w, "tag_conflict_clocks", cost->tag_conflict_clocks);
    gcnmemi_report_json_number(w, "bank_conflict_clocks", cost->bank_conflict_clocks);
    gcnmemi_report_json_number(w, "rate_clocks", cost->rate_clocks);
    gcnmemi_report_json_number(w, "l1_lines", cost->l1_lines);
    gcnmemi_report_json_number(w, "l2_requests", cost->l2_requests);
    gcnmemi_report_json_number(w, "dram_bursts", cost->dram_bursts);
    gcnmemi_report_json_number(w, "bytes_requested", cost->bytes_requested);
    gcnmemi_report_json_number(w, "bytes_fetched", cost->bytes_fetched);
    if (access->op.unit == GCNMEM_UNIT_LDS) {
        gcnmemi_report_json_number(w, "phases", cost->phases);
        gcnmemi_report_json_number(w, "conflict_clocks", cost->conflict_clocks);
        gcnmemi_report_json_number(w, "port_clocks", cost->port_clocks);
    }
    gcnmemi_report_print(w, ",\n  \"limited_by\": ");
    gcnmemi_report_json_text(w, gcnmemi_report_limit(access, cost));
    gcnmemi_report_print(w, ",\n  \"change\": ");
    gcnmemi_report_json_text(w, gcnmem_cost_advice(desc, access, cost));
    gcnmemi_report_print(w, ",\n  \"estimates\": [");
    gcnmemi_report_cost_estimates(w, desc, access, cost, GCNMEM_STYLE_JSON);
    gcnmemi_report_print(w, "]\n}\n");
}

GCNMEM_DEF size_t gcnmem_report_cost(const gcnmem_desc* desc, const gcnmem_access* access, const gcnmem_cost* cost,
                                     gcnmem_style style, gcnmem_write_fn write, void* user_data) {
    gcnmemi_report_writer w = gcnmemi_report_to(write, user_data);
    if (style == GCNMEM_STYLE_JSON) {
        gcnmemi_report_cost_json(&w, desc, access, cost);
    } else {
        gcnmemi_report_cost_text(&w, desc, access, cost);
    }
    return w.delivered;
}

GCNMEMI_PRIVATE void gcnmemi_report_next_step(gcnmemi_report_writer* w, const gcnmem_occupancy* occupancy) {
    if (occupancy->limited_by == GCNMEM_LIMIT_WAVE_SLOTS) {
        gcnmemi_report_print(w, "none: every wave slot is used");
    } else if (occupancy->next_amount == 0) {
        gcnmemi_report_print(w, "no single change helps: more than one resource, or the size of the group, holds it");
    } else {
        gcnmem_limit limit =
            occupancy->next_limit == GCNMEM_LIMIT_GROUP_SLOTS ? GCNMEM_LIMIT_GROUP_SIZE : occupancy->next_limit;
        gcnmemi_report_print(w, "%s <= %u gives %u waves per SIMD", gcnmem_limit_name(limit),
                             (unsigned)occupancy->next_amount, (unsigned)occupancy->next_waves);
    }
}

GCNMEMI_PRIVATE void gcnmemi_report_occupancy_json(gcnmemi_report_writer* w, const gcnmem_desc* desc,
                                                   const gcnmem_occupancy* occupancy) {
    gcnmemi_report_json_head(w, desc);
    gcnmemi_report_json_number(w, "waves_per_simd", occupancy->waves_per_simd);
    gcnmemi_report_json_number(w, "waves_per_cu", occupancy->waves_per_cu);
    gcnmemi_report_json_number(w, "groups_per_cu", occupancy->groups_per_cu);
    gcnmemi_report_print(w, ",\n  \"limited_by\": ");
    gcnmemi_report_json_text(w, gcnmem_limit_name(occupancy->limited_by));
    gcnmemi_report_print(w, ",\n  \"next_step\": \"");
    gcnmemi_report_next_step(w, occupancy);
    gcnmemi_report_print(w, "\",\n  \"estimates\": [");
    gcnmemi_report_estimates(w, desc, gcnmemi_report_wave_fields,
                             sizeof(gcnmemi_report_wave_fields) / sizeof(gcnmemi_report_wave_fields[0]),
                             GCNMEM_STYLE_JSON);
    gcnmemi_report_print(w, "]\n}\n");
}

GCNMEMI_PRIVATE void gcnmemi_report_occupancy_text(gcnmemi_report_writer* w, const gcnmem_desc* desc,
                                                   const gcnmem_shader_needs* needs, gcnmem_occupancy_rule rule,
                                                   const gcnmem_occupancy* occupancy) {
    static const char* const rules[] = {"hardware", "llvm", "radv"};
    gcnmemi_report_head(w, desc);
    gcnmemi_report_print(w, "%u waves per SIMD of %u, by the %s rule\n\n  waves       ",
                         (unsigned)occupancy->waves_per_simd, (unsigned)desc->waves_per_simd_max, rules[rule]);
    gcnmemi_report_bar(w, occupancy->waves_per_simd, desc->waves_per_simd_max);
    gcnmemi_report_print(w, "\n  limited by  %s\n  next step   ", gcnmem_limit_name(occupancy->limited_by));
    gcnmemi_report_next_step(w, occupancy);
    gcnmemi_report_print(w, "\n\n  on a CU     %u waves in %u groups of %u\n", (unsigned)occupancy->waves_per_cu,
                         (unsigned)occupancy->groups_per_cu, (unsigned)needs->group_threads);
    gcnmemi_report_print(w, "  a wave      %u VGPRs allocated of %u asked for, %u SGPRs of %u\n",
                         (unsigned)gcnmemi_bits_align_up(needs->vgprs, desc->vgpr_granule), (unsigned)needs->vgprs,
                         (unsigned)gcnmemi_bits_align_up(needs->sgprs, desc->sgpr_granule), (unsigned)needs->sgprs);
    gcnmemi_report_print(w, "  a group     %u bytes of LDS allocated of %u asked for\n",
                         (unsigned)gcnmemi_bits_align_up(needs->lds_bytes, desc->lds_granule_bytes),
                         (unsigned)needs->lds_bytes);
    gcnmemi_report_estimates(w, desc, gcnmemi_report_wave_fields,
                             sizeof(gcnmemi_report_wave_fields) / sizeof(gcnmemi_report_wave_fields[0]),
                             GCNMEM_STYLE_TEXT);
}

GCNMEM_DEF size_t gcnmem_report_occupancy(const gcnmem_desc* desc, const gcnmem_shader_needs* needs,
                                          gcnmem_occupancy_rule rule, gcnmem_style style, gcnmem_write_fn write,
                                          void* user_data) {
    gcnmemi_report_writer w = gcnmemi_report_to(write, user_data);
    gcnmem_occupancy occupancy = gcnmem_occupancy_for(desc, needs, rule);
    if (style == GCNMEM_STYLE_JSON) {
        gcnmemi_report_occupancy_json(&w, desc, &occupancy);
    } else {
        gcnmemi_report_occupancy_text(&w, desc, needs, rule, &occupancy);
    }
    return w.delivered;
}

/* ---- replay ---- */

GCNMEMI_PRIVATE const char* gcnmemi_report_replay_limit(const gcnmem_replay_stats* stats) {
    if (stats->slowest != GCNMEM_LEVEL_DRAM) {
        return stats->slowest == GCNMEM_LEVEL_L1 ? "l1 service" : "l2 channel";
    }
    return gcnmem_dram_limit_name(stats->dram_limit);
}

/* "Why is my bandwidth low?" in a sentence. */
GCNMEMI_PRIVATE const char* gcnmemi_report_replay_reason(const gcnmem_replay_stats* stats) {
    if (stats->dram.bytes == 0) {
        return "nothing reached DRAM: reads hit, and written lines still wait in L2";
    }
    if (stats->lines < 1000) {
        return "the trace is short: filling and draining the machine decide";
    }
    if (stats->slowest == GCNMEM_LEVEL_L1) {
        return "the CUs' L1 takes longer than the rest: coalesce the waves' accesses, or spread them over more CUs";
    }
    if (stats->slowest == GCNMEM_LEVEL_L2) {
        return "one L2 channel gets more requests than the others: its stride keeps address bits 8 and up the same";
    }
    switch (stats->dram_limit) {
    case GCNMEM_DRAM_LIMIT_INTERFACE:
        return "the data bus is full: only fewer bytes would be faster";
    case GCNMEM_DRAM_LIMIT_BANK:
        return "banks open and close rows: let accesses that are close in time be close in address";
    case GCNMEM_DRAM_LIMIT_BANK_GROUP:
        return "consecutive bursts fall into one bank group: a mapping that alternates groups would hide it";
    case GCNMEM_DRAM_LIMIT_ACTIVATION:
        return "rows are opened faster than the activation window allows: use more of each row once it is open";
    case GCNMEM_DRAM_LIMIT_TURNAROUND:
        return "the bus turns between reads and writes: keep reads and writes in longer runs";
    case GCNMEM_DRAM_LIMIT_REFRESH:
        return "refresh takes its share: little else is left to gain";
    case GCNMEM_DRAM_LIMIT_CHANNEL:
        return "some channels idle while others work: the stride misses channels, pad it by 256 bytes";
    case GCNMEM_DRAM_LIMIT_SUPPLY:
        break;
    }
    return "too few requests are under way: the levels above hold them back, or the trace is short";
}

GCNMEMI_PRIVATE void gcnmemi_report_level_json(gcnmemi_report_writer* w, const char* name,
                                               const gcnmem_level_stats* level) {
    gcnmemi_report_print(w, ",\n  \"%s\": {\"reads\": %llu, \"writes\": %llu, \"hits\": %llu, \"misses\": %llu", name,
                         (unsigned long long)level->reads, (unsigned long long)level->writes,
                         (unsigned long long)level->hits, (unsigned long long)level->misses);
    gcnmemi_report_print(w, ", \"useful_bytes\": %llu, \"moved_bytes\": %llu, \"writebacks\": %llu}",
                         (unsigned long long)level->useful_bytes, (unsigned long long)level->moved_bytes,
                         (unsigned long long)level->writebacks);
}

GCNMEMI_PRIVATE void gcnmemi_report_dram_json(gcnmemi_report_writer* w, const gcnmem_dram_stats* dram) {
    gcnmemi_report_print(w, ",\n  \"dram\": {\"reads\": %llu, \"writes\": %llu, \"row_hits\": %llu",
                         (unsigned long long)dram->reads, (unsigned long long)dram->writes,
                         (unsigned long long)dram->row_hits);
    gcnmemi_report_print(w, ", \"row_misses\": %llu, \"row_conflicts\": %llu, \"refreshes\": %llu",
                         (unsigned long long)dram->row_misses, (unsigned long long)dram->row_conflicts,
                         (unsigned long long)dram->refreshes);
    gcnmemi_report_print(w, ", \"busy_clocks\": %llu, \"bytes\": %llu, \"clocks\": %llu, \"lost_clocks\": {",
                         (unsigned long long)dram->busy_clocks, (unsigned long long)dram->bytes,
                         (unsigned long long)dram->clocks);
    for (uint32_t i = GCNMEM_DRAM_LIMIT_BANK; i < GCNMEM_DRAM_LIMITS; ++i) {
        gcnmemi_report_print(w, "%s\"%s\": %llu", i > GCNMEM_DRAM_LIMIT_BANK ? ", " : "",
                             gcnmem_dram_limit_name((gcnmem_dram_limit)i), (unsigned long long)dram->limit_clocks[i]);
    }
    gcnmemi_report_print(w, "}}");
}

GCNMEMI_PRIVATE void gcnmemi_report_replay_json(gcnmemi_report_writer* w, const gcnmem_desc* desc,
                                                const gcnmem_replay_stats* stats, uint64_t incomplete) {
    gcnmemi_report_json_head(w, desc);
    gcnmemi_report_json_number(w, "accesses", stats->lines);
    gcnmemi_report_level_json(w, "l1", &stats->l1);
    gcnmemi_report_level_json(w, "scalar_l1", &stats->scalar_l1);
    gcnmemi_report_level_json(w, "l2", &stats->l2);
    gcnmemi_report_dram_json(w, &stats->dram);
    gcnmemi_report_json_number(w, "clocks", stats->clocks);
    gcnmemi_report_json_number(w, "seconds_e12", stats->seconds_e12);
    gcnmemi_report_print(w, ",\n  \"gb_per_s\": ");
    gcnmemi_report_ratio(w, stats->dram_bytes_per_second, 1000000000u, 3);
    gcnmemi_report_print(w, ",\n  \"percent_of_peak\": ");
    gcnmemi_report_ratio(w, stats->dram_bytes_per_second / 1000, gcnmem_desc_dram_bytes_per_second(desc) / 100000, 3);
    gcnmemi_report_print(w, ",\n  \"limited_by\": ");
    gcnmemi_report_json_text(w, gcnmemi_report_replay_limit(stats));
    gcnmemi_report_print(w, ",\n  \"reason\": ");
    gcnmemi_report_json_text(w, gcnmemi_report_replay_reason(stats));
    gcnmemi_report_print(w, ",\n  \"mapping\": ");
    gcnmemi_report_json_text(w, desc->dram_mapping);
    gcnmemi_report_json_number(w, "incomplete_at_line", incomplete);
    gcnmemi_report_print(w, ",\n  \"estimates\": [");
    gcnmemi_report_memory_estimates(w, desc, GCNMEM_STYLE_JSON);
    gcnmemi_report_print(w, "]\n}\n");
}

GCNMEMI_PRIVATE void gcnmemi_report_level_row(gcnmemi_report_writer* w, const char* name,
                                              const gcnmem_level_stats* level) {
    uint64_t used = level->useful_bytes < level->moved_bytes ? level->useful_bytes : level->moved_bytes;
    if (level->reads + level->writes == 0) {
        return;
    }
    gcnmemi_report_print(w, "  %-10s %12llu %12llu %12llu %12llu %14llu   ", name, (unsigned long long)level->reads,
                         (unsigned long long)level->writes, (unsigned long long)level->hits,
                         (unsigned long long)level->misses, (unsigned long long)level->moved_bytes);
    gcnmemi_report_ratio(w, used * 100, level->moved_bytes, 0);
    gcnmemi_report_print(w, " %%\n");
}

GCNMEMI_PRIVATE void gcnmemi_report_dram_rows(gcnmemi_report_writer* w, const gcnmem_dram_stats* dram) {
    uint64_t all = 0;
    gcnmemi_report_print(w,
                         "\n  DRAM       %llu reads, %llu writes: %llu row hits, %llu misses, %llu conflicts, "
                         "%llu refreshes\n",
                         (unsigned long long)dram->reads, (unsigned long long)dram->writes,
                         (unsigned long long)dram->row_hits, (unsigned long long)dram->row_misses,
                         (unsigned long long)dram->row_conflicts, (unsigned long long)dram->refreshes);
    for (uint32_t i = 0; i < GCNMEM_DRAM_LIMITS; ++i) {
        all += dram->limit_clocks[i];
    }
    gcnmemi_report_print(w, "  its clocks went to\n");
    for (uint32_t i = 0; i < GCNMEM_DRAM_LIMITS && all != 0; ++i) {
        gcnmemi_report_share(w, i == 0 ? "data" : gcnmem_dram_limit_name((gcnmem_dram_limit)i), dram->limit_clocks[i],
                             all);
    }
}

GCNMEMI_PRIVATE void gcnmemi_report_replay_text(gcnmemi_report_writer* w, const gcnmem_desc* desc,
                                                const gcnmem_replay_stats* stats, uint64_t incomplete) {
    uint64_t peak = gcnmem_desc_dram_bytes_per_second(desc);
    gcnmemi_report_head(w, desc);
    if (incomplete != 0) {
        gcnmemi_report_print(w,
                             "INCOMPLETE: the trace stopped at line %llu; what follows is what was read before it\n\n",
                             (unsigned long long)incomplete);
    }
    gcnmemi_report_ratio(w, stats->dram_bytes_per_second, 1000000000u, 1);
    gcnmemi_report_print(w, " GB/s of DRAM, ");
    gcnmemi_report_ratio(w, stats->dram_bytes_per_second / 1000 * 100, peak / 1000, 1);
    gcnmemi_report_print(w, " %% of peak, in %llu clocks\n\n  bandwidth   ", (unsigned long long)stats->clocks);
    gcnmemi_report_bar(w, stats->dram_bytes_per_second, peak);
    gcnmemi_report_print(w, "\n  limited by  %s\n  why         %s\n  mapping     %s\n\n",
                         gcnmemi_report_replay_limit(stats), gcnmemi_report_replay_reason(stats), desc->dram_mapping);
    gcnmemi_report_print(w, "  %-10s %12s %12s %12s %12s %14s   %s\n", "level", "reads", "writes", "hits", "misses",
                         "bytes moved", "used");
    gcnmemi_report_level_row(w, "L1", &stats->l1);
    gcnmemi_report_level_row(w, "scalar L1", &stats->scalar_l1);
    gcnmemi_report_level_row(w, "L2", &stats->l2);
    if (stats->dram.bytes != 0) {
        gcnmemi_report_dram_rows(w, &stats->dram);
    }
    gcnmemi_report_print(w, "\n  busy clocks: L1 %llu, L2 %llu, DRAM %llu\n", (unsigned long long)stats->l1_clocks,
                         (unsigned long long)stats->l2_clocks, (unsigned long long)stats->dram_clocks);
    gcnmemi_report_memory_estimates(w, desc, GCNMEM_STYLE_TEXT);
}

GCNMEM_DEF size_t gcnmem_report_replay(const gcnmem_desc* desc, const gcnmem_replay_stats* stats, uint64_t incomplete,
                                       gcnmem_style style, gcnmem_write_fn write, void* user_data) {
    gcnmemi_report_writer w = gcnmemi_report_to(write, user_data);
    if (style == GCNMEM_STYLE_JSON) {
        gcnmemi_report_replay_json(&w, desc, stats, incomplete);
    } else {
        gcnmemi_report_replay_text(&w, desc, stats, incomplete);
    }
    return w.delivered;
}

/* ---- run ---- */

#define GCNMEMI_REPORT_HOTSPOTS 10

/* A name as a JSON key: lower case, words joined. */
GCNMEMI_PRIVATE void gcnmemi_report_key(gcnmemi_report_writer* w, const char* name) {
    for (; *name != 0; ++name) {
        gcnmemi_report_print(w, "%c", *name == ' ' ? '_' : gcnmemi_text_lower(*name));
    }
}

GCNMEMI_PRIVATE void gcnmemi_report_member(gcnmemi_report_writer* w, int is_first, const char* name) {
    gcnmemi_report_print(w, "%s\"", is_first ? "" : ", ");
    gcnmemi_report_key(w, name);
    gcnmemi_report_print(w, "\": ");
}

/* "vector memory: DRAM, line 12", or nothing when the instruction lost no time. */
GCNMEMI_PRIVATE void gcnmemi_report_cause(gcnmemi_report_writer* w, const gcnmem_program* program,
                                          const gcnmem_run_insn_stats* stats) {
    uint32_t served = gcnmemi_run_largest(stats->waited_clocks, GCNMEM_SERVED_END);
    uint32_t stall = gcnmemi_run_largest(stats->stall_clocks, GCNMEM_STALL_END);
    if (stats->stall_clocks[stall] == 0) {
        return;
    }
    gcnmemi_report_print(w, "%s", gcnmem_stall_name((gcnmem_stall)stall));
    if (stats->waited_clocks[served] != 0) {
        gcnmemi_report_print(w, ": %s", gcnmem_served_name((gcnmem_served)served));
    }
    if (stats->waited_for != GCNMEM_NONE) {
        gcnmemi_report_print(w, ", line %u", (unsigned)gcnmem_program_insn(program, stats->waited_for)->line);
    }
}

/* Something a reader has to know before trusting the numbers. */
typedef struct gcnmemi_report_warning {
    const char* rule;
    uint64_t count; /* 0: does not apply */
    uint32_t line;  /* of the first, 0 when there is none */
} gcnmemi_report_warning;

/* Line of the program's first instruction with this flag, of its own or of its opcode; 0 when `count` says there is
   none. */
GCNMEMI_PRIVATE uint32_t gcnmemi_report_line_with(const gcnmem_program* program, uint32_t count, uint32_t insn_flag,
                                                  uint32_t opcode_flag) {
    for (uint32_t i = 0; i < program->insn_count && count != 0; ++i) {
        const gcnmem_insn* insn = gcnmem_program_insn(program, i);
        uint32_t of_opcode = gcnmem_program_opcode(program, insn->opcode)->flags;
        if ((insn->flags & insn_flag) != 0 || (of_opcode & opcode_flag) != 0) {
            return insn->line;
        }
    }
    return 0;
}

/* "RULE: 3, first in line 12" */
GCNMEMI_PRIVATE void gcnmemi_report_warn(gcnmemi_report_writer* w, const gcnmemi_report_warning* warning) {
    gcnmemi_report_print(w, "%s", warning->rule);
    if (warning->count > 1) {
        gcnmemi_report_print(w, ": %llu", (unsigned long long)warning->count);
    }
    if (warning->line != 0) {
        gcnmemi_report_print(w, "%s line %u", warning->count > 1 ? ", first in" : ":", (unsigned)warning->line);
    }
}

GCNMEMI_PRIVATE void gcnmemi_report_warnings(gcnmemi_report_writer* w, const gcnmem_program* program,
                                             const gcnmem_run_result* r, gcnmem_style style) {
    const gcnmemi_report_warning rows[] = {
        {"loops that nobody gave a count (--trip, @trip) run once", r->untold_loops,
         r->untold_loops != 0 ? gcnmem_program_insn(program, r->untold_loop)->line : 0},
        {"instructions outside the vocabulary are classified by their prefix", program->unknown_count,
         gcnmemi_report_line_with(program, program->unknown_count, 0, GCNMEM_OPCODE_GUESSED)},
        {"branches go where the listing does not say", program->undefined_count,
         gcnmemi_report_line_with(program, program->undefined_count, GCNMEM_INSN_UNDEFINED, 0)},
        {"annotations cannot be read, or stand on lines they cannot belong to", program->unbound_count,
         program->unbound_line},
        {"s_waitcnt that cannot be read wait for nothing", program->bad_wait_count,
         gcnmemi_report_line_with(program, program->bad_wait_count, GCNMEM_INSN_BAD_WAIT, 0)},
        {"the listing has no s_endpgm where waves end", r->open_ends != 0, 0},
        {"the run was cut at the clock limit while waves still ran (a loop without end?)", r->state == GCNMEM_RUN_CUT,
         0},
        {"the run is stuck: waves live, but nothing can happen any more", r->state == GCNMEM_RUN_STUCK, 0},
        {"the run failed: an address expression divides by zero", r->state == GCNMEM_RUN_FAILED,
         r->state == GCNMEM_RUN_FAILED ? gcnmem_program_insn(program, r->failed_insn)->line : 0},
        {"the timeline is cut: its room for events was used up, and events lost", r->events_lost, 0}};
    uint32_t written = 0;
    for (uint32_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i) {
        if (rows[i].count != 0) {
            const char* before = style == GCNMEM_STYLE_TEXT ? "WARNING: " : written++ == 0 ? "\"" : ", \"";
            gcnmemi_report_print(w, "%s", before);
            gcnmemi_report_warn(w, &rows[i]);
            gcnmemi_report_print(w, "%s", style == GCNMEM_STYLE_TEXT ? "\n" : "\"");
        }
    }
}

GCNMEMI_PRIVATE void gcnmemi_report_hotspots_json(gcnmemi_report_writer* w, const gcnmem_run* run,
                                                  const gcnmem_program* program, const char* text) {
    gcnmemi_report_print(w, ",\n  \"hotspots\": [");
    for (uint32_t i = 0; i < GCNMEMI_REPORT_HOTSPOTS; ++i) {
        gcnmem_run_hotspot hotspot = gcnmem_run_hotspot_of(run, i);
        if (hotspot.insn == GCNMEM_NONE) {
            break;
        }
        const gcnmem_insn* at = gcnmem_program_insn(program, hotspot.insn);
        gcnmem_run_insn_stats stats = gcnmem_run_insn_of(run, hotspot.insn);
        gcnmemi_report_print(w, "%s\n    {\"index\": %u, \"line\": %u, \"text\": ", i != 0 ? "," : "",
                             (unsigned)(hotspot.insn - run->first_insn), (unsigned)at->line);
        gcnmemi_report_quoted(w, text + at->text_offset, at->text_bytes, '\\');
        gcnmemi_report_print(w, ", \"issued\": %llu, \"stall_clocks\": %llu, \"cause\": \"",
                             (unsigned long long)stats.issued, (unsigned long long)hotspot.stall_clocks);
        gcnmemi_report_cause(w, program, &stats);
        gcnmemi_report_print(w, "\"}");
    }
    gcnmemi_report_print(w, "]");
}

GCNMEMI_PRIVATE void gcnmemi_report_run_objects(gcnmemi_report_writer* w, const gcnmem_run* run,
                                                const gcnmem_run_result* r) {
    static const char* const levels[] = {"requested", "l1", "lds", "scalar_l1", "l2", "dram"};
    const uint64_t bytes[] = {r->bytes_requested, r->l1_bytes, r->lds_bytes,
                              r->scalar_bytes,    r->l2_bytes, r->dram_bytes};
    uint64_t busy[GCNMEMI_RUN_UNITS];
    gcnmemi_run_busy(&run->desc, r, busy);
    gcnmemi_report_print(w, ",\n  \"instructions\": {");
    for (uint32_t i = 0; i < GCNMEM_CLASS_END; ++i) {
        gcnmemi_report_member(w, i == 0, gcnmem_class_name((gcnmem_class)i));
        gcnmemi_report_print(w, "%llu", (unsigned long long)r->instructions[i]);
    }
    gcnmemi_report_print(w, "},\n  \"stall_clocks\": {");
    for (uint32_t i = 0; i < GCNMEM_STALL_END; ++i) {
        gcnmemi_report_member(w, i == 0, gcnmem_stall_name((gcnmem_stall)i));
        gcnmemi_report_print(w, "%llu", (unsigned long long)r->stall_clocks[i]);
    }
    gcnmemi_report_print(w, "},\n  \"busy_percent\": {");
    for (uint32_t i = GCNMEM_LIMITER_VALU; i < GCNMEMI_RUN_UNITS; ++i) {
        gcnmemi_report_member(w, i == GCNMEM_LIMITER_VALU, gcnmem_limiter_name((gcnmem_limiter)i));
        gcnmemi_report_ratio(w, busy[i], 1000, 3);
    }
    gcnmemi_report_print(w, "},\n  \"bytes\": {");
    for (uint32_t i = 0; i < sizeof(bytes) / sizeof(bytes[0]); ++i) {
        gcnmemi_report_member(w, i == 0, levels[i]);
        gcnmemi_report_print(w, "%llu", (unsigned long long)bytes[i]);
    }
    gcnmemi_report_print(w, "}");
}

/* Whether the run had all that the card has. */
GCNMEMI_PRIVATE int gcnmemi_report_is_whole(const gcnmem_desc* desc, const gcnmem_run_result* r) {
    gcnmem_desc whole = gcnmem_desc_for(desc->device);
    return r->cu_count == whole.cu_count && desc->l2_channels == whole.l2_channels &&
           desc->dram_channels == whole.dram_channels;
}

GCNMEMI_PRIVATE void gcnmemi_report_run_json(gcnmemi_report_writer* w, const gcnmem_run* run,
                                             const gcnmem_program* program, const char* text,
                                             const gcnmem_run_result* r) {
    gcnmemi_report_json_head(w, &run->desc);
    gcnmemi_report_json_number(w, "cu_count", r->cu_count);
    gcnmemi_report_print(w, ",\n  \"machine\": \"%s\"", gcnmemi_report_is_whole(&run->desc, r) ? "whole" : "scaled");
    gcnmemi_report_json_number(w, "waves", r->waves);
    gcnmemi_report_json_number(w, "groups", r->groups);
    gcnmemi_report_json_number(w, "waves_per_simd", r->waves_per_simd);
    gcnmemi_report_print(w, ",\n  \"waves_limited_by\": ");
    gcnmemi_report_json_text(w, gcnmem_limit_name(r->occupancy.limited_by));
    gcnmemi_report_json_number(w, "waves_brought", r->waves_brought);
    gcnmemi_report_json_number(w, "vgprs", r->needs.vgprs);
    gcnmemi_report_json_number(w, "sgprs", r->needs.sgprs);
    gcnmemi_report_json_number(w, "lds_bytes", r->needs.lds_bytes);
    gcnmemi_report_json_number(w, "group_lanes", r->needs.group_threads);
    gcnmemi_report_json_number(w, "clocks", r->clocks);
    gcnmemi_report_json_number(w, "seconds_e12", r->seconds_e12);
    gcnmemi_report_json_number(w, "wave_clocks", r->wave_clocks);
    gcnmemi_report_json_number(w, "active_clocks", r->active_clocks);
    gcnmemi_report_run_objects(w, run, r);
    gcnmemi_report_print(w, ",\n  \"limited_by\": ");
    gcnmemi_report_json_text(w, gcnmem_limiter_name(r->limited_by));
    gcnmemi_report_print(w, ",\n  \"advice\": ");
    gcnmemi_report_json_text(w, gcnmem_run_advice(r));
    gcnmemi_report_hotspots_json(w, run, program, text);
    gcnmemi_report_json_number(w, "defaults_used", r->defaults_used);
    gcnmemi_report_print(w, ",\n  \"warnings\": [");
    gcnmemi_report_warnings(w, program, r, GCNMEM_STYLE_JSON);
    gcnmemi_report_print(w, "],\n  \"estimates\": [");
    gcnmemi_report_memory_estimates(w, &run->desc, GCNMEM_STYLE_JSON);
    gcnmemi_report_print(w, "]\n}\n");
}

/* Everything of every instruction, for spreadsheets. */
GCNMEMI_PRIVATE void gcnmemi_report_run_csv(gcnmemi_report_writer* w, const gcnmem_run* run,
                                            const gcnmem_program* program, const char* text) {
    gcnmemi_report_print(w, "index,line,text,issued,stall_clocks");
    for (uint32_t i = 0; i < GCNMEM_STALL_END; ++i) {
        gcnmemi_report_print(w, ",stall_");
        gcnmemi_report_key(w, gcnmem_stall_name((gcnmem_stall)i));
    }
    for (uint32_t i = 0; i < GCNMEM_SERVED_END; ++i) {
        gcnmemi_report_print(w, ",served_");
        gcnmemi_report_key(w, gcnmem_served_name((gcnmem_served)i));
    }
    gcnmemi_report_print(w, ",unit_clocks,lines,is_default,cause\n");
    for (uint32_t insn = run->first_insn; insn < run->first_insn + run->insn_count; ++insn) {
        const gcnmem_insn* at = gcnmem_program_insn(program, insn);
        gcnmem_run_insn_stats stats = gcnmem_run_insn_of(run, insn);
        gcnmemi_report_print(w, "%u,%u,", (unsigned)(insn - run->first_insn), (unsigned)at->line);
        gcnmemi_report_quoted(w, text + at->text_offset, at->text_bytes, '"');
        gcnmemi_report_print(w, ",%llu,%llu", (unsigned long long)stats.issued,
                             (unsigned long long)gcnmemi_run_stalls(&stats));
        for (uint32_t i = 0; i < GCNMEM_STALL_END; ++i) {
            gcnmemi_report_print(w, ",%llu", (unsigned long long)stats.stall_clocks[i]);
        }
        for (uint32_t i = 0; i < GCNMEM_SERVED_END; ++i) {
            gcnmemi_report_print(w, ",%llu", (unsigned long long)stats.served[i]);
        }
        gcnmemi_report_print(w, ",%llu,%llu,%u,\"", (unsigned long long)stats.unit_clocks,
                             (unsigned long long)stats.lines, (unsigned)stats.is_default);
        gcnmemi_report_cause(w, program, &stats);
        gcnmemi_report_print(w, "\"\n");
    }
}

/* A result that rests on defaults says so before anything else. */
GCNMEMI_PRIVATE void gcnmemi_report_defaults(gcnmemi_report_writer* w, const gcnmem_run* run,
                                             const gcnmem_program* program, const char* text,
                                             const gcnmem_run_result* r) {
    if (r->defaults_used == 0) {
        return;
    }
    gcnmemi_report_print(w, "RESTS ON DEFAULTS: %u memory instructions have no addresses of their own (--mem, @mem):\n",
                         (unsigned)r->defaults_used);
    for (uint32_t insn = run->first_insn; insn < run->first_insn + run->insn_count; ++insn) {
        const gcnmem_insn* at = gcnmem_program_insn(program, insn);
        gcnmem_run_insn_stats stats = gcnmem_run_insn_of(run, insn);
        if (stats.is_default != 0) {
            gcnmemi_report_print(w, "  index %u, line %u: ", (unsigned)(insn - run->first_insn), (unsigned)at->line);
            gcnmemi_report_plain(w, text + at->text_offset, at->text_bytes);
            gcnmemi_report_print(w, "\n");
        }
    }
    gcnmemi_report_print(w, "\n");
}

GCNMEMI_PRIVATE const char* gcnmemi_report_latency_advice(const gcnmem_run_result* result) {
    if (result->waves_brought < result->waves_per_simd) {
        return "the dispatch brings fewer waves than fit: make it larger, or issue more loads before each s_waitcnt";
    }
    if (result->occupancy.limited_by != GCNMEM_LIMIT_WAVE_SLOTS) {
        return "fit more waves on a SIMD, or issue more loads before each s_waitcnt";
    }
    return "every wave slot is used: issue more loads before each s_waitcnt, or let them hit closer";
}

GCNMEM_DEF const char* gcnmem_run_advice(const gcnmem_run_result* result) {
    if (result->limited_by == GCNMEM_LIMITER_VECTOR_LATENCY) {
        return gcnmemi_report_latency_advice(result);
    }
    return (uint32_t)result->limited_by < GCNMEM_LIMITER_END ? gcnmemi_run_limiter_rows[result->limited_by].advice : "";
}

/* The instruction that cost the waves most time. */
GCNMEMI_PRIVATE void gcnmemi_report_hottest(gcnmemi_report_writer* w, const gcnmem_run* run,
                                            const gcnmem_program* program, const char* text,
                                            const gcnmem_run_result* r) {
    gcnmem_run_hotspot hot = gcnmem_run_hotspot_of(run, 0);
    if (hot.insn != GCNMEM_NONE) {
        const gcnmem_insn* at = gcnmem_program_insn(program, hot.insn);
        gcnmemi_report_print(w, "  hottest     line %u, ", (unsigned)at->line);
        gcnmemi_report_ratio(w, hot.stall_clocks * 100, r->wave_clocks, 0);
        gcnmemi_report_print(w, " %% of the waves' time: ");
        gcnmemi_report_plain(w, text + at->text_offset, at->text_bytes);
        gcnmemi_report_print(w, "\n");
    }
}

GCNMEMI_PRIVATE void gcnmemi_report_run_answer(gcnmemi_report_writer* w, const gcnmem_run* run,
                                               const gcnmem_program* program, const char* text,
                                               const gcnmem_run_result* r) {
    gcnmem_desc whole = gcnmem_desc_for(run->desc.device);
    gcnmemi_report_print(w, "%llu clocks, ", (unsigned long long)r->clocks);
    gcnmemi_report_ratio(w, r->seconds_e12, 1000000, 3);
    gcnmemi_report_print(w, " us, for %llu waves\n\n  limited by  %s\n  change      %s\n", (unsigned long long)r->waves,
                         gcnmem_limiter_name(r->limited_by), gcnmem_run_advice(r));
    gcnmemi_report_hottest(w, run, program, text, r);
    gcnmemi_report_print(w, "  waves       %u a SIMD, by %s; next: ", (unsigned)r->waves_per_simd,
                         gcnmem_limit_name(r->occupancy.limited_by));
    gcnmemi_report_next_step(w, &r->occupancy);
    if (r->waves_brought < r->waves_per_simd) {
        gcnmemi_report_print(w, "\n              but the dispatch brings only %u a SIMD", (unsigned)r->waves_brought);
    }
    gcnmemi_report_print(w, "\n  a wave      %u VGPRs%s, %u SGPRs; a group %u lanes, %u bytes of LDS",
                         (unsigned)r->needs.vgprs, r->is_named ? " (the highest named: --vgprs says more)" : "",
                         (unsigned)r->needs.sgprs, (unsigned)r->needs.group_threads, (unsigned)r->needs.lds_bytes);
    if (gcnmemi_report_is_whole(&run->desc, r)) {
        gcnmemi_report_print(w, "\n  machine     whole GPU, %u CUs\n", (unsigned)whole.cu_count);
    } else {
        gcnmemi_report_print(w, "\n  machine     scaled: %u of %u CUs, %u of %u L2 channels, %u of %u DRAM channels\n",
                             (unsigned)r->cu_count, (unsigned)whole.cu_count, (unsigned)run->desc.l2_channels,
                             (unsigned)whole.l2_channels, (unsigned)run->desc.dram_channels,
                             (unsigned)whole.dram_channels);
    }
    gcnmemi_report_print(w, "\n");
}

GCNMEMI_PRIVATE void gcnmemi_report_run_shares(gcnmemi_report_writer* w, const gcnmem_run* run,
                                               const gcnmem_run_result* r) {
    uint64_t busy[GCNMEMI_RUN_UNITS];
    uint64_t most = r->wave_clocks;
    gcnmemi_run_busy(&run->desc, r, busy);
    gcnmemi_report_print(w, "  units were busy\n");
    for (uint32_t i = GCNMEM_LIMITER_VALU; i < GCNMEMI_RUN_UNITS; ++i) {
        gcnmemi_report_share(w, gcnmem_limiter_name((gcnmem_limiter)i), busy[i], 100000);
    }
    gcnmemi_report_print(w, "  waves spent their time on\n");
    gcnmemi_report_share(w, "instructions", r->active_clocks, most);
    for (uint32_t i = 0; i < GCNMEM_STALL_END; ++i) {
        if (r->stall_clocks[i] != 0) {
            gcnmemi_report_share(w, gcnmem_stall_name((gcnmem_stall)i), r->stall_clocks[i], most);
        }
    }
    if (r->dram.bytes != 0) {
        gcnmemi_report_dram_rows(w, &r->dram);
    }
    gcnmemi_report_print(w, "\n  bytes: lanes asked for %llu; L1 %llu, L2 %llu, DRAM %llu; LDS %llu, scalar %llu\n\n",
                         (unsigned long long)r->bytes_requested, (unsigned long long)r->l1_bytes,
                         (unsigned long long)r->l2_bytes, (unsigned long long)r->dram_bytes,
                         (unsigned long long)r->lds_bytes, (unsigned long long)r->scalar_bytes);
}

/* The listing, each instruction with its part of the stalls before it. */
GCNMEMI_PRIVATE void gcnmemi_report_run_listing(gcnmemi_report_writer* w, const gcnmem_run* run,
                                                const gcnmem_program* program, const char* text) {
    uint64_t most = gcnmem_run_hotspot_of(run, 0).stall_clocks;
    gcnmemi_report_print(w, "  %5s %6s %12s %14s  %-22s instruction\n", "index", "line", "issued", "stall clocks", "");
    for (uint32_t insn = run->first_insn; insn < run->first_insn + run->insn_count; ++insn) {
        const gcnmem_insn* at = gcnmem_program_insn(program, insn);
        gcnmem_run_insn_stats stats = gcnmem_run_insn_of(run, insn);
        uint64_t stalls = gcnmemi_run_stalls(&stats);
        gcnmemi_report_print(w, "  %5u %6u %12llu %14llu  ", (unsigned)(insn - run->first_insn), (unsigned)at->line,
                             (unsigned long long)stats.issued, (unsigned long long)stalls);
        gcnmemi_report_bar_of(w, stalls, most, 20);
        gcnmemi_report_print(w, " ");
        gcnmemi_report_plain(w, text + at->text_offset, at->text_bytes);
        if (gcnmemi_bits_scale(stalls, 20, most != 0 ? most : 1) != 0) {
            gcnmemi_report_print(w, "  <- ");
            gcnmemi_report_cause(w, program, &stats);
        }
        gcnmemi_report_print(w, "\n");
    }
}

GCNMEMI_PRIVATE void gcnmemi_report_run_text(gcnmemi_report_writer* w, const gcnmem_run* run,
                                             const gcnmem_program* program, const char* text,
                                             const gcnmem_run_result* r) {
    gcnmemi_report_head(w, &run->desc);
    gcnmemi_report_warnings(w, program, r, GCNMEM_STYLE_TEXT);
    gcnmemi_report_defaults(w, run, program, text, r);
    gcnmemi_report_run_answer(w, run, program, text, r);
    gcnmemi_report_run_shares(w, run, r);
    gcnmemi_report_run_listing(w, run, program, text);
    gcnmemi_report_memory_estimates(w, &run->desc, GCNMEM_STYLE_TEXT);
}

GCNMEM_DEF size_t gcnmem_report_run(const gcnmem_run* run, const gcnmem_program* program, const char* text,
                                    gcnmem_style style, gcnmem_write_fn write, void* user_data) {
    gcnmemi_report_writer w = gcnmemi_report_to(write, user_data);
    gcnmem_run_result result = gcnmem_run_result_of(run);
    if (style == GCNMEM_STYLE_JSON) {
        gcnmemi_report_run_json(&w, run, program, text, &result);
    } else if (style == GCNMEM_STYLE_CSV) {
        gcnmemi_report_run_csv(&w, run, program, text);
    } else {
        gcnmemi_report_run_text(&w, run, program, text, &result);
    }
    return w.delivered;
}

/* ---- timeline ---- */

/* By clock; a wave comes before what it does. */
GCNMEMI_PRIVATE int gcnmemi_report_is_before(const gcnmem_run_event* a, const gcnmem_run_event* b) {
    if (a->begin != b->begin) {
        return a->begin < b->begin;
    }
    if (a->kind != b->kind) {
        return a->kind < b->kind;
    }
    return a->cu != b->cu ? a->cu < b->cu : a->slot < b->slot;
}

/* Lets the event at `at` of a heap sink to its place: none stands before one above it. */
GCNMEMI_PRIVATE void gcnmemi_report_sink(gcnmem_run_event* heap, size_t at, size_t count) {
    gcnmem_run_event event = heap[at];
    for (size_t below = 2 * at + 1; below < count; below = 2 * at + 1) {
        below += below + 1 < count && gcnmemi_report_is_before(&heap[below], &heap[below + 1]);
        if (!gcnmemi_report_is_before(&event, &heap[below])) {
            break;
        }
        heap[at] = heap[below];
        at = below;
    }
    heap[at] = event;
}

GCNMEMI_PRIVATE void gcnmemi_report_sort(gcnmem_run_event* events, size_t count) {
    for (size_t i = count / 2; i-- > 0;) {
        gcnmemi_report_sink(events, i, count);
    }
    for (size_t i = count; i-- > 1;) {
        gcnmem_run_event last = events[i];
        events[i] = events[0];
        events[0] = last;
        gcnmemi_report_sink(events, 0, i);
    }
}

/* A wave that still runs is shown until the last clock known. */
GCNMEMI_PRIVATE void gcnmemi_report_close_waves(gcnmem_run_event* events, size_t count) {
    uint64_t last = 0;
    for (size_t i = 0; i < count; ++i) {
        uint64_t known = events[i].end != GCNMEM_RUN_EVENT_OPEN ? events[i].end : events[i].begin;
        last = known > last ? known : last;
    }
    for (size_t i = 0; i < count; ++i) {
        events[i].end = events[i].end != GCNMEM_RUN_EVENT_OPEN ? events[i].end : last;
    }
}

/* Name and place of a process or a thread in a viewer. */
GCNMEMI_PRIVATE void gcnmemi_report_track(gcnmemi_report_writer* w, const char* what, const char* name, uint32_t cu,
                                          uint32_t slot, uint32_t number) {
    gcnmemi_report_print(w,
                         "{\"ph\":\"M\",\"pid\":%u,\"tid\":%u,\"name\":\"%s_name\",\"args\":{\"name\":\"%s %u\"}},\n",
                         (unsigned)cu, (unsigned)slot, what, name, (unsigned)number);
    gcnmemi_report_print(w,
                         "{\"ph\":\"M\",\"pid\":%u,\"tid\":%u,\"name\":\"%s_sort_index\",\"args\":{\"sort_index\":%u}}",
                         (unsigned)cu, (unsigned)slot, what, (unsigned)number);
}

/* All CUs, and the wave slots in use: the first groups' waves stand in one each. */
GCNMEMI_PRIVATE void gcnmemi_report_tracks(gcnmemi_report_writer* w, const gcnmem_run* run,
                                           const gcnmem_run_event* events, size_t count) {
    uint64_t first_groups = (uint64_t)run->result.groups_per_cu * run->result.cu_count;
    for (uint32_t cu = 0; cu < run->result.cu_count; ++cu) {
        gcnmemi_report_print(w, cu != 0 ? ",\n" : "\n");
        gcnmemi_report_track(w, "process", "CU", cu, 0, cu);
    }
    for (size_t i = 0; i < count; ++i) {
        if (events[i].kind == GCNMEM_RUN_EVENT_WAVE && events[i].group < first_groups) {
            gcnmemi_report_print(w, ",\n");
            gcnmemi_report_track(w, "thread", "wave slot", events[i].cu, events[i].slot, events[i].slot);
        }
    }
}

/* What every event of a wave slot begins with. */
GCNMEMI_PRIVATE void gcnmemi_report_event_head(gcnmemi_report_writer* w, const gcnmem_run_event* event, char phase,
                                               const char* category, uint64_t clock) {
    gcnmemi_report_print(w, ",\n{\"ph\":\"%c\",\"cat\":\"%s\",\"pid\":%u,\"tid\":%u,\"ts\":%llu", phase, category,
                         (unsigned)event->cu, (unsigned)event->slot, (unsigned long long)clock);
}

/* The instruction's place in the listing, as the beginning of an event's arguments. speedscope shows all of them behind
   the name, so there are few. */
GCNMEMI_PRIVATE void gcnmemi_report_event_insn(gcnmemi_report_writer* w, const gcnmem_run* run,
                                               const gcnmem_program* program, const gcnmem_run_event* event) {
    uint32_t is_end = event->insn == GCNMEM_NONE;
    uint32_t index = is_end ? run->insn_count : event->insn - run->first_insn;
    uint32_t line = is_end ? 0 : gcnmem_program_insn(program, event->insn)->line;
    gcnmemi_report_print(w, ",\"args\":{\"index\":%u,\"line\":%u", (unsigned)index, (unsigned)line);
}

GCNMEMI_PRIVATE void gcnmemi_report_slice(gcnmemi_report_writer* w, const gcnmem_run* run,
                                          const gcnmem_program* program, const char* text,
                                          const gcnmem_run_event* event) {
    gcnmemi_report_event_head(w, event, 'X', gcnmemi_run_event_names[event->kind], event->begin);
    gcnmemi_report_print(w, ",\"dur\":%llu,\"name\":", (unsigned long long)(event->end - event->begin));
    if (event->kind == GCNMEM_RUN_EVENT_WAVE) {
        gcnmemi_report_print(w, "\"wave %u of group %llu\"}", (unsigned)event->wave, (unsigned long long)event->group);
        return;
    }
    if (event->kind == GCNMEM_RUN_EVENT_STALL) {
        gcnmemi_report_json_text(w, gcnmemi_run_stall_rows[event->stall].phrase);
    } else if (event->insn == GCNMEM_NONE) {
        gcnmemi_report_json_text(w, "end of the listing");
    } else {
        const gcnmem_insn* insn = gcnmem_program_insn(program, event->insn);
        gcnmemi_report_quoted(w, text + insn->text_offset, insn->text_bytes, '\\');
    }
    gcnmemi_report_event_insn(w, run, program, event);
    if (event->kind == GCNMEM_RUN_EVENT_STALL) {
        gcnmemi_report_print(w, ",\"cause\":\"");
        gcnmemi_report_key(w, gcnmem_stall_name((gcnmem_stall)event->stall));
        gcnmemi_report_print(w, "\"");
    }
    if (event->awaited != GCNMEM_NONE) {
        gcnmemi_report_print(w, ",\"data_of_line\":%u,\"data_from\":\"%s\"",
                             (unsigned)gcnmem_program_insn(program, event->awaited)->line,
                             gcnmem_served_name((gcnmem_served)event->served));
    }
    gcnmemi_report_print(w, "}}");
}

GCNMEMI_PRIVATE void gcnmemi_report_request(gcnmemi_report_writer* w, const gcnmem_run* run,
                                            const gcnmem_program* program, const gcnmem_run_event* event, uint64_t id) {
    const char* served = gcnmem_served_name((gcnmem_served)event->served);
    gcnmemi_report_event_head(w, event, 'b', gcnmemi_run_event_names[event->kind], event->begin);
    gcnmemi_report_print(w, ",\"id\":%llu,\"name\":\"request to %s\"", (unsigned long long)id, served);
    gcnmemi_report_event_insn(w, run, program, event);
    gcnmemi_report_print(w, "}}");
    gcnmemi_report_event_head(w, event, 'e', gcnmemi_run_event_names[event->kind], event->end);
    gcnmemi_report_print(w, ",\"id\":%llu,\"name\":\"request to %s\"}", (unsigned long long)id, served);
}

GCNMEMI_PRIVATE void gcnmemi_report_events(gcnmemi_report_writer* w, const gcnmem_run* run,
                                           const gcnmem_program* program, const char* text,
                                           const gcnmem_run_event* events, size_t count) {
    uint64_t requests = 0;
    for (size_t i = 0; i < count && !w->stopped; ++i) {
        if (events[i].kind <= GCNMEM_RUN_EVENT_STALL) {
            gcnmemi_report_slice(w, run, program, text, &events[i]);
        }
    }
    for (size_t i = 0; i < count && !w->stopped; ++i) {
        if (events[i].kind == GCNMEM_RUN_EVENT_REQUEST) {
            gcnmemi_report_request(w, run, program, &events[i], ++requests);
        }
    }
    for (size_t i = 0; i < count && !w->stopped; ++i) {
        if (events[i].kind == GCNMEM_RUN_EVENT_RESIDENT) {
            gcnmemi_report_event_head(w, &events[i], 'C', "waves", events[i].begin);
            gcnmemi_report_print(w, ",\"name\":\"resident waves\",\"args\":{\"waves\":%u}}", (unsigned)events[i].wave);
        }
    }
}

/* What holds for all events; says so when they are only the run's beginning. */
GCNMEMI_PRIVATE void gcnmemi_report_timeline_about(gcnmemi_report_writer* w, const gcnmem_run* run) {
    gcnmem_run_result r = gcnmem_run_result_of(run);
    gcnmemi_report_json_head(w, &run->desc);
    gcnmemi_report_print(w, ",\n  \"unit\": \"1 of ts and dur is 1 engine clock\"");
    gcnmemi_report_json_number(w, "core_clock_mhz", run->desc.core_clock_mhz);
    gcnmemi_report_json_number(w, "clocks", r.clocks);
    gcnmemi_report_json_number(w, "events", r.events);
    gcnmemi_report_json_number(w, "events_lost", r.events_lost);
    if (r.events_lost != 0) {
        gcnmemi_report_print(w, ",\n  \"warning\": \"timeline holds the first %llu events, up to clock %llu\"",
                             (unsigned long long)r.events, (unsigned long long)r.events_lost_clock);
    }
    gcnmemi_report_print(w, "\n}");
}

GCNMEM_DEF size_t gcnmem_report_timeline(const gcnmem_run* run, const gcnmem_program* program, const char* text,
                                         gcnmem_run_event* events, size_t count, gcnmem_write_fn write,
                                         void* user_data) {
    gcnmemi_report_writer w = gcnmemi_report_to(write, user_data);
    gcnmemi_report_close_waves(events, count);
    gcnmemi_report_sort(events, count);
    gcnmemi_report_print(&w, "{\"traceEvents\":[");
    gcnmemi_report_tracks(&w, run, events, count);
    gcnmemi_report_events(&w, run, program, text, events, count);
    gcnmemi_report_print(&w, "\n],\"displayTimeUnit\":\"ns\",\"otherData\":");
    gcnmemi_report_timeline_about(&w, run);
    gcnmemi_report_print(&w, "}\n");
    return w.delivered;
}

GCNMEMI_PRIVATE void gcnmemi_report_device_text(gcnmemi_report_writer* w, const gcnmem_desc* desc) {
    gcnmemi_report_print(w, "%-14s %-11s %-7s %4u %6u %7u  %-6s ", gcnmem_device_card(desc->device),
                         gcnmem_device_chip(desc->device), gcnmem_device_gfx(desc->device), (unsigned)desc->cu_count,
                         (unsigned)desc->core_clock_mhz, (unsigned)(desc->l2_size_bytes / 1024),
                         gcnmemi_report_memory_name(desc));
    gcnmemi_report_print(w, "%5u  ", (unsigned)desc->dram_bus_bits);
    gcnmemi_report_ratio(w, gcnmem_desc_dram_bytes_per_second(desc), 1000000000u, 1);
    gcnmemi_report_print(w, "\n");
}

GCNMEMI_PRIVATE void gcnmemi_report_device_json(gcnmemi_report_writer* w, const gcnmem_desc* desc) {
    gcnmemi_report_print(w, "{\"card\": \"%s\", \"chip\": \"%s\", \"gfx\": \"%s\", \"memory\": \"%s\"",
                         gcnmem_device_card(desc->device), gcnmem_device_chip(desc->device),
                         gcnmem_device_gfx(desc->device), gcnmemi_report_memory_name(desc));
    gcnmemi_report_print(w, ", \"gb_per_s\": ");
    gcnmemi_report_ratio(w, gcnmem_desc_dram_bytes_per_second(desc), 1000000000u, 3);
    for (uint32_t i = 0; i < GCNMEM_FIELD_END; ++i) {
        gcnmemi_report_print(w, ", \"%s\": %u", gcnmem_field_name((gcnmem_field)i),
                             (unsigned)gcnmem_field_value(desc, (gcnmem_field)i));
    }
    gcnmemi_report_print(w, ", \"estimates\": [");
    gcnmemi_report_estimates(w, desc, NULL, GCNMEM_FIELD_END, GCNMEM_STYLE_JSON);
    gcnmemi_report_print(w, "]}");
}

GCNMEM_DEF size_t gcnmem_report_devices(gcnmem_style style, gcnmem_write_fn write, void* user_data) {
    gcnmemi_report_writer w = gcnmemi_report_to(write, user_data);
    if (style == GCNMEM_STYLE_JSON) {
        gcnmemi_report_print(&w, "{\n  \"gpus\": [\n");
    } else {
        gcnmemi_report_print(&w, "%-14s %-11s %-7s %4s %6s %7s  %-6s %5s  %s\n", "card", "chip", "gfx", "CUs", "MHz",
                             "L2 KB", "memory", "bits", "GB/s");
    }
    for (size_t i = 0; i < GCNMEMI_DEVICES_COUNT; ++i) {
        gcnmem_desc desc = gcnmem_desc_for(gcnmemi_devices_cards[i].device);
        if (style == GCNMEM_STYLE_JSON) {
            gcnmemi_report_print(&w, "    ");
            gcnmemi_report_device_json(&w, &desc);
            gcnmemi_report_print(&w, i + 1 < GCNMEMI_DEVICES_COUNT ? ",\n" : "\n  ]\n}\n");
        } else {
            gcnmemi_report_device_text(&w, &desc);
        }
    }
    return w.delivered;
}

GCNMEM_DEF size_t gcnmem_report_desc(const gcnmem_desc* desc, gcnmem_style style, gcnmem_write_fn write,
                                     void* user_data) {
    gcnmemi_report_writer w = gcnmemi_report_to(write, user_data);
    if (style == GCNMEM_STYLE_JSON) {
        gcnmemi_report_device_json(&w, desc);
        gcnmemi_report_print(&w, "\n");
        return w.delivered;
    }
    gcnmemi_report_head(&w, desc);
    for (uint32_t i = 0; i < GCNMEM_FIELD_END; ++i) {
        gcnmem_field field = (gcnmem_field)i;
        gcnmemi_report_print(&w, "%-28s %10u  %-6s  %s\n", gcnmem_field_name(field),
                             (unsigned)gcnmem_field_value(desc, field),
                             gcnmem_provenance_tag(gcnmem_field_provenance(desc, field)), gcnmem_field_meaning(field));
    }
    return w.delivered;
}

#undef GCNMEMI_REPORT_LINE
#undef GCNMEMI_REPORT_HOTSPOTS
#undef GCNMEMI_REPORT_PRINTF
#undef GCNMEMI_REPORT_VPRINTF

#endif /* GCNMEM_NO_REPORT */

GCNMEM_DEF int gcnmem_check_version(uint32_t version, size_t desc_bytes, size_t access_bytes, size_t cost_bytes) {
    return version == GCNMEM_VERSION && desc_bytes == sizeof(gcnmem_desc) && access_bytes == sizeof(gcnmem_access) &&
           cost_bytes == sizeof(gcnmem_cost);
}

#undef GCNMEMI_PRIVATE
#undef GCNMEMI_DEVICES_SHAPES
#undef GCNMEMI_DEVICES_TIMINGS
#undef GCNMEMI_DEVICES_COLUMNS
#undef GCNMEMI_DEVICES_COUNT
#undef GCNMEMI_EXPR_DEPTH
#undef GCNMEMI_EXPR_DRAW
#undef GCNMEMI_EXPR_BELOW
#undef GCNMEMI_EXPR_BODY
#undef GCNMEMI_EXPR_UNARY_BINDING
#undef GCNMEMI_EXPR_COLON_BINDING
#undef GCNMEMI_LANES_SPANS
#undef GCNMEMI_COALESCE_BLOCK
#undef GCNMEMI_COALESCE_QUAD
#undef GCNMEMI_BLOCKS_SLOTS
#undef GCNMEMI_BLOCKS_MAX
#undef GCNMEMI_LDS_PHASE_DWORDS
#undef GCNMEMI_FAST_WINDOW
#undef GCNMEMI_RUN_UNITS
#undef GCNMEMI_RUN_SGPRS_END
#undef GCNMEMI_RUN_LATCH
#undef GCNMEMI_SLICE_BLANK
#undef GCNMEMI_SLICE_DIGIT
#undef GCNMEMI_SLICE_HEX
#undef GCNMEMI_SLICE_LETTER
#undef GCNMEMI_SLICE_NAME
#undef GCNMEMI_FLOW_SEEN
#undef GCNMEMI_FLOW_FELL
#undef GCNMEMI_FLOW_TOOK
#undef GCNMEMI_FLOW_NEST_MAX
#undef GCNMEMI_LISTING_STAGES_MAX
#undef GCNMEMI_LISTING_OPCODES_MAX
#undef GCNMEMI_LISTING_SLOTS
#undef GCNMEMI_LISTING_LOOPS_MAX
#undef GCNMEMI_LISTING_OPERANDS_MAX
#undef GCNMEMI_LISTING_REGIONS
#undef GCNMEMI_LISTING_DEFINED
#undef GCNMEMI_LISTING_MENTIONED
#undef GCNMEMI_MACHINE_NEVER
#undef GCNMEMI_MACHINE_SIMD_WAVES
#undef GCNMEMI_TOUCH_LINES
#undef GCNMEMI_MACHINE_FRESH
#undef GCNMEMI_MACHINE_UNKNOWN
#undef GCNMEMI_MACHINE_LDS_PORTS
#undef GCNMEMI_MACHINE_WHEEL
#undef GCNMEMI_MACHINE_MEMOS
#undef GCNMEMI_MACHINE_MEMO_LINES
#undef GCNMEMI_MACHINE_TICK
#undef GCNMEMI_PATTERN_EACH_LANE
#undef GCNMEMI_PATTERN_DEPTH
#undef GCNMEMI_PATTERN_TEXELS
#undef GCNMEMI_FAST_EXTRA_TURNS
#undef GCNMEMI_DRAM_NONE
#undef GCNMEMI_DRAM_READ
#undef GCNMEMI_DRAM_WRITE
#undef GCNMEMI_DRAM_AGE_BITS
#undef GCNMEMI_DRAM_AGE_MASK
#undef GCNMEMI_DRAM_RULE
#undef GCNMEMI_DRAM_POWER
#undef GCNMEMI_DRAM_TIME

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
