/* The blocks of an array: their bounds, owners and addresses, and how they are distributed. */
#include <inttypes.h>
#include <string.h>

#include "armci-lite/src/al_private.h"
#include "ga/src/array/ga_check.h"

static int check_member(const char *call, const gai_array_t *array, int rank)
{
    int size = al_group_size(array->group);
    return rank >= 0 && rank < size
               ? ASHLAR_OK
               : AL_FAIL(ASHLAR_ERANGE, "%s: rank %d outside 0..%d of array '%s'", call, rank,
                         size - 1, array->name);
}

/* ---- the distribution ------------------------------------------------------------------------ */

/* The grid of ranks of an array that has one. */
static void find_grid(const gai_dist_t *dist, int *procs, ga_order *order)
{
    const gai_grid_t *grid = gai_layout_grid(dist->layout);
    *order = GA_FIRST_FASTEST;
    for (int d = 0; d < dist->ndim; ++d)
        procs[d] = grid ? grid->axis[d].procs : (int)dist->axis[d].blocks;
    for (int d = 1; grid && d < dist->ndim; ++d)
        if (grid->axis[d].stride < grid->axis[d - 1].stride)
            *order = GA_LAST_FASTEST;
}

int ga_inquire_spec(ga_t g, ga_spec_t *spec)
{
    gai_array_t *array;
    AL_TRY(gai_get(__func__, g, &array));
    if (!spec)
        return gai_bad_argument(__func__, "the description");
    const gai_dist_t *dist = &array->dist;
    const gai_layout_t *layout = dist->layout;
    *spec = (ga_spec_t){.type = array->type,
                        .ndim = dist->ndim,
                        .name = array->name,
                        .group = array->mirrored_on ? array->mirrored_on : array->group_handle,
                        .mirrored = array->mirrored_on != 0,
                        .kind = dist->axis[0].cuts ? GA_IRREGULAR : GA_REGULAR};
    for (int d = 0; d < dist->ndim; ++d) {
        const gai_axis_t *axis = &dist->axis[d];
        spec->dims[d] = axis->extent;
        spec->blocks[d] = axis->blocks;
        spec->block[d] = axis->width;
        spec->cuts[d] = axis->cuts;
        spec->ghosts[d] = gai_layout_ghosts(layout, d);
        spec->nonperiodic[d] = array->nonperiodic >> d & 1;
    }
    if (layout)
        spec->kind = (ga_kind)layout->kind;
    if (layout && layout->rank_of) {
        spec->rank_count = layout->owners;
        spec->ranks = layout->rank_of;
    }
    if (spec->kind != GA_BLOCK_CYCLIC)
        find_grid(dist, spec->grid, &spec->order);
    return ASHLAR_OK;
}

int ga_inquire_blocks(ga_t g, int64_t *n)
{
    gai_array_t *array;
    AL_TRY(gai_get(__func__, g, &array));
    if (!n)
        return gai_bad_argument(__func__, "n");
    *n = array->dist.blocks;
    return ASHLAR_OK;
}

int ga_inquire_owned(ga_t g, int rank, int64_t *n)
{
    gai_array_t *array;
    AL_TRY(gai_get(__func__, g, &array));
    if (!n)
        return gai_bad_argument(__func__, "n");
    AL_TRY(check_member(__func__, array, rank));
    *n = gai_owned_count(&array->dist, rank);
    return ASHLAR_OK;
}

int ga_inquire_position(ga_t g, int rank, int *position)
{
    gai_array_t *array;
    AL_TRY(gai_get(__func__, g, &array));
    if (!position)
        return gai_bad_argument(__func__, "position");
    AL_TRY(check_member(__func__, array, rank));
    const gai_dist_t *dist = &array->dist;
    if (gai_layout_grid(dist->layout)) {
        gai_grid_place(dist, gai_layout_owner(dist->layout, rank), position);
        return ASHLAR_OK;
    }
    if (dist->layout)
        return AL_FAIL(ASHLAR_ESHAPE, "%s: array '%s' is block-cyclic without a grid of ranks",
                       __func__, array->name);
    int64_t number = rank < dist->blocks ? rank : -1;
    for (int d = 0; d < dist->ndim; ++d) {
        position[d] = number < 0 ? -1 : (int)(number % dist->axis[d].blocks);
        number = number < 0 ? -1 : number / dist->axis[d].blocks;
    }
    return ASHLAR_OK;
}

