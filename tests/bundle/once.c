/* Bundles whose requests hold for one exchange, and what bundles count. */
#include <ashlar/bundle.h>
#include <ashlar/ga.h>

#include "harness/harness.h"

enum { N = 60 };

static void make_line(ga_t *g)
{
    const int64_t n = N;
    const double zero = 0, one = 1;
    REQUIRE_OK(ga_create_nd(ASHLAR_DOUBLE, 1, &n, "line", NULL, 0, g));
    CHECK_OK(ga_enumerate(*g, &zero, &one));
}

/* A bundle of one kind with a line in it. */
static void make(int (*create)(ga_group_t, bundle_t **), int rule, ga_t *g, bundle_t **bundle)
{
    int member;
    make_line(g);
    REQUIRE_OK(create(0, bundle));
    CHECK_OK(bundle_add(*bundle, *g, rule, &member));
    CHECK_INT(0, member);
}

static void check_counts(const bundle_t *bundle, int64_t exchanges, int64_t without_requests,
                         int64_t reads, int64_t changes)
{
    bundle_counts_t counts = {0};
    CHECK_OK(bundle_inquire_counts(bundle, &counts));
    CHECK_INT(exchanges, counts.exchanges);
    CHECK_INT(without_requests, counts.without_requests);
    CHECK_INT(reads, counts.reads);
    CHECK_INT(changes, counts.changes);
}

static void check_value(bundle_t *bundle, int64_t index, double expected)
{
    double value = -1;
    CHECK_OK(bundle_lookup(bundle, 0, &index, &value));
    CHECK(value == expected);
}

static void check_forgotten(bundle_t *bundle, int64_t index)
{
    double value;
    CHECK_STATUS(ASHLAR_ESTATE, bundle_lookup(bundle, 0, &index, &value));
    CHECK_CONTAINS(ashlar_error_message(), "is not requested");
}

/* Elements from `first` on, and the slots that a bundle without requests gives. */
static void request(bundle_t *bundle, int64_t first, int64_t n)
{
    int64_t index[N] = {0};
    bundle_slot_t slot[N];
    for (int64_t k = 0; k < n; ++k)
        index[k] = first + k;
    CHECK_OK(bundle_request(bundle, 0, n, index, slot));
    for (int64_t k = 0; k < n; ++k)
        CHECK_INT(k, slot[k]);
}

TEST_CASE(once, TEST_GA)
{
    const int64_t four = 4;
    const double hundred = 100;
    ga_t g;
    bundle_t *bundle;
    make(bundle_create_once, BUNDLE_ANY, &g, &bundle);
    check_counts(bundle, 0, 0, 0, 0);
    request(bundle, 20, 30);
    CHECK_OK(bundle_exchange(bundle));
    check_counts(bundle, 1, 0, 30, 0);
    for (int64_t k = 20; k < 50; ++k)
        check_value(bundle, k, (double)k);
    /* Until the next request values can be read. */
    request(bundle, 3, 2);
    check_forgotten(bundle, 20);
    /* Changes are not forgotten. */
    CHECK_OK(bundle_write(bundle, 0, 1, &four, &hundred));
    CHECK_OK(bundle_exchange_begin(bundle));
    CHECK_OK(bundle_exchange_end(bundle));
    check_counts(bundle, 2, 0, 32, 1);
    check_value(bundle, 3, 3);
    check_value(bundle, 4, 100);
    /* Until the next exchange, too, which finds no request. */
    CHECK_OK(bundle_exchange(bundle));
    check_counts(bundle, 3, 1, 32, 1);
    check_forgotten(bundle, 3);
    request(bundle, 59, 1);
    CHECK_STATUS(ASHLAR_ESTATE, bundle_freeze(bundle));
    CHECK_CONTAINS(ashlar_error_message(), "one exchange");
    CHECK_OK(bundle_exchange(bundle));
    check_value(bundle, 59, 59);
    CHECK_OK(bundle_clear(bundle));
    check_forgotten(bundle, 59);
    CHECK_STATUS(ASHLAR_EARG, bundle_inquire_counts(bundle, NULL));
    CHECK_OK(bundle_free(bundle));
    CHECK_OK(ga_destroy(g));
}

/* Changes of an exchange that fails are not carried out, nor counted. */
TEST_CASE(counts_of_conflict, TEST_GA)
{
    const int64_t one = 1;
    const double value = test_rank();
    ga_t g;
    bundle_t *bundle;
    make(bundle_create, BUNDLE_ERROR, &g, &bundle);
    request(bundle, 8, 2);
    CHECK_OK(bundle_write(bundle, 0, 1, &one, &value));
    CHECK_STATUS(test_size() > 1 ? ASHLAR_EMISMATCH : ASHLAR_OK, bundle_exchange(bundle));
    check_counts(bundle, 1, 0, 2, test_size() > 1 ? 0 : 1);
    CHECK_OK(bundle_free(bundle));
    CHECK_OK(ga_destroy(g));
}

/* The other kind of bundle asks for what was requested in each exchange. */
TEST_CASE(again_and_again, TEST_GA)
{
    ga_t g;
    bundle_t *bundle;
    make(bundle_create, BUNDLE_ANY, &g, &bundle);
    CHECK_OK(bundle_exchange(bundle));
    check_counts(bundle, 1, 1, 0, 0);
    request(bundle, 20, 30);
    for (int k = 0; k < 3; ++k)
        CHECK_OK(bundle_exchange(bundle));
    check_counts(bundle, 4, 1, 90, 0);
    check_value(bundle, 49, 49);
    CHECK_OK(bundle_free(bundle));
    CHECK_OK(ga_destroy(g));
}
