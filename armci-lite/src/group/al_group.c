#include "armci-lite/src/group/al_group.h"

#include <stdlib.h>
#include <string.h>

#include "armci-lite/src/base/al_context.h"
#include "armci-lite/src/base/al_engine.h"
#include "armci-lite/src/base/al_mpi.h"
#include "armci-lite/src/base/al_status.h"
#include "armci-lite/src/node/al_arena.h"
#include "armci-lite/src/node/al_node.h"

enum { GROUP_TAG = 7, GATHER_TAG = 8 };

al_group_t *ali_world, *ali_groups;

/* Number the nodes of the group and list its ranks on mine. */
static int map_nodes(al_group_t *group, const char *call)
{
    const al_nodes_t *nodes = &ali_nodes;
    int *number = malloc((size_t)nodes->count * sizeof *number); /* node -> number in the group */
    if (!number)
        return AL_FAIL(ASHLAR_ENOMEM, "%s: no memory for %d nodes", call, nodes->count);
    for (int n = 0; n < nodes->count; ++n)
        number[n] = -1;
    for (int r = 0; r < group->size; ++r) {
        int node = nodes->of[ali_world_rank(group, r)];
        if (number[node] < 0)
            number[node] = group->node_count++;
        group->node_of[r] = number[node];
        if (node == nodes->mine) {
            if (r == group->rank)
                group->here = group->here_size;
            group->here_ranks[group->here_size++] = r;
        }
    }
    group->node = number[nodes->mine];
    free(number);
    return group->node_count > 1 && group->here == 0
               ? ali_exchange_make(call, &group->exchange, group->size, group->node_count,
                                   group->node_of)
               : ASHLAR_OK;
}

/* The first rank of a node makes its barrier and tells the others where it is. */
static int find_node_barrier(al_group_t *group, const char *call)
{
    al_arena_t *arena = &ali_arena;
    int64_t offset = -1;
    if (group->here == 0) {
        uint64_t bytes =
            sizeof(al_node_barrier_t) + 2 * (uint64_t)group->here_size * sizeof(al_slot_t);
        al_shortage_t shortage;
        group->barrier_block = ali_arena_alloc(arena, bytes, &shortage);
        if (group->barrier_block) {
            offset = (int64_t)ali_arena_offset(arena, group->barrier_block);
            int committed = ali_arena_commit(arena, (uint64_t)offset, bytes);
            ali_arena_grant_done(arena, group->barrier_block);
            if (committed == ASHLAR_OK)
                memset(arena->base + offset, 0, sizeof(al_node_barrier_t));
            else
                offset = -1;
        }
        for (int i = 1; i < group->here_size; ++i)
            AL_TRY(AL_MPI(
                MPI_Send(&offset, 1, MPI_INT64_T, group->here_ranks[i], GROUP_TAG, group->comm)));
    } else {
        AL_TRY(AL_MPI(MPI_Recv(&offset, 1, MPI_INT64_T, group->here_ranks[0], GROUP_TAG,
                               group->comm, MPI_STATUS_IGNORE)));
    }
    int found = offset >= 0, all = 0;
    AL_TRY(AL_MPI(MPI_Allreduce(&found, &all, 1, MPI_INT, MPI_MIN, group->comm)));
    if (!all)
        return AL_FAIL(ASHLAR_ENOMEM, "%s: no memory for a group of %d ranks", call, group->size);
    group->barrier = (al_node_barrier_t *)(void *)(arena->base + offset);
    return ASHLAR_OK;
}

static int connect_leaders(al_group_t *group)
{
    group->leaders = MPI_COMM_NULL;
    if (group->node_count == 1)
        return ASHLAR_OK;
    return AL_MPI(MPI_Comm_split(group->comm, group->here == 0 ? 0 : MPI_UNDEFINED, group->rank,
                                 &group->leaders));
}

