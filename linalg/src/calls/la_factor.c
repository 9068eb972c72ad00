/* Making factors, keeping and freeing them. */
#include "linalg/src/calls/la_factor.h"

#include <complex.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "ga/src/array/ga_group.h"
#include "ga/src/array/ga_type.h"
#include "ga/src/ga_init.h"
#include "linalg/src/frame/la_check.h"
#include "linalg/src/frame/la_collective.h"
#include "linalg/src/frame/la_grid.h"
#include "linalg/src/layout/la_scratch.h"
#include "linalg/src/lapack/la_chol_routines.h"
#include "linalg/src/lapack/la_lu_routines.h"

/* ---- live factors ---------------------------------------------------------------------------- */

static lai_factor_t *find_live(la_factor_t handle)
{
    lai_factor_t *f = lai_context.factors;
    while (f && f->handle != handle)
        f = f->next;
    return f;
}

int lai_find_any_factor(const char *call, la_factor_t handle, lai_factor_t **factor)
{
    AL_TRY(lai_check_started(call));
    *factor = find_live(handle);
    if (*factor)
        return ASHLAR_OK;
    return AL_FAIL(ASHLAR_EHANDLE, "%s: %d is not a live factor%s", call, (int)handle,
                   handle > 0 && handle <= lai_context.factor_serial ? " (it was freed)" : "");
}

static int bad_kind(const char *call, const lai_factor_t *f, const char *maker)
{
    return AL_FAIL(ASHLAR_EARG, "%s: the factor of '%s' is one of %s; make it with %s", call,
                   f->name,
                   f->is_qr   ? "QR"
                   : f->lower ? "Cholesky"
                              : "LU",
                   maker);
}

int lai_find_factor(const char *call, la_factor_t handle, lai_factor_t **factor)
{
    AL_TRY(lai_find_any_factor(call, handle, factor));
    return (*factor)->is_qr ? bad_kind(call, *factor, "la_factor_lu() or la_factor_cholesky()")
                            : ASHLAR_OK;
}

int lai_check_cholesky(const char *call, const lai_factor_t *f)
{
    return f->lower ? ASHLAR_OK : bad_kind(call, f, "la_factor_cholesky()");
}

int lai_check_qr(const char *call, const lai_factor_t *f)
{
    return f->is_qr ? ASHLAR_OK : bad_kind(call, f, "la_factor_qr()");
}

al_group_t *lai_factor_group(la_factor_t handle)
{
    const lai_factor_t *f = find_live(handle);
    return f ? f->group : NULL;
}

void lai_free_parts(lai_factor_t *f)
{
    free(f->tau);
    if (f->x.segment)
        (void)al_segment_free(f->x.segment);
    else
        lai_scratch_free(f->x.at);
    free(f->x.exponents);
    free(f->x.pivots);
}

static void remove_factor(lai_factor_t *f)
{
    struct lai_factor **link = &lai_context.factors;
    while (*link != f)
        link = &(*link)->next;
    *link = f->next;
    gai_group_unref(f->group_handle);
    lai_free_parts(f);
    free(f);
}

/* Those left by the program, each named once: by the first rank of its group. */
static void free_factors(void)
{
    while (lai_context.factors) {
        lai_factor_t *f = lai_context.factors;
        if (gai_reports_leaks(f->group))
            fprintf(stderr,
                    "ga_terminate: the factor of array '%s' (%s, %" PRId64 " x %" PRId64
                    ") was not freed\n",
                    f->name, gai_type_name(f->type), f->x.m, f->x.n);
        remove_factor(f);
    }
}

/* Give a factor a number, above all that the ranks of its group have used so far. Collective. */
static int install_factor(const char *call, const lai_factor_t *made, la_factor_t *handle)
{
    long long shared[2] = {lai_context.factor_serial + 1, made->singular};
    lai_factor_t *f = malloc(sizeof *f);
    int status = f ? ASHLAR_OK : AL_FAIL(ASHLAR_ENOMEM, "%s: no memory for a factor", call);
    status = gai_agree(call, made->group, status);
    if (status == ASHLAR_OK)
        status = al_allreduce(made->group, ASHLAR_LLONG, ASHLAR_MAX, shared, 2);
    if (status == ASHLAR_OK && shared[0] > INT32_MAX)
        status = AL_FAIL(ASHLAR_ELIMIT, "%s: %d factors have been made", call, INT32_MAX);
    if (status != ASHLAR_OK) {
        free(f);
        return status;
    }
    *f = *made;
    f->next = lai_context.factors;
    f->handle = (la_factor_t)shared[0];
    f->singular = shared[1];
    lai_context.factors = f;
    lai_context.factor_serial = shared[0];
    gai_group_ref(f->group_handle);
    gai_at_terminate(free_factors);
    *handle = f->handle;
    return ASHLAR_OK;
}

int lai_keep_factor(const char *call, lai_factor_t *made, la_factor_t *handle)
{
    int status = install_factor(call, made, handle);
    if (status != ASHLAR_OK)
        lai_free_parts(made);
    return status;
}

