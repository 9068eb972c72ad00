/* Coarrays as steps. */
#include <ashlar/coarray.h>

#include "harness/harness.h"
#include "steps.h"

enum { ROWS = 20, COLUMNS = 30 };

static co_array_t *plane, *uneven, *posts;
static co_barrier_t *barrier;
static co_locks_t *locks;
static long long values[ROWS * COLUMNS];
static const int64_t first = 0;

static int next_image(void)
{
    return (test_rank() + 1) % test_size();
}

static int start_images(void)
{
    return ga_initialized() ? ASHLAR_OK : ga_initialize(MPI_COMM_WORLD);
}

static int make_coarrays(void)
{
    const co_spec_t even = {
        .type = ASHLAR_LLONG, .ndim = 2, .extents = {ROWS, COLUMNS}, .clear = 1};
    const co_spec_t own = {
        .type = ASHLAR_LLONG, .ndim = 1, .extents = {4 + test_rank()}, .clear = 1};
    const co_spec_t line = {.type = ASHLAR_LLONG, .ndim = 1, .extents = {4}, .clear = 1};
    if (!plane)
        TRY(co_create(&even, &plane));
    if (!uneven)
        TRY(co_create(&own, &uneven));
    return posts ? ASHLAR_OK : co_create(&line, &posts);
}

static int make_barrier_and_locks(void)
{
    if (!barrier)
        TRY(co_barrier_create(0, &barrier));
    return locks ? ASHLAR_OK : co_locks_create(0, 1, &locks);
}

static int put_all(void)
{
    const ashlar_interval_t odd[2] = {{1, ROWS - 1, 2}, {0, COLUMNS - 1, 1}};
    const long long five = 5;
    for (int k = 0; k < ROWS * COLUMNS; ++k)
        values[k] = 100 * test_rank() + k;
    TRY(co_put(plane, next_image(), NULL, values, NULL));
    return co_fill(plane, next_image(), odd, &five);
}

static int put_uneven(void)
{
    const int64_t last = 3 + next_image();
    int64_t extent;
    const long long value = 9;
    TRY(co_extents(uneven, next_image(), &extent));
    CHECK_INT(last + 1, extent);
    return co_put_element(uneven, next_image(), &last, &value);
}

static int sync_images(void)
{
    return co_sync_all(0);
}

static int check_all(void)
{
    const int before = (test_rank() + test_size() - 1) % test_size();
    TRY(co_get(plane, test_rank(), NULL, values, NULL));
    for (int k = 0; k < ROWS * COLUMNS; ++k)
        CHECK_INT(k / COLUMNS % 2 ? 5 : 100 * before + k, values[k]);
    return ASHLAR_OK;
}

/* From the next image to the one after it: what it has there is left as it is. */
static int copy_across(void)
{
    const int after = (test_rank() + 2) % test_size();
    return co_copy(plane, next_image(), NULL, uneven, after, NULL) == ASHLAR_ESHAPE
               ? ASHLAR_OK
               : ASHLAR_EINTERNAL;
}

static int notify(void)
{
    return co_barrier_notify(barrier);
}

static int wait_all(void)
{
    return co_barrier_wait(barrier);
}

static int sum_all(void)
{
    long long sum = 1;
    TRY(co_sum(0, ASHLAR_LLONG, &sum, 1, -1));
    CHECK_INT(test_size(), sum);
    return ASHLAR_OK;
}

static void add(void *into, const void *from, void *context)
{
    (void)context;
    *(long long *)into += *(const long long *)from;
}

static int reduce_all(void)
{
    long long sum = 2;
    TRY(co_reduce(0, &sum, 1, sizeof sum, add, NULL, -1));
    CHECK_INT(2 * test_size(), sum);
    return ASHLAR_OK;
}

static int free_all(void)
{
    co_array_t **const arrays[] = {&plane, &uneven, &posts};
    for (int k = 0; k < 3; ++k) {
        co_array_t *old = *arrays[k];
        *arrays[k] = NULL;
        if (old)
            TRY(co_free(old));
    }
    return ASHLAR_OK;
}

static int free_rest(void)
{
    co_barrier_t *const old = barrier;
    co_locks_t *const old_locks = locks;
    barrier = NULL;
    locks = NULL;
    if (old)
        TRY(co_barrier_free(old));
    return old_locks ? co_locks_free(old_locks) : ASHLAR_OK;
}

static int post(void)
{
    return co_event_post(posts, next_image(), &first);
}

static int await(void)
{
    return co_event_wait(posts, &first, 1);
}

static int stop_images(void)
{
    return ga_terminate();
}

static const step_t steps[] = {
    TOGETHER(start_images),
    TOGETHER(make_coarrays),
    TOGETHER(make_barrier_and_locks),
    ALONE(put_all),
    ALONE(put_uneven),
    TOGETHER(sync_images),
    ALONE(check_all),
    ALONE(copy_across),
    ALONE(notify),
    TOGETHER(wait_all),
    TOGETHER(sum_all),
    TOGETHER(reduce_all),
    ALONE(post),
    ALONE(await),
    TOGETHER(free_all),
    TOGETHER(free_rest),
    TOGETHER(stop_images),
};

const steps_t coarray_steps = {steps, sizeof steps / sizeof steps[0]};
