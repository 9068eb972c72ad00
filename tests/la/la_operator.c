/* Eigenpairs of operators: random matrices, what is given besides, and operators that fail. */
#include <ashlar/la.h>
#include "model/dense.h"
#include "harness/harness.h"
#include "la/support/judge.h"
#include "la/support/spectrum.h"
#include "la/support/steps.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MARK = 5, ORDER_MOST = 160 };

/* An array as an operator; on call number `fails`, from 1 on, rank `rank` returns `status`. */
typedef struct applied {
    ga_t a;
    int calls, fails, rank, status;
} applied_t;

static int apply_dense(void *context, ga_t x, ga_t y)
{
    applied_t *of = context;
    ga_type type;
    ga_inquire(x, &type, NULL, NULL);
    const element_t one = element_from(type, 1), zero = element_from(type, 0);
    const int status = la_gemm('n', 'n', &one, of->a, x, &zero, y);
    if (++of->calls == of->fails && test_rank() == of->rank)
        return of->status;
    return status;
}

/* The eigenpairs of a matrix that a call should find. */
typedef struct expected {
    const dense_t *a;
    const double *d; /* all eigenvalues, ascending */
    double size;
    la_operator_options_t options;
} expected_t;

static double tolerance_of(ashlar_type type, const expected_t *e)
{
    return e->options.tolerance > 0 ? e->options.tolerance : type_is_single(type) ? 1e-4 : 1e-8;
}

/* Residuals are what they are said to be, and small; an eigenvalue is as near as that. */
static void check_pairs(ashlar_type type, const expected_t *e, const void *w,
                        const double *residuals, const dense_t *z)
{
    const int64_t n = z->m, k = z->n;
    const double size = e->size > 0 ? e->size : 1; /* of residuals whose squares are no numbers */
    const double unit = type_epsilon(type), noise = 40 * (double)(n + 1) * unit * e->size;
    dense_t az = dense_product(e->a, z), zc = dense_op('c', z), zz = dense_product(&zc, z);
    CHECK_WITHIN(40 * pow(unit, 2. / 3), dense_distance_to_identity(&zz));
    for (int64_t j = 0; j < k; ++j) {
        const double value = real_at(type, w, j);
        double square = 0;
        for (int64_t i = 0; i < n; ++i)
            square += pow(cabs(*dense_at(&az, i, j) - value * *dense_at(z, i, j)) / size, 2);
        CHECK_WITHIN(noise, fabs(size * sqrt(square) - residuals[j]));
        CHECK_WITHIN(tolerance_of(type, e) * fabs(value) + noise, residuals[j]);
        CHECK_WITHIN(residuals[j] + noise, fabs(value - e->d[e->options.largest ? n - 1 - j : j]));
    }
}

/* Evenly spread, three values, all 1, all 0. */
static double eigenvalue(int kind, int64_t k, int64_t n)
{
    static const double alike[] = {1, 0};
    return kind == 0   ? (double)(2 * k - n) / (double)n
           : kind == 1 ? (double)(k * 3 / n - 1)
                       : alike[kind % 2];
}

/* Numbers far from 1, whose squares are beyond the range of the type. */
static double far_factor(step_t *s)
{
    static const int exponents[2][2] = {{900, -900}, {90, -70}};
    return step_once_in(s, 4) ? ldexp(1, exponents[type_is_single(s->type)][s->round / 4 % 2]) : 1;
}

