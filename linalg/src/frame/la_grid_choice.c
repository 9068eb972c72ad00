/* Chooses who solves, the process grid and the blocking factor, by the table of solvers. */
#include "linalg/src/frame/la_grid_choice.h"

#include "armci-lite/src/al_private.h"
#include "linalg/src/frame/la_check.h"
#include "linalg/src/frame/la_grid.h"
#include "linalg/src/frame/la_redist.h"

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

static int64_t by_table(int64_t asked, int64_t table)
{
    return asked == LAI_BY_TABLE ? table : asked;
}

/* Whether one rank solves it: where several are slower, as long as its work arrays, of up to 5
 * times as many elements, fit the integers of LAPACK. Ranks are asked only where it matters. */
static int choose_one(al_group_t *group, const lai_tuning_t *tuning, int64_t m, int64_t n, int *one)
{
    const int64_t order = by_table(lai_context.one_order, tuning->one_order);
    const int64_t ranks = by_table(lai_context.one_ranks, tuning->one_ranks);
    const double size = (double)m * (double)n, alone = (double)order * (double)order;
    const double crowded = (double)lai_context.crowded_order, most = (double)(LA_INT_MAX / 8);
    *one = !ASHLAR_SCALAPACK || al_group_size(group) == 1 || size <= alone ||
           (al_group_size(group) <= ranks && size <= most);
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

/* Finds who solves on several ranks. Tall matrices in tiles must have tile columns for all ranks.
 */
static lai_way_t way_of_group(const al_group_t *group, lai_kind_t kind, ashlar_type type, int64_t n)
{
    if (kind == LAI_QR && (group->size > ONE_ROW || most_columns(n) < group->size))
        return LAI_SCALAPACK;
    return lai_way_on_ranks(kind, type, group->node_count == 1);
}

int lai_choose_grid(const char *call, al_group_t *group, lai_kind_t kind, ashlar_type type,
                    int64_t m, int64_t n, int count, const gai_array_t *const *arrays,
                    lai_grid_choice_t *choice)
{
    int rows = lai_context.rows, cols = lai_context.cols, by_rows = 0;
    lai_way_t way = way_of_group(group, kind, type, n);
    const lai_tuning_t *tuning = lai_tuning(kind, type, group->node_count == 1, way);
    const bool is_large = tuning->large_tile && ali_max(m, n) >= tuning->large_order;
    int64_t size = al_group_size(group), tile = is_large ? tuning->large_tile : tuning->tile;
    if (rows == 0 || (int64_t)rows * cols > size || (m == 1 && n == 1)) {
        rows = cols = 1;
        int one;
        AL_TRY(choose_one(group, tuning, m, n, &one));
        if (!one) {
            int k = way == LAI_TILES && group->node_count == 1 ? count : 0;
            while (k < count &&
                   !(arrays[k] && lai_cyclic_shape(arrays[k], &rows, &cols, &by_rows, &tile)))
                ++k;
            if (k == count && way == LAI_TILES)
                shape_tiled(size, m, n, &rows, &cols);
            else if (k == count && tuning->is_tall)
                shape_for(size, n, m, &cols, &rows);
            else if (k == count)
                shape_for(size, m, n, &rows, &cols);
        }
    }
    if (lai_context.tile_asked)
        tile = lai_context.tile_asked;
    if ((int64_t)rows * cols == 1)
        way = LAI_ONE_RANK;
    else if (kind == LAI_QR && rows > 1)
        way = LAI_SCALAPACK;
    choice->way = way;
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
    const bool is_new =
        rows != lai_context.rows || cols != lai_context.cols || tile != lai_context.tile_asked;
    lai_context.rows = rows;
    lai_context.cols = cols;
    lai_context.tile_asked = tile;
    if (is_new)
        lai_report_solvers();
    return ASHLAR_OK;
}
