/* gcnmem_trace -- traces of NVBit's mem_trace and of Accel-Sim's tracer to the traces that 'gcnmem replay' reads.
   cc -O2 -I. tools/gcnmem_trace.c -o gcnmem_trace
   SPDX-License-Identifier: MIT-0

       gcnmem_trace FILE|- | gcnmem replay --gpu G -
       gcnmem_trace FILE|- | gcnmem cost --gpu G --addresses @- --csv

   Of NVBit the lines that begin with MEMTRACE: are read, in which a lane with address 0 is off; of Accel-Sim a kernel's
   trace with its headers. LDG, LD, STG, ST, LDS, STS, ATOM, ATOMG, ATOMS and RED are followed, atomics but
   compare-and-swap as additions; what is not clear (local and constant memory, LDSM, LDGSTS, textures) ends the reading
   with its line. Each access keeps its thread block (group=), and has the line it stood on as insn=. */

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WARP = 32, SPELLING_BYTES = 32, RULE_BYTES = 160 };

/* A line that is being read: what is left of it, and what is wrong with it. */
typedef struct reader {
    const char* rest;
    const char* wrong_at; /* NULL: nothing */
    char rule[RULE_BYTES];
} reader;

/* What headers mean to the lines behind them. */
typedef struct state {
    uint32_t block[3]; /* thread block and warp that an Accel-Sim trace is in */
    uint32_t warp;
    uint64_t shared_base; /* where shared memory stands among generic addresses, and local memory; 0: not stated */
    uint64_t local_base;
} state;

/* An access of a warp; mask 0 and no mnemonic: the line has none. */
typedef struct warp_access {
    char mnemonic[SPELLING_BYTES];
    uint32_t block[3];
    uint32_t warp;
    uint32_t mask;
    uint64_t address[WARP];
} warp_access;

#if defined(__GNUC__) || defined(__clang__)
__attribute__((format(printf, 3, 4)))
#endif
static int refuse(reader* r, const char* at, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(r->rule, sizeof(r->rule), format, arguments);
    va_end(arguments);
    r->wrong_at = at;
    return 0;
}

static int is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

static void skip_blanks(reader* r) {
    while (is_blank(*r->rest)) {
        ++r->rest;
    }
}

/* Takes a word if it comes next. */
static int take_literal(reader* r, const char* word) {
    size_t bytes = strlen(word);
    int is_next = strncmp(r->rest, word, bytes) == 0;
    r->rest += is_next ? bytes : 0;
    return is_next;
}

/* A number between blanks; 0, with nothing taken, when the next word is none. */
static int take_number(reader* r, int base, uint64_t* out_value) {
    skip_blanks(r);
    char* end;
    if (!(base == 16 ? isxdigit((unsigned char)*r->rest) : isdigit((unsigned char)*r->rest))) {
        return 0;
    }
    *out_value = strtoull(r->rest, &end, base);
    if (*end != 0 && !is_blank(*end)) {
        return 0;
    }
    r->rest = end;
    return 1;
}

/* The next word begins with a letter. */
static int take_word(reader* r, const char** out_begin, size_t* out_bytes) {
    skip_blanks(r);
    *out_begin = r->rest;
    *out_bytes = strcspn(r->rest, " \t\r");
    r->rest += *out_bytes;
    return isalpha((unsigned char)**out_begin);
}

/* "x,y,z" of a thread block, whole. */
static int read_block(const char* text, size_t bytes, uint32_t out_block[3]) {
    char copy[64];
    int used = 0;
    snprintf(copy, sizeof(copy), "%.*s", (int)(bytes < sizeof(copy) ? bytes : sizeof(copy) - 1), text);
    return sscanf(copy, "%" SCNu32 ",%" SCNu32 ",%" SCNu32 " %n", &out_block[0], &out_block[1], &out_block[2], &used) ==
               3 &&
           used != 0 && copy[used] == 0;
}

/* What an access does: its opcodes in global memory and the one in shared memory; the mnemonics that the bits of its
   width are added to, in global and in shared memory, and those of a compare-and-swap. */
