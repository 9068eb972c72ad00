/* Barriers and fences, and the status on which ranks agree. */
#include "armci-lite/src/group/al_fence_barrier.h"

#include <stdatomic.h>

#include "armci-lite/src/base/al_context.h"
#include "armci-lite/src/wait/al_engine.h"
#include "armci-lite/src/wait/al_mpi.h"
#include "armci-lite/src/base/al_status.h"
#include "armci-lite/src/base/al_wait_report.h"
#include "armci-lite/src/group/al_check.h"

static void report_sync_node(const al_group_t *group)
{
    ali_report_wait("a collective call", group->node_count > 1 ? AL_ANYBODY : AL_MY_NODE);
}

void ali_sync_node(al_group_t *group)
{
    report_sync_node(group);
    if (group->local_size > 1)
        ali_node_barrier_wait(group->barrier, (unsigned)group->local_size,
                              (unsigned)group->local_rank);
}

void ali_combine_node(al_group_t *group, al_slot_t *slots, al_combine_t *combine,
                      const void *context)
{
    report_sync_node(group);
    ali_node_barrier_combine(group->barrier, slots, (unsigned)group->local_size,
                             (unsigned)group->local_rank, combine, context);
}

/* Several nodes: the first rank of a node waits for the others, synchronises with the other nodes,
 * and releases its own. */
static int sync_nodes(al_group_t *group)
{
    const unsigned n = (unsigned)group->local_size, mine = (unsigned)group->local_rank;
    ali_report_wait("a barrier", mine == 0 ? AL_MY_NODE : AL_ANYBODY);
    if (mine != 0) {
        ali_node_barrier_arrive_and_wait(group->barrier, n, mine);
        return ASHLAR_OK;
    }
    unsigned round = ali_node_barrier_wait_all(group->barrier, n, mine);
    int status = ali_tree_barrier(&group->leaders);
    /* Even after a failure: the others must not hang. */
    ali_node_barrier_release(group->barrier, n, round);
    return status;
}

int ali_sync_group(al_group_t *group)
{
    if (group->node_count > 1)
        return sync_nodes(group);
    ali_sync_node(group);
    return ASHLAR_OK;
}

static int fence_some(const int *ranks, int count, al_handle_t *handle)
{
    return handle ? ali_engine->fence_nb(ranks, count, handle) : ali_engine->fence(ranks, count);
}

static int fence_rank(const char *call, int rank, al_handle_t *handle)
{
    AL_TRY(ali_check_started(call));
    if (rank < 0 || rank >= ali_context.size)
        return AL_FAIL(ASHLAR_ERANGE, "%s: rank %d is outside 0..%d", call, rank,
                       ali_context.size - 1);
    atomic_thread_fence(memory_order_seq_cst);
    return ali_engine ? fence_some(&rank, 1, handle) : ASHLAR_OK;
}

int al_fence(int rank)
{
    return fence_rank(__func__, rank, NULL);
}

static int check_handle(const char *call, const al_handle_t *handle)
{
    AL_TRY(ali_check_started(call));
    return handle ? ASHLAR_OK : AL_FAIL(ASHLAR_EARG, "%s: the handle pointer is NULL", call);
}

int al_fence_nb(int rank, al_handle_t *handle)
{
    AL_TRY(check_handle(__func__, handle));
    return fence_rank(__func__, rank, handle);
}

/* By the first rank of each node: a fence of a rank covers its node, and engines pass over mine. */
static int fence_group(const char *call, const al_group_t *group, al_handle_t *handle)
{
    AL_TRY(ali_check_started(call));
    if (!group)
        return AL_FAIL(ASHLAR_EARG, "%s: the group is NULL", call);
    atomic_thread_fence(memory_order_seq_cst);
    return group->node_count > 1 ? fence_some(group->leader, group->node_count, handle) : ASHLAR_OK;
}

int al_fence_group(al_group_t *group)
{
    return fence_group(__func__, group, NULL);
}

int al_fence_group_nb(al_group_t *group, al_handle_t *handle)
{
    AL_TRY(check_handle(__func__, handle));
    return fence_group(__func__, group, handle);
}

int al_fence_all(void)
{
    AL_TRY(ali_check_started(__func__));
    return ali_fence_all();
}

/* A rank that has failed takes part in no barrier: it may be in another call than the others. */
static int engine_barrier(void)
{
    if (ali_context.collective_failed)
        return ali_fail_later_collective();
    int status = ali_engine->barrier();
    ali_context.collective_failed |= status == ASHLAR_EMPI;
    return status;
}

int al_barrier(al_group_t *group)
{
    ALI_COLLECTIVE(al_barrier, group);
    AL_TRY(ali_check_started(__func__));
    if (!group)
        return AL_FAIL(ASHLAR_EARG, "%s: the group is NULL", __func__);
    if (group == ali_world && ali_engine && ali_engine->barrier)
        return engine_barrier();
    int fence_status = ali_engine ? ali_engine->fence_all() : ASHLAR_OK;
    /* Others may wait for what this rank can no longer give them. */
    if (fence_status == ASHLAR_EMPI) {
        ali_context.collective_failed = 1;
        return fence_status;
    }
    int barrier_status = ali_sync_group(group);
    if (ali_engine && barrier_status == ASHLAR_OK)
        barrier_status = ali_engine->order_local();
    return fence_status != ASHLAR_OK ? fence_status : barrier_status;
}

int ali_group_agree(const char *call, al_group_t *group, int status)
{
    int worst = status;
    AL_TRY(al_allreduce(group, ASHLAR_INT, ASHLAR_MIN, &worst, 1));
    return ali_agreed_status(call, status, worst);
}
