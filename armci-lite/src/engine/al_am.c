/* The active-message engine: one-sided access to other nodes over two-sided MPI. Here: what is
 * under way, progress, acknowledgements and fences, the helper thread. al_am_ask.c asks,
 * al_am_serve.c answers, al_am.h has the protocol. */
#include "armci-lite/src/engine/al_am.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>

#include "armci-lite/src/base/al_wait.h"
#include "armci-lite/src/base/al_waiting.h"
#include "armci-lite/src/engine/al_engines.h"
#include "armci-lite/src/local/al_handle.h"

am_state_t ali_am = {.comm = MPI_COMM_NULL};

/* ---- memory for messages --------------------------------------------------------------------- */

static am_pool_t *pool_for(size_t bytes)
{
    if (bytes <= ali_am.small.bytes)
        return &ali_am.small;
    return bytes <= ali_am.large.bytes ? &ali_am.large : NULL;
}

char *ali_am_buffer_get(size_t bytes)
{
    am_pool_t *pool = pool_for(bytes);
    if (!pool)
        return malloc(bytes);
    return pool->count ? pool->spare[--pool->count] : malloc(pool->bytes);
}

void ali_am_buffer_put(char *buffer, size_t bytes)
{
    am_pool_t *pool = pool_for(bytes);
    if (buffer && pool && pool->count < (int)(sizeof pool->spare / sizeof *pool->spare))
        pool->spare[pool->count++] = buffer;
    else
        free(buffer);
}

static void empty_pool(am_pool_t *pool)
{
    while (pool->count > 0)
        free(pool->spare[--pool->count]);
}

/* ---- requests under way ---------------------------------------------------------------------- */

static int grow_requests(void)
{
    int room = ali_am.room ? 2 * ali_am.room : 128;
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
        return 0;
    ali_am.room = room;
    return 1;
}

static void retire_pending(am_pending_t *pending)
{
    pending->next = ali_am.unused;
    ali_am.unused = pending;
    ali_am.unused_count++;
}

int ali_am_have_requests(int n)
{
    n += ali_am.filling.count;
    while (ali_am.room - ali_am.count < n)
        if (!grow_requests())
            return 0;
    while (ali_am.unused_count < n) {
        am_pending_t *pending = malloc(sizeof *pending);
        if (!pending)
            return 0;
        retire_pending(pending);
    }
    return 1;
}

void ali_am_watch(MPI_Request request, const am_pending_t *pending)
{
    am_pending_t *copy = ali_am.unused;
    ali_am.unused = copy->next;
    ali_am.unused_count--;
    *copy = *pending;
    if (copy->update.alpha)
        copy->update.alpha = copy->alpha;
    if (copy->handle)
        ali_am.open_handles++;
    if (copy->held)
        ali_am.held += copy->buffer_bytes;
    ali_am.requests[ali_am.count] = request;
    ali_am.pending[ali_am.count++] = copy;
}

static void note_acked(int rank, unsigned upto)
{
    am_peer_t *peer = &ali_am.peers[rank];
    if ((int)(upto - peer->acked) > 0) /* answers may be noticed out of order */
        peer->acked = upto;
}

static void complete(am_pending_t *pending)
{
    if (pending->done)
        pending->done(pending);
    ali_am_buffer_put(pending->buffer, pending->buffer_bytes);
    if (pending->held)
        ali_am.held -= pending->buffer_bytes;
    if (pending->number >= 0)
        ali_am_return_number(pending->number);
    if (pending->server >= 0)
        note_acked(pending->server, pending->upto);
    if (pending->open)
        --*pending->open;
    if (pending->handle) {
        ali_am.open_handles--;
        ali_handle_part_done(pending->handle);
    }
    retire_pending(pending);
}

/* ---- progress -------------------------------------------------------------------------------- */

static int post_receive(int slot)
{
    return AL_MPI(MPI_Irecv(ali_am.receive_buffer[slot], AM_BATCH, MPI_BYTE, MPI_ANY_SOURCE,
                            AM_TAG_BATCH, ali_am.comm, &ali_am.receive[slot]));
}

