/* ga: arrays of every kind, operations on whole arrays, mutexes, tasks. */
#include <stdio.h>
#include <string.h>

#include "ga_steps.h"
#include "harness/harness.h"

struct ga_subject subject;

static int start(void)
{
    subject.buffer = subject.buffer ? subject.buffer : test_alloc(N * N * sizeof *subject.buffer);
    return ga_initialize(MPI_COMM_WORLD);
}

static int make_group(void)
{
    int ranks[64], n = ga_size();

    for (int r = 0; r < n; ++r)
        ranks[r] = n - 1 - r;
    return ga_group_create(n, ranks, &subject.group);
}

static int split_group(void)
{
    return ga_group_split(subject.group, 0, ga_rank(), &subject.half);
}

static int make_regular(void)
{
    return ga_create(ASHLAR_DOUBLE, N, N, "regular", 0, 0, &subject.a);
}

static int make_irregular(void)
{
    const int64_t rows[2] = {0, 7}, cols[1] = {0};

    return ga_create_irreg(ASHLAR_DOUBLE, N, N, "irregular", rows, ga_size() > 1 ? 2 : 1, cols, 1,
                           &subject.irregular);
}

static int make_like(void)
{
    return ga_create_like(subject.irregular, ASHLAR_DOUBLE, "like", &subject.like);
}

static int make_other(void)
{
    const int64_t dims[3] = {20, 30, 4};

    return ga_create_nd(ASHLAR_LLONG, 3, dims, "other", NULL, subject.group, &subject.other);
}

static int make_records(void)
{
    if (!subject.record)
        TRY(ga_type_create(24, &subject.record));
    return ga_create(subject.record, 5, 5, "records", 0, 0, &subject.records);
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
    return ga_create_spec(&spec, &subject.tiles);
}

/* With tables of its own, and no other memory. */
static int make_overlay(void)
{
    ga_spec_t spec;

    TRY(ga_inquire_spec(subject.tiles, &spec));
    spec.overlay = subject.tiles;
    return ga_create_spec(&spec, &subject.overlay);
}

static int make_b(void)
{
    return ga_create_like(subject.a, ASHLAR_DOUBLE, "b", &subject.b);
}

static int fill(void)
{
    const double one = 1;

    TRY(ga_fill(subject.a, &one));
    TRY(ga_zero(subject.b));
    return ASHLAR_OK;
}

static int fill_others(void)
{
    const double three = 3;

    TRY(ga_fill(subject.irregular, &three));
    TRY(ga_zero(subject.like));
    TRY(ga_zero(subject.other));
    return ASHLAR_OK;
}

/* Whether every element of an array is this. */
static int check_array(ga_t g, double value)
{
    memset(subject.buffer, 0, N * N * sizeof *subject.buffer);
    TRY(ga_get(g, 0, N - 1, 0, N - 1, subject.buffer, N));
    check_all(N * N, value);
    return ASHLAR_OK;
}

/* The operands are cut differently from the result. */
static int add(void)
{
    const double two = 2, minus = -1;

    return ga_add(&two, subject.irregular, &minus, subject.a, subject.b);
}

static int add_values(void)
{
    return check_array(subject.b, 5);
}

static int dot(void)
{
    double sum = 0;

    TRY(ga_dot(subject.a, subject.irregular, &sum));
    CHECK(sum == 3.0 * N * N);
    return ASHLAR_OK;
}

static int copy(void)
{
    return ga_copy(subject.a, subject.like);
}

static int copy_values(void)
{
    return check_array(subject.like, 1);
}

/* Between distributions, and in steps within an array. */
static int copy_patch(void)
{
    const int64_t lo[2] = {0, 0}, hi[2] = {N - 1, N - 1}, next[2] = {100, 100},
                  less[2] = {N - 101, N - 101};

    TRY(ga_copy(subject.irregular, subject.b));
    TRY(ga_copy_patch(subject.b, lo, less, subject.b, next, hi));
    return ga_copy_patch(subject.irregular, lo, hi, subject.b, lo, hi);
}

static int copy_patch_values(void)
{
    return check_array(subject.b, 3);
}

static int transpose(void)
{
    return ga_transpose(subject.irregular, subject.b);
}

static int transpose_values(void)
{
    return check_array(subject.b, 3);
}

static int transpose_patch(void)
{
    const int64_t lo[2] = {1, 0}, hi[2] = {N - 1, N - 1}, to[2] = {0, 0}, end[2] = {N - 1, N - 2};

    return ga_transpose_patch(subject.irregular, lo, hi, subject.b, to, end);
}

static int symmetrize(void)
{
    return ga_symmetrize(subject.irregular);
}

static int symmetrize_values(void)
{
    return check_array(subject.irregular, 3);
}

static int print(void)
{
    FILE *null = fopen("/dev/null", "w");
    int status = ga_print(subject.a, null);

    if (status == ASHLAR_OK)
        status = ga_print(subject.other, null);
    fclose(null);
    return status;
}

