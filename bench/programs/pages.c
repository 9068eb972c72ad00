/* pages: what the pages of large arrays cost and give: creating and filling one, and reading
 * elements at random places. Run it with ASHLAR_HUGEPAGES=auto and off.
 *
 * --name NAME: what ga is called in the CSV. --mib N: the size of the array that is read from
 * (unset: 4096); that which is created has a quarter. */
#include <ashlar/ga.h>

#include <stdio.h>
#include <stdlib.h>

#include "bench/lib/bench.h"

enum { ROWS = 1 << 14, READS = 200000 }; /* 128 KiB to a column */

static ga_t all;
static int64_t columns;
static int64_t *index_i, *index_j;
static double *values;

static void check(int status)
{
    if (status != ASHLAR_OK)
        bench_fail("%s", ashlar_error_message());
}

static void row_gather(const bench_row_t *row, bench_sample_t *sample)
{
    (void)row;
    const double start = bench_now();
    check(ga_gather(all, READS, index_i, index_j, values));
    sample->us = (bench_now() - start) / READS * 1e6;
    for (int k = 0; k < READS; ++k)
        if (values[k] != 1)
            bench_fail("an element is wrong");
}

/* Bytes that this process has mapped by large pages of shared memory. */
static double mapped_large(void)
{
    char line[128];
    double bytes = 0, kib;
    FILE *in = fopen("/proc/self/smaps_rollup", "r");
    while (in && fgets(line, sizeof line, in))
        if (sscanf(line, "ShmemPmdMapped: %lf kB", &kib) == 1)
            bytes = kib * 1024;
    if (in)
        fclose(in);
    return bytes;
}

static ga_t create(const char *name, int64_t n, const char *library)
{
    const double one = 1;
    ga_t array;
    check(ga_sync());
    const double start = bench_now();
    check(ga_create(ASHLAR_DOUBLE, ROWS, n, name, 0, 0, &array));
    const double created = bench_now();
    check(ga_fill(array, &one));
    const double filled = bench_now();
    if (library) {
        bench_figure(library, "commit", (created - start) * 1e6);
        bench_figure(library, "commit-and-fill", (filled - start) * 1e6);
    }
    return array;
}

/* The share of an array that I have mapped by large pages once I have used all of it. */
static double share_mapped_large(ga_t array, int64_t n)
{
    const double before = mapped_large();
    double *column = malloc(ROWS * sizeof *column);
    for (int64_t j = 0; j < n; ++j)
        check(ga_get(array, 0, ROWS - 1, j, j, column, ROWS));
    free(column);
    int64_t lo[2], hi[2];
    check(ga_distribution(array, ga_rank(), &lo[0], &hi[0], &lo[1], &hi[1]));
    const double mine = (double)((hi[0] - lo[0] + 1) * (hi[1] - lo[1] + 1)) * sizeof(double);
    const double others = (double)(ROWS * n) * sizeof(double) - mine;
    return others > 0 ? (mapped_large() - before) / others : 1;
}

int main(int argc, char **argv)
{
    static const bench_row_t rows[] = {{"gather", BENCH_TRANSFER, 0, row_gather}};
    MPI_Init(&argc, &argv);
    bench_start(MPI_COMM_WORLD, argc, argv);
    const char *name = bench_option("--name"), *mib = bench_option("--mib");
    const bench_subject_t subject = {name ? name : "ga", rows, 1, NULL, NULL, NULL};
    columns = (mib ? atoll(mib) : 4096) * ((1 << 20) / (int64_t)sizeof(double)) / ROWS;
    index_i = malloc(READS * sizeof *index_i);
    index_j = malloc(READS * sizeof *index_j);
    values = malloc(READS * sizeof *values);
    check(ga_initialize(MPI_COMM_WORLD));
    uint64_t seed = 88172645463325252 + (uint64_t)bench_rank();
    for (int k = 0; k < READS; ++k) {
        index_i[k] = bench_random(&seed, ROWS);
        index_j[k] = bench_random(&seed, columns);
    }
    const ga_t quarter = create("quarter", columns / 4, subject.name);
    bench_figure(subject.name, "large-share", share_mapped_large(quarter, columns / 4));
    all = create("all", columns, NULL);
    bench_run(&subject, 1);
    check(ga_destroy(quarter));
    check(ga_destroy(all));
    check(ga_terminate());
    bench_stop();
    return MPI_Finalize();
}
