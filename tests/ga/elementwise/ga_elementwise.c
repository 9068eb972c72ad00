/* Elementwise operations against the model: whole arrays, and patches of one shape and of
 * different ones, on operands that are aligned and on others. */
#include <math.h>
#include <stdlib.h>

#include "harness/harness.h"
#include "model/twin.h"
#include "ga/operands/operands.h"

/* Whole arrays, or patches of them. c is written; a, b and m are read. */
typedef struct parts {
    ga_t c, a, b, m;
    patch_t of[4]; /* in the same order */
} parts_t;

typedef int call_t(const parts_t *parts, const element_t *alpha, const element_t *beta);
/* The value for an element of c, given what is there and in the matching elements. */
typedef scalar_t value_t(ashlar_type type, const scalar_t *alpha, const scalar_t *at);

/* ---- what the operations mean ---------------------------------------------------------------- */

static const scalar_t alpha_value = {2, -1}, beta_value = {-3, 1};

static double modulus(scalar_t z)
{
    return hypot(z.re, z.im);
}

static scalar_t larger(scalar_t x, scalar_t y, bool complex)
{
    return complex ? (modulus(x) >= modulus(y) ? x : y) : (x.re >= y.re ? x : y);
}

static scalar_t smaller(scalar_t x, scalar_t y, bool complex)
{
    return complex ? (modulus(x) <= modulus(y) ? x : y) : (x.re <= y.re ? x : y);
}

/* Exact: see divisor(). An integer is cut towards 0. */
static scalar_t quotient(ashlar_type type, scalar_t x, scalar_t y)
{
    double square = y.re * y.re + y.im * y.im;
    if (type_is_integer(type))
        return (scalar_t){trunc(x.re / y.re), 0};
    return (scalar_t){(x.re * y.re + x.im * y.im) / square, (x.im * y.re - x.re * y.im) / square};
}

/* One function for each: at[0] is the element of c, at[1..3] those of a, b and m. */
#define VALUE(name, expression)                                                                    \
    static scalar_t name(ashlar_type type, const scalar_t *s, const scalar_t *at)                  \
    {                                                                                              \
        (void)type, (void)s, (void)at;                                                             \
        return expression;                                                                         \
    }
#define COMPLEX type_is_complex(type)
VALUE(value_zero, ((scalar_t){0, 0}))
VALUE(value_fill, s[0])
VALUE(value_scale, scalar_mul(s[0], at[0]))
VALUE(value_add_constant, scalar_add(at[0], s[0]))
VALUE(value_abs, ((scalar_t){modulus(at[0]), 0}))
VALUE(value_reciprocal, quotient(type, (scalar_t){1, 0}, at[0]))
VALUE(value_add, scalar_add(scalar_mul(s[0], at[1]), scalar_mul(s[1], at[2])))
VALUE(value_multiply, scalar_mul(at[1], at[2]))
VALUE(value_divide, quotient(type, at[1], at[2]))
VALUE(value_maximum, larger(at[1], at[2], COMPLEX))
VALUE(value_minimum, smaller(at[1], at[2], COMPLEX))
VALUE(value_median, larger(smaller(at[1], at[2], COMPLEX),
                           smaller(larger(at[1], at[2], COMPLEX), at[3], COMPLEX), COMPLEX))

/* ---- data on which they are exact ------------------------------------------------------------ */

static scalar_t any(ashlar_type type, rng_t *rng)
{
    return scalar_as(type, (double)rng_range(rng, -9, 9), (double)rng_range(rng, -9, 9));
}

/* With a modulus that has no rounding errors; some have the same. */
static scalar_t measurable(ashlar_type type, rng_t *rng)
{
    static const scalar_t numbers[] = {{3, 4},  {-4, 3},  {6, -8}, {0, 0}, {-5, 0},
                                       {0, -5}, {12, 16}, {7, 0},  {0, 2}, {-8, -6}};
    return type_is_complex(type) ? numbers[rng_range(rng, 0, 9)] : any(type, rng);
}

/* A power of 2, or i times one. */
static scalar_t divisor(ashlar_type type, rng_t *rng)
{
    double power = (double)(1 << rng_range(rng, 0, 2)) * (double)(1 - 2 * rng_range(rng, 0, 1));
    return type_is_complex(type) && rng_range(rng, 0, 1) ? (scalar_t){0, power}
                                                         : (scalar_t){power, 0};
}

/* ---- the calls ------------------------------------------------------------------------------- */

