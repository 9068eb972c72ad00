/* What an array is, and where its elements are. */
#include <inttypes.h>
#include <string.h>

#include "ga/src/ga_internal.h"

int ga_inquire_nd(ga_t g, ga_type *type, int *ndim, int64_t *dims)
{
    gai_array_t *array;
    AL_TRY(gai_get("ga_inquire_nd", g, &array));
    if (type)
        *type = array->type;
    if (ndim)
        *ndim = array->dist.ndim;
    for (int d = 0; dims && d < array->dist.ndim; ++d)
        dims[d] = array->dist.axis[d].extent;
    return ASHLAR_OK;
}

int ga_inquire(ga_t g, ga_type *type, int64_t *rows, int64_t *cols)
{
    gai_array_t *array;
    AL_TRY(gai_get("ga_inquire", g, &array));
    if (array->dist.ndim != 2)
        return gai_bad_ndim("ga_inquire", array, 2);
    if (type)
        *type = array->type;
    if (rows)
        *rows = array->dist.axis[0].extent;
    if (cols)
        *cols = array->dist.axis[1].extent;
    return ASHLAR_OK;
}

int ga_inquire_name(ga_t g, const char **name)
{
    gai_array_t *array;
    AL_TRY(gai_get("ga_inquire_name", g, &array));
    if (!name)
        return gai_bad_argument("ga_inquire_name", "name");
    *name = array->name;
    return ASHLAR_OK;
}

int ga_inquire_group(ga_t g, ga_group_t *group)
{
    gai_array_t *array;
    AL_TRY(gai_get("ga_inquire_group", g, &array));
    if (!group)
        return gai_bad_argument("ga_inquire_group", "group");
    *group = array->group_handle;
    return ASHLAR_OK;
}

int ga_inquire_grid(ga_t g, int64_t *blocks)
{
    gai_array_t *array;
    AL_TRY(gai_get("ga_inquire_grid", g, &array));
    if (!blocks)
        return gai_bad_argument("ga_inquire_grid", "blocks");
    for (int d = 0; d < array->dist.ndim; ++d)
        blocks[d] = array->dist.axis[d].blocks;
    return ASHLAR_OK;
}

static int distribution(const char *call, const gai_array_t *array, int rank, int64_t *lo,
                        int64_t *hi)
{
    int size = al_group_size(array->group);
    if (rank < 0 || rank >= size)
        return AL_FAIL(ASHLAR_ERANGE, "%s: rank %d outside 0..%d of array '%s'", call, rank,
                       size - 1, array->name);
    if (rank < array->dist.blocks)
        gai_dist_block(&array->dist, rank, lo, hi);
    else
        for (int d = 0; d < array->dist.ndim; ++d) {
            lo[d] = 0;
            hi[d] = -1;
        }
    return ASHLAR_OK;
}

int ga_distribution_nd(ga_t g, int rank, int64_t *lo, int64_t *hi)
{
    gai_array_t *array;
    AL_TRY(gai_get("ga_distribution_nd", g, &array));
    if (!lo || !hi)
        return gai_bad_argument("ga_distribution_nd", lo ? "hi" : "lo");
    return distribution("ga_distribution_nd", array, rank, lo, hi);
}

int ga_distribution(ga_t g, int rank, int64_t *ilo, int64_t *ihi, int64_t *jlo, int64_t *jhi)
{
    gai_array_t *array;
    AL_TRY(gai_get("ga_distribution", g, &array));
    if (array->dist.ndim != 2)
        return gai_bad_ndim("ga_distribution", array, 2);
    if (!ilo || !ihi || !jlo || !jhi)
        return gai_bad_argument("ga_distribution", "a bound");
    int64_t lo[2], hi[2];
    AL_TRY(distribution("ga_distribution", array, rank, lo, hi));
    *ilo = lo[0];
    *ihi = hi[0];
    *jlo = lo[1];
    *jhi = hi[1];
    return ASHLAR_OK;
}

