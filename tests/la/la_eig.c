/* Eigenproblems: residual, orthonormality and order; known spectra. */
#include <ashlar/la.h>
#include "model/dense.h"
#include "harness/harness.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A spectrum with what its matrix gave. */
typedef struct pair {
    void *w;
    dense_t z;
} pair_t;

static void pair_free(pair_t *p)
{
    free(p->w);
    dense_free(&p->z);
}

/* Eigenvalues ascending, and the same bits on all ranks. */
static void check_values(ashlar_type type, const void *w, int64_t n)
{
    size_t bytes = (size_t)n * (type_bytes(type) / (type_is_complex(type) ? 2 : 1));
    char *first = test_alloc(bytes);
    memcpy(first, w, bytes);
    CHECK_OK(ga_sync()); /* inside MPI nobody answers a rank that still compares */
    MPI_Bcast(first, (int)bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
    CHECK(memcmp(first, w, bytes) == 0);
    free(first);
    for (int64_t k = 1; k < n; ++k)
        CHECK(real_at(type, w, k - 1) <= real_at(type, w, k));
}

/* la_eigen, or la_eigen_general when b is given, of arrays whose upper triangles are not numbers.
 */
static pair_t solve(ashlar_type type, const dense_t *a, const dense_t *b, layout_t layout)
{
    int64_t n = a->n;
    pair_t p = {test_alloc((size_t)n * 16), {0, 0, NULL}};
    ga_t ga = matrix_create(type, n, n, layout, GA_GROUP_WORLD), gb = 0;
    ga_t gz = matrix_create(type, n, n, LAYOUT_REGULAR, GA_GROUP_WORLD);
    matrix_write_lower(ga, a);
    if (b) {
        gb = matrix_create(type, n, n, LAYOUT_CHUNKED, GA_GROUP_WORLD);
        matrix_write_lower(gb, b);
        CHECK_OK(la_eigen_general(ga, gb, p.w, gz));
        CHECK(matrix_lower_is(gb, b));
        CHECK_OK(ga_destroy(gb));
    } else {
        CHECK_OK(la_eigen(ga, p.w, gz));
    }
    CHECK(matrix_lower_is(ga, a));
    check_values(type, p.w, n);
    p.z = matrix_read(gz);
    CHECK_OK(ga_destroy(gz));
    CHECK_OK(ga_destroy(ga));
    return p;
}

/* a*z = b*z*diag(w) and z'*b*z = 1, within n*eps times the size of the numbers. */
static void check_pair(ashlar_type type, const dense_t *a, const dense_t *b, const pair_t *p)
{
    int64_t n = a->n;
    dense_t az = dense_product(a, &p->z), bz = dense_product(b, &p->z);
    dense_t zt = dense_op('c', &p->z), unit = dense_product(&zt, &bz);
    double top = fmax(fabs(real_at(type, p->w, 0)), fabs(real_at(type, p->w, n - 1)));
    double bound = 20 * (double)(n + 1) * type_epsilon(type);
    for (int64_t j = 0; j < n; ++j)
        for (int64_t i = 0; i < n; ++i)
            *dense_at(&bz, i, j) *= real_at(type, p->w, j);
    CHECK_WITHIN(bound * fmax(top, 1), dense_distance(&az, &bz));
    CHECK_WITHIN(bound, dense_distance_to_identity(&unit));
    dense_t *all[] = {&az, &bz, &zt, &unit};
    for (size_t x = 0; x < sizeof all / sizeof all[0]; ++x)
        dense_free(all[x]);
}

static dense_t identity(int64_t n)
{
    dense_t x = dense_create(n, n);
    for (int64_t k = 0; k < n; ++k)
        *dense_at(&x, k, k) = 1;
    return x;
}

static void eigen_once(ashlar_type type, int64_t n, layout_t layout)
{
    rng_t rng = rng_seed((uint64_t)n);
    dense_t a = dense_hermitian(&rng, type, n, false), one = identity(n);
    pair_t p = solve(type, &a, NULL, layout);
    check_pair(type, &a, &one, &p);
    pair_free(&p);
    dense_free(&one);
    dense_free(&a);
}

TEST_CASE(eigen_all, TEST_GA)
{
    static const int64_t orders[] = {1, 2, 3, 7, 64, 102, 150};
    for (ashlar_type type = ASHLAR_FLOAT; type <= ASHLAR_CDOUBLE; ++type)
        for (size_t s = 0; s < sizeof orders / sizeof orders[0]; ++s)
            eigen_once(type, orders[s], (layout_t)(s % LAYOUT_COUNT));
}

/* The eigenvalues are those that come with the vectors. */
TEST_CASE(eigen_values_only, TEST_GA)
{
    static const int64_t orders[] = {1, 40, 150};
    rng_t rng = rng_seed(9);
    for (ashlar_type type = ASHLAR_FLOAT; type <= ASHLAR_CDOUBLE; ++type) {
        for (size_t s = 0; s < sizeof orders / sizeof orders[0]; ++s) {
            int64_t n = orders[s];
            dense_t a = dense_hermitian(&rng, type, n, false);
            pair_t p = solve(type, &a, NULL, LAYOUT_REGULAR);
            ga_t g = matrix_create(type, n, n, LAYOUT_IRREGULAR, GA_GROUP_WORLD);
            void *w = test_alloc((size_t)n * 16);
            matrix_write_lower(g, &a);
            CHECK_OK(la_eigen(g, w, 0));
            check_values(type, w, n);
            for (int64_t k = 0; k < n; ++k) {
                CHECK_WITHIN(40 * (double)(n + 1) * type_epsilon(type),
                             fabs(real_at(type, w, k) - real_at(type, p.w, k)));
            }
            CHECK(matrix_lower_is(g, &a));
            CHECK_OK(ga_destroy(g));
            free(w);
            pair_free(&p);
            dense_free(&a);
        }
    }
}

/* Second differences on a line: 2-2cos(k*pi/(n+1)), k = 1..n. */
TEST_CASE(eigen_laplacian, TEST_GA)
{
    static const int64_t orders[] = {5, 100, 200};
    for (size_t s = 0; s < sizeof orders / sizeof orders[0]; ++s) {
        int64_t n = orders[s];
        dense_t a = dense_create(n, n), one = identity(n);
        for (int64_t k = 0; k < n; ++k) {
            *dense_at(&a, k, k) = 2;
            if (k > 0)
                *dense_at(&a, k, k - 1) = *dense_at(&a, k - 1, k) = -1;
        }
        pair_t p = solve(ASHLAR_DOUBLE, &a, NULL, LAYOUT_REGULAR);
        for (int64_t k = 0; k < n; ++k) {
            double exact = 2 - 2 * cos((double)(k + 1) * acos(-1) / (double)(n + 1));
            CHECK_WITHIN(1e-13, fabs(exact - real_at(ASHLAR_DOUBLE, p.w, k)));
        }
        check_pair(ASHLAR_DOUBLE, &a, &one, &p);
        pair_free(&p);
        dense_free(&one);
        dense_free(&a);
    }
}

/* The identity plus all ones: 1, n-1 times, and 1+n. Zero: 0, n times. */
TEST_CASE(eigen_degenerate, TEST_GA)
{
    static const int64_t orders[] = {30, 140};
    for (size_t s = 0; s < sizeof orders / sizeof orders[0]; ++s) {
        int64_t n = orders[s];
        dense_t a = dense_create(n, n), one = identity(n);
        pair_t p = solve(ASHLAR_DOUBLE, &a, NULL, LAYOUT_REGULAR);
        CHECK(real_at(ASHLAR_DOUBLE, p.w, 0) == 0 && real_at(ASHLAR_DOUBLE, p.w, n - 1) == 0);
        check_pair(ASHLAR_DOUBLE, &a, &one, &p);
        pair_free(&p);
        for (int64_t j = 0; j < n; ++j)
            for (int64_t i = 0; i < n; ++i)
                *dense_at(&a, i, j) = i == j ? 2 : 1;
        p = solve(ASHLAR_DOUBLE, &a, NULL, LAYOUT_IRREGULAR);
        for (int64_t k = 0; k < n; ++k) {
            double exact = k < n - 1 ? 1 : (double)(n + 1);
            CHECK_WITHIN(1e-14 * (double)(n * n), fabs(exact - real_at(ASHLAR_DOUBLE, p.w, k)));
        }
        check_pair(ASHLAR_DOUBLE, &a, &one, &p);
        pair_free(&p);
        dense_free(&one);
        dense_free(&a);
    }
}

static void general_once(ashlar_type type, int64_t n, layout_t layout)
{
    rng_t rng = rng_seed((uint64_t)n + 50);
    dense_t a = dense_hermitian(&rng, type, n, false), b = dense_hermitian(&rng, type, n, true);
    pair_t p = solve(type, &a, &b, layout);
    check_pair(type, &a, &b, &p);
    pair_free(&p);
    dense_free(&b);
    dense_free(&a);
}

TEST_CASE(eigen_general_all, TEST_GA)
{
    static const int64_t orders[] = {1, 2, 5, 64, 130};
    for (ashlar_type type = ASHLAR_FLOAT; type <= ASHLAR_CDOUBLE; ++type)
        for (size_t s = 0; s < sizeof orders / sizeof orders[0]; ++s)
            general_once(type, orders[s], (layout_t)(s % LAYOUT_COUNT));
}

TEST_CASE(eigen_general_not_definite, TEST_GA)
{
    static const int64_t orders[] = {8, 140};
    for (size_t s = 0; s < sizeof orders / sizeof orders[0]; ++s) {
        int64_t n = orders[s];
        double *w = test_alloc((size_t)n * sizeof *w);
        w[0] = 123;
        dense_t a = identity(n), b = identity(n);
        *dense_at(&b, 4, 4) = -1;
        ga_t ga = matrix_from(ASHLAR_DOUBLE, &a, LAYOUT_REGULAR, GA_GROUP_WORLD);
        ga_t gb = matrix_from(ASHLAR_DOUBLE, &b, LAYOUT_REGULAR, GA_GROUP_WORLD);
        ga_t gz = matrix_from(ASHLAR_DOUBLE, &a, LAYOUT_REGULAR, GA_GROUP_WORLD);
        CHECK_STATUS(ASHLAR_ENUMERIC, la_eigen_general(ga, gb, w, gz));
        CHECK_CONTAINS(ashlar_error_message(), "leading minor of order 5");
        dense_t z = matrix_read(gz);
        CHECK(dense_distance(&a, &z) == 0 && w[0] == 123);
        dense_free(&z);
        CHECK_OK(ga_destroy(gz));
        CHECK_OK(ga_destroy(gb));
        CHECK_OK(ga_destroy(ga));
        dense_free(&b);
        dense_free(&a);
        free(w);
    }
}
