/* The work of the kernels on tiles: BLAS and LAPACK on their memory; and for C, what tiled_array
 * and processor_grid say. */
#ifndef APPS_TILES_OPERATIONS_H
#define APPS_TILES_OPERATIONS_H

#include <stdint.h>

#include <ashlar/tiles.h>

#ifdef __cplusplus
extern "C" {
#endif

/* End the program with a message unless a call has succeeded. */
void tiles_check(int status);
#define TRY(call) tiles_check(call)

/* Column-major, without gaps: c (m x n) += alpha * a (m x k) * b, where b is k x n, or with op 'T'
 * n x k and transposed; with op 'S' b is the same as a, and only the lower triangle counts. */
void tiles_multiply(int64_t m, int64_t n, int64_t k, double alpha, const double *a, char op,
                    const double *b, double *c);
/* l l^T = a (n x n), in its lower triangle; a (m x n) = a * l^-T. */
void tiles_factor(int64_t n, double *a);
void tiles_solve(int64_t m, int64_t n, const double *l, double *a);

/* A tile of a matrix on this node; its memory; tiles along a dimension, and their width. */
ga_block_t tiles_tile(ga_t g, int64_t i, int64_t j);
double *tiles_data(ga_t g, int64_t i, int64_t j);
int64_t tiles_count(ga_t g, int d);
int64_t tiles_width(ga_t g, int d);
/* The extent of a tile; that of column k of tiles. */
int64_t tiles_extent(const ga_block_t *tile, int d);
int64_t tiles_inner(ga_t g, int64_t k);
/* tiles_multiply() into a tile, of k columns of a. */
void tiles_multiply_by(double alpha, const double *a, char op, const double *b, const ga_block_t *c,
                       int64_t k);

/* A grid of two dimensions. */
typedef struct tiles_grid {
    ga_grid_t handle;
    int extent[2], place[2];
} tiles_grid_t;
/* A tile for each place; a column of tiles as those of a for each column of places; a row of tiles
 * as those of b for each row of places. */
ga_t tiles_each(const tiles_grid_t *on, int64_t nb);
ga_t tiles_columns_of(const tiles_grid_t *on, ga_t a);
ga_t tiles_rows_of(const tiles_grid_t *on, ga_t b);

#ifdef __cplusplus
}
#endif
#endif
