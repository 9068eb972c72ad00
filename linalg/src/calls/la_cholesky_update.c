/* Updates and downdates of Cholesky factors: the calls. */
#include <complex.h>
#include <inttypes.h>

#include "linalg/src/calls/la_update.h"
#include "linalg/src/frame/la_check.h"
#include "linalg/src/frame/la_collective.h"
#include "linalg/src/frame/la_grid.h"

static int64_t update_up(lai_solver_t *s)
{
    return lai_update(s, false);
}

static int64_t update_down(lai_solver_t *s)
{
    return lai_update(s, true);
}

static int64_t keep_factor(lai_solver_t *s)
{
    const int64_t info = lai_update_overflow(s);
    if (info == 0)
        ((lai_factor_t *)s->data)->norm = LAI_NORM_UNKNOWN;
    return info;
}

static int64_t keep_lower(lai_solver_t *s)
{
    lai_cyclic_clear_upper(s->blas->element, &s->operand[A].x);
    return lai_update_overflow(s);
}

static int explain_downdate(const char *call, const gai_array_t *v, int64_t info)
{
    return AL_FAIL(ASHLAR_ENUMERIC,
                   "%s: the matrix less v*v', v array '%s', is not positive definite: its leading "
                   "minor of order %" PRId64 " is not; the factor is unchanged",
                   call, v->name, info);
}

static int explain_range(const char *call, const gai_array_t *v, int64_t info)
{
    (void)info;
    return AL_FAIL(ASHLAR_ENUMERIC,
                   "%s: with array '%s' the factor has elements beyond the range of their type; it "
                   "is unchanged",
                   call, v->name);
}

static const lai_stage_t update_kept[] = {
    {"the update", update_up, NULL, V}, {"the factor", keep_factor, explain_range, V}, {0}};
static const lai_stage_t downdate_kept[] = {{"the downdate", update_down, explain_downdate, V},
                                            {"the factor", keep_factor, explain_range, V},
                                            {0}};

static int update_factor(const char *call, const lai_stage_t *stages, la_factor_t f, ga_t v)
{
    lai_factor_t *factor;
    gai_array_t *vectors;
    AL_TRY(lai_find_any_factor(call, f, &factor));
    AL_TRY(lai_find(call, v, &vectors));
    AL_TRY(lai_check_conforms(call, factor, vectors));
    AL_TRY(lai_check_cholesky(call, factor));
    lai_solver_t s = lai_factor_solver(call, factor, stages);
    s.query_workspace = lai_update_room;
    s.operand[V] = (lai_operand_t){.from = vectors, .only_read = 1};
    return lai_solve(&s);
}

int la_factor_update(la_factor_t f, ga_t v)
{
    ALI_CHECKED(gai_check_collective(LAI_ROW(la_factor_update), lai_factor_group(f), f, v));
    return update_factor(__func__, update_kept, f, v);
}

int la_factor_downdate(la_factor_t f, ga_t v)
{
    ALI_CHECKED(gai_check_collective(LAI_ROW(la_factor_downdate), lai_factor_group(f), f, v));
    return update_factor(__func__, downdate_kept, f, v);
}

/* The info is larger for earlier elements, so that the first is reported. */
static int64_t check_diagonal(lai_solver_t *s)
{
    const lai_cyclic_t *l = &s->operand[A].x;
    double info = 0;
    for (int64_t j = 0; j < l->cols; ++j) {
        const int64_t i = lai_cyclic_diagonal(l, j);
        const int64_t at = lai_cyclic_index(j, l->tile_n, l->grid.col, l->grid.cols);
        if (i < 0 || info > (double)(l->n - at))
            continue;
        const double _Complex value =
            s->blas->load(lai_factor_column(s, l, j) + s->blas->element * (size_t)i);
        if (!(creal(value) > 0) || cimag(value) != 0)
            info = (double)(l->n - at);
    }
    lai_grid_max(&l->grid, 'A', 1, &info);
    return (int64_t)info;
}

static int explain_diagonal(const char *call, const gai_array_t *l, int64_t info)
{
    const int64_t at = lai_rows(l) - info;
    return AL_FAIL(ASHLAR_ENUMERIC,
                   "%s: array '%s' is no Cholesky factor: element (%" PRId64 ",%" PRId64
                   ") is not a real number above 0; la_cholesky() makes one",
                   call, l->name, at, at);
}

static const lai_stage_t update_array[] = {{"the diagonal", check_diagonal, explain_diagonal, A},
                                           {"the update", update_up, NULL, V},
                                           {"the factor", keep_lower, explain_range, V},
                                           {0}};
static const lai_stage_t downdate_array[] = {{"the diagonal", check_diagonal, explain_diagonal, A},
                                             {"the downdate", update_down, explain_downdate, V},
                                             {"the factor", keep_lower, explain_range, V},
                                             {0}};

static int update_lower(const char *call, const lai_stage_t *stages, ga_t l, ga_t v)
{
    gai_array_t *factor, *vectors;
    AL_TRY(lai_check_started(call));
    AL_TRY(lai_find(call, l, &factor));
    AL_TRY(lai_find(call, v, &vectors));
    AL_TRY(lai_check_square(call, factor));
    AL_TRY(lai_check_alike(call, factor, vectors));
    if (l == v)
        return AL_FAIL(ASHLAR_EARG, "%s: array '%s' is both the factor and v", call, factor->name);
    if (lai_rows(vectors) != lai_rows(factor))
        return AL_FAIL(ASHLAR_ESHAPE,
                       "%s: the factor '%s' is of order %" PRId64 ", array '%s' has %" PRId64
                       " rows",
                       call, factor->name, lai_rows(factor), vectors->name, lai_rows(vectors));
    lai_solver_t s = {
        .call = call, .kind = LAI_LEVEL3, .stages = stages, .query_workspace = lai_update_room};
    s.operand[A] = (lai_operand_t){.from = factor, .to = factor, .lower = 1, .write_on_success = 1};
    s.operand[V] = (lai_operand_t){.from = vectors, .only_read = 1};
    return lai_solve(&s);
}

int la_cholesky_update(ga_t l, ga_t v)
{
    LAI_COLLECTIVE(la_cholesky_update, l, v);
    return update_lower(__func__, update_array, l, v);
}

int la_cholesky_downdate(ga_t l, ga_t v)
{
    LAI_COLLECTIVE(la_cholesky_downdate, l, v);
    return update_lower(__func__, downdate_array, l, v);
}
