/* Process grids come and go with groups and with the library. */
#include <ashlar/la.h>
#include "model/dense.h"
#include "harness/harness.h"

#include <math.h>
#include <stdlib.h>

/* Multiply, solve and factor on a group. */
static void work_on(ga_group_t group)
{
    enum { N = 140 };
    rng_t rng = rng_seed(11);
    double one = 1, zero = 0, *w = test_alloc(N * sizeof *w);
    dense_t x = dense_hermitian(&rng, ASHLAR_DOUBLE, N, true);
    ga_t a = matrix_from(ASHLAR_DOUBLE, &x, LAYOUT_REGULAR, group);
    ga_t z = matrix_create(ASHLAR_DOUBLE, N, N, LAYOUT_CHUNKED, group);
    ga_t c = matrix_create(ASHLAR_DOUBLE, N, N, LAYOUT_IRREGULAR, group);
    CHECK_OK(la_eigen(a, w, z));
    CHECK_OK(la_gemm('t', 'n', &one, z, z, &zero, c));
    dense_t unit = matrix_read(c);
    CHECK_WITHIN(1e-11, dense_distance_to_identity(&unit));
    CHECK_OK(la_cholesky(a));
    CHECK_OK(la_gemm('n', 't', &one, a, a, &zero, c));
    dense_t again = matrix_read(c);
    CHECK_WITHIN(1e-10, dense_distance(&x, &again));
    matrices_free();
    free(w);
}

/* Halves of the world work at the same time, in reverse order of ranks; new groups each round. */
TEST_CASE(lifetime_groups, TEST_GA)
{
    for (int round = 0; round < 5; ++round) {
        ga_group_t half, all;
        REQUIRE_OK(ga_group_split(GA_GROUP_WORLD, test_rank() % 2, -test_rank(), &half));
        work_on(half);
        if (round % 2) {
            REQUIRE_OK(ga_group_split(GA_GROUP_WORLD, 0, -test_rank(), &all));
            work_on(all);
            CHECK_OK(ga_group_destroy(all));
        }
        CHECK_OK(ga_group_destroy(half));
    }
    work_on(GA_GROUP_WORLD);
}

/* Stopped and started again, every other time on half of the ranks; a group may still be alive at
 * the end. */
TEST_CASE(lifetime_restart, TEST_BARE)
{
    for (int round = 0; round < 4; ++round) {
        MPI_Comm comm;
        int outside = round % 2 && test_rank() % 2;
        MPI_Comm_split(MPI_COMM_WORLD, outside ? MPI_UNDEFINED : 0, test_rank(), &comm);
        if (outside)
            continue;
        REQUIRE_OK(ga_initialize(comm));
        work_on(GA_GROUP_WORLD);
        if (round == 2) {
            ga_group_t left;
            CHECK_OK(ga_group_split(GA_GROUP_WORLD, test_rank() % 2, 0, &left));
            work_on(left);
        }
        CHECK_OK(ga_terminate());
        MPI_Comm_free(&comm);
    }
}
