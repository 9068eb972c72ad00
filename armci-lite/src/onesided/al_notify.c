/* Notices between two ranks. On a node: a counter per ordered pair in the arena (al_notice.h).
 * Between nodes: a fence, then an empty MPI message. */
#include "armci-lite/src/onesided/al_notify.h"

#include <stdlib.h>
#include <string.h>

#include "armci-lite/src/base/al_context.h"
#include "armci-lite/src/base/al_engine.h"
#include "armci-lite/src/base/al_mpi.h"
#include "armci-lite/src/base/al_status.h"
#include "armci-lite/src/base/al_tree.h"
#include "armci-lite/src/base/al_waiting.h"
#include "armci-lite/src/group/al_segment.h"
#include "armci-lite/src/local/al_notice.h"
#include "armci-lite/src/node/al_node.h"

enum { NOTIFY_TAG = 11 };

static struct {
    al_segment_t *segment; /* per rank: a counter for each rank of its node */
    uint32_t *seen;        /* [node size] notices taken, by number on the node */
} notices;

/* The counter of notices from one rank of my node to another. */
static atomic_uint *counter(int to, int from_index)
{
    char *slice = notices.segment->base + notices.segment->slices[to].offset;
    return (atomic_uint *)(void *)slice + from_index;
}

int ali_notify_start(void)
{
    const al_nodes_t *nodes = &ali_nodes;
    size_t bytes = (size_t)nodes->size * sizeof(atomic_uint);
    notices.seen = calloc((size_t)nodes->size, sizeof *notices.seen);
    AL_TRY(ali_agree("al_init", notices.seen
                                    ? ASHLAR_OK
                                    : AL_FAIL(ASHLAR_ENOMEM, "al_init: no memory for notices")));
    AL_TRY(al_segment_create(ali_world, bytes, &notices.segment));
    memset(counter(ali_context.rank, 0), 0, bytes);
    return al_barrier(ali_world);
}

void ali_notify_stop(void)
{
    free(notices.seen);
    memset(&notices, 0, sizeof notices); /* the segment goes with the world group */
}

static int check_rank(const char *call, int rank)
{
    AL_TRY(ali_check_started(call));
    return rank >= 0 && rank < ali_context.size
               ? ASHLAR_OK
               : AL_FAIL(ASHLAR_ERANGE, "%s: rank %d is outside 0..%d", call, rank,
                         ali_context.size - 1);
}

/* A rank's number on my node. */
static int index_here(int rank)
{
    const al_nodes_t *nodes = &ali_nodes;
    const int *first = nodes->ranks + nodes->first[nodes->mine];
    int index = 0;
    while (first[index] != rank)
        ++index;
    return index;
}

int al_notify(int rank)
{
    AL_TRY(check_rank(__func__, rank));
    AL_TRY(al_fence(rank));
    if (ali_nodes.of[rank] == ali_nodes.mine) {
        ali_notice_post(counter(rank, ali_nodes.index));
        return ASHLAR_OK;
    }
    MPI_Request request;
    AL_TRY(AL_MPI(MPI_Isend(NULL, 0, MPI_BYTE, rank, NOTIFY_TAG, ali_context.comm, &request)));
    return ali_wait_mpi(&request); /* MPI buffers an empty message: this does not wait for rank */
}

int al_notify_wait(int rank)
{
    AL_TRY(check_rank(__func__, rank));
    if (ali_nodes.of[rank] == ali_nodes.mine) {
        int from = index_here(rank);
        ali_waiting_for(__func__, rank);
        ali_notice_take(counter(ali_context.rank, from), &notices.seen[from]);
        return ASHLAR_OK;
    }
    MPI_Request request;
    AL_TRY(AL_MPI(MPI_Irecv(NULL, 0, MPI_BYTE, rank, NOTIFY_TAG, ali_context.comm, &request)));
    ali_waiting_for(__func__, rank);
    AL_TRY(ali_wait_request(&request));
    return ali_engine->order_local();
}
