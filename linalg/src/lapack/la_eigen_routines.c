/* Symmetric and Hermitian eigenproblems by element type. */
#include "linalg/src/lapack/la_eigen_routines.h"

#include <string.h>

#define LA_TEMPLATE "linalg/src/lapack/la_eigen_routines.inc"
#include "linalg/src/blas/la_each_type.h"

const lai_eigen_t *lai_eigen(ashlar_type type)
{
    static const lai_eigen_t *const table[ASHLAR_TYPE_COUNT] = LA_BY_TYPE(eigen);
    return table[type];
}
