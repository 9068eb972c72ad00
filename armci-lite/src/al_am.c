/* The active-message engine: one-sided access to other nodes over two-sided MPI. Here: what is
 * under way, progress, acknowledgements and fences, the helper thread. al_am_ask.c asks,
 * al_am_serve.c answers, al_am.h has the protocol. */
#include "armci-lite/src/al_am.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "armci-lite/src/al_handle.h"

am_state_t ali_am = {.comm = MPI_COMM_NULL};

/* ---- requests under way ---------------------------------------------------------------------- */

static int grow_pending(void)
{
    int room = ali_am.pending_room ? 2 * ali_am.pending_room : 128;
    MPI_Request *requests = realloc(ali_am.requests, (size_t)room * sizeof *requests);
    if (requests)
        ali_am.requests = requests;
    am_pending_t **pending = realloc(ali_am.pending, (size_t)room * sizeof *pending);
    if (pending)
        ali_am.pending = pending;
    am_pending_t **ready = realloc(ali_am.ready, (size_t)room * sizeof *ready);
    if (ready)
        ali_am.ready = ready;
    int *indices = realloc(ali_am.indices, (size_t)room * sizeof *indices);
    if (indices)
        ali_am.indices = indices;
    if (!requests || !pending || !ready || !indices)
        return AL_FAIL(ASHLAR_ENOMEM, "active messages: no memory for %d requests", room);
    ali_am.pending_room = room;
    return ASHLAR_OK;
}

int ali_am_watch(MPI_Request request, const am_pending_t *pending)
{
    if (ali_am.pending_count == ali_am.pending_room)
        AL_TRY(grow_pending());
    am_pending_t *copy = malloc(sizeof *copy);
    if (!copy)
        return AL_FAIL(ASHLAR_ENOMEM, "active messages: no memory for a request");
    *copy = *pending;
    if (copy->update.alpha)
        copy->update.alpha = copy->alpha;
    ali_am.requests[ali_am.pending_count] = request;
    ali_am.pending[ali_am.pending_count++] = copy;
    return ASHLAR_OK;
}

static void complete(am_pending_t *pending)
{
    if (pending->done)
        pending->done(pending);
    if (pending->number >= 0)
        ali_am.free_numbers[ali_am.free_count++] = (int16_t)pending->number;
    if (pending->open)
        --*pending->open;
    if (pending->handle)
        ali_handle_part_done(pending->handle);
    free(pending);
}

/* Find completed requests and do what follows them; returns how many, or an error. Handlers add
 * requests at the end, so the completed ones are taken out first. */
static int complete_some(void)
{
    int count;
    AL_TRY(AL_MPI(MPI_Testsome(ali_am.pending_count, ali_am.requests, &count, ali_am.indices,
                               ali_am.ignore)));
    if (count == MPI_UNDEFINED || count == 0)
        return 0;
    for (int k = 0; k < count; ++k) {
        ali_am.ready[k] = ali_am.pending[ali_am.indices[k]];
        ali_am.pending[ali_am.indices[k]] = NULL;
    }
    int kept = 0;
    for (int k = 0; k < ali_am.pending_count; ++k)
        if (ali_am.pending[k]) {
            ali_am.pending[kept] = ali_am.pending[k];
            ali_am.requests[kept++] = ali_am.requests[k];
        }
    ali_am.pending_count = kept;
    int first_failure = ASHLAR_OK;
    for (int k = 0; k < count; ++k) {
        int origin = ali_am.ready[k]->origin;
        complete(ali_am.ready[k]);
        int result = origin >= 0 ? ali_am_resume(origin) : ASHLAR_OK;
        if (first_failure == ASHLAR_OK)
            first_failure = result;
    }
    return first_failure != ASHLAR_OK ? first_failure : count;
}

char *ali_am_take_buffer(void)
{
    return ali_am.spare_count ? ali_am.spare[--ali_am.spare_count] : malloc(AM_BATCH);
}

