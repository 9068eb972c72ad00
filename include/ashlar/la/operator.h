/** Eigenproblems of matrices that nobody stores: a program says how its matrix is applied to
 * vectors.
 *
 * All calls are collective over the group of their arrays. What else holds for them all, and the
 * errors that any may return, ASHLAR_EHANDLE and others, stand in la.h. */
#ifndef ASHLAR_LA_OPERATOR_H
#define ASHLAR_LA_OPERATOR_H

#include <ashlar/ga.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A matrix A of order n as what it does to vectors. apply() sets y = A*x, column by column. The
 * library calls it on all ranks of the group at once, so it may make collective calls on x, y and
 * arrays of the program's own in that group; x and y are n x m, m from call to call as it comes,
 * and of the type and group of the call they serve. A rank has some consecutive rows of x and the
 * same rows of y, with all columns, as one block (ga_block_first(); some ranks may have none). x is
 * there on all ranks when apply() begins, and does not change before all have returned; a rank that
 * returns has finished its rows of y, and has seen others finish what they put there. apply() must
 * not change x, nor keep x or y: they are the library's. It returns 0, or a negative ASHLAR_E* code
 * that the call then returns on all ranks, also if only one rank has it.
 *
 *     int apply_sparse(void *a, ga_t x, ga_t y)             a ga_sparse_t (sparse.h), double
 *     {
 *         const double one = 1, zero = 0;
 *         return ga_sparse_multiply_dense('L', 'N', &one, *(ga_sparse_t *)a, x, &zero, y);
 *     }
 *
 *     int apply_dense(void *a, ga_t x, ga_t y)              a ga_t
 *     {
 *         const double one = 1, zero = 0;
 *         return la_gemm('n', 'n', &one, *(ga_t *)a, x, &zero, y);
 *     } */
typedef struct la_operator {
    int (*apply)(void *context, ga_t x, ga_t y);
    void *context; /**< the program's, each rank's own */
} la_operator_t;

/** How eigenpairs of an operator are found. A field that is not set is 0, which leaves the choice
 * to the library. Those of the group's first rank count, but for the preconditioner. */
typedef struct la_operator_options {
    int largest;        /**< not 0: the largest eigenvalues instead of the smallest */
    double tolerance;   /**< a pair w, z has converged when |A*z - w*z| <= tolerance*|w|, or where
                         *   that is smaller, about the rounding error of A*z; 0: 1e-8, or 1e-4 in
                         *   single precision */
    int64_t iterations; /**< at most so many; 0: 5000 */
    int64_t block;      /**< vectors that are iterated, at least as many as are wanted. More than
                         *   are wanted need fewer iterations, each of which takes longer. 0: a
                         *   quarter more, and one */
    int is_guess;       /**< not 0: z has vectors to begin with; they need not be orthonormal. If
                         *   they are linearly dependent, random ones take their place */
    const la_operator_t *preconditioner; /**< T, symmetric or Hermitian positive definite, about
                                          *   the inverse of A, or of A less a multiple of the
                                          *   identity; NULL: none */
} la_operator_options_t;

/** The work that was done. */
typedef struct la_operator_report {
    int64_t converged;  /**< of the pairs that were wanted */
    int64_t iterations; /**< applications of A to blocks, the last one of which checks residuals */
    int64_t products;   /**< applications of A to single vectors */
} la_operator_report_t;

/** The k smallest eigenvalues of a symmetric (real) or Hermitian (complex) operator, or the
 * largest, and their eigenvectors. They are found by LOBPCG, locally optimal block preconditioned
 * conjugate gradients (A. V. Knyazev, SIAM J. Sci. Comput. 23, 2001), with orthonormal bases (U.
 * Hetmaniuk and R. Lehoucq, J. Comput. Phys. 218, 2006). Whether the operator is symmetric is not
 * checked. Where three times the vectors iterated are n or more, the whole matrix is made and
 * solved by one rank. Memory: 6 blocks of vectors, with a preconditioner 7.
 *
 * On ASHLAR_ENUMERIC for want of convergence w, z, residuals and the report are written all the
 * same, as far as they have come; on any other error none of them.
 * @param[in] a        the operator, of order n
 * @param[in] options  may be NULL
 * @param[in,out] z    n x k, any distribution: the eigenvectors, orthonormal. If each rank has one
 *                     block of all columns, blocks of x and y have the same rows as its blocks;
 *                     otherwise those that ga_create_nd() gives to a vector of n elements
 * @param[out] w       k reals (float for single precision types, else double) on all ranks,
 *                     ascending; the largest descending
 * @param[out] residuals  double[k] on all ranks: |A*z - w*z| of each pair; may be NULL
 * @param[out] report  may be NULL
 * @return ASHLAR_ESHAPE    k > n
 * @return ASHLAR_EARG      a has no apply(); a negative option, or a tolerance that is not a number
 * @return ASHLAR_ENUMERIC  fewer than k pairs have converged after so many iterations, or rounding
 *                          errors let them come no further; or a product or the guess is not finite
 */
ASHLAR_API int la_eigen_operator(const la_operator_t *a, const la_operator_options_t *options,
                                 ga_t z, void *w, double *residuals, la_operator_report_t *report);

#ifdef __cplusplus
}
#endif
#endif
