/* Calls of coarrays that must fail: none, images and places that are none, wrong specs and groups.
 */
#include <ashlar/coarray.h>

#include "misuse.h"

enum { ROWS = 4, COLUMNS = 6 };

/* A coarray of sevens and one of records. */
static co_array_t *x, *records;
static co_barrier_t *barrier;
static co_locks_t *locks;
static long long value;
static void *address;
static ga_handle_t handle;
static const int64_t corner[2] = {ROWS - 1, COLUMNS - 1};
static const co_spec_t plane = {.type = ASHLAR_LLONG, .ndim = 2, .extents = {ROWS, COLUMNS}};

static void begin(void)
{
    const co_spec_t bytes = {.record_bytes = 24, .ndim = 1, .extents = {5}};
    const long long seven = 7;
    CHECK_OK(co_create(&plane, &x));
    CHECK_OK(co_create(&bytes, &records));
    CHECK_OK(co_barrier_create(0, &barrier));
    CHECK_OK(co_locks_create(0, 2, &locks));
    CHECK_OK(co_fill(x, al_rank(), NULL, &seven));
    CHECK_OK(co_sync_all(0));
    value = 5;
    handle = 0;
    address = &value;
}

/* Nothing has been written, there or here. */
static void end(void)
{
    long long all[ROWS * COLUMNS];
    CHECK_INT(5, value);
    CHECK_INT(0, handle);
    CHECK(address == &value);
    CHECK_OK(co_sync_all(0));
    CHECK_OK(co_get(x, al_rank(), NULL, all, NULL));
    for (int k = 0; k < ROWS * COLUMNS; ++k)
        CHECK_INT(7, all[k]);
    CHECK_OK(co_locks_free(locks));
    CHECK_OK(co_barrier_free(barrier));
    CHECK_OK(co_free(records));
    CHECK_OK(co_free(x));
}

static void join(void *into, const void *from, void *context)
{
    (void)into, (void)from, (void)context;
}

static void wrong_image(int image, const char *number)
{
    int64_t extents[2] = {0};
    int flag = 7;
    MISUSE(ASHLAR_ERANGE, co_address(x, image, &address), number);
    MISUSE(ASHLAR_ERANGE, co_extents(x, image, extents), number);
    MISUSE(ASHLAR_ERANGE, co_put_element(x, image, corner, &value), number);
    MISUSE(ASHLAR_ERANGE, co_get_element(x, image, corner, &value), number);
    MISUSE(ASHLAR_ERANGE, co_acc_element(x, image, corner, &value), number);
    MISUSE(ASHLAR_ERANGE, co_put(x, image, NULL, &value, NULL), number);
    MISUSE(ASHLAR_ERANGE, co_get(x, image, NULL, &value, NULL), number);
    MISUSE(ASHLAR_ERANGE, co_acc(x, image, NULL, NULL, &value, NULL), number);
    MISUSE(ASHLAR_ERANGE, co_put_nb(x, image, NULL, &value, NULL, &handle), number);
    MISUSE(ASHLAR_ERANGE, co_get_nb(x, image, NULL, &value, NULL, &handle), number);
    MISUSE(ASHLAR_ERANGE, co_acc_nb(x, image, NULL, NULL, &value, NULL, &handle), number);
    MISUSE(ASHLAR_ERANGE, co_fill(x, image, NULL, &value), number);
    MISUSE(ASHLAR_ERANGE, co_copy(x, image, NULL, x, 0, NULL), number);
    MISUSE(ASHLAR_ERANGE, co_copy(x, 0, NULL, x, image, NULL), number);
    MISUSE(ASHLAR_ERANGE, co_atomic_get(x, image, corner, &extents[0]), number);
    MISUSE(ASHLAR_ERANGE, co_atomic_set(x, image, corner, 1), number);
    MISUSE(ASHLAR_ERANGE, co_atomic_update(x, image, corner, ASHLAR_SUM, 1, NULL), number);
    MISUSE(ASHLAR_ERANGE, co_atomic_compare_swap(x, image, corner, 1, 2, &extents[0]), number);
    MISUSE(ASHLAR_ERANGE, co_event_post(x, image, corner), number);
    MISUSE(ASHLAR_ERANGE, co_lock(locks, image, 0), number);
    MISUSE(ASHLAR_ERANGE, co_try_lock(locks, image, 0, &flag), number);
    MISUSE(ASHLAR_ERANGE, co_unlock(locks, image, 0), number);
    MISUSE(ASHLAR_ERANGE, co_sync_images(0, 1, &image), number);
    MISUSE(ASHLAR_ERANGE, co_broadcast(0, &flag, sizeof flag, image), number);
    CHECK_INT(0, extents[0]);
    CHECK_INT(7, flag);
}

