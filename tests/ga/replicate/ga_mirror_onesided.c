/* One-sided calls on mirrored arrays reach no other node. */
#include <stdlib.h>
#include <string.h>

#include <ashlar/al.h>
#include <ashlar/ga.h>

#include "harness/harness.h"

/* With each other rank asleep in a barrier of MPI,
 * which serves nobody, each call still comes back. */
TEST_CASE_IN("engines", mirror_stays_here, TEST_GA)
{
    ga_spec_t spec = {.type = ASHLAR_LLONG, .ndim = 1, .dims = {4000}, .mirrored = 1};
    const int64_t lo = 0, hi = 3999, index[2] = {3999, 0};
    long long *values = test_alloc(4000 * sizeof *values);
    const long long two = 2;
    int64_t old = -1;
    ga_t g;

    REQUIRE_OK(ga_create_spec(&spec, &g));
    CHECK_OK(ga_zero(g));
    CHECK_OK(ga_sync());
    for (int node = 0; node < al_node_count(); ++node) {
        if (al_node_of(ga_rank()) == node) {
            memset(values, 0, 4000 * sizeof *values);
            values[3999] = 1;
            CHECK_OK(ga_acc_nd(g, &lo, &hi, values, NULL, &two));
            CHECK_OK(ga_scatter_acc_nd(g, 2, index, values + 3998, &two));
            CHECK_OK(ga_read_inc_nd(g, (int64_t[]){7}, 1, &old));
            CHECK_OK(ga_get_nd(g, &lo, &hi, values, NULL));
            CHECK_OK(ga_gather_nd(g, 2, index, values));
            CHECK_OK(ga_fence());
            CHECK_OK(ga_put_nd(g, &hi, &hi, &two, NULL));
        }
        MPI_Barrier(MPI_COMM_WORLD);
    }
    CHECK(old >= 0);
    CHECK_OK(ga_destroy(g));
    free(values);
}
