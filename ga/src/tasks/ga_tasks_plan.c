/* Planning a task pool. */
#include "ga/src/tasks/ga_tasks_plan.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "armci-lite/src/al_private.h"

/* A chunk has at most this part of a rank's share of the tasks left, and costs at most that part of
 * its share of their cost: one task may cost more. Found by simulation (docs/decisions/0024). */
#define PARTS_BY_NUMBER 4
#define PARTS_BY_COST   2
/* It may have this part of a rank's share of all tasks at any time: when so few are left, ranks end
 * together anyway. */
#define PARTS_OF_ALL 256

/* ---- order ----------------------------------------------------------------------------------- */

/* splitmix64: numbers without a pattern, the same on every machine. */
static uint64_t mix(uint64_t z)
{
    z += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* Tasks come in rising order of their keys. The bits of doubles that are not negative are ordered
 * like the doubles, and the highest 12 are the power of two. */
static uint64_t key_of(const gai_tasks_plan_t *plan, int64_t task)
{
    enum { EXPONENT_SHIFT = 52 };
    double cost = plan->cost ? plan->cost[task] + 0.0 : 1; /* + 0: there is a negative zero */
    uint64_t bits;
    memcpy(&bits, &cost, sizeof bits);
    if (plan->order == GA_TASKS_AS_GIVEN)
        return 0;
    if (plan->order == GA_TASKS_LARGE_FIRST)
        return ~bits;
    uint64_t largest_first = 2047 - (bits >> EXPONENT_SHIFT);
    return largest_first << EXPONENT_SHIFT | mix(mix(plan->seed) ^ (uint64_t)task) >> 12;
}

static int compare_tasks(const void *left, const void *right)
{
    const gai_task_t *a = left, *b = right;
    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    return (a->number > b->number) - (a->number < b->number);
}

/* Adding up from the end: the small costs of the tasks that come last are not lost in the sum. */
static void sum_up(gai_tasks_plan_t *plan)
{
    double left = 0;
    for (int64_t k = plan->n - 1; k >= 0; --k) {
        gai_task_t *task = &plan->task[k];
        left += plan->cost[task->number];
        task->left = left;
    }
}

static int check_costs(const char *call, const gai_tasks_plan_t *plan)
{
    double sum = 0;
    for (int64_t k = 0; plan->cost && k < plan->n; ++k) {
        if (!(plan->cost[k] >= 0) || isinf(plan->cost[k]))
            return AL_FAIL(ASHLAR_EARG, "%s: the cost of task %" PRId64 " is %g", call, k,
                           plan->cost[k]);
        sum += plan->cost[k];
    }
    if (isinf(sum))
        return AL_FAIL(ASHLAR_EARG, "%s: the costs add up to more than a double holds", call);
    if (!plan->cost && plan->order == GA_TASKS_LARGE_FIRST)
        return AL_FAIL(ASHLAR_EARG, "%s: large tasks first, but cost is NULL", call);
    return ASHLAR_OK;
}

int gai_tasks_sort(const char *call, gai_tasks_plan_t *plan)
{
    AL_TRY(check_costs(call, plan));
    int cut_by_cost = plan->cost && plan->chunk == 0;
    plan->task = NULL;
    if (plan->n == 0 || (plan->order == GA_TASKS_AS_GIVEN && !cut_by_cost))
        return ASHLAR_OK;
    if (plan->n <= PTRDIFF_MAX / (int64_t)sizeof *plan->task)
        plan->task = calloc((size_t)plan->n, sizeof *plan->task);
    if (!plan->task)
        return AL_FAIL(ASHLAR_ENOMEM, "%s: no memory to put %" PRId64 " tasks in order", call,
                       plan->n);
    for (int64_t k = 0; k < plan->n; ++k)
        plan->task[k] = (gai_task_t){.key = key_of(plan, k), .number = k};
    if (plan->order != GA_TASKS_AS_GIVEN)
        qsort(plan->task, (size_t)plan->n, sizeof *plan->task, compare_tasks);
    if (plan->cost)
        sum_up(plan);
    return ASHLAR_OK;
}

/* ---- chunks ---------------------------------------------------------------------------------- */

/* The cost of the tasks from a place on; 0 without costs. */
static double cost_left(const gai_tasks_plan_t *plan, int64_t place)
{
    return plan->cost && place < plan->n ? plan->task[place].left : 0;
}

/* The end of the chunk that begins at `first`: it has one task, or up to `most` tasks that together
 * cost no more than `cost`. */
static int64_t end_of_chunk(const gai_tasks_plan_t *plan, int64_t first, int64_t most, double cost)
{
    int64_t low = first + 1, high = first + ali_min(most, plan->n - first);
    while (low < high) {
        int64_t middle = high - (high - low) / 2;
        if (cost_left(plan, first) - cost_left(plan, middle) <= cost)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

/* The most tasks of a chunk, where chunks begin at `first` that are as many as the ranks. */
static int64_t most_tasks(const gai_tasks_plan_t *plan, int64_t first)
{
    const int64_t left = plan->n - first, parts = PARTS_BY_NUMBER * (int64_t)plan->ranks;
    return ali_max(left / parts + (left % parts != 0),
                   plan->n / (PARTS_OF_ALL * (int64_t)plan->ranks));
}

int64_t gai_tasks_cut(const gai_tasks_plan_t *plan, int64_t *cut)
{
    const int64_t ranks = plan->ranks;
    int64_t chunks = 0, first = 0;
    while (first < plan->n) { /* a chunk for each rank, then smaller ones */
        const int64_t most = most_tasks(plan, first);
        double cost = cost_left(plan, first) / (double)(PARTS_BY_COST * ranks);
        for (int64_t rank = 0; rank < ranks && first < plan->n; ++rank) {
            if (cut)
                cut[chunks] = first;
            ++chunks;
            first = end_of_chunk(plan, first, most, cost);
        }
    }
    if (cut)
        cut[chunks] = plan->n;
    return chunks;
}

/* Each run takes a quarter of what is left, until a 64th of all is left or chunks are of one task:
 * that is then gone in four runs. Chunks of one size make one run. */
int64_t gai_tasks_list_runs(const gai_tasks_plan_t *plan, gai_tasks_run_t runs[GAI_TASKS_RUNS],
                            int *count)
{
    int64_t chunks = 0, first = 0;
    *count = 0;
    while (first < plan->n) {
        const int64_t left = plan->n - first,
                      size = plan->chunk > 0 ? plan->chunk : most_tasks(plan, first);
        const int64_t needed = left / size + (left % size != 0);
        if (*count == 0 || runs[*count - 1].size != size)
            runs[(*count)++] = (gai_tasks_run_t){chunks, first, size};
        const int64_t now = plan->chunk > 0 ? needed : ali_min(needed, plan->ranks);
        chunks += now;
        first = now == needed ? plan->n : first + now * size;
    }
    return chunks;
}

const gai_tasks_run_t *gai_tasks_find_run(const gai_tasks_run_t *runs, int count, int64_t chunk)
{
    int low = 0, high = count - 1;
    while (low < high) {
        const int middle = high - (high - low) / 2;
        if (runs[middle].chunk <= chunk)
            low = middle;
        else
            high = middle - 1;
    }
    return runs + low;
}
