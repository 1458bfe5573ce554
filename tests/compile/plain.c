/* The implementation, whole, and nothing else. */
#define GCNMEM_REPORTS
#define GCNMEM_IMPLEMENTATION
#include "gcnmem.h"
