/* Groups of ranks: create, free, translate. */
#include "armci-lite/src/group/al_group.h"

#include <stdlib.h>
#include <string.h>

#include "armci-lite/src/base/al_context.h"
#include "armci-lite/src/wait/al_engine.h"
#include "armci-lite/src/wait/al_mpi.h"
#include "armci-lite/src/base/al_status.h"
#include "armci-lite/src/group/al_check.h"
#include "armci-lite/src/node/al_arena.h"
#include "armci-lite/src/node/al_node.h"

/* Tags of messages: GROUP_TAG within one that is being made; then AL_TREE_TAG + its id. */
enum { GROUP_TAG = 8, IDS = 4096, ID_WORDS = IDS / 64 };

al_group_t *ali_world, *ali_groups;

static uint64_t used_ids[ID_WORDS]; /* of my groups */
static uint64_t groups_made;        /* the most that any rank of my groups has known of */

/* Finish a group whose size, ranks, number of mine and id are known. */
static int finish_group(al_group_t *group, const char *call)
{
    group->members = (al_tree_t){group->world, group->size, group->rank, AL_TREE_TAG + group->id};
    return ali_group_tables_make(group, call);
}

void ali_group_destroy(al_group_t *group)
{
    if (group->block)
        ali_arena_free(&ali_arena, group->block);
    used_ids[group->id / 64] &= ~(UINT64_C(1) << group->id % 64);
    if (group->comm != MPI_COMM_NULL)
        MPI_Comm_free(&group->comm);
    ali_exchange_free(&group->exchange);
    free(group);
}

/* A group of n ranks, NULL without memory. ranks: NULL for the world. */
static al_group_t *new_group(int n, const int *ranks)
{
    al_group_t *group = calloc(1, sizeof *group);
    if (!group)
        return NULL;
    group->size = n;
    group->comm = MPI_COMM_NULL;
    group->world = ranks;
    group->rank = ranks ? -1 : ali_context.rank;
    return group;
}

static int fail_group_memory(const char *call, int n)
{
    return AL_FAIL(ASHLAR_ENOMEM, "%s: no memory for %d ranks", call, n);
}

int ali_group_create_world(void)
{
    const char *call = "al_init";
    al_group_t *group = new_group(ali_context.size, NULL);
    int status = ali_agree(call, group ? ASHLAR_OK : fail_group_memory(call, ali_context.size));
    if (status == ASHLAR_OK)
        status = ali_comm_dup(ali_context.comm, &group->comm);
    if (status == ASHLAR_OK)
        status = finish_group(group, call);
    if (status == ASHLAR_OK)
        ali_world = group;
    else if (group)
        ali_group_destroy(group);
    return status;
}

