/* Matrices of known singular values or eigenvalues. */
#ifndef TESTS_LA_SPECTRUM_H
#define TESTS_LA_SPECTRUM_H

#include "model/dense.h"

/* x = h*x for a reflection h, which is drawn: a unitary matrix, Hermitian, and its own inverse. */
void dense_reflect(rng_t *rng, ashlar_type type, dense_t *x);
/* An m x n matrix of min(m,n) singular values: a diagonal one, reflected on both sides. */
dense_t dense_of_spectrum(rng_t *rng, ashlar_type type, int64_t m, int64_t n, const double *values);
/* A symmetric or Hermitian matrix of eigenvalues d, as the type holds it. */
dense_t dense_hermitian_of(rng_t *rng, ashlar_type type, const double *d, int64_t n);
/* x with nothing imaginary on its diagonal, and the conjugate of its lower triangle above it, as
 * the type holds it. */
dense_t dense_hermitian_from(ashlar_type type, const dense_t *x);

#endif
