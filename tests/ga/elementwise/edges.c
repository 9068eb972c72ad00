/* Elementwise operations at edges: on integers and numbers at and close to the ends of their types,
 * and on patches that end alike. */
#include <float.h>
#include <limits.h>
#include <math.h>

#include "harness/harness.h"
#include "model/twin.h"
#include "ga/operands/operands.h"

/* Integers wrap around, and no quotient stops the program. */
TEST_CASE(elementwise_integer_edges, TEST_GA)
{
    enum { N = 6 };
    const int x[N] = {INT_MIN, 7, -7, 0, INT_MAX, INT_MIN}, y[N] = {-1, 0, 0, 0, 2, 1};
    const int quotients[N] = {INT_MAX, INT_MAX, INT_MIN, 0, INT_MAX / 2, INT_MIN};
    const int moduli[N] = {INT_MIN, 7, 7, 0, INT_MAX, INT_MIN};
    const int products[N] = {INT_MIN, 0, 0, 0, -2, INT_MIN};
    const int64_t lo = 0, hi = N - 1, n = N;
    int seen[N] = {0};
    ga_t a, b, c;

    REQUIRE_OK(ga_create_nd(ASHLAR_INT, 1, &n, "a", NULL, GA_GROUP_WORLD, &a));
    REQUIRE_OK(ga_create_like(a, ASHLAR_INT, "b", &b));
    REQUIRE_OK(ga_create_like(a, ASHLAR_INT, "c", &c));
    if (ga_rank() == 0) {
        CHECK_OK(ga_put_nd(a, &lo, &hi, x, NULL));
        CHECK_OK(ga_put_nd(b, &lo, &hi, y, NULL));
    }
    CHECK_OK(ga_divide(a, b, c));
    CHECK_OK(ga_get_nd(c, &lo, &hi, seen, NULL));
    for (int k = 0; k < N; ++k)
        CHECK_INT(quotients[k], seen[k]);
    CHECK_OK(ga_sync());
    CHECK_OK(ga_multiply(a, b, c));
    CHECK_OK(ga_get_nd(c, &lo, &hi, seen, NULL));
    for (int k = 0; k < N; ++k)
        CHECK_INT(products[k], seen[k]);
    CHECK_OK(ga_sync());
    CHECK_OK(ga_abs(a));
    CHECK_OK(ga_get_nd(a, &lo, &hi, seen, NULL));
    for (int k = 0; k < N; ++k)
        CHECK_INT(moduli[k], seen[k]);
    CHECK_OK(ga_sync());
    CHECK_OK(ga_destroy(c));
    CHECK_OK(ga_destroy(b));
    CHECK_OK(ga_destroy(a));
}

/* NaN and infinities go where they belong, wherever in a run of elements they are. */
TEST_CASE(elementwise_not_numbers, TEST_GA)
{
    enum { N = 37 };
    const int64_t lo = 0, hi = N - 1, n = N;
    double x[N], y[N], larger_one[N], smaller_one[N];
    ga_t a, b, c, d;

    REQUIRE_OK(ga_create_nd(ASHLAR_DOUBLE, 1, &n, "a", NULL, GA_GROUP_WORLD, &a));
    REQUIRE_OK(ga_create_like(a, ASHLAR_DOUBLE, "b", &b));
    REQUIRE_OK(ga_create_like(a, ASHLAR_DOUBLE, "c", &c));
    REQUIRE_OK(ga_create_like(a, ASHLAR_DOUBLE, "d", &d));
    for (int k = 0; k < N; ++k) {
        x[k] = k % 5 == 1 ? (double)NAN : k % 5 == 3 ? (double)INFINITY : k;
        y[k] = k % 4 == 1 ? (double)NAN : k % 4 == 2 ? -(double)INFINITY : 17;
    }
    if (ga_rank() == 0) {
        CHECK_OK(ga_put_nd(a, &lo, &hi, x, NULL));
        CHECK_OK(ga_put_nd(b, &lo, &hi, y, NULL));
    }
    CHECK_OK(ga_maximum(a, b, c));
    CHECK_OK(ga_minimum(a, b, d));
    CHECK_OK(ga_get_nd(c, &lo, &hi, larger_one, NULL));
    CHECK_OK(ga_get_nd(d, &lo, &hi, smaller_one, NULL));
    for (int k = 0; k < N; ++k) {
        bool is_nan = isnan(x[k]) || isnan(y[k]);
        CHECK(is_nan ? isnan(larger_one[k]) : larger_one[k] == (x[k] > y[k] ? x[k] : y[k]));
        CHECK(is_nan ? isnan(smaller_one[k]) : smaller_one[k] == (x[k] < y[k] ? x[k] : y[k]));
    }
    CHECK_OK(ga_sync());
    CHECK_OK(ga_destroy(d));
    CHECK_OK(ga_destroy(c));
    CHECK_OK(ga_destroy(b));
    CHECK_OK(ga_destroy(a));
}

