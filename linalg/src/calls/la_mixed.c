/* Systems by factors in single precision and refinement in double (Langou et al. 2006; Buttari et
 * al. 2007): the factors cost half as much, or less, and each step of refinement as much as a few
 * products of the matrix with a vector. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "linalg/src/calls/la_solve.h"
#include "linalg/src/frame/la_check.h"
#include "linalg/src/frame/la_collective.h"
#include "linalg/src/frame/la_factoring.h"
#include "linalg/src/frame/la_grid.h"
#include "linalg/src/frame/la_residual.h"
#include "linalg/src/frame/la_scale.h"
#include "linalg/src/frame/la_solver.h"
#include "linalg/src/lapack/la_chol_routines.h"
#include "linalg/src/lapack/la_lu_routines.h"

enum { A, B, X };

/* Why single precision does not do, in place of the number of steps. */
enum { NO_LOWER_PRECISION = -1, OUT_OF_RANGE = -2, NO_FACTOR = -3, NO_CONVERGENCE = -4 };

/* More steps than an answer can need: each must at least halve the error. */
enum { STEPS_MOST = 30 };

typedef struct mixed {
    ashlar_type type;                /* single precision */
    const lai_factoring_t *routines; /* of single precision, and its numbers */
    const lai_blas_t *single;
    int lower;
    int steps;
    lai_residual_t product;
    lai_cyclic_t factor, correction; /* single precision */
    lai_cyclic_t residual;
    double norm;             /* of the matrix: the largest sum of parts in a row */
    double *sums;            /* of the parts of my rows */
    double *size;            /* exponents of right-hand sides */
    double *exponents;       /* those of residuals */
    double *largest;         /* elements of solutions and residuals, twice n */
    double *single_exponent; /* for the solver */
} mixed_t;

/* ---- between precisions; complex numbers are two ------------------------------------------------
 */

static void narrow_reals(int64_t n, const double *x, float *y)
{
    for (int64_t k = 0; k < n; ++k)
        y[k] = (float)x[k];
}

/* The same, and add magnitudes to sums while they are at hand. */
static void narrow_and_add(int64_t n, const double *x, float *y, double *sums)
{
    for (int64_t k = 0; k < n; ++k) {
        y[k] = (float)x[k];
        sums[k] += fabs(x[k]);
    }
}

static void widen_reals(int64_t n, const float *x, double *y)
{
    for (int64_t k = 0; k < n; ++k)
        y[k] = (double)x[k];
}

static int64_t reals_of(const lai_blas_t *blas, int64_t elements)
{
    return elements * (int64_t)(blas->element / blas->real);
}

static void *column_of(const lai_blas_t *blas, const lai_cyclic_t *x, int64_t j)
{
    return (char *)x->at + blas->element * (size_t)(j * x->ld);
}

/* ---- work arrays ----------------------------------------------------------------------------- */

static int lay_out_mixed(lai_solver_t *s, lai_room_t *room)
{
    mixed_t *m = s->data;
    const lai_cyclic_t *a = &s->operand[A].x, *b = &s->operand[B].x;
    const int64_t parts = reals_of(s->blas, a->rows);
    AL_TRY(lai_cyclic_describe(s->call, &b->grid, b->tile_m, b->m, b->n, &m->correction));
    m->residual = m->correction;
    if (!s->is_tiled)
        m->factor.at = lai_room_take_matrix(room, m->single->element, &m->factor);
    m->factor.pivots = a->pivots;
    m->factor.exponents = a->exponents;
    m->correction.at = lai_room_take_matrix(room, m->single->element, &m->correction);
    m->residual.at = lai_room_take_matrix(room, s->blas->element, &m->residual);
    lai_residual_prepare(&m->product, s->blas, a, room);
    m->sums = lai_room_take(room, sizeof *m->sums * (size_t)parts);
    m->size = lai_room_take(room, sizeof *m->size * (size_t)b->n);
    m->exponents = lai_room_take(room, sizeof *m->exponents * (size_t)b->n);
    m->largest = lai_room_take(room, sizeof *m->largest * 2 * (size_t)b->n);
    m->single_exponent = lai_room_take(room, sizeof *m->single_exponent * (size_t)b->n);
    return ASHLAR_OK;
}

