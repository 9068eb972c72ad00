/* Systems by factors in single precision and refinement. */
#include <ashlar/la.h>
#include "model/dense.h"
#include "harness/harness.h"
#include "la/support/judge.h"
#include "la/support/spectrum.h"
#include "la/support/systems.h"

#include <float.h>
#include <math.h>

/* Why double precision was needed. */
enum { SINGLE_TYPE = -1, TOO_LARGE = -2, NO_FACTOR = -3, NO_CONVERGENCE = -4 };

static int solve_by(bool lower, ga_t a, ga_t b, int *steps)
{
    return (lower ? la_cholesky_solve_mixed : la_solve_mixed)(a, b, steps);
}

static void solve_drawn(step_t *s)
{
    system_t p = system_draw(s, s->round % 2);
    dense_t b = step_random(s, p.a.n, step_extent(s));
    ga_t ga = system_array(s, &p), gb = step_from(s, &b);
    int steps = 77;
    int status = solve_by(p.lower, ga, gb, &steps);
    if (p.words[0]) {
        check_refused(status, p.words);
        CHECK(matrix_is(gb, &b));
        CHECK_INT(77, steps);
    } else {
        CHECK_OK(status);
        dense_t x = matrix_read(gb);
        check_solution(s->type, 'n', &p.a, &x, &b);
        CHECK(type_is_single(s->type)
                  ? steps == SINGLE_TYPE
                  : steps >= NO_CONVERGENCE && steps <= 30 && steps != SINGLE_TYPE);
    }
    check_unchanged(&p, ga);
}

TEST_CASE(mixed_steps, TEST_GA)
{
    static const step_row_t rows[] = {
        {"la_solve_mixed or la_cholesky_solve_mixed", solve_drawn, 40}};
    RUN_ROWS(rows);
}

/* Normwise, the backward error is at most so many epsilons. */
static void check_error(ashlar_type type, double epsilons, const dense_t *a, const dense_t *x,
                        const dense_t *b)
{
    dense_t ax = dense_product(a, x), at = dense_op('t', a);
    for (int64_t j = 0; j < x->n; ++j) {
        double most = 0, left = 0;
        for (int64_t i = 0; i < a->n; ++i) {
            most = fmax(most, cabs(*dense_at(x, i, j)));
            left = fmax(left, cabs(*dense_at(b, i, j) - *dense_at(&ax, i, j)));
        }
        CHECK_WITHIN(epsilons * type_epsilon(type) * dense_norm_1(&at) * most, left);
    }
}

/* Solve, and return the number of steps. */
static int solved(ashlar_type type, bool lower, const dense_t *a, const dense_t *b, dense_t *x)
{
    int steps = 77, ends[2];
    ga_t ga = matrix_from(type, a, LAYOUT_IRREGULAR, GA_GROUP_WORLD);
    ga_t gb = matrix_from(type, b, LAYOUT_REGULAR, GA_GROUP_WORLD);
    CHECK_OK(solve_by(lower, ga, gb, &steps));
    *x = matrix_read(gb);
    CHECK(matrix_is(ga, a));
    check_error(type, 4 * (double)a->n, a, x, b);
    ends[0] = steps, ends[1] = -steps;
    CHECK_OK(ga_allreduce(GA_GROUP_WORLD, ASHLAR_INT, ASHLAR_MAX, ends, 2));
    CHECK(ends[0] == steps && ends[1] == -steps); /* on all ranks */
    return steps;
}

/* DSGESV would let sqrt(n) roundings be, as some of these have on the way. The product that checks
 * rounds, too. */
TEST_CASE(mixed_no_more_than_double, TEST_GA)
{
    enum { N = 256, MATRICES = 12, ROUNDINGS = 6 };
    for (uint64_t k = 0; k < MATRICES; ++k) {
        rng_t rng = rng_seed(k);
        dense_t a = dense_random(&rng, ASHLAR_DOUBLE, N, N), x;
        dense_t b = dense_random(&rng, ASHLAR_DOUBLE, N, 1);
        CHECK(solved(ASHLAR_DOUBLE, false, &a, &b, &x) >= 0);
        check_error(ASHLAR_DOUBLE, ROUNDINGS / 2.0, &a, &x, &b);
        matrices_free();
    }
}

