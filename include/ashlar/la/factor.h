/** Factors, and solutions of linear systems.
 *
 * All calls are collective over the group of their arrays, or of the array that a factor was made
 * of. What else holds for them all, and the errors that any may return, ASHLAR_EHANDLE and others,
 * stand in la.h. */
#ifndef ASHLAR_LA_FACTOR_H
#define ASHLAR_LA_FACTOR_H

#include <ashlar/ga.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- in one call ----------------------------------------------------------------------------- */

/** Cholesky factor a = l*l' of a symmetric or Hermitian positive definite matrix, in place: the
 * lower triangle of a becomes l, the strict upper triangle zero. Only the lower triangle is read.
 * Uses POTRF.
 * @return ASHLAR_ENUMERIC  not positive definite; a is unchanged */
ASHLAR_API int la_cholesky(ga_t a);

/** Solve a*x = b for symmetric or Hermitian positive definite a (lower triangle read): b becomes x.
 * Uses POTRF and POTRS.
 * @param[in] a      n x n, unchanged
 * @param[in,out] b  n x nrhs
 * @return ASHLAR_ENUMERIC  a is not positive definite, and b is unchanged; or x has elements beyond
 *                          the range of its type */
ASHLAR_API int la_cholesky_solve(ga_t a, ga_t b);

/** Solve a*x = b for a square matrix: b becomes x. Uses an LU factorisation with partial pivoting,
 * GETRF, and GETRS. There is no refinement (la_factor_refine()); what la_factor_condition() says of
 * a tells how many digits of x to trust.
 * @param[in] a      n x n, unchanged
 * @param[in,out] b  n x nrhs
 * @return ASHLAR_ENUMERIC  a is singular: a diagonal element of U is exactly zero, and b is
 *                          unchanged; or U or x has elements beyond the range of its type */
ASHLAR_API int la_solve(ga_t a, ga_t b);

/** Solve a*x = b as la_solve() does, by LU factors in single precision and steps of refinement.
 * That is faster for few right-hand sides, beside the order, and matrices of double precision that
 * are not too ill conditioned, up to about 1e6. The steps end when |b - a*x| <= 2^-53 * 4 * |a| *
 * |x| for each right-hand side, in the norms of the largest row and the largest element, which is
 * about what factors in double precision leave; or, when a step does not halve the error, with
 * sqrt(n) in place of 4, as DSGESV of LAPACK does. Where that does not succeed, the system is
 * solved again by factors in double precision. Memory beside a copy of a: half of one, and some
 * vectors.
 * @param[in] a       n x n, unchanged
 * @param[in,out] b   n x nrhs
 * @param[out] steps  how many steps of refinement followed the first solution; or why factors of
 * the type of a were used: -1, it is of single precision; -2, a has elements beyond the range of
 * single precision; -3, it has no factors there; -4, a step did not halve the error, or 30 did not
 * suffice
 * @return ASHLAR_ENUMERIC  as la_solve(), in double precision */
ASHLAR_API int la_solve_mixed(ga_t a, ga_t b, int *steps);

/** Solve a*x = b as la_cholesky_solve() does, by factors in single precision and refinement.
 * Otherwise as la_solve_mixed(). */
ASHLAR_API int la_cholesky_solve_mixed(ga_t a, ga_t b, int *steps);

/** The inverse of a square matrix. Uses GETRF and GETRI, on a copy of a; its work arrays are a few
 * rows and columns of tiles.
 * @param[in] a          n x n, unchanged unless it is the inverse, too
 * @param[out] inverse   n x n; may be a
 * @return ASHLAR_ENUMERIC  a is singular, or U or the inverse has elements beyond the range of its
 *                          type; inverse is unchanged */
ASHLAR_API int la_inverse(ga_t a, ga_t inverse);

/* ---- factors that are kept ------------------------------------------------------------------- */

/** The factors of a matrix, on the ranks of its array's group; the same number on all of them. It
 * takes as much memory as the matrix, in the program's own memory, or in the arena if it is made by
 * tiles. The array may
 * change or be destroyed meanwhile. A group cannot be destroyed before its factors have been freed;
 * those that are left when the library stops are freed by ga_terminate(), which names them. */
typedef int la_factor_t;

