/* Waits of participants and of others, and messages between nodes. */
#include <stdlib.h>

#include <ashlar/al.h>
#include <ashlar/coarray.h>

#include "harness/harness.h"
#include "harness/traffic.h"
#include "tiles/serial.h"

enum { MINE = GA_IN_MINE | GA_OUT_MINE, TILE = 100 };

static ga_grid_t grid;

static serial_t make_each(int64_t tile)
{
    ga_t g = 0;
    CHECK_OK(ga_create_tile_each(grid, ASHLAR_LONG, &tile, "each", &g));
    return serial_of(g);
}

static void begin(serial_t *from, serial_t *to, int64_t tile)
{
    rng_t rng = rng_seed(3);
    CHECK_OK(ga_grid_create(&(ga_grid_spec_t){.ndim = 1}, &grid));
    *from = make_each(tile);
    *to = make_each(tile);
    serial_fill(from, &rng, 0, 1000);
    serial_fill(to, &rng, 0, 1000);
    CHECK_OK(ga_sync());
}

static void end(serial_t *from, serial_t *to)
{
    CHECK_OK(ga_destroy(from->g));
    CHECK_OK(ga_destroy(to->g));
    CHECK_OK(ga_grid_destroy(grid));
    serial_free(from);
    serial_free(to);
}

/* A call that has been started goes on in any other that waits: here in a sync. */
TEST_CASE(goes_on_elsewhere, TEST_GA)
{
    serial_t from, to;
    ga_handle_t handle = 0;
    begin(&from, &to, TILE);
    const ga_tiles_t all_to = {.g = to.g}, all_from = {.g = from.g};
    for (int round = 0; round < 20; ++round) {
        const int root = round % test_size();
        const ga_tiles_t *one = GA_TILES(from.g, ashlar_at(root));
        CHECK_OK(ga_tiles_broadcast_nb(&all_to, one, GA_WHOLE, MINE, &handle));
        /* The last rank to begin its part lets the others go; each then helps in the barrier. */
        CHECK_OK(ga_sync());
        CHECK_OK(ga_wait(&handle));
        serial_broadcast(&to, &all_to, &from, one, TILE);
        serial_check(&to, "a broadcast");
        CHECK_OK(ga_tiles_exchange_nb(&all_to, &all_from, 1, 0, &handle));
        CHECK_OK(ga_wait_all());
        CHECK_OK(ga_wait(&handle));
        serial_move(&to, &all_to, &from, &all_from, 1);
        serial_check(&to, "an exchange");
    }
    end(&from, &to);
}

/* The same in a wait of coarrays: the rank that it waits for is in the call. */
TEST_CASE(goes_on_in_events, TEST_GA)
{
    serial_t from, to;
    co_array_t *events;
    ga_handle_t handle = 0;
    const co_spec_t counters = {.type = ASHLAR_LLONG, .ndim = 1, .extents = {1}, .clear = 1};
    begin(&from, &to, TILE);
    REQUIRE_OK(co_create(&counters, &events));
    const ga_tiles_t all_to = {.g = to.g}, *one = GA_TILES(from.g, ashlar_at(0));
    for (int round = 0; round < 20; ++round) {
        if (test_rank() == 0) {
            CHECK_OK(ga_tiles_broadcast(&all_to, one, GA_WHOLE, MINE));
            for (int other = 1; other < test_size(); ++other)
                CHECK_OK(co_event_post(events, other, &(int64_t){0}));
        } else {
            CHECK_OK(ga_tiles_broadcast_nb(&all_to, one, GA_WHOLE, MINE, &handle));
            CHECK_OK(co_event_wait(events, &(int64_t){0}, 1));
            CHECK_OK(ga_wait(&handle));
        }
    }
    serial_broadcast(&to, &all_to, &from, one, TILE);
    serial_check(&to, "a broadcast");
    CHECK_OK(co_free(events));
    end(&from, &to);
}

/* More calls under way between two ranks than there are counters for a pair. */
TEST_CASE(many_under_way, TEST_GA)
{
    enum { CALLS = 50 };
    serial_t from, to;
    ga_handle_t handle[CALLS] = {0};
    begin(&from, &to, CALLS);
    int index;
    for (int k = 0; k < CALLS; ++k) { /* each to the same tiles: the k-th is the k-th to come */
        const ga_tiles_t all_to = {.g = to.g};
        const ga_tiles_t *one = GA_TILES(from.g, ashlar_at(k % test_size()));
        CHECK_OK(
            ga_tiles_broadcast_nb(&all_to, one, GA_WHOLE, GA_IN_MINE | GA_OUT_ALL, &handle[k]));
        if (k % 7 == 6)
            CHECK_OK(ga_wait(&handle[k]));
    }
    for (int left = CALLS; left > 0; --left) {
        CHECK_OK(ga_wait_any(CALLS, handle, &index));
        if (index < 0)
            break;
    }
    for (int k = 0; k < CALLS; ++k)
        CHECK_INT(0, handle[k]);
    end(&from, &to);
}

