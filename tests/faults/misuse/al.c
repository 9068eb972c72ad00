/* Misuse of armci-lite: starting, groups, mutexes, collectives; the texts of the codes. */
#include <stdio.h>
#include <string.h>

#include <ashlar/al_memory.h>

#include "misuse.h"

TEST_CASE(al_stopped, TEST_BARE)
{
    CHECK(al_memory() == NULL);
    CHECK_OK(al_poll());
    MISUSE(ASHLAR_EARG, al_init(MPI_COMM_NULL));
    if (test_size() > 1) {
        MPI_Comm half, bridge;
        MPI_Comm_split(MPI_COMM_WORLD, test_rank() == 0, test_rank(), &half);
        MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, test_rank() == 0 ? 1 : 0, 5, &bridge);
        MISUSE(ASHLAR_EARG, al_init(bridge));
        MPI_Comm_free(&bridge);
        MPI_Comm_free(&half);
    }
    REQUIRE_OK(al_init(MPI_COMM_WORLD));
    MISUSE(ASHLAR_ESTATE, al_init(MPI_COMM_WORLD));
    CHECK_OK(al_finalize());
}

TEST_CASE(al_groups, TEST_AL)
{
    int me = al_rank(), size = al_size(), other = (me + 1) % size;
    const int twice[2] = {me, me}, beyond[2] = {me, size}, below[2] = {-1, me};
    al_group_t *group = NULL;

    MISUSE(ASHLAR_EARG, al_group_create(0, &me, &group));
    MISUSE(ASHLAR_EARG, al_group_create(-1, &me, &group));
    MISUSE(ASHLAR_EARG, al_group_create(2, twice, &group));
    MISUSE(ASHLAR_ERANGE, al_group_create(2, beyond, &group));
    MISUSE(ASHLAR_ERANGE, al_group_create(2, below, &group), "-1");
    if (size > 1)
        MISUSE(ASHLAR_EGROUP, al_group_create(1, &other, &group));
    CHECK(group == NULL);
    MISUSE(ASHLAR_EARG, al_group_free(al_group_world()));

    al_segment_t *segment;
    REQUIRE_OK(al_group_create(1, &me, &group));
    REQUIRE_OK(al_segment_create(group, 100, &segment));
    MISUSE(ASHLAR_ESTATE, al_group_free(group));
    CHECK_OK(al_segment_free(segment));
    CHECK_OK(al_group_free(group));
}

/* A set of which any rank holds any mutex is freed on no rank, and goes on working. */
TEST_CASE(al_mutexes, TEST_AL)
{
    const int n = 2 * al_size() + 1;
    int taken = 7;
    al_mutexes_t *mutexes;

    REQUIRE_OK(al_mutexes_create(al_group_world(), n, &mutexes));
    for (int k = 0; k < n; ++k) {
        bool mine = (k / 2) % al_size() == al_rank();
        char number[32];
        snprintf(number, sizeof number, "mutex %d is held", k);
        if (mine)
            CHECK_OK(al_mutex_lock(mutexes, k));
        MISUSE(ASHLAR_ESTATE, al_mutexes_free(mutexes), number);
        if (mine) {
            MISUSE(ASHLAR_ESTATE, al_mutex_lock(mutexes, k), "holds");
            MISUSE(ASHLAR_ESTATE, al_mutex_try_lock(mutexes, k, &taken), "holds");
            CHECK_OK(al_mutex_unlock(mutexes, k));
        }
        MISUSE(ASHLAR_ESTATE, al_mutex_unlock(mutexes, k));
    }
    MISUSE(ASHLAR_ERANGE, al_mutex_lock(mutexes, n));
    MISUSE(ASHLAR_ERANGE, al_mutex_lock(mutexes, -1), "-1");
    MISUSE(ASHLAR_ERANGE, al_mutex_try_lock(mutexes, n, &taken));
    CHECK_INT(7, taken);
    CHECK_OK(al_mutexes_free(mutexes));
}

TEST_CASE(al_collectives, TEST_AL)
{
    double value = 4;
    al_group_t *world = al_group_world();

    MISUSE(ASHLAR_ERANGE, al_broadcast(world, &value, sizeof value, -1), "-1");
    MISUSE(ASHLAR_ERANGE, al_broadcast(world, &value, sizeof value, al_size()));
    MISUSE(ASHLAR_EARG, al_allreduce(world, ASHLAR_DOUBLE, ASHLAR_OP_COUNT, &value, 1));
    MISUSE(ASHLAR_ETYPE, al_allreduce(world, ASHLAR_TYPE_COUNT, ASHLAR_SUM, &value, 1));
    MISUSE(ASHLAR_ETYPE, al_allreduce(world, ASHLAR_CFLOAT, ASHLAR_MIN, &value, 1));
    MISUSE(ASHLAR_ETYPE, al_allreduce(world, ASHLAR_CDOUBLE, ASHLAR_MAX, &value, 1));
    MISUSE(ASHLAR_ETYPE, al_allreduce(world, ASHLAR_DOUBLE, ASHLAR_XOR, &value, 1));
    MISUSE(ASHLAR_EARG, al_allreduce(world, ASHLAR_DOUBLE, ASHLAR_REPLACE, &value, 1));
    CHECK(value == 4);
}

/* Every code has a name and a text of its own; any other number has an answer too. */
TEST_CASE(status_texts, TEST_BARE)
{
    enum { LAST = ASHLAR_EINTERNAL };

    CHECK_TEXT("ASHLAR_OK", ashlar_status_name(0));
    CHECK_TEXT("ASHLAR_ERANGE", ashlar_status_name(ASHLAR_ERANGE));
    CHECK_TEXT("ASHLAR_UNKNOWN", ashlar_status_name(LAST - 1));
    CHECK_TEXT("ASHLAR_UNKNOWN", ashlar_status_name(1));
    CHECK(ashlar_status_text(LAST - 1) != NULL && ashlar_status_text(12345) != NULL);
    for (int a = 0; a >= LAST; --a) {
        CHECK(strcmp(ashlar_status_name(a), "ASHLAR_UNKNOWN") != 0);
        CHECK(strlen(ashlar_status_text(a)) > 3);
        for (int b = a - 1; b >= LAST; --b)
            CHECK(strcmp(ashlar_status_text(a), ashlar_status_text(b)) != 0);
    }
}
