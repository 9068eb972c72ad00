/* The tables of nodes and groups say where the ranks are, and lie in the arena, once a node. */
#include <string.h>

#include "armci-lite/src/base/al_context.h"
#include "armci-lite/src/group/al_group.h"
#include "armci-lite/src/node/al_arena.h"
#include "armci-lite/src/node/al_node.h"
#include "al/parts.h"

static bool is_in_arena(const void *table)
{
    const char *at = table;
    return at >= ali_arena.base && at < ali_arena.base + ali_arena.bytes;
}

/* The processes that are told of a node have one arena: a number that its first rank writes there.
 */
static int64_t node_mark(uint32_t *block)
{
    int64_t mark = -1;
    if (ali_nodes.index == 0) {
        CHECK_OK(ali_arena_alloc_committed(&ali_arena, sizeof mark, block));
        mark = (int64_t)ali_arena_offset(&ali_arena, *block);
        memcpy(ali_arena.base + mark, &(int){test_rank()}, sizeof(int));
    }
    return mark;
}

TEST_CASE(node_tables, TEST_AL)
{
    const al_nodes_t *nodes = &ali_nodes;
    const int size = test_size(), me = test_rank();
    int64_t marks[64];
    CHECK(size <= 64);
    uint32_t block = AL_HEAP_NONE;
    const int64_t mark = node_mark(&block);
    CHECK(MPI_Allgather(&mark, 1, MPI_INT64_T, marks, 1, MPI_INT64_T, MPI_COMM_WORLD) ==
          MPI_SUCCESS);
    int first;
    memcpy(&first, ali_arena.base + marks[nodes->leaders[nodes->mine]], sizeof first);
    CHECK_INT(nodes->leaders[nodes->mine], first);

    CHECK_INT(nodes->mine, nodes->of[me]);
    CHECK_INT(me, nodes->ranks[nodes->first[nodes->mine] + nodes->index]);
    CHECK_INT(nodes->size, nodes->first[nodes->mine + 1] - nodes->first[nodes->mine]);
    CHECK_INT(0, nodes->first[0]);
    CHECK_INT(size, nodes->first[nodes->count]);
    for (int n = 0; n < nodes->count; ++n) {
        CHECK_INT(nodes->leaders[n], nodes->ranks[nodes->first[n]]);
        CHECK(n == 0 || nodes->leaders[n] > nodes->leaders[n - 1]);
        for (int k = nodes->first[n]; k < nodes->first[n + 1]; ++k) {
            CHECK_INT(n, nodes->of[nodes->ranks[k]]);
            CHECK(k == nodes->first[n] || nodes->ranks[k] > nodes->ranks[k - 1]);
        }
        char name[AL_HOST_NAME];
        ali_host_name(name);
        CHECK(MPI_Bcast(name, AL_HOST_NAME, MPI_CHAR, nodes->leaders[n], MPI_COMM_WORLD) ==
              MPI_SUCCESS);
        CHECK_TEXT(name, nodes->hosts[n]);
    }
    for (int r = 0; r < size; ++r)
        CHECK((marks[r] >= 0) == (nodes->leaders[nodes->of[r]] == r));
    CHECK(is_in_arena(nodes->of) && is_in_arena(nodes->first) && is_in_arena(nodes->ranks));
    CHECK(is_in_arena(nodes->leaders) && is_in_arena(nodes->hosts));
    CHECK(ali_world->node_of == nodes->of && ali_world->leader == nodes->leaders);
    CHECK_OK(al_barrier(ali_world));
    if (block != AL_HEAP_NONE)
        ali_arena_free(&ali_arena, block);
}

/* Its ranks node by node, and by those of the world. */
static void check_lists(const al_group_t *group)
{
    CHECK_INT(0, group->first[0]);
    CHECK_INT(group->size, group->first[group->node_count]);
    for (int n = 0; n < group->node_count; ++n) {
        CHECK_INT(group->leader[n], ali_world_rank(group, group->by_node[group->first[n]]));
        for (int k = group->first[n]; k < group->first[n + 1]; ++k) {
            CHECK_INT(n, group->node_of[group->by_node[k]]);
            CHECK(k == group->first[n] || group->by_node[k] > group->by_node[k - 1]);
        }
    }
    for (int r = 0, there = 0; r < test_size(); ++r) {
        int wanted = -1;
        for (int k = 0; k < group->size; ++k)
            wanted = ali_world_rank(group, k) == r ? k : wanted;
        CHECK_INT(wanted, al_group_rank_of(group, r));
        if (wanted >= 0 && group->by_world)
            CHECK_INT(wanted, group->by_world[there++]);
    }
    CHECK((group->by_world == NULL) == group->is_ascending);
    CHECK(!group->by_world || is_in_arena(group->by_world));
}

/* All but rank 1, from the last one down. */
TEST_CASE(group_tables, TEST_AL)
{
    int ranks[64], n = 0, nodes = 0, local = 0;
    al_group_t *group;
    for (int r = test_size() - 1; r >= 0; --r)
        if (r != 1)
            ranks[n++] = r;
    if (test_rank() != 1) {
        CHECK_OK(al_group_create(n, ranks, &group));
        for (int k = 0; k < n; ++k) {
            bool is_first = true;
            CHECK_INT(ranks[k], group->world[k]);
            for (int j = 0; j < k; ++j)
                is_first &= ali_nodes.of[ranks[j]] != ali_nodes.of[ranks[k]];
            if (is_first)
                CHECK_INT(ranks[k], group->leader[nodes++]);
            CHECK_INT(ali_nodes.of[ranks[k]], ali_nodes.of[group->leader[group->node_of[k]]]);
            if (ali_nodes.of[ranks[k]] == ali_nodes.mine)
                CHECK_INT(k, group->local_ranks[local++]);
        }
        CHECK_INT(nodes, group->node_count);
        CHECK_INT(local, group->local_size);
        CHECK_INT(group->rank, group->local_ranks[group->local_rank]);
        CHECK(is_in_arena(group->world) && is_in_arena(group->node_of));
        CHECK(is_in_arena(group->leader) && is_in_arena(group->by_node));
        check_lists(group);
        memset(ranks, 0, sizeof ranks); /* the list is the caller's again */
        CHECK_OK(al_barrier(group));
        CHECK_OK(al_group_free(group));
    }
    CHECK_OK(al_barrier(ali_world));
}

/* Every second rank, in the order of the world and not, and the world. */
TEST_CASE(group_lists, TEST_AL)
{
    int ranks[64], n = 0;
    al_group_t *group;
    check_lists(ali_world);
    for (int r = 0; r < test_size(); r += 2)
        ranks[n++] = r;
    for (int turn = 0; turn < 2 && test_rank() % 2 == 0; ++turn) {
        CHECK_OK(al_group_create(n, ranks, &group));
        CHECK_INT(turn == 0 || n == 1, group->is_ascending);
        check_lists(group);
        CHECK_OK(al_group_free(group));
        const int first = ranks[0]; /* one further */
        memmove(ranks, ranks + 1, (size_t)(n - 1) * sizeof *ranks);
        ranks[n - 1] = first;
    }
    CHECK_OK(al_barrier(ali_world));
}
