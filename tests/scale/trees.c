/* Absent ranks send this along trees (al_tree.h): the same as mine where all have the
 * same, and where ranks tell their places, what those are in a world of equal nodes. */
#include <stdio.h>
#include <string.h>

#include "armci-lite/src/base/al_context.h"
#include "armci-lite/src/group/al_exchange.h"
#include "armci-lite/src/node/al_node.h"
#include "armci-lite/src/wait/al_tree.h"
#include "tests/scale/world.h"

/* The call that is under way. */
static struct {
    enum { NOTHING, REDUCE, BROADCAST, GATHER, COLLECT, DEAL, RECEIVE, EXCHANGE } call;
    const al_tree_t *tree;
    char *data;
    const int *at;
    size_t each;
    int deals;
} now;

/* Every node is on a machine of its own. */
static void change_machine(char *part, size_t bytes, int number)
{
    const uint64_t mine = ali_nodes.machine;
    for (size_t at = 0; at + sizeof mine <= bytes; at += sizeof mine)
        if (memcmp(part + at, &mine, sizeof mine) == 0) {
            const uint64_t other = mine + 1 + (uint64_t)number;
            memcpy(part + at, &other, sizeof other);
        }
}

/* Rank 0 gives what it gave when its node was simulated. */
static void replay(void *data, size_t bytes)
{
    if (world.broadcasts && fread(data, bytes, 1, world.broadcasts) != 1)
        fprintf(stderr, "scale: node 0 gave less\n");
}

static void record(const al_tree_t *tree, const void *data, size_t bytes)
{
    const int last = tree->ranks ? tree->ranks[tree->count - 1] : tree->count - 1;
    if (world.broadcasts && world.node == 0 && !world_is_real(last))
        fwrite(data, bytes, 1, world.broadcasts);
}

/* Slices of the ranks of node 0, where it has other ones than the other nodes; where they are in
 * its arena does not matter else, and would be another place of mine. */
static void replay_slices(char *part, const char *mine, size_t bytes)
{
    char *given = world_list(bytes);
    const al_slice_t *slice = (const al_slice_t *)(const void *)(given + sizeof(al_report_t));
    const al_slice_t *my_slice = (const al_slice_t *)(const void *)(mine + sizeof(al_report_t));
    replay(given, bytes);
    bool is_same = true;
    for (size_t at = sizeof(al_report_t); at + sizeof *slice <= bytes; at += sizeof *slice)
        is_same = is_same && slice++->bytes == my_slice++->bytes;
    if (!is_same)
        memcpy(part, given, bytes);
}

/* Ranks that split a group tell color, key and rank, and others the same as mine but for their
 * place. */
static void move_members(char *part, size_t bytes, int ranks)
{
    int *member = (int *)(void *)part;
    for (size_t k = 0; k < bytes / sizeof *member; k += 3) {
        member[k + 1] += ranks;
        member[k + 2] += ranks;
    }
}

/* What others give: the same as I. */
static void play_gather(char *buffer, size_t bytes)
{
    const int me = now.tree->me;
    const char *mine = now.data + now.at[me];
    const size_t size = (size_t)(now.at[me + 1] - now.at[me]);
    for (int k = 0; k < now.tree->count; ++k) {
        char *part = now.data + now.at[k];
        if (k == me || part < buffer || part >= buffer + bytes || world_is_real(now.tree->ranks[k]))
            continue;
        const size_t room = (size_t)(now.at[k + 1] - now.at[k]);
        memcpy(part, mine, room < size ? room : size);
        change_machine(part, room, k);
        if (size == 3 * sizeof(int) * (size_t)world.per_node)
            move_members(part, room, (k - me) * world.per_node);
        if (now.tree->ranks[k] == 0)
            replay_slices(part, mine, room);
    }
}

/* Ranks tell rank 0 their hosts, and then the first ranks of their nodes. */
static void play_collect(int source, char *buffer, size_t bytes)
{
    for (size_t k = 0; k < bytes / now.each; ++k) {
        const int node = world_node_of(source + (int)k), first = node * world.per_node;
        const uint64_t host = 1 + (uint64_t)node;
        memcpy(buffer + k * now.each, now.each == sizeof host ? (const void *)&host : &first,
               now.each);
    }
}

