/* Patches that wrap around: cut at the edges of the array, each part an ordinary patch. */
#include <inttypes.h>

#include "ga/src/ga_internal.h"

enum direction { PUT, GET, ACC };

static int64_t floor_div(int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}

static int transfer_part(enum direction direction, ga_t g, const int64_t *lo, const int64_t *hi,
                         char *buf, const int64_t *ld, const void *alpha)
{
    switch (direction) {
    case PUT:
        return ga_put_nd(g, lo, hi, buf, ld);
    case GET:
        return ga_get_nd(g, lo, hi, buf, ld);
    default:
        return ga_acc_nd(g, lo, hi, buf, ld, alpha);
    }
}

/* Leading dimensions of a buffer without gaps, when the caller gave none. */
static int set_ld(const char *call, const gai_array_t *array, const int64_t *lo, const int64_t *hi,
                  const int64_t *given, int64_t *ld)
{
    for (int d = 0; d + 1 < array->dist.ndim; ++d) {
        int64_t extent = hi[d] - lo[d] + 1;
        ld[d] = given ? given[d] : extent;
        if (ld[d] < extent)
            return gai_bad_ld(call, array, d, ld[d], extent);
    }
    return ASHLAR_OK;
}

static int periodic(const char *call, enum direction direction, ga_t g, const int64_t *lo,
                    const int64_t *hi, const void *buf, const int64_t *given_ld, const void *alpha)
{
    gai_array_t *array;
    AL_TRY(gai_get(call, g, &array));
    if (!lo || !hi || !buf)
        return gai_bad_argument(call, "lo, hi or the buffer");
    if (direction == ACC && !alpha)
        return gai_bad_argument(call, "alpha");
    if (direction == ACC && !gai_is_arithmetic(array))
        return gai_bad_type(call, array);
    int ndim = array->dist.ndim, empty = 0;
    int64_t first[ASHLAR_MAX_DIM], at[ASHLAR_MAX_DIM], last[ASHLAR_MAX_DIM], ld[ASHLAR_MAX_DIM];
    for (int d = 0; d < ndim; ++d) {
        if (hi[d] < lo[d] - 1)
            return AL_FAIL(ASHLAR_ERANGE,
                           "%s: dimension %d: %" PRId64 "..%" PRId64 " of array '%s'", call, d,
                           lo[d], hi[d], array->name);
        empty |= hi[d] < lo[d];
        first[d] = at[d] = floor_div(lo[d], array->dist.axis[d].extent);
        last[d] = floor_div(hi[d], array->dist.axis[d].extent);
    }
    if (empty)
        return ASHLAR_OK;
    AL_TRY(set_ld(call, array, lo, hi, given_ld, ld));
    for (int d = 0; d < ndim;) { /* `at` counts turns around the array */
        int64_t part_lo[ASHLAR_MAX_DIM], part_hi[ASHLAR_MAX_DIM];
        size_t stride = array->element, offset = 0;
        for (int e = 0; e < ndim; ++e) {
            int64_t extent = array->dist.axis[e].extent, turn = at[e] * extent;
            int64_t from = lo[e] > turn ? lo[e] : turn;
            int64_t to = hi[e] < turn + extent - 1 ? hi[e] : turn + extent - 1;
            part_lo[e] = from - turn;
            part_hi[e] = to - turn;
            offset += (size_t)(from - lo[e]) * stride;
            if (e + 1 < ndim)
                stride *= (size_t)ld[e];
        }
        AL_TRY(transfer_part(direction, g, part_lo, part_hi, (char *)(uintptr_t)buf + offset, ld,
                             alpha));
        for (d = 0; d < ndim && ++at[d] > last[d]; ++d)
            at[d] = first[d];
    }
    return ASHLAR_OK;
}

int ga_put_periodic_nd(ga_t g, const int64_t *lo, const int64_t *hi, const void *buf,
                       const int64_t *ld)
{
    return periodic("ga_put_periodic_nd", PUT, g, lo, hi, buf, ld, NULL);
}

int ga_get_periodic_nd(ga_t g, const int64_t *lo, const int64_t *hi, void *buf, const int64_t *ld)
{
    return periodic("ga_get_periodic_nd", GET, g, lo, hi, buf, ld, NULL);
}

int ga_acc_periodic_nd(ga_t g, const int64_t *lo, const int64_t *hi, const void *buf,
                       const int64_t *ld, const void *alpha)
{
    return periodic("ga_acc_periodic_nd", ACC, g, lo, hi, buf, ld, alpha);
}
