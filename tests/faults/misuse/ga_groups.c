/* Misuse of groups of ranks and of small collectives. */
#include "misuse.h"

TEST_CASE(ga_groups, TEST_GA)
{
    int me = ga_rank(), size = ga_size(), other = (me + 1) % size, number = -5;
    const int twice[2] = {me, me}, beyond[2] = {me, size}, below[2] = {me, -1};
    ga_group_t group = -5;
    MPI_Comm comm = MPI_COMM_NULL;

    MISUSE(ASHLAR_EARG, ga_group_create(0, &me, &group));
    MISUSE(ASHLAR_EARG, ga_group_create(2, twice, &group));
    MISUSE(ASHLAR_ERANGE, ga_group_create(2, beyond, &group));
    MISUSE(ASHLAR_ERANGE, ga_group_create(2, below, &group), "-1");
    if (size > 1)
        MISUSE(ASHLAR_EGROUP, ga_group_create(1, &other, &group));
    CHECK_INT(-5, group);
    const ga_group_t bad[] = {-1, 4711, INT32_MAX};
    for (size_t k = 0; k < sizeof bad / sizeof bad[0]; ++k) {
        MISUSE(ASHLAR_EGROUP, ga_group_split(bad[k], 0, 0, &group));
        MISUSE(ASHLAR_EGROUP, ga_group_destroy(bad[k]));
        MISUSE(ASHLAR_EGROUP, ga_group_set_default(bad[k], &group));
        MISUSE(ASHLAR_EGROUP, ga_group_rank(bad[k], &number));
        MISUSE(ASHLAR_EGROUP, ga_group_size(bad[k], &number));
        MISUSE(ASHLAR_EGROUP, ga_group_world_rank(bad[k], 0, &number));
        MISUSE(ASHLAR_EGROUP, ga_group_sync(bad[k]));
        MISUSE(ASHLAR_EGROUP, ga_group_comm(bad[k], &comm));
    }
    MISUSE(ASHLAR_EGROUP, ga_group_destroy(GA_GROUP_WORLD));
    MISUSE(ASHLAR_EGROUP, ga_group_destroy(GA_GROUP_DEFAULT));
    MISUSE(ASHLAR_ERANGE, ga_group_world_rank(GA_GROUP_WORLD, -1, &number), "-1");
    MISUSE(ASHLAR_ERANGE, ga_group_world_rank(GA_GROUP_WORLD, size, &number));
    CHECK_INT(-5, group);
    CHECK_INT(-5, number);
    CHECK_OK(ga_group_get_default(&group));
    CHECK_INT(GA_GROUP_WORLD, group);

    /* A group of one rank has no second. */
    REQUIRE_OK(ga_group_create(1, &me, &group));
    double value = 4;
    int64_t bounds[4];
    ga_t alone;
    MISUSE(ASHLAR_ERANGE, ga_broadcast(group, &value, sizeof value, 1));
    MISUSE(ASHLAR_ERANGE, ga_group_world_rank(group, 1, &number));
    ga_mutexes_t set;
    REQUIRE_OK(ga_mutexes_create(group, 1, &set));
    CHECK_STATUS(ASHLAR_ESTATE, ga_group_destroy(group));
    CHECK_OK(ga_mutexes_destroy(set));
    REQUIRE_OK(ga_create_nd(ASHLAR_INT, 2, (int64_t[]){4, 4}, "alone", NULL, group, &alone));
    MISUSE(ASHLAR_ERANGE, ga_distribution_nd(alone, 1, bounds, bounds + 2), "'alone'");
    MISUSE(ASHLAR_ERANGE, ga_access_block(alone, 1, NULL, NULL, &(void *){NULL}, bounds));
    CHECK_OK(ga_destroy(alone));

    /* A stale group. */
    CHECK_OK(ga_group_destroy(group));
    MISUSE(ASHLAR_EGROUP, ga_group_size(group, &number));
    MISUSE(ASHLAR_EGROUP, ga_group_set_default(group, NULL));
    MISUSE(ASHLAR_EGROUP, ga_group_destroy(group));
}

TEST_CASE(ga_collectives, TEST_GA)
{
    double value = 4;

    MISUSE(ASHLAR_EGROUP, ga_broadcast(4711, &value, sizeof value, 0), "4711");
    MISUSE(ASHLAR_ERANGE, ga_broadcast(GA_GROUP_WORLD, &value, sizeof value, -1), "-1");
    MISUSE(ASHLAR_ERANGE, ga_broadcast(GA_GROUP_WORLD, &value, sizeof value, ga_size()));
    MISUSE(ASHLAR_EGROUP, ga_allreduce(4711, ASHLAR_DOUBLE, ASHLAR_SUM, &value, 1), "4711");
    MISUSE(ASHLAR_EARG, ga_allreduce(GA_GROUP_WORLD, ASHLAR_DOUBLE, ASHLAR_SUM, &value, -1));
    MISUSE(ASHLAR_EARG, ga_allreduce(GA_GROUP_WORLD, ASHLAR_DOUBLE, ASHLAR_OP_COUNT, &value, 1));
    MISUSE(ASHLAR_ETYPE, ga_allreduce(GA_GROUP_WORLD, ASHLAR_TYPE_COUNT, ASHLAR_SUM, &value, 1));
    MISUSE(ASHLAR_ETYPE, ga_allreduce(GA_GROUP_WORLD, ASHLAR_CDOUBLE, ASHLAR_MIN, &value, 1));
    MISUSE(ASHLAR_ETYPE, ga_allreduce(GA_GROUP_WORLD, ASHLAR_CFLOAT, ASHLAR_MAX, &value, 1));
    CHECK_OK(ga_broadcast(GA_GROUP_WORLD, NULL, 0, 0)); /* nothing needs no buffer */
    CHECK_OK(ga_allreduce(GA_GROUP_WORLD, ASHLAR_DOUBLE, ASHLAR_SUM, NULL, 0));
    CHECK(value == 4);
}
