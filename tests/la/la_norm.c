/* Norms against loops over all elements. */
#include <ashlar/la.h>
#include "model/dense.h"
#include "harness/harness.h"
#include "la/support/steps.h"

#include <float.h>
#include <math.h>

typedef struct form {
    char structure, uplo, diag;
} form_t;

static const form_t forms[] = {{'g', 'x', 'x'}, {'s', 'l', 'x'}, {'s', 'u', 'x'},
                               {'h', 'l', 'x'}, {'h', 'u', 'x'}, {'t', 'l', 'n'},
                               {'t', 'u', 'n'}, {'t', 'l', 'u'}, {'t', 'u', 'u'}};
enum { FORMS = sizeof forms / sizeof forms[0] };
static const char kinds[] = {'m', '1', 'i', 'f', 'M', 'o', 'I', 'E'};

static bool is_stored(const form_t *f, int64_t i, int64_t j)
{
    return f->structure == 'g' || (f->uplo == 'l' ? i >= j : i <= j);
}

/* The modulus of element (i,j) of the matrix whose stored part is in x. */
static double modulus(const form_t *f, const dense_t *x, int64_t i, int64_t j)
{
    if (i == j && f->structure == 'h')
        return fabs(creal(*dense_at(x, i, i)));
    if (i == j && f->diag == 'u')
        return 1;
    if (is_stored(f, i, j))
        return cabs(*dense_at(x, i, j));
    return f->structure == 't' ? 0 : cabs(*dense_at(x, j, i));
}

/* NaN if an element is. In long double: of larger range than double where that is the 80-bit
 * format. */
static double expected(char kind, const form_t *f, const dense_t *x)
{
    long double largest = 0, squares = 0, column, row;
    char letter = (char)(kind | 0x20);
    for (int64_t j = 0; j < x->n; ++j) {
        column = 0;
        for (int64_t i = 0; i < x->m; ++i) {
            long double one = modulus(f, x, i, j);
            column += one;
            squares += one * one;
            if (letter == 'm')
                largest = fmaxl(largest, one);
        }
        if (kind == '1' || letter == 'o')
            largest = fmaxl(largest, column);
    }
    for (int64_t i = 0; letter == 'i' && i < x->m; ++i) {
        row = 0;
        for (int64_t j = 0; j < x->n; ++j)
            row += modulus(f, x, i, j);
        largest = fmaxl(largest, row);
    }
    if (isnan((double)squares))
        return NAN;
    return (double)(letter == 'f' || letter == 'e' ? sqrtl(squares) : largest);
}

/* NaN wherever nothing must be read. */
static dense_t stored_form(const form_t *f, const dense_t *x)
{
    dense_t y = dense_create(x->m, x->n);
    for (int64_t j = 0; j < x->n; ++j)
        for (int64_t i = 0; i < x->m; ++i) {
            dense_value_t value = *dense_at(x, i, j);
            bool read = is_stored(f, i, j) && !(i == j && f->diag == 'u');
            *dense_at(&y, i, j) = read ? value : NAN;
            if (i == j && f->structure == 'h') /* what a real array does not hold */
                *dense_at(&y, i, i) = CMPLX(creal(value), 1000);
        }
    return y;
}

static void check_norms(const form_t *f, const dense_t *x, ga_t g, double least)
{
    for (size_t k = 0; k < sizeof kinds; ++k) {
        double value = -1, want = expected(kinds[k], f, x);
        CHECK_OK(la_norm(kinds[k], f->structure, f->uplo, f->diag, g, &value));
        if (isfinite(want))
            CHECK_WITHIN(4 * (double)(x->m + x->n) * DBL_EPSILON * want + least,
                         fabs(value - want));
        else
            CHECK(value == want || (isnan(want) && isnan(value)));
    }
}

/* Elements whose squares are too large or too small to be numbers, or of many magnitudes; zeros; an
 * infinity, and NaN, which comes before it, somewhere in both triangles. */
static void make_odd(step_t *s, dense_t *x)
{
    static const int exponents[] = {1000, 800, -540, -1000, -1060, 100, -50, -120, -140, 0};
    bool single = type_is_single(s->type);
    int which = (int)rng_range(&s->rng, 0, 7), graded = step_once_in(s, 2) && !single ? 150 : 1;
    int exponent = exponents[which % 5 + (single ? 5 : 0)];
    for (int64_t k = 0; which < 5 && k < x->m * x->n; ++k)
        x->at[k] = CMPLX(ldexp(creal(x->at[k]), exponent + (exponent > 900 ? 0 : (int)k % graded)),
                         ldexp(cimag(x->at[k]), exponent));
    for (int64_t k = 0; which == 5 && k < x->m * x->n; ++k)
        x->at[k] = 0;
    for (int k = 0; which > 5 && k < (which == 6 ? 1 : 2); ++k) {
        int64_t i = rng_range(&s->rng, 0, x->m - 1), j = rng_range(&s->rng, 0, x->n - 1);
        *dense_at(x, i, j) = k ? -NAN : -INFINITY;
        if (i < x->n && j < x->m)
            *dense_at(x, j, i) = *dense_at(x, i, j);
    }
}

/* Triangular matrices may be wide or tall. */
static void norms(step_t *s)
{
    const form_t *f = &forms[s->round % FORMS];
    int64_t m = step_extent(s), n = step_extent(s);
    if (s->round / FORMS == 1) { /* of longer columns than are summed at a time */
        m = 1100;
        n = 3;
    }
    if (f->structure == 's' || f->structure == 'h')
        m = n;
    dense_t x = step_random(s, m, n);
    if (s->round / FORMS > 1)
        make_odd(s, &x);
    x = dense_kept(s->type, &x);
    dense_t stored = stored_form(f, &x);
    check_norms(f, &x, step_from(s, &stored), 100 * ldexp(1, -1074));
}

TEST_CASE(norm_steps, TEST_GA)
{
    static const step_row_t rows[] = {{"la_norm", norms, 5 * FORMS}};
    RUN_ROWS(rows);
}

/* Each node has a copy of the matrix, which counts once. */
TEST_CASE(norm_mirrored, TEST_GA)
{
    enum { N = 30 };
    rng_t rng = rng_seed(44);
    dense_t x = dense_random(&rng, ASHLAR_DOUBLE, N, N);
    const ga_spec_t spec = {.type = ASHLAR_DOUBLE, .ndim = 2, .dims = {N, N}, .mirrored = 1};
    ga_t g = matrix_spec(&spec);
    int64_t lo[2] = {0, 0}, hi[2] = {N - 1, N - 1}, ld = N;
    double elements[N * N];
    for (size_t k = 0; k < FORMS; ++k) {
        dense_t stored = stored_form(&forms[k], &x);
        for (int l = 0; l < N * N; ++l)
            elements[l] = creal(stored.at[l]);
        CHECK_OK(ga_sync());
        CHECK_OK(ga_put_nd(g, lo, hi, elements, &ld)); /* the same on all ranks of a node */
        CHECK_OK(ga_sync());
        check_norms(&forms[k], &x, g, 0);
    }
    matrices_free();
}
