/* Many requests, arrays and phases; all of one element; work between the halves of an exchange. */
#include <stdlib.h>

#include <ashlar/bundle.h>

#include "harness/harness.h"

/* Element k is k, in a permuted order with repetitions; then doubled by all ranks' sums. */
TEST_CASE(many, TEST_GA)
{
    enum { N = 50000, REQUESTS = 70000 };
    const int64_t n = N;
    ga_t g;
    bundle_t *bundle;
    int member;
    REQUIRE_OK(ga_create_nd(ASHLAR_DOUBLE, 1, &n, "line", NULL, 0, &g));
    REQUIRE_OK(bundle_create(0, &bundle));
    REQUIRE_OK(bundle_add(bundle, g, BUNDLE_ERROR, &member));
    int64_t *index = test_alloc(REQUESTS * sizeof *index);
    double *values = test_alloc(N * sizeof *values), *base;
    bundle_slot_t *slots = test_alloc(REQUESTS * sizeof *slots);
    int64_t mine = 0;
    for (int64_t k = test_rank(); k < n; k += test_size(), ++mine) {
        index[mine] = k * 7 % n;
        values[mine] = (double)index[mine];
    }
    CHECK_OK(bundle_write(bundle, member, mine, index, values));
    for (int64_t k = 0; k < REQUESTS; ++k)
        index[k] = (k * 13 + 17 * test_rank()) % n;
    CHECK_OK(bundle_request(bundle, member, REQUESTS, index, slots));
    CHECK_OK(bundle_exchange(bundle));
    CHECK_OK(bundle_values(bundle, member, (void **)&base));
    int64_t wrong = 0;
    for (int64_t k = 0; k < REQUESTS; ++k)
        wrong += base[slots[k]] != (double)index[k] || slots[k] >= N;
    CHECK_INT(0, wrong);
    for (int64_t k = 0; k < n; ++k)
        values[k] = 1;
    CHECK_OK(bundle_accumulate(bundle, member, REQUESTS - n, index, values, ASHLAR_SUM));
    CHECK_OK(bundle_exchange(bundle));
    /* The sum over all elements says the same. */
    double sum = 0, all = 0;
    CHECK_OK(ga_get_nd(g, (int64_t[]){0}, (int64_t[]){n - 1}, values, NULL));
    for (int64_t k = 0; k < n; ++k)
        all += values[k];
    sum = (double)n * (double)(n - 1) / 2 + (double)(REQUESTS - n) * test_size();
    CHECK(all == sum);
    wrong = 0;
    for (int64_t k = 0; k < REQUESTS; ++k)
        wrong += base[slots[k]] != values[index[k]];
    CHECK_INT(0, wrong);
    free(slots);
    free(values);
    free(index);
    CHECK_OK(bundle_free(bundle));
    CHECK_OK(ga_destroy(g));
}

TEST_CASE(one_element, TEST_GA)
{
    const int64_t n = 5, at = 3;
    long long *base, one = test_rank() + 1, xored = 0;
    ga_t g;
    bundle_t *bundle;
    int member;
    bundle_slot_t slot;
    REQUIRE_OK(ga_create_nd(ASHLAR_LLONG, 1, &n, "line", NULL, 0, &g));
    REQUIRE_OK(ga_zero(g));
    REQUIRE_OK(bundle_create(0, &bundle));
    REQUIRE_OK(bundle_add(bundle, g, BUNDLE_ANY, &member));
    CHECK_OK(bundle_request(bundle, member, 1, &at, &slot));
    CHECK_OK(bundle_exchange(bundle));
    for (int phase = 0; phase < 200; ++phase) {
        for (int k = 0; k <= phase % 3; ++k)
            CHECK_OK(bundle_accumulate(bundle, member, 1, &at, &one, ASHLAR_XOR));
        CHECK_OK(bundle_exchange(bundle));
        CHECK_OK(bundle_values(bundle, member, (void **)&base));
        for (int r = 0; r < test_size() && phase % 3 != 1; ++r)
            xored ^= r + 1;
        CHECK_INT(xored, base[slot]);
    }
    CHECK_OK(bundle_free(bundle));
    CHECK_OK(ga_destroy(g));
}

/* Between the halves only the end is allowed, and the values are those of the beginning's writes.
 */
TEST_CASE(split, TEST_GA)
{
    const int64_t n = 40;
    int64_t index[40], own = test_rank();
    int values[40], *base, value = 100 + test_rank();
    bundle_slot_t slots[40];
    ga_t g;
    bundle_t *bundle;
    int member;
    REQUIRE_OK(ga_create_nd(ASHLAR_INT, 1, &n, "line", NULL, 0, &g));
    REQUIRE_OK(ga_zero(g));
    REQUIRE_OK(bundle_create(0, &bundle));
    REQUIRE_OK(bundle_add(bundle, g, BUNDLE_LOWEST, &member));
    for (int64_t k = 0; k < n; ++k)
        index[k] = n - 1 - k;
    CHECK_OK(bundle_request(bundle, member, n, index, slots));
    CHECK_OK(bundle_write(bundle, member, 1, &own, &value));
    CHECK_OK(bundle_exchange_begin(bundle));
    CHECK_STATUS(ASHLAR_ESTATE, bundle_exchange_begin(bundle));
    CHECK_STATUS(ASHLAR_ESTATE, bundle_request(bundle, member, 1, index, slots));
    CHECK_STATUS(ASHLAR_ESTATE, bundle_write(bundle, member, 1, index, values));
    CHECK_STATUS(ASHLAR_ESTATE, bundle_clear(bundle));
    CHECK_OK(bundle_exchange_end(bundle));
    CHECK_OK(bundle_values(bundle, member, (void **)&base));
    for (int64_t k = 0; k < n; ++k)
        CHECK_INT(index[k] < test_size() ? 100 + index[k] : 0, base[slots[k]]);
    /* Freed between the halves. */
    CHECK_OK(bundle_exchange_begin(bundle));
    CHECK_OK(bundle_free(bundle));
    CHECK_OK(ga_destroy(g));
}

