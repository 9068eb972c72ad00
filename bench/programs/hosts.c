/* hosts: what a one-sided operation costs when rank 0 and the last rank are on two hosts: in ga, in
 * armci-lite alone, and in plain two-sided MPI between the same hosts. All are measured alternately
 * in one run. bench/scripts/hosts.sh starts it.
 *
 * --name NAME: what ga is called in the CSV; nothing else is measured then. */
#include <ashlar/al.h>
#include <ashlar/ga.h>

#include "bench/lib/quantile.h"
#include "bench/limits/hosts_limits.h"

/* ---- calls that only ga has ------------------------------------------------------------------ */

enum { GETS = 10000 };

static struct {
    ga_t array;
    double *found, *seconds; /* [GETS] values, times of calls */
    ga_handle_t *handle;     /* [GETS] */
    ga_mutexes_t mutexes;    /* one of each rank */
    ga_t mirrored;
} own;

static void check(int status)
{
    if (status != ASHLAR_OK)
        bench_fail("%s", ashlar_error_message());
}

/* Element k of the last rank's block, by rank 0. */
static void get_one(int64_t k)
{
    int64_t at = (bench_size() - 1) * (int64_t)GETS + k;
    check(ga_get_nb(own.array, at, at, 0, 0, &own.found[k], 1, &own.handle[k]));
}

static void wait_for_all(void)
{
    for (int k = 0; k < GETS; ++k)
        check(ga_wait(&own.handle[k]));
    for (int k = 0; k < GETS; ++k)
        if (own.found[k] != 1)
            bench_fail("nonblocking get %d found %.17g, not 1", k, own.found[k]);
    memset(own.found, 0, GETS * sizeof *own.found);
}

static void row_get_many(const bench_row_t *row, bench_sample_t *sample)
{
    (void)row;
    check(ga_sync());
    if (bench_rank() == 0) {
        double start = bench_now();
        for (int k = 0; k < GETS; ++k)
            get_one(k);
        wait_for_all();
        sample->us = (bench_now() - start) / GETS * 1e6;
    }
    check(ga_sync());
}

/* While the owner does nothing for ga until all are asked for: the time that one call in a thousand
 * takes longer than. */
