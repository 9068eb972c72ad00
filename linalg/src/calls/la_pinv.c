/* The inverse of Moore and Penrose. */
#include <inttypes.h>
#include <stdlib.h>

#include "linalg/src/calls/la_function.h"
#include "linalg/src/frame/la_check.h"
#include "linalg/src/frame/la_collective.h"

typedef struct pinv {
    const char *call;
    const gai_array_t *a;
    gai_array_t *inverse;
    const lai_blas_t *blas;
    int64_t m, n, count; /* of singular values; */
    void *values;        /* reals */
    ga_t vectors[2];     /* u, v' */
} pinv_t;

enum { U, VT };

static int check_pinv(const char *call, const gai_array_t *a, const gai_array_t *inverse)
{
    AL_TRY(lai_check_alike(call, a, inverse));
    if (lai_rows(a) != lai_cols(inverse) || lai_cols(a) != lai_rows(inverse))
        return AL_FAIL(ASHLAR_ESHAPE,
                       "%s: array '%s' is %" PRId64 " x %" PRId64 ", its inverse '%s' %" PRId64
                       " x %" PRId64,
                       call, a->name, lai_rows(a), lai_cols(a), inverse->name, lai_rows(inverse),
                       lai_cols(inverse));
    return gai_check_writable(call, inverse);
}

static int make_vectors(pinv_t *p)
{
    p->values = malloc((size_t)p->count * sizeof(double));
    int status = p->values ? ASHLAR_OK
                           : AL_FAIL(ASHLAR_ENOMEM, "%s: no memory for %" PRId64 " singular values",
                                     p->call, p->count);
    AL_TRY(gai_agree(p->call, p->a->group, status));
    AL_TRY(lai_function_create(p->call, p->a, p->m, p->count, &p->vectors[U]));
    return lai_function_create(p->call, p->a, p->count, p->n, &p->vectors[VT]);
}

static int64_t rank_above(const pinv_t *p, double threshold)
{
    if (threshold < 0)
        threshold =
            (double)ali_max(p->m, p->n) * lai_epsilon(p->blas) * lai_real_at(p->blas, p->values, 0);
    int64_t rank = 0;
    while (rank < p->count && lai_real_at(p->blas, p->values, rank) > threshold)
        ++rank;
    return rank;
}

/* u = u * diag(1/s) */
static int divide_vectors(const pinv_t *p, int64_t rank)
{
    const int64_t parts = (int64_t)(p->blas->element / p->blas->real);
    lai_block_t mine;
    AL_TRY(lai_function_block(p->vectors[U], &mine));
    for (int64_t j = 0; j < ali_min(mine.cols, rank - mine.j); ++j)
        p->blas->scale_reals(mine.rows * parts, 1 / lai_real_at(p->blas, p->values, mine.j + j),
                             mine.at + p->blas->element * (size_t)(j * mine.ld));
    return mine.at ? ga_release(p->vectors[U]) : ASHLAR_OK;
}

static int multiply_vectors(const pinv_t *p, int64_t rank)
{
    const double _Complex zero = 0;
    const la_patch_t u = {p->vectors[U], 0, p->m - 1, 0, rank - 1};
    const la_patch_t vt = {p->vectors[VT], 0, rank - 1, 0, p->n - 1};
    const la_patch_t inverse = {p->inverse->handle, 0, p->n - 1, 0, p->m - 1};
    return la_gemm_patch('c', 'c', p->blas->one, vt, u, &zero, inverse);
}

static int pseudoinvert(pinv_t *p, double threshold, int64_t *rank)
{
    AL_TRY(make_vectors(p));
    AL_TRY(la_svd(p->a->handle, p->values, p->vectors[U], p->vectors[VT]));
    *rank = rank_above(p, threshold);
    const double least = *rank ? lai_real_at(p->blas, p->values, *rank - 1) : 1;
    if (1 / least > lai_most(p->blas))
        return AL_FAIL(ASHLAR_ENUMERIC,
                       "%s: the inverse of singular value %" PRId64
                       " of array '%s', %g, is beyond the range of its type",
                       p->call, *rank - 1, p->a->name, least);
    AL_TRY(divide_vectors(p, *rank));
    return multiply_vectors(p, *rank);
}

int la_pinv(ga_t a, const void *threshold, ga_t inverse, int64_t *rank)
{
    LAI_COLLECTIVE(la_pinv, a, threshold, inverse, rank);
    gai_array_t *matrix, *result;
    int64_t found = 0;
    double limit;
    AL_TRY(lai_check_started(__func__));
    AL_TRY(lai_find(__func__, a, &matrix));
    AL_TRY(lai_find(__func__, inverse, &result));
    AL_TRY(check_pinv(__func__, matrix, result));
    AL_TRY(lai_function_threshold(__func__, matrix, threshold, &limit));
    AL_TRY(lai_function_check_finite(__func__, matrix));
    pinv_t p = {.call = __func__,
                .a = matrix,
                .inverse = result,
                .blas = lai_blas(matrix->type),
                .m = lai_rows(matrix),
                .n = lai_cols(matrix),
                .count = ali_min(lai_rows(matrix), lai_cols(matrix))};
    int status = lai_function_destroy(pseudoinvert(&p, limit, &found), p.vectors, 2);
    free(p.values);
    if (status == ASHLAR_OK && rank)
        *rank = found;
    return status;
}
