/* Blocks are distributed cyclically over a grid of processes: local arrays of ScaLAPACK, and tiles;
 * and blocks with ghost cells. */
#include <stddef.h>
#include <string.h>

#include "ga/src/dist/ga_layout.h"

typedef const struct gai_grid_axis grid_axis_t;

static const gai_grid_t *grid_of(const gai_dist_t *dist)
{
    return (const gai_grid_t *)dist->layout;
}

AL_INLINE int64_t divide(grid_axis_t *g, int64_t block)
{
    return gai_divide(block, g->procs, g->magic);
}

/* The part of the process `mine` along an axis: blocks, and indices in them. */
static int64_t local_blocks(const gai_axis_t *axis, grid_axis_t *g, int64_t mine)
{
    int64_t full = divide(g, axis->blocks), left = axis->blocks - full * g->procs;
    return full + (mine < left);
}

/* For an axis with cuts: the indices of a process, and those before a block of its own. */
static int64_t extent_by_cuts(const gai_axis_t *axis, grid_axis_t *g, int64_t mine)
{
    int64_t last = mine + (local_blocks(axis, g, mine) - 1) * g->procs;
    if (last < 0)
        return 0;
    return axis->cuts[axis->blocks + last] + gai_axis_end(axis, last) - axis->cuts[last];
}

/* For one with equal widths, where only the last block may be smaller: blocks that every process
 * has before it, the process that has it, and its width. */
typedef struct last_block {
    int64_t rounds, process, width;
} last_block_t;

AL_INLINE last_block_t last_block_of(const gai_axis_t *axis, grid_axis_t *g)
{
    int64_t last = axis->blocks - 1, full = divide(g, last);
    return (last_block_t){full, last - full * g->procs, axis->extent - last * axis->width};
}

AL_INLINE int64_t extent_by_width(last_block_t last, int64_t width, int64_t mine)
{
    /* The holder of the last block cannot be predicted: no branch. */
    return (last.rounds + (mine < last.process)) * width +
           (last.width & -(int64_t)(mine == last.process));
}

static int64_t local_extent(const gai_axis_t *axis, grid_axis_t *g, int64_t mine)
{
    return axis->cuts ? extent_by_cuts(axis, g, mine)
                      : extent_by_width(last_block_of(axis, g), axis->width, mine);
}

static int grid_place(const gai_dist_t *dist, gai_place_t *place)
{
    const gai_grid_t *grid = grid_of(dist);
    int64_t owner = 0, before = 0, below = 1;
    for (int d = 0; d < dist->ndim; ++d) {
        grid_axis_t *g = &grid->axis[d];
        const gai_axis_t *axis = &dist->axis[d];
        int64_t above = divide(g, place->at[d]), mine = place->at[d] - above * g->procs;
        int64_t extent, start; /* of the process; of what it has before the block */
        if (AL_UNLIKELY(axis->cuts)) {
            extent = extent_by_cuts(axis, g, mine);
            start = axis->cuts[axis->blocks + place->at[d]];
        } else {
            extent = extent_by_width(last_block_of(axis, g), axis->width, mine);
            start = above * axis->width;
        }
        /* Before a tile lie those of earlier rows in whole, and of its own row the tiles before
         * it, which are as wide as it in all later dimensions. */
        if (grid->tiles)
            before *= place->ld[d];
        else
            place->ld[d] = extent;
        before += start * below;
        below *= extent;
        owner += mine * g->stride;
    }
    place->offset = before;
    return (int)owner;
}

/* Places of elements while they are made, one axis after the other: their owners, the elements
 * before their tile (or before them in the local array) and before them in the tile. */
typedef struct grid_places {
    int64_t n, tiles, *owners, *offsets;
    int64_t below[GAI_PLACES], inside[GAI_PLACES], strides[GAI_PLACES];
} grid_places_t;

static void add_grid_axis(grid_places_t *places, gai_axis_t axis, struct gai_grid_axis g,
                          const int64_t *index, int64_t step)
{
    const last_block_t last = last_block_of(&axis, &g);
    for (int64_t k = 0; k < places->n; ++k, index += step) {
        int64_t at = gai_axis_block(&axis, *index), in = *index - at * axis.width;
        int64_t above = divide(&g, at), mine = at - above * g.procs;
        int64_t start = above * axis.width * places->below[k];
        places->owners[k] += mine * g.stride;
        if (places->tiles) { /* as in grid_place() */
            int64_t width = at + 1 == axis.blocks ? last.width : axis.width;
            places->offsets[k] = places->offsets[k] * width + start;
            places->inside[k] += in * places->strides[k];
            places->strides[k] *= width;
        } else {
            places->offsets[k] += start + in * places->below[k];
        }
        places->below[k] *= extent_by_width(last, axis.width, mine);
    }
}

