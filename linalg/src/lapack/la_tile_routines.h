/* BLAS and LAPACK, by element type, for panels and tiles that lie in one place. */
#ifndef LA_TILE_ROUTINES_H
#define LA_TILE_ROUTINES_H

#include <ashlar/types.h>

#include "linalg/src/blas/la_blas.h"

/* Letters are upper case, as BLAS has them; alpha is 1 where none is named. */
typedef struct lai_tile_routines {
    const void *minus_one;
    /* b = inverse(op(a))*b or b*inverse(op(a)), b of m x n */
    void (*trsm)(char side, char uplo, char trans, char diag, int64_t m, int64_t n, const void *a,
                 int64_t lda, void *b, int64_t ldb);
    /* c -= a*op(b), op 'N', 'T' or 'C'; c of m x n, a of m x k */
    void (*subtract)(char op, int64_t m, int64_t n, int64_t k, const void *a, int64_t lda,
                     const void *b, int64_t ldb, void *c, int64_t ldc);
    /* c -= op(a)*b, op 'T' or 'C'; c of m x n, b of k x n */
    void (*subtract_transposed)(char op, int64_t m, int64_t n, int64_t k, const void *a,
                                int64_t lda, const void *b, int64_t ldb, void *c, int64_t ldc);
    /* the lower triangle of c -= a*a', a of n x k */
    void (*subtract_square)(int64_t n, int64_t k, const void *a, int64_t lda, void *c, int64_t ldc);
    /* The lower triangle of a becomes its Cholesky factor. */
    int64_t (*cholesky)(int64_t n, void *a, int64_t lda);
    /* a, m x n, becomes its LU factors; pivots[min(m,n)] count from 1. */
    int64_t (*lu)(int64_t m, int64_t n, void *a, int64_t lda, la_int *pivots);
    /* a, m x n with m >= n, becomes q*r, and block the n x n factor of q = 1 - v*block*v'. */
    void (*qr)(int64_t m, int64_t n, void *a, int64_t lda, void *block, int64_t ld);
    /* c = q'*c, c of m x n, q from k columns of v; work: n*k elements */
    void (*apply_block)(int64_t m, int64_t n, int64_t k, const void *v, int64_t ldv,
                        const void *block, int64_t ld, void *c, int64_t ldc, void *work);
    /* Row i of u, which has rows of n elements one after the other, becomes row from[i] of n
     * columns of a, for i < width; then row row[d] of a becomes its row source[d], for d < count.
     */
    void (*take_rows)(int64_t n, void *a, int64_t lda, int64_t width, const int64_t *from,
                      int64_t count, const int64_t *row, const int64_t *source, void *u);
    /* Rows 0..width-1 of n columns of a become those of u. */
    void (*store_rows)(int64_t n, void *a, int64_t lda, int64_t width, const void *u);
    /* x becomes its conjugate; nothing for real types */
    void (*conjugate)(int64_t n, void *x);
    /* y -= x */
    void (*subtract_vector)(int64_t n, const void *x, void *y);
    /* The row, from 0, of the largest of n elements in LAPACK's measure for pivots, and that. */
    int64_t (*find_pivot)(int64_t n, const void *x, double *size);
    /* x /= pivot, as LAPACK does it */
    void (*divide)(int64_t n, const void *pivot, void *x);
} lai_tile_routines_t;

/* The routines of a type of BLAS. */
const lai_tile_routines_t *lai_tile_routines(ashlar_type type);

#endif
