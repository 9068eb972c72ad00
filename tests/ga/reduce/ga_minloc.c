/* The largest and smallest elements, and random ones. */
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/harness.h"
#include "model/twin.h"
#include "ga/operands/operands.h"

/* ---- select ---------------------------------------------------------------------------------- */

static double rank_of(ashlar_type type, scalar_t z)
{
    return type_is_complex(type) ? hypot(z.re, z.im) : z.re;
}

/* The element that select finds, by its definition. */
static void model_select(const model_t *model, const patch_t *patch, ashlar_op op, int64_t *index)
{
    patch_t at = *patch;
    double best = 0;
    bool some = false;

    do {
        double next = rank_of(model->type, *model_at(model, at.lo));
        if (!some || (op == ASHLAR_MAX ? next > best : next < best)) {
            best = next;
            memcpy(index, at.lo, sizeof at.lo);
        }
        some = true;
    } while (patch_next(patch, at.lo));
}

static void check_select(const twin_t *twin, const patch_t *patch, ashlar_op op, bool is_whole)
{
    int64_t expected[ASHLAR_MAX_DIM] = {0}, index[ASHLAR_MAX_DIM] = {0};
    element_t value;

    model_select(&twin->model, patch, op, expected);
    CHECK_OK(is_whole ? ga_select(twin->g, op, &value, index)
                      : ga_select_patch(twin->g, patch->lo, patch->hi, op, &value, index));
    for (int d = 0; d < patch->ndim; ++d)
        CHECK_INT(expected[d], index[d]);
    CHECK(scalar_equal(*model_at(&twin->model, expected), scalar_load(twin->model.type, &value)));
}

/* Elements of -9..9 are often the same. */
static void run_select(twin_t *a, twin_t *b, twin_t *c)
{
    rng_t rng = rng_seed(70);

    (void)c;
    check_select(a, &a->model.whole, ASHLAR_MAX, true);
    check_select(b, &b->model.whole, ASHLAR_MIN, true);
    for (int k = 0; k < 4; ++k) {
        patch_t patch = patch_random(&rng, a->model.whole.ndim, a->model.dims);
        check_select(k & 1 ? a : b, &patch, k & 2 ? ASHLAR_MAX : ASHLAR_MIN, false);
    }
}

TEST_CASE(select_all, TEST_GA)
{
    each_operands(run_select);
}

/* Where it is, when n elements are one number, but for one. */
static int64_t select_odd(ashlar_type type, const void *others, const void *odd, int64_t place,
                          ashlar_op op)
{
    const int64_t n = 7 * ga_size();
    int64_t index = -1;
    element_t value;
    ga_t g;

    CHECK_OK(ga_create_nd(type, 1, &n, "odd", NULL, GA_GROUP_WORLD, &g));
    CHECK_OK(ga_fill(g, others));
    CHECK_OK(ga_fill_patch(g, &place, &place, odd));
    CHECK_OK(ga_select(g, op, &value, &index));
    if (index == place)
        CHECK(memcmp(&value, odd, type_bytes(type)) == 0);
    CHECK_OK(ga_destroy(g));
    return index;
}

TEST_CASE(select_extremes, TEST_GA)
{
    const long long least = LLONG_MIN, most = LLONG_MAX, zero = 0;
    const double nan = (double)NAN, inf = (double)INFINITY, one = 1, below = -inf;
    const double minus_zero = -0.0, plus_zero = 0;

    for (int64_t place = 0; place < 7 * ga_size(); place += 3) {
        CHECK_INT(place, select_odd(ASHLAR_LLONG, &least, &zero, place, ASHLAR_MAX));
        CHECK_INT(place, select_odd(ASHLAR_LLONG, &most, &zero, place, ASHLAR_MIN));
        CHECK_INT(0, select_odd(ASHLAR_LLONG, &least, &least, place, ASHLAR_MAX));
        CHECK_INT(0, select_odd(ASHLAR_LLONG, &most, &most, place, ASHLAR_MIN));
        CHECK_INT(place, select_odd(ASHLAR_DOUBLE, &inf, &nan, place, ASHLAR_MAX));
        CHECK_INT(place, select_odd(ASHLAR_DOUBLE, &below, &nan, place, ASHLAR_MIN));
        CHECK_INT(place, select_odd(ASHLAR_DOUBLE, &one, &inf, place, ASHLAR_MAX));
        CHECK_INT(place, select_odd(ASHLAR_DOUBLE, &one, &below, place, ASHLAR_MIN));
        CHECK_INT(0, select_odd(ASHLAR_DOUBLE, &minus_zero, &plus_zero, place, ASHLAR_MAX));
        CHECK_INT(0, select_odd(ASHLAR_DOUBLE, &plus_zero, &minus_zero, place, ASHLAR_MIN));
    }
}

/* ---- by numbers ------------------------------------------------------------------------------ */

static void run_enumerate(twin_t *a, twin_t *b, twin_t *c)
{
    rng_t rng = rng_seed(71);
    ashlar_type type = a->model.type;
    const scalar_t start = scalar_as(type, 3, -2), stride = scalar_as(type, -2, 5);
    const element_t first = element_of(type, start), step = element_of(type, stride);
    twin_t *twins[2] = {a, b};

    (void)c;
    for (int k = 0; k < 2; ++k) {
        model_t *m = &twins[k]->model;
        patch_t patch = k ? patch_random(&rng, m->whole.ndim, m->dims) : m->whole;
        CHECK_OK(k ? ga_enumerate_patch(b->g, patch.lo, patch.hi, &first, &step)
                   : ga_enumerate(a->g, &first, &step));
        scalar_t **list = elements_of(m, &patch);
        for (int64_t n = 0; n < patch_count(&patch); ++n)
            *list[n] =
                (scalar_t){start.re + (double)n * stride.re, start.im + (double)n * stride.im};
        free(list);
    }
}

