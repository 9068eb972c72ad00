/* Checks of arguments: the error messages. */
#include <inttypes.h>
#include <stdio.h>

#include "armci-lite/src/al_private.h"
#include "ga/src/array/ga_check.h"
#include "ga/src/array/ga_group.h"
#include "ga/src/array/ga_type.h"

int gai_check_started(const char *call)
{
    return gai_groups_started() ? ASHLAR_OK
                                : AL_FAIL(ASHLAR_ESTATE, "%s: %s", call,
                                          ali_stop_reason("ga_initialize has not been called"));
}

int gai_bad_stale(const char *call, const char *what)
{
    return al_forked() ? gai_check_started(call)
                       : AL_FAIL(ASHLAR_ESTATE, "%s: ga_terminate was called after %s was made",
                                 call, what);
}

int gai_bad_read_only(const char *call, const gai_array_t *array)
{
    return AL_FAIL(ASHLAR_ESTATE, "%s: array '%s' is read-only until ga_set_read_only() ends it",
                   call, array->name);
}

gai_array_t *gai_find_replica(ga_t g)
{
    const gai_array_t *array = gai_find(g);
    return array ? array->replica : NULL;
}

int gai_not_writable(const char *call, ga_t g)
{
    const gai_array_t *array = gai_find(g);
    return array ? gai_bad_read_only(call, array) : gai_bad_handle(call, g);
}

int gai_bad_ndim(const char *call, const gai_array_t *array, int ndim)
{
    return AL_FAIL(ASHLAR_ESHAPE, "%s: array '%s' has %d dimension%s, the call is for %d", call,
                   array->name, array->dist.ndim, array->dist.ndim == 1 ? "" : "s", ndim);
}

/* "rows", "columns" or "dimension 3" */
static const char *axis_name(const gai_array_t *array, int d, char *text, size_t size)
{
    if (array->dist.ndim == 2)
        return d == 0 ? "rows" : "columns";
    snprintf(text, size, "dimension %d:", d);
    return text;
}

int gai_patch_empty_or_error(const char *call, const gai_array_t *array, const int64_t *lo,
                             const int64_t *hi)
{
    int empty = 0;
    for (int d = 0; d < array->dist.ndim; ++d) {
        int64_t extent = array->dist.axis[d].extent;
        char text[32];
        if (lo[d] < 0 || hi[d] >= extent || lo[d] > extent || lo[d] - 1 > hi[d])
            return AL_FAIL(ASHLAR_ERANGE,
                           "%s: %s %" PRId64 "..%" PRId64 " outside 0..%" PRId64 " of array '%s'",
                           call, axis_name(array, d, text, sizeof text), lo[d], hi[d], extent - 1,
                           array->name);
        empty |= lo[d] == hi[d] + 1;
    }
    return empty;
}

int gai_bad_index(const char *call, const gai_array_t *array, const int64_t *index)
{
    for (int d = 0; d < array->dist.ndim; ++d) {
        int64_t extent = array->dist.axis[d].extent;
        char text[32];
        if (index[d] < 0 || index[d] >= extent)
            return AL_FAIL(ASHLAR_ERANGE, "%s: %s %" PRId64 " outside 0..%" PRId64 " of array '%s'",
                           call, axis_name(array, d, text, sizeof text), index[d], extent - 1,
                           array->name);
    }
    return ASHLAR_EINTERNAL;
}

int gai_bad_ld(const char *call, const gai_array_t *array, int dimension, int64_t ld,
               int64_t extent)
{
    return AL_FAIL(ASHLAR_ELD,
                   "%s: leading dimension %d is %" PRId64 ", the patch of array '%s' "
                   "needs at least %" PRId64,
                   call, dimension, ld, array->name, extent);
}

int gai_bad_argument(const char *call, const char *argument)
{
    return AL_FAIL(ASHLAR_EARG, "%s: %s is NULL", call, argument);
}

int gai_only_block(const char *call, const gai_array_t *array, int rank, gai_block_t *block,
                   int *some)
{
    int size = al_group_size(array->group);
    if (rank < 0 || rank >= size)
        return AL_FAIL(ASHLAR_ERANGE, "%s: rank %d outside 0..%d of array '%s'", call, rank,
                       size - 1, array->name);
    int64_t count = gai_owned_count(&array->dist, rank);
    if (count > 1)
        return AL_FAIL(ASHLAR_ESHAPE, "%s: rank %d owns %" PRId64 " blocks of array '%s', not one",
                       call, rank, count, array->name);
    *some = count == 1;
    if (*some)
        gai_owned_block(&array->dist, rank, 0, block);
    return ASHLAR_OK;
}

int gai_bad_type(const char *call, const gai_array_t *array)
{
    return AL_FAIL(ASHLAR_ETYPE,
                   "%s: array '%s' has type %s, which does not support this operation", call,
                   array->name, gai_type_name(array->type));
}

int gai_agree(const char *call, al_group_t *group, int status)
{
    return ali_group_agree(call, group, status);
}