static void solve(step_t *s)
{
    double d[ORDER_MOST], residuals[ORDER_MOST], w[ORDER_MOST];
    const int64_t n = step_extent(s);
    const int64_t k =
        step_once_in(s, 4) ? rng_range(&s->rng, 1, n) : 1 + n / rng_range(&s->rng, 6, 9);
    const double factor = far_factor(s);
    expected_t e = {.d = d, .options = {.largest = s->round % 2}};
    la_operator_report_t report = {0};
    for (int64_t i = 0; i < n; ++i) {
        d[i] = factor * eigenvalue(s->round / 2 % 4, i, n);
        e.size = fmax(e.size, fabs(d[i]));
    }
    dense_t a = dense_hermitian_of(&s->rng, s->type, d, n), start = step_random(s, n, k);
    e.a = &a;
    if (step_once_in(s, 3))
        e.options.block = rng_range(&s->rng, k, k + 3);
    e.options.is_guess = step_once_in(s, 3);
    ga_t gz = step_from(s, &start);
    applied_t of = {.a = step_from(s, &a)};
    const la_operator_t given = {apply_dense, &of};
    if (CHECK_OK(la_eigen_operator(&given, &e.options, gz, w, residuals, &report))) {
        dense_t z = matrix_read(gz);
        check_shared(s->type, s->group, w, k);
        check_pairs(s->type, &e, w, residuals, &z);
        CHECK_INT(k, report.converged);
        CHECK(report.iterations == of.calls && report.products >= 2 * k);
    }
}

TEST_CASE(operator_steps, TEST_GA)
{
    static const step_row_t rows[] = {{"eigenpairs of an operator", solve, 24}};
    RUN_ROWS(rows);
}

/* ---- what is given besides ------------------------------------------------------------------- */

/* A matrix of eigenvalues 1 + i^2/N, and what is asked for. */
enum { N = 120, K = 5 };

typedef struct scene {
    dense_t a;
    double d[N], w[K], residuals[K];
    applied_t of;
    la_operator_t operator;
    ga_t z;
    la_operator_report_t report;
} scene_t;

static void scene_open(scene_t *s)
{
    rng_t rng = rng_seed(68);
    memset(s, 0, sizeof *s);
    for (int i = 0; i < N; ++i)
        s->d[i] = 1 + (double)i * i / N;
    s->a = dense_hermitian_of(&rng, ASHLAR_DOUBLE, s->d, N);
    s->of.a = matrix_from(ASHLAR_DOUBLE, &s->a, LAYOUT_REGULAR, GA_GROUP_WORLD);
    s->operator=(la_operator_t){apply_dense, &s->of};
    dense_t marked = dense_filled(N, K, MARK);
    s->z = matrix_from(ASHLAR_DOUBLE, &marked, LAYOUT_REGULAR, GA_GROUP_WORLD);
    for (int k = 0; k < K; ++k)
        s->w[k] = s->residuals[k] = MARK;
}

static int scene_solve(scene_t *s, const la_operator_options_t *options)
{
    s->of.calls = 0;
    return la_eigen_operator(&s->operator, options, s->z, s->w, s->residuals, &s->report);
}

static void check_scene(scene_t *s, const la_operator_options_t *options)
{
    const expected_t e = {&s->a, s->d, s->d[N - 1], *options};
    dense_t z = matrix_read(s->z);
    check_pairs(ASHLAR_DOUBLE, &e, s->w, s->residuals, &z);
}

/* The inverse as a preconditioner; the eigenvectors as a guess; a guess that is of no use. */
TEST_CASE(operator_help, TEST_GA)
{
    scene_t s;
    scene_open(&s);
    applied_t inverse = {.a = matrix_create(ASHLAR_DOUBLE, N, N, LAYOUT_REGULAR, GA_GROUP_WORLD)};
    CHECK_OK(la_inverse(s.of.a, inverse.a));
    const la_operator_t t = {apply_dense, &inverse};
    la_operator_options_t options = {.is_guess = 1};
    CHECK_OK(scene_solve(&s, &options)); /* columns of fives */
    check_scene(&s, &options);
    const int64_t alone = s.report.iterations, block = K + K / 4 + 1;
    CHECK(s.report.products < block * alone); /* what has converged is not iterated */
    CHECK_OK(scene_solve(&s, &options));
    CHECK(s.report.iterations < alone);
    check_scene(&s, &options);
    options = (la_operator_options_t){.preconditioner = &t, .tolerance = 1e-10};
    CHECK_OK(scene_solve(&s, &options));
    CHECK(s.report.iterations < alone && inverse.calls > 0);
    check_scene(&s, &options);
    CHECK(matrix_is(s.of.a, &s.a));
    matrices_free();
}

