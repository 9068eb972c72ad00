/* The world barrier on few nodes (al_am_barrier.c): one message each way between each two.
 *
 * A server writes how many batches of each origin it has served where its node can read it. The
 * first rank of a node announces to the first ranks of the other nodes how many batches each of its
 * ranks has sent there, behind its own last requests and in the same message. It waits until all
 * nodes have announced theirs and that many batches have been served here. Then its node has
 * completed the epoch and goes on. Other nodes may still wait: a server defers a request from a
 * later epoch until its own node has completed the barrier.
 *
 * Why the barrier cannot hang. A node waits only for batches from before the barrier. Those of an
 * origin are served in order, and what is deferred came after them. The announcement of the next
 * barrier is deferred as well, so one set of counts is enough.
 *
 * Memory. What is deferred waits for batches that may be behind it, so deferring must not fail:
 * memory is allocated at the start for all batches that an origin may send before it waits.
 *
 * Memory ordering. The first rank of the node sees the counts of the servers (acquire) and writes
 * the node's epoch (release). A server serves a request from a later epoch once it sees the node's
 * epoch (acquire): what all servers of the node wrote before is then visible to it. */
#include <stdlib.h>
#include <string.h>

#include "armci-lite/src/base/al_util.h"
#include "armci-lite/src/engine/am/al_am.h"
#include "armci-lite/src/engine/am/al_am_barrier.h"

/* On 9 nodes a first rank sends as many messages as it does by sums, on more it sends more; but its
 * node waits for one of them, not for rounds of them. */
enum { NODES_MOST = 8, RANKS_MOST = AM_INLINE / sizeof(uint64_t) };

/* Alone on a cache line. */
typedef struct am_count {
    _Alignas(64) _Atomic uint64_t value;
} am_count_t;

/* In the memory of the node, one after the other. */
static struct {
    am_count_t *epoch;  /* barriers that the node has completed */
    am_count_t *served; /* [world size] batches of an origin */
    uint64_t *sent;     /* [nodes][my node's size] batches sent by my node's ranks */
} shared;

/* State of the first rank, under the engine's lock. */
static struct {
    uint64_t *epoch;    /* [nodes] barriers that a node has announced */
    uint64_t *expected; /* [world size] batches sent to my node; ranks as in nodes->ranks */
} remote;

/* ---- start and stop -------------------------------------------------------------------------- */

bool ali_am_barrier_pairs_suit(void)
{
    int64_t most = 0;
    for (int n = 0; n < ali_nodes.count && n < NODES_MOST; ++n)
        most = ali_max(most, ali_nodes.first[n + 1] - ali_nodes.first[n]);
    return ali_nodes.count <= NODES_MOST && most <= RANKS_MOST;
}

static uint64_t pairs_shared_bytes(void)
{
    size_t nodes = (size_t)ali_nodes.count, size = (size_t)ali_context.size;
    return (1 + size) * sizeof(am_count_t) + nodes * (size_t)ali_nodes.size * sizeof(uint64_t);
}

static void place_pairs(char *base)
{
    shared.epoch = (am_count_t *)(void *)base;
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

/* Have records of those to whom this rank announces, as a barrier must not fail on one rank. */
static bool make_servers(void)
{
    bool has_all = true;
    for (int n = 0; n < ali_nodes.count; ++n)
        has_all &= n == ali_nodes.mine ||
                   ali_am_peers_make(&ali_am.peers, ali_am_server_of(n), false) != NULL;
    return has_all;
}

static bool start_pairs(void)
{
    const bool is_first = ali_nodes.index == 0;
    if (is_first) {
        remote.epoch = calloc((size_t)ali_nodes.count, sizeof *remote.epoch);
        remote.expected = calloc((size_t)ali_context.size, sizeof *remote.expected);
    }
    return (!is_first || (remote.epoch && remote.expected && make_servers())) &&
           ali_am_reserve_deferral(count_origins());
}

static void stop_pairs(void)
{
    free(remote.epoch);
    free(remote.expected);
    memset(&remote, 0, sizeof remote);
    ali_am_free_deferral();
}

/* ---- serving --------------------------------------------------------------------------------- */

/* One server serves an origin. */
static void count_served_of_origin(int origin, const uint64_t served[2])
{
    _Atomic uint64_t *count = &shared.served[origin].value;
    atomic_store_explicit(count,
                          atomic_load_explicit(count, memory_order_relaxed) + served[0] + served[1],
                          memory_order_release);
}

bool ali_am_is_from_later_epoch(uint64_t epoch)
{
    if (AL_LIKELY(epoch <= ali_am.server.node_sync_epoch))
        return false;
    ali_am.server.node_sync_epoch =
        atomic_load_explicit(&shared.epoch->value, memory_order_acquire);
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

static void count_sent_to_node(int node, uint64_t sent, uint64_t more)
{
    (void)more;
    shared.sent[node * ali_nodes.size + ali_nodes.index] = sent;
}

/* Announce to the first rank of a node what mine has sent to it. */
static int announce_to_node(int node)
{
    am_record_t *record;
    am_peer_t *server;
    const size_t bytes = (size_t)ali_nodes.size * sizeof *shared.sent;
    uint64_t *counts = shared.sent + (size_t)node * (size_t)ali_nodes.size;
    AL_TRY(ali_am_get_server(node, &server));
    AL_TRY(ali_am_wait_for_credit(server));
    AL_TRY(ali_am_wait_for_resources());
    AL_TRY(ali_am_append(server, sizeof *record + bytes, &record));
    record->kind = AM_BARRIER;
    memcpy(record + 1, counts, bytes);
    return ali_am_send_batch(server);
}

static bool has_node_arrived(int node, uint64_t epoch)
{
    if (remote.epoch[node] < epoch)
        return false;
    for (int k = ali_nodes.first[node]; k < ali_nodes.first[node + 1]; ++k) {
        const am_count_t *served = &shared.served[ali_nodes.ranks[k]];
        if (atomic_load_explicit(&served->value, memory_order_acquire) < remote.expected[k])
            return false;
    }
    return true;
}

/* Announce to all before waiting for any. */
static int exchange_with_nodes(void)
{
    const uint64_t epoch = ali_am.server.sync_epoch + 1;
    int status = ASHLAR_OK;
    ali_am_lock();
    for (int n = 0; n < ali_nodes.count && status == ASHLAR_OK; ++n)
        if (n != ali_nodes.mine)
            status = announce_to_node(n);
    for (int n = 0; n < ali_nodes.count && status == ASHLAR_OK; ++n)
        for (al_wait_t wait = {0};
             status == ASHLAR_OK && n != ali_nodes.mine && !has_node_arrived(n, epoch);)
            status = ali_am_progress_with_backoff(&wait);
    atomic_store_explicit(&shared.epoch->value, epoch, memory_order_release);
    return ali_am_leave(status);
}

const am_barrier_kind_t ali_am_barrier_pairs = {.announces = true,
                                                .shared_bytes = pairs_shared_bytes,
                                                .place = place_pairs,
                                                .start = start_pairs,
                                                .stop = stop_pairs,
                                                .count_sent = count_sent_to_node,
                                                .count_served = count_served_of_origin,
                                                .meet_nodes = exchange_with_nodes};
