/* Functions of matrices: checks, and matrices to work in. */
#include "linalg/src/calls/la_function.h"

#include <inttypes.h>
#include <math.h>

#include "ga/src/array/ga_create.h"
#include "linalg/src/frame/la_check.h"

int lai_function_find(const char *call, ga_t a, ga_t result, gai_array_t **matrix,
                      gai_array_t **array)
{
    AL_TRY(lai_check_started(call));
    AL_TRY(lai_find(call, a, matrix));
    AL_TRY(lai_find(call, result, array));
    AL_TRY(lai_check_alike(call, *matrix, *array));
    AL_TRY(lai_check_square(call, *matrix));
    AL_TRY(lai_check_square(call, *array));
    if (lai_rows(*matrix) != lai_rows(*array))
        return AL_FAIL(ASHLAR_ESHAPE,
                       "%s: array '%s' is of order %" PRId64
                       ", its function '%s' of order %" PRId64,
                       call, (*matrix)->name, lai_rows(*matrix), (*array)->name, lai_rows(*array));
    return gai_check_writable(call, *array);
}

/* A number that is none comes before all others; minus infinity is the least of real ones. */
int lai_function_check_finite(const char *call, const gai_array_t *array)
{
    double largest;
    double _Complex value;
    int64_t index[2];
    AL_TRY(la_norm('m', 'g', 'l', 'n', array->handle, &largest));
    if (isfinite(largest))
        return ASHLAR_OK;
    AL_TRY(ga_select(array->handle, ASHLAR_MAX, &value, index));
    if (lai_blas(array->type)->not_finite(1, &value) == 1)
        AL_TRY(ga_select(array->handle, ASHLAR_MIN, &value, index));
    return AL_FAIL(ASHLAR_ENUMERIC,
                   "%s: element (%" PRId64 ",%" PRId64 ") of array '%s' is not finite", call,
                   index[0], index[1], array->name);
}

int lai_function_threshold(const char *call, const gai_array_t *array, const void *threshold,
                           double *value)
{
    *value = threshold ? lai_real_at(lai_blas(array->type), threshold, 0) : -1;
    return isnan(*value) ? AL_FAIL(ASHLAR_EARG, "%s: the threshold is not a number", call)
                         : ASHLAR_OK;
}

int lai_function_create(const char *call, const gai_array_t *like, int64_t m, int64_t n, ga_t *g)
{
    const ga_spec_t spec = {
        .type = like->type, .ndim = 2, .dims = {m, n}, .name = call, .group = like->group_handle};
    return gai_create_spec(call, &spec, g);
}

int lai_function_destroy(int status, const ga_t *matrices, int count)
{
    for (int k = 0; k < count; ++k) {
        int destroyed = matrices[k] ? ga_destroy(matrices[k]) : ASHLAR_OK;
        status = status != ASHLAR_OK ? status : destroyed;
    }
    return status;
}

int lai_function_block(ga_t g, lai_block_t *block)
{
    int64_t ihi, jhi;
    void *at = NULL;
    gai_array_t *array;
    *block = (lai_block_t){.ld = 1};
    AL_TRY(gai_get("ga_access", g, &array));
    AL_TRY(ga_distribution(g, array->rank, &block->i, &ihi, &block->j, &jhi));
    if (ihi < block->i || jhi < block->j)
        return ASHLAR_OK;
    AL_TRY(ga_access(g, block->i, ihi, block->j, jhi, &at, &block->ld));
    block->at = at;
    block->rows = ihi - block->i + 1;
    block->cols = jhi - block->j + 1;
    return ASHLAR_OK;
}
