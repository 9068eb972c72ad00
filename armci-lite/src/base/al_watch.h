/* Whether the calls of the program are watched (al_event.h), and how long this thread has waited
 * meanwhile. */
#ifndef AL_WATCH_H
#define AL_WATCH_H

#include <stdint.h>

#include "armci-lite/src/base/al_compiler.h"

/* Bits. It changes while no other thread is in a call of the library. */
enum { AL_COUNTS = 1, AL_TRACES = 2 };
extern __attribute__((visibility("hidden"))) int ali_watched;

extern _Thread_local AL_NEAR uint64_t ali_waited; /* ticks (al_ticks.h) */

/* A wait counts from its first note to its last; of waits inside waits each moment counts once.
 * *noted: the ticks of the last note, 0 before the first. */
void ali_waited_note(uint64_t *noted) __attribute__((cold));

static inline void ali_waited_step(uint64_t *noted)
{
    if (AL_UNLIKELY(ali_watched))
        ali_waited_note(noted);
}

#endif
