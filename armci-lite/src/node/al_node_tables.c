/* The tables of the nodes. Rank 0 collects the first rank of everybody's node, numbers the nodes,
 * and tells each rank its number; from there the table goes along a tree of the first ranks, each
 * of which puts it into its arena. */
#include "armci-lite/src/node/al_node.h"

#include <stdlib.h>
#include <string.h>

#include "armci-lite/src/base/al_context.h"
#include "armci-lite/src/base/al_status.h"
#include "armci-lite/src/node/al_arena.h"
#include "armci-lite/src/wait/al_tree.h"

/* Rank 0 tells this to everybody. */
typedef struct node_seat {
    int node, count; /* its node, and how many there are */
    int parent;      /* first ranks of nodes: the one that sends the table */
} node_seat_t;

/* The tables in the making. */
typedef struct tables {
    int *of, *first, *ranks, *leaders;
    char (*hosts)[AL_HOST_NAME];
} tables_t;

/* Number the nodes: of[r], the first rank of r's node, becomes its number. A first rank precedes
 * the others of its node. Returns how many there are. */
static int number_nodes(int *of, int *leaders)
{
    int count = 0;
    for (int r = 0; r < ali_context.size; ++r) {
        if (of[r] == r)
            leaders[count] = r;
        of[r] = of[r] == r ? count++ : of[of[r]];
    }
    return count;
}

/* On rank 0: `firsts` becomes the nodes of all ranks. */
static void seat_by_nodes(int *firsts, int *leaders, node_seat_t *seats)
{
    const int count = number_nodes(firsts, leaders);
    for (int r = 0; r < ali_context.size; ++r) {
        const int node = firsts[r];
        seats[r] = (node_seat_t){node, count, -1};
        if (node && leaders[node] == r)
            seats[r].parent = leaders[node - ali_tree_bit(count, node)];
    }
}

/* *of: on rank 0, the node of each rank, to be freed. */
static int find_node_seat(int node_first, node_seat_t *seat, int **of)
{
    const al_tree_t world = ali_tree_world();
    const size_t size = ali_context.rank == 0 ? (size_t)ali_context.size : 0;
    int *firsts = malloc(size * sizeof *firsts + 1), *leaders = malloc(size * sizeof *leaders + 1);
    node_seat_t *seats = malloc(size * sizeof *seats + 1);
    int status = firsts && leaders && seats
                     ? ASHLAR_OK
                     : AL_FAIL(ASHLAR_ENOMEM, "al_init: no memory for a table of %zu ranks", size);
    status = ali_agree("al_init", status);
    if (status == ASHLAR_OK)
        status = ali_tree_collect(&world, &node_first, sizeof node_first, firsts);
    if (status == ASHLAR_OK && size)
        seat_by_nodes(firsts, leaders, seats);
    if (status == ASHLAR_OK)
        status = ali_tree_deal(&world, seats, sizeof *seats, seat);
    free(leaders);
    free(seats);
    *of = firsts;
    return status;
}

static uint64_t table_bytes(int nodes)
{
    const size_t count = (size_t)nodes;
    return (2 * (size_t)ali_context.size + 2 * count + 1) * sizeof(int) + count * AL_HOST_NAME;
}

/* Cut a block of memory into the tables. */
static tables_t cut_tables(char *block, int nodes)
{
    const size_t size = (size_t)ali_context.size, count = (size_t)nodes;
    int *of = (int *)(void *)block, *ranks = of + size, *first = ranks + size;
    int *leaders = first + count + 1;
    return (tables_t){of, first, ranks, leaders, (void *)(leaders + count)};
}

void ali_list_by_node(int size, const int *of, int nodes, int *first, int *ranks)
{
    memset(first, 0, ((size_t)nodes + 1) * sizeof *first);
    for (int r = 0; r < size; ++r)
        first[of[r] + 1]++;
    for (int n = 0; n < nodes; ++n)
        first[n + 1] += first[n];
    for (int r = 0; r < size; ++r) /* the beginning of a node moves to its end ... */
        ranks[first[of[r]]++] = r;
    for (int n = nodes; n > 0; --n) /* ... which is where the next one began */
        first[n] = first[n - 1];
    first[0] = 0;
}

