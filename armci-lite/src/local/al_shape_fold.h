/* Shapes are made dimension by dimension; adjacent dimensions without a gap are folded into one. */
#ifndef AL_SHAPE_FOLD_H
#define AL_SHAPE_FOLD_H

#include <ashlar/al.h>

/* Add a dimension outside those that are there. One that goes on where they end, on both sides,
 * makes the outermost longer. */
static inline void ali_shape_fold(al_shape_t *shape, size_t n, size_t seg_stride, size_t buf_stride)
{
    const int level = shape->levels;
    const size_t count = shape->count[level];
    const size_t seg_end = level ? count * shape->seg_stride[level - 1] : count;
    const size_t buf_end = level ? count * shape->buf_stride[level - 1] : count;
    if (seg_stride == seg_end && buf_stride == buf_end) {
        shape->count[level] *= n;
        return;
    }
    shape->seg_stride[level] = seg_stride;
    shape->buf_stride[level] = buf_stride;
    shape->count[++shape->levels] = n;
}

#endif
