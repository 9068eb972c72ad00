/* Cholesky factors and solutions. */
#include <ashlar/la.h>
#include "model/dense.h"
#include "harness/harness.h"

static void factor_once(ashlar_type type, int64_t n, layout_t layout)
{
    rng_t rng = rng_seed((uint64_t)n);
    dense_t a = dense_hermitian(&rng, type, n, true);
    ga_t g = matrix_create(type, n, n, layout, GA_GROUP_WORLD);
    matrix_write_lower(g, &a);
    CHECK_OK(la_cholesky(g));
    dense_t l = matrix_read(g), lt = dense_op('c', &l), llt = dense_product(&l, &lt);
    CHECK_WITHIN(20 * (double)(n * n) * type_epsilon(type), dense_distance(&a, &llt));
    for (int64_t j = 0; j < n; ++j) {
        CHECK(creal(*dense_at(&l, j, j)) > 0 && cimag(*dense_at(&l, j, j)) == 0);
        for (int64_t i = 0; i < j; ++i)
            CHECK(*dense_at(&l, i, j) == 0);
    }
    dense_t *all[] = {&a, &l, &lt, &llt};
    for (size_t x = 0; x < sizeof all / sizeof all[0]; ++x)
        dense_free(all[x]);
    CHECK_OK(ga_destroy(g));
}

TEST_CASE(cholesky_all, TEST_GA)
{
    static const int64_t orders[] = {1, 2, 7, 64, 130, 150};
    for (ashlar_type type = ASHLAR_FLOAT; type <= ASHLAR_CDOUBLE; ++type)
        for (size_t s = 0; s < sizeof orders / sizeof orders[0]; ++s)
            factor_once(type, orders[s], (layout_t)(s % LAYOUT_COUNT));
}

TEST_CASE(cholesky_not_definite, TEST_GA)
{
    static const int64_t orders[] = {9, 140};
    rng_t rng = rng_seed(3);
    for (ashlar_type type = ASHLAR_FLOAT; type <= ASHLAR_CDOUBLE; ++type) {
        for (size_t s = 0; s < sizeof orders / sizeof orders[0]; ++s) {
            dense_t a = dense_hermitian(&rng, type, orders[s], true);
            *dense_at(&a, 6, 6) = -1;
            ga_t g = matrix_from(type, &a, LAYOUT_REGULAR, GA_GROUP_WORLD);
            CHECK_STATUS(ASHLAR_ENUMERIC, la_cholesky(g));
            CHECK_CONTAINS(ashlar_error_message(), "'matrix'");
            CHECK_CONTAINS(ashlar_error_message(), "leading minor of order 7");
            dense_t after = matrix_read(g);
            CHECK(dense_distance(&a, &after) == 0);
            dense_free(&after);
            CHECK_OK(ga_destroy(g));
            dense_free(&a);
        }
    }
}

static void solve_once(ashlar_type type, int64_t n, int64_t nrhs, layout_t layout)
{
    rng_t rng = rng_seed((uint64_t)(n + nrhs));
    dense_t a = dense_hermitian(&rng, type, n, true), b = dense_random(&rng, type, n, nrhs);
    ga_t ga = matrix_create(type, n, n, layout, GA_GROUP_WORLD);
    ga_t gb = matrix_from(type, &b, (layout_t)((layout + 1) % LAYOUT_COUNT), GA_GROUP_WORLD);
    matrix_write_lower(ga, &a);
    CHECK_OK(la_cholesky_solve(ga, gb));
    CHECK(matrix_lower_is(ga, &a));
    dense_t x = matrix_read(gb), ax = dense_product(&a, &x);
    CHECK_WITHIN(20 * (double)(n + 1) * type_epsilon(type), dense_distance(&b, &ax));
    dense_t *all[] = {&a, &b, &x, &ax};
    for (size_t k = 0; k < sizeof all / sizeof all[0]; ++k)
        dense_free(all[k]);
    CHECK_OK(ga_destroy(gb));
    CHECK_OK(ga_destroy(ga));
}

TEST_CASE(cholesky_solve_all, TEST_GA)
{
    static const int64_t shapes[][2] = {{1, 1}, {5, 1}, {7, 20}, {130, 3}, {64, 1}, {150, 90}};
    for (ashlar_type type = ASHLAR_FLOAT; type <= ASHLAR_CDOUBLE; ++type)
        for (size_t s = 0; s < sizeof shapes / sizeof shapes[0]; ++s)
            solve_once(type, shapes[s][0], shapes[s][1], (layout_t)(s % LAYOUT_COUNT));
}

TEST_CASE(cholesky_solve_not_definite, TEST_GA)
{
    static const int64_t orders[] = {9, 140};
    rng_t rng = rng_seed(4);
    for (size_t s = 0; s < sizeof orders / sizeof orders[0]; ++s) {
        int64_t n = orders[s];
        dense_t a = dense_create(n, n), b = dense_random(&rng, ASHLAR_DOUBLE, n, 4);
        ga_t ga = matrix_from(ASHLAR_DOUBLE, &a, LAYOUT_REGULAR, GA_GROUP_WORLD);
        ga_t gb = matrix_from(ASHLAR_DOUBLE, &b, LAYOUT_REGULAR, GA_GROUP_WORLD);
        CHECK_STATUS(ASHLAR_ENUMERIC, la_cholesky_solve(ga, gb));
        CHECK_CONTAINS(ashlar_error_message(), "leading minor of order 1");
        dense_t after = matrix_read(gb);
        CHECK(dense_distance(&b, &after) == 0);
        dense_free(&after);
        CHECK_OK(ga_destroy(gb));
        CHECK_OK(ga_destroy(ga));
        dense_free(&b);
        dense_free(&a);
    }
}
