/* Process grids for ScaLAPACK. */
#ifndef LA_GRID_H
#define LA_GRID_H

#include <stdint.h>

#include <ashlar/al.h>

#include "linalg/src/la_blas.h"

/* The grid that suits an n x n matrix on a group: as square as can be, and fewer ranks, down to
 * one, for small matrices. Each grid of a group is made once and lives as long as the group.
 * Collective. */
int lai_grid_for(const char *call, al_group_t *group, int64_t n, lai_grid_t *grid);

static inline int lai_grid_has_me(const lai_grid_t *grid)
{
    return grid->row >= 0;
}

#endif
