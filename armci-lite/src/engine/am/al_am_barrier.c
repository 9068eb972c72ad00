/* The world barrier of the active-message engine. It completes what all ranks sent before, with one
 * message each way and no acknowledgements.
 *
 * Every rank numbers the batches it sends to a server. A server writes how many of each origin it
 * has served where its node can read it. In a barrier each rank of a node says how many batches it
 * has sent to each other node. The first rank of the node announces these counts to the first
 * ranks of the other nodes, behind its own last requests and in the same message. It waits until
 * all nodes have announced theirs and that many batches have been served here. Then its node has
 * completed the epoch and goes on. Other nodes may still wait: a batch carries the epoch of its
 * origin, and a server defers a request from a later epoch until its own node has completed the
 * barrier.
 *
 * Why the barrier cannot hang. A node waits only for batches from before the barrier. Those of an
 * origin are served in order, and what is deferred came after them. The announcement of the next
 * barrier is deferred as well, so one set of counts is enough.
 *
 * Memory. What is deferred waits for batches that may be behind it, so deferring must not fail:
 * memory is allocated at the start for all batches that an origin may send before it waits.
 *
 * Memory ordering. A server counts a batch (release) after what it wrote for it. The first rank of
 * the node sees the count (acquire), writes the node's epoch (release), and releases its ranks (the
 * node barrier). A server serves a request from a later epoch once it sees the node's epoch
 * (acquire): what all servers of the node wrote before is then visible to it. */
#include "armci-lite/src/engine/am/al_am_barrier.h"

#include <stdlib.h>
#include <string.h>

#include "armci-lite/src/wait/al_tree.h"
#include "armci-lite/src/base/al_util.h"
#include "armci-lite/src/base/al_wait_report.h"
#include "armci-lite/src/engine/am/al_am.h"
#include "armci-lite/src/local/al_node_barrier.h"
#include "armci-lite/src/node/al_arena.h"

/* All-to-all among the first ranks of the nodes, one record each. With more nodes
 * than NODES_MOST, or more ranks on a node than RANKS_MOST, the dissemination barrier and fences
 * are used (al_fence_barrier.c). */
enum { NODES_MOST = 8, RANKS_MOST = AM_INLINE / sizeof(uint64_t) };

/* Alone on a cache line. */
typedef struct am_count {
    _Alignas(64) _Atomic int64_t value;
} am_count_t;

/* In the memory of the node, one after the other. */
static struct {
    al_node_barrier_t *barrier; /* NULL: this barrier is not used */
    am_count_t *epoch;          /* barriers that the node has completed */
    am_count_t *served;         /* [world size] batches of an origin */
    uint64_t *sent;             /* [nodes][my node's size] batches sent by my node's ranks */
} shared;

/* State of the first rank, under the engine's lock. */
static struct {
    uint64_t *epoch;    /* [nodes] barriers that a node has announced */
    uint64_t *expected; /* [world size] batches sent to my node; ranks as in nodes->ranks */
} remote;

bool ali_am_has_barrier(void)
{
    return shared.barrier != NULL;
}

/* ---- start and stop -------------------------------------------------------------------------- */

static uint64_t shared_bytes(void)
{
    size_t nodes = (size_t)ali_nodes.count, size = (size_t)ali_context.size;
    return sizeof *shared.barrier + (1 + size) * sizeof(am_count_t) +
           nodes * (size_t)ali_nodes.size * sizeof(uint64_t);
}

static void place_shared(char *base)
{
    shared.barrier = (al_node_barrier_t *)(void *)base;
    shared.epoch = (am_count_t *)(void *)(shared.barrier + 1);
    shared.served = shared.epoch + 1;
    shared.sent = (uint64_t *)(void *)(shared.served + ali_context.size);
}

