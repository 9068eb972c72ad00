/* Numbers close to the ends of their type: the right result wherever that is a number, also where
 * something on the way to it would not be, and otherwise the right reason. */
#include <math.h>
#include <string.h>

#include <ashlar/la.h>
#include "model/dense.h"
#include "harness/harness.h"
#include "la/support/judge.h"

/* A subnormal number with room for some digits. */
static double tiny_of(ashlar_type type)
{
    return ldexp(1, type_is_single(type) ? -140 : -1060);
}

/* size times what is listed, column by column. */
static dense_t listed(int64_t m, int64_t n, double size, const double *numbers)
{
    dense_t x = dense_create(m, n);
    for (int64_t k = 0; k < m * n; ++k)
        x.at[k] = size * numbers[k];
    return x;
}

static ga_t matrix_listed(ashlar_type type, int64_t m, int64_t n, double size,
                          const double *numbers)
{
    dense_t x = listed(m, n, size, numbers);
    return matrix_from(type, &x, LAYOUT_REGULAR, GA_GROUP_WORLD);
}

/* The array holds size times the numbers listed, to the digits of its type. Collective: nobody
 * writes it before all have looked. */
static void check_listed(ashlar_type type, ga_t g, double size, const double *numbers)
{
    dense_t x = matrix_read(g);
    double top = 0;
    for (int64_t k = 0; k < x.m * x.n; ++k)
        top = fmax(top, fabs(numbers[k]));
    for (int64_t k = 0; k < x.m * x.n; ++k)
        CHECK_WITHIN(32 * type_epsilon(type) * top, cabs(x.at[k] / size - numbers[k]));
    CHECK_OK(ga_sync());
}

static void write_listed(ga_t g, int64_t m, int64_t n, double size, const double *numbers)
{
    dense_t x = listed(m, n, size, numbers);
    matrix_write(g, &x);
}

/* Each way to solve a*x = b: b and x are size times what is listed. */
static void check_ways(ashlar_type type, const double *numbers, double a_size, const double *right,
                       double b_size, const double *x, double x_size)
{
    ga_t a = matrix_listed(type, 2, 2, a_size, numbers);
    ga_t b = matrix_listed(type, 2, 1, b_size, right);
    la_factor_t lu = 0, cholesky = 0;
    CHECK_OK(la_factor_lu(a, &lu));
    CHECK_OK(la_factor_cholesky(a, &cholesky));
    for (int way = 0; way < 6; ++way) { /* the matrices are symmetric */
        write_listed(b, 2, 1, b_size, right);
        CHECK_OK(way == 0   ? la_solve(a, b)
                 : way == 1 ? la_cholesky_solve(a, b)
                 : way == 2 ? la_factor_solve(cholesky, 'n', b)
                            : la_factor_solve(lu, "ntc"[way - 3], b));
        check_listed(type, b, x_size, x);
    }
    CHECK_OK(la_factor_free(lu));
    CHECK_OK(la_factor_free(cholesky));
    matrices_free();
}

/* Matrices of nothing but subnormal numbers, and right-hand sides whose sums are too large. */
TEST_CASE(range_systems, TEST_GA)
{
    static const double small[4] = {8, 4, 4, 12}, right[2] = {16, 28}, x[2] = {1, 2};
    static const double near[4] = {4, 3, 3, 4}, apart[2] = {0.75, -0.75};
    for (ashlar_type type = ASHLAR_FLOAT; type <= ASHLAR_CDOUBLE; ++type) {
        double tiny = tiny_of(type), most = type_most(type);
        check_ways(type, small, tiny, right, tiny, x, 1);
        check_ways(type, small, tiny, right, 1024 * tiny, x, 1024);
        check_ways(type, near, 1024, apart, most, apart, most / 1024);
    }
}

