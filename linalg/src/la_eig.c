/* Symmetric and Hermitian eigenproblems: move to the block-cyclic layout, solve, move back. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "linalg/src/la_blas.h"
#include "linalg/src/la_check.h"
#include "linalg/src/la_grid.h"
#include "linalg/src/la_redist.h"
#include "linalg/src/la_solver.h"

typedef struct problem {
    const char *call;
    const lai_blas_t *blas;
    const gai_array_t *a_array, *b_array, *z_array; /* b, z: NULL when there is none */
    al_group_t *group;
    lai_cyclic_t a, b, z; /* z is not used on a serial grid */
    lai_eigen_t eigen;    /* w is my own until the problem is solved */
} problem_t;

enum stage { FACTOR = 1, REDUCE, SOLVE };

static const lai_cyclic_t *vectors_of(const problem_t *p)
{
    return lai_grid_is_serial(&p->a.grid) ? &p->a : &p->z;
}

/* Grid, descriptors and sizes. Collective. */
static int plan(problem_t *p)
{
    int64_t n = lai_rows(p->a_array);
    lai_grid_t grid;
    AL_TRY(lai_grid_for(p->call, p->group, n, &grid));
    AL_TRY(lai_cyclic_describe(p->call, &grid, n, n, &p->a));
    p->b = p->z = p->a;
    p->eigen.a = &p->a;
    if (p->z_array)
        p->eigen.z = lai_grid_is_serial(&grid) ? &p->a : &p->z;
    int status = ASHLAR_OK;
    if (lai_grid_has_me(&grid))
        status = p->blas->eigen_sizes(p->call, &p->eigen);
    return gai_agree(p->call, p->group, status);
}

static int allocate(problem_t *p)
{
    lai_eigen_t *eigen = &p->eigen;
    eigen->w = malloc((size_t)p->a.n * p->blas->real);
    if (lai_grid_has_me(&p->a.grid)) {
        AL_TRY(lai_cyclic_allocate(p->call, p->blas->element, &p->a));
        if (p->b_array)
            AL_TRY(lai_cyclic_allocate(p->call, p->blas->element, &p->b));
        if (eigen->z == &p->z)
            AL_TRY(lai_cyclic_allocate(p->call, p->blas->element, &p->z));
    }
    eigen->work = malloc((size_t)eigen->work_count * p->blas->element + 1);
    eigen->rwork = malloc((size_t)eigen->rwork_count * p->blas->real + 1);
    eigen->iwork = malloc((size_t)eigen->iwork_count * sizeof *eigen->iwork + 1);
    if (!eigen->w || !eigen->work || !eigen->rwork || !eigen->iwork)
        return AL_FAIL(ASHLAR_ENOMEM,
                       "%s: no memory for the work arrays of an eigenproblem of order %" PRId64,
                       p->call, p->a.n);
    return ASHLAR_OK;
}

static void release(problem_t *p)
{
    free(p->eigen.iwork);
    free(p->eigen.rwork);
    free(p->eigen.work);
    free(p->eigen.w);
    free(p->z.at);
    free(p->b.at);
    free(p->a.at);
}

static int fetch(problem_t *p)
{
    AL_TRY(allocate(p));
    AL_TRY(lai_redistribute(p->a_array, &p->a, LAI_FROM_ARRAY));
    AL_TRY(lai_check_finite(p->call, p->a_array, &p->a, 1));
    if (!p->b_array)
        return ASHLAR_OK;
    AL_TRY(lai_redistribute(p->b_array, &p->b, LAI_FROM_ARRAY));
    return lai_check_finite(p->call, p->b_array, &p->b, 1);
}

/* The numerical work, on the ranks of the grid. */
static lai_outcome_t solve(problem_t *p)
{
    double scale = 1;
    int64_t info;
    if (p->b_array) {
        if ((info = p->blas->factor(&p->b)) != 0)
            return lai_outcome(FACTOR, info);
        if ((info = p->blas->reduce(&p->a, &p->b, &scale)) != 0)
            return lai_outcome(REDUCE, info);
    }
    if ((info = p->blas->eigen(&p->eigen)) != 0)
        return lai_outcome(SOLVE, info);
    if (scale != 1)
        p->blas->scale_reals(p->a.n, scale, p->eigen.w);
    if (p->b_array && p->eigen.z)
        p->blas->back(&p->b, p->eigen.z);
    return lai_outcome(0, 0);
}

