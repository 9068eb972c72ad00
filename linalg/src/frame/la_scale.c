/* Scaling by powers of two, which is exact. Not all routines do it themselves, and p?gesvd fails
 * where the sum of a column is infinite. */
#include "linalg/src/frame/la_scale.h"

#include <math.h>

#include "armci-lite/src/al_private.h"
#include "linalg/src/frame/la_grid.h"

enum {
    SAFE = 50,  /* sums of products of elements within 2^-SAFE and 2^SAFE suit any precision */
    STEP = 1000 /* 2^STEP and 2^-STEP are normal numbers */
};

void lai_scale_reals(const lai_blas_t *blas, int64_t n, void *reals, int exponent)
{
    while (exponent != 0) {
        int step = (int)ali_max(-STEP, ali_min(exponent, STEP));
        blas->scale_reals(n, ldexp(1, step), reals);
        exponent -= step;
    }
}

void lai_scale(const lai_blas_t *blas, lai_cyclic_t *x, int exponent)
{
    int64_t parts = (int64_t)(blas->element / blas->real);
    for (int64_t j = 0; exponent != 0 && j < x->cols; ++j)
        lai_scale_reals(blas, x->rows * parts, (char *)x->at + blas->element * (size_t)(j * x->ld),
                        exponent);
}

int lai_scale_down(const lai_blas_t *blas, lai_cyclic_t *x)
{
    double top = 0;
    int exponent;
    for (int64_t j = 0; j < x->cols; ++j)
        top = fmax(
            top, blas->largest(x->rows, (const char *)x->at + blas->element * (size_t)(j * x->ld)));
    lai_grid_max(&x->grid, 'A', 1, &top);
    frexp(top, &exponent);
    if (top == 0 || (exponent >= -SAFE && exponent <= SAFE))
        return 0;
    lai_scale(blas, x, -exponent);
    return exponent;
}