/* Finish a group whose comm, size and world ranks are known. */
static int complete(al_group_t *group, const char *call)
{
    AL_TRY(AL_MPI(MPI_Comm_set_errhandler(group->comm, MPI_ERRORS_RETURN)));
    AL_TRY(AL_MPI(MPI_Comm_rank(group->comm, &group->rank)));
    AL_TRY(ali_agree(call, group->comm, map_nodes(group, call)));
    AL_TRY(connect_leaders(group));
    return find_node_barrier(group, call);
}

void ali_group_destroy(al_group_t *group)
{
    if (group->barrier_block)
        ali_arena_free(&ali_arena, group->barrier_block);
    if (group->leaders != MPI_COMM_NULL)
        MPI_Comm_free(&group->leaders);
    if (group->comm != MPI_COMM_NULL)
        MPI_Comm_free(&group->comm);
    free(group->world);
    free(group->node_of);
    free(group->here_ranks);
    ali_exchange_free(&group->exchange);
    free(group);
}

/* A group of n ranks with its tables, NULL without memory. ranks: NULL for the world. */
static al_group_t *new_group(int n, const int *ranks)
{
    size_t bytes = (size_t)n * sizeof(int);
    al_group_t *group = calloc(1, sizeof *group);
    if (!group)
        return NULL;
    group->size = n;
    group->comm = group->leaders = MPI_COMM_NULL;
    group->node_of = malloc(bytes);
    group->here_ranks = malloc(bytes);
    group->world = ranks ? malloc(bytes) : NULL;
    if (!group->node_of || !group->here_ranks || (ranks && !group->world)) {
        ali_group_destroy(group);
        return NULL;
    }
    if (ranks)
        memcpy(group->world, ranks, bytes);
    return group;
}

static int no_group_memory(const char *call, int n)
{
    return AL_FAIL(ASHLAR_ENOMEM, "%s: no memory for %d ranks", call, n);
}

int ali_group_create_world(void)
{
    const char *call = "al_init";
    al_group_t *group = new_group(ali_context.size, NULL);
    int status = ali_agree(call, ali_context.comm,
                           group ? ASHLAR_OK : no_group_memory(call, ali_context.size));
    if (status == ASHLAR_OK)
        status = AL_MPI(MPI_Comm_dup(ali_context.comm, &group->comm));
    if (status == ASHLAR_OK)
        status = complete(group, call);
    if (status == ASHLAR_OK)
        ali_world = group;
    else if (group)
        ali_group_destroy(group);
    return status;
}

