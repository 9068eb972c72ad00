/* Strided shapes: bytes counted, strides without gaps, cuts into fragments. */
#include "armci-lite/src/local/al_shape.h"

#include <string.h>

#include "armci-lite/src/base/al_util.h"

size_t ali_shape_bytes(const al_shape_t *shape)
{
    size_t bytes = shape->count[0];
    for (int level = 0; level < shape->levels; ++level)
        bytes *= shape->count[level + 1];
    return bytes;
}

void ali_shape_dense(const al_shape_t *shape, size_t *stride)
{
    size_t bytes = shape->count[0];
    for (int level = 0; level < shape->levels; ++level) {
        stride[level] = bytes;
        bytes *= shape->count[level + 1];
    }
}

bool ali_shape_is_dense(const al_shape_t *shape, const size_t *stride)
{
    size_t bytes = shape->count[0];
    bool is_dense = true;
    for (int level = 0; level < shape->levels; ++level) {
        is_dense = is_dense && (shape->count[level + 1] == 1 || stride[level] == bytes);
        bytes *= shape->count[level + 1];
    }
    return is_dense;
}

void ali_fragments_begin(al_fragment_walk_t *walk, const al_shape_t *shape, size_t most)
{
    memset(walk, 0, sizeof *walk);
    walk->shape = shape;
    size_t whole = 1; /* bytes of the dimensions below the cut */
    while (walk->level < shape->levels && whole * shape->count[walk->level] <= most)
        whole *= shape->count[walk->level++];
    size_t fits = most / whole, extent = shape->count[walk->level];
    walk->step = fits < 1 ? 1 : ali_min_bytes(fits, extent);
}

/* Distance between neighbours of a dimension; those of dimension 0 are bytes. */
static size_t seg_stride(const al_shape_t *shape, int dimension)
{
    return dimension == 0 ? 1 : shape->seg_stride[dimension - 1];
}

static size_t buf_stride(const al_shape_t *shape, int dimension)
{
    return dimension == 0 ? 1 : shape->buf_stride[dimension - 1];
}

int ali_fragments_next(al_fragment_walk_t *walk, al_fragment_t *fragment)
{
    const al_shape_t *shape = walk->shape;
    if (walk->done)
        return 0;
    int cut = walk->level;
    size_t extent = ali_min_bytes(shape->count[cut] - walk->index[cut], walk->step);
    fragment->shape = *shape;
    fragment->shape.levels = cut;
    fragment->shape.count[cut] = extent;
    if (cut > 0 && extent == 1)
        fragment->shape.levels = cut - 1;
    fragment->seg_offset = fragment->buf_offset = 0;
    for (int d = cut; d <= shape->levels; ++d) {
        fragment->seg_offset += walk->index[d] * seg_stride(shape, d);
        fragment->buf_offset += walk->index[d] * buf_stride(shape, d);
    }
    fragment->bytes = ali_shape_bytes(&fragment->shape);
    walk->index[cut] += extent;
    int d = cut;
    while (walk->index[d] == shape->count[d]) {
        walk->index[d] = 0;
        if (d == shape->levels) {
            walk->done = 1;
            break;
        }
        ++walk->index[++d];
    }
    return 1;
}
