/* ga: arrays of every kind, transfers, lists, operations on whole arrays. */
#include <stdio.h>
#include <string.h>

#include <ashlar/al.h>
#include <ashlar/ga.h>

#include "harness/harness.h"
#include "steps.h"

/* Blocks of more elements than one piece of an operand that is cut differently (32768). */
enum { N = 300, LIST = 5000, PATCH = 200 };

static struct {
    ga_group_t group, half;
    ga_type record;
    ga_t a, b, irregular, like, other, records, tiles;
    ga_mutexes_t mutexes;
    ga_tasks_t tasks;
    double *buffer; /* [N*N] */
} s;

static int start(void)
{
    s.buffer = s.buffer ? s.buffer : test_alloc(N * N * sizeof *s.buffer);
    return ga_initialize(MPI_COMM_WORLD);
}

static int make_group(void)
{
    int ranks[64], n = ga_size();

    for (int r = 0; r < n; ++r)
        ranks[r] = n - 1 - r;
    return ga_group_create(n, ranks, &s.group);
}

static int split_group(void)
{
    return ga_group_split(s.group, 0, ga_rank(), &s.half);
}

static int make_regular(void)
{
    return ga_create(ASHLAR_DOUBLE, N, N, "regular", 0, 0, &s.a);
}

static int make_irregular(void)
{
    const int64_t rows[2] = {0, 7}, cols[1] = {0};

    return ga_create_irreg(ASHLAR_DOUBLE, N, N, "irregular", rows, ga_size() > 1 ? 2 : 1, cols, 1,
                           &s.irregular);
}

static int make_like(void)
{
    return ga_create_like(s.irregular, ASHLAR_DOUBLE, "like", &s.like);
}

static int make_other(void)
{
    const int64_t dims[3] = {20, 30, 4};

    return ga_create_nd(ASHLAR_LLONG, 3, dims, "other", NULL, s.group, &s.other);
}

static int make_records(void)
{
    if (!s.record)
        TRY(ga_type_create(24, &s.record));
    return ga_create(s.record, 5, 5, "records", 0, 0, &s.records);
}

/* With tables of cuts and of ranks. */
static int make_tiles(void)
{
    static const int64_t cuts[] = {0, 20, 90, 91, 200, 270};
    int reversed[64];

    for (int k = 0; k < ga_size(); ++k)
        reversed[k] = ga_size() - 1 - k;
    const ga_spec_t spec = {.type = ASHLAR_DOUBLE,
                            .ndim = 2,
                            .dims = {N, N},
                            .name = "tiles",
                            .kind = GA_TILED_IRREGULAR,
                            .blocks = {6, 6},
                            .cuts = {cuts, cuts},
                            .rank_count = ga_size(),
                            .ranks = reversed};
    return ga_create_spec(&spec, &s.tiles);
}

static int make_b(void)
{
    return ga_create_like(s.a, ASHLAR_DOUBLE, "b", &s.b);
}

static int fill(void)
{
    const double one = 1;

    TRY(ga_fill(s.a, &one));
    TRY(ga_zero(s.b));
    return ASHLAR_OK;
}

static int fill_others(void)
{
    const double three = 3;

    TRY(ga_fill(s.irregular, &three));
    TRY(ga_zero(s.like));
    TRY(ga_zero(s.other));
    return ASHLAR_OK;
}

/* Whether n numbers of the buffer are all this. */
static void check_all(int64_t n, double value)
{
    int64_t wrong = 0;

    for (int64_t k = 0; k < n; ++k)
        wrong += s.buffer[k] != value;
    CHECK_INT(0, wrong);
}

/* Whether every element of an array is this. */
static int check_array(ga_t g, double value)
{
    memset(s.buffer, 0, N * N * sizeof *s.buffer);
    TRY(ga_get(g, 0, N - 1, 0, N - 1, s.buffer, N));
    check_all(N * N, value);
    return ASHLAR_OK;
}

