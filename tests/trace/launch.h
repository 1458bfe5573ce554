/* What glue.awk writes for a kernel and its launch, and host.c reads. */
#ifndef LAUNCH_H
#define LAUNCH_H

#include <stdint.h>

enum { LAUNCH_SLOT_BYTES = 128, LAUNCH_BUFFER_BYTES = 1 << 20, LAUNCH_LDS_ARRAYS = 6 };

typedef enum launch_kind {
    LAUNCH_BUFFER, /* a pointer whose buffer the command line does not know the contents of */
    LAUNCH_DATA,   /* a pointer whose dwords the command line computes from data: */
    LAUNCH_DWORDS, /* a pointer whose dwords it reads from a file */
    LAUNCH_BYTES,  /* a pointer whose bytes it reads from a file */
    LAUNCH_VALUE   /* anything else */
} launch_kind;

typedef struct launch_argument {
    const char* name;
    launch_kind kind;
    const char* word;                /* as it stands behind --arg K= */
    uint64_t (*content)(uint64_t i); /* element i; NULL for a value and for a buffer of unknown contents */
    uint32_t lds_align;              /* of a pointer to LDS; else 0 */
    uint32_t lds_bytes;
} launch_argument;

typedef struct launch_lds {
    const char* name;
    char* address;
    uint64_t bytes;
} launch_lds;

extern const char launch_kernel[];
extern const int launch_is_chosen; /* the launch names the kernel: the source has several */
extern const uint32_t launch_group_size[3];
extern const uint32_t launch_groups[3];
extern const int launch_outside; /* whether vector accesses outside every buffer are right */
extern const launch_argument launch_arguments[];
extern const uint32_t launch_argument_count;
extern const launch_lds launch_lds_arrays[];
extern const uint32_t launch_lds_count;

/* Writes the values, except pointers, to their slots of LAUNCH_SLOT_BYTES. */
void launch_values(char* slots);

/* Calls the kernel as one work-item. */
void launch_work_item(char* slots);

#endif
