/* Cholesky factors in place. */
#include "linalg/src/frame/la_check.h"
#include "linalg/src/frame/la_collective.h"
#include "linalg/src/frame/la_factoring.h"
#include "linalg/src/frame/la_redist.h"
#include "linalg/src/frame/la_solver.h"
#include "linalg/src/lapack/la_chol_routines.h"

enum { A };

static int64_t factor_and_clear_upper(lai_solver_t *s)
{
    lai_cyclic_t *l = &s->operand[A].x;
    int64_t info = lai_factor(s->blas, lai_chol(s->type), l);
    lai_cyclic_clear_upper(s->blas->element, l);
    return info;
}

int la_cholesky(ga_t a)
{
    LAI_COLLECTIVE(la_cholesky, a);
    static const lai_stage_t stages[] = {
        {"POTRF", factor_and_clear_upper, lai_explain_indefinite, A}, {0}};
    gai_array_t *matrix;
    AL_TRY(lai_check_started(__func__));
    AL_TRY(lai_find(__func__, a, &matrix));
    AL_TRY(lai_check_square(__func__, matrix));
    lai_solver_t s = {.call = __func__, .kind = LAI_CHOLESKY, .stages = stages};
    s.operand[A] = (lai_operand_t){.from = matrix,
                                   .to = matrix,
                                   .lower = 1,
                                   .by_tiles = &lai_tiled_cholesky,
                                   .write_on_success = 1};
    return lai_solve(&s);
}
