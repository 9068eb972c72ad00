/* Which ranks share memory. MPI's idea of a node is only a first guess: a node is a set of ranks
 * with the same host name that have mapped one arena. */
#define _GNU_SOURCE
#include "armci-lite/src/node/al_node.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include <ashlar/al.h>

#include "armci-lite/src/base/al_context.h"
#include "armci-lite/src/base/al_mpi.h"
#include "armci-lite/src/base/al_status.h"
#include "armci-lite/src/base/al_util.h"
#include "armci-lite/src/base/al_waiting.h"
#include "armci-lite/src/node/al_arena.h"
#include "armci-lite/src/node/al_cgroup.h"
#include "armci-lite/src/node/al_cores.h"
#include "armci-lite/src/node/al_limits.h"

al_nodes_t ali_nodes = {.comm = MPI_COMM_NULL};

/* Address space of the arena that is not data: bitmap and descriptors. */
static const uint64_t arena_overhead = (uint64_t)128 << 20;

static uint64_t host_hash(void)
{
    char name[256] = "";
    gethostname(name, sizeof name - 1);
    uint64_t hash = 1469598103934665603u; /* FNV-1a */
    for (const char *c = name; *c; ++c)
        hash = (hash ^ (unsigned char)*c) * 1099511628211u;
    return hash;
}

/* Replace *comm by the part whose ranks pass the same color. */
static int split_further(MPI_Comm *comm, int color)
{
    MPI_Comm part;
    AL_TRY(AL_MPI(MPI_Comm_split(*comm, color, 0, &part)));
    MPI_Comm_free(comm);
    *comm = part;
    return ASHLAR_OK;
}

/* Ranks of one machine under different host names (containers, namespaces) are different nodes. */
static int split_by_host(MPI_Comm *comm)
{
    int size;
    AL_TRY(AL_MPI(MPI_Comm_size(*comm, &size)));
    uint64_t mine = host_hash(), *all = malloc((size_t)size * sizeof *all);
    int status =
        all ? ASHLAR_OK : AL_FAIL(ASHLAR_ENOMEM, "al_init: no memory for %d host names", size);
    status = ali_agree("al_init", *comm, status);
    if (status == ASHLAR_OK)
        status = AL_MPI(MPI_Allgather(&mine, 1, MPI_UINT64_T, all, 1, MPI_UINT64_T, *comm));
    int color = 0;
    while (status == ASHLAR_OK && all[color] != mine)
        ++color;
    free(all);
    AL_TRY(status);
    return split_further(comm, color);
}

/* Pretend that a node is several: at most `parts` contiguous ones of nearly equal size. */
static int split_into_fakes(MPI_Comm *comm, int64_t parts)
{
    int rank, size;
    AL_TRY(AL_MPI(MPI_Comm_rank(*comm, &rank)));
    AL_TRY(AL_MPI(MPI_Comm_size(*comm, &size)));
    return split_further(comm, (int)(rank * ali_min(parts, size) / size));
}

/* Most bytes for the arrays of a node: ASHLAR_ARENA, or all memory within the process's limits. */
static uint64_t data_limit(void)
{
    if (ali_context.env.arena)
        return (uint64_t)ali_context.env.arena;
    uint64_t limit = (uint64_t)ali_memory_total();
    struct rlimit resource;
    if (getrlimit(RLIMIT_AS, &resource) == 0 && resource.rlim_cur != RLIM_INFINITY)
        limit = ali_min_bytes(limit, resource.rlim_cur / 2);
    if (getrlimit(RLIMIT_FSIZE, &resource) == 0 && resource.rlim_cur != RLIM_INFINITY)
        limit = ali_min_bytes(limit, resource.rlim_cur / 2);
    return limit;
}

