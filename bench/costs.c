/* costs: figures that must not grow. The owner of an element among few and many simulated ranks; a
 * put into my own block, with and without other nodes to poll; the bytes a rank keeps for an array;
 * the memory an array takes on the machine.
 *
 * --name NAME: what ga is called in the CSV.
 *
 * It uses arithmetic internal to ga, and therefore links the static library. */
#define _GNU_SOURCE
#include <malloc.h>
#include <stdio.h>
#include <string.h>
#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

#include <ashlar/ga.h>

#include "bench.h"
#include "ga/src/dist/ga_dist.h"

static const char *library = "ga"; /* in the CSV */

/* ---- the owner of an element ----------------------------------------------------------------- */

enum { PICKS = 8192, EXTENT = 1000000, MOST_CUTS = 1000 };

static struct {
    int64_t i[PICKS], j[PICKS];
    int64_t cuts[2 * MOST_CUTS];
    volatile int64_t sum;
} lookup;

static void prepare_picks(void)
{
    uint64_t seed = 0x9e3779b97f4a7c15;
    for (int k = 0; k < PICKS; ++k) {
        lookup.i[k] = bench_random(&seed, EXTENT);
        lookup.j[k] = bench_random(&seed, EXTENT);
    }
}

static void time_lookups(const gai_dist_t *dist, bench_sample_t *sample)
{
    enum { COUNT = 20 };
    int64_t sum = 0;
    double start = bench_now();
    for (int n = 0; n < COUNT; ++n)
        for (int k = 0; k < PICKS; ++k)
            sum += gai_axis_block(&dist->axis[0], lookup.i[k]) +
                   gai_axis_block(&dist->axis[1], lookup.j[k]) * dist->axis[0].blocks;
    sample->us = (bench_now() - start) / (COUNT * PICKS) * 1e6;
    lookup.sum = sum;
}

/* The number of simulated ranks is the square of the blocks along an axis. */
static void time_regular(int blocks, bench_sample_t *sample)
{
    const int64_t dims[2] = {EXTENT, EXTENT};
    gai_dist_t dist;
    gai_dist_regular(&dist, 2, dims, NULL, (int64_t)blocks * blocks);
    time_lookups(&dist, sample);
}

/* Blocks of random widths. */
static void time_irregular(int blocks, bench_sample_t *sample)
{
    const int64_t dims[2] = {EXTENT, EXTENT}, counts[2] = {blocks, blocks};
    uint64_t seed = 0x2545f4914f6cdd1d;
    for (int d = 0; d < 2; ++d)
        for (int b = 0; b < blocks; ++b) {
            int64_t width = EXTENT / blocks;
            lookup.cuts[d * blocks + b] = b * width + (b ? bench_random(&seed, width) : 0);
        }
    gai_dist_t dist;
    gai_dist_irregular(&dist, 2, dims, counts, lookup.cuts);
    time_lookups(&dist, sample);
}

static void row_regular_4(const bench_row_t *row, bench_sample_t *sample)
{
    (void)row;
    time_regular(2, sample);
}

static void row_regular_million(const bench_row_t *row, bench_sample_t *sample)
{
    (void)row;
    time_regular(1000, sample);
}

static void row_irregular_4(const bench_row_t *row, bench_sample_t *sample)
{
    (void)row;
    time_irregular(2, sample);
}

static void row_irregular_million(const bench_row_t *row, bench_sample_t *sample)
{
    (void)row;
    time_irregular(1000, sample);
}

static void check(int status)
{
    if (status != ASHLAR_OK)
        bench_fail("%s", ashlar_error_message());
}

/* ---- a put on my own node ----------------------------------------------------------------------
 */

static ga_t own;

static void row_put_own(const bench_row_t *row, bench_sample_t *sample)
{
    enum { COUNT = 200000 };
    (void)row;
    const double one = 1;
    int64_t ilo, ihi, jlo, jhi;
    check(ga_distribution(own, ga_rank(), &ilo, &ihi, &jlo, &jhi));
    double start = bench_now();
    for (int n = 0; n < COUNT; ++n)
        check(ga_put(own, ilo, ilo, jlo, jlo, &one, 1));
    sample->us = (bench_now() - start) / COUNT * 1e6;
}

/* ---- memory ---------------------------------------------------------------------------------- */

