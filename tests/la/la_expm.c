/* Exponentials: closed forms, matrices that are known to be hard, and a serial model. */
#include <ashlar/la.h>
#include "model/dense.h"
#include "harness/harness.h"
#include "la/support/judge.h"
#include "la/support/spectrum.h"
#include "la/support/steps.h"

#include <math.h>
#include <stdlib.h>

static dense_t exponential_of(step_t *s, const dense_t *x)
{
    ga_t a = step_from(s, x), e = step_once_in(s, 3) ? a : step_create(s, x->n, x->n);
    CHECK_OK(la_expm(a, e));
    CHECK(a == e || matrix_is(a, x));
    return matrix_read(e);
}

/* Taylor's series of x/2^12, squared. */
static dense_t model_of(const dense_t *x)
{
    enum { SQUARINGS = 12, TERMS = 12 };
    dense_t small = dense_times(ldexp(1, -SQUARINGS), x), sum = dense_identity(x->n);
    for (int k = TERMS; k > 0; --k) { /* less the identity, so that its digits stay */
        dense_t term = dense_times(1.0 / k, &small), one = dense_identity(x->n);
        dense_t next = k == TERMS ? term : dense_product(&term, &sum);
        sum = k == 1 ? next : dense_sum(&one, &next);
    }
    for (int k = 0; k < SQUARINGS; ++k) {
        dense_t square = dense_product(&sum, &sum), twice = dense_times(2, &sum);
        sum = dense_sum(&square, &twice);
    }
    dense_t one = dense_identity(x->n);
    return dense_sum(&one, &sum);
}

/* Norms from far below 1 to some squarings. */
static void compare(step_t *s)
{
    static const double sizes[] = {1e-9, 0.01, 0.2, 0.8, 3, 20};
    int64_t n = step_extent(s);
    n = n < 60 ? n : 60;
    dense_t x = step_random(s, n, n);
    const double size = sizes[s->round % 6];
    x = dense_times(size / fmax(dense_norm_1(&x), 1e-3), &x);
    x = dense_kept(s->type, &x);
    dense_t e = exponential_of(s, &x), model = model_of(&x);
    CHECK_WITHIN(10 * (double)(n + 1) * type_epsilon(s->type) * fmax(1, size) *
                     dense_norm_1(&model),
                 dense_distance(&e, &model));
}

/* The exponential of a Hermitian matrix has the same eigenvectors. */
static void keep_hermitian(step_t *s)
{
    double values[160], exact[160], top = 0;
    int64_t n = step_extent(s);
    for (int64_t k = 0; k < n; ++k) {
        values[k] = 6 * (double)k / (double)n - 3;
        exact[k] = exp(values[k]);
        top = fmax(top, exact[k]);
    }
    rng_t same = s->rng;
    dense_t x = dense_hermitian_of(&s->rng, s->type, values, n);
    dense_t want = dense_hermitian_of(&same, s->type, exact, n), e = exponential_of(s, &x);
    const double bound = 60 * (double)(n + 1) * type_epsilon(s->type) * top;
    dense_t turned = dense_op('c', &e);
    CHECK_WITHIN(bound, dense_distance(&e, &want));
    CHECK_WITHIN(bound, dense_distance(&e, &turned));
}

/* Blocks of 2 x 2 along the diagonal, the last one cut: element k of block b. */
typedef dense_value_t block_fn(step_t *s, double t, int k);

static dense_t of_blocks(step_t *s, int64_t n, double t, block_fn *block)
{
    dense_t x = dense_create(n, n);
    for (int64_t b = 0; b + 1 < n; b += 2)
        for (int k = 0; k < 4; ++k)
            *dense_at(&x, b + k % 2, b + k / 2) = block(s, t * (double)(b + 2) / (double)n, k);
    return x;
}

static bool is_complex(const step_t *s)
{
    return s->type == ASHLAR_CFLOAT || s->type == ASHLAR_CDOUBLE;
}

