/* Factors that are kept. */
#include <ashlar/la.h>
#include "model/dense.h"
#include "harness/harness.h"
#include "solutions.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

static dense_t unit(int64_t n)
{
    dense_t x = dense_create(n, n);
    for (int64_t k = 0; k < n; ++k)
        *dense_at(&x, k, k) = 1;
    return x;
}

/* Solve with the factor of a for every op and some right-hand sides. */
static void solve_with(ashlar_type type, la_factor_t f, const dense_t *a, layout_t layout)
{
    static const char ops[] = "ntcNTC";
    rng_t rng = rng_seed((uint64_t)a->n);
    for (int k = 0; k < 6; ++k) {
        dense_t b = dense_random(&rng, type, a->n, k % 3 == 0 ? 1 : 1 + a->n / 3);
        ga_t g =
            matrix_from(type, &b, (layout_t)(((int)layout + k) % LAYOUT_COUNT), GA_GROUP_WORLD);
        CHECK_OK(la_factor_solve(f, ops[k], g));
        dense_t x = matrix_read(g);
        check_solution(type, ops[k % 3], a, &x, &b);
        dense_free(&x);
        CHECK_OK(ga_destroy(g));
        dense_free(&b);
    }
}

static dense_t invert_with(ashlar_type type, la_factor_t f, const dense_t *a, layout_t layout)
{
    dense_t one = unit(a->n);
    ga_t g = matrix_create(type, a->n, a->n, layout, GA_GROUP_WORLD);
    CHECK_OK(la_factor_inverse(f, g));
    dense_t x = matrix_read(g);
    check_solution(type, 'n', a, &x, &one);
    CHECK_OK(ga_destroy(g));
    dense_free(&one);
    return x;
}

static void lu_once(ashlar_type type, int64_t n, layout_t layout)
{
    rng_t rng = rng_seed((uint64_t)n);
    dense_t a = dense_random(&rng, type, n, n);
    *dense_at(&a, 0, 0) += 2;
    ga_t g = matrix_from(type, &a, layout, GA_GROUP_WORLD);
    la_factor_t f = 0;
    REQUIRE_OK(la_factor_lu(g, &f));
    dense_t after = matrix_read(g);
    CHECK(dense_distance(&a, &after) == 0);
    CHECK_OK(ga_destroy(g)); /* the factor does without */
    solve_with(type, f, &a, layout);
    dense_t x = invert_with(type, f, &a, layout);
    solve_with(type, f, &a, layout); /* still */
    CHECK_OK(la_factor_free(f));
    dense_free(&x);
    dense_free(&after);
    dense_free(&a);
}

TEST_CASE(factor_lu_all, TEST_GA)
{
    static const int64_t orders[] = {1, 2, 7, 64, 90};
    for (ashlar_type type = ASHLAR_FLOAT; type <= ASHLAR_CDOUBLE; ++type)
        for (size_t s = 0; s < sizeof orders / sizeof orders[0]; ++s)
            lu_once(type, orders[s], (layout_t)(s % LAYOUT_COUNT));
}

static void cholesky_once(ashlar_type type, int64_t n, layout_t layout)
{
    rng_t rng = rng_seed((uint64_t)n);
    dense_t a = dense_hermitian(&rng, type, n, true);
    ga_t g = matrix_create(type, n, n, layout, GA_GROUP_WORLD);
    matrix_write_lower(g, &a);
    la_factor_t f = 0;
    REQUIRE_OK(la_factor_cholesky(g, &f));
    CHECK(matrix_lower_is(g, &a));
    CHECK_OK(ga_destroy(g));
    solve_with(type, f, &a, layout);
    dense_t x = invert_with(type, f, &a, layout), xt = dense_op('c', &x);
    CHECK(dense_distance(&x, &xt) == 0);
    solve_with(type, f, &a, layout);
    CHECK_OK(la_factor_free(f));
    dense_free(&xt);
    dense_free(&x);
    dense_free(&a);
}

TEST_CASE(factor_cholesky_all, TEST_GA)
{
    static const int64_t orders[] = {1, 2, 7, 64, 90};
    for (ashlar_type type = ASHLAR_FLOAT; type <= ASHLAR_CDOUBLE; ++type)
        for (size_t s = 0; s < sizeof orders / sizeof orders[0]; ++s)
            cholesky_once(type, orders[s], (layout_t)(s % LAYOUT_COUNT));
}

