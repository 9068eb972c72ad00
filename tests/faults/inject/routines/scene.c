/* Calls of linalg, each on the same matrices. */
#include "scene.h"

#include "harness/harness.h"
#include "linalg/src/frame/la_context.h"

/* One rank alone solves problems of order N, or a grid does. */
void set_grids(bool on)
{
    lai_context.one_order = on ? 1 : 1000;
    lai_context.one_ranks = 0;
    lai_context.crowded_order = 0;
    lai_context.rank_extent = 16;
    lai_context.elpa = 0;
}

scene_t scene_create(ga_group_t group)
{
    rng_t rng = rng_seed(5);
    scene_t s = {.group = group, .x = dense_hermitian(&rng, ASHLAR_DOUBLE, N, true), .w = {77}};
    s.a = matrix_from(ASHLAR_DOUBLE, &s.x, LAYOUT_REGULAR, group);
    s.b = matrix_from(ASHLAR_DOUBLE, &s.x, LAYOUT_CHUNKED, group);
    s.z = matrix_from(ASHLAR_DOUBLE, &s.x, LAYOUT_IRREGULAR, group);
    return s;
}

void scene_check_unchanged(const scene_t *s)
{
    const ga_t all[] = {s->a, s->b, s->z};
    for (int k = 0; k < 3; ++k) {
        dense_t now = matrix_read(all[k]);
        CHECK(dense_distance(&s->x, &now) == 0);
        dense_free(&now);
    }
    CHECK(s->w[0] == 77);
}

void scene_free(scene_t *s)
{
    const ga_t all[] = {s->a, s->b, s->z};
    for (int k = 0; k < 3; ++k)
        CHECK_OK(ga_destroy(all[k]));
    dense_free(&s->x);
    if (s->f)
        CHECK_OK(la_factor_free(s->f));
}

void prepare(call_t call, scene_t *s)
{
    if (call >= FACTOR_SOLVE && call <= FACTOR_CONDITION)
        CHECK_OK(la_factor_lu(s->a, &s->f));
    if (call == CHOLESKY_INVERSE || call == UPDATE || call == DOWNDATE)
        CHECK_OK(la_factor_cholesky(s->a, &s->f));
    if (call == DOWNDATE)
        CHECK_OK(la_factor_update(s->f, s->b));
    if (call >= QR_APPLY && call <= QR_FORM_R)
        CHECK_OK(la_factor_qr(s->a, &s->f));
}

static int factor_and_free(ga_t a, int (*factor)(ga_t a, la_factor_t *f))
{
    la_factor_t f = 0;
    int status = factor(a, &f);
    return status == ASHLAR_OK ? la_factor_free(f) : status;
}

int call_one(call_t call, scene_t *s)
{
    const double one = 1, zero = 0;
    double errors[2 * N];
    int64_t found;
    int steps;
    switch (call) {
    case VALUES:
        return la_eigen(s->a, s->w, 0);
    case VECTORS:
        return la_eigen(s->a, s->w, s->z);
    case SOME:
        return la_eigen_range(s->a, (la_range_t){.by = LA_BY_PLACE, .first = 3, .last = 5}, s->w,
                              s->z, &found);
    case GENERAL:
        return la_eigen_general(s->a, s->b, s->w, s->z);
    case CHOLESKY:
        return la_cholesky(s->a);
    case CHOLESKY_SOLVE:
        return la_cholesky_solve(s->a, s->z);
    case SOLVE_LU:
        return la_solve(s->a, s->z);
    case SOLVE_MIXED:
        return la_solve_mixed(s->a, s->z, &steps);
    case INVERSE:
        return la_inverse(s->a, s->z);
    case FACTOR_LU:
        return factor_and_free(s->a, la_factor_lu);
    case FACTOR_SOLVE:
        return la_factor_solve(s->f, 'n', s->z);
    case FACTOR_REFINE:
        return la_factor_refine(s->f, 'n', s->a, s->b, s->z, errors, errors + N);
    case FACTOR_INVERSE:
    case CHOLESKY_INVERSE:
        return la_factor_inverse(s->f, s->z);
    case FACTOR_CONDITION:
        return la_factor_condition(s->f, s->w + 1);
    case TRSM:
        return la_trsm('l', 'u', 't', 'n', &one, s->a, s->z);
    case SYR2K:
        return la_syr2k('l', 'n', &one, s->a, s->b, &zero, s->z);
    case NORM:
        return la_norm('1', 's', 'l', 'n', s->a, &s->w[0]);
    case SINGULAR_VALUES:
        return la_svd(s->a, s->w, 0, 0);
    case SINGULAR_LEFT:
        return la_svd(s->a, s->w, s->b, 0);
    case SINGULAR:
        return la_svd(s->a, s->w, s->b, s->z);
    case LEAST_SQUARES:
        return la_least_squares(s->a, s->b, s->z);
    case UPDATE:
        return la_factor_update(s->f, s->b);
    case DOWNDATE:
        return la_factor_downdate(s->f, s->b);
    case UPDATE_ARRAY:
        return la_cholesky_update(s->a, s->b);
    case FACTOR_QR:
        return factor_and_free(s->a, la_factor_qr);
    case QR_APPLY:
        return la_qr_apply(s->f, 'r', 'c', s->z);
    case QR_FORM_Q:
        return la_qr_form_q(s->f, s->z);
    case QR_FORM_R:
        return la_qr_form_r(s->f, s->z);
    default:
        return la_gemm('n', 'n', &one, s->a, s->b, &zero, s->z);
    }
}
