/* LU factors with partial pivoting. The rows of l are not swapped with those of later panels, so
 * that a panel stays as it is while others read it; solves swap rows of b panel by panel, as
 * LINPACK's did. */
#include "linalg/src/tiled/la_tiled_lu.h"

#include <stdlib.h>

#include "armci-lite/src/al_private.h"
#include "linalg/src/layout/la_cyclic.h"
#include "linalg/src/tiled/la_tiled_ahead.h"
#include "linalg/src/tiled/la_tiled_rows.h"
#include "linalg/src/tiled/la_tiled_solve.h"

/* The columns first..end-1 of mine, all right of panel k. Rows in a row are transposed columns, for
 * which BLAS solves twice as fast. */
static void update_right(lai_tiled_t *t, const lai_panel_t *panel, int64_t first, int64_t end)
{
    const int64_t below = lai_tiled_rows_to(t, panel->k + 1), n = end - first;
    lai_tiled_take_tile_row(t, panel->k, first, end);
    lai_tiled_solve_right(t, 'T', 'U', n, panel->width, panel->top, panel->top_ld, t->u, n);
    if (lai_tiled_owns_row(t, panel->k))
        lai_tiled_store_tile_row(t, panel->k, first, end);
    if (below < t->x->rows)
        lai_tiled_subtract(t, 'T', t->x->rows - below, n, panel->width, panel->below, panel->ld,
                           t->u, n, lai_tiled_at(t, below, first), t->x->ld);
}

/* Pivots of my rows, and the first that is zero. */
static int64_t take_pivots(lai_tiled_t *t)
{
    const lai_cyclic_t *x = t->x;
    int64_t info = 0;
    t->has_pivots = true;
    for (int64_t i = ali_min(x->m, x->n) - 1; i >= 0; --i)
        if (t->all_pivots[i] < 0)
            info = i + 1;
    for (int64_t i = 0; i < x->rows; ++i) {
        const int64_t row = lai_cyclic_index(i, x->tile_m, x->grid.row, x->grid.rows);
        x->pivots[i] = lai_int(labs(t->all_pivots[row]));
    }
    return info;
}

static void order_rows(lai_tiled_t *t, const lai_cyclic_t *f)
{
    if (!t->has_pivots)
        lai_tiled_gather_pivots(t);
    for (int64_t k = 0; k < lai_tiled_count(t); ++k)
        lai_tiled_swap_rows(t, k, f, 0, lai_tiled_cols_to(t, k));
    lai_tiled_meet_all(t);
}

static int64_t factor_lu(lai_tiled_t *t)
{
    lai_tiled_factor_ahead(t, lai_tiled_lu_panel, update_right);
    return take_pivots(t);
}

const lai_tiled_algorithm_t lai_tiled_lu = {.factor = factor_lu,
                                            .solve = lai_tiled_solve_lu,
                                            .begin = lai_tiled_begin_lu,
                                            .order = order_rows};
