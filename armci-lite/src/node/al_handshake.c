/* Where each rank runs, and whether all have the same build. What is exchanged here, and how, must
 * be the same in all versions of the library. */
#include "armci-lite/src/node/al_handshake.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "armci-lite/src/base/al_build.h"
#include "armci-lite/src/base/al_context.h"
#include "armci-lite/src/base/al_status.h"
#include "armci-lite/src/wait/al_tree.h"
#include "armci-lite/src/base/al_wait_report.h"
#include "armci-lite/src/node/al_node.h"

enum { BUILD_NAME = 128 };

typedef struct greeting {
    char host[AL_HOST_NAME];
    char build[BUILD_NAME];
    uint64_t id; /* of the host: names may be alike, or cut */
} greeting_t;

static greeting_t my_greeting(void)
{
    greeting_t mine = {0};
    const uint16_t probe = 1;
    unsigned char first;
    memcpy(&first, &probe, 1);
    ali_host_name(mine.host);
    mine.id = ali_nodes.host;
    snprintf(mine.build, sizeof mine.build, "%s, %zu bits, %s-endian", ali_build,
             8 * sizeof(void *), first ? "little" : "big");
    return mine;
}

static int compare_builds(const greeting_t *all)
{
    const greeting_t *mine = all + ali_context.rank;
    for (int r = 0; r < ali_context.size; ++r)
        if (memcmp(all[r].build, mine->build, BUILD_NAME) != 0)
            return AL_FAIL(ASHLAR_EMISMATCH,
                           "al_init: the ranks have different builds of the library: rank %d on "
                           "host %.63s has %.127s; rank %d on host %.63s has %.127s",
                           ali_context.rank, mine->host, mine->build, r, all[r].host, all[r].build);
    return ASHLAR_OK;
}

/* The first rank with the host of rank r; those of the ranks before are known. Neighbours mostly
 * share a host, or come round after one rank of each. */
static int first_on_host(const greeting_t *all, const int *first, int r)
{
    if (r > 0 && all[r].id == all[r - 1].id)
        return first[r - 1];
    int k = 0;
    while (all[k].id != all[r].id)
        ++k;
    return k;
}

static int exchange_greetings(greeting_t *all)
{
    const al_tree_t world = ali_tree_world();
    int size = ali_context.size, *at = ali_nodes.first; /* not filled in yet */
    for (int r = 0; r <= size; ++r)
        at[r] = r * (int)sizeof *all;
    all[ali_context.rank] = my_greeting();
    AL_TRY(ali_tree_gather(&world, (char *)all, at));
    for (int r = 0; r < size; ++r) {
        memcpy(ali_nodes.hosts[r], all[r].host, AL_HOST_NAME);
        ali_nodes.of[r] = first_on_host(all, ali_nodes.of, r);
    }
    return compare_builds(all);
}

int ali_handshake(int status)
{
    greeting_t *all = calloc((size_t)ali_context.size, sizeof *all);
    int tables = ali_nodes_allocate();
    if (status == ASHLAR_OK)
        status = tables;
    if (status == ASHLAR_OK && !all)
        status = AL_FAIL(ASHLAR_ENOMEM, "al_init: no memory for %d host names", ali_context.size);
    status = ali_agree("al_init", status);
    if (status == ASHLAR_OK)
        status = exchange_greetings(all);
    free(all);
    return status;
}

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
                                 left-- > 0 ? ali_nodes.hosts[n] : "and other hosts");
    }
}

static void describe_awaited(char *text, size_t room)
{
    const al_nodes_t *nodes = &ali_nodes;
    int rank = ali_wait_report.rank;
    if (rank >= 0)
        snprintf(text, room, "rank %d (host %s)", rank, ali_nodes.hosts[nodes->of[rank]]);
    else if (rank == AL_OTHER_NODES && nodes->count > 1)
        list_hosts(text, room);
    else
        snprintf(text, room, rank == AL_MY_NODE ? "ranks of its own node" : "other ranks");
}

/* A node's first rank is never below the node's number: no name is overwritten too early. */
void ali_handshake_keep_nodes(void)
{
    const al_nodes_t *nodes = &ali_nodes;
    for (int n = 0; n < nodes->count; ++n)
        memmove(ali_nodes.hosts[n], ali_nodes.hosts[nodes->ranks[nodes->first[n]]], AL_HOST_NAME);
    void *kept = realloc(ali_nodes.hosts, (size_t)nodes->count * sizeof *ali_nodes.hosts);
    if (kept)
        ali_nodes.hosts = kept;
    ali_describe_awaited = describe_awaited;
}
