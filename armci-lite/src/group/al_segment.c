/* Segments: memory of all ranks of a group, a slice of each; create, free, inquire. */
#include "armci-lite/src/group/al_segment.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <ashlar/al_memory.h>

#include "armci-lite/src/base/al_status.h"
#include "armci-lite/src/base/al_util.h"
#include "armci-lite/src/group/al_check.h"
#include "armci-lite/src/group/al_fence_barrier.h"
#include "armci-lite/src/node/al_arena.h"

void ali_segment_release_blocks(al_segment_t *segment)
{
    if (segment->data_block)
        ali_arena_free(&ali_arena, segment->data_block);
    if (segment->table_block)
        ali_arena_free(&ali_arena, segment->table_block);
}

int al_segment_create(al_group_t *group, size_t bytes, al_segment_t **segment)
{
    ALI_COLLECTIVE(al_segment_create, group, bytes, segment);
    AL_TRY(ali_check_started(__func__));
    if (!group || !segment)
        return AL_FAIL(ASHLAR_EARG, "%s: a NULL argument", __func__);
    long long nothing = 0;
    return ali_segment_create(group, bytes, &nothing, 0, segment);
}

al_segment_t ali_segment_draft(al_group_t *group)
{
    return (al_segment_t){.base = ali_arena.base,
                          .group = group,
                          .size = group->size,
                          .references = 1,
                          .engine_atomics =
                              group->node_count > 1 && ali_engine && ali_engine->owns_atomics,
                          .polls_first = ali_engine != NULL};
}

static void link_segment(al_segment_t *segment)
{
    al_group_t *group = segment->group;
    segment->number = ++group->segments_made;
    segment->next = group->segments;
    if (segment->next)
        segment->next->prev = segment;
    group->segments = segment;
}

int ali_segment_create(al_group_t *group, size_t bytes, long long *ballot, int n,
                       al_segment_t **segment_out)
{
    al_segment_t draft = ali_segment_draft(group);
    const size_t guarded = ali_guard_bytes() ? sizeof(al_guarded_t) : 0;
    al_segment_t *segment = calloc(1, sizeof *segment + guarded);
    int status = ali_segment_fill_draft(&draft, bytes, segment != NULL, ballot, n);
    if (status != ASHLAR_OK) {
        free(segment);
        return status;
    }
    draft.guarded = guarded ? (al_guarded_t *)(void *)(segment + 1) : NULL;
    *segment = draft;
    link_segment(segment);
    ali_segment_guard(segment, 0, segment->slices[group->rank].bytes, "segment %llu of its group",
                      (unsigned long long)segment->number);
    *segment_out = segment;
    return ASHLAR_OK;
}

void ali_segment_guard(al_segment_t *segment, size_t begin, size_t bytes, const char *format, ...)
{
    al_guarded_t *guarded = segment->guarded;
    if (!guarded)
        return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(guarded->what, sizeof guarded->what, format, arguments);
    va_end(arguments);
    ali_guard_set(guarded, segment->base + segment->slices[segment->group->rank].offset + begin,
                  bytes);
}

int ali_segment_view(const al_segment_t *whole, al_group_t *group, al_slice_t *slices,
                     al_segment_t **view)
{
    al_segment_t *segment = malloc(sizeof *segment);
    if (!segment)
        return AL_FAIL(ASHLAR_ENOMEM, "al_segment_create: no memory for the record of a segment");
    *segment = ali_segment_draft(group);
    segment->slices = slices;
    for (int k = 0; k < group->size && group->rank == 0; ++k)
        slices[k] = whole->slices[whole->group->local_ranks[k]];
    link_segment(segment);
    *view = segment;
    return ASHLAR_OK;
}

static void free_record(al_segment_t *segment)
{
    if (segment->next)
        segment->next->prev = segment->prev;
    if (segment->prev)
        segment->prev->next = segment->next;
    else
        segment->group->segments = segment->next;
    free(segment);
}

void ali_segment_view_free(al_segment_t *view)
{
    free_record(view);
}

al_segment_t *ali_segment_share(al_segment_t *segment)
{
    ++segment->references;
    return segment;
}

int al_segment_free(al_segment_t *segment)
{
    ALI_COLLECTIVE(al_segment_free, segment);
    AL_TRY(ali_check_started(__func__));
    if (!segment)
        return AL_FAIL(ASHLAR_EARG, "%s: the segment is NULL", __func__);
    if (segment == al_memory())
        return AL_FAIL(ASHLAR_EARG, "%s: al_memory() is not freed", __func__);
    int status = al_barrier(segment->group);
    if (--segment->references > 0)
        return status;
    if (segment->guarded) { /* the memory may be somebody else's as soon as one rank has freed it */
        ali_guard_drop(segment->guarded);
        status = al_barrier(segment->group);
    }
    ali_segment_release_blocks(segment);
    free_record(segment);
    return status;
}

void ali_segments_forget(al_group_t *group)
{
    while (group->segments) {
        al_segment_t *segment = group->segments;
        group->segments = segment->next;
        free(segment);
    }
}

void ali_segments_disable(al_group_t *group)
{
    for (al_segment_t *segment = group->segments; segment; segment = segment->next)
        segment->size = 0;
}

al_group_t *al_segment_group(const al_segment_t *segment)
{
    return segment->group;
}

size_t al_segment_bytes(const al_segment_t *segment, int rank)
{
    return rank >= 0 && rank < segment->size ? segment->slices[rank].bytes : 0;
}

int al_segment_address(const al_segment_t *segment, int rank, void **address)
{
    if (!address || !ali_is_place(segment, rank, 0, 0))
        return ali_fail_place(__func__, segment, rank, 0, 0);
    int64_t offset = segment->slices[rank].offset;
    if (offset < 0)
        return AL_FAIL(ASHLAR_EREMOTE, "%s: rank %d is on another node", __func__, rank);
    if (segment->engine_atomics)
        AL_TRY(ali_engine->order_local());
    *address = segment->base + offset;
    return ASHLAR_OK;
}

int ali_fail_place(const char *call, const al_segment_t *segment, int rank, size_t offset,
                   size_t bytes)
{
    AL_TRY(ali_check_started(call));
    if (!segment)
        return AL_FAIL(ASHLAR_EARG, "%s: the segment is NULL", call);
    if ((unsigned)rank >= (unsigned)segment->size)
        return AL_FAIL(ASHLAR_ERANGE, "%s: rank %d is outside 0..%d", call, rank,
                       segment->size - 1);
    if (bytes == SIZE_MAX)
        return AL_FAIL(ASHLAR_EARG, "%s: the shape is malformed", call);
    if (bytes > segment->slices[rank].bytes || offset > segment->slices[rank].bytes - bytes)
        return AL_FAIL(ASHLAR_ERANGE, "%s: bytes %zu..%zu are outside the %llu bytes of rank %d",
                       call, offset, offset + bytes - (bytes > 0),
                       (unsigned long long)segment->slices[rank].bytes, rank);
    return AL_FAIL(ASHLAR_EARG, "%s: a NULL argument", call);
}