/* ---- one block ------------------------------------------------------------------------------- */

static void describe_block(const gai_array_t *array, const int64_t *at, ga_block_t *block)
{
    const gai_dist_t *dist = &array->dist;
    gai_block_t found;
    gai_block_at(dist, at, &found);
    *block = (ga_block_t){.rank = found.rank};
    for (int d = dist->ndim - 1; d >= 0; --d) {
        block->number = block->number * dist->axis[d].blocks + at[d];
        block->at[d] = at[d];
        block->lo[d] = found.lo[d];
        block->hi[d] = found.hi[d];
        block->ld[d] = found.ld[d];
    }
    block->index = dist->layout ? dist->layout->calls->index(dist, at) : 0;
    block->data = gai_block_address(array, &found);
}

int ga_block_by_number(ga_t g, int64_t number, ga_block_t *block)
{
    gai_array_t *array;
    AL_TRY(gai_get(__func__, g, &array));
    if (!block)
        return gai_bad_argument(__func__, "block");
    const gai_dist_t *dist = &array->dist;
    if (number < 0 || number >= dist->blocks)
        return AL_FAIL(ASHLAR_ERANGE, "%s: block %" PRId64 " outside 0..%" PRId64 " of array '%s'",
                       __func__, number, dist->blocks - 1, array->name);
    int64_t at[ASHLAR_MAX_DIM];
    for (int d = 0; d < dist->ndim; number /= dist->axis[d++].blocks)
        at[d] = number % dist->axis[d].blocks;
    describe_block(array, at, block);
    return ASHLAR_OK;
}

int ga_block_by_position(ga_t g, const int64_t *at, ga_block_t *block)
{
    gai_array_t *array;
    AL_TRY(gai_get(__func__, g, &array));
    if (!at || !block)
        return gai_bad_argument(__func__, at ? "block" : "at");
    for (int d = 0; d < array->dist.ndim; ++d) {
        int64_t blocks = array->dist.axis[d].blocks;
        if (at[d] < 0 || at[d] >= blocks)
            return AL_FAIL(ASHLAR_ERANGE,
                           "%s: block %" PRId64 " of dimension %d outside 0..%" PRId64
                           " of array '%s'",
                           __func__, at[d], d, blocks - 1, array->name);
    }
    describe_block(array, at, block);
    return ASHLAR_OK;
}

int ga_block_by_element(ga_t g, const int64_t *index, ga_block_t *block)
{
    gai_array_t *array;
    AL_TRY(gai_get(__func__, g, &array));
    if (!index || !block)
        return gai_bad_argument(__func__, index ? "block" : "index");
    AL_TRY(gai_check_index(__func__, array, array->dist.ndim, index));
    int64_t at[ASHLAR_MAX_DIM];
    for (int d = 0; d < array->dist.ndim; ++d)
        at[d] = gai_axis_block(&array->dist.axis[d], index[d]);
    describe_block(array, at, block);
    return ASHLAR_OK;
}

/* The index-th block of a rank that owns more than so many. */
static void describe_owned(const gai_array_t *array, int rank, int64_t index, ga_block_t *block)
{
    int64_t at[ASHLAR_MAX_DIM];
    gai_owned_position(&array->dist, rank, index, at);
    describe_block(array, at, block);
}

int ga_block_by_rank(ga_t g, int rank, int64_t index, ga_block_t *block)
{
    gai_array_t *array;
    AL_TRY(gai_get(__func__, g, &array));
    if (!block)
        return gai_bad_argument(__func__, "block");
    AL_TRY(check_member(__func__, array, rank));
    int64_t count = gai_owned_count(&array->dist, rank);
    if (index < 0 || index >= count)
        return AL_FAIL(ASHLAR_ERANGE,
                       "%s: block %" PRId64 " of the %" PRId64 " that rank %d owns of array '%s'",
                       __func__, index, count, rank, array->name);
    describe_owned(array, rank, index, block);
    return ASHLAR_OK;
}

