/* ASHLAR_REPRODUCIBLE=1: sums, dot products and norms are the bits that their definitions give,
 * rounded once, on any ranks and for any distribution. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ga/reduce/expected.h"
#include "harness/harness.h"
#include "model/kinds.h"

/* ---- elements -------------------------------------------------------------------------------- */

/* The kind of elements in an array. */
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
