/* Handles: stale ones are errors, also when their slot has been used again. */
#include <string.h>

#include "harness/harness.h"
#include "model/twin.h"

/* Every call that takes an array refuses this handle. */
static void check_stale(ga_t stale)
{
    int64_t lo[2] = {0, 0}, hi[2] = {0, 0}, ld = 1, old;
    double value = 1;
    int rank;

    CHECK_STATUS(ASHLAR_EHANDLE, ga_put(stale, 0, 0, 0, 0, &value, 1));
    CHECK_STATUS(ASHLAR_EHANDLE, ga_get(stale, 0, 0, 0, 0, &value, 1));
    CHECK_STATUS(ASHLAR_EHANDLE, ga_acc_nd(stale, lo, hi, &value, &ld, &value));
    CHECK_STATUS(ASHLAR_EHANDLE, ga_read_inc(stale, 0, 0, 1, &old));
    CHECK_STATUS(ASHLAR_EHANDLE, ga_locate(stale, 0, 0, &rank));
    CHECK_STATUS(ASHLAR_EHANDLE, ga_distribution_nd(stale, 0, lo, hi));
    CHECK_STATUS(ASHLAR_EHANDLE, ga_zero(stale));
    CHECK_STATUS(ASHLAR_EHANDLE, ga_destroy(stale));
    CHECK(value == 1);
}

TEST_CASE(handle_stale, TEST_GA)
{
    ga_t g, other;

    REQUIRE_OK(ga_create(ASHLAR_DOUBLE, 8, 8, "gone", 0, 0, &g));
    REQUIRE_OK(ga_create(ASHLAR_DOUBLE, 8, 8, "stays", 0, 0, &other));
    twin_t stays = twin_adopt(other, 5);
    CHECK_OK(ga_destroy(g));
    check_stale(g);
    CHECK_CONTAINS(ashlar_error_message(), "was destroyed");
    CHECK_STATUS(ASHLAR_EHANDLE, ga_zero(other + 1)); /* none has had it yet */
    CHECK(strstr(ashlar_error_message(), "was destroyed") == NULL);
    CHECK_TWIN(&stays);
    twin_destroy(&stays);
}

