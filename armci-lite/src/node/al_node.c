/* Which ranks share memory: a node is a set of ranks on one host that have mapped one arena. */
#define _GNU_SOURCE
#include "armci-lite/src/node/al_node.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include <ashlar/al.h>

#include "armci-lite/src/base/al_context.h"
#include "armci-lite/src/base/al_status.h"
#include "armci-lite/src/wait/al_tree.h"
#include "armci-lite/src/base/al_util.h"
#include "armci-lite/src/base/al_wait_report.h"
#include "armci-lite/src/node/al_arena.h"
#include "armci-lite/src/node/al_cgroup.h"
#include "armci-lite/src/node/al_cores.h"
#include "armci-lite/src/node/al_memory_available.h"

al_nodes_t ali_nodes;

/* Address space of the arena that is not data: bitmap and descriptors. */
static const uint64_t arena_overhead = (uint64_t)128 << 20;
/* Less holds no groups. */
static const uint64_t arena_least = (uint64_t)1 << 20;
/* Where addresses are limited: MPICH's UCX spins for ever in malloc when it has none. */
static const uint64_t left_for_mpi = (uint64_t)128 << 20;

/* The kernel that runs, whoever started the ranks, and the host name: ranks in containers of
 * different names are on different nodes, ranks of machines that have one name, too. */
static uint64_t host_hash(void)
{
    char name[256] = "", boot[64] = "";
    gethostname(name, sizeof name - 1);
    FILE *in = fopen("/proc/sys/kernel/random/boot_id", "re");
    if (in) {
        if (!fgets(boot, sizeof boot, in))
            boot[0] = '\0';
        fclose(in);
    }
    return ali_hash(ali_hash(AL_HASH, name), boot);
}

int ali_nodes_allocate(void)
{
    al_nodes_t *nodes = &ali_nodes;
    size_t size = (size_t)ali_context.size;
    nodes->host = host_hash();
    nodes->cgroup = ali_cgroup_id("memory");
    nodes->machine = nodes->host ^ nodes->cgroup;
    nodes->of = calloc(size, sizeof *nodes->of);
    nodes->first = calloc(size + 1, sizeof *nodes->first);
    nodes->ranks = calloc(size, sizeof *nodes->ranks);
    nodes->hosts = calloc(size, sizeof *nodes->hosts);
    return nodes->of && nodes->first && nodes->ranks && nodes->hosts
               ? ASHLAR_OK
               : AL_FAIL(ASHLAR_ENOMEM, "al_init: no memory for the tables of %zu ranks", size);
}

/* The ranks that have the same first rank as I. */
static al_tree_t list_node_ranks(al_nodes_t *nodes)
{
    al_tree_t mine = {.ranks = nodes->ranks, .tag = AL_TREE_TAG};
    for (int r = 0; r < ali_context.size; ++r)
        if (nodes->of[r] == nodes->of[ali_context.rank]) {
            if (r == ali_context.rank)
                mine.me = mine.count;
            nodes->ranks[mine.count++] = r;
        }
    return mine;
}

static int count_ranks(const al_nodes_t *nodes, int first)
{
    int count = 0;
    for (int r = first; r < ali_context.size; ++r)
        count += nodes->of[r] == first;
    return count;
}

/* Pretend that each host is several: at most `parts` contiguous ones of nearly equal size. From the
 * last host on, so that the first ranks of parts are not taken for those of hosts. */
static void split_into_fake_nodes(al_nodes_t *nodes, int64_t parts)
{
    for (int host = ali_context.size - 1; host >= 0 && parts > 1; --host) {
        int64_t count = count_ranks(nodes, host), k = 0, part = 0;
        int first = host;
        for (int r = host; r < ali_context.size && k < count; ++r) {
            if (nodes->of[r] != host)
                continue;
            int64_t its = k++ * ali_min(parts, count) / count;
            if (its != part)
                first = r;
            part = its;
            nodes->of[r] = first;
        }
    }
}

/* Most bytes for the arrays of a node: ASHLAR_ARENA, or all memory within the process's limits. */
static uint64_t data_limit(void)
{
    if (ali_context.env.arena)
        return (uint64_t)ali_context.env.arena;
    uint64_t limit = (uint64_t)ali_memory_total();
    struct rlimit resource;
    if (getrlimit(RLIMIT_AS, &resource) == 0 && resource.rlim_cur != RLIM_INFINITY) {
        uint64_t half = resource.rlim_cur / 2;
        limit = ali_min_bytes(limit, half - ali_min_bytes(half, arena_overhead + left_for_mpi));
    }
    if (getrlimit(RLIMIT_FSIZE, &resource) == 0 && resource.rlim_cur != RLIM_INFINITY)
        limit = ali_min_bytes(limit, resource.rlim_cur / 2);
    return limit;
}