static int mixed_sizes(lai_solver_t *s)
{
    mixed_t *m = s->data;
    lai_room_t room = {0};
    m->factor = s->operand[A].x;
    AL_TRY(lay_out_mixed(s, &room));
    return lai_room_elements(s->call, s->blas, &room, &s->work);
}

/* The factor lies as the matrix, and where others see it if they factor by tiles. */
static int share_factor(lai_solver_t *s)
{
    mixed_t *m = s->data;
    m->factor = s->operand[A].x;
    if (!s->is_tiled)
        return ASHLAR_OK;
    AL_TRY(lai_share_matrix(s->group, m->single->element, &m->factor));
    AL_TRY(lai_tiled_open(s->call, s->group, m->type,
                          m->lower ? &lai_tiled_cholesky : &lai_tiled_lu, &m->factor,
                          s->operand[B].x.cols, &s->tiled));
    m->factor.tiled = &s->tiled;
    return ASHLAR_OK;
}

/* ---- factors --------------------------------------------------------------------------------- */

/* The imaginary parts of a Hermitian diagonal do not count. */
static void make_real(const lai_blas_t *blas, void *element)
{
    blas->store(creal(blas->load(element)), element);
}

/* The matrix in single precision, and its norm. */
static int64_t narrow_matrix(lai_solver_t *s)
{
    mixed_t *m = s->data;
    const lai_cyclic_t *a = &s->operand[A].x;
    const int64_t parts = reals_of(s->blas, a->rows);
    lai_room_t room = {.base = s->work.work};
    /* The norm; whether there are too large elements, or no numbers. */
    double found[2] = {0, (double)lai_first_overflow(s->blas, &s->operand[B].x)};
    if (lay_out_mixed(s, &room) != ASHLAR_OK)
        return -1; /* it could be laid out before */
    memset(m->sums, 0, sizeof *m->sums * (size_t)parts);
    for (int64_t j = 0; j < a->cols; ++j) {
        char *from = column_of(s->blas, a, j);
        void *to = column_of(m->single, &m->factor, j);
        const int64_t i = m->lower ? lai_cyclic_diagonal(a, j) : -1;
        if (i >= 0)
            make_real(s->blas, from + s->blas->element * (size_t)i);
        narrow_and_add(parts, (const double *)(const void *)from, to, m->sums);
        found[1] += m->single->not_finite(a->rows, to) < a->rows;
    }
    lai_grid_sum_reals(&a->grid, 'R', sizeof *m->sums, parts, m->sums);
    for (int64_t i = 0; i < parts; i += parts / a->rows)
        found[0] = fmax(found[0], m->sums[i] + (parts > a->rows ? m->sums[i + 1] : 0));
    lai_grid_max(&a->grid, 'A', 2, found);
    m->norm = found[0];
    m->steps = found[1] > 0 ? OUT_OF_RANGE : 0;
    return found[1] > 0;
}

/* Whether one of the processes says so. */
static int on_any(const lai_grid_t *grid, int64_t flag)
{
    double any = flag != 0;
    lai_grid_max(grid, 'A', 1, &any);
    return any > 0;
}

static int64_t factor_single(lai_solver_t *s)
{
    mixed_t *m = s->data;
    int64_t info = lai_factor(m->single, m->routines, &m->factor);
    int failed = on_any(&m->factor.grid, info != 0 || lai_factor_overflow(m->single, &m->factor));
    m->steps = failed ? NO_FACTOR : 0;
    return info < 0 ? info : failed;
}

/* ---- refinement ------------------------------------------------------------------------------ */

