/* Cholesky factors by element type. */
#include "linalg/src/lapack/la_chol_routines.h"

#define LA_TEMPLATE "linalg/src/lapack/la_chol_routines.inc"
#include "linalg/src/blas/la_each_type.h"

const lai_factoring_t *lai_chol(ashlar_type type)
{
    static const lai_factoring_t *const table[ASHLAR_TYPE_COUNT] = LA_BY_TYPE(chol);
    return table[type];
}
