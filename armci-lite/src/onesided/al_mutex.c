/* MCS queue locks (Mellor-Crummey and Scott, ACM TOCS 9, 1991) in a segment. A mutex is one word,
 * the tail of its queue, in the slice of its owner. Each rank has queue nodes in its own slice.
 * Lock swaps the number of one of them into the tail; if there was another, it writes its number
 * into that node's NEXT and waits until its own GRANTED is set, reading its own memory only. Unlock
 * swaps the tail back if nobody is queued behind it, else sets GRANTED of the next node. A lock or
 * an unlock of a free mutex is one request, and ranks that wait send nothing.
 *
 * Memory ordering. All accesses are swaps, compare-and-swaps and fetch-and-adds, atomic on any
 * node; those on my node are relaxed, so there is a fence before and after each swap of the tail,
 * before each field that is written for another rank and after each field that is read. What a rank
 * did before it wrote a field happens before what the other does after it has read it: a queue node
 * is clean before another rank can write to it in the next queue. Unlock completes the holder's
 * operations everywhere before it lets go. */
#include "armci-lite/src/onesided/al_mutex.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "armci-lite/src/wait/al_mpi.h"
#include "armci-lite/src/base/al_status.h"
#include "armci-lite/src/base/al_util.h"
#include "armci-lite/src/wait/al_wait.h"
#include "armci-lite/src/base/al_wait_report.h"
#include "armci-lite/src/group/al_check.h"
#include "armci-lite/src/group/al_segment.h"

enum {
    LINE = 64,          /* mutexes and queue nodes have a cache line each */
    QUEUE_NODES = 1024, /* of a rank: the most mutexes of a set that it may hold at once */
    NEXT = 0,
    GRANTED = 4 /* fields of a queue node: the number of the next one; 1: its rank has the lock */
};

typedef struct hold {
    int node;
    int64_t index; /* of the mutex */
} hold_t;

struct al_mutexes {
    al_segment_t *segment;
    int64_t n;
    int nodes, held;
    hold_t hold[]; /* [nodes] the first `held` are of mutexes that I hold; the others are free */
};

/* Mutex k is with rank k mod size; the queue nodes of a rank come after its mutexes. */
static int mutex_owner(const al_mutexes_t *mutexes, int64_t index)
{
    return (int)(index % mutexes->segment->size);
}

static size_t tail_offset(const al_mutexes_t *mutexes, int64_t index)
{
    return (size_t)(index / mutexes->segment->size) * LINE;
}

static int64_t mutexes_per_rank(int64_t n, int ranks)
{
    return n / ranks + (n % ranks != 0);
}

static size_t queue_node_field(const al_mutexes_t *mutexes, int node, int field)
{
    int64_t first = mutexes_per_rank(mutexes->n, mutexes->segment->size);
    return (size_t)(first + node) * LINE + (size_t)field;
}

/* A queue node of a rank as one number, never 0; 32 bits do for two million ranks. */
static int64_t queue_id(int rank, int node)
{
    return (int64_t)rank * QUEUE_NODES + node + 1;
}

static int write_field(al_mutexes_t *mutexes, int64_t id, int field, int64_t value)
{
    int rank = (int)((id - 1) / QUEUE_NODES), node = (int)((id - 1) % QUEUE_NODES);
    atomic_thread_fence(memory_order_seq_cst);
    return al_swap(mutexes->segment, rank, queue_node_field(mutexes, node, field), ASHLAR_INT,
                   value, NULL);
}

/* Read a field of a queue node of mine. call: wait until it is not 0; NULL: do not wait. */
static int read_field(al_mutexes_t *mutexes, int node, int field, const char *call, int64_t *value)
{
    const int me = mutexes->segment->group->rank;
    const size_t at = queue_node_field(mutexes, node, field);
    for (al_wait_t waiting = {0};; ali_wait_step(&waiting, 1)) {
        AL_TRY(al_fetch_add(mutexes->segment, me, at, ASHLAR_INT, 0, value));
        if (*value || !call)
            break;
        ali_report_wait(call, AL_ANYBODY);
    }
    atomic_thread_fence(memory_order_seq_cst);
    return ASHLAR_OK;
}

/* Where in hold a mutex is; -1: I do not hold it. */
static int find_hold(const al_mutexes_t *mutexes, int64_t index)
{
    for (int k = 0; k < mutexes->held; ++k)
        if (mutexes->hold[k].index == index)
            return k;
    return -1;
}

