/* The active-message engine is started and stopped here, and its table of calls is filled. */
#include <stdlib.h>
#include <string.h>

#include "armci-lite/src/base/al_util.h"
#include "armci-lite/src/engine/am/al_am.h"
#include "armci-lite/src/engine/am/al_am_barrier.h"
#include "armci-lite/src/node/al_arena.h"
#include "armci-lite/src/node/al_memory_available.h"
#include "armci-lite/src/wait/al_tree.h"

static int am_order_local(void)
{
    return ASHLAR_OK; /* messages order a server's stores */
}

int ali_am_poll(void)
{
    if (pthread_mutex_trylock(&ali_am.lock) != 0)
        return ASHLAR_OK; /* another thread is polling */
    int happened = ali_am_progress();
    pthread_mutex_unlock(&ali_am.lock);
    return happened < 0 ? happened : ASHLAR_OK;
}

/* Test it along with the engine's requests: one call of MPI per round. */
int ali_am_wait_mpi(MPI_Request request)
{
    int unfinished = 1, status = ASHLAR_OK;
    const am_pending_t pending = {.unfinished = &unfinished, .tag = -1};
    ali_am_lock();
    int listed = ali_am_reserve_requests(1); /* else it is tested by itself */
    if (listed)
        ali_am_track_request(request, &pending);
    for (al_wait_t wait = {0}; status == ASHLAR_OK && unfinished;) {
        int done = 0, happened = ali_am_progress_with_backoff(&wait);
        status = happened;
        if (!listed && status == ASHLAR_OK) {
            status = AL_MPI(MPI_Test(&request, &done, MPI_STATUS_IGNORE));
            unfinished = !done;
        }
    }
    return ali_am_leave(status);
}

static int allocate_state(void)
{
    ali_am.memory.small.bytes = AM_BATCH;
    ali_am.memory.large.bytes = AM_FRAGMENT;
    int have = ali_am_peers_start(&ali_am.peers) && ali_am_reserve_requests(2) &&
               ali_am_reserve_batch() &&
               ali_am_buffers_reserve(); /* the least that works, if slowly */
    for (int k = 0; k < AM_RECEIVES; ++k) {
        ali_am.server.receive_buffer[k] = malloc(AM_BATCH);
        have = have && ali_am.server.receive_buffer[k];
    }
    for (int k = 0; k < AM_RECEIVES; ++k)
        ali_am.server.receive[k] = MPI_REQUEST_NULL;
    for (int k = 0; k < AM_TAGS; ++k)
        ali_am.origin.free_tags[k] = (int16_t)k;
    ali_am.origin.free_count = AM_TAGS;
    ali_am.origin.queued_parity = -1;
    return have ? ASHLAR_OK : AL_FAIL(ASHLAR_ENOMEM, "al_init: no memory for active messages");
}

static int start_receiving(void)
{
    AL_TRY(ali_agree("al_init", allocate_state()));
    AL_TRY(ali_comm_dup(ali_context.comm, &ali_am.comm));
    for (int k = 0; k < AM_RECEIVES; ++k)
        AL_TRY(ali_am_post_receive(k));
    ali_am.requests.mpi[0] = ali_am.server.receive[0];
    ali_am.requests.count = 1;
    return ali_context.env.progress == AL_PROGRESS_THREAD ? ali_am_thread_start() : ASHLAR_OK;
}

/* The bytes a server may hold: on a small machine, or in a small cgroup, all of them together a
 * 32nd of the memory. */
static size_t most_held(void)
{
    int64_t share = ali_memory_limit() / 32 / ali_nodes.host_ranks;
    return (size_t)ali_min(AM_HELD, ali_max(share, 2 * AM_FRAGMENT));
}

static int am_start(void)
{
    memset(&ali_am, 0, sizeof ali_am);
    ali_am.comm = MPI_COMM_NULL;
    pthread_mutex_init(&ali_am.lock, NULL);
    ali_am.up = 1;
    ali_am.ignore = MPI_STATUSES_IGNORE;
    ali_am.memory.held_most = most_held();
    ali_am.origin.credit = ali_am_credit(ali_am_most_origins(
        ali_nodes.first, ali_nodes.count, ali_context.env.progress == AL_PROGRESS_THREAD));
    if (ali_context.env.progress != AL_PROGRESS_THREAD || ali_nodes.index == 0)
        ali_am.memory.set_aside = (int64_t)ali_am.memory.held_most;
    ali_arena_reserve(&ali_arena, ali_am.memory.set_aside);
    AL_TRY(ali_agree("al_init", start_receiving()));
    return ali_am_barrier_start();
}

static int am_stop(int together)
{
    if (!ali_am.up)
        return ASHLAR_OK;
    ali_am_thread_stop();
    ali_arena_reserve(&ali_arena, -ali_am.memory.set_aside);
    /* Replies that are still being sent. */
    while (together && ali_am.requests.count > 1 && !*ali_am.failure_message) {
        --ali_am.requests.count;
        MPI_Wait(&ali_am.requests.mpi[ali_am.requests.count], MPI_STATUS_IGNORE);
        ali_am_complete(ali_am.requests.pending[ali_am.requests.count]);
    }
    for (int k = 0; k < AM_RECEIVES; ++k) {
        if (ali_am.server.receive[k] != MPI_REQUEST_NULL &&
            MPI_Cancel(&ali_am.server.receive[k]) == MPI_SUCCESS)
            MPI_Wait(&ali_am.server.receive[k], MPI_STATUS_IGNORE);
        free(ali_am.server.receive_buffer[k]);
    }
    ali_am_barrier_stop();
    ali_am_queues_free();
    for (am_peer_t *peer = ali_am.peers.first; peer; peer = peer->next) {
        ali_am_list_free(peer);
        ali_am_buffer_put(peer->batch, AM_BATCH);
    }
    ali_am_buffers_free();
    while (ali_am.requests.unused) {
        am_pending_t *pending = ali_am.requests.unused;
        ali_am.requests.unused = pending->next;
        free(pending);
    }
    free(ali_am.requests.mpi);
    free(ali_am.requests.pending);
    free(ali_am.requests.ready);
    free(ali_am.requests.indices);
    ali_am_peers_free(&ali_am.peers);
    if (ali_am.comm != MPI_COMM_NULL)
        MPI_Comm_free(&ali_am.comm);
    pthread_mutex_destroy(&ali_am.lock);
    memset(&ali_am, 0, sizeof ali_am);
    ali_am.comm = MPI_COMM_NULL;
    return ASHLAR_OK;
}

const al_engine_t ali_engine_am = {.name = "am",
                                   .owns_atomics = 0,
                                   .serves_polls = 1,
                                   .start = am_start,
                                   .stop = am_stop,
                                   .stop_thread = ali_am_thread_stop,
                                   .put = ali_am_put,
                                   .get = ali_am_get,
                                   .acc = ali_am_acc,
                                   .rmw = ali_am_rmw,
                                   .signal = ali_am_signal,
                                   .elements = ali_am_elements,
                                   .advance = ali_am_advance,
                                   .order_local = am_order_local,
                                   .fence = ali_am_fence,
                                   .fence_all = ali_am_fence_all,
                                   .fence_nb = ali_am_fence_nb,
                                   .barrier = ali_am_barrier,
                                   .poll = ali_am_poll,
                                   .wait_mpi = ali_am_wait_mpi};
