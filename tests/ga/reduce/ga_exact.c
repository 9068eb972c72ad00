/* Exact sums against their definition, and against the processor's own sums of two. */
#include "ga/src/reduce/ga_exact.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ga/inside.h"
#include "model/exact.h"

static bool is_same(double a, double b)
{
    return isnan(a) ? isnan(b) : memcmp(&a, &b, sizeof a) == 0;
}

/* A number of any bits, infinities and NaN now and then; its exponent from a range. */
static double any_double(rng_t *rng, int64_t first, int64_t last)
{
    uint64_t bits = rng_next(rng);
    double x;

    if (rng_range(rng, 0, 3) == 0)
        bits &= ~UINT64_C(0xfffffffff); /* ends in zeros */
    bits = (bits & UINT64_C(0x800fffffffffffff)) | (uint64_t)rng_range(rng, first, last) << 52;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static double rounded(const double *terms, size_t n, int bits)
{
    gai_exact_t sum = {.uncarried = 0};

    gai_exact_add(&sum, terms, n, 1);
    return gai_exact_round(&sum, bits);
}

/* A sum of two is what the processor makes of it, but for -0. */
TEST_CASE(exact_pairs, TEST_BARE)
{
    rng_t rng = rng_seed(300);
    int64_t wrong = 0;

    for (int turn = 0; turn < 200000; ++turn) {
        const int64_t around = rng_range(&rng, 0, 2047);
        double x[2];
        for (int k = 0; k < 2; ++k)
            x[k] = any_double(&rng, ali_max(around - 56, 0), ali_min(around + 1, 2047));
        volatile double sum = x[0] + x[1];
        wrong += !is_same(sum + 0.0, rounded(x, 2, DBL_MANT_DIG));
        volatile float y[2] = {(float)x[0], (float)x[1]}, narrow = y[0] + y[1];
        const double z[2] = {(double)y[0], (double)y[1]};
        wrong += !is_same((double)narrow + 0.0, (double)(float)rounded(z, 2, FLT_MANT_DIG));
    }
    /* of floats that are all in range */
    for (int turn = 0; turn < 200000; ++turn) {
        const int64_t around = 1023 + rng_range(&rng, -150, 128);
        volatile float y[2], narrow;
        for (int k = 0; k < 2; ++k)
            y[k] = (float)any_double(&rng, around - 27, around);
        narrow = y[0] + y[1];
        const double z[2] = {(double)y[0], (double)y[1]};
        wrong += !is_same((double)narrow + 0.0, (double)(float)rounded(z, 2, FLT_MANT_DIG));
    }
    CHECK_INT(0, wrong);
}

static void check_known(int n, const double *terms, double expected)
{
    CHECK(is_same(expected, rounded(terms, (size_t)n, DBL_MANT_DIG)));
    exact_t model = {.odd = 0};
    for (int k = 0; k < n; ++k)
        exact_add(&model, terms[k]);
    CHECK(is_same(expected, exact_round(&model, DBL_MANT_DIG)));
}

#define KNOWN(expected, ...)                                                                       \
    check_known(sizeof((double[]){__VA_ARGS__}) / sizeof(double), (double[]){__VA_ARGS__}, expected)

TEST_CASE(exact_known, TEST_BARE)
{
    const double half = DBL_EPSILON / 2, tiny = DBL_TRUE_MIN, inf = (double)INFINITY;

    check_known(0, NULL, 0);
    KNOWN(0, -0.0, -0.0);
    KNOWN(1, 1e300, 1, -1e300);
    KNOWN(tiny, DBL_MAX, tiny, DBL_MAX, -DBL_MAX, -DBL_MAX);
    KNOWN(-tiny, DBL_MAX, -tiny, DBL_MAX, -DBL_MAX, -DBL_MAX);
    KNOWN(1, 1, half);
    KNOWN(1 + DBL_EPSILON, 1, half, tiny);
    KNOWN(1, 1, half, -tiny);
    KNOWN(-1 - DBL_EPSILON, -1, -half, -tiny);
    KNOWN(1 + 2 * DBL_EPSILON, 1, DBL_EPSILON, half);
    KNOWN(DBL_MAX, DBL_MAX, DBL_MAX * DBL_EPSILON / 8);
    KNOWN(inf, DBL_MAX, DBL_MAX * DBL_EPSILON / 2);
    KNOWN(-inf, -DBL_MAX, -DBL_MAX);
    KNOWN(inf, inf, -DBL_MAX);
    KNOWN(-inf, -inf, -inf, DBL_MAX);
    KNOWN((double)NAN, inf, 1, -inf);
    KNOWN((double)NAN, -inf, (double)NAN);
}

/* Terms of few and of many exponents, that cancel each other or not; sums are made in one go, and
 * in parts by all ranks. */
TEST_CASE(exact_random, TEST_GA)
{
    enum { MOST = 1300 }; /* some terms, and several blocks of them */
    rng_t rng = rng_seed(301);
    al_group_t *world = al_group_world();

    for (int turn = 0; turn < 600; ++turn) {
        const int64_t first = rng_range(&rng, 0, 2046),
                      n = rng_range(&rng, 1, turn % 4 ? 60 : MOST);
        const int64_t last = turn % 3 ? ali_min(first + 1 + turn % 90, 2046) : 2046;
        const size_t step = 1 + (size_t)turn % 2;
        double terms[2 * MOST];
        exact_t model = {.odd = 0};
        gai_exact_t sums[2] = {{.uncarried = 0}, {.uncarried = 0}};
        for (int64_t k = 0; k < n; ++k) {
            double *term = &terms[(size_t)k * step];
            term[step - 1] = (double)NAN;
            *term = k % 3 == 1 && turn % 2 ? -*(term - step) : any_double(&rng, first, last);
            exact_add(&model, *term);
        }
        gai_exact_add(&sums[0], terms, (size_t)n, step);
        for (int64_t k = al_rank(); k < n; k += al_size())
            gai_exact_add(&sums[1], &terms[(size_t)k * step], 1, 1);
        CHECK_OK(gai_exact_allreduce(world, &sums[1], 1));
        for (int k = 0; k < 2; ++k) {
            CHECK(is_same(exact_round(&model, DBL_MANT_DIG),
                          gai_exact_round(&sums[k], DBL_MANT_DIG)));
            CHECK(is_same((double)(float)exact_round(&model, FLT_MANT_DIG),
                          (double)(float)gai_exact_round(&sums[k], FLT_MANT_DIG)));
        }
    }
}

/* More terms than fit before the carries: all ones, at every place in a digit. */
TEST_CASE(exact_many, TEST_BARE)
{
    enum { MANY = 1 << 14 };
    double *terms = test_alloc(MANY * sizeof *terms);

    for (int exponent = -1074 + 53; exponent < 1024 - 14; exponent += exponent < -900 ? 1 : 97) {
        const double x = ldexp(exponent % 2 ? 2 - DBL_EPSILON : DBL_EPSILON - 2, exponent - 1);
        for (int k = 0; k < MANY; ++k)
            terms[k] = x;
        CHECK(is_same(x * MANY, rounded(terms, MANY, DBL_MANT_DIG)));
    }
    free(terms);
}

/* The same of several sums, a term each at a time, and the terms of one in between. */
TEST_CASE(exact_apart, TEST_BARE)
{
    for (int exponent = -1074 + 53; exponent < -900; ++exponent) {
        const double x = ldexp(2 - DBL_EPSILON, exponent - 1), terms[3] = {x, 0, -x};
        gai_exact_t sums[3] = {{.uncarried = 0}, {.uncarried = 0}, {.uncarried = 0}};
        for (int k = 0; k < 1 << 13; ++k) {
            gai_exact_add_each(sums, terms, 3);
            gai_exact_add(&sums[1], terms, 1, 1);
        }
        CHECK(is_same(x * 0x1p13, gai_exact_round(&sums[0], DBL_MANT_DIG)));
        CHECK(is_same(x * 0x1p13, gai_exact_round(&sums[1], DBL_MANT_DIG)));
        CHECK(is_same(x * -0x1p13, gai_exact_round(&sums[2], DBL_MANT_DIG)));
    }
}

/* The carries of every rank are late when the sums of all are added up. */
TEST_CASE(exact_late, TEST_GA)
{
    enum { LATE = 2047 };

    for (int place = 0; place < 32; ++place) {
        const double term = ldexp(DBL_EPSILON - 2, place);
        gai_exact_t sum = {.uncarried = 0};
        for (int k = 0; k < LATE; ++k)
            gai_exact_add(&sum, &term, 1, 1);
        CHECK_OK(gai_exact_allreduce(al_group_world(), &sum, 1));
        CHECK(is_same(term * (LATE * al_size()), gai_exact_round(&sum, DBL_MANT_DIG)));
    }
}
