/* The classic calls against a row-major model, which each rank keeps for itself. */
#ifndef TESTS_CLASSIC_CALLS_H
#define TESTS_CLASSIC_CALLS_H

#include "ga.h"
#include "harness/harness.h"
#include "harness/rng.h"

/* Elements as numbers, dimension ndim-1 fastest. */
typedef struct grid {
    int ndim, dims[GA_MAX_DIM];
    int64_t wide[GA_MAX_DIM]; /* the same */
    int64_t n;
    double *at;
} grid_t;

/* A grid of elements 0, of any extents; of up to 7 dimensions with different ones. */
grid_t grid_of(int ndim, const int *dims);
grid_t grid_create(int ndim);
void grid_free(grid_t *grid);
int64_t grid_place(const grid_t *grid, const int *index);
/* Step index through lo..hi, the last dimension fastest; 0 after the last. */
int grid_next(int ndim, const int *lo, const int *hi, int *index);
/* Any patch, leading dimensions of a buffer for it with gaps or without, and its room. */
typedef struct part {
    int ndim, lo[GA_MAX_DIM], hi[GA_MAX_DIM], ld[GA_MAX_DIM];
    int64_t wide_lo[GA_MAX_DIM], wide_hi[GA_MAX_DIM], wide_ld[GA_MAX_DIM];
    int64_t room;
} part_t;
part_t part_random(rng_t *rng, const grid_t *grid);
part_t part_whole(const grid_t *grid);
/* Where an element of a patch is in its buffer. */
int64_t part_place(const part_t *part, const int *index);

/* An element of a type as a number, whose imaginary part is the opposite. */
size_t element_bytes(int type);
/* Has it arithmetic. */
int element_adds(int type);
void element_store(int type, void *buffer, int64_t k, double value);
double element_load(int type, const void *buffer, int64_t k);

/* The array has the elements of the grid. */
void check_array(const char *file, int line, int g, int type, const grid_t *grid);
#define CHECK_ARRAY(g, type, grid) check_array(__FILE__, __LINE__, g, type, grid)
/* An array of a type with the elements of a grid. */
int array_of(int type, const grid_t *grid);
/* An array of doubles with the elements of a grid, k*k+seed at place k. */
int array_create(grid_t *grid, int seed);

#endif
