/* Fences of the active-message engine: wait until the servers have done what was written. */
#include "armci-lite/src/engine/am/al_am.h"

#include <stdlib.h>
#include <string.h>

#include "armci-lite/src/base/al_wait_report.h"

/* Wait until what was written by some servers is done: ask all of them, then wait for each. Other
 * threads fence what they write meanwhile. servers NULL: ranks 0..count-1. */
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
        ali_report_wait("a fence", server);
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

/* Other threads may change the list of unfenced servers while this one waits: use a copy or,
 * without memory for one, all ranks. */
static int fence_unfenced(void)
{
    AL_TRY(ali_am_drain_nonblocking()); /* a queued transfer is not in the list yet */
    int count = ali_am.origin.unfenced.count;
    int *list = malloc((size_t)count * sizeof *list + 1);
    if (list)
        memcpy(list, ali_am.origin.unfenced.rank, (size_t)count * sizeof *list);
    int status = fence_servers(list, list ? count : ali_context.size);
    free(list);
    ali_am_prune_unfenced();
    return status;
}

int ali_am_fence_all(void)
{
    AL_TRY(ali_am_enter());
    int is_unfinished = ali_am.origin.unfenced.count || ali_am.origin.outstanding[0] ||
                        ali_am.origin.outstanding[1];
    return ali_am_leave(is_unfinished ? fence_unfenced() : ASHLAR_OK);
}

/* Some at a time; those on my node need none. */
int ali_am_fence(const int *ranks, int count)
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
