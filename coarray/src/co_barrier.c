/* A barrier in two phases. Each node has two counters with its first rank: how many of its ranks
 * have come, and how many nodes are complete, both counted over all phases. Who comes last on a
 * node adds one to the second counter of every node; where there is one node the first counter
 * says it all. So nobody has to be there for another in between.
 *
 * Memory ordering: a rank completes its accesses, which passes a release fence, before it adds
 * itself, and the last one passes an acquire fence between its own addition and the signals, which
 * are additions with release or messages behind it; who sees the second counter, or the first where
 * it is the only one, has acquired it. */
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "coarray/src/co_collective.h"
#include "ga/src/array/ga_check.h"
#include "ga/src/array/ga_group.h"

/* Where they are, on one cache line: who comes last has it already. */
enum { HERE = 0, NODES = 8, COUNTERS = 16 /* bytes */ };

struct co_barrier {
    gai_finalizer_t live;
    al_group_t *group; /* NULL: the library has stopped since */
    ga_group_t handle;
    al_segment_t *segment;
    int64_t phase;     /* that has begun here: 1, 2, ... */
    int64_t signalled; /* the last one whose signals I have sent */
    int is_open;       /* between notify and wait */
    int here, nodes;
};

/* The first rank of a node. */
static int leader_of(const al_group_t *group, int node)
{
    return group->by_node[group->first[node]];
}

static int my_leader(const co_barrier_t *barrier)
{
    return leader_of(barrier->group, barrier->group->node);
}

static co_barrier_t *make_barrier(al_group_t *group, ga_group_t handle)
{
    co_barrier_t *barrier = calloc(1, sizeof *barrier);
    if (!barrier)
        return NULL;
    barrier->group = group;
    barrier->handle = handle;
    barrier->here = group->local_size;
    barrier->nodes = group->node_count;
    return barrier;
}

static int clear_counters_of(co_barrier_t *barrier)
{
    static const char zeros[COUNTERS];
    int status = al_put(barrier->segment, barrier->group->rank, 0, zeros, sizeof zeros);
    int barrier_status = al_barrier(barrier->group);
    return status != ASHLAR_OK ? status : barrier_status;
}

/* Tell every node that mine is complete: mine last. */
static int signal_nodes(co_barrier_t *barrier, int (*signal)(co_barrier_t *barrier, int rank))
{
    int status = ASHLAR_OK;
    const al_group_t *group = barrier->group;
    for (int k = barrier->nodes - 1; k >= 0; --k) {
        int sent = signal(barrier, leader_of(group, (group->node + k) % barrier->nodes));
        status = status != ASHLAR_OK ? status : sent;
    }
    return status;
}

static int signal_phase(co_barrier_t *barrier, int rank)
{
    return ali_signal_unfenced(barrier->segment, rank, NODES, 1);
}

static int signal_again(co_barrier_t *barrier, int rank)
{
    return al_put_signal(barrier->segment, rank, 0, NULL, NULL, NODES, 0);
}

/* When the library stops, signals of the last phases may be under way. Signals behind them, which
 * its fences wait for, keep it until they are there. */
static void end_barrier(gai_finalizer_t *live)
{
    co_barrier_t *barrier = (co_barrier_t *)live;
    if (!al_forked() && barrier->signalled && barrier->signalled >= barrier->phase - 1)
        signal_nodes(barrier, signal_again);
    if (gai_reports_leaks(barrier->group))
        fprintf(stderr, "ga_terminate: a barrier of %d images was not freed\n",
                barrier->group->size);
    barrier->group = NULL;
}

