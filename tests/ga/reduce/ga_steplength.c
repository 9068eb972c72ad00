/* The largest steps within bounds, against their definition. */
#include <limits.h>
#include <math.h>
#include <stdlib.h>

#include "harness/harness.h"
#include "model/twin.h"
#include "ga/operands/operands.h"

static scalar_t small(ashlar_type type, rng_t *rng, int64_t least, int64_t most)
{
    return scalar_as(type, (double)rng_range(rng, least, most), 0);
}

/* A step as the type keeps it; integers cut. */
static double kept(ashlar_type type, double step)
{
    const double most = type_bytes(type) == 4 ? (double)INT_MAX : (double)LLONG_MAX;
    if (type_is_integer(type))
        return step < most ? trunc(step) : most;
    const element_t element = element_of(type, (scalar_t){step, 0});
    return scalar_load(type, &element).re;
}

/* boundmin, wolfemin and boundmax from the step of one element; v says whether it moves. */
static void add_step(ashlar_type type, double *expected, double v, double step)
{
    step = kept(type, step);
    expected[0] = fmin(expected[0], step);
    expected[1] = v == 0 ? expected[1] : fmin(expected[1], step);
    expected[2] = fmax(expected[2], step);
}

static double found(ashlar_type type, const element_t *result)
{
    return scalar_load(type, result).re;
}

static void check_max(const twin_t *a, const patch_t *of_a, const twin_t *b, const patch_t *of_b)
{
    ashlar_type type = a->model.type;
    double expected[3] = {kept(type, (double)INFINITY), kept(type, (double)INFINITY), 0};
    scalar_t **x = elements_of(&a->model, of_a), **v = elements_of(&b->model, of_b);
    element_t result;

    for (int64_t k = 0; k < patch_count(of_a); ++k)
        add_step(type, expected, v[k]->re, v[k]->re < 0 ? x[k]->re / -v[k]->re : (double)INFINITY);
    CHECK_OK(ga_step_max_patch(a->g, of_a->lo, of_a->hi, b->g, of_b->lo, of_b->hi, &result));
    CHECK(found(type, &result) == expected[0]);
    if (of_a == &a->model.whole && of_b == &b->model.whole) {
        result = element_of(type, (scalar_t){-1, 0});
        CHECK_OK(ga_step_max(a->g, b->g, &result));
        CHECK(found(type, &result) == expected[0]);
    }
    free(v);
    free(x);
}

/* x, v, the lower and the upper bounds */
static void check_bound(twin_t *const *twins, const patch_t *of, bool is_whole)
{
    ashlar_type type = twins[0]->model.type;
    double expected[3] = {kept(type, (double)INFINITY), kept(type, (double)INFINITY), 0};
    scalar_t **at[4];
    element_t r[3];

    for (int t = 0; t < 4; ++t)
        at[t] = elements_of(&twins[t]->model, &of[t]);
    for (int64_t k = 0; k < patch_count(&of[0]); ++k) {
        double x = at[0][k]->re, v = at[1][k]->re, lo = at[2][k]->re, hi = at[3][k]->re;
        double at_rest = x == lo || x == hi ? 0 : (double)INFINITY;
        add_step(type, expected, v, v > 0 ? (hi - x) / v : v < 0 ? (x - lo) / -v : at_rest);
    }
    CHECK_OK(is_whole ? ga_step_bound(twins[0]->g, twins[1]->g, twins[2]->g, twins[3]->g, &r[0],
                                      &r[1], &r[2])
                      : ga_step_bound_patch(twins[0]->g, of[0].lo, of[0].hi, twins[1]->g, of[1].lo,
                                            of[1].hi, twins[2]->g, of[2].lo, of[2].hi, twins[3]->g,
                                            of[3].lo, of[3].hi, &r[0], &r[1], &r[2]));
    for (int k = 0; k < 3; ++k)
        CHECK(found(type, &r[k]) == expected[k]);
    for (int t = 0; t < 4; ++t)
        free(at[t]);
}

/* Numbers of each range for all of a twin; the least number of speeds is -most or more. */
static void set_range(twin_t *twin, rng_t *rng, int64_t least, int64_t most)
{
    for (int64_t k = 0; k < twin->model.n; ++k)
        twin->model.at[k] = small(twin->model.type, rng, least, most);
    twin_upload(twin);
}

