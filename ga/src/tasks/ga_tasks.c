/* Task pools: a counter for each round, and on each node what the plan does not tell all. */
#include "ga/src/tasks/ga_tasks.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "armci-lite/src/al_private.h"
#include "ga/src/array/ga_check.h"
#include "ga/src/array/ga_collective.h"
#include "ga/src/array/ga_context.h"
#include "ga/src/array/ga_group.h"
#include "ga/src/tasks/ga_tasks_draw.h"
#include "ga/src/tasks/ga_tasks_plan.h"

/* Counters of a pool. A rank may be rounds ahead of another one, so rounds do not share a counter
 * until all ranks have passed a barrier. */
enum { ROUNDS = 256 };

typedef struct gai_pool {
    ga_tasks_t handle;
    int64_t n, chunks;
    ga_t counters;           /* [ROUNDS] chunks handed out, on rank 0 of the group */
    int64_t round;           /* which counter */
    atomic_int is_exhausted; /* none is left in this round */
    _Atomic int64_t taken;   /* tasks, by this rank in this round */
    al_group_t *group;
    al_share_t share;           /* the memory of a node, if it needs any: */
    gai_draws_t *draws;         /* [ROUNDS] where ranks of a node draw together, or NULL */
    const int64_t *order, *cut; /* [n] and [chunks+1], or NULL */
    int run_count;              /* without cuts: */
    gai_tasks_run_t runs[GAI_TASKS_RUNS];
} pool_t;

/* Handles are slot + generation * GAI_POOLS; slot 0 is not used. */
static int find_pool(const char *call, ga_tasks_t tasks, pool_t **pool)
{
    AL_TRY(gai_check_started(call));
    *pool = tasks > 0 ? gai_context.pools[tasks % GAI_POOLS] : NULL;
    if (AL_UNLIKELY(!*pool || (*pool)->handle != tasks))
        return AL_FAIL(ASHLAR_EHANDLE, "%s: %d is not a live task pool", call, (int)tasks);
    return ASHLAR_OK;
}

/* ---- creating -------------------------------------------------------------------------------- */

static int check_arguments(const char *call, int64_t n, ga_tasks_order order, int64_t chunk)
{
    if (n < 0)
        return AL_FAIL(ASHLAR_EARG, "%s: %" PRId64 " tasks", call, n);
    if ((unsigned)order > GA_TASKS_STRATIFIED)
        return AL_FAIL(ASHLAR_EARG, "%s: %d is not an order of tasks", call, (int)order);
    if (chunk < 0)
        return AL_FAIL(ASHLAR_EARG, "%s: chunks of %" PRId64 " tasks", call, chunk);
    return ASHLAR_OK;
}

/* Steps that may fail on one rank only: a handle, the record, and on rank 0 the costs. */
static int begin_pool(const char *call, int rank, gai_tasks_plan_t *plan, pool_t **pool)
{
    int slot = 1;
    while (slot < GAI_POOLS && gai_context.pools[slot])
        ++slot;
    if (slot == GAI_POOLS)
        return AL_FAIL(ASHLAR_ELIMIT, "%s: there are already %d task pools", call, GAI_POOLS - 1);
    *pool = calloc(1, sizeof **pool);
    if (!*pool)
        return AL_FAIL(ASHLAR_ENOMEM, "%s: no memory for the record of a task pool", call);
    (*pool)->handle = slot + gai_context.pool_generations[slot] * GAI_POOLS;
    return rank == 0 ? gai_tasks_sort(call, plan) : ASHLAR_OK;
}

/* How much a node keeps: in words, and draws. */
typedef struct room {
    int64_t order, cuts;
    size_t draws;
} room_t;

static uint64_t room_bytes(room_t room)
{
    return room.draws * sizeof(gai_draws_t) + (uint64_t)(room.order + room.cuts) * sizeof(int64_t);
}

/* Rank 0 writes the table of its node, which the others copy. */
static int fill_share(const al_group_t *group, const gai_tasks_plan_t *plan, int64_t *words,
                      room_t room)
{
    if (group->rank == 0) {
        for (int64_t k = 0; k < room.order; ++k)
            words[k] = plan->task[k].number;
        if (room.cuts > 0)
            gai_tasks_cut(plan, words + room.order);
    }
    return ali_share_spread(group, words, (uint64_t)(room.order + room.cuts) * sizeof *words);
}

