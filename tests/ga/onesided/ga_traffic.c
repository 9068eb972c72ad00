/* Messages between nodes of gathers, scatters, syncs and copies, to the byte. */
#include <stdlib.h>

#include <ashlar/ga.h>

#include "armci-lite/src/engine/am/al_am_wire.h"
#include "armci-lite/src/onesided/al_gather_scatter.h"
#include "harness/harness.h"
#include "harness/rng.h"
#include "harness/traffic.h"

enum {
    ELEMENT = sizeof(int64_t),
    EACH = 50, /* elements of a rank */
    REQUEST = sizeof(am_batch_t) + sizeof(am_record_t),
    COUNT = sizeof(uint64_t) /* of batches from one rank, in a sync */
};

/* ---- elements -------------------------------------------------------------------------------- */

static ga_t create_vector(void)
{
    ga_t g = 0;

    CHECK_OK(ga_create(ASHLAR_LLONG, EACH * ga_size(), 1, "vector", EACH, 1, &g));
    CHECK_OK(ga_zero(g));
    return g;
}

/* Each node has so many of the n elements from here on. */
static void count_nodes(ga_t g, const int64_t *index, int64_t n, int64_t *on)
{
    for (int node = 0; node < al_node_count(); ++node)
        on[node] = 0;
    for (int64_t k = 0; k < n; ++k) {
        int owner = 0;
        CHECK_OK(ga_locate(g, index[k], 0, &owner));
        ++on[al_node_of(owner)];
    }
}

/* A gather of n elements asks each other node once for what it has of AL_LIST of them. */
TEST_CASE_IN("engines", traffic_gather, TEST_GA)
{
    enum { N = 2 * AL_LIST + 100 };
    static int64_t row[N], column[N], value[N];
    int64_t *on = test_alloc((size_t)al_node_count() * sizeof *on);
    rng_t rng = rng_seed(40 + (uint64_t)ga_rank());
    al_traffic_t expected = {0, 0, 0, 0}, found;
    ga_t g = create_vector();

    for (int k = 0; k < N; ++k)
        row[k] = rng_range(&rng, 0, EACH * ga_size() - 1);
    for (int64_t at = 0; at < N; at += AL_LIST) {
        count_nodes(g, row + at, N - at < AL_LIST ? N - at : AL_LIST, on);
        for (int node = 0; node < al_node_count(); ++node)
            if (node != al_node_of(ga_rank()) && on[node])
                traffic_add_answered(&expected, 1, REQUEST + COUNT * on[node], ELEMENT * on[node]);
    }
    if (traffic_is_exact()) {
        traffic_begin();
        CHECK_OK(ga_gather(g, N, row, column, value));
        found = traffic_end();
        expected = traffic_of_all(&expected);
        traffic_check("gather", &expected, &found);
    }
    CHECK_OK(ga_destroy(g));
    free(on);
}

/* ---- syncs ----------------------------------------------------------------------------------- */

enum { NODES_MOST = 8 }; /* that tell each other in a sync what they have sent */

static bool syncs_are_exact(void)
{
    if (al_node_count() <= NODES_MOST)
        return traffic_is_exact();
    test_skip("more nodes sync in another way");
    return false;
}

/* In a sync the first rank of each node tells all other nodes what each of its ranks has sent. */
static al_traffic_t counts_of_sync(int64_t head)
{
    al_traffic_t sum = {0, 0, 0, 0};

    for (int node = 0; node < al_node_count(); ++node)
        traffic_add(&sum, al_node_count() - 1, head + COUNT * al_node_size(node));
    return sum;
}

/* The rank that I put an element to on a node, or accumulate. */
static int64_t row_on(int node)
{
    int rank = 0;

    while (al_node_of(rank) != node)
        ++rank;
    return EACH * rank + ga_rank() % EACH;
}

static void scatter_to_nodes(ga_t g)
{
    const int nodes = al_node_count();
    int64_t *row = test_alloc((size_t)nodes * sizeof *row), n = 0;
    int64_t *column = test_alloc((size_t)nodes * sizeof *column);

    for (int node = 0; node < nodes; ++node)
        if (node != al_node_of(ga_rank())) {
            row[n] = row_on(node);
            column[n++] = 0;
        }
    CHECK_OK(ga_scatter(g, n, row, column, row));
    free(column);
    free(row);
}

TEST_CASE_IN("engines", traffic_sync, TEST_GA)
{
    const int64_t others = al_node_count() - 1;
    al_traffic_t expected, scattered = {0, 0, 0, 0}, found;
    ga_t g = create_vector();

    if (syncs_are_exact()) {
        traffic_begin();
        CHECK_OK(ga_sync());
        found = traffic_end();
        expected = counts_of_sync(REQUEST);
        traffic_check("nothing to complete", &expected, &found);

        traffic_begin();
        scatter_to_nodes(g);
        found = traffic_end();
        traffic_add(&scattered, others * ga_size(), REQUEST + COUNT + ELEMENT);
        traffic_check("scatter", &scattered, &found);

        /* The counts go with the elements, unless a first rank has waited for its node so long that
         * it sent these. */
        traffic_begin();
        scatter_to_nodes(g);
        CHECK_OK(ga_sync());
        found = traffic_end();
        expected = counts_of_sync(sizeof(am_record_t));
        const int64_t own = found.messages - scattered.messages;
        CHECK(own >= 0 && own <= expected.messages);
        expected.messages = found.messages;
        expected.bytes += scattered.bytes + own * (int64_t)sizeof(am_batch_t);
        traffic_check("scatter and sync", &expected, &found);
    }
    CHECK_OK(ga_destroy(g));
}

/* ---- copies ---------------------------------------------------------------------------------- */

static al_traffic_t copy(ga_t from, ga_t to)
{
    traffic_begin();
    CHECK_OK(ga_copy(from, to));
    return traffic_end();
}

/* From strips of rows to strips of columns: each rank asks each one on another node for one piece.
 * What the syncs of a copy send is sent also if all is in place. */
TEST_CASE_IN("engines", traffic_copy, TEST_GA)
{
    const int64_t width = 24, n = width * ga_size(), words = 3;
    al_traffic_t expected = {0, 0, 0, 0}, in_place, found;
    int64_t far = 0;
    ga_t rows, columns, like;

    REQUIRE_OK(ga_create(ASHLAR_LLONG, n, n, "rows", width, n, &rows));
    REQUIRE_OK(ga_create(ASHLAR_LLONG, n, n, "columns", n, width, &columns));
    REQUIRE_OK(ga_create_like(columns, ASHLAR_LLONG, "like", &like));
    CHECK_OK(ga_zero(rows));
    CHECK_OK(ga_zero(columns));
    if (syncs_are_exact()) {
        in_place = copy(columns, like);
        found = copy(rows, columns);
        found = traffic_difference(&found, &in_place);
        for (int rank = 0; rank < ga_size(); ++rank)
            far += ga_size() - al_node_size(al_node_of(rank));
        traffic_add_answered(&expected, far, REQUEST + words * (int64_t)sizeof(int64_t),
                             ELEMENT * width * width);
        traffic_check("copy", &expected, &found);
    }
    CHECK_OK(ga_destroy(like));
    CHECK_OK(ga_destroy(columns));
    CHECK_OK(ga_destroy(rows));
}
