/* Systems and inverses in one call. */
#include "linalg/src/calls/la_solve.h"

#include <inttypes.h>
#include <string.h>

#include "linalg/src/frame/la_check.h"
#include "linalg/src/frame/la_collective.h"
#include "linalg/src/frame/la_factoring.h"
#include "linalg/src/frame/la_solver.h"
#include "linalg/src/lapack/la_chol_routines.h"
#include "linalg/src/lapack/la_lu_routines.h"

enum { A, B };

enum { RIGHT_SIDES_KEPT = 16 };

static int64_t lu(lai_solver_t *s)
{
    return lai_factor(s->blas, lai_lu(s->type), &s->operand[A].x);
}

/* Copy b to, or from, a place without gaps. */
static void copy_right_sides(const lai_solver_t *s, const lai_cyclic_t *b, char *place, bool back)
{
    const size_t element = s->blas->element;
    for (int64_t j = 0; j < b->cols; ++j) {
        char *column = (char *)b->at + element * (size_t)(j * b->ld);
        char *copy = place + element * (size_t)(j * b->rows);
        memcpy(back ? column : copy, back ? copy : column, element * (size_t)b->rows);
    }
}

/* A b in place is to be as it was if there are no factors. */
static int64_t factor_for(lai_solver_t *s, const lai_factoring_t *routines)
{
    lai_cyclic_t *a = &s->operand[A].x, *b = &s->operand[B].x;
    const bool in_place = s->operand[B].in_place;
    if (in_place && b->n > RIGHT_SIDES_KEPT)
        return lai_factor(s->blas, routines, a);
    if (in_place)
        copy_right_sides(s, b, s->work.work, false);
    const int64_t info = lai_factor_and_begin(s->blas, routines, a, b, s->work.rwork);
    if (in_place && info != 0)
        copy_right_sides(s, b, s->work.work, true);
    return info;
}

static int64_t lu_for(lai_solver_t *s)
{
    return factor_for(s, lai_lu(s->type));
}

static int64_t apply_factor(lai_solver_t *s, const lai_factoring_t *routines)
{
    return lai_factor_apply(s->blas, routines, 'N', &s->operand[A].x, &s->operand[B].x,
                            s->work.rwork);
}

/* An exponent for each right-hand side, and a copy of few. */
static int solve_sizes(lai_solver_t *s)
{
    const lai_cyclic_t *b = &s->operand[B].x;
    if (b->n <= RIGHT_SIDES_KEPT)
        AL_TRY(lai_narrow(s->call, "the copy of the right-hand sides", b->rows * b->cols,
                          &s->work.work_count));
    return lai_narrow(s->call, "the work array", LAI_DOUBLES(s->operand[B].x.n),
                      &s->work.rwork_count);
}

static int64_t solve_lu(lai_solver_t *s)
{
    return apply_factor(s, lai_lu(s->type));
}

static int64_t invert_lu(lai_solver_t *s)
{
    return lai_factor_invert(s->blas, lai_lu(s->type), &s->operand[A].x, &s->work);
}

static int inverse_sizes(lai_solver_t *s)
{
    return lai_lu(s->type)->query_workspace(s->call, &s->operand[A].x, &s->work);
}

static int64_t cholesky_for(lai_solver_t *s)
{
    return factor_for(s, lai_chol(s->type));
}

static int64_t solve_cholesky(lai_solver_t *s)
{
    return apply_factor(s, lai_chol(s->type));
}

static int64_t solution_overflow(lai_solver_t *s)
{
    return lai_first_overflow(s->blas, &s->operand[B].x);
}

static int64_t lu_overflow(lai_solver_t *s)
{
    return lai_factor_overflow(s->blas, &s->operand[A].x);
}

static int64_t inverse_overflow(lai_solver_t *s)
{
    return lai_first_overflow(s->blas, &s->operand[A].x);
}

