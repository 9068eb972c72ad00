/** Factors, and solutions of linear systems.
 *
 * All calls are collective over the group of their arrays. What else holds for them all, and the
 * errors that any may return, ASHLAR_EHANDLE and others, stand in la.h. */
#ifndef ASHLAR_LA_FACTOR_H
#define ASHLAR_LA_FACTOR_H

#include <ashlar/ga.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Cholesky factor a = l*l' of a symmetric or Hermitian positive definite matrix, in place: the
 * lower triangle of a becomes l, the strict upper triangle zero. Only the lower triangle is read.
 * Uses POTRF.
 * @return ASHLAR_ENUMERIC  not positive definite; a is unchanged */
ASHLAR_API int la_cholesky(ga_t a);

/** Solve a*x = b for symmetric or Hermitian positive definite a (lower triangle read): b becomes x.
 * Uses POTRF and POTRS.
 * @param[in] a      n x n, unchanged
 * @param[in,out] b  n x nrhs
 * @return ASHLAR_ENUMERIC  a is not positive definite; b is unchanged */
ASHLAR_API int la_cholesky_solve(ga_t a, ga_t b);

#ifdef __cplusplus
}
#endif
#endif
