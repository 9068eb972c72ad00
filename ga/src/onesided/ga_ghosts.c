/* Ghost cells: each rank reads its own, from whoever has the elements they stand for.
 *
 * By gets and not by puts: when they are done the ghosts are there, and nobody need tell. From all
 * sides, corners too, straight from the owners of the elements, so that one sync before serves for
 * all and everything is under way together. */
#include "ga/src/array/ga_check.h"
#include "ga/src/array/ga_collective.h"
#include "ga/src/array/ga_margins.h"
#include "ga/src/onesided/ga_transfer.h"

/* Some of the cells around my block. */
typedef struct region {
    int8_t side[ASHLAR_MAX_DIM]; /* -1: below its bounds, 1: above, 0: within */
    int8_t wide[ASHLAR_MAX_DIM]; /* where side is 0: those beyond the bounds too */
} region_t;

static int find_array(const char *call, ga_t g, gai_array_t **array)
{
    AL_TRY(gai_get(call, g, array));
    gai_layout_t const *layout = (*array)->dist.layout;
    if (layout && layout->kind != GA_REGULAR && layout->kind != GA_IRREGULAR)
        return AL_FAIL(ASHLAR_ESHAPE,
                       "%s: array '%s' has no ghost cells; regular and irregular ones can", call,
                       (*array)->name);
    return ASHLAR_OK;
}

/* Read those cells of a region that stand for elements, block being mine. */
static int read_region(const gai_array_t *array, const gai_block_t *block, const region_t *region,
                       ga_handle_t *handle)
{
    int64_t lo[ASHLAR_MAX_DIM], hi[ASHLAR_MAX_DIM];
    int ndim = array->dist.ndim;
    for (int d = 0; d < ndim; ++d) {
        int64_t width = gai_layout_ghosts(array->dist.layout, d);
        int64_t beyond = region->side[d] || region->wide[d] ? width : 0;
        lo[d] = region->side[d] > 0 ? block->hi[d] + 1 : block->lo[d] - beyond;
        hi[d] = region->side[d] < 0 ? block->lo[d] - 1 : block->hi[d] + beyond;
        if (array->nonperiodic >> d & 1) {
            lo[d] = ali_max(lo[d], 0);
            hi[d] = ali_min(hi[d], array->dist.axis[d].extent - 1);
        }
        if (lo[d] > hi[d])
            return ASHLAR_OK;
    }
    char *first = gai_block_address(array, block);
    if (!first)
        return ASHLAR_EMPI;
    ptrdiff_t offset = gai_block_offset(block, ndim, lo) * (ptrdiff_t)array->element;
    return gai_read_periodic(array, lo, hi, first + offset, block->ld, handle);
}

/* All cells beside the block; with corners, the sides of later dimensions take those of earlier
 * ones with them. */
static int read_sides(const gai_array_t *array, const gai_block_t *block, int corners,
                      ga_handle_t *handle)
{
    region_t region = {.side = {0}};
    for (int d = 0; d < array->dist.ndim; ++d) {
        for (int side = -1; side <= 1; side += 2) {
            region.side[d] = (int8_t)side;
            AL_TRY(read_region(array, block, &region, handle));
        }
        region.side[d] = 0;
        region.wide[d] = corners != 0;
    }
    return ASHLAR_OK;
}

/* The region to update: all sides, or one region. */
typedef struct selection {
    const region_t *region; /* NULL: all */
    int corners;
} selection_t;

/* Read my ghosts, if I have any. */
static int read_ghosts(const gai_array_t *array, selection_t selection, ga_handle_t *handle)
{
    if (!gai_layout_has_ghosts(array->dist.layout) || gai_my_count(array) == 0)
        return ASHLAR_OK;
    gai_block_t block;
    gai_owned_block(&array->dist, array->rank, 0, &block);
    return selection.region ? read_region(array, &block, selection.region, handle)
                            : read_sides(array, &block, selection.corners, handle);
}

static int update(const char *call, const gai_array_t *array, selection_t selection)
{
    gai_margins_expect_update(array);
    AL_TRY(al_barrier(array->group));
    if (array->segment->group->node_count == 1) { /* copies, which cannot fail on some rank only */
        int status = read_ghosts(array, selection, NULL), sync_status = al_barrier(array->group);
        return status != ASHLAR_OK ? status : sync_status;
    }
    ga_handle_t handle = 0;
    int status = read_ghosts(array, selection, &handle), wait_status = al_wait(&handle);
    /* Nobody writes elements before all have read them: agreement is a barrier, too. */
    return gai_agree(call, array->group, status != ASHLAR_OK ? status : wait_status);
}