static int create_share(const char *call, pool_t *pool, al_group_t *group,
                        const gai_tasks_plan_t *plan, int is_cut)
{
    const room_t room = {plan->order == GA_TASKS_AS_GIVEN ? 0 : plan->n,
                         is_cut ? pool->chunks + 1 : 0, gai_draws_are_shared(group) ? ROUNDS : 0};
    pool->group = group;
    if (room_bytes(room) == 0)
        return ASHLAR_OK;
    AL_TRY(ali_share_make(call, group, room_bytes(room), &pool->share));
    int64_t *words =
        (int64_t *)(void *)((char *)pool->share.memory + room.draws * sizeof(gai_draws_t));
    pool->draws = room.draws ? pool->share.memory : NULL;
    pool->order = room.order > 0 ? words : NULL;
    pool->cut = room.cuts > 0 ? words + room.order : NULL;
    /* Also the barrier after the memory is filled in. */
    return gai_agree(call, group, fill_share(group, plan, words, room));
}

/* Do costs say where chunks end? *is_cut; rank 0 tells the others. */
static int count_chunks(pool_t *pool, al_group_t *group, const gai_tasks_plan_t *plan, int *is_cut)
{
    int64_t cuts =
        group->rank == 0 && plan->cost && plan->chunk == 0 ? gai_tasks_cut(plan, NULL) : -1;
    pool->n = plan->n;
    AL_TRY(al_broadcast(group, &cuts, sizeof cuts, 0));
    *is_cut = cuts >= 0;
    pool->chunks = *is_cut ? cuts : gai_tasks_list_runs(plan, pool->runs, &pool->run_count);
    return ASHLAR_OK;
}

/* All ranks pass a barrier before and after, whatever ga_classic_sync_mask() has left out. */
static int clear_counters(const pool_t *pool)
{
    AL_TRY(al_barrier(pool->group));
    if (pool->draws && pool->group->local_rank == 0)
        gai_draws_clear(pool->draws, ROUNDS);
    AL_TRY(ga_zero(pool->counters));
    return al_barrier(pool->group);
}

static int create_counters(pool_t *pool, ga_group_t group)
{
    const int64_t rounds = ROUNDS;
    return ga_create_nd(ASHLAR_LLONG, 1, &rounds, "counters of a task pool", &rounds, group,
                        &pool->counters);
}

/* Give back what a pool has of the arena. */
static int free_pool_parts(pool_t *pool)
{
    ali_share_free(pool->group, &pool->share);
    return pool->counters ? ga_destroy(pool->counters) : ASHLAR_OK;
}

int ga_tasks_create(ga_group_t handle, int64_t n, const double *cost, ga_tasks_order order,
                    uint64_t seed, int64_t chunk, ga_tasks_t *tasks)
{
    GAI_COLLECTIVE(ga_tasks_create, handle, n, cost, order, seed, chunk, tasks);
    const char *call = __func__;
    al_group_t *group = NULL;
    AL_TRY(gai_group(call, handle, &group, &handle));
    AL_TRY(check_arguments(call, n, order, chunk));
    if (!tasks)
        return gai_bad_argument(call, "the pool pointer");
    gai_tasks_plan_t plan = {n, chunk, cost, order, seed, al_group_size(group), NULL};
    pool_t *pool = NULL;
    int status = gai_agree(call, group, begin_pool(call, group->rank, &plan, &pool));
    if (status == ASHLAR_OK) {
        int is_cut;
        status = count_chunks(pool, group, &plan, &is_cut);
        if (status == ASHLAR_OK)
            status = create_counters(pool, handle);
        if (status == ASHLAR_OK)
            status = create_share(call, pool, group, &plan, is_cut);
        if (status == ASHLAR_OK)
            status = clear_counters(pool);
        if (status != ASHLAR_OK) {
            ali_fail_within(status, "%s", call);
            free_pool_parts(pool);
        }
    }
    free(plan.task);
    if (status != ASHLAR_OK) {
        free(pool);
        return status;
    }
    atomic_init(&pool->is_exhausted, pool->chunks == 0);
    gai_context.pools[pool->handle % GAI_POOLS] = pool;
    *tasks = pool->handle;
    return ASHLAR_OK;
}

/* The handle is stale from now on. */
static void forget_pool(pool_t *pool)
{
    int slot = pool->handle % GAI_POOLS;
    gai_context.pools[slot] = NULL;
    gai_context.pool_generations[slot] =
        (gai_context.pool_generations[slot] + 1) % (INT32_MAX / GAI_POOLS);
    free(pool);
}

