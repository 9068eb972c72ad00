/* Rows that change places when pivots are swapped. On several process rows each rank of a process
 * column lays out those of its rows that others need, and takes what it needs of theirs. */
#include "linalg/src/tiled/la_tiled_rows.h"

#include <stdlib.h>
#include <string.h>

#include "armci-lite/src/al_private.h"
#include "linalg/src/layout/la_cyclic.h"

static char *address_in(const lai_tiled_t *t, const lai_cyclic_t *b, int64_t i, int64_t j)
{
    return (char *)b->at + t->blas->element * (size_t)(i + j * b->ld);
}

/* ---- several process rows -------------------------------------------------------------------- */

/* Follow the swaps. */
static void plan_moves(const lai_tiled_t *t, int64_t k, lai_moves_t *moves)
{
    if (moves->k == k)
        return;
    const int64_t base = k * t->x->tile_m, width = lai_tiled_width(t, k);
    moves->k = k;
    moves->count = 0;
    for (int64_t i = 0; i < width; ++i)
        moves->from[i] = base + i;
    for (int64_t i = 0; i < width; ++i) {
        const int64_t row = labs(t->all_pivots[base + i]) - 1, kept = moves->from[i];
        if (row < base + width) {
            moves->from[i] = moves->from[row - base];
            moves->from[row - base] = kept;
            continue;
        }
        int64_t d = 0;
        while (d < moves->count && moves->row[d] != row)
            ++d;
        moves->from[i] = d < moves->count ? moves->source[d] : row;
        moves->row[d] = row;
        moves->source[d] = kept;
        moves->count += d == moves->count;
    }
}

/* The opposite moves. */
static void turn_moves(const lai_tiled_t *t, int64_t k, lai_moves_t *back)
{
    const lai_moves_t *moves = &t->moves;
    const int64_t base = k * t->x->tile_m, width = lai_tiled_width(t, k);
    back->k = k;
    back->count = 0;
    for (int64_t d = 0; d < moves->count; ++d)
        back->from[moves->source[d] - base] = moves->row[d];
    for (int64_t i = 0; i < width; ++i) {
        if (moves->from[i] < base + width) {
            back->from[moves->from[i] - base] = base + i;
            continue;
        }
        back->row[back->count] = moves->from[i];
        back->source[back->count++] = base + i;
    }
}

/* The rows that a process row lays out: those that end in the tile row, then, by its owner, those
 * that leave it. */
static int64_t laid_out(const lai_tiled_t *t, const lai_moves_t *moves, int process_row)
{
    int64_t rows = moves->k % t->x->grid.rows == process_row ? moves->count : 0;
    for (int64_t i = 0; i < lai_tiled_width(t, moves->k); ++i)
        rows += moves->from[i] / t->x->tile_m % t->x->grid.rows == process_row;
    return rows;
}

/* Copy n elements of a row. */
static void copy_part_of_row(size_t element, int64_t n, const char *from, int64_t from_step,
                             char *to, int64_t to_step)
{
    if (element == sizeof(double)) {
        const double *source = (const double *)(const void *)from;
        double *target = (double *)(void *)to;
        for (int64_t j = 0; j < n; ++j)
            target[j * to_step] = source[j * from_step];
        return;
    }
    for (int64_t j = 0; j < n; ++j)
        memcpy(to + element * (size_t)(j * to_step), from + element * (size_t)(j * from_step),
               element);
}

static void lay_out_rows(const lai_tiled_t *t, const lai_moves_t *moves, const lai_cyclic_t *b,
                         int64_t first, int64_t n, char *place)
{
    const lai_cyclic_t *x = t->x;
    const size_t element = t->blas->element;
    const int64_t ld = laid_out(t, moves, x->grid.row);
    for (int64_t i = 0; i < lai_tiled_width(t, moves->k); ++i)
        if (lai_tiled_owns_row(t, moves->from[i] / x->tile_m)) {
            copy_part_of_row(element, n,
                             address_in(t, b, lai_tiled_row_place(t, moves->from[i]), first), b->ld,
                             place, ld);
            place += element;
        }
    for (int64_t d = 0; d < moves->count && lai_tiled_owns_row(t, moves->k); ++d) {
        copy_part_of_row(element, n,
                         address_in(t, b, lai_tiled_row_place(t, moves->source[d]), first), b->ld,
                         place, ld);
        place += element;
    }
}