/* Rank 0 tells each its place on its host, and then the place of its node. */
static void play_deal(char *buffer, size_t bytes)
{
    for (size_t k = 0; k < bytes / now.each; ++k) {
        const int rank = now.tree->me + (int)k, node = world_node_of(rank),
                  index = rank % world.per_node, above = node - ali_tree_bit(world.nodes, node),
                  parent = node && !index ? above * world.per_node : -1;
        const int host_seat[] = {rank - index, index, world.per_node};
        const int node_seat[] = {node, world.nodes, parent};
        memcpy(buffer + k * now.each, now.deals == 1 ? host_seat : node_seat, sizeof host_seat);
    }
}

/* The nodes of all ranks. */
static void play_table(int *node_of, size_t bytes)
{
    for (int r = 0; r < (int)(bytes / sizeof *node_of); ++r)
        node_of[r] = world_node_of(r);
}

/* Calls that allocate agree on whether they could, in numbers on the stack. */
static bool is_agreement(const void *buffer)
{
    const uintptr_t here = (uintptr_t)__builtin_frame_address(0), at = (uintptr_t)buffer;
    return now.call != REDUCE && now.call != BROADCAST && at > here && at - here < 65536;
}

void trees_play(int source, void *buffer, size_t bytes)
{
    const bool is_mine = buffer == now.data; /* the result, which is what I have already */
    if (is_agreement(buffer))
        memset(buffer, 0, bytes);
    else if (now.call == GATHER)
        play_gather(buffer, bytes);
    else if (now.call == COLLECT)
        play_collect(source, buffer, bytes);
    else if (now.call == DEAL)
        play_deal(buffer, bytes);
    else if (now.call == RECEIVE && bytes == (size_t)world_size() * sizeof(int))
        play_table(buffer, bytes);
    else if (now.call == BROADCAST)
        replay(buffer, bytes);
    else if (now.call == REDUCE && !is_mine)
        memcpy(buffer, now.data, bytes);
    else if (now.call == EXCHANGE) /* on a ring all send the same */
        memcpy(buffer, now.data, now.each);
    else if (now.call == NOTHING && bytes)
        memset(buffer, 0, bytes);
}

/* ---- the calls ------------------------------------------------------------------------------- */

#define DECLARE(name, ...)                                                                         \
    int __real_##name(__VA_ARGS__);                                                                \
    int __wrap_##name(__VA_ARGS__);                                                                \
    int __wrap_##name(__VA_ARGS__)

static int finish(int status)
{
    now.call = NOTHING;
    now.data = NULL;
    return status;
}

DECLARE(ali_tree_reduce, const al_tree_t *tree, void *data, void *scratch, size_t bytes,
        al_combine_t *combine, const void *context)
{
    now.call = REDUCE;
    now.data = data;
    return finish(__real_ali_tree_reduce(tree, data, scratch, bytes, combine, context));
}

DECLARE(ali_tree_broadcast, const al_tree_t *tree, int root, void *data, size_t bytes)
{
    now.call = BROADCAST;
    record(tree, data, bytes);
    return finish(__real_ali_tree_broadcast(tree, root, data, bytes));
}

DECLARE(ali_tree_gather, const al_tree_t *tree, char *buffer, const int *at)
{
    now.call = GATHER;
    now.tree = tree;
    now.data = buffer;
    now.at = at;
    record(tree, buffer + at[tree->me], (size_t)(at[tree->me + 1] - at[tree->me]));
    return finish(__real_ali_tree_gather(tree, buffer, at));
}

DECLARE(ali_tree_collect, const al_tree_t *tree, const void *mine, size_t each, void *all)
{
    now.call = COLLECT;
    now.tree = tree;
    now.each = each;
    return finish(__real_ali_tree_collect(tree, mine, each, all));
}

DECLARE(ali_tree_deal, const al_tree_t *tree, const void *all, size_t each, void *mine)
{
    now.call = DEAL;
    now.tree = tree;
    now.each = each;
    ++now.deals;
    return finish(__real_ali_tree_deal(tree, all, each, mine));
}

DECLARE(ali_tree_exchange, const al_tree_t *tree, int to, const void *out, size_t out_bytes,
        int from, void *in, size_t in_bytes)
{
    now.call = EXCHANGE;
    now.data = (char *)(uintptr_t)out;
    now.each = out_bytes;
    return finish(__real_ali_tree_exchange(tree, to, out, out_bytes, from, in, in_bytes));
}

DECLARE(ali_tree_receive, const al_tree_t *tree, int from, void *data, size_t bytes)
{
    now.call = RECEIVE;
    return finish(__real_ali_tree_receive(tree, from, data, bytes));
}