static const struct {
    const char* global[3];
    const char* shared;
    const char* name[2];
    const char* swap[2];
    int is_atomic;
} actions[] = {{{"LDG", "LD", ""}, "LDS", {"load_b", "shared_load_b"}, {"load_b", "shared_load_b"}, 0},
               {{"STG", "ST", ""}, "STS", {"store_b", "shared_store_b"}, {"store_b", "shared_store_b"}, 0},
               {{"ATOM", "ATOMG", "RED"},
                "ATOMS",
                {"atomic_add_b", "shared_atomic_add_b"},
                {"global_atomic_cmpswap_b", "ds_cmpstore_b"},
                1}};

/* What the parts of an opcode behind its first state: LDG.E.64 has 8 bytes, ATOM.CAS is a compare-and-swap. */
static void read_parts(const char* parts, uint64_t* out_bytes, int* out_is_swap) {
    static const struct {
        const char* part;
        uint64_t bytes;
    } widths[] = {{"U8", 1},  {"S8", 1},  {"U16", 2}, {"S16", 2},  {"64", 8},
                  {"U64", 8}, {"S64", 8}, {"F64", 8}, {"128", 16}, {"256", 32}};
    *out_bytes = 4;
    *out_is_swap = 0;
    for (char part[16]; sscanf(parts, ".%15[^.]", part) == 1; parts += 1 + strlen(part)) {
        for (size_t i = 0; i < sizeof(widths) / sizeof(widths[0]); ++i) {
            *out_bytes = strcmp(part, widths[i].part) == 0 ? widths[i].bytes : *out_bytes;
        }
        *out_is_swap |= strcmp(part, "CAS") == 0;
    }
}

/* The mnemonic of LDG.E.64 and the like; bytes 0: as its parts say; `is_moved`: into shared memory, where its addresses
   lie. Returns 0 when the opcode is none that is followed, or has none of its widths. */
static int spell(const char* word, size_t length, uint64_t bytes, int is_moved, char out_name[SPELLING_BYTES]) {
    char opcode[64];
    uint64_t stated;
    int is_swap;
    if (length >= sizeof(opcode)) {
        return 0;
    }
    memcpy(opcode, word, length);
    opcode[length] = 0;
    char* parts = opcode + strcspn(opcode, ".");
    read_parts(parts, &stated, &is_swap);
    *parts = 0;
    bytes = bytes != 0 ? bytes : stated;
    for (size_t i = 0; i < sizeof(actions) / sizeof(actions[0]); ++i) {
        int is_shared = strcmp(opcode, actions[i].shared) == 0;
        int is_it = is_shared;
        for (size_t k = 0; k < 3; ++k) {
            is_it = is_it || strcmp(opcode, actions[i].global[k]) == 0;
        }
        if (is_it && opcode[0] != 0) {
            snprintf(out_name, SPELLING_BYTES, "%s%u",
                     (is_swap ? actions[i].swap : actions[i].name)[is_shared || is_moved], (unsigned)bytes * 8);
            return bytes == 4 || bytes == 8 ||
                   (!actions[i].is_atomic && (bytes == 1 || bytes == 2 || bytes == 12 || bytes == 16));
        }
    }
    return 0;
}

/* ---- NVBit's mem_trace ---- */

