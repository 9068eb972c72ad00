/* Blocks: their bounds, owners and places. */
#include "ga/src/dist/ga_block.h"

void gai_block_at(const gai_dist_t *dist, const int64_t *at, gai_block_t *block)
{
    gai_block_inline(dist, dist->ndim, at, block);
}

void gai_block_of(const gai_dist_t *dist, const int64_t *index, gai_block_t *block)
{
    int64_t at[ASHLAR_MAX_DIM];
    for (int d = 0; d < dist->ndim; ++d)
        at[d] = gai_axis_block(&dist->axis[d], index[d]);
    gai_block_at(dist, at, block);
}

int64_t gai_block_offset(const gai_block_t *block, int ndim, const int64_t *index)
{
    int64_t offset = 0, stride = 1;
    for (int d = 0; d < ndim; ++d) {
        offset += (index[d] - block->lo[d]) * stride;
        stride *= block->ld[d];
    }
    return offset;
}

int gai_intersect(int ndim, const gai_block_t *block, const int64_t *lo, const int64_t *hi,
                  int64_t *part_lo, int64_t *part_hi)
{
    int intersects = 1;
    for (int d = 0; d < ndim; ++d) {
        part_lo[d] = lo[d] > block->lo[d] ? lo[d] : block->lo[d];
        part_hi[d] = hi[d] < block->hi[d] ? hi[d] : block->hi[d];
        intersects &= part_lo[d] <= part_hi[d];
    }
    return intersects;
}

int gai_place_by_layout(const gai_dist_t *dist, const int64_t *index, int64_t *offset)
{
    gai_place_t place;
    int64_t inside[ASHLAR_MAX_DIM], stride = 1;
    for (int d = 0; d < dist->ndim; ++d) {
        const gai_axis_t *axis = &dist->axis[d];
        int64_t at = gai_axis_block(axis, index[d]), lo = gai_axis_lo(axis, at);
        inside[d] = index[d] - lo;
        place.at[d] = at;
        place.ld[d] = gai_axis_end(axis, at) - lo;
    }
    int owner = dist->layout->calls->place(dist, &place);
    *offset = place.offset;
    for (int d = 0; d < dist->ndim; stride *= place.ld[d], ++d)
        *offset += inside[d] * stride;
    return gai_layout_rank(dist->layout, owner);
}

/* Places while they are made, one axis after the other. */
typedef struct places {
    int64_t n, grid;
    int64_t *ranks, *offsets, *strides;
} places_t;

/* Element k has this index, in block `at` of the axis. */
AL_INLINE void add_to_place(const places_t *places, int64_t k, const gai_axis_t *axis, int64_t at,
                            int64_t index)
{
    int64_t lo = gai_axis_lo(axis, at);
    places->ranks[k] += at * places->grid;
    places->offsets[k] += (index - lo) * places->strides[k];
    places->strides[k] *= gai_axis_end(axis, at) - lo;
}

/* Copies of all structures: no store can change them, so they live in registers. */
static void add_axis(places_t places, gai_axis_t axis, const int64_t *index, int64_t step)
{
    if (axis.cuts)
        for (int64_t k = 0; k < places.n; ++k, index += step)
            add_to_place(&places, k, &axis, gai_axis_search_inline(&axis, *index), *index);
    else
        for (int64_t k = 0; k < places.n; ++k, index += step)
            add_to_place(&places, k, &axis, gai_axis_block(&axis, *index), *index);
}

static bool has_cuts(const gai_dist_t *dist)
{
    for (int d = 0; d < dist->ndim; ++d)
        if (dist->axis[d].cuts)
            return true;
    return false;
}

static void places_by_layout(const gai_dist_t *dist, const int64_t *const *index, int64_t step,
                             int64_t n, int64_t *ranks, int64_t *offsets)
{
    int64_t element[ASHLAR_MAX_DIM];
    if (gai_layout_grid(dist->layout) && (gai_layout_has_ghosts(dist->layout) || !has_cuts(dist))) {
        gai_grid_places(dist, index, step, n, ranks, offsets);
        for (int64_t k = 0; k < n; ++k)
            ranks[k] = gai_layout_rank(dist->layout, (int)ranks[k]);
        return;
    }
    for (int64_t k = 0; k < n; ++k) {
        for (int d = 0; d < dist->ndim; ++d)
            element[d] = index[d][k * step];
        ranks[k] = gai_place_by_layout(dist, element, &offsets[k]);
    }
}

void gai_places(const gai_dist_t *dist, const int64_t *const *index, int64_t step, int64_t n,
                int64_t *ranks, int64_t *offsets)
{
    if (dist->layout) {
        places_by_layout(dist, index, step, n, ranks, offsets);
        return;
    }
    int64_t strides[GAI_PLACES];
    places_t places = {n, 1, ranks, offsets, strides};
    for (int64_t k = 0; k < n; ++k) {
        ranks[k] = offsets[k] = 0;
        strides[k] = 1;
    }
    for (int d = 0; d < dist->ndim; ++d) {
        add_axis(places, dist->axis[d], index[d], step);
        places.grid *= dist->axis[d].blocks;
    }
}

int64_t gai_owned_count(const gai_dist_t *dist, int64_t rank)
{
    if (dist->layout) {
        int64_t owner = gai_layout_owner(dist->layout, rank);
        return owner < 0 ? 0 : dist->layout->calls->count(dist, owner);
    }
    return rank >= 0 && rank < dist->blocks;
}

void gai_owned_position(const gai_dist_t *dist, int64_t rank, int64_t k, int64_t *at)
{
    int64_t number = rank;
    if (dist->layout)
        dist->layout->calls->position(dist, gai_layout_owner(dist->layout, rank), k, at);
    else
        for (int d = 0; d < dist->ndim; number /= dist->axis[d++].blocks)
            at[d] = number % dist->axis[d].blocks;
}

void gai_owned_block(const gai_dist_t *dist, int64_t rank, int64_t k, gai_block_t *block)
{
    int64_t at[ASHLAR_MAX_DIM];
    gai_owned_position(dist, rank, k, at);
    gai_block_at(dist, at, block);
}

int64_t gai_slice_elements(const gai_dist_t *dist, int64_t rank)
{
    if (dist->layout) {
        int64_t owner = gai_layout_owner(dist->layout, rank);
        return owner < 0 ? 0 : dist->layout->calls->elements(dist, owner);
    }
    if (rank < 0 || rank >= dist->blocks)
        return 0;
    gai_block_t block;
    gai_owned_block(dist, rank, 0, &block);
    int64_t room = 1;
    for (int d = 0; d < dist->ndim; ++d)
        room *= block.ld[d];
    return room;
}
