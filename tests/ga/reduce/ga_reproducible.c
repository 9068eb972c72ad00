/* ASHLAR_REPRODUCIBLE=1: sums, dot products and norms are the bits that their definitions give,
 * rounded once, on any ranks and for any distribution. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/harness.h"
#include "model/twin.h"
#include "model/exact.h"
#include "model/kinds.h"

enum { NORMS = GA_MATRIX_NORM_INF + 1, LONGEST = 256 };

/* ---- elements -------------------------------------------------------------------------------- */

/* What the elements of an array are like. */
typedef enum contents {
    MODERATE,   /* exponents around 0 */
    CANCELLING, /* 1e300, 1, -1e300 */
    HALFWAY,    /* to a float, and little more */
    TINY,       /* subnormal, or their squares are */
    ANY_BITS,   /* that are finite */
    ZEROS,      /* negative ones */
    INFINITE,   /* an infinity among others */
    OPPOSITE,   /* infinities of both signs */
    NOT_NUMBER, /* a NaN */
    CONTENTS
} contents_t;

static double draw(rng_t *rng, contents_t contents, bool is_float, int64_t k)
{
    const int widest = is_float ? 120 : 1000, least = is_float ? -149 : -1074;
    const double random = 1 + (double)(rng_next(rng) >> 12) * 0x1p-52;
    const double x = rng_next(rng) % 2 ? random : -random;

    switch (contents) {
    case CANCELLING:
        return k % 4 == 1   ? ldexp(1, widest - 9)
               : k % 4 == 3 ? -ldexp(1, widest - 9)
                            : ldexp(x, (int)rng_range(rng, least / 2, 0));
    case HALFWAY:
        return k == 3 ? 1 : k == 7 ? 0x1p-24 : k == 11 ? 0x1p-100 : 0;
    case TINY:
        return ldexp(x, (int)rng_range(rng, least, least + 40));
    case ANY_BITS:
        return ldexp(x, (int)rng_range(rng, least, widest + 7));
    case ZEROS:
        return -0.0;
    case INFINITE:
        return k == 17 ? -(double)INFINITY : x;
    case OPPOSITE:
        return k % 50 == 7 ? copysign((double)INFINITY, x) : k == 33 ? (double)INFINITY : x;
    case NOT_NUMBER:
        return k == 29 ? (double)NAN : x;
    default:
        return ldexp(x, (int)rng_range(rng, -30, 10));
    }
}

/* Elements of one type, and how to see them. */
typedef struct data {
    ashlar_type type;
    int ndim, parts;
    int64_t dims[ASHLAR_MAX_DIM], n;
    bool is_integer, is_float;
    char *at;
} data_t;

static double part_of(const data_t *data, int64_t k, int part)
{
    const char *at = data->at + (size_t)k * type_bytes(data->type);

    if (data->is_integer)
        return type_bytes(data->type) == 4 ? (double)*(const int32_t *)(const void *)at
                                           : (double)*(const int64_t *)(const void *)at;
    return data->is_float ? (double)((const float *)(const void *)at)[part]
                          : ((const double *)(const void *)at)[part];
}

static data_t data_create(ashlar_type type, int ndim, const int64_t *dims, contents_t contents,
                          uint64_t seed)
{
    data_t data = {.type = type, .ndim = ndim, .n = 1, .is_integer = type_is_integer(type)};
    rng_t rng = rng_seed(seed);

    data.parts = type_is_complex(type) ? 2 : 1;
    data.is_float = !data.is_integer && type_bytes(type) / (size_t)data.parts == sizeof(float);
    for (int d = 0; d < ndim; ++d)
        data.n *= data.dims[d] = dims[d];
    data.at = test_alloc((size_t)data.n * type_bytes(type));
    for (int64_t k = 0; k < data.n; ++k)
        for (int part = 0; part < data.parts; ++part) {
            const double x = draw(&rng, contents, data.is_float, k + 3 * part);
            const int64_t bits = (int64_t)rng_next(&rng) >> (k % 40);
            if (data.is_integer && type_bytes(type) == 4)
                ((int32_t *)(void *)data.at)[k] = (int32_t)bits;
            else if (data.is_integer)
                ((int64_t *)(void *)data.at)[k] = bits;
            else if (data.is_float)
                ((float *)(void *)data.at)[k * data.parts + part] = (float)x;
            else
                ((double *)(void *)data.at)[k * data.parts + part] = x;
        }
    return data;
}