TEST_CASE(factor_not_definite, TEST_GA)
{
    rng_t rng = rng_seed(3);
    dense_t a = dense_hermitian(&rng, ASHLAR_DOUBLE, 60, true);
    *dense_at(&a, 40, 40) = -1;
    ga_t g = matrix_from(ASHLAR_DOUBLE, &a, LAYOUT_IRREGULAR, GA_GROUP_WORLD);
    la_factor_t f = -7;
    CHECK_STATUS(ASHLAR_ENUMERIC, la_factor_cholesky(g, &f));
    CHECK_CONTAINS(ashlar_error_message(), "'matrix' is not positive definite");
    CHECK_CONTAINS(ashlar_error_message(), "leading minor of order 41");
    CHECK_INT(-7, f);
    REQUIRE_OK(la_factor_lu(g, &f)); /* that needs no definite matrix */
    solve_with(ASHLAR_DOUBLE, f, &a, LAYOUT_REGULAR);
    CHECK_OK(la_factor_free(f));
    CHECK_OK(ga_destroy(g));
    dense_free(&a);
}

/* ---- determinants ---------------------------------------------------------------------------- */

static void check_determinant(ashlar_type type, la_factor_t f, dense_value_t phase, double log_abs,
                              double bound)
{
    element_t element;
    double found = 5;
    CHECK_OK(la_factor_log_determinant(f, &element, &found));
    scalar_t value = scalar_load(type, &element);
    CHECK_WITHIN(bound, cabs(CMPLX(value.re, value.im) - phase));
    if (log_abs == -INFINITY)
        CHECK(found == log_abs);
    else
        CHECK_WITHIN(bound * fmax(1, fabs(log_abs)), fabs(found - log_abs));
    if (!type_is_complex(type))
        CHECK(value.re == creal(phase));
}

/* Triangles with few elements beside their diagonals: well conditioned, with known determinants. */
static dense_t triangle(rng_t *rng, ashlar_type type, int64_t n, bool upper)
{
    dense_t x = dense_random(rng, type, n, n);
    for (int64_t j = 0; j < n; ++j)
        for (int64_t i = 0; i < n; ++i) {
            int64_t off = upper ? j - i : i - j;
            *dense_at(&x, i, j) *= off == 0 || off > 2 || off < 0 ? 0 : 0.25;
            if (off == 0)
                *dense_at(&x, i, j) = 1;
        }
    return x;
}

/* p*l*u, with its determinant. */
static dense_t with_determinant(ashlar_type type, int64_t n, double size, dense_value_t *phase,
                                double *log_abs)
{
    rng_t rng = rng_seed((uint64_t)n);
    dense_t l = triangle(&rng, type, n, false), u = triangle(&rng, type, n, true);
    *phase = 1;
    *log_abs = 0;
    for (int64_t i = 0; i < n; ++i) { /* rows of u times sizes and signs, or units */
        dense_value_t unit_i = rng_range(&rng, 0, 1) ? 1 : -1;
        if (type_is_complex(type) && rng_range(&rng, 0, 1))
            unit_i *= CMPLX(0.6, 0.8);
        double size_i = size * (double)rng_range(&rng, 1, 4);
        for (int64_t j = 0; j < n; ++j)
            *dense_at(&u, i, j) *= size_i * unit_i;
        *phase *= unit_i;
        *log_abs += log(size_i);
    }
    dense_t a = dense_product(&l, &u);
    for (int64_t k = 0; k + 1 < n; ++k) { /* swap rows */
        int64_t with = rng_range(&rng, k, n - 1);
        for (int64_t j = 0; j < n; ++j) {
            dense_value_t kept = *dense_at(&a, k, j);
            *dense_at(&a, k, j) = *dense_at(&a, with, j);
            *dense_at(&a, with, j) = kept;
        }
        if (with != k)
            *phase = -*phase;
    }
    dense_free(&u);
    dense_free(&l);
    return a;
}

