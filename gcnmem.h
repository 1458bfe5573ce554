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
       What are the numbers of this card, and where does each come from?         gcnmem_desc_for

   WHAT IT DOES NOT DO
       It does not execute shaders: no values, only addresses and times.
       It does not know your driver's texture layout beyond the 8x8 micro tile (R10).
       It does not model TLBs, ECC, power or clock changes.
       It does not allocate, print, touch files or errno, or use floating point.

   CONTENTS (search for ">>name")
       declarations     version includes linkage results devices desc ops expr access cost occupancy report
       implementation   bits text results devices desc ops expr access lanes coalesce blocks l1 requests fast lds scalar
                        cost occupancy report

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
       Data flows one way. Depth 1 stops where a wave instruction has its cost; it assumes that data is present.

           wave -> lanes -> issue groups -> L1 tags and banks -> L2 requests -> DRAM bursts
                -> LDS phases -> banks, ports
                -> scalar load -> lines

       Each rule below is cited by its number in the code that implements it. Marks: [amd] AMD's manuals, guides,
       articles or source code; [meas] measured on hardware; [oss] open source; [fit] fitted to measurements by this
       project; [est] estimate. The fit of R3 to R8 was made on perftest (GCN 2 to 5) and on the stride test of
       gpu-benches (MI210); it is a fit to those rows, not a blind prediction.

       Lanes
       R1   Lane i accesses the bytes from its address on; addresses wrap at 2^64. Dword and wider buffer accesses
            ignore the two low address bits [amd], atomics those below their size; flat and global loads and stores
            ignore none. An LDS access starts at the dword its address lies in [est].
       R2   Lanes masked by EXEC or outside the buffer touch nothing: no line, no bank, no request [meas]. Raw
            accesses end at the last whole dword in range, typed elements are all or nothing [amd]. image_load and
            image_store outside the image touch nothing, image_sample clamps to the edge.

       Issue groups of a vector access. A wave is four aligned 16-lane blocks.
       R3   A load of one channel of at most 32 bits (not an image) takes a block in ONE group when in every aligned
            quad of lanes the addresses stay within 4 consecutive elements, in any order. No alignment is asked for.
            [amd] [meas]
       R4   When it does not, the block takes FOUR groups, group g holding lanes g, g+4, g+8, g+12. [fit]
       R5   Wider and multi-channel accesses and images take four groups, group g holding lanes 4g .. 4g+3. [amd]
            [fit]

       Service of a group by the L1
       R6   Tags: line = address / 64, tag bank = line mod 4. Lines of one bank are looked up one a clock. [amd] [fit]
       R7   Data: bank = dword mod 16. Different dwords of one bank take turns; the same dword is free. [fit]
       R8   A group takes max(lines in the fullest tag bank, dwords in the fullest data bank, rate, 1) clocks, times
            the passes of R11, even when no lane is in range [meas]; the wave takes the sum. With EXEC = 0 nothing is
            issued [est].
       R9   An unfiltered two-channel load of a wave takes at least 18 clocks on GFX6 to GFX8. [meas]
       R10  Images: texels stand in 8x8 micro tiles in Z order (x lowest) [amd], tiles in rows [fit]; 96-bit texels
            are linear [est]. The data bank is flipped by 8 on odd lines [fit].
       R11  Filtering: each lane reads the 2x2 texels at its coordinate; the filter takes 4 bytes of a texel a clock
            for the quad: the rate of a group is 1, 2, 4 clocks for 32, 64, 128 bits. Trilinear filtering and volumes
            take 2 passes each, N anisotropic taps N passes [amd]; a pass repeats the footprint of the first,
            conflicts included [est].
       R12  Stores are never coalesced into 16-lane groups: R5 for every width. [amd] [meas] AMD's guide gives 8
            clocks as the lower bound where CLRX measured 16; the model uses 16. Their conflicts follow R6 and R7
            [est].
       R13  Atomics follow R5; a compare-and-swap moves two operands and takes two clocks a group [meas]. Toward L2,
            those to different addresses of a block share a request, those to one address stay separate [amd].
       R14  L1 accesses are counted as AMD's TCP_TOTAL_ACCESSES does: each quad of a coalesced block that has an
            active lane, each active lane otherwise; coalescing is 16 accesses a wave over that, 25 % to 100 % [amd].
            Distinct lines of each group are TCP_TOTAL_CACHE_ACCESSES [meas].

       Toward L2 and DRAM
       R15  Loads and stores of all 64 lanes become the fewest aligned 64-byte requests; stores to one address
            collapse. [amd]
       R16  A miss in L2 moves a whole L2 line in bursts of channel width * burst length; lines of one burst, where it
            is the longer, move together. [amd] [oss]

       LDS: 32 banks of one dword, bank = dword mod 32 (16 on a few small parts). `clocks` counts bank clocks.
       R17  Up to 32 bits: two phases, lanes 0-31 and 32-63. [amd]
       R18  64 bits, and both dwords of a 32-bit pair (read2, write2): four phases of 16 lanes; a 64-bit pair takes
            the phases twice. [amd] [meas]
       R19  96 and 128 bits: eight phases of 8 lanes. ds_read_b128 takes {0-3,20-23} {4-7,16-19} {8-11,28-31}
            {12-15,24-27} and the same 32 lanes up; everything else takes lanes in order. [amd for CDNA; est for GCN]
            With other bank counts a phase of R17 to R19 has banks / dwords lanes, in order [est].
       R20  A phase takes as many clocks as the fullest bank has different dwords, at least one, masked off or not.
            [amd] [meas]
       R21  Atomics to one dword take their turns, lane by lane. [amd]
       R22  An address whose access does not lie wholly inside the allocation takes no part. [meas]
       R23  Two ports of 16 lanes a clock: one carries address and data in, 1 + data dwords, the other data out; the
            CU's throughput is half the larger of the two, times four. [amd] SRC2 operations hold both ports [meas].

       Scalar loads
       R24  One address for the wave. 4 clocks of issue for up to 4 dwords, 8 for 8, 16 for 16. [meas]

       Occupancy
       R25  Registers are allocated in granules; a SIMD's waves are total / allocated, at most its wave slots. [amd]
            [oss]
       R26  LDS is allocated in granules out of the CU's 64 KB. [amd] [oss]
       R27  Whole work-groups: those that fit the waves R25 leaves, R26, and 16 groups of more than one wave. [amd]
       R28  The rules `llvm` and `radv` compute what LLVM 19 and Mesa's RADV print, granules aside. [oss]

   UNITS AND RANGES
       bytes, dwords (4 bytes), clocks of the engine unless a name says otherwise, lanes (64 a wave). Counters are
       64-bit and do not wrap for any run of less than 2^48 wave instructions. Results mean something for whole waves of
       well-formed instructions; a wave of garbage addresses gets the cost hardware would pay for it.

   ERRORS, MEMORY, THREADS
       Functions that can fail return a gcnmem_result and fill a gcnmem_issue (NULL if not wanted) with the field, the
       rule and the value. Passing NULL for anything else, or an unresolved description, is misuse: GCNMEM_ASSERT.
       Nothing is allocated; depth 1 keeps everything on the stack (under 32 KB). There is no global state: any function
       may run on any thread.

   COMPILE-TIME OPTIONS (none changes a public struct)
       GCNMEM_IMPLEMENTATION           in one file           emit the code
       GCNMEM_STATIC                   before every include  all functions static: several private copies can coexist
       GCNMEM_API                      extern                how functions are declared, e.g. __declspec(dllexport)
       GCNMEM_ASSERT(condition)        nothing               check misuse, e.g. assert(condition)
       GCNMEM_NO_REPORT                off                   drop the report writer
       GCNMEM_USE_STB_SPRINTF          off                   reports are formatted by stb_sprintf
       GCNMEM_STB_SPRINTF_FILENAME     "stb_sprintf.h"       where that is
       GCNMEM_VSNPRINTF(b, n, f, va)   none                  reports are formatted by this instead

   CHANGES
       0.1.0  model 1*  first version: cost, occupancy, reports         (* counters changed)
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
    const char* rule;  /* the rule, as a phrase: "must be a power of two" */
    uint64_t value;    /* the value found */
    uint32_t line;     /* line of a text, from 1; 0 when not a text of lines */
    uint32_t column;   /* column in that line, from 1 */
} gcnmem_issue;

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
    GCNMEM_MEMORY_GDDR5,
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
    X(sgprs_per_wave_max, 1, 1024, "scalar registers a wave can address; VCC, FLAT_SCRATCH and XNACK come on top")                   \
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
    X(dram_memory, 1, 5, "kind of memory: 1 DDR3, 2 DDR4, 3 GDDR5, 4 HBM1, 5 HBM2")                                    \
    X(dram_bus_bits, 8, 65536, "memory interface, all channels together")                                              \
    X(dram_mbps_per_pin, 100, 100000, "data rate of one pin, in megabits a second")                                    \
    X(dram_channel_bits, 8, 1024, "interface of one memory channel")                                                   \
    X(dram_burst_length, 1, 64, "transfers of one burst")

#define GCNMEM_DESC_MEMBER(name, lowest, highest, meaning) uint32_t name;
#define GCNMEM_DESC_ID(name, lowest, highest, meaning) GCNMEM_FIELD_##name,

/* The machine. Start from gcnmem_desc_for(), then change what you like. */
typedef struct gcnmem_desc {
    gcnmem_device device; /* the preset that fields left at zero are taken from */
    GCNMEM_DESC_FIELDS(GCNMEM_DESC_MEMBER)
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
    uint32_t element_bytes; /* bytes of memory each lane touches (each address of read2 and write2) */
    uint32_t channels;      /* channels returned or stored for each lane */
    uint32_t addresses;     /* addresses for each lane: 2 for ds_read2 and the like; 0 when memory is untouched */
    uint32_t address_step_bytes; /* from the first address to the second, unless the caller sets another */
    uint32_t data_in;       /* LDS: dwords of data each lane sends */
    uint32_t data_out;      /* LDS: dwords of data each lane receives */
    uint32_t is_typed;      /* converts a format: gcnmem_op_format() may change bytes and channels */
    uint32_t is_sampled;    /* goes through the filter */
    uint32_t is_compare;    /* compare-and-swap: two data operands */
    uint32_t is_src2;       /* LDS: second operand comes from LDS as well */
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
    uint8_t unused;
    uint16_t column; /* where it stood in the text, for errors while evaluating */
    uint32_t target; /* where ?: && || jump to */
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
    uint64_t iter;  /* trip of the loop */
    uint64_t x;     /* thread in its group, for images: lane % 8 and lane / 8 unless the group says otherwise */
    uint64_t y;
} gcnmem_expr_inputs;

/* Compiles text: + - * / % << >> & | ^ ~ ! < > <= >= == != && || ?: ( ), decimal and 0x numbers, 64-bit unsigned.
   A shift by 64 or more gives 0. Errors: SYNTAX with the column, LIMIT when too long or nested too deep. */
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
    uint64_t accesses; /* wave instructions counted */
    uint64_t clocks;   /* clocks of the unit that serves them: L1 (data present), LDS banks, or scalar issue;
                          best_clocks .. accesses * 256 */
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
   >>report     text for people, JSON for machines
   ------------------------------------------------------------------------------------------------------------------ */

/* Receives text that is not terminated. Return 0 to stop. */
typedef int (*gcnmem_write_fn)(void* user_data, const char* text, size_t text_bytes);

typedef enum gcnmem_style {
    GCNMEM_STYLE_TEXT = 0,
    GCNMEM_STYLE_JSON
} gcnmem_style;

/* Each writes one report and returns the bytes delivered. Integers only, so the same bytes everywhere. */
GCNMEM_API size_t gcnmem_report_devices(gcnmem_style style, gcnmem_write_fn write, void* user_data);
GCNMEM_API size_t gcnmem_report_cost(const gcnmem_desc* desc, const gcnmem_access* access, const gcnmem_cost* cost,
                                     gcnmem_style style, gcnmem_write_fn write, void* user_data);
GCNMEM_API size_t gcnmem_report_occupancy(const gcnmem_desc* desc, const gcnmem_shader_needs* needs,
                                          gcnmem_occupancy_rule rule, gcnmem_style style, gcnmem_write_fn write,
                                          void* user_data);

/* The resolved description, a field a line, with provenance: what a pasted report needs to be run again. */
GCNMEM_API size_t gcnmem_report_desc(const gcnmem_desc* desc, gcnmem_write_fn write, void* user_data);

/* One sentence: what to change so that the accesses cost less. Static string, never NULL. */
GCNMEM_API const char* gcnmem_cost_advice(const gcnmem_desc* desc, const gcnmem_access* access,
                                          const gcnmem_cost* cost);

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
#define GCNMEM_ASSERT(condition) ((void)0)
#endif
#if defined(GCNMEM_USE_STB_SPRINTF) && defined(GCNMEM_VSNPRINTF)
#error "gcnmem.h: define GCNMEM_USE_STB_SPRINTF or GCNMEM_VSNPRINTF, not both: each chooses the report's formatter."
#endif
#if defined(GCNMEM_NO_REPORT) && (defined(GCNMEM_USE_STB_SPRINTF) || defined(GCNMEM_VSNPRINTF))
#error "gcnmem.h: GCNMEM_NO_REPORT drops the report writer, so a formatter for it makes no sense."
#endif

/* ---------------------------------------------------------------------------------------------------------------------
   >>bits       small integer helpers
   Knows: nothing
   ------------------------------------------------------------------------------------------------------------------ */

GCNMEMI_PRIVATE int gcnmemi_bits_is_power_of_two(uint64_t value) {
    return value != 0 && (value & (value - 1)) == 0;
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
    size_t i;
    for (i = 0; i < bytes; ++i) {
        ((unsigned char*)to)[i] = ((const unsigned char*)from)[i];
    }
}

