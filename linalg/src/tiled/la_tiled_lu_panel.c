/* Panels of LU. On one process row LAPACK factors them. On several the rows of the tile on the
 * diagonal, the top, are on each rank of the process column; each has its own rows below besides. A
 * recursion halves the panel down to single columns (Toledo 1997). For each of these the ranks
 * show each other their best row, so that one meeting finds the pivot and moves its row. */
#include "linalg/src/tiled/la_tiled_lu.h"

#include <stdlib.h>
#include <string.h>

#include "armci-lite/src/al_private.h"

/* All rows of the panel are mine. */
static void factor_alone(lai_tiled_t *t, int64_t k)
{
    const lai_cyclic_t *x = t->x;
    const int64_t row = lai_tiled_rows_to(t, k), width = lai_tiled_width(t, k);
    int64_t *pivots = lai_tiled_pivots(t, k);
    char *panel = lai_tiled_at(t, row, lai_tiled_cols_to(t, k));
    const int64_t zero = t->routines->lu(x->rows - row, width, panel, x->ld, t->swaps);
    for (int64_t j = 0; j < width; ++j) {
        pivots[j] = t->swaps[j] + row;
        if (zero > 0 && t->blas->is_zero(panel + t->blas->element * (size_t)(j + j * x->ld)))
            pivots[j] = -pivots[j];
    }
}

/* ---- several process rows -------------------------------------------------------------------- */

typedef struct panel {
    lai_tiled_t *t;
    int64_t k, width, rows; /* mine below the top */
    char *top, *below;
    int64_t *pivots;
    bool has_top; /* my process row owns it: it speaks for it */
} panel_t;

static char *top_at(const panel_t *p, int64_t i, int64_t j)
{
    return p->top + p->t->blas->element * (size_t)(i + j * p->t->x->tile_n);
}

static char *below_at(const panel_t *p, int64_t i, int64_t j)
{
    return p->below + p->t->blas->element * (size_t)(i + j * p->t->x->ld);
}

static void copy_panel_row(const panel_t *p, const char *from, int64_t from_step, char *to,
                           int64_t to_step)
{
    const size_t element = p->t->blas->element;
    for (int64_t j = 0; j < p->width; ++j)
        memcpy(to + element * (size_t)(j * to_step), from + element * (size_t)(j * from_step),
               element);
}

/* My best row for column j. */
static void show_candidate(const panel_t *p, int64_t j, lai_candidate_t *mine)
{
    const lai_tiled_t *t = p->t;
    const int64_t tile = t->x->tile_n;
    double size;
    int64_t row = t->routines->find_pivot(p->rows, below_at(p, 0, j), &size);
    *mine = (lai_candidate_t){.size = size};
    if (p->rows > 0) {
        mine->row = lai_tiled_row_index(t, lai_tiled_rows_to(t, p->k + 1) + row);
        copy_panel_row(p, below_at(p, row, 0), t->x->ld, mine->elements, 1);
    }
    if (!p->has_top)
        return;
    row = j + t->routines->find_pivot(p->width - j, top_at(p, j, j), &size);
    if (p->rows == 0 || !(mine->size > size)) {
        mine->size = size;
        mine->row = p->k * tile + row;
        copy_panel_row(p, top_at(p, row, 0), tile, mine->elements, 1);
    }
}

/* The largest, of several the first. */
static const lai_candidate_t *choose_pivot(const panel_t *p, const char *shown)
{
    const lai_candidate_t *best = NULL;
    for (int r = 0; r < p->t->x->grid.rows; ++r) {
        const lai_candidate_t *other =
            (const lai_candidate_t *)(const void *)(shown +
                                                    lai_tiled_candidate_bytes(p->t) * (size_t)r);
        if (other->size < 0)
            continue;
        if (!best || other->size > best->size ||
            (other->size == best->size && other->row < best->row))
            best = other;
    }
    return best;
}

