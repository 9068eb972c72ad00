/* Waiting on, once spinning has not helped. */
#define _POSIX_C_SOURCE 200809L
#include "armci-lite/src/wait/al_wait.h"

#include <sched.h>
#include <time.h>

#include "armci-lite/src/base/al_context.h"
#include "armci-lite/src/wait/al_engine.h"
#include "armci-lite/src/wait/al_start_watchdog.h"
#include "armci-lite/src/wait/al_watchdog.h"

void ali_wait_watched(al_wait_t *wait)
{
    if (!ali_context.env.watchdog || ali_guard_runs())
        return;
    if (wait->since)
        ali_watch(wait->since);
    else
        wait->since = ali_watch_now();
}

/* How often a wait yields, and how long it then naps. */
typedef struct patience {
    unsigned yields;
    long nap; /* ns */
} patience_t;

/* While more ranks than cores start, nobody is in a hurry for one message, and ranks that yield
 * take turns with those that have something to do. */
static patience_t how_patient(void)
{
    int many_start = ali_context.crowded && ali_guard_runs();
    return many_start ? (patience_t){20, 200000} : (patience_t){2000, 50000};
}

void ali_wait_slowly(al_wait_t *wait, int poll)
{
    const patience_t patience = how_patient();
    ali_wait_watched(wait);
    if (poll && ali_engine)
        ali_engine->poll();
    /* With an engine to serve and a core for each rank, a nap would only delay the others. */
    int may_nap = !ali_engine || ali_context.crowded;
    if (wait->round < AL_SPINS + patience.yields || !may_nap) {
        sched_yield();
    } else {
        struct timespec nap = {.tv_nsec = patience.nap};
        nanosleep(&nap, NULL);
    }
}
