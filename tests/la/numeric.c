/* Elements that are infinite or not numbers are refused; nothing is written. */
#include "cases.h"

#include <math.h>
#include <stdlib.h>

static bool same_bits(const dense_t *x, ga_t g)
{
    dense_t now = matrix_read(g);
    bool same = true;
    for (int64_t k = 0; k < x->m * x->n; k++) {
        same &= x->at[k] == now.at[k] || (isnan(creal(x->at[k])) && isnan(creal(now.at[k])));
    }
    dense_free(&now);
    return same;
}

/* bad in the lower triangle of the matrix; good beside it. */
static void refuse(ashlar_type type, int64_t n, double bad)
{
    rng_t rng = rng_seed((uint64_t)n);
    dense_t x = dense_hermitian(&rng, type, n, true), y = dense_hermitian(&rng, type, n, true);
    *dense_at(&x, n - 1, n / 2) = bad;
    ga_t a = matrix_from(type, &x, LAYOUT_REGULAR, GA_GROUP_WORLD);
    ga_t b = matrix_from(type, &y, LAYOUT_IRREGULAR, GA_GROUP_WORLD);
    ga_t z = matrix_from(type, &y, LAYOUT_CHUNKED, GA_GROUP_WORLD);
    double *w = test_alloc((size_t)n * 16);
    w[0] = 55;

    CHECK_STATUS(ASHLAR_ENUMERIC, la_eigen(a, w, z));
    CHECK_CONTAINS(ashlar_error_message(), "la_eigen: ");
    CHECK_STATUS(ASHLAR_ENUMERIC, la_eigen(a, w, 0));
    CHECK_STATUS(ASHLAR_ENUMERIC, la_eigen_general(a, b, w, z));
    CHECK_STATUS(ASHLAR_ENUMERIC, la_eigen_general(b, a, w, z));
    CHECK_STATUS(ASHLAR_ENUMERIC, la_cholesky(a));
    CHECK_STATUS(ASHLAR_ENUMERIC, la_cholesky_solve(a, b));
    CHECK_STATUS(ASHLAR_ENUMERIC, la_cholesky_solve(b, a));
    CHECK(w[0] == 55 && same_bits(&x, a) && same_bits(&y, b) && same_bits(&y, z));

    free(w);
    CHECK_OK(ga_destroy(z));
    CHECK_OK(ga_destroy(b));
    CHECK_OK(ga_destroy(a));
    dense_free(&y);
    dense_free(&x);
}

void numeric_not_finite(void)
{
    static const int64_t orders[] = {1, 2, 30, 140};
    for (ashlar_type type = ASHLAR_FLOAT; type <= ASHLAR_CDOUBLE; type++) {
        for (size_t s = 0; s < sizeof orders / sizeof orders[0]; s++) {
            refuse(type, orders[s], s % 2 ? NAN : -INFINITY);
        }
    }
}
