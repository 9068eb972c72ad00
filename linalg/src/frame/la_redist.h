/* The block-cyclic layout of ScaLAPACK, to and from arrays. */
#ifndef LA_REDIST_H
#define LA_REDIST_H

#include <stddef.h>
#include <stdint.h>

#include "ga/src/array/ga_array.h"
#include "linalg/src/blas/la_blas.h"

/* Describe an m x n matrix on a grid, in tiles of that extent, one on a serial grid; at is NULL.
 * The result is the same on all ranks.
 * @return ASHLAR_ELIMIT  too large for the integers of BLAS */
int lai_cyclic_describe(const char *call, const lai_grid_t *grid, int64_t tile, int64_t m,
                        int64_t n, lai_cyclic_t *x);
/* OpenBLAS 0.3.21 reads ahead, where a page may end: dsymv some bytes beyond the last column, cgemv
 * and zgemv one element beyond a vector, which may be a row. So all memory for its routines has as
 * many bytes more, and matrices one column. */
enum { LAI_READ_PADDING = 64 };
/* Allocate my part; lai_scratch_free(x->at). @return ASHLAR_ENOMEM */
int lai_cyclic_allocate(const char *call, size_t element, lai_cyclic_t *x);

/* The grid and the tiles of an array in the layout of ScaLAPACK, with square tiles and on the first
 * ranks of its group; 0 for other arrays. */
int lai_cyclic_shape(const gai_array_t *array, int *rows, int *cols, int *by_rows, int64_t *tile);
/* Let x be the memory of an array that lies just so; 0 when it does not. The same on all ranks. */
int lai_cyclic_in_place(const gai_array_t *array, lai_cyclic_t *x);

/* The part of an extent that process `mine` of `count` has. */
int64_t lai_cyclic_count(int64_t extent, int64_t tile, int mine, int count);

/* How many of my rows, the first ones, are above the diagonal in my column j. */
int64_t lai_cyclic_above(const lai_cyclic_t *x, int64_t j);

/* Set what is above the diagonal to zero. */
void lai_cyclic_clear_upper(size_t element, lai_cyclic_t *x);

/* The global index of a local one. */
static inline int64_t lai_cyclic_index(int64_t local, int64_t tile, int mine, int count)
{
    return (local / tile * count + mine) * tile + local % tile;
}

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