/* ---- factorisation --------------------------------------------------------------------------- */

char *lai_factor_column(const lai_solver_t *s, const lai_cyclic_t *x, int64_t j)
{
    return (char *)x->at + s->blas->element * (size_t)(j * x->ld);
}

/* The 1-norm: the largest sum of moduli in a column. An element below the diagonal of a symmetric
 * matrix stands for one above it, too. sums: [2n]. */
static double norm_of(const lai_solver_t *s, const lai_cyclic_t *x, int lower, double *sums)
{
    double *by_row = sums + x->n, norm = 0;
    for (int64_t k = 0; k < 2 * x->n; ++k)
        sums[k] = 0;
    for (int64_t j = 0; j < x->cols; ++j) {
        int64_t i = lower ? lai_cyclic_above(x, j) : 0;
        const char *column = lai_factor_column(s, x, j);
        double *sum = &sums[lai_cyclic_index(j, x->tile_n, x->grid.col, x->grid.cols)];
        if (lower && lai_cyclic_diagonal(x, j) == i) /* real: its imaginary part does not count */
            *sum += fabs(creal(s->blas->load(column + s->blas->element * (size_t)i++)));
        *sum += s->blas->add_moduli(x->rows - i, column + s->blas->element * (size_t)i, by_row + i);
    }
    for (int64_t i = 0; lower && i < x->rows; ++i)
        sums[lai_cyclic_index(i, x->tile_m, x->grid.row, x->grid.rows)] += by_row[i];
    lai_grid_sum(&x->grid, x->n, sums);
    for (int64_t k = 0; k < x->n; ++k)
        norm = fmax(norm, sums[k]);
    return norm;
}

/* For norm_of(), whatever the type. */
static int norm_sizes(lai_solver_t *s)
{
    return lai_narrow(s->call, "the work array", LAI_DOUBLES(2 * s->operand[A].x.n),
                      &s->work.rwork_count);
}

static int64_t factorise(lai_solver_t *s)
{
    lai_factor_t *f = s->data;
    lai_cyclic_t *x = &s->operand[A].x;
    f->norm = norm_of(s, x, f->lower, s->work.rwork);
    return lai_factor(s->blas, f->routines, x);
}

static int64_t factorise_singular(lai_solver_t *s)
{
    lai_factor_t *f = s->data;
    int64_t info = factorise(s);
    f->singular = ali_max(info, 0);
    return ali_min(info, 0);
}

static int64_t factor_overflow(lai_solver_t *s)
{
    return lai_factor_overflow(s->blas, &s->operand[A].x);
}

static int factor_array(const char *call, const lai_stage_t *stages, int lower, ga_t a,
                        la_factor_t *handle)
{
    gai_array_t *array;
    AL_TRY(lai_check_started(call));
    AL_TRY(lai_find(call, a, &array));
    AL_TRY(lai_check_square(call, array));
    if (!handle)
        return gai_bad_argument(call, "the pointer to the factor");
    lai_factor_t f = {.routines = lower ? lai_chol(array->type) : lai_lu(array->type),
                      .lower = lower,
                      .type = array->type,
                      .group = array->group,
                      .group_handle = array->group_handle};
    snprintf(f.name, sizeof f.name, "%s", array->name);
    lai_solver_t s = {.call = call,
                      .kind = lower ? LAI_CHOLESKY : LAI_LU,
                      .stages = stages,
                      .query_workspace = norm_sizes,
                      .data = &f};
    s.operand[A] = (lai_operand_t){.from = array,
                                   .lower = lower,
                                   .pivots = !lower,
                                   .by_tiles = lower ? &lai_tiled_cholesky : &lai_tiled_lu,
                                   .caller_keeps = 1};
    AL_TRY(lai_solve(&s));
    f.x = s.operand[A].x;
    f.x.tiled = NULL;
    return lai_keep_factor(call, &f, handle);
}

int la_factor_lu(ga_t a, la_factor_t *f)
{
    LAI_COLLECTIVE(la_factor_lu, a, f);
    static const lai_stage_t stages[] = {
        {"GETRF", factorise_singular, NULL, A},
        {"the factors", factor_overflow, lai_factors_overflowed, A},
        {0}};
    return factor_array(__func__, stages, 0, a, f);
}

int la_factor_cholesky(ga_t a, la_factor_t *f)
{
    LAI_COLLECTIVE(la_factor_cholesky, a, f);
    static const lai_stage_t stages[] = {{"POTRF", factorise, lai_explain_indefinite, A}, {0}};
    return factor_array(__func__, stages, 1, a, f);
}

int la_factor_free(la_factor_t f)
{
    ALI_CHECKED(gai_check_collective(LAI_ROW(la_factor_free), lai_factor_group(f), f));
    lai_factor_t *factor;
    AL_TRY(lai_find_any_factor(__func__, f, &factor));
    AL_TRY(gai_agree(__func__, factor->group, al_barrier(factor->group)));
    remove_factor(factor);
    return ASHLAR_OK;
}
