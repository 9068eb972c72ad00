/* Panels of LU factors with partial pivoting. */
#ifndef LA_TILED_LU_H
#define LA_TILED_LU_H

#include "linalg/src/tiled/la_tiled.h"

/* Factor panel k, which is of my process column: its part of the matrix, its pivots, and on grids
 * of several rows its top. A pivot of exactly zero is negative. */
void lai_tiled_lu_panel(lai_tiled_t *t, int64_t k);

#endif
