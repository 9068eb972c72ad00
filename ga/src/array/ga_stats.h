/* Statistics: counts of what the program calls (al_event.h). */
#ifndef GA_STATS_H
#define GA_STATS_H

int gai_stats_start(void);

#endif
