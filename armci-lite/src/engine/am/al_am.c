/* The active-message engine: one-sided access to other nodes over two-sided MPI. Here: batches of
 * records, and waits for memory and for handles. al_am_origin.c, al_am_transfer.c and al_am_list.c
 * make requests, al_am_credit.c bounds them, al_am_serve.c and al_am_order.c serve, al_am_fence.c
 * has the fences, al_am_barrier.c is the world barrier, al_am_progress.c moves what is in flight,
 * al_am_start.c starts and stops it all. al_am.h has the protocol. */
#include "armci-lite/src/engine/am/al_am.h"

#include <string.h>

#include "armci-lite/src/base/al_util.h"
#include "armci-lite/src/local/al_handle.h"
#include "armci-lite/src/base/al_traffic.h"

am_state_t ali_am = {.comm = MPI_COMM_NULL};

/* The rank with the helper thread, or the one whose number on the node is mine modulo its size. */
int ali_am_server_of(int node)
{
    const al_nodes_t *nodes = &ali_nodes;
    int first = nodes->first[node], size = nodes->first[node + 1] - first;
    return nodes->ranks[first + (ali_am.progress_thread ? 0 : nodes->index % size)];
}

int ali_am_take_tag(void)
{
    return ali_am.origin.free_tags[--ali_am.origin.free_count];
}

void ali_am_add_rank(am_ranks_t *ranks, int rank, int *is_in)
{
    if (*is_in)
        return;
    *is_in = 1;
    ranks->rank[ranks->count++] = rank;
}

void ali_am_return_tag(int tag)
{
    ali_am.origin.free_tags[ali_am.origin.free_count++] = (int16_t)tag;
}

bool ali_am_can_request(void)
{
    return ali_am.origin.free_count > 0 && ali_am_reserve_batch() && ali_am_reserve_requests(2);
}

int ali_am_check_memory(void)
{
    return ali_am.requests.count == 1 && ali_am.origin.open_batches.count == 0
               ? AL_FAIL(ASHLAR_ENOMEM, "active messages: no memory for a message")
               : ASHLAR_OK;
}

int ali_am_wait_a_round(al_wait_t *wait)
{
    AL_TRY(ali_am_check_memory());
    return ali_am_progress_with_backoff(wait);
}

int ali_am_wait_for_resources(void)
{
    for (al_wait_t wait = {0}; !ali_am_can_request();)
        AL_TRY(ali_am_wait_a_round(&wait));
    return ASHLAR_OK;
}

int ali_am_append(int rank, size_t bytes, am_record_t **record)
{
    am_peer_t *peer = &ali_am.peers[rank];
    int64_t begun = 0; /* messages */
    bytes = ali_round_up(bytes, 8);
    if (peer->batch && peer->used + bytes > AM_BATCH)
        AL_TRY(ali_am_send_batch(rank));
    if (!peer->batch) {
        peer->batch = ali_am_buffer_get(AM_BATCH);
        peer->used = sizeof(am_batch_t);
        begun = 1;
        ali_am_add_rank(&ali_am.origin.open_batches, rank, &peer->is_open);
    }
    *record = (am_record_t *)(void *)(peer->batch + peer->used);
    memset(*record, 0, sizeof **record);
    (*record)->length = (uint32_t)bytes;
    peer->used += bytes;
    ali_count_sent(begun, (int64_t)bytes + begun * (int64_t)sizeof(am_batch_t));
    return ASHLAR_OK;
}

void ali_am_mark_written(int rank)
{
    am_peer_t *peer = &ali_am.peers[rank];
    peer->written = ali_am_batch_number(rank);
    ali_am_add_rank(&ali_am.origin.unfenced, rank, &peer->is_unfenced);
}

/* Wait for the parts of handles that have begun, not for those that other threads begin meanwhile:
 * a round ends when all parts of the one before are complete. */
int ali_am_drain_nonblocking(void)
{
    const uint64_t last = ali_am.origin.drain_round;
    for (al_wait_t wait = {0}; ali_am.origin.drain_round < last + 2;) {
        int present = (int)(ali_am.origin.drain_round % 2), before = !present;
        if (ali_am.origin.outstanding[before] == 0) {
            if (ali_am.origin.drain_round > last || ali_am.origin.outstanding[present] == 0)
                return ASHLAR_OK;
            ++ali_am.origin.drain_round;
        }
        AL_TRY(ali_am_progress_with_backoff(&wait));
    }
    return ASHLAR_OK;
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
