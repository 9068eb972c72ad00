/* Right-looking factorisations, one panel ahead. */
#include "linalg/src/tiled/la_tiled_ahead.h"

static void factor_and_publish(lai_tiled_t *t, lai_factor_panel_t *factor, int64_t k)
{
    factor(t, k);
    lai_tiled_publish(t);
}

static void go_ahead(lai_tiled_t *t, lai_factor_panel_t *factor, lai_update_t *update, int64_t k)
{
    lai_panel_t panel;
    int64_t first = lai_tiled_cols_to(t, k + 1);
    lai_tiled_await(t, k, &panel);
    if (k + 1 < lai_tiled_count(t) && lai_tiled_owns_column(t, k + 1)) {
        const int64_t end = first + lai_tiled_width(t, k + 1);
        update(t, &panel, first, end);
        factor_and_publish(t, factor, k + 1);
        first = end;
    }
    if (t->begun)
        t->algorithm->begin(t, k);
    if (first < t->x->cols)
        update(t, &panel, first, t->x->cols);
}

void lai_tiled_factor_ahead(lai_tiled_t *t, lai_factor_panel_t *factor, lai_update_t *update)
{
    const int64_t count = lai_tiled_count(t);
    if (count > 0 && lai_tiled_owns_column(t, 0))
        factor_and_publish(t, factor, 0);
    for (int64_t k = 0; k < count; ++k)
        go_ahead(t, factor, update, k);
    lai_tiled_meet_all(t);
}
