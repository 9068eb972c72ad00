/* Sections of tiles: which ones, and whose they are. All of it is arithmetic along dimensions: the
 * tiles are never listed. */
#include "tiles/src/tiles_section.h"

#include <inttypes.h>

#include "ga/src/array/ga_check.h"

/* ---- of an array and intervals --------------------------------------------------------------- */

static int cut_axis(const char *call, const gai_array_t *array, int d, ashlar_interval_t where,
                    tilesi_axis_t *axis)
{
    const int64_t blocks = array->dist.axis[d].blocks;
    axis->first = where.first;
    axis->step = where.step;
    axis->count = 0;
    if (where.step < 1)
        return AL_FAIL(ASHLAR_EARG, "%s: step %" PRId64 " in dimension %d of array '%s'", call,
                       where.step, d, array->name);
    if (where.last < where.first)
        return ASHLAR_OK;
    if (where.first < 0 || where.first >= blocks)
        return AL_FAIL(ASHLAR_ERANGE,
                       "%s: tile %" PRId64 " of dimension %d outside 0..%" PRId64 " of array '%s'",
                       call, where.first, d, blocks - 1, array->name);
    const int64_t reach = ali_min(where.last, blocks - 1) - where.first;
    axis->count = where.step == 1 ? reach + 1 : reach / where.step + 1;
    return ASHLAR_OK;
}

static void find_period(tilesi_axis_t *axis)
{
    axis->period = axis->step == 1 ? axis->procs
                                   : axis->procs / (int)gai_common_divisor(axis->procs, axis->step);
    axis->owners = (int)ali_min(axis->count, axis->period);
}

static int64_t widest(const gai_axis_t *axis)
{
    int64_t width = ali_min(axis->width, axis->extent);
    if (axis->cuts)
        for (int64_t b = width = 0; b < axis->blocks; ++b)
            width = ali_max(width, gai_axis_end(axis, b) - axis->cuts[b]);
    return width;
}

int64_t tilesi_whole(const tilesi_section_t *section)
{
    int64_t whole = 1;
    for (int d = 0; d < section->ndim; ++d)
        whole *= widest(&section->array->dist.axis[d]);
    return whole;
}

/* Is each block contiguous, and are they on a grid? */
static bool are_blocks_tiles(const gai_dist_t *dist)
{
    const gai_grid_t *grid = gai_layout_grid(dist->layout);
    if (!dist->layout || (grid && grid->tiles))
        return true;
    if (!grid || gai_layout_has_ghosts(dist->layout))
        return false;
    for (int d = 0; d < dist->ndim; ++d) /* more would be parts of a local array */
        if (dist->axis[d].blocks > grid->axis[d].procs)
            return false;
    return true;
}

static int check_tiles(const char *call, const gai_array_t *array, const ga_tiles_t *tiles)
{
    if (!are_blocks_tiles(&array->dist))
        return AL_FAIL(ASHLAR_ESHAPE,
                       "%s: the blocks of array '%s' are no tiles, contiguous and on a grid", call,
                       array->name);
    if (array->mirrored_on)
        return AL_FAIL(ASHLAR_ESHAPE, "%s: array '%s' is mirrored: its tiles have many owners",
                       call, array->name);
    if (tiles->n < 0 || tiles->n > array->dist.ndim)
        return AL_FAIL(ASHLAR_EARG, "%s: %d intervals for the %d dimensions of array '%s'", call,
                       tiles->n, array->dist.ndim, array->name);
    return ASHLAR_OK;
}

int tilesi_section(const char *call, const ga_tiles_t *tiles, tilesi_section_t *section)
{
    gai_array_t *array;
    AL_TRY(gai_get(call, tiles->g, &array));
    AL_TRY(check_tiles(call, array, tiles));
    const gai_dist_t *dist = &array->dist;
    const gai_grid_t *grid = gai_layout_grid(dist->layout);
    int stride = 1;
    section->array = array;
    section->ndim = dist->ndim;
    section->count = section->owners = 1;
    for (int d = 0; d < dist->ndim; ++d) {
        tilesi_axis_t *axis = &section->axis[d];
        const ashlar_interval_t all = {0, INT64_MAX, 1};
        AL_TRY(cut_axis(call, array, d, d < tiles->n ? tiles->where[d] : all, axis));
        axis->procs = grid ? grid->axis[d].procs : (int)dist->axis[d].blocks;
        axis->stride = grid ? grid->axis[d].stride : stride;
        stride *= axis->procs;
        find_period(axis);
        section->count *= axis->count;
        section->owners *= axis->owners;
    }
    section->places = stride;
    return ASHLAR_OK;
}

/* The place along a dimension of the grid where a tile is, by a division of 32 bits where it can
 * be. */
static int grid_place_of(const tilesi_axis_t *axis, int64_t k)
{
    const int64_t tile = axis->first + k * axis->step;
    if (axis->procs == 1)
        return 0;
    if (tile <= UINT32_MAX)
        return (int)((uint32_t)tile % (uint32_t)axis->procs);
    return (int)(tile % axis->procs);
}

