/* Coarrays, barriers and locks that are alive when the library stops: it names them, and then they
 * can only be freed; likewise in a forked child. */
#include <stdlib.h>

#include <ashlar/coarray.h>

#include "harness/harness.h"

static co_array_t *plane, *records, *uneven;
static co_barrier_t *barrier;
static co_locks_t *locks;
static const char *why = "ga_terminate was called after the coarray was made";

static void make_some(void)
{
    co_spec_t spec = {.type = ASHLAR_LLONG, .ndim = 2, .extents = {4, 6}, .clear = 1};
    int64_t extents[ASHLAR_MAX_DIM];
    REQUIRE_OK(co_create(&spec, &plane));
    spec = (co_spec_t){.record_bytes = 12, .ndim = 1, .extents = {5}};
    REQUIRE_OK(co_create(&spec, &records));
    spec = (co_spec_t){.type = ASHLAR_INT, .ndim = 1, .extents = {3 + test_rank()}};
    REQUIRE_OK(co_create(&spec, &uneven));
    CHECK_OK(co_extents(uneven, test_size() - 1, extents)); /* from now on they are known */
    REQUIRE_OK(co_barrier_create(0, &barrier));
    CHECK_OK(co_barrier_notify(barrier));
    REQUIRE_OK(co_locks_create(0, 2, &locks));
    if (test_rank() == 0)
        CHECK_OK(co_lock(locks, 0, 1));
}

static void check_refused(void)
{
    const int64_t at[2] = {1, 1};
    const ashlar_interval_t some[2] = {{0, 1, 1}, {0, 1, 1}};
    const int last = test_size() - 1;
    int64_t value = 5, extents[ASHLAR_MAX_DIM];
    int done = 5;
    long long buf[24] = {0};
    void *address;
    ga_handle_t handle = 0;
    CHECK_STATUS(ASHLAR_ESTATE, co_get_element(plane, last, at, buf));
    CHECK_CONTAINS(ashlar_error_message(), why);
    CHECK_STATUS(ASHLAR_ESTATE, co_put_element(plane, test_rank(), at, buf));
    CHECK_STATUS(ASHLAR_ESTATE, co_acc_element(plane, last, at, buf));
    CHECK_STATUS(ASHLAR_ESTATE, co_put(plane, last, some, buf, NULL));
    CHECK_STATUS(ASHLAR_ESTATE, co_get(plane, last, NULL, buf, NULL));
    CHECK_STATUS(ASHLAR_ESTATE, co_acc(plane, 0, some, NULL, buf, NULL));
    CHECK_STATUS(ASHLAR_ESTATE, co_put_nb(plane, last, some, buf, NULL, &handle));
    CHECK_STATUS(ASHLAR_ESTATE, co_get_nb(plane, last, some, buf, NULL, &handle));
    CHECK_STATUS(ASHLAR_ESTATE, co_acc_nb(plane, last, some, NULL, buf, NULL, &handle));
    CHECK_STATUS(ASHLAR_ESTATE, co_fill(plane, last, some, buf));
    CHECK_STATUS(ASHLAR_ESTATE, co_copy(plane, 0, some, plane, last, some));
    CHECK_STATUS(ASHLAR_ESTATE, co_local(plane, &address));
    CHECK_STATUS(ASHLAR_ESTATE, co_address(plane, test_rank(), &address));
    CHECK_STATUS(ASHLAR_ESTATE, co_extents(uneven, last, extents));
    CHECK_STATUS(ASHLAR_ESTATE, co_wait_until(plane, at, CO_EQ, 0));
    CHECK_STATUS(ASHLAR_ESTATE, co_event_post(plane, last, at));
    CHECK_STATUS(ASHLAR_ESTATE, co_event_wait(plane, at, 1));
    CHECK_STATUS(ASHLAR_ESTATE, co_event_query(plane, at, &value));
    CHECK_STATUS(ASHLAR_ESTATE, co_atomic_get(plane, last, at, &value));
    CHECK_STATUS(ASHLAR_ESTATE, co_atomic_set(plane, last, at, 1));
    CHECK_STATUS(ASHLAR_ESTATE, co_atomic_update(plane, last, at, ASHLAR_SUM, 1, &value));
    CHECK_STATUS(ASHLAR_ESTATE, co_atomic_compare_swap(plane, last, at, 0, 1, &value));
    CHECK_INT(0, co_group(plane));
    CHECK_STATUS(ASHLAR_ESTATE, co_barrier_notify(barrier));
    CHECK_STATUS(ASHLAR_ESTATE, co_barrier_wait(barrier));
    CHECK_STATUS(ASHLAR_ESTATE, co_barrier_test(barrier, &done));
    CHECK_STATUS(ASHLAR_ESTATE, co_lock(locks, 0, 0));
    CHECK_STATUS(ASHLAR_ESTATE, co_try_lock(locks, last, 0, &done));
    CHECK_STATUS(ASHLAR_ESTATE, co_unlock(locks, 0, 1));
    CHECK(value == 5 && done == 5);
}

