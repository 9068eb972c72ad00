/* Triangular solves for few right-hand sides. What they cost is to read the triangle once, so each
 * rank reads its own tile columns. The tile rows of the solution are found one after the other,
 * each by the owner of that tile column.
 *
 * Without a transpose a rank subtracts what its columns contribute in a vector of its own, and the
 * owner of the next tile row adds up those of all ranks. It needs the rows that the others solve
 * for next first, so these are done and given to it before the rest. With a transpose the owner
 * multiplies its column by the rows of the solution that are known, and waits for the last ones
 * only.
 *
 * Memory ordering. A rank reads its own slice only: others write what they give it there, each
 * place once in a solve, by al_put_signal() to a counter for each process column; who sees the
 * counter sees the rows. All ranks meet before the first step, with what the first process column
 * has given, and after the last, so that slices are free. */
#include "linalg/src/tiled/la_tiled_few.h"

#include <string.h>

#include "armci-lite/src/al_private.h"
#include "linalg/src/layout/la_cyclic.h"

/* Vectors in a slice: what my columns contribute (of the first process column with b); the
 * solution, as far as I know it; what others have given me. */
typedef enum few_vectors { SUMS, FOUND, GIVEN } few_vectors_t;

typedef struct few {
    lai_tiled_t *t;
    char uplo, op, diag;
    int64_t n, count, ld; /* right-hand sides; tile rows; of vectors */
    bool down;
} few_t;

bool lai_tiled_is_few(const lai_tiled_t *t, const lai_cyclic_t *b)
{
    return t->x->grid.rows == 1 && t->x->grid.cols > 1 && b->n <= ali_min(LAI_TILED_FEW, b->tile_n);
}

/* Rows of a vector. What is given for the last tile row may lie below those of the matrix. */
static int64_t few_rows(const lai_tiled_t *t)
{
    return t->x->n + t->x->grid.cols * t->x->tile_n;
}

size_t lai_tiled_few_bytes(const lai_tiled_t *t)
{
    return (GIVEN + 1) * LAI_TILED_FEW * (size_t)few_rows(t) * t->blas->element;
}

/* ---- where things are ------------------------------------------------------------------------ */

static size_t offset_of(const few_t *f, few_vectors_t what, int64_t row)
{
    return f->t->few + (size_t)((int64_t)what * LAI_TILED_FEW * f->ld + row) * f->t->blas->element;
}

static char *vectors(const few_t *f, few_vectors_t what, int64_t row)
{
    const lai_tiled_t *t = f->t;
    return lai_tiled_slice(t, lai_tiled_rank(t, 0, t->x->grid.col)) + offset_of(f, what, row);
}

static int column_owner(const few_t *f, int64_t k)
{
    return (int)(k % f->t->x->grid.cols);
}

/* The tile row that step i solves for. */
static int64_t tile_of_step(const few_t *f, int64_t i)
{
    return f->down ? i : f->count - 1 - i;
}

/* The rows of the tile rows of steps from..to-1. @return the first */
static int64_t rows_at(const few_t *f, int64_t from, int64_t to, int64_t *rows)
{
    const int64_t tile = f->t->x->tile_n;
    const int64_t a = tile_of_step(f, f->down ? from : to - 1),
                  b = tile_of_step(f, f->down ? to - 1 : from);
    *rows = from < to ? b * tile + lai_tiled_width(f->t, b) - a * tile : 0;
    return a * tile;
}

static const char *own_column(const few_t *f, int64_t k, int64_t row)
{
    return lai_tiled_at(f->t, row, lai_tiled_cols_to(f->t, k));
}

static void copy_vectors(const few_t *f, int64_t rows, const char *from, int64_t from_ld, char *to,
                         int64_t to_ld)
{
    const size_t element = f->t->blas->element;
    for (int64_t j = 0; j < f->n; ++j)
        memcpy(to + element * (size_t)(j * to_ld), from + element * (size_t)(j * from_ld),
               element * (size_t)rows);
}

/* ---- giving to each other -------------------------------------------------------------------- */

/* Where a process column is given what it is to have of tile row k, by each of the others. */
static int64_t given_row(const few_t *f, int64_t k, int giver)
{
    return (k - column_owner(f, k) + giver) * f->t->x->tile_n;
}

static al_shape_t shape_of_row(const few_t *f, int64_t k)
{
    const size_t element = f->t->blas->element, ld = (size_t)f->ld * element;
    return (al_shape_t){.levels = 1,
                        .count = {(size_t)lai_tiled_width(f->t, k) * element, (size_t)f->n},
                        .seg_stride = {ld},
                        .buf_stride = {ld}};
}

