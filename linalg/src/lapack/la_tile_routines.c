/* Panels and tiles by element type. */
#include "linalg/src/lapack/la_tile_routines.h"

#include <float.h>
#include <math.h>

#define LA_TEMPLATE "linalg/src/lapack/la_tile_routines.inc"
#include "linalg/src/blas/la_each_type.h"

const lai_tile_routines_t *lai_tile_routines(ashlar_type type)
{
    static const lai_tile_routines_t *const table[ASHLAR_TYPE_COUNT] = LA_BY_TYPE(tile_routines);
    return table[type];
}
