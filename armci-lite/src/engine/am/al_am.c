/* The active-message engine: one-sided access to other nodes over two-sided MPI. Here: batches of
 * records, acknowledgements and fences, starting and stopping. al_am_ask.c, al_am_transfer.c and
 * al_am_list.c ask, al_am_serve.c answers, al_am_progress.c moves what is in flight, al_am.h has
 * the protocol. */
#include "armci-lite/src/engine/am/al_am.h"

#include <stdlib.h>
#include <string.h>

#include "armci-lite/src/wait/al_tree.h"
#include "armci-lite/src/base/al_util.h"
#include "armci-lite/src/base/al_waiting.h"
#include "armci-lite/src/engine/am/al_am_barrier.h"
#include "armci-lite/src/engine/am/al_am_engine.h"
#include "armci-lite/src/local/al_handle.h"
#include "armci-lite/src/node/al_arena.h"
#include "armci-lite/src/node/al_limits.h"

am_state_t ali_am = {.comm = MPI_COMM_NULL};

/* ---- records --------------------------------------------------------------------------------- */

/* The rank with the helper thread, or the one whose number on the node is mine modulo its size. */
int ali_am_server_of(int node)
{
    const al_nodes_t *nodes = &ali_nodes;
    int first = nodes->first[node], size = nodes->first[node + 1] - first;
    return nodes->ranks[first + (ali_am.progress_thread ? 0 : nodes->index % size)];
}

int ali_am_take_number(void)
{
    return ali_am.origin.free_numbers[--ali_am.origin.free_count];
}

void ali_am_add_rank(am_ranks_t *ranks, int rank, int *is_in)
{
    if (*is_in)
        return;
    *is_in = 1;
    ranks->rank[ranks->count++] = rank;
}

void ali_am_return_number(int number)
{
    ali_am.origin.free_numbers[ali_am.origin.free_count++] = (int16_t)number;
}

/* Have memory for a batch; 0: there is none. */
static int have_batch(void)
{
    if (ali_am.memory.small.count == 0) {
        char *batch = malloc(AM_BATCH);
        if (!batch)
            return 0;
        ali_am.memory.small.spare[ali_am.memory.small.count++] = batch;
    }
    return 1;
}

int ali_am_can_ask(void)
{
    return ali_am.origin.free_count > 0 && have_batch() && ali_am_reserve_requests(2);
}

int ali_am_check_memory(void)
{
    return ali_am.requests.count == 1 && ali_am.origin.open_batches.count == 0
               ? AL_FAIL(ASHLAR_ENOMEM, "active messages: no memory for a message")
               : ASHLAR_OK;
}

int ali_am_wait_for_room(al_wait_t *wait)
{
    AL_TRY(ali_am_check_memory());
    return ali_am_progress_with_backoff(wait);
}

int ali_am_wait_for_resources(void)
{
    for (al_wait_t wait = {0}; !ali_am_can_ask();)
        AL_TRY(ali_am_wait_for_room(&wait));
    return ASHLAR_OK;
}

/* Room for a record at the end of the batch to a rank. */
int ali_am_append(int rank, size_t bytes, am_record_t **record)
{
    am_peer_t *peer = &ali_am.peers[rank];
    bytes = ali_round_up(bytes, 8);
    if (peer->batch && peer->used + bytes > AM_BATCH)
        AL_TRY(ali_am_send_batch(rank));
    if (!peer->batch) {
        peer->batch = ali_am_buffer_get(AM_BATCH);
        peer->used = sizeof(am_batch_t);
        ali_am_add_rank(&ali_am.origin.open_batches, rank, &peer->is_open);
    }
    *record = (am_record_t *)(void *)(peer->batch + peer->used);
    memset(*record, 0, sizeof **record);
    (*record)->length = (uint32_t)bytes;
    peer->used += bytes;
    return ASHLAR_OK;
}