/* Behind "MEMTRACE:": fields between " - ", last the opcode and an address for each lane; or a kernel's launch. */
static int read_nvbit(reader* r, warp_access* out) {
    int has_block = 0;
    for (;;) {
        const char* end = strstr(r->rest, " - ");
        skip_blanks(r);
        const char* field = r->rest;
        size_t bytes = end != NULL ? (size_t)(end - field) : strlen(field);
        if (strncmp(field, "LAUNCH", bytes) == 0 && bytes == 6) {
            return 1;
        }
        if (end == NULL) {
            return refuse(r, field, "ends before an opcode and its addresses");
        }
        r->rest = end + 3;
        if (strncmp(field, "CTA ", 4) == 0) {
            has_block = read_block(field + 4, bytes - 4, out->block);
        } else if (strncmp(field, "warp ", 5) == 0) {
            out->warp = (uint32_t)strtoul(field + 5, NULL, 10);
        } else if (strncmp(field, "CTX ", 4) != 0 && strncmp(field, "grid_launch_id ", 15) != 0) {
            if (has_block && spell(field, bytes, 0, 0, out->mnemonic)) {
                break;
            }
            return refuse(r, field,
                          "has a field that is none of CTX, grid_launch_id, CTA x,y,z, warp and LDG, STG, LDS, "
                          "STS, ATOM or RED in their widths");
        }
    }
    const char* addresses = r->rest;
    for (uint32_t lane = 0; lane < WARP; ++lane) {
        if (!take_number(r, 16, &out->address[lane])) {
            return refuse(r, r->rest, "needs %d addresses in hexadecimal", WARP);
        }
        out->mask |= (uint32_t)(out->address[lane] != 0) << lane;
    }
    skip_blanks(r);
    if (*r->rest != 0) {
        return refuse(r, r->rest, "has more than %d addresses", WARP);
    }
    int is_shared = strncmp(out->mnemonic, "shared_", 7) == 0 || strncmp(out->mnemonic, "ds_", 3) == 0;
    return !is_shared || out->mask == UINT32_MAX ||
           refuse(r, addresses, "has address 0 in shared memory: whether that lane is off is not clear");
}

/* ---- Accel-Sim ---- */

/* The addresses of the active lanes: 0 each in hexadecimal; 1 the first and a stride, for neighbouring lanes; 2 the
   first and the differences from one to the next. */
static int read_addresses(reader* r, warp_access* out) {
    uint64_t mode = 0;
    uint64_t address = 0;
    uint64_t step = 0;
    uint32_t packed = out->mask;
    while (packed != 0 && (packed & 1) == 0) {
        packed >>= 1;
    }
    const char* at = r->rest;
    if (!take_number(r, 10, &mode) || mode > 2) {
        return refuse(r, at, "needs a way to write addresses, 0, 1 or 2");
    }
    if (mode == 1 && (packed & (packed + 1)) != 0) {
        return refuse(r, at, "has a stride over lanes that are not side by side: which it spans is not clear");
    }
    uint32_t count = 0;
    for (uint32_t lane = 0; lane < WARP; ++lane) {
        if ((out->mask >> lane & 1) == 0) {
            continue;
        }
        skip_blanks(r);
        if (count != 0 && (mode == 2 || (mode == 1 && count == 1))) {
            int is_negative = take_literal(r, "-");
            if (!take_number(r, 10, &step)) {
                return refuse(r, r->rest, "needs a step in bytes from lane to lane");
            }
            step = is_negative ? 0 - step : step;
        }
        address += step;
        if ((mode == 0 || count == 0) && !take_number(r, 16, &address)) {
            return refuse(r, r->rest, "needs an address in hexadecimal for each active lane");
        }
        out->address[lane] = address;
        ++count;
    }
    if (mode == 1 && count == 1) { /* whose stride spans nothing */
        skip_blanks(r);
        take_literal(r, "-");
        take_number(r, 10, &step);
    }
    skip_blanks(r);
    return *r->rest == 0 || refuse(r, r->rest, "has more addresses than active lanes");
}

/* A count and as many registers. */
static int skip_registers(reader* r) {
    uint64_t count = 0;
    const char* word;
    size_t bytes;
    int is_good = take_number(r, 10, &count) && count <= 16;
    for (; is_good && count != 0; --count) {
        is_good = take_word(r, &word, &bytes);
    }
    return is_good;
}

/* [x y z warp] PC MASK N [R...] OPCODE N [R...] BYTES, which addresses follow. Returns 0, with nothing taken, when the
   line is none. */
