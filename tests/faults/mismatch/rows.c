/* Each row of the tables of collective calls: the last rank differs in each argument, and is in
 * another call. All ranks return the same sentence with both values, and are in step afterwards. */
#include <stdio.h>
#include <string.h>

#include <ashlar/al.h>
#include <ashlar/bundle.h>
#include <ashlar/coarray.h>
#include <ashlar/la.h>
#include <ashlar/sparse.h>

#include "harness/harness.h"
#include "mismatch.h"

/* ---- arguments ------------------------------------------------------------------------------- */

static const char *varied; /* the argument in which the last rank differs */
static int is_odd;         /* is this the last rank? */

static int differs(const char *name)
{
    return is_odd && varied && strcmp(name, varied) == 0;
}

/* Equal and unequal values of each kind. */
static ga_mutexes_t sets[2];
static ga_tasks_t pools[2];
static ga_grid_t grids[2];
static la_factor_t factors[2];
static al_segment_t *segments[2];
static al_mutexes_t *mutex_sets[2];
static bundle_t *bundles[2];
static co_array_t *coarrays[2];
static co_barrier_t *barriers[2];
static co_locks_t *lock_sets[2];
static ga_sparse_t matrices[2];
static double numbers[2] = {2, 3};
static const int64_t vectors[2][8] = {{1, 1}, {2, 2}};
static const int directions[2][8] = {{1, 1}, {-1, -1}};
static const int64_t cuts[2][8] = {{0}, {1}};
static const ga_spec_t specs[2] = {{.type = ASHLAR_DOUBLE, .ndim = 1, .dims = {4}},
                                   {.type = ASHLAR_DOUBLE, .ndim = 1, .dims = {5}}};
static const ga_grid_spec_t grid_specs[2] = {{.ndim = 2}, {.ndim = 2, .order = GA_LAST_FASTEST}};
static double room[16];

static int set_or_pool(const char *name)
{
    return strcmp(name, "tasks") == 0 ? pools[differs(name)] : sets[differs(name)];
}

#include "passed.inc"

#define COLLECTIVE(call, where, ...)                                                               \
    static int call_##call(void)                                                                   \
    {                                                                                              \
        return call(__VA_ARGS__);                                                                  \
    }
#include "api/al_collectives.def"
#include "api/ga_collectives.def"
#include "api/la_collectives.def"
#undef NUMBER
#define NUMBER(name) bundles[differs(#name)]
#include "api/bundle_collectives.def"
/* By their names. */
#define x_NUMBER       coarrays
#define barrier_NUMBER barriers
#define locks_NUMBER   lock_sets
#undef NUMBER
#define NUMBER(name) name##_NUMBER[differs(#name)]
#include "api/coarray_collectives.def"
#undef NUMBER
#define NUMBER(name) matrices[differs(#name)]
#include "api/sparse_collectives.def"

/* ---- rows ------------------------------------------------------------------------------------ */

/* The messages that the ranks must get: about the last one, and about the others. NULL: not
 * compared. */
typedef struct argument {
    const char *name, *odd, *usual;
} argument_t;

typedef struct row {
    const char *call;
    int (*run)(void);
    argument_t arguments[16];
} row_t;

#include "told.inc"

#undef COLLECTIVE
#define COLLECTIVE(call, where, ...) {#call, call_##call, {__VA_ARGS__}},
static const row_t al_rows[] = {
#include "api/al_collectives.def"
};
static const row_t ga_rows[] = {
#include "api/ga_collectives.def"
};
static const row_t la_rows[] = {
#include "api/la_collectives.def"
};
static const row_t bundle_rows[] = {
#include "api/bundle_collectives.def"
};
static const row_t coarray_rows[] = {
#include "api/coarray_collectives.def"
};
static const row_t sparse_rows[] = {
#include "api/sparse_collectives.def"
};

/* ---- checks ---------------------------------------------------------------------------------- */

static void check_row(const row_t *row, const row_t *other)
{
    const int last = test_size() - 1;
    char pattern[512];
    for (const argument_t *x = row->arguments; x->name; ++x) {
        if (!x->odd)
            continue;
        varied = x->name;
        test_check_status(__FILE__, __LINE__, ASHLAR_EMISMATCH, row->run(), row->call);
        snprintf(pattern, sizeof pattern, "%s: rank %d passes %s, rank 0 passes %s", row->call,
                 last, x->odd, x->usual);
        check_message(row->call, pattern);
    }
    varied = NULL;
    test_check_status(__FILE__, __LINE__, ASHLAR_EMISMATCH, is_odd ? other->run() : row->run(),
                      row->call);
    snprintf(pattern, sizeof pattern, "rank 0 is in %s, rank %d in %s", row->call, last,
             other->call);
    check_message(row->call, pattern);
}

static void check_rows(const row_t *rows, int n)
{
    is_odd = test_rank() == test_size() - 1;
    for (int k = 0; k < n; ++k) {
        check_row(&rows[k], &rows[(k + 1) % n]);
        CHECK_OK(al_barrier(al_group_world()));
    }
}

#define CHECK_ROWS(rows) check_rows(rows, sizeof(rows) / sizeof *(rows))

