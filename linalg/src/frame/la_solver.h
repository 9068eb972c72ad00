/* The solver driver: redistribute operands to the layout of ScaLAPACK, run LAPACK's
 * routines in stages, and write the results back when all ranks have succeeded. */
#ifndef LA_SOLVER_H
#define LA_SOLVER_H

#include <stdint.h>

#include <ashlar/al.h>

#include "ga/src/array/ga_array.h"
#include "linalg/src/frame/la_context.h"
#include "linalg/src/frame/la_solver_table.h"
#include "linalg/src/blas/la_blas.h"
#include "linalg/src/tiled/la_tiled.h"

typedef struct lai_solver lai_solver_t;

/* A matrix; absent when it has neither `from` nor `to`, and is not preloaded. An array whose
 * layout is the grid's is not copied: x is its memory, if results go there (`to`, which is then
 * also `from` or the only one) or if the stages only read it. */
typedef struct lai_operand {
    const gai_array_t *from; /* copied to x before the stages, or NULL */
    const gai_array_t *to;   /* x is copied to it after them, or NULL */
    int64_t m, n;            /* extents of x, at least those of the arrays; 0: those */
    int lower;               /* only the lower triangle of `from` matters */
    int mirror_lower;        /* and x gets the conjugate transpose of it above the diagonal */
    int only_read;           /* by the stages */
    int write_on_success;    /* `to` must not change unless the stages succeed */
    int pivots;      /* x.pivots, for each of my rows and a tile more, and x.exponents are wanted */
    int is_selected; /* only the selected columns of x are copied to the first of `to` */
    const lai_tiled_algorithm_t
        *by_tiles;    /* A stage factors x so where tiles are chosen; or NULL */
    int is_preloaded; /* x is set already: a factor, in a first operand */
    int caller_keeps; /* x.at, x.pivots and x.exponents are the caller's once lai_solve() has
                         succeeded */
    int in_place;     /* x.at is the memory of an array; set by lai_solve() */
    lai_cyclic_t x;   /* set by lai_solve() */
} lai_operand_t;

/* A step of the numerical work, which runs on the ranks of the grid and returns LAPACK's info. */
typedef struct lai_stage {
    const char *routine; /* as messages name it */
    int64_t (*run)(lai_solver_t *s);
    /* Report a positive info as ASHLAR_ENUMERIC; NULL when there is none. */
    int (*explain_info)(const char *call, const gai_array_t *array, int64_t info);
    int operand; /* whose array explain_info() gets: its `from`, or else its `to` */
} lai_stage_t;

enum { LAI_OPERANDS = 4 };

struct lai_solver {
    const char *call;
    lai_kind_t kind;
    lai_operand_t
        operand[LAI_OPERANDS]; /* the first has a `from`, or is preloaded, with type and group */
    const lai_stage_t *stages; /* ends with one that has no run() */
    /* Set the sizes of the work arrays, on the ranks of the grid. NULL: there are none. */
    int (*query_workspace)(lai_solver_t *s);
    /* Share what the stages need beside the operands, whose layouts are known; sets `tiled` if they
     * factor another matrix than an operand. Collective. NULL: there is none. */
    int (*share)(lai_solver_t *s);
    void *values; /* [value_count] reals for the caller on every rank */
    int64_t value_count;
    /* Select, from the values and on every rank alike, which values the caller gets and which
     * columns, before anything is written. NULL: all. */
    int (*select_columns)(lai_solver_t *s);
    int64_t chosen_first, chosen_count;
    double scale;         /* left by one stage for another */
    int allows_nonfinite; /* infinities and NaNs too */
    void *data;           /* the caller's, for its stages */

    /* Set by lai_solve(), from the first operand. */
    ashlar_type type;
    al_group_t *group;
    const lai_blas_t *blas;

    /* Set by lai_solve(). */
    lai_way_t way;
    bool is_tiled;     /* operands are factored by tiles */
    lai_tiled_t tiled; /* of the matrix that is factored */
    lai_work_t work;
    void *w; /* the stages leave the values here; those of rank 0 count */
};

/* How many reals, for work.rwork, hold n doubles, whatever the type. */
#define LAI_DOUBLES(n) ((n) * (int64_t)(sizeof(double) / sizeof(float)))

/* Solve; all arguments are checked. Nothing is written to arrays before the stages have succeeded
 * on every rank, but for results in place, nor to values when the call fails. Collective. */
int lai_solve(lai_solver_t *s);

/* Put my part of a matrix of such elements where the group's ranks see it: in a new x->segment.
 * Collective over the group, of whose ranks those of the grid are some. */
int lai_share_matrix(al_group_t *group, size_t element, lai_cyclic_t *x);

/* A stage's info: 0 when all elements of my part of x are finite, else 1. */
int64_t lai_first_overflow(const lai_blas_t *blas, const lai_cyclic_t *x);

/* The explain_info() of Cholesky and LU factorisations, and of results with lai_first_overflow().
 */
int lai_explain_indefinite(const char *call, const gai_array_t *array, int64_t info);
int lai_explain_singular(const char *call, const gai_array_t *array, int64_t info);
int lai_explain_overflow(const char *call, const gai_array_t *array, int64_t info);
int lai_factors_overflowed(const char *call, const gai_array_t *array, int64_t info);
/* The same as lai_explain_singular(), of an array by its name. */
int lai_explain_singular_name(const char *call, const char *name, int64_t info);

#endif
