/* Plans of task pools, for any number of ranks: orders that do not depend on it, and chunks that
 * are shares of what is left. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ga/inside.h"
#include "ga/src/tasks/ga_tasks_plan.h"

/* The order of a few tasks, which must stay what it is: it is to be the same on every machine. */
TEST_CASE(plan_orders, TEST_BARE)
{
    const double cost[8] = {1, 5, 0, 7, 4, -0.0, 1e300, 4};
    const int64_t large[8] = {6, 3, 1, 4, 7, 0, 2, 5};
    const int64_t shuffled[8] = {6, 7, 3, 4, 1, 0, 5, 2};
    gai_tasks_plan_t plan = {.n = 8, .cost = cost, .order = GA_TASKS_LARGE_FIRST, .ranks = 3};

    REQUIRE_OK(gai_tasks_sort(__func__, &plan));
    for (int k = 0; k < 8; ++k)
        CHECK_INT(large[k], plan.task[k].number);
    CHECK(plan.task[6].left == 0 && plan.task[5].left == 1 && plan.task[1].left == 21);
    free(plan.task);
    plan.order = GA_TASKS_STRATIFIED;
    plan.seed = 1;
    REQUIRE_OK(gai_tasks_sort(__func__, &plan));
    for (int k = 0; k < 8; ++k)
        CHECK_INT(shuffled[k], plan.task[k].number);
    free(plan.task);
}

static double cost_of(const gai_tasks_plan_t *plan, int64_t from, int64_t to)
{
    double sum = 0;

    for (int64_t k = from; plan->cost && k < to; ++k)
        sum += plan->cost[plan->task[k].number];
    return sum;
}

/* Chunks follow each other, none is empty, each keeps both bounds or is one task, and none could be
 * larger. */
static void check_cuts(const gai_tasks_plan_t *plan)
{
    int64_t chunks = gai_tasks_cut(plan, NULL), most = 0, wrong = 0;
    int64_t *cut = test_alloc((size_t)(chunks + 1) * sizeof *cut);
    double left = cost_of(plan, 0, plan->n), share = 0;

    CHECK_INT(chunks, gai_tasks_cut(plan, cut));
    CHECK_INT(0, cut[0]);
    CHECK_INT(plan->n, cut[chunks]);
    for (int64_t c = 0; c < chunks; ++c) {
        const int64_t first = cut[c], end = cut[c + 1], parts = 4 * plan->ranks;
        if (c % plan->ranks == 0) {
            most = (plan->n - first + parts - 1) / parts;
            most = most > plan->n / (64 * parts) ? most : plan->n / (64 * parts);
            share = left / (2 * plan->ranks);
        }
        wrong += end <= first || end - first > most;
        wrong += end - first > 1 && cost_of(plan, first, end) > share;
        wrong += end < plan->n && end - first < most && cost_of(plan, first, end + 1) <= share;
        left -= cost_of(plan, first, end);
    }
    CHECK_INT(0, wrong);
    CHECK(chunks <= 35 * plan->ranks);
    free(cut);
}

/* Whole numbers, so that sums are exact; of some tasks nothing but 0. */
TEST_CASE(plan_cuts, TEST_BARE)
{
    enum { N = 3000 };
    static double cost[N];
    rng_t rng = rng_seed(7);

    for (int ranks = 1; ranks <= 5000; ranks = 3 * ranks + 1) {
        for (int order = GA_TASKS_AS_GIVEN; order <= GA_TASKS_STRATIFIED; ++order) {
            for (int64_t n = 0; n <= N; n = 5 * n + 1) {
                int64_t most = INT64_C(1) << rng_range(&rng, 0, 20);
                for (int64_t k = 0; k < n; ++k)
                    cost[k] = (double)rng_range(&rng, 0, most);
                gai_tasks_plan_t plan = {.n = n,
                                         .cost =
                                             order == GA_TASKS_LARGE_FIRST || n % 2 ? cost : NULL,
                                         .order = (ga_tasks_order)order,
                                         .seed = 3,
                                         .ranks = ranks};
                REQUIRE_OK(gai_tasks_sort(__func__, &plan));
                check_cuts(&plan);
                free(plan.task);
            }
        }
    }
}

