/* Patches between a buffer and an array: check, find the blocks, one strided transfer for each. */
#ifndef GA_PATCH_H
#define GA_PATCH_H

#include "ga/src/array/ga_check.h"

/* The direction of a transfer, and its buffer. */
typedef struct gai_patch {
    al_direction_t direction; /* a constant wherever it matters */
    const int64_t *lo, *hi;
    const int64_t *step; /* NULL: every element */
    char *buf;
    const int64_t *ld; /* NULL: no gaps */
    const void *alpha; /* of an accumulate: the factor of a sum; NULL: op */
    ashlar_op op;
    ga_handle_t *handle; /* NULL: blocking */
    size_t field, width; /* of each element only these bytes, which are all there is in the buffer;
                            width 0: all of it */
} gai_patch_t;

/* Check and transfer a patch of an array by its handle. */
int gai_patch_call(const char *call, ga_t g, const gai_patch_t *patch);

/* Transfer a valid patch that is not empty. */
int gai_patch_transfer(const gai_array_t *array, const gai_patch_t *patch);

/* ---- one block ------------------------------------------------------------------------------- */

AL_INLINE int gai_transfer_run(const gai_array_t *array, const gai_patch_t *patch, int rank,
                               size_t offset, char *buf, size_t bytes)
{
    switch (patch->direction) {
    case AL_PUT:
        return al_put(array->segment, rank, offset, buf, bytes);
    case AL_GET:
        return al_get(array->segment, rank, offset, buf, bytes);
    default:
        return patch->alpha
                   ? al_acc(array->segment, rank, offset, array->type, patch->alpha, buf, bytes)
                   : al_acc_op(array->segment, rank, offset, array->type, patch->op, buf, bytes);
    }
}

AL_INLINE int gai_transfer_shape(const gai_array_t *array, const gai_patch_t *patch, int rank,
                                 size_t offset, char *buf, const al_shape_t *shape)
{
    switch (patch->direction) {
    case AL_PUT:
        return al_put_strided(array->segment, rank, offset, buf, shape);
    case AL_GET:
        return al_get_strided(array->segment, rank, offset, buf, shape);
    default:
        return patch->alpha ? al_acc_strided(array->segment, rank, offset, array->type,
                                             patch->alpha, buf, shape)
                            : al_acc_op_strided(array->segment, rank, offset, array->type,
                                                patch->op, buf, shape);
    }
}

AL_INLINE int gai_transfer_nb(const gai_array_t *array, const gai_patch_t *patch, int rank,
                              size_t offset, char *buf, const al_shape_t *shape)
{
    switch (patch->direction) {
    case AL_PUT:
        return al_put_nb(array->segment, rank, offset, buf, shape, patch->handle);
    case AL_GET:
        return al_get_nb(array->segment, rank, offset, buf, shape, patch->handle);
    default:
        return al_acc_nb(array->segment, rank, offset, array->type, patch->alpha, buf, shape,
                         patch->handle);
    }
}

AL_INLINE int gai_transfer_part(const gai_array_t *array, const gai_patch_t *patch, int rank,
                                size_t offset, char *buf, const al_shape_t *shape)
{
    if (patch->handle)
        return gai_transfer_nb(array, patch, rank, offset, buf, shape);
    if (shape->levels == 0)
        return gai_transfer_run(array, patch, rank, offset, buf, shape->count[0]);
    return gai_transfer_shape(array, patch, rank, offset, buf, shape);
}

/* The indices of dimension d that a patch selects in a block, lo..hi. */
typedef struct gai_selection {
    int64_t step, n;     /* n may be 0 if the patch has steps */
    int64_t lo, skipped; /* the first; how many are selected before the block */
} gai_selection_t;

AL_INLINE gai_selection_t gai_select(const gai_patch_t *patch, int d, int64_t lo, int64_t hi)
{
    int64_t from = patch->lo[d];
    gai_selection_t part = {.step = 1, .skipped = from < lo ? lo - from : 0};
    part.lo = from + part.skipped;
    hi = ali_min(patch->hi[d], hi);
    part.n = hi - part.lo + 1;
    if (patch->step) {
        part.step = patch->step[d];
        if (part.step > patch->hi[d] - from)
            part.step = patch->hi[d] - from + 1; /* the first only; no sum below overflows */
        part.skipped = (part.skipped + part.step - 1) / part.step;
        part.lo = from + part.skipped * part.step;
        part.n = part.lo > hi ? 0 : (hi - part.lo) / part.step + 1;
    }
    return part;
}

/* Bytes of one element in a patch's buffer. */
AL_INLINE size_t gai_patch_width(const gai_array_t *array, const gai_patch_t *patch)
{
    return patch->width ? patch->width : array->element;
}

/* The leading dimension d of a patch's buffer. */
AL_INLINE int64_t gai_patch_ld(const gai_patch_t *patch, int d, int64_t step)
{
    return patch->ld ? patch->ld[d] : (patch->hi[d] - patch->lo[d]) / step + 1;
}

/* The part of the patch in the block at grid position `at`: dimensions that are contiguous on both
 * sides, or of extent 1, are folded into the shape. */
