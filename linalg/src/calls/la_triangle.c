/* The division of right-hand sides among the ranks of a node, and where each finds the triangle and
 * its part of b. */
#include "linalg/src/calls/la_triangle.h"

#include "armci-lite/src/al_private.h"
#include "ga/src/array/ga_check.h"
#include "linalg/src/frame/la_check.h"
#include "linalg/src/frame/la_redist.h"
#include "linalg/src/layout/la_scratch.h"

/* Columns solved for at a time, and the least extents of blocks that are read where they lie.
 * Measured: docs/decisions/0070. */
enum {
    PUSHED = 64,
    PULLED = 256,
    LEAST_COLUMNS = 48,
    LEAST_PULLED = 192, /* columns, for more right-hand sides than */
    FEW_PULLED = 128,
    FEW_VECTORS = 3, /* right-hand sides of a rank */
    LEAST_ROWS = 128 /* rows of the triangle, and indices of x */
};

/* Whether an array lies in pieces of about so many indices along a dimension, or of all. */
static bool has_pieces(const gai_array_t *array, int d, int64_t least)
{
    const gai_layout_t *layout = array->dist.layout;
    const lai_view_t view = {.array = array};
    const gai_axis_t *axis = &array->dist.axis[d];
    const int64_t extent = axis->extent;
    /* With ghost cells leading dimensions may be any; mirrored arrays are always copied. */
    if (array->mirrored_on || (layout && gai_layout_has_ghosts(layout)))
        return false;
    return lai_view_end(&view, d, 0, extent) == extent || extent / axis->blocks >= least;
}

/* The ranks in a line along the right-hand sides, as a process grid without BLACS. */
static lai_grid_t line_of_ranks(const lai_triangle_t *t, const al_group_t *group, int ranks)
{
    const int mine = al_group_rank(group), inside = mine < ranks;
    lai_grid_t grid = {.rows = 1, .cols = 1, .row = inside ? 0 : -1, .col = inside ? 0 : -1};
    *(t->side == 'L' ? &grid.cols : &grid.rows) = ranks;
    if (inside)
        *(t->side == 'L' ? &grid.col : &grid.row) = mine;
    return grid;
}

/* My part of b where it lies, in the layout of ScaLAPACK on a line of all ranks, in about equal
 * parts: whether it does, the same on all ranks. */
static bool is_in_line(const char *call, lai_triangle_t *t, const gai_array_t *b, int64_t share)
{
    const int d = !lai_triangle_axis(t), size = al_group_size(b->group);
    const lai_grid_t grid = line_of_ranks(t, b->group, size);
    lai_cyclic_t x;
    int rows, cols, by_rows;
    int64_t tile;
    if (!lai_cyclic_shape(b, &rows, &cols, &by_rows, &tile) || rows != grid.rows ||
        cols != grid.cols ||
        10 * lai_cyclic_count(b->dist.axis[d].extent, tile, 0, size) > 11 * share)
        return false;
    if (lai_cyclic_describe(call, &grid, tile, lai_rows(b), lai_cols(b), &x) != ASHLAR_OK ||
        !lai_cyclic_in_place(b, &x))
        return false;
    t->count = d == 1 ? x.cols : x.rows;
    t->b = (lai_view_t){.at = x.at, .ld = x.ld};
    return true;
}

/* My part of b, the same on all ranks but for whose it is: as x describes it, unless t->b is set.
 */
static int divide_rhs(const char *call, lai_triangle_t *t, const gai_array_t *b, lai_cyclic_t *x)
{
    const int d = !lai_triangle_axis(t);
    const int64_t count = b->dist.axis[d].extent, size = al_group_size(b->group);
    const int64_t share = (count + size - 1) / size;
    const lai_grid_t grid = line_of_ranks(t, b->group, (int)((count + share - 1) / share));
    /* Rows are vectors without gaps if there is one. */
    t->has_vectors = d == 1 ? share <= FEW_VECTORS : count == 1 && t->trans != 'C';
    AL_TRY(lai_cyclic_describe(call, &grid, share, lai_rows(b), lai_cols(b), x));
    if (is_in_line(call, t, b, share))
        return ASHLAR_OK;
    /* A line has no tiles across. */
    x->tile_m = d == 1 ? ali_max(x->m, 1) : x->tile_m;
    x->tile_n = d == 0 ? ali_max(x->n, 1) : x->tile_n;
    t->count = d == 1 ? x->cols : x->rows;
    t->first = (d == 1 ? grid.col : grid.row) * share;
    return ASHLAR_OK;
}

