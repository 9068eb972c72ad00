/* Updates and downdates of Cholesky factors. */
#include <ashlar/la.h>
#include "model/dense.h"
#include "harness/harness.h"
#include "la/support/judge.h"
#include "la/support/steps.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

/* x*x' + sign*v*v' */
static dense_t square_with(const dense_t *x, double sign, const dense_t *v)
{
    dense_t xt = dense_op('c', x), vt = dense_op('c', v);
    dense_t square = dense_product(x, &xt), more = dense_product(v, &vt);
    more = dense_times(sign, &more);
    return dense_sum(&square, &more);
}

/* The norms of rows, in a column. */
static dense_t row_norms(const dense_t *x)
{
    dense_t norms = dense_create(x->m, 1);
    for (int64_t j = 0; j < x->n; ++j)
        for (int64_t i = 0; i < x->m; ++i)
            norms.at[i] = hypot(creal(norms.at[i]), cabs(*dense_at(x, i, j)));
    return norms;
}

/* l*l' and v*v', with this sign, make l1*l1', row by row within n*eps of their sizes: errors are
 * those of orthogonal transformations of rows. What is taken away is added on the other side. */
static void check_squares(ashlar_type type, const dense_t *l, double sign, const dense_t *v,
                          const dense_t *l1)
{
    dense_t none = dense_create(l->m, 1);
    dense_t left = sign > 0 ? square_with(l, 1, v) : square_with(l, 1, &none);
    dense_t right = sign > 0 ? square_with(l1, 1, &none) : square_with(l1, 1, v);
    const dense_t norms = row_norms(sign > 0 ? l1 : l);
    double worst = 0;
    for (int64_t j = 0; j < l->n; ++j)
        for (int64_t i = 0; i < l->m; ++i) {
            double scale = creal(norms.at[i]) * creal(norms.at[j]);
            worst = fmax(worst, cabs(*dense_at(&left, i, j) - *dense_at(&right, i, j)) / scale);
        }
    CHECK_WITHIN(10 * (double)(l->n + v->n + 4) * type_epsilon(type), worst);
}

/* Zero above the diagonal, and real and above zero on it. */
static void check_factor(const dense_t *l)
{
    dense_t lower = dense_triangle('l', l);
    CHECK(dense_is(l, &lower));
    for (int64_t i = 0; i < l->n; ++i)
        CHECK(creal(*dense_at(l, i, i)) > 0 && cimag(*dense_at(l, i, i)) == 0);
}

/* ---- factors --------------------------------------------------------------------------------- */

enum { RANDOM, GRADED, KAHAN, HILBERT, FACTORS };

/* The factor of the matrix of 1/(i+j+1). */
static double hilbert_at(int64_t i, int64_t j)
{
    double x = (double)i, y = (double)j;
    return sqrt(2 * y + 1) * exp(2 * lgamma(x + 1) - lgamma(x - y + 1) - lgamma(x + y + 2));
}

/* Rows of many sizes; or Kahan's, which has columns that hide how close they are to a common plane.
 */
static dense_t draw_factor(step_t *s, int which, int64_t n)
{
    dense_t l = step_random(s, n, n);
    l = dense_triangle('l', &l);
    double sine = 0.875, cosine = sqrt(1 - sine * sine);
    for (int64_t j = 0; j < n; ++j) {
        *dense_at(&l, j, j) = 1.5 + fabs(creal(*dense_at(&l, j, j)));
        for (int64_t i = j; i < n; ++i) {
            dense_value_t *at = dense_at(&l, i, j);
            if (which == RANDOM || which == GRADED)
                *at *= (i == j ? 1 : 0.125) * (which == GRADED ? ldexp(1, (int)(i * 7 % 31)) : 1);
            else if (which == KAHAN)
                *at = pow(sine, (double)j) * (i == j ? 1 : -cosine);
            else if (which == HILBERT)
                *at = hilbert_at(i, j);
        }
    }
    return dense_kept(s->type, &l);
}

