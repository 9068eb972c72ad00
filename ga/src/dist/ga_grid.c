/* Blocks dealt out in turn to a grid of processes: local arrays of ScaLAPACK, and tiles. */
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

/* What an axis has of the process `mine`: blocks, and indices in them. */
static int64_t local_blocks(const gai_axis_t *axis, grid_axis_t *g, int64_t mine)
{
    int64_t full = divide(g, axis->blocks), left = axis->blocks - full * g->procs;
    return full + (mine < left);
}

/* Of an axis with cuts: the indices of a process, and those before a block of its own. */
static int64_t extent_by_cuts(const gai_axis_t *axis, grid_axis_t *g, int64_t mine)
{
    int64_t last = mine + (local_blocks(axis, g, mine) - 1) * g->procs;
    if (last < 0)
        return 0;
    return axis->cuts[axis->blocks + last] + gai_axis_end(axis, last) - axis->cuts[last];
}

/* Of one with equal widths: where only the last block is smaller. */
AL_INLINE int64_t extent_by_width(const gai_axis_t *axis, grid_axis_t *g, int64_t mine)
{
    int64_t last = axis->blocks - 1, above = divide(g, last), holder = last - above * g->procs;
    int64_t rest = axis->extent - last * axis->width;
    /* Who holds the last block cannot be predicted: no branch. */
    return (above + (mine < holder)) * axis->width + (rest & -(int64_t)(mine == holder));
}

static int64_t local_extent(const gai_axis_t *axis, grid_axis_t *g, int64_t mine)
{
    return axis->cuts ? extent_by_cuts(axis, g, mine) : extent_by_width(axis, g, mine);
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
            extent = extent_by_width(axis, g, mine);
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

static int64_t processes(const gai_dist_t *dist)
{
    int64_t product = 1;
    for (int d = 0; d < dist->ndim; ++d)
        product *= grid_of(dist)->axis[d].procs;
    return product;
}

/* The place of an owner along a dimension; the owner is one of the grid. */
static int64_t mine_of(grid_axis_t *g, int64_t owner)
{
    return owner / g->stride % g->procs;
}

static int64_t grid_count(const gai_dist_t *dist, int64_t owner)
{
    int64_t blocks = owner < processes(dist);
    for (int d = 0; d < dist->ndim; ++d) {
        grid_axis_t *g = &grid_of(dist)->axis[d];
        blocks *= local_blocks(&dist->axis[d], g, mine_of(g, owner));
    }
    return blocks;
}

static void grid_position(const gai_dist_t *dist, int64_t owner, int64_t k, int64_t *at)
{
    for (int d = 0; d < dist->ndim; ++d) {
        grid_axis_t *g = &grid_of(dist)->axis[d];
        int64_t mine = mine_of(g, owner), blocks = local_blocks(&dist->axis[d], g, mine);
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

void gai_grid_extents(const gai_dist_t *dist, int64_t owner, int64_t *extents)
{
    int inside = owner >= 0 && owner < processes(dist);
    for (int d = 0; d < dist->ndim; ++d) {
        grid_axis_t *g = &grid_of(dist)->axis[d];
        extents[d] = inside ? local_extent(&dist->axis[d], g, mine_of(g, owner)) : 0;
    }
}

static int64_t grid_room(const gai_dist_t *dist, int64_t owner)
{
    int64_t extents[ASHLAR_MAX_DIM], elements = 1;
    gai_grid_extents(dist, owner, extents);
    for (int d = 0; d < dist->ndim; ++d)
        elements *= extents[d];
    return elements;
}

static int64_t grid_period(const gai_dist_t *dist, int d)
{
    return grid_of(dist)->axis[d].procs;
}

static const gai_layout_calls_t calls = {grid_place, grid_count, grid_position,
                                         grid_index, grid_room,  grid_period};

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

void gai_axis_fill_starts(const gai_axis_t *axis, int64_t procs, int64_t *starts)
{
    for (int64_t b = 0; b < axis->blocks; ++b)
        starts[b] =
            b < procs ? 0 : starts[b - procs] + axis->cuts[b - procs + 1] - axis->cuts[b - procs];
}

void gai_grid_place(const gai_dist_t *dist, int64_t owner, int *position)
{
    int inside = owner >= 0 && owner < processes(dist);
    for (int d = 0; d < dist->ndim; ++d)
        position[d] = inside ? (int)mine_of(&grid_of(dist)->axis[d], owner) : -1;
}

const gai_grid_t *gai_layout_grid(const gai_layout_t *layout)
{
    return layout && layout->calls == &calls ? (const gai_grid_t *)layout : NULL;
}

int gai_layout_is_local(const gai_layout_t *layout)
{
    const gai_grid_t *grid = gai_layout_grid(layout);
    return grid && !grid->tiles;
}