/* ---- numbers close to the ends of their type ---------------------------------------------------
 */

/* n values of a type, as a vector of its own. */
static ga_t vector_of(ashlar_type type, int n, const scalar_t *values)
{
    const int64_t extent = n;
    element_t element;
    ga_t g = 0;
    CHECK_OK(ga_create_nd(type, 1, &extent, "vector", NULL, GA_GROUP_WORLD, &g));
    for (int64_t k = 0; k < n && ga_rank() == 0; ++k) {
        element = element_of(type, values[k]);
        CHECK_OK(ga_put_nd(g, &k, &k, &element, NULL));
    }
    CHECK_OK(ga_sync());
    return g;
}

/* The parts of element k, within a few units of the modulus that is expected; infinities and zeros
 * exactly; where NaN is expected, any. */
static void check_number(ashlar_type type, ga_t g, int64_t k, scalar_t expected)
{
    const double eps = type_bytes(type) / (type_is_complex(type) ? 2 : 1) == 4 ? 0x1p-23 : 0x1p-52;
    const double size = fmax(fabs(expected.re), fabs(expected.im));
    element_t element;
    CHECK_OK(ga_get_nd(g, &k, &k, &element, NULL));
    const scalar_t found = scalar_load(type, &element);
    const double parts[][2] = {{expected.re, found.re}, {expected.im, found.im}};
    for (int p = 0; p < 2; ++p)
        CHECK(isnan(parts[p][0]) || parts[p][0] == parts[p][1] ||
              fabs(parts[p][0] - parts[p][1]) <= 4 * eps * size);
}

/* Complex quotients without overflow or underflow in between; and those of Annex G of C, where a
 * number is infinite or the divisor is 0. */
TEST_CASE(elementwise_quotients, TEST_GA)
{
    enum { N = 11 };
    const double inf = (double)INFINITY, any = (double)NAN;
    for (ashlar_type type = ASHLAR_CFLOAT; type <= ASHLAR_CDOUBLE; ++type) {
        const double big = type == ASHLAR_CFLOAT ? 0x1.8p127 : 0x1.8p1023;
        const double little = type == ASHLAR_CFLOAT ? 0x1p-140 : 0x1p-1060, mean = sqrt(little);
        const scalar_t x[N] = {{big, big},      {little, little}, {big, 0}, {3, 4},
                               {little, -mean}, {0, 0},           {1, 2},   {inf, 1},
                               {2, 3},          {big, -big},      {mean, 0}};
        const scalar_t y[N] = {
            {big, big}, {little, little}, {big, big}, {big, big}, {little, little / 2},
            {3, 4},     {0, 0},           {2, 0},     {inf, 1},   {4, 0},
            {0, mean}};
        const scalar_t z[N] = {{1, 0},
                               {1, 0},
                               {0.5, -0.5},
                               {3.5 / big, 0.5 / big},
                               {(1 - mean / little / 2) / 1.25, (-mean / little - 0.5) / 1.25},
                               {0, 0},
                               {inf, inf},
                               {inf, any},
                               {0, 0},
                               {big / 4, -big / 4},
                               {0, -1}};
        ga_t a = vector_of(type, N, x), b = vector_of(type, N, y), c = vector_of(type, N, x);
        CHECK_OK(ga_divide(a, b, c));
        for (int k = 0; k < N; ++k)
            check_number(type, c, k, z[k]);
        CHECK_OK(ga_sync());
        CHECK_OK(ga_reciprocal(b));
        check_number(type, b, 0, (scalar_t){0.5 / big, -0.5 / big});
        check_number(type, b, 5, (scalar_t){3 / 25., -4 / 25.});
        check_number(type, b, 10, (scalar_t){0, -1 / mean});
        CHECK_OK(ga_sync());
        CHECK_OK(ga_destroy(c));
        CHECK_OK(ga_destroy(b));
        CHECK_OK(ga_destroy(a));
    }
}

/* Steps, halves of sums and points of a line that are numbers where differences, sums and ways are
 * not. */
