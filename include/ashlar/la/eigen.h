/** Symmetric and Hermitian eigenproblems.
 *
 * All calls are collective over the group of their arrays. What else holds for them all, and the
 * errors that any may return, ASHLAR_EHANDLE and others, stand in la.h.
 *
 * A matrix is reduced to tridiagonal form (SYTRD or HETRD), which divide and conquer solves (STEDC;
 * STERF for eigenvalues alone); the eigenvectors that are wanted are then transformed back (ORMTR
 * or UNMTR): by LAPACK on one rank, by ScaLAPACK on several. If the library was built with ELPA,
 * that takes the place of ScaLAPACK for eigenvectors. So eigenvectors are orthonormal also where
 * eigenvalues lie close together, and a part of them costs less than all. The ranks of the process
 * grid share the memory for 4 matrices like a, or 1 for eigenvalues alone, and 1 more with b. */
#ifndef ASHLAR_LA_EIGEN_H
#define ASHLAR_LA_EIGEN_H

#include <ashlar/ga.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Eigenvalues and eigenvectors of a symmetric (real) or Hermitian (complex) matrix: a*z =
 * z*diag(w). Only the lower triangle of a is read; a is unchanged.
 * @param[out] w  n reals (float for single precision types, else double), ascending, on all ranks
 * @param[out] z  n x n; column k is the eigenvector of w[k]; orthonormal. 0: eigenvalues only
 * @return ASHLAR_ENUMERIC  no convergence; or an eigenvalue is beyond the range of its type */
ASHLAR_API int la_eigen(ga_t a, void *w, ga_t z);

/** The generalised problem a*z = b*z*diag(w), b positive definite; z'*b*z = identity. a and b are
 * unchanged. Uses a Cholesky factor of b (POTRF), SYGST or HEGST, and TRSM. w and z are as in
 * la_eigen().
 * @return ASHLAR_ENUMERIC  b is not positive definite; no convergence; or an eigenvalue is beyond
 * the range of its type, or the reduced problem is */
ASHLAR_API int la_eigen_general(ga_t a, ga_t b, void *w, ga_t z);

/** Which eigenvalues: those at the places first..last of their ascending order, which begins with
 * 0, or those with low < value <= high, which may be infinite. */
typedef struct la_range {
    enum { LA_BY_PLACE, LA_BY_VALUE } by;
    int64_t first, last;
    double low, high;
} la_range_t;

/** The eigenpairs of a range: as la_eigen(), but only those. There may be none.
 * @param[out] w  as many reals as can be found: last-first+1, or n by value; more than are found
 *                are unchanged
 * @param[out] z  n rows and at least as many columns as are found, the first of which become
 *                eigenvectors; others are unchanged. 0: eigenvalues only
 * @param[out] found  how many, on all ranks
 * @return ASHLAR_ERANGE  not 0 <= first <= last < n
 * @return ASHLAR_EARG  low > high, or one is not a number
 * @return ASHLAR_ESHAPE  also: z has fewer columns than are found; nothing is written
 * @return ASHLAR_ENUMERIC  no convergence; or an eigenvalue of the range is beyond that of its type
 */
ASHLAR_API int la_eigen_range(ga_t a, la_range_t range, void *w, ga_t z, int64_t *found);

/** The eigenpairs of a range of a generalised problem: as la_eigen_general() and la_eigen_range().
 */
ASHLAR_API int la_eigen_general_range(ga_t a, ga_t b, la_range_t range, void *w, ga_t z,
                                      int64_t *found);

#ifdef __cplusplus
}
#endif
#endif
