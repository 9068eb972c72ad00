/* Waiting for each other: on a node at meetings (al_node_barrier.h), between nodes by MPI; fences. */
#define _POSIX_C_SOURCE 200809L
#include <sched.h>
#include <time.h>

#include "armci-lite/src/al_internal.h"

static void watch(unsigned round)
{
    static _Thread_local time_t begin;
    if (round == AL_SPINS)
        begin = ali_watch_now();
    ali_watch(begin);
}

void ali_wait_slowly(unsigned round, int poll)
{
    enum { YIELDS = 2000 };
    if (ali_context.env.watchdog)
        watch(round);
    if (poll && ali_context.engine)
        ali_context.engine->poll();
    /* With an engine to serve and a core for each rank, a nap would only delay the others. */
    int may_nap = !ali_context.engine || ali_context.crowded;
    if (round < AL_SPINS + YIELDS || !may_nap) {
        sched_yield();
    } else {
        struct timespec nap = {.tv_nsec = 50000};
        nanosleep(&nap, NULL);
    }
}

/* Local work since the last poll; threads may lose some of each other's. */
static _Atomic size_t local_work;

int ali_attend(const al_segment_t *segment, size_t bytes)
{
    enum { CALL = 256, POLL = 1 << 18 }; /* in bytes: a poll costs what some tens of KiB do */
    size_t work = atomic_load_explicit(&local_work, memory_order_relaxed) + bytes + CALL;
    if (AL_UNLIKELY(work >= POLL)) {
        work = 0;
        if (ali_context.any_polls ||
            (ali_context.starter_polls && pthread_equal(ali_context.starter, pthread_self())))
            AL_TRY(ali_context.engine->poll());
    }
    atomic_store_explicit(&local_work, work, memory_order_relaxed);
    return segment->engine_atomics ? ali_context.engine->order_local() : ASHLAR_OK;
}

int ali_wait_mpi(MPI_Request *request)
{
    ali_note("a collective call", AL_OTHER_NODES);
    return ali_wait_noted(request);
}

int ali_wait_noted(MPI_Request *request)
{
    if (ali_context.engine && ali_context.engine->wait_mpi) {
        MPI_Request handed_over = *request;
        *request = MPI_REQUEST_NULL;
        return ali_context.engine->wait_mpi(handed_over);
    }
    unsigned round = 0;
    for (int done = 0; !done;) {
        AL_TRY(AL_MPI(MPI_Test(request, &done, MPI_STATUS_IGNORE)));
        if (!done)
            ali_wait_step(&round, 1);
    }
    return ASHLAR_OK;
}

int ali_out_of_step(void)
{
    return AL_FAIL(ASHLAR_EMPI,
                   "a collective call of MPI failed on this rank before: it cannot take "
                   "part in another");
}

int ali_finish_collective(int started, MPI_Request *request)
{
    int status = started == ASHLAR_OK ? ali_wait_mpi(request) : started;
    if (status != ASHLAR_OK)
        ali_context.out_of_step = 1;
    return status;
}

void ali_meet_node(al_group_t *group)
{
    ali_note("a collective call", group->node_count > 1 ? AL_ANYBODY : AL_MY_NODE);
    if (group->here_size > 1)
        ali_meeting_meet(group->meeting, (unsigned)group->here_size);
}

/* A message to one node, and one from another. */
static int exchange_empty(al_group_t *group, int to, int from)
{
    enum { TAG = 1 };
    MPI_Request in, out;
    int sent;
    AL_TRY(AL_MPI(MPI_Isend(NULL, 0, MPI_BYTE, to, TAG, group->leaders, &out)));
    AL_TRY(AL_MPI(MPI_Irecv(NULL, 0, MPI_BYTE, from, TAG, group->leaders, &in)));
    AL_TRY(ali_wait_noted(&in));
    AL_TRY(AL_MPI(MPI_Test(&out, &sent, MPI_STATUS_IGNORE)));
    return sent ? ASHLAR_OK : ali_wait_noted(&out);
}

/* First ranks of the nodes: a dissemination barrier (Hensgen, Finkel and Manber 1988). In round k
 * everybody hears of 2^k more. After a failure it goes on, for the others' sake. MPI_Ibarrier takes
 * a microsecond more beside the engine's receives. */
static int meet_leaders(al_group_t *group)
{
    int count = group->node_count, first_failure = ASHLAR_OK;
    if (ali_context.out_of_step)
        return ali_out_of_step();
    ali_note("a barrier", AL_OTHER_NODES);
    for (int distance = 1; distance < count; distance *= 2) {
        int to = (group->node + distance) % count, from = (group->node - distance + count) % count;
        int result = exchange_empty(group, to, from);
        if (first_failure == ASHLAR_OK)
            first_failure = result;
    }
    ali_context.out_of_step = first_failure != ASHLAR_OK;
    return first_failure;
}

/* Several nodes: the first rank of a node waits for the others, meets the other nodes, and lets its
 * own go on. */
static int meet_nodes(al_group_t *group)
{
    ali_note("a barrier", group->here == 0 ? AL_MY_NODE : AL_ANYBODY);
    if (group->here != 0) {
        ali_meeting_follow(group->meeting);
        return ASHLAR_OK;
    }
    unsigned round = ali_meeting_gather(group->meeting, (unsigned)group->here_size);
    int status = meet_leaders(group);
    ali_meeting_open(group->meeting, round); /* even after a failure: the others must not hang */
    return status;
}

int ali_meet(al_group_t *group)
{
    if (group->node_count > 1)
        return meet_nodes(group);
    ali_meet_node(group);
    return ASHLAR_OK;
}

int al_fence(int rank)
{
    AL_TRY(ali_check_started("al_fence"));
    if (rank < 0 || rank >= ali_context.size)
        return AL_FAIL(ASHLAR_ERANGE, "al_fence: rank %d is outside 0..%d", rank,
                       ali_context.size - 1);
    atomic_thread_fence(memory_order_seq_cst);
    return ali_context.engine ? ali_context.engine->fence(rank) : ASHLAR_OK;
}

int al_fence_all(void)
{
    AL_TRY(ali_check_started("al_fence_all"));
    atomic_thread_fence(memory_order_seq_cst);
    return ali_context.engine ? ali_context.engine->fence_all() : ASHLAR_OK;
}

int al_barrier(al_group_t *group)
{
    AL_TRY(ali_check_started("al_barrier"));
    if (!group)
        return AL_FAIL(ASHLAR_EARG, "al_barrier: the group is NULL");
    int fenced = ali_context.engine ? ali_context.engine->fence_all() : ASHLAR_OK;
    if (fenced == ASHLAR_EMPI) { /* others may wait for what this rank can no longer give them */
        ali_context.out_of_step = 1;
        return fenced;
    }
    int met = ali_meet(group);
    if (ali_context.engine && met == ASHLAR_OK)
        met = ali_context.engine->order_local();
    return fenced != ASHLAR_OK ? fenced : met;
}

int al_poll(void)
{
    return ali_context.engine ? ali_context.engine->poll() : ASHLAR_OK;
}
