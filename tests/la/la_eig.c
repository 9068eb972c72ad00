/* Eigenproblems, standard and general, of all eigenpairs and of ranges, against spectra that are
 * known. */
#include <ashlar/la.h>
#include "model/dense.h"
#include "harness/harness.h"
#include "la/support/judge.h"
#include "la/support/spectrum.h"
#include "la/support/steps.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* MARK is in w and z before a call. w has MORE numbers than it needs, z up to MORE columns. */
enum { MARK = 5, MORE = 3, ORDER_MOST = 160 };

typedef struct problem {
    dense_t a, b;
    bool general, ranged;
    int64_t n, first, count; /* what is found: d[first], d[first+1], ... */
    double d[ORDER_MOST], size;
    char words[100]; /* why it is refused; "" if it is not */
    la_range_t range;
} problem_t;

/* Spread evenly, graded, clusters of 1e-13 of the largest, few different values, zero. */
typedef enum spectrum { EVEN, GRADED, CLUSTERS, MULTIPLE, ZERO, SPECTRA } spectrum_t;

static double eigenvalue(spectrum_t kind, int64_t k, int64_t n)
{
    switch (kind) {
    case EVEN:
        return (double)(2 * k - n) / (double)n;
    case GRADED:
        return ldexp(1, (int)((k - n + 1) * 60 / n));
    case CLUSTERS:
        return (double)(k / 12 - 2) + (double)(k % 12) * 1e-13;
    case MULTIPLE:
        return (double)(k * 3 / n - 1);
    default:
        return 0;
    }
}

/* With a triangle c, a = c*h*c' and b = c*c' have the eigenvalues of h. */
static void make_general(step_t *s, problem_t *p)
{
    int64_t n = p->n;
    dense_t c = step_random(s, n, n);
    for (int64_t j = 0; j < n; ++j)
        for (int64_t i = 0; i < n; ++i)
            *dense_at(&c, i, j) = i == j ? 1 : i > j ? *dense_at(&c, i, j) / (double)n : 0;
    dense_t ct = dense_op('c', &c), ch = dense_product(&c, &p->a), a = dense_product(&ch, &ct);
    dense_t b = dense_product(&c, &ct);
    p->a = dense_hermitian_from(s->type, &a);
    p->b = dense_hermitian_from(s->type, &b);
    if (step_once_in(s, 8)) {
        int64_t k = rng_range(&s->rng, 0, n - 1);
        *dense_at(&p->b, k, k) = -1;
        snprintf(p->words, sizeof p->words, "leading minor of order %d is not", (int)k + 1);
    }
}

/* By place, or by values between two that are far enough apart, or beyond all; perhaps none. */
static void draw_range(step_t *s, problem_t *p, bool by_value)
{
    int64_t n = p->n, first = rng_range(&s->rng, 0, n - 1), last = rng_range(&s->rng, first, n - 1);
    double gap = 2 * p->size / (double)n;
    p->first = first;
    p->count = last - first + 1;
    p->range = (la_range_t){.by = LA_BY_PLACE, .first = first, .last = last};
    if (!by_value)
        return;
    if (step_once_in(s, 6)) {
        p->count = 0;
        p->range = (la_range_t){.by = LA_BY_VALUE, .low = p->d[first] + gap / 4};
        p->range.high = p->range.low + (step_once_in(s, 2) ? 0 : gap / 4);
        return;
    }
    p->range = (la_range_t){.by = LA_BY_VALUE, .low = -INFINITY, .high = INFINITY};
    if (first > 0 || step_once_in(s, 2))
        p->range.low = p->d[first] - gap / 2;
    if (last < n - 1 || step_once_in(s, 2))
        p->range.high = p->d[last] + gap / 2;
}

static void problem_draw(step_t *s, problem_t *p, int call)
{
    static const int exponents[][3] = {{996, -664, -963}, {120, -83, -100}};
    spectrum_t kind = s->round / 4 % SPECTRA;
    *p = (problem_t){.general = call % 2, .ranged = call / 2};
    p->n = p->count = step_extent(s);
    bool far = !p->general && step_once_in(s, 4); /* squares are beyond the range of the type */
    double factor = ldexp(1, far ? exponents[type_is_single(s->type)][s->round % 3] : 0);
    for (int64_t k = 0; k < p->n; ++k) {
        p->d[k] = factor * eigenvalue(kind, k, p->n);
        p->size = fmax(p->size, fabs(p->d[k]));
    }
    p->a = dense_hermitian_of(&s->rng, s->type, p->d, p->n);
    if (p->general)
        make_general(s, p);
    if (p->ranged)
        draw_range(s, p, kind == EVEN && !step_once_in(s, 3));
}

static int call_eigen(const problem_t *p, ga_t a, ga_t b, void *w, ga_t z, int64_t *found)
{
    if (p->ranged)
        return p->general ? la_eigen_general_range(a, b, p->range, w, z, found)
                          : la_eigen_range(a, p->range, w, z, found);
    *found = p->n;
    return p->general ? la_eigen_general(a, b, w, z) : la_eigen(a, w, z);
}

