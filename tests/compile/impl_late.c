/* The implementation asked for after the declarations were already there, as when an engine header includes them. */
#include "gcnmem.h"

#define GCNMEM_IMPLEMENTATION
#include "gcnmem.h"