/* Write tile row k of mine into vectors of a process column, which sees it when I have called
 * al_fence() and all have met. */
static void give_row(const few_t *f, int col, few_vectors_t from, int64_t k, few_vectors_t to,
                     int64_t to_row)
{
    const al_shape_t shape = shape_of_row(f, k);
    LAI_TILED_CALL(f->t, al_put_strided(f->t->shared, lai_tiled_rank(f->t, 0, col),
                                        offset_of(f, to, to_row),
                                        vectors(f, from, k * f->t->x->tile_n), &shape));
}

static size_t few_counter(const few_t *f, int col)
{
    const lai_grid_t *grid = &f->t->x->grid;
    return (size_t)(3 * grid->cols + grid->rows + col) * sizeof(int64_t);
}

/* Tell a process column that I have done my next tile column, as far as it needs it now. */
static void tell_column(const few_t *f, int col)
{
    LAI_TILED_CALL(f->t, al_put_signal(f->t->shared, lai_tiled_rank(f->t, 0, col), 0, NULL, NULL,
                                       few_counter(f, f->t->x->grid.col), 1));
}

/* Give it a tile row at once with that. */
static void give_row_and_tell(const few_t *f, int col, few_vectors_t from, int64_t k,
                              few_vectors_t to, int64_t to_row)
{
    const al_shape_t shape = shape_of_row(f, k);
    LAI_TILED_CALL(f->t,
                   al_put_signal(f->t->shared, lai_tiled_rank(f->t, 0, col),
                                 offset_of(f, to, to_row), vectors(f, from, k * f->t->x->tile_n),
                                 &shape, few_counter(f, f->t->x->grid.col), 1));
}

/* Wait until the owner of the tile column of step i has done it. */
static void await_step(const few_t *f, int64_t i)
{
    const int64_t cols = f->t->x->grid.cols, k = tile_of_step(f, i);
    const int owner = column_owner(f, k);
    const int64_t all = (f->count - owner + cols - 1) / cols; /* of that owner, in each solve */
    const int64_t turn = f->down ? k / cols + 1 : all - k / cols;
    lai_tiled_wait(f->t, few_counter(f, owner), f->t->few_solves * all + turn);
}

/* How many steps before step i a process column had its turn last. */
static int64_t steps_since(const few_t *f, int64_t i, int col)
{
    const int64_t cols = f->t->x->grid.cols, owner = column_owner(f, tile_of_step(f, i));
    return f->down ? (owner - col + cols) % cols : (col - owner + cols) % cols;
}

/* ---- without a transpose --------------------------------------------------------------------- */

static void subtract_column(const few_t *f, int64_t i, int64_t from, int64_t to)
{
    const int64_t k = tile_of_step(f, i);
    int64_t rows;
    if (from >= to)
        return;
    const int64_t first = rows_at(f, from, to, &rows);
    f->t->routines->subtract('N', rows, f->n, lai_tiled_width(f->t, k), own_column(f, k, first),
                             f->t->x->ld, vectors(f, FOUND, k * f->t->x->tile_n), f->ld,
                             vectors(f, SUMS, first), f->ld);
}

/* The sums of all ranks for a tile row: the first has b, the others what they have found so far. */
static void add_all_sums(const few_t *f, int64_t i, int64_t k)
{
    const lai_blas_t *blas = f->t->blas;
    const int mine = f->t->x->grid.col;
    const int64_t row = k * f->t->x->tile_n, width = lai_tiled_width(f->t, k);
    char *x = vectors(f, FOUND, row);
    copy_vectors(f, width, vectors(f, SUMS, row), f->ld, x, f->ld);
    for (int col = 0; col < f->t->x->grid.cols; ++col) {
        const char *sum = vectors(f, GIVEN, given_row(f, k, col));
        const bool has = col == 0 || steps_since(f, i, col) <= i;
        for (int64_t j = 0; j < f->n && has && col != mine; ++j)
            blas->add(width, sum + blas->element * (size_t)(j * f->ld),
                      x + blas->element * (size_t)(j * f->ld));
    }
}

static void solve_found(const few_t *f, int64_t k)
{
    const int64_t row = k * f->t->x->tile_n;
    f->t->routines->trsm('L', f->uplo, f->op, f->diag, lai_tiled_width(f->t, k), f->n,
                         own_column(f, k, row), f->t->x->ld, vectors(f, FOUND, row), f->ld);
}

