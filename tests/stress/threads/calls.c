/* Several threads of each rank call the library at once. On a single node they call no MPI, and any
 * thread level will do; between nodes MPI must take calls from all. All values are exact. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ashlar/al.h>
#include <ashlar/al_memory.h>
#include <ashlar/ga.h>

#include "harness/harness.h"

enum { THREADS = 4, N = 24, ROUNDS = 60, TICKETS = 400 };

static struct {
    ga_t own, sum, fixed, counter;
    int tickets;
    int *drawn;
    ga_tasks_t tasks;
    int *done; /* [tickets] how often each task came */
} arrays;

/* The error of one thread. */
typedef struct work {
    pthread_t thread;
    int number; /* among the threads of all ranks */
    int column; /* of the array `own`, in the block of another rank; this thread's alone */
    int64_t failed, wrong;
} work_t;

static void put_get(work_t *w, int round)
{
    double out[N], in[N];

    for (int k = 0; k < N; ++k)
        out[k] = 1000.0 * round + k + w->number;
    w->failed += ga_put(arrays.own, 0, N - 1, w->column, w->column, out, N) != ASHLAR_OK;
    w->failed += ga_get(arrays.own, 0, N - 1, w->column, w->column, in, N) != ASHLAR_OK;
    for (int k = 0; k < N; ++k)
        w->wrong += in[k] != out[k];
}

/* Each thread waits for handles of its own, in its own way, while others start and fence theirs. */
static void overlap(work_t *w, int round)
{
    double out[2][N], in[2][N];
    ga_handle_t handles[2] = {0};
    int first, done = 0;

    for (int k = 0; k < N; ++k) {
        out[0][k] = 3000.0 * round + k - w->number;
        out[1][k] = 1 - out[0][k];
    }
    for (int h = 0; h < 2; ++h) {
        const int64_t lo = h * N / 2, hi = lo + N / 2 - 1;
        w->failed += ga_put_nb(arrays.own, lo, hi, w->column, w->column, out[h], N, &handles[h]) !=
                     ASHLAR_OK;
    }
    for (int h = 0; h < 2; ++h)
        w->failed += ga_wait(&handles[h]) != ASHLAR_OK;
    if (round % 8 == w->number % 8)
        w->failed += ga_fence() != ASHLAR_OK;
    for (int h = 0; h < 2; ++h) {
        const int64_t lo = h * N / 2, hi = lo + N / 2 - 1;
        w->failed +=
            ga_get_nb(arrays.own, lo, hi, w->column, w->column, in[h], N, &handles[h]) != ASHLAR_OK;
    }
    switch ((round + w->number) % 4) {
    case 0:
        w->failed += ga_wait_any(2, handles, &first) != ASHLAR_OK;
        break;
    case 1:
        while (!done)
            w->failed += ga_test(&handles[0], &done) != ASHLAR_OK;
        break;
    case 2:
        w->failed += ga_wait_all() != ASHLAR_OK;
        break;
    default:
        w->failed += ga_fence_array(arrays.own) != ASHLAR_OK;
    }
    for (int h = 0; h < 2; ++h)
        w->failed += ga_wait(&handles[h]) != ASHLAR_OK;
    for (int k = 0; k < N / 2; ++k)
        w->wrong += in[0][k] != out[0][k] || in[1][k] != out[1][k];
}

static void add_patches(work_t *w)
{
    const double two = 2, one = 1;
    double *values = malloc(N * N * sizeof *values);
    int64_t i[N], j[N];

    for (int k = 0; k < N * N; ++k)
        values[k] = 1;
    for (int k = 0; k < N; ++k) {
        i[k] = k;
        j[k] = k % 3; /* columns 0 to 2 */
    }
    w->failed += ga_acc(arrays.sum, 0, N - 1, 0, N - 1, values, N, &two) != ASHLAR_OK;
    w->failed += ga_scatter_acc(arrays.sum, N, i, j, values, &one) != ASHLAR_OK;
    free(values);
}