TEST_CASE(coarray_images, TEST_GA)
{
    char next[32];
    int flag = 7;
    begin();
    snprintf(next, sizeof next, "image %d is outside", al_size());
    wrong_image(-1, "image -1");
    wrong_image(al_size(), next);
    MISUSE(ASHLAR_ERANGE, co_sum(0, ASHLAR_INT, &flag, 1, al_size()), next);
    MISUSE(ASHLAR_ERANGE, co_min(0, ASHLAR_INT, &flag, 1, -2), "image -2");
    MISUSE(ASHLAR_ERANGE, co_reduce(0, &flag, 1, 4, join, NULL, al_size()), next);
    MISUSE(ASHLAR_ERANGE, co_lock(locks, 0, 2), "lock 2");
    MISUSE(ASHLAR_ERANGE, co_unlock(locks, 0, -1), "lock -1");
    MISUSE(ASHLAR_EARG, co_sync_images(0, -2, NULL), "-2");
    MISUSE(ASHLAR_EARG, co_sum(0, ASHLAR_INT, &flag, -1, -1), "-1 elements");
    MISUSE(ASHLAR_EARG, co_reduce(0, &flag, -3, 4, join, NULL, -1), "-3 elements");
    MISUSE(ASHLAR_ESTATE, co_unlock(locks, 0, 0), "does not hold");
    CHECK_INT(7, flag);
    end();
}

TEST_CASE(coarray_places, TEST_GA)
{
    const int64_t beyond[2] = {0, COLUMNS}, below[2] = {-1, 0};
    const int64_t strides[2] = {COLUMNS, 0};
    const ashlar_interval_t high[2] = {{0, ROWS, 1}, {0, 0, 1}};
    const ashlar_interval_t low[2] = {{0, 0, 1}, {-1, 3, 1}};
    const ashlar_interval_t still[2] = {{0, 1, 1}, {0, 1, 0}};
    const ashlar_interval_t none[2] = {{3, 2, 1}, {100, 99, 1}};
    const ashlar_interval_t two[2] = {{0, 0, 1}, {0, 1, 1}}, three[2] = {{0, 2, 1}, {0, 0, 1}};
    begin();
    MISUSE(ASHLAR_ERANGE, co_put_element(x, 0, beyond, &value), "index 6 of dimension 1");
    MISUSE(ASHLAR_ERANGE, co_get_element(x, 0, below, &value), "index -1 of dimension 0");
    MISUSE(ASHLAR_ERANGE, co_put(x, 0, high, &value, NULL), "0..4 of dimension 0");
    MISUSE(ASHLAR_ERANGE, co_get(x, 0, low, &value, NULL), "-1..3 of dimension 1");
    MISUSE(ASHLAR_ERANGE, co_fill(x, 0, low, &value), "-1..3 of dimension 1");
    MISUSE(ASHLAR_EARG, co_put(x, 0, still, &value, NULL), "step 0 of dimension 1");
    MISUSE(ASHLAR_EARG, co_put(x, 0, NULL, &value, strides), "stride 0 of dimension 1");
    MISUSE(ASHLAR_ESHAPE, co_copy(x, 0, two, x, 0, three), "2 elements to 3");
    MISUSE(ASHLAR_ETYPE, co_copy(x, 0, two, records, 0, NULL), "8 bytes", "24");
    CHECK_OK(co_put(x, 0, none, NULL, NULL));
    CHECK_OK(co_get(x, 0, none, NULL, NULL));
    CHECK_OK(co_fill(x, 0, none, &value));
    end();
}

TEST_CASE(coarray_types, TEST_GA)
{
    const int64_t first = 0;
    int64_t old = 3;
    char record[24];
    double _Complex z = 0;
    begin();
    MISUSE(ASHLAR_ETYPE, co_acc_element(records, 0, &first, record), "records of 24 bytes");
    MISUSE(ASHLAR_ETYPE, co_acc(records, 0, NULL, NULL, record, NULL), "records of 24 bytes");
    MISUSE(ASHLAR_ETYPE, co_acc_nb(records, 0, NULL, NULL, record, NULL, &handle), "records");
    MISUSE(ASHLAR_ETYPE, co_atomic_get(records, 0, &first, &old), "not integers");
    MISUSE(ASHLAR_ETYPE, co_atomic_set(records, 0, &first, 1), "not integers");
    MISUSE(ASHLAR_ETYPE, co_wait_until(records, &first, CO_EQ, 1), "not integers");
    MISUSE(ASHLAR_ETYPE, co_event_post(records, 0, &first), "ASHLAR_LLONG");
    MISUSE(ASHLAR_ETYPE, co_event_wait(records, &first, 1), "ASHLAR_LLONG");
    MISUSE(ASHLAR_ETYPE, co_event_query(records, &first, &old), "ASHLAR_LLONG");
    MISUSE(ASHLAR_ETYPE, co_min(0, ASHLAR_CDOUBLE, &z, 1, -1));
    MISUSE(ASHLAR_ETYPE, co_sum(0, (ga_type)99, &z, 1, -1), "99");
    MISUSE(ASHLAR_EARG, co_atomic_update(x, 0, corner, ASHLAR_PROD, 1, &old));
    MISUSE(ASHLAR_EARG, co_wait_until(x, corner, CO_COMPARE_COUNT, 1), "comparison");
    MISUSE(ASHLAR_EARG, co_event_wait(x, corner, -1), "-1 posts");
    CHECK_INT(3, old);
    end();
}