static int take_instruction(reader* r, const state* s, warp_access* out, const char** out_opcode, size_t* out_length,
                            uint64_t* out_bytes) {
    for (int is_behind = 0; is_behind < 2; ++is_behind) {
        reader ahead = *r;
        uint64_t cell[4] = {s->block[0], s->block[1], s->block[2], s->warp};
        uint64_t pc = 0;
        uint64_t mask = 0;
        int is_good = 1;
        for (uint32_t i = 0; i < 4 && is_behind; ++i) {
            is_good = is_good && take_number(&ahead, 10, &cell[i]);
        }
        is_good = is_good && take_number(&ahead, 16, &pc) && take_number(&ahead, 16, &mask) && mask <= UINT32_MAX &&
                  skip_registers(&ahead) && take_word(&ahead, out_opcode, out_length) && skip_registers(&ahead) &&
                  take_number(&ahead, 10, out_bytes);
        if (is_good) {
            *r = ahead;
            out->mask = (uint32_t)mask;
            for (uint32_t i = 0; i < 3; ++i) {
                out->block[i] = (uint32_t)cell[i];
            }
            out->warp = (uint32_t)cell[3];
            return 1;
        }
    }
    return 0;
}

/* Generic addresses in the window that the headers state are shared memory: it reaches to that of local memory or,
   where that is not stated, 16 MB [est]. Returns how many lanes are inside, which count from its start then. */
static uint32_t resolve_shared(const state* s, warp_access* out, uint32_t* out_active) {
    uint64_t end = s->local_base > s->shared_base ? s->local_base : s->shared_base + 0x1000000;
    uint32_t inside = 0;
    *out_active = 0;
    for (uint32_t lane = 0; lane < WARP; ++lane) {
        int is_active = (out->mask >> lane & 1) != 0;
        *out_active += (uint32_t)is_active;
        if (is_active && s->shared_base != 0 && out->address[lane] - s->shared_base < end - s->shared_base) {
            out->address[lane] -= s->shared_base;
            ++inside;
        }
    }
    return inside;
}

/* An instruction; those that touch no memory say so with 0 bytes. */
static int read_accel_sim(reader* r, const state* s, const char* opcode, size_t length, uint64_t bytes,
                          warp_access* out) {
    uint32_t active;
    if (bytes == 0) {
        skip_blanks(r);
        out->mnemonic[0] = 0;
        return *r->rest == 0 || refuse(r, r->rest, "has addresses, but a width of 0 bytes");
    }
    if (!spell(opcode, length, bytes, 0, out->mnemonic)) {
        return refuse(r, opcode,
                      "is an access of %" PRIu64 " bytes by none of LDG, STG, LDS, STS, ATOM and RED in their widths: "
                      "what it does to memory is not clear",
                      bytes);
    }
    if (!read_addresses(r, out)) {
        return 0;
    }
    uint32_t inside = resolve_shared(s, out, &active);
    if (inside != 0 && inside != active) {
        return refuse(r, opcode, "has lanes in shared memory and lanes outside");
    }
    return inside == 0 || spell(opcode, length, bytes, 1, out->mnemonic);
}

/* A header: -kernel name = ..., thread block = 0,0,0, warp = 0, insts = 87. Returns 0: none. */
static int read_header(const char* line, state* s) {
    const char* equals = strchr(line, '=');
    const char* value = equals != NULL ? equals + 1 : "";
    value += strspn(value, " \t");
    if (line[0] == '-' && isalpha((unsigned char)line[1])) {
        if (strncmp(line, "-shmem base_addr", 16) == 0) {
            s->shared_base = strtoull(value, NULL, 0);
        } else if (strncmp(line, "-local mem base_addr", 20) == 0) {
            s->local_base = strtoull(value, NULL, 0);
        }
        return 1;
    }
    if (strncmp(line, "thread block", 12) == 0) {
        return read_block(value, strlen(value), s->block);
    }
    if (strncmp(line, "warp", 4) == 0 && equals != NULL) {
        s->warp = (uint32_t)strtoul(value, NULL, 10);
        return 1;
    }
    return strncmp(line, "insts", 5) == 0 && equals != NULL;
}

/* ---- any line, of either ---- */

/* Reads one; its access has no mnemonic when there is none. Returns 0 when it is refused, and says why. */
static int read_line(reader* r, state* s, warp_access* out) {
    memset(out, 0, sizeof(*out));
    skip_blanks(r);
    if (*r->rest == 0 || *r->rest == '#' || read_header(r->rest, s)) {
        return 1;
    }
    const char* opcode;
    size_t length;
    uint64_t bytes;
    if (take_instruction(r, s, out, &opcode, &length, &bytes)) {
        return read_accel_sim(r, s, opcode, length, bytes, out);
    }
    return take_literal(r, "MEMTRACE:")
               ? read_nvbit(r, out)
               : refuse(r, r->rest, "is no line of NVBit's mem_trace or of Accel-Sim's tracer");
}

