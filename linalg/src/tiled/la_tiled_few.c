/* Triangular solves for few right-hand sides. What they cost is to read the triangle once, so each
 * rank reads its own tile columns. The tile rows of the solution are found one after the other,
 * each by the owner of that tile column.
 *
 * Without a transpose a rank subtracts what its columns contribute in a vector of its own, and the
 * owner of the next tile row adds up those of all ranks. It needs the rows that the others solve
 * for next first, so these are done and told before the rest. With a transpose the owner multiplies
 * its column by the rows of the solution that are known, and waits for the last ones only.
 *
 * Memory ordering. Each rank writes only to its own slice: `sums`, and `found`, the tile rows of
 * the solution. After it has written those that others wait for it adds to its counter with each of
 * them by al_put_signal(); who sees the counter sees the rows. All ranks meet before the first
 * step, so that b is there and the slices are free, and after the last. */
#include "linalg/src/tiled/la_tiled_few.h"

#include <string.h>

#include "armci-lite/src/al_private.h"
#include "linalg/src/layout/la_cyclic.h"

typedef struct few {
    lai_tiled_t *t;
    char uplo, op, diag;
    int64_t n, count; /* right-hand sides; tile rows */
    bool down;
} few_t;

bool lai_tiled_is_few(const lai_tiled_t *t, const lai_cyclic_t *b)
{
    return t->x->grid.rows == 1 && t->x->grid.cols > 1 && t->group->node_count == 1 &&
           b->n <= ali_min(LAI_TILED_FEW, b->tile_n);
}

/* ---- where things are ------------------------------------------------------------------------ */

static char *sums_of(const few_t *f, int col, int64_t row)
{
    return lai_tiled_slice(f->t, lai_tiled_rank(f->t, 0, col)) + f->t->few +
           (size_t)row * f->t->blas->element;
}

static char *found_of(const few_t *f, int col, int64_t row)
{
    return sums_of(f, col, row) + lai_tiled_few_bytes(f->t);
}

