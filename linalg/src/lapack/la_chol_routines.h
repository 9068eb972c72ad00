/* Cholesky factors by element type. */
#ifndef LA_CHOL_ROUTINES_H
#define LA_CHOL_ROUTINES_H

#include "linalg/src/lapack/la_blas.h"

typedef struct lai_chol {
    /* a = l*l' in the lower triangle */
    int64_t (*factor)(lai_cyclic_t *a);
    /* b = inverse(l*l') * b */
    int64_t (*solve)(const lai_cyclic_t *l, lai_cyclic_t *b);
} lai_chol_t;

const lai_chol_t *lai_chol(ashlar_type type);

#endif
