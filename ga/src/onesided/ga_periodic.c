/* Patches that wrap around: cut at the edges of the array, each part an ordinary patch. */
#include <inttypes.h>

#include "ga/src/onesided/ga_patch.h"
#include "ga/src/onesided/ga_transfer.h"

static int64_t floor_div(int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}

/* Leading dimensions of a buffer without gaps, when the caller gave none. */
static int set_ld(const char *call, const gai_array_t *array, const int64_t *lo, const int64_t *hi,
                  const int64_t *given, int64_t *ld)
{
    for (int d = 0; d + 1 < array->dist.ndim; ++d) {
        int64_t extent = hi[d] - lo[d] + 1;
        ld[d] = given ? given[d] : extent;
        if (ld[d] < extent && gai_has_extent_beyond(lo, hi, d + 1, array->dist.ndim))
            return gai_bad_ld(call, array, d, ld[d], extent);
    }
    return ASHLAR_OK;
}

/* The part of a patch that lies in one turn around the array, in the array's own indices. */
static void wrap_part(const gai_array_t *array, const gai_patch_t *whole, const int64_t *period,
                      int64_t *lo, int64_t *hi, gai_patch_t *part)
{
    size_t stride = array->element;
    *part = *whole;
    for (int d = 0; d < array->dist.ndim; ++d) {
        int64_t extent = array->dist.axis[d].extent, begin = period[d] * extent;
        int64_t from = ali_max(whole->lo[d], begin);
        int64_t to = ali_min(whole->hi[d], begin + extent - 1);
        lo[d] = from - begin;
        hi[d] = to - begin;
        part->buf += (size_t)(from - whole->lo[d]) * stride;
        if (d + 1 < array->dist.ndim)
            stride *= (size_t)whole->ld[d];
    }
    part->lo = lo;
    part->hi = hi;
}

/* A patch whose buffer has leading dimensions. */
static int transfer_periods(const gai_array_t *array, const gai_patch_t *whole)
{
    int ndim = array->dist.ndim;
    int64_t first[ASHLAR_MAX_DIM], period[ASHLAR_MAX_DIM], last[ASHLAR_MAX_DIM];
    for (int d = 0; d < ndim; ++d) {
        first[d] = period[d] = floor_div(whole->lo[d], array->dist.axis[d].extent);
        last[d] = floor_div(whole->hi[d], array->dist.axis[d].extent);
    }
    do {
        int64_t lo[ASHLAR_MAX_DIM], hi[ASHLAR_MAX_DIM];
        gai_patch_t part;
        wrap_part(array, whole, period, lo, hi, &part);
        AL_TRY(gai_patch_transfer(array, &part));
    } while (gai_next_position(ndim, first, last, period));
    return ASHLAR_OK;
}

static int call_periodic(const char *call, ga_t g, gai_patch_t patch)
{
    gai_array_t *array;
    AL_TRY(gai_get_for(call, g, patch.direction, &array));
    if (!patch.lo || !patch.hi || !patch.buf)
        return gai_bad_argument(call, "lo, hi or the buffer");
    if (patch.direction == AL_ACC && !patch.alpha)
        return gai_bad_argument(call, "alpha");
    if (patch.direction == AL_ACC && !gai_is_arithmetic(array))
        return gai_bad_type(call, array);
    int empty = 0;
    for (int d = 0; d < array->dist.ndim; ++d) {
        if (patch.hi[d] < patch.lo[d] - 1)
            return AL_FAIL(ASHLAR_ERANGE,
                           "%s: dimension %d: %" PRId64 "..%" PRId64 " of array '%s'", call, d,
                           patch.lo[d], patch.hi[d], array->name);
        empty |= patch.hi[d] < patch.lo[d];
    }
    if (empty)
        return ASHLAR_OK;
    int64_t ld[ASHLAR_MAX_DIM];
    AL_TRY(set_ld(call, array, patch.lo, patch.hi, patch.ld, ld));
    patch.ld = ld;
    return transfer_periods(array, &patch);
}

int gai_read_periodic(const gai_array_t *array, const int64_t *lo, const int64_t *hi, void *buf,
                      const int64_t *ld, ga_handle_t *handle)
{
    const gai_patch_t patch = {
        .direction = AL_GET, .lo = lo, .hi = hi, .buf = buf, .ld = ld, .handle = handle};
    return transfer_periods(array, &patch);
}

int ga_put_periodic_nd(ga_t g, const int64_t *lo, const int64_t *hi, const void *buf,
                       const int64_t *ld)
{
    return call_periodic(
        __func__, g,
        (gai_patch_t){.direction = AL_PUT, .lo = lo, .hi = hi, .buf = ali_unconst(buf), .ld = ld});
}

int ga_get_periodic_nd(ga_t g, const int64_t *lo, const int64_t *hi, void *buf, const int64_t *ld)
{
    return call_periodic(
        __func__, g, (gai_patch_t){.direction = AL_GET, .lo = lo, .hi = hi, .buf = buf, .ld = ld});
}

int ga_acc_periodic_nd(ga_t g, const int64_t *lo, const int64_t *hi, const void *buf,
                       const int64_t *ld, const void *alpha)
{
    return call_periodic(__func__, g,
                         (gai_patch_t){.direction = AL_ACC,
                                       .lo = lo,
                                       .hi = hi,
                                       .buf = ali_unconst(buf),
                                       .ld = ld,
                                       .alpha = alpha});
}
