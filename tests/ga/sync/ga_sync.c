/* Completion, and the small collectives. */
#include <string.h>

#include "harness/harness.h"
#include "model/twin.h"

/* Rows of a column by how they are written: put, accumulated, and both without blocking. */
enum { PART = 300, ROWS = 4 * PART, FENCES = 4 };

/* Each way to complete what went to g under the handle. */
static int fence(int way, ga_t g, ga_handle_t *handle)
{
    ga_handle_t own = 0;

    if (way == 0)
        return ga_fence();
    if (way == 1)
        return ga_fence_array(g);
    if (way == 2)
        handle = &own;
    int status = ga_fence_array_nb(g, handle);
    return status == ASHLAR_OK ? ga_wait(handle) : status;
}

/* The value that rank `from` puts to row k, or adds to it, the way-th time. */
static double written(int from, int way, int k)
{
    return k / PART % 2 == 0 ? 100000 * way + 10000 * from + k : from + k;
}

/* Write to a column of another rank and tell that one; it looks before this rank calls the library
 * again, which might send what the fence has not. */
static void write_column(ga_t g, int way, int to)
{
    static double out[ROWS];
    const double one = 1;
    ga_handle_t handle = 0;

    for (int k = 0; k < ROWS; ++k)
        out[k] = written(ga_rank(), way, k);
    CHECK_OK(ga_put(g, 0, PART - 1, to, to, out, PART));
    CHECK_OK(ga_acc(g, PART, 2 * PART - 1, to, to, out + PART, PART, &one));
    CHECK_OK(ga_put_nb(g, 2 * PART, 3 * PART - 1, to, to, out + 2 * PART, PART, &handle));
    CHECK_OK(ga_acc_nb(g, 3 * PART, ROWS - 1, to, to, out + 3 * PART, PART, &one, &handle));
    CHECK_OK(fence(way, g, &handle));
    MPI_Send(NULL, 0, MPI_INT, to, 0, MPI_COMM_WORLD);
    MPI_Recv(NULL, 0, MPI_INT, to, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK_OK(ga_wait(&handle));
}

/* Find all of it in my memory, once told. */
static void look_at_column(ga_t g, int way, int from)
{
    int64_t ld, wrong = 0;
    int token = 0;
    void *at;

    test_exchange(0, MPI_PROC_NULL, &token, from);
    CHECK_OK(ga_access(g, 0, ROWS - 1, ga_rank(), ga_rank(), &at, &ld));
    for (int k = 0; k < ROWS; ++k) {
        int times = k / PART % 2 == 0 ? 1 : way + 1;
        wrong += ((const double *)at)[k] != times * written(from, way, k);
    }
    CHECK_INT(0, wrong);
    CHECK_OK(ga_release(g));
    MPI_Send(NULL, 0, MPI_INT, from, 0, MPI_COMM_WORLD);
}

/* After a fence a message suffices for others to rely on what was written. */
TEST_CASE_IN("engines", sync_fence_message, TEST_GA)
{
    int size = ga_size();
    ga_t g;

    if (size == 1) {
        test_skip("needs 2 ranks");
        return;
    }
    REQUIRE_OK(ga_create(ASHLAR_DOUBLE, ROWS, size, "fenced", ROWS, 1, &g));
    CHECK_OK(ga_zero(g));
    for (int from = 0; from < size; ++from) {
        for (int way = 0; way < FENCES; ++way) {
            int to = (from + 1) % size;
            if (ga_rank() == from)
                write_column(g, way, to);
            else if (ga_rank() == to)
                look_at_column(g, way, from);
            test_barrier();
        }
    }
    CHECK_OK(ga_destroy(g));
}

/* A group's sync completes its members' operations and waits for nobody else. */
TEST_CASE(sync_group, TEST_GA)
{
    int half = ga_rank() % 2, in, n;
    ga_group_t group;
    int32_t seen = 0;
    ga_t g;

    REQUIRE_OK(ga_group_split(GA_GROUP_WORLD, half, 0, &group));
    REQUIRE_OK(ga_group_rank(group, &in));
    REQUIRE_OK(ga_group_size(group, &n));
    REQUIRE_OK(ga_create_nd(ASHLAR_INT, 1, (int64_t[]){n}, "group", NULL, group, &g));
    CHECK_OK(ga_group_set_default(group, NULL));
    /* The halves sync different numbers of times: a sync over the world would never match up. */
    for (int32_t round = 0; round < 10 + 7 * half; ++round) {
        int64_t next = (in + 1) % n;
        int32_t value = 100 * round + in;
        CHECK_OK(ga_put_nd(g, &next, &next, &value, NULL));
        CHECK_OK(round % 2 ? ga_sync() : ga_group_sync(group)); /* it is the default group */
        int64_t here = in;
        CHECK_OK(ga_get_nd(g, &here, &here, &seen, NULL));
        CHECK_INT(100 * round + (in + n - 1) % n, seen);
        CHECK_OK(ga_poll());
        CHECK_OK(ga_group_sync(group));
        int64_t sums[2] = {1 + in, 1 + in};
        CHECK_OK(ga_allreduce(group, ASHLAR_LLONG, ASHLAR_SUM, &sums[0], 1));
        CHECK_OK(ga_allreduce(GA_GROUP_DEFAULT, ASHLAR_LLONG, ASHLAR_SUM, &sums[1], 1));
        CHECK_INT(n * (n + 1) / 2, sums[0]);
        CHECK_INT(sums[0], sums[1]);
        int last = in;
        CHECK_OK(ga_broadcast(GA_GROUP_DEFAULT, &last, sizeof last, n - 1));
        CHECK_INT(n - 1, last);
    }
    CHECK_OK(ga_group_set_default(GA_GROUP_WORLD, NULL));
    CHECK_OK(ga_destroy(g));
    CHECK_OK(ga_group_destroy(group));
}

TEST_CASE(broadcast_all_roots, TEST_GA)
{
    char text[100];
    ga_group_t evens;

    for (int root = 0; root < ga_size(); ++root) {
        memset(text, 'a' + ga_rank(), sizeof text);
        CHECK_OK(ga_broadcast(GA_GROUP_WORLD, text, sizeof text - 1, root));
        CHECK_INT('a' + root, text[0]);
        CHECK_INT('a' + root, text[sizeof text - 2]);
        CHECK_INT('a' + ga_rank(), text[sizeof text - 1]);
    }
    CHECK_OK(ga_broadcast(GA_GROUP_DEFAULT, text, 0, 0));
    REQUIRE_OK(ga_group_split(GA_GROUP_WORLD, ga_rank() % 2, -ga_rank(), &evens));
    int number = ga_rank(), last = (ga_size() - 1) - ((ga_size() - 1) % 2 != ga_rank() % 2);
    CHECK_OK(ga_broadcast(evens, &number, sizeof number, 0));
    CHECK_INT(last, number);
    CHECK_OK(ga_group_destroy(evens));
}

/* The value that a rank contributes to element k; to a product small numbers, so that it is exact.
 */
static scalar_t contribution(ashlar_type type, ashlar_op op, int k, int rank)
{
    return op == ASHLAR_PROD ? scalar_as(type, (rank + k) % 2 + 1, (k + rank) % 3 - 1)
                             : scalar_as(type, rank + 1 + k, k - rank);
}

static void reduce_values(ashlar_type type, ashlar_op op)
{
    enum { N = 5 };
    _Alignas(16) char data[16 * N];
    size_t elem = type_bytes(type);
    bool fine = op != ASHLAR_REPLACE && op_is_defined(op, type);

    for (int k = 0; k < N; ++k)
        scalar_store(type, data + (size_t)k * elem, contribution(type, op, k, ga_rank()));
    int status = ga_allreduce(GA_GROUP_WORLD, type, op, data, N);
    CHECK(status == ASHLAR_OK || !fine);
    CHECK(status == (op == ASHLAR_REPLACE ? ASHLAR_EARG : ASHLAR_ETYPE) || fine);
    for (int k = 0; k < N; ++k) {
        scalar_t expected = contribution(type, op, k, fine ? 0 : ga_rank());
        if (op > ASHLAR_REPLACE)
            expected = scalar_combine(op, expected, expected);
        for (int rank = 1; rank < ga_size() && fine; ++rank)
            expected = scalar_combine(op, expected, contribution(type, op, k, rank));
        CHECK(
            scalar_equal(scalar_kept(type, expected), scalar_load(type, data + (size_t)k * elem)));
    }
    CHECK_OK(ga_allreduce(GA_GROUP_DEFAULT, type, ASHLAR_SUM, data, 0));
}

TEST_CASE(allreduce_all, TEST_GA)
{
    static int many[100000];

    for (ashlar_type type = 0; type < ASHLAR_TYPE_COUNT; ++type)
        for (ashlar_op op = 0; op < ASHLAR_OP_COUNT; ++op)
            reduce_values(type, op);
    for (int k = 0; k < 100000; ++k)
        many[k] = ga_rank() == ga_size() - 1 ? k : -1;
    CHECK_OK(ga_allreduce(GA_GROUP_WORLD, ASHLAR_INT, ASHLAR_MAX, many, 100000));
    CHECK_INT(0, many[0]);
    CHECK_INT(99999, many[99999]);
}
