/* implementation.c -- the one copy of the implementation, which unit tests and fuzz targets are linked with */
#include <assert.h>
#define GCNMEM_ASSERT(condition) assert(condition)
#define GCNMEM_REPORTS
#define GCNMEM_IMPLEMENTATION
#include "gcnmem.h"
