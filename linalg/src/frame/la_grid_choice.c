/* Chooses the process grid and the blocking factor of a solver. */
#include "linalg/src/frame/la_grid_choice.h"

#include "armci-lite/src/al_private.h"
#include "linalg/src/frame/la_check.h"
#include "linalg/src/frame/la_grid.h"
#include "linalg/src/frame/la_redist.h"

lai_context_t lai_context = {
    .keyval = MPI_KEYVAL_INVALID,
    /* Measured values: docs/decisions/0034 and 0035. */
    .serial_order = {[LAI_FACTOR] = 400,
                     [LAI_LEVEL3] = 400,
                     [LAI_LU] = 400,
                     [LAI_LEAST_SQUARES] = 400,
                     [LAI_TALL] = 400,
                     [LAI_EIGEN] = 700,
                     [LAI_SINGULAR] = 1000,
                     [LAI_TILED_CHOLESKY] = 200,
                     [LAI_TILED_LU] = 200,
                     [LAI_TILED_QR] = 300,
                     [LAI_ELPA] = 400,
                     [LAI_ELPA_SMALL] = 400,
                     [LAI_ELPA_ALL] = 400},
    .serial_ranks = {[LAI_SINGULAR] = 7},
    .serial_order_oversubscribed = 2000,
    .tile = {[LAI_FACTOR] = 64,
             [LAI_LEVEL3] = 64,
             [LAI_LU] = 32,
             [LAI_LEAST_SQUARES] = 32,
             [LAI_TALL] = 32,
             [LAI_EIGEN] = 32,
             [LAI_SINGULAR] = 64,
             [LAI_TILED_CHOLESKY] = 64,
             [LAI_TILED_LU] = 64,
             [LAI_TILED_QR] = 48,
             [LAI_ELPA] = 16,
             [LAI_ELPA_SMALL] = 32,
             [LAI_ELPA_ALL] = 32},
    .large_tile = {[LAI_TILED_CHOLESKY] = 128, [LAI_TILED_LU] = 128},
    .large_order = 3000,
    .prefer_tall_grid = {[LAI_ELPA] = 1, [LAI_ELPA_SMALL] = 1},
    .rank_extent = 200,
    .elpa = ASHLAR_ELPA,
    .elpa_small = 700,
    .elpa_all = 900,
    .two_stages = 1600,
};

/* A grid in about the proportions of the matrix, of no more processes than its extents allow. */
static void shape_for(int64_t size, int64_t m, int64_t n, int *rows_out, int *cols_out)
{
    int64_t most_rows = ali_max(1, m / lai_context.rank_extent);
    int64_t most_cols = ali_max(1, n / lai_context.rank_extent), rows = 1;
    while (rows < most_rows && rows < size &&
           (double)(rows + 1) * (double)(rows + 1) * (double)n <= (double)size * (double)m)
        ++rows;
    int64_t cols = ali_min(size / rows, most_cols);
    *rows_out = (int)ali_min(size / cols, most_rows);
    *cols_out = (int)cols;
}

/* Waits for ranks that have to share cores are time slices. The same on all ranks. */
static int find_crowded(al_group_t *group, int *crowded)
{
    *crowded = ali_context.oversubscribed;
    return al_allreduce(group, ASHLAR_INT, ASHLAR_MAX, crowded, 1);
}

/* Whether one rank solves it: where several are slower, as long as its work arrays, of up to 5
 * times as many elements, fit the integers of LAPACK. Ranks are asked only where it matters. */
static int choose_one(al_group_t *group, lai_kind_t kind, int64_t m, int64_t n, int *one)
{
    double size = (double)m * (double)n, serial = (double)lai_context.serial_order[kind];
    double crowded = (double)lai_context.serial_order_oversubscribed,
           most = (double)(LA_INT_MAX / 8);
    *one = !ASHLAR_SCALAPACK || al_group_size(group) == 1 || size <= serial * serial ||
           (al_group_size(group) <= lai_context.serial_ranks[kind] && size <= most);
    if (*one || size > crowded * crowded)
        return ASHLAR_OK;
    return find_crowded(group, one);
}

/* A tile larger than the matrix is clipped to it, but not below this: the layout stays the same,
 * and the work arrays, which hold some tiles, get smaller. */
enum { LEAST_CLIPPED = 256 };

enum { ONE_ROW = 16 }; /* ranks of a grid of one process row */