static void step_fan_in(const few_t *f, int64_t i)
{
    const int mine = f->t->x->grid.col;
    const int64_t cols = f->t->x->grid.cols, k = tile_of_step(f, i);
    const int64_t urgent = ali_min(i + cols, f->count);
    for (int64_t before = ali_max(i - cols + 1, 0); before < i; ++before)
        await_step(f, before);
    add_all_sums(f, i, k);
    solve_found(f, k);
    subtract_column(f, i, i + 1, urgent);
    for (int64_t step = 1; step < cols; ++step) {
        const int col = (int)((f->down ? mine + step : mine - step + cols) % cols);
        const int64_t next = i + step < f->count ? tile_of_step(f, i + step) : -1;
        if (next < 0)
            tell_column(f, col);
        else
            give_row_and_tell(f, col, SUMS, next, GIVEN, given_row(f, next, mine));
    }
    if (mine != 0)
        give_row(f, 0, FOUND, k, FOUND, k * f->t->x->tile_n);
    subtract_column(f, i, urgent, f->count);
}

/* ---- with a transpose ------------------------------------------------------------------------ */

/* Row k of mine less what the tile rows of steps from..to-1 contribute. */
static void subtract_found(const few_t *f, int64_t k, int64_t from, int64_t to)
{
    int64_t rows;
    if (from >= to)
        return;
    const int64_t first = rows_at(f, from, to, &rows);
    f->t->routines->subtract_transposed(
        f->op, lai_tiled_width(f->t, k), f->n, rows, own_column(f, k, first), f->t->x->ld,
        vectors(f, FOUND, first), f->ld, vectors(f, FOUND, k * f->t->x->tile_n), f->ld);
}

static void step_fan_out(const few_t *f, int64_t i)
{
    const int mine = f->t->x->grid.col;
    const int64_t cols = f->t->x->grid.cols, k = tile_of_step(f, i), row = k * f->t->x->tile_n;
    const int64_t known = ali_max(i - cols + 1, 0);
    copy_vectors(f, lai_tiled_width(f->t, k),
                 mine == 0 ? vectors(f, SUMS, row) : vectors(f, GIVEN, given_row(f, k, 0)), f->ld,
                 vectors(f, FOUND, row), f->ld);
    subtract_found(f, k, 0, known);
    for (int64_t before = known; before < i; ++before)
        await_step(f, before);
    subtract_found(f, k, known, i);
    solve_found(f, k);
    for (int step = 1; step < cols; ++step)
        give_row_and_tell(f, (int)((mine + step) % cols), FOUND, k, FOUND, row);
}

/* ---- the call -------------------------------------------------------------------------------- */

/* The first process column has b: its sums begin with that, others with 0. It gives the others what
 * they need before its own first step, or, with a transpose, all of their rows. */
static void begin_sums(const few_t *f, const lai_cyclic_t *b, int64_t rows)
{
    const size_t element = f->t->blas->element;
    if (f->t->x->grid.col != 0) { /* with a transpose there are no sums */
        memset(vectors(f, SUMS, 0), 0, f->op == 'N' ? element * (size_t)(f->n * f->ld) : 0);
    } else {
        copy_vectors(f, rows, b->at, b->ld, vectors(f, SUMS, 0), f->ld);
        for (int64_t i = 0; i < f->count; ++i) {
            const int64_t k = tile_of_step(f, i);
            const int owner = column_owner(f, k);
            if (owner != 0 && (f->op != 'N' || steps_since(f, i, 0) > i))
                give_row(f, owner, SUMS, k, GIVEN, given_row(f, k, 0));
        }
        LAI_TILED_CALL(f->t, al_fence_group(f->t->group));
    }
    lai_tiled_meet_all(f->t);
}

/* The first process column has been given all of the solution. */
static void end_found(const few_t *f, lai_cyclic_t *b)
{
    const lai_tiled_t *t = f->t;
    LAI_TILED_CALL(f->t, al_fence(al_group_world_rank(t->group, lai_tiled_rank(t, 0, 0))));
    lai_tiled_meet_all(f->t);
    if (t->x->grid.col == 0)
        copy_vectors(f, ali_min(t->x->m, t->x->n), vectors(f, FOUND, 0), f->ld, b->at, b->ld);
}

void lai_tiled_solve_few(lai_tiled_t *t, char uplo, char op, char diag, lai_cyclic_t *b)
{
    const few_t f = {.t = t,
                     .uplo = uplo,
                     .op = op,
                     .diag = diag,
                     .n = b->n,
                     .count = lai_tiled_count(t),
                     .ld = few_rows(t),
                     .down = (uplo == 'L') == (op == 'N')};
    begin_sums(&f, b, ali_min(t->x->m, t->x->n));
    for (int64_t i = 0; i < f.count; ++i)
        if (lai_tiled_owns_column(t, tile_of_step(&f, i)))
            (op == 'N' ? step_fan_in : step_fan_out)(&f, i);
    ++t->few_solves;
    end_found(&f, b);
}
