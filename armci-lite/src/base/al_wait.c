/* Waiting on, once spinning has not helped. */
#define _POSIX_C_SOURCE 200809L
#include "armci-lite/src/base/al_wait.h"

#include <sched.h>
#include <time.h>

#include "armci-lite/src/base/al_context.h"
#include "armci-lite/src/base/al_engine.h"
#include "armci-lite/src/base/al_watchdog.h"

static void watch_wait(unsigned round)
{
    static _Thread_local time_t begin;
    if (round == AL_SPINS)
        begin = ali_watch_now();
    ali_watch(begin);
}

void ali_wait_slowly(unsigned round, int poll)
{
    enum { YIELDS = 2000 };
    if (ali_context.env.watchdog)
        watch_wait(round);
    if (poll && ali_engine)
        ali_engine->poll();
    /* With an engine to serve and a core for each rank, a nap would only delay the others. */
    int may_nap = !ali_engine || ali_context.crowded;
    if (round < AL_SPINS + YIELDS || !may_nap) {
        sched_yield();
    } else {
        struct timespec nap = {.tv_nsec = 50000};
        nanosleep(&nap, NULL);
    }
}
