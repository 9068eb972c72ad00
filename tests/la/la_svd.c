/* Singular value decompositions of matrices of known singular values. */
#include <ashlar/la.h>
#include "model/dense.h"
#include "harness/harness.h"
#include "spectrum.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { VALUES = 0, LEFT = 1, RIGHT = 2, BOTH = 3 };

/* What la_svd() left. */
typedef struct svd {
    void *s;
    dense_t u, vt;
} svd_t;

static svd_t svd_of(ga_t a, ashlar_type type, int64_t m, int64_t n, int wanted, layout_t layout)
{
    int64_t count = m < n ? m : n;
    svd_t d = {test_alloc((size_t)count * 8), {0, 0, NULL}, {0, 0, NULL}};
    layout_t other = (layout_t)((layout + 1) % LAYOUT_COUNT);
    ga_t u = wanted & LEFT ? matrix_create(type, m, count, layout, GA_GROUP_WORLD) : 0;
    ga_t vt = wanted & RIGHT ? matrix_create(type, count, n, other, GA_GROUP_WORLD) : 0;
    CHECK_OK(la_svd(a, d.s, u, vt));
    if (u) {
        d.u = matrix_read(u);
        CHECK_OK(ga_destroy(u));
    }
    if (vt) {
        d.vt = matrix_read(vt);
        CHECK_OK(ga_destroy(vt));
    }
    return d;
}

static void svd_free(svd_t *d)
{
    dense_free(&d->vt);
    dense_free(&d->u);
    free(d->s);
}

