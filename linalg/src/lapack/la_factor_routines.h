/* Calls on the factors of a square matrix, of either kind. */
#ifndef LA_FACTOR_ROUTINES_H
#define LA_FACTOR_ROUTINES_H

#include "linalg/src/blas/la_blas.h"

typedef struct lai_factoring {
    /* a becomes its factors: l in the lower triangle, or l and u with a->pivots */
    int64_t (*factor)(lai_cyclic_t *a);
    /* b = inverse(op(f)) * b, op one of 'N', 'T', 'C' */
    int64_t (*solve)(char trans, const lai_cyclic_t *f, lai_cyclic_t *b);
    /* f becomes the inverse; of a symmetric or Hermitian matrix the lower triangle */
    int64_t (*invert)(lai_cyclic_t *f, const lai_work_t *work);
    /* t, in the layout of x without gaps, becomes x', conjugated; NULL: no inverse needs it */
    void (*transpose)(const lai_cyclic_t *x, void *t);
    /* Set the counts that invert() and transpose() need. @return ASHLAR_ELIMIT */
    int (*query_workspace)(const char *call, lai_cyclic_t *f, lai_work_t *work);
} lai_factoring_t;

#endif