/* Matrices for which it is known what happens. */
typedef struct known {
    const char *what;
    double size, beside; /* of the diagonal, of the last element of column 0 */
    int least, most;     /* steps */
} known_t;

TEST_CASE(mixed_known, TEST_GA)
{
    static const known_t all[] = {{"exact", 4, 0, 0, 0},
                                  {"largest of single precision", 0x1p126, 0, 0, 0},
                                  {"beyond single precision", 0x1p128, 0, TOO_LARGE, TOO_LARGE},
                                  {"one element beyond", 2, 0x1p200, TOO_LARGE, TOO_LARGE},
                                  {"all is rounded to 0", 0x1p-160, 0, NO_FACTOR, NO_FACTOR},
                                  {"close to the end of double", 0x1p1022, 0, TOO_LARGE, TOO_LARGE},
                                  {"a digit is lost", 1 + 0x1p-40, 0, 1, 2}};
    enum { N = 37 };
    for (ashlar_type type = ASHLAR_DOUBLE; type <= ASHLAR_CDOUBLE; type += 2)
        for (size_t k = 0; k < 2 * sizeof all / sizeof all[0]; ++k) {
            const known_t *p = &all[k / 2];
            const bool lower = k % 2;
            rng_t rng = rng_seed(k);
            dense_t one = dense_identity(N), x, b = dense_random(&rng, type, N, 3);
            dense_t a = dense_times(p->size, &one);
            *dense_at(&a, N - 1, 0) = lower ? 0 : p->beside;
            test_step("%s, %s, %s", type_name(type), p->what, lower ? "Cholesky" : "LU");
            if (lower && p->beside != 0)
                continue;
            const int steps = solved(type, lower, &a, &b, &x);
            CHECK(steps >= p->least && steps <= p->most);
            for (int64_t j = 0; j < 3; ++j) /* row 1 stands alone */
                CHECK_WITHIN(2 * DBL_EPSILON * cabs(*dense_at(&b, 1, j)),
                             cabs(*dense_at(&x, 1, j) * p->size - *dense_at(&b, 1, j)));
            matrices_free();
        }
    test_step("%s", "");
}

/* A matrix of that condition, or Hilbert's. */
static dense_t of_condition(rng_t *rng, ashlar_type type, bool lower, int64_t n, double condition)
{
    double values[64];
    for (int64_t k = 0; k < n; ++k)
        values[k] = pow(condition, -(double)k / (double)(n > 1 ? n - 1 : 1));
    return lower ? dense_hermitian_of(rng, type, values, n)
                 : dense_of_spectrum(rng, type, n, n, values);
}

/* The worse the condition, the more steps, until they do not converge. */
TEST_CASE(mixed_conditions, TEST_GA)
{
    static const struct {
        double condition;
        int least, most;
    } all[] = {{10, 1, 3}, {1e4, 2, 6}, {1e6, 2, 20}, {1e12, NO_CONVERGENCE, NO_FACTOR}};
    enum { N = 50 };
    for (ashlar_type type = ASHLAR_DOUBLE; type <= ASHLAR_CDOUBLE; type += 2)
        for (int k = 0; k < 8; ++k) {
            const bool lower = k % 2;
            rng_t rng = rng_seed((uint64_t)k);
            dense_t x, again, a = of_condition(&rng, type, lower, N, all[k / 2].condition);
            dense_t kept = dense_kept(type, &a), b = dense_random(&rng, type, N, 40);
            test_step("%s, condition %g", type_name(type), all[k / 2].condition);
            const int steps = solved(type, lower, &kept, &b, &x);
            CHECK(steps >= all[k / 2].least && steps <= all[k / 2].most);
            CHECK_INT(steps, solved(type, lower, &kept, &b, &again));
            CHECK(dense_distance(&x, &again) == 0); /* the same bits */
            matrices_free();
        }
    test_step("%s", "");
}

