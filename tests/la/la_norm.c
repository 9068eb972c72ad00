/* Norms against loops over all elements. */
#include <ashlar/la.h>
#include "model/dense.h"
#include "harness/harness.h"

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

/* In long double: of larger range than double where that is the 80-bit format. */
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

static void check_norms(ashlar_type type, const form_t *f, const dense_t *x, layout_t layout,
                        double least)
{
    dense_t stored = stored_form(f, x);
    ga_t g = matrix_from(type, &stored, layout, GA_GROUP_WORLD);
    for (size_t k = 0; k < sizeof kinds; ++k) {
        double value = -1, want = expected(kinds[k], f, x);
        CHECK_OK(la_norm(kinds[k], f->structure, f->uplo, f->diag, g, &value));
        CHECK_WITHIN(4 * (double)(x->m + x->n) * DBL_EPSILON * want + least, fabs(value - want));
    }
    dense_free(&stored);
    CHECK_OK(ga_destroy(g));
}

/* Triangular matrices may be wide or tall. */
TEST_CASE(norm_all, TEST_GA)
{
    static const int64_t shapes[][2] = {{1, 1}, {7, 20}, {9, 2}, {60, 60}, {1, 5}, {700, 3}};
    rng_t rng = rng_seed(41);
    for (ashlar_type type = ASHLAR_FLOAT; type <= ASHLAR_CDOUBLE; ++type)
        for (size_t s = 0; s < sizeof shapes / sizeof shapes[0]; ++s)
            for (size_t k = 0; k < FORMS; ++k) {
                int64_t m = shapes[s][0], n = shapes[s][1];
                if (forms[k].structure == 's' || forms[k].structure == 'h')
                    m = n;
                dense_t x = dense_random(&rng, type, m, n);
                check_norms(type, &forms[k], &x, (layout_t)((s + k) % LAYOUT_COUNT), 0);
                dense_free(&x);
            }
}

/* Elements whose squares are too large or too small to be numbers, and zero. */
TEST_CASE(norm_graded, TEST_GA)
{
    static const int exponents[] = {1000, 800, -540, -1000, -1060};
    enum { N = 12 };
    rng_t rng = rng_seed(42);
    for (size_t k = 0; k < FORMS; ++k) {
        dense_t x = dense_random(&rng, ASHLAR_CDOUBLE, N, N), zero = dense_create(N, N);
        check_norms(ASHLAR_CDOUBLE, &forms[k], &zero, LAYOUT_REGULAR, 0);
        for (size_t e = 0; e < sizeof exponents / sizeof exponents[0]; ++e) {
            dense_t y = dense_create(N, N);
            for (int64_t l = 0; l < N * N; ++l) /* of many magnitudes in the last round but one */
                y.at[l] = CMPLX(ldexp(creal(x.at[l]), exponents[e] + (e == 1 ? (int)l : 0)),
                                ldexp(cimag(x.at[l]), exponents[e]));
            check_norms(ASHLAR_CDOUBLE, &forms[k], &y, LAYOUT_CHUNKED, 100 * ldexp(1, -1074));
            dense_free(&y);
        }
        dense_free(&zero);
        dense_free(&x);
    }
}

static void check_all(ga_t g, const form_t *f, bool nan)
{
    for (size_t k = 0; k < sizeof kinds; ++k) {
        double value = 0;
        CHECK_OK(la_norm(kinds[k], f->structure, f->uplo, f->diag, g, &value));
        CHECK(nan ? isnan(value) : value == INFINITY);
    }
}

/* Infinity before numbers, and NaN before infinity. */
TEST_CASE(norm_not_finite, TEST_GA)
{
    enum { N = 9 };
    rng_t rng = rng_seed(43);
    for (ashlar_type type = ASHLAR_FLOAT; type <= ASHLAR_CDOUBLE; ++type)
        for (size_t k = 0; k < FORMS; ++k) {
            const form_t *f = &forms[k];
            int upper = f->uplo == 'u';
            dense_t x = dense_random(&rng, type, N, N);
            *dense_at(&x, upper ? 2 : 7, upper ? 7 : 2) = -INFINITY;
            dense_t stored = stored_form(f, &x);
            ga_t g = matrix_from(type, &stored, LAYOUT_REGULAR, GA_GROUP_WORLD);
            check_all(g, f, false);
            CHECK_OK(ga_sync());
            *dense_at(&stored, upper ? 3 : 6, upper ? 6 : 3) = -NAN;
            matrix_write(g, &stored);
            check_all(g, f, true);
            dense_free(&stored);
            dense_free(&x);
            CHECK_OK(ga_destroy(g));
        }
}

/* Each node has a copy of the matrix, which counts once. */
TEST_CASE(norm_mirrored, TEST_GA)
{
    enum { N = 30 };
    const int64_t dims[2] = {N, N};
    rng_t rng = rng_seed(44);
    dense_t x = dense_random(&rng, ASHLAR_DOUBLE, N, N);
    const ga_spec_t spec = {
        .type = ASHLAR_DOUBLE, .ndim = 2, .dims = {dims[0], dims[1]}, .mirrored = 1};
    ga_t g = 0;
    CHECK_OK(ga_create_spec(&spec, &g));
    int64_t lo[2] = {0, 0}, hi[2] = {N - 1, N - 1}, ld = N;
    double elements[N * N];
    for (size_t k = 0; k < FORMS; ++k) {
        dense_t stored = stored_form(&forms[k], &x);
        for (int l = 0; l < N * N; ++l)
            elements[l] = creal(stored.at[l]);
        CHECK_OK(ga_sync());
        CHECK_OK(ga_put_nd(g, lo, hi, elements, &ld)); /* the same on all ranks of a node */
        CHECK_OK(ga_sync());
        for (size_t l = 0; l < sizeof kinds; ++l) {
            double value = -1, want = expected(kinds[l], &forms[k], &x);
            CHECK_OK(
                la_norm(kinds[l], forms[k].structure, forms[k].uplo, forms[k].diag, g, &value));
            CHECK_WITHIN(1e-14 * want, fabs(value - want));
        }
        dense_free(&stored);
    }
    dense_free(&x);
    CHECK_OK(ga_destroy(g));
}
