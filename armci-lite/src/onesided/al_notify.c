/* Notices between two ranks. On a node: a counter per ordered pair in the arena (al_notice.h). The
 * two of a pair are side by side: ranks that tell each other pass one cache line to and fro, not
 * two. Between nodes: a fence, then an empty MPI message. */
#include "armci-lite/src/onesided/al_notify.h"

#include <stdlib.h>
#include <string.h>

#include "armci-lite/src/base/al_context.h"
#include "armci-lite/src/wait/al_engine.h"
#include "armci-lite/src/wait/al_mpi.h"
#include "armci-lite/src/base/al_status.h"
#include "armci-lite/src/base/al_traffic.h"
#include "armci-lite/src/wait/al_tree.h"
#include "armci-lite/src/base/al_wait_report.h"
#include "armci-lite/src/group/al_segment.h"
#include "armci-lite/src/local/al_notice.h"
#include "armci-lite/src/node/al_node.h"

enum { NOTIFY_TAG = 11 };

/* Counters for a pair of ranks of a node: notices from the lower to the higher one, and back; to
 * oneself: the first. */
typedef struct pair {
    _Alignas(8) atomic_uint posted[2];
} pair_t;

static struct {
    pair_t *pairs;  /* [node size][node size] the lower number first; the others not used */
    uint32_t *seen; /* [node size] notices taken, by number on the node */
} notices;

/* The counter of notices from one rank of my node to another, by their numbers there. */
static atomic_uint *counter(int from, int to)
{
    const int lower = from < to ? from : to, higher = from < to ? to : from;
    return &notices.pairs[(size_t)lower * (size_t)ali_nodes.size + (size_t)higher]
                .posted[from > to];
}

int ali_notify_start(void)
{
    const size_t size = (size_t)ali_nodes.size, mine = (size_t)ali_nodes.index;
    char *memory;
    notices.seen = calloc(size, sizeof *notices.seen);
    AL_TRY(ali_agree("al_init", notices.seen
                                    ? ASHLAR_OK
                                    : AL_FAIL(ASHLAR_ENOMEM, "al_init: no memory for notices")));
    AL_TRY(ali_node_block_make(size * size * sizeof(pair_t), "notices", &memory));
    notices.pairs = (pair_t *)(void *)memory;
    memset(&notices.pairs[mine * size], 0, size * sizeof(pair_t));
    return al_barrier(ali_world);
}

void ali_notify_stop(void)
{
    free(notices.seen);
    memset(&notices, 0, sizeof notices); /* the pairs go with the arena */
}

static int check_rank(const char *call, int rank)
{
    AL_TRY(ali_check_started(call));
    return rank >= 0 && rank < ali_context.size
               ? ASHLAR_OK
               : AL_FAIL(ASHLAR_ERANGE, "%s: rank %d is outside 0..%d", call, rank,
                         ali_context.size - 1);
}

/* A rank's number on my node; mostly they are in a row. */
static int local_index(int rank)
{
    const al_nodes_t *nodes = &ali_nodes;
    const int *ranks = nodes->ranks + nodes->first[nodes->mine];
    int index = rank - ranks[0];
    if (index >= nodes->size || ranks[index] != rank)
        for (index = 0; ranks[index] != rank; ++index)
            ;
    return index;
}

int ali_notify(int rank)
{
    if (ali_nodes.of[rank] == ali_nodes.mine) {
        ali_notice_post(counter(ali_nodes.index, local_index(rank)));
        return ASHLAR_OK;
    }
    MPI_Request request;
    ali_count_sent(1, 0);
    AL_TRY(AL_MPI(MPI_Isend(NULL, 0, MPI_BYTE, rank, NOTIFY_TAG, ali_context.comm, &request)));
    return ali_wait_mpi(&request); /* MPI buffers an empty message: this does not wait for rank */
}

int ali_notify_wait(int rank)
{
    if (ali_nodes.of[rank] == ali_nodes.mine) {
        int from = local_index(rank);
        ali_report_wait("al_notify_wait", rank);
        ali_notice_wait(counter(from, ali_nodes.index), &notices.seen[from]);
        return ASHLAR_OK;
    }
    MPI_Request request;
    AL_TRY(AL_MPI(MPI_Irecv(NULL, 0, MPI_BYTE, rank, NOTIFY_TAG, ali_context.comm, &request)));
    ali_report_wait("al_notify_wait", rank);
    AL_TRY(ali_wait_request(&request));
    return ali_engine->order_local();
}

int ali_order_after_notice(void)
{
    atomic_thread_fence(memory_order_acquire); /* an engine may have read the value */
    return ali_engine ? ali_engine->order_local() : ASHLAR_OK;
}

static int test_on_node(int rank, int *come)
{
    const int from = local_index(rank);
    *come = ali_notice_is_posted(counter(from, ali_nodes.index), notices.seen[from]);
    notices.seen[from] += (uint32_t)*come;
    return *come ? ASHLAR_OK : al_poll();
}

static int test_message(int rank, int *come)
{
    AL_TRY(AL_MPI(MPI_Iprobe(rank, NOTIFY_TAG, ali_context.comm, come, MPI_STATUS_IGNORE)));
    return *come ? ali_notify_wait(rank) : al_poll();
}

int al_notify(int rank)
{
    AL_TRY(check_rank(__func__, rank));
    AL_TRY(ali_engine ? ali_engine->fence(&rank, 1) : ASHLAR_OK);
    return ali_notify(rank);
}

int al_notify_wait(int rank)
{
    AL_TRY(check_rank(__func__, rank));
    return ali_notify_wait(rank);
}

int al_notify_test(int rank, int *come)
{
    AL_TRY(check_rank(__func__, rank));
    if (!come)
        return AL_FAIL(ASHLAR_EARG, "%s: come is NULL", __func__);
    return ali_nodes.of[rank] == ali_nodes.mine ? test_on_node(rank, come)
                                                : test_message(rank, come);
}
