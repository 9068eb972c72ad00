/* Progress of the active-message engine: what has arrived is served, what is complete is retired,
 * and callers wait. */
#include "armci-lite/src/engine/am/al_am.h"

#include <sched.h>
#include <stdio.h>
#include <string.h>

#include "armci-lite/src/engine/am/al_am_barrier.h"
#include "armci-lite/src/local/al_handle.h"

int ali_am_post_receive(int slot)
{
    return AL_MPI(MPI_Irecv(ali_am.server.receive_buffer[slot], AM_BATCH, MPI_BYTE, MPI_ANY_SOURCE,
                            AM_TAG_BATCH, ali_am.comm, &ali_am.server.receive[slot]));
}

/* Serve the batch in the oldest receive, which has arrived; then the next receive is the oldest:
 * MPI matches receives in the order in which they were posted. Without memory to keep what has to
 * wait, or to know its origin, it stays the oldest, and no later one is looked at. */
static int serve_oldest(void)
{
    int slot = ali_am.server.oldest;
    const am_batch_t *batch = (const am_batch_t *)(const void *)ali_am.server.receive_buffer[slot];
    const char *records = (const char *)(batch + 1) + ali_am.server.oldest_served;
    size_t bytes = batch->bytes - sizeof *batch - ali_am.server.oldest_served, served;
    ali_am.server.receive[slot] = MPI_REQUEST_NULL;
    AL_TRY(ali_am_serve(batch, records, bytes, &served));
    ali_am.server.is_oldest_stalled = served < bytes;
    ali_am.server.oldest_served =
        ali_am.server.is_oldest_stalled ? ali_am.server.oldest_served + served : 0;
    if (ali_am.server.is_oldest_stalled) {
        ali_am.requests.mpi[0] = MPI_REQUEST_NULL;
        return ASHLAR_OK;
    }
    AL_TRY(ali_am_post_receive(slot));
    ali_am.server.oldest = (slot + 1) % AM_RECEIVES;
    ali_am.requests.mpi[0] = ali_am.server.receive[ali_am.server.oldest];
    return ASHLAR_OK;
}

/* Serve the oldest receive and all later ones that have arrived. */
static int serve_arrived(void)
{
    int arrived = 1;
    for (int k = 0; k < AM_RECEIVES && arrived; ++k) {
        AL_TRY(serve_oldest());
        if (ali_am.server.is_oldest_stalled)
            return ASHLAR_OK;
        AL_TRY(AL_MPI(MPI_Test(&ali_am.requests.mpi[0], &arrived, MPI_STATUS_IGNORE)));
    }
    return arrived ? serve_oldest() : ASHLAR_OK;
}

/* Move the completed requests, which indices lists, from the list to ready: completing them adds to
 * the list. Returns how many; *arrived: the oldest receive is one. */
static int take_ready(int count, int *arrived)
{
    int ready = 0, kept = 1;
    *arrived = 0;
    for (int k = 0; k < count; ++k) {
        int index = ali_am.requests.indices[k];
        if (index == 0) {
            *arrived = 1;
            continue;
        }
        ali_am.requests.ready[ready++] = ali_am.requests.pending[index];
        ali_am.requests.pending[index] = NULL;
    }
    for (int k = 1; ready && k < ali_am.requests.count; ++k)
        if (ali_am.requests.pending[k]) {
            ali_am.requests.pending[kept] = ali_am.requests.pending[k];
            ali_am.requests.mpi[kept++] = ali_am.requests.mpi[k];
        }
    if (ready)
        ali_am.requests.count = kept;
    return ready;
}

/* Complete the requests that are done; returns how many, or an error. */
static int complete_some(void)
{
    int count, arrived;
    AL_TRY(AL_MPI(MPI_Testsome(ali_am.requests.count, ali_am.requests.mpi, &count,
                               ali_am.requests.indices, ali_am.ignore)));
    if (count == MPI_UNDEFINED || count == 0)
        return 0;
    int ready = take_ready(count, &arrived), first_failure = ASHLAR_OK;
    for (int k = 0; k < ready; ++k) {
        am_peer_t *origin = ali_am.requests.ready[k]->origin;
        ali_am_complete(ali_am.requests.ready[k]);
        int result = origin ? ali_am_resume(origin) : ASHLAR_OK;
        if (first_failure == ASHLAR_OK)
            first_failure = result;
    }
    int served = arrived ? serve_arrived() : ASHLAR_OK;
    if (first_failure == ASHLAR_OK)
        first_failure = served;
    return first_failure != ASHLAR_OK ? first_failure : count;
}

/* Serve the origins that waited for space, oldest first; they may have to wait again. */
static int retry_blocked(void)
{
    int first_failure = ASHLAR_OK;
    for (int waiting = ali_am_count(AM_BLOCKED); waiting > 0; --waiting) {
        int result = ali_am_resume(ali_am_peers_take(&ali_am.peers, AM_BLOCKED));
        if (first_failure == ASHLAR_OK)
            first_failure = result;
    }
    return first_failure;
}