static int locate(const char *call, const gai_array_t *array, const int64_t *index, int *rank)
{
    if (!rank)
        return gai_bad_argument(call, "rank");
    AL_TRY(gai_check_index(call, array, array->dist.ndim, index));
    int64_t block = 0;
    for (int d = array->dist.ndim - 1; d >= 0; --d)
        block = block * array->dist.axis[d].blocks + gai_axis_block(&array->dist.axis[d], index[d]);
    *rank = (int)block;
    return ASHLAR_OK;
}

int ga_locate(ga_t g, int64_t i, int64_t j, int *rank)
{
    gai_array_t *array;
    AL_TRY(gai_get("ga_locate", g, &array));
    if (array->dist.ndim != 2)
        return gai_bad_ndim("ga_locate", array, 2);
    int64_t index[2] = {i, j};
    return locate("ga_locate", array, index, rank);
}

int ga_locate_nd(ga_t g, const int64_t *index, int *rank)
{
    gai_array_t *array;
    AL_TRY(gai_get("ga_locate_nd", g, &array));
    if (!index)
        return gai_bad_argument("ga_locate_nd", "index");
    return locate("ga_locate_nd", array, index, rank);
}

static int64_t larger(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static int64_t smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int locate_region(const char *call, const gai_array_t *array, const int64_t *lo,
                         const int64_t *hi, int64_t max, ga_piece_t *pieces, int64_t *n)
{
    int ndim = array->dist.ndim;
    if (!n || (max > 0 && !pieces))
        return gai_bad_argument(call, n ? "pieces" : "n");
    int odd = gai_check_patch(call, array, ndim, lo, hi);
    if (odd) {
        *n = odd > 0 ? 0 : *n;
        return odd > 0 ? ASHLAR_OK : odd;
    }
    int64_t first[ASHLAR_MAX_DIM], at[ASHLAR_MAX_DIM], last[ASHLAR_MAX_DIM], count = 0;
    for (int d = 0; d < ndim; ++d) {
        first[d] = at[d] = gai_axis_block(&array->dist.axis[d], lo[d]);
        last[d] = gai_axis_block(&array->dist.axis[d], hi[d]);
    }
    for (int d = 0; d < ndim; ++count) {
        if (count < max) {
            ga_piece_t *piece = &pieces[count];
            memset(piece, 0, sizeof *piece);
            int64_t block = 0;
            for (int e = ndim - 1; e >= 0; --e) {
                const gai_axis_t *axis = &array->dist.axis[e];
                block = block * axis->blocks + at[e];
                piece->lo[e] = larger(lo[e], gai_axis_lo(axis, at[e]));
                piece->hi[e] = smaller(hi[e], gai_axis_end(axis, at[e]) - 1);
            }
            piece->rank = (int)block;
        }
        for (d = 0; d < ndim && ++at[d] > last[d]; ++d)
            at[d] = first[d];
    }
    *n = count;
    return ASHLAR_OK;
}

int ga_locate_region(ga_t g, int64_t ilo, int64_t ihi, int64_t jlo, int64_t jhi, int64_t max,
                     ga_piece_t *pieces, int64_t *n)
{
    gai_array_t *array;
    AL_TRY(gai_get("ga_locate_region", g, &array));
    if (array->dist.ndim != 2)
        return gai_bad_ndim("ga_locate_region", array, 2);
    int64_t lo[2] = {ilo, jlo}, hi[2] = {ihi, jhi};
    return locate_region("ga_locate_region", array, lo, hi, max, pieces, n);
}

int ga_locate_region_nd(ga_t g, const int64_t *lo, const int64_t *hi, int64_t max,
                        ga_piece_t *pieces, int64_t *n)
{
    gai_array_t *array;
    AL_TRY(gai_get("ga_locate_region_nd", g, &array));
    if (!lo || !hi)
        return gai_bad_argument("ga_locate_region_nd", lo ? "hi" : "lo");
    return locate_region("ga_locate_region_nd", array, lo, hi, max, pieces, n);
}
