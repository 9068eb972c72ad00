/* What the files of linalg share: checked operands, process grids, redistribution. */
#ifndef LA_INTERNAL_H
#define LA_INTERNAL_H

#include <stdint.h>

#include <ashlar/la.h>

#include "armci-lite/src/base/al_status.h"
#include "ga/src/array/ga_check.h"
#include "linalg/src/la_blas.h"

static inline int64_t lai_min(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static inline int64_t lai_max(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* The state of linalg. */
typedef struct lai_context {
    atomic_int proven;    /* the libraries were asked for their integers */
    int keyval;           /* of the process grids of a communicator */
    int64_t serial_order; /* up to this order one rank alone solves */
    int64_t rank_extent;  /* a process of a grid has at least about so many rows and columns */
} lai_context_t;

extern lai_context_t lai_context;

/* ---- checks (la_check.c) --------------------------------------------------------------------- */

/* Started, and the libraries proven. First line of every public call. */
int lai_check_started(const char *call);
/* The array of a handle: 2-D and of a real or complex type. */
int lai_find(const char *call, ga_t g, gai_array_t **array);
/* ASHLAR_EGROUP or ASHLAR_ETYPE unless the two have one group and one type. */
int lai_check_alike(const char *call, const gai_array_t *a, const gai_array_t *b);
/* ASHLAR_ESHAPE unless the matrix is square. */
int lai_check_square(const char *call, const gai_array_t *a);

/* What LAPACK's info said, and in which stage of a call. */
typedef struct lai_outcome {
    long long stage;
    long long info;   /* positive info: the numbers do not allow the operation */
    long long broken; /* negated negative info: an argument was refused */
} lai_outcome_t;

static inline lai_outcome_t lai_outcome(int stage, int64_t info)
{
    return (lai_outcome_t){stage, info > 0 ? info : 0, info < 0 ? -info : 0};
}

/* The worst of the group's outcomes. Collective. */
int lai_share_outcome(al_group_t *group, lai_outcome_t *outcome);

static inline int64_t lai_rows(const gai_array_t *a)
{
    return a->dist.axis[0].extent;
}

static inline int64_t lai_cols(const gai_array_t *a)
{
    return a->dist.axis[1].extent;
}

/* ASHLAR_ENUMERIC unless the elements of my part of x are finite; x holds the array, lower: only
 * the lower triangle matters. */
int lai_check_finite(const char *call, const gai_array_t *array, const lai_cyclic_t *x, int lower);

/* ---- process grids (la_grid.c) --------------------------------------------------------------- */

/* The grid that suits an n x n matrix on a group: as square as can be, and fewer ranks, down to
 * one, for small matrices. Grids are made once per group and live as long as it. Collective. */
int lai_grid_for(const char *call, al_group_t *group, int64_t n, lai_grid_t *grid);

static inline int lai_grid_has_me(const lai_grid_t *grid)
{
    return grid->row >= 0;
}

/* ---- the block-cyclic layout (la_redist.c) --------------------------------------------------- */

/* Describe an m x n matrix on a grid; at is NULL. Same verdict on all ranks.
 * @return ASHLAR_ELIMIT  too large for the integers of BLAS */
int lai_cyclic_describe(const char *call, const lai_grid_t *grid, int64_t m, int64_t n,
                        lai_cyclic_t *x);
/* Allocate my part; free(x->at). @return ASHLAR_ENOMEM */
int lai_cyclic_allocate(const char *call, size_t element, lai_cyclic_t *x);

/* How much of an extent the process at position `mine` of `count` has. */
int64_t lai_cyclic_count(int64_t extent, int64_t tile, int mine, int count);

/* How many of my rows are above the diagonal in my column j; they are the first ones. */
int64_t lai_cyclic_above(const lai_cyclic_t *x, int64_t j);

/* The global index of a local one. */
static inline int64_t lai_cyclic_index(int64_t local, int64_t tile, int mine, int count)
{
    return (local / tile * count + mine) * tile + local % tile;
}

enum lai_direction { LAI_FROM_ARRAY, LAI_TO_ARRAY };
/* Move my part from or to the array of the same extents: the only way to and from this layout. Not
 * collective; does nothing outside the grid. */
int lai_redistribute(const gai_array_t *array, const lai_cyclic_t *x, enum lai_direction direction);

#endif
