/* Atomics on one element: read-and-increment, swap, compare-and-swap. */
#include "armci-lite/src/al_private.h"
#include "ga/src/array/ga_check.h"
#include "ga/src/array/ga_type.h"

AL_INLINE int update_integer(const char *call, const gai_array_t *array, int ndim,
                             const int64_t *index, al_rmw_t what, int64_t value, int64_t expected,
                             int64_t *old)
{
    AL_TRY(gai_check_index(call, array, ndim, index));
    if (AL_UNLIKELY(!gai_is_arithmetic(array) || ali_types[array->type].kind != 'i'))
        return AL_FAIL(ASHLAR_ETYPE, "%s: array '%s' is of type %s, not an integer type", call,
                       array->name, gai_type_name(array->type));
    int64_t elements;
    int rank = gai_place(&array->dist, ndim, index, &elements);
    size_t offset = (size_t)elements * array->element;
    switch (what) {
    case AL_FETCH_ADD:
        return al_fetch_add(array->segment, rank, offset, array->type, value, old);
    case AL_SWAP:
        return al_swap(array->segment, rank, offset, array->type, value, old);
    default:
        return al_compare_swap(array->segment, rank, offset, array->type, expected, value, old);
    }
}

AL_INLINE int rmw_2d(const char *call, ga_t g, int64_t i, int64_t j, al_rmw_t what, int64_t value,
                     int64_t expected, int64_t *old)
{
    gai_array_t *array;
    AL_TRY(gai_get_for(call, g, AL_PUT, &array));
    if (AL_UNLIKELY(array->dist.ndim != 2))
        return gai_bad_ndim(call, array, 2);
    int64_t index[2] = {i, j};
    return update_integer(call, array, 2, index, what, value, expected, old);
}

AL_INLINE int rmw_nd(const char *call, ga_t g, const int64_t *index, al_rmw_t what, int64_t value,
                     int64_t expected, int64_t *old)
{
    gai_array_t *array;
    AL_TRY(gai_get_for(call, g, AL_PUT, &array));
    if (!index)
        return gai_bad_argument(call, "index");
    return update_integer(call, array, array->dist.ndim, index, what, value, expected, old);
}

int ga_read_inc(ga_t g, int64_t i, int64_t j, int64_t inc, int64_t *old)
{
    return rmw_2d(__func__, g, i, j, AL_FETCH_ADD, inc, 0, old);
}

int ga_read_inc_nd(ga_t g, const int64_t *index, int64_t inc, int64_t *old)
{
    return rmw_nd(__func__, g, index, AL_FETCH_ADD, inc, 0, old);
}

int ga_swap(ga_t g, int64_t i, int64_t j, int64_t value, int64_t *old)
{
    return rmw_2d(__func__, g, i, j, AL_SWAP, value, 0, old);
}

int ga_swap_nd(ga_t g, const int64_t *index, int64_t value, int64_t *old)
{
    return rmw_nd(__func__, g, index, AL_SWAP, value, 0, old);
}

int ga_compare_swap(ga_t g, int64_t i, int64_t j, int64_t expected, int64_t value, int64_t *old)
{
    return rmw_2d(__func__, g, i, j, AL_COMPARE_SWAP, value, expected, old);
}

int ga_compare_swap_nd(ga_t g, const int64_t *index, int64_t expected, int64_t value, int64_t *old)
{
    return rmw_nd(__func__, g, index, AL_COMPARE_SWAP, value, expected, old);
}
