/* Task pools with costs. */
#ifndef TESTS_GA_POOLS_H
#define TESTS_GA_POOLS_H

#include <stdlib.h>

#include <ashlar/ga.h>

#include "harness/harness.h"

/* Costs of three sizes with some equal ones among them, and some of 0. */
static inline double *costs_of(int64_t n)
{
    double *cost = test_alloc((size_t)(n + 1) * sizeof *cost);

    for (int64_t k = 0; k < n; ++k)
        cost[k] = (double)(k * k % 7) * (k % 3 == 0 ? 100 : 1);
    return cost;
}

/* A pool whose costs only rank 0 of the group has. */
static inline int create_pool(ga_group_t group, int64_t n, ga_tasks_order order, uint64_t seed,
                              int64_t chunk, ga_tasks_t *tasks)
{
    double *cost = costs_of(n);
    int rank = -1;

    CHECK_OK(ga_group_rank(group, &rank));
    int status = ga_tasks_create(group, n, rank == 0 ? cost : NULL, order, seed, chunk, tasks);
    free(cost);
    return status;
}

#endif
