/* Rows that change places when pivots are swapped. All is called by all ranks of the process
 * column. */
#ifndef LA_TILED_ROWS_H
#define LA_TILED_ROWS_H

#include "linalg/src/tiled/la_tiled.h"

/* Have all pivots, of a factor that was made before. */
void lai_tiled_gather_pivots(lai_tiled_t *t);
/* Swap rows as panel k says in my columns first..end-1 of b, whose rows lie as those of the matrix;
 * and the opposite, in all of them. */
void lai_tiled_swap_rows(lai_tiled_t *t, int64_t k, const lai_cyclic_t *b, int64_t first,
                         int64_t end);
void lai_tiled_swap_rows_back(lai_tiled_t *t, int64_t k, const lai_cyclic_t *b);
/* The same of columns right of the panel, but those that become tile row k go to t->u, one after
 * the other. Where they are mine they are stored by the second. */
void lai_tiled_take_tile_row(lai_tiled_t *t, int64_t k, int64_t first, int64_t end);
void lai_tiled_store_tile_row(const lai_tiled_t *t, int64_t k, int64_t first, int64_t end);

#endif
