/* Included twice, implementation and all. */
#define GCNMEM_IMPLEMENTATION
#include "gcnmem.h"
#include "gcnmem.h"
