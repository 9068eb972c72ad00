/* A job to be killed: images that wait for each other in every way, for ever.
 * coarray_job DIRECTORY: each rank writes its process id to a file there after the first rounds. */
#include <stdio.h>

#include <ashlar/coarray.h>

#include "pid.h"

enum { N = 1000, FIRST = 20 };

static co_array_t *x, *events;
static co_locks_t *locks;
static co_barrier_t *barrier;

static int make(void)
{
    const co_spec_t data = {.type = ASHLAR_DOUBLE, .ndim = 1, .extents = {N}};
    const co_spec_t counters = {.type = ASHLAR_LLONG, .ndim = 1, .extents = {1}, .clear = 1};
    return co_create(&data, &x) || co_create(&counters, &events) || co_locks_create(0, 1, &locks) ||
           co_barrier_create(0, &barrier);
}

static int one_round(void)
{
    static double values[N];
    const int me = co_this_image(0), images = co_num_images(0), next = (me + 1) % images;
    const int both[2] = {next, (me + images - 1) % images};
    const int64_t first = 0;
    return co_put(x, next, NULL, values, NULL) || co_sync_images(0, 2, both) ||
           co_event_post(events, next, &first) || co_event_wait(events, &first, 1) ||
           co_lock(locks, 0, 0) || co_get(x, next, NULL, values, NULL) || co_unlock(locks, 0, 0) ||
           co_barrier_notify(barrier) || co_barrier_wait(barrier);
}

int main(int argc, char **argv)
{
    int failed = argc != 2;
    MPI_Init(&argc, &argv);
    failed = failed || ga_initialize(MPI_COMM_WORLD) || make();
    for (int round = 0; !failed; ++round)
        failed = one_round() || (round == FIRST && write_pid(argv[1]));
    fprintf(stderr, "coarray_job: %s\n", ashlar_error_message());
    MPI_Abort(MPI_COMM_WORLD, 2);
}
