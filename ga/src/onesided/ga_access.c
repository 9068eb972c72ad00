/* Elements in place: pointers into my own block, and blocks of others on my node. */
#include "ga/src/ga_internal.h"

int gai_block_view(const gai_array_t *array, int rank, gai_view_t *view)
{
    if (rank < 0 || rank >= array->dist.blocks)
        return 0;
    void *base;
    if (al_segment_address(array->segment, rank, &base) != ASHLAR_OK)
        return 0;
    view->base = base;
    gai_dist_block(&array->dist, rank, view->lo, view->hi);
    for (int d = 0; d < array->dist.ndim; ++d)
        view->ld[d] = view->hi[d] - view->lo[d] + 1;
    return 1;
}

int gai_is_aligned(const gai_array_t *a, const gai_array_t *b)
{
    return a->group == b->group && gai_dist_equal(&a->dist, &b->dist);
}

static int find_patch(const char *call, gai_array_t *array, const int64_t *lo, const int64_t *hi,
                      void **ptr, int64_t *ld)
{
    int ndim = array->dist.ndim;
    int odd = gai_check_patch(call, array, ndim, lo, hi);
    if (odd)
        return odd < 0 ? odd
                       : AL_FAIL(ASHLAR_ERANGE, "%s: the patch of array '%s' is empty", call,
                                 array->name);
    gai_view_t view;
    if (!gai_block_view(array, array->rank, &view))
        return AL_FAIL(ASHLAR_EREMOTE, "%s: rank %d owns nothing of array '%s'", call, array->rank,
                       array->name);
    size_t offset = 0, stride = array->element;
    for (int d = 0; d < ndim; ++d) {
        if (lo[d] < view.lo[d] || hi[d] > view.hi[d])
            return AL_FAIL(ASHLAR_EREMOTE,
                           "%s: in dimension %d, %lld..%lld is not within the part "
                           "%lld..%lld of array '%s' that rank %d owns",
                           call, d, (long long)lo[d], (long long)hi[d], (long long)view.lo[d],
                           (long long)view.hi[d], array->name, array->rank);
        offset += (size_t)(lo[d] - view.lo[d]) * stride;
        stride *= (size_t)view.ld[d];
    }
    for (int d = 0; d + 1 < ndim; ++d)
        ld[d] = view.ld[d];
    *ptr = view.base + offset;
    atomic_fetch_add_explicit(&array->open, 1, memory_order_relaxed);
    return ASHLAR_OK;
}

int ga_access(ga_t g, int64_t ilo, int64_t ihi, int64_t jlo, int64_t jhi, void **ptr, int64_t *ld)
{
    gai_array_t *array;
    AL_TRY(gai_get("ga_access", g, &array));
    if (array->dist.ndim != 2)
        return gai_bad_ndim("ga_access", array, 2);
    if (!ptr || !ld)
        return gai_bad_argument("ga_access", ptr ? "ld" : "ptr");
    int64_t lo[2] = {ilo, jlo}, hi[2] = {ihi, jhi};
    return find_patch("ga_access", array, lo, hi, ptr, ld);
}

int ga_access_nd(ga_t g, const int64_t *lo, const int64_t *hi, void **ptr, int64_t *ld)
{
    gai_array_t *array;
    AL_TRY(gai_get("ga_access_nd", g, &array));
    if (!lo || !hi || !ptr || (!ld && array->dist.ndim > 1))
        return gai_bad_argument("ga_access_nd", "lo, hi, ptr or ld");
    return find_patch("ga_access_nd", array, lo, hi, ptr, ld);
}

int ga_access_block(ga_t g, int rank, int64_t *lo, int64_t *hi, void **ptr, int64_t *ld)
{
    const char *call = "ga_access_block";
    gai_array_t *array;
    AL_TRY(gai_get(call, g, &array));
    int ndim = array->dist.ndim, size = al_group_size(array->group);
    if (!ptr || (!ld && ndim > 1))
        return gai_bad_argument(call, ptr ? "ld" : "ptr");
    if (rank < 0 || rank >= size)
        return AL_FAIL(ASHLAR_ERANGE, "%s: rank %d outside 0..%d of array '%s'", call, rank,
                       size - 1, array->name);
    if (rank >= array->dist.blocks)
        return AL_FAIL(ASHLAR_ERANGE, "%s: rank %d owns nothing of array '%s'", call, rank,
                       array->name);
    gai_view_t view;
    if (!gai_block_view(array, rank, &view))
        return AL_FAIL(ASHLAR_EREMOTE, "%s: rank %d of array '%s' is on another node", call, rank,
                       array->name);
    for (int d = 0; d < ndim; ++d) {
        if (lo)
            lo[d] = view.lo[d];
        if (hi)
            hi[d] = view.hi[d];
        if (d + 1 < ndim)
            ld[d] = view.ld[d];
    }
    *ptr = view.base;
    atomic_fetch_add_explicit(&array->open, 1, memory_order_relaxed);
    return ASHLAR_OK;
}

int ga_release(ga_t g)
{
    gai_array_t *array;
    AL_TRY(gai_get("ga_release", g, &array));
    int open = atomic_load_explicit(&array->open, memory_order_relaxed);
    do {
        if (open == 0)
            return AL_FAIL(ASHLAR_ESTATE, "ga_release: no access to array '%s' is open on rank %d",
                           array->name, array->rank);
    } while (!atomic_compare_exchange_weak_explicit(&array->open, &open, open - 1,
                                                    memory_order_relaxed, memory_order_relaxed));
    return ASHLAR_OK;
}
