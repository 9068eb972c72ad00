/* The loops in C that bench/programs/python.py compares with its own; it loads them as a library.
 */
#include <ashlar/la.h>

#include "bench/lib/bench.h"

__attribute__((visibility("default"))) double python_loop_get(ga_t g, int64_t i, int64_t j,
                                                              int64_t n, double *buf, int times);
__attribute__((visibility("default"))) double python_loop_matmul(ga_t a, ga_t b, int64_t n);

/* Seconds of a get of n x n elements; -1 if one fails. */
double python_loop_get(ga_t g, int64_t i, int64_t j, int64_t n, double *buf, int times)
{
    const double begin = bench_now();
    for (int k = 0; k < times; ++k)
        if (ga_get(g, i, i + n - 1, j, j + n - 1, buf, n) != ASHLAR_OK)
            return -1;
    return (bench_now() - begin) / times;
}

/* Seconds of a product that makes a new array; -1 if it fails. Collective. */
double python_loop_matmul(ga_t a, ga_t b, int64_t n)
{
    const double one = 1, zero = 0, begin = bench_now();
    ga_t c;
    if (ga_create(ASHLAR_DOUBLE, n, n, "", 0, 0, &c) != ASHLAR_OK ||
        la_gemm('n', 'n', &one, a, b, &zero, c) != ASHLAR_OK || ga_destroy(c) != ASHLAR_OK)
        return -1;
    return bench_now() - begin;
}
