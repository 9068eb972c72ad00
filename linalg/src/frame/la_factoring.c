/* Factors, solutions and inverses of square matrices. BLAS multiplies by the inverses of pivots,
 * which those of very small elements do not have. */
#include "linalg/src/frame/la_factoring.h"

#include <math.h>

#include "linalg/src/frame/la_grid.h"
#include "linalg/src/frame/la_redist.h"
#include "linalg/src/frame/la_scale.h"
#include "linalg/src/tiled/la_tiled.h"

static int64_t run_factor(const lai_factoring_t *routines, lai_cyclic_t *a)
{
    return a->tiled ? a->tiled->algorithm->factor(a->tiled) : routines->factor(a);
}

/* Columns may be multiplied without changing the choice of pivots, or any digit. Large ones stay:
 * to divide them could lose what is small. */
static int64_t factor_scaled_columns(const lai_blas_t *blas, const lai_factoring_t *routines,
                                     lai_cyclic_t *a)
{
    lai_band_t band = lai_band_of_products(blas);
    band.most = LAI_NO_MOST;
    lai_scale_columns(blas, a, NULL, band, a->exponents);
    return run_factor(routines, a);
}

/* Multiply my rows of column j from row i on by 2^exponent. */
static void scale_part(const lai_blas_t *blas, const lai_cyclic_t *x, int64_t i, int64_t j,
                       int exponent)
{
    lai_scale_reals(blas, (x->rows - i) * (int64_t)(blas->element / blas->real),
                    (char *)x->at + blas->element * (size_t)(i + j * x->ld), exponent);
}

static void scale_lower(const lai_blas_t *blas, lai_cyclic_t *a, int exponent)
{
    for (int64_t j = 0; exponent && j < a->cols; ++j)
        scale_part(blas, a, lai_cyclic_above(a, j), j, exponent);
}

int64_t lai_factor_apart(const lai_blas_t *blas, const lai_factoring_t *routines, lai_cyclic_t *a,
                         int *exponent)
{
    const double enough = lai_least_of_exponent(lai_least_of_digits(blas));
    double top = 0;
    for (int64_t j = 0; j < a->cols && top < enough; ++j) {
        int64_t i = lai_cyclic_above(a, j);
        const char *column = (const char *)a->at + blas->element * (size_t)(i + j * a->ld);
        top = fmax(top, blas->largest(a->rows - i, column, enough));
    }
    lai_grid_max(&a->grid, 'A', 1, &top);
    frexp(top, exponent);
    *exponent = *exponent < lai_least_of_digits(blas) ? *exponent - *exponent % 2 : 0;
    scale_lower(blas, a, -*exponent);
    return run_factor(routines, a);
}

/* Cholesky factors are the root of what they are of. */
static int64_t factor_scaled_lower(const lai_blas_t *blas, const lai_factoring_t *routines,
                                   lai_cyclic_t *a)
{
    int exponent;
    int64_t info = lai_factor_apart(blas, routines, a, &exponent);
    scale_lower(blas, a, exponent / 2);
    const lai_cyclic_t *b = a->tiled ? a->tiled->begun : NULL;
    for (int64_t j = 0; b && exponent && j < b->cols; ++j)
        scale_part(blas, b, 0, j, -exponent / 2);
    return info;
}

int64_t lai_factor(const lai_blas_t *blas, const lai_factoring_t *routines, lai_cyclic_t *a)
{
    return (a->exponents ? factor_scaled_columns : factor_scaled_lower)(blas, routines, a);
}

/* Cholesky factors keep the size of their matrix, and what they make of a b that is raised to 1 may
 * be too large. */
static lai_band_t band_of_right_sides(const lai_blas_t *blas, const lai_cyclic_t *f)
{
    lai_band_t band = lai_band_of_products(blas);
    if (!f->exponents)
        band.raised = band.least;
    return band;
}

int64_t lai_factor_and_begin(const lai_blas_t *blas, const lai_factoring_t *routines,
                             lai_cyclic_t *a, lai_cyclic_t *b, double *exponents)
{
    if (a->tiled && a->tiled->group->node_count == 1) {
        lai_scale_columns(blas, b, NULL, band_of_right_sides(blas, a), exponents);
        a->tiled->begun = b;
    }
    return lai_factor(blas, routines, a);
}

/* With d = diag(2^exponents), a*d^-1 has factors: a*x = b is (a*d^-1)*(d*x) = b, and a'*x = b is
 * (a*d^-1)'*x = d^-1*b. */
int64_t lai_factor_apply(const lai_blas_t *blas, const lai_factoring_t *routines, char op,
                         const lai_cyclic_t *f, lai_cyclic_t *b, double *exponents)
{
    if (!f->tiled || f->tiled->begun != b)
        lai_scale_columns(blas, b, op == 'N' ? NULL : f->exponents, band_of_right_sides(blas, f),
                          exponents);
    int64_t info = 0;
    if (f->tiled)
        f->tiled->algorithm->solve(f->tiled, op, b);
    else
        info = routines->solve(op, f, b);
    lai_scale_back(blas, b, op == 'N' ? f->exponents : NULL, exponents);
    return info;
}

/* The first infinity or NaN, below or right of a pivot, becomes a pivot itself or spreads to all of
 * its row that is left, as sums of products skip none; and each row has a pivot at last. */
int64_t lai_factor_overflow(const lai_blas_t *blas, const lai_cyclic_t *f)
{
    for (int64_t j = 0; j < f->cols; ++j) {
        const int64_t i = lai_cyclic_diagonal(f, j);
        if (i >= 0 &&
            blas->not_finite(1, (const char *)f->at + blas->element * (size_t)(i + j * f->ld)) == 0)
            return 1;
    }
    return 0;
}

int64_t lai_factor_invert(const lai_blas_t *blas, const lai_factoring_t *routines, lai_cyclic_t *f,
                          const lai_work_t *work)
{
    if (f->tiled && f->tiled->algorithm->order)
        f->tiled->algorithm->order(f->tiled, f);
    int64_t info = routines->invert(f, work);
    if (info == 0)
        lai_scale_back(blas, f, f->exponents, NULL);
    return info;
}
