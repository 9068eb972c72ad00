/** Products of matrices.
 *
 * All calls are collective over the group of their arrays. What else holds for them all, and the
 * errors that any may return, ASHLAR_EHANDLE and others, stand in la.h. */
#ifndef ASHLAR_LA_PRODUCT_H
#define ASHLAR_LA_PRODUCT_H

#include <ashlar/ga.h>

#ifdef __cplusplus
extern "C" {
#endif

/** c = alpha*op(a)*op(b) + beta*c over whole arrays: GEMM of the Level 3 BLAS. c is not read when
 * beta is 0. Between nodes sums may be rounded otherwise from call to call.
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

/* ---- triangular, symmetric and Hermitian matrices ----------------------------------------------
 *
 * Whole arrays, by the Level 3 BLAS on one rank and the PBLAS on several (la.h), but la_trsm() of
 * one node, where each rank solves for some of the right-hand sides. Of a matrix with a
 * triangle, uplo says which: 'l', the lower one, or 'u', the upper one; the other triangle is not
 * read, and in a result it does not change. All letters may be upper case too. Infinities and NaNs
 * are numbers as others. A result is none of the other arrays, else ASHLAR_EARG. */

/** b = alpha*op(inverse(a))*b or alpha*b*op(inverse(a)), a triangular: solves op(a)*x = alpha*b or
 * x*op(a) = alpha*b, where x takes the place of b. An element of 0 on the diagonal is not looked
 * for: x then is not finite. Uses TRSM. The ranks of one node need no process grid: la_set_grid()
 * is about others, and about ASHLAR_SOLVER=scalapack. There results have the same bits in every run
 * with the same distributions.
 * @param[in] side   'l': a stands on the left, 'r': on the right
 * @param[in] trans  'n', 't' or 'c', as in la_gemm()
 * @param[in] diag   'u': the diagonal of a is taken to be all 1 and not read; otherwise 'n'
 * @param[in] alpha  0: a is not read
 * @param[in] a      square, as large as b has rows, or columns if on the right */
ASHLAR_API int la_trsm(char side, char uplo, char trans, char diag, const void *alpha, ga_t a,
                       ga_t b);

/** b = alpha*op(a)*b or alpha*b*op(a), a triangular; arguments as in la_trsm(). Uses TRMM. */
ASHLAR_API int la_trmm(char side, char uplo, char trans, char diag, const void *alpha, ga_t a,
                       ga_t b);

/** A triangle of c = alpha*op(a)*transpose(op(a)) + beta*c, c symmetric, n x n; op(a) is n x k.
 * Uses SYRK.
 * @param[in] trans  'n' or 't'; for real types also 'c', which is 't'
 * @param[in] beta   0: the triangle of c is not read */
ASHLAR_API int la_syrk(char uplo, char trans, const void *alpha, ga_t a, const void *beta, ga_t c);

/** A triangle of c = alpha*op(a)*op(a)' + beta*c, c Hermitian: its diagonal is taken to be real and
 * comes out so. The same as la_syrk() for real types. Uses HERK.
 * @param[in] trans  'n' or 'c'; for real types also 't', which is 'c'
 * @param[in] alpha,beta  a real: float for single precision types, else double; beta 0: the
 *                        triangle of c is not read */
ASHLAR_API int la_herk(char uplo, char trans, const void *alpha, ga_t a, const void *beta, ga_t c);

/** A triangle of c = alpha*op(a)*transpose(op(b)) + alpha*op(b)*transpose(op(a)) + beta*c; b is as
 * large as a, and may be a. Otherwise as la_syrk(). Uses SYR2K. */
ASHLAR_API int la_syr2k(char uplo, char trans, const void *alpha, ga_t a, ga_t b, const void *beta,
                        ga_t c);

/** A triangle of c = alpha*op(a)*op(b)' + conj(alpha)*op(b)*op(a)' + beta*c; b is as large as a,
 * and may be a. Otherwise as la_herk(), but alpha is an element. Uses HER2K. */
ASHLAR_API int la_her2k(char uplo, char trans, const void *alpha, ga_t a, ga_t b, const void *beta,
                        ga_t c);

/** *value = a norm of a matrix. Each rank reads what it owns where it lies; norms '1' and 'i' of
 * other than general matrices need a double for each row or column on every rank. Sums are formed
 * in double. NaN where an element that counts is NaN (its modulus: ga/ops.h). The norm of a whole
 * general matrix, for which uplo and diag are not looked at, is also ga_norm(): GA_MATRIX_NORM_1
 * is '1', GA_MATRIX_NORM_INF 'i', GA_ENTRY_NORM_2 'f', and GA_ENTRY_NORM_INF 'm'; so
 * ga_norm(a, GA_ENTRY_NORM_2, &x) is la_norm('f', 'g', 'l', 'n', a, &x).
 * @param[in] kind       'm': the largest modulus; '1' or 'o': the largest sum of moduli in a
 *                       column; 'i': in a row; 'f' or 'e': Frobenius' norm, also where squares
 *                       would overflow
 * @param[in] structure  'g': general; 's': symmetric and 'h': Hermitian, square, of which a
 * triangle is read; 't': triangular or trapezoidal, 0 in the other triangle
 * @param[in] uplo       'l' or 'u': which triangle; not looked at for 'g'
 * @param[in] diag       'u': the diagonal is taken to be all 1; otherwise 'n'; looked at for 't'
 * @param[out] value     the same on all ranks */
ASHLAR_API int la_norm(char kind, char structure, char uplo, char diag, ga_t a, double *value);

#ifdef __cplusplus
}
#endif
#endif