static int check_mutex(const char *call, const al_mutexes_t *mutexes, int64_t index)
{
    AL_TRY(ali_check_started(call));
    if (!mutexes)
        return AL_FAIL(ASHLAR_EARG, "%s: the set of mutexes is NULL", call);
    if (index < 0 || index >= mutexes->n)
        return AL_FAIL(ASHLAR_ERANGE, "%s: mutex %lld is outside 0..%lld", call, (long long)index,
                       (long long)mutexes->n - 1);
    return ASHLAR_OK;
}

/* Set all my mutexes and queue nodes to free. */
static int clear_mine(al_mutexes_t *mutexes, size_t bytes)
{
    static const char zeros[LINE];
    for (size_t at = 0; at < bytes; at += LINE)
        AL_TRY(al_put(mutexes->segment, mutexes->segment->group->rank, at, zeros, LINE));
    return ASHLAR_OK;
}

/* All ranks have created the set, or all free it. If MPI has failed they cannot agree: the memory
 * of the mutexes then goes with the library. */
static int agree_or_free(const char *call, al_mutexes_t *mutexes, int status)
{
    int worst = status, agreed = status;
    if (status != ASHLAR_EMPI)
        agreed = al_allreduce(mutexes->segment->group, ASHLAR_INT, ASHLAR_MIN, &worst, 1);
    if (agreed == ASHLAR_OK) {
        if (worst == ASHLAR_OK)
            return ASHLAR_OK;
        agreed = ali_agreed_status(call, status, worst);
        al_segment_free(mutexes->segment);
    }
    free(mutexes);
    return agreed;
}

int al_mutexes_create(al_group_t *group, int64_t n, al_mutexes_t **mutexes_out)
{
    ALI_COLLECTIVE(al_mutexes_create, group, n, mutexes_out);
    AL_TRY(ali_check_started(__func__));
    if (!group || !mutexes_out)
        return AL_FAIL(ASHLAR_EARG, "%s: a NULL argument", __func__);
    if (n < 1 || n > INT64_MAX / LINE - QUEUE_NODES)
        return AL_FAIL(ASHLAR_EARG, "%s: %lld mutexes", __func__, (long long)n);
    int nodes = (int)ali_min(n, QUEUE_NODES);
    al_mutexes_t *mutexes = malloc(sizeof *mutexes + (size_t)nodes * sizeof *mutexes->hold);
    int have = mutexes != NULL;
    int status = al_allreduce(group, ASHLAR_INT, ASHLAR_MIN, &have, 1);
    if (status == ASHLAR_OK && !have)
        status = AL_FAIL(ASHLAR_ENOMEM, "%s: no memory", __func__);
    size_t bytes = (size_t)(mutexes_per_rank(n, group->size) + nodes) * LINE;
    if (status == ASHLAR_OK)
        status = al_segment_create(group, bytes, &mutexes->segment);
    if (status != ASHLAR_OK) {
        free(mutexes);
        return status;
    }
    mutexes->n = n;
    mutexes->nodes = nodes;
    mutexes->held = 0;
    for (int node = 0; node < nodes; ++node)
        mutexes->hold[node].node = node;
    status = clear_mine(mutexes, bytes);
    int barrier_status = al_barrier(group);
    AL_TRY(agree_or_free(__func__, mutexes, status != ASHLAR_OK ? status : barrier_status));
    *mutexes_out = mutexes;
    return ASHLAR_OK;
}

al_segment_t *ali_mutexes_segment(const al_mutexes_t *mutexes)
{
    return mutexes->segment;
}

int al_mutexes_free(al_mutexes_t *mutexes)
{
    ALI_CHECKED(ali_check_call(ALI_ROW(al_mutexes_free), mutexes ? mutexes->segment : NULL));
    AL_TRY(ali_check_started(__func__));
    if (!mutexes)
        return AL_FAIL(ASHLAR_EARG, "%s: the set of mutexes is NULL", __func__);
    al_group_t *group = mutexes->segment->group;
    AL_TRY(al_barrier(group));
    long long worst = -1;
    for (int k = 0; k < mutexes->held; ++k)
        worst = ali_max(worst, mutexes->hold[k].index);
    AL_TRY(al_allreduce(group, ASHLAR_LLONG, ASHLAR_MAX, &worst, 1));
    if (worst >= 0)
        return AL_FAIL(ASHLAR_ESTATE, "%s: mutex %lld is held", __func__, worst);
    int status = al_segment_free(mutexes->segment);
    free(mutexes);
    return status;
}

