/* Two private copies of the library in one program: this one and static_b.c. */
#define GCNMEM_STATIC
#define GCNMEM_IMPLEMENTATION
#include "gcnmem.h"

#include <stdio.h>

#ifdef __cplusplus
extern "C"
#endif
    uint64_t
    static_b_peak(void);

int main(void) {
    gcnmem_desc gpu = gcnmem_desc_for(GCNMEM_DEVICE_R9_390X);
    if (gcnmem_desc_dram_bytes_per_second(&gpu) != static_b_peak()) {
        fputs("static_a and static_b disagree\n", stderr);
        return 1;
    }
    return 0;
}