/* One column is subnormal, and the right-hand side is that column. */
TEST_CASE(range_columns, TEST_GA)
{
    enum { N = 20, PLACE = 3 };
    for (ashlar_type type = ASHLAR_FLOAT; type <= ASHLAR_CDOUBLE; ++type) {
        rng_t rng = rng_seed(type);
        dense_t a = dense_hermitian(&rng, type, N, true), b = dense_create(N, 1);
        for (int64_t i = 0; i < N; ++i)
            b.at[i] = *dense_at(&a, i, PLACE) *= tiny_of(type);
        ga_t ga = matrix_from(type, &a, LAYOUT_IRREGULAR, GA_GROUP_WORLD);
        ga_t gb = matrix_from(type, &b, LAYOUT_REGULAR, GA_GROUP_WORLD);
        CHECK_OK(la_solve(ga, gb));
        dense_t x = matrix_read(gb);
        x.at[PLACE] -= 1;
        for (int64_t i = 0; i < N; ++i)
            CHECK_WITHIN(i == PLACE ? 100 * type_epsilon(type) : 100 * tiny_of(type),
                         cabs(x.at[i]));
        matrices_free();
    }
}

/* The call fails with words, and the array holds what is listed. */
static void refused(ashlar_type type, int status, const char *words, ga_t g, const double *numbers)
{
    check_refused(status, words);
    check_listed(type, g, 1, numbers);
}

/* U is infinite, or the result is. */
TEST_CASE(range_factors, TEST_GA)
{
    static const double grows[4] = {1, 1, -1, 1}, unit[4] = {1, 0, 0, 1};
    for (ashlar_type type = ASHLAR_FLOAT; type <= ASHLAR_CDOUBLE; ++type) {
        double most = type_most(type);
        ga_t a = matrix_listed(type, 2, 2, most * 0.75, grows);
        ga_t b = matrix_listed(type, 2, 2, 1, unit);
        la_factor_t f = 0;
        double log_abs = 0;
        element_t phase = element_from(type, 0);
        refused(type, la_solve(a, b), "la_solve: the factor of array 'matrix' has elements beyond",
                b, unit);
        refused(type, la_inverse(a, b), "la_inverse: the factor of array 'matrix' has", b, unit);
        refused(type, la_factor_lu(a, &f), "la_factor_lu: the factor of array 'matrix' has", b,
                unit);

        write_listed(a, 2, 2, tiny_of(type), unit);
        refused(type, la_inverse(a, b), "la_inverse: the result for array 'matrix' has", b, unit);
        CHECK_STATUS(ASHLAR_ENUMERIC, la_cholesky_solve(a, b));
        CHECK_CONTAINS(ashlar_error_message(), "la_cholesky_solve: the result for array 'matrix'");
        for (int lower = 0; lower <= 1; ++lower) {
            CHECK_OK(lower ? la_factor_cholesky(a, &f) : la_factor_lu(a, &f));
            CHECK_OK(la_factor_log_determinant(f, &phase, &log_abs));
            CHECK_WITHIN(1e-5, fabs(log_abs / (2 * log(tiny_of(type))) - 1));
            CHECK_STATUS(ASHLAR_ENUMERIC, la_factor_inverse(f, b));
            CHECK_OK(la_factor_free(f));
        }
        matrices_free();
    }
}

/* Factors of subnormal matrices have all digits. */
TEST_CASE(range_cholesky, TEST_GA)
{
    static const double numbers[4] = {3, 1, 1, 3};
    const double factor[4] = {sqrt(3), sqrt(1 / 3.), 0, sqrt(8 / 3.)};
    for (ashlar_type type = ASHLAR_FLOAT; type <= ASHLAR_CDOUBLE; ++type) {
        double w[4], tiny = tiny_of(type);
        ga_t a = matrix_listed(type, 2, 2, tiny, numbers);
        ga_t b = matrix_listed(type, 2, 2, tiny, numbers);
        ga_t z = matrix_create(type, 2, 2, LAYOUT_REGULAR, GA_GROUP_WORLD);
        CHECK_OK(la_eigen_general(a, b, w, z));
        dense_t x = matrix_read(z);
        for (int64_t k = 0; k < 2; ++k) {
            CHECK_WITHIN(32 * type_epsilon(type), fabs(real_at(type, w, k) - 1));
            double square = 0; /* z'*b*z */
            for (int64_t i = 0; i < 4; ++i)
                square += creal(conj(*dense_at(&x, i / 2, k)) * numbers[i] * tiny *
                                *dense_at(&x, i % 2, k));
            CHECK_WITHIN(64 * type_epsilon(type), fabs(square - 1));
        }
        CHECK_OK(la_cholesky(a));
        check_listed(type, a, sqrt(tiny), factor);
        matrices_free();
    }
}

