/* All ranks draw from counters: every ticket is drawn once, nothing is lost. */
#include <stdlib.h>
#include <string.h>

#include "harness/harness.h"
#include "model/twin.h"

/* Draw from element (2, last) until the tickets are used up; count in drawn how often each came.
 */
static void draw_all(ga_t g, int64_t column, int tickets, int *drawn)
{
    int64_t ticket = -1, last = -1, wrong = 0;

    for (;;) {
        if (!CHECK_OK(ga_read_inc(g, 2, column, 1, &ticket)) || ticket >= tickets)
            break;
        wrong += ticket <= last;
        last = ticket;
        if (CHECK(ticket >= 0))
            ++drawn[ticket];
    }
    CHECK_INT(0, wrong); /* one rank's tickets increase */
}

/* The way tasks are handed out. The counter lies with the last rank: with two nodes, half of the
 * ranks are not on its node. */
static void draw_tickets(ashlar_type type, int tickets)
{
    const int64_t rows = 3, cols = 2 * ga_size();
    int *drawn = test_alloc((size_t)tickets * sizeof *drawn);
    int64_t left = 0;
    ga_t g;

    memset(drawn, 0, (size_t)tickets * sizeof *drawn);
    REQUIRE_OK(ga_create(type, rows, cols, "tickets", 0, 0, &g));
    CHECK_OK(ga_zero(g));
    draw_all(g, cols - 1, tickets, drawn);
    CHECK_OK(ga_sync()); /* MPI's own calls answer nobody who still draws */
    MPI_Allreduce(MPI_IN_PLACE, drawn, tickets, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    for (int k = 0; k < tickets; ++k)
        CHECK_INT(1, drawn[k]);
    /* Every rank was refused once, and nothing beside the counter has changed. */
    CHECK_OK(ga_sync());
    for (int64_t j = 0; j < cols; ++j) {
        for (int64_t i = 0; i < rows; ++i) {
            bool counter = i == 2 && j == cols - 1;
            CHECK_OK(ga_read_inc(g, i, j, 0, &left));
            CHECK_INT(counter ? tickets + ga_size() : 0, left);
        }
    }
    CHECK_OK(ga_destroy(g));
    free(drawn);
}

TEST_CASE(counter_tickets, TEST_GA)
{
    for (ashlar_type type = ASHLAR_INT; type <= ASHLAR_LLONG; ++type)
        draw_tickets(type, 4000);
}

/* The intervals [old, old + increment) that all ranks saw tile 0..sum; increment is rank + 1. */
static void check_tiling(const int64_t *mine, int draws)
{
    int size = ga_size();
    int64_t *all = test_alloc((size_t)(draws * size) * sizeof *all);
    int64_t sum = (int64_t)draws * size * (size + 1) / 2;
    char *taken = test_alloc((size_t)sum);

    CHECK_OK(ga_sync());
    MPI_Allgather(mine, draws, MPI_INT64_T, all, draws, MPI_INT64_T, MPI_COMM_WORLD);
    memset(taken, 0, (size_t)sum);
    for (int64_t k = 0; k < (int64_t)draws * size; ++k) {
        for (int64_t unit = 0; unit <= k / draws; ++unit) {
            int64_t at = all[k] + unit;
            CHECK(at >= 0 && at < sum && taken[at]++ == 0);
        }
    }
    free(taken);
    free(all);
}

TEST_CASE(counter_increments, TEST_GA)
{
    enum { DRAWS = 500 };
    int64_t mine[DRAWS], last = -1;
    ga_t g;

    REQUIRE_OK(ga_create(ASHLAR_LLONG, 1, 1, "sum", 0, 0, &g));
    CHECK_OK(ga_zero(g));
    for (int k = 0; k < DRAWS; ++k)
        CHECK_OK(ga_read_inc(g, 0, 0, ga_rank() + 1, &mine[k]));
    check_tiling(mine, DRAWS);
    CHECK_OK(ga_sync());
    for (int k = 0; k < DRAWS; ++k)
        CHECK_OK(ga_read_inc(g, 0, 0, -(ga_rank() + 1), NULL));
    CHECK_OK(ga_sync());
    CHECK_OK(ga_read_inc(g, 0, 0, 0, &last));
    CHECK_INT(0, last);
    CHECK_OK(ga_destroy(g));
}

/* Counters side by side in one cache line do not disturb each other. */
static void draw_neighbours(ashlar_type type)
{
    enum { COUNTERS = 8, DRAWS = 200 };
    int64_t old;
    ga_t g;

    REQUIRE_OK(ga_create(type, COUNTERS, 1, "neighbours", COUNTERS, 1, &g));
    CHECK_OK(ga_zero(g));
    for (int k = 0; k < DRAWS; ++k)
        for (int64_t i = 0; i < COUNTERS; ++i)
            CHECK_OK(ga_read_inc(g, (i + ga_rank()) % COUNTERS, 0, i + 1, &old));
    CHECK_OK(ga_sync());
    for (int64_t i = 0; i < COUNTERS; ++i) {
        int64_t expected = 0;
        for (int rank = 0; rank < ga_size(); ++rank)
            expected += DRAWS * ((i + COUNTERS - rank % COUNTERS) % COUNTERS + 1);
        CHECK_OK(ga_read_inc(g, i, 0, 0, &old));
        CHECK_INT(expected, old);
    }
    CHECK_OK(ga_destroy(g));
}

TEST_CASE(counter_neighbours, TEST_GA)
{
    for (ashlar_type type = ASHLAR_INT; type <= ASHLAR_LLONG; ++type)
        draw_neighbours(type);
}

/* A task loop: tickets from one array, results accumulated into another, patches overlapping. */
TEST_CASE(counter_and_acc, TEST_GA)
{
    enum { TASKS = 600, N = 24 };
    const patch_t whole = patch_whole(2, (int64_t[]){N, N});
    int64_t task = 0;
    double one = 1;
    ga_t counter;

    REQUIRE_OK(ga_create(ASHLAR_LLONG, 1, 1, "counter", 0, 0, &counter));
    CHECK_OK(ga_zero(counter));
    twin_t twin =
        twin_create(ASHLAR_DOUBLE, 2, (int64_t[]){N, N}, LAYOUT_REGULAR, GA_GROUP_WORLD, 93);
    buffer_t ones = buffer_create(ASHLAR_DOUBLE, &whole, NULL);
    buffer_fill(&ones, (scalar_t){1, 0});
    while (CHECK_OK(ga_read_inc(counter, 0, 0, 1, &task)) && task < TASKS) {
        int64_t lo = task % 5, hi = N - 1 - task % 7;
        CHECK_OK(ga_acc(twin.g, lo, hi, lo, hi, ones.data, N, &one));
    }
    for (int64_t t = 0; t < TASKS; ++t) {
        int64_t lo = t % 5, hi = N - 1 - t % 7;
        for (int64_t j = lo; j <= hi; ++j)
            for (int64_t i = lo; i <= hi; ++i)
                model_at(&twin.model, (int64_t[]){i, j})->re += 1;
    }
    CHECK_TWIN(&twin);
    buffer_free(&ones);
    twin_destroy(&twin);
    CHECK_OK(ga_destroy(counter));
}
