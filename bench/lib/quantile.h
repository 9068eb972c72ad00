/* Order statistics, for the benchmarks and for programs that read their figures. */
#ifndef BENCH_QUANTILE_H
#define BENCH_QUANTILE_H

#include <stdlib.h>

static inline int bench_compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static inline void bench_sort(double *values, int n)
{
    qsort(values, (size_t)n, sizeof *values, bench_compare);
}

/* The value below which a fraction of n sorted values lie. */
static inline double bench_quantile(const double *sorted, int n, double fraction)
{
    double at = fraction * (n - 1);
    int below = (int)at;
    double above = below + 1 < n ? sorted[below + 1] : sorted[below];
    return sorted[below] + (at - below) * (above - sorted[below]);
}

#endif
