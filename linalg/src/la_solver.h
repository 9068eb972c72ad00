/* What the solvers share. */
#ifndef LA_SOLVER_H
#define LA_SOLVER_H

#include <stdint.h>

#include <ashlar/al.h>

#include "ga/src/array/ga_array.h"
#include "linalg/src/la_blas.h"

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

/* ASHLAR_ENUMERIC unless the elements of my part of x are finite; x holds the array, lower: only
 * the lower triangle matters. */
int lai_check_finite(const char *call, const gai_array_t *array, const lai_cyclic_t *x, int lower);

#endif
