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

/* ---- the ranks of my host -------------------------------------------------------------------- */

enum { HOST_TAG = 13 };

/* Rank 0 tells this to everybody. */
typedef struct host_seat {
    int first;        /* rank of its host */
    int index, count; /* its number among the ranks there, and how many they are */
} host_seat_t;

typedef struct resident {
    uint64_t host;
    int rank;
} resident_t;

static int compare_residents(const void *a, const void *b)
{
    const resident_t *x = a, *y = b;
    return x->host != y->host ? (x->host > y->host) - (x->host < y->host)
                              : (x->rank > y->rank) - (x->rank < y->rank);
}

/* On rank 0: sort the ranks by their hosts. */
static void sort_by_hosts(const uint64_t *hosts, resident_t *residents, host_seat_t *seats)
{
    const int size = ali_context.size;
    for (int r = 0; r < size; ++r)
        residents[r] = (resident_t){hosts[r], r};
    qsort(residents, (size_t)size, sizeof *residents, compare_residents);
    for (int k = 0, end; k < size; k = end) {
        for (end = k; end < size && residents[end].host == residents[k].host; ++end)
            seats[residents[end].rank] =
                (host_seat_t){.first = residents[k].rank, .index = end - k};
        for (int i = k; i < end; ++i)
            seats[residents[i].rank].count = end - k;
    }
}

static int find_host_seat(host_seat_t *seat)
{
    const al_tree_t world = ali_tree_world();
    const size_t size = ali_context.rank == 0 ? (size_t)ali_context.size : 0;
    uint64_t *hosts = malloc(size * sizeof *hosts + 1);
    resident_t *residents = malloc(size * sizeof *residents + 1);
    host_seat_t *seats = malloc(size * sizeof *seats + 1);
    int status =
        hosts && residents && seats
            ? ASHLAR_OK
            : AL_FAIL(ASHLAR_ENOMEM, "al_init: no memory for the hosts of %zu ranks", size);
    status = ali_agree("al_init", status);
    if (status == ASHLAR_OK)
        status = ali_tree_collect(&world, &ali_nodes.host, sizeof ali_nodes.host, hosts);
    if (status == ASHLAR_OK && size)
        sort_by_hosts(hosts, residents, seats);
    if (status == ASHLAR_OK)
        status = ali_tree_deal(&world, seats, sizeof *seats, seat);
    free(hosts);
    free(residents);
    free(seats);
    return status;
}

/* The first rank of a host hears of the others, in any order, and tells them all. */
static int list_host_ranks(const host_seat_t *seat, int *ranks)
{
    const al_tree_t first = {&seat->first, 1, 0, HOST_TAG}, all = {ranks, seat->count, 0, HOST_TAG};
    const size_t bytes = (size_t)seat->count * sizeof *ranks;
    int note[2] = {seat->index, ali_context.rank};
    ranks[seat->index] = ali_context.rank;
    if (seat->index) {
        AL_TRY(ali_tree_send(&first, 0, note, sizeof note));
        return ali_tree_receive(&first, 0, ranks, bytes);
    }
    for (int k = 1; k < seat->count; ++k) {
        AL_TRY(ali_tree_receive(&all, AL_TREE_ANY, note, sizeof note));
        ranks[note[0]] = note[1];
    }
    for (int k = 1; k < seat->count; ++k)
        AL_TRY(ali_tree_send(&all, k, ranks, bytes));
    return ASHLAR_OK;
}

/* Pretend that the host is several: at most `parts` contiguous ones of nearly equal size. Returns
 * mine. */
static al_tree_t my_part(const al_tree_t *host, int64_t parts)
{
    al_tree_t mine = {.tag = AL_TREE_TAG};
    parts = ali_min(parts, host->count);
    int begin = host->me, end = host->me + 1;
    const int64_t part = host->me * parts / host->count;
    while (begin > 0 && (begin - 1) * parts / host->count == part)
        --begin;
    while (end < host->count && end * parts / host->count == part)
        ++end;
    mine.ranks = host->ranks + begin;
    mine.me = host->me - begin;
    mine.count = end - begin;
    return mine;
}

/* ---- the arena ------------------------------------------------------------------------------- */

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
static int open_arena(al_tree_t *mine)
{
    uint64_t limit = data_limit(), other;
    AL_TRY(ali_tree_reduce(mine, &limit, &other, sizeof other, keep_smaller, NULL));
    uint64_t rank_bytes = ali_round_up((limit + arena_overhead) / (uint64_t)mine->count, AL_LARGE);
    int status = ali_arena_open(&ali_arena, mine, ali_context.env.attach, rank_bytes, limit);
    if (status == ASHLAR_ETRANSPORT) {
        *mine = (al_tree_t){mine->ranks + mine->me, 1, 0, mine->tag};
        status = ali_arena_open(&ali_arena, mine, AL_ATTACH_NONE, rank_bytes, limit);
    }
    return status;
}

/* ---- nodes ----------------------------------------------------------------------------------- */

/* The hosts of the other nodes, the first few by name. */
static void list_hosts(char *text, size_t room)
{
    enum { NAMED = 8 };
    const al_nodes_t *nodes = &ali_nodes;
    size_t used = (size_t)snprintf(text, room, "ranks on");
    int left = NAMED;
    for (int n = 0; n < nodes->count && left >= 0 && used < room; ++n) {
        if (n == nodes->mine)
            continue;
        used += (size_t)snprintf(text + used, room - used, " %s",
                                 left-- > 0 ? nodes->hosts[n] : "and other hosts");
    }
}

static void describe_awaited(char *text, size_t room)
{
    const al_nodes_t *nodes = &ali_nodes;
    int rank = ali_wait_report.rank;
    if (rank >= 0)
        snprintf(text, room, "rank %d (host %s)", rank, nodes->hosts[nodes->of[rank]]);
    else if (rank == AL_OTHER_NODES && nodes->count > 1)
        list_hosts(text, room);
    else
        snprintf(text, room, rank == AL_MY_NODE ? "ranks of its own node" : "other ranks");
}

static int find_nodes(const al_tree_t *host)
{
    AL_TRY(ali_cores_oversubscribed(host, &ali_context.oversubscribed));
    al_tree_t mine = my_part(host, ali_context.env.fake_nodes);
    AL_TRY(ali_agree("al_init", check_limit()));
    AL_TRY(ali_agree("al_init", open_arena(&mine)));
    return ali_node_tables_make(&mine);
}

int ali_nodes_find(void)
{
    al_nodes_t *nodes = &ali_nodes;
    host_seat_t seat;
    nodes->host = host_hash();
    nodes->cgroup = ali_cgroup_id("memory");
    nodes->machine = nodes->host ^ nodes->cgroup;
    AL_TRY(find_host_seat(&seat));
    nodes->host_ranks = seat.count;
    int *ranks = malloc((size_t)seat.count * sizeof *ranks);
    int status =
        ranks ? ASHLAR_OK
              : AL_FAIL(ASHLAR_ENOMEM, "al_init: no memory for a list of %d ranks", seat.count);
    status = ali_agree("al_init", status);
    if (status == ASHLAR_OK)
        status = list_host_ranks(&seat, ranks);
    const al_tree_t host = {ranks, seat.count, seat.index, AL_TREE_TAG};
    if (status == ASHLAR_OK)
        status = find_nodes(&host);
    if (status == ASHLAR_OK)
        ali_describe_awaited = describe_awaited;
    free(ranks);
    return status;
}

void ali_nodes_forget(void)
{
    al_nodes_t *nodes = &ali_nodes;
    ali_describe_awaited = NULL;
    ali_arena_close(&ali_arena);
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
