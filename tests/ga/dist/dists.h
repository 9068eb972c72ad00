/* Distributions made by hand, without arrays. */
#ifndef TESTS_GA_DISTS_H
#define TESTS_GA_DISTS_H

#include <string.h>

#include "ga/inside.h"

/* Equal blocks, at most `ranks` in all. */
static inline void dist_regular(gai_dist_t *dist, int ndim, const int64_t *dims,
                                const int64_t *chunk, int64_t ranks)
{
    int64_t grid[ASHLAR_MAX_DIM] = {0}, widths[ASHLAR_MAX_DIM];
    gai_dist_choose(ndim, dims, chunk, ranks, grid);
    for (int d = 0; d < ndim; ++d)
        widths[d] = (dims[d] - 1) / grid[d] + 1;
    gai_dist_widths(dist, ndim, dims, widths);
}

/* Blocks that begin at the cuts, those of dimension 0 first. */
static inline void dist_irregular(gai_dist_t *dist, int ndim, const int64_t *dims,
                                  const int64_t *blocks, const int64_t *cuts)
{
    memset(dist, 0, sizeof *dist);
    dist->ndim = ndim;
    for (int d = 0; d < ndim; cuts += blocks[d++])
        dist->axis[d] = (gai_axis_t){.extent = dims[d], .blocks = blocks[d], .cuts = cuts};
    gai_dist_number(dist);
}

#endif
