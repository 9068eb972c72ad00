/* Factors that are kept. */
#include <complex.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ga/src/array/ga_group.h"
#include "ga/src/array/ga_type.h"
#include "ga/src/ga_init.h"
#include "linalg/src/frame/la_check.h"
#include "linalg/src/frame/la_collective.h"
#include "linalg/src/frame/la_factoring.h"
#include "linalg/src/frame/la_grid.h"
#include "linalg/src/frame/la_memory.h"
#include "linalg/src/frame/la_redist.h"
#include "linalg/src/frame/la_solver.h"
#include "linalg/src/lapack/la_chol_routines.h"
#include "linalg/src/lapack/la_lu_routines.h"

enum { A, B };

typedef struct lai_factor {
    struct lai_factor *next;
    la_factor_t handle;
    const lai_factoring_t *routines;
    int lower; /* Cholesky: the lower triangle is all there is */
    ashlar_type type;
    al_group_t *group;
    ga_group_t group_handle;
    lai_cyclic_t x;   /* the factors */
    int64_t singular; /* k+1 when element (k,k) of U is the first that is zero, else 0 */
    double norm;      /* of the matrix, the 1-norm; on the ranks of the grid */
    /* Between a call and its stage: the letter of op, the result. */
    char op;
    double rcond;
    char name[GA_NAME_MAX + 1]; /* of the array */
} lai_factor_t;

/* ---- the living ------------------------------------------------------------------------------ */

static lai_factor_t *find_live(la_factor_t handle)
{
    lai_factor_t *f = lai_context.factors;
    while (f && f->handle != handle)
        f = f->next;
    return f;
}

static int find_factor(const char *call, la_factor_t handle, lai_factor_t **factor)
{
    AL_TRY(lai_check_started(call));
    *factor = find_live(handle);
    if (*factor)
        return ASHLAR_OK;
    return AL_FAIL(ASHLAR_EHANDLE, "%s: %d is not a live factor%s", call, (int)handle,
                   handle > 0 && handle <= lai_context.factor_serial ? " (it was freed)" : "");
}

static al_group_t *group_of_factor(la_factor_t handle)
{
    const lai_factor_t *f = find_live(handle);
    return f ? f->group : NULL;
}

static void free_parts(lai_factor_t *f)
{
    lai_memory_give(f->x.at);
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
    free_parts(f);
    free(f);
}

