/* tiles: collectives that name tiles, beside those of MPI on a communicator made beforehand, which
 * are given their data packed. One tile a rank, each the root in turn. "mine" waits for what
 * concerns the caller; "all" for everybody before and after, which MPI does by two barriers. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ashlar/tiles.h>

#include "bench/lib/bench.h"

enum { LARGEST = 8 << 20, SIZES = 6, OPERATIONS = 3, ROWS = 2 * OPERATIONS * SIZES };

typedef enum operation { BROADCAST, EXCHANGE, REDUCE } operation_t;

static const size_t sizes[SIZES] = {8, 512, 8 << 10, 128 << 10, 1 << 20, LARGEST};
static const char *const names[OPERATIONS] = {"broadcast", "exchange", "reduce"};

/* A row: its operation, the bytes of a tile, and whether all wait for all. */
typedef struct what {
    operation_t operation;
    size_t bytes;
    int waits_for_all;
    ga_t from, to; /* one for each size */
} what_t;

static what_t what[ROWS];
static double *source, *target;
static MPI_Comm comm;

static void check(int status)
{
    if (status != ASHLAR_OK)
        bench_fail("%s", ashlar_error_message());
}

/* Elements that one rank has for another. */
static int64_t slot_of(const what_t *what)
{
    const int64_t elements = (int64_t)(what->bytes / sizeof(double));
    const int64_t slot = elements / bench_size();
    return what->operation != EXCHANGE ? elements : slot ? slot : 1;
}

/* ---- Ashlar ---------------------------------------------------------------------------------- */

static void call_ashlar(const what_t *what, int root)
{
    const int flags = what->waits_for_all ? 0 : GA_IN_MINE | GA_OUT_MINE;
    const ga_tiles_t all_from = {.g = what->from}, all_to = {.g = what->to};
    if (what->operation == BROADCAST)
        check(ga_tiles_broadcast(&all_to, GA_TILES(what->from, ashlar_at(root)), GA_WHOLE, flags));
    else if (what->operation == EXCHANGE)
        check(ga_tiles_exchange(&all_to, &all_from, slot_of(what), flags));
    else
        check(ga_tiles_reduce(GA_TILES(what->to, ashlar_at(root)), &all_from, ASHLAR_SUM, GA_WHOLE,
                              flags));
}

/* ---- MPI ------------------------------------------------------------------------------------- */

static void call_mpi(const what_t *what, int root)
{
    const int n = (int)slot_of(what);
    if (what->waits_for_all)
        MPI_Barrier(comm);
    if (what->operation == BROADCAST) /* from one buffer into another, as tiles are */
        MPI_Bcast(bench_rank() == root ? memcpy(target, source, what->bytes) : target, n,
                  MPI_DOUBLE, root, comm);
    else if (what->operation == EXCHANGE)
        MPI_Alltoall(source, n, MPI_DOUBLE, target, n, MPI_DOUBLE, comm);
    else
        MPI_Reduce(source, target, n, MPI_DOUBLE, MPI_SUM, root, comm);
    if (what->waits_for_all)
        MPI_Barrier(comm);
}

/* ---- rows ------------------------------------------------------------------------------------ */

static const what_t *what_of(const bench_row_t *row);

static void measure(const bench_row_t *row, bench_sample_t *sample,
                    void (*call)(const what_t *what, int root))
{
    const what_t *this = what_of(row);
    const int on_node = this->bytes <= 512       ? 20000
                        : this->bytes <= 8 << 10 ? 5000
                        : this->bytes < 1 << 20  ? 500
                                                 : 20;
    const int rounds = bench_between_hosts() && on_node > 20 ? on_node / 20 : on_node;
    for (int k = 0; k < 20; ++k)
        call(this, k % bench_size());
    bench_barrier();
    const double begin = bench_now();
    for (int k = 0; k < rounds; ++k)
        call(this, k % bench_size());
    bench_barrier();
    sample->us = 1e6 * (bench_now() - begin) / rounds;
}

static void run_ashlar(const bench_row_t *row, bench_sample_t *sample)
{
    measure(row, sample, call_ashlar);
}

static void run_mpi(const bench_row_t *row, bench_sample_t *sample)
{
    measure(row, sample, call_mpi);
}

static bench_row_t ashlar_rows[ROWS], mpi_rows[ROWS];

static const what_t *what_of(const bench_row_t *row)
{
    for (int k = 0; k < ROWS; ++k)
        if (row == &ashlar_rows[k] || row == &mpi_rows[k])
            return &what[k];
    return NULL;
}

static void make_arrays(ga_grid_t grid, what_t *this)
{
    const int64_t tile = slot_of(this) * (this->operation == EXCHANGE ? bench_size() : 1);
    check(ga_create_tile_each(grid, ASHLAR_DOUBLE, &tile, "from", &this->from));
    check(ga_create_tile_each(grid, ASHLAR_DOUBLE, &tile, "to", &this->to));
    check(ga_fill(this->from, &(double){1}));
    check(ga_fill(this->to, &(double){0}));
}

static void make_rows(ga_grid_t grid)
{
    static char ids[ROWS][40];
    for (int k = 0; k < ROWS; ++k) {
        what_t *this = &what[k];
        *this = (what_t){.operation = (operation_t)(k / 2 % OPERATIONS),
                         .bytes = sizes[k / 2 / OPERATIONS],
                         .waits_for_all = k % 2};
        make_arrays(grid, this);
        snprintf(ids[k], sizeof ids[k], "%s-%zu-%s", names[this->operation], this->bytes,
                 this->waits_for_all ? "all" : "mine");
        ashlar_rows[k] = (bench_row_t){ids[k], BENCH_TRANSFER | BENCH_HOSTS, 0, run_ashlar};
        mpi_rows[k] = (bench_row_t){ids[k], BENCH_TRANSFER | BENCH_HOSTS, 0, run_mpi};
    }
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    check(ga_initialize(MPI_COMM_WORLD));
    bench_start(MPI_COMM_WORLD, argc, argv);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    ga_grid_t grid;
    check(ga_grid_create(&(ga_grid_spec_t){.ndim = 1}, &grid));
    const size_t room = LARGEST + (size_t)bench_size() * sizeof(double);
    source = calloc(1, room);
    target = calloc(1, room);
    if (!source || !target)
        bench_fail("no memory");
    memset(source, 1, room);
    memset(target, 1, room);
    make_rows(grid);
    const bench_subject_t subjects[] = {{.name = "ga", .rows = ashlar_rows, .row_count = ROWS},
                                        {.name = "mpi", .rows = mpi_rows, .row_count = ROWS}};
    bench_run_rows(subjects, 2);
    bench_stop();
    ga_set_leak_report(0);
    check(ga_terminate());
    MPI_Finalize();
    return 0;
}
