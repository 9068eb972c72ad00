/* Cholesky factors by tile columns: the next panel is factored before the rest of the matrix is
 * updated with this one. The rows of a panel that belong to my columns are gathered first, so that
 * most of the update is a few large products. */
#include "linalg/src/tiled/la_tiled.h"

#include <string.h>

#include "armci-lite/src/al_private.h"
#include "linalg/src/tiled/la_tiled_solve.h"

/* ---- panels ---------------------------------------------------------------------------------- */

/* The tile on the diagonal. Its info takes the place of a pivot. */
static void factor_top(lai_tiled_t *t, int64_t k)
{
    const int64_t width = lai_tiled_width(t, k), column = lai_tiled_cols_to(t, k);
    char *top = lai_tiled_at(t, lai_tiled_rows_to(t, k), column);
    const int64_t info = t->routines->cholesky(width, top, t->x->ld);
    lai_tiled_pivots(t, k)[0] = info > 0 ? k * t->x->tile_n + info : info;
    for (int64_t j = 0; j < width && t->x->grid.rows > 1; ++j)
        memcpy(lai_tiled_top(t, k) + t->blas->element * (size_t)(j * t->x->tile_n),
               top + t->blas->element * (size_t)(j * t->x->ld), t->blas->element * (size_t)width);
}

static void factor_cholesky_panel(lai_tiled_t *t, int64_t k)
{
    const int64_t column = lai_tiled_cols_to(t, k), below = lai_tiled_rows_to(t, k + 1);
    const char *top = lai_tiled_at(t, lai_tiled_rows_to(t, k), column);
    int64_t ld = t->x->ld;
    if (lai_tiled_owns_row(t, k))
        factor_top(t, k);
    if (t->x->grid.rows > 1) {
        lai_tiled_spread_top(t, k);
        top = lai_tiled_top(t, k);
        ld = t->x->tile_n;
    }
    if (lai_tiled_pivots(t, k)[0] == 0 && below < t->x->rows)
        lai_tiled_solve_right(t, 'C', 'N', t->x->rows - below, lai_tiled_width(t, k), top, ld,
                              lai_tiled_at(t, below, column), t->x->ld);
    lai_tiled_publish(t);
}

/* ---- the rows of a panel for my columns ------------------------------------------------------ */

/* Those that are rows first.. of `from`, n x width, to the rows for my column `column` and on. */
static void place_rows(const lai_tiled_t *t, const lai_panel_t *panel, const char *from, int64_t ld,
                       int64_t n, char *to, int64_t to_ld)
{
    const size_t element = t->blas->element;
    for (int64_t j = 0; j < panel->width; ++j)
        memcpy(to + element * (size_t)(j * to_ld), from + element * (size_t)(j * ld),
               element * (size_t)n);
}

/* The first tile column of mine from tile k on. */
static int64_t first_of_mine(const lai_tiled_t *t, int64_t k)
{
    const int64_t cols = t->x->grid.cols, mine = t->x->grid.col;
    return k + ((mine - k) % cols + cols) % cols;
}

static const char *my_tile(const lai_tiled_t *t, const lai_panel_t *panel, int64_t j)
{
    const int64_t row = lai_tiled_rows_to(t, j) - lai_tiled_rows_to(t, panel->k + 1);
    return panel->below + t->blas->element * (size_t)row;
}

static void lay_out_tiles(lai_tiled_t *t, const lai_panel_t *panel)
{
    char *place = lai_tiled_row_room(t);
    for (int64_t j = first_of_mine(t, panel->k + 1); j < lai_tiled_count(t); j += t->x->grid.cols) {
        const int64_t n = lai_tiled_width(t, j);
        if (!lai_tiled_owns_row(t, j))
            continue;
        place_rows(t, panel, my_tile(t, panel, j), panel->ld, n, place, n);
        place += t->blas->element * (size_t)(n * panel->width);
    }
}

/* Those that a process row has laid out go to their places in t->u. */
static void take_tiles(lai_tiled_t *t, const lai_panel_t *panel, int process_row, int64_t ld)
{
    const int64_t step = t->x->grid.cols, rows = t->x->grid.rows, count = lai_tiled_count(t);
    size_t bytes = 0;
    for (int64_t j = first_of_mine(t, panel->k + 1); j < count; j += step)
        if (j % rows == process_row)
            bytes += t->blas->element * (size_t)(lai_tiled_width(t, j) * panel->width);
    const char *tile = bytes ? lai_tiled_rows_of(t, process_row, bytes) : NULL;
    for (int64_t j = first_of_mine(t, panel->k + 1); j < count; j += step) {
        const int64_t n = lai_tiled_width(t, j);
        if (j % rows != process_row)
            continue;
        place_rows(t, panel, tile, n, n, t->u + t->blas->element * (size_t)lai_tiled_cols_to(t, j),
                   ld);
        tile += t->blas->element * (size_t)(n * panel->width);
    }
}

