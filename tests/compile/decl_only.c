/* The declarations alone: needs no other header, and every public type is complete. */
#include "gcnmem.h"

size_t decl_only_bytes(void);
size_t decl_only_bytes(void) {
    return sizeof(gcnmem_desc) + sizeof(gcnmem_op) + sizeof(gcnmem_access) + sizeof(gcnmem_cost) +
           sizeof(gcnmem_occupancy) + sizeof(gcnmem_issue) + sizeof(gcnmem_expr);
}
