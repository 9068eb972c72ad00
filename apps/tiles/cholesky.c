/* cholesky.cc in C. */
#include "kernels.h"

void cholesky(const tiles_grid_t *on, ga_t a)
{
    const int64_t n = tiles_count(a, 0), nb = tiles_width(a, 0);
    ga_t diagonal = tiles_each(on, nb), column = tiles_columns_of(on, a),
         row = tiles_rows_of(on, a);
    ga_handle_t arriving = 0;
    ga_block_t t;
    for (int64_t k = 0; k < n; ++k) {
        const ga_block_t pivot = tiles_tile(a, k, k);
        if (pivot.rank == ga_rank())
            tiles_factor(tiles_extent(&pivot, 0), pivot.data);
        TRY(ga_tiles_broadcast(GA_TILES(diagonal, ALL, AT(k % on->extent[1])),
                               GA_TILES(a, AT(k), AT(k)), GA_WHOLE, MINE));
        for (TRY(ga_block_first(a, &t)); t.data; TRY(ga_block_next(a, &t)))
            if (t.at[1] == k && t.at[0] > k)
                tiles_solve(tiles_extent(&t, 0), nb,
                            tiles_data(diagonal, on->place[0], on->place[1]), t.data);
        for (int64_t i = k + 1; i < n; ++i) {
            ga_tiles_t *tile = GA_TILES(a, AT(i), AT(k)), *copy = GA_TILES(column, AT(i), ALL);
            TRY(ga_tiles_broadcast_nb(copy, tile, GA_WHOLE, MINE, &arriving));
            TRY(ga_tiles_broadcast_nb(GA_TILES(row, ALL, AT(i)), tile, GA_WHOLE, MINE, &arriving));
        }
        TRY(ga_wait(&arriving));
        for (TRY(ga_block_first(a, &t)); t.data; TRY(ga_block_next(a, &t)))
            if (t.at[1] > k && t.at[0] >= t.at[1])
                tiles_multiply_by(-1, tiles_data(column, t.at[0], on->place[1]),
                                  t.at[0] == t.at[1] ? 'S' : 'T',
                                  tiles_data(row, on->place[0], t.at[1]), &t, nb);
    }
    TRY(ga_destroy(diagonal));
    TRY(ga_destroy(column));
    TRY(ga_destroy(row));
}