TEST_CASE(factor_determinant, TEST_GA)
{
    static const int64_t orders[] = {1, 2, 3, 7, 40, 90};
    for (ashlar_type type = ASHLAR_FLOAT; type <= ASHLAR_CDOUBLE; ++type)
        for (size_t s = 0; s < sizeof orders / sizeof orders[0]; ++s) {
            int64_t n = orders[s];
            double bound = 40 * (double)(n + 1) * type_epsilon(type), log_abs;
            /* 1e20 to the 90th is beyond a double, 1e-20 below */
            double size = s % 3 == 0 ? 1 : s % 3 == 1 ? 1e20 : 1e-20;
            dense_value_t phase;
            dense_t a = with_determinant(type, n, size, &phase, &log_abs);
            ga_t g = matrix_from(type, &a, (layout_t)(s % LAYOUT_COUNT), GA_GROUP_WORLD);
            la_factor_t f = 0;
            REQUIRE_OK(la_factor_lu(g, &f));
            check_determinant(type, f, phase, log_abs, bound);
            CHECK_OK(la_factor_free(f));

            dense_t ah = dense_op('c', &a), aah = dense_product(&a, &ah);
            if (size == 1) { /* the determinant of a*a' is the square of a's */
                matrix_write(g, &aah);
                REQUIRE_OK(la_factor_cholesky(g, &f));
                check_determinant(type, f, 1, 2 * log_abs, 400 * bound);
                CHECK_OK(la_factor_free(f));
            }
            dense_free(&aah);
            dense_free(&ah);
            CHECK_OK(ga_destroy(g));
            dense_free(&a);
        }
}

/* Elements at the ends of the range, whose squares and even moduli are beyond it. */
TEST_CASE(factor_determinant_range, TEST_GA)
{
    for (ashlar_type type = ASHLAR_FLOAT; type <= ASHLAR_CDOUBLE; ++type) {
        double most = type_epsilon(type) > 1e-10 ? FLT_MAX : DBL_MAX;
        double least = type_epsilon(type) > 1e-10 ? FLT_MIN : DBL_MIN;
        dense_t a = dense_create(2, 2);
        bool two = type_is_complex(type);
        *dense_at(&a, 0, 0) = two ? CMPLX(most, most) : most;
        *dense_at(&a, 1, 1) = two ? CMPLX(-least, least) : -least;
        ga_t g = matrix_from(type, &a, LAYOUT_REGULAR, GA_GROUP_WORLD);
        la_factor_t f = 0;
        REQUIRE_OK(la_factor_lu(g, &f));
        /* (1+i)(-1+i) = -2 */
        check_determinant(type, f, -1, log(most) + log(least) + (two ? log(2) : 0),
                          8 * DBL_EPSILON * 1000);
        CHECK_OK(la_factor_free(f));
        CHECK_OK(ga_destroy(g));
        dense_free(&a);
    }
}

/* ---- condition ------------------------------------------------------------------------------- */

static double norm_1(const dense_t *x)
{
    double norm = 0;
    for (int64_t j = 0; j < x->n; ++j) {
        double sum = 0;
        for (int64_t i = 0; i < x->m; ++i)
            sum += cabs(*dense_at(x, i, j));
        norm = fmax(norm, sum);
    }
    return norm;
}

/* By elimination of rows and columns with the largest element of a column. */
static dense_t inverse_of(const dense_t *x)
{
    int64_t n = x->n;
    dense_t a = dense_op('n', x), b = unit(n);
    for (int64_t k = 0; k < n; ++k) {
        int64_t p = k;
        for (int64_t i = k; i < n; ++i)
            if (cabs(*dense_at(&a, i, k)) > cabs(*dense_at(&a, p, k)))
                p = i;
        dense_value_t pivot = *dense_at(&a, p, k);
        for (int64_t j = 0; j < n; ++j) {
            dense_value_t in_a = *dense_at(&a, p, j), in_b = *dense_at(&b, p, j);
            *dense_at(&a, p, j) = *dense_at(&a, k, j);
            *dense_at(&b, p, j) = *dense_at(&b, k, j);
            *dense_at(&a, k, j) = in_a / pivot;
            *dense_at(&b, k, j) = in_b / pivot;
        }
        for (int64_t i = 0; i < n; ++i) {
            dense_value_t factor = *dense_at(&a, i, k);
            for (int64_t j = 0; i != k && j < n; ++j) {
                *dense_at(&a, i, j) -= factor * *dense_at(&a, k, j);
                *dense_at(&b, i, j) -= factor * *dense_at(&b, k, j);
            }
        }
    }
    dense_free(&a);
    return b;
}

static double condition_of(ga_t g, bool definite)
{
    la_factor_t f = 0;
    double rcond = -1;
    CHECK_OK(definite ? la_factor_cholesky(g, &f) : la_factor_lu(g, &f));
    CHECK_OK(la_factor_condition(f, &rcond));
    CHECK_OK(la_factor_free(f));
    return rcond;
}