static dense_value_t turning(step_t *s, double t, int k)
{
    (void)s;
    return k == 1 ? t : k == 2 ? -t : 0;
}

static dense_value_t turned(step_t *s, double t, int k)
{
    (void)s;
    return k == 1 ? sin(t) : k == 2 ? -sin(t) : cos(t);
}

/* i*t*(0.6 sigma_x + 0.8 sigma_z), or without the i. */
static dense_value_t pauli(step_t *s, double t, int k)
{
    const double sigma[] = {0.8, 0.6, 0.6, -0.8};
    return (is_complex(s) ? I : 1) * t * sigma[k];
}

static dense_value_t pauli_exponential(step_t *s, double t, int k)
{
    const double one = k == 0 || k == 3;
    return is_complex(s) ? cos(t) * one + sin(t) / t * pauli(s, t, k)
                         : cosh(t) * one + sinh(t) / t * pauli(s, t, k);
}

static dense_value_t defective(step_t *s, double t, int k)
{
    (void)s;
    return k == 1 ? 0 : k == 2 ? 40 * t : t;
}

static dense_value_t defective_exponential(step_t *s, double t, int k)
{
    (void)s;
    return k == 1 ? 0 : exp(t) * (k == 2 ? 40 * t : 1);
}

static void compare_blocks(step_t *s)
{
    static const struct {
        block_fn *block, *exponential;
        double most, size;
    } forms[] = {{turning, turned, 100, 1},
                 {pauli, pauli_exponential, 8, 3000},
                 {defective, defective_exponential, 3, 2500}};
    int64_t n = 2 * step_extent(s), form = s->round % 3;
    n = n < 120 ? n : 120;
    dense_t x = of_blocks(s, n, forms[form].most, forms[form].block);
    dense_t want = of_blocks(s, n, forms[form].most, forms[form].exponential);
    x = dense_kept(s->type, &x);
    dense_t e = exponential_of(s, &x);
    CHECK_WITHIN(20 * forms[form].most * forms[form].size * type_epsilon(s->type),
                 dense_distance(&e, &want));
}

/* A shift times t: elements t^k/k! on diagonal k; and the zero matrix. */
static void compare_nilpotent(step_t *s)
{
    int64_t n = step_extent(s);
    const double t = s->round % 3;
    dense_t x = dense_create(n, n), want = dense_identity(n);
    for (int64_t j = 1; j < n; ++j) {
        double term = 1;
        *dense_at(&x, j - 1, j) = t;
        for (int64_t k = 1; k <= j; ++k) {
            term *= t / (double)k;
            *dense_at(&want, j - k, j) = term;
        }
    }
    dense_t e = exponential_of(s, &x);
    CHECK_WITHIN(t == 0 ? 0 : 100 * type_epsilon(s->type), dense_distance(&e, &want));
}

TEST_CASE(expm_steps, TEST_GA)
{
    static const step_row_t rows[] = {{"la_expm", compare, 12},
                                      {"la_expm, Hermitian", keep_hermitian, 4},
                                      {"la_expm, blocks", compare_blocks, 6},
                                      {"la_expm, nilpotent", compare_nilpotent, 6}};
    RUN_ROWS(rows);
}

/* ---- hard ones ------------------------------------------------------------------------------- */

/* Row by row; bound: of the elements' error, in rounding units. */
typedef struct hard {
    int64_t n;
    double a[9], exponential[9], bound;
} hard_t;

#define E1  2.7182818284590452
#define SH1 1.1752011936438015

/* Moler and Van Loan 1978; Ward 1977, test matrices 1 and 3; what scaling by the norm spoils; what
 * scaling by norms of powers alone would. */
