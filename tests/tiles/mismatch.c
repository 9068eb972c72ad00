/* ASHLAR_CHECK=1: participants who do not pass the same are told, and who makes calls in another
 * order. Each case ends with the job's other ranks in step. */
#include <string.h>

#include "harness/harness.h"
#include "tiles/serial.h"

enum { MINE = GA_IN_MINE | GA_OUT_MINE };

static ga_grid_t grid;
static ga_t from, to;

static void begin(void)
{
    const int64_t tile = 8;
    CHECK_OK(ga_grid_create(&(ga_grid_spec_t){.ndim = 1}, &grid));
    CHECK_OK(ga_create_tile_each(grid, ASHLAR_INT, &tile, "from", &from));
    CHECK_OK(ga_create_tile_each(grid, ASHLAR_INT, &tile, "to", &to));
    CHECK_OK(ga_zero(from));
    CHECK_OK(ga_sync());
}

static void end(void)
{
    CHECK_OK(ga_sync());
    CHECK_OK(ga_destroy(from));
    CHECK_OK(ga_destroy(to));
    CHECK_OK(ga_grid_destroy(grid));
}

/* Whether this rank is one of the two that differ. */
static int differs(void)
{
    return test_size() > 1 && test_rank() < 2;
}

TEST_CASE(order_differs, TEST_GA)
{
    begin();
    const ga_tiles_t *first = GA_TILES(from, ashlar_at(0)), *second = GA_TILES(to, ashlar_at(1));
    if (differs() && test_rank() == 0) {
        CHECK_STATUS(ASHLAR_EMISMATCH, ga_tiles_broadcast(second, first, 8, MINE));
        CHECK_CONTAINS(
            ashlar_error_message(),
            "ga_tiles_broadcast: rank 0 is in this call, and rank 1 in ga_tiles_scatter");
    } else if (differs()) {
        CHECK_STATUS(ASHLAR_EMISMATCH, ga_tiles_scatter(second, first, 8, MINE));
        CHECK_CONTAINS(ashlar_error_message(), "rank 0 in ga_tiles_broadcast");
    } else {
        CHECK_OK(ga_tiles_broadcast(second, first, 8, MINE));
    }
    end();
}

TEST_CASE(arguments_differ, TEST_GA)
{
    begin();
    const ga_tiles_t *first = GA_TILES(from, ashlar_at(0)), *second = GA_TILES(to, ashlar_at(1));
    const int rank = test_rank();
    ga_handle_t handle = 0;
    if (differs()) {
        CHECK_STATUS(ASHLAR_EMISMATCH, ga_tiles_broadcast(second, first, 4 + rank, MINE));
        CHECK_CONTAINS(ashlar_error_message(), rank ? "count is 5 on rank 1 and 4 on rank 0"
                                                    : "count is 4 on rank 0 and 5 on rank 1");
        CHECK_STATUS(ASHLAR_EMISMATCH,
                     ga_tiles_broadcast(second, first, 4, rank ? MINE : GA_IN_MINE));
        CHECK_CONTAINS(ashlar_error_message(), "the flags");
        CHECK_OK(ga_tiles_broadcast_nb(second, first, 3 + rank, MINE, &handle));
        CHECK_STATUS(ASHLAR_EMISMATCH, ga_wait(&handle));
        CHECK_STATUS(ASHLAR_EMISMATCH,
                     ga_tiles_broadcast(GA_TILES(to, ((ashlar_interval_t){1, 1, 1 + rank})), first,
                                        3, MINE));
        CHECK_CONTAINS(ashlar_error_message(), "the step tile of the destination in dimension 0");
    } else {
        CHECK_OK(ga_tiles_broadcast(second, first, 4, MINE));
    }
    end();
}

/* After an error calls go on, beyond the number of counters of a pair. */
TEST_CASE(goes_on_after, TEST_GA)
{
    begin();
    const ga_tiles_t all_to = {.g = to}, *first = GA_TILES(from, ashlar_at(0));
    for (int round = 0; round < 3; ++round) {
        if (differs())
            CHECK_STATUS(ASHLAR_EMISMATCH, ga_tiles_broadcast(GA_TILES(to, ashlar_at(1)), first,
                                                              4 + test_rank(), MINE));
        for (int k = 0; k < 20; ++k)
            CHECK_OK(ga_tiles_broadcast(&all_to, first, 8, k % 2 ? MINE : 0));
    }
    end();
}

/* Both forms of a call are one. */
TEST_CASE(forms_agree, TEST_GA)
{
    begin();
    const ga_tiles_t all_to = {.g = to}, all_from = {.g = from};
    ga_handle_t handle = 0;
    if (test_rank() % 2)
        CHECK_OK(ga_tiles_exchange(&all_to, &all_from, 8 / test_size(), 0));
    else
        CHECK_OK(ga_tiles_exchange_nb(&all_to, &all_from, 8 / test_size(), 0, &handle));
    CHECK_OK(ga_wait(&handle));
    end();
}
