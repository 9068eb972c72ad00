/* Arrays, as events name them. */
#include <stdio.h>
#include <string.h>

#include "armci-lite/src/al_private.h"
#include "ga/src/array/ga_array.h"
#include "ga/src/array/ga_event.h"
#include "ga/src/array/ga_type.h"

static const gai_array_t *named_array(const al_operand_t *operand)
{
    return operand->object;
}

static void find_named_array(al_operand_t *operand)
{
    const gai_array_t *array =
        operand->handle > 0 && gai_context.default_group ? gai_find(operand->handle) : NULL;
    operand->object = array;
    if (!array)
        return;
    operand->serial = (uint64_t)array->handle;
    operand->ndim = array->dist.ndim;
    if (operand->width == 0)
        operand->width = (int64_t)array->element;
}

/* Mirrored arrays are one; their parts on the nodes have the same name and dimensions. */
static uint64_t array_key(const gai_array_t *array)
{
    uint64_t what[ASHLAR_MAX_DIM + 2] = {ali_segment_key(array->own),
                                         ali_check_hash(array->name, strlen(array->name))};
    for (int d = 0; d < array->dist.ndim; ++d)
        what[2 + d] = (uint64_t)array->dist.axis[d].extent;
    return ali_check_hash(what, sizeof what);
}

static void describe_named_array(const al_operand_t *operand, al_object_t *object)
{
    const gai_array_t *array = named_array(operand);
    *object = (al_object_t){.key = array_key(array),
                            .element = (int64_t)array->element,
                            .ndim = array->dist.ndim,
                            .ranks = array->own->size};
    for (int d = 0; d < array->dist.ndim; ++d)
        object->dims[d] = array->dist.axis[d].extent;
    snprintf(object->name, sizeof object->name, "%s", array->name);
    snprintf(object->type, sizeof object->type, "%s", gai_type_name(array->type));
}

/* Ghost cells and patches that wrap around reach beyond the array. */
static bool is_patch_inside(const gai_array_t *array, const int64_t *lo, const int64_t *hi)
{
    for (int d = 0; d < array->dist.ndim; ++d)
        if (lo[d] < 0 || hi[d] < lo[d] || hi[d] >= array->dist.axis[d].extent)
            return false;
    return true;
}

static int64_t modulo(int64_t index, int64_t extent)
{
    return index % extent < 0 ? index % extent + extent : index % extent;
}

static void add_element(const gai_array_t *array, const int64_t *index, al_targets_t *targets)
{
    int64_t offset;
    const int rank = gai_place(&array->dist, array->dist.ndim, index, &offset);
    ali_targets_add(targets, ali_world_rank(array->group, rank), (int64_t)array->element);
}

/* How many of the indices lo, lo + step, ... are in from..to. */
static int64_t count_steps(int64_t lo, int64_t step, int64_t from, int64_t to)
{
    const int64_t first = (from - lo + step - 1) / step, last = (to - lo) / step;
    return step < 1 || to < from || last < first ? 0 : last - first + 1;
}

/* Bytes of the part from..to of a patch. */
static int64_t part_bytes(const gai_array_t *array, const al_operand_t *operand,
                          const int64_t *from, const int64_t *to)
{
    int64_t bytes = operand->width;
    for (int d = 0; d < array->dist.ndim; ++d)
        bytes *= AL_UNLIKELY(operand->step != NULL)
                     ? count_steps(operand->lo[d], operand->step[d], from[d], to[d])
                     : to[d] - from[d] + 1;
    return bytes;
}

/* The block that this thread accessed last: most accesses stay in one for a while. */
static _Thread_local AL_NEAR struct {
    uint64_t serial;      /* of its array; 0: none */
    al_targets_t targets; /* of a byte of it */
    int64_t lo[ASHLAR_MAX_DIM], hi[ASHLAR_MAX_DIM];
} latest;

/* The bytes of a patch if it is in that block and has no steps, else 0. */
static int64_t bytes_in_latest(const al_operand_t *operand)
{
    int64_t bytes = operand->width;
    if (AL_UNLIKELY(latest.serial != operand->serial || operand->step))
        return 0;
    for (int d = 0; d < operand->ndim; ++d) {
        const int64_t lo = operand->lo[d], hi = operand->hi[d];
        if (AL_UNLIKELY(lo < latest.lo[d] || hi > latest.hi[d] || lo > hi))
            return 0;
        bytes *= hi - lo + 1;
    }
    return bytes;
}

