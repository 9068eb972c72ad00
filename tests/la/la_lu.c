/* Systems and inverses by LU factors. */
#include <ashlar/la.h>
#include "model/dense.h"
#include "harness/harness.h"
#include "solutions.h"

#include <float.h>
#include <math.h>
#include <string.h>

static void solve_matrix(ashlar_type type, const dense_t *a, int64_t nrhs, layout_t layout)
{
    rng_t rng = rng_seed((uint64_t)(a->n + nrhs));
    dense_t b = dense_random(&rng, type, a->n, nrhs);
    ga_t ga = matrix_from(type, a, layout, GA_GROUP_WORLD);
    ga_t gb = matrix_from(type, &b, (layout_t)((layout + 1) % LAYOUT_COUNT), GA_GROUP_WORLD);
    CHECK_OK(la_solve(ga, gb));
    dense_t after = matrix_read(ga), x = matrix_read(gb);
    CHECK(dense_distance(a, &after) == 0);
    check_solution(type, 'n', a, &x, &b);
    dense_free(&x);
    dense_free(&after);
    CHECK_OK(ga_destroy(gb));
    CHECK_OK(ga_destroy(ga));
    dense_free(&b);
}

TEST_CASE(solve_all, TEST_GA)
{
    static const int64_t shapes[][2] = {{1, 1}, {2, 3}, {7, 20}, {64, 1}, {130, 3}, {100, 90}};
    for (ashlar_type type = ASHLAR_FLOAT; type <= ASHLAR_CDOUBLE; ++type)
        for (size_t s = 0; s < sizeof shapes / sizeof shapes[0]; ++s) {
            rng_t rng = rng_seed(s);
            dense_t a = dense_random(&rng, type, shapes[s][0], shapes[s][0]);
            *dense_at(&a, 0, 0) += 2; /* of order 1 and 2 not singular */
            solve_matrix(type, &a, shapes[s][1], (layout_t)(s % LAYOUT_COUNT));
            dense_free(&a);
        }
}

/* Columns over many orders of magnitude; one that is almost another; no large diagonal. */
TEST_CASE(solve_hard, TEST_GA)
{
    enum { N = 70 };
    for (ashlar_type type = ASHLAR_FLOAT; type <= ASHLAR_CDOUBLE; ++type) {
        int most = type_epsilon(type) > 1e-10 ? 50 : 400;
        rng_t rng = rng_seed(type);
        dense_t graded = dense_random(&rng, type, N, N), near = dense_random(&rng, type, N, N);
        dense_t zeros = dense_random(&rng, type, N, N);
        for (int64_t j = 0; j < N; ++j) {
            for (int64_t i = 0; i < N; ++i)
                *dense_at(&graded, i, j) *= ldexp(1, (int)(j * 2 * most / N) - most);
            *dense_at(&near, j, N - 1) = *dense_at(&near, j, 3);
            *dense_at(&zeros, j, j) = 0;
        }
        *dense_at(&near, N / 2, N - 1) += 64 * type_epsilon(type);
        solve_matrix(type, &graded, 2, LAYOUT_REGULAR);
        solve_matrix(type, &near, 2, LAYOUT_IRREGULAR);
        solve_matrix(type, &zeros, 2, LAYOUT_CHUNKED);
        dense_free(&zeros);
        dense_free(&near);
        dense_free(&graded);
    }
}

/* The call fails with words, and the array holds x as before. */
static void refused(int status, ga_t g, const dense_t *x, const char *words)
{
    CHECK_INT(ASHLAR_ENUMERIC, status);
    CHECK_CONTAINS(ashlar_error_message(), words);
    dense_t after = matrix_read(g);
    CHECK(dense_distance(x, &after) == 0);
    dense_free(&after);
}

static void singular_once(ashlar_type type, const dense_t *a, int64_t zero, layout_t layout)
{
    rng_t rng = rng_seed(8);
    char words[120];
    dense_t b = dense_random(&rng, type, a->n, a->n);
    ga_t ga = matrix_from(type, a, layout, GA_GROUP_WORLD);
    ga_t gb = matrix_from(type, &b, (layout_t)((layout + 1) % LAYOUT_COUNT), GA_GROUP_WORLD);
    snprintf(words, sizeof words,
             "la_solve: array 'matrix' is singular: element (%d,%d) of U is exactly zero",
             (int)zero, (int)zero);
    refused(la_solve(ga, gb), gb, &b, words);
    refused(la_inverse(ga, gb), gb, &b, "la_inverse: array 'matrix' is singular");
    refused(la_inverse(ga, ga), ga, a, "is singular");
    CHECK_OK(ga_destroy(gb));
    CHECK_OK(ga_destroy(ga));
    dense_free(&b);
}

