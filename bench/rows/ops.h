/* The libraries that the benchmark of data-parallel operations measures, each a subject (bench.h).
 */
#ifndef BENCH_OPS_H
#define BENCH_OPS_H

#include <complex.h>
#include <stdlib.h>
#include <string.h>

#include "bench/lib/bench.h"

enum type { FLOAT, DOUBLE, COMPLEX };

/* The measured operation: c = a operation b, of matrices, or of patches that lack some rows and
 * columns on each side. */
enum operation {
    TRANSPOSE,
    SYMMETRIZE,      /* of c */
    TRANSPOSE_PATCH, /* c's patch is the transpose of a's */
    ADD,             /* 2a + 3b */
    DOT,             /* of a and b */
    SCALE,           /* c by -1 */
    FILL,            /* c with 5 */
    COPY,            /* c = a */
    NORM_1,          /* of a: the sum of moduli, */
    NORM_INF,        /* the largest of them, */
    NORM_2,          /* the root of the sum of squares, */
    MATRIX_NORM_1,   /* the largest sum of moduli in a column, */
    MATRIX_NORM_INF, /* and in a row */
    MULTIPLY,
    DIVIDE,
    MAXIMUM,
    MULTIPLY_PATCH,
    DIVIDE_PATCH,
    MAXIMUM_PATCH
};

/* Rows 3..n-6, columns 5..n-4: as many of these as of those. */
enum { PATCH_ROW = 3, PATCH_COLUMN = 5, PATCH_LESS = 8 };

/* Bare loops over one shared mapping: each rank works on as many columns. A sync is a barrier in
 * shared memory. For symmetrize and the transpose of patches, a memcpy of as many bytes. */
const bench_subject_t *ops_limits_start(void);
const bench_subject_t *ops_ga_start(void);
void ops_ga_stop(void);

#endif