/* Blocks with ghost cells; with cuts too. */
static void add_ghosts_axis(grid_places_t *places, gai_axis_t axis, struct gai_grid_axis g,
                            const int64_t *index, int64_t step)
{
    for (int64_t k = 0; k < places->n; ++k, index += step) {
        int64_t at = gai_axis_block(&axis, *index), lo = gai_axis_lo(&axis, at);
        places->owners[k] += at * g.stride;
        places->offsets[k] += (*index - lo + g.ghosts) * places->below[k];
        places->below[k] *= gai_axis_end(&axis, at) - lo + 2 * g.ghosts;
    }
}

void gai_grid_places(const gai_dist_t *dist, const int64_t *const *index, int64_t step, int64_t n,
                     int64_t *owners, int64_t *offsets)
{
    grid_places_t places;
    int ghosts = gai_layout_has_ghosts(dist->layout);
    places.n = n;
    places.tiles = grid_of(dist)->tiles;
    places.owners = owners;
    places.offsets = offsets;
    for (int64_t k = 0; k < n; ++k) {
        owners[k] = offsets[k] = places.inside[k] = 0;
        places.below[k] = places.strides[k] = 1;
    }
    for (int d = 0; d < dist->ndim; ++d)
        if (ghosts)
            add_ghosts_axis(&places, dist->axis[d], grid_of(dist)->axis[d], index[d], step);
        else
            add_grid_axis(&places, dist->axis[d], grid_of(dist)->axis[d], index[d], step);
    for (int64_t k = 0; k < n; ++k)
        offsets[k] += places.inside[k];
}

static int64_t processes(const gai_dist_t *dist)
{
    int64_t product = 1;
    for (int d = 0; d < dist->ndim; ++d)
        product *= grid_of(dist)->axis[d].procs;
    return product;
}

/* The place of an owner along a dimension; the owner is one of the grid. */
static int64_t coordinate_of(grid_axis_t *g, int64_t owner)
{
    return owner / g->stride % g->procs;
}

static int64_t grid_count(const gai_dist_t *dist, int64_t owner)
{
    int64_t blocks = owner < processes(dist);
    for (int d = 0; d < dist->ndim; ++d) {
        grid_axis_t *g = &grid_of(dist)->axis[d];
        blocks *= local_blocks(&dist->axis[d], g, coordinate_of(g, owner));
    }
    return blocks;
}

static void grid_position(const gai_dist_t *dist, int64_t owner, int64_t k, int64_t *at)
{
    for (int d = 0; d < dist->ndim; ++d) {
        grid_axis_t *g = &grid_of(dist)->axis[d];
        int64_t mine = coordinate_of(g, owner), blocks = local_blocks(&dist->axis[d], g, mine);
        at[d] = mine + k % blocks * g->procs;
        k /= blocks;
    }
}

static int64_t grid_index(const gai_dist_t *dist, const int64_t *at)
{
    int64_t index = 0, below = 1;
    for (int d = 0; d < dist->ndim; ++d) {
        grid_axis_t *g = &grid_of(dist)->axis[d];
        int64_t above = divide(g, at[d]);
        index += above * below;
        below *= local_blocks(&dist->axis[d], g, at[d] - above * g->procs);
    }
    return index;
}

static int64_t grid_elements(const gai_dist_t *dist, int64_t owner)
{
    int64_t elements = owner < processes(dist);
    for (int d = 0; d < dist->ndim; ++d) {
        grid_axis_t *g = &grid_of(dist)->axis[d];
        elements *= local_extent(&dist->axis[d], g, coordinate_of(g, owner));
    }
    return elements;
}

static int64_t grid_period(const gai_dist_t *dist, int d)
{
    return grid_of(dist)->axis[d].procs;
}

static const gai_layout_calls_t calls = {grid_place, grid_count,    grid_position,
                                         grid_index, grid_elements, grid_period};

void gai_grid_set(gai_grid_t *grid, const gai_dist_t *dist, const int *procs, int last_fastest,
                  int tiles, int owners)
{
    int ndim = dist->ndim, stride = 1;
    memset(grid, 0, sizeof *grid);
    grid->base = (gai_layout_t){.calls = &calls, .owners = owners, .ranks = owners};
    grid->base.bytes = (uint16_t)(offsetof(gai_grid_t, axis) + (size_t)ndim * sizeof *grid->axis);
    grid->tiles = tiles;
    for (int e = 0; e < ndim; ++e) {
        int d = last_fastest ? ndim - 1 - e : e;
        grid->axis[d].procs = procs[d];
        grid->axis[d].stride = stride;
        grid->axis[d].magic = gai_magic(procs[d], dist->axis[d].blocks + 1);
        stride *= procs[d];
        if (!tiles && procs[d] == 1)
            grid->base.seamless |= (uint8_t)(1u << d);
    }
}

