/* The one function that moves matrices to and from the block-cyclic layout of ScaLAPACK. */
#include <inttypes.h>
#include <string.h>

#include "armci-lite/src/al_private.h"
#include "ga/src/onesided/ga_transfer.h"
#include "linalg/src/frame/la_check.h"
#include "linalg/src/frame/la_redist.h"
#include "linalg/src/layout/la_scratch.h"

/* An axis of less than a tile is one block of its own extent, and so with any larger tile. */
static bool has_tiles(const gai_dist_t *dist, int64_t tile_m, int64_t tile_n)
{
    const int64_t tile[2] = {tile_m, tile_n};
    for (int d = 0; d < 2; ++d) {
        int64_t width = dist->axis[d].width, extent = dist->axis[d].extent;
        if (width != tile[d] && (width < extent || tile[d] < extent))
            return false;
    }
    return true;
}

int lai_cyclic_shape(const gai_array_t *array, int *rows, int *cols, int *by_rows, int64_t *tile)
{
    const gai_dist_t *dist = &array->dist;
    const gai_layout_t *layout = dist->layout;
    if (!gai_layout_is_local(layout) || gai_layout_has_ghosts(layout) || layout->rank_of)
        return 0;
    const struct gai_grid_axis *axis = gai_layout_grid(layout)->axis;
    if (dist->axis[0].cuts || dist->axis[1].cuts)
        return 0;
    *rows = axis[0].procs;
    *cols = axis[1].procs;
    *by_rows = axis[0].stride != 1 && *rows > 1;
    *tile = ali_max(dist->axis[0].width, dist->axis[1].width);
    return has_tiles(dist, *tile, *tile);
}

/* All is one block of the first rank. */
static bool is_whole(const gai_array_t *array, gai_block_t *block)
{
    if (array->dist.blocks != 1)
        return false;
    gai_block_at(&array->dist, (const int64_t[ASHLAR_MAX_DIM]){0}, block);
    return block->rank == 0 && lai_fits(block->ld[0]);
}

int lai_cyclic_in_place(const gai_array_t *array, lai_cyclic_t *x)
{
    int rows, cols, by_rows, serial = lai_grid_is_serial(&x->grid);
    int64_t tile;
    gai_block_t block;
    if (x->m == 0 || x->n == 0 || array->mirrored_on)
        return 0;
    if (serial ? !is_whole(array, &block)
               : !lai_cyclic_shape(array, &rows, &cols, &by_rows, &tile) || rows != x->grid.rows ||
                     cols != x->grid.cols || by_rows != x->grid.by_rows ||
                     !has_tiles(&array->dist, x->tile_m, x->tile_n))
        return 0;
    if (x->grid.row < 0)
        return 1;
    void *at;
    if (serial) {
        x->ld = block.ld[0];
        x->desc[LA_DESC - 1] = lai_int(x->ld);
        at = gai_block_address(array, &block);
    } else if (al_segment_address(array->segment, array->rank, &at) != ASHLAR_OK) {
        at = NULL;
    }
    x->at = at;
    return 1;
}

/* x, but at the memory of a block-cyclic array as its columns from `first` on; at is NULL for
 * other arrays. */
static lai_cyclic_t place_alike(const gai_array_t *array, const lai_cyclic_t *x, int64_t first)
{
    lai_cyclic_t place = *x;
    place.at = NULL;
    if (first == 0 && x->m == lai_rows(array) && x->n == lai_cols(array))
        (void)lai_cyclic_in_place(array, &place);
    return place;
}

/* Rows top..rows-1 of columns first..end-1. */
static void copy_alike(size_t element, const lai_cyclic_t *from, const lai_cyclic_t *to,
                       int64_t top, int64_t first, int64_t end)
{
    for (int64_t j = first; j < end; ++j)
        memcpy((char *)to->at + element * (size_t)(top + j * to->ld),
               (const char *)from->at + element * (size_t)(top + j * from->ld),
               element * (size_t)(from->rows - top));
}

enum { FEW = 64 }; /* columns of some thousand elements, and squares, stay in the cache */

