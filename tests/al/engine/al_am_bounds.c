/* A server that is asked for more than it may hold, with an engine built for little. */
#include <stdlib.h>

#include <ashlar/ga.h>

#include "armci-lite/src/engine/am/al_am.h"
#include "harness/harness.h"

enum { ROWS = 600, PART = 300, COLUMNS = 64, ROUNDS = 15, TAG = 1 };
enum { MOST = AM_HELD / 4 * 3 }; /* to hold, as on a small machine */

/* Two batches per round, and the question whether they are done. */
_Static_assert(2 * ROUNDS + 1 < AM_UNACKED, "all is asked before rank 0 answers");

/* Rounds of an accumulate and a get of half the rows, which are packed on the way. The get sees
 * what was added before it by the same rank, however long either waits. */
static void ask(ga_t g, ga_t done)
{
    const double one = 1;
    double *ones = test_alloc(PART * COLUMNS * sizeof *ones);
    double *found = test_alloc((size_t)ROUNDS * PART * COLUMNS * sizeof *found);
    ga_handle_t handle = 0;

    for (int k = 0; k < PART * COLUMNS; ++k)
        ones[k] = 1;
    for (int round = 0; round < ROUNDS; ++round) {
        double *into = found + (size_t)round * PART * COLUMNS;
        CHECK_OK(ga_acc_nb(g, 0, PART - 1, 0, COLUMNS - 1, ones, PART, &one, &handle));
        CHECK_OK(ga_get_nb(g, 0, PART - 1, 0, COLUMNS - 1, into, PART, &handle));
    }
    /* All is asked: rank 0 may begin to answer. */
    MPI_Send(&(int){1}, 1, MPI_INT, 0, TAG, MPI_COMM_WORLD);
    CHECK_OK(ga_wait(&handle));
    for (int round = 0; round < ROUNDS; ++round) {
        for (int k = 0; k < PART * COLUMNS; ++k) {
            double value = found[(size_t)round * PART * COLUMNS + (size_t)k];
            if (value < round + 1 || value > ROUNDS * (ga_size() - 1)) {
                test_fail(__FILE__, __LINE__, "round %d, element %d: %g", round, k, value);
                round = ROUNDS;
                break;
            }
        }
    }
    CHECK_OK(ga_fence());
    CHECK_OK(ga_read_inc(done, 0, 0, 1, NULL));
    free(found);
    free(ones);
}

/* Answer nothing until all have asked, then check what is held. */
static void serve(ga_t done)
{
    int32_t finished = 0;
    size_t most = 0;
    int blocked = 0;

    CHECK(ali_am.memory.held_most <= AM_HELD);
    ali_am.memory.held_most = MOST;
    for (int rank = 1; rank < ga_size(); ++rank) {
        int sent;
        MPI_Recv(&sent, 1, MPI_INT, rank, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    while (finished < ga_size() - 1) {
        CHECK_OK(ga_poll());
        most = ali_am.memory.held > most ? ali_am.memory.held : most;
        blocked += ali_am_count(AM_BLOCKED) > 0;
        CHECK_OK(ga_get(done, 0, 0, 0, 0, &finished, 1));
    }
    CHECK(blocked > 0);
    CHECK(most > MOST / 2 && most <= MOST);
    while (ali_am.memory.held) /* the last answers leave */
        CHECK_OK(ga_poll());
    ali_am.memory.held_most = AM_HELD;
}

TEST_CASE(full, TEST_GA)
{
    ga_t g, done;
    double *sums = test_alloc(ROWS * COLUMNS * sizeof *sums);

    REQUIRE_OK(
        ga_create(ASHLAR_DOUBLE, ROWS, (int64_t)COLUMNS * ga_size(), "sums", ROWS, COLUMNS, &g));
    REQUIRE_OK(ga_create(ASHLAR_INT, 1, 1, "done", 0, 0, &done));
    CHECK_OK(ga_zero(g));
    CHECK_OK(ga_zero(done));
    CHECK_OK(ga_sync());
    if (ga_rank() > 0)
        ask(g, done);
    else
        serve(done);
    CHECK_OK(ga_sync());
    CHECK_OK(ga_get(g, 0, ROWS - 1, 0, COLUMNS - 1, sums, ROWS));
    for (int k = 0; k < ROWS * COLUMNS; ++k)
        CHECK(sums[k] == (k % ROWS < PART ? ROUNDS * (ga_size() - 1) : 0));
    free(sums);
    CHECK_OK(ga_destroy(done));
    CHECK_OK(ga_destroy(g));
}
