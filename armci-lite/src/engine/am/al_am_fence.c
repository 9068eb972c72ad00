/* Fences of the active-message engine: wait until the servers have done what was written. */
#include "armci-lite/src/engine/am/al_am.h"

#include <stdlib.h>

#include "armci-lite/src/base/al_wait_report.h"

/* Have a request for an acknowledgement under way to a server that has something to do. */
static int request_fence(am_peer_t *server)
{
    if (server->written > server->acked && server->written > server->ack_requested)
        AL_TRY(ali_am_wait_for_resources());
    if (server->written > server->acked && server->written > server->ack_requested)
        AL_TRY(ali_am_request_ack(server, NULL, NULL));
    return ASHLAR_OK;
}

static int await_fence(const am_peer_t *server)
{
    uint64_t upto = server->written > server->acked ? server->ack_requested : 0;
    ali_report_wait("a fence", server->rank);
    for (al_wait_t wait = {0}; upto > server->acked;)
        AL_TRY(ali_am_progress_with_backoff(&wait));
    return ASHLAR_OK;
}

/* Wait until what was written by some servers is done: ask all of them, then wait for each. Other
 * threads fence what they write meanwhile. */
static int fence_servers(am_peer_t *const *servers, int count)
{
    for (int k = 0; k < count; ++k)
        AL_TRY(request_fence(servers[k]));
    for (int k = 0; k < count; ++k)
        AL_TRY(await_fence(servers[k]));
    return ASHLAR_OK;
}

/* The same, of all peers that there are. */
static int fence_peers(am_peer_t *newest)
{
    for (am_peer_t *peer = newest; peer; peer = peer->next)
        AL_TRY(request_fence(peer));
    for (am_peer_t *peer = newest; peer; peer = peer->next)
        AL_TRY(await_fence(peer));
    return ASHLAR_OK;
}

void ali_am_prune_unfenced(void)
{
    for (int count = ali_am_count(AM_UNFENCED); count > 0; --count) {
        am_peer_t *server = ali_am_peers_take(&ali_am.peers, AM_UNFENCED);
        if (server->written > server->acked)
            ali_am_add_peer(AM_UNFENCED, server);
    }
}

/* Other threads may change the set of unfenced servers while this one waits: use a copy or, without
 * memory for one, all peers. */
static int fence_unfenced(void)
{
    AL_TRY(ali_am_drain_nonblocking()); /* a queued transfer is not in the set yet */
    int count = 0;
    am_peer_t **servers = malloc((size_t)ali_am_count(AM_UNFENCED) * sizeof *servers + 1);
    am_peer_t *next = servers ? ali_am.peers.members[AM_UNFENCED].first : NULL;
    for (; next; next = next->next_in[AM_UNFENCED])
        servers[count++] = next;
    int status = servers ? fence_servers(servers, count) : fence_peers(ali_am.peers.first);
    free(servers);
    ali_am_prune_unfenced();
    return status;
}

int ali_am_fence_all(void)
{
    AL_TRY(ali_am_enter());
    int is_unfinished =
        ali_am_count(AM_UNFENCED) || ali_am.origin.outstanding[0] || ali_am.origin.outstanding[1];
    return ali_am_leave(is_unfinished ? fence_unfenced() : ASHLAR_OK);
}

/* Those of some ranks from ranks[*next] on. Those on my node have none. */
static int take_servers(am_peer_t **servers, int most, const int *ranks, int count, int *next)
{
    int n = 0;
    for (; *next < count && n < most; ++*next) {
        const int node = ali_nodes.of[ranks[*next]];
        am_peer_t *server = node == ali_nodes.mine ? NULL : ali_am_peer(ali_am_server_of(node));
        if (server)
            servers[n++] = server;
    }
    return n;
}

/* Some at a time. */
int ali_am_fence(const int *ranks, int count)
{
    enum { PART = 64 };
    AL_TRY(ali_am_enter());
    int status = ASHLAR_OK;
    for (int k = 0; k < count && status == ASHLAR_OK;) {
        am_peer_t *servers[PART];
        int n = take_servers(servers, PART, ranks, count, &k);
        if (n > 0)
            status = ali_am_drain_nonblocking();
        if (status == ASHLAR_OK)
            status = fence_servers(servers, n);
    }
    return ali_am_leave(status);
}

int ali_am_flush_node(int node)
{
    AL_TRY(ali_am_enter());
    am_peer_t *server = ali_am_peer(ali_am_server_of(node));
    return ali_am_leave(server ? fence_servers(&server, 1) : ASHLAR_OK);
}
