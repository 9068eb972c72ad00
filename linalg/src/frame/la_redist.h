/* The block-cyclic layout of ScaLAPACK, to and from arrays. */
#ifndef LA_REDIST_H
#define LA_REDIST_H

#include <stddef.h>
#include <stdint.h>

#include "ga/src/array/ga_array.h"
#include "linalg/src/layout/la_cyclic.h"

/* The grid and the tiles of an array in the layout of ScaLAPACK, with square tiles and on the first
 * ranks of its group; 0 for other arrays. */
int lai_cyclic_shape(const gai_array_t *array, int *rows, int *cols, int *by_rows, int64_t *tile);
/* Let x be the memory of an array that lies just so; 0 when it does not. The same on all ranks. */
int lai_cyclic_in_place(const gai_array_t *array, lai_cyclic_t *x);

enum lai_direction {
    LAI_FROM_ARRAY,
    LAI_FROM_LOWER,          /* at least the lower triangle */
    LAI_FROM_MIRRORED_LOWER, /* and what is above the diagonal: its conjugate transpose */
    LAI_TO_ARRAY
};
/* Look at my columns first..end-1, which were just copied, of the lower triangle alone if only that
 * comes from the array; not ASHLAR_OK ends the copying. */
typedef int lai_column_check_t(const void *data, const lai_cyclic_t *x, int64_t first, int64_t end);
/* Copy my part from or to an array, which may be smaller: its first rows and columns. check: NULL,
 * or for each few columns while they are in the cache. Not collective; does nothing outside the
 * grid. */
int lai_redistribute(const gai_array_t *array, const lai_cyclic_t *x, enum lai_direction direction,
                     lai_column_check_t *check, const void *data);
/* Copy my part of columns first, first+1, ... to the first columns of an array. */
int lai_redistribute_columns(const gai_array_t *array, const lai_cyclic_t *x, int64_t first,
                             int64_t count);

#endif
