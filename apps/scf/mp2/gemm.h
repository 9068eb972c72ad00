/* Local matrix products, by the BLAS. */
#ifndef SCF_GEMM_H
#define SCF_GEMM_H

#include <stdint.h>

#if ASHLAR_BLAS_INT64
typedef int64_t blas_int;
#else
typedef int32_t blas_int;
#endif

void dgemm_(const char *transa, const char *transb, const blas_int *m, const blas_int *n,
            const blas_int *k, const double *alpha, const double *a, const blas_int *lda,
            const double *b, const blas_int *ldb, const double *beta, double *c,
            const blas_int *ldc, size_t, size_t);

/* c = a op(b) for column-major matrices: c is m x n, a is m x k. */
static inline void gemm(char op, int64_t m, int64_t n, int64_t k, const double *a, int64_t lda,
                        const double *b, int64_t ldb, double *c, int64_t ldc)
{
    const double one = 1, zero = 0;
    const blas_int sizes[6] = {(blas_int)m,   (blas_int)n,   (blas_int)k,
                               (blas_int)lda, (blas_int)ldb, (blas_int)ldc};
    dgemm_("N", &op, &sizes[0], &sizes[1], &sizes[2], &one, a, &sizes[3], b, &sizes[4], &zero, c,
           &sizes[5], 1, 1);
}

#endif
