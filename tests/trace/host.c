/* Runs a kernel's work-items on the host, records the bytes each reads and writes, and compares a trace of the same
   dispatch with them. The kernel is compiled with -fsanitize=thread, whose hooks are defined here; its launch stands in
   the tables of launch.h.

       KERNEL --groups | --group          the dispatch, as gcnmem's flags take it
       KERNEL --stage                     the flag that chooses the kernel, when the launch names one
       KERNEL --args addresses DIRECTORY  words K=VALUE, one a line: pointers as integers, no contents
       KERNEL --args contents DIRECTORY   pointers with their contents, files for which are written to DIRECTORY
       KERNEL TRACE LABEL [guessed]       compares; status 0 equal, 1 different, 3 the kernel cannot run on the host

   Compared are bytes, work-item by work-item, reads and writes apart: compilers merge, split and drop repeated
   accesses, so neither order nor width says anything. A trace line whose status is "computed" may only touch what each
   of its work-items touched here (a scalar load: what one of its wave did). When every line of the trace is computed,
   and the report does not say that trips or branches were guessed, nothing may be missing. Scalar loads outside every
   buffer read the kernel's arguments and are not compared; other accesses may only lie there when the launch says so,
   for scratch, which compilers may put into LDS, and tables of the program. */
#define _DEFAULT_SOURCE
#include "launch.h"

#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

enum {
    LANES = 64,
    BUFFERS = 16,
    LDS = BUFFERS, /* the space of LDS accesses; a space below is a buffer's argument */
    OUTSIDE,
    ITEMS_A_GROUP = 1024,
    STACK_BYTES = 65536,
    ACCESSES_AN_ITEM = 4000000,
    INSTRUCTIONS = 65536,
    SECONDS = 30,
    SHOWN = 4
};

static uint32_t wave_lanes = LANES; /* the variable WAVE_LANES; a trace has a place for each of 64 */

#define BUFFER_GUARD ((uint64_t)1 << 32)

static void cannot_run(const char* why) {
    printf("%s: %s\n", launch_kernel, why);
    fflush(stdout);
    _exit(3);
}

static void* allocate(void* old, size_t bytes) {
    void* memory = realloc(old, bytes);
    if (!memory) {
        cannot_run("out of memory");
    }
    return memory;
}

/* ---- ranges of bytes ---- */

typedef struct range {
    uint32_t item; /* work-item, counted over the groups */
    uint32_t set;  /* space * 2 + is_write */
    int64_t begin;
    int64_t end;
} range;

typedef struct ranges {
    range* at;
    size_t count, capacity;
} ranges;

static void ranges_add(ranges* all, uint32_t item, uint32_t set, int64_t begin, int64_t bytes) {
    if (all->count && all->at[all->count - 1].item == item && all->at[all->count - 1].set == set &&
        all->at[all->count - 1].end == begin) {
        all->at[all->count - 1].end += bytes;
        return;
    }
    if (all->count == all->capacity) {
        all->capacity = all->capacity ? all->capacity * 2 : 4096;
        all->at = allocate(all->at, all->capacity * sizeof *all->at);
    }
    range one = {item, set, begin, begin + bytes};
    all->at[all->count++] = one;
}

static int range_order(const void* left, const void* right) {
    const range *a = left, *b = right;
    if (a->item != b->item) {
        return a->item < b->item ? -1 : 1;
    }
    if (a->set != b->set) {
        return a->set < b->set ? -1 : 1;
    }
    return a->begin < b->begin ? -1 : a->begin > b->begin;
}

/* Sorts, and joins ranges that touch. */
static void ranges_merge(ranges* all) {
    size_t kept = 0;
    if (all->count) {
        qsort(all->at, all->count, sizeof *all->at, range_order);
    }
    for (size_t i = 0; i < all->count; ++i) {
        range* last = kept ? &all->at[kept - 1] : NULL;
        const range* one = &all->at[i];
        if (last && last->item == one->item && last->set == one->set && one->begin <= last->end) {
            last->end = one->end > last->end ? one->end : last->end;
        } else {
            all->at[kept++] = *one;
        }
    }
    all->count = kept;
}

