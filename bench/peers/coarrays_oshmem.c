/* coarrays_oshmem [ROWS [LEAST]]: the rows of coarrays_fortran.f90 by OpenSHMEM, where it has such;
 * printed in the same manner. A put is over when shmem_quiet() returns, as that of a coarray is.
 * Built by bench/scripts/coarrays.sh with oshcc; ends without shmem_finalize(), which crashes in
 * Open MPI 4.1.4. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <shmem.h>

enum {
    SIDE = 512,
    SLICE = 256,
    LENGTH = 1000,
    GRID = 2000,
    SWEEPS = 20,
    MANY = 10000,
    SAMPLES = 7
};
enum { ROWS = GRID / 2 + 2, COLUMNS = GRID + 2 };

static int me, n, other, size_of;
static long least = 10;
static double *one, *plane, *line, *vector, *table, *grids[2], *mine;
static double buffer[SLICE * SLICE], value, row_of[LENGTH];
static long *arrived, *repetitions;
static long barriers;

static void check(int is_right, const char *words)
{
    if (is_right)
        return;
    fprintf(stderr, "wrong: %s\n", words);
    shmem_global_exit(1);
}

static void *symmetric(size_t bytes)
{
    void *memory = shmem_malloc(bytes);
    check(memory != NULL, "no symmetric memory");
    return memory;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec * 1e-3;
}

/* ---- measuring ---- */

static double time_of(void (*run)(long), long times, int workers)
{
    shmem_barrier_all();
    const double start = now();
    if (me < workers)
        run(times);
    const double end = now();
    shmem_barrier_all();
    return (end - start) / (double)times;
}

static void measure(const char *name, void (*run)(long), int workers, long most)
{
    long times = 1;
    for (;;) {
        const double us = time_of(run, times, workers);
        if (me == 0)
            *repetitions = us * (double)times >= 1e3 * (double)least || times == most ? times
                           : 2 * times < most                                         ? 2 * times
                                                                                      : most;
        shmem_barrier_all();
        const long next = shmem_long_g(repetitions, 0);
        shmem_barrier_all();
        if (next == times)
            break;
        times = next;
    }
    for (int k = 0; k < SAMPLES; ++k) {
        const double us = time_of(run, times, workers);
        if (me == 0)
            printf("%s %.5f\n", name, us);
    }
}

/* ---- accesses ---- */

static void get_8(long times)
{
    while (times-- > 0)
        value = shmem_double_g(one, other);
    check((int)value == other, "get of 8 bytes");
}

static void put_8(long times)
{
    while (times-- > 0) {
        shmem_double_p(one, other, other);
        shmem_quiet();
    }
}

static void get_slice(long times)
{
    while (times-- > 0)
        for (int i = 0; i < SLICE; ++i)
            shmem_double_get(buffer + i * SLICE, plane + (100 + i) * SIDE + 100, SLICE, other);
    check((int)buffer[SLICE * SLICE - 1] == other, "get of a slice");
}

static void put_slice(long times)
{
    while (times-- > 0) {
        for (int i = 0; i < SLICE; ++i)
            shmem_double_put(plane + (100 + i) * SIDE + 100, buffer + i * SLICE, SLICE, other);
        shmem_quiet();
    }
}

static void get_array(long times)
{
    while (times-- > 0)
        shmem_double_get(row_of, line, LENGTH, other);
    check((int)row_of[LENGTH - 1] == other, "get of an array");
}

static void put_array(long times)
{
    while (times-- > 0) {
        shmem_double_put(line, row_of, LENGTH, other);
        shmem_quiet();
    }
}

/* ---- synchronisation ---- */

static void sync_of_all(long times)
{
    while (times-- > 0)
        shmem_barrier_all();
}

static void sync_pair(void)
{
    shmem_quiet();
    shmem_long_p(arrived, ++barriers, other);
    shmem_long_wait_until(arrived, SHMEM_CMP_GE, barriers);
}

static void sync_of_pair(long times)
{
    while (times-- > 0)
        sync_pair();
}

/* ---- relaxation, as in coarrays.c ---- */

static double *sweep(double *restrict to, const double *restrict from)
{
    for (long i = 1; i < ROWS - 1; ++i) {
        const double *above = from + (i - 1) * COLUMNS, *row = above + COLUMNS;
        const double *below = row + COLUMNS;
        for (long j = 1; j < COLUMNS - 1; ++j)
            to[i * COLUMNS + j] = 0.25 * (above[j] + below[j] + row[j - 1] + row[j + 1]);
    }
    return to + (me == 0 ? ROWS - 2 : 1) * COLUMNS;
}

static void relax(long times)
{
    const long ghost = me == 0 ? 0 : ROWS - 1;
    while (times-- > 0)
        for (int k = 0; k < SWEEPS; ++k) {
            double *to = grids[1 - k % 2];
            const double *edge = sweep(to, grids[k % 2]);
            shmem_double_put(to + ghost * COLUMNS, edge, COLUMNS, other);
            sync_pair();
        }
}

/* ---- the paper's ---- */

static void get_elements(long times)
{
    while (times-- > 0)
        for (int i = 0; i < size_of; ++i)
            mine[i] = shmem_double_g(vector + i, other);
}

