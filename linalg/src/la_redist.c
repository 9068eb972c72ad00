/* The block-cyclic layout of ScaLAPACK, and the one function that moves matrices to and from it. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "armci-lite/src/al_private.h"
#include "ga/src/onesided/ga_transfer.h"
#include "linalg/src/la_redist.h"

enum { CYCLIC_TILE = 64 };

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

int lai_cyclic_describe(const char *call, const lai_grid_t *grid, int64_t m, int64_t n,
                        lai_cyclic_t *x)
{
    int serial = lai_grid_is_serial(grid);
    *x = (lai_cyclic_t){.grid = *grid, .m = m, .n = n};
    x->tile_m = serial ? ali_max(m, 1) : CYCLIC_TILE;
    x->tile_n = serial ? ali_max(n, 1) : CYCLIC_TILE;
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
    const int64_t desc[LA_DESC] = {1, grid->context, m, n, x->tile_m, x->tile_n, 0, 0, x->ld};
    for (int k = 0; k < LA_DESC; ++k)
        x->desc[k] = (la_int)desc[k];
    return ASHLAR_OK;
}

int lai_cyclic_allocate(const char *call, size_t element, lai_cyclic_t *x)
{
    /* OpenBLAS 0.3.21 reads ahead: dsymv some bytes beyond the last column, where a page may end.
     */
    enum { ALIGNED = 64, BEYOND = 64 };
    size_t bytes = element * (size_t)(x->ld * ali_max(x->cols, 1));
    void *at = NULL;
    if (posix_memalign(&at, ALIGNED, bytes + BEYOND) != 0)
        return AL_FAIL(ASHLAR_ENOMEM,
                       "%s: no memory for %zu bytes of a %" PRId64 " x %" PRId64 " matrix", call,
                       bytes, x->m, x->n);
    x->at = at;
    return ASHLAR_OK;
}

int lai_redistribute(const gai_array_t *array, const lai_cyclic_t *x, enum lai_direction direction)
{
    const lai_grid_t *grid = &x->grid;
    /* With one process row my rows have no gaps, and a column of tiles is one patch. */
    int64_t step = grid->rows == 1 ? ali_max(x->rows, 1) : x->tile_m;
    for (int64_t j = 0; j < x->cols; j += x->tile_n) {
        for (int64_t i = 0; i < x->rows; i += step) {
            int64_t lo[2] = {lai_cyclic_index(i, x->tile_m, grid->row, grid->rows),
                             lai_cyclic_index(j, x->tile_n, grid->col, grid->cols)};
            int64_t hi[2] = {lo[0] + ali_min(step, x->rows - i) - 1,
                             lo[1] + ali_min(x->tile_n, x->cols - j) - 1};
            char *at = (char *)x->at + array->element * (size_t)(i + j * x->ld);
            AL_TRY(direction == LAI_FROM_ARRAY ? gai_read(array, lo, hi, at, &x->ld)
                                               : gai_write(array, lo, hi, at, &x->ld));
        }
    }
    return ASHLAR_OK;
}
