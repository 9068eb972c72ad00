/** Least squares.
 *
 * All calls are collective over the group of their arrays. What else holds for them all, and the
 * errors that any may return, ASHLAR_EHANDLE and others, stand in la.h. */
#ifndef ASHLAR_LA_LEAST_SQUARES_H
#define ASHLAR_LA_LEAST_SQUARES_H

#include <ashlar/ga.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The x that makes |a*x - b| least, column by column; if a, m x n, is wide, the shortest of those
 * with a*x = b. a must have full rank, which is checked: each diagonal element of the factor r of a
 * = q*r (GEQRF), or for a wide matrix l of a = l*q (GELQF), must be more than 10*sqrt(max(m,n))
 * times the rounding unit, relative to the largest element of its column of r or row of l. So
 * columns, or rows of a wide matrix, may be of very different sizes, and so may columns of b. a and
 * b are unchanged. Memory beside the matrices: some tiles of columns or rows.
 * @param[in] b   m x nrhs
 * @param[out] x  n x nrhs; neither a nor b, else ASHLAR_EARG
 * @return ASHLAR_ENUMERIC  a does not have full rank, or elements of the solution are beyond the
 *                          range of their type; x is unchanged */
ASHLAR_API int la_least_squares(ga_t a, ga_t b, ga_t x);

#ifdef __cplusplus
}
#endif
#endif
