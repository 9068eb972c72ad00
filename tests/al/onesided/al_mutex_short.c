/* A set of mutexes that one rank cannot make is made by none, and nothing of it is left. */
#include <ashlar/al.h>

#include "armci-lite/src/wait/al_engine.h"
#include "armci-lite/src/base/al_status.h"
#include "armci-lite/src/node/al_arena.h"
#include "al/parts.h"

static int failed_fence(void)
{
    return AL_FAIL(ASHLAR_ENOMEM, "this fence fails");
}

static const al_engine_t *engine;

static int failed_barrier(void)
{
    int status = engine->barrier();
    return status != ASHLAR_OK ? status : failed_fence();
}

/* Bytes of the arena in use, once all ranks have given back what they will. */
static int64_t bytes_in_use(void)
{
    CHECK_OK(al_barrier(al_group_world()));
    int64_t used = (int64_t)ali_arena.header->heap.used;
    CHECK_OK(al_barrier(al_group_world()));
    return used;
}

TEST_CASE(mutexes_undone, TEST_AL)
{
    int rank = al_size() - 1;
    al_mutexes_t *mutexes;

    engine = ali_engine;
    if (!engine) {
        test_skip("one node needs no engine");
        return;
    }
    al_engine_t failing = *engine;
    failing.fence_all = failed_fence;
    failing.barrier = engine->barrier ? failed_barrier : NULL;
    int64_t used = bytes_in_use();
    if (al_rank() == rank)
        ali_engine = &failing;
    CHECK_STATUS(ASHLAR_ENOMEM, al_mutexes_create(al_group_world(), 100, &mutexes));
    CHECK_CONTAINS(ashlar_error_message(), al_rank() == rank
                                               ? "this fence fails"
                                               : "al_mutexes_create: failed on another rank");
    ali_engine = engine;
    CHECK_INT(used, bytes_in_use());
    CHECK_OK(al_mutexes_create(al_group_world(), 100, &mutexes));
    CHECK_OK(al_mutexes_free(mutexes));
}