/* Nothing beyond the first `found` of w and z has changed. */
static void check_marks(step_t *s, const problem_t *p, const void *w, const dense_t *z,
                        int64_t found)
{
    for (int64_t k = found; k < p->n + MORE; ++k)
        CHECK(real_at(s->type, w, k) == MARK);
    for (int64_t k = found * z->m; k < z->n * z->m; ++k)
        CHECK(z->at[k] == MARK);
}

static void check_found(step_t *s, const problem_t *p, const void *w, dense_t *z)
{
    double bound = 40 * (double)(p->n + 1) * type_epsilon(s->type) * p->size;
    check_shared(s->type, s->group, w, p->count);
    for (int64_t k = 0; k < p->count; ++k) {
        CHECK_WITHIN(bound, fabs(real_at(s->type, w, k) - p->d[p->first + k]));
        CHECK(k == 0 || real_at(s->type, w, k - 1) <= real_at(s->type, w, k));
    }
    z->n = p->count;
    if (z->at)
        check_eigenvectors(s->type, &p->a, p->general ? &p->b : NULL, w, z, 2 * p->size);
}

/* Imaginary parts on the diagonal of a do not count. z may have room for more than is found, and
 * sometimes has not enough. */
static void solve(step_t *s)
{
    problem_t p;
    int64_t found = MARK, columns;
    problem_draw(s, &p, s->round % 4);
    bool vectors = !step_once_in(s, 3), narrow = p.ranged && p.count > 1 && step_once_in(s, 6);
    dense_t given = dense_op('n', &p.a), z = {p.n, 0, NULL};
    for (int64_t k = 0; k < p.n && type_is_complex(s->type); ++k)
        *dense_at(&given, k, k) += CMPLX(0, MARK);
    columns = narrow ? p.count - 1 : p.ranged ? p.count + rng_range(&s->rng, !p.count, MORE) : p.n;
    element_t mark = element_from(type_is_single(s->type) ? ASHLAR_FLOAT : ASHLAR_DOUBLE, MARK);
    size_t real = type_is_single(s->type) ? sizeof(float) : sizeof(double);
    char *w = test_alloc((size_t)(p.n + MORE) * real);
    for (int64_t k = 0; k < p.n + MORE; ++k)
        for (size_t byte = 0; byte < real; ++byte)
            w[(size_t)k * real + byte] = mark.bytes[byte];
    dense_t marked = dense_filled(p.n, columns, MARK);
    ga_t ga = step_from_lower(s, &given), gb = p.general ? step_from_lower(s, &p.b) : 0;
    ga_t gz = vectors ? step_from(s, &marked) : 0;
    int status = call_eigen(&p, ga, gb, w, gz, &found);
    bool refused = p.words[0] || (vectors && narrow);
    if (vectors)
        z = matrix_read(gz);
    check_marks(s, &p, w, &z, refused ? 0 : p.count);
    if (refused && vectors && narrow && !(p.words[0] && p.range.by == LA_BY_VALUE)) {
        snprintf(p.words, sizeof p.words, "array 'matrix' has %d columns for %d eigenvectors",
                 (int)columns, (int)p.count);
        CHECK_STATUS(ASHLAR_ESHAPE, status);
        CHECK_CONTAINS(ashlar_error_message(), p.words);
    } else if (refused) {
        check_refused(status, p.words);
    } else {
        CHECK_OK(status);
        CHECK_INT(p.count, found);
        check_found(s, &p, w, &z);
    }
    CHECK(matrix_lower_is(ga, &given) && (!gb || matrix_lower_is(gb, &p.b)));
    free(w);
}

TEST_CASE(eigen_steps, TEST_GA)
{
    static const step_row_t rows[] = {{"an eigenproblem", solve, 60}};
    RUN_ROWS(rows);
}

/* A bound is an eigenvalue: of a diagonal matrix, exactly. */
TEST_CASE(eigen_bounds, TEST_GA)
{
    enum { N = 9 };
    static const struct {
        double step, low, high;
        int64_t count;
    } cases[] = {{0, 2, 3, 0}, {0, 1, 2, N}, {1, 3, 5, 2}, {1, 2, 2, 0}};
    for (size_t c = 0; c < sizeof cases / sizeof cases[0]; ++c) {
        double w[N];
        int64_t found = MARK;
        dense_t a = dense_create(N, N);
        for (int64_t k = 0; k < N; ++k)
            *dense_at(&a, k, k) = cases[c].step == 0 ? 2 : (double)k;
        ga_t g = matrix_from(ASHLAR_DOUBLE, &a, LAYOUT_REGULAR, GA_GROUP_WORLD);
        la_range_t range = {.by = LA_BY_VALUE, .low = cases[c].low, .high = cases[c].high};
        CHECK_OK(la_eigen_range(g, range, w, 0, &found));
        CHECK_INT(cases[c].count, found);
        for (int64_t k = 0; k < found; ++k)
            CHECK(w[k] == (cases[c].step == 0 ? 2 : 4 + (double)k));
        matrices_free();
    }
}
