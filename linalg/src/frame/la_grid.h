/* Process grids for ScaLAPACK. */
#ifndef LA_GRID_H
#define LA_GRID_H

#include <stdbool.h>
#include <stdint.h>

#include <ashlar/al.h>

#include "linalg/src/blas/la_blas.h"
#include "linalg/src/lapack/la_elpa.h"

/* The grid of a group's first rows*cols ranks. Each grid of a group is made once and lives as long
 * as the group; the 1 x 1 grid needs no making. Collective. */
int lai_grid_get(const char *call, al_group_t *group, int rows, int cols, int by_rows,
                 lai_grid_t *grid);

/* ELPA's handles of a grid that is not serial; of no use where ASHLAR_ELPA is 0. */
int lai_grid_elpa(al_group_t *group, const lai_grid_t *grid, lai_elpa_t **elpa);

/* Add n numbers over the processes of a grid, into everybody's. Collective over the grid. */
void lai_grid_sum(const lai_grid_t *grid, int64_t n, double *numbers);
/* The same of reals of that size, over all processes (scope 'A'), those of my row ('R') or of my
 * column ('C'). */
void lai_grid_sum_reals(const lai_grid_t *grid, char scope, size_t real, int64_t n, void *x);

/* Exchanges of m x n reals of that size. The matrices of all processes of my row are added into
 * everybody's. What one process sends to another column of its row, without waiting, that one
 * receives from it, in the same order. One row broadcasts, each process to those of its column. */
void lai_grid_sum_row(const lai_grid_t *grid, size_t real, int64_t m, int64_t n, void *x,
                      int64_t ld);
void lai_grid_send(const lai_grid_t *grid, size_t real, int64_t m, int64_t n, const void *x,
                   int64_t ld, int64_t to_col);
void lai_grid_receive(const lai_grid_t *grid, size_t real, int64_t m, int64_t n, void *x,
                      int64_t ld, int64_t from_col);
void lai_grid_broadcast_column(const lai_grid_t *grid, size_t real, int64_t m, int64_t n, void *x,
                               int64_t ld, int64_t from_row);

/* values[count], none negative, become the largest of those that all processes of the grid (scope
 * 'A'), of my row ('R') or of my column ('C') have. Called by all processes of the grid. */
void lai_grid_max(const lai_grid_t *grid, char scope, int64_t count, double *values);

/* Wait for all processes of the grid, of which I am one. ScaLAPACK returns while messages that it
 * has sent may still wait for MPI to be called here, and our own waits do not call it. */
void lai_grid_barrier(const lai_grid_t *grid);

#endif
