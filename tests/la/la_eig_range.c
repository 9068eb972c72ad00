/* Eigenpairs of a range, against spectra that are known: matrices made of them, and tridiagonal
 * ones whose eigenvalues Sturm sequences count. */
#include <ashlar/la.h>
#include "model/dense.h"
#include "harness/harness.h"

#include <math.h>
#include <stdlib.h>

void eigen_range_double(void);

enum { MARK = 5, LEFT = 3 }; /* what lies in w and z before, and how much more there is of it */

static const la_range_t none = {.by = LA_BY_VALUE, .low = 0, .high = 0};

static la_range_t places(int64_t first, int64_t last)
{
    return (la_range_t){.by = LA_BY_PLACE, .first = first, .last = last};
}

static la_range_t values(double low, double high)
{
    return (la_range_t){.by = LA_BY_VALUE, .low = low, .high = high};
}

/* w, and z with a column for each. */
typedef struct part {
    double *w;
    dense_t z;
    int64_t count;
} part_t;

static void part_free(part_t *p)
{
    free(p->w);
    dense_free(&p->z);
}

static dense_t filled(int64_t m, int64_t n)
{
    dense_t x = dense_create(m, n);
    for (int64_t k = 0; k < m * n; ++k)
        x.at[k] = MARK;
    return x;
}

static void *marked_reals(ashlar_type type, int64_t n)
{
    void *w = test_alloc((size_t)n * sizeof(double));
    for (int64_t k = 0; k < n; ++k)
        if (type_epsilon(type) > 1e-10)
            ((float *)w)[k] = MARK;
        else
            ((double *)w)[k] = MARK;
    return w;
}

/* Solve, with z or without; what is not found stays as it was, and so does a, whose diagonal has
 * imaginary parts that do not count. */
static part_t solve(ashlar_type type, const dense_t *a, const dense_t *b, layout_t layout,
                    la_range_t range, int64_t columns, bool vectors)
{
    int64_t n = a->n, found = -1;
    part_t p = {0};
    void *w = marked_reals(type, n + LEFT);
    dense_t before = filled(n, columns);
    ga_t ga = matrix_create(type, n, n, layout, GA_GROUP_WORLD), gb = 0, gz = 0;
    dense_t given = dense_op('n', a);
    for (int64_t k = 0; k < n && type_is_complex(type); ++k)
        *dense_at(&given, k, k) += CMPLX(0, MARK);
    matrix_write_lower(ga, &given);
    if (vectors)
        gz = matrix_from(type, &before, LAYOUT_REGULAR, GA_GROUP_WORLD);
    if (b) {
        gb = matrix_create(type, n, n, LAYOUT_CHUNKED, GA_GROUP_WORLD);
        matrix_write_lower(gb, b);
        CHECK_OK(la_eigen_general_range(ga, gb, range, w, gz, &found));
        CHECK(matrix_lower_is(gb, b));
        CHECK_OK(ga_destroy(gb));
    } else {
        CHECK_OK(la_eigen_range(ga, range, w, gz, &found));
    }
    CHECK(matrix_lower_is(ga, &given));
    dense_free(&given);
    CHECK_OK(ga_destroy(ga));
    if (!CHECK(found >= 0 && found <= n))
        found = 0;
    p.count = found;
    p.w = test_alloc((size_t)(n + LEFT) * sizeof(double));
    for (int64_t k = 0; k < n + LEFT; ++k)
        p.w[k] = real_at(type, w, k);
    for (int64_t k = found; k < n + LEFT; ++k)
        CHECK(p.w[k] == MARK);
    free(w);
    if (vectors) {
        dense_t all = matrix_read(gz);
        for (int64_t k = n * found; k < n * columns; ++k)
            CHECK(all.at[k] == MARK);
        all.n = found;
        p.z = all;
        CHECK_OK(ga_destroy(gz));
    }
    dense_free(&before);
    return p;
}