static int64_t order_of(const few_t *f)
{
    return f->t->x->n;
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

/* ---- waiting for each other ------------------------------------------------------------------ */

static size_t few_counter(const few_t *f, int col)
{
    const lai_grid_t *grid = &f->t->x->grid;
    return (size_t)(3 * grid->cols + grid->rows + col) * sizeof(int64_t);
}

/* My next tile column is done, as far as others need it now. */
static void tell_row(const few_t *f)
{
    const lai_grid_t *grid = &f->t->x->grid;
    for (int step = 1; step < grid->cols; ++step)
        lai_tiled_note(f->t, al_put_signal(f->t->shared,
                                           lai_tiled_rank(f->t, 0, (grid->col + step) % grid->cols),
                                           0, NULL, NULL, few_counter(f, grid->col), 1));
}

/* Wait until the owner of the tile column of step i has done it. */
static void await_step(const few_t *f, int64_t i)
{
    const int64_t cols = f->t->x->grid.cols, k = tile_of_step(f, i);
    const int owner = column_owner(f, k);
    const int64_t all = (f->count - owner + cols - 1) / cols; /* of that owner, in each solve */
    const int64_t turn = f->down ? k / cols + 1 : all - k / cols;
    lai_tiled_note(f->t, al_signal_wait(f->t->shared, few_counter(f, owner),
                                        f->t->few_solves * all + turn, NULL));
}

/* ---- without a transpose --------------------------------------------------------------------- */

static void subtract_column(const few_t *f, int64_t i, int64_t from, int64_t to)
{
    const int mine = f->t->x->grid.col;
    const int64_t k = tile_of_step(f, i), ld = order_of(f);
    int64_t rows;
    if (from >= to)
        return;
    const int64_t first = rows_at(f, from, to, &rows);
    f->t->routines->subtract('N', rows, f->n, lai_tiled_width(f->t, k), own_column(f, k, first),
                             f->t->x->ld, found_of(f, mine, k * f->t->x->tile_n), ld,
                             sums_of(f, mine, first), ld);
}

/* The sums of all ranks for a tile row. */
static void add_all_sums(const few_t *f, int64_t k)
{
    const lai_blas_t *blas = f->t->blas;
    const lai_grid_t *grid = &f->t->x->grid;
    const int64_t row = k * f->t->x->tile_n, width = lai_tiled_width(f->t, k), ld = order_of(f);
    char *x = found_of(f, grid->col, row);
    copy_vectors(f, width, sums_of(f, grid->col, row), ld, x, ld);
    for (int step = 1; step < grid->cols; ++step) {
        const char *sum = sums_of(f, (grid->col + step) % grid->cols, row);
        for (int64_t j = 0; j < f->n; ++j)
            blas->add(width, sum + blas->element * (size_t)(j * ld),
                      x + blas->element * (size_t)(j * ld));
    }
}

static void solve_found(const few_t *f, int64_t k)
{
    const int64_t row = k * f->t->x->tile_n;
    f->t->routines->trsm('L', f->uplo, f->op, f->diag, lai_tiled_width(f->t, k), f->n,
                         own_column(f, k, row), f->t->x->ld, found_of(f, f->t->x->grid.col, row),
                         order_of(f));
}

static void step_fan_in(const few_t *f, int64_t i)
{
    const int64_t cols = f->t->x->grid.cols, k = tile_of_step(f, i);
    const int64_t urgent = ali_min(i + cols, f->count);
    for (int64_t before = ali_max(i - cols + 1, 0); before < i; ++before)
        await_step(f, before);
    add_all_sums(f, k);
    solve_found(f, k);
    subtract_column(f, i, i + 1, urgent);
    tell_row(f);
    subtract_column(f, i, urgent, f->count);
}

/* ---- with a transpose ------------------------------------------------------------------------ */

/* Row k of mine less what the tile rows of steps from..to-1 contribute. */
static void subtract_found(const few_t *f, int64_t k, int64_t from, int64_t to)
{
    const int mine = f->t->x->grid.col;
    const int64_t ld = order_of(f);
    int64_t rows;
    if (from >= to)
        return;
    const int64_t first = rows_at(f, from, to, &rows);
    f->t->routines->subtract_transposed(
        f->op, lai_tiled_width(f->t, k), f->n, rows, own_column(f, k, first), f->t->x->ld,
        found_of(f, mine, first), ld, found_of(f, mine, k * f->t->x->tile_n), ld);
}

static void step_fan_out(const few_t *f, int64_t i)
{
    const int mine = f->t->x->grid.col;
    const int64_t cols = f->t->x->grid.cols, k = tile_of_step(f, i), tile = f->t->x->tile_n;
    const int64_t known = ali_max(i - cols + 1, 0), ld = order_of(f);
    copy_vectors(f, lai_tiled_width(f->t, k), sums_of(f, 0, k * tile), ld,
                 found_of(f, mine, k * tile), ld);
    subtract_found(f, k, 0, known);
    for (int64_t before = known; before < i; ++before) {
        const int64_t other = tile_of_step(f, before), row = other * tile;
        await_step(f, before);
        copy_vectors(f, lai_tiled_width(f->t, other), found_of(f, column_owner(f, other), row), ld,
                     found_of(f, mine, row), ld);
    }
    subtract_found(f, k, known, i);
    solve_found(f, k);
    tell_row(f);
}

/* ---- the call -------------------------------------------------------------------------------- */

/* The first process column has b: its sums begin with that, others with 0. */
static void begin_sums(const few_t *f, const lai_cyclic_t *b, int64_t rows)
{
    const int mine = f->t->x->grid.col;
    const size_t element = f->t->blas->element;
    if (mine == 0)
        copy_vectors(f, rows, b->at, b->ld, sums_of(f, 0, 0), order_of(f));
    else if (f->op == 'N')
        memset(sums_of(f, mine, 0), 0, element * (size_t)(f->n * order_of(f)));
    lai_tiled_meet_all(f->t);
}

static void gather_found(const few_t *f, lai_cyclic_t *b)
{
    const int64_t tile = f->t->x->tile_n;
    lai_tiled_meet_all(f->t);
    for (int64_t k = 0; k < f->count && f->t->x->grid.col == 0; ++k)
        copy_vectors(f, lai_tiled_width(f->t, k), found_of(f, column_owner(f, k), k * tile),
                     order_of(f), (char *)b->at + f->t->blas->element * (size_t)(k * tile), b->ld);
}

void lai_tiled_solve_few(lai_tiled_t *t, char uplo, char op, char diag, lai_cyclic_t *b)
{
    const few_t f = {.t = t,
                     .uplo = uplo,
                     .op = op,
                     .diag = diag,
                     .n = b->n,
                     .count = lai_tiled_count(t),
                     .down = (uplo == 'L') == (op == 'N')};
    begin_sums(&f, b, ali_min(t->x->m, t->x->n));
    for (int64_t i = 0; i < f.count; ++i)
        if (lai_tiled_owns_column(t, tile_of_step(&f, i)))
            (op == 'N' ? step_fan_in : step_fan_out)(&f, i);
    ++t->few_solves;
    gather_found(&f, b);
}