/* Columns l*p, where p has a norm below `norm`, so that they can be taken from l*l'. */
static dense_t draw_part(step_t *s, const dense_t *l, int64_t k, double norm)
{
    dense_t p = step_random(s, l->n, k);
    double square = 0;
    for (int64_t i = 0; i < l->n * k; ++i)
        square += pow(cabs(p.at[i]), 2);
    p = dense_times(norm / fmax(sqrt(square), 1e-30), &p);
    p = dense_product(l, &p);
    return dense_kept(s->type, &p);
}

/* Kahan's and Hilbert's are so close to singular that rounding v alone makes them so. */
static int64_t factor_extent(step_t *s, int which)
{
    static const int64_t most[FACTORS][2] = {[KAHAN] = {30, 12}, [HILBERT] = {9, 4}};
    int64_t n = step_extent(s), limit = most[which][type_is_single(s->type)];
    return limit && n > limit ? limit : n;
}

static void update_array(step_t *s)
{
    int which = s->round % FACTORS;
    dense_t l = draw_factor(s, which, factor_extent(s, which));
    dense_t v = step_random(s, l.n, step_extent(s));
    ga_t gl = step_from_lower(s, &l), gv = step_from(s, &v);
    CHECK_OK(la_cholesky_update(gl, gv));
    CHECK(matrix_is(gv, &v));
    dense_t l1 = matrix_read(gl);
    check_factor(&l1);
    check_squares(s->type, &l, 1, &v, &l1);
}

/* From far away to the last digits. */
static void downdate_array(step_t *s)
{
    static const double norms[] = {0.5, 0.9, 0.999};
    int which = s->round % FACTORS;
    dense_t l = draw_factor(s, which, factor_extent(s, which));
    dense_t v = draw_part(s, &l, step_extent(s), norms[s->round / FACTORS % 3]);
    ga_t gl = step_from_lower(s, &l), gv = step_from(s, &v);
    CHECK_OK(la_cholesky_downdate(gl, gv));
    CHECK(matrix_is(gv, &v));
    dense_t l1 = matrix_read(gl);
    check_factor(&l1);
    check_squares(s->type, &l, -1, &v, &l1);
}

/* Up and down again. */
static void there_and_back(step_t *s)
{
    int64_t n = step_extent(s);
    dense_t l = draw_factor(s, GRADED, n), v = step_random(s, n, step_extent(s));
    v = dense_times(0.25, &v);
    for (int64_t j = 0; j < v.n; ++j)
        for (int64_t i = 0; i < n; ++i)
            *dense_at(&v, i, j) *= cabs(*dense_at(&l, i, i)) / sqrt((double)v.n);
    v = dense_kept(s->type, &v);
    ga_t gl = step_from_lower(s, &l), gv = step_from(s, &v);
    CHECK_OK(la_cholesky_update(gl, gv));
    dense_t up = matrix_read(gl);
    CHECK_OK(la_cholesky_downdate(gl, gv));
    dense_t back = matrix_read(gl);
    check_squares(s->type, &up, -1, &v, &back);
    dense_t norms = row_norms(&up);
    for (int64_t j = 0; j < n; ++j) /* well conditioned but for the sizes of its rows */
        for (int64_t i = j; i < n; ++i)
            CHECK_WITHIN(40 * (double)(n + v.n) * type_epsilon(s->type) * creal(norms.at[i]),
                         cabs(*dense_at(&l, i, j) - *dense_at(&back, i, j)));
}

/* The minor of order j+1 is the first that is not positive; sometimes more follow. */
static void downdate_too_much(step_t *s)
{
    int64_t n = step_extent(s), k = step_extent(s), j = rng_range(&s->rng, 0, n - 1);
    char words[160];
    dense_t l = draw_factor(s, RANDOM, n), p = dense_create(n, k);
    for (int64_t i = 0; i < n; ++i)
        *dense_at(&p, i, i % k) = i == j ? 1.25 : i < j ? 0.25 : step_once_in(s, 4) ? 2 : 0.25;
    for (int64_t i = 0; i < j; ++i)
        *dense_at(&p, i, i % k) /= sqrt((double)n);
    dense_t v = dense_product(&l, &p);
    v = dense_kept(s->type, &v);
    ga_t gl = step_from_lower(s, &l), gv = step_from(s, &v);
    snprintf(words, sizeof words,
             "the matrix less v*v', v array 'matrix', is not positive definite: its leading minor "
             "of order %d is not; the factor is unchanged",
             (int)j + 1);
    /* of 128 columns at a time, any of which may meet its end first */
    check_refused(la_cholesky_downdate(gl, gv), k <= 128 ? words : "is not positive definite");
    CHECK(matrix_lower_is(gl, &l));
}