/* Check that I may ask for the mutex, and find a free queue node. */
static int check_can_lock(const char *call, const al_mutexes_t *mutexes, int64_t index)
{
    AL_TRY(check_mutex(call, mutexes, index));
    if (find_hold(mutexes, index) >= 0)
        return AL_FAIL(ASHLAR_ESTATE, "%s: this rank holds mutex %lld already", call,
                       (long long)index);
    if (mutexes->held == mutexes->nodes)
        return AL_FAIL(ASHLAR_ELIMIT, "%s: this rank holds %d mutexes of the set already", call,
                       mutexes->held);
    return ASHLAR_OK;
}

int al_mutex_lock(al_mutexes_t *mutexes, int64_t index)
{
    AL_TRY(check_can_lock(__func__, mutexes, index));
    hold_t *hold = &mutexes->hold[mutexes->held];
    int64_t me = queue_id(mutexes->segment->group->rank, hold->node), before, granted;
    atomic_thread_fence(memory_order_seq_cst);
    AL_TRY(al_swap(mutexes->segment, mutex_owner(mutexes, index), tail_offset(mutexes, index),
                   ASHLAR_INT, me, &before));
    atomic_thread_fence(memory_order_seq_cst);
    if (before) {
        AL_TRY(write_field(mutexes, before, NEXT, me));
        AL_TRY(read_field(mutexes, hold->node, GRANTED, __func__, &granted));
        AL_TRY(write_field(mutexes, me, GRANTED, 0));
    }
    hold->index = index;
    ++mutexes->held;
    return ASHLAR_OK;
}

int al_mutex_try_lock(al_mutexes_t *mutexes, int64_t index, int *taken)
{
    AL_TRY(check_can_lock(__func__, mutexes, index));
    if (!taken)
        return AL_FAIL(ASHLAR_EARG, "%s: the pointer `taken` is NULL", __func__);
    hold_t *hold = &mutexes->hold[mutexes->held];
    int64_t me = queue_id(mutexes->segment->group->rank, hold->node), before;
    atomic_thread_fence(memory_order_seq_cst);
    AL_TRY(al_compare_swap(mutexes->segment, mutex_owner(mutexes, index),
                           tail_offset(mutexes, index), ASHLAR_INT, 0, me, &before));
    atomic_thread_fence(memory_order_seq_cst);
    *taken = before == 0;
    if (*taken) {
        hold->index = index;
        ++mutexes->held;
    }
    return ASHLAR_OK;
}

/* Let the next in the queue go on, or leave it empty. */
static int hand_over(al_mutexes_t *mutexes, int64_t index, int node)
{
    int64_t me = queue_id(mutexes->segment->group->rank, node), next, tail;
    AL_TRY(read_field(mutexes, node, NEXT, NULL, &next));
    if (!next) {
        AL_TRY(al_compare_swap(mutexes->segment, mutex_owner(mutexes, index),
                               tail_offset(mutexes, index), ASHLAR_INT, me, 0, &tail));
        if (tail == me)
            return ASHLAR_OK;
        /* Somebody is about to say who it is. */
        AL_TRY(read_field(mutexes, node, NEXT, "al_mutex_unlock", &next));
    }
    AL_TRY(write_field(mutexes, me, NEXT, 0));
    return write_field(mutexes, next, GRANTED, 1);
}

int al_mutex_unlock(al_mutexes_t *mutexes, int64_t index)
{
    AL_TRY(check_mutex(__func__, mutexes, index));
    int k = find_hold(mutexes, index);
    if (k < 0)
        return AL_FAIL(ASHLAR_ESTATE, "%s: this rank does not hold mutex %lld", __func__,
                       (long long)index);
    AL_TRY(al_fence_all());
    hold_t released = mutexes->hold[k];
    AL_TRY(hand_over(mutexes, index, released.node));
    mutexes->hold[k] = mutexes->hold[--mutexes->held];
    mutexes->hold[mutexes->held] = released;
    return ASHLAR_OK;
}

void ali_mutexes_forget(al_mutexes_t *mutexes)
{
    free(mutexes);
}
