/* Products of a sparse matrix and a vector by plain loops, beside which ours are measured. */
#ifndef BENCH_SPARSE_LIMITS_H
#define BENCH_SPARSE_LIMITS_H

#include "bench/rows/sparse.h"

extern const sparse_library_t sparse_bare;

#endif