/* x += inverse(a)*residual. Residuals are close to 1 when they get to single precision. */
static int64_t correct(lai_solver_t *s, const lai_cyclic_t *x)
{
    mixed_t *m = s->data;
    lai_cyclic_t *r = &m->residual, *d = &m->correction;
    const int64_t reals = reals_of(s->blas, r->rows);
    lai_scale_columns(s->blas, r, NULL, (lai_band_t){0, 0, 0}, m->exponents);
    for (int64_t j = 0; j < r->cols; ++j)
        narrow_reals(reals, column_of(s->blas, r, j), column_of(m->single, d, j));
    int64_t info = lai_factor_apply(m->single, m->routines, 'N', &m->factor, d, m->single_exponent);
    for (int64_t j = 0; j < r->cols; ++j)
        widen_reals(reals, column_of(m->single, d, j), column_of(s->blas, r, j));
    lai_scale_back(s->blas, r, NULL, m->exponents);
    for (int64_t j = 0; j < r->cols; ++j)
        s->blas->add(x->rows, column_of(s->blas, r, j), column_of(s->blas, x, j));
    return info;
}

static void copy_matrix(const lai_blas_t *blas, const lai_cyclic_t *from, const lai_cyclic_t *to)
{
    for (int64_t j = 0; j < from->cols; ++j)
        memcpy(column_of(blas, to, j), column_of(blas, from, j),
               blas->element * (size_t)from->rows);
}

/* The largest part of an element of each of my columns; infinite where one is not finite. */
static void note_largest(const lai_blas_t *blas, const lai_cyclic_t *x, double *largest)
{
    for (int64_t k = 0; k < x->n; ++k)
        largest[k] = 0;
    for (int64_t j = 0; j < x->cols; ++j) {
        const void *column = column_of(blas, x, j);
        largest[lai_cyclic_index(j, x->tile_n, x->grid.col, x->grid.cols)] =
            blas->not_finite(x->rows, column) < x->rows ? INFINITY
                                                        : blas->largest(x->rows, column, INFINITY);
    }
}

/* The worst of the normwise backward errors |b - a*x|/(|a|*|x|); infinite if one is no number. */
static double find_error(lai_solver_t *s, const lai_cyclic_t *x)
{
    mixed_t *m = s->data;
    const int64_t n = x->n;
    double worst = 0;
    copy_matrix(s->blas, &s->operand[B].x, &m->residual);
    lai_residual_subtract(&m->product, 'N', x, &m->residual);
    note_largest(s->blas, x, m->largest);
    note_largest(s->blas, &m->residual, m->largest + n);
    lai_grid_max(&x->grid, 'A', 2 * n, m->largest);
    for (int64_t k = 0; k < n; ++k) {
        const double size = m->norm * m->largest[k], left = m->largest[n + k];
        const double error = left == 0 && size < INFINITY ? 0 : left / size;
        worst = error < INFINITY ? fmax(worst, error) : INFINITY;
        if (worst == INFINITY)
            break;
    }
    return worst;
}

/* Errors to end with: some roundings, about what LU factors in double precision leave; where
 * steps get no closer, what LAPACK's DSGESV ends with. */
static const double wanted_error = DBL_EPSILON / 2 * 4;

static double allowed_error(int64_t n)
{
    return fmax(wanted_error, DBL_EPSILON / 2 * sqrt((double)n));
}

static int64_t iterate(lai_solver_t *s, const lai_cyclic_t *x)
{
    mixed_t *m = s->data;
    double last = INFINITY, error;
    for (int step = 0;; ++step, last = error) {
        int64_t info = correct(s, x);
        if (info != 0)
            return ali_min(info, -1);
        error = find_error(s, x);
        if (error > wanted_error && error < last / 2 && step < STEPS_MOST)
            continue;
        m->steps = step;
        return error <= allowed_error(x->m) ? 0 : 1;
    }
}

