/* The frame of all solvers: bring operands to the layout of ScaLAPACK, run LAPACK's routines in
 * stages, and write the results back when all ranks have succeeded. */
#ifndef LA_SOLVER_H
#define LA_SOLVER_H

#include <stdint.h>

#include <ashlar/al.h>

#include "ga/src/array/ga_array.h"
#include "linalg/src/la_blas.h"

typedef struct lai_solver lai_solver_t;

/* A matrix; absent when it has neither `from` nor `to`. */
typedef struct lai_operand {
    const gai_array_t *from; /* copied to x before the stages, or NULL */
    const gai_array_t *to;   /* x is copied to it after them, or NULL */
    int lower;               /* only the lower triangle of `from` matters */
    lai_cyclic_t x;          /* set by lai_solve() */
} lai_operand_t;

/* A step of the numerical work, which runs on the ranks of the grid and returns LAPACK's info. */
typedef struct lai_stage {
    const char *routine; /* as messages name it */
    int64_t (*run)(lai_solver_t *s);
    /* Report a positive info as ASHLAR_ENUMERIC; NULL when there is none. */
    int (*refuse)(const char *call, const gai_array_t *array, int64_t info);
    int operand; /* whose `from` is the array that refuse() gets */
} lai_stage_t;

enum { LAI_OPERANDS = 3 };

struct lai_solver {
    const char *call;
    lai_operand_t operand[LAI_OPERANDS]; /* the first has a `from`, whose order decides the grid */
    const lai_stage_t *stages;           /* ends with one that has no run() */
    /* Set the counts of work, on the ranks of the grid. NULL: no work arrays. */
    int (*sizes)(lai_solver_t *s);
    void *values; /* [value_count] reals for the caller on every rank */
    int64_t value_count;
    double scale; /* left by one stage for another */

    /* Set by lai_solve(). */
    const lai_blas_t *blas;
    al_group_t *group;
    lai_work_t work;
    void *w; /* the stages leave the values here; those of rank 0 count */
};

/* Solve; all arguments are checked. Nothing is written to arrays before the stages have succeeded
 * on every rank, nor to values when the call fails. Collective. */
int lai_solve(lai_solver_t *s);

/* The refuse() of Cholesky factorisations. */
int lai_not_definite(const char *call, const gai_array_t *array, int64_t info);

#endif