static void refuse_complex(twin_t *a, twin_t *b)
{
    const element_t mark = element_of(a->model.type, (scalar_t){-7, 7});
    const int64_t *lo = a->model.whole.lo, *hi = a->model.whole.hi;
    element_t r[3] = {mark, mark, mark};

    CHECK_STATUS(ASHLAR_ETYPE, ga_step_max(a->g, b->g, &r[0]));
    CHECK_STATUS(ASHLAR_ETYPE, ga_step_max_patch(a->g, lo, hi, a->g, lo, hi, &r[0]));
    CHECK_STATUS(ASHLAR_ETYPE, ga_step_bound(a->g, b->g, a->g, b->g, &r[0], &r[1], &r[2]));
    CHECK_STATUS(ASHLAR_ETYPE, ga_step_bound_patch(a->g, lo, hi, a->g, lo, hi, a->g, lo, hi, a->g,
                                                   lo, hi, &r[0], &r[1], &r[2]));
    for (int k = 0; k < 3; ++k)
        CHECK(scalar_equal((scalar_t){-7, 7}, scalar_load(a->model.type, &r[k])));
}

/* x of 5..40, bounds beyond or at it, and speeds that are often 0, mostly small, or all of a sign.
 */
static void run_steps(twin_t *x, twin_t *v, twin_t *lower)
{
    static const int64_t speeds[][2] = {{-9, 9}, {-1, 1}, {0, 3}, {-3, 0}, {0, 0}, {-9, -5}};
    rng_t rng = rng_seed(95 + (uint64_t)x->model.whole.ndim);
    int ndim = x->model.whole.ndim;

    if (type_is_complex(x->model.type)) {
        refuse_complex(x, v);
        return;
    }
    twin_t upper = partner_of(v, true, 0);
    twin_t *twins[4] = {x, v, lower, &upper};
    for (int k = 0; k < 6; ++k) {
        const patch_t whole = x->model.whole;
        patch_t patch = patch_random(&rng, ndim, x->model.dims), of[4] = {patch};
        set_range(x, &rng, 5, 40);
        set_range(v, &rng, speeds[k][0], speeds[k][1]);
        set_range(lower, &rng, k == 4 ? 0 : -5, k == 4 ? 4 : 5);
        set_range(&upper, &rng, k == 4 ? 41 : 40, 60);
        check_max(x, &x->model.whole, v, &v->model.whole);
        check_bound(twins, (const patch_t[]){whole, whole, whole, whole}, true);
        for (int t = 1; t < 4; ++t)
            of[t] = patch_moved(&rng, &patch, x->model.dims);
        check_max(x, &of[0], v, &of[1]);
        check_bound(twins, of, false);
        for (int t = 0; t < 4; ++t)
            of[t].hi[ndim - 1] = of[t].lo[ndim - 1] - 1;
        check_max(x, &of[0], v, &of[1]);
        check_bound(twins, of, false);
    }
    CHECK_TWIN(&upper);
    twin_destroy(&upper);
}

TEST_CASE(steps_all, TEST_GA)
{
    each_operands(run_steps);
}

/* The four operands of one element among others, which x + step*v leaves at 5. */
typedef struct odd {
    element_t x, v, lower, upper;
} odd_t;

/* Steps where one element is odd: step_max of x and v, and the three of the bounds. */
static void steps_with(ashlar_type type, const odd_t *odd, int64_t place, const int *status,
                       element_t *r)
{
    const double usual[4] = {5, -1, 0, 9};
    const element_t *elements[4] = {&odd->x, &odd->v, &odd->lower, &odd->upper};
    const int64_t n = 7 * ga_size();
    ga_t g[4];

    for (int t = 0; t < 4; ++t) {
        const element_t others = element_of(type, (scalar_t){usual[t], 0});
        REQUIRE_OK(ga_create_nd(type, 1, &n, "odd", NULL, GA_GROUP_WORLD, &g[t]));
        CHECK_OK(ga_fill(g[t], &others));
        CHECK_OK(ga_fill_patch(g[t], &place, &place, elements[t]));
    }
    for (int k = 0; k < 4; ++k)
        r[k] = element_of(type, (scalar_t){-7, 0});
    CHECK_STATUS(status[0], ga_step_max(g[0], g[1], &r[0]));
    CHECK_STATUS(status[1], ga_step_bound(g[0], g[1], g[2], g[3], &r[1], &r[2], &r[3]));
    for (int t = 3; t >= 0; --t)
        CHECK_OK(ga_destroy(g[t]));
}

static element_t long_element(long long value)
{
    element_t element = {{0}};
    *(long long *)(void *)element.bytes = value;
    return element;
}

