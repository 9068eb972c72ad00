/* Process groups: membership, order, the default group, arrays on groups, the most there can be. */
#include "harness/harness.h"
#include "model/twin.h"

enum { SIZE_MAX_TESTED = 64 };

/* The ranks of the world in reverse. */
static int reversed_world(int *ranks)
{
    int size = ga_size();

    for (int r = 0; r < size; ++r)
        ranks[r] = size - 1 - r;
    return size;
}

TEST_CASE(group_order, TEST_GA)
{
    int ranks[SIZE_MAX_TESTED], size = reversed_world(ranks), rank = -1, world = -1;
    ga_group_t group;

    REQUIRE_OK(ga_group_create(size, ranks, &group));
    CHECK(group > 0 && group != GA_GROUP_WORLD);
    CHECK_OK(ga_group_rank(group, &rank));
    CHECK_INT(size - 1 - ga_rank(), rank);
    CHECK_OK(ga_group_size(group, &rank));
    CHECK_INT(size, rank);
    for (int r = 0; r < size; ++r) {
        CHECK_OK(ga_group_world_rank(group, r, &world));
        CHECK_INT(ranks[r], world);
        CHECK_OK(ga_group_world_rank(GA_GROUP_WORLD, r, &world));
        CHECK_INT(r, world);
    }
    CHECK_OK(ga_group_destroy(group));
}

TEST_CASE(group_default, TEST_GA)
{
    ga_group_t group, was = -1, now = -1, of_array = -1;
    int ranks[SIZE_MAX_TESTED], rank = -1;
    ga_t g;

    REQUIRE_OK(ga_group_create(reversed_world(ranks), ranks, &group));
    CHECK_OK(ga_group_get_default(&now));
    CHECK_INT(GA_GROUP_WORLD, now);
    CHECK_OK(ga_group_set_default(group, &was));
    CHECK_INT(GA_GROUP_WORLD, was);
    CHECK_OK(ga_group_get_default(&now));
    CHECK_INT(group, now);
    CHECK_OK(ga_group_set_default(GA_GROUP_DEFAULT, &was)); /* stays what it is */
    CHECK_INT(group, was);
    CHECK_OK(ga_group_get_default(&now));
    CHECK_INT(group, now);
    CHECK_OK(ga_group_rank(GA_GROUP_DEFAULT, &rank));
    CHECK_INT(ga_size() - 1 - ga_rank(), rank);
    CHECK_STATUS(ASHLAR_EGROUP, ga_group_destroy(GA_GROUP_DEFAULT));
    CHECK_OK(ga_create(ASHLAR_INT, 20, 20, "on the default", 0, 0, &g));
    CHECK_OK(ga_inquire_group(g, &of_array));
    CHECK_INT(group, of_array);
    twin_t twin = twin_adopt(g, 8);
    CHECK_OK(ga_sync());
    CHECK_TWIN(&twin);
    twin_destroy(&twin);
    CHECK_STATUS(ASHLAR_ESTATE, ga_group_destroy(group));
    CHECK_OK(ga_group_set_default(GA_GROUP_WORLD, &was));
    CHECK_INT(group, was);
    CHECK_OK(ga_group_set_default(GA_GROUP_WORLD, NULL));
    CHECK_OK(ga_group_destroy(group));
}

/* Two halves work on arrays of their own, of different extents, at the same time. */
TEST_CASE(group_arrays, TEST_GA)
{
    int half = ga_rank() % 2;
    ga_group_t group, of_array = 0;
    const int64_t dims[2] = {9 + 4 * half, 7 - half};

    REQUIRE_OK(ga_group_split(GA_GROUP_WORLD, half, -ga_rank(), &group));
    for (ashlar_type type = 0; type < ASHLAR_TYPE_COUNT; ++type) {
        for (layout_t layout = 0; layout < LAYOUT_COUNT; ++layout) {
            twin_t a = twin_create(type, 2, dims, layout, group, 11 + (uint64_t)half);
            twin_t b = twin_create(type, 2, dims, LAYOUT_REGULAR, group, 21 + (uint64_t)half);
            CHECK_OK(ga_inquire_group(a.g, &of_array));
            CHECK_INT(group, of_array);
            CHECK_OK(ga_copy(a.g, b.g));
            model_add((scalar_t){1, 0}, &a.model, (scalar_t){0, 0}, &b.model, &b.model);
            CHECK_TWIN(&a);
            CHECK_TWIN(&b);
            twin_destroy(&b);
            twin_destroy(&a);
        }
    }
    CHECK_OK(ga_group_destroy(group));
}

TEST_CASE(group_lifetime, TEST_GA)
{
    int ranks[SIZE_MAX_TESTED], size = reversed_world(ranks), rank;
    ga_group_t group, of_like = -5;
    ga_t g, like;

    REQUIRE_OK(ga_group_create(size, ranks, &group));
    REQUIRE_OK(ga_create_nd(ASHLAR_INT, 1, (int64_t[]){50}, "pins its group", NULL, group, &g));
    CHECK_STATUS(ASHLAR_ESTATE, ga_group_destroy(group));
    REQUIRE_OK(ga_create_like(g, ASHLAR_LONG, "so does one alike", &like));
    twin_t twin = twin_adopt(g, 3);
    CHECK_TWIN(&twin);
    twin_destroy(&twin);
    CHECK_OK(ga_inquire_group(like, &of_like));
    CHECK_INT(group, of_like);
    CHECK_STATUS(ASHLAR_ESTATE, ga_group_destroy(group));
    CHECK_OK(ga_destroy(like));
    CHECK_OK(ga_group_destroy(group));
    CHECK_STATUS(ASHLAR_EGROUP, ga_group_rank(group, &rank));
    CHECK_STATUS(ASHLAR_EGROUP, ga_group_destroy(group));
    CHECK_STATUS(ASHLAR_EGROUP, ga_group_destroy(GA_GROUP_WORLD));
}

