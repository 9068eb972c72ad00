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

#include "bench/lib/bench.h"
#include "ga/src/dist/ga_block.h"

static const char *library = "ga"; /* in the CSV */

/* ---- the owner of an element ----------------------------------------------------------------- */

enum { PICKS = 8192, EXTENT = 1000000, MOST_CUTS = 1000 };

static struct {
    int64_t i[PICKS], j[PICKS];
    int64_t cuts[4 * MOST_CUTS]; /* and room for starts */
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
    const int64_t dims[2] = {EXTENT, EXTENT}, width = (EXTENT - 1) / blocks + 1;
    gai_dist_t dist;
    gai_dist_widths(&dist, 2, dims, (int64_t[]){width, width});
    time_lookups(&dist, sample);
}

/* Each axis has as many blocks as lookup.cuts has cuts for it. */
static void cut_axes(gai_dist_t *dist, int blocks)
{
    *dist = (gai_dist_t){.ndim = 2};
    for (int d = 0; d < 2; ++d)
        dist->axis[d] = (gai_axis_t){
            .extent = EXTENT, .blocks = blocks, .cuts = &lookup.cuts[(int64_t)d * blocks]};
    gai_dist_number(dist);
}

/* Blocks of random widths. */
static void time_irregular(int blocks, bench_sample_t *sample)
{
    uint64_t seed = 0x2545f4914f6cdd1d;
    for (int d = 0; d < 2; ++d)
        for (int b = 0; b < blocks; ++b) {
            int64_t width = EXTENT / blocks;
            lookup.cuts[d * blocks + b] = b * width + (b ? bench_random(&seed, width) : 0);
        }
    gai_dist_t dist;
    cut_axes(&dist, blocks);
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

/* Layouts: the place of an element, for its owner alone is not less work. */
static void time_places(const gai_dist_t *dist, bench_sample_t *sample)
{
    enum { COUNT = 10 };
    int64_t sum = 0;
    double start = bench_now();
    for (int n = 0; n < COUNT; ++n)
        for (int k = 0; k < PICKS; ++k) {
            int64_t offset;
            sum += gai_place(dist, 2, (int64_t[2]){lookup.i[k], lookup.j[k]}, &offset);
            sum += offset;
        }
    sample->us = (bench_now() - start) / (COUNT * PICKS) * 1e6;
    lookup.sum = sum;
}

/* Blocks of 64 x 64 on a square of ranks. */
static void time_layout(ga_kind kind, int side, bench_sample_t *sample)
{
    const int64_t dims[2] = {EXTENT, EXTENT}, widths[2] = {64, 64};
    const int procs[2] = {side, side};
    gai_dist_t dist;
    gai_grid_t grid;
    gai_block_cyclic_t cyclic;
    gai_dist_widths(&dist, 2, dims, widths);
    gai_block_cyclic_set(&cyclic, &dist, side * side);
    gai_grid_set(&grid, &dist, procs, 0, kind == GA_TILED, side * side);
    dist.layout = kind == GA_BLOCK_CYCLIC ? &cyclic.base : &grid.base;
    time_places(&dist, sample);
}

/* Tiles of random widths, one a rank. */
static void time_irregular_tiles(int side, bench_sample_t *sample)
{
    const int procs[2] = {side, side};
    uint64_t seed = 0x2545f4914f6cdd1d;
    gai_dist_t dist;
    gai_grid_t grid;
    cut_axes(&dist, side);
    for (int d = 0; d < 2; ++d) {
        int64_t *cuts = &lookup.cuts[2 * d * side], width = EXTENT / side;
        for (int b = 0; b < side; ++b)
            cuts[b] = b * width + (b ? bench_random(&seed, width) : 0);
        dist.axis[d].cuts = cuts;
        gai_axis_fill_starts(&dist.axis[d], side, cuts + side);
    }
    gai_grid_set(&grid, &dist, procs, 0, 1, side * side);
    dist.layout = &grid.base;
    time_places(&dist, sample);
}

/* X(function, row, what it times) */
#define LAYOUT_ROWS(X)                                                                             \
    X(cyclic_4, "owner-cyclic-4", time_layout(GA_BLOCK_CYCLIC, 2, sample))                         \
    X(cyclic_million, "owner-cyclic-million", time_layout(GA_BLOCK_CYCLIC, 1000, sample))          \
    X(scalapack_4, "owner-scalapack-4", time_layout(GA_SCALAPACK, 2, sample))                      \
    X(scalapack_million, "owner-scalapack-million", time_layout(GA_SCALAPACK, 1000, sample))       \
    X(tiled_4, "owner-tiled-4", time_layout(GA_TILED, 2, sample))                                  \
    X(tiled_million, "owner-tiled-million", time_layout(GA_TILED, 1000, sample))                   \
    X(tiled_irregular_4, "owner-tiled-irregular-4", time_irregular_tiles(2, sample))               \
    X(tiled_irregular_million, "owner-tiled-irregular-million", time_irregular_tiles(1000, sample))
#define LAYOUT_ROW(name, row_name, times)                                                          \
    static void row_##name(const bench_row_t *row, bench_sample_t *sample)                         \
    {                                                                                              \
        (void)row;                                                                                 \
        times;                                                                                     \
    }
LAYOUT_ROWS(LAYOUT_ROW)

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

/* Many small arrays of a kind, with or without ghost cells: the heap a rank needs for each. */
static double bytes_of(ga_kind kind, int ndim, int ghosts)
{
    enum { COUNT = 1000 };
    static ga_t arrays[COUNT];
    static const int64_t cuts[] = {0, 1};
    ga_spec_t spec = {.type = ASHLAR_INT, .ndim = ndim, .name = "small", .kind = kind};
    double each = 0;
    spec.ghosts[0] = ghosts;
    for (int d = 0; d < ndim; ++d) {
        spec.dims[d] = d == 1 ? ali_max(bench_size(), 2) : 2;
        spec.block[d] = kind != GA_REGULAR;
        spec.blocks[d] = kind == GA_IRREGULAR ? 1 : 2;
        spec.cuts[d] = cuts;
    }
    for (int pass = 0; pass < 2; ++pass) { /* the first fills tables that grow once */
        double heap = heap_bytes();
        for (int k = 0; k < COUNT; ++k)
            check(ga_create_spec(&spec, &arrays[k]));
        each = most_of_ranks(heap_bytes() - heap) / COUNT;
        for (int k = 0; k < COUNT; ++k)
            check(ga_destroy(arrays[k]));
    }
    return each;
}

static void measure_descriptors(void)
{
    double most = 0;
    for (ga_kind kind = 0; kind < GA_KIND_COUNT; ++kind)
        for (int ndim = 2; ndim <= ASHLAR_MAX_DIM; ndim += ASHLAR_MAX_DIM - 2) {
            double bytes = bytes_of(kind, ndim, 0);
            most = bytes > most ? bytes : most;
            double more = kind <= GA_IRREGULAR ? bytes_of(kind, ndim, 1) : 0;
            most = more > most ? more : most;
            if (kind == GA_REGULAR && ndim == 2)
                bench_figure(library, "array-bytes", bytes);
        }
    bench_figure(library, "array-bytes-kinds", most);
}

#define LAYOUT_ENTRY(name, row_name, times) {row_name, BENCH_TRANSFER, 0, row_##name},

int main(int argc, char **argv)
{
    static const bench_row_t rows[] = {
        {"owner-regular-4", BENCH_TRANSFER, 0, row_regular_4},
        {"owner-regular-million", BENCH_TRANSFER, 0, row_regular_million},
        {"owner-irregular-4", BENCH_TRANSFER, 0, row_irregular_4},
        {"owner-irregular-million", BENCH_TRANSFER, 0, row_irregular_million},
        LAYOUT_ROWS(LAYOUT_ENTRY){"put-own", BENCH_TRANSFER, 0, row_put_own},
    };
    MPI_Init(&argc, &argv);
    bench_start(MPI_COMM_WORLD, argc, argv);
    if (bench_option("--name"))
        library = bench_option("--name");
    const bench_subject_t subject = {library, rows, sizeof rows / sizeof rows[0], NULL, NULL, NULL};
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
