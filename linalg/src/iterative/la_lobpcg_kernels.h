/* Loops over vectors by element type. */
#ifndef LA_LOBPCG_KERNELS_H
#define LA_LOBPCG_KERNELS_H

#include <stdint.h>

#include <ashlar/types.h>

typedef struct lai_lobpcg_kernels {
    int is_complex;
    double epsilon; /* the rounding unit */
    /* r[n] = scale*(ax - theta*x), unless r is NULL. @return the sum of the squares of that */
    double (*residual)(int64_t n, double theta, double scale, const void *x, const void *ax,
                       void *r);
    /* x[n]: numbers in [-1,1), each of which follows from its place, the first of which is given */
    void (*fill)(int64_t n, int64_t place, void *x);
    /* sums += x, m x n columns; sums has a leading dimension, and 2 reals for complex numbers */
    void (*add)(int64_t m, int64_t n, const void *x, int64_t ldx, double *sums, int64_t ld);
    /* x[n] = reals */
    void (*narrow)(int64_t n, const double *reals, void *x);
} lai_lobpcg_kernels_t;

const lai_lobpcg_kernels_t *lai_lobpcg_kernels(ashlar_type type);

#endif
