/* The tables and the barrier of a group lie in the arena of each node, made by the first of its
 * ranks there. The world has its tables already: those of the nodes. */
#include "armci-lite/src/group/al_group.h"

#include <stdlib.h>
#include <string.h>

#include "armci-lite/src/base/al_context.h"
#include "armci-lite/src/base/al_status.h"
#include "armci-lite/src/base/al_util.h"
#include "armci-lite/src/node/al_arena.h"
#include "armci-lite/src/node/al_node.h"

/* The part of a node's block behind the barrier. */
typedef struct group_tables {
    int *node_count, *node;
    int *world, *node_of, *leader, *first, *by_node, *by_world;
} group_tables_t;

static bool is_here(const al_group_t *group, int rank)
{
    return ali_nodes.of[ali_world_rank(group, rank)] == ali_nodes.mine;
}

/* Find me among the ranks on my node; *first: the first of them. */
static void count_local(al_group_t *group, int *first)
{
    if (!group->world) {
        group->local_rank = ali_nodes.index;
        group->local_size = ali_nodes.size;
        *first = ali_nodes.leaders[ali_nodes.mine];
        return;
    }
    *first = -1;
    for (int r = 0; r < group->size; ++r) {
        if (!is_here(group, r))
            continue;
        *first = *first < 0 ? r : *first;
        group->local_rank += r < group->rank;
        ++group->local_size;
    }
}

/* The nodes of the group are at most so many. */
static size_t most_nodes(const al_group_t *group)
{
    return (size_t)ali_min(group->size, ali_nodes.count);
}

static uint64_t group_block_bytes(const al_group_t *group)
{
    const size_t size = (size_t)group->size, order = group->is_ascending ? 0 : size;
    const size_t ints = 2 + 3 * size + 2 * most_nodes(group) + 1 + order;
    return ali_node_barrier_bytes((unsigned)group->local_size) +
           (group->world ? ints * sizeof(int) : 0);
}

/* Behind the barrier of a block. */
static group_tables_t cut_block(const al_group_t *group, char *block)
{
    const size_t size = (size_t)group->size;
    int *at = (int *)(void *)(block + ali_node_barrier_bytes((unsigned)group->local_size));
    int *world = at + 2, *node_of = world + size, *leader = node_of + size;
    int *first = leader + most_nodes(group), *by_node = first + most_nodes(group) + 1;
    return (group_tables_t){at, at + 1, world, node_of, leader, first, by_node, by_node + size};
}

static int compare_seconds(const void *a, const void *b)
{
    const int *x = a, *y = b;
    return (x[1] > y[1]) - (x[1] < y[1]);
}

/* The ranks by ascending world rank. */
static int sort_ranks(const al_group_t *group, int *by_world)
{
    int(*pairs)[2] = malloc((size_t)group->size * sizeof *pairs);
    if (!pairs)
        return ASHLAR_ENOMEM;
    for (int r = 0; r < group->size; ++r) {
        pairs[r][0] = r;
        pairs[r][1] = group->world[r];
    }
    qsort(pairs, (size_t)group->size, sizeof *pairs, compare_seconds);
    for (int r = 0; r < group->size; ++r)
        by_world[r] = pairs[r][0];
    free(pairs);
    return ASHLAR_OK;
}

/* Number the nodes of the group by their first ranks, and list its ranks by them. */
static void fill_tables(const al_group_t *group, group_tables_t tables, int *number)
{
    memcpy(tables.world, group->world, (size_t)group->size * sizeof *tables.world);
    *tables.node_count = 0;
    for (int n = 0; n < ali_nodes.count; ++n)
        number[n] = -1;
    for (int r = 0; r < group->size; ++r) {
        const int node = ali_nodes.of[group->world[r]];
        if (number[node] < 0) {
            number[node] = *tables.node_count;
            tables.leader[(*tables.node_count)++] = group->world[r];
        }
        tables.node_of[r] = number[node];
    }
    ali_list_by_node(group->size, tables.node_of, *tables.node_count, tables.first, tables.by_node);
    *tables.node = number[ali_nodes.mine];
}

