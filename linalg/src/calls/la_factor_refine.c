/* Solutions that are refined, and bounds of their errors, as LAPACK's GERFS and PORFS: the backward
 * error is that of each element of the residual. */
#include <complex.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "linalg/src/calls/la_estimate.h"
#include "linalg/src/frame/la_check.h"
#include "linalg/src/frame/la_collective.h"
#include "linalg/src/frame/la_grid.h"
#include "linalg/src/frame/la_residual.h"

enum { MATRIX = 1, RIGHT, SOLUTION };

typedef struct refinement {
    lai_factor_t *f;
    char op;
    double *forward, *backward; /* for the caller */
    lai_residual_t product;
    lai_estimate_t estimate;
    lai_cyclic_t residual;
    /* Doubles: moduli of x; |b| + |op(a)|*|x|, later the weights of the estimate. */
    lai_cyclic_t size, bound;
    double *last;      /* backward errors before the last step */
    double *exponents; /* for the solver */
    int *powers;       /* of two, taken out of weights */
    int *is_final;     /* a right-hand side is not refined further */
} refinement_t;

static const refinement_t *refinement_of(const lai_solver_t *s)
{
    return s->data;
}

static double unit_rounding(const lai_solver_t *s)
{
    return (s->blas->real == sizeof(float) ? (double)FLT_EPSILON : DBL_EPSILON) / 2;
}

/* The least number that may stand beside roundings of a sum of n terms. */
static double safe_least(const lai_solver_t *s, int64_t n)
{
    return (double)(n + 1) * (s->blas->real == sizeof(float) ? (double)FLT_MIN : DBL_MIN);
}

static int lay_out_refinement(lai_solver_t *s, lai_room_t *room)
{
    refinement_t *q = s->data;
    const lai_cyclic_t *b = &s->operand[RIGHT].x;
    const size_t doubles = sizeof(double) * (size_t)b->n;
    AL_TRY(lai_estimate_prepare(s, q->f, b->n, room, &q->estimate));
    q->residual = q->size = q->bound = q->estimate.v;
    q->residual.at = lai_room_take_matrix(room, s->blas->element, &q->residual);
    q->size.at = lai_room_take_matrix(room, sizeof(double), &q->size);
    q->bound.at = lai_room_take_matrix(room, sizeof(double), &q->bound);
    lai_residual_prepare(&q->product, s->blas, &s->operand[MATRIX].x, room);
    q->last = lai_room_take(room, doubles);
    q->exponents = lai_room_take(room, doubles);
    q->powers = lai_room_take(room, sizeof *q->powers * (size_t)b->n);
    q->is_final = lai_room_take(room, sizeof *q->is_final * (size_t)b->n);
    return ASHLAR_OK;
}

static int refinement_sizes(lai_solver_t *s)
{
    lai_room_t room = {0};
    AL_TRY(lay_out_refinement(s, &room));
    return lai_room_elements(s->call, s->blas, &room, &s->work);
}

/* ---- backward errors ------------------------------------------------------------------------- */

static double *doubles_of(const lai_cyclic_t *x, int64_t j)
{
    return (double *)x->at + j * x->ld;
}

static int64_t column_number(const lai_cyclic_t *x, int64_t j)
{
    return lai_cyclic_index(j, x->tile_n, x->grid.col, x->grid.cols);
}

/* The residuals, and the sums of moduli beside which they are small. */
static void form_residuals(const lai_solver_t *s)
{
    const refinement_t *q = refinement_of(s);
    const lai_cyclic_t *b = &s->operand[RIGHT].x, *x = &s->operand[SOLUTION].x;
    for (int64_t j = 0; j < x->cols; ++j) {
        const size_t bytes = sizeof(double) * (size_t)x->rows;
        memset(doubles_of(&q->size, j), 0, bytes);
        memset(doubles_of(&q->bound, j), 0, bytes);
        s->blas->add_moduli(x->rows, lai_factor_column(s, x, j), doubles_of(&q->size, j));
        s->blas->add_moduli(x->rows, lai_factor_column(s, b, j), doubles_of(&q->bound, j));
        memcpy(lai_factor_column(s, &q->residual, j), lai_factor_column(s, b, j),
               s->blas->element * (size_t)x->rows);
    }
    lai_residual_subtract(&q->product, q->op, x, &q->residual);
    lai_residual_add_moduli(&q->product, q->op, &q->size, &q->bound);
}

static double modulus_at(const lai_solver_t *s, const lai_cyclic_t *x, int64_t i, int64_t j)
{
    return cabs(s->blas->load(lai_factor_column(s, x, j) + s->blas->element * (size_t)i));
}

