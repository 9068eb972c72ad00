/* Messages that are not sent. Mutexes of another node: a free one takes a request to lock and one
 * to unlock, and who waits for one sends nothing meanwhile. Signals: one message with the data. */
#include <ashlar/al.h>

#include "armci-lite/src/engine/am/al_am.h"
#include "harness/harness.h"

/* Batches that I have sent. */
static uint64_t sent(void)
{
    uint64_t sum = 0;

    for (const am_peer_t *peer = ali_am.peers.first; peer; peer = peer->next)
        sum += peer->sent;
    return sum;
}

/* A little data and its signal are one message. */
TEST_CASE(signal_quiet, TEST_AL)
{
    const al_shape_t shape = {.count = {8}};
    const int64_t zero = 0, number = 77;
    int64_t found = 0;
    al_segment_t *segment;

    REQUIRE_OK(al_segment_create(al_group_world(), 16, &segment));
    CHECK_OK(al_put(segment, al_rank(), 0, &zero, 8));
    CHECK_OK(al_barrier(al_group_world()));
    if (al_rank() == 0) {
        uint64_t before = sent();
        CHECK_OK(al_put_signal(segment, al_size() - 1, 8, &number, &shape, 0, 1));
        CHECK(sent() - before == 1);
    } else if (al_rank() == al_size() - 1) {
        CHECK_OK(al_signal_wait(segment, 0, 1, NULL));
        CHECK_OK(al_get(segment, al_rank(), 8, &found, 8));
        CHECK_INT(number, found);
    }
    CHECK_OK(al_barrier(al_group_world()));
    CHECK_OK(al_segment_free(segment));
}

TEST_CASE(mutex_quiet, TEST_AL)
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
