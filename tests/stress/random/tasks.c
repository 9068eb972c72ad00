/* Task pools: all ranks of a group take tasks, some of them slowly or not at all. */
#include <stdlib.h>
#include <string.h>

#include "stress.h"

enum { TASKS = 150 };

/* Take chunks of a round, or stop after a few: as this rank chooses, but for one that takes all
 * that are left. */
static void take(ga_tasks_t tasks, int64_t n, bool all, int64_t *taken)
{
    ga_tasks_chunk_t chunk = {.count = 1};
    int64_t sum = 0, said = -1;

    for (int64_t most = draw_own(0, 20); chunk.count > 0 && (all || most > 0); --most) {
        stress_ok(ga_tasks_next(tasks, &chunk));
        for (int64_t k = 0; k < chunk.count; ++k) {
            int64_t task = ga_tasks_at(&chunk, k);
            if (task < 0 || task >= n)
                stress_fail("task %lld of %lld", (long long)task, (long long)n);
            ++taken[task];
        }
        sum += chunk.count;
        if (draw_own(0, 3) == 0)
            stress_ok(ga_poll());
    }
    stress_ok(ga_tasks_taken(tasks, &said));
    if (said != sum)
        stress_fail("%lld tasks taken, not %lld", (long long)said, (long long)sum);
}

/* Rounds one after the other, without a sync in between. */
void do_tasks(array_t *array)
{
    enum { ROUNDS = 3 };
    const group_t *group = array->group;
    const int64_t n = draw(0, TASKS), chunk = draw(0, 1) * draw(0, 9);
    const ga_tasks_order order = (ga_tasks_order)draw(GA_TASKS_AS_GIVEN, GA_TASKS_STRATIFIED);
    const int rounds = (int)draw(1, ROUNDS), thorough = (int)draw(0, group->n - 1);
    int64_t taken[ROUNDS * TASKS] = {0};
    double cost[TASKS];
    ga_tasks_t tasks;

    for (int64_t k = 0; k < n; ++k)
        cost[k] = (double)draw(0, 1000);
    complete_group(group);
    stress_ok(ga_tasks_create(group->g, n, group->me == 0 ? cost : NULL, order,
                              (uint64_t)stress.step, chunk, &tasks));
    all_idle(group);
    for (int round = 0; round < rounds; ++round) {
        take(tasks, n, group->me == thorough, taken + round * n);
        stress_ok(ga_tasks_reset(tasks));
    }
    stress_ok(ga_allreduce(group->g, ASHLAR_LLONG, ASHLAR_SUM, taken, rounds * n));
    for (int64_t k = 0; k < rounds * n; ++k) {
        if (taken[k] != 1) {
            stress_fail("task %lld of %lld was handed out %lld times in round %lld",
                        (long long)(k % n), (long long)n, (long long)taken[k], (long long)(k / n));
        }
    }
    complete_group(group);
    stress_ok(ga_tasks_destroy(tasks));
    all_idle(group);
}
