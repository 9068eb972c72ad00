/* Symmetric and Hermitian eigenproblems. */
#include <inttypes.h>

#include "linalg/src/frame/la_check.h"
#include "linalg/src/frame/la_solver.h"
#include "linalg/src/lapack/la_chol_routines.h"
#include "linalg/src/lapack/la_eigen_routines.h"

enum { A, B, Z };

/* Where the eigenvectors go, or NULL. */
static lai_cyclic_t *vectors_of(lai_solver_t *s)
{
    if (s->operand[A].to)
        return &s->operand[A].x;
    return s->operand[Z].to ? &s->operand[Z].x : NULL;
}

/* LAPACK overwrites a with the eigenvectors, ScaLAPACK puts them beside it. */
static int sizes(lai_solver_t *s)
{
    lai_operand_t *a = &s->operand[A], *z = &s->operand[Z];
    if (lai_grid_is_serial(&a->x.grid)) {
        a->to = z->to;
        z->to = NULL;
    }
    return lai_eigen(s->type)->sizes(s->call, &a->x, vectors_of(s), &s->work);
}

static int64_t factor_b(lai_solver_t *s)
{
    return lai_chol(s->type)->factor(&s->operand[B].x);
}

static int64_t reduce(lai_solver_t *s)
{
    return lai_eigen(s->type)->reduce(&s->operand[A].x, &s->operand[B].x, &s->scale);
}

static int64_t solve_symmetric(lai_solver_t *s)
{
    lai_cyclic_t *a = &s->operand[A].x;
    int64_t info = lai_eigen(s->type)->solve(a, vectors_of(s), s->w, &s->work);
    if (info == 0 && s->scale != 1)
        s->blas->scale_reals(a->n, s->scale, s->w);
    return info;
}

static int64_t back_transform(lai_solver_t *s)
{
    if (vectors_of(s))
        lai_eigen(s->type)->back(&s->operand[B].x, vectors_of(s));
    return 0;
}

static int no_convergence(const char *call, const gai_array_t *array, int64_t info)
{
    return AL_FAIL(ASHLAR_ENUMERIC,
                   "%s: no convergence for array '%s' of order %" PRId64 " (info = %" PRId64 ")",
                   call, array->name, lai_rows(array), info);
}

static const lai_stage_t standard[] = {{"the eigensolver", solve_symmetric, no_convergence, A},
                                       {0}};

static const lai_stage_t general[] = {{"POTRF", factor_b, lai_not_definite, B},
                                      {"SYGST or HEGST", reduce, NULL, A},
                                      {"the eigensolver", solve_symmetric, no_convergence, A},
                                      {"TRSM", back_transform, NULL, B},
                                      {0}};

/* x is as large and of the same kind as a. */
static int check_partner(const char *call, const gai_array_t *a, const gai_array_t *x)
{
    AL_TRY(lai_check_alike(call, a, x));
    if (lai_rows(a) != lai_rows(x) || lai_cols(a) != lai_cols(x))
        return AL_FAIL(ASHLAR_ESHAPE,
                       "%s: array '%s' is %" PRId64 " x %" PRId64 ", '%s' %" PRId64 " x %" PRId64,
                       call, a->name, lai_rows(a), lai_cols(a), x->name, lai_rows(x), lai_cols(x));
    return ASHLAR_OK;
}

static int eigen(const char *call, const lai_stage_t *stages, ga_t a, ga_t b, void *w, ga_t z)
{
    gai_array_t *a_array, *b_array = NULL, *z_array = NULL;
    AL_TRY(lai_check_started(call));
    AL_TRY(lai_find(call, a, &a_array));
    if (stages == general)
        AL_TRY(lai_find(call, b, &b_array));
    if (z)
        AL_TRY(lai_find(call, z, &z_array));
    if (!w)
        return gai_bad_argument(call, "w");
    if (z && (z_array == a_array || z_array == b_array))
        return AL_FAIL(ASHLAR_EARG, "%s: array '%s' is both a matrix and its eigenvectors", call,
                       z_array->name);
    AL_TRY(lai_check_square(call, a_array));
    if (b_array)
        AL_TRY(check_partner(call, a_array, b_array));
    if (z_array)
        AL_TRY(check_partner(call, a_array, z_array));
    AL_TRY(gai_check_same(call, a_array->group, (int64_t[]){a, b, z}, 3));
    lai_solver_t s = {.call = call,
                      .kind = LAI_EIGEN,
                      .stages = stages,
                      .sizes = sizes,
                      .values = w,
                      .value_count = lai_rows(a_array),
                      .scale = 1};
    s.operand[A] = (lai_operand_t){.from = a_array, .lower = 1};
    s.operand[B] = (lai_operand_t){.from = b_array, .lower = 1};
    s.operand[Z] = (lai_operand_t){.to = z_array};
    return lai_solve(&s);
}

int la_eigen(ga_t a, void *w, ga_t z)
{
    return eigen(__func__, standard, a, 0, w, z);
}

int la_eigen_general(ga_t a, ga_t b, void *w, ga_t z)
{
    return eigen(__func__, general, a, b, w, z);
}