/* Where the ranks of each node begin, and who they are, from `of`. */
static void list_node_ranks(const tables_t *tables, int nodes)
{
    ali_list_by_node(ali_context.size, tables->of, nodes, tables->first, tables->ranks);
    for (int n = 0; n < nodes; ++n)
        tables->leaders[n] = tables->ranks[tables->first[n]];
}

/* Along the tree of the first ranks of nodes, whose list is in what they send. */
static int spread_table(const node_seat_t *seat, const tables_t *tables)
{
    const size_t bytes = (size_t)ali_context.size * sizeof *tables->of;
    const al_tree_t leaders = {tables->leaders, seat->count, seat->node, AL_TREE_TAG};
    int bit = ali_tree_bit(seat->count, seat->node);
    if (seat->node) {
        tables->leaders[seat->node - bit] = seat->parent;
        AL_TRY(ali_tree_receive(&leaders, seat->node - bit, tables->of, bytes));
    }
    list_node_ranks(tables, seat->count);
    for (bit /= 2; bit > 0; bit /= 2)
        if (seat->node + bit < seat->count)
            AL_TRY(ali_tree_send(&leaders, seat->node + bit, tables->of, bytes));
    return ASHLAR_OK;
}

static int gather_hosts(const node_seat_t *seat, const tables_t *tables, int *at)
{
    const al_tree_t leaders = {tables->leaders, seat->count, seat->node, AL_TREE_TAG};
    for (int n = 0; n <= seat->count; ++n)
        at[n] = n * AL_HOST_NAME;
    ali_host_name(tables->hosts[seat->node]);
    return ali_tree_gather(&leaders, *tables->hosts, at);
}

/* The first rank of a node takes a block of the arena. */
static int allocate_tables(const node_seat_t *seat, uint64_t *offset, int **at)
{
    uint32_t block;
    const uint64_t bytes = table_bytes(seat->count);
    *at = malloc(((size_t)seat->count + 1) * sizeof **at);
    if (!*at || ali_arena_alloc_committed(&ali_arena, bytes, &block) != ASHLAR_OK)
        return AL_FAIL(
            ASHLAR_ENOMEM,
            "al_init: no memory for the tables of %d ranks: %llu of the %llu bytes that a "
            "node may use",
            ali_context.size, (unsigned long long)bytes, (unsigned long long)ali_arena.limit);
    *offset = ali_arena_offset(&ali_arena, block);
    return ASHLAR_OK;
}

static void use_node_tables(const node_seat_t *seat, const al_tree_t *mine, const tables_t *tables)
{
    al_nodes_t *nodes = &ali_nodes;
    nodes->count = seat->count;
    nodes->mine = seat->node;
    nodes->index = mine->me;
    nodes->size = mine->count;
    nodes->of = tables->of;
    nodes->first = tables->first;
    nodes->ranks = tables->ranks;
    nodes->leaders = tables->leaders;
    nodes->hosts = (const char(*)[AL_HOST_NAME])tables->hosts;
}

static int make_node_tables(const al_tree_t *mine, const node_seat_t *seat, const int *of, int *at,
                            uint64_t offset)
{
    if (mine->me == 0) {
        const tables_t tables = cut_tables(ali_arena.base + offset, seat->count);
        if (seat->node == 0)
            memcpy(tables.of, of, (size_t)ali_context.size * sizeof *of);
        AL_TRY(spread_table(seat, &tables));
        AL_TRY(gather_hosts(seat, &tables, at));
    }
    AL_TRY(ali_tree_broadcast(mine, 0, &offset, sizeof offset));
    const tables_t tables = cut_tables(ali_arena.base + offset, seat->count);
    use_node_tables(seat, mine, &tables);
    return ASHLAR_OK;
}

int ali_node_tables_make(const al_tree_t *mine)
{
    node_seat_t seat;
    int *of, *at = NULL;
    uint64_t offset = 0;
    int status = find_node_seat(mine->ranks[0], &seat, &of);
    if (status == ASHLAR_OK)
        status =
            ali_agree("al_init", mine->me == 0 ? allocate_tables(&seat, &offset, &at) : ASHLAR_OK);
    if (status == ASHLAR_OK)
        status = make_node_tables(mine, &seat, of, at, offset);
    free(of);
    free(at);
    return status;
}
