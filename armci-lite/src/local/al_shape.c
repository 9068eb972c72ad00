/* Strided shapes: fold dimensions, cut into fragments, count bytes. */
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

void ali_cutter_start(al_cutter_t *cutter, const al_shape_t *shape, size_t most)
{
    memset(cutter, 0, sizeof *cutter);
    cutter->shape = shape;
    size_t whole = 1; /* bytes of the dimensions below the cut */
    while (cutter->level < shape->levels && whole * shape->count[cutter->level] <= most)
        whole *= shape->count[cutter->level++];
    size_t fits = most / whole, extent = shape->count[cutter->level];
    cutter->step = fits < 1 ? 1 : ali_min_bytes(fits, extent);
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

int ali_cutter_next(al_cutter_t *cutter, al_fragment_t *fragment)
{
    const al_shape_t *shape = cutter->shape;
    if (cutter->done)
        return 0;
    int cut = cutter->level;
    size_t extent = ali_min_bytes(shape->count[cut] - cutter->index[cut], cutter->step);
    fragment->shape = *shape;
    fragment->shape.levels = cut;
    fragment->shape.count[cut] = extent;
    if (cut > 0 && extent == 1)
        fragment->shape.levels = cut - 1;
    fragment->seg_offset = fragment->buf_offset = 0;
    for (int d = cut; d <= shape->levels; ++d) {
        fragment->seg_offset += cutter->index[d] * seg_stride(shape, d);
        fragment->buf_offset += cutter->index[d] * buf_stride(shape, d);
    }
    fragment->bytes = ali_shape_bytes(&fragment->shape);
    cutter->index[cut] += extent;
    int d = cut;
    while (cutter->index[d] == shape->count[d]) {
        cutter->index[d] = 0;
        if (d == shape->levels) {
            cutter->done = 1;
            break;
        }
        ++cutter->index[++d];
    }
    return 1;
}