void ali_am_mark_written(int rank)
{
    am_peer_t *peer = &ali_am.peers[rank];
    peer->written = ali_am_batch_number(rank);
    ali_am_add_rank(&ali_am.origin.unfenced, rank, &peer->is_unfenced);
}

int ali_am_request_ack(int rank, int *open, al_handle_t *handle)
{
    am_record_t *record;
    MPI_Request request;
    am_pending_t pending = {.origin = -1, .server = rank, .number = ali_am_take_number()};
    if (open)
        ali_am_attach(&pending, open, handle);
    int status = ali_am_append(rank, sizeof *record, &record);
    if (status == ASHLAR_OK)
        status = AL_MPI(MPI_Irecv(NULL, 0, MPI_BYTE, rank, AM_TAG_ANSWER + pending.number,
                                  ali_am.comm, &request));
    if (status != ASHLAR_OK)
        return ali_am_detach(status, &pending);
    record->kind = AM_ACK;
    record->number = (uint16_t)pending.number;
    pending.upto = ali_am_batch_number(rank);
    ali_am.peers[rank].ack_requested = pending.upto;
    ali_am_track_request(request, &pending);
    return ali_am_send_batch(rank);
}

int ali_am_window(int rank)
{
    am_peer_t *peer = &ali_am.peers[rank];
    uint64_t open = peer->sent - peer->acked;
    if (open >= AM_UNACKED / 2 && peer->ack_requested <= peer->acked && ali_am_can_ask())
        AL_TRY(ali_am_request_ack(rank, NULL, NULL));
    return open < AM_UNACKED ? ASHLAR_OK : AM_WOULD_BLOCK;
}

int ali_am_wait_for_window(int rank)
{
    int status = ali_am_window(rank);
    for (al_wait_t wait = {0}; status == AM_WOULD_BLOCK;) {
        ali_waiting_for("a window of active messages", rank);
        status = ali_am_wait_for_room(&wait);
        if (status == ASHLAR_OK)
            status = ali_am_window(rank);
    }
    return status;
}

/* ---- completion ------------------------------------------------------------------------------ */

/* Wait for the parts of handles that have begun, not for those that other threads begin meanwhile:
 * a generation ends when all of the one before are complete. */
int ali_am_drain_nonblocking(void)
{
    const uint64_t last = ali_am.origin.generation;
    for (al_wait_t wait = {0}; ali_am.origin.generation < last + 2;) {
        int present = (int)(ali_am.origin.generation % 2), before = !present;
        if (ali_am.origin.outstanding[before] == 0) {
            if (ali_am.origin.generation > last || ali_am.origin.outstanding[present] == 0)
                return ASHLAR_OK;
            ++ali_am.origin.generation;
        }
        AL_TRY(ali_am_progress_with_backoff(&wait));
    }
    return ASHLAR_OK;
}

/* Wait until what was written by some servers is done: ask all of them, then wait for each. What
 * other threads write meanwhile is theirs to fence. servers NULL: ranks 0..count-1. */
static int fence_servers(const int *servers, int count)
{
    int status = ASHLAR_OK;
    for (int k = 0; k < count && status == ASHLAR_OK; ++k) {
        int server = servers ? servers[k] : k;
        const am_peer_t *peer = &ali_am.peers[server];
        if (peer->written > peer->acked && peer->written > peer->ack_requested)
            status = ali_am_wait_for_resources();
        if (status == ASHLAR_OK && peer->written > peer->acked &&
            peer->written > peer->ack_requested)
            status = ali_am_request_ack(server, NULL, NULL);
    }
    for (int k = 0; k < count && status == ASHLAR_OK; ++k) {
        int server = servers ? servers[k] : k;
        const am_peer_t *peer = &ali_am.peers[server];
        uint64_t upto = peer->written > peer->acked ? peer->ack_requested : 0;
        ali_waiting_for("a fence", server);
        for (al_wait_t wait = {0}; status == ASHLAR_OK && upto > peer->acked;)
            status = ali_am_progress_with_backoff(&wait);
    }
    return status;
}