/* The handle of a destroyed group names no group that takes its place. */
TEST_CASE(group_stale, TEST_GA)
{
    ga_group_t stale, group;
    int rank = -5, me = ga_rank();
    ga_t g = -5;

    REQUIRE_OK(ga_group_create(1, &me, &stale));
    for (int round = 0; round < 3; ++round) {
        CHECK_OK(ga_group_destroy(stale));
        REQUIRE_OK(ga_group_create(1, &me, &group));
        CHECK(group != stale);
        CHECK_STATUS(ASHLAR_EGROUP, ga_group_rank(stale, &rank));
        CHECK_STATUS(ASHLAR_EGROUP, ga_group_sync(stale));
        CHECK_STATUS(ASHLAR_EGROUP, ga_group_set_default(stale, NULL));
        CHECK_STATUS(ASHLAR_EGROUP, ga_group_destroy(stale));
        CHECK_STATUS(ASHLAR_EGROUP,
                     ga_create_nd(ASHLAR_INT, 1, (int64_t[]){4}, "stale", NULL, stale, &g));
        CHECK_OK(ga_group_rank(group, &rank));
        CHECK_INT(0, rank);
        rank = -5;
        stale = group;
    }
    CHECK_INT(-5, g);
    CHECK_OK(ga_group_destroy(stale));
}

enum { MANY = 5000 };

/* Make groups of this rank alone until there is no room; n have been made before. */
static int make_many(ga_group_t *groups, int n)
{
    int me = ga_rank();

    while (n < MANY && ga_group_create(1, &me, &groups[n]) == ASHLAR_OK)
        ++n;
    return n;
}

/* The last rank is in as many groups as there can be: one more is refused to all its members, and
 * takes no room of theirs. */
TEST_CASE(group_limit, TEST_GA)
{
    static ga_group_t groups[MANY];
    int ranks[SIZE_MAX_TESTED], size = reversed_world(ranks), me = ga_rank(), rank = -5;
    ga_group_t none = -5;

    if (size > 2) {
        test_skip("many groups, on two ranks only");
        return;
    }
    int n = me == size - 1 ? make_many(groups, 0) : 0;
    for (int round = 0; round < 3; ++round)
        CHECK_STATUS(ASHLAR_ELIMIT, ga_group_create(size, ranks, &none));
    n = make_many(groups, n);
    CHECK_STATUS(ASHLAR_ELIMIT, ga_group_create(1, &me, &none));
    CHECK_INT(-5, none);
    CHECK(n > 1000 && n < MANY);
    int same[2] = {n, -n};
    MPI_Allreduce(MPI_IN_PLACE, same, 2, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    CHECK_INT(same[0], -same[1]);
    CHECK_OK(ga_group_destroy(groups[7]));
    CHECK_OK(ga_group_create(1, &me, &groups[7]));
    while (n > 0) {
        CHECK_OK(ga_group_rank(groups[--n], &rank));
        CHECK_INT(0, rank);
        CHECK_OK(ga_group_destroy(groups[n]));
    }
}

/* The communicator of a group has its ranks in its order, and is the same when asked for again. */
static void check_comm(ga_group_t group, const int *ranks)
{
    MPI_Comm comm = MPI_COMM_NULL, again = MPI_COMM_NULL;
    int size = -1, n = -1, rank = -1, mine = -1, me = ga_rank(), worlds[SIZE_MAX_TESTED];

    CHECK_OK(ga_group_size(group, &size));
    CHECK_OK(ga_group_rank(group, &mine));
    REQUIRE_OK(ga_group_comm(group, &comm));
    MPI_Comm_size(comm, &n);
    MPI_Comm_rank(comm, &rank);
    CHECK_INT(size, n);
    CHECK_INT(mine, rank);
    CHECK_INT(MPI_SUCCESS, MPI_Allgather(&me, 1, MPI_INT, worlds, 1, MPI_INT, comm));
    for (int r = 0; r < n; ++r)
        CHECK_INT(ranks[r], worlds[r]);
    if (mine == 0) /* the others need not ask again */
        CHECK_OK(ga_group_comm(group, &again));
    CHECK(mine != 0 || again == comm);
}

TEST_CASE(group_comm, TEST_GA)
{
    int ranks[SIZE_MAX_TESTED], in_order[SIZE_MAX_TESTED], size = reversed_world(ranks), n = 0;
    ga_group_t group, half;

    for (int r = 0; r < size; ++r)
        in_order[r] = r;
    check_comm(GA_GROUP_WORLD, in_order);
    check_comm(GA_GROUP_DEFAULT, in_order);
    REQUIRE_OK(ga_group_create(size, ranks, &group));
    check_comm(group, ranks);
    CHECK_OK(ga_group_set_default(group, NULL));
    check_comm(GA_GROUP_DEFAULT, ranks);
    CHECK_OK(ga_group_set_default(GA_GROUP_WORLD, NULL));
    REQUIRE_OK(ga_group_split(group, ga_rank() % 2, 0, &half));
    for (int r = size - 1; r >= 0; --r)
        if (r % 2 == ga_rank() % 2)
            in_order[n++] = r;
    check_comm(half, in_order);
    CHECK_OK(ga_group_destroy(half));
    CHECK_OK(ga_group_destroy(group));
}
