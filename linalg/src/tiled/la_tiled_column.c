/* The ranks of a process column, on grids of several rows: they meet, read what others lay out, and
 * show each other candidates for pivots.
 *
 * Memory ordering. A rank adds to the counter that each other rank of the process column has for
 * its process row, by al_put_signal(), and waits for theirs: who has met sees what all wrote
 * before. There are two places for rows and for candidates, used in turn: when a rank writes to one
 * again, it has met the others since they read from it, because they read before they meet again.
 */
#include <string.h>

#include "armci-lite/src/al_private.h"
#include "linalg/src/tiled/la_tiled.h"

enum { ALIGNED = 16 };

/* The place of my counter for a process row. */
static size_t counter_of(const lai_tiled_t *t, int process_row)
{
    return (size_t)(t->x->grid.cols + process_row) * sizeof(int64_t);
}

/* Tell another rank of the process column that I am here, with some bytes. */
static void tell(lai_tiled_t *t, int process_row, size_t offset, const void *data, size_t bytes)
{
    const al_shape_t shape = {.count = {bytes}};
    const int to = lai_tiled_rank(t, process_row, t->x->grid.col);
    LAI_TILED_CALL(t, al_put_signal(t->shared, to, offset, data, data ? &shape : NULL,
                                    counter_of(t, t->x->grid.row), 1));
}

static void wait_for_others(lai_tiled_t *t)
{
    const lai_grid_t *grid = &t->x->grid;
    ++t->meetings;
    for (int step = 1; step < grid->rows; ++step)
        lai_tiled_wait(t, counter_of(t, (grid->row + step) % grid->rows), t->meetings);
}

void lai_tiled_meet(lai_tiled_t *t)
{
    const lai_grid_t *grid = &t->x->grid;
    for (int step = 1; step < grid->rows; ++step)
        tell(t, (grid->row + step) % grid->rows, 0, NULL, 0);
    wait_for_others(t);
}

/* ---- rows ------------------------------------------------------------------------------------ */

char *lai_tiled_row_room(lai_tiled_t *t)
{
    const int mine = al_group_rank(t->group);
    ++t->exchanges;
    return lai_tiled_slice(t, mine) + t->rows + t->row_bytes * (size_t)(t->exchanges % 2);
}

/* The slices of a process column are laid out alike. */
const char *lai_tiled_rows_of(lai_tiled_t *t, int process_row, size_t bytes)
{
    const int rank = lai_tiled_rank(t, process_row, t->x->grid.col);
    const size_t offset = t->rows + t->row_bytes * (size_t)(t->exchanges % 2);
    if (lai_tiled_is_near(t, rank))
        return lai_tiled_slice(t, rank) + offset;
    LAI_TILED_CALL(t, al_get(t->shared, rank, offset, t->far_rows, bytes));
    return t->far_rows;
}

void lai_tiled_spread_top(lai_tiled_t *t, int64_t k)
{
    const lai_cyclic_t *x = t->x;
    const int owner = lai_tiled_rank(t, (int)(k % x->grid.rows), x->grid.col);
    char *top = lai_tiled_top(t, k);
    const char *slice = lai_tiled_slice(t, al_group_rank(t->group));
    const size_t offset = (size_t)(top - slice);
    int64_t *pivot = lai_tiled_pivots(t, k);
    lai_tiled_meet(t);
    if (owner != al_group_rank(t->group)) {
        LAI_TILED_CALL(t, al_get(t->shared, owner, offset, top,
                                 (size_t)(x->tile_n * lai_tiled_width(t, k)) * t->blas->element));
        LAI_TILED_CALL(
            t, al_get(t->shared, owner, (size_t)((char *)pivot - slice), pivot, sizeof *pivot));
    }
    /* The owner changes it only when the others have it. */
    lai_tiled_meet(t);
}

/* ---- candidates ------------------------------------------------------------------------------ */

size_t lai_tiled_candidate_bytes(const lai_tiled_t *t)
{
    const size_t bytes =
        sizeof(lai_candidate_t) + (size_t)t->x->tile_n * t->blas->element + ALIGNED - 1;
    return bytes / ALIGNED * ALIGNED;
}

static size_t shown_at(const lai_tiled_t *t, int process_row)
{
    const size_t place = (size_t)(t->shows % 2 * t->x->grid.rows + process_row);
    return t->candidates + place * lai_tiled_candidate_bytes(t);
}

lai_candidate_t *lai_tiled_candidate(lai_tiled_t *t)
{
    const int mine = al_group_rank(t->group);
    ++t->shows;
    return (void *)(lai_tiled_slice(t, mine) + shown_at(t, t->x->grid.row));
}

const char *lai_tiled_show(lai_tiled_t *t)
{
    const lai_grid_t *grid = &t->x->grid;
    const char *slice = lai_tiled_slice(t, al_group_rank(t->group));
    const size_t mine = shown_at(t, grid->row);
    for (int step = 1; step < grid->rows; ++step)
        tell(t, (grid->row + step) % grid->rows, mine, slice + mine, lai_tiled_candidate_bytes(t));
    wait_for_others(t);
    return slice + shown_at(t, 0);
}
