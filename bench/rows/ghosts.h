/* A rank's block of an array of up to 3 dimensions (ghosts.inc). */
#ifndef BENCH_GHOSTS_H
#define BENCH_GHOSTS_H

#include "bench/lib/bench.h"

typedef struct block {
    double *data; /* element lo; NULL: I have none */
    int64_t lo[3], hi[3], stride[3];
} block_t;

#endif
