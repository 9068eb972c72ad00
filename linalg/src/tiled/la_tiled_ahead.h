/* Right-looking factorisations, one panel ahead. */
#ifndef LA_TILED_AHEAD_H
#define LA_TILED_AHEAD_H

#include "linalg/src/tiled/la_tiled.h"

/* Factor tile column k, which is of my process column. */
typedef void lai_factor_panel_t(lai_tiled_t *t, int64_t k);
/* Update my columns first..end-1, right of a panel, with it. */
typedef void lai_update_t(lai_tiled_t *t, const lai_panel_t *panel, int64_t first, int64_t end);

/* Factor all tile columns, in order: the next one is updated and factored before the rest is
 * updated (as HPL does; Petitet, Whaley, Dongarra, Cleary). Called by all ranks of the grid. */
void lai_tiled_factor_ahead(lai_tiled_t *t, lai_factor_panel_t *factor, lai_update_t *update);

#endif
