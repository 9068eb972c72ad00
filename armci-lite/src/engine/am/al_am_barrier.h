/* The world barrier over active messages. */
#ifndef AL_AM_BARRIER_H
#define AL_AM_BARRIER_H

#include <stdbool.h>
#include <stdint.h>

/* Collective over the world. */
int ali_am_barrier_start(void);
void ali_am_barrier_stop(void);
/* al_engine_t.has_barrier, barrier: whether this barrier is used here; the barrier. */
bool ali_am_has_barrier(void);
int ali_am_barrier(void);
/* This number of batches of an origin is done here. */
void ali_am_count_served(int origin, uint64_t batches);
/* The first rank of a node announces how many batches each of its ranks has sent to mine. */
void ali_am_barrier_receive(int origin, const void *counts);
/* Whether my node has not completed that many barriers yet. */
bool ali_am_is_from_later_epoch(uint64_t epoch);

#endif
