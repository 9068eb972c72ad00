/* Products of a matrix with vectors, for residuals. */
#include "linalg/src/frame/la_residual.h"

#include <string.h>

#include "armci-lite/src/al_private.h"
#include "linalg/src/frame/la_grid.h"

/* A product with the vectors first..end-1 of x. */
typedef struct pass {
    const lai_residual_t *p;
    const lai_blas_t *blas; /* of the vectors */
    char op;
    int64_t first, end;
    void (*multiply)(const struct pass *t); /* my part of a; to zeros */
} pass_t;

/* Where vector k of by_row begins, or of by_column. */
static char *row_part(const pass_t *t, int64_t k)
{
    return t->p->by_row + t->blas->element * (size_t)(k * t->p->a->rows);
}

static char *column_part(const pass_t *t, int64_t k)
{
    return t->p->by_column + t->blas->element * (size_t)(k * t->p->a->cols);
}

static void clear_part(const pass_t *t, int by_row)
{
    const int64_t end = t->end - t->first;
    char *begin = by_row ? row_part(t, 0) : column_part(t, 0);
    memset(begin, 0, (size_t)((by_row ? row_part(t, end) : column_part(t, end)) - begin));
}

/* Rows of the grid add up what their processes have of by_row, columns what they have of by_column.
 */
static void sum_parts(const pass_t *t, int by_row)
{
    const lai_cyclic_t *a = t->p->a;
    const int64_t reals = (int64_t)(t->blas->element / t->blas->real);
    lai_grid_sum_reals(&a->grid, by_row ? 'R' : 'C', t->blas->real,
                       (by_row ? a->rows : a->cols) * (t->end - t->first) * reals,
                       by_row ? t->p->by_row : t->p->by_column);
}

/* The elements that stand for one of my rows and one of my columns, from by_row to by_column or the
 * other way; the others of the result are 0. */
static void line_up(const pass_t *t, int to_columns)
{
    const lai_cyclic_t *a = t->p->a;
    clear_part(t, !to_columns);
    for (int64_t j = 0; j < a->cols; j += a->tile_n) {
        const int64_t tile = j / a->tile_n * a->grid.cols + a->grid.col;
        const int64_t i = tile / a->grid.rows * a->tile_m;
        const size_t bytes = t->blas->element * (size_t)ali_min(a->tile_n, a->cols - j);
        for (int64_t k = 0; k < t->end - t->first && tile % a->grid.rows == a->grid.row; ++k) {
            char *row = row_part(t, k) + t->blas->element * (size_t)i;
            char *column = column_part(t, k) + t->blas->element * (size_t)j;
            memcpy(to_columns ? column : row, to_columns ? row : column, bytes);
        }
    }
}

/* My columns of x among the vectors of the pass are begin..end-1. */
static void my_columns(const pass_t *t, const lai_cyclic_t *x, int64_t *begin, int64_t *end)
{
    *begin = lai_cyclic_count(t->first, x->tile_n, x->grid.col, x->grid.cols);
    *end = lai_cyclic_count(t->end, x->tile_n, x->grid.col, x->grid.cols);
}

/* Vector of my column j of x, and that column. */
static char *vector_of(const pass_t *t, const lai_cyclic_t *x, int64_t j, char **column)
{
    *column = (char *)x->at + t->blas->element * (size_t)(j * x->ld);
    return row_part(t, lai_cyclic_index(j, x->tile_n, x->grid.col, x->grid.cols) - t->first);
}

static void fetch_vectors(const pass_t *t, const lai_cyclic_t *x)
{
    int64_t j, end;
    clear_part(t, 1);
    for (my_columns(t, x, &j, &end); j < end; ++j) {
        char *column, *vector = vector_of(t, x, j, &column);
        memcpy(vector, column, t->blas->element * (size_t)x->rows);
    }
    sum_parts(t, 1);
}

static void add_vectors(const pass_t *t, const lai_cyclic_t *y)
{
    int64_t j, end;
    sum_parts(t, 1);
    for (my_columns(t, y, &j, &end); j < end; ++j) {
        char *column, *vector = vector_of(t, y, j, &column);
        t->blas->add(y->rows, vector, column);
    }
}

