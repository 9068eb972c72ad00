/* The kernels of updates of Cholesky factors by element type. */
#include "linalg/src/blas/la_update_kernels.h"

#include <math.h>

#include "armci-lite/src/al_private.h"

/* Sums of squares of doubles in this range are neither too large nor have lost digits. */
static bool squares_are_safe(double sum)
{
    return sum > 1e-270 && sum < 1e300;
}

/* The root of the sum of the squares of n numbers of any size. */
static double safe_norm(int64_t n, double top, double (*at)(const void *x, int64_t k),
                        const void *x)
{
    int exponent;
    double sum = 0;
    if (top == 0 || !(top < INFINITY))
        return top;
    frexp(top, &exponent);
    for (int64_t k = 0; k < n; ++k) {
        double part = ldexp(at(x, k), -exponent);
        sum += part * part;
    }
    return ldexp(sqrt(sum), exponent);
}

#define LA_TEMPLATE "linalg/src/blas/la_update_kernels.inc"
#include "linalg/src/blas/la_each_type.h"

const lai_update_kernels_t *lai_update_kernels(ashlar_type type)
{
    static const lai_update_kernels_t *const table[ASHLAR_TYPE_COUNT] = LA_BY_TYPE(update);
    return table[type];
}
