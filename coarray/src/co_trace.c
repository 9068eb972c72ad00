/* Coarrays, as events name them (al_event.h). */
#include <stdio.h>
#include <string.h>

#include "armci-lite/src/al_private.h"
#include "coarray/src/co_private.h"
#include "ga/src/array/ga_type.h"

static const co_array_t *named_coarray(const al_operand_t *operand)
{
    return operand->object;
}

static void find_named_coarray(al_operand_t *operand)
{
    const co_array_t *x = named_coarray(operand);
    if (!x || x->segment->size == 0) {
        operand->object = NULL;
        return;
    }
    operand->serial = ali_segment_key(x->segment);
    operand->ndim = x->ndim;
}

static void describe_coarray(const al_operand_t *operand, al_object_t *object)
{
    const co_array_t *x = named_coarray(operand);
    *object = (al_object_t){.key = ali_segment_key(x->segment),
                            .element = (int64_t)x->element,
                            .ndim = x->ndim,
                            .ranks = x->segment->size};
    memcpy(object->dims, x->extents, sizeof object->dims);
    snprintf(object->name, sizeof object->name, "coarray %d of group %d", x->number, x->group->id);
    snprintf(object->type, sizeof object->type, "%s",
             x->type == COI_RECORDS ? "records" : gai_type_name((ga_type)x->type));
}

/* The extents of an image's part; mine, if there is no such image. */
static const int64_t *extents_of_image(const co_array_t *x, int image)
{
    return image >= 0 && image < x->segment->size ? coi_extents(x, image) : x->extents;
}

/* The indices that a section selects. */
static int patch_of_coarray(const al_event_t *event, const al_operand_t *operand, int64_t *lo,
                            int64_t *hi)
{
    const bool has_section = operand->section || (event->n < 0 && event->bytes < 0);
    if (!has_section || operand->rank == AL_NO_RANK)
        return 0;
    const co_array_t *x = named_coarray(operand);
    const int64_t *extents = extents_of_image(x, operand->rank);
    for (int d = 0; d < operand->ndim; ++d) {
        const ashlar_interval_t whole = {0, extents[d] - 1, 1};
        const ashlar_interval_t range = operand->section ? operand->section[d] : whole;
        lo[d] = range.first;
        hi[d] = range.last < whole.last ? range.last : whole.last;
    }
    return operand->ndim;
}

static int64_t elements_of(const al_event_t *event, const al_operand_t *operand)
{
    int64_t lo[ASHLAR_MAX_DIM], hi[ASHLAR_MAX_DIM], n = 1;
    if (operand->lo)
        return 1;
    const int ndim = patch_of_coarray(event, operand, lo, hi);
    for (int d = 0; d < ndim; ++d) {
        const int64_t step = operand->section ? operand->section[d].step : 1;
        n *= hi[d] < lo[d] ? 0 : (hi[d] - lo[d]) / (step > 0 ? step : 1) + 1;
    }
    return n;
}

static void find_owner_of_part(const al_event_t *event, const al_operand_t *operand,
                               al_targets_t *targets)
{
    const co_array_t *x = named_coarray(operand);
    const int64_t n = elements_of(event, operand);
    if (n > 0 && operand->rank >= 0 && operand->rank < x->segment->size)
        ali_targets_add(targets, ali_world_rank(x->group, operand->rank), n * (int64_t)x->element);
}

const al_object_layer_t coi_layer = {find_named_coarray, describe_coarray, patch_of_coarray,
                                     find_owner_of_part};
