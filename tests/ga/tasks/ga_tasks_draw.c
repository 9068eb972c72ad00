/* Ranks of a node that draw together, as in groups of very many ranks. */
#include <string.h>

#include "ga/inside.h"
#include "ga/src/tasks/ga_tasks_draw.h"

/* One that draws while two others wait asks for them as well. */
TEST_CASE(draws_for_all, TEST_GA)
{
    const int64_t rounds = 4, round = 2, end = 5;
    gai_draws_t draws[2];
    int64_t number = -1, drawn = -1;
    ga_t counters;

    REQUIRE_OK(ga_create_nd(ASHLAR_LLONG, 1, &rounds, "counters", &rounds, 0, &counters));
    CHECK_OK(ga_zero(counters));
    gai_draws_clear(draws, 2);
    if (ga_rank() == ga_size() - 1) {
        atomic_store(&draws[1].waiting, 2);
        for (int64_t k = 0; k < 3; ++k) {
            CHECK_OK(gai_tasks_draw(counters, round, &draws[1], end, &number));
            CHECK_INT(k, number);
            CHECK_OK(ga_get_nd(counters, &round, &round, &drawn, NULL));
            CHECK_INT(3, drawn);
        }
        CHECK_INT(2, atomic_load(&draws[1].waiting));
        for (int64_t k = 3; k < 8; ++k) { /* three more, of which two are left */
            CHECK_OK(gai_tasks_draw(counters, round, &draws[1], end, &number));
            CHECK_INT(k < end ? k : end, number);
        }
        CHECK_OK(ga_get_nd(counters, &round, &round, &drawn, NULL));
        CHECK_INT(6, drawn); /* nobody asks again */
        CHECK_OK(gai_tasks_draw(counters, 1, NULL, end, &number));
        CHECK_INT(0, number);
    }
    CHECK_OK(ga_destroy(counters));
}

enum { TASKS = 300, ROUNDS = 300 };

static void take(ga_tasks_t tasks, int64_t most, int64_t *taken)
{
    ga_tasks_chunk_t chunk = {.count = 1};
    int64_t last = -1;

    for (int64_t k = 0; k < most && chunk.count > 0; ++k) {
        CHECK_OK(ga_tasks_next(tasks, &chunk));
        CHECK(chunk.first > last && chunk.first + chunk.count <= TASKS);
        last = chunk.first;
        for (int64_t t = 0; t < chunk.count; ++t)
            ++taken[ga_tasks_at(&chunk, t)];
    }
}

/* All ranks of the first node leave the round after a chunk, or before: the others get the rest. */
static void share_rounds(const double *cost, ga_tasks_order order, int64_t size)
{
    int64_t taken[TASKS] = {0}, wrong = 0;
    const int stays = ga_size() == 1 || al_node_of(ga_rank()) != al_node_of(0);
    int some_stay = stays, rounds = size == 7 ? ROUNDS : 6;
    ga_tasks_t tasks;

    CHECK_OK(ga_allreduce(GA_GROUP_WORLD, ASHLAR_INT, ASHLAR_MAX, &some_stay, 1));
    REQUIRE_OK(ga_tasks_create(GA_GROUP_WORLD, TASKS, ga_rank() == 0 ? cost : NULL, order, 3, size,
                               &tasks));
    for (int round = 0; round < rounds; ++round) {
        take(tasks, stays || !some_stay ? TASKS + 1 : (round + ga_rank()) % 2, taken);
        CHECK_OK(ga_tasks_reset(tasks));
    }
    CHECK_OK(ga_allreduce(GA_GROUP_WORLD, ASHLAR_LLONG, ASHLAR_SUM, taken, TASKS));
    for (int k = 0; k < TASKS; ++k)
        wrong += taken[k] != rounds;
    CHECK_INT(0, wrong);
    CHECK_OK(ga_tasks_destroy(tasks));
}

TEST_CASE(draws_shared, TEST_GA)
{
    double cost[TASKS];
    const int before = gai_draws_shared_from;

    for (int k = 0; k < TASKS; ++k)
        cost[k] = k * k % 11;
    gai_draws_shared_from = 1;
    for (int order = GA_TASKS_AS_GIVEN; order <= GA_TASKS_STRATIFIED; ++order)
        for (int64_t size = 0; size <= 7; size += 7) {
            share_rounds(cost, (ga_tasks_order)order, size);
            if (order != GA_TASKS_LARGE_FIRST)
                share_rounds(NULL, (ga_tasks_order)order, size);
        }
    gai_draws_shared_from = before;
}