TEST_CASE(enumerate_all, TEST_GA)
{
    each_operands(run_enumerate);
}

/* Floats are rounded once, and integers wrap around. */
TEST_CASE(enumerate_rounds, TEST_GA)
{
    enum { N = 3000 };
    const int64_t n = N, lo = 0, hi = N - 1;
    const float start = 0.7f, stride = 0.1f;
    const int most = INT_MAX, two = 2;
    float found[N];
    int wrapped[N];
    int64_t wrong = 0;
    ga_t g, ints;

    REQUIRE_OK(ga_create_nd(ASHLAR_FLOAT, 1, &n, "floats", NULL, GA_GROUP_WORLD, &g));
    REQUIRE_OK(ga_create_nd(ASHLAR_INT, 1, &n, "ints", NULL, GA_GROUP_WORLD, &ints));
    CHECK_OK(ga_enumerate(g, &start, &stride));
    CHECK_OK(ga_enumerate(ints, &most, &two));
    CHECK_OK(ga_get_nd(g, &lo, &hi, found, NULL));
    CHECK_OK(ga_get_nd(ints, &lo, &hi, wrapped, NULL));
    for (int k = 0; k < N; ++k) {
        wrong += found[k] != (float)((double)start + k * (double)stride);
        wrong += wrapped[k] != (int)((unsigned)most + 2 * (unsigned)k);
    }
    CHECK_INT(0, wrong);
    CHECK_OK(ga_sync());
    CHECK_OK(ga_destroy(ints));
    CHECK_OK(ga_destroy(g));
}

/* ---- random ---------------------------------------------------------------------------------- */

/* Number n of SplitMix64 from the state that a seed gives, as the header of ga_random.c says. */
static uint64_t mixed(uint64_t z)
{
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static uint64_t expected_bits(uint64_t seed, int64_t n)
{
    return mixed(mixed(seed) + (uint64_t)(n + 1) * UINT64_C(0x9e3779b97f4a7c15));
}

/* On any ranks, cut in any way, an array holds the same; and a patch what an array of its shape
 * would. */
static void run_random(twin_t *a, twin_t *b, twin_t *c)
{
    ashlar_type type = a->model.type;
    const element_t bound = element_of(type, (scalar_t){16, 0});
    twin_t *twins[2] = {a, b};

    (void)c;
    for (int k = 0; k < 2; ++k) {
        model_t *m = &twins[k]->model;
        patch_t patch = m->whole, at;
        int64_t n = 0;
        if (k == 1 && patch.hi[0] > 1)
            patch.lo[0] = 1;
        CHECK_OK(k ? ga_randomize_patch(twins[k]->g, patch.lo, patch.hi, 5, &bound)
                   : ga_randomize(twins[k]->g, 5, &bound));
        at = patch;
        do {
            uint64_t bits = expected_bits(5, n++);
            int unused = type == ASHLAR_FLOAT || type == ASHLAR_CFLOAT ? 40 : 11;
            double unit = ldexp(1, unused - 64);
            scalar_t z = {type_is_integer(type) ? (double)(bits >> 60)
                                                : 16 * ((double)(bits >> unused) * unit),
                          0};
            if (type_is_complex(type)) {
                uint64_t state = mixed(5) + (uint64_t)n * UINT64_C(0x9e3779b97f4a7c15);
                z.im = 16 * ((double)(mixed(~state) >> unused) * unit);
            }
            *model_at(m, at.lo) = z;
        } while (patch_next(&patch, at.lo));
    }
}

TEST_CASE(randomize_values, TEST_GA)
{
    each_operands(run_random);
}

/* Numbers are spread evenly, and one seed gives others than the next. */
TEST_CASE(randomize_spread, TEST_GA)
{
    enum { N = 40000, BINS = 16 };
    const int64_t n = N, lo = 0, hi = N - 1;
    const double one = 1;
    double *x = test_alloc(N * sizeof *x), *y = test_alloc(N * sizeof *y), products = 0;
    int64_t bins[BINS] = {0};
    ga_t g;

    REQUIRE_OK(ga_create_nd(ASHLAR_DOUBLE, 1, &n, "random", NULL, GA_GROUP_WORLD, &g));
    CHECK_OK(ga_randomize(g, 1, &one));
    CHECK_OK(ga_get_nd(g, &lo, &hi, x, NULL));
    CHECK_OK(ga_sync());
    CHECK_OK(ga_randomize(g, 2, &one));
    CHECK_OK(ga_get_nd(g, &lo, &hi, y, NULL));
    for (int k = 0; k < N; ++k) {
        CHECK(x[k] >= 0 && x[k] < 1);
        ++bins[(int)(x[k] * BINS)];
        products += (x[k] - 0.5) * (y[k] - 0.5);
    }
    for (int k = 0; k < BINS; ++k)
        CHECK(llabs(bins[k] - N / BINS) < 5 * 50); /* five times the root of N / BINS */
    CHECK(fabs(products) < 5 * sqrt(N) / 12);
    CHECK_OK(ga_sync());
    CHECK_OK(ga_destroy(g));
    free(y);
    free(x);
}
