/* The active-message engine: one-sided access to other nodes over two-sided MPI. Here: batches of
 * records, and waits for memory and for handles. al_am_origin.c, al_am_transfer.c and al_am_list.c
 * make requests, al_am_credit.c bounds them, al_am_serve.c and al_am_order.c serve, al_am_fence.c
 * has the fences, al_am_barrier*.c are the world barrier, al_am_progress.c moves what is in flight,
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
    return ali_am.requests.count == 1 && ali_am_count(AM_OPEN) == 0
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

int ali_am_find_server(int node, am_peer_t **server)
{
    const int rank = ali_am_server_of(node);
    *server = ali_am_peers_make(&ali_am.peers, rank, false);
    for (al_wait_t wait = {0}; !*server;) {
        AL_TRY(ali_am_wait_a_round(&wait));
        *server = ali_am_peers_make(&ali_am.peers, rank, false);
    }
    ali_am.origin.recent_node = node;
    ali_am.origin.recent_server = *server;
    return ASHLAR_OK;
}

int ali_am_append(am_peer_t *server, size_t bytes, am_record_t **record)
{
    int64_t begun = 0; /* messages */
    bytes = ali_round_up(bytes, 8);
    if (server->batch && server->used + bytes > AM_BATCH)
        AL_TRY(ali_am_send_batch(server));
    if (!server->batch) {
        server->batch = ali_am_buffer_get(AM_BATCH);
        server->used = sizeof(am_batch_t);
        begun = 1;
        ali_am_add_peer(AM_OPEN, server);
        ali_am_add_peer(AM_UNCOUNTED, server);
    }
    *record = (am_record_t *)(void *)(server->batch + server->used);
    memset(*record, 0, sizeof **record);
    (*record)->length = (uint32_t)bytes;
    server->used += bytes;
    ali_count_sent(begun, (int64_t)bytes + begun * (int64_t)sizeof(am_batch_t));
    return ASHLAR_OK;
}

void ali_am_mark_written(am_peer_t *server)
{
    server->written = ali_am_batch_number(server);
    ali_am_add_peer(AM_UNFENCED, server);
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
