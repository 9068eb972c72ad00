/* Calls that are watched: what they are about, from their begin to their end. */
#include "armci-lite/src/trace/al_entry.h"

#include <stddef.h>

#include "armci-lite/src/base/al_compiler.h"
#include "armci-lite/src/base/al_wait_report.h"
#include "armci-lite/src/base/al_ticks.h"
#include "armci-lite/src/trace/al_trace.h"

al_count_t *ali_count_event;

static _Thread_local AL_NEAR bool is_in_call; /* of the program */

/* ---- from begin to end ----------------------------------------------------------------------- */

static void find_object(al_operand_t *operand)
{
    const al_object_layer_t *layer = ali_object_layers[operand->kind];
    if (layer)
        layer->find(operand);
    else
        operand->object = NULL;
}

void ali_event_begin(al_event_t *event)
{
    event->is_outermost = !is_in_call;
    if (AL_UNLIKELY(is_in_call))
        return;
    is_in_call = true;
    for (int k = 0; k < event->operands; ++k)
        find_object(&event->operand[k]);
    if (AL_UNLIKELY(event->kind == AL_EVENT_CREATE && ali_watched & AL_TRACES)) {
        event->begin = ali_ticks();
        ali_trace_describe(event);
    }
    ali_wait_report.rank = AL_ANYBODY;
    event->waited = ali_waited;
    if (AL_UNLIKELY(ali_watched & AL_COUNTS))
        event->sent = ali_sent_here;
    event->begin = ali_ticks();
}

static void find_owners(const al_event_t *event, al_targets_t *targets)
{
    for (int k = 0; k < event->operands; ++k)
        if (event->operand[k].object)
            ali_object_layers[event->operand[k].kind]->find_targets(event, &event->operand[k],
                                                                    targets);
}

static void find_made(al_event_t *event)
{
    ali_event_array(event, *event->made);
    find_object(&event->operand[event->operands - 1]);
}

void ali_event_end(al_event_t *event, int status)
{
    if (AL_UNLIKELY(!event->is_outermost))
        return;
    is_in_call = false;
    const uint64_t ticks = ali_ticks() - event->begin;
    event->waited = ali_waited - event->waited;
    if (AL_UNLIKELY(event->made && status == ASHLAR_OK))
        find_made(event);
    al_targets_t targets;
    targets.own = targets.node = targets.remote = targets.count = 0;
    if (AL_LIKELY(status == ASHLAR_OK && event->kind <= AL_EVENT_COPY))
        find_owners(event, &targets);
    if (AL_UNLIKELY(ali_watched & AL_COUNTS && status == ASHLAR_OK)) {
        event->sent.messages = ali_sent_here.messages - event->sent.messages;
        event->sent.bytes = ali_sent_here.bytes - event->sent.bytes;
        ali_count_event(event, &targets, ticks);
    }
    if (ali_watched & AL_TRACES)
        ali_trace_event(event, &targets, ticks, status);
}
