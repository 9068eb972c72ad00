/* Which block an element is in, where blocks begin and end, and who owns them. Pure arithmetic: no
 * MPI, no memory of its own beyond borrowed tables of cuts, so that any number of ranks can be
 * simulated. */
#ifndef GA_DIST_H
#define GA_DIST_H

#include <stdint.h>

#include <ashlar/types.h>

/* One dimension cut into blocks. Regular: equal widths, the last block may be smaller. Irregular:
 * cuts[b] is the first index of block b; borrowed. */
typedef struct gai_axis {
    int64_t extent, blocks, width;
    uint64_t magic;      /* ceil(2^64 / width) when that divides exactly enough, else 0 */
    const int64_t *cuts; /* NULL: regular */
} gai_axis_t;

/* The blocks of an array are the product of its axes, numbered with dimension 0 fastest. Block b
 * belongs to rank b of the group; ranks from `blocks` on own nothing. */
typedef struct gai_dist {
    int ndim;
    int64_t blocks;
    gai_axis_t axis[ASHLAR_MAX_DIM];
} gai_dist_t;

/* Cut every dimension into equal blocks, at most `ranks` in all. chunk[d] > 0 is the least width
 * wanted; chunk may be NULL. Chosen: the least elements in the largest block, then the least
 * surface of it, then more cuts in later dimensions (whose blocks are contiguous). */
void gai_dist_regular(gai_dist_t *dist, int ndim, const int64_t *dims, const int64_t *chunk,
                      int64_t ranks);

/* Cut at given places; cuts are those of dimension 0, then 1, ..., and must stay alive. */
void gai_dist_irregular(gai_dist_t *dist, int ndim, const int64_t *dims, const int64_t *blocks,
                        const int64_t *cuts);

/* Number of cuts of an irregular distribution, all dimensions together. */
int64_t gai_dist_cut_count(const gai_dist_t *dist);

/* The same distribution with its cuts at another address. */
void gai_dist_move_cuts(gai_dist_t *dist, const int64_t *cuts);

int64_t gai_axis_search(const gai_axis_t *axis, int64_t index);

/* The block of an index: O(1) for equal widths, O(log blocks) for cuts. */
static inline int64_t gai_axis_block(const gai_axis_t *axis, int64_t index)
{
    if (axis->magic) /* index / width as one multiplication: exact while extent*width < 2^64 */
        return (int64_t)(((unsigned __int128)axis->magic * (uint64_t)index) >> 64);
    if (axis->cuts)
        return gai_axis_search(axis, index);
    return axis->blocks == 1 ? 0 : index / axis->width;
}

static inline int64_t gai_axis_lo(const gai_axis_t *axis, int64_t block)
{
    return axis->cuts ? axis->cuts[block] : block * axis->width;
}

/* The first index after a block. */
static inline int64_t gai_axis_end(const gai_axis_t *axis, int64_t block)
{
    if (block + 1 == axis->blocks)
        return axis->extent;
    return axis->cuts ? axis->cuts[block + 1] : (block + 1) * axis->width;
}

/* The bounds of a block, inclusive. */
void gai_dist_block(const gai_dist_t *dist, int64_t block, int64_t *lo, int64_t *hi);

/* Elements of a block; 0 when there is no such block. */
int64_t gai_dist_elements(const gai_dist_t *dist, int64_t block);

/* Do two distributions cut the same extents in the same places? */
int gai_dist_equal(const gai_dist_t *a, const gai_dist_t *b);

#endif