static int report(const problem_t *p, const lai_outcome_t *outcome)
{
    if (outcome->broken)
        return AL_FAIL(ASHLAR_EINTERNAL, "%s: stage %lld refused argument %lld", p->call,
                       outcome->stage, outcome->broken);
    if (!outcome->info)
        return ASHLAR_OK;
    if (outcome->stage == FACTOR)
        return AL_FAIL(ASHLAR_ENUMERIC,
                       "%s: array '%s' is not positive definite: its leading minor of order "
                       "%lld is not",
                       p->call, p->b_array->name, outcome->info);
    return AL_FAIL(ASHLAR_ENUMERIC,
                   "%s: no convergence for array '%s' of order %" PRId64 " (info = %lld)", p->call,
                   p->a_array->name, p->a.n, outcome->info);
}

/* Solve, and bring the outcome and the eigenvalues to all ranks, the same bits everywhere. */
static int solve_and_share(problem_t *p)
{
    lai_outcome_t outcome = {0, 0, 0};
    if (lai_grid_has_me(&p->a.grid))
        outcome = solve(p);
    AL_TRY(lai_share_outcome(p->group, &outcome));
    AL_TRY(report(p, &outcome));
    AL_TRY(al_broadcast(p->group, p->eigen.w, (size_t)p->a.n * p->blas->real, 0));
    return p->z_array ? lai_redistribute(p->z_array, vectors_of(p), LAI_TO_ARRAY) : ASHLAR_OK;
}

/* All arguments are checked. */
static int run(problem_t *p, void *w)
{
    int status = al_barrier(p->group);
    status = gai_agree(p->call, p->group, status);
    if (status == ASHLAR_OK)
        status = plan(p);
    if (status == ASHLAR_OK)
        status = gai_agree(p->call, p->group, fetch(p));
    if (status == ASHLAR_OK) {
        status = solve_and_share(p);
        int finished = al_barrier(p->group);
        status = gai_agree(p->call, p->group, status != ASHLAR_OK ? status : finished);
    }
    if (status == ASHLAR_OK)
        memcpy(w, p->eigen.w, (size_t)p->a.n * p->blas->real);
    release(p);
    return status;
}

/* x is an operand as large and of the same kind as a. */
static int check_partner(const char *call, const gai_array_t *a, const gai_array_t *x)
{
    AL_TRY(lai_check_alike(call, a, x));
    if (lai_rows(a) != lai_rows(x) || lai_cols(a) != lai_cols(x))
        return AL_FAIL(ASHLAR_ESHAPE,
                       "%s: array '%s' is %" PRId64 " x %" PRId64 ", '%s' %" PRId64 " x %" PRId64,
                       call, a->name, lai_rows(a), lai_cols(a), x->name, lai_rows(x), lai_cols(x));
    return ASHLAR_OK;
}

static int eigen(const char *call, ga_t a, ga_t b, void *w, ga_t z, int general)
{
    gai_array_t *a_array, *b_array = NULL, *z_array = NULL;
    AL_TRY(lai_check_started(call));
    AL_TRY(lai_find(call, a, &a_array));
    if (general)
        AL_TRY(lai_find(call, b, &b_array));
    if (z)
        AL_TRY(lai_find(call, z, &z_array));
    if (!w)
        return gai_bad_argument(call, "w");
    if (z && (z == a || (general && z == b)))
        return AL_FAIL(ASHLAR_EARG, "%s: array '%s' is both a matrix and its eigenvectors", call,
                       z_array->name);
    AL_TRY(lai_check_square(call, a_array));
    if (b_array)
        AL_TRY(check_partner(call, a_array, b_array));
    if (z_array)
        AL_TRY(check_partner(call, a_array, z_array));
    AL_TRY(gai_check_same(call, a_array->group, (int64_t[]){a, b, z}, 3));
    problem_t p = {.call = call,
                   .blas = lai_blas(a_array->type),
                   .a_array = a_array,
                   .b_array = b_array,
                   .z_array = z_array,
                   .group = a_array->group};
    return run(&p, w);
}

int la_eigen(ga_t a, void *w, ga_t z)
{
    return eigen("la_eigen", a, 0, w, z, 0);
}

int la_eigen_general(ga_t a, ga_t b, void *w, ga_t z)
{
    return eigen("la_eigen_general", a, b, w, z, 1);
}