/* The pivot's row goes to row j of the top, which takes its place. */
static void swap_pivot(const panel_t *p, int64_t j, const lai_candidate_t *pivot)
{
    const int64_t tile = p->t->x->tile_n, first = p->k * tile, row = pivot->row;
    if (row < first + p->width)
        copy_panel_row(p, top_at(p, j, 0), tile, top_at(p, row - first, 0), tile);
    else if (lai_tiled_owns_row(p->t, row / tile))
        copy_panel_row(
            p, top_at(p, j, 0), tile,
            below_at(p, lai_tiled_row_place(p->t, row) - lai_tiled_rows_to(p->t, p->k + 1), 0),
            p->t->x->ld);
    copy_panel_row(p, pivot->elements, 1, top_at(p, j, 0), tile);
}

static void factor_column(const panel_t *p, int64_t j)
{
    lai_tiled_t *t = p->t;
    show_candidate(p, j, lai_tiled_candidate(t));
    const lai_candidate_t *pivot = choose_pivot(p, lai_tiled_show(t));
    p->pivots[j] = p->k * t->x->tile_n + j + 1;
    if (t->status != ASHLAR_OK) /* what has not come is no row */
        return;
    swap_pivot(p, j, pivot);
    p->pivots[j] = pivot->row + 1;
    if (t->blas->is_zero(top_at(p, j, j))) {
        p->pivots[j] = -p->pivots[j];
        return;
    }
    t->routines->divide(p->width - j - 1, top_at(p, j, j), top_at(p, j + 1, j));
    t->routines->divide(p->rows, top_at(p, j, j), below_at(p, 0, j));
}

/* Columns first..first+n-1. */
static void factor_columns(const panel_t *p, int64_t first, int64_t n)
{
    const lai_tile_routines_t *routines = p->t->routines;
    const int64_t half = n / 2, next = first + half, rest = n - half, tile = p->t->x->tile_n;
    if (n == 1) {
        factor_column(p, first);
        return;
    }
    factor_columns(p, first, half);
    routines->trsm('L', 'L', 'N', 'U', half, rest, top_at(p, first, first), tile,
                   top_at(p, first, next), tile);
    if (next < p->width)
        routines->subtract('N', p->width - next, rest, half, top_at(p, next, first), tile,
                           top_at(p, first, next), tile, top_at(p, next, next), tile);
    if (p->rows > 0)
        routines->subtract('N', p->rows, rest, half, below_at(p, 0, first), p->t->x->ld,
                           top_at(p, first, next), tile, below_at(p, 0, next), p->t->x->ld);
    factor_columns(p, next, rest);
}

/* The top, between the matrix and where it is shared. */
static void copy_top(const panel_t *p, bool to_matrix)
{
    lai_tiled_t *t = p->t;
    const int64_t row = lai_tiled_rows_to(t, p->k), column = lai_tiled_cols_to(t, p->k);
    for (int64_t j = 0; j < p->width && p->has_top; ++j) {
        char *shared = top_at(p, 0, j), *own = lai_tiled_at(t, row, column + j);
        memcpy(to_matrix ? own : shared, to_matrix ? shared : own,
               t->blas->element * (size_t)p->width);
    }
}

static void factor_together(lai_tiled_t *t, int64_t k)
{
    const int64_t below = lai_tiled_rows_to(t, k + 1);
    const panel_t p = {.t = t,
                       .k = k,
                       .width = lai_tiled_width(t, k),
                       .rows = t->x->rows - below,
                       .top = lai_tiled_top(t, k),
                       .below = lai_tiled_at(t, below, lai_tiled_cols_to(t, k)),
                       .pivots = lai_tiled_pivots(t, k),
                       .has_top = lai_tiled_owns_row(t, k)};
    copy_top(&p, false);
    lai_tiled_spread_top(t, k);
    factor_columns(&p, 0, p.width);
    copy_top(&p, true);
}

void lai_tiled_lu_panel(lai_tiled_t *t, int64_t k)
{
    if (t->x->grid.rows == 1)
        factor_alone(t, k);
    else
        factor_together(t, k);
}
