/* put and get: loads and stores on a node, the engine between nodes. */
#include <stdbool.h>
#include <string.h>

#include "armci-lite/src/wait/al_engine.h"
#include "armci-lite/src/base/al_status.h"
#include "armci-lite/src/group/al_segment.h"
#include "armci-lite/src/local/al_copy.h"
#include "armci-lite/src/local/al_shape.h"

/* Small elements move without a call. */
static inline void copy(char *to, const char *from, size_t bytes)
{
    if (bytes == 8)
        memcpy(to, from, 8);
    else if (bytes == 4)
        memcpy(to, from, 4);
    else if (bytes == 16)
        memcpy(to, from, 16);
    else if (bytes)
        ali_copy_bytes(to, from, bytes);
}

int al_put(al_segment_t *segment, int rank, size_t offset, const void *buf, size_t bytes)
{
    if (AL_UNLIKELY(!ali_is_place(segment, rank, offset, bytes) || (!buf && bytes)))
        return ali_fail_place(__func__, segment, rank, offset, bytes);
    int64_t slice = segment->slices[rank].offset;
    if (AL_LIKELY(slice >= 0)) {
        AL_TRY(ali_before_local(segment, bytes));
        copy(segment->base + slice + offset, buf, bytes);
        return ASHLAR_OK;
    }
    const al_shape_t shape = {.count = {bytes}};
    return bytes ? ali_engine->put(ali_place("a put", segment, rank, offset), buf, &shape, NULL)
                 : ASHLAR_OK;
}

int al_get(al_segment_t *segment, int rank, size_t offset, void *buf, size_t bytes)
{
    if (AL_UNLIKELY(!ali_is_place(segment, rank, offset, bytes) || (!buf && bytes)))
        return ali_fail_place(__func__, segment, rank, offset, bytes);
    int64_t slice = segment->slices[rank].offset;
    if (AL_LIKELY(slice >= 0)) {
        AL_TRY(ali_before_local(segment, bytes));
        copy(buf, segment->base + slice + offset, bytes);
        return ASHLAR_OK;
    }
    const al_shape_t shape = {.count = {bytes}};
    return bytes ? ali_engine->get(ali_place("a get", segment, rank, offset), buf, &shape, NULL)
                 : ASHLAR_OK;
}

/* Both directions; buf is only read by a put. */
static inline int move_shape(const char *call, bool is_put, al_segment_t *segment, int rank,
                             size_t offset, void *buf, const al_shape_t *shape, al_handle_t *handle)
{
    size_t extent = shape ? ali_shape_extent(shape) : 0;
    if (AL_UNLIKELY(!shape || !buf || !ali_is_place(segment, rank, offset, extent)))
        return ali_fail_place(call, segment, rank, offset, extent);
    if (AL_UNLIKELY(ali_shape_is_empty(shape)))
        return ASHLAR_OK;
    int64_t slice = segment->slices[rank].offset;
    if (AL_UNLIKELY(slice < 0))
        return is_put
                   ? ali_engine->put(ali_place("a put", segment, rank, offset), buf, shape, handle)
                   : ali_engine->get(ali_place("a get", segment, rank, offset), buf, shape, handle);
    AL_TRY(ali_before_local(segment, extent));
    char *here = segment->base + slice + offset;
    if (is_put)
        ali_copy_shape(here, shape->seg_stride, buf, shape->buf_stride, shape);
    else
        ali_copy_shape(buf, shape->buf_stride, here, shape->seg_stride, shape);
    return ASHLAR_OK;
}

int al_put_strided(al_segment_t *segment, int rank, size_t offset, const void *buf,
                   const al_shape_t *shape)
{
    return move_shape(__func__, true, segment, rank, offset, (void *)buf, shape, NULL);
}

int al_get_strided(al_segment_t *segment, int rank, size_t offset, void *buf,
                   const al_shape_t *shape)
{
    return move_shape(__func__, false, segment, rank, offset, buf, shape, NULL);
}

int al_put_nb(al_segment_t *segment, int rank, size_t offset, const void *buf,
              const al_shape_t *shape, al_handle_t *handle)
{
    if (AL_UNLIKELY(!handle))
        return AL_FAIL(ASHLAR_EARG, "%s: the handle pointer is NULL", __func__);
    return move_shape(__func__, true, segment, rank, offset, (void *)buf, shape, handle);
}

int al_get_nb(al_segment_t *segment, int rank, size_t offset, void *buf, const al_shape_t *shape,
              al_handle_t *handle)
{
    if (AL_UNLIKELY(!handle))
        return AL_FAIL(ASHLAR_EARG, "%s: the handle pointer is NULL", __func__);
    return move_shape(__func__, false, segment, rank, offset, buf, shape, handle);
}
