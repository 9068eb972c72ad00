/* QR factors by tile columns, on one process row: who factors one also finds the block of its
 * reflectors (Elmroth and Gustavson 2000; Schreiber and Van Loan 1989). */
#include "armci-lite/src/al_private.h"
#include "linalg/src/tiled/la_tiled_ahead.h"
#include "linalg/src/tiled/la_tiled_solve.h"

static void factor_qr_panel(lai_tiled_t *t, int64_t k)
{
    const int64_t row = lai_tiled_rows_to(t, k);
    t->routines->qr(t->x->rows - row, lai_tiled_width(t, k),
                    lai_tiled_at(t, row, lai_tiled_cols_to(t, k)), t->x->ld, lai_tiled_top(t, k),
                    t->x->tile_n);
}

/* Columns that are updated before other nodes are answered again. */
static int64_t columns_at_once(const lai_tiled_t *t)
{
    return t->group->node_count > 1 ? 4 * t->x->tile_n : INT64_MAX / 2;
}

static void reflect_columns(lai_tiled_t *t, const lai_panel_t *panel, int64_t first, int64_t end)
{
    const int64_t row = lai_tiled_rows_to(t, panel->k), step = columns_at_once(t);
    for (int64_t j = first; j < end; j += step) {
        t->routines->apply_block(t->x->rows - row, ali_min(step, end - j), panel->width,
                                 panel->below, panel->ld, panel->top, panel->top_ld,
                                 lai_tiled_at(t, row, j), t->x->ld, t->u);
        lai_tiled_poll(t);
    }
}

static int64_t factor_by_reflectors(lai_tiled_t *t)
{
    lai_tiled_factor_ahead(t, factor_qr_panel, reflect_columns);
    return 0;
}

static void solve_closest(lai_tiled_t *t, char op, lai_cyclic_t *b)
{
    (void)op;
    for (int64_t k = 0; k < lai_tiled_count(t) && b->cols > 0; ++k) {
        const int64_t row = lai_tiled_rows_to(t, k), rows = t->x->rows - row;
        int64_t ld;
        const char *v = lai_tiled_see(t, k, row, rows, &ld);
        t->routines->apply_block(rows, b->cols, lai_tiled_width(t, k), v, ld,
                                 lai_tiled_see_top(t, k), t->x->tile_n,
                                 (char *)b->at + t->blas->element * (size_t)row, b->ld, t->u);
        lai_tiled_poll(t);
    }
    lai_tiled_solve_upper(t, b);
    lai_tiled_meet_all(t);
}

const lai_tiled_algorithm_t lai_tiled_qr = {
    .factor = factor_by_reflectors, .solve = solve_closest, .has_blocks = true};
