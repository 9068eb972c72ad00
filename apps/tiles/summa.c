/* summa.cc in C. */
#include "kernels.h"

void summa(const tiles_grid_t *on, ga_t a, ga_t b, ga_t c)
{
    ga_t column = tiles_columns_of(on, a), row = tiles_rows_of(on, b);
    ga_handle_t arriving = 0;
    ga_block_t t;
    for (int64_t k = 0; k < tiles_count(a, 1); ++k) {
        for (int64_t i = 0; i < tiles_count(a, 0); ++i)
            TRY(ga_tiles_broadcast_nb(GA_TILES(column, AT(i), ALL), GA_TILES(a, AT(i), AT(k)),
                                      GA_WHOLE, MINE, &arriving));
        for (int64_t j = 0; j < tiles_count(b, 1); ++j)
            TRY(ga_tiles_broadcast_nb(GA_TILES(row, ALL, AT(j)), GA_TILES(b, AT(k), AT(j)),
                                      GA_WHOLE, MINE, &arriving));
        TRY(ga_wait(&arriving));
        for (TRY(ga_block_first(c, &t)); t.data; TRY(ga_block_next(c, &t)))
            tiles_multiply_by(1, tiles_data(column, t.at[0], on->place[1]), 'N',
                              tiles_data(row, on->place[0], t.at[1]), &t, tiles_inner(a, k));
    }
    TRY(ga_destroy(column));
    TRY(ga_destroy(row));
}
