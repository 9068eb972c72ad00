/* Meetings of all ranks over active messages. */
#ifndef AL_AM_MEET_H
#define AL_AM_MEET_H

#include <stdint.h>

/* Collective over the world. */
int ali_am_meet_start(void);
void ali_am_meet_stop(void);
/* al_engine_t.meets, meet */
int ali_am_meets(void);
int ali_am_meet(void);
/* So many batches of an origin are done here. */
void ali_am_count_served(int origin, uint64_t batches);
/* The first rank of a node tells how many batches each of its ranks has sent to mine. */
void ali_am_hear(int origin, const void *numbers);
/* Has my node fewer meetings behind it? */
int ali_am_is_early(uint64_t meetings);

#endif
