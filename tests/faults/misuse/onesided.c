/* Misuse of the one-sided calls beyond put, get and acc. */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdlib.h>

#include "misuse.h"

enum { ROWS = 17, COLS = 12 };

static twin_t matrix(ashlar_type type)
{
    return twin_create(type, 2, (int64_t[]){ROWS, COLS}, LAYOUT_REGULAR, GA_GROUP_WORLD, 120);
}

TEST_CASE(ga_nonblocking, TEST_GA)
{
    twin_t t = matrix(ASHLAR_DOUBLE);
    double buf[64] = {0}, one = 1;
    const int64_t lo[2] = {0, 0}, hi[2] = {3, 3}, out[2] = {ROWS, 3};
    ga_handle_t h = 0;
    int done = -5;

    MISUSE(ASHLAR_ERANGE, ga_put_nb(t.g, 0, ROWS, 0, 0, buf, ROWS + 1, &h), "'twin'");
    MISUSE(ASHLAR_ERANGE, ga_get_nb(t.g, -1, 3, 0, 0, buf, 8, &h), "'twin'");
    MISUSE(ASHLAR_ERANGE, ga_acc_nb(t.g, 0, 3, 0, COLS, buf, 8, &one, &h), "'twin'");
    MISUSE(ASHLAR_ERANGE, ga_put_nb_nd(t.g, lo, out, buf, NULL, &h), "'twin'");
    MISUSE(ASHLAR_ERANGE, ga_get_nb_nd(t.g, lo, out, buf, NULL, &h), "'twin'");
    MISUSE(ASHLAR_ERANGE, ga_acc_nb_nd(t.g, lo, out, buf, NULL, &one, &h), "'twin'");
    MISUSE(ASHLAR_ELD, ga_put_nb(t.g, 0, 3, 0, 3, buf, 3, &h), "'twin'");
    MISUSE(ASHLAR_ELD, ga_get_nb_nd(t.g, lo, hi, buf, (int64_t[]){2}, &h), "'twin'");
    MISUSE(ASHLAR_ELD, ga_get_nb(t.g, 0, 3, 0, 3, buf, 3, &h), "'twin'");
    MISUSE(ASHLAR_ELD, ga_acc_nb(t.g, 0, 3, 0, 3, buf, 3, &one, &h), "'twin'");
    MISUSE(ASHLAR_ELD, ga_put_nb_nd(t.g, lo, hi, buf, (int64_t[]){3}, &h), "'twin'");
    MISUSE(ASHLAR_ELD, ga_acc_nb_nd(t.g, lo, hi, buf, (int64_t[]){3}, &one, &h), "'twin'");
    MISUSE(ASHLAR_EHANDLE, ga_put_nb(0, 0, 3, 0, 3, buf, 4, &h));
    MISUSE(ASHLAR_EARG, ga_wait_any(-1, &h, &done), "n");
    MISUSE(ASHLAR_EARG, ga_wait_some(-1, &h, &done, &done), "n");
    CHECK(h == 0 && done == -5 && buf[0] == 0);
    CHECK_TWIN(&t);
    twin_destroy(&t);
}

/* Fields of doubles, of 8 bytes. */
static void misuse_fields(ga_t g, const int64_t *lo, const int64_t *hi, const int64_t *out)
{
    const size_t bad[][2] = {{0, 0}, {0, 9}, {8, 1}, {7, 2}, {SIZE_MAX, 2}, {1, SIZE_MAX}};
    double buf[64] = {0};
    ga_handle_t h = 0;

    for (size_t k = 0; k < sizeof bad / sizeof bad[0]; ++k) {
        size_t offset = bad[k][0], size = bad[k][1];
        MISUSE(ASHLAR_ERANGE, ga_put_field_nd(g, lo, hi, offset, size, buf, NULL), "8", "'twin'");
        MISUSE(ASHLAR_ERANGE, ga_get_field_nd(g, lo, hi, offset, size, buf, NULL), "8", "'twin'");
        MISUSE(ASHLAR_ERANGE, ga_put_field_nb_nd(g, lo, hi, offset, size, buf, NULL, &h), "8");
        MISUSE(ASHLAR_ERANGE, ga_get_field_nb_nd(g, lo, hi, offset, size, buf, NULL, &h), "8");
    }
    MISUSE(ASHLAR_ERANGE, ga_put_field_nd(g, lo, out, 0, 4, buf, NULL), "'twin'");
    MISUSE(ASHLAR_ERANGE, ga_get_field_nb_nd(g, lo, out, 0, 4, buf, NULL, &h), "'twin'");
    MISUSE(ASHLAR_ELD, ga_get_field_nd(g, lo, hi, 0, 4, buf, (int64_t[]){3}), "'twin'", "3", "4");
    MISUSE(ASHLAR_ELD, ga_put_field_nb_nd(g, lo, hi, 0, 4, buf, (int64_t[]){3}, &h), "'twin'");
    CHECK(h == 0 && buf[0] == 0);
}

