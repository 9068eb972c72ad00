/* Products with triangular, symmetric and Hermitian matrices. The routines of all types have the
 * same arguments, so only their names are a template. */
#include "linalg/src/blas/la_level3_routines.h"

typedef void triangular_fn(const char *side, const char *uplo, const char *trans, const char *diag,
                           const la_int *m, const la_int *n, const void *alpha, const void *a,
                           const la_int *lda, void *b, const la_int *ldb, size_t, size_t, size_t,
                           size_t);
typedef void triangular_on_grid_fn(const char *side, const char *uplo, const char *trans,
                                   const char *diag, const la_int *m, const la_int *n,
                                   const void *alpha, const void *a, const la_int *ia,
                                   const la_int *ja, const la_int *desca, void *b, const la_int *ib,
                                   const la_int *jb, const la_int *descb, size_t, size_t, size_t,
                                   size_t);
typedef void vector_fn(const char *uplo, const char *trans, const char *diag, const la_int *n,
                       const void *a, const la_int *lda, void *x, const la_int *step, size_t,
                       size_t, size_t);
typedef void rank_k_fn(const char *uplo, const char *trans, const la_int *n, const la_int *k,
                       const void *alpha, const void *a, const la_int *lda, const void *beta,
                       void *c, const la_int *ldc, size_t, size_t);
typedef void rank_k_on_grid_fn(const char *uplo, const char *trans, const la_int *n,
                               const la_int *k, const void *alpha, const void *a, const la_int *ia,
                               const la_int *ja, const la_int *desca, const void *beta, void *c,
                               const la_int *ic, const la_int *jc, const la_int *descc, size_t,
                               size_t);
typedef void rank_2k_fn(const char *uplo, const char *trans, const la_int *n, const la_int *k,
                        const void *alpha, const void *a, const la_int *lda, const void *b,
                        const la_int *ldb, const void *beta, void *c, const la_int *ldc, size_t,
                        size_t);
typedef void rank_2k_on_grid_fn(const char *uplo, const char *trans, const la_int *n,
                                const la_int *k, const void *alpha, const void *a, const la_int *ia,
                                const la_int *ja, const la_int *desca, const void *b,
                                const la_int *ib, const la_int *jb, const la_int *descb,
                                const void *beta, void *c, const la_int *ic, const la_int *jc,
                                const la_int *descc, size_t, size_t);

enum { ROUTINES = LAI_HER2K + 1 };

typedef struct routines {
    vector_fn *solve_vector;
    triangular_fn *triangular[ROUTINES];
    rank_k_fn *rank_k[ROUTINES];
    rank_2k_fn *rank_2k[ROUTINES];
    triangular_on_grid_fn *triangular_on_grid[ROUTINES];
    rank_k_on_grid_fn *rank_k_on_grid[ROUTINES];
    rank_2k_on_grid_fn *rank_2k_on_grid[ROUTINES];
} routines_t;

#define LA_TEMPLATE "linalg/src/blas/la_level3_routines.inc"
#include "linalg/src/blas/la_each_type.h"

static const routines_t *const routines[ASHLAR_TYPE_COUNT] = LA_BY_TYPE(level3);

void lai_triangular(ashlar_type type, lai_level3_t routine, char side, char uplo, char trans,
                    char diag, const void *alpha, const lai_cyclic_t *a, lai_cyclic_t *b)
{
    const la_int *one = &lai_first;
    la_int m = lai_int(b->m), n = lai_int(b->n), lda = lai_int(a->ld), ldb = lai_int(b->ld);
    if (lai_grid_is_serial(&b->grid))
        routines[type]->triangular[routine](&side, &uplo, &trans, &diag, &m, &n, alpha, a->at, &lda,
                                            b->at, &ldb, 1, 1, 1, 1);
    else
        routines[type]->triangular_on_grid[routine](&side, &uplo, &trans, &diag, &m, &n, alpha,
                                                    a->at, one, one, a->desc, b->at, one, one,
                                                    b->desc, 1, 1, 1, 1);
}

void lai_solve_vector(ashlar_type type, char uplo, char trans, char diag, int64_t n, const void *a,
                      la_int lda, void *x)
{
    const la_int order = lai_int(n), step = 1;
    routines[type]->solve_vector(&uplo, &trans, &diag, &order, a, &lda, x, &step, 1, 1, 1);
}

/* Columns of op(a), for c of order n. */
static la_int columns(char trans, const lai_cyclic_t *a)
{
    return lai_int(trans == 'N' ? a->n : a->m);
}

void lai_rank_k(ashlar_type type, lai_level3_t routine, char uplo, char trans,
                lai_factors_t factors, const lai_cyclic_t *a, lai_cyclic_t *c)
{
    const la_int *one = &lai_first;
    la_int n = lai_int(c->n), k = columns(trans, a), lda = lai_int(a->ld), ldc = lai_int(c->ld);
    if (lai_grid_is_serial(&c->grid))
        routines[type]->rank_k[routine](&uplo, &trans, &n, &k, factors.alpha, a->at, &lda,
                                        factors.beta, c->at, &ldc, 1, 1);
    else
        routines[type]->rank_k_on_grid[routine](&uplo, &trans, &n, &k, factors.alpha, a->at, one,
                                                one, a->desc, factors.beta, c->at, one, one,
                                                c->desc, 1, 1);
}

void lai_rank_2k(ashlar_type type, lai_level3_t routine, char uplo, char trans,
                 lai_factors_t factors, const lai_cyclic_t *a, const lai_cyclic_t *b,
                 lai_cyclic_t *c)
{
    const la_int *one = &lai_first;
    la_int n = lai_int(c->n), k = columns(trans, a), lda = lai_int(a->ld), ldb = lai_int(b->ld);
    la_int ldc = lai_int(c->ld);
    if (lai_grid_is_serial(&c->grid))
        routines[type]->rank_2k[routine](&uplo, &trans, &n, &k, factors.alpha, a->at, &lda, b->at,
                                         &ldb, factors.beta, c->at, &ldc, 1, 1);
    else
        routines[type]->rank_2k_on_grid[routine](&uplo, &trans, &n, &k, factors.alpha, a->at, one,
                                                 one, a->desc, b->at, one, one, b->desc,
                                                 factors.beta, c->at, one, one, c->desc, 1, 1);
}
