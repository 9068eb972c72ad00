/* A distribution of the tests' own, in which blocks are distributed in turn with room around each;
 * and twins of every kind of distribution that there is. */
#ifndef TESTS_GA_LAYOUTS_H
#define TESTS_GA_LAYOUTS_H

#include "ga/src/dist/ga_block.h"

#include "model/twin.h"

/* An array in blocks of given widths, of which block number b belongs to rank b modulo their
 * number. Every block has the same room in the slice: its widths and `wider` elements more in each
 * dimension, and begins `shift` elements into that. Collective. */
int layout_create_cyclic(ashlar_type type, int ndim, const int64_t *dims, const int64_t *width,
                         int64_t wider, int64_t shift, ga_group_t group, ga_t *g);

/* From now on twin_create() makes such arrays and those of all kinds, and twin_destroy() checks
 * that the room between blocks is as it was. */
void layouts_for_twins(void);

#endif
