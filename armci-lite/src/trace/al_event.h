/* Events: the calls that a program makes of the library, as counts and traces see them.
 *
 * The public name of each call that moves data, synchronises or is collective is a function that
 * tools/api/derive writes. While nobody watches, it goes on to the body of the call, and that is
 * all. Else it says what the call is about, here, and calls the body between ali_event_begin() and
 * ali_event_end() (al_entry.h). The library itself calls the bodies: calls inside calls are no
 * events. */
#ifndef AL_EVENT_H
#define AL_EVENT_H

#include <stdbool.h>
#include <stdint.h>

#include <ashlar/al.h>

#include "armci-lite/src/base/al_traffic.h"
#include "armci-lite/src/trace/al_object.h"
#include "armci-lite/src/trace/al_trace_format.h"

/* X(id, name): kinds of events. docs/tracing.md says what belongs to each. */
#define AL_EVENT_KINDS(X)                                                                          \
    X(PUT, "put")                                                                                  \
    X(GET, "get")                                                                                  \
    X(ACC, "acc")                                                                                  \
    X(GATHER, "gather")                                                                            \
    X(SCATTER, "scatter")                                                                          \
    X(SCATTER_ACC, "scatter_acc")                                                                  \
    X(RMW, "rmw")                                                                                  \
    X(COPY, "copy")                                                                                \
    X(WAIT, "wait")                                                                                \
    X(LOCK, "lock")                                                                                \
    X(TASK, "task")                                                                                \
    X(SYNC, "sync")                                                                                \
    X(CREATE, "create")                                                                            \
    X(OPERATION, "operation")

typedef enum al_event_kind {
#define AL_EVENT_KIND(id, name) AL_EVENT_##id,
    AL_EVENT_KINDS(AL_EVENT_KIND)
#undef AL_EVENT_KIND
        AL_EVENT_KIND_COUNT
} al_event_kind_t;

typedef struct al_event_call {
    const char *name;
    al_event_kind_t kind;
} al_event_call_t;

/* All calls that are events, written by tools/api/derive. */
extern const al_event_call_t ali_event_calls[];
extern const int ali_event_call_count;

typedef struct al_event {
    int call; /* row of ali_event_calls */
    al_event_kind_t kind;
    uint32_t says; /* what is set: AL_TRACE_NUMBER, AL_TRACE_TASKS, AL_TRACE_LIST */
    int operands;
    al_operand_t operand[AL_OPERANDS];
    int rank;                      /* one that the call names, if there are no operands */
    int64_t bytes;                 /* as the call says; -1: it does not */
    int64_t number;                /* of a lock, if it says so */
    int64_t n;                     /* elements in a list; -1: there is none */
    const int64_t *index, *index2; /* theirs; index2 NULL: index has all dimensions of each */
    int64_t first_task, tasks;     /* that a rank has taken, if it says so */
    al_handle_t handle;            /* that a call waits for, or has begun with; 0: none */
    const al_handle_t *started;    /* where it leaves that of its transfer */
    const int *made;               /* where it leaves the handle of an array */
    /* ---- while it lasts ---- */
    bool is_outermost;
    uint64_t begin;  /* ticks */
    uint64_t waited; /* before it, then in it */
    al_sent_t sent;  /* the same */
} al_event_t;

#endif
