/* The meeting of the active-message engine: a barrier of all ranks that completes what they sent
 * before, without a question to anybody.
 *
 * Every rank numbers the batches it sends to a server, and a server writes how many of each origin
 * it has served where its node can read it. In a meeting each rank of a node says how many it has
 * sent to each other node. The first rank of the node tells these numbers to the first ranks of the
 * other nodes, behind its own last requests and in the same message, and waits until it has heard
 * from all and so many batches have been served here. Then its node goes on. Others may not have
 * got so far: a request from after the meeting (a batch says how many its origin has behind it) is
 * kept by its server until that node has met too. So a meeting takes one message each way, and
 * whoever leaves it finds everywhere what was written before it.
 *
 * It ends. A node waits only for batches from before the meeting. Those of an origin are served in
 * order, and what is kept came after them. The numbers of the next meeting are kept as well, so one
 * set of them is enough.
 *
 * Memory. What is kept waits for batches that may be behind it, so keeping it must not fail: there
 * is room from the start for all batches that an origin may send before it waits.
 *
 * Memory ordering. A server counts a batch (release) after what it wrote for it. The first rank
 * of the node sees the count (acquire), says that the node has met (release), and lets its ranks go
 * (the node barrier). A server serves a request from after the meeting once it sees that (acquire):
 * what all servers of the node wrote before is then visible to it. */
#include "armci-lite/src/engine/am/al_am_meet.h"

#include <stdlib.h>
#include <string.h>

#include "armci-lite/src/wait/al_tree.h"
#include "armci-lite/src/base/al_util.h"
#include "armci-lite/src/base/al_waiting.h"
#include "armci-lite/src/engine/am/al_am.h"
#include "armci-lite/src/local/al_node_barrier.h"
#include "armci-lite/src/node/al_arena.h"

/* Each node hears from each, in one record: more or larger nodes meet by a tree. */
enum { NODES_MOST = 8, RANKS_MOST = AM_INLINE / sizeof(uint64_t) };

/* Alone on a cache line. */
typedef struct am_count {
    _Alignas(64) _Atomic int64_t value;
} am_count_t;

/* In the memory of the node, one after the other. */
static struct {
    al_node_barrier_t *barrier; /* NULL: there are no meetings */
    am_count_t *met;            /* meetings that the node has behind it */
    am_count_t *served;         /* [world size] batches of an origin */
    uint64_t *sent;             /* [nodes][my node's size] batches sent by my node's ranks */
} shared;

/* Of the first rank, under the engine's lock. */
static struct {
    uint64_t *heard;   /* [nodes] meetings of which a node has told */
    uint64_t *numbers; /* [world size] batches sent to my node; ranks as in nodes->ranks */
} told;

int ali_am_meets(void)
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

static void place_parts(char *base)
{
    shared.barrier = (al_node_barrier_t *)(void *)base;
    shared.met = (am_count_t *)(void *)(shared.barrier + 1);
    shared.served = shared.met + 1;
    shared.sent = (uint64_t *)(void *)(shared.served + ali_context.size);
}

/* How many ranks of other nodes I serve: as ali_am_server_of() has it. */
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
static int allocate_told(int64_t *offset)
{
    told.heard = calloc((size_t)ali_nodes.count, sizeof *told.heard);
    told.numbers = calloc((size_t)ali_context.size, sizeof *told.numbers);
    if (!told.heard || !told.numbers)
        return AL_FAIL(ASHLAR_ENOMEM, "al_init: no memory for %d nodes", ali_nodes.count);
    uint32_t block;
    AL_TRY(ali_arena_take(&ali_arena, shared_bytes(), &block));
    *offset = (int64_t)ali_arena_offset(&ali_arena, block);
    memset(ali_arena.base + *offset, 0, shared_bytes());
    return ASHLAR_OK;
}

static int is_too_large(void)
{
    int64_t most = 0;
    for (int n = 0; n < ali_nodes.count; ++n)
        most = ali_max(most, ali_nodes.first[n + 1] - ali_nodes.first[n]);
    return ali_nodes.count > NODES_MOST || most > RANKS_MOST;
}

int ali_am_meet_start(void)
{
    if (is_too_large())
        return ASHLAR_OK;
    const int *ranks = ali_nodes.ranks + ali_nodes.first[ali_nodes.mine];
    const al_tree_t mine = {ranks, ali_nodes.size, ali_nodes.index, AL_TREE_TAG};
    int64_t offset = -1;
    int status = ali_nodes.index == 0 ? allocate_told(&offset) : ASHLAR_OK;
    int heard = ali_tree_broadcast(&mine, 0, &offset, sizeof offset);
    if (heard != ASHLAR_OK)
        return heard;
    if (status == ASHLAR_OK && (offset < 0 || !ali_am_reserve_keeping(count_origins())))
        status = AL_FAIL(ASHLAR_ENOMEM, "al_init: no memory for active messages");
    AL_TRY(ali_agree("al_init", status));
    place_parts(ali_arena.base + offset);
    return ASHLAR_OK;
}