/* Take from what a process row has laid out; u gets the rows of the tile row. */
static void take_rows(const lai_tiled_t *t, const lai_moves_t *moves, int process_row,
                      const lai_cyclic_t *b, int64_t first, int64_t n, const char *place, char *u)
{
    const lai_cyclic_t *x = t->x;
    const size_t element = t->blas->element;
    const int64_t ld = laid_out(t, moves, process_row);
    for (int64_t i = 0; i < lai_tiled_width(t, moves->k); ++i)
        if (moves->from[i] / x->tile_m % x->grid.rows == process_row) {
            copy_part_of_row(element, n, place, ld, u + element * (size_t)(i * n), 1);
            place += element;
        }
    for (int64_t d = 0; d < moves->count && moves->k % x->grid.rows == process_row; ++d) {
        if (lai_tiled_owns_row(t, moves->row[d] / x->tile_m))
            copy_part_of_row(element, n, place, ld,
                             address_in(t, b, lai_tiled_row_place(t, moves->row[d]), first), b->ld);
        place += element;
    }
}

static void exchange(lai_tiled_t *t, const lai_moves_t *moves, const lai_cyclic_t *b, int64_t first,
                     int64_t n)
{
    lay_out_rows(t, moves, b, first, n, lai_tiled_row_room(t));
    lai_tiled_meet(t);
    for (int r = 0; r < t->x->grid.rows; ++r) {
        const size_t bytes = (size_t)(laid_out(t, moves, r) * n) * t->blas->element;
        if (bytes > 0)
            take_rows(t, moves, r, b, first, n, lai_tiled_rows_of(t, r, bytes), t->u);
    }
}

/* ---- the calls ------------------------------------------------------------------------------- */

static void store_rows(const lai_tiled_t *t, int64_t k, const lai_cyclic_t *b, int64_t first,
                       int64_t end)
{
    t->routines->store_rows(end - first, address_in(t, b, lai_tiled_rows_to(t, k), first), b->ld,
                            lai_tiled_width(t, k), t->u);
}

/* The rows that become tile row k of b go to t->u; others are where they belong. */
static void move_rows(lai_tiled_t *t, const lai_moves_t *moves, const lai_cyclic_t *b,
                      int64_t first, int64_t end)
{
    if (t->x->grid.rows > 1)
        exchange(t, moves, b, first, end - first);
    else
        t->routines->take_rows(end - first, address_in(t, b, 0, first), b->ld,
                               lai_tiled_width(t, moves->k), moves->from, moves->count, moves->row,
                               moves->source, t->u);
}

static void move_all_rows(lai_tiled_t *t, const lai_moves_t *moves, const lai_cyclic_t *b,
                          int64_t first, int64_t end)
{
    const int64_t step = ali_max(t->x->cols, 1); /* columns for which t->u has room */
    for (int64_t j = first; j < end; j += step) {
        move_rows(t, moves, b, j, ali_min(j + step, end));
        if (lai_tiled_owns_row(t, moves->k))
            store_rows(t, moves->k, b, j, ali_min(j + step, end));
    }
}

void lai_tiled_swap_rows(lai_tiled_t *t, int64_t k, const lai_cyclic_t *b, int64_t first,
                         int64_t end)
{
    plan_moves(t, k, &t->moves);
    move_all_rows(t, &t->moves, b, first, end);
}

void lai_tiled_swap_rows_back(lai_tiled_t *t, int64_t k, const lai_cyclic_t *b)
{
    plan_moves(t, k, &t->moves);
    turn_moves(t, k, &t->moves_back);
    move_all_rows(t, &t->moves_back, b, 0, b->cols);
}

void lai_tiled_take_tile_row(lai_tiled_t *t, int64_t k, int64_t first, int64_t end)
{
    plan_moves(t, k, &t->moves);
    move_rows(t, &t->moves, t->x, first, end);
}

void lai_tiled_store_tile_row(const lai_tiled_t *t, int64_t k, int64_t first, int64_t end)
{
    store_rows(t, k, t->x, first, end);
}

void lai_tiled_gather_pivots(lai_tiled_t *t)
{
    const lai_cyclic_t *x = t->x;
    if (x->grid.rows > 1) {
        memcpy(lai_tiled_row_room(t), x->pivots, (size_t)x->rows * sizeof *x->pivots);
        lai_tiled_meet(t);
    }
    for (int r = 0; r < x->grid.rows; ++r) {
        const int64_t rows = lai_cyclic_count(x->m, x->tile_m, r, x->grid.rows);
        const void *pivots = x->pivots;
        if (x->grid.rows > 1 && rows > 0)
            pivots = lai_tiled_rows_of(t, r, (size_t)rows * sizeof(la_int));
        for (int64_t i = 0; i < rows; ++i)
            t->all_pivots[lai_cyclic_index(i, x->tile_m, r, x->grid.rows)] =
                ((const la_int *)pivots)[i];
    }
    for (int64_t i = 0; i < x->m && t->status != ASHLAR_OK; ++i)
        t->all_pivots[i] = i + 1; /* what has not come is no row */
    t->has_pivots = true;
}
