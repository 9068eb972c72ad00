/* Cholesky factors by element type. */
#ifndef LA_CHOL_ROUTINES_H
#define LA_CHOL_ROUTINES_H

#include "linalg/src/lapack/la_factor_routines.h"

const lai_factoring_t *lai_chol(ashlar_type type);

#endif
