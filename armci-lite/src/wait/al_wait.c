/* Waiting on, once spinning has not helped, and polls. */
#define _POSIX_C_SOURCE 200809L
#include "armci-lite/src/wait/al_wait.h"

#include <sched.h>
#include <time.h>

#include <ashlar/al.h>

#include "armci-lite/src/base/al_context.h"
#include "armci-lite/src/wait/al_engine.h"
#include "armci-lite/src/wait/al_start_watchdog.h"
#include "armci-lite/src/wait/al_watchdog.h"

al_advance_t *_Atomic ali_steps_pending;

void ali_wait_check_watchdog(al_wait_t *wait)
{
    if (!ali_context.env.watchdog || ali_start_watchdog_runs())
        return;
    if (wait->since)
        ali_watchdog_check(wait->since);
    else
        wait->since = ali_watchdog_now();
}

/* How often a wait yields, and how long it then naps. */
typedef struct backoff {
    unsigned yields;
    long nap; /* ns */
} backoff_t;

/* While more ranks than cores start, nobody is in a hurry for one message, and ranks that yield
 * take turns with those that have something to do. */
static backoff_t choose_backoff(void)
{
    int many_start = ali_context.oversubscribed && ali_start_watchdog_runs();
    return many_start ? (backoff_t){20, 200000} : (backoff_t){2000, 50000};
}

void ali_wait_back_off(al_wait_t *wait, int poll)
{
    const backoff_t backoff = choose_backoff();
    ali_wait_check_watchdog(wait);
    if (poll && ali_engine)
        ali_engine->poll();
    if (poll)
        ali_wait_advance_steps();
    /* With an engine to serve and a core for each rank, a nap would only delay the others. */
    int may_nap = !ali_engine || ali_context.oversubscribed;
    if (wait->round < AL_SPINS + backoff.yields || !may_nap) {
        sched_yield();
    } else {
        struct timespec nap = {.tv_nsec = backoff.nap};
        nanosleep(&nap, NULL);
    }
    ali_waited_step(&wait->noted);
}

int al_poll(void)
{
    ali_wait_advance_steps();
    return ali_engine ? ali_engine->poll() : ASHLAR_OK;
}