/* The first merged range of item and set that ends behind begin, or where it would stand. */
static size_t ranges_find(const ranges* all, uint32_t item, uint32_t set, int64_t begin) {
    size_t low = 0, high = all->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const range* one = &all->at[middle];
        int before = one->item != item ? one->item < item : one->set != set ? one->set < set : one->end <= begin;
        if (before) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static int ranges_hold(const ranges* all, uint32_t item, uint32_t set, int64_t begin, int64_t end) {
    size_t i = ranges_find(all, item, set, begin);
    return i < all->count && all->at[i].item == item && all->at[i].set == set && all->at[i].begin <= begin &&
           all->at[i].end >= end;
}

/* ---- the dispatch ---- */

static char* buffers[BUFFERS]; /* of the pointer arguments, in the middle of memory that may not be touched */
static char slots[BUFFERS * LAUNCH_SLOT_BYTES] __attribute__((aligned(LAUNCH_SLOT_BYTES)));
static ranges touched; /* by the kernel on the host */

static uint32_t items_a_group(void) {
    return launch_group_size[0] * launch_group_size[1] * launch_group_size[2];
}

static uint32_t group_count(void) {
    return launch_groups[0] * launch_groups[1] * launch_groups[2];
}

static int is_pointer(uint32_t argument) {
    return launch_arguments[argument].kind != LAUNCH_VALUE;
}

static size_t element_bytes(const launch_argument* argument) {
    return argument->kind == LAUNCH_BYTES ? 1 : 4;
}

/* Contents that nobody told the command line are noise, so that whoever relies on them is wrong. */
static void fill_buffer(const launch_argument* argument, char* buffer) {
    size_t bytes = element_bytes(argument);
    for (uint64_t i = 0; i < LAUNCH_BUFFER_BYTES / bytes; ++i) {
        uint64_t element = argument->content ? argument->content(i) : 0x3f800000 + (i * 2654435761u >> 7) % 8388593;
        memcpy(buffer + i * bytes, &element, bytes); /* a little-endian host */
    }
}

static void make_buffers(void) {
    if (launch_argument_count > BUFFERS) {
        cannot_run("more arguments than the test has room for");
    }
    launch_values(slots);
    for (uint32_t k = 0; k < launch_argument_count; ++k) {
        if (!is_pointer(k)) {
            continue;
        }
        char* memory = mmap(NULL, 2 * BUFFER_GUARD, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (memory == MAP_FAILED || mprotect(memory + BUFFER_GUARD, LAUNCH_BUFFER_BYTES, PROT_READ | PROT_WRITE) != 0) {
            cannot_run("out of memory");
        }
        buffers[k] = memory + BUFFER_GUARD;
        fill_buffer(&launch_arguments[k], buffers[k]);
        memcpy(slots + k * LAUNCH_SLOT_BYTES, &buffers[k], sizeof buffers[k]);
    }
}

/* ---- work-items: fibres that yield at barriers ---- */

static ucontext_t scheduler, *fibres;
static char* stacks;
static uint32_t item, group, accesses; /* the work-item that runs, in its group; its group; its accesses so far */
static char ended[ITEMS_A_GROUP];

static uint32_t part_of(uint32_t linear, const uint32_t* size, uint32_t dimension) {
    uint32_t scale = dimension > 1 ? size[0] * size[1] : dimension > 0 ? size[0] : 1;
    return dimension > 2 ? 0 : linear / scale % size[dimension];
}

uint32_t host_local_id(uint32_t dimension) {
    return part_of(item, launch_group_size, dimension);
}

uint32_t host_group_id(uint32_t dimension) {
    return part_of(group, launch_groups, dimension);
}

uint32_t host_group_size(uint32_t dimension) {
    return launch_group_size[dimension];
}

uint32_t host_global_size(uint32_t dimension) {
    return launch_group_size[dimension] * launch_groups[dimension];
}

uint32_t host_lane(void) {
    return item % wave_lanes;
}

float host_rsqrt(float x) {
    return 1.f / sqrtf(x);
}

void host_barrier(void) {
    swapcontext(&fibres[item], &scheduler);
}

static uint32_t exchanged[ITEMS_A_GROUP]; /* by the work-items of a wave, all of which come */

/* The value of another lane of the wave; or, when it is sent, of one that sends it here. */
uint32_t host_exchange(uint32_t value, uint32_t lane, uint32_t is_sent) {
    uint32_t first = item / wave_lanes * wave_lanes;
    uint32_t there = first + lane % wave_lanes;
    exchanged[is_sent ? there : item] = value;
    host_barrier();
    value = exchanged[is_sent ? item : there];
    host_barrier();
    return value;
}

uint64_t host_ballot(uint32_t is_set) {
    uint64_t set = 0;
    exchanged[item] = is_set;
    host_barrier();
    uint32_t first = item / wave_lanes * wave_lanes;
    for (uint32_t i = 0; i < wave_lanes && first + i < items_a_group(); ++i) {
        set |= (uint64_t)(exchanged[first + i] != 0) << i;
    }
    host_barrier();
    return set;
}

/* DPP as GCN 3 to 5 have it; what lies outside is 0 when `is_bound`, else `old`. */
uint32_t host_dpp(uint32_t old, uint32_t value, uint32_t control, uint32_t is_bound) {
    uint32_t i = item % wave_lanes, row = i & ~15u, n = control & 15, from = LANES;
    if (control < 0x100) {
        from = (i & ~3u) | (control >> 2 * (i & 3) & 3);
    } else if (control < 0x110) {
        from = (i & 15) + n < 16 ? i + n : LANES;
    } else if (control < 0x120) {
        from = (i & 15) >= n ? i - n : LANES;
    } else if (control < 0x130) {
        from = row | ((i - n) & 15);
    } else if (control == 0x130 || control == 0x134) {
        from = i < 63 ? i + 1 : control == 0x134 ? 0 : LANES;
    } else if (control == 0x138 || control == 0x13c) {
        from = i > 0 ? i - 1 : control == 0x13c ? 63 : LANES;
    } else if (control == 0x140) {
        from = i ^ 15;
    } else if (control == 0x141) {
        from = i ^ 7;
    }
    uint32_t other = host_exchange(value, from, 0);
    return from < LANES ? other : is_bound ? 0 : old;
}

static void fibre(void) {
    launch_work_item(slots);
    ended[item] = 1;
}

/* Runs every work-item to its next barrier or its end; returns whether there is more to do. */
static int run_to_barrier(void) {
    int is_left = 0;
    for (item = 0; item < items_a_group(); ++item) {
        if (!ended[item]) {
            accesses = 0;
            swapcontext(&scheduler, &fibres[item]);
            is_left |= !ended[item];
        }
    }
    return is_left;
}

static void run_group(void) {
    memset(ended, 0, sizeof ended);
    for (uint32_t i = 0; i < items_a_group(); ++i) {
        getcontext(&fibres[i]);
        fibres[i].uc_stack.ss_sp = stacks + (size_t)i * STACK_BYTES;
        fibres[i].uc_stack.ss_size = STACK_BYTES;
        fibres[i].uc_link = &scheduler;
        makecontext(&fibres[i], fibre, 0);
    }
    while (run_to_barrier()) {
    }
}

static void fault(int number) {
    cannot_run(number == SIGALRM ? "does not end on the host" : "touches memory outside its buffers on the host");
}

static void run_dispatch(void) {
    if (items_a_group() == 0 || items_a_group() > ITEMS_A_GROUP) {
        cannot_run("a group of no or of more than 1024 work-items");
    }
    fibres = allocate(NULL, ITEMS_A_GROUP * sizeof *fibres);
    stacks = allocate(NULL, (size_t)ITEMS_A_GROUP * STACK_BYTES);
    signal(SIGSEGV, fault);
    signal(SIGBUS, fault);
    signal(SIGFPE, fault);
    signal(SIGALRM, fault);
    alarm(SECONDS);
    for (group = 0; group < group_count(); ++group) {
        run_group();
    }
    ranges_merge(&touched);
    alarm(0);
}

/* ---- the hooks of -fsanitize=thread ---- */

static void record_in(uint32_t space, int64_t offset, int64_t bytes, int is_write) {
    if (++accesses > ACCESSES_AN_ITEM) {
        cannot_run("does not end on the host");
    }
    ranges_add(&touched, group * items_a_group() + item, space * 2 + (uint32_t)is_write, offset, bytes);
}

/* Each LDS array is a space of its own here, behind OUTSIDE: where the GPU's compiler puts it is not known. */
static void record(const void* address, int64_t bytes, int is_write) {
    const char* at = address;
    for (uint32_t k = 0; k < launch_argument_count; ++k) {
        if (is_pointer(k) && at >= buffers[k] && at < buffers[k] + LAUNCH_BUFFER_BYTES) {
            record_in(k, at - buffers[k], bytes, is_write);
            return;
        }
    }
    for (uint32_t k = 0; k < launch_lds_count; ++k) {
        if (at >= launch_lds_arrays[k].address && at < launch_lds_arrays[k].address + launch_lds_arrays[k].bytes) {
            record_in(OUTSIDE + 1 + k, at - launch_lds_arrays[k].address, bytes, is_write);
            return;
        }
    }
}

#define HOOKS(BYTES) \
    void __tsan_read##BYTES(void* p) { \
        record(p, BYTES, 0); \
    } \
    void __tsan_write##BYTES(void* p) { \
        record(p, BYTES, 1); \
    } \
    void __tsan_unaligned_read##BYTES(void* p) { \
        record(p, BYTES, 0); \
    } \
    void __tsan_unaligned_write##BYTES(void* p) { \
        record(p, BYTES, 1); \
    }
