/* Each row of the tables of collective calls: the last rank differs in each argument, and is in
 * another call. All ranks return the same sentence with both values, and are in step afterwards. */
#include <stdio.h>
#include <string.h>

#include <ashlar/al.h>
#include <ashlar/bundle.h>
#include <ashlar/coarray.h>
#include <ashlar/la.h>

#include "harness/harness.h"

/* ---- arguments ------------------------------------------------------------------------------- */

static const char *varied; /* the argument in which the last rank differs */
static int is_odd;         /* is this the last rank? */

static int differs(const char *name)
{
    return is_odd && varied && strcmp(name, varied) == 0;
}

/* What is the same and what is not, of each kind. */
static ga_t arrays[2];
static ga_mutexes_t sets[2];
static ga_tasks_t pools[2];
static la_factor_t factors[2];
static al_segment_t *segments[2];
static al_mutexes_t *mutex_sets[2];
static bundle_t *bundles[2];
static co_array_t *coarrays[2];
static co_barrier_t *barriers[2];
static co_locks_t *lock_sets[2];
static double numbers[2] = {2, 3};
static const int64_t vectors[2][8] = {{1, 1}, {2, 2}};
static const int directions[2][8] = {{1, 1}, {-1, -1}};
static const int64_t cuts[2][8] = {{0}, {1}};
static const ga_spec_t specs[2] = {{.type = ASHLAR_DOUBLE, .ndim = 1, .dims = {4}},
                                   {.type = ASHLAR_DOUBLE, .ndim = 1, .dims = {5}}};
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

/* ---- rows ------------------------------------------------------------------------------------ */

/* What the ranks are to be told: of the last one, and of the others. NULL: not compared. */
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

/* ---- checks ---------------------------------------------------------------------------------- */

/* Does the text match, where a star of the pattern is a number? */
static int matches(const char *pattern, const char *text)
{
    for (; *pattern; ++pattern)
        if (*pattern == '*')
            text += strspn(text, "-0123456789");
        else if (*pattern != *text++)
            return 0;
    return *text == '\0';
}

/* The same message on all ranks, and it matches. */
static void check_message(const char *call, const char *pattern)
{
    char first[512] = "";
    const char *message = ashlar_error_message();
    snprintf(first, sizeof first, "%s", message);
    MPI_Bcast(first, sizeof first, MPI_CHAR, 0, MPI_COMM_WORLD);
    if (!matches(pattern, message))
        test_fail(__FILE__, __LINE__, "%s: the message \"%s\" is not \"%s\"", call, message,
                  pattern);
    if (strcmp(first, message) != 0)
        test_fail(__FILE__, __LINE__, "%s: \"%s\" on rank 0, \"%s\" here", call, first, message);
}

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