/* The shared memory goes with the arena: others may still be leaving the last meeting. */
void ali_am_meet_stop(void)
{
    free(told.heard);
    free(told.numbers);
    memset(&told, 0, sizeof told);
    memset(&shared, 0, sizeof shared);
}

/* ---- serving --------------------------------------------------------------------------------- */

void ali_am_count_served(int origin, uint64_t batches)
{
    if (shared.barrier)
        atomic_store_explicit(&shared.served[origin].value, (int64_t)batches, memory_order_release);
}

int ali_am_is_early(uint64_t meetings)
{
    if (AL_LIKELY(meetings <= ali_am.node_met))
        return 0;
    ali_am.node_met = (uint64_t)atomic_load_explicit(&shared.met->value, memory_order_acquire);
    return meetings > ali_am.node_met;
}

void ali_am_hear(int origin, const void *numbers)
{
    int node = ali_nodes.of[origin], first = ali_nodes.first[node];
    memcpy(told.numbers + first, numbers,
           (size_t)(ali_nodes.first[node + 1] - first) * sizeof *told.numbers);
    ++told.heard[node];
}

/* ---- meeting --------------------------------------------------------------------------------- */

/* Send what waits to be sent, and say how many batches that makes. The first rank keeps its last
 * ones, for the numbers to go with them: it serves and asks the first ranks of the other nodes. */
static int send_all(void)
{
    AL_TRY(ali_am_wait_for_parts());
    for (int n = 0; n < ali_nodes.count; ++n) {
        if (n == ali_nodes.mine)
            continue;
        int server = ali_am_server_of(n);
        am_peer_t *peer = &ali_am.peers[server];
        if (ali_nodes.index != 0)
            AL_TRY(ali_am_send_batch(server));
        peer->counted = peer->sent + (peer->batch != NULL);
        shared.sent[n * ali_nodes.size + ali_nodes.index] = peer->counted;
    }
    return ASHLAR_OK;
}

/* Tell the first rank of a node what mine has sent to it. */
static int tell_node(int node)
{
    am_record_t *record;
    const int rank = ali_am_server_of(node);
    const size_t bytes = (size_t)ali_nodes.size * sizeof *shared.sent;
    AL_TRY(ali_am_throttle(rank));
    AL_TRY(ali_am_prepare());
    AL_TRY(ali_am_append(rank, sizeof *record + bytes, &record));
    record->kind = AM_MEET;
    memcpy(record + 1, shared.sent + (size_t)node * (size_t)ali_nodes.size, bytes);
    return ali_am_send_batch(rank);
}

static int has_come(int node, uint64_t meetings)
{
    if (told.heard[node] < meetings)
        return 0;
    for (int k = ali_nodes.first[node]; k < ali_nodes.first[node + 1]; ++k) {
        const am_count_t *served = &shared.served[ali_nodes.ranks[k]];
        if ((uint64_t)atomic_load_explicit(&served->value, memory_order_acquire) < told.numbers[k])
            return 0;
    }
    return 1;
}

/* Tell all before waiting for any. */
static int meet_nodes(uint64_t meetings)
{
    int status = ASHLAR_OK;
    for (int n = 0; n < ali_nodes.count && status == ASHLAR_OK; ++n)
        if (n != ali_nodes.mine)
            status = tell_node(n);
    for (int n = 0; n < ali_nodes.count && status == ASHLAR_OK; ++n)
        for (al_wait_t wait = {0};
             status == ASHLAR_OK && n != ali_nodes.mine && !has_come(n, meetings);)
            status = ali_am_wait_round(&wait);
    atomic_store_explicit(&shared.met->value, (int64_t)meetings, memory_order_release);
    return status;
}

/* To my later requests, and to those of whoever hears of them, all that was counted is done. */
static void note_met(uint64_t meetings)
{
    for (int n = 0; n < ali_nodes.count; ++n)
        if (n != ali_nodes.mine)
            ali_am_note_acked(ali_am_server_of(n), ali_am.peers[ali_am_server_of(n)].counted);
    ali_am_tidy_dirty();
    ali_am.meetings = meetings;
}

int ali_am_meet(void)
{
    const uint64_t meetings = ali_am.meetings + 1;
    AL_TRY(ali_am_enter());
    int sent = ali_am_leave(send_all()), met = ASHLAR_OK;
    if (sent == ASHLAR_EMPI)
        return sent;
    ali_waiting_for("a barrier", ali_nodes.index == 0 ? AL_MY_NODE : AL_ANYBODY);
    unsigned round = 0;
    if (ali_nodes.index == 0)
        round = ali_node_barrier_wait_all(shared.barrier, (unsigned)ali_nodes.size);
    else
        ali_node_barrier_arrive_and_wait(shared.barrier);
    ali_am_lock();
    if (ali_nodes.index == 0) {
        ali_waiting_for("a barrier", AL_OTHER_NODES);
        met = meet_nodes(meetings);
        ali_node_barrier_release(shared.barrier, round); /* after a failure too */
    }
    note_met(meetings);
    if (ali_am.awaited && met == ASHLAR_OK) /* my next call may be long in coming */
        met = ali_am_poll_once();
    met = ali_am_leave(met);
    return sent != ASHLAR_OK ? sent : met;
}
