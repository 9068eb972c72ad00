/* The limits between hosts, a subject (bench.h): plain two-sided MPI. */
#ifndef BENCH_HOSTS_LIMITS_H
#define BENCH_HOSTS_LIMITS_H

#include "bench/rows/distributions.h"

enum { MERGED = 1024, MERGES = 5 }; /* side of a mirrored array; merges a repetition */
/* The number that the last of the merges leaves if copy k of n began as k + 1 times this. */
double merged_value(int64_t at, int n);

const bench_subject_t *two_sided_start(void);
void two_sided_stop(void);

#endif
