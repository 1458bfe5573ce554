/* Declarations of static functions alone: nothing is said of those that are not defined. */
#define GCNMEM_STATIC
#include "gcnmem.h"

size_t static_decl_bytes(void);
size_t static_decl_bytes(void) {
    return sizeof(gcnmem_desc);
}
