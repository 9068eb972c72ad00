/* Triangular solves and products, and updates of rank k. */
#include <inttypes.h>
#include <string.h>

#include "linalg/src/calls/la_triangle.h"
#include "linalg/src/frame/la_check.h"
#include "linalg/src/frame/la_collective.h"
#include "linalg/src/frame/la_solver.h"
#include "linalg/src/blas/la_level3_routines.h"

/* The result comes first: its extents decide on the grid. */
enum { RESULT, A, B };

typedef struct level3 {
    lai_solver_t solver;
    lai_level3_t routine;
    char side, uplo, trans, diag;
    lai_factors_t factors;
} level3_t;

static int64_t run_triangular(lai_solver_t *s)
{
    const level3_t *p = s->data;
    lai_triangular(s->type, p->routine, p->side, p->uplo, p->trans, p->diag, p->factors.alpha,
                   &s->operand[A].x, &s->operand[RESULT].x);
    return 0;
}

static int64_t run_rank_k(lai_solver_t *s)
{
    const level3_t *p = s->data;
    lai_rank_k(s->type, p->routine, p->uplo, p->trans, p->factors, &s->operand[A].x,
               &s->operand[RESULT].x);
    return 0;
}

static int64_t run_rank_2k(lai_solver_t *s)
{
    const level3_t *p = s->data;
    lai_rank_2k(s->type, p->routine, p->uplo, p->trans, p->factors, &s->operand[A].x,
                &s->operand[B].x, &s->operand[RESULT].x);
    return 0;
}

/* The result is from and to the array, so that what the routine does not touch stays. */
static int set_operand(level3_t *p, int k, ga_t g)
{
    lai_operand_t *o = &p->solver.operand[k];
    gai_array_t *array;
    AL_TRY(lai_find(p->solver.call, g, &array));
    o->from = array;
    o->to = k == RESULT ? array : NULL;
    o->only_read = k != RESULT;
    return ASHLAR_OK;
}

/* A matrix that is read fits the result: its type and group, and not the result itself. */
static int check_fits(const level3_t *p, int k)
{
    const char *call = p->solver.call;
    const gai_array_t *array = p->solver.operand[k].from, *result = p->solver.operand[RESULT].from;
    if (array == result)
        return AL_FAIL(ASHLAR_EARG, "%s: array '%s' is both read and written", call, array->name);
    return lai_check_alike(call, array, result);
}

static int check_shape(const char *call, const gai_array_t *array, int64_t rows, int64_t cols,
                       const gai_array_t *result)
{
    if (lai_rows(array) == rows && lai_cols(array) == cols)
        return ASHLAR_OK;
    return AL_FAIL(ASHLAR_ESHAPE,
                   "%s: array '%s' is %" PRId64 " x %" PRId64 ", not %" PRId64 " x %" PRId64
                   ", for '%s' of %" PRId64 " x %" PRId64,
                   call, array->name, lai_rows(array), lai_cols(array), rows, cols, result->name,
                   lai_rows(result), lai_cols(result));
}

static int run_level3(level3_t *p)
{
    p->solver.kind = LAI_LEVEL3;
    p->solver.data = p;
    p->solver.allows_nonfinite = 1;
    return lai_solve(&p->solver);
}

/* Ranks of one node solve without a process grid, unless ScaLAPACK is asked for. */
static bool is_shared(const al_group_t *group)
{
    return group->size > 1 && group->node_count == 1 &&
           ali_context.env.solver != AL_SOLVER_SCALAPACK;
}

static int triangular(const char *call, lai_level3_t routine, char side, char uplo, char trans,
                      char diag, const void *alpha, ga_t a, ga_t b)
{
    static const lai_stage_t stages[] = {{"TRSM or TRMM", run_triangular, NULL, A}, {0}};
    level3_t p = {.solver = {.call = call, .stages = stages},
                  .routine = routine,
                  .factors = {.alpha = alpha}};
    AL_TRY(lai_check_started(call));
    AL_TRY(set_operand(&p, RESULT, b));
    AL_TRY(set_operand(&p, A, a));
    AL_TRY(lai_check_letter(call, "side", side, "lr", &p.side));
    AL_TRY(lai_check_letter(call, "uplo", uplo, "lu", &p.uplo));
    AL_TRY(lai_check_letter(call, "trans", trans, "ntc", &p.trans));
    AL_TRY(lai_check_letter(call, "diag", diag, "nu", &p.diag));
    if (!alpha)
        return gai_bad_argument(call, "alpha");
    AL_TRY(check_fits(&p, A));
    const gai_array_t *result = p.solver.operand[RESULT].from;
    int64_t order = p.side == 'L' ? lai_rows(result) : lai_cols(result);
    AL_TRY(check_shape(call, p.solver.operand[A].from, order, order, result));
    if (routine == LAI_TRSM && is_shared(result->group)) {
        lai_triangle_t t = {.side = p.side,
                            .uplo = p.uplo,
                            .trans = p.trans,
                            .diag = p.diag,
                            .alpha = alpha,
                            .array = p.solver.operand[A].from};
        return lai_solve_triangle(call, &t, result);
    }
    return run_level3(&p);
}

