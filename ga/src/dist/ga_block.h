/* Blocks: whose they are, which elements they hold, and how these lie in memory. All that turns
 * indices into (rank, offset) is here. */
#ifndef GA_BLOCK_H
#define GA_BLOCK_H

#include <stddef.h>
#include <stdint.h>

#include <ashlar/types.h>

#include "armci-lite/src/al_private.h"
#include "ga/src/dist/ga_layout.h"

/* The block at a grid position; the block of an element. */
void gai_block_at(const gai_dist_t *dist, const int64_t *at, gai_block_t *block);
void gai_block_of(const gai_dist_t *dist, const int64_t *index, gai_block_t *block);

/* gai_block_at for transfers, which want it inline. */
AL_INLINE void gai_block_inline(const gai_dist_t *dist, int ndim, const int64_t *at,
                                gai_block_t *block)
{
    int64_t number = 0, grid = 1;
    for (int d = 0; d < ndim; ++d) {
        const gai_axis_t *axis = &dist->axis[d];
        block->lo[d] = gai_axis_lo(axis, at[d]);
        int64_t end = gai_axis_end(axis, at[d]);
        block->hi[d] = end - 1;
        block->ld[d] = end - block->lo[d];
        number += at[d] * grid;
        grid *= axis->blocks;
    }
    block->rank = (int)number;
    block->offset = 0;
    if (AL_UNLIKELY(dist->layout)) {
        gai_place_t place; /* copies, so that *block may live in registers */
        for (int d = 0; d < ndim; ++d) {
            place.at[d] = at[d];
            place.ld[d] = block->ld[d];
        }
        int owner = dist->layout->calls->place(dist, &place);
        block->rank = gai_layout_rank(dist->layout, owner);
        block->offset = place.offset;
        for (int d = 0; d < ndim; ++d)
            block->ld[d] = place.ld[d];
    }
}

/* Elements from the first of a block to another of it. */
int64_t gai_block_offset(const gai_block_t *block, int ndim, const int64_t *index);

/* ---- the places of elements ------------------------------------------------------------------ */

/* gai_place() in any layout. */
int gai_place_by_layout(const gai_dist_t *dist, const int64_t *index, int64_t *offset);

/* The owner of an element, and its offset in the owner's slice in elements. */
AL_INLINE int gai_place(const gai_dist_t *dist, int ndim, const int64_t *index, int64_t *offset)
{
    if (AL_UNLIKELY(dist->layout))
        return gai_place_by_layout(dist, index, offset);
    int64_t number = 0, grid = 1, stride = 1;
    *offset = 0;
    for (int d = 0; d < ndim; ++d) {
        const gai_axis_t *axis = &dist->axis[d];
        int64_t at = gai_axis_block(axis, index[d]), lo = gai_axis_lo(axis, at);
        *offset += (index[d] - lo) * stride;
        stride *= gai_axis_end(axis, at) - lo;
        number += at * grid;
        grid *= axis->blocks;
    }
    return (int)number;
}

/* Is there one block per rank, of equal widths? Then multiplication alone finds an owner. */
AL_INLINE bool gai_dist_is_plain(const gai_dist_t *dist, int ndim)
{
    for (int d = 0; d < ndim; ++d)
        if (!gai_axis_is_plain(&dist->axis[d]))
            return false;
    return !dist->layout;
}

/* gai_place() for lists, where the distribution is plain: no branch. stride: from an element to the
 * next, in the unit of the offset. */
AL_INLINE int gai_place_plain(const gai_axis_t *axes, int ndim, const int64_t *index,
                              int64_t stride, int64_t *offset)
{
    int64_t number = 0, grid = 1;
    *offset = 0;
    for (int d = 0; d < ndim; ++d) {
        const gai_axis_t *axis = &axes[d];
        int64_t at = gai_axis_multiply(axis, index[d]), lo = at * axis->width;
        *offset += (index[d] - lo) * stride;
        stride *= ali_min(axis->width, axis->extent - lo);
        number += at * grid;
        grid *= axis->blocks;
    }
    return (int)number;
}

/* gai_place() for lists, in all other distributions: n elements, at most GAI_PLACES (ga_layout.h).
 * index[d][k * step] is element k's index in dimension d. */
void gai_places(const gai_dist_t *dist, const int64_t *const *index, int64_t step, int64_t n,
                int64_t *ranks, int64_t *offsets);

/* ---- the blocks of a patch ------------------------------------------------------------------- */

/* Advance a position between first and last, dimension 0 fastest; 0 after the last. */
static inline int gai_next_position(int ndim, const int64_t *first, const int64_t *last,
                                    int64_t *at)
{
    for (int d = 0; d < ndim; ++d) {
        if (++at[d] <= last[d])
            return 1;
        at[d] = first[d];
    }
    return 0;
}

/* A walk over the blocks that a patch touches; `at` is the grid position of one. */
typedef struct gai_blocks {
    int64_t first[ASHLAR_MAX_DIM], at[ASHLAR_MAX_DIM], last[ASHLAR_MAX_DIM];
} gai_blocks_t;

/* Begin with the first block; returns whether there are several. */
AL_INLINE int gai_blocks_begin(const gai_dist_t *dist, int ndim, const int64_t *lo,
                               const int64_t *hi, gai_blocks_t *blocks)
{
    int several = 0;
    for (int d = 0; d < ndim; ++d) {
        const gai_axis_t *axis = &dist->axis[d];
        blocks->first[d] = blocks->at[d] = blocks->last[d] = gai_axis_block(axis, lo[d]);
        if (hi[d] >= gai_axis_end(axis, blocks->first[d])) {
            blocks->last[d] = gai_axis_block(axis, hi[d]);
            several = 1;
        }
    }
    return several;
}

/* Go on to the next block; 0 when there is none. */
static inline int gai_blocks_next(gai_blocks_t *blocks, int ndim)
{
    return gai_next_position(ndim, blocks->first, blocks->last, blocks->at);
}

/* The part of a block in a patch: 0 when there is none. */
int gai_intersect(int ndim, const gai_block_t *block, const int64_t *lo, const int64_t *hi,
                  int64_t *part_lo, int64_t *part_hi);

/* ---- the blocks of a rank -------------------------------------------------------------------- */

/* How many blocks a rank owns; the grid position of the k-th of them, and all about it. */
int64_t gai_owned_count(const gai_dist_t *dist, int64_t rank);
void gai_owned_position(const gai_dist_t *dist, int64_t rank, int64_t k, int64_t *at);
void gai_owned_block(const gai_dist_t *dist, int64_t rank, int64_t k, gai_block_t *block);

/* Elements for which a rank's slice has room. */
int64_t gai_slice_elements(const gai_dist_t *dist, int64_t rank);

#endif
