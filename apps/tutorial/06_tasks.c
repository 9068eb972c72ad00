/* Pieces of work go to whichever rank asks next: by a counter, then by a task pool. */
#include <math.h>

#include "tutorial.h"

enum { TASKS = 100, POINTS = 100000 };

/* Task k: the area under 4/(1+x*x) from k/TASKS to (k+1)/TASKS. All together are pi. */
static double area(int64_t k)
{
    double sum = 0;
    for (int n = 0; n < POINTS / TASKS; ++n) {
        const double x = ((double)k * (POINTS / TASKS) + n + 0.5) / POINTS;
        sum += 4 / (1 + x * x);
    }
    return sum / POINTS;
}

int main(int argc, char **argv)
{
    ga_t counter, pi;
    start(&argc, &argv);
    check(ga_create(ASHLAR_LONG, 1, 1, "counter", 0, 0, &counter));
    check(ga_create(ASHLAR_DOUBLE, 1, 2, "pi", 0, 0, &pi));
    check(ga_zero(counter));
    check(ga_zero(pi));

    /* Whoever adds 1 gets the number before: every task goes to one rank. */
    int64_t task;
    double mine[2] = {0, 0};
    do {
        check(ga_read_inc(counter, 0, 0, 1, &task));
        if (task < TASKS)
            mine[0] += area(task);
    } while (task < TASKS);

    /* A pool does the same with fewer requests: it hands out chunks, large at first, then small. */
    ga_tasks_t pool;
    ga_tasks_chunk_t chunk;
    check(ga_tasks_create(GA_GROUP_WORLD, TASKS, NULL, GA_TASKS_AS_GIVEN, 0, 0, &pool));
    do {
        check(ga_tasks_next(pool, &chunk));
        for (int64_t k = 0; k < chunk.count; ++k)
            mine[1] += area(ga_tasks_at(&chunk, k));
    } while (chunk.count > 0);

    double both[2];
    const double one = 1;
    check(ga_acc(pi, 0, 0, 0, 1, mine, 1, &one));
    check(ga_sync());
    check(ga_get(pi, 0, 0, 0, 1, both, 1));
    if (ga_rank() == 0)
        printf("pi is %.8f and %.8f\n", both[0], both[1]);

    check(ga_tasks_destroy(pool));
    check(ga_destroy(counter));
    check(ga_destroy(pi));
    return stop(fabs(both[0] - acos(-1)) < 1e-9 && fabs(both[1] - acos(-1)) < 1e-9);
}