/* Row j of t->u becomes the row of the panel whose number is that of my column j. */
static void gather_rows(lai_tiled_t *t, const lai_panel_t *panel, int64_t ld)
{
    if (t->x->grid.rows == 1) {
        for (int64_t j = first_of_mine(t, panel->k + 1); j < lai_tiled_count(t);
             j += t->x->grid.cols)
            place_rows(t, panel, my_tile(t, panel, j), panel->ld, lai_tiled_width(t, j),
                       t->u + t->blas->element * (size_t)lai_tiled_cols_to(t, j), ld);
        return;
    }
    lay_out_tiles(t, panel);
    lai_tiled_meet(t);
    for (int r = 0; r < t->x->grid.rows; ++r)
        take_tiles(t, panel, r, ld);
}

/* ---- the update ------------------------------------------------------------------------------ */

/* My rows first..end-1 of my columns from..to-1. */
static void subtract(lai_tiled_t *t, const lai_panel_t *panel, int64_t first, int64_t end,
                     int64_t from, int64_t to)
{
    const size_t element = t->blas->element;
    const int64_t above = lai_tiled_rows_to(t, panel->k + 1);
    if (first < end && from < to)
        lai_tiled_subtract(t, 'C', end - first, to - from, panel->width,
                           panel->below + element * (size_t)(first - above), panel->ld,
                           t->u + element * (size_t)from, t->x->cols, lai_tiled_at(t, first, from),
                           t->x->ld);
}

/* Tile column j down to row `end` of mine. */
static void update_column(lai_tiled_t *t, const lai_panel_t *panel, int64_t j, int64_t end)
{
    const int64_t column = lai_tiled_cols_to(t, j), width = lai_tiled_width(t, j);
    if (lai_tiled_owns_row(t, j))
        t->routines->subtract_square(width, panel->width, my_tile(t, panel, j), panel->ld,
                                     lai_tiled_at(t, lai_tiled_rows_to(t, j), column), t->x->ld);
    subtract(t, panel, lai_tiled_rows_to(t, j + 1), end, column, column + width);
}

/* n tile columns of mine, from j on, down to row `end` of mine. */
static void update_tile_columns(lai_tiled_t *t, const lai_panel_t *panel, int64_t j, int64_t n,
                                int64_t end)
{
    const int64_t next = j + n / 2 * t->x->grid.cols;
    if (n == 1)
        update_column(t, panel, j, end);
    if (n <= 1)
        return;
    const int64_t row = lai_tiled_rows_to(t, next);
    update_tile_columns(t, panel, j, n / 2, row);
    subtract(t, panel, row, end, lai_tiled_cols_to(t, j), lai_tiled_cols_to(t, next));
    update_tile_columns(t, panel, next, n - n / 2, end);
}

/* @return the panel's info */
static int64_t cholesky_step(lai_tiled_t *t, int64_t k)
{
    const int64_t count = lai_tiled_count(t), cols = t->x->grid.cols;
    lai_panel_t panel;
    lai_tiled_await(t, k, &panel);
    const int64_t info = t->status == ASHLAR_OK ? t->all_pivots[k * t->x->tile_n] : 0;
    if (info != 0)
        return info;
    gather_rows(t, &panel, t->x->cols);
    int64_t j = first_of_mine(t, k + 1);
    if (j == k + 1 && j < count) {
        update_column(t, &panel, j, t->x->rows);
        factor_cholesky_panel(t, j);
        j += cols;
    }
    if (t->begun)
        t->algorithm->begin(t, k);
    if (j < count)
        update_tile_columns(t, &panel, j, (count - j + cols - 1) / cols, t->x->rows);
    return 0;
}

static int64_t factor_cholesky(lai_tiled_t *t)
{
    const int64_t count = lai_tiled_count(t);
    int64_t info = 0;
    if (count > 0 && lai_tiled_owns_column(t, 0))
        factor_cholesky_panel(t, 0);
    for (int64_t k = 0; k < count && info == 0; ++k)
        info = cholesky_step(t, k);
    lai_tiled_meet_all(t);
    return info;
}

const lai_tiled_algorithm_t lai_tiled_cholesky = {.factor = factor_cholesky,
                                                  .solve = lai_tiled_solve_cholesky,
                                                  .begin = lai_tiled_begin_cholesky};