static void no_factor(step_t *s)
{
    static const double bad[] = {0, -1, NAN};
    int64_t n = step_extent(s), j = rng_range(&s->rng, 0, n - 1);
    char words[160];
    int which = s->round % 2;
    dense_t l = draw_factor(s, RANDOM, n), v = step_random(s, n, 2);
    *dense_at(&l, j, j) = bad[which];
    if (type_is_complex(s->type))
        *dense_at(&l, j, j) = CMPLX(1, 0.5);
    ga_t gl = step_from_lower(s, &l), gv = step_from(s, &v);
    snprintf(words, sizeof words,
             "array 'matrix' is no Cholesky factor: element (%d,%d) is not a real number above 0",
             (int)j, (int)j);
    check_refused((which ? la_cholesky_update : la_cholesky_downdate)(gl, gv), words);
    CHECK(matrix_lower_is(gl, &l));
}

/* ---- factors that are kept ------------------------------------------------------------------- */

static void check_numbers(ashlar_type type, la_factor_t f, const dense_t *a)
{
    element_t element;
    dense_value_t phase;
    double log_abs, exact_log, rcond = -1;
    dense_t inverse = dense_inverse(a, &phase, &exact_log);
    double exact = 1 / (dense_norm_1(a) * dense_norm_1(&inverse));
    CHECK_OK(la_factor_log_determinant(f, &element, &log_abs));
    CHECK_WITHIN(100 * (double)a->n * type_epsilon(type) * fmax(1, fabs(exact_log)) / exact,
                 fabs(log_abs - exact_log));
    CHECK_OK(la_factor_condition(f, &rcond));
    CHECK(rcond >= exact * 0.99 && rcond <= 30 * exact && rcond <= 1);
}

static void check_solves(step_t *s, la_factor_t f, const dense_t *a)
{
    dense_t b = step_random(s, a->n, step_extent(s));
    ga_t g = step_from(s, &b);
    CHECK_OK(la_factor_solve(f, 'n', g));
    dense_t x = matrix_read(g);
    check_solution(s->type, 'n', a, &x, &b);
}

/* la_factor_solve() makes this of the identity, to the last bit. */
static dense_t solved_identity(step_t *s, la_factor_t f, int64_t n)
{
    dense_t one = dense_identity(n);
    ga_t g = matrix_from(s->type, &one, LAYOUT_REGULAR, s->group);
    CHECK_OK(la_factor_solve(f, 'n', g));
    return matrix_read(g);
}

static void kept(step_t *s)
{
    int64_t n = step_extent(s);
    dense_t a = dense_hermitian(&s->rng, s->type, n, true), v = step_random(s, n, step_extent(s));
    dense_t vt = dense_op('c', &v), square = dense_product(&v, &vt), up = dense_sum(&a, &square);
    la_factor_t f = 0;
    ga_t ga = step_from_lower(s, &a);
    s->kind = s->round % GA_KIND_COUNT;
    ga_t gv = step_from(s, &v);
    REQUIRE_OK(la_factor_cholesky(ga, &f));
    CHECK_OK(la_factor_update(f, gv));
    CHECK(matrix_is(gv, &v));
    check_solves(s, f, &up);
    check_numbers(s->type, f, &up);
    CHECK_OK(la_factor_downdate(f, gv));
    check_solves(s, f, &a);
    check_numbers(s->type, f, &a);
    dense_t before = solved_identity(s, f, n), large = step_random(s, n, 1);
    for (int64_t i = 0; i < n; ++i)
        large.at[i] *= 64;
    *dense_at(&large, 0, 0) = 64;
    check_refused(la_factor_downdate(f, step_from(s, &large)), "leading minor of order 1 is not");
    dense_t after = solved_identity(s, f, n);
    CHECK(dense_is(&before, &after));
    CHECK_OK(la_factor_free(f));
}

