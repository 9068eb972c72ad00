/** Parallel linear algebra on 2-D global arrays.
 *
 * All calls are collective over the arrays' group, synchronise before and after, and return 0 or a
 * negative ASHLAR_E* code (status.h). The arrays of a call have the same type, ASHLAR_FLOAT,
 * ASHLAR_DOUBLE, ASHLAR_CFLOAT or ASHLAR_CDOUBLE (else ASHLAR_ETYPE), and the same group (else
 * ASHLAR_EGROUP). A scalar is one element of that type. Shapes are rows x columns, column-major, as
 * in BLAS and LAPACK. Any call may return ASHLAR_EHANDLE (no live array), ASHLAR_ESTATE (not
 * initialised), ASHLAR_ESHAPE (not 2-D, or shapes that do not conform), ASHLAR_EARG (a NULL
 * argument), ASHLAR_ENOMEM (no memory for working copies, on every rank; results are undefined),
 * ASHLAR_ELIMIT (an extent or a rank's part exceeds the integers of BLAS), ASHLAR_EMPI (MPI failed;
 * results are undefined), ASHLAR_EINTERNAL (LAPACK or ScaLAPACK rejected an argument: a bug here),
 * ASHLAR_EMISMATCH (with ASHLAR_CHECK=1: the ranks passed different arguments). Eigenproblems and
 * Cholesky reject infinities and NaNs: ASHLAR_ENUMERIC, nothing written.
 */
#ifndef ASHLAR_LA_H
#define ASHLAR_LA_H

#include <ashlar/ga.h>

#ifdef __cplusplus
extern "C" {
#endif

/** c = alpha*op(a)*op(b) + beta*c over whole arrays: GEMM of the Level 3 BLAS. c is not read when
 * beta is 0.
 * @param[in] transa,transb  'n', 't' or 'c' (upper case too): identity, transpose or
 *                           conjugate transpose
 * @param[out] c  neither a nor b, else ASHLAR_EARG */
ASHLAR_API int la_gemm(char transa, char transb, const void *alpha, ga_t a, ga_t b,
                       const void *beta, ga_t c);

/** A rectangular patch of a 2-D array, bounds inclusive. */
typedef struct la_patch {
    ga_t g;
    int64_t ilo, ihi, jlo, jhi;
} la_patch_t;

/** The same on patches: shapes of op(a), op(b), c are m x k, k x n, m x n. The patch of c must not
 * overlap those of a and b, else ASHLAR_EARG. A patch may be empty; with k = 0, c *= beta.
 * @return ASHLAR_ERANGE  a patch is outside its array */
ASHLAR_API int la_gemm_patch(char transa, char transb, const void *alpha, la_patch_t a,
                             la_patch_t b, const void *beta, la_patch_t c);

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
