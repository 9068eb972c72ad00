/** Symmetric and Hermitian eigenproblems.
 *
 * All calls are collective over the group of their arrays. What else holds for them all, and the
 * errors that any may return, ASHLAR_EHANDLE and others, stand in la.h. */
#ifndef ASHLAR_LA_EIGEN_H
#define ASHLAR_LA_EIGEN_H

#include <ashlar/ga.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Eigenvalues and eigenvectors of a symmetric (real) or Hermitian (complex) matrix: a*z =
 * z*diag(w). Only the lower triangle of a is read; a is unchanged. Uses SYEVD or HEEVD of LAPACK on
 * one rank, of ScaLAPACK on several, where eigenvalues alone take SYEV or HEEV.
 * @param[out] w  n reals (float for single precision types, else double), ascending, on all ranks
 * @param[out] z  n x n; column k is the eigenvector of w[k]; orthonormal. 0: eigenvalues only
 * @return ASHLAR_ENUMERIC  no convergence */
ASHLAR_API int la_eigen(ga_t a, void *w, ga_t z);

/** The generalised problem a*z = b*z*diag(w), b positive definite; z'*b*z = identity. a and b are
 * unchanged. Uses a Cholesky factor of b (POTRF), SYGST or HEGST, and TRSM. w and z are as in
 * la_eigen().
 * @return ASHLAR_ENUMERIC  b is not positive definite, or no convergence */
ASHLAR_API int la_eigen_general(ga_t a, ga_t b, void *w, ga_t z);

#ifdef __cplusplus
}
#endif
#endif
