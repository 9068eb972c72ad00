/* Indices of Fortran, which begin at 1: less 1 for the library, which has their order, and reversed
 * for calls of C. */
#ifndef CLASSIC_FORTRAN_INDEX_ORDER_H
#define CLASSIC_FORTRAN_INDEX_ORDER_H

#include "../src/classic.h"

/* A patch as the library takes it. */
typedef struct f_patch {
    ga_t g;
    int64_t lo[GA_MAX_DIM], hi[GA_MAX_DIM], ld[GA_MAX_DIM];
} f_patch_t;

static inline f_patch_t f_patch_of(const classic_array_t *array, const Integer *lo,
                                   const Integer *hi, const Integer *ld)
{
    f_patch_t p = {.g = array->g};
    for (int d = 0; d < array->ndim; ++d) {
        p.lo[d] = (int64_t)lo[d] - 1;
        p.hi[d] = (int64_t)hi[d] - 1;
        if (d + 1 < array->ndim)
            p.ld[d] = ld[d];
    }
    classic_take_nothing(array->ndim, p.lo, p.hi);
    return p;
}

/* n numbers, reversed, less first. */
static inline void f_reverse(int n, const Integer *from, int first, int64_t *to)
{
    for (int d = 0; d < n; ++d)
        to[d] = (int64_t)from[n - 1 - d] - first;
}

#endif