/* A column of zeros, a row of zeros, and nothing but zeros. */
TEST_CASE(solve_singular, TEST_GA)
{
    static const int64_t orders[][2] = {{1, 0}, {9, 4}, {70, 69}, {70, 20}};
    for (ashlar_type type = ASHLAR_FLOAT; type <= ASHLAR_CDOUBLE; ++type)
        for (size_t s = 0; s < sizeof orders / sizeof orders[0]; ++s) {
            int64_t n = orders[s][0], k = orders[s][1];
            rng_t rng = rng_seed(s);
            dense_t column = dense_random(&rng, type, n, n), row = dense_random(&rng, type, n, n);
            dense_t none = dense_create(n, n);
            for (int64_t i = 0; i < n; ++i)
                *dense_at(&column, i, k) = *dense_at(&row, k, i) = 0;
            singular_once(type, &column, k, (layout_t)(s % LAYOUT_COUNT));
            singular_once(type, &row, n - 1, (layout_t)((s + 1) % LAYOUT_COUNT));
            singular_once(type, &none, 0, LAYOUT_REGULAR);
            dense_free(&none);
            dense_free(&row);
            dense_free(&column);
        }
}

/* Factors, solutions and inverses beyond the range of the type. */
TEST_CASE(solve_range, TEST_GA)
{
    for (ashlar_type type = ASHLAR_FLOAT; type <= ASHLAR_CDOUBLE; ++type) {
        double most = type_epsilon(type) > 1e-10 ? FLT_MAX : DBL_MAX, c = most * 0.75;
        rng_t rng = rng_seed(2);
        dense_t a = dense_create(2, 2), b = dense_random(&rng, type, 2, 2);
        *dense_at(&a, 0, 0) = *dense_at(&a, 1, 0) = *dense_at(&a, 1, 1) = c;
        *dense_at(&a, 0, 1) = -c;
        ga_t ga = matrix_from(type, &a, LAYOUT_REGULAR, GA_GROUP_WORLD);
        ga_t gb = matrix_from(type, &b, LAYOUT_IRREGULAR, GA_GROUP_WORLD);
        la_factor_t f = -7;
        CHECK_STATUS(ASHLAR_ENUMERIC, la_factor_lu(ga, &f));
        CHECK_CONTAINS(ashlar_error_message(), "'matrix' has elements beyond the range");
        CHECK_INT(-7, f);

        for (int k = 0; k < 4; ++k) /* b is of the size of 1, the inverse of 1/(8*min) */
            a.at[k] = k == 0 || k == 3 ? ldexp(1 / most, -1) : 0;
        matrix_write(ga, &a);
        int status = la_inverse(ga, gb);
        CHECK(status == ASHLAR_ENUMERIC);
        dense_t after = matrix_read(gb);
        CHECK(dense_distance(&b, &after) == 0);
        dense_free(&after);
        CHECK_OK(ga_destroy(gb));
        CHECK_OK(ga_destroy(ga));
        dense_free(&b);
        dense_free(&a);
    }
}

static void inverse_once(ashlar_type type, int64_t n, layout_t layout)
{
    rng_t rng = rng_seed((uint64_t)n);
    dense_t a = dense_random(&rng, type, n, n), one = dense_create(n, n);
    *dense_at(&a, 0, 0) += 2;
    for (int64_t k = 0; k < n; ++k)
        *dense_at(&one, k, k) = 1;
    ga_t ga = matrix_from(type, &a, layout, GA_GROUP_WORLD);
    ga_t gi = matrix_from(type, &one, (layout_t)((layout + 1) % LAYOUT_COUNT), GA_GROUP_WORLD);
    CHECK_OK(la_inverse(ga, gi));
    dense_t after = matrix_read(ga), x = matrix_read(gi);
    CHECK(dense_distance(&a, &after) == 0);
    check_solution(type, 'n', &a, &x, &one);
    CHECK_OK(la_inverse(ga, ga)); /* in place */
    dense_t again = matrix_read(ga);
    check_solution(type, 'n', &a, &again, &one);
    dense_t *all[] = {&a, &one, &after, &x, &again};
    for (size_t k = 0; k < sizeof all / sizeof all[0]; ++k)
        dense_free(all[k]);
    CHECK_OK(ga_destroy(gi));
    CHECK_OK(ga_destroy(ga));
}

TEST_CASE(inverse_all, TEST_GA)
{
    static const int64_t orders[] = {1, 2, 7, 64, 100};
    for (ashlar_type type = ASHLAR_FLOAT; type <= ASHLAR_CDOUBLE; ++type)
        for (size_t s = 0; s < sizeof orders / sizeof orders[0]; ++s)
            inverse_once(type, orders[s], (layout_t)(s % LAYOUT_COUNT));
}