/* The largest quotients of an element of the residual and its bound; infinite where one is no
 * number. What is close to underflow has room for it. */
static void find_backward(const lai_solver_t *s)
{
    const refinement_t *q = refinement_of(s);
    const lai_cyclic_t *r = &q->residual;
    const double least = safe_least(s, r->m), enough = least / unit_rounding(s);
    memset(q->backward, 0, sizeof *q->backward * (size_t)r->n);
    for (int64_t j = 0; j < r->cols; ++j) {
        double *error = &q->backward[column_number(r, j)];
        for (int64_t i = 0; i < r->rows; ++i) {
            const double left = modulus_at(s, r, i, j), bound = doubles_of(&q->bound, j)[i];
            const double more = bound > enough || left == 0 ? 0 : least;
            const double quotient =
                left == 0 && bound < INFINITY ? 0 : (left + more) / (bound + more);
            *error = quotient < INFINITY ? fmax(*error, quotient) : INFINITY;
        }
    }
    lai_grid_max(&r->grid, 'A', r->n, q->backward);
}

/* Refine those of which the last step has halved the error. @return whether there are any */
static int choose_columns(const lai_solver_t *s, int round)
{
    enum { ROUNDS = 5 };
    const refinement_t *q = refinement_of(s);
    int any = 0;
    for (int64_t k = 0; k < q->residual.n; ++k) {
        q->is_final[k] |= round == ROUNDS || !(q->backward[k] > unit_rounding(s)) ||
                          !(2 * q->backward[k] <= q->last[k]);
        q->last[k] = q->backward[k];
        any |= !q->is_final[k];
    }
    return any;
}

static int64_t correct_columns(const lai_solver_t *s)
{
    refinement_t *q = s->data;
    const lai_cyclic_t *x = &s->operand[SOLUTION].x;
    const int64_t info = lai_factor_apply(s->blas, q->f->routines, q->op, &s->operand[A].x,
                                          &q->residual, q->exponents);
    for (int64_t j = 0; j < x->cols; ++j)
        if (!q->is_final[column_number(x, j)])
            s->blas->add(x->rows, lai_factor_column(s, &q->residual, j),
                         lai_factor_column(s, x, j));
    return info;
}

static int64_t refine_columns(lai_solver_t *s)
{
    refinement_t *q = s->data;
    lai_room_t room = {.base = s->work.work};
    int64_t info = lay_out_refinement(s, &room) == ASHLAR_OK ? 0 : -1; /* there was room before */
    for (int64_t k = 0; info == 0 && k < q->residual.n; ++k) {
        q->is_final[k] = 0;
        q->last[k] = INFINITY;
    }
    for (int round = 0; info == 0; ++round) {
        form_residuals(s);
        find_backward(s);
        if (!choose_columns(s, round))
            break;
        info = correct_columns(s);
    }
    return info;
}

/* ---- forward errors -------------------------------------------------------------------------- */

/* The weights become what the residual may be in exact numbers, |r| + (n+1)*eps*(|b| +
 * |op(a)|*|x|), near 1; and by_column[k] the largest element of x. */
static void weigh_residuals(lai_solver_t *s, double *by_column)
{
    const refinement_t *q = refinement_of(s);
    const lai_cyclic_t *r = &q->residual;
    const double rounding = (double)(r->m + 1) * unit_rounding(s), least = safe_least(s, r->m);
    double *weights = q->estimate.largest; /* 2n */
    memset(weights, 0, sizeof *weights * 2 * (size_t)r->n);
    for (int64_t j = 0; j < r->cols; ++j) {
        const int64_t k = column_number(r, j);
        double *bound = doubles_of(&q->bound, j);
        for (int64_t i = 0; i < r->rows; ++i) {
            const double more = bound[i] > least / unit_rounding(s) || bound[i] == 0 ? 0 : least;
            bound[i] = modulus_at(s, r, i, j) + rounding * bound[i] + more;
            weights[k] = fmax(weights[k], bound[i]);
            weights[k + r->n] = fmax(weights[k + r->n], doubles_of(&q->size, j)[i]);
        }
    }
    lai_grid_max(&r->grid, 'A', 2 * r->n, weights);
    for (int64_t k = 0; k < r->n; ++k) {
        int exponent;
        frexp(weights[k], &exponent);
        q->powers[k] = weights[k] < INFINITY ? exponent : 0;
        by_column[k] = weights[k + r->n];
    }
    for (int64_t j = 0; j < r->cols; ++j)
        for (int64_t i = 0; i < r->rows; ++i)
            doubles_of(&q->bound, j)[i] =
                ldexp(doubles_of(&q->bound, j)[i], -q->powers[column_number(r, j)]);
}

