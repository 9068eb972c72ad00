/* Factors that are kept: their record, and what the calls that use them share. */
#ifndef LA_FACTOR_H
#define LA_FACTOR_H

#include <ashlar/la.h>

#include "linalg/src/frame/la_factoring.h"
#include "linalg/src/frame/la_redist.h"
#include "linalg/src/frame/la_solver.h"

/* Operands of their solvers. */
enum { A, B };

typedef struct lai_factor {
    struct lai_factor *next;
    la_factor_t handle;
    const lai_factoring_t *routines;
    int lower; /* Cholesky: the lower triangle is all there is */
    int is_qr; /* factors q*r of a matrix of any shape; there are no routines of the table */
    ashlar_type type;
    al_group_t *group;
    ga_group_t group_handle;
    lai_cyclic_t x;   /* the factors */
    void *tau;        /* of QR factors, for each reflector; on the ranks of the grid */
    int64_t singular; /* k+1 when element (k,k) of U is the first that is zero, else 0 */
    /* The 1-norm of the matrix, on the ranks of the grid, or LAI_NORM_UNKNOWN after an update. */
    double norm;
    /* Between a call and its stage: the letters of side and op, the result. */
    char side, op;
    double rcond;
    char name[GA_NAME_MAX + 1]; /* of the array */
} lai_factor_t;

enum { LAI_NORM_UNKNOWN = -1 };

/* The record of a handle, of factors of any kind. @return ASHLAR_EHANDLE */
int lai_find_any_factor(const char *call, la_factor_t handle, lai_factor_t **factor);
/* The same for calls on LU or Cholesky factors. @return also ASHLAR_EARG  they are QR factors */
int lai_find_factor(const char *call, la_factor_t handle, lai_factor_t **factor);
/* ASHLAR_EARG unless they are of this kind. */
int lai_check_cholesky(const char *call, const lai_factor_t *f);
int lai_check_qr(const char *call, const lai_factor_t *f);
/* Give the factors that a solver has made a number and keep them, or free their parts. Collective.
 */
int lai_keep_factor(const char *call, lai_factor_t *made, la_factor_t *handle);
/* Free what a record holds, which is in no list. */
void lai_free_parts(lai_factor_t *f);
/* The group of its ranks, NULL when there is no such factor. */
al_group_t *lai_factor_group(la_factor_t handle);
/* ASHLAR_EGROUP or ASHLAR_ETYPE unless an array has the factor's group and type; the second also
 * ASHLAR_ESHAPE unless it has as many rows as a factor's order. */
int lai_check_like_factor(const char *call, const lai_factor_t *f, const gai_array_t *b);
int lai_check_conforms(const char *call, const lai_factor_t *f, const gai_array_t *b);
/* ASHLAR_ENUMERIC if the matrix is singular, which is the same on all ranks. */
int lai_check_regular(const char *call, const lai_factor_t *f);
/* A solver whose first operand is the factor. */
lai_solver_t lai_factor_solver(const char *call, lai_factor_t *f, const lai_stage_t *stages);

/* Column j of my part of a matrix. */
char *lai_factor_column(const lai_solver_t *s, const lai_cyclic_t *x, int64_t j);

/* x/|x|, 1 for 0, without leaving the range of doubles; and log|x|. */
double _Complex lai_unit_of(double _Complex x, double *log_modulus);

#endif
