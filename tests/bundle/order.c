/* Sums whose order matters: writes and accumulates of one rank and of several, to the bit. */
#include <math.h>
#include <string.h>

#include <ashlar/bundle.h>

#include "harness/harness.h"

/* Sums of numbers whose order matters: writes from zero, and accumulates from what is there, both
 * in the order of ranks, the same in each round. */
TEST_CASE(order, TEST_GA)
{
    enum { N = 50, ROUNDS = 5 };
    static const double terms[] = {1e16, 1, -1e16, 3, 1e-3, -7e15, 1, 1e16};
    const int64_t n = N;
    ga_t g;
    bundle_t *bundle;
    int member;
    double values[N], added = 0.1, written = 0;
    REQUIRE_OK(ga_create_nd(ASHLAR_DOUBLE, 1, &n, "line", NULL, 0, &g));
    REQUIRE_OK(bundle_create(0, &bundle));
    CHECK_OK(bundle_add(bundle, g, BUNDLE_SUM, &member));
    for (int r = 0; r < test_size(); ++r) {
        added += terms[r % 8];
        written += terms[r % 8];
    }
    for (int round = 0; round < ROUNDS; ++round) {
        int64_t wrong = 0;
        CHECK_OK(ga_fill(g, &(double){0.1}));
        for (int64_t k = round % 2; k < n; k += 2)
            CHECK_OK(bundle_accumulate(bundle, member, 1, &k, &terms[test_rank() % 8], ASHLAR_SUM));
        for (int64_t k = 1 - round % 2; k < n; k += 2)
            CHECK_OK(bundle_write(bundle, member, 1, &k, &terms[test_rank() % 8]));
        CHECK_OK(bundle_exchange(bundle));
        CHECK_OK(ga_get_nd(g, (int64_t[]){0}, (int64_t[]){n - 1}, values, NULL));
        for (int64_t k = 0; k < n; ++k)
            wrong += values[k] != (k % 2 == round % 2 ? added : written);
        CHECK_INT(0, wrong);
        CHECK_OK(ga_sync());
    }
    CHECK_OK(bundle_free(bundle));
    CHECK_OK(ga_destroy(g));
}

/* Accumulates of one rank to an element are added as they came, one by one or all of it first; no
 * other order gives these sums. */
TEST_CASE(own_order, TEST_GA)
{
    enum { N = 40, TERMS = 4 };
    static const double terms[TERMS] = {1e16, 3, -1e16, 1e-3};
    const int64_t n = N;
    const double start = 0.1;
    double one_by_one = start, first = terms[0], backwards = start, all[N];
    bundle_t *bundle;
    int member;
    ga_t g;
    REQUIRE_OK(ga_create_nd(ASHLAR_DOUBLE, 1, &n, "line", NULL, 0, &g));
    CHECK_OK(ga_fill(g, &start));
    REQUIRE_OK(bundle_create(0, &bundle));
    CHECK_OK(bundle_add(bundle, g, BUNDLE_ANY, &member));
    for (int t = 0; t < TERMS; ++t) {
        one_by_one += terms[t];
        backwards += terms[TERMS - 1 - t];
        first = t ? first + terms[t] : first;
        for (int64_t k = test_rank(); k < n; k += test_size()) { /* elements of others, too */
            const int64_t at = n - 1 - k;
            CHECK_OK(bundle_accumulate(bundle, member, 1, &at, &terms[t], ASHLAR_SUM));
            if (k % 3 == 0 && t == 2) /* the list is gone through here */
                CHECK_STATUS(ASHLAR_ESTATE, bundle_lookup(bundle, member, &at, all));
        }
    }
    CHECK(backwards != one_by_one && backwards != start + first);
    CHECK_OK(bundle_exchange(bundle));
    CHECK_OK(ga_get_nd(g, (int64_t[]){0}, (int64_t[]){n - 1}, all, NULL));
    for (int64_t k = 0; k < n; ++k)
        CHECK(all[k] == one_by_one || all[k] == start + first);
    CHECK_OK(bundle_free(bundle));
    CHECK_OK(ga_destroy(g));
}

/* A combining rule returns a single value bit by bit, also -0 and infinities. */
TEST_CASE(one_term, TEST_GA)
{
    enum { N = 40 };
    static const double parts[][2] = {{-0.0, -0.0},     {0.0, -0.0},    {INFINITY, -0.0},
                                      {-0.0, INFINITY}, {-1, INFINITY}, {-0.0, 3},
                                      {2, -0.0}};
    static const bundle_rule rules[] = {BUNDLE_SUM, BUNDLE_PROD, BUNDLE_MIN, BUNDLE_MAX};
    const int64_t n = N;
    for (int rule = 0; rule < 4; ++rule)
        for (int of_two = 0; of_two < (rule < 2 ? 2 : 1); ++of_two) {
            double all[2 * N];
            bundle_t *bundle;
            int member;
            ga_t g;
            REQUIRE_OK(
                ga_create_nd(of_two ? ASHLAR_CDOUBLE : ASHLAR_DOUBLE, 1, &n, "line", NULL, 0, &g));
            CHECK_OK(ga_fill(g, (const double[]){5, 5}));
            REQUIRE_OK(bundle_create(0, &bundle));
            CHECK_OK(bundle_add(bundle, g, rules[rule], &member));
            for (int64_t k = test_rank(); k < n; k += test_size()) /* of other ranks, too */
                CHECK_OK(bundle_write(bundle, member, 1, &(int64_t){n - 1 - k}, parts[k % 7]));
            CHECK_OK(bundle_exchange(bundle));
            CHECK_OK(ga_get_nd(g, (int64_t[]){0}, (int64_t[]){n - 1}, all, NULL));
            for (int64_t k = 0; k < n; ++k)
                for (int part = 0; part <= of_two; ++part) {
                    const double x = all[(n - 1 - k) * (1 + of_two) + part];
                    CHECK(memcmp(&x, &parts[k % 7][part], sizeof x) == 0);
                }
            CHECK_OK(bundle_free(bundle));
            CHECK_OK(ga_destroy(g));
        }
}
