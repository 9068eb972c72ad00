/* Task pools: a counter for each round, and a table of the order on each node. */
#include "ga/src/tasks/ga_tasks.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "armci-lite/src/al_private.h"
#include "ga/src/array/ga_check.h"
#include "ga/src/array/ga_collective.h"
#include "ga/src/array/ga_context.h"
#include "ga/src/array/ga_group.h"
#include "ga/src/tasks/ga_tasks_plan.h"

/* Counters of a pool. A rank may be rounds ahead of another one, so rounds do not share a counter
 * until all ranks have passed a barrier. */
enum { ROUNDS = 256 };

typedef struct gai_pool {
    ga_tasks_t handle;
    int64_t n, chunk, chunks;   /* chunk 0: they have the places `cut` */
    ga_t counters;              /* [ROUNDS] chunks handed out, on rank 0 of the group */
    int64_t round;              /* which counter */
    atomic_int is_exhausted;    /* none is left in this round */
    _Atomic int64_t taken;      /* tasks, by this rank in this round */
    al_segment_t *segment;      /* the table of this node, with its first rank; NULL: not needed */
    const int64_t *order, *cut; /* in the table: [n] and [chunks+1], or NULL */
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

static void write_table(const gai_tasks_plan_t *plan, int64_t *order, int64_t *cut)
{
    for (int64_t k = 0; order && k < plan->n; ++k)
        order[k] = plan->task[k].number;
    if (cut)
        gai_tasks_cut(plan, cut);
}

/* Copy the table of rank 0 to the first ranks of all nodes; the others have no use for it. */
static int broadcast_table(al_group_t *group, char *mine, size_t bytes)
{
    enum { PIECE = 16384 }; /* the most that takes no communicator */
    char unused[PIECE];
    for (size_t at = 0; at < bytes; at += PIECE)
        AL_TRY(al_broadcast(group, mine ? mine + at : unused, ali_min_bytes(PIECE, bytes - at), 0));
    return ASHLAR_OK;
}

/* Make the table of a node: the order, if it is not as given, and the places of the chunks. */
static int share_table(pool_t *pool, al_group_t *group, const gai_tasks_plan_t *plan, int64_t order,
                       int64_t cuts)
{
    int table_rank = group->local_ranks[0];
    void *table;
    AL_TRY(al_segment_address(pool->segment, table_rank, &table));
    int64_t *words = table;
    pool->order = order > 0 ? words : NULL;
    pool->cut = cuts > 0 ? words + order : NULL;
    if (group->rank == 0)
        write_table(plan, order > 0 ? words : NULL, cuts > 0 ? words + order : NULL);
    if (group->node_count == 1)
        return ASHLAR_OK;
    return broadcast_table(group, group->rank == table_rank ? table : NULL,
                           (size_t)(order + cuts) * sizeof *words);
}

static int create_table(const char *call, pool_t *pool, al_group_t *group,
                        const gai_tasks_plan_t *plan)
{
    int64_t order = plan->order == GA_TASKS_AS_GIVEN ? 0 : plan->n;
    int64_t cuts = plan->chunk > 0 ? 0 : pool->chunks + 1;
    if (order + cuts == 0)
        return ASHLAR_OK;
    int has_table = group->rank == group->local_ranks[0];
    size_t bytes = has_table ? (size_t)(order + cuts) * sizeof(int64_t) : 0;
    AL_TRY(al_segment_create(group, bytes, &pool->segment));
    /* Also the barrier after the table is filled in. */
    return gai_agree(call, group, share_table(pool, group, plan, order, cuts));
}

static int count_chunks(pool_t *pool, al_group_t *group, const gai_tasks_plan_t *plan)
{
    pool->n = plan->n;
    pool->chunk = plan->chunk;
    if (plan->chunk > 0) {
        pool->chunks = plan->n / plan->chunk + (plan->n % plan->chunk != 0);
        return ASHLAR_OK;
    }
    if (group->rank == 0)
        pool->chunks = gai_tasks_cut(plan, NULL);
    return al_broadcast(group, &pool->chunks, sizeof pool->chunks, 0);
}

/* All ranks pass a barrier before and after, whatever ga_classic_sync_mask() has left out. */
static int clear_counters(const pool_t *pool)
{
    gai_array_t *counters;
    AL_TRY(gai_get(__func__, pool->counters, &counters));
    AL_TRY(al_barrier(counters->group));
    AL_TRY(ga_zero(pool->counters));
    return al_barrier(counters->group);
}

static int create_counters(pool_t *pool, ga_group_t group)
{
    const int64_t rounds = ROUNDS;
    AL_TRY(ga_create_nd(ASHLAR_LLONG, 1, &rounds, "counters of a task pool", &rounds, group,
                        &pool->counters));
    return clear_counters(pool);
}

/* Give back what a pool has of the arena. */
static int free_pool_parts(pool_t *pool)
{
    int status = pool->segment ? al_segment_free(pool->segment) : ASHLAR_OK;
    int destroy_status = pool->counters ? ga_destroy(pool->counters) : ASHLAR_OK;
    return status != ASHLAR_OK ? status : destroy_status;
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
        status = count_chunks(pool, group, &plan);
        if (status == ASHLAR_OK)
            status = create_counters(pool, handle);
        if (status == ASHLAR_OK)
            status = create_table(call, pool, group, &plan);
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
        chunk.first = number * pool->chunk;
        chunk.count = ali_min(pool->chunk, pool->n - chunk.first);
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
        int status = ga_read_inc_nd(pool->counters, &pool->round, 1, &number);
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
