/* Groups that are split from the world and from other groups: by colors and keys of any size. */
#include <limits.h>

#include "harness/harness.h"
#include "model/twin.h"

enum { SIZE_MAX_TESTED = 64 };

TEST_CASE(group_split, TEST_GA)
{
    int rank = ga_rank(), size = ga_size(), in = -1, n = -1;
    ga_group_t group;

    /* Three colours, the members in descending order of world rank by their keys. */
    REQUIRE_OK(ga_group_split(GA_GROUP_WORLD, rank % 3, -rank, &group));
    int members = 0, above = 0;
    for (int r = rank % 3; r < size; r += 3) {
        ++members;
        above += r > rank;
    }
    CHECK_OK(ga_group_rank(group, &in));
    CHECK_OK(ga_group_size(group, &n));
    CHECK_INT(above, in);
    CHECK_INT(members, n);
    CHECK_OK(ga_group_destroy(group));

    /* Equal keys keep the order; a negative colour joins nothing. */
    REQUIRE_OK(ga_group_split(GA_GROUP_WORLD, rank == 0 ? -1 : 4, 0, &group));
    if (rank == 0) {
        CHECK_INT(0, group);
    } else {
        CHECK_OK(ga_group_rank(group, &in));
        CHECK_INT(rank - 1, in);
        CHECK_OK(ga_group_destroy(group));
    }
}

/* The group has these ranks of the world, in this order. */
static void check_members(ga_group_t group, int n, const int *ranks)
{
    int size = -1, rank = -1, world = -1;

    CHECK_OK(ga_group_size(group, &size));
    CHECK_INT(n, size);
    CHECK_OK(ga_group_rank(group, &rank));
    for (int r = 0; r < n; ++r) {
        CHECK_OK(ga_group_world_rank(group, r, &world));
        CHECK_INT(ranks[r], world);
        CHECK((ranks[r] == ga_rank()) == (r == rank));
    }
}

/* The ranks of a group are not those of the world: 1, 2, ..., 0 are split by their ranks in it. */
TEST_CASE(group_split_group, TEST_GA)
{
    int ranks[SIZE_MAX_TESTED], expected[SIZE_MAX_TESTED], size = ga_size(), in = -1, n = 0;
    ga_group_t parent, child;

    for (int r = 0; r < size; ++r)
        ranks[r] = (r + 1) % size;
    REQUIRE_OK(ga_group_create(size, ranks, &parent));
    CHECK_OK(ga_group_rank(parent, &in));
    for (int way = 0; way < 3; ++way) { /* pairs in order; two halves in reverse; all in reverse */
        const int color = way == 0 ? in / 2 : way == 1 ? in % 2 : 7;
        n = 0;
        for (int k = 0; k < size; ++k) {
            int r = way ? size - 1 - k : k;
            if ((way == 0 ? r / 2 : way == 1 ? r % 2 : 7) == color)
                expected[n++] = ranks[r];
        }
        REQUIRE_OK(ga_group_split(parent, color, way ? -in : 0, &child));
        check_members(child, n, expected);
        twin_t twin = twin_create(ASHLAR_INT, 2, test_dims(2), LAYOUT_REGULAR, child, 9);
        CHECK_TWIN(&twin);
        twin_destroy(&twin);
        CHECK_OK(ga_group_destroy(child));
    }
    CHECK_OK(ga_group_destroy(parent));
}

/* Keys and colors as far apart as int allows. */
TEST_CASE(group_split_extremes, TEST_GA)
{
    static const int keys[] = {INT_MAX, INT_MIN, 0, INT_MAX, -1, INT_MIN};
    int ranks[SIZE_MAX_TESTED], size = ga_size() < SIZE_MAX_TESTED ? ga_size() : SIZE_MAX_TESTED;
    ga_group_t group;

    for (int r = 0; r < size; ++r) { /* insert r among those before it */
        int at = r;
        for (; at > 0 && keys[ranks[at - 1] % 6] > keys[r % 6]; --at)
            ranks[at] = ranks[at - 1];
        ranks[at] = r;
    }
    REQUIRE_OK(ga_group_split(GA_GROUP_WORLD, INT_MAX, keys[ga_rank() % 6], &group));
    check_members(group, size, ranks);
    CHECK_OK(ga_group_destroy(group));
    REQUIRE_OK(ga_group_split(GA_GROUP_WORLD, INT_MIN, 0, &group));
    CHECK_INT(0, group);
}
