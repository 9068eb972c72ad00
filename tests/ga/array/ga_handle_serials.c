/* Handles stay positive, and apart from those of live arrays, when their serials overflow. */
#include "ga/inside.h"

#include <ashlar/ga.h>

/* Make the next handle that of a serial. */
static void advance(int64_t serial)
{
    long long ballot[GAI_BALLOT] = {serial - 2, 2 - serial, 0, 0}; /* numbers begin with 0 */
    ga_t ignored;

    CHECK_OK(gai_handle_agree(al_group_world(), ballot, &ignored));
}

/* All ranks learn of one that cannot go on, and of one whose table is full. */
TEST_CASE(serials_refused, TEST_GA)
{
    const bool last = ga_rank() == ga_size() - 1;
    long long ballot[GAI_BALLOT];
    ga_t handle = -5;

    gai_handle_propose(last, ballot);
    CHECK_OK(al_allreduce(al_group_world(), ASHLAR_LLONG, ASHLAR_MAX, ballot, GAI_BALLOT));
    CHECK_STATUS(ASHLAR_ENOMEM, gai_handle_agree(al_group_world(), ballot, &handle));
    gai_handle_propose(0, ballot);
    ballot[3] = last;
    CHECK_OK(al_allreduce(al_group_world(), ASHLAR_LLONG, ASHLAR_MAX, ballot, GAI_BALLOT));
    CHECK_STATUS(ASHLAR_ELIMIT, gai_handle_agree(al_group_world(), ballot, &handle));
    CHECK_INT(-5, handle);
}

TEST_CASE(serials_wrap, TEST_GA)
{
    ga_t first, g[6];
    int64_t rows;

    REQUIRE_OK(ga_create(ASHLAR_INT, 2, 3, "first", 0, 0, &first));
    advance(INT32_MAX - 2);
    for (int k = 0; k < 6; ++k) {
        REQUIRE_OK(ga_create(ASHLAR_INT, 10 + k, 3, "wrapped", 0, 0, &g[k]));
        /* from 1 on again, but for the first array */
        CHECK_INT(k < 3 ? INT32_MAX - 2 + k : k - 2 + (first <= k - 2), g[k]);
    }
    for (int k = 0; k < 6; ++k) {
        CHECK_OK(ga_inquire(g[k], NULL, &rows, NULL));
        CHECK_INT(10 + k, rows);
        CHECK_OK(ga_destroy(g[k]));
    }
    CHECK_OK(ga_inquire(first, NULL, &rows, NULL));
    CHECK_INT(2, rows);
    CHECK_OK(ga_destroy(first));
    CHECK_STATUS(ASHLAR_EHANDLE, ga_destroy(first));
}
