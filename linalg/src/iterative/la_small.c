/* Small dense matrices. */
#include "linalg/src/iterative/la_small.h"

#include <stdlib.h>
#include <string.h>

#include "linalg/src/layout/la_scratch.h"

enum { MATRICES = 8, LAPACK_BLOCK = 64 };

lai_small_t *lai_small_allocate(int64_t order)
{
    const size_t n = (size_t)order;
    const size_t elements = n * LAPACK_BLOCK + LAPACK_BLOCK * (LAPACK_BLOCK + 1);
    const size_t reals = 1 + 4 * n + n * n, integers = 3 + 5 * n;
    lai_small_t *small = calloc(1, sizeof *small);
    if (!small)
        return NULL;
    const size_t numbers = MATRICES * n * n + n + elements, doubles = 5 * n + n * n + reals;
    small->memory = lai_scratch_alloc(numbers * sizeof(double _Complex) + doubles * sizeof(double) +
                                      integers * sizeof(la_int));
    if (!small->memory) {
        free(small);
        return NULL;
    }
    double _Complex *at = small->memory;
    double _Complex **const matrix[MATRICES] = {&small->g, &small->h, &small->b, &small->v,
                                                &small->y, &small->a, &small->t, &small->vectors};
    for (int k = 0; k < MATRICES; ++k, at += n * n)
        *matrix[k] = at;
    small->order = order;
    small->tau = at;
    small->elements = (lai_room_t){at + n, lai_int((int64_t)elements)};
    small->values = (double *)(at + n + elements);
    small->scale = small->values + n;
    small->squares = small->scale + n;
    small->below = small->squares + n;
    small->real_vectors = small->below + n;
    small->reals = (lai_room_t){small->real_vectors + n * n, lai_int((int64_t)reals)};
    small->integers = (lai_room_t){(double *)small->reals.at + reals, lai_int((int64_t)integers)};
    return small;
}

void lai_small_free(lai_small_t *small)
{
    if (small)
        lai_scratch_free(small->memory);
    free(small);
}

void lai_small_multiply(const lai_small_t *small, char trans, int64_t m, int64_t n, int64_t k,
                        const double _Complex *a, const double _Complex *b, int sign,
                        double _Complex *c)
{
    const double _Complex alpha = sign < 0 ? -1 : 1, beta = sign < 0 ? 1 : 0;
    const la_int ld = lai_int(small->order);
    if (m > 0 && n > 0)
        lai_blas(ASHLAR_CDOUBLE)
            ->gemm(trans, 'N', lai_int(m), lai_int(n), lai_int(k), &alpha, a, ld, b, ld, &beta, c,
                   ld);
}

static lai_cyclic_t serial_matrix(const lai_small_t *small, int64_t n, void *at)
{
    return (lai_cyclic_t){.grid = {.rows = 1, .cols = 1},
                          .m = n,
                          .n = n,
                          .rows = n,
                          .cols = n,
                          .ld = small->order,
                          .at = at};
}

int64_t lai_small_eigen(lai_small_t *small, int64_t n, double _Complex *a, double *values)
{
    const lai_eigen_t *routines = lai_eigen(ASHLAR_CDOUBLE);
    lai_cyclic_t of = serial_matrix(small, n, a), z = serial_matrix(small, n, small->vectors);
    lai_cyclic_t q = serial_matrix(small, n, small->real_vectors);
    int64_t info = routines->tridiagonalise(&of, values, small->below, small->tau, small->elements);
    if (info == 0)
        info = routines->divide(&q, values, small->below, small->reals, small->integers);
    if (info != 0)
        return info;
    routines->widen(&q, &z);
    info = routines->transform(&of, &z, 0, n, small->tau, small->elements);
    for (int64_t j = 0; j < n; ++j)
        memcpy(a + j * small->order, small->vectors + j * small->order,
               sizeof(double _Complex) * (size_t)n);
    return info;
}
