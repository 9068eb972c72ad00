#ifndef GA_MUTEX_H
#define GA_MUTEX_H

/* Forget the sets of mutexes that are alive: their memory goes with the library. */
void gai_mutexes_stop(void);
/* Sets: those of this rank, and as many as it may have. */
enum { GAI_MUTEX_SETS = 64 };
int gai_mutexes_count(void);

#endif