/* A call that is wrong on one image is refused on all. */
static void bad_spec(int expected, co_spec_t spec, const char *part)
{
    co_array_t *made = NULL;
    MISUSE(expected, co_create(&spec, &made), part);
    const int is_last = al_rank() == al_size() - 1;
    int status = co_create(is_last ? &spec : &plane, &made);
    CHECK_STATUS(expected, status);
    if (is_last)
        CHECK_CONTAINS(ashlar_error_message(), part);
    CHECK(made == NULL);
}

TEST_CASE(coarray_specs, TEST_GA)
{
    const int odd = al_rank() == al_size() - 1;
    co_array_t *made = NULL;
    bad_spec(ASHLAR_EARG, (co_spec_t){.ndim = 0}, "0 dimensions");
    bad_spec(ASHLAR_EARG, (co_spec_t){.ndim = 8}, "8 dimensions");
    bad_spec(ASHLAR_EARG, (co_spec_t){.ndim = 2, .extents = {3, -1}}, "-1 of dimension 1");
    bad_spec(ASHLAR_EARG, (co_spec_t){.ndim = 2, .extents = {INT64_MAX, 9}}, "more than");
    bad_spec(ASHLAR_ETYPE, (co_spec_t){.type = (ga_type)55, .ndim = 1}, "55 is not a type");
    bad_spec(ASHLAR_ENOMEM, (co_spec_t){.ndim = 1, .extents = {INT64_C(1) << 50}}, "bytes");
    MISUSE(ASHLAR_EARG, co_create(NULL, &made), "the spec");
    MISUSE(ASHLAR_EARG, co_locks_create(0, 0, &locks), "0 locks");
    if (al_size() > 1) {
        const co_spec_t other[] = {{.type = ASHLAR_INT, .ndim = 1, .extents = {4}},
                                   {.type = ASHLAR_LONG, .ndim = 1, .extents = {4}},
                                   {.type = ASHLAR_INT, .ndim = 2, .extents = {4}},
                                   {.type = ASHLAR_INT, .ndim = 1, .extents = {4}, .clear = 1}};
        for (int k = 1; k < 4; ++k)
            MISUSE(ASHLAR_ESHAPE, co_create(&other[odd ? k : 0], &made), "images differ");
    }
    CHECK(made == NULL);
}

TEST_CASE(coarray_groups, TEST_GA)
{
    const int me = al_rank();
    ga_group_t alone, other = 77;
    int data = 3;
    REQUIRE_OK(ga_group_create(1, &me, &alone));
    CHECK_INT(0, co_this_image(alone));
    CHECK_OK(ga_group_destroy(alone));
    CHECK_INT(-1, co_num_images(alone));
    co_spec_t spec = plane;
    spec.group = alone;
    MISUSE(ASHLAR_EGROUP, co_create(&spec, &x), "not a group");
    MISUSE(ASHLAR_EGROUP, co_sync_all(alone));
    MISUSE(ASHLAR_EGROUP, co_sync_images(alone, -1, NULL));
    MISUSE(ASHLAR_EGROUP, co_barrier_create(alone, &barrier));
    MISUSE(ASHLAR_EGROUP, co_locks_create(alone, 1, &locks));
    MISUSE(ASHLAR_EGROUP, co_sum(alone, ASHLAR_INT, &data, 1, -1));
    MISUSE(ASHLAR_EGROUP, co_broadcast(alone, &data, sizeof data, 0));
    MISUSE(ASHLAR_EGROUP, co_reduce(alone, &data, 1, sizeof data, join, NULL, -1));
    MISUSE(ASHLAR_EARG, co_group_from_comm(MPI_COMM_NULL, &other), "MPI_COMM_NULL");
    MISUSE(ASHLAR_EARG, co_group_from_comm(MPI_COMM_SELF, NULL), "the group pointer");
    CHECK_INT(77, other);
    CHECK_INT(3, data);
}
