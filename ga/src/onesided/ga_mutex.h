#ifndef GA_MUTEX_H
#define GA_MUTEX_H

/* Forget the sets of mutexes that are alive: their memory goes with the library. */
void gai_mutexes_stop(void);
/* Sets of this rank. */
int gai_mutexes_count(void);

#endif