/* A copy of columns. */
typedef struct copying {
    const gai_array_t *array;
    const lai_cyclic_t *x;
    int64_t first;      /* the column of x that is the array's first */
    int64_t rows, cols; /* mine end there */
    enum lai_direction direction;
    lai_column_check_t *check;
    const void *data;
    lai_cyclic_t there;  /* x at the memory of the array; at is NULL for other arrays */
    ga_handle_t *handle; /* of reads that go on while others begin; NULL: none do */
    char *squares;       /* room for as many as are read at once, if x is mirrored */
    int squares_most;
} copying_t;

static int read_part(const copying_t *c, const int64_t *lo, const int64_t *hi, char *at, int64_t ld)
{
    return c->handle ? gai_read_nb(c->array, lo, hi, at, &ld, c->handle)
                     : gai_read(c->array, lo, hi, at, &ld);
}

/* Between nodes, reads in the meantime go on; none is left when one fails. */
static int wait_parts(const copying_t *c, int status)
{
    const int waited = c->handle ? al_wait(c->handle) : ASHLAR_OK;
    return status != ASHLAR_OK ? status : waited;
}

/* The end of the few columns that begin with my column j: they lie in one tile. */
static int64_t few_columns(const copying_t *c, int64_t j)
{
    return ali_min(ali_min(c->cols, j + FEW), (j / c->x->tile_n + 1) * c->x->tile_n);
}

/* The end of the square that begins with my row i: it lies in one tile, above row `rows`. */
static int64_t square_end(const copying_t *c, int64_t i, int64_t rows)
{
    return ali_min(ali_min(rows, i + FEW), (i / c->x->tile_m + 1) * c->x->tile_m);
}

static char *square_at(const copying_t *c, int k)
{
    return c->squares + (size_t)(k * FEW * FEW) * c->array->element;
}

/* Read what mirrors the squares from my row i on, of `ld` columns from `column` on. */
static int read_squares(const copying_t *c, int64_t i, int64_t rows, int64_t column, int64_t ld)
{
    const lai_cyclic_t *x = c->x;
    int64_t lo[2] = {column}, hi[2] = {column + ld - 1};
    for (int k = 0; k < c->squares_most && i < rows; ++k) {
        const int64_t end = square_end(c, i, rows);
        lo[1] = lai_cyclic_index(i, x->tile_m, x->grid.row, x->grid.rows);
        hi[1] = lo[1] + end - i - 1;
        AL_TRY(read_part(c, lo, hi, square_at(c, k), ld));
        i = end;
    }
    return ASHLAR_OK;
}

/* Above the diagonal of my columns first..end-1, of one tile. */
static int turn_lower(const copying_t *c, int64_t first, int64_t end)
{
    const lai_cyclic_t *x = c->x;
    const int64_t column = lai_cyclic_index(first, x->tile_n, x->grid.col, x->grid.cols);
    const int64_t rows = lai_cyclic_above(x, end - 1), ld = end - first;
    for (int64_t i = 0; i < rows;) {
        AL_TRY(wait_parts(c, read_squares(c, i, rows, column, ld)));
        for (int k = 0; k < c->squares_most && i < rows; ++k) {
            const int64_t next = square_end(c, i, rows);
            const int64_t row = lai_cyclic_index(i, x->tile_m, x->grid.row, x->grid.rows);
            char *to = (char *)x->at + c->array->element * (size_t)(i + first * x->ld);
            lai_blas(c->array->type)
                ->turn(next - i, ld, column - row, square_at(c, k), ld, to, x->ld);
            i = next;
        }
    }
    return ASHLAR_OK;
}

/* My columns j..next-1, of one tile. From a lower triangle come all tiles that have a part of it,
 * or all rows from the diagonal of a few columns on. */
