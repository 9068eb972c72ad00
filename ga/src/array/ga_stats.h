/* Statistics: the prologue and epilogue of the one-sided calls, one predicted branch each while
 * off. */
#ifndef GA_STATS_H
#define GA_STATS_H

#include "ga/src/array/ga_array.h"

/* The time when a counted call begins. */
double gai_stats_begin_call(void);
int gai_stats_start(void);
/* Count one call that began at a time, the bytes of a valid patch, the bytes of one element. */
void gai_stats_call(ga_stats_call call, double begin);
void gai_stats_patch(ga_stats_call call, const gai_array_t *array, const int64_t *lo,
                     const int64_t *hi);
void gai_stats_element(ga_stats_call call, const gai_array_t *array, int rank);

static inline double gai_stats_begin(void)
{
    return AL_UNLIKELY(gai_context.counts_calls) ? gai_stats_begin_call() : 0;
}

#endif
