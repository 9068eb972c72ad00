/* The walk over elements I own and those opposite them, in the transpose of another matrix. */
#ifndef GA_OPPOSITE_H
#define GA_OPPOSITE_H

#include "ga/src/array/ga_array.h"

/* A part of a block of mine, rows x cols, and its opposite, cols x rows. Leading dimensions count
 * elements. */
typedef struct gai_opposite {
    size_t rows, cols;
    char *home;
    size_t home_ld;
    char *other;
    size_t other_ld;
} gai_opposite_t;

typedef void gai_opposite_work_t(void *context, const gai_opposite_t *part);

enum { GAI_OPPOSITE_SIDE = 128 }; /* of parts of pairs, at most */

/* What to walk over: element (i,j) of home is opposite (j+shift[0], i+shift[1]) of other. */
typedef struct gai_opposites {
    const char *call;
    const gai_array_t *home, *other; /* of one group */
    int64_t lo[2], hi[2];            /* of home; not empty */
    int64_t shift[2];
    /* Other is home and without shifts, and work writes both sides: of two parts opposite each
     * other one of their owners gets one. A part may be its own opposite. */
    int pairs;
    gai_opposite_work_t *work;
    void *context;
} gai_opposites_t;

/* Call work for all I own of home: with the opposite in place where it is on this node, or else
 * fetched ahead, in parts of bounded size. Not collective. */
int gai_walk_opposites(const gai_opposites_t *opposites);

/* Is all in place, so that the walk can only fail when MPI has? The same on all ranks. */
int gai_opposites_are_near(const gai_array_t *other);

#endif
