/* The 7-point Laplacian of a cube, 6 and -1, zero around it, without a matrix: for all libraries
 * that find its eigenvalues the same. A rank has whole planes. */
#ifndef BENCH_LAPLACIAN_H
#define BENCH_LAPLACIAN_H

#include "bench/lib/bench.h"

/* The first plane of a rank; that of rank bench_size() is the number of planes. */
static inline int64_t laplacian_first(int64_t points, int rank)
{
    return points * rank / bench_size();
}

/* y = A*x on some planes; below and above: the planes next to them, NULL: none. */
void laplacian_apply(int64_t points, int64_t planes, const double *below, const double *x,
                     const double *above, double *y);
/* The smallest eigenvalues, ascending: at most ten, of at least three points. */
void laplacian_eigenvalues(int64_t points, int count, double *values);

#endif
