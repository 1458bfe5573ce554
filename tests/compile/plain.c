/* The implementation and nothing else. */
#define GCNMEM_IMPLEMENTATION
#include "gcnmem.h"