static void gather(work_t *w)
{
    int64_t i[N], j[N];
    double values[N];

    for (int k = 0; k < N; ++k) {
        i[k] = (k * 5 + w->number) % N;
        j[k] = (k * 7) % N;
    }
    w->failed += ga_gather(arrays.fixed, N, i, j, values) != ASHLAR_OK;
    for (int k = 0; k < N; ++k)
        w->wrong += values[k] != (double)(i[k] + N * j[k]);
}

static void draw(work_t *w)
{
    int64_t ticket;

    for (int k = 0; k < TICKETS / ROUNDS; ++k) {
        w->failed += ga_read_inc(arrays.counter, 0, 0, 1, &ticket) != ASHLAR_OK;
        if (ticket < 0 || ticket >= arrays.tickets)
            ++w->wrong;
        else
            __atomic_fetch_add(&arrays.drawn[ticket], 1, __ATOMIC_RELAXED);
    }
}

/* There are as many tasks as tickets: the last rounds find none left. */
static void take(work_t *w)
{
    ga_tasks_chunk_t chunk = {0};

    w->failed += ga_tasks_next(arrays.tasks, &chunk) != ASHLAR_OK;
    w->wrong += chunk.first < 0 || chunk.count < 0 || chunk.first + chunk.count > arrays.tickets;
    for (int64_t k = 0; k < chunk.count; ++k)
        __atomic_fetch_add(&arrays.done[ga_tasks_at(&chunk, k)], 1, __ATOMIC_RELAXED);
}

/* Short calls; on a node so many that threads meet in what they count: accesses that are open, and
 * gets. */
static int openings(void)
{
    return al_node_count() == 1 ? 2000 : 20;
}

static void open_block(work_t *w)
{
    void *ptr;
    double value;
    int64_t ld;

    for (int k = 0; k < openings(); ++k) {
        w->failed += ga_access_block(arrays.own, ga_rank(), NULL, NULL, &ptr, &ld) != ASHLAR_OK;
        w->failed += ga_get(arrays.fixed, 1, 1, 2, 2, &value, 1) != ASHLAR_OK;
        w->wrong += value != 1 + 2 * N;
        w->failed += ga_release(arrays.own) != ASHLAR_OK;
    }
}

/* Memory that no other thread has, of no other rank either. */
static void allocate(work_t *w, int round)
{
    enum { PARTS = 6 };
    const int mark = 1 + (w->number + round) % 100;
    char *parts[PARTS] = {NULL};

    for (int k = 0; k < PARTS; ++k) {
        void *memory = NULL;
        size_t bytes = 1000 * (size_t)k + 1, offset = 1;
        w->failed += al_alloc(bytes, &memory) != ASHLAR_OK;
        w->failed += al_locate(ga_rank(), memory, &offset) != ASHLAR_OK;
        w->wrong += offset % 64 != 0;
        parts[k] = memory;
        memset(memory, mark, bytes);
    }
    for (int k = 0; k < PARTS; ++k) {
        for (int b = 0; b < 1000 * k + 1; ++b)
            w->wrong += parts[k][b] != mark;
        w->failed += al_free(parts[k]) != ASHLAR_OK;
    }
}

/* An error is reported to the thread that made it. */
static void err(work_t *w)
{
    double value = 0;
    char expected[32];

    snprintf(expected, sizeof expected, "%d..%d", 1000 + w->number, 1000 + w->number);
    w->wrong +=
        ga_put(arrays.own, 1000 + w->number, 1000 + w->number, 0, 0, &value, 1) != ASHLAR_ERANGE;
    w->wrong += strstr(ashlar_error_message(), expected) == NULL;
}

static void *work(void *argument)
{
    work_t *w = argument;

    for (int round = 0; round < ROUNDS; ++round) {
        put_get(w, round);
        overlap(w, round);
        add_patches(w);
        gather(w);
        draw(w);
        take(w);
        open_block(w);
        allocate(w, round);
        err(w);
    }
    return NULL;
}