static ga_t create(const data_t *data, ga_kind kind, ga_group_t group, rng_t *rng)
{
    kind_spec_t drawn;
    int64_t lo[ASHLAR_MAX_DIM] = {0}, hi[ASHLAR_MAX_DIM];
    int size = 0, rank = -1;
    ga_t g = 0;

    CHECK_OK(ga_group_size(group, &size));
    CHECK_OK(ga_group_rank(group, &rank));
    kind_draw(rng, kind, data->type, data->ndim, data->dims, group, size, &drawn);
    if (!CHECK_OK(ga_create_spec(&drawn.spec, &g)))
        return 0;
    for (int d = 0; d < data->ndim; ++d)
        hi[d] = data->dims[d] - 1;
    if (rank == size - 1)
        CHECK_OK(ga_put_nd(g, lo, hi, data->at, NULL));
    return g;
}

/* ---- what is expected ------------------------------------------------------------------------ */

/* Results as elements of the type, and norms. */
typedef struct expected {
    patch_t patch; /* of the second sum */
    element_t sum, part, dot, square;
    double norms[NORMS];
} expected_t;

/* Sums of terms that may have two parts; integers wrap around. */
typedef struct total {
    exact_t parts[2];
    uint64_t whole;
} total_t;

static void total_store(const data_t *like, const total_t *total, element_t *element)
{
    memset(element, 0, sizeof *element);
    if (like->is_integer) /* the lower bytes */
        memcpy(element, &total->whole, sizeof total->whole);
    for (int part = 0; part < like->parts && !like->is_integer; ++part) {
        const double x =
            exact_round(&total->parts[part], like->is_float ? FLT_MANT_DIG : DBL_MANT_DIG);
        if (like->is_float)
            ((float *)(void *)element)[part] = (float)x;
        else
            ((double *)(void *)element)[part] = x;
    }
}

static uint64_t integer_of(const data_t *data, int64_t k)
{
    return type_bytes(data->type) == 4 ? (uint64_t)((const int32_t *)(const void *)data->at)[k]
                                       : (uint64_t)((const int64_t *)(const void *)data->at)[k];
}

static void add_element(const data_t *x, int64_t k, total_t *total)
{
    if (x->is_integer)
        total->whole += integer_of(x, k);
    for (int part = 0; part < x->parts; ++part)
        exact_add(&total->parts[part], part_of(x, k, part));
}

/* Products are rounded, and so are their sums in a part of a complex one. */
static void add_product(const data_t *x, const data_t *y, int64_t k, total_t *total)
{
    volatile double products[4];

    if (x->is_integer)
        total->whole += integer_of(x, k) * integer_of(y, k);
    for (int p = 0; p < x->parts; ++p)
        for (int q = 0; q < x->parts; ++q)
            products[2 * p + q] = part_of(x, k, p) * part_of(y, k, q);
    exact_add(&total->parts[0], x->parts == 2 ? products[0] - products[3] : products[0]);
    if (x->parts == 2)
        exact_add(&total->parts[1], products[1] + products[2]);
}

static double modulus_of(const data_t *x, int64_t k)
{
    const double re = fabs(part_of(x, k, 0)), im = x->parts == 2 ? fabs(part_of(x, k, 1)) : 0;
    volatile double square = fmin(re, im) / fmax(re, im);

    if (isinf(re) || isinf(im))
        return (double)INFINITY;
    if (isnan(re) || isnan(im))
        return (double)NAN;
    square = square * square;
    return im == 0 ? re : fmax(re, im) * sqrt(1 + square);
}

/* The root of the sum of squares of parts times a power of two. */
static double root_of_squares(const data_t *x, int exponent, bool is_by_element)
{
    exact_t sum = {.odd = 0};

    for (int64_t k = 0; k < x->n; ++k) {
        volatile double squares[2] = {0, 0};
        for (int part = 0; part < x->parts; ++part) {
            const double scaled = ldexp(part_of(x, k, part), exponent);
            squares[part] = scaled * scaled;
        }
        if (is_by_element) {
            exact_add(&sum, squares[0] + squares[1]);
        } else {
            exact_add(&sum, squares[0]);
            exact_add(&sum, squares[1]);
        }
    }
    return sqrt(exact_round(&sum, DBL_MANT_DIG)) * ldexp(1, -exponent);
}

