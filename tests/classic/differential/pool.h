/* The arrays of a segment: how they are made and filled. */
#ifndef DIFFERENTIAL_POOL_H
#define DIFFERENTIAL_POOL_H

#include "differential.h"

/* A grid of at most `most` (if exact: of just so many) ranks. */
void draw_grid(int ndim, int most, bool exact, const int *dims, int *grid);
int volume_of_grid(int ndim, const int *grid);
/* Where the blocks of each dimension begin; returns how many there are. */
int draw_map(int ndim, const int *dims, const int *blocks, int *map);
/* Makes an array of its type and extents in any way; simple: not block-cyclic or irregular. */
void create(array_t *a, char *name, bool simple);
/* Puts small values everywhere, of numbers that begin with a state; which 1: powers of 2. */
void set_everywhere(const array_t *a, uint64_t state, int which);

#endif
