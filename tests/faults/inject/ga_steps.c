/* ga: arrays are filled and printed; mutexes, tasks; the order of all steps. */
#include <stdio.h>
#include <string.h>

#include "ga_steps.h"
#include "harness/harness.h"

struct ga_subject subject;

static int start(void)
{
    subject.buffer = subject.buffer ? subject.buffer : test_alloc(N * N * sizeof *subject.buffer);
    return ga_initialize(MPI_COMM_WORLD);
}

static int fill(void)
{
    const double one = 1;

    TRY(ga_fill(subject.a, &one));
    TRY(ga_zero(subject.b));
    return ASHLAR_OK;
}

static int fill_others(void)
{
    const double three = 3;

    TRY(ga_fill(subject.irregular, &three));
    TRY(ga_zero(subject.like));
    TRY(ga_zero(subject.other));
    return ASHLAR_OK;
}

int check_array(ga_t g, double value)
{
    memset(subject.buffer, 0, N * N * sizeof *subject.buffer);
    TRY(ga_get(g, 0, N - 1, 0, N - 1, subject.buffer, N));
    check_all(N * N, value);
    return ASHLAR_OK;
}

static int print(void)
{
    FILE *null = fopen("/dev/null", "w");
    int status = ga_print(subject.a, null);

    if (status == ASHLAR_OK)
        status = ga_print(subject.other, null);
    fclose(null);
    return status;
}

static int list_arrays(void)
{
    FILE *null = fopen("/dev/null", "w");
    int status = ga_summarize(1, null);
    if (status == ASHLAR_OK)
        status = ga_report(null);

    fclose(null);
    return status;
}

static int reduce(void)
{
    int64_t sum = 1;

    TRY(ga_allreduce(subject.half, ASHLAR_LLONG, ASHLAR_SUM, &sum, 1));
    CHECK_INT(ga_size(), sum);
    return ga_broadcast(subject.group, &sum, sizeof sum, 0);
}

static int make_mutexes(void)
{
    return ga_mutexes_create(subject.group, 4, &subject.mutexes);
}

static int lock(void)
{
    int status = ga_lock(subject.mutexes, 2);

    return status == ASHLAR_ESTATE ? ASHLAR_OK : status; /* taken before the failure */
}

static int unlock(void)
{
    return ga_unlock(subject.mutexes, 2);
}

static int free_mutexes(void)
{
    return ga_mutexes_destroy(subject.mutexes);
}

static int make_tasks(void)
{
    const double cost[5] = {1, 2, 3, 4, 5};

    return ga_tasks_create(subject.group, 5, cost, GA_TASKS_LARGE_FIRST, 0, 0, &subject.tasks);
}

static int take_task(void)
{
    ga_tasks_chunk_t chunk;

    TRY(ga_tasks_next(subject.tasks, &chunk));
    CHECK(chunk.count == 0 || ga_tasks_at(&chunk, 0) == 4 - chunk.first);
    return ASHLAR_OK;
}

static int next_round(void)
{
    return ga_tasks_reset(subject.tasks);
}

static int free_tasks(void)
{
    return ga_tasks_destroy(subject.tasks);
}

static int sync_all(void)
{
    return ga_sync();
}

static int statistics(void)
{
    TRY(ga_stats_enable(1));
    TRY(ga_stats_print(stderr));
    return ga_stats_enable(0);
}

/* Whatever failed before, what nobody has written since is unchanged. */
static int untouched(void)
{
    TRY(check_array(subject.a, 1));
    TRY(check_array(subject.irregular, 3));
    return ASHLAR_OK;
}

static int stop(void)
{
    subject.record = 0;
    return ga_terminate();
}

static const step_t steps[] = {
    TOGETHER(start),
    TOGETHER(make_group),
    TOGETHER(split_group),
    TOGETHER(make_regular),
    TOGETHER(make_b),
    TOGETHER(make_irregular),
    TOGETHER(make_like),
    TOGETHER(make_other),
    TOGETHER(make_records),
    TOGETHER(make_tiles),
    TOGETHER(make_overlay),
    TOGETHER(make_ghosts),
    TOGETHER(make_mirror),
    TOGETHER(fill),
    TOGETHER(fill_others),
    ALONE(patches),
    TOGETHER(sync_all),
    ALONE(tiles),
    ALONE(periodic),
    ALONE(fields),
    TOGETHER(sync_all),
    TOGETHER(fill_ghosts),
    TOGETHER(update_ghosts),
    ALONE(ghost_values),
    TOGETHER(merge_mirror),
    ALONE(mirror_values),
    TOGETHER(copy_mirror),
    ALONE(mirror_values),
    TOGETHER(close_apart),
    ALONE(closed_values),
    TOGETHER(open_apart),
    ALONE(lists),
    ALONE(count),
    TOGETHER(add),
    ALONE(add_values),
    TOGETHER(dot),
    TOGETHER(copy),
    ALONE(copy_values),
    TOGETHER(copy_patch),
    ALONE(copy_patch_values),
    TOGETHER(transpose),
    ALONE(transpose_values),
    TOGETHER(transpose_patch),
    ALONE(transpose_values),
    TOGETHER(symmetrize),
    ALONE(symmetrize_values),
    TOGETHER(print),
    TOGETHER(list_arrays),
    TOGETHER(make_vectors),
    TOGETHER(fill_vectors),
    TOGETHER(scan),
    ALONE(scan_values),
    TOGETHER(pack),
    ALONE(pack_values),
    TOGETHER(unpack),
    ALONE(unpack_values),
    TOGETHER(norms),
    TOGETHER(select_first),
    TOGETHER(lines),
    ALONE(lines_values),
    TOGETHER(multiply),
    ALONE(multiply_values),
    TOGETHER(print_parts),
    TOGETHER(reduce),
    TOGETHER(make_mutexes),
    ALONE(lock),
    ALONE(unlock),
    TOGETHER(free_mutexes),
    TOGETHER(make_tasks),
    ALONE(take_task),
    TOGETHER(next_round),
    ALONE(take_task),
    TOGETHER(free_tasks),
    TOGETHER(statistics),
    ALONE(untouched),
    TOGETHER(destroy),
    TOGETHER(destroy_ghosts),
    TOGETHER(destroy_mirror),
    TOGETHER(destroy_vectors),
    TOGETHER(destroy_half),
    TOGETHER(destroy_group),
    TOGETHER(stop),
};

const steps_t ga_steps = {steps, sizeof steps / sizeof steps[0]};
