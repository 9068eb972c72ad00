#include "la/support/spectrum.h"

void dense_reflect(rng_t *rng, ashlar_type type, dense_t *x)
{
    dense_t v = dense_random(rng, type, x->m, 1);
    double square = 0;
    v.at[0] = 1;
    for (int64_t i = 0; i < x->m; ++i)
        square += creal(v.at[i]) * creal(v.at[i]) + cimag(v.at[i]) * cimag(v.at[i]);
    for (int64_t j = 0; j < x->n; ++j) {
        dense_value_t along = 0;
        for (int64_t i = 0; i < x->m; ++i)
            along += conj(v.at[i]) * *dense_at(x, i, j);
        for (int64_t i = 0; i < x->m; ++i)
            *dense_at(x, i, j) -= 2 * along / square * v.at[i];
    }
    dense_free(&v);
}

dense_t dense_of_spectrum(rng_t *rng, ashlar_type type, int64_t m, int64_t n, const double *values)
{
    dense_t x = dense_create(m, n);
    for (int64_t k = 0; k < m && k < n; ++k)
        *dense_at(&x, k, k) = values[k];
    for (int side = 0; side < 4; ++side) {
        dense_reflect(rng, type, &x);
        dense_t turned = dense_op('c', &x);
        dense_free(&x);
        x = turned;
    }
    return x;
}

dense_t dense_hermitian_from(ashlar_type type, const dense_t *x)
{
    dense_t y = dense_kept(type, x);
    for (int64_t j = 0; j < x->n; ++j)
        for (int64_t i = 0; i <= j; ++i)
            *dense_at(&y, i, j) = i == j ? creal(*dense_at(&y, j, j)) : conj(*dense_at(&y, j, i));
    return y;
}

dense_t dense_hermitian_of(rng_t *rng, ashlar_type type, const double *d, int64_t n)
{
    dense_t x = dense_create(n, n);
    for (int64_t k = 0; k < n; ++k)
        *dense_at(&x, k, k) = d[k];
    for (int side = 0; side < 4; ++side) {
        rng_t same = *rng;
        dense_reflect(&same, type, &x);
        x = dense_op('c', &x);
        if (side % 2)
            *rng = same;
    }
    return dense_hermitian_from(type, &x);
}