void ali_am_return_buffer(char *buffer)
{
    if (ali_am.spare_count < (int)(sizeof ali_am.spare / sizeof *ali_am.spare))
        ali_am.spare[ali_am.spare_count++] = buffer;
    else
        free(buffer);
}

/* ---- progress -------------------------------------------------------------------------------- */

static int post_receive(int slot)
{
    return AL_MPI(MPI_Irecv(ali_am.receive_buffer[slot], AM_BATCH, MPI_BYTE, MPI_ANY_SOURCE,
                            AM_TAG_BATCH, ali_am.comm, &ali_am.receive[slot]));
}

/* Serve batches that have arrived: receives match in the order they were posted. */
static int serve_arrived(void)
{
    int served = 0, arrived = 1;
    while (served < AM_RECEIVES) {
        MPI_Status status;
        int slot = ali_am.head, bytes;
        AL_TRY(AL_MPI(MPI_Test(&ali_am.receive[slot], &arrived, &status)));
        if (!arrived)
            break;
        AL_TRY(AL_MPI(MPI_Get_count(&status, MPI_BYTE, &bytes)));
        int result = ali_am_serve(status.MPI_SOURCE, ali_am.receive_buffer[slot], (size_t)bytes);
        ali_am.head = (slot + 1) % AM_RECEIVES; /* whatever the result: the next is the next */
        AL_TRY(post_receive(slot));
        AL_TRY(result);
        ++served;
    }
    return served;
}

static void batch_sent(am_pending_t *pending)
{
    ali_am_return_buffer(pending->buffer);
}

int ali_am_send_batch(int rank)
{
    am_peer_t *peer = &ali_am.peers[rank];
    if (!peer->batch)
        return ASHLAR_OK;
    am_pending_t pending = {.done = batch_sent, .buffer = peer->batch, .number = -1, .origin = -1};
    MPI_Request request;
    AL_TRY(AL_MPI(MPI_Isend(peer->batch, (int)peer->used, MPI_BYTE, rank, AM_TAG_BATCH, ali_am.comm,
                            &request)));
    peer->batch = NULL;
    peer->used = 0;
    peer->sent++;
    return ali_am_watch(request, &pending);
}

static int send_batches(void)
{
    for (int k = 0; k < ali_am.dirty_count; ++k)
        AL_TRY(ali_am_send_batch(ali_am.dirty[k]));
    return ASHLAR_OK;
}

/* Send what is gathered, serve what has come, note what is done. Positive: something happened. */
static int progress(void)
{
    AL_TRY(send_batches());
    int served = serve_arrived();
    if (served < 0)
        return served;
    int done = ali_am.pending_count ? complete_some() : 0;
    return done < 0 ? done : served + done;
}

/* One round of waiting inside the engine: others may enter between rounds. */
static int wait_round(unsigned *round)
{
    int happened = progress();
    if (happened < 0)
        return happened;
    if (happened) {
        *round = 0;
        return ASHLAR_OK;
    }
    if (++*round >= AL_SPINS) {
        pthread_mutex_unlock(&ali_am.lock);
        ali_wait_slowly(*round, 0);
        pthread_mutex_lock(&ali_am.lock);
    }
    return ASHLAR_OK;
}

/* Wait until at most `most` of what counts in *open is left. */
int ali_am_wait_for(const int *open, int most)
{
    for (unsigned round = 0; *open > most;)
        AL_TRY(wait_round(&round));
    return ASHLAR_OK;
}

int ali_am_enter(void)
{
    pthread_mutex_lock(&ali_am.lock);
    int failed = ali_am.failed;
    ali_am.failed = ASHLAR_OK;
    if (failed == ASHLAR_OK)
        return ASHLAR_OK;
    pthread_mutex_unlock(&ali_am.lock);
    return AL_FAIL(failed, "active messages: serving another rank failed (%s)",
                   ashlar_status_text(failed));
}

int ali_am_leave(int status)
{
    pthread_mutex_unlock(&ali_am.lock);
    return status < 0 ? status : ASHLAR_OK;
}

/* ---- records --------------------------------------------------------------------------------- */