/* The columns of a grid that a matrix of n columns is divided among, one process row. */
static int64_t most_columns(int64_t n)
{
    return ali_max(1, 2 * n / lai_context.rank_extent);
}

/* By tiles a panel is factored soonest by one rank: one process row, as long as it is done before
 * the others have done with the panel before. */
static void shape_tiled(int64_t size, int64_t m, int64_t n, int *rows, int *cols)
{
    const int64_t most = most_columns(n);
    if (size > ONE_ROW && most > ONE_ROW) {
        shape_for(size, m, n, rows, cols);
        return;
    }
    *rows = 1;
    *cols = (int)ali_min(size, most);
}

/* The kind that is faster here, or asked for: by tiles on one node. Tall matrices must have tile
 * columns for all ranks. */
static lai_kind_t kind_to_use(const al_group_t *group, lai_kind_t kind, int64_t n)
{
    const bool is_wanted = ali_context.env.solver == AL_SOLVER_TILED ||
                           (ali_context.env.solver == AL_SOLVER_AUTO && group->node_count == 1);
    if (!is_wanted)
        return kind;
    if (kind == LAI_TALL)
        return group->size <= ONE_ROW && most_columns(n) >= group->size ? LAI_TILED_QR : kind;
    return kind == LAI_FACTOR ? LAI_TILED_CHOLESKY : kind == LAI_LU ? LAI_TILED_LU : kind;
}

int lai_choose_grid(const char *call, al_group_t *group, lai_kind_t kind, int64_t m, int64_t n,
                    int count, const gai_array_t *const *arrays, lai_grid_choice_t *choice)
{
    int rows = lai_context.rows, cols = lai_context.cols, by_rows = 0;
    kind = kind_to_use(group, kind, n);
    const bool tiled = kind >= LAI_TILED_CHOLESKY && kind <= LAI_TILED_QR;
    const bool is_large = lai_context.large_tile[kind] && ali_max(m, n) >= lai_context.large_order;
    int64_t size = al_group_size(group);
    int64_t tile = is_large ? lai_context.large_tile[kind] : lai_context.tile[kind];
    if (rows == 0 || (int64_t)rows * cols > size || (m == 1 && n == 1)) {
        rows = cols = 1;
        int one;
        AL_TRY(choose_one(group, kind, m, n, &one));
        if (!one) {
            int k = 0;
            while (k < count &&
                   !(arrays[k] && lai_cyclic_shape(arrays[k], &rows, &cols, &by_rows, &tile)))
                ++k;
            if (k == count && tiled)
                shape_tiled(size, m, n, &rows, &cols);
            else if (k == count && lai_context.prefer_tall_grid[kind])
                shape_for(size, n, m, &cols, &rows);
            else if (k == count)
                shape_for(size, m, n, &rows, &cols);
        }
    }
    if (lai_context.tile_asked)
        tile = lai_context.tile_asked;
    choice->is_tiled = tiled && (int64_t)rows * cols > 1 && (kind != LAI_TILED_QR || rows == 1);
    choice->tile = ali_min(tile, ali_max(ali_max(m, n), LEAST_CLIPPED));
    return lai_grid_get(call, group, rows, cols, by_rows, &choice->grid);
}

int la_set_grid(int rows, int cols, int64_t tile)
{
    AL_TRY(lai_check_started(__func__));
    if (rows < 0 || cols < 0 || tile < 0 || (rows == 0) != (cols == 0))
        return AL_FAIL(ASHLAR_EARG,
                       "%s: a grid of %d x %d ranks in tiles of %lld is asked for; give extents "
                       "above 0, or 0 for what suits each matrix",
                       __func__, rows, cols, (long long)tile);
    la_int checked;
    AL_TRY(lai_narrow(__func__, "the extent of a tile", tile, &checked));
    if (!ASHLAR_SCALAPACK && (int64_t)rows * cols > 1)
        return AL_FAIL(
            ASHLAR_ELIMIT,
            "%s: a grid of %d x %d ranks is asked for, but this library is built without "
            "ScaLAPACK: one rank solves",
            __func__, rows, cols);
    if ((int64_t)rows * cols > al_size())
        return AL_FAIL(ASHLAR_ELIMIT, "%s: a grid of %d x %d ranks is asked for, but there are %d",
                       __func__, rows, cols, al_size());
    lai_context.rows = rows;
    lai_context.cols = cols;
    lai_context.tile_asked = tile;
    return ASHLAR_OK;
}
