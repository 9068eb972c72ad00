/* The 7-point Laplacian of a cube. */
#include "bench/rows/laplacian.h"

#include <math.h>
#include <stdlib.h>

static void apply_line(int64_t n, const double *x, const double *const next[4], double *y)
{
    const double *a = next[0], *b = next[1], *c = next[2], *d = next[3];
    y[0] = 6 * x[0] - x[1] - a[0] - b[0] - c[0] - d[0];
    for (int64_t i = 1; i < n - 1; ++i)
        y[i] = 6 * x[i] - x[i - 1] - x[i + 1] - a[i] - b[i] - c[i] - d[i];
    y[n - 1] = 6 * x[n - 1] - x[n - 2] - a[n - 1] - b[n - 1] - c[n - 1] - d[n - 1];
}

void laplacian_apply(int64_t points, int64_t planes, const double *below, const double *x,
                     const double *above, double *y)
{
    static double *zero;
    const int64_t plane = points * points;
    if (!zero)
        zero = calloc((size_t)points, sizeof *zero);
    if (!zero)
        bench_fail("no memory for %lld zeros", (long long)points);
    for (int64_t k = 0; k < planes; ++k) {
        const double *before = k > 0 ? x + (k - 1) * plane : below;
        const double *after = k < planes - 1 ? x + (k + 1) * plane : above;
        for (int64_t at = 0; at < plane; at += points) {
            const double *line = x + k * plane + at;
            const double *const next[4] = {at > 0 ? line - points : zero,
                                           at < plane - points ? line + points : zero,
                                           before ? before + at : zero, after ? after + at : zero};
            apply_line(points, line, next, y + k * plane + at);
        }
    }
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void laplacian_eigenvalues(int64_t points, int count, double *values)
{
    enum { SIDE = 5 }; /* the tenth is among these */
    double all[SIDE * SIDE * SIDE], one[SIDE];
    for (int i = 0; i < SIDE; ++i)
        one[i] = i < points ? 2 - 2 * cos(M_PI * (i + 1) / (double)(points + 1)) : 100;
    for (int i = 0; i < SIDE * SIDE * SIDE; ++i)
        all[i] = one[i % SIDE] + one[i / SIDE % SIDE] + one[i / SIDE / SIDE];
    qsort(all, SIDE * SIDE * SIDE, sizeof *all, ascending);
    for (int k = 0; k < count; ++k)
        values[k] = all[k];
}