/* Who serves a rank: itself, or the rank of its node that has the helper thread. */
int ali_am_server_of(const al_place_t *place)
{
    const al_nodes_t *nodes = &ali_context.nodes;
    return ali_am.progress_thread ? nodes->ranks[nodes->first[place->node]] : place->rank;
}

int ali_am_take_number(int *number)
{
    for (unsigned round = 0; ali_am.free_count == 0;)
        AL_TRY(wait_round(&round));
    *number = ali_am.free_numbers[--ali_am.free_count];
    return ASHLAR_OK;
}

static void mark_dirty(int rank)
{
    if (ali_am.peers[rank].in_dirty)
        return;
    ali_am.peers[rank].in_dirty = 1;
    ali_am.dirty[ali_am.dirty_count++] = rank;
}

/* Room for a record at the end of the batch to a rank. */
int ali_am_append(int rank, size_t bytes, am_record_t **record)
{
    am_peer_t *peer = &ali_am.peers[rank];
    bytes = ali_am_round(bytes);
    if (peer->batch && peer->used + bytes > AM_BATCH)
        AL_TRY(ali_am_send_batch(rank));
    if (!peer->batch) {
        peer->batch = ali_am_take_buffer();
        if (!peer->batch)
            return AL_FAIL(ASHLAR_ENOMEM, "active messages: no memory for a message");
    }
    *record = (am_record_t *)(void *)(peer->batch + peer->used);
    memset(*record, 0, sizeof **record);
    (*record)->length = (uint32_t)bytes;
    peer->used += bytes;
    mark_dirty(rank);
    return ASHLAR_OK;
}

static void ack_arrived(am_pending_t *pending)
{
    am_peer_t *peer = &ali_am.peers[pending->bytes >> 32];
    unsigned upto = (unsigned)pending->bytes;
    if ((int)(upto - peer->acked) > 0) /* acknowledgements may be noticed out of order */
        peer->acked = upto;
}

/* Have the batches up to a number been acknowledged? The numbers may wrap around. */
static int is_acked(const am_peer_t *peer, unsigned upto)
{
    return (int)(peer->acked - upto) >= 0;
}

static int wait_for_ack(int rank, unsigned upto)
{
    for (unsigned round = 0; !is_acked(&ali_am.peers[rank], upto);)
        AL_TRY(wait_round(&round));
    return ASHLAR_OK;
}

/* Ask a server to say when everything so far, up to batch *upto, is done. */
static int request_ack(int rank, unsigned *upto)
{
    am_record_t *record;
    int number;
    AL_TRY(ali_am_take_number(&number));
    AL_TRY(ali_am_append(rank, sizeof *record, &record));
    record->kind = AM_ACK;
    record->number = (uint16_t)number;
    ali_am.peers[rank].unfenced = 0;
    *upto = ali_am.peers[rank].sent + 1; /* the batch that holds the record */
    ali_am.peers[rank].asked = *upto;
    am_pending_t pending = {
        .done = ack_arrived, .number = number, .origin = -1, .bytes = (size_t)rank << 32 | *upto};
    MPI_Request request;
    AL_TRY(
        AL_MPI(MPI_Irecv(NULL, 0, MPI_BYTE, rank, AM_TAG_ANSWER + number, ali_am.comm, &request)));
    AL_TRY(ali_am_watch(request, &pending));
    return ali_am_send_batch(rank);
}

/* Keep the batches that a server has not acknowledged within bounds. */
int ali_am_throttle(int rank)
{
    unsigned upto;
    if (ali_am.peers[rank].sent - ali_am.peers[rank].acked < AM_UNACKED)
        return ASHLAR_OK;
    AL_TRY(request_ack(rank, &upto));
    return wait_for_ack(rank, upto);
}

/* ---- completion ------------------------------------------------------------------------------ */

/* Our own nonblocking sends and receives count as ours too: a fence completes their handles. */
static int wait_for_handles(void)
{
    for (unsigned round = 0;;) {
        int open = 0;
        for (int k = 0; k < ali_am.pending_count; ++k)
            open |= ali_am.pending[k]->handle != 0;
        if (!open)
            return ASHLAR_OK;
        AL_TRY(wait_round(&round));
    }
}