/* Serve the batch of the head, which has arrived, and make the next receive the head: MPI matches
 * receives in the order in which they were posted. */
static int serve_head(void)
{
    int slot = ali_am.head;
    const am_batch_t *batch = (const am_batch_t *)(const void *)ali_am.receive_buffer[slot];
    int served =
        ali_am_serve(batch->origin, (const char *)(batch + 1), batch->bytes - sizeof *batch);
    int posted = post_receive(slot); /* whatever the result: the next is the next */
    ali_am.head = (slot + 1) % AM_RECEIVES;
    ali_am.requests[0] = ali_am.receive[ali_am.head];
    return served != ASHLAR_OK ? served : posted;
}

/* The head and those behind it, as far as they have arrived. */
static int serve_arrived(void)
{
    int arrived = 1;
    for (int k = 0; k < AM_RECEIVES && arrived; ++k) {
        AL_TRY(serve_head());
        AL_TRY(AL_MPI(MPI_Test(&ali_am.requests[0], &arrived, MPI_STATUS_IGNORE)));
    }
    return arrived ? serve_head() : ASHLAR_OK;
}

/* Take the completed requests, listed in indices, out of the list: what follows adds to it. Returns
 * how many; *arrived: the head is one of them. */
static int take_ready(int count, int *arrived)
{
    int ready = 0, kept = 1;
    *arrived = 0;
    for (int k = 0; k < count; ++k) {
        int index = ali_am.indices[k];
        if (index == 0) {
            *arrived = 1;
            continue;
        }
        ali_am.ready[ready++] = ali_am.pending[index];
        ali_am.pending[index] = NULL;
    }
    for (int k = 1; ready && k < ali_am.count; ++k)
        if (ali_am.pending[k]) {
            ali_am.pending[kept] = ali_am.pending[k];
            ali_am.requests[kept++] = ali_am.requests[k];
        }
    if (ready)
        ali_am.count = kept;
    return ready;
}

/* Find completed requests and do what follows them; returns how many, or an error. */
static int complete_some(void)
{
    int count, arrived;
    AL_TRY(
        AL_MPI(MPI_Testsome(ali_am.count, ali_am.requests, &count, ali_am.indices, ali_am.ignore)));
    if (count == MPI_UNDEFINED || count == 0)
        return 0;
    int ready = take_ready(count, &arrived), first_failure = ASHLAR_OK;
    for (int k = 0; k < ready; ++k) {
        int origin = ali_am.ready[k]->origin;
        complete(ali_am.ready[k]);
        int result = origin >= 0 ? ali_am_resume(origin) : ASHLAR_OK;
        if (first_failure == ASHLAR_OK)
            first_failure = result;
    }
    int served = arrived ? serve_arrived() : ASHLAR_OK;
    if (first_failure == ASHLAR_OK)
        first_failure = served;
    return first_failure != ASHLAR_OK ? first_failure : count;
}

/* Serve the origins that waited for room, oldest first; they may have to wait again. */
static int feed_starved(void)
{
    int waiting = ali_am.starved.count, first_failure = ASHLAR_OK;
    for (int k = 0; k < waiting; ++k) {
        int origin = ali_am.starved.rank[k];
        ali_am.peers[origin].is_starved = 0;
        int result = ali_am_resume(origin);
        if (first_failure == ASHLAR_OK)
            first_failure = result;
    }
    ali_am.starved.count -= waiting;
    memmove(ali_am.starved.rank, ali_am.starved.rank + waiting,
            (size_t)ali_am.starved.count * sizeof *ali_am.starved.rank);
    return first_failure;
}

void ali_am_note_broken(void)
{
    if (!*ali_am.broken)
        snprintf(ali_am.broken, sizeof ali_am.broken, "%s", ashlar_error_message());
}

static int is_broken(void)
{
    return AL_FAIL(ASHLAR_EMPI, "active messages ended when a call of MPI failed: %s",
                   ali_am.broken);
}

