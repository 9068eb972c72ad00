/* The classic calls against a row-major model, which each rank keeps for itself. */
#ifndef TESTS_CLASSIC_CALLS_H
#define TESTS_CLASSIC_CALLS_H

#include "ga.h"
#include "harness/harness.h"
#include "harness/rng.h"

#define CLASSIC_CASES(X)                                                                           \
    X(patches_of_types)                                                                            \
    X(patches_strided)                                                                             \
    X(patches_periodic)                                                                            \
    X(patches_small)                                                                               \
    X(patches_many)                                                                                \
    X(patches_nonblocking)                                                                         \
    X(elements_lists)                                                                              \
    X(elements_counted)                                                                            \
    X(places_cover)                                                                                \
    X(places_without_owner)                                                                        \
    X(places_described)                                                                            \
    X(places_irregular)                                                                            \
    X(ops_turned)                                                                                  \
    X(ops_patches)                                                                                 \
    X(ops_norms)                                                                                   \
    X(ops_lines)                                                                                   \
    X(ops_select)                                                                                  \
    X(reductions_operators)                                                                        \
    X(products_and_solutions)                                                                      \
    X(ghosts_in_memory)                                                                            \
    X(records_fields)                                                                              \
    X(memory_limit)                                                                                \
    X(memory_assembled)                                                                            \
    X(arrays_begin_as_zero)                                                                        \
    X(groups_comm)                                                                                 \
    X(groups_arrays)                                                                               \
    X(apart_copies)                                                                                \
    X(apart_types)                                                                                 \
    X(apart_results)                                                                               \
    X(conventions)                                                                                 \
    X(sync_masked)                                                                                 \
    X(elementwise_one)                                                                             \
    X(elementwise_two)                                                                             \
    X(elementwise_median)                                                                          \
    X(elementwise_complex)                                                                         \
    X(elementwise_steps)                                                                           \
    X(dots_of_types)                                                                               \
    X(dots_of_dimensions)                                                                          \
    X(symmetrized)                                                                                 \
    X(vectors_scanned)                                                                             \
    X(vectors_packed)                                                                              \
    X(vectors_enumerated)                                                                          \
    X(blocks_dealt)                                                                                \
    X(blocks_of_one)                                                                               \
    X(described_alike)                                                                             \
    X(described_overlay)                                                                           \
    X(described_ranks)                                                                             \
    X(groups_listed)                                                                               \
    X(groups_merged)                                                                               \
    X(mirrored_places)                                                                             \
    X(described_printed)                                                                           \
    X(products_of_types)                                                                           \
    X(eigen_orders)                                                                                \
    X(eigen_values)                                                                                \
    X(lines_diagonal)                                                                              \
    X(lines_symmetric)                                                                             \
    X(lines_random)                                                                                \
    X(ghosts_sides)                                                                                \
    X(ghosts_elements)                                                                             \
    X(forked_children)                                                                             \
    X(types_move)                                                                                  \
    X(types_in_place)                                                                              \
    X(types_in_groups)                                                                             \
    X(types_deregistered)                                                                          \
    X(groups_degenerate)                                                                           \
    X(arrays_degenerate)                                                                           \
    X(reductions_logical)

#define CLASSIC_DECLARE(name) void name(void);
CLASSIC_CASES(CLASSIC_DECLARE)
#undef CLASSIC_DECLARE

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