TEST_CASE(ga_selections, TEST_GA)
{
    twin_t t = matrix(ASHLAR_DOUBLE);
    double buf[64] = {0}, one = 1;
    const int64_t lo[2] = {0, 0}, hi[2] = {3, 3}, out[2] = {3, COLS}, step[2] = {1, 1};
    const int64_t bad_steps[][2] = {{0, 1}, {1, 0}, {-1, 1}, {1, INT64_MIN}}, back[2] = {3, -2};

    for (size_t k = 0; k < sizeof bad_steps / sizeof bad_steps[0]; ++k) {
        MISUSE(ASHLAR_EARG, ga_put_strided_nd(t.g, lo, hi, bad_steps[k], buf, NULL));
        MISUSE(ASHLAR_EARG, ga_get_strided_nd(t.g, lo, hi, bad_steps[k], buf, NULL));
        MISUSE(ASHLAR_EARG, ga_acc_strided_nd(t.g, lo, hi, bad_steps[k], buf, NULL, &one));
    }
    MISUSE(ASHLAR_ERANGE, ga_put_strided_nd(t.g, lo, out, step, buf, NULL), "'twin'");
    MISUSE(ASHLAR_ERANGE, ga_get_strided_nd(t.g, lo, out, step, buf, NULL), "'twin'");
    MISUSE(ASHLAR_ERANGE, ga_acc_strided_nd(t.g, lo, out, step, buf, NULL, &one), "'twin'");
    MISUSE(ASHLAR_ELD, ga_get_strided_nd(t.g, lo, hi, step, buf, (int64_t[]){3}), "'twin'");
    MISUSE(ASHLAR_ELD, ga_put_strided_nd(t.g, lo, hi, step, buf, (int64_t[]){3}), "'twin'");
    MISUSE(ASHLAR_ELD, ga_acc_strided_nd(t.g, lo, hi, step, buf, (int64_t[]){3}, &one), "'twin'");
    MISUSE(ASHLAR_ELD, ga_get_strided_nd(t.g, lo, hi, (int64_t[]){2, 1}, buf, (int64_t[]){1}));
    misuse_fields(t.g, lo, hi, out);
    MISUSE(ASHLAR_ELD, ga_get_periodic_nd(t.g, lo, hi, buf, (int64_t[]){3}), "'twin'", "3", "4");
    MISUSE(ASHLAR_ELD, ga_acc_periodic_nd(t.g, lo, hi, buf, (int64_t[]){3}, &one), "'twin'");
    MISUSE(ASHLAR_ERANGE, ga_put_periodic_nd(t.g, lo, back, buf, NULL), "'twin'");
    MISUSE(ASHLAR_ERANGE, ga_get_periodic_nd(t.g, lo, back, buf, NULL), "'twin'");
    MISUSE(ASHLAR_ERANGE, ga_acc_periodic_nd(t.g, lo, back, buf, NULL, &one), "'twin'");
    MISUSE(ASHLAR_ELD, ga_put_periodic_nd(t.g, lo, hi, buf, (int64_t[]){3}), "'twin'");
    twin_t cube = twin_create(ASHLAR_DOUBLE, 3, test_dims(3), LAYOUT_REGULAR, GA_GROUP_WORLD, 121);
    MISUSE(ASHLAR_ELD,
           ga_get_periodic_nd(cube.g, (int64_t[]){-1, -1, 0}, (int64_t[]){2, 2, 1}, buf,
                              (int64_t[]){4, 3}),
           "dimension 1");
    twin_destroy(&cube);
    MISUSE(ASHLAR_EHANDLE, ga_get_periodic_nd(-3, lo, hi, buf, NULL));
    CHECK(buf[0] == 0);
    CHECK_TWIN(&t);
    twin_destroy(&t);
}