/* A generalised problem whose reduction would overflow: for (1, -1) it is 2*x = w*10*x. */
TEST_CASE(range_general, TEST_GA)
{
    static const double a_numbers[4] = {1, -1, -1, 1}, b_numbers[4] = {100, 90, 90, 100};
    for (ashlar_type type = ASHLAR_FLOAT; type <= ASHLAR_CDOUBLE; ++type) {
        double w[4], size = type_most(type) * 0.75;
        ga_t a = matrix_listed(type, 2, 2, size, a_numbers);
        ga_t b = matrix_listed(type, 2, 2, 1, b_numbers);
        CHECK_OK(la_eigen_general(a, b, w, 0));
        CHECK_WITHIN(1e3 * type_epsilon(type), fabs(real_at(type, w, 0) / size));
        CHECK_WITHIN(1e3 * type_epsilon(type), fabs(real_at(type, w, 1) / size - 0.2));
        matrices_free();
    }
}

/* The largest value of a matrix of equal numbers is twice as large. */
TEST_CASE(range_values, TEST_GA)
{
    static const double ones[4] = {1, 1, 1, 1}, unit[4] = {1, 0, 0, 1};
    const la_range_t least = {.by = LA_BY_PLACE, .first = 0, .last = 0};
    const la_range_t all = {.by = LA_BY_VALUE, .low = -INFINITY, .high = INFINITY};
    for (ashlar_type type = ASHLAR_FLOAT; type <= ASHLAR_CDOUBLE; ++type) {
        double most = type_most(type), w[4] = {7}, before = w[0];
        int64_t found = 7;
        ga_t a = matrix_listed(type, 2, 2, most * 0.75, ones);
        ga_t z = matrix_listed(type, 2, 2, 1, unit), u = matrix_listed(type, 2, 2, 1, unit);
        refused(type, la_eigen(a, w, 0), "la_eigen: value 1 of array 'matrix' is beyond", z, unit);
        CHECK_STATUS(ASHLAR_ENUMERIC, la_eigen(a, w, z));
        CHECK_STATUS(ASHLAR_ENUMERIC, la_eigen_range(a, all, w, 0, &found));
        refused(type, la_svd(a, w, 0, 0), "la_svd: value 0 of array 'matrix' is beyond", u, unit);
        CHECK_STATUS(ASHLAR_ENUMERIC, la_svd(a, w, u, z));
        CHECK(w[0] == before && found == 7);
        CHECK_OK(la_eigen_range(a, least, w, 0, &found));
        CHECK_INT(1, found);
        CHECK_WITHIN(8 * type_epsilon(type), fabs(real_at(type, w, 0)) / most);
        matrices_free();
    }
}

static void check_least(ashlar_type type, const dense_t *a, const dense_t *b, const dense_t *x)
{
    ga_t ga = matrix_from(type, a, LAYOUT_REGULAR, GA_GROUP_WORLD);
    ga_t gb = matrix_from(type, b, LAYOUT_IRREGULAR, GA_GROUP_WORLD);
    ga_t gx = matrix_create(type, x->m, x->n, LAYOUT_CHUNKED, GA_GROUP_WORLD);
    CHECK_OK(la_least_squares(ga, gb, gx));
    dense_t found = matrix_read(gx);
    for (int64_t k = 0; k < x->m * x->n; ++k)
        CHECK_WITHIN(50 * type_epsilon(type), cabs(found.at[k] / x->at[k] - 1));
    matrices_free();
}