int la_trsm(char side, char uplo, char trans, char diag, const void *alpha, ga_t a, ga_t b)
{
    LAI_COLLECTIVE(la_trsm, side, uplo, trans, diag, alpha, a, b);
    return triangular(__func__, LAI_TRSM, side, uplo, trans, diag, alpha, a, b);
}

int la_trmm(char side, char uplo, char trans, char diag, const void *alpha, ga_t a, ga_t b)
{
    LAI_COLLECTIVE(la_trmm, side, uplo, trans, diag, alpha, a, b);
    return triangular(__func__, LAI_TRMM, side, uplo, trans, diag, alpha, a, b);
}

/* The letters that make c symmetric or Hermitian; of real matrices each is a transpose. */
static int check_trans(level3_t *p, char trans, int is_hermitian)
{
    const gai_array_t *result = p->solver.operand[RESULT].from;
    int is_complex = result->type == ASHLAR_CFLOAT || result->type == ASHLAR_CDOUBLE;
    const char *letters = !is_complex ? "ntc" : is_hermitian ? "nc" : "nt";
    AL_TRY(lai_check_letter(p->solver.call, "trans", trans, letters, &p->trans));
    if (!is_complex && p->trans != 'N')
        p->trans = 'T';
    return ASHLAR_OK;
}

/* b: NULL for updates of rank k. */
static int rank_update(const char *call, lai_level3_t routine, char uplo, char trans,
                       lai_factors_t factors, ga_t a, const ga_t *b, ga_t c)
{
    static const lai_stage_t rank_k[] = {{"SYRK or HERK", run_rank_k, NULL, A}, {0}};
    static const lai_stage_t rank_2k[] = {{"SYR2K or HER2K", run_rank_2k, NULL, A}, {0}};
    int is_hermitian = routine == LAI_HERK || routine == LAI_HER2K;
    level3_t p = {.solver = {.call = call, .stages = b ? rank_2k : rank_k},
                  .routine = routine,
                  .factors = factors};
    AL_TRY(lai_check_started(call));
    AL_TRY(set_operand(&p, RESULT, c));
    AL_TRY(set_operand(&p, A, a));
    if (b)
        AL_TRY(set_operand(&p, B, *b));
    AL_TRY(lai_check_letter(call, "uplo", uplo, "lu", &p.uplo));
    AL_TRY(check_trans(&p, trans, is_hermitian));
    if (!factors.alpha || !factors.beta)
        return gai_bad_argument(call, factors.alpha ? "beta" : "alpha");
    AL_TRY(check_fits(&p, A));
    if (b)
        AL_TRY(check_fits(&p, B));
    const gai_array_t *first = p.solver.operand[A].from, *result = p.solver.operand[RESULT].from;
    AL_TRY(lai_check_square(call, result));
    int64_t n = lai_rows(result);
    if (p.trans == 'N')
        AL_TRY(check_shape(call, first, n, lai_cols(first), result));
    else
        AL_TRY(check_shape(call, first, lai_rows(first), n, result));
    if (b)
        AL_TRY(
            check_shape(call, p.solver.operand[B].from, lai_rows(first), lai_cols(first), result));
    return run_level3(&p);
}

int la_syrk(char uplo, char trans, const void *alpha, ga_t a, const void *beta, ga_t c)
{
    LAI_COLLECTIVE(la_syrk, uplo, trans, alpha, a, beta, c);
    return rank_update(__func__, LAI_SYRK, uplo, trans, (lai_factors_t){alpha, beta}, a, NULL, c);
}

int la_herk(char uplo, char trans, const void *alpha, ga_t a, const void *beta, ga_t c)
{
    LAI_COLLECTIVE(la_herk, uplo, trans, alpha, a, beta, c);
    return rank_update(__func__, LAI_HERK, uplo, trans, (lai_factors_t){alpha, beta}, a, NULL, c);
}

int la_syr2k(char uplo, char trans, const void *alpha, ga_t a, ga_t b, const void *beta, ga_t c)
{
    LAI_COLLECTIVE(la_syr2k, uplo, trans, alpha, a, b, beta, c);
    return rank_update(__func__, LAI_SYR2K, uplo, trans, (lai_factors_t){alpha, beta}, a, &b, c);
}

int la_her2k(char uplo, char trans, const void *alpha, ga_t a, ga_t b, const void *beta, ga_t c)
{
    LAI_COLLECTIVE(la_her2k, uplo, trans, alpha, a, b, beta, c);
    return rank_update(__func__, LAI_HER2K, uplo, trans, (lai_factors_t){alpha, beta}, a, &b, c);
}