TEST_CASE(left, TEST_BARE)
{
    const co_spec_t spec = {.type = ASHLAR_INT, .ndim = 1, .extents = {3}};
    co_array_t *fresh;
    REQUIRE_OK(ga_initialize(MPI_COMM_WORLD));
    make_some();
    test_capture_begin();
    int status = ga_terminate();
    char *report = test_capture_end();
    CHECK_OK(status);
    if (test_rank() == 0) {
        CHECK_CONTAINS(report, "a set of locks, 2 on each of ");
        CHECK_CONTAINS(report, "a barrier of ");
        CHECK_CONTAINS(report, " (int, 3) was not freed\n");
        CHECK_CONTAINS(report, " (records of 12 bytes, 5) was not freed\n");
        CHECK_CONTAINS(report, " (long long, 4 x 6) was not freed\n");
    } else {
        CHECK_TEXT("", report);
    }
    free(report);
    check_refused();
    CHECK_OK(co_free(records)); /* also while it is stopped */
    REQUIRE_OK(ga_initialize(MPI_COMM_WORLD));
    REQUIRE_OK(co_create(&spec, &fresh));
    check_refused();
    CHECK_OK(co_free(plane));
    CHECK_OK(co_free(uneven));
    CHECK_OK(co_barrier_free(barrier));
    CHECK_OK(co_locks_free(locks));
    ga_set_leak_report(0); /* nobody wants to know of the fresh one */
    test_capture_begin();
    status = ga_terminate();
    report = test_capture_end();
    ga_set_leak_report(1);
    CHECK_OK(status);
    CHECK_TEXT("", report);
    CHECK_OK(co_free(fresh));
    free(report);
}

static void check_in_child(void)
{
    why = "this process was forked from rank ";
    check_refused();
    CHECK_OK(co_free(plane));
    CHECK_OK(co_free(uneven));
    CHECK_OK(co_barrier_free(barrier));
    CHECK_OK(co_locks_free(locks));
}

/* The child's writes are not seen here. */
TEST_CASE(forked, TEST_BARE)
{
    const int64_t at[2] = {1, 1};
    const int next = (test_rank() + 1) % test_size();
    long long value = 100 + test_rank();
    REQUIRE_OK(ga_initialize(MPI_COMM_WORLD));
    make_some();
    CHECK_OK(co_put_element(plane, next, at, &value));
    CHECK_OK(co_sync_all(0));
    CHECK_IN_CHILD(check_in_child);
    CHECK_OK(co_get_element(plane, next, at, &value));
    CHECK_INT(100 + test_rank(), value);
    CHECK_OK(co_barrier_wait(barrier));
    if (test_rank() == 0)
        CHECK_OK(co_unlock(locks, 0, 1));
    CHECK_OK(co_sync_all(0));
    CHECK_OK(co_free(plane));
    CHECK_OK(co_free(records));
    CHECK_OK(co_free(uneven));
    CHECK_OK(co_barrier_free(barrier));
    CHECK_OK(co_locks_free(locks));
    CHECK_OK(ga_terminate());
}