/* The listed numbers, column by column, times a unit for each row and each column. */
static dense_t in_units(int64_t m, int64_t n, const double *numbers, const double *rows,
                        const double *columns)
{
    dense_t x = listed(m, n, 1, numbers);
    for (int64_t k = 0; k < m * n; ++k)
        x.at[k] *= rows[k % m] * columns[k / m];
    return x;
}

/* Columns of a, or rows of its transpose, and right-hand sides, each of a size of its own: the
 * product of two of these sizes is beyond the type. */
TEST_CASE(range_least_squares, TEST_GA)
{
    static const double tall[6] = {1, 1, 1, 0, 1, 2}, wide[6] = {1, 0, 1, 1, 1, 2};
    static const double right[9] = {3, 5, 7, 3, 5, 7, 3, 5, 7}; /* 3 + 2*i */
    static const double line[6] = {3, 2, 3, 2, 3, 2}, threes[2] = {3, 3};
    static const double ones[3] = {1, 1, 1}, sizes[3] = {1, 1 / 1024., 1024};
    static const double large[3] = {1024, 1024, 1024}, small[2] = {1 / 1024., 1 / 1024.};
    for (ashlar_type type = ASHLAR_FLOAT; type <= ASHLAR_CDOUBLE; ++type) {
        const double size = type_is_single(type) ? 0x1p80 : 0x1p800;
        const double far[2] = {size, 1 / size}, near[2] = {1 / size, size};
        dense_t a = in_units(3, 2, tall, ones, far), b = in_units(3, 3, right, ones, sizes);
        dense_t x = in_units(2, 3, line, near, sizes);
        check_least(type, &a, &b, &x);

        /* Right-hand sides alone, and all of b is larger than what is left of it may be. */
        a = in_units(3, 2, tall, large, ones);
        b = in_units(3, 2, right, ones, far);
        x = in_units(2, 2, line, small, far);
        check_least(type, &a, &b, &x);

        /* The shortest solution of x0 + x1 + x2 = 3 and x1 + 2*x2 = 3 is (1, 1, 1). */
        a = in_units(2, 3, wide, far, ones);
        b = in_units(2, 1, threes, far, ones);
        x = dense_filled(3, 1, 1);
        check_least(type, &a, &b, &x);
    }
}

/* The rest of b has an element beyond the type, but x has not. */
TEST_CASE(range_residual, TEST_GA)
{
    static const double ones[2] = {1, 1}, right[2] = {0.95, -0.75}, mean[1] = {0.1};
    for (ashlar_type type = ASHLAR_FLOAT; type <= ASHLAR_CDOUBLE; ++type) {
        dense_t a = listed(2, 1, 1, ones), b = listed(2, 1, type_most(type), right);
        dense_t x = listed(1, 1, type_most(type), mean);
        check_least(type, &a, &b, &x);
    }
}

/* Imaginary parts on the diagonal of a Hermitian matrix do not count. */
TEST_CASE(range_diagonal, TEST_GA)
{
    for (ashlar_type type = ASHLAR_CFLOAT; type <= ASHLAR_CDOUBLE; ++type) {
        double rcond[2] = {0, 0};
        for (int odd = 0; odd <= 1; ++odd) {
            dense_t a = dense_create(2, 2);
            *dense_at(&a, 0, 0) = CMPLX(4, odd * 1e10);
            *dense_at(&a, 1, 1) = CMPLX(9, odd * -3.0);
            *dense_at(&a, 1, 0) = CMPLX(1, 1);
            *dense_at(&a, 0, 1) = CMPLX(1, -1);
            ga_t g = matrix_from(type, &a, LAYOUT_REGULAR, GA_GROUP_WORLD);
            la_factor_t f = 0;
            CHECK_OK(la_factor_cholesky(g, &f));
            CHECK_OK(la_factor_condition(f, &rcond[odd]));
            CHECK_OK(la_factor_free(f));
            matrices_free();
        }
        CHECK(rcond[0] > 0.2 && rcond[0] == rcond[1]);
    }
}
