/* Two cuts of one axis matched: the stretches of indices that lie in one block of each, and how
 * they repeat. Pure arithmetic. */
#ifndef GA_MATCH_H
#define GA_MATCH_H

#include "ga/src/dist/ga_axis.h"

/* Indices of one side: `count` intervals of n, every `step`. */
typedef struct gai_series {
    int64_t lo, n, step, count;
} gai_series_t;

/* The blocks of the other side, whose index is `shift` more than the index of the series. */
typedef struct gai_partition {
    const gai_axis_t *axis;
    int64_t period; /* blocks that far apart may be taken together; 0: none may */
    int64_t shift;
    int seamless; /* the blocks follow each other in memory */
} gai_partition_t;

/* A walk over the stretches. Of what is found: `count` stretches of n indices, every `stride`, the
 * first at lo, `skipped` indices into the interval number `interval`, in the block `block`. From
 * one to the next it is `intervals` intervals (0: within one) and `blocks` blocks (0: within one).
 */
typedef struct gai_match {
    int64_t lo, n, count, stride, skipped, interval, block, intervals, blocks;
    gai_series_t series;
    gai_partition_t partition;
    int64_t jump; /* the period of both sides, in indices; 0: not to be used */
    int64_t next_interval, next_skipped;
} gai_match_t;

/* Begin; gai_match_next() finds the first, and the next; 0: there is none. */
void gai_match_begin(gai_match_t *match, const gai_series_t *series,
                     const gai_partition_t *partition);
int gai_match_next(gai_match_t *match);

#endif