HOOKS(1)
HOOKS(2)
HOOKS(4)
HOOKS(8)
HOOKS(16)

#define MODIFIES(BITS, NAME, VALUE) \
    uint##BITS##_t __tsan_atomic##BITS##_##NAME(volatile uint##BITS##_t* p, uint##BITS##_t v, int order) { \
        uint##BITS##_t old = *p; \
        (void)order; \
        record((const void*)p, BITS / 8, 0); \
        record((const void*)p, BITS / 8, 1); \
        *p = VALUE; \
        return old; \
    }
#define ATOMICS(BITS) \
    MODIFIES(BITS, exchange, v) \
    MODIFIES(BITS, fetch_add, old + v) \
    MODIFIES(BITS, fetch_sub, old - v) \
    MODIFIES(BITS, fetch_and, (old & v)) \
    MODIFIES(BITS, fetch_or, old | v) \
    MODIFIES(BITS, fetch_xor, old ^ v) \
    uint##BITS##_t __tsan_atomic##BITS##_load(const volatile uint##BITS##_t* p, int order) { \
        (void)order; \
        record((const void*)p, BITS / 8, 0); \
        return *p; \
    } \
    void __tsan_atomic##BITS##_store(volatile uint##BITS##_t* p, uint##BITS##_t v, int order) { \
        (void)order; \
        record((const void*)p, BITS / 8, 1); \
        *p = v; \
    } \
    uint##BITS##_t __tsan_atomic##BITS##_compare_exchange_val(volatile uint##BITS##_t* p, uint##BITS##_t expected, \
                                                              uint##BITS##_t v, int order, int failure) { \
        uint##BITS##_t old = *p; \
        (void)order, (void)failure; \
        record((const void*)p, BITS / 8, 0); \
        record((const void*)p, BITS / 8, 1); \
        *p = old == expected ? v : old; \
        return old; \
    }