TEST_CASE(update_steps, TEST_GA)
{
    static const step_row_t rows[] = {{"la_cholesky_update", update_array, 16},
                                      {"la_cholesky_downdate", downdate_array, 24},
                                      {"la_cholesky_update and back", there_and_back, 8},
                                      {"la_cholesky_downdate too much", downdate_too_much, 8},
                                      {"la_cholesky_update of no factor", no_factor, 4},
                                      {"la_factor_update", kept, 14}};
    RUN_ROWS(rows);
}

/* ---- the ends of the range ------------------------------------------------------------------- */

/* 3, 4 and 5 times a number: as large as they may be, and so small that their squares are 0. */
TEST_CASE(update_range, TEST_GA)
{
    for (ashlar_type type = ASHLAR_FLOAT; type <= ASHLAR_CDOUBLE; ++type) {
        int top = type_is_single(type) ? 124 : 1020;
        for (int sign = -1; sign <= 1; sign += 2) {
            double size = ldexp(1, sign * top);
            dense_t l = dense_filled(1, 1, 3 * size), v = dense_filled(1, 1, 4 * size);
            ga_t gl = matrix_from(type, &l, LAYOUT_REGULAR, GA_GROUP_WORLD);
            ga_t gv = matrix_from(type, &v, LAYOUT_REGULAR, GA_GROUP_WORLD);
            CHECK_OK(la_cholesky_update(gl, gv));
            dense_t five = matrix_read(gl);
            CHECK_WITHIN(4 * type_epsilon(type), fabs(creal(five.at[0]) / size - 5));
            CHECK_OK(la_cholesky_downdate(gl, gv));
            dense_t three = matrix_read(gl);
            CHECK_WITHIN(8 * type_epsilon(type), fabs(creal(three.at[0]) / size - 3));
        }
        dense_t l = dense_filled(1, 1, 0.9 * type_most(type));
        l = dense_kept(type, &l);
        ga_t gl = matrix_from(type, &l, LAYOUT_REGULAR, GA_GROUP_WORLD);
        ga_t gv = matrix_from(type, &l, LAYOUT_REGULAR, GA_GROUP_WORLD);
        check_refused(la_cholesky_update(gl, gv),
                      "with array 'matrix' the factor has elements beyond the range of their type");
        CHECK(matrix_is(gl, &l));
        check_refused(la_cholesky_downdate(gl, gv), "leading minor of order 1 is not");
        CHECK(matrix_is(gl, &l));
        matrices_free();
    }
}

/* A factor that is kept is as it was when the new one is beyond the range. */
TEST_CASE(update_range_kept, TEST_GA)
{
    enum { N = 45 };
    for (ashlar_type type = ASHLAR_FLOAT; type <= ASHLAR_CDOUBLE; ++type) {
        dense_t one = dense_identity(N), two = dense_times(4, &one);
        dense_t v = dense_filled(N, 2, 0.9 * type_most(type));
        v = dense_kept(type, &v);
        ga_t g = matrix_from(type, &two, LAYOUT_REGULAR, GA_GROUP_WORLD);
        ga_t gv = matrix_from(type, &v, LAYOUT_REGULAR, GA_GROUP_WORLD);
        la_factor_t f = 0;
        REQUIRE_OK(la_factor_cholesky(g, &f));
        check_refused(la_factor_update(f, gv), "elements beyond the range of their type");
        matrix_write(g, &one);
        CHECK_OK(la_factor_solve(f, 'n', g));
        dense_t quarter = dense_times(0.25, &one);
        CHECK(matrix_is(g, &quarter));
        CHECK_OK(la_factor_free(f));
        matrices_free();
    }
}
