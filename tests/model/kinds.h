/* Descriptions of arrays of every kind, at random. */
#ifndef TESTS_KINDS_H
#define TESTS_KINDS_H

#include <ashlar/ga.h>

#include "harness/rng.h"

/* A description, and what it points to. */
typedef struct kind_spec {
    ga_spec_t spec;
    int64_t cuts[1024];
    int ranks[64];
} kind_spec_t;

/* Describe an array of this kind on a group of n ranks. Blocks may be larger than the array, the
 * grid and its order given or not, some ranks left out and the others listed in any order; blocks
 * of kinds that allow it may have ghost cells. */
void kind_draw(rng_t *rng, ga_kind kind, ashlar_type type, int ndim, const int64_t *dims,
               ga_group_t group, int n, kind_spec_t *drawn);

#endif
