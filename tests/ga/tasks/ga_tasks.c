/* Task pools: every task is handed out once a round, in pools of any number, on any group. */
#include <string.h>

#include "ga/tasks/pools.h"

/* Take chunks until none is left; count in taken, if it is not NULL, how often each task came. */
static int64_t take_all(ga_tasks_t tasks, int64_t n, int64_t *taken)
{
    ga_tasks_chunk_t chunk = {.count = 1};
    int64_t sum = 0, last = -1, said = -1;

    while (CHECK_OK(ga_tasks_next(tasks, &chunk)) && chunk.count > 0) {
        CHECK(chunk.first > last && chunk.first + chunk.count <= n);
        last = chunk.first;
        sum += chunk.count;
        for (int64_t k = 0; taken && k < chunk.count; ++k) {
            int64_t task = ga_tasks_at(&chunk, k);
            if (CHECK(task >= 0 && task < n))
                ++taken[task];
        }
    }
    CHECK_INT(0, chunk.count);
    CHECK_INT(n, chunk.first);
    CHECK_OK(ga_tasks_taken(tasks, &said));
    CHECK_INT(sum, said);
    return sum;
}

/* The number of tasks that did not come exactly once, over all ranks of a group. */
static int64_t not_once(ga_group_t group, int64_t *taken, int64_t n)
{
    int64_t wrong = 0;

    CHECK_OK(ga_allreduce(group, ASHLAR_LLONG, ASHLAR_SUM, taken, n));
    for (int64_t k = 0; k < n; ++k)
        wrong += taken[k] != 1;
    return wrong;
}

static void take_once(int64_t n, ga_tasks_order order, int64_t chunk)
{
    int64_t *taken = test_alloc((size_t)(n + 1) * sizeof *taken);
    ga_tasks_chunk_t none;
    ga_tasks_t tasks;

    REQUIRE_OK(create_pool(GA_GROUP_WORLD, n, order, 5, chunk, &tasks));
    for (int round = 0; round < 2; ++round) {
        memset(taken, 0, (size_t)n * sizeof *taken);
        take_all(tasks, n, taken);
        CHECK_OK(ga_tasks_next(tasks, &none));
        CHECK_INT(0, none.count);
        CHECK_INT(0, not_once(GA_GROUP_WORLD, taken, n));
        CHECK_OK(ga_tasks_reset(tasks));
    }
    CHECK_OK(ga_tasks_destroy(tasks));
    free(taken);
}

TEST_CASE_IN("engines", tasks_once, TEST_GA)
{
    const int64_t n[] = {0, 1, 3, 500}, chunk[] = {0, 1, 7};

    for (size_t k = 0; k < sizeof n / sizeof n[0]; ++k)
        for (size_t c = 0; c < sizeof chunk / sizeof chunk[0]; ++c)
            for (int order = GA_TASKS_AS_GIVEN; order <= GA_TASKS_STRATIFIED; ++order)
                take_once(n[k], (ga_tasks_order)order, chunk[c]);
}

/* Many rounds that nobody waits between; in some all ranks take tasks. */
TEST_CASE_IN("engines", tasks_rounds, TEST_GA)
{
    enum { ALL = 600, SHARED = 60, TASKS = 5 };
    int64_t *taken = test_alloc((size_t)SHARED * TASKS * sizeof *taken);
    ga_tasks_t tasks;

    memset(taken, 0, (size_t)SHARED * TASKS * sizeof *taken);
    REQUIRE_OK(create_pool(GA_GROUP_WORLD, TASKS, GA_TASKS_STRATIFIED, 3, 1, &tasks));
    for (int round = 0; round < ALL; ++round) {
        if (round % (ALL / SHARED) == 0)
            take_all(tasks, TASKS, taken + round / (ALL / SHARED) * TASKS);
        CHECK_OK(ga_tasks_reset(tasks));
    }
    CHECK_INT(0, not_once(GA_GROUP_WORLD, taken, SHARED * TASKS));
    CHECK_OK(ga_tasks_destroy(tasks));
    free(taken);
}

/* Rank 0 leaves each round after its first chunk: the others take what it has left. */
TEST_CASE_IN("engines", tasks_left_early, TEST_GA)
{
    enum { ROUNDS = 20, TASKS = 40 };
    int64_t taken[ROUNDS * TASKS] = {0};
    ga_tasks_chunk_t chunk;
    ga_tasks_t tasks;

    REQUIRE_OK(create_pool(GA_GROUP_WORLD, TASKS, GA_TASKS_LARGE_FIRST, 0, 0, &tasks));
    for (int round = 0; round < ROUNDS; ++round) {
        int64_t *now = taken + round * TASKS;
        if (ga_rank() > 0 || ga_size() == 1) {
            take_all(tasks, TASKS, now);
        } else {
            CHECK_OK(ga_tasks_next(tasks, &chunk));
            for (int64_t k = 0; k < chunk.count; ++k)
                ++now[ga_tasks_at(&chunk, k)];
        }
        CHECK_OK(ga_tasks_reset(tasks));
    }
    CHECK_INT(0, not_once(GA_GROUP_WORLD, taken, ROUNDS * TASKS));
    CHECK_OK(ga_tasks_destroy(tasks));
}

