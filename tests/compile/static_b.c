/* The other private copy: see static_a.c. */
#define GCNMEM_STATIC
#define GCNMEM_IMPLEMENTATION
#include "gcnmem.h"

#ifdef __cplusplus
extern "C" uint64_t static_b_peak(void);
#else
uint64_t static_b_peak(void);
#endif

uint64_t static_b_peak(void) {
    gcnmem_desc gpu = gcnmem_desc_for(GCNMEM_DEVICE_R9_390X);
    return gcnmem_desc_dram_bytes_per_second(&gpu);
}