static const hard_t hards[] = {
    {2,
     {-49, 24, -64, 31},
     {-0.73575875814475308, 0.551819099658097701, -1.47151759908826053, 1.10363824071557259},
     1e4},
    {3,
     {4, 2, 0, 1, 4, 1, 1, 1, 4},
     {147.866622446370153, 183.765138646368425, 71.7970323999965448, 127.78108552318248585,
      183.765138646368425, 91.8825693231842126, 127.781085523182485, 163.679601723180757,
      111.96810624637188},
     1e4},
    {3,
     {-131, 19, 18, -390, 56, 54, -387, 57, 52},
     {-1.50964415879608968, 0.367879439110288699, 0.135335281175459069, -5.63257079990259601,
      1.47151775850230842, 0.406005843526377208, -4.93493832609810713, 1.1036383173308661,
      0.5413411267629899},
     1e5},
    {2, {1, 1e6, 0, -1}, {E1, 1e6 * SH1, 0, 1 / E1}, 0},
    {2, {10, 10, -10, -10}, {11, 10, -10, -9}, 1e5},
};

static dense_t by_rows(int64_t n, const double *numbers)
{
    dense_t x = dense_create(n, n);
    for (int64_t k = 0; k < n * n; ++k)
        *dense_at(&x, k / n, k % n) = numbers[k];
    return x;
}

TEST_CASE(expm_hard, TEST_GA)
{
    for (ashlar_type type = ASHLAR_FLOAT; type <= ASHLAR_CDOUBLE; ++type)
        for (size_t k = 0; k < sizeof hards / sizeof hards[0]; ++k) {
            const hard_t *p = &hards[k];
            dense_t x = by_rows(p->n, p->a), want = by_rows(p->n, p->exponential);
            ga_t a = matrix_from(type, &x, LAYOUT_REGULAR, GA_GROUP_WORLD);
            CHECK_OK(la_expm(a, a));
            dense_t e = matrix_read(a);
            for (int64_t i = 0; i < p->n * p->n; ++i) {
                const double bound = p->bound > 0 ? p->bound : 100 * cabs(want.at[i]);
                CHECK_WITHIN(bound * type_epsilon(type), cabs(e.at[i] - want.at[i]));
            }
            matrices_free();
        }
}

static void check_expm(ashlar_type type, int64_t n, const double *numbers, const char *words)
{
    dense_t x = by_rows(n, numbers), y = dense_filled(n, n, 7);
    ga_t a = matrix_from(type, &x, LAYOUT_REGULAR, GA_GROUP_WORLD);
    ga_t e = matrix_from(type, &y, LAYOUT_REGULAR, GA_GROUP_WORLD);
    check_refused(la_expm(a, e), words);
    CHECK(matrix_is(a, &x) && matrix_is(e, &y));
    matrices_free();
}

/* The call refuses a result that is too large, but not a large element whose powers vanish. */
TEST_CASE(expm_large, TEST_GA)
{
    static const char beyond[] = "la_expm: the exponential of array 'matrix' has elements beyond";
    static const char wrong[] = "la_expm: no digit of the exponential of array 'matrix' would be";
    for (ashlar_type type = ASHLAR_FLOAT; type <= ASHLAR_CDOUBLE; ++type) {
        const double large = ldexp(1, type_is_single(type) ? 126 : 1022);
        check_expm(type, 2, (double[]){800, 0, 0, 1}, beyond);
        check_expm(type, 2, (double[]){-large, 0, 0, -large}, wrong);
        check_expm(type, 2, (double[]){large, large, large, large}, wrong);
        check_expm(type, 3, (double[]){0, large, 0, 0, 0, large, 0, 0, 0}, beyond);
        dense_t x = by_rows(2, (double[]){0, large, 0, 0});
        dense_t want = by_rows(2, (double[]){1, large, 0, 1});
        ga_t a = matrix_from(type, &x, LAYOUT_REGULAR, GA_GROUP_WORLD);
        CHECK_OK(la_expm(a, a));
        CHECK(matrix_is(a, &want));
        matrices_free();
    }
}