/* Where the triangle is read. */
static int find_triangle(const char *call, lai_triangle_t *t)
{
    const bool pushes = lai_triangle_pushes(t);
    const int64_t columns = pushes || t->count <= FEW_PULLED ? LEAST_COLUMNS : LEAST_PULLED;
    t->width = ali_min(pushes ? PUSHED : PULLED, t->n);
    if (has_pieces(t->array, 0, LEAST_ROWS) && has_pieces(t->array, 1, columns)) {
        t->a.array = t->array;
        return ASHLAR_OK;
    }
    const size_t bytes = t->blas->element * (size_t)(t->n * t->width) + LAI_READ_PADDING;
    t->a.at = lai_scratch_alloc(bytes);
    if (t->a.at)
        return ASHLAR_OK;
    return AL_FAIL(ASHLAR_ENOMEM, "%s: no memory for %zu bytes of columns of array '%s'", call,
                   bytes, t->array->name);
}

/* Where my part of b is solved for: x.at is NULL if where it lies. */
static int find_rhs(const char *call, lai_triangle_t *t, const gai_array_t *b, lai_cyclic_t *x)
{
    const int d = lai_triangle_axis(t);
    const lai_view_t blocks = {.array = b};
    const int64_t end = t->first + t->count;
    if (has_pieces(b, d, LEAST_ROWS) && lai_view_end(&blocks, !d, t->first, end) == end) {
        t->b = blocks;
        return ASHLAR_OK;
    }
    AL_TRY(lai_cyclic_allocate(call, t->blas->element, x));
    t->b = (lai_view_t){.at = x->at, .ld = x->ld};
    t->b.origin[!d] = t->first;
    return ASHLAR_OK;
}

static int prepare_rank(const char *call, lai_triangle_t *t, const gai_array_t *b, lai_cyclic_t *x)
{
    if (t->count == 0)
        return ASHLAR_OK;
    if (!t->b.at)
        AL_TRY(find_rhs(call, t, b, x));
    return find_triangle(call, t);
}

/* No rank reads or writes what another writes. */
static int solve(lai_triangle_t *t, const gai_array_t *b, const lai_cyclic_t *copy)
{
    if (t->count == 0)
        return ASHLAR_OK;
    if (copy->at)
        AL_TRY(lai_redistribute(b, copy, LAI_FROM_ARRAY, NULL, NULL));
    AL_TRY(lai_triangle_steps(t));
    return copy->at ? lai_redistribute(b, copy, LAI_TO_ARRAY, NULL, NULL) : ASHLAR_OK;
}

int lai_solve_triangle(const char *call, lai_triangle_t *t, const gai_array_t *b)
{
    lai_cyclic_t x;
    t->n = lai_rows(t->array);
    t->blas = lai_blas(b->type);
    t->routines = lai_tile_routines(b->type);
    AL_TRY(gai_check_writable(call, b));
    AL_TRY(divide_rhs(call, t, b, &x));
    int status = al_barrier(b->group);
    const int prepared = prepare_rank(call, t, b, &x);
    status = gai_agree(call, b->group, status != ASHLAR_OK ? status : prepared);
    if (status == ASHLAR_OK) {
        status = solve(t, b, &x);
        const int finished = al_barrier(b->group);
        status = gai_agree(call, b->group, status != ASHLAR_OK ? status : finished);
    }
    lai_scratch_free(t->a.at);
    lai_scratch_free(x.at);
    return status;
}