GCNMEMI_PRIVATE void gcnmemi_bits_zero(void* to, size_t bytes) {
    size_t i;
    for (i = 0; i < bytes; ++i) {
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

/* ---------------------------------------------------------------------------------------------------------------------
   >>text       names and numbers, compared and read without a locale
   Knows: nothing
   ------------------------------------------------------------------------------------------------------------------ */

GCNMEMI_PRIVATE char gcnmemi_text_lower(char c) {
    return (c >= 'A' && c <= 'Z') ? (char)(c - 'A' + 'a') : c;
}

GCNMEMI_PRIVATE int gcnmemi_text_is_digit(char c) {
    return c >= '0' && c <= '9';
}

GCNMEMI_PRIVATE int gcnmemi_text_is_name(char c) {
    return gcnmemi_text_is_digit(c) || c == '_' || (gcnmemi_text_lower(c) >= 'a' && gcnmemi_text_lower(c) <= 'z');
}

/* The bound keeps compilers from turning the loop into a call of strlen: the header asks nothing of a C library. */
GCNMEMI_PRIVATE size_t gcnmemi_text_length(const char* text) {
    size_t length = 0;
    while (length < 65535 && text[length] != 0) {
        ++length;
    }
    return length;
}

GCNMEMI_PRIVATE int gcnmemi_text_equal(const char* a, const char* b) {
    while (*a != 0 && *a == *b) {
        ++a;
        ++b;
    }
    return *a == *b;
}

/* Value of a digit in the base, or the base itself when it is none. */
GCNMEMI_PRIVATE uint32_t gcnmemi_text_digit(char c, uint32_t base) {
    char lower = gcnmemi_text_lower(c);
    uint32_t digit = base;
    if (gcnmemi_text_is_digit(c)) {
        digit = (uint32_t)(c - '0');
    } else if (lower >= 'a' && lower <= 'f') {
        digit = (uint32_t)(lower - 'a') + 10u;
    }
    return digit < base ? digit : base;
}

/* Reads a decimal or 0x number at the start of the text. Returns the characters used: 0 when there is no number or it
   does not fit 64 bits. */
GCNMEMI_PRIVATE size_t gcnmemi_text_number(const char* text, size_t text_bytes, uint64_t* out_value) {
    uint32_t base = 10;
    size_t at = 0;
    size_t first;
    uint64_t value = 0;
    if (text_bytes > 2 && text[0] == '0' && gcnmemi_text_lower(text[1]) == 'x') {
        base = 16;
        at = 2;
    }
    for (first = at; at < text_bytes; ++at) {
        uint32_t digit = gcnmemi_text_digit(text[at], base);
        if (digit == base) {
            break;
        }
        if (value > (UINT64_MAX - digit) / base) {
            return 0;
        }
        value = value * base + digit;
    }
    *out_value = value;
    return at == first ? 0 : at;
}

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
    uint32_t i;
    char c;
    while (length < 31 && (c = gcnmemi_text_next_plain(&b)) != 0) {
        plain[length++] = c;
    }
    for (i = 0; i <= length; ++i) {
        row[i] = i;
    }
    while ((c = gcnmemi_text_next_plain(&a)) != 0) {
        uint32_t diagonal = row[0]++;
        for (i = 1; i <= length; ++i) {
            uint32_t replaced = diagonal + (plain[i - 1] != c);
            diagonal = row[i];
            row[i] = gcnmemi_bits_min32(replaced, gcnmemi_bits_min32(row[i], row[i - 1]) + 1);
        }
    }
    return row[length];
}

/* ---------------------------------------------------------------------------------------------------------------------
   >>results    codes to words
   Knows: nothing
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
                                                   const char* rule, uint64_t value) {
    if (out_issue != NULL) {
        out_issue->field = field;
        out_issue->rule = rule;
        out_issue->value = value;
        out_issue->line = 0;
        out_issue->column = 0;
    }
    return result;
}

GCNMEMI_PRIVATE gcnmem_result gcnmemi_results_fail_at(gcnmem_result result, gcnmem_issue* out_issue, const char* field,
                                                      const char* rule, uint64_t value, uint32_t column) {
    gcnmemi_results_fail(result, out_issue, field, rule, value);
    if (out_issue != NULL) {
        out_issue->column = column;
    }
    return result;
}

/* ---------------------------------------------------------------------------------------------------------------------
   >>devices    the tables: generations, memories, cards
   Knows: text, results

   Each value carries a letter for where it comes from (gcnmem_provenance): a AMD, m measured, o open source, f fitted,
   e estimate or recalled. Sources: AMD's ISA manuals and OpenCL optimization guide, PAL, the amdgpu kernel driver,
   LLVM, Mesa, CLRX GcnTimings, and measurements by perftest, gpu-benches and mt4g; e is mostly vendor data sheets.
   ------------------------------------------------------------------------------------------------------------------ */

typedef enum gcnmemi_devices_generation {
    GCNMEMI_GFX6 = 0,
    GCNMEMI_GFX7,
    GCNMEMI_GFX8,
    GCNMEMI_GFX9,
    GCNMEMI_GFX908,
    GCNMEMI_GFX90A,
    GCNMEMI_GENERATIONS
} gcnmemi_devices_generation;

typedef struct gcnmemi_devices_trait {
    gcnmem_field field;
    uint32_t value[GCNMEMI_GENERATIONS];
    char provenance[GCNMEMI_GENERATIONS + 1];
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
};
/* clang-format on */

typedef struct gcnmemi_devices_memory {
    gcnmem_memory memory;
    uint32_t channel_bits;
    uint32_t burst_length;
    const char* name;
    char provenance;
} gcnmemi_devices_memory;

/* clang-format off */
static const gcnmemi_devices_memory gcnmemi_devices_memories[] = {
    {GCNMEM_MEMORY_DDR3,   64, 8, "DDR3",  'o'},
    {GCNMEM_MEMORY_DDR4,   64, 8, "DDR4",  'o'},
    {GCNMEM_MEMORY_GDDR5,  32, 8, "GDDR5", 'o'},
    {GCNMEM_MEMORY_HBM1,  128, 4, "HBM1",  'o'},
    {GCNMEM_MEMORY_HBM2,  128, 4, "HBM2",  'o'},
};
/* clang-format on */

#define GCNMEMI_DEVICES_COLUMNS 8

typedef struct gcnmemi_devices_card {
    gcnmem_device device;
    const char* card;
    const char* chip;
    const char* gfx;
    gcnmemi_devices_generation generation;
    uint32_t column[GCNMEMI_DEVICES_COLUMNS];
    char provenance[GCNMEMI_DEVICES_COLUMNS + 1];
} gcnmemi_devices_card;

static const gcnmem_field gcnmemi_devices_column_fields[GCNMEMI_DEVICES_COLUMNS] = {
    GCNMEM_FIELD_shader_engine_count, GCNMEM_FIELD_cu_count,      GCNMEM_FIELD_core_clock_mhz,
    GCNMEM_FIELD_dram_memory,         GCNMEM_FIELD_dram_bus_bits, GCNMEM_FIELD_dram_mbps_per_pin,
    GCNMEM_FIELD_l2_channels,         GCNMEM_FIELD_l2_size_bytes};

/* Column l2_size_bytes is written in KB. The first card of a chip is the one the chip's name stands for. */
#define GCNMEMI_ROW(device, card, chip, gfx, gen, se, cu, mhz, memory, bits, mbps, channels, kb, marks)                \
    {GCNMEM_DEVICE_##device, #card, #chip, gfx, GCNMEMI_GFX##gen,                                                      \
     {se, cu, mhz, GCNMEM_MEMORY_##memory, bits, mbps, channels, kb}, marks}
/* clang-format off */
static const gcnmemi_devices_card gcnmemi_devices_cards[] = {
    /* MI250X is one of its two dies.
                device      card        chip       gfx       gen  SE CU    MHz memory bits Mb/s  ch L2KB  marks */
    GCNMEMI_ROW(HD_7770,    HD 7770,    verde,     "gfx601", 6,   1,  10, 1000, GDDR5, 128, 4500,  4,  512, "aaaaaaaa"),
    GCNMEMI_ROW(HD_7750,    HD 7750,    verde,     "gfx601", 6,   1,   8,  800, GDDR5, 128, 4500,  4,  512, "aaaaaaaa"),
    GCNMEMI_ROW(R7_250,     R7 250,     oland,     "gfx601", 6,   1,   6, 1050, GDDR5, 128, 4600,  4,  256, "aaeaeeaa"),
    GCNMEMI_ROW(R7_240,     R7 240,     oland,     "gfx601", 6,   1,   5,  780, GDDR5, 128, 4600,  4,  256, "aaeaeeaa"),
    GCNMEMI_ROW(HD_7870,    HD 7870,    pitcairn,  "gfx601", 6,   2,  20, 1000, GDDR5, 256, 4800,  8,  512, "aaaaaaaa"),
    GCNMEMI_ROW(HD_7850,    HD 7850,    pitcairn,  "gfx601", 6,   2,  16,  860, GDDR5, 256, 4800,  8,  512, "aaaaaaaa"),
    GCNMEMI_ROW(W7000,      W7000,      pitcairn,  "gfx601", 6,   2,  20,  950, GDDR5, 256, 4800,  8,  512, "aamaeeaa"),
    GCNMEMI_ROW(HD_7970,    HD 7970,    tahiti,    "gfx600", 6,   2,  32,  925, GDDR5, 384, 5500, 12,  768, "aaaaaaaa"),
    GCNMEMI_ROW(HD_7950,    HD 7950,    tahiti,    "gfx600", 6,   2,  28,  800, GDDR5, 384, 5000, 12,  768, "aaaaaaaa"),
    GCNMEMI_ROW(HD_7790,    HD 7790,    bonaire,   "gfx704", 7,   2,  14, 1000, GDDR5, 128, 6000,  4,  512, "aaeaeeaa"),
    GCNMEMI_ROW(KAVERI,     A10-7850K,  kaveri,    "gfx700", 7,   1,   8,  720, DDR3, 128 , 2133,  2,  512, "eeeeeeee"),
    GCNMEMI_ROW(R9_290X,    R9 290X,    hawaii,    "gfx701", 7,   4,  44, 1000, GDDR5, 512, 5000, 16, 1024, "aaaaaaaa"),
    GCNMEMI_ROW(R9_390,     R9 390,     hawaii,    "gfx702", 7,   4,  40, 1000, GDDR5, 512, 6000, 16, 1024, "aamaeeaa"),
    GCNMEMI_ROW(R9_390X,    R9 390X,    hawaii,    "gfx702", 7,   4,  44, 1050, GDDR5, 512, 6000, 16, 1024, "aaeaeeaa"),
    GCNMEMI_ROW(PS4,        PS4,        liverpool, "",       7,   2,  18,  800, GDDR5, 256, 5500,  8,  512, "eeeeeeee"),
    GCNMEMI_ROW(XBOX_ONE,   Xbox One,   durango,   "",       7,   2,  12,  853, DDR3, 256 , 2133,  4,  512, "eeeeeeee"),
    GCNMEMI_ROW(R9_285,     R9 285,     tonga,     "gfx802", 8,   4,  28,  918, GDDR5, 256, 5500,  8,  512, "aaeaeemm"),
    GCNMEMI_ROW(R9_380X,    R9 380X,    tonga,     "gfx802", 8,   4,  32,  970, GDDR5, 256, 5700,  8,  512, "aaeaeemm"),
    GCNMEMI_ROW(R9_FURY_X,  R9 Fury X,  fiji,      "gfx803", 8,   4,  64, 1050, HBM1, 4096, 1000, 16, 2048, "aaeaeeaa"),
    GCNMEMI_ROW(R9_FURY,    R9 Fury,    fiji,      "gfx803", 8,   4,  56, 1000, HBM1, 4096, 1000, 16, 2048, "aeeaeeaa"),
    GCNMEMI_ROW(R9_NANO,    R9 Nano,    fiji,      "gfx803", 8,   4,  64, 1000, HBM1, 4096, 1000, 16, 2048, "aaeaeeaa"),
    GCNMEMI_ROW(RX_480,     RX 480,     polaris10, "gfx803", 8,   4,  36, 1266, GDDR5, 256, 8000,  8, 2048, "aaeaeeaa"),
    GCNMEMI_ROW(RX_470,     RX 470,     polaris10, "gfx803", 8,   4,  32, 1206, GDDR5, 256, 6600,  8, 2048, "aeeaeeaa"),
    GCNMEMI_ROW(RX_580,     RX 580,     polaris10, "gfx803", 8,   4,  36, 1340, GDDR5, 256, 8000,  8, 2048, "aaeaeeaa"),
    GCNMEMI_ROW(RX_460,     RX 460,     polaris11, "gfx803", 8,   2,  14, 1200, GDDR5, 128, 7000,  4, 1024, "aaeaeeaa"),
    GCNMEMI_ROW(RX_560,     RX 560,     polaris11, "gfx803", 8,   2,  16, 1275, GDDR5, 128, 7000,  4, 1024, "aaeaeeaa"),
    GCNMEMI_ROW(RX_550,     RX 550,     polaris12, "gfx803", 8,   2,   8, 1183, GDDR5, 128, 7000,  4,  512, "aaeaeeaa"),
    GCNMEMI_ROW(PS4_PRO,    PS4 Pro,    neo,       "",       8,   4,  36,  911, GDDR5, 256, 6800,  8, 2048, "eeeeeeee"),
    GCNMEMI_ROW(XBOX_ONE_X, Xbox One X, scorpio,   "",       8,   4,  40, 1172, GDDR5, 384, 6800,  8, 2048, "eeeeeeee"),
    GCNMEMI_ROW(VEGA_64,    Vega 64,    vega10,    "gfx900", 9,   4,  64, 1546, HBM2, 2048, 1890, 16, 4096, "aaeaeeaa"),
    GCNMEMI_ROW(VEGA_56,    Vega 56,    vega10,    "gfx900", 9,   4,  56, 1471, HBM2, 2048, 1600, 16, 4096, "aaeaeeaa"),
    GCNMEMI_ROW(VEGA_FE,    Vega FE,    vega10,    "gfx900", 9,   4,  64, 1600, HBM2, 2048, 1890, 16, 4096, "aeeaeeaa"),
    GCNMEMI_ROW(RADEON_VII, Radeon VII, vega20,    "gfx906", 9,   4,  60, 1750, HBM2, 4096, 2000, 16, 4096, "aaeaeeaa"),
    GCNMEMI_ROW(MI50,       MI50,       vega20,    "gfx906", 9,   4,  60, 1746, HBM2, 4096, 2000, 16, 4096, "aaeaeeaa"),
    GCNMEMI_ROW(RAVEN,      Vega 11,    raven,     "gfx902", 9,   1,  11, 1250, DDR4, 128 , 2933,  4, 1024, "aaeaeeaa"),
    GCNMEMI_ROW(MI100,      MI100,      arcturus,  "gfx908", 908, 8, 120, 1502, HBM2, 4096, 2400, 32, 8192, "aamaaaaa"),
    GCNMEMI_ROW(MI210,      MI210,      aldebaran, "gfx90a", 90A, 8, 104, 1700, HBM2, 4096, 3200, 32, 8192, "aamaaaaa"),
    GCNMEMI_ROW(MI250X,     MI250X,     aldebaran, "gfx90a", 90A, 8, 110, 1700, HBM2, 4096, 3200, 32, 8192, "aaeaaaaa"),
};
/* clang-format on */
#undef GCNMEMI_ROW

typedef struct gcnmemi_devices_exception {
    const char* chip;
    gcnmem_field field;
    uint32_t value;
    char provenance;
} gcnmemi_devices_exception;

/* Chips that differ from their generation. */
static const gcnmemi_devices_exception gcnmemi_devices_exceptions[] = {
    {"polaris10", GCNMEM_FIELD_waves_per_simd_max, 8, 'a'},
    {"polaris11", GCNMEM_FIELD_waves_per_simd_max, 8, 'a'},
    {"polaris12", GCNMEM_FIELD_waves_per_simd_max, 8, 'a'},
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
    size_t i;
    for (i = 0; i < GCNMEMI_DEVICES_COUNT; ++i) {
        if (gcnmemi_devices_cards[i].device == device) {
            return &gcnmemi_devices_cards[i];
        }
    }
    return NULL;
}

GCNMEMI_PRIVATE uint32_t gcnmemi_devices_gfx_version(const gcnmemi_devices_card* card) {
    static const uint32_t consoles[GCNMEMI_GENERATIONS] = {0x600, 0x700, 0x800, 0x900, 0x908, 0x90a};
    uint32_t version = 0;
    size_t i;
    for (i = 3; card->gfx[0] != 0 && card->gfx[i] != 0; ++i) {
        version = version * 16 + gcnmemi_text_digit(card->gfx[i], 16);
    }
    return version != 0 ? version : consoles[card->generation];
}

GCNMEMI_PRIVATE gcnmemi_devices_fact gcnmemi_devices_memory_fact(const gcnmemi_devices_card* card,
                                                                 gcnmem_field field) {
    size_t i;
    for (i = 0; i < sizeof(gcnmemi_devices_memories) / sizeof(gcnmemi_devices_memories[0]); ++i) {
        const gcnmemi_devices_memory* memory = &gcnmemi_devices_memories[i];
        if ((uint32_t)memory->memory == card->column[3]) {
            uint32_t value = field == GCNMEM_FIELD_dram_channel_bits ? memory->channel_bits : memory->burst_length;
            return gcnmemi_devices_fact_of(value, memory->provenance);
        }
    }
    return gcnmemi_devices_fact_of(0, GCNMEM_PROVENANCE_NONE);
}

GCNMEMI_PRIVATE gcnmemi_devices_fact gcnmemi_devices_column_fact(const gcnmemi_devices_card* card, size_t column) {
    uint32_t unit = gcnmemi_devices_column_fields[column] == GCNMEM_FIELD_l2_size_bytes ? 1024u : 1u;
    return gcnmemi_devices_fact_of(card->column[column] * unit, card->provenance[column]);
}

/* The most particular table that knows the field wins: chip exception, card, generation, memory. */
GCNMEMI_PRIVATE gcnmemi_devices_fact gcnmemi_devices_lookup(const gcnmemi_devices_card* card, gcnmem_field field) {
    size_t i;
    for (i = 0; i < sizeof(gcnmemi_devices_exceptions) / sizeof(gcnmemi_devices_exceptions[0]); ++i) {
        const gcnmemi_devices_exception* exception = &gcnmemi_devices_exceptions[i];
        if (exception->field == field && gcnmemi_text_equal(exception->chip, card->chip)) {
            return gcnmemi_devices_fact_of(exception->value, exception->provenance);
        }
    }
    for (i = 0; i < GCNMEMI_DEVICES_COLUMNS; ++i) {
        if (gcnmemi_devices_column_fields[i] == field) {
            return gcnmemi_devices_column_fact(card, i);
        }
    }
    for (i = 0; i < sizeof(gcnmemi_devices_traits) / sizeof(gcnmemi_devices_traits[0]); ++i) {
        const gcnmemi_devices_trait* trait = &gcnmemi_devices_traits[i];
        if (trait->field == field) {
            return gcnmemi_devices_fact_of(trait->value[card->generation], trait->provenance[card->generation]);
        }
    }
    if (field == GCNMEM_FIELD_gfx_version) {
        return gcnmemi_devices_fact_of(gcnmemi_devices_gfx_version(card), card->gfx[0] != 0 ? 'o' : 'e');
    }
    return gcnmemi_devices_memory_fact(card, field);
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
    size_t i;
    for (i = 0; i < GCNMEMI_DEVICES_COUNT; ++i) {
        const gcnmemi_devices_card* card = &gcnmemi_devices_cards[i];
        if (!gcnmemi_text_same_name(name, card->gfx)) {
            continue;
        }
        if (found != NULL && !gcnmemi_text_equal(found->chip, card->chip)) {
            *out_device = GCNMEM_DEVICE_NONE;
            return gcnmemi_results_fail(GCNMEM_ERROR_NAME, out_issue, "gpu", "names several chips: give a chip or card",
                                        0);
        }
        found = found != NULL ? found : card;
    }
    if (found == NULL) {
        return gcnmemi_results_fail(GCNMEM_ERROR_NAME, out_issue, "gpu", "is not a known chip, card or gfx name", 0);
    }
    *out_device = found->device;
    return GCNMEM_OK;
}

GCNMEMI_PRIVATE gcnmem_result gcnmemi_devices_find_exact(const char* name, gcnmem_device* out_device,
                                                         gcnmem_issue* out_issue) {
    size_t i;
    for (i = 0; i < GCNMEMI_DEVICES_COUNT; ++i) {
        if (gcnmemi_text_same_name(name, gcnmemi_devices_cards[i].card)) {
            *out_device = gcnmemi_devices_cards[i].device;
            return GCNMEM_OK;
        }
    }
    for (i = 0; i < GCNMEMI_DEVICES_COUNT; ++i) {
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
    uint32_t filled = 0;
    uint32_t distance;
    size_t i;
    for (distance = 0; distance < 32 && filled < count; ++distance) {
        for (i = 0; i < GCNMEMI_DEVICES_COUNT && filled < count; ++i) {
            if (gcnmemi_devices_distance(name, &gcnmemi_devices_cards[i]) == distance) {
                out_devices[filled++] = gcnmemi_devices_cards[i].device;
            }
        }
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
    uint32_t i;
    for (i = 0; i < GCNMEM_FIELD_END; ++i) {
        uint32_t distance = gcnmemi_text_distance(name, gcnmemi_desc_fields[i].name);
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
    gcnmemi_devices_fact fact;
    if (card == NULL || (uint32_t)field >= GCNMEM_FIELD_END) {
        return GCNMEM_PROVENANCE_USER;
    }
    fact = gcnmemi_devices_lookup(card, field);
    return fact.value == gcnmem_field_value(desc, field) ? fact.provenance : GCNMEM_PROVENANCE_USER;
}

GCNMEM_DEF void gcnmem_desc_defaults(gcnmem_desc* desc) {
    const gcnmemi_devices_card* card = gcnmemi_devices_find_card(desc->device);
    uint32_t field;
    for (field = 0; card != NULL && field < GCNMEM_FIELD_END; ++field) {
        if (gcnmem_field_value(desc, (gcnmem_field)field) == 0) {
            gcnmemi_desc_put(desc, field, gcnmemi_devices_lookup(card, (gcnmem_field)field).value);
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

GCNMEM_DEF gcnmem_result gcnmem_desc_set(gcnmem_desc* desc, const char* field, const char* value,
                                         gcnmem_issue* out_issue) {
    size_t value_bytes = gcnmemi_text_length(value);
    uint32_t i;
    for (i = 0; i < GCNMEM_FIELD_END; ++i) {
        uint64_t number = 0;
        if (!gcnmemi_text_equal(gcnmemi_desc_fields[i].name, field)) {
            continue;
        }
        if (value_bytes == 0 || gcnmemi_text_number(value, value_bytes, &number) != value_bytes) {
            return gcnmemi_results_fail(GCNMEM_ERROR_SYNTAX, out_issue, gcnmemi_desc_fields[i].name,
                                        "takes a decimal or 0x number", 0);
        }
        if (number < gcnmemi_desc_fields[i].lowest || number > gcnmemi_desc_fields[i].highest) {
            return gcnmemi_results_fail(GCNMEM_ERROR_VALUE, out_issue, gcnmemi_desc_fields[i].name,
                                        "is outside its range", number);
        }
        gcnmemi_desc_put(desc, i, (uint32_t)number);
        return GCNMEM_OK;
    }
    return gcnmemi_results_fail(GCNMEM_ERROR_NAME, out_issue, "field", "is not a field of the description", 0);
}

GCNMEMI_PRIVATE gcnmem_result gcnmemi_desc_check_ranges(const gcnmem_desc* desc, gcnmem_issue* out_issue) {
    uint32_t i;
    for (i = 0; i < GCNMEM_FIELD_END; ++i) {
        uint32_t value = gcnmem_field_value(desc, (gcnmem_field)i);
        if (value < gcnmemi_desc_fields[i].lowest || value > gcnmemi_desc_fields[i].highest) {
            return gcnmemi_results_fail(GCNMEM_ERROR_VALUE, out_issue, gcnmemi_desc_fields[i].name,
                                        "is outside its range", value);
        }
    }
    return GCNMEM_OK;
}

GCNMEMI_PRIVATE gcnmem_result gcnmemi_desc_check_powers(const gcnmem_desc* desc, gcnmem_issue* out_issue) {
    static const gcnmem_field powers[] = {
        GCNMEM_FIELD_lds_bank_count, GCNMEM_FIELD_scalar_l1_line_bytes, GCNMEM_FIELD_l1_line_bytes,
        GCNMEM_FIELD_l1_tag_banks,   GCNMEM_FIELD_l1_data_banks,        GCNMEM_FIELD_request_bytes,
        GCNMEM_FIELD_request_lanes,  GCNMEM_FIELD_l2_line_bytes,        GCNMEM_FIELD_l2_interleave_bytes,
        GCNMEM_FIELD_dram_channel_bits, GCNMEM_FIELD_dram_burst_length};
    size_t i;
    for (i = 0; i < sizeof(powers) / sizeof(powers[0]); ++i) {
        uint32_t value = gcnmem_field_value(desc, powers[i]);
        if (!gcnmemi_bits_is_power_of_two(value)) {
            return gcnmemi_results_fail(GCNMEM_ERROR_VALUE, out_issue, gcnmem_field_name(powers[i]),
                                        "must be a power of two", value);
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
        {GCNMEM_FIELD_sgprs_per_wave_max, "must not exceed sgprs_per_simd",
         d->sgprs_per_wave_max <= d->sgprs_per_simd},
        {GCNMEM_FIELD_group_waves_max, "must not exceed simd_count_per_cu * waves_per_simd_max",
         d->group_waves_max <= d->simd_count_per_cu * d->waves_per_simd_max},
        {GCNMEM_FIELD_dram_bus_bits, "must be a multiple of dram_channel_bits",
         gcnmemi_desc_divides(d->dram_bus_bits, d->dram_channel_bits)},
    };
    size_t i;
    for (i = 0; i < sizeof(relations) / sizeof(relations[0]); ++i) {
        if (!relations[i].holds) {
            return gcnmemi_results_fail(GCNMEM_ERROR_VALUE, out_issue, gcnmem_field_name(relations[i].field),
                                        relations[i].rule, gcnmem_field_value(d, relations[i].field));
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
    size_t i;
    for (i = 0; i < count; ++i) {
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
    size_t i;
    for (i = 0; i < sizeof(gcnmemi_ops_vector_atomics) / sizeof(gcnmemi_ops_vector_atomics[0]); ++i) {
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
    size_t i;
    for (i = 0; i < sizeof(parts) / sizeof(parts[0]); ++i) {
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
    size_t i;
    for (i = 0; i < sizeof(gcnmemi_ops_lds_atomics) / sizeof(gcnmemi_ops_lds_atomics[0]); ++i) {
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
    size_t i;
    for (i = 0; i < sizeof(gcnmemi_ops_lds_data) / sizeof(gcnmemi_ops_lds_data[0]); ++i) {
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
    size_t i;
    for (i = 0; i < sizeof(prefixes) / sizeof(prefixes[0]); ++i) {
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
        return gcnmemi_results_fail(GCNMEM_ERROR_NAME, out_issue, "op", "is not a GCN memory instruction", 0);
    }
    return GCNMEM_OK;
}

GCNMEM_DEF gcnmem_result gcnmem_op_format(gcnmem_op* op, const char* format, gcnmem_issue* out_issue) {
    size_t i;
    if (!op->is_typed) {
        return gcnmemi_results_fail(GCNMEM_ERROR_VALUE, out_issue, "format",
                                    "is for typed and image operations; this one has its own width", 0);
    }
    for (i = 0; i < sizeof(gcnmemi_ops_formats) / sizeof(gcnmemi_ops_formats[0]); ++i) {
        if (gcnmemi_text_same_name(gcnmemi_ops_formats[i].name, format)) {
            op->element_bytes = gcnmemi_ops_formats[i].bytes;
            op->channels = op->unit == GCNMEM_UNIT_IMAGE ? gcnmemi_ops_formats[i].channels : op->channels;
            return GCNMEM_OK;
        }
    }
    return gcnmemi_results_fail(GCNMEM_ERROR_NAME, out_issue, "format",
                                "is one of r8 rg8 rgba8 r16f rg16f rgba16f r32f rg32f rgb32f rgba32f", 0);
}

/* ---------------------------------------------------------------------------------------------------------------------
   >>expr       expressions: text to steps, steps to a value
   Knows: bits, text, results

   A precedence-climbing compiler without recursion: operators wait on a small stack until one that binds less comes.
   ?: && || compile to jumps, so the side that is not taken is not evaluated and cannot divide by zero.
   ------------------------------------------------------------------------------------------------------------------ */

#define GCNMEMI_EXPR_DEPTH 64

typedef enum gcnmemi_expr_code {
    GCNMEMI_EXPR_CONSTANT = 0,
    GCNMEMI_EXPR_INPUT, /* constant: which input */
    GCNMEMI_EXPR_NEGATE,
    GCNMEMI_EXPR_COMPLEMENT,
    GCNMEMI_EXPR_NOT,
    GCNMEMI_EXPR_BOOL,
    GCNMEMI_EXPR_JUMP,          /* to target */
    GCNMEMI_EXPR_JUMP_IF_ZERO,  /* pops; to target when zero */
    GCNMEMI_EXPR_AND_THEN,      /* zero on top: to target, keeping it; else pops it */
    GCNMEMI_EXPR_OR_ELSE,       /* nonzero on top: to target with 1; else pops it */
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
    GCNMEMI_EXPR_OPEN,    /* waiting "(" */
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
    {"<<", GCNMEMI_EXPR_SHIFT_LEFT, 10},  {">>", GCNMEMI_EXPR_SHIFT_RIGHT, 10}, {"<=", GCNMEMI_EXPR_LESS_EQUAL, 9},
    {">=", GCNMEMI_EXPR_GREATER_EQUAL, 9}, {"==", GCNMEMI_EXPR_EQUAL, 8},       {"!=", GCNMEMI_EXPR_NOT_EQUAL, 8},
    {"&&", GCNMEMI_EXPR_AND_THEN, 4},     {"||", GCNMEMI_EXPR_OR_ELSE, 3},      {"*", GCNMEMI_EXPR_MULTIPLY, 12},
    {"/", GCNMEMI_EXPR_DIVIDE, 12},       {"%", GCNMEMI_EXPR_REMAINDER, 12},    {"+", GCNMEMI_EXPR_ADD, 11},
    {"-", GCNMEMI_EXPR_SUBTRACT, 11},     {"<", GCNMEMI_EXPR_LESS, 9},          {">", GCNMEMI_EXPR_GREATER, 9},
    {"&", GCNMEMI_EXPR_AND, 7},           {"^", GCNMEMI_EXPR_XOR, 6},           {"|", GCNMEMI_EXPR_OR, 5},
    {"?", GCNMEMI_EXPR_QUESTION, 2}};

#define GCNMEMI_EXPR_UNARY_BINDING 13
#define GCNMEMI_EXPR_COLON_BINDING 1

static const char* const gcnmemi_expr_inputs[] = {"lane", "wave", "group", "iter", "x", "y"};

typedef struct gcnmemi_expr_waiting {
    uint8_t code;
    uint8_t binding;
    uint16_t column;
    uint32_t patch; /* step whose target is not known yet */
} gcnmemi_expr_waiting;

typedef struct gcnmemi_expr_compiler {
    const char* text;
    size_t text_bytes;
    size_t at;
    gcnmem_expr* expr;
    gcnmem_issue* issue;
    gcnmem_result result;
    uint32_t waiting_count;
    gcnmemi_expr_waiting waiting[GCNMEMI_EXPR_DEPTH];
} gcnmemi_expr_compiler;

GCNMEMI_PRIVATE void gcnmemi_expr_fail(gcnmemi_expr_compiler* c, gcnmem_result result, const char* rule, size_t at) {
    if (c->result == GCNMEM_OK) {
        c->result = gcnmemi_results_fail_at(result, c->issue, "expression", rule, 0, (uint32_t)at + 1);
    }
}

/* Appends a step and returns its index. */
GCNMEMI_PRIVATE uint32_t gcnmemi_expr_emit(gcnmemi_expr_compiler* c, uint8_t code, uint64_t constant,
                                           uint32_t column) {
    gcnmem_expr_step* step;
    if (c->expr->step_count == GCNMEM_EXPR_MAX) {
        gcnmemi_expr_fail(c, GCNMEM_ERROR_LIMIT, "is longer than 128 steps", column);
        return 0;
    }
    step = &c->expr->steps[c->expr->step_count];
    step->code = code;
    step->column = (uint16_t)(column + 1);
    step->constant = constant;
    return c->expr->step_count++;
}

GCNMEMI_PRIVATE void gcnmemi_expr_push(gcnmemi_expr_compiler* c, uint8_t code, uint8_t binding, size_t column,
                                       uint32_t patch) {
    gcnmemi_expr_waiting* waiting;
    if (c->waiting_count == GCNMEMI_EXPR_DEPTH) {
        gcnmemi_expr_fail(c, GCNMEM_ERROR_LIMIT, "is nested deeper than 64", column);
        return;
    }
    waiting = &c->waiting[c->waiting_count++];
    waiting->code = code;
    waiting->binding = binding;
    waiting->column = (uint16_t)column;
    waiting->patch = patch;
}

/* Emits the operator on top of the stack: jumps only learn their target, the rest become steps. */
GCNMEMI_PRIVATE void gcnmemi_expr_pop(gcnmemi_expr_compiler* c) {
    const gcnmemi_expr_waiting* top = &c->waiting[--c->waiting_count];
    if (top->code == GCNMEMI_EXPR_COLON) {
        c->expr->steps[top->patch].target = c->expr->step_count;
    } else if (top->code == GCNMEMI_EXPR_AND_THEN || top->code == GCNMEMI_EXPR_OR_ELSE) {
        gcnmemi_expr_emit(c, GCNMEMI_EXPR_BOOL, 0, top->column);
        c->expr->steps[top->patch].target = c->expr->step_count;
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

GCNMEMI_PRIVATE void gcnmemi_expr_read_input(gcnmemi_expr_compiler* c) {
    size_t start = c->at;
    uint32_t i;
    while (c->at < c->text_bytes && gcnmemi_text_is_name(c->text[c->at])) {
        ++c->at;
    }
    for (i = 0; i < sizeof(gcnmemi_expr_inputs) / sizeof(gcnmemi_expr_inputs[0]); ++i) {
        size_t length = gcnmemi_text_length(gcnmemi_expr_inputs[i]);
        size_t same = 0;
        while (same < length && start + same < c->at && c->text[start + same] == gcnmemi_expr_inputs[i][same]) {
            ++same;
        }
        if (same == length && same == c->at - start) {
            c->expr->uses_lane |= (uint32_t)(i == 0 || i >= 4);
            gcnmemi_expr_emit(c, GCNMEMI_EXPR_INPUT, i, (uint32_t)start);
            return;
        }
    }
    gcnmemi_expr_fail(c, GCNMEM_ERROR_SYNTAX, "knows the names lane wave group iter x y", start);
}

GCNMEMI_PRIVATE void gcnmemi_expr_read_number(gcnmemi_expr_compiler* c) {
    uint64_t value = 0;
    size_t used = gcnmemi_text_number(c->text + c->at, c->text_bytes - c->at, &value);
    size_t end = c->at + used;
    if (used == 0 || (end < c->text_bytes && gcnmemi_text_is_name(c->text[end]))) {
        gcnmemi_expr_fail(c, GCNMEM_ERROR_SYNTAX, "takes decimal and 0x numbers of up to 64 bits", c->at);
        return;
    }
    gcnmemi_expr_emit(c, GCNMEMI_EXPR_CONSTANT, value, (uint32_t)c->at);
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
        gcnmemi_expr_read_input(c);
        return 1;
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

GCNMEMI_PRIVATE void gcnmemi_expr_read_close(gcnmemi_expr_compiler* c) {
    gcnmemi_expr_unwind(c, 0);
    if (c->waiting_count == 0) {
        gcnmemi_expr_fail(c, GCNMEM_ERROR_SYNTAX, "has a ')' without its '('", c->at);
        return;
    }
    --c->waiting_count;
    ++c->at;
}

/* "a ? b : c" is a, jump-if-zero to c, b, jump behind c, c. */
GCNMEMI_PRIVATE void gcnmemi_expr_read_colon(gcnmemi_expr_compiler* c) {
    uint32_t question;
    gcnmemi_expr_unwind(c, 3);
    while (c->waiting_count > 0 && c->waiting[c->waiting_count - 1].code == GCNMEMI_EXPR_COLON) {
        gcnmemi_expr_pop(c);
    }
    if (c->waiting_count == 0 || c->waiting[c->waiting_count - 1].code != GCNMEMI_EXPR_QUESTION) {
        gcnmemi_expr_fail(c, GCNMEM_ERROR_SYNTAX, "has a ':' without its '?'", c->at);
        return;
    }
    question = c->waiting[--c->waiting_count].patch;
    gcnmemi_expr_push(c, GCNMEMI_EXPR_COLON, GCNMEMI_EXPR_COLON_BINDING, c->at,
                      gcnmemi_expr_emit(c, GCNMEMI_EXPR_JUMP, 0, (uint32_t)c->at));
    c->expr->steps[question].target = c->expr->step_count;
    ++c->at;
}

GCNMEMI_PRIVATE const gcnmemi_expr_operator* gcnmemi_expr_match(const gcnmemi_expr_compiler* c) {
    size_t i;
    for (i = 0; i < sizeof(gcnmemi_expr_binary) / sizeof(gcnmemi_expr_binary[0]); ++i) {
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
    const gcnmemi_expr_operator* op;
    uint32_t patch = 0;
    if (c->text[c->at] == ')') {
        gcnmemi_expr_read_close(c);
        return 1;
    }
    if (c->text[c->at] == ':') {
        gcnmemi_expr_read_colon(c);
        return 0;
    }
    op = gcnmemi_expr_match(c);
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
    while (c.result == GCNMEM_OK && c.at < c.text_bytes) {
        if (c.text[c.at] == ' ' || c.text[c.at] == '\t') {
            ++c.at;
        } else {
            have_value = have_value ? gcnmemi_expr_read_operator(&c) : gcnmemi_expr_read_operand(&c);
        }
    }
    if (c.result == GCNMEM_OK) {
        gcnmemi_expr_finish(&c, have_value);
    }
    return c.result;
}

GCNMEMI_PRIVATE uint64_t gcnmemi_expr_input(const gcnmem_expr_inputs* inputs, uint64_t which) {
    const uint64_t values[6] = {inputs->lane, inputs->wave, inputs->group, inputs->iter, inputs->x, inputs->y};
    return values[which];
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

GCNMEMI_PRIVATE void gcnmemi_expr_unary(gcnmemi_expr_machine* m, uint8_t code) {
    uint64_t* top = &m->stack[m->depth - 1];
    if (code == GCNMEMI_EXPR_NEGATE) {
        *top = 0 - *top;
    } else if (code == GCNMEMI_EXPR_COMPLEMENT) {
        *top = ~*top;
    } else {
        *top = code == GCNMEMI_EXPR_NOT ? *top == 0 : *top != 0;
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
            gcnmemi_expr_unary(&m, step->code);
        } else if (step->code <= GCNMEMI_EXPR_OR_ELSE) {
            gcnmemi_expr_jump(&m, step);
        } else {
            uint64_t b = m.stack[--m.depth];
            if (b == 0 && (step->code == GCNMEMI_EXPR_DIVIDE || step->code == GCNMEMI_EXPR_REMAINDER)) {
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
                                    "is one of point bilinear trilinear aniso2 aniso4 ... aniso16", 0);
    }
    access->filter = GCNMEM_FILTER_ANISO;
    access->aniso = (uint32_t)count;
    return GCNMEM_OK;
}

GCNMEMI_PRIVATE gcnmem_result gcnmemi_access_check_image(const gcnmem_access* access, gcnmem_issue* out_issue) {
    if (access->image.width == 0 || access->image.height == 0) {
        return gcnmemi_results_fail(GCNMEM_ERROR_VALUE, out_issue, "image", "needs a width and a height above zero", 0);
    }
    if (access->image.width > 16384 || access->image.height > 16384 || access->image.depth > 8192) {
        return gcnmemi_results_fail(GCNMEM_ERROR_VALUE, out_issue, "image", "is at most 16384x16384x8192 texels",
                                    gcnmemi_bits_max(access->image.width, access->image.height));
    }
    if (!access->op.is_sampled && access->filter > GCNMEM_FILTER_POINT) {
        return gcnmemi_results_fail(GCNMEM_ERROR_VALUE, out_issue, "filter",
                                    "is for image_sample; image_load and image_store do not filter", 0);
    }
    if (access->filter == GCNMEM_FILTER_ANISO && access->aniso != 1 &&
        (access->aniso == 0 || access->aniso > 16 || access->aniso % 2 != 0)) {
        return gcnmemi_results_fail(GCNMEM_ERROR_VALUE, out_issue, "filter",
                                    "takes 1 2 4 6 8 10 12 14 or 16 anisotropic taps", access->aniso);
    }
    return GCNMEM_OK;
}

GCNMEM_DEF gcnmem_result gcnmem_access_validate(const gcnmem_desc* desc, const gcnmem_access* access,
                                                gcnmem_issue* out_issue) {
    if (access->op.unit == GCNMEM_UNIT_NONE) {
        return gcnmemi_results_fail(GCNMEM_ERROR_VALUE, out_issue, "op", "is not set", 0);
    }
    if (access->op.unit == GCNMEM_UNIT_IMAGE) {
        return gcnmemi_access_check_image(access, out_issue);
    }
    if (access->filter != GCNMEM_FILTER_DEFAULT) {
        return gcnmemi_results_fail(GCNMEM_ERROR_VALUE, out_issue, "filter", "is for image_sample", 0);
    }
    if (access->op.unit == GCNMEM_UNIT_LDS && access->size_bytes > desc->lds_size_bytes) {
        return gcnmemi_results_fail(GCNMEM_ERROR_VALUE, out_issue, "size", "is larger than the LDS of a CU",
                                    access->size_bytes);
    }
    return GCNMEM_OK;
}

/* ---------------------------------------------------------------------------------------------------------------------
   >>lanes      what each lane touches, in dwords: alignment, range, EXEC, texel addresses (R1, R2, R10, R11)
   Knows: bits, access

   Everything behind this room counts in dwords: dword = byte address / 4, a number below 2^62 that wraps.
   ------------------------------------------------------------------------------------------------------------------ */

#define GCNMEMI_LANES_SPANS 4 /* texels of a bilinear footprint */
#define GCNMEMI_LANES_DWORD_MASK (UINT64_MAX >> 2)

/* One access after addressing. Lane i touches `span_count` runs of dwords. */
typedef struct gcnmemi_lanes {
    uint64_t active;   /* bit i: lane i is in EXEC and in range */
    uint64_t quads;    /* bit i: all active lanes of lane i's quad stay within 4 consecutive elements (R3) */
    uint64_t bytes;    /* asked for by the active lanes */
    uint32_t span_count;
    uint32_t is_image; /* R10: banks are swizzled */
    uint64_t first[GCNMEMI_LANES_SPANS][GCNMEM_LANES]; /* first dword of a run */
    uint8_t count[GCNMEMI_LANES_SPANS][GCNMEM_LANES];  /* dwords of a run */
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
    uint64_t left;
    if (access->size_bytes == 0) {
        return bytes;
    }
    left = address < access->size_bytes ? access->size_bytes - address : 0;
    if (left >= bytes) {
        return bytes;
    }
    return access->op.is_typed || bytes <= 4 ? 0 : (uint32_t)left & ~3u;
}

GCNMEMI_PRIVATE void gcnmemi_lanes_put(gcnmemi_lanes* lanes, uint32_t span, uint32_t lane, uint64_t address,
                                       uint32_t bytes) {
    lanes->first[span][lane] = address >> 2;
    lanes->count[span][lane] = (uint8_t)(((uint32_t)(address & 3) + bytes + 3) >> 2);
    lanes->bytes += bytes;
}

GCNMEMI_PRIVATE void gcnmemi_lanes_from_addresses(const gcnmem_access* access, gcnmemi_lanes* lanes) {
    uint32_t lane;
    for (lane = 0; lane < GCNMEM_LANES; ++lane) {
        uint64_t address = gcnmemi_lanes_align(&access->op, access->address[lane]);
        uint32_t bytes = (access->exec_mask >> lane & 1) != 0 ? gcnmemi_lanes_clip(access, address) : 0;
        if (bytes != 0) {
            lanes->active |= (uint64_t)1 << lane;
            gcnmemi_lanes_put(lanes, 0, lane, address, bytes);
        }
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

GCNMEMI_PRIVATE int gcnmemi_lanes_in_image(const gcnmem_access* access, uint32_t lane) {
    uint64_t depth = gcnmemi_bits_max(1, access->image.depth);
    return (uint64_t)access->texel[0][lane] < access->image.width &&
           (uint64_t)access->texel[1][lane] < access->image.height && (uint64_t)access->texel[2][lane] < depth;
}

/* R11: a filtered lane reads the 2x2 texels at its coordinate, clamped to the edge. */
GCNMEMI_PRIVATE void gcnmemi_lanes_put_texels(const gcnmem_access* access, gcnmemi_lanes* lanes, uint32_t lane) {
    uint32_t depth = (uint32_t)gcnmemi_bits_max(1, access->image.depth);
    uint64_t z = gcnmemi_lanes_clamp(access->texel[2][lane], 0, depth);
    uint32_t span;
    for (span = 0; span < lanes->span_count; ++span) {
        uint64_t x = gcnmemi_lanes_clamp(access->texel[0][lane], span & 1, access->image.width);
        uint64_t y = gcnmemi_lanes_clamp(access->texel[1][lane], span >> 1, access->image.height);
        gcnmemi_lanes_put(lanes, span, lane, gcnmemi_lanes_texel_address(access, x, y, z), access->op.element_bytes);
    }
}

/* R2 for images: image_load and image_store outside the image touch nothing; image_sample clamps. */
GCNMEMI_PRIVATE void gcnmemi_lanes_from_texels(const gcnmem_access* access, gcnmemi_lanes* lanes) {
    uint32_t lane;
    for (lane = 0; lane < GCNMEM_LANES; ++lane) {
        if ((access->exec_mask >> lane & 1) != 0 && (access->op.is_sampled || gcnmemi_lanes_in_image(access, lane))) {
            lanes->active |= (uint64_t)1 << lane;
            gcnmemi_lanes_put_texels(access, lanes, lane);
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
   Knows: bits, access, lanes
   ------------------------------------------------------------------------------------------------------------------ */

#define GCNMEMI_COALESCE_BLOCK 16 /* lanes that may coalesce */
#define GCNMEMI_COALESCE_QUAD 4

/* Lanes first, first + step, ... of a wave. */
typedef struct gcnmemi_coalesce_group {
    uint32_t first;
    uint32_t step;
    uint32_t count;
} gcnmemi_coalesce_group;

/* R3 is for loads of one channel of at most 32 bits through buffers and flat addresses; R12: not for stores. */
GCNMEMI_PRIVATE int gcnmemi_coalesce_can(const gcnmem_op* op) {
    return (op->unit == GCNMEM_UNIT_BUFFER || op->unit == GCNMEM_UNIT_FLAT) && op->action == GCNMEM_ACTION_LOAD &&
           op->channels == 1 && op->element_bytes <= 4;
}

/* R3: the active lanes of an aligned quad stay within 4 consecutive elements, in any order. Addresses wrap (R1), so
   they are compared by their distance from one of them. */
GCNMEMI_PRIVATE int gcnmemi_coalesce_quad(const gcnmem_access* access, uint64_t active, uint32_t first) {
    const uint64_t middle = (uint64_t)1 << 63;
    uint64_t origin = 0;
    uint64_t lowest = UINT64_MAX;
    uint64_t highest = 0;
    uint32_t lane;
    for (lane = first; lane < first + GCNMEMI_COALESCE_QUAD; ++lane) {
        if ((active >> lane & 1) != 0) {
            uint64_t address = gcnmemi_lanes_align(&access->op, access->address[lane]);
            origin = lowest > highest ? address : origin;
            lowest = address - origin + middle < lowest ? address - origin + middle : lowest;
            highest = address - origin + middle > highest ? address - origin + middle : highest;
        }
    }
    return lowest > highest || highest - lowest <= 3 * (uint64_t)access->op.element_bytes;
}

GCNMEMI_PRIVATE int gcnmemi_coalesce_block(const gcnmem_access* access, uint64_t active, uint32_t first) {
    uint32_t quad;
    for (quad = first; quad < first + GCNMEMI_COALESCE_BLOCK; quad += GCNMEMI_COALESCE_QUAD) {
        if (!gcnmemi_coalesce_quad(access, active, quad)) {
            return 0;
        }
    }
    return 1;
}

/* The issue groups of one 16-lane block. Returns how many: 1 (R3) or 4 (R4 one lane of each quad, R5 a quad each). */
GCNMEMI_PRIVATE uint32_t gcnmemi_coalesce_groups(const gcnmem_access* access, uint64_t active, uint32_t block,
                                                 gcnmemi_coalesce_group out_groups[4]) {
    int can = gcnmemi_coalesce_can(&access->op);
    uint32_t i;
    if (can && gcnmemi_coalesce_block(access, active, block)) {
        out_groups[0].first = block;
        out_groups[0].step = 1;
        out_groups[0].count = GCNMEMI_COALESCE_BLOCK;
        return 1;
    }
    for (i = 0; i < 4; ++i) {
        out_groups[i].first = can ? block + i : block + i * GCNMEMI_COALESCE_QUAD;
        out_groups[i].step = can ? GCNMEMI_COALESCE_QUAD : 1;
        out_groups[i].count = 4;
    }
    return 4;
}

/* ---------------------------------------------------------------------------------------------------------------------
   >>blocks     distinct blocks of memory a set of lanes touches
   Knows: bits, lanes
   ------------------------------------------------------------------------------------------------------------------ */

#define GCNMEMI_BLOCKS_SLOTS 2048 /* a power of two above twice what a wave can touch: 64 lanes * 4 texels * 2 */

/* A set of block numbers: open addressing, cleared by its bitmap alone. */
typedef struct gcnmemi_blocks {
    uint64_t used[GCNMEMI_BLOCKS_SLOTS / 64];
    uint64_t slot[GCNMEMI_BLOCKS_SLOTS];
    uint64_t latest;
    uint32_t count;
} gcnmemi_blocks;

GCNMEMI_PRIVATE void gcnmemi_blocks_clear(gcnmemi_blocks* blocks) {
    uint32_t i;
    for (i = 0; i < GCNMEMI_BLOCKS_SLOTS / 64; ++i) {
        blocks->used[i] = 0;
    }
    blocks->count = 0;
    blocks->latest = UINT64_MAX; /* no block: numbers stay below 2^62 */
}

GCNMEMI_PRIVATE void gcnmemi_blocks_add(gcnmemi_blocks* blocks, uint64_t block) {
    uint32_t at = (uint32_t)((block * 0x9e3779b97f4a7c15u) >> 32) % GCNMEMI_BLOCKS_SLOTS;
    if (block == blocks->latest) {
        return;
    }
    blocks->latest = block;
    while ((blocks->used[at / 64] >> (at % 64) & 1) != 0) {
        if (blocks->slot[at] == block) {
            return;
        }
        at = (at + 1) % GCNMEMI_BLOCKS_SLOTS;
    }
    blocks->used[at / 64] |= (uint64_t)1 << (at % 64);
    blocks->slot[at] = block;
    ++blocks->count;
}

/* R1: the last dword of a run may wrap to address zero. */
GCNMEMI_PRIVATE uint64_t gcnmemi_blocks_last_dword(const gcnmemi_lanes* lanes, uint32_t span, uint32_t lane) {
    return (lanes->first[span][lane] + lanes->count[span][lane] - 1u) & GCNMEMI_LANES_DWORD_MASK;
}

/* Distinct blocks of 2^shift dwords touched by lanes first .. first + count - 1. */
GCNMEMI_PRIVATE uint32_t gcnmemi_blocks_count(gcnmemi_blocks* blocks, const gcnmemi_lanes* lanes, uint32_t first,
                                              uint32_t count, uint32_t shift) {
    uint32_t span;
    uint32_t lane;
    gcnmemi_blocks_clear(blocks);
    for (span = 0; span < lanes->span_count; ++span) {
        for (lane = first; lane < first + count; ++lane) {
            uint64_t block;
            uint64_t last;
            if ((lanes->active >> lane & 1) == 0) {
                continue;
            }
            block = lanes->first[span][lane] >> shift;
            last = gcnmemi_blocks_last_dword(lanes, span, lane) >> shift;
            gcnmemi_blocks_add(blocks, block);
            while (block != last) {
                block = (block + 1) & (GCNMEMI_LANES_DWORD_MASK >> shift);
                gcnmemi_blocks_add(blocks, block);
            }
        }
    }
    return blocks->count;
}

/* ---------------------------------------------------------------------------------------------------------------------
   >>l1         service rate of the vector L1: tag banks, data banks, filter (R6 to R14)
   Knows: bits, lanes, coalesce, access
   ------------------------------------------------------------------------------------------------------------------ */

#define GCNMEMI_L1_GROUP_DWORDS 128 /* 4 lanes * 4 texels * 5 dwords, or 16 lanes * 2 dwords, and room to spare */

/* The distinct dwords and lines one issue group touches. */
typedef struct gcnmemi_l1_group {
    uint64_t dword[GCNMEMI_L1_GROUP_DWORDS];
    uint64_t line[GCNMEMI_L1_GROUP_DWORDS];
    uint32_t dword_count;
    uint32_t line_count;
} gcnmemi_l1_group;

/* Adds a value to a list unless it is there. Returns the new length. */
GCNMEMI_PRIVATE uint32_t gcnmemi_l1_add_distinct(uint64_t* list, uint32_t count, uint64_t value) {
    uint32_t i;
    for (i = 0; i < count; ++i) {
        if (list[i] == value) {
            return count;
        }
    }
    list[count] = value;
    return count + 1;
}

GCNMEMI_PRIVATE void gcnmemi_l1_collect(const gcnmemi_lanes* lanes, const gcnmemi_coalesce_group* group,
                                        uint32_t line_shift, gcnmemi_l1_group* out) {
    uint32_t i;
    uint32_t span;
    uint32_t k;
    out->dword_count = 0;
    out->line_count = 0;
    for (i = 0; i < group->count; ++i) {
        uint32_t lane = group->first + i * group->step;
        for (span = 0; span < lanes->span_count && (lanes->active >> lane & 1) != 0; ++span) {
            for (k = 0; k < lanes->count[span][lane]; ++k) {
                uint64_t dword = (lanes->first[span][lane] + k) & GCNMEMI_LANES_DWORD_MASK;
                out->dword_count = gcnmemi_l1_add_distinct(out->dword, out->dword_count, dword);
                out->line_count = gcnmemi_l1_add_distinct(out->line, out->line_count, dword >> line_shift);
            }
        }
    }
}

/* R7, R10: the data bank of a dword. An image flips the upper half of the banks on every other line. */
GCNMEMI_PRIVATE uint32_t gcnmemi_l1_data_bank(const gcnmem_desc* desc, uint64_t dword, uint32_t line_shift,
                                              uint32_t is_image) {
    uint32_t flip = is_image && (dword >> line_shift & 1) != 0 ? desc->l1_data_banks / 2 : 0;
    return ((uint32_t)dword & (desc->l1_data_banks - 1)) ^ flip;
}

/* R6: most distinct lines in one tag bank. */
GCNMEMI_PRIVATE uint32_t gcnmemi_l1_tag_clocks(const gcnmem_desc* desc, const gcnmemi_l1_group* group) {
    uint8_t lines[16] = {0};
    uint32_t most = 0;
    uint32_t i;
    for (i = 0; i < group->line_count; ++i) {
        uint32_t bank = (uint32_t)group->line[i] & (desc->l1_tag_banks - 1);
        most = (uint32_t)gcnmemi_bits_max(most, ++lines[bank]);
    }
    return most;
}

/* R7: most distinct dwords in one data bank. */
GCNMEMI_PRIVATE uint32_t gcnmemi_l1_bank_clocks(const gcnmem_desc* desc, const gcnmemi_l1_group* group,
                                                uint32_t line_shift, uint32_t is_image) {
    uint8_t dwords[64] = {0};
    uint32_t most = 0;
    uint32_t i;
    for (i = 0; i < group->dword_count; ++i) {
        uint32_t bank = gcnmemi_l1_data_bank(desc, group->dword[i], line_shift, is_image);
        most = (uint32_t)gcnmemi_bits_max(most, ++dwords[bank]);
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

/* R9: the two-channel floor of a wave. */
GCNMEMI_PRIVATE uint32_t gcnmemi_l1_floor_clocks(const gcnmem_desc* desc, const gcnmem_access* access) {
    int is_two_channel_load = access->op.action == GCNMEM_ACTION_LOAD && access->op.channels == 2 &&
                              gcnmemi_lanes_filter(access) == GCNMEM_FILTER_POINT;
    return is_two_channel_load ? desc->l1_two_channel_floor_clocks : 0;
}

/* R14: AMD counts a quad of a coalesced block once and every lane of the others. */
GCNMEMI_PRIVATE uint32_t gcnmemi_l1_group_accesses(uint64_t active, const gcnmemi_coalesce_group* group) {
    uint32_t accesses = 0;
    uint32_t i;
    if (group->count == GCNMEMI_COALESCE_BLOCK) {
        for (i = group->first; i < group->first + GCNMEMI_COALESCE_BLOCK; i += GCNMEMI_COALESCE_QUAD) {
            accesses += (active >> i & 15) != 0;
        }
        return accesses;
    }
    for (i = 0; i < group->count; ++i) {
        accesses += (uint32_t)(active >> (group->first + i * group->step) & 1);
    }
    return accesses;
}

/* R8: a group takes the worst of tags, banks and rate, and never less than one clock even when no lane is in range. */
GCNMEMI_PRIVATE void gcnmemi_l1_add_group(const gcnmem_desc* desc, const gcnmem_access* access,
                                          const gcnmemi_lanes* lanes, const gcnmemi_coalesce_group* group,
                                          gcnmem_cost* cost) {
    uint32_t line_shift = gcnmemi_bits_log2(desc->l1_line_bytes / 4);
    uint64_t rate = gcnmemi_l1_rate_clocks(desc, access);
    gcnmemi_l1_group touched;
    uint64_t tags;
    uint64_t banks;
    gcnmemi_l1_collect(lanes, group, line_shift, &touched);
    tags = gcnmemi_bits_max(1, gcnmemi_l1_tag_clocks(desc, &touched));
    banks = gcnmemi_bits_max(tags, gcnmemi_l1_bank_clocks(desc, &touched, line_shift, lanes->is_image));
    cost->issue_groups += 1;
    cost->tag_conflict_clocks += tags - 1;
    cost->bank_conflict_clocks += banks - tags;
    cost->clocks += gcnmemi_bits_max(banks, rate) * gcnmemi_l1_passes(access);
    cost->l1_accesses += gcnmemi_l1_group_accesses(lanes->active, group);
    cost->l1_cache_accesses += touched.line_count;
}

/* Clocks of the same instruction with the kindest addresses. */
GCNMEMI_PRIVATE uint64_t gcnmemi_l1_best_clocks(const gcnmem_desc* desc, const gcnmem_access* access) {
    uint64_t groups = gcnmemi_coalesce_can(&access->op) ? 4 : 16;
    uint64_t clocks = groups * gcnmemi_l1_rate_clocks(desc, access) * gcnmemi_l1_passes(access);
    return gcnmemi_bits_max(clocks, gcnmemi_l1_floor_clocks(desc, access));
}

GCNMEMI_PRIVATE void gcnmemi_l1_add_wave(const gcnmem_desc* desc, const gcnmem_access* access,
                                         const gcnmemi_lanes* lanes, gcnmem_cost* cost) {
    gcnmemi_coalesce_group groups[4];
    uint32_t block;
    uint32_t i;
    for (block = 0; block < GCNMEM_LANES; block += GCNMEMI_COALESCE_BLOCK) {
        uint32_t count = gcnmemi_coalesce_groups(access, lanes->active, block, groups);
        for (i = 0; i < count; ++i) {
            gcnmemi_l1_add_group(desc, access, lanes, &groups[i], cost);
        }
    }
    cost->clocks = gcnmemi_bits_max(cost->clocks, gcnmemi_l1_floor_clocks(desc, access));
    cost->best_clocks = gcnmemi_l1_best_clocks(desc, access);
    cost->rate_clocks =
        cost->clocks - cost->issue_groups - cost->tag_conflict_clocks - cost->bank_conflict_clocks;
}

/* ---------------------------------------------------------------------------------------------------------------------
   >>requests   toward L2 and DRAM: lines, 64-byte requests, bursts (R15, R16)
   Knows: bits, lanes, blocks, desc
   ------------------------------------------------------------------------------------------------------------------ */

/* R13: atomics to one address stay separate: a lane's operation rides in the n-th request of its block when n - 1
   earlier lanes want the same address. Counts the requests of lanes first .. first + count - 1. */
GCNMEMI_PRIVATE uint32_t gcnmemi_requests_atomic(const gcnmemi_lanes* lanes, uint32_t first, uint32_t count,
                                                 uint32_t shift) {
    uint32_t turn[GCNMEM_LANES];
    uint32_t requests = 0;
    uint32_t lane;
    uint32_t earlier;
    for (lane = first; lane < first + count; ++lane) {
        uint32_t is_new = 1;
        turn[lane] = 0;
        for (earlier = first; earlier < lane; ++earlier) {
            turn[lane] += (lanes->active >> earlier & 1) != 0 && lanes->first[0][earlier] == lanes->first[0][lane];
        }
        for (earlier = first; earlier < lane && is_new; ++earlier) {
            is_new = !((lanes->active >> earlier & 1) != 0 && turn[earlier] == turn[lane] &&
                       lanes->first[0][earlier] >> shift == lanes->first[0][lane] >> shift);
        }
        requests += (lanes->active >> lane & 1) != 0 && is_new;
    }
    return requests;
}

GCNMEMI_PRIVATE uint64_t gcnmemi_requests_count(const gcnmem_desc* desc, const gcnmem_access* access,
                                                const gcnmemi_lanes* lanes, gcnmemi_blocks* blocks) {
    uint32_t shift = gcnmemi_bits_log2(desc->request_bytes / 4);
    uint64_t count = 0;
    uint32_t first;
    for (first = 0; first < GCNMEM_LANES; first += desc->request_lanes) {
        count += access->op.action == GCNMEM_ACTION_ATOMIC
                     ? gcnmemi_requests_atomic(lanes, first, desc->request_lanes, shift)
                     : gcnmemi_blocks_count(blocks, lanes, first, desc->request_lanes, shift);
    }
    return count;
}

/* R16: the memory controller moves whole L2 lines, in bursts. */
GCNMEMI_PRIVATE uint64_t gcnmemi_requests_bursts(const gcnmem_desc* desc, const gcnmemi_lanes* lanes,
                                                 gcnmemi_blocks* blocks) {
    uint32_t burst_bytes = gcnmem_desc_dram_burst_bytes(desc);
    uint32_t block_bytes = burst_bytes > desc->l2_line_bytes ? burst_bytes : desc->l2_line_bytes;
    uint32_t distinct =
        gcnmemi_blocks_count(blocks, lanes, 0, GCNMEM_LANES, gcnmemi_bits_log2(block_bytes / 4));
    return (uint64_t)distinct * (block_bytes / burst_bytes);
}

GCNMEMI_PRIVATE void gcnmemi_requests_add(const gcnmem_desc* desc, const gcnmem_access* access,
                                          const gcnmemi_lanes* lanes, gcnmem_cost* cost) {
    gcnmemi_blocks blocks;
    cost->l1_lines = gcnmemi_blocks_count(&blocks, lanes, 0, GCNMEM_LANES, gcnmemi_bits_log2(desc->l1_line_bytes / 4));
    cost->l2_requests = gcnmemi_requests_count(desc, access, lanes, &blocks);
    cost->dram_bursts = gcnmemi_requests_bursts(desc, lanes, &blocks);
    cost->bytes_requested = lanes->bytes;
    cost->bytes_fetched = cost->l2_requests * desc->request_bytes;
}

/* ---------------------------------------------------------------------------------------------------------------------
   >>fast       the common wave, quickly: one whole dword or less for each of 64 lanes (R1 to R8, R12 to R16)
   Knows: bits, access, lanes, coalesce, l1, requests, desc

   Gives exactly what the rooms above give, or declines; gcnmem_cost_wave_plain() is there to prove it. Everything is
   in 32 bits relative to a base near lane 0, and loops have fixed lengths, so that compilers vectorize them.
   ------------------------------------------------------------------------------------------------------------------ */

#define GCNMEMI_FAST_WINDOW 0x40000000u /* bytes on either side of lane 0 that the relative addresses reach */

typedef struct gcnmemi_fast_wave {
    uint64_t base;                  /* byte address, a multiple of 64 KB, that `byte` is relative to */
    uint32_t byte[GCNMEM_LANES];    /* relative byte address of a lane */
    uint32_t stride;                /* bytes from lane to lane when is_progression */
    uint32_t is_progression;        /* lane i stands at byte[0] + i * stride */
    uint32_t groups;                /* issue groups that differ: 4 of a progression, else 16 */
    uint32_t lane[4][16];           /* lane k of each group: relative dword */
} gcnmemi_fast_wave;

/* Relative addresses; 0 when a lane is masked off, out of range, too far from lane 0 or touches two dwords. */
GCNMEMI_PRIVATE int gcnmemi_fast_read(const gcnmem_access* access, gcnmemi_fast_wave* w) {
    const uint32_t bytes = access->op.element_bytes;
    const uint64_t align = gcnmemi_lanes_align(&access->op, UINT64_MAX);
    uint64_t far = 0;
    uint64_t straddles = 0;
    uint32_t uneven = 0;
    uint32_t i;
    w->base = access->address[0] < GCNMEMI_FAST_WINDOW ? 0 : access->address[0] - GCNMEMI_FAST_WINDOW;
    w->base &= ~(uint64_t)0xffff;
    for (i = 0; i < GCNMEM_LANES; ++i) {
        uint64_t address = access->address[i] & align;
        uint64_t relative = address - w->base;
        far |= relative;
        straddles |= (address & 3) + bytes - 1;
        w->byte[i] = (uint32_t)relative;
    }
    w->stride = w->byte[1] - w->byte[0];
    for (i = 0; i < GCNMEM_LANES; ++i) {
        uneven |= w->byte[i] ^ (w->byte[0] + i * w->stride);
    }
    w->is_progression = uneven == 0 && w->stride <= GCNMEMI_FAST_WINDOW / GCNMEM_LANES;
    return far >> 31 == 0 && (straddles & 4) == 0;
}

/* Lowest and highest relative address of lanes first .. first + count - 1. */
GCNMEMI_PRIVATE void gcnmemi_fast_span(const gcnmemi_fast_wave* w, uint32_t first, uint32_t count, uint32_t* out_low,
                                       uint32_t* out_high) {
    uint32_t low = w->byte[first];
    uint32_t high = w->byte[first + count - 1];
    uint32_t i;
    for (i = first; i < first + count && !w->is_progression; ++i) {
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
    return w->base + high < access->size_bytes &&
           access->size_bytes - (w->base + high) >= access->op.element_bytes;
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
    uint32_t block;
    uint32_t quad;
    if (w->is_progression) {
        return 3 * w->stride <= limit ? 4 : 0;
    }
    for (block = 0; block < GCNMEM_LANES; block += GCNMEMI_COALESCE_BLOCK) {
        uint32_t coalesces = 1;
        for (quad = block; quad < block + GCNMEMI_COALESCE_BLOCK && coalesces; quad += GCNMEMI_COALESCE_QUAD) {
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
    uint32_t group;
    uint32_t k;
    uint32_t i;
    for (i = 0; i < GCNMEM_LANES; ++i) {
        dword[i] = w->byte[i] >> 2;
    }
    w->groups = w->is_progression && w->stride % 4 == 0 ? 4 : 16;
    for (group = 0; group < 16; group += 4) {
        for (k = 0; k < 4 && access->op.action == GCNMEM_ACTION_LOAD; ++k) {
            for (i = 0; i < 4; ++i) {
                w->lane[k][group + i] = dword[group * 4 + k * 4 + i];
            }
        }
        for (k = 0; k < 4 && access->op.action != GCNMEM_ACTION_LOAD; ++k) {
            for (i = 0; i < 4; ++i) {
                w->lane[k][group + i] = dword[group * 4 + i * 4 + k];
            }
        }
    }
}

/* Turns at the banks, summed over the groups that differ. */
typedef struct gcnmemi_fast_turns {
    uint32_t tag_conflicts;
    uint32_t bank_conflicts;
    uint32_t lines;
} gcnmemi_fast_turns;

/* The most turns one bank takes, for groups first .. first + 3 of four lanes each: `lane >> shift` wants bank `mask & that`, equal ones
   share. Arithmetic instead of branches, so that groups become elements of a vector. */
GCNMEMI_PRIVATE void gcnmemi_fast_count_turns(const gcnmemi_fast_wave* w, uint32_t first, uint32_t shift,
                                              uint32_t mask, uint32_t out_turns[4], uint32_t out_distinct[4]) {
    uint32_t turns[4];
    uint32_t distinct[4];
    uint32_t g;
    for (g = 0; g < 4; ++g) {
        uint32_t a = w->lane[0][first + g] >> shift;
        uint32_t b = w->lane[1][first + g] >> shift;
        uint32_t c = w->lane[2][first + g] >> shift;
        uint32_t d = w->lane[3][first + g] >> shift;
        uint32_t new_b = b != a ? 1 : 0;
        uint32_t new_c = c != a && c != b ? 1 : 0;
        uint32_t new_d = d != a && d != b && d != c ? 1 : 0;
        uint32_t turns_b = ((a ^ b) & mask) == 0 ? new_b : 0;
        uint32_t turns_c = (((a ^ c) & mask) == 0 ? new_c : 0) + (((b ^ c) & mask) == 0 ? new_b & new_c : 0);
        uint32_t turns_d = (((a ^ d) & mask) == 0 ? new_d : 0) + (((b ^ d) & mask) == 0 ? new_b & new_d : 0) +
                           (((c ^ d) & mask) == 0 ? new_c & new_d : 0);
        uint32_t most = turns_b > turns_c ? turns_b : turns_c;
        turns[g] = 1 + (most > turns_d ? most : turns_d);
        distinct[g] = 1 + new_b + new_c + new_d;
    }
    for (g = 0; g < 4; ++g) {
        out_turns[g] = turns[g];
        out_distinct[g] = distinct[g];
    }
}

GCNMEMI_PRIVATE gcnmemi_fast_turns gcnmemi_fast_sum_turns(const gcnmemi_fast_wave* w) {
    gcnmemi_fast_turns sum = {0, 0, 0};
    uint32_t tags[4];
    uint32_t banks[4];
    uint32_t lines[4];
    uint32_t dwords[4];
    uint32_t first;
    uint32_t g;
    for (first = 0; first < w->groups; first += 4) {
        gcnmemi_fast_count_turns(w, first, 4, 3, tags, lines);
        gcnmemi_fast_count_turns(w, first, 0, 15, banks, dwords);
        for (g = 0; g < 4; ++g) {
            sum.tag_conflicts += tags[g] - 1;
            sum.bank_conflicts += banks[g] > tags[g] ? banks[g] - tags[g] : 0;
            sum.lines += lines[g];
        }
    }
    return sum;
}

GCNMEMI_PRIVATE int gcnmemi_fast_repeats(const uint32_t* block, uint32_t lane) {
    uint32_t i;
    for (i = 0; i < lane; ++i) {
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
    uint32_t i;
    for (i = 0; i < GCNMEM_LANES; ++i) {
        block[i] = w->byte[i] >> shift;
        hash[i] = (block[i] * 0x9e3779b1u) >> 21;
    }
    for (i = 0; i < GCNMEM_LANES; ++i) {
        uint32_t other = latest[hash[i]];
        latest[hash[i]] = (uint8_t)(i + 1);
        if (other != 0) {
            distinct -= block[other - 1] == block[i] ? 1 : (uint32_t)gcnmemi_fast_repeats(block, i);
        }
    }
    return distinct;
}

GCNMEMI_PRIVATE uint32_t gcnmemi_fast_blocks(const gcnmemi_fast_wave* w, uint32_t shift) {
    uint32_t last = w->byte[GCNMEM_LANES - 1] >> shift;
    if (!w->is_progression) {
        return gcnmemi_fast_distinct(w, shift);
    }
    return w->stride >> shift != 0 ? GCNMEM_LANES : last - (w->byte[0] >> shift) + 1;
}

/* Four coalesced blocks whose lanes stay within 16 dwords: no conflict is possible. 0 when a block is wider. */
GCNMEMI_PRIVATE int gcnmemi_fast_add_coalesced(const gcnmemi_fast_wave* w, gcnmem_cost* cost) {
    uint32_t block;
    for (block = 0; block < GCNMEM_LANES; block += GCNMEMI_COALESCE_BLOCK) {
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
    gcnmemi_fast_turns sum;
    uint32_t repeat;
    gcnmemi_fast_gather(access, w);
    sum = gcnmemi_fast_sum_turns(w);
    repeat = 16 / w->groups;
    cost->tag_conflict_clocks = sum.tag_conflicts * repeat;
    cost->bank_conflict_clocks = sum.bank_conflicts * repeat;
    cost->l1_cache_accesses = sum.lines * repeat;
    cost->issue_groups = 16;
    cost->l1_accesses = 64;
}

GCNMEMI_PRIVATE void gcnmemi_fast_add_requests(const gcnmem_desc* desc, const gcnmem_access* access,
                                               const gcnmemi_fast_wave* w, gcnmem_cost* cost) {
    uint32_t burst_bytes = gcnmem_desc_dram_burst_bytes(desc);
    uint32_t block_bytes = burst_bytes > desc->l2_line_bytes ? burst_bytes : desc->l2_line_bytes;
    uint32_t lines = gcnmemi_fast_blocks(w, 6);
    uint32_t blocks = block_bytes == 64 ? lines : gcnmemi_fast_blocks(w, gcnmemi_bits_log2(block_bytes));
    cost->l1_lines = lines;
    cost->l2_requests = lines;
    cost->dram_bursts = (uint64_t)blocks * (block_bytes / burst_bytes);
    cost->bytes_requested = (uint64_t)GCNMEM_LANES * access->op.element_bytes;
    cost->bytes_fetched = (uint64_t)lines * 64;
}

/* Fills the cost of a wave and returns 1, or returns 0 and leaves it zero. */
GCNMEMI_PRIVATE int gcnmemi_fast_add_wave(const gcnmem_desc* desc, const gcnmem_access* access, gcnmem_cost* cost) {
    gcnmemi_fast_wave w;
    uint32_t coalesced = 0;
    int can = gcnmemi_coalesce_can(&access->op);
    if (!gcnmemi_fast_accepts(access, desc) || !gcnmemi_fast_read(access, &w) || !gcnmemi_fast_in_range(access, &w)) {
        return 0;
    }
    if (can) {
        coalesced = gcnmemi_fast_coalesced_blocks(access, &w);
    }
    if (coalesced == 0) {
        gcnmemi_fast_add_split(access, &w, cost);
    } else if (coalesced != 4 || !gcnmemi_fast_add_coalesced(&w, cost)) {
        cost->l1_cache_accesses = 0;
        return 0;
    }
    gcnmemi_fast_add_requests(desc, access, &w, cost);
    cost->clocks = cost->issue_groups + cost->tag_conflict_clocks + cost->bank_conflict_clocks;
    cost->best_clocks = can ? 4 : 16;
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
static const uint64_t gcnmemi_lds_read_b128[8] = {
    0x0000000000f0000fu, 0x00000000000f00f0u, 0x00000000f0000f00u, 0x000000000f00f000u,
    0x00f0000f00000000u, 0x000f00f000000000u, 0xf0000f0000000000u, 0x0f00f00000000000u};

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
    uint32_t k;
    if (!gcnmemi_lds_in_range(desc, access, address)) {
        return;
    }
    cost->bytes_requested += access->op.element_bytes;
    for (k = 0; k < dwords; ++k) {
        uint64_t dword = (address >> 2) + k;
        gcnmemi_lds_want(phase, dword, (uint32_t)dword & (desc->lds_bank_count - 1),
                         access->op.action == GCNMEM_ACTION_ATOMIC);
    }
}

/* Addresses number from .. to - 1 of the lanes in `mask`, looked at together. */
GCNMEMI_PRIVATE void gcnmemi_lds_add_phase(const gcnmem_desc* desc, const gcnmem_access* access, uint64_t mask,
                                           uint32_t from, uint32_t to, gcnmem_cost* cost) {
    gcnmemi_lds_phase phase;
    uint32_t lane;
    uint32_t i;
    for (i = 0; i < 64; ++i) {
        phase.head[i] = 0;
        phase.length[i] = 0;
    }
    phase.count = 0;
    phase.most = 1; /* a phase takes a clock even when no lane is in it */
    for (lane = 0; lane < GCNMEM_LANES; ++lane) {
        for (i = from; i < to && (mask >> lane & 1) != 0; ++i) {
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

GCNMEMI_PRIVATE void gcnmemi_lds_add_wave(const gcnmem_desc* desc, const gcnmem_access* access, gcnmem_cost* cost) {
    uint32_t lanes = gcnmemi_lds_phase_lanes(desc, &access->op);
    int is_together = access->op.element_bytes <= 4;
    uint32_t turns = is_together ? 1 : access->op.addresses;
    uint32_t turn;
    uint32_t phase;
    for (turn = 0; turn < turns; ++turn) {
        for (phase = 0; phase < GCNMEM_LANES / lanes && access->op.addresses != 0; ++phase) {
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
   Knows: bits, desc, access, lanes
   ------------------------------------------------------------------------------------------------------------------ */

/* Blocks of 2^shift bytes from `address` on; the last one may have wrapped to zero (R1). */
GCNMEMI_PRIVATE uint64_t gcnmemi_scalar_blocks(uint64_t address, uint32_t bytes, uint32_t shift) {
    uint64_t offset = address & (((uint64_t)1 << shift) - 1);
    return bytes == 0 ? 0 : (offset + bytes + (((uint64_t)1 << shift) - 1)) >> shift;
}

GCNMEMI_PRIVATE void gcnmemi_scalar_add_wave(const gcnmem_desc* desc, const gcnmem_access* access, gcnmem_cost* cost) {
    uint64_t address = access->address[0] & ~(uint64_t)3;
    uint32_t bytes = gcnmemi_lanes_clip(access, address);
    uint32_t burst_bytes = gcnmem_desc_dram_burst_bytes(desc);
    uint32_t block_bytes = burst_bytes > desc->l2_line_bytes ? burst_bytes : desc->l2_line_bytes;
    cost->clocks = 4 * (uint64_t)gcnmemi_bits_divide_up(access->op.element_bytes / 4, desc->scalar_issue_dwords);
    cost->best_clocks = cost->clocks;
    cost->l2_requests = gcnmemi_scalar_blocks(address, bytes, gcnmemi_bits_log2(desc->scalar_l1_line_bytes));
    cost->dram_bursts = gcnmemi_scalar_blocks(address, bytes, gcnmemi_bits_log2(block_bytes)) *
                        (block_bytes / burst_bytes);
    cost->bytes_requested = bytes;
    cost->bytes_fetched = cost->l2_requests * desc->scalar_l1_line_bytes;
}

/* ---------------------------------------------------------------------------------------------------------------------
   >>cost       depth 1, put together
   Knows: bits, access, lanes, l1, requests, fast, lds, scalar
   ------------------------------------------------------------------------------------------------------------------ */

GCNMEM_DEF gcnmem_cost gcnmem_cost_wave_plain(const gcnmem_desc* desc, const gcnmem_access* access) {
    gcnmem_cost cost;
    GCNMEM_ASSERT(desc != NULL && access != NULL && desc->l1_line_bytes >= 16);
    gcnmemi_bits_zero(&cost, sizeof(cost));
    cost.accesses = 1;
    if (access->op.unit == GCNMEM_UNIT_SCALAR) { /* scalar instructions do not look at EXEC */
        gcnmemi_scalar_add_wave(desc, access, &cost);
    } else if (access->exec_mask == 0) {
        return cost;
    } else if (access->op.unit == GCNMEM_UNIT_LDS) {
        gcnmemi_lds_add_wave(desc, access, &cost);
    } else if (access->op.unit != GCNMEM_UNIT_NONE) {
        gcnmemi_lanes lanes;
        gcnmemi_lanes_init(access, &lanes);
        gcnmemi_l1_add_wave(desc, access, &lanes, &cost);
        gcnmemi_requests_add(desc, access, &lanes, &cost);
    }
    return cost;
}

GCNMEM_DEF gcnmem_cost gcnmem_cost_wave(const gcnmem_desc* desc, const gcnmem_access* access) {
    gcnmem_cost cost;
    gcnmemi_bits_zero(&cost, sizeof(cost));
    cost.accesses = 1;
    return gcnmemi_fast_add_wave(desc, access, &cost) ? cost : gcnmem_cost_wave_plain(desc, access);
}

GCNMEM_DEF void gcnmem_cost_add(gcnmem_cost* sum, const gcnmem_cost* cost) {
    sum->accesses += cost->accesses;
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
    limits.slot_groups =
        gcnmemi_bits_min32(limits.vgpr_waves, limits.sgpr_waves) * desc->simd_count_per_cu / waves;
    limits.lds_groups = lds == 0 ? UINT32_MAX : desc->lds_size_bytes / lds;
    limits.barrier_groups = waves == 1 ? UINT32_MAX : desc->groups_per_cu_max;
    return limits;
}

GCNMEMI_PRIVATE gcnmem_occupancy gcnmemi_occupancy_hardware(const gcnmem_desc* desc,
                                                            const gcnmem_shader_needs* needs) {
    gcnmemi_occupancy_limits limits = gcnmemi_occupancy_hardware_limits(desc, needs);
    uint32_t registers = gcnmemi_bits_min32(limits.vgpr_waves, limits.sgpr_waves);
    gcnmem_occupancy out;
    gcnmemi_bits_zero(&out, sizeof(out));
    out.groups_per_cu = gcnmemi_bits_min32(limits.slot_groups,
                                           gcnmemi_bits_min32(limits.lds_groups, limits.barrier_groups));
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
                                                       gcnmem_occupancy_rule rule, gcnmem_limit limit,
                                                       uint32_t waves) {
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
    uint32_t i;
    out.next_limit = out.limited_by;
    out.next_amount = gcnmemi_occupancy_next_amount(desc, needs, rule, out.limited_by, out.waves_per_simd);
    for (i = 0; i < 4 && out.next_amount == 0 && out.limited_by != GCNMEM_LIMIT_WAVE_SLOTS; ++i) {
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
        return gcnmemi_results_fail(GCNMEM_ERROR_VALUE, out_issue, "group", "must be at least one thread", 0);
    }
    if (needs->group_threads > desc->group_waves_max * GCNMEM_LANES) {
        return gcnmemi_results_fail(GCNMEM_ERROR_VALUE, out_issue, "group", "is larger than the largest work-group",
                                    needs->group_threads);
    }
    if (needs->vgprs > desc->vgprs_per_simd) {
        return gcnmemi_results_fail(GCNMEM_ERROR_VALUE, out_issue, "vgprs", "is more than a SIMD has", needs->vgprs);
    }
    if (needs->sgprs > desc->sgprs_per_wave_max + 8) { /* VCC, FLAT_SCRATCH and XNACK come on top */
        return gcnmemi_results_fail(GCNMEM_ERROR_VALUE, out_issue, "sgprs", "is more than a wave can have",
                                    needs->sgprs);
    }
    if (needs->lds_bytes > desc->lds_size_bytes) {
        return gcnmemi_results_fail(GCNMEM_ERROR_VALUE, out_issue, "lds", "is larger than the LDS of a CU",
                                    needs->lds_bytes);
    }
    if (rule == GCNMEM_RULE_HARDWARE && needs->lds_bytes > desc->lds_group_max_bytes) {
        return gcnmemi_results_fail(GCNMEM_ERROR_VALUE, out_issue, "lds", "is more than a work-group can have",
                                    needs->lds_bytes);
    }
    if (rule == GCNMEM_RULE_HARDWARE && gcnmemi_occupancy_hardware(desc, needs).groups_per_cu == 0) {
        return gcnmemi_results_fail(GCNMEM_ERROR_VALUE, out_issue, "group",
                                    "with these registers needs more than a whole CU", needs->group_threads);
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
   >>report     text for people, JSON for machines
   Knows: bits, text, results, devices, desc, ops, access, coalesce, l1, cost, occupancy

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
#else
#define GCNMEMI_REPORT_PRINTF
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

GCNMEMI_PRIVATE void gcnmemi_report_format(gcnmemi_report_writer* w, const char* format, va_list arguments) {
    char buffer[GCNMEMI_REPORT_LINE];
    stbsp_vsprintfcb(gcnmemi_report_stb, w, buffer, format, arguments);
}

#elif defined(GCNMEM_VSNPRINTF)

GCNMEMI_PRIVATE void gcnmemi_report_format(gcnmemi_report_writer* w, const char* format, va_list arguments) {
    char buffer[GCNMEMI_REPORT_LINE];
    int length = GCNMEM_VSNPRINTF(buffer, sizeof(buffer), format, arguments);
    gcnmemi_report_bytes(w, buffer, length < 0 ? 0 : gcnmemi_text_length(buffer));
}

#else

typedef struct gcnmemi_report_field {
    int left;  /* '-': pad on the right */
    char pad;  /* ' ' or '0' */
    size_t width;
} gcnmemi_report_field;

GCNMEMI_PRIVATE void gcnmemi_report_padded(gcnmemi_report_writer* w, const gcnmemi_report_field* field,
                                           const char* text, size_t length) {
    size_t i;
    for (i = length; i < field->width && !field->left; ++i) {
        gcnmemi_report_bytes(w, &field->pad, 1);
    }
    gcnmemi_report_bytes(w, text, length);
    for (i = length; i < field->width && field->left; ++i) {
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
GCNMEMI_PRIVATE void gcnmemi_report_format(gcnmemi_report_writer* w, const char* format, va_list arguments) {
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
    uint64_t scaled;
    if (whole == 0) {
        gcnmemi_report_print(w, "n/a");
        return;
    }
    scaled = gcnmemi_bits_scale(part, units[decimals], whole);
    if (decimals == 3) {
        gcnmemi_report_print(w, "%llu.%03u", (unsigned long long)(scaled / 1000), (unsigned)(scaled % 1000));
    } else if (decimals == 1) {
        gcnmemi_report_print(w, "%llu.%u", (unsigned long long)(scaled / 10), (unsigned)(scaled % 10));
    } else {
        gcnmemi_report_print(w, "%llu", (unsigned long long)scaled);
    }
}

/* A string as JSON: names of this library are ASCII, only quotes and control characters need care. */
GCNMEMI_PRIVATE void gcnmemi_report_json_text(gcnmemi_report_writer* w, const char* text) {
    gcnmemi_report_bytes(w, "\"", 1);
    while (*text != 0) {
        if (*text == '"' || *text == '\\') {
            gcnmemi_report_bytes(w, "\\", 1);
        }
        gcnmemi_report_bytes(w, *text >= ' ' ? text : " ", 1);
        ++text;
    }
    gcnmemi_report_bytes(w, "\"", 1);
}

GCNMEMI_PRIVATE void gcnmemi_report_json_number(gcnmemi_report_writer* w, const char* key, uint64_t value) {
    gcnmemi_report_print(w, ",\n  \"%s\": %llu", key, (unsigned long long)value);
}

/* 40 characters, `part` of `whole` of them filled. */
GCNMEMI_PRIVATE void gcnmemi_report_bar(gcnmemi_report_writer* w, uint64_t part, uint64_t whole) {
    uint64_t filled = whole != 0 ? gcnmemi_bits_scale(part, 40, whole) : 0;
    uint64_t i;
    gcnmemi_report_bytes(w, "[", 1);
    for (i = 0; i < 40; ++i) {
        gcnmemi_report_bytes(w, i < filled ? "#" : ".", 1);
    }
    gcnmemi_report_bytes(w, "]", 1);
}

GCNMEMI_PRIVATE const char* gcnmemi_report_memory_name(const gcnmem_desc* desc) {
    uint32_t memory = desc->dram_memory - 1;
    return memory < sizeof(gcnmemi_devices_memories) / sizeof(gcnmemi_devices_memories[0])
               ? gcnmemi_devices_memories[memory].name
               : "memory";
}

/* The head of every report: which model on which machine, as flags that make it again. */
GCNMEMI_PRIVATE void gcnmemi_report_head(gcnmemi_report_writer* w, const gcnmem_desc* desc) {
    uint32_t i;
    gcnmemi_report_print(w, "gcnmem %s model %u  --gpu \"%s\"", GCNMEM_VERSION_STRING, (unsigned)GCNMEM_MODEL_REVISION,
                         gcnmem_device_card(desc->device));
    for (i = 0; i < GCNMEM_FIELD_END; ++i) {
        if (gcnmem_field_provenance(desc, (gcnmem_field)i) == GCNMEM_PROVENANCE_USER) {
            gcnmemi_report_print(w, " --set %s=%u", gcnmem_field_name((gcnmem_field)i),
                                 (unsigned)gcnmem_field_value(desc, (gcnmem_field)i));
        }
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
    GCNMEM_FIELD_l1_line_bytes,  GCNMEM_FIELD_l1_tag_banks,  GCNMEM_FIELD_l1_data_banks,
    GCNMEM_FIELD_request_bytes,  GCNMEM_FIELD_request_lanes, GCNMEM_FIELD_l1_two_channel_floor_clocks,
    GCNMEM_FIELD_l1_filter_bytes, GCNMEM_FIELD_l2_line_bytes, GCNMEM_FIELD_dram_memory,
    GCNMEM_FIELD_dram_channel_bits, GCNMEM_FIELD_dram_burst_length};
static const gcnmem_field gcnmemi_report_lds_fields[] = {
    GCNMEM_FIELD_lds_bank_count, GCNMEM_FIELD_lds_port_count, GCNMEM_FIELD_lds_port_lanes_per_clock,
    GCNMEM_FIELD_lds_size_bytes};
static const gcnmem_field gcnmemi_report_wave_fields[] = {
    GCNMEM_FIELD_simd_count_per_cu, GCNMEM_FIELD_waves_per_simd_max, GCNMEM_FIELD_groups_per_cu_max,
    GCNMEM_FIELD_vgprs_per_simd,    GCNMEM_FIELD_vgpr_granule,       GCNMEM_FIELD_sgprs_per_simd,
    GCNMEM_FIELD_sgpr_granule,      GCNMEM_FIELD_lds_size_bytes,     GCNMEM_FIELD_lds_granule_bytes};

/* Calls for each field of the list that is an estimate: JSON array members, or words behind a heading. */
GCNMEMI_PRIVATE uint32_t gcnmemi_report_estimates(gcnmemi_report_writer* w, const gcnmem_desc* desc,
                                                  const gcnmem_field* fields, size_t count, gcnmem_style style) {
    uint32_t found = 0;
    size_t i;
    for (i = 0; i < count; ++i) {
        if (gcnmem_field_provenance(desc, fields[i]) != GCNMEM_PROVENANCE_EST) {
            continue;
        }
        if (style == GCNMEM_STYLE_JSON) {
            gcnmemi_report_print(w, "%s\"%s\"", found != 0 ? ", " : "", gcnmem_field_name(fields[i]));
        } else {
            gcnmemi_report_print(w, "%s%s", found != 0 ? ", " : "  leans on estimates: ",
                                 gcnmem_field_name(fields[i]));
        }
        ++found;
    }
    if (found != 0 && style == GCNMEM_STYLE_TEXT) {
        gcnmemi_report_print(w, " [est]\n");
    }
    return found;
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
    if (access->op.unit != GCNMEM_UNIT_LDS && cost->bytes_fetched > 2 * cost->bytes_requested) {
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

GCNMEMI_PRIVATE void gcnmemi_report_vector_rows(gcnmemi_report_writer* w, const gcnmem_cost* cost) {
    gcnmemi_report_row(w, cost, "clocks", cost->clocks, "of the CU's L1, data present");
    gcnmemi_report_row(w, cost, "  issue groups", cost->issue_groups, "one clock each: 4 a wave coalesced, 16 not");
    gcnmemi_report_row(w, cost, "  + tag conflicts", cost->tag_conflict_clocks, "lines of a group in one tag bank");
    gcnmemi_report_row(w, cost, "  + bank conflicts", cost->bank_conflict_clocks, "dwords of a group in one data bank");
    gcnmemi_report_row(w, cost, "  + rate", cost->rate_clocks, "filter, two channels, compare-and-swap");
    gcnmemi_report_row(w, cost, "L1 accesses", cost->l1_accesses, "TCP_TOTAL_ACCESSES");
    gcnmemi_report_print(w, "  %-20s %10llu %%\n", "coalescing",
                         (unsigned long long)(gcnmem_cost_coalescing_e3(cost) / 1000));
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
    if (access->op.unit == GCNMEM_UNIT_LDS) {
        gcnmemi_report_lds_rows(w, cost);
    } else if (access->op.unit == GCNMEM_UNIT_SCALAR) {
        gcnmemi_report_row(w, cost, "clocks", cost->clocks, "of scalar issue");
        gcnmemi_report_row(w, cost, "L2 requests", cost->l2_requests, "when the scalar cache misses");
        gcnmemi_report_row(w, cost, "DRAM bursts", cost->dram_bursts, "when L2 misses");
    } else {
        gcnmemi_report_vector_rows(w, cost);
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
        gcnmemi_report_print(w, "no single resource: shrink more than one");
    } else {
        gcnmem_limit limit = occupancy->next_limit == GCNMEM_LIMIT_GROUP_SLOTS ? GCNMEM_LIMIT_GROUP_SIZE
                                                                               : occupancy->next_limit;
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
    uint32_t i;
    gcnmemi_report_print(w, "    {\"card\": \"%s\", \"chip\": \"%s\", \"gfx\": \"%s\", \"memory\": \"%s\"",
                         gcnmem_device_card(desc->device), gcnmem_device_chip(desc->device),
                         gcnmem_device_gfx(desc->device), gcnmemi_report_memory_name(desc));
    gcnmemi_report_print(w, ", \"gb_per_s\": ");
    gcnmemi_report_ratio(w, gcnmem_desc_dram_bytes_per_second(desc), 1000000000u, 3);
    for (i = 0; i < GCNMEM_FIELD_END; ++i) {
        gcnmemi_report_print(w, ", \"%s\": %u", gcnmem_field_name((gcnmem_field)i),
                             (unsigned)gcnmem_field_value(desc, (gcnmem_field)i));
    }
    gcnmemi_report_print(w, ", \"estimates\": [");
    {
        uint32_t found = 0;
        for (i = 0; i < GCNMEM_FIELD_END; ++i) {
            if (gcnmem_field_provenance(desc, (gcnmem_field)i) == GCNMEM_PROVENANCE_EST) {
                gcnmemi_report_print(w, "%s\"%s\"", found++ != 0 ? ", " : "", gcnmem_field_name((gcnmem_field)i));
            }
        }
    }
    gcnmemi_report_print(w, "]}");
}

GCNMEM_DEF size_t gcnmem_report_devices(gcnmem_style style, gcnmem_write_fn write, void* user_data) {
    gcnmemi_report_writer w = gcnmemi_report_to(write, user_data);
    size_t i;
    if (style == GCNMEM_STYLE_JSON) {
        gcnmemi_report_print(&w, "{\n  \"gpus\": [\n");
    } else {
        gcnmemi_report_print(&w, "%-14s %-11s %-7s %4s %6s %7s  %-6s %5s  %s\n", "card", "chip", "gfx", "CUs", "MHz",
                             "L2 KB", "memory", "bits", "GB/s");
    }
    for (i = 0; i < GCNMEMI_DEVICES_COUNT; ++i) {
        gcnmem_desc desc = gcnmem_desc_for(gcnmemi_devices_cards[i].device);
        if (style == GCNMEM_STYLE_JSON) {
            gcnmemi_report_device_json(&w, &desc);
            gcnmemi_report_print(&w, i + 1 < GCNMEMI_DEVICES_COUNT ? ",\n" : "\n  ]\n}\n");
        } else {
            gcnmemi_report_device_text(&w, &desc);
        }
    }
    return w.delivered;
}

GCNMEM_DEF size_t gcnmem_report_desc(const gcnmem_desc* desc, gcnmem_write_fn write, void* user_data) {
    gcnmemi_report_writer w = gcnmemi_report_to(write, user_data);
    uint32_t i;
    gcnmemi_report_head(&w, desc);
    for (i = 0; i < GCNMEM_FIELD_END; ++i) {
        gcnmem_field field = (gcnmem_field)i;
        gcnmemi_report_print(&w, "%-28s %10u  %-6s  %s\n", gcnmem_field_name(field),
                             (unsigned)gcnmem_field_value(desc, field),
                             gcnmem_provenance_tag(gcnmem_field_provenance(desc, field)), gcnmem_field_meaning(field));
    }
    return w.delivered;
}

#undef GCNMEMI_REPORT_LINE
#undef GCNMEMI_REPORT_PRINTF

#endif /* GCNMEM_NO_REPORT */

GCNMEM_DEF int gcnmem_check_version(uint32_t version, size_t desc_bytes, size_t access_bytes, size_t cost_bytes) {
    return version == GCNMEM_VERSION && desc_bytes == sizeof(gcnmem_desc) && access_bytes == sizeof(gcnmem_access) &&
           cost_bytes == sizeof(gcnmem_cost);
}

#undef GCNMEMI_PRIVATE
#undef GCNMEMI_DEVICES_COLUMNS
#undef GCNMEMI_DEVICES_COUNT
#undef GCNMEMI_EXPR_DEPTH
#undef GCNMEMI_EXPR_UNARY_BINDING
#undef GCNMEMI_EXPR_COLON_BINDING
#undef GCNMEMI_LANES_SPANS
#undef GCNMEMI_LANES_DWORD_MASK
#undef GCNMEMI_COALESCE_BLOCK
#undef GCNMEMI_COALESCE_QUAD
#undef GCNMEMI_BLOCKS_SLOTS
#undef GCNMEMI_L1_GROUP_DWORDS
#undef GCNMEMI_LDS_PHASE_DWORDS
#undef GCNMEMI_FAST_WINDOW

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
