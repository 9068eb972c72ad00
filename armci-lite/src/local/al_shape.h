/* Shapes: what they touch, their dense form, and fragments of bounded size. No MPI. */
#ifndef AL_SHAPE_H
#define AL_SHAPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ashlar/al.h>

/* The range of a slice that a shape touches, from its first byte: SIZE_MAX when it overflows. */
static inline size_t ali_shape_extent(const al_shape_t *shape)
{
    if (shape->levels < 0 || shape->levels > AL_MAX_LEVELS)
        return SIZE_MAX;
    size_t extent = shape->count[0];
    for (int level = 0; level < shape->levels; ++level) {
        size_t more;
        if (shape->count[level + 1] <= 1)
            continue;
        if (shape->seg_stride[level] < extent) /* runs overlap */
            return SIZE_MAX;
        if (__builtin_mul_overflow(shape->count[level + 1] - 1, shape->seg_stride[level], &more) ||
            __builtin_add_overflow(extent, more, &extent))
            return SIZE_MAX;
    }
    return extent;
}

static inline bool ali_shape_is_empty(const al_shape_t *shape)
{
    for (int level = 0; level <= shape->levels; ++level)
        if (shape->count[level] == 0)
            return true;
    return false;
}

/* Bytes a shape moves. */
size_t ali_shape_bytes(const al_shape_t *shape);

/* The strides the runs of a shape have when packed without gaps. */
void ali_shape_dense(const al_shape_t *shape, size_t *stride);

/* Whether runs with these strides follow each other without gaps. */
bool ali_shape_is_dense(const al_shape_t *shape, const size_t *stride);

/* A part of a shape: its own shape, and where it begins on both sides. */
typedef struct al_fragment {
    al_shape_t shape;
    size_t seg_offset, buf_offset, bytes;
} al_fragment_t;

/* Walks over the fragments of a shape. */
typedef struct al_fragment_walk {
    const al_shape_t *shape;
    int level;   /* the dimension that is cut: 0 is the run itself; those below are whole */
    size_t step; /* its extent in a fragment */
    size_t index[AL_MAX_LEVELS + 1];
    int done;
} al_fragment_walk_t;

/* Cut into fragments of at most `most` bytes (a multiple of every element size). */
void ali_fragments_begin(al_fragment_walk_t *walk, const al_shape_t *shape, size_t most);
/* The next fragment; 0 when there is none. */
int ali_fragments_next(al_fragment_walk_t *walk, al_fragment_t *fragment);

#endif
