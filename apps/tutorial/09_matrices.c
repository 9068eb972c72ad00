/* Products of matrices and eigenvectors: Hueckel's chain of N atoms, whose answer is known. */
#include <math.h>

#include <ashlar/la.h>

#include "tutorial.h"

enum { N = 40 };

int main(int argc, char **argv)
{
    ga_t h, z, left, diagonal;
    double w[N];
    start(&argc, &argv);
    check(ga_create(ASHLAR_DOUBLE, N, N, "h", 0, 0, &h));
    check(ga_create_like(h, ASHLAR_DOUBLE, "z", &z));
    check(ga_create_like(h, ASHLAR_DOUBLE, "left", &left));
    const int64_t length[] = {N};
    check(ga_create_nd(ASHLAR_DOUBLE, 1, length, "diagonal", NULL, GA_GROUP_WORLD, &diagonal));

    /* -1 between neighbours; single elements, by one rank. */
    const double one = 1, minus = -1, zero = 0;
    check(ga_zero(h));
    for (int64_t i = 0; ga_rank() == 0 && i + 1 < N; ++i) {
        check(ga_put(h, i, i, i + 1, i + 1, &minus, 1));
        check(ga_put(h, i + 1, i + 1, i, i, &minus, 1));
    }

    /* h*z = z*diag(w): collective, so it begins with a sync and sees what rank 0 has put. */
    check(la_eigen(h, w, z));
    double error = 0;
    for (int k = 0; k < N; ++k)
        error = fmax(error, fabs(w[k] + 2 * cos(acos(-1) * (k + 1) / (N + 1))));

    /* The remainder of h*z - z*diag(w). */
    double residual;
    const int64_t lo[] = {0}, hi[] = {N - 1};
    if (ga_rank() == 0)
        check(ga_put_nd(diagonal, lo, hi, w, NULL));
    check(ga_copy(z, left));
    check(ga_scale_columns(left, diagonal));
    check(la_gemm('n', 'n', &one, h, z, &minus, left));
    check(ga_norm(left, GA_ENTRY_NORM_2, &residual));

    /* The eigenvectors are orthonormal: the product with the transpose is the identity. */
    double trace, size;
    check(la_gemm('t', 'n', &one, z, z, &zero, left));
    check(ga_get_diagonal(left, diagonal));
    check(ga_sum(diagonal, &trace));
    check(ga_dot(left, left, &size));
    if (ga_rank() == 0)
        printf("lowest eigenvalue %.6f, trace %.6f\n", w[0], trace);
    check(ga_destroy(h));
    check(ga_destroy(z));
    check(ga_destroy(left));
    check(ga_destroy(diagonal));
    return stop(error < 1e-12 && residual < 1e-12 && fabs(trace - N) < 1e-11 &&
                fabs(size - N) < 1e-11);
}
