/* Accumulate: under the stripe locks on a node (al_stripe.h), the engine between nodes. */
#include "armci-lite/src/onesided/al_acc.h"

#include "armci-lite/src/wait/al_engine.h"
#include "armci-lite/src/base/al_status.h"
#include "armci-lite/src/group/al_segment.h"
#include "armci-lite/src/local/al_shape.h"
#include "armci-lite/src/local/al_type.h"
#include "armci-lite/src/node/al_stripe.h"

int ali_check_update(const char *call, const al_update_t *update, size_t bytes)
{
    if (AL_UNLIKELY(!ali_type_is_known(update->type)))
        return AL_FAIL(ASHLAR_ETYPE, "%s: %d is not an element type", call, (int)update->type);
    if (AL_UNLIKELY((unsigned)update->op > ASHLAR_REPLACE))
        return AL_FAIL(ASHLAR_EARG, "%s: %d is not an operation of accumulates", call,
                       (int)update->op);
    if (AL_UNLIKELY(!ali_kernels[update->type].reduce[update->op]))
        return AL_FAIL(ASHLAR_ETYPE, "%s: %s is not defined for type %s", call,
                       ali_op_names[update->op], ali_types[update->type].name);
    size_t element = ali_types[update->type].bytes;
    if (AL_UNLIKELY(bytes & (element - 1))) /* element sizes are powers of two */
        return AL_FAIL(ASHLAR_EARG, "%s: %zu bytes are not a multiple of the %zu of %s", call,
                       bytes, element, ali_types[update->type].name);
    return ASHLAR_OK;
}

/* A sum with a factor of one needs no factor. */
static inline void drop_factor(al_update_t *update)
{
    if (update->alpha && ali_kernels[update->type].is_one(update->alpha))
        update->alpha = NULL;
}

/* The place is known to be one of the slice; shape reaches `extent` bytes. */
static inline int accumulate_there(const char *call, al_segment_t *segment, int rank, size_t offset,
                                   size_t extent, al_update_t update, const void *buf,
                                   const al_shape_t *shape, al_handle_t *handle)
{
    AL_TRY(ali_check_update(call, &update, shape->count[0]));
    if (AL_UNLIKELY(ali_shape_is_empty(shape)))
        return ASHLAR_OK;
    drop_factor(&update);
    int64_t slice = segment->slices[rank].offset;
    if (AL_UNLIKELY(slice < 0 || segment->engine_atomics))
        return ali_engine->acc(ali_place("an accumulate", segment, rank, offset), &update, buf,
                               shape, handle);
    AL_TRY(ali_before_local(segment, extent));
    ali_acc_shape(segment->base + slice + offset, &update, buf, shape);
    return ASHLAR_OK;
}

static inline int accumulate(const char *call, al_segment_t *segment, int rank, size_t offset,
                             al_update_t update, const void *buf, const al_shape_t *shape,
                             al_handle_t *handle)
{
    size_t extent = shape ? ali_shape_extent(shape) : 0;
    if (AL_UNLIKELY(!shape || !buf || !ali_is_place(segment, rank, offset, extent)))
        return ali_fail_place(call, segment, rank, offset, extent);
    return accumulate_there(call, segment, rank, offset, extent, update, buf, shape, handle);
}

int al_acc_strided(al_segment_t *segment, int rank, size_t offset, ashlar_type type,
                   const void *alpha, const void *buf, const al_shape_t *shape)
{
    if (AL_UNLIKELY(!alpha))
        return AL_FAIL(ASHLAR_EARG, "%s: alpha is NULL", __func__);
    return accumulate(__func__, segment, rank, offset, (al_update_t){type, ASHLAR_SUM, alpha}, buf,
                      shape, NULL);
}

int al_acc_op_strided(al_segment_t *segment, int rank, size_t offset, ashlar_type type,
                      ashlar_op op, const void *buf, const al_shape_t *shape)
{
    return accumulate(__func__, segment, rank, offset, (al_update_t){type, op, NULL}, buf, shape,
                      NULL);
}

int al_acc_nb(al_segment_t *segment, int rank, size_t offset, ashlar_type type, const void *alpha,
              const void *buf, const al_shape_t *shape, al_handle_t *handle)
{
    if (AL_UNLIKELY(!alpha || !handle))
        return AL_FAIL(ASHLAR_EARG, "%s: %s is NULL", __func__, alpha ? "the handle" : "alpha");
    return accumulate(__func__, segment, rank, offset, (al_update_t){type, ASHLAR_SUM, alpha}, buf,
                      shape, handle);
}

/* One run. */
static inline int accumulate_run(const char *call, al_segment_t *segment, int rank, size_t offset,
                                 al_update_t update, const void *buf, size_t bytes)
{
    al_shape_t shape;
    shape.levels = 0;
    shape.count[0] = bytes;
    if (AL_UNLIKELY(!ali_is_place(segment, rank, offset, bytes) || (!buf && bytes)))
        return ali_fail_place(call, segment, rank, offset, bytes);
    return accumulate_there(call, segment, rank, offset, bytes, update, buf, &shape, NULL);
}

int al_acc(al_segment_t *segment, int rank, size_t offset, ashlar_type type, const void *alpha,
           const void *buf, size_t bytes)
{
    if (AL_UNLIKELY(!alpha))
        return AL_FAIL(ASHLAR_EARG, "%s: alpha is NULL", __func__);
    return accumulate_run(__func__, segment, rank, offset, (al_update_t){type, ASHLAR_SUM, alpha},
                          buf, bytes);
}

int al_acc_op(al_segment_t *segment, int rank, size_t offset, ashlar_type type, ashlar_op op,
              const void *buf, size_t bytes)
{
    return accumulate_run(__func__, segment, rank, offset, (al_update_t){type, op, NULL}, buf,
                          bytes);
}
