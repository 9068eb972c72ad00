/* The first words between the ranks: on which host each is, and that all have the same build. What
 * is exchanged here must have the same layout in all versions of the library. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "armci-lite/src/al_internal.h"

enum { BUILD_NAME = 128 };

typedef struct greeting {
    char host[AL_HOST_NAME];
    char build[BUILD_NAME];
} greeting_t;

static greeting_t my_greeting(void)
{
    greeting_t mine = {0};
    const uint16_t probe = 1;
    unsigned char first;
    memcpy(&first, &probe, 1);
    gethostname(mine.host, sizeof mine.host - 1);
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

int ali_peers_greet(void)
{
    size_t size = (size_t)ali_context.size;
    greeting_t mine = my_greeting(), *all = calloc(size, sizeof *all);
    ali_context.hosts = calloc(size, sizeof *ali_context.hosts);
    int status =
        ali_agree(ali_context.comm,
                  all && ali_context.hosts
                      ? ASHLAR_OK
                      : AL_FAIL(ASHLAR_ENOMEM, "al_init: no memory for %zu host names", size));
    if (status == ASHLAR_OK)
        status = AL_MPI(MPI_Allgather(&mine, sizeof mine, MPI_BYTE, all, sizeof mine, MPI_BYTE,
                                      ali_context.comm));
    if (status == ASHLAR_OK)
        status = compare_builds(all);
    for (size_t r = 0; r < size && all && ali_context.hosts; ++r)
        memcpy(ali_context.hosts[r], all[r].host, AL_HOST_NAME);
    free(all);
    return status;
}

/* A node's first rank is not before its number. */
void ali_peers_keep_nodes(void)
{
    const al_nodes_t *nodes = &ali_context.nodes;
    for (int n = 0; n < nodes->count; ++n)
        memmove(ali_context.hosts[n], ali_context.hosts[nodes->ranks[nodes->first[n]]],
                AL_HOST_NAME);
    void *kept = realloc(ali_context.hosts, (size_t)nodes->count * sizeof *ali_context.hosts);
    if (kept)
        ali_context.hosts = kept;
}
