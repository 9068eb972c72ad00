/* coarrays: accesses and synchronisation of coarrays in C and in both faces for C++, the same by
 * armci-lite alone, by MPI, and at the limits: copies of rows, and a relaxation by two processes
 * over shared memory. Two ranks. */
#include <stdlib.h>
#include <string.h>

#include <ashlar/al.h>
#include <ashlar/coarray.h>

#include "bench/lib/bench.h"
#include "bench/programs/coarrays_faces.h"
#include "bench/lib/rowcopy.h"

static struct {
    co_array_t *line, *plane, *grid[2];
    al_segment_t *segment;
    double *mine[2];       /* of the grids */
    double *shared;        /* two planes */
    double *by_hand[2];    /* [ranks][ROWS][COLUMNS] */
    atomic_llong *arrived; /* [ranks] */
    long long barriers;
    double *buffer;
    int other;
} bench;

static void check(int status)
{
    if (status != ASHLAR_OK)
        bench_fail("%s", ashlar_error_message());
}

/* One rank after the other would measure the other one's wait: rank 0 works, the others join its
 * barriers. */
#define ALONE(times, call)                                                                         \
    do {                                                                                           \
        bench_barrier();                                                                           \
        const double start = bench_now();                                                          \
        if (bench_rank() == 0)                                                                     \
            for (int time = 0; time < (times); ++time)                                             \
                call;                                                                              \
        sample->us = (bench_now() - start) / (times)*1e6;                                          \
        bench_barrier();                                                                           \
    } while (0)

#define TOGETHER(times, call)                                                                      \
    do {                                                                                           \
        bench_barrier();                                                                           \
        const double start = bench_now();                                                          \
        for (int time = 0; time < (times); ++time)                                                 \
            call;                                                                                  \
        sample->us = (bench_now() - start) / (times)*1e6;                                          \
        bench_barrier();                                                                           \
    } while (0)

#define ROW(name, how, times, call)                                                                \
    static void name(const bench_row_t *row, bench_sample_t *sample)                               \
    {                                                                                              \
        (void)row;                                                                                 \
        how(times, call);                                                                          \
    }

/* ---- accesses ---------------------------------------------------------------------------------
 */

static const int64_t place = PLACE;
static double value;
static const ashlar_interval_t slice[2] = {{SLICE_FIRST, SLICE_FIRST + SLICE - 1, 1},
                                           {SLICE_FIRST, SLICE_FIRST + SLICE - 1, 1}};

ROW(co_get_8, ALONE, 100000, check(co_get_element(bench.line, bench.other, &place, &value)))
ROW(co_put_8, ALONE, 100000, check(co_put_element(bench.line, bench.other, &place, &value)))
ROW(al_get_8, ALONE, 100000,
    check(al_get(bench.segment, bench.other, 8 * (size_t)place, &value, sizeof value)))
ROW(al_put_8, ALONE, 100000,
    check(al_put(bench.segment, bench.other, 8 * (size_t)place, &value, sizeof value)))
ROW(co_get_slice, ALONE, 50, check(co_get(bench.plane, bench.other, slice, bench.buffer, NULL)))
ROW(co_put_slice, ALONE, 50, check(co_put(bench.plane, bench.other, slice, bench.buffer, NULL)))

static void copy_slice(int is_put)
{
    char *there = (char *)(bench.shared + (size_t)bench.other * SIDE * SIDE + SLICE_FIRST * SIDE +
                           SLICE_FIRST);
    char *here = (char *)bench.buffer;
    const size_t row = SLICE * sizeof(double), stride = SIDE * sizeof(double);
    if (is_put)
        copy_fastest(there, stride, here, row, row, SLICE);
    else
        copy_fastest(here, row, there, stride, row, SLICE);
}
ROW(limit_get_slice, ALONE, 50, copy_slice(0))
ROW(limit_put_slice, ALONE, 50, copy_slice(1))

/* The loops are in C++. */
#define FACE(call, loops)                                                                          \
    static void call##_row(const bench_row_t *row, bench_sample_t *sample)                         \
    {                                                                                              \
        (void)row;                                                                                 \
        ALONE(1, call(loops));                                                                     \
        sample->us /= (loops);                                                                     \
    }
FACE(faces_2013_get_8, 100000)
FACE(faces_2013_put_8, 100000)
FACE(faces_2013_get_slice, 50)
FACE(faces_2013_put_slice, 50)
FACE(faces_2002_get_8, 100000)
FACE(faces_2002_put_8, 100000)

/* ---- synchronisation ---------------------------------------------------------------------------
 */