int lai_find_system(const char *call, ga_t a, ga_t b, gai_array_t **matrix, gai_array_t **rhs)
{
    AL_TRY(lai_check_started(call));
    AL_TRY(lai_find(call, a, matrix));
    AL_TRY(lai_find(call, b, rhs));
    if (a == b)
        return AL_FAIL(ASHLAR_EARG, "%s: array '%s' is both the matrix and the right-hand side",
                       call, (*matrix)->name);
    AL_TRY(lai_check_alike(call, *matrix, *rhs));
    AL_TRY(lai_check_square(call, *matrix));
    if (lai_rows(*matrix) != lai_rows(*rhs))
        return AL_FAIL(ASHLAR_ESHAPE, "%s: array '%s' has %" PRId64 " rows, '%s' %" PRId64, call,
                       (*matrix)->name, lai_rows(*matrix), (*rhs)->name, lai_rows(*rhs));
    return ASHLAR_OK;
}

int lai_solve_system(const char *call, int lower, const gai_array_t *matrix, const gai_array_t *rhs)
{
    static const lai_stage_t by_cholesky[] = {
        {"POTRF", cholesky_for, lai_explain_indefinite, A},
        {"POTRS", solve_cholesky, NULL, A},
        {"the solution", solution_overflow, lai_explain_overflow, B},
        {0}};
    static const lai_stage_t by_lu[] = {
        {"GETRF", lu_for, lai_explain_singular, A},
        {"the factors", lu_overflow, lai_factors_overflowed, A},
        {"GETRS", solve_lu, NULL, A},
        {"the solution", solution_overflow, lai_explain_overflow, B},
        {0}};
    lai_solver_t s = {.call = call,
                      .kind = lower ? LAI_CHOLESKY : LAI_LU,
                      .stages = lower ? by_cholesky : by_lu,
                      .query_workspace = solve_sizes};
    s.operand[A] = (lai_operand_t){.from = matrix,
                                   .lower = lower,
                                   .pivots = !lower,
                                   .by_tiles = lower ? &lai_tiled_cholesky : &lai_tiled_lu};
    s.operand[B] = (lai_operand_t){.from = rhs, .to = rhs};
    return lai_solve(&s);
}

int la_cholesky_solve(ga_t a, ga_t b)
{
    LAI_COLLECTIVE(la_cholesky_solve, a, b);
    gai_array_t *matrix, *rhs;
    AL_TRY(lai_find_system(__func__, a, b, &matrix, &rhs));
    return lai_solve_system(__func__, 1, matrix, rhs);
}

int la_solve(ga_t a, ga_t b)
{
    LAI_COLLECTIVE(la_solve, a, b);
    gai_array_t *matrix, *rhs;
    AL_TRY(lai_find_system(__func__, a, b, &matrix, &rhs));
    return lai_solve_system(__func__, 0, matrix, rhs);
}

int la_inverse(ga_t a, ga_t inverse)
{
    LAI_COLLECTIVE(la_inverse, a, inverse);
    static const lai_stage_t stages[] = {{"GETRF", lu, lai_explain_singular, A},
                                         {"the factors", lu_overflow, lai_factors_overflowed, A},
                                         {"GETRI", invert_lu, NULL, A},
                                         {"the inverse", inverse_overflow, lai_explain_overflow, A},
                                         {0}};
    gai_array_t *matrix, *result;
    AL_TRY(lai_check_started(__func__));
    AL_TRY(lai_find(__func__, a, &matrix));
    AL_TRY(lai_find(__func__, inverse, &result));
    AL_TRY(lai_check_alike(__func__, matrix, result));
    AL_TRY(lai_check_square(__func__, matrix));
    AL_TRY(lai_check_square(__func__, result));
    if (lai_rows(matrix) != lai_rows(result))
        return AL_FAIL(ASHLAR_ESHAPE,
                       "%s: array '%s' is of order %" PRId64 ", its inverse '%s' of order %" PRId64,
                       __func__, matrix->name, lai_rows(matrix), result->name, lai_rows(result));
    lai_solver_t s = {
        .call = __func__, .kind = LAI_LU, .stages = stages, .query_workspace = inverse_sizes};
    s.operand[A] = (lai_operand_t){.from = matrix,
                                   .to = result,
                                   .pivots = 1,
                                   .by_tiles = &lai_tiled_lu,
                                   .write_on_success = 1};
    return lai_solve(&s);
}
