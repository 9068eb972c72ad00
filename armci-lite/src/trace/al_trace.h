/* Traces: what each event was, in a file of each rank. */
#ifndef AL_TRACE_H
#define AL_TRACE_H

#include <stdint.h>

#include "armci-lite/src/trace/al_event.h"

/* Begin a trace in a folder, which is made, or holds an older trace and nothing else. A rank whose
 * file cannot be written says so on stderr and goes on without. Collective over the world; no other
 * thread of a rank is in a call of the library. @return ASHLAR_ESTATE on all ranks: there is one
 * already; ASHLAR_EARG: the name of the folder is too long; ASHLAR_ESYS: no rank can write. */
int ali_trace_begin(const char *call, const char *folder);
/* Begin the one that ASHLAR_TRACE asks for, if it is set. A failure is printed, and no error. */
void ali_trace_begin_as_set(void);
/* End it: all is written. Collective likewise. @return ASHLAR_ESTATE: there is none */
int ali_trace_end(const char *call);
/* The library stops. together: all ranks do. */
void ali_trace_stop(int together);
/* A forked child has none. */
void ali_trace_forget(void);

/* Before a call that may free its operands. */
void ali_trace_describe(const al_event_t *event);
void ali_trace_event(const al_event_t *event, const al_targets_t *targets, uint64_t ticks,
                     int status);
/* A moment with a name. */
int ali_trace_mark(const char *name);
/* In a forked child: its parent's threads are not there, and may have held locks. */
void ali_trace_forget_threads(void);
/* There is another trace now, or none any more. */
void ali_trace_next_session(void);

#endif
