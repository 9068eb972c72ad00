/* How to wait: spin briefly, then yield the core, then nap. This must work with more ranks than
 * cores, and serve the engine meanwhile. */
#ifndef AL_WAIT_H
#define AL_WAIT_H

#include <stdatomic.h>
#include <time.h>

#include "armci-lite/src/base/al_watch.h"

static inline void ali_cpu_relax(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ __volatile__("yield");
#endif
}

enum { AL_SPINS = 200 };

/* A wait; it starts as {0}. */
typedef struct al_wait {
    unsigned round; /* steps since something happened */
    unsigned steps; /* in which something happened */
    time_t since;   /* when the watchdog first saw it; 0: not yet */
    uint64_t noted; /* for al_watch.h */
} al_wait_t;

/* The function that goes on with steps behind handles (al_steps.h), NULL while there are none. It
 * is called by waits that may serve the engine, never while a lock is held. */
typedef void al_advance_t(void);
extern al_advance_t *_Atomic ali_steps_pending;
static inline void ali_wait_advance_steps(void)
{
    al_advance_t *advance = atomic_load_explicit(&ali_steps_pending, memory_order_relaxed);
    if (advance)
        advance();
}

/* Yield, poll the engine when poll is set, and after many rounds nap. */
void ali_wait_back_off(al_wait_t *wait, int poll);

/* One step of a wait loop. poll: this wait may serve the engine (never while a lock is held). */
static inline void ali_wait_step(al_wait_t *wait, int poll)
{
    ali_waited_step(&wait->noted);
    if (++wait->round < AL_SPINS)
        ali_cpu_relax();
    else
        ali_wait_back_off(wait, poll);
}

/* End the job when the wait has lasted longer than ASHLAR_WATCHDOG; while the library starts, that
 * is up to the guard (al_start_watchdog.h). */
void ali_wait_check_watchdog(al_wait_t *wait);

/* Something happened, but not what is waited for: spin again. However busy others keep this rank,
 * the watchdog counts the wait. */
static inline void ali_wait_reset(al_wait_t *wait)
{
    enum { UNWATCHED = 256 };
    wait->round = 0;
    if (++wait->steps % UNWATCHED == 0)
        ali_wait_check_watchdog(wait);
}

#endif
