/* How an array is cut into blocks, and whose they are. Pure arithmetic: no MPI, no memory of its
 * own beyond borrowed tables of cuts, so that any number of ranks can be simulated. */
#ifndef GA_DIST_H
#define GA_DIST_H

#include <stddef.h>
#include <stdint.h>

#include <ashlar/types.h>

#include "ga/src/dist/ga_axis.h"

/* The blocks of an array are the product of its axes, numbered with dimension 0 fastest. */
typedef struct gai_dist {
    int ndim;
    int64_t blocks;
    gai_axis_t axis[ASHLAR_MAX_DIM];
    /* Owners of blocks, and the place of blocks in the slices of their owners (ga_layout.h);
     * borrowed. NULL: block b is all of rank b's slice, without gaps; ranks from `blocks` on own
     * nothing. */
    const struct gai_layout *layout;
} gai_dist_t;

/* The distribution whose axes are set. */
void gai_dist_number(gai_dist_t *dist);

/* Choose how many blocks, or ranks, to have along each dimension, at most `ranks` in all; a
 * dimension whose entry is above 0 is left as it is. least[d] > 0 is the least width wanted; it may
 * be NULL. Chosen: the least elements in the largest block, then the least surface of it, then more
 * cuts in later dimensions (whose blocks are contiguous). */
void gai_dist_choose(int ndim, const int64_t *dims, const int64_t *least, int64_t ranks,
                     int64_t *grid);

/* Cut every dimension into blocks of given widths, the last being what is left. */
void gai_dist_widths(gai_dist_t *dist, int ndim, const int64_t *dims, const int64_t *widths);

/* The tables that a distribution borrows: cuts and starts, and the list of ranks of its layout.
 * Their bytes together, a multiple of 4; copies of them at an address aligned for int64_t; and the
 * same distribution with its tables there. layout: its own, which is changed too; NULL if it has
 * none. */
size_t gai_dist_table_bytes(const gai_dist_t *dist);
void gai_dist_copy_tables(const gai_dist_t *dist, void *to);
void gai_dist_move_tables(gai_dist_t *dist, struct gai_layout *layout, const void *to);

/* Do two distributions cut the same extents in the same places, for the same owners? */
int gai_dist_equal(const gai_dist_t *a, const gai_dist_t *b);

#endif
