/* implementation.c -- the implementation that all fuzz targets are linked with */
#define GCNMEM_IMPLEMENTATION
#include "fuzz.h"
