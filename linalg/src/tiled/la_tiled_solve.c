/* Triangular solves. Each process column solves for its columns of b, and reads tile columns of the
 * factor where they lie, or fetches them. A step solves for tile row k of b, and subtracts what
 * that contributes to other rows; or, with a transpose, subtracts from row k what others
 * contribute, and solves then. On several process rows the owner of row k spreads it, or adds up
 * what all have. */
#include "linalg/src/tiled/la_tiled_solve.h"

#include <string.h>

#include "armci-lite/src/al_private.h"
#include "linalg/src/tiled/la_tiled_few.h"
#include "linalg/src/tiled/la_tiled_rows.h"

/* One of the two triangles of a factor. */
typedef struct triangle {
    lai_tiled_t *t;
    lai_cyclic_t *b;
    char uplo, op, diag;
} triangle_t;

static char *tile_row(const triangle_t *s, int64_t k)
{
    return (char *)s->b->at + s->t->blas->element * (size_t)lai_tiled_rows_to(s->t, k);
}

/* Rows of mine that tile column k has beside its diagonal. */
static int64_t rows_beside(const triangle_t *s, int64_t k, int64_t *first)
{
    const int64_t below = lai_tiled_rows_to(s->t, k + 1);
    *first = s->uplo == 'L' ? below : 0;
    return s->uplo == 'L' ? s->t->x->rows - below : lai_tiled_rows_to(s->t, k);
}

static void solve_row(const triangle_t *s, int64_t k)
{
    const lai_tiled_t *t = s->t;
    int64_t ld;
    const char *top = lai_tiled_see(s->t, k, lai_tiled_rows_to(t, k), lai_tiled_width(t, k), &ld);
    t->routines->trsm('L', s->uplo, s->op, s->diag, lai_tiled_width(t, k), s->b->cols, top, ld,
                      tile_row(s, k), s->b->ld);
}

/* Tile row k for all ranks of the process column. */
static const char *spread_row(const triangle_t *s, int64_t k, int64_t *ld)
{
    lai_tiled_t *t = s->t;
    const int64_t width = lai_tiled_width(t, k);
    const size_t element = t->blas->element;
    *ld = s->b->ld;
    if (t->x->grid.rows == 1)
        return tile_row(s, k);
    char *room = lai_tiled_row_room(t);
    for (int64_t j = 0; j < s->b->cols && lai_tiled_owns_row(t, k); ++j)
        memcpy(room + element * (size_t)(j * width), tile_row(s, k) + element * (size_t)(j * *ld),
               element * (size_t)width);
    lai_tiled_meet(t);
    *ld = width;
    return lai_tiled_rows_of(t, (int)(k % t->x->grid.rows), element * (size_t)(width * s->b->cols));
}

/* Solve for row k, then subtract what it contributes. */
static void solve_step(const triangle_t *s, int64_t k)
{
    lai_tiled_t *t = s->t;
    int64_t first, ld_row, ld;
    const int64_t rows = rows_beside(s, k, &first);
    if (lai_tiled_owns_row(t, k))
        solve_row(s, k);
    const char *row = spread_row(s, k, &ld_row);
    if (rows == 0)
        return;
    const char *column = lai_tiled_see(t, k, first, rows, &ld);
    lai_tiled_subtract(t, 'N', rows, s->b->cols, lai_tiled_width(t, k), column, ld, row, ld_row,
                       (char *)s->b->at + t->blas->element * (size_t)first, s->b->ld);
}

/* A process row contributes this to row k. */
static void subtract_from(const triangle_t *s, int64_t k, const char *sum)
{
    const lai_blas_t *blas = s->t->blas;
    const int64_t width = lai_tiled_width(s->t, k);
    for (int64_t j = 0; j < s->b->cols; ++j)
        s->t->routines->subtract_vector(width, sum + blas->element * (size_t)(j * width),
                                        tile_row(s, k) + blas->element * (size_t)(j * s->b->ld));
}

static void contribute(const triangle_t *s, int64_t k, const void *alpha, const void *beta,
                       char *to, int64_t to_ld)
{
    lai_tiled_t *t = s->t;
    int64_t first, ld = 1;
    const int64_t rows = rows_beside(s, k, &first), width = lai_tiled_width(t, k);
    const char *column = rows ? lai_tiled_see(t, k, first, rows, &ld) : t->x->at;
    t->blas->gemm(s->op, 'N', lai_int(width), lai_int(s->b->cols), lai_int(rows), alpha, column,
                  lai_int(ld), (char *)s->b->at + t->blas->element * (size_t)first,
                  lai_int(s->b->ld), beta, to, lai_int(to_ld));
    (void)al_poll();
}