ATOMICS(32)
ATOMICS(64)

void __tsan_init(void) {
}

void __tsan_func_entry(void* caller) {
    (void)caller;
}

void __tsan_func_exit(void) {
}

void* __tsan_memcpy(void* to, const void* from, size_t bytes) {
    record(from, (int64_t)bytes, 0);
    record(to, (int64_t)bytes, 1);
    return memcpy(to, from, bytes);
}

void* __tsan_memset(void* to, int value, size_t bytes) {
    record(to, (int64_t)bytes, 1);
    return memset(to, value, bytes);
}

/* ---- what the command line is told ---- */

/* Far apart, and the low half close to its end: adding an offset carries. */
static uint64_t preset_address(uint32_t argument) {
    return ((uint64_t)(argument + 1) << 34) + 0xfffff000;
}

static void write_file(const char* path, const char* bytes) {
    FILE* file = fopen(path, "wb");
    if (!file || fwrite(bytes, 1, LAUNCH_BUFFER_BYTES, file) != LAUNCH_BUFFER_BYTES || fclose(file) != 0) {
        cannot_run("cannot write a file of contents");
    }
}

static void print_arguments(int with_contents, const char* directory) {
    make_buffers();
    for (uint32_t k = 0; k < launch_argument_count; ++k) {
        const launch_argument* argument = &launch_arguments[k];
        if (is_pointer(k) && !with_contents && !argument->lds_align) {
            printf("%u=%" PRIu64 "\n", (unsigned)k, preset_address(k));
        } else if (argument->kind == LAUNCH_DWORDS || argument->kind == LAUNCH_BYTES) {
            char path[4096];
            snprintf(path, sizeof path, "%s/%s.%u.bin", directory, launch_kernel, (unsigned)k);
            write_file(path, buffers[k]);
            printf("%u=file:%s\n", (unsigned)k, path);
        } else {
            printf("%u=%s\n", (unsigned)k, argument->word);
        }
    }
}

/* ---- a trace ---- */