static double norm_2_of(const data_t *x, double max)
{
    const double norm = root_of_squares(x, 0, true), least = 0x1p-459; /* DBL_MIN * 2^104 */

    if (norm >= least && norm <= DBL_MAX)
        return norm;
    if (!(max > 0 && max <= DBL_MAX))
        return max;
    return x->is_integer || x->is_float
               ? norm
               : root_of_squares(x, ilogb(max) < -1000 ? 1000 : -ilogb(max), false);
}

static double larger(double a, double b)
{
    return isnan(a) || isnan(b) ? (double)NAN : a > b ? a : b;
}

static void find_norms(const data_t *x, double *norms)
{
    static exact_t sums[2][LONGEST];
    exact_t all = {.odd = 0};

    memset(sums, 0, sizeof sums);
    memset(norms, 0, NORMS * sizeof *norms);
    for (int64_t k = 0; k < x->n; ++k) {
        const double modulus = modulus_of(x, k);
        exact_add(&all, modulus);
        norms[GA_ENTRY_NORM_INF] = larger(norms[GA_ENTRY_NORM_INF], modulus);
        if (x->ndim == 2) {
            exact_add(&sums[0][k % x->dims[0]], modulus);
            exact_add(&sums[1][k / x->dims[0]], modulus);
        }
    }
    norms[GA_ENTRY_NORM_1] = exact_round(&all, DBL_MANT_DIG);
    norms[GA_ENTRY_NORM_2] = norm_2_of(x, norms[GA_ENTRY_NORM_INF]);
    for (int side = 0; side < 2 && x->ndim == 2; ++side)
        for (int64_t k = 0; k < x->dims[side]; ++k) {
            double *norm = &norms[side ? GA_MATRIX_NORM_1 : GA_MATRIX_NORM_INF];
            *norm = larger(*norm, exact_round(&sums[side][k], DBL_MANT_DIG));
        }
    if (x->ndim == 1) {
        norms[GA_MATRIX_NORM_1] = norms[GA_ENTRY_NORM_1];
        norms[GA_MATRIX_NORM_INF] = norms[GA_ENTRY_NORM_INF];
    }
}

static void find_expected(const data_t *x, const data_t *y, rng_t *rng, expected_t *expected)
{
    static total_t sum, part, dot, square;
    patch_t all = patch_whole(x->ndim, x->dims);
    int64_t at[ASHLAR_MAX_DIM];

    memset(&sum, 0, sizeof sum);
    part = dot = square = sum;
    memcpy(at, all.lo, sizeof at);
    expected->patch = patch_random(rng, x->ndim, x->dims);
    for (int64_t k = 0; k < x->n; ++k, patch_next(&all, at)) {
        add_element(x, k, &sum);
        if (patch_contains(&expected->patch, at))
            add_element(x, k, &part);
        add_product(x, y, k, &dot);
        add_product(x, x, k, &square);
    }
    total_store(x, &sum, &expected->sum);
    total_store(x, &part, &expected->part);
    total_store(x, &dot, &expected->dot);
    total_store(x, &square, &expected->square);
    find_norms(x, expected->norms);
}

/* ---- comparing ------------------------------------------------------------------------------- */

/* The same bits, of NaN any. */
static bool is_same(const data_t *like, const element_t *a, const element_t *b)
{
    data_t of_a = *like, of_b = *like;
    bool same = true;

    of_a.at = (char *)(uintptr_t)a;
    of_b.at = (char *)(uintptr_t)b;
    if (like->is_integer)
        return !memcmp(a, b, type_bytes(like->type));
    for (int part = 0; part < like->parts; ++part) {
        const double p = part_of(&of_a, 0, part), q = part_of(&of_b, 0, part);
        same &= isnan(p) ? isnan(q) : memcmp(&p, &q, sizeof p) == 0;
    }
    return same;
}

