/* Orthogonal factorisations and least squares by element type. */
#ifndef LA_LEAST_SQUARES_ROUTINES_H
#define LA_LEAST_SQUARES_ROUTINES_H

#include "linalg/src/blas/la_blas.h"

/* The steps with factors q*r of a matrix of any shape. */
typedef enum lai_qr_step { LAI_QR_FACTOR, LAI_QR_APPLY, LAI_QR_FORM } lai_qr_step_t;

/* a is m x n. With m >= n its factors are q*r, r upper triangular, otherwise l*q, l lower
 * triangular; the triangle replaces that of a, and what is left of a and the work array is q. */
typedef struct lai_least {
    int64_t (*factor)(lai_cyclic_t *a, const lai_work_t *work);
    /* x = q' * x, where x has max(m,n) rows */
    int64_t (*rotate)(lai_cyclic_t *a, lai_cyclic_t *x, const lai_work_t *work);
    /* the first min(m,n) rows of x = inverse(r or l) * those rows */
    void (*divide)(lai_cyclic_t *a, lai_cyclic_t *x);
    /* Set the counts that factor() and rotate() need. @return ASHLAR_ELIMIT */
    int (*query_workspace)(const char *call, lai_cyclic_t *a, lai_cyclic_t *x, lai_work_t *work);

    /* The factors q*r, q square, whatever the shape of a. */
    int64_t (*factor_qr)(lai_cyclic_t *a, const lai_work_t *work);
    /* x = op(q)*x, or on the right (side 'R') x*op(q); op: 'N', or 'C' for q' */
    int64_t (*apply)(char side, char op, lai_cyclic_t *a, lai_cyclic_t *x, const lai_work_t *work);
    /* q, whose first columns are those of a as far as it has some, becomes columns of q */
    int64_t (*form)(const lai_cyclic_t *a, lai_cyclic_t *q, const lai_work_t *work);
    /* Set the counts that a step needs; x is that of apply() or the q of form(), else not looked
     * at. @return ASHLAR_ELIMIT */
    int (*query_qr)(const char *call, lai_qr_step_t step, char side, lai_cyclic_t *a,
                    lai_cyclic_t *x, lai_work_t *work);
} lai_least_t;

const lai_least_t *lai_least(ashlar_type type);

#endif