/* a*z = b*z*diag(w) and z'*b*z = 1, within n*eps times the size of the numbers. */
static void check_vectors(ashlar_type type, const dense_t *a, const dense_t *b, const part_t *p,
                          double size)
{
    dense_t az = dense_product(a, &p->z), bz = b ? dense_product(b, &p->z) : dense_op('n', &p->z);
    dense_t zt = dense_op('c', &p->z), unit = dense_product(&zt, &bz);
    double bound = 20 * (double)(a->n + 1) * type_epsilon(type);
    for (int64_t j = 0; j < p->count; ++j)
        for (int64_t i = 0; i < a->n; ++i)
            *dense_at(&bz, i, j) *= p->w[j];
    CHECK_WITHIN(bound * size, dense_distance(&az, &bz));
    CHECK_WITHIN(bound, dense_distance_to_identity(&unit));
    dense_free(&unit);
    dense_free(&zt);
    dense_free(&bz);
    dense_free(&az);
}

/* h*diag(d)*h with a reflector h: its eigenvalues are d. */
static dense_t matrix_of(ashlar_type type, const double *d, int64_t n)
{
    rng_t rng = rng_seed((uint64_t)n);
    dense_t v = dense_random(&rng, type, n, 1), h = dense_create(n, n), hd = dense_create(n, n);
    double norm = 0;
    for (int64_t i = 0; i < n; ++i)
        norm += creal(v.at[i] * conj(v.at[i]));
    for (int64_t j = 0; j < n; ++j)
        for (int64_t i = 0; i < n; ++i)
            *dense_at(&h, i, j) = (i == j) - (norm > 0 ? 2 / norm : 0) * v.at[i] * conj(v.at[j]);
    for (int64_t k = 0; k < n * n; ++k)
        hd.at[k] = h.at[k] * d[k / n];
    dense_t a = dense_product(&hd, &h);
    for (int64_t j = 0; j < n; ++j)
        for (int64_t i = j; i < n; ++i) { /* as the type holds it */
            dense_value_t x = *dense_at(&a, i, j);
            scalar_t kept = scalar_kept(type, scalar_as(type, creal(x), i == j ? 0 : cimag(x)));
            *dense_at(&a, i, j) = CMPLX(kept.re, kept.im);
            *dense_at(&a, j, i) = CMPLX(kept.re, -kept.im);
        }
    dense_free(&hd);
    dense_free(&h);
    dense_free(&v);
    return a;
}

/* Both forms of the call find d[first..last]; size is the largest of d. */
static void check_places(ashlar_type type, const dense_t *a, const double *d, double size,
                         int64_t first, int64_t last, layout_t layout)
{
    int64_t n = a->n, count = last - first + 1;
    double bound = 20 * (double)(n + 1) * type_epsilon(type) * size;
    for (int vectors = 0; vectors <= 1; ++vectors) {
        part_t p = solve(type, a, NULL, layout, places(first, last), count + (first % 2 ? LEFT : 0),
                         vectors);
        CHECK_INT(count, p.count);
        for (int64_t k = 0; k < p.count; ++k)
            CHECK_WITHIN(bound, fabs(p.w[k] - d[first + k]));
        if (vectors)
            check_vectors(type, a, NULL, &p, size);
        part_free(&p);
    }
}

/* Spectra: spread evenly, graded, clusters of 1e-13 of the largest, few different values. */
typedef enum spectrum { EVEN, GRADED, CLUSTERS, MULTIPLE, SPECTRA } spectrum_t;

static double eigenvalue(spectrum_t s, int64_t k, int64_t n)
{
    switch (s) {
    case EVEN:
        return (double)(2 * k - n) / (double)n;
    case GRADED:
        return ldexp(1, (int)((k - n + 1) * 60 / n));
    case CLUSTERS:
        return (double)(k / 12 - 2) + (double)(k % 12) * 1e-13;
    default:
        return (double)(k * 3 / n - 1);
    }
}

static void places_once(ashlar_type type, int64_t n, spectrum_t s, layout_t layout)
{
    double size = 0, *d = test_alloc((size_t)n * sizeof *d);
    for (int64_t k = 0; k < n; ++k)
        size = fmax(size, fabs(d[k] = eigenvalue(s, k, n)));
    dense_t a = matrix_of(type, d, n);
    check_places(type, &a, d, size, 0, n / 10, layout);
    check_places(type, &a, d, size, n / 3, n / 2, LAYOUT_REGULAR);
    if (s == CLUSTERS)
        check_places(type, &a, d, size, n - 1, n - 1, layout);
    if (s == EVEN)
        check_places(type, &a, d, size, 0, n - 1, layout);
    dense_free(&a);
    free(d);
}

