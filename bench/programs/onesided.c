/* onesided: what a one-sided operation costs in ga, in armci-lite alone and at best on this
 * machine. All are measured alternately in one run.
 *
 * --live N: ga alone, with N other arrays alive and without ("ga+live"). */
#include <ashlar/ga.h>

#include "bench/rows/onesided.h"

static struct {
    int count;
    ga_t *arrays;
} live;

static void live_begin(void)
{
    for (int k = 0; k < live.count; ++k)
        if (ga_create(ASHLAR_INT, 1, bench_size(), "live", 0, 0, &live.arrays[k]) != ASHLAR_OK)
            bench_fail("%s", ashlar_error_message());
}

static void live_end(void)
{
    for (int k = 0; k < live.count; ++k)
        if (ga_destroy(live.arrays[k]) != ASHLAR_OK)
            bench_fail("%s", ashlar_error_message());
}

static void compare_live(const char *number)
{
    live.count = atoi(number);
    live.arrays = calloc((size_t)live.count + 1, sizeof *live.arrays);
    if (live.count < 1 || !live.arrays)
        bench_fail("--live %s: must be a number of arrays", number);
    bench_subject_t subjects[2];
    subjects[0] = subjects[1] = *ga_start();
    subjects[1].name = "ga+live";
    subjects[1].before = live_begin;
    subjects[1].after = live_end;
    bench_run(subjects, 2);
    ga_stop();
    free(live.arrays);
}

static void compare_floors(void)
{
    const bench_subject_t subjects[] = {*limits_start(), *armci_lite_start(), *ga_start()};
    bench_run(subjects, 3);
    ga_stop();
    armci_lite_stop();
    limits_stop();
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    bench_start(MPI_COMM_WORLD, argc, argv);
    if (ga_initialize(MPI_COMM_WORLD) != ASHLAR_OK)
        bench_fail("%s", ashlar_error_message());
    const char *number = bench_option("--live");
    if (number)
        compare_live(number);
    else
        compare_floors();
    if (ga_terminate() != ASHLAR_OK)
        bench_fail("%s", ashlar_error_message());
    bench_stop();
    return MPI_Finalize();
}
