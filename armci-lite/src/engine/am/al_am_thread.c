/* The helper thread of the active-message engine. */
#include "armci-lite/src/engine/am/al_am.h"

#include <sys/prctl.h>
#include <time.h>

#include "armci-lite/src/base/al_thread.h"
#include "armci-lite/src/base/al_util.h"

/* Serve without being called. Nap between looks, except for a few right after something arrived: a
 * thread that yields in a loop uses up its share of a core on which a rank computes, and then waits
 * some milliseconds for the end of that rank's time slice. Requests come in groups, so naps are
 * short for a while after one; each costs the computing rank some microseconds, so then they grow.
 */
static void *help(void *unused)
{
    enum { LOOKS = 4, SHORT = 50000, LONG = 500000 /* ns */, SHORT_NAPS = 20 };
    struct timespec nap = {.tv_nsec = LONG};
    int naps = 0;                /* since something arrived */
    prctl(PR_SET_TIMERSLACK, 1); /* else a nap takes twice as long */
    while (!atomic_load_explicit(&ali_am.stop_thread, memory_order_acquire)) {
        for (int look = 0; look < LOOKS; ++look) {
            if (pthread_mutex_trylock(&ali_am.lock) != 0)
                break; /* the rank itself is polling */
            int happened = ali_am_progress();
            pthread_mutex_unlock(&ali_am.lock);
            ali_wait_advance_steps();
            if (happened > 0)
                look = naps = 0;
        }
        nap.tv_nsec = naps < SHORT_NAPS ? SHORT : ali_min(2 * nap.tv_nsec, LONG);
        ++naps;
        nanosleep(&nap, NULL);
    }
    return unused;
}

int ali_am_thread_start(void)
{
    int level;
    AL_TRY(AL_MPI(MPI_Query_thread(&level)));
    if (level < MPI_THREAD_MULTIPLE)
        return AL_FAIL(ASHLAR_ETRANSPORT,
                       "al_init: ASHLAR_PROGRESS=thread needs MPI_THREAD_MULTIPLE, and MPI was "
                       "started with less; ask for it in MPI_Init_thread, set "
                       "OMPI_MPI_THREAD_LEVEL=3 (Open MPI) or "
                       "MPIR_CVAR_DEFAULT_THREAD_LEVEL=MPI_THREAD_MULTIPLE (MPICH), or use poll");
    ali_am.progress_thread = 1;
    if (ali_nodes.index != 0)
        return ASHLAR_OK;
    if (!ali_thread_start(&ali_am.thread, help))
        return AL_FAIL(ASHLAR_ESYS, "al_init: cannot start the helper thread");
    ali_am.thread_runs = 1;
    return ASHLAR_OK;
}

void ali_am_thread_stop(void)
{
    if (!ali_am.thread_runs)
        return;
    atomic_store_explicit(&ali_am.stop_thread, 1, memory_order_release);
    pthread_join(ali_am.thread, NULL);
    ali_am.thread_runs = 0;
}
