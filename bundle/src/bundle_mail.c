/* Messages of an exchange between nodes: who sends to a rank it does not know beforehand.
 *
 * A rank sends what it has for a node to one rank of it. Each rank of the node takes what arrives
 * at it, and counts; all go on when the sum is what has been sent to the node. On few nodes each
 * rank sends to every other one, and all know what that is. On many (Hoefler, Siebert and Lumsdaine
 * 2010 call it a dynamic sparse data exchange) the ranks of a node add up how many messages they
 * send to each other node, and the first ranks add up these vectors, each for its own node
 * (al_tree_counts.h): ceil(log2 nodes) messages of a node, whatever was sent.
 *
 * Memory ordering. ali_sync_node() orders what ranks add to `sent` (relaxed) before the first rank
 * reads it, and what that empties before they add again, since all pass further barriers until
 * then. The first rank stores `expected` before `sums` (release); who sees the sum (acquire) reads
 * it. `taken` is a count alone, and `is_broken` a flag (both relaxed): what has arrived is read
 * behind an al_allreduce() of the node.
 *
 * No message of another exchange is taken for one of this: tags tell groups apart; and every
 * exchange that sends messages has, behind their receipt, a call in which all ranks of the group
 * wait for each other, before any of them returns (bundle_exchange.c).
 *
 * It cannot hang: a message is matched, and so counted, when it has been begun, and all that an
 * exchange sends is begun before its sender waits here; it is taken only after that, when none is
 * waited for but by who sends it. */
#include <stdatomic.h>
#include <stdlib.h>

#include "bundle/src/bundle_private.h"

/* In the slice of the first rank of a node. */
typedef struct tally {
    _Alignas(64) _Atomic int64_t taken; /* messages that ranks of the node have matched */
    _Atomic int is_broken;              /* MPI has failed on some rank: the rest will not come */
    _Alignas(64) _Atomic int64_t sums;  /* so many have been made: */
    int64_t expected;                   /* messages to the node up to then */
    int failed;                         /* a status */
    _Alignas(64) uint64_t sent[];       /* [nodes] to the k-th node after mine; then scratch */
} tally_t;

static tally_t *tally_of(const bundle_t *bundle)
{
    return (tally_t *)(void *)(bundle->tally->base + ali_slice_begin(&bundle->tally->slices[0]));
}

int bui_mail_open(bundle_t *bundle)
{
    const int nodes = bundle->nodes.count;
    const size_t bytes =
        sizeof(tally_t) + ((uint64_t)nodes + ali_tree_counts_scratch(nodes)) * sizeof(uint64_t);
    AL_TRY(al_segment_create(bundle->local_ranks, bundle->group->local_rank == 0 ? bytes : 0,
                             &bundle->tally));
    if (bundle->group->local_rank == 0)
        memset(tally_of(bundle), 0, bytes);
    ali_sync_node(bundle->local_ranks);
    return ASHLAR_OK;
}

int bui_mail_send(bundle_t *bundle)
{
    bui_dests_t *dests = &bundle->dests;
    const bui_nodes_t *nodes = &bundle->nodes;
    const int me = al_group_rank(bundle->group);
    const char *buffer = bundle->sendbuf->base + ali_slice_begin(&bundle->sendbuf->slices[me]);
    dests->are_sent = true;
    for (size_t d = 1; d < dests->count; ++d) {
        bui_dest_t *dest = &dests->dest[d];
        const int server =
            nodes->rank[nodes->begin[dest->node] + me % bui_node_size(bundle, dest->node)];
        AL_TRY(ali_mail_send(&bundle->group->members, server, buffer + dest->header, dest->bytes,
                             &dest->request));
        ++dests->sent;
    }
    return ASHLAR_OK;
}

int bui_mail_finish(bundle_t *bundle)
{
    bui_dests_t *dests = &bundle->dests;
    int status = ASHLAR_OK;
    for (size_t d = 1; d < dests->count; ++d) {
        const int finished = ali_mail_finish(&dests->dest[d].request);
        status = status == ASHLAR_OK ? finished : status;
    }
    return status;
}

/* ---- how many -------------------------------------------------------------------------------- */