typedef struct access_kind {
    uint32_t bytes;
    int is_lds, is_scalar, reads, writes;
} access_kind;

typedef struct line {
    char mnemonic[64];
    char status[16];
    access_kind kind;
    uint32_t group, wave, instruction, number;
    uint32_t addresses;
    uint64_t address[LANES];
    uint64_t active; /* bit a lane */
} line;

static int has(const char* text, const char* part) {
    return strstr(text, part) != NULL;
}

static uint32_t bytes_of(const char* name) {
    static const struct {
        const char* part;
        uint32_t bytes;
    } widths[] = {{"dwordx16", 64}, {"dwordx8", 32}, {"dwordx4", 16}, {"dwordx3", 12}, {"dwordx2", 8},
                  {"dword", 4},     {"byte", 1},     {"short", 2},    {"_x2", 8},      {"_b512", 64},
                  {"_b256", 32},    {"_b128", 16},   {"_b96", 12},    {"64", 8},       {"_b16", 2},
                  {"_u16", 2},      {"_i16", 2},     {"_b8", 1},      {"_u8", 1},      {"_i8", 1}};
    char cut[64];
    snprintf(cut, sizeof cut, "%s", name);
    char* stride = strstr(cut, "stride64"); /* of ds_load_2addr_stride64, ds_read2st64: no width */
    stride = stride ? stride + 4 : strstr(cut, "st64");
    if (stride) {
        memcpy(stride, "____", 4);
    }
    for (size_t i = 0; i < sizeof widths / sizeof *widths; ++i) {
        if (has(cut, widths[i].part)) {
            return widths[i].bytes;
        }
    }
    return 4;
}

static access_kind kind_of(const char* name) {
    access_kind kind = {0, 0, 0, 0, 0};
    kind.bytes = bytes_of(name);
    kind.is_lds = strncmp(name, "ds_", 3) == 0;
    kind.is_scalar = strncmp(name, "s_", 2) == 0;
    kind.reads = has(name, "load") || has(name, "read");
    kind.writes = has(name, "store") || has(name, "write");
    if (!kind.reads && !kind.writes) {
        kind.reads = kind.writes = 1; /* atomics */
    }
    return kind;
}

static int without_addresses(const char* name) {
    return has(name, "permute") || has(name, "swizzle") || has(name, "s_dcache") || has(name, "wbinvl1") ||
           has(name, "s_memtime") || has(name, "gws");
}

/* Returns 0 for text that is no trace line. */
static int parse_line(const char* text, line* out) {
    uint32_t place[3];
    int used = 0;
    memset(out, 0, sizeof *out);
    if (sscanf(text, "%63s cu=%*u group=%u,%u,%u wave=%u insn=%u status=%15s %n", out->mnemonic, &place[0], &place[1],
               &place[2], &out->wave, &out->instruction, out->status, &used) != 7 ||
        used == 0) {
        return 0;
    }
    out->kind = kind_of(out->mnemonic);
    out->group = (place[2] * launch_groups[1] + place[1]) * launch_groups[0] + place[0];
    const char* at = text + used;
    while (out->addresses < LANES && *at && *at != '\n') {
        if (*at == '-') {
            ++at;
        } else {
            char* end;
            out->address[out->addresses] = strtoull(at, &end, 0);
            if (end == at) {
                return 0;
            }
            out->active |= (uint64_t)1 << out->addresses;
            at = end;
        }
        ++out->addresses;
        at += *at == ',';
    }
    return out->addresses == (out->kind.is_scalar ? 1u : (unsigned)LANES) && (*at == '\n' || !*at) &&
           place[0] < launch_groups[0] && place[1] < launch_groups[1] && place[2] < launch_groups[2];
}

/* ---- the comparison ---- */

typedef struct comparison {
    uint64_t base[BUFFERS]; /* where the trace has each argument's buffer */
    int64_t lds_at[LAUNCH_LDS_ARRAYS];
    ranges traced;
    uint64_t lines, computed, wrong, missing, bad_lines;
    uint8_t instruction[INSTRUCTIONS]; /* 1: in the trace; 2: also with a line that is not computed */
    const char* label;
} comparison;

/* The space of an address, and where in it: the buffer around whose address it lies. */
static uint32_t place_of(const comparison* c, uint64_t address, int64_t* offset) {
    for (uint32_t k = 0; k < launch_argument_count; ++k) {
        *offset = (int64_t)(address - c->base[k]);
        if (is_pointer(k) && !launch_arguments[k].lds_align && *offset >= -(int64_t)(1 << 30) &&
            *offset < (int64_t)(1 << 30)) {
            return k;
        }
    }
    *offset = (int64_t)address;
    return OUTSIDE;
}