/* How many ranks of other nodes I serve, by the same rule as ali_am_server_of(). */
static int count_origins(void)
{
    int count = 0;
    for (int n = 0; n < ali_nodes.count; ++n)
        for (int k = 0; k < ali_nodes.first[n + 1] - ali_nodes.first[n]; ++k)
            count += n != ali_nodes.mine &&
                     (ali_am.progress_thread ? 0 : k % ali_nodes.size) == ali_nodes.index;
    return count;
}

/* *offset: of the shared memory. */
static int allocate_memory(int64_t *offset)
{
    remote.epoch = calloc((size_t)ali_nodes.count, sizeof *remote.epoch);
    remote.expected = calloc((size_t)ali_context.size, sizeof *remote.expected);
    if (!remote.epoch || !remote.expected)
        return AL_FAIL(ASHLAR_ENOMEM, "al_init: no memory for %d nodes", ali_nodes.count);
    uint32_t block;
    AL_TRY(ali_arena_alloc_committed(&ali_arena, shared_bytes(), &block));
    *offset = (int64_t)ali_arena_offset(&ali_arena, block);
    memset(ali_arena.base + *offset, 0, shared_bytes());
    return ASHLAR_OK;
}

static bool is_too_large(void)
{
    int64_t most = 0;
    for (int n = 0; n < ali_nodes.count; ++n)
        most = ali_max(most, ali_nodes.first[n + 1] - ali_nodes.first[n]);
    return ali_nodes.count > NODES_MOST || most > RANKS_MOST;
}

int ali_am_barrier_start(void)
{
    if (is_too_large())
        return ASHLAR_OK;
    const int *ranks = ali_nodes.ranks + ali_nodes.first[ali_nodes.mine];
    const al_tree_t mine = {ranks, ali_nodes.size, ali_nodes.index, AL_TREE_TAG};
    int64_t offset = -1;
    int status = ali_nodes.index == 0 ? allocate_memory(&offset) : ASHLAR_OK;
    int received = ali_tree_broadcast(&mine, 0, &offset, sizeof offset);
    if (received != ASHLAR_OK)
        return received;
    if (status == ASHLAR_OK && (offset < 0 || !ali_am_reserve_deferral(count_origins())))
        status = AL_FAIL(ASHLAR_ENOMEM, "al_init: no memory for active messages");
    AL_TRY(ali_agree("al_init", status));
    place_shared(ali_arena.base + offset);
    return ASHLAR_OK;
}

/* The shared memory goes with the arena: others may still be leaving the last barrier. */
void ali_am_barrier_stop(void)
{
    free(remote.epoch);
    free(remote.expected);
    memset(&remote, 0, sizeof remote);
    memset(&shared, 0, sizeof shared);
}

/* ---- serving --------------------------------------------------------------------------------- */

void ali_am_count_served(int origin, uint64_t batches)
{
    if (shared.barrier)
        atomic_store_explicit(&shared.served[origin].value, (int64_t)batches, memory_order_release);
}

bool ali_am_is_from_later_epoch(uint64_t epoch)
{
    if (AL_LIKELY(epoch <= ali_am.server.node_sync_epoch))
        return false;
    ali_am.server.node_sync_epoch =
        (uint64_t)atomic_load_explicit(&shared.epoch->value, memory_order_acquire);
    return epoch > ali_am.server.node_sync_epoch;
}

void ali_am_barrier_receive(int origin, const void *counts)
{
    int node = ali_nodes.of[origin], first = ali_nodes.first[node];
    memcpy(remote.expected + first, counts,
           (size_t)(ali_nodes.first[node + 1] - first) * sizeof *remote.expected);
    ++remote.epoch[node];
}

/* ---- the barrier ----------------------------------------------------------------------------- */

/* Send what waits to be sent, and say how many batches that makes. The first rank does not send its
 * last batch to a node yet: the counts are added to it. */
static int send_and_count(void)
{
    AL_TRY(ali_am_drain_nonblocking());
    for (int n = 0; n < ali_nodes.count; ++n) {
        if (n == ali_nodes.mine)
            continue;
        am_peer_t *server = ali_am_peer(ali_am_server_of(n));
        if (server && ali_nodes.index != 0)
            AL_TRY(ali_am_send_batch(server));
        if (server)
            server->announced = server->sent + (server->batch != NULL);
        shared.sent[n * ali_nodes.size + ali_nodes.index] = server ? server->announced : 0;
    }
    return ASHLAR_OK;
}

