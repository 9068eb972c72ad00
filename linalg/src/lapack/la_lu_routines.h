/* LU factors by element type. */
#ifndef LA_LU_ROUTINES_H
#define LA_LU_ROUTINES_H

#include "linalg/src/lapack/la_factor_routines.h"

const lai_factoring_t *lai_lu(ashlar_type type);

#endif