/* Distances that the type does not hold, and the largest speeds. */
TEST_CASE(steps_integer_edges, TEST_GA)
{
    static const struct {
        long long x, v, lower, upper;
        int status[2];
        long long steps[4];
    } rows[] = {
        {LLONG_MAX, -1, LLONG_MIN, LLONG_MAX, {0, 0}, {5, 5, 5, LLONG_MAX}},
        {LLONG_MAX, LLONG_MIN, LLONG_MIN, LLONG_MAX, {0, 0}, {0, 1, 1, 5}},
        {LLONG_MIN, LLONG_MAX, LLONG_MIN, LLONG_MAX, {ASHLAR_EARG, 0}, {-7, 2, 2, 5}},
        {LLONG_MIN, 1, LLONG_MIN, LLONG_MAX, {ASHLAR_EARG, 0}, {-7, 5, 5, LLONG_MAX}},
        {7, 0, 7, 9, {0, 0}, {5, 0, 5, 5}},
        {9, 0, 7, 9, {0, 0}, {5, 0, 5, 5}},
        {8, 0, 7, 9, {0, 0}, {5, 5, 5, LLONG_MAX}},
        {9, -2, 7, 8, {0, ASHLAR_EARG}, {4, -7, -7, -7}},
        {-1, 2, -1, 8, {ASHLAR_EARG, 0}, {-7, 4, 4, 5}},
        {1, 2, 2, 8, {0, ASHLAR_EARG}, {5, -7, -7, -7}},
    };
    for (size_t row = 0; row < sizeof rows / sizeof *rows; ++row) {
        const odd_t odd = {long_element(rows[row].x), long_element(rows[row].v),
                           long_element(rows[row].lower), long_element(rows[row].upper)};
        for (int64_t place = 0; place < 7 * ga_size(); place += 3) {
            element_t r[4];
            steps_with(ASHLAR_LLONG, &odd, place, rows[row].status, r);
            for (int k = 0; k < 4; ++k)
                CHECK_INT(rows[row].steps[k], *(long long *)(void *)r[k].bytes);
        }
    }
}

/* NaN anywhere is NaN, and infinities are no bounds. */
TEST_CASE(steps_not_numbers, TEST_GA)
{
    const double nan = (double)NAN, inf = (double)INFINITY;
    const struct {
        double odd[4];
        int status[2];
        double steps[4];
    } rows[] = {
        {{nan, 1, 0, 9}, {0, 0}, {nan, nan, nan, nan}},
        {{5, nan, 0, 9}, {0, 0}, {nan, nan, nan, nan}},
        {{5, 1, nan, 9}, {0, 0}, {5, nan, nan, nan}},
        {{5, -1, 0, nan}, {0, 0}, {5, nan, nan, nan}},
        {{5, 1, -inf, inf}, {0, 0}, {5, 5, 5, inf}},
        {{5, -1, -inf, inf}, {0, 0}, {5, 5, 5, inf}},
        {{5, -inf, 0, 9}, {0, 0}, {0, 0, 0, 5}},
        {{inf, -1, 0, inf}, {0, 0}, {5, 5, 5, inf}},
        {{inf, 1, 0, inf}, {0, 0}, {5, 0, 0, 5}},
        {{inf, -inf, 0, inf}, {0, 0}, {nan, nan, nan, nan}},
        {{-0.0, -1, 0, 9}, {0, 0}, {0, 0, 0, 5}},
        {{1e300, -1e-300, -1e300, 1e301}, {0, 0}, {5, 5, 5, inf}},
        {{-1e-300, -1, -9, nan}, {ASHLAR_EARG, 0}, {-7, nan, nan, nan}},
        {{nan, -1, 5, 4}, {0, 0}, {nan, nan, nan, nan}},
    };
    for (size_t row = 0; row < sizeof rows / sizeof *rows; ++row) {
        element_t at[4], r[4];
        for (int t = 0; t < 4; ++t)
            at[t] = element_of(ASHLAR_DOUBLE, (scalar_t){rows[row].odd[t], 0});
        for (int64_t place = 0; place < 7 * ga_size(); place += 3) {
            steps_with(ASHLAR_DOUBLE, &(odd_t){at[0], at[1], at[2], at[3]}, place, rows[row].status,
                       r);
            for (int k = 0; k < 4; ++k) {
                double step = found(ASHLAR_DOUBLE, &r[k]), expected = rows[row].steps[k];
                CHECK(isnan(expected) ? isnan(step) : step == expected);
            }
        }
    }
}
