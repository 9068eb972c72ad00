/* Pseudoinverses, roots and orthogonalisations of matrices of known singular values or eigenvalues.
 */
#include <ashlar/la.h>
#include "model/dense.h"
#include "harness/harness.h"
#include "la/support/judge.h"
#include "la/support/spectrum.h"
#include "la/support/steps.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { VALUES_MOST = 160 };

/* Spread evenly; hard, with a condition that leaves some digits; all alike; few that are not zero;
 * none. Descending. */
enum { EVEN, HARD, ALIKE, FEW, ZERO, SPECTRA };

static double value_of(ashlar_type type, int spectrum, int64_t k, int64_t count)
{
    const double part = (double)k / (double)(count > 1 ? count - 1 : 1);
    switch (spectrum) {
    case EVEN:
        return 1.5 - part;
    case HARD:
        return pow(10, (type_is_single(type) ? -4 : -12) * part);
    case ALIKE:
        return 1;
    case FEW:
        return k < 3 ? (double)(5 - k) / 4 : 0;
    default:
        return 0;
    }
}

/* A real as the calls take it. */
static element_t real_of(ashlar_type type, double value)
{
    return element_from(type_is_single(type) ? ASHLAR_FLOAT : ASHLAR_DOUBLE, value);
}

static double bound_of(ashlar_type type, int64_t n)
{
    return 20 * (double)(n + 1) * type_epsilon(type);
}

/* ---- pseudoinverses -------------------------------------------------------------------------- */

static double distance_to_turned(const dense_t *x)
{
    dense_t turned = dense_op('c', x);
    return dense_distance(x, &turned);
}

/* The four conditions of Penrose. What the threshold leaves out, up to `left`, the first sees. */
static void check_penrose(ashlar_type type, const dense_t *a, const dense_t *x, double top,
                          double least, double left)
{
    const double bound = bound_of(type, a->m + a->n) * top / least;
    dense_t ax = dense_product(a, x), xa = dense_product(x, a);
    dense_t axa = dense_product(&ax, a), xax = dense_product(&xa, x);
    CHECK_WITHIN(bound * top + left, dense_distance(a, &axa));
    CHECK_WITHIN(bound / least, dense_distance(x, &xax));
    CHECK_WITHIN(bound, distance_to_turned(&ax));
    CHECK_WITHIN(bound, distance_to_turned(&xa));
}

/* By the usual threshold, or by one that leaves out all singular values from the middle on. */
static void pseudoinvert(step_t *s)
{
    int64_t m = step_extent(s), n = step_extent(s), count = m < n ? m : n, rank = -1, expected = 0;
    int spectrum = s->round % SPECTRA;
    double values[VALUES_MOST + 1] = {0}, threshold = -1;
    element_t limit;
    for (int64_t k = 0; k < count; ++k)
        values[k] = value_of(s->type, spectrum, k, count);
    if (spectrum == EVEN && count > 1 && s->round / SPECTRA % 2)
        threshold = (values[count / 2 - 1] + values[count / 2]) / 2;
    while (expected < count && values[expected] > fmax(threshold, 0))
        ++expected;
    dense_t given = dense_of_spectrum(&s->rng, s->type, m, n, values);
    given = dense_kept(s->type, &given);
    ga_t a = step_from(s, &given),
         inverse = m == n && step_once_in(s, 2) ? a : step_create(s, n, m);
    limit = real_of(s->type, threshold);
    CHECK_OK(la_pinv(a, threshold < 0 && step_once_in(s, 2) ? NULL : &limit, inverse,
                     step_once_in(s, 5) ? NULL : &rank));
    CHECK(rank == expected || rank == -1);
    CHECK(a == inverse || matrix_is(a, &given));
    dense_t x = matrix_read(inverse);
    if (expected > 0)
        check_penrose(s->type, &given, &x, values[0], values[expected - 1], values[expected]);
    else
        CHECK_WITHIN(0, dense_norm_1(&x));
}

TEST_CASE(pinv_steps, TEST_GA)
{
    static const step_row_t rows[] = {{"la_pinv", pseudoinvert, 2 * SPECTRA}};
    RUN_ROWS(rows);
}

/* ---- roots ----------------------------------------------------------------------------------- */

/* A matrix of eigenvalues values[n], and an array that holds its lower triangle. */
typedef struct definite {
    int64_t n;
    double values[VALUES_MOST]; /* ascending */
    dense_t given;
    ga_t array;
} definite_t;

static definite_t definite_draw(step_t *s, int spectrum)
{
    definite_t p = {.n = step_extent(s)};
    for (int64_t k = 0; k < p.n; ++k)
        p.values[k] = value_of(s->type, spectrum, p.n - 1 - k, p.n);
    p.given = dense_hermitian_of(&s->rng, s->type, p.values, p.n);
    p.array = step_from_lower(s, &p.given);
    return p;
}

static ga_t result_for(step_t *s, const definite_t *p)
{
    return step_once_in(s, 3) ? p->array : step_create(s, p->n, p->n);
}

