// launch: outside=1 groups=2,1 a=0x0003000500000007 b=4f:16,3,2,0.5
#include "device.h"
typedef struct small { uint n; uchar c; char d; ushort s; } small;
typedef struct mix { float stride; float rows; float at[2]; } mix;
typedef struct cell { uchar kind; double v; short link; struct { char q; int w; } in[3]; } cell;
/* Structures by value, with padding, and arrays of them. */
__kernel GROUP(64, 1, 1) void structures(__global const cell* restrict cells, small a, uchar gap,
                                         __global double* restrict dst, mix b) {
    uint i = global_x;
    double v = cells[i].v + cells[i * a.n].in[i % 3].w + cells[a.s + i].link;
    v += cells[(uint)b.stride + (i >> a.c)].in[1].q;
    dst[i * (uint)b.rows + (uint)b.at[i & 1]] = v;
}