static void create_arrays(void)
{
    const int threads = THREADS * ga_size();
    double fixed[N * N];

    arrays.tickets = threads * (TICKETS / ROUNDS) * ROUNDS;
    arrays.drawn = calloc((size_t)arrays.tickets, sizeof *arrays.drawn);
    arrays.done = calloc((size_t)arrays.tickets, sizeof *arrays.done);
    for (int k = 0; k < N * N; ++k)
        fixed[k] = k;
    CHECK_OK(ga_create(ASHLAR_DOUBLE, N, threads, "own", 0, 0, &arrays.own));
    CHECK_OK(ga_create(ASHLAR_DOUBLE, N, N, "sum", 0, 0, &arrays.sum));
    CHECK_OK(ga_create(ASHLAR_DOUBLE, N, N, "fixed", 0, 0, &arrays.fixed));
    CHECK_OK(ga_create(ASHLAR_LLONG, 1, ga_size(), "counter", 0, 0, &arrays.counter));
    CHECK_OK(ga_zero(arrays.sum));
    CHECK_OK(ga_zero(arrays.counter));
    CHECK_OK(ga_tasks_create(GA_GROUP_WORLD, arrays.tickets, NULL, GA_TASKS_STRATIFIED, 1, 0,
                             &arrays.tasks));
    if (ga_rank() == 0)
        CHECK_OK(ga_put(arrays.fixed, 0, N - 1, 0, N - 1, fixed, N));
    CHECK_OK(ga_sync());
}

static void check_arrays(void)
{
    const double each = ROUNDS * THREADS * ga_size();
    double sum[N * N];
    int64_t wrong = 0;

    CHECK_OK(ga_sync());
    CHECK_OK(ga_get(arrays.sum, 0, N - 1, 0, N - 1, sum, N));
    for (int j = 0; j < N; ++j)
        for (int i = 0; i < N; ++i)
            wrong += sum[i + j * N] != each * (i % 3 == j ? 3 : 2);
    CHECK_INT(0, wrong);
    CHECK_OK(ga_sync()); /* nobody answers inside MPI_Allreduce */
    MPI_Allreduce(MPI_IN_PLACE, arrays.drawn, arrays.tickets, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Allreduce(MPI_IN_PLACE, arrays.done, arrays.tickets, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    for (int k = 0; k < arrays.tickets; ++k)
        wrong += arrays.drawn[k] != 1 || arrays.done[k] != 1;
    CHECK_INT(0, wrong);
    CHECK_OK(ga_sync());
}

TEST_CASE(threads_of_ranks, TEST_GA)
{
    work_t w[THREADS] = {0};
    ga_stats_t stats;

    create_arrays();
    CHECK_OK(ga_stats_enable(1));
    for (int k = 0; k < THREADS; ++k) {
        w[k].number = ga_rank() * THREADS + k;
        w[k].column = (w[k].number + ga_size() / 2 * THREADS) % (ga_size() * THREADS);
        CHECK_INT(0, pthread_create(&w[k].thread, NULL, work, &w[k]));
    }
    for (int k = 0; k < THREADS; ++k) {
        pthread_join(w[k].thread, NULL);
        CHECK_INT(0, w[k].failed);
        CHECK_INT(0, w[k].wrong);
    }
    CHECK_OK(ga_stats(GA_STATS_ACC, &stats));
    CHECK_INT(THREADS * ROUNDS, stats.calls);
    CHECK_OK(ga_stats(GA_STATS_GET, &stats));
    CHECK_INT(THREADS * ROUNDS * (1 + 2 + openings()), stats.calls);
    CHECK_INT(THREADS * ROUNDS * (2 * N + openings()) * 8,
              stats.bytes_own + stats.bytes_node + stats.bytes_remote);
    CHECK_STATUS(ASHLAR_ESTATE, ga_release(arrays.own));
    CHECK_OK(ga_stats_enable(0));
    check_arrays();
    CHECK_OK(ga_destroy(arrays.own));
    CHECK_OK(ga_destroy(arrays.sum));
    CHECK_OK(ga_destroy(arrays.fixed));
    CHECK_OK(ga_destroy(arrays.counter));
    CHECK_OK(ga_tasks_destroy(arrays.tasks));
    free(arrays.drawn);
    free(arrays.done);
}
