/* Norms of inverses and other operators, estimated from a few vectors that they make. */
#ifndef LA_ESTIMATE_H
#define LA_ESTIMATE_H

#include "linalg/src/calls/la_factor.h"
#include "linalg/src/frame/la_room.h"

typedef struct lai_estimate lai_estimate_t;
/* v = op(operator)*v, op 'N' or 'C'. @return LAPACK's info */
typedef int64_t lai_estimate_apply_t(lai_estimate_t *e, char op);

struct lai_estimate {
    const lai_blas_t *blas;
    const lai_factor_t *f;
    const lai_cyclic_t *x; /* its factors, as the solver has them */
    lai_estimate_apply_t *apply;
    char op;                                      /* 'N' or 'C' */
    const double *weights;                        /* as many as my part of v; NULL: all are 1 */
    lai_cyclic_t v;                               /* a vector for each norm; work array */
    double *norms;                                /* [v.n], on every process the same */
    double *sums, *largest, *places, *candidates; /* work arrays */
    int *is_settled;
    int64_t info; /* of the solver */
};

/* Have arrays for `count` norms; the first operand of the solver is f. @return ASHLAR_ELIMIT */
int lai_estimate_prepare(const lai_solver_t *s, const lai_factor_t *f, int64_t count,
                         lai_room_t *room, lai_estimate_t *e);
/* That of the inverse of f. */
lai_estimate_apply_t lai_estimate_inverse;
/* norms[k] = the 1-norm of diag(column k of the weights)*op(operator), seldom more than three
 * times too small; infinite where a vector is beyond the range of its type. Called by all
 * processes of the grid. */
void lai_estimate_norms(lai_estimate_t *e, lai_estimate_apply_t *apply);

#endif