TEST_CASE(ga_operations, TEST_GA)
{
    twin_t t = matrix(ASHLAR_CDOUBLE), d = matrix(ASHLAR_DOUBLE), i = matrix(ASHLAR_INT);
    const int64_t much = INT64_C(1) << 31; /* does not fit an int */
    double buf[128] = {0};
    const int64_t lo[2] = {0, 0}, hi[2] = {3, 3}, out[2] = {ROWS, 3};
    int64_t old = -5;

    for (int op = ASHLAR_MIN; op <= ASHLAR_XOR; ++op) {
        MISUSE(ASHLAR_ETYPE, ga_acc_op(t.g, 0, 3, 0, 3, buf, 4, (ashlar_op)op), "'twin'");
        MISUSE(ASHLAR_ETYPE, ga_acc_op_nd(t.g, lo, hi, buf, NULL, (ashlar_op)op), "'twin'");
    }
    MISUSE(ASHLAR_ETYPE, ga_acc_op(d.g, 0, 3, 0, 3, buf, 4, ASHLAR_AND), "'twin'");
    MISUSE(ASHLAR_EARG, ga_acc_op(d.g, 0, 3, 0, 3, buf, 4, ASHLAR_OP_COUNT));
    MISUSE(ASHLAR_EARG, ga_acc_op(d.g, 0, 3, 0, 3, buf, 4, ASHLAR_ABSMAX), "of accumulates");
    MISUSE(ASHLAR_EARG, ga_acc_op_nd(d.g, lo, hi, buf, NULL, (ashlar_op)-1), "-1");
    MISUSE(ASHLAR_ELD, ga_acc_op_nd(d.g, lo, hi, buf, (int64_t[]){3}, ASHLAR_MAX), "'twin'");
    MISUSE(ASHLAR_ERANGE, ga_acc_op(d.g, 0, ROWS, 0, 3, buf, ROWS + 1, ASHLAR_MAX), "'twin'");
    MISUSE(ASHLAR_ERANGE, ga_acc_op_nd(d.g, lo, out, buf, NULL, ASHLAR_MAX), "'twin'");
    MISUSE(ASHLAR_ELD, ga_acc_op(d.g, 0, 3, 0, 3, buf, 3, ASHLAR_MAX), "'twin'");
    MISUSE(ASHLAR_ETYPE, ga_swap(d.g, 0, 0, 1, &old), "'twin'");
    MISUSE(ASHLAR_ETYPE, ga_swap_nd(d.g, lo, 1, &old), "'twin'");
    MISUSE(ASHLAR_ETYPE, ga_compare_swap(d.g, 0, 0, 0, 1, &old), "'twin'");
    MISUSE(ASHLAR_ETYPE, ga_compare_swap_nd(d.g, lo, 0, 1, &old), "'twin'");
    MISUSE(ASHLAR_ERANGE, ga_swap(d.g, ROWS, 0, 1, &old), "'twin'");
    MISUSE(ASHLAR_ERANGE, ga_compare_swap_nd(d.g, out, 0, 1, &old), "'twin'");
    MISUSE(ASHLAR_ERANGE, ga_swap_nd(d.g, out, 1, &old), "'twin'");
    MISUSE(ASHLAR_ERANGE, ga_compare_swap(d.g, 0, COLS, 0, 1, &old), "'twin'");
    CHECK_STATUS(ASHLAR_EARG, ga_read_inc(i.g, 0, 0, much, &old));
    CHECK_STATUS(ASHLAR_EARG, ga_read_inc_nd(i.g, lo, -much - 1, &old));
    CHECK_STATUS(ASHLAR_EARG, ga_swap(i.g, 0, 0, much, &old));
    CHECK_STATUS(ASHLAR_EARG, ga_swap_nd(i.g, lo, much, &old));
    CHECK_STATUS(ASHLAR_EARG, ga_compare_swap(i.g, 0, 0, much, 0, &old));
    CHECK_STATUS(ASHLAR_EARG, ga_compare_swap_nd(i.g, lo, 0, much, &old));
    CHECK_CONTAINS(ashlar_error_message(), "2147483648");
    CHECK(old == -5);
    CHECK_TWIN(&t);
    CHECK_TWIN(&d);
    CHECK_TWIN(&i);
    twin_destroy(&i);
    twin_destroy(&d);
    twin_destroy(&t);
}