/* Ranks that own nothing of a call wait for nobody: here for one that never comes. */
TEST_CASE(others_do_not_wait, TEST_GA)
{
    serial_t from, to;
    const int size = test_size(), rank = test_rank();
    begin(&from, &to, TILE);
    const ga_tiles_t *first = GA_TILES(to.g, ashlar_at(0)), *zero = GA_TILES(from.g, ashlar_at(0));
    const ga_tiles_t *last = GA_TILES(from.g, ashlar_at(size - 1));
    if (rank != 0)
        CHECK_OK(ga_tiles_broadcast(first, zero, GA_WHOLE, 0)); /* it concerns rank 0 only */
    CHECK_OK(ga_sync());
    if (rank == 0)
        CHECK_OK(ga_tiles_broadcast(first, zero, GA_WHOLE, 0));
    if (rank == 0 || rank == size - 1)
        CHECK_OK(ga_tiles_broadcast(first, last, GA_WHOLE, 0)); /* the others do not even call */
    serial_broadcast(&to, first, &from, last, TILE);
    serial_check(&to, "the last one's");
    CHECK_OK(ga_sync());
    end(&from, &to);
}

/* ---- messages -------------------------------------------------------------------------------- */

/* The model of docs/tiles.md: the messages between nodes of one call, and their bytes. */
typedef struct model {
    int64_t messages, bytes;
} model_t;

/* Messages and bytes that all ranks have sent since, but for those of a sync. */
static model_t sent_since(model_t *before)
{
    al_traffic_t now;
    long long sums[2];
    CHECK_OK(al_traffic(&now));
    sums[0] = now.messages - before->messages;
    sums[1] = now.bytes - before->bytes;
    *before = (model_t){now.messages, now.bytes};
    CHECK_OK(ga_allreduce(0, ASHLAR_LLONG, ASHLAR_SUM, sums, 2));
    CHECK_OK(ga_sync());
    CHECK_OK(al_traffic(&now));
    *before = (model_t){now.messages, now.bytes};
    return (model_t){sums[0], sums[1]};
}

static void check_sent(const char *what, model_t expected, model_t *before)
{
    const model_t sent = sent_since(before);
    test_step("%s", what);
    CHECK_INT(expected.messages, sent.messages);
    CHECK_INT(expected.bytes, sent.bytes);
}

TEST_CASE(messages, TEST_GA)
{
    serial_t from, to;
    model_t before = {0, 0};
    begin(&from, &to, TILE * test_size());
    const int64_t nodes = al_node_count(), size = test_size(), slot = TILE * (int64_t)sizeof(long);
    const int64_t tile = slot * size, sync = nodes * traffic_doublings(nodes);
    const ga_tiles_t all_to = {.g = to.g}, all_from = {.g = from.g};
    const ga_tiles_t *one = GA_TILES(from.g, ashlar_at(0)), *there = GA_TILES(to.g, ashlar_at(0));
    int64_t squares = 0, on_first = al_node_size(0);
    for (int n = 0; n < nodes; ++n)
        squares += (int64_t)al_node_size(n) * al_node_size(n);
    sent_since(&before);
    CHECK_OK(ga_tiles_broadcast(&all_to, one, GA_WHOLE, MINE));
    check_sent("broadcast", (model_t){nodes - 1, (nodes - 1) * tile}, &before);
    CHECK_OK(ga_tiles_broadcast(&all_to, one, GA_WHOLE, 0));
    check_sent("broadcast, all wait", (model_t){nodes - 1 + 2 * sync, (nodes - 1) * tile}, &before);
    CHECK_OK(ga_tiles_scatter(&all_to, one, TILE, MINE));
    check_sent("scatter", (model_t){nodes - 1, (size - on_first) * slot}, &before);
    CHECK_OK(ga_tiles_gather(there, &all_from, TILE, MINE));
    check_sent("gather", (model_t){nodes - 1, (size - on_first) * slot}, &before);
    CHECK_OK(ga_tiles_exchange(&all_to, &all_from, TILE, MINE));
    check_sent("exchange", (model_t){nodes * (nodes - 1), (size * size - squares) * slot}, &before);
    CHECK_OK(ga_tiles_reduce(there, &all_from, ASHLAR_SUM, GA_WHOLE, MINE));
    check_sent("reduce", (model_t){nodes - 1, (nodes - 1) * tile}, &before);
    CHECK_OK(ga_tiles_reduce(&all_to, &all_from, ASHLAR_SUM, GA_WHOLE, GA_IN_ALL | GA_OUT_NONE));
    check_sent("reduce to all", (model_t){2 * (nodes - 1) + sync, 2 * (nodes - 1) * tile}, &before);
    CHECK_OK(ga_sync());
    end(&from, &to);
}
