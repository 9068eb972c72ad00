/* Statistics: counts of what the program calls (al_event.h). */
#ifndef GA_STATS_H
#define GA_STATS_H

#include <stdint.h>

#include <ashlar/ga/stats.h>

int gai_stats_start(void);

/* Count a call that moves nothing itself and began at a time (al_ticks.h), if calls are counted. */
void gai_stats_count(ga_stats_call call, uint64_t began);

#endif