/* The first rank goes on after a failure, for the sake of the others. */
static void add_sent(bundle_t *bundle, tally_t *tally)
{
    uint64_t *sent = tally->sent;
    bool any;
    const int status =
        ali_tree_add_counts(&bundle->group->leaders, sent, sent + bundle->nodes.count, &any);
    ali_context.collective_failed |= status != ASHLAR_OK;
    tally->expected = bundle->awaited + (int64_t)sent[0];
    tally->failed = status;
    sent[0] = 0;
    atomic_store_explicit(&tally->sums, bundle->sums, memory_order_release);
}

static void count_sent(bundle_t *bundle, tally_t *tally)
{
    const bui_dests_t *dests = &bundle->dests;
    for (size_t d = 1; d <= dests->sent; ++d)
        __atomic_fetch_add(&tally->sent[dests->dest[d].distance], 1, __ATOMIC_RELAXED);
    ali_sync_node(bundle->local_ranks);
    ++bundle->sums;
    if (bundle->group->local_rank == 0)
        add_sent(bundle, tally);
}

/* ---- arrival --------------------------------------------------------------------------------- */

/* One that has no room in the list is gone. */
static int match_one(bundle_t *bundle, tally_t *tally, bool *has_arrived)
{
    al_mail_t mail;
    AL_TRY(ali_mail_match(&bundle->group->members, &mail, has_arrived));
    if (!*has_arrived)
        return ASHLAR_OK;
    atomic_fetch_add_explicit(&tally->taken, 1, memory_order_relaxed);
    if (bui_reserve(&bundle->arrived, &bundle->arrived_room, bundle->arrived_count + 1,
                    sizeof mail) != ASHLAR_OK) {
        char *messages = bundle->messages->base +
                         ali_slice_begin(&bundle->messages->slices[bundle->group->local_rank]);
        AL_TRY(ali_mail_take(&mail, messages));
        return ASHLAR_ENOMEM;
    }
    bundle->arrived[bundle->arrived_count++] = mail;
    return ASHLAR_OK;
}

/* Have all that are sent to my node arrived? */
static bool has_all(bundle_t *bundle, tally_t *tally, bool is_known)
{
    if (!is_known) {
        if (atomic_load_explicit(&tally->sums, memory_order_acquire) != bundle->sums)
            return false;
        bundle->awaited = tally->expected;
    }
    return atomic_load_explicit(&tally->taken, memory_order_relaxed) == bundle->awaited;
}

/* Later collective calls fail at once: ranks would wait in different ones. */
static int fail_broken(int status)
{
    ali_context.collective_failed = 1;
    return status == ASHLAR_EMPI
               ? status
               : AL_FAIL(ASHLAR_EMPI, "bundle_exchange: MPI failed on another rank of the node");
}

int bui_mail_await(bundle_t *bundle, bool is_known)
{
    tally_t *tally = tally_of(bundle);
    int status = ASHLAR_OK;
    bundle->arrived_count = 0;
    if (is_known)
        bundle->awaited += al_group_size(bundle->group) - bundle->group->local_size;
    else
        count_sent(bundle, tally);
    ali_report_wait("bundle_exchange", AL_OTHER_NODES);
    /* A probe is a long spin. */
    al_wait_t wait = {.round = ali_context.oversubscribed ? AL_SPINS : 0};
    while (!has_all(bundle, tally, is_known)) {
        bool has_arrived;
        const int matched = match_one(bundle, tally, &has_arrived);
        if (matched == ASHLAR_EMPI)
            atomic_store_explicit(&tally->is_broken, 1, memory_order_relaxed);
        if (atomic_load_explicit(&tally->is_broken, memory_order_relaxed))
            return fail_broken(matched);
        status = status == ASHLAR_OK ? matched : status;
        if (has_arrived)
            ali_wait_reset(&wait);
        else
            ali_wait_step(&wait, 1);
    }
    return is_known || tally->failed == ASHLAR_OK ? status : tally->failed;
}

int bui_mail_drop(bundle_t *bundle, void *place)
{
    int status = ASHLAR_OK;
    for (size_t k = 0; k < bundle->arrived_count; ++k) {
        const int taken = ali_mail_take(&bundle->arrived[k], place);
        status = status == ASHLAR_OK ? taken : status;
    }
    bundle->arrived_count = 0;
    return status;
}
