/* What is checked in every call. */
#include <inttypes.h>

#include "armci-lite/src/local/al_type.h"
#include "linalg/src/la_blas.h"
#include "linalg/src/la_check.h"
#include "linalg/src/la_context.h"
#include "linalg/src/la_redist.h"
#include "linalg/src/la_solver.h"

int lai_check_started(const char *call)
{
    AL_TRY(gai_check_started(call));
    if (!lai_context.proven) {
        AL_TRY(lai_blas_prove(call));
        lai_context.proven = 1;
    }
    return ASHLAR_OK;
}

int lai_find(const char *call, ga_t g, gai_array_t **array)
{
    AL_TRY(gai_get(call, g, array));
    if ((*array)->dist.ndim != 2)
        return gai_bad_ndim(call, *array, 2);
    if (!lai_blas((*array)->type))
        return AL_FAIL(ASHLAR_ETYPE, "%s: array '%s' is of type %s, not real or complex", call,
                       (*array)->name, ali_types[(*array)->type].name);
    return ASHLAR_OK;
}

int lai_check_alike(const char *call, const gai_array_t *a, const gai_array_t *b)
{
    if (a->group != b->group)
        return AL_FAIL(ASHLAR_EGROUP, "%s: arrays '%s' and '%s' are on groups %d and %d", call,
                       a->name, b->name, (int)a->group_handle, (int)b->group_handle);
    if (a->type != b->type)
        return AL_FAIL(ASHLAR_ETYPE, "%s: arrays '%s' and '%s' are of types %s and %s", call,
                       a->name, b->name, ali_types[a->type].name, ali_types[b->type].name);
    return ASHLAR_OK;
}

int lai_check_square(const char *call, const gai_array_t *a)
{
    if (lai_rows(a) != lai_cols(a))
        return AL_FAIL(ASHLAR_ESHAPE, "%s: array '%s' is %" PRId64 " x %" PRId64 ", not square",
                       call, a->name, lai_rows(a), lai_cols(a));
    return ASHLAR_OK;
}

/* Solvers do not agree on what to do with such elements, and some do not end. */
int lai_check_finite(const char *call, const gai_array_t *array, const lai_cyclic_t *x, int lower)
{
    const lai_blas_t *blas = lai_blas(array->type);
    for (int64_t j = 0; j < x->cols; ++j) {
        int64_t i = lower ? lai_cyclic_above(x, j) : 0;
        const char *column = (const char *)x->at + blas->element * (size_t)(i + j * x->ld);
        i += blas->not_finite(x->rows - i, column);
        if (i < x->rows)
            return AL_FAIL(ASHLAR_ENUMERIC,
                           "%s: element (%" PRId64 ",%" PRId64 ") of array '%s' is not finite",
                           call, lai_cyclic_index(i, x->tile_m, x->grid.row, x->grid.rows),
                           lai_cyclic_index(j, x->tile_n, x->grid.col, x->grid.cols), array->name);
    }
    return ASHLAR_OK;
}

int lai_share_outcome(al_group_t *group, lai_outcome_t *outcome)
{
    long long worst[3] = {outcome->stage, outcome->info, outcome->broken};
    AL_TRY(al_allreduce(group, ASHLAR_LLONG, ASHLAR_MAX, worst, 3));
    *outcome = (lai_outcome_t){worst[0], worst[1], worst[2]};
    return ASHLAR_OK;
}