/* An estimate: at most the norm of the inverse, and not much less. */
static void check_condition(const dense_t *a, ga_t g, bool definite, double least)
{
    ga_type type;
    dense_t x = inverse_of(a);
    double exact = 1 / (norm_1(a) * norm_1(&x)), rcond = condition_of(g, definite);
    CHECK_OK(ga_inquire(g, &type, NULL, NULL));
    double slack = 100 * (double)a->n * type_epsilon(type) / fmax(exact, least);
    CHECK(rcond >= exact * (1 - slack));
    CHECK(rcond <= exact * 3 * (1 + slack) && rcond <= 1);
    dense_free(&x);
}

/* Numbers whose squares are beyond the range of a double: the condition is that of numbers near 1.
 */
static void check_scaled(const dense_t *a, ga_t g)
{
    ga_type type;
    CHECK_OK(ga_inquire(g, &type, NULL, NULL));
    double rcond = condition_of(g, false);
    int most = type_epsilon(type) > 1e-10 ? 100 : 900;
    dense_t x = dense_op('n', a);
    for (int sign = -1; sign <= 1; sign += 2) {
        for (int64_t k = 0; k < a->m * a->n; ++k)
            x.at[k] = a->at[k] * ldexp(1, sign * most);
        matrix_write(g, &x);
        CHECK_WITHIN(1e-4 * rcond, fabs(rcond - condition_of(g, false)));
    }
    dense_free(&x);
}

/* The inverse is 1 + 31.75*u*v', u and v orthogonal to the vectors that are tried first. */
static void check_hidden(ashlar_type type)
{
    enum { N = 5 };
    static const double v[N] = {0, 1, -1, 1, -1};
    dense_t a = unit(N);
    for (int i = 0; i < N; ++i)
        for (int j = 0; j < N; ++j)
            *dense_at(&a, i, j) -= 127.0 / 512 * v[i] * v[j];
    ga_t g = matrix_from(type, &a, LAYOUT_REGULAR, GA_GROUP_WORLD);
    check_condition(&a, g, false, 1);
    CHECK_OK(ga_destroy(g));
    dense_free(&a);
}

TEST_CASE(factor_condition, TEST_GA)
{
    static const int64_t orders[] = {1, 2, 5, 40, 70};
    for (ashlar_type type = ASHLAR_FLOAT; type <= ASHLAR_CDOUBLE; ++type)
        for (size_t s = 0; s < sizeof orders / sizeof orders[0]; ++s) {
            int64_t n = orders[s];
            rng_t rng = rng_seed((uint64_t)n + 1);
            dense_t a = dense_random(&rng, type, n, n);
            *dense_at(&a, 0, 0) += 2;
            ga_t g = matrix_from(type, &a, (layout_t)(s % LAYOUT_COUNT), GA_GROUP_WORLD);
            check_condition(&a, g, false, 1e-3);
            check_scaled(&a, g);
            dense_free(&a);
            a = dense_hermitian(&rng, type, n, true);
            matrix_write_lower(g, &a);
            check_condition(&a, g, true, 1e-3);
            /* An arrow: all of its last column is in the last row of the lower triangle */
            for (int64_t j = 0; j < n; ++j)
                for (int64_t i = 0; i < n; ++i) {
                    bool shaft = i == n - 1 || j == n - 1;
                    *dense_at(&a, i, j) = i == j ? 1 : shaft ? 0.875 / sqrt((double)n) : 0;
                }
            matrix_write_lower(g, &a);
            check_condition(&a, g, true, 1);
            /* All but one element of a row far from it: sums of columns, and not of rows, count */
            for (int64_t j = 0; j < n; ++j)
                for (int64_t i = 0; i < n; ++i)
                    *dense_at(&a, i, j) = i == j ? 1 : j == n / 3 ? 3 : 0;
            matrix_write(g, &a);
            check_condition(&a, g, false, 1);
            CHECK_OK(ga_destroy(g));
            dense_free(&a);
            if (s == 0)
                check_hidden(type);
        }
}

