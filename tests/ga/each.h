/* Arrays for the cases that are tried over every engine. */
#ifndef TESTS_GA_EACH_H
#define TESTS_GA_EACH_H

#include <ashlar/al.h>

#include "harness/harness.h"
#include "model/twin.h"
#include "model/view.h"

/* Run on an array of every type and number of dimensions, cut in different ways, and compare it
 * with the model afterwards. Between nodes: on some of them, others for each number of ranks. */
void each_twin(void (*run)(twin_t *twin, rng_t *rng));
/* Run on an array of every type, of extents dims[2]. */
void each_matrix(const int64_t *dims, void (*run)(twin_t *twin, rng_t *rng));
/* Whether a segment of all ranks spans nodes that the rma engine connects. */
bool through_rma(void);
/* n where rma connects hosts, so that each call is several round trips; else 1. Of what is
 * repeated, every n-th is enough there: the rest runs over rma between nodes of one host. */
int thinned(int n);

#endif