static dense_t hilbert(int64_t n)
{
    dense_t a = dense_create(n, n);
    for (int64_t k = 0; k < n * n; ++k)
        a.at[k] = 1 / (double)(k % n + k / n + 1);
    return a;
}

TEST_CASE(mixed_hilbert, TEST_GA)
{
    static const int64_t orders[] = {1, 2, 3, 4, 12};
    for (size_t k = 0; k < 2 * sizeof orders / sizeof orders[0]; ++k) {
        const int64_t n = orders[k / 2];
        dense_t x, a = hilbert(n), b = dense_filled(n, 2, 1);
        const int steps = solved(ASHLAR_DOUBLE, k % 2, &a, &b, &x);
        CHECK(n < 12 ? steps >= 0 && steps <= 8 : steps == NO_FACTOR || steps == NO_CONVERGENCE);
        matrices_free();
    }
}

/* Singular as the types have it; or only in single precision. */
TEST_CASE(mixed_singular, TEST_GA)
{
    for (ashlar_type type = ASHLAR_DOUBLE; type <= ASHLAR_CDOUBLE; type += 2) {
        int steps = 77;
        dense_t a = dense_filled(2, 2, 1), b = dense_filled(2, 1, 1), x;
        ga_t ga = matrix_from(type, &a, LAYOUT_REGULAR, GA_GROUP_WORLD);
        ga_t gb = matrix_from(type, &b, LAYOUT_REGULAR, GA_GROUP_WORLD);
        check_refused(la_solve_mixed(ga, gb, &steps),
                      "la_solve_mixed: array 'matrix' is singular: element (1,1) of U is exactly");
        check_refused(la_cholesky_solve_mixed(ga, gb, &steps),
                      "la_cholesky_solve_mixed: array 'matrix' is not positive definite: its "
                      "leading minor of order 2");
        CHECK(matrix_is(gb, &b) && steps == 77);
        *dense_at(&a, 1, 1) = 1 + 0x1p-40;
        *dense_at(&b, 1, 0) = 1 + 0x1p-40;
        CHECK_INT(NO_FACTOR, solved(type, false, &a, &b, &x));
        CHECK(x.at[0] == 0 && x.at[1] == 1);
        CHECK_INT(NO_FACTOR, solved(type, true, &a, &b, &x));
        CHECK(x.at[0] == 0 && x.at[1] == 1);
        matrices_free();
    }
}

/* Powers of two change no digit: right-hand sides may be of any size. One of zeros has a solution.
 * BLAS may add up in another order for another column. */
TEST_CASE(mixed_right_sides, TEST_GA)
{
    static const int powers[] = {0, 1000, -900, 127, -149};
    enum { N = 45, COUNT = 6 };
    for (ashlar_type type = ASHLAR_DOUBLE; type <= ASHLAR_CDOUBLE; type += 2)
        for (int lower = 0; lower <= 1; ++lower) {
            rng_t rng = rng_seed(9);
            dense_t a = lower ? dense_hermitian(&rng, type, N, true)
                              : of_condition(&rng, type, false, N, 100);
            dense_t kept = dense_kept(type, &a), b = dense_create(N, COUNT), x, plain;
            dense_t column = dense_random(&rng, type, N, 1);
            for (int64_t k = 0; k < N * (COUNT - 1); ++k)
                b.at[k] = column.at[k % N];
            CHECK(solved(type, lower, &kept, &b, &plain) >= 1);
            for (int64_t k = 0; k < N * (COUNT - 1); ++k)
                b.at[k] *= ldexp(1, powers[k / N]);
            const int steps = solved(type, lower, &kept, &b, &x);
            CHECK(steps >= 1 && steps <= 4);
            for (int64_t k = 0; k < N * COUNT; ++k)
                CHECK(k / N == COUNT - 1 ? x.at[k] == 0
                                         : x.at[k] == plain.at[k] * ldexp(1, powers[k / N]));
            matrices_free();
        }
}