TEST_CASE(elementwise_range, TEST_GA)
{
    for (ashlar_type type = ASHLAR_FLOAT; type <= ASHLAR_CDOUBLE; ++type) {
        const bool single = type == ASHLAR_FLOAT || type == ASHLAR_CFLOAT;
        const bool complex = type_is_complex(type);
        const double big = single ? 0x1.8p127 : 0x1.8p1023, im = complex ? big : 0;
        const scalar_t low = {-big, 0}, high = {big, 0}, speed = {big / 4, 0};
        ga_t x = vector_of(type, 1, &low), v = vector_of(type, 1, &speed);
        ga_t upper = vector_of(type, 1, &high), line = 0, square = 0;
        element_t first, wolfe, last;
        if (!complex) {
            CHECK_OK(ga_step_bound(x, v, x, upper, &first, &wolfe, &last));
            CHECK(scalar_load(type, &wolfe).re == 8);
            CHECK(scalar_load(type, &first).re == 8 && scalar_load(type, &last).re == 8);
        }

        element_t start = element_of(type, (scalar_t){-big, -im});
        element_t stride = element_of(type, (scalar_t){big, im / 2});
        CHECK_OK(ga_create_nd(type, 1, &(int64_t){3}, "line", NULL, GA_GROUP_WORLD, &line));
        CHECK_OK(ga_enumerate(line, &start, &stride));
        check_number(type, line, 2, (scalar_t){big, 0});

        CHECK_OK(ga_create(type, 2, 2, "square", 0, 0, &square));
        element_t all = element_of(type, (scalar_t){big, im});
        CHECK_OK(ga_fill(square, &all));
        CHECK_OK(ga_symmetrize(square));
        CHECK_OK(ga_get(square, 1, 1, 0, 0, &first, 1));
        CHECK(scalar_load(type, &first).re == big && scalar_load(type, &first).im == im);
        CHECK_OK(ga_sync());
        const ga_t arrays[] = {square, line, upper, v, x};
        for (size_t k = 0; k < sizeof arrays / sizeof arrays[0]; ++k)
            CHECK_OK(ga_destroy(arrays[k]));
    }
}

/* NaN beside an infinite part is an infinite number, whatever asks for its size. */
TEST_CASE(elementwise_infinite_parts, TEST_GA)
{
    const double nan = (double)NAN, inf = (double)INFINITY;
    for (ashlar_type type = ASHLAR_CFLOAT; type <= ASHLAR_CDOUBLE; ++type) {
        const scalar_t odd[2] = {{nan, inf}, {3, 4}}, plain[2] = {{5, 0}, {3, 4}};
        ga_t a = vector_of(type, 2, odd), b = vector_of(type, 2, plain),
             c = vector_of(type, 2, odd);
        element_t value;
        int64_t index = -1;
        double norm = 0;
        for (ga_norm_kind kind = GA_ENTRY_NORM_1; kind <= GA_ENTRY_NORM_INF; ++kind) {
            CHECK_OK(ga_norm(a, kind, &norm));
            CHECK(norm == inf);
        }
        CHECK_OK(ga_select(a, ASHLAR_MAX, &value, &index));
        CHECK_INT(0, index);
        CHECK_OK(ga_select(a, ASHLAR_MIN, &value, &index));
        CHECK_INT(1, index);
        CHECK_OK(ga_minimum(a, b, c));
        check_number(type, c, 0, plain[0]);
        CHECK_OK(ga_sync());
        CHECK_OK(ga_maximum(b, a, c));
        check_number(type, c, 0, (scalar_t){nan, inf});
        CHECK_OK(ga_sync());
        CHECK_OK(ga_abs(a));
        check_number(type, a, 0, (scalar_t){inf, 0});
        CHECK_OK(ga_sync());
        CHECK_OK(ga_destroy(c));
        CHECK_OK(ga_destroy(b));
        CHECK_OK(ga_destroy(a));
    }
}

/* Patches of different shapes that end at the same indices: element by element in order. */
TEST_CASE(elementwise_same_ends, TEST_GA)
{
    const int64_t dims[2] = {4, 4}, hi[2] = {3, 3}, lo[2] = {0, 2}, from[2] = {2, 0};
    const double one = 1, zero = 0;
    twin_t a = twin_create(ASHLAR_DOUBLE, 2, dims, LAYOUT_REGULAR, GA_GROUP_WORLD, 3);
    twin_t c = twin_create(ASHLAR_DOUBLE, 2, dims, LAYOUT_REGULAR, GA_GROUP_WORLD, 4);

    CHECK_OK(ga_add_patch(&one, a.g, from, hi, &zero, a.g, from, hi, c.g, lo, hi));
    for (int64_t k = 0; k < 8; ++k)
        *model_at(&c.model, (int64_t[]){k % 4, 2 + k / 4}) =
            *model_at(&a.model, (int64_t[]){2 + k % 2, k / 2});
    CHECK_TWIN(&c);
    twin_destroy(&c);
    twin_destroy(&a);
}
