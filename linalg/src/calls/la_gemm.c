/* Matrix multiplication: the calls. */
#include <inttypes.h>

#include "linalg/src/calls/la_product.h"
#include "linalg/src/calls/la_product_nodes.h"
#include "linalg/src/frame/la_check.h"
#include "linalg/src/frame/la_collective.h"

static int64_t rows_of(const la_patch_t *x)
{
    return x->ihi - x->ilo + 1;
}

static int64_t cols_of(const la_patch_t *x)
{
    return x->jhi - x->jlo + 1;
}

static int check_patch(const char *call, const gai_array_t *array, const la_patch_t *x)
{
    int odd =
        gai_check_patch(call, array, 2, (int64_t[]){x->ilo, x->jlo}, (int64_t[]){x->ihi, x->jhi});
    return odd < 0 ? odd : ASHLAR_OK;
}

static int check_shapes(const char *call, product_t *p, const la_patch_t *a, const la_patch_t *b,
                        const la_patch_t *c)
{
    int64_t am = p->a.k_axis == 1 ? rows_of(a) : cols_of(a);
    int64_t ak = p->a.k_axis == 1 ? cols_of(a) : rows_of(a);
    int64_t bk = p->b.k_axis == 0 ? rows_of(b) : cols_of(b);
    int64_t bn = p->b.k_axis == 0 ? cols_of(b) : rows_of(b);
    if (am != rows_of(c) || ak != bk || bn != cols_of(c))
        return AL_FAIL(ASHLAR_ESHAPE,
                       "%s: op(a) is %" PRId64 " x %" PRId64 ", op(b) %" PRId64 " x %" PRId64
                       ", c %" PRId64 " x %" PRId64,
                       call, am, ak, bk, bn, rows_of(c), cols_of(c));
    p->m = am;
    p->n = bn;
    p->k = p->blas->is_zero(p->alpha) ? 0 : ak;
    return ASHLAR_OK;
}

static int check_overlap(const char *call, const gai_array_t *array, const la_patch_t *x,
                         const la_patch_t *c)
{
    if (x->g == c->g && ali_max(x->ilo, c->ilo) <= ali_min(x->ihi, c->ihi) &&
        ali_max(x->jlo, c->jlo) <= ali_min(x->jhi, c->jhi))
        return AL_FAIL(ASHLAR_EARG,
                       "%s: the patch %" PRId64 "..%" PRId64 ", %" PRId64 "..%" PRId64
                       " of array '%s' is both read and written",
                       call, c->ilo, c->ihi, c->jlo, c->jhi, array->name);
    return ASHLAR_OK;
}

static int gemm(const char *call, char transa, char transb, const void *alpha,
                gai_array_t *const array[3], const la_patch_t *a, const la_patch_t *b,
                const void *beta, const la_patch_t *c)
{
    product_t p = {.blas = lai_blas(array[2]->type), .alpha = alpha, .beta = beta};
    p.a = (operand_t){.array = array[0], .origin = {a->ilo, a->jlo}};
    p.b = (operand_t){.array = array[1], .origin = {b->ilo, b->jlo}};
    AL_TRY(lai_check_letter(call, "transa", transa, "ntc", &p.a.trans));
    AL_TRY(lai_check_letter(call, "transb", transb, "ntc", &p.b.trans));
    p.a.k_axis = p.a.trans == 'N' ? 1 : 0;
    p.b.k_axis = p.b.trans == 'N' ? 0 : 1;
    if (!alpha || !beta)
        return gai_bad_argument(call, alpha ? "beta" : "alpha");
    AL_TRY(gai_check_writable(call, array[2]));
    AL_TRY(lai_check_alike(call, array[0], array[2]));
    AL_TRY(lai_check_alike(call, array[1], array[2]));
    AL_TRY(check_patch(call, array[0], a));
    AL_TRY(check_patch(call, array[1], b));
    AL_TRY(check_patch(call, array[2], c));
    AL_TRY(check_shapes(call, &p, a, b, c));
    AL_TRY(check_overlap(call, array[0], a, c));
    AL_TRY(check_overlap(call, array[1], b, c));
    return array[2]->group->node_count > 1 && p.k > 0 ? lai_multiply_nodes(call, &p, array[2], c)
                                                      : lai_multiply(call, &p, array[2], c);
}

static la_patch_t whole(const gai_array_t *array)
{
    return (la_patch_t){array->handle, 0, lai_rows(array) - 1, 0, lai_cols(array) - 1};
}

int la_gemm(char transa, char transb, const void *alpha, ga_t a, ga_t b, const void *beta, ga_t c)
{
    LAI_COLLECTIVE(la_gemm, transa, transb, alpha, a, b, beta, c);
    const char *call = __func__;
    gai_array_t *array[3];
    AL_TRY(lai_check_started(call));
    AL_TRY(lai_find(call, a, &array[0]));
    AL_TRY(lai_find(call, b, &array[1]));
    AL_TRY(lai_find(call, c, &array[2]));
    la_patch_t patch[3] = {whole(array[0]), whole(array[1]), whole(array[2])};
    return gemm(call, transa, transb, alpha, array, &patch[0], &patch[1], beta, &patch[2]);
}

static lai_numbers_t numbers_of_patch(la_patch_t p)
{
    return (lai_numbers_t){{p.g, p.ilo, p.ihi, p.jlo, p.jhi}};
}

int la_gemm_patch(char transa, char transb, const void *alpha, la_patch_t a, la_patch_t b,
                  const void *beta, la_patch_t c)
{
    ALI_CHECKED(gai_check_collective(LAI_ROW(la_gemm_patch), NULL, transa, transb, alpha,
                                     numbers_of_patch(a).at, numbers_of_patch(b).at, beta,
                                     numbers_of_patch(c).at));
    const char *call = __func__;
    gai_array_t *array[3];
    AL_TRY(lai_check_started(call));
    AL_TRY(lai_find(call, a.g, &array[0]));
    AL_TRY(lai_find(call, b.g, &array[1]));
    AL_TRY(lai_find(call, c.g, &array[2]));
    return gemm(call, transa, transb, alpha, array, &a, &b, beta, &c);
}