/* Nearly singular matrices are found, and say so on process grids as on one rank. */
TEST_CASE(factor_nearly_singular, TEST_GA)
{
    enum { N = 60 };
    for (ashlar_type type = ASHLAR_FLOAT; type <= ASHLAR_CDOUBLE; ++type) {
        double eps = type_epsilon(type), rcond = -1;
        rng_t rng = rng_seed(type);
        dense_t a = dense_random(&rng, type, N, N);
        for (int64_t i = 0; i < N; ++i)
            *dense_at(&a, i, 50) = *dense_at(&a, i, 3);
        *dense_at(&a, 20, 50) += 8 * eps;
        ga_t g = matrix_from(type, &a, LAYOUT_IRREGULAR, GA_GROUP_WORLD);
        la_factor_t f = 0;
        REQUIRE_OK(la_factor_lu(g, &f));
        CHECK_OK(la_factor_condition(f, &rcond));
        CHECK(rcond >= 0 && rcond < N * eps);
        CHECK_OK(la_factor_free(f));

        /* Diagonal from 1 to the least number */
        int least = eps > 1e-10 ? 120 : 1000, twos = 0;
        for (int j = 0; j < N; ++j) {
            for (int i = 0; i < N; ++i)
                *dense_at(&a, i, j) = i == j ? ldexp(1, -(j * least / (N - 1))) : 0;
            twos += j * least / (N - 1);
        }
        matrix_write(g, &a);
        for (int k = 0; k < 2; ++k) {
            REQUIRE_OK(k ? la_factor_cholesky(g, &f) : la_factor_lu(g, &f));
            CHECK_OK(la_factor_condition(f, &rcond));
            CHECK_WITHIN(1e-4 * ldexp(1, -least), fabs(rcond - ldexp(1, -least)));
            check_determinant(type, f, 1, -log(2) * (double)twos, N * eps);
            CHECK_OK(la_factor_free(f));
        }
        CHECK_OK(ga_destroy(g));
        dense_free(&a);
    }
}

/* The factor of a singular matrix has a determinant and a condition, and nothing else. */
TEST_CASE(factor_singular, TEST_GA)
{
    static const int64_t orders[][2] = {{1, 0}, {8, 0}, {60, 33}};
    for (ashlar_type type = ASHLAR_FLOAT; type <= ASHLAR_CDOUBLE; ++type)
        for (size_t s = 0; s < sizeof orders / sizeof orders[0]; ++s) {
            int64_t n = orders[s][0], zero = orders[s][1];
            rng_t rng = rng_seed(s);
            char words[80];
            dense_t a = dense_random(&rng, type, n, n), b = dense_random(&rng, type, n, n);
            for (int64_t i = 0; i < n; ++i)
                *dense_at(&a, i, zero) = 0;
            ga_t ga = matrix_from(type, &a, (layout_t)(s % LAYOUT_COUNT), GA_GROUP_WORLD);
            ga_t gb = matrix_from(type, &b, LAYOUT_IRREGULAR, GA_GROUP_WORLD);
            la_factor_t f = 0;
            double rcond = -1;
            snprintf(words, sizeof words, "'matrix' is singular: element (%d,%d) of U", (int)zero,
                     (int)zero);
            REQUIRE_OK(la_factor_lu(ga, &f));
            CHECK_STATUS(ASHLAR_ENUMERIC, la_factor_solve(f, 'n', gb));
            CHECK_CONTAINS(ashlar_error_message(), words);
            CHECK_STATUS(ASHLAR_ENUMERIC, la_factor_inverse(f, gb));
            CHECK_CONTAINS(ashlar_error_message(), words);
            check_determinant(type, f, 0, -INFINITY, 0);
            CHECK_OK(la_factor_condition(f, &rcond));
            CHECK(rcond == 0);
            dense_t after = matrix_read(gb);
            CHECK(dense_distance(&b, &after) == 0);
            CHECK_OK(la_factor_free(f));
            dense_free(&after);
            CHECK_OK(ga_destroy(gb));
            CHECK_OK(ga_destroy(ga));
            dense_free(&b);
            dense_free(&a);
        }
}

/* ---- lifetime -------------------------------------------------------------------------------- */

/* A factor of 2 on the diagonal, on a group. */
static la_factor_t doubling(ga_group_t group, int64_t n)
{
    dense_t a = unit(n);
    for (int64_t k = 0; k < n; ++k)
        *dense_at(&a, k, k) = 2;
    ga_t g = matrix_from(ASHLAR_DOUBLE, &a, LAYOUT_REGULAR, group);
    la_factor_t f = 0;
    CHECK_OK(n % 2 ? la_factor_cholesky(g, &f) : la_factor_lu(g, &f));
    CHECK_OK(ga_destroy(g));
    dense_free(&a);
    return f;
}