/* Wait until what was sent to some ranks is done there: all are asked before the first is awaited.
 */
static int fence_ranks(const int *ranks, int count)
{
    AL_TRY(wait_for_handles());
    int *list = malloc((size_t)count * sizeof *list + 1); /* ranks may be a list others change */
    if (!list)
        return AL_FAIL(ASHLAR_ENOMEM, "fence: no memory for %d ranks", count);
    memcpy(list, ranks, (size_t)count * sizeof *list);
    int status = ASHLAR_OK;
    for (int k = 0; k < count && status == ASHLAR_OK; ++k) {
        unsigned upto;
        if (ali_am.peers[list[k]].unfenced)
            status = request_ack(list[k], &upto);
    }
    for (int k = 0; k < count && status == ASHLAR_OK; ++k)
        status = wait_for_ack(list[k], ali_am.peers[list[k]].asked);
    free(list);
    return status;
}

/* Forget the peers that have nothing to send and nothing to fence. */
static void tidy_dirty(void)
{
    int kept = 0;
    for (int k = 0; k < ali_am.dirty_count; ++k) {
        am_peer_t *peer = &ali_am.peers[ali_am.dirty[k]];
        peer->in_dirty = peer->batch || peer->unfenced;
        if (peer->in_dirty)
            ali_am.dirty[kept++] = ali_am.dirty[k];
    }
    ali_am.dirty_count = kept;
}

static int am_fence_all(void)
{
    AL_TRY(ali_am_enter());
    int status = fence_ranks(ali_am.dirty, ali_am.dirty_count);
    tidy_dirty();
    return ali_am_leave(status);
}

static int am_fence(int rank)
{
    al_place_t place = {.rank = rank, .node = ali_context.nodes.of[rank]};
    if (place.node == ali_context.nodes.mine)
        return ASHLAR_OK;
    AL_TRY(ali_am_enter());
    int server = ali_am_server_of(&place);
    return ali_am_leave(fence_ranks(&server, 1));
}

static int am_advance(al_handle_t handle, int wait, int *done)
{
    AL_TRY(ali_am_enter());
    int status = ASHLAR_OK;
    if (!wait && !ali_handle_is_complete(handle))
        status = progress();
    for (unsigned round = 0; wait && status == ASHLAR_OK && !ali_handle_is_complete(handle);)
        status = wait_round(&round);
    *done = ali_handle_is_complete(handle);
    return ali_am_leave(status);
}

static int am_order_local(void)
{
    return ASHLAR_OK; /* a server's stores are ordered by the messages that tell of them */
}

static int am_poll(void)
{
    if (pthread_mutex_trylock(&ali_am.lock) != 0)
        return ASHLAR_OK; /* somebody is at it */
    int status = progress();
    if (status < 0)
        ali_am.failed = status;
    pthread_mutex_unlock(&ali_am.lock);
    return ASHLAR_OK;
}

/* ---- the helper thread ----------------------------------------------------------------------- */

/* Serves without being called; naps when there is nothing to do. */
static void *help(void *unused)
{
    enum { BUSY_ROUNDS = 200 };
    const struct timespec nap = {.tv_nsec = 50000};
    for (unsigned idle = 0; !atomic_load_explicit(&ali_am.stop_thread, memory_order_acquire);) {
        int happened = 0;
        if (pthread_mutex_trylock(&ali_am.lock) == 0) {
            happened = progress();
            if (happened < 0)
                ali_am.failed = happened;
            pthread_mutex_unlock(&ali_am.lock);
        }
        idle = happened > 0 ? 0 : idle + 1;
        if (idle < BUSY_ROUNDS)
            sched_yield();
        else
            nanosleep(&nap, NULL);
    }
    return unused;
}

static int start_thread(void)
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
    if (ali_context.nodes.index != 0)
        return ASHLAR_OK;
    if (pthread_create(&ali_am.thread, NULL, help, NULL) != 0)
        return AL_FAIL(ASHLAR_ESYS, "al_init: the helper thread cannot be started");
    ali_am.thread_runs = 1;
    return ASHLAR_OK;
}