TEST_CASE(rows_of_al, TEST_AL)
{
    if (is_alone())
        return;
    for (int k = 0; k < 2; ++k)
        REQUIRE_OK(al_segment_create(al_group_world(), 64, &segments[k]));
    for (int k = 0; k < 2; ++k)
        REQUIRE_OK(al_mutexes_create(al_group_world(), 1, &mutex_sets[k]));
    CHECK_ROWS(al_rows);
    for (int k = 0; k < 2; ++k) {
        CHECK_OK(al_mutexes_free(mutex_sets[k]));
        CHECK_OK(al_segment_free(segments[k]));
    }
}

/* Handles of sets are each rank's own: those of the last rank count from further on. */
TEST_CASE(rows_of_ga, TEST_GA)
{
    const int me = test_rank();
    ga_group_t alone;
    ga_mutexes_t own = 0;
    if (is_alone())
        return;
    REQUIRE_OK(ga_group_create(1, &me, &alone));
    if (me == test_size() - 1)
        REQUIRE_OK(ga_mutexes_create(alone, 1, &own));
    make_arrays();
    for (int k = 0; k < 2; ++k) {
        CHECK_OK(ga_mutexes_create(GA_GROUP_WORLD, 1, &sets[k]));
        CHECK_OK(ga_tasks_create(GA_GROUP_WORLD, 3, NULL, GA_TASKS_AS_GIVEN, 0, 1, &pools[k]));
        CHECK_OK(ga_grid_create(&grid_specs[k], &grids[k]));
    }
    CHECK_ROWS(ga_rows);
    for (int k = 0; k < 2; ++k) {
        CHECK_OK(ga_grid_destroy(grids[k]));
        CHECK_OK(ga_tasks_destroy(pools[k]));
        CHECK_OK(ga_mutexes_destroy(sets[k]));
    }
    if (own)
        CHECK_OK(ga_mutexes_destroy(own));
    destroy_arrays();
    CHECK_OK(ga_group_destroy(alone));
}

TEST_CASE(rows_of_la, TEST_GA)
{
    if (is_alone())
        return;
    make_arrays();
    for (int k = 0; k < 2; ++k) {
        CHECK_OK(ga_fill(arrays[k], &numbers[k]));
        CHECK_OK(la_factor_lu(arrays[k], &factors[k]));
    }
    CHECK_ROWS(la_rows);
    for (int k = 0; k < 2; ++k)
        CHECK_OK(la_factor_free(factors[k]));
    destroy_arrays();
}

/* Bundles of a smaller group have numbers of their own. */
TEST_CASE(rows_of_bundle, TEST_GA)
{
    const int me = test_rank();
    ga_group_t alone;
    bundle_t *own = NULL;
    if (is_alone())
        return;
    REQUIRE_OK(ga_group_create(1, &me, &alone));
    if (me == test_size() - 1)
        REQUIRE_OK(bundle_create(alone, &own));
    make_arrays();
    for (int k = 0; k < 2; ++k)
        REQUIRE_OK(bundle_create(0, &bundles[k]));
    CHECK_ROWS(bundle_rows);
    for (int k = 0; k < 2; ++k)
        CHECK_OK(bundle_exchange(bundles[k])); /* in step */
    expect("bundle_exchange", bundle_exchange(is_odd ? NULL : bundles[0]),
           "bundle_exchange: rank %d passes bundle that are none, rank 0 passes bundle number * of "
           "the group",
           test_size() - 1);
    for (int k = 0; k < 2; ++k)
        CHECK_OK(bundle_free(bundles[k]));
    if (own)
        CHECK_OK(bundle_free(own));
    destroy_arrays();
    CHECK_OK(ga_group_destroy(alone));
}

/* Nothing in use is freed: nobody uses these. */
TEST_CASE(rows_of_coarray, TEST_GA)
{
    const co_spec_t spec = {.type = ASHLAR_INT, .ndim = 1, .extents = {3}};
    if (is_alone())
        return;
    make_arrays();
    for (int k = 0; k < 2; ++k) {
        REQUIRE_OK(co_create(&spec, &coarrays[k]));
        REQUIRE_OK(co_barrier_create(0, &barriers[k]));
        REQUIRE_OK(co_locks_create(0, 1, &lock_sets[k]));
    }
    CHECK_ROWS(coarray_rows);
    for (int k = 0; k < 2; ++k) {
        CHECK_OK(co_barrier_notify(barriers[k])); /* in step */
        CHECK_OK(co_barrier_wait(barriers[k]));
    }
    expect("co_free", co_free(is_odd ? NULL : coarrays[0]),
           "co_free: rank %d passes x that are none, rank 0 passes x number * of the group",
           test_size() - 1);
    for (int k = 0; k < 2; ++k) {
        CHECK_OK(co_free(coarrays[k]));
        CHECK_OK(co_barrier_free(barriers[k]));
        CHECK_OK(co_locks_free(lock_sets[k]));
    }
    destroy_arrays();
}

TEST_CASE(rows_of_sparse, TEST_GA)
{
    if (is_alone())
        return;
    make_arrays();
    for (int k = 0; k < 2; ++k) {
        CHECK_OK(ga_fill(arrays[k], &numbers[k]));
        REQUIRE_OK(ga_sparse_from_dense(arrays[k], NULL, &matrices[k]));
    }
    CHECK_ROWS(sparse_rows);
    for (int k = 0; k < 2; ++k)
        CHECK_OK(ga_sparse_destroy(matrices[k]));
    destroy_arrays();
}