static void barrier_by_flags(void)
{
    const int me = bench_rank();
    atomic_store_explicit(&bench.arrived[8 * me], ++bench.barriers, memory_order_release);
    while (atomic_load_explicit(&bench.arrived[8 * bench.other], memory_order_acquire) <
           bench.barriers)
        ;
}

ROW(co_all, TOGETHER, 2000, check(co_sync_all(0)))
ROW(co_pair, TOGETHER, 2000, check(co_sync_images(0, 1, &bench.other)))
ROW(mpi_all, TOGETHER, 2000, MPI_Barrier(MPI_COMM_WORLD))
ROW(limit_pair, TOGETHER, 2000, barrier_by_flags())

/* ---- life ---------------------------------------------------------------------------------------
 */

/* Many, none freed before the last is there. */
static void co_create_many(const bench_row_t *row, bench_sample_t *sample)
{
    enum { MANY = 10000 };
    static co_array_t *all[MANY];
    const co_spec_t spec = {.type = ASHLAR_DOUBLE, .ndim = 1, .extents = {10}};
    (void)row;
    bench_barrier();
    const double start = bench_now();
    for (int k = 0; k < MANY; ++k)
        check(co_create(&spec, &all[k]));
    sample->us = (bench_now() - start) / MANY * 1e6;
    for (int k = 0; k < MANY; ++k)
        check(co_free(all[k]));
}

/* ---- relaxation --------------------------------------------------------------------------------
 */

/* One sweep from one array to the other; returns the row to hand over. */
static double *sweep(double *restrict to, const double *restrict from)
{
    for (int64_t i = 1; i < ROWS - 1; ++i) {
        const double *above = from + (i - 1) * COLUMNS, *row = above + COLUMNS;
        const double *below = row + COLUMNS;
        for (int64_t j = 1; j < COLUMNS - 1; ++j)
            to[i * COLUMNS + j] = 0.25 * (above[j] + below[j] + row[j - 1] + row[j + 1]);
    }
    return to + (bench_rank() == 0 ? ROWS - 2 : 1) * COLUMNS;
}

/* Rank 0 has the upper half. A row goes into the array that the other one does not read until both
 * have passed a barrier: one a sweep. */
static void relax_co(void)
{
    const int64_t ghost = bench_rank() == 0 ? 0 : ROWS - 1;
    const ashlar_interval_t there[2] = {{ghost, ghost, 1}, {0, COLUMNS - 1, 1}};
    for (int k = 0; k < SWEEPS; ++k) {
        const double *edge = sweep(bench.mine[1 - k % 2], bench.mine[k % 2]);
        check(co_put(bench.grid[1 - k % 2], bench.other, there, edge, NULL));
        check(co_sync_images(0, 1, &bench.other));
    }
}

static void relax_by_hand(void)
{
    const int64_t ghost = bench_rank() == 0 ? 0 : ROWS - 1;
    for (int k = 0; k < SWEEPS; ++k) {
        double *to = bench.by_hand[1 - k % 2], *from = bench.by_hand[k % 2];
        const size_t half = (size_t)ROWS * COLUMNS;
        const double *edge =
            sweep(to + (size_t)bench_rank() * half, from + (size_t)bench_rank() * half);
        memcpy(to + (size_t)bench.other * half + ghost * COLUMNS, edge, COLUMNS * sizeof *edge);
        barrier_by_flags();
    }
}

static void start_grid(double *grid)
{
    memset(grid, 0, (size_t)ROWS * COLUMNS * sizeof *grid);
    for (int64_t j = 0; j < COLUMNS && bench_rank() == 0; ++j)
        grid[j] = 1;
}

static void start_grids(void)
{
    for (int k = 0; k < 2; ++k) {
        start_grid(bench.mine[k]);
        start_grid(bench.by_hand[k] + (size_t)bench_rank() * ROWS * COLUMNS);
    }
    bench_barrier();
}

ROW(co_jacobi, TOGETHER, 1, relax_co())
ROW(limit_jacobi, TOGETHER, 1, relax_by_hand())
ROW(cxx_2013_jacobi, TOGETHER, 1, faces_2013_jacobi(1))
ROW(cxx_2002_jacobi, TOGETHER, 1, faces_2002_jacobi(1))

/* ---- all ---------------------------------------------------------------------------------------
 */

