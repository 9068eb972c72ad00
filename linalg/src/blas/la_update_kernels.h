/* The kernels of updates and downdates of Cholesky factors, by element type: what BLAS has no
 * routine for. la_cholesky_update.c says what they compute. */
#ifndef LA_UPDATE_KERNELS_H
#define LA_UPDATE_KERNELS_H

#include "linalg/src/blas/la_blas.h"

typedef struct lai_update_kernels {
    /* The rows of a block on the diagonal: n x n, l. On entry w, k x n, has its rows of v,
     * conjugated, as columns; on exit the vectors of the reflections, and c their cosines.
     * @return 0, or j when it fails at the j-th row, from which on l is unchanged and the
     * reflections change nothing */
    int64_t (*reflect)(bool down, int64_t n, int64_t k, void *l, int64_t ldl, void *w, int64_t ldw,
                       double *c);
    /* From x = w'*w, n x n, and the cosines to the triangle of all n reflections */
    void (*join)(int64_t n, const double *c, void *x, int64_t ldx);
    /* b = l, then l += sign*z; and l += sign*z, then b += l: m x n, z and b without gaps */
    void (*begin)(double sign, int64_t m, int64_t n, void *l, int64_t ldl, const void *z, void *b);
    void (*end)(double sign, int64_t m, int64_t n, void *l, int64_t ldl, const void *z, void *b);
} lai_update_kernels_t;

const lai_update_kernels_t *lai_update_kernels(ashlar_type type);

#endif