/* ---- owners ---------------------------------------------------------------------------------- */

static int world_rank_of(const tilesi_section_t *section, int owner)
{
    const gai_layout_t *layout = section->array->dist.layout;
    const int rank = layout ? gai_layout_rank(layout, owner) : owner;
    return ali_world_rank(section->array->group, rank);
}

int tilesi_owner_rank(const tilesi_section_t *section, int owner)
{
    int number = 0;
    for (int d = 0; d < section->ndim; ++d) {
        const tilesi_axis_t *axis = &section->axis[d];
        const int k = axis->owners == 1 ? 0 : owner % axis->owners;
        owner = axis->owners == 1 ? owner : owner / axis->owners;
        number += grid_place_of(axis, k) * axis->stride;
    }
    return world_rank_of(section, number);
}

int tilesi_my_owner(const tilesi_section_t *section)
{
    const gai_array_t *array = section->array;
    const gai_layout_t *layout = array->dist.layout;
    const int number = layout ? (int)gai_layout_owner(layout, array->rank) : array->rank;
    int owner = 0;
    if (number < 0 || number >= section->places || section->count == 0)
        return -1;
    for (int d = section->ndim - 1; d >= 0; --d) {
        const tilesi_axis_t *axis = &section->axis[d];
        const int mine = axis->procs == 1 ? 0 : number / axis->stride % axis->procs;
        int k = 0;
        while (k < axis->owners && grid_place_of(axis, k) != mine)
            ++k;
        if (k == axis->owners)
            return -1;
        owner = owner * axis->owners + k;
    }
    return owner;
}

/* The tiles along a dimension that belong with the k-th. */
static int64_t along(const tilesi_axis_t *axis, int k)
{
    return (axis->count - 1 - k) / axis->period + 1;
}

int64_t tilesi_owned(const tilesi_section_t *section, int owner)
{
    int64_t owned = 1;
    for (int d = 0; d < section->ndim; owner /= section->axis[d++].owners)
        owned *= along(&section->axis[d], owner % section->axis[d].owners);
    return owned;
}

/* Do two rows of tiles, each a step apart, have one in common? */
static bool rows_meet(const tilesi_axis_t *a, const tilesi_axis_t *b)
{
    if (a->count > b->count)
        return rows_meet(b, a);
    for (int64_t k = 0; k < a->count; ++k) {
        const int64_t from = a->first + k * a->step - b->first;
        if (from >= 0 && from % b->step == 0 && from / b->step < b->count)
            return true;
    }
    return false;
}

bool tilesi_sections_meet(const tilesi_section_t *a, const tilesi_section_t *b)
{
    if (a->array != b->array || a->count == 0 || b->count == 0)
        return false;
    for (int d = 0; d < a->ndim; ++d)
        if (!rows_meet(&a->axis[d], &b->axis[d]))
            return false;
    return true;
}

/* ---- tiles ----------------------------------------------------------------------------------- */

/* The tile that is number k[d] along each dimension. */
static void find_tile(const tilesi_section_t *section, const int64_t *k, tilesi_tile_t *tile)
{
    int64_t at[ASHLAR_MAX_DIM], number = 0;
    gai_block_t block;
    for (int d = section->ndim - 1; d >= 0; --d) {
        number = number * section->axis[d].count + k[d];
        at[d] = section->axis[d].first + k[d] * section->axis[d].step;
    }
    gai_block_inline(&section->array->dist, section->ndim, at, &block);
    tile->number = number;
    tile->elements = 1;
    for (int d = 0; d < section->ndim; ++d) {
        tile->extent[d] = block.hi[d] - block.lo[d] + 1;
        tile->elements *= tile->extent[d];
    }
    const al_segment_t *segment = section->array->segment;
    const int64_t slice = segment->slices[block.rank].offset; /* -1: on another node */
    tile->data =
        slice < 0 ? NULL : segment->base + slice + (size_t)block.offset * section->array->element;
}

void tilesi_tile_of(const tilesi_section_t *section, int64_t number, tilesi_tile_t *tile)
{
    int64_t k[ASHLAR_MAX_DIM];
    for (int d = 0; d < section->ndim; number /= section->axis[d++].count)
        k[d] = number % section->axis[d].count;
    find_tile(section, k, tile);
}

void tilesi_walk_begin(const tilesi_section_t *section, int owner, tilesi_walk_t *walk)
{
    walk->section = section;
    for (int d = 0; d < section->ndim; owner /= section->axis[d++].owners)
        walk->k[d] = walk->begin[d] = owner % section->axis[d].owners;
    find_tile(section, walk->k, &walk->tile);
}

bool tilesi_walk_next(tilesi_walk_t *walk)
{
    const tilesi_section_t *section = walk->section;
    for (int d = 0; d < section->ndim; ++d) {
        walk->k[d] += section->axis[d].period;
        if (walk->k[d] < section->axis[d].count) {
            find_tile(section, walk->k, &walk->tile);
            return true;
        }
        walk->k[d] = walk->begin[d];
    }
    return false;
}