/* The most arrays that a bundle can hold, of one rank each; the last ones are not taken for the
 * first. */
TEST_CASE(most, TEST_GA)
{
    enum { MOST = 4096, N = 3 };
    const int64_t n = N, at = 1;
    const int me = test_rank();
    ga_t *g = test_alloc((MOST + 1) * sizeof *g);
    bundle_slot_t slot = 77;
    ga_group_t alone;
    bundle_t *bundle;
    int member = -1, wrong = 0;
    REQUIRE_OK(ga_group_create(1, &me, &alone));
    REQUIRE_OK(bundle_create(alone, &bundle));
    for (int k = 0; k < MOST + 1; ++k) {
        REQUIRE_OK(ga_create_nd(ASHLAR_INT, 1, &n, "line", NULL, alone, &g[k]));
        CHECK_OK(ga_fill(g[k], &k));
    }
    for (int k = 0; k < MOST; ++k) {
        CHECK_OK(bundle_add(bundle, g[k], BUNDLE_ANY, &member));
        CHECK_INT(k, member);
    }
    CHECK_STATUS(ASHLAR_ELIMIT, bundle_add(bundle, g[MOST], BUNDLE_ANY, &member));
    CHECK_CONTAINS(ashlar_error_message(), "at most 4096 arrays");
    CHECK_INT(MOST - 1, member);
    for (int k = 0; k < MOST; ++k) {
        const int value = -k;
        CHECK_OK(bundle_request(bundle, k, 1, &at, &slot));
        CHECK_OK(bundle_write(bundle, k, 1, &(int64_t){2}, &value));
    }
    CHECK_OK(bundle_exchange(bundle));
    for (int k = 0; k < MOST + 1; ++k) {
        int all[N], *base = NULL;
        CHECK_OK(ga_get_nd(g[k], (int64_t[]){0}, (int64_t[]){n - 1}, all, NULL));
        wrong += all[0] != k || all[1] != k || all[2] != (k < MOST ? -k : k);
        if (k < MOST)
            CHECK_OK(bundle_values(bundle, k, (void **)&base));
        wrong += base && *base != k;
    }
    CHECK_INT(0, wrong);
    CHECK_OK(bundle_free(bundle));
    for (int k = 0; k < MOST + 1; ++k)
        CHECK_OK(ga_destroy(g[k]));
    CHECK_OK(ga_group_destroy(alone));
    free(g);
}

/* Ten million requests of all ranks together, of four million elements. */
TEST_CASE_IN("nightly", requests_long, TEST_GA)
{
    enum { N = 4000000, REQUESTS = 10000000, LIST = 100000 };
    const int64_t n = N, mine = REQUESTS / test_size();
    ga_t g;
    bundle_t *bundle;
    int member;
    REQUIRE_OK(ga_create_nd(ASHLAR_LLONG, 1, &n, "line", NULL, 0, &g));
    CHECK_OK(ga_enumerate(g, &(long long){5}, &(long long){3}));
    REQUIRE_OK(bundle_create(0, &bundle));
    CHECK_OK(bundle_add(bundle, g, BUNDLE_XOR, &member));
    int64_t *index = test_alloc((size_t)mine * sizeof *index);
    bundle_slot_t *slots = test_alloc((size_t)mine * sizeof *slots);
    for (int64_t k = 0; k < mine; ++k)
        index[k] = (k * 2654435 + 12345 * (k >> 9) + 777 * test_rank()) % n;
    for (int64_t k = 0; k < mine; k += LIST) {
        const int64_t some = mine - k < LIST ? mine - k : LIST;
        CHECK_OK(bundle_request(bundle, member, some, index + k, slots + k));
    }
    CHECK_OK(bundle_freeze(bundle));
    for (int round = 0; round < 3; ++round) {
        int64_t wrong = 0;
        long long *base;
        CHECK_OK(bundle_exchange(bundle));
        CHECK_OK(bundle_values(bundle, member, (void **)&base));
        for (int64_t k = 0; k < mine; ++k)
            wrong += base[slots[k]] != 5 + 3 * index[k] + round;
        CHECK_INT(0, wrong);
        CHECK_OK(ga_sync());
        CHECK_OK(ga_add_constant(g, &(long long){1}));
    }
    free(slots);
    free(index);
    CHECK_OK(bundle_free(bundle));
    CHECK_OK(ga_destroy(g));
}