static void row_get_many_call(const bench_row_t *row, bench_sample_t *sample)
{
    (void)row;
    int last = bench_size() - 1;
    check(ga_sync());
    MPI_Barrier(MPI_COMM_WORLD);
    if (bench_rank() == 0) {
        for (int k = 0; k < GETS; ++k) {
            double start = bench_now();
            get_one(k);
            own.seconds[k] = bench_now() - start;
        }
        MPI_Send(NULL, 0, MPI_INT, last, 0, MPI_COMM_WORLD);
        wait_for_all();
        bench_sort(own.seconds, GETS);
        sample->us = bench_quantile(own.seconds, GETS, 0.999) * 1e6;
    } else if (bench_rank() == last) {
        MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    check(ga_sync());
}

/* A mutex of the last rank that nobody else wants: lock and unlock together. */
static void row_lock(const bench_row_t *row, bench_sample_t *sample)
{
    enum { COUNT = 2000 };
    (void)row;
    check(ga_sync());
    if (bench_rank() == 0) {
        double start = bench_now();
        for (int k = 0; k < COUNT; ++k) {
            check(ga_lock(own.mutexes, bench_size() - 1));
            check(ga_unlock(own.mutexes, bench_size() - 1));
        }
        sample->us = (bench_now() - start) / COUNT * 1e6;
    }
    check(ga_sync());
}

/* A sync that has something to complete: each rank has put to the next one. */
static void row_sync_traffic(const bench_row_t *row, bench_sample_t *sample)
{
    enum { COUNT = 1000 };
    const int64_t at = (bench_rank() + 1) % bench_size() * (int64_t)GETS;
    const double one = 1;
    double seconds = 0;
    (void)row;
    check(ga_sync());
    for (int k = 0; k < COUNT; ++k) {
        check(ga_put(own.array, at, at, 0, 0, &one, 1));
        double start = bench_now();
        check(ga_sync());
        seconds += bench_now() - start;
    }
    sample->us = seconds / COUNT * 1e6;
}

static double *element_of(const ga_block_t *block, int64_t i, int64_t j)
{
    return (double *)block->data + (i - block->lo[0]) + (j - block->lo[1]) * block->ld[0];
}

/* A mirrored array of which every host has a copy. */
static void row_merge(const bench_row_t *row, bench_sample_t *sample)
{
    ga_block_t block;
    int node = al_node_of(bench_rank());
    check(ga_sync());
    for (ga_block_first(own.mirrored, &block); block.data; ga_block_next(own.mirrored, &block))
        for (int64_t j = block.lo[1]; j <= block.hi[1]; ++j)
            for (int64_t i = block.lo[0]; i <= block.hi[0]; ++i)
                *element_of(&block, i, j) = (double)((i + j * MERGED) % 1009 + 1) * (node + 1);
    check(ga_sync());
    double start = bench_now();
    for (int k = 0; k < MERGES; ++k)
        check(ga_mirror_merge(own.mirrored));
    sample->us = (bench_now() - start) / MERGES * 1e6;
    for (ga_block_first(own.mirrored, &block); block.data; ga_block_next(own.mirrored, &block))
        for (int64_t j = block.lo[1]; j <= block.hi[1]; ++j)
            for (int64_t i = block.lo[0]; i <= block.hi[0]; ++i)
                if (*element_of(&block, i, j) != merged_value(i + j * MERGED, al_node_count()))
                    bench_fail("%s: (%lld,%lld) is %.17g", row->id, (long long)i, (long long)j,
                               *element_of(&block, i, j));
}

static const bench_subject_t *own_start(void)
{
    static const bench_row_t rows[] = {
        {"get-many", BENCH_HOSTS, 8, row_get_many},
        {"get-many-call", BENCH_HOSTS, 8, row_get_many_call},
        {"lock", BENCH_HOSTS, 0, row_lock},
        {"sync-traffic", BENCH_HOSTS, 0, row_sync_traffic},
        {"merge", BENCH_HOSTS, MERGED * MERGED * 8, row_merge},
    };
    static const bench_subject_t subject = {"ga-own", rows, 5, NULL, NULL, NULL};
    const double one = 1;
    ga_spec_t mirrored = {.type = ASHLAR_DOUBLE,
                          .ndim = 2,
                          .dims = {MERGED, MERGED},
                          .name = "mirrored",
                          .mirrored = 1};
    check(ga_create(ASHLAR_DOUBLE, (int64_t)bench_size() * GETS, 1, "many", GETS, 1, &own.array));
    check(ga_fill(own.array, &one));
    check(ga_mutexes_create(GA_GROUP_WORLD, bench_size(), &own.mutexes));
    check(ga_create_spec(&mirrored, &own.mirrored));
    own.found = calloc(GETS, sizeof *own.found);
    own.seconds = calloc(GETS, sizeof *own.seconds);
    own.handle = calloc(GETS, sizeof *own.handle);
    if (!own.found || !own.seconds || !own.handle)
        bench_fail("out of memory");
    return &subject;
}

static void own_stop(void)
{
    check(ga_destroy(own.array));
    check(ga_mutexes_destroy(own.mutexes));
    check(ga_destroy(own.mirrored));
    free(own.found);
    free(own.seconds);
    free(own.handle);
}

/* ---- all of them ----------------------------------------------------------------------------- */

static void measure_all(void)
{
    const bench_subject_t subjects[] = {*two_sided_start(), *armci_lite_start(), *ga_start(),
                                        *dist_ga_start(), *own_start()};
    bench_run(subjects, 5);
    own_stop();
    dist_ga_stop();
    ga_stop();
    armci_lite_stop();
    two_sided_stop();
}

static void measure_ga(const char *name)
{
    bench_subject_t subject = *ga_start();
    subject.name = name;
    bench_run(&subject, 1);
    ga_stop();
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    bench_start(MPI_COMM_WORLD, argc, argv);
    if (!bench_between_hosts())
        bench_fail("pass --rows hosts or --rows busy");
    if (ga_initialize(MPI_COMM_WORLD) != ASHLAR_OK)
        bench_fail("%s", ashlar_error_message());
    const char *name = bench_option("--name");
    if (name)
        measure_ga(name);
    else
        measure_all();
    if (ga_terminate() != ASHLAR_OK)
        bench_fail("%s", ashlar_error_message());
    bench_stop();
    return MPI_Finalize();
}