void ali_am_note_failure(void)
{
    if (!*ali_am.failure_message)
        snprintf(ali_am.failure_message, sizeof ali_am.failure_message, "%s",
                 ashlar_error_message());
}

static int fail_after_mpi(void)
{
    return AL_FAIL(ASHLAR_EMPI, "active messages ended when a call of MPI failed: %s",
                   ali_am.failure_message);
}

int ali_am_send_batch(am_peer_t *server)
{
    if (!server->batch)
        return ASHLAR_OK;
    am_batch_t *batch = (am_batch_t *)(void *)server->batch;
    batch->origin = ali_context.rank;
    batch->bytes = (uint32_t)server->used;
    batch->sync_epoch = ali_am.server.sync_epoch;
    am_pending_t pending = {.buffer = server->batch, .buffer_bytes = AM_BATCH, .tag = -1};
    MPI_Request request;
    int status = server->list ? ali_am_list_close(server) : ASHLAR_OK;
    if (status == ASHLAR_OK)
        status = AL_MPI(MPI_Isend(server->batch, (int)server->used, MPI_BYTE, server->rank,
                                  AM_TAG_BATCH, ali_am.comm, &request));
    if (status != ASHLAR_OK) { /* somebody waits for its replies */
        ali_am_note_failure();
        return status;
    }
    server->batch = NULL;
    server->used = 0;
    ++server->sent;
    ali_am_track_request(request, &pending);
    return ASHLAR_OK;
}

static int send_batches(void)
{
    while (ali_am_count(AM_OPEN) > 0) {
        AL_TRY(ali_am_send_batch(ali_am.peers.members[AM_OPEN].first));
        ali_am_peers_take(&ali_am.peers, AM_OPEN);
    }
    return ASHLAR_OK;
}

int ali_am_poll_once(void)
{
    int happened = complete_some();
    if (happened >= 0 && AL_UNLIKELY(ali_am.server.sync_epoch_awaited) &&
        !ali_am_is_from_later_epoch(ali_am.server.sync_epoch_awaited)) {
        ali_am.server.sync_epoch_awaited = 0;
        int retried = retry_blocked();
        happened = retried == ASHLAR_OK ? 1 : retried;
    }
    /* Nothing tells that there is memory again. */
    if (happened >= 0 && AL_UNLIKELY(ali_am.server.is_oldest_stalled)) {
        int served = serve_arrived();
        happened = served == ASHLAR_OK ? happened + !ali_am.server.is_oldest_stalled : served;
    }
    if (happened > 0 && ali_am_count(AM_BLOCKED) &&
        ali_am.memory.held <= ali_am.memory.held_most / 2) {
        int retried = retry_blocked();
        happened = retried == ASHLAR_OK ? happened : retried;
    }
    if (AL_UNLIKELY(happened == ASHLAR_EMPI))
        ali_am_note_failure();
    return happened;
}

int ali_am_progress(void)
{
    if (AL_UNLIKELY(*ali_am.failure_message))
        return fail_after_mpi();
    if (ali_am_count(AM_QUEUED))
        AL_TRY(ali_am_issue_queued());
    AL_TRY(send_batches());
    return ali_am_poll_once();
}

int ali_am_progress_with_backoff(al_wait_t *wait)
{
    ali_waited_step(&wait->noted);
    int happened = ali_am_progress();
    if (happened < 0)
        return happened;
    if (happened)
        ali_wait_reset(wait);
    else
        ++wait->round;
    int is_slow = wait->round >= AL_SPINS;
    if (!is_slow && !atomic_load_explicit(&ali_am.lock_waiters, memory_order_relaxed))
        return ASHLAR_OK;
    pthread_mutex_unlock(&ali_am.lock);
    ali_wait_advance_steps();
    if (is_slow)
        ali_wait_back_off(wait, 0);
    else
        sched_yield();
    ali_am_lock();
    ali_waited_step(&wait->noted);
    return ASHLAR_OK;
}

int ali_am_wait_for(const int *unfinished, int most)
{
    for (al_wait_t wait = {0}; *unfinished > most;)
        AL_TRY(ali_am_progress_with_backoff(&wait));
    return ASHLAR_OK;
}

/* It does not block in pthread_mutex_lock: a waiting thread would retake the lock before the
 * sleeper wakes. */
void ali_am_lock(void)
{
    if (AL_LIKELY(pthread_mutex_trylock(&ali_am.lock) == 0))
        return;
    atomic_fetch_add_explicit(&ali_am.lock_waiters, 1, memory_order_relaxed);
    for (al_wait_t wait = {0}; pthread_mutex_trylock(&ali_am.lock) != 0;)
        ali_wait_step(&wait, 0);
    atomic_fetch_sub_explicit(&ali_am.lock_waiters, 1, memory_order_relaxed);
}

int ali_am_enter(void)
{
    ali_am_lock();
    if (AL_LIKELY(!*ali_am.failure_message))
        return ASHLAR_OK;
    pthread_mutex_unlock(&ali_am.lock);
    return fail_after_mpi();
}

int ali_am_leave(int status)
{
    pthread_mutex_unlock(&ali_am.lock);
    return status < 0 ? status : ASHLAR_OK;
}
