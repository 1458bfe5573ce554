/* windows.c -- words that windows.h makes macros are nobody's names */
#define far
#define near
#define FAR
#define NEAR
#define IN
#define OUT
#define OPTIONAL
#define CONST const
#define small char
#define interface struct
#define min(a, b) (((a) < (b)) ? (a) : (b))
#define max(a, b) (((a) > (b)) ? (a) : (b))
#define ERROR 0
#define DELETE 0x00010000L

#define GCNMEM_IMPLEMENTATION
#include "gcnmem.h"
