/* The condition of a matrix whose factors are kept: estimates of the norm of its inverse, and of
 * its own where that is not known. */
#include <math.h>

#include "linalg/src/blas/la_level3_routines.h"
#include "linalg/src/calls/la_estimate.h"
#include "linalg/src/frame/la_check.h"
#include "linalg/src/frame/la_collective.h"

/* v = a*v, of a Cholesky factor, so that a is a'. @return 0 */
static int64_t multiply_by_matrix(lai_estimate_t *e, char op)
{
    (void)op;
    lai_triangular(e->f->type, LAI_TRMM, 'L', 'L', 'C', 'N', e->blas->one, e->x, &e->v);
    lai_triangular(e->f->type, LAI_TRMM, 'L', 'L', 'N', 'N', e->blas->one, e->x, &e->v);
    return 0;
}

static int condition_room(lai_solver_t *s, lai_estimate_t *e, lai_room_t *room)
{
    const lai_factor_t *f = s->data;
    AL_TRY(lai_estimate_prepare(s, f, 1, room, e));
    e->op = 'N';
    return ASHLAR_OK;
}

static int condition_sizes(lai_solver_t *s)
{
    lai_estimate_t e;
    lai_room_t room = {0};
    AL_TRY(condition_room(s, &e, &room));
    return lai_room_elements(s->call, s->blas, &room, &s->work);
}

static int64_t estimate(lai_solver_t *s)
{
    lai_factor_t *f = s->data;
    lai_estimate_t e;
    lai_room_t room = {.base = s->work.work};
    if (condition_room(s, &e, &room) != ASHLAR_OK)
        return -1; /* there was room before */
    if (f->norm == LAI_NORM_UNKNOWN) {
        lai_estimate_norms(&e, multiply_by_matrix);
        f->norm = e.norms[0];
    }
    lai_estimate_norms(&e, lai_estimate_inverse);
    f->rcond = e.norms[0] < INFINITY && f->norm < INFINITY ? 1 / (e.norms[0] * f->norm) : INFINITY;
    return e.info;
}

int la_factor_condition(la_factor_t f, double *rcond)
{
    ALI_CHECKED(gai_check_collective(LAI_ROW(la_factor_condition), lai_factor_group(f), f, rcond));
    static const lai_stage_t stages[] = {{"the estimate", estimate, NULL, A}, {0}};
    lai_factor_t *factor;
    AL_TRY(lai_find_factor(__func__, f, &factor));
    if (!rcond)
        return gai_bad_argument(__func__, "rcond");
    double value = 0;
    if (factor->singular) {
        AL_TRY(gai_agree(__func__, factor->group, al_barrier(factor->group)));
    } else {
        lai_solver_t s = lai_factor_solver(__func__, factor, stages);
        s.query_workspace = condition_sizes;
        AL_TRY(lai_solve(&s));
        value = factor->rcond;
        AL_TRY(al_broadcast(factor->group, &value, sizeof value, 0));
    }
    if (!(value < INFINITY))
        return AL_FAIL(
            ASHLAR_ENUMERIC,
            "%s: the norm of array '%s' or of its inverse is beyond the range of its type",
            __func__, factor->name);
    *rcond = fmin(value, 1);
    return ASHLAR_OK;
}
