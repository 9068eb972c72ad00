/* Matrices of very large or very small elements, brought by powers of two, which are exact, to
 * where sums of products are finite and have all their digits. */
#ifndef LA_SCALE_H
#define LA_SCALE_H

#include <limits.h>

#include "linalg/src/blas/la_blas.h"

/* Exponents that need no scaling, from least to most: a number of exponent e is below 2^e. Larger
 * ones are brought down to `most`, and no further, as what is small beside them could be lost;
 * smaller ones are raised to 2^raised. */
typedef struct lai_band {
    int least, most, raised;
} lai_band_t;

enum { LAI_NO_MOST = INT_MAX }; /* large ones stay */

/* Sums of squares of such elements suit any precision. */
extern const lai_band_t lai_band_of_squares;
/* The pivots of such elements have inverses, and sums of their products with numbers up to 1 are
 * finite. */
lai_band_t lai_band_of_products(const lai_blas_t *blas);
/* Numbers of a smaller exponent lose digits in sums of products: the least exponent. */
int lai_least_of_digits(const lai_blas_t *blas);
/* The least number of this exponent. */
double lai_least_of_exponent(int exponent);

/* If the largest element of x is far from 1, multiply x by 2^-exponent to bring it close, and
 * return the exponent; otherwise return 0. Called by all processes of the grid, and the same on
 * all. */
int lai_scale_down(const lai_blas_t *blas, lai_cyclic_t *x);
/* Multiply n reals by 2^exponent. */
void lai_scale_reals(const lai_blas_t *blas, int64_t n, void *reals, int exponent);

/* Divide each column of x, or each row, by the power of two that brings its largest part into the
 * band. columns[x->n], or rows[x->m], get the exponents on all processes of the grid, each of which
 * calls. With `rows`, which may be NULL, the rows of x are first divided by 2^rows[i]. */
void lai_scale_columns(const lai_blas_t *blas, lai_cyclic_t *x, const double *rows, lai_band_t band,
                       double *columns);
void lai_scale_rows(const lai_blas_t *blas, lai_cyclic_t *x, lai_band_t band, double *rows);
/* Multiply column j of x by 2^columns[j], and divide row i by 2^rows[i]; NULL: by 1. */
void lai_scale_back(const lai_blas_t *blas, lai_cyclic_t *x, const double *rows,
                    const double *columns);

#endif