/* ---- with ghost cells ------------------------------------------------------------------------ */

static int64_t block_extent(const gai_axis_t *axis, int64_t at)
{
    return at < axis->blocks ? gai_axis_end(axis, at) - gai_axis_lo(axis, at) : 0;
}

static int ghosts_place(const gai_dist_t *dist, gai_place_t *place)
{
    int64_t owner = 0, stride = 1;
    place->offset = 0;
    for (int d = 0; d < dist->ndim; ++d) {
        grid_axis_t *g = &grid_of(dist)->axis[d];
        place->offset += g->ghosts * stride;
        place->ld[d] += 2 * g->ghosts;
        stride *= place->ld[d];
        owner += place->at[d] * g->stride;
    }
    return (int)owner;
}

static int64_t ghosts_count(const gai_dist_t *dist, int64_t owner)
{
    int owns_block = owner < processes(dist);
    for (int d = 0; d < dist->ndim; ++d)
        owns_block &= coordinate_of(&grid_of(dist)->axis[d], owner) < dist->axis[d].blocks;
    return owns_block;
}

static void ghosts_position(const gai_dist_t *dist, int64_t owner, int64_t k, int64_t *at)
{
    (void)k;
    for (int d = 0; d < dist->ndim; ++d)
        at[d] = coordinate_of(&grid_of(dist)->axis[d], owner);
}

static int64_t ghosts_index(const gai_dist_t *dist, const int64_t *at)
{
    (void)dist;
    (void)at;
    return 0;
}

static int64_t ghosts_elements(const gai_dist_t *dist, int64_t owner)
{
    int64_t elements = ghosts_count(dist, owner);
    for (int d = 0; d < dist->ndim; ++d) {
        grid_axis_t *g = &grid_of(dist)->axis[d];
        elements *= block_extent(&dist->axis[d], coordinate_of(g, owner)) + 2 * g->ghosts;
    }
    return elements;
}

static int64_t ghosts_period(const gai_dist_t *dist, int d)
{
    (void)dist;
    (void)d;
    return 0;
}

static const gai_layout_calls_t ghosts_calls = {ghosts_place, ghosts_count,    ghosts_position,
                                                ghosts_index, ghosts_elements, ghosts_period};

void gai_ghosts_set(gai_grid_t *grid, const gai_dist_t *dist, const int *procs, int last_fastest,
                    const int64_t *widths, int owners)
{
    gai_grid_set(grid, dist, procs, last_fastest, 0, owners);
    grid->base.calls = &ghosts_calls;
    for (int d = 0; d < dist->ndim; ++d)
        grid->axis[d].ghosts = widths[d];
}

bool gai_layout_has_ghosts(const gai_layout_t *layout)
{
    return layout && layout->calls == &ghosts_calls;
}

int64_t gai_layout_ghosts(const gai_layout_t *layout, int d)
{
    return gai_layout_has_ghosts(layout) ? ((const gai_grid_t *)layout)->axis[d].ghosts : 0;
}

/* ---- about grids ----------------------------------------------------------------------------- */

void gai_axis_fill_starts(const gai_axis_t *axis, int64_t procs, int64_t *starts)
{
    for (int64_t b = 0; b < axis->blocks; ++b)
        starts[b] =
            b < procs ? 0 : starts[b - procs] + axis->cuts[b - procs + 1] - axis->cuts[b - procs];
}

void gai_grid_extents(const gai_dist_t *dist, int64_t owner, int64_t *extents)
{
    int inside = owner >= 0 && owner < processes(dist),
        ghosts = gai_layout_has_ghosts(dist->layout);
    for (int d = 0; d < dist->ndim; ++d) {
        grid_axis_t *g = &grid_of(dist)->axis[d];
        const gai_axis_t *axis = &dist->axis[d];
        int64_t mine = inside ? coordinate_of(g, owner) : 0;
        extents[d] = !inside ? 0 : ghosts ? block_extent(axis, mine) : local_extent(axis, g, mine);
    }
}

void gai_grid_place(const gai_dist_t *dist, int64_t owner, int *position)
{
    int inside = owner >= 0 && owner < processes(dist);
    for (int d = 0; d < dist->ndim; ++d)
        position[d] = inside ? (int)coordinate_of(&grid_of(dist)->axis[d], owner) : -1;
}

const gai_grid_t *gai_layout_grid(const gai_layout_t *layout)
{
    return layout && (layout->calls == &calls || layout->calls == &ghosts_calls)
               ? (const gai_grid_t *)layout
               : NULL;
}

bool gai_layout_is_local(const gai_layout_t *layout)
{
    const gai_grid_t *grid = gai_layout_grid(layout);
    return grid && !grid->tiles;
}