/* Two halves of the ranks, each with a pool of its own, and one of them all. */
TEST_CASE(tasks_on_group, TEST_GA)
{
    enum { TASKS = 100 };
    int64_t mine[TASKS] = {0}, all[TASKS] = {0};
    ga_tasks_t of_half, of_all;
    ga_group_t half;

    REQUIRE_OK(ga_group_split(GA_GROUP_WORLD, ga_rank() % 2, -ga_rank(), &half));
    REQUIRE_OK(create_pool(half, TASKS, GA_TASKS_STRATIFIED, 1, 0, &of_half));
    REQUIRE_OK(create_pool(GA_GROUP_WORLD, TASKS, GA_TASKS_LARGE_FIRST, 1, 3, &of_all));
    take_all(of_half, TASKS, mine);
    take_all(of_all, TASKS, all);
    CHECK_INT(0, not_once(half, mine, TASKS));
    CHECK_INT(0, not_once(GA_GROUP_WORLD, all, TASKS));
    CHECK_OK(ga_tasks_destroy(of_all));
    CHECK_STATUS(ASHLAR_ESTATE, ga_group_destroy(half));
    CHECK_OK(ga_tasks_destroy(of_half));
    CHECK_OK(ga_group_destroy(half));
}

/* More tasks than 32 bits count, none of which is stored. */
TEST_CASE(tasks_wide, TEST_GA)
{
    const int64_t n = (INT64_C(1) << 40) + 5;

    for (int64_t chunk = 0; chunk <= INT64_C(1) << 36; chunk += INT64_C(1) << 36) {
        ga_tasks_t tasks;
        REQUIRE_OK(ga_tasks_create(GA_GROUP_WORLD, n, NULL, GA_TASKS_AS_GIVEN, 0, chunk, &tasks));
        int64_t sum = take_all(tasks, n, NULL);
        CHECK_OK(ga_allreduce(GA_GROUP_WORLD, ASHLAR_LLONG, ASHLAR_SUM, &sum, 1));
        CHECK_INT(n, sum);
        CHECK_OK(ga_tasks_destroy(tasks));
    }
}

/* The most pools that there can be; one more is refused, and after one is gone there is room. */
TEST_CASE(tasks_limit, TEST_GA)
{
    enum { MOST = 3000 };
    static ga_tasks_t pools[MOST];
    ga_tasks_t none = -5;
    int n = 0, me = ga_rank();
    ga_group_t own;

    REQUIRE_OK(ga_group_create(1, &me, &own));
    while (n < MOST &&
           ga_tasks_create(own, 1, NULL, GA_TASKS_AS_GIVEN, 0, 1, &pools[n]) == ASHLAR_OK)
        ++n;
    CHECK(n > 100 && n < MOST);
    if (me != 0)
        CHECK_OK(ga_tasks_destroy(pools[3]));
    CHECK_STATUS(ASHLAR_ELIMIT,
                 ga_tasks_create(GA_GROUP_WORLD, 1, NULL, GA_TASKS_AS_GIVEN, 0, 1, &none));
    CHECK_INT(-5, none); /* for rank 0 */
    if (me == 0)
        CHECK_OK(ga_tasks_destroy(pools[3]));
    CHECK_OK(ga_tasks_create(own, 1, NULL, GA_TASKS_AS_GIVEN, 0, 1, &none));
    CHECK_STATUS(ASHLAR_EHANDLE, ga_tasks_reset(pools[3]));
    pools[3] = none;
    while (n > 0) {
        CHECK_INT(1, take_all(pools[--n], 1, NULL));
        CHECK_OK(ga_tasks_destroy(pools[n]));
    }
    CHECK_OK(ga_group_destroy(own));
}

/* A pool that is left when the library stops is told as an array; its handle is stale then. */
TEST_CASE(tasks_forgotten, TEST_BARE)
{
    ga_tasks_chunk_t chunk;
    ga_tasks_t tasks;

    REQUIRE_OK(ga_initialize(MPI_COMM_WORLD));
    REQUIRE_OK(create_pool(GA_GROUP_WORLD, 10, GA_TASKS_LARGE_FIRST, 0, 0, &tasks));
    test_capture_begin();
    int status = ga_terminate();
    char *said = test_capture_end();
    CHECK_OK(status);
    if (test_rank() == 0)
        CHECK_CONTAINS(said, "'counters of a task pool'");
    free(said);
    REQUIRE_OK(ga_initialize(MPI_COMM_WORLD));
    CHECK_STATUS(ASHLAR_EHANDLE, ga_tasks_next(tasks, &chunk));
    CHECK_OK(ga_terminate());
}