/* |inverse(op(a))|*w, for weights w, has the largest element that diag(w)*inverse(op(a))' has as
 * its 1-norm. Moduli do not tell a transpose from a conjugate one. */
static int64_t bound_errors(lai_solver_t *s)
{
    refinement_t *q = s->data;
    lai_estimate_t *e = &q->estimate;
    weigh_residuals(s, q->forward);
    e->op = q->op == 'N' ? 'C' : 'N';
    e->weights = q->bound.at;
    lai_estimate_norms(e, lai_estimate_inverse);
    for (int64_t k = 0; k < e->v.n; ++k) {
        const double error = ldexp(e->norms[k], q->powers[k]);
        q->forward[k] = error == 0 ? 0 : error / q->forward[k];
    }
    return e->info;
}

static int64_t refined_overflow(lai_solver_t *s)
{
    return lai_first_overflow(s->blas, &s->operand[SOLUTION].x);
}

/* ---- the call -------------------------------------------------------------------------------- */

static int check_refinement(const char *call, const lai_factor_t *f, const gai_array_t *a,
                            const gai_array_t *b, const gai_array_t *x)
{
    const gai_array_t *all[] = {a, b, x};
    for (int k = 0; k < 3; ++k)
        AL_TRY(lai_check_conforms(call, f, all[k]));
    AL_TRY(lai_check_square(call, a));
    if (lai_cols(b) != lai_cols(x))
        return AL_FAIL(ASHLAR_ESHAPE,
                       "%s: array '%s' has %lld right-hand sides, '%s' %lld solutions", call,
                       b->name, (long long)lai_cols(b), x->name, (long long)lai_cols(x));
    if (x == a || x == b)
        return AL_FAIL(ASHLAR_EARG, "%s: array '%s' is both the solution and the %s", call, x->name,
                       x == a ? "matrix" : "right-hand side");
    AL_TRY(gai_check_writable(call, x));
    return lai_check_regular(call, f);
}

static int run_refinement(lai_solver_t *s, int64_t count, double *forward, double *backward)
{
    refinement_t *q = s->data;
    const size_t bytes = sizeof(double) * (size_t)count;
    double *errors = malloc(2 * bytes + 1);
    int status = errors ? ASHLAR_OK
                        : AL_FAIL(ASHLAR_ENOMEM, "%s: no memory for %lld errors", s->call,
                                  2 * (long long)count);
    status = gai_agree(s->call, s->group, status);
    if (status == ASHLAR_OK) {
        q->forward = errors;
        q->backward = errors + count;
        status = lai_solve(s);
    }
    if (status == ASHLAR_OK)
        status = al_broadcast(s->group, errors, 2 * bytes, 0);
    if (status == ASHLAR_OK) {
        memcpy(forward, errors, bytes);
        memcpy(backward, errors + count, bytes);
    }
    free(errors);
    return status;
}

int la_factor_refine(la_factor_t f, char trans, ga_t a, ga_t b, ga_t x, double *forward,
                     double *backward)
{
    ALI_CHECKED(gai_check_collective(LAI_ROW(la_factor_refine), lai_factor_group(f), f, trans, a, b,
                                     x, forward, backward));
    static const lai_stage_t stages[] = {
        {"GETRS or POTRS", refine_columns, NULL, SOLUTION},
        {"the solution", refined_overflow, lai_explain_overflow, SOLUTION},
        {"the estimate", bound_errors, NULL, SOLUTION},
        {0}};
    refinement_t q = {0};
    gai_array_t *matrix, *rhs, *solution;
    AL_TRY(lai_find_factor(__func__, f, &q.f));
    AL_TRY(lai_check_letter(__func__, "trans", trans, "ntc", &q.op));
    AL_TRY(lai_find(__func__, a, &matrix));
    AL_TRY(lai_find(__func__, b, &rhs));
    AL_TRY(lai_find(__func__, x, &solution));
    if (!forward || !backward)
        return gai_bad_argument(__func__, forward ? "backward" : "forward");
    AL_TRY(check_refinement(__func__, q.f, matrix, rhs, solution));
    lai_solver_t s = lai_factor_solver(__func__, q.f, stages);
    s.query_workspace = refinement_sizes;
    s.data = &q;
    s.operand[MATRIX] = (lai_operand_t){
        .from = matrix, .lower = q.f->lower, .mirror_lower = q.f->lower, .only_read = !q.f->lower};
    s.operand[RIGHT] = (lai_operand_t){.from = rhs, .only_read = 1};
    s.operand[SOLUTION] = (lai_operand_t){.from = solution, .to = solution, .write_on_success = 1};
    return run_refinement(&s, lai_cols(rhs), forward, backward);
}
