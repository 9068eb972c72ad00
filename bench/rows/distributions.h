/* The libraries that the benchmark of distributions measures, each a subject (bench.h). */
#ifndef BENCH_DISTRIBUTIONS_H
#define BENCH_DISTRIBUTIONS_H

#include "bench/rows/onesided.h"

enum kind { REGULAR, CYCLIC, SCALAPACK, TILED, KINDS };

enum {
    SIDE = 1420,   /* of the matrices for patches */
    BLOCK = 64,    /* side of their blocks */
    SQUARE = 353,  /* side of the large patch */
    COPIED = 4000, /* side of the matrices that are copied on a node */
    COPIED_BETWEEN_HOSTS = 2000,
    CROSSING = COPIED_BETWEEN_HOSTS * COPIED_BETWEEN_HOSTS / 4 * 8, /* bytes each way, 2 ranks */
    ELEMENTS = 20000,
    SQUARES = 60
};

/* Bare loops over shared memory: for patches row copies block by block, for copies between
 * distributions one memcpy of the same bytes by each rank. */
const bench_subject_t *dist_limits_start(void);
const bench_subject_t *dist_ga_start(void);
void dist_ga_stop(void);

#endif
