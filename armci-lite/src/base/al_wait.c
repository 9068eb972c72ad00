/* Waiting on, once spinning has not helped. */
#define _POSIX_C_SOURCE 200809L
#include "armci-lite/src/base/al_wait.h"

#include <sched.h>
#include <time.h>

#include "armci-lite/src/base/al_context.h"
#include "armci-lite/src/base/al_engine.h"
#include "armci-lite/src/base/al_watchdog.h"

void ali_wait_watched(al_wait_t *wait)
{
    if (!ali_context.env.watchdog)
        return;
    if (wait->since)
        ali_watch(wait->since);
    else
        wait->since = ali_watch_now();
}

void ali_wait_slowly(al_wait_t *wait, int poll)
{
    enum { YIELDS = 2000 };
    ali_wait_watched(wait);
    if (poll && ali_engine)
        ali_engine->poll();
    /* With an engine to serve and a core for each rank, a nap would only delay the others. */
    int may_nap = !ali_engine || ali_context.crowded;
    if (wait->round < AL_SPINS + YIELDS || !may_nap) {
        sched_yield();
    } else {
        struct timespec nap = {.tv_nsec = 50000};
        nanosleep(&nap, NULL);
    }
}