static void use_group_tables(al_group_t *group, group_tables_t tables)
{
    const al_nodes_t *nodes = &ali_nodes;
    const bool is_world = !group->world;
    group->node_count = is_world ? nodes->count : *tables.node_count;
    group->node = is_world ? nodes->mine : *tables.node;
    group->node_of = is_world ? nodes->of : tables.node_of;
    group->leader = is_world ? nodes->leaders : tables.leader;
    group->first = is_world ? nodes->first : tables.first;
    group->by_node = is_world ? nodes->ranks : tables.by_node;
    group->local_ranks = group->by_node + group->first[group->node];
    group->world = is_world ? NULL : tables.world;
    group->by_world = group->is_ascending ? NULL : tables.by_world;
    group->members.ranks = group->world;
    group->leaders = (al_tree_t){group->leader, group->node_count, group->node, group->members.tag};
}

/* The first rank on a node makes its block; *offset: where it is. */
static int make_group_block(al_group_t *group, int64_t *offset)
{
    al_arena_t *arena = &ali_arena;
    const unsigned local_size = (unsigned)group->local_size;
    int *number =
        malloc((size_t)ali_nodes.count * sizeof *number); /* node -> number in the group */
    if (!number ||
        ali_arena_alloc_committed(arena, group_block_bytes(group), &group->block) != ASHLAR_OK) {
        free(number);
        return ASHLAR_ENOMEM;
    }
    const uint64_t begin = ali_arena_offset(arena, group->block);
    char *block = arena->base + begin;
    al_node_barrier_t *barrier = (al_node_barrier_t *)(void *)block;
    memset(barrier, 0, sizeof *barrier);
    memset(ali_node_barrier_hashes(barrier, local_size), 0, local_size * sizeof(al_hash_slot_t));
    int status = ASHLAR_OK;
    if (group->world)
        fill_tables(group, cut_block(group, block), number);
    if (!group->is_ascending)
        status = sort_ranks(group, cut_block(group, block).by_world);
    free(number);
    *offset = status == ASHLAR_OK ? (int64_t)begin : -1;
    return status;
}

/* To the others of the group on my node. */
static int tell_offset(const al_group_t *group, int64_t offset)
{
    for (int r = group->rank + 1; r < group->size; ++r)
        if (is_here(group, r))
            AL_TRY(ali_tree_send(&group->members, r, &offset, sizeof offset));
    return ASHLAR_OK;
}

/* Make the block of my node, or hear of it. */
static int find_group_block(al_group_t *group, const char *call, int first)
{
    int64_t offset = -1;
    if (group->local_rank == 0) {
        (void)make_group_block(group, &offset); /* the offset says whether it failed */
        AL_TRY(tell_offset(group, offset));
    } else {
        AL_TRY(ali_tree_receive(&group->members, first, &offset, sizeof offset));
    }
    if (offset < 0)
        return ASHLAR_ENOMEM;
    use_group_tables(group, cut_block(group, ali_arena.base + offset));
    group->barrier = (al_node_barrier_t *)(void *)(ali_arena.base + offset);
    return group->node_count > 1 && group->local_rank == 0
               ? ali_exchange_make(call, &group->exchange, group->size, group->node_count,
                                   group->node_of)
               : ASHLAR_OK;
}

int ali_group_tables_make(al_group_t *group, const char *call)
{
    int first;
    group->is_ascending = !group->world || ali_is_ascending(group->size, group->world);
    count_local(group, &first);
    const uint64_t bytes = group_block_bytes(group);
    const int status = ali_tree_agree(call, &group->members, find_group_block(group, call, first));
    return status != ASHLAR_ENOMEM
               ? status
               : AL_FAIL(status,
                         "%s: no memory for a group of %d ranks: %llu bytes of the %llu bytes that "
                         "a node may use",
                         call, group->size, (unsigned long long)bytes,
                         (unsigned long long)ali_arena.limit);
}
