/* Products, distances and random draws of serial matrices, and arrays that hold them. */
#include "model/dense.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "harness/harness.h"
#include "model/kinds.h"

dense_t dense_create(int64_t m, int64_t n)
{
    dense_t x = {m, n, test_alloc((size_t)(m * n + 1) * sizeof(dense_value_t))};
    for (int64_t k = 0; k < m * n; ++k)
        x.at[k] = 0;
    return x;
}

void dense_free(dense_t *x)
{
    free(x->at);
    x->at = NULL;
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
        *dense_at(&x, j, j) = creal(random_value(rng, type)) + (definite ? (double)n : 0);
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

double dense_distance_to_identity(const dense_t *a)
{
    double worst = 0;
    for (int64_t j = 0; j < a->n; ++j)
        for (int64_t i = 0; i < a->m; ++i)
            worst = larger(worst, cabs(*dense_at(a, i, j) - (i == j ? 1 : 0)));
    return worst;
}

double type_epsilon(ashlar_type type)
{
    return type == ASHLAR_FLOAT || type == ASHLAR_CFLOAT ? FLT_EPSILON : DBL_EPSILON;
}

double real_at(ashlar_type type, const void *reals, int64_t k)
{
    return type == ASHLAR_FLOAT || type == ASHLAR_CFLOAT ? (double)((const float *)reals)[k]
                                                         : ((const double *)reals)[k];
}

element_t element_from(ashlar_type type, dense_value_t value)
{
    return element_of(type, scalar_as(type, creal(value), cimag(value)));
}

ga_t matrix_create(ashlar_type type, int64_t m, int64_t n, layout_t layout, ga_group_t group)
{
    ga_t g = 0;
    int size = 1;
    const int64_t dims[2] = {m, n}, by_rows[2] = {1, n};
    CHECK_OK(ga_group_size(group, &size));
    if (layout == LAYOUT_IRREGULAR) { /* or of any kind in which blocks are not alike */
        rng_t rng = rng_seed((uint64_t)(m * 1000 + n));
        ga_kind kind = (ga_kind)rng_range(&rng, GA_IRREGULAR, GA_KIND_COUNT - 1);
        kind_spec_t drawn;
        kind_draw(&rng, kind, type, 2, dims, group, size, &drawn);
        drawn.spec.name = "matrix";
        CHECK_OK(ga_create_spec(&drawn.spec, &g));
    } else {
        CHECK_OK(ga_create_nd(type, 2, dims, "matrix", layout == LAYOUT_CHUNKED ? by_rows : NULL,
                              group, &g));
    }
    return g;
}

static void write_elements(ga_t g, const dense_t *x, bool lower)
{
    ga_type type;
    ga_group_t group;
    int rank;
    CHECK_OK(ga_inquire(g, &type, NULL, NULL));
    CHECK_OK(ga_inquire_group(g, &group));
    CHECK_OK(ga_group_rank(group, &rank));
    if (rank == 0) {
        size_t bytes = type_bytes(type);
        char *elements = test_alloc((size_t)(x->m * x->n) * bytes);
        for (int64_t j = 0; j < x->n; ++j) {
            for (int64_t i = 0; i < x->m; ++i) {
                dense_value_t value = lower && i < j ? NAN : *dense_at(x, i, j);
                scalar_store(type, elements + (size_t)(i + j * x->m) * bytes,
                             (scalar_t){creal(value), cimag(value)});
            }
        }
        CHECK_OK(ga_put(g, 0, x->m - 1, 0, x->n - 1, elements, x->m));
        free(elements);
    }
    CHECK_OK(ga_group_sync(group));
}

void matrix_write(ga_t g, const dense_t *x)
{
    write_elements(g, x, false);
}

void matrix_write_lower(ga_t g, const dense_t *x)
{
    write_elements(g, x, true);
}

ga_t matrix_from(ashlar_type type, const dense_t *x, layout_t layout, ga_group_t group)
{
    ga_t g = matrix_create(type, x->m, x->n, layout, group);
    matrix_write(g, x);
    return g;
}

dense_t matrix_read(ga_t g)
{
    ga_type type = ASHLAR_DOUBLE;
    int64_t m = 0, n = 0;
    CHECK_OK(ga_inquire(g, &type, &m, &n));
    dense_t x = dense_create(m, n);
    size_t bytes = type_bytes(type);
    char *elements = test_alloc((size_t)(m * n) * bytes);
    CHECK_OK(ga_get(g, 0, m - 1, 0, n - 1, elements, m));
    for (int64_t k = 0; k < m * n; ++k) {
        scalar_t value = scalar_load(type, elements + (size_t)k * bytes);
        x.at[k] = CMPLX(value.re, value.im);
    }
    free(elements);
    return x;
}

bool matrix_lower_is(ga_t g, const dense_t *x)
{
    dense_t y = matrix_read(g);
    bool same = true;
    for (int64_t j = 0; j < x->n; ++j)
        for (int64_t i = j; i < x->m; ++i)
            same &= *dense_at(&y, i, j) == *dense_at(x, i, j);
    dense_free(&y);
    return same;
}

void check_within(const char *file, int line, double bound, double distance, const char *what)
{
    if (!test_check(file, line, distance <= bound, what))
        test_fail(file, line, "%s is %g, more than %g", what, distance, bound);
}