static int copy_few(const copying_t *c, int64_t j, int64_t next)
{
    const lai_cyclic_t *x = c->x;
    const lai_grid_t *grid = &x->grid;
    const size_t element = c->array->element;
    const bool lower = c->direction == LAI_FROM_LOWER || c->direction == LAI_FROM_MIRRORED_LOWER;
    const int64_t above = lower ? lai_cyclic_above(x, j) : 0;
    if (c->there.at) {
        const bool writes = c->direction == LAI_TO_ARRAY;
        copy_alike(element, writes ? x : &c->there, writes ? &c->there : x, above, j, next);
        return ASHLAR_OK;
    }
    /* With one process row my rows have no gaps, and some columns of a tile are one patch. */
    const int64_t step = grid->rows == 1 ? ali_max(c->rows, 1) : x->tile_m;
    const int64_t column = lai_cyclic_index(j, x->tile_n, grid->col, grid->cols) - c->first;
    for (int64_t i = above / x->tile_m * x->tile_m; i < c->rows; i += step) {
        int64_t lo[2] = {lai_cyclic_index(i, x->tile_m, grid->row, grid->rows), column};
        int64_t hi[2] = {lo[0] + ali_min(step, c->rows - i) - 1, column + next - j - 1};
        char *at = (char *)x->at + element * (size_t)(i + j * x->ld);
        AL_TRY(c->direction == LAI_TO_ARRAY ? gai_write(c->array, lo, hi, at, &x->ld)
                                            : read_part(c, lo, hi, at, x->ld));
    }
    return ASHLAR_OK;
}

static int finish_few(const copying_t *c, int64_t j, int64_t next)
{
    if (c->check)
        AL_TRY(c->check(c->data, c->x, j, next));
    return c->direction == LAI_FROM_MIRRORED_LOWER ? turn_lower(c, j, next) : ASHLAR_OK;
}

/* A few columns after the other; between nodes all reads are under way before the first wait. */
static int copy_each(const copying_t *c, int64_t begin)
{
    int status = ASHLAR_OK;
    for (int64_t j = begin, next; status == ASHLAR_OK && j < c->cols; j = next) {
        next = few_columns(c, j);
        status = copy_few(c, j, next);
        if (status == ASHLAR_OK && !c->handle)
            status = finish_few(c, j, next);
    }
    if (!c->handle)
        return status;
    AL_TRY(wait_parts(c, status));
    for (int64_t j = begin, next; j < c->cols; j = next) {
        next = few_columns(c, j);
        AL_TRY(finish_few(c, j, next));
    }
    return ASHLAR_OK;
}

/* Columns first, first+1, ... of x are the first of the array. */
static int copy_columns(const gai_array_t *array, const lai_cyclic_t *x, int64_t first,
                        int64_t count, enum lai_direction direction, lai_column_check_t *check,
                        const void *data)
{
    enum { AHEAD = 8 };
    const lai_grid_t *grid = &x->grid;
    ga_handle_t handle = 0;
    copying_t c = {.array = array,
                   .x = x,
                   .first = first,
                   .direction = direction,
                   .check = check,
                   .data = data};
    c.rows = lai_cyclic_count(lai_rows(array), x->tile_m, grid->row, grid->rows);
    c.cols = lai_cyclic_count(first + count, x->tile_n, grid->col, grid->cols);
    c.there = place_alike(array, x, first);
    c.handle = direction != LAI_TO_ARRAY && array->segment->group->node_count > 1 ? &handle : NULL;
    c.squares_most = c.handle ? AHEAD : 1;
    if (direction == LAI_FROM_MIRRORED_LOWER) {
        const size_t bytes = (size_t)(c.squares_most * FEW * FEW) * array->element;
        c.squares = lai_scratch_alloc(bytes);
        if (!c.squares)
            return AL_FAIL(ASHLAR_ENOMEM,
                           "no memory for %zu bytes to turn the triangle of array '%s'", bytes,
                           array->name);
    }
    const int status = copy_each(&c, lai_cyclic_count(first, x->tile_n, grid->col, grid->cols));
    lai_scratch_free(c.squares);
    return status;
}

int lai_redistribute(const gai_array_t *array, const lai_cyclic_t *x, enum lai_direction direction,
                     lai_column_check_t *check, const void *data)
{
    return copy_columns(array, x, 0, lai_cols(array), direction, check, data);
}

int lai_redistribute_columns(const gai_array_t *array, const lai_cyclic_t *x, int64_t first,
                             int64_t count)
{
    return copy_columns(array, x, first, count, LAI_TO_ARRAY, NULL, NULL);
}
