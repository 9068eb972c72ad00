/* Shapes of transfers put together from strides in any order. */
#ifndef GA_STRIDES_H
#define GA_STRIDES_H

#include <ashlar/al.h>

#include "ga/src/dist/ga_block.h"

/* A shape while it is made. Strides come in any order and are sorted by what they are in the
 * segment, where each must pass over what lies below. */
typedef struct gai_strides {
    int n;
    struct stride {
        size_t seg, buf, count;
    } at[2 * ASHLAR_MAX_DIM];
} gai_strides_t;

static inline void gai_add_stride(gai_strides_t *strides, size_t seg, size_t buf, int64_t count)
{
    if (count == 1)
        return;
    int k = strides->n++;
    for (; k > 0 && strides->at[k - 1].seg > seg; --k)
        strides->at[k] = strides->at[k - 1];
    strides->at[k] = (struct stride){seg, buf, (size_t)count};
}

static inline void gai_make_shape(const gai_strides_t *strides, size_t element, al_shape_t *shape)
{
    shape->levels = 0;
    shape->count[0] = element;
    for (int k = 0; k < strides->n; ++k)
        ali_shape_fold(shape, strides->at[k].count, strides->at[k].seg, strides->at[k].buf);
}

/* Elements in the owner's slice from a block to the next of its run along dimension d. */
static inline int64_t gai_block_distance(const gai_dist_t *dist, const gai_block_t *block,
                                         const int64_t *at, int d, int64_t period)
{
    int64_t next[ASHLAR_MAX_DIM];
    gai_block_t other;
    for (int e = 0; e < dist->ndim; ++e)
        next[e] = at[e] + (e == d ? period : 0);
    gai_block_at(dist, next, &other);
    return other.offset - block->offset;
}

#endif
