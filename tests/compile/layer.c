/* As much of the implementation as the command line asks for. */
#define GCNMEM_IMPLEMENTATION
#include "gcnmem.h"
