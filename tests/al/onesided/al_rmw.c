/* Fetch-and-add, swap and compare-and-swap. */
#include <string.h>

#include <ashlar/al.h>
#include "al/slices.h"
#include "harness/harness.h"

/* Old values and sums of one counter in each slice, ranks taking turns; negative increments, sums
 * beyond 32 bits, and a result nobody asks for. */
TEST_CASE(fetch_add_values, TEST_AL)
{
    al_segment_t *segment;
    int64_t old, expected[3] = {0, 0, 0};
    const int64_t steps[] = {1, -5, 1000, 0, 77};
    void *mine;

    REQUIRE_OK(al_segment_create(al_group_world(), 64, &segment));
    REQUIRE_OK(al_segment_address(segment, al_rank(), &mine));
    memset(mine, 0, 64);
    CHECK_OK(al_barrier(al_group_world()));
    for (int turn = 0; turn < 5 * al_size(); ++turn) {
        for (ashlar_type type = ASHLAR_INT; type <= ASHLAR_LLONG; ++type) {
            int64_t inc = steps[turn % 5] * (type == ASHLAR_INT ? 1 : INT64_C(3000000000));
            for (int target = 0; target < al_size() && turn % al_size() == al_rank(); ++target) {
                old = -1;
                CHECK_OK(al_fetch_add(segment, target, 16 * (size_t)type, type, inc, &old));
                CHECK_INT(expected[type], old);
                CHECK_OK(al_fetch_add(segment, target, 16 * (size_t)type, type, 1, NULL));
            }
            expected[type] += inc + 1;
        }
        CHECK_OK(al_barrier(al_group_world()));
    }
    CHECK_OK(al_segment_free(segment));
}

/* Each value that ranks put in comes out once, together with what is left. */
TEST_CASE(swap_in_out, TEST_AL)
{
    enum { ROUNDS = 25 };

    for (ashlar_type type = ASHLAR_INT; type <= ASHLAR_LLONG; ++type) {
        al_segment_t *segment = zeroes();
        int64_t sums[2] = {0, 0}, old = 0, left = 0;
        for (int round = 0; round < ROUNDS; ++round) {
            int64_t number = 1 + round * al_size() + al_rank();
            CHECK_OK(al_swap(segment, round % al_size(), 16, type, number, &old));
            sums[0] += number;
            sums[1] += old;
        }
        CHECK_OK(al_barrier(al_group_world()));
        CHECK_OK(al_fetch_add(segment, al_rank(), 16, type, 0, &left));
        sums[1] += left;
        CHECK_OK(al_allreduce(al_group_world(), ASHLAR_LLONG, ASHLAR_SUM, sums, 2));
        CHECK_INT(sums[0], sums[1]);
        CHECK_STATUS(ASHLAR_EARG, al_swap(segment, 0, 1, type, 1, &old));
        CHECK_STATUS(ASHLAR_ERANGE, al_swap(segment, 0, 64, type, 1, &old));
        CHECK_STATUS(ASHLAR_ETYPE, al_compare_swap(segment, 0, 0, ASHLAR_DOUBLE, 0, 1, &old));
        CHECK_STATUS(ASHLAR_ERANGE, al_compare_swap(segment, al_size(), 0, type, 0, 1, &old));
        CHECK_OK(al_segment_free(segment));
    }
}
