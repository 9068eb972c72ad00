/* The block-cyclic layout of ScaLAPACK: who has what, and memory for it. */
#include "linalg/src/layout/la_cyclic.h"

#include <inttypes.h>
#include <string.h>

#include "armci-lite/src/al_private.h"
#include "linalg/src/layout/la_scratch.h"

int64_t lai_cyclic_count(int64_t extent, int64_t tile, int mine, int count)
{
    if (mine < 0)
        return 0;
    int64_t tiles = extent / tile, rest = extent % tile;
    int64_t local = tiles / count * tile;
    if (mine < tiles % count)
        return local + tile;
    return mine == tiles % count ? local + rest : local;
}

int64_t lai_cyclic_above(const lai_cyclic_t *x, int64_t j)
{
    int64_t column = lai_cyclic_index(j, x->tile_n, x->grid.col, x->grid.cols);
    return lai_cyclic_count(ali_min(column, x->m), x->tile_m, x->grid.row, x->grid.rows);
}

int64_t lai_cyclic_diagonal(const lai_cyclic_t *x, int64_t j)
{
    int64_t i = lai_cyclic_above(x, j);
    return i < x->rows && lai_cyclic_index(i, x->tile_m, x->grid.row, x->grid.rows) ==
                              lai_cyclic_index(j, x->tile_n, x->grid.col, x->grid.cols)
               ? i
               : -1;
}

void lai_cyclic_clear_upper(size_t element, lai_cyclic_t *x)
{
    for (int64_t j = 0; j < x->cols; ++j)
        memset((char *)x->at + element * (size_t)(j * x->ld), 0,
               element * (size_t)lai_cyclic_above(x, j));
}

int lai_cyclic_describe(const char *call, const lai_grid_t *grid, int64_t tile, int64_t m,
                        int64_t n, lai_cyclic_t *x)
{
    int serial = lai_grid_is_serial(grid);
    *x = (lai_cyclic_t){.grid = *grid, .m = m, .n = n};
    x->tile_m = serial ? ali_max(m, 1) : tile;
    x->tile_n = serial ? ali_max(n, 1) : tile;
    x->rows = lai_cyclic_count(m, x->tile_m, grid->row, grid->rows);
    x->cols = lai_cyclic_count(n, x->tile_n, grid->col, grid->cols);
    x->ld = ali_max(x->rows, 1);
    /* The first process has the most; the libraries count its elements in their integers. */
    int64_t most_rows = lai_cyclic_count(m, x->tile_m, 0, grid->rows);
    int64_t most_cols = lai_cyclic_count(n, x->tile_n, 0, grid->cols);
    la_int checked;
    AL_TRY(lai_narrow(call, "a number of rows or columns", ali_max(m, n), &checked));
    AL_TRY(
        lai_narrow(call, "the number of elements of one process", most_rows * most_cols, &checked));
    const int64_t desc[LA_DESC] = {1, 0, m, n, x->tile_m, x->tile_n, 0, 0, x->ld};
    for (int k = 0; k < LA_DESC; ++k)
        AL_TRY(lai_narrow(call, "an extent of a matrix or a tile", desc[k], &x->desc[k]));
    x->desc[1] = grid->context;
    return ASHLAR_OK;
}

int lai_cyclic_allocate(const char *call, size_t element, lai_cyclic_t *x)
{
    size_t bytes = element * (size_t)(x->ld * (x->cols + 1)) + LAI_READ_PADDING;
    x->at = lai_scratch_alloc(bytes);
    if (x->at)
        return ASHLAR_OK;
    return AL_FAIL(ASHLAR_ENOMEM,
                   "%s: no memory for %zu bytes of a %" PRId64 " x %" PRId64 " matrix", call, bytes,
                   x->m, x->n);
}