/* ---- my blocks, one after the other ---------------------------------------------------------- */

/* My index-th block; behind the last one without data. */
static int step_to(const gai_array_t *array, int64_t index, ga_block_t *block)
{
    if (index >= gai_my_count(array)) {
        *block = (ga_block_t){.rank = array->rank, .number = -1, .index = index};
        return ASHLAR_OK;
    }
    describe_owned(array, array->rank, index, block);
    return block->data ? ASHLAR_OK : ASHLAR_EMPI;
}

int ga_block_first(ga_t g, ga_block_t *block)
{
    gai_array_t *array;
    if (!block)
        return gai_bad_argument(__func__, "block");
    block->data = NULL;
    AL_TRY(gai_get(__func__, g, &array));
    return step_to(array, 0, block);
}

int ga_block_next(ga_t g, ga_block_t *block)
{
    gai_array_t *array;
    if (!block)
        return gai_bad_argument(__func__, "block");
    int is_mine = block->data != NULL;
    block->data = NULL;
    AL_TRY(gai_get(__func__, g, &array));
    if (!is_mine || block->rank != array->rank || block->index < 0)
        return AL_FAIL(ASHLAR_EARG, "%s: what is passed is no block of rank %d of array '%s'",
                       __func__, array->rank, array->name);
    return step_to(array, block->index + 1, block);
}

/* ---- all blocks of a rank -------------------------------------------------------------------- */

/* Extents and leading dimensions of the one local array that a rank has. */
static int local_shape(const char *call, const gai_array_t *array, int rank, int64_t *extent,
                       int64_t *ld)
{
    const gai_dist_t *dist = &array->dist;
    int64_t count = gai_owned_count(dist, rank);
    for (int d = 0; d < dist->ndim; ++d)
        extent[d] = ld[d] = 0;
    if (gai_layout_is_local(dist->layout))
        gai_grid_extents(dist, gai_layout_owner(dist->layout, rank), extent);
    else if (count > 1)
        return AL_FAIL(ASHLAR_ESHAPE,
                       "%s: rank %d owns %" PRId64 " blocks of array '%s', each contiguous: they "
                       "are not one local array",
                       call, rank, count, array->name);
    if (count) {
        gai_block_t block;
        gai_owned_block(dist, rank, 0, &block);
        for (int d = 0; d < dist->ndim; ++d) {
            ld[d] = block.ld[d];
            if (!gai_layout_is_local(dist->layout))
                extent[d] = block.hi[d] - block.lo[d] + 1;
        }
    }
    for (int d = 0; d < dist->ndim; ++d)
        ld[d] = ali_max(ali_max(ld[d], extent[d]), 1);
    return ASHLAR_OK;
}

int ga_access_local(ga_t g, int rank, void **ptr, int64_t *n, int64_t *extent, int64_t *ld)
{
    gai_array_t *array;
    AL_TRY(gai_get(__func__, g, &array));
    AL_TRY(gai_check_writable(__func__, array));
    if (!ptr)
        return gai_bad_argument(__func__, "ptr");
    AL_TRY(check_member(__func__, array, rank));
    int ndim = array->dist.ndim;
    int64_t extents[ASHLAR_MAX_DIM], lds[ASHLAR_MAX_DIM];
    if (extent || ld)
        AL_TRY(local_shape(__func__, array, rank, extents, lds));
    if (!ali_slice_is_here(array->segment, rank))
        return AL_FAIL(ASHLAR_EREMOTE, "%s: rank %d of array '%s' is on another node", __func__,
                       rank, array->name);
    AL_TRY(al_segment_address(array->segment, rank, ptr));
    int64_t room = gai_slice_elements(&array->dist, rank);
    if (gai_layout_has_ghosts(array->dist.layout) && room > 0) {
        gai_block_t block; /* what lies before its first element are ghosts */
        gai_owned_block(&array->dist, rank, 0, &block);
        *ptr = gai_block_address(array, &block);
        room -= block.offset;
    }
    if (n)
        *n = room;
    if (extent)
        memcpy(extent, extents, (size_t)ndim * sizeof *extent);
    if (ld)
        memcpy(ld, lds, (size_t)(ndim - 1) * sizeof *ld);
    return ASHLAR_OK;
}
