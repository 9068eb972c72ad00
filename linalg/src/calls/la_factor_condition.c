/* The condition of a matrix whose factors are kept: Higham's form of Hager's estimate of the norm
 * of the inverse, which needs a few solutions, and of the norm itself where it is not known. LAPACK
 * has it too, but what ScaLAPACK 2.2.1 makes of it is thousands of times too small for diagonal
 * matrices. */
#include "linalg/src/calls/la_factor.h"

#include <complex.h>
#include <math.h>

#include "linalg/src/blas/la_level3_routines.h"
#include "linalg/src/frame/la_check.h"
#include "linalg/src/frame/la_collective.h"
#include "linalg/src/frame/la_grid.h"

/* A vector over the grid, and on every process the moduli of its elements. */
typedef struct distributed_vector {
    lai_cyclic_t x;
    double *moduli;
    int is_finite; /* and has always been */
    int64_t info;
} distributed_vector_t;

static int64_t vector_row(const distributed_vector_t *v, int64_t i)
{
    return lai_cyclic_index(i, v->x.tile_m, v->x.grid.row, v->x.grid.rows);
}

static char *vector_at(const lai_solver_t *s, const distributed_vector_t *v, int64_t i)
{
    return (char *)v->x.at + s->blas->element * (size_t)i;
}

/* v = inverse(op(a)) * v. @return info */
static int64_t apply_inverse(const lai_solver_t *s, char op, distributed_vector_t *v)
{
    const lai_factor_t *f = s->data;
    return lai_factor_apply(s->blas, f->routines, op, &s->operand[A].x, &v->x, v->moduli);
}

/* v = a*v, of a Cholesky factor, so that a is a'. @return 0 */
static int64_t apply_matrix(const lai_solver_t *s, char op, distributed_vector_t *v)
{
    const lai_factor_t *f = s->data;
    (void)op;
    lai_triangular(s->type, LAI_TRMM, 'L', 'L', 'C', 'N', s->blas->one, &f->x, &v->x);
    lai_triangular(s->type, LAI_TRMM, 'L', 'L', 'N', 'N', s->blas->one, &f->x, &v->x);
    return 0;
}

typedef int64_t apply_fn(const lai_solver_t *s, char op, distributed_vector_t *v);

/* Apply an operator to v. @return its 1-norm */
static double norm_after(const lai_solver_t *s, apply_fn *apply, char op, distributed_vector_t *v)
{
    double sum = 0;
    v->info = ali_min(v->info, apply(s, op, v));
    for (int64_t k = 0; k < v->x.m; ++k)
        v->moduli[k] = 0;
    for (int64_t i = 0; v->x.cols && i < v->x.rows; ++i)
        v->moduli[vector_row(v, i)] = cabs(s->blas->load(vector_at(s, v, i)));
    lai_grid_sum(&v->x.grid, v->x.m, v->moduli);
    for (int64_t k = 0; k < v->x.m; ++k)
        sum += v->moduli[k];
    v->is_finite &= sum < INFINITY;
    return sum;
}

static int64_t largest_modulus(const distributed_vector_t *v)
{
    int64_t best = 0;
    for (int64_t k = 1; k < v->x.m; ++k)
        if (v->moduli[k] > v->moduli[best])
            best = k;
    return best;
}

/* v = all alike, or with one element at a place, or with growing elements of alternating sign. */
static void set_even(const lai_solver_t *s, distributed_vector_t *v)
{
    for (int64_t i = 0; v->x.cols && i < v->x.rows; ++i)
        s->blas->store(1 / (double)v->x.m, vector_at(s, v, i));
}

static void set_unit(const lai_solver_t *s, distributed_vector_t *v, int64_t place)
{
    for (int64_t i = 0; v->x.cols && i < v->x.rows; ++i)
        s->blas->store(vector_row(v, i) == place, vector_at(s, v, i));
}

