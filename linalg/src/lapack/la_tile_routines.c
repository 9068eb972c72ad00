/* Panels and tiles by element type. */
#include "linalg/src/lapack/la_tile_routines.h"

#include <float.h>
#include <math.h>

#include "armci-lite/src/al_private.h"

/* Columns that reflectors change at once, and those of the narrowest panels; rows of a column that
 * stay in the first cache. */
enum { FEW = 4, NARROW = 32, STRETCH = 128 };

#define LA_TEMPLATE "linalg/src/lapack/la_tile_routines.inc"
#include "linalg/src/blas/la_each_type.h"

const lai_tile_routines_t *lai_tile_routines(ashlar_type type)
{
    static const lai_tile_routines_t *const table[ASHLAR_TYPE_COUNT] = LA_BY_TYPE(tile_routines);
    return table[type];
}