/* Map the arena; if the ranks of the node cannot share memory, each becomes its own node. */
static int open_arena(al_nodes_t *nodes)
{
    uint64_t limit = data_limit();
    int size;
    AL_TRY(AL_MPI(MPI_Comm_size(nodes->comm, &size)));
    uint64_t stripe = ali_round_up((limit + arena_overhead) / (uint64_t)size, AL_PAGE);
    AL_TRY(
        AL_MPI(MPI_Allreduce(MPI_IN_PLACE, &stripe, 1, MPI_UINT64_T, MPI_MAX, ali_context.comm)));
    int status = ali_arena_open(&ali_arena, nodes->comm, ali_context.env.attach, stripe, limit);
    if (status == ASHLAR_ETRANSPORT) {
        AL_TRY(split_further(&nodes->comm, ali_context.rank));
        status = ali_arena_open(&ali_arena, nodes->comm, AL_ATTACH_NONE, stripe, limit);
    }
    return status;
}

/* Number the nodes by their first ranks and list who is on each. */
static int number_nodes(al_nodes_t *nodes)
{
    int size = ali_context.size, first = ali_context.rank;
    nodes->of = calloc((size_t)size, sizeof *nodes->of);
    nodes->first = calloc((size_t)size + 1, sizeof *nodes->first);
    nodes->ranks = calloc((size_t)size, sizeof *nodes->ranks);
    int *leader = calloc((size_t)size, sizeof *leader);
    int status = ASHLAR_OK;
    if (!nodes->of || !nodes->first || !nodes->ranks || !leader)
        status = AL_FAIL(ASHLAR_ENOMEM, "al_init: no memory for the tables of %d ranks", size);
    status = ali_agree("al_init", ali_context.comm, status);
    if (status == ASHLAR_OK)
        status = AL_MPI(MPI_Bcast(&first, 1, MPI_INT, 0, nodes->comm));
    if (status == ASHLAR_OK)
        status = AL_MPI(MPI_Allgather(&first, 1, MPI_INT, leader, 1, MPI_INT, ali_context.comm));
    if (status == ASHLAR_OK) {
        for (int r = 0; r < size; ++r) /* a leader precedes the other ranks of its node */
            nodes->of[r] = leader[r] == r ? nodes->count++ : nodes->of[leader[r]];
        for (int r = 0; r < size; ++r)
            nodes->first[nodes->of[r] + 1]++;
        for (int n = 0; n < nodes->count; ++n)
            nodes->first[n + 1] += nodes->first[n];
        int *fill = leader; /* no longer needed: next free place per node */
        memcpy(fill, nodes->first, (size_t)nodes->count * sizeof *fill);
        for (int r = 0; r < size; ++r)
            nodes->ranks[fill[nodes->of[r]]++] = r;
        nodes->mine = nodes->of[ali_context.rank];
        nodes->size = nodes->first[nodes->mine + 1] - nodes->first[nodes->mine];
        while (nodes->ranks[nodes->first[nodes->mine] + nodes->index] != ali_context.rank)
            ++nodes->index;
    }
    free(leader);
    return status;
}

int ali_nodes_find(void)
{
    al_nodes_t *nodes = &ali_nodes;
    ali_nodes.cgroup = ali_cgroup_id("memory");
    ali_nodes.machine = host_hash() ^ ali_nodes.cgroup;
    AL_TRY(AL_MPI(MPI_Comm_split_type(ali_context.comm, MPI_COMM_TYPE_SHARED, ali_context.rank,
                                      MPI_INFO_NULL, &nodes->comm)));
    AL_TRY(split_by_host(&nodes->comm));
    AL_TRY(AL_MPI(MPI_Comm_size(nodes->comm, &nodes->host_ranks)));
    AL_TRY(ali_cores_crowded(nodes->comm, &ali_context.crowded));
    AL_TRY(split_into_fakes(&nodes->comm, ali_context.env.fake_nodes));
    AL_TRY(ali_agree("al_init", ali_context.comm, open_arena(nodes)));
    return number_nodes(nodes);
}

void ali_nodes_forget(void)
{
    al_nodes_t *nodes = &ali_nodes;
    ali_arena_close(&ali_arena);
    free(nodes->of);
    free(nodes->first);
    free(nodes->ranks);
    free(nodes->hosts);
    ali_name_awaited = NULL;
    if (nodes->comm != MPI_COMM_NULL)
        MPI_Comm_free(&nodes->comm);
    memset(nodes, 0, sizeof *nodes);
    nodes->comm = MPI_COMM_NULL;
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
