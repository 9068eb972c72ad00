/* A job to be killed: collectives of tiles, one after the other and several at once, for ever.
 * tiles_job DIRECTORY: each rank writes its process id to a file there after the first ones. */
#include <stdio.h>
#include <stdlib.h>

#include <ashlar/tiles.h>

#include "pid.h"

enum { TILE = 3000, FIRST = 20, MINE = GA_IN_MINE | GA_OUT_MINE };

static ga_t from, to;

static int make(void)
{
    const int64_t tile = TILE;
    ga_grid_t grid;
    return ga_grid_create(&(ga_grid_spec_t){.ndim = 1}, &grid) ||
           ga_create_tile_each(grid, ASHLAR_LLONG, &tile, "doomed", &from) ||
           ga_create_tile_each(grid, ASHLAR_LLONG, &tile, "to", &to) || ga_zero(from);
}

static int one_round(int round)
{
    const ga_tiles_t *one = GA_TILES(from, ashlar_at(round % ga_size()));
    const ga_tiles_t all_from = {.g = from}, all_to = {.g = to};
    ga_handle_t handle = 0;
    return ga_tiles_broadcast(&all_to, one, GA_WHOLE, round % 2 ? MINE : 0) ||
           ga_tiles_exchange_nb(&all_to, &all_from, 100, MINE, &handle) ||
           ga_tiles_reduce_nb(&all_to, &all_from, ASHLAR_SUM, GA_WHOLE, MINE, &handle) ||
           ga_wait(&handle);
}

int main(int argc, char **argv)
{
    int failed = argc != 2;
    MPI_Init(&argc, &argv);
    failed = failed || ga_initialize(MPI_COMM_WORLD) || make();
    for (int round = 0; !failed; ++round)
        failed = one_round(round) || (round == FIRST && write_pid(argv[1]));
    fprintf(stderr, "tiles_job: %s\n", ashlar_error_message());
    MPI_Abort(MPI_COMM_WORLD, 2);
}
