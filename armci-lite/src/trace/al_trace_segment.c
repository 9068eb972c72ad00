/* Segments, as events name them: bytes of a rank's slice. */
#include "armci-lite/src/trace/al_trace_segment.h"

#include <stdio.h>

#include "armci-lite/src/group/al_check.h"
#include "armci-lite/src/group/al_segment.h"
#include "armci-lite/src/local/al_shape.h"
#include "armci-lite/src/trace/al_event.h"

static const al_segment_t *named_segment(const al_operand_t *operand)
{
    return operand->object;
}

static void find_named_segment(al_operand_t *operand)
{
    const al_segment_t *segment = named_segment(operand);
    if (!segment)
        return;
    operand->serial = ali_segment_key(segment);
    operand->ndim = 1;
}

uint64_t ali_segment_key(const al_segment_t *segment)
{
    const uint64_t what[2] = {segment->group->serial, segment->number};
    return ali_check_hash(what, sizeof what);
}

static void describe_segment(const al_operand_t *operand, al_object_t *object)
{
    const al_segment_t *segment = named_segment(operand);
    *object = (al_object_t){.key = ali_segment_key(segment),
                            .type = "bytes",
                            .element = 1,
                            .ndim = 1,
                            .ranks = segment->size};
    for (int rank = 0; rank < segment->size; ++rank)
        if ((int64_t)segment->slices[rank].bytes > object->dims[0])
            object->dims[0] = (int64_t)segment->slices[rank].bytes;
    snprintf(object->name, sizeof object->name, "segment %llu of group %d",
             (unsigned long long)segment->number, segment->group->id);
}

static int64_t named_extent(const al_event_t *event, const al_operand_t *operand)
{
    return operand->shape ? (int64_t)ali_shape_extent(operand->shape) : event->bytes;
}

static int patch_of_segment(const al_event_t *event, const al_operand_t *operand, int64_t *lo,
                            int64_t *hi)
{
    if (event->n >= 0 || named_extent(event, operand) < 1)
        return 0;
    lo[0] = operand->offset;
    hi[0] = operand->offset + named_extent(event, operand) - 1;
    return 1;
}

static int64_t named_bytes(const al_event_t *event, const al_operand_t *operand)
{
    if (operand->shape) {
        int64_t bytes = (int64_t)operand->shape->count[0];
        for (int k = 1; k <= operand->shape->levels; ++k)
            bytes *= (int64_t)operand->shape->count[k];
        return bytes;
    }
    if (event->bytes >= 0)
        return event->n >= 0 ? event->n * event->bytes : event->bytes;
    return 8; /* an atomic call: of 4 or 8 */
}

static void find_owner_of_slice(const al_event_t *event, const al_operand_t *operand,
                                al_targets_t *targets)
{
    const al_segment_t *segment = named_segment(operand);
    if (operand->rank >= 0 && operand->rank < segment->size)
        ali_targets_add(targets, ali_world_rank(segment->group, operand->rank),
                        named_bytes(event, operand));
}

const al_object_layer_t ali_segment_layer = {find_named_segment, describe_segment, patch_of_segment,
                                             find_owner_of_slice};