void ali_am_prune_unfenced(void)
{
    int kept = 0;
    for (int k = 0; k < ali_am.origin.unfenced.count; ++k) {
        am_peer_t *peer = &ali_am.peers[ali_am.origin.unfenced.rank[k]];
        peer->is_unfenced = peer->written > peer->acked;
        if (peer->is_unfenced)
            ali_am.origin.unfenced.rank[kept++] = ali_am.origin.unfenced.rank[k];
    }
    ali_am.origin.unfenced.count = kept;
}

/* Other threads may change the list of dirty ranks while this one waits: use a copy or, without
 * memory for one, all ranks. */
static int fence_dirty(void)
{
    AL_TRY(ali_am_drain_nonblocking()); /* what is queued is not dirty yet */
    int count = ali_am.origin.unfenced.count;
    int *list = malloc((size_t)count * sizeof *list + 1);
    if (list)
        memcpy(list, ali_am.origin.unfenced.rank, (size_t)count * sizeof *list);
    int status = fence_servers(list, list ? count : ali_context.size);
    free(list);
    ali_am_prune_unfenced();
    return status;
}

static int am_fence_all(void)
{
    AL_TRY(ali_am_enter());
    int is_open = ali_am.origin.unfenced.count || ali_am.origin.outstanding[0] ||
                  ali_am.origin.outstanding[1];
    return ali_am_leave(is_open ? fence_dirty() : ASHLAR_OK);
}

/* Some at a time; those on my node need none. */
static int am_fence(const int *ranks, int count)
{
    enum { PART = 64 };
    AL_TRY(ali_am_enter());
    int status = ASHLAR_OK, servers[PART];
    for (int k = 0; k < count && status == ASHLAR_OK;) {
        int n = 0;
        for (; k < count && n < PART; ++k)
            if (ali_nodes.of[ranks[k]] != ali_nodes.mine)
                servers[n++] = ali_am_server_of(ali_nodes.of[ranks[k]]);
        if (n > 0)
            status = ali_am_drain_nonblocking();
        if (status == ASHLAR_OK)
            status = fence_servers(servers, n);
    }
    return ali_am_leave(status);
}

int ali_am_flush_node(int node)
{
    int server = ali_am_server_of(node);
    AL_TRY(ali_am_enter());
    return ali_am_leave(fence_servers(&server, 1));
}

int ali_am_advance(al_handle_t handle, int wait, int *done)
{
    AL_TRY(ali_am_enter());
    int status = ASHLAR_OK;
    if (!wait && !ali_handle_is_complete(handle))
        status = ali_am_progress();
    for (al_wait_t waiting = {0}; wait && status == ASHLAR_OK && !ali_handle_is_complete(handle);)
        status = ali_am_progress_with_backoff(&waiting);
    *done = ali_handle_is_complete(handle);
    return ali_am_leave(status);
}

static int am_order_local(void)
{
    return ASHLAR_OK; /* messages order a server's stores */
}

static int am_poll(void)
{
    if (pthread_mutex_trylock(&ali_am.lock) != 0)
        return ASHLAR_OK; /* another thread is polling */
    int happened = ali_am_progress();
    pthread_mutex_unlock(&ali_am.lock);
    return happened < 0 ? happened : ASHLAR_OK;
}

/* Test it along with the engine's requests: one call of MPI per round. */
static int am_wait_mpi(MPI_Request request)
{
    int open = 1, status = ASHLAR_OK;
    const am_pending_t pending = {.open = &open, .number = -1, .origin = -1, .server = -1};
    ali_am_lock();
    int listed = ali_am_reserve_requests(1); /* else it is tested by itself */
    if (listed)
        ali_am_track_request(request, &pending);
    for (al_wait_t wait = {0}; status == ASHLAR_OK && open;) {
        int done = 0, happened = ali_am_progress_with_backoff(&wait);
        status = happened;
        if (!listed && status == ASHLAR_OK) {
            status = AL_MPI(MPI_Test(&request, &done, MPI_STATUS_IGNORE));
            open = !done;
        }
    }
    return ali_am_leave(status);
}

