/* Notices. */
#include <ashlar/al.h>
#include "al/slices.h"
#include "harness/harness.h"

/* Everybody tells everybody: what was put before the notice is there when it comes. */
static void wait_by_tests(int rank)
{
    for (int come = 0; !come;)
        REQUIRE_OK(al_notify_test(rank, &come));
}

TEST_CASE(notify_everybody, TEST_AL)
{
    enum { ROUNDS = 25 };
    al_segment_t *segment;
    int64_t value = 0, wrong = 0;

    REQUIRE_OK(al_segment_create(al_group_world(), 8 * (size_t)al_size(), &segment));
    for (int64_t round = 0; round < ROUNDS; ++round) {
        for (int rank = 0; rank < al_size(); ++rank) {
            int64_t number = 1000 * round + al_rank();
            CHECK_OK(al_put(segment, rank, 8 * (size_t)al_rank(), &number, sizeof number));
            CHECK_OK(al_notify(rank));
        }
        for (int rank = 0; rank < al_size(); ++rank) {
            if ((rank + round) % 2)
                CHECK_OK(al_notify_wait(rank));
            else
                wait_by_tests(rank);
            CHECK_OK(al_get(segment, al_rank(), 8 * (size_t)rank, &value, sizeof value));
            wrong += value != 1000 * round + rank;
        }
        CHECK_OK(al_barrier(al_group_world()));
        int come = 1, any = 0; /* each was taken, once */
        for (int rank = 0; rank < al_size(); ++rank, any |= come)
            CHECK_OK(al_notify_test(rank, &come));
        CHECK_INT(0, any);
        CHECK_OK(al_barrier(al_group_world()));
    }
    CHECK_INT(0, wrong);
    CHECK_STATUS(ASHLAR_ERANGE, al_notify(al_size()));
    CHECK_STATUS(ASHLAR_ERANGE, al_notify(-1));
    CHECK_STATUS(ASHLAR_ERANGE, al_notify_wait(al_size()));
    int come = 5;
    CHECK_STATUS(ASHLAR_ERANGE, al_notify_test(al_size(), &come));
    CHECK_STATUS(ASHLAR_EARG, al_notify_test(0, NULL));
    CHECK_INT(5, come);
    CHECK_OK(al_segment_free(segment));
}
