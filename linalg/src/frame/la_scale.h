/* Matrices of very large or very small elements, brought to where sums of products are finite. */
#ifndef LA_SCALE_H
#define LA_SCALE_H

#include "linalg/src/lapack/la_blas.h"

/* If the largest element of x is far from 1, multiply x by 2^-exponent to bring it close, and
 * return the exponent; otherwise return 0. Called by all processes of the grid, and the same on
 * all. */
int lai_scale_down(const lai_blas_t *blas, lai_cyclic_t *x);
/* Multiply n reals by 2^exponent. */
void lai_scale_reals(const lai_blas_t *blas, int64_t n, void *reals, int exponent);
/* Multiply my part of x by 2^exponent. */
void lai_scale(const lai_blas_t *blas, lai_cyclic_t *x, int exponent);

#endif