static uint32_t lds_place_of(const comparison* c, uint64_t address, int64_t* offset) {
    for (uint32_t k = 0; k < launch_lds_count; ++k) {
        *offset = (int64_t)address - c->lds_at[k];
        if (*offset >= 0 && *offset < (int64_t)launch_lds_arrays[k].bytes) {
            return OUTSIDE + 1 + k;
        }
    }
    for (uint32_t k = 0; k < launch_argument_count; ++k) {
        *offset = (int64_t)(address - c->base[k]);
        if (*offset >= 0 && *offset < (int64_t)launch_arguments[k].lds_bytes) {
            return k;
        }
    }
    *offset = (int64_t)address;
    return OUTSIDE;
}

static void print_space(uint32_t space, int64_t offset) {
    if (space < BUFFERS) {
        printf("%s + %" PRId64, launch_arguments[space].name, offset);
    } else if (space > OUTSIDE) {
        printf("LDS %s + %" PRId64, launch_lds_arrays[space - OUTSIDE - 1].name, offset);
    } else {
        printf("address 0x%" PRIx64 " in no buffer", (uint64_t)offset);
    }
}

static void print_item(uint32_t number) {
    uint32_t at_group = number / items_a_group(), at = number % items_a_group();
    printf("group %u,%u,%u wave %u lane %u (work-item %u,%u,%u)", part_of(at_group, launch_groups, 0),
           part_of(at_group, launch_groups, 1), part_of(at_group, launch_groups, 2), at / wave_lanes, at % wave_lanes,
           part_of(at, launch_group_size, 0), part_of(at, launch_group_size, 1), part_of(at, launch_group_size, 2));
}

/* The work-item's own ranges nearest to the one that it should not have touched. */
static void print_expected(uint32_t number, uint32_t set, int64_t begin) {
    size_t i = ranges_find(&touched, number, set, begin), shown = 0;
    size_t first = i > 2 ? i - 2 : 0;
    for (size_t k = first; k < touched.count && k < i + 3; ++k) {
        const range* one = &touched.at[k];
        if (one->item == number && one->set == set) {
            printf("%s[%" PRId64 ", %" PRId64 ")", shown++ ? " " : "", one->begin, one->end);
        }
    }
    puts(shown ? " (its nearest bytes there)" : "nothing there");
}

static void say_wrong(comparison* c, const line* l, uint32_t number, uint32_t space, int64_t offset, int is_write) {
    if (c->wrong++ >= SHOWN) {
        return;
    }
    printf("%s: line %u, %s insn=%u: ", c->label, l->number, l->mnemonic, l->instruction);
    print_item(number);
    printf("\n  got       %s ", is_write ? "write" : "read");
    print_space(space, offset);
    printf(", %u bytes\n  expected  ", l->kind.bytes);
    print_expected(number, space * 2 + (uint32_t)is_write, offset);
}

static int is_known(const line* l) {
    return strcmp(l->status, "computed") == 0 || strcmp(l->status, "given") == 0;
}

/* One access of a lane: item numbers from first to last may have made it. */
static void compare_access(comparison* c, const line* l, uint32_t first, uint32_t last, uint64_t address, int write) {
    int64_t offset = 0, bytes = l->kind.bytes;
    uint32_t space = l->kind.is_lds ? lds_place_of(c, address, &offset) : place_of(c, address, &offset);
    uint32_t set = space * 2 + (uint32_t)write;
    int computed = is_known(l);
    if (space == OUTSIDE && (launch_outside || (l->kind.is_scalar && address >> 44 == 7))) {
        return;
    }
    if (!l->kind.is_scalar) {
        ranges_add(&c->traced, first, set, offset, bytes);
        if (computed && !ranges_hold(&touched, first, set, offset, offset + bytes)) {
            say_wrong(c, l, first, space, offset, write);
        }
        return;
    }
    /* Dword by dword: a scalar load merges neighbours, and takes a dword for a byte of it. */
    for (int64_t at = offset; at < offset + bytes; at += 4) {
        int held = 0;
        for (uint32_t number = first; number <= last; ++number) {
            size_t i = ranges_find(&touched, number, set, at);
            if (i < touched.count && touched.at[i].item == number && touched.at[i].set == set &&
                touched.at[i].begin < at + 4) {
                held = 1;
                ranges_add(&c->traced, number, set, at, 4);
            }
        }
        if (computed && !held) {
            say_wrong(c, l, first, space, at, write);
        }
    }
}

