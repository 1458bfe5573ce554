#define GCNMEM_IMPLEMENTATION
#include "gcnmem.h"
#include <stdio.h>

int main(void) {
    gcnmem_desc gpu = gcnmem_desc_for(GCNMEM_DEVICE_R9_390X);
    gcnmem_op op;
    gcnmem_access access;
    gcnmem_cost cost;
    int lane;
    gcnmem_op_find("buffer_load_dword", &op, NULL);
    access = gcnmem_access_for(&op);
    for (lane = 0; lane < GCNMEM_LANES; ++lane) {
        access.address[lane] = (uint64_t)lane * 256;
    }
    cost = gcnmem_cost_wave(&gpu, &access);
    printf("%d clocks, best %d\n", (int)cost.clocks, (int)cost.best_clocks);
    return fflush(stdout) != 0;
}
