/* words.c -- macros of a host, in words.h, do not reach into what stands behind them; compile.sh writes them */
#include <assert.h>
#include <limits.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "words.h"

#define GCNMEM_IMPLEMENTATION
#include "gcnmem.h"