static void stop_thread(void)
{
    if (!ali_am.thread_runs)
        return;
    atomic_store_explicit(&ali_am.stop_thread, 1, memory_order_release);
    pthread_join(ali_am.thread, NULL);
}

/* ---- start and stop -------------------------------------------------------------------------- */

static int allocate(void)
{
    size_t size = (size_t)ali_context.size;
    ali_am.peers = calloc(size, sizeof *ali_am.peers);
    ali_am.dirty = calloc(size, sizeof *ali_am.dirty);
    int have = ali_am.peers && ali_am.dirty;
    for (int k = 0; k < AM_RECEIVES; ++k) {
        ali_am.receive[k] = MPI_REQUEST_NULL;
        ali_am.receive_buffer[k] = malloc(AM_BATCH);
        have = have && ali_am.receive_buffer[k];
    }
    for (int k = 0; k < AM_NUMBERS; ++k)
        ali_am.free_numbers[k] = (int16_t)k;
    ali_am.free_count = AM_NUMBERS;
    return have ? ASHLAR_OK : AL_FAIL(ASHLAR_ENOMEM, "al_init: no memory for active messages");
}

static int start(void)
{
    AL_TRY(ali_agree(ali_context.comm, allocate()));
    AL_TRY(AL_MPI(MPI_Comm_dup(ali_context.comm, &ali_am.comm)));
    AL_TRY(AL_MPI(MPI_Comm_set_errhandler(ali_am.comm, MPI_ERRORS_RETURN)));
    for (int k = 0; k < AM_RECEIVES; ++k)
        AL_TRY(post_receive(k));
    return ali_context.env.progress == AL_PROGRESS_THREAD ? start_thread() : ASHLAR_OK;
}

static int am_start(void)
{
    memset(&ali_am, 0, sizeof ali_am);
    ali_am.comm = MPI_COMM_NULL;
    pthread_mutex_init(&ali_am.lock, NULL);
    ali_am.up = 1;
    ali_am.ignore = MPI_STATUSES_IGNORE;
    return ali_agree(ali_context.comm, start());
}

static void am_stop(void)
{
    if (!ali_am.up)
        return;
    stop_thread();
    for (int k = 0; k < AM_RECEIVES; ++k) {
        if (ali_am.receive[k] != MPI_REQUEST_NULL) {
            MPI_Cancel(&ali_am.receive[k]);
            MPI_Wait(&ali_am.receive[k], MPI_STATUS_IGNORE);
        }
        free(ali_am.receive_buffer[k]);
    }
    while (ali_am.pending_count > 0) { /* answers on their way out */
        --ali_am.pending_count;
        MPI_Wait(&ali_am.requests[ali_am.pending_count], MPI_STATUS_IGNORE);
        complete(ali_am.pending[ali_am.pending_count]);
    }
    while (ali_am.spare_count > 0)
        free(ali_am.spare[--ali_am.spare_count]);
    free(ali_am.requests);
    free(ali_am.pending);
    free(ali_am.ready);
    free(ali_am.indices);
    free(ali_am.peers);
    free(ali_am.dirty);
    if (ali_am.comm != MPI_COMM_NULL)
        MPI_Comm_free(&ali_am.comm);
    pthread_mutex_destroy(&ali_am.lock);
    memset(&ali_am, 0, sizeof ali_am);
    ali_am.comm = MPI_COMM_NULL;
}

const al_engine_t ali_engine_am = {.name = "am",
                                   .owns_atomics = 0,
                                   .start = am_start,
                                   .stop = am_stop,
                                   .put = ali_am_put,
                                   .get = ali_am_get,
                                   .acc = ali_am_acc,
                                   .rmw = ali_am_rmw,
                                   .get_vector = ali_am_get_vector,
                                   .advance = am_advance,
                                   .order_local = am_order_local,
                                   .fence = am_fence,
                                   .fence_all = am_fence_all,
                                   .poll = am_poll};