static double heap_bytes(void)
{
    struct mallinfo2 info = mallinfo2();
    return (double)(info.uordblks + info.hblkhd);
}

/* Bytes in the files that the ranks share; -1 when this process has no such file open. */
static double shared_bytes(void)
{
    DIR *directory = opendir("/proc/self/fd");
    if (!directory)
        return -1;
    double bytes = -1;
    for (struct dirent *entry; (entry = readdir(directory));) {
        char path[300], target[300];
        struct stat info;
        snprintf(path, sizeof path, "/proc/self/fd/%s", entry->d_name);
        ssize_t length = readlink(path, target, sizeof target - 1);
        if (length <= 0 || stat(path, &info) != 0)
            continue;
        target[length] = '\0';
        if (strstr(target, "memfd:") && strstr(target, "ashlar"))
            bytes = (bytes < 0 ? 0 : bytes) + 512.0 * (double)info.st_blocks;
    }
    closedir(directory);
    return bytes;
}

/* Bytes of shared pages this process has touched. */
static double touched_bytes(void)
{
    FILE *file = fopen("/proc/self/status", "r");
    char line[256];
    double kilobytes = 0;
    while (file && fgets(line, sizeof line, file))
        if (sscanf(line, "RssShmem: %lf", &kilobytes) == 1)
            break;
    if (file)
        fclose(file);
    return 1024 * kilobytes;
}

static double sum_over_ranks(double value)
{
    check(ga_allreduce(GA_GROUP_WORLD, ASHLAR_DOUBLE, ASHLAR_SUM, &value, 1));
    return value;
}

static double most_of_ranks(double value)
{
    check(ga_allreduce(GA_GROUP_WORLD, ASHLAR_DOUBLE, ASHLAR_MAX, &value, 1));
    return value;
}

/* One large array: the memory it takes, relative to its size, and how much is touched before any
 * rank writes to it. */
static void measure_array(void)
{
    enum { ROWS = 4096, COLS = 4096 };
    const double size = (double)ROWS * COLS * sizeof(double), one = 1;
    double shared = shared_bytes(), touched = touched_bytes();
    ga_t g;
    check(ga_create(ASHLAR_DOUBLE, ROWS, COLS, "large", 0, 0, &g));
    bench_figure(library, "touched-early", sum_over_ranks(touched_bytes() - touched) / size);
    check(ga_fill(g, &one));
    if (most_of_ranks(shared_bytes()) >= 0)
        bench_figure(library, "memory", most_of_ranks(shared_bytes() - shared) / size);
    check(ga_destroy(g));
}

/* Many small arrays: the heap a rank needs for each. */
static void measure_descriptors(void)
{
    enum { COUNT = 1000 };
    static ga_t arrays[COUNT];
    for (int pass = 0; pass < 2; ++pass) { /* the first fills tables that grow once */
        double heap = heap_bytes();
        for (int k = 0; k < COUNT; ++k)
            check(ga_create(ASHLAR_INT, 1, bench_size(), "small", 0, 0, &arrays[k]));
        double each = most_of_ranks(heap_bytes() - heap) / COUNT;
        for (int k = 0; k < COUNT; ++k)
            check(ga_destroy(arrays[k]));
        if (pass)
            bench_figure(library, "array-bytes", each);
    }
}

int main(int argc, char **argv)
{
    static const bench_row_t rows[] = {
        {"owner-regular-4", BENCH_TRANSFER, 0, row_regular_4},
        {"owner-regular-million", BENCH_TRANSFER, 0, row_regular_million},
        {"owner-irregular-4", BENCH_TRANSFER, 0, row_irregular_4},
        {"owner-irregular-million", BENCH_TRANSFER, 0, row_irregular_million},
        {"put-own", BENCH_TRANSFER, 0, row_put_own},
    };
    MPI_Init(&argc, &argv);
    bench_start(MPI_COMM_WORLD, argc, argv);
    if (bench_option("--name"))
        library = bench_option("--name");
    const bench_subject_t subject = {library, rows, 5, NULL, NULL, NULL};
    check(ga_initialize(MPI_COMM_WORLD));
    prepare_picks();
    check(ga_create(ASHLAR_DOUBLE, 100, 100, "own", 0, 0, &own));
    bench_run(&subject, 1);
    check(ga_destroy(own));
    measure_array();
    measure_descriptors();
    check(ga_terminate());
    bench_stop();
    return MPI_Finalize();
}
