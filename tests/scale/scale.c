/* scale: what calls of the library cost in a world of very many ranks: messages, and memory of a
 * rank and of a node.
 *
 *     scale --nodes N --per-node R [--node K] [--only NAME,NAME] [--broadcasts FILE]
 *
 * With R ranks they are node K of the N; with N * R ranks all nodes are real, and what the ranks of
 * node K do is printed. A line for each call: its name; what the node sends to others, in messages
 * and bytes; messages of its busiest rank; bytes of memory that are kept after the call, by the
 * node, in malloc and in the shared arena, but for elements of arrays, and in malloc by a rank that
 * is not the node's first, the most of them; the most bytes of malloc during the call, above those
 * of before, of the node and of such a rank.
 *
 * FILE is written by node 0 and read by the others: what rank 0 tells all. */
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ashlar/ga.h>

#include "armci-lite/src/al_private.h"
#include "armci-lite/src/node/al_arena.h"
#include "tests/scale/calls.h"
#include "tests/scale/world.h"

static const char *option(int argc, char **argv, const char *name, const char *otherwise)
{
    for (int k = 1; k + 1 < argc; ++k)
        if (strcmp(argv[k], name) == 0)
            return argv[k + 1];
    return otherwise;
}

static void read_world(int argc, char **argv)
{
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    world.nodes = atoi(option(argc, argv, "--nodes", "1"));
    world.per_node = atoi(option(argc, argv, "--per-node", "1"));
    world.is_whole = size == world_size();
    if (!world.is_whole && size != world.per_node) {
        fprintf(stderr, "scale: %d ranks run: start %d, or %d\n", size, world.per_node,
                world_size());
        exit(2);
    }
    world.node = world.is_whole ? rank / world.per_node : atoi(option(argc, argv, "--node", "0"));
    world.index = rank % world.per_node;
    if (!world.is_whole && world.index == 0)
        world.broadcasts =
            fopen(option(argc, argv, "--broadcasts", "/dev/null"), world.node == 0 ? "wb" : "rb");
    MPI_Comm_dup(MPI_COMM_WORLD, &world.comm);
}

/* Is a call in a list of names with commas? All are without one. */
static bool is_listed(const char *list, const char *name)
{
    const size_t length = strlen(name);
    for (const char *at = list; at && (at = strstr(at, name)); at += length)
        if ((at == list || at[-1] == ',') && (at[length] == ',' || at[length] == '\0'))
            return true;
    return !list;
}

/* Bytes in the arena of my node; its first rank's, 0 of others. */
static int64_t arena_bytes(void)
{
    return world.index == 0 && al_initialized() ? (int64_t)ali_arena_use(&ali_arena).used : 0;
}

/* Wait for all real ranks, and answer those that are not there yet. */
static void meet(void)
{
    MPI_Request request;
    int done = 0;
    PMPI_Ibarrier(MPI_COMM_WORLD, &request);
    while (!done) {
        PMPI_Test(&request, &done, MPI_STATUS_IGNORE);
        if (al_initialized())
            ga_poll();
        sched_yield();
    }
}

enum { MESSAGES, BYTES, KEPT, ARENA, PEAK, FIGURES };

static void measure(const call_t *call, int64_t *figures)
{
    meet();
    account_begin();
    const account_t before = account;
    const int64_t arena = arena_bytes();
    meet(); /* who begins late answers others before */
    world.is_asked = true;
    call->run();
    meet();
    world.redirect = 0;
    figures[MESSAGES] = account.messages - before.messages;
    figures[BYTES] = account.bytes - before.bytes;
    figures[KEPT] = account.allocated - before.allocated;
    figures[ARENA] =
        arena_bytes() - arena - (world.index == 0 ? world.per_node * 8 * call->doubles : 0);
    figures[PEAK] = account.peak - before.allocated;
}

/* all: the figures of the ranks of node K, in a row, its first rank first. */
static void print(const call_t *call, int64_t (*all)[FIGURES])
{
    int64_t sum[FIGURES] = {0}, most[FIGURES], messages = 0;
    memcpy(most, all[world.per_node > 1], sizeof most); /* of all but the first */
    for (int r = 0; r < world.per_node; ++r) {
        messages = all[r][MESSAGES] > messages ? all[r][MESSAGES] : messages;
        for (int f = 0; f < FIGURES; ++f) {
            sum[f] += all[r][f];
            most[f] = r > 0 && all[r][f] > most[f] ? all[r][f] : most[f];
        }
    }
    printf("%s,%lld,%lld,%lld,%lld,%lld,%lld,%lld\n", call->name, (long long)sum[MESSAGES],
           (long long)sum[BYTES], (long long)messages, (long long)(sum[KEPT] + sum[ARENA]),
           (long long)most[KEPT], (long long)sum[PEAK], (long long)most[PEAK]);
    fflush(stdout);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    read_world(argc, argv);
    const int shown = atoi(option(argc, argv, "--node", "0"));
    const char *only = option(argc, argv, "--only", NULL);
    int rank, size;
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    PMPI_Comm_size(MPI_COMM_WORLD, &size);
    int64_t(*all)[FIGURES] = calloc((size_t)size, sizeof *all);
    if (rank == 0)
        printf(
            "# %d nodes of %d ranks, node %d: call, messages, bytes, messages of a rank, kept by "
            "a rank, by a node, most of a node, of a rank\n",
            world.nodes, world.per_node, shown);
    for (const call_t *call = calls; call->name; ++call) {
        int64_t figures[FIGURES] = {0};
        if (!call->is_needed && !is_listed(only, call->name))
            continue;
        if (call->is_of_root && shown != 0)
            continue;
        measure(call, figures);
        PMPI_Gather(figures, FIGURES, MPI_INT64_T, all, FIGURES, MPI_INT64_T, 0, MPI_COMM_WORLD);
        if (rank == 0)
            print(call, all + (world.is_whole ? shown * world.per_node : 0));
    }
    free(all);
    MPI_Comm_free(&world.comm);
    MPI_Finalize();
    return 0;
}
