/** Functions of matrices: the pseudoinverse, the exponential, roots.
 *
 * All calls are collective over the group of their arrays. What else holds for them all, and the
 * errors that any may return, ASHLAR_EHANDLE and others, stand in la.h. A matrix is unchanged
 * unless it is the result, too; the result is written when all else has succeeded. A real is a
 * float for single precision types, else a double; eps is the distance from 1 to the next number of
 * the type. */
#ifndef ASHLAR_LA_FUNCTION_H
#define ASHLAR_LA_FUNCTION_H

#include <ashlar/ga.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The inverse of Moore and Penrose of an m x n matrix a = u*diag(s)*v': v*diag(1/s)*u', where
 * singular values that are not above the threshold count as zero. Uses la_svd() and la_gemm().
 * Memory beside that of la_svd(): two arrays, m x k and k x n with k = min(m,n).
 * @param[in] threshold  a real, of singular values; NULL or negative: max(m,n)*eps times
 *                       the largest one
 * @param[out] inverse   n x m; may be a
 * @param[out] rank      how many singular values are above the threshold; NULL: not wanted
 * @return ASHLAR_EARG  the threshold is not a number
 * @return ASHLAR_ENUMERIC  no convergence; a singular value or its inverse is beyond the range of
 *                          its type */
ASHLAR_API int la_pinv(ga_t a, const void *threshold, ga_t inverse, int64_t *rank);

/** The exponential of a square matrix, by scaling and squaring of Pade approximants. The method is
 * that of Al-Mohy and Higham (SIAM J. Matrix Anal. Appl. 31, 2009): the approximant is the
 * exponential of a matrix that differs from a by the rounding unit, in the 1-norm; squaring may add
 * to it where norms of powers are small beside powers of the norm. Uses la_gemm(), 2 to 6 times and
 * once for each squaring, about log2 of the norm, and la_solve() once. Memory beside that of
 * la_solve(): six arrays like a.
 * @param[in] a             n x n
 * @param[out] exponential  n x n; may be a
 * @return ASHLAR_ENUMERIC  the exponential has elements beyond the range of their type; or the
 *                          norms of the powers of a say that no digit of it would be right: those
 *                          of a normal matrix of a norm above the inverse of the rounding unit */
ASHLAR_API int la_expm(ga_t a, ga_t exponential);

/* ---- of symmetric and Hermitian matrices -------------------------------------------------------
 *
 * By eigenvectors, as la_eigen() finds them, in its memory and none beside; only the lower triangle
 * of a is read. The results of la_sqrt() and la_inverse_sqrt() are symmetric, or Hermitian, to the
 * last bit. */

/** The root of a positive semidefinite matrix: root*root = a, root itself positive semidefinite.
 * Eigenvalues between 0 and -n*eps times the largest one count as zero.
 * @param[out] root  n x n; may be a
 * @return ASHLAR_ENUMERIC  a has an eigenvalue below that, which the message names; no convergence;
 *                          or an eigenvalue is beyond the range of its type */
ASHLAR_API int la_sqrt(ga_t a, ga_t root);

/** The inverse of the root of a positive definite matrix: x*a*x = 1. For an overlap matrix of basis
 * functions this is the symmetric orthogonalisation of Loewdin.
 * @param[in] threshold  a real; all eigenvalues must be above it, and above 0. NULL or negative:
 *                       n*eps times the largest one
 * @param[out] x         n x n; may be a
 * @return ASHLAR_EARG  the threshold is not a number
 * @return ASHLAR_ENUMERIC  a has an eigenvalue that is not above the threshold, which the message
 *                          names; and as la_sqrt() */
ASHLAR_API int la_inverse_sqrt(ga_t a, const void *threshold, ga_t x);

/** The canonical orthogonalisation: x'*a*x = 1 for as many columns of x as a has eigenvalues above
 * the threshold. They are its eigenvectors, divided by the roots of the eigenvalues, which ascend;
 * combinations of nearly dependent basis functions are left out.
 * @param[in] threshold  as in la_inverse_sqrt()
 * @param[out] w     n reals: all eigenvalues, ascending, on all ranks; the last `kept` of them
 * belong to columns of x
 * @param[out] x     n x n; may be a. Columns from `kept` on are unchanged
 * @param[out] kept  how many columns, on all ranks
 * @return ASHLAR_EARG  the threshold is not a number
 * @return ASHLAR_ENUMERIC  no convergence; or an eigenvalue is beyond the range of its type */
ASHLAR_API int la_orthogonalize(ga_t a, const void *threshold, void *w, ga_t x, int64_t *kept);

#ifdef __cplusplus
}
#endif
#endif