/* For the check: the handles of a pool are each rank's own, those of its counters are not. */
static ga_t counters_of(ga_tasks_t tasks)
{
    const pool_t *pool = tasks > 0 ? gai_context.pools[tasks % GAI_POOLS] : NULL;
    return pool && pool->handle == tasks ? pool->counters : 0;
}

static al_group_t *group_of_pool(ga_tasks_t tasks)
{
    const gai_array_t *counters = gai_find(counters_of(tasks));
    return counters ? counters->group : NULL;
}

int ga_tasks_destroy(ga_tasks_t tasks)
{
    ALI_CHECKED(
        gai_check_collective(GAI_ROW(ga_tasks_destroy), group_of_pool(tasks), counters_of(tasks)));
    pool_t *pool;
    AL_TRY(find_pool(__func__, tasks, &pool));
    int status = free_pool_parts(pool);
    forget_pool(pool);
    return status == ASHLAR_OK ? status : ali_fail_within(status, "%s", __func__);
}

void gai_tasks_stop(void)
{
    for (int slot = 1; slot < GAI_POOLS; ++slot)
        if (gai_context.pools[slot])
            forget_pool(gai_context.pools[slot]);
}

/* ---- handing out ----------------------------------------------------------------------------- */

/* The chunk of a number that only this rank has drawn. */
static ga_tasks_chunk_t chunk_of(const pool_t *pool, int64_t number)
{
    ga_tasks_chunk_t chunk;
    if (pool->cut) {
        chunk.first = pool->cut[number];
        chunk.count = pool->cut[number + 1] - chunk.first;
    } else {
        const gai_tasks_run_t *run = gai_tasks_find_run(pool->runs, pool->run_count, number);
        chunk.first = run->place + (number - run->chunk) * run->size;
        chunk.count = ali_min(run->size, pool->n - chunk.first);
    }
    chunk.task = pool->order ? pool->order + chunk.first : NULL;
    return chunk;
}

int ga_tasks_next(ga_tasks_t tasks, ga_tasks_chunk_t *chunk)
{
    pool_t *pool;
    AL_TRY(find_pool(__func__, tasks, &pool));
    if (AL_UNLIKELY(!chunk))
        return gai_bad_argument(__func__, "chunk");
    int64_t number = pool->chunks;
    if (!atomic_load_explicit(&pool->is_exhausted, memory_order_relaxed)) {
        gai_draws_t *draws = pool->draws ? &pool->draws[pool->round] : NULL;
        int status = gai_tasks_draw(pool->counters, pool->round, draws, pool->chunks, &number);
        if (status != ASHLAR_OK)
            return ali_fail_within(status, "%s", __func__);
    }
    if (number >= pool->chunks) {
        atomic_store_explicit(&pool->is_exhausted, 1, memory_order_relaxed);
        *chunk = (ga_tasks_chunk_t){.first = pool->n};
        return ASHLAR_OK;
    }
    *chunk = chunk_of(pool, number);
    atomic_fetch_add_explicit(&pool->taken, chunk->count, memory_order_relaxed);
    return ASHLAR_OK;
}

int ga_tasks_reset(ga_tasks_t tasks)
{
    ALI_CHECKED(
        gai_check_collective(GAI_ROW(ga_tasks_reset), group_of_pool(tasks), counters_of(tasks)));
    pool_t *pool;
    AL_TRY(find_pool(__func__, tasks, &pool));
    int64_t round = (pool->round + 1) % ROUNDS;
    if (round == 0) { /* a barrier, before any counter is used again */
        int status = clear_counters(pool);
        if (status != ASHLAR_OK)
            return ali_fail_within(status, "%s", __func__);
    }
    pool->round = round;
    atomic_store_explicit(&pool->is_exhausted, pool->chunks == 0, memory_order_relaxed);
    atomic_store_explicit(&pool->taken, 0, memory_order_relaxed);
    return ASHLAR_OK;
}

int ga_tasks_taken(ga_tasks_t tasks, int64_t *taken)
{
    pool_t *pool;
    AL_TRY(find_pool(__func__, tasks, &pool));
    if (!taken)
        return gai_bad_argument(__func__, "taken");
    *taken = atomic_load_explicit(&pool->taken, memory_order_relaxed);
    return ASHLAR_OK;
}
