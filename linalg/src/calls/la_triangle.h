/* Triangular solves on one node, without a process grid: each rank solves for some of the
 * right-hand sides, and reads the triangle where it lies. */
#ifndef LA_TRIANGLE_H
#define LA_TRIANGLE_H

#include "ga/src/array/ga_array.h"
#include "linalg/src/blas/la_blas.h"
#include "linalg/src/lapack/la_tile_routines.h"

/* A matrix as a rank sees it: the blocks of an array, all on its node, or memory. */
typedef struct lai_view {
    const gai_array_t *array; /* NULL: memory */
    char *at;                 /* element `origin` of that */
    int64_t ld, origin[2];
} lai_view_t;

/* op(a)*x = b or x*op(a) = b. Letters are upper case, as BLAS has them. */
typedef struct lai_triangle {
    char side, uplo, trans, diag;
    const void *alpha;
    const gai_array_t *array; /* of a */
    const lai_blas_t *blas;
    const lai_tile_routines_t *routines;
    int64_t n;            /* order of a */
    int64_t first, count; /* my right-hand sides: columns of b, or rows if a is on the right */
    bool has_vectors;     /* few, one by one; the same on all ranks and wherever matrices lie */
    int64_t width;        /* columns of a that are solved for at a time */
    lai_view_t a, b;      /* a: memory, for `width` columns, has its place before each step */
} lai_triangle_t;

/* Whether the columns solved for contribute to the others, or the others to them. */
static inline bool lai_triangle_pushes(const lai_triangle_t *t)
{
    return (t->side == 'L') == (t->trans == 'N');
}

/* The dimension of b along which x is solved for step by step. */
static inline int lai_triangle_axis(const lai_triangle_t *t)
{
    return t->side == 'L' ? 0 : 1;
}

/* The first index along dimension d from which on the matrix lies elsewhere than `index`, at most
 * `end`; and the last of those up to which it does, at least 0. */
int64_t lai_view_end(const lai_view_t *v, int d, int64_t index, int64_t end);
int64_t lai_view_begin(const lai_view_t *v, int d, int64_t index);
/* The rank solves for its right-hand sides. b becomes alpha*b first, and is not read if that is 0.
 * @return ASHLAR_EMPI  MPI failed while a was read */
int lai_triangle_steps(lai_triangle_t *t);

/* la_trsm() of more than one rank on one node. The caller has set letters, alpha and the array of
 * a, and checked all arguments. Collective. */
int lai_solve_triangle(const char *call, lai_triangle_t *t, const gai_array_t *b);

#endif
