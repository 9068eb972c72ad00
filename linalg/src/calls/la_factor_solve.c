/* The uses of factors: solutions, inverses, determinants. */
#include "linalg/src/calls/la_factor.h"

#include <complex.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "ga/src/array/ga_type.h"
#include "linalg/src/frame/la_check.h"
#include "linalg/src/frame/la_collective.h"

lai_solver_t lai_factor_solver(const char *call, lai_factor_t *f, const lai_stage_t *stages)
{
    lai_solver_t s = {.call = call,
                      .kind = LAI_CHOLESKY,
                      .stages = stages,
                      .type = f->type,
                      .group = f->group,
                      .data = f};
    s.operand[A] = (lai_operand_t){
        .is_preloaded = 1, .x = f->x, .by_tiles = f->lower ? &lai_tiled_cholesky : &lai_tiled_lu};
    return s;
}

int lai_check_like_factor(const char *call, const lai_factor_t *f, const gai_array_t *b)
{
    if (b->group != f->group)
        return AL_FAIL(ASHLAR_EGROUP,
                       "%s: the factor of '%s' and array '%s' are on groups %d and %d", call,
                       f->name, b->name, (int)f->group_handle, (int)b->group_handle);
    if (b->type != f->type)
        return AL_FAIL(ASHLAR_ETYPE, "%s: the factor of '%s' and array '%s' are of types %s and %s",
                       call, f->name, b->name, gai_type_name(f->type), gai_type_name(b->type));
    return ASHLAR_OK;
}

int lai_check_conforms(const char *call, const lai_factor_t *f, const gai_array_t *b)
{
    AL_TRY(lai_check_like_factor(call, f, b));
    if (lai_rows(b) != f->x.n)
        return AL_FAIL(ASHLAR_ESHAPE,
                       "%s: the factor of '%s' is of order %" PRId64 ", array '%s' has %" PRId64
                       " rows",
                       call, f->name, f->x.n, b->name, lai_rows(b));
    return ASHLAR_OK;
}

int lai_check_regular(const char *call, const lai_factor_t *f)
{
    return f->singular ? lai_explain_singular_name(call, f->name, f->singular) : ASHLAR_OK;
}

static int64_t result_overflow(lai_solver_t *s)
{
    return lai_first_overflow(s->blas, &s->operand[B].x);
}

static int64_t solve_with(lai_solver_t *s)
{
    const lai_factor_t *f = s->data;
    return lai_factor_apply(s->blas, f->routines, f->op, &s->operand[A].x, &s->operand[B].x,
                            s->work.rwork);
}

/* An exponent for each right-hand side. */
static int solve_room(lai_solver_t *s)
{
    return lai_narrow(s->call, "the work array", LAI_DOUBLES(s->operand[B].x.n),
                      &s->work.rwork_count);
}

int la_factor_solve(la_factor_t f, char trans, ga_t b)
{
    ALI_CHECKED(gai_check_collective(LAI_ROW(la_factor_solve), lai_factor_group(f), f, trans, b));
    static const lai_stage_t stages[] = {{"GETRS or POTRS", solve_with, NULL, B},
                                         {"the solution", result_overflow, lai_explain_overflow, B},
                                         {0}};
    lai_factor_t *factor;
    gai_array_t *rhs;
    char op;
    AL_TRY(lai_find_factor(__func__, f, &factor));
    AL_TRY(lai_find(__func__, b, &rhs));
    AL_TRY(lai_check_letter(__func__, "trans", trans, "ntc", &op));
    AL_TRY(lai_check_conforms(__func__, factor, rhs));
    AL_TRY(gai_check_writable(__func__, rhs));
    AL_TRY(lai_check_regular(__func__, factor));
    lai_solver_t s = lai_factor_solver(__func__, factor, stages);
    s.query_workspace = solve_room;
    factor->op = op;
    s.operand[B] = (lai_operand_t){.from = rhs, .to = rhs};
    return lai_solve(&s);
}

static int inverse_room(lai_solver_t *s)
{
    const lai_factor_t *f = s->data;
    return f->routines->query_workspace(s->call, &s->operand[B].x, &s->work);
}

/* The inverse takes the place of a copy of the factors. */
static int64_t invert_copy(lai_solver_t *s)
{
    const lai_factor_t *f = s->data;
    lai_cyclic_t *x = &s->operand[B].x;
    for (int64_t j = 0; j < x->cols; ++j)
        memcpy(lai_factor_column(s, x, j), lai_factor_column(s, &f->x, j),
               s->blas->element * (size_t)x->rows);
    x->pivots = f->x.pivots;
    x->exponents = f->x.exponents;
    x->tiled = s->operand[A].x.tiled;
    int64_t info = lai_factor_invert(s->blas, f->routines, x, &s->work);
    if (info != 0 || !f->routines->transpose)
        return info;
    f->routines->transpose(x, s->work.work);
    const char *mirrored = s->work.work;
    for (int64_t j = 0; j < x->cols; ++j)
        memcpy(lai_factor_column(s, x, j), mirrored + s->blas->element * (size_t)(j * x->rows),
               s->blas->element * (size_t)lai_cyclic_above(x, j));
    return 0;
}

int la_factor_inverse(la_factor_t f, ga_t inverse)
{
    ALI_CHECKED(gai_check_collective(LAI_ROW(la_factor_inverse), lai_factor_group(f), f, inverse));
    static const lai_stage_t stages[] = {{"GETRI or POTRI", invert_copy, NULL, B},
                                         {"the inverse", result_overflow, lai_explain_overflow, B},
                                         {0}};
    lai_factor_t *factor;
    gai_array_t *result;
    AL_TRY(lai_find_factor(__func__, f, &factor));
    AL_TRY(lai_find(__func__, inverse, &result));
    AL_TRY(lai_check_square(__func__, result));
    AL_TRY(lai_check_conforms(__func__, factor, result));
    AL_TRY(gai_check_writable(__func__, result));
    AL_TRY(lai_check_regular(__func__, factor));
    lai_solver_t s = lai_factor_solver(__func__, factor, stages);
    s.query_workspace = inverse_room;
    s.operand[B] = (lai_operand_t){.to = result};
    return lai_solve(&s);
}

double _Complex lai_unit_of(double _Complex x, double *log_modulus)
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
        int64_t i = lai_cyclic_diagonal(x, j);
        if (i < 0)
            continue;
        double logarithm = 0;
        const char *at = (const char *)x->at + blas->element * (size_t)(i + j * x->ld);
        *phase *= lai_unit_of(blas->load(at), &logarithm);
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
    ALI_CHECKED(gai_check_collective(LAI_ROW(la_factor_log_determinant), lai_factor_group(f), f,
                                     phase, log_abs));
    lai_factor_t *factor;
    AL_TRY(lai_find_factor(__func__, f, &factor));
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
