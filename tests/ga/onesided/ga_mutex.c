/* Mutexes: what they guard is read and written without further protection; how many there may be.
 */
#include "ga/each.h"

/* Each rank adds 1 to every element of a patch by get and put, under a mutex. */
static void add_guarded(ga_t g, ga_mutexes_t set, int64_t index, int rounds)
{
    double patch[12];

    for (int round = 0; round < rounds; ++round) {
        CHECK_OK(ga_lock(set, index));
        CHECK_OK(ga_get(g, 0, 1, 6 * index, 6 * index + 5, patch, 2));
        for (int k = 0; k < 12; ++k)
            patch[k] += 1;
        CHECK_OK(ga_put(g, 0, 1, 6 * index, 6 * index + 5, patch, 2));
        CHECK_OK(ga_unlock(set, index));
    }
}

static void check_sum(ga_t g, int64_t columns, double expected)
{
    int64_t wrong = 0;

    CHECK_OK(ga_sync());
    for (int64_t j = 0; j < columns; ++j) {
        double column[2];
        CHECK_OK(ga_get(g, 0, 1, j, j, column, 2));
        wrong += column[0] != expected || column[1] != expected;
    }
    CHECK_INT(0, wrong);
}

TEST_CASE_IN("engines", mutex_excludes, TEST_GA)
{
    const int rounds = (test_nodes() > 1 ? 60 : 1500) / thinned(10);
    ga_mutexes_t set;
    ga_t g;

    REQUIRE_OK(ga_create(ASHLAR_DOUBLE, 2, 6, "guarded", 0, 0, &g));
    REQUIRE_OK(ga_mutexes_create(GA_GROUP_WORLD, 1, &set));
    CHECK(set > 0);
    CHECK_OK(ga_zero(g));
    add_guarded(g, set, 0, rounds);
    check_sum(g, 6, (double)rounds * ga_size());
    CHECK_OK(ga_mutexes_destroy(set));
    CHECK_OK(ga_destroy(g));
}

/* More mutexes than ranks, each guarding a patch; two sets; a rank may hold several. */
TEST_CASE_IN("engines", mutex_sets, TEST_GA)
{
    enum { MUTEXES = 7 };
    const int rounds = test_nodes() > 1 ? 4 : 100;
    ga_mutexes_t set, other;
    ga_t g;

    REQUIRE_OK(ga_create(ASHLAR_DOUBLE, 2, 6 * MUTEXES, "guarded", 0, 0, &g));
    REQUIRE_OK(ga_mutexes_create(GA_GROUP_DEFAULT, MUTEXES, &set));
    REQUIRE_OK(ga_mutexes_create(GA_GROUP_WORLD, ga_size(), &other));
    CHECK(set != other);
    CHECK_OK(ga_zero(g));
    CHECK_OK(ga_lock(other, ga_rank())); /* one each: all are held at once */
    for (int64_t k = 0; k < MUTEXES; ++k)
        add_guarded(g, set, (k + ga_rank()) % MUTEXES, rounds);
    CHECK_OK(ga_unlock(other, ga_rank()));
    check_sum(g, 6 * MUTEXES, (double)rounds * ga_size());
    CHECK_OK(ga_lock(set, 0));
    CHECK_OK(ga_lock(set, MUTEXES - 1));
    CHECK_OK(ga_unlock(set, 0));
    CHECK_OK(ga_unlock(set, MUTEXES - 1));
    CHECK_OK(ga_mutexes_destroy(set));
    CHECK_OK(ga_mutexes_destroy(other));
    CHECK_OK(ga_destroy(g));
}

/* Two halves of the ranks, each with mutexes of its own. */
TEST_CASE_IN("engines", mutex_on_group, TEST_GA)
{
    const int rounds = 20 / thinned(10);
    ga_group_t half;
    ga_mutexes_t set;
    ga_t g;
    int size = 0;

    REQUIRE_OK(ga_group_split(GA_GROUP_WORLD, ga_rank() % 2, -ga_rank(), &half));
    CHECK_OK(ga_group_size(half, &size));
    REQUIRE_OK(ga_mutexes_create(half, 2, &set));
    const int64_t dims[2] = {2, 12};
    REQUIRE_OK(ga_create_nd(ASHLAR_DOUBLE, 2, dims, "half", NULL, half, &g));
    CHECK_OK(ga_zero(g));
    add_guarded(g, set, 1, rounds);
    add_guarded(g, set, 0, rounds);
    CHECK_OK(ga_group_sync(half));
    double sum = -1;
    CHECK_OK(ga_get(g, 1, 1, 11, 11, &sum, 1));
    CHECK(sum == (double)rounds * size);
    CHECK_OK(ga_destroy(g));
    CHECK_OK(ga_mutexes_destroy(set));
    CHECK_OK(ga_group_destroy(half));
}

/* The most sets there can be; one more is refused, and after one is gone there is room. */
TEST_CASE(mutex_limit, TEST_GA)
{
    enum { MOST = 1000 };
    static ga_mutexes_t sets[MOST];
    ga_mutexes_t none = -5;
    int n = 0, me = ga_rank();
    ga_group_t own;

    REQUIRE_OK(ga_group_create(1, &me, &own));
    while (n < MOST && ga_mutexes_create(own, 1, &sets[n]) == ASHLAR_OK)
        ++n;
    CHECK(n > 10 && n < MOST);
    CHECK_STATUS(ASHLAR_ELIMIT, ga_mutexes_create(own, 1, &none));
    CHECK_INT(-5, none);
    if (me != 0)
        CHECK_OK(ga_mutexes_destroy(sets[3]));
    CHECK_STATUS(ASHLAR_ELIMIT, ga_mutexes_create(GA_GROUP_WORLD, 1, &none)); /* for rank 0 */
    CHECK_INT(-5, none);
    if (me == 0)
        CHECK_OK(ga_mutexes_destroy(sets[3]));
    CHECK_OK(ga_mutexes_create(own, 1, &sets[3]));
    while (n > 0) {
        CHECK_OK(ga_lock(sets[--n], 0));
        CHECK_OK(ga_unlock(sets[n], 0));
        CHECK_OK(ga_mutexes_destroy(sets[n]));
    }
    CHECK_OK(ga_group_destroy(own));
}
