/* Requests of MPI under way, and the parts of nonblocking operations that they complete. */
#include "armci-lite/src/engine/am/al_am.h"

#include <stdlib.h>

#include "armci-lite/src/local/al_handle.h"

static int grow_requests(void)
{
    int capacity = ali_am.requests.capacity ? 2 * ali_am.requests.capacity : 128;
    MPI_Request *requests = realloc(ali_am.requests.mpi, (size_t)capacity * sizeof *requests);
    if (requests)
        ali_am.requests.mpi = requests;
    am_pending_t **pending = realloc(ali_am.requests.pending, (size_t)capacity * sizeof *pending);
    if (pending)
        ali_am.requests.pending = pending;
    am_pending_t **ready = realloc(ali_am.requests.ready, (size_t)capacity * sizeof *ready);
    if (ready)
        ali_am.requests.ready = ready;
    int *indices = realloc(ali_am.requests.indices, (size_t)capacity * sizeof *indices);
    if (indices)
        ali_am.requests.indices = indices;
    if (!requests || !pending || !ready || !indices)
        return 0;
    ali_am.requests.capacity = capacity;
    return 1;
}

static void retire_pending(am_pending_t *pending)
{
    pending->next = ali_am.requests.unused;
    ali_am.requests.unused = pending;
    ++ali_am.requests.unused_count;
}

static int try_reserve_requests(int n)
{
    n += ali_am_count(AM_OPEN) + ali_am.origin.open_lists;
    while (ali_am.requests.capacity - ali_am.requests.count < n)
        if (!grow_requests())
            return 0;
    while (ali_am.requests.unused_count < n) {
        am_pending_t *pending = malloc(sizeof *pending);
        if (!pending)
            return 0;
        retire_pending(pending);
    }
    return 1;
}

int ali_am_reserve_requests(int n)
{
    return try_reserve_requests(n + AM_RESERVED);
}

int ali_am_reserve_serving_request(void)
{
    return try_reserve_requests(1);
}

void ali_am_track_request(MPI_Request request, const am_pending_t *pending)
{
    am_pending_t *copy = ali_am.requests.unused;
    ali_am.requests.unused = copy->next;
    --ali_am.requests.unused_count;
    *copy = *pending;
    if (copy->update.alpha)
        copy->update.alpha = copy->alpha;
    if (copy->handle)
        copy->parity = ali_am_begin_part();
    if (copy->held)
        ali_am.memory.held += copy->buffer_bytes;
    ali_am.requests.mpi[ali_am.requests.count] = request;
    ali_am.requests.pending[ali_am.requests.count++] = copy;
}

int ali_am_begin_part(void)
{
    int parity = ali_am.origin.queued_parity >= 0 ? ali_am.origin.queued_parity
                                                  : (int)(ali_am.origin.drain_round % 2);
    ++ali_am.origin.outstanding[parity];
    return parity;
}

void ali_am_end_part(al_handle_t handle, int parity)
{
    --ali_am.origin.outstanding[parity];
    ali_handle_part_done(handle);
}

void ali_am_note_acked(am_peer_t *server, uint64_t upto)
{
    if (upto > server->acked) /* replies may complete out of order */
        server->acked = upto;
}

void ali_am_complete(am_pending_t *pending)
{
    if (pending->done)
        pending->done(pending);
    ali_am_buffer_put(pending->buffer, pending->buffer_bytes);
    if (pending->held)
        ali_am.memory.held -= pending->buffer_bytes;
    if (pending->tag >= 0)
        ali_am_return_tag(pending->tag);
    if (pending->server)
        ali_am_note_acked(pending->server, pending->upto);
    if (pending->unfinished)
        --*pending->unfinished;
    if (pending->handle)
        ali_am_end_part(pending->handle, pending->parity);
    retire_pending(pending);
}