static void keep_latest(const gai_array_t *array, const gai_block_t *block, int rank)
{
    latest.serial = (uint64_t)array->handle;
    memset(&latest.targets, 0, sizeof latest.targets);
    ali_targets_add(&latest.targets, rank, 1);
    memcpy(latest.lo, block->lo, sizeof latest.lo);
    memcpy(latest.hi, block->hi, sizeof latest.hi);
}

static void add_patch(const gai_array_t *array, const al_operand_t *operand, al_targets_t *targets)
{
    const int ndim = array->dist.ndim;
    const int64_t *lo = operand->lo, *hi = operand->hi;
    gai_blocks_t blocks;
    gai_block_t block;
    if (AL_LIKELY(!gai_blocks_begin(&array->dist, ndim, lo, hi, &blocks))) { /* all in one */
        gai_block_inline(&array->dist, ndim, blocks.at, &block);
        const int rank = ali_world_rank(array->group, block.rank);
        ali_targets_add(targets, rank, part_bytes(array, operand, lo, hi));
        if ((uint64_t)array->handle == operand->serial)
            keep_latest(array, &block, rank);
        return;
    }
    do {
        int64_t from[ASHLAR_MAX_DIM], to[ASHLAR_MAX_DIM];
        gai_block_at(&array->dist, blocks.at, &block);
        gai_intersect(ndim, &block, lo, hi, from, to);
        const int64_t bytes = part_bytes(array, operand, from, to);
        if (bytes > 0)
            ali_targets_add(targets, ali_world_rank(array->group, block.rank), bytes);
    } while (gai_blocks_next(&blocks, ndim));
}

/* The elements of a patch that wraps around, one by one. */
static void add_periodic(const gai_array_t *array, const int64_t *lo, const int64_t *hi,
                         al_targets_t *targets)
{
    const int ndim = array->dist.ndim;
    int64_t at[ASHLAR_MAX_DIM];
    for (int d = 0; d < ndim; ++d) {
        at[d] = lo[d];
        if (hi[d] < lo[d])
            return;
    }
    do {
        int64_t index[ASHLAR_MAX_DIM];
        for (int d = 0; d < ndim; ++d)
            index[d] = modulo(at[d], array->dist.axis[d].extent);
        add_element(array, index, targets);
    } while (gai_next_position(ndim, lo, hi, at));
}

static void add_list_owners(const gai_array_t *array, const al_event_t *event,
                            al_targets_t *targets)
{
    const int ndim = array->dist.ndim;
    for (int64_t k = 0; k < event->n; ++k) {
        const int64_t pair[2] = {event->index[k], event->index2 ? event->index2[k] : 0};
        add_element(array, event->index2 ? pair : event->index + k * ndim, targets);
    }
}

static void find_owners_in_array(const al_event_t *event, const al_operand_t *operand,
                                 al_targets_t *targets)
{
    const gai_array_t *array = named_array(operand);
    const al_event_kind_t kind = event->kind;
    const int64_t bytes =
        AL_LIKELY(event->n < 0 && operand->lo && !array->replica && targets->count == 0)
            ? bytes_in_latest(operand)
            : 0;
    if (AL_LIKELY(bytes > 0)) {
        targets->count = 1;
        targets->rank[0] = latest.targets.rank[0];
        targets->own = latest.targets.own * bytes;
        targets->node = latest.targets.node * bytes;
        targets->remote = latest.targets.remote * bytes;
        return;
    }
    if (array->replica && (kind == AL_EVENT_GET || kind == AL_EVENT_GATHER))
        array = array->replica;
    if (event->n >= 0) {
        add_list_owners(array, event, targets);
        return;
    }
    if (ali_operand_dimensions(operand) == 0)
        return;
    if (is_patch_inside(array, operand->lo, operand->hi))
        add_patch(array, operand, targets);
    else
        add_periodic(array, operand->lo, operand->hi, targets);
}

const al_object_layer_t gai_array_layer = {find_named_array, describe_named_array, NULL,
                                           find_owners_in_array};
