/* The prologue and the epilogue of a call that is watched. */
#ifndef AL_ENTRY_H
#define AL_ENTRY_H

#include <stddef.h>

#include "armci-lite/src/base/al_compiler.h"
#include "armci-lite/src/base/al_watch.h"
#include "armci-lite/src/trace/al_event.h"

/* ---- saying what a call is about ------------------------------------------------------------- */

AL_INLINE void ali_event_name(al_event_t *event, int call, al_event_kind_t kind)
{
    event->call = call;
    event->kind = kind;
    event->says = 0;
    event->operands = 0;
    event->rank = AL_NO_RANK;
    event->bytes = event->n = -1;
    event->handle = 0;
    event->index = event->index2 = NULL;
    event->started = NULL;
    event->made = NULL;
}

AL_INLINE al_operand_t *ali_event_operand(al_event_t *event, al_object_kind_t kind)
{
    const int k = event->operands < AL_OPERANDS ? event->operands++ : AL_OPERANDS - 1;
    al_operand_t *operand = &event->operand[k];
    operand->kind = kind;
    operand->object = NULL;
    operand->rank = AL_NO_RANK;
    operand->offset = 0;
    operand->shape = NULL;
    operand->section = NULL;
    operand->lo = operand->hi = operand->step = NULL;
    operand->width = 0;
    operand->is_2d = false;
    return operand;
}

AL_INLINE void ali_event_object(al_event_t *event, al_object_kind_t kind, const void *object)
{
    ali_event_operand(event, kind)->object = object;
}

AL_INLINE void ali_event_array(al_event_t *event, int handle)
{
    ali_event_operand(event, AL_ARRAY)->handle = handle;
}

/* The patch of an operand. */
AL_INLINE void ali_event_patch(al_event_t *event, int operand, const int64_t *lo, const int64_t *hi)
{
    event->operand[operand].lo = lo && hi ? lo : NULL;
    event->operand[operand].hi = hi;
}

/* The same of the last one, in two dimensions. */
AL_INLINE void ali_event_patch_2d(al_event_t *event, int64_t ilo, int64_t ihi, int64_t jlo,
                                  int64_t jhi)
{
    al_operand_t *operand = &event->operand[event->operands - 1];
    operand->corners[0] = ilo;
    operand->corners[1] = jlo;
    operand->corners[2] = ihi;
    operand->corners[3] = jhi;
    operand->lo = operand->corners;
    operand->hi = operand->corners + 2;
    operand->is_2d = true;
}

/* An array and its patch in two dimensions. */
AL_INLINE void ali_event_corners(al_event_t *event, int handle, int64_t ilo, int64_t ihi,
                                 int64_t jlo, int64_t jhi)
{
    ali_event_array(event, handle);
    ali_event_patch_2d(event, ilo, ihi, jlo, jhi);
}

AL_INLINE void ali_event_tasks(al_event_t *event, int64_t first, int64_t count)
{
    event->says |= AL_TRACE_TASKS;
    event->first_task = first;
    event->tasks = count;
}

AL_INLINE void ali_event_list(al_event_t *event, int64_t n, const int64_t *index,
                              const int64_t *index2)
{
    event->says |= AL_TRACE_LIST;
    event->n = n;
    event->index = index;
    event->index2 = index2;
}

AL_INLINE void ali_event_number(al_event_t *event, int64_t number)
{
    event->says |= AL_TRACE_NUMBER;
    event->number = number;
}

/* The handle of the transfer that the call begins or awaits; the first of several that it awaits.
 */
AL_INLINE void ali_event_handle(al_event_t *event, const al_handle_t *handle)
{
    event->handle = handle ? *handle : 0;
    event->started = handle;
}

static inline void ali_event_handles(al_event_t *event, int n, const al_handle_t *handles)
{
    for (int k = 0; handles && !event->handle && k < n; ++k)
        event->handle = handles[k];
}

/* ---- around it ------------------------------------------------------------------------------- */

void ali_event_begin(al_event_t *event);
void ali_event_end(al_event_t *event, int status);

/* The statistics of ga enter a function that counts calls; it is called while ali_watched has
 * AL_COUNTS. */
typedef void al_count_t(const al_event_t *event, const al_targets_t *targets, uint64_t ticks);
extern al_count_t *ali_count_event;

#endif
