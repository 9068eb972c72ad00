/* The choice of who solves, of a process grid and of the extent of tiles (the blocking factor) for
 * a solver. */
#ifndef LA_GRID_CHOICE_H
#define LA_GRID_CHOICE_H

#include "ga/src/array/ga_array.h"
#include "linalg/src/frame/la_context.h"
#include "linalg/src/frame/la_solver_table.h"
#include "linalg/src/blas/la_blas.h"

typedef struct lai_grid_choice {
    lai_grid_t grid;
    int64_t tile;
    lai_way_t way;
} lai_grid_choice_t;

/* The choice for an m x n matrix of that type, and what belongs to it. One rank solves a matrix of
 * one element. Otherwise what la_set_grid() asked for comes first. Then one rank solves small
 * matrices; larger ones get the grid and the tiles of the first of the given arrays that is in the
 * layout of ScaLAPACK, so that it can stay where it is, or else a grid in about their proportions.
 * Tiles on one node are those of the table in any case: the matrix is copied, as it may not change,
 * and there to any layout at one cost. NULLs among the arrays are passed over. Collective over
 * their group. */
int lai_choose_grid(const char *call, al_group_t *group, lai_kind_t kind, ashlar_type type,
                    int64_t m, int64_t n, int count, const gai_array_t *const *arrays,
                    lai_grid_choice_t *choice);

#endif
