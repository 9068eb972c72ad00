/* Matrices of known singular values. */
#ifndef TESTS_LA_SPECTRUM_H
#define TESTS_LA_SPECTRUM_H

#include "model/dense.h"

/* x = h*x for a reflection h, which is drawn: a unitary matrix, Hermitian, and its own inverse. */
void dense_reflect(rng_t *rng, ashlar_type type, dense_t *x);
/* An m x n matrix of min(m,n) singular values: a diagonal one, reflected on both sides. */
dense_t dense_of_spectrum(rng_t *rng, ashlar_type type, int64_t m, int64_t n, const double *values);

/* How many ranks a process grid may have: all, one without ScaLAPACK, no more than cores over
 * MPICH. */
int grid_ranks(void);

#endif
