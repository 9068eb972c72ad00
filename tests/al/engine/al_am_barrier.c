/* A barrier while one node cannot end it: what the others ask of that node already is kept, even
 * when it finds no memory, and served behind what the barrier waits for; and a message that comes
 * last of all is served before its receiver leaves. */
#include <ashlar/al.h>

#include "armci-lite/src/engine/am/al_am.h"
#include "al/engine/hold.h"
#include "al/engine/lanes.h"
#include "harness/harness.h"

enum { EARLY = 30, EACH = 1000 }; /* puts, a batch each; numbers */

/* Its batch for rank 0, a put and the end of its part of the barrier, comes last of all. */
static void come_late(void)
{
    const int64_t value = 5;

    hold_next(1, AM_TAG_BATCH);
    CHECK_OK(al_put(ask.segment, 0, ask.at, &value, sizeof value));
    CHECK_OK(al_barrier(al_group_world()));
    CHECK_INT(1, hold_count());
    MPI_Recv(NULL, 0, MPI_INT, 2, TAG_GO, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    hold_release();
    CHECK_OK(al_fence(0));
    hold_forget();
}

/* Rank 0 has not left the barrier. It keeps all this, and then does it in order. */
static void ask_early(void)
{
    const int64_t one = 1;
    int64_t old, seen;

    CHECK_OK(al_barrier(al_group_world()));
    for (int k = 0; k < EARLY; ++k) {
        for (int j = 0; j < EACH; ++j)
            ask.out[0][j] = k;
        CHECK_OK(al_put(ask.segment, 0, ask.at, ask.out[0], 8 * EACH));
        CHECK_OK(al_acc(ask.segment, 0, ask.at, ASHLAR_LLONG, &one, ask.out[0], 8 * EACH));
    }
    CHECK(ali_am_peer(0)->sent - ali_am_peer(0)->acked >= EARLY - 1);
    MPI_Send(NULL, 0, MPI_INT, 1, TAG_GO, MPI_COMM_WORLD);
    CHECK_OK(al_fetch_add(ask.segment, 0, ask.at, ASHLAR_LLONG, 1, &old));
    CHECK_INT(2 * (EARLY - 1), old);
    CHECK_OK(al_get(ask.segment, 0, ask.at - 8 * LANE, &seen, sizeof seen));
    CHECK_INT(5, seen); /* of rank 1 */
}

TEST_CASE(barrier_early, TEST_AL)
{
    if (al_size() < 3) {
        test_skip("needs 3 ranks");
        return;
    }
    for (int short_of_memory = 0; short_of_memory < 2; ++short_of_memory) {
        open_lanes();
        if (al_rank() == 0)
            hold_memory(short_of_memory);
        if (al_rank() == 1)
            come_late();
        else if (al_rank() == 2)
            ask_early();
        else
            CHECK_OK(al_barrier(al_group_world()));
        hold_memory(false);
        close_lanes();
    }
}

/* A message of rank 1 comes last of all, when rank 1 has found nothing to do for long. Rank 0 has
 * not left the barrier before. */
TEST_CASE(barrier_waits, TEST_AL)
{
    enum { TIMES = 3 };
    al_segment_t *segment;
    void *slice;

    REQUIRE_OK(al_segment_create(al_group_world(), sizeof(int64_t), &segment));
    REQUIRE_OK(al_segment_address(segment, al_rank(), &slice));
    for (int64_t value = 1; value <= TIMES; ++value) {
        if (al_rank() == 1) {
            hold_next(1, AM_TAG_BATCH);
            hold_when_idle(hold_release);
            CHECK_OK(al_put(segment, 0, 0, &value, sizeof value));
        }
        CHECK_OK(al_barrier(al_group_world()));
        if (al_rank() == 0)
            CHECK_INT(value, *(int64_t *)slice);
        while (al_rank() == 1 && hold_count() > 0) /* it may have left early */
            CHECK_OK(al_poll());
        if (al_rank() == 1) {
            CHECK_OK(al_fence(0));
            hold_forget();
        }
        CHECK_OK(al_barrier(al_group_world()));
    }
    CHECK_OK(al_segment_free(segment));
}
