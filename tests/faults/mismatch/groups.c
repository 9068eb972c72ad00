/* Ranks differ in a smaller group, in the list that makes one, and for its communicator. */
#include <stdio.h>
#include <string.h>

#include <ashlar/al.h>
#include <ashlar/ga.h>

#include "harness/harness.h"
#include "mismatch.h"

/* A handle that names nothing leads to the default group, if that is not the world as well. */
static void wrong_handle_on_default(ga_group_t pair, int last)
{
    const int64_t n = 4;
    ga_group_t before;
    ga_t g;
    char pattern[128];
    REQUIRE_OK(ga_create_nd(ASHLAR_DOUBLE, 1, &n, "pair", NULL, pair, &g));
    CHECK_OK(ga_group_set_default(pair, &before));
    CHECK_STATUS(ASHLAR_EMISMATCH, ga_zero(test_rank() == last ? g : -5));
    snprintf(pattern, sizeof pattern,
             "ga_zero: rank %d passes g -5 (which is no array), rank %d passes g * (pair)",
             last - 1, last);
    CHECK(matches(pattern, ashlar_error_message()));
    CHECK_OK(ga_group_set_default(before, NULL));
    CHECK_OK(ga_destroy(g));
}

/* A copy between groups meets the smaller one, on which all arguments are compared. */
static void copy_to_pair(ga_group_t pair, int last, ga_t large)
{
    const int64_t n = 4, lo[2] = {0, 1}, hi[2] = {2, 3};
    const int odd = test_rank() == last;
    ga_t g;
    char pattern[128];
    REQUIRE_OK(ga_create_nd(ASHLAR_DOUBLE, 1, &n, "pair", NULL, pair, &g));
    CHECK_STATUS(ASHLAR_EMISMATCH, ga_copy_patch(large, &lo[odd], &hi[odd], g, &lo[odd], &hi[odd]));
    snprintf(pattern, sizeof pattern,
             "ga_copy_patch: rank %d passes alo[0] 0, rank %d passes alo[0] 1", last - 1, last);
    CHECK(strcmp(pattern, ashlar_error_message()) == 0);
    CHECK_STATUS(ASHLAR_EMISMATCH, odd ? ga_copy(large, g) : ga_copy(g, large));
    CHECK_OK(ga_copy(large, g));
    CHECK_OK(ga_destroy(g));
}

/* A group whose ranks are not those of the world: the message has the world's numbers. */
TEST_CASE(some_of_the_ranks, TEST_GA)
{
    const int64_t n = 4;
    ga_t large;
    const int last = test_size() - 1;
    int ranks[2] = {last, last - 1};
    ga_group_t pair;
    if (test_size() < 3) {
        test_skip("two of the ranks are all of them");
        return;
    }
    REQUIRE_OK(ga_create_nd(ASHLAR_DOUBLE, 1, &n, "large", NULL, GA_GROUP_WORLD, &large));
    CHECK_OK(ga_zero(large));
    if (test_rank() < last - 1) {
        CHECK_OK(ga_copy(large, 0)); /* nobody is met */
    } else {
        char pattern[128];
        REQUIRE_OK(ga_group_create(2, ranks, &pair));
        double x = 1;
        CHECK_STATUS(ASHLAR_EMISMATCH, ga_broadcast(pair, &x, test_rank() == last ? 8 : 4, 0));
        snprintf(pattern, sizeof pattern,
                 "ga_broadcast: rank %d passes bytes 4, rank %d passes bytes 8", last - 1, last);
        CHECK(strcmp(pattern, ashlar_error_message()) == 0);
        CHECK_OK(ga_group_sync(pair));
        wrong_handle_on_default(pair, last);
        copy_to_pair(pair, last, large);
        CHECK_OK(ga_group_destroy(pair));
    }
    CHECK_OK(ga_destroy(large));
}

/* Lists that differ: the first rank that has another one than the lowest is named, on all ranks,
 * and the same list makes a group afterwards. */
TEST_CASE(lists_of_groups, TEST_GA)
{
    const int size = test_size(), last = size - 1, odd = test_rank() == last;
    int up[64], down[64];
    ga_group_t group = 0;
    al_group_t *low = NULL;
    char pattern[128];
    if (is_alone())
        return;
    for (int k = 0; k < size; ++k)
        up[k] = down[last - k] = k;
    CHECK_STATUS(ASHLAR_EMISMATCH, al_group_create(size, odd ? down : up, &low));
    CHECK(low == NULL);
    snprintf(pattern, sizeof pattern, "al_group_create: rank %d passes another list than rank 0",
             last);
    check_message("al_group_create", pattern);
    for (int k = 0; k < 2; ++k) { /* all others do: whichever the lowest hears of first */
        CHECK_STATUS(ASHLAR_EMISMATCH,
                     ga_group_create(size, (test_rank() == 0) == k ? down : up, &group));
        CHECK_INT(0, group);
        check_message("ga_group_create",
                      "ga_group_create: al_group_create: rank 1 passes another list than rank 0");
    }
    if (size > 2) { /* a rank that passes a part of the list */
        CHECK_STATUS(ASHLAR_EMISMATCH, odd ? al_group_create(2, (int[]){last, 0}, &low)
                                           : al_group_create(size, up, &low));
        check_message("al_group_create", pattern);
    }
    REQUIRE_OK(ga_group_create(size, down, &group));
    CHECK_OK(ga_group_sync(group));
    CHECK_OK(ga_group_destroy(group));
    CHECK_OK(ga_sync());
}

/* The first call for a communicator meets the others, and those after it no one. */
TEST_CASE(communicators, TEST_GA)
{
    const int last = test_size() - 1, odd = test_rank() == last;
    int all[64];
    ga_group_t group;
    MPI_Comm comm = MPI_COMM_NULL;
    if (is_alone())
        return;
    for (int k = 0; k <= last; ++k)
        all[k] = k;
    REQUIRE_OK(ga_group_create(last + 1, all, &group));
    CHECK_STATUS(ASHLAR_EMISMATCH, odd ? ga_group_sync(group) : ga_group_comm(group, &comm));
    CHECK(comm == MPI_COMM_NULL);
    char pattern[128];
    snprintf(pattern, sizeof pattern, "%srank 0 is in al_group_comm, rank %d in ga_group_sync",
             odd ? "" : "ga_group_comm: ", last);
    CHECK_TEXT(pattern, ashlar_error_message());
    CHECK_OK(ga_group_comm(group, &comm));
    CHECK(comm != MPI_COMM_NULL);
    if (odd) /* it waits for nobody */
        CHECK_OK(ga_group_comm(group, &comm));
    CHECK_OK(ga_group_sync(group));
    CHECK_OK(ga_group_destroy(group));
    CHECK_OK(ga_sync());
}