/* Subtract from row k what others contribute, then solve for it. */
static void step_transposed(const triangle_t *s, int64_t k)
{
    lai_tiled_t *t = s->t;
    const int64_t width = lai_tiled_width(t, k);
    const double zero[2] = {0, 0};
    if (t->x->grid.rows == 1) {
        contribute(s, k, t->routines->minus_one, t->blas->one, tile_row(s, k), s->b->ld);
        solve_row(s, k);
        return;
    }
    contribute(s, k, t->blas->one, zero, lai_tiled_row_room(t), width);
    lai_tiled_meet(t);
    for (int r = 0; r < t->x->grid.rows && lai_tiled_owns_row(t, k); ++r)
        subtract_from(s, k,
                      lai_tiled_rows_of(t, r, t->blas->element * (size_t)(width * s->b->cols)));
    if (lai_tiled_owns_row(t, k))
        solve_row(s, k);
    lai_tiled_meet(t);
}

/* A step of 'N'. swaps: rows of b are swapped before. */
static void step_plain(const triangle_t *s, int64_t k, bool swaps)
{
    if (swaps)
        lai_tiled_swap_rows(s->t, k, s->b, 0, s->b->cols);
    solve_step(s, k);
}

/* swaps: rows of b are swapped before the step of a panel of l, or after it with a transpose. */
static void solve_triangle(lai_tiled_t *t, char uplo, char op, char diag, bool swaps,
                           lai_cyclic_t *b)
{
    const triangle_t s = {t, b, uplo, op, diag};
    const int64_t count = lai_tiled_count(t);
    const bool down = (uplo == 'L') == (op == 'N');
    if (!swaps && lai_tiled_is_few(t, b)) {
        lai_tiled_solve_few(t, uplo, op, diag, b);
        return;
    }
    for (int64_t done = 0; done < count && b->cols > 0; ++done) {
        const int64_t k = down ? done : count - 1 - done;
        if (op == 'N') {
            step_plain(&s, k, swaps);
        } else {
            step_transposed(&s, k);
            if (swaps)
                lai_tiled_swap_rows_back(t, k, b);
        }
    }
}

void lai_tiled_begin_lu(lai_tiled_t *t, int64_t k)
{
    const triangle_t s = {t, t->begun, 'L', 'N', 'U'};
    if (s.b->cols > 0)
        step_plain(&s, k, true);
}

void lai_tiled_begin_cholesky(lai_tiled_t *t, int64_t k)
{
    const triangle_t s = {t, t->begun, 'L', 'N', 'N'};
    if (s.b->cols > 0)
        step_plain(&s, k, false);
}

void lai_tiled_solve_lu(lai_tiled_t *t, char op, lai_cyclic_t *b)
{
    if (!t->has_pivots)
        lai_tiled_gather_pivots(t);
    if (op == 'N' && t->begun != b)
        solve_triangle(t, 'L', 'N', 'U', true, b);
    solve_triangle(t, 'U', op, 'N', false, b);
    if (op != 'N')
        solve_triangle(t, 'L', op, 'U', true, b);
    lai_tiled_meet_all(t);
}

void lai_tiled_solve_upper(lai_tiled_t *t, lai_cyclic_t *b)
{
    solve_triangle(t, 'U', 'N', 'N', false, b);
}

static void conjugate(const lai_tiled_t *t, lai_cyclic_t *b)
{
    for (int64_t j = 0; j < b->cols; ++j)
        t->routines->conjugate(b->rows, (char *)b->at + t->blas->element * (size_t)(j * b->ld));
}

/* The transpose of the matrix is its conjugate. */
void lai_tiled_solve_cholesky(lai_tiled_t *t, char op, lai_cyclic_t *b)
{
    if (op == 'T')
        conjugate(t, b);
    if (t->begun != b)
        solve_triangle(t, 'L', 'N', 'N', false, b);
    solve_triangle(t, 'L', 'C', 'N', false, b);
    if (op == 'T')
        conjugate(t, b);
    lai_tiled_meet_all(t);
}
