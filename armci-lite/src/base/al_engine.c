#include "armci-lite/src/base/al_engine.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include "armci-lite/src/base/al_compiler.h"
#include "armci-lite/src/base/al_context.h"
#include "armci-lite/src/base/al_status.h"

const al_engine_t *ali_engine;
char ali_engine_reason[640];

static struct {
    int serve;         /* al_engine_polls() */
    pthread_t starter; /* the thread that called al_init */
    int starter_polls; /* it may poll inside local transfers */
    int any_polls;     /* any thread may */
} polling;

int ali_fence_all(void)
{
    atomic_thread_fence(memory_order_seq_cst);
    return ali_engine ? ali_engine->fence_all() : ASHLAR_OK;
}

int ali_engine_stop(int together)
{
    int status = ali_engine ? ali_engine->stop(together) : ASHLAR_OK;
    ali_engine = NULL;
    ali_engine_reason[0] = '\0';
    memset(&polling, 0, sizeof polling);
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

/* Local work since the last poll; threads may overwrite each other's updates. */
static _Atomic size_t local_work;

int ali_poll_before_local(int order, size_t bytes)
{
    enum { CALL = 256, POLL = 1 << 18 }; /* bytes; a poll costs what copying tens of KiB does */
    size_t work = atomic_load_explicit(&local_work, memory_order_relaxed) + bytes + CALL;
    if (AL_UNLIKELY(work >= POLL)) {
        work = 0;
        if (polling.any_polls ||
            (polling.starter_polls && pthread_equal(polling.starter, pthread_self())))
            AL_TRY(ali_engine->poll());
    }
    atomic_store_explicit(&local_work, work, memory_order_relaxed);
    return order ? ali_engine->order_local() : ASHLAR_OK;
}

void ali_engine_open(int open)
{
    polling.serve = open && ali_engine && ali_engine->serves_polls &&
                    ali_context.env.progress == AL_PROGRESS_POLL;
}

const char *al_engine_name(void)
{
    return ali_engine ? ali_engine->name : "none";
}

int al_engine_polls(void)
{
    return polling.serve;
}

int al_poll(void)
{
    return ali_engine ? ali_engine->poll() : ASHLAR_OK;
}
