/** A range of indices, for sections of coarrays. */
#ifndef ASHLAR_INTERVAL_H
#define ASHLAR_INTERVAL_H

#include <stdint.h>

/** The indices first, first + step, ... up to last: last is the highest that may be reached. step
 * is at least 1. last < first: there are none. */
typedef struct ashlar_interval {
    int64_t first, last, step;
} ashlar_interval_t;

/** Everything; the one at an index. */
#define ASHLAR_ALL ((ashlar_interval_t){0, INT64_MAX, 1})
static inline ashlar_interval_t ashlar_at(int64_t index)
{
    ashlar_interval_t one = {index, index, 1};
    return one;
}

#endif
