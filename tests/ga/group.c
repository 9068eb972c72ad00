/* Process groups: membership and order, splitting, the default group, arrays on groups. */
#include "cases.h"

enum { SIZE_MAX_TESTED = 64 };

/** The ranks of the world in reverse. */
static int reversed_world(int *ranks)
{
    int size = ga_size();

    for (int r = 0; r < size; r++) {
        ranks[r] = size - 1 - r;
    }
    return size;
}

void group_order(void)
{
    int ranks[SIZE_MAX_TESTED], size = reversed_world(ranks), rank = -1, world = -1;
    ga_group_t group;

    REQUIRE_OK(ga_group_create(size, ranks, &group));
    CHECK(group > 0 && group != GA_GROUP_WORLD);
    CHECK_OK(ga_group_rank(group, &rank));
    CHECK_INT(size - 1 - ga_rank(), rank);
    CHECK_OK(ga_group_size(group, &rank));
    CHECK_INT(size, rank);
    for (int r = 0; r < size; r++) {
        CHECK_OK(ga_group_world_rank(group, r, &world));
        CHECK_INT(ranks[r], world);
        CHECK_OK(ga_group_world_rank(GA_GROUP_WORLD, r, &world));
        CHECK_INT(r, world);
    }
    CHECK_OK(ga_group_destroy(group));
}

void group_split(void)
{
    int rank = ga_rank(), size = ga_size(), in = -1, n = -1;
    ga_group_t group;

    /* Three colours, the members in descending order of world rank by their keys. */
    REQUIRE_OK(ga_group_split(GA_GROUP_WORLD, rank % 3, -rank, &group));
    int members = 0, above = 0;
    for (int r = rank % 3; r < size; r += 3) {
        members++;
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

void group_default(void)
{
    ga_group_t group, was = -1, now = -1, of_array = -1;
    int ranks[SIZE_MAX_TESTED];
    ga_t g;

    REQUIRE_OK(ga_group_create(reversed_world(ranks), ranks, &group));
    CHECK_OK(ga_group_get_default(&now));
    CHECK_INT(GA_GROUP_WORLD, now);
    CHECK_OK(ga_group_set_default(group, &was));
    CHECK_INT(GA_GROUP_WORLD, was);
    CHECK_OK(ga_group_get_default(&now));
    CHECK_INT(group, now);
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
void group_arrays(void)
{
    int half = ga_rank() % 2;
    ga_group_t group, of_array = 0;
    const int64_t dims[2] = {9 + 4 * half, 7 - half};

    REQUIRE_OK(ga_group_split(GA_GROUP_WORLD, half, -ga_rank(), &group));
    for (ashlar_type type = 0; type < ASHLAR_TYPE_COUNT; type++) {
        for (layout_t layout = 0; layout < LAYOUT_COUNT; layout++) {
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

void group_lifetime(void)
{
    int ranks[SIZE_MAX_TESTED], size = reversed_world(ranks), rank;
    ga_group_t group;
    ga_t g;

    REQUIRE_OK(ga_group_create(size, ranks, &group));
    REQUIRE_OK(ga_create_nd(ASHLAR_INT, 1, (int64_t[]){50}, "pins its group", NULL, group, &g));
    CHECK_STATUS(ASHLAR_ESTATE, ga_group_destroy(group));
    twin_t twin = twin_adopt(g, 3);
    CHECK_TWIN(&twin);
    twin_destroy(&twin);
    CHECK_OK(ga_group_destroy(group));
    CHECK_STATUS(ASHLAR_EGROUP, ga_group_rank(group, &rank));
    CHECK_STATUS(ASHLAR_EGROUP, ga_group_destroy(group));
    CHECK_STATUS(ASHLAR_EGROUP, ga_group_destroy(GA_GROUP_WORLD));
}