/* ---- start and stop -------------------------------------------------------------------------- */

static int allocate_state(void)
{
    size_t size = (size_t)ali_context.size;
    ali_am.peers = calloc(size, sizeof *ali_am.peers);
    ali_am.origin.open_batches.rank = calloc(size, sizeof *ali_am.origin.open_batches.rank);
    ali_am.origin.queued.rank = calloc(size, sizeof *ali_am.origin.queued.rank);
    ali_am.origin.unfenced.rank = calloc(size, sizeof *ali_am.origin.unfenced.rank);
    ali_am.server.blocked.rank =
        calloc(2 * size, sizeof *ali_am.server.blocked.rank); /* may starve again */
    ali_am.memory.small.bytes = AM_BATCH;
    ali_am.memory.large.bytes = AM_FRAGMENT;
    int have = ali_am.peers && ali_am.origin.open_batches.rank && ali_am.origin.queued.rank &&
               ali_am.origin.unfenced.rank && ali_am.server.blocked.rank &&
               ali_am_reserve_requests(2) && have_batch() &&
               ali_am_buffers_reserve(); /* the least that works, if slowly */
    for (int k = 0; k < AM_RECEIVES; ++k) {
        ali_am.server.receive_buffer[k] = malloc(AM_BATCH);
        have = have && ali_am.server.receive_buffer[k];
    }
    for (int k = 0; k < AM_RECEIVES; ++k)
        ali_am.server.receive[k] = MPI_REQUEST_NULL;
    for (int k = 0; k < AM_NUMBERS; ++k)
        ali_am.origin.free_numbers[k] = (int16_t)k;
    ali_am.origin.free_count = AM_NUMBERS;
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

/* What a server may hold: on a small machine, or in a small cgroup, all of them together a 32nd of
 * the memory. */
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
    if (ali_context.env.progress != AL_PROGRESS_THREAD || ali_nodes.index == 0)
        ali_am.memory.set_aside = (int64_t)ali_am.memory.held_most;
    ali_arena_set_aside(&ali_arena, ali_am.memory.set_aside);
    AL_TRY(ali_agree("al_init", start_receiving()));
    return ali_am_barrier_start();
}

static int am_stop(int together)
{
    if (!ali_am.up)
        return ASHLAR_OK;
    ali_am_thread_stop();
    ali_arena_set_aside(&ali_arena, -ali_am.memory.set_aside);
    while (together && ali_am.requests.count > 1 &&
           !*ali_am.failure_message) { /* answers still being sent */
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
    for (int k = 0; k < ali_am.origin.open_batches.count; ++k) {
        am_peer_t *peer = &ali_am.peers[ali_am.origin.open_batches.rank[k]];
        ali_am_list_free(peer);
        ali_am_buffer_put(peer->batch, AM_BATCH);
    }
    ali_am_buffers_free();
    ali_am_free_deferral();
    while (ali_am.requests.unused) {
        am_pending_t *pending = ali_am.requests.unused;
        ali_am.requests.unused = pending->next;
        free(pending);
    }
    free(ali_am.requests.mpi);
    free(ali_am.requests.pending);
    free(ali_am.requests.ready);
    free(ali_am.requests.indices);
    free(ali_am.peers);
    free(ali_am.origin.open_batches.rank);
    free(ali_am.origin.queued.rank);
    free(ali_am.origin.unfenced.rank);
    free(ali_am.server.blocked.rank);
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
                                   .points = ali_am_points,
                                   .advance = ali_am_advance,
                                   .order_local = am_order_local,
                                   .fence = am_fence,
                                   .fence_all = am_fence_all,
                                   .fence_nb = ali_am_fence_nb,
                                   .meets = ali_am_has_barrier,
                                   .meet = ali_am_barrier,
                                   .poll = am_poll,
                                   .wait_mpi = am_wait_mpi};
