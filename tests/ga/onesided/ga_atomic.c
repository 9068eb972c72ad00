/* Read-and-increment, swap and compare-and-swap of integer elements. */
#include <stdlib.h>
#include <string.h>

#include "ga/each.h"

/* The integer types of which compare-and-swap is tried end here. Open MPI 4 crashes on 8 bytes of
 * the caller's own part of a window. */
static ashlar_type last_type(void)
{
    char version[MPI_MAX_LIBRARY_VERSION_STRING];
    int length;

    MPI_Get_library_version(version, &length);
    return through_rma() && strncmp(version, "Open MPI v4", 11) == 0 ? ASHLAR_INT : ASHLAR_LLONG;
}

/* In turn, at random places; and the same through the 2-D calls. */
static void swap_in_turn(ashlar_type type, int ndim)
{
    twin_t t = twin_create(type, ndim, test_dims(ndim), LAYOUT_IRREGULAR, GA_GROUP_WORLD, 60);
    model_t *m = &t.model;
    rng_t rng = rng_seed((uint64_t)ndim);

    for (int turn = 0; turn < 8 * ga_size(); ++turn) {
        patch_t at = patch_random(&rng, ndim, m->dims);
        double *element = &model_at(m, at.lo)->re;
        int64_t value = rng_range(&rng, -1000, 1000), old = 12345, was = (int64_t)*element;
        int64_t expected = was + (turn % 3 == 0), other = rng_range(&rng, -1000, 1000);
        bool two = ndim == 2 && turn % 2;
        if (turn % ga_size() == ga_rank()) {
            if (two)
                CHECK_OK(ga_compare_swap(t.g, at.lo[0], at.lo[1], expected, other, &old));
            else
                CHECK_OK(ga_compare_swap_nd(t.g, at.lo, expected, other, &old));
            CHECK_INT(was, old);
            was = expected == was ? other : was;
            if (two)
                CHECK_OK(ga_swap(t.g, at.lo[0], at.lo[1], value, &old));
            else
                CHECK_OK(ga_swap_nd(t.g, at.lo, value, turn % 5 ? &old : NULL));
            CHECK_INT(two || turn % 5 ? was : (int64_t)*element, old);
        }
        *element = (double)value;
        CHECK_OK(ga_sync());
    }
    CHECK_TWIN(&t);
    twin_destroy(&t);
}

TEST_CASE_IN("engines", swap_values, TEST_GA)
{
    for (ashlar_type type = ASHLAR_INT; type <= last_type(); ++type)
        for (int ndim = 1; ndim <= ASHLAR_MAX_DIM; ++ndim)
            swap_in_turn(type, ndim);
}

/* Each value is swapped in once, and so comes out once or stays: a lost or doubled one shows. */
TEST_CASE_IN("engines", swap_contention, TEST_GA)
{
    const int swaps = 400 / thinned(10);
    int n = swaps * ga_size() + 1;
    int *seen = test_alloc((size_t)n * sizeof *seen);
    int64_t old;
    ga_t g;

    for (ashlar_type type = ASHLAR_INT; type <= ASHLAR_LLONG; ++type) {
        memset(seen, 0, (size_t)n * sizeof *seen);
        REQUIRE_OK(ga_create(type, 1, ga_size(), "swap", 0, 0, &g));
        CHECK_OK(ga_zero(g));
        for (int k = 0; k < swaps; ++k) {
            CHECK_OK(ga_swap(g, 0, ga_size() - 1, 1 + k * ga_size() + ga_rank(), &old));
            if (CHECK(old >= 0 && old < n))
                ++seen[old];
        }
        CHECK_OK(ga_sync());
        if (ga_rank() == 0) {
            CHECK_OK(ga_swap(g, 0, ga_size() - 1, 0, &old));
            if (CHECK(old >= 0 && old < n))
                ++seen[old];
        }
        CHECK_OK(ga_sync()); /* MPI's own calls answer nobody */
        MPI_Allreduce(MPI_IN_PLACE, seen, n, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        for (int k = 0; k < n; ++k)
            CHECK_INT(1, seen[k]);
        CHECK_OK(ga_swap(g, 0, ga_size() - 1, 5, NULL));
        CHECK_OK(ga_destroy(g));
    }
    free(seen);
}

/* Additions of the rank's own amount by compare-and-swap, beside read-and-increments: exact. */
TEST_CASE_IN("engines", compare_swap_contention, TEST_GA)
{
    const int additions = 200 / thinned(10);
    ga_t g;

    for (ashlar_type type = ASHLAR_INT; type <= last_type(); ++type) {
        int64_t sum = (int64_t)additions * ga_size() * (ga_size() + 1) / 2 + additions * ga_size();
        int64_t seen = 0, old = 0;
        REQUIRE_OK(ga_create(type, 1, ga_size(), "cas", 0, 0, &g));
        CHECK_OK(ga_zero(g));
        for (int k = 0; k < additions; ++k) {
            do {
                seen = old;
                CHECK_OK(ga_compare_swap(g, 0, ga_size() - 1, seen, seen + ga_rank() + 1, &old));
            } while (old != seen);
            old += ga_rank() + 1;
            CHECK_OK(ga_read_inc(g, 0, ga_size() - 1, 1, NULL));
        }
        CHECK_OK(ga_sync());
        CHECK_OK(ga_compare_swap(g, 0, ga_size() - 1, sum + 1, 9, NULL)); /* refused */
        CHECK_OK(ga_read_inc(g, 0, ga_size() - 1, 0, &old));
        CHECK_INT(sum, old);
        CHECK_OK(ga_destroy(g));
    }
}

/* Each element by one rank after the other: old values and sums follow the model. */
TEST_CASE(read_inc_values, TEST_GA)
{
    rng_t rng = rng_seed(60);
    int64_t old = 0;

    for (ashlar_type type = ASHLAR_INT; type <= ASHLAR_LLONG; ++type) {
        for (int ndim = 1; ndim <= ASHLAR_MAX_DIM; ++ndim) {
            twin_t twin =
                twin_create(type, ndim, test_dims(ndim), LAYOUT_REGULAR, GA_GROUP_WORLD, 61);
            for (int turn = 0; turn < 3 * ga_size(); ++turn) {
                patch_t at = patch_random(&rng, ndim, test_dims(ndim));
                int64_t inc = rng_range(&rng, -30, 30);
                int64_t expected = model_read_inc(&twin.model, at.lo, inc);
                if (turn % ga_size() == ga_rank()) {
                    if (ndim == 2)
                        CHECK_OK(ga_read_inc(twin.g, at.lo[0], at.lo[1], inc, &old));
                    else
                        CHECK_OK(ga_read_inc_nd(twin.g, at.lo, inc, &old));
                    CHECK_INT(expected, old);
                    CHECK_OK(ga_read_inc_nd(twin.g, at.lo, 0, NULL));
                }
                CHECK_OK(ga_sync());
            }
            CHECK_TWIN(&twin);
            twin_destroy(&twin);
        }
    }
}