/* Columns of this rank's own, on all owners of rows. */
static int patches(void)
{
    const int64_t width = N / ga_size(), jlo = ga_rank() * width, jhi = jlo + width - 1;
    const double two = 2;
    ga_handle_t handle = 0;

    for (int64_t k = 0; k < N * width; ++k)
        s.buffer[k] = 5;
    TRY(ga_put(s.b, 0, N - 1, jlo, jhi, s.buffer, N));
    TRY(ga_acc(s.b, 0, N - 1, jlo, jhi, s.buffer, N, &two));
    memset(s.buffer, 0, (size_t)(N * width) * sizeof *s.buffer);
    int status = ga_get_nb(s.b, 0, N - 1, jlo, jhi, s.buffer, N, &handle);
    TRY(ga_wait(&handle));
    TRY(status);
    check_all(N * width, 15);
    return ASHLAR_OK;
}

static int periodic(void)
{
    const int64_t lo[2] = {N - 5, ga_rank() * 3}, hi[2] = {N + 4, ga_rank() * 3 + 2}, ld[1] = {10};

    for (int k = 0; k < 30; ++k)
        s.buffer[k] = 7;
    TRY(ga_put_periodic_nd(s.b, lo, hi, s.buffer, ld));
    memset(s.buffer, 0, 30 * sizeof *s.buffer);
    TRY(ga_get_periodic_nd(s.b, lo, hi, s.buffer, ld));
    check_all(30, 7);
    return ASHLAR_OK;
}

/* Many blocks of both ranks under way at once. */
static int tiles(void)
{
    const int64_t width = N / ga_size(), jlo = ga_rank() * width, jhi = jlo + width - 1;
    const double two = 2;

    for (int64_t k = 0; k < N * width; ++k)
        s.buffer[k] = 5;
    TRY(ga_put(s.tiles, 0, N - 1, jlo, jhi, s.buffer, N));
    TRY(ga_acc(s.tiles, 0, N - 1, jlo, jhi, s.buffer, N, &two));
    memset(s.buffer, 0, (size_t)(N * width) * sizeof *s.buffer);
    TRY(ga_get(s.tiles, 0, N - 1, jlo, jhi, s.buffer, N));
    check_all(N * width, 15);
    return ASHLAR_OK;
}

static int lists(void)
{
    const int n =
        strcmp(al_engine_name(), "rma") == 0 ? 20 : LIST; /* there each is a call of MPI */
    static int64_t i[LIST], j[LIST];
    const double two = 2;

    for (int k = 0; k < n; ++k) {
        i[k] = k % N;
        j[k] = (k / N * ga_size() + ga_rank()) % N;
        s.buffer[k] = 4;
    }
    TRY(ga_scatter(s.b, n, i, j, s.buffer));
    TRY(ga_scatter_acc(s.b, n, i, j, s.buffer, &two));
    memset(s.buffer, 0, (size_t)n * sizeof *s.buffer);
    TRY(ga_gather(s.b, n, i, j, s.buffer));
    check_all(n, 12);
    return ASHLAR_OK;
}

static int count(void)
{
    const int64_t index[3] = {19, 29, 3};
    int64_t old = -1;

    TRY(ga_read_inc_nd(s.other, index, 1, &old));
    CHECK(old >= 0);
    return ASHLAR_OK;
}

/* The operands are cut differently from the result. */
static int add(void)
{
    const double two = 2, minus = -1;

    return ga_add(&two, s.irregular, &minus, s.a, s.b);
}

static int add_values(void)
{
    return check_array(s.b, 5);
}

static int dot(void)
{
    double sum = 0;

    TRY(ga_dot(s.a, s.irregular, &sum));
    CHECK(sum == 3.0 * N * N);
    return ASHLAR_OK;
}

static int copy(void)
{
    return ga_copy(s.a, s.like);
}

static int copy_values(void)
{
    return check_array(s.like, 1);
}

static int transpose(void)
{
    return ga_transpose(s.irregular, s.b);
}

static int transpose_values(void)
{
    return check_array(s.b, 3);
}

static int symmetrize(void)
{
    return ga_symmetrize(s.irregular);
}

static int symmetrize_values(void)
{
    return check_array(s.irregular, 3);
}

static int print(void)
{
    FILE *null = fopen("/dev/null", "w");
    int status = ga_print(s.a, null);

    if (status == ASHLAR_OK)
        status = ga_print(s.other, null);
    fclose(null);
    return status;
}

