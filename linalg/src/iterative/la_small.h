/* Small dense matrices of double complex numbers, of one leading dimension, on one rank. */
#ifndef LA_SMALL_H
#define LA_SMALL_H

#include <complex.h>
#include <stdint.h>

#include "linalg/src/blas/la_blas.h"
#include "linalg/src/lapack/la_eigen_routines.h"

/* Matrices of order x order, for whoever uses them, and the work arrays of LAPACK. */
typedef struct lai_small {
    int64_t order;
    double _Complex *g, *h, *b, *v, *y, *a, *t;
    double *values, *scale, *squares;
    void *memory;
    double _Complex *tau, *vectors;
    double *below, *real_vectors;
    lai_room_t elements, reals, integers;
} lai_small_t;

/* NULL: there is no memory. */
lai_small_t *lai_small_allocate(int64_t order);
void lai_small_free(lai_small_t *small);
/* c = op(a)*b, m x n with k terms; sign -1: c -= op(a)*b. */
void lai_small_multiply(const lai_small_t *small, char trans, int64_t m, int64_t n, int64_t k,
                        const double _Complex *a, const double _Complex *b, int sign,
                        double _Complex *c);
/* The Hermitian matrix a, n x n, becomes its eigenvectors. @return LAPACK's info */
int64_t lai_small_eigen(lai_small_t *small, int64_t n, double _Complex *a, double *values);

#endif