TEST_CASE(eigen_range_places, TEST_GA)
{
    static const int64_t orders[] = {1, 2, 7, 40, 100};
    for (ashlar_type type = ASHLAR_FLOAT; type <= ASHLAR_CDOUBLE; ++type)
        for (size_t o = 0; o < sizeof orders / sizeof orders[0]; ++o)
            for (spectrum_t s = EVEN; s < SPECTRA; ++s)
                if (orders[o] == 100 || s == (o + (size_t)type) % SPECTRA)
                    places_once(type, orders[o], s, (layout_t)((o + s) % LAYOUT_COUNT));
}

void eigen_range_double(void)
{
    for (ashlar_type type = ASHLAR_DOUBLE; type <= ASHLAR_CDOUBLE; type += 2)
        for (spectrum_t s = EVEN; s < SPECTRA; ++s)
            places_once(type, 100, s, LAYOUT_IRREGULAR);
}

/* Eigenvalues k = 0, 1, ..., n-1. */
TEST_CASE(eigen_range_values, TEST_GA)
{
    enum { N = 70 };
    static const struct {
        double low, high;
        int64_t first, count;
    } cases[] = {{-0.5, 6.5, 0, 7},
                 {9.5, 33.25, 10, 24},
                 {60.5, INFINITY, 61, 9},
                 {-INFINITY, 0.5, 0, 1},
                 {-INFINITY, INFINITY, 0, N},
                 {4.25, 4.75, 0, 0},
                 {7.5, 7.5, 0, 0},
                 {N, 2 * N, 0, 0}};
    double d[N];
    for (int64_t k = 0; k < N; ++k)
        d[k] = (double)k;
    for (ashlar_type type = ASHLAR_FLOAT; type <= ASHLAR_CDOUBLE; ++type) {
        dense_t a = matrix_of(type, d, N);
        double bound = 20 * (N + 1) * type_epsilon(type) * N;
        for (size_t c = 0; c < sizeof cases / sizeof cases[0]; ++c) {
            for (int vectors = 0; vectors <= 1; ++vectors) {
                la_range_t range = values(cases[c].low, cases[c].high);
                part_t p = solve(type, &a, NULL, LAYOUT_IRREGULAR, range,
                                 cases[c].count + (int64_t)(c % 2) + !cases[c].count, vectors);
                CHECK_INT(cases[c].count, p.count);
                for (int64_t k = 0; k < p.count; ++k)
                    CHECK_WITHIN(bound, fabs(p.w[k] - d[cases[c].first + k]));
                if (vectors)
                    check_vectors(type, &a, NULL, &p, N);
                part_free(&p);
            }
        }
        dense_free(&a);
    }
}

/* A bound is an eigenvalue: of a diagonal matrix, exactly. */
TEST_CASE(eigen_range_bounds, TEST_GA)
{
    enum { N = 9 };
    dense_t a = dense_create(N, N);
    for (int64_t k = 0; k < N; ++k)
        *dense_at(&a, k, k) = 2;
    part_t above = solve(ASHLAR_DOUBLE, &a, NULL, LAYOUT_REGULAR, values(2, 3), 1, true);
    part_t up_to = solve(ASHLAR_DOUBLE, &a, NULL, LAYOUT_REGULAR, values(1, 2), N, true);
    CHECK_INT(0, above.count);
    CHECK_INT(N, up_to.count);
    for (int64_t k = 0; k < N; ++k)
        *dense_at(&a, k, k) = (double)k;
    part_t middle = solve(ASHLAR_DOUBLE, &a, NULL, LAYOUT_REGULAR, values(3, 5), 2, true);
    CHECK(middle.count == 2 && middle.w[0] == 4 && middle.w[1] == 5);
    part_free(&middle);
    part_free(&up_to);
    part_free(&above);
    dense_free(&a);
}