/** LU factors p*a = l*u with partial pivoting, of a square matrix, which is unchanged. Uses GETRF.
 * A matrix is singular when a diagonal element of u is exactly zero; its factor is made all the
 * same: its determinant and its condition are 0, but solving and inverting are refused. Columns
 * of very small elements are multiplied by powers of two meanwhile, so that nothing of them is
 * lost.
 * @param[out] f  freed with la_factor_free()
 * @return ASHLAR_ENUMERIC  u has elements beyond the range of its type: those of a are close to the
 *                          largest numbers; multiplying rows or columns of a helps */
ASHLAR_API int la_factor_lu(ga_t a, la_factor_t *f);

/** Cholesky factor a = l*l' of a symmetric or Hermitian positive definite matrix, which is
 * unchanged; only its lower triangle is read. Uses POTRF.
 * @param[out] f  freed with la_factor_free()
 * @return ASHLAR_ENUMERIC  a is not positive definite */
ASHLAR_API int la_factor_cholesky(ga_t a, la_factor_t *f);

/** Solve op(a)*x = b, as often as wanted: b becomes x. Uses GETRS or POTRS. This and the calls
 * below take LU and Cholesky factors, not QR factors (ASHLAR_EARG).
 * @param[in] trans  'n', 't' or 'c' (upper case too): a, its transpose or its conjugate transpose
 * @param[in,out] b  n x nrhs
 * @return ASHLAR_ENUMERIC  as la_solve()
 * @return ASHLAR_ESHAPE    b has not as many rows as a */
ASHLAR_API int la_factor_solve(la_factor_t f, char trans, ga_t b);

/** Refine computed solutions x of op(a)*x = b, and bound their errors: GERFS and PORFS of LAPACK.
 * Up to five steps, for each right-hand side until its backward error is the rounding unit or a
 * step has not halved it. Residuals are computed in the type of a. Memory beside copies of a, b and
 * x: vectors, about six times b.
 * @param[in] a          the matrix that f was made of; of a positive definite one the lower
 * triangle is read
 * @param[in] b          n x nrhs
 * @param[in,out] x      n x nrhs, neither a nor b, else ASHLAR_EARG; unchanged where the call fails
 * @param[out] forward   [nrhs] the largest error of an element of x, relative to the largest
 *                       element: an estimated bound, seldom more than three times too small;
 *                       infinite where it is beyond the range of its type
 * @param[out] backward  [nrhs] the least number by which elements of a and b must change, relative
 *                       to themselves, for x to be exact
 * @return ASHLAR_ENUMERIC  a is singular, or x gets elements beyond the range of its type
 * @return ASHLAR_ESHAPE    b and x have not as many rows as a, or not as many columns */
ASHLAR_API int la_factor_refine(la_factor_t f, char trans, ga_t a, ga_t b, ga_t x, double *forward,
                                double *backward);

/** The inverse of a, all of it also for a symmetric or Hermitian matrix. Uses GETRI, or POTRI and
 * as much memory again for a transpose; f stays as it is.
 * @param[out] inverse  n x n
 * @return ASHLAR_ENUMERIC  a is singular, and inverse is unchanged; or the inverse has elements
 *                          beyond the range of its type */
ASHLAR_API int la_factor_inverse(la_factor_t f, ga_t inverse);

/** The determinant of a: phase * exp(log_abs), which may be far beyond the range of a double.
 * @param[out] phase    one element of the type of a: 1 or -1, or a complex number of modulus 1; 0
 * if a is singular
 * @param[out] log_abs  minus infinity if a is singular */
ASHLAR_API int la_factor_log_determinant(la_factor_t f, void *phase, double *log_abs);

/** The reciprocal of the condition number of a in the 1-norm, 1/(|a|*|inverse(a)|), between 0
 * and 1. The norm of the inverse is estimated from at most ten solutions, as LAPACK's GECON does;
 * it is seldom more than three times too small. 0 if a is singular, at most about the rounding unit
 * of the type if a is so to working precision.
 * @return ASHLAR_ENUMERIC  the norm of a or of its inverse is beyond the range of the type */
ASHLAR_API int la_factor_condition(la_factor_t f, double *rcond);

/* ---- updates of Cholesky factors --------------------------------------------------------------
 */

