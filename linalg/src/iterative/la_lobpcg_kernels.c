/* Loops over vectors by element type. */
#include "linalg/src/iterative/la_lobpcg_kernels.h"

#include <float.h>

#include "linalg/src/blas/la_blas.h"

/* A number in [-1,1) from its place, by the finaliser of splitmix64 (Steele, Lea and Flood 2014):
 * the same on any number of ranks. */
static double random_at(uint64_t place)
{
    uint64_t z = (place + 1) * UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    z ^= z >> 31;
    return (double)(int64_t)(z >> 11) * 0x1p-52 - 1;
}

#define LA_TEMPLATE "linalg/src/iterative/la_lobpcg_kernels.inc"
#include "linalg/src/blas/la_each_type.h"

const lai_lobpcg_kernels_t *lai_lobpcg_kernels(ashlar_type type)
{
    static const lai_lobpcg_kernels_t *const table[ASHLAR_TYPE_COUNT] = LA_BY_TYPE(lobpcg);
    return table[type];
}