AL_INLINE int gai_transfer_block(const gai_array_t *array, const gai_patch_t *patch, int ndim,
                                 const int64_t *at)
{
    gai_block_t block;
    gai_block_inline(&array->dist, ndim, at, &block);
    size_t seg_stride = array->element, buf_stride = array->element;
    size_t offset = (size_t)block.offset * array->element;
    char *buf = patch->buf;
    al_shape_t shape;
    shape.levels = 0;
    if (AL_UNLIKELY(patch->width)) {
        buf_stride = patch->width;
        offset += patch->field;
    }
    shape.count[0] = buf_stride;
    for (int d = 0; d < ndim; ++d) {
        gai_selection_t part = gai_select(patch, d, block.lo[d], block.hi[d]);
        if (patch->step && part.n < 1)
            return ASHLAR_OK;
        offset += (size_t)(part.lo - block.lo[d]) * seg_stride;
        buf += (size_t)part.skipped * buf_stride;
        if (part.n > 1)
            ali_shape_fold(&shape, (size_t)part.n, seg_stride * (size_t)part.step, buf_stride);
        seg_stride *= (size_t)block.ld[d];
        if (d + 1 < ndim)
            buf_stride *= (size_t)gai_patch_ld(patch, d, part.step);
    }
    return gai_transfer_part(array, patch, block.rank, offset, buf, &shape);
}

/* ---- a patch --------------------------------------------------------------------------------- */

/* One that is in several blocks, where these have a layout or lie on several nodes. */
int gai_transfer_many(const gai_array_t *array, const gai_patch_t *patch);

AL_INLINE int gai_transfer(const gai_array_t *array, const gai_patch_t *patch, int ndim)
{
    gai_blocks_t blocks;
    if (AL_LIKELY(!gai_blocks_begin(&array->dist, ndim, patch->lo, patch->hi, &blocks)))
        return gai_transfer_block(array, patch, ndim, blocks.at);
    if (AL_UNLIKELY(array->dist.layout || array->segment->group->node_count > 1)) {
        const gai_patch_t copy = *patch; /* *patch stays in registers */
        return gai_transfer_many(array, &copy);
    }
    do
        AL_TRY(gai_transfer_block(array, patch, ndim, blocks.at));
    while (gai_blocks_next(&blocks, ndim));
    return ASHLAR_OK;
}

/* A function called with numbers and not with the patch, which thereby stays in registers. */

/* Does the array's type allow the accumulate? */
int gai_check_update(const char *call, const gai_array_t *array, const void *alpha, ashlar_op op);
int gai_check_steps(const char *call, const int64_t *step, int ndim);

/* Whether a patch has more than one element along some dimension from d on. Until then no leading
 * dimension before d is used, and Global Arrays has always let callers pass anything there. */
static inline bool gai_has_extent_beyond(const int64_t *lo, const int64_t *hi, int d, int ndim)
{
    for (; d < ndim; ++d)
        if (hi[d] > lo[d])
            return true;
    return false;
}

AL_INLINE int gai_check_ld(const char *call, const gai_array_t *array, const gai_patch_t *patch,
                           int ndim)
{
    for (int d = 0; patch->ld && d + 1 < ndim; ++d) {
        int64_t extent = patch->hi[d] - patch->lo[d] + 1;
        if (patch->step)
            extent = (extent - 1) / patch->step[d] + 1;
        if (AL_UNLIKELY(patch->ld[d] < extent) &&
            gai_has_extent_beyond(patch->lo, patch->hi, d + 1, ndim))
            return gai_bad_ld(call, array, d, patch->ld[d], extent);
    }
    return ASHLAR_OK;
}

AL_INLINE int gai_check_and_transfer(const char *call, const gai_array_t *array,
                                     const gai_patch_t *patch, int ndim)
{
    if (patch->direction == AL_ACC && AL_UNLIKELY(!gai_is_arithmetic(array) || !patch->alpha))
        AL_TRY(gai_check_update(call, array, patch->alpha, patch->op));
    int odd = gai_check_patch(call, array, ndim, patch->lo, patch->hi);
    if (AL_UNLIKELY(odd))
        return odd > 0 ? ASHLAR_OK : odd;
    if (AL_UNLIKELY(!patch->buf))
        return gai_bad_argument(call, "the buffer");
    if (patch->step)
        AL_TRY(gai_check_steps(call, patch->step, ndim));
    AL_TRY(gai_check_ld(call, array, patch, ndim));
    return gai_transfer(array, patch, ndim);
}

/* The calls with a path of their own for two dimensions. */
AL_INLINE int gai_patch_call_2d(const char *call, ga_t g, int64_t ilo, int64_t ihi, int64_t jlo,
                                int64_t jhi, int64_t ld, gai_patch_t patch)
{
    gai_array_t *array;
    AL_TRY(gai_get_for(call, g, patch.direction, &array));
    if (AL_UNLIKELY(array->dist.ndim != 2))
        return gai_bad_ndim(call, array, 2);
    const int64_t lo[2] = {ilo, jlo}, hi[2] = {ihi, jhi};
    patch.lo = lo;
    patch.hi = hi;
    patch.ld = &ld;
    return gai_check_and_transfer(call, array, &patch, 2);
}

#endif