static void compare_line(comparison* c, const line* l) {
    uint32_t first = l->wave * wave_lanes, last = first + wave_lanes - 1, items = items_a_group();
    if (first >= items || l->instruction >= INSTRUCTIONS) {
        ++c->bad_lines;
        return;
    }
    int64_t offset;
    int computed = is_known(l);
    c->instruction[l->instruction] |= computed ? 1 : 3;
    if (without_addresses(l->mnemonic) ||
        (l->kind.is_scalar && place_of(c, l->address[0], &offset) == OUTSIDE && computed)) {
        return;
    }
    ++c->lines;
    c->computed += (uint64_t)computed;
    last = last < items ? last : items - 1;
    for (uint32_t lane = 0; lane < l->addresses; ++lane) {
        if (!(l->active >> lane & 1)) {
            continue;
        }
        uint32_t number = l->group * items + first + lane;
        if (!l->kind.is_scalar && first + lane >= items) {
            printf("%s: line %u: lane %u of wave %u is active, but the group has %u work-items\n", c->label, l->number,
                   lane, l->wave, items);
            ++c->wrong;
            continue;
        }
        uint32_t end = l->kind.is_scalar ? l->group * items + last : number;
        for (int write = 0; write < 2; ++write) {
            if (write ? l->kind.writes : l->kind.reads) {
                compare_access(c, l, number, end, l->address[lane], write);
            }
        }
    }
}

/* Says what the host's work-items touched and nobody in the trace did. */
static void compare_missing(comparison* c) {
    ranges_merge(&c->traced);
    for (size_t i = 0; i < touched.count; ++i) {
        const range* one = &touched.at[i];
        int64_t at = one->begin;
        while (at < one->end) {
            size_t k = ranges_find(&c->traced, one->item, one->set, at);
            const range* seen = k < c->traced.count ? &c->traced.at[k] : NULL;
            if (seen && seen->item == one->item && seen->set == one->set && seen->begin <= at) {
                at = seen->end;
                continue;
            }
            if (c->missing++ < SHOWN) {
                printf("%s: ", c->label);
                print_item(one->item);
                printf("\n  expected  %s ", one->set & 1 ? "write" : "read");
                print_space(one->set / 2, at);
                printf(", up to %" PRId64 "\n  got       nothing there, though every line is computed\n", one->end);
            }
            break;
        }
    }
}

/* Where the compiler put the LDS arrays: the order in which most of the trace's known accesses are the host's. */
static void place_lds(comparison* c, const uint32_t* order) {
    int64_t at = 0;
    for (uint32_t k = 0; k < launch_lds_count; ++k) {
        const launch_lds* array = &launch_lds_arrays[order[k]];
        int64_t align = array->bytes > 8 ? 16 : array->bytes > 4 ? 8 : 4;
        at = (at + align - 1) / align * align;
        c->lds_at[order[k]] = at;
        at += (int64_t)array->bytes;
    }
    at = (at + 3) / 4 * 4;
    for (uint32_t k = 0; k < launch_argument_count; ++k) { /* arguments behind them */
        int64_t align = launch_arguments[k].lds_align;
        if (align) {
            c->base[k] = (uint64_t)(at = (at + align - 1) / align * align);
            at += launch_arguments[k].lds_bytes;
        }
    }
}

static uint32_t lds_matches(const comparison* c, const line* lines, size_t count) {
    uint32_t matches = 0;
    for (size_t i = 0; i < count; ++i) {
        const line* l = &lines[i];
        for (uint32_t lane = 0; l->kind.is_lds && is_known(l) && lane < l->addresses; ++lane) {
            uint32_t at = l->wave * wave_lanes + lane;
            int64_t offset;
            if (!(l->active >> lane & 1) || at >= items_a_group()) {
                continue;
            }
            uint32_t set = lds_place_of(c, l->address[lane], &offset) * 2 + (uint32_t)l->kind.writes;
            matches +=
                (uint32_t)ranges_hold(&touched, l->group * items_a_group() + at, set, offset, offset + l->kind.bytes);
        }
    }
    return matches;
}

