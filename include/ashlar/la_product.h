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

#ifdef __cplusplus
}
#endif
#endif