int co_barrier_create(ga_group_t group, co_barrier_t **barrier)
{
    ALI_CHECKED(gai_check_collective(COI_ROW(co_barrier_create), NULL, group, barrier));
    al_group_t *ranks;
    ga_group_t handle;
    AL_TRY(gai_group(__func__, group, &ranks, &handle));
    co_barrier_t *made = make_barrier(ranks, handle);
    int status = !made      ? AL_FAIL(ASHLAR_ENOMEM, "%s: no memory for a barrier", __func__)
                 : !barrier ? gai_bad_argument(__func__, "the barrier pointer")
                            : ASHLAR_OK;
    status = gai_agree(__func__, ranks, status);
    if (status == ASHLAR_OK)
        status = al_segment_create(ranks, COUNTERS, &made->segment);
    if (status == ASHLAR_OK) {
        status = gai_agree(__func__, ranks, clear_counters_of(made));
        if (status != ASHLAR_OK)
            al_segment_free(made->segment);
    }
    if (status != ASHLAR_OK) {
        free(made);
        return status;
    }
    gai_group_ref(handle);
    gai_finalizer_add(&made->live, end_barrier);
    *barrier = made;
    return ASHLAR_OK;
}

uint64_t coi_barrier_number(const co_barrier_t *barrier)
{
    return barrier && barrier->group ? barrier->segment->number : 0;
}

al_group_t *coi_barrier_group(const co_barrier_t *barrier)
{
    return barrier ? barrier->group : NULL;
}

static int check_barrier(const char *call, const co_barrier_t *barrier, int is_open)
{
    AL_TRY(gai_check_started(call));
    if (!barrier)
        return gai_bad_argument(call, "the barrier");
    if (!barrier->group)
        return gai_bad_stale(call, "the barrier");
    if (barrier->is_open == is_open)
        return ASHLAR_OK;
    return AL_FAIL(ASHLAR_ESTATE,
                   is_open ? "%s: co_barrier_notify has not been called before it"
                           : "%s: a notified phase has not been waited for",
                   call);
}

int co_barrier_free(co_barrier_t *barrier)
{
    if (barrier && !barrier->group) {
        free(barrier);
        return ASHLAR_OK;
    }
    COI_COLLECTIVE_BARRIER(co_barrier_free, barrier);
    AL_TRY(gai_check_started(__func__));
    if (!barrier)
        return gai_bad_argument(__func__, "the barrier");
    AL_TRY(gai_agree(__func__, barrier->group, check_barrier(__func__, barrier, 0)));
    gai_group_unref(barrier->handle);
    gai_finalizer_remove(&barrier->live);
    int status = al_segment_free(barrier->segment);
    free(barrier);
    return status;
}

int co_barrier_notify(co_barrier_t *barrier)
{
    COI_COLLECTIVE_BARRIER(co_barrier_notify, barrier);
    int64_t before;
    AL_TRY(check_barrier(__func__, barrier, 0));
    AL_TRY(ali_fence_engine());
    AL_TRY(al_fetch_add(barrier->segment, my_leader(barrier), HERE, ASHLAR_LLONG, 1, &before));
    atomic_thread_fence(memory_order_acquire);
    barrier->is_open = 1;
    ++barrier->phase;
    if (barrier->nodes == 1 || before + 1 < barrier->phase * barrier->here)
        return ASHLAR_OK;
    barrier->signalled = barrier->phase;
    return signal_nodes(barrier, signal_phase);
}

/* The phase is complete when that counter is at least so much. */
static int64_t completion(const co_barrier_t *barrier, size_t *counter)
{
    *counter = barrier->nodes == 1 ? HERE : NODES;
    return barrier->phase * (barrier->nodes == 1 ? barrier->here : barrier->nodes);
}

int co_barrier_wait(co_barrier_t *barrier)
{
    size_t counter;
    COI_COLLECTIVE_BARRIER(co_barrier_wait, barrier);
    AL_TRY(check_barrier(__func__, barrier, 1));
    const int64_t complete = completion(barrier, &counter);
    AL_TRY(coi_await(__func__, barrier->segment, my_leader(barrier), counter, ASHLAR_LLONG, CO_GE,
                     complete));
    barrier->is_open = 0;
    return ali_order_after_notice();
}

int co_barrier_test(co_barrier_t *barrier, int *done)
{
    int64_t come;
    size_t counter;
    AL_TRY(check_barrier(__func__, barrier, 1));
    if (!done)
        return gai_bad_argument(__func__, "done");
    AL_TRY(al_poll());
    const int64_t complete = completion(barrier, &counter);
    AL_TRY(coi_read(barrier->segment, my_leader(barrier), counter, ASHLAR_LLONG, &come));
    *done = come >= complete;
    return ASHLAR_OK;
}