/* How many eigenvalues of a tridiagonal matrix, with ones beside the diagonal, are below x. */
static int64_t below(const double *d, const double *e, int64_t n, double x)
{
    int64_t count = 0;
    double q = 1;
    for (int64_t k = 0; k < n; ++k) {
        q = d[k] - x - (k ? e[k - 1] * e[k - 1] / q : 0);
        if (q == 0)
            q = 1e-300;
        count += q < 0;
    }
    return count;
}

static void tridiagonal_once(const double *d, const double *e, int64_t n, int64_t first,
                             int64_t last)
{
    double size = 0, bound;
    dense_t a = dense_create(n, n);
    for (int64_t k = 0; k < n; ++k) {
        *dense_at(&a, k, k) = d[k];
        size = fmax(size, fabs(d[k]) + 2);
        if (k > 0)
            *dense_at(&a, k, k - 1) = *dense_at(&a, k - 1, k) = e[k - 1];
    }
    bound = 20 * (double)(n + 1) * type_epsilon(ASHLAR_DOUBLE) * size;
    part_t p = solve(ASHLAR_DOUBLE, &a, NULL, LAYOUT_REGULAR, places(first, last), n, true);
    CHECK_INT(last - first + 1, p.count);
    for (int64_t k = 0; k < p.count; ++k) {
        CHECK(below(d, e, n, p.w[k] - bound) <= first + k);
        CHECK(below(d, e, n, p.w[k] + bound) > first + k);
    }
    check_vectors(ASHLAR_DOUBLE, &a, NULL, &p, size);
    part_free(&p);
    dense_free(&a);
}

/* Matrices of Wilkinson, |k-10| on the diagonal and ones beside it, whose larger eigenvalues are
 * pairs that agree to 14 digits; then several, glued by tiny elements. */
TEST_CASE(eigen_range_wilkinson, TEST_GA)
{
    enum { W = 21, MOST = 7 };
    static const double glue[] = {1, 1e-5, 1e-11, 1e-15};
    double d[W * MOST], e[W * MOST];
    for (size_t g = 0; g < sizeof glue / sizeof glue[0]; ++g) {
        for (int k = 0; k < W * MOST; ++k) {
            d[k] = abs(k % W - W / 2);
            e[k] = k % W == W - 1 ? glue[g] : 1;
        }
        tridiagonal_once(d, e, W, 15, 20);
        tridiagonal_once(d, e, W * MOST, 0, 20);
        tridiagonal_once(d, e, W * MOST, 7 * W - 30, 7 * W - 1);
    }
}

/* Numbers whose squares are too large or too small. */
TEST_CASE(eigen_range_sizes, TEST_GA)
{
    enum { N = 50 };
    static const double factors[][3] = {{1e36, 1e-25, 1e-30}, {1e300, 1e-200, 1e-290}};
    for (ashlar_type type = ASHLAR_FLOAT; type <= ASHLAR_CDOUBLE; ++type) {
        for (int f = 0; f < 3; ++f) {
            double size = factors[type_epsilon(type) < 1e-10][f], d[N];
            for (int64_t k = 0; k < N; ++k)
                d[k] = size * (double)(k + 1) / N;
            dense_t a = matrix_of(type, d, N);
            check_places(type, &a, d, size, 0, 4, LAYOUT_REGULAR);
            check_places(type, &a, d, size, 0, N - 1, LAYOUT_REGULAR);
            dense_free(&a);
        }
    }
}

