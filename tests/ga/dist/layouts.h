/* Two distributions of the tests' own, in which a rank owns many blocks that are not all of its
 * slice: blocks dealt out in turn, with room around each, and the layout of ScaLAPACK. */
#ifndef TESTS_GA_LAYOUTS_H
#define TESTS_GA_LAYOUTS_H

#include "ga/src/dist/ga_block.h"

#include "model/twin.h"

/* Block number b belongs to rank b % ranks. Every block has the same room in the slice: its widths
 * and `wider` elements more in each dimension, and begins `shift` elements into that. */
const gai_layout_t *layout_dealt(int64_t ranks, int64_t wider, int64_t shift);

/* Block (i, j, ...) belongs to process (i % grid[0], j % grid[1], ...); a process keeps its blocks
 * side by side in one array. last_fastest: how processes are numbered. */
const gai_layout_t *layout_cyclic(int ndim, const int64_t *grid, bool last_fastest);

/* An array in blocks of given widths. Collective. */
int layout_create(ashlar_type type, int ndim, const int64_t *dims, const int64_t *width,
                  const gai_layout_t *layout, ga_group_t group, ga_t *g);

/* From now on twin_create() makes such arrays, and twin_destroy() checks that the room between
 * blocks is as it was. */
void layouts_for_twins(void);

#endif