static void check_results(const data_t *x, const expected_t *expected, ga_t a, ga_t b)
{
    element_t result;

    CHECK_OK(ga_sum(a, &result));
    CHECK(is_same(x, &expected->sum, &result));
    CHECK_OK(ga_sum_patch(a, expected->patch.lo, expected->patch.hi, &result));
    CHECK(is_same(x, &expected->part, &result));
    CHECK_OK(ga_dot(a, b, &result));
    CHECK(is_same(x, &expected->dot, &result));
    CHECK_OK(ga_dot(b, a, &result));
    CHECK(is_same(x, &expected->dot, &result));
    CHECK_OK(ga_dot(a, a, &result));
    CHECK(is_same(x, &expected->square, &result));
    for (int k = 0; k < (x->ndim > 2 ? GA_MATRIX_NORM_1 : NORMS); ++k) {
        double norm = -1;
        CHECK_OK(ga_norm(a, (ga_norm_kind)k, &norm));
        CHECK(isnan(norm) ? isnan(expected->norms[k])
                          : memcmp(&norm, &expected->norms[k], sizeof norm) == 0);
    }
}

/* On the first ranks, 1 to all, and cut in a way of every kind. */
static void check_everywhere(const data_t *x, const data_t *y, rng_t *rng)
{
    expected_t expected;

    find_expected(x, y, rng, &expected);
    for (int ranks = 1; ranks <= ga_size(); ++ranks) {
        ga_group_t group = 0;
        REQUIRE_OK(ga_group_split(GA_GROUP_WORLD, ga_rank() < ranks ? 0 : -1, 0, &group));
        for (ga_kind kind = 0; kind < GA_KIND_COUNT; ++kind) {
            rng_t same = rng_seed(rng_next(rng));
            if (ga_rank() >= ranks)
                continue;
            ga_t a = create(x, kind, group, &same);
            ga_t b = create(y, (kind + 1) % GA_KIND_COUNT, group, &same);
            check_results(x, &expected, a, b);
            CHECK_OK(ga_destroy(b));
            CHECK_OK(ga_destroy(a));
        }
        if (group)
            CHECK_OK(ga_group_destroy(group));
    }
}

/* ---- the cases ------------------------------------------------------------------------------- */

/* With the variable as rank 0 has it; the others are told something else. */
static void run_reproducibly(void (*run)(void))
{
    setenv("ASHLAR_REPRODUCIBLE", test_rank() == 0 ? "1" : "0", 1);
    const int status = ga_initialize(MPI_COMM_WORLD);
    unsetenv("ASHLAR_REPRODUCIBLE");
    REQUIRE_OK(status);
    run();
    CHECK_OK(ga_terminate());
}

static void run_contents(void)
{
    static const int64_t dims[3][3] = {{131}, {19, 13}, {5, 7, 4}};
    rng_t rng = rng_seed(500);

    for (ashlar_type type = 0; type < ASHLAR_TYPE_COUNT; ++type)
        for (contents_t contents = 0; contents < CONTENTS; ++contents) {
            const int ndim = 1 + (int)(contents + type) % 3;
            if (type_is_integer(type) && contents != MODERATE)
                continue;
            data_t x = data_create(type, ndim, dims[ndim - 1], contents, 501 + contents);
            data_t y = data_create(type, ndim, dims[ndim - 1],
                                   contents == CANCELLING ? CANCELLING : MODERATE, 601 + contents);
            check_everywhere(&x, &y, &rng);
            free(y.at);
            free(x.at);
        }
}

TEST_CASE(reproducible_contents, TEST_BARE)
{
    run_reproducibly(run_contents);
}

/* More terms than a sum takes before its carries, and more columns and rows than are summed up at a
 * time. */
static void run_long(void)
{
    static const int64_t dims[2] = {200, 130};
    static const ashlar_type types[] = {ASHLAR_FLOAT, ASHLAR_DOUBLE, ASHLAR_CDOUBLE};
    rng_t rng = rng_seed(510);

    for (int k = 0; k < 3; ++k) {
        data_t x = data_create(types[k], 2, dims, k ? MODERATE : ANY_BITS, 511);
        data_t y = data_create(types[k], 2, dims, MODERATE, 512);
        check_everywhere(&x, &y, &rng);
        free(y.at);
        free(x.at);
    }
}

TEST_CASE(reproducible_long, TEST_BARE)
{
    run_reproducibly(run_long);
}
