/* How many batches an origin may have unacknowledged, among how many origins. */
#include <stdlib.h>
#include <string.h>

#include <ashlar/al.h>

#include "armci-lite/src/engine/am/al_am.h"
#include "al/engine/lanes.h"
#include "harness/harness.h"
#include "harness/rng.h"

TEST_CASE(credit_numbers, TEST_AL)
{
    const int64_t numbers[][2] = {{0, 32},   {1, 32},   {128, 32},   {129, 31},
                                  {256, 16}, {1000, 4}, {1366, 2},   {1365, 3},
                                  {2048, 2}, {2049, 2}, {1000000, 2}};

    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; ++k)
        CHECK_INT(numbers[k][1], ali_am_credit(numbers[k][0]));
    CHECK_INT(32, ali_am.origin.credit);
    for (int64_t origins = 1; origins <= AM_ALL_UNACKED / AM_LEAST_UNACKED; ++origins)
        CHECK(origins * ali_am_credit(origins) <= AM_ALL_UNACKED);
}

/* Origins of the busiest server, by asking each rank of each node for its servers. */
static int64_t count_most_origins(const int *first, int nodes, bool has_one_server)
{
    int64_t most = 0;

    for (int to = 0; to < nodes; ++to) {
        const int size = first[to + 1] - first[to];
        int64_t *origins = test_alloc((size_t)size * sizeof *origins);
        memset(origins, 0, (size_t)size * sizeof *origins);
        for (int from = 0; from < nodes; ++from)
            for (int k = 0; from != to && k < first[from + 1] - first[from]; ++k)
                ++origins[has_one_server ? 0 : k % size];
        for (int k = 0; k < size; ++k)
            most = origins[k] > most ? origins[k] : most;
        free(origins);
    }
    return most;
}

TEST_CASE(credit_origins, TEST_AL)
{
    enum { NODES = 40, TIMES = 200, RANKS = 12 };
    int first[NODES + 1] = {0, 5, 10};
    rng_t rng = rng_seed(5);

    CHECK_INT(0, ali_am_most_origins(first, 1, false));
    CHECK_INT(0, ali_am_most_origins(first, 1, true));
    CHECK_INT(1, ali_am_most_origins(first, 2, false));
    CHECK_INT(5, ali_am_most_origins(first, 2, true));
    for (int time = 0; time < TIMES; ++time) {
        const int nodes = (int)rng_range(&rng, 1, NODES);
        for (int n = 0; n < nodes; ++n)
            first[n + 1] = first[n] + (int)rng_range(&rng, 1 + time % 3, RANKS);
        for (int one = 0; one < 2; ++one)
            CHECK_INT(count_most_origins(first, nodes, one),
                      ali_am_most_origins(first, nodes, one));
    }
}

/* With the least credit, too, a question and its answer are one message each. */
TEST_CASE(credit_of_questions, TEST_AL)
{
    enum { TIMES = 20 };
    int64_t old;

    open_lanes();
    ali_am.origin.credit = AM_LEAST_UNACKED;
    if (al_rank() == 0) {
        serve_end(al_size() - 1, serve_begin(al_size() - 1));
    } else {
        CHECK_OK(al_fence(0));
        const am_peer_t *server = ali_am_peer(0);
        const uint64_t sent = server->sent;
        begin();
        for (int k = 0; k < TIMES; ++k) {
            CHECK_OK(al_fetch_add(ask.segment, 0, ask.at, ASHLAR_LLONG, 1, &old));
            CHECK_INT(k, old);
        }
        ask.model[0] = TIMES;
        CHECK(server->sent - sent == TIMES);
        end();
    }
    ali_am.origin.credit = AM_UNACKED;
    close_lanes();
}