/* All is written, and said to be not good enough. */
TEST_CASE(operator_unfinished, TEST_GA)
{
    scene_t s;
    scene_open(&s);
    const la_operator_options_t options = {.iterations = 5};
    check_refused(scene_solve(&s, &options), "0 of 5 eigenpairs have converged after 5 iterations");
    CHECK_INT(0, s.report.converged);
    CHECK_INT(5, s.report.iterations);
    dense_t z = matrix_read(s.z), az = dense_product(&s.a, &z);
    for (int j = 0; j < K; ++j) {
        double square = 0;
        for (int i = 0; i < N; ++i)
            square += pow(cabs(*dense_at(&az, i, j) - s.w[j] * *dense_at(&z, i, j)), 2);
        CHECK_WITHIN(1e-12 * s.d[N - 1], fabs(sqrt(square) - s.residuals[j]));
        CHECK(s.residuals[j] > 1e-8 * s.w[j]);
    }
    matrices_free();
}

/* Nothing is written when an operator fails, on one rank, at one of its calls. */
TEST_CASE(operator_fails, TEST_GA)
{
    static const struct {
        int call, given, status;
    } cases[] = {{1, ASHLAR_ENOMEM, ASHLAR_ENOMEM},
                 {2, ASHLAR_ESYS, ASHLAR_ESYS},
                 {4, 7, ASHLAR_EARG},
                 {3, -99, -99}};
    scene_t s;
    scene_open(&s);
    dense_t marked = dense_filled(N, K, MARK);
    for (size_t c = 0; c < sizeof cases / sizeof cases[0]; ++c)
        for (int as_preconditioner = 0; as_preconditioner < 2; ++as_preconditioner) {
            applied_t other = {.a = s.of.a};
            applied_t *failing = as_preconditioner ? &other : &s.of;
            const la_operator_t t = {apply_dense, &other};
            const la_operator_options_t options = {.preconditioner = as_preconditioner ? &t : NULL};
            failing->fails = cases[c].call;
            failing->rank = test_size() - 1;
            failing->status = cases[c].given;
            CHECK_STATUS(cases[c].status, scene_solve(&s, &options));
            CHECK_CONTAINS(ashlar_error_message(), "la_eigen_operator");
            CHECK(matrix_is(s.z, &marked));
            CHECK(s.w[0] == MARK && s.residuals[K - 1] == MARK && s.report.products == 0);
            s.of.fails = 0;
        }
    matrices_free();
}

static int apply_nan(void *context, ga_t x, ga_t y)
{
    const double nan = NAN;
    return ++*(int *)context == 3 ? ga_fill(y, &nan) : ga_copy(x, y);
}

/* Numbers that are none: in a guess, and from an operator, the identity before. */
TEST_CASE(operator_not_finite, TEST_GA)
{
    scene_t s;
    int calls = 0;
    scene_open(&s);
    dense_t guess = dense_filled(N, K, INFINITY), marked = dense_filled(N, K, MARK);
    matrix_write(s.z, &guess);
    check_refused(scene_solve(&s, &(la_operator_options_t){.is_guess = 1}), "not finite");
    CHECK(s.w[0] == MARK);
    matrix_write(s.z, &marked);
    calls = 2;
    s.operator=(la_operator_t){apply_nan, &calls};
    check_refused(scene_solve(&s, NULL), "not finite");
    CHECK(matrix_is(s.z, &marked) && s.w[0] == MARK);
    calls = 3;
    CHECK_OK(scene_solve(&s, NULL));
    for (int k = 0; k < K; ++k)
        CHECK_WITHIN(1e-12, fabs(s.w[k] - 1));
    matrices_free();
}