static int list_arrays(void)
{
    FILE *null = fopen("/dev/null", "w");
    int status = ga_summarize(1, null);
    if (status == ASHLAR_OK)
        status = ga_report(null);

    fclose(null);
    return status;
}

static int reduce(void)
{
    int64_t sum = 1;

    TRY(ga_allreduce(subject.half, ASHLAR_LLONG, ASHLAR_SUM, &sum, 1));
    CHECK_INT(ga_size(), sum);
    return ga_broadcast(subject.group, &sum, sizeof sum, 0);
}

static int make_mutexes(void)
{
    return ga_mutexes_create(subject.group, 4, &subject.mutexes);
}

static int lock(void)
{
    int status = ga_lock(subject.mutexes, 2);

    return status == ASHLAR_ESTATE ? ASHLAR_OK : status; /* taken before the failure */
}

static int unlock(void)
{
    return ga_unlock(subject.mutexes, 2);
}

static int free_mutexes(void)
{
    return ga_mutexes_destroy(subject.mutexes);
}

static int make_tasks(void)
{
    const double cost[5] = {1, 2, 3, 4, 5};

    return ga_tasks_create(subject.group, 5, cost, GA_TASKS_LARGE_FIRST, 0, 0, &subject.tasks);
}

static int take_task(void)
{
    ga_tasks_chunk_t chunk;

    TRY(ga_tasks_next(subject.tasks, &chunk));
    CHECK(chunk.count == 0 || ga_tasks_at(&chunk, 0) == 4 - chunk.first);
    return ASHLAR_OK;
}

static int next_round(void)
{
    return ga_tasks_reset(subject.tasks);
}

static int free_tasks(void)
{
    return ga_tasks_destroy(subject.tasks);
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
    TRY(check_array(subject.a, 1));
    TRY(check_array(subject.irregular, 3));
    return ASHLAR_OK;
}

/* Destroys what is still there. */
static int destroy(void)
{
    ga_t *const all[] = {&subject.a,     &subject.b,       &subject.irregular, &subject.like,
                         &subject.other, &subject.records, &subject.tiles,     &subject.overlay};

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
    return ga_group_destroy(subject.half);
}

static int destroy_group(void)
{
    return ga_group_destroy(subject.group);
}

static int stop(void)
{
    subject.record = 0;
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
    {"make_overlay", make_overlay, true},
    {"make_ghosts", make_ghosts, true},
    {"make_mirror", make_mirror, true},
    {"fill", fill, true},
    {"fill_others", fill_others, true},
    {"patches", patches, false},
    {"sync_all", sync_all, true},
    {"tiles", tiles, false},
    {"periodic", periodic, false},
    {"fields", fields, false},
    {"sync_all", sync_all, true},
    {"fill_ghosts", fill_ghosts, true},
    {"update_ghosts", update_ghosts, true},
    {"ghost_values", ghost_values, false},
    {"merge_mirror", merge_mirror, true},
    {"mirror_values", mirror_values, false},
    {"copy_mirror", copy_mirror, true},
    {"mirror_values", mirror_values, false},
    {"close_apart", close_apart, true},
    {"closed_values", closed_values, false},
    {"open_apart", open_apart, true},
    {"lists", lists, false},
    {"count", count, false},
    {"add", add, true},
    {"add_values", add_values, false},
    {"dot", dot, true},
    {"copy", copy, true},
    {"copy_values", copy_values, false},
    {"copy_patch", copy_patch, true},
    {"copy_patch_values", copy_patch_values, false},
    {"transpose", transpose, true},
    {"transpose_values", transpose_values, false},
    {"transpose_patch", transpose_patch, true},
    {"transpose_values", transpose_values, false},
    {"symmetrize", symmetrize, true},
    {"symmetrize_values", symmetrize_values, false},
    {"print", print, true},
    {"list_arrays", list_arrays, true},
    {"make_vectors", make_vectors, true},
    {"fill_vectors", fill_vectors, true},
    {"scan", scan, true},
    {"scan_values", scan_values, false},
    {"pack", pack, true},
    {"pack_values", pack_values, false},
    {"unpack", unpack, true},
    {"unpack_values", unpack_values, false},
    {"norms", norms, true},
    {"select_first", select_first, true},
    {"lines", lines, true},
    {"lines_values", lines_values, false},
    {"multiply", multiply, true},
    {"multiply_values", multiply_values, false},
    {"print_parts", print_parts, true},
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
    {"destroy_mirror", destroy_mirror, true},
    {"destroy_vectors", destroy_vectors, true},
    {"destroy_half", destroy_half, true},
    {"destroy_group", destroy_group, true},
    {"stop", stop, true},
};

const steps_t ga_steps = {steps, sizeof steps / sizeof steps[0]};
