#define GCNMEM_IMPLEMENTATION
#include "gcnmem.h"
#include <stdio.h>

int main(void) {
    gcnmem_desc gpu = gcnmem_desc_for(GCNMEM_DEVICE_R9_390X);
    gcnmem_op op;
    char advice[256];
    if (gcnmem_op_find("buffer_load_dword", &op, NULL) != GCNMEM_OK) {
        return 1;
    }
    gcnmem_access access = gcnmem_access_for(&op);
    for (int lane = 0; lane < GCNMEM_LANES; ++lane) {
        access.address[lane] = (uint64_t)lane * 256;
    }
    gcnmem_cost cost = gcnmem_cost_wave(&gpu, &access);
    gcnmem_cost_advice(&gpu, &access, &cost, advice, sizeof(advice));
    printf("%d clocks, best %d: %s\n", (int)cost.clocks, (int)cost.best_clocks, advice);
    return fflush(stdout) != 0;
}