int ali_am_send_batch(int rank)
{
    am_peer_t *peer = &ali_am.peers[rank];
    if (!peer->batch)
        return ASHLAR_OK;
    am_batch_t *batch = (am_batch_t *)(void *)peer->batch;
    batch->origin = ali_context.rank;
    batch->bytes = (uint32_t)peer->used;
    am_pending_t pending = {
        .buffer = peer->batch, .buffer_bytes = AM_BATCH, .number = -1, .origin = -1, .server = -1};
    MPI_Request request;
    int status = AL_MPI(MPI_Isend(peer->batch, (int)peer->used, MPI_BYTE, rank, AM_TAG_BATCH,
                                  ali_am.comm, &request));
    if (status != ASHLAR_OK) { /* somebody waits for what it asks for */
        ali_am_note_broken();
        return status;
    }
    peer->batch = NULL;
    peer->used = 0;
    peer->sent++;
    ali_am_watch(request, &pending);
    return ASHLAR_OK;
}

static int send_batches(void)
{
    while (ali_am.filling.count > 0) {
        int rank = ali_am.filling.rank[ali_am.filling.count - 1];
        AL_TRY(ali_am_send_batch(rank));
        ali_am.filling.count--;
        ali_am.peers[rank].is_filling = 0;
    }
    return ASHLAR_OK;
}

int ali_am_poll_once(void)
{
    int happened = complete_some();
    if (happened > 0 && ali_am.starved.count && ali_am.held <= AM_HELD / 2) {
        int fed = feed_starved();
        happened = fed == ASHLAR_OK ? happened : fed;
    }
    if (AL_UNLIKELY(happened == ASHLAR_EMPI))
        ali_am_note_broken();
    return happened;
}

