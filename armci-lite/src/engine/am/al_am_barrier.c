/* The world barrier of the active-message engine. It completes what all ranks sent before, without
 * acknowledgements.
 *
 * Every rank counts the batches it sends to each node, every server those it has served. In a
 * barrier the ranks of a node send what waits to be sent, say how much they have sent, and arrive
 * at the barrier of the node. Its first rank finds out from the other nodes how many batches its
 * node has been sent, waits until they are served, and releases the others. How it finds out
 * depends on the number of nodes: on few each tells each (al_am_barrier_pairs.c), on many they add
 * up what they have sent (al_am_barrier_sums.c).
 *
 * An epoch is what is between two barriers. A batch carries that of its origin.
 *
 * Memory ordering. A server counts a batch (release) after what it wrote for it. The first rank of
 * the node sees the count (acquire) and releases its ranks (the barrier of the node): what servers
 * wrote for the batches is then visible to them. */
#include "armci-lite/src/engine/am/al_am_barrier.h"

#include <string.h>

#include "armci-lite/src/wait/al_tree.h"
#include "armci-lite/src/base/al_wait_report.h"
#include "armci-lite/src/engine/am/al_am.h"
#include "armci-lite/src/local/al_node_barrier.h"
#include "armci-lite/src/node/al_arena.h"

static struct {
    const am_barrier_kind_t *kind; /* NULL: there is no barrier yet */
    al_node_barrier_t *node;       /* in its memory; what the kind has there follows */
} barrier;

/* ---- start and stop -------------------------------------------------------------------------- */

/* *offset: of the shared memory. */
static int allocate_shared(const am_barrier_kind_t *kind, int64_t *offset)
{
    const uint64_t bytes = sizeof *barrier.node + kind->shared_bytes();
    uint32_t block;
    AL_TRY(ali_arena_alloc_committed(&ali_arena, bytes, &block));
    *offset = (int64_t)ali_arena_offset(&ali_arena, block);
    memset(ali_arena.base + *offset, 0, bytes);
    return ASHLAR_OK;
}

static void use_shared(const am_barrier_kind_t *kind, char *base)
{
    barrier.node = (al_node_barrier_t *)(void *)base;
    kind->place((char *)(barrier.node + 1));
    barrier.kind = kind;
}

/* The memory is in use before all have agreed: a rank that knows of the agreement earlier may send.
 */
int ali_am_barrier_start(void)
{
    const am_barrier_kind_t *kind =
        ali_am_barrier_pairs_suit() ? &ali_am_barrier_pairs : &ali_am_barrier_sums;
    const int *ranks = ali_nodes.ranks + ali_nodes.first[ali_nodes.mine];
    const al_tree_t mine = {ranks, ali_nodes.size, ali_nodes.index, AL_TREE_TAG};
    int64_t offset = -1;
    int status = ali_nodes.index == 0 ? allocate_shared(kind, &offset) : ASHLAR_OK;
    int received = ali_tree_broadcast(&mine, 0, &offset, sizeof offset);
    if (received != ASHLAR_OK)
        return received;
    if (offset >= 0)
        use_shared(kind, ali_arena.base + offset);
    if (status == ASHLAR_OK && (offset < 0 || !kind->start()))
        status = AL_FAIL(ASHLAR_ENOMEM, "al_init: no memory for active messages");
    return ali_agree("al_init", status);
}

/* The shared memory goes with the arena: others may still be leaving the last barrier. */
void ali_am_barrier_stop(void)
{
    if (barrier.kind)
        barrier.kind->stop();
    memset(&barrier, 0, sizeof barrier);
}

/* ---- serving --------------------------------------------------------------------------------- */

void ali_am_count_served(int origin, uint64_t served[2])
{
    if (!barrier.kind)
        return;
    barrier.kind->count_served(origin, served);
    served[0] = served[1] = 0;
}

/* ---- the barrier ----------------------------------------------------------------------------- */

/* The last batch of a server, sent or being filled. */
static uint64_t last_batch(const am_peer_t *server)
{
    return server->sent + (server->batch != NULL);
}

/* Send what waits to be sent, and say how many batches that makes. Where announcements are sent,
 * the first rank does not send its last batches yet: its announcements are added to them. */
static int send_and_count(void)
{
    const bool sends = !barrier.kind->announces || ali_nodes.index != 0;
    int status = ali_am_drain_nonblocking();
    am_peer_t *server = ali_am.peers.members[AM_UNCOUNTED].first;
    for (; server && status != ASHLAR_EMPI; server = server->next_in[AM_UNCOUNTED]) {
        const int sent = sends ? ali_am_send_batch(server) : ASHLAR_OK;
        const uint64_t last = last_batch(server);
        barrier.kind->count_sent(ali_nodes.of[server->rank], last, last - server->announced);
        server->announced = last;
        status = sent != ASHLAR_OK ? sent : status;
    }
    ali_am.server.sync_epoch += barrier.kind->counts_end_epochs;
    return status;
}

/* Everything counted is complete now, for me and for any rank that synchronises with me later: mark
 * it acknowledged, and the next fence is free. Other threads may have begun batches since. */
static void complete_epoch(void)
{
    for (int count = ali_am_count(AM_UNCOUNTED); count > 0; --count) {
        am_peer_t *server = ali_am_peers_take(&ali_am.peers, AM_UNCOUNTED);
        ali_am_note_acked(server, server->announced);
        if (last_batch(server) > server->announced)
            ali_am_add_peer(AM_UNCOUNTED, server);
    }
    ali_am_prune_unfenced();
    ali_am.server.sync_epoch += !barrier.kind->counts_end_epochs;
}

/* On the first rank. */
static int gather_and_meet(void)
{
    const unsigned n = (unsigned)ali_nodes.size;
    ali_report_wait("a barrier", AL_MY_NODE);
    unsigned round = ali_node_barrier_wait_all(barrier.node, n, 0);
    ali_report_wait("a barrier", AL_OTHER_NODES);
    int status = barrier.kind->meet_nodes();
    ali_node_barrier_release(barrier.node, n, round); /* after a failure too */
    return status;
}

int ali_am_barrier(void)
{
    AL_TRY(ali_am_enter());
    int send_status = ali_am_leave(send_and_count()), barrier_status = ASHLAR_OK;
    if (send_status == ASHLAR_EMPI)
        return send_status;
    if (ali_nodes.index == 0) {
        barrier_status = gather_and_meet();
    } else {
        ali_report_wait("a barrier", AL_ANYBODY);
        ali_node_barrier_arrive_and_wait(barrier.node, (unsigned)ali_nodes.size,
                                         (unsigned)ali_nodes.index);
    }
    ali_am_lock();
    complete_epoch();
    /* Serve what was deferred now: the program may compute for long before its next call. */
    if (ali_am.server.sync_epoch_awaited && barrier_status == ASHLAR_OK)
        barrier_status = ali_am_poll_once();
    barrier_status = ali_am_leave(barrier_status);
    return send_status != ASHLAR_OK ? send_status : barrier_status;
}
