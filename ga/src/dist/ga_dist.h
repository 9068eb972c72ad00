/* How an array is cut into blocks, and whose they are. Pure arithmetic: no MPI, no memory of its
 * own beyond borrowed tables of cuts, so that any number of ranks can be simulated. */
#ifndef GA_DIST_H
#define GA_DIST_H

#include <stdint.h>

#include <ashlar/types.h>

#include "ga/src/dist/ga_axis.h"

/* The blocks of an array are the product of its axes, numbered with dimension 0 fastest. */
typedef struct gai_dist {
    int ndim;
    int64_t blocks;
    gai_axis_t axis[ASHLAR_MAX_DIM];
    /* Whose blocks are, and how they lie in the slices of their owners (ga_block.h); borrowed.
     * NULL: block b is all of rank b's slice, without gaps; ranks from `blocks` on own nothing. */
    const struct gai_layout *layout;
} gai_dist_t;

/* The distribution whose axes are set. */
void gai_dist_number(gai_dist_t *dist);

/* Cut every dimension into equal blocks, at most `ranks` in all. chunk[d] > 0 is the least width
 * wanted; chunk may be NULL. Chosen: the least elements in the largest block, then the least
 * surface of it, then more cuts in later dimensions (whose blocks are contiguous). */
void gai_dist_regular(gai_dist_t *dist, int ndim, const int64_t *dims, const int64_t *chunk,
                      int64_t ranks);

/* Cut at given places; cuts are those of dimension 0, then 1, ..., and must stay alive. */
void gai_dist_irregular(gai_dist_t *dist, int ndim, const int64_t *dims, const int64_t *blocks,
                        const int64_t *cuts);

/* Number of cuts of an irregular distribution, all dimensions together. */
int64_t gai_dist_cut_count(const gai_dist_t *dist);

/* The same distribution with its cuts at another address. */
void gai_dist_move_cuts(gai_dist_t *dist, const int64_t *cuts);

/* Do two distributions cut the same extents in the same places, for the same owners? */
int gai_dist_equal(const gai_dist_t *a, const gai_dist_t *b);

#endif