static void get_block(long times)
{
    while (times-- > 0)
        shmem_double_get(mine, vector, (size_t)size_of, other);
}

static void bounce(long times)
{
    while (times-- > 0) {
        if (me == 0)
            shmem_double_put(vector, mine, (size_t)size_of, other);
        shmem_barrier_all();
        if (me == 1)
            shmem_double_put(vector, mine, (size_t)size_of, 0);
        shmem_barrier_all();
    }
}

static void get_square(long times)
{
    while (times-- > 0)
        for (int i = 0; i < size_of; ++i)
            shmem_double_get(mine + i * size_of, table + i * 2 * size_of, (size_t)size_of, other);
}

static void measure_sized(const char *name, void (*run)(long), int workers)
{
    char label[40];
    snprintf(label, sizeof label, "%s-%d", name, size_of);
    measure(label, run, workers, 1000000);
}

static void measure_paper(void)
{
    static const int sizes[] = {1, 16, 256, 1024, 4096}, sides[] = {4, 16, 64, 256};
    other = me < n / 2 ? me + n / 2 : me - n / 2;
    mine = malloc(256 * 256 * sizeof *mine);
    vector = symmetric(2 * 4096 * sizeof *vector);
    table = symmetric(4 * 256 * 256 * sizeof *table);
    for (int k = 0; k < 2 * 4096; ++k)
        vector[k] = me;
    for (int k = 0; k < 4 * 256 * 256; ++k)
        table[k] = me;
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; ++k) {
        size_of = sizes[k];
        measure_sized("elements", get_elements, 1);
        measure_sized("block", get_block, 1);
        measure_sized("group", get_block, n / 2);
        check(me >= n / 2 || (int)mine[size_of - 1] == other, "get of a block");
        if (n == 2)
            measure_sized("bounce", bounce, n);
        measure_sized("slice", get_block, 1); /* the first of twice as many */
        for (int i = 0; i < 2 * 4096; ++i)
            vector[i] = me;
    }
    for (size_t k = 0; k < sizeof sides / sizeof *sides; ++k) {
        size_of = sides[k];
        measure_sized("square", get_square, 1);
        check(me > 0 || (int)mine[size_of * size_of - 1] == other, "get of a square");
    }
}

/* ---- all ---- */

static void measure_sync(void)
{
    measure("sync-all", sync_of_all, n, 1000000);
    if (n == 2)
        measure("sync-pair", sync_of_pair, n, 1000000);
}

static void measure_node(void)
{
    measure("get-8", get_8, 1, 1000000);
    measure("put-8", put_8, 1, 1000000);
    measure("get-slice", get_slice, 1, 1000000);
    measure("put-slice", put_slice, 1, 1000000);
    measure("get-array", get_array, 1, 1000000);
    measure("put-array", put_array, 1, 1000000);
    measure_sync();
    for (int k = 0; k < 2; ++k) {
        grids[k] = symmetric((size_t)ROWS * COLUMNS * sizeof **grids);
        memset(grids[k], 0, (size_t)ROWS * COLUMNS * sizeof **grids);
        for (long j = 0; j < COLUMNS && me == 0; ++j)
            grids[k][j] = 1;
    }
    measure("jacobi", relax, 2, 1);
}

static void measure_life(void)
{
    static void *many[MANY];
    shmem_barrier_all();
    double start = now();
    for (int k = 0; k < MANY; ++k)
        many[k] = symmetric(80);
    if (me == 0)
        printf("create %.5f\n", (now() - start) / MANY);
    shmem_barrier_all();
    start = now();
    for (int k = 0; k < MANY; ++k)
        shmem_free(many[k]);
    if (me == 0)
        printf("free %.5f\n", (now() - start) / MANY);
}

int main(int argc, char **argv)
{
    const char *rows = argc > 1 ? argv[1] : "node";
    least = argc > 2 ? atol(argv[2]) : least;
    shmem_init();
    me = shmem_my_pe();
    n = shmem_n_pes();
    other = 1 - me;
    one = symmetric(sizeof *one);
    plane = symmetric(SIDE * SIDE * sizeof *plane);
    line = symmetric(LENGTH * sizeof *line);
    arrived = symmetric(sizeof *arrived);
    repetitions = symmetric(sizeof *repetitions);
    *one = me;
    *arrived = 0;
    for (int k = 0; k < SIDE * SIDE; ++k)
        plane[k] = me;
    for (int k = 0; k < LENGTH; ++k)
        line[k] = me;
    for (int k = 0; k < SLICE * SLICE; ++k)
        buffer[k] = other;
    for (int k = 0; k < LENGTH; ++k)
        row_of[k] = other;
    shmem_barrier_all();
    check(n >= 2, "takes two processes or more");
    if (strcmp(rows, "node") == 0 && n == 2)
        measure_node();
    else if (strcmp(rows, "paper") == 0)
        measure_paper();
    else if (strcmp(rows, "sync") == 0)
        measure_sync();
    else if (strcmp(rows, "life") == 0)
        measure_life();
    else
        check(0, "no such rows for so many processes");
    shmem_barrier_all();
    if (me == 0)
        printf("done\n");
    fflush(stdout);
    shmem_barrier_all();
    _exit(0);
}
