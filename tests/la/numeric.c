/* Elements that are infinite or not numbers are refused; nothing is written. */
#include <ashlar/la.h>
#include "model/dense.h"
#include "harness/harness.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool same_bits(const dense_t *x, ga_t g)
{
    dense_t now = matrix_read(g);
    bool same = true;
    for (int64_t k = 0; k < x->m * x->n; ++k)
        same &= x->at[k] == now.at[k] || (isnan(creal(x->at[k])) && isnan(creal(now.at[k])));
    dense_free(&now);
    return same;
}

/* A rank that has the element names it; the others say that one did. */
static void check_named(const char *call, int64_t n)
{
    char words[96];
    snprintf(words, sizeof words, "%s: element (%d,%d) of array 'matrix' is not finite", call,
             (int)(n - 1), (int)(n / 2));
    int named = strcmp(ashlar_error_message(), words) == 0;
    CHECK(named || strstr(ashlar_error_message(), "failed on another rank"));
    CHECK_OK(ga_allreduce(GA_GROUP_WORLD, ASHLAR_INT, ASHLAR_SUM, &named, 1));
    CHECK_INT(1, named);
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
    int64_t found = 55;
    w[0] = 55;

    CHECK_STATUS(ASHLAR_ENUMERIC, la_eigen(a, w, z));
    check_named("la_eigen", n);
    CHECK_STATUS(ASHLAR_ENUMERIC, la_eigen(a, w, 0));
    CHECK_STATUS(ASHLAR_ENUMERIC, la_eigen_general(a, b, w, z));
    CHECK_STATUS(ASHLAR_ENUMERIC, la_eigen_general(b, a, w, z));
    check_named("la_eigen_general", n);
    CHECK_STATUS(ASHLAR_ENUMERIC,
                 la_eigen_range(a, (la_range_t){.by = LA_BY_VALUE, .high = 1}, w, z, &found));
    check_named("la_eigen_range", n);
    CHECK_STATUS(ASHLAR_ENUMERIC, la_eigen_general_range(b, a, (la_range_t){0}, w, z, &found));
    check_named("la_eigen_general_range", n);
    CHECK_STATUS(ASHLAR_ENUMERIC, la_cholesky(a));
    CHECK_STATUS(ASHLAR_ENUMERIC, la_cholesky_solve(a, b));
    CHECK_STATUS(ASHLAR_ENUMERIC, la_cholesky_solve(b, a));
    check_named("la_cholesky_solve", n);
    CHECK_STATUS(ASHLAR_ENUMERIC, la_svd(a, w, b, z));
    check_named("la_svd", n);
    CHECK_STATUS(ASHLAR_ENUMERIC, la_least_squares(a, b, z));
    CHECK_STATUS(ASHLAR_ENUMERIC, la_least_squares(b, a, z));
    check_named("la_least_squares", n);
    CHECK(w[0] == 55 && found == 55 && same_bits(&x, a) && same_bits(&y, b) && same_bits(&y, z));

    free(w);
    CHECK_OK(ga_destroy(z));
    CHECK_OK(ga_destroy(b));
    CHECK_OK(ga_destroy(a));
    dense_free(&y);
    dense_free(&x);
}

TEST_CASE(numeric_not_finite, TEST_GA)
{
    static const int64_t orders[] = {1, 2, 30, 140};
    for (ashlar_type type = ASHLAR_FLOAT; type <= ASHLAR_CDOUBLE; ++type)
        for (size_t s = 0; s < sizeof orders / sizeof orders[0]; ++s)
            refuse(type, orders[s], s % 2 ? NAN : -INFINITY);
}