/* Tasks that cost nothing go by number: few chunks, not one for each task. So does one rank's share
 * of tasks of which one costs more than all others together. */
TEST_CASE(plan_costs_nothing, TEST_BARE)
{
    enum { N = 100000 };
    static double cost[N];
    gai_tasks_plan_t plan = {.n = N, .cost = cost, .order = GA_TASKS_LARGE_FIRST, .ranks = 10};
    const gai_tasks_plan_t alike = {.n = N, .ranks = 10};
    int64_t chunks = gai_tasks_cut(&alike, NULL);

    CHECK(chunks > 150 && chunks <= 190);
    REQUIRE_OK(gai_tasks_sort(__func__, &plan));
    CHECK_INT(chunks, gai_tasks_cut(&plan, NULL));
    free(plan.task);
    cost[5] = 1; /* the only one that costs something */
    REQUIRE_OK(gai_tasks_sort(__func__, &plan));
    CHECK_INT(5, plan.task[0].number);
    CHECK(gai_tasks_cut(&plan, NULL) <= chunks + plan.ranks);
    free(plan.task);
    for (int k = 0; k < N; ++k)
        cost[k] = k == 5 ? N : 1;
    REQUIRE_OK(gai_tasks_sort(__func__, &plan));
    CHECK(gai_tasks_cut(&plan, NULL) <= 2 * chunks);
    free(plan.task);
}

/* Chunks of one size, and chunks without costs, found by their numbers: the same that are cut. */
static void check_runs(int64_t n, int ranks, int64_t size)
{
    const gai_tasks_plan_t plan = {.n = n, .chunk = size, .ranks = ranks};
    gai_tasks_run_t runs[GAI_TASKS_RUNS];
    int count = -1;
    int64_t chunks = gai_tasks_list_runs(&plan, runs, &count), wrong = 0;
    int64_t *cut = test_alloc((size_t)(chunks + 1) * sizeof *cut);

    CHECK_INT(size > 0 ? (n + size - 1) / size : gai_tasks_cut(&plan, NULL), chunks);
    CHECK(count <= 32 && (count > 0) == (n > 0));
    for (int64_t c = 0; c <= chunks; ++c)
        cut[c] = c * size < n ? c * size : n;
    if (size == 0)
        gai_tasks_cut(&plan, cut);
    for (int64_t c = 0; c < chunks; ++c) {
        const gai_tasks_run_t *run = gai_tasks_find_run(runs, count, c);
        const int64_t first = run->place + (c - run->chunk) * run->size, left = n - first;
        wrong += first != cut[c] || first + (run->size < left ? run->size : left) != cut[c + 1];
    }
    CHECK_INT(0, wrong);
    free(cut);
}

TEST_CASE(plan_runs, TEST_BARE)
{
    for (int ranks = 1; ranks <= 2000; ranks = 3 * ranks + 1)
        for (int64_t n = 0; n <= 2000000; n = 3 * n + 1)
            for (int64_t size = 0; size <= 900; size = 30 * size + 7)
                check_runs(n, ranks, size);
}

/* More tasks than a table could name, on more ranks than there are. */
TEST_CASE(plan_runs_wide, TEST_BARE)
{
    const int64_t n = INT64_MAX - 5;
    const gai_tasks_plan_t plan = {.n = n, .ranks = 1 << 22}, each = {.n = n, .chunk = 1};
    gai_tasks_run_t runs[GAI_TASKS_RUNS];
    int count;
    const int64_t chunks = gai_tasks_list_runs(&plan, runs, &count);

    const gai_tasks_run_t *last = gai_tasks_find_run(runs, count, chunks - 1);
    const int64_t begin = last->place + (chunks - 1 - last->chunk) * last->size;
    CHECK(chunks < 35 * INT64_C(1) << 22 && begin < n && n - begin <= last->size);
    CHECK_INT(n, gai_tasks_list_runs(&each, runs, &count));
    CHECK_INT(1, count);
    CHECK_INT(n - 3, gai_tasks_find_run(runs, count, n - 3)->place + (n - 3) * runs[0].size);
}
