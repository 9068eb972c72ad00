/* QR factors that are kept, and what is made of them. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "armci-lite/src/al_private.h"
#include "linalg/src/calls/la_factor.h"
#include "linalg/src/frame/la_check.h"
#include "linalg/src/frame/la_collective.h"
#include "linalg/src/frame/la_redist.h"
#include "linalg/src/frame/la_scale.h"
#include "linalg/src/lapack/la_least_squares_routines.h"

/* q is the product of so many reflectors. */
static int64_t qr_rank(const lai_factor_t *f)
{
    return ali_min(f->x.m, f->x.n);
}

/* ---- making them ----------------------------------------------------------------------------- */

static int qr_room(lai_solver_t *s)
{
    lai_factor_t *f = s->data;
    lai_cyclic_t *a = &s->operand[A].x;
    const size_t bytes = (size_t)ali_min(a->m, a->n) * s->blas->element;
    AL_TRY(lai_least(s->type)->query_qr(s->call, LAI_QR_FACTOR, 'L', a, NULL, &s->work));
    f->tau = malloc(bytes);
    return f->tau ? ASHLAR_OK
                  : AL_FAIL(ASHLAR_ENOMEM, "%s: no memory for %zu bytes of reflectors", s->call,
                            bytes);
}

/* Each column has a size of its own, which becomes that of its column of r. The routines leave tau
 * first in their work array, and find it there. */
static int64_t factor_qr(lai_solver_t *s)
{
    lai_factor_t *f = s->data;
    lai_cyclic_t *a = &s->operand[A].x;
    lai_scale_columns(s->blas, a, NULL, lai_band_of_squares, a->exponents);
    int64_t info = lai_least(s->type)->factor_qr(a, &s->work);
    memcpy(f->tau, s->work.work, (size_t)ali_min(a->m, a->n) * s->blas->element);
    return info;
}

int la_factor_qr(ga_t a, la_factor_t *f)
{
    LAI_COLLECTIVE(la_factor_qr, a, f);
    static const lai_stage_t stages[] = {{"GEQRF", factor_qr, NULL, A}, {0}};
    gai_array_t *array;
    AL_TRY(lai_check_started(__func__));
    AL_TRY(lai_find(__func__, a, &array));
    if (!f)
        return gai_bad_argument(__func__, "the pointer to the factor");
    lai_factor_t made = {.is_qr = 1,
                         .type = array->type,
                         .group = array->group,
                         .group_handle = array->group_handle};
    snprintf(made.name, sizeof made.name, "%s", array->name);
    lai_solver_t s = {.call = __func__,
                      .kind = LAI_LEAST_SQUARES,
                      .stages = stages,
                      .query_workspace = qr_room,
                      .data = &made};
    s.operand[A] = (lai_operand_t){.from = array, .pivots = 1, .caller_keeps = 1};
    int status = lai_solve(&s);
    if (status != ASHLAR_OK) {
        free(made.tau);
        return status;
    }
    made.x = s.operand[A].x;
    return lai_keep_factor(__func__, &made, f);
}

/* ---- using them ------------------------------------------------------------------------------ */

static int64_t qr_overflow(lai_solver_t *s)
{
    return lai_first_overflow(s->blas, &s->operand[B].x);
}

static void load_tau(lai_solver_t *s)
{
    const lai_factor_t *f = s->data;
    memcpy(s->work.work, f->tau, (size_t)qr_rank(f) * s->blas->element);
}

/* Vectors that q is applied to, columns of x or rows, may be of any size each. */
static int64_t apply_q(lai_solver_t *s)
{
    lai_factor_t *f = s->data;
    lai_cyclic_t *x = &s->operand[B].x;
    const int by_rows = f->side == 'R';
    double *exponents = s->work.rwork;
    load_tau(s);
    if (by_rows)
        lai_scale_rows(s->blas, x, lai_band_of_products(s->blas), exponents);
    else
        lai_scale_columns(s->blas, x, NULL, lai_band_of_products(s->blas), exponents);
    int64_t info = lai_least(s->type)->apply(f->side, f->op, &f->x, x, &s->work);
    for (int64_t i = 0; by_rows && i < x->m; ++i)
        exponents[i] = -exponents[i]; /* rows are divided, not multiplied */
    lai_scale_back(s->blas, x, by_rows ? exponents : NULL, by_rows ? NULL : exponents);
    return info;
}

static int apply_room(lai_solver_t *s)
{
    lai_factor_t *f = s->data;
    lai_cyclic_t *x = &s->operand[B].x;
    AL_TRY(lai_narrow(s->call, "the work array of exponents",
                      LAI_DOUBLES(f->side == 'R' ? x->m : x->n), &s->work.rwork_count));
    return lai_least(s->type)->query_qr(s->call, LAI_QR_APPLY, f->side, &f->x, x, &s->work);
}

/* An array of the factor's group and type; suits: its extents are those that are asked for. */
static int check_qr_shape(const char *call, const lai_factor_t *f, const gai_array_t *b,
                          const char *wanted, int suits)
{
    AL_TRY(lai_check_like_factor(call, f, b));
    return suits
               ? ASHLAR_OK
               : AL_FAIL(ASHLAR_ESHAPE,
                         "%s: array '%s' is %" PRId64 " x %" PRId64 ", but for QR factors of '%s', "
                         "which is %" PRId64 " x %" PRId64 ", it needs %s",
                         call, b->name, lai_rows(b), lai_cols(b), f->name, f->x.m, f->x.n, wanted);
}

