/* The engine in use, and the polls of it during local transfers. */
#include "armci-lite/src/wait/al_engine.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include "armci-lite/src/base/al_clock.h"
#include "armci-lite/src/base/al_compiler.h"
#include "armci-lite/src/base/al_context.h"
#include "armci-lite/src/base/al_status.h"
#include "armci-lite/src/base/al_util.h"

const al_engine_t *ali_engine;
char ali_engine_reason[640];

static struct {
    int program_polls; /* al_engine_polls() */
    pthread_t starter; /* the thread that called al_init */
    int starter_polls; /* it may poll inside local transfers */
    int any_polls;     /* any thread may */
} polling;

int ali_fence_engine(void)
{
    atomic_thread_fence(memory_order_acq_rel);
    return ali_engine ? ali_engine->fence_all() : ASHLAR_OK;
}

int ali_fence_all(void)
{
    atomic_thread_fence(memory_order_seq_cst);
    return ali_fence_engine();
}

void ali_engine_forget(void)
{
    ali_engine = NULL;
    ali_engine_reason[0] = '\0';
    memset(&polling, 0, sizeof polling);
}

int ali_engine_stop(int together)
{
    int status = ali_engine ? ali_engine->stop(together) : ASHLAR_OK;
    ali_engine_forget();
    return status;
}

/* Any thread if MPI takes calls from all at once; none if they must take turns, which we cannot
 * arrange. */
int ali_engine_choose_poller(void)
{
    int level;
    AL_TRY(AL_MPI(MPI_Query_thread(&level)));
    polling.starter = pthread_self();
    polling.starter_polls = level != MPI_THREAD_SERIALIZED;
    polling.any_polls = level == MPI_THREAD_MULTIPLE;
    return ASHLAR_OK;
}

/* Calls until the next look at the clock, how many there were before this one, and when the last
 * poll was. Threads may overwrite each other's updates: then a look comes a little sooner or later.
 */
static _Atomic int calls_left, calls_between = 1;
static _Atomic int64_t polled_at;

/* The clock costs more than a small transfer, a poll as much as copying tens of KiB. So while calls
 * come fast the clock is read less and less often; when they come slowly, each time: a program that
 * mostly computes may not call again soon. */
static int poll_when_due(void)
{
    enum { INTERVAL = 25000 /* ns */, MOST_CALLS = 32 };
    int64_t now = ali_nanoseconds();
    int due = now - atomic_load_explicit(&polled_at, memory_order_relaxed) >= INTERVAL;
    int between = 2 * atomic_load_explicit(&calls_between, memory_order_relaxed);
    between = due ? 1 : (int)ali_min(between, MOST_CALLS);
    atomic_store_explicit(&calls_between, between, memory_order_relaxed);
    atomic_store_explicit(&calls_left, between, memory_order_relaxed);
    if (!due || !(polling.any_polls ||
                  (polling.starter_polls && pthread_equal(polling.starter, pthread_self()))))
        return ASHLAR_OK;
    atomic_store_explicit(&polled_at, now, memory_order_relaxed);
    return ali_engine->poll();
}

int ali_poll_before_local(int order, size_t bytes)
{
    enum { CALL = 4096 /* bytes, copied in the time of a small call or two */, MOST = 1 << 16 };
    int left = atomic_load_explicit(&calls_left, memory_order_relaxed) - 1;
    if (AL_UNLIKELY(bytes >= CALL))
        left -= (int)ali_min((int64_t)(bytes / CALL), MOST);
    atomic_store_explicit(&calls_left, left, memory_order_relaxed);
    if (AL_UNLIKELY(left <= 0))
        AL_TRY(poll_when_due());
    return order ? ali_engine->order_local() : ASHLAR_OK;
}

void ali_engine_allow_polls(int allow)
{
    polling.program_polls = allow && ali_engine && ali_engine->serves_polls &&
                            ali_context.env.progress != AL_PROGRESS_THREAD;
}

const char *al_engine_name(void)
{
    return ali_engine ? ali_engine->name : "none";
}

int al_engine_polls(void)
{
    return polling.program_polls;
}
