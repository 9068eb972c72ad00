/* The block-cyclic layout of ScaLAPACK: who has what of a matrix. */
#ifndef LA_CYCLIC_H
#define LA_CYCLIC_H

#include <stddef.h>
#include <stdint.h>

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

/* The part of an extent that process `mine` of `count` has. */
int64_t lai_cyclic_count(int64_t extent, int64_t tile, int mine, int count);

/* How many of my rows, the first ones, are above the diagonal in my column j. */
int64_t lai_cyclic_above(const lai_cyclic_t *x, int64_t j);
/* My row of the diagonal element of my column j; -1: another process has it. */
int64_t lai_cyclic_diagonal(const lai_cyclic_t *x, int64_t j);

/* Set what is above the diagonal to zero. */
void lai_cyclic_clear_upper(size_t element, lai_cyclic_t *x);

/* The global index of a local one. */
static inline int64_t lai_cyclic_index(int64_t local, int64_t tile, int mine, int count)
{
    return (local / tile * count + mine) * tile + local % tile;
}

#endif
