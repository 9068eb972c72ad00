/* One dimension cut into blocks: which block an index is in, and where blocks begin and end. */
#ifndef GA_AXIS_H
#define GA_AXIS_H

#include <stdbool.h>
#include <stdint.h>

/* Regular: equal widths, the last block may be smaller. Irregular: cuts[b] is the first index of
 * block b; borrowed. In a layout, starts follow the cuts (ga_layout.h). */
typedef struct gai_axis {
    int64_t extent, blocks, width;
    uint64_t magic;      /* ceil(2^64 / width) when that divides exactly enough, else 0 */
    const int64_t *cuts; /* NULL: regular */
} gai_axis_t;

static inline int64_t gai_common_divisor(int64_t a, int64_t b)
{
    while (b) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* The axis of an extent cut every `width` indices. */
gai_axis_t gai_axis_regular(int64_t extent, int64_t width);

/* The block of an index between cuts. */
static inline int64_t gai_axis_search_inline(const gai_axis_t *axis, int64_t index)
{
    /* The block is one of `count` from `first` on. No branch depends on the data: which half it is
     * in cannot be predicted. */
    const int64_t *first = axis->cuts;
    for (int64_t count = axis->blocks; count > 1;) {
        int64_t half = count / 2;
        first += first[half] <= index ? half : 0;
        count -= half;
    }
    return first - axis->cuts;
}

int64_t gai_axis_search(const gai_axis_t *axis, int64_t index);

/* Is a block found by one multiplication? Then it is gai_axis_multiply(). */
static inline bool gai_axis_is_plain(const gai_axis_t *axis)
{
    return axis->magic || (!axis->cuts && axis->blocks == 1);
}

/* index / width: exact while extent * width < 2^64. 0: there is one block, which has no magic. */
static inline int64_t gai_axis_multiply(const gai_axis_t *axis, int64_t index)
{
    return (int64_t)(((unsigned __int128)axis->magic * (uint64_t)index) >> 64);
}

/* The block of an index: O(1) for equal widths, O(log blocks) for cuts. */
static inline int64_t gai_axis_block(const gai_axis_t *axis, int64_t index)
{
    if (axis->magic)
        return gai_axis_multiply(axis, index);
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

/* Do two axes cut the same extent in the same places? */
int gai_axis_equal(const gai_axis_t *a, const gai_axis_t *b);

#endif
