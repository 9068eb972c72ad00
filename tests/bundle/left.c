/* Bundles that are alive when the library stops: it names them, and then they can only be freed;
 * likewise in a forked child. */
#include <stdlib.h>

#include <ashlar/bundle.h>

#include "harness/harness.h"

enum { N = 50 };

static bundle_t *all[3];
static int member;
static const char *why = "ga_terminate was called after the bundle was made";

/* One of two arrays with something pending; one between the halves of an exchange; one of none. */
static void make_some(void)
{
    const int64_t n = N;
    int64_t index[N];
    bundle_slot_t slots[N];
    ga_t line, records;
    ga_type type;
    for (int k = 0; k < N; ++k)
        index[k] = N - 1 - k;
    REQUIRE_OK(ga_create_nd(ASHLAR_LLONG, 1, &n, "line", NULL, 0, &line));
    REQUIRE_OK(ga_type_create(24, &type));
    REQUIRE_OK(ga_create_nd(type, 1, &n, "records", NULL, 0, &records));
    CHECK_OK(ga_zero(line));
    for (int k = 0; k < 3; ++k)
        REQUIRE_OK(bundle_create(0, &all[k]));
    CHECK_OK(bundle_add(all[0], records, BUNDLE_ANY, &member));
    for (int k = 0; k < 2; ++k) {
        CHECK_OK(bundle_add(all[k], line, BUNDLE_SUM, &member));
        CHECK_OK(bundle_request(all[k], member, n, index, slots));
        CHECK_OK(bundle_exchange(all[k]));
    }
    const long long value = 7;
    CHECK_OK(bundle_write(all[0], 1, 1, index, &value));
    CHECK_OK(bundle_exchange_begin(all[1]));
    CHECK_OK(ga_destroy(line));
    CHECK_OK(ga_destroy(records));
}

static void check_refused(bundle_t *bundle)
{
    const int64_t at = 3;
    long long value = 5;
    int number = -1;
    bundle_slot_t slot;
    void *base;
    CHECK_STATUS(ASHLAR_ESTATE, bundle_request(bundle, 0, 1, &at, &slot));
    CHECK_CONTAINS(ashlar_error_message(), why);
    CHECK_STATUS(ASHLAR_ESTATE, bundle_request_patch(bundle, 0, &at, &at, &slot));
    CHECK_STATUS(ASHLAR_ESTATE, bundle_write(bundle, 0, 1, &at, &value));
    CHECK_STATUS(ASHLAR_ESTATE, bundle_accumulate(bundle, 0, 1, &at, &value, ASHLAR_SUM));
    CHECK_STATUS(ASHLAR_ESTATE, bundle_values(bundle, 0, &base));
    CHECK_STATUS(ASHLAR_ESTATE, bundle_lookup(bundle, 0, &at, &value));
    CHECK_STATUS(ASHLAR_ESTATE, bundle_clear(bundle));
    CHECK_STATUS(ASHLAR_ESTATE, bundle_freeze(bundle));
    CHECK_STATUS(ASHLAR_ESTATE, bundle_set_mode(bundle, BUNDLE_AUTO));
    CHECK_STATUS(ASHLAR_ESTATE, bundle_add(bundle, 1, BUNDLE_ANY, &number));
    CHECK_STATUS(ASHLAR_ESTATE, bundle_exchange(bundle));
    CHECK_STATUS(ASHLAR_ESTATE, bundle_exchange_begin(bundle));
    CHECK_STATUS(ASHLAR_ESTATE, bundle_exchange_end(bundle));
    CHECK_INT(5, value);
}

TEST_CASE(left, TEST_BARE)
{
    static const char named[] = "ga_terminate: a bundle of 0 arrays was not freed\n"
                                "ga_terminate: a bundle of 1 array was not freed\n"
                                "ga_terminate: a bundle of 2 arrays was not freed\n";
    const int64_t n = N;
    bundle_t *fresh;
    ga_t g;
    REQUIRE_OK(ga_initialize(MPI_COMM_WORLD));
    make_some();
    test_capture_begin();
    const int status = ga_terminate();
    char *report = test_capture_end();
    CHECK_OK(status);
    CHECK_TEXT(test_rank() == 0 ? named : "", report);
    free(report);
    check_refused(all[0]);
    CHECK_OK(bundle_free(all[2])); /* also while it is stopped */
    REQUIRE_OK(ga_initialize(MPI_COMM_WORLD));
    check_refused(all[0]);
    check_refused(all[1]);
    /* On one rank before the others meet: this is not collective. */
    if (test_rank() == test_size() - 1)
        for (int k = 0; k < 2; ++k)
            CHECK_OK(bundle_free(all[k]));
    REQUIRE_OK(bundle_create(0, &fresh));
    REQUIRE_OK(ga_create_nd(ASHLAR_LLONG, 1, &n, "line", NULL, 0, &g));
    CHECK_OK(bundle_add(fresh, g, BUNDLE_ANY, &member));
    CHECK_OK(bundle_exchange(fresh));
    CHECK_OK(bundle_free(fresh));
    if (test_rank() < test_size() - 1)
        for (int k = 0; k < 2; ++k)
            CHECK_OK(bundle_free(all[k]));
    CHECK_OK(ga_destroy(g));
    test_capture_begin();
    const int again = ga_terminate();
    report = test_capture_end();
    CHECK_OK(again);
    CHECK_TEXT("", report); /* what is freed is not named, nor anything twice */
    free(report);
}

static void check_in_child(void)
{
    why = "this process was forked from rank ";
    for (int k = 0; k < 3; ++k) {
        check_refused(all[k]);
        CHECK_OK(bundle_free(all[k]));
    }
}

/* The child's writes are not seen here. */
TEST_CASE(forked, TEST_BARE)
{
    const int64_t n = N, at = 3;
    const long long one = 1;
    bundle_slot_t slot;
    long long value = 0;
    ga_t g;
    REQUIRE_OK(ga_initialize(MPI_COMM_WORLD));
    REQUIRE_OK(ga_create_nd(ASHLAR_LLONG, 1, &n, "line", NULL, 0, &g));
    CHECK_OK(ga_zero(g));
    for (int k = 0; k < 3; ++k) {
        REQUIRE_OK(bundle_create(0, &all[k]));
        CHECK_OK(bundle_add(all[k], g, BUNDLE_SUM, &member));
        CHECK_OK(bundle_request(all[k], member, 1, &at, &slot));
    }
    CHECK_OK(bundle_write(all[0], member, 1, &at, &one));
    CHECK_OK(bundle_exchange_begin(all[1]));
    CHECK_IN_CHILD(check_in_child);
    CHECK_OK(bundle_exchange_end(all[1]));
    CHECK_OK(bundle_exchange(all[0]));
    CHECK_OK(bundle_lookup(all[0], member, &at, &value));
    CHECK_INT(test_size(), value);
    for (int k = 0; k < 3; ++k)
        CHECK_OK(bundle_free(all[k]));
    CHECK_OK(ga_destroy(g));
    CHECK_OK(ga_terminate());
}
