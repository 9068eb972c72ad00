/* What mutexes of another node cost: a free one takes a request to lock and one to unlock, and who
 * waits for one sends nothing meanwhile. */
#include <ashlar/al.h>

#include "armci-lite/src/engine/al_am.h"
#include "al/engine/cases.h"
#include "harness/harness.h"

/* Batches that I have sent. */
static uint64_t sent(void)
{
    uint64_t sum = 0;

    for (int rank = 0; rank < al_size(); ++rank)
        sum += ali_am.peers[rank].sent;
    return sum;
}

void mutex_quiet(void)
{
    enum { FAR = 1, HELD = 20000 }; /* polls while it is held */
    al_mutexes_t *mutexes;

    REQUIRE_OK(al_mutexes_create(al_group_world(), al_size(), &mutexes));
    if (al_rank() == 0) {
        uint64_t before = sent();
        CHECK_OK(al_mutex_lock(mutexes, FAR));
        CHECK(sent() - before == 1);
        CHECK_OK(al_mutex_unlock(mutexes, FAR));
        CHECK(sent() - before == 2);
        CHECK_OK(al_mutex_lock(mutexes, FAR));
    }
    CHECK_OK(al_barrier(al_group_world()));
    uint64_t before = sent();
    if (al_rank() == 0)
        for (int k = 0; k < HELD; ++k)
            CHECK_OK(al_poll());
    else
        CHECK_OK(al_mutex_lock(mutexes, FAR));
    CHECK_OK(al_mutex_unlock(mutexes, FAR));
    /* Into the queue, behind another, to the next; acknowledgements at most. */
    CHECK(sent() - before <= 6);
    CHECK_OK(al_barrier(al_group_world()));
    CHECK_OK(al_mutexes_free(mutexes));
}