int la_qr_apply(la_factor_t f, char side, char trans, ga_t b)
{
    ALI_CHECKED(gai_check_collective(LAI_ROW(la_qr_apply), lai_factor_group(f), f, side, trans, b));
    static const lai_stage_t stages[] = {{"ORMQR or UNMQR", apply_q, NULL, B},
                                         {"the product", qr_overflow, lai_explain_overflow, B},
                                         {0}};
    lai_factor_t *factor;
    gai_array_t *array;
    char on, op;
    AL_TRY(lai_find_any_factor(__func__, f, &factor));
    AL_TRY(lai_find(__func__, b, &array));
    const int is_real = factor->type == ASHLAR_FLOAT || factor->type == ASHLAR_DOUBLE;
    AL_TRY(lai_check_letter(__func__, "side", side, "lr", &on));
    AL_TRY(lai_check_letter(__func__, "trans", trans, is_real ? "ntc" : "nc", &op));
    AL_TRY(
        check_qr_shape(__func__, factor, array,
                       on == 'L' ? "as many rows as that has" : "as many columns as that has rows",
                       (on == 'L' ? lai_rows(array) : lai_cols(array)) == factor->x.m));
    AL_TRY(gai_check_writable(__func__, array));
    AL_TRY(lai_check_qr(__func__, factor));
    lai_solver_t s = lai_factor_solver(__func__, factor, stages);
    s.query_workspace = apply_room;
    factor->side = on;
    factor->op = op;
    s.operand[B] = (lai_operand_t){.from = array, .to = array};
    return lai_solve(&s);
}

/* Copy my columns of the factors to those of x, as many as both have; upper: from the diagonal up,
 * with zeros below. */
static void copy_factors(const lai_solver_t *s, lai_cyclic_t *x, int upper)
{
    const lai_factor_t *f = s->data;
    const lai_grid_t *grid = &x->grid;
    const size_t element = s->blas->element;
    const int64_t cols = lai_cyclic_count(ali_min(x->n, f->x.n), x->tile_n, grid->col, grid->cols);
    for (int64_t j = 0; j < cols; ++j) {
        const int64_t above = lai_cyclic_index(j, x->tile_n, grid->col, grid->cols) + 1;
        const int64_t rows =
            upper ? lai_cyclic_count(ali_min(above, x->m), x->tile_m, grid->row, grid->rows)
                  : x->rows;
        char *to = lai_factor_column(s, x, j);
        memcpy(to, lai_factor_column(s, &f->x, j), element * (size_t)rows);
        memset(to + element * (size_t)rows, 0, element * (size_t)(x->rows - rows));
    }
}

static int64_t form_q(lai_solver_t *s)
{
    const lai_factor_t *f = s->data;
    load_tau(s);
    copy_factors(s, &s->operand[B].x, 0);
    return lai_least(s->type)->form(&f->x, &s->operand[B].x, &s->work);
}

static int form_room(lai_solver_t *s)
{
    lai_factor_t *f = s->data;
    return lai_least(s->type)->query_qr(s->call, LAI_QR_FORM, 'L', &f->x, &s->operand[B].x,
                                        &s->work);
}

int la_qr_form_q(la_factor_t f, ga_t q)
{
    ALI_CHECKED(gai_check_collective(LAI_ROW(la_qr_form_q), lai_factor_group(f), f, q));
    static const lai_stage_t stages[] = {{"ORGQR or UNGQR", form_q, NULL, B}, {0}};
    lai_factor_t *factor;
    gai_array_t *array;
    AL_TRY(lai_find_any_factor(__func__, f, &factor));
    AL_TRY(lai_find(__func__, q, &array));
    AL_TRY(check_qr_shape(__func__, factor, array, "as many rows as that has, and no more columns",
                          lai_rows(array) == factor->x.m && lai_cols(array) <= factor->x.m));
    AL_TRY(gai_check_writable(__func__, array));
    AL_TRY(lai_check_qr(__func__, factor));
    lai_solver_t s = lai_factor_solver(__func__, factor, stages);
    s.query_workspace = form_room;
    s.operand[B] = (lai_operand_t){.to = array};
    return lai_solve(&s);
}

static int64_t form_r(lai_solver_t *s)
{
    const lai_factor_t *f = s->data;
    copy_factors(s, &s->operand[B].x, 1);
    lai_scale_back(s->blas, &s->operand[B].x, NULL, f->x.exponents);
    return 0;
}

int la_qr_form_r(la_factor_t f, ga_t r)
{
    ALI_CHECKED(gai_check_collective(LAI_ROW(la_qr_form_r), lai_factor_group(f), f, r));
    static const lai_stage_t stages[] = {
        {"r", form_r, NULL, B}, {"r", qr_overflow, lai_explain_overflow, B}, {0}};
    lai_factor_t *factor;
    gai_array_t *array;
    AL_TRY(lai_find_any_factor(__func__, f, &factor));
    AL_TRY(lai_find(__func__, r, &array));
    AL_TRY(
        check_qr_shape(__func__, factor, array,
                       "as many columns as that has, and the fewer of its rows and columns as rows",
                       lai_rows(array) == qr_rank(factor) && lai_cols(array) == factor->x.n));
    AL_TRY(gai_check_writable(__func__, array));
    AL_TRY(lai_check_qr(__func__, factor));
    lai_solver_t s = lai_factor_solver(__func__, factor, stages);
    s.operand[B] = (lai_operand_t){.to = array};
    return lai_solve(&s);
}
