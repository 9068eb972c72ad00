/* Mutexes: ticket locks in a segment. Whoever draws ticket t holds the mutex once `serving` is t,
 * so waiters are served in order. All accesses are fetch-and-adds and swaps on the segment, on any
 * node. Fences give the ordering: unlock completes the holder's operations everywhere before it
 * advances `serving`; lock fences after it has read it. */
#include "armci-lite/src/onesided/al_mutex.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "armci-lite/src/base/al_mpi.h"
#include "armci-lite/src/base/al_status.h"
#include "armci-lite/src/base/al_wait.h"
#include "armci-lite/src/base/al_waiting.h"
#include "armci-lite/src/group/al_segment.h"

/* A mutex has a cache line of its own. */
enum { NEXT = 0, SERVING = 8, HOLDER = 16, MUTEX_BYTES = 64 };

struct al_mutexes {
    al_segment_t *segment;
    int64_t n;
};

/* Mutex k is with rank k mod size. */
static int owner(const al_mutexes_t *mutexes, int64_t index)
{
    return (int)(index % mutexes->segment->size);
}

static size_t offset(const al_mutexes_t *mutexes, int64_t index)
{
    return (size_t)(index / mutexes->segment->size) * MUTEX_BYTES;
}

static int fetch_add(al_mutexes_t *mutexes, int64_t index, int field, int64_t inc, int64_t *old)
{
    return al_fetch_add(mutexes->segment, owner(mutexes, index),
                        offset(mutexes, index) + (size_t)field, ASHLAR_LLONG, inc, old);
}

static int check(const char *call, const al_mutexes_t *mutexes, int64_t index)
{
    AL_TRY(ali_check_started(call));
    if (!mutexes)
        return AL_FAIL(ASHLAR_EARG, "%s: the set of mutexes is NULL", call);
    if (index < 0 || index >= mutexes->n)
        return AL_FAIL(ASHLAR_ERANGE, "%s: mutex %lld is outside 0..%lld", call, (long long)index,
                       (long long)mutexes->n - 1);
    return ASHLAR_OK;
}

/* Set all my mutexes to free. */
static int clear_mine(al_mutexes_t *mutexes, size_t bytes)
{
    const al_group_t *group = mutexes->segment->group;
    static const char zeros[MUTEX_BYTES];
    for (size_t at = 0; at < bytes; at += MUTEX_BYTES)
        AL_TRY(al_put(mutexes->segment, group->rank, at, zeros, MUTEX_BYTES));
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
        agreed = ali_outcome(call, status, worst);
        al_segment_free(mutexes->segment);
    }
    free(mutexes);
    return agreed;
}

int al_mutexes_create(al_group_t *group, int64_t n, al_mutexes_t **mutexes_out)
{
    AL_TRY(ali_check_started(__func__));
    if (!group || !mutexes_out)
        return AL_FAIL(ASHLAR_EARG, "%s: a NULL argument", __func__);
    if (n < 1 || n > INT64_MAX / MUTEX_BYTES)
        return AL_FAIL(ASHLAR_EARG, "%s: %lld mutexes", __func__, (long long)n);
    al_mutexes_t *mutexes = malloc(sizeof *mutexes);
    int have = mutexes != NULL;
    int status = al_allreduce(group, ASHLAR_INT, ASHLAR_MIN, &have, 1);
    if (status == ASHLAR_OK && !have)
        status = AL_FAIL(ASHLAR_ENOMEM, "%s: no memory", __func__);
    int64_t mine = n / group->size + (group->rank < n % group->size);
    size_t bytes = (size_t)mine * MUTEX_BYTES;
    if (status == ASHLAR_OK)
        status = al_segment_create(group, bytes, &mutexes->segment);
    if (status != ASHLAR_OK) {
        free(mutexes);
        return status;
    }
    mutexes->n = n;
    status = clear_mine(mutexes, bytes);
    int met = al_barrier(group);
    AL_TRY(agree_or_free(__func__, mutexes, status != ASHLAR_OK ? status : met));
    *mutexes_out = mutexes;
    return ASHLAR_OK;
}

int al_mutexes_free(al_mutexes_t *mutexes)
{
    AL_TRY(ali_check_started(__func__));
    if (!mutexes)
        return AL_FAIL(ASHLAR_EARG, "%s: the set of mutexes is NULL", __func__);
    al_group_t *group = mutexes->segment->group;
    AL_TRY(al_barrier(group));
    int64_t held = -1;
    for (int64_t k = group->rank; k < mutexes->n; k += group->size) {
        int64_t holder;
        AL_TRY(fetch_add(mutexes, k, HOLDER, 0, &holder));
        if (holder)
            held = k;
    }
    long long worst = held;
    AL_TRY(al_allreduce(group, ASHLAR_LLONG, ASHLAR_MAX, &worst, 1));
    if (worst >= 0)
        return AL_FAIL(ASHLAR_ESTATE, "%s: mutex %lld is held", __func__, worst);
    int status = al_segment_free(mutexes->segment);
    free(mutexes);
    return status;
}

int al_mutex_lock(al_mutexes_t *mutexes, int64_t index)
{
    AL_TRY(check(__func__, mutexes, index));
    int64_t me = mutexes->segment->group->rank + 1, holder, ticket, serving;
    AL_TRY(fetch_add(mutexes, index, HOLDER, 0, &holder));
    if (holder == me)
        return AL_FAIL(ASHLAR_ESTATE, "%s: this rank holds mutex %lld already", __func__,
                       (long long)index);
    AL_TRY(fetch_add(mutexes, index, NEXT, 1, &ticket));
    for (al_wait_t wait = {0};; ali_wait_step(&wait, 1)) {
        AL_TRY(fetch_add(mutexes, index, SERVING, 0, &serving));
        if (serving == ticket)
            break;
        ali_waiting_for(__func__, AL_ANYBODY);
        ali_wait_watched(&wait); /* the waits within are short */
    }
    AL_TRY(al_swap(mutexes->segment, owner(mutexes, index), offset(mutexes, index) + HOLDER,
                   ASHLAR_LLONG, me, NULL));
    atomic_thread_fence(memory_order_seq_cst);
    return ASHLAR_OK;
}

int al_mutex_unlock(al_mutexes_t *mutexes, int64_t index)
{
    AL_TRY(check(__func__, mutexes, index));
    int64_t me = mutexes->segment->group->rank + 1, holder;
    AL_TRY(fetch_add(mutexes, index, HOLDER, 0, &holder));
    if (holder != me)
        return AL_FAIL(ASHLAR_ESTATE, "%s: this rank does not hold mutex %lld", __func__,
                       (long long)index);
    AL_TRY(al_swap(mutexes->segment, owner(mutexes, index), offset(mutexes, index) + HOLDER,
                   ASHLAR_LLONG, 0, NULL));
    AL_TRY(al_fence_all());
    return fetch_add(mutexes, index, SERVING, 1, NULL);
}

void ali_mutexes_forget(al_mutexes_t *mutexes)
{
    free(mutexes);
}