#define LOHI(k) p->of[k].lo, p->of[k].hi
#define CALL(name, call)                                                                           \
    static int name(const parts_t *p, const element_t *alpha, const element_t *beta)               \
    {                                                                                              \
        (void)alpha, (void)beta;                                                                   \
        return call;                                                                               \
    }
#define CALLS(name, whole, patch) CALL(whole_##name, whole) CALL(patch_##name, patch)
#define CALLS_ALPHA(name)                                                                          \
    CALLS(name, ga_##name(p->c, alpha), ga_##name##_patch(p->c, LOHI(0), alpha))
#define CALLS_ALONE(name) CALLS(name, ga_##name(p->c), ga_##name##_patch(p->c, LOHI(0)))
#define CALLS_A_B(name)                                                                            \
    CALLS(name, ga_##name(p->a, p->b, p->c),                                                       \
          ga_##name##_patch(p->a, LOHI(1), p->b, LOHI(2), p->c, LOHI(0)))
CALLS_ALONE(zero)
CALLS_ALPHA(fill)
CALLS_ALPHA(scale)
CALLS_ALPHA(add_constant)
CALLS_ALONE(abs)
CALLS_ALONE(reciprocal)
CALLS(add, ga_add(alpha, p->a, beta, p->b, p->c),
      ga_add_patch(alpha, p->a, LOHI(1), beta, p->b, LOHI(2), p->c, LOHI(0)))
CALLS_A_B(multiply)
CALLS_A_B(divide)
CALLS_A_B(maximum)
CALLS_A_B(minimum)
CALLS(median, ga_median(p->a, p->b, p->m, p->c),
      ga_median_patch(p->a, LOHI(1), p->b, LOHI(2), p->m, LOHI(3), p->c, LOHI(0)))

static const struct operation {
    call_t *whole, *patch;
    value_t *value;
    scalar_t (*data[4])(ashlar_type type, rng_t *rng); /* for c, a, b, m; NULL: any() */
} operations[] = {
#define ROW(name, ...)                                                                             \
    {                                                                                              \
        whole_##name, patch_##name, value_##name,                                                  \
        {                                                                                          \
            __VA_ARGS__                                                                            \
        }                                                                                          \
    }
    ROW(zero, NULL),
    ROW(fill, NULL),
    ROW(scale, NULL),
    ROW(add_constant, NULL),
    ROW(abs, measurable),
    ROW(reciprocal, divisor),
    ROW(add, NULL),
    ROW(multiply, NULL),
    ROW(divide, NULL, NULL, divisor),
    ROW(maximum, NULL, measurable, measurable),
    ROW(minimum, NULL, measurable, measurable),
    ROW(median, NULL, measurable, measurable, measurable),
};
enum { OPERATIONS = sizeof operations / sizeof *operations };

/* ---- running them ---------------------------------------------------------------------------- */

static void set_data(twin_t *twin, scalar_t (*data)(ashlar_type, rng_t *), rng_t *rng)
{
    for (int64_t k = 0; k < twin->model.n; ++k)
        twin->model.at[k] = (data ? data : any)(twin->model.type, rng);
    twin_upload(twin);
}

/* An operation on four twins, of which some may be the same, and on their models. */
static void run(const struct operation *op, twin_t *const *twins, const patch_t *of, bool is_patch)
{
    ashlar_type type = twins[0]->model.type;
    const scalar_t scalars[2] = {scalar_as(type, alpha_value.re, alpha_value.im),
                                 scalar_as(type, beta_value.re, beta_value.im)};
    const element_t alpha = element_of(type, scalars[0]), beta = element_of(type, scalars[1]);
    parts_t parts = {
        twins[0]->g, twins[1]->g, twins[2]->g, twins[3]->g, {of[0], of[1], of[2], of[3]}};
    scalar_t **lists[4], at[4];

    CHECK_OK((is_patch ? op->patch : op->whole)(&parts, &alpha, &beta));
    for (int k = 0; k < 4; ++k)
        lists[k] = elements_of(&twins[k]->model, &of[k]);
    for (int64_t e = 0; e < patch_count(&of[0]); ++e) {
        for (int k = 0; k < 4; ++k)
            at[k] = *lists[k][e];
        scalar_t value = op->value(type, scalars, at);
        *lists[0][e] = scalar_as(type, value.re, value.im);
    }
    for (int k = 0; k < 4; ++k)
        free(lists[k]);
}

/* All operations on four arrays, the last one cut like `beside`: on the whole of them, or on
 * patches of one shape. */
static void run_all(twin_t *a, twin_t *b, twin_t *c, twin_t *beside, bool is_patch, uint64_t seed)
{
    rng_t rng = rng_seed(seed);
    const patch_t *whole = &c->model.whole;
    twin_t m = partner_of(beside, true, 0);
    twin_t *const twins[4] = {c, a, b, &m};

    for (int k = 0; k < OPERATIONS; ++k) {
        patch_t of[4] = {is_patch ? patch_random(&rng, whole->ndim, c->model.dims) : *whole};
        for (int t = 0; t < 4; ++t) {
            set_data(twins[t], operations[k].data[t], &rng);
            if (t > 0)
                of[t] = is_patch && rng_range(&rng, 0, 2) ? patch_moved(&rng, of, c->model.dims)
                                                          : of[0];
        }
        run(&operations[k], twins, of, is_patch);
        CHECK_TWIN(c);
    }
    twin_destroy(&m);
}

static void run_whole(twin_t *a, twin_t *b, twin_t *c)
{
    run_all(a, b, c, b, false, 77);
}

TEST_CASE(elementwise_whole, TEST_GA)
{
    each_operands(run_whole);
}

static void run_patches(twin_t *a, twin_t *b, twin_t *c)
{
    run_all(a, b, c, c, true, 78 + (uint64_t)c->model.whole.ndim);
}

TEST_CASE(elementwise_patches, TEST_GA)
{
    each_operands(run_patches);
}

/* Patches of as many elements in other shapes: with the extents in the opposite order, and a piece
 * of a vector. */
static void run_shapes(twin_t *unused, twin_t *also, twin_t *c)
{
    rng_t rng = rng_seed(79 + (uint64_t)c->model.whole.ndim);
    int ndim = c->model.whole.ndim;
    int64_t reversed[ASHLAR_MAX_DIM], long_enough = c->model.n + 3;

    (void)unused, (void)also;
    for (int d = 0; d < ndim; ++d)
        reversed[d] = c->model.dims[ndim - 1 - d];
    twin_t a = twin_create(c->model.type, ndim, reversed, LAYOUT_IRREGULAR, GA_GROUP_WORLD, 1);
    twin_t b = twin_create(c->model.type, 1, &long_enough, LAYOUT_REGULAR, GA_GROUP_WORLD, 2);
    for (int k = 0; k < OPERATIONS; ++k) {
        const struct operation *op = &operations[k];
        twin_t *twins[4] = {c, &a, &b, &a};
        patch_t of[4] = {patch_random(&rng, ndim, c->model.dims)};
        for (int t = 0; t < 3; ++t)
            set_data(twins[t], op->data[t], &rng);
        of[1].ndim = ndim;
        for (int d = 0; d < ndim; ++d) {
            int64_t extent = of[0].hi[ndim - 1 - d] - of[0].lo[ndim - 1 - d];
            of[1].lo[d] = rng_range(&rng, 0, reversed[d] - 1 - extent);
            of[1].hi[d] = of[1].lo[d] + extent;
        }
        of[3] = of[1];
        int64_t n = patch_count(&of[0]), from = rng_range(&rng, 0, long_enough - n);
        of[2] = patch_make(1, &from, (int64_t[]){from + n - 1});
        run(op, twins, of, true);
        CHECK_TWIN(c);
    }
    twin_destroy(&b);
    twin_destroy(&a);
}

TEST_CASE(elementwise_shapes, TEST_GA)
{
    each_operands(run_shapes);
}

/* The array written is one of those read: as a whole, the same patch, or a patch beside. */
static void run_alias(twin_t *a, twin_t *b, twin_t *c)
{
    rng_t rng = rng_seed(80);
    const patch_t whole = c->model.whole;
    patch_t lower = whole, upper = whole;
    int last = whole.ndim - 1;

    (void)a;
    lower.hi[last] = (whole.hi[last] + 1) / 2 - 1;
    upper.lo[last] = lower.hi[last] + 1;
    upper.hi[last] = 2 * lower.hi[last] + 1;
    for (int k = 0; k < OPERATIONS; ++k) {
        const struct operation *op = &operations[k];
        scalar_t (*data)(ashlar_type, rng_t *) = op->data[2] ? op->data[2] : op->data[0];
        set_data(b, data, &rng);
        for (int way = 0; way < 3; ++way) { /* the last one is of patches */
            set_data(c, data, &rng);
            run(op, (twin_t *[]){c, c, way == 1 ? c : b, c},
                way == 2 ? (patch_t[]){lower, upper, upper, lower}
                         : (patch_t[]){whole, whole, whole, whole},
                way == 2);
            CHECK_TWIN(c);
        }
    }
}

TEST_CASE(elementwise_alias, TEST_GA)
{
    each_operands(run_alias);
}
