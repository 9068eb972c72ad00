/** Singular value decompositions.
 *
 * All calls are collective over the group of their arrays. What else holds for them all, and the
 * errors that any may return, ASHLAR_EHANDLE and others, stand in la.h. */
#ifndef ASHLAR_LA_SVD_H
#define ASHLAR_LA_SVD_H

#include <ashlar/ga.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Singular values and vectors of an m x n matrix: a = u*diag(s)*vt, with k = min(m,n) values. a is
 * unchanged. Uses GESDD of LAPACK on one rank, or GESVD if only u or only vt is wanted or GESDD
 * does not converge; GESVD of ScaLAPACK on several. Memory beside the matrices: on one rank up to
 * about 4*k*k elements, for complex types as many again; on several k*(m+n)/ranks elements each.
 * @param[out] s   k reals (float for single precision types, else double), descending, on all
 *                 ranks
 * @param[out] u   m x k; its columns, orthonormal, are the left singular vectors. 0: not wanted
 * @param[out] vt  k x n; its rows, orthonormal, are the right singular vectors, conjugated for
 *                 complex types. 0: not wanted
 * @return ASHLAR_EARG  two of the arrays are the same
 * @return ASHLAR_ENUMERIC  no convergence; or a singular value is beyond the range of its type */
ASHLAR_API int la_svd(ga_t a, void *s, ga_t u, ga_t vt);

#ifdef __cplusplus
}
#endif
#endif