static int start(const char *call, const gai_array_t *array, selection_t selection,
                 ga_handle_t *handle)
{
    if (!handle)
        return gai_bad_argument(call, "the handle pointer");
    gai_margins_unguard(array);
    return read_ghosts(array, selection, handle);
}

static int check_direction(const char *call, const gai_array_t *array, const int *direction,
                           int corners, region_t *region)
{
    int is_nonzero = 0;
    if (!direction)
        return gai_bad_argument(call, "direction");
    for (int d = 0; d < array->dist.ndim; ++d) {
        if (direction[d] < -1 || direction[d] > 1)
            return AL_FAIL(ASHLAR_EARG, "%s: direction %d in dimension %d; it can be -1, 0 or 1",
                           call, direction[d], d);
        is_nonzero |= direction[d];
        region->side[d] = (int8_t)direction[d];
        region->wide[d] = corners != 0;
    }
    return is_nonzero ? ASHLAR_OK
                      : AL_FAIL(ASHLAR_EARG, "%s: the direction is 0 in all dimensions", call);
}

int ga_ghosts_update(ga_t g, int corners)
{
    GAI_COLLECTIVE(ga_ghosts_update, g, corners);
    gai_array_t *array;
    AL_TRY(find_array(__func__, g, &array));
    return update(__func__, array, (selection_t){.corners = corners});
}

int ga_ghosts_update_dir(ga_t g, const int *direction, int corners)
{
    GAI_COLLECTIVE(ga_ghosts_update_dir, g, direction, corners);
    gai_array_t *array;
    region_t region;
    AL_TRY(find_array(__func__, g, &array));
    AL_TRY(check_direction(__func__, array, direction, corners, &region));
    return update(__func__, array, (selection_t){.region = &region, .corners = corners});
}

int ga_ghosts_update_nb(ga_t g, int corners, ga_handle_t *handle)
{
    gai_array_t *array;
    AL_TRY(find_array(__func__, g, &array));
    return start(__func__, array, (selection_t){.corners = corners}, handle);
}

int ga_ghosts_update_dir_nb(ga_t g, const int *direction, int corners, ga_handle_t *handle)
{
    gai_array_t *array;
    region_t region;
    AL_TRY(find_array(__func__, g, &array));
    AL_TRY(check_direction(__func__, array, direction, corners, &region));
    return start(__func__, array, (selection_t){.region = &region, .corners = corners}, handle);
}

int ga_access_ghosts(ga_t g, void **ptr, int64_t *extent, int64_t *ld)
{
    const char *call = __func__;
    gai_array_t *array;
    AL_TRY(gai_get(call, g, &array));
    AL_TRY(gai_check_writable(call, array));
    if (!ptr)
        return gai_bad_argument(call, "ptr");
    int ndim = array->dist.ndim, is_nonzero;
    gai_block_t block;
    AL_TRY(gai_only_block(call, array, array->rank, &block, &is_nonzero));
    if (!is_nonzero)
        return AL_FAIL(ASHLAR_EREMOTE, "%s: rank %d owns nothing of array '%s'", call, array->rank,
                       array->name);
    int64_t first[ASHLAR_MAX_DIM], extents[ASHLAR_MAX_DIM];
    for (int d = 0; d < ndim; ++d) {
        int64_t width = gai_layout_ghosts(array->dist.layout, d);
        first[d] = block.lo[d] - width;
        extents[d] = block.hi[d] - block.lo[d] + 1 + 2 * width;
    }
    char *at = gai_block_address(array, &block);
    if (!at)
        return ASHLAR_EMPI;
    at += gai_block_offset(&block, ndim, first) * (ptrdiff_t)array->element;
    for (int d = 0; d < ndim; ++d) {
        if (extent)
            extent[d] = extents[d];
        if (ld && d + 1 < ndim)
            ld[d] = block.ld[d];
    }
    *ptr = at;
    atomic_fetch_add_explicit(&array->open, 1, memory_order_relaxed);
    return ASHLAR_OK;
}
