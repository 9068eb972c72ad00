/* The world barrier on many nodes (al_am_barrier.c): a message a node for each doubling of the
 * nodes, or two, whatever was sent to whom.
 *
 * A vector in the memory of a node has the number of batches sent to each other node since the last
 * barrier; each rank adds its own. When all have, the first ranks of all nodes add up their
 * vectors, each for its node (al_tree_counts.h). If nobody has sent anything, all know that now,
 * and have waited for each other. Else a first rank waits until the servers of its node have served
 * that many, and then until all nodes have, in a dissemination barrier. So nobody goes on before
 * all is served that was sent before: no request is deferred, and sums do for all origins.
 *
 * Other threads of a rank may send while it is in the barrier. An epoch of a rank ends when it has
 * counted, under the engine's lock: what they send then is of the next one. Servers count batches
 * of even and of odd epochs apart. No third kind is under way: a rank counts for the next barrier
 * only after all nodes have waited for what was sent before this one.
 *
 * Why the barrier cannot hang. The batches that are counted have been sent, and all ranks of the
 * node that serves them are in the barrier, serving while they wait. First ranks serve while they
 * wait for messages of one another. A rank whose call of MPI has failed still sends its messages to
 * the others.
 *
 * Memory ordering. The barrier of the node orders what its ranks add to the vector (relaxed) before
 * its first rank reads it, and what that empties before they add again. A server counts a batch
 * (release) after what it wrote for it; the first rank, which sees the counts (acquire), sends
 * messages to other nodes only then. A request of theirs from after the barrier, whichever server
 * serves it, follows these messages, as after a fence. */
#include <string.h>

#include "armci-lite/src/engine/am/al_am.h"
#include "armci-lite/src/engine/am/al_am_barrier.h"
#include "armci-lite/src/wait/al_tree_counts.h"

/* The batches that a server has served, of even and of odd epochs, alone on a cache line. */
typedef struct am_served {
    _Alignas(64) _Atomic uint64_t batches[2];
} am_served_t;

/* In the memory of the node, one after the other. */
static struct {
    am_served_t *served; /* [my node's size] */
    uint64_t *sent;      /* [nodes] batches since the last barrier, for the k-th node after mine */
    uint64_t *scratch;
} shared;

/* Sent to my node, of even and of odd epochs, up to the last barrier; on its first rank. */
static uint64_t expected[2];

static uint64_t sums_shared_bytes(void)
{
    return (uint64_t)ali_nodes.size * sizeof *shared.served +
           ((uint64_t)ali_nodes.count + ali_tree_counts_scratch(ali_nodes.count)) *
               sizeof *shared.sent;
}

static void place_sums(char *base)
{
    shared.served = (am_served_t *)(void *)base;
    shared.sent = (uint64_t *)(void *)(shared.served + ali_nodes.size);
    shared.scratch = shared.sent + ali_nodes.count;
}

/* No epoch is too late. */
static bool start_sums(void)
{
    ali_am.server.node_sync_epoch = UINT64_MAX;
    return true;
}

static void stop_sums(void)
{
    memset(expected, 0, sizeof expected);
}

static void count_sent_in_sum(int node, uint64_t sent, uint64_t more)
{
    const int distance = node - ali_nodes.mine;
    (void)sent;
    __atomic_fetch_add(&shared.sent[distance < 0 ? distance + ali_nodes.count : distance], more,
                       __ATOMIC_RELAXED);
}

/* Only I write the counts of mine. */
static void count_served_by_me(int origin, const uint64_t served[2])
{
    _Atomic uint64_t *batches = shared.served[ali_nodes.index].batches;
    (void)origin;
    for (int odd = 0; odd < 2; ++odd)
        if (served[odd])
            atomic_store_explicit(&batches[odd],
                                  atomic_load_explicit(&batches[odd], memory_order_relaxed) +
                                      served[odd],
                                  memory_order_release);
}

static uint64_t count_served_here(int odd)
{
    uint64_t sum = 0;
    for (int k = 0; k < ali_nodes.size; ++k)
        sum += atomic_load_explicit(&shared.served[k].batches[odd], memory_order_acquire);
    return sum;
}

static int serve_expected(int odd)
{
    int status = ASHLAR_OK;
    ali_am_lock();
    for (al_wait_t wait = {0}; status == ASHLAR_OK && count_served_here(odd) != expected[odd];)
        status = ali_am_progress_with_backoff(&wait);
    return ali_am_leave(status);
}

/* The epoch that has ended is the one before mine. */
static int add_up_and_serve(void)
{
    const al_tree_t leaders = {ali_nodes.leaders, ali_nodes.count, ali_nodes.mine, AL_TREE_TAG};
    const int odd = (int)((ali_am.server.sync_epoch - 1) % 2);
    bool any = true;
    int status = ali_tree_add_counts(&leaders, shared.sent, shared.scratch, &any);
    if (status == ASHLAR_OK && !any)
        return ASHLAR_OK;
    expected[odd] += shared.sent[0];
    shared.sent[0] = 0;
    if (status == ASHLAR_OK)
        status = serve_expected(odd);
    int met = ali_tree_barrier(&leaders);
    ali_context.collective_failed |= status != ASHLAR_OK;
    return status != ASHLAR_OK ? status : met;
}

const am_barrier_kind_t ali_am_barrier_sums = {.counts_end_epochs = true,
                                               .shared_bytes = sums_shared_bytes,
                                               .place = place_sums,
                                               .start = start_sums,
                                               .stop = stop_sums,
                                               .count_sent = count_sent_in_sum,
                                               .count_served = count_served_by_me,
                                               .meet_nodes = add_up_and_serve};
