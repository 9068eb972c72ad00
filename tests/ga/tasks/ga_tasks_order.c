/* Orders and chunks of tasks, as a rank sees them that takes them all. */
#include <math.h>
#include <string.h>

#include "ga/tasks/pools.h"

/* The order of all tasks, as the last rank sees it that takes them all, on all ranks; and the
 * number of chunks. */
static int64_t read_order(ga_tasks_t tasks, int64_t n, int64_t *order)
{
    int last = ga_size() - 1;
    int64_t chunks = 0;
    ga_tasks_chunk_t chunk = {.count = 1};

    for (int64_t at = 0; ga_rank() == last && chunk.count > 0; at += chunk.count) {
        CHECK_OK(ga_tasks_next(tasks, &chunk));
        CHECK_INT(at, chunk.first);
        for (int64_t k = 0; k < chunk.count; ++k)
            order[at + k] = ga_tasks_at(&chunk, k);
        chunks += chunk.count > 0;
    }
    CHECK_OK(ga_broadcast(GA_GROUP_WORLD, order, (size_t)n * sizeof *order, last));
    CHECK_OK(ga_broadcast(GA_GROUP_WORLD, &chunks, sizeof chunks, last));
    return chunks;
}

enum { SOME = 200 };

/* The order of SOME tasks. */
static void order_of_some(ga_tasks_order how, uint64_t seed, int64_t *order)
{
    ga_tasks_t tasks;

    memset(order, 0, SOME * sizeof *order);
    REQUIRE_OK(create_pool(GA_GROUP_WORLD, SOME, how, seed, 9, &tasks));
    CHECK_INT((SOME + 8) / 9, read_order(tasks, SOME, order));
    CHECK_OK(ga_tasks_destroy(tasks));
}

/* The power of two below a cost; -1 for 0. */
static int stratum_of(double cost)
{
    int exponent;

    frexp(cost, &exponent);
    return cost > 0 ? exponent : -1;
}

TEST_CASE_IN("engines", tasks_order, TEST_GA)
{
    int64_t given[SOME], large[SOME], shuffled[SOME], again[SOME], other[SOME];
    double *cost = costs_of(SOME);
    int64_t wrong = 0, rising = 0;

    order_of_some(GA_TASKS_AS_GIVEN, 1, given);
    order_of_some(GA_TASKS_LARGE_FIRST, 1, large);
    order_of_some(GA_TASKS_STRATIFIED, 1, shuffled);
    order_of_some(GA_TASKS_STRATIFIED, 1, again);
    order_of_some(GA_TASKS_STRATIFIED, 2, other);
    for (int k = 0; k < SOME; ++k)
        wrong += given[k] != k;
    for (int k = 1; k < SOME; ++k) {
        double before = cost[large[k - 1]], now = cost[large[k]];
        wrong += before < now || (before == now && large[k - 1] > large[k]);
        wrong += stratum_of(cost[shuffled[k - 1]]) < stratum_of(cost[shuffled[k]]);
        rising += shuffled[k - 1] < shuffled[k];
    }
    CHECK_INT(0, wrong);
    CHECK(rising > SOME / 3 && rising < 2 * SOME / 3);
    CHECK(memcmp(shuffled, again, sizeof again) == 0);
    CHECK(memcmp(shuffled, other, sizeof other) != 0);
    free(cost);
}

/* Tasks of one cost, in chunks of a quarter of a rank's share of what is left. */
TEST_CASE_IN("engines", tasks_chunks, TEST_GA)
{
    const int64_t n = 77 * ga_size(), parts = 4 * ga_size();
    int64_t *order = test_alloc((size_t)n * sizeof *order), expected = 0, wrong = 0;
    ga_tasks_t tasks;

    for (int64_t left = n, size = 0; left > 0; left -= size, ++expected)
        if (expected % ga_size() == 0 || size > left)
            size = size > left ? left : (left + parts - 1) / parts;
    REQUIRE_OK(ga_tasks_create(GA_GROUP_WORLD, n, NULL, GA_TASKS_AS_GIVEN, 0, 0, &tasks));
    CHECK_INT(expected, read_order(tasks, n, order));
    for (int64_t k = 0; k < n; ++k)
        wrong += order[k] != k;
    CHECK_INT(0, wrong);
    CHECK_OK(ga_tasks_destroy(tasks));
    free(order);
}
