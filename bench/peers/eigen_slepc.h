/* LOBPCG of SLEPc. */
#ifndef BENCH_EIGEN_SLEPC_H
#define BENCH_EIGEN_SLEPC_H

#include <stdint.h>

/* The smallest eigenvalues of the Laplacian of a cube (bench/rows/laplacian.h). Collective. */
void eigen_slepc_solve(int64_t points, int count, double tolerance, double *values);
void eigen_slepc_stop(void);

#endif
