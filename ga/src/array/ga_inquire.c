/* Inquiries about an array, and about the place of its elements. */
#include <inttypes.h>
#include <string.h>

#include "ga/src/array/ga_check.h"

int ga_inquire_nd(ga_t g, ga_type *type, int *ndim, int64_t *dims)
{
    gai_array_t *array;
    AL_TRY(gai_get(__func__, g, &array));
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
    AL_TRY(gai_get(__func__, g, &array));
    if (array->dist.ndim != 2)
        return gai_bad_ndim(__func__, array, 2);
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
    AL_TRY(gai_get(__func__, g, &array));
    if (!name)
        return gai_bad_argument(__func__, "name");
    *name = array->name;
    return ASHLAR_OK;
}

int ga_inquire_group(ga_t g, ga_group_t *group)
{
    gai_array_t *array;
    AL_TRY(gai_get(__func__, g, &array));
    if (!group)
        return gai_bad_argument(__func__, "group");
    *group = array->group_handle;
    return ASHLAR_OK;
}

int ga_inquire_grid(ga_t g, int64_t *blocks)
{
    gai_array_t *array;
    AL_TRY(gai_get(__func__, g, &array));
    if (!blocks)
        return gai_bad_argument(__func__, "blocks");
    for (int d = 0; d < array->dist.ndim; ++d)
        blocks[d] = array->dist.axis[d].blocks;
    return ASHLAR_OK;
}

static int distribution(const char *call, const gai_array_t *array, int rank, int64_t *lo,
                        int64_t *hi)
{
    gai_block_t block;
    int some;
    AL_TRY(gai_only_block(call, array, rank, &block, &some));
    for (int d = 0; d < array->dist.ndim; ++d) {
        lo[d] = some ? block.lo[d] : 0;
        hi[d] = some ? block.hi[d] : -1;
    }
    return ASHLAR_OK;
}

int ga_distribution_nd(ga_t g, int rank, int64_t *lo, int64_t *hi)
{
    gai_array_t *array;
    AL_TRY(gai_get(__func__, g, &array));
    if (!lo || !hi)
        return gai_bad_argument(__func__, lo ? "hi" : "lo");
    return distribution(__func__, array, rank, lo, hi);
}

int ga_distribution(ga_t g, int rank, int64_t *ilo, int64_t *ihi, int64_t *jlo, int64_t *jhi)
{
    gai_array_t *array;
    AL_TRY(gai_get(__func__, g, &array));
    if (array->dist.ndim != 2)
        return gai_bad_ndim(__func__, array, 2);
    if (!ilo || !ihi || !jlo || !jhi)
        return gai_bad_argument(__func__, "a bound");
    int64_t lo[2], hi[2];
    AL_TRY(distribution(__func__, array, rank, lo, hi));
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
    int64_t offset;
    *rank = gai_place(&array->dist, array->dist.ndim, index, &offset);
    return ASHLAR_OK;
}

int ga_locate(ga_t g, int64_t i, int64_t j, int *rank)
{
    gai_array_t *array;
    AL_TRY(gai_get(__func__, g, &array));
    if (array->dist.ndim != 2)
        return gai_bad_ndim(__func__, array, 2);
    int64_t index[2] = {i, j};
    return locate(__func__, array, index, rank);
}

int ga_locate_nd(ga_t g, const int64_t *index, int *rank)
{
    gai_array_t *array;
    AL_TRY(gai_get(__func__, g, &array));
    if (!index)
        return gai_bad_argument(__func__, "index");
    return locate(__func__, array, index, rank);
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
    int64_t count = 0;
    gai_blocks_t blocks;
    gai_blocks_begin(&array->dist, ndim, lo, hi, &blocks);
    do {
        if (count >= max)
            continue;
        ga_piece_t *piece = &pieces[count];
        gai_block_t block;
        gai_block_at(&array->dist, blocks.at, &block);
        memset(piece, 0, sizeof *piece);
        gai_intersect(ndim, &block, lo, hi, piece->lo, piece->hi);
        piece->rank = block.rank;
    } while (++count, gai_blocks_next(&blocks, ndim));
    *n = count;
    return ASHLAR_OK;
}

int ga_locate_region(ga_t g, int64_t ilo, int64_t ihi, int64_t jlo, int64_t jhi, int64_t max,
                     ga_piece_t *pieces, int64_t *n)
{
    gai_array_t *array;
    AL_TRY(gai_get(__func__, g, &array));
    if (array->dist.ndim != 2)
        return gai_bad_ndim(__func__, array, 2);
    int64_t lo[2] = {ilo, jlo}, hi[2] = {ihi, jhi};
    return locate_region(__func__, array, lo, hi, max, pieces, n);
}

int ga_locate_region_nd(ga_t g, const int64_t *lo, const int64_t *hi, int64_t max,
                        ga_piece_t *pieces, int64_t *n)
{
    gai_array_t *array;
    AL_TRY(gai_get(__func__, g, &array));
    if (!lo || !hi)
        return gai_bad_argument(__func__, lo ? "hi" : "lo");
    return locate_region(__func__, array, lo, hi, max, pieces, n);
}
