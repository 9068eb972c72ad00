/* Mutexes, for the layer above. */
#ifndef AL_MUTEX_H
#define AL_MUTEX_H

#include <ashlar/al.h>

/* Drop a set of mutexes whose memory goes with the library; not collective. */
void ali_mutexes_forget(al_mutexes_t *mutexes);

/* Where they lie. */
al_segment_t *ali_mutexes_segment(const al_mutexes_t *mutexes);

#endif
