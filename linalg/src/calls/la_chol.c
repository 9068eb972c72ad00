/* Cholesky factors, and solutions of positive definite systems. */
#include <inttypes.h>
#include <string.h>

#include "linalg/src/frame/la_check.h"
#include "linalg/src/frame/la_redist.h"
#include "linalg/src/frame/la_solver.h"
#include "linalg/src/lapack/la_chol_routines.h"

enum { A, B };

static int64_t factor(lai_solver_t *s)
{
    return lai_chol(s->type)->factor(&s->operand[A].x);
}

static int64_t factor_and_clear_upper(lai_solver_t *s)
{
    int64_t info = factor(s);
    lai_cyclic_t *l = &s->operand[A].x;
    size_t element = s->blas->element;
    for (int64_t j = 0; j < l->cols; ++j)
        memset((char *)l->at + element * (size_t)(j * l->ld), 0,
               element * (size_t)lai_cyclic_above(l, j));
    return info;
}

static int64_t solve_factored(lai_solver_t *s)
{
    return lai_chol(s->type)->solve(&s->operand[A].x, &s->operand[B].x);
}

int la_cholesky(ga_t a)
{
    static const lai_stage_t stages[] = {{"POTRF", factor_and_clear_upper, lai_not_definite, A},
                                         {0}};
    gai_array_t *matrix;
    AL_TRY(lai_check_started(__func__));
    AL_TRY(lai_find(__func__, a, &matrix));
    AL_TRY(lai_check_square(__func__, matrix));
    AL_TRY(gai_check_same(__func__, matrix->group, (int64_t[]){a}, 1));
    lai_solver_t s = {.call = __func__, .kind = LAI_FACTOR, .stages = stages};
    s.operand[A] = (lai_operand_t){.from = matrix, .to = matrix, .lower = 1, .keep = 1};
    return lai_solve(&s);
}

int la_cholesky_solve(ga_t a, ga_t b)
{
    static const lai_stage_t stages[] = {
        {"POTRF", factor, lai_not_definite, A}, {"POTRS", solve_factored, NULL, A}, {0}};
    gai_array_t *matrix, *rhs;
    AL_TRY(lai_check_started(__func__));
    AL_TRY(lai_find(__func__, a, &matrix));
    AL_TRY(lai_find(__func__, b, &rhs));
    if (a == b)
        return AL_FAIL(ASHLAR_EARG, "%s: array '%s' is both the matrix and the right-hand side",
                       __func__, matrix->name);
    AL_TRY(lai_check_alike(__func__, matrix, rhs));
    AL_TRY(lai_check_square(__func__, matrix));
    if (lai_rows(matrix) != lai_rows(rhs))
        return AL_FAIL(ASHLAR_ESHAPE, "%s: array '%s' has %" PRId64 " rows, '%s' %" PRId64,
                       __func__, matrix->name, lai_rows(matrix), rhs->name, lai_rows(rhs));
    AL_TRY(gai_check_same(__func__, matrix->group, (int64_t[]){a, b}, 2));
    lai_solver_t s = {.call = __func__, .kind = LAI_FACTOR, .stages = stages};
    s.operand[A] = (lai_operand_t){.from = matrix, .lower = 1};
    s.operand[B] = (lai_operand_t){.from = rhs, .to = rhs};
    return lai_solve(&s);
}
