/* Products with triangular, symmetric and Hermitian matrices: the Level 3 BLAS besides GEMM, and
 * the PBLAS of the same names. */
#ifndef LA_LEVEL3_ROUTINES_H
#define LA_LEVEL3_ROUTINES_H

#include "linalg/src/blas/la_blas.h"

/* Letters are upper case, as BLAS has them. For real types HERK is SYRK, and HER2K is SYR2K. */
typedef enum lai_level3 {
    LAI_TRSM,
    LAI_TRMM,
    LAI_SYRK,
    LAI_HERK,
    LAI_SYR2K,
    LAI_HER2K
} lai_level3_t;

/* Numbers of the result's type, but for alpha of HERK and beta of HERK and HER2K: reals. */
typedef struct lai_factors {
    const void *alpha, *beta;
} lai_factors_t;

/* TRSM, TRMM: b = alpha*op(a)*b, or b*op(a), with a or its inverse */
void lai_triangular(ashlar_type type, lai_level3_t routine, char side, char uplo, char trans,
                    char diag, const void *alpha, const lai_cyclic_t *a, lai_cyclic_t *b);
/* TRSV: x = inverse(op(a))*x, a of order n in one place */
void lai_solve_vector(ashlar_type type, char uplo, char trans, char diag, int64_t n, const void *a,
                      la_int lda, void *x);
/* SYRK, HERK: a triangle of c = alpha*op(a)*op(a)' + beta*c */
void lai_rank_k(ashlar_type type, lai_level3_t routine, char uplo, char trans,
                lai_factors_t factors, const lai_cyclic_t *a, lai_cyclic_t *c);
/* SYR2K, HER2K: a triangle of c = alpha*op(a)*op(b)' + its transpose + beta*c */
void lai_rank_2k(ashlar_type type, lai_level3_t routine, char uplo, char trans,
                 lai_factors_t factors, const lai_cyclic_t *a, const lai_cyclic_t *b,
                 lai_cyclic_t *c);

#endif
