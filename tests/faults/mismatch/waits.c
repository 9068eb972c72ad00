/* Ranks that never meet. */
#include <ashlar/ga.h>

#include "harness/harness.h"

/* An array of each rank, and one of both. */
TEST_CASE_IN("waits", waits_groups, TEST_GA)
{
    const int64_t n = 4;
    const int me = test_rank();
    ga_group_t alone;
    ga_t g, mine;
    REQUIRE_OK(ga_create_nd(ASHLAR_DOUBLE, 1, &n, "both", NULL, GA_GROUP_WORLD, &g));
    REQUIRE_OK(ga_group_create(1, &me, &alone));
    REQUIRE_OK(ga_create_nd(ASHLAR_DOUBLE, 1, &n, "mine", NULL, alone, &mine));
    for (;;)
        CHECK_OK(ga_zero(me == 0 ? g : mine));
}

TEST_CASE_IN("waits", waits_mpi, TEST_GA)
{
    const int64_t n = 4;
    ga_t g;
    int number = 0;
    REQUIRE_OK(ga_create_nd(ASHLAR_DOUBLE, 1, &n, "both", NULL, GA_GROUP_WORLD, &g));
    if (test_rank() == 0)
        CHECK_OK(ga_zero(g));
    else
        MPI_Recv(&number, 1, MPI_INT, 0, 4711, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}