static int check_limit(void)
{
    unsigned long long limit = data_limit();
    if (limit >= arena_least)
        return ASHLAR_OK;
    return AL_FAIL(ASHLAR_ENOMEM, "al_init: a node may use %llu bytes and needs %llu: raise %s",
                   limit, (unsigned long long)arena_least,
                   ali_context.env.arena ? "ASHLAR_ARENA" : "`ulimit -v` or `ulimit -f`");
}

static void keep_smaller(void *into, const void *from, const void *context)
{
    uint64_t *smaller = into;
    const uint64_t *other = from;
    (void)context;
    *smaller = ali_min_bytes(*smaller, *other);
}

/* Map the arena, as large as all ranks of the node may; if they cannot share memory, each becomes
 * its own node. */
static int open_arena(al_nodes_t *nodes)
{
    const al_tree_t mine = list_node_ranks(nodes), me = {.count = 1};
    uint64_t limit = data_limit(), other;
    AL_TRY(ali_tree_reduce(&mine, &limit, &other, sizeof other, keep_smaller, NULL));
    uint64_t rank_bytes = ali_round_up((limit + arena_overhead) / (uint64_t)mine.count, AL_PAGE);
    int status = ali_arena_open(&ali_arena, &mine, ali_context.env.attach, rank_bytes, limit);
    if (status == ASHLAR_ETRANSPORT) {
        nodes->of[ali_context.rank] = ali_context.rank;
        status = ali_arena_open(&ali_arena, &me, AL_ATTACH_NONE, rank_bytes, limit);
    }
    return status;
}

/* Agree on the nodes: each knows only whether its own has fallen apart. */
static int share_node_firsts(al_nodes_t *nodes)
{
    const al_tree_t world = ali_tree_world();
    int *at = nodes->first; /* not filled in yet */
    for (int r = 0; r <= ali_context.size; ++r)
        at[r] = r * (int)sizeof *nodes->of;
    return ali_tree_gather(&world, (char *)nodes->of, at);
}

/* Number the nodes by their first ranks and list who is on each. */
static void number_nodes(al_nodes_t *nodes)
{
    int size = ali_context.size;
    for (int r = 0; r < size; ++r) /* a first rank precedes the others of its node */
        nodes->of[r] = nodes->of[r] == r ? nodes->count++ : nodes->of[nodes->of[r]];
    memset(nodes->first, 0, ((size_t)size + 1) * sizeof *nodes->first);
    for (int r = 0; r < size; ++r)
        nodes->first[nodes->of[r] + 1]++;
    for (int n = 0; n < nodes->count; ++n)
        nodes->first[n + 1] += nodes->first[n];
    for (int r = 0; r < size; ++r) /* the beginning of a node moves to its end ... */
        nodes->ranks[nodes->first[nodes->of[r]]++] = r;
    for (int n = nodes->count; n > 0; --n) /* ... which is where the next one began */
        nodes->first[n] = nodes->first[n - 1];
    nodes->first[0] = 0;
    nodes->mine = nodes->of[ali_context.rank];
    nodes->size = nodes->first[nodes->mine + 1] - nodes->first[nodes->mine];
    while (nodes->ranks[nodes->first[nodes->mine] + nodes->index] != ali_context.rank)
        ++nodes->index;
}

int ali_nodes_find(void)
{
    al_nodes_t *nodes = &ali_nodes;
    const al_tree_t host = list_node_ranks(nodes);
    nodes->host_ranks = host.count;
    AL_TRY(ali_cores_oversubscribed(&host, &ali_context.oversubscribed));
    split_into_fake_nodes(nodes, ali_context.env.fake_nodes);
    AL_TRY(ali_agree("al_init", check_limit()));
    AL_TRY(ali_agree("al_init", open_arena(nodes)));
    AL_TRY(share_node_firsts(nodes));
    number_nodes(nodes);
    return ASHLAR_OK;
}

void ali_nodes_forget(void)
{
    al_nodes_t *nodes = &ali_nodes;
    ali_arena_close(&ali_arena);
    free(nodes->of);
    free(nodes->first);
    free(nodes->ranks);
    free(nodes->hosts);
    ali_describe_awaited = NULL;
    memset(nodes, 0, sizeof *nodes);
}

int al_node_count(void)
{
    return ali_context.started ? ali_nodes.count : -1;
}

int al_node_of(int rank)
{
    return ali_context.started && rank >= 0 && rank < ali_context.size ? ali_nodes.of[rank] : -1;
}

int al_node_size(int node)
{
    const al_nodes_t *nodes = &ali_nodes;
    return ali_context.started && node >= 0 && node < nodes->count
               ? nodes->first[node + 1] - nodes->first[node]
               : -1;
}