static bool is_alone(void)
{
    if (test_size() > 1)
        return false;
    test_skip("one rank agrees with itself");
    return true;
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

static void make_arrays(void)
{
    static const char *const names[] = {"first", "second"};
    for (int k = 0; k < 2; ++k)
        CHECK_OK(ga_create(ASHLAR_DOUBLE, 4, 4, names[k], 0, 0, &arrays[k]));
}

static void destroy_arrays(void)
{
    for (int k = 0; k < 2; ++k)
        CHECK_OK(ga_destroy(arrays[k]));
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
    }
    CHECK_ROWS(ga_rows);
    for (int k = 0; k < 2; ++k) {
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

static void expect(const char *call, int status, const char *format, int rank)
{
    char pattern[512];
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    snprintf(pattern, sizeof pattern, format, rank);
#pragma GCC diagnostic pop
    test_check_status(__FILE__, __LINE__, ASHLAR_EMISMATCH, status, call);
    check_message(call, pattern);
    CHECK_OK(ga_sync());
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

/* What is in use is not freed: each is in use by nobody here. */
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

/* ---- beyond the rows ------------------------------------------------------------------------- */

/* A handle that names nothing, or no group: the rank meets the others all the same. */
TEST_CASE(refused_on_one_rank, TEST_GA)
{
    const int last = test_size() - 1, odd = test_rank() == last;
    const int64_t lo[2] = {0, 0}, hi[2] = {3, 3};
    double one = 1, sum = -5;
    if (is_alone())
        return;
    make_arrays();
    const ga_t a = arrays[0], bad = odd ? -5 : a;
    expect("ga_zero", ga_zero(bad),
           "ga_zero: rank %d passes g -5 (which is no array), rank 0 passes g * (first)", last);
    expect("ga_destroy", ga_destroy(bad),
           "ga_destroy: rank %d passes g -5 (which is no array), rank 0 passes g * (first)", last);
    expect("ga_add", ga_add(&one, a, &one, bad, a),
           "ga_add: rank %d passes b -5 (which is no array), rank 0 passes b * (first)", last);
    expect("ga_copy", ga_copy(bad, a),
           "ga_copy: rank %d passes a -5 (which is no array), rank 0 passes a * (first)", last);
    expect("ga_fill_patch", ga_fill_patch(a, lo, odd ? NULL : hi, &one),
           "ga_fill_patch: rank %d passes hi NULL, rank 0 passes hi that is not NULL", last);
    expect("ga_sum", ga_sum(a, odd ? NULL : (void *)&sum),
           "ga_sum: rank %d passes result NULL, rank 0 passes result that is not NULL", last);
    expect("ga_group_sync", odd ? ga_group_sync(4711) : ga_sync(),
           "rank 0 is in ga_sync, rank %d in ga_group_sync", last);
    CHECK(sum == -5);
    destroy_arrays();
}

/* The same wrong arguments on all ranks are no mismatch. */
TEST_CASE(refused_on_all_ranks, TEST_GA)
{
    double one = 1;
    make_arrays();
    CHECK_STATUS(ASHLAR_EHANDLE, ga_zero(-5));
    CHECK_STATUS(ASHLAR_EARG, ga_fill(arrays[0], NULL));
    CHECK_STATUS(ASHLAR_EGROUP, ga_group_sync(4711));
    CHECK_STATUS(ASHLAR_EARG, al_barrier(NULL));
    CHECK_STATUS(ASHLAR_ERANGE, ga_broadcast(GA_GROUP_WORLD, &one, sizeof one, -1));
    CHECK_OK(ga_broadcast(GA_GROUP_WORLD, NULL, 0, 0));
    destroy_arrays();
}

/* A handle that names nothing leads to the default group, if that is not the world as well. */
static void wrong_handle_on_default(ga_group_t pair, int last)
{
    const int64_t n = 4;
    ga_group_t before;
    ga_t g;
    char pattern[128];
    REQUIRE_OK(ga_create_nd(ASHLAR_DOUBLE, 1, &n, "pair", NULL, pair, &g));
    CHECK_OK(ga_group_set_default(pair, &before));
    CHECK_STATUS(ASHLAR_EMISMATCH, ga_zero(test_rank() == last ? g : -5));
    snprintf(pattern, sizeof pattern,
             "ga_zero: rank %d passes g -5 (which is no array), rank %d passes g * (pair)",
             last - 1, last);
    CHECK(matches(pattern, ashlar_error_message()));
    CHECK_OK(ga_group_set_default(before, NULL));
    CHECK_OK(ga_destroy(g));
}

/* A copy between groups meets the smaller one, on which all arguments are compared. */
static void copy_to_pair(ga_group_t pair, int last, ga_t large)
{
    const int64_t n = 4, lo[2] = {0, 1}, hi[2] = {2, 3};
    const int odd = test_rank() == last;
    ga_t g;
    char pattern[128];
    REQUIRE_OK(ga_create_nd(ASHLAR_DOUBLE, 1, &n, "pair", NULL, pair, &g));
    CHECK_STATUS(ASHLAR_EMISMATCH, ga_copy_patch(large, &lo[odd], &hi[odd], g, &lo[odd], &hi[odd]));
    snprintf(pattern, sizeof pattern,
             "ga_copy_patch: rank %d passes alo[0] 0, rank %d passes alo[0] 1", last - 1, last);
    CHECK(strcmp(pattern, ashlar_error_message()) == 0);
    CHECK_STATUS(ASHLAR_EMISMATCH, odd ? ga_copy(large, g) : ga_copy(g, large));
    CHECK_OK(ga_copy(large, g));
    CHECK_OK(ga_destroy(g));
}

/* A group whose ranks are not those of the world: the message has the world's numbers. */
TEST_CASE(some_of_the_ranks, TEST_GA)
{
    const int64_t n = 4;
    ga_t large;
    const int last = test_size() - 1;
    int ranks[2] = {last, last - 1};
    ga_group_t pair;
    if (test_size() < 3) {
        test_skip("two of the ranks are all of them");
        return;
    }
    REQUIRE_OK(ga_create_nd(ASHLAR_DOUBLE, 1, &n, "large", NULL, GA_GROUP_WORLD, &large));
    CHECK_OK(ga_zero(large));
    if (test_rank() < last - 1) {
        CHECK_OK(ga_copy(large, 0)); /* nobody is met */
    } else {
        char pattern[128];
        REQUIRE_OK(ga_group_create(2, ranks, &pair));
        double x = 1;
        CHECK_STATUS(ASHLAR_EMISMATCH, ga_broadcast(pair, &x, test_rank() == last ? 8 : 4, 0));
        snprintf(pattern, sizeof pattern,
                 "ga_broadcast: rank %d passes bytes 4, rank %d passes bytes 8", last - 1, last);
        CHECK(strcmp(pattern, ashlar_error_message()) == 0);
        CHECK_OK(ga_group_sync(pair));
        wrong_handle_on_default(pair, last);
        copy_to_pair(pair, last, large);
        CHECK_OK(ga_group_destroy(pair));
    }
    CHECK_OK(ga_destroy(large));
}

/* Scalars of all types, in the second part of complex ones too. */
TEST_CASE(elements_of_types, TEST_GA)
{
    const int last = test_size() - 1, odd = test_rank() == last;
    ga_t g;
    if (is_alone())
        return;
#define ELEMENT_OF(id, T, first, second, text)                                                     \
    do {                                                                                           \
        T x = odd ? (second) : (first);                                                            \
        REQUIRE_OK(ga_create(ASHLAR_##id, 3, 3, "x", 0, 0, &g));                                   \
        expect("ga_scale", ga_scale(g, &x), "ga_scale: rank %d passes alpha " text, last);         \
        CHECK_OK(ga_destroy(g));                                                                   \
    } while (0)
    ELEMENT_OF(INT, int, 1, -2, "-2, rank 0 passes alpha 1");
    ELEMENT_OF(LONG, long, 1, -2, "-2, rank 0 passes alpha 1");
    ELEMENT_OF(LLONG, long long, 1, -2, "-2, rank 0 passes alpha 1");
    ELEMENT_OF(FLOAT, float, 1, 0.5f, "0.5, rank 0 passes alpha 1");
    ELEMENT_OF(DOUBLE, double, 1, 0.5, "0.5, rank 0 passes alpha 1");
    ELEMENT_OF(CFLOAT, float _Complex, 1, 1 + 0.5f * 1.0iF, "(1,0.5), rank 0 passes alpha (1,0)");
    ELEMENT_OF(CDOUBLE, double _Complex, 1, 1 + 0.5 * 1.0i,
               "with a part of 0.5, rank 0 passes alpha with a part of 0");
#undef ELEMENT_OF
}

/* Lists that differ: the first rank that has another one than the lowest is named, on all ranks,
 * and the same list makes a group afterwards. */
TEST_CASE(lists_of_groups, TEST_GA)
{
    const int size = test_size(), last = size - 1, odd = test_rank() == last;
    int up[64], down[64];
    ga_group_t group = 0;
    al_group_t *low = NULL;
    char pattern[128];
    if (is_alone())
        return;
    for (int k = 0; k < size; ++k)
        up[k] = down[last - k] = k;
    CHECK_STATUS(ASHLAR_EMISMATCH, al_group_create(size, odd ? down : up, &low));
    CHECK(low == NULL);
    snprintf(pattern, sizeof pattern, "al_group_create: rank %d passes another list than rank 0",
             last);
    check_message("al_group_create", pattern);
    for (int k = 0; k < 2; ++k) { /* all others do: whichever the lowest hears of first */
        CHECK_STATUS(ASHLAR_EMISMATCH,
                     ga_group_create(size, (test_rank() == 0) == k ? down : up, &group));
        CHECK_INT(0, group);
        check_message("ga_group_create",
                      "ga_group_create: al_group_create: rank 1 passes another list than rank 0");
    }
    if (size > 2) { /* a rank that passes a part of the list */
        CHECK_STATUS(ASHLAR_EMISMATCH, odd ? al_group_create(2, (int[]){last, 0}, &low)
                                           : al_group_create(size, up, &low));
        check_message("al_group_create", pattern);
    }
    REQUIRE_OK(ga_group_create(size, down, &group));
    CHECK_OK(ga_group_sync(group));
    CHECK_OK(ga_group_destroy(group));
    CHECK_OK(ga_sync());
}

/* The first call for a communicator meets the others, and those after it no one. */
TEST_CASE(communicators, TEST_GA)
{
    const int last = test_size() - 1, odd = test_rank() == last;
    int all[64];
    ga_group_t group;
    MPI_Comm comm = MPI_COMM_NULL;
    if (is_alone())
        return;
    for (int k = 0; k <= last; ++k)
        all[k] = k;
    REQUIRE_OK(ga_group_create(last + 1, all, &group));
    CHECK_STATUS(ASHLAR_EMISMATCH, odd ? ga_group_sync(group) : ga_group_comm(group, &comm));
    CHECK(comm == MPI_COMM_NULL);
    char pattern[128];
    snprintf(pattern, sizeof pattern, "%srank 0 is in al_group_comm, rank %d in ga_group_sync",
             odd ? "" : "ga_group_comm: ", last);
    CHECK_TEXT(pattern, ashlar_error_message());
    CHECK_OK(ga_group_comm(group, &comm));
    CHECK(comm != MPI_COMM_NULL);
    if (odd) /* it waits for nobody */
        CHECK_OK(ga_group_comm(group, &comm));
    CHECK_OK(ga_group_sync(group));
    CHECK_OK(ga_group_destroy(group));
    CHECK_OK(ga_sync());
}

/* Collectives of any size meet before they change anything: those through slots, in one part or in
 * several, of moduli, and those of MPI. Afterwards the slots serve again. */
TEST_CASE(small_and_large, TEST_GA)
{
    static const size_t sizes[] = {0, 1, 128, 129, 2048, 2049, 8192}; /* doubles */
    static double x[8192];
    const int last = test_size() - 1, odd = test_rank() == last;
    const int count = sizeof sizes / sizeof *sizes;
    char pattern[128];
    if (is_alone())
        return;
    for (int a = 0; a < count; ++a)
        for (int b = 0; b < count; ++b) {
            if (a == b)
                continue;
            const size_t n = sizes[odd ? a : b];
            for (int k = 0; k < 8192; ++k)
                x[k] = -1 - test_rank();
            snprintf(pattern, sizeof pattern,
                     "ga_broadcast: rank %%d passes bytes %zu, rank 0 passes bytes %zu",
                     8 * sizes[a], 8 * sizes[b]);
            expect("ga_broadcast", ga_broadcast(GA_GROUP_WORLD, x, 8 * n, last), pattern, last);
            snprintf(pattern, sizeof pattern,
                     "ga_allreduce: rank %%d passes n %zu, rank 0 passes n %zu", sizes[a],
                     sizes[b]);
            expect("ga_allreduce",
                   ga_allreduce(GA_GROUP_WORLD, ASHLAR_DOUBLE, ASHLAR_SUM, x, (int64_t)n), pattern,
                   last);
            expect("ga_allreduce",
                   ga_allreduce(GA_GROUP_WORLD, ASHLAR_DOUBLE, ASHLAR_ABSMAX, x, (int64_t)n),
                   pattern, last);
            int changed = 0;
            for (int k = 0; k < 8192; ++k)
                changed += x[k] != -1 - test_rank();
            CHECK_INT(0, changed);
            double sum[2] = {1, test_rank()};
            CHECK_OK(ga_allreduce(GA_GROUP_WORLD, ASHLAR_DOUBLE, ASHLAR_SUM, sum, 2));
            CHECK(sum[0] == last + 1 && sum[1] == last * (last + 1) / 2.0);
            CHECK_OK(ga_broadcast(GA_GROUP_WORLD, memset(sum, odd, 16), 16, last));
            CHECK(((char *)sum)[0] == 1 && ((char *)sum)[15] == 1);
        }
}

/* The first rank that differs from rank 0 is named, in its first argument that does. */
TEST_CASE(several_differ, TEST_GA)
{
    if (test_size() < 3) {
        test_skip("needs three ranks");
        return;
    }
    make_arrays();
    const int me = test_rank();
    double alpha = me + 1;
    expect("ga_scale",
           me == 1   ? ga_scale(arrays[1], &alpha)
           : me == 2 ? ga_sync()
                     : ga_scale(arrays[0], &alpha),
           "ga_scale: rank %d passes g * (second), rank 0 passes g * (first)", 1);
    destroy_arrays();
}

/* A rank that stops the library alone is told so. */
TEST_CASE(stopping_alone, TEST_BARE)
{
    const int last = test_size() - 1, odd = test_rank() == last;
    REQUIRE_OK(ga_initialize(MPI_COMM_WORLD));
    if (test_size() > 1)
        expect("ga_terminate", odd ? ga_terminate() : ga_sync(),
               "rank 0 is in ga_sync, rank %d in ga_terminate", last);
    CHECK_INT(1, ga_initialized());
    CHECK_OK(ga_terminate());
}