/** The factor of a + v*v', where f is the Cholesky factor of a, takes its place. About 2 n^2 k
 * operations, by reflections (Golub and Van Loan, 6.5.4); factoring again takes n^3/3. From then on
 * la_factor_condition() estimates the norm of a as it does that of the inverse.
 * @param[in] f  of la_factor_cholesky(), else ASHLAR_EARG
 * @param[in] v  n x k, with any k; unchanged
 * @return ASHLAR_ENUMERIC  the factor would have elements beyond the range of its type; it is
 *                          unchanged
 * @return ASHLAR_ESHAPE    v has not as many rows as a */
ASHLAR_API int la_factor_update(la_factor_t f, ga_t v);

/** The factor of a - v*v' takes the place of that of a. The reflections are those that lead back,
 * so that errors are as small as those of an update with small changes of the result and of v
 * (Bojanczyk, Brent, Van Dooren and de Hoog, 1987); the closer a - v*v' is to being singular, the
 * fewer digits are left, as in any other way from the factor. Otherwise as la_factor_update().
 * @return ASHLAR_ENUMERIC  also: a - v*v' is not positive definite; the factor is unchanged */
ASHLAR_API int la_factor_downdate(la_factor_t f, ga_t v);

/** The factor of l*l' + v*v' takes the place of l, a factor in an array as la_cholesky() leaves it:
 * the lower triangle, which alone is read; the strict upper triangle becomes zero.
 * @param[in,out] l  n x n
 * @param[in] v      n x k; not l, else ASHLAR_EARG
 * @return ASHLAR_ENUMERIC  an element of the diagonal of l is not real and above 0, or the factor
 *                          would have elements beyond the range of its type; l is unchanged */
ASHLAR_API int la_cholesky_update(ga_t l, ga_t v);

/** The factor of l*l' - v*v' takes the place of l: as la_cholesky_update() and
 * la_factor_downdate().
 * @return ASHLAR_ENUMERIC  also: l*l' - v*v' is not positive definite; l is unchanged */
ASHLAR_API int la_cholesky_downdate(ga_t l, ga_t v);

/* ---- QR factors ------------------------------------------------------------------------------ */

/** Factors a = q*r of an m x n matrix of any shape, which is unchanged: q, m x m, is orthogonal or
 * unitary and is kept as reflectors; r is upper triangular, or trapezoidal if a is wide, with a
 * real diagonal of any sign. Uses GEQRF. There is no pivoting: la_svd() tells ranks. Columns of
 * very large or very small elements are divided by powers of two meanwhile.
 * @param[out] f  for the calls below; freed with la_factor_free() */
ASHLAR_API int la_factor_qr(ga_t a, la_factor_t *f);

/** b = op(q)*b or b*op(q). Uses ORMQR or UNMQR.
 * @param[in] f          of la_factor_qr(), else ASHLAR_EARG
 * @param[in] side       'l': q stands on the left, 'r': on the right (upper case too)
 * @param[in] trans      'n': q; 'c', or for real types also 't': its conjugate transpose
 * @param[in,out] b      of m rows; of m columns if q is on the right
 * @return ASHLAR_ENUMERIC  elements beyond the range of their type */
ASHLAR_API int la_qr_apply(la_factor_t f, char side, char trans, ga_t b);

/** The first columns of q, as many as the array has: min(m,n) columns span those of a if its rank
 * is full; m columns are all. Uses ORGQR or UNGQR.
 * @param[in] f   of la_factor_qr(), else ASHLAR_EARG
 * @param[out] q  m rows, 1 to m columns */
ASHLAR_API int la_qr_form_q(la_factor_t f, ga_t q);

/** The factor r, with zeros below its diagonal.
 * @param[in] f   of la_factor_qr(), else ASHLAR_EARG
 * @param[out] r  min(m,n) x n
 * @return ASHLAR_ENUMERIC  elements beyond the range of their type */
ASHLAR_API int la_qr_form_r(la_factor_t f, ga_t r);

/* ---- their end ------------------------------------------------------------------------------- */

/** Free the memory of a factor; its handle is given out no more.
 * @return ASHLAR_EHANDLE  no live factor */
ASHLAR_API int la_factor_free(la_factor_t f);

#ifdef __cplusplus
}
#endif
#endif