/* Mutexes: unlocking what is not held, locking twice, destroying while held on another rank. */
TEST_CASE(ga_mutexes, TEST_GA)
{
    ga_mutexes_t set = 0, none = -5;

    MISUSE(ASHLAR_EARG, ga_mutexes_create(GA_GROUP_WORLD, 0, &none));
    MISUSE(ASHLAR_EGROUP, ga_mutexes_create((ga_group_t)999, 1, &none));
    CHECK(none == -5);
    MISUSE(ASHLAR_EHANDLE, ga_lock(0, 0));
    MISUSE(ASHLAR_EHANDLE, ga_unlock(9999, 0));
    MISUSE(ASHLAR_EHANDLE, ga_mutexes_destroy(-1));
    REQUIRE_OK(ga_mutexes_create(GA_GROUP_WORLD, ga_size(), &set));
    MISUSE(ASHLAR_ERANGE, ga_lock(set, -1));
    MISUSE(ASHLAR_ERANGE, ga_lock(set, ga_size()));
    MISUSE(ASHLAR_ERANGE, ga_unlock(set, ga_size()));
    MISUSE(ASHLAR_ESTATE, ga_unlock(set, ga_rank()));
    CHECK_OK(ga_lock(set, ga_rank()));
    MISUSE(ASHLAR_ESTATE, ga_lock(set, ga_rank()));
    CHECK_OK(ga_sync());
    if (ga_size() > 1)
        MISUSE(ASHLAR_ESTATE, ga_unlock(set, (ga_rank() + 1) % ga_size())); /* another's */
    CHECK_OK(ga_sync());
    if (ga_rank() != 0)
        CHECK_OK(ga_unlock(set, ga_rank()));
    MISUSE(ASHLAR_ESTATE, ga_mutexes_destroy(set)); /* rank 0 holds one */
    if (ga_rank() == 0)
        CHECK_OK(ga_unlock(set, 0));
    CHECK_OK(ga_mutexes_destroy(set));
    MISUSE(ASHLAR_EHANDLE, ga_lock(set, 0));
    MISUSE(ASHLAR_EHANDLE, ga_mutexes_destroy(set));
}

/* Rank 0 alone has the costs; its verdict holds for all. */
static void misuse_costs(const double *cost, ga_tasks_order order, const char *part)
{
    ga_tasks_t none = -5;

    MISUSE(ASHLAR_EARG, ga_tasks_create(GA_GROUP_WORLD, 3, cost, order, 0, 0, &none),
           ga_rank() == 0 ? part : "another rank");
    CHECK(none == -5);
}