bool ali_is_ascending(int n, const int *ranks)
{
    bool is_so = true;
    for (int k = 1; k < n; ++k)
        is_so &= ranks[k - 1] < ranks[k];
    return is_so;
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

static int check_duplicates(const char *call, int n, const int *ranks)
{
    if (ali_is_ascending(n, ranks))
        return ASHLAR_OK;
    int *sorted = malloc((size_t)n * sizeof *sorted), twice = -1;
    if (!sorted)
        return fail_group_memory(call, n);
    memcpy(sorted, ranks, (size_t)n * sizeof *sorted);
    qsort(sorted, (size_t)n, sizeof *sorted, compare_ints);
    for (int i = 1; i < n && twice < 0; ++i)
        if (sorted[i] == sorted[i - 1])
            twice = sorted[i];
    free(sorted);
    return twice < 0 ? ASHLAR_OK : AL_FAIL(ASHLAR_EARG, "%s: rank %d is listed twice", call, twice);
}

/* The ranks of a group to be agree on this: the worst status, and the ids that none of them uses.
 */
typedef struct group_ballot {
    uint64_t used[ID_WORDS];
    uint64_t made; /* groups, as far as any of them knows */
    int status;
} group_ballot_t;

static void combine_ballots(void *into, const void *from, const void *context)
{
    group_ballot_t *sum = into;
    const group_ballot_t *other = from;
    (void)context;
    for (int k = 0; k < ID_WORDS; ++k)
        sum->used[k] |= other->used[k];
    sum->made = other->made > sum->made ? other->made : sum->made;
    sum->status = other->status < sum->status ? other->status : sum->status;
}

/* Wait until all ranks of the list have called, and agree on the id of the group. */
static int agree_on_id(const char *call, al_group_t *group, int n, const int *ranks, int status)
{
    group_ballot_t mine, other;
    int me = 0;
    while (ranks[me] != ali_context.rank)
        ++me;
    memcpy(mine.used, used_ids, sizeof used_ids);
    mine.used[0] |= 1; /* the world's */
    mine.made = groups_made;
    mine.status = status;
    const al_tree_t members = {ranks, n, me, GROUP_TAG};
    AL_TRY(ali_tree_reduce(&members, &mine, &other, sizeof mine, combine_ballots, NULL));
    AL_TRY(ali_agreed_status(call, status, mine.status));
    int word = 0;
    while (word < ID_WORDS && mine.used[word] == UINT64_MAX)
        ++word;
    if (word == ID_WORDS)
        return AL_FAIL(ASHLAR_ELIMIT, "%s: there are %d groups already, the most", call, IDS - 1);
    group->rank = me;
    groups_made = mine.made + 1;
    group->serial = groups_made << 32 | (uint64_t)ranks[0];
    group->id = 64 * word + __builtin_ctzll(~mine.used[word]);
    used_ids[word] |= UINT64_C(1) << group->id % 64;
    return ASHLAR_OK;
}

/* ASHLAR_CHECK=1: what a rank passes. */
typedef struct list_digest {
    uint64_t hash;
    int64_t n, differing; /* differing: the first rank that passes another list than the lowest one;
                             or -1 */
} list_digest_t;

/* Do all that are listed pass the same list? By way of the lowest of them, which is the same in
 * whatever order they stand, and has to know them all: a rank that it does not list waits for ever,
 * as without the check. */
static int compare_lists(const char *call, int n, const int *ranks)
{
    list_digest_t mine = {ali_check_hash(ranks, (size_t)n * sizeof *ranks), n, -1}, other;
    int lowest = 0, me = 0;
    for (int k = 0; k < n; ++k) {
        lowest = ranks[k] < ranks[lowest] ? k : lowest;
        me = ranks[k] == ali_context.rank ? k : me;
    }
    const al_tree_t list = {ranks, n, me, GROUP_TAG};
    if (me != lowest) {
        AL_TRY(ali_tree_send(&list, lowest, &mine, sizeof mine));
        AL_TRY(ali_tree_receive(&list, lowest, &other, sizeof other));
        mine.differing = other.differing;
        return mine.differing < 0
                   ? ASHLAR_OK
                   : AL_FAIL(ASHLAR_EMISMATCH, "%s: rank %lld passes another list than rank %d",
                             call, (long long)mine.differing, ranks[lowest]);
    }
    for (int k = 0; k < n; ++k) {
        if (k == me)
            continue;
        AL_TRY(ali_tree_receive(&list, k, &other, sizeof other));
        if ((other.hash != mine.hash || other.n != n) &&
            (mine.differing < 0 || ranks[k] < mine.differing))
            mine.differing = ranks[k];
    }
    for (int k = 0; k < n; ++k)
        if (k != me)
            AL_TRY(ali_tree_send(&list, k, &mine, sizeof mine));
    return mine.differing < 0
               ? ASHLAR_OK
               : AL_FAIL(ASHLAR_EMISMATCH, "%s: rank %lld passes another list than rank %d", call,
                         (long long)mine.differing, ali_context.rank);
}

int al_group_create(int n, const int *ranks, al_group_t **group_out)
{
    AL_TRY(ali_check_started(__func__));
    if (n < 1 || !ranks || !group_out)
        return AL_FAIL(ASHLAR_EARG, "%s: %s", __func__,
                       n < 1 ? "the list of ranks is empty" : "a NULL argument");
    AL_TRY(check_ranks(__func__, n, ranks));
    if (AL_UNLIKELY(ali_context.checks_next_call))
        AL_TRY(compare_lists(__func__, n, ranks));
    int status = check_duplicates(__func__, n, ranks);
    if (status == ASHLAR_EARG)
        return status;
    al_group_t *group = new_group(n, ranks);
    if (!group)
        status = fail_group_memory(__func__, n);
    status = agree_on_id(__func__, group, n, ranks, status);
    if (status == ASHLAR_OK)
        status = finish_group(group, __func__);
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
    ALI_COLLECTIVE(al_group_free, group);
    AL_TRY(ali_check_started(__func__));
    if (!group || group == ali_world)
        return AL_FAIL(ASHLAR_EARG, "%s: the group is %s", __func__, group ? "the world" : "NULL");
    if (group->segments)
        return AL_FAIL(ASHLAR_ESTATE, "%s: segments of the group are alive", __func__);
    /* Not by the barriers on the nodes: their memory may be reused while a slow rank still reads
     * it. */
    int status = ali_fence_all();
    AL_TRY(ali_tree_barrier(&group->members));
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
    int begin = 0, end = group->size;
    while (begin < end) {
        const int middle = begin + (end - begin) / 2;
        const int rank = group->is_ascending ? middle : group->by_world[middle];
        if (group->world[rank] == world_rank)
            return rank;
        if (group->world[rank] < world_rank)
            begin = middle + 1;
        else
            end = middle;
    }
    return -1;
}

/* All are inside before anybody blocks in MPI, where nobody is served. */
int ali_group_ensure_comm(al_group_t *group)
{
    if (group->comm != MPI_COMM_NULL)
        return ASHLAR_OK;
    AL_TRY(ali_tree_barrier(&group->members));
    MPI_Group all, part;
    AL_TRY(AL_MPI(MPI_Comm_group(ali_context.comm, &all)));
    int status = AL_MPI(MPI_Group_incl(all, group->size, group->world, &part));
    if (status == ASHLAR_OK) {
        status = AL_MPI(
            MPI_Comm_create_group(ali_context.comm, part, AL_TREE_TAG + group->id, &group->comm));
        MPI_Group_free(&part);
    }
    MPI_Group_free(&all);
    if (status == ASHLAR_OK)
        status = AL_MPI(MPI_Comm_set_errhandler(group->comm, MPI_ERRORS_RETURN));
    return status;
}

/* al_group_comm() is collective where the communicator is made: the first time. */
static int make_communicator(al_group_t *group)
{
    static const ali_argument_t arguments[] = {{ALI_GROUP_OF, "group"}, {ALI_END, NULL}};
    static const ali_collective_t row = {"al_group_comm", ALI_GIVEN, arguments};
    ALI_CHECKED(ali_check_call(&row, group));
    return ali_group_ensure_comm(group);
}

int ali_group_comm(al_group_t *group, MPI_Comm *comm)
{
    AL_TRY(ali_check_started("al_group_comm"));
    if (group->comm == MPI_COMM_NULL)
        AL_TRY(make_communicator(group));
    *comm = group->comm;
    return ASHLAR_OK;
}

MPI_Comm al_group_comm(al_group_t *group)
{
    MPI_Comm comm;
    return ali_group_comm(group, &comm) == ASHLAR_OK ? comm : MPI_COMM_NULL;
}
