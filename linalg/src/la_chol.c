/* Cholesky factor and solution of positive definite systems. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "linalg/src/la_blas.h"
#include "linalg/src/la_check.h"
#include "linalg/src/la_grid.h"
#include "linalg/src/la_redist.h"
#include "linalg/src/la_solver.h"

typedef struct system {
    const char *call;
    const lai_blas_t *blas;
    gai_array_t *a_array, *b_array; /* b: NULL when only the factor is wanted */
    al_group_t *group;
    lai_cyclic_t a, b;
} system_t;

static int plan(system_t *s)
{
    int64_t n = lai_rows(s->a_array);
    lai_grid_t grid;
    AL_TRY(lai_grid_for(s->call, s->group, n, &grid));
    AL_TRY(lai_cyclic_describe(s->call, &grid, n, n, &s->a));
    return s->b_array ? lai_cyclic_describe(s->call, &grid, n, lai_cols(s->b_array), &s->b)
                      : ASHLAR_OK;
}

static int fetch(system_t *s)
{
    if (!lai_grid_has_me(&s->a.grid))
        return ASHLAR_OK;
    AL_TRY(lai_cyclic_allocate(s->call, s->blas->element, &s->a));
    AL_TRY(lai_redistribute(s->a_array, &s->a, LAI_FROM_ARRAY));
    AL_TRY(lai_check_finite(s->call, s->a_array, &s->a, 1));
    if (!s->b_array)
        return ASHLAR_OK;
    AL_TRY(lai_cyclic_allocate(s->call, s->blas->element, &s->b));
    AL_TRY(lai_redistribute(s->b_array, &s->b, LAI_FROM_ARRAY));
    return lai_check_finite(s->call, s->b_array, &s->b, 0);
}

/* Zero the strict upper triangle of my part. */
static void clear_upper(lai_cyclic_t *x, size_t element)
{
    for (int64_t j = 0; j < x->cols; ++j)
        memset((char *)x->at + element * (size_t)(j * x->ld), 0,
               element * (size_t)lai_cyclic_above(x, j));
}

static int64_t solve(system_t *s)
{
    int64_t info = s->blas->factor(&s->a);
    if (info != 0)
        return info;
    if (s->b_array)
        return s->blas->solve(&s->a, &s->b);
    clear_upper(&s->a, s->blas->element);
    return 0;
}

static int solve_and_store(system_t *s)
{
    lai_outcome_t outcome = lai_outcome(0, lai_grid_has_me(&s->a.grid) ? solve(s) : 0);
    AL_TRY(lai_share_outcome(s->group, &outcome));
    if (outcome.broken)
        return AL_FAIL(ASHLAR_EINTERNAL, "%s: argument %lld was refused", s->call, outcome.broken);
    if (outcome.info)
        return AL_FAIL(ASHLAR_ENUMERIC,
                       "%s: array '%s' is not positive definite: its leading minor of order "
                       "%lld is not",
                       s->call, s->a_array->name, outcome.info);
    if (s->b_array)
        return lai_redistribute(s->b_array, &s->b, LAI_TO_ARRAY);
    return lai_redistribute(s->a_array, &s->a, LAI_TO_ARRAY);
}

/* All arguments are checked. Everybody has read before anybody writes. */
static int run(system_t *s)
{
    int status = al_barrier(s->group);
    status = gai_agree(s->call, s->group, status);
    if (status == ASHLAR_OK)
        status = plan(s);
    if (status == ASHLAR_OK)
        status = gai_agree(s->call, s->group, fetch(s));
    if (status == ASHLAR_OK) {
        status = solve_and_store(s);
        int finished = al_barrier(s->group);
        status = gai_agree(s->call, s->group, status != ASHLAR_OK ? status : finished);
    }
    free(s->b.at);
    free(s->a.at);
    return status;
}

int la_cholesky(ga_t a)
{
    system_t s = {.call = "la_cholesky"};
    AL_TRY(lai_check_started(s.call));
    AL_TRY(lai_find(s.call, a, &s.a_array));
    AL_TRY(lai_check_square(s.call, s.a_array));
    AL_TRY(gai_check_same(s.call, s.a_array->group, (int64_t[]){a}, 1));
    s.blas = lai_blas(s.a_array->type);
    s.group = s.a_array->group;
    return run(&s);
}

int la_cholesky_solve(ga_t a, ga_t b)
{
    system_t s = {.call = "la_cholesky_solve"};
    AL_TRY(lai_check_started(s.call));
    AL_TRY(lai_find(s.call, a, &s.a_array));
    AL_TRY(lai_find(s.call, b, &s.b_array));
    if (a == b)
        return AL_FAIL(ASHLAR_EARG, "%s: array '%s' is both the matrix and the right-hand side",
                       s.call, s.a_array->name);
    AL_TRY(lai_check_alike(s.call, s.a_array, s.b_array));
    AL_TRY(lai_check_square(s.call, s.a_array));
    if (lai_rows(s.a_array) != lai_rows(s.b_array))
        return AL_FAIL(ASHLAR_ESHAPE, "%s: array '%s' has %" PRId64 " rows, '%s' %" PRId64, s.call,
                       s.a_array->name, lai_rows(s.a_array), s.b_array->name, lai_rows(s.b_array));
    AL_TRY(gai_check_same(s.call, s.a_array->group, (int64_t[]){a, b}, 2));
    s.blas = lai_blas(s.a_array->type);
    s.group = s.a_array->group;
    return run(&s);
}
