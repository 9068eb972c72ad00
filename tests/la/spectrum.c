#include "spectrum.h"

#include <unistd.h>

#include <mpi.h>

#include "harness/harness.h"

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

int grid_ranks(void)
{
    int ranks = test_size();
    if (la_set_grid(1, ranks, 0) != ASHLAR_OK) {
        CHECK_CONTAINS(ashlar_error_message(), "built without ScaLAPACK");
        ranks = 1;
    }
#ifdef MPICH_VERSION /* it does not yield while it waits: more ranks than cores take minutes */
    const int cores = (int)sysconf(_SC_NPROCESSORS_ONLN);
    ranks = ranks < cores ? ranks : cores;
#endif
    CHECK_OK(la_set_grid(0, 0, 0));
    return ranks;
}
