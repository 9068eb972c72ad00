/* Elements in place: pointers into my own block, and blocks of others on my node. */
#include "ga/src/array/ga_check.h"

static int find_patch(const char *call, gai_array_t *array, const int64_t *lo, const int64_t *hi,
                      void **ptr, int64_t *ld)
{
    AL_TRY(gai_check_writable(call, array));
    int ndim = array->dist.ndim;
    int odd = gai_check_patch(call, array, ndim, lo, hi);
    if (odd)
        return odd < 0 ? odd
                       : AL_FAIL(ASHLAR_ERANGE, "%s: the patch of array '%s' is empty", call,
                                 array->name);
    if (gai_my_count(array) == 0)
        return AL_FAIL(ASHLAR_EREMOTE, "%s: rank %d owns nothing of array '%s'", call, array->rank,
                       array->name);
    gai_block_t block;
    gai_block_of(&array->dist, lo, &block);
    if (block.rank != array->rank && gai_my_count(array) > 1)
        return AL_FAIL(ASHLAR_EREMOTE,
                       "%s: the patch of array '%s' begins in a block of rank %d, not of rank %d",
                       call, array->name, block.rank, array->rank);
    if (block.rank != array->rank)
        gai_owned_block(&array->dist, array->rank, 0, &block);
    for (int d = 0; d < ndim; ++d)
        if (lo[d] < block.lo[d] || hi[d] > block.hi[d])
            return AL_FAIL(ASHLAR_EREMOTE,
                           "%s: in dimension %d, %lld..%lld is not within the part "
                           "%lld..%lld of array '%s' that rank %d owns",
                           call, d, (long long)lo[d], (long long)hi[d], (long long)block.lo[d],
                           (long long)block.hi[d], array->name, array->rank);
    char *at = gai_block_address(array, &block);
    if (!at)
        return ASHLAR_EMPI;
    for (int d = 0; d + 1 < ndim; ++d)
        ld[d] = block.ld[d];
    *ptr = at + (size_t)gai_block_offset(&block, ndim, lo) * array->element;
    atomic_fetch_add_explicit(&array->open, 1, memory_order_relaxed);
    return ASHLAR_OK;
}

int ga_access(ga_t g, int64_t ilo, int64_t ihi, int64_t jlo, int64_t jhi, void **ptr, int64_t *ld)
{
    gai_array_t *array;
    AL_TRY(gai_get(__func__, g, &array));
    if (array->dist.ndim != 2)
        return gai_bad_ndim(__func__, array, 2);
    if (!ptr || !ld)
        return gai_bad_argument(__func__, ptr ? "ld" : "ptr");
    int64_t lo[2] = {ilo, jlo}, hi[2] = {ihi, jhi};
    return find_patch(__func__, array, lo, hi, ptr, ld);
}

int ga_access_nd(ga_t g, const int64_t *lo, const int64_t *hi, void **ptr, int64_t *ld)
{
    gai_array_t *array;
    AL_TRY(gai_get(__func__, g, &array));
    if (!lo || !hi || !ptr || (!ld && array->dist.ndim > 1))
        return gai_bad_argument(__func__, "lo, hi, ptr or ld");
    return find_patch(__func__, array, lo, hi, ptr, ld);
}

int ga_access_block(ga_t g, int rank, int64_t *lo, int64_t *hi, void **ptr, int64_t *ld)
{
    const char *call = __func__;
    gai_array_t *array;
    AL_TRY(gai_get(call, g, &array));
    AL_TRY(gai_check_writable(call, array));
    int ndim = array->dist.ndim, some;
    gai_block_t block;
    if (!ptr || (!ld && ndim > 1))
        return gai_bad_argument(call, ptr ? "ld" : "ptr");
    AL_TRY(gai_only_block(call, array, rank, &block, &some));
    if (!some)
        return AL_FAIL(ASHLAR_ERANGE, "%s: rank %d owns nothing of array '%s'", call, rank,
                       array->name);
    char *at = gai_block_address(array, &block);
    if (!at)
        return AL_FAIL(ASHLAR_EREMOTE, "%s: rank %d of array '%s' is on another node", call, rank,
                       array->name);
    for (int d = 0; d < ndim; ++d) {
        if (lo)
            lo[d] = block.lo[d];
        if (hi)
            hi[d] = block.hi[d];
        if (d + 1 < ndim)
            ld[d] = block.ld[d];
    }
    *ptr = at;
    atomic_fetch_add_explicit(&array->open, 1, memory_order_relaxed);
    return ASHLAR_OK;
}

int ga_release(ga_t g)
{
    gai_array_t *array;
    AL_TRY(gai_get(__func__, g, &array));
    int open = atomic_load_explicit(&array->open, memory_order_relaxed);
    do {
        if (open == 0)
            return AL_FAIL(ASHLAR_ESTATE, "%s: no access to array '%s' is open on rank %d",
                           __func__, array->name, array->rank);
    } while (!atomic_compare_exchange_weak_explicit(&array->open, &open, open - 1,
                                                    memory_order_relaxed, memory_order_relaxed));
    return ASHLAR_OK;
}