TEST_CASE(eigen_range_general, TEST_GA)
{
    static const int64_t orders[] = {1, 6, 64, 90};
    for (ashlar_type type = ASHLAR_FLOAT; type <= ASHLAR_CDOUBLE; ++type) {
        for (size_t o = 0; o < sizeof orders / sizeof orders[0]; ++o) {
            int64_t n = orders[o];
            rng_t rng = rng_seed((uint64_t)n + 7);
            dense_t a = dense_hermitian(&rng, type, n, false);
            dense_t b = dense_hermitian(&rng, type, n, true);
            part_t all = solve(type, &a, &b, LAYOUT_REGULAR, places(0, n - 1), n, true);
            part_t some = solve(type, &a, &b, (layout_t)(o % LAYOUT_COUNT), places(n / 3, n / 2),
                                n / 2 - n / 3 + 1, true);
            double cut = n > 1 ? (all.w[n / 2] + all.w[n / 2 - 1]) / 2 : all.w[0] - 1;
            part_t upper = solve(type, &a, &b, LAYOUT_IRREGULAR, values(cut, INFINITY), n, true);
            double bound = 20 * (double)(n + 1) * type_epsilon(type);
            CHECK_INT(n, all.count);
            CHECK_INT(n / 2 - n / 3 + 1, some.count);
            CHECK_INT(n - n / 2, upper.count);
            for (int64_t k = 0; k < some.count; ++k)
                CHECK_WITHIN(bound, fabs(some.w[k] - all.w[n / 3 + k]));
            for (int64_t k = 0; k < upper.count; ++k)
                CHECK_WITHIN(bound, fabs(upper.w[k] - all.w[n / 2 + k]));
            check_vectors(type, &a, &b, &all, 2);
            check_vectors(type, &a, &b, &some, 2);
            check_vectors(type, &a, &b, &upper, 2);
            part_free(&upper);
            part_free(&some);
            part_free(&all);
            dense_free(&b);
            dense_free(&a);
        }
    }
}

/* The reduced matrix overflows. */
TEST_CASE(eigen_range_overflow, TEST_GA)
{
    enum { N = 40 };
    double w[N] = {MARK};
    int64_t found = MARK;
    dense_t a = dense_create(N, N), b = dense_create(N, N);
    for (int64_t k = 0; k < N; ++k) {
        *dense_at(&a, k, k) = 1e200;
        *dense_at(&b, k, k) = 1e-200;
    }
    ga_t ga = matrix_from(ASHLAR_DOUBLE, &a, LAYOUT_REGULAR, GA_GROUP_WORLD);
    ga_t gb = matrix_from(ASHLAR_DOUBLE, &b, LAYOUT_REGULAR, GA_GROUP_WORLD);
    CHECK_STATUS(ASHLAR_ENUMERIC, la_eigen_general_range(ga, gb, places(0, 2), w, 0, &found));
    CHECK_CONTAINS(ashlar_error_message(), "array 'matrix', reduced with the factor");
    CHECK(w[0] == MARK && found == MARK);
    CHECK_OK(ga_destroy(gb));
    CHECK_OK(ga_destroy(ga));
    dense_free(&b);
    dense_free(&a);
}

/* z is too small for what is found by value: nothing is written, and the message has the number. */
TEST_CASE(eigen_range_room, TEST_GA)
{
    enum { N = 40 };
    double d[N], w[N] = {MARK};
    for (int64_t k = 0; k < N; ++k)
        d[k] = (double)k;
    dense_t a = matrix_of(ASHLAR_DOUBLE, d, N), before = filled(N, 6);
    ga_t ga = matrix_from(ASHLAR_DOUBLE, &a, LAYOUT_REGULAR, GA_GROUP_WORLD);
    ga_t gz = matrix_from(ASHLAR_DOUBLE, &before, LAYOUT_REGULAR, GA_GROUP_WORLD);
    int64_t found = MARK;
    CHECK_STATUS(ASHLAR_ESHAPE, la_eigen_range(ga, values(9.5, 16.5), w, gz, &found));
    CHECK_CONTAINS(ashlar_error_message(), "array 'matrix' has 6 columns for 7 eigenvectors");
    CHECK_STATUS(ASHLAR_ESHAPE, la_eigen_range(ga, places(2, 8), w, gz, &found));
    CHECK_CONTAINS(ashlar_error_message(), "array 'matrix' has 6 columns for 7 eigenvectors");
    dense_t after = matrix_read(gz);
    CHECK(dense_distance(&before, &after) == 0 && w[0] == MARK && found == MARK);
    CHECK_OK(la_eigen_range(ga, none, w, gz, &found));
    CHECK(found == 0 && w[0] == MARK);
    CHECK_OK(ga_destroy(gz));
    CHECK_OK(ga_destroy(ga));
    dense_free(&after);
    dense_free(&before);
    dense_free(&a);
}