/* Announce to the first rank of a node what mine has sent to it. */
static int announce_to_node(int node)
{
    am_record_t *record;
    am_peer_t *server;
    const size_t bytes = (size_t)ali_nodes.size * sizeof *shared.sent;
    AL_TRY(ali_am_get_server(node, &server));
    AL_TRY(ali_am_wait_for_credit(server));
    AL_TRY(ali_am_wait_for_resources());
    AL_TRY(ali_am_append(server, sizeof *record + bytes, &record));
    record->kind = AM_BARRIER;
    memcpy(record + 1, shared.sent + (size_t)node * (size_t)ali_nodes.size, bytes);
    return ali_am_send_batch(server);
}

static bool has_node_arrived(int node, uint64_t epoch)
{
    if (remote.epoch[node] < epoch)
        return false;
    for (int k = ali_nodes.first[node]; k < ali_nodes.first[node + 1]; ++k) {
        const am_count_t *served = &shared.served[ali_nodes.ranks[k]];
        if ((uint64_t)atomic_load_explicit(&served->value, memory_order_acquire) <
            remote.expected[k])
            return false;
    }
    return true;
}

/* Announce to all before waiting for any. */
static int exchange_with_nodes(uint64_t epoch)
{
    int status = ASHLAR_OK;
    for (int n = 0; n < ali_nodes.count && status == ASHLAR_OK; ++n)
        if (n != ali_nodes.mine)
            status = announce_to_node(n);
    for (int n = 0; n < ali_nodes.count && status == ASHLAR_OK; ++n)
        for (al_wait_t wait = {0};
             status == ASHLAR_OK && n != ali_nodes.mine && !has_node_arrived(n, epoch);)
            status = ali_am_progress_with_backoff(&wait);
    atomic_store_explicit(&shared.epoch->value, (int64_t)epoch, memory_order_release);
    return status;
}

/* Everything announced is complete now, for me and for any rank that synchronises with me later:
 * mark it acknowledged, and the next fence is free. */
static void complete_epoch(uint64_t epoch)
{
    for (am_peer_t *peer = ali_am.peers.first; peer; peer = peer->next)
        ali_am_note_acked(peer, peer->announced);
    ali_am_prune_unfenced();
    ali_am.server.sync_epoch = epoch;
}

int ali_am_barrier(void)
{
    const uint64_t epoch = ali_am.server.sync_epoch + 1;
    AL_TRY(ali_am_enter());
    int send_status = ali_am_leave(send_and_count()), barrier_status = ASHLAR_OK;
    if (send_status == ASHLAR_EMPI)
        return send_status;
    ali_report_wait("a barrier", ali_nodes.index == 0 ? AL_MY_NODE : AL_ANYBODY);
    const unsigned n = (unsigned)ali_nodes.size, mine = (unsigned)ali_nodes.index;
    unsigned round = 0;
    if (mine == 0)
        round = ali_node_barrier_wait_all(shared.barrier, n, mine);
    else
        ali_node_barrier_arrive_and_wait(shared.barrier, n, mine);
    ali_am_lock();
    if (ali_nodes.index == 0) {
        ali_report_wait("a barrier", AL_OTHER_NODES);
        barrier_status = exchange_with_nodes(epoch);
        ali_node_barrier_release(shared.barrier, round); /* after a failure too */
    }
    complete_epoch(epoch);
    /* Serve what was deferred now: the program may compute for long before its next call. */
    if (ali_am.server.sync_epoch_awaited && barrier_status == ASHLAR_OK)
        barrier_status = ali_am_poll_once();
    barrier_status = ali_am_leave(barrier_status);
    return send_status != ASHLAR_OK ? send_status : barrier_status;
}
