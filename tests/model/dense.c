/* Serial matrices: random draws, products, inverses, distances. */
#include "model/dense.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "harness/harness.h"

enum { LIVE_MOST = 1000 };

static struct {
    int count;
    dense_value_t *at[LIVE_MOST];
} live;

void dense_free_all(void)
{
    while (live.count > 0)
        free(live.at[--live.count]);
}

dense_t dense_create(int64_t m, int64_t n)
{
    return dense_filled(m, n, 0);
}

dense_t dense_filled(int64_t m, int64_t n, dense_value_t value)
{
    dense_t x = {m, n, test_alloc((size_t)(m * n + 1) * sizeof(dense_value_t))};
    for (int64_t k = 0; k < m * n; ++k)
        x.at[k] = value;
    if (live.count == LIVE_MOST)
        test_fail(__FILE__, __LINE__, "more than %d serial matrices", LIVE_MOST);
    else
        live.at[live.count++] = x.at;
    return x;
}

void dense_free(dense_t *x)
{
    for (int k = live.count - 1; k >= 0; --k)
        if (live.at[k] == x->at) {
            live.at[k] = live.at[--live.count];
            break;
        }
    free(x->at);
    x->at = NULL;
}

dense_t dense_identity(int64_t n)
{
    dense_t x = dense_create(n, n);
    for (int64_t k = 0; k < n; ++k)
        *dense_at(&x, k, k) = 1;
    return x;
}

static dense_value_t random_value(rng_t *rng, ashlar_type type)
{
    double re = (double)rng_range(rng, -64, 64) / 64, im = (double)rng_range(rng, -64, 64) / 64;
    return type_is_complex(type) ? CMPLX(re, im) : re;
}

dense_t dense_random(rng_t *rng, ashlar_type type, int64_t m, int64_t n)
{
    dense_t x = dense_create(m, n);
    for (int64_t k = 0; k < m * n; ++k)
        x.at[k] = random_value(rng, type);
    return x;
}

dense_t dense_hermitian(rng_t *rng, ashlar_type type, int64_t n, bool definite)
{
    dense_t x = dense_create(n, n);
    for (int64_t j = 0; j < n; ++j) {
        *dense_at(&x, j, j) = creal(random_value(rng, type)) + (definite ? (double)n + 0.5 : 0);
        for (int64_t i = j + 1; i < n; ++i) {
            *dense_at(&x, i, j) = random_value(rng, type);
            *dense_at(&x, j, i) = conj(*dense_at(&x, i, j));
        }
    }
    return x;
}

dense_t dense_op(char trans, const dense_t *x)
{
    bool same = trans == 'n' || trans == 'N', conjugate = trans == 'c' || trans == 'C';
    dense_t y = same ? dense_create(x->m, x->n) : dense_create(x->n, x->m);
    for (int64_t j = 0; j < x->n; ++j) {
        for (int64_t i = 0; i < x->m; ++i) {
            dense_value_t value = *dense_at(x, i, j);
            *(same ? dense_at(&y, i, j) : dense_at(&y, j, i)) = conjugate ? conj(value) : value;
        }
    }
    return y;
}

dense_t dense_times(dense_value_t factor, const dense_t *x)
{
    dense_t y = dense_op('n', x);
    for (int64_t k = 0; k < x->m * x->n; ++k)
        y.at[k] *= factor;
    return y;
}

dense_t dense_sum(const dense_t *a, const dense_t *b)
{
    dense_t y = dense_op('n', a);
    for (int64_t k = 0; k < a->m * a->n; ++k)
        y.at[k] += b->at[k];
    return y;
}

dense_t dense_triangle(char uplo, const dense_t *x)
{
    dense_t y = dense_create(x->m, x->n);
    for (int64_t j = 0; j < x->n; ++j)
        for (int64_t i = 0; i < x->m; ++i)
            *dense_at(&y, i, j) = (uplo == 'l' ? i >= j : i <= j) ? *dense_at(x, i, j) : 0;
    return y;
}

dense_t dense_kept(ashlar_type type, const dense_t *x)
{
    dense_t y = dense_create(x->m, x->n);
    for (int64_t k = 0; k < x->m * x->n; ++k) {
        scalar_t kept = scalar_kept(type, scalar_as(type, creal(x->at[k]), cimag(x->at[k])));
        y.at[k] = CMPLX(kept.re, kept.im);
    }
    return y;
}

