/* Factors, solutions and inverses of square matrices, also where their elements or those of the
 * right-hand side are close to the ends of their type. All are called by the processes of the grid
 * and return LAPACK's info. */
#ifndef LA_FACTORING_H
#define LA_FACTORING_H

#include "linalg/src/lapack/la_factor_routines.h"

/* a becomes its factors. Those of LU are of a matrix whose columns were divided by
 * 2^a->exponents. */
int64_t lai_factor(const lai_blas_t *blas, const lai_factoring_t *routines, lai_cyclic_t *a);
/* The Cholesky factor of a/2^*exponent, which is even. */
int64_t lai_factor_apart(const lai_blas_t *blas, const lai_factoring_t *routines, lai_cyclic_t *a,
                         int *exponent);
/* The same, and b is half solved for where factors are made by tiles on a node: no other b than
 * this one is then to be solved for, and that with 'N' and the same exponents. */
int64_t lai_factor_and_begin(const lai_blas_t *blas, const lai_factoring_t *routines,
                             lai_cyclic_t *a, lai_cyclic_t *b, double *exponents);
/* b = inverse(op(f)) * b. exponents: room for b->n. */
int64_t lai_factor_apply(const lai_blas_t *blas, const lai_factoring_t *routines, char op,
                         const lai_cyclic_t *f, lai_cyclic_t *b, double *exponents);
/* 0 when all elements of the factor are finite, else 1, on the process that has such a pivot. */
int64_t lai_factor_overflow(const lai_blas_t *blas, const lai_cyclic_t *f);
/* f becomes the inverse, as routines->invert() does it. */
int64_t lai_factor_invert(const lai_blas_t *blas, const lai_factoring_t *routines, lai_cyclic_t *f,
                          const lai_work_t *work);

#endif
