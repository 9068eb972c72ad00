/* The factors of a panel: their product is the panel, and q is orthogonal, for each type, shape and
 * kind of column that a reflector can meet. */
#include <complex.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/harness.h"
#include "linalg/src/lapack/la_tile_routines.h"

enum { GAP = 3 }; /* rows of an array below those of its matrix */

typedef enum content { RANDOM, ZERO, TRIANGLE, EQUAL, GRADED, FAINT, CONTENTS } content_t;

static const ashlar_type types[] = {ASHLAR_FLOAT, ASHLAR_DOUBLE, ASHLAR_CFLOAT, ASHLAR_CDOUBLE};

static bool is_single(ashlar_type type)
{
    return type == ASHLAR_FLOAT || type == ASHLAR_CFLOAT;
}

static void store(ashlar_type type, void *at, int64_t k, double _Complex value)
{
    if (type == ASHLAR_FLOAT)
        ((float *)at)[k] = (float)creal(value);
    else if (type == ASHLAR_DOUBLE)
        ((double *)at)[k] = creal(value);
    else if (type == ASHLAR_CFLOAT)
        ((float _Complex *)at)[k] = (float _Complex)value;
    else
        ((double _Complex *)at)[k] = value;
}

static double _Complex load(ashlar_type type, const void *at, int64_t k)
{
    return type == ASHLAR_FLOAT    ? ((const float *)at)[k]
           : type == ASHLAR_DOUBLE ? ((const double *)at)[k]
           : type == ASHLAR_CFLOAT ? ((const float _Complex *)at)[k]
                                   : ((const double _Complex *)at)[k];
}

static double next_number(void)
{
    static uint64_t state = 1;
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    return (double)(state >> 11) / (double)(1ull << 52) - 1;
}

/* An element in the scale that la_least_squares() brings columns to. FAINT: what is below the
 * diagonal has squares that floats cannot hold, or not all digits of. */
static double _Complex element(content_t content, int64_t i, int64_t j)
{
    const double _Complex x = next_number() + next_number() * I;
    switch (content) {
    case ZERO:
        return j % 3 == 1 ? 0 : x;
    case TRIANGLE:
        return i > j ? 0 : x;
    case EQUAL:
        return j % 2 ? (double)(i % 7 - 3) : x;
    case GRADED:
        return x * ldexp(1, -(int)(2 * i));
    case FAINT:
        return i == j ? 1 : x * ldexp(1, i % 2 ? -66 : -60);
    default:
        return x;
    }
}

/* The largest element of two arrays' difference. */
static double difference(ashlar_type type, int64_t m, int64_t n, const void *a, const void *b,
                         int64_t ld)
{
    double most = 0;
    for (int64_t j = 0; j < n; ++j)
        for (int64_t i = 0; i < m; ++i) {
            const double size = cabs(load(type, a, i + j * ld) - load(type, b, i + j * ld));
            most = size > most || isnan(size) ? size : most;
        }
    return most;
}

/* q', by the block, of the panel is r, and of the identity has orthogonal columns. */
static void check_panel(ashlar_type type, content_t content, int64_t m, int64_t n)
{
    const lai_tile_routines_t *routines = lai_tile_routines(type);
    const int64_t ld = m + GAP;
    const size_t bytes = (size_t)ld * sizeof(double _Complex);
    const double eps = is_single(type) ? FLT_EPSILON : DBL_EPSILON;
    char *panel = test_alloc(bytes * (size_t)n), *factors = test_alloc(bytes * (size_t)n);
    char *block = test_alloc(bytes * (size_t)n), *work = test_alloc(bytes * (size_t)m);
    char *q = test_alloc(bytes * (size_t)m);
    test_step("type %d, content %d, %d x %d", (int)type, (int)content, (int)m, (int)n);
    for (int64_t j = 0; j < n; ++j)
        for (int64_t i = 0; i < ld; ++i)
            store(type, panel, i + j * ld, i < m ? element(content, i, j) : 7);
    memcpy(factors, panel, bytes * (size_t)n);
    routines->qr(m, n, factors, ld, block, n);
    for (int64_t j = 0; j < m; ++j)
        for (int64_t i = 0; i < ld; ++i)
            store(type, q, i + j * ld, i == j);
    routines->apply_block(m, n, n, factors, ld, block, n, panel, ld, work);
    routines->apply_block(m, m, n, factors, ld, block, n, q, ld, work);
    for (int64_t j = 0; j < n; ++j) {
        for (int64_t i = m; i < ld; ++i)
            CHECK(load(type, factors, i + j * ld) == 7);
        for (int64_t i = j + 1; i < m; ++i)
            store(type, factors, i + j * ld, 0);
    }
    CHECK(difference(type, m, n, panel, factors, ld) <= 20 * (double)n * eps);
    for (int64_t j = 0; j < m; ++j)
        for (int64_t k = 0; k <= j; ++k) {
            double _Complex sum = 0;
            for (int64_t i = 0; i < m; ++i)
                sum += conj(load(type, q, i + k * ld)) * load(type, q, i + j * ld);
            if (!(cabs(sum - (j == k)) <= 20 * (double)n * eps)) {
                test_fail(__FILE__, __LINE__, "columns %d and %d: %g", (int)k, (int)j, cabs(sum));
                k = j = m;
            }
        }
    free(q);
    free(work);
    free(block);
    free(factors);
    free(panel);
}

TEST_CASE(qr_panel, TEST_BARE)
{
    static const int64_t shapes[][2] = {{1, 1},   {2, 1},    {2, 2},   {5, 3},    {32, 32},
                                        {33, 33}, {40, 8},   {70, 31}, {150, 48}, {100, 65},
                                        {131, 9}, {262, 33}, {96, 96}};
    for (size_t k = 0; k < sizeof types / sizeof *types; ++k)
        for (size_t s = 0; s < sizeof shapes / sizeof *shapes; ++s)
            for (content_t content = 0; content < CONTENTS; ++content)
                check_panel(types[k], content, shapes[s][0], shapes[s][1]);
}
