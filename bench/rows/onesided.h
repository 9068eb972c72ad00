/* The libraries that the one-sided benchmark measures, each a subject (bench.h). Their start and
 * stop are collective; start makes the arrays. */
#ifndef BENCH_ONESIDED_H
#define BENCH_ONESIDED_H

#include <stdlib.h>
#include <string.h>

#include "bench/lib/bench.h"

/* The limits of the machine: bare loops over shared memory. */
const bench_subject_t *limits_start(void);
void limits_stop(void);
/* armci-lite alone, and ga on it; both after ga_initialize. */
const bench_subject_t *armci_lite_start(void);
void armci_lite_stop(void);
const bench_subject_t *ga_start(void);
void ga_stop(void);
/* The names of Global Arrays 5 on ga, which they start and stop. */
const bench_subject_t *classic_start(void);
void classic_stop(void);
/* The same with the transfers of Fortran; between start and stop of classic. */
const bench_subject_t *fortran_start(void);
void fortran_stop(void);

#endif
