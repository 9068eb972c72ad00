/* Orthogonal factorisations and least squares by element type. */
#ifndef LA_LEAST_SQUARES_ROUTINES_H
#define LA_LEAST_SQUARES_ROUTINES_H

#include "linalg/src/blas/la_blas.h"

/* a is m x n. With m >= n its factors are q*r, r upper triangular, otherwise l*q, l lower
 * triangular; the triangle replaces that of a, and what is left of a and the work array is q. */
typedef struct lai_least {
    int64_t (*factor)(lai_cyclic_t *a, const lai_work_t *work);
    /* x = q' * x, where x has max(m,n) rows */
    int64_t (*rotate)(lai_cyclic_t *a, lai_cyclic_t *x, const lai_work_t *work);
    /* the first min(m,n) rows of x = inverse(r or l) * those rows */
    void (*divide)(lai_cyclic_t *a, lai_cyclic_t *x);
    /* Set the counts that factor() and rotate() need. @return ASHLAR_ELIMIT */
    int (*query_workspace)(const char *call, lai_cyclic_t *a, lai_cyclic_t *x, lai_work_t *work);
} lai_least_t;

const lai_least_t *lai_least(ashlar_type type);

#endif
