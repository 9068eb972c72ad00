/* Scaling by powers of two. Not all routines do it themselves, and p?gesvd fails where the sum of a
 * column is infinite. */
#include "linalg/src/frame/la_scale.h"

#include <float.h>
#include <math.h>

#include "armci-lite/src/al_private.h"
#include "linalg/src/frame/la_grid.h"
#include "linalg/src/frame/la_redist.h"

enum {
    SAFE = 50,
    GUARD = 32,    /* sums may grow by 2^GUARD */
    STEP = 1000,   /* 2^STEP and 2^-STEP are normal numbers */
    BIAS = 1 << 14 /* makes exponents positive; 0 is that of zero */
};

const lai_band_t lai_band_of_squares = {-SAFE, SAFE, 0};

lai_band_t lai_band_of_products(const lai_blas_t *blas)
{
    int most = blas->real == sizeof(float) ? FLT_MAX_EXP : DBL_MAX_EXP;
    return (lai_band_t){-most / 2, most - GUARD, 0};
}

int lai_least_of_digits(const lai_blas_t *blas)
{
    return blas->real == sizeof(float) ? FLT_MIN_EXP + FLT_MANT_DIG : DBL_MIN_EXP + DBL_MANT_DIG;
}

double lai_least_of_exponent(int exponent)
{
    return ldexp(0.5, exponent);
}

void lai_scale_reals(const lai_blas_t *blas, int64_t n, void *reals, int exponent)
{
    while (exponent != 0) {
        int step = exponent > STEP ? STEP : exponent < -STEP ? -STEP : exponent;
        blas->scale_reals(n, ldexp(1, step), reals);
        exponent -= step;
    }
}

static char *part_at(const lai_blas_t *blas, const lai_cyclic_t *x, int64_t i, int64_t j)
{
    return (char *)x->at + blas->element * (size_t)(i + j * x->ld);
}

static void scale_elements(const lai_blas_t *blas, lai_cyclic_t *x, int64_t n, int64_t i, int64_t j,
                           double exponent)
{
    int64_t parts = (int64_t)(blas->element / blas->real);
    lai_scale_reals(blas, n * parts, part_at(blas, x, i, j), (int)exponent);
}

int lai_scale_down(const lai_blas_t *blas, lai_cyclic_t *x)
{
    double top = 0;
    int exponent;
    for (int64_t j = 0; j < x->cols; ++j)
        top = fmax(top, blas->largest(x->rows, part_at(blas, x, 0, j), INFINITY));
    lai_grid_max(&x->grid, 'A', 1, &top);
    frexp(top, &exponent);
    if (top == 0 || (exponent >= -SAFE && exponent <= SAFE))
        return 0;
    for (int64_t j = 0; j < x->cols; ++j)
        scale_elements(blas, x, x->rows, 0, j, -exponent);
    return exponent;
}

/* The exponent of n elements of column j from row i on, which are divided by 2^less. It need not be
 * exact where an element is `enough`. */
static void note_exponent(const lai_blas_t *blas, const lai_cyclic_t *x, int64_t n, int64_t i,
                          int64_t j, double less, double enough, double *top)
{
    int exponent;
    double largest = blas->largest(n, part_at(blas, x, i, j), enough);
    frexp(largest, &exponent);
    if (largest > 0)
        *top = fmax(*top, BIAS + exponent - less);
}

/* From the largest exponents to those that are taken out. */
static void take_out(const lai_cyclic_t *x, lai_band_t band, int64_t n, double *exponents)
{
    lai_grid_max(&x->grid, 'A', n, exponents);
    for (int64_t k = 0; k < n; ++k) {
        double exponent = exponents[k] > 0 ? exponents[k] - BIAS : 0;
        exponents[k] = exponent > band.most    ? exponent - band.most
                       : exponent < band.least ? exponent - band.raised
                                               : 0;
    }
}

static int64_t global_row(const lai_cyclic_t *x, int64_t i)
{
    return lai_cyclic_index(i, x->tile_m, x->grid.row, x->grid.rows);
}

static int64_t global_column(const lai_cyclic_t *x, int64_t j)
{
    return lai_cyclic_index(j, x->tile_n, x->grid.col, x->grid.cols);
}

/* NULL if all are 0. */
static const double *unless_zero(int64_t n, const double *exponents)
{
    for (int64_t k = 0; exponents && k < n; ++k)
        if (exponents[k] != 0)
            return exponents;
    return NULL;
}

/* Multiply by 2^(sign*columns[j] - rows[i]) at once: half of it might be out of range. */
static void scale_both(const lai_blas_t *blas, lai_cyclic_t *x, const double *rows,
                       const double *columns, int sign)
{
    rows = unless_zero(x->m, rows);
    columns = unless_zero(x->n, columns);
    for (int64_t j = 0; (rows || columns) && j < x->cols; ++j) {
        double exponent = columns ? sign * columns[global_column(x, j)] : 0;
        if (!rows)
            scale_elements(blas, x, x->rows, 0, j, exponent);
        for (int64_t i = 0; rows && i < x->rows; ++i)
            scale_elements(blas, x, 1, i, j, exponent - rows[global_row(x, i)]);
    }
}

void lai_scale_columns(const lai_blas_t *blas, lai_cyclic_t *x, const double *rows, lai_band_t band,
                       double *columns)
{
    const double enough = band.most == LAI_NO_MOST ? lai_least_of_exponent(band.least) : INFINITY;
    rows = unless_zero(x->m, rows);
    for (int64_t k = 0; k < x->n; ++k)
        columns[k] = 0;
    for (int64_t j = 0; j < x->cols; ++j) {
        double *top = &columns[global_column(x, j)];
        if (!rows)
            note_exponent(blas, x, x->rows, 0, j, 0, enough, top);
        for (int64_t i = 0; rows && i < x->rows; ++i)
            note_exponent(blas, x, 1, i, j, rows[global_row(x, i)], INFINITY, top);
    }
    take_out(x, band, x->n, columns);
    scale_both(blas, x, rows, columns, -1);
}

void lai_scale_rows(const lai_blas_t *blas, lai_cyclic_t *x, lai_band_t band, double *rows)
{
    for (int64_t k = 0; k < x->m; ++k)
        rows[k] = 0;
    for (int64_t j = 0; j < x->cols; ++j)
        for (int64_t i = 0; i < x->rows; ++i)
            note_exponent(blas, x, 1, i, j, 0, INFINITY, &rows[global_row(x, i)]);
    take_out(x, band, x->m, rows);
    scale_both(blas, x, rows, NULL, 0);
}

void lai_scale_back(const lai_blas_t *blas, lai_cyclic_t *x, const double *rows,
                    const double *columns)
{
    scale_both(blas, x, rows, columns, 1);
}