static void make_coarrays(void)
{
    const co_spec_t line = {.type = ASHLAR_DOUBLE, .ndim = 1, .extents = {LENGTH}};
    const co_spec_t plane = {.type = ASHLAR_DOUBLE, .ndim = 2, .extents = {SIDE, SIDE}};
    const co_spec_t grid = {.type = ASHLAR_DOUBLE, .ndim = 2, .extents = {ROWS, COLUMNS}};
    check(co_create(&line, &bench.line));
    check(co_create(&plane, &bench.plane));
    check(al_segment_create(al_group_world(), 8 * LENGTH, &bench.segment));
    for (int k = 0; k < 2; ++k) {
        check(co_create(&grid, &bench.grid[k]));
        check(co_local(bench.grid[k], (void **)&bench.mine[k]));
        bench.by_hand[k] = bench_shared(2 * (size_t)ROWS * COLUMNS * sizeof(double));
    }
    bench.shared = bench_shared(2 * SIDE * SIDE * sizeof(double));
    bench.arrived = bench_shared(2 * 64);
    bench.buffer = calloc(SLICE * SLICE, sizeof *bench.buffer);
    if (!bench.buffer)
        bench_fail("no memory");
    start_grids();
    faces_start(bench.mine[0]);
}

/* All relaxations have made the same of the same. */
static void compare_grids(void)
{
    start_grids();
    relax_co();
    relax_by_hand();
    faces_2013_jacobi(1);
    faces_2002_jacobi(1);
    const double *found[] = {bench.mine[0], faces_2013_grid(), faces_2002_grid()};
    for (int k = 0; k < 3; ++k)
        if (memcmp(found[k], bench.by_hand[0] + (size_t)bench_rank() * ROWS * COLUMNS,
                   (size_t)ROWS * COLUMNS * sizeof(double)) != 0)
            bench_fail("the relaxations differ");
}

#define CO_ROWS(X)                                                                                 \
    X("get-8", co_get_8)                                                                           \
    X("put-8", co_put_8)                                                                           \
    X("get-slice", co_get_slice)                                                                   \
    X("put-slice", co_put_slice)                                                                   \
    X("sync-all", co_all)                                                                          \
    X("sync-pair", co_pair)                                                                        \
    X("create", co_create_many)                                                                    \
    X("jacobi", co_jacobi)
#define AL_ROWS(X)                                                                                 \
    X("get-8", al_get_8)                                                                           \
    X("put-8", al_put_8)
#define CXX_2013_ROWS(X)                                                                           \
    X("get-8", faces_2013_get_8_row)                                                               \
    X("put-8", faces_2013_put_8_row)                                                               \
    X("get-slice", faces_2013_get_slice_row)                                                       \
    X("put-slice", faces_2013_put_slice_row)                                                       \
    X("jacobi", cxx_2013_jacobi)
#define CXX_2002_ROWS(X)                                                                           \
    X("get-8", faces_2002_get_8_row)                                                               \
    X("put-8", faces_2002_put_8_row)                                                               \
    X("jacobi", cxx_2002_jacobi)
#define MPI_ROWS(X) X("sync-all", mpi_all)
#define LIMIT_ROWS(X)                                                                              \
    X("get-slice", limit_get_slice)                                                                \
    X("put-slice", limit_put_slice)                                                                \
    X("sync-pair", limit_pair)                                                                     \
    X("jacobi", limit_jacobi)
#define ENTRY(id, run) {id, BENCH_TRANSFER, 0, run},
#define COUNT(rows)    (int)(sizeof(rows) / sizeof *(rows))

int main(int argc, char **argv)
{
    static const bench_row_t co[] = {CO_ROWS(ENTRY)}, cxx_2013[] = {CXX_2013_ROWS(ENTRY)},
                             cxx_2002[] = {CXX_2002_ROWS(ENTRY)}, al[] = {AL_ROWS(ENTRY)},
                             mpi[] = {MPI_ROWS(ENTRY)}, limit[] = {LIMIT_ROWS(ENTRY)};
    static const bench_subject_t subjects[] = {
        {"co", co, COUNT(co), NULL, NULL, NULL},
        {"cxx2013", cxx_2013, COUNT(cxx_2013), NULL, NULL, NULL},
        {"cxx2002", cxx_2002, COUNT(cxx_2002), NULL, NULL, NULL},
        {"al", al, COUNT(al), NULL, NULL, NULL},
        {"mpi", mpi, COUNT(mpi), NULL, NULL, NULL},
        {"limit", limit, COUNT(limit), NULL, NULL, NULL}};
    MPI_Init(&argc, &argv);
    bench_start(MPI_COMM_WORLD, argc, argv);
    check(ga_initialize(MPI_COMM_WORLD));
    if (bench_size() != 2)
        bench_fail("takes two ranks");
    bench.other = 1 - bench_rank();
    choose_copy(SLICE);
    make_coarrays();
    compare_grids();
    bench_run(subjects, COUNT(subjects));
    faces_end();
    check(ga_terminate());
    bench_stop();
    return MPI_Finalize();
}