/* All ranks get the same handle, and no handle comes back soon, though slots do. */
TEST_CASE(handle_reuse, TEST_GA)
{
    enum { ROUNDS = 300 };
    ga_t used[ROUNDS];

    for (int round = 0; round < ROUNDS; ++round) {
        int mine, same[2];
        REQUIRE_OK(ga_create(ASHLAR_DOUBLE, 2, 2, "again", 0, 0, &used[round]));
        mine = used[round];
        MPI_Allreduce((int[]){mine, -mine}, same, 2, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
        CHECK_INT(same[0], -same[1]);
        for (int k = 0; k < round; ++k)
            CHECK(used[k] != used[round]);
        if (round % 100 == 99) {
            check_stale(used[round - 1]);
            check_stale(used[0]);
        }
        CHECK_OK(ga_destroy(used[round]));
    }
}

/* A stale handle stays stale when, after very many arrays, its slot has a new one. */
TEST_CASE(handle_slot_reuse, TEST_GA)
{
    enum { ARRAYS = 70000 }; /* more than there are slots */
    int64_t accepted = 0, same = 0, made = 0;
    ga_t stale, g = 0;

    if (ga_size() > 2 || test_nodes() > 1) {
        test_skip("many arrays, on two ranks of one node only");
        return;
    }
    twin_t stays = twin_create(ASHLAR_INT, 2, (int64_t[]){2, 2}, LAYOUT_REGULAR, GA_GROUP_WORLD, 6);
    REQUIRE_OK(ga_create(ASHLAR_INT, 2, 2, "gone", 0, 0, &stale));
    CHECK_OK(ga_destroy(stale));
    for (; made < ARRAYS; ++made) {
        if (ga_create(ASHLAR_INT, 2, 2, "next", 0, 0, &g) != ASHLAR_OK)
            break;
        accepted += ga_inquire(stale, NULL, NULL, NULL) != ASHLAR_EHANDLE;
        same += g == stale;
        if (ga_destroy(g) != ASHLAR_OK)
            break;
    }
    CHECK_INT(ARRAYS, made);
    CHECK_INT(0, accepted);
    CHECK_INT(0, same);
    check_stale(stale);
    check_stale(g);
    CHECK_TWIN(&stays); /* nobody was given the slot that it kept */
    twin_destroy(&stays);
}

/* Ranks that have made different numbers of arrays in groups of their own agree on new handles, and
 * no rank gives one of them out again. */
TEST_CASE(handle_apart, TEST_GA)
{
    int me = ga_rank();
    ga_group_t own;
    ga_t g, ours;

    REQUIRE_OK(ga_group_create(1, &me, &own));
    for (int round = 0; round < 2; ++round) { /* first the last rank is ahead, then the first */
        int ahead = 7 * (round ? ga_size() - me : me + 1), same[2];
        for (int k = 0; k < ahead; ++k) {
            REQUIRE_OK(ga_create_nd(ASHLAR_INT, 1, (int64_t[]){1}, "own", NULL, own, &g));
            CHECK_OK(ga_destroy(g));
        }
        REQUIRE_OK(ga_create(ASHLAR_INT, 2, 2, "ours", 0, 0, &ours));
        MPI_Allreduce((int[]){ours, -ours}, same, 2, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
        CHECK_INT(same[0], -same[1]);
        CHECK_OK(ga_destroy(ours));
        for (int k = 0; k < 20 * ga_size(); ++k) {
            REQUIRE_OK(ga_create_nd(ASHLAR_INT, 1, (int64_t[]){1}, "own", NULL, own, &g));
            CHECK(g > ours);
            CHECK_STATUS(ASHLAR_EHANDLE, ga_inquire(ours, NULL, NULL, NULL));
            CHECK_OK(ga_destroy(g));
        }
    }
    CHECK_OK(ga_group_destroy(own));
}

/* The last rank has as many arrays as there can be: one more is refused to all, and changes
 * nothing. */
TEST_CASE(handle_limit, TEST_GA)
{
    enum { MOST = 70000 };
    static ga_t g[MOST];
    int me = ga_rank(), n = 0;
    const bool full = me == ga_size() - 1;
    ga_group_t own;
    ga_t none = -5;

    if (ga_size() > 2 || test_nodes() > 1) {
        test_skip("many arrays, on two ranks of one node only");
        return;
    }
    REQUIRE_OK(ga_group_create(1, &me, &own));
    twin_t stays = twin_create(ASHLAR_INT, 2, (int64_t[]){5, 5}, LAYOUT_REGULAR, GA_GROUP_WORLD, 7);
    while (full && n < MOST &&
           ga_create_nd(ASHLAR_INT, 1, (int64_t[]){1}, "one of many", NULL, own, &g[n]) ==
               ASHLAR_OK)
        ++n;
    CHECK(!full || (n > 60000 && n < MOST));
    CHECK_STATUS(ASHLAR_ELIMIT, ga_create(ASHLAR_INT, 2, 2, "too many", 0, 0, &none));
    CHECK_STATUS(ASHLAR_ELIMIT, ga_create_like(stays.g, ASHLAR_INT, "too many", &none));
    CHECK_CONTAINS(ashlar_error_message(), "too many");
    CHECK_INT(-5, none);
    if (full)
        CHECK_OK(ga_destroy(g[--n]));
    twin_t fits = twin_create(ASHLAR_INT, 2, (int64_t[]){5, 5}, LAYOUT_REGULAR, GA_GROUP_WORLD, 8);
    CHECK_TWIN(&fits);
    CHECK_TWIN(&stays);
    twin_destroy(&fits);
    twin_destroy(&stays);
    while (n > 0)
        CHECK_OK(ga_destroy(g[--n]));
    CHECK_OK(ga_group_destroy(own));
}