static int compare_ints(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

static int check_ranks(const char *call, int n, const int *ranks)
{
    int listed = 0;
    for (int i = 0; i < n; ++i) {
        if (ranks[i] < 0 || ranks[i] >= ali_context.size)
            return AL_FAIL(ASHLAR_ERANGE, "%s: rank %d (number %d of the list) is outside 0..%d",
                           call, ranks[i], i, ali_context.size - 1);
        listed |= ranks[i] == ali_context.rank;
    }
    return listed ? ASHLAR_OK
                  : AL_FAIL(ASHLAR_EGROUP, "%s: rank %d calls but is not listed", call,
                            ali_context.rank);
}

/* Frees a group with a rank in it twice. */
static int check_twice(const char *call, al_group_t *group)
{
    int *sorted = group->node_of, twice = -1; /* not filled in yet */
    memcpy(sorted, group->world, (size_t)group->size * sizeof *sorted);
    qsort(sorted, (size_t)group->size, sizeof *sorted, compare_ints);
    for (int i = 1; i < group->size && twice < 0; ++i)
        if (sorted[i] == sorted[i - 1])
            twice = sorted[i];
    if (twice < 0)
        return ASHLAR_OK;
    ali_group_destroy(group);
    return AL_FAIL(ASHLAR_EARG, "%s: rank %d is listed twice", call, twice);
}

/* One int to or from a rank of the world, serving the engine meanwhile. */
static int exchange_status(int rank, int *status, int is_mine)
{
    MPI_Request request;
    MPI_Comm comm = ali_context.comm;
    AL_TRY(AL_MPI(is_mine ? MPI_Isend(status, 1, MPI_INT, rank, GATHER_TAG, comm, &request)
                          : MPI_Irecv(status, 1, MPI_INT, rank, GATHER_TAG, comm, &request)));
    return ali_wait_mpi(&request);
}

/* Wait until all ranks of the list have called, serving the engine meanwhile: what follows blocks
 * inside MPI and serves nobody. Returns the worst of their statuses. */
static int gather_members(const char *call, int n, const int *ranks, int status)
{
    int worst = status;
    if (ali_context.rank != ranks[0]) {
        AL_TRY(exchange_status(ranks[0], &worst, 1));
        AL_TRY(exchange_status(ranks[0], &worst, 0));
    } else {
        for (int r = 1; r < n; ++r) {
            int other;
            AL_TRY(exchange_status(ranks[r], &other, 0));
            worst = other < worst ? other : worst;
        }
        for (int r = 1; r < n; ++r)
            AL_TRY(exchange_status(ranks[r], &worst, 1));
    }
    return ali_outcome(call, status, worst);
}

static int create_comm(al_group_t *group)
{
    MPI_Group all, part;
    AL_TRY(AL_MPI(MPI_Comm_group(ali_context.comm, &all)));
    int status = AL_MPI(MPI_Group_incl(all, group->size, group->world, &part));
    if (status == ASHLAR_OK) {
        /* The first rank is the tag: it keeps concurrent creations by disjoint lists apart. */
        status = AL_MPI(
            MPI_Comm_create_group(ali_context.comm, part, group->world[0] % 32768, &group->comm));
        MPI_Group_free(&part);
    }
    MPI_Group_free(&all);
    return status;
}

int al_group_create(int n, const int *ranks, al_group_t **group_out)
{
    AL_TRY(ali_check_started(__func__));
    if (n < 1 || !ranks || !group_out)
        return AL_FAIL(ASHLAR_EARG, "%s: %s", __func__,
                       n < 1 ? "the list of ranks is empty" : "a NULL argument");
    AL_TRY(check_ranks(__func__, n, ranks));
    al_group_t *group = new_group(n, ranks);
    if (group)
        AL_TRY(check_twice(__func__, group));
    int status =
        gather_members(__func__, n, ranks, group ? ASHLAR_OK : no_group_memory(__func__, n));
    if (status == ASHLAR_OK)
        status = create_comm(group);
    if (status == ASHLAR_OK)
        status = complete(group, __func__);
    if (status != ASHLAR_OK) {
        if (group)
            ali_group_destroy(group);
        return status;
    }
    group->next = ali_groups;
    ali_groups = group;
    *group_out = group;
    return ASHLAR_OK;
}

int al_group_free(al_group_t *group)
{
    AL_TRY(ali_check_started(__func__));
    if (!group || group == ali_world)
        return AL_FAIL(ASHLAR_EARG, "%s: the group is %s", __func__, group ? "the world" : "NULL");
    if (group->segments)
        return AL_FAIL(ASHLAR_ESTATE, "%s: segments of the group are alive", __func__);
    /* Not by the barriers on the nodes: their memory may be reused while a slow rank still reads
     * it. */
    int status = ali_fence_all();
    MPI_Request request;
    AL_TRY(AL_COLLECTIVE(MPI_Ibarrier(group->comm, &request), &request));
    al_group_t **link = &ali_groups;
    while (*link != group)
        link = &(*link)->next;
    *link = group->next;
    ali_group_destroy(group);
    return status;
}

al_group_t *al_group_world(void)
{
    return ali_world;
}

int al_group_rank(const al_group_t *group)
{
    return group->rank;
}

int al_group_size(const al_group_t *group)
{
    return group->size;
}

int al_group_world_rank(const al_group_t *group, int rank)
{
    return rank >= 0 && rank < group->size ? ali_world_rank(group, rank) : -1;
}

int al_group_rank_of(const al_group_t *group, int world_rank)
{
    if (!group->world)
        return world_rank >= 0 && world_rank < group->size ? world_rank : -1;
    for (int r = 0; r < group->size; ++r)
        if (group->world[r] == world_rank)
            return r;
    return -1;
}

MPI_Comm al_group_comm(const al_group_t *group)
{
    return group->comm;
}