static int reduce(void)
{
    int64_t sum = 1;

    TRY(ga_allreduce(s.half, ASHLAR_LLONG, ASHLAR_SUM, &sum, 1));
    CHECK_INT(ga_size(), sum);
    return ga_broadcast(s.group, &sum, sizeof sum, 0);
}

static int make_mutexes(void)
{
    return ga_mutexes_create(s.group, 4, &s.mutexes);
}

static int lock(void)
{
    int status = ga_lock(s.mutexes, 2);

    return status == ASHLAR_ESTATE ? ASHLAR_OK : status; /* taken before the failure */
}

static int unlock(void)
{
    return ga_unlock(s.mutexes, 2);
}

static int free_mutexes(void)
{
    return ga_mutexes_destroy(s.mutexes);
}

static int make_tasks(void)
{
    const double cost[5] = {1, 2, 3, 4, 5};

    return ga_tasks_create(s.group, 5, cost, GA_TASKS_LARGE_FIRST, 0, 0, &s.tasks);
}

static int take_task(void)
{
    ga_tasks_chunk_t chunk;

    TRY(ga_tasks_next(s.tasks, &chunk));
    CHECK(chunk.count == 0 || ga_tasks_at(&chunk, 0) == 4 - chunk.first);
    return ASHLAR_OK;
}

static int next_round(void)
{
    return ga_tasks_reset(s.tasks);
}

static int free_tasks(void)
{
    return ga_tasks_destroy(s.tasks);
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
    TRY(check_array(s.a, 1));
    TRY(check_array(s.irregular, 3));
    return ASHLAR_OK;
}

/* Destroys what is still there. */
static int destroy(void)
{
    ga_t *const all[] = {&s.a, &s.b, &s.irregular, &s.like, &s.other, &s.records, &s.tiles};

    for (size_t k = 0; k < sizeof all / sizeof all[0]; ++k) {
        if (*all[k]) {
            TRY(ga_destroy(*all[k]));
            *all[k] = 0;
        }
    }
    return ASHLAR_OK;
}

static int destroy_half(void)
{
    return ga_group_destroy(s.half);
}

static int destroy_group(void)
{
    return ga_group_destroy(s.group);
}

static int stop(void)
{
    s.record = 0;
    return ga_terminate();
}

static const step_t steps[] = {
    {"start", start, true},
    {"make_group", make_group, true},
    {"split_group", split_group, true},
    {"make_regular", make_regular, true},
    {"make_b", make_b, true},
    {"make_irregular", make_irregular, true},
    {"make_like", make_like, true},
    {"make_other", make_other, true},
    {"make_records", make_records, true},
    {"make_tiles", make_tiles, true},
    {"make_ghosts", make_ghosts, true},
    {"fill", fill, true},
    {"fill_others", fill_others, true},
    {"patches", patches, false},
    {"sync_all", sync_all, true},
    {"tiles", tiles, false},
    {"periodic", periodic, false},
    {"sync_all", sync_all, true},
    {"fill_ghosts", fill_ghosts, true},
    {"update_ghosts", update_ghosts, true},
    {"ghost_values", ghost_values, false},
    {"lists", lists, false},
    {"count", count, false},
    {"add", add, true},
    {"add_values", add_values, false},
    {"dot", dot, true},
    {"copy", copy, true},
    {"copy_values", copy_values, false},
    {"transpose", transpose, true},
    {"transpose_values", transpose_values, false},
    {"symmetrize", symmetrize, true},
    {"symmetrize_values", symmetrize_values, false},
    {"print", print, true},
    {"reduce", reduce, true},
    {"make_mutexes", make_mutexes, true},
    {"lock", lock, false},
    {"unlock", unlock, false},
    {"free_mutexes", free_mutexes, true},
    {"make_tasks", make_tasks, true},
    {"take_task", take_task, false},
    {"next_round", next_round, true},
    {"take_task", take_task, false},
    {"free_tasks", free_tasks, true},
    {"statistics", statistics, true},
    {"untouched", untouched, false},
    {"destroy", destroy, true},
    {"destroy_ghosts", destroy_ghosts, true},
    {"destroy_half", destroy_half, true},
    {"destroy_group", destroy_group, true},
    {"stop", stop, true},
};

const steps_t ga_steps = {steps, sizeof steps / sizeof steps[0]};