/* The known values, descending, none negative, with the same bits on all ranks. */
static void check_values(ashlar_type type, const void *s, const double *exact, int64_t count,
                         double bound)
{
    size_t bytes = (size_t)count * (type_bytes(type) / (type_is_complex(type) ? 2 : 1));
    char *first = test_alloc(bytes);
    memcpy(first, s, bytes);
    CHECK_OK(ga_sync());
    MPI_Bcast(first, (int)bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
    CHECK(memcmp(first, s, bytes) == 0);
    free(first);
    for (int64_t k = 0; k < count; ++k) {
        CHECK_WITHIN(bound, fabs(real_at(type, s, k) - exact[k]));
        CHECK(real_at(type, s, k) >= (k + 1 < count ? real_at(type, s, k + 1) : 0));
    }
}

/* The columns of u, orthonormal, are left singular vectors: with b = u'*a, b*b' = diag(s*s), and
 * a = u*b where u has all of them. */
static void check_left(ashlar_type type, const dense_t *a, const dense_t *u, const void *s,
                       double bound, double top)
{
    dense_t ut = dense_op('c', u), unit = dense_product(&ut, u), b = dense_product(&ut, a);
    dense_t bt = dense_op('c', &b), squares = dense_product(&b, &bt), again = dense_product(u, &b);
    CHECK_WITHIN(bound, dense_distance_to_identity(&unit));
    CHECK_WITHIN(bound * top, dense_distance(a, &again));
    for (int64_t k = 0; k < u->n; ++k)
        *dense_at(&squares, k, k) -= real_at(type, s, k) * real_at(type, s, k);
    double worst = 0;
    for (int64_t k = 0; k < u->n * u->n; ++k)
        worst = fmax(worst, cabs(squares.at[k]));
    CHECK_WITHIN(2 * bound * top * top, worst);
    dense_t *all[] = {&ut, &unit, &b, &bt, &squares, &again};
    for (size_t x = 0; x < sizeof all / sizeof all[0]; ++x)
        dense_free(all[x]);
}

static void check_right(ashlar_type type, const dense_t *a, const dense_t *vt, const void *s,
                        double bound, double top)
{
    dense_t at = dense_op('c', a), v = dense_op('c', vt);
    check_left(type, &at, &v, s, bound, top);
    dense_free(&v);
    dense_free(&at);
}

static void check_product(ashlar_type type, const dense_t *a, const svd_t *d, double bound)
{
    dense_t scaled = dense_op('n', &d->u);
    for (int64_t j = 0; j < scaled.n; ++j)
        for (int64_t i = 0; i < scaled.m; ++i)
            *dense_at(&scaled, i, j) *= real_at(type, d->s, j);
    dense_t again = dense_product(&scaled, &d->vt);
    CHECK_WITHIN(bound, dense_distance(a, &again));
    dense_free(&again);
    dense_free(&scaled);
}

/* Everything about an array that was made with these values. */
static void check_svd(ashlar_type type, ga_t g, const double *exact, int wanted, layout_t layout)
{
    dense_t a = matrix_read(g);
    int64_t count = a.m < a.n ? a.m : a.n;
    svd_t d = svd_of(g, type, a.m, a.n, wanted, layout);
    double bound = 20 * (double)(a.m + a.n) * type_epsilon(type), top = exact[0];
    check_values(type, d.s, exact, count, bound * top);
    if (wanted & LEFT)
        check_left(type, &a, &d.u, d.s, bound, top);
    if (wanted & RIGHT)
        check_right(type, &a, &d.vt, d.s, bound, top);
    if (wanted == BOTH)
        check_product(type, &a, &d, bound * top);
    dense_t after = matrix_read(g);
    CHECK(dense_distance(&a, &after) == 0);
    dense_free(&after);
    svd_free(&d);
    dense_free(&a);
}

static void decompose(ashlar_type type, int64_t m, int64_t n, const double *values, int wanted,
                      layout_t layout)
{
    rng_t rng = rng_seed((uint64_t)(m * 1000 + n));
    dense_t a = dense_of_spectrum(&rng, type, m, n, values);
    ga_t g = matrix_from(type, &a, layout, GA_GROUP_WORLD);
    check_svd(type, g, values, wanted, layout);
    CHECK_OK(ga_destroy(g));
    dense_free(&a);
}

TEST_CASE(svd_shapes, TEST_GA)
{
    static const int64_t shapes[][2] = {{1, 1},   {1, 2},   {2, 1},   {1, 40},  {37, 1},
                                        {2, 2},   {5, 5},   {3, 70},  {70, 3},  {7, 6},
                                        {30, 50}, {50, 30}, {64, 64}, {33, 90}, {101, 66}};
    double values[128];
    for (size_t k = 0; k < sizeof values / sizeof values[0]; ++k)
        values[k] = 2 - (double)k / 64;
    for (ashlar_type type = ASHLAR_FLOAT; type <= ASHLAR_CDOUBLE; ++type)
        for (size_t s = 0; s < sizeof shapes / sizeof shapes[0]; ++s)
            for (int wanted = VALUES; wanted <= BOTH; ++wanted)
                if (wanted == BOTH || s % 3 == (size_t)wanted)
                    decompose(type, shapes[s][0], shapes[s][1], values, wanted,
                              (layout_t)(s % LAYOUT_COUNT));
}

/* Graded over more orders than any type has digits, all alike, few that are not zero, nearly
 * singular, zero. */
TEST_CASE(svd_spectra, TEST_GA)
{
    enum { SPECTRA = 5, MOST = 66 };
    static const int64_t shapes[][2] = {{20, 12}, {66, 70}};
    double values[SPECTRA][MOST];
    for (ashlar_type type = ASHLAR_FLOAT; type <= ASHLAR_CDOUBLE; ++type)
        for (size_t s = 0; s < sizeof shapes / sizeof shapes[0]; ++s) {
            int64_t m = shapes[s][0], n = shapes[s][1], count = m < n ? m : n;
            for (int64_t k = 0; k < count; ++k) {
                values[0][k] = pow(10, -40.0 * (double)k / (double)count);
                values[1][k] = 1;
                values[2][k] = k < 3 ? (double)(5 - k) : 0;
                values[3][k] = k < count - 1 ? 3 : type_epsilon(type) / 4;
                values[4][k] = 0;
            }
            for (int k = 0; k < SPECTRA; ++k)
                decompose(type, m, n, values[k], k % 2 ? BOTH : k, (layout_t)(k % LAYOUT_COUNT));
            decompose(type, m, n, values[0], BOTH, LAYOUT_REGULAR);
        }
}

static void scale_reals(ashlar_type type, void *reals, int64_t n, int exponent)
{
    for (int64_t k = 0; k < n; ++k)
        if (type == ASHLAR_FLOAT || type == ASHLAR_CFLOAT)
            ((float *)reals)[k] = ldexpf(((float *)reals)[k], exponent);
        else
            ((double *)reals)[k] = ldexp(((double *)reals)[k], exponent);
}

/* Values close to the largest number of the type, where sums of columns are infinite, and to the
 * least. */
TEST_CASE(svd_extremes, TEST_GA)
{
    static const int64_t shapes[][2] = {{30, 20}, {65, 90}};
    double values[65];
    for (ashlar_type type = ASHLAR_FLOAT; type <= ASHLAR_CDOUBLE; ++type)
        for (int k = 0; k < 4; ++k) {
            int64_t m = shapes[k / 2][0], n = shapes[k / 2][1], count = m < n ? m : n;
            int top = type_epsilon(type) > 1e-10 ? 127 : 1023;
            int exponent = k % 2 ? 5 - top : top;
            rng_t rng = rng_seed((uint64_t)k);
            for (int64_t i = 0; i < count; ++i)
                values[i] = 1.5 - (double)i / 64;
            dense_t a = dense_of_spectrum(&rng, type, m, n, values), large = dense_op('n', &a);
            for (int64_t i = 0; i < m * n; ++i)
                large.at[i] =
                    CMPLX(ldexp(creal(a.at[i]), exponent), ldexp(cimag(a.at[i]), exponent));
            ga_t g = matrix_from(type, &large, LAYOUT_CHUNKED, GA_GROUP_WORLD);
            svd_t d = svd_of(g, type, m, n, BOTH, LAYOUT_IRREGULAR);
            double bound = 20 * (double)(m + n) * type_epsilon(type);
            scale_reals(type, d.s, count, -exponent);
            check_values(type, d.s, values, count, bound);
            check_left(type, &a, &d.u, d.s, 2 * bound, 1.5);
            check_product(type, &a, &d, bound);
            svd_free(&d);
            CHECK_OK(ga_destroy(g));
            dense_free(&large);
            dense_free(&a);
        }
}

/* An array in the layout of ScaLAPACK, in which the library may work. */
static ga_t matrix_cyclic(ashlar_type type, int64_t m, int64_t n, const int *grid, int64_t tile)
{
    const ga_spec_t spec = {.type = type,
                            .ndim = 2,
                            .dims = {m, n},
                            .kind = GA_SCALAPACK,
                            .block = {tile, tile},
                            .grid = {grid[0], grid[1]}};
    ga_t g = 0;
    CHECK_OK(ga_create_spec(&spec, &g));
    return g;
}

static void decompose_in_place(ashlar_type type, int64_t m, int64_t n, const int *grid,
                               int64_t tile)
{
    int64_t count = m < n ? m : n;
    double values[32];
    rng_t rng = rng_seed((uint64_t)(m * 100 + n));
    for (int64_t k = 0; k < count; ++k)
        values[k] = 2 - (double)k / 64;
    dense_t a = dense_of_spectrum(&rng, type, m, n, values);
    ga_t ga = matrix_cyclic(type, m, n, grid, tile), u = matrix_cyclic(type, m, count, grid, tile);
    ga_t vt = matrix_cyclic(type, count, n, grid, tile);
    matrix_write(ga, &a);
    dense_t before = matrix_read(ga);
    svd_t d = {test_alloc((size_t)count * 8), {0, 0, NULL}, {0, 0, NULL}};
    double bound = 20 * (double)(m + n) * type_epsilon(type);
    CHECK_OK(la_svd(ga, d.s, u, vt));
    d.u = matrix_read(u);
    d.vt = matrix_read(vt);
    check_values(type, d.s, values, count, bound);
    check_left(type, &before, &d.u, d.s, bound, 2);
    check_right(type, &before, &d.vt, d.s, bound, 2);
    check_product(type, &before, &d, bound);
    dense_t after = matrix_read(ga);
    CHECK(dense_distance(&before, &after) == 0);
    dense_free(&after);
    dense_free(&before);
    dense_free(&a);
    svd_free(&d);
    CHECK_OK(ga_destroy(vt));
    CHECK_OK(ga_destroy(u));
    CHECK_OK(ga_destroy(ga));
}

/* On grids of all ranks, and with a rank left out; on one rank where the library chooses that. */
TEST_CASE(svd_in_place, TEST_GA)
{
    int ranks = grid_ranks(), grids[][2] = {{1, ranks}, {ranks, 1}, {2, ranks / 2}, {1, ranks - 1}};
    for (size_t k = 0; k < sizeof grids / sizeof grids[0]; ++k) {
        const int *grid = grids[k];
        if (grid[1] < 1 || grid[0] * grid[1] > ranks)
            continue;
        for (ashlar_type type = ASHLAR_FLOAT; type <= ASHLAR_CDOUBLE; ++type) {
            decompose_in_place(type, 23, 17, grid, 3);
            CHECK_OK(la_set_grid(grid[0], grid[1], 3));
            decompose_in_place(type, 23, 17, grid, 3);
            decompose_in_place(type, 12, 32, grid, 3);
            decompose_in_place(type, 2, 2, grid, 3); /* more ranks than rows */
            CHECK_OK(la_set_grid(grid[0], grid[1], 1));
            decompose_in_place(type, 1, 2, grid, 1); /* which ScaLAPACK cannot do */
            CHECK_OK(la_set_grid(0, 0, 0));
        }
    }
}