/* Those left by the program, each named once: by the first rank of its group. */
static void free_factors(void)
{
    while (lai_context.factors) {
        lai_factor_t *f = lai_context.factors;
        if (al_group_rank(f->group) == 0)
            fprintf(stderr,
                    "ga_terminate: the factor of array '%s' (%s, %" PRId64 " x %" PRId64
                    ") was not freed\n",
                    f->name, gai_type_name(f->type), f->x.n, f->x.n);
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

/* ---- factorisation --------------------------------------------------------------------------- */

static char *column_of(const lai_solver_t *s, const lai_cyclic_t *x, int64_t j)
{
    return (char *)x->at + s->blas->element * (size_t)(j * x->ld);
}

/* My row of the diagonal element of my column j; -1 when another process has it. */
static int64_t diagonal_row(const lai_cyclic_t *x, int64_t j)
{
    int64_t i = lai_cyclic_above(x, j);
    return i < x->rows && lai_cyclic_index(i, x->tile_m, x->grid.row, x->grid.rows) ==
                              lai_cyclic_index(j, x->tile_n, x->grid.col, x->grid.cols)
               ? i
               : -1;
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
        const char *column = column_of(s, x, j);
        double *sum = &sums[lai_cyclic_index(j, x->tile_n, x->grid.col, x->grid.cols)];
        if (lower && diagonal_row(x, j) == i) /* real: its imaginary part does not count */
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
    return lai_overflow(s->blas, &s->operand[A].x);
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
                      .kind = lower ? LAI_FACTOR : LAI_LU,
                      .stages = stages,
                      .sizes = norm_sizes,
                      .data = &f};
    s.operand[A] = (lai_operand_t){.from = array, .lower = lower, .pivots = !lower, .hold = 1};
    AL_TRY(lai_solve(&s));
    f.x = s.operand[A].x;
    int status = install_factor(call, &f, handle);
    if (status != ASHLAR_OK)
        free_parts(&f);
    return status;
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
    static const lai_stage_t stages[] = {{"POTRF", factorise, lai_not_definite, A}, {0}};
    return factor_array(__func__, stages, 1, a, f);
}

int la_factor_free(la_factor_t f)
{
    ALI_CHECKED(gai_check_meet(LAI_ROW(la_factor_free), group_of_factor(f), f));
    lai_factor_t *factor;
    AL_TRY(find_factor(__func__, f, &factor));
    AL_TRY(gai_agree(__func__, factor->group, al_barrier(factor->group)));
    remove_factor(factor);
    return ASHLAR_OK;
}

/* ---- what factors are good for --------------------------------------------------------------- */

/* A solver whose first operand is the factor. */
static lai_solver_t solver_with(const char *call, lai_factor_t *f, const lai_stage_t *stages)
{
    lai_solver_t s = {.call = call,
                      .kind = LAI_FACTOR,
                      .stages = stages,
                      .type = f->type,
                      .group = f->group,
                      .data = f};
    s.operand[A] = (lai_operand_t){.given = 1, .x = f->x};
    return s;
}

/* An array of the factor's group, type, and order. */
static int check_conforms(const char *call, const lai_factor_t *f, const gai_array_t *b)
{
    if (b->group != f->group)
        return AL_FAIL(ASHLAR_EGROUP,
                       "%s: the factor of '%s' and array '%s' are on groups %d and %d", call,
                       f->name, b->name, (int)f->group_handle, (int)b->group_handle);
    if (b->type != f->type)
        return AL_FAIL(ASHLAR_ETYPE, "%s: the factor of '%s' and array '%s' are of types %s and %s",
                       call, f->name, b->name, gai_type_name(f->type), gai_type_name(b->type));
    if (lai_rows(b) != f->x.n)
        return AL_FAIL(ASHLAR_ESHAPE,
                       "%s: the factor of '%s' is of order %" PRId64 ", array '%s' has %" PRId64
                       " rows",
                       call, f->name, f->x.n, b->name, lai_rows(b));
    return ASHLAR_OK;
}

/* Singular or not is the same on all ranks. */
static int check_regular(const char *call, const lai_factor_t *f)
{
    return f->singular ? lai_singular_name(call, f->name, f->singular) : ASHLAR_OK;
}

static int64_t result_overflow(lai_solver_t *s)
{
    return lai_overflow(s->blas, &s->operand[B].x);
}

static int64_t solve_with(lai_solver_t *s)
{
    const lai_factor_t *f = s->data;
    return lai_factor_apply(s->blas, f->routines, f->op, &f->x, &s->operand[B].x, s->work.rwork);
}

/* An exponent for each right-hand side. */
static int solve_room(lai_solver_t *s)
{
    return lai_narrow(s->call, "the work array", LAI_DOUBLES(s->operand[B].x.n),
                      &s->work.rwork_count);
}

int la_factor_solve(la_factor_t f, char trans, ga_t b)
{
    ALI_CHECKED(gai_check_meet(LAI_ROW(la_factor_solve), group_of_factor(f), f, trans, b));
    static const lai_stage_t stages[] = {{"GETRS or POTRS", solve_with, NULL, B},
                                         {"the solution", result_overflow, lai_overflowed, B},
                                         {0}};
    lai_factor_t *factor;
    gai_array_t *rhs;
    char op;
    AL_TRY(find_factor(__func__, f, &factor));
    AL_TRY(lai_find(__func__, b, &rhs));
    AL_TRY(lai_check_letter(__func__, "trans", trans, "ntc", &op));
    AL_TRY(check_conforms(__func__, factor, rhs));
    AL_TRY(gai_check_writable(__func__, rhs));
    AL_TRY(check_regular(__func__, factor));
    lai_solver_t s = solver_with(__func__, factor, stages);
    s.sizes = solve_room;
    factor->op = op;
    s.operand[B] = (lai_operand_t){.from = rhs, .to = rhs};
    return lai_solve(&s);
}

static int inverse_room(lai_solver_t *s)
{
    const lai_factor_t *f = s->data;
    return f->routines->sizes(s->call, &s->operand[B].x, &s->work);
}

/* The inverse takes the place of a copy of the factors. */
static int64_t invert_copy(lai_solver_t *s)
{
    const lai_factor_t *f = s->data;
    lai_cyclic_t *x = &s->operand[B].x;
    for (int64_t j = 0; j < x->cols; ++j)
        memcpy(column_of(s, x, j), column_of(s, &f->x, j), s->blas->element * (size_t)x->rows);
    x->pivots = f->x.pivots;
    x->exponents = f->x.exponents;
    int64_t info = lai_factor_invert(s->blas, f->routines, x, &s->work);
    if (info != 0 || !f->routines->transpose)
        return info;
    f->routines->transpose(x, s->work.work);
    const char *mirrored = s->work.work;
    for (int64_t j = 0; j < x->cols; ++j)
        memcpy(column_of(s, x, j), mirrored + s->blas->element * (size_t)(j * x->rows),
               s->blas->element * (size_t)lai_cyclic_above(x, j));
    return 0;
}

int la_factor_inverse(la_factor_t f, ga_t inverse)
{
    ALI_CHECKED(gai_check_meet(LAI_ROW(la_factor_inverse), group_of_factor(f), f, inverse));
    static const lai_stage_t stages[] = {{"GETRI or POTRI", invert_copy, NULL, B},
                                         {"the inverse", result_overflow, lai_overflowed, B},
                                         {0}};
    lai_factor_t *factor;
    gai_array_t *result;
    AL_TRY(find_factor(__func__, f, &factor));
    AL_TRY(lai_find(__func__, inverse, &result));
    AL_TRY(lai_check_square(__func__, result));
    AL_TRY(check_conforms(__func__, factor, result));
    AL_TRY(gai_check_writable(__func__, result));
    AL_TRY(check_regular(__func__, factor));
    lai_solver_t s = solver_with(__func__, factor, stages);
    s.sizes = inverse_room;
    s.operand[B] = (lai_operand_t){.to = result};
    return lai_solve(&s);
}

/* x/|x|, 1 for 0, without leaving the range of doubles; and log|x|. */
static double _Complex unit_of(double _Complex x, double *log_modulus)
{
    double larger = fmax(fabs(creal(x)), fabs(cimag(x)));
    if (larger == 0)
        return 1;
    double _Complex scaled = x / larger;
    *log_modulus = log(larger) + log(cabs(scaled));
    return scaled / cabs(scaled);
}

/* My share of the diagonal, and of the swaps of rows, each of which turns the sign. */
static void multiply_diagonal(const lai_factor_t *f, double *log_abs, double _Complex *phase)
{
    const lai_blas_t *blas = lai_blas(f->type);
    const lai_cyclic_t *x = &f->x;
    for (int64_t j = 0; j < x->cols; ++j) {
        int64_t i = diagonal_row(x, j);
        if (i < 0)
            continue;
        double logarithm = 0;
        const char *at = (const char *)x->at + blas->element * (size_t)(i + j * x->ld);
        *phase *= unit_of(blas->load(at), &logarithm);
        *log_abs += f->lower ? 2 * logarithm : logarithm;
        if (x->exponents)
            *log_abs +=
                log(2) * x->exponents[lai_cyclic_index(j, x->tile_n, x->grid.col, x->grid.cols)];
        if (x->pivots &&
            x->pivots[i] != lai_cyclic_index(i, x->tile_m, x->grid.row, x->grid.rows) + 1)
            *phase = -*phase;
    }
}

int la_factor_log_determinant(la_factor_t f, void *phase, double *log_abs)
{
    ALI_CHECKED(
        gai_check_meet(LAI_ROW(la_factor_log_determinant), group_of_factor(f), f, phase, log_abs));
    lai_factor_t *factor;
    AL_TRY(find_factor(__func__, f, &factor));
    if (!phase || !log_abs)
        return gai_bad_argument(__func__, phase ? "log_abs" : "phase");
    double sum = 0;
    double _Complex product = 1;
    AL_TRY(gai_agree(__func__, factor->group, al_barrier(factor->group)));
    if (!factor->singular)
        multiply_diagonal(factor, &sum, &product);
    AL_TRY(al_allreduce(factor->group, ASHLAR_DOUBLE, ASHLAR_SUM, &sum, 1));
    AL_TRY(al_allreduce(factor->group, ASHLAR_CDOUBLE, ASHLAR_PROD, &product, 1));
    *log_abs = factor->singular ? -INFINITY : sum;
    lai_blas(factor->type)->store(factor->singular ? 0 : product / cabs(product), phase);
    return ASHLAR_OK;
}

/* ---- condition -------------------------------------------------------------------------------
 * Higham's form of Hager's estimate of the norm of the inverse, which needs a few solutions. LAPACK
 * has it too, but what ScaLAPACK 2.2.1 makes of it is thousands of times too small for diagonal
 * matrices. */

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

/* v = inverse(op) * v. @return its 1-norm */
static double apply_inverse(const lai_solver_t *s, char op, distributed_vector_t *v)
{
    const lai_factor_t *f = s->data;
    double sum = 0;
    int64_t info = lai_factor_apply(s->blas, f->routines, op, &f->x, &v->x, v->moduli);
    v->info = ali_min(v->info, info);
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
        s->blas->store(unit_of(s->blas->load(vector_at(s, v, i)), &unused), vector_at(s, v, i));
}

static double inverse_norm(const lai_solver_t *s, distributed_vector_t *v)
{
    enum { ROUNDS = 4 }; /* seldom more than two */
    int64_t place = -1;
    set_even(s, v);
    double norm = apply_inverse(s, 'N', v);
    for (int round = 0; round < ROUNDS && v->is_finite; ++round) {
        set_units(s, v);
        apply_inverse(s, 'C', v);
        int64_t best = largest_modulus(v);
        if (place >= 0 && v->moduli[best] <= v->moduli[place])
            break;
        place = best;
        set_unit(s, v, place);
        double next = apply_inverse(s, 'N', v);
        if (next <= norm)
            break;
        norm = next;
    }
    set_alternating(s, v);
    return fmax(norm, 2 * apply_inverse(s, 'N', v) / (3 * (double)v->x.m));
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
    double norm = inverse_norm(s, &v);
    f->rcond = v.is_finite && f->norm < INFINITY ? 1 / (norm * f->norm) : INFINITY;
    return v.info;
}

int la_factor_condition(la_factor_t f, double *rcond)
{
    ALI_CHECKED(gai_check_meet(LAI_ROW(la_factor_condition), group_of_factor(f), f, rcond));
    static const lai_stage_t stages[] = {{"the estimate", estimate, NULL, A}, {0}};
    lai_factor_t *factor;
    AL_TRY(find_factor(__func__, f, &factor));
    if (!rcond)
        return gai_bad_argument(__func__, "rcond");
    double value = 0;
    if (factor->singular) {
        AL_TRY(gai_agree(__func__, factor->group, al_barrier(factor->group)));
    } else {
        lai_solver_t s = solver_with(__func__, factor, stages);
        s.sizes = condition_sizes;
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