/* y += op(a)*x, as the pass multiplies. */
static void multiply_panels(pass_t t, const lai_cyclic_t *x, const lai_cyclic_t *y)
{
    const int plain = t.op == 'N';
    for (t.first = 0; t.first < x->n; t.first = t.end) {
        t.end = ali_min(x->n, t.first + LAI_PANEL);
        fetch_vectors(&t, x);
        if (plain) {
            line_up(&t, 1);
            sum_parts(&t, 0);
        }
        clear_part(&t, plain);
        t.multiply(&t);
        if (!plain) {
            sum_parts(&t, 0);
            line_up(&t, 0);
        }
        add_vectors(&t, y);
    }
}

/* GEMM packs a, which does not pay for a few vectors. */
static void multiply_elements(const pass_t *t)
{
    enum { FEW = 3 };
    const lai_cyclic_t *a = t->p->a;
    const lai_blas_t *blas = t->blas;
    const int plain = t->op == 'N';
    const la_int count = lai_int(t->end - t->first), ld = lai_int(a->ld);
    const la_int rows = lai_int(a->rows), cols = lai_int(a->cols);
    if (rows == 0 || cols == 0)
        return;
    for (la_int k = 0; k < count && count <= FEW; ++k)
        blas->gemv(t->op, rows, cols, blas->minus_one, a->at, ld,
                   plain ? column_part(t, k) : row_part(t, k), blas->one,
                   plain ? row_part(t, k) : column_part(t, k));
    if (count > FEW)
        blas->gemm(t->op, 'N', plain ? rows : cols, count, plain ? cols : rows, blas->minus_one,
                   a->at, ld, plain ? t->p->by_column : t->p->by_row, plain ? cols : rows,
                   blas->one, plain ? t->p->by_row : t->p->by_column, plain ? rows : cols);
}

static double dot_of(int64_t n, const double *x, const double *y)
{
    double sum = 0;
    for (int64_t k = 0; k < n; ++k)
        sum += x[k] * y[k];
    return sum;
}

static void multiply_by_moduli(const pass_t *t)
{
    const lai_cyclic_t *a = t->p->a;
    double *moduli = t->p->moduli;
    for (int64_t j = 0; j < a->cols; ++j) {
        memset(moduli, 0, sizeof *moduli * (size_t)a->rows);
        t->p->blas->add_moduli(
            a->rows, (const char *)a->at + t->p->blas->element * (size_t)(j * a->ld), moduli);
        for (int64_t k = 0; k < t->end - t->first; ++k) {
            double *row = (double *)(void *)row_part(t, k);
            double *column = (double *)(void *)column_part(t, k);
            if (t->op == 'N')
                for (int64_t i = 0; i < a->rows; ++i)
                    row[i] += moduli[i] * column[j];
            else
                column[j] = dot_of(a->rows, moduli, row);
        }
    }
}

void lai_residual_prepare(lai_residual_t *p, const lai_blas_t *blas, const lai_cyclic_t *a,
                          lai_room_t *room)
{
    const size_t element = blas->element > sizeof(double) ? blas->element : sizeof(double);
    *p = (lai_residual_t){.blas = blas, .a = a};
    p->by_row = lai_room_take(room, element * (size_t)(a->rows * LAI_PANEL));
    p->by_column = lai_room_take(room, element * (size_t)(a->cols * LAI_PANEL));
    p->moduli = lai_room_take(room, sizeof *p->moduli * (size_t)a->rows);
}

void lai_residual_subtract(const lai_residual_t *p, char op, const lai_cyclic_t *x,
                           const lai_cyclic_t *r)
{
    multiply_panels((pass_t){.p = p, .blas = p->blas, .op = op, .multiply = multiply_elements}, x,
                    r);
}

void lai_residual_add_moduli(const lai_residual_t *p, char op, const lai_cyclic_t *x,
                             const lai_cyclic_t *w)
{
    multiply_panels(
        (pass_t){.p = p, .blas = lai_blas(ASHLAR_DOUBLE), .op = op, .multiply = multiply_by_moduli},
        x, w);
}