static void set_alternating(const lai_solver_t *s, distributed_vector_t *v)
{
    for (int64_t i = 0; v->x.cols && i < v->x.rows; ++i) {
        int64_t row = vector_row(v, i);
        double size = 1 + (double)row / (double)ali_max(v->x.m - 1, 1);
        s->blas->store(row % 2 ? -size : size, vector_at(s, v, i));
    }
}

static void set_units(const lai_solver_t *s, distributed_vector_t *v)
{
    double unused;
    for (int64_t i = 0; v->x.cols && i < v->x.rows; ++i)
        s->blas->store(lai_unit_of(s->blas->load(vector_at(s, v, i)), &unused), vector_at(s, v, i));
}

/* An estimate of the norm of an operator. */
static double estimate_norm(const lai_solver_t *s, apply_fn *apply, distributed_vector_t *v)
{
    enum { ROUNDS = 4 }; /* seldom more than two */
    int64_t place = -1;
    set_even(s, v);
    double norm = norm_after(s, apply, 'N', v);
    for (int round = 0; round < ROUNDS && v->is_finite; ++round) {
        set_units(s, v);
        norm_after(s, apply, 'C', v);
        int64_t best = largest_modulus(v);
        if (place >= 0 && v->moduli[best] <= v->moduli[place])
            break;
        place = best;
        set_unit(s, v, place);
        double next = norm_after(s, apply, 'N', v);
        if (next <= norm)
            break;
        norm = next;
    }
    set_alternating(s, v);
    return fmax(norm, 2 * norm_after(s, apply, 'N', v) / (3 * (double)v->x.m));
}

static int describe_vector(const lai_solver_t *s, distributed_vector_t *v)
{
    const lai_cyclic_t *x = &s->operand[A].x;
    *v = (distributed_vector_t){.moduli = s->work.rwork, .is_finite = 1};
    AL_TRY(lai_cyclic_describe(s->call, &x->grid, x->tile_m, x->n, 1, &v->x));
    v->x.at = s->work.work;
    return ASHLAR_OK;
}

static int condition_sizes(lai_solver_t *s)
{
    distributed_vector_t v;
    AL_TRY(describe_vector(s, &v));
    AL_TRY(lai_narrow(s->call, "the work array", v.x.ld, &s->work.work_count));
    return lai_narrow(s->call, "the work array", LAI_DOUBLES(v.x.m), &s->work.rwork_count);
}

static int64_t estimate(lai_solver_t *s)
{
    lai_factor_t *f = s->data;
    distributed_vector_t v;
    if (describe_vector(s, &v) != ASHLAR_OK)
        return -1; /* it could be described before */
    if (f->norm == LAI_NORM_UNKNOWN)
        f->norm = estimate_norm(s, apply_matrix, &v);
    double norm = estimate_norm(s, apply_inverse, &v);
    f->rcond = v.is_finite && f->norm < INFINITY ? 1 / (norm * f->norm) : INFINITY;
    return v.info;
}

int la_factor_condition(la_factor_t f, double *rcond)
{
    ALI_CHECKED(gai_check_collective(LAI_ROW(la_factor_condition), lai_factor_group(f), f, rcond));
    static const lai_stage_t stages[] = {{"the estimate", estimate, NULL, A}, {0}};
    lai_factor_t *factor;
    AL_TRY(lai_find_factor(__func__, f, &factor));
    if (!rcond)
        return gai_bad_argument(__func__, "rcond");
    double value = 0;
    if (factor->singular) {
        AL_TRY(gai_agree(__func__, factor->group, al_barrier(factor->group)));
    } else {
        lai_solver_t s = lai_factor_solver(__func__, factor, stages);
        s.query_workspace = condition_sizes;
        AL_TRY(lai_solve(&s));
        value = factor->rcond;
        AL_TRY(al_broadcast(factor->group, &value, sizeof value, 0));
    }
    if (!(value < INFINITY))
        return AL_FAIL(
            ASHLAR_ENUMERIC,
            "%s: the norm of array '%s' or of its inverse is beyond the range of its type",
            __func__, factor->name);
    *rcond = fmin(value, 1);
    return ASHLAR_OK;
}
