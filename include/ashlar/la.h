/** Parallel linear algebra on 2-D global arrays.
 *
 * All calls are collective over the arrays' group, synchronise before and after, and return 0 or a
 * negative ASHLAR_E* code (status.h). The arrays of a call have the same type, ASHLAR_FLOAT,
 * ASHLAR_DOUBLE, ASHLAR_CFLOAT or ASHLAR_CDOUBLE (else ASHLAR_ETYPE), and the same group (else
 * ASHLAR_EGROUP). A scalar is one element of that type. Shapes are rows x columns, column-major, as
 * in BLAS and LAPACK. Any call may return ASHLAR_EHANDLE (no live array or factor), ASHLAR_ESTATE
 * (not initialised), ASHLAR_ESHAPE (not 2-D, or shapes that do not conform), ASHLAR_EARG (a NULL
 * argument), ASHLAR_ENOMEM (no memory for working copies, on every rank; results are undefined),
 * ASHLAR_ELIMIT (an extent or a rank's part exceeds the integers of BLAS), ASHLAR_EMPI (MPI failed;
 * results are undefined), ASHLAR_EINTERNAL (LAPACK or ScaLAPACK rejected an argument: a bug here),
 * ASHLAR_EMISMATCH (with ASHLAR_CHECK=1: the ranks passed different arguments). Solvers reject
 * infinities and NaNs, but in products (la/product.h): ASHLAR_ENUMERIC, nothing written. */

/** Where the integers of ScaLAPACK are not as wide as those of the BLAS, as beside a BLAS of 64-bit
 * integers they mostly are not, or if the builder says so (ASHLAR_SCALAPACK=OFF), the library is
 * built without it. One rank of a group, its first, then solves everything; la_gemm(),
 * la_gemm_patch(), la_norm(), la_eigen_operator() and la_trsm() of one node work as ever. CMake says so, and
 * ASHLAR_INFO=1. */

/** LU and Cholesky factors are made, and used, by tiles, and on one node so are those for least
 * squares of no fewer rows than columns (ASHLAR_SOLVER; docs/linalg.md): the ranks of a node read
 * each other's parts where they lie, as they do in la_trsm(), and fetch those of other nodes. For
 * all other solvers ScaLAPACK does the work. With either the results have the same bits in every
 * run on the same grid, tiles and kernels of the BLAS. */

/** Solvers, all calls but la_gemm(), la_gemm_patch(), la_norm(), la_eigen_operator() and la_trsm() of
 * one node, work on matrices in the block-cyclic layout of ScaLAPACK. An array that lies so, GA_SCALAPACK with square
 * blocks on the first ranks of its group, is used in place where the call may change it or only
 * reads it, but with factors by tiles on one node only if its grid and blocks are those that the
 * library has for them, or la_set_grid()'s; and so is any array that is one block of the group's
 * first rank when one rank solves.
 * All others are copied, and results copied back once the numerical work has succeeded. If that
 * work fails, an array that results were to go to in place is undefined, unless the call says
 * otherwise. Each rank keeps up to 64 MiB of the memory of such copies for the next call, until
 * ga_terminate().
 *
 * Blocks are best 64 x 64, or 32 x 32 for least squares, eigenproblems and LU factors by ScaLAPACK;
 * where ga_spec_t.block is 0 the library chooses 64, or less for small arrays. Arrays of one call
 * that are all to be used in place need the same blocks and grid. */
#ifndef ASHLAR_LA_H
#define ASHLAR_LA_H

#include <ashlar/la/eigen.h>
#include <ashlar/la/factor.h>
#include <ashlar/la/function.h>
#include <ashlar/la/least_squares.h>
#include <ashlar/la/operator.h>
#include <ashlar/la/product.h>
#include <ashlar/la/svd.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Choose the process grid and the tiles of solvers. From then on every solver
 * brings its matrices to the block-cyclic layout of ScaLAPACK on a grid of rows x cols ranks, the
 * first of the arrays' group, in tiles of tile x tile elements; a grid of 1 x 1 is LAPACK on one
 * rank. 0, 0 leaves the grid to the library, which is how it begins: one rank solves small
 * matrices, and where ranks share cores those of up to order 2000; larger ones stay on the grid of
 * an array that is in that layout, unless they are factored by tiles on one node, or get a grid that
 * suits their shape. A tile of 0 likewise.
 * Groups of fewer ranks than rows*cols are not concerned, nor are matrices of one row or column,
 * which one rank solves. A tile that is larger than 256 and than the matrix ends with the matrix.
 * Not collective, but every rank must make the same call.
 * @return ASHLAR_EARG  a negative number, or only one extent is 0
 * @return ASHLAR_ELIMIT  there are fewer ranks; the tile exceeds the integers of BLAS; or more than
 * one rank is asked for and the library is built without ScaLAPACK */
ASHLAR_API int la_set_grid(int rows, int cols, int64_t tile);

#ifdef __cplusplus
}
#endif
#endif
