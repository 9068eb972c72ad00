/* Drawing chunks: each rank for itself, or the ranks of a node together. */
#include "ga/src/tasks/ga_tasks_draw.h"

#include "armci-lite/src/al_private.h"

/* Fewer ask the counter each for itself, and wait for nobody on their node. */
int gai_draws_shared_from = 512;

int gai_draws_are_shared(const al_group_t *group)
{
    return group->node_count > 1 && group->size >= gai_draws_shared_from;
}

void gai_draws_clear(gai_draws_t *draws, int count)
{
    for (int k = 0; k < count; ++k) {
        atomic_init(&draws[k].held, 0);
        atomic_init(&draws[k].waiting, 0);
        draws[k].next = draws[k].end = 0;
    }
}

static void hold(gai_draws_t *draws)
{
    for (al_wait_t wait = {0}; atomic_load_explicit(&draws->held, memory_order_relaxed) ||
                               atomic_exchange_explicit(&draws->held, 1, memory_order_acquire);)
        ali_wait_step(&wait, 1);
}

/* Held: have a number at `next`, or know that none is left. */
static int ask_counter(ga_t counters, int64_t round, gai_draws_t *draws, int64_t end)
{
    if (draws->next < draws->end || draws->next >= end)
        return ASHLAR_OK;
    const int64_t wanted = atomic_load_explicit(&draws->waiting, memory_order_relaxed);
    int64_t first;
    AL_TRY(ga_read_inc_nd(counters, &round, wanted, &first));
    draws->next = first;
    draws->end = first + wanted;
    return ASHLAR_OK;
}

int gai_tasks_draw(ga_t counters, int64_t round, gai_draws_t *draws, int64_t end, int64_t *number)
{
    if (!draws)
        return ga_read_inc_nd(counters, &round, 1, number);
    atomic_fetch_add_explicit(&draws->waiting, 1, memory_order_relaxed);
    hold(draws);
    const int status = ask_counter(counters, round, draws, end);
    if (status == ASHLAR_OK)
        *number = draws->next < end ? draws->next++ : end;
    atomic_fetch_sub_explicit(&draws->waiting, 1, memory_order_relaxed);
    atomic_store_explicit(&draws->held, 0, memory_order_release);
    return status;
}