/* Right-hand sides are brought close to 1, so that residuals are numbers. */
static int64_t refine_solution(lai_solver_t *s)
{
    mixed_t *m = s->data;
    lai_cyclic_t *b = &s->operand[B].x, *x = &s->operand[X].x;
    lai_scale_columns(s->blas, b, NULL, (lai_band_t){0, 0, 0}, m->size);
    copy_matrix(s->blas, b, &m->residual);
    for (int64_t j = 0; j < x->cols; ++j)
        memset(column_of(s->blas, x, j), 0, s->blas->element * (size_t)x->rows);
    int64_t info = iterate(s, x);
    if (info == 0) {
        lai_scale_back(s->blas, x, NULL, m->size);
        info = on_any(&x->grid, lai_first_overflow(s->blas, x));
    }
    if (info > 0)
        m->steps = NO_CONVERGENCE;
    return info;
}

/* ---- calls ----------------------------------------------------------------------------------- */

/* No message: full precision has the last word. */
static int leave_to_double(const char *call, const gai_array_t *array, int64_t info)
{
    (void)call;
    (void)array;
    (void)info;
    return ASHLAR_ENUMERIC;
}

static int try_single(const char *call, mixed_t *m, const gai_array_t *matrix,
                      const gai_array_t *rhs)
{
    static const lai_stage_t stages[] = {{"the conversion", narrow_matrix, leave_to_double, A},
                                         {"GETRF or POTRF", factor_single, leave_to_double, A},
                                         {"GETRS or POTRS", refine_solution, leave_to_double, A},
                                         {0}};
    lai_solver_t s = {.call = call,
                      .kind = m->lower ? LAI_CHOLESKY : LAI_LU,
                      .stages = stages,
                      .query_workspace = mixed_sizes,
                      .share = share_factor,
                      .allows_nonfinite = 1, /* la_solve() refuses them */
                      .data = m};
    s.operand[A] = (lai_operand_t){.from = matrix,
                                   .lower = m->lower,
                                   .mirror_lower = m->lower,
                                   .only_read = !m->lower,
                                   .pivots = !m->lower};
    s.operand[B] = (lai_operand_t){.from = rhs};
    s.operand[X] = (lai_operand_t){.to = rhs, .write_on_success = 1};
    const int status = lai_solve(&s);
    if (m->factor.segment)
        (void)al_segment_free(m->factor.segment);
    if (status != ASHLAR_OK && status != ASHLAR_ENUMERIC)
        return status;
    AL_TRY(al_broadcast(matrix->group, &m->steps, sizeof m->steps, 0));
    return m->steps < 0 ? ASHLAR_OK : status;
}

static int solve_mixed(const char *call, int lower, ga_t a, ga_t b, int *steps)
{
    gai_array_t *matrix, *rhs;
    AL_TRY(lai_find_system(call, a, b, &matrix, &rhs));
    if (!steps)
        return gai_bad_argument(call, "steps");
    const ashlar_type single = matrix->type == ASHLAR_CDOUBLE ? ASHLAR_CFLOAT : ASHLAR_FLOAT;
    mixed_t m = {.type = single,
                 .routines = lower ? lai_chol(single) : lai_lu(single),
                 .single = lai_blas(single),
                 .lower = lower,
                 .steps = NO_LOWER_PRECISION};
    if (lai_blas(matrix->type)->real == sizeof(double)) {
        m.steps = 0;
        AL_TRY(try_single(call, &m, matrix, rhs));
    }
    if (m.steps < 0)
        AL_TRY(lai_solve_system(call, lower, matrix, rhs));
    *steps = m.steps;
    return ASHLAR_OK;
}

int la_solve_mixed(ga_t a, ga_t b, int *steps)
{
    LAI_COLLECTIVE(la_solve_mixed, a, b, steps);
    return solve_mixed(__func__, 0, a, b, steps);
}

int la_cholesky_solve_mixed(ga_t a, ga_t b, int *steps)
{
    LAI_COLLECTIVE(la_cholesky_solve_mixed, a, b, steps);
    return solve_mixed(__func__, 1, a, b, steps);
}