static void write_access(const warp_access* a, unsigned long line, FILE* out) {
    uint32_t last = 0;
    for (uint32_t lane = 0; lane < WARP; ++lane) {
        last = (a->mask >> lane & 1) != 0 ? lane : last;
    }
    fprintf(out, "%s group=%u,%u,%u wave=%u insn=%lu status=given ", a->mnemonic, (unsigned)a->block[0],
            (unsigned)a->block[1], (unsigned)a->block[2], (unsigned)a->warp, line);
    for (uint32_t lane = 0; lane <= last; ++lane) {
        if ((a->mask >> lane & 1) != 0) {
            fprintf(out, "%s0x%" PRIx64, lane != 0 ? "," : "", a->address[lane]);
        } else {
            fputs(lane != 0 ? ",-" : "-", out);
        }
    }
    fputc('\n', out);
}

/* A line without its end, 0 bytes in it as '?'; NULL at the end of the file, or when memory is short. */
static char* next_line(FILE* file, char** text, size_t* capacity) {
    size_t bytes = 0;
    int c;
    while ((c = getc(file)) != EOF && c != '\n') {
        if (bytes + 1 >= *capacity) {
            size_t more = *capacity * 2 + 256;
            char* larger = (char*)realloc(*text, more);
            if (larger == NULL) {
                return NULL;
            }
            *text = larger;
            *capacity = more;
        }
        (*text)[bytes++] = c != 0 ? (char)c : '?';
    }
    if (c == EOF && bytes == 0) {
        return NULL;
    }
    if (*text == NULL) { /* the first line is empty */
        *text = (char*)malloc(*capacity = 256);
    }
    if (*text != NULL) {
        (*text)[bytes] = 0;
    }
    return *text;
}

static int convert(FILE* file, const char* name) {
    state s;
    char* text = NULL;
    size_t capacity = 0;
    int status = 0;
    memset(&s, 0, sizeof(s));
    for (unsigned long line = 1; status == 0 && next_line(file, &text, &capacity) != NULL; ++line) {
        warp_access access;
        reader r;
        memset(&r, 0, sizeof(r));
        r.rest = text + (line == 1 && strncmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0);
        if (!read_line(&r, &s, &access)) {
            fprintf(stderr, "gcnmem_trace: %s:%lu: column %u: %s\n", name, line, (unsigned)(r.wrong_at - text) + 1,
                    r.rule);
            status = 1;
        } else if (access.mnemonic[0] != 0 && access.mask != 0) {
            write_access(&access, line, stdout);
        }
    }
    if (status == 0 && !feof(file)) {
        fprintf(stderr, "gcnmem_trace: %s cannot be read to its end\n", name);
        status = 1;
    }
    free(text);
    return status;
}

int main(int argc, char** argv) {
    if (argc != 2 || (argv[1][0] == '-' && argv[1][1] != 0)) {
        int is_help = argc == 2 && strcmp(argv[1], "--help") == 0;
        fprintf(is_help ? stdout : stderr,
                "gcnmem_trace FILE|-: traces of NVBit's mem_trace and of Accel-Sim to those of 'gcnmem replay'\n\n"
                "  gcnmem_trace FILE | gcnmem replay --gpu G -\n");
        return is_help && fflush(stdout) == 0 ? 0 : is_help ? 1 : 2;
    }
    int is_input = strcmp(argv[1], "-") == 0;
    FILE* file = is_input ? stdin : fopen(argv[1], "rb");
    if (file == NULL) {
        fprintf(stderr, "gcnmem_trace: %s cannot be read: %s\n", argv[1], strerror(errno));
        return 1;
    }
    int status = convert(file, is_input ? "standard input" : argv[1]);
    if (!is_input) {
        fclose(file);
    }
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "gcnmem_trace: standard output cannot be written\n");
        return 1;
    }
    return status;
}