/* The error of eigenvalues to the power, where those of the matrix may be off by `error`. */
static void check_trace(const definite_t *p, const dense_t *x, double power, double error)
{
    double expected = 0, bound = 0, trace = 0;
    for (int64_t k = 0; k < p->n; ++k) {
        const double value = p->values[k], exact = value > 0 ? pow(value, power) : 0;
        expected += exact;
        bound += fabs(pow(value + error, power) - exact) + error * exact;
        trace += creal(*dense_at(x, k, k));
    }
    CHECK_WITHIN(2 * bound, fabs(trace - expected));
}

static void take_root(step_t *s)
{
    definite_t p = definite_draw(s, s->round % SPECTRA);
    ga_t root = result_for(s, &p);
    const double bound = bound_of(s->type, p.n) * p.values[p.n - 1];
    CHECK_OK(la_sqrt(p.array, root));
    CHECK(root == p.array || matrix_lower_is(p.array, &p.given));
    dense_t x = matrix_read(root), square = dense_product(&x, &x);
    CHECK_WITHIN(0, distance_to_turned(&x));
    CHECK_WITHIN(bound, dense_distance(&p.given, &square));
    check_trace(&p, &x, 0.5, bound);
}

static void take_inverse_root(step_t *s)
{
    definite_t p = definite_draw(s, s->round % FEW);
    ga_t root = result_for(s, &p);
    const double bound = bound_of(s->type, p.n), least = p.values[0];
    const element_t limit = real_of(s->type, least / 2);
    CHECK_OK(la_inverse_sqrt(p.array, step_once_in(s, 2) ? NULL : &limit, root));
    CHECK(root == p.array || matrix_lower_is(p.array, &p.given));
    dense_t x = matrix_read(root), xa = dense_product(&x, &p.given), one = dense_product(&xa, &x);
    CHECK_WITHIN(0, distance_to_turned(&x));
    CHECK_WITHIN(bound * p.values[p.n - 1] / least, dense_distance_to_identity(&one));
    check_trace(&p, &x, -0.5, bound * p.values[p.n - 1]);
}

/* Half of them are left out, or those that are zero, or none. */
static void orthogonalize(step_t *s)
{
    definite_t p = definite_draw(s, s->round % SPECTRA);
    const int64_t first = s->round % SPECTRA == EVEN ? p.n / 2 : 0;
    const double threshold = first > 0 ? (p.values[first - 1] + p.values[first]) / 2 : -1;
    int64_t kept = -1, expected = 0;
    while (expected < p.n && p.values[p.n - 1 - expected] > fmax(threshold, 0))
        ++expected;
    ga_t g = result_for(s, &p);
    dense_t before = matrix_read(g);
    void *w = test_alloc((size_t)p.n * sizeof(double));
    const element_t limit = real_of(s->type, threshold);
    CHECK_OK(la_orthogonalize(p.array, &limit, w, g, &kept));
    CHECK_INT(expected, kept);
    check_shared(s->type, s->group, w, p.n);
    const double bound = bound_of(s->type, p.n) * p.values[p.n - 1];
    for (int64_t k = 0; k < p.n; ++k)
        CHECK_WITHIN(bound, fabs(real_at(s->type, w, k) - p.values[k]));
    dense_t all = matrix_read(g), x = {p.n, kept, all.at};
    dense_t xt = dense_op('c', &x), ax = dense_product(&p.given, &x), one = dense_product(&xt, &ax);
    if (kept > 0)
        CHECK_WITHIN(bound / p.values[p.n - kept], dense_distance_to_identity(&one));
    for (int64_t k = kept * p.n; k < p.n * p.n; ++k)
        CHECK(memcmp(&all.at[k], &before.at[k], sizeof all.at[k]) == 0);
    free(w);
}

/* One eigenvalue is refused; the message names it, and nothing is written. */
static void refuse_root(step_t *s)
{
    static const double least[] = {-0.25, 0, -0.25, 0.25};
    const int which = s->round % 4, n = 7;
    const element_t limit = real_of(s->type, 0.5);
    double values[7];
    for (int k = 0; k < n; ++k)
        values[k] = k == 2 ? least[which] : 1 + k;
    dense_t given = dense_hermitian_of(&s->rng, s->type, values, n), x = step_random(s, n, n);
    ga_t a = step_from_lower(s, &given), result = step_from(s, &x);
    if (which == 0)
        check_refused(la_sqrt(a, result), "la_sqrt: array 'matrix' is not positive semidefinite: "
                                          "its least eigenvalue is -0.2");
    else
        check_refused(la_inverse_sqrt(a, which == 3 ? &limit : NULL, result),
                      "la_inverse_sqrt: the least eigenvalue of array 'matrix', ");
    if (which == 3)
        CHECK_CONTAINS(ashlar_error_message(), "is not above 0.5");
    CHECK(matrix_is(result, &x) && matrix_lower_is(a, &given));
}

TEST_CASE(function_roots, TEST_GA)
{
    static const step_row_t rows[] = {{"la_sqrt", take_root, 2 * SPECTRA},
                                      {"la_inverse_sqrt", take_inverse_root, 5 * FEW},
                                      {"la_orthogonalize", orthogonalize, 2 * SPECTRA},
                                      {"a root that is refused", refuse_root, 4}};
    RUN_ROWS(rows);
}