dense_t dense_product(const dense_t *a, const dense_t *b)
{
    dense_t c = dense_create(a->m, b->n);
    for (int64_t j = 0; j < b->n; ++j) {
        for (int64_t k = 0; k < a->n; ++k) {
            double re = creal(*dense_at(b, k, j)), im = cimag(*dense_at(b, k, j));
            for (int64_t i = 0; i < a->m; ++i) {
                double x = creal(*dense_at(a, i, k)), y = cimag(*dense_at(a, i, k));
                *dense_at(&c, i, j) += CMPLX(x * re - y * im, x * im + y * re);
            }
        }
    }
    return c;
}

static void swap_rows(dense_t *x, int64_t i, int64_t k)
{
    for (int64_t j = 0; j < x->n; ++j) {
        dense_value_t kept = *dense_at(x, i, j);
        *dense_at(x, i, j) = *dense_at(x, k, j);
        *dense_at(x, k, j) = kept;
    }
}

/* Add factor times row k to row i. */
static void add_row(dense_t *x, int64_t i, int64_t k, dense_value_t factor)
{
    for (int64_t j = 0; j < x->n; ++j)
        *dense_at(x, i, j) += factor * *dense_at(x, k, j);
}

dense_t dense_inverse(const dense_t *x, dense_value_t *phase, double *log_abs)
{
    dense_t a = dense_op('n', x), b = dense_identity(x->n);
    *phase = 1;
    *log_abs = 0;
    for (int64_t k = 0; k < x->n; ++k) {
        int64_t p = k;
        for (int64_t i = k; i < x->n; ++i)
            if (cabs(*dense_at(&a, i, k)) > cabs(*dense_at(&a, p, k)))
                p = i;
        dense_value_t pivot = *dense_at(&a, p, k);
        *phase *= (p == k ? 1 : -1) * pivot / cabs(pivot);
        *log_abs += log(cabs(pivot));
        swap_rows(&a, k, p);
        swap_rows(&b, k, p);
        for (int64_t j = 0; j < x->n; ++j) {
            *dense_at(&a, k, j) /= pivot;
            *dense_at(&b, k, j) /= pivot;
        }
        for (int64_t i = 0; i < x->n; ++i) {
            dense_value_t factor = i == k ? 0 : -*dense_at(&a, i, k);
            add_row(&a, i, k, factor);
            add_row(&b, i, k, factor);
        }
    }
    dense_free(&a);
    return b;
}

double dense_norm_1(const dense_t *x)
{
    double norm = 0;
    for (int64_t j = 0; j < x->n; ++j) {
        double sum = 0;
        for (int64_t i = 0; i < x->m; ++i)
            sum += cabs(*dense_at(x, i, j));
        norm = fmax(norm, sum);
    }
    return norm;
}

static double larger(double worst, double distance)
{
    return isnan(distance) ? INFINITY : fmax(worst, distance);
}

double dense_distance(const dense_t *a, const dense_t *b)
{
    double worst = a->m == b->m && a->n == b->n ? 0 : INFINITY;
    for (int64_t k = 0; worst < INFINITY && k < a->m * a->n; ++k)
        worst = larger(worst, cabs(a->at[k] - b->at[k]));
    return worst;
}

bool dense_is(const dense_t *a, const dense_t *b)
{
    bool same = a->m == b->m && a->n == b->n;
    for (int64_t k = 0; same && k < a->m * a->n; ++k)
        same = a->at[k] == b->at[k] || (isnan(creal(a->at[k])) && isnan(creal(b->at[k])));
    return same;
}

double dense_distance_to_identity(const dense_t *a)
{
    double worst = 0;
    for (int64_t j = 0; j < a->n; ++j)
        for (int64_t i = 0; i < a->m; ++i)
            worst = larger(worst, cabs(*dense_at(a, i, j) - (i == j ? 1 : 0)));
    return worst;
}

bool type_is_single(ashlar_type type)
{
    return type == ASHLAR_FLOAT || type == ASHLAR_CFLOAT;
}

double type_epsilon(ashlar_type type)
{
    return type_is_single(type) ? FLT_EPSILON : DBL_EPSILON;
}

double type_most(ashlar_type type)
{
    return type_is_single(type) ? FLT_MAX : DBL_MAX;
}

double real_at(ashlar_type type, const void *reals, int64_t k)
{
    return type_is_single(type) ? (double)((const float *)reals)[k] : ((const double *)reals)[k];
}

void check_within(const char *file, int line, double bound, double distance, const char *what)
{
    if (!test_check(file, line, distance <= bound, what))
        test_fail(file, line, "%s is %g, more than %g", what, distance, bound);
}
