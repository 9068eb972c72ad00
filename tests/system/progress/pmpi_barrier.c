/* MPI_Barrier ends whoever answers, and comes after what was synchronised before it. */
#include "pmpi.h"

#include <string.h>

enum { ROUNDS = 40, PART = 20000, SUMS = 2 }; /* words of each origin in each slice, and sums */

static void share_of(int64_t *part, int origin, int64_t round)
{
    for (int k = 0; k < PART; ++k)
        part[k] = 1000 * round + origin + k;
}

/* Put to, add to and count on the memory of all others, and leave it under way. */
static void spread(al_segment_t *segment, const int64_t *part)
{
    const int64_t one = 1;
    const size_t sums = 8 * (size_t)PART * (size_t)al_size();
    al_shape_t all = {.levels = 0, .count = {8 * PART}};
    int64_t old;
    for (int r = 0; r < al_size(); ++r) {
        al_handle_t handle = 0;
        CHECK_OK(al_fetch_add(segment, r, sums + 8, ASHLAR_LLONG, 1, &old));
        CHECK_OK(al_put_nb(segment, r, 8 * (size_t)PART * (size_t)al_rank(), part, &all, &handle));
        CHECK_OK(al_acc(segment, r, sums, ASHLAR_LLONG, &one, &one, sizeof one));
    }
}

/* Some work in this round, the others come to the barrier at once. */
static int works_in(int rank, int round)
{
    return (rank + round) % 2 == 0;
}

static int64_t works_until(int round)
{
    int64_t works = 0;
    for (int k = 0; k <= round; ++k)
        for (int r = 0; r < al_size(); ++r)
            works += works_in(r, k);
    return works;
}

/* MPI_Barrier after al_barrier, which ga_sync is, needs nobody to answer: what was issued before is
 * complete, and seen without a call of the library. */
TEST_CASE(barrier_after_sync, TEST_AL)
{
    static int64_t part[PART], expected[PART];
    const size_t words = (size_t)PART * (size_t)al_size();
    al_segment_t *segment = NULL;
    void *slice = NULL;
    REQUIRE_OK(al_segment_create(al_group_world(), 8 * (words + SUMS), &segment));
    CHECK_OK(al_segment_address(segment, al_rank(), &slice));
    memset(slice, 0, 8 * (words + SUMS));
    const int64_t *mine = slice;
    CHECK_OK(al_barrier(al_group_world()));
    for (int round = 0; round < ROUNDS; ++round) {
        share_of(part, al_rank(), round);
        if (works_in(al_rank(), round))
            spread(segment, part);
        CHECK_OK(al_barrier(al_group_world()));
        MPI_Barrier(MPI_COMM_WORLD);
        for (int r = 0; r < al_size(); ++r) {
            share_of(expected, r, round);
            if (works_in(r, round))
                CHECK_INT(0, memcmp(expected, mine + (size_t)PART * (size_t)r, sizeof expected));
        }
        for (int k = 0; k < SUMS; ++k)
            CHECK_INT(works_until(round), mine[words + (size_t)k]);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    CHECK_OK(al_segment_free(segment));
}

/* Whoever may answer has had many occasions to. */
static int is_answered(al_handle_t *handle)
{
    int done = 0;
    for (int k = 0; k < 1000 && !done; ++k)
        CHECK_OK(al_test(handle, &done));
    return done;
}

/* Rank 0 asks ranks that sit in MPI_Barrier until it comes. Under polling they answer when they
 * have left it and call the library; else at once, as on a node. */
TEST_CASE(asked_in_barrier, TEST_AL)
{
    const int at_once =
        al_node_count() == 1 || !al_engine_polls() || pmpi_stands_before("MPI_Barrier");
    const int64_t one = 1;
    al_shape_t word = {.levels = 0, .count = {8}};
    al_segment_t *segment = pmpi_make_segment(8);
    REQUIRE_OK(segment ? ASHLAR_OK : ASHLAR_ENOMEM);
    for (int64_t round = 0; round < ROUNDS; ++round) {
        int64_t found = -1, last = al_size() - 1;
        al_handle_t handle = 0;
        pmpi_leave_library();
        if (al_rank() == 0) {
            CHECK_OK(al_acc(segment, (int)last, 0, ASHLAR_LLONG, &one, &one, sizeof one));
            CHECK_OK(al_get_nb(segment, (int)last, 0, &found, &word, &handle));
            if (at_once)
                CHECK_OK(al_wait(&handle));
            else
                CHECK_INT(0, is_answered(&handle));
        }
        MPI_Barrier(MPI_COMM_WORLD);
        if (al_rank() == 0) {
            CHECK_OK(al_wait(&handle));
            CHECK_INT(round + 1, found);
        }
        CHECK_OK(al_barrier(al_group_world()));
        if (al_rank() == last) {
            CHECK_OK(al_get(segment, (int)last, 0, &found, sizeof found));
            CHECK_INT(round + 1, found);
        }
    }
    CHECK_OK(al_segment_free(segment));
}
