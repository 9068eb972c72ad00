/* The benchmark of sparse matrices over PETSc. */
#ifndef BENCH_SPARSE_PETSC_H
#define BENCH_SPARSE_PETSC_H

#include "bench/rows/sparse.h"

extern const sparse_library_t sparse_petsc;

/* PETSc starts with the first matrix. Collective. */
void sparse_petsc_stop(void);

#endif
