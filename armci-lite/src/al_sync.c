/* Waiting for each other: meetings on a node, barriers, fences.
 *
 * Meeting of the ranks of a node, memory ordering. Every rank adds itself to `arrived` with
 * acquire-release order; the additions form one release sequence, so whoever sees the last value
 * has seen what every rank wrote before it came. The rank that completes the count empties it and
 * then advances `round` with a release; the others wait for that with an acquire. Thus all writes
 * before the meeting, by anybody, are visible to everybody after it. `arrived` is emptied before
 * `round` moves, so that a fast rank can already be counted for the next meeting. */
#define _POSIX_C_SOURCE 200809L
#include <sched.h>
#include <stdio.h>
#include <time.h>

#include "armci-lite/src/al_internal.h"

/* ASHLAR_WATCHDOG: end the job when one wait takes too long. Called once per slow step. */
static void watch(unsigned round)
{
    static _Thread_local time_t begin;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (round == AL_SPINS)
        begin = now.tv_sec;
    if (now.tv_sec - begin <= ali_context.env.watchdog)
        return;
    fprintf(stderr,
            "ashlar: rank %d has waited for other ranks for more than %lld s (ASHLAR_WATCHDOG); "
            "ending the job\n",
            ali_context.rank, (long long)ali_context.env.watchdog);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

void ali_wait_slowly(unsigned round, int poll)
{
    enum { YIELDS = 2000 };
    if (ali_context.env.watchdog)
        watch(round);
    if (poll && ali_context.engine)
        ali_context.engine->poll();
    if (round < AL_SPINS + YIELDS) {
        sched_yield();
    } else {
        struct timespec nap = {.tv_nsec = 50000};
        nanosleep(&nap, NULL);
    }
}

int ali_wait_mpi(MPI_Request *request)
{
    unsigned round = 0;
    for (int done = 0; !done;) {
        AL_TRY(AL_MPI(MPI_Test(request, &done, MPI_STATUS_IGNORE)));
        if (!done)
            ali_wait_step(&round, 1);
    }
    return ASHLAR_OK;
}

static void wait_for_round(al_meeting_t *meeting, unsigned round)
{
    unsigned steps = 0;
    while (atomic_load_explicit(&meeting->round, memory_order_acquire) == round)
        ali_wait_step(&steps, 1);
}

static void open_round(al_meeting_t *meeting, unsigned round)
{
    atomic_store_explicit(&meeting->arrived, 0, memory_order_relaxed);
    atomic_store_explicit(&meeting->round, round + 1, memory_order_release);
}

static unsigned arrive(al_meeting_t *meeting)
{
    return atomic_fetch_add_explicit(&meeting->arrived, 1, memory_order_acq_rel) + 1;
}

void ali_meet_node(al_group_t *group)
{
    if (group->here_size == 1)
        return;
    al_meeting_t *meeting = group->meeting;
    unsigned round = atomic_load_explicit(&meeting->round, memory_order_relaxed);
    if (arrive(meeting) == (unsigned)group->here_size)
        open_round(meeting, round);
    else
        wait_for_round(meeting, round);
}

/* Several nodes: the first rank of a node waits for the others, meets the other nodes, and lets its
 * own go on. */
static int meet_nodes(al_group_t *group)
{
    al_meeting_t *meeting = group->meeting;
    unsigned round = atomic_load_explicit(&meeting->round, memory_order_relaxed);
    unsigned arrived = arrive(meeting);
    if (group->here != 0) {
        wait_for_round(meeting, round);
        return ASHLAR_OK;
    }
    unsigned steps = 0;
    while (arrived != (unsigned)group->here_size) {
        ali_wait_step(&steps, 1);
        arrived = atomic_load_explicit(&meeting->arrived, memory_order_acquire);
    }
    MPI_Request request;
    int status = AL_MPI(MPI_Ibarrier(group->leaders, &request));
    if (status == ASHLAR_OK)
        status = ali_wait_mpi(&request);
    open_round(meeting, round); /* even after a failure: the others must not hang */
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
    return ali_context.engine ? ali_context.engine->fence(ali_context.nodes.of[rank]) : ASHLAR_OK;
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
    int met = ali_meet(group);
    if (ali_context.engine && met == ASHLAR_OK)
        met = ali_context.engine->order_local();
    return fenced != ASHLAR_OK ? fenced : met;
}

int al_poll(void)
{
    return ali_context.engine ? ali_context.engine->poll() : ASHLAR_OK;
}
