/* cholesky_ahead.cc in C. */
#include "kernels.h"

/* Copies of a column of tiles, and of it turned into a row, for who needs them. */
typedef struct panel {
    ga_t column, row;
    ga_handle_t arriving;
} panel_t;

static void factor_column(const tiles_grid_t *on, ga_t a, int64_t k, ga_t diagonal, panel_t *panel)
{
    const ga_block_t pivot = tiles_tile(a, k, k);
    ga_block_t t;
    if (pivot.rank == ga_rank())
        tiles_factor(tiles_extent(&pivot, 0), pivot.data);
    TRY(ga_tiles_broadcast(GA_TILES(diagonal, ALL, AT(k % on->extent[1])),
                           GA_TILES(a, AT(k), AT(k)), GA_WHOLE, MINE));
    for (TRY(ga_block_first(a, &t)); t.data; TRY(ga_block_next(a, &t)))
        if (t.at[1] == k && t.at[0] > k)
            tiles_solve(tiles_extent(&t, 0), tiles_width(a, 0),
                        tiles_data(diagonal, on->place[0], on->place[1]), t.data);
    for (int64_t i = k + 1; i < tiles_count(a, 0); ++i) {
        const ga_tiles_t *tile = GA_TILES(a, AT(i), AT(k));
        TRY(ga_tiles_broadcast_nb(GA_TILES(panel->column, AT(i), ALL), tile, GA_WHOLE, MINE,
                                  &panel->arriving));
        TRY(ga_tiles_broadcast_nb(GA_TILES(panel->row, ALL, AT(i)), tile, GA_WHOLE, MINE,
                                  &panel->arriving));
    }
}

/* The tiles of columns from first to last, with what a panel has. */
static void update(const tiles_grid_t *on, ga_t a, const panel_t *panel, int64_t first,
                   int64_t last)
{
    ga_block_t t;
    for (TRY(ga_block_first(a, &t)); t.data; TRY(ga_block_next(a, &t)))
        if (t.at[1] >= first && t.at[1] <= last && t.at[0] >= t.at[1])
            tiles_multiply_by(-1, tiles_data(panel->column, t.at[0], on->place[1]),
                              t.at[0] == t.at[1] ? 'S' : 'T',
                              tiles_data(panel->row, on->place[0], t.at[1]), &t, tiles_width(a, 0));
}

void cholesky_ahead(const tiles_grid_t *on, ga_t a)
{
    const int64_t n = tiles_count(a, 0);
    ga_t diagonal = tiles_each(on, tiles_width(a, 0));
    panel_t panels[2];
    for (int p = 0; p < 2; ++p)
        panels[p] = (panel_t){tiles_columns_of(on, a), tiles_rows_of(on, a), 0};
    factor_column(on, a, 0, diagonal, &panels[0]);
    for (int64_t k = 0; k + 1 < n; ++k) {
        TRY(ga_wait(&panels[k % 2].arriving));
        update(on, a, &panels[k % 2], k + 1, k + 1);
        factor_column(on, a, k + 1, diagonal, &panels[(k + 1) % 2]);
        update(on, a, &panels[k % 2], k + 2, n - 1);
    }
    for (int p = 0; p < 2; ++p) {
        TRY(ga_destroy(panels[p].column));
        TRY(ga_destroy(panels[p].row));
    }
    TRY(ga_destroy(diagonal));
}
