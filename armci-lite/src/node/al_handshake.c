/* Have all ranks the same build? What is exchanged here, and how, must be the same in all versions
 * of the library. */
#include "armci-lite/src/node/al_handshake.h"

#include <stdio.h>
#include <string.h>

#include "armci-lite/src/base/al_build.h"
#include "armci-lite/src/base/al_context.h"
#include "armci-lite/src/base/al_host.h"
#include "armci-lite/src/base/al_status.h"
#include "armci-lite/src/base/al_util.h"
#include "armci-lite/src/wait/al_tree.h"

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
    ali_host_name(mine.host);
    snprintf(mine.build, sizeof mine.build, "%s, %zu bits, %s-endian", ali_build,
             8 * sizeof(void *), first ? "little" : "big");
    return mine;
}

/* The name of the first rank's build, and the first rank that has another; -1: none. */
typedef struct builds {
    uint64_t name;
    int32_t first, other;
} builds_t;

/* Those of the ranks from `from->first` on, which come after the others. */
static void combine_builds(void *into, const void *from, const void *context)
{
    builds_t *before = into;
    const builds_t *after = from;
    (void)context;
    if (before->other < 0)
        before->other = after->name == before->name ? after->other : after->first;
}

int ali_handshake(int status)
{
    const al_tree_t world = ali_tree_world();
    const greeting_t mine = my_greeting();
    builds_t builds = {ali_hash(AL_HASH, mine.build), ali_context.rank, -1}, scratch;
    AL_TRY(ali_agree("al_init", status));
    AL_TRY(ali_tree_reduce(&world, &builds, &scratch, sizeof builds, combine_builds, NULL));
    if (builds.other < 0)
        return ASHLAR_OK;
    greeting_t first = mine, other = mine;
    AL_TRY(ali_tree_broadcast(&world, 0, &first, sizeof first));
    AL_TRY(ali_tree_broadcast(&world, builds.other, &other, sizeof other));
    return AL_FAIL(ASHLAR_EMISMATCH,
                   "al_init: the ranks have different builds of the library: rank 0 on host %.63s "
                   "has %.127s; rank %d on host %.63s has %.127s",
                   first.host, first.build, builds.other, other.host, other.build);
}
