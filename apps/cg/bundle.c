/* By a bundle. */
#include <ashlar/bundle.h>

#include "cg.h"

static ga_t vector;
static bundle_t *bundle;

/* Mine are where they are; those of others come behind them: at most all that the ranks next to
 * this one own. */
static double *prepare(matrix_t *matrix)
{
    int member;
    void *mine;
    ga_spec_t spec = {.type = ASHLAR_DOUBLE, .ndim = 1, .name = "p"};
    spec.dims[0] = matrix->rows * cg_size();
    spec.ghosts[0] = 2 * matrix->rows;
    cg_check(ga_create_spec(&spec, &vector));
    cg_check(bundle_create(0, &bundle));
    cg_check(bundle_add(bundle, vector, BUNDLE_ANY | BUNDLE_IN_PLACE, &member));
    cg_check(bundle_request(bundle, member, matrix->count, matrix->column, matrix->at));
    cg_check(bundle_freeze(bundle));
    cg_check(bundle_values(bundle, member, &mine));
    return mine;
}

static void exchange(void)
{
    cg_check(bundle_exchange(bundle));
}

static void finish(void)
{
    cg_check(bundle_free(bundle));
    cg_check(ga_destroy(vector));
}

const cg_way_t cg_bundle = {"bundle", prepare, exchange, NULL, finish};
