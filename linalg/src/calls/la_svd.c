/* Singular value decompositions. */
#include <inttypes.h>

#include "linalg/src/frame/la_check.h"
#include "linalg/src/frame/la_collective.h"
#include "linalg/src/frame/la_grid.h"
#include "linalg/src/frame/la_redist.h"
#include "linalg/src/frame/la_scale.h"
#include "linalg/src/frame/la_solver.h"
#include "linalg/src/lapack/la_svd_routines.h"

enum { A, U, VT };

static lai_cyclic_t *wanted(lai_operand_t *o)
{
    return o->to ? &o->x : NULL;
}

static int svd_room(lai_solver_t *s)
{
    return lai_svd(s->type)->query_workspace(s->call, &s->operand[A].x, wanted(&s->operand[U]),
                                             wanted(&s->operand[VT]), &s->work);
}

static int64_t decompose_by(lai_solver_t *s, int by_qr)
{
    lai_cyclic_t *a = &s->operand[A].x;
    int exponent = lai_scale_down(s->blas, a);
    int64_t info = lai_svd(s->type)->solve(a, wanted(&s->operand[U]), wanted(&s->operand[VT]), s->w,
                                           &s->work, by_qr);
    lai_scale_reals(s->blas, s->value_count, s->w, exponent);
    return info;
}

/* Divide and conquer fails for some matrices that QR iterations solve; a is destroyed then. */
static int64_t decompose(lai_solver_t *s)
{
    const lai_operand_t *a = &s->operand[A];
    int64_t info = decompose_by(s, 0);
    if (info > 0 && lai_grid_is_serial(&a->x.grid) &&
        lai_redistribute(a->from, &a->x, LAI_FROM_ARRAY, NULL, NULL) == ASHLAR_OK)
        info = decompose_by(s, 1);
    return info;
}

static int refuse(const char *call, const gai_array_t *a, int64_t info)
{
    if (info > ali_min(lai_rows(a), lai_cols(a)))
        return AL_FAIL(ASHLAR_ENUMERIC,
                       "%s: the ranks found different singular values of array '%s': their "
                       "processors or libraries are not alike",
                       call, a->name);
    return AL_FAIL(ASHLAR_ENUMERIC,
                   "%s: no convergence for array '%s' of %" PRId64 " x %" PRId64
                   " elements (info = %" PRId64 ")",
                   call, a->name, lai_rows(a), lai_cols(a), info);
}

/* x is of the kind of a, has these extents, and is not among the others. */
static int check_vectors(const char *call, const gai_array_t *a, const gai_array_t *x, int64_t rows,
                         int64_t cols)
{
    AL_TRY(lai_check_alike(call, a, x));
    if (a == x)
        return AL_FAIL(ASHLAR_EARG, "%s: array '%s' is both the matrix and its vectors", call,
                       x->name);
    if (lai_rows(x) != rows || lai_cols(x) != cols)
        return AL_FAIL(ASHLAR_ESHAPE,
                       "%s: array '%s' is %" PRId64 " x %" PRId64 ", not %" PRId64 " x %" PRId64
                       " as the vectors of '%s'",
                       call, x->name, lai_rows(x), lai_cols(x), rows, cols, a->name);
    return ASHLAR_OK;
}

int la_svd(ga_t a, void *s, ga_t u, ga_t vt)
{
    LAI_COLLECTIVE(la_svd, a, s, u, vt);
    static const lai_stage_t stages[] = {{"the singular value decomposition", decompose, refuse, A},
                                         {0}};
    gai_array_t *matrix, *left = NULL, *right = NULL;
    AL_TRY(lai_check_started(__func__));
    AL_TRY(lai_find(__func__, a, &matrix));
    if (u)
        AL_TRY(lai_find(__func__, u, &left));
    if (vt)
        AL_TRY(lai_find(__func__, vt, &right));
    if (!s)
        return gai_bad_argument(__func__, "s");
    int64_t count = ali_min(lai_rows(matrix), lai_cols(matrix));
    if (left)
        AL_TRY(check_vectors(__func__, matrix, left, lai_rows(matrix), count));
    if (right)
        AL_TRY(check_vectors(__func__, matrix, right, count, lai_cols(matrix)));
    if (left && left == right)
        return AL_FAIL(ASHLAR_EARG, "%s: array '%s' is to hold both the left and right vectors",
                       __func__, left->name);
    lai_solver_t solver = {.call = __func__,
                           .kind = LAI_SINGULAR,
                           .stages = stages,
                           .query_workspace = svd_room,
                           .values = s,
                           .value_count = count};
    solver.operand[A] = (lai_operand_t){.from = matrix};
    solver.operand[U] = (lai_operand_t){.to = left};
    solver.operand[VT] = (lai_operand_t){.to = right};
    return lai_solve(&solver);
}