static void find_lds(comparison* c, const line* lines, size_t count, uint32_t* order, uint32_t fixed, uint32_t* best,
                     int64_t* best_at) {
    if (fixed == launch_lds_count) {
        place_lds(c, order);
        uint32_t matches = lds_matches(c, lines, count) + 1;
        if (matches > *best) {
            *best = matches;
            memcpy(best_at, c->lds_at, sizeof c->lds_at);
        }
        return;
    }
    for (uint32_t k = fixed; k < launch_lds_count; ++k) {
        uint32_t swap = order[fixed];
        order[fixed] = order[k], order[k] = swap;
        find_lds(c, lines, count, order, fixed + 1, best, best_at);
        order[k] = order[fixed], order[fixed] = swap;
    }
}

static line* read_trace(comparison* c, const char* path, size_t* out_count) {
    static char text[65536];
    size_t count = 0, capacity = 0;
    uint32_t number = 0;
    line* lines = NULL;
    FILE* file = fopen(path, "r");
    for (uint32_t k = 0; k < BUFFERS; ++k) {
        c->base[k] = preset_address(k);
    }
    while (file && fgets(text, sizeof text, file)) {
        unsigned k;
        uint64_t address;
        ++number;
        if (sscanf(text, "# arg %u=%" SCNx64, &k, &address) == 2 && k < BUFFERS) {
            c->base[k] = address;
        }
        if (*text == '#' || *text == '\n') {
            continue;
        }
        if (count == capacity) {
            capacity = capacity ? capacity * 2 : 1024;
            lines = allocate(lines, capacity * sizeof *lines);
        }
        if (parse_line(text, &lines[count])) {
            lines[count++].number = number;
        } else if (c->bad_lines++ < SHOWN) {
            printf("%s: line %u is no access of this dispatch: %.100s\n", c->label, number, text);
        }
    }
    if (file) {
        fclose(file);
    }
    *out_count = count;
    return lines;
}

/* The last line printed counts: instructions computed, all; lines computed, all; wrong, missing, unreadable. */
static int compare_trace(const char* path, const char* label, int is_guessed) {
    static comparison c;
    uint32_t order[LAUNCH_LDS_ARRAYS] = {0, 1, 2, 3, 4, 5}, best = 0, instructions = 0, computed = 0;
    int64_t lds_at[LAUNCH_LDS_ARRAYS] = {0};
    size_t count;
    c.label = label;
    make_buffers();
    run_dispatch();
    line* lines = read_trace(&c, path, &count);
    find_lds(&c, lines, count, order, 0, &best, lds_at);
    memcpy(c.lds_at, lds_at, sizeof lds_at);
    for (size_t i = 0; i < count; ++i) {
        compare_line(&c, &lines[i]);
    }
    if (c.lines && c.lines == c.computed && !is_guessed) {
        compare_missing(&c);
    }
    for (uint32_t i = 0; i < INSTRUCTIONS; ++i) {
        instructions += c.instruction[i] != 0;
        computed += c.instruction[i] == 1;
    }
    if (c.lines == 0) {
        printf("%s: %s holds no access to a buffer or to LDS\n", label, path);
    }
    printf("%" PRIu32 " %" PRIu32 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", computed,
           instructions, c.computed, c.lines, c.wrong, c.missing, c.bad_lines);
    return c.wrong || c.missing || c.bad_lines || c.lines == 0;
}

int main(int count, char** words) {
    wave_lanes = getenv("WAVE_LANES") ? (uint32_t)atoi(getenv("WAVE_LANES")) : LANES;
    if (count == 4 && strcmp(words[1], "--args") == 0) {
        print_arguments(strcmp(words[2], "contents") == 0, words[3]);
        return 0;
    }
    if (count == 2 && strcmp(words[1], "--stage") == 0) {
        printf(launch_is_chosen ? "--stage %s\n" : "\n", launch_kernel);
        return 0;
    }
    if (count == 2 && strncmp(words[1], "--group", 7) == 0) {
        const uint32_t* size = words[1][7] ? launch_groups : launch_group_size;
        printf("%u,%u,%u\n", size[0], size[1], size[2]);
        return 0;
    }
    int is_guessed = count == 4 && strcmp(words[3], "guessed") == 0;
    if (count != 3 && !is_guessed) {
        fprintf(
            stderr,
            "usage: %s --group | --groups | --stage | --args addresses|contents DIRECTORY | TRACE LABEL [guessed]\n",
            words[0]);
        return 2;
    }
    return compare_trace(words[1], words[2], is_guessed);
}
