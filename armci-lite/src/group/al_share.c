/* Memory of a group once a node: the first rank of a node takes it from the arena, and tells the
 * others where it is.
 *
 * Memory ordering. Who writes and who reads pass the node's barrier (ali_sync_node) in between. */
#include "armci-lite/src/group/al_share.h"

#include <stdlib.h>
#include <string.h>

#include "armci-lite/src/base/al_status.h"
#include "armci-lite/src/base/al_util.h"
#include "armci-lite/src/group/al_fence_barrier.h"
#include "armci-lite/src/node/al_arena.h"

/* status: of what the first rank of my node needs besides. */
static int make_share(const char *call, al_group_t *group, uint64_t bytes, int status,
                      al_share_t *share)
{
    int64_t *offset = (int64_t *)(void *)ali_next_slots(group)->bytes;
    *share = (al_share_t){NULL, 0};
    if (group->local_rank == 0) {
        if (status == ASHLAR_OK)
            status = ali_arena_alloc_committed(&ali_arena, bytes, &share->block);
        if (status != ASHLAR_OK)
            status = AL_FAIL(status,
                             "%s: no memory for a table of %d ranks, %llu bytes on each node, of "
                             "the %llu bytes that ASHLAR_ARENA or its memory allows",
                             call, group->size, (unsigned long long)bytes,
                             (unsigned long long)ali_arena.limit);
        *offset = share->block ? (int64_t)ali_arena_offset(&ali_arena, share->block) : 0;
    }
    ali_sync_node(group);
    char *memory = ali_arena.base + *offset;
    status = ali_group_agree(call, group, status);
    if (status == ASHLAR_OK)
        share->memory = memory;
    else if (share->block)
        ali_arena_free(&ali_arena, share->block);
    return status;
}

int ali_share_make(const char *call, al_group_t *group, uint64_t bytes, al_share_t *share)
{
    return make_share(call, group, bytes, ASHLAR_OK, share);
}

void ali_share_free(al_group_t *group, al_share_t *share)
{
    if (!share->memory)
        return;
    ali_sync_node(group);
    if (group->local_rank == 0)
        ali_arena_free(&ali_arena, share->block);
    *share = (al_share_t){NULL, 0};
}

int ali_share_spread(const al_group_t *group, void *memory, uint64_t bytes)
{
    const uint64_t most = UINT64_C(1) << 30; /* counts of MPI are int */
    if (group->node_count == 1 || group->local_rank != 0)
        return ASHLAR_OK;
    for (uint64_t done = 0; done < bytes; done += most)
        AL_TRY(ali_tree_broadcast(&group->leaders, group->node_of[0], (char *)memory + done,
                                  ali_min_bytes(bytes - done, most)));
    return ASHLAR_OK;
}

/* ---- gathering ------------------------------------------------------------------------------- */

/* The first rank of a node has this while it gathers. */
typedef struct gathering {
    int *at;     /* [nodes + 1] where the parts of nodes begin */
    char *moved; /* a copy, where nodes do not have the ranks in order */
} gathering_t;

static bool has_ranks_in_order(const al_group_t *group)
{
    int k = 0;
    while (k < group->size && group->by_node[k] == k)
        ++k;
    return k == group->size;
}

static int begin_gathering(const al_group_t *group, size_t each, gathering_t *gathering)
{
    *gathering = (gathering_t){NULL, NULL};
    if (group->local_rank != 0)
        return ASHLAR_OK;
    const bool moves = !has_ranks_in_order(group);
    gathering->at = malloc(((size_t)group->node_count + 1) * sizeof *gathering->at);
    gathering->moved = moves ? malloc((size_t)group->size * each) : NULL;
    if (!gathering->at || (moves && !gathering->moved))
        return ASHLAR_ENOMEM;
    for (int n = 0; n <= group->node_count; ++n)
        gathering->at[n] = group->first[n] * (int)each;
    return ASHLAR_OK;
}

/* First ranks: node by node, and then rank by rank. */
static int gather_nodes(const al_group_t *group, const gathering_t *gathering, size_t each,
                        char *table)
{
    if (group->local_rank != 0)
        return ASHLAR_OK;
    if (group->node_count > 1)
        AL_TRY(ali_tree_gather(&group->leaders, table, gathering->at));
    if (!gathering->moved)
        return ASHLAR_OK;
    memcpy(gathering->moved, table, (size_t)group->size * each);
    for (int k = 0; k < group->size; ++k)
        memcpy(table + (size_t)group->by_node[k] * each, gathering->moved + (size_t)k * each, each);
    return ASHLAR_OK;
}

int ali_share_gather(const char *call, al_group_t *group, const void *mine, size_t each,
                     al_share_t *share)
{
    gathering_t gathering;
    int status = begin_gathering(group, each, &gathering);
    status = make_share(call, group, (uint64_t)group->size * each, status, share);
    if (status == ASHLAR_OK) {
        char *table = share->memory;
        memcpy(table + (size_t)(group->first[group->node] + group->local_rank) * each, mine, each);
        ali_sync_node(group);
        status = ali_group_agree(call, group, gather_nodes(group, &gathering, each, table));
        if (status != ASHLAR_OK)
            ali_share_free(group, share);
    }
    free(gathering.at);
    free(gathering.moved);
    return status;
}