TEST_CASE(ga_task_pools, TEST_GA)
{
    const ga_group_t world = GA_GROUP_WORLD;
    const ga_tasks_order given = GA_TASKS_AS_GIVEN;
    ga_tasks_chunk_t chunk = {.first = -5};
    ga_tasks_t tasks = 0, none = -5;
    int64_t taken = -5;

    MISUSE(ASHLAR_EARG, ga_tasks_create(world, -1, NULL, given, 0, 0, &none), "-1 tasks");
    MISUSE(ASHLAR_EARG, ga_tasks_create(world, 3, NULL, given, 0, -2, &none), "-2");
    MISUSE(ASHLAR_EARG, ga_tasks_create(world, 3, NULL, (ga_tasks_order)3, 0, 0, &none), "3");
    MISUSE(ASHLAR_EARG, ga_tasks_create(world, 3, NULL, (ga_tasks_order)-1, 0, 0, &none), "-1");
    MISUSE(ASHLAR_EGROUP, ga_tasks_create((ga_group_t)999, 3, NULL, given, 0, 0, &none), "999");
    misuse_costs((double[]){1, -1e-300, 2}, GA_TASKS_LARGE_FIRST, "task 1");
    misuse_costs((double[]){1, 2, NAN}, GA_TASKS_STRATIFIED, "task 2");
    misuse_costs((double[]){INFINITY, 2, 1}, given, "task 0");
    misuse_costs((double[]){1e308, 1e308, 1e308}, given, "add up");
    misuse_costs(NULL, GA_TASKS_LARGE_FIRST, "NULL");
    MISUSE(ASHLAR_ENOMEM,
           ga_tasks_create(world, INT64_MAX, NULL, GA_TASKS_STRATIFIED, 0, 0, &none));
    CHECK(none == -5);
    MISUSE(ASHLAR_EHANDLE, ga_tasks_next(0, &chunk), "0");
    MISUSE(ASHLAR_EHANDLE, ga_tasks_next(INT32_MIN, &chunk));
    REQUIRE_OK(ga_tasks_create(world, 3, NULL, given, 0, 1, &tasks));
    MISUSE(ASHLAR_EARG, ga_tasks_next(tasks, NULL), "chunk");
    CHECK_OK(ga_tasks_taken(tasks, &taken));
    CHECK_INT(0, taken);
    CHECK_OK(ga_tasks_destroy(tasks));
    for (int bad = 0; bad < 2; ++bad, tasks = INT32_MAX) {
        MISUSE(ASHLAR_EHANDLE, ga_tasks_next(tasks, &chunk));
        MISUSE(ASHLAR_EHANDLE, ga_tasks_reset(tasks));
        MISUSE(ASHLAR_EHANDLE, ga_tasks_taken(tasks, &taken));
        MISUSE(ASHLAR_EHANDLE, ga_tasks_destroy(tasks));
    }
    CHECK(chunk.first == -5 && taken == 0);
}

/* Ranks that ask for different pools, found out under ASHLAR_CHECK=1. */
TEST_CASE(ga_task_pools_differ, TEST_BARE)
{
    ga_tasks_t none = -5;

    setenv("ASHLAR_CHECK", "1", 1);
    REQUIRE_OK(ga_initialize(MPI_COMM_WORLD));
    if (ga_size() > 1)
        MISUSE(ASHLAR_EMISMATCH, ga_tasks_create(GA_GROUP_WORLD, 3, NULL, GA_TASKS_STRATIFIED,
                                                 ga_rank() == 0, 0, &none));
    CHECK(none == -5);
    CHECK_OK(ga_terminate());
    unsetenv("ASHLAR_CHECK");
}

TEST_CASE(ga_notices_and_blocks, TEST_GA)
{
    twin_t t = matrix(ASHLAR_DOUBLE);
    int64_t ld = -5;
    void *ptr = NULL;
    ga_stats_t stats;
    ga_type type;

    for (int rank = -1; rank <= ga_size(); rank += ga_size() + 1) {
        MISUSE(ASHLAR_ERANGE, ga_notify(rank));
        MISUSE(ASHLAR_ERANGE, ga_notify_wait(rank));
        MISUSE(ASHLAR_ERANGE, ga_access_block(t.g, rank, NULL, NULL, &ptr, &ld), "'twin'");
    }
    MISUSE(ASHLAR_EHANDLE, ga_access_block(0, 0, NULL, NULL, &ptr, &ld));
    MISUSE(ASHLAR_EARG, ga_stats(GA_STATS_COUNT, &stats));
    MISUSE(ASHLAR_EARG, ga_type_create(0, &type));
    MISUSE(ASHLAR_ETYPE, ga_type_destroy(ASHLAR_INT));
    MISUSE(ASHLAR_ETYPE, ga_type_destroy((ga_type)200));
    MISUSE(ASHLAR_ETYPE, ga_type_bytes((ga_type)200, &(size_t){0}));
    CHECK(ptr == NULL && ld == -5);
    twin_destroy(&t);
}
