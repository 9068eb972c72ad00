#include "la/support/judge.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/harness.h"

void check_solution(ashlar_type type, char op, const dense_t *a, const dense_t *x, const dense_t *b)
{
    dense_t opa = dense_op(op, a), ax = dense_product(&opa, x);
    double largest = 0;
    for (int64_t k = 0; k < opa.n; ++k) {
        double column = 0, row = 0;
        for (int64_t i = 0; i < opa.m; ++i)
            column = fmax(column, cabs(*dense_at(&opa, i, k)));
        for (int64_t j = 0; j < x->n; ++j)
            row = fmax(row, cabs(*dense_at(x, k, j)));
        largest = fmax(largest, column * row);
    }
    CHECK_WITHIN(10 * (double)(opa.n + 1) * type_epsilon(type) * largest, dense_distance(b, &ax));
    dense_free(&ax);
    dense_free(&opa);
}

void check_backward(ashlar_type type, char op, const dense_t *a, const dense_t *x, const dense_t *b,
                    const double *rows, const double *columns, double times)
{
    const double *outer = op == 'n' ? rows : columns, *inner = op == 'n' ? columns : rows;
    dense_t opa = dense_op(op, a), ax = dense_product(&opa, x);
    double bound = (double)(a->n + 1) * type_epsilon(type) * times, worst = 0;
    for (int64_t j = 0; j < x->n; ++j) {
        double largest = 0;
        for (int64_t k = 0; k < x->m; ++k)
            largest = fmax(largest, inner[k] * cabs(*dense_at(x, k, j)));
        for (int64_t i = 0; i < b->m; ++i) {
            double error = cabs(*dense_at(&ax, i, j) - *dense_at(b, i, j));
            error = error > 0 ? error / (outer[i] * largest) : error;
            worst = isnan(error) ? INFINITY : fmax(worst, error);
        }
    }
    CHECK_WITHIN(bound, worst);
}

dense_t moduli_of(const dense_t *x)
{
    dense_t y = dense_create(x->m, x->n);
    for (int64_t k = 0; k < x->m * x->n; ++k)
        y.at[k] = cabs(x->at[k]);
    return y;
}

double worst_quotient(const dense_t *a, const dense_t *b, const dense_t *bound)
{
    double worst = 0;
    for (int64_t k = 0; k < a->m * a->n; ++k) {
        double distance = cabs(a->at[k] - b->at[k]), most = creal(bound->at[k]);
        double quotient = distance == 0 ? 0 : distance / most;
        worst = isnan(quotient) ? INFINITY : fmax(worst, quotient);
    }
    return worst;
}

/* x*diag(values) */
static dense_t columns_times(ashlar_type type, const dense_t *x, const void *values)
{
    dense_t y = dense_op('n', x);
    for (int64_t k = 0; k < x->m * x->n; ++k)
        y.at[k] *= real_at(type, values, k / x->m);
    return y;
}

void check_eigenvectors(ashlar_type type, const dense_t *a, const dense_t *b, const void *w,
                        const dense_t *z, double size)
{
    dense_t az = dense_product(a, z), bz = b ? dense_product(b, z) : dense_op('n', z);
    dense_t zt = dense_op('c', z), unit = dense_product(&zt, &bz);
    dense_t bzw = columns_times(type, &bz, w);
    double bound = 20 * (double)(a->n + 1) * type_epsilon(type);
    CHECK_WITHIN(bound * size, dense_distance(&az, &bzw));
    CHECK_WITHIN(bound, dense_distance_to_identity(&unit));
    dense_t *all[] = {&az, &bz, &zt, &unit, &bzw};
    for (size_t k = 0; k < sizeof all / sizeof all[0]; ++k)
        dense_free(all[k]);
}

/* The columns of u, orthonormal, are left singular vectors: with b = u'*a, b*b' = diag(s*s), and
 * a = u*b where u has all of them. */
static void check_left(ashlar_type type, const dense_t *a, const dense_t *u, const void *s,
                       double bound)
{
    dense_t ut = dense_op('c', u), unit = dense_product(&ut, u), b = dense_product(&ut, a);
    dense_t bt = dense_op('c', &b), squares = dense_product(&b, &bt), again = dense_product(u, &b);
    dense_t want = dense_create(u->n, u->n);
    double top = real_at(type, s, 0);
    for (int64_t k = 0; k < u->n; ++k)
        *dense_at(&want, k, k) = real_at(type, s, k) * real_at(type, s, k);
    CHECK_WITHIN(bound, dense_distance_to_identity(&unit));
    CHECK_WITHIN(bound * top, dense_distance(a, &again));
    CHECK_WITHIN(2 * bound * top * top, dense_distance(&want, &squares));
}

void check_singular(ashlar_type type, const dense_t *a, const dense_t *u, const void *s,
                    const dense_t *vt)
{
    double bound = 20 * (double)(a->m + a->n) * type_epsilon(type);
    if (u->at)
        check_left(type, a, u, s, bound);
    if (vt->at) {
        dense_t at = dense_op('c', a), v = dense_op('c', vt);
        check_left(type, &at, &v, s, bound);
    }
    if (u->at && vt->at) {
        dense_t us = columns_times(type, u, s), again = dense_product(&us, vt);
        CHECK_WITHIN(bound * real_at(type, s, 0), dense_distance(a, &again));
    }
}

void check_shared(ashlar_type type, ga_group_t group, const void *reals, int64_t count)
{
    size_t bytes = (size_t)count * (type_is_single(type) ? sizeof(float) : sizeof(double));
    char *first = test_alloc(bytes);
    memcpy(first, reals, bytes);
    CHECK_OK(ga_broadcast(group, first, bytes, 0));
    CHECK(memcmp(first, reals, bytes) == 0);
    free(first);
}

void check_refused(int status, const char *words)
{
    CHECK_STATUS(ASHLAR_ENUMERIC, status);
    CHECK_CONTAINS(ashlar_error_message(), words);
}