static void check_doubling(la_factor_t f, int64_t n)
{
    double phase = 0, log_abs = 0;
    CHECK_OK(la_factor_log_determinant(f, &phase, &log_abs));
    CHECK(phase == 1);
    CHECK_WITHIN(1e-12, fabs(log_abs - (double)n * log(2)));
}

/* Many at a time, freed in another order; the handles of dead ones name nothing. */
TEST_CASE(factor_handles, TEST_GA)
{
    enum { MANY = 9 };
    la_factor_t f[MANY], first = 0;
    for (int k = 0; k < MANY; ++k) {
        f[k] = doubling(GA_GROUP_WORLD, k + 2);
        CHECK(f[k] > (k ? f[k - 1] : 0));
        int least = -f[k], most = f[k];
        CHECK_OK(ga_allreduce(GA_GROUP_WORLD, ASHLAR_INT, ASHLAR_MIN, &least, 1));
        CHECK_OK(ga_allreduce(GA_GROUP_WORLD, ASHLAR_INT, ASHLAR_MAX, &most, 1));
        CHECK(least == -f[k] && most == f[k]);
    }
    first = f[0];
    for (int k = 0; k < MANY; ++k)
        CHECK_OK(la_factor_free(f[k * 4 % MANY]));
    for (int k = 0; k < MANY; ++k)
        CHECK_STATUS(ASHLAR_EHANDLE, la_factor_free(f[k]));
    CHECK_CONTAINS(ashlar_error_message(), "is not a live factor (it was freed)");
    f[0] = doubling(GA_GROUP_WORLD, 5);
    CHECK(f[0] > f[MANY - 1]);
    check_doubling(f[0], 5);
    CHECK_STATUS(ASHLAR_EHANDLE, la_factor_free(first));
    CHECK_OK(la_factor_free(f[0]));
}

/* Halves of the world have factors of their own, in different numbers, and one with both halves
 * gets a handle that none of them has. */
TEST_CASE(factor_groups, TEST_GA)
{
    int half_number = test_rank() % 2, mine = 1 + 3 * half_number;
    ga_group_t half;
    la_factor_t f[4];
    REQUIRE_OK(ga_group_split(GA_GROUP_WORLD, half_number, -test_rank(), &half));
    for (int k = 0; k < mine; ++k)
        f[k] = doubling(half, 6 + k);
    la_factor_t all = doubling(GA_GROUP_WORLD, 4);
    for (int k = 0; k < mine; ++k) {
        CHECK(all > f[k]);
        check_doubling(f[k], 6 + k);
    }
    int most = all;
    CHECK_OK(ga_allreduce(GA_GROUP_WORLD, ASHLAR_INT, ASHLAR_MAX, &most, 1));
    CHECK_INT(all, most);
    for (int k = 0; k < mine; ++k) {
        CHECK_STATUS(ASHLAR_ESTATE, ga_group_destroy(half));
        CHECK_CONTAINS(ashlar_error_message(), "live arrays or factors");
        CHECK_OK(la_factor_free(f[k]));
    }
    CHECK_OK(ga_group_destroy(half));
    check_doubling(all, 4);
    CHECK_OK(la_factor_free(all));
}

/* What is left when the library stops is freed, with its group; its handle stays dead. */
TEST_CASE(factor_terminate, TEST_BARE)
{
    REQUIRE_OK(ga_initialize(MPI_COMM_WORLD));
    ga_group_t half;
    REQUIRE_OK(ga_group_split(GA_GROUP_WORLD, test_rank() % 2, 0, &half));
    la_factor_t left[3] = {doubling(GA_GROUP_WORLD, 6), doubling(half, 7), doubling(half, 4)};
    CHECK_OK(ga_terminate());
    CHECK_STATUS(ASHLAR_ESTATE, la_factor_free(left[0]));
    REQUIRE_OK(ga_initialize(MPI_COMM_WORLD));
    for (int k = 0; k < 3; ++k)
        CHECK_STATUS(ASHLAR_EHANDLE, la_factor_free(left[k]));
    la_factor_t f = doubling(GA_GROUP_WORLD, 8);
    CHECK(f > left[0] && f > left[1] && f > left[2]);
    check_doubling(f, 8);
    CHECK_OK(la_factor_free(f));
    CHECK_OK(ga_terminate());
}