/* Send what is gathered, then look. */
static int progress(void)
{
    if (AL_UNLIKELY(*ali_am.broken))
        return is_broken();
    AL_TRY(send_batches());
    return ali_am_poll_once();
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

/* Wait until at most `most` of what counts in *open is left. What still is under way counts down
 * there: an error of serving others does not end the wait. */
int ali_am_wait_for(const int *open, int most)
{
    int first_failure = ASHLAR_OK;
    for (unsigned round = 0; *open > most;) {
        int result = wait_round(&round);
        if (result != ASHLAR_OK && *ali_am.broken)
            return result;
        if (first_failure == ASHLAR_OK)
            first_failure = result;
    }
    return first_failure;
}

int ali_am_enter(void)
{
    pthread_mutex_lock(&ali_am.lock);
    int failed = ali_am.failed;
    ali_am.failed = ASHLAR_OK;
    if (AL_LIKELY(failed == ASHLAR_OK && !*ali_am.broken))
        return ASHLAR_OK;
    pthread_mutex_unlock(&ali_am.lock);
    if (*ali_am.broken)
        return is_broken();
    return AL_FAIL(failed, "active messages: serving another rank failed (%s)",
                   ashlar_status_text(failed));
}

int ali_am_leave(int status)
{
    pthread_mutex_unlock(&ali_am.lock);
    return status < 0 ? status : ASHLAR_OK;
}

/* ---- records --------------------------------------------------------------------------------- */

/* The rank with the helper thread, or one of the same number as mine, as far as there are any. */
int ali_am_server_of(int node)
{
    const al_nodes_t *nodes = &ali_nodes;
    int first = nodes->first[node], size = nodes->first[node + 1] - first;
    return nodes->ranks[first + (ali_am.progress_thread ? 0 : nodes->index % size)];
}

int ali_am_take_number(int *number)
{
    for (unsigned round = 0; ali_am.free_count == 0;)
        AL_TRY(wait_round(&round));
    *number = ali_am.free_numbers[--ali_am.free_count];
    return ASHLAR_OK;
}

static void add_rank(am_ranks_t *ranks, int rank, int *is_in)
{
    if (*is_in)
        return;
    *is_in = 1;
    ranks->rank[ranks->count++] = rank;
}

void ali_am_return_number(int number)
{
    ali_am.free_numbers[ali_am.free_count++] = (int16_t)number;
}

/* Is there a batch to be filled? */
static int have_batch(void)
{
    if (ali_am.small.count == 0) {
        char *batch = malloc(AM_BATCH);
        if (!batch)
            return 0;
        ali_am.small.spare[ali_am.small.count++] = batch;
    }
    return 1;
}

int ali_am_prepare(void)
{
    for (unsigned round = 0; !have_batch() || !ali_am_have_requests(2);) {
        if (ali_am.count == 1 && ali_am.filling.count == 0)
            return AL_FAIL(ASHLAR_ENOMEM, "active messages: no memory for a message");
        AL_TRY(wait_round(&round));
    }
    return ASHLAR_OK;
}

/* Room for a record at the end of the batch to a rank. */
int ali_am_append(int rank, size_t bytes, am_record_t **record)
{
    am_peer_t *peer = &ali_am.peers[rank];
    bytes = ali_am_round(bytes);
    if (peer->batch && peer->used + bytes > AM_BATCH)
        AL_TRY(ali_am_send_batch(rank));
    if (!peer->batch) {
        peer->batch = ali_am_buffer_get(AM_BATCH);
        peer->used = sizeof(am_batch_t);
        add_rank(&ali_am.filling, rank, &peer->is_filling);
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
    add_rank(&ali_am.dirty, rank, &peer->is_dirty);
}

/* Does batch number a come after b? The numbers may wrap around. */
static int is_after(unsigned a, unsigned b)
{
    return (int)(a - b) > 0;
}

static int wait_for_ack(int rank, unsigned upto)
{
    ali_waiting_for("a fence or a full window", rank);
    for (unsigned round = 0; is_after(upto, ali_am.peers[rank].acked);)
        AL_TRY(wait_round(&round));
    return ASHLAR_OK;
}

/* Ask a server to say when everything so far is done. */
static int request_ack(int rank)
{
    am_record_t *record;
    MPI_Request request;
    am_pending_t pending = {.origin = -1, .server = rank};
    AL_TRY(ali_am_take_number(&pending.number));
    int status = ali_am_prepare();
    if (status == ASHLAR_OK)
        status = ali_am_append(rank, sizeof *record, &record);
    if (status == ASHLAR_OK)
        status = AL_MPI(MPI_Irecv(NULL, 0, MPI_BYTE, rank, AM_TAG_ANSWER + pending.number,
                                  ali_am.comm, &request));
    if (status != ASHLAR_OK) {
        ali_am_return_number(pending.number);
        return status;
    }
    record->kind = AM_ACK;
    record->number = (uint16_t)pending.number;
    pending.upto = ali_am_batch_number(rank);
    ali_am.peers[rank].asked = pending.upto;
    ali_am_watch(request, &pending);
    return ali_am_send_batch(rank);
}

/* Ask at half the bound, so that the answer is there before it is reached. */
int ali_am_throttle(int rank)
{
    am_peer_t *peer = &ali_am.peers[rank];
    unsigned open = peer->sent - peer->acked;
    if (open < AM_UNACKED / 2)
        return ASHLAR_OK;
    if (!is_after(peer->asked, peer->acked))
        AL_TRY(request_ack(rank));
    return open < AM_UNACKED ? ASHLAR_OK : wait_for_ack(rank, peer->sent - AM_UNACKED + 1);
}

/* ---- completion ------------------------------------------------------------------------------ */

/* Wait until what was written on some nodes is done there: all are asked before the first is
 * awaited. A fence completes my handles too. list: NULL: ranks 0..count-1. */
static int fence_ranks(const int *list, int count)
{
    AL_TRY(ali_am_wait_for(&ali_am.open_handles, 0));
    int status = ASHLAR_OK;
    for (int k = 0; k < count && status == ASHLAR_OK; ++k) {
        int rank = list ? list[k] : k;
        const am_peer_t *peer = &ali_am.peers[rank];
        if (is_after(peer->written, peer->acked) && is_after(peer->written, peer->asked))
            status = request_ack(rank);
    }
    for (int k = 0; k < count && status == ASHLAR_OK; ++k) {
        int rank = list ? list[k] : k;
        status = wait_for_ack(rank, ali_am.peers[rank].written);
    }
    return status;
}

static void tidy_dirty(void)
{
    int kept = 0;
    for (int k = 0; k < ali_am.dirty.count; ++k) {
        am_peer_t *peer = &ali_am.peers[ali_am.dirty.rank[k]];
        peer->is_dirty = is_after(peer->written, peer->acked);
        if (peer->is_dirty)
            ali_am.dirty.rank[kept++] = ali_am.dirty.rank[k];
    }
    ali_am.dirty.count = kept;
}

/* Other threads may change the list of dirty ranks while this one waits: it goes by a copy or,
 * without memory for that, through all ranks. */
static int fence_dirty(void)
{
    int count = ali_am.dirty.count;
    int *list = malloc((size_t)count * sizeof *list + 1);
    if (list)
        memcpy(list, ali_am.dirty.rank, (size_t)count * sizeof *list);
    int status = fence_ranks(list, list ? count : ali_context.size);
    free(list);
    tidy_dirty();
    return status;
}

static int am_fence_all(void)
{
    AL_TRY(ali_am_enter());
    return ali_am_leave(ali_am.dirty.count || ali_am.open_handles ? fence_dirty() : ASHLAR_OK);
}

static int am_fence(int rank)
{
    int node = ali_nodes.of[rank];
    if (node == ali_nodes.mine)
        return ASHLAR_OK;
    AL_TRY(ali_am_enter());
    int server = ali_am_server_of(node);
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

/* Along with the engine's own requests: one call of MPI a round. */
static int am_wait_mpi(MPI_Request request)
{
    int open = 1, status = ASHLAR_OK;
    const am_pending_t pending = {.open = &open, .number = -1, .origin = -1, .server = -1};
    pthread_mutex_lock(&ali_am.lock);
    int listed = ali_am_have_requests(1); /* else it is tested by itself */
    if (listed)
        ali_am_watch(request, &pending);
    for (unsigned round = 0; status == ASHLAR_OK && open;) {
        int done = 0, happened = wait_round(&round);
        if (*ali_am.broken)
            status = happened;
        else if (happened < 0) /* of serving another rank: the next request reports it */
            ali_am.failed = happened;
        if (!listed && status == ASHLAR_OK) {
            status = AL_MPI(MPI_Test(&request, &done, MPI_STATUS_IGNORE));
            open = !done;
        }
    }
    return ali_am_leave(status);
}

/* ---- the helper thread ----------------------------------------------------------------------- */

/* Serves without being called. It naps between looks, but for a few right after something came: a
 * thread that yields in a loop instead uses up its share of a core where a rank computes, and then
 * waits some milliseconds for the end of that rank's slice. */
static void *help(void *unused)
{
    enum { LOOKS = 4 };
    const struct timespec nap = {.tv_nsec = 50000};
    prctl(PR_SET_TIMERSLACK, 1); /* else a nap takes twice as long */
    while (!atomic_load_explicit(&ali_am.stop_thread, memory_order_acquire)) {
        for (int look = 0; look < LOOKS; ++look) {
            if (pthread_mutex_trylock(&ali_am.lock) != 0)
                break; /* the rank is at it itself */
            int happened = progress();
            if (happened < 0)
                ali_am.failed = happened;
            pthread_mutex_unlock(&ali_am.lock);
            if (happened > 0)
                look = 0;
        }
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
    if (ali_nodes.index != 0)
        return ASHLAR_OK;
    sigset_t all, before;
    sigfillset(&all); /* signals are the program's: for its own threads */
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int created = pthread_create(&ali_am.thread, NULL, help, NULL) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (!created)
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

static int allocate_state(void)
{
    size_t size = (size_t)ali_context.size;
    ali_am.peers = calloc(size, sizeof *ali_am.peers);
    ali_am.filling.rank = calloc(size, sizeof *ali_am.filling.rank);
    ali_am.dirty.rank = calloc(size, sizeof *ali_am.dirty.rank);
    ali_am.starved.rank = calloc(2 * size, sizeof *ali_am.starved.rank); /* they may starve again */
    ali_am.small.bytes = AM_BATCH;
    ali_am.large.bytes = AM_FRAGMENT;
    int have = ali_am.peers && ali_am.filling.rank && ali_am.dirty.rank && ali_am.starved.rank &&
               ali_am_have_requests(2) && have_batch(); /* with these all can be done, if slowly */
    for (int k = 0; k < AM_RECEIVES; ++k) {
        ali_am.receive_buffer[k] = malloc(AM_BATCH);
        have = have && ali_am.receive_buffer[k];
    }
    for (int k = 0; k < AM_RECEIVES; ++k)
        ali_am.receive[k] = MPI_REQUEST_NULL;
    for (int k = 0; k < AM_NUMBERS; ++k)
        ali_am.free_numbers[k] = (int16_t)k;
    ali_am.free_count = AM_NUMBERS;
    return have ? ASHLAR_OK : AL_FAIL(ASHLAR_ENOMEM, "al_init: no memory for active messages");
}

static int start_receiving(void)
{
    AL_TRY(ali_agree("al_init", ali_context.comm, allocate_state()));
    AL_TRY(AL_MPI(MPI_Comm_dup(ali_context.comm, &ali_am.comm)));
    AL_TRY(AL_MPI(MPI_Comm_set_errhandler(ali_am.comm, MPI_ERRORS_RETURN)));
    for (int k = 0; k < AM_RECEIVES; ++k)
        AL_TRY(post_receive(k));
    ali_am.requests[0] = ali_am.receive[0];
    ali_am.count = 1;
    return ali_context.env.progress == AL_PROGRESS_THREAD ? start_thread() : ASHLAR_OK;
}

static int am_start(void)
{
    memset(&ali_am, 0, sizeof ali_am);
    ali_am.comm = MPI_COMM_NULL;
    pthread_mutex_init(&ali_am.lock, NULL);
    ali_am.up = 1;
    ali_am.ignore = MPI_STATUSES_IGNORE;
    return ali_agree("al_init", ali_context.comm, start_receiving());
}

static void am_stop(int together)
{
    if (!ali_am.up)
        return;
    stop_thread();
    while (together && ali_am.count > 1 && !*ali_am.broken) { /* answers on their way out */
        --ali_am.count;
        MPI_Wait(&ali_am.requests[ali_am.count], MPI_STATUS_IGNORE);
        complete(ali_am.pending[ali_am.count]);
    }
    for (int k = 0; k < AM_RECEIVES; ++k) {
        if (ali_am.receive[k] != MPI_REQUEST_NULL && MPI_Cancel(&ali_am.receive[k]) == MPI_SUCCESS)
            MPI_Wait(&ali_am.receive[k], MPI_STATUS_IGNORE);
        free(ali_am.receive_buffer[k]);
    }
    empty_pool(&ali_am.small);
    empty_pool(&ali_am.large);
    while (ali_am.unused) {
        am_pending_t *pending = ali_am.unused;
        ali_am.unused = pending->next;
        free(pending);
    }
    free(ali_am.requests);
    free(ali_am.pending);
    free(ali_am.ready);
    free(ali_am.indices);
    free(ali_am.peers);
    free(ali_am.filling.rank);
    free(ali_am.dirty.rank);
    free(ali_am.starved.rank);
    if (ali_am.comm != MPI_COMM_NULL)
        MPI_Comm_free(&ali_am.comm);
    pthread_mutex_destroy(&ali_am.lock);
    memset(&ali_am, 0, sizeof ali_am);
    ali_am.comm = MPI_COMM_NULL;
}

const al_engine_t ali_engine_am = {.name = "am",
                                   .owns_atomics = 0,
                                   .serves_polls = 1,
                                   .start = am_start,
                                   .stop = am_stop,
                                   .put = ali_am_put,
                                   .get = ali_am_get,
                                   .acc = ali_am_acc,
                                   .rmw = ali_am_rmw,
                                   .points = ali_am_points,
                                   .advance = am_advance,
                                   .order_local = am_order_local,
                                   .fence = am_fence,
                                   .fence_all = am_fence_all,
                                   .poll = am_poll,
                                   .wait_mpi = am_wait_mpi};
